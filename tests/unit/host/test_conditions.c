/* Declarations with conditions, by mail. */
#include "table.h"

static void begin(struct club *c)
{
	table(c, "cards=yes schools=first");
	c->quiet = getenv("SP_LOUD") == NULL;
	for (int s = 0; s < 4; s++)
		if (s != BLUE && s != RED)
			say(c, club_people[s].colour, "when asked: pass");
}

/* True if the list that Blue asks for has the line. */
static bool lists(struct club *c, const char *line)
{
	say(c, "blue", "declarations");
	return strstr(answer_to(c, "blue")->text, line) != NULL;
}

TEST("host/conditions", "a line answers what it is about, and no more")
{
	struct club c;

	begin(&c);
	say(&c, "blue",
		"when attacked by spell, damage >= 3: counter with full "
		"shield\n"
		"when attacked, damage below 3: pass");
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	EQUAL_INT(life_of(&c, BLUE), 14);
	EQUAL_INT(called(&c, from, "blue", "answer"), 0);
	club_clear(&c);
	begin(&c);
	say(&c, "blue",
		"when attacked by spell, damage >= 3: counter with full "
		"shield\n"
		"when attacked, damage below 3: pass");
	from = c.n_letters;
	say(&c, "red", "cast zot hurt at blue with energy 6");
	EQUAL_INT(life_of(&c, BLUE), 15);
	CU_ASSERT_TRUE(tells(
		club_last_to(&c, from, club_person("blue")->address)->text,
		"Your `when attacked by spell, damage >= 3: counter with Full "
		"Shield` was played."));
	club_clear(&c);
}

/* What is secret, what is no condition and what never holds is refused; the
 * rest of the mail stands. */
TEST("host/conditions", "what is no condition is told, and the rest stands")
{
	static const struct {
		const char *line, *why;
	} lines[] = {
		{ "when attacked while red holds shield: pass",
			"a condition can only be about what everybody sees, "
			"not about hands" },
		{ "when attacked, moon is full: pass", "this is no condition" },
		{ "when attacked, life below 0: pass", "life is from 1 to 99" },
		{ "when attacked, damage over 99: pass",
			"damage is from 0 to 99" },
		{ "when attacked, element cheese: pass",
			"no card is of cheese here" },
		{ "when attacked until noon: pass", "write `until my turn`" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
		struct club c;
		char *text = sp_xasprintf(
			"when countered: pass\n%s\nwhen damaged: ask\n"
			"declarations",
			lines[i].line);

		begin(&c);
		say(&c, "blue", text);
		const char *told = answer_to(&c, "blue")->text;
		CU_ASSERT_TRUE(tells(told, lines[i].why));
		CU_ASSERT_TRUE(tells(told, "1 when countered: pass"));
		CU_ASSERT_TRUE(tells(told, "2 when damaged: ask"));
		LACKS(told, "3  when");
		club_clear(&c);
		sp_free(text);
	}
}

TEST("host/conditions", "until the seat's turn")
{
	struct club c;
	struct sp_live *live;

	begin(&c);
	live = table_load(&c);
	int turns = live->game.actor[BLUE].turns;
	sp_record_live_free(live);
	char *line = sp_xasprintf(
		"1  when attacked: counter with Full Shield until my turn %d",
		turns + 1);
	say(&c, "blue",
		"when attacked until my turn: counter with full shield\n"
		"when asked: pass");
	CU_ASSERT_TRUE(lists(&c, line));
	say(&c, "red", "end");
	live = table_load(&c);
	EQUAL_INT_FATAL(live->game.active, BLUE);
	sp_record_live_free(live);
	/* it is gone without any commit, and the other keeps its number */
	struct sp_oid before, after;
	club_head(&c, TABLE_GID, &before);
	CU_ASSERT_FALSE(lists(&c, "until my turn"));
	CU_ASSERT_TRUE(lists(&c, "2  when asked: pass"));
	club_head(&c, TABLE_GID, &after);
	EQUAL_STRING(after.hex, before.hex);
	say(&c, "blue", "undeclare 1");
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "Refused"));
	say(&c, "blue", "undeclare 2");
	LACKS(answer_to(&c, "blue")->text, "Refused");
	CU_ASSERT_FALSE(lists(&c, "when asked: pass"));
	club_clear(&c);
	sp_free(line);
}

TEST("host/conditions", "with least, by declaration and by mail")
{
	struct club c;
	struct sp_live *live;

	for (int declared = 0; declared < 2; declared++) {
		table(&c, "cards=yes schools=first");
		c.quiet = getenv("SP_LOUD") == NULL;
		live = table_load(&c);
		table_hold(live, BLUE, "shield");
		table_lay(live);
		say(&c, "yellow", "when asked: pass");
		say(&c, "green", "when asked: pass");
		if (declared)
			say(&c, "blue",
				"when attacked: counter with shield with least"
				"\nwhen asked: pass");
		say(&c, "red", "cast zot hurt at blue with energy 6");
		if (!declared)
			say(&c, "blue", "counter with shield with least");
		/* 6, less an energy of 4 and 2 */
		EQUAL_INT(life_of(&c, BLUE), 15);
		live = table_load(&c);
		int hand = live->game.actor[BLUE].hand;
		sp_record_live_free(live);
		/* of six cards two are spent */
		EQUAL_INT(hand, 4);
		club_clear(&c);
	}
}

/* ---- try declarations ------------------------------------------------------
 */

TEST("host/conditions", "try declarations, where nothing happened")
{
	struct club c;

	begin(&c);
	say(&c, "blue", "try declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Nothing was announced so far that you could have answered"));
	club_clear(&c);
}

TEST("host/conditions", "what declarations would have answered")
{
	struct sp_oid before, after;
	struct club c;

	begin(&c);
	struct sp_live *live = table_load(&c);
	table_hold(live, BLUE, "shield");
	table_lay(live);
	say(&c, "red", "punch blue");
	say(&c, "blue", "pass");
	say(&c, "red", "cast anti-anti");
	club_head(&c, TABLE_GID, &before);
	say(&c, "blue", "try declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red punches Blue no line of yours fits, so you are asked"));
	club_head(&c, TABLE_GID, &after);
	EQUAL_STRING(after.hex, before.hex);
	/* lines that stand in the same mail count, and nothing of it is done */
	say(&c, "blue",
		"when attacked, damage >= 2: counter with full shield\n"
		"try declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red punches Blue no line of yours fits"));
	say(&c, "blue",
		"forget all\n"
		"when attacked, damage <= 2: counter with shield\n"
		"Try declarations.");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red punches Blue your line 1 answers `counter with "
		"Shield`"));
	EQUAL_INT(life_of(&c, BLUE), 14);
	say(&c, "blue",
		"forget all\n"
		"when attacked, damage <= 2: counter with absorb spell\n"
		"try declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red punches Blue your line 1 fits and could not be played, so "
		"you pass"));
	say(&c, "blue",
		"forget all\nwhen attacked, damage <= 2: ask\n"
		"try declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red punches Blue your line 1 lets you be asked"));
	say(&c, "blue",
		"forget all\nforget defaults\nwhen countered: pass\n"
		"try declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red punches Blue no line of yours fits, so you are asked"));
	club_clear(&c);
}

TEST("host/conditions", "the last three things, newest first")
{
	struct club c;

	begin(&c);
	club_close(&c);
	c.defaults = true;
	say(&c, "blue", "when asked: pass");
	say(&c, "red", "punch blue");
	say(&c, "red", "end");
	say(&c, "blue", "end");
	say(&c, "yellow", "cast ka-bong at d2 north");
	say(&c, "blue", "forget all\ntry declarations");
	const char *told = answer_to(&c, "blue")->text;
	CU_ASSERT_TRUE(tells(told,
		"Red punches Blue a public default passes for you (when "
		"punched and not deadly: pass)"));
	club_clear(&c);
	/* of four attacks the first is not told */
	begin(&c);
	say(&c, "blue", "when asked: pass");
	for (int i = 0; i < 4; i++) {
		struct sp_live *live = table_load(&c);

		live->game.attacked = 0;
		table_lay(live);
		say(&c, "red", i == 0 ? "cast zot hurt at blue" : "punch blue");
	}
	say(&c, "blue", "try declarations");
	told = answer_to(&c, "blue")->text;
	CU_ASSERT_TRUE(tells(told,
		"Red punches Blue your line 1 answers `pass` Red punches Blue "
		"your line 1 answers `pass` Red punches Blue your line 1 "
		"answers `pass`"));
	LACKS(told, "Zot");
	int answers = 0;
	for (const char *at = told; (at = strstr(at, "your line 1")) != NULL;
		at++)
		answers++;
	EQUAL_INT(answers, 3);
	club_clear(&c);
}

/* Blue's lines are looked at with Blue's eyes, whatever Red holds. */
TEST("host/conditions", "trying declarations tells of no hand")
{
	struct club c[2];
	char *texts[2];

	for (int i = 0; i < 2; i++) {
		begin(&c[i]);
		struct sp_live *live = table_load(&c[i]);
		table_hold(live, RED, i == 0 ? "absorb-spell" : "full-shield");
		table_lay(live);
		say(&c[i], "red", "cast zot hurt at blue");
		say(&c[i], "blue",
			"when attacked, damage >= 1: counter with full shield\n"
			"try declarations");
		const char *at = strstr(answer_to(&c[i], "blue")->text,
			"What your declarations");
		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		texts[i] = sp_xstrndup(at, strcspn(at, "-"));
		CU_ASSERT_TRUE(tells(texts[i], "your line 1 answers"));
		club_clear(&c[i]);
	}
	EQUAL_STRING(texts[0], texts[1]);
	sp_free(texts[0]);
	sp_free(texts[1]);
}

/* Whoever played something against a thing is asked about it again, perhaps in
 * the commit that closes the round before. */
TEST("host/conditions", "rounds right behind each other are two")
{
	struct club c;

	begin(&c);
	struct sp_live *live = table_load(&c);
	table_hold(live, BLUE, "featherweight");
	table_hold(live, BLUE, "shield");
	table_lay(live);
	say(&c, "red", "when asked: pass");
	say(&c, "red", "punch blue");
	say(&c, "blue", "counter with featherweight");
	say(&c, "blue", "when attacked: counter with shield\ntry declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Blue counters Red's punch with Featherweight your line 1 "
		"answers `counter with Shield` Red punches Blue your line 1 "
		"answers `counter with Shield`"));
	club_clear(&c);
}
