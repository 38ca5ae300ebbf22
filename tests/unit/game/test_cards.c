#include "lab.h"
#include "unit.h"

#define RED    0
#define BLUE   1
#define YELLOW 2

static int zone(const struct scene *s, int card)
{
	return s->g.place[card].zone;
}

static int known(const struct scene *s, int card)
{
	return s->g.place[card].known;
}

/* The hand is exactly these cards. */
static void expect_hand(
	const struct scene *s, int seat, const uint16_t *cards, int n)
{
	uint16_t hand[SP_CARDS_MAX];

	EQUAL_INT(sp_game_hand(&s->g, seat, hand), n);
	EQUAL_INT(s->g.actor[seat].hand, n);
	CU_ASSERT(memcmp(hand, cards, (size_t)n * sizeof(*cards)) == 0);
	for (int i = 0; i < n; i++) {
		EQUAL_INT(zone(s, cards[i]), SP_ZONE_HAND);
		EQUAL_INT(s->g.place[cards[i]].seat, seat);
	}
	lab_fair(&s->g);
}

static void expect_deck(const struct scene *s, const uint16_t *cards, int n)
{
	uint16_t deck[SP_CARDS_MAX];

	EQUAL_INT(s->g.pile[0].n, n);
	EQUAL_INT(sp_game_pile_list(&s->g, 0, deck), n);
	CU_ASSERT(memcmp(deck, cards, (size_t)n * sizeof(*cards)) == 0);
}

#define HAND(s, seat, ...)                                                     \
	do {                                                                   \
		const uint16_t cards[] = { __VA_ARGS__ };                      \
		expect_hand(s, seat, cards, (int)SP_ARRAY_LEN(cards));         \
	} while (0)
#define DECK(s, ...)                                                           \
	do {                                                                   \
		const uint16_t cards[] = { __VA_ARGS__ };                      \
		expect_deck(s, cards, (int)SP_ARRAY_LEN(cards));               \
	} while (0)

/* ---- drawing ---------------------------------------------------------------
 */

/* The draws were computed by another implementation of the random stream. */
TEST("game/cards", "draws against vectors")
{
	const struct sp_event *event;
	struct scene s;

	lab_deal(&s, "red blue", 8);
	scene_dice(&s.g.rng, 1);
	s.g.rng.next = 100;
	sp_game_shuffle(&s.g, 0);
	EQUAL_INT(s.g.rng.next, 107);
	DECK(&s, 2, 4, 5, 7, 6, 1, 3, 0);
	EQUAL_INT(sp_game_draw_cards(&s.g, RED, 3, &s.events), 3);
	HAND(&s, RED, 0, 1, 3);
	DECK(&s, 2, 4, 5, 7, 6);
	EQUAL_INT(sp_game_draw_cards(&s.g, BLUE, 4, &s.events), 4);
	HAND(&s, BLUE, 4, 5, 6, 7);
	sp_game_discard(&s.g, BLUE, 7, &s.events);
	sp_game_discard(&s.g, RED, 1, &s.events);
	sp_game_discard(&s.g, BLUE, 4, &s.events);
	sp_game_discard(&s.g, RED, 0, &s.events);
	s.events.n = 0;
	/* the last of the deck, then two of the discards, shuffled from the
	 * order of their numbers to 4 0 7 1 */
	EQUAL_INT(sp_game_draw_cards(&s.g, RED, 3, &s.events), 3);
	HAND(&s, RED, 1, 2, 3, 7);
	DECK(&s, 4, 0);
	event = scene_event(&s, SP_EVENT_RESHUFFLED, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(event);
	EQUAL_INT(event->deck.cards, 4);
	EQUAL_INT(event->deck.pile, 0);
	EQUAL_INT(event->draw, 107);
	EQUAL_INT(event->draws, 3);
	event = scene_event(&s, SP_EVENT_DREW, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(event);
	EQUAL_INT(event->seat, RED);
	EQUAL_INT(event->hand.cards, 3);
	EQUAL_INT(event->hand.held, 4);
	EQUAL_INT(event->card, -1);
	EQUAL_INT(s.events.n, 2);
}

/* Deck and discard pile empty: there is no more to draw. */
TEST("game/cards", "nothing left to draw")
{
	struct scene s;

	lab_deal(&s, "red blue", 3);
	EQUAL_INT(sp_game_draw_cards(&s.g, RED, 5, &s.events), 3);
	HAND(&s, RED, 0, 1, 2);
	EQUAL_INT(s.events.n, 1);
	EQUAL_INT(sp_game_draw_cards(&s.g, BLUE, 1, &s.events), 0);
	EQUAL_INT(s.events.n, 1);
	/* one card makes a deck without dice */
	sp_game_discard(&s.g, RED, 1, &s.events);
	s.events.n = 0;
	EQUAL_INT(sp_game_draw_cards(&s.g, BLUE, 1, &s.events), 1);
	HAND(&s, BLUE, 1);
	EQUAL_INT(scene_event(&s, SP_EVENT_RESHUFFLED, 0)->draws, 0);
}

/* A hand has an end, and no card is lost there. */
TEST("game/cards", "a full hand")
{
	struct scene s;

	lab_deal(&s, "red blue", 100);
	EQUAL_INT(sp_game_draw_cards(&s.g, RED, 100, &s.events), SP_HAND_MAX);
	EQUAL_INT(s.g.pile[0].n, 100 - SP_HAND_MAX);
	sp_game_put_card(&s.g, 0, SP_ZONE_HAND, RED);
	EQUAL_INT(zone(&s, 0), SP_ZONE_DISCARD);
	(void)sp_game_draw_cards(&s.g, BLUE, 1, &s.events);
	sp_game_take_hand(&s.g, RED, BLUE);
	EQUAL_INT(s.g.actor[RED].hand, 0);
	EQUAL_INT(s.g.actor[BLUE].hand, SP_HAND_MAX);
	EQUAL_INT(zone(&s, 36), SP_ZONE_DISCARD);
	lab_fair(&s.g);
}

/* The first deck has `n` cards; the cards behind them up to `end` are those of
 * the second, two in the deck and the rest discarded. */
static void two_decks(struct scene *s, const char *colours, int n, int end)
{
	lab_deal(s, colours, n);
	s->g.n_piles = 2;
	s->g.rule[SP_RULE_SPELLBOOKS] = SP_SPELLBOOKS_GROUPS;
	for (int c = n; c < end; c++) {
		s->g.place[c].pile = 1;
		sp_game_put_card(&s->g, c,
			c < n + 2 ? SP_ZONE_DECK : SP_ZONE_DISCARD, SP_NOBODY);
	}
}

/* The other deck and its discards are another matter. */
TEST("game/cards", "two decks")
{
	struct scene s;

	two_decks(&s, "red blue", 2, 6);
	lab_fair(&s.g);
	EQUAL_INT(s.g.pile[1].n, 2);
	EQUAL_INT(sp_game_draw_cards(&s.g, RED, 5, &s.events), 2);
	HAND(&s, RED, 0, 1);
	EQUAL_INT(s.g.pile[1].n, 2);
	lab_fair(&s.g);
	lab_round_trip(&s.g);
}

/* Seats draw from the deck of their own group, and no other runs dry. */
TEST("game/cards", "two decks, of two groups")
{
	struct scene s;

	two_decks(&s, "red blue yellow", 2, 8);
	EQUAL_INT(sp_game_deck_of(&s.g, RED), 0);
	EQUAL_INT(sp_game_deck_of(&s.g, BLUE), 1);
	EQUAL_INT(sp_game_deck_of(&s.g, YELLOW), 0);
	EQUAL_INT(sp_game_draw_cards(&s.g, YELLOW, 5, &s.events), 2);
	EQUAL_INT(sp_game_draw_cards(&s.g, BLUE, 5, &s.events), 5);
	EQUAL_INT(s.events.event[s.events.n - 2].kind, SP_EVENT_RESHUFFLED);
	EQUAL_INT(s.events.event[s.events.n - 2].deck.pile, 1);
	EQUAL_INT(s.g.pile[1].n, 1);
	/* turns begin elsewhere: the groups are others */
	s.g.first = BLUE;
	EQUAL_INT(sp_game_deck_of(&s.g, BLUE), 0);
	EQUAL_INT(sp_game_deck_of(&s.g, YELLOW), 1);
	EQUAL_INT(sp_game_deck_of(&s.g, RED), 0);
	s.g.first = RED;
	lab_fair(&s.g);
}

/* A card lies on the discard pile of whoever discards it; from hand to hand it
 * stays what it was, so that nobody else can tell which one went. */
TEST("game/cards", "two decks, and a card that changes sides")
{
	struct scene s;

	two_decks(&s, "red blue", 4, 4);
	(void)sp_game_draw_cards(&s.g, RED, 4, &s.events);
	sp_game_put_card(&s.g, 1, SP_ZONE_HAND, BLUE);
	EQUAL_INT(s.g.place[1].pile, 0);
	sp_game_discard(&s.g, BLUE, 1, &s.events);
	EQUAL_INT(s.g.place[1].pile, 1);
	sp_game_put_card(&s.g, 2, SP_ZONE_HAND, BLUE);
	sp_game_put_card(&s.g, 2, SP_ZONE_STACK, SP_NOBODY);
	EQUAL_INT(s.g.place[2].pile, 1);
	sp_game_put_card(&s.g, 2, SP_ZONE_HAND, RED);
	EQUAL_INT(s.g.place[2].pile, 1);
	sp_game_discard(&s.g, RED, 2, &s.events);
	EQUAL_INT(s.g.place[2].pile, 0);
	/* face down it tells nothing */
	sp_game_put_card(&s.g, 3, SP_ZONE_HAND, BLUE);
	sp_game_lay_face_down(&s.g, 3);
	EQUAL_INT(s.g.place[3].pile, 0);
	sp_game_put_card(&s.g, 3, SP_ZONE_DISCARD, SP_NOBODY);
	sp_game_discard(&s.g, RED, 0, &s.events);
	EQUAL_INT(s.g.place[0].pile, 0);
	lab_fair(&s.g);
	lab_round_trip(&s.g);
}

/* ---- who knows what --------------------------------------------------------
 */

TEST("game/cards", "who knows a card")
{
	struct scene s;

	lab_deal(&s, "red blue yellow", 10);
	(void)sp_game_draw_cards(&s.g, RED, 3, &s.events);
	HAND(&s, RED, 7, 8, 9);
	EQUAL_INT(known(&s, 8), 1 << RED);
	CU_ASSERT_FALSE(sp_game_is_public(&s.g, 8));
	CU_ASSERT_FALSE(sp_game_is_public(&s.g, 1));
	sp_game_show_card(&s.g, 8, BLUE);
	EQUAL_INT(known(&s, 8), 1 << RED | 1 << BLUE);
	CU_ASSERT_FALSE(sp_game_is_public(&s.g, 8));
	sp_game_show_card(&s.g, 9, SP_NOBODY);
	EQUAL_INT(known(&s, 9), SP_KNOWN_TO_ALL);
	CU_ASSERT(sp_game_is_public(&s.g, 9));
	/* played: public, and still when it comes back */
	sp_game_put_card(&s.g, 7, SP_ZONE_STACK, SP_NOBODY);
	CU_ASSERT(sp_game_is_public(&s.g, 7));
	EQUAL_INT(known(&s, 7), 0);
	sp_game_put_card(&s.g, 7, SP_ZONE_HAND, YELLOW);
	EQUAL_INT(known(&s, 7), SP_KNOWN_TO_ALL);
	sp_game_discard(&s.g, YELLOW, 7, &s.events);
	CU_ASSERT(sp_game_is_public(&s.g, 7));
	EQUAL_INT(s.events.event[s.events.n - 1].card, 7);
	/* a reshuffle forgets */
	(void)sp_game_draw_cards(&s.g, BLUE, 8, &s.events);
	EQUAL_INT(s.g.actor[BLUE].hand, 8);
	EQUAL_INT(known(&s, 7), 1 << BLUE);
	/* onto the deck */
	sp_game_put_card(&s.g, 7, SP_ZONE_DECK, SP_NOBODY);
	EQUAL_INT(known(&s, 7), 0);
	DECK(&s, 7);
	lab_fair(&s.g);
}

/* Taken unseen: nobody else can tell any more which card is where. */
TEST("game/cards", "a card taken unseen")
{
	struct scene s;

	lab_deal(&s, "red blue yellow", 10);
	(void)sp_game_draw_cards(&s.g, RED, 3, &s.events);
	(void)sp_game_draw_cards(&s.g, BLUE, 1, &s.events);
	sp_game_show_card(&s.g, 7, SP_NOBODY);
	sp_game_show_card(&s.g, 8, YELLOW);
	sp_game_show_card(&s.g, 9, BLUE);
	sp_game_show_card(&s.g, 6, SP_NOBODY);
	sp_game_put_card(&s.g, 8, SP_ZONE_HAND, BLUE);
	HAND(&s, RED, 7, 9);
	HAND(&s, BLUE, 6, 8);
	EQUAL_INT(known(&s, 7), 1 << RED | 1 << BLUE);
	EQUAL_INT(known(&s, 8), 1 << RED | 1 << BLUE);
	EQUAL_INT(known(&s, 9), 1 << RED | 1 << BLUE);
	EQUAL_INT(known(&s, 6), SP_KNOWN_TO_ALL);
	/* into the hand where it is: nothing */
	sp_game_put_card(&s.g, 6, SP_ZONE_HAND, BLUE);
	EQUAL_INT(known(&s, 6), SP_KNOWN_TO_ALL);
	EQUAL_INT(known(&s, 8), 1 << RED | 1 << BLUE);
}

/* A whole hand taken: everybody can follow its cards. */
TEST("game/cards", "a hand taken")
{
	struct scene s;

	lab_deal(&s, "red blue yellow", 10);
	(void)sp_game_draw_cards(&s.g, RED, 3, &s.events);
	(void)sp_game_draw_cards(&s.g, BLUE, 1, &s.events);
	sp_game_show_card(&s.g, 7, SP_NOBODY);
	sp_game_show_card(&s.g, 8, YELLOW);
	sp_game_take_hand(&s.g, RED, BLUE);
	HAND(&s, BLUE, 6, 7, 8, 9);
	EQUAL_INT(s.g.actor[RED].hand, 0);
	EQUAL_INT(known(&s, 6), 1 << BLUE);
	EQUAL_INT(known(&s, 7), SP_KNOWN_TO_ALL);
	EQUAL_INT(known(&s, 8), 1 << RED | 1 << BLUE | 1 << YELLOW);
	EQUAL_INT(known(&s, 9), 1 << RED | 1 << BLUE);
}

/* Out of the middle of a deck. */
TEST("game/cards", "out of a deck")
{
	struct scene s;

	lab_deal(&s, "red blue", 5);
	sp_game_put_card(&s.g, 2, SP_ZONE_HAND, RED);
	sp_game_put_card(&s.g, 0, SP_ZONE_REMOVED, SP_NOBODY);
	DECK(&s, 1, 3, 4);
	HAND(&s, RED, 2);
	EQUAL_INT(known(&s, 2), 1 << RED);
	CU_ASSERT(sp_game_is_public(&s.g, 0));
}

/* ---- life ------------------------------------------------------------------
 */

TEST("game/cards", "hurt, healed, stunned")
{
	const struct sp_event *e;
	struct scene s;

	lab_deal(&s, "red blue", 5);
	sp_game_hurt(&s.g, BLUE, 4, RED, 3, 1, 2, &s.events);
	EQUAL_INT(s.g.actor[BLUE].life, 11);
	e = scene_event(&s, SP_EVENT_HURT, 0);
	CU_ASSERT(e->seat == BLUE && e->other == RED && e->harm.lost == 4);
	CU_ASSERT(e->harm.left == 11 && e->card == 3 && e->harm.kind == 1 &&
		  e->harm.element == 2);
	sp_game_hurt(&s.g, BLUE, 40, SP_NOBODY, -1, 0, 0, &s.events);
	EQUAL_INT(s.g.actor[BLUE].life, 0);
	sp_game_heal(&s.g, BLUE, 7, 15, &s.events);
	sp_game_heal(&s.g, BLUE, 20, 15, &s.events);
	EQUAL_INT(s.g.actor[BLUE].life, 15);
	EQUAL_INT(scene_event(&s, SP_EVENT_HEALED, 0)->change.now, 7);
	e = scene_event(&s, SP_EVENT_HEALED, 1);
	CU_ASSERT(e->seat == BLUE && e->change.before == 7 &&
		  e->change.now == 15);
	/* no more than one may have, but nothing is taken */
	s.g.actor[RED].life = 18;
	sp_game_heal(&s.g, RED, 3, 15, &s.events);
	EQUAL_INT(s.g.actor[RED].life, 18);
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_HEALED, 2));
	sp_game_stun(&s.g, RED, 2, &s.events);
	sp_game_stun(&s.g, RED, 300, &s.events);
	EQUAL_INT(s.g.actor[RED].stun, 255);
	e = scene_event(&s, SP_EVENT_STUNNED, 1);
	CU_ASSERT(
		e->seat == RED && e->stun.tokens == 253 && e->stun.now == 255);
}
