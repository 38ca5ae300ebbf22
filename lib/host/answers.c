/* Which mails get an answer, and how often: the guards against loops. */
#include "host/intake.h"

#include "host/host_private.h"

#define ANSWERS_PER_HOUR   30 /* to mails that changed nothing, per address */
#define STRANGERS_PER_HOUR 20 /* who are told how it is done, in all */
#define HOUR               3600

int host_answer_note(struct sp_host *host, const struct sp_work *work,
	bool *may, struct sp_error *e)
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

/* Anybody can write From in any number of mails: who sends hundreds must not
 * make us write to hundreds. */
static int may_tell_stranger(struct sp_host *host, const struct sp_work *work,
	bool *may, struct sp_error *e)
{
	int64_t now = host_now(host);
	bool told = false;
	int rc = sp_registry_refusal_known(
		host->registry, work->mail->from.addr, work->instant, &told, e);

	*may = false;
	if (rc == SP_OK && !told)
		rc = sp_registry_note_take(host->registry, "strangers", now,
			HOUR, STRANGERS_PER_HOUR, may, e);
	if (rc == SP_OK && !told && !*may &&
		(host->strangers_said == SP_NEVER ||
			now - host->strangers_said >= HOUR ||
			now < host->strangers_said)) {
		host->strangers_said = now;
		sp_log(SP_LOG_WARN,
			"%d strangers were told within an hour how to play; "
			"others get no answer until fewer write",
			STRANGERS_PER_HOUR);
	}
	return rc;
}

static int tell_stranger(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	const char *from = work->mail->from.addr;
	bool first = false, may = false;
	int rc = may_tell_stranger(host, work, &may, e);
	if (rc == SP_OK && may)
		rc = sp_registry_refusal_note(
			host->registry, from, work->instant, &first, e);
	if (rc == SP_OK && may)
		rc = host_answer_note(host, work, &may, e);
	if (rc == SP_OK && may)
		rc = sp_post_plain(&host->post, "unknown-sender", from,
			work->mail->message_id, work->raw, work->instant,
			&row->receipt, e);
	return rc;
}

int host_answer_stranger(struct sp_host *host, const struct sp_work *work,
	bool mute, struct sp_inbox_row *row, struct sp_error *e)
{
	int rc = SP_OK;

	row->disposition =
		mute ? SP_DISPOSITION_IGNORED : SP_DISPOSITION_STRANGER;
	if (!mute)
		rc = tell_stranger(host, work, row, e);
	if (rc == SP_OK)
		host_fate_log_stranger(work, row);
	return rc;
}
