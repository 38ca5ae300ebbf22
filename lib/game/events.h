/*
 * Events: what happened, for the story. One row of SP_EVENTS makes an event:
 * its number, the facts that it has, and the function of lib/render that tells
 * it, `render_tell_<clause>` (a forgotten one does not link). What is left to
 * write: whoever raises it, that function, and its words in the tests.
 */
#ifndef SP_GAME_EVENTS_H
#define SP_GAME_EVENTS_H

#include "game/value.h"

/* X(symbol, facts, clause). In the comments `seat`, `other`, `card` and `what`
 * are those of the event; `facts` names the member of its union that holds the
 * rest. Where nothing is said of `seat` it is SP_NOBODY; of what creatures do,
 * too, and the Universe, it and `other` are actors. */
#define SP_EVENTS(X)                                                           \
	/* ---- in every game ---- */                                          \
	/* So many sectors are shuffled into the bays. */                      \
	X(SHUFFLED, sectors, setup)                                            \
	/* A sector lies in a bay; the draws are those of its turn. */         \
	X(SECTOR, sector, setup)                                               \
	/* The seat goes first, by a die of so many faces. */                  \
	X(FIRST, faces, first)                                                 \
	/* The seat's turn begins. */                                          \
	X(TURN, turn, turn)                                                    \
	/* The seat walks a step. */                                           \
	X(STEP, way, walk)                                                     \
	/* The seat opens a door. */                                           \
	X(DOOR_OPENED, edge, walk)                                             \
	/* The seat holds a door open for all. */                              \
	X(DOOR_HELD, edge, door)                                               \
	/* A door shuts that the seat had opened or held. */                   \
	X(DOOR_CLOSED, edge, walk)                                             \
	/* The seat died; `other` killed it (SP_NOBODY: indirect). */          \
	X(DIED, none, died)                                                    \
	/* The seat resigns. */                                                \
	X(RESIGNED, none, plain)                                               \
	/* The seat picks up a treasure. */                                    \
	X(PICKED_UP, treasure, treasure)                                       \
	/* The seat drops a treasure. */                                       \
	X(DROPPED, treasure, treasure)                                         \
	/* The seat's points change. */                                        \
	X(POINTS, change, points)                                              \
	/* The seat has lost both treasures, and dies of it. */                \
	X(ELIMINATED, none, plain)                                             \
	/* The seat has so many turns to come of a kind; `other` plays them.   \
	 */                                                                    \
	X(TURNS, turns, turns)                                                 \
	/* The turn that has begun is one that the seat loses. */              \
	X(TURN_LOST, none, plain)                                              \
	/* The turn that has begun is played by `other`. */                    \
	X(TURN_PLAYED, none, turn_played)                                      \
	/* The seat's turn ends; `card`: what ended it, or -1. */              \
	X(TURN_ENDED, by_clock, turn_end)                                      \
	/* The last round is over. */                                          \
	X(ROUNDS, limit, rounds)                                               \
	/* The game ends; the seat won, or SP_NOBODY. */                       \
	X(OVER, outcome, over)                                                 \
	/* ---- in games with cards; a card is public once it is told ---- */  \
	/* A deck is made of some schools. */                                  \
	X(DECK, deck, deck)                                                    \
	/* A deck is made anew of its discard pile. */                         \
	X(RESHUFFLED, deck, reshuffled)                                        \
	/* The seat draws. */                                                  \
	X(DREW, hand, hand)                                                    \
	/* The seat discards `card`. */                                        \
	X(DISCARDED, none, discards)                                           \
	/* The seat looks at the hand of `other`. */                           \
	X(LOOKED, hand, hand)                                                  \
	/* The seat takes a card (hidden: -1) of the hand of `other`; if that  \
	 * is SP_NOBODY out of a zone: see hand.zone. */                       \
	X(CARD_TAKEN, hand, hand)                                              \
	/* The seat shows a card of its own to `other`, or with SP_NOBODY to   \
	 * all (else hidden: -1). */                                           \
	X(SHOWN, none, shown)                                                  \
	/* The seat puts a card (hidden: -1) into a zone, of `other` if it is  \
	 * one of seats. */                                                    \
	X(PUT, zone, shown)                                                    \
	/* The seat casts `card` at `what`. */                                 \
	X(CAST, cast, cast)                                                    \
	/* The seat begins to cast `card`: what pays it (MODIFIED) rolls       \
	 * first. */                                                           \
	X(BEGUN, none, begun)                                                  \
	/* ... with `card` as a part of it, aimed at `what` (around a corner,  \
	 * from elsewhere), or as what pays it. */                             \
	X(MODIFIED, cast, modified)                                            \
	/* Physical: the seat attacks `what` with `card` (-1: its fist). */    \
	X(ATTACKED, cast, attack)                                              \
	/* The seat counters with `card`; `what`: the card that it answers,    \
	 * of `other`. */                                                      \
	X(COUNTERED, cast, counter)                                            \
	/* The seat's counter `card` could not be played after all (private to \
	 * the seat). */                                                       \
	X(NOT_PLAYED, reason, private)                                         \
	/* `card` of the seat is cancelled by `other`. */                      \
	X(CANCELLED, parts_left, own)                                          \
	/* `card` of the seat has no legal target any more. */                 \
	X(FIZZLED, none, own)                                                  \
	/* `card` of the seat finds nothing to do now. */                      \
	X(IDLE, none, own)                                                     \
	/* `card` of the seat dissipates: there is no room for it, or for what \
	 * it would make. */                                                   \
	X(NO_ROOM, none, own)                                                  \
	/* So much is going on that nobody can answer `card` of the seat, or   \
	 * (-1) what happens now. */                                           \
	X(UNANSWERED, none, unanswered)                                        \
	/* `other` sends `card` of the seat back into its hand. */             \
	X(WITHDRAWN, none, answer)                                             \
	/* `other` takes `card` of the seat into his hand. */                  \
	X(ABSORBED, none, answer)                                              \
	/* `other` evades `card` of the seat; `what`: the CARD that takes it   \
	 * instead, or nothing. */                                             \
	X(EVADED, none, answer)                                                \
	/* `card` of the seat hits the wall at the edge `what`. */             \
	X(BLOCKED, none, answer)                                               \
	/* `other` copies `card` of the seat. */                               \
	X(COPIED, none, turned)                                                \
	/* `card` of the seat is `other`'s from now on. */                     \
	X(TURNED, none, turned)                                                \
	/* The seat aims `card`, which was turned, at `what`. */               \
	X(AIMED, cast, aimed)                                                  \
	/* `card` of the seat does half. */                                    \
	X(HALVED, none, own)                                                   \
	/* `card` of the seat will have so many tokens more. */                \
	X(EXTENDED, tokens, extended)                                          \
	/* Damage to the seat is reduced, by `card` or -1. */                  \
	X(REDUCED, reduced, reduced)                                           \
	/* The seat loses life by `other`, by `card` or -1. */                 \
	X(HURT, harm, hurt)                                                    \
	/* The seat gains life, or would, but has as much as it may. */        \
	X(HEALED, change, life)                                                \
	/* The seat's life is set. */                                          \
	X(LIFE, change, life)                                                  \
	/* `what` has so many cracks by now. */                                \
	X(CRACKED, cracks, cracked)                                            \
	/* `what` (an edge, or a thing of `card`) is destroyed. */             \
	X(DESTROYED, none, destroyed)                                          \
	/* The object of `card` is made at `what`. */                          \
	X(CREATED, none, made)                                                 \
	/* The object of `card` at `what` is gone. */                          \
	X(GONE, none, made)                                                    \
	/* A token of `card` at `what` is turned up. */                        \
	X(REVEALED, real, revealed)                                            \
	/* The spell `card` of the seat ends. */                               \
	X(ENDED, how, ended)                                                   \
	/* The spell `card` of the seat has so many tokens left. */            \
	X(TOKENS, tokens, tokens)                                              \
	/* The seat plays the item `card` and carries it. */                   \
	X(ITEM_PLAYED, none, item)                                             \
	/* The seat picks up the item `card` at a square. */                   \
	X(ITEM_PICKED, square, item)                                           \
	/* The seat drops the item `card` at a square. */                      \
	X(ITEM_DROPPED, square, item)                                          \
	/* The seat takes the item `card`, or the treasure `what`, from        \
	 * `other`. */                                                         \
	X(ITEM_TAKEN, none, item)                                              \
	/* The item `card`, or the treasure `what`, lands on a square. */      \
	X(LANDED, square, landed)                                              \
	/* The seat gets stun tokens. */                                       \
	X(STUNNED, stun, stun)                                                 \
	/* The seat is stunned for this turn. */                               \
	X(IS_STUNNED, stun, stun)                                              \
	/* The seat gains so many moves with `card`. */                        \
	X(BOOSTED, moves, boosted)                                             \
	/* The seat's movement points change. */                               \
	X(MOVES, change, moves)                                                \
	/* The seat is moved by `other`. */                                    \
	X(PUSHED, way, pushed)                                                 \
	/* The seat goes over everything between. */                           \
	X(JUMPED, way, jumped)                                                 \
	/* The seat bumps into an edge. */                                     \
	X(BUMPED, edge, bumped)                                                \
	/* The seat rolls, for `card`. */                                      \
	X(ROLLED, die, rolled)                                                 \
	/* A sector is turned, or changes places with the sector `what`. */    \
	X(ROTATED, rotated, rotated)                                           \
	/* A sector lies at a side of the sector `what` from now on. */        \
	X(SECTOR_MOVED, sides, sector_moved)                                   \
	/* A side of a sector is joined to one of the sector `what`. */        \
	X(SIDES_JOINED, sides, sides_joined)                                   \
	/* The seat is asked something for `card`. */                          \
	X(ASKED, none, asked)                                                  \
	/* A round of reactions to `what` opens. */                            \
	X(ROUND, round, asked)                                                 \
	/* So many answers of the seat were not needed (private to it). */     \
	X(ANSWERS_KEPT, answers, private)                                      \
	/* The seat takes the hand of `other`. */                              \
	X(HAND_TAKEN, hand, hand)                                              \
	/* The creature `other` of `card` comes to the board, of the seat. */  \
	X(SUMMONED, creature, summoned)                                        \
	/* The creature dies, killed by `other` or SP_NOBODY; or leaves with   \
	 * its spell. */                                                       \
	X(PERISHED, none, plain)                                               \
	/* The seat lets its creature `other` act. */                          \
	X(ACTIVATED, none, activated)                                          \
	/* The creature has acted. */                                          \
	X(RESTED, none, plain)                                                 \
	/* The creature `other` answers to the seat from now on. */            \
	X(CONTROLLED, none, controlled)                                        \
	/* The seat offers `other` a deal. */                                  \
	X(PROPOSED, none, deal)                                                \
	/* The seat agrees to the deal that `other` offers. */                 \
	X(AGREED, none, deal)                                                  \
	/* What the seat and `other` deal with changes hands. */               \
	X(DEALT, none, deal)                                                   \
	/* The deal that the seat offered comes to nothing: `other` refuses it \
	 * (the seat itself: takes it back; SP_NOBODY: it cannot be done). */  \
	X(DEAL_OFF, none, deal)                                                \
	/* The die of the seat shows another number now. */                    \
	X(DIE_SET, die, rolled)                                                \
	/* To the seat an illusion of `card`, the thing `what` or an attack,   \
	 * is real; or it sees through it. */                                  \
	X(BELIEVED, real, believed)                                            \
	/* The resolution was ended by the limit of steps. */                  \
	X(TIRED, steps, tired)                                                 \
	/* The thing `what` has lost life. */                                  \
	X(WOUNDED, harm, wounded)                                              \
	/* The thing `what` of `card` is the seat's from now on, or nobody's.  \
	 */                                                                    \
	X(OWNED, none, owned)                                                  \
	/* Two squares are linked by `card` of the seat. */                    \
	X(LINKED, link, linked)                                                \
	/* A link is no more. */                                               \
	X(UNLINKED, link, linked)                                              \
	/* The seat chooses a school for its deck. */                          \
	X(DRAFTED, draft, drafted)                                             \
	/* The wall or door `what` is whole again: its sector has moved. */    \
	X(MENDED, none, mended)                                                \
	/* So much damage does nothing to the wall, door or thing `what`. */   \
	X(UNHARMED, damage, unharmed)

enum sp_event_kind {
#define X(symbol, facts, clause) SP_EVENT_##symbol,
	SP_EVENTS(X)
#undef X
		SP_EVENT_COUNT
};

/* How a spell ends: `how` of SP_EVENT_ENDED. */
enum sp_spell_end {
	SP_ENDS_BY_ITSELF,
	SP_ENDS_BY_CASTER,
	SP_ENDS_BY_OTHERS,
};

#define SP_EVENT_FACTS 5

struct sp_event {
	uint8_t kind;       /* enum sp_event_kind */
	int8_t seat, other; /* or SP_NOBODY; creatures too */
	uint16_t draws;     /* how many decided it; 0: no dice */
	int32_t card;       /* physical, or -1 */
	sp_value what;      /* a reference, or SP_NOTHING */
	union {
		int32_t none; /* it has no more */
		/* all of them, for those that treat every kind alike */
		int32_t fact[SP_EVENT_FACTS];
		int32_t sectors;
		struct {
			int32_t bay, number;
		} sector;
		int32_t faces;
		struct {
			int32_t number, round;
		} turn;
		struct {
			int32_t kind; /* enum sp_coming_kind */
			int32_t n;
		} turns;
		struct {
			int32_t from, to; /* squares */
		} way;
		int32_t edge;
		struct {
			int32_t lost, left; /* life */
			int32_t kind;       /* enum sp_damage_kind */
			int32_t element;    /* enum sp_element */
			int32_t beyond;     /* of `lost`, what he had not */
		} harm;
		struct {
			int32_t number, square;
		} treasure;
		struct {
			int32_t before, now; /* points, life, moves */
		} change;
		int32_t by_clock; /* 1: the clock ended it */
		int32_t limit;    /* of rounds */
		int32_t outcome;  /* enum sp_outcome */
		struct {
			int32_t cards, pile;
			uint32_t schools; /* bits; of SP_EVENT_DECK */
		} deck;
		struct {
			int32_t school, pile;
		} draft;
		struct {
			int32_t cards;
			int32_t held; /* by now; of SP_EVENT_DREW */
			int32_t zone; /* of SP_EVENT_CARD_TAKEN: a word of
					 data (sp_place_word) */
		} hand;
		int32_t zone; /* a word of data */
		struct {
			int32_t energy, play;
			int32_t at; /* of a counter: its EDGE, or none */
		} cast;
		int32_t reason;     /* enum sp_reason */
		int32_t parts_left; /* that were not countered */
		struct {
			int32_t by, left;
		} reduced;
		int32_t cracks;
		int32_t damage;
		int32_t real; /* 1: not a blank */
		int32_t how;  /* enum sp_spell_end */
		int32_t tokens;
		int32_t square;
		struct {
			int32_t tokens, now;
		} stun;
		int32_t moves;
		struct {
			int32_t value, faces;
			int32_t missed; /* 1: nothing was evaded by it */
		} die;
		struct {
			int32_t bay, turns; /* quarter turns, clockwise */
		} rotated;
		struct {
			int32_t bay, side, to; /* of `what`: enum sp_dir */
		} sides;
		struct {
			int32_t from, to, cost; /* squares, points */
			int32_t sight;          /* 1: one sees through it */
		} link;
		struct {
			int32_t seats; /* bits: who is asked */
			int32_t number;
			int32_t point; /* that is watched; 0: another */
		} round;
		struct {
			int32_t life, square;
		} creature;
		int32_t answers;
		int32_t steps;
	};
	uint64_t draw; /* the number of the first */
};

#define SP_EVENTS_MAX 1024

struct sp_events {
	int n;
	struct sp_event event[SP_EVENTS_MAX];
};

/* Append, without card, `what`, draws and facts; asserts that there is room:
 * one command makes far fewer. Returns the event for what it has of them. */
struct sp_event *sp_game_events_add(
	struct sp_events *events, enum sp_event_kind kind, int seat, int other);

#endif
