/*
 * What is announced: how it is aimed, what it crosses, whom it affects.
 *
 * In the circle of expressions: see eval.c.
 */
#include "law/aim.h"
#include "law/env.h"

void sp_law_aim_of_cast(struct sp_aim *aim, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_cast_play(ruleset, it);
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;

	memset(aim, 0, sizeof(*aim));
	aim->ruleset = ruleset;
	aim->g = g;
	aim->actor = sp_actor_index(it->actor);
	aim->origin = it->origin;
	aim->corner = it->corner;
	aim->blocked = it->blocked >= 0 ? it->blocked + 1 : 0;
	if (play == NULL) {
		aim->range = sp_actor_stat(ruleset, g, aim->actor,
				     SP_STAT_PUNCH_SIGHT) != 0
				     ? SP_RANGE_SIGHT
				     : SP_RANGE_ADJACENT;
		return;
	}
	aim->range = play->n_slots > 0 ? ruleset->slot[play->slot[0]].range
				       : play->range;
	aim->spell = play->type == SP_PLAY_ATTACK ||
		     play->type == SP_PLAY_NEUTRAL ||
		     play->type == SP_PLAY_COUNTER;
	aim->ignore_sight_limit = (play->flags & SP_FLAG_GLOBAL) != 0;
	sp_law_env_of_cast(&env, ruleset, g, cast, local);
	aim->within = sp_law_eval(&env, play->within, 0);
	if (play->n_slots > 0)
		aim->within = sp_law_eval(
			&env, ruleset->slot[play->slot[0]].within, aim->within);
}

/* The direction of a bolt; -1: it is none. */
static int bolt_way(const struct sp_ruleset *r, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_cast_play(r, cast);

	for (int i = 0; play != NULL && i < play->n_slots; i++)
		if (r->slot[play->slot[i]].asks == SP_ASK_DIRECTION &&
			cast->answer[i] >= 0 && cast->answer[i] < SP_DIRS)
			return cast->answer[i];
	return -1;
}

static bool is_aimed_at(sp_value answer)
{
	int kind = sp_kind_of(answer);

	return kind >= SP_KIND_ACTOR && kind <= SP_KIND_TREASURE;
}

/* A line runs over an edge if it would be gone with a wall there. */
bool sp_law_line_crosses(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint16_t edge)
{
	const struct sp_cast *it = &g->cast[cast];
	uint16_t path[SP_BOLT_MAX], edges[SP_BOLT_MAX];
	int way = bolt_way(ruleset, it);
	struct sp_aim aim, with;

	sp_law_aim_of_cast(&aim, ruleset, g, cast);
	if (way >= 0) {
		int n = it->energy < SP_BOLT_MAX ? it->energy : SP_BOLT_MAX;

		sp_law_bolt_path(&aim, way, n, path, edges);
		for (int i = 0; i < n; i++)
			if (edges[i] == edge)
				return true;
		return false;
	}
	if (aim.range != SP_RANGE_SIGHT && aim.range != SP_RANGE_ADJACENT)
		return false;
	/* nothing gets over a wall, unless somebody sees through it */
	if (sp_board_edge_blocks(&g->board, edge) &&
		(!aim.spell || sp_actor_stat(ruleset, g, aim.actor,
				       SP_STAT_SEE_THROUGH) == 0))
		return false;
	with = aim;
	with.blocked = edge + 1;
	for (int i = 0; i < it->n_answers; i++) {
		if (!is_aimed_at(it->answer[i]))
			continue;
		/* most lines are still there, which is enough to know */
		if (sp_law_in_range(&with, it->answer[i]) != SP_REASON_NONE &&
			sp_law_in_range(&aim, it->answer[i]) == SP_REASON_NONE)
			return true;
	}
	return false;
}

/* Only the edges that the lines found now run by need to be looked at. */
static void begin_crossing(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	struct sp_aim aim;

	crossing->cast = cast;
	if (bolt_way(ruleset, it) >= 0) {
		memset(crossing->edge, 1, sizeof(crossing->edge));
		return;
	}
	memset(crossing->edge, 0, sizeof(crossing->edge));
	sp_law_aim_of_cast(&aim, ruleset, g, cast);
	aim.trace = crossing->edge;
	for (int i = 0; i < it->n_answers; i++)
		if (is_aimed_at(it->answer[i]))
			(void)sp_law_in_range(&aim, it->answer[i]);
}

bool sp_law_crossing_holds(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast,
	uint16_t edge)
{
	uint8_t *known = &crossing->edge[edge];

	if (crossing->cast != cast)
		begin_crossing(crossing, ruleset, g, cast);
	if (*known == 1)
		*known = sp_law_line_crosses(ruleset, g, cast, edge) ? 2 : 0;
	return *known != 0;
}

/* Those whom the loops of its program go through: an area, a bolt. */
static unsigned looped(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, const struct sp_card_play *play)
{
	sp_value local[SP_LOCALS_MAX], args[SP_OP_ARGS];
	struct sp_env env;
	unsigned actors = 0;

	sp_law_env_of_cast(&env, ruleset, g, cast, local);
	for (int i = 0; i < play->program.n; i++) {
		const struct sp_op *op = &ruleset->op[play->program.first + i];
		sp_value last = SP_NOTHING;
		int set;

		if (op->code != SP_OP_EACH)
			continue;
		set = sp_law_eval_set(&env, op->arg[0], args);
		if (set < 0 || set == SP_SET_PARTS)
			continue;
		for (int n = 0;; n++) {
			last = sp_law_set_after(&env, set, args, last, n);
			if (sp_kind_of(last) != SP_KIND_ACTOR)
				break;
			actors |= 1U << sp_index_of(last);
		}
	}
	return actors;
}

/* Those whom it names and whom its line still reaches. */
static unsigned named(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	unsigned actors = 0;
	struct sp_aim aim;

	sp_law_aim_of_cast(&aim, ruleset, g, cast);
	for (int i = 0; i < it->n_answers; i++) {
		int part = i - it->parts_at;

		if (sp_kind_of(it->answer[i]) != SP_KIND_ACTOR)
			continue;
		if (part >= 0 && part < it->n_parts && part < SP_PARTS_MAX &&
			(it->fallen_parts >> part & 1) != 0)
			continue;
		if (sp_law_in_range(&aim, it->answer[i]) == SP_REASON_NONE)
			actors |= 1U << sp_index_of(it->answer[i]);
	}
	return actors;
}

/* Whom a fist that strikes everybody strikes besides. */
static unsigned beside_fist(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_cast *it)
{
	int striker = sp_actor_index(it->actor);

	if (striker < 0 ||
		sp_actor_stat(ruleset, g, striker, SP_STAT_PUNCH_ALL) == 0)
		return 0;
	return sp_game_actors_at(g, sp_game_square_of(g, it->answer[0])) &
	       ~(1U << striker);
}

unsigned sp_law_affected(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_cast_play(ruleset, it);
	unsigned actors, alive = 0;

	if (!it->used || it->cancelled)
		return 0;
	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive)
			alive |= 1U << i;
	actors = named(ruleset, g, cast);
	if (play != NULL) {
		actors |= looped(ruleset, g, cast, play);
		if ((play->flags & SP_FLAG_GLOBAL) != 0)
			actors |= alive;
	} else if (actors != 0) {
		actors |= beside_fist(ruleset, g, it);
	}
	return actors & alive & ~it->evaded;
}
