/* Things: life and areas. */
#include "eval/thing.h"

#include "eval/aim.h"

static const struct sp_object *object_of(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int thing)
{
	return &sp_ruleset_card(ruleset, g->thing[thing].card)->object;
}

bool sp_eval_is_hurt_by(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int thing, int damage_kind)
{
	return g->thing[thing].life > 0 &&
	       (object_of(ruleset, g, thing)->hurt >> damage_kind & 1U) != 0;
}

int sp_eval_actor_of_thing(const struct sp_game *g, int thing)
{
	const struct sp_thing *t = &g->thing[thing];
	int seat = t->given ? t->owner : t->seat;

	return seat != SP_NOBODY ? seat : SP_UNIVERSE;
}

bool sp_eval_is_hazard(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int thing, int actor)
{
	const struct sp_card *card =
		sp_ruleset_card(ruleset, g->thing[thing].card);
	struct sp_env env = { .ruleset = ruleset,
		.g = g,
		.actor = sp_eval_actor_of_thing(g, thing),
		.self = SP_REF(SP_KIND_THING, thing),
		.it = SP_NOTHING,
		.who = SP_REF(SP_KIND_ACTOR, actor),
		.by = SP_NOTHING,
		.what = g->thing[thing].where,
		.cast = -1 };
	bool passes = sp_eval_actor_stat(
			      ruleset, g, actor, SP_STAT_PASSES_OBJECTS) != 0;

	if (!sp_game_is_real_to(g, thing, actor))
		return false;
	/* who passes over objects is spared by them, but not by a wall */
	for (int i = 0; i < card->n_ons; i++)
		if (((card->ons[i].event == SP_ON_ENTER && !passes) ||
			    card->ons[i].event == SP_ON_CROSS) &&
			sp_eval_holds(&env, card->ons[i].condition))
			return true;
	return false;
}

/* ---- areas ---------------------------------------------------------------
 */

/* From the squares at which it lies, doors as they stand. */
static bool is_in_walk(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value where, uint16_t square, int within,
	int depth)
{
	struct sp_aim nobody = { .ruleset = ruleset,
		.g = g,
		.actor = SP_NOBODY,
		.corner = SP_NOWHERE,
		.depth = (uint8_t)depth };
	int i = sp_index_of(where);
	uint16_t steps[SP_SQUARES_MAX];

	if (sp_kind_of(where) == SP_KIND_SQUARE) {
		sp_eval_walk_from(&nobody, (uint16_t)i, steps);
		return steps[square] <= within;
	}
	for (int side = 0; side < 2; side++) {
		uint16_t from = g->board.edge[i].square[side];

		if (from >= g->board.n_squares)
			continue;
		sp_eval_walk_from(&nobody, from, steps);
		if (steps[square] <= within)
			return true;
	}
	return false;
}

static bool is_in_sector(const struct sp_game *g, sp_value where, int square)
{
	int i = sp_index_of(where), bay = square / SP_SECTOR_SQUARES;
	const uint16_t *side;

	if (sp_kind_of(where) == SP_KIND_SQUARE)
		return i / SP_SECTOR_SQUARES == bay;
	side = g->board.edge[i].square;
	return side[0] / SP_SECTOR_SQUARES == bay ||
	       side[1] / SP_SECTOR_SQUARES == bay;
}

bool sp_eval_in_area(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int thing, sp_value ref, int depth)
{
	const struct sp_object *o = object_of(ruleset, g, thing);
	sp_value where = g->thing[thing].where;
	uint16_t square = sp_game_square_of(g, ref);

	if (square == SP_NOWHERE)
		return false;
	switch ((enum sp_area)o->area) {
	case SP_AREA_SQUARE:
		return where == SP_REF(SP_KIND_SQUARE, square);
	case SP_AREA_EDGE:
		return sp_kind_of(where) == SP_KIND_EDGE &&
		       sp_board_beside(
			       &g->board, square, (uint16_t)sp_index_of(where));
	case SP_AREA_WALK:
		return is_in_walk(ruleset, g, where, square, o->within, depth);
	case SP_AREA_SECTOR:
		return is_in_sector(g, where, square);
	case SP_AREA_BOARD:
		return true;
	}
	return false;
}

bool sp_eval_in_area_of(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value of, sp_value ref, int depth)
{
	int i = sp_index_of(of);

	if (sp_kind_of(of) == SP_KIND_THING)
		return g->thing[i].kind != SP_THING_FREE &&
		       sp_eval_in_area(ruleset, g, i, ref, depth);
	if (sp_kind_of(of) != SP_KIND_PLAYED)
		return false;
	for (int k = 0; k < g->things_end; k++)
		if (g->thing[k].kind == SP_THING_CREATED &&
			g->thing[k].played == i &&
			sp_eval_in_area(ruleset, g, k, ref, depth))
			return true;
	return false;
}

bool sp_eval_may_carry(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, bool items)
{
	const struct sp_creature *creature;

	if (!sp_game_is_creature(g, actor))
		return true;
	creature = &sp_ruleset_card(ruleset, g->actor[actor].card)->creature;
	return items ? creature->items : creature->treasures;
}
