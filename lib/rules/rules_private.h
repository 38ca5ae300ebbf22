/*
 * Inside of rules: the judge, which alone knows what is legal, and the course
 * of turns.
 */
#ifndef SP_RULES_PRIVATE_H
#define SP_RULES_PRIVATE_H

#include "rules/rules.h"

/* A prefix on its way: a verb, the answers taken so far, and for a walk where
 * they lead. The position itself is never touched. */
struct sp_judge {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;
	int verb;
	int n;        /* answers taken */
	uint16_t at;  /* the square that a walk has come to */
	int moves;    /* movement points left there */
	bool stopped; /* a walk took SP_STOP */
};

/* May this seat give this verb at all, as far as no answer matters? Sets up
 * *j also where it may not, unless the command is malformed. */
enum sp_reason sp_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c);
/* What is wrong with `value` as the next answer. */
enum sp_reason sp_judge_answer(const struct sp_judge *j, int value);
void sp_judge_take(struct sp_judge *j, int value);
bool sp_judge_complete(const struct sp_judge *j);

/* Fill in a refusal, text included. `slot` is -1 for the verb. */
void sp_refusal_fill(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason, int slot);
/* The edge on a side of a square. */
uint16_t sp_rules_edge(const struct sp_game *g, uint16_t square, int dir);

/* The first turn of a game begins with `seat`. */
void sp_turn_first(const struct sp_ruleset *ruleset, struct sp_game *g,
	int seat, struct sp_events *events);
/* After every command: is the game over; else, where the active seat ended the
 * phase or its wizard is dead, what comes next. */
void sp_turn_settle(const struct sp_ruleset *ruleset, struct sp_game *g,
	bool phase_ends, bool by_clock, struct sp_events *events);

/* ==== games with cards: the machine ==========================================
 *
 * Resolution is a stack of frames that are data (struct sp_frame). sp_run steps
 * the top frame until a blocking decision opens, the game is over, or the stack
 * is empty and the phase that asks has been reached. A frame may push others
 * and is stepped again when they are gone; it pops itself. Between any two
 * steps the position can be encoded, the process stopped, and the position
 * decoded: nothing may live in C variables.
 *
 * A step that needs hidden facts or dice which a view does not have sets
 * run->unknown and stops.
 */

#define SP_STEPS_MAX 1000 /* primitive steps of one resolution (design 3) */

enum sp_frame_kind {
	SP_FRAME_NONE,
	SP_FRAME_ANNOUNCE, /* item: rounds, then resolve (announce.c) */
	SP_FRAME_ROUND,    /* asks, then plays the answers (round.c) */
	SP_FRAME_PROGRAM,  /* runs operations pc to end (program.c) */
	SP_FRAME_CHOICE,   /* a slot is asked of one seat (cast.c) */
	SP_FRAME_GIVE_UP,  /* seat a must part with cards (cards.c) */
	SP_FRAME_EVENT,    /* runs the triggers of one event (spells.c) */
	SP_FRAME_DAMAGE,   /* one damage through its pipeline (damage.c) */
	SP_FRAME_WALK,     /* an actor on its way, step by step (moving.c) */
	SP_FRAME_PICKUP,   /* a treasure was picked up: its point, then the
			      end of the phase (things.c) */
	SP_FRAME_DEATH,    /* a wizard dies: what he leaves (death.c) */
	SP_FRAME_COUNT,
};

struct sp_run {
	const struct sp_ruleset *ruleset;
	struct sp_game *g;
	struct sp_events *events;
	bool unknown;
};

/* machine.c (V1) */
void sp_run_machine(struct sp_run *run);
/* A zeroed frame on top (locals SP_NOTHING, item and card -1); asserts room:
 * whoever pushes in a loop counts steps with sp_tick. The pointer is good until
 * the next push or pop. */
struct sp_frame *sp_push(struct sp_run *run, enum sp_frame_kind kind);
void sp_pop(struct sp_run *run);
/* The frame below the top: where a child leaves its result; NULL. */
struct sp_frame *sp_below(struct sp_run *run);
/* Open a decision: a new number, the seats that are asked. */
void sp_ask(struct sp_run *run, enum sp_decision_kind kind, unsigned seats);
/* Count a primitive step; false: the limit was passed, the stack is being
 * cleared (SP_EVENT_TIRED), the caller returns. */
bool sp_tick(struct sp_run *run);
/* Draw a die of m faces, 1 to m, with its event; sets run->unknown on a view
 * (returns 1). The event is returned through *event (may be NULL). */
int sp_roll(struct sp_run *run, int faces, int seat, int card);

/* One step of each kind of frame. */
void sp_step_announce(struct sp_run *run, struct sp_frame *f);
void sp_step_round(struct sp_run *run, struct sp_frame *f);
void sp_step_program(struct sp_run *run, struct sp_frame *f);
void sp_step_choice(struct sp_run *run, struct sp_frame *f);
void sp_step_give_up(struct sp_run *run, struct sp_frame *f);
void sp_step_event(struct sp_run *run, struct sp_frame *f);
void sp_step_damage(struct sp_run *run, struct sp_frame *f);
void sp_step_walk(struct sp_run *run, struct sp_frame *f);
void sp_step_pickup(struct sp_run *run, struct sp_frame *f);
void sp_step_death(struct sp_run *run, struct sp_frame *f);

/* ---- expressions (eval.c, V2) ------------------------------------------- */

/* What an expression is read in. */
struct sp_env {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;           /* me */
	sp_value self;      /* this: PLAYED, THING; or SP_NOTHING */
	sp_value it;        /* the candidate, or what is answered */
	sp_value who, by, what;
	int32_t amount, done;
	int energy;
	int item;           /* the stack item: origin, parts(); -1 */
	int damage_kind, element; /* of the damage at hand */
	const sp_value *local;    /* SP_LOCALS_MAX; may be NULL */
	bool unknown;       /* set when a view does not know */
};

/* The environment of a frame's program. */
void sp_env_of(struct sp_env *env, const struct sp_run *run,
	const struct sp_frame *f);
/* code -1 gives `absent`. Booleans are 0 and 1. */
sp_value sp_eval(struct sp_env *env, int32_t code, sp_value absent);
bool sp_holds(struct sp_env *env, int32_t code); /* -1: true */
/* The element of a set behind `last` (SP_NOTHING: the first) in its order;
 * SP_NOTHING: no more. `counter` counts the elements given so far (`along` may
 * give one actor twice). */
sp_value sp_set_next(
	struct sp_env *env, int32_t code, sp_value last, int counter);
/* `once`: true if not marked yet (does not mark). */
bool sp_once_free(const struct sp_game *g, sp_value self, sp_value other);
void sp_once_mark(struct sp_game *g, sp_value self, sp_value other);
bool sp_is(struct sp_env *env, sp_value ref, int32_t word);

/* ---- statistics (stat.c, V2): set (latest), add, multiply, then bounds ---- */

/* Base values come from the ruleset (base_speed, hand_max, ...), attacks 1,
 * may_* 1, all others 0; items_count and spells_count 1. `ref` is an ACTOR, or
 * THING, TREASURE, EDGE for stuck and sealed. */
int sp_stat(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat);
/* The same where `stat` of an actor depends on nothing else: */
static inline int sp_seat_stat(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, enum sp_stat stat)
{
	return sp_stat(ruleset, g, SP_REF(SP_KIND_ACTOR, seat), stat);
}
/* Cards that count against the hand limit: hand, spells, items as the
 * statistics and options have it; and the limit. */
int sp_hand_used(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);

/* ---- targets (target.c, V2) ----------------------------------------------- */

/* How something is aimed: by whom, from where, how far, through what. */
struct sp_aim {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;
	uint16_t origin;  /* the caster's square, or an astral one */
	uint16_t corner;  /* SP_NOWHERE: a straight line */
	uint8_t range;    /* enum sp_range */
	int within;
	bool spell;       /* Visionstone sees through for spells only */
	bool ignore_sight_limit; /* global */
};

/* Is the reference in range: line of sight with its exceptions (fog, opaque
 * squares, inside a bush, Big Man, seeing through one wall, two lines round a
 * corner), adjacency, distance, sector. SP_REASON_NONE, or why not. */
enum sp_reason sp_in_range(const struct sp_aim *aim, sp_value ref);
/* Sight between squares for an observer, with the same exceptions. */
bool sp_sees_square(const struct sp_aim *aim, uint16_t square);
bool sp_sees_edge(const struct sp_aim *aim, uint16_t edge);
/* Every candidate of a slot that its kind, range, filter and condition let
 * pass, ascending, written to out->value; `env` has the locals answered so far
 * and the item, if any. Equal cards appear once. */
void sp_slot_candidates(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, struct sp_domain *out);
/* The same for one value: SP_REASON_NONE or why it is refused. */
enum sp_reason sp_slot_judge(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, sp_value value);
/* The aim of a stack item (for re-checks, `sees`, `crosses`). */
void sp_aim_of_item(struct sp_aim *aim, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int item);
/* Does the line of the item to its target(s) run over that edge. */
bool sp_line_crosses(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int item, uint16_t edge);
/* Who is affected by an item as things stand: bits of seats (design 6). */
unsigned sp_affected(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int item);

/* ---- what the machine is told by others ----------------------------------- */

/* announce.c (V1): put a play on the stack and push its frame. `c` is a checked
 * CAST, USE, PUNCH... command. */
void sp_announce(struct sp_run *run, const struct sp_command *c);
/* cast.c (V1): a slot asked of a seat while something resolves; the answer
 * comes into local `slot->local` of the frame below. Not asked where there is
 * one legal answer; with none it is SP_NOTHING. */
void sp_push_choice(struct sp_run *run, int slot, int seat);
/* round.c (V1): open a reaction to `subject` (ITEM, or SP_NOTHING for damage:
 * then the frame below is its SP_FRAME_DAMAGE; for a treasure its
 * SP_FRAME_PICKUP). Pushes nothing where nobody is eligible. */
void sp_push_round(struct sp_run *run, enum sp_point point, sp_value subject);
/* The seats that may answer, from public facts alone (design 6). */
unsigned sp_eligible(const struct sp_ruleset *ruleset, const struct sp_game *g,
	enum sp_point point, sp_value subject);

/* program.c (V1) runs control operations itself and calls this for all others
 * (effects.c, V3): carry out the operation, perhaps pushing frames; pc is
 * already behind it. */
void sp_effect(struct sp_run *run, struct sp_frame *f, const struct sp_op *op);

/* ---- effects (V3) ----------------------------------------------------------- */

struct sp_damage {
	sp_value to;  /* ACTOR, EDGE, THING */
	int amount;
	uint8_t kind, element, flags;
	int item;     /* -1: none */
	int card;     /* what it is told by; -1 */
	sp_value by;  /* ACTOR who did it, or SP_NOTHING */
};
/* Push the pipeline: amount, evade, redirect, static reductions, counter
 * reductions, convert, life, after-effects, deaths. Leaves what was lost in
 * `done` of the frame below. */
void sp_push_damage(struct sp_run *run, const struct sp_damage *damage);
/* Run the triggers of an event: pushes a frame only where some card has one. */
void sp_push_event(struct sp_run *run, enum sp_card_event event, sp_value who,
	sp_value by, sp_value what, int amount);
enum sp_way { SP_WAY_OWN, SP_WAY_LED, SP_WAY_PUSHED, SP_WAY_SLIDE, SP_WAY_STRAY };
/* Push an actor on its way: `steps` squares at most; OWN: the steps are those
 * of the command (kept in the frame's locals), LED: `led_by` chooses each. */
void sp_push_walk(struct sp_run *run, int actor, enum sp_way way, int steps,
	int dir, int led_by);
/* Put an actor on a square at once; fires leave, enter. */
void sp_place_actor(struct sp_run *run, int actor, uint16_t square);
/* End a maintained spell: its things go, its card is discarded, what hangs on
 * it ends too. how: as in SP_EVENT_ENDED. */
void sp_end_spell(struct sp_run *run, int played, int how);
void sp_drop_item(struct sp_run *run, int played, uint16_t square);
void sp_destroy(struct sp_run *run, sp_value ref, bool by_fire);
/* Push what makes a hand legal again (limit), if it is not. */
void sp_push_limit(struct sp_run *run, int seat);
void sp_push_death(struct sp_run *run, int actor, int killer);

/* turn.c (V3): when the stack is empty and no decision is open: go on with the
 * phases until one asks or the game is over. */
void sp_turn_go_on(struct sp_run *run);
/* The active seat ended its move phase, or is done with drawing. */
void sp_turn_end_phase(struct sp_run *run);

#endif
