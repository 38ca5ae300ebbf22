/* Deadlines: the clock plays the default, dated when it was due. */
#include "host_tests.h"

#define GID    "time-hhhhhhhh"
#define SETTLE 120
#define DAY    ((int64_t)24 * CLUB_HOUR)

/* A game with a day for a turn; *due is when the first one ends. */
static const struct letter *begin(
	struct club *c, int seats, const char **mover, int64_t *due)
{
	club_make(c);
	EQUAL_INT(c->config.settle, SETTLE);
	club_game(c, GID, seats, "deadline=24", true);
	*mover = club_person(club_active(c, GID))->colour;
	*due = c->now + (int64_t)24 * CLUB_HOUR;
	return club_present(c, GID);
}

static int64_t date_of_tip(const struct club *c)
{
	struct sp_buf out;
	long long when = 0;

	sp_buf_init(&out, 100);
	EQUAL_INT_FATAL(club_git(c, GID, &out,
				"git log -1 --format=%ct main | tr -d '\\n'"),
		0);
	EQUAL_INT(sp_parse_int(sp_buf_str(&out), 0, INT64_MAX, &when), SP_OK);
	sp_buf_free(&out);
	return when;
}

static void tip_says(const struct club *c, const char *trailer)
{
	char *command = sp_xasprintf(
		"git log -1 --format=%%B main | grep -qx '%s'", trailer);

	EQUAL_INT(club_git(c, GID, NULL, command), 0);
	sp_free(command);
}

static void at(struct club *c, int64_t instant)
{
	c->now = instant;
	club_pass(c);
}

TEST("host/deadline", "it fires when things have settled")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	int64_t due;
	size_t from;
	char iso[SP_DATE_TEXT];
	char *input;

	if (!club_has_git())
		return;
	turn = begin(&c, 2, &mover, &due);
	(void)turn;
	at(&c, c.now + 1);
	EQUAL_INT(c.pass.next, due - DAY / 2 + SETTLE);
	at(&c, due - DAY / 2 + SETTLE); /* a reminder */
	EQUAL_INT(c.pass.next, due + SETTLE);
	at(&c, due);
	EQUAL_INT(c.pass.timers, 0);
	at(&c, due + SETTLE - 1);
	EQUAL_INT(c.pass.timers, 0);
	EQUAL_INT(c.pass.commits, 0);
	from = c.n_letters;
	at(&c, due + SETTLE);
	EQUAL_INT(c.pass.timers, 1);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(date_of_tip(&c), due);
	sp_date_iso(iso, due);
	input = sp_xasprintf("Input: timer %s", iso);
	tip_says(&c, input);
	sp_free(input);
	tip_says(&c, "Turn: 1");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	EQUAL_INT(
		club_letters(&c, from, mover, "The clock ended your turn"), 1);
	EQUAL_INT(club_letters(&c, from, NULL, "your move"), 1);
	/* once */
	at(&c, due + SETTLE + 1);
	EQUAL_INT(c.pass.timers, 0);
	EQUAL_INT(c.pass.commits, 0);
	/* the next one is counted from the due instant */
	EQUAL_INT(c.pass.next, due + DAY / 2 + SETTLE);
	club_clear(&c);
}

/* It arrived in time but was read late, together with the deadline. */
TEST("host/deadline", "a mail in time counts, though read late")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	struct draft draft = { .text = "end" };
	int64_t due;

	if (!club_has_git())
		return;
	turn = begin(&c, 2, &mover, &due);
	draft.from = club_person(mover)->address;
	draft.to = turn->reply_to;
	draft.arrival = due - 1;
	c.now = due + 5000;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(date_of_tip(&c), due - 1);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 0);
	/* the timer was the old turn's */
	at(&c, c.now + 1);
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
}

/* At the very instant the mail goes first. */
TEST("host/deadline", "mails go before clocks")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	struct draft draft = { .text = "end" };
	int64_t due;

	turn = begin(&c, 2, &mover, &due);
	draft.from = club_person(mover)->address;
	draft.to = turn->reply_to;
	draft.arrival = due;
	c.now = due + SETTLE;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 0);
	club_clear(&c);
}

TEST("host/deadline", "a late mail is stale")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn;
	struct draft draft = { .text = "end" };
	int64_t due;

	turn = begin(&c, 2, &mover, &due);
	draft.from = club_person(mover)->address;
	draft.to = turn->reply_to;
	draft.arrival = due + 1;
	c.now = due + SETTLE + 5;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STALE);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 1);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "over by now");
	club_clear(&c);
}

/* What was done in the turn stays done; the clock only ends it. */
TEST("host/deadline", "an open turn is ended, not undone")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	struct sp_game *before, *after;
	char order[200];
	int64_t due;
	int seat;

	turn = begin(&c, 2, &mover, &due);
	CU_ASSERT_FATAL(letter_suggestion(turn, order));
	c.now = due - CLUB_HOUR;
	(void)club_reply(&c, turn, mover, order);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	before = club_state(&c, GID);
	seat = before->active;
	/* an order does not give more time */
	at(&c, due + SETTLE);
	EQUAL_INT(c.pass.commits, 1);
	after = club_state(&c, GID);
	EQUAL_INT(after->actor[seat].square, before->actor[seat].square);
	DIFFERENT_INT(after->active, seat);
	EQUAL_INT(after->turn, before->turn + 1);
	sp_free(before);
	sp_free(after);
	club_clear(&c);
}

/* Two in a row say nothing; the third one plays, and so does the first. */
TEST("host/deadline", "two deadlines in a row")
{
	static const int64_t day = (int64_t)24 * CLUB_HOUR;
	struct club c;
	const char *mover, *third;
	int64_t due;

	if (!club_has_git())
		return;
	(void)begin(&c, 3, &mover, &due);
	at(&c, due + SETTLE);
	EQUAL_INT(c.pass.commits, 1);
	at(&c, due + day + SETTLE);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(date_of_tip(&c), due + day);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock ended your turn"), 2);
	third = club_person(club_active(&c, GID))->colour;
	DIFFERENT_STRING(third, mover);
	(void)club_reply(&c, club_present(&c, GID), third, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_STRING(club_active(&c, GID), mover);
	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* Nobody plays at all: the clock brings the game to its end. */
TEST("host/deadline", "the clock alone")
{
	struct club c;
	struct sp_game_row row;
	int passes = 0;

	club_make(&c);
	club_game(&c, GID, 2, "rounds=2 deadline=1", true);
	do {
		club_later(&c, CLUB_HOUR + SETTLE);
		club_row(&c, GID, &row);
	} while (row.status == SP_GAME_ROW_RUNNING && ++passes < 20);
	EQUAL_INT(row.status, SP_GAME_ROW_OVER);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 2);
	EQUAL_INT(club_commits(&c, GID), 6); /* root, start, 4 turns */
	EQUAL_INT(c.pass.next, INT64_MAX);
	club_clear(&c);
}

/*
 * Nobody looked for two days, which is no outage here: the clock ends the first
 * turn. But the call to the next one leaves only now, so its player has the
 * whole time from now on, and a mail of theirs that waits is in time.
 */
TEST("host/deadline", "a call that leaves late")
{
	static const int64_t day = (int64_t)24 * CLUB_HOUR;
	struct club c;
	const char *mover, *next;
	struct draft draft = { .text = "end" };
	struct sp_reply_address address;
	const struct letter *other;
	char to[SP_ADDR_SIZE];
	int64_t due;

	(void)begin(&c, 2, &mover, &due);
	next = sp_streq(mover, "red") ? "blue" : "red";
	/* a fresh mail: with his token, but to no decision */
	other = club_letter(&c, next, "The game starts");
	CU_ASSERT_FATAL(sp_mail_reply_address_parse(
		&address, other->reply_to, c.config.address));
	address.has_decision = false;
	EQUAL_INT_FATAL(sp_mail_reply_address_format(
				to, &address, c.config.address, NULL),
		SP_OK);
	draft.from = club_person(next)->address;
	draft.to = to;
	draft.arrival = due + day + CLUB_HOUR;
	c.now = due + day + 2 * CLUB_HOUR;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 2);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 1);
	EQUAL_INT(club_letters(&c, 0, next, "The clock ended your turn"), 0);
	EQUAL_STRING(club_active(&c, GID), mover);
	/* and without such a mail */
	club_pass(&c);
	at(&c, c.now + day + SETTLE);
	EQUAL_INT(c.pass.commits, 1);
	at(&c, c.now + 3 * day);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* An inbox that cannot be read may hold the mail: no deadline fires. */
TEST("host/deadline", "an inbox that is away")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	struct draft draft = { .text = "end" };
	char *away;
	int64_t due;

	turn = begin(&c, 2, &mover, &due);
	draft.from = club_person(mover)->address;
	draft.to = turn->reply_to;
	draft.arrival = due - 5;
	(void)club_post(&c, &draft);
	away = sp_xasprintf("%s.away", c.config.inbox[0].path);
	EQUAL_INT_FATAL(rename(c.config.inbox[0].path, away), 0);
	c.quiet = true;
	at(&c, due + 5000);
	CU_ASSERT_FALSE(c.pass.polled);
	EQUAL_INT(c.pass.timers, 0);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT_FATAL(rename(away, c.config.inbox[0].path), 0);
	at(&c, due + 5000 + 2 * CLUB_HOUR); /* behind the back-off */
	CU_ASSERT_TRUE(c.pass.polled);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 0);
	sp_free(away);
	club_clear(&c);
}

/* More mails than one poll lists, and the one in time is among the last. */
TEST("host/deadline", "more mails than a poll lists")
{
	struct club c;
	const char *mover;
	const struct letter *turn;
	struct draft draft = { .from = "noise@elsewhere.example",
		.text = "buy" };
	int noise = test_long() ? 2100 : 60;
	int64_t due;

	turn = begin(&c, 2, &mover, &due);
	draft.arrival = due - CLUB_HOUR;
	for (int i = 0; i < noise; i++)
		(void)club_post(&c, &draft);
	draft.from = club_person(mover)->address;
	draft.to = turn->reply_to;
	draft.arrival = due - 5;
	draft.text = "end";
	(void)club_post(&c, &draft);
	for (int i = 0; i < 4; i++)
		at(&c, due + 5000 + i);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 0);
	EQUAL_INT(club_commits(&c, GID), 3);
	club_clear(&c);
}
