/* How a game with cards begins: which schools, their deck, the hands. */
#include "cardplay.h"
#include "setup/setup.h"
#include "unit.h"

static struct sp_events events;

static int begin(struct sp_game *g, const struct sp_ruleset *r,
	const char *schools, uint64_t seed, struct sp_error *e)
{
	struct sp_setup setup;
	struct sp_rng dice;
	int code;

	scene_setup(&setup, "red blue yellow green");
	code = sp_card_ruleset_set_option(r, &setup, "cards", "yes", e);
	if (code == SP_OK)
		code = sp_card_ruleset_set_option(
			r, &setup, "schools", schools, e);
	EQUAL_INT_FATAL(code, SP_OK);
	scene_dice(&dice, seed);
	events.n = 0;
	return sp_setup_start(r, &setup, &dice, g, &events, e);
}

static int school(const struct sp_ruleset *r, const char *id)
{
	int i = 0;

	while (i < r->n_schools && !sp_streq(r->school[i].id, id))
		i++;
	CU_ASSERT_FATAL(i < r->n_schools);
	return i;
}

static int count(unsigned bits)
{
	int n = 0;

	for (; bits != 0; bits &= bits - 1)
		n++;
	return n;
}

/* Only some schools have what games may deal. */
static const struct sp_ruleset *with_ready(const char *ids)
{
	static struct sp_ruleset r;

	memcpy(&r, cardplay_ruleset(), sizeof(r));
	for (int i = 0; i < r.n_schools; i++)
		r.school[i].ready = strstr(ids, r.school[i].id) != NULL;
	return &r;
}

TEST("rules/begin", "schools of the deck")
{
	static struct sp_game g;
	const struct sp_ruleset *r = cardplay_ruleset();
	unsigned white = 1U << school(r, "white-cantrip");
	unsigned black = 1U << school(r, "black-cantrip");
	unsigned seen = 0, first = 0;
	struct sp_error e = { 0 };

	for (uint64_t seed = 0; seed < 40; seed++) {
		EQUAL_INT_FATAL(begin(&g, r, "random", seed, &e), SP_OK);
		EQUAL_INT(sp_state_check(&g, &e), SP_OK);
		CU_ASSERT((g.schools[0] & white) != 0);
		CU_ASSERT((g.schools[0] & black) == 0);
		EQUAL_INT(count(g.schools[0]), 4);
		EQUAL_INT(g.pile[0].n, 12 + 3 * 24 - 4 * 5);
		seen |= g.schools[0];
	}
	/* each of the others comes at some time */
	CU_ASSERT(seen == (((1U << (unsigned)r->n_schools) - 1U) & ~black));
	for (uint64_t seed = 0; seed < 5; seed++) {
		EQUAL_INT_FATAL(begin(&g, r, "first", seed, &e), SP_OK);
		CU_ASSERT(seed == 0 || g.schools[0] == first);
		EQUAL_INT(count(g.schools[0]), 4);
		first = g.schools[0];
	}
}

/* What the ruleset says of its deck. */
TEST("rules/begin", "schools that the ruleset chooses")
{
	static struct sp_ruleset r;
	static struct sp_game g;
	const struct sp_ruleset *base = cardplay_ruleset();
	unsigned white = 1U << school(base, "white-cantrip");
	unsigned black = 1U << school(base, "black-cantrip");
	unsigned alchemy = 1U << school(base, "alchemy");
	unsigned all = (1U << (unsigned)base->n_schools) - 1U;
	struct sp_error e = { 0 };

	memcpy(&r, base, sizeof(r));
	r.schools_always = alchemy | black;
	r.schools_beside = -1;
	EQUAL_INT_FATAL(begin(&g, &r, "random", 1, &e), SP_OK);
	EQUAL_INT(g.schools[0], all & ~black);
	r.schools_beside = 1;
	EQUAL_INT_FATAL(begin(&g, &r, "first", 1, &e), SP_OK);
	EQUAL_INT(g.schools[0], white | alchemy);
	r.schools_beside = 0;
	EQUAL_INT_FATAL(begin(&g, &r, "random", 1, &e), SP_OK);
	EQUAL_INT(g.schools[0], alchemy);
	r.schools_always = 0;
	r.schools_beside = 2;
	EQUAL_INT_FATAL(begin(&g, &r, "first", 1, &e), SP_OK);
	EQUAL_INT(g.schools[0], white | 1U << school(base, "conjuring"));
	/* what is in every deck is not ready, and nothing may join it */
	r.schools_always = black;
	r.schools_beside = 0;
	EQUAL_INT(begin(&g, &r, "first", 1, &e), SP_EINVAL);
	CONTAINS(e.text, "no school");
}

/* How many cards of a school are in the game, wherever they are. */
static int in_game(
	const struct sp_game *g, const struct sp_ruleset *r, const char *id)
{
	int of = school(r, id), n = 0;

	for (int i = 0; i < r->n_copies; i++)
		n += r->school_of[i] == of && g->place[i].zone != SP_ZONE_OUT;
	return n;
}

TEST("rules/begin", "few schools that are ready")
{
	static struct sp_game g;
	struct sp_error e = { 0 };

	/* too few for three: all there is but Black Cantrip */
	EQUAL_INT_FATAL(
		begin(&g, with_ready("white-cantrip black-cantrip conjuring"),
			"random", 3, &e),
		SP_OK);
	EQUAL_INT(count(g.schools[0]), 2);
	EQUAL_INT(g.pile[0].n, 36 - 4 * 5);
	EQUAL_INT(sp_state_check(&g, &e), SP_OK);
	EQUAL_INT(begin(&g, with_ready(""), "random", 3, &e), SP_EINVAL);
	CONTAINS(e.remedy, "cards=no");
}

/* However many schools are ready, and in the ruleset as it is shipped. */
TEST("rules/begin", "Black Cantrip is never in the deck")
{
	static const char *const others[] = { "", "conjuring",
		"conjuring alchemy", "conjuring alchemy elemental",
		"conjuring alchemy elemental mutation" };
	static const char *const words[] = { "random", "first" };
	static struct sp_game g;
	struct sp_error e = { 0 };
	char ready[100];

	for (int n = 0; n < (int)SP_ARRAY_LEN(others); n++) {
		sp_format(ready, sizeof(ready),
			"white-cantrip black-cantrip %s", others[n]);
		const struct sp_ruleset *r = with_ready(ready);
		for (uint64_t i = 0; i < 20; i++) {
			EQUAL_INT_FATAL(
				begin(&g, r, words[i % 2], i, &e), SP_OK);
			EQUAL_INT(in_game(&g, r, "black-cantrip"), 0);
			EQUAL_INT(in_game(&g, r, "white-cantrip"), 12);
			EQUAL_INT(count(g.schools[0]), n < 3 ? 1 + n : 4);
		}
	}
	EQUAL_INT_FATAL(begin(&g, scene_ruleset(), "first", 1, &e), SP_OK);
	EQUAL_INT(in_game(&g, scene_ruleset(), "black-cantrip"), 0);
	CU_ASSERT(in_game(&g, scene_ruleset(), "conjuring") > 0);
	/* where no other school is ready there is no deck */
	EQUAL_INT(begin(&g, with_ready("black-cantrip"), "first", 1, &e),
		SP_EINVAL);
	CONTAINS(e.remedy, "cards=no");
}

TEST("rules/begin", "hands")
{
	static struct sp_game g;
	const struct sp_ruleset *r = cardplay_ruleset();
	struct sp_error e = { 0 };
	int n = 0;

	EQUAL_INT_FATAL(begin(&g, r, "random", 9, &e), SP_OK);
	for (int s = 0; s < 4; s++) {
		EQUAL_INT(g.actor[s].hand, 5);
		for (int i = 0; i < 5; i++)
			EQUAL_INT(g.place[g.hand[s].card[i]].known,
				1U << (unsigned)s);
	}
	for (int i = 0; i < r->n_copies; i++) {
		bool is_in = (g.schools[0] >> r->school_of[i] & 1U) != 0;

		EQUAL_INT(g.place[i].zone != SP_ZONE_OUT, is_in);
		n += is_in;
	}
	EQUAL_INT(n, 84);
	EQUAL_INT(g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(g.decision.number, 1);
	EQUAL_INT(g.phase, SP_PHASE_MOVE);
	EQUAL_INT(g.moves, 3);
}

/* Draw for draw what the header says: schools, then the deck in the order of
 * card numbers; five from the top for each seat in turn. */
TEST("rules/begin", "which draws decide it")
{
	static struct sp_game g;
	const struct sp_ruleset *r = cardplay_ruleset();
	struct sp_error e = { 0 };
	uint16_t others[SP_SCHOOLS_MAX], deck[SP_CARDS_MAX], laid[SP_CARDS_MAX];
	uint16_t order[] = { 0, 1, 2, 3 };
	unsigned chosen = 1;
	size_t n = 0, cards = 0;
	struct sp_rng dice;

	EQUAL_INT_FATAL(begin(&g, r, "random", 77, &e), SP_OK);
	scene_dice(&dice, 77);
	sp_rng_shuffle(&dice, order, 4);
	for (int i = 0; i < 4; i++)
		(void)sp_rng_below(&dice, 4);
	(void)sp_rng_below(&dice, 4);
	for (uint16_t i = 1; i < r->n_schools; i++)
		if (i != school(r, "black-cantrip"))
			others[n++] = i;
	sp_rng_shuffle(&dice, others, n);
	for (int i = 0; i < 3; i++)
		chosen |= 1U << others[i];
	EQUAL_INT(g.schools[0], chosen);
	for (uint16_t i = 0; i < r->n_copies; i++)
		if (chosen >> r->school_of[i] & 1U)
			deck[cards++] = i;
	sp_rng_shuffle(&dice, deck, cards);
	EQUAL_INT(g.rng.next, dice.next);
	for (int s = 0; s < 4; s++)
		for (int i = 0; i < 5; i++) {
			int card = deck[--cards];

			EQUAL_INT(g.place[card].zone, SP_ZONE_HAND);
			EQUAL_INT(g.place[card].seat, s);
		}
	EQUAL_INT(g.pile[0].n, cards);
	EQUAL_INT(sp_game_pile_list(&g, 0, laid), cards);
	CU_ASSERT(memcmp(laid, deck, cards * sizeof(deck[0])) == 0);
}

/* Without cards nothing of them is there, and the dice are the same. */
TEST("rules/begin", "without cards")
{
	static struct sp_game with, without;
	const struct sp_ruleset *r = cardplay_ruleset();
	struct sp_error e = { 0 };
	struct sp_setup setup;
	struct sp_rng dice;

	EQUAL_INT_FATAL(begin(&with, r, "first", 5, &e), SP_OK);
	scene_setup(&setup, "red blue yellow green");
	sp_state_setup_put_option(&setup, "cards", "no");
	scene_dice(&dice, 5);
	EQUAL_INT_FATAL(
		sp_setup_start(r, &setup, &dice, &without, &events, &e), SP_OK);
	EQUAL_INT(without.n_piles, 0);
	EQUAL_INT(without.schools[0], 0);
	EQUAL_INT(without.pile[0].n, 0);
	EQUAL_INT(without.decision.number, 1);
	EQUAL_INT(with.first, without.first);
	CU_ASSERT(memcmp(&with.board, &without.board, sizeof(with.board)) == 0);
}
