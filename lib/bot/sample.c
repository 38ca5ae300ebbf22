/*
 * Positions that a view may be of: what is hidden is dealt anew, each way with
 * equal chances that agrees with the public cards, the size of every hand and
 * what the seat has seen. What others did or did not play is no evidence.
 */
#include "bot_private.h"

#include <assert.h>

/* Cards that the view does not know, and what they are dealt to. */
struct stock {
	uint64_t *chance;
	int n[SP_PILES_MAX]; /* by the deck that each belongs to */
	uint16_t card[SP_PILES_MAX][SP_CARDS_MAX];
};

static void shuffle(uint64_t *chance, uint16_t *card, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int at = bot_below(chance, i + 1);
		uint16_t other = card[at];

		card[at] = card[i];
		card[i] = other;
	}
}

static void gather(const struct sp_game *g, struct stock *s)
{
	for (int i = 0; i < g->cards_end; i++)
		if (g->place[i].zone == SP_ZONE_UNKNOWN) {
			int pile = g->place[i].pile;

			s->card[pile][s->n[pile]++] = (uint16_t)i;
		}
	for (int pile = 0; pile < g->n_piles; pile++)
		shuffle(s->chance, s->card[pile], s->n[pile]);
}

static int take(struct stock *s, int pile)
{
	assert(s->n[pile] > 0);
	return s->card[pile][--s->n[pile]];
}

static void fill_hand(struct sp_game *g, struct stock *s, int seat, int pile)
{
	struct sp_hand *hand = &g->hand[seat];

	while (hand->n < g->actor[seat].hand) {
		int card = take(s, pile);

		g->place[card].zone = SP_ZONE_HAND;
		g->place[card].seat = (int8_t)seat;
		g->place[card].known = (uint8_t)(1U << seat);
		sp_game_into_hand(hand, card);
	}
}

static void fill_deck(struct sp_game *g, struct stock *s, int pile)
{
	uint16_t cards[SP_CARDS_MAX];
	int n = g->pile[pile].n;

	for (int i = 0; i < n; i++) {
		cards[i] = (uint16_t)take(s, pile);
		g->place[cards[i]].zone = SP_ZONE_DECK;
	}
	sp_game_pile_lay(g, pile, cards, n);
}

/* Those of the pile that are known keep their order; which places of the row
 * are theirs nobody knows. */
static void fill_aside(struct sp_game *g, struct stock *s, int aside)
{
	struct sp_pile *pile = &g->aside[aside];
	uint16_t known[SP_CARDS_MAX], cards[SP_CARDS_MAX];
	int left = sp_game_list(g, pile, known), at = 0, n = pile->n;

	for (int i = 0; i < n; i++) {
		if (bot_below(s->chance, n - i) < left) {
			cards[i] = known[at++];
			left--;
			continue;
		}
		cards[i] = (uint16_t)take(s, 0);
		g->place[cards[i]].zone = SP_ZONE_ASIDE;
		g->place[cards[i]].aside = (uint8_t)aside;
	}
	sp_game_link(g, pile, cards, n, n);
}

static void fill_stack(struct sp_game *g, struct stock *s)
{
	for (int i = 0; i < g->n_casts; i++) {
		struct sp_cast *cast = &g->cast[i];
		int card;

		if (!sp_game_is_face_down(cast) || cast->under != SP_HIDDEN)
			continue;
		card = take(s, 0);
		g->place[card].zone = SP_ZONE_STACK;
		cast->under = SP_REF(SP_KIND_CARD, card);
	}
}

/* First what takes cards of one deck alone, then from all that are left what
 * may have any. */
static void deal(struct sp_game *g, struct stock *s)
{
	gather(g, s);
	for (int i = 0; i < g->n_seats; i++)
		if (!g->actor[i].mixed)
			fill_hand(g, s, i, sp_game_deck_of(g, i));
	for (int pile = 0; pile < g->n_piles; pile++)
		fill_deck(g, s, pile);
	if (g->n_piles > 1) {
		memcpy(&s->card[0][s->n[0]], s->card[1],
			(size_t)s->n[1] * sizeof(s->card[0][0]));
		s->n[0] += s->n[1];
		s->n[1] = 0;
		shuffle(s->chance, s->card[0], s->n[0]);
	}
	for (int i = 0; i < g->n_seats; i++)
		fill_hand(g, s, i, 0);
	for (int i = 0; i < g->asides_end; i++)
		fill_aside(g, s, i);
	fill_stack(g, s);
}

/* ---- tokens --------------------------------------------------------------
 */

/* Is it one of the tokens that another seat laid with that spell? */
static bool is_laid_with(const struct sp_game *g, int i, int played)
{
	const struct sp_thing *t = &g->thing[i];

	return t->kind == SP_THING_CREATED && t->played == played;
}

/* One of a spell's tokens is the real one, unless that was found. */
static void make_one_real(
	struct sp_game *g, uint64_t *chance, int played, int seat)
{
	int n = 0, real = -1;

	for (int i = 0; i < g->things_end; i++) {
		if (!is_laid_with(g, i, played))
			continue;
		if (g->thing[i].real || g->thing[i].seat == seat)
			return;
		if (g->thing[i].facedown && bot_below(chance, ++n) == 0)
			real = i;
	}
	if (real >= 0)
		g->thing[real].real = 1;
}

static void turn_tokens(struct sp_game *g, uint64_t *chance, int seat)
{
	uint8_t done[SP_PLAYED_MAX] = { 0 };

	for (int i = 0; i < g->things_end; i++) {
		struct sp_thing *t = &g->thing[i];

		if (!t->facedown || t->seat == seat)
			continue;
		if (t->kind == SP_THING_LONE) {
			t->real = (uint8_t)bot_below(chance, 2);
		} else if (t->kind == SP_THING_CREATED && !done[t->played]) {
			done[t->played] = 1;
			make_one_real(g, chance, t->played, seat);
		}
	}
}

/* ---- deals -----------------------------------------------------------------
 */

static bool is_offered(const struct sp_proposal *p, sp_value card)
{
	for (int i = 0; i < p->n_gives + p->n_wants; i++)
		if (p->thing[i] == card)
			return true;
	return false;
}

/* Name a card for one that the view does not know: out of that hand, or any,
 * for what is offered need not be there any more. */
static void offer(const struct sp_game *g, uint64_t *chance,
	struct sp_proposal *p, int i, int seat)
{
	sp_value found = SP_HIDDEN;
	int n = 0;

	for (int own = 1; own >= 0 && n == 0; own--)
		for (int k = 0; k < g->cards_end; k++) {
			const struct sp_card_place *at = &g->place[k];
			sp_value card = SP_REF(SP_KIND_CARD, k);

			if (at->zone == SP_ZONE_OUT ||
				(own && (at->zone != SP_ZONE_HAND ||
						at->seat != seat)))
				continue;
			if (!is_offered(p, card) && bot_below(chance, ++n) == 0)
				found = card;
		}
	p->thing[i] = found;
}

static void make_offers(struct sp_game *g, uint64_t *chance)
{
	for (int s = 0; s < g->proposals_end; s++) {
		struct sp_proposal *p = &g->proposal[s];

		for (int i = 0; i < p->n_gives + p->n_wants; i++)
			if (p->thing[i] == SP_HIDDEN)
				offer(g, chance, p, i,
					i < p->n_gives ? s : p->with);
	}
}

/* ---- the whole -----------------------------------------------------------
 */

static void throw_dice(struct sp_game *g, uint64_t *chance)
{
	uint8_t key[32];

	for (size_t i = 0; i < sizeof(key); i++)
		key[i] = (uint8_t)bot_below(chance, 256);
	sp_rng_init(&g->rng, key, g->rng.next);
}

/* Is something hidden that was not dealt: a secret answer? */
static bool has_secrets(const struct sp_game *g)
{
	struct sp_site site = { 0, 0, -1 };

	while (sp_game_site_next(g, &site))
		if (sp_game_site_get(g, &site) == SP_HIDDEN)
			return true;
	return false;
}

bool sp_bot_sample(const struct sp_game *view, int seat, uint64_t *chance,
	struct sp_game *out)
{
	struct stock s = { .chance = chance };

	sp_game_copy(out, view);
	deal(out, &s);
	turn_tokens(out, chance, seat);
	make_offers(out, chance);
	throw_dice(out, chance);
	return !has_secrets(out);
}
