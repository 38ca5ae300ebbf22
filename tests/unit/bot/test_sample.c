/* Positions dealt for a view: that fit it, and all of them. */
#include "bot/bot.h"
#include "disguise.h"
#include "rules/cardplay.h"
#include "state/state.h"
#include "unit.h"

#define GAMES 24
#define STEPS 150

/* What it deals fits the view to the last byte, and is sound. */
static bool fits(const struct sp_game *view, int seat, uint64_t chance)
{
	static struct sp_game sample, seen;
	struct sp_error e = { 0 };
	bool whole = sp_bot_sample(view, seat, &chance, &sample);

	CU_ASSERT_TRUE(sample.rng.known);
	sp_game_view(&sample, seat, &seen);
	EQUAL_INT(memcmp(&seen, view, sizeof(seen)), 0);
	if (!whole)
		return false;
	EQUAL_INT(sp_state_check(&sample, &e), SP_OK);
	if (e.text[0] != 0)
		printf("\n%s\n", sp_error_line(&e));
	return true;
}

TEST("bot/sample", "a sample is sound, and its view is the one it was made of")
{
	static struct play p;
	static struct sp_game view;
	int whole = 0, secret = 0, hidden = 0;

	for (uint64_t n = 0; n < GAMES; n++) {
		struct sp_command c;

		cardplay_begin(&p, n, 40);
		for (int i = 0; i < STEPS && p.g.status == SP_GAME_RUNNING;
			i++) {
			for (int s = 0; s < p.g.n_seats; s++) {
				bool all;

				sp_game_view(&p.g, s, &view);
				all = fits(&view, s, n * STEPS + (uint64_t)i);
				whole += all;
				secret += !all;
				hidden += p.g.n_piles > 1;
			}
			cardplay_step(&p, &c);
		}
	}
	CU_ASSERT_TRUE(whole > 100 * secret);
	CU_ASSERT_TRUE(hidden > 0);
}

/* Leave three cards in the deck and one in the hand of the other seat. */
static void leave_four(struct sp_game *g, int seat, uint16_t card[4])
{
	uint16_t all[SP_CARDS_MAX];
	int n = sp_game_pile_list(g, 0, all);

	for (int i = 3; i < n; i++)
		sp_game_put_card(g, all[i], SP_ZONE_DISCARD, SP_NOBODY);
	memcpy(card, all, 3 * sizeof(*card));
	n = sp_game_hand(g, seat, all);
	for (int i = 1; i < n; i++)
		sp_game_put_card(g, all[i], SP_ZONE_DISCARD, SP_NOBODY);
	card[3] = all[0];
}

static int place_in(const uint16_t card[4], int which)
{
	for (int i = 0; i < 4; i++)
		if (card[i] == which)
			return i;
	return -1;
}

/* Of 24 ways to deal four cards each comes up 250 times, give or take 15 on
 * average; the chance is the same whenever it is run. */
TEST("bot/sample", "every way to deal what is hidden comes up as often")
{
	static struct sp_game g, view, sample;
	uint64_t chance = 1;
	uint16_t card[4], deck[SP_CARDS_MAX];
	int count[4][4][4] = { 0 };

	disguise_start(&g, 1, "all");
	leave_four(&g, 1, card);
	sp_game_view(&g, 0, &view);
	for (int i = 0; i < 6000; i++) {
		int n, held;

		CU_ASSERT_TRUE_FATAL(sp_bot_sample(&view, 0, &chance, &sample));
		n = sp_game_pile_list(&sample, 0, deck);
		EQUAL_INT_FATAL(n, 3);
		EQUAL_INT_FATAL(sample.hand[1].n, 1);
		held = place_in(card, sample.hand[1].card[0]);
		CU_ASSERT_TRUE_FATAL(held >= 0);
		count[held][place_in(card, deck[0])][place_in(card, deck[1])]++;
	}
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++)
			for (int c = 0; c < 4; c++) {
				bool way = a != b && b != c && a != c;

				CU_ASSERT_TRUE(
					count[a][b][c] >= (way ? 190 : 0));
				CU_ASSERT_TRUE(
					count[a][b][c] <= (way ? 310 : 0));
			}
}

TEST("bot/sample", "twins that look alike to a seat give it the same sample")
{
	static struct sp_game g, twin, view, one, other;
	uint64_t a = 5, b = 5;

	disguise_start(&g, 1, "all");
	sp_game_copy(&twin, &g);
	CU_ASSERT_TRUE(disguise_twin(&twin, 0) > 3);
	DIFFERENT_INT(memcmp(&g.hand[1], &twin.hand[1], sizeof(g.hand[1])), 0);
	sp_game_view(&g, 0, &view);
	CU_ASSERT_TRUE(sp_bot_sample(&view, 0, &a, &one));
	sp_game_view(&twin, 0, &view);
	CU_ASSERT_TRUE(sp_bot_sample(&view, 0, &b, &other));
	EQUAL_INT(memcmp(&one, &other, sizeof(one)), 0);
}
