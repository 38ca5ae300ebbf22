/* The orders of a mail: what is done, what is not, and what its receipt says.
 */
#include "table.h"

#define GID "word-gggggggg"

static const struct letter *begin(struct club *c, int seats, const char **mover)
{
	club_make(c);
	club_game(c, GID, seats, "", true);
	*mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	return club_present(c, GID);
}

/* One of the parts of a receipt, from its heading to the next empty line; ""
 * where it has none. sp_free it. */
static char *part(const struct letter *receipt, const char *heading)
{
	char *wanted = sp_xasprintf("\n\n%s\n", heading);
	const char *at = strstr(receipt->text, wanted);
	const char *end;
	char *out;

	if (at == NULL) {
		sp_free(wanted);
		return sp_xstrdup("");
	}
	at += strlen(wanted);
	end = strstr(at, "\n\n");
	out = end != NULL ? sp_xstrndup(at, (size_t)(end - at))
			  : sp_xstrdup(at);
	sp_free(wanted);
	return out;
}

static void has(
	const struct letter *receipt, const char *heading, const char *words)
{
	char *text = part(receipt, heading);

	if (strstr(text, words) == NULL)
		printf("\n  \"%s\" is not under \"%s\":\n%s\n", words, heading,
			receipt->text);
	CONTAINS(text, words);
	sp_free(text);
}

static void has_no(const struct letter *receipt, const char *heading)
{
	char *text = part(receipt, heading);

	if (*text != '\0')
		printf("\n  under \"%s\":\n%s\n", heading, text);
	EQUAL_STRING(text, "");
	sp_free(text);
}

#define DONE     "Done"
#define REFUSED  "Refused"
#define NOT_DONE "Not done"
#define WRONG    "I did not understand"
#define IGNORED  "I ignored"

static const struct letter *write_to(struct club *c,
	const struct letter *letter, const char *colour, const char *text)
{
	(void)club_reply(c, letter, colour, text);
	club_pass(c);
	return club_letter(c, colour, "Re: ");
}

/* A walk in the words of its receipt, from any position. */
static char *a_walk(const struct letter *turn)
{
	char order[200];

	CU_ASSERT_FATAL(letter_suggestion(turn, order));
	CU_ASSERT_FATAL(sp_starts(order, "move"));
	return sp_xstrdup(order);
}

TEST("host/orders", "several orders, several commits")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *receipt;
	char *walk = a_walk(turn);
	char *text = sp_xasprintf("%s\nend", walk);

	receipt = write_to(&c, turn, mover, text);
	EQUAL_INT(c.pass.commits, 2);
	has(receipt, DONE, "| move ");
	has(receipt, DONE, "| end ");
	has_no(receipt, REFUSED);
	has_no(receipt, NOT_DONE);
	has_no(receipt, WRONG);
	CONTAINS(receipt->text, "errors 0");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	sp_free(walk);
	sp_free(text);
	club_clear(&c);
}

/* After the first order that is refused nothing that changes the game is
 * done; questions are answered, press is sent. */
TEST("host/orders", "a refused order stops the rest")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 3, &mover);
	const struct letter *receipt;
	char *walk = a_walk(turn);
	char *text = sp_xasprintf("%s\ndrop treasure; end\nstatus\n"
				  "press to all: still here\nboard",
		walk);

	receipt = write_to(&c, turn, mover, text);
	EQUAL_INT(c.pass.commits, 2);
	has(receipt, DONE, "| move ");
	has(receipt, DONE, "press to ");
	has(receipt, REFUSED, "| drop treasure ");
	has_no(receipt, NOT_DONE);
	has_no(receipt, WRONG);
	CONTAINS(receipt->text, "As you asked: Status\n");
	CONTAINS(receipt->text, "As you asked: Board\n");
	CONTAINS(receipt->text, "errors 1");
	CONTAINS(receipt->text,
		"Not all of your mail was done: `drop treasure` was refused. "
		"Write that\nline again in other words, alone, and the rest of "
		"your mail follows it\nby itself:\n  | end\n");
	EQUAL_INT(club_letters(&c, 0, NULL, "says to all"), 2);
	EQUAL_STRING(club_active(&c, GID), mover);
	/* the receipt asks for what is left, and a reply to it plays on */
	receipt = write_to(&c, receipt, mover, "end");
	EQUAL_INT(c.pass.commits, 1);
	sp_free(walk);
	sp_free(text);
	club_clear(&c);
}

/* A line that begins like an order but is none stops what would come next. */
TEST("host/orders", "so does a half-understood one")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *receipt;
	char *walk = a_walk(turn);
	char *text = sp_xasprintf("Hello judge, how are you?\n\n%s\n"
				  "punch rde\nend\nhistory 2\n"
				  "press to all: hear, hear\n",
		walk);

	receipt = write_to(&c, turn, mover, text);
	EQUAL_INT(c.pass.commits, 2);
	has(receipt, DONE, "| move ");
	has(receipt, WRONG, "punch rde");
	has(receipt, WRONG, "^");
	CONTAINS(receipt->text, "so `end` waits");
	has(receipt, IGNORED, "| Hello judge, how are you?");
	has_no(receipt, REFUSED);
	CONTAINS(receipt->text, "As you asked: History\n");
	EQUAL_INT(club_letters(&c, 0, NULL, "says to all"), 1);
	EQUAL_STRING(club_active(&c, GID), mover);
	/* where it comes first, nothing is done at all */
	receipt = write_to(&c, receipt, mover, "end of story\nend");
	EQUAL_INT(c.pass.commits, 0);
	has(receipt, NOT_DONE, "| end");
	has_no(receipt, DONE);
	sp_free(walk);
	sp_free(text);
	club_clear(&c);
}

TEST("host/orders", "a mail without an order")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *receipt;
	char order[200];

	receipt = write_to(&c, turn, mover, "Thanks for hosting, see you!");
	EQUAL_INT(c.pass.commits, 0);
	CONTAINS(receipt->text, "Nothing in your mail was an order");
	has(receipt, IGNORED, "Thanks for hosting");
	CU_ASSERT_TRUE(letter_suggestion(receipt, order));
	/* nothing at all, only what is quoted */
	receipt = write_to(&c, turn, mover,
		"\nOn Tue, 24 Nov 2026 at 17:00, Guild Judge wrote:\n"
		"> end\n> move n\n");
	EQUAL_INT(c.pass.commits, 0);
	CONTAINS(receipt->text, "Quoted lines left out: 3.");
	EQUAL_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

/* Every reply quotes: nobody need be told but where words of his may be among
 * what was cut. */
TEST("host/orders", "quoted lines of one's own")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *receipt;

	receipt = write_to(&c, turn, mover,
		"status\n\nOn Tue, 24 Nov 2026 at 17:00, Guild Judge wrote:\n"
		"> end\n> move n\n");
	LACKS(receipt->text, "Quoted lines");
	receipt = write_to(&c, turn, mover, "status\n\n> end\n> move n\n");
	CONTAINS(receipt->text, "Quoted lines left out: 2.");
	/* what is misunderstood was read, too */
	receipt = write_to(&c, turn, mover,
		"move to nowhere\n\nOn Tue, 24 Nov 2026 at 17:00, Judge wrote:\n"
		"> end\n");
	LACKS(receipt->text, "Quoted lines");
	club_clear(&c);
}

/* Not his turn: refused, and whose it is. */
TEST("host/orders", "out of turn")
{
	struct club c;
	const char *mover, *waits;
	const struct letter *receipt;

	(void)begin(&c, 2, &mover);
	waits = sp_streq(mover, "red") ? "blue" : "red";
	receipt = write_to(
		&c, club_letter(&c, waits, "The game starts"), waits, "end");
	EQUAL_INT(c.pass.commits, 0);
	has(receipt, REFUSED, "| end");
	EQUAL_STRING(club_active(&c, GID), mover);
	/* a question is answered at any time */
	receipt = write_to(&c, receipt, waits, "board");
	CONTAINS(receipt->text, "As you asked: Board\n");
	club_clear(&c);
}

/* The seats that are named, each once, never the writer; one sealed commit for
 * all who get the same. */
TEST("host/orders", "press")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 4, &mover);
	const struct letter *receipt, *press;
	unsigned commits = club_commits(&c, GID);
	size_t from;

	DIFFERENT_STRING(mover, "green");
	receipt = write_to(&c, turn, mover,
		"press to green: meet me\nat the well\nendpress\nstatus\n");
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, NULL, " says to "), 1);
	press = club_letter(&c, "green", " says to ");
	CONTAINS(press->text, "| meet me\n");
	LACKS(press->text, "endpress");
	LACKS(press->text, "tatus");
	LACKS(press->raw, club_person(mover)->address);
	has(receipt, DONE, "press to Green");
	CONTAINS(receipt->text, "As you asked: Status\n");

	/* to all, twice in a mail: one letter to each */
	from = c.n_letters;
	(void)write_to(&c, receipt, mover,
		"press to all: one\nendpress\npress to all: one\nendpress");
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, from, NULL, "says to all"), 3);
	EQUAL_INT(club_letters(&c, from, mover, "says to all"), 0);
	/* the answer goes the other way, with the answerer's own token */
	from = c.n_letters;
	char *answer = sp_xasprintf("press to %s: I shall be there", mover);
	(void)club_reply(&c, press, "green", answer);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, from, mover, "Green says to you"), 1);
	sp_free(answer);
	/* only to oneself: nobody */
	char *self = sp_xasprintf("press to %s: hello me", mover);
	receipt = write_to(&c, turn, mover, self);
	has(receipt, REFUSED, "press to");
	sp_free(self);
	EQUAL_INT(club_commits(&c, GID), commits + 3);
	club_clear(&c);
}

/* What a mail program broke into lines comes whole, and is not sent at all
 * where a line of it may be an order. */
TEST("host/orders", "press of several lines")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 4, &mover);
	const struct letter *receipt, *press;

	DIFFERENT_STRING(mover, "green");
	receipt = write_to(&c, turn, mover,
		"press to green: Hello,\na long text that the mail client "
		"has\nwrapped here\n\nand a second paragraph\nstatus\n");
	press = club_letter(&c, "green", " says to ");
	CONTAINS(press->text, "  | a long text that the mail client has "
			      "wrapped here\n  |\n  | and "
			      "a second paragraph\n\n");
	LACKS(press->text, "status");
	CONTAINS(receipt->text, "As you asked: Status\n");
	has_no(receipt, IGNORED);

	size_t from = c.n_letters;
	receipt = write_to(
		&c, receipt, mover, "press to all: hello\npush green\n\nend\n");
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, from, NULL, "says to"), 0);
	has(receipt, WRONG, "line 2: push green");
	has(receipt, WRONG, "\"endpress\"");
	EQUAL_STRING(club_active(&c, GID), mover);
	receipt = write_to(&c, receipt, mover,
		"press to all: hello\npush green\nendpress\nend\n");
	EQUAL_INT(club_letters(&c, from, NULL, "says to"), 3);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

/* All press of a mail to one person is one mail, which says who got what. */
TEST("host/orders", "all press to one person is one mail")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 4, &mover);
	const struct letter *receipt, *press;
	const char *other = sp_streq(mover, "red") ? "blue" : "red";
	const char *fourth = sp_streq(mover, "yellow") ? "blue" : "yellow";
	char *text = sp_xasprintf("press to %s: first\n"
				  "press to all: second\n\n"
				  "press to green, %s: third\n"
				  "press to %s: fourth\nstatus\n",
		other, other, other);
	size_t from = c.n_letters;

	DIFFERENT_STRING(mover, "green");
	receipt = write_to(&c, turn, mover, text);
	/* other; green; the fourth */
	EQUAL_INT(c.pass.commits, 3);
	EQUAL_INT(club_letters(&c, from, NULL, " says to "), 3);
	EQUAL_INT(club_letters(&c, from, other, " says to "), 1);
	EQUAL_INT(club_letters(&c, from, fourth, "says to all"), 1);
	EQUAL_INT(club_letters(&c, from, "green", "says to all"), 0);
	press = club_letter(&c, other, " says to ");
	const char *at = press->text;
	const char *order[] = { "says to you:\n\n  | first\n\n",
		"says to all:\n\n  | second\n\n", "says to you",
		" and Green:\n\n  | third\n\n",
		"says to you:\n\n  | fourth\n\n", "To answer" };
	for (size_t i = 0; i < SP_ARRAY_LEN(order) && at != NULL; i++)
		at = strstr(at, order[i]);
	CU_ASSERT_PTR_NOT_NULL(at);
	press = club_letter(&c, fourth, " says to ");
	LACKS(press->text, "first");
	LACKS(press->text, "third");
	press = club_letter(&c, "green", " says to ");
	LACKS(press->text, "fourth");
	has(receipt, DONE, "sent: \"first\"");
	has(receipt, DONE, "sent: \"second\"");
	has(receipt, DONE, "sent: \"fourth\"");
	sp_free(text);

	/* who gets the same is in one commit, whatever the others get */
	text = sp_xasprintf(
		"press to green, %s: a\npress to %s: b", fourth, other);
	(void)write_to(&c, receipt, mover, text);
	EQUAL_INT(c.pass.commits, 2);
	sp_free(text);
	/* a long one is shown by its ends */
	receipt = write_to(&c, receipt, mover,
		"press to green: In the beginning there was a message that was "
		"far too long for the receipt to be shown whole");
	has(receipt, DONE, "sent: \"In the beginning there was a");
	has(receipt, DONE, "shown whole\"");
	has(receipt, DONE, " ...");
	CONTAINS(receipt->text,
		"\nSent to Green\n"
		"  | In the beginning there was a message that was far too\n"
		"  | long for the receipt to be shown whole\n");
	LACKS(receipt->text, "An empty line ends");
	club_clear(&c);
}

/* A message behind the colon ends at an empty line: orders are orders below it,
 * and prose that may have been more of it comes back as lines to copy. */
TEST("host/orders", "press and what stands below it")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 4, &mover);
	const struct letter *receipt, *press;
	size_t from = c.n_letters;

	receipt = write_to(&c, turn, mover,
		"press to green: shall we share?\n\nend\n\nThanks a lot,\nTom\n");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	press = club_letter(&c, "green", " says to ");
	CONTAINS(press->text, "  | shall we share?\n\n");
	LACKS(press->text, "Tom");
	has(receipt, DONE, "sent: \"shall we share?\"");
	has(receipt, IGNORED, "| Tom");
	LACKS(receipt->text, "Sent to");
	EQUAL_INT(club_letters(&c, from, NULL, " says to "), 1);

	from = c.n_letters;
	receipt = write_to(&c, receipt, mover,
		"press to green: and then?\n\nI would take the north of it\n"
		"and you the south\n");
	LACKS(club_letter(&c, "green", " says to ")->text, "north");
	const char *left = strstr(receipt->text, "\n  | press to Green:\n");
	CU_ASSERT_PTR_NOT_NULL_FATAL(left);
	CONTAINS(left, "  | press to Green:\n"
		       "  | I would take the north of it\n"
		       "  | and you the south\n  | endpress\n");
	char *copy = sp_xstrndup(
		left, (size_t)(strstr(left, "endpress") + 9 - left));
	receipt = write_to(&c, receipt, mover, copy);
	sp_free(copy);
	press = club_letter(&c, "green", " says to ");
	CONTAINS(press->text, "\n  | I would take the north of it\n"
			      "  | and you the south\n\n");
	EQUAL_INT(club_letters(&c, from, NULL, " says to "), 2);
	/* a name is all that stands below */
	receipt = write_to(
		&c, receipt, mover, "press to green: yes\n\nCheers,\nTom\n");
	LACKS(receipt->text, "An empty line ends");
	has(receipt, IGNORED, "| Tom");
	/* four short lines are more than thanks and a name */
	receipt = write_to(&c, receipt, mover,
		"press to green: no\n\nso far\nso good\nall well\nor so\n");
	CONTAINS(receipt->text, "An empty line ends");
	club_clear(&c);
}

/* So many mails a day from one to another: one more is refused, and says when
 * there is room. */
TEST("host/orders", "press a day")
{
	struct club c;
	const struct letter *turn, *receipt;

	club_make(&c);
	club_game(&c, GID, 3, "press-a-day=2", true);
	turn = club_letter(&c, "red", "starts");
	c.now += 60;
	size_t from = c.n_letters;
	(void)write_to(&c, turn, "red", "press to blue: one");
	c.now += CLUB_HOUR;
	(void)write_to(&c, turn, "red", "press to blue: two\npress to blue: 2");
	EQUAL_INT(club_letters(&c, from, "blue", "Red says to you"), 2);
	c.now += CLUB_HOUR;
	receipt = write_to(
		&c, turn, "red", "press to all: three\npress to green: hm");
	EQUAL_INT(club_letters(&c, from, "blue", "Red says to you"), 2);
	receipt = write_to(&c, turn, "red", "press to all: three");
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, from, "blue", "Red says to you"), 2);
	EQUAL_INT(club_letters(&c, from, "yellow", "Red says to"), 2);
	has(receipt, DONE, "press to Yellow");
	has(receipt, REFUSED, "not sent to Blue");
	has(receipt, REFUSED, "Wed 25 Nov 17:01 UTC");
	/* others have their own count, and so have other directions */
	(void)write_to(&c, club_letter(&c, "blue", "starts"), "blue",
		"press to red: hello");
	EQUAL_INT(club_letters(&c, from, "red", "Blue says to you"), 1);
	/* a second too early, and in time */
	c.now = CLUB_NOON + 60 + 24 * CLUB_HOUR - 1;
	(void)write_to(&c, turn, "red", "press to blue: now?");
	EQUAL_INT(club_letters(&c, from, "blue", "Red says to you"), 2);
	c.now++;
	(void)write_to(&c, turn, "red", "press to blue: now!");
	EQUAL_INT(club_letters(&c, from, "blue", "Red says to you"), 3);
	(void)write_to(&c, turn, "red", "press to blue: and now?");
	EQUAL_INT(club_letters(&c, from, "blue", "Red says to you"), 3);
	club_clear(&c);
}

/* Press may be written before the game has begun, and after its end; there are
 * no boxes then. */
TEST("host/orders", "press before and after the game")
{
	struct club c;

	club_make(&c);
	club_game(&c, GID, 2, "rounds=1", false);
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, "red", "invited"), "red",
		"press to blue: will you play?");
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, "blue", "Red says to you"), 1);
	EQUAL_INT(c.pass.commits, 0);
	(void)club_reply(&c, club_letter(&c, "red", "invited"), "red", "join");
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "join");
	club_pass(&c);
	(void)club_play(&c, GID, 50);
	(void)club_reply(&c, club_letter(&c, "red", "is over"), "red",
		"press to blue: well played\nend");
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, "blue", "Red says to you"), 2);
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
}

/* Picking up ends the turn; an `end` behind that is no mistake. */
TEST("host/orders", "pick up treasure; end")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	const struct letter *receipt;

	(void)begin(&c, 2, &mover);
	turn = club_play_until(&c, GID, "pick up", 200);
	CU_ASSERT_PTR_NOT_NULL_FATAL(turn);
	mover = club_person(club_active(&c, GID))->colour;
	c.now += 60;
	receipt = write_to(&c, turn, mover, "pick up treasure; end");
	EQUAL_INT(c.pass.commits, 1);
	has(receipt, DONE, "| pick up");
	has(receipt, DONE, "| end ");
	has_no(receipt, REFUSED);
	has_no(receipt, NOT_DONE);
	LACKS(receipt->text, "over by now");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

static char *machine_line(const struct letter *letter, const char *key)
{
	char *wanted = sp_xasprintf(":: %s ", key);
	const char *at = strstr(letter->text, wanted);
	char *out = at != NULL ? sp_xstrndup(at + strlen(wanted),
					 strcspn(at + strlen(wanted), " \n"))
			       : sp_xstrdup("");

	sp_free(wanted);
	return out;
}

/* The machine-readable lines of a receipt that ended the turn tell of the same
 * decision as the mail to whoever moves next. */
TEST("host/orders", "a receipt names the next deadline")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *receipt, *next;
	char *said, *wanted;

	c.now += 7200;
	receipt = write_to(&c, turn, mover, "end");
	next = club_present(&c, GID);
	CU_ASSERT_PTR_NOT_EQUAL(next, turn);
	said = machine_line(receipt, "deadline");
	wanted = machine_line(next, "deadline");
	DIFFERENT_STRING(wanted, "");
	EQUAL_STRING(said, wanted);
	sp_free(said);
	sp_free(wanted);
	said = machine_line(receipt, "head");
	wanted = machine_line(next, "head");
	EQUAL_STRING(said, wanted);
	sp_free(said);
	sp_free(wanted);
	club_clear(&c);
}

/* Joining: once, with words that hold, and nothing else before the start. */
TEST("host/orders", "joining")
{
	struct club c;
	const struct letter *invitation, *receipt;
	char luck[230];

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	invitation = club_letter(&c, "red", "invited");
	c.now += 60;
	receipt = write_to(&c, invitation, "red", "move n\nend\nstatus");
	EQUAL_INT(c.pass.commits, 0);
	has(receipt, REFUSED, "| move n ");
	has(receipt, NOT_DONE, "| end");
	receipt = write_to(&c, invitation, "red", "luck of the draw");
	EQUAL_INT(c.pass.commits, 0);
	has(receipt, REFUSED, "| luck of the draw");
	memset(luck, 'x', sizeof(luck));
	luck[sizeof(luck) - 1] = '\0';
	char *text = sp_xasprintf("join\nluck %s", luck);
	receipt = write_to(&c, invitation, "red", text);
	sp_free(text);
	EQUAL_INT(c.pass.commits, 0);
	LACKS(receipt->text, "You have joined");
	receipt = write_to(&c, invitation, "red", "join\nluck a b c");
	EQUAL_INT(c.pass.commits, 1);
	CONTAINS(receipt->text, "You have joined as Red");
	CONTAINS(receipt->text, "joined, too: Blue");
	receipt = write_to(&c, invitation, "red", "join\nluck better words");
	EQUAL_INT(c.pass.commits, 0);
	has(receipt, REFUSED, "| join ");
	/* whose receipt tells of the start */
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "join");
	club_later(&c, 60);
	EQUAL_INT(c.pass.commits, 2);
	receipt = write_to(&c, invitation, "red", "join\nluck of the end");
	EQUAL_INT(c.pass.commits, 0);
	has(receipt, REFUSED, "the game has begun");
	club_clear(&c);
}

TEST("host/orders", "thanks behind the end of a game are no mistake")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	for (int s = 1; s < 4; s++)
		say(&c, club_people[s].colour, "when asked: pass");
	live = table_load(&c);
	live->game.actor[BLUE].life = 1;
	sp_game_place_treasure(&live->game, 2 * GREEN,
		live->game.actor[RED].home, &(struct sp_events){ .n = 0 });
	table_lay(live);
	say(&c, "red", "punch blue");
	EQUAL_INT_FATAL(club_letters(&c, 0, "blue", "Red wins"), 1);
	say(&c, "blue", "gg, thanks all!");
	const char *text = answer_to(&c, "blue")->text;
	CONTAINS(text, "thank you for playing");
	CONTAINS(text, "  | press to all: ");
	CONTAINS(text, "errors 0");
	LACKS(text, "was an order");
	LACKS(text, "help orders");
	club_clear(&c);
}

/* `end` would be the worst answer where nothing was understood. */
TEST("host/orders", "the first line says what became of the mail")
{
	static const char *const cases[][2] = {
		{ "cast the third thing\n",
			"\nNothing of your mail was done: what is marked below "
			"could not be read.\nSend it in other words.\nIt is "
			"still your turn.\n" },
		{ "status\nmove sideways\n",
			"\nNot all of your mail was done: what is marked below "
			"could not be read.\nSend it in other words.\nIt is "
			"still your turn.\n" },
		{ "standin helper@elsewhere.example\nmove sideways\n",
			"\nNot all of your mail was done: " },
		{ "drop treasure\n",
			"\nNothing of your mail was done: below stands what "
			"was refused, and why.\nIt is still your turn.\n" },
		{ "status\n",
			"\nIt is still your turn. Reply `end` to close it.\n" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;
		const char *mover;
		const struct letter *turn = begin(&c, 3, &mover);

		CONTAINS(write_to(&c, turn, mover, cases[i][0])->text,
			cases[i][1]);
		club_clear(&c);
	}
}
