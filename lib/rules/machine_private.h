/*
 * The machine: it steps the top frame of the stack (stack/frame.h) by its kind.
 */
#ifndef SP_RULES_MACHINE_PRIVATE_H
#define SP_RULES_MACHINE_PRIVATE_H

#include "stack/frame.h"

/* The next step of the top frame, by its kind; those of announcements and
 * questions are in stack.h, those of what happens then in effect.h. */
#define X(symbol, step) void step(struct sp_run *run, struct sp_frame *f);
SP_FRAMES(X)
#undef X

/* deals.c: proposals that cannot be done any more fall; those of the active
 * seat, whose turn ends, too. */
void rules_sweep_proposals(struct sp_run *run, bool turn_ends);
/* look.c: between two steps whoever can observe an illusion for the first time
 * decides what it is to him, and the first card that comes into somebody's
 * sight is told. True: something goes first now. */
bool rules_look(struct sp_run *run);
/* True if a frame SP_FRAME_ANNOUNCE is about to be answered, or was. */
bool rules_is_before_answers(const struct sp_frame *announcement);
/* Steps the top frame until somebody is asked. */
void rules_run_machine(struct sp_run *run);

#endif
