/*
 * Operations: what the programs of cards do. One function for each, in the file
 * of its subject; the control operations are in program.c.
 *
 * An operation reads its arguments, changes the position through the primitives
 * of game.h and pushes frames where more than that is needed. Where an argument
 * is not what it should be (a wall where a wizard is needed, a wizard who died
 * meanwhile) it does nothing.
 */
#ifndef SP_RULES_EFFECT_PRIVATE_H
#define SP_RULES_EFFECT_PRIVATE_H

#include "frame_private.h"

/* The handlers of SP_OPS, `rules_op_<word>`. `f` is the program's frame, whose
 * `pc` is already behind `op`; a control operation sets it anew. */
#define X(symbol, word, runs, args, what)                                      \
	void rules_op_##word(struct sp_run *run, struct sp_frame *f,           \
		const struct sp_op *op);
SP_OPS(X)
#undef X

/* ---- arguments, by their place in the vocabulary's table (from 0) -------- */

/* Any value; `absent` where it is left out or counts as nothing to know: a view
 * that lacks it sets run->unknown. */
sp_value rules_arg(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, sp_value absent);
/* A number; what is none is 0. */
int rules_arg_number(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* A living actor, or SP_NOBODY. */
int rules_arg_actor(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* The seat of a living wizard, or SP_NOBODY: what creatures have not, hands and
 * items, an operation does nothing about. */
int rules_arg_seat(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* The index of a reference of that kind: a square or edge of the board, a used
 * thing, spell or item; -1. */
int rules_arg_index(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, enum sp_kind kind);
/* The number of a word, or the mask of words; -1: left out. */
static inline int sp_arg_word(const struct sp_op *op, int i)
{
	return op->arg[i];
}
/* The same checks for a value at hand. */
int rules_actor_of(const struct sp_game *g, sp_value v);
int rules_seat_of(const struct sp_game *g, sp_value v);
int rules_index_if(const struct sp_game *g, sp_value v, enum sp_kind kind);

/* effect.c: carry out the operation, perhaps pushing frames. */
void rules_effect(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op);
/* What may be done once was done: `self` to `other`. */
void rules_once_mark(struct sp_game *g, sp_value self, sp_value other);

#endif
