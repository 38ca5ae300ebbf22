/*
 * effect: what is done to the position. Operations of cards, and what they set
 * off: ways, damage, death, spells, things, creatures, hands, dice. Each is a
 * change at once or a frame that is pushed; which step comes when is decided by
 * rules.
 *
 * Circle: the files of operations (damage, death, moving, things, cards,
 * spells, throw). An effect sets off others: who dies drops what he carries,
 * what is thrown hurts, who is hurt may be moved.
 */
#ifndef SP_EFFECT_H
#define SP_EFFECT_H

#include "stack/frame.h"

/* Take the next step of a frame of these kinds. */
void sp_effect_step_program(struct sp_run *run, struct sp_frame *f);
void sp_effect_step_give_up(struct sp_run *run, struct sp_frame *f);
void sp_effect_step_event(struct sp_run *run, struct sp_frame *f);
void sp_effect_step_damage(struct sp_run *run, struct sp_frame *f);
void sp_effect_step_walk(struct sp_run *run, struct sp_frame *f);
void sp_effect_step_pickup(struct sp_run *run, struct sp_frame *f);
void sp_effect_step_death(struct sp_run *run, struct sp_frame *f);
void sp_effect_step_point(struct sp_run *run, struct sp_frame *f);

/* program.c: how often at most a loop asks what the open choice asks once more,
 * of whoever it may be; 0: no loop does. */
int sp_effect_asks_again(
	const struct sp_ruleset *ruleset, const struct sp_game *g);

/* phase.c: what is left of a turn. */

/* Stages of SP_FRAME_ACTIVATION: a creature acts in its wizard's turn. */
enum sp_activation { SP_ACTIVATION_ACTS, SP_ACTIVATION_DONE };
/* Its flags: what its wizard has done, who waits. */
enum sp_waiting { SP_WAITING_MOVED = 1, SP_WAITING_STOPPED = 2 };

/* Ask the active seat for its next action, with the number that it had unless
 * something else was asked meanwhile. */
void sp_effect_turn_ask(struct sp_run *run);
/* The active seat's move phase is over; the rest waits for the stack. */
void sp_effect_turn_end_phase(struct sp_run *run);
/* Its turn is over, whatever phase it is in. */
void sp_effect_turn_end(struct sp_run *run, bool by_clock);
/* Movement points more or less, within what a turn may hold. */
void sp_effect_turn_add_moves(struct sp_run *run, int amount);
/* The creature that acts has done; its frame goes when it is on
 * top. */
void sp_effect_end_activation(struct sp_run *run);

/* points.c: somebody may have something to say of what just happens: push its
 * frame. `who` and `what` are those of the point; `amount` too. False: nobody
 * is to be asked, nothing was pushed. */
bool sp_effect_push_point(struct sp_run *run, enum sp_point point, sp_value who,
	sp_value what, int amount);
/* damage.c: the action is over (nothing is on the stack but creatures that
 * act): push the first damage that was added up; false if there is none. */
bool sp_effect_push_sum(struct sp_run *run);
/* points.c: the same of the dice of the step that was taken, with their event;
 * true if a frame came on top. */
bool sp_effect_push_thrown(struct sp_run *run);

/* cards.c and triggers.c: hands and the draw pile. */

/* Draw, with the event that cards are told. */
void sp_effect_draw(struct sp_run *run, int seat, int cards);
/* Push what makes a hand legal again (limit), if it is not. */
void sp_effect_push_limit(struct sp_run *run, int seat);
/* Why a card came into a hand: `amount` of SP_ON_DRAWN. */
enum sp_drawn { SP_DRAWN_DEALT, SP_DRAWN_DRAWN, SP_DRAWN_TAKEN };
/* The triggers of the cards that his hand has and `before` has not
 * (triggers.c).
 */
void sp_effect_push_drawn(struct sp_run *run, int seat,
	const struct sp_hand *before, enum sp_drawn why);
/* cards.c: what the verb `give_up` does; the command was checked. True: the
 * machine goes on. */
bool sp_effect_verb_give_up(struct sp_run *run, const struct sp_command *c);

/* moving.c: actors on their way. */

/* The walk of a WALK command: its steps, with or without SP_STOP at the end.
 * The frame spends the movement points and ends at a surprise. */
void sp_effect_push_own_walk(
	struct sp_run *run, int actor, const sp_value steps[], int n);
/* Own and led walks of that actor end where it is (his turn was ended, a token
 * was turned up). */
void sp_effect_halt_walks(struct sp_run *run, int actor);
/* True if a frame SP_FRAME_WALK has done a step and not begun the next. */
bool sp_effect_is_between_steps(const struct sp_frame *walk);

/* things.c and throw.c: what lies on the board, and what flies. */

/* The item lies on the board from now on. */
void sp_effect_drop_item(struct sp_run *run, int played, uint16_t square);
/* He carries the item that lies there, or takes an item or a treasure (of
 * somebody); room in his hand is the caller's business. A creature takes
 * nothing but what its card lets it carry. */
void sp_effect_take(struct sp_run *run, sp_value what, int actor);
/* All the items of an actor who is no more fall in that square. */
void sp_effect_drop_items(struct sp_run *run, int actor, uint16_t square);
/* He has the treasure of his square: its reaction, the event, the end of the
 * phase (SP_FRAME_PICKUP). The deed has judged and paid before. */
void sp_effect_push_pickup(struct sp_run *run, int actor, int treasure);
/* Where something thrown at it by the cast comes to rest: in its square, or in
 * the last one before what stops it. */
uint16_t sp_effect_landing(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value target);

/* spells.c, triggers.c, punch.c and death.c: spells, triggers, fists, death. */

/* A punch strikes: cast->answer[0] is what (ACTOR, EDGE, THING); all the
 * statistics of fists. Pushes damage. Also the operation `punch`. */
void sp_effect_resolve_punch(struct sp_run *run, int cast, sp_value at);
/* evade.c: a counter that stays came into play: the die that it gives against
 * the attack that it answers is thrown before anything else is answered. */
void sp_effect_roll_of_counter(struct sp_run *run, int counter);
/* Run the triggers of an event: pushes a frame only where some card has one. */
void sp_effect_push_event(struct sp_run *run, enum sp_card_event event,
	sp_value who, sp_value by, sp_value what, int amount);
/* End a maintained spell: its things go, its card is discarded, what hangs on
 * it ends too. */
void sp_effect_end_spell(struct sp_run *run, int played, enum sp_spell_end how);
/* The actor dies, killed by somebody or (SP_NOBODY) indirectly. */
void sp_effect_push_death(struct sp_run *run, int actor, int killer);
/* Nothing is on the stack: push what a death still owes that endless
 * consequences have cut short: the end of a spell, or the death of an actor who
 * has no life left. The dead hold no cards then. False: nothing is due. */
bool sp_effect_push_due_death(struct sp_run *run);

#endif
