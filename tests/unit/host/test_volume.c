/* How many mails a player gets: no receipt where there is nothing to say. */
#include "sealed.h"
#include "table.h"

#define OPTIONS "cards=yes schools=first"

static void let_have(struct club *c, enum sp_volume volume)
{
	c->config.volume = volume;
	club_close(c);
	club_open(c);
}

static void begin(struct club *c)
{
	table(c, OPTIONS);
	c->quiet = getenv("SP_LOUD") == NULL;
	let_have(c, SP_VOLUME_NORMAL);
}

static const struct letter *newest(const struct club *c, const char *colour)
{
	return club_last_to(c, 0, club_person(colour)->address);
}

/* Letters to a seat, in the order of writing, from `from` on. */
static unsigned letters_to(
	const struct club *c, size_t from, const char *colour)
{
	unsigned n = 0;

	for (size_t i = from; i < c->n_letters; i++)
		n += sp_streq(c->letter[i]->to, club_person(colour)->address);
	return n;
}

/* A seat writes; how many letters it got by that. */
static unsigned gets(struct club *c, const char *who, const char *text)
{
	size_t from = c->n_letters;

	say(c, who, text);
	return letters_to(c, from, who);
}

TEST("host/volume", "a turn that was done whole gets no receipt")
{
	struct club c;
	size_t from;

	begin(&c);
	from = c.n_letters;
	EQUAL_INT(gets(&c, "red", "move s\nend"), 0);
	EQUAL_INT(called(&c, from, "blue", "your move"), 1);
	EQUAL_INT(gets(&c, "blue", "end"), 0);
	EQUAL_INT(gets(&c, "yellow", "end"), 0);
	from = c.n_letters;
	EQUAL_INT(gets(&c, "green", "end"), 0);
	/* the next call tells of it, once */
	EQUAL_INT(letters_to(&c, from, "red"), 1);
	const struct letter *call = newest(&c, "red");
	CU_ASSERT_TRUE(says(call, "Your last turn, and since"));
	CU_ASSERT_TRUE(says(call, "Turn 5: Red"));
	CU_ASSERT_TRUE(says(call, "Turn 8: Green"));
	for (int i = 0; i < 2; i++)
		say(&c, "red", "set mail all");
	say(&c, "red", "end");
	say(&c, "blue", "end");
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	call = newest(&c, "red");
	CU_ASSERT_TRUE(says(call, "Since your last turn"));
	CU_ASSERT_PTR_NULL(strstr(call->text, "Turn 9: Red"));
	club_clear(&c);
}

/* Press is a sealed commit, and the turn is told from there on. */
TEST("host/volume", "a turn that begins with press is told from there on")
{
	struct club c;

	begin(&c);
	say(&c, "red", "move s\nend");
	say(&c, "blue", "end");
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	say(&c, "red", "press to blue: hello");
	EQUAL_INT(gets(&c, "red", "move s\nend"), 0);
	say(&c, "blue", "end");
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	const struct letter *call = newest(&c, "red");
	CU_ASSERT_TRUE(says(call, "Your last turn, and since"));
	CU_ASSERT_TRUE(says(call, "Turn 9: Red"));
	LACKS(call->text, "Turn 5: Red");
	LACKS(call->text, "Turn 8: Green");
	club_clear(&c);
}

TEST("host/volume", "what has anything to say is sent")
{
	static const char *const texts[] = {
		"move s\nboard\nend",            /* asked */
		"move s\nmove n n n n\nend",     /* refused */
		"move s\nmoev n\nend",           /* not understood */
		"move s\nHow are you all?\nend", /* prose that holds it back */
		"move s",                        /* the turn is open */
		"when attacked: pass\nmove s\nend",
		"press to blue: hello\nend",
	};
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++) {
		begin(&c);
		EQUAL_INT(gets(&c, "red", texts[i]), 1);
		club_clear(&c);
	}
}

TEST("host/volume", "a player sets it, for all games and processes")
{
	struct club c;

	begin(&c);
	EQUAL_INT(gets(&c, "red", "set mail all"), 1);
	CU_ASSERT_TRUE(says(newest(&c, "red"), "set mail all"));
	CU_ASSERT_TRUE(says(newest(&c, "red"),
		"from now on each mail of yours gets a receipt"));
	club_close(&c);
	club_open(&c);
	EQUAL_INT(gets(&c, "red", "move s\nend"), 1);
	/* that of another is as it was */
	EQUAL_INT(gets(&c, "blue", "end"), 0);
	EQUAL_INT(gets(&c, "red", "set mail to normal"), 1);
	EQUAL_INT(gets(&c, "yellow", "set mail loud\nend"), 1);
	CU_ASSERT_TRUE(says(newest(&c, "yellow"),
		"write `set mail low`, `set mail normal` or `set mail all`"));
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	EQUAL_INT(gets(&c, "red", "end"), 0);
	club_clear(&c);
}

TEST("host/volume", "it holds in a game that is made later")
{
	struct club c;
	const char *gid = "later-nnnnnnnn";

	begin(&c);
	say(&c, "red", "set mail all");
	say(&c, "blue", "set mail normal");
	club_game(&c, gid, 2, "", true);
	/* what the start tells of it goes by what is in memory as it was made
	 */
	CU_ASSERT_PTR_NULL(strstr(newest(&c, "red")->text, "gets no receipt"));
	CU_ASSERT_TRUE(tells(newest(&c, "blue")->text, "gets no receipt"));
	for (int i = 0; i < 2; i++) {
		const struct letter *call = club_present(&c, gid);
		const char *who = club_active(&c, gid);
		size_t from = c.n_letters;

		(void)club_reply(&c, call, who, "end");
		club_pass(&c);
		EQUAL_INT(letters_to(&c, from, who),
			sp_streq(who, "red") ? 1 : 0);
	}
	club_clear(&c);
}

TEST("host/volume", "an order behind which `end` alone waits")
{
	struct club c;
	size_t from;

	begin(&c);
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	from = c.n_letters;
	EQUAL_INT(
		gets(&c, "red", "cast zot hurt at blue with energy 6\nend"), 0);
	EQUAL_INT(letters_to(&c, from, "blue"), 1);
	from = c.n_letters;
	EQUAL_INT(gets(&c, "blue", "pass"), 1); /* it is called */
	/* that it went on is told, and then no more */
	EQUAL_INT(letters_to(&c, from, "red"), 1);
	CU_ASSERT_TRUE(says(newest(&c, "red"), "Your orders went on"));
	CU_ASSERT_TRUE(says(newest(&c, "red"), "Zot"));
	say(&c, "blue", "end");
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	CU_ASSERT_TRUE(says(newest(&c, "red"), "Since your last turn"));
	club_clear(&c);
	/* more than that is shown as it was understood */
	begin(&c);
	EQUAL_INT(gets(&c, "red",
			  "cast zot hurt at blue with energy 6\nmove s\nend"),
		1);
	club_clear(&c);
}

TEST("host/volume", "a pass among others is a pass")
{
	struct club c;

	begin(&c);
	say(&c, "red", "cast zot hurt at blue with energy 6");
	EQUAL_INT(gets(&c, "yellow", "pass"), 0);
	EQUAL_INT(gets(&c, "blue", "counter with full shield"), 1);
	club_clear(&c);
}

TEST("host/volume", "a little is what asks for something")
{
	struct club c;
	size_t from;

	for (int low = 0; low < 2; low++) {
		begin(&c);
		if (low != 0)
			let_have(&c, SP_VOLUME_LOW);
		say(&c, "red", "cast zot hurt at blue with energy 6");
		say(&c, "blue", "pass");
		say(&c, "yellow", "pass");
		from = c.n_letters;
		say(&c, "green", "pass");
		EQUAL_INT(called(&c, from, "blue", "All have answered"),
			low == 0);
		EQUAL_INT(called(&c, from, "red", "your move"), 1);
		club_clear(&c);
	}
}

TEST("host/volume", "a mail that came twice, of which nothing was sent")
{
	struct club c;
	unsigned commits;

	begin(&c);
	say(&c, "red", "move s\nend");
	commits = club_commits(&c, TABLE_GID);
	/* by the same text it is told that it was done */
	EQUAL_INT(gets(&c, "red", "move s\nend"), 1);
	CU_ASSERT_TRUE(says(newest(&c, "red"), "Already done"));
	EQUAL_INT(club_commits(&c, TABLE_GID), commits);
	club_clear(&c);
}
