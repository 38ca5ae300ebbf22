/* How long players have: the timers of the decision that is open. */
#include "host/deadlines.h"

#include "host/host_private.h"
#include "host/set_right.h"
#include "host/timers.h"
#include "post/told.h"
#include "table/consent.h"

#define CLOCK_LEAST_HOURS 24

#define REMIND_LEAST (4 * 3600) /* nobody needs one in a shorter time */

/* The clock of a turn stands still while others answer: what was left of it
 * then is kept, with the number of the turn. */
static char *clock_key(const struct sp_live *live)
{
	return sp_xasprintf("clock/%s", live->gid);
}

static int stop_clock(struct sp_host *host, const struct sp_live *live,
	int64_t left, struct sp_error *e)
{
	char *key = clock_key(live);
	int rc = sp_registry_meta_set_int(host->registry, key,
		(int64_t)live->game.turn << 32 |
			(left < 0 ? 0 : left & 0xffffffff),
		e);

	sp_free(key);
	return rc;
}

/* No turn has that number: the next one has all its time. */
static int forget_clock(
	struct sp_host *host, const struct sp_live *live, struct sp_error *e)
{
	char *key = clock_key(live);
	int rc = sp_registry_meta_set_int(host->registry, key, 0, e);

	sp_free(key);
	return rc;
}

/* At least as long as for a choice: whoever plays has to come back to it. */
static int go_on_clock(struct sp_host *host, const struct sp_live *live,
	int64_t *seconds, struct sp_error *e)
{
	int64_t kept = 0;
	int64_t least = CLOCK_LEAST_HOURS * 3600;
	char *key = clock_key(live);
	int rc = sp_registry_meta_get_int(host->registry, key, &kept, e);

	sp_free(key);
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	if (kept >> 32 == (int64_t)live->game.turn) {
		kept &= 0xffffffff;
		if (least > *seconds)
			least = *seconds;
		*seconds = kept > least ? kept : least;
	}
	return SP_OK;
}

static int put_timer_of(struct sp_host *host, const struct sp_live *live,
	const char *kind, const char *subject, int64_t due, struct sp_error *e)
{
	struct sp_timer_row timer = { .since = host_set_right_began(host, live),
		.due = due };

	sp_format(timer.gid, sizeof(timer.gid), "%s", live->gid);
	sp_format(timer.kind, sizeof(timer.kind), "%s", kind);
	sp_format(timer.subject, sizeof(timer.subject), "%s", subject);
	return sp_registry_timer_put(host->registry, &timer, e);
}

static int put_timer(struct sp_host *host, const struct sp_live *live,
	const char *kind, int64_t due, struct sp_error *e)
{
	return put_timer_of(host, live, kind, "", due, e);
}

/* Half way from `from` to the deadline, and once more shortly before it. */
static int set_reminders(struct sp_host *host, const struct sp_live *live,
	int64_t from, struct sp_error *e)
{
	int64_t deadline = live->row->deadline;
	int64_t half = from + (deadline - from) / 2;
	int64_t last = deadline - REMIND_LAST;
	int rc = SP_OK;

	if (deadline - from >= REMIND_LEAST)
		rc = put_timer(host, live, SP_TIMER_HALF, half, e);
	if (rc == SP_OK && last - half >= REMIND_APART)
		rc = put_timer(host, live, SP_TIMER_LAST, last, e);
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		last = deadline - (int64_t)live->people[s].remind * 3600;
		if (live->people[s].remind > 0 &&
			(live->game.decision.seats >> s & 1U) != 0 &&
			last - from >= REMIND_APART)
			rc = put_timer_of(host, live, SP_TIMER_LAST,
				live->setup.colour[s], last, e);
	}
	return rc;
}

/* A question of a player is open for so long. */
static int time_consent(
	struct sp_host *host, const struct sp_live *live, struct sp_error *e)
{
	return put_timer(host, live, SP_TIMER_CONSENT,
		host_set_right_began(host, live) +
			(int64_t)sp_table_consent_hours(live) * 3600,
		e);
}

static int set_timers(struct sp_host *host, const struct sp_live *live,
	int64_t from, struct sp_error *e)
{
	static const char *const kinds[] = { [SP_DECISION_NONE] = "turn",
		[SP_DECISION_TURN] = "turn",
		[SP_DECISION_REACTION] = "round",
		[SP_DECISION_CHOICE] = "choice",
		[SP_DECISION_DISCARD] = "choice" };
	int rc = put_timer(host, live, kinds[live->game.decision.kind],
		live->row->deadline, e);

	if (rc == SP_OK && live->game.asked.by != 0)
		rc = time_consent(host, live, e);
	return rc == SP_OK ? set_reminders(host, live, from, e) : rc;
}

/* Somebody went away, or came back, while the game may wait for them. */
static int move_deadline(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	int64_t from = host_set_right_began(host, live);
	unsigned seats = live->game.decision.seats;
	int64_t was = live->row->deadline;
	int rc;

	live->row->deadline = sp_post_away_deadline(
		live, seats, from, sp_post_away_left(live, seats, from, was));
	if (live->row->deadline == was)
		return SP_OK;
	live->touched = true;
	rc = sp_registry_timer_clear(host->registry, live->gid, e);
	if (rc == SP_OK)
		rc = set_timers(host, live, from, e);
	if (rc == SP_OK && live->held_until != SP_NEVER)
		rc = put_timer(host, live, "hold", live->held_until, e);
	return rc == SP_OK ? sp_post_waits_longer(&host->post, live, from, e)
			   : rc;
}

/* What a mail changed of absences is in the deadline now. */
static int know_away(struct sp_host *host, struct sp_live *live, bool moves,
	struct sp_error *e)
{
	bool changed = false;
	int rc = SP_OK;

	for (int s = 0; s < live->setup.n_seats; s++)
		changed |= live->people[s].away_changed;
	if (changed && moves)
		rc = move_deadline(host, live, e);
	for (int s = 0; s < live->setup.n_seats; s++)
		live->people[s].away_changed = false;
	return rc;
}

static int set_deadline(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, struct sp_error *e)
{
	uint8_t kind = live->game.decision.kind;
	int64_t seconds = (int64_t)sp_record_live_decision_hours(live) * 3600;
	int64_t hold = (int64_t)sp_card_ruleset_option(
			       live->ruleset, &live->setup, "hold", 0) *
		       3600;
	bool same = before->started && before->turn == live->game.turn;
	bool of_turn = same && before->kind == SP_DECISION_TURN;
	int64_t from = host_set_right_began(host, live);
	int64_t left = !of_turn ? 0
				: sp_post_away_left(live, 1U << before->plays,
					  from, live->row->deadline);
	int rc = SP_OK;

	if ((before->undone && !before->agreed) || before->anew ||
		live->righted)
		rc = forget_clock(host, live, e);
	else if (kind == SP_DECISION_TURN && of_turn)
		seconds = left;
	else if (kind == SP_DECISION_TURN && same)
		rc = go_on_clock(host, live, &seconds, e);
	else if (of_turn)
		rc = stop_clock(host, live, left, e);
	if (rc != SP_OK)
		return rc;
	live->row->deadline = sp_post_away_deadline(
		live, live->game.decision.seats, from, seconds);
	live->opened = live->game.decision.number;
	live->held_until = SP_NEVER;
	rc = sp_registry_timer_clear(host->registry, live->gid, e);
	if (rc == SP_OK)
		rc = set_timers(host, live, from, e);
	if (rc == SP_OK && sp_table_bots_wait(live))
		rc = put_timer(host, live, "bot", from, e);
	if (rc == SP_OK && kind == SP_DECISION_REACTION && hold > 0 &&
		hold < seconds) {
		live->held_until = from + hold;
		rc = put_timer(host, live, "hold", from + hold, e);
	}
	return rc;
}

int host_rearm(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, struct sp_error *e)
{
	struct sp_standing now = sp_post_standing_of(live);

	live->touched = live->touched || live->commits > 0;
	if (!now.started || before->over)
		return SP_OK;
	if (now.over) {
		live->row->deadline = SP_NEVER;
		return sp_registry_timer_clear(host->registry, live->gid, e);
	}
	bool was = live->righted;
	int rc = host_set_right(host, live, e);
	if (rc == SP_OK && now.asked.by != 0 &&
		(now.asked.by != before->asked.by ||
			now.asked.seq != before->asked.seq))
		rc = time_consent(host, live, e);
	if (rc != SP_OK)
		return rc;
	if (was == live->righted && live->opened == now.decision)
		return know_away(host, live, true, e);
	rc = set_deadline(host, live, before, e);
	if (rc == SP_OK)
		rc = know_away(host, live, false, e);
	return rc == SP_OK && was != live->righted
		       ? sp_post_set_right(&host->post, live, e)
		       : rc;
}

int host_notices(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	int rc = host_rearm(host, live, before, e);

	return rc == SP_OK
		       ? sp_post_moved(&host->post, live, before, instant, e)
		       : rc;
}
