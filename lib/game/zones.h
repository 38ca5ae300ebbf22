/*
 * Where cards lie: zones, hands, and piles with an order.
 */
#ifndef SP_GAME_ZONES_H
#define SP_GAME_ZONES_H

#include "board/board.h"
#include "game/value.h"

#include <stdbool.h>

struct sp_game;

#define SP_CARDS_MAX   1200
#define SP_HAND_MAX    64 /* what comes into a full hand is discarded */
#define SP_PILES_MAX   2  /* decks, each with its discard pile */
#define SP_SCHOOLS_MAX 32 /* of which they are made */
#define SP_ZONES_MAX   6  /* that a ruleset may declare beside them */
/* Each zone has a pile that is nobody's and one for each seat, or piles that
 * lie under something: see sp_under. */
#define SP_ASIDES_MAX  (SP_ZONES_MAX * (SP_SEATS_MAX + 1))
#define SP_UNDERS_MAX  16 /* piles under something, at one time */
#define SP_PILES_ASIDE (SP_ASIDES_MAX + SP_UNDERS_MAX)

/* Where a card is. Public: everything but which card is in which hand and the
 * order of a deck. In a view a card that is in an unknown hand or in a deck is
 * UNKNOWN. */
enum sp_zone {
	SP_ZONE_OUT, /* not in this game */
	SP_ZONE_DECK,
	SP_ZONE_DISCARD,
	SP_ZONE_HAND,
	SP_ZONE_PLAY,    /* maintained or carried: see sp_played */
	SP_ZONE_BOARD,   /* dropped: see sp_thing */
	SP_ZONE_STACK,   /* being cast, or spent on what is being cast */
	SP_ZONE_REMOVED, /* gone for good */
	SP_ZONE_ASIDE,   /* in a zone of the ruleset: see sp_card_place.aside */
	SP_ZONE_UNKNOWN,
};

#define SP_KNOWN_TO_ALL 0xff

struct sp_card_place {
	uint8_t zone;  /* enum sp_zone */
	int8_t seat;   /* hand and play: whose; else SP_NOBODY */
	uint8_t pile;  /* which deck it belongs to: public */
	uint8_t aside; /* aside: index of its pile in sp_game.aside; else 0 */
	/* In a hand or aside, bit i: seat i knows that it is there;
	 * SP_KNOWN_TO_ALL: everybody does (an absorbed spell), which alone is
	 * public; of what lies aside and nobody knows none. Elsewhere 0. In a
	 * view: the holder's bit and the own, and in the own hand those of
	 * whoever looked. */
	uint8_t known;
};

/* The cards of one hand, ascending; in a view those that the seat knows, while
 * wizard.hand counts them all. Those beyond n are 0. */
struct sp_hand {
	uint16_t n;
	uint16_t card[SP_HAND_MAX];
};

/* What a pile of the ruleset's zones lies under, all zero if it is not there:
 * SP_ASIDES_MAX + i is the pile of entry i. */
struct sp_under {
	sp_value host; /* PLAYED, THING or ACTOR */
	uint8_t zone;
	int8_t by; /* the seat that put its first card there */
};

/* An ordered pile of cards, linked from its top down by sp_game.below: an array
 * for each pile would be as long as all cards together. Walk it with
 * sp_game_pile_top and sp_game_card_below. */
struct sp_pile {
	uint16_t n;   /* cards left in the deck: public */
	uint16_t top; /* 1 + the card on top, which is hidden; 0: none, or
			 a view that does not know it */
};

/* Find the pile of a zone: of a seat, or with SP_NOBODY the one that is
 * nobody's. */
static inline int sp_game_aside_of(int zone, int seat)
{
	return zone * (SP_SEATS_MAX + 1) + seat + 1;
}
/* Tell the zone of a pile, and whose pile it is: of one under something whoever
 * put the first card there. */
int sp_game_aside_zone(const struct sp_game *g, int aside);
int sp_game_aside_seat(const struct sp_game *g, int aside);
/* Find the pile of a zone under a PLAYED, THING or ACTOR; -1 if nothing lies
 * there. */
int sp_game_under(const struct sp_game *g, int zone, sp_value host);
/* True if a card can be put there: there is a pile, or room for a further one.
 */
bool sp_game_room_under(const struct sp_game *g, int zone, sp_value host);
/* Find that pile, or begin one that `by` puts there; its first card must follow
 * by sp_game_put_aside. Asserts that there is room. */
int sp_game_lay_under(struct sp_game *g, int zone, sp_value host, int by);
/* True if a view may know only some of the cards of a pile. */
bool sp_game_hides(const struct sp_game *g, const struct sp_pile *pile);
/* Put a card on top of such a pile: take it from wherever it is, as
 * sp_game_put_card. Whoever knew it goes on knowing it, and so do the seats of
 * `seers` (bits, or SP_KNOWN_TO_ALL). */
void sp_game_put_aside(struct sp_game *g, int card, int aside, unsigned seers);
/* List the cards of any pile from the bottom to the top; returns how many (in a
 * view those that it knows). */
int sp_game_list(const struct sp_game *g, const struct sp_pile *pile,
	uint16_t out[SP_CARDS_MAX]);
/* Link these as the cards of any pile, for whoever lays a position out; `n`
 * counts those that are not known too. */
void sp_game_link(struct sp_game *g, struct sp_pile *pile,
	const uint16_t *cards, int known, int n);
/* Find the top card of any pile, or -1. In a view it is known to be on top only
 * if the view knows all of the pile. */
static inline int sp_game_top(const struct sp_pile *pile)
{
	return (int)pile->top - 1;
}

#endif
