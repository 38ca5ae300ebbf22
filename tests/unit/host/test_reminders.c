/* Whoever has not answered is called once more, and once more before the end.
 */
#include "table.h"

#define SETTLE   120
#define HOURS(n) ((int64_t)(n)*CLUB_HOUR)

static void at(struct club *c, int64_t instant)
{
	c->now = instant;
	club_pass(c);
}

/* How many reminders came to a seat since the letter `from`. */
static unsigned reminded(const struct club *c, size_t from, const char *colour)
{
	return club_letters(c, from, colour, "a reminder: ");
}

static void restart(struct club *c)
{
	club_close(c);
	club_open(c);
}

/* Half way to the deadline, and twelve hours before it; each once, whatever
 * process looks, with the board and all that the first call said. */
TEST("host/reminders", "a turn")
{
	struct club c;
	const struct letter *call, *again;
	const char *mover;
	int64_t begin;
	size_t from;

	table(&c, "cards=yes schools=first");
	call = club_present(&c, TABLE_GID);
	mover = club_person(club_active(&c, TABLE_GID))->colour;
	begin = club_deadline(&c, TABLE_GID) - HOURS(72);
	from = c.n_letters;
	at(&c, begin + HOURS(36) + SETTLE - 1);
	EQUAL_INT(reminded(&c, from, NULL), 0);
	at(&c, begin + HOURS(36) + SETTLE);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(c.n_letters, from + 1);
	EQUAL_INT(reminded(&c, from, mover), 1);
	again = club_letter(&c, mover, "a reminder: your move");
	CU_ASSERT_TRUE(says(again, "It is still your move; the clock ends it "
				   "in 1 d 12 h"));
	CU_ASSERT_TRUE(says(again, "Reply with a number"));
	LACKS(again->text, "Earlier mails of this turn");
	CU_ASSERT_TRUE(says(again, "Destroy Wall"));
	DIFFERENT_STRING(again->id, call->id);
	restart(&c);
	at(&c, begin + HOURS(60) + SETTLE - 1);
	EQUAL_INT(c.n_letters, from + 1);
	at(&c, begin + HOURS(60) + SETTLE);
	EQUAL_INT(reminded(&c, from, mover), 2);
	again = club_letter(&c, mover, "a reminder: your move");
	CU_ASSERT_TRUE(says(again, "in 12 h"));
	restart(&c);
	at(&c, begin + HOURS(71));
	EQUAL_INT(c.n_letters, from + 2);
	/* the turn can be ended by an answer to the reminder */
	(void)club_reply(&c, again, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	DIFFERENT_STRING(club_active(&c, TABLE_GID), mover);
	club_clear(&c);
}

/* Who has answered is left alone, and so is a seat that nobody asked. */
TEST("host/reminders", "a round")
{
	struct club c;
	const struct letter *again;
	size_t from;
	int64_t begin;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot at blue with energy 6");
	from = c.n_letters;
	begin = club_deadline(&c, TABLE_GID) - HOURS(24);
	EQUAL_INT(begin, c.now);
	at(&c, begin + HOURS(12) + SETTLE);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(reminded(&c, from, "blue"), 1);
	EQUAL_INT(reminded(&c, from, "red"), 0);
	again = club_letter(&c, "blue", "a reminder: ");
	CU_ASSERT_TRUE(says(again, "Blue, your answer is still missing; the "
				   "clock answers for you in 12 h"));
	CU_ASSERT_TRUE(says(again, "Zot!"));
	/* it is answered like the first call */
	(void)club_reply(&c, again, "blue", "counter with full shield");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "Full Shield"));
	/* and then he has answered */
	from = c.n_letters;
	at(&c, begin + HOURS(23));
	EQUAL_INT(reminded(&c, from, "blue"), 0);
	club_clear(&c);
}

/* One who has answered already is left alone while others are waited for. */
TEST("host/reminders", "a round that others keep open")
{
	struct club c;
	size_t from;

	table(&c, "cards=yes schools=first hold=20");
	say(&c, "red", "cast zot at blue with energy 6");
	from = c.n_letters;
	say(&c, "blue", "pass");
	at(&c, c.now + HOURS(13));
	EQUAL_INT(reminded(&c, from, "blue"), 0);
	club_clear(&c);
}

/* Behind a long silence of ours the reminder would come with the end: it does
 * not; and a game with little time has none. */
TEST("host/reminders", "where they are of no use")
{
	struct club c;
	size_t from;

	table(&c, "cards=yes schools=first");
	from = c.n_letters;
	at(&c, club_deadline(&c, TABLE_GID) - CLUB_HOUR + 1);
	EQUAL_INT(c.n_letters, from);
	club_clear(&c);
	/* of two in one pass the second is enough */
	table(&c, "cards=yes schools=first");
	from = c.n_letters;
	at(&c, club_deadline(&c, TABLE_GID) - HOURS(11));
	EQUAL_INT(c.n_letters, from + 1);
	club_clear(&c);
	table(&c, "cards=yes schools=first deadline=3");
	from = c.n_letters;
	for (int i = 0; i < 17; i++)
		at(&c, c.now + CLUB_HOUR / 6);
	EQUAL_INT(c.n_letters, from);
	club_clear(&c);
}
