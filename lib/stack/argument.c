/* What the operation of a program is told: its arguments, evaluated. */
#include "stack/argument.h"

#include "eval/eval.h"

#include <assert.h>

void sp_stack_once_mark(struct sp_game *g, sp_value self, sp_value other)
{
	if (!sp_game_once_free(g, self, other))
		return;
	g->once[g->n_onces].self = self;
	g->once[g->n_onces].other = other;
	g->n_onces++;
}

sp_value sp_stack_arg(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, sp_value absent)
{
	struct sp_env env;
	sp_value v;

	assert(i >= 0 && i < SP_OP_ARGS);
	sp_eval_env_of(&env, run->ruleset, run->g, f);
	v = sp_eval_code(&env, op->arg[i], absent);
	run->unknown |= env.unknown || v == SP_HIDDEN;
	if (env.once != 0)
		sp_stack_once_mark(run->g, env.once_of, env.once);
	return v;
}

int sp_stack_arg_number(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i)
{
	sp_value v = sp_stack_arg(run, f, op, i, 0);

	return sp_kind_of(v) == SP_KIND_NUMBER ? (int)v : 0;
}

int sp_stack_actor_of(const struct sp_game *g, sp_value v)
{
	int actor = sp_eval_actor_index(v);

	return sp_game_is_actor(g, actor) && g->actor[actor].alive ? actor
								   : SP_NOBODY;
}

static int seat_of(const struct sp_game *g, sp_value v)
{
	int actor = sp_stack_actor_of(g, v);

	return actor < SP_SEATS_MAX ? actor : SP_NOBODY;
}

int sp_stack_index_if(const struct sp_game *g, sp_value v, enum sp_kind kind)
{
	int i = sp_index_of(v);
	bool there = true;

	if (sp_kind_of(v) != (int)kind)
		return -1;
	switch (kind) {
	case SP_KIND_ACTOR:
		there = sp_game_is_actor(g, i);
		break;
	case SP_KIND_SEAT:
		there = i < g->n_seats;
		break;
	case SP_KIND_SQUARE:
		there = i < g->board.n_squares;
		break;
	case SP_KIND_EDGE:
		there = i < g->board.n_edges;
		break;
	case SP_KIND_THING:
		there = i < SP_THINGS_MAX && g->thing[i].kind != SP_THING_FREE;
		break;
	case SP_KIND_TREASURE:
		there = i < g->n_treasures;
		break;
	case SP_KIND_CARD:
		there = i < SP_CARDS_MAX;
		break;
	case SP_KIND_PLAYED:
		there = i < SP_PLAYED_MAX &&
			g->played[i].kind != SP_PLAYED_FREE;
		break;
	case SP_KIND_ITEM:
		there = i < SP_CASTS_MAX && g->cast[i].used;
		break;
	case SP_KIND_NUMBER:
	case SP_KIND_SECTOR:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		break;
	}
	return there ? i : -1;
}

int sp_stack_arg_actor(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i)
{
	return sp_stack_actor_of(
		run->g, sp_stack_arg(run, f, op, i, SP_NOTHING));
}

int sp_stack_arg_seat(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i)
{
	return seat_of(run->g, sp_stack_arg(run, f, op, i, SP_NOTHING));
}

int sp_stack_arg_index(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, enum sp_kind kind)
{
	return sp_stack_index_if(
		run->g, sp_stack_arg(run, f, op, i, SP_NOTHING), kind);
}
