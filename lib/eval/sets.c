/*
 * Sets: each, count, first. An element is found from the one before it, which
 * may have left the set meanwhile: then what comes behind its place is next.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/aim.h"
#include "eval/eval.h"
#include "eval_private.h"

#include <assert.h>

/* ---- actors: wizards in turn order from the active seat, then creatures --
 */

static sp_value next_actor(
	const struct sp_game *g, unsigned actors, sp_value last)
{
	int place = last == SP_NOTHING
			    ? 0
			    : sp_game_place_of(g, sp_index_of(last)) + 1;

	for (; place < sp_game_actors_end(g); place++) {
		int actor = sp_game_actor_at(g, place);

		if (actor != SP_NOBODY && (actors >> actor & 1U) != 0)
			return SP_REF(SP_KIND_ACTOR, actor);
	}
	return SP_NOTHING;
}

static unsigned alive(const struct sp_game *g)
{
	unsigned actors = 0;

	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive)
			actors |= 1U << i;
	return actors;
}

static bool is_square(const struct sp_game *g, sp_value v)
{
	return sp_kind_of(v) == SP_KIND_SQUARE &&
	       sp_index_of(v) < g->board.n_squares;
}

static unsigned at_square(const struct sp_game *g, sp_value square)
{
	return is_square(g, square)
		       ? sp_game_actors_at(g, (uint16_t)sp_index_of(square))
		       : 0;
}

static unsigned beside(const struct sp_game *g, sp_value edge)
{
	const struct sp_edge *e;

	if (sp_kind_of(edge) != SP_KIND_EDGE ||
		sp_index_of(edge) >= g->board.n_edges)
		return 0;
	e = &g->board.edge[sp_index_of(edge)];
	return sp_game_actors_at(g, e->square[0]) |
	       sp_game_actors_at(g, e->square[1]);
}

/* A plus on the map as it lies there: walls do not matter, seams end it. */
static unsigned around(const struct sp_game *g, sp_value square)
{
	static const int down[] = { 0, -1, 0, 1, 0 };
	static const int right[] = { 0, 0, 1, 0, -1 };
	const struct sp_board *b = &g->board;
	unsigned actors = 0;

	if (!is_square(g, square))
		return 0;
	for (size_t i = 0; i < SP_ARRAY_LEN(down); i++) {
		uint16_t centre = (uint16_t)sp_index_of(square);
		int row = (int)sp_board_row(b, centre) + down[i];
		int column = (int)sp_board_column(b, centre) + right[i];
		uint16_t at;

		if (row < 0 || column < 0 || row >= b->rows * SP_SIDE ||
			column >= b->columns * SP_SIDE)
			continue;
		at = sp_board_at(b, (unsigned)row, (unsigned)column);
		if (at != SP_NOWHERE)
			actors |= sp_game_actors_at(g, at);
	}
	return actors;
}

/* ---- the bolt: everybody each time that it passes him ---------------------
 */

struct passes {
	int n;
	uint8_t actor[SP_BOLT_MAX * SP_ACTORS_MAX];
};

static void find_passes(
	struct sp_env *env, const sp_value args[], struct passes *p)
{
	uint16_t path[SP_BOLT_MAX];
	const struct sp_cast *cast = env->draft;
	struct sp_aim aim = { .ruleset = env->ruleset,
		.g = env->g,
		.actor = env->actor,
		.origin = SP_NOWHERE,
		.corner = SP_NOWHERE,
		.depth = env->depth };
	int squares = args[1] < SP_BOLT_MAX ? args[1] : SP_BOLT_MAX;

	p->n = 0;
	if (args[0] < 0 || args[0] >= SP_DIRS)
		return;
	assert(env->g != NULL);
	if (cast == NULL && env->cast >= 0)
		cast = &env->g->cast[env->cast];
	if (cast != NULL) {
		aim.origin = cast->origin;
		aim.corner = cast->corner;
		aim.blocked = cast->blocked >= 0 ? cast->blocked + 1 : 0;
	} else if (sp_game_is_actor(env->g, env->actor)) {
		aim.origin = env->g->actor[env->actor].square;
	}
	if (aim.origin >= env->g->board.n_squares)
		return;
	sp_eval_bolt_path(&aim, args[0], squares, path, NULL);
	for (int i = 0; i < squares; i++) {
		unsigned actors = sp_game_actors_at(env->g, path[i]);

		for (int a = 0; a < sp_game_actors_end(env->g); a++)
			if ((actors >> a & 1U) != 0)
				p->actor[p->n++] = (uint8_t)a;
	}
}

/* Whoever died of it is not in the list any more, so his passes are not to be
 * counted: the place of `last` is looked for from where it was, backwards. */
static sp_value next_pass(
	struct sp_env *env, const sp_value args[], sp_value last, int counter)
{
	struct passes p;
	int at = counter < 0 ? 0 : counter;

	find_passes(env, args, &p);
	if (at > 0) {
		int i = at - 1 < p.n ? at - 1 : p.n - 1;

		while (i >= 0 && p.actor[i] != sp_index_of(last))
			i--;
		at = i >= 0 ? i + 1 : at - 1;
	}
	return at < p.n ? SP_REF(SP_KIND_ACTOR, p.actor[at]) : SP_NOTHING;
}

/* ---- cards in play, things, parts -----------------------------------------
 */

static sp_value next_part(const struct sp_env *env, int counter)
{
	const struct sp_cast *cast = env->draft;

	if (cast == NULL && env->cast >= 0)
		cast = &env->g->cast[env->cast];
	if (cast == NULL)
		return SP_NOTHING;
	for (int i = 0; i < cast->n_parts; i++) {
		int left = sp_game_parts_left(cast, i);

		if (counter < left)
			return cast->answer[cast->parts_at + i];
		counter -= left;
	}
	return SP_NOTHING;
}

/* Does the spell lie on it: aimed at it, or of the sort that lies on its own
 * caster. */
static bool lies_on(
	const struct sp_env *env, const struct sp_played *p, sp_value ref)
{
	const struct sp_card *card = sp_ruleset_card(env->ruleset, p->card);

	if (ref == SP_NOTHING)
		return false;
	if (p->target != SP_NOTHING)
		return p->target == ref;
	return ref == SP_REF(SP_KIND_ACTOR, p->seat) &&
	       card->play[p->play].range == SP_RANGE_CASTER;
}

static bool in_played_set(
	const struct sp_env *env, int set, const sp_value args[], int i)
{
	const struct sp_played *p = &env->g->played[i];
	sp_value owner = SP_REF(SP_KIND_ACTOR, p->seat);
	bool item = p->kind == SP_PLAYED_ITEM;
	sp_value trait = -1;
	bool in = false;

	if (p->kind == SP_PLAYED_FREE)
		return false;
	switch (set) {
	case SP_SET_CARRIED:
		in = item && owner == args[0];
		trait = args[1];
		break;
	case SP_SET_SPELLS_OF:
		in = !item && owner == args[0];
		break;
	case SP_SET_SPELLS_ON:
		in = !item && lies_on(env, p, args[0]);
		trait = args[1];
		break;
	case SP_SET_ALL_SPELLS:
		in = !item;
		trait = args[0];
		break;
	case SP_SET_ALL_ITEMS:
		in = item;
		trait = args[0];
		break;
	default:
		break;
	}
	return in && (trait < 0 || sp_eval_has_trait(env->ruleset, env->g,
					   SP_REF(SP_KIND_PLAYED, i), trait));
}

static bool in_thing_set(
	const struct sp_env *env, int set, const sp_value args[], int i)
{
	const struct sp_thing *t = &env->g->thing[i];
	sp_value trait = -1;
	bool in = false;

	if (t->kind == SP_THING_FREE)
		return false;
	switch (set) {
	case SP_SET_ALL_THINGS:
		in = true;
		trait = args[0];
		break;
	case SP_SET_THINGS_AT:
		in = t->where == args[0];
		trait = args[1];
		break;
	case SP_SET_THINGS_OF:
		in = t->kind == SP_THING_CREATED &&
		     args[0] == SP_REF(SP_KIND_PLAYED, t->played);
		break;
	default:
		break;
	}
	return in && (trait < 0 || sp_eval_has_trait(env->ruleset, env->g,
					   SP_REF(SP_KIND_THING, i), trait));
}

static sp_value next_played(
	const struct sp_env *env, int set, const sp_value args[], sp_value last)
{
	for (int i = last == SP_NOTHING ? 0 : sp_index_of(last) + 1;
		i < env->g->played_end; i++)
		if (in_played_set(env, set, args, i))
			return SP_REF(SP_KIND_PLAYED, i);
	return SP_NOTHING;
}

static sp_value next_thing(
	const struct sp_env *env, int set, const sp_value args[], sp_value last)
{
	for (int i = last == SP_NOTHING ? 0 : sp_index_of(last) + 1;
		i < env->g->things_end; i++)
		if (in_thing_set(env, set, args, i))
			return SP_REF(SP_KIND_THING, i);
	return SP_NOTHING;
}

/* In the order in which they came. */
static sp_value next_reduction(const struct sp_env *env, sp_value last)
{
	const struct sp_game *g = env->g;
	bool behind = last == SP_NOTHING;

	for (int i = 0; i < g->n_reliefs; i++) {
		const struct sp_relief *relief = &g->relief[i];

		if (relief->kind != SP_RELIEF_REDUCTION || relief->cast < 0 ||
			relief->cast != env->cast ||
			env->who != SP_REF(SP_KIND_ACTOR, relief->actor) ||
			sp_kind_of(relief->source) != SP_KIND_CARD)
			continue;
		if (behind)
			return relief->source;
		behind = relief->source == last;
	}
	return SP_NOTHING;
}

sp_value sp_eval_set_after(struct sp_env *env, int set,
	const sp_value args[SP_OP_ARGS], sp_value last, int counter)
{
	const struct sp_game *g = env->g;

	switch ((enum sp_set)set) {
	case SP_SET_ACTORS:
		return next_actor(g, alive(g), last);
	case SP_SET_ACTORS_AT:
		return next_actor(g, at_square(g, args[0]), last);
	case SP_SET_ACTORS_BESIDE:
		return next_actor(g, beside(g, args[0]), last);
	case SP_SET_ACTORS_AROUND:
		return next_actor(g, around(g, args[0]), last);
	case SP_SET_ALONG:
		return next_pass(env, args, last, counter);
	case SP_SET_PARTS:
		return next_part(env, counter);
	case SP_SET_CARRIED:
	case SP_SET_SPELLS_OF:
	case SP_SET_SPELLS_ON:
	case SP_SET_ALL_SPELLS:
	case SP_SET_ALL_ITEMS:
		return next_played(env, set, args, last);
	case SP_SET_REDUCTIONS:
		return next_reduction(env, last);
	case SP_SET_CARDS_IN:
		return eval_next_card(env, args, last);
	case SP_SET_ALL_THINGS:
	case SP_SET_THINGS_AT:
	case SP_SET_THINGS_OF:
		return next_thing(env, set, args, last);
	}
	return SP_NOTHING;
}

sp_value sp_eval_set_next(
	struct sp_env *env, int32_t code, sp_value last, int counter)
{
	sp_value args[SP_OP_ARGS];
	int set = sp_eval_set(env, code, args);

	return set < 0 ? SP_NOTHING
		       : sp_eval_set_after(env, set, args, last, counter);
}
