/*
 * The machine of games with cards.
 *
 * Resolution is a stack of frames that are data (struct sp_frame).
 * rules_run_machine steps the top frame until a blocking decision opens, the
 * game is over, or the stack is empty and the phase that asks has been reached.
 * A frame may push others and is stepped again when they are gone; it pops
 * itself. Between any two steps the position can be encoded, the process
 * stopped, and the position decoded: nothing may live in C variables.
 *
 * A step that needs hidden facts or dice which a view does not have sets
 * run->unknown and stops.
 */
#ifndef SP_STACK_FRAME_H
#define SP_STACK_FRAME_H

#include "law/law.h"

#define SP_STEPS_MAX    1000 /* primitive steps of one resolution */
#define SP_EVENTS_SPARE 512  /* that one step may tell */

/* A die that was thrown in the present step. */
struct sp_thrown {
	int faces, value, actor;
	int local; /* 1 + that of the program on top that takes it; 0 none */
};

#define SP_THROWN_MAX 4

struct sp_run {
	const struct sp_ruleset *ruleset;
	struct sp_game *g;
	struct sp_events *events;
	struct sp_sights *sights;
	bool unknown;
	uint8_t dice; /* enum sp_dice: on a view */
	/* on a view, and not to be kept: goes on past hands that it does not
	 * know, if only how many cards they have matters */
	bool imagined;
	int told; /* events before this command */
	/* the turn's decision was put aside by this command and nothing was
	 * asked since: it comes back with its number */
	bool resume;
	/* dice of this step that nobody was told of as a point yet */
	int n_thrown;
	struct sp_thrown thrown[SP_THROWN_MAX];
};

/* A zeroed frame on top (locals SP_NOTHING, cast and card -1); asserts room:
 * whoever pushes in a loop counts steps with sp_stack_tick. The pointer is good
 * until the next push or pop. */
struct sp_frame *sp_stack_push(struct sp_run *run, enum sp_frame_kind kind);
void sp_stack_pop(struct sp_run *run);
/* True if a trigger of the card, of which one step may set off many, still
 * finds room; else it dissipates, which is told. */
bool sp_stack_trigger_fits(struct sp_run *run, int actor, int card);
/* The frame below the top: where a child leaves its result; NULL. */
struct sp_frame *sp_stack_below(struct sp_run *run);
/* Open a decision: a new number, the seats that are asked. */
void sp_stack_ask(
	struct sp_run *run, enum sp_decision_kind kind, unsigned seats);
/* If another plays this turn and answers the open decision it sees the hand
 * that it plays. */
void sp_stack_show_hand(struct sp_run *run);
/* The open decision is answered. */
void sp_stack_put_aside(struct sp_run *run);
/* Give up everything that is being resolved: its cards are discarded. */
void sp_stack_clear(struct sp_run *run);
/* Count a primitive step; false: the limit was passed, the stack is being
 * cleared (SP_EVENT_TIRED), the caller returns. */
bool sp_stack_tick(struct sp_run *run);
/* Draw a die of m faces, 1 to m, with its event; sets run->unknown on a view
 * (returns 1) that imagines none. The event is returned through *event (may be
 * NULL). */
int sp_stack_roll(struct sp_run *run, int faces, int actor, int card);
/* The same for what is decided by lot: no die of the game that a card could
 * see. */
int sp_stack_draw(struct sp_run *run, int faces, int actor);
/* The program that a frame runs, and the physical card that it is told by (-1:
 * none). */
const struct sp_program *sp_stack_frame_program(
	const struct sp_ruleset *ruleset, const struct sp_frame *f);
int sp_stack_frame_card(const struct sp_game *g, const struct sp_frame *f);
/* Push the program of a play or (program < 0) of an `on` of a card type. */
struct sp_frame *sp_stack_push_program(
	struct sp_run *run, int card_type, int program);

/* Push the triggers of a card that are about itself and whose condition holds;
 * the first of them comes on top. What it was may be gone when they run, so
 * they are chosen now; `self` is SP_NOTHING then. `seat` is who has it, or had
 * it (own.c). */
void sp_stack_push_own_ons(struct sp_run *run, int card,
	enum sp_card_event event, int seat, sp_value self);

/* The piles under a PLAYED, THING or ACTOR that leaves its place go to the
 * discard pile, each card told, from the top (under.c). */
void sp_stack_clear_under(struct sp_run *run, sp_value host);

/* Keep the steps of an own walk in its frame; tell the next of them, a
 * direction or SP_THROUGH, by how many are left (steps.c). */
void sp_stack_steps_put(struct sp_frame *f, const sp_value steps[], int n);
int sp_stack_steps_next(const struct sp_frame *f);

#endif
