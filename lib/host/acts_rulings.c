/*
 * The acts "game undo", "game cancel" and "game look": rulings of the operator,
 * each a commit that every player is told of.
 */
#include "host/host_private.h"

#include <assert.h>

/* The game of the act, as long as there is something to rule about. */
static int find_game(const struct sp_batch *batch, const struct sp_work *work,
	struct sp_live **out, struct sp_error *e)
{
	struct sp_live *live = host_batch_game(batch, work->gid);
	const char *waits = host_trouble_text(batch->host, work->gid);

	if (work->gid[0] == '\0')
		return sp_error_set(e, SP_EINVAL, "which game? name it");
	if (live == NULL && waits != NULL)
		return sp_error_set(e, SP_EAGAIN,
			"game %s cannot go on now: %s; try again when that has "
			"passed",
			work->gid, waits);
	if (live == NULL)
		return sp_error_set(e, SP_EREFUSED,
			"game %s cannot go on now; `spellpost check` says why",
			work->gid);
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

/* ---- undo: back to where ---------------------------------------------- */

struct target {
	/* asked for: a commit, a seq, or (neither) before the last command */
	struct sp_oid id;
	bool by_seq, by_id;
	uint64_t seq;
	/* walking back to it */
	const struct sp_setup *setup;
	uint64_t jump; /* an undo on the way: go on there; 0: none */
	bool next;     /* the commit before the command that goes */
	bool closing;  /* ... which closed a round, perhaps by itself */
	bool nothing;  /* no command was given yet */
	bool found;
	json_t *undone; /* subjects, newest first */
	struct sp_error *e;
};

/* A commit on the way. */
struct step {
	uint64_t seq;
	char command[256]; /* "" where it is sealed; perhaps cut */
	char input[SP_SHA256_TEXT];
	bool is_ruling;
	struct sp_ruling ruling;
};

/* "12 answer none": the end of a round. */
static bool is_closing(const char *command)
{
	return sp_starts(command + strspn(command, "0123456789"), " answer");
}

/* Is this commit the position before the last command? What a bot did does not
 * count: it would only do it again. */
static bool is_before_last(struct target *t, const struct step *step)
{
	if (t->next)
		return true;
	t->closing = is_closing(step->command);
	if (step->is_ruling || step->command[0] == '\0' ||
		(sp_streq(step->input, SP_INPUT_BOT) && !t->closing))
		return false;
	t->nothing = sp_streq(step->command, "start");
	t->next = true;
	return false;
}

/* What was undone before is passed over: the steps that brought the game to
 * where it is are those before the commit that came back. */
static bool is_passed(struct target *t, const struct step *step)
{
	if (t->jump != 0 && step->seq > t->jump)
		return true;
	t->jump = 0;
	if (step->is_ruling && step->ruling.kind == SP_RULING_UNDO)
		t->jump = step->ruling.seq;
	return false;
}

static bool is_target(const struct target *t, const struct step *step,
	const struct sp_oid *id)
{
	if (t->by_id)
		return sp_store_oid_equal(id, &t->id);
	return t->by_seq && step->seq == t->seq;
}

static void take_trailer(
	const char *message, const char *key, char *out, size_t size)
{
	struct sp_buf text;

	sp_buf_init(&text, size - 1);
	(void)sp_store_trailer(&text, message, key);
	sp_format(out, size, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
}

static int look_at(const struct sp_commit_info *info, void *payload)
{
	struct target *t = payload;
	const char *message = sp_buf_str(&info->message);
	struct step step = { .seq = 0 };
	char text[24];
	long long seq = 0;

	take_trailer(message, "Seq", text, sizeof(text));
	if (sp_parse_int(text, 0, INT64_MAX, &seq) != SP_OK)
		return sp_error_set(t->e, SP_ECORRUPT,
			"commit %s has no Seq trailer", info->id.hex);
	step.seq = (uint64_t)seq;
	take_trailer(message, "Command", step.command, sizeof(step.command));
	take_trailer(message, "Input", step.input, sizeof(step.input));
	step.is_ruling = sp_record_ruling_parse(&step.ruling, t->setup,
				 step.command, NULL) == SP_OK;

	bool passed = is_passed(t, &step);
	t->found = is_target(t, &step, &info->id);
	if (!passed && !t->by_id && !t->by_seq)
		t->found = is_before_last(t, &step);
	if (t->found) {
		t->id = info->id;
		t->seq = step.seq;
	} else if (!passed && !step.is_ruling && step.command[0] != '\0') {
		json_array_append_new(t->undone,
			json_stringn(message, strcspn(message, "\n")));
	}
	return t->found || t->nothing;
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

/* "turn/7", "turn/7-2": nothing that is another name in the repository. */
static bool is_turn(const char *to)
{
	if (!sp_starts(to, "turn/"))
		return false;
	to += strlen("turn/");
	return *to != '\0' && to[strspn(to, "0123456789-")] == '\0';
}

/* "17", "turn/7", or NULL. */
static int parse_target(struct sp_live *live, const char *to, struct target *t,
	struct sp_error *e)
{
	long long seq = 0;

	if (to == NULL)
		return SP_OK;
	if (is_turn(to)) {
		t->by_id = true;
		int rc = sp_store_tag(live->repo, to, &t->id, e);
		return rc != SP_ENOTFOUND
			       ? rc
			       : sp_error_set(e, rc,
					 "game %s has no tag \"%s\"; it is in "
					 "turn %d",
					 live->gid, to, live->game.turn);
	}
	t->by_seq = true;
	if (sp_parse_int(to, 0, INT64_MAX, &seq) != SP_OK)
		return sp_error_set(e, SP_EINVAL,
			"\"%s\" is neither the number of a step nor a turn: "
			"write 17, or turn/7",
			to);
	t->seq = (uint64_t)seq;
	return SP_OK;
}

/* A round that nobody was waited for in closed by itself, behind the command
 * that opened it, and would do so again: that command is the last one. */
static int closed_by_itself(struct sp_host *host, const struct sp_live *live,
	const struct target *t, bool *yes, struct sp_error *e)
{
	struct sp_live *past = NULL;
	int rc = sp_record_live_past(&host->rulesets, live, &t->id, &past, e);

	*yes = rc == SP_OK && sp_table_round_awaits(&host->scratch, past) == 0;
	sp_record_live_free_past(past);
	return rc;
}

static int find_target(struct sp_host *host, struct sp_live *live,
	const char *to, struct target *t, struct sp_error *e)
{
	int rc = parse_target(live, to, t, e);
	struct sp_oid from = live->head;
	bool again = true;

	t->setup = &live->setup;
	t->e = e;
	while (rc == SP_OK && again) {
		rc = sp_store_log(live->repo, &from, look_at, t, e);
		again = false;
		if (rc == SP_OK && t->found && t->closing)
			rc = closed_by_itself(host, live, t, &again, e);
		if (again) {
			from = t->id;
			t->found = t->next = false;
		}
	}
	if (rc != SP_OK || t->found)
		return rc;
	if (t->by_seq)
		return sp_error_set(e, SP_ENOTFOUND,
			"game %s has no step %llu; its last one is %llu",
			live->gid, (unsigned long long)t->seq,
			(unsigned long long)live->seq);
	return sp_error_set(e, SP_EREFUSED,
		"nothing was done yet in game %s that could be undone",
		live->gid);
}

/* ---- undo ------------------------------------------------------------- */

/* Is this the position that the game is in, whatever was said beside it? */
static bool is_present(const struct sp_live *live, const struct sp_live *past)
{
	struct sp_game *old = sp_xmalloc(sizeof(*old));
	json_t *hidden = sp_game_hidden(&live->game), *then;
	struct sp_buf now, before;

	*old = past->game;
	old->rng = live->game.rng;
	old->decision.number = live->game.decision.number;
	then = sp_game_hidden(old);
	sp_buf_init(&now, SIZE_MAX);
	sp_buf_init(&before, SIZE_MAX);
	sp_game_encode(&live->game, &live->ruleset->lexicon, &now);
	sp_game_encode(old, &live->ruleset->lexicon, &before);
	bool same = sp_streq(sp_buf_str(&now), sp_buf_str(&before)) &&
		    json_equal(hidden, then);
	sp_buf_free(&now);
	sp_buf_free(&before);
	json_decref(hidden);
	json_decref(then);
	sp_wipe(old, sizeof(*old));
	sp_free(old);
	return same;
}

static int load_past(struct sp_host *host, struct sp_live *live,
	const struct target *t, struct sp_live **past, struct sp_error *e)
{
	int rc = sp_record_live_past(&host->rulesets, live, &t->id, past, e);

	if (rc != SP_OK)
		return rc;
	if (!(*past)->started)
		return sp_error_set(e, SP_EREFUSED,
			"step %llu is before the start of game %s: there is "
			"no position to go back to",
			(unsigned long long)t->seq, live->gid);
	if (is_present(live, *past))
		return sp_error_set(e, SP_EREFUSED,
			"game %s is in the position of step %llu: there is "
			"nothing to undo",
			live->gid, (unsigned long long)t->seq);
	return SP_OK;
}

/* Oldest first. */
static json_t *in_order(const json_t *newest_first)
{
	json_t *list = json_array();

	for (size_t i = json_array_size(newest_first); i-- > 0;)
		json_array_append(list, json_array_get(newest_first, i));
	return list;
}

static int undo(struct sp_host *host, struct sp_live *live,
	const struct sp_live *past, struct target *t, struct sp_work *work,
	int64_t journal, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);
	struct sp_ruling ruling = {
		.kind = SP_RULING_UNDO, .seq = t->seq, .seat = SP_NOBODY
	};
	json_t *undone = in_order(t->undone);
	char input[SP_SHA256_TEXT];
	unsigned turn, dropped;

	before.undone = true;
	sp_seal_input_operator(input, (uint64_t)journal);
	dropped = sp_record_ruling_apply(live, &ruling, &past->game,
		json_object_get(past->sealed, "agents"));
	turn = live->game.turn;
	int rc = sp_record_ruling(live, &ruling, before.turn, past->report,
		work->instant, input, e);
	if (rc == SP_OK) {
		describe(live, &ruling, &work->answer);
		sp_json_set_int(work->answer, "to", (int64_t)t->seq);
		sp_json_set(work->answer, "undone", json_incref(undone));
	}
	/* nobody may be left to wait for: bots, and those who declared */
	if (rc == SP_OK)
		rc = sp_table_rounds_settle(
			&host->scratch, live, work->instant, input, e);
	if (rc == SP_OK)
		rc = host_rearm(host, live, &before, e);
	if (rc == SP_OK)
		rc = sp_post_undone(&host->post, live, &ruling, turn, dropped,
			undone, work->instant, e);
	if (rc == SP_OK)
		rc = host_notices(host, live, &before, work->instant, e);
	json_decref(undone);
	return rc;
}

/* What would be undone; nothing is. */
static json_t *plan_undo(const struct sp_live *live, const struct target *t)
{
	json_t *plan = json_object();

	sp_json_set_bool(plan, "plan", true);
	sp_json_set_string(plan, "gid", live->gid);
	sp_json_set_int(plan, "at", (int64_t)live->seq);
	sp_json_set_int(plan, "to", (int64_t)t->seq);
	sp_json_set(plan, "undone", in_order(t->undone));
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
	struct target t = { .by_seq = false };
	int rc = sp_json_only_keys(work->act, keys, "game undo", e);

	if (rc == SP_OK)
		rc = optional(&to, work->act, "to", e);
	if (rc == SP_OK)
		rc = find_game(batch, work, &live, e);
	if (rc == SP_OK)
		rc = must_run(live, e);
	if (rc == SP_OK)
		rc = check_tip(live, work->act, &plan, e);
	if (rc == SP_OK && !plan)
		rc = sp_table_stood_tell(live, e);
	if (rc != SP_OK)
		return rc;
	t.undone = json_array();
	rc = find_target(batch->host, live, to, &t, e);
	if (rc == SP_OK)
		rc = load_past(batch->host, live, &t, &past, e);
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
		rc = find_game(batch, work, &live, e);
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
		rc = sp_post_no_game(&host->post, live, work->instant, e);
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
		rc = find_game(batch, work, &live, e);
	if (rc == SP_OK)
		rc = must_run(live, e);
	if (rc != SP_OK)
		return rc;
	if (colour != NULL) {
		ruling.seat = sp_game_setup_seat(&live->setup, colour);
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
