/* Random legal commands of games with cards, told as orders, bind again. */
#include "../rules/cardplay.h"
#include "agent_tests.h"
#include "fixtures.h"
#include "render/render.h"
#include "rules/forecast.h"

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
		sp_notation_format(ruleset, g, c, SP_NOTATION_FULL, &raw);
		printf("\n%s\n  %s\n  %s%s\n", sp_buf_str(&raw),
			sp_buf_str(&text), agent_test_last(),
			sp_buf_str(&again));
		sp_buf_free(&raw);
	}
	sp_buf_free(&text);
	sp_buf_free(&again);
	return good;
}

TEST("agent/round trip", "commands told as orders bind again")
{
	static struct play p;
	static struct sp_game before;
	int games = test_long() ? 400 : 25, bad = 0;
	int seen[SP_VERB_COUNT] = { 0 };

	/* and until two have agreed to deal */
	for (int n = 0; (n < games || (seen[SP_VERB_AGREE] == 0 && n < 400)) &&
			bad < 20;
		n++) {
		cardplay_begin(&p, (uint64_t)n, 6);
		for (int i = 0; i < 400 && p.g.status == SP_GAME_RUNNING; i++) {
			struct sp_command c;

			before = p.g;
			cardplay_step(&p, &c);
			seen[c.verb]++;
			bad += !check(p.ruleset, &before, &c);
		}
	}
	EQUAL_INT(bad, 0);
	for (int v = SP_VERB_CAST; v < SP_VERB_COUNT; v++) {
		CU_ASSERT_TRUE(seen[v] > 0);
		if (seen[v] == 0)
			printf("\nno %s was seen\n", sp_law_verb_word(v));
	}
}

/* ---- what a mail prints -------------------------------------------------- */

static int asked_seat(const struct sp_game *g)
{
	int seat = 0;

	while ((g->decision.seats >> seat & 1) == 0 ||
		(g->decision.answered >> seat & 1) != 0)
		seat++;
	return seat;
}

/* The line of a mail with this order or answer, as it is printed. A player
 * copies it with its bar, and his mail program breaks what is too long. */
static void print(const char *number, const char *text, struct sp_buf *out)
{
	char *line = sp_xasprintf("  | %s%s\n", number, text);

	sp_typeset_wrap(line, strlen(line), out);
	CU_ASSERT_TRUE(
		sp_utf8_width(line, strlen(line) - 1) <= SP_TYPESET_COLUMNS);
	sp_free(line);
}

/* Does what was printed mean something that may be done now? */
static bool is_accepted(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const char *printed,
	struct sp_bound *bound)
{
	bool good = agent_cards_bind(ruleset, view, seat, printed, bound);

	if (!good)
		printf("\n%s%s\n", printed, agent_test_last());
	return good;
}

/* Among the answers that need nothing more than the card's play. */
static bool has_useful_answer(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat)
{
	struct sp_domain first, play, end;

	if (!sp_agent_can_answer(ruleset, view, seat))
		return false;
	struct sp_command c;

	sp_law_command_init(&c, view, seat);
	c.verb = SP_VERB_ANSWER;
	sp_law_slots(ruleset, view, seat, &c, &first);
	for (int i = 0; i < first.n; i++) {
		if (first.value[i] == SP_NOTHING)
			continue;
		c.n_answers = 1;
		c.answer[0] = first.value[i];
		sp_law_slots(ruleset, view, seat, &c, &play);
		while (!play.complete && play.n > 0 &&
			c.n_answers < SP_ANSWERS_MAX) {
			c.answer[c.n_answers++] = play.value[play.n - 1];
			sp_law_slots(ruleset, view, seat, &c, &end);
			play = end;
		}
		if (play.complete && sp_rules_answer_matters(ruleset, view, &c))
			return true;
	}
	return false;
}

static void check_suggestions(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat)
{
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	int many = sp_agent_suggest(
		ruleset, view, seat, list, SP_AGENT_SUGGEST_MAX);

	CU_ASSERT_TRUE(many > 0);
	/* whoever has a counter that changes something sees one */
	CU_ASSERT_TRUE(many > 1 || !has_useful_answer(ruleset, view, seat));
	for (int k = 0; k < many; k++) {
		struct sp_bound bound;
		struct sp_buf line;

		sp_buf_init(&line, 1024);
		print("", list[k].text, &line);
		if (!is_accepted(
			    ruleset, view, seat, sp_buf_str(&line), &bound))
			CU_FAIL("what was printed is not accepted");
		sp_buf_free(&line);
	}
}

/* Each line of a choice alone; so many lines of a list as must go. */
static void check_options(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, int *asked)
{
	struct sp_suggestion list[64], example = { 0 };
	int many = sp_agent_options(ruleset, view, seat, list, 64);
	int need = sp_agent_need(ruleset, view, seat, &example);
	struct sp_bound bound;
	struct sp_buf lines;

	sp_buf_init(&lines, 1 << 14);
	for (int k = 0; k < many && k < 64; k++) {
		char number[16];

		(*asked)++;
		if (view->decision.kind == SP_DECISION_CHOICE || k == 0)
			sp_buf_clear(&lines);
		sp_format(number, sizeof(number), "%d  ", k + 1);
		print(number, list[k].text, &lines);
		if (view->decision.kind != SP_DECISION_CHOICE && k + 1 != need)
			continue;
		CU_ASSERT_TRUE(is_accepted(
			ruleset, view, seat, sp_buf_str(&lines), &bound));
		if (view->decision.kind == SP_DECISION_CHOICE)
			EQUAL_INT(bound.command.n_answers, 1);
	}
	if (example.text[0] != '\0') {
		sp_buf_clear(&lines);
		print("", example.text, &lines);
		CU_ASSERT_TRUE(is_accepted(
			ruleset, view, seat, sp_buf_str(&lines), &bound));
	}
	sp_buf_free(&lines);
}

/* What is suggested may be copied as it is printed, and numbered answers mean
 * their line. */
TEST("agent/round trip", "what is printed may be copied")
{
	static struct play p;
	static struct sp_game view;
	int games = test_long() ? 200 : 10, asked = 0;

	for (int n = 0; n < games; n++) {
		/* 1134 has orders that are too long for a line */
		cardplay_begin(&p, (uint64_t)(1130 + n), 6);
		for (int i = 0; i < 300 && p.g.status == SP_GAME_RUNNING; i++) {
			struct sp_command c;
			int seat = asked_seat(&p.g);

			sp_game_view(&p.g, seat, &view);
			check_suggestions(p.ruleset, &view, seat);
			check_options(p.ruleset, &view, seat, &asked);
			cardplay_step(&p, &c);
		}
	}
	CU_ASSERT_TRUE(asked > 0);
}
