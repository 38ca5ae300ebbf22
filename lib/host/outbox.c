/* Sending what is owed. A mail is marked after it was handed over: a crash in
 * between repeats the same bytes under the same Message-ID. */
#include "host/host_private.h"

#define SEND_MAX     200
#define BYTES_MAX    (512u * 1024u)
#define RETRY_FIRST  60 /* seconds; doubled for each attempt */
#define RETRY_MOST   14400
#define ATTEMPTS_MAX 40 /* about six days, then it has failed */
#define OUTAGE_MAILS 3  /* so many in a row are no fault of theirs */

static int64_t back_off(int64_t attempts)
{
	int64_t wait = RETRY_FIRST;

	while (attempts-- > 0 && wait < RETRY_MOST)
		wait *= 2;
	return wait < RETRY_MOST ? wait : RETRY_MOST;
}

static enum sp_send_result send_one(struct sp_host *host,
	const struct sp_outbox_row *row, struct sp_error *why)
{
	struct sp_buf bytes;

	sp_buf_init(&bytes, BYTES_MAX);
	int rc = sp_registry_outbox_bytes(host->registry, row->id, &bytes, why);
	if (rc != SP_OK) {
		sp_buf_free(&bytes);
		return SP_SEND_PERMANENT;
	}
	struct sp_envelope env = { .from = host->config.address,
		.to = row->recipient,
		.message_id = row->message_id,
		.bytes = bytes.data,
		.len = bytes.len };
	enum sp_send_result result = sp_sender_send(host->sender, &env, why);
	sp_buf_free(&bytes);
	return result;
}

static int note(struct sp_host *host, const struct sp_outbox_row *row,
	enum sp_send_result result, const struct sp_error *why, int64_t now,
	struct sp_error *e)
{
	switch (result) {
	case SP_SEND_OK:
		return sp_registry_outbox_sent(host->registry, row->id, now, e);
	case SP_SEND_TEMPORARY:
		if (row->attempts + 1 < ATTEMPTS_MAX) {
			sp_log(SP_LOG_WARN,
				"mail to %s is tried again later: %s",
				row->recipient, why->text);
			return sp_registry_outbox_retry(host->registry, row->id,
				now + back_off(row->attempts), why->text, e);
		}
		break;
	case SP_SEND_PERMANENT:
		break;
	}
	sp_log(SP_LOG_ERROR, "mail to %s (%s) cannot be delivered: %s",
		row->recipient, row->kind, why->text);
	return sp_registry_outbox_failed(host->registry, row->id, why->text, e);
}

/* ---- many mails ------------------------------------------------------- */

struct attempt {
	bool counts; /* against this mail; else it stays as it was */
	enum sp_send_result result;
	struct sp_error why;
};

/* A mail server, not this mail and not this machine? */
static bool is_servers(const struct attempt *a)
{
	return a->result == SP_SEND_TEMPORARY &&
	       (a->why.code == SP_EAGAIN || a->why.code == SP_EREFUSED ||
		       a->why.code == SP_EINVAL);
}

/* Mail by mail, until the server itself seems to have failed: it
 * refuses us, or several mails in a row fail in the same way and none goes.
 * That is not counted against the mails, however long it lasts. In an outage
 * another mail probes it each time, so that one that never goes does not stand
 * in for the server. */
static void send_all(struct sp_host *host, const struct sp_outbox_row *rows,
	size_t n, struct attempt *attempt, struct sp_pass *pass)
{
	size_t start = host->sending.code != SP_OK ? host->probe % n : 0;
	unsigned enough = host->sending.code != SP_OK ? 1 : OUTAGE_MAILS;
	struct attempt *run[OUTAGE_MAILS];
	unsigned in_run = 0;
	bool works = false;

	for (size_t k = 0; k < n; k++) {
		size_t i = (start + k) % n;
		struct attempt *a = &attempt[i];
		a->result = send_one(host, &rows[i], &a->why);
		a->counts = true;
		*(a->result == SP_SEND_OK ? &pass->sent : &pass->failed) += 1;
		sp_host_step(host, SP_STEP_SENT);
		if (a->result != SP_SEND_TEMPORARY) {
			works = true;
			sp_outage_passed(&host->sending, sp_host_now(host));
		}
		if (works || !is_servers(a))
			continue;
		if (in_run > 0 && !sp_streq(run[0]->why.text, a->why.text))
			in_run = 0;
		run[in_run++] = a;
		if (in_run < enough && a->why.code == SP_EAGAIN)
			continue;
		while (in_run > 0)
			run[--in_run]->counts = false;
		host->probe = i + 1;
		sp_outage_failed(&host->sending, &a->why, sp_host_now(host));
		return;
	}
}

int sp_outbox_send(
	struct sp_host *host, struct sp_pass *pass, struct sp_error *e)
{
	int64_t now = sp_host_now(host);
	struct attempt *attempt = NULL;
	struct sp_outbox_row *rows = NULL;
	size_t n = 0;
	int rc = SP_OK;

	do {
		if (sp_outage_waits(&host->sending, now))
			break;
		rc = sp_registry_outbox_due(
			host->registry, now, SEND_MAX, &rows, &n, e);
		if (rc != SP_OK)
			break;
		sp_free(attempt);
		attempt = n > 0 ? sp_xcalloc(n, sizeof(*attempt)) : NULL;
		if (n > 0) {
			send_all(host, rows, n, attempt, pass);
			rc = sp_registry_begin(host->registry, e);
		}
		for (size_t i = 0; i < n && rc == SP_OK; i++)
			if (attempt[i].counts)
				rc = note(host, &rows[i], attempt[i].result,
					&attempt[i].why, now, e);
		if (n > 0 && rc == SP_OK)
			rc = sp_registry_commit(host->registry, e);
		else if (n > 0)
			sp_registry_rollback(host->registry);
		sp_free(rows);
		if (n > 0)
			sp_host_step(host, SP_STEP_MARKED);
	} while (rc == SP_OK && n == SEND_MAX);
	sp_free(attempt);
	return rc;
}
