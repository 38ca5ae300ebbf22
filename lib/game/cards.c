/* Cards from zone to zone: decks, hands, discard piles, and who knows what. */
#include "game_private.h"

#include <assert.h>

static unsigned bit(int seat)
{
	return 1U << seat;
}

/* Where a card stands in a sorted hand, or would stand. */
static int hand_place(const struct sp_hand *hand, int card)
{
	int i = hand->n;

	while (i > 0 && hand->card[i - 1] >= card)
		i--;
	return i;
}

void sp_game_into_hand(struct sp_hand *hand, int card)
{
	int i = hand_place(hand, card);

	assert(hand->n < SP_HAND_MAX);
	memmove(&hand->card[i + 1], &hand->card[i],
		(size_t)(hand->n - i) * sizeof(hand->card[0]));
	hand->card[i] = (uint16_t)card;
	hand->n++;
}

void game_out_of_hand(struct sp_hand *hand, int card)
{
	int i = hand_place(hand, card);

	assert(i < hand->n && hand->card[i] == card);
	hand->n--;
	memmove(&hand->card[i], &hand->card[i + 1],
		(size_t)(hand->n - i) * sizeof(hand->card[0]));
	hand->card[hand->n] = 0;
}

/* ---- piles -----------------------------------------------------------------
 */

/* The pile in which a card lies; NULL: in none. */
static struct sp_pile *pile_of(struct sp_game *g, const struct sp_card_place *p)
{
	switch (p->zone) {
	case SP_ZONE_DECK:
		return &g->pile[p->pile];
	case SP_ZONE_DISCARD:
		return g->discard_ordered ? &g->discard[p->pile] : NULL;
	case SP_ZONE_ASIDE:
		return &g->aside[p->aside];
	default:
		return NULL;
	}
}

static void onto_pile(struct sp_game *g, struct sp_pile *pile, int card)
{
	g->below[card] = pile->top;
	pile->top = (uint16_t)(card + 1);
	pile->n++;
}

static void out_of_pile(struct sp_game *g, struct sp_pile *pile, int card)
{
	uint16_t *link = &pile->top;

	while (*link != card + 1) {
		assert(*link != 0);
		link = &g->below[*link - 1];
	}
	*link = g->below[card];
	g->below[card] = 0;
	pile->n--;
}

int sp_game_list(const struct sp_game *g, const struct sp_pile *pile,
	uint16_t out[SP_CARDS_MAX])
{
	int n = 0;

	for (int c = sp_game_top(pile); c >= 0; c = sp_game_card_below(g, c))
		out[n++] = (uint16_t)c;
	for (int i = 0; i < n / 2; i++) {
		uint16_t card = out[i];

		out[i] = out[n - 1 - i];
		out[n - 1 - i] = card;
	}
	return n;
}

int sp_game_pile_list(
	const struct sp_game *g, int pile, uint16_t out[SP_CARDS_MAX])
{
	return sp_game_list(g, &g->pile[pile], out);
}

void sp_game_link(struct sp_game *g, struct sp_pile *pile,
	const uint16_t *cards, int known, int n)
{
	uint16_t below = 0;

	for (int i = 0; i < known; i++) {
		g->below[cards[i]] = below;
		below = (uint16_t)(cards[i] + 1);
	}
	pile->top = below;
	pile->n = (uint16_t)n;
}

void sp_game_pile_lay(struct sp_game *g, int pile, const uint16_t *cards, int n)
{
	sp_game_link(g, &g->pile[pile], cards, n, n);
}

/* ---- from zone to zone -----------------------------------------------------
 */

void game_find_asides_end(struct sp_game *g)
{
	g->asides_end = SP_PILES_ASIDE;
	while (g->asides_end > 0 && g->aside[g->asides_end - 1].n == 0)
		g->asides_end--;
}

int sp_game_aside_zone(const struct sp_game *g, int aside)
{
	return aside < SP_ASIDES_MAX ? aside / (SP_SEATS_MAX + 1)
				     : g->under[aside - SP_ASIDES_MAX].zone;
}

int sp_game_aside_seat(const struct sp_game *g, int aside)
{
	return aside < SP_ASIDES_MAX ? aside % (SP_SEATS_MAX + 1) - 1
				     : g->under[aside - SP_ASIDES_MAX].by;
}

int sp_game_under(const struct sp_game *g, int zone, sp_value host)
{
	for (int i = SP_ASIDES_MAX; i < g->asides_end; i++) {
		const struct sp_under *u = &g->under[i - SP_ASIDES_MAX];

		if (u->host == host && u->zone == zone && g->aside[i].n > 0)
			return i;
	}
	return -1;
}

bool sp_game_hides(const struct sp_game *g, const struct sp_pile *pile)
{
	int n = 0;

	if (g->rng.known)
		return false;
	for (int c = sp_game_top(pile); c >= 0; c = sp_game_card_below(g, c))
		n++;
	return n < pile->n;
}

/* Returns -1 if all of them are taken. */
static int free_under(const struct sp_game *g)
{
	for (int i = SP_ASIDES_MAX; i < SP_PILES_ASIDE; i++)
		if (g->aside[i].n == 0)
			return i;
	return -1;
}

bool sp_game_room_under(const struct sp_game *g, int zone, sp_value host)
{
	return sp_game_under(g, zone, host) >= 0 || free_under(g) >= 0;
}

int sp_game_lay_under(struct sp_game *g, int zone, sp_value host, int by)
{
	int i = sp_game_under(g, zone, host);

	if (i >= 0)
		return i;
	i = free_under(g);
	assert(i >= 0);
	g->under[i - SP_ASIDES_MAX] = (struct sp_under){
		.host = host, .zone = (uint8_t)zone, .by = (int8_t)by
	};
	return i;
}

/* A card that comes into the game, or leaves it. */
static void find_cards_end(struct sp_game *g, int card)
{
	if (card >= g->cards_end)
		g->cards_end = (uint16_t)(card + 1);
	while (g->cards_end > 0 &&
		g->place[g->cards_end - 1].zone == SP_ZONE_OUT)
		g->cards_end--;
}

/* The deck that a card belongs to is public. So it goes with what all can see:
 * a card out of one hand into another would tell which it was. */
static void find_deck(const struct sp_game *g, struct sp_card_place *p,
	enum sp_zone zone, unsigned known)
{
	bool shown = zone == SP_ZONE_DISCARD || zone == SP_ZONE_PLAY ||
		     zone == SP_ZONE_BOARD || zone == SP_ZONE_REMOVED ||
		     (zone == SP_ZONE_STACK && known == SP_KNOWN_TO_ALL);
	int seat = p->zone == SP_ZONE_HAND || p->zone == SP_ZONE_PLAY
			   ? sp_game_seat_of(g, p->seat)
			   : SP_NOBODY;

	if (shown && seat != SP_NOBODY)
		p->pile = (uint8_t)sp_game_deck_of(g, seat);
}

/* May a card that comes into a hand be of the other deck, as far as all can
 * tell? Out of a hand, unseen, it may be any card that can be there. */
static bool may_be_strange(const struct sp_game *g, int card, int seat)
{
	const struct sp_card_place *p = &g->place[card];
	int deck = sp_game_deck_of(g, seat);

	if (sp_game_is_public(g, card) || p->zone == SP_ZONE_DECK)
		return p->pile != deck;
	return p->zone != SP_ZONE_HAND || g->actor[p->seat].mixed ||
	       sp_game_deck_of(g, p->seat) != deck;
}

void game_move_card(struct sp_game *g, int card, enum sp_zone zone, int seat,
	unsigned known)
{
	struct sp_card_place *p;
	struct sp_pile *pile;
	bool comes;

	assert(card >= 0 && card < SP_CARDS_MAX);
	p = &g->place[card];
	comes = p->zone == SP_ZONE_OUT;
	if (g->n_piles > 1)
		find_deck(g, p, zone, known);
	if (zone == SP_ZONE_HAND && g->actor[seat].hand >= SP_HAND_MAX)
		zone = SP_ZONE_DISCARD;
	if (g->n_piles > 1 && zone == SP_ZONE_HAND &&
		known != SP_KNOWN_TO_ALL && may_be_strange(g, card, seat))
		g->actor[seat].mixed = 1;
	if (p->zone == SP_ZONE_HAND) {
		game_out_of_hand(&g->hand[p->seat], card);
		if (--g->actor[p->seat].hand == 0)
			g->actor[p->seat].mixed = 0;
	}
	pile = pile_of(g, p);
	if (pile != NULL)
		out_of_pile(g, pile, card);
	if (p->zone == SP_ZONE_ASIDE && p->aside >= SP_ASIDES_MAX &&
		pile != NULL && pile->n == 0)
		memset(&g->under[p->aside - SP_ASIDES_MAX], 0,
			sizeof(g->under[0]));
	p->zone = (uint8_t)zone;
	p->seat = SP_NOBODY;
	p->known = 0;
	p->aside = 0;
	if (zone == SP_ZONE_HAND || zone == SP_ZONE_PLAY)
		p->seat = (int8_t)seat;
	if (zone == SP_ZONE_HAND) {
		sp_game_into_hand(&g->hand[seat], card);
		g->actor[seat].hand++;
		p->known = (uint8_t)known;
	} else if (zone == SP_ZONE_ASIDE) {
		p->aside = (uint8_t)seat;
		p->known = (uint8_t)known;
	} else if (zone == SP_ZONE_OUT) {
		memset(p, 0, sizeof(*p));
	}
	pile = pile_of(g, p);
	if (pile != NULL)
		onto_pile(g, pile, card);
	if (zone == SP_ZONE_ASIDE || g->asides_end > 0)
		game_find_asides_end(g);
	if (comes || zone == SP_ZONE_OUT)
		find_cards_end(g, card);
}

/* Nobody but these two can tell any more what is left in the hand. */
static void blur(struct sp_game *g, int seat, unsigned both)
{
	const struct sp_hand *hand = &g->hand[seat];

	for (int i = 0; i < hand->n; i++) {
		struct sp_card_place *p = &g->place[hand->card[i]];

		/* it is still there, for all that anybody can tell */
		if (g->n_piles > 1 && p->known == SP_KNOWN_TO_ALL &&
			p->pile != sp_game_deck_of(g, seat))
			g->actor[seat].mixed = 1;
		p->known &= (uint8_t)both;
	}
}

/* Take from all but `who` what they know of a pile aside, unless the card that
 * leaves it lies on top. */
static void blur_aside(struct sp_game *g, int card, unsigned who)
{
	const struct sp_pile *pile = &g->aside[g->place[card].aside];

	if (sp_game_top(pile) == card)
		return;
	for (int c = sp_game_top(pile); c >= 0; c = sp_game_card_below(g, c)) {
		if (g->place[c].known != SP_KNOWN_TO_ALL)
			g->place[c].known &= (uint8_t)who;
	}
}

void sp_game_begin_cards(struct sp_game *g, int n_piles)
{
	assert(n_piles >= 0 && n_piles <= SP_PILES_MAX);
	g->n_piles = (uint8_t)n_piles;
}

void sp_game_put_card(struct sp_game *g, int card, enum sp_zone zone, int seat)
{
	struct sp_card_place *p = &g->place[card];
	unsigned known = SP_KNOWN_TO_ALL;

	assert(p->zone != SP_ZONE_PLAY && p->zone != SP_ZONE_BOARD &&
		p->zone != SP_ZONE_UNKNOWN);
	assert(zone != SP_ZONE_UNKNOWN && zone != SP_ZONE_ASIDE);
	if (zone == SP_ZONE_HAND) {
		assert(seat >= 0 && seat < g->n_seats);
		if (p->zone == SP_ZONE_HAND && p->seat == seat)
			return;
		if (p->zone == SP_ZONE_DECK || p->zone == SP_ZONE_OUT) {
			known = bit(seat);
		} else if (p->zone == SP_ZONE_HAND) {
			known = bit(seat) | bit(p->seat);
			blur(g, p->seat, known);
		} else if (p->zone == SP_ZONE_ASIDE) {
			known = p->known | bit(seat);
			blur_aside(g, card, bit(seat));
		}
	}
	game_move_card(g, card, zone, seat, known);
}

void sp_game_put_aside(struct sp_game *g, int card, int aside, unsigned seers)
{
	struct sp_card_place *p = &g->place[card];
	unsigned known = SP_KNOWN_TO_ALL;

	assert(p->zone != SP_ZONE_PLAY && p->zone != SP_ZONE_BOARD &&
		p->zone != SP_ZONE_UNKNOWN);
	assert(aside >= 0 && aside < SP_PILES_ASIDE);
	if (p->zone == SP_ZONE_DECK || p->zone == SP_ZONE_OUT)
		known = 0;
	else if (p->zone == SP_ZONE_ASIDE)
		known = p->known;
	else if (p->zone == SP_ZONE_HAND)
		known = p->known == SP_KNOWN_TO_ALL ? p->known : bit(p->seat);
	if (p->zone == SP_ZONE_HAND)
		blur(g, p->seat, bit(p->seat));
	game_move_card(g, card, SP_ZONE_ASIDE, aside, known | seers);
}

void sp_game_take_hand(struct sp_game *g, int from, int to)
{
	const struct sp_hand *hand = &g->hand[from];

	assert(from != to);
	while (hand->n > 0) {
		int card = hand->card[hand->n - 1];

		game_move_card(g, card, SP_ZONE_HAND, to,
			g->place[card].known | bit(from) | bit(to));
	}
}

/* ---- decks -----------------------------------------------------------------
 */

void sp_game_shuffle(struct sp_game *g, int pile)
{
	uint16_t cards[SP_CARDS_MAX];
	int n = sp_game_pile_list(g, pile, cards);

	sp_rng_shuffle(&g->rng, cards, (size_t)n);
	sp_game_pile_lay(g, pile, cards, n);
}

/* The discard pile from the bottom to the top, or by number. */
static int discards(
	const struct sp_game *g, int pile, uint16_t out[SP_CARDS_MAX])
{
	int n = 0;

	if (g->discard_ordered)
		return sp_game_list(g, &g->discard[pile], out);
	for (int card = 0; card < g->cards_end; card++) {
		if (g->place[card].zone == SP_ZONE_DISCARD &&
			g->place[card].pile == pile)
			out[n++] = (uint16_t)card;
	}
	return n;
}

/* Make the discard pile the deck; false if it is empty too. */
static bool reshuffle(struct sp_game *g, int pile, struct sp_events *events)
{
	const struct sp_pile *deck = &g->pile[pile];
	uint64_t first = g->rng.next;
	uint16_t cards[SP_CARDS_MAX];
	struct sp_event *event;
	int n = discards(g, pile, cards);

	for (int i = 0; i < n; i++)
		game_move_card(g, cards[i], SP_ZONE_DECK, SP_NOBODY, 0);
	if (deck->n == 0)
		return false;
	sp_game_shuffle(g, pile);
	event = sp_game_events_add(
		events, SP_EVENT_RESHUFFLED, SP_NOBODY, SP_NOBODY);
	event->deck.cards = deck->n;
	event->deck.pile = pile;
	event->draw = first;
	event->draws = (uint16_t)(g->rng.next - first);
	return true;
}

int sp_game_draw_cards(
	struct sp_game *g, int seat, int n, struct sp_events *events)
{
	struct sp_event *event;
	int pile = sp_game_deck_of(g, seat);
	const struct sp_pile *deck = &g->pile[pile];
	int drawn = 0;

	while (drawn < n && g->actor[seat].hand < SP_HAND_MAX &&
		(deck->n > 0 || reshuffle(g, pile, events))) {
		game_move_card(g, sp_game_pile_top(g, pile), SP_ZONE_HAND, seat,
			bit(seat));
		drawn++;
	}
	if (drawn > 0) {
		event = sp_game_events_add(
			events, SP_EVENT_DREW, seat, SP_NOBODY);
		event->hand.cards = drawn;
		event->hand.held = g->actor[seat].hand;
	}
	return drawn;
}

/* ---- hands -----------------------------------------------------------------
 */

void sp_game_discard(
	struct sp_game *g, int seat, int card, struct sp_events *events)
{
	sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
	sp_game_events_add(events, SP_EVENT_DISCARDED, seat, SP_NOBODY)->card =
		card;
}

void sp_game_show_card(struct sp_game *g, int card, int to)
{
	struct sp_card_place *p = &g->place[card];

	assert(p->zone == SP_ZONE_HAND || p->zone == SP_ZONE_ASIDE);
	p->known = (uint8_t)(to == SP_NOBODY ? SP_KNOWN_TO_ALL
					     : p->known | bit(to));
}

int sp_game_hand(const struct sp_game *g, int seat, uint16_t out[SP_CARDS_MAX])
{
	const struct sp_hand *hand = &g->hand[seat];

	memcpy(out, hand->card, hand->n * sizeof(hand->card[0]));
	return hand->n;
}

static bool lies_face_down(const struct sp_game *g, int card)
{
	for (int i = 0; i < g->n_casts; i++)
		if (sp_game_is_face_down(&g->cast[i]) &&
			g->cast[i].under == SP_REF(SP_KIND_CARD, card))
			return true;
	return false;
}

void sp_game_lay_face_down(struct sp_game *g, int card)
{
	game_move_card(g, card, SP_ZONE_STACK, SP_NOBODY, 0);
}

void sp_game_take_face_down(struct sp_game *g, int card, int to, int knower)
{
	assert(lies_face_down(g, card));
	game_move_card(g, card, SP_ZONE_HAND, to, bit(to) | bit(knower));
}

bool sp_game_is_public(const struct sp_game *g, int card)
{
	const struct sp_card_place *p = &g->place[card];

	if (p->zone == SP_ZONE_STACK)
		return !lies_face_down(g, card);
	return p->zone == SP_ZONE_HAND || p->zone == SP_ZONE_ASIDE
		       ? p->known == SP_KNOWN_TO_ALL
		       : p->zone != SP_ZONE_DECK && p->zone != SP_ZONE_UNKNOWN;
}

bool sp_game_knows(const struct sp_game *g, int seat, int card)
{
	const struct sp_card_place *p = &g->place[card];

	return sp_game_is_public(g, card) ||
	       (seat != SP_NOBODY &&
		       (p->zone == SP_ZONE_HAND || p->zone == SP_ZONE_ASIDE) &&
		       (p->seat == seat || (p->known & bit(seat)) != 0));
}
