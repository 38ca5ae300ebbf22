/* Which mails get an answer, and how often: the guards against loops. */
#include "host/intake_private.h"

#define ANSWERS_PER_HOUR 30 /* to mails that changed nothing, per address */

int sp_answer_note(struct sp_host *host, const struct sp_work *work, bool *may,
	struct sp_error *e)
{
	int64_t count = 0;
	int rc = sp_registry_answer_note(host->registry, work->mail->from.addr,
		work->instant, &count, e);

	*may = count <= ANSWERS_PER_HOUR;
	if (rc == SP_OK && !*may)
		sp_log(SP_LOG_WARN,
			"no answer to %s: %lld in this hour already (a loop?)",
			work->mail->from.addr, (long long)count);
	return rc;
}

int sp_answer_stranger(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	const char *from = work->mail->from.addr;
	bool first = false, may = false;

	row->disposition = SP_DISPOSITION_STRANGER;
	if (from[0] == '\0')
		return SP_OK;
	int rc = sp_registry_refusal_note(
		host->registry, from, work->instant, &first, e);
	if (rc != SP_OK || !first)
		return rc;
	rc = sp_answer_note(host, work, &may, e);
	if (rc == SP_OK && may)
		rc = sp_post_plain(host, "unknown-sender", from,
			work->mail->message_id, work->raw, work->instant,
			&row->receipt, e);
	return rc;
}
