/* Refusals: what bars a flight straight to a square. */
#include "refusal_private.h"

#include "eval/aim.h"
#include "eval/eval.h"

/* Follow one direction to the square, noting what bars it first: a side, or a
 * square that something fills. How many squares that is; 0: it does not lead
 * there, or nothing bars it. */
static int follow(
	const struct sp_aim *aim, unsigned dir, uint16_t to, sp_value *bar)
{
	const struct sp_board *b = &aim->g->board;
	uint16_t at = aim->origin;

	*bar = SP_NOTHING;
	for (int n = 1; n <= b->n_squares; n++) {
		unsigned side = dir;

		if (*bar == SP_NOTHING &&
			sp_eval_passage(aim, at, (enum sp_dir)side) !=
				SP_PASS_FREE)
			*bar = SP_REF(SP_KIND_EDGE, b->edge_at[at][side]);
		dir = b->heading[at][side];
		at = b->link[at][side];
		if (at == SP_NOWHERE || at == aim->origin)
			return 0;
		if (*bar == SP_NOTHING && sp_eval_is_filled(aim, at))
			*bar = SP_REF(SP_KIND_SQUARE, at);
		if (at == to)
			return *bar == SP_NOTHING ? 0 : n;
	}
	return 0;
}

bool refusal_bars_line(
	const struct refusal_wording *w, char *words, size_t size)
{
	const struct sp_board *board = &w->g->board;
	struct sp_aim aim = { .ruleset = w->ruleset,
		.g = w->g,
		.actor = refusal_actor(w),
		.corner = SP_NOWHERE };
	sp_value nearest = SP_NOTHING;
	char name[SP_RENDER_NAME_SIZE];
	int least = 0;

	aim.origin = w->g->actor[aim.actor].square;
	if (sp_kind_of(w->why->value) != SP_KIND_SQUARE ||
		aim.origin == SP_NOWHERE)
		return false;
	for (unsigned dir = 0; dir < SP_DIRS; dir++) {
		sp_value bar;
		int n = follow(
			&aim, dir, (uint16_t)sp_index_of(w->why->value), &bar);

		if (n == 0 || (least > 0 && n >= least))
			continue;
		least = n;
		nearest = bar;
	}
	if (least == 0)
		return false;
	refusal_name(w, nearest, name);
	sp_format(words, size, "is in line with you, but %s%s bars the way",
		sp_kind_of(nearest) == SP_KIND_SQUARE ? "what fills "
		: sp_board_edge_kind(board, (uint16_t)sp_index_of(nearest)) ==
				SP_EDGE_WALL
			? "the wall "
			: "the door ",
		name);
	return true;
}
