/*
 * What is announced: how it is aimed, what it crosses, whom it affects.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/struck.h"

#include "eval/aim.h"
#include "eval_private.h"

void sp_eval_aim_of_cast(struct sp_aim *aim, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, it);
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;

	memset(aim, 0, sizeof(*aim));
	aim->ruleset = ruleset;
	aim->g = g;
	aim->actor = sp_eval_actor_index(it->actor);
	aim->origin = it->origin;
	aim->corner = it->corner;
	aim->blocked = it->blocked >= 0 ? it->blocked + 1 : 0;
	if (play == NULL) {
		aim->range = sp_eval_actor_stat(ruleset, g, aim->actor,
				     SP_STAT_PUNCH_SIGHT) != 0
				     ? SP_RANGE_SIGHT
				     : SP_RANGE_ADJACENT;
		return;
	}
	aim->range = play->n_slots > 0 ? ruleset->slot[play->slot[0]].range
				       : play->range;
	aim->spell = play->spell;
	aim->ignore_sight_limit = (play->flags & SP_FLAG_GLOBAL) != 0;
	sp_eval_env_of_cast(&env, ruleset, g, cast, local);
	aim->within = sp_eval_code(&env, play->within, 0);
	if (play->n_slots > 0)
		aim->within = sp_eval_code(
			&env, ruleset->slot[play->slot[0]].within, aim->within);
}

/* The direction of a bolt; -1: it is none. */
static int bolt_way(const struct sp_ruleset *r, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(r, cast);

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
bool sp_eval_line_crosses(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint16_t edge)
{
	const struct sp_cast *it = &g->cast[cast];
	uint16_t path[SP_BOLT_MAX], edges[SP_BOLT_MAX];
	int way = bolt_way(ruleset, it);
	struct sp_aim aim, with;

	sp_eval_aim_of_cast(&aim, ruleset, g, cast);
	if (way >= 0) {
		int n = it->energy < SP_BOLT_MAX ? it->energy : SP_BOLT_MAX;

		sp_eval_bolt_path(&aim, way, n, path, edges);
		for (int i = 0; i < n; i++)
			if (edges[i] == edge)
				return true;
		return false;
	}
	if (aim.range != SP_RANGE_SIGHT && aim.range != SP_RANGE_ADJACENT)
		return false;
	/* nothing gets over a wall, unless somebody sees through it */
	if (sp_board_edge_blocks(&g->board, edge) &&
		(!aim.spell || sp_eval_actor_stat(ruleset, g, aim.actor,
				       SP_STAT_SEE_THROUGH) == 0))
		return false;
	with = aim;
	with.blocked = edge + 1;
	for (int i = 0; i < it->n_answers; i++) {
		if (!is_aimed_at(it->answer[i]))
			continue;
		/* most lines are still there, which is enough to know */
		if (sp_eval_in_range(&with, it->answer[i]) != SP_REASON_NONE &&
			sp_eval_in_range(&aim, it->answer[i]) == SP_REASON_NONE)
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
		memset(crossing->near, 0xff, sizeof(crossing->near));
		return;
	}
	memset(crossing->edge, 0, sizeof(crossing->edge));
	sp_eval_aim_of_cast(&aim, ruleset, g, cast);
	aim.trace = crossing->edge;
	for (int i = 0; i < it->n_answers; i++)
		if (is_aimed_at(it->answer[i]))
			(void)sp_eval_in_range(&aim, it->answer[i]);
	memset(crossing->near, 0, sizeof(crossing->near));
	for (unsigned i = 0; i < g->board.n_edges; i++)
		if (crossing->edge[i] != 0)
			sp_board_put_in_set(crossing->near, i);
}

bool sp_eval_crossing_holds(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast,
	uint16_t edge)
{
	uint8_t *known = &crossing->edge[edge];

	if (crossing->cast != cast)
		begin_crossing(crossing, ruleset, g, cast);
	if (*known == 1)
		*known = sp_eval_line_crosses(ruleset, g, cast, edge) ? 2 : 0;
	return *known != 0;
}

bool sp_eval_near_line(
	struct sp_env *env, int32_t condition, uint64_t edges[SP_EDGE_WORDS])
{
	const struct sp_game *g = env->g;
	sp_value item;

	if (condition < 0 ||
		!eval_is_call_on_it(env, condition, SP_FN_CROSSES, &item) ||
		item == SP_HIDDEN)
		return false;
	memset(edges, 0, sizeof(uint64_t[SP_EDGE_WORDS]));
	if (sp_kind_of(item) != SP_KIND_ITEM ||
		!sp_has_cast(g, sp_index_of(item)))
		return true;
	if (env->crossing->cast != sp_index_of(item))
		begin_crossing(
			env->crossing, env->ruleset, g, sp_index_of(item));
	memcpy(edges, env->crossing->near, sizeof(env->crossing->near));
	return true;
}

void eval_count_hit(uint8_t hits[SP_ACTORS_MAX], sp_value actor)
{
	int i = sp_index_of(actor);

	if (hits[i] < UINT8_MAX)
		hits[i]++;
}

void eval_count_loops(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, uint8_t hits[SP_ACTORS_MAX])
{
	const struct sp_card_play *play =
		sp_eval_cast_play(ruleset, &g->cast[cast]);
	sp_value local[SP_LOCALS_MAX], args[SP_OP_ARGS];
	struct sp_env env;

	if (play == NULL)
		return;
	sp_eval_env_of_cast(&env, ruleset, g, cast, local);
	for (int i = 0; i < play->program.n; i++) {
		const struct sp_op *op = &ruleset->op[play->program.first + i];
		sp_value last = SP_NOTHING;
		int set;

		if (op->code != SP_OP_EACH)
			continue;
		set = sp_eval_set(&env, op->arg[0], args);
		for (int n = 0; set >= 0 && set != SP_SET_PARTS; n++) {
			last = sp_eval_set_after(&env, set, args, last, n);
			if (sp_kind_of(last) != SP_KIND_ACTOR)
				break;
			eval_count_hit(hits, last);
		}
	}
}

/* Those whom the loops of its program go through: an area, a bolt. */
static unsigned looped(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	uint8_t hits[SP_ACTORS_MAX] = { 0 };
	unsigned actors = 0;

	eval_count_loops(ruleset, g, cast, hits);
	for (int i = 0; i < SP_ACTORS_MAX; i++)
		if (hits[i] > 0)
			actors |= 1U << i;
	return actors;
}

/* Those whom it names and whom its line still reaches. */
static unsigned named(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	unsigned actors = 0;
	struct sp_aim aim;

	sp_eval_aim_of_cast(&aim, ruleset, g, cast);
	for (int i = 0; i < it->n_answers; i++) {
		if (sp_kind_of(it->answer[i]) != SP_KIND_ACTOR ||
			sp_game_part_fell(it, i))
			continue;
		if (sp_eval_in_range(&aim, it->answer[i]) == SP_REASON_NONE)
			actors |= 1U << sp_index_of(it->answer[i]);
	}
	return actors;
}

/* Whom a fist that strikes everybody strikes besides. */
static unsigned beside_fist(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_cast *it)
{
	int striker = sp_eval_actor_index(it->actor);

	if (striker < 0 ||
		sp_eval_actor_stat(ruleset, g, striker, SP_STAT_PUNCH_ALL) == 0)
		return 0;
	return sp_game_actors_at(g, sp_game_square_of(g, it->answer[0])) &
	       ~(1U << striker);
}

/* Without those whom an attack does nothing to. */
static unsigned only_struck(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, unsigned actors)
{
	for (int i = 0; i < sp_game_actors_end(g); i++)
		if ((actors >> i & 1U) != 0 &&
			!sp_eval_may_strike(ruleset, g, cast, i))
			actors &= ~(1U << i);
	return actors;
}

unsigned sp_eval_affected(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, it);
	unsigned actors, alive = 0;

	if (!it->used || it->cancelled)
		return 0;
	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive)
			alive |= 1U << i;
	actors = named(ruleset, g, cast);
	if (play != NULL) {
		actors |=
			only_struck(ruleset, g, cast, looped(ruleset, g, cast));
		if ((play->flags & SP_FLAG_GLOBAL) != 0)
			actors |= alive;
	} else if (actors != 0) {
		actors |= beside_fist(ruleset, g, it);
	}
	return actors & alive & ~(it->evaded | it->doubted);
}

bool sp_eval_turns_against(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast,
	int actor)
{
	const struct sp_card_play *play =
		sp_eval_cast_play(ruleset, &g->cast[cast]);
	unsigned affected = sp_eval_affected_on(crossing, ruleset, g, cast);

	if ((affected >> actor & 1U) == 0)
		return false;
	if (sp_eval_is_attack(ruleset, g, cast))
		return true;
	return play != NULL && (play->flags & SP_FLAG_GLOBAL) == 0 &&
	       (looped(ruleset, g, cast) >> actor & 1U) != 0;
}

unsigned sp_eval_affected_on(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	if (crossing == NULL)
		return sp_eval_affected(ruleset, g, cast);
	if ((crossing->looked >> cast & 1U) == 0) {
		crossing->affected[cast] = sp_eval_affected(ruleset, g, cast);
		crossing->looked |= UINT32_C(1) << cast;
	}
	return crossing->affected[cast];
}
