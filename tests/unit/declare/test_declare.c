/* Declarations: what is kept of them, and what they say. */
#include "declare_tests.h"

/* What is written reads as the same; and nothing else is read. */
static void is_written_again(const struct sp_declarations *d)
{
	static const char *const bad[] = { "\n", "forget all",
		"when a\n\nwhen b", "when asked\tpass", "when \xff: pass",
		"forget defaults\nforget defaults", "forget default",
		"when a\nforget defaults", "forget defaults ",
		"forget defaults\n" };
	static struct sp_declarations again;
	struct sp_buf lines;

	sp_buf_init(&lines, SIZE_MAX);
	sp_declare_write(d, &lines);
	again.no_defaults = !d->no_defaults;
	CU_ASSERT_TRUE(sp_declare_read(&again, sp_buf_str(&lines)));
	EQUAL_INT(again.n, d->n);
	EQUAL_INT(again.no_defaults, d->no_defaults);
	for (int i = 0; i < again.n && i < d->n; i++)
		EQUAL_STRING(again.line[i].text, d->line[i].text);
	sp_buf_addc(&lines, '\n');
	CU_ASSERT_FALSE(sp_declare_read(&again, sp_buf_str(&lines)));
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		CU_ASSERT_FALSE(sp_declare_read(&again, bad[i]));
	sp_buf_clear(&lines);
	for (int i = 0; i <= SP_DECLARATIONS_MAX; i++)
		sp_buf_addf(&lines, "%swhen a", i > 0 ? "\n" : "");
	CU_ASSERT_FALSE(sp_declare_read(&again, sp_buf_str(&lines)));
	/* nine lines of 100 bytes, and one byte more */
	for (int last = 93; last <= 94; last++) {
		sp_buf_clear(&lines);
		for (int i = 0; i < 9; i++)
			sp_buf_addf(&lines, "%swhen %0*d", i > 0 ? "\n" : "",
				i < 8 ? 93 : last, i);
		EQUAL_INT(sp_declare_read(&again, sp_buf_str(&lines)),
			last == 93);
	}
	sp_buf_free(&lines);
}

TEST("declare/declare", "declarations")
{
	struct sp_declarations d;
	struct sp_bound bound;
	struct scene s;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when I am attacked by a spell or red: counter with full "
		"shield, then shield with 4",
		&bound));
	EQUAL_STRING(d.line[0].text,
		"when attacked by spell, red: counter with Full Shield, then "
		"Shield with 4");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, "when asked: ask", &bound));
	EQUAL_INT(d.n, 2);
	/* the same condition again takes its place */
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, "when asked: pass", &bound));
	EQUAL_INT(d.n, 2);
	EQUAL_STRING(d.line[1].text, "when asked: pass");
	CU_ASSERT_FALSE(declare_test_add(
		&d, &s, 1, "when attacked: counter with fireball", &bound));
	EQUAL_STRING(agent_test_last(), "Fireball counters nothing");
	CU_ASSERT_FALSE(declare_test_add(&d, &s, 1,
		"when attacked by fireball, fire darts, brain burn, "
		"powerthrust,"
		" psychic storm, thought steal, zot: counter with full shield",
		&bound));
	EQUAL_INT(d.n, 2);
	is_written_again(&d);
	d.no_defaults = true;
	is_written_again(&d);
	d.no_defaults = false;
	/* not every card is in this game */
	for (int k = 0; d.n < SP_DECLARATIONS_MAX; k++) {
		char text[60];

		CU_ASSERT_FATAL(k < s.ruleset->n_cards);
		sp_format(text, sizeof(text), "when asked by %s: pass",
			s.ruleset->card[k].name);
		(void)declare_test_add(&d, &s, 1, text, &bound);
	}
	CU_ASSERT_FALSE(declare_test_add(
		&d, &s, 1, "when attacked by red: pass", &bound));
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, "when asked: ask", &bound));
}

/* Conditions that nothing can fulfil are refused, each at its word. */
TEST("declare/declare", "conditions that never hold")
{
	static const struct {
		const char *text, *why;
		unsigned column;
	} lines[] = {
		{ "when damaged by red: pass", "`damaged` takes no `by`", 17 },
		{ "when treasure by blue: pass", "`treasure` takes no `by`",
			18 },
		{ "when attacked by full shield: pass",
			"Full Shield is never an attack", 18 },
		{ "when countered by fireball: pass",
			"Fireball is never a counter", 19 },
		{ "when spell by dagger, full shield: pass",
			"Full Shield is never a spell", 23 },
		{ "when spell by punch: pass", "a punch is never a spell", 6 },
		{ "when countered by weapon: pass",
			"a weapon is never a counter", 6 },
		{ "when attacked: counter with full shield with dagger",
			"Dagger is worth no energy", 46 },
	};
	static const char *const good[] = {
		"when spell by fireball: pass",
		"when attacked by fireball, dagger, red or punch: pass",
		"when countered by full shield: pass",
		"when asked by full shield: pass",
		"when damaged: pass",
	};
	struct sp_declarations d;
	struct sp_bound bound;
	struct scene s;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
		CU_ASSERT_FALSE(
			declare_test_add(&d, &s, 1, lines[i].text, &bound));
		if (strstr(agent_test_last(), lines[i].why) == NULL ||
			bound.at.column != lines[i].column)
			printf("\n%s: %s at %u\n", lines[i].text,
				agent_test_last(), bound.at.column);
		CONTAINS(agent_test_last(), lines[i].why);
		EQUAL_INT(bound.at.column, lines[i].column);
	}
	EQUAL_INT(d.n, 0);
	for (size_t i = 0; i < SP_ARRAY_LEN(good); i++)
		if (!declare_test_add(&d, &s, 1, good[i], &bound)) {
			printf("\n%s: %s\n", good[i], agent_test_last());
			CU_FAIL("refused");
		}
	/* a card of which no copy is in this game */
	for (int c = 0; c < s.ruleset->n_copies; c++)
		if (sp_streq(sp_ruleset_card(s.ruleset, c)->name, "Brain Burn"))
			sp_game_put_card(&s.g, c, SP_ZONE_OUT, SP_NOBODY);
	CU_ASSERT_FALSE(declare_test_add(
		&d, &s, 1, "when attacked by brain burn: pass", &bound));
	CONTAINS(agent_test_last(), "is not in this game");
}

static bool forget(struct sp_declarations *d, const struct scene *s,
	const char *text, struct sp_bound *out, char gone[SP_DECLARATION_SIZE])
{
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	static struct sp_game view;
	struct sp_order_words words = { names, 0, SP_ASKED_NOTHING };
	struct sp_orders orders;
	bool ok;

	sp_game_view(&s->g, 1, &view);
	words.n = sp_vocable_words(s->ruleset, &view, 1, names);
	sp_order_parse(&orders, text, strlen(text), &words);
	EQUAL_INT_FATAL(orders.n, 1);
	ok = sp_declare_forget(
		d, s->ruleset, &view, &orders.line[0].order, out, gone);
	(void)agent_test_words(s->ruleset, &view, out);
	EQUAL_INT(ok, out->ok);
	sp_order_clear(&orders);
	return ok;
}

TEST("declare/declare", "what is forgotten")
{
	static const char *const all[] = { "when attacked by spell: pass",
		"when attacked: counter with full shield",
		"when asked by red: ask", "when asked: pass" };
	struct sp_declarations d;
	struct sp_bound bound;
	char gone[SP_DECLARATION_SIZE];
	struct scene s;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	for (size_t i = 0; i < SP_ARRAY_LEN(all); i++)
		CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, all[i], &bound));
	CU_ASSERT_TRUE(forget(&d, &s, "forget when attacked", &bound, gone));
	EQUAL_STRING(gone, "when attacked: counter with Full Shield");
	EQUAL_STRING(agent_test_last(),
		"forgotten: when attacked: counter with Full Shield");
	EQUAL_INT(d.n, 3);
	EQUAL_STRING(d.line[0].text, "when attacked by spell: pass");
	EQUAL_STRING(d.line[1].text, "when asked by red: ask");
	EQUAL_STRING(d.line[2].text, "when asked: pass");
	CU_ASSERT_FALSE(forget(&d, &s, "forget when attacked", &bound, gone));
	CU_ASSERT_FALSE(
		forget(&d, &s, "forget when asked by blue", &bound, gone));
	/* as it stands in the list, with its answer */
	CU_ASSERT_TRUE(
		forget(&d, &s, "forget when asked by red: ask", &bound, gone));
	EQUAL_INT(d.n, 2);
	CU_ASSERT_TRUE(forget(&d, &s, "forget all", &bound, gone));
	EQUAL_INT(d.n, 0);
	EQUAL_STRING(gone, "all");
	CU_ASSERT_FALSE(forget(&d, &s, "forget all", &bound, gone));
}

/* The numbers of one mail are those of the list before it. */
TEST("declare/declare", "what is dropped by its number")
{
	static const char *const all[] = { "when attacked by spell: pass",
		"when attacked: counter with full shield",
		"when asked by red: ask", "when asked: pass" };
	static const struct sp_order three = {
		.kind = SP_ORDER_FORGET, .number = 3, .to = 1U << 3 | 1U << 2
	};
	struct sp_declarations d, listed;
	struct sp_bound bound;
	char gone[SP_DECLARATION_SIZE];
	struct scene s;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	CU_ASSERT_FALSE(forget(&d, &s, "undeclare 1", &bound, gone));
	EQUAL_STRING(agent_test_last(),
		"you have declared nothing of the kind; `declarations` lists "
		"what you have");
	for (size_t i = 0; i < SP_ARRAY_LEN(all); i++)
		CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, all[i], &bound));
	listed = d;
	CU_ASSERT_FALSE(forget(&d, &s, "forget 5", &bound, gone));
	EQUAL_STRING(agent_test_last(),
		"you have no declaration 5: the last one is 4; `declarations` "
		"lists them");
	/* all of them or none */
	CU_ASSERT_FALSE(forget(&d, &s, "forget 1, 2 and 21", &bound, gone));
	EQUAL_INT(d.n, 4);
	CU_ASSERT_TRUE(forget(&d, &s, "forget 4 and 1", &bound, gone));
	EQUAL_STRING(gone, "when attacked by spell: pass");
	EQUAL_INT(d.n, 2);
	EQUAL_STRING(d.line[0].text, "when attacked: counter with Full Shield");
	EQUAL_STRING(d.line[1].text, "when asked by red: ask");
	CU_ASSERT_TRUE(sp_declare_undeclare(&d, &listed, &three, &bound));
	EQUAL_STRING(
		bound.note.quoted, "when attacked: counter with Full Shield");
	EQUAL_INT(d.n, 0);
	CU_ASSERT_FALSE(sp_declare_undeclare(&d, &listed, &three, &bound));
	CU_ASSERT_FALSE(bound.ok);
	EQUAL_INT(bound.note.reason, SP_AGENT_REASON_FORGOTTEN_BEFORE);
}

/* They are no line of the list, and stay or go by themselves. */
TEST("declare/declare", "defaults are dropped and brought back")
{
	struct sp_declarations d;
	struct sp_bound bound;
	char gone[SP_DECLARATION_SIZE];
	struct scene s;
	struct sp_buf lines;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, "when asked: ask", &bound));
	CU_ASSERT_FALSE(forget(&d, &s, "defaults on", &bound, gone));
	CU_ASSERT_TRUE(forget(&d, &s, "forget defaults", &bound, gone));
	EQUAL_STRING(gone, "defaults");
	CU_ASSERT_TRUE(d.no_defaults);
	EQUAL_INT(d.n, 1);
	sp_buf_init(&lines, SIZE_MAX);
	sp_declare_write(&d, &lines);
	EQUAL_STRING(sp_buf_str(&lines), "forget defaults\nwhen asked: ask");
	CU_ASSERT_FALSE(forget(&d, &s, "defaults off", &bound, gone));
	CU_ASSERT_TRUE(forget(&d, &s, "forget all", &bound, gone));
	CU_ASSERT_TRUE(d.no_defaults);
	EQUAL_INT(d.n, 0);
	sp_buf_clear(&lines);
	sp_declare_write(&d, &lines);
	EQUAL_STRING(sp_buf_str(&lines), "forget defaults");
	CU_ASSERT_TRUE(sp_declare_read(&d, sp_buf_str(&lines)));
	CU_ASSERT_TRUE(forget(&d, &s, "defaults on", &bound, gone));
	CU_ASSERT_FALSE(d.no_defaults);
	sp_buf_clear(&lines);
	sp_declare_write(&d, &lines);
	EQUAL_STRING(sp_buf_str(&lines), "");
	/* 7 lines of 122 bytes leave 46, and the words take 17 */
	for (int more = 0; more <= 1; more++) {
		sp_buf_clear(&lines);
		for (int i = 0; i < 7; i++)
			sp_buf_addf(
				&lines, "%swhen %0115d", i > 0 ? "\n" : "", i);
		sp_buf_addf(&lines, "\nwhen %0*d", 22 + more, 8);
		CU_ASSERT_TRUE(sp_declare_read(&d, sp_buf_str(&lines)));
		EQUAL_INT(forget(&d, &s, "forget defaults", &bound, gone),
			more == 0);
		EQUAL_INT(d.no_defaults, more == 0);
	}
	sp_buf_free(&lines);
}

/* The box keeps room for so many bytes of each seat, and not for more. */
TEST("declare/declare", "room for declarations")
{
	static const char many[] =
		"fireball, fire darts, brain burn, powerthrust, psychic storm";
	struct sp_declarations d;
	struct sp_bound bound;
	struct scene s;
	char first[SP_DECLARATION_SIZE];
	struct sp_buf lines;
	size_t bytes;
	json_t *json;
	int n;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	for (n = 0; n < SP_DECLARATIONS_MAX; n++) {
		char text[200];

		sp_format(text, sizeof(text), "when asked by %s, %s: pass",
			many, s.ruleset->card[n].name);
		if (!declare_test_add(&d, &s, 1, text, &bound))
			break;
	}
	CU_ASSERT_TRUE(n > 6 && n < SP_DECLARATIONS_MAX);
	CONTAINS(agent_test_last(), "no room");
	EQUAL_INT(d.n, n);
	is_written_again(&d);
	sp_buf_init(&lines, SIZE_MAX);
	sp_declare_write(&d, &lines);
	json = json_string(sp_buf_str(&lines));
	char *text = json_dumps(json, JSON_ENCODE_ANY);
	/* without quotation marks, with a line feed in front */
	bytes = strlen(text);
	CU_ASSERT_TRUE(bytes <= SP_DECLARATIONS_BYTES);
	CU_ASSERT_TRUE(bytes + 110 > SP_DECLARATIONS_BYTES);
	free(text);
	json_decref(json);
	sp_buf_free(&lines);
	/* a shorter one in the place of another */
	sp_format(first, sizeof(first), "%.*sask",
		(int)strlen(d.line[0].text) - 4, d.line[0].text);
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, first, &bound));
	EQUAL_INT(d.n, n);
}

TEST("declare/declare", "what they say")
{
	struct sp_declarations d;
	struct sp_bound bound;
	struct scene s;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	table_hand(&s, 1, "shield#1 energy-4#2 negate-neutral#1");
	declare_test_says(&s, 1, &d, "ask");
	agent_cards_act(&s, 0, "cast fireball at blue");
	declare_test_says(&s, 1, &d, "ask");
	/* by another, of another kind */
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when attacked by green: pass", &bound));
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when attacked by punch: pass", &bound));
	CU_ASSERT_TRUE(
		declare_test_add(&d, &s, 1, "when damaged: pass", &bound));
	CU_ASSERT_TRUE(
		declare_test_add(&d, &s, 1, "when countered: pass", &bound));
	declare_test_says(&s, 1, &d, "ask");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked by fireball: counter with shield with 4",
		&bound));
	declare_test_says(&s, 1, &d, "counter with Shield with Energy 4");
	d.n = 0;
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when attacked: counter with full shield", &bound));
	/* it cannot be done: from now on to ask is to pass */
	declare_test_says(&s, 1, &d, "pass");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1, "when asked: ask", &bound));
	declare_test_says(&s, 1, &d, "pass");
	CU_ASSERT_TRUE(declare_test_add(
		&d, &s, 1, "when spell: counter with shield", &bound));
	d.line[1] = d.line[2];
	declare_test_says(&s, 1, &d, "counter with Shield");
	/* nonsense that got in says nothing */
	sp_format(d.line[0].text, sizeof(d.line[0].text), "when hungry: eat");
	d.n = 1;
	declare_test_says(&s, 1, &d, "ask");
}

/* Who stands two squares off may be shielded at two lines, which nobody can
 * know ahead: the rest of the line is played. */
TEST("declare/declare", "counters that cannot be played are left out")
{
	struct sp_declarations d;
	struct sp_bound bound;
	struct scene s;

	memset(&d, 0, sizeof(d));
	agent_cards_begin(&s);
	table_hand(&s, 1, "wall-of-earth#1 full-shield#1 shield#1 energy-4#1");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked: counter with full shield, then wall of earth",
		&bound));
	EQUAL_INT(bound.note.reason, SP_AGENT_REASON_NOTED_PLACE);
	CONTAINS(agent_test_last(),
		"where more than one place fits, Wall of Earth is left out");
	agent_test_put(&s.g, 1, "e3");
	agent_cards_act(&s, 0, "cast fireball at blue");
	declare_test_says(&s, 1, &d, "counter with Full Shield");
	d.n = 0;
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked: counter with wall of earth, then shield with "
		"4, then ward",
		&bound));
	declare_test_says(&s, 1, &d, "counter with Shield with Energy 4");
	d.n = 0;
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked: counter with wall of earth at c3/d3", &bound));
	EQUAL_INT(bound.note.reason, SP_AGENT_REASON_NOTED_COUNTER);
	declare_test_says(&s, 1, &d, "counter with Wall of Earth at c3/d3");
	d.n = 0;
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 1,
		"when attacked: counter with wall of earth", &bound));
	declare_test_says(&s, 1, &d, "pass");
}

/* What is said against attackers is not said of what its player casts. */
TEST("declare/declare", "one's own spell")
{
	struct sp_declarations d;
	struct sp_bound bound;
	struct scene s;

	memset(&d, 0, sizeof(d));
	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "e3");
	table_hand(&s, 0, "waterbolt#1 full-shield#1");
	table_hand(&s, 1, "zot#1 full-shield#2");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 0,
		"when attacked by spell: counter with full shield", &bound));
	agent_cards_act(&s, 0, "cast waterbolt at me push 1");
	declare_test_says(&s, 0, &d, "ask");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 0,
		"when attacked by red: counter with full shield", &bound));
	declare_test_says(&s, 0, &d, "counter with Full Shield");
	CU_ASSERT_TRUE(declare_test_add(&d, &s, 0, "when spell: pass", &bound));
	d.line[0] = d.line[2];
	declare_test_says(&s, 0, &d, "pass");
}
