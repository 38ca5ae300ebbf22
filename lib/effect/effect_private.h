/*
 * Operations: what the programs of cards do. One function for each, in the file
 * of its subject; the control operations are in program.c.
 *
 * An operation reads its arguments, changes the position through the primitives
 * of game.h and pushes frames where more than that is needed. Where an argument
 * is not what it should be (a wall where a wizard is needed, a wizard who died
 * meanwhile) it does nothing.
 */
#ifndef SP_EFFECT_PRIVATE_H
#define SP_EFFECT_PRIVATE_H

#include "effect.h"

#include "stack/argument.h"

/* The handlers of SP_OPS, `effect_op_<word>`. `f` is the program's frame, whose
 * `pc` is already behind `op`; a control operation sets it anew. */
#define X(symbol, word, runs, args, what)                                      \
	void effect_op_##word(struct sp_run *run, struct sp_frame *f,          \
		const struct sp_op *op);
SP_OPS(X)
#undef X

/* effect.c: carry out the operation, perhaps pushing frames. */
void effect_carry_out(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op);

#endif
