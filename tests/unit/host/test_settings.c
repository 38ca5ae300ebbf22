/* What a player sets for himself: reminders, a new reply address, vacation, and
 * who stands in. */
#include "table.h"

#define GID  "sets-gggggggg"
#define HELP "helper@elsewhere.example"
#define DAY  (24 * CLUB_HOUR)

/* A game of three, without cards; *mover is who moves. */
static const struct letter *begin(
	struct club *c, const char *options, const char **mover)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, 3, options, true);
	*mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	return club_present(c, GID);
}

/* Answer a letter, and the newest letter to who did. */
static const struct letter *write(struct club *c, const struct letter *to,
	const char *from, const char *text)
{
	c->now += 60;
	(void)club_reply(c, to, from, text);
	club_pass(c);
	return club_last_to(c, 0, club_person(from)->address);
}

/* Whose turn it is ends it. */
static const char *end_turn(struct club *c)
{
	const char *mover = club_person(club_active(c, GID))->colour;

	(void)write(c, club_present(c, GID), mover, "end");
	return club_person(club_active(c, GID))->colour;
}

static unsigned reminders(const struct club *c, size_t from, const char *colour)
{
	return club_letters(c, from, colour, "a reminder: ");
}

/* ---- a new token --------------------------------------------------------- */

TEST("host/settings", "a new token asks once more, then the old one is dead")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover);
	const struct letter *question;
	unsigned turn_no, commits;

	(void)write(&c, turn, mover, "new token");
	question = club_letter(&c, mover, "do you want a new reply address");
	DIFFERENT_STRING(question->reply_to, turn->reply_to);
	/* until then the old one plays */
	CONTAINS(write(&c, turn, mover, "board")->text, "As you asked: Board");
	commits = club_commits(&c, GID);
	const struct letter *receipt = write(&c, question, mover, "yes");
	CONTAINS(receipt->text, "your reply address is a new one");
	DIFFERENT_STRING(receipt->reply_to, turn->reply_to);
	EQUAL_INT(club_commits(&c, GID), commits + 1);
	struct sp_game *g = club_state(&c, GID);
	turn_no = g->turn;
	sp_free(g);
	(void)write(&c, turn, mover, "end");
	g = club_state(&c, GID);
	EQUAL_INT(g->turn, turn_no);
	sp_free(g);
	(void)write(&c, receipt, mover, "end");
	g = club_state(&c, GID);
	EQUAL_INT(g->turn, turn_no + 1);
	sp_free(g);
	club_clear(&c);
}

TEST("host/settings", "no new token without a yes")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover);

	(void)write(&c, turn, mover, "new token");
	const struct letter *receipt = write(&c,
		club_letter(&c, mover, "do you want a new reply address"),
		mover, "no");
	CONTAINS(receipt->text, "all stays as it was");
	(void)write(&c, turn, mover, "end");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

/* ---- reminders ----------------------------------------------------------- */

TEST("host/settings", "when a player is reminded")
{
	static const struct {
		const char *order;
		int half, at_24, at_12; /* how many until then */
	} cases[] = { { "set remind 24", 1, 2, 2 },
		{ "set remind 12", 1, 1, 2 }, { "set remind off", 0, 0, 0 },
		{ "board", 1, 1, 2 } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;
		const char *mover;
		const struct letter *turn = begin(&c, "deadline=72", &mover);
		const char *first = mover;

		(void)write(&c, turn, mover, cases[i].order);
		do
			mover = end_turn(&c);
		while (!sp_streq(mover, first));
		club_close(&c); /* it is kept */
		size_t from = c.n_letters;
		int64_t due = club_deadline(&c, GID);

		club_later(&c, due - 35 * CLUB_HOUR - c.now);
		EQUAL_INT(reminders(&c, from, mover), cases[i].half);
		club_later(&c, due - 23 * CLUB_HOUR - c.now);
		EQUAL_INT(reminders(&c, from, mover), cases[i].at_24);
		club_later(&c, due - 11 * CLUB_HOUR - c.now);
		EQUAL_INT(reminders(&c, from, mover), cases[i].at_12);
		club_later(&c, due + CLUB_HOUR - c.now);
		const struct letter *late =
			club_letter(&c, mover, "The clock ended your turn");
		CONTAINS(late->text, "set remind 24");
		CONTAINS(late->text, "to move");
		club_clear(&c);
	}
}

/* ---- vacation ------------------------------------------------------------ */

TEST("host/settings", "the clock stands still for who is away")
{
	struct club c;
	const char *mover, *other;
	const struct letter *turn = begin(&c, "deadline=72", &mover);
	int64_t due = club_deadline(&c, GID), began;
	size_t from = c.n_letters;

	/* from Wed 25 Nov to the end of Sun 29 Nov: five days */
	const struct letter *receipt =
		write(&c, turn, mover, "vacation 2026-11-25 to 2026-11-29");
	CONTAINS(receipt->text, "9 days are left");
	EQUAL_INT(club_deadline(&c, GID), due + 5 * DAY);
	for (int s = 0; s < 3; s++)
		EQUAL_INT(club_letters(&c, from, club_people[s].colour,
				  "The game waits until"),
			!sp_streq(club_people[s].colour, mover));
	/* nobody is told why */
	other = club_people[sp_streq(mover, "red")].colour;
	LACKS(club_letter(&c, other, "The game waits until")->text, "acation");
	/* another one takes its place, and no time is won */
	(void)write(&c, turn, mover, "vacation 26 nov to 27 nov");
	EQUAL_INT(club_deadline(&c, GID), due + 2 * DAY);
	receipt = write(&c, turn, mover, "vacation off");
	EQUAL_INT(club_deadline(&c, GID), due);
	CONTAINS(write(&c, turn, mover, "vacation off")->text,
		"you are not away");
	/* the clock fires at the new time, not before */
	(void)write(&c, turn, mover, "vacation until 26 nov");
	began = c.now;
	EQUAL_INT(club_deadline(&c, GID),
		due + (CLUB_NOON / DAY + 3) * DAY - began);
	club_close(&c);
	club_later(&c, due + CLUB_HOUR - c.now);
	EQUAL_STRING(club_active(&c, GID), mover);
	club_later(&c, 4 * DAY);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

TEST("host/settings", "a vacation that begins in somebody else's turn")
{
	struct club c;
	const char *mover, *next;
	const struct letter *turn = begin(&c, "deadline=72", &mover);
	int64_t due;

	next = end_turn(&c);
	due = club_deadline(&c, GID);
	/* nobody waits for them now */
	(void)write(&c, turn, mover, "vacation 2026-11-25 to 2026-12-01");
	EQUAL_INT(club_deadline(&c, GID), due);
	EQUAL_INT(club_letters(&c, 0, next, "The game waits until"), 0);
	(void)end_turn(&c);
	EQUAL_INT(club_deadline(&c, GID), c.now + 72 * CLUB_HOUR);
	EQUAL_STRING(end_turn(&c), mover);
	EQUAL_INT(club_deadline(&c, GID), c.now + 72 * CLUB_HOUR + 7 * DAY);
	club_clear(&c);
}

/* The game begins on Tue 24 Nov, at 17:00. A day that was begun is spent. */
TEST("host/settings", "the days of a vacation")
{
	static const struct {
		const char *order, *left;
	} cases[] = { { "vacation 24 nov to 25 nov", "12 days are left" },
		{ "vacation 2026-11-20 to 2026-11-25", "11 days are left" },
		{ "vacation until 24.11.", "11 days are left" },
		{ "vacation 23 nov to 24 nov", "23 Nov 2027" },
		{ "vacation 1 dec to 12 dec",
			"these are 12 days, and you have 11 left" },
		{ "vacation 1 dec to 11 dec", "0 days are left" },
		{ "vacation 2 dec to 12 dec", "0 days are left" },
		{ "vacation off", "your clock runs again" },
		{ "vacation 31 dec to 2 jan", "8 days are left" } };
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=72", &mover);

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++)
		CU_ASSERT_TRUE(
			tells(write(&c, turn, mover, cases[i].order)->text,
				cases[i].left));
	club_clear(&c);
}

TEST("host/settings", "vacations that cannot be")
{
	static const struct {
		const char *order, *why;
	} cases[] = {
		{ "vacation 2026-12-01 to 2026-12-15",
			"these are 15 days, and you have 14 left" },
		{ "vacation 2026-12-05 to 2026-12-01", "before its first" },
		{ "vacation 2026-11-01 to 2026-11-23", "or is over" },
		{ "vacation 2028-12-01 to 2028-12-05", "more than a year" },
		{ "vacation 1 dec to 14 dec", "0 days are left" },
	};
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=72", &mover);
	int64_t due = club_deadline(&c, GID);

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		CU_ASSERT_TRUE(
			tells(write(&c, turn, mover, cases[i].order)->text,
				cases[i].why));
		EQUAL_INT(club_deadline(&c, GID), due);
	}
	club_clear(&c);
	turn = begin(&c, "deadline=72 vacation=0", &mover);
	CONTAINS(write(&c, turn, mover, "vacation 1 to 2 dec")->text,
		"nobody takes a vacation");
	club_clear(&c);
}

/* However the game moves meanwhile, one absence stops its clock once. */
TEST("host/settings", "a clock that stood still does so once")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=72", &mover);
	int64_t due = club_deadline(&c, GID);
	size_t from = c.n_letters;

	(void)write(&c, turn, mover, "vacation 25 nov to 29 nov");
	EQUAL_INT(club_deadline(&c, GID), due + 5 * DAY);
	for (int i = 0; i < 3; i++) {
		(void)write(&c, turn, mover, "again\nmove to home");
		(void)write(&c, turn, mover,
			i == 1 ? "again\nundo\nvacation 25 nov to 26 nov"
			       : "again\nundo\nvacation 25 nov to 29 nov");
		EQUAL_INT(club_deadline(&c, GID), due + (i == 1 ? 2 : 5) * DAY);
	}
	/* each new time is told, by a mail of its own */
	const char *other = club_people[sp_streq(mover, "red")].colour;
	(void)write(&c, turn, mover, "vacation 25 nov to 27 nov");
	(void)write(&c, turn, mover, "vacation off");
	EQUAL_INT(club_letters(&c, from, other, "until Mon 30 Nov"), 1);
	EQUAL_INT(club_letters(&c, from, other, "until Fri 27 Nov"), 1);
	club_clear(&c);
}

/* Of several who are asked whoever is away longest counts, and once. */
TEST("host/settings", "two who are asked are away")
{
	struct club c;
	int64_t due;

	table(&c, "cards=yes schools=first");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	due = club_deadline(&c, TABLE_GID);
	say(&c, "blue", "vacation 25 nov to 29 nov");
	EQUAL_INT(club_deadline(&c, TABLE_GID), due + 5 * DAY);
	say(&c, "yellow", "vacation 25 nov to 26 nov");
	EQUAL_INT(club_deadline(&c, TABLE_GID), due + 5 * DAY);
	say(&c, "yellow", "vacation off");
	EQUAL_INT(club_deadline(&c, TABLE_GID), due + 5 * DAY);
	say(&c, "blue", "vacation off");
	EQUAL_INT(club_deadline(&c, TABLE_GID), due);
	club_clear(&c);
}

/* A deadline that moved is reminded of as any other. */
TEST("host/settings", "reminders of a deadline that moved")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=72", &mover);
	int64_t due = club_deadline(&c, GID);

	club_close(&c);
	club_later(&c, due - 11 * CLUB_HOUR - c.now);
	EQUAL_INT(reminders(&c, 0, mover), 1);
	size_t from = c.n_letters;
	(void)write(&c, turn, mover, "vacation until 4 dec");
	due = club_deadline(&c, GID);
	club_later(&c, due - 13 * CLUB_HOUR - c.now);
	EQUAL_INT(reminders(&c, from, mover), 1);
	club_later(&c, due - 11 * CLUB_HOUR - c.now);
	EQUAL_INT(reminders(&c, from, mover), 2);
	club_clear(&c);
}

/* What one mail sets in a game leaves alone what another sets elsewhere. */
TEST("host/settings", "settings by mails to two games at once")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover);
	struct sp_player_row row;
	struct sp_error e = { 0 };

	club_game(&c, "elsewhere-kkkkkkkk", 3, "", true);
	const struct letter *there =
		club_last_to(&c, 0, club_person(mover)->address);
	c.now += 60;
	(void)club_reply(&c, turn, mover, "set mail low");
	(void)club_reply(&c, there, mover, "set remind 5");
	club_pass(&c);
	EQUAL_INT_FATAL(sp_registry_player_find(club_registry(&c),
				club_person(mover)->address, &row, &e),
		SP_OK);
	EQUAL_INT(row.volume, SP_VOLUME_LOW);
	EQUAL_INT(row.remind, 5);
	club_clear(&c);
}

/* ---- stand-ins ----------------------------------------------------------- */

static const char *helper_writes(
	struct club *c, const struct letter *to, const char *text)
{
	struct draft draft = { .from = "Helper <" HELP ">",
		.to = to->reply_to,
		.in_reply_to = to->id,
		.text = text };

	c->now += 60;
	const char *file = club_post(c, &draft);
	club_pass(c);
	return file;
}

/* The mover's seat has a stand-in; the offer that he said yes to. */
static const struct letter *stand_in(
	struct club *c, const struct letter *turn, const char *mover)
{
	const struct letter *offer;

	(void)write(c, turn, mover, "standin " HELP);
	CU_ASSERT_PTR_NULL(club_last_to(c, 0, HELP));
	(void)write(c, club_letter(c, mover, "shall somebody else play"), mover,
		"yes");
	offer = club_last_to(c, 0, HELP);
	CU_ASSERT_PTR_NOT_NULL_FATAL(offer);
	CONTAINS(offer->subject, "Will you play for");
	CONTAINS(offer->text, club_person(mover)->address);
	/* nothing of the position before the yes */
	LACKS(offer->text, "+---+");
	return offer;
}

TEST("host/settings", "somebody else plays, until it is taken back")
{
	struct club c;
	const char *mover, *first;
	const struct letter *turn = begin(&c, "", &mover);
	const struct letter *offer = stand_in(&c, turn, mover), *theirs;
	size_t from;

	first = mover;
	from = c.n_letters;
	(void)helper_writes(&c, offer, "yes");
	EQUAL_INT(club_letters(&c, from, mover, "Somebody plays for you"), 1);
	theirs = club_last_to(&c, from, HELP);
	CU_ASSERT_PTR_NOT_NULL_FATAL(theirs);
	CONTAINS(theirs->text, "you play this seat from now on");
	(void)helper_writes(&c, theirs, "end");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	while (!sp_streq(end_turn(&c), first))
		continue;
	/* whether to resign, the address of record is asked */
	theirs = club_last_to(&c, 0, HELP);
	(void)helper_writes(&c, theirs, "resign");
	EQUAL_INT(club_letters(&c, 0, first, "do you really resign"), 1);
	/* the next call goes to the helper alone */
	from = c.n_letters;
	club_close(&c);
	theirs = club_last_to(&c, 0, HELP);
	/* the player himself plays as before, by any older mail */
	(void)write(&c, turn, mover, "standin off");
	theirs = club_last_to(&c, 0, HELP);
	CONTAINS(theirs->subject, "You stand in no more");
	(void)helper_writes(&c, theirs, "end");
	EQUAL_STRING(club_active(&c, GID), mover);
	/* nor is the address known any more */
	struct draft again = { .from = HELP,
		.to = club_last_to(&c, from, club_person(mover)->address)
			      ->reply_to,
		.text = "end" };
	c.now += 60;
	(void)club_post(&c, &again);
	club_pass(&c);
	EQUAL_STRING(club_active(&c, GID), mover);
	EQUAL_INT(club_letters(&c, from, mover, "are these orders yours"), 1);
	(void)write(&c, club_letter(&c, mover, "Re: "), mover, "end");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

TEST("host/settings", "who does not want to stand in")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover);
	const struct letter *offer = stand_in(&c, turn, mover);

	(void)helper_writes(&c, offer, "no");
	/* the offer plays nothing, and knows no address */
	(void)helper_writes(&c, offer, "end");
	EQUAL_STRING(club_active(&c, GID), mover);
	(void)helper_writes(&c, turn, "end");
	EQUAL_STRING(club_active(&c, GID), mover);
	CONTAINS(club_last_to(&c, 0, club_person(mover)->address)->subject,
		"are these orders yours");
	club_clear(&c);
}

TEST("host/settings", "who cannot stand in")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover);
	unsigned asked = c.n_letters == 0;

	for (int s = 0; s < 4; s++) {
		const char *address =
			s == 3 ? c.config.address : club_people[s].address;
		char *order = sp_xasprintf("standin %s", address);
		const struct letter *receipt = write(&c, turn, mover, order);

		CONTAINS(receipt->text, "Refused");
		asked += club_letters(&c, 0, NULL, "shall somebody else play");
		sp_free(order);
	}
	EQUAL_INT(asked, 0);
	CONTAINS(write(&c, turn, mover, "standin off")->text,
		"nobody plays for you");
	club_clear(&c);
}

/* Words of a stranger are no yes, and nobody else may say it. */
TEST("host/settings", "what is no answer to an offer")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover);
	const struct letter *offer = stand_in(&c, turn, mover);
	size_t from = c.n_letters;

	(void)helper_writes(&c, offer, "Please leave me alone.");
	EQUAL_INT(c.n_letters, from);
	(void)write(&c, turn, mover, "end");
	LACKS(club_last_to(&c, 0, club_person(mover)->address)->reply_to,
		offer->reply_to);
	/* it is withdrawn, and comes to nothing */
	(void)write(&c, turn, mover, "standin off");
	(void)helper_writes(&c, offer, "yes");
	EQUAL_INT(club_letters(&c, 0, mover, "Somebody plays for you"), 0);
	/* one stranger a day */
	from = c.n_letters;
	(void)write(&c, turn, mover, "standin " HELP);
	(void)write(&c, club_letter(&c, mover, "shall somebody else play"),
		mover, "yes");
	EQUAL_INT(club_letters(&c, from, NULL, "Will you play"), 0);
	CU_ASSERT_TRUE(
		tells(club_last_to(&c, 0, club_person(mover)->address)->text,
			"one a day"));
	club_clear(&c);
}

TEST("host/settings",
	"nobody stands in for two seats, nor sets what is not theirs")
{
	struct club c;
	const char *mover, *other;
	const struct letter *turn = begin(&c, "", &mover), *first, *second;

	other = club_people[sp_streq(mover, "red")].colour;
	first = stand_in(&c, turn, mover);
	(void)write(&c, club_last_to(&c, 0, club_person(other)->address), other,
		"standin " HELP);
	(void)write(&c, club_letter(&c, other, "shall somebody else play"),
		other, "yes");
	second = club_last_to(&c, 0, HELP);
	(void)helper_writes(&c, first, "yes");
	(void)helper_writes(&c, second, "yes");
	EQUAL_INT(club_letters(&c, 0, mover, "Somebody plays for you"), 1);
	EQUAL_INT(club_letters(&c, 0, other, "Somebody plays for you"), 0);
	const struct letter *theirs = club_last_to(&c, 0, HELP);
	(void)helper_writes(&c, theirs, "set mail low\nvacation until 2 dec");
	theirs = club_last_to(&c, 0, HELP);
	CU_ASSERT_TRUE(tells(theirs->text, "who alone sets that"));
	club_clear(&c);
}

/* What the one before has plays no more. */
TEST("host/settings", "another stands in")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover), *theirs;

	(void)helper_writes(&c, stand_in(&c, turn, mover), "Yes, gladly!");
	theirs = club_last_to(&c, 0, HELP);
	c.now += DAY;
	(void)write(&c, turn, mover, "standin other@elsewhere.example");
	(void)write(&c, club_letter(&c, mover, "shall somebody else play"),
		mover, "yes");
	const struct letter *offer =
		club_last_to(&c, 0, "other@elsewhere.example");
	struct draft yes = { .from = "other@elsewhere.example",
		.to = offer->reply_to,
		.text = "yes" };
	(void)club_post(&c, &yes);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "Somebody plays for you"), 2);
	(void)write(&c, theirs, mover, "end");
	EQUAL_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

TEST("host/settings", "one thing a mail is asked about")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover);

	(void)write(&c, turn, mover, "standin " HELP "\nnew token");
	CU_ASSERT_TRUE(
		tells(club_last_to(&c, 0, club_person(mover)->address)->text,
			"you are asked about something else of this mail"));
	EQUAL_INT(club_letters(&c, 0, mover, "shall somebody else play"), 1);
	EQUAL_INT(club_letters(&c, 0, mover, "a new reply address"), 0);
	club_clear(&c);
}
