#include "../fixtures.h"
#include "law/asked.h"
#include "rules/act.h"
#include "rules/cardplay.h"
#include "rules/reaction.h"
#include "unit.h"

/* ---- hidden cards lie elsewhere -------------------------------------------
 */

struct hidden {
	int n;
	int card[SP_CARDS_MAX]; /* in decks and hands, not public */
	int in_place_of[SP_CARDS_MAX];
};

static void find_hidden(const struct sp_game *g, struct hidden *h)
{
	h->n = 0;
	for (int c = 0; c < SP_CARDS_MAX; c++) {
		h->in_place_of[c] = c;
		if (g->place[c].zone != SP_ZONE_OUT && !sp_game_is_public(g, c))
			h->card[h->n++] = c;
	}
}

/* The same pile, with other cards in the places of the hidden ones. */
static void rename_pile(struct sp_game *g, struct sp_pile *pile,
	const struct sp_game *was, const struct sp_pile *before,
	const struct hidden *h)
{
	uint16_t cards[SP_CARDS_MAX];
	int n = sp_game_list(was, before, cards);

	for (int k = 0; k < n; k++) {
		for (int i = 0; i < h->n; i++) {
			if (h->in_place_of[h->card[i]] == cards[k]) {
				cards[k] = (uint16_t)h->card[i];
				break;
			}
		}
	}
	sp_game_link(g, pile, cards, n, n);
}

/* Every hidden card takes the place of another one of its deck: which deck a
 * card belongs to is public. */
static void rearrange(struct sp_game *g, struct scene_random *random)
{
	static struct hidden h;
	static struct sp_game was;

	was = *g;
	find_hidden(g, &h);
	for (int i = h.n - 1; i > 0; i--) {
		int k = (int)scene_below(random, (uint32_t)i + 1);
		int a = h.card[i], b = h.card[k];
		int swap = h.in_place_of[a];

		if (was.place[a].pile != was.place[b].pile)
			continue;
		h.in_place_of[a] = h.in_place_of[b];
		h.in_place_of[b] = swap;
	}
	for (int i = 0; i < h.n; i++)
		g->place[h.card[i]] = was.place[h.in_place_of[h.card[i]]];
	for (int s = 0; s < g->n_seats; s++) {
		memset(&g->hand[s], 0, sizeof(g->hand[s]));
		for (int c = 0; c < SP_CARDS_MAX; c++)
			if (g->place[c].zone == SP_ZONE_HAND &&
				g->place[c].seat == s)
				g->hand[s].card[g->hand[s].n++] = (uint16_t)c;
	}
	memset(g->below, 0, sizeof(g->below));
	for (int p = 0; p < SP_PILES_MAX; p++) {
		rename_pile(g, &g->pile[p], &was, &was.pile[p], &h);
		rename_pile(g, &g->discard[p], &was, &was.discard[p], &h);
	}
	for (int i = 0; i < g->n_casts; i++)
		for (int k = 0; sp_game_is_face_down(&g->cast[i]) && k < h.n;
			k++)
			if (was.cast[i].under ==
				SP_REF(SP_KIND_CARD, h.in_place_of[h.card[k]]))
				g->cast[i].under =
					SP_REF(SP_KIND_CARD, h.card[k]);
	for (int p = 0; p < SP_PILES_ASIDE; p++)
		rename_pile(g, &g->aside[p], &was, &was.aside[p], &h);
	for (int i = 0; i < g->n_rounds; i++) {
		memset(g->reaction[i].reply, 0, sizeof(g->reaction[i].reply));
		memset(g->reaction[i].next, 0, sizeof(g->reaction[i].next));
	}
}

static void check_secrecy(const struct play *p, struct scene_random *random)
{
	static struct sp_game other, view;
	unsigned seats = sp_law_eligible(p->ruleset, &p->g, NULL);
	struct sp_error e = { 0 };

	for (int k = 0; k < 3; k++) {
		other = p->g;
		rearrange(&other, random);
		EQUAL_INT_FATAL(sp_state_check(&other, &e), SP_OK);
		EQUAL_INT(sp_law_eligible(p->ruleset, &other, NULL), seats);
	}
	for (int s = SP_NOBODY; s < p->g.n_seats; s++) {
		sp_game_view(&p->g, s, &view);
		EQUAL_INT(sp_law_eligible(p->ruleset, &view, NULL), seats);
	}
}

/* Whoever has an answer is asked; whoever is not asked has none. */
static void check_asked(const struct play *p)
{
	static struct sp_game g;
	static struct sp_domain domain;
	unsigned seats = sp_law_eligible(p->ruleset, &p->g, NULL);

	/* where a point is watched others might answer, too */
	if (p->ruleset->point[p->g.reaction[p->g.n_rounds - 1].point] !=
		SP_POINT_IS_ASKED)
		return;
	g = p->g;
	/* as if all were asked */
	g.decision.seats = 0;
	g.decision.answered = 0;
	for (int s = 0; s < g.n_seats; s++)
		if (g.actor[s].alive)
			g.decision.seats |= (uint8_t)(1U << s);
	for (int s = 0; s < g.n_seats; s++) {
		struct sp_command c;

		if (!g.actor[s].alive)
			continue;
		sp_law_command_init(&c, &g, s);
		c.verb = SP_VERB_ANSWER;
		sp_law_slots(p->ruleset, &g, s, &c, &domain);
		CU_ASSERT_FATAL(domain.n > 0);
		CU_ASSERT(domain.n == 1 || (seats >> s & 1U) != 0);
	}
}

TEST("law/eligible", "hidden cards decide nothing")
{
	static struct play p;
	struct scene_random random = { 7 };
	uint64_t games = test_long() ? 300 : 12;
	unsigned reactions = 0, several = 0;
	struct sp_command c;

	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 1000 + n, 15);
		while (p.g.status == SP_GAME_RUNNING) {
			cardplay_step(&p, &c);
			if (p.g.decision.kind != SP_DECISION_REACTION)
				continue;
			reactions++;
			several += p.g.n_rounds > 1;
			check_secrecy(&p, &random);
			check_asked(&p);
		}
	}
	CU_ASSERT(reactions > 50);
	CU_ASSERT(several > 0);
}

/* ---- by hand --------------------------------------------------------------
 */

static struct scene s;

/* Only these types are in the game, all in the deck. */
static void leave(const char *const ids[], size_t n)
{
	for (int c = 0; c < s.ruleset->n_copies; c++) {
		bool in = false;

		for (size_t i = 0; i < n; i++)
			in = in || sp_streq(sp_ruleset_card(s.ruleset, c)->id,
					   ids[i]);
		if (!in)
			sp_game_put_card(&s.g, c, SP_ZONE_OUT, SP_NOBODY);
	}
}

static void begin_with(const char *const ids[], size_t n)
{
	reaction_begin(&s);
	leave(ids, n);
}

static unsigned asked_by_zot(void)
{
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		SP_NOTHING, REF_ACTOR(BLUE));
	return s.g.decision.kind == SP_DECISION_REACTION ? s.g.decision.seats
							 : 0;
}

/* He holds none, but he might. */
TEST("law/eligible", "he might hold an answer")
{
	static const char *const ids[] = { "zot", "full-shield", "energy-6" };

	begin_with(ids, SP_ARRAY_LEN(ids));
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "energy-6");
	EQUAL_INT(asked_by_zot(), 1U << BLUE);
}

/* Every full shield lies before everybody's eyes. */
TEST("law/eligible", "all answers are gone")
{
	static const char *const ids[] = { "zot", "full-shield", "energy-6" };
	int type;

	begin_with(ids, SP_ARRAY_LEN(ids));
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "energy-6");
	type = sp_card_ruleset_card_id(s.ruleset, "full-shield");
	for (int c = 0; c < s.ruleset->n_copies; c++)
		if (s.ruleset->type[c] == type &&
			s.g.place[c].zone == SP_ZONE_DECK)
			sp_game_put_card(&s.g, c, SP_ZONE_DISCARD, SP_NOBODY);
	EQUAL_INT(asked_by_zot(), 0);
}

/* Everybody knows his whole hand: there is no full shield in it. */
TEST("law/eligible", "a hand that all know")
{
	static const char *const ids[] = { "zot", "full-shield", "energy-6" };
	int card;

	begin_with(ids, SP_ARRAY_LEN(ids));
	(void)reaction_deal(&s, RED, "zot");
	card = reaction_deal(&s, BLUE, "energy-6");
	sp_game_show_card(&s.g, card, SP_NOBODY);
	EQUAL_INT(asked_by_zot(), 0);
}

/* Everybody knows that it is in his hand, so in nobody else's. */
TEST("law/eligible", "a card that all know")
{
	static const char *const ids[] = { "zot", "absorb-spell", "energy-6" };
	int card;

	begin_with(ids, SP_ARRAY_LEN(ids));
	scene_put(&s, GREEN, "g3");
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "energy-6");
	card = reaction_deal(&s, GREEN, "absorb-spell");
	sp_game_show_card(&s.g, card, SP_NOBODY);
	EQUAL_INT(asked_by_zot(), 1U << GREEN);
}

/* What he carries is before everybody's eyes. */
TEST("law/eligible", "what is carried")
{
	static const char *const ids[] = { "zot", "null-powder" };

	begin_with(ids, SP_ARRAY_LEN(ids));
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_carry(&s, BLUE, "null-powder");
	EQUAL_INT(asked_by_zot(), 1U << BLUE);
}

/* Who has no card in hand and nothing in play is not asked. */
TEST("law/eligible", "an empty hand")
{
	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	EQUAL_INT(asked_by_zot(), 0);
}

/* Who sees nothing and is not meant cannot answer. */
TEST("law/eligible", "nothing seen")
{
	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "energy-6");
	(void)reaction_deal(&s, GREEN, "absorb-spell");
	EQUAL_INT(asked_by_zot(), 1U << BLUE);
}

/* ---- cards that look at what is hidden -------------------------------------
 */

/* Answers to an attack: with a card of his own that pays 5 or more, with a card
 * of Red's of that kind, to whom he could pay 5 for, and with somebody whose
 * life is more than anybody has. */
#define ANSWERS                                                                \
	"'plays': [{'as': 'counter', 'points': ['attack'], 'class': "          \
	"'cancel', 'range': 'anywhere', 'slots': [{'name': 'with', 'words': "  \
	"'with', "
static const struct act_card looking[] = {
	{ "gift", ANSWERS "'asks': 'mine', 'subject': 'me', "
			  "'if': 'energy_of(it) >= 5'}]}]}" },
	{ "theft", ANSWERS "'asks': 'hand', 'subject': 'first(actors_at("
			   "square(me)))', 'if': 'energy_of(it) >= 5'}]}]}" },
	{ "purse", ANSWERS "'asks': 'wizard', "
			   "'if': 'energy_of(cheapest(me, 0)) >= 5'}]}]}" },
	{ "giant", ANSWERS "'asks': 'wizard', 'if': 'life(it) > 500'}]}]}" },
	{ NULL, NULL },
};

/* Who is asked where Red casts at Blue, who has one card in hand, and that
 * answer is in the game. */
static unsigned asked_with(
	const struct sp_ruleset *ruleset, const char *id, const char *holds)
{
	const char *const ids[] = { "zot", id, holds };

	reaction_begin_on(&s, ruleset);
	leave(ids, SP_ARRAY_LEN(ids));
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, holds);
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		REF_ACTOR(BLUE));
	return s.g.decision.kind == SP_DECISION_REACTION ? s.g.decision.seats
							 : 0;
}

/* A card that asks for what is hidden is taken for an answer even where what
 * he holds does not fit: that he is asked must not tell what he holds. */
TEST("law/eligible", "a card that looks at hands")
{
	static struct act a;

	act_begin(&a, looking, "red blue");
	for (int i = 0; i < 3; i++)
		EQUAL_INT(asked_with(a.ruleset, looking[i].id, "energy-4"),
			1U << BLUE);
	EQUAL_INT(asked_with(a.ruleset, "giant", "energy-4"), 0);
	act_end(&a);
}
