/*
 * The board as one actor takes it: with the illusions that are real to him.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/reach.h"
#include "eval_private.h"

static const struct sp_object *object_of(const struct sp_aim *aim, int thing)
{
	return &sp_ruleset_card(aim->ruleset, aim->g->thing[thing].card)
			->object;
}

/* Is it an illusion there in which he believes? */
static bool is_believed_at(const struct sp_aim *aim, int thing, sp_value where)
{
	const struct sp_thing *t = &aim->g->thing[thing];

	return t->illusion && t->where == where &&
	       sp_game_is_real_to(aim->g, thing, aim->actor);
}

bool eval_believes_wall(const struct sp_aim *aim, uint16_t edge)
{
	const struct sp_game *g = aim->g;

	if (g->n_illusions == 0)
		return false;
	for (int i = 0; i < g->things_end; i++)
		if (is_believed_at(aim, i, SP_REF(SP_KIND_EDGE, edge)) &&
			object_of(aim, i)->edge_kind == SP_EDGE_WALL)
			return true;
	return false;
}

bool eval_is_opaque(const struct sp_aim *aim, uint16_t square)
{
	const struct sp_game *g = aim->g;

	if (g->board.opaque[square] || g->n_illusions == 0)
		return g->board.opaque[square] != 0;
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].opaque &&
			is_believed_at(aim, i, SP_REF(SP_KIND_SQUARE, square)))
			return true;
	return false;
}

bool eval_believe_squares(
	const struct sp_aim *aim, uint8_t opaque[SP_SQUARES_MAX])
{
	const struct sp_game *g = aim->g;
	bool any = false;

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (!t->opaque || !is_believed_at(aim, i, t->where))
			continue;
		opaque[sp_index_of(t->where)] = 1;
		any = true;
	}
	return any;
}

const struct sp_board *eval_board_of(
	const struct sp_aim *aim, struct sp_board *own)
{
	const struct sp_game *g = aim->g;
	const struct sp_board *b = &g->board;

	for (int i = 0; g->n_illusions > 0 && i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (object_of(aim, i)->edge_kind != SP_EDGE_WALL ||
			!is_believed_at(aim, i, t->where))
			continue;
		if (b != own)
			*own = *b;
		b = own;
		own->edge[sp_index_of(t->where)].created = SP_EDGE_WALL;
	}
	return b;
}

enum sp_passage sp_eval_passage(
	const struct sp_aim *aim, uint16_t square, enum sp_dir dir)
{
	const struct sp_board *b = &aim->g->board;

	if (eval_believes_wall(aim, b->edge_at[square][dir]))
		return SP_PASS_WALL;
	return sp_board_passage(
		b, square, dir, sp_game_seat_of(aim->g, aim->actor));
}
