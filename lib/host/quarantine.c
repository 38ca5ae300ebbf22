/*
 * Mails that are put aside for the operator: the program died in them, or the
 * processes that were to read them did. The registry keeps their bytes.
 *
 * Anybody can send mails that no reader survives, as many as they like. Of
 * those that have no token of a player the newest STRANGERS_KEPT are kept: an
 * older one goes, and counts as one that cannot be read.
 */
#include "host/intake.h"

#include "host/host_private.h"

#define STRANGERS_KEPT 20

static const char of_player[] = "no reader survives it";
static const char of_stranger[] = "no reader survives this one";

int host_keep_raw(struct sp_host *host, const struct sp_work *work,
	const char *reason, const char *bytes, size_t n, struct sp_error *e)
{
	struct sp_raw_row raw = { .created = work->instant };
	struct sp_buf kept;

	sp_format(raw.inbox, sizeof(raw.inbox), "%s", work->inbox_name);
	sp_format(raw.uid, sizeof(raw.uid), "%s", work->uid);
	sp_format(raw.reason, sizeof(raw.reason), "%s", reason);
	sp_buf_init(&kept, n + SP_MAIL_LEFT_OUT);
	sp_mail_texts(&kept, bytes, n);
	int rc = sp_registry_raw_add(
		host->registry, &raw, sp_buf_str(&kept), kept.len, e);
	sp_buf_free(&kept);
	return rc;
}

int host_quarantine(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, const char *reason, struct sp_error *e)
{
	struct sp_buf bytes;

	row->disposition = SP_DISPOSITION_QUARANTINED;
	sp_buf_init(&bytes, (size_t)host->config.mail_size + 1);
	if (work->bytes != NULL)
		sp_buf_add(&bytes, work->bytes, work->n_bytes);
	else if (sp_mail_inbox_read(work->inbox, work->uid, &bytes, NULL) !=
		 SP_OK)
		sp_buf_clear(&bytes); /* the inbox has it */
	int rc = host_keep_raw(
		host, work, reason, sp_buf_str(&bytes), bytes.len, e);
	sp_buf_free(&bytes);
	if (rc == SP_OK && work->message->from.addr[0] != '\0' &&
		!sp_mail_no_answer(work->message))
		rc = sp_post_plain(&host->post, "quarantined",
			work->message->from.addr, work->message->message_id,
			work->raw, work->instant, &row->receipt, e);
	sp_log(SP_LOG_ERROR,
		"mail %s of inbox %s is in quarantine: %s; its bytes are kept "
		"in the registry",
		work->uid, work->inbox_name, reason);
	return rc;
}

bool host_readers_died(const struct sp_work *work)
{
	return work->message->unreadable == SP_MAIL_PARSER_FAILED &&
	       work->message->from.addr[0] == '\0';
}

int host_quarantine_unread(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	bool player = row->seat[0] != '\0' &&
		      row->disposition == SP_DISPOSITION_QUARANTINED;
	int rc = SP_OK;

	if (row->disposition == SP_DISPOSITION_RESENT)
		return SP_OK; /* it is here already */
	rc = host_quarantine(
		host, work, row, player ? of_player : of_stranger, e);
	if (rc == SP_OK && !player)
		rc = sp_registry_raw_trim(
			host->registry, of_stranger, STRANGERS_KEPT, e);
	return rc;
}
