/* The adept: on its view alone, what it counters, and that it plays to win. */
#include "arena/arena.h"
#include "bot/bot.h"
#include "disguise.h"
#include "fixtures.h"
#include "rules/cardplay.h"
#include "rules/reaction.h"
#include "unit.h"

TEST("bot/adept", "an answer follows from what the seat may know")
{
	unsigned kinds = disguise_games(SP_BOT_adept, 1, 4, 6);

	CU_ASSERT_TRUE((kinds >> SP_DECISION_TURN & 1U) != 0);
	CU_ASSERT_TRUE((kinds >> SP_DECISION_REACTION & 1U) != 0);
	CU_ASSERT_TRUE((kinds >> SP_DECISION_CHOICE & 1U) != 0);
}

/* ---- whatever is asked -----------------------------------------------------
 */

static void answer(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, int playouts, struct sp_command *out)
{
	static struct sp_game view;
	uint64_t chance = g->decision.number;
	const struct sp_bot_ask ask = { .ruleset = ruleset,
		.view = &view,
		.seat = seat,
		.chance = &chance,
		.playouts = playouts };

	sp_game_view(g, seat, &view);
	memset(out, 0, sizeof(*out));
	CU_ASSERT_TRUE_FATAL(sp_bot_answer(SP_BOT_adept, &ask, out));
}

static void must_be_legal(const struct play *p, int seat)
{
	static struct sp_game g;
	static struct sp_events events;
	struct sp_refusal why = { 0 };
	struct sp_command c;

	answer(p->ruleset, &p->g, seat, 1, &c);
	sp_game_copy(&g, &p->g);
	events.n = 0;
	if (sp_rules_apply(p->ruleset, &g, &c, &events, &why) != SP_OK) {
		printf("\n%s\n", refusal_words(p->ruleset, &p->g, &why));
		CU_FAIL_FATAL("refused");
	}
}

TEST("bot/adept", "whatever a game asks it answers by what is offered")
{
	static struct play p;
	int kinds[SP_DECISION_DISCARD + 1] = { 0 };

	for (uint64_t n = 0; n < 8; n++) {
		struct sp_command c;

		cardplay_begin(&p, n, 40);
		for (int i = 0; i < 400 && p.g.status == SP_GAME_RUNNING; i++) {
			int kind = p.g.decision.kind;

			if (kinds[kind]++ % 23 == 0)
				must_be_legal(&p, disguise_asked(&p.g));
			cardplay_step(&p, &c);
		}
	}
	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT_TRUE(kinds[k] > 0);
}

/* ---- counters --------------------------------------------------------------
 */

static struct scene s;

TEST("bot/adept", "what would kill is countered")
{
	struct sp_command c;
	sp_value shield;

	reaction_begin(&s);
	s.g.actor[BLUE].life = 2;
	(void)reaction_deal(&s, BLUE, "full-shield");
	shield = reaction_card(&s, BLUE, "full-shield");
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, RED, "energy-6");
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		reaction_card(&s, RED, "energy-6"), REF_ACTOR(BLUE));
	answer(s.ruleset, &s.g, BLUE, 0, &c);
	EQUAL_INT(c.verb, SP_VERB_ANSWER);
	CU_ASSERT_TRUE(c.n_answers > 0 && c.answer[0] == shield);
}

TEST("bot/adept", "no counter is spent on what costs it nothing")
{
	struct sp_command c;

	reaction_begin(&s);
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	(void)reaction_deal(&s, RED, "create-wall");
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "create-wall"), 0,
		SP_REF(SP_KIND_EDGE, scene_edge(&s, "d3/e3")));
	answer(s.ruleset, &s.g, BLUE, 0, &c);
	EQUAL_INT(c.verb, SP_VERB_ANSWER);
	EQUAL_INT(c.n_answers, 1);
	EQUAL_INT(c.answer[0], SP_NOTHING);
}

/* ---- schools ---------------------------------------------------------------
 */

/* Which one its cards tell, not chance; and another one once it is taken. */
TEST("bot/adept", "the school with the best cards is drafted")
{
	static struct sp_game g, view;
	uint64_t chance = 0;
	struct sp_bot_ask ask = {
		.ruleset = scene_ruleset(), .view = &view, .chance = &chance
	};
	struct sp_command first, c;

	disguise_start(&g, 1, "players");
	EQUAL_INT_FATAL(g.decision.kind, SP_DECISION_CHOICE);
	ask.seat = disguise_asked(&g);
	answer(scene_ruleset(), &g, ask.seat, 0, &first);
	sp_game_view(&g, ask.seat, &view);
	for (uint64_t n = 1; n < 9; n++) {
		chance = n;
		memset(&c, 0, sizeof(c));
		CU_ASSERT_TRUE(sp_bot_answer(SP_BOT_adept, &ask, &c));
		EQUAL_INT(c.answer[0], first.answer[0]);
	}
	s.events.n = 0;
	EQUAL_INT_FATAL(
		sp_rules_apply(scene_ruleset(), &g, &first, &s.events, NULL),
		SP_OK);
	EQUAL_INT_FATAL(g.decision.kind, SP_DECISION_CHOICE);
	answer(scene_ruleset(), &g, disguise_asked(&g), 0, &c);
	DIFFERENT_INT(c.answer[0], first.answer[0]);
}

/* ---- how many playouts -----------------------------------------------------
 */

TEST("bot/adept", "a name says how often it plays on")
{
	EQUAL_INT(sp_bot_named("adept-200", 9), SP_BOT_adept);
	EQUAL_INT(sp_bot_playouts("adept-200", 9), 200);
	EQUAL_INT(sp_bot_playouts("adept-1", 7), 1);
	EQUAL_INT(sp_bot_playouts("adept-1000", 10), SP_PLAYOUTS_MAX);
	EQUAL_INT(sp_bot_named("adept-1001", 10), -1);
	EQUAL_INT(sp_bot_named("adept-0", 7), -1);
	EQUAL_INT(sp_bot_named("adept-", 6), -1);
	EQUAL_INT(sp_bot_named("adept-9x", 8), -1);
	EQUAL_INT(sp_bot_named("adept200", 8), -1);
	EQUAL_INT(sp_bot_named("random-9", 8), -1);
	EQUAL_INT(sp_bot_playouts("random", 6), 0);
}

TEST("bot/adept", "it wins against whoever does just anything")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	const struct sp_tournament what = { .rulesets = rulesets,
		.ruleset = "wizwar8",
		.bots = "random,adept-8",
		.games = 12,
		.seats_min = 2,
		.seats_max = 2,
		.seed = 1,
		.jobs = 1 };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL, *bot;

	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT_FATAL(sp_arena_tournament(&what, &json, &text, &e), SP_OK);
	bot = json_array_get(json_object_get(json, "bots"), 1);
	EQUAL_STRING(json_string_value(json_object_get(bot, "bot")), "adept-8");
	EQUAL_INT(json_integer_value(json_object_get(bot, "wins")), 12);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(rulesets);
}
