/* Zones of a ruleset: their piles, who knows what lies there, and ordered
 * discard piles. */
#include "../fixtures.h"
#include "lab.h"
#include "unit.h"

#define RED    0
#define BLUE   1
#define YELLOW 2

#define VAULT(seat) sp_game_aside_of(0, seat)
#define SHELF       sp_game_aside_of(1, SP_NOBODY)

static struct scene s;

static void aside(int at, const uint16_t *cards, int n)
{
	uint16_t list[SP_CARDS_MAX];

	EQUAL_INT(s.g.aside[at].n, n);
	EQUAL_INT(sp_game_list(&s.g, &s.g.aside[at], list), n);
	CU_ASSERT(memcmp(list, cards, (size_t)n * sizeof(*cards)) == 0);
	lab_fair(&s.g);
	lab_round_trip(&s.g);
}

#define ASIDE(at, ...)                                                         \
	do {                                                                   \
		const uint16_t cards[] = { __VA_ARGS__ };                      \
		aside(at, cards, (int)SP_ARRAY_LEN(cards));                    \
	} while (0)

static int known(int card)
{
	return s.g.place[card].known;
}

TEST("game/zones", "piles and their owners")
{
	EQUAL_INT(sp_game_aside_seat(&s.g, VAULT(SP_NOBODY)), SP_NOBODY);
	EQUAL_INT(sp_game_aside_seat(&s.g, VAULT(BLUE)), BLUE);
	EQUAL_INT(sp_game_aside_seat(&s.g, SHELF), SP_NOBODY);
	CU_ASSERT(VAULT(SP_SEATS_MAX - 1) < SHELF);
	EQUAL_INT(sp_game_aside_of(SP_ZONES_MAX - 1, SP_SEATS_MAX - 1),
		SP_ASIDES_MAX - 1);
	lab_deal(&s, "red blue yellow", 8);
	sp_game_put_aside(&s.g, 3, VAULT(BLUE), 0);
	sp_game_put_aside(&s.g, 1, VAULT(BLUE), 0);
	sp_game_put_aside(&s.g, 2, SHELF, SP_KNOWN_TO_ALL);
	ASIDE(VAULT(BLUE), 3, 1);
	ASIDE(SHELF, 2);
	EQUAL_INT(s.g.asides_end, SHELF + 1);
	EQUAL_INT(s.g.pile[0].n, 5);
	EQUAL_INT(s.g.place[3].seat, SP_NOBODY);
	/* on top once more */
	sp_game_put_aside(&s.g, 3, VAULT(BLUE), 0);
	ASIDE(VAULT(BLUE), 1, 3);
	sp_game_put_card(&s.g, 2, SP_ZONE_DISCARD, SP_NOBODY);
	EQUAL_INT(s.g.asides_end, VAULT(BLUE) + 1);
	sp_game_put_card(&s.g, 1, SP_ZONE_DECK, SP_NOBODY);
	sp_game_put_card(&s.g, 3, SP_ZONE_REMOVED, SP_NOBODY);
	EQUAL_INT(s.g.asides_end, 0);
	EQUAL_INT(sp_game_pile_top(&s.g, 0), 1);
	lab_fair(&s.g);
}

/* Whoever knew it goes on knowing it. */
TEST("game/zones", "who knows what lies there")
{
	lab_deal(&s, "red blue yellow", 8);
	sp_game_put_card(&s.g, 0, SP_ZONE_HAND, RED);
	sp_game_put_card(&s.g, 1, SP_ZONE_HAND, RED);
	sp_game_show_card(&s.g, 1, BLUE);
	sp_game_put_card(&s.g, 2, SP_ZONE_DISCARD, SP_NOBODY);
	sp_game_put_aside(&s.g, 0, VAULT(BLUE), 0);
	EQUAL_INT(known(0), 1 << RED);
	/* which of his cards went nobody else can tell */
	EQUAL_INT(known(1), 1 << RED);
	sp_game_put_aside(&s.g, 2, VAULT(BLUE), 0);
	EQUAL_INT(known(2), SP_KNOWN_TO_ALL);
	sp_game_put_aside(&s.g, 3, VAULT(BLUE), 1 << BLUE);
	EQUAL_INT(known(3), 1 << BLUE);
	sp_game_put_aside(&s.g, 4, VAULT(BLUE), 0);
	EQUAL_INT(known(4), 0);
	CU_ASSERT(!sp_game_is_public(&s.g, 0));
	CU_ASSERT(sp_game_is_public(&s.g, 2));
	sp_game_show_card(&s.g, 4, YELLOW);
	EQUAL_INT(known(4), 1 << YELLOW);
	ASIDE(VAULT(BLUE), 0, 2, 3, 4);
	/* the top one leaves: the others know what is left as before */
	sp_game_put_card(&s.g, 4, SP_ZONE_HAND, RED);
	EQUAL_INT(known(4), 1 << YELLOW | 1 << RED);
	EQUAL_INT(known(3), 1 << BLUE);
	EQUAL_INT(known(0), 1 << RED);
	/* one from below leaves: they do not */
	sp_game_put_card(&s.g, 0, SP_ZONE_HAND, RED);
	EQUAL_INT(known(3), 0);
	EQUAL_INT(known(2), SP_KNOWN_TO_ALL);
	ASIDE(VAULT(BLUE), 2, 3);
}

TEST("game/zones", "what a view shows of them")
{
	static struct sp_game view;
	uint16_t list[SP_CARDS_MAX];

	lab_deal(&s, "red blue yellow", 8);
	sp_game_put_aside(&s.g, 0, SHELF, 0);
	sp_game_put_aside(&s.g, 1, SHELF, 1 << RED);
	sp_game_put_aside(&s.g, 2, SHELF, SP_KNOWN_TO_ALL);
	sp_game_put_aside(&s.g, 3, SHELF, 1 << RED | 1 << BLUE);
	sp_game_view(&s.g, RED, &view);
	EQUAL_INT(view.aside[SHELF].n, 4);
	EQUAL_INT(sp_game_list(&view, &view.aside[SHELF], list), 3);
	EQUAL_INT(list[0], 1);
	EQUAL_INT(list[2], 3);
	EQUAL_INT(view.place[3].known, 1 << RED);
	EQUAL_INT(view.place[0].zone, SP_ZONE_UNKNOWN);
	lab_fair(&view);
	sp_game_view(&s.g, YELLOW, &view);
	EQUAL_INT(sp_game_list(&view, &view.aside[SHELF], list), 1);
	EQUAL_INT(list[0], 2);
	sp_game_view(&s.g, SP_NOBODY, &view);
	EQUAL_INT(sp_game_list(&view, &view.aside[SHELF], list), 1);
	lab_fair(&view);
}

/* What is carried has cards under it, until none is left there. */
TEST("game/zones", "a pile under something")
{
	sp_value item, other;
	int at;

	lab_deal(&s, "red blue yellow", 8);
	sp_game_put_card(&s.g, 5, SP_ZONE_STACK, SP_NOBODY);
	item = SP_REF(SP_KIND_PLAYED,
		sp_game_add_played(&s.g, SP_PLAYED_ITEM, 5, RED));
	other = SP_REF(SP_KIND_ACTOR, BLUE);
	EQUAL_INT(sp_game_under(&s.g, 1, item), -1);
	at = sp_game_lay_under(&s.g, 1, item, YELLOW);
	EQUAL_INT_FATAL(at, SP_ASIDES_MAX);
	sp_game_put_aside(&s.g, 3, at, 1 << YELLOW);
	EQUAL_INT(sp_game_lay_under(&s.g, 1, item, RED), at);
	sp_game_put_aside(&s.g, 1, at, 0);
	ASIDE(at, 3, 1);
	EQUAL_INT(sp_game_aside_zone(&s.g, at), 1);
	EQUAL_INT(sp_game_aside_seat(&s.g, at), YELLOW);
	EQUAL_INT(sp_game_under(&s.g, 0, item), -1);
	EQUAL_INT(sp_game_under(&s.g, 1, other), -1);
	/* another zone of the same, and the same zone of another */
	EQUAL_INT_FATAL(sp_game_lay_under(&s.g, 0, item, RED), at + 1);
	sp_game_put_aside(&s.g, 0, at + 1, 0);
	EQUAL_INT_FATAL(sp_game_lay_under(&s.g, 1, other, RED), at + 2);
	sp_game_put_aside(&s.g, 2, at + 2, 0);
	EQUAL_INT(s.g.asides_end, at + 3);
	/* what is empty is free */
	sp_game_put_card(&s.g, 1, SP_ZONE_HAND, RED);
	sp_game_put_card(&s.g, 3, SP_ZONE_HAND, RED);
	EQUAL_INT(s.g.under[0].host, 0);
	EQUAL_INT(sp_game_under(&s.g, 1, item), -1);
	lab_fair(&s.g);
	lab_round_trip(&s.g);
	EQUAL_INT(sp_game_lay_under(&s.g, 0, other, RED), at);
}

TEST("game/zones", "so many piles lie under something")
{
	lab_deal(&s, "red blue yellow", 8);
	for (int i = 0; i < SP_UNDERS_MAX; i++) {
		s.g.under[i].host = SP_REF(SP_KIND_THING, i);
		s.g.aside[SP_ASIDES_MAX + i].n = 1;
	}
	s.g.asides_end = SP_PILES_ASIDE;
	CU_ASSERT_FALSE(
		sp_game_room_under(&s.g, 0, SP_REF(SP_KIND_ACTOR, RED)));
	CU_ASSERT(sp_game_room_under(&s.g, 0, SP_REF(SP_KIND_THING, 3)));
	EQUAL_INT(sp_game_lay_under(&s.g, 0, SP_REF(SP_KIND_THING, 3), RED),
		SP_ASIDES_MAX + 3);
}

TEST("game/zones", "an ordered discard pile")
{
	lab_deal(&s, "red blue", 6);
	s.g.discard_ordered = 1;
	scene_dice(&s.g.rng, 1);
	for (int c = 5; c >= 0; c--)
		sp_game_put_card(&s.g, c, SP_ZONE_DISCARD, SP_NOBODY);
	EQUAL_INT(sp_game_top(&s.g.discard[0]), 0);
	EQUAL_INT(s.g.discard[0].n, 6);
	sp_game_put_card(&s.g, 4, SP_ZONE_HAND, RED);
	EQUAL_INT(s.g.discard[0].n, 5);
	EQUAL_INT(known(4), SP_KNOWN_TO_ALL);
	lab_fair(&s.g);
	lab_round_trip(&s.g);
	sp_game_put_card(&s.g, 4, SP_ZONE_DISCARD, SP_NOBODY);
	EQUAL_INT(sp_game_top(&s.g.discard[0]), 4);
}

/* It is shuffled from the bottom to the top: other cards come than from the
 * order of the numbers. */
TEST("game/zones", "a new deck out of an ordered discard pile")
{
	uint16_t list[2][SP_CARDS_MAX];

	for (int ordered = 0; ordered <= 1; ordered++) {
		lab_deal(&s, "red blue", 6);
		s.g.discard_ordered = (uint8_t)ordered;
		scene_dice(&s.g.rng, 1);
		for (int c = 5; c >= 0; c--)
			sp_game_put_card(&s.g, c, SP_ZONE_DISCARD, SP_NOBODY);
		EQUAL_INT(sp_game_draw_cards(&s.g, RED, 1, &s.events), 1);
		EQUAL_INT(s.g.discard[0].n, 0);
		EQUAL_INT(sp_game_pile_list(&s.g, 0, list[ordered]), 5);
		lab_fair(&s.g);
	}
	/* card c lay where 5 - c does by number */
	for (int i = 0; i < 5; i++)
		EQUAL_INT(list[1][i], 5 - list[0][i]);
}
