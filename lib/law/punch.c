/* Punches: at a wizard, a wall, a door, a thing. */
#include "judge_private.h"
#include "law/compulsion.h"
#include "law/limits.h"

#include "eval/thing.h"

static bool strikes(const struct sp_judge *j)
{
	return law_judge_stat(j, SP_STAT_PUNCH) > 0 ||
	       law_judge_stat(j, SP_STAT_PUNCH_DIE) > 0 ||
	       law_judge_stat(j, SP_STAT_PUNCH_SET_DIE) > 0 ||
	       law_judge_stat(j, SP_STAT_PUNCH_FIRE) > 0;
}

static enum sp_reason begin(struct sp_judge *j)
{
	enum sp_reason reason = sp_law_may_attack(j->ruleset, j->g, j->actor);

	/* a creature need not have a fist */
	if (reason == SP_REASON_NONE && !strikes(j))
		reason = SP_REASON_NO_FIST;
	return reason;
}

/* A fist reaches what is beside, and with some spells whatever is in sight. */
static bool reaches_far(const struct sp_judge *j)
{
	return law_judge_stat(j, SP_STAT_PUNCH_SIGHT) != 0;
}

static enum sp_reason judge_reach(const struct sp_judge *j, sp_value ref)
{
	struct sp_aim aim = law_judge_aim(j);
	enum sp_reason reason;

	aim.range = reaches_far(j) ? SP_RANGE_SIGHT : SP_RANGE_ADJACENT;
	reason = sp_eval_in_range(&aim, ref);
	if (reason == SP_REASON_NONE || aim.range == SP_RANGE_SIGHT)
		return reason;
	return SP_REASON_NOT_ADJACENT;
}

static enum sp_reason judge_actor(const struct sp_judge *j, sp_value ref)
{
	const struct sp_game *g = j->g;
	int actor = sp_index_of(ref);

	if (!sp_game_is_actor(g, actor))
		return SP_REASON_MALFORMED;
	if (actor == j->actor)
		return SP_REASON_SELF;
	if (!g->actor[actor].alive)
		return SP_REASON_TARGET_DEAD;
	if (!sp_eval_actor_stat(j->ruleset, g, actor, SP_STAT_MAY_BE_ATTACKED))
		return SP_REASON_NOT_TARGETABLE;
	return judge_reach(j, ref);
}

static enum sp_reason judge_object(const struct sp_judge *j, sp_value ref)
{
	enum sp_reason reason = law_fist_harms(j->ruleset, j->g, j->actor, ref);

	return reason == SP_REASON_NONE ? judge_reach(j, ref) : reason;
}

static enum sp_reason judge_edge(const struct sp_judge *j, sp_value ref)
{
	const struct sp_board *b = &j->g->board;
	uint16_t i = (uint16_t)sp_index_of(ref);

	if (i >= b->n_edges)
		return SP_REASON_MALFORMED;
	if (!reaches_far(j) && !sp_board_beside(b, j->at, i))
		return SP_REASON_NOT_BESIDE;
	if (!sp_board_edge_stands(b, i))
		return SP_REASON_NOTHING_THERE;
	if (sp_board_edge_is_kept(b, i))
		return SP_REASON_OUTER_WALL;
	return judge_object(j, ref);
}

static enum sp_reason judge_thing(const struct sp_judge *j, sp_value ref)
{
	int i = sp_index_of(ref);

	if (i >= SP_THINGS_MAX || j->g->thing[i].kind == SP_THING_FREE)
		return SP_REASON_MALFORMED;
	if (!sp_game_is_real_to(j->g, i, j->actor))
		return SP_REASON_NOTHING_THERE;
	if (!sp_eval_takes_part(j->ruleset, j->g, i, SP_PART_TARGET))
		return SP_REASON_NO_OBJECT;
	return judge_object(j, ref);
}

static enum sp_reason judge_any(const struct sp_judge *j, sp_value value)
{
	switch ((enum sp_kind)sp_kind_of(value)) {
	case SP_KIND_ACTOR:
		return judge_actor(j, value);
	case SP_KIND_EDGE:
		return judge_edge(j, value);
	case SP_KIND_THING:
		return judge_thing(j, value);
	default:
		return SP_REASON_MALFORMED;
	}
}

static enum sp_reason judge(const struct sp_judge *j, sp_value value)
{
	enum sp_reason reason = judge_any(j, value);

	return reason == SP_REASON_NONE ? law_compelled_punch(j, value)
					: reason;
}

static void list(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(out, SP_KIND_ACTOR, sp_game_actors_end(j->g));
	if (!law_fist_is_strong(j->ruleset, j->g, j->actor)) {
		law_domain_add_all(out, SP_KIND_THING, j->g->things_end);
		return;
	}
	if (reaches_far(j))
		law_domain_add_all(out, SP_KIND_EDGE, j->g->board.n_edges);
	else
		law_domain_add_edges(j, out);
	law_domain_add_all(out, SP_KIND_THING, j->g->things_end);
}

const struct law_verb law_verb_punch = {
	.by_creature = true,
	.begin = begin,
	.answer = judge,
	.list = list,
};
