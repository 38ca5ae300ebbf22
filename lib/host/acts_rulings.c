/*
 * The acts "game undo", "game cancel" and "game look": rulings of the operator,
 * each a commit that every player is told of.
 */
#include "host/acts.h"

#include "back/undo.h"
#include "host/deadlines.h"
#include "host/host_private.h"
#include "host/trouble.h"
#include "lobby/lobby.h"
#include "post/told.h"
#include "record/agents.h"
#include "record/commit.h"
#include "record/hidden.h"

#include <assert.h>

/* The game of the act, as long as there is something to rule about. */
int host_act_game(struct sp_batch *batch, const struct sp_work *work,
	struct sp_live **out, struct sp_error *e)
{
	struct sp_live *live = host_batch_game(batch, work->gid);
	const struct sp_error *why = host_trouble_why(batch->host, work->gid);

	if (work->gid[0] == '\0')
		return sp_error_set(e, SP_EINVAL, "which game? name it");
	if (live == NULL && why != NULL)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EAGAIN,
				"game %s cannot go on now: %s", work->gid,
				why->text),
			"try again when that has passed");
	if (live == NULL)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED, "game %s cannot go on now",
				work->gid),
			"`spellpost check` says why");
	if (live->ended)
		return sp_error_set(e, SP_EREFUSED,
			"game %s is over: its secret is in its repository, and "
			"nothing is changed any more",
			live->gid);
	*out = live;
	return SP_OK;
}

static int must_run(const struct sp_live *live, struct sp_error *e)
{
	assert(live != NULL);
	return live->started ? SP_OK
			     : sp_error_set(e, SP_EREFUSED,
				       "game %s has not begun: it waits for "
				       "its players to join",
				       live->gid);
}

static void describe(const struct sp_live *live, const struct sp_ruling *ruling,
	json_t **answer)
{
	struct sp_buf text;

	assert(live != NULL);
	*answer = json_object();
	sp_buf_init(&text, 256);
	sp_json_set_string(*answer, "gid", live->gid);
	sp_json_set_string(*answer, "head", live->head.hex);
	sp_json_set_int(*answer, "seq", (int64_t)live->seq);
	sp_record_ruling_format(ruling, &live->setup, &text);
	sp_json_set_string(*answer, "ruling", sp_buf_str(&text));
	sp_buf_free(&text);
}

/* A word of an act that may be left out: *out NULL. */
static int optional(const char **out, const json_t *act, const char *key,
	struct sp_error *e)
{
	*out = NULL;
	if (json_object_get(act, key) == NULL)
		return SP_OK;
	return sp_json_get_string(out, act, key, "the command", e);
}

/* ---- undo ------------------------------------------------------------- */

/* Oldest first. */
static json_t *in_order(const json_t *newest_first)
{
	json_t *list = json_array();

	for (size_t i = json_array_size(newest_first); i-- > 0;)
		json_array_append(list, json_array_get(newest_first, i));
	return list;
}

/* Takes `steps`. */
static void tell(json_t *answer, const struct sp_undo *t, json_t *steps)
{
	sp_json_set_int(answer, "to", (int64_t)t->seq);
	sp_json_set(answer, "undone", steps);
	sp_json_set_int(answer, "sealed", t->sealed);
}

static int undo(struct sp_host *host, struct sp_live *live,
	const struct sp_live *past, struct sp_undo *t, struct sp_work *work,
	int64_t journal, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);
	struct sp_ruling ruling = {
		.kind = SP_RULING_UNDO, .seq = t->seq, .seat = SP_NOBODY
	};
	json_t *steps = in_order(t->undone);
	struct sp_undone told = { .seq = t->seq,
		.answered = sp_record_agents_answered(live),
		.sealed = t->sealed,
		.steps = steps };
	char input[SP_SHA256_TEXT];

	before.undone = true;
	sp_seal_input_operator(input, (uint64_t)journal);
	told.declared = sp_record_ruling_apply(live, &ruling, &past->game,
		json_object_get(past->sealed, "agents"));
	told.answered &= ~sp_record_agents_answered(live);
	told.turn = live->game.turn;
	int rc = sp_record_ruling(live, &ruling, before.turn, past->report,
		work->instant, input, e);
	if (rc == SP_OK) {
		describe(live, &ruling, &work->answer);
		tell(work->answer, t, json_incref(steps));
	}
	/* nobody may be left to wait for: bots, and those who declared */
	if (rc == SP_OK)
		rc = sp_table_rounds_settle(
			&host->scratch, live, work->instant, input, e);
	if (rc == SP_OK)
		rc = host_rearm(host, live, &before, e);
	if (rc == SP_OK)
		rc = sp_post_undone(&host->post, live, &told, work->instant, e);
	if (rc == SP_OK)
		rc = host_notices(host, live, &before, work->instant, e);
	json_decref(steps);
	return rc;
}

/* What would be undone; nothing is. */
static json_t *plan_undo(const struct sp_live *live, const struct sp_undo *t)
{
	json_t *plan = json_object();

	sp_json_set_bool(plan, "plan", true);
	sp_json_set_string(plan, "gid", live->gid);
	sp_json_set_int(plan, "at", (int64_t)live->seq);
	tell(plan, t, in_order(t->undone));
	return plan;
}

/* Two undos in a row take back twice as much: each names the step that it finds
 * at the tip, and so can be done once only. */
static int check_tip(
	struct sp_live *live, const json_t *act, bool *plan, struct sp_error *e)
{
	struct sp_commit_info info;
	int64_t at = 0;
	int rc;

	*plan = json_object_get(act, "at") == NULL;
	if (*plan)
		return SP_OK;
	rc = sp_json_get_int(&at, act, "at", 0, INT64_MAX, "the command", e);
	if (rc != SP_OK || (uint64_t)at == live->seq)
		return rc;
	sp_store_commit_info_init(&info);
	rc = sp_store_info(live->repo, &live->head, &info, e);
	const char *message = sp_buf_str(&info.message);
	if (rc == SP_OK)
		rc = sp_error_set(e, SP_EREFUSED,
			"nothing was undone: game %s is not at step %lld, but "
			"at step %llu, \"%.*s\"",
			live->gid, (long long)at, (unsigned long long)live->seq,
			(int)strcspn(message, "\n"), message);
	sp_store_commit_info_clear(&info);
	return rc;
}

int host_act_undo(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e)
{
	static const char *const keys[] = { "act", "game", "to", "at", NULL };
	const char *to = NULL;
	bool plan = false;
	struct sp_live *live = NULL, *past = NULL;
	struct sp_undo t = { .by_seq = false };
	int rc = sp_json_only_keys(work->act, keys, "game undo", e);

	if (rc == SP_OK)
		rc = optional(&to, work->act, "to", e);
	if (rc == SP_OK)
		rc = host_act_game(batch, work, &live, e);
	if (rc == SP_OK)
		rc = must_run(live, e);
	if (rc == SP_OK)
		rc = check_tip(live, work->act, &plan, e);
	if (rc == SP_OK && !plan)
		rc = sp_table_stood_tell(live, e);
	if (rc != SP_OK)
		return rc;
	t.undone = json_array();
	rc = sp_back_undo_find(&batch->host->rulesets, live, to, &t, e);
	if (rc == SP_OK)
		rc = sp_back_undo_load(
			&batch->host->rulesets, live, &t, &past, e);
	if (rc == SP_OK && plan)
		work->answer = plan_undo(live, &t);
	else if (rc == SP_OK)
		rc = undo(batch->host, live, past, &t, work, journal, e);
	sp_record_live_free_past(past);
	json_decref(t.undone);
	return rc;
}

/* ---- cancel ----------------------------------------------------------- */

int host_act_cancel(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e)
{
	static const char *const keys[] = { "act", "game", NULL };
	struct sp_ruling ruling = { .kind = SP_RULING_CANCEL,
		.seat = SP_NOBODY };
	struct sp_host *host = batch->host;
	struct sp_live *live = NULL;
	char input[SP_SHA256_TEXT];
	int rc = sp_json_only_keys(work->act, keys, "game cancel", e);

	if (rc == SP_OK)
		rc = host_act_game(batch, work, &live, e);
	if (rc == SP_OK)
		rc = sp_table_stood_tell(live, e);
	if (rc != SP_OK)
		return rc;
	struct sp_standing before = sp_post_standing_of(live);
	sp_seal_input_operator(input, (uint64_t)journal);
	(void)sp_record_ruling_apply(live, &ruling, NULL, NULL);
	rc = sp_record_ruling(
		live, &ruling, before.turn, NULL, work->instant, input, e);
	if (rc == SP_OK)
		describe(live, &ruling, &work->answer);
	if (rc == SP_OK)
		rc = host_notices(host, live, &before, work->instant, e);
	if (rc == SP_OK && !live->started)
		rc = sp_lobby_cancelled(&host->post, live, work->instant, e);
	return rc;
}

/* ---- look ------------------------------------------------------------- */

int host_act_look(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e)
{
	static const char *const keys[] = { "act", "game", "seat", NULL };
	const char *colour = NULL;
	struct sp_ruling ruling = { .kind = SP_RULING_LOOK, .seat = SP_NOBODY };
	struct sp_host *host = batch->host;
	struct sp_live *live = NULL;
	char input[SP_SHA256_TEXT];
	int rc = sp_json_only_keys(work->act, keys, "game look", e);

	if (rc == SP_OK)
		rc = optional(&colour, work->act, "seat", e);
	if (rc == SP_OK)
		rc = host_act_game(batch, work, &live, e);
	if (rc == SP_OK)
		rc = must_run(live, e);
	if (rc != SP_OK)
		return rc;
	if (colour != NULL) {
		ruling.seat = sp_state_setup_seat(&live->setup, colour);
		if (ruling.seat == SP_NOBODY)
			return sp_error_set(e, SP_EINVAL,
				"there is no seat \"%s\" in game %s", colour,
				live->gid);
	}
	struct sp_standing before = sp_post_standing_of(live);
	sp_seal_input_operator(input, (uint64_t)journal);
	(void)sp_record_ruling_apply(live, &ruling, NULL, NULL);
	rc = sp_record_ruling(
		live, &ruling, before.turn, NULL, work->instant, input, e);
	if (rc == SP_OK)
		rc = sp_post_look(
			&host->post, live, ruling.seat, work->instant, e);
	if (rc == SP_OK)
		rc = host_notices(host, live, &before, work->instant, e);
	if (rc == SP_OK) {
		/* it leaves the process when the batch is decided */
		describe(live, &ruling, &work->answer);
		sp_json_set(work->answer, "hidden",
			sp_record_hidden_json(
				&host->scratch, live, ruling.seat));
	}
	return rc;
}
