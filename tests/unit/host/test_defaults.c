/* Public defaults in a club: who is not asked, and how a seat drops them. */
#include "table.h"

static void begin(struct club *c, const char *options)
{
	table(c, options);
	club_close(c);
	c->defaults = true;
}

/* The game with a card more in a hand. */
static void begin_with(
	struct club *c, const char *options, int seat, const char *card)
{
	struct sp_live *live;

	begin(c, options);
	live = table_load(c);
	table_hold(live, seat, card);
	table_lay(live);
}

/* Red stands where a treasure of Blue's lies, and Blue holds a Ward. */
static void begin_to_treasure(struct club *c)
{
	struct sp_live *live;

	begin(c, "cards=yes schools=first");
	live = table_load(c);
	table_hold(live, BLUE, "ward");
	table_come_to_treasure(live, RED, BLUE);
	table_lay(live);
}

static unsigned windows(const struct club *c, size_t from, const char *colour)
{
	return called(c, from, colour, "answer by");
}

/* Who sees it, and might absorb it, is not asked about what hits another. */
TEST("host/defaults", "only who is aimed at is asked")
{
	struct club c;
	size_t from;

	begin(&c, "cards=yes schools=first");
	from = c.n_letters;
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(windows(&c, from, "blue"), 1);
	EQUAL_INT(windows(&c, from, NULL), 1);
	from = c.n_letters;
	say(&c, "blue", "pass");
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	CU_ASSERT_TRUE(life_of(&c, BLUE) < 15);
	club_clear(&c);
}

/* Blue could negate it: what nobody is asked about stops nothing. */
TEST("host/defaults", "a round that touches nobody closes at once")
{
	struct club c;
	size_t from;

	begin_with(&c, "cards=yes schools=first", RED, "create-wall");
	from = c.n_letters;
	say(&c, "red", "cast create wall at a2/b2\nmove n\nboard");
	EQUAL_INT(windows(&c, from, NULL), 0);
	EQUAL_INT(club_letters(&c, from, "blue", ""), 0);
	LACKS(answer_to(&c, "red")->text, "waiting for");
	club_clear(&c);
}

TEST("host/defaults", "the first window mail shows them, and no later one")
{
	static const char *const lines[] = { "| when not aimed at me: pass",
		"| when damage not from an attack and not deadly: pass",
		"| when punched and not deadly: pass",
		"| when somebody picks up a treasure: pass",
		"| otherwise: ask" };
	struct club c;
	const struct letter *letter;

	begin(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot at blue with energy 6");
	letter = club_letter(&c, "blue", "answer by");
	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++)
		CU_ASSERT_TRUE(says(letter, lines[i]));
	CU_ASSERT_TRUE(tells(letter->text,
		"`forget defaults` drops them, `defaults on` brings them "
		"back."));
	/* a reminder is no first one */
	club_later(&c, 13 * CLUB_HOUR);
	letter = club_letter(&c, "blue", "a reminder");
	CU_ASSERT_FALSE(tells(letter->text, "forget defaults"));
	say(&c, "blue", "pass");
	say(&c, "red", "end");
	say(&c, "blue", "punch red\nend");
	EQUAL_INT(called(&c, 0, "red", "answer by"), 0);
	club_clear(&c);
}

/* Whoever holds what answers that is told in the mails that show the hand. */
TEST("host/defaults", "who picks up a treasure stops nothing")
{
	static const char hint[] =
		"  |     so nobody asks you whether to play your Ward;\n"
		"  |     to be asked, send the line `when treasure: ask`\n";
	struct club c;
	size_t from;

	begin_to_treasure(&c);
	say(&c, "blue", "hand");
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"), hint));
	say(&c, "blue", "declarations");
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"), hint));
	say(&c, "yellow", "hand\ndeclarations");
	LACKS(answer_to(&c, "yellow")->text, "so nobody asks");
	from = c.n_letters;
	say(&c, "red", "pick up treasure; end");
	EQUAL_INT(windows(&c, from, NULL), 0);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "your move"), hint));
	club_clear(&c);
}

TEST("host/defaults", "whoever wants to be asked of treasures is")
{
	struct club c;
	size_t from;

	begin_to_treasure(&c);
	say(&c, "blue", "when treasure: ask; hand");
	LACKS(answer_to(&c, "blue")->text, "so nobody asks");
	from = c.n_letters;
	say(&c, "red", "pick up treasure; end");
	EQUAL_INT(windows(&c, from, "blue"), 1);
	EQUAL_INT(windows(&c, from, NULL), 1);
	say(&c, "blue", "counter with ward");
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "Blue answers with Ward"));
	club_clear(&c);
}

TEST("host/defaults", "they are dropped and brought back")
{
	struct club c;
	size_t from;
	const struct letter *letter;

	begin(&c, "cards=yes schools=first");
	say(&c, "yellow", "hand");
	letter = answer_to(&c, "yellow");
	CU_ASSERT_TRUE(says(letter, "| when not aimed at me: pass"));
	CU_ASSERT_TRUE(
		tells(letter->text, "these are the public defaults: `forget "
				    "defaults` drops them"));
	say(&c, "yellow", "defaults on");
	CU_ASSERT_TRUE(tells(answer_to(&c, "yellow")->text,
		"the public defaults stand already"));
	say(&c, "yellow", "forget defaults\nstatus");
	letter = answer_to(&c, "yellow");
	CU_ASSERT_TRUE(tells(letter->text, "the public defaults are dropped: "
					   "you are asked whenever"));
	CU_ASSERT_TRUE(tells(letter->text, "the public defaults are dropped: "
					   "`defaults on` brings them back"));
	CU_ASSERT_FALSE(tells(letter->text, "when not aimed at me"));
	say(&c, "yellow", "defaults off");
	CU_ASSERT_TRUE(tells(answer_to(&c, "yellow")->text,
		"the public defaults are dropped already"));
	/* the process that opens the game anew knows it, too */
	club_close(&c);
	from = c.n_letters;
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(windows(&c, from, "blue"), 1);
	EQUAL_INT(windows(&c, from, "yellow"), 1);
	EQUAL_INT(windows(&c, from, NULL), 2);
	/* what was dropped is not shown as what answers */
	CU_ASSERT_FALSE(tells(club_letter(&c, "yellow", "answer by")->text,
		"not aimed at me"));
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 15);
	from = c.n_letters;
	say(&c, "yellow", "defaults on");
	CU_ASSERT_TRUE(tells(answer_to(&c, "yellow")->text,
		"the public defaults stand again, behind your own lines. It "
		"has answered what you were asked: you pass"));
	CU_ASSERT_TRUE(life_of(&c, BLUE) < 15);
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	club_clear(&c);
}

TEST("host/defaults", "lines of one's own come first")
{
	struct club c;
	size_t from;

	begin(&c, "cards=yes schools=first");
	say(&c, "yellow", "when asked: ask");
	say(&c, "green", "when attacked: ask");
	from = c.n_letters;
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(windows(&c, from, "yellow"), 1);
	EQUAL_INT(windows(&c, from, "green"), 0);
	/* and an answer of one's own counts, asked or not */
	say(&c, "yellow", "forget when asked");
	EQUAL_INT(life_of(&c, BLUE), 15);
	CU_ASSERT_TRUE(tells(answer_to(&c, "yellow")->text,
		"It has answered what you were asked: you pass"));
	club_clear(&c);
}

/* Blue stands beside Red: a punch is let through until it would kill. */
TEST("host/defaults", "a punch is asked about when it kills")
{
	struct club c;
	struct sp_live *live;
	size_t from;

	for (int life = 1; life <= 2; life++) {
		begin(&c, "cards=yes schools=first");
		live = table_load(&c);
		table_hold(live, BLUE, "shield");
		live->game.actor[BLUE].life = (int16_t)life;
		table_lay(live);
		from = c.n_letters;
		say(&c, "red", "punch blue");
		EQUAL_INT(windows(&c, from, "blue"), life == 1);
		EQUAL_INT(windows(&c, from, NULL), life == 1);
		EQUAL_INT(life_of(&c, BLUE), 1);
		club_clear(&c);
	}
}

/* Where nobody is asked anyway they say nothing, and are not shown. */
TEST("host/defaults", "a game in which nobody is asked has none")
{
	struct club c;

	begin(&c, "cards=yes schools=first windows=declared");
	say(&c, "yellow", "hand");
	CU_ASSERT_FALSE(
		tells(answer_to(&c, "yellow")->text, "not aimed at me"));
	club_clear(&c);
}

/* Blue could negate what touches nobody, and hears so when they are called. */
TEST("host/defaults", "whoever could have answered hears of it, alone and once")
{
	static const char words[] =
		"`when not aimed at me: pass` passed for you on Red's Create "
		"Wall, though you could have answered: `forget defaults` has "
		"you asked.";
	struct club c;
	size_t from;

	begin(&c, "cards=yes schools=first");
	struct sp_live *live = table_load(&c);
	table_hold(live, RED, "create-wall");
	table_hold(live, BLUE, "negate-neutral");
	table_lay(live);
	from = c.n_letters;
	say(&c, "red", "cast create wall at a2/b2\nend");
	/* no mail of its own */
	if (!sp_streq(club_active(&c, TABLE_GID), "blue"))
		EQUAL_INT(club_letters(&c, from, "blue", ""), 0);
	for (int i = 0; i < 4 && !sp_streq(club_active(&c, TABLE_GID), "blue");
		i++)
		say(&c, club_active(&c, TABLE_GID), "end");
	const struct letter *l = club_letter(&c, "blue", "your move");
	CU_ASSERT_TRUE(tells(l->text, words));
	unsigned told = 0;
	for (size_t i = from; i < c.n_letters; i++)
		told += tells(c.letter[i]->text, "passed for you");
	EQUAL_INT(told, 1);
	/* once */
	for (int i = 0; i < 4; i++)
		say(&c, club_active(&c, TABLE_GID), "end");
	for (size_t i = from; i < c.n_letters; i++)
		told += tells(c.letter[i]->text, "passed for you");
	EQUAL_INT(told, 2);
	club_clear(&c);
}
