/*
 * Actors put elsewhere at once: jumps, swapped places, a step through a border
 * line. What they meet there is the walk's business (moving.c).
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"

static struct sp_aim jumper(const struct sp_run *run, int actor)
{
	return (struct sp_aim){ .ruleset = run->ruleset,
		.g = run->g,
		.actor = actor,
		.origin = run->g->actor[actor].square,
		.corner = SP_NOWHERE };
}

/* Which way does it lie, as the map shows it. */
static int direction_on_map(const struct sp_game *g, uint16_t from, uint16_t to)
{
	int x = (int)sp_board_column(&g->board, to) -
		(int)sp_board_column(&g->board, from);
	int y = (int)sp_board_row(&g->board, to) -
		(int)sp_board_row(&g->board, from);

	if ((x < 0 ? -x : x) >= (y < 0 ? -y : y))
		return x > 0 ? SP_EAST : SP_WEST;
	return y > 0 ? SP_SOUTH : SP_NORTH;
}

static bool is_free_for(
	const struct sp_run *run, const struct sp_aim *aim, uint16_t square)
{
	unsigned others = sp_game_actors_at(run->g, square) &
			  ~(1U << (unsigned)aim->actor);

	return !sp_eval_is_filled(aim, square) &&
	       (others == 0 || sp_eval_actor_stat(run->ruleset, run->g,
				       aim->actor, SP_STAT_FILLS) == 0);
}

/* Where nobody may be, one gets hurt and slides on to where one may. */
void effect_op_jump(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	const struct sp_board *b = &run->g->board;
	int who = sp_stack_arg_actor(run, f, op, 0);
	int to = sp_stack_arg_index(run, f, op, 1, SP_KIND_SQUARE);
	struct sp_aim aim;
	uint16_t at;
	int dir, n = 0;

	if (who == SP_NOBODY || to < 0)
		return;
	aim = jumper(run, who);
	at = (uint16_t)to;
	dir = direction_on_map(run->g, aim.origin, at);
	while (!is_free_for(run, &aim, at) && n++ < b->n_squares) {
		int heading = b->heading[at][dir];

		at = b->link[at][dir];
		dir = heading;
	}
	if (n > b->n_squares)
		return;
	if (at != run->g->actor[who].square)
		effect_count_move(run, f, who);
	effect_place_actor(run, who, at);
	if (n > 0)
		effect_push_damage(run,
			&(struct sp_damage){ .to = SP_REF(SP_KIND_ACTOR, who),
				.parts = SP_DAMAGE_PARTS,
				.kind = SP_DAMAGE_PHYSICAL,
				.flags = SP_DAMAGEFLAG_NOT_ATTACK,
				.cast = -1,
				.card = -1,
				.by = SP_NOTHING });
}

/* The events of the first come first. */
void effect_op_swap_places(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_actor(run, f, op, 0);
	int with = sp_stack_arg_actor(run, f, op, 1);
	uint16_t here, there;

	if (who == SP_NOBODY || with == SP_NOBODY)
		return;
	here = run->g->actor[who].square;
	there = run->g->actor[with].square;
	if (here != there)
		effect_count_move(run, f, who);
	effect_place_actor(run, with, here);
	effect_place_actor(run, who, there);
}

void effect_op_pass_edge(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_actor(run, f, op, 0);
	int edge = sp_stack_arg_index(run, f, op, 1, SP_KIND_EDGE);
	int layers = sp_stack_arg(run, f, op, 2, 1);
	const struct sp_edge *e;
	struct sp_aim aim;
	uint16_t to;

	if (who == SP_NOBODY || edge < 0)
		return;
	aim = jumper(run, who);
	e = &run->g->board.edge[edge];
	if (!sp_board_beside(&run->g->board, aim.origin, (uint16_t)edge) ||
		sp_board_edge_layers(&run->g->board, (uint16_t)edge) > layers)
		return;
	to = e->square[e->square[0] == aim.origin];
	if (!is_free_for(run, &aim, to))
		return;
	effect_count_move(run, f, who);
	effect_place_actor(run, who, to);
}
