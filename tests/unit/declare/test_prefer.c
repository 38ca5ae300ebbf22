/* What is preferred where a seat is to choose. */
#include "declare_tests.h"

/* Declare the lines of the text. */
static void declare(struct sp_declarations *d, const struct scene *s, int seat,
	const char *lines)
{
	struct sp_bound bound;

	memset(d, 0, sizeof(*d));
	while (*lines != '\0') {
		int n = (int)strcspn(lines, "\n");
		char *line = sp_xasprintf("%.*s", n, lines);

		CU_ASSERT_TRUE(declare_test_add(d, s, seat, line, &bound));
		sp_free(line);
		lines += n + (lines[n] != '\0');
	}
}

/* The lines choose that, or "ask"; `line` is the first that did. */
static void chooses(const struct scene *s, int seat, const char *lines,
	const char *want, int line)
{
	static struct sp_declarations d;
	static struct sp_game view;
	struct sp_command c;
	struct sp_buf got;
	int by = -1;

	declare(&d, s, seat, lines);
	sp_game_view(&s->g, seat, &view);
	sp_buf_init(&got, 256);
	if (!sp_declare_prefer(s->ruleset, &view, seat, &d, &c, &by))
		sp_buf_adds(&got, "ask");
	else
		sp_agent_understood(s->ruleset, &view, &c, &got);
	if (!sp_streq(sp_buf_str(&got), want))
		printf("\n%s\n", lines);
	EQUAL_STRING(sp_buf_str(&got), want);
	if (line >= 0)
		EQUAL_INT(by, line);
	sp_buf_free(&got);
}

/* Red's Zot! blows Blue about. */
static void push(struct scene *s)
{
	agent_cards_begin(s);
	(void)table_put(s, SP_PLAYED_SPELL, 1, "featherweight#1");
	agent_cards_act(s, 0, "cast zot hurt at blue with energy 4");
	table_pass(s);
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT_FATAL(
		sp_declare_choice(s->ruleset, &s->g, 1), SP_ABOUT_PUSHED);
	EQUAL_INT(sp_declare_choice(s->ruleset, &s->g, 0), SP_ABOUT_COUNT);
}

/* Walls are north and south of Blue. */
TEST("declare/prefer", "the first way that is open")
{
	static const struct {
		const char *lines, *want;
		int line;
	} rows[] = {
		{ "when pushed: prefer n, s, e, w", "choose east", 0 },
		{ "when pushed: prefer s, w, e", "choose west", 0 },
		{ "when pushed: prefer n, s", "ask", -1 },
		{ "when pushed: prefer n\nwhen pushed by red: prefer w",
			"choose west", 1 },
		{ "when pushed by red: ask\nwhen pushed: prefer w", "ask", -1 },
		{ "when pushed by blue, green: prefer w\n"
		  "when pushed by zot: prefer e",
			"choose east", 1 },
		{ "when pushed by punch: prefer w\n"
		  "when pushed by attack spell: prefer e",
			"choose east", 1 },
		{ "when pushed, carrying or life < 15: prefer w\n"
		  "when pushed, not carrying and life >= 15: prefer e",
			"choose east", 1 },
		{ "when pushed, energy < 4: prefer w\n"
		  "when pushed, energy >= 4: prefer e",
			"choose east", 1 },
		{ "when pushed, distance < 3: prefer w\n"
		  "when pushed, distance >= 3: prefer e",
			"choose east", 1 },
		{ "when pushed, element fire: prefer w", "ask", -1 },
		{ "when asked to discard: prefer cheapest", "ask", -1 },
		{ "when asked: pass", "ask", -1 },
	};
	struct scene s;

	push(&s);
	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++)
		chooses(&s, 1, rows[i].lines, rows[i].want, rows[i].line);
}

TEST("declare/prefer", "a line whose time is over chooses nothing")
{
	static struct sp_declarations d;
	static struct sp_game view;
	struct sp_command c;
	struct scene s;
	int line;

	push(&s);
	declare(&d, &s, 1, "when pushed until my turn: prefer w");
	sp_game_view(&s.g, 1, &view);
	CU_ASSERT_TRUE(sp_declare_prefer(s.ruleset, &view, 1, &d, &c, &line));
	d.line[0].over = true;
	CU_ASSERT_FALSE(sp_declare_prefer(s.ruleset, &view, 1, &d, &c, &line));
}

/* Where others lead a wizard they choose, and so does the owner's line not. */
TEST("declare/prefer", "who leads another is asked")
{
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 0, "mental-force#1");
	agent_cards_act(&s, 0, "cast mental force at blue");
	table_pass(&s);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	for (int i = 0; i < 3; i++)
		EQUAL_INT(
			sp_declare_choice(s.ruleset, &s.g, i), SP_ABOUT_COUNT);
}

/* Who stands in one square is pushed where the other likes. */
TEST("declare/prefer", "who pushes another is asked")
{
	struct scene s;

	agent_cards_begin(&s);
	scene_put(&s, 1, "c3");
	table_hand(&s, 0, "waterbolt#1");
	agent_cards_act(&s, 0, "cast waterbolt at blue push 3 with energy 4");
	table_pass(&s);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(s.g.decision.seats, 1);
	for (int i = 0; i < 3; i++)
		EQUAL_INT(
			sp_declare_choice(s.ruleset, &s.g, i), SP_ABOUT_COUNT);
}

/* Red has eleven cards in his own turn, three of them Energy 5, and may keep
 * seven. */
static void overfill(struct scene *s)
{
	agent_cards_begin(s);
	table_hand(s, 0, "meditate#1 dagger#1");
	agent_cards_act(s, 0, "cast meditate");
	table_pass(s);
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_DISCARD);
	EQUAL_INT_FATAL(
		sp_declare_choice(s->ruleset, &s->g, 0), SP_ABOUT_DISCARD);
	EQUAL_INT(sp_declare_choice(s->ruleset, &s->g, 1), SP_ABOUT_COUNT);
}

TEST("declare/prefer", "cards in the order in which they go")
{
	static const struct {
		const char *lines, *want;
		int line;
	} rows[] = {
		{ "when asked to discard: prefer dagger, zot", "ask", -1 },
		{ "when asked to discard: prefer dagger, zot, shield, large "
		  "rock, fireball",
			"discard Zot!, Large Rock, Fireball, Dagger", 0 },
		{ "when asked to discard: prefer energy 5, dagger, zot",
			"discard Energy 5, Dagger, Energy 5, Energy 5", 0 },
		{ "when asked to discard: prefer zot, dagger, energy 5",
			"discard Zot!, Energy 5, Dagger, Energy 5", 0 },
		{ "when asked to discard: prefer zot, dagger, zot, energy 5",
			"discard Zot!, Energy 5, Dagger, Energy 5", 0 },
		{ "when asked to discard, life < 5: prefer fireball\n"
		  "when asked to discard by zot: prefer fireball\n"
		  "when asked to discard: prefer shield, dagger, zot\n"
		  "when asked to discard, life >= 5: prefer energy 5",
			"discard Zot!, Energy 5, Dagger, Energy 5", 2 },
		{ "when asked to discard: prefer shield, large rock\n"
		  "when asked to discard, life > 5: prefer dagger, cheapest",
			"discard Zot!, Large Rock, Fire Darts, Dagger", 0 },
		{ "when asked to discard, life < 5: prefer cheapest\n"
		  "when asked to discard, life >= 5: prefer cheapest",
			"discard Zot!, Fire Darts, Energy 4, Fireball", 1 },
		{ "when asked to discard by blue: prefer cheapest", "ask", -1 },
		{ "when asked to discard: prefer dagger\n"
		  "when asked to discard, not by blue: ask\n"
		  "when asked to discard, life > 1: prefer cheapest",
			"ask", -1 },
		{ "when pushed: prefer w", "ask", -1 },
	};
	struct scene s;

	overfill(&s);
	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++)
		chooses(&s, 0, rows[i].lines, rows[i].want, rows[i].line);
}
