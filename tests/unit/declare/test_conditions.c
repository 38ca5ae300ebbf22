/* Conditions of declarations: their one form, and when they hold. */
#include "declare_tests.h"

/* The line that is kept of `text`, into out; false: it is refused. */
static bool kept(
	const struct scene *s, const char *text, char out[SP_DECLARATION_SIZE])
{
	struct sp_declarations d = { 0 };
	struct sp_bound bound;

	if (!declare_test_add(&d, s, 1, text, &bound))
		return false;
	sp_format(out, SP_DECLARATION_SIZE, "%s", d.line[0].text);
	return true;
}

/* It is kept so, and what is kept is kept as it is. */
static void is_kept_as(
	const struct scene *s, const char *text, const char *want)
{
	char got[SP_DECLARATION_SIZE], again[SP_DECLARATION_SIZE];

	CU_ASSERT_TRUE_FATAL(kept(s, text, got));
	EQUAL_STRING(got, want);
	if (!kept(s, got, again))
		printf("\n%s: %s\n", got, agent_test_last());
	EQUAL_STRING(again, got);
}

TEST("declare/conditions", "the one form of what is written")
{
	static const struct {
		const char *text, *kept;
	} lines[] = {
		{ "when attacked by a spell, damage 3 or more: pass",
			"when attacked by spell, damage >= 3: pass" },
		{ "when attacked by fireball or red, damage below 4: pass",
			"when attacked by Fireball or red, damage <= 3: pass" },
		{ "when attacked by fireball, red: pass",
			"when attacked by Fireball, red: pass" },
		{ "when attacked by red or by green: pass",
			"when attacked by red, green: pass" },
		{ "when attacked by spell, (by red): pass",
			"when attacked by spell, (by red): pass" },
		{ "when attacked by spell and damage >= 3 or deadly: pass",
			"when attacked, (by spell and damage >= 3) or deadly: "
			"pass" },
		{ "when attacked by spell, damage >= 3 or deadly: pass",
			"when attacked by spell, (damage >= 3 or deadly): "
			"pass" },
		{ "when attacked, deadly or by spell or red or carrying: pass",
			"when attacked, deadly or (by spell or red) or "
			"carrying: pass" },
		{ "when attacked, not (by red or deadly), not by green: pass",
			"when attacked, not (by red or deadly), not by green: "
			"pass" },
		{ "when damage not from an attack and not deadly: pass",
			"when damaged, not by attack, not deadly: pass" },
		{ "when punched and not deadly: pass",
			"when attacked by punch, not deadly: pass" },
		{ "when not aimed at me: pass",
			"when asked, not aimed at me: pass" },
		{ "when spell by neutral, within 3: ask",
			"when spell by neutral, distance <= 3: ask" },
		{ "when asked by attack spell, my life < 6: ask",
			"when asked by attack spell, life <= 5: ask" },
		{ "when attacked while carrying a treasure, element is fire: "
		  "pass",
			"when attacked, carrying, element fire: pass" },
		{ "when attacked until my turn: counter with full shield",
			"when attacked: counter with Full Shield until my turn "
			"1" },
		{ "when attacked: counter with shield with least until my "
		  "turn",
			"when attacked: counter with Shield with least until "
			"my turn 1" },
		{ "when attacked: counter with full shield, then shield with "
		  "the least to live",
			"when attacked: counter with Full Shield, then Shield "
			"with least to live" },
	};
	struct scene s;

	agent_cards_begin(&s);
	s.g.actor[1].turns = 0;
	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++)
		is_kept_as(&s, lines[i].text, lines[i].kept);
}

/* ---- any condition -------------------------------------------------------- */

static uint64_t seed;

static unsigned any_below(unsigned n)
{
	seed = seed * UINT64_C(6364136223846793005) +
	       UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % n;
}

static const char *any_of(const char *const words[], unsigned n)
{
	return words[any_below(n)];
}

/* Words that make conditions, and now and then none. */
static void add_any(struct sp_buf *out, int depth)
{
	static const char *const terms[] = { "damage >= 3", "deadly",
		"life below 6", "energy more than 2", "distance <= 4",
		"within 2", "carrying a treasure", "aimed at me",
		"element fire", "by red", "by spell", "by red or green",
		"by fireball, red", "from an attack", "damage 2", "punch",
		"3 or more damage", "life at least 1", "element water" };
	static const char *const joints[] = { " and ", ", ", " or ", " while ",
		", or ", ", and ", " " };
	unsigned n = 1 + any_below(3);

	for (unsigned i = 0; i < n; i++) {
		if (i > 0)
			sp_buf_adds(out, any_of(joints, 7));
		if (any_below(3) == 0)
			sp_buf_adds(out, "not ");
		if (depth < 3 && any_below(4) == 0) {
			sp_buf_addc(out, '(');
			add_any(out, depth + 1);
			sp_buf_addc(out, ')');
		} else {
			sp_buf_adds(out, any_of(terms, SP_ARRAY_LEN(terms)));
		}
	}
}

/* Parse it; true if it is one order, which is kept in `line`. */
static bool parses(const struct scene *s, const char *text,
	struct sp_declarations *d, char line[SP_DECLARATION_SIZE])
{
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	static struct sp_game view;
	struct sp_order_words words = { names, 0, SP_ASKED_NOTHING };
	struct sp_orders orders;
	struct sp_bound bound;
	bool good;

	sp_game_view(&s->g, 1, &view);
	words.n = sp_vocable_words(s->ruleset, &view, 1, names);
	sp_order_parse(&orders, text, strlen(text), &words);
	d->n = 0;
	good = orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER &&
	       orders.line[0].order.kind == SP_ORDER_WHEN &&
	       sp_declare_add(
		       d, s->ruleset, &view, 1, &orders.line[0].order, &bound);
	if (good)
		sp_format(line, SP_DECLARATION_SIZE, "%s", d->line[0].text);
	sp_order_clear(&orders);
	return good;
}

/* What is kept of any line is kept as it is, decides as the line did, and is
 * found again by `forget`. */
TEST("declare/conditions", "what is kept parses to itself")
{
	static const char *const subjects[] = { "attacked", "asked", "spell" };
	struct sp_declarations d = { 0 }, again = { 0 };
	struct scene s;
	int good = 0;

	agent_cards_begin(&s);
	table_hand(&s, 1, "full-shield#1");
	agent_cards_act(&s, 0, "cast fireball at blue");
	s.g.actor[1].turns = 7;
	for (int i = 0; i < 4000; i++) {
		static struct sp_game view;
		char line[SP_DECLARATION_SIZE], same[SP_DECLARATION_SIZE];
		struct sp_declared_failure x, y;
		struct sp_command c;
		struct sp_buf text;

		seed = (uint64_t)i * 977;
		sp_buf_init(&text, 4096);
		sp_buf_addf(&text, "when %s, ", any_of(subjects, 3));
		add_any(&text, 0);
		sp_buf_addf(&text, ": pass%s",
			any_below(5) == 0 ? " until my turn" : "");
		if (parses(&s, sp_buf_str(&text), &d, line)) {
			good++;
			CU_ASSERT_TRUE_FATAL(parses(&s, line, &again, same));
			if (!sp_streq(line, same))
				printf("\n%s\n%s\n%s\n", sp_buf_str(&text),
					line, same);
			EQUAL_STRING(same, line);
			sp_game_view(&s.g, 1, &view);
			EQUAL_INT(sp_declare_answer(
					  s.ruleset, &view, 1, &d, 0, &c, &x),
				sp_declare_answer(s.ruleset, &view, 1, &again,
					0, &c, &y));
			EQUAL_INT(x.decided, y.decided);
		}
		sp_buf_free(&text);
	}
	/* the others are too long, or not all that may be */
	CU_ASSERT_TRUE(good > 2000);
}

/* ---- when they hold ------------------------------------------------------- */

/* Whether "when asked, CONDITION: pass" decides for blue: 1 it does, 0 its
 * contrary does, -1 neither. */
static int holds(const struct scene *s, const char *condition)
{
	static struct sp_game view;
	int decides[2];

	for (int contrary = 0; contrary < 2; contrary++) {
		char text[SP_DECLARATION_SIZE], line[SP_DECLARATION_SIZE];
		struct sp_declarations d = { 0 };
		struct sp_command c;

		sp_format(text, sizeof(text), "when asked, %s(%s): pass",
			contrary ? "not " : "", condition);
		if (!parses(s, text, &d, line))
			printf("\nnot parsed: %s\n", text);
		EQUAL_INT_FATAL(d.n, 1);
		sp_game_view(&s->g, 1, &view);
		decides[contrary] = sp_declare_answer(s->ruleset, &view, 1, &d,
					    0, &c, NULL) == SP_DECLARED_ANSWER;
	}
	CU_ASSERT_FALSE(decides[0] && decides[1]);
	return decides[0] ? 1 : decides[1] ? 0 : -1;
}

static void hold(const struct scene *s, const char *const conditions[],
	size_t n, int want)
{
	for (size_t i = 0; i < n; i++) {
		int got = holds(s, conditions[i]);

		if (got != want)
			printf("\n%s: %d\n", conditions[i], got);
		EQUAL_INT(got, want);
	}
}

/* A fireball for 5, from the square beside. */
TEST("declare/conditions", "a spell at the seat")
{
	static const char *const yes[] = { "damage >= 5", "damage = 5",
		"damage <= 5", "life >= 15", "life <= 15", "energy >= 1",
		"energy <= 1", "distance <= 1", "distance >= 1", "within 1",
		"aimed at me", "element fire", "by red", "by spell",
		"by fireball", "attack", "by attack spell",
		"by green or fireball", "deadly or damage >= 5",
		"by red and aimed at me and damage >= 5",
		"not carrying, by punch or spell" };
	static const char *const no[] = { "damage >= 6", "damage <= 4",
		"damage = 4", "life <= 14", "life >= 16", "energy = 0",
		"energy >= 2", "distance = 0", "distance >= 2", "within 0",
		"deadly", "element water", "element lightning", "by green",
		"by punch", "weapon", "neutral", "carrying",
		"deadly or damage >= 6", "by red and damage >= 6" };
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 1, "full-shield#1");
	agent_cards_act(&s, 0, "cast fireball at blue");
	EQUAL_INT(s.g.actor[1].life, 15);
	hold(&s, yes, SP_ARRAY_LEN(yes), 1);
	hold(&s, no, SP_ARRAY_LEN(no), 0);
	s.g.actor[1].life = 5;
	EQUAL_INT(holds(&s, "deadly"), 1);
	EQUAL_INT(holds(&s, "life <= 5"), 1);
	s.g.actor[1].life = 6;
	EQUAL_INT(holds(&s, "deadly"), 0);
	/* not what is left of life, but all that is done */
	s.g.actor[1].life = 2;
	EQUAL_INT(holds(&s, "damage >= 5"), 1);
	EQUAL_INT(holds(&s, "damage = 5"), 1);
	EQUAL_INT(holds(&s, "deadly"), 1);
}

/* The energy is what was spent for it. */
TEST("declare/conditions", "a spell that is paid for, from afar")
{
	static const char *const yes[] = { "energy = 5", "damage = 5",
		"distance = 2", "within 2", "not element fire" };
	static const char *const no[] = { "energy <= 4", "energy >= 6",
		"distance <= 1", "distance >= 3", "within 1" };
	struct scene s;

	agent_cards_begin(&s);
	scene_put(&s, 0, "c4");
	table_hand(&s, 1, "full-shield#1");
	agent_cards_act(&s, 0, "cast zot hurt at blue with energy 5");
	hold(&s, yes, SP_ARRAY_LEN(yes), 1);
	hold(&s, no, SP_ARRAY_LEN(no), 0);
}

TEST("declare/conditions", "a spell at another")
{
	static const char *const no[] = { "aimed at me", "damage >= 1",
		"deadly" };
	struct scene s;

	agent_cards_begin(&s);
	scene_put(&s, 2, "c4");
	table_hand(&s, 1, "absorb-spell#1");
	agent_cards_act(&s, 0, "cast fireball at green");
	hold(&s, no, SP_ARRAY_LEN(no), 0);
	EQUAL_INT(holds(&s, "damage = 0"), 1);
	EQUAL_INT(holds(&s, "by red"), 1);
}

TEST("declare/conditions", "a fist, and who carries a treasure")
{
	struct scene s;

	agent_cards_begin(&s);
	s.g.treasure[0].carrier = 1;
	s.g.treasure[0].square = SP_NOWHERE;
	s.g.actor[1].carries = 0;
	table_hand(&s, 1, "featherweight#1");
	agent_cards_act(&s, 0, "punch blue");
	EQUAL_INT(holds(&s, "carrying"), 1);
	EQUAL_INT(holds(&s, "punch"), 1);
	EQUAL_INT(holds(&s, "spell"), 0);
	EQUAL_INT(holds(&s, "attack"), 1);
	EQUAL_INT(holds(&s, "weapon"), 0);
	EQUAL_INT(holds(&s, "energy = 0"), 1);
	EQUAL_INT(holds(&s, "element fire"), 0);
	EQUAL_INT(holds(&s, "damage = 1"), 1);
}

/* Nothing but what everybody sees has a part in it. */
TEST("declare/conditions", "no hand tells")
{
	static const char *const conditions[] = { "damage >= 3", "deadly",
		"aimed at me", "energy >= 2", "by red", "life <= 5",
		"distance <= 3" };
	static const char *const hands[] = { "full-shield#1 shield#1",
		"zot#1 energy-4#1", "absorb-spell#1" };

	for (size_t i = 0; i < SP_ARRAY_LEN(conditions); i++) {
		int first = 0;

		for (size_t k = 0; k < SP_ARRAY_LEN(hands); k++) {
			struct scene s;
			int got;

			agent_cards_begin(&s);
			table_hand(&s, 1, hands[k]);
			table_hand(&s, 2, hands[(k + 1) % 3]);
			agent_cards_act(&s, 0, "cast fireball at blue");
			got = holds(&s, conditions[i]);
			if (k == 0)
				first = got;
			EQUAL_INT(got, first);
		}
	}
}

/* ---- which line answers --------------------------------------------------- */

TEST("declare/conditions", "the first line that fits answers")
{
	struct sp_declarations d = { 0 };
	struct sp_bound bound;
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 1, "shield#1 full-shield#1 energy-4#1");
	agent_cards_act(&s, 0, "cast fireball at blue");
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when attacked, damage below 4: pass", &bound));
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked by spell, damage >= 6: counter with full shield",
		&bound));
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked by spell, damage >= 5, not deadly: counter with "
		"shield with 4",
		&bound));
	EQUAL_INT(d.n, 3);
	declare_test_says(&s, 1, &d, "counter with Shield with Energy 4");
	/* the same conditions in other words */
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked by spell and damage is more than 4 and not "
		"deadly: ask",
		&bound));
	EQUAL_INT(d.n, 3);
	EQUAL_STRING(bound.replaced,
		"when attacked by spell, damage >= 5, not deadly: counter with "
		"Shield with 4");
	declare_test_says(&s, 1, &d, "ask");
	/* a line that fits and cannot be done makes `ask` a pass, whatever is
	 * so besides; one that does not fit changes nothing */
	d.n = 0;
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked, damage >= 6: counter with absorb spell",
		&bound));
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, "when asked: ask", &bound));
	declare_test_says(&s, 1, &d, "ask");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked, damage >= 5: counter with absorb spell",
		&bound));
	sp_format(d.line[1].text, sizeof(d.line[1].text), "%s", d.line[2].text);
	sp_format(d.line[2].text, sizeof(d.line[2].text), "when asked: ask");
	declare_test_says(&s, 1, &d, "pass");
}

TEST("declare/conditions", "forgotten by its conditions")
{
	struct sp_declarations d = { 0 };
	struct sp_bound bound;
	struct scene s;
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	static struct sp_game view;
	static const struct {
		const char *text;
		bool good;
	} lines[] = { { "forget when attacked by red, damage >= 4", false },
		{ "forget when attacked", false },
		{ "forget when attacked by red, damage 3 or more: pass", true },
		{ "forget when attacked by red, damage >= 3", false } };

	agent_cards_begin(&s);
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked by red, damage >= 3: pass until my turn",
		&bound));
	sp_game_view(&s.g, 1, &view);
	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
		struct sp_order_words words = { names,
			sp_vocable_words(s.ruleset, &view, 1, names),
			SP_ASKED_NOTHING };
		char gone[SP_DECLARATION_SIZE];
		struct sp_orders orders;

		sp_order_parse(
			&orders, lines[i].text, strlen(lines[i].text), &words);
		EQUAL_INT_FATAL(orders.n, 1);
		EQUAL_INT(sp_declare_forget(&d, s.ruleset, &view,
				  &orders.line[0].order, &bound, gone),
			lines[i].good);
		sp_order_clear(&orders);
	}
	EQUAL_INT(d.n, 0);
}

/* What is near is quoted, and written as an order if that fits a line. */
TEST("declare/conditions", "what is nearly forgotten")
{
	static const struct {
		const char *line, *suggestion;
	} lines[] = {
		{ "when attacked, damage >= 3: pass",
			"forget when attacked, damage >= 3" },
		{ "when attacked by fireball, fire darts, powerthrust, zot, "
		  "brain burn: ask",
			"" },
	};
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	static struct sp_game view;
	struct scene s;

	agent_cards_begin(&s);
	sp_game_view(&s.g, 1, &view);
	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
		struct sp_order_words words = { names,
			sp_vocable_words(s.ruleset, &view, 1, names),
			SP_ASKED_NOTHING };
		static const char text[] = "forget when countered";
		struct sp_declarations d = { 0 };
		char gone[SP_DECLARATION_SIZE];
		struct sp_orders orders;
		struct sp_bound bound;

		CU_ASSERT_TRUE(
			declare_test_add(&d, &s, 1, lines[i].line, &bound));
		sp_order_parse(&orders, text, strlen(text), &words);
		CU_ASSERT_FALSE(sp_declare_forget(&d, s.ruleset, &view,
			&orders.line[0].order, &bound, gone));
		EQUAL_STRING(bound.suggestion, lines[i].suggestion);
		EQUAL_STRING(bound.note.quoted, d.line[0].text);
		sp_order_clear(&orders);
	}
}

TEST("declare/conditions", "until the seat's next turn")
{
	struct sp_declarations d = { 0 }, listed;
	static const struct sp_order first = {
		.kind = SP_ORDER_FORGET, .number = 1, .to = 1U << 1
	};
	struct sp_bound bound;
	struct scene s;

	agent_cards_begin(&s);
	const uint8_t turns = s.g.actor[1].turns;
	s.g.actor[1].turns = 3;
	table_hand(&s, 1, "full-shield#1");
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when attacked until my turn: pass", &bound));
	EQUAL_STRING(d.line[0].text, "when attacked: pass until my turn 4");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, "when asked: pass", &bound));
	/* the same condition, always */
	CU_ASSERT_TRUE(
		declare_test_add(&d, &s, 1, "when attacked: ask", &bound));
	EQUAL_INT(d.n, 2);
	EQUAL_STRING(d.line[0].text, "when attacked: ask");
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when attacked: pass until my turn", &bound));
	s.g.actor[1].turns = turns; /* a command leaves a whole position */
	agent_cards_act(&s, 0, "cast fireball at blue");
	s.g.actor[1].turns = 3;
	sp_declare_expire(&d, &s.g, 1);
	CU_ASSERT_FALSE(d.line[0].over);
	declare_test_says(&s, 1, &d, "pass");
	sp_format(d.line[1].text, sizeof(d.line[1].text), "when asked: ask");
	declare_test_says(&s, 1, &d, "pass");
	s.g.actor[1].turns = 4;
	sp_declare_expire(&d, &s.g, 1);
	CU_ASSERT_TRUE(d.line[0].over);
	CU_ASSERT_FALSE(d.line[1].over);
	declare_test_says(&s, 1, &d, "ask");
	/* the numbers stay as they were listed, and what is over is not there
	 */
	listed = d;
	CU_ASSERT_FALSE(sp_declare_undeclare(&d, &listed, &first, &bound));
	EQUAL_INT(bound.note.reason, SP_AGENT_REASON_FORGOTTEN_BEFORE);
	EQUAL_INT(d.n, 1);
	EQUAL_STRING(d.line[0].text, "when asked: ask");
	/* what is over makes room */
	d = listed;
	CU_ASSERT_TRUE(
		declare_test_add(&d, &s, 1, "when countered: pass", &bound));
	EQUAL_INT(d.n, 2);
	EQUAL_STRING(d.line[1].text, "when countered: pass");
	CU_ASSERT_FALSE(declare_test_add(
		&d, &s, 1, "when attacked: pass until my turn 4", &bound));
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when attacked: pass until my turn 5", &bound));
}

/* What is to be played when it happens is declared, and the watch keeps its
 * place and its number. */
TEST("declare/conditions", "a watch keeps its square")
{
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	static struct sp_game view;
	static const char text[] =
		"watch step of red at c4: counter with shield with least";
	struct sp_declarations d = { 0 };
	struct sp_order_words words = { names, 0, SP_ASKED_NOTHING };
	struct sp_orders orders;
	struct sp_order when;
	struct sp_bound bound;
	struct scene s;

	agent_cards_begin(&s);
	sp_game_view(&s.g, 1, &view);
	words.n = sp_vocable_words(s.ruleset, &view, 1, names);
	sp_order_parse(&orders, text, strlen(text), &words);
	EQUAL_INT_FATAL(orders.n, 1);
	when = orders.line[0].order;
	EQUAL_INT_FATAL(when.kind, SP_ORDER_WATCH);
	EQUAL_STRING(when.where, "c4");
	EQUAL_INT(when.seat, 0);
	when.kind = SP_ORDER_WHEN;
	CU_ASSERT_TRUE(sp_declare_add(&d, s.ruleset, &view, 1, &when, &bound));
	EQUAL_STRING(d.line[0].text,
		"when watched by red: counter with Shield with least");
	EQUAL_STRING(when.where, "c4");
	sp_order_clear(&orders);
}

/* ---- with least ----------------------------------------------------------- */

static void least_is(const char *hand, int life, const char *line,
	const char *cast, const char *want)
{
	struct sp_declarations d = { 0 };
	struct sp_bound bound;
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 1, hand);
	s.g.actor[1].life = (int16_t)life;
	CU_ASSERT_TRUE_FATAL(declare_test_add(&d, &s, 1, line, &bound));
	agent_cards_act(&s, 0, cast);
	declare_test_says(&s, 1, &d, want);
}

/* A shield takes its energy and 2 off, and 1 costs nothing. */
TEST("declare/conditions", "with least")
{
	static const char least[] = "when attacked: counter with shield with "
				    "least";
	static const char live[] = "when attacked: counter with shield with "
				   "least to live";
	static const char all[] = "shield#1 energy-4#2 energy-5#2";

	/* 5 less 3 */
	least_is(all, 15, least, "cast fireball at blue",
		"counter with Shield with Energy 4");
	least_is("shield#1 energy-5#2", 15, least, "cast fireball at blue",
		"counter with Shield with Energy 5");
	/* it needs no card for so little */
	least_is(
		all, 15, least, "cast zot hurt at blue", "counter with Shield");
	/* the same with energy */
	least_is(all, 15, least, "cast zot hurt at blue with energy 5",
		"counter with Shield with Energy 4");
	/* nothing is enough: the line falls, and one passes */
	least_is("shield#1", 15, least, "cast fireball at blue", "pass");
	least_is("shield#1 zot#1", 15, least, "cast fireball at blue", "pass");
	/* to live */
	least_is(all, 15, live, "cast fireball at blue", "counter with Shield");
	least_is(all, 3, live, "cast fireball at blue", "counter with Shield");
	least_is(all, 2, live, "cast fireball at blue",
		"counter with Shield with Energy 4");
	least_is("shield#1", 2, live, "cast fireball at blue", "pass");
	/* what is not there falls out of the list */
	least_is(all, 15,
		"when attacked: counter with absorb spell with least, then "
		"shield with least",
		"cast fireball at blue", "counter with Shield with Energy 4");
	least_is("absorb-spell#1", 15,
		"when attacked: counter with absorb spell with least",
		"cast fireball at blue", "counter with Absorb Spell");
}
