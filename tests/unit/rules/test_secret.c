/*
 * What nobody may know decides nothing that everybody sees: two games that
 * differ only in hidden cards are told alike, before and after the same
 * command of a seat whose own cards are the same in both.
 */
#include "../fixtures.h"
#include "cardplay.h"
#include "law/asked.h"
#include "render/render.h"
#include "rules/rules.h"
#include "unit.h"

static struct play p;
static struct sp_game other, before, other_before;
static struct sp_events other_events;

/* ---- cards that change places --------------------------------------------
 */

static void sort_hand(struct sp_hand *hand)
{
	for (int i = 1; i < hand->n; i++)
		for (int k = i; k > 0 && hand->card[k - 1] > hand->card[k];
			k--) {
			uint16_t card = hand->card[k];

			hand->card[k] = hand->card[k - 1];
			hand->card[k - 1] = card;
		}
}

static void exchange(uint16_t list[], int n, int a, int b)
{
	for (int i = 0; i < n; i++) {
		if (list[i] == a)
			list[i] = (uint16_t)b;
		else if (list[i] == b)
			list[i] = (uint16_t)a;
	}
}

/* What lies face down is named by its cast alone. */
static void exchange_under(struct sp_cast *cast, int a, int b)
{
	sp_value was = cast->under;

	if (!sp_game_is_face_down(cast) ||
		(was != SP_REF(SP_KIND_CARD, a) &&
			was != SP_REF(SP_KIND_CARD, b)))
		return;
	cast->under =
		SP_REF(SP_KIND_CARD, was == SP_REF(SP_KIND_CARD, a) ? b : a);
	for (int k = 0; k < cast->n_answers; k++)
		if (cast->answer[k] == was)
			cast->answer[k] = cast->under;
}

static void exchange_in_pile(struct sp_game *g, struct sp_pile *pile,
	const struct sp_game *was, const struct sp_pile *former, int a, int b)
{
	uint16_t cards[SP_CARDS_MAX];
	int n = sp_game_list(was, former, cards);

	exchange(cards, n, a, b);
	sp_game_link(g, pile, cards, n, n);
}

static void change_places(struct sp_game *g, int a, int b)
{
	static struct sp_game was;

	was = *g;
	g->place[a] = was.place[b];
	g->place[b] = was.place[a];
	for (int s = 0; s < g->n_seats; s++) {
		exchange(g->hand[s].card, g->hand[s].n, a, b);
		sort_hand(&g->hand[s]);
	}
	g->below[a] = 0;
	g->below[b] = 0;
	for (int i = 0; i < g->n_piles; i++)
		exchange_in_pile(g, &g->pile[i], &was, &was.pile[i], a, b);
	for (int i = 0; i < g->asides_end; i++)
		exchange_in_pile(g, &g->aside[i], &was, &was.aside[i], a, b);
	for (int i = 0; i < g->n_casts; i++)
		exchange_under(&g->cast[i], a, b);
}

/* Seats whose sealed answers name their cards. */
static unsigned replied(const struct sp_game *g)
{
	unsigned seats = 0;

	for (int r = 0; r < g->n_rounds; r++)
		for (int s = 0; s < g->n_seats; s++)
			if (g->reaction[r].reply[s].n > 0)
				seats |= 1U << s;
	return seats;
}

static bool is_named(const struct sp_game *g, int card)
{
	sp_value v = SP_REF(SP_KIND_CARD, card);

	for (int i = 0; i < g->n_frames; i++)
		for (int k = 0; k < SP_LOCALS; k++)
			if (g->frame[i].local[k] == v)
				return true;
	for (int i = 0; i < SP_CASTS_MAX; i++)
		for (int k = 0; g->cast[i].used && k < SP_SLOTS_ANSWERED; k++)
			if (g->cast[i].answer[k] == v && g->cast[i].under != v)
				return true;
	return false;
}

/* Who laid a card that lies face down on the stack; SP_NOBODY. */
static int layer(const struct sp_game *g, int card)
{
	for (int i = 0; i < g->n_casts; i++)
		if (g->cast[i].under == SP_REF(SP_KIND_CARD, card))
			return sp_game_cast_owner(&g->cast[i]);
	return SP_NOBODY;
}

/* Hidden, and not in the hand of one of these seats nor seen by them. */
static int movable(const struct sp_game *g, unsigned kept, int out[])
{
	int n = 0;

	for (int c = 0; c < SP_CARDS_MAX; c++) {
		const struct sp_card_place *at = &g->place[c];

		if (at->zone == SP_ZONE_OUT || sp_game_is_public(g, c) ||
			is_named(g, c))
			continue;
		if ((at->known & kept) != 0 ||
			(at->zone == SP_ZONE_HAND &&
				(kept >> at->seat & 1U) != 0))
			continue;
		if (at->zone == SP_ZONE_STACK &&
			(layer(g, c) < 0 || (kept >> layer(g, c) & 1U) != 0))
			continue;
		out[n++] = c;
	}
	return n;
}

static void rearrange(struct sp_game *g, unsigned kept)
{
	static int card[SP_CARDS_MAX];
	int n = movable(g, kept, card);

	for (int i = n - 1; i > 0; i--) {
		int k = (int)scene_below(&p.random, (uint32_t)i + 1);

		/* to which deck a card belongs everybody knows */
		if (k != i && g->place[card[i]].pile == g->place[card[k]].pile)
			change_places(g, card[i], card[k]);
	}
}

/* ---- what everybody sees ---------------------------------------------------
 */

static void encode(const struct sp_game *g, struct sp_buf *out)
{
	sp_state_encode(g, &p.ruleset->lexicon, out);
}

static void tell(const struct sp_game *from, const struct sp_game *to,
	const struct sp_command *c, const struct sp_events *events,
	struct sp_buf *out)
{
	struct sp_render_step step = { p.ruleset, from, to, c, events, false };

	sp_render_subject(&step, out);
	sp_buf_addc(out, '\n');
	sp_render_story(&step, out);
	sp_notation_format(p.ruleset, from, c, SP_NOTATION_PUBLIC, out);
	sp_buf_addc(out, '\n');
	sp_render_board_file(p.ruleset, to, out);
	encode(to, out);
}

static void must_be_equal(const struct sp_buf *a, const struct sp_buf *b)
{
	size_t i = 0;

	if (a->len == b->len && memcmp(a->data, b->data, a->len) == 0)
		return;
	while (i < a->len && i < b->len && a->data[i] == b->data[i])
		i++;
	while (i > 0 && a->data[i - 1] != '\n')
		i--;
	(void)fprintf(stderr, "hidden cards show:\n%.300s\n----\n%.300s\n",
		a->data + i, b->data + i);
	CU_FAIL("hidden cards show");
}

/* Did a card that was moved come to light? Then the stories may differ. */
static bool came_to_light(unsigned kept)
{
	static int card[SP_CARDS_MAX];
	int n = movable(&before, kept, card);

	for (int i = 0; i < n; i++)
		if (sp_game_is_public(&p.g, card[i]) ||
			sp_game_is_public(&other, card[i]))
			return true;
	return false;
}

static void check_public(void)
{
	struct sp_buf a, b;

	sp_buf_init(&a, 1 << 20);
	sp_buf_init(&b, 1 << 20);
	encode(&before, &a);
	encode(&other, &b);
	must_be_equal(&a, &b);
	if (before.n_rounds > 0)
		EQUAL_INT(sp_law_eligible(p.ruleset, &before, NULL),
			sp_law_eligible(p.ruleset, &other, NULL));
	sp_buf_free(&a);
	sp_buf_free(&b);
}

/* The same command in the other game; false: what was hidden decides it. */
static bool check_step(const struct sp_command *c, unsigned kept)
{
	struct sp_error e = { 0 };
	struct sp_buf a, b;

	other_before = other;
	other_events.n = 0;
	EQUAL_INT_FATAL(
		sp_rules_apply(p.ruleset, &other, c, &other_events, NULL),
		SP_OK);
	EQUAL_INT_FATAL(sp_state_check(&other, &e), SP_OK);
	if (came_to_light(kept))
		return false;
	sp_buf_init(&a, 1 << 20);
	sp_buf_init(&b, 1 << 20);
	tell(&before, &p.g, c, &p.events, &a);
	tell(&other_before, &other, c, &other_events, &b);
	must_be_equal(&a, &b);
	sp_buf_free(&a);
	sp_buf_free(&b);
	return true;
}

TEST("rules/secret", "hidden cards do not show")
{
	uint64_t games = test_long() ? 300 : 12;
	unsigned compared[SP_DECISION_DISCARD + 1] = { 0 };
	unsigned several = 0, moved = 0;
	struct sp_command c;

	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 6000 + n, 15);
		while (p.g.status == SP_GAME_RUNNING) {
			unsigned kept;

			before = p.g;
			cardplay_step(&p, &c);
			kept = 1U << c.seat | replied(&before);
			other = before;
			rearrange(&other, kept);
			check_public();
			moved += memcmp(&other, &before, sizeof(other)) != 0;
			if (!check_step(&c, kept))
				continue;
			compared[before.decision.kind]++;
			several += before.n_rounds > 1;
		}
	}
	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT(compared[k] > 0);
	CU_ASSERT(several > 0);
	CU_ASSERT(moved > 1000);
}
