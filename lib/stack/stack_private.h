/*
 * Inside of stack: what its files ask of each other.
 *
 * Circle: aim and choice. What is aimed is asked slot by slot, and the answer
 * to one asks for the next.
 */
#ifndef SP_STACK_PRIVATE_H
#define SP_STACK_PRIVATE_H

#include "stack/stack.h"

/* round.c to announce.c: a counter that is played now; its frame is pushed. */
void stack_announce_counter(struct sp_run *run, const struct sp_casting *c);
/* choice.c to aim.c: the next slot is answered. */
void stack_aim_take(struct sp_run *run, int cast, sp_value value);
/* What a cancelled modifier gave the cast is taken away. */
void stack_modifier_fell(struct sp_run *run, int cast, int modifier);

#endif
