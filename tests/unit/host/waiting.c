/*
 * A game in which much is left for later: orders behind a window, offers that a
 * yes confirms, what a seat prefers, a question that all must agree to, and
 * players who are reminded.
 */
#include "host_tests.h"
#include "table.h"
#include "unit.h"

#define SETTLE 120 /* seconds that a reminder may be late */
#define ZOT    "cast zot hurt at blue with energy 6\n"

static void later(struct club *c, int hours)
{
	club_later(c, (int64_t)hours * CLUB_HOUR + SETTLE);
}

/* Yellow evades a punch, and is pushed where it prefers. */
static void declare(struct club *c)
{
	say(c, "yellow",
		"when attacked by punch: counter with featherweight\n"
		"when asked: pass\nwhen pushed: prefer s, n, e");
	say(c, "green", "when asked: pass");
	say(c, "red", "mvoe s");
	say(c, "red", "yes");
	say(c, "red", "undo");
}

/* It hits, the plan goes on, and all of it is taken back. */
static void take_back(struct club *c)
{
	say(c, "red", ZOT "if hit: move s");
	say(c, "blue", "1");
	say(c, "red", "undo 2");
	say(c, "green", "1");
	say(c, "yellow", "agree");
	say(c, "blue", "agree");
}

/* Blue answers when it is reminded, by a mail that is read by half, and what
 * Red planned for that goes on and opens a window of its own. */
static void counter(struct club *c)
{
	say(c, "red",
		ZOT "if countered:\n  cast rotate sector green by 90\nelse:\n"
		    "  end");
	later(c, 12);
	say(c, "blue", "coutner with full shield");
	say(c, "blue", "yes");
	say(c, "red", "pass");
	say(c, "blue", "1");
	say(c, "red", "end");
}

/* Blue ends its turn behind a punch; Yellow lets the clock end its own. */
static void remind(struct club *c)
{
	later(c, 36);
	later(c, 24);
	say(c, "blue", "punch yellow\nif countered: end");
	say(c, "red", "pass");
	later(c, 73);
}

static unsigned told(const struct club *c, const char *words)
{
	unsigned n = 0;

	for (size_t i = 0; i < c->n_letters; i++)
		n += tells(c->letter[i]->text, words);
	return n;
}

/* What the tests of killed processes rely on. */
static void check(struct club *c)
{
	struct sp_game *g = club_state(c, TABLE_GID);

	EQUAL_INT(g->turn, 8);
	sp_free(g);
	EQUAL_INT(told(c, "Do you mean this?"), 2);
	EQUAL_INT(told(c, "taken back: \"Red walks b1 b2\""), 1);
	EQUAL_INT(told(c, "orders that waited went on"), 3);
	EQUAL_INT(called(c, 0, NULL, "asks to take something back"), 3);
	EQUAL_INT(called(c, 0, NULL, "What Red did is taken back"), 2);
	EQUAL_INT(told(c, "Your `when pushed: prefer south, north, east` "
			  "answered for you: choose south."),
		1);
	EQUAL_INT(called(c, 0, NULL, "a reminder: "), 3);
	EQUAL_INT(club_letters(c, 0, NULL, "The clock ended"), 1);
}

void scenario_of_waiting(struct club *start, struct tape *tape)
{
	struct sp_live *live;
	struct club c;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, YELLOW, "featherweight");
	table_lay(live);
	/* the tags of a table that was laid by hand are made anew */
	club_close(&c);
	club_unclean(&c);
	club_pass(&c);
	club_close(&c);
	club_copy(start, &c);
	tape->event = NULL;
	tape->n = 0;
	c.tape = tape;
	declare(&c);
	take_back(&c);
	counter(&c);
	remind(&c);
	check(&c);
	club_clear(&c);
}
