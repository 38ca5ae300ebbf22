/* Deadlines: whoever is late gets the default answer from the clock, and is
 * reminded before. */
#include "host/timers.h"

#include "host/deadlines.h"
#include "host/host_private.h"
#include "lobby/lobby.h"
#include "post/people.h"
#include "post/told.h"
#include "table/consent.h"

#define DELAY_FREE  900  /* seconds that a call to move may take to get out */
#define DELAY_CHECK 3600 /* while it does not get out */
#define REMIND_MOST 3600 /* before the deadline; later it is of no use */

/* The mail that called this seat to the decision; SP_ENOTFOUND: none, or he has
 * done something about it since. *opened: when the decision opened. */
static int find_call(struct sp_host *host, const struct sp_live *live, int seat,
	struct sp_outbox_row *call, int64_t *opened, struct sp_error *e)
{
	const char *colour = live->setup.colour[seat];
	struct sp_commit_info info;
	char id[SP_MSGID_SIZE];
	struct sp_oid at;
	int rc;

	*opened = live->when;
	if (live->game.decision.kind == SP_DECISION_TURN) {
		rc = sp_post_id(&host->post, live, colour, "turn", id, e);
		return rc == SP_OK ? sp_registry_outbox_find(
					     host->registry, id, call, e)
				   : rc;
	}
	/* sealed answers of others have moved the head */
	rc = sp_post_find_asking(&host->post, live, seat, call, e);
	if (rc == SP_OK &&
		(call->decision != (int64_t)live->game.decision.number ||
			!sp_store_oid_parse(&at, call->head)))
		return SP_ENOTFOUND;
	if (rc != SP_OK)
		return rc;
	sp_store_commit_info_init(&info);
	rc = sp_store_info(live->repo, &at, &info, e);
	*opened = info.when;
	sp_store_commit_info_clear(&info);
	return rc;
}

/*
 * An outage of ours costs nobody his turn. As long as the call to move did not
 * leave this machine its deadline is put off, and it comes as much later as the
 * call did: because it could not be sent, or because the mail that brought it
 * about was read late. Where a player has acted upon this decision already,
 * he knew of it. Its time counts from `since`. *due: when the deadline is, as
 * far as is known now.
 */
static int fair_to(struct sp_host *host, const struct sp_live *live, int seat,
	int64_t since, int64_t *due, struct sp_error *e)
{
	int64_t opened, fair, now = host_now(host), late;
	struct sp_outbox_row call;
	int rc = find_call(host, live, seat, &call, &opened, e);

	if (rc == SP_ENOTFOUND) {
		sp_error_clear(e);
		return SP_OK;
	}
	if (rc != SP_OK)
		return rc;
	if (opened > since) /* by a clock that was ahead */
		opened = since;
	late = call.created > opened ? call.created - opened : 0;
	if (call.state == SP_OUTBOX_SENT)
		late += call.sent - call.created;
	else if (call.state == SP_OUTBOX_QUEUED)
		late += now - call.created;
	if (late <= DELAY_FREE)
		return SP_OK;
	fair = call.state == SP_OUTBOX_QUEUED
		       ? now + DELAY_CHECK
		       : opened +
				 (int64_t)sp_record_live_decision_hours(live) *
					 3600 +
				 late;
	if (fair > *due)
		*due = fair;
	return SP_OK;
}

static int fair_deadline(struct sp_host *host, const struct sp_live *live,
	int64_t since, int64_t *due, struct sp_error *e)
{
	unsigned seats = sp_table_round_awaits(&host->scratch, live);
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++)
		if ((seats & 1u << s) != 0)
			rc = fair_to(host, live, s, since, due, e);
	return rc;
}

/* ---- what the clock does ---------------------------------------------- */

/* The default answers to the open decision; *late: who has not answered. */
static int give_default(struct sp_host *host, struct sp_live *live, int64_t due,
	unsigned *late, struct sp_error *e)
{
	uint32_t number = live->game.decision.number;
	struct sp_command command;
	struct sp_refusal why = { 0 };
	char input[SP_SHA256_TEXT];
	int rc = SP_OK;

	sp_seal_input_timer(input, due);
	if (live->game.decision.kind == SP_DECISION_REACTION)
		return sp_table_round_expire(
			&host->scratch, live, due, input, late, e);
	*late = sp_table_round_awaits(&host->scratch, live);
	while (rc == SP_OK && live->game.status == SP_GAME_RUNNING &&
		live->game.decision.number == number) {
		sp_law_default(live->ruleset, &live->game, &command);
		rc = sp_table_sitting_apply(&host->scratch, live, &command, due,
			input, NULL, &why, e);
	}
	if (rc == SP_EREFUSED)
		return sp_error_set(e, SP_EREFUSED,
			"decision %lu: the clock's default answer is refused",
			(unsigned long)number);
	return rc;
}

static int fire(struct sp_host *host, struct sp_live *live,
	const struct sp_timer_row *timer, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);
	unsigned late = 0;
	int rc = sp_table_stood_tell(live, e);

	if (rc == SP_OK)
		rc = sp_lobby_is_tutorial(live)
			     ? sp_lobby_tutorial_end(live, timer->due, e)
			     : give_default(host, live, timer->due, &late, e);

	/* it may have missed one more round */
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++)
		if ((late & 1u << s) != 0)
			rc = sp_post_live_put_seat(host->registry, live, s, e);
	if (rc == SP_OK)
		rc = sp_registry_timer_delete(host->registry, live->gid,
			timer->kind, timer->subject, e);
	if (rc == SP_OK)
		rc = host_rearm(host, live, &before, e);
	if (rc == SP_OK)
		rc = sp_post_late(
			&host->post, live, late, before.kind, timer->due, e);
	if (rc == SP_OK)
		rc = host_notices(host, live, &before, timer->due, e);
	return rc;
}

/* What runs beside the deadline: a round that was held open closes if all have
 * answered; bots go on with what was too much for one item of work; nobody can
 * agree any more to what a player wants to take back. */
static int fire_beside(struct sp_host *host, struct sp_live *live,
	const struct sp_timer_row *timer, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);
	char input[SP_SHA256_TEXT];
	int rc = sp_registry_timer_delete(
		host->registry, live->gid, timer->kind, timer->subject, e);

	sp_seal_input_timer(input, timer->due);
	if (rc == SP_OK && sp_streq(timer->kind, "hold"))
		rc = sp_table_rounds_settle(
			&host->scratch, live, timer->due, input, e);
	else if (rc == SP_OK && sp_streq(timer->kind, "bot"))
		rc = sp_table_bots_play(&host->scratch, live, e);
	else if (rc == SP_OK && live->game.asked.by != 0)
		rc = sp_table_consent_expire(live, timer->due, e);
	return rc == SP_OK ? host_notices(host, live, &before, timer->due, e)
			   : rc;
}

/* True if the player is reminded by this timer. */
static bool wants(
	const struct sp_live *live, int seat, const struct sp_timer_row *timer)
{
	int hours = live->people[seat].remind;

	if (timer->subject[0] != '\0')
		return sp_streq(timer->subject, live->setup.colour[seat]);
	return hours == 0 ||
	       (hours > 0 && sp_streq(timer->kind, SP_TIMER_HALF));
}

/* Whoever has not answered gets his call once more, but not while the sender
 * has an outage: then the first one waits, too. */
static int remind(struct sp_host *host, struct sp_live *live,
	const struct sp_timer_row *timer, bool *told, struct sp_error *e)
{
	unsigned nth = sp_streq(timer->kind, SP_TIMER_HALF) ? 1 : 2;
	unsigned seats = sp_table_round_awaits(&host->scratch, live);
	int64_t left = live->row->deadline - host_now(host);
	int rc = sp_registry_timer_delete(
		host->registry, live->gid, timer->kind, timer->subject, e);

	/* too late, the second one comes in the same pass, or all were called
	 * anew while the game was away */
	if (left < REMIND_MOST ||
		(left <= REMIND_LAST && live->row->deadline - timer->due >=
						REMIND_LAST + REMIND_APART) ||
		live->resumed >= timer->due || host->post.held_up)
		seats = 0;
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		if ((seats & 1u << s) == 0 || sp_record_bot_plays(live, s) ||
			!wants(live, s, timer))
			continue;
		rc = sp_post_remind(&host->post, live, s, nth, timer->due, e);
		*told = true;
	}
	return rc;
}

bool host_timer_decides(const char *kind)
{
	return !sp_streq(kind, "bot") && !sp_streq(kind, SP_TIMER_HALF) &&
	       !sp_streq(kind, SP_TIMER_LAST) &&
	       !sp_streq(kind, SP_TIMER_INVITED);
}

/* No deadline fires that counts from a date which was wrong. *done: it, or a
 * SP_TIMER_CLOCK, is settled. */
static int look_at_dates(struct sp_host *host, struct sp_live *live,
	const struct sp_timer_row *timer, bool *done, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);
	bool was = live->righted;
	int rc = SP_OK;

	*done = sp_streq(timer->kind, SP_TIMER_CLOCK);
	if (*done)
		rc = sp_registry_timer_delete(host->registry, live->gid,
			timer->kind, timer->subject, e);
	if (rc == SP_OK)
		rc = host_rearm(host, live, &before, e);
	*done = *done || live->righted != was;
	return rc;
}

/* A game that has not begun has timers of its invitations alone. */
static int time_invitation(struct sp_host *host, struct sp_live *live,
	struct sp_work *work, struct sp_error *e)
{
	int rc = sp_registry_timer_delete(host->registry, live->gid,
		work->timer.kind, work->timer.subject, e);

	work->fired = true;
	if (rc == SP_OK)
		rc = sp_lobby_fire(&host->post, live, &work->timer, e);
	host_stage(host, SP_STAGE_APPLIED);
	return rc;
}

int host_timer_apply(
	struct sp_batch *batch, struct sp_work *work, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	struct sp_live *live = host_batch_game(batch, work->gid);

	if (live == NULL) /* suspended: it waits */
		return SP_OK;
	work->ours = true;
	if (!live->started && !live->ended)
		return time_invitation(host, live, work, e);
	/* a mail of the same batch may have moved the game on; what is left
	 * over must not come up in every pass */
	if (!live->started || live->row->deadline == SP_NEVER ||
		live->game.status == SP_GAME_OVER)
		return sp_registry_timer_clear(host->registry, live->gid, e);
	int rc = look_at_dates(host, live, &work->timer, &work->fired, e);
	if (rc != SP_OK || work->fired)
		return rc;
	bool beside = sp_streq(work->timer.kind, "hold") ||
		      sp_streq(work->timer.kind, "bot") ||
		      sp_streq(work->timer.kind, SP_TIMER_CONSENT);
	bool deadline = !beside && host_timer_decides(work->timer.kind);
	int64_t due = live->row->deadline;
	rc = deadline && due == work->timer.due
		     ? fair_deadline(host, live, work->timer.since, &due, e)
		     : SP_OK;
	if (rc != SP_OK)
		return rc;
	if (due > live->row->deadline) {
		live->row->deadline = due;
		live->touched = true;
		work->fired = true; /* a mail behind it may go on */
	}
	if (deadline && live->row->deadline != work->timer.due) {
		work->timer.due = live->row->deadline;
		return sp_registry_timer_put(host->registry, &work->timer, e);
	}
	if (!beside && !deadline)
		return remind(host, live, &work->timer, &work->fired, e);
	work->fired = true;
	rc = beside ? fire_beside(host, live, &work->timer, e)
		    : fire(host, live, &work->timer, e);
	host_stage(host, SP_STAGE_APPLIED);
	return rc;
}
