/* Properties over the positions of random games. */
#include "agent_tests.h"
#include "bot/bot.h"
#include "fixtures.h"

static bool same(const struct sp_command *a, const struct sp_command *b)
{
	if (a->source != b->source || a->seat != b->seat ||
		a->decision != b->decision || a->verb != b->verb ||
		a->n_answers != b->n_answers)
		return false;
	for (int i = 0; i < a->n_answers; i++) {
		if (a->answer[i] != b->answer[i])
			return false;
	}
	return true;
}

/* The command, written as an order, binds to itself. */
static void check_round_trip(
	const struct sp_game *g, const struct sp_command *c)
{
	struct sp_bound bound;
	struct sp_buf text;

	sp_buf_init(&text, 256);
	sp_agent_understood(agent_test_ruleset(), g, c, &text);
	CU_ASSERT_FALSE(text.overflow);
	if (!agent_test_bind(g, c->seat, sp_buf_str(&text), &bound) ||
		!same(&bound.command, c)) {
		printf("\n%s: %s\n", sp_buf_str(&text), agent_test_last());
		CU_FAIL("a command does not bind to itself");
	}
	CU_ASSERT_FALSE(bound.surprise);
	sp_buf_free(&text);
}

/* Every command that the slots offer; returns how many. */
static int check_all(const struct sp_game *g, const struct sp_command *prefix)
{
	struct sp_domain domain;
	int n = 0;

	sp_law_slots(agent_test_ruleset(), g, prefix->seat, prefix, &domain);
	if (domain.complete) {
		check_round_trip(g, prefix);
		return 1;
	}
	for (int i = 0; i < domain.n; i++) {
		struct sp_command next = *prefix;

		if (domain.kind == SP_SLOT_VERB)
			next.verb = domain.value[i];
		else
			next.answer[next.n_answers++] = domain.value[i];
		n += check_all(g, &next);
	}
	return n;
}

static void check_suggestions(const struct sp_game *g, int seat)
{
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	struct sp_bound bound;
	int n = sp_agent_suggest(
		agent_test_ruleset(), g, seat, list, SP_AGENT_SUGGEST_MAX);

	for (int i = 0; i < n; i++)
		CU_ASSERT_TRUE(agent_test_bind(g, seat, list[i].text, &bound));
	if (seat == g->active)
		CU_ASSERT_TRUE(n > 0);
}

static void random_order(
	const struct sp_game *g, uint64_t *state, struct sp_buf *out)
{
	static const char *const forms[] = { "move %s", "move to %s",
		"move towards %s", "punch %s", "pick up", "pick up %s", "drop",
		"drop %s", "open", "open %s", "hold", "hold %s",
		"punch wall %s", "punch door", "end", "pass", "resign" };
	const char *form;
	char word[SP_EDGE_NAME_SIZE + SP_ID_SIZE] = "";
	struct sp_command ignored;
	uint64_t x;

	/* one step of the generator, by way of a random command */
	(void)sp_bot_random(
		agent_test_ruleset(), g, g->active, state, &ignored);
	x = *state >> 7;
	form = forms[x % SP_ARRAY_LEN(forms)];
	x /= SP_ARRAY_LEN(forms);
	if (sp_streq(form, "move %s"))
		sp_format(word, sizeof(word), "%c %c", "nesw"[x % 4],
			"nesw"[x / 4 % 4]);
	else if (sp_starts(form, "move"))
		sp_board_square_name(
			&g->board, (uint16_t)(x % g->board.n_squares), word);
	else if (sp_streq(form, "punch %s"))
		sp_format(word, sizeof(word), "%s", g->colour[x % g->n_seats]);
	else if (sp_starts(form, "pick") || sp_starts(form, "drop"))
		sp_game_treasure_name(g, (int)(x % g->n_treasures), word);
	else
		sp_board_edge_name(
			&g->board, (uint16_t)(x % g->board.n_edges), word);
	for (const char *s = form; *s != '\0'; s++) {
		if (*s == '%') {
			sp_buf_adds(out, word);
			s++;
		} else {
			sp_buf_addc(out, *s);
		}
	}
}

/* What binds is accepted; what does not says why, and what it suggests binds.
 */
static void check_order(const struct sp_game *g, int seat, const char *text)
{
	static struct sp_events events;
	static struct sp_game copy;
	struct sp_bound bound, again;

	if (agent_test_bind(g, seat, text, &bound)) {
		copy = *g;
		events.n = 0;
		EQUAL_INT(sp_rules_apply(agent_test_ruleset(), &copy,
				  &bound.command, &events, NULL),
			SP_OK);
		return;
	}
	DIFFERENT_STRING(agent_test_last(), "");
	CU_ASSERT_TRUE(bound.at.line > 0 && bound.at.length > 0);
	if (bound.suggestion[0] != '\0' &&
		!agent_test_bind(g, seat, bound.suggestion, &again)) {
		printf("\n%s: suggests %s: %s\n", text, bound.suggestion,
			agent_test_last());
		CU_FAIL("a suggestion does not bind");
	}
}

static int play(int n_seats, uint64_t seed, int commands)
{
	static struct sp_game g, view;
	static struct sp_events events;
	uint64_t state = seed;
	int checked = 0;

	agent_test_start(&g, n_seats, seed);
	for (int i = 0; i < commands && g.status == SP_GAME_RUNNING; i++) {
		struct sp_command c;

		for (int s = 0; s < n_seats; s++) {
			struct sp_buf text;

			sp_game_view(&g, s, &view);
			sp_law_command_init(&c, &view, s);
			checked += check_all(&view, &c);
			if (!g.actor[s].alive)
				continue;
			check_suggestions(&view, s);
			sp_buf_init(&text, 256);
			random_order(&view, &state, &text);
			check_order(&view, s, sp_buf_str(&text));
			sp_buf_free(&text);
		}
		CU_ASSERT_TRUE_FATAL(sp_bot_random(
			agent_test_ruleset(), &g, g.active, &state, &c));
		DIFFERENT_INT(c.verb, SP_VERB_RESIGN);
		events.n = 0;
		EQUAL_INT_FATAL(sp_rules_apply(agent_test_ruleset(), &g, &c,
					&events, NULL),
			SP_OK);
	}
	return checked;
}

TEST("agent/random", "commands, orders and suggestions of random games")
{
	int games = test_long() ? 200 : 12;
	int checked = 0;

	for (int i = 0; i < games; i++)
		checked += play(2 + i % 4, (uint64_t)i + 1, 120);
	/* or the loops above checked nothing */
	CU_ASSERT_TRUE(checked > games * 500);
}

/* Equal generators play equal games; no answer where nothing is asked. */
TEST("agent/random", "the random player is repeatable")
{
	struct sp_game g;
	struct sp_command a, b;
	uint64_t one = 7, two = 7;

	agent_test_scene(&g);
	for (int i = 0; i < 50; i++) {
		CU_ASSERT_TRUE(
			sp_bot_random(agent_test_ruleset(), &g, 0, &one, &a));
		CU_ASSERT_TRUE(
			sp_bot_random(agent_test_ruleset(), &g, 0, &two, &b));
		CU_ASSERT_TRUE(same(&a, &b));
	}
	EQUAL_INT(one, two);
	CU_ASSERT_FALSE(sp_bot_random(agent_test_ruleset(), &g, 1, &one, &a));
	g.status = SP_GAME_OVER;
	CU_ASSERT_FALSE(sp_bot_random(agent_test_ruleset(), &g, 0, &one, &a));
}

/* At red's home the verbs walk, open, hold and end are legal: each is chosen
 * about as often. */
TEST("agent/random", "the random player is even-handed")
{
	int count[SP_VERB_COUNT] = { 0 };
	struct sp_game g;
	uint64_t state = 1;

	agent_test_scene(&g);
	for (int i = 0; i < 4000; i++) {
		struct sp_command c;

		CU_ASSERT_TRUE_FATAL(
			sp_bot_random(agent_test_ruleset(), &g, 0, &state, &c));
		count[c.verb]++;
	}
	CU_ASSERT_TRUE(count[SP_VERB_WALK] > 900);
	CU_ASSERT_TRUE(count[SP_VERB_OPEN] > 900);
	CU_ASSERT_TRUE(count[SP_VERB_HOLD] > 900);
	CU_ASSERT_TRUE(count[SP_VERB_END] > 900);
	EQUAL_INT(count[SP_VERB_RESIGN], 0);
}

TEST("agent/random", "the answer of the clock")
{
	struct sp_game g;
	struct sp_command c;

	agent_test_scene(&g);
	sp_law_default(agent_test_ruleset(), &g, &c);
	EQUAL_INT(c.verb, SP_VERB_END);
	EQUAL_INT(c.source, SP_SOURCE_CLOCK);
	EQUAL_INT(c.seat, 0);
}
