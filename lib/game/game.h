/*
 * game: the position of one game as plain data, the primitive changes that
 * rules make to it, the events that tell of them (events.h), and what one seat
 * may know of it. How files have it, and whether it can be, is lib/state.
 *
 * struct sp_game holds no pointers: copying a game is one assignment, or
 * sp_game_copy. It never holds a name or an address; seats are known by colour.
 */
#ifndef SP_GAME_H
#define SP_GAME_H

#include "board/board.h"
#include "game/cast.h"
#include "game/events.h"
#include "game/harm.h"
#include "game/rule.h"
#include "game/watch.h"
#include "game/zones.h"
#include "rng/rng.h"

#define SP_TREASURES_MAX (2 * SP_SEATS_MAX)
#define SP_MOVES_MAX     60 /* movement points that one turn may hold */
#define SP_ENGINE_LEVEL  2  /* raised when the course of a legal game changes */

/* A name in data: small letters, digits and hyphens, shorter than `size`. */
bool sp_game_is_word(const char *s, size_t size);
/* A word below SP_ID_SIZE that begins with a letter. */
bool sp_game_is_colour(const char *s);

/* ---- position
 * ---------------------------------------------------------------- */

enum sp_status_of_game { SP_GAME_RUNNING, SP_GAME_OVER };
enum sp_outcome {
	SP_OUTCOME_NONE,
	SP_OUTCOME_POINTS,    /* the winner has the victory points */
	SP_OUTCOME_SURVIVOR,  /* the winner is the last wizard alive */
	SP_OUTCOME_ROUNDS,    /* the round limit: most points, then most life */
	SP_OUTCOME_DRAW,      /* nobody alive, or equal at the round limit */
	SP_OUTCOME_CANCELLED, /* by the operator */
};
/* The phases of a turn, in order (rulebook, Game Play). */
enum sp_phase {
	SP_PHASE_TIME_PASSES,
	SP_PHASE_MOVE,
	SP_PHASE_DRAW,
	SP_PHASE_ENDED, /* with cards: what the end of the turn brings about */
};

enum sp_decision_kind {
	SP_DECISION_NONE,
	SP_DECISION_TURN,     /* the active seat's actions */
	SP_DECISION_REACTION, /* a round: one sealed answer of each seat */
	SP_DECISION_CHOICE,   /* one slot asked while something resolves */
	SP_DECISION_DISCARD,  /* a hand is over its limit, or cards must go */
};

/* The one thing that the game waits for. */
struct sp_decision {
	uint32_t number; /* from 1; 0 before the start */
	uint8_t kind;    /* enum sp_decision_kind; NONE when the game is over */
	uint8_t seats;   /* bit i: seat i is asked */
	uint8_t answered; /* bit i: seat i has answered. Hidden, because who is
			     quick has nothing to think about: in a view the
			     own bit, in state.json none */
};

/* ---- cards, things, spells, the stack: all in fixed pools ------------------
 */

#define SP_PLAYED_MAX      192 /* maintained spells and carried items */
#define SP_THINGS_MAX      256
#define SP_CASTS_MAX       32 /* announced at one time */
#define SP_FRAMES_MAX      40
#define SP_FRAMES_SPARE    10 /* that one step may push */
#define SP_REPLY_MAX       3  /* counters in one answer: "A, then B" */
#define SP_COUNTER_ANSWERS 9
#define SP_LOCALS          16 /* as SP_LOCALS_MAX of card.h */
#define SP_ROUNDS_MAX      8  /* reactions inside reactions */
#define SP_ONCES_MAX       32
#define SP_COMING_MAX      16

enum sp_played_kind { SP_PLAYED_FREE, SP_PLAYED_SPELL, SP_PLAYED_ITEM };

/* A card in a play area. Number and order are public. */
struct sp_played {
	uint8_t kind; /* enum sp_played_kind */
	uint16_t card;
	uint8_t play;         /* spells: which play of the card made it */
	int8_t seat;          /* the caster's; of an item the actor who carries
				 it, a wizard's being the index of his seat */
	uint8_t energy;       /* with which it was cast */
	uint8_t energy2;      /* and its second power */
	uint8_t tokens;       /* left; 0: permanent */
	uint8_t clock;        /* 1 + the seat in whose turns they go, one in
				 each round; 0: its caster's, whenever time
				 passes in them */
	uint8_t permanent;    /* does not run out */
	uint8_t unmaintained; /* option permanent creations: counts in no hand,
				 cannot be ended by its caster */
	int16_t life;         /* counters (homunculus); 0 none */
	sp_value target;      /* what it is cast on; SP_NOTHING */
	uint16_t order;       /* rises: when it came into play */
	uint8_t copied;       /* 0, or it is no card but the copy of one, of
				 which this is the nth in play */
	uint32_t seen_by;     /* as in struct sp_thing */
};

enum sp_thing_kind {
	SP_THING_FREE,
	SP_THING_CREATED, /* by the spell `played` */
	SP_THING_DROPPED, /* the item card `card` lies here */
	SP_THING_LONE,    /* it hangs on no spell; `card` is of its type */
};

struct sp_thing {
	uint8_t kind; /* enum sp_thing_kind */
	uint16_t card;
	int8_t seat;    /* who made or dropped it */
	uint8_t played; /* CREATED: its spell */
	uint8_t cracks;
	uint8_t facedown; /* a token: `real` is hidden */
	uint8_t real;
	uint8_t fills;  /* it fills its square, as no second one may */
	uint8_t opaque; /* it makes its square opaque (sp_board.opaque) */
	uint8_t side;   /* of an edge: it is the layer on this face, from 1; 0:
			   it is no side layer */
	uint8_t vacant; /* its square is empty for whatever asks */
	uint8_t life;   /* left; 0: it has none */
	uint8_t given;  /* it is `owner`'s, else that of who made it */
	int8_t owner;   /* if given: a seat, or SP_NOBODY; else SP_NOBODY */
	/* it is there for those alone who believe in it. Bits: actors for whom
	 * it is real, and false; the others have not seen it yet */
	uint8_t illusion;
	uint32_t believed, doubted;
	uint32_t seen_by; /* bits: actors who see it, as far as its card is told
			     when it comes into sight */
	sp_value where;   /* SQUARE or EDGE */
};

/* One counter inside a sealed answer: the answers to the slots of its play, the
 * cast that it answers and what pays it first. */
struct sp_counter {
	int16_t card; /* physical; in the play area too (null powder) */
	uint8_t play;
	uint8_t copied; /* as in struct sp_played */
	uint8_t n;
	sp_value answer[SP_COUNTER_ANSWERS];
};

struct sp_response {
	uint8_t n; /* 0: pass */
	struct sp_counter counter[SP_REPLY_MAX];
};

/* A reaction, from its first round until the thing resolves or falls. A counter
 * that is played has a reaction of its own before the rest is played, so they
 * lie on a stack: the frame SP_FRAME_ROUND names its one. */
struct sp_round {
	uint8_t point;    /* enum sp_point */
	uint8_t number;   /* 1 for the first round of this thing */
	uint8_t asked;    /* seats of the present round */
	uint8_t played;   /* seats that have played something against it */
	uint8_t fresh;    /* something was played in the present round */
	uint8_t affected; /* seats affected when the present round opened */
	sp_value subject; /* ITEM, TREASURE, or SP_NOTHING for damage */
	/* hidden until played: */
	uint8_t next[SP_SEATS_MAX]; /* which counter of the reply comes next */
	struct sp_response reply[SP_SEATS_MAX];
};

/* What the machine may be at: X(symbol, step). The function takes its next step
 * (a forgotten one does not link). */
#define SP_FRAMES(X)                                                           \
	/* A cast: rounds, then it resolves (resolve.c). */                    \
	X(ANNOUNCE, rules_step_announce)                                       \
	/* Asks, then plays the answers (round.c). */                          \
	X(ROUND, sp_stack_step_round)                                          \
	/* Runs operations pc to end (program.c). */                           \
	X(PROGRAM, sp_effect_step_program)                                     \
	/* A slot is asked of one seat (choice.c). */                          \
	X(CHOICE, sp_stack_step_choice)                                        \
	/* The slots of a cast are asked, one by one (aim.c). */               \
	X(AIM, sp_stack_step_aim)                                              \
	/* A seat must part with cards (cards.c). */                           \
	X(GIVE_UP, sp_effect_step_give_up)                                     \
	/* Runs the triggers of one event (triggers.c).*/                      \
	X(EVENT, sp_effect_step_event)                                         \
	/* One damage through its pipeline (damage.c). */                      \
	X(DAMAGE, sp_effect_step_damage)                                       \
	/* An actor on its way, step by step (moving.c). */                    \
	X(WALK, sp_effect_step_walk)                                           \
	/* A treasure was picked up: its point, then the end of the phase      \
	 * (things.c). */                                                      \
	X(PICKUP, sp_effect_step_pickup)                                       \
	/* A wizard dies: what he leaves (death.c). */                         \
	X(DEATH, sp_effect_step_death)                                         \
	/* What a turn begins and ends with (turn.c). */                       \
	X(TURN, rules_step_turn)                                               \
	/* A creature acts: its moves and attack (activation.c). */            \
	X(ACTIVATION, rules_step_activation)                                   \
	/* A decision put aside (turn.c). */                                   \
	X(RESUME, rules_step_resume)                                           \
	/* A point that may be watched, or a die that shows (points.c). */     \
	X(POINT, sp_effect_step_point)                                         \
	/* The players choose schools, then the game begins (decks.c). */      \
	X(DRAFT, rules_step_draft)
enum sp_frame_kind {
	SP_FRAME_NONE,
#define X(symbol, step) SP_FRAME_##symbol,
	SP_FRAMES(X)
#undef X
		SP_FRAME_COUNT
};

/* The local of SP_FRAME_PICKUP with the square where the treasure lay. */
#define SP_PICKUP_FROM 0

/* A frame of the machine that resolves things. What `stage` means is the
 * business of its kind (lib/effect, lib/rules). A program's place is an
 * operation counted from the program's first, in document order: it stays right
 * as long as the game's own ruleset copy does. */
struct sp_frame {
	uint8_t kind; /* enum sp_frame_kind */
	uint8_t stage;
	int8_t cast;    /* the cast that it works for; -1 */
	int16_t card;   /* type whose program runs; -1 */
	int8_t program; /* >= 0 play, < 0: -1 - number of the `on` */
	uint16_t pc, end;
	int8_t actor;  /* me; of a choice, a discard, a turn: the seat */
	sp_value self; /* this: PLAYED, THING, or SP_NOTHING */
	sp_value who, by, what; /* of an event */
	int32_t amount;         /* of an event or of the damage at hand */
	uint8_t damage_kind, element, damage_flags;
	int32_t done;
	union { /* by its kind; the order is that of state.json */
		int32_t word[4];
		struct {
			int32_t told;     /* seats, in turn order */
			int32_t affected; /* bits: seats */
		} announce;
		struct {
			int32_t unused;
			int32_t asked; /* bits: seats */
			int32_t unused_too;
			int32_t reaction; /* index */
		} round;
		struct {
			int32_t depth;   /* blocks that were entered */
			int32_t pair[3]; /* see program.c */
		} blocks;                /* of SP_FRAME_PROGRAM */
		struct {
			int32_t slot; /* of the ruleset */
		} choice;
		struct {
			int32_t what;  /* enum sp_give_up */
			int32_t cards; /* how many: SP_GIVE_UP_SOME */
			int32_t named; /* in the locals: spells and items */
			int32_t gone;  /* how many of them are */
		} give_up;
		/* Its place among the cards, so that it goes on right whatever
		 * they do to each other. */
		struct {
			int32_t rank;    /* of the area: see triggers.c */
			int32_t order;   /* of the card in it */
			int32_t trigger; /* the card's next */
			int32_t limit;   /* later cards are not concerned */
		} event;
		struct {
			int32_t rolled;  /* dice made it after the announcement
					  */
			int32_t parts;   /* so many more than `amount`, which is
					    rounded; may be negative */
			int32_t told_by; /* 1 + a physical card; 0: none */
		} damage;
		struct {
			int32_t way;    /* enum sp_way */
			int32_t left;   /* squares */
			int32_t dir;    /* -1: to be chosen */
			int32_t square; /* where he must be to go on */
		} walk;
		struct {
			int32_t square; /* where he died */
		} death;
		struct { /* what its wizard has left of his turn */
			int32_t moves, attacked, speed;
			int32_t flags; /* see activation.c */
		} activation;
		struct {
			int32_t kind; /* enum sp_decision_kind */
			int32_t number;
			int32_t seats; /* bits: who was asked */
		} resume;
		struct {
			int32_t point; /* enum sp_point */
			int32_t local; /* 1 + that of the frame below which
					  takes what the die shows; 0 none */
		} point;
	};
	sp_value local[SP_LOCALS];
	uint16_t secret; /* bits: locals that are not public */
};

/* Things that may be done or happen once in a turn. */
struct sp_once {
	sp_value self, other;
};

/* Actors are in one pool: the wizards first, each at the index of its seat, and
 * creatures from SP_SEATS_MAX on. The Universe is the last: it attacks where
 * nobody does, and is no entry of the pool. Sets of actors are 32 bits. */
#define SP_ACTORS_MAX 32
#define SP_UNIVERSE   (SP_ACTORS_MAX - 1)

struct sp_actor {
	uint8_t alive;
	/* a creature: its entry is in use until nothing names it any more,
	 * which may be after its death */
	uint8_t creature;
	int8_t seat;    /* of a creature: who answers for it, its controller;
			   SP_NOBODY: nobody, or whose turn it is */
	uint8_t shared; /* of a creature: whose turn it is answers for it */
	uint8_t acted;  /* of a creature: it was activated in this turn,
			   or round, as its card has it */
	uint16_t card;  /* of a creature: whose spell it hangs on, */
	uint8_t copied; /* and which of its copies: as in struct sp_played */
	int16_t life;
	uint16_t square; /* SP_NOWHERE when dead */
	int8_t carries;  /* treasure, or SP_NOBODY */
	uint8_t stun;    /* tokens */
	uint8_t stunned; /* this turn */
	/* of wizards alone */
	uint8_t no_pickup; /* until his next turn begins */
	uint8_t turns;     /* begun in the order of turns, at most 255 */
	uint8_t kills;     /* victory points that are never lost */
	uint8_t hand;      /* cards in hand: public */
	/* with two decks: a card of the other one may be in the hand that not
	 * everybody knows, as far as all can tell */
	uint8_t mixed;
	/* CARD of the last spell that its seat cast in this turn, 0 if none */
	sp_value last_cast;
	uint16_t home; /* its home base square */
};

struct sp_treasure {
	int8_t owner;    /* seat */
	int8_t carrier;  /* seat, or SP_NOBODY: it lies on `square` */
	uint16_t square; /* SP_NOWHERE while carried */
};

enum sp_coming_kind {
	SP_COMING_NONE,
	SP_COMING_EXTRA,  /* behind the present turn, out of the order */
	SP_COMING_LOST,   /* the seat's next turn is lost */
	SP_COMING_PLAYED, /* the seat's next turn is played by another */
};

/* Turns to come that are not as the order of seats has them (coming.h). */
struct sp_coming {
	uint8_t kind; /* enum sp_coming_kind */
	uint8_t turns;
	int8_t seat; /* whose */
	int8_t by;   /* PLAYED: who plays it; else SP_NOBODY */
};

struct sp_game {
	uint8_t n_seats;
	uint8_t status;  /* enum sp_status_of_game */
	uint8_t outcome; /* enum sp_outcome */
	int8_t winner;   /* seat, or SP_NOBODY */
	char colour[SP_SEATS_MAX][SP_ID_SIZE];
	uint8_t points_to_win; /* from the options */
	uint16_t rounds_max;
	uint8_t rule[SP_RULE_COUNT]; /* the value of each rule */

	uint16_t turn;     /* from 1 */
	uint16_t round;    /* from 1: rises when the first seat's turn comes */
	int8_t first;      /* the seat that began */
	int8_t active;     /* the seat whose turn it is */
	uint8_t phase;     /* enum sp_phase */
	uint16_t extras;   /* extra turns until now, no seat's `turns` */
	uint8_t behind;    /* in an extra turn: 1 + the seat whose turn in the
			      order was the last; else 0 */
	uint8_t played_by; /* 1 + the seat that plays this turn in place of the
			      active one; else 0 */
	uint8_t lost; /* so many turns in a row were lost, with this one; 0 in a
			 turn that is played */
	uint8_t n_coming;
	struct sp_coming coming[SP_COMING_MAX]; /* 0 beyond n_coming */
	/* of the active wizard, or of the creature that he has activated: */
	int16_t moves;    /* movement points left; signed (rule 4) */
	uint8_t attacked; /* attacks made in this turn */
	uint8_t moved;    /* he left his square in this turn, by himself */
	uint8_t boosted;  /* the one boost of speed of this turn was made */
	uint8_t stopped;  /* he may move no more in this turn */
	uint8_t speed;    /* base speed that `moves` was counted from */
	uint8_t spent;    /* something was done in this move phase */

	struct sp_decision decision;
	struct sp_actor actor[SP_ACTORS_MAX];
	uint8_t creatures_end; /* index behind the last creature, or 0
				*/
	uint8_t n_treasures;
	struct sp_treasure treasure[SP_TREASURES_MAX]; /* seat s: 2s and 2s+1 */
	struct sp_board board;
	struct sp_rng rng;

	/* bits, of each deck: which schools of the ruleset are in it */
	uint32_t schools[SP_PILES_MAX];
	uint8_t n_piles;    /* decks; none in a game without cards */
	uint16_t cards_end; /* index behind the last card that is in the game */
	struct sp_card_place place[SP_CARDS_MAX]; /* all zero if it is not */
	/* 1 + the card below it in its pile; 0: none. Hidden as the pile is */
	uint16_t below[SP_CARDS_MAX];
	struct sp_hand hand[SP_SEATS_MAX];
	struct sp_pile pile[SP_PILES_MAX];
	/* discard piles keep their order, which is public; else they have none
	 * and `discard` is zero */
	uint8_t discard_ordered;
	struct sp_pile discard[SP_PILES_MAX];
	uint8_t asides_end; /* index behind the last pile that is not empty */
	struct sp_pile aside[SP_PILES_ASIDE]; /* sp_game_aside_of */
	struct sp_under under[SP_UNDERS_MAX]; /* of the last of those piles */
	uint16_t next_order;
	/* the pools: free entries are all zero, none is in use from `end` on */
	uint8_t played_end;
	struct sp_played played[SP_PLAYED_MAX];
	uint16_t things_end;
	uint16_t n_illusions; /* among them */
	struct sp_thing thing[SP_THINGS_MAX];
	uint8_t n_casts; /* the stack: the last is on top */
	struct sp_cast cast[SP_CASTS_MAX];
	uint8_t n_frames;
	struct sp_frame frame[SP_FRAMES_MAX];
	uint8_t n_rounds;
	struct sp_round reaction[SP_ROUNDS_MAX]; /* the last is open */
	uint8_t n_onces;
	struct sp_once once[SP_ONCES_MAX];
	uint8_t n_reliefs;
	struct sp_relief relief[SP_RELIEFS_MAX];
	uint8_t n_sums;
	struct sp_sum sum[SP_SUMS_MAX]; /* in the order in which they began */
	uint16_t steps;                 /* primitive steps of this resolution */
	uint8_t answers; /* which order of play among answers of the ruleset */
	uint8_t n_watches;
	struct sp_lookout watch[SP_WATCHES_MAX]; /* in the order of being set */
	uint8_t proposals_end; /* behind the last that is open */
	struct sp_proposal proposal[SP_SEATS_MAX];
	struct sp_asked asked;
};

_Static_assert(sizeof(struct sp_game) < 65536, "a position is copied often");

/* Make `to` equal to `from`, byte for byte, as an assignment does; but of each
 * pool only what is in use is copied, so it costs what the game is worth. `to`
 * must be a position already, or all zero: what lies beyond its pools' ends is
 * taken to be zero, as it is in every position. */
void sp_game_copy(struct sp_game *to, const struct sp_game *from);
/* The same into memory of any content, but what is not in use stays as it was
 * there: good for nothing but to be copied from, by sp_game_copy. */
void sp_game_save(struct sp_game *to, const struct sp_game *from);

/* ---- primitive changes; each tells its event
 * ---------------------------------- */

/* To an adjacent square or anywhere; shuts its doors. */
void sp_game_move_actor(
	struct sp_game *g, int actor, uint16_t to, struct sp_events *events);
void sp_game_open_door(
	struct sp_game *g, int seat, uint16_t edge, struct sp_events *events);
void sp_game_hold_door(
	struct sp_game *g, int seat, uint16_t edge, struct sp_events *events);
/* `fell_away`: its holder died or left, so walks planned through it stop. */
void sp_game_shut_door(struct sp_game *g, uint16_t edge, bool fell_away,
	struct sp_events *events);
/* Shut every door whose opener or holder is no longer beside it. */
void sp_game_shut_left_doors(struct sp_game *g, struct sp_events *events);
void sp_game_drop(struct sp_game *g, int seat, struct sp_events *events);
/* It lies there from now on, whoever carried it. */
void sp_game_place_treasure(struct sp_game *g, int treasure, uint16_t square,
	struct sp_events *events);
/* He carries it from now on, from wherever it lies or whoever carried it; he
 * must carry none. */
void sp_game_give_treasure(
	struct sp_game *g, int treasure, int seat, struct sp_events *events);
/* Death: the treasure drops where it died, its doors shut, it leaves the board.
 * `killer`, an actor, scores a point for its seat if it was a wizard, unless
 * SP_NOBODY (an indirect death). */
void sp_game_kill(
	struct sp_game *g, int actor, int killer, struct sp_events *events);

/* ---- actors (actors.c) -----------------------------------------------------
 */

/* One behind the last actor that may be on the board: entries below may be
 * those of dead wizards, and of no actor. */
static inline int sp_game_actors_end(const struct sp_game *g)
{
	return g->creatures_end > 0 ? g->creatures_end : g->n_seats;
}
/* True if it is the index of a creature, dead or alive. */
static inline bool sp_game_is_creature(const struct sp_game *g, int actor)
{
	return actor >= SP_SEATS_MAX && actor < SP_UNIVERSE &&
	       g->actor[actor].creature;
}
/* True if it is one of the pool, dead or alive. */
static inline bool sp_game_is_actor(const struct sp_game *g, int actor)
{
	return actor < SP_SEATS_MAX ? actor >= 0 && actor < g->n_seats
				    : sp_game_is_creature(g, actor);
}
/* Who answers for it: the seat of a wizard, the controller of a creature;
 * SP_NOBODY for the Universe, a creature that is nobody's, and what is no
 * actor. */
static inline int sp_game_seat_of(const struct sp_game *g, int actor)
{
	if (actor < SP_SEATS_MAX)
		return actor;
	if (!sp_game_is_creature(g, actor))
		return SP_NOBODY;
	return g->actor[actor].shared ? g->active : g->actor[actor].seat;
}
/* The first seat that is asked and has not answered; SP_NOBODY. */
int sp_game_waits_for(const struct sp_game *g);
/* Who plays the turn. */
static inline int sp_game_plays(const struct sp_game *g)
{
	return g->played_by != 0 ? g->played_by - 1 : g->active;
}
/* Who answers what the open decision asks of the seat: itself, or, of the seat
 * whose turn it is, whoever plays the turn. Counters are everybody's own. */
int sp_game_answerer(const struct sp_game *g, int seat);
/* The inverse: for which seat the open decision would be answered by this one.
 */
int sp_game_on_behalf(const struct sp_game *g, int seat);
/* True if no further creature finds room. */
bool sp_game_creatures_full(const struct sp_game *g);
/* Whom a creature answers to. */
enum sp_answers_to {
	SP_ANSWERS_TO_CASTER,
	SP_ANSWERS_TO_TURN, /* whose turn it is */
	SP_ANSWERS_TO_NOBODY,
};
/* It answers to that seat from now on, or as `to` has it where its caster is
 * not meant. */
void sp_game_answer_to(
	struct sp_game *g, int creature, enum sp_answers_to to, int seat);
/* A creature with so much life, of that spell in play, stands there from now
 * on and answers to its caster. Asserts that there is room. Returns its index.
 */
int sp_game_add_creature(struct sp_game *g, int played, uint16_t square,
	int life, struct sp_events *events);
/* The living creature of that spell in play, or -1. */
int sp_game_creature_of(const struct sp_game *g, int played);
/* Forget what was done once with, or by, what is no more: its entry may become
 * another's. */
void sp_game_forget_onces(struct sp_game *g, sp_value gone);
/* The entries of dead creatures are free. Only while nothing is on the stack
 * that could name one. */
void sp_game_bury_creatures(struct sp_game *g);
/* The seat whose spell brought the creature, whoever it answers to; SP_NOBODY
 * if that spell is no more, and for wizards. */
int sp_game_owner_of(const struct sp_game *g, int actor);
/* True if no turn of the seat is over yet; extra turns do not count. */
bool sp_game_is_first_turn(const struct sp_game *g, int seat);
/* The next living seat in turn order behind the one that answers for `who`, or
 * if that is nobody behind the active one. */
int sp_game_left_of(const struct sp_game *g, sp_value who);
/* Where an actor stands in the order in which they come: wizards in turn order
 * from the active seat, creatures behind them. */
int sp_game_place_of(const struct sp_game *g, int actor);
/* The inverse, for places from 0 below sp_game_actors_end; SP_NOBODY: no actor
 * has this one. */
int sp_game_actor_at(const struct sp_game *g, int place);
/* Who acts now: the creature that is activated, else the active wizard. */
int sp_game_acting(const struct sp_game *g);
/* Tell where whoever acts now stands; SP_NOWHERE: nobody acts, or nowhere. */
uint16_t sp_game_acting_square(const struct sp_game *g);

/* The game ends here by the operator's word, whatever was going on; it stays
 * as it stands. */
void sp_game_cancel(struct sp_game *g);

/* Is it played with cards? */
static inline bool sp_game_has_deck(const struct sp_game *g)
{
	return g->n_piles > 0;
}

/* ---- cards, primitive (cards.c, things.c); they keep the zones right, tell
 * their events, and know no rule --------------------------------------------
 */

/* How many decks a game with cards has by its rules. */
static inline int sp_game_decks(const struct sp_game *g)
{
	return g->rule[SP_RULE_SPELLBOOKS] == SP_SPELLBOOKS_GROUPS ? 2 : 1;
}
/* The deck from which a seat draws, and to which it discards: with two of them
 * seats take turns, from the first one in the order of turns. */
static inline int sp_game_deck_of(const struct sp_game *g, int seat)
{
	return g->n_piles < 2 ? 0
			      : (seat - g->first + g->n_seats) % g->n_seats % 2;
}

/* Play with so many decks, which may be none: no card is in the game yet. A
 * card comes in with place.pile set and sp_game_put_card to DECK. */
void sp_game_begin_cards(struct sp_game *g, int n_piles);
/* Put a card somewhere: takes it out of wherever it is (hand, deck); a card
 * that comes into the deck lies on top. In a hand it is known to its holder if
 * it came from a deck, to all if it was public; out of another hand to both
 * holders: nobody else can tell which card it was, so nobody else knows for
 * sure any more what is left in that hand. What lies in the open, or was
 * discarded, belongs to the deck of whoever had it last. Asserts that the card
 * is not in `played` or `thing`: see below. */
void sp_game_put_card(struct sp_game *g, int card, enum sp_zone zone, int seat);
/* A card of a hand onto the stack, face down: nothing of it is told. */
void sp_game_lay_face_down(struct sp_game *g, int card);
/* A card that lies face down on the stack comes into the hand of `to`, whom and
 * `knower`, who laid it, it is known to. */
void sp_game_take_face_down(struct sp_game *g, int card, int to, int knower);
/* All the cards in the hand of `from`, with what is known of them. */
void sp_game_take_hand(struct sp_game *g, int from, int to);
/* Draw up to n cards of the deck of `seat`; where the deck runs out its discard
 * pile, from the bottom to the top if it is ordered, else in the order of card
 * numbers, is shuffled into a new one (draws).
 * Returns how many there were. The dice and the deck must be known. */
int sp_game_draw_cards(
	struct sp_game *g, int seat, int n, struct sp_events *events);
void sp_game_discard(
	struct sp_game *g, int seat, int card, struct sp_events *events);
/* Shuffle the pile's deck (draws). */
void sp_game_shuffle(struct sp_game *g, int pile);
/* The card on top of a deck, and the one below a card of it; -1: there is none,
 * or a view does not know it. */
static inline int sp_game_pile_top(const struct sp_game *g, int pile)
{
	return (int)g->pile[pile].top - 1;
}
static inline int sp_game_card_below(const struct sp_game *g, int card)
{
	return (int)g->below[card] - 1;
}
/* The cards of a deck from the bottom to the top; returns how many (in a view
 * none: it does not know them). */
int sp_game_pile_list(
	const struct sp_game *g, int pile, uint16_t out[SP_CARDS_MAX]);
/* Make these the cards of a deck, from the bottom to the top, for whoever lays
 * a position out; their places and those of the former ones are the caller's.
 */
void sp_game_pile_lay(
	struct sp_game *g, int pile, const uint16_t *cards, int n);
/* A card in hand or aside that `to` sees from now on; SP_NOBODY: everybody. */
void sp_game_show_card(struct sp_game *g, int card, int to);
/* The hand of a seat, ascending, as in g->hand; returns how many (in a view
 * those known). */
int sp_game_hand(const struct sp_game *g, int seat, uint16_t out[SP_CARDS_MAX]);
/* Does everybody know where this card is? Also in a view. */
bool sp_game_is_public(const struct sp_game *g, int card);
/* Does the seat know where the card lies? What is public everybody knows. */
bool sp_game_knows(const struct sp_game *g, int seat, int card);

/* A new entry of a play area, with the next `order`; takes the card out of
 * where it was. An item may be a creature's: `seat` is then that actor. Asserts
 * that there is room. */
int sp_game_add_played(
	struct sp_game *g, enum sp_played_kind kind, int card, int seat);
/* Add an entry for a copy of a spell, with the next `order`; its card stays
 * where it is. Asserts that there is room. */
int sp_game_add_copied(struct sp_game *g, int card, int seat);
/* Take it out; the card goes to `zone` of its carrier's: DISCARD, HAND,
 * REMOVED, or STACK where the caller puts it elsewhere at once (add_played of
 * another seat, add_thing). Things that it made are the caller's to remove
 * first. */
void sp_game_remove_played(struct sp_game *g, int played, enum sp_zone zone);
/* Entries of a play area, or the items that an actor carries, in the order in
 * which they came; kind 0: both. */
int sp_game_play_area(const struct sp_game *g, int seat,
	enum sp_played_kind kind, uint8_t out[SP_PLAYED_MAX]);
/* The entry of a card, or of its nth copy that is in play; -1. */
int sp_game_played_of(const struct sp_game *g, int card, int copied);
/* True if it lies there without a card of its own: a PLAYED that is a copy, or
 * what such a spell has made. */
bool sp_game_is_copied(const struct sp_game *g, sp_value ref);

/* Put a card into the list of a hand; its place is the caller's. */
void sp_game_into_hand(struct sp_hand *hand, int card);
/* Set cards_end, asides_end, played_end, things_end and creatures_end by what
 * is in use. */
void sp_game_find_ends(struct sp_game *g);
/* True if nothing more is announced on top of what is going on: what answers it
 * would find no room. Every answer is on top of a reaction, so while this is
 * asked before each of them no reaction ever lacks room. */
bool sp_game_stack_full(const struct sp_game *g);
/* True if no further card finds room in a play area. */
bool sp_game_play_area_full(const struct sp_game *g);
/* True if what may be done once in a turn was not: by `self` to `other`. Where
 * no more can be noted it counts as done. */
bool sp_game_once_free(const struct sp_game *g, sp_value self, sp_value other);
/* True if the answer is an actor who got out of its way, or for whom it is no
 * more than an illusion. */
bool sp_game_cast_missed(const struct sp_cast *cast, sp_value answer);
/* The first ACTOR, SQUARE, EDGE or THING that the cast names; SP_NOTHING. */
sp_value sp_game_cast_target(const struct sp_game *g, int cast);

/* A created thing, whose card stays in play (the caller sets `played`), or an
 * item dropped (its played entry is gone by then), whose card goes to BOARD.
 * Asserts that there is room. */
int sp_game_add_thing(struct sp_game *g, enum sp_thing_kind kind, int card,
	int seat, sp_value where);
/* It lies elsewhere from now on. */
void sp_game_place_thing(struct sp_game *g, int thing, sp_value where);
/* What it does to its square. */
void sp_game_fill_with(struct sp_game *g, int thing, bool fills, bool opaque);
/* It is that seat's from now on, or nobody's (SP_NOBODY). */
void sp_game_give_thing(struct sp_game *g, int thing, int seat);
/* Whose it is: SP_NOBODY where it is nobody's. What was dropped is nobody's
 * until it is given. */
int sp_game_owner_of_thing(const struct sp_game *g, int thing);
/* True if a spell made it, or made it that hangs on none. */
static inline bool sp_game_is_made(const struct sp_thing *thing)
{
	return thing->kind == SP_THING_CREATED || thing->kind == SP_THING_LONE;
}
/* True if nothing more finds room on the board. */
bool sp_game_things_full(const struct sp_game *g);
/* From now on it is an illusion, which nobody has seen. */
void sp_game_make_illusion(struct sp_game *g, int thing);
/* The card of a dropped item goes to STACK, from where the caller takes it
 * (add_played, put_card). */
void sp_game_remove_thing(struct sp_game *g, int thing);
/* Things on a square or an edge, ascending; returns how many. */
int sp_game_things_at(
	const struct sp_game *g, sp_value where, uint8_t out[SP_THINGS_MAX]);
/* The actors that stand there, as bits. */
unsigned sp_game_actors_at(const struct sp_game *g, uint16_t square);

/* ---- what actors believe and see (beliefs.c) -------------------------------
 */

/* True if the thing is there for that actor: all but illusions are for all. For
 * SP_NOBODY and the Universe no illusion is. */
bool sp_game_is_real_to(const struct sp_game *g, int thing, int actor);
/* A dead actor believes and sees nothing. */
void sp_game_forget_actor(struct sp_game *g, int actor);

void sp_game_hurt(struct sp_game *g, int actor, int amount, int by, int card,
	int kind, int element, struct sp_events *events);
void sp_game_heal(struct sp_game *g, int actor, int amount, int life_max,
	struct sp_events *events);
void sp_game_stun(
	struct sp_game *g, int actor, int tokens, struct sp_events *events);

/* Where a reference is: the square of an actor, thing, treasure, the lower face
 * of an edge; SP_NOWHERE where it is nowhere. */
uint16_t sp_game_square_of(const struct sp_game *g, sp_value ref);
/* True if a pool or the board has the reference; it may be a free entry. */
bool sp_game_has_place(const struct sp_game *g, sp_value v);
bool sp_game_is_home(const struct sp_game *g, uint16_t square);
/* To which seat the treasure gives a point if it lies there; SP_NOBODY. */
int sp_game_scores_for(const struct sp_game *g, int treasure, uint16_t square);
/* True if nobody stands there and nothing lies there that would count. */
bool sp_game_is_empty(const struct sp_game *g, uint16_t square);
/* Find the squares where somebody stands or something lies. */
void sp_game_occupied(
	const struct sp_game *g, uint64_t squares[SP_SQUARE_WORDS]);
/* Squares between, over everything; UINT16_MAX: nowhere. */
void sp_game_steps_from(
	const struct sp_game *g, uint16_t from, uint16_t out[SP_SQUARES_MAX]);

/* Kills plus enemy treasures lying in the home base (rulebook, Scoring); the
 * home base of a dead wizard counts no more. */
int sp_game_points(const struct sp_game *g, int seat);
/* Count the points of every seat; 0 if there is no such seat. */
void sp_game_all_points(const struct sp_game *g, int points[SP_SEATS_MAX]);
int sp_game_alive(const struct sp_game *g); /* how many wizards live */
int sp_game_seat(const struct sp_game *g, const char *colour);
/* "blue-1": owner's colour, 1 or 2. */
void sp_game_treasure_name(
	const struct sp_game *g, int treasure, char out[SP_ID_SIZE + 4]);
/* The inverse; SP_NOBODY: no such treasure. */
int sp_game_treasure_parse(const struct sp_game *g, const char *name);

/* ---- what a seat may know
 * ------------------------------------------------------ */

/* The game as `seat` (SP_NOBODY: a bystander) knows it; `out` may be `g`: no
 * dice; cards in other hands and in decks have the zone UNKNOWN unless `known`
 * says otherwise, decks keep their sizes only, tokens lie face down with `real`
 * 0 except to whoever laid them, of a reaction round only the own answer is
 * there, of watches the own. Secret answers of others' casts, secret locals of
 * others' frames, cards that others deal with, and references to cards that are
 * UNKNOWN are SP_HIDDEN. The view of a bystander is what state.json holds. */
void sp_game_view(const struct sp_game *g, int seat, struct sp_game *out);

#endif
