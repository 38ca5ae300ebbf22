/*
 * The machine: it steps the top frame of the stack (stack/frame.h) by its kind.
 *
 * Circle: the files of operations (damage, death, moving, things, cards,
 * spells, throw). An effect sets off others: who dies drops what he carries,
 * what is thrown hurts, who is hurt may be moved.
 */
#ifndef SP_RULES_MACHINE_PRIVATE_H
#define SP_RULES_MACHINE_PRIVATE_H

#include "stack/frame.h"

/* The next step of the top frame, by its kind; those of announcements and
 * questions are in stack.h. */
#define X(symbol, step) void step(struct sp_run *run, struct sp_frame *f);
SP_FRAMES(X)
#undef X

/* Steps the top frame until somebody is asked. */
void rules_run_machine(struct sp_run *run);

#endif
