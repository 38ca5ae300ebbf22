/*
 * Inside of rules: the judge, which alone knows what is legal, and the course
 * of turns.
 */
#ifndef SP_RULES_PRIVATE_H
#define SP_RULES_PRIVATE_H

#include "rules/rules.h"

struct sp_judge;

/* May this seat give this verb at all, as far as no answer matters? Sets up
 * *j also where it may not, unless the command is malformed. */
enum sp_reason sp_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c);
/* What is wrong with `value` as the next answer. */
enum sp_reason sp_judge_answer(const struct sp_judge *j, int value);
void sp_judge_take(struct sp_judge *j, int value);
/* What its verb asks; is it judged by deeds.c, by casting.c? */
enum sp_slot_kind sp_judge_asks(const struct sp_judge *j);
bool sp_judge_is_deed(const struct sp_judge *j);
bool sp_judge_casts(int verb);
bool sp_judge_complete(const struct sp_judge *j);
/* What the judge lets pass as the next answer, ascending. */
void sp_judge_domain(const struct sp_judge *j, struct sp_domain *out);

/* Fill in a refusal, text included. `slot` is -1 for the verb. */
void sp_refusal_fill(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason, int slot);
/* The same for what only games with cards refuse; `why` has its reason, slot
 * and value. Names the nearest legal thing, if there is one. */
void sp_refusal_card(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason);
/* The edge on a side of a square. */
uint16_t sp_rules_edge(const struct sp_game *g, uint16_t square, int dir);

/* Is the game won, or lost by all? Then it is over. */
bool sp_victory(struct sp_game *g, struct sp_events *events);
/* The last round is over: most points, then most life; equal in both: a draw.
 */
void sp_victory_by_rounds(struct sp_game *g, struct sp_events *events);

/* Without cards, after every command: is the game over; else, where the active
 * seat ended the phase or its wizard is dead, what comes next. */
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

#define SP_STEPS_MAX    1000 /* primitive steps of one resolution (design 3) */
#define SP_FRAMES_SPARE 10   /* frames that one step may push */

enum sp_frame_kind {
	SP_FRAME_NONE,
	SP_FRAME_ANNOUNCE, /* item: rounds, then resolve (announce.c) */
	SP_FRAME_ROUND,    /* asks, then plays the answers (round.c) */
	SP_FRAME_PROGRAM,  /* runs operations pc to end (program.c) */
	SP_FRAME_CHOICE,   /* a slot is asked of one seat (choice.c) */
	SP_FRAME_GIVE_UP,  /* seat a must part with cards (cards.c) */
	SP_FRAME_EVENT,    /* runs the triggers of one event (spells.c) */
	SP_FRAME_DAMAGE,   /* one damage through its pipeline (damage.c) */
	SP_FRAME_WALK,     /* an actor on its way, step by step (moving.c) */
	SP_FRAME_PICKUP,   /* a treasure was picked up: its point, then the
			      end of the phase (things.c) */
	SP_FRAME_DEATH,    /* a wizard dies: what he leaves (death.c) */
	SP_FRAME_TURN,     /* what a turn begins and ends with (turn.c) */
	SP_FRAME_RESUME,   /* a decision put aside (turn.c) */
	SP_FRAME_COUNT,
};

struct sp_run {
	const struct sp_ruleset *ruleset;
	struct sp_game *g;
	struct sp_events *events;
	bool unknown;
	/* the turn's decision was put aside by this command and nothing was
	 * asked since: it comes back with its number */
	bool resume;
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

struct sp_crossing;

/* What an expression is read in. */
struct sp_env {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;      /* me */
	sp_value self; /* this: PLAYED, THING; or SP_NOTHING */
	sp_value it;   /* the candidate, or what is answered */
	sp_value who, by, what;
	int32_t amount, done;
	int energy;
	int item; /* the stack item: origin, parts(); -1 */
	int damage_kind, element, damage_flags; /* of the damage at hand */
	/* while a command is being made: the item as it would be announced,
	 * where `item` is -1: energy, origin, parts(); may be NULL */
	const struct sp_item *draft;
	const sp_value *local; /* SP_LOCALS_MAX; may be NULL */
	bool unknown;          /* set when a view does not know */
	/* what once() found free, or 0: whoever then acts on the condition
	 * marks it with sp_once_mark(g, env->self, env->once) */
	sp_value once;
	uint8_t depth; /* conditions of statistics inside each other */
	struct sp_crossing *crossing; /* for crosses(); may be NULL */
};

/* The environment of a frame's program. */
void sp_env_of(struct sp_env *env, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_frame *f);
/* who, it, what, amount, damage of a reaction: `answered` is the ITEM that is
 * answered, or the subject of the round. `it` is NOTHING where that is no item;
 * `who` is then the sufferer, or who picked the treasure up. */
void sp_env_of_reaction(struct sp_env *env, int round, sp_value answered);
/* The environment of the item itself, with the answers to its slots as locals,
 * which are written to `local`. */
void sp_env_of_item(struct sp_env *env, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int item, sp_value local[SP_LOCALS_MAX]);
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

/* ---- statistics (stat.c, V2): set (latest), add, multiply, then bounds ----
 */

/* sp_stat, sp_seat_stat and sp_hand_used: see rules.h. */

/* ---- targets (target.c, V2) -----------------------------------------------
 */

/* What is seen from a place and how far things are, found once and used for
 * each; good for one position. sp_reach_clear begins it. */
struct sp_reach {
	bool squares_known, edges_known, steps_known;
	/* of which aim */
	uint16_t origin, corner;
	bool spell, ignore_sight_limit, walk;
	uint8_t square[SP_SQUARES_MAX];
	uint8_t edge[SP_EDGES_MAX];
	uint16_t steps[SP_SQUARES_MAX];
};
static inline void sp_reach_clear(struct sp_reach *r)
{
	r->squares_known = r->edges_known = r->steps_known = false;
	r->origin = r->corner = SP_NOWHERE;
	r->spell = r->ignore_sight_limit = r->walk = false;
}

/* How something is aimed: by whom, from where, how far, through what. */
struct sp_aim {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;
	uint16_t origin; /* the caster's square, or an astral one */
	uint16_t corner; /* SP_NOWHERE: a straight line */
	uint8_t range;   /* enum sp_range */
	int within;
	bool spell;              /* Visionstone sees through for spells only */
	bool ignore_sight_limit; /* global */
	int blocked;             /* edge that stops the line + 1; 0 none */
	struct sp_reach *reach;  /* shared by the lists of one seat; may be
				    NULL */
	uint8_t depth;           /* as in struct sp_env */
	/* SP_EDGES_MAX: of what sp_in_reach finds in range, the edges that can
	 * stop its lines get 1, and perhaps others; NULL */
	uint8_t *trace;
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
/* The first of them, `most` at most. */
void sp_slot_some(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, int most, struct sp_domain *out);
/* The same for one value: SP_REASON_NONE or why it is refused. */
enum sp_reason sp_slot_judge(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, sp_value value);
/* The aim of a stack item (for re-checks, `sees`, `crosses`). */
void sp_aim_of_item(struct sp_aim *aim, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int item);
/* Does the line of the item to its target(s) run over that edge. */
bool sp_line_crosses(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int item, uint16_t edge);
/* The same for one edge after the other of one position: what is found out is
 * kept, and the edges that do not come near a line are known from the first
 * on. item -1 begins it. */
struct sp_crossing {
	int item;
	uint8_t edge[SP_EDGES_MAX]; /* 0 no, 1 not looked at yet, 2 yes */
};
bool sp_crossing_holds(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int item,
	uint16_t edge);

/* Squares between, over everything; UINT16_MAX: nowhere. */
void sp_steps_from(
	const struct sp_game *g, uint16_t from, uint16_t out[SP_SQUARES_MAX]);
/* Squares that the wizard of `seat` would walk; into one that is filled, but
 * not on from there. */
void sp_walk_from(
	const struct sp_aim *aim, uint16_t from, uint16_t out[SP_SQUARES_MAX]);
/* May he go over that side of the square: doors as his statistics have them. */
bool sp_walks_over(const struct sp_aim *aim, uint16_t square, unsigned dir);
/* Does a thing, or a wizard's form, fill the square so that none enters. */
bool sp_is_filled(const struct sp_aim *aim, uint16_t square);
/* The same for things, which no wizard makes way for. */
bool sp_is_filled_up(const struct sp_ruleset *ruleset, const struct sp_game *g,
	uint16_t square);
bool sp_is_empty(const struct sp_game *g, uint16_t square);
bool sp_is_home(const struct sp_game *g, uint16_t square);
/* The squares that a bolt passes, in order, behind the one where it begins. */
void sp_bolt_path(const struct sp_aim *aim, int dir, int squares,
	uint16_t out[], uint16_t edges[]);
#define SP_BOLT_MAX 64
/* The created thing that makes an edge a wall or a door; -1. */
int sp_thing_of_edge(const struct sp_ruleset *ruleset, const struct sp_game *g,
	uint16_t edge);
/* sp_stat with the depth of the condition that asks. */
int sp_stat_in(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat, int depth);
/* The first object, wall or wizard that an item names; SP_NOTHING. */
sp_value sp_item_target(const struct sp_game *g, int item);
/* Evaluates the arguments of a set and gives its number; -1: no set. */
int sp_eval_set(struct sp_env *env, int32_t code, sp_value args[SP_OP_ARGS]);
/* The element behind `last` of a set whose arguments are known. */
sp_value sp_set_after(struct sp_env *env, int set,
	const sp_value args[SP_OP_ARGS], sp_value last, int counter);
/* The type of card that a reference is of; NULL. */
const struct sp_card *sp_card_of_ref(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value ref);
bool sp_has_trait(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, int trait);

/* The play of an item that has a card. */
static inline const struct sp_card_play *sp_card_play(
	const struct sp_ruleset *ruleset, const struct sp_item *item)
{
	return &sp_ruleset_card(ruleset, item->card)->play[item->play];
}

struct sp_casting;

/* ---- what the machine is told by others -----------------------------------
 */

/* announce.c (V1): put a play on the stack and push its frame. `c` is a checked
 * CAST, USE, PUNCH... command. */
void sp_announce(struct sp_run *run, const struct sp_command *c);
/* The play of an item; NULL for a punch. */
static inline const struct sp_card_play *sp_item_play(
	const struct sp_ruleset *ruleset, const struct sp_item *item)
{
	return item->card < 0 ? NULL : sp_card_play(ruleset, item);
}
/* round.c to announce.c: a counter that is played now; its frame is pushed. */
void sp_announce_counter(struct sp_run *run, const struct sp_casting *c);
/* standing.c: does what was announced still have something to work on? Parts
 * that have none fall. */
bool sp_item_stands(struct sp_run *run, int item);
/* Does it go on flying, up to the wall that came between, if it does not? */
bool sp_item_flies_on(
	const struct sp_ruleset *ruleset, const struct sp_item *item);
/* Did all whom it names get out of its way? */
bool sp_item_evaded(const struct sp_item *item);
/* How often it strikes each: a bolt may pass twice. */
void sp_item_hits(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int item, uint8_t hits[SP_SEATS_MAX]);
/* It falls because it does not stand. */
void sp_fizzle(struct sp_run *run, int item);
/* What a cancelled modifier gave the item is taken away. */
void sp_modifier_fell(struct sp_run *run, int item, int modifier);
/* resolve.c: has no play area room for one card more? */
bool sp_play_area_full(const struct sp_game *g);
/* ---- casting.c (V1): commands that play a card, answer by answer
 * ------------- */

/* The counters of an ANSWER and the modifiers of a CAST are gathered here; the
 * position is never touched. */
#define SP_MODIFIERS_MAX 3

enum sp_casting_stage {
	SP_CASTING_SOURCE, /* CARD, PLAYED, THING; ANSWER: or NONE */
	SP_CASTING_PLAY,
	SP_CASTING_STACK, /* ANSWER: the ITEM answered */
	SP_CASTING_MODIFIER,
	SP_CASTING_MODIFIER_SLOT,
	SP_CASTING_ENERGY,
	SP_CASTING_SECOND_ENERGY,
	SP_CASTING_SLOT,
	SP_CASTING_DONE,
};

struct sp_casting {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat, verb;
	uint8_t stage;
	struct sp_item item; /* as it would be announced */
	int n_modifiers;
	struct sp_item modifier[SP_MODIFIERS_MAX];
	int slot, part, parts; /* of the play, or of the last modifier */
	sp_value answers;      /* ANSWER: what the counter answers */
	sp_value local[SP_LOCALS_MAX];
	struct sp_response reply;     /* ANSWER: the counters so far */
	struct sp_reach *reach;       /* shared by its lists; may be NULL */
	struct sp_crossing *crossing; /* the same */
	bool single;                  /* ANSWER: one counter, not a list */
	bool imagined; /* a card that may be in the hand or not */
	int round;     /* ANSWER: index in g->reaction */
};

/* Begin one; the verb is CAST, USE or ANSWER. */
enum sp_reason sp_casting_begin(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int verb);
bool sp_casting_complete(const struct sp_casting *c);
/* What is wrong with this value as the next answer, as far as it goes alone. */
enum sp_reason sp_casting_judge(const struct sp_casting *c, sp_value value);
void sp_casting_take(struct sp_casting *c, sp_value value);
/* The legal answers to the next slot: those with which the command can still
 * become complete. */
void sp_casting_domain(const struct sp_casting *c, struct sp_domain *out);
/* Can it still become complete? */
bool sp_casting_leads_on(const struct sp_casting *c);
/* For one counter of a reply, as a command of its own: is it still legal, and
 * its item. */
enum sp_reason sp_casting_of_counter(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int round, const struct sp_counter *counter);

/* A prefix on its way: a verb, the answers taken so far, and for a walk where
 * they lead, for what is cast what it would be. The position itself is never
 * touched. */
struct sp_judge {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;
	int verb;
	int n;                   /* answers taken */
	uint16_t at;             /* the square that a walk has come to */
	int moves;               /* movement points left there */
	bool stopped;            /* a walk took SP_STOP */
	struct sp_command given; /* deeds: the answers taken */
	struct sp_casting cast;  /* CAST, USE, ANSWER */
};

/* Begin a counter at its STACK stage with a card as if it lay in the hand, or
 * with one in play (self). Its hand is not looked at: nothing but the energy of
 * 1 pays. */
enum sp_reason sp_casting_imagine(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int card, sp_value self, int play);

/* choice.c: a slot asked of a seat while something resolves; the answer
 * comes into local `slot->local` of the frame below. Not asked where there is
 * one legal answer; with none it is SP_NOTHING. */
void sp_push_choice(struct sp_run *run, int slot, int seat);
/* The open choice: its legal answers, what a deadline answers, and its end. */
void sp_choice_domain(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_domain *out);
sp_value sp_choice_default(
	const struct sp_ruleset *ruleset, const struct sp_game *g);
void sp_choice_take(struct sp_run *run, sp_value value);
/* round.c (V1): open a reaction to `subject` (ITEM, or SP_NOTHING for damage:
 * then the frame below is its SP_FRAME_DAMAGE; for a treasure its
 * SP_FRAME_PICKUP). Pushes nothing where nobody is eligible. */
void sp_push_round(struct sp_run *run, enum sp_point point, sp_value subject);
/* The points at which a counter may answer now, as bits: that of the reaction,
 * and NEUTRAL as long as a modifier stands. */
unsigned sp_round_points(const struct sp_game *g, int round);
/* The seats that may answer the last reaction of g->reaction, whose frame is on
 * the stack, from public facts alone (design 6). */
unsigned sp_eligible(const struct sp_ruleset *ruleset, const struct sp_game *g);

#define SP_BLOCKS_MAX 6 /* loops and branches inside each other */
/* The program that a frame runs, and the physical card that it is told by (-1:
 * none). */
const struct sp_program *sp_frame_program(
	const struct sp_ruleset *ruleset, const struct sp_frame *f);
int sp_frame_card(const struct sp_game *g, const struct sp_frame *f);
/* Push the program of a play or (program < 0) of an `on` of a card type. */
struct sp_frame *sp_push_program(
	struct sp_run *run, int card_type, int program);
/* program.c (V1) runs control operations itself and calls this for all others
 * (effects.c, V3): carry out the operation, perhaps pushing frames; pc is
 * already behind it. */
void sp_effect(struct sp_run *run, struct sp_frame *f, const struct sp_op *op);

/* ---- effects (V3) -----------------------------------------------------------
 */

struct sp_damage {
	sp_value to; /* ACTOR, EDGE, THING */
	int amount;
	uint8_t kind, element, flags;
	int item;    /* -1: none */
	int card;    /* what it is told by; -1 */
	sp_value by; /* ACTOR who did it, or SP_NOTHING */
};
/* A punch strikes: item->answer[0] is what (ACTOR, EDGE, THING); all the
 * statistics of fists. Pushes damage. Also the operation `punch`. */
void sp_resolve_punch(struct sp_run *run, int item, sp_value at);
/* Push the pipeline: amount, evade, redirect, static reductions, counter
 * reductions, convert, life, after-effects, deaths. Leaves what was lost in
 * `done` of the frame below. */
void sp_push_damage(struct sp_run *run, const struct sp_damage *damage);
/* Run the triggers of an event: pushes a frame only where some card has one. */
void sp_push_event(struct sp_run *run, enum sp_card_event event, sp_value who,
	sp_value by, sp_value what, int amount);
enum sp_way {
	SP_WAY_OWN,
	SP_WAY_LED,
	SP_WAY_PUSHED,
	SP_WAY_SLIDE,
	SP_WAY_STRAY
};
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
/* A wall, a door, a thing, an item is no more (a spell ends); spells on it end
 * too. */
void sp_destroy(struct sp_run *run, sp_value ref);
/* Push what makes a hand legal again (limit), if it is not. */
void sp_push_limit(struct sp_run *run, int seat);
void sp_push_death(struct sp_run *run, int actor, int killer);

/* deeds.c (V3): BOOST, TAKE_ITEM, DROP_ITEM, END_SPELL, DISCARD, DRAW, END,
 * PICK_UP, DROP, GIVE_UP in games with cards. `prefix` has its verb and the
 * answers so far. */
enum sp_reason sp_deed_begin(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, int verb);
enum sp_reason sp_deed_judge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	sp_value value);
bool sp_deed_complete(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *prefix);
/* Kind and legal values of the next slot. */
void sp_deed_domain(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *prefix, struct sp_domain *out);
void sp_deed_do(struct sp_run *run, const struct sp_command *c);
/* turn.c: may this seat attack (cast an attack, punch, use a weapon) now:
 * first turn, attacks made, stunned, forms. */
enum sp_reason sp_may_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);
/* May it leave its square by itself now: stunned and attacked, stopped. */
enum sp_reason sp_may_leave(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);

/* The first turn of a game begins with `seat`; with cards its frame waits for
 * the machine. */
void sp_turn_first(struct sp_run *run, int seat);
/* turn.c (V3): when the stack is empty and no decision is open: go on with the
 * phases until one asks or the game is over. */
void sp_turn_go_on(struct sp_run *run);
/* The active seat's move phase is over; the rest waits for the stack. */
void sp_turn_end_phase(struct sp_run *run);
/* Its turn is over, whatever phase it is in. */
void sp_turn_end(struct sp_run *run, bool by_clock);
/* Base speed may have changed: the movement points that are left shift with it
 * (rulebook, Moving). */
void sp_turn_follow_speed(struct sp_run *run);
/* Movement points more or less, within what a turn may hold. */
void sp_turn_add_moves(struct sp_run *run, int amount);
void sp_step_turn(struct sp_run *run, struct sp_frame *f);
/* A decision that was put aside for what could not wait comes back. */
void sp_step_resume(struct sp_run *run, struct sp_frame *f);

/* cards.c: how many cards the seat may draw at the end of its turn. */
int sp_draw_max(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);
/* By how many cards the hand of a living wizard is over its limit; up to 0: it
 * is not. */
int sp_over_limit(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);
/* Draw, with the event that cards are told. */
void sp_draw(struct sp_run *run, int seat, int cards);
enum sp_give_up {
	SP_GIVE_UP_LIMIT, /* until the hand is legal again */
	SP_GIVE_UP_SOME,  /* so many cards out of the hand */
};
/* Everything that may be given up at all, ascending. Out of turn the hand comes
 * first (rulings). */
struct sp_stock {
	bool hand_first; /* the others only after the whole hand */
	int n_hand, n;
	sp_value ref[SP_HAND_MAX + SP_PLAYED_MAX];
	int need;
};
/* Of a frame SP_FRAME_GIVE_UP. */
void sp_give_up_stock(struct sp_stock *s, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_frame *f);
/* The open discard decision (SP_FRAME_GIVE_UP on top): the same four as of
 * deeds, and what a deadline gives up: the cheapest things. */
enum sp_reason sp_give_up_judge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	sp_value value);
bool sp_give_up_complete(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix);
void sp_give_up_domain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_domain *out);
void sp_give_up_do(struct sp_run *run, const struct sp_command *c);
void sp_give_up_default(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_command *out);

/* ---- moving, things, throwing (moving.c, things.c, throw.c, sectors.c) ------
 *
 * Events that they push: enter and leave have the SQUARE in `what`, cross the
 * EDGE: what lies there is meant, wherever `who` is by now.
 */

/* The walk of a WALK command: its steps, with or without SP_STOP at the end.
 * The frame spends the movement points and ends at a surprise. */
void sp_push_own_walk(
	struct sp_run *run, int seat, const sp_value steps[], int n);
/* Own and led walks of that wizard end where he is (his turn was ended, a token
 * was turned up). */
void sp_halt_walks(struct sp_run *run, int seat);
/* SP_WAY_PUSHED: led_by == actor: he chooses where he goes on at corners and
 * junctions; else straight on, and `led_by` chooses where dir is -1. When it
 * ends the squares that were not gone are in `done` of the frame below if that
 * is an SP_FRAME_DAMAGE. The direction away from where the item comes from; -1:
 * none, he is in its square. */
int sp_push_direction(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int item, sp_value what);
/* Where something thrown at it by the item comes to rest: in its square, or in
 * the last one before what stops it. */
uint16_t sp_landing(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int item, sp_value target);
/* sp_drop_item of what was thrown or put there, told as such. */
void sp_drop_flying(struct sp_run *run, int played, uint16_t square);
/* A thing lies elsewhere, with its event. */
void sp_land_thing(struct sp_run *run, int thing, uint16_t square);
/* May the thing or treasure be moved: mobile, not glued. */
bool sp_is_movable(const struct sp_run *run, sp_value what);
/* He has the treasure of his square: its reaction, the event, the end of the
 * phase (SP_FRAME_PICKUP). The deed has judged and paid before. */
void sp_push_pickup(struct sp_run *run, int seat, int treasure);
/* He carries the item that lies there, or takes an item or a treasure (of
 * somebody); room in his hand is the caller's business. */
void sp_take(struct sp_run *run, sp_value what, int seat);
/* Cracks that an edge or thing has, and that destroy it (0: it takes none). */
int sp_cracks_of(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);
int sp_cracks_max(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);
/* The created thing that an edge or thing is; -1. */
int sp_made_at(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);
/* So many cracks more, with its end if they are enough; gives how many it
 * took. */
int sp_crack(struct sp_run *run, sp_value what, int cracks);
/* The things that a spell made are gone (for sp_end_spell). */
void sp_remove_things(struct sp_run *run, int played);

/* ---- damage and spells (damage.c, spells.c) ---------------------------------
 */

/* What the cards in play make of a value that is no statistic of the ruleset:
 * physical_out, damage_in. */
int sp_stat_on(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat, int value);
/* Is the item an attack: a spell, a fist, a weapon, a use that counts as one.
 */
bool sp_is_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int item);
bool sp_is_evadable(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int item);
/* Did he evade it, or does another take it for him. */
bool sp_got_away(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int item, int seat);
/* Is the answer a wizard who got out of its way? */
bool sp_item_missed(const struct sp_item *item, sp_value answer);
/* He gets out of its way, if one can; the same with the dice that his cards
 * give him. sp_push_event(SP_ON_ATTACKED) rolls them by itself. */
void sp_evade(struct sp_run *run, int item, int seat);
void sp_roll_evasion(struct sp_run *run, int item, int seat);
/* Life counters of a spell go; without any it ends. */
void sp_wear(struct sp_run *run, int played, int by);
/* Spells that work on a wizard, thing, line, or spell end: it is gone. */
void sp_end_spells_on(struct sp_run *run, sp_value ref);
/* The time step takes a token of a spell that runs out; without any it ends. */
void sp_take_token(struct sp_run *run, int played);

#endif
