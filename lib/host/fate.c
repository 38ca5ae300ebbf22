/* What became of each mail: the answer to who has no part in the game, and a
 * line of the log, without token, order or text of a player. */
#include "host/intake.h"

#include "host/host_private.h"

#define ID_SHOWN 60

/* A word that a stranger wrote, for the log: printable ASCII, and never the
 * token that came with it. */
static void show(
	const struct sp_work *work, const char *text, char out[ID_SHOWN + 4])
{
	char token[SP_REPLY_TOKEN_LEN + 1], low[SP_MSGID_SIZE];
	size_t n = 0;

	sp_format(token, sizeof(token), "%s", work->reply.token);
	sp_lower_string(token);
	if (!sp_copy(low, sizeof(low), text))
		low[0] = '\0';
	sp_lower_string(low);
	if (token[0] != '\0' && strstr(low, token) != NULL) {
		sp_format(out, ID_SHOWN + 4, "(hidden)");
		return;
	}
	for (; n < ID_SHOWN && text[n] != '\0'; n++)
		out[n] =
			(char)(text[n] > ' ' && text[n] < 0x7f ? text[n] : '?');
	sp_format(
		out + n, ID_SHOWN + 4 - n, "%s", text[n] != '\0' ? "..." : "");
}

void host_fate_log(const struct sp_sitting *sitting, const struct sp_work *work,
	const struct sp_inbox_row *row, bool old)
{
	char id[ID_SHOWN + 4], from[ID_SHOWN + 4];

	show(work, work->message_id, id);
	show(work, sitting->from[0] != '\0' ? sitting->from : "nobody", from);
	sp_log(SP_LOG_INFO, "game %s: mail %s from %s for %s: %s%s%s",
		sitting->live->gid, id, from,
		sitting->live->setup.colour[sitting->seat],
		sp_registry_disposition_word(row->disposition),
		old ? ", its reply address was replaced" : "",
		sitting->answered ? "" : ", without an answer");
}

void host_fate_log_stranger(
	const struct sp_work *work, const struct sp_inbox_row *row)
{
	const char *sender = work->message->from.addr;
	char id[ID_SHOWN + 4], from[ID_SHOWN + 4];

	show(work, work->message_id, id);
	show(work, sender[0] != '\0' ? sender : "nobody", from);
	sp_log(SP_LOG_INFO, "mail %s from %s for no seat: %s%s", id, from,
		sp_registry_disposition_word(row->disposition),
		row->receipt != 0 ? "" : ", without an answer");
}

int host_answer_note(struct sp_host *host, const struct sp_work *work,
	bool *may, struct sp_error *e)
{
	return sp_post_may_answer(
		&host->post, work->message->from.addr, work->instant, may, e);
}

int host_answer_stranger(struct sp_host *host, const struct sp_work *work,
	bool mute, struct sp_inbox_row *row, struct sp_error *e)
{
	int rc = SP_OK;

	row->disposition =
		mute ? SP_DISPOSITION_IGNORED : SP_DISPOSITION_STRANGER;
	if (!mute)
		rc = sp_post_stranger(&host->post, work->message->from.addr,
			work->message->message_id, work->raw, work->instant,
			&row->receipt, e);
	if (rc == SP_OK)
		host_fate_log_stranger(work, row);
	return rc;
}
