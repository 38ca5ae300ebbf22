/*
 * Cracks: how many an edge or a thing has, and how many destroy it; in rulesets
 * with hit points they are points of damage. What a
 * spell made has its own, in its thing; what is printed has those of the edge,
 * which a door made in a wall only covers.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/aim.h"

int sp_eval_made_at(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what)
{
	if (sp_kind_of(what) == SP_KIND_THING)
		return sp_index_of(what);
	return sp_eval_thing_of_edge(ruleset, g, (uint16_t)sp_index_of(what));
}

int sp_eval_cracks_of(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what)
{
	int thing;

	if (sp_kind_of(what) != SP_KIND_EDGE &&
		sp_kind_of(what) != SP_KIND_THING)
		return 0;
	thing = sp_eval_made_at(ruleset, g, what);
	return thing >= 0 ? g->thing[thing].cracks
			  : g->board.edge[sp_index_of(what)].cracks;
}

int sp_eval_cracks_max(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value what)
{
	int thing, edge = sp_index_of(what);

	if (sp_kind_of(what) != SP_KIND_EDGE &&
		sp_kind_of(what) != SP_KIND_THING)
		return 0;
	thing = sp_eval_made_at(ruleset, g, what);
	if (thing >= 0)
		return sp_ruleset_card(ruleset, g->thing[thing].card)
			->object.cracks;
	if (sp_board_edge_is_kept(&g->board, (uint16_t)edge))
		return 0;
	switch (sp_board_edge_under(&g->board, (uint16_t)edge)) {
	case SP_EDGE_WALL:
		return ruleset->wall_cracks;
	case SP_EDGE_DOOR:
		return ruleset->door_cracks;
	case SP_EDGE_OPEN:
	case SP_EDGE_BRINK:
	case SP_EDGE_SIDED:
		break;
	}
	return 0;
}
