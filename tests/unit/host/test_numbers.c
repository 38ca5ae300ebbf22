/* A number of the list that a mail had is an order. */
#include "table.h"

/* The nth order that the newest letter to a seat lists. */
static void listed(
	const struct club *c, const char *who, int nth, char out[200])
{
	const struct letter *letter =
		club_last_to(c, 0, club_person(who)->address);
	const char *at = strstr(letter->text, "Reply with a number");

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at += strcspn(at, "\n") + 1;
	for (int i = 0; i < nth; i++)
		CU_ASSERT_FATAL(letter_listed(&at, out));
}

/* A table whose mover has a mail with a list of what he could do at it. */
static void begin(struct club *c)
{
	table(c, "cards=yes schools=first windows=declared");
	say(c, "red", "status");
}

/* Which number of the list an order has. */
static int number_of(const struct club *c, const char *who, const char *order)
{
	char text[200];

	for (int n = 1; n <= 7; n++) {
		listed(c, who, n, text);
		if (sp_starts(text, order))
			return n;
	}
	CU_FAIL_FATAL("it is not listed");
	return 0;
}

static void say_number(
	struct club *c, const char *who, const char *form, int number)
{
	struct sp_buf text;

	sp_buf_init(&text, 1000);
	for (const char *at = form; *at != '\0'; at++)
		if (*at == '@')
			sp_buf_addf(&text, "%d", number);
		else
			sp_buf_addc(&text, *at);
	say(c, who, sp_buf_str(&text));
	sp_buf_free(&text);
}

/* However people write it; what is below the number is done, too. */
TEST("host/numbers", "a number is the order of the list")
{
	static const char *const forms[] = { "@", "@.", "(@)", " @ \n", "  | @",
		"@\n\nThanks,\nAnna", "Hi judge,\n\n@)\n" };

	for (size_t i = 0; i < SP_ARRAY_LEN(forms); i++) {
		struct club c;

		begin(&c);
		say_number(&c, "red", forms[i], number_of(&c, "red", "punch"));
		if (life_of(&c, BLUE) != 14)
			printf("\n  not read: %s\n", forms[i]);
		EQUAL_INT(life_of(&c, BLUE), 14);
		CU_ASSERT_TRUE(says(answer_to(&c, "red"), "| punch blue"));
		club_clear(&c);
	}
}

TEST("host/numbers", "several numbers, and orders between them")
{
	static const char *const forms[] = { "@\npunch blue\nend",
		"@; punch blue; end",
		"@, then punch blue and finish my turn please.",
		"@ und dann schlage ich blau, ende" };
	struct club c;
	char *text;

	for (size_t i = 0; i < SP_ARRAY_LEN(forms); i++) {
		begin(&c);
		say_number(&c, "red", forms[i],
			number_of(&c, "red", "cast Destroy Wall"));
		EQUAL_INT(life_of(&c, BLUE), 12);
		club_clear(&c);
	}
	/* the first line of a list of the writer's own */
	begin(&c);
	say(&c, "red", "1. punch blue\n2. end");
	EQUAL_INT(life_of(&c, BLUE), 14);
	EQUAL_STRING(club_active(&c, TABLE_GID), "blue");
	club_clear(&c);
	begin(&c);
	text = sp_xasprintf("%d, then %d\nend",
		number_of(&c, "red", "cast Destroy Wall"),
		number_of(&c, "red", "punch"));
	say(&c, "red", text);
	sp_free(text);
	EQUAL_INT(life_of(&c, BLUE), 12);
	EQUAL_STRING(club_active(&c, TABLE_GID), "blue");
	club_clear(&c);
}

/* Behind a condition, too; the attack above hits or not. */
TEST("host/numbers", "a number behind a condition")
{
	struct club c;
	char *text;

	begin(&c);
	text = sp_xasprintf("punch blue\nif hit: %d\nelse: %d; 99",
		number_of(&c, "red", "end"), number_of(&c, "red", "end"));
	say(&c, "red", text);
	sp_free(text);
	EQUAL_INT(life_of(&c, BLUE), 14);
	/* 99 is none of the list, and says so */
	CU_ASSERT_TRUE(says(answer_to(&c, "red"),
		"a number answers a numbered question, and none was"));
	club_clear(&c);
	begin(&c);
	text = sp_xasprintf("punch blue\nif hit: %d\nelse: move s",
		number_of(&c, "red", "end"));
	say(&c, "red", text);
	sp_free(text);
	EQUAL_STRING(club_active(&c, TABLE_GID), "blue");
	club_clear(&c);
}

/* A line of the list as it was copied, with what would come of it or not. */
TEST("host/numbers", "a copied line")
{
	struct club c;
	char order[200], *text;
	int number;

	begin(&c);
	number = number_of(&c, "red", "punch");
	listed(&c, "red", number, order);
	text = sp_xasprintf("  | %d  %s    1 damage", number, order);
	say(&c, "red", text);
	sp_free(text);
	EQUAL_INT(life_of(&c, BLUE), 14);
	club_clear(&c);
	/* but not what goes on in another way, nor another order */
	begin(&c);
	number = number_of(&c, "red", "punch");
	listed(&c, "red", number, order);
	text = sp_xasprintf("%d  %s or green", number, order);
	say(&c, "red", text);
	sp_free(text);
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
	begin(&c);
	number = number_of(&c, "red", "punch");
	text = sp_xasprintf("%d  punch nobody", number);
	say(&c, "red", text);
	sp_free(text);
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
}

TEST("host/numbers", "a window")
{
	struct club c;
	int pass;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot at blue with energy 6");
	pass = number_of(&c, "blue", "pass");
	say_number(&c, "blue", "@", number_of(&c, "blue", "counter with Full"));
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "counter with Full Shield"));
	/* he may think better of it, by the list of the first mail */
	say_number(&c, "blue", "@", pass);
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "| pass"));
	club_clear(&c);
}

/* Both of two counters are one answer. */
TEST("host/numbers", "two counters")
{
	struct sp_live *live;
	struct club c;
	int full, shield, pass;
	char *text;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "shield");
	table_lay(live);
	say(&c, "red", "cast zot at blue with energy 6");
	full = number_of(&c, "blue", "counter with Full");
	shield = number_of(&c, "blue", "counter with Shield");
	pass = number_of(&c, "blue", "pass");
	text = sp_xasprintf("%d, then %d", shield, full);
	say(&c, "blue", text);
	sp_free(text);
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"counter with Shield, then Full Shield"));
	/* a pass and a counter are no answer */
	for (int i = 0; i < 2; i++) {
		text = sp_xasprintf("%d, then %d", i == 0 ? pass : full,
			i == 0 ? full : pass);
		say(&c, "blue", text);
		sp_free(text);
		CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "errors 1"));
	}
	club_clear(&c);
}

/* Numbers that are no part of an answer stay what they are. */
TEST("host/numbers", "a number that is not of the list")
{
	struct club c;
	const struct letter *call;

	begin(&c);
	call = club_present(&c, TABLE_GID);
	say(&c, "red", "press to blue: how many?\n1\n2\nendpress");
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(
		tells(club_last_to(&c, 0, club_person("blue")->address)->text,
			"how many? 1 2"));
	say(&c, "red", "77");
	EQUAL_INT(c.pass.commits, 0);
	say(&c, "red", "2 wizards are left\nhand # 1; 2");
	EQUAL_INT(c.pass.commits, 0);
	/* the list of a decision that is over */
	say(&c, "red", "punch blue");
	EQUAL_INT(life_of(&c, BLUE), 14);
	(void)club_reply(&c, call, "red", "1");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
}

/* A number is of the list of the mail that is answered, as long as that holds.
 */
TEST("host/numbers", "a number of a list that is over does nothing")
{
	struct club c;
	char order[200];

	begin(&c);
	const struct letter *call =
		club_last_to(&c, 0, club_person("red")->address);
	int number = number_of(&c, "red", "end");
	char *text = sp_xasprintf("%d", number);
	/* what others leave word of changes nothing of it */
	say(&c, "blue", "when asked: pass");
	listed(&c, "red", 1, order);
	say(&c, "red", "boost with energy 6");
	c.now += 60;
	(void)club_reply(&c, call, "red", text);
	club_pass(&c);
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"the mail that you answer has no list that still holds"));
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	/* nor is a number in answer to words of somebody */
	say(&c, "blue", "press to red: 1 a truce, or 2 war?");
	say(&c, "red", "2");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text, "For me to do it"));
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	/* the newest list holds */
	say(&c, "red", "status");
	say_number(&c, "red", "@", number_of(&c, "red", "end"));
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	sp_free(text);
	club_clear(&c);
}

TEST("host/numbers", "a number below a press")
{
	struct club c;

	begin(&c);
	say_number(&c, "red", "press to blue: 1 a truce, or 2 war?\n\n@",
		number_of(&c, "red", "end"));
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	CONTAINS(club_letter(&c, "blue", "Red says to you")->text,
		"1 a truce, or 2 war?");
	club_clear(&c);
}

/* What a pick-up costs is told before it, with it, and behind it; the second
 * time somebody may answer it. */
TEST("host/numbers", "a pick-up ends the move, and the mails say so")
{
	for (int asked = 0; asked < 2; asked++) {
		struct club c;
		char text[200];

		table(&c, asked ? "cards=yes schools=first windows=ask"
				: "cards=yes schools=first windows=declared");
		struct sp_live *live = table_load(&c);
		table_come_to_treasure(live, RED, GREEN);
		table_lay(live);
		say(&c, "red", "status");
		listed(&c, "red", number_of(&c, "red", "pick up "), text);
		CU_ASSERT_TRUE(says(answer_to(&c, "red"),
			"you carry Green's treasure, which ends your"));
		say(&c, "red", "pick up treasure");
		CU_ASSERT_TRUE(says(answer_to(&c, "red"),
			"that ends your move and attack"));
		if (!asked) {
			say(&c, "red", "move n");
			CU_ASSERT_TRUE(says(answer_to(&c, "red"),
				"move phase is over (to pick a treasure up"));
		}
		club_clear(&c);
	}
}
