/*
 * Outages of ours: the deadlines stand still for the time in which nobody
 * looked into the inboxes, and a clock that jumped is not believed.
 */
#include "host_tests.h"
#include "tamper.h"

#include <sys/stat.h>
#include <unistd.h>

#define GID     BOUT_GID
#define OTHER   "other-mmmmmmmm"
#define SETTLE  120
#define HOUR    ((int64_t)CLUB_HOUR)
#define DAY     (24 * HOUR)
#define QUARTER 900

/* A club whose outages count, with a game of a day for a turn. Returns when the
 * first turn ends. */
static int64_t begin(struct club *c, const char **mover)
{
	club_make(c);
	sp_log_set_level(SP_LOG_WARN);
	c->quiet = true;
	c->config.outage = 3 * CLUB_HOUR;
	club_game(c, GID, 2, "deadline=24", true);
	*mover = club_person(club_active(c, GID))->colour;
	club_pass(c);
	return c->now + DAY;
}

static void at(struct club *c, int64_t instant)
{
	c->now = instant;
	club_pass(c);
}

/* As a daemon does, every hour. */
static void poll_until(struct club *c, int64_t instant)
{
	while (c->now + HOUR < instant)
		at(c, c->now + HOUR);
	at(c, instant);
}

static bool verifies(const struct club *c)
{
	struct sp_verify_options options = { 0 };
	char *path = club_repository(c, GID);
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good = false;

	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT(sp_audit_verify(path, &options, &json, &text, &good, &e),
		SP_OK);
	if (!good)
		fprintf(stderr, "%s\n", sp_buf_str(&text));
	json_decref(json);
	sp_buf_free(&text);
	sp_free(path);
	return good;
}

/* The output of git in the game's repository is this. */
static bool git_says(
	const struct club *c, const char *command, const char *text)
{
	struct sp_buf out;

	sp_buf_init(&out, 8000);
	bool same = club_git(c, GID, &out, command) == 0 &&
		    sp_streq(sp_buf_str(&out), text);
	if (!same)
		fprintf(stderr, "\n%s\n", sp_buf_str(&out));
	sp_buf_free(&out);
	return same;
}

static void cancel(struct club *c)
{
	json_t *act =
		json_pack("{s:s, s:s}", "act", "game cancel", "game", GID);

	EQUAL_INT(club_try_act(c, act), SP_OK);
	json_decref(act);
}

/* ---- outages ------------------------------------------------------------ */

/* Below the option nothing is put off, whatever runs once in a while. */
TEST("host/watch", "once in a while")
{
	struct sp_outage_row row;
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover);

	for (int64_t t = c.now + 3 * HOUR; t < due; t += 3 * HOUR) {
		club_close(&c);
		at(&c, t);
	}
	EQUAL_INT(club_outages(&c, &row), 0);
	EQUAL_INT(club_deadline(&c, GID), due);
	at(&c, due - HOUR);
	club_close(&c);
	at(&c, due + SETTLE);
	EQUAL_INT(c.pass.timers, 1);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* Above it every pass ends an outage: no deadline comes nearer, and the log
 * names the option. To the game they are one. */
TEST("host/watch", "too rarely")
{
	struct sp_outage_row row;
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover), first = c.now;

	for (int i = 1; i <= 8; i++) {
		club_close(&c);
		at(&c, first + i * (3 * HOUR + 1));
	}
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_outages(&c, &row), 8);
	EQUAL_INT(club_deadline(&c, GID), due + (c.now - first));
	CU_ASSERT_TRUE(club_logged(&c, "`outage` is 3 h"));
	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 2);
	club_clear(&c);
}

/* Half a day: the deadline moves on by as much, the game is told before it goes
 * on, and so are its players. */
TEST("host/watch", "a game and its players are told")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	const struct letter *letter;
	int64_t due = begin(&c, &mover), first = c.now;

	if (!club_has_git())
		return;
	poll_until(&c, first + 2 * HOUR);
	at(&c, first + 14 * HOUR);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.began, first + 2 * HOUR);
	EQUAL_INT(row.ended, first + 14 * HOUR);
	EQUAL_INT(row.why, SP_OUTAGE_AWAY);
	EQUAL_INT(club_deadline(&c, GID), due + 12 * HOUR);
	CU_ASSERT_TRUE(club_logged(&c, "the deadlines of 1 game stood still"));
	EQUAL_INT(club_commits(&c, GID), 2);
	/* what moves nothing is no time to tell it */
	(void)club_reply(&c, club_present(&c, GID), mover, "status\nhit 99");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	/* a mail that came in the outage */
	struct draft draft = { .from = club_person(mover)->address,
		.to = club_present(&c, GID)->reply_to,
		.text = "end",
		.arrival = first + 5 * HOUR };
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 2);
	CU_ASSERT_TRUE(git_says(&c,
		"git log -1 --skip=1 --format='%an|%s|%ct|%(trailers)' main |"
		" grep -v '^State:\\|^$'",
		"Judge|The clock stood still from Tue 24 Nov 19:00 to Wed 25 "
		"Nov 07:00 UTC|1795590000|Turn: 1\n"
		"Seq: 2\n"
		"Command: clock 2026-11-24T19:00:00Z 2026-11-25T07:00:00Z\n"
		"Input: timer 2026-11-25T07:00:00Z\n"));
	CU_ASSERT_TRUE(
		git_says(&c, "git log -1 --format=%ct main", "1795590000\n"));
	CU_ASSERT_TRUE(git_says(&c,
		"git diff --name-only main~2 main~1 | tr '\\n' ' '",
		"report.txt sealed.json "));
	EQUAL_INT(club_deadline(&c, GID), first + 14 * HOUR + DAY);
	letter = club_letter(&c, mover, "Re: ");
	CONTAINS(letter->text, "The clock stood still from Tue 24 Nov "
			       "19:00 to Wed 25 Nov 07:00 UTC");
	letter = club_present(&c, GID);
	CONTAINS(letter->text, "The clock stood still");
	/* once */
	(void)club_reply(
		&c, letter, club_person(club_active(&c, GID))->colour, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(verifies(&c));
	/* and once its secret is known, also by the other implementation */
	json_t *act =
		json_pack("{s:s, s:s}", "act", "game cancel", "game", GID);
	EQUAL_INT(club_try_act(&c, act), SP_OK);
	json_decref(act);
	CU_ASSERT_TRUE(verifies(&c));
	char *audit = sp_xasprintf("command -v python3 >/dev/null || exit 0; "
				   "python3 '%s/tests/tools/audit.py' .",
		test_source_dir());
	EQUAL_INT(club_git(&c, GID, NULL, audit), 0);
	sp_free(audit);
	club_clear(&c);
}

/* The one that fell due is not spared, when its time is over. */
TEST("host/watch", "it falls due later")
{
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover), first = c.now;

	poll_until(&c, first + 20 * HOUR);
	at(&c, first + 30 * HOUR);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_deadline(&c, GID), due + 10 * HOUR);
	poll_until(&c, due + 10 * HOUR + SETTLE - 1);
	EQUAL_INT(c.pass.commits, 0);
	at(&c, due + 10 * HOUR + SETTLE);
	EQUAL_INT(c.pass.commits, 2);
	CONTAINS(club_letter(&c, mover, "The clock ended your turn")->text,
		"The clock stood still");
	CU_ASSERT_TRUE(verifies(&c));
	club_clear(&c);
}

/* An outage of half a day, after which the game falls due `early` seconds too
 * soon, and the record of it. */
static void lay(struct tamper *t, int64_t early)
{
	struct club *c = &t->club;
	struct sp_timer_row *rows = NULL;
	struct sp_registry *r;
	struct sp_game_row game;
	struct sp_error e = { 0 };
	const char *mover;
	int64_t due = begin(c, &mover) + 12 * HOUR - early, first = c->now;
	size_t n = 0;

	poll_until(c, first + 2 * HOUR);
	at(c, first + 14 * HOUR);
	r = club_registry(c);
	EQUAL_INT_FATAL(sp_registry_begin(r, &e), SP_OK);
	EQUAL_INT_FATAL(sp_registry_timer_list(r, GID, &rows, &n, &e), SP_OK);
	EQUAL_INT_FATAL(n, 2); /* a reminder comes first */
	rows[1].due -= early;
	EQUAL_INT(rows[1].due, due);
	EQUAL_INT(sp_registry_timer_put(r, &rows[1], &e), SP_OK);
	EQUAL_INT(sp_registry_game_get(r, GID, &game, &e), SP_OK);
	game.deadline = due;
	EQUAL_INT(sp_registry_game_put(r, &game, &e), SP_OK);
	EQUAL_INT(sp_registry_commit(r, &e), SP_OK);
	sp_free(rows);
	poll_until(c, due + SETTLE);
	EQUAL_INT(c->pass.commits, 2);
	cancel(c);
	(void)club_git(c, GID, NULL, "git tag | xargs git tag -d >/dev/null");
	tamper_take(t);
}

static void later_command(struct forge *f, struct forged *c, const void *at_)
{
	(void)f;
	if (c->index == *(const size_t *)at_)
		forge_reword(&c->message, "07:00:00Z\n", "08:00:00Z\n");
}

static void later_input(struct forge *f, struct forged *c, const void *at_)
{
	(void)f;
	if (c->index == *(const size_t *)at_)
		forge_reword(&c->message, "timer 2026-11-25T07",
			"timer 2026-11-25T06");
}

static void backwards(struct forge *f, struct forged *c, const void *at_)
{
	(void)f;
	if (c->index == *(const size_t *)at_)
		forge_reword(&c->message, "clock 2026-11-24T19",
			"clock 2026-11-26T19");
}

/* Verify holds the clock to its word: where it stood still, no deadline comes
 * before it had as much time more. */
TEST("host/watch", "a record that is not true")
{
	struct tamper t;

	if (!club_has_git())
		return;
	lay(&t, 0);
	tamper_is_good(&t.f, "as it was");
	size_t at_ = forge_find(&t.f, 1, "Command: clock");
	forge_write(
		&t.f, NULL, t.f.n, at_, later_command, &at_, FORGE_RESEALED);
	tamper_finds(
		&t.f, "a later end", (ptrdiff_t)at_, "trailer Input", "07:00");
	forge_undo(&t.f);
	forge_write(&t.f, NULL, t.f.n, at_, later_input, &at_, FORGE_RESEALED);
	tamper_finds(&t.f, "another input", (ptrdiff_t)at_, "", "");
	forge_undo(&t.f);
	forge_write(&t.f, NULL, t.f.n, at_, backwards, &at_, FORGE_RESEALED);
	tamper_finds(&t.f, "an end before its begin", (ptrdiff_t)at_, "", "");
	tamper_clear(&t);

	lay(&t, 1);
	at_ = forge_find(&t.f, 1, "Command: clock");
	tamper_finds(&t.f, "too soon", (ptrdiff_t)at_ + 1,
		"trailer Input: a timer that nobody could be late for",
		"2026-11-26T04:59:59Z");
	tamper_clear(&t);
}

/* A deadline before the outage has passed, and fires. */
TEST("host/watch", "a deadline before the outage")
{
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover);

	poll_until(&c, due + SETTLE - 1);
	EQUAL_INT(c.pass.commits, 0);
	at(&c, due + 8 * HOUR);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 1);
	club_clear(&c);
}

/* An inbox that is silent for long is an outage, though the other one goes on:
 * what begins in it has only the rest of it. */
TEST("host/watch", "what begins in an outage")
{
	struct sp_registry *r;
	struct sp_timer_row timer = { .gid = GID, .kind = "round" };
	struct sp_timer_row hold = { .gid = GID, .kind = "hold" };
	struct sp_timer_row bot = { .gid = GID, .kind = "bot" };
	struct sp_timer_row *rows = NULL;
	struct sp_stood_row *stood = NULL;
	struct sp_outage_row row;
	struct sp_error e = { 0 };
	struct club c;
	const char *mover;
	int64_t first, games = 0;
	size_t n = 0;

	(void)begin(&c, &mover);
	first = c.now;
	r = club_registry(&c);
	timer.since = hold.since = bot.since = first + HOUR;
	hold.due = first + 2 * HOUR;
	bot.due = timer.due = first + 5 * HOUR;
	row = (struct sp_outage_row){ first, first + 3 * HOUR, SP_OUTAGE_AWAY };
	EQUAL_INT(sp_registry_begin(r, &e), SP_OK);
	EQUAL_INT(sp_registry_timer_clear(r, GID, &e), SP_OK);
	EQUAL_INT(sp_registry_timer_put(r, &timer, &e), SP_OK);
	EQUAL_INT(sp_registry_timer_put(r, &hold, &e), SP_OK);
	EQUAL_INT(sp_registry_timer_put(r, &bot, &e), SP_OK);
	EQUAL_INT(sp_registry_outage_add(r, &row, &games, &e), SP_OK);
	EQUAL_INT(games, 1);
	EQUAL_INT(sp_registry_timer_list(r, GID, &rows, &n, &e), SP_OK);
	EQUAL_INT_FATAL(n, 3);
	for (size_t i = 0; i < n; i++)
		EQUAL_INT(rows[i].due, sp_streq(rows[i].kind, "bot") ? bot.due
				       : sp_streq(rows[i].kind, "hold")
					       ? hold.due + 2 * HOUR
					       : timer.due + 2 * HOUR);
	EQUAL_INT(sp_registry_stood_list(r, GID, &stood, &n, &e), SP_OK);
	EQUAL_INT_FATAL(n, 1);
	EQUAL_INT(stood[0].began, first + HOUR);
	EQUAL_INT(stood[0].ended, first + 3 * HOUR);
	EQUAL_INT(sp_registry_commit(r, &e), SP_OK);
	EQUAL_INT(club_deadline(&c, GID), timer.due + 2 * HOUR);
	sp_free(rows);
	sp_free(stood);
	club_clear(&c);
}

/* ---- a clock that nobody believes --------------------------------------- */

/* Twenty days away, with two games and mail that waits: nobody's turn is
 * played, and all goes on a quarter of an hour later. */
TEST("host/watch", "twenty days")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover, *other;
	int64_t due = begin(&c, &mover), first = c.now;

	club_game(&c, OTHER, 2, "deadline=2", true);
	other = club_person(club_active(&c, OTHER))->colour;
	club_pass(&c);
	club_close(&c);
	c.now = first + 20 * DAY;
	struct draft draft = { .from = club_person(other)->address,
		.to = club_present(&c, OTHER)->reply_to,
		.text = "end",
		.arrival = first + DAY };
	(void)club_post(&c, &draft);
	club_pass(&c);
	CU_ASSERT_TRUE(c.pass.doubt);
	EQUAL_INT(c.pass.commits + c.pass.mails + c.pass.timers, 0);
	EQUAL_INT(club_count(&c, "mail/in/new"), 1);
	EQUAL_INT(club_outages(&c, &row), 0);
	CU_ASSERT_TRUE(club_logged(&c, "the clock jumped from"));
	EQUAL_INT(club_wait(&c), 60);
	at(&c, c.now + QUARTER - 1);
	CU_ASSERT_TRUE(c.pass.doubt);
	EQUAL_INT(club_wait(&c), 1);
	/* also by another process */
	club_close(&c);
	at(&c, c.now + 1);
	CU_ASSERT_FALSE(c.pass.doubt);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.began, first);
	EQUAL_INT(row.ended, c.now);
	EQUAL_INT(c.pass.timers, 0);
	EQUAL_INT(c.pass.commits, 2);
	EQUAL_INT(club_commits(&c, OTHER), 4);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock ended"), 0);
	EQUAL_INT(club_deadline(&c, GID), due + (c.now - first));
	EQUAL_INT(club_deadline(&c, OTHER), c.now + 2 * HOUR);
	club_clear(&c);
}

/* What spans most of a year or more names its years. */
TEST("host/watch", "a year away")
{
	struct club c;
	const char *mover;

	(void)begin(&c, &mover);
	club_close(&c);
	at(&c, c.now + 366 * DAY);
	at(&c, c.now + QUARTER);
	CU_ASSERT_FALSE(c.pass.doubt);
	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	club_pass(&c);
	CONTAINS(club_letter(&c, mover, "Re: ")->text,
		"The clock stood still from Tue 24 Nov 2026 17:00 to Thu 25 "
		"Nov 2027");
	CU_ASSERT_TRUE(verifies(&c));
	club_clear(&c);
}

/* One pass with the clock a year ahead, and then it is right again: nothing
 * has happened. */
TEST("host/watch", "a year ahead, and right again")
{
	struct sp_outage_row row;
	struct club c;
	const char *mover;
	struct sp_error e = { 0 };
	int64_t due = begin(&c, &mover), first = c.now, pruned = 0;

	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	at(&c, first + 365 * DAY);
	CU_ASSERT_TRUE(c.pass.doubt);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_count(&c, "mail/in/new"), 1);
	club_close(&c);
	at(&c, first + 365 * DAY + 60);
	CU_ASSERT_TRUE(c.pass.doubt);
	/* nor was anything forgotten because it is a year old */
	EQUAL_INT(sp_registry_meta_get_int(
			  club_registry(&c), "pruned", &pruned, &e),
		SP_OK);
	EQUAL_INT(pruned, first);
	at(&c, first + 120);
	CU_ASSERT_FALSE(c.pass.doubt);
	CU_ASSERT_TRUE(club_logged(&c, "nothing was dated by the other"));
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_outages(&c, &row), 0);
	EQUAL_INT(club_deadline(&c, GID), first + DAY);
	CU_ASSERT_TRUE(due < first + 2 * DAY);
	club_clear(&c);
}

/* What is owed is sent, and noted at the last instant that was believed. */
TEST("host/watch", "what is owed")
{
	struct club c;
	const char *mover;
	struct sp_outbox_row row;
	struct sp_error e = { 0 };
	char *out, *away;

	(void)begin(&c, &mover);
	out = sp_xasprintf("%s/mail/out", c.dir);
	away = sp_xasprintf("%s/mail/away", c.dir);
	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	EQUAL_INT_FATAL(rename(out, away), 0);
	at(&c, c.now + 60);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(c.pass.sent, 0);
	EQUAL_INT_FATAL(rename(away, out), 0);
	int64_t believed = c.now;
	at(&c, c.now + 365 * DAY);
	CU_ASSERT_TRUE(c.pass.doubt);
	CU_ASSERT_TRUE(c.pass.sent >= 2);
	EQUAL_INT(sp_registry_outbox_newest(club_registry(&c), GID,
			  sp_streq(mover, "red") ? "blue" : "red", "turn", &row,
			  &e),
		SP_OK);
	EQUAL_INT(row.state, SP_OUTBOX_SENT);
	EQUAL_INT(row.sent, believed);
	sp_free(out);
	sp_free(away);
	club_clear(&c);
}

/* Neither deliver nor an act is dated by it, until the operator says so. */
TEST("host/watch", "clock accept")
{
	struct sp_outage_row row;
	struct club c;
	const char *mover;
	json_t *undo = json_pack("{s:s, s:s}", "act", "game undo", "game", GID);
	json_t *accept = json_pack("{s:s}", "act", "clock accept");
	char *raw;

	(void)begin(&c, &mover);
	raw = sp_xasprintf("From: %s\nTo: %s\n\nend\n",
		club_person(mover)->address, club_present(&c, GID)->reply_to);
	club_close(&c);
	c.now += 2 * DAY;
	CU_ASSERT_PTR_NULL(club_deliver(&c, raw));
	EQUAL_INT(c.error.code, SP_EAGAIN);
	CONTAINS(c.error.remedy, "clock accept");
	EQUAL_INT(club_try_act(&c, undo), SP_EAGAIN);
	EQUAL_INT(club_try_act(&c, accept), SP_OK);
	/* and it is remembered */
	club_close(&c);
	club_pass(&c);
	CU_ASSERT_FALSE(c.pass.doubt);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_STRING(club_deliver(&c, raw), "applied");
	/* nothing to accept */
	EQUAL_INT(club_try_act(&c, accept), SP_OK);
	json_decref(undo);
	json_decref(accept);
	sp_free(raw);
	club_clear(&c);
}

/* It jumps again before it is believed: that begins anew. */
TEST("host/watch", "a clock looked at once a day")
{
	struct club c;
	const char *mover;

	(void)begin(&c, &mover);
	c.clock.steady = NULL;
	at(&c, c.now + 365 * DAY);
	CU_ASSERT_TRUE(c.pass.doubt);
	/* a day of the steady clock is no jump: the club is looked at daily */
	at(&c, c.now + DAY + 60);
	CU_ASSERT_FALSE(c.pass.doubt);
	club_clear(&c);
}

/* ---- the steady clock --------------------------------------------------- */

static int64_t steady_now;

static int64_t read_steady(void *payload)
{
	(void)payload;
	return steady_now;
}

/* Both clocks go on. */
static void go(struct club *c, int64_t wall, int64_t steady)
{
	c->now += wall;
	steady_now += steady;
	club_pass(c);
}

TEST("host/watch", "the steady clock")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t due;

	club_make(&c);
	c.clock.steady = read_steady;
	steady_now = 1000;
	c.quiet = true;
	c.config.outage = 3 * CLUB_HOUR;
	club_game(&c, GID, 2, "deadline=24", true);
	mover = club_person(club_active(&c, GID))->colour;
	club_pass(&c);
	due = c.now + DAY;
	go(&c, 3660, 60);
	EQUAL_INT(club_outages(&c, &row), 0);
	go(&c, 3661, 60);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.why, SP_OUTAGE_AHEAD);
	EQUAL_INT(row.ended - row.began, 3661);
	EQUAL_INT(club_deadline(&c, GID), due + 3661);
	/* from one process to the next */
	club_close(&c);
	go(&c, 2 * HOUR, 60);
	EQUAL_INT(club_outages(&c, &row), 2);
	EQUAL_INT(club_deadline(&c, GID), due + 3661 + 2 * HOUR);
	/* but not from one boot to the next, when it begins anew */
	club_close(&c);
	char *path = sp_xasprintf("%s/run/clock", c.dir);
	char *command = sp_xasprintf(
		"sed -i 's/\"boot\": \"[^\"]*\"/\"boot\": \"x\"/' '%s'", path);
	EQUAL_INT_FATAL(system(command), 0);
	steady_now = 5;
	go(&c, 2 * HOUR, 5);
	EQUAL_INT(club_outages(&c, &row), 2);
	/* a jump by more than a day, twice: not believed after the second */
	go(&c, 2 * DAY, 60);
	CU_ASSERT_TRUE(c.pass.doubt);
	go(&c, 2 * DAY, 60);
	CU_ASSERT_TRUE(c.pass.doubt);
	go(&c, QUARTER - 1, QUARTER - 1);
	CU_ASSERT_TRUE(c.pass.doubt);
	go(&c, 1, 1);
	CU_ASSERT_FALSE(c.pass.doubt);
	(void)mover;
	sp_free(path);
	sp_free(command);
	club_clear(&c);
}

/* A jump that is shorter than the option, but that the steady clock shows. */
TEST("host/watch", "a jump within the option")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover);

	c.clock.steady = read_steady;
	steady_now = 1000;
	c.config.outage = 30 * DAY;
	club_close(&c);
	go(&c, 60, 60);
	go(&c, 2 * DAY, 60);
	CU_ASSERT_TRUE(c.pass.doubt);
	go(&c, QUARTER, QUARTER);
	CU_ASSERT_FALSE(c.pass.doubt);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.why, SP_OUTAGE_AHEAD);
	CU_ASSERT_TRUE(club_deadline(&c, GID) >= due + 2 * DAY);
	club_clear(&c);
}

/* An hour comes twice: nothing is brought forward, and nothing stops. */
TEST("host/watch", "the clock runs back")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover), first;

	poll_until(&c, c.now + 4 * HOUR);
	first = c.now;
	at(&c, first - 60);
	EQUAL_INT(club_outages(&c, &row), 0);
	at(&c, first - HOUR);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.why, SP_OUTAGE_BACK);
	EQUAL_INT(row.began, first - HOUR);
	EQUAL_INT(row.ended, first - 60);
	EQUAL_INT(club_deadline(&c, GID), due);
	CU_ASSERT_TRUE(club_logged(&c, "the clock ran back from"));
	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	at(&c, first + HOUR);
	EQUAL_INT(club_outages(&c, &row), 1);
	/* to the year 2000 and back to now: that is no jump */
	at(&c, (int64_t)30 * 365 * DAY);
	EQUAL_INT(club_outages(&c, &row), 2);
	at(&c, first + 2 * HOUR);
	CU_ASSERT_FALSE(c.pass.doubt);
	EQUAL_INT(club_outages(&c, &row), 2);
	club_clear(&c);
}

/* ---- the file ----------------------------------------------------------- */

static void remove_file(const struct club *c)
{
	char *path = sp_xasprintf("%s/run/clock", c->dir);

	EQUAL_INT(unlink(path), 0);
	sp_free(path);
}

/* A kill loses the last minutes; the registry knows roughly when its daemon was
 * at work, if the file is lost. */
TEST("host/watch", "what a kill loses")
{
	struct sp_outage_row row = { 0 };
	struct sp_watch w;
	struct sp_error e = { 0 };
	struct club c, copy;
	const char *mover;
	int64_t due = begin(&c, &mover), first = c.now;

	at(&c, first + 299);
	EQUAL_INT(sp_host_watch_read(&w, &c.config, &e), SP_OK);
	EQUAL_INT(w.polled, first);
	at(&c, first + 300);
	EQUAL_INT(sp_host_watch_read(&w, &c.config, &e), SP_OK);
	EQUAL_INT(w.polled, first + 300);
	/* a clean stop writes it in any case */
	at(&c, first + 310);
	club_close(&c);
	EQUAL_INT(sp_host_watch_read(&w, &c.config, &e), SP_OK);
	EQUAL_INT(w.polled, first + 310);
	EQUAL_INT(w.seen, first + 310);
	/* killed before it was written */
	club_copy(&copy, &c);
	copy.config.outage = c.config.outage;
	copy.quiet = true;
	copy.now = first + 500;
	struct draft draft = { .from = "new@elsewhere.example",
		.text = "status" };
	(void)club_post(&copy, &draft);
	club_die(&copy, SP_STAGE_POLLED, 1);
	at(&copy, first + 310 + 3 * HOUR);
	EQUAL_INT(club_outages(&copy, &row), 0);
	EQUAL_INT(club_deadline(&copy, GID), due);
	club_clear(&copy);
	/* lost, or not to be read */
	club_copy(&copy, &c);
	copy.config.outage = c.config.outage;
	copy.quiet = true;
	remove_file(&copy);
	at(&copy, first + 10 * HOUR);
	EQUAL_INT(club_outages(&copy, &row), 1);
	EQUAL_INT(row.began, first);
	EQUAL_INT(club_deadline(&copy, GID), due + 10 * HOUR);
	club_close(&copy);
	char *path = sp_xasprintf("%s/run/clock", copy.dir);
	EQUAL_INT(sp_file_write(path, "{", 1, 0600, &e), SP_OK);
	at(&copy, copy.now + HOUR);
	CU_ASSERT_TRUE(club_logged(&copy, "cannot read run/clock"));
	sp_free(path);
	club_clear(&copy);
	club_clear(&c);
}
