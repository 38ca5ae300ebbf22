/* Times by a player's own clock: subjects, mails, and the days that are
 * written.
 */
#include "table.h"

#define GID "sets-gggggggg"
#define DAY (24 * CLUB_HOUR)

/* A game of three, without cards; *mover is who moves. It begins on Tue 24 Nov,
 * at 17:00, and a turn has 72 hours. */
static const struct letter *begin(
	struct club *c, const char *zone, const char **mover)
{
	club_make(c);
	c->quiet = true;
	sp_format(c->config.zone, sizeof(c->config.zone), "%s", zone);
	club_game(c, GID, 3, "deadline=72", true);
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

TEST("host/zones", "a player sets it, for all mails and games")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover), *got;

	CONTAINS(turn->text, ":: deadline 2026-11-27T17:00Z (in 3 d)\n");
	got = write(&c, turn, mover, "set zone berlin\nstatus");
	CONTAINS(got->text, "set zone Europe/Berlin");
	CU_ASSERT_TRUE(tells(got->text,
		"your mail came at Tue 24 Nov 18:02 CET (17:02 UTC)"));
	CONTAINS(got->text,
		":: deadline 2026-11-27T17:00Z (in 2 d 23 h; Fri 27 Nov 18:00 "
		"CET)\n");
	CONTAINS(got->text,
		"Until Fri 27 Nov 18:00 CET (17:00 UTC), in 2 d 23 h");
	/* reminders, and the next turn; the others read UTC */
	club_later(&c, 40 * CLUB_HOUR);
	got = club_letter(&c, mover, "a reminder: ");
	CONTAINS(got->subject, "until Fri 27 Nov 18:00 CET");
	LACKS(got->subject, "UTC");
	const char *next = sp_streq(mover, "red") ? "blue" : "red";
	CONTAINS(write(&c, club_last_to(&c, 0, club_person(next)->address),
			 next, "status")
			 ->text,
		"Until Fri 27 Nov 17:00 UTC, in ");
	/* in a game that is made later, and in `games` */
	club_game(&c, "elsewhere-kkkkkkkk", 3, "invitation=14", false);
	got = club_letter(&c, mover, "you are invited");
	CONTAINS(got->text, " CET (");
	CU_ASSERT_TRUE(tells(got->text, "UTC), in 14 d"));
	got = write(&c, turn, mover, "games");
	CU_ASSERT_TRUE(tells(
		got->text, "until Fri 27 Nov 18:00 CET (17:00 UTC), in 1 d"));
	/* and back */
	got = write(&c, turn, mover, "set zone UTC\nstatus");
	CONTAINS(got->text, "Until Fri 27 Nov 17:00 UTC, in ");
	club_clear(&c);
}

TEST("host/zones", "the club's zone is for who did not say")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "Asia/Kolkata", &mover);

	CONTAINS(turn->text, "(in 3 d; Fri 27 Nov 22:30 IST)\n");
	CONTAINS(write(&c, turn, mover, "set zone UTC\nstatus")->text,
		"Until Fri 27 Nov 17:00 UTC, in 2 d 23 h");
	/* what is kept has UTC alone */
	struct sp_buf log;
	sp_buf_init(&log, 65536);
	EQUAL_INT(club_git(&c, GID, &log, "git log --format=%B%ad"), 0);
	LACKS(sp_buf_str(&log), "IST");
	sp_buf_free(&log);
	club_clear(&c);
}

TEST("host/zones", "what is no zone is refused, with what to write")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover), *got;

	got = write(&c, turn, mover, "set zone Europe/Berlni");
	CU_ASSERT_TRUE(tells(got->text, "no time zone of that name is known"));
	CONTAINS(got->text, "set zone Europe/Berlin");
	got = write(&c, turn, mover, "set zone Atlantis\nstatus");
	CU_ASSERT_TRUE(tells(got->text, "as in `set zone Europe/Berlin`"));
	CONTAINS(got->text, "Until Fri 27 Nov 17:00 UTC");
	club_clear(&c);
}

/* Begins at 17:00 UTC, which is 22:30 in Kolkata, and 06:00 of the next day in
 * Auckland. */
TEST("host/zones", "the days of a vacation are the player's own")
{
	static const struct {
		const char *zone, *order, *words[2];
		int64_t from, until; /* after midnight of Tue 24 Nov, UTC */
	} cases[] = {
		{ "Asia/Kolkata", "vacation 25 nov to 26 nov",
			{ "from Wed 25 Nov 00:00 to Fri 27 Nov 00:00 IST (Thu "
			  "26 Nov 18:30 UTC)",
				"12 days are left" },
			18 * CLUB_HOUR + CLUB_HOUR / 2,
			2 * DAY + 18 * CLUB_HOUR + CLUB_HOUR / 2 },
		{ "America/New_York", "vacation 2026-11-25 to 2026-11-26",
			{ "to Fri 27 Nov 00:00 EST (05:00 UTC)",
				"12 days are left" },
			DAY + 5 * CLUB_HOUR, 3 * DAY + 5 * CLUB_HOUR },
		/* where it is the 25th already */
		{ "Pacific/Auckland", "vacation 24 nov to 25 nov",
			{ "from Wed 24 Nov 2027 00:00", "12 days are left" }, 0,
			0 },
		/* over the end of summer time: 12 days, of 24 hours but one */
		{ "Europe/Berlin", "vacation 2027-10-25 to 2027-11-05",
			{ "2 days are left to you",
				"from Mon 25 Oct 2027 00:00 to Sat 6 Nov 2027" },
			0, 0 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;
		const char *mover;
		const struct letter *turn = begin(&c, cases[i].zone, &mover);
		int64_t due = club_deadline(&c, GID);
		const struct letter *got =
			write(&c, turn, mover, cases[i].order);

		for (int k = 0; k < 2; k++)
			CU_ASSERT_TRUE(tells(got->text, cases[i].words[k]));
		EQUAL_INT(club_deadline(&c, GID),
			due + cases[i].until - cases[i].from);
		club_clear(&c);
	}
}

/* Two days of the change of summer time have 49 hours, and are two. */
TEST("host/zones", "a vacation over the end of summer time")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	int64_t due;

	club_make(&c);
	c.quiet = true;
	c.now = 1793210400; /* Wed 28 Oct 2026 18:00 UTC */
	sp_format(c.config.zone, sizeof(c.config.zone), "America/New_York");
	club_game(&c, GID, 3, "deadline=168", true);
	mover = club_person(club_active(&c, GID))->colour;
	turn = club_present(&c, GID);
	due = club_deadline(&c, GID);
	CU_ASSERT_TRUE(tells(
		write(&c, turn, mover, "vacation 31 oct to 1 nov")->text,
		"from Sat 31 Oct 00:00 to Mon 2 Nov 00:00 EST (05:00 UTC). The "
		"others are told until when it waits, not why. 12 days are "
		"left to you"));
	EQUAL_INT(club_deadline(&c, GID), due + 2 * DAY + CLUB_HOUR);
	CU_ASSERT_TRUE(tells(
		write(&c, turn, mover, "vacation off\nvacation 1 to 2 nov")
			->text,
		"12 days are left to you"));
	club_clear(&c);
}

TEST("host/zones",
	"without the database a mail goes by UTC, and the log says so")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "", &mover), *got;

	(void)write(&c, turn, mover, "set zone Europe/Berlin");
	sp_log_set_level(SP_LOG_WARN);
	EQUAL_INT(setenv("TZDIR", "/nonexistent", 1), 0);
	got = write(&c, turn, mover, "status");
	CONTAINS(got->text, "Until Fri 27 Nov 17:00 UTC, in ");
	CU_ASSERT_TRUE(club_logged(&c, "time zone Europe/Berlin: not in"));
	EQUAL_INT(unsetenv("TZDIR"), 0);
	sp_log_set_level(SP_LOG_ERROR);
	got = write(&c, turn, mover, "status");
	CONTAINS(got->text, "Until Fri 27 Nov 18:00 CET (17:00 UTC), in ");
	club_clear(&c);
}
