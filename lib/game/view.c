/* What one seat may know of a game. */
#include "game/view.h"

#include "game_private.h"

#include <assert.h>

/* ---- sites -----------------------------------------------------------------
 */

static const struct {
	int fields;
	size_t pool, size; /* in struct sp_game */
	size_t first;      /* of the array of values in an entry */
	int n;             /* values in it; the others stand apart */
	size_t apart[4];
} pools[SP_SITE_POOLS] = {
	[SP_SITE_ITEM] = { SP_SLOTS_ANSWERED + 2,
		offsetof(struct sp_game, cast), sizeof(struct sp_cast),
		offsetof(struct sp_cast, answer), SP_SLOTS_ANSWERED,
		{ offsetof(struct sp_cast, self),
			offsetof(struct sp_cast, under) } },
	[SP_SITE_FRAME] = { SP_LOCALS + 4, offsetof(struct sp_game, frame),
		sizeof(struct sp_frame), offsetof(struct sp_frame, local),
		SP_LOCALS,
		{ offsetof(struct sp_frame, self),
			offsetof(struct sp_frame, who),
			offsetof(struct sp_frame, by),
			offsetof(struct sp_frame, what) } },
	[SP_SITE_ROUND] = { 1, offsetof(struct sp_game, reaction),
		sizeof(struct sp_round), 0, 0,
		{ offsetof(struct sp_round, subject) } },
	[SP_SITE_ONCE] = { 2, offsetof(struct sp_game, once),
		sizeof(struct sp_once), 0, 0,
		{ offsetof(struct sp_once, self),
			offsetof(struct sp_once, other) } },
	[SP_SITE_PROPOSAL] = { 2 * SP_DEAL_THINGS,
		offsetof(struct sp_game, proposal), sizeof(struct sp_proposal),
		offsetof(struct sp_proposal, thing), 2 * SP_DEAL_THINGS,
		{ 0 } },
};

static int pool_size(const struct sp_game *g, int pool)
{
	const int sizes[SP_SITE_POOLS] = { [SP_SITE_ITEM] = g->n_casts,
		[SP_SITE_FRAME] = g->n_frames,
		[SP_SITE_ROUND] = g->n_rounds,
		[SP_SITE_ONCE] = g->n_onces,
		[SP_SITE_PROPOSAL] = g->proposals_end };

	return sizes[pool];
}

bool sp_game_site_exists(const struct sp_game *g, const struct sp_site *s)
{
	return s->pool >= 0 && s->pool < SP_SITE_POOLS && s->index >= 0 &&
	       s->index < pool_size(g, s->pool) && s->field >= 0 &&
	       s->field < pools[s->pool].fields;
}

bool sp_game_site_next(const struct sp_game *g, struct sp_site *s)
{
	s->field++;
	while (s->pool < SP_SITE_POOLS && !sp_game_site_exists(g, s)) {
		s->field = 0;
		if (++s->index < pool_size(g, s->pool))
			continue;
		s->index = 0;
		s->pool++;
	}
	return s->pool < SP_SITE_POOLS;
}

static size_t place_of(const struct sp_site *s)
{
	size_t entry =
		pools[s->pool].pool + (size_t)s->index * pools[s->pool].size;

	if (s->field < pools[s->pool].n)
		return entry + pools[s->pool].first +
		       (size_t)s->field * sizeof(sp_value);
	return entry + pools[s->pool].apart[s->field - pools[s->pool].n];
}

sp_value sp_game_site_get(const struct sp_game *g, const struct sp_site *s)
{
	sp_value value;

	memcpy(&value, (const char *)g + place_of(s), sizeof(value));
	return value;
}

void sp_game_site_set(
	struct sp_game *g, const struct sp_site *s, sp_value value)
{
	memcpy((char *)g + place_of(s), &value, sizeof(value));
}

/* Does `seat` know what this one keeps secret? A bystander is no seat. */
static bool is_own(int owner, int seat)
{
	return owner == seat && seat != SP_NOBODY;
}

/* Is it an answer that only the seat knows whose cast or frame it is? */
static bool is_secret(
	const struct sp_game *g, const struct sp_site *s, int seat)
{
	if (s->field >= pools[s->pool].n)
		return false;
	if (s->pool == SP_SITE_PROPOSAL)
		return sp_kind_of(sp_game_site_get(g, s)) == SP_KIND_CARD &&
		       !is_own(s->index, seat) &&
		       !is_own(g->proposal[s->index].with, seat);
	if (s->pool == SP_SITE_ITEM)
		return !is_own(g->cast[s->index].seat, seat) &&
		       (g->cast[s->index].secret >> s->field & 1U) != 0;
	return !is_own(sp_game_seat_of(g, g->frame[s->index].actor), seat) &&
	       (g->frame[s->index].secret & 1U << s->field) != 0;
}

bool sp_game_site_hides(const struct sp_game *g, const struct sp_site *s)
{
	sp_value value = sp_game_site_get(g, s);

	return is_secret(g, s, SP_NOBODY) ||
	       (sp_kind_of(value) == SP_KIND_CARD &&
		       sp_index_of(value) < SP_CARDS_MAX &&
		       !sp_game_is_public(g, sp_index_of(value)));
}

/* ---- the view --------------------------------------------------------------
 */

static void forget_decks(struct sp_game *g)
{
	for (int i = 0; i < g->n_piles; i++) {
		int card = sp_game_pile_top(g, i);

		while (card >= 0) {
			int next = sp_game_card_below(g, card);

			g->place[card].zone = SP_ZONE_UNKNOWN;
			g->below[card] = 0;
			card = next;
		}
		g->pile[i].top = 0;
	}
}

/* What lies aside and the seat has not seen is a card fewer in the row; how
 * many there are everybody knows. */
static void forget_aside(struct sp_game *g, struct sp_pile *pile, int seat)
{
	unsigned own = seat == SP_NOBODY ? 0 : 1U << seat;
	uint16_t cards[SP_CARDS_MAX];
	int all = sp_game_list(g, pile, cards), n = 0;

	for (int i = 0; i < all; i++) {
		struct sp_card_place *p = &g->place[cards[i]];

		g->below[cards[i]] = 0;
		if (p->known != SP_KNOWN_TO_ALL)
			p->known &= (uint8_t)own;
		if (p->known != 0) {
			cards[n++] = cards[i];
			continue;
		}
		p->zone = SP_ZONE_UNKNOWN;
		p->aside = 0;
	}
	sp_game_link(g, pile, cards, n, pile->n);
}

static void forget_hand(struct sp_game *g, int holder, int seat)
{
	const struct sp_hand all = g->hand[holder];
	unsigned own = seat == SP_NOBODY ? 0 : 1U << seat;
	struct sp_hand *left = &g->hand[holder];

	if (holder == seat)
		return;
	memset(left, 0, sizeof(*left));
	for (int i = 0; i < all.n; i++) {
		struct sp_card_place *p = &g->place[all.card[i]];

		if (p->known != SP_KNOWN_TO_ALL && (p->known & own) == 0) {
			p->zone = SP_ZONE_UNKNOWN;
			p->seat = SP_NOBODY;
			p->known = 0;
			continue;
		}
		if (p->known != SP_KNOWN_TO_ALL)
			p->known = (uint8_t)(own | 1U << holder);
		left->card[left->n++] = all.card[i];
	}
}

/* What lies face down on the stack. */
static void forget_face_down(struct sp_game *g, int seat)
{
	for (int i = 0; i < g->n_casts; i++) {
		const struct sp_cast *cast = &g->cast[i];

		if (sp_game_is_face_down(cast) &&
			sp_kind_of(cast->under) == SP_KIND_CARD &&
			!is_own(sp_game_cast_owner(cast), seat))
			g->place[sp_index_of(cast->under)].zone =
				SP_ZONE_UNKNOWN;
	}
}

static void forget_values(struct sp_game *g, int seat)
{
	struct sp_site site = { 0, 0, -1 };

	while (sp_game_site_next(g, &site)) {
		sp_value value = sp_game_site_get(g, &site);

		/* a card that is wanted lies anywhere */
		if (is_secret(g, &site, seat) ||
			(site.pool != SP_SITE_PROPOSAL &&
				sp_kind_of(value) == SP_KIND_CARD &&
				sp_index_of(value) < SP_CARDS_MAX &&
				g->place[sp_index_of(value)].zone ==
					SP_ZONE_UNKNOWN))
			sp_game_site_set(g, &site, SP_HIDDEN);
	}
}

static void forget_replies(struct sp_game *g, int seat)
{
	for (int i = 0; i < g->n_rounds; i++) {
		struct sp_round *round = &g->reaction[i];

		for (int s = 0; s < g->n_seats; s++) {
			if (s == seat)
				continue;
			round->next[s] = 0;
			memset(&round->reply[s], 0, sizeof(round->reply[s]));
		}
	}
}

static void forget_watches(struct sp_game *g, int seat)
{
	for (int i = g->n_watches - 1; i >= 0; i--)
		if (!is_own(g->watch[i].seat, seat))
			sp_game_remove_watch(g, i);
}

void sp_game_view(const struct sp_game *g, int seat, struct sp_game *out)
{
	assert(seat >= SP_NOBODY && seat < g->n_seats);
	if (out != g)
		game_copy_fresh(out, g);
	sp_rng_forget(&out->rng);
	out->decision.answered &= (uint8_t)(seat == SP_NOBODY ? 0 : 1U << seat);
	forget_decks(out);
	for (int s = 0; s < out->n_seats; s++)
		forget_hand(out, s, seat);
	for (int i = 0; i < out->asides_end; i++)
		forget_aside(out, &out->aside[i], seat);
	for (int i = 0; i < out->things_end; i++) {
		if (out->thing[i].facedown && !is_own(out->thing[i].seat, seat))
			out->thing[i].real = 0;
	}
	forget_face_down(out, seat);
	forget_values(out, seat);
	forget_replies(out, seat);
	forget_watches(out, seat);
}
