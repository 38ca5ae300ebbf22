/* Random legal commands of games with cards, told as orders, bind again. */
#include "../rules/cardplay.h"
#include "agent_tests.h"
#include "fixtures.h"

static bool same(const struct sp_command *a, const struct sp_command *b)
{
	return a->verb == b->verb && a->n_answers == b->n_answers &&
	       memcmp(a->answer, b->answer,
		       (size_t)a->n_answers * sizeof(a->answer[0])) == 0;
}

/* The order of the command binds to it, or to one that reads the same. */
static bool check(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c)
{
	static struct sp_game view;
	struct sp_bound bound;
	struct sp_buf text, again;
	bool good;

	sp_game_view(g, c->seat, &view);
	sp_buf_init(&text, 1024);
	sp_buf_init(&again, 1024);
	sp_agent_understood(ruleset, &view, c, &text);
	good = agent_cards_bind(
		ruleset, &view, c->seat, sp_buf_str(&text), &bound);
	if (good && !same(&bound.command, c)) {
		sp_agent_understood(ruleset, &view, &bound.command, &again);
		good = sp_streq(sp_buf_str(&text), sp_buf_str(&again));
	}
	if (!good) {
		struct sp_buf raw;

		sp_buf_init(&raw, 1024);
		sp_command_format(ruleset, g, c, SP_COMMAND_FULL, &raw);
		printf("\n%s\n  %s\n  %s%s\n", sp_buf_str(&raw),
			sp_buf_str(&text), bound.text, sp_buf_str(&again));
		sp_buf_free(&raw);
	}
	sp_buf_free(&text);
	sp_buf_free(&again);
	return good;
}

static void test_round_trip(void)
{
	static struct play p;
	static struct sp_game before;
	int games = test_long() ? 400 : 25, bad = 0;
	int seen[SP_VERB_COUNT] = { 0 };

	for (int n = 0; n < games && bad < 20; n++) {
		cardplay_begin(&p, (uint64_t)n, 6);
		for (int i = 0; i < 400 && p.g.status == SP_GAME_RUNNING; i++) {
			struct sp_command c;

			before = p.g;
			cardplay_step(&p, &c);
			seen[c.verb]++;
			bad += !check(p.ruleset, &before, &c);
		}
	}
	CU_ASSERT_EQUAL(bad, 0);
	for (int v = SP_VERB_CAST; v < SP_VERB_COUNT; v++) {
		/* few things can be punched */
		CU_ASSERT_TRUE(seen[v] > 0 || v == SP_VERB_PUNCH_THING);
		if (seen[v] == 0 && v != SP_VERB_PUNCH_THING)
			printf("\nno %s was seen\n", sp_verb_word(v));
	}
}

/* What is suggested parses and binds; numbered answers mean their line. */
static void test_suggestions(void)
{
	static struct play p;
	static struct sp_game view;
	int games = test_long() ? 100 : 4;

	for (int n = 0; n < games; n++) {
		cardplay_begin(&p, (uint64_t)(1000 + n), 6);
		for (int i = 0; i < 300 && p.g.status == SP_GAME_RUNNING; i++) {
			struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
			struct sp_command c;
			int seat = 0, many;

			while ((p.g.decision.seats >> seat & 1) == 0 ||
				(p.g.decision.answered >> seat & 1) != 0)
				seat++;
			sp_game_view(&p.g, seat, &view);
			many = sp_agent_suggest(p.ruleset, &view, seat, list,
				SP_AGENT_SUGGEST_MAX);
			CU_ASSERT_TRUE(many > 0);
			for (int k = 0; k < many; k++) {
				struct sp_bound bound;

				if (agent_cards_bind(p.ruleset, &view, seat,
					    list[k].text, &bound))
					continue;
				printf("\n%s: %s\n", list[k].text, bound.text);
				CU_FAIL("a suggestion does not bind");
			}
			cardplay_step(&p, &c);
		}
	}
}

static void test_options(void)
{
	static struct play p;
	static struct sp_game view;
	int games = test_long() ? 200 : 8, asked = 0;

	for (int n = 0; n < games; n++) {
		cardplay_begin(&p, (uint64_t)(2000 + n), 6);
		for (int i = 0; i < 300 && p.g.status == SP_GAME_RUNNING; i++) {
			struct sp_suggestion list[64];
			struct sp_command c;
			int seat = 0, many;

			while ((p.g.decision.seats >> seat & 1) == 0 ||
				(p.g.decision.answered >> seat & 1) != 0)
				seat++;
			sp_game_view(&p.g, seat, &view);
			many = sp_agent_options(
				p.ruleset, &view, seat, list, 64);
			for (int k = 0; k < many && k < 64; k++) {
				struct sp_bound bound;
				char number[12];

				asked++;
				sp_format(number, sizeof(number), "%d", k + 1);
				if (p.g.decision.kind == SP_DECISION_CHOICE &&
					!agent_cards_bind(p.ruleset, &view,
						seat, number, &bound)) {
					printf("\n%s (%s): %s\n", number,
						list[k].text, bound.text);
					CU_FAIL("a number does not bind");
				}
			}
			cardplay_step(&p, &c);
		}
	}
	CU_ASSERT_TRUE(asked > 0);
}

CU_TestInfo agent_round_trip_tests[] = {
	{ "commands told as orders bind again", test_round_trip },
	{ "suggestions bind", test_suggestions },
	{ "numbers mean lines", test_options },
	CU_TEST_INFO_NULL,
};
