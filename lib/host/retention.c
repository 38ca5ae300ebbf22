/*
 * What is no longer needed leaves the registry (registry/prune.c says what) and
 * the folders of mails that are done; what stays in the registry for longer
 * than a day is sealed.
 *
 * It comes behind the batches, the mails and the checkpoint of a pass, and is
 * bounded: SLICES transactions of ROWS rows, with a look between them whether
 * the process is to stop. They are not synced: one that is lost is done again.
 */
#include "host/retention.h"

#include "host/host_private.h"
#include "post/stored.h"

#define HOUR   3600
#define DAY    86400
#define ROWS   500
#define SLICES 16

static int note_forgotten(struct sp_host *host, struct sp_error *e)
{
	return sp_registry_forgotten(host->registry, &host->post.forgotten, e);
}

int host_retention_open(struct sp_host *host, struct sp_error *e)
{
	host->pruned = SP_NEVER;
	int rc = sp_registry_optional(sp_registry_meta_get_int(host->registry,
					      "pruned", &host->pruned, e),
		e);

	return rc == SP_OK ? note_forgotten(host, e) : rc;
}

/* Run one transaction. A text is as long as many rows: one of them in each. */
static int run_slice(
	struct sp_host *host, int64_t now, bool *more, struct sp_error *e)
{
	const struct sp_retention how = { .now = now,
		.term = (int64_t)host->config.mail_retention * DAY,
		.most = ROWS };
	bool clear = false;
	int rc = sp_registry_begin_lazy(host->registry, e);

	if (rc != SP_OK)
		return rc;
	rc = sp_registry_prune(host->registry, &how, more, e);
	if (rc == SP_OK)
		rc = sp_post_stored_seal(host->registry, &host->keys.master,
			now - DAY, &clear, e);
	*more = *more || clear;
	if (rc == SP_OK && !*more)
		rc = sp_registry_meta_set_int(host->registry, "pruned", now, e);
	if (rc == SP_OK)
		rc = sp_registry_commit(host->registry, e);
	else
		sp_registry_rollback(host->registry);
	return rc;
}

/* Remove mails that are done; one that cannot be does no harm to a game. */
static void tidy_inboxes(struct sp_host *host, int64_t now)
{
	int64_t before = now - (int64_t)host->config.processed_days * DAY;

	for (int i = 0; i < host->config.n_inboxes; i++) {
		struct sp_error why = { 0 };

		if (host->config.processed_days > 0 &&
			sp_mail_inbox_tidy(host->inbox[i], before,
				ROWS * SLICES, &why) != SP_OK)
			sp_log(SP_LOG_WARN, "inbox %s: %s",
				host->config.inbox[i].title,
				sp_error_line(&why));
	}
}

int host_retention_pass(struct sp_host *host, struct sp_error *e)
{
	int64_t now = host_now(host);
	bool more = true;
	int rc = SP_OK;

	if (host->broken || (host->pruned != SP_NEVER && now >= host->pruned &&
				    now - host->pruned < HOUR))
		return SP_OK;
	for (int i = 0; rc == SP_OK && more && i < SLICES; i++) {
		if (i > 0 && host_stops(host))
			break;
		rc = run_slice(host, now, &more, e);
	}
	if (rc == SP_OK)
		rc = note_forgotten(host, e);
	if (rc != SP_OK || more)
		return rc;
	host->pruned = now;
	tidy_inboxes(host, now);
	return SP_OK;
}
