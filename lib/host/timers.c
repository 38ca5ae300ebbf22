/* Deadlines: the clock gives the default answer (design 2, "Time"). */
#include "host/host_private.h"

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
	if (live->row.deadline != work->timer.due) {
		work->timer.due = live->row.deadline;
		return sp_registry_timer_put(host->registry, &work->timer, e);
	}

	work->fired = true;
	int late = live->game.active;
	struct sp_standing before = sp_standing_of(live);
	sp_agent_default(live->ruleset, &live->game, &command);
	sp_seal_input_timer(input, work->timer.due);
	int rc = sp_play_apply(
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
