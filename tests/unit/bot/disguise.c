#include "disguise.h"

#include "rules/scene.h"
#include "setup/setup.h"
#include "unit.h"

void disguise_start(struct sp_game *g, uint64_t seed, const char *schools)
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

int disguise_asked(const struct sp_game *g)
{
	unsigned open = g->decision.seats & ~(unsigned)g->decision.answered;
	int seat = 0;

	CU_ASSERT_TRUE_FATAL(open != 0);
	while ((open >> seat & 1U) == 0)
		seat++;
	return seat;
}

int disguise_twin(struct sp_game *g, int seat)
{
	uint16_t deck[SP_CARDS_MAX], hand[SP_CARDS_MAX];
	int n = sp_game_pile_list(g, 0, deck), changed = 0;
	uint64_t next = g->rng.next; /* which everybody knows */

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
	g->rng.next = next;
	return changed;
}

struct player {
	enum sp_bot bot;
	int playouts;
};

static void answer(const struct player *who, const struct sp_game *view,
	int seat, struct sp_bot_work *work, struct sp_command *out)
{
	uint64_t chance = view->decision.number;
	const struct sp_bot_ask ask = { .ruleset = scene_ruleset(),
		.view = view,
		.seat = seat,
		.chance = &chance,
		.work = work,
		.playouts = who->playouts };

	memset(out, 0, sizeof(*out));
	CU_ASSERT_TRUE_FATAL(sp_bot_answer(who->bot, &ask, out));
}

static void look_at_twins(const struct player *who, const struct sp_game *g,
	int seat, const struct sp_command *want, int *changed)
{
	static struct sp_game twin, seen;
	struct sp_command c;

	sp_game_copy(&twin, g);
	*changed += disguise_twin(&twin, seat);
	sp_game_view(&twin, seat, &seen);
	answer(who, &seen, seat, NULL, &c);
	EQUAL_INT(memcmp(&c, want, sizeof(c)), 0);
}

unsigned disguise_games(enum sp_bot bot, int playouts, int games, int rounds)
{
	const struct player who = { bot, playouts };
	static struct sp_game g, view;
	static struct sp_events events;
	struct sp_bot_work *work = sp_bot_work_new();
	unsigned kinds = 0;
	int changed = 0;

	for (uint64_t seed = 0; seed < (uint64_t)games; seed++) {
		disguise_start(&g, seed, seed % 3 == 0 ? "players" : "all");
		while (g.status == SP_GAME_RUNNING && g.round < rounds) {
			int seat = disguise_asked(&g);
			struct sp_refusal why = { 0 };
			struct sp_command c;

			kinds |= 1U << g.decision.kind;
			sp_game_view(&g, seat, &view);
			answer(&who, &view, seat, work, &c);
			EQUAL_INT(c.seat, seat);
			look_at_twins(&who, &g, seat, &c, &changed);
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
	CU_ASSERT_TRUE(changed > 60 * games);
	sp_bot_work_free(work);
	return kinds;
}
