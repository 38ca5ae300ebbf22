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

/* points.c: somebody may have something to say of what just happens: push its
 * frame. `who` and `what` are those of the point; `amount` too. False: nobody
 * is to be asked, nothing was pushed. */
bool rules_push_point(struct sp_run *run, enum sp_point point, sp_value who,
	sp_value what, int amount);
/* points.c: the same of the dice of the step that was taken, with their event;
 * true if a frame came on top. */
bool rules_push_thrown(struct sp_run *run);
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

/* Why a card came into a hand: `amount` of SP_ON_DRAWN. */
enum sp_drawn { SP_DRAWN_DEALT, SP_DRAWN_DRAWN, SP_DRAWN_TAKEN };
/* The triggers of the cards that his hand has and `before` has not (spells.c).
 */
void rules_push_drawn(struct sp_run *run, int seat,
	const struct sp_hand *before, enum sp_drawn why);
/* A card in a hand or aside is seen by `to`, or with SP_NOBODY by all, and so
 * the seat tells (spells.c). */
void rules_show(struct sp_run *run, int seat, int card, int to);

#endif
