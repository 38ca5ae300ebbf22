/*
 * Who was away, and is the clock right?
 *
 * A poll is complete once every inbox was looked into. The time between two
 * complete polls is an outage if it is longer than the option `outage`, and so
 * is a jump of the clock: then no player could be heard, and the deadlines that
 * ran stand still for its length.
 *
 *   (1) An outage is in the registry, with the deadlines that it puts off,
 *       before anything else is decided after it.
 *   (2) A clock that jumped forward by more than a day is not believed: no mail
 *       is taken, no deadline fires, nothing is dated, until it has run for a
 *       quarter of an hour or the operator says `clock accept`. If it turns out
 *       to be wrong before that, nothing has happened.
 *   (3) A clock that runs back by more than an hour into an outage that ended
 *       later had been ahead when that was noted: the outage ends now, and each
 *       game that was dated meanwhile is set right (set_right.c). If no outage
 *       shows it the operator may say so, by `clock accept`; till then the same
 *       hours come twice.
 *   (4) What is known from one process to the next is in run/clock: written
 *       every five minutes, at a clean stop, and at once if the clock is no
 *       longer believed, or is again. It is not synced. A kill loses up to five
 *       minutes of it, so that an outage seems longer by that. If it is lost
 *       altogether the registry knows within a day when its daemon was at work.
 */
#include "host/watch.h"

#include "host/folder.h"
#include "host/host_private.h"

#define DAY         86400
#define WRITE_EVERY 300
#define AHEAD_MOST  3600 /* that the clock may gain on the steady one */
#define BACK_LEAST  60   /* that it must lose before it is worth a word */
#define BELIEVE     900  /* seconds after which a clock that jumped is right */
#define LOOK_AGAIN  60   /* until then */
#define FILE_MAX    4096

/* ---- the file ----------------------------------------------------------- */

static int take_int(
	int64_t *out, const json_t *o, const char *key, struct sp_error *e)
{
	*out = SP_NEVER;
	if (json_object_get(o, key) == NULL)
		return SP_OK;
	return sp_json_get_int(
		out, o, key, INT64_MIN / 4, INT64_MAX / 4, "run/clock", e);
}

static int parse(struct sp_watch *w, const struct sp_buf *text,
	char boot[SP_BOOT_SIZE], struct sp_error *e)
{
	json_t *o = NULL;
	const char *of = NULL;
	int rc = sp_json_parse(&o, text->data, text->len, e);

	if (rc != SP_OK)
		return rc;
	if ((rc = take_int(&w->polled, o, "polled", e)) ||
		(rc = take_int(&w->seen, o, "seen", e)) ||
		(rc = take_int(&w->last, o, "last", e)) ||
		(rc = take_int(&w->steady, o, "steady", e)) ||
		(rc = take_int(&w->doubt, o, "doubt", e)) ||
		(rc = take_int(&w->ahead, o, "ahead", e)) ||
		(rc = sp_json_get_string(&of, o, "boot", "run/clock", e)))
		goto out;
	sp_format(boot, SP_BOOT_SIZE, "%.*s", SP_BOOT_SIZE - 1, of);
	if (w->seen == SP_NEVER || w->last == SP_NEVER)
		rc = sp_error_set(e, SP_ECORRUPT, "it names no instant");
out:
	json_decref(o);
	return rc;
}

int sp_host_watch_read(
	struct sp_watch *w, const struct sp_config *config, struct sp_error *e)
{
	char *path = sp_host_path(config, "run/clock");
	char boot[SP_BOOT_SIZE] = "";
	struct sp_buf text;
	struct sp_error why = { 0 };

	*w = (struct sp_watch){ .polled = SP_NEVER,
		.seen = SP_NEVER,
		.last = SP_NEVER,
		.steady = SP_NEVER,
		.doubt = SP_NEVER,
		.ahead = SP_NEVER,
		.written = SP_NEVER };
	sp_boot_id(w->boot);
	sp_buf_init(&text, FILE_MAX);
	int rc = sp_file_read(&text, path, &why);
	if (rc == SP_OK)
		rc = parse(w, &text, boot, &why);
	if (rc != SP_OK)
		w->polled = w->seen = w->last = w->doubt = w->ahead = SP_NEVER;
	/* nobody knows the id: it may have been another start */
	if (rc != SP_OK || w->boot[0] == '\0' || !sp_streq(boot, w->boot))
		w->steady = SP_NEVER;
	sp_buf_free(&text);
	sp_free(path);
	if (rc == SP_OK || rc == SP_ENOTFOUND)
		return rc;
	return sp_error_copy(e, rc, &why);
}

static void add_int(json_t *o, const char *key, int64_t value)
{
	if (value != SP_NEVER)
		sp_json_set_int(o, key, value);
}

/* Where that fails the games go on: what is lost is how long a kill lasted. */
static void write_file(struct sp_host *host)
{
	struct sp_watch *w = &host->watch;
	char *path = sp_host_path(&host->config, "run/clock");
	json_t *o = json_object();
	struct sp_buf text;
	struct sp_error why = { 0 };

	add_int(o, "polled", w->polled);
	add_int(o, "seen", w->seen);
	add_int(o, "last", w->last);
	add_int(o, "steady", w->steady);
	add_int(o, "doubt", w->doubt);
	add_int(o, "ahead", w->ahead);
	sp_json_set_string(o, "boot", w->boot);
	sp_buf_init(&text, FILE_MAX);
	sp_json_write(&text, o);
	if (sp_file_write(path, text.data, text.len, 0600, &why) == SP_OK)
		w->written = w->last;
	else
		sp_log(SP_LOG_WARN, "cannot note the last poll: %s",
			sp_error_line(&why));
	w->dirty = false;
	sp_buf_free(&text);
	json_decref(o);
	sp_free(path);
}

int host_watch_open(struct sp_host *host, struct sp_error *e)
{
	struct sp_watch *w = &host->watch;
	struct sp_error why = { 0 };
	int rc = sp_host_watch_read(w, &host->config, &why);

	if (rc == SP_OK)
		return SP_OK;
	if (rc != SP_ENOTFOUND)
		sp_log(SP_LOG_WARN,
			"cannot read run/clock: %s; the registry says when the "
			"last daemon was at work",
			sp_error_line(&why));
	rc = sp_registry_last_at_work(host->registry, &w->polled, e);
	w->seen = w->last = w->polled;
	return rc;
}

void host_watch_close(struct sp_host *host)
{
	struct sp_watch *w = &host->watch;

	if (w->last != SP_NEVER && (w->dirty || w->last != w->written))
		write_file(host);
}

/* ---- is the clock right? ------------------------------------------------ */

bool host_watch_doubts(const struct sp_host *host)
{
	return host->watch.doubt != SP_NEVER;
}

int64_t host_watch_now(const struct sp_host *host)
{
	return host_watch_doubts(host) ? host->watch.seen : host_now(host);
}

/* How far the clock gained on the steady one since the last look. */
static int64_t gained(const struct sp_watch *w, int64_t now, int64_t steady)
{
	if (w->steady == SP_NEVER || w->last == SP_NEVER)
		return 0;
	return (now - w->last) - (steady - w->steady);
}

static void doubt(struct sp_host *host, int64_t now, int64_t from)
{
	char then[SP_DATE_TEXT], here[SP_DATE_TEXT], span[SP_DATE_TEXT];

	sp_date_iso(then, from);
	sp_date_iso(here, now);
	sp_date_span(span, now - from);
	sp_log(SP_LOG_ERROR,
		"the clock jumped from %s to %s (%s), or nothing ran here "
		"meanwhile: until it has run for 15 minutes no mail is taken, "
		"no deadline fires and nothing is dated; if it is right, `spellpost clock accept` goes on at "
		"once",
		then, here, span);
	host->watch.doubt = now;
	host->watch.dirty = true;
}

/* A clock that is not believed goes on. */
static void test_it(struct sp_host *host, int64_t now, int64_t steady)
{
	struct sp_watch *w = &host->watch;
	int64_t gain = gained(w, now, steady);
	bool steadily = w->steady != SP_NEVER && gain <= AHEAD_MOST;

	if (now < w->doubt) {
		sp_log(SP_LOG_WARN, "the clock ran back to where it may be "
				    "right; nothing was dated by the other");
		w->doubt = SP_NEVER;
	} else if (now - w->last > DAY && !steadily) {
		doubt(host, now, w->last);
	} else if (now - w->doubt >= BELIEVE) {
		sp_log(SP_LOG_WARN,
			"the clock has run for 15 minutes since it jumped: it "
			"is believed");
		w->doubt = SP_NEVER;
		w->ahead = w->seen;
		w->believed = true;
	}
	w->dirty = true;
}

/* What was known of the time from then to now is of no use. */
static void forget_looks(struct sp_host *host)
{
	for (int i = 0; i < host->config.n_inboxes; i++) {
		struct sp_look *look = &host->look[i];

		look->heard = look->began = SP_NEVER;
		look->waits = false;
	}
}

static void say_back(const struct sp_outage_row *row)
{
	char then[SP_DATE_TEXT], here[SP_DATE_TEXT];

	sp_date_iso(then, row->ended);
	sp_date_iso(here, row->began);
	sp_log(SP_LOG_WARN, "the clock ran back from %s to %s: %s", then, here,
		row->why == SP_OUTAGE_WRONG
			? "it had been ahead, so what it put off comes when it "
			  "was to come, and whoever was asked meanwhile has "
			  "all their time, from now on"
		: row->ended - row->began <= AHEAD_MOST
			? "these hours come twice, and deadlines have that "
			  "much longer"
			: "these hours come twice, and deadlines have that "
			  "much longer; if it is right now, `spellpost clock "
			  "accept` sets them anew");
}

/* The clock ran back. If it had been ahead what it put off is set right; else
 * the same hours come twice, and no deadline has less time than its player was
 * told. */
static int ran_back(struct sp_host *host, const struct sp_outage_row *row,
	struct sp_error *e)
{
	struct sp_watch *w = &host->watch;
	int rc = sp_registry_begin(host->registry, e);

	if (rc != SP_OK)
		return rc;
	rc = sp_registry_ran_back(host->registry, row, e);
	if (rc == SP_OK)
		rc = sp_registry_commit(host->registry, e);
	else
		sp_registry_rollback(host->registry);
	if (rc != SP_OK)
		return rc;
	say_back(row);
	forget_looks(host);
	if (row->why == SP_OUTAGE_WRONG) {
		if (w->polled > row->began)
			w->polled = row->began;
		w->ahead = SP_NEVER;
	}
	w->dirty = true;
	return SP_OK;
}

/* Which of the two was wrong shows where it jumped forward before. */
static int judge_back(struct sp_host *host, int64_t now, struct sp_error *e)
{
	struct sp_watch *w = &host->watch;
	struct sp_outage_row row = {
		.began = now, .ended = w->seen, .why = SP_OUTAGE_BACK
	};
	bool wrong = false;
	int rc = SP_OK;

	if (row.ended - row.began > AHEAD_MOST)
		rc = sp_registry_was_ahead(
			host->registry, now, row.ended, &wrong, e);
	/* it was believed, but no inbox was looked into since */
	if (wrong || (row.ended - row.began > AHEAD_MOST &&
			     w->ahead != SP_NEVER && w->ahead <= now))
		row.why = SP_OUTAGE_WRONG;
	return rc == SP_OK ? ran_back(host, &row, e) : rc;
}

int host_watch_look(struct sp_host *host, struct sp_error *e)
{
	struct sp_watch *w = &host->watch;
	int64_t now = host_now(host);
	int64_t steady = sp_clock_steady(host->options.clock);
	int64_t gain = gained(w, now, steady);
	int rc = SP_OK;

	w->believed = false;
	if (w->doubt != SP_NEVER)
		test_it(host, now, steady);
	if (w->doubt == SP_NEVER && !w->believed && w->seen != SP_NEVER) {
		int64_t from = w->polled > w->seen ? w->polled : w->seen;

		if ((now - from > DAY && now - from > host->config.outage) ||
			(gain > DAY && now - from > DAY))
			doubt(host, now, from);
		else if (gain > AHEAD_MOST && now - from > AHEAD_MOST)
			w->ahead = from;
		else if (now < w->seen - BACK_LEAST)
			rc = judge_back(host, now, e);
		if (rc != SP_OK)
			return rc;
	}
	w->last = now;
	w->steady = steady;
	if (w->doubt == SP_NEVER)
		w->seen = now;
	if (w->dirty)
		write_file(host);
	return rc;
}

int64_t host_watch_left(const struct sp_host *host, int64_t now)
{
	int64_t left = host->watch.doubt + BELIEVE - now;

	return left < 1 ? 1 : left < LOOK_AGAIN ? left : LOOK_AGAIN;
}

/* ---- outages ------------------------------------------------------------ */

static int note_outage(struct sp_host *host, const struct sp_outage_row *row,
	struct sp_error *e)
{
	char from[SP_DATE_TEXT], to[SP_DATE_TEXT], span[SP_DATE_TEXT];
	char most[SP_DATE_TEXT];
	int64_t games = 0;
	int rc = sp_registry_begin(host->registry, e);

	if (rc != SP_OK)
		return rc;
	rc = sp_registry_outage_add(host->registry, row, &games, e);
	if (rc == SP_OK)
		rc = sp_registry_commit(host->registry, e);
	else
		sp_registry_rollback(host->registry);
	if (rc != SP_OK)
		return rc;
	sp_date_iso(from, row->began);
	sp_date_iso(to, row->ended);
	sp_date_span(span, row->ended - row->began);
	sp_date_span(most, host->config.outage);
	sp_log(SP_LOG_WARN,
		"%s from %s to %s (%s): the deadlines of %lld game%s stood "
		"still; `outage` is %s",
		row->why == SP_OUTAGE_AHEAD ? "the clock jumped"
					    : "not every inbox was looked into",
		from, to, span, (long long)games, sp_plural(games), most);
	return SP_OK;
}

int host_watch_polled(struct sp_host *host, bool *outage, struct sp_error *e)
{
	struct sp_watch *w = &host->watch;
	int64_t polled = INT64_MAX;
	struct sp_outage_row row = { .began = w->polled };
	int rc = SP_OK;

	*outage = false;
	for (int i = 0; i < host->config.n_inboxes; i++)
		if (host->look[i].began < polled)
			polled = host->look[i].began;
	if (polled == SP_NEVER || polled == INT64_MAX ||
		host_watch_doubts(host) || polled <= w->polled)
		return SP_OK;
	row.ended = polled;
	if (w->polled != SP_NEVER && polled - w->polled > host->config.outage) {
		*outage = true;
	} else if (w->ahead != SP_NEVER && w->ahead < polled) {
		row.began = w->ahead;
		row.why = SP_OUTAGE_AHEAD;
		*outage = true;
	}
	if (*outage)
		rc = note_outage(host, &row, e);
	if (rc != SP_OK)
		return rc;
	w->polled = polled;
	w->ahead = SP_NEVER;
	if (*outage || w->written == SP_NEVER || w->last < w->written ||
		w->last - w->written >= WRITE_EVERY)
		write_file(host);
	return SP_OK;
}

/* ---- the operator ------------------------------------------------------- */

int host_watch_refuse(
	struct sp_host *host, const char *what, struct sp_error *e)
{
	char here[SP_DATE_TEXT], since[SP_DATE_TEXT];
	int rc = host_watch_look(host, e);

	if (rc != SP_OK || !host_watch_doubts(host))
		return rc;
	sp_date_iso(here, host_now(host));
	sp_date_iso(since, host->watch.seen);
	return sp_error_remedy(e,
		sp_error_set(e, SP_EAGAIN,
			"cannot %s: the clock jumped from %s to %s "
			"and is not believed yet",
			what, since, here),
		"try again in 15 minutes, or run `spellpost clock "
		"accept` if it is right");
}

/* The clock ran back, and the operator says that it had been ahead. */
static int accept_back(struct sp_host *host, bool *was, struct sp_error *e)
{
	struct sp_watch *w = &host->watch;
	struct sp_outage_row row = { .began = w->last, .why = SP_OUTAGE_WRONG };
	int rc = sp_registry_back_from(host->registry, w->last, &row.ended, e);

	if (rc == SP_OK && w->polled > w->last + AHEAD_MOST &&
		w->polled > row.ended)
		row.ended = w->polled;
	*was = rc == SP_OK && row.ended != SP_NEVER;
	return *was ? ran_back(host, &row, e) : rc;
}

int host_watch_accept(struct sp_host *host, json_t **answer, struct sp_error *e)
{
	struct sp_watch *w = &host->watch;
	char here[SP_DATE_TEXT];
	bool back = false;
	int rc = host_watch_look(host, e);

	if (rc != SP_OK)
		return rc;
	bool doubted = host_watch_doubts(host);
	sp_date_iso(here, w->last);
	if (doubted) {
		w->doubt = SP_NEVER;
		w->ahead = w->seen;
		w->seen = w->last;
		sp_log(SP_LOG_WARN, "the operator believes the clock: it is %s",
			here);
		write_file(host);
	} else if ((rc = accept_back(host, &back, e)) != SP_OK) {
		return rc;
	} else if (back) {
		write_file(host);
	}
	*answer = json_object();
	sp_json_set_bool(*answer, "doubted", doubted);
	sp_json_set_bool(*answer, "back", back);
	sp_json_set_string(*answer, "now", here);
	return SP_OK;
}
