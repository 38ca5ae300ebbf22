/* `try` by mail: what would come of orders, of which nothing is done. */
#include "table.h"

static void begin(struct club *c)
{
	table(c, "cards=yes schools=first");
	c->quiet = getenv("SP_LOUD") == NULL;
}

TEST("host/try", "nothing is done, and what would come of it is told")
{
	struct club c;
	struct sp_oid before, after;

	begin(&c);
	club_head(&c, TABLE_GID, &before);
	say(&c, "red", "try move s; cast zot hurt at blue with energy 6; end");
	club_head(&c, TABLE_GID, &after);
	EQUAL_STRING(after.hex, before.hex);
	const struct letter *told = answer_to(&c, "red");
	CU_ASSERT_TRUE(says(told, "What would come of it, if nobody answers"));
	CU_ASSERT_TRUE(says(told, "| move s "));
	CU_ASSERT_TRUE(says(told, "b1 to b2"));
	CU_ASSERT_PTR_NULL(strstr(told->text, "Refused"));
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
}

TEST("host/try", "it follows what stands above it and holds up nothing")
{
	struct club c;

	begin(&c);
	say(&c, "red", "move s\ntry move n; move n n n n\nend");
	const struct letter *told = answer_to(&c, "red");
	CU_ASSERT_TRUE(says(told, "| move n "));
	CU_ASSERT_TRUE(says(told, "b2 to b1"));
	CU_ASSERT_TRUE(says(told, "not possible: "));
	CU_ASSERT_TRUE(tells(told->text, "your turn is over"));
	club_clear(&c);
}

TEST("host/try", "what stands behind what is not possible, or not known")
{
	struct club c;

	begin(&c);
	say(&c, "red", "try move n; move s\ntry moev s\ntry board\ntry");
	const struct letter *told = answer_to(&c, "red");
	CU_ASSERT_TRUE(says(told, "not possible: "));
	CU_ASSERT_TRUE(says(told, "not looked at"));
	CU_ASSERT_TRUE(says(told, "nothing that can be tried"));
	CU_ASSERT_TRUE(says(told,
		"write the orders to be tried behind it, on the same line"));
	club_clear(&c);
}

TEST("host/try", "it tells of no card of another")
{
	struct club c[2];
	char *texts[2];

	/* Blue's hand has a Dispel, or something else in its place */
	for (int i = 0; i < 2; i++) {
		begin(&c[i]);
		if (i == 1) {
			struct sp_live *live = table_load(&c[i]);
			table_hold(live, BLUE, "absorb-spell");
			table_lay(live);
		}
		say(&c[i], "red",
			"try cast zot hurt at blue with energy 6; move s; end");
		const char *at = strstr(
			answer_to(&c[i], "red")->text, "What would come");
		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		texts[i] = sp_xstrndup(at, strcspn(at, "-"));
		club_clear(&c[i]);
	}
	EQUAL_STRING(texts[0], texts[1]);
	sp_free(texts[0]);
	sp_free(texts[1]);
}

/* It looks through the history, so that many lines of it would be long work. */
TEST("host/try", "declarations are tried once a mail")
{
	static const char title[] =
		"What your declarations would have answered";
	struct club c;

	begin(&c);
	say(&c, "red", "punch blue");
	say(&c, "blue", "pass");
	say(&c, "blue",
		"try declarations\nwhen asked: pass\nTry declarations.\nhand");
	const struct letter *told = answer_to(&c, "blue");
	const char *first = strstr(told->text, title);
	CU_ASSERT_PTR_NOT_NULL_FATAL(first);
	CU_ASSERT_PTR_NULL(strstr(first + 1, title));
	CU_ASSERT_TRUE(tells(told->text, "Red punches Blue"));
	CU_ASSERT_TRUE(tells(told->text,
		"that is answered once a mail; ask again in another one"));
	CU_ASSERT_TRUE(says(told, "Full Shield"));
	/* so it says in the next one */
	say(&c, "blue", "try declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red punches Blue your line 1 answers `pass`"));
	club_clear(&c);
}
