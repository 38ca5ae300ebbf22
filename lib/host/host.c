/* Opening, closing, and the passes of the host. */
#include "host/host.h"

#include "host/acts.h"
#include "host/batch.h"
#include "host/folder.h"
#include "host/host_private.h"
#include "host/inboxes.h"
#include "host/intake.h"
#include "host/metrics.h"
#include "host/outbox.h"
#include "host/repair.h"
#include "host/retention.h"
#include "host/trouble.h"
#include "host/unfinished.h"
#include "host/watch.h"
#include "host/work.h"
#include "mail/poison.h"
#include "post/transports.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <unistd.h>

#define TIMER_MAX 2000

/* ---- opening ---------------------------------------------------------- */

/* One batch maker per data folder. */
static int take_lock(struct sp_host *host, struct sp_error *e)
{
	char *path = sp_host_path(&host->config, "run/lock");
	char *run = sp_host_path(&host->config, "run");
	int rc = SP_OK;

	if (access(host->config.data, W_OK | X_OK) != 0)
		rc = sp_error_remedy(e,
			sp_error_set(e, SP_ENOTFOUND,
				"the data folder %s cannot be used: %s",
				host->config.data, strerror(errno)),
			"`spellpost init DIR` makes one");
	if (rc == SP_OK)
		rc = sp_host_check_club(&host->config, e);
	if (rc == SP_OK)
		rc = sp_mkdirs(run, 0700, e);
	if (rc == SP_OK) {
		host->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (host->lock_fd < 0)
			rc = sp_error_set(
				e, SP_ESYS, "%s: %s", path, strerror(errno));
	}
	if (rc == SP_OK && flock(host->lock_fd, LOCK_EX | LOCK_NB) != 0)
		rc = sp_error_set(e, SP_ECONFLICT,
			"%s: another spellpost is at work on this folder",
			path);
	sp_free(path);
	sp_free(run);
	return rc;
}

static int open_mail(struct sp_host *host, struct sp_error *e)
{
	const struct sp_config *config = &host->config;
	int rc = SP_OK;

	sp_format(host->sending.name, sizeof(host->sending.name), "sender");
	for (int i = 0; i < config->n_inboxes && rc == SP_OK; i++) {
		sp_format(host->outage[i].name, sizeof(host->outage[i].name),
			"inbox %s", config->inbox[i].title);
		rc = sp_post_transport_inbox(
			&host->inbox[i], &config->inbox[i], e);
	}
	if (rc == SP_OK)
		rc = sp_post_transport_sender(
			&host->sender, &config->sender, e);
	return rc == SP_OK ? host_inboxes_open(host, e) : rc;
}

/* With it the post office is complete. */
static int open_registry(
	struct sp_host *host, const char *path, struct sp_error *e)
{
	int rc = sp_registry_open(&host->registry, path, SP_REGISTRY_WRITE, e);

	host->post.config = &host->config;
	host->post.clock = host->options.clock;
	host->post.registry = host->registry;
	host->post.master = &host->keys.master;
	host->post.scratch = &host->scratch;
	if (rc == SP_OK)
		rc = sp_registry_outbox_last(
			host->registry, &host->post.queued_before, e);
	return rc == SP_OK ? host_retention_open(host, e) : rc;
}

int sp_host_open(struct sp_host **out, const struct sp_config *config,
	const struct sp_host_options *options, struct sp_error *e)
{
	struct sp_host *host = sp_xcalloc(1, sizeof(*host));
	char *games, *registry, *poison;
	int rc;

	host->config = *config;
	host->keys.file = host->config.master_key;
	host->options = *options;
	host->scratch.no_defaults = options->no_defaults;
	host->lock_fd = -1;
	host->post.strangers_said = SP_NEVER;
	host->watch.last = SP_NEVER; /* not looked at yet */
	if (host->options.clock == NULL)
		host->options.clock = &sp_clock_system;
	games = sp_host_path(config, "games");
	registry = sp_host_path(config, SP_CONFIG_REGISTRY);
	poison = sp_host_path(config, "run/poison");

	/* no core file ever holds the master */
	(void)prctl(PR_SET_DUMPABLE, 0);
	/* who stays makes the parser before any secret is read */
	if ((rc = take_lock(host, e)) ||
		(rc = (options->mime_later ? sp_mail_mime_later
					   : sp_mail_mime_start)(
			 &host->mime, options->mime_program, e)) ||
		(rc = sp_thinker_open(&host->thinker, options->bot_program,
			 config->bot_processes, &host->rulesets, e)) ||
		(rc = sp_seal_master_load(
			 &host->keys.master, config->master_key, e)) ||
		(rc = sp_post_texts_read(&host->texts, &host->post.templates,
			 config->templates, config->language, e)) ||
		(rc = open_registry(host, registry, e)) ||
		(rc = sp_store_open(&host->store, games, e)) ||
		(rc = sp_mail_poison_open(&host->poison, poison, e)) ||
		(rc = host_watch_open(host, e)) || (rc = open_mail(host, e)) ||
		(rc = host_unfinished_open(host, e)))
		goto out;
	host->scratch.thinker = sp_thinker_of_bots(host->thinker);
out:
	sp_free(games);
	sp_free(registry);
	sp_free(poison);
	if (rc == SP_OK)
		*out = host;
	else
		sp_host_close(host);
	return rc;
}

void sp_host_close(struct sp_host *host)
{
	if (host == NULL)
		return;
	if (host->registry != NULL) {
		host_watch_close(host);
		host_unfinished_close(host);
	}
	host_inboxes_close(host);
	sp_free(host->post.perhaps);
	sp_mail_sender_close(host->sender);
	sp_mail_poison_close(host->poison);
	sp_decided_covering_clear(&host->covering);
	sp_store_close(host->store);
	sp_registry_close(host->registry);
	sp_post_texts_free(host->texts);
	sp_thinker_close(host->thinker);
	sp_record_kept_clear(&host->kept);
	sp_record_rulesets_clear(&host->rulesets);
	sp_free(host->trouble);
	sp_free(host->unfinished);
	sp_record_keys_clear(&host->keys);
	sp_mail_mime_stop(host->mime);
	if (host->lock_fd >= 0)
		close(host->lock_fd);
	sp_wipe(&host->scratch.before, sizeof(host->scratch.before));
	sp_wipe(&host->scratch.view, sizeof(host->scratch.view));
	sp_wipe(&host->scratch.events, sizeof(host->scratch.events));
	sp_free(host);
}

/* ---- a pass ----------------------------------------------------------- */

/* (instant, mails before timers, stable id) */
static int by_order(const void *a, const void *b)
{
	const struct sp_work *x = a, *y = b;

	if (x->instant != y->instant)
		return x->instant < y->instant ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->kind == SP_WORK_TIMER)
		return strcmp(x->timer.gid, y->timer.gid);
	int c = strcmp(x->inbox_name, y->inbox_name);
	if (c != 0)
		return c;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return strcmp(x->uid, y->uid);
}

/* *n: how many were run; fewer where an inbox failed before its mail could be
 * read. What comes after that mail has to wait for it. */
static int run_chunk(struct sp_host *host, struct sp_work *work, size_t *n,
	struct sp_pass *pass, struct sp_error *e)
{
	unsigned commits = 0;
	size_t real = 0, all = *n;
	int rc = host_intake_read(host, work, n, e);

	if (rc != SP_OK)
		return rc;
	pass->polled = pass->polled && *n == all;
	for (size_t i = 0; i < *n; i++) {
		bool is_mail = work[i].kind == SP_WORK_MAIL;
		real += !is_mail || work[i].message != NULL;
		pass->mails += work[i].message != NULL;
		pass->timers += work[i].kind == SP_WORK_TIMER;
	}
	host_stage(host, SP_STAGE_POLLED);
	if (real > 0) {
		int64_t began = host_metrics_begin();
		rc = host_batch_run(host, work, *n, &commits, e);
		host_metrics_batch(&host->metrics, began);
	}
	pass->commits += commits;
	if (rc == SP_OK)
		rc = host_outbox_send(host, pass, e);
	if (rc == SP_OK)
		host_inboxes_file(host, work, *n);
	return rc;
}

static int run_agenda(struct sp_host *host, struct sp_agenda *agenda,
	struct sp_pass *pass, bool *fired, struct sp_error *e)
{
	size_t at = 0, ran = 0, n = 0;
	int rc = SP_OK;

	while (rc == SP_OK && ran == n && at < agenda->n && !host_stops(host)) {
		/* one at a time after a death, until that mail passes */
		n = sp_mail_poison_recent(host->poison)
			    ? 1
			    : (size_t)host->config.batch;
		if (n > agenda->n - at)
			n = agenda->n - at;
		ran = n;
		rc = run_chunk(host, agenda->work + at, &ran, pass, e);
		for (size_t i = at; i < at + ran; i++) {
			*fired = *fired || agenda->work[i].fired;
			host_inboxes_worked(host, &agenda->work[i], true);
			host_work_clear(&agenda->work[i]);
		}
		at += ran;
	}
	for (size_t i = at; i < agenda->n; i++)
		host_inboxes_worked(host, &agenda->work[i], false);
	return rc;
}

static void agenda_clear(struct sp_agenda *agenda)
{
	for (size_t i = 0; i < agenda->n; i++)
		host_work_clear(&agenda->work[i]);
	sp_free(agenda->work);
}

/* Look into the inboxes first: then they know whether something came before the
 * deadlines that are due. */
static int list_todo(
	struct sp_host *host, struct sp_agenda *agenda, struct sp_error *e)
{
	int64_t heard;
	struct sp_timer_row *rows = NULL;
	bool outage = false;
	size_t n = 0;

	host->looked = host_now(host) - host->config.settle;
	int rc = sp_registry_timer_due(
		host->registry, host->looked, TIMER_MAX, &rows, &n, e);
	if (rc == SP_OK)
		rc = host_inboxes_poll(
			host, n > 0 ? rows[n - 1].due : SP_NEVER, agenda, e);
	if (rc == SP_OK)
		rc = host_watch_polled(host, &outage, e);
	if (rc == SP_OK && outage) { /* they were put off */
		sp_free(rows);
		rows = NULL;
		n = 0;
		rc = sp_registry_timer_due(
			host->registry, host->looked, TIMER_MAX, &rows, &n, e);
	}
	heard = host_inboxes_heard(host);
	for (size_t i = 0; rc == SP_OK && i < n && rows[i].due <= heard; i++) {
		struct sp_work *work =
			host_agenda_add(agenda, SP_WORK_TIMER, rows[i].due);
		work->timer = rows[i];
		sp_format(work->gid, sizeof(work->gid), "%s", rows[i].gid);
	}
	sp_free(rows);
	if (rc == SP_OK && agenda->n > 0)
		qsort(agenda->work, agenda->n, sizeof(agenda->work[0]),
			by_order);
	return rc;
}

/* Everything that lies there now. *again: a deadline fired, and mails that came
 * after it, or the deadline after that, may be due now; or more mails lie there
 * than were taken, and all of these wait. */
static int run_round(struct sp_host *host, struct sp_pass *pass, bool *again,
	struct sp_error *e)
{
	struct sp_agenda agenda = { 0 };
	int rc = host_watch_look(host, e);

	/* what a bot answered is for a mail that waits in its inbox */
	if (sp_thinker_look(host->thinker))
		host_inboxes_again(host);
	*again = false;
	pass->doubt = host_watch_doubts(host);
	pass->polled = true;
	if (rc != SP_OK || pass->doubt)
		return rc;
	rc = list_todo(host, &agenda, e);
	if (rc == SP_OK)
		rc = run_agenda(host, &agenda, pass, again, e);
	agenda_clear(&agenda);
	*again = *again || (!host_stops(host) && host_inboxes_stuck(host));
	bool all = host_inboxes_settle(host);
	pass->polled = true;
	pass->more = false;
	for (int i = 0; i < host->config.n_inboxes; i++) {
		pass->polled =
			pass->polled && host->outage[i].why.code == SP_OK;
		pass->more = pass->more || host->look[i].more;
		all = all && !host->look[i].unsure;
	}
	if (rc == SP_OK && all && !pass->more)
		sp_mail_poison_forget(host->poison);
	return rc;
}

/* When the clock or the outbox have something to do next. */
static int find_next(
	struct sp_host *host, struct sp_pass *pass, struct sp_error *e)
{
	int64_t next = SP_FOREVER, first = SP_FOREVER;
	int rc = sp_registry_timer_next(host->registry, host->looked, &next, e);

	pass->next =
		next == SP_FOREVER ? INT64_MAX : next + host->config.settle;
	if (rc == SP_OK)
		rc = sp_registry_timer_next(
			host->registry, SP_NEVER, &first, e);
	pass->overdue = first <= host->looked;
	/* in an outage it is for the back-off to say */
	if (rc == SP_OK && host->sending.why.code == SP_OK) {
		rc = sp_registry_outbox_next(host->registry, &next, e);
		if (rc == SP_OK && next < pass->next)
			pass->next = next;
	}
	return rc;
}

int sp_host_pass(struct sp_host *host, struct sp_pass *out, struct sp_error *e)
{
	bool again = true;
	int rc = SP_OK;

	memset(out, 0, sizeof(*out));
	rc = host_goes_on(host, e);
	if (rc == SP_OK)
		rc = host_unfinished_retry(host, e);
	while (rc == SP_OK && again)
		rc = run_round(host, out, &again, e);
	if (rc == SP_OK)
		rc = host_outbox_send(host, out, e);
	if (rc == SP_OK)
		rc = host_checkpoint(host, SP_COVER_DUE, e);
	/* what is old is not for such a clock to say */
	if (rc == SP_OK && !out->doubt)
		rc = host_retention_pass(host, e);
	if (rc == SP_OK)
		rc = find_next(host, out, e);
	if (sp_record_kept_trim(&host->kept, host_now(host)))
		sp_registry_rest(host->registry);
	host_metrics_pass(&host->metrics, out);
	if (rc == SP_OK)
		host_metrics_write(host);
	return rc;
}

/* ---- single things ---------------------------------------------------- */

/* Nobody else keeps this mail, so it must not be taken for delivered. */
static int not_taken(
	const struct sp_host *host, const char *gid, struct sp_error *e)
{
	const struct sp_error *why = host_trouble_why(host, gid);
	int code = why != NULL ? SP_EAGAIN : SP_ECORRUPT;

	return sp_error_remedy(e,
		sp_error_set(e, code, "game %s cannot go on now%s%s", gid,
			why != NULL ? ": " : "", why != NULL ? why->text : ""),
		"the mail was not taken: deliver it again when it does");
}

int sp_host_deliver(struct sp_host *host, const char *raw, size_t len,
	json_t **answer, struct sp_error *e)
{
	struct sp_work work = {
		.kind = SP_WORK_MAIL, .inbox_name = "stdin", .at_once = true
	};
	struct sp_pass pass = { 0 };
	char digest[SP_SHA256_TEXT];
	struct sp_inbox_row row = { 0 };
	struct sp_bytes bytes = { raw, len };
	unsigned commits = 0;
	size_t one = 1;
	int rc = host_watch_refuse(host, "take the mail", e);

	if (rc == SP_OK)
		rc = sp_seal_sha256(digest, &bytes, 1, e);
	if (rc != SP_OK)
		return rc;
	work.uid = sp_xstrdup(digest);
	work.instant = host_now(host);
	rc = sp_mail_inbox_open_bytes(
		&work.inbox, digest, work.instant, raw, len, e);
	if (rc == SP_OK)
		rc = host_intake_read(host, &work, &one, e);
	bool seen = rc == SP_OK && work.message == NULL;
	if (rc == SP_OK && !seen)
		rc = host_batch_run(host, &work, 1, &commits, e);
	if (rc == SP_OK && !seen && !work.ours)
		rc = not_taken(host, work.gid, e);
	if (rc == SP_OK)
		rc = host_outbox_send(host, &pass, e);
	if (rc == SP_OK)
		rc = host_checkpoint(host, SP_COVER_DUE, e);
	if (rc == SP_OK)
		rc = sp_registry_inbox_get(
			host->registry, "stdin", digest, &row, e);
	rc = sp_registry_required(
		rc, e, "the mail %.12s in the ledger", digest);
	if (rc == SP_OK) {
		*answer = json_object();
		sp_json_set_string(*answer, "disposition",
			seen ? "seen"
			     : sp_registry_disposition_word(row.disposition));
		sp_json_set_int(*answer, "commits", commits);
		sp_json_set_int(*answer, "sent", pass.sent);
	}
	sp_mail_inbox_close(work.inbox);
	host_work_clear(&work);
	return rc;
}

int sp_host_act(struct sp_host *host, const json_t *act, json_t **answer,
	struct sp_error *e)
{
	struct sp_work work = {
		.kind = SP_WORK_ACT, .instant = host_now(host), .act = act
	};
	struct sp_pass pass = { 0 };
	unsigned commits = 0;
	const char *name = json_string_value(json_object_get(act, "act"));

	if (name != NULL && sp_streq(name, "clock accept"))
		return host_watch_accept(host, answer, e);
	int rc = host_watch_refuse(host, "do that", e);
	if (rc == SP_OK)
		rc = host_act_find_game(host, &work, e);

	if (rc == SP_OK && name != NULL && sp_streq(name, "game repair"))
		rc = host_repair(host, &work, &commits, e);
	else if (rc == SP_OK)
		rc = host_batch_run(host, &work, 1, &commits, e);
	/* that a server does not answer is no failure of the act's; that the
	 * registry does not is, and must not pass for success */
	if (rc == SP_OK) {
		rc = host_outbox_send(host, &pass, e);
		(void)sp_error_prefix(e,
			"the command is done, but its mails wait in the "
			"outbox");
	}
	if (rc == SP_OK)
		rc = host_checkpoint(host, SP_COVER_DUE, e);
	if (rc == SP_OK)
		*answer = json_incref(work.answer);
	host_work_clear(&work);
	return rc;
}
