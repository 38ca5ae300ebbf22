/*
 * A game that was played while the clock was ahead, once it is right again.
 *
 * Its commits have dates that have not come yet, and no commit is dated before
 * its parent: so until that date comes, dates of this game say nothing of the
 * time. A deadline that counted from them would be a year away, and so would be
 * every later one.
 *
 *   (1) As soon as the clock is known to have been ahead (watch.c), each game
 *       whose head is dated later than now gets a commit "clock FROM TO": its
 *       date, FROM, is wrong, and it is TO. Whoever verifies the game counts
 *       deadlines from TO on.
 *   (2) Whoever is asked then has all their time, from now on, and everybody
 *       at the table is told in a mail.
 *   (3) Until the date has come, row->ahead is the date of the head, and time
 *       to answer counts from row->moment, which never falls.
 */
#include "host/set_right.h"

#include "host/host_private.h"
#include "record/commit.h"
#include "record/ruling.h"

#define AHEAD_LEAST 3600 /* seconds of which it is worth a commit */

static bool is_set_right(const struct sp_host *host, const struct sp_live *live)
{
	return live->row->ahead == live->when &&
	       live->when > sp_clock_now(host->options.clock);
}

/* True if the date of the head has not come yet, and nobody was told. */
static int is_wrong(struct sp_host *host, const struct sp_live *live,
	bool *wrong, struct sp_error *e)
{
	int64_t now = sp_clock_now(host->options.clock);

	*wrong = false;
	if (live->when - now < AHEAD_LEAST || live->row->ahead == live->when)
		return SP_OK;
	return sp_registry_was_ahead(host->registry, now, live->when, wrong, e);
}

static int record(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	struct sp_ruling ruling = { .kind = SP_RULING_CLOCK,
		.seat = SP_NOBODY,
		.from = live->when,
		.to = sp_clock_now(host->options.clock) };
	char input[SP_SHA256_TEXT], here[SP_DATE_TEXT];

	sp_seal_input_timer(input, ruling.to);
	int rc = sp_record_ruling(live, &ruling, (unsigned)live->game.turn,
		NULL, ruling.to, input, e);
	if (rc != SP_OK)
		return rc;
	sp_date_iso(here, ruling.from);
	sp_log(SP_LOG_WARN,
		"game %s: its record is dated %s, by a clock that was ahead; "
		"who is asked has all their time, from now on",
		live->gid, here);
	live->row->ahead = live->when;
	live->righted = live->touched = true;
	return SP_OK;
}

int host_set_right(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	int64_t now = sp_clock_now(host->options.clock);
	bool wrong = false;
	int rc = is_wrong(host, live, &wrong, e);

	if (rc == SP_OK && wrong)
		rc = record(host, live, e);
	if (rc == SP_OK && is_set_right(host, live) && now > live->row->moment)
		live->row->moment = now;
	return rc;
}

int64_t host_set_right_began(
	const struct sp_host *host, const struct sp_live *live)
{
	int64_t when =
		is_set_right(host, live) ? live->row->moment : live->when;

	return live->resumed > when ? live->resumed : when;
}
