/* Where an undo takes a game back to: its history, walked back to the step. */
#include "back/undo.h"

#include "back/back.h"
#include "record/commit.h"

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

/* Is this commit the position before the last command? What a bot or a
 * preference did does not count: it would only do it again. */
static bool is_before_last(struct sp_undo *t, const struct step *step)
{
	if (t->next)
		return true;
	if (step->is_ruling || step->command[0] == '\0' ||
		((sp_streq(step->input, SP_INPUT_BOT) ||
			 sp_streq(step->input, SP_INPUT_DECLARED)) &&
			!is_closing(step->command)))
		return false;
	t->nothing = sp_streq(step->command, "start");
	t->next = true;
	return false;
}

/* What was undone before is passed over: the steps that brought the game to
 * where it is are those before the commit that came back. */
static bool is_passed(struct sp_undo *t, const struct step *step)
{
	if (t->jump != 0 && step->seq > t->jump)
		return true;
	t->jump = 0;
	if (step->is_ruling && step->ruling.kind == SP_RULING_UNDO)
		t->jump = step->ruling.seq;
	return false;
}

static bool is_target(const struct sp_undo *t, const struct step *step,
	const struct sp_oid *id)
{
	if (t->by_id)
		return sp_store_oid_equal(id, &t->id);
	return t->by_seq && step->seq == t->seq;
}

static int look_at(const struct sp_commit_info *info, void *payload)
{
	struct sp_undo *t = payload;
	const char *message = sp_buf_str(&info->message);
	struct step step = { .seq = 0 };
	int rc = sp_back_seq(info, &step.seq, t->e);

	if (rc != SP_OK)
		return rc;
	sp_back_trailer(message, "Command", step.command, sizeof(step.command));
	sp_back_trailer(message, "Input", step.input, sizeof(step.input));
	step.is_ruling = sp_record_ruling_parse(&step.ruling, t->setup,
				 step.command, NULL) == SP_OK;

	bool passed = is_passed(t, &step);
	t->found = is_target(t, &step, &info->id);
	if (!passed && !t->by_id && !t->by_seq)
		t->found = is_before_last(t, &step);
	if (t->found) {
		t->id = info->id;
		t->seq = step.seq;
	} else if (!passed && step.command[0] == '\0') {
		t->sealed++;
	} else if (!passed && !step.is_ruling) {
		json_array_append_new(t->undone,
			json_stringn(message, strcspn(message, "\n")));
	}
	return t->found || t->nothing;
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
static int parse_target(struct sp_live *live, const char *to, struct sp_undo *t,
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
			       : sp_error_set(e, SP_EINVAL,
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

/* True if a round is open in the position that was found. */
static int is_in_round(struct sp_rulesets *rulesets, const struct sp_live *live,
	const struct sp_undo *t, bool *yes, struct sp_error *e)
{
	struct sp_live *past = NULL;
	int rc = sp_record_live_past(rulesets, live, &t->id, &past, e);

	*yes = rc == SP_OK && past->started &&
	       past->game.decision.kind == SP_DECISION_REACTION;
	sp_record_live_free_past(past);
	return rc;
}

/* No answer that was given in secret is ever taken back alone: from a position
 * in which a round is open the way leads on, to what was before the command
 * that opened it; and a step that was asked for by its number is refused. */
static int walk_back(struct sp_rulesets *rulesets, const struct sp_live *live,
	struct sp_undo *t, struct sp_error *e)
{
	struct sp_undo asked = *t;
	struct sp_oid from = live->head;
	bool again = true, refused = false;
	int rc = SP_OK;

	while (rc == SP_OK && again) {
		rc = sp_store_log(live->repo, &from, look_at, t, e);
		again = false;
		if (rc == SP_OK && t->found)
			rc = is_in_round(rulesets, live, t, &again, e);
		if (!again)
			break;
		if (asked.by_id && !refused)
			asked.seq = t->seq;
		refused = asked.by_seq || asked.by_id;
		from = t->id;
		t->found = t->next = t->by_seq = t->by_id = false;
	}
	if (rc != SP_OK || !refused)
		return rc;
	return t->found ? sp_error_set(e, SP_EREFUSED,
				  "in the position of step %llu answers are "
				  "asked: go back to step %llu, before that",
				  (unsigned long long)asked.seq,
				  (unsigned long long)t->seq)
			: sp_error_set(e, SP_EREFUSED,
				  "in the position of step %llu answers are "
				  "asked, and nothing was done before",
				  (unsigned long long)asked.seq);
}

int sp_back_undo_find(struct sp_rulesets *rulesets, struct sp_live *live,
	const char *to, struct sp_undo *t, struct sp_error *e)
{
	int rc = parse_target(live, to, t, e);

	t->setup = &live->setup;
	t->e = e;
	if (rc == SP_OK)
		rc = walk_back(rulesets, live, t, e);
	if (rc != SP_OK || t->found)
		return rc;
	if (t->by_seq)
		return sp_error_set(e, SP_EINVAL,
			"game %s has no step %llu; its last one is %llu",
			live->gid, (unsigned long long)t->seq,
			(unsigned long long)live->seq);
	return sp_error_set(e, SP_EREFUSED,
		"nothing was done yet in game %s that could be undone",
		live->gid);
}

/* Is this the position that the game is in, whatever was said beside it? */
static bool is_present(const struct sp_live *live, const struct sp_live *past)
{
	struct sp_game *old = sp_xmalloc(sizeof(*old));
	json_t *hidden = sp_state_hidden(&live->game), *then;
	struct sp_buf now, before;

	*old = past->game;
	old->rng = live->game.rng;
	old->decision.number = live->game.decision.number;
	memcpy(old->watch, live->game.watch, sizeof(old->watch));
	old->n_watches = live->game.n_watches;
	old->asked = live->game.asked;
	then = sp_state_hidden(old);
	sp_buf_init(&now, SIZE_MAX);
	sp_buf_init(&before, SIZE_MAX);
	sp_state_encode(&live->game, &live->ruleset->lexicon, &now);
	sp_state_encode(old, &live->ruleset->lexicon, &before);
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

int sp_back_undo_load(struct sp_rulesets *rulesets, struct sp_live *live,
	const struct sp_undo *t, struct sp_live **past, struct sp_error *e)
{
	int rc = sp_record_live_past(rulesets, live, &t->id, past, e);

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
