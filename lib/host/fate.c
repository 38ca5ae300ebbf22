/*
 * What became of a mail. Each leaves a line in the log; where nothing else was
 * sent about one with a token the address of record gets a note: no mail of a
 * player vanishes. Neither has tokens, orders or texts of players in it.
 */
#include "host/intake_private.h"

#define NOTES_A_DAY 5
#define DAY         86400
#define ID_SHOWN    60

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

void host_fate_log(const struct sp_play *play, const struct sp_work *work,
	const struct sp_inbox_row *row, bool old)
{
	char id[ID_SHOWN + 4], from[ID_SHOWN + 4];

	show(work, work->message_id, id);
	show(work, play->from[0] != '\0' ? play->from : "nobody", from);
	sp_log(SP_LOG_INFO, "game %s: mail %s from %s for %s: %s%s%s",
		play->live->gid, id, from, play->live->setup.colour[play->seat],
		sp_registry_disposition_word(row->disposition),
		old ? ", its reply address was replaced" : "",
		play->answered ? "" : ", without an answer");
}

void host_fate_log_stranger(
	const struct sp_work *work, const struct sp_inbox_row *row)
{
	const char *sender = work->mail->from.addr;
	char id[ID_SHOWN + 4], from[ID_SHOWN + 4];

	show(work, work->message_id, id);
	show(work, sender[0] != '\0' ? sender : "nobody", from);
	sp_log(SP_LOG_INFO, "mail %s from %s for no seat: %s%s", id, from,
		sp_registry_disposition_word(row->disposition),
		row->receipt != 0 ? "" : ", without an answer");
}

/* A sentence about what became of it, and one about what to do. */
static const char *fate_of(const struct sp_play *play,
	const struct sp_inbox_row *row, bool old, const char **todo)
{
	if (row->disposition == SP_DISPOSITION_RESENT) {
		*todo = "If I asked you a question about it, answer that one. "
			"To have it done again, write a new mail.";
		return "The very same mail came before, so nothing was done "
		       "now.";
	}
	if (old) {
		*todo = "If it is yours, write it again as an answer to this "
			"mail.";
		return "It went to a reply address of yours that was replaced "
		       "since. Nothing was done.";
	}
	if (row->disposition == SP_DISPOSITION_QUARANTINED) {
		*todo = "If it is yours, write your orders again as an answer "
			"to this mail, as plain text and without attachments. "
			"The operator has what came.";
		return "The program that reads mails failed at it twice, so I "
		       "do not know what it says. Nothing was done.";
	}
	if (row->disposition == SP_DISPOSITION_IGNORED) {
		*todo = "If it is yours, write it again as an answer to this "
			"mail, from the address that this mail came to.";
		return "I do not know that address as yours, and too many such "
		       "mails came from it within an hour. Nothing was done.";
	}
	*todo = "If you need the answer, write again in an hour. Orders that "
		"change the game are done at any time.";
	return play->questions > 0
		       ? "It was dealt with, but too many mails that change "
			 "nothing came from that address within an hour, so "
			 "it was left unanswered."
		       : "Nothing was done, and too many such mails came from "
			 "that address within an hour, so it was left "
			 "unanswered.";
}

int host_fate_tell(struct sp_play *play, const struct sp_work *work,
	const struct sp_inbox_row *row, bool old, struct sp_error *e)
{
	const char *todo, *fate = fate_of(play, row, old, &todo);
	char kind[SP_ROW_KIND], date[SP_DATE_TEXT];
	struct sp_post post = { .seat = play->seat,
		.kind = kind,
		.template = "unanswered",
		.instant = play->instant };
	char *about = sp_xasprintf("fate/%s/%s", play->live->gid,
		play->live->setup.colour[play->seat]);
	bool may = false;
	int rc = sp_registry_note_take(play->host->registry, about,
		host_now(play->host), DAY, NOTES_A_DAY, &may, e);

	sp_free(about);
	if (rc != SP_OK || !may)
		return rc;
	json_t *context = host_post_context(
		play->host, play->live, play->seat, play->instant);
	sp_date_short(date, work->instant);
	sp_format(kind, sizeof(kind), "unanswered/%s", work->raw);
	sp_json_set_string(context, "from",
		play->from[0] != '\0' ? play->from : "an unknown address");
	sp_json_set_string(context, "came", date);
	sp_json_set_string(context, "subject", work->mail->subject);
	sp_json_set_string(context, "fate", fate);
	sp_json_set_string(context, "todo", todo);
	play->answered = true;
	return host_post(play->host, play->live, &post, context, NULL, e);
}
