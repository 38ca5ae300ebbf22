/* The apprentice: on its view alone, in every kind of decision. */
#include "bot/bot.h"
#include "rules/scene.h"
#include "setup/setup.h"
#include "unit.h"

#define GAMES 16

static void start(struct sp_game *g, uint64_t seed, const char *schools)
{
	static struct sp_events events;
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_error e = { 0 };
	struct sp_setup setup;
	struct sp_rng dice;

	scene_setup(&setup, seed % 2 == 0 ? "red blue yellow" : "red blue");
	EQUAL_INT_FATAL(
		sp_card_ruleset_set_option(r, &setup, "cards", "yes", &e),
		SP_OK);
	EQUAL_INT_FATAL(
		sp_card_ruleset_set_option(r, &setup, "schools", schools, &e),
		SP_OK);
	scene_dice(&dice, seed);
	events.n = 0;
	EQUAL_INT_FATAL(
		sp_setup_start(r, &setup, &dice, g, &events, &e), SP_OK);
}

static int asked(const struct sp_game *g)
{
	unsigned open = g->decision.seats & ~(unsigned)g->decision.answered;
	int seat = 0;

	CU_ASSERT_TRUE_FATAL(open != 0);
	while ((open >> seat & 1U) == 0)
		seat++;
	return seat;
}

static void answer(const struct sp_game *view, int seat,
	struct sp_bot_work *work, struct sp_command *out)
{
	uint64_t chance = view->decision.number;
	const struct sp_bot_ask ask = { .ruleset = scene_ruleset(),
		.view = view,
		.seat = seat,
		.chance = &chance,
		.work = work };

	memset(out, 0, sizeof(*out));
	CU_ASSERT_TRUE_FATAL(sp_bot_answer(SP_BOT_apprentice, &ask, out));
}

/* Every other hand is another one, and the dice are; returns how many cards
 * changed places. */
static int disguise(struct sp_game *g, int seat)
{
	uint16_t deck[SP_CARDS_MAX], hand[SP_CARDS_MAX];
	int n = sp_game_pile_list(g, 0, deck), changed = 0;

	for (int s = 0; s < g->n_seats; s++) {
		int held = sp_game_hand(g, s, hand);

		for (int i = 0; i < held && s != seat && changed < n; i++) {
			if (sp_game_knows(g, seat, hand[i]))
				continue;
			sp_game_put_card(g, deck[changed++], SP_ZONE_HAND, s);
			sp_game_put_card(g, hand[i], SP_ZONE_DECK, SP_NOBODY);
		}
	}
	scene_dice(&g->rng, 4711);
	return changed;
}

static void look_at_twins(const struct sp_game *g, int seat,
	const struct sp_command *want, int *changed)
{
	static struct sp_game twin, seen;
	struct sp_command c;

	sp_game_copy(&twin, g);
	*changed += disguise(&twin, seat);
	sp_game_view(&twin, seat, &seen);
	answer(&seen, seat, NULL, &c);
	EQUAL_INT(memcmp(&c, want, sizeof(c)), 0);
}

/* What it remembers from other positions changes no answer, nor does what it
 * cannot know. Every kind of decision comes up. */
TEST("bot/apprentice", "an answer follows from what the seat may know")
{
	static struct sp_game g, view;
	static struct sp_events events;
	struct sp_bot_work *work = sp_bot_work_new();
	int kinds[SP_DECISION_DISCARD + 1] = { 0 }, changed = 0;

	for (uint64_t seed = 0; seed < GAMES; seed++) {
		start(&g, seed, seed % 3 == 0 ? "players" : "all");
		while (g.status == SP_GAME_RUNNING && g.round < 20) {
			int seat = asked(&g);
			struct sp_refusal why = { 0 };
			struct sp_command c;

			kinds[g.decision.kind]++;
			sp_game_view(&g, seat, &view);
			answer(&view, seat, work, &c);
			EQUAL_INT(c.seat, seat);
			look_at_twins(&g, seat, &c, &changed);
			events.n = 0;
			if (sp_rules_apply(scene_ruleset(), &g, &c, &events,
				    &why) != SP_OK) {
				printf("\nrefused: %s\n",
					refusal_words(
						scene_ruleset(), &g, &why));
				CU_FAIL_FATAL("refused");
			}
		}
	}
	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT_TRUE(kinds[k] > 0);
	CU_ASSERT_TRUE(changed > 1000);
	sp_bot_work_free(work);
}

TEST("bot/apprentice", "bots are known by their names")
{
	struct sp_buf names;

	sp_buf_init(&names, 100);
	sp_bot_list(" ", &names);
	EQUAL_STRING(sp_buf_str(&names), "random apprentice");
	EQUAL_INT(sp_bot_named("apprentice", 10), SP_BOT_apprentice);
	EQUAL_INT(sp_bot_named("random", 3), -1);
	EQUAL_INT(sp_bot_named("", 0), -1);
	sp_buf_free(&names);
}
