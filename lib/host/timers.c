/* Deadlines: the clock gives the default answer (design 2, "Time"). */
#include "host/host_private.h"

#define DELAY_FREE  900  /* seconds that a call to move may take to get out */
#define DELAY_CHECK 3600 /* while it does not get out */

/* Seconds of [from, to] in which an inbox did not answer. */
static int64_t silence(const struct sp_host *host, int64_t from, int64_t to)
{
	if (from < host->silent_from)
		from = host->silent_from;
	if (to > host->silent_to)
		to = host->silent_to;
	return to > from ? to - from : 0;
}

/*
 * An outage of ours costs nobody his turn. As long as the call to move did not
 * leave this machine its deadline is put off, and it comes as much later as the
 * call did: because it could not be sent, or because the mail that brought it
 * about could not be read. Where a player has acted upon this decision already,
 * he knew of it. *due: when the deadline is, as far as is known now.
 */
static int fair_deadline(struct sp_host *host, const struct sp_live *live,
	int64_t *due, struct sp_error *e)
{
	const char *colour = live->setup.colour[live->game.active];
	int64_t opened = live->when, now = sp_host_now(host), late;
	char id[SP_MSGID_SIZE];
	struct sp_outbox_row call;
	int rc = sp_post_id(host, live, colour, "turn", id, e);

	if (rc == SP_OK)
		rc = sp_registry_outbox_find(host->registry, id, &call, e);
	if (rc == SP_ENOTFOUND)
		return SP_OK;
	if (rc != SP_OK)
		return rc;
	late = silence(host, opened, call.created);
	if (call.state == SP_OUTBOX_SENT)
		late += call.sent - call.created;
	else if (call.state == SP_OUTBOX_QUEUED)
		late += now - call.created;
	if (late <= DELAY_FREE)
		return SP_OK;
	*due = call.state == SP_OUTBOX_QUEUED
		       ? now + DELAY_CHECK
		       : opened + (int64_t)sp_live_hours(live) * 3600 + late;
	return SP_OK;
}

int sp_timer_apply(
	struct sp_batch *batch, struct sp_work *work, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	struct sp_live *live = sp_batch_game(batch, work->gid);
	struct sp_command command;
	struct sp_refusal why = { 0 };
	char input[SP_SHA256_TEXT];

	if (live == NULL) /* suspended: it waits */
		return SP_OK;
	work->ours = true;
	/* a mail of the same batch may have moved the game on; what is left
	 * over must not come up in every pass */
	if (!live->started || live->row.deadline == SP_NEVER ||
		live->game.status == SP_GAME_OVER)
		return sp_registry_timer_clear(host->registry, live->gid, e);
	int64_t due = live->row.deadline;
	int rc = due == work->timer.due ? fair_deadline(host, live, &due, e)
					: SP_OK;
	if (rc != SP_OK)
		return rc;
	if (due > live->row.deadline) {
		live->row.deadline = due;
		live->touched = true;
		work->fired = true; /* a mail behind it may go on */
	}
	if (live->row.deadline != work->timer.due) {
		work->timer.due = live->row.deadline;
		return sp_registry_timer_put(host->registry, &work->timer, e);
	}

	work->fired = true;
	int late = live->game.active;
	struct sp_standing before = sp_standing_of(live);
	sp_agent_default(live->ruleset, &live->game, &command);
	sp_seal_input_timer(input, work->timer.due);
	rc = sp_play_apply(
		host, live, &command, work->timer.due, input, NULL, &why, e);
	if (rc == SP_EREFUSED)
		return sp_error_set(e, SP_EREFUSED,
			"the clock's default answer is refused: %s", why.text);
	if (rc == SP_OK)
		rc = sp_registry_timer_delete(host->registry, live->gid,
			work->timer.kind, work->timer.subject, e);
	if (rc == SP_OK)
		rc = sp_rearm(host, live, &before, e);
	if (rc == SP_OK && live->game.wizard[late].alive)
		rc = sp_post_notice(host, live, late, "late",
			"The clock ended your turn",
			"Your deadline passed, so the clock ended your turn.\n"
			"Your wizard stays in the game.",
			work->timer.due, NULL, e);
	if (rc == SP_OK)
		rc = sp_notices(host, live, &before, work->timer.due, e);
	sp_host_step(host, SP_STEP_APPLIED);
	return rc;
}
