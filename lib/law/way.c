/* Ways: what bars them for one actor, and what hurts on them. */
#include "law/way.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/thing.h"

int sp_law_hazard_at(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, sp_value where)
{
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == where &&
			sp_eval_is_hazard(ruleset, g, i, actor))
			return i;
	return -1;
}

bool sp_law_leaves_treasure(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, uint16_t square, int step)
{
	const struct sp_aim aim = { .ruleset = ruleset,
		.g = g,
		.actor = actor,
		.origin = g->actor[actor].square,
		.corner = SP_NOWHERE };

	return step != SP_THROUGH &&
	       sp_eval_leaves_treasure(&aim, square, (unsigned)step);
}

static void bar_square(struct sp_board *board, uint16_t square)
{
	sp_board_remove_link(board, square);
	for (int d = 0; d < SP_DIRS; d++)
		board->edge[board->edge_at[square][d]].created = SP_EDGE_WALL;
}

void sp_law_fit_board(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, int seat, struct sp_board *board)
{
	const struct sp_aim aim = { .ruleset = ruleset,
		.g = g,
		.actor = actor,
		.origin = g->actor[actor].square,
		.corner = SP_NOWHERE };

	for (uint16_t i = 0; i < board->n_squares; i++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			struct sp_edge *e =
				&board->edge[board->edge_at[i][dir]];

			if (!sp_eval_walks_over(&aim, i, dir))
				e->created = SP_EDGE_WALL;
			else if (sp_board_passage(&g->board, i,
					 (enum sp_dir)dir,
					 seat) == SP_PASS_DOOR)
				e->owner = (int8_t)seat;
		}
	for (uint16_t i = 0; i < board->n_squares; i++)
		if (i != aim.origin && sp_eval_is_filled(&aim, i))
			bar_square(board, i);
}

/* Does something lie there that a walk had better go round? */
static bool is_trap(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, int at)
{
	const struct sp_thing *thing = &g->thing[at];
	const struct sp_card *card = sp_ruleset_card(ruleset, thing->card);

	return sp_eval_is_hazard(ruleset, g, at, actor) ||
	       ((thing->fills || (card->has_object && card->object.strays)) &&
		       sp_game_is_real_to(g, at, actor));
}

/* Wall in the doors at which a treasure would stay behind. */
static void bar_doors(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, struct sp_board *board)
{
	for (uint16_t i = 0; i < board->n_squares; i++)
		for (int dir = 0; dir < SP_DIRS; dir++)
			if (sp_law_leaves_treasure(ruleset, g, actor, i, dir))
				board->edge[board->edge_at[i][dir]].created =
					SP_EDGE_WALL;
}

void sp_law_bar_hazards(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, uint16_t goal,
	struct sp_board *board)
{
	uint16_t stands = g->actor[actor].square;

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *thing = &g->thing[i];
		int where = sp_index_of(thing->where);

		if (thing->kind == SP_THING_FREE ||
			!is_trap(ruleset, g, actor, i))
			continue;
		if (sp_kind_of(thing->where) == SP_KIND_EDGE)
			board->edge[where].created = SP_EDGE_WALL;
		else if (where != goal && where != stands)
			bar_square(board, (uint16_t)where);
	}
	bar_doors(ruleset, g, actor, board);
}
