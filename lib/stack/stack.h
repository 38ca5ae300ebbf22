/*
 * What is announced, whether it stands, who answers it, and what is asked while
 * it resolves.
 */
#ifndef SP_STACK_H
#define SP_STACK_H

#include "stack/frame.h"

#include "eval/eval.h"

struct sp_casting;

/* Where the frame of a cast begins (resolve.c has its other stages). */
enum sp_stack_announcement {
	ANNOUNCEMENT_ROLLS, /* paid; the dice of what pays are thrown */
	ANNOUNCEMENT_AIMS,  /* its slots are asked */
	ANNOUNCEMENT_AIMED, /* they have answers, or it fell */
	ANNOUNCEMENT_TOLD,  /* announced: who cast it is told to the cards */
};
/* announce.c: push the frame of a cast that lies on the stack. */
void sp_stack_push_announcement(
	struct sp_run *run, int cast, enum sp_stack_announcement from);
/* announce.c: put a fist on the stack and push its frame; `at`: ACTOR, EDGE,
 * THING. */
void sp_stack_announce_punch(struct sp_run *run, int actor, sp_value at);
/* announce.c: the Universe makes that play of the card of `f`, with the energy
 * that it has there, at `at`: the answer to its one slot. It falls where that
 * is not legal; nothing where no room is left. */
void sp_stack_announce_universe(
	struct sp_run *run, const struct sp_frame *f, int play, sp_value at);

/* aim.c: ask its controller for the slots of a cast of the stack that have no
 * answer yet. When the frame is gone it has them all, or is cancelled.
 * `turned`: then it is told at whom it is aimed. */
void sp_stack_push_aim(struct sp_run *run, int cast, bool turned);
/* aim.c: none of its slots has an answer. */
void sp_stack_aim_forget(struct sp_cast *cast);
/* aim.c: are its answers legal, one behind the other? Then it is as it would be
 * with them; if not it has none. */
bool sp_stack_aim_holds(struct sp_run *run, int cast);
/* announce.c: tell whom it is aimed at. */
void sp_stack_tell_cast(struct sp_run *run, int cast);
void sp_stack_tell_aimed(struct sp_run *run, int cast);

/* announce.c: what lies face down as its card is shown. */
void sp_stack_show(struct sp_run *run, int cast);

/* standing.c: does what was announced still have something to work on? Parts
 * that have none fall. */
bool sp_stack_cast_stands(struct sp_run *run, int cast);
/* It falls because it does not stand. */
void sp_stack_fizzle(struct sp_run *run, int cast);
/* Tell that the card of an actor finds no room for what it does. */
void sp_stack_tell_no_room(struct sp_run *run, int actor, int card);
/* sp_game_relieve, which tells of what finds no room in the list. `source`: the
 * CARD or the PLAYED that spares him. */
bool sp_stack_relieve(struct sp_run *run, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int left, sp_value source);

/* Who announced it; SP_UNIVERSE. */
static inline int sp_stack_doer(const struct sp_cast *cast)
{
	return sp_eval_actor_index(cast->actor);
}

/* True if whoever announced it can still do it. */
static inline bool sp_stack_doer_lives(
	const struct sp_game *g, const struct sp_cast *cast)
{
	return sp_stack_doer(cast) == SP_UNIVERSE ||
	       g->actor[sp_stack_doer(cast)].alive;
}

/* The cast of the stack; NULL: it is none, or is gone. */
static inline struct sp_cast *sp_stack_cast_at(
	const struct sp_run *run, int cast)
{
	return cast >= 0 && run->g->cast[cast].used ? &run->g->cast[cast]
						    : NULL;
}

/* round.c: open a reaction to `subject` (ITEM, or SP_NOTHING for damage:
 * then the frame below is its SP_FRAME_DAMAGE; for a treasure its
 * SP_FRAME_PICKUP). Pushes nothing where nobody is eligible. */
void sp_stack_push_round(
	struct sp_run *run, enum sp_point point, sp_value subject);
/* choice.c: a slot asked of whoever answers for the actor while something
 * resolves; the answer
 * comes into local `slot->local` of the frame below. Not asked where there is
 * one legal answer; with none it is SP_NOTHING. */
void sp_stack_push_choice(struct sp_run *run, int slot, int actor);

/* What the verbs of the stack do; the command was checked. True if the machine
 * goes on. announce.c: `cast` and `use`; round.c: a sealed answer, for the last
 * of which the round waits; choice.c: the answer to a slot. */
bool sp_stack_verb_cast(struct sp_run *run, const struct sp_command *c);
bool sp_stack_verb_answer(struct sp_run *run, const struct sp_command *c);
bool sp_stack_verb_choose(struct sp_run *run, const struct sp_command *c);

/* Take the next step of a frame that asks. */
void sp_stack_step_aim(struct sp_run *run, struct sp_frame *f);
void sp_stack_step_choice(struct sp_run *run, struct sp_frame *f);
void sp_stack_step_round(struct sp_run *run, struct sp_frame *f);

#endif
