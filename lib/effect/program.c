/*
 * Programs: how they run, and the control operations.
 *
 * A program lies in document order. What is entered (a loop, the first branch
 * of an `if`) is kept in the frame as a small stack, `blocks`: each pair holds
 * two entries of 16 bits, the operation (counted from
 * the program's first) and for loops how many times the body has begun.
 */
#include "effect_private.h"
#include "stack/stack.h"

#include "eval/eval.h"

#include <assert.h>

#define BLOCKS_MAX 6 /* loops and branches inside each other */

static int32_t *block_word(struct sp_frame *f, int depth)
{
	assert(depth >= 0 && depth < BLOCKS_MAX);
	return &f->blocks.pair[depth / 2];
}

static unsigned block_get(const struct sp_frame *f, int depth)
{
	uint32_t word;

	assert(depth >= 0 && depth < BLOCKS_MAX);
	word = (uint32_t)f->blocks.pair[depth / 2];

	return depth % 2 == 0 ? word & 0xffff : word >> 16;
}

static void block_set(struct sp_frame *f, int depth, unsigned value)
{
	int32_t *word = block_word(f, depth);
	uint32_t old = (uint32_t)*word;

	*word = (int32_t)(depth % 2 == 0 ? (old & 0xffff0000U) | value
					 : (old & 0x0000ffffU) | value << 16);
}

static unsigned block_op(unsigned block)
{
	return block & 0xff;
}

static unsigned block_times(unsigned block)
{
	return block >> 8;
}

static void enter_block(struct sp_frame *f, unsigned op, unsigned times)
{
	block_set(f, f->blocks.depth++, op | times << 8);
}

static void leave_block(struct sp_frame *f)
{
	block_set(f, --f->blocks.depth, 0);
}

static const struct sp_op *op_at(
	const struct sp_run *run, const struct sp_frame *f, unsigned at)
{
	return &run->ruleset
			->op[sp_stack_frame_program(run->ruleset, f)->first +
				(int)at];
}

/* `next` and `branch` of an operation count from the program's first. */
static unsigned relative(
	const struct sp_run *run, const struct sp_frame *f, unsigned absolute)
{
	return absolute -
	       (unsigned)sp_stack_frame_program(run->ruleset, f)->first;
}

/* Begin the body of a loop once more, or leave it. */
static void loop(
	struct sp_run *run, struct sp_frame *f, unsigned at, unsigned times)
{
	const struct sp_op *op = op_at(run, f, at);
	struct sp_env env;
	bool again;

	sp_eval_env_of(&env, run->ruleset, run->g, f);
	if (op->code == SP_OP_EACH) {
		sp_value next = sp_eval_set_next(&env, op->arg[0],
			times == 0 ? SP_NOTHING : f->local[op->local],
			(int)times);

		again = next != SP_NOTHING;
		f->local[op->local] = next;
	} else {
		again = (int)times < sp_eval_code(&env, op->arg[0], 0);
	}
	run->unknown |= env.unknown;
	if (!again || times == 0xff) {
		if (times > 0)
			leave_block(f);
		f->pc = (uint16_t)relative(run, f, op->next);
		return;
	}
	if (times > 0)
		leave_block(f);
	enter_block(f, at, times + 1);
	f->pc = (uint16_t)(at + 1);
}

/* At the end of what was entered? Then go on behind it, or around. */
static bool block_ends(struct sp_run *run, struct sp_frame *f)
{
	unsigned block, at;
	const struct sp_op *op;

	if (f->blocks.depth == 0)
		return false;
	block = block_get(f, f->blocks.depth - 1);
	at = block_op(block);
	op = op_at(run, f, at);
	if (op->code == SP_OP_IF) {
		if (f->pc != relative(run, f, op->branch))
			return false;
		leave_block(f);
		f->pc = (uint16_t)relative(run, f, op->next);
		return true;
	}
	if (f->pc != relative(run, f, op->next))
		return false;
	loop(run, f, at, block_times(block));
	return true;
}

/* Where the operation lies whose handler runs: `pc` is behind it. */
static unsigned place_of(const struct sp_frame *f)
{
	return f->pc - 1U;
}

void effect_op_if(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_env env;
	bool holds;

	sp_eval_env_of(&env, run->ruleset, run->g, f);
	holds = sp_eval_holds(&env, op->arg[0]);
	run->unknown |= env.unknown;
	if (holds && env.once != 0)
		sp_stack_once_mark(run->g, env.once_of, env.once);
	if (holds)
		enter_block(f, place_of(f), 0);
	else
		f->pc = (uint16_t)relative(run, f, op->branch);
}

void effect_op_each(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	(void)op;
	loop(run, f, place_of(f), 0);
}

void effect_op_repeat(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	(void)op;
	loop(run, f, place_of(f), 0);
}

void effect_op_stop(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	(void)run;
	(void)op;
	memset(&f->blocks, 0, sizeof(f->blocks));
	f->pc = f->end;
}

static int seat_of(sp_value actor, int otherwise)
{
	return sp_kind_of(actor) == SP_KIND_ACTOR ? sp_index_of(actor)
						  : otherwise;
}

void effect_op_choose(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_env env;
	int seat;

	sp_eval_env_of(&env, run->ruleset, run->g, f);
	/* the table's order of arguments: slot, by */
	seat = seat_of(sp_eval_code(&env, op->arg[1], SP_NOTHING), f->actor);
	run->unknown |= env.unknown;
	sp_stack_push_choice(run, op->slot, seat);
}

void effect_op_roll(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_env env;

	sp_eval_env_of(&env, run->ruleset, run->g, f);
	f->local[op->local] =
		sp_stack_roll(run, sp_eval_code(&env, op->arg[0], 4), f->actor,
			sp_stack_frame_card(run->g, f));
	if (run->n_thrown > 0)
		run->thrown[run->n_thrown - 1].local = 1 + op->local;
}

void effect_op_let(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_env env;

	sp_eval_env_of(&env, run->ruleset, run->g, f);
	f->local[op->local] = sp_eval_code(&env, op->arg[1], SP_NOTHING);
	run->unknown |= env.unknown;
}

void sp_effect_step_program(struct sp_run *run, struct sp_frame *f)
{
	if (block_ends(run, f))
		return;
	if (f->pc >= f->end) {
		sp_stack_pop(run);
		return;
	}
	effect_carry_out(run, f, op_at(run, f, f->pc++));
}

int sp_effect_asks_again(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	const struct sp_frame *f;

	if (g->decision.kind != SP_DECISION_CHOICE || g->n_frames < 2)
		return 0;
	f = &g->frame[g->n_frames - 2];
	if (f->kind != SP_FRAME_PROGRAM)
		return 0;
	for (int depth = f->blocks.depth - 1; depth >= 0; depth--) {
		unsigned block = block_get(f, depth);
		int first = sp_stack_frame_program(ruleset, f)->first;
		const struct sp_op *op =
			&ruleset->op[first + (int)block_op(block)];
		struct sp_env env;

		/* what goes through a set asks of each something else */
		if (op->code == SP_OP_EACH)
			return 0;
		if (op->code != SP_OP_REPEAT)
			continue;
		sp_eval_env_of(&env, ruleset, g, f);
		int left = (int)sp_eval_code(&env, op->arg[0], 0) -
			   (int)block_times(block);
		return left > 0 ? left : 0;
	}
	return 0;
}
