/* Invariants of games with cards: every card in exactly one zone, and lists and
 * counts that agree. A view passes too: what it does not know is UNKNOWN. */
#include "state_private.h"

bool state_is_zero(const void *from, size_t n)
{
	const char *bytes = from;

	return n == 0 || (*bytes == 0 && memcmp(bytes, bytes + 1, n - 1) == 0);
}

/* How many cards are where. */
struct census {
	int deck[SP_PILES_MAX], discard[SP_PILES_MAX], aside[SP_PILES_ASIDE];
	int hand, play, board, unknown;
};

static int check_places(
	const struct sp_game *g, struct census *n, struct sp_error *e)
{
	int end = 0;

	for (int c = 0; c < SP_CARDS_MAX; c++) {
		const struct sp_card_place *p = &g->place[c];
		bool held = p->zone == SP_ZONE_HAND || p->zone == SP_ZONE_PLAY;

		if (p->zone == SP_ZONE_OUT) {
			REQUIRE(state_is_zero(p, sizeof(*p)),
				"card %d: not in the game, but somewhere", c);
			continue;
		}
		end = c + 1;
		REQUIRE(p->zone <= SP_ZONE_UNKNOWN && p->pile < g->n_piles,
			"card %d: in no zone or of no deck", c);
		REQUIRE(held ? (p->seat >= 0 && p->seat < g->n_seats) ||
					(p->zone == SP_ZONE_PLAY &&
						sp_game_is_creature(g, p->seat))
			     : p->seat == SP_NOBODY,
			"card %d: its zone and its seat do not fit", c);
		REQUIRE(p->zone == SP_ZONE_ASIDE
				? p->aside < SP_PILES_ASIDE &&
					  sp_game_aside_seat(g, p->aside) <
						  g->n_seats
				: p->aside == 0,
			"card %d: in no pile aside", c);
		REQUIRE(p->zone == SP_ZONE_ASIDE
				? p->known == SP_KNOWN_TO_ALL ||
					  p->known < 1U << g->n_seats
			: p->zone == SP_ZONE_HAND
				? p->known == SP_KNOWN_TO_ALL ||
					  (p->known < 1U << g->n_seats &&
						  (p->known & 1U << p->seat))
				: p->known == 0,
			"card %d: known to the wrong seats", c);
		n->hand += p->zone == SP_ZONE_HAND;
		n->play += p->zone == SP_ZONE_PLAY;
		n->board += p->zone == SP_ZONE_BOARD;
		n->unknown += p->zone == SP_ZONE_UNKNOWN;
		n->deck[p->pile] += p->zone == SP_ZONE_DECK;
		n->discard[p->pile] +=
			p->zone == SP_ZONE_DISCARD && g->discard_ordered;
		n->aside[p->aside] += p->zone == SP_ZONE_ASIDE;
		REQUIRE(g->below[c] == 0 || p->zone == SP_ZONE_DECK ||
				p->zone == SP_ZONE_ASIDE ||
				(p->zone == SP_ZONE_DISCARD &&
					g->discard_ordered),
			"card %d: in no pile, but above a card", c);
	}
	REQUIRE(g->cards_end == end, "the cards end at %d, not at %d", end,
		g->cards_end);
	REQUIRE(state_is_zero(&g->below[end],
			(size_t)(SP_CARDS_MAX - end) * sizeof(g->below[0])),
		"a card that is not in the game lies above another");
	return SP_OK;
}

static int check_hand(
	const struct sp_game *g, int seat, struct census *n, struct sp_error *e)
{
	const struct sp_hand *hand = &g->hand[seat];
	const char *colour = seat < g->n_seats ? g->colour[seat] : "nobody";

	REQUIRE(hand->n <= SP_HAND_MAX &&
			(seat < g->n_seats ||
				state_is_zero(hand, sizeof(*hand))),
		"%s: a hand out of range", colour);
	for (int i = 0; i < hand->n; i++) {
		int card = hand->card[i];

		REQUIRE(card < SP_CARDS_MAX &&
				(i == 0 || card > hand->card[i - 1]),
			"%s: the hand is not in order", colour);
		REQUIRE(g->place[card].zone == SP_ZONE_HAND &&
				g->place[card].seat == seat,
			"%s: card %d of the hand is elsewhere", colour, card);
	}
	REQUIRE(state_is_zero(&hand->card[hand->n],
			(SP_HAND_MAX - hand->n) * sizeof(hand->card[0])),
		"%s: something behind the end of the hand", colour);
	n->hand -= hand->n;
	if (seat >= g->n_seats)
		return SP_OK;
	REQUIRE(g->actor[seat].last_cast == 0 ||
			sp_kind_of(g->actor[seat].last_cast) == SP_KIND_CARD,
		"%s: the last cast is no card", colour);
	REQUIRE(n->unknown != 0 ? g->actor[seat].hand >= hand->n
				: g->actor[seat].hand == hand->n,
		"%s: %d cards in hand, but %d are there", colour,
		g->actor[seat].hand, hand->n);
	REQUIRE(!g->actor[seat].mixed ||
			(g->n_piles > 1 && g->actor[seat].hand > 0),
		"%s: a hand mixed out of nothing", colour);
	for (int i = 0; i < hand->n; i++)
		REQUIRE(g->actor[seat].mixed ||
				g->place[hand->card[i]].known ==
					SP_KNOWN_TO_ALL ||
				g->place[hand->card[i]].pile ==
					sp_game_deck_of(g, seat),
			"%s: card %d of the hand is of the other deck", colour,
			hand->card[i]);
	return state_check_fields(
		g, state_fields_wizard, &g->actor[seat], colour, e);
}

static int check_pile(const struct sp_game *g, int i, const struct census *n,
	struct sp_error *e)
{
	const struct sp_pile *pile = &g->pile[i];
	int listed = n->unknown == 0 && pile->n <= SP_CARDS_MAX ? pile->n : 0;
	int card = sp_game_pile_top(g, i), k = 0;

	REQUIRE(pile->n <= SP_CARDS_MAX && (i < g->n_piles || pile->n == 0),
		"deck %d: %d cards", i, pile->n);
	REQUIRE(n->deck[i] == listed, "deck %d: %d cards, but %d are in it", i,
		listed, n->deck[i]);
	/* a card that is there twice would make the walk a circle */
	for (; card >= 0 && k <= listed; card = sp_game_card_below(g, card)) {
		REQUIRE(card < SP_CARDS_MAX &&
				g->place[card].zone == SP_ZONE_DECK &&
				g->place[card].pile == i,
			"deck %d: card %d is elsewhere", i, card);
		k++;
	}
	REQUIRE(k == listed, "deck %d: %d cards, but %d in a row", i, listed,
		k);
	return SP_OK;
}

/* The known cards of a pile, linked from its top down. */
static int check_row(const struct sp_game *g, const struct sp_pile *pile,
	int known, const char *what, int i, struct sp_error *e)
{
	const struct sp_card_place *p;
	int k = 0;

	for (int card = sp_game_top(pile); card >= 0 && k <= known;
		card = sp_game_card_below(g, card)) {
		p = &g->place[card < SP_CARDS_MAX ? card : 0];
		REQUIRE(card < SP_CARDS_MAX &&
				(pile >= g->aside && pile < g->aside + SP_PILES_ASIDE
						? p->zone == SP_ZONE_ASIDE &&
							  p->aside == i
						: p->zone == SP_ZONE_DISCARD &&
							  p->pile == i),
			"%s %d: card %d is elsewhere", what, i, card);
		k++;
	}
	REQUIRE(k == known, "%s %d: %d cards, but %d in a row", what, i, known,
		k);
	return SP_OK;
}

/* A pile under something: that is there, and no other pile of its zone is. */
static int check_under(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_under *u = &g->under[i];
	int at = sp_index_of(u->host);
	bool there = false;

	if (g->aside[SP_ASIDES_MAX + i].n == 0) {
		REQUIRE(state_is_zero(u, sizeof(*u)),
			"pile %d lies under something, and has no cards", i);
		return SP_OK;
	}
	if (sp_kind_of(u->host) == SP_KIND_PLAYED)
		there = at < g->played_end &&
			g->played[at].kind != SP_PLAYED_FREE;
	else if (sp_kind_of(u->host) == SP_KIND_THING)
		there = at < g->things_end &&
			g->thing[at].kind != SP_THING_FREE &&
			g->thing[at].kind != SP_THING_CREATED;
	else if (sp_kind_of(u->host) == SP_KIND_ACTOR)
		there = at < g->n_seats ||
			(at < sp_game_actors_end(g) && g->actor[at].creature);
	REQUIRE(there, "pile %d lies under what is not there", i);
	REQUIRE(u->zone < SP_ZONES_MAX && u->by >= 0 && u->by < g->n_seats,
		"pile %d: whoever put it there, or its zone", i);
	REQUIRE(sp_game_under(g, u->zone, u->host) == SP_ASIDES_MAX + i,
		"pile %d: a second one of its zone lies there", i);
	return SP_OK;
}

/* Ordered discard piles, and the piles of zones: a view knows some of these. */
static int check_zones(
	const struct sp_game *g, const struct census *n, struct sp_error *e)
{
	int end = 0, code = SP_OK;

	REQUIRE(g->discard_ordered <= 1,
		"discard piles neither ordered nor not");
	for (int i = 0; code == SP_OK && i < SP_PILES_MAX; i++) {
		REQUIRE(g->discard[i].n == n->discard[i],
			"discard pile %d: %d cards, but %d lie there", i,
			g->discard[i].n, n->discard[i]);
		code = check_row(
			g, &g->discard[i], n->discard[i], "discard pile", i, e);
	}
	for (int i = 0; code == SP_OK && i < SP_PILES_ASIDE; i++) {
		REQUIRE(n->unknown != 0 ? g->aside[i].n >= n->aside[i]
					: g->aside[i].n == n->aside[i],
			"zone pile %d: %d cards, but %d lie there", i,
			g->aside[i].n, n->aside[i]);
		code = check_row(
			g, &g->aside[i], n->aside[i], "zone pile", i, e);
		if (g->aside[i].n > 0)
			end = i + 1;
	}
	if (code != SP_OK)
		return code;
	REQUIRE(g->asides_end == end, "the zones end at %d, not at %d", end,
		g->asides_end);
	for (int k = 0; code == SP_OK && k < SP_UNDERS_MAX; k++)
		code = check_under(g, k, e);
	return code;
}

/* What nobody was seen to have, somebody must have. */
static int check_unknown(
	const struct sp_game *g, const struct census *n, struct sp_error *e)
{
	int missing = 0;

	for (int i = 0; i < g->n_piles; i++)
		missing += g->pile[i].n;
	for (int i = 0; i < g->asides_end; i++)
		missing += g->aside[i].n - n->aside[i];
	for (int s = 0; s < g->n_seats; s++)
		missing += g->actor[s].hand - g->hand[s].n;
	for (int i = 0; i < g->n_casts && i < SP_CASTS_MAX; i++)
		missing += g->cast[i].under == SP_HIDDEN;
	REQUIRE(n->hand == 0, "%d cards are in hands that lack them", n->hand);
	REQUIRE(n->unknown == 0 || n->unknown == missing,
		"%d cards are unknown, but %d are hidden", n->unknown, missing);
	return SP_OK;
}

/* ---- play areas and the board ----------------------------------------------
 */

static int check_played(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_played *p = &g->played[i];

	REQUIRE(p->kind <= SP_PLAYED_ITEM, "play %d: no such kind", i);
	if (p->kind == SP_PLAYED_FREE) {
		REQUIRE(state_is_zero(p, sizeof(*p)), "play %d: free, but used",
			i);
		return SP_OK;
	}
	REQUIRE(p->card < SP_CARDS_MAX &&
			(p->copied != 0 ||
				(g->place[p->card].zone == SP_ZONE_PLAY &&
					g->place[p->card].seat == p->seat)),
		"play %d: its card is elsewhere", i);
	REQUIRE(p->seat < SP_SEATS_MAX ||
			(p->kind == SP_PLAYED_ITEM &&
				sp_game_is_creature(g, p->seat) &&
				g->actor[p->seat].alive),
		"play %d: before no seat, and carried by no creature", i);
	REQUIRE(p->copied == 0 || p->kind == SP_PLAYED_SPELL,
		"play %d: a copy of what is no spell", i);
	REQUIRE(p->order < g->next_order, "play %d: from a time to come", i);
	for (int a = 0; a < SP_ACTORS_MAX; a++)
		REQUIRE((p->seen_by >> a & 1U) == 0 || g->actor[a].alive,
			"play %d: the dead see it", i);
	for (int k = 0; k < i; k++)
		REQUIRE(g->played[k].kind == SP_PLAYED_FREE ||
				((g->played[k].card != p->card ||
					 g->played[k].copied != p->copied) &&
					g->played[k].order != p->order),
			"play %d: its card or its order is there twice", i);
	return state_check_fields(g, state_fields_played, p, "play", e);
}

static int check_created(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_thing *t = &g->thing[i];

	REQUIRE(t->played < SP_PLAYED_MAX &&
			g->played[t->played].kind == SP_PLAYED_SPELL &&
			g->played[t->played].card == t->card,
		"thing %d: its spell is not in play", i);
	return SP_OK;
}

static int check_dropped(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_thing *t = &g->thing[i];

	REQUIRE(t->card < SP_CARDS_MAX &&
			g->place[t->card].zone == SP_ZONE_BOARD &&
			t->played == 0,
		"thing %d: its card is elsewhere", i);
	for (int k = 0; k < i; k++)
		REQUIRE(g->thing[k].kind != SP_THING_DROPPED ||
				g->thing[k].card != t->card,
			"thing %d: its card lies there twice", i);
	return SP_OK;
}

/* Its card says of which kind it is, wherever that card is by now. */
static int check_lone(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_thing *t = &g->thing[i];

	REQUIRE(t->card < SP_CARDS_MAX && t->played == 0,
		"thing %d: alone, and of a spell", i);
	return SP_OK;
}

static int check_kind(const struct sp_game *g, int i, struct sp_error *e)
{
	switch ((enum sp_thing_kind)g->thing[i].kind) {
	case SP_THING_CREATED:
		return check_created(g, i, e);
	case SP_THING_DROPPED:
		return check_dropped(g, i, e);
	case SP_THING_LONE:
	case SP_THING_FREE:
		break;
	}
	return check_lone(g, i, e);
}

/* Of what nobody has two opinions, and the dead none. */
static bool are_beliefs(
	const struct sp_game *g, uint32_t believed, uint32_t doubted)
{
	uint32_t any = believed | doubted;

	for (int i = 0; i < SP_ACTORS_MAX; i++) {
		if ((any >> i & 1U) != 0 && !g->actor[i].alive)
			return false;
	}
	return (believed & doubted) == 0;
}

static int check_thing(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_thing *t = &g->thing[i];
	bool on_square = sp_kind_of(t->where) == SP_KIND_SQUARE;
	int code;

	REQUIRE(t->kind <= SP_THING_LONE, "thing %d: no such kind", i);
	if (t->kind == SP_THING_FREE) {
		REQUIRE(state_is_zero(t, sizeof(*t)),
			"thing %d: free, but used", i);
		return SP_OK;
	}
	REQUIRE(on_square ? sp_index_of(t->where) < g->board.n_squares
			  : sp_kind_of(t->where) == SP_KIND_EDGE &&
				    sp_index_of(t->where) < g->board.n_edges,
		"thing %d: it lies nowhere", i);
	REQUIRE(t->illusion ? sp_game_is_made(t) &&
				      are_beliefs(g, t->believed, t->doubted)
			    : (t->believed | t->doubted) == 0,
		"thing %d: believed in, or not, without a reason", i);
	REQUIRE(are_beliefs(g, t->seen_by, 0), "thing %d: the dead see it", i);
	REQUIRE(on_square || (!t->fills && !t->opaque && !t->vacant),
		"thing %d: on an edge, it fills a square", i);
	REQUIRE(t->given || t->owner == SP_NOBODY,
		"thing %d: somebody's, to whom it was not given", i);
	code = check_kind(g, i, e);
	return code == SP_OK ? state_check_fields(
				       g, state_fields_thing, t, "thing", e)
			     : code;
}

/* Squares are filled once and opaque as what lies there says; what was made of
 * an edge has something that made it. */
static int check_ground(const struct sp_game *g, struct sp_error *e)
{
	uint8_t filled[SP_SQUARES_MAX] = { 0 };
	uint8_t opaque[SP_SQUARES_MAX] = { 0 };
	uint8_t made[SP_EDGES_MAX] = { 0 };
	uint8_t sides[SP_EDGES_MAX] = { 0 };

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];
		int at = sp_index_of(t->where);

		if (t->kind == SP_THING_FREE)
			continue;
		if (sp_kind_of(t->where) == SP_KIND_EDGE) {
			REQUIRE(t->side <= 2 && (sides[at] & t->side) == 0,
				"edge %d: two layers on one side", at);
			sides[at] |= t->side;
			made[at] |= sp_game_is_made(t) && !t->side;
			continue;
		}
		if (t->illusion)
			continue;
		REQUIRE(!t->fills || !filled[at],
			"square %d: two things fill it", at);
		filled[at] |= t->fills;
		opaque[at] |= t->opaque;
	}
	for (int i = 0; i < g->board.n_squares; i++)
		REQUIRE(g->board.opaque[i] == opaque[i],
			"square %d: opaque, or not, without a reason", i);
	for (int i = 0; i < g->board.n_edges; i++)
		REQUIRE((sp_board_edge_made(&g->board.edge[i]) ==
					SP_EDGE_OPEN ||
				made[i]) &&
				g->board.edge[i].sides == sides[i],
			"edge %d: created by nothing, or covered", i);
	return SP_OK;
}

static int check_pools(
	const struct sp_game *g, struct census *n, struct sp_error *e)
{
	int played_end = 0;
	int things_end = 0;
	int illusions = 0;
	int code = SP_OK;

	for (int i = 0; code == SP_OK && i < SP_PLAYED_MAX; i++) {
		code = check_played(g, i, e);
		if (g->played[i].kind == SP_PLAYED_FREE)
			continue;
		played_end = i + 1;
		n->play -= g->played[i].copied == 0;
	}
	for (int i = 0; code == SP_OK && i < SP_THINGS_MAX; i++) {
		code = check_thing(g, i, e);
		if (g->thing[i].kind != SP_THING_FREE)
			things_end = i + 1;
		n->board -= g->thing[i].kind == SP_THING_DROPPED;
		illusions += g->thing[i].illusion;
	}
	if (code != SP_OK)
		return code;
	REQUIRE(n->play == 0, "%d cards are in play areas that lack them",
		n->play);
	REQUIRE(n->board == 0, "%d cards lie on a board that lacks them",
		n->board);
	REQUIRE(g->played_end == played_end && g->things_end == things_end,
		"the pools end at %d and %d, not at %d and %d", played_end,
		things_end, g->played_end, g->things_end);
	REQUIRE(g->n_illusions == illusions, "%d illusions, and %d are counted",
		illusions, g->n_illusions);
	return check_ground(g, e);
}

/* ---- links -----------------------------------------------------------------
 */

static bool meet(const struct sp_link *one, const struct sp_link *two)
{
	for (int end = 0; end < 2; end++) {
		if (one->square[end] == two->square[0] ||
			one->square[end] == two->square[1])
			return true;
	}
	return false;
}

static int check_link(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_link *link = &g->board.linked[i];
	int spell = link->spell - 1;
	int code = state_check_fields(g, state_fields_link, link, "link", e);

	if (code != SP_OK)
		return code;
	REQUIRE(link->square[0] < g->board.n_squares &&
			link->square[1] < g->board.n_squares &&
			link->square[0] != link->square[1],
		"link %d: it does not join two squares", i);
	REQUIRE(link->cost > 0, "link %d: it costs nothing", i);
	REQUIRE(spell < 0 || g->played[spell].kind == SP_PLAYED_SPELL,
		"link %d: its spell is not in play", i);
	for (int k = 0; k < i; k++)
		REQUIRE(!meet(link, &g->board.linked[k]),
			"link %d: one of its squares is in another", i);
	return SP_OK;
}

static int check_links(const struct sp_game *g, struct sp_error *e)
{
	const struct sp_board *b = &g->board;
	int code = SP_OK;

	REQUIRE(b->n_links <= SP_LINKS_MAX, "%d links", b->n_links);
	for (int i = 0; code == SP_OK && i < b->n_links; i++)
		code = check_link(g, i, e);
	REQUIRE(code != SP_OK || state_is_zero(&b->linked[b->n_links],
					 (size_t)(SP_LINKS_MAX - b->n_links) *
						 sizeof(b->linked[0])),
		"something lies behind the links");
	return code;
}

/* ---- all of it -------------------------------------------------------------
 */

int state_check_cards(const struct sp_game *g, struct sp_error *e)
{
	struct census n = { 0 };
	int code;

	REQUIRE(g->n_piles == 0 || g->n_piles == sp_game_decks(g), "%d decks",
		g->n_piles);
	for (int i = 0; i < SP_PILES_MAX; i++)
		REQUIRE(i < g->n_piles || g->schools[i] == 0,
			"%d decks, and schools of more", g->n_piles);
	for (int i = 1; i < SP_PILES_MAX; i++)
		REQUIRE((g->schools[i] & g->schools[0]) == 0,
			"a school is in two decks");
	code = state_check_fields(g, state_fields_turn, g, "turn", e);
	if (code == SP_OK)
		code = check_places(g, &n, e);
	for (int s = 0; code == SP_OK && s < SP_SEATS_MAX; s++)
		code = check_hand(g, s, &n, e);
	for (int i = 0; code == SP_OK && i < SP_PILES_MAX; i++)
		code = check_pile(g, i, &n, e);
	if (code == SP_OK)
		code = check_zones(g, &n, e);
	if (code == SP_OK)
		code = check_unknown(g, &n, e);
	if (code == SP_OK)
		code = check_pools(g, &n, e);
	if (code == SP_OK)
		code = check_links(g, e);
	if (code == SP_OK)
		code = state_check_proposals(g, e);
	return code == SP_OK ? state_check_stack(g, e) : code;
}
