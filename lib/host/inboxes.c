/*
 * When to look into which inbox, and how mails that are done get out of it.
 *
 * Each inbox has a time of its own: one that tells of new mail (inotify, IDLE)
 * is looked into when it does and when it wants to be, the others every `poll`
 * seconds; one that failed waits for its back-off. Before a deadline fires all
 * of them are asked, `settle` after it.
 */
#include "host/inboxes.h"

#include "decided/decided.h"
#include "host/host_private.h"
#include "host/metrics.h"
#include "host/unfinished.h"
#include "host/watch.h"
#include "host/work.h"
#include "mail/poison.h"

#include <assert.h>
#include <poll.h>

#define POLL_MAX   2000 /* new mails of an inbox that are taken at once */
#define WAIT_MOST  3600 /* seconds */
#define WAIT_LEFT  60   /* for mails and deadlines that cannot go on */
#define WAIT_SURE  5    /* while another program moves mails about */
#define NOTE_EVERY 60   /* how exactly the last look is known after a crash */

static int index_of(const struct sp_host *host, const struct sp_inbox *inbox)
{
	for (int i = 0; i < host->config.n_inboxes; i++)
		if (host->inbox[i] == inbox)
			return i;
	return -1;
}

/* ---- what is decided and lies there still ------------------------------- */

static void forget_unfiled(struct sp_look *look, size_t at)
{
	sp_free(look->unfiled[at].uid);
	look->unfiled[at] = look->unfiled[--look->n_unfiled];
}

static bool is_unfiled(const struct sp_look *look, const char *uid)
{
	for (size_t i = 0; i < look->n_unfiled; i++)
		if (sp_streq(look->unfiled[i].uid, uid))
			return true;
	return false;
}

static void add_unfiled(struct sp_look *look, const char *uid, bool bad)
{
	if (is_unfiled(look, uid))
		return;
	look->unfiled = sp_xrealloc(
		look->unfiled, look->n_unfiled + 1, sizeof(look->unfiled[0]));
	look->unfiled[look->n_unfiled++] =
		(struct sp_unfiled){ sp_xstrdup(uid), bad };
}

/* ---- what lies there and waits ------------------------------------------ */

/* Forget those that waited at the look before: the work of this one tells
 * which still do. */
static void forget_waiting(struct sp_look *look)
{
	while (look->n_waiting > 0)
		sp_free(look->waiting[--look->n_waiting]);
}

static void add_waiting(struct sp_look *look, const char *uid)
{
	look->waiting = sp_xrealloc(
		look->waiting, look->n_waiting + 1, sizeof(look->waiting[0]));
	look->waiting[look->n_waiting++] = sp_xstrdup(uid);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* `look->waiting` is sorted. */
static bool is_waiting(const struct sp_look *look, const char *uid)
{
	return look->n_waiting > 0 &&
	       bsearch(&uid, look->waiting, look->n_waiting,
		       sizeof(look->waiting[0]), by_text) != NULL;
}

/* ---- listing ------------------------------------------------------------ */

/* Those that are no longer listed are gone. */
static void keep_listed(struct sp_look *look, const struct sp_inbox_list *list)
{
	for (size_t i = look->n_unfiled; i-- > 0;) {
		bool listed = false;

		for (size_t k = 0; k < list->n && !listed; k++)
			listed = sp_streq(
				list->items[k].uid, look->unfiled[i].uid);
		if (!listed && !list->more)
			forget_unfiled(look, i);
	}
}

/* It may be done twice, and the ledger knows the mails when they are listed
 * again: where it fails, the games go on and it is tried again later. */
static void file(struct sp_host *host, int at)
{
	struct sp_look *look = &host->look[at];
	const char **uids = sp_xcalloc(look->n_unfiled + 1, sizeof(*uids));
	int64_t now = host_now(host);
	struct sp_error why = { 0 };
	size_t n = 0;

	if (look->n_unfiled == 0 || sp_outage_waits(&look->filing, now))
		goto out;
	for (size_t i = look->n_unfiled; i-- > 0;) {
		if (!look->unfiled[i].bad)
			continue;
		if (sp_mail_inbox_quarantine(host->inbox[at],
			    look->unfiled[i].uid, &why) == SP_OK)
			forget_unfiled(look, i);
	}
	for (size_t i = 0; i < look->n_unfiled; i++)
		if (!look->unfiled[i].bad)
			uids[n++] = look->unfiled[i].uid;
	if (n > 0 &&
		sp_mail_inbox_done(host->inbox[at], uids, n, &why) == SP_OK) {
		for (size_t i = look->n_unfiled; i-- > 0;)
			if (!look->unfiled[i].bad)
				forget_unfiled(look, i);
	}
	if (why.code != SP_OK)
		sp_outage_failed(&look->filing, &why, now);
	else
		sp_outage_passed(&look->filing, now);
out:
	sp_free(uids);
}

void host_inboxes_file(
	struct sp_host *host, const struct sp_work *work, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		int at = work[k].kind == SP_WORK_MAIL && work[k].ours
				 ? index_of(host, work[k].inbox)
				 : -1;
		bool bad =
			work[k].oversized ||
			(work[k].disposition != NULL &&
				sp_streq(work[k].disposition, "quarantined"));

		if (at >= 0)
			add_unfiled(&host->look[at], work[k].uid, bad);
	}
	for (int i = 0; i < host->config.n_inboxes; i++)
		file(host, i);
	host_stage(host, SP_STAGE_DONE);
}

/* (arrival, order, uid), as in sp_inbox_list */
static int by_arrival(const void *a, const void *b)
{
	const struct sp_inbox_item *x = a, *y = b;

	if (x->arrival != y->arrival)
		return x->arrival < y->arrival ? -1 : 1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return strcmp(x->uid, y->uid);
}

/* Where an inbox does not know when a mail came, it came when we saw it first,
 * in this life of the process or in one before. Where we have not looked for
 * long that would be our fault, so then it came right after the last look. */
static int note_sights(struct sp_host *host, int at, struct sp_inbox_list *list,
	int64_t now, struct sp_error *e)
{
	int64_t last = host->look[at].last;
	bool open = false;
	int rc = SP_OK;

	if (last != SP_NEVER && now - last > host->config.settle)
		now = last;

	for (size_t i = 0; i < list->n && rc == SP_OK; i++) {
		struct sp_inbox_item *item = &list->items[i];
		struct sp_inbox_row row = { .decision = SP_NO_DECISION };

		if (!item->by_sight)
			continue;
		item->arrival = now;
		if (!sp_copy(row.uid, sizeof(row.uid), item->uid))
			continue;
		sp_format(row.inbox, sizeof(row.inbox), "%s",
			host->config.inbox[at].title);
		rc = sp_registry_inbox_get(
			host->registry, row.inbox, item->uid, &row, e);
		if (rc == SP_OK && row.disposition == SP_DISPOSITION_SEEN)
			item->arrival = row.arrived;
		if (rc != SP_ENOTFOUND)
			continue;
		rc = open ? SP_OK : sp_registry_begin_lazy(host->registry, e);
		open = true;
		row.arrived = now;
		row.disposition = SP_DISPOSITION_SEEN;
		if (rc == SP_OK)
			rc = sp_registry_inbox_put(host->registry, &row, e);
	}
	if (open && rc == SP_OK)
		rc = sp_registry_commit(host->registry, e);
	else if (open)
		sp_registry_rollback(host->registry);
	return rc;
}

static char *look_key(const struct sp_host *host, int at)
{
	return sp_xasprintf("poll/%s", host->config.inbox[at].title);
}

static int note_look(
	struct sp_host *host, int at, int64_t began, struct sp_error *e)
{
	struct sp_look *look = &host->look[at];
	int rc = SP_OK;

	look->last = look->began = began;
	if (!host->inbox[at]->ops->dateless ||
		(look->noted != SP_NEVER && began >= look->noted &&
			began - look->noted < NOTE_EVERY))
		return SP_OK;
	look->noted = began;
	char *key = look_key(host, at);
	rc = sp_registry_begin_lazy(host->registry, e);
	if (rc == SP_OK)
		rc = sp_registry_meta_set_int(host->registry, key, began, e);
	if (rc == SP_OK)
		rc = sp_registry_commit(host->registry, e);
	else
		sp_registry_rollback(host->registry);
	sp_free(key);
	return rc;
}

int host_inboxes_open(struct sp_host *host, struct sp_error *e)
{
	int rc = SP_OK;

	for (int i = 0; i < host->config.n_inboxes && rc == SP_OK; i++) {
		struct sp_look *look = &host->look[i];
		char *key = look_key(host, i);

		sp_format(look->filing.name, sizeof(look->filing.name),
			"filing of inbox %s", host->config.inbox[i].title);
		look->heard = look->last = look->noted = SP_NEVER;
		look->began = SP_NEVER;
		look->fd = -1;
		rc = sp_registry_meta_get_int(
			host->registry, key, &look->last, e);
		look->noted = look->last;
		if (rc == SP_ENOTFOUND)
			rc = SP_OK;
		sp_free(key);
	}
	return rc;
}

static void note_unsure(struct sp_host *host, int at, bool unsure)
{
	if (unsure && !host->look[at].unsure)
		sp_log(SP_LOG_WARN,
			"inbox %s: another program keeps renaming mails; no "
			"deadline fires until every mail was seen",
			host->config.inbox[at].title);
	host->look[at].unsure = unsure;
}

/* Take the mails that waited at the last look, and of the others so many as one
 * pass works on: those that wait hold nobody up. Both in one order, since one
 * that waited must not fall behind a later one of the same game. */
static void take_list(struct sp_host *host, int at, struct sp_inbox_list *list,
	int64_t began, struct sp_agenda *agenda)
{
	struct sp_look *look = &host->look[at];
	int64_t settled = began - host->config.settle;
	size_t most = host->options.poll_most > 0 ? host->options.poll_most
						  : POLL_MAX;

	keep_listed(look, list);
	if (list->n > 0)
		qsort(list->items, list->n, sizeof(list->items[0]), by_arrival);
	if (look->n_waiting > 0)
		qsort(look->waiting, look->n_waiting, sizeof(look->waiting[0]),
			by_text);
	look->more = list->more;
	look->heard = SP_NEVER;
	look->fresh = 0;
	for (size_t i = 0; i < list->n; i++) {
		struct sp_inbox_item *item = &list->items[i];

		if (is_unfiled(look, item->uid))
			continue;
		if (!is_waiting(look, item->uid) && look->fresh++ == most) {
			look->fresh = most;
			look->more = true;
			break;
		}
		struct sp_work *work =
			host_agenda_add(agenda, SP_WORK_MAIL, item->arrival);
		work->inbox = host->inbox[at];
		work->inbox_name = host->config.inbox[at].title;
		work->order = item->order;
		work->uid = sp_xstrdup(item->uid);
		look->heard = item->arrival - 1;
	}
	if (!look->more || settled < look->heard)
		look->heard = settled;
	/* A mail that was missed may have come at any time. */
	if (list->unsure)
		look->heard = SP_NEVER;
	note_unsure(host, at, list->unsure);
	forget_waiting(look);
}

static int look_into(struct sp_host *host, int at, struct sp_agenda *agenda,
	struct sp_error *e)
{
	struct sp_look *look = &host->look[at];
	int64_t began = host_now(host);
	struct sp_inbox_list list = { 0 };
	struct sp_error why = { 0 };
	int rc = SP_OK;

	look->waits = look->again = look->left = look->more = false;
	look->decided = false;
	look->fd = -1;
	if (sp_mail_inbox_poll(host->inbox[at], SIZE_MAX, &list, &why) !=
		SP_OK) {
		host_inboxes_failed(host, host->inbox[at], &why);
		return SP_OK;
	}
	rc = note_sights(host, at, &list, began, e);
	if (rc == SP_OK)
		rc = note_look(host, at, began, e);
	if (rc == SP_OK) {
		take_list(host, at, &list, began, agenda);
		look->polled = true;
		file(host, at);
	}
	sp_mail_inbox_list_clear(&list);
	return rc;
}

/* ---- whose time it is --------------------------------------------------- */

/* Which of them have something to say? */
static void find_readable(const struct sp_host *host, bool *readable)
{
	struct pollfd fds[SP_CONFIG_INBOXES];
	int n = host->config.n_inboxes;

	assert(n >= 0 && n <= SP_CONFIG_INBOXES);
	for (int i = 0; i < n; i++)
		fds[i] = (struct pollfd){
			.fd = host->look[i].waits ? host->look[i].fd : -1,
			.events = POLLIN
		};
	if (poll(fds, (nfds_t)n, 0) <= 0)
		return;
	for (int i = 0; i < n; i++)
		readable[i] = fds[i].revents != 0;
}

static bool is_due(const struct sp_host *host, int at, int64_t need)
{
	const struct sp_look *look = &host->look[at];
	int64_t now = host_now(host);

	return !look->waits || now >= look->next ||
	       /* the clock was set back */
	       look->next - now > WAIT_MOST || look->heard < need ||
	       host->outage[at].why.code != SP_OK ||
	       (look->n_unfiled > 0 && !sp_outage_waits(&look->filing, now)) ||
	       /* that a mail of old is gone shows in full lists alone */
	       sp_mail_poison_recent(host->poison);
}

int host_inboxes_poll(struct sp_host *host, int64_t need,
	struct sp_agenda *agenda, struct sp_error *e)
{
	bool readable[SP_CONFIG_INBOXES] = { false };
	int rc = SP_OK;

	find_readable(host, readable);
	for (int i = 0; i < host->config.n_inboxes && rc == SP_OK; i++) {
		host->look[i].polled = false;
		if (host_stops(host) ||
			sp_outage_waits(&host->outage[i], host_now(host)))
			continue;
		if (readable[i] || is_due(host, i, need))
			rc = look_into(host, i, agenda, e);
	}
	return rc;
}

int64_t host_inboxes_heard(const struct sp_host *host)
{
	int64_t heard = INT64_MAX;

	for (int i = 0; i < host->config.n_inboxes; i++)
		if (host->look[i].heard < heard)
			heard = host->look[i].heard;
	return heard;
}

/* ---- what became of it -------------------------------------------------- */

void host_inboxes_failed(struct sp_host *host, const struct sp_inbox *inbox,
	const struct sp_error *why)
{
	int at = index_of(host, inbox);

	if (at < 0)
		return;
	host->look[at].polled = false;
	host->look[at].heard = SP_NEVER;
	sp_outage_failed(&host->outage[at], why, host_now(host));
}

void host_inboxes_worked(
	struct sp_host *host, const struct sp_work *work, bool ran)
{
	int at = work->kind == SP_WORK_MAIL ? index_of(host, work->inbox) : -1;

	if (at < 0)
		return;
	if (ran && work->ours)
		host->look[at].decided = true;
	if (ran && !work->ours) {
		host->look[at].left = true;
		add_waiting(&host->look[at], work->uid);
	}
	if (!ran) {
		host->look[at].heard = SP_NEVER;
		host->look[at].again = true;
	}
}

/* Does another look find mails that this one did not take? Each takes new ones,
 * and what they wait for is no reason to keep those behind them waiting. One
 * that took nothing new is up against the bound of a server's list. */
static bool has_more(const struct sp_look *look)
{
	return look->more && look->fresh > 0;
}

bool host_inboxes_stuck(const struct sp_host *host)
{
	for (int i = 0; i < host->config.n_inboxes; i++) {
		const struct sp_look *look = &host->look[i];

		if (look->polled && has_more(look) && !look->decided &&
			!look->again)
			return true;
	}
	return false;
}

void host_inboxes_again(struct sp_host *host)
{
	for (int i = 0; i < host->config.n_inboxes; i++)
		if (host->look[i].left)
			host->look[i].waits = false;
}

bool host_inboxes_settle(struct sp_host *host)
{
	bool all = true;

	for (int i = 0; i < host->config.n_inboxes; i++) {
		if (host->look[i].polled)
			sp_outage_passed(&host->outage[i], host_now(host));
		else
			all = false;
	}
	return all;
}

void host_inboxes_close(struct sp_host *host)
{
	for (int i = 0; i < SP_CONFIG_INBOXES; i++) {
		struct sp_look *look = &host->look[i];

		sp_mail_inbox_close(host->inbox[i]);
		while (look->n_unfiled > 0)
			forget_unfiled(look, 0);
		sp_free(look->unfiled);
		forget_waiting(look);
		sp_free(look->waiting);
	}
}

/* ---- until the next pass ------------------------------------------------ */

/* When to look into this inbox again, as far as itself is concerned. */
static int64_t plan(struct sp_host *host, int at, int64_t now)
{
	struct sp_look *look = &host->look[at];
	struct sp_inbox_wait wait;
	int64_t seconds;

	sp_mail_inbox_wait(host->inbox[at], &wait);
	seconds = (int64_t)wait.seconds;
	if (wait.fd < 0 && host->config.poll < seconds)
		seconds = host->config.poll;
	if (look->again || has_more(look))
		seconds = 0;
	if ((look->left || look->more) && seconds > WAIT_LEFT)
		seconds = WAIT_LEFT;
	if (look->unsure && seconds > WAIT_SURE)
		seconds = WAIT_SURE;
	/* waiting once more for another reason puts nothing off */
	if (!look->waits || now + seconds < look->next)
		look->next = now + seconds;
	look->waits = true;
	look->fd = wait.fd;
	return look->next - now;
}

static void at_most(int64_t *seconds, int64_t most)
{
	if (most < *seconds)
		*seconds = most > 0 ? most : 0;
}

int sp_host_wait(struct sp_host *host, const struct sp_pass *pass,
	int fds[SP_HOST_WAIT_FDS], size_t *n)
{
	int64_t now = host_now(host);
	int64_t seconds = WAIT_MOST;

	*n = 0;
	if (sp_decided_fd(&host->covering) >= 0)
		fds[(*n)++] = sp_decided_fd(&host->covering);
	if (host_watch_doubts(host))
		return (int)host_watch_left(host, now);
	for (int i = 0; i < host->config.n_inboxes; i++) {
		struct sp_look *look = &host->look[i];

		if (sp_outage_waits(&host->outage[i], now)) {
			seconds =
				sp_outage_left(&host->outage[i], now, seconds);
			continue;
		}
		at_most(&seconds, plan(host, i, now));
		if (look->n_unfiled > 0)
			seconds = sp_outage_left(&look->filing, now, seconds);
		if (look->fd >= 0 && *n + 1 < SP_HOST_WAIT_FDS)
			fds[(*n)++] = look->fd;
	}
	seconds = sp_outage_left(&host->sending, now, seconds);
	seconds = host_metrics_left(host, now, seconds);
	seconds = host_unfinished_left(host, now, seconds);
	seconds = sp_decided_left(&host->covering, now, seconds);
	seconds = sp_thinker_left(host->thinker, seconds);
	seconds = sp_record_kept_left(&host->kept, now, seconds);
	if (sp_thinker_fd(host->thinker) >= 0)
		fds[(*n)++] = sp_thinker_fd(host->thinker);
	if (pass->overdue && pass->polled)
		at_most(&seconds, WAIT_LEFT);
	/* what came due during the pass */
	if (pass->next != INT64_MAX)
		at_most(&seconds, pass->next > now ? pass->next - now : 1);
	return (int)seconds;
}
