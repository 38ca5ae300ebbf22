/* Numbers of a mail's list in the place of orders, and those of a list that the
 * writer makes. */
#include "table.h"

#define GID "numbers-gggggggg"

/* Whoever is to move answers the mail that has the list. */
static void answer(struct club *c, const char *text)
{
	const struct letter *turn = club_present(c, GID);

	CONTAINS(turn->text, "| 2  ");
	LACKS(turn->text, "| 2  end");
	c->now += 60;
	(void)club_reply(
		c, turn, club_person(club_active(c, GID))->colour, text);
	club_pass(c);
}

TEST("host/numbered", "a list of one's own goes on with its numbers")
{
	struct club c;

	club_make(&c);
	club_game(&c, GID, 2, "cards=no", true);
	const char *mover = club_person(club_active(&c, GID))->colour;

	/* the end alone: nothing of the mail's list */
	answer(&c, "1. set remind 5\n2. end");
	EQUAL_INT(c.pass.commits, 1);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

TEST("host/numbered", "a number of the mail's list, and the end of the turn")
{
	struct club c;

	club_make(&c);
	club_game(&c, GID, 2, "cards=no", true);
	const char *mover = club_person(club_active(&c, GID))->colour;

	answer(&c, "1. End.");
	EQUAL_INT(c.pass.commits, 2);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}
