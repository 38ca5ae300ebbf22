/*
 * The arguments of operations.
 */
#ifndef SP_STACK_ARGUMENT_H
#define SP_STACK_ARGUMENT_H

#include "stack/frame.h"

/* Any value; `absent` where it is left out or counts as nothing to know: a view
 * that lacks it sets run->unknown. */
sp_value sp_stack_arg(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, sp_value absent);
/* Read a number; any other value counts as 0. */
int sp_stack_arg_number(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* A living actor, or SP_NOBODY. */
int sp_stack_arg_actor(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* The seat of a living wizard, or SP_NOBODY: what creatures have not, hands and
 * items, an operation does nothing about. */
int sp_stack_arg_seat(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* The index of a reference of that kind: a square or edge of the board, a used
 * thing, spell or item; -1. */
int sp_stack_arg_index(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, enum sp_kind kind);
/* The number of a word, or the mask of words; -1: left out. */
static inline int sp_stack_arg_word(const struct sp_op *op, int i)
{
	return op->arg[i];
}
/* Check a value at hand: the index of a living actor, or SP_NOBODY; the index
 * of a reference of that kind, or -1. */
int sp_stack_actor_of(const struct sp_game *g, sp_value v);
int sp_stack_index_if(const struct sp_game *g, sp_value v, enum sp_kind kind);

/* What may be done once was done: `self` to `other`. */
void sp_stack_once_mark(struct sp_game *g, sp_value self, sp_value other);

#endif
