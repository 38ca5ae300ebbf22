/* The third part of `spellpost doctor`: what the registry says of batches,
 * mails that do not go, and mails that nobody could read. */
#include "doctor/doctor_private.h"

#include "host/folder.h"
#include "host/watch.h"
#include "mail/poison.h"

#include <time.h>

#define MINUTE       60
#define DAY          86400
#define LATE         (10 * MINUTE) /* a mail that waits so long is stuck */
#define FAILURE_DAYS 7             /* failed mails of that time are told */
#define STUCK_MAX    5             /* told one by one */
#define HOUR         3600
#define OUTAGE_DAYS  30
#define OUTAGES_MANY 10 /* so many are a matter of the configuration */

/* Does the repository still stand where the batch began? Then the next start of
 * a daemon moves it on. Anywhere else it is finished, or past that help. */
static bool is_unfinished(struct sp_doctor *d, const struct sp_batch_row *row)
{
	struct sp_store_game *repo = NULL;
	struct sp_oid head = { "" };
	int rc = sp_store_game_open(&repo, d->viewer->store, row->gid, NULL);

	if (rc == SP_OK)
		rc = sp_store_head(repo, &head, NULL);
	sp_store_game_close(repo);
	return (rc == SP_OK || rc == SP_ENOTFOUND) &&
	       sp_streq(head.hex, row->old_head);
}

int doctor_unfinished(
	struct sp_doctor *d, const char *gid, size_t *out, struct sp_error *e)
{
	struct sp_batch_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_batch_list(
		d->viewer->registry, gid == NULL ? "" : gid, &rows, &n, e);

	*out = 0;
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		*out += is_unfinished(d, &rows[i]);
	sp_free(rows);
	return rc;
}

/* A daemon at work has such batches for moments: they are looked at twice. */
static void batches(struct sp_doctor *d)
{
	const struct timespec pause = { .tv_sec = 1 };
	struct sp_error why = { 0 };
	size_t n = 0;
	int rc = doctor_unfinished(d, NULL, &n, &why);

	if (rc == SP_OK && n > 0 && d->at_work != SP_NOBODY_WORKS) {
		(void)nanosleep(&pause, NULL);
		rc = doctor_unfinished(d, NULL, &n, &why);
	}
	if (rc != SP_OK) {
		doctor_found_status(
			&d->found, "batches", rc, &why, SP_REGISTRY_REMEDY);
		return;
	}
	if (n == 0)
		doctor_found(&d->found, SP_LEVEL_OK, "batches", "",
			"all that was decided is done");
	else if (d->at_work == SP_NOBODY_WORKS)
		doctor_found(&d->found, SP_LEVEL_WARNING, "batches",
			"start the daemon: it finishes this first",
			"%zu game%s a step that was decided and not finished",
			n, n == 1 ? " has" : "s have");
	else
		doctor_found(&d->found, SP_LEVEL_ERROR, "batches",
			"look into the daemon's log: it says for what such a "
			"game waits, and tries again by itself",
			"%zu game%s a step that was decided and not finished",
			n, n == 1 ? " has" : "s have");
}

/* One by one, where mails do not go for reasons of their own. */
static size_t stuck(struct sp_doctor *d, int64_t now)
{
	struct sp_outbox_row *rows = NULL;
	struct sp_error why = { 0 };
	size_t n = 0;

	int rc = sp_registry_outbox_stuck(d->viewer->registry,
		now - (int64_t)FAILURE_DAYS * DAY, STUCK_MAX, &rows, &n, &why);
	if (rc != SP_OK) {
		doctor_found_status(
			&d->found, "outbox", rc, &why, SP_REGISTRY_REMEDY);
		return 1;
	}
	for (size_t i = 0; i < n; i++) {
		bool failed = rows[i].state == SP_OUTBOX_FAILED;
		doctor_found(&d->found, SP_LEVEL_WARNING, "outbox",
			failed ? "ask that player for an address that takes "
				 "mail"
			       : "nothing, where the reason passes by itself; "
				 "else mend what it names",
			"the mail to %s (%.20s) %s after %lld attempt%s: %s",
			rows[i].recipient, rows[i].kind,
			failed ? "was given up" : "waits",
			(long long)rows[i].attempts,
			sp_plural(rows[i].attempts), rows[i].last_error);
	}
	sp_free(rows);
	return n;
}

static void outbox(struct sp_doctor *d, int64_t now)
{
	struct sp_outbox_counts counts = { .oldest = SP_NEVER };
	struct sp_error why = { 0 };
	char age[SP_DATE_TEXT] = "";

	if (sp_registry_outbox_counts(d->viewer->registry, &counts, &why) !=
		SP_OK) {
		doctor_found_status(&d->found, "outbox", why.code, &why,
			SP_REGISTRY_REMEDY);
		return;
	}
	size_t told = stuck(d, now);
	int64_t waits = counts.oldest == SP_NEVER ? 0 : now - counts.oldest;
	sp_date_span(age, waits);
	if (counts.queued > 0 && waits >= LATE)
		doctor_found(&d->found,
			waits >= DAY ? SP_LEVEL_ERROR : SP_LEVEL_WARNING,
			"outbox",
			d->at_work == SP_DAEMON_WORKS
				? "look below at the sender, and into the "
				  "daemon's log"
				: "start the daemon, which sends them",
			"%lld mail%s, the oldest for %s",
			(long long)counts.queued,
			counts.queued == 1 ? " waits" : "s wait", age);
	else if (told == 0)
		doctor_found(&d->found, SP_LEVEL_OK, "outbox", "",
			counts.queued == 0 ? "nothing waits; %lld mail%s sent"
					   : "%lld mail%s sent, some wait",
			(long long)counts.sent, sp_plural(counts.sent));
}

static void quarantine(
	struct sp_doctor *d, const struct sp_registry_survey *survey)
{
	char when[SP_DATE_TEXT];

	if (survey->quarantined == 0) {
		doctor_found(&d->found, SP_LEVEL_OK, "quarantine", "", "empty");
		return;
	}
	sp_date_iso_minute(when, survey->last_quarantined);
	doctor_found(&d->found, SP_LEVEL_WARNING, "quarantine",
		"look at them with `spellpost quarantine`, and send their "
		"players word",
		"%lld mail%s could not be worked on, the last of %s",
		(long long)survey->quarantined, sp_plural(survey->quarantined),
		when);
}

static void poison(struct sp_doctor *d)
{
	char *path = sp_host_path(d->config, "run/poison");
	struct sp_error why = { 0 };
	bool inside = false;
	unsigned mails = 0;
	int rc = sp_mail_poison_peek(path, &mails, &inside, &why);

	if (rc != SP_OK)
		doctor_found_error(&d->found, SP_LEVEL_WARNING, "poison file",
			&why,
			"while no daemon runs, move that file aside: it is "
			"made anew");
	else if (mails > 0 || (inside && d->at_work == SP_NOBODY_WORKS))
		doctor_found(&d->found, SP_LEVEL_WARNING, "poison file",
			"start the daemon, and look into its log: a mail that "
			"ends it twice goes to quarantine",
			"a process ended in the middle of a mail");
	else
		doctor_found(&d->found, SP_LEVEL_OK, "poison file", "",
			"no mail ended a process");
	sp_free(path);
}

static bool ran_back(const struct sp_outage_row *row)
{
	return row->why == SP_OUTAGE_BACK || row->why == SP_OUTAGE_WRONG;
}

/* The newest first. Where the clock ran back no deadline stood still. */
static void tell_outages(
	struct sp_doctor *d, const struct sp_outage_row *rows, size_t n)
{
	char from[SP_DATE_TEXT], to[SP_DATE_TEXT], span[SP_DATE_TEXT];
	const struct sp_outage_row *last = NULL, *back = NULL;
	size_t still = 0;

	for (size_t i = n; i-- > 0;) {
		still += !ran_back(&rows[i]);
		*(ran_back(&rows[i]) ? &back : &last) = &rows[i];
	}
	if (last == NULL) {
		doctor_found(&d->found, SP_LEVEL_OK, "outages", "",
			"none in %d days", OUTAGE_DAYS);
	} else {
		sp_date_iso(from, last->began);
		sp_date_iso(to, last->ended);
		sp_date_span(span, last->ended - last->began);
		doctor_found(&d->found,
			still > OUTAGES_MANY ? SP_LEVEL_WARNING : SP_LEVEL_OK,
			"outages",
			still > OUTAGES_MANY
				? "set `outage` above your own interval of "
				  "`spellpostd --once`"
				: "",
			"%zu in %d days, the last from %s to %s (%s); "
			"deadlines stood still",
			still, OUTAGE_DAYS, from, to, span);
	}
	if (back == NULL)
		return;
	sp_date_iso(from, back->ended);
	sp_date_iso(to, back->began);
	doctor_found(&d->found, SP_LEVEL_OK, "outages", "",
		"the clock ran back from %s to %s%s", from, to,
		back->why == SP_OUTAGE_WRONG
			? "; it had been ahead, and that is set right"
			: "");
}

/* Outages of the last weeks, and a clock that nobody believes. */
static void watch(struct sp_doctor *d, int64_t now)
{
	char from[SP_DATE_TEXT], to[SP_DATE_TEXT];
	struct sp_outage_row *rows = NULL;
	struct sp_error why = { 0 };
	struct sp_watch w;
	size_t n = 0;

	int rc = sp_host_watch_read(&w, d->config, &why);

	if (rc != SP_OK && rc != SP_ENOTFOUND)
		doctor_found(&d->found, SP_LEVEL_WARNING, "outages",
			"nothing: it is written anew at the next poll",
			"cannot read run/clock: %s", sp_error_line(&why));
	sp_error_clear(&why);
	if (w.doubt != SP_NEVER) {
		sp_date_iso(from, w.seen);
		sp_date_iso(to, w.doubt);
		doctor_found(&d->found, SP_LEVEL_ERROR, "outages",
			"set the clock if it is wrong; if it is right, "
			"`spellpost clock accept`",
			"the clock jumped from %s to %s, or nothing ran "
			"here meanwhile: it is not believed yet, and no mail "
			"is taken",
			from, to);
	}
	rc = sp_registry_outage_list(d->viewer->registry,
		now - (int64_t)OUTAGE_DAYS * DAY, &rows, &n, &why);
	if (rc != SP_OK)
		doctor_found_status(
			&d->found, "outages", rc, &why, SP_REGISTRY_REMEDY);
	else
		tell_outages(d, rows, n);
	sp_free(rows);
}

/* The end of the latest outage that has not ended yet: the clock was ahead, and
 * no daemon looked at it since it is right. SP_NEVER: none. */
static int find_ahead(
	struct sp_registry *r, int64_t now, int64_t *out, struct sp_error *e)
{
	struct sp_outage_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_outage_list(r, now + HOUR, &rows, &n, e);

	*out = SP_NEVER;
	for (size_t i = 0; i < n; i++)
		if ((rows[i].why == SP_OUTAGE_AWAY ||
			    rows[i].why == SP_OUTAGE_AHEAD) &&
			rows[i].ended > *out)
			*out = rows[i].ended;
	sp_free(rows);
	return rc;
}

/* Deadlines that were set by a clock which was ahead. If nobody knows whether
 * it was, the operator has to say so. */
static void deadlines(struct sp_doctor *d, int64_t now)
{
	struct sp_registry *r = d->viewer->registry;
	struct sp_game_row *games = NULL;
	struct sp_error why = { 0 };
	char date[SP_DATE_TEXT];
	size_t n = 0;
	int64_t ahead = SP_NEVER, back = SP_NEVER;
	int rc = find_ahead(r, now, &ahead, &why);

	if (rc == SP_OK)
		rc = sp_registry_back_from(r, now, &back, &why);
	if (rc == SP_OK && (ahead != SP_NEVER || back != SP_NEVER))
		rc = sp_registry_game_list(r, &games, &n, &why);
	if (rc != SP_OK)
		doctor_found_status(
			&d->found, "deadlines", rc, &why, SP_REGISTRY_REMEDY);
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		int64_t due = games[i].deadline;
		bool known = ahead != SP_NEVER && due >= ahead;
		if (games[i].status != SP_GAME_ROW_RUNNING ||
			(!known && (back == SP_NEVER || due < back)))
			continue;
		char *what = sp_xasprintf("game %s", games[i].gid);
		sp_date_iso(date, due);
		doctor_found(&d->found, SP_LEVEL_WARNING, what,
			known ? "if the clock is right now, start the daemon, "
				"or run `spellpostd --once`: it sets the "
				"deadline anew, and tells players whose "
				"mails have a wrong one"
			      : "if the clock was ahead and is right now, "
				"`spellpost clock accept`: deadlines are set "
				"anew, and the players told",
			"its deadline is %s, set %s", date,
			known ? "while the clock was ahead"
			      : "before the clock ran back");
		sp_free(what);
	}
	sp_free(games);
}

void doctor_registry(struct sp_doctor *d, size_t n_games)
{
	struct sp_registry_survey s = { 0 };
	struct sp_error why = { 0 };
	int64_t now = doctor_now(d);
	int64_t since = now - (int64_t)d->config->mail_retention * DAY;

	if (sp_registry_survey(d->viewer->registry, since, &s, &why) != SP_OK) {
		doctor_found_status(&d->found, "registry", why.code, &why,
			SP_REGISTRY_REMEDY);
		return;
	}
	doctor_found(&d->found, SP_LEVEL_OK, "registry", "",
		"format %lld; %zu game%s, %lld player%s", (long long)s.version,
		n_games, sp_plural(n_games), (long long)s.players,
		sp_plural(s.players));
	batches(d);
	outbox(d, now);
	quarantine(d, &s);
	poison(d);
	watch(d, now);
	deadlines(d, now);
	d->newest = s.last_written > s.last_arrived ? s.last_written
						    : s.last_arrived;
}
