/*
 * A clock that was ahead and believed, and then is right: no game waits for the
 * date that it showed, nobody's turn is played, and whoever verifies the game
 * accepts it.
 */
#include "host_tests.h"
#include "patient.h"
#include "tamper.h"

#define GID     BOUT_GID
#define SETTLE  120
#define HOUR    ((int64_t)CLUB_HOUR)
#define DAY     (24 * HOUR)
#define YEAR    (365 * DAY)
#define QUARTER 900

static int64_t steady_now; /* goes on with true time, whatever the clock says */

static int64_t read_steady(void *payload)
{
	(void)payload;
	return steady_now;
}

/* A game of a day for a turn, whose daemon runs all the time. */
static int64_t begin(struct club *c, const char **mover)
{
	club_make(c);
	sp_log_set_level(SP_LOG_WARN);
	c->quiet = true;
	steady_now = 1000;
	c->clock.steady = read_steady;
	c->config.outage = 3 * CLUB_HOUR;
	club_game(c, GID, 2, "deadline=24", true);
	*mover = club_person(club_active(c, GID))->colour;
	club_pass(c);
	return c->now + DAY;
}

/* The clock is so far ahead from now on, or (negative) goes back. */
static void shift(struct club *c, int64_t seconds)
{
	c->now += seconds;
	club_pass(c);
}

static void go(struct club *c, int64_t seconds)
{
	while (seconds > 0) {
		int64_t step = seconds < HOUR ? seconds : HOUR;
		c->now += step;
		steady_now += step;
		seconds -= step;
		club_pass(c);
	}
}

static void accept(struct club *c)
{
	json_t *act = json_pack("{s:s}", "act", "clock accept");

	EQUAL_INT(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_pass(c);
}

static void cancel(struct club *c)
{
	json_t *act =
		json_pack("{s:s, s:s}", "act", "game cancel", "game", GID);

	EQUAL_INT(club_try_act(c, act), SP_OK);
	json_decref(act);
}

/* What verify finds of the game, which must be good, in words. */
static bool verifies(const struct club *c, const char *words)
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
	good = good && strstr(sp_buf_str(&text), words) != NULL;
	if (!good)
		fprintf(stderr, "%s\n", sp_buf_str(&text));
	json_decref(json);
	sp_buf_free(&text);
	sp_free(path);
	return good;
}

/* The second reader finds nothing wrong either, once the secret is known. */
static bool is_audited(const struct club *c)
{
	char *command = sp_xasprintf("command -v python3 >/dev/null || exit 0; "
				     "python3 '%s/tests/tools/audit.py' .",
		test_source_dir());
	struct sp_buf out;

	sp_buf_init(&out, 8000);
	bool good = club_git(c, GID, &out, command) == 0;
	if (!good)
		fprintf(stderr, "%s\n", sp_buf_str(&out));
	sp_buf_free(&out);
	sp_free(command);
	return good;
}

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

static void end_turn(struct club *c)
{
	const char *seat = club_person(club_active(c, GID))->colour;

	(void)club_reply(c, club_present(c, GID), seat, "end");
	club_pass(c);
}

/* The clock is a year ahead and believed, a turn ends by it, and an hour later
 * it is right again. */
static void play_ahead(struct club *c, int64_t ahead)
{
	shift(c, ahead);
	accept(c);
	end_turn(c);
	go(c, HOUR);
	shift(c, -ahead);
}

/* ---- games that were played by it --------------------------------------- */

TEST("host/set_right", "a year ahead")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t first;

	if (!club_has_git())
		return;
	(void)begin(&c, &mover);
	go(&c, HOUR);
	first = c.now;
	play_ahead(&c, YEAR);
	EQUAL_INT(c.now, first + HOUR);
	CU_ASSERT_TRUE(
		club_logged(&c, "it had been ahead, so what it put off"));
	/* in that pass: with `--once` from cron the next is hours later */
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock was wrong"), 2);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	CU_ASSERT_TRUE(git_says(&c,
		"git log -1 --format='%an|%s|%cI|%(trailers)' main |"
		" grep -v '^State:\\|^$'",
		"Judge|The clock was ahead: it showed Wed 24 Nov 2027 18:00 at "
		"Tue 24 Nov 2026 19:00 UTC|2027-11-24T18:00:00+00:00|Turn: 2\n"
		"Seq: 4\n"
		"Command: clock 2027-11-24T18:00:00Z 2026-11-24T19:00:00Z\n"
		"Input: timer 2026-11-24T19:00:00Z\n"));
	CU_ASSERT_TRUE(
		git_says(&c, "git diff --name-only main~1 main | tr '\\n' ' '",
			"report.txt sealed.json "));
	const struct letter *letter =
		club_letter(&c, club_active(&c, GID), "The clock was wrong");
	CU_ASSERT_PTR_NOT_NULL(
		strstr(letter->text, ":: deadline 2026-11-25T19:00Z (in 1 d)"));
	CU_ASSERT_PTR_NOT_NULL(strstr(letter->text, "You are asked, and have"));
	CU_ASSERT_PTR_NOT_NULL(strstr(letter->text, "until Wed 25 Nov 2026"));
	letter = club_letter(&c, mover, "The clock was wrong");
	CU_ASSERT_PTR_NOT_NULL(strstr(letter->text, "Whoever is asked has"));
	CU_ASSERT_TRUE(club_outages(&c, &row) == 2);
	EQUAL_INT(row.why, SP_OUTAGE_WRONG);
	CU_ASSERT_TRUE(verifies(&c, "set right 1 time:"));
	/* once, and every later deadline counts from the true time */
	go(&c, 5 * HOUR);
	end_turn(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock was wrong"), 2);
	CU_ASSERT_TRUE(verifies(&c, "set right 1 time:"));
	/* also by the clock, when they are over and no sooner */
	go(&c, DAY + SETTLE - 1);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock ended"), 0);
	go(&c, 1);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock ended"), 1);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	CU_ASSERT_TRUE(verifies(&c, "set right 1 time:"));
	cancel(&c);
	CU_ASSERT_TRUE(verifies(&c, "the commitment\n"));
	CU_ASSERT_TRUE(is_audited(&c));
	club_clear(&c);
}

/* A mail that comes before anything else moves the game: it is not lost, and
 * counts from the true time. */
TEST("host/set_right", "a mail before all else")
{
	struct club c;
	const char *mover;
	unsigned before;
	char *raw;

	(void)begin(&c, &mover);
	shift(&c, YEAR);
	accept(&c);
	end_turn(&c);
	go(&c, HOUR);
	c.now -= YEAR;
	raw = sp_xasprintf("From: %s\nTo: %s\nSubject: x\n"
			   "Message-ID: <d@x.example>\n\nend\n",
		club_person(club_active(&c, GID))->address,
		club_present(&c, GID)->reply_to);
	before = club_commits(&c, GID);
	EQUAL_STRING(club_deliver(&c, raw), "applied");
	sp_free(raw);
	EQUAL_INT(club_commits(&c, GID), before + 2);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock was wrong"), 2);
	go(&c, SETTLE);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock was wrong"), 2);
	CU_ASSERT_TRUE(verifies(&c, "set right 1 time:"));
	club_clear(&c);
}

/* A second outage in the time whose dates are wrong, and a second jump. */
TEST("host/set_right", "twice")
{
	struct club c;
	const char *mover;
	int64_t due;

	if (!club_has_git())
		return;
	(void)begin(&c, &mover);
	play_ahead(&c, YEAR);
	go(&c, SETTLE);
	due = club_deadline(&c, GID);
	c.now += 10 * HOUR;
	steady_now += 10 * HOUR;
	club_pass(&c);
	EQUAL_INT(club_deadline(&c, GID), due + 10 * HOUR);
	end_turn(&c);
	EQUAL_INT(c.pass.commits, 2);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	play_ahead(&c, 2 * YEAR);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	CU_ASSERT_TRUE(verifies(&c, "set right 2 times:"));
	go(&c, DAY + SETTLE);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock ended"), 1);
	cancel(&c);
	CU_ASSERT_TRUE(verifies(&c, "the commitment\n"));
	CU_ASSERT_TRUE(is_audited(&c));
	club_clear(&c);
}

/* Half a minute back is no jump, and shortens nobody's time. */
TEST("host/set_right", "a clock that is put back a little after it")
{
	struct club c;
	const char *mover;
	int64_t right;

	(void)begin(&c, &mover);
	play_ahead(&c, YEAR);
	right = c.now;
	EQUAL_INT(club_deadline(&c, GID), right + DAY);
	c.now -= 40;
	end_turn(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_deadline(&c, GID), right + DAY);
	club_clear(&c);
}

/* A day, less than an hour, and what a clock of an hour does. */
TEST("host/set_right", "how far it was ahead")
{
	static const struct {
		int64_t ahead;
		bool wrong;
	} cases[] = {
		{ 2 * HOUR, true },
		{ 2 * HOUR - 1, true },
		{ HOUR + 60, true },
		{ HOUR - 60, false },
		{ 2 * DAY, true },
		{ 2 * YEAR, true },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_outage_row row = { 0 };
		struct club c;
		const char *mover;
		int64_t told;

		(void)begin(&c, &mover);
		go(&c, HOUR);
		play_ahead(&c, cases[i].ahead);
		told = club_deadline(&c, GID);
		CU_ASSERT_TRUE(club_outages(&c, &row) > 0);
		EQUAL_INT(row.why,
			cases[i].wrong ? SP_OUTAGE_WRONG : SP_OUTAGE_BACK);
		/* dated less than an hour ahead, it is not worth a word; the
		 * turn ended an hour ago */
		EQUAL_INT(club_letters(&c, 0, NULL, "The clock was wrong"),
			cases[i].ahead - HOUR >= HOUR ? 2 : 0);
		if (cases[i].ahead > 3 * HOUR)
			EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
		if (!cases[i].wrong)
			EQUAL_INT(club_deadline(&c, GID), told);
		EQUAL_INT(club_letters(&c, 0, NULL, "The clock ended"), 0);
		end_turn(&c);
		CU_ASSERT_TRUE(club_deadline(&c, GID) <= c.now + DAY + HOUR);
		CU_ASSERT_TRUE(verifies(&c, "Good"));
		club_clear(&c);
	}
}

/* ---- a record that is not true ------------------------------------------ */

/* A game that was set right, whose clock ends a turn `early` seconds too soon
 * after that. */
static void lay(struct tamper *t, int64_t early)
{
	struct club *c = &t->club;
	struct sp_timer_row *rows = NULL;
	struct sp_registry *r;
	struct sp_game_row game;
	struct sp_error e = { 0 };
	const char *mover;
	size_t n = 0;

	(void)begin(c, &mover);
	play_ahead(c, YEAR);
	go(c, SETTLE);
	r = club_registry(c);
	EQUAL_INT_FATAL(sp_registry_begin(r, &e), SP_OK);
	EQUAL_INT_FATAL(sp_registry_timer_list(r, GID, &rows, &n, &e), SP_OK);
	EQUAL_INT_FATAL(n, 2); /* a reminder comes first */
	rows[1].due -= early;
	EQUAL_INT(sp_registry_timer_put(r, &rows[1], &e), SP_OK);
	EQUAL_INT(sp_registry_game_get(r, GID, &game, &e), SP_OK);
	game.deadline = rows[1].due;
	EQUAL_INT(sp_registry_game_put(r, &game, &e), SP_OK);
	EQUAL_INT(sp_registry_commit(r, &e), SP_OK);
	sp_free(rows);
	go(c, DAY + SETTLE);
	EQUAL_INT(club_letters(c, 0, NULL, "The clock ended"), 1);
	cancel(c);
	(void)club_git(c, GID, NULL, "git tag | xargs git tag -d >/dev/null");
	tamper_take(t);
}

struct change {
	size_t at;
	const char *name, *from, *to;  /* of the text of that commit */
	const char *from_too, *to_too; /* NULL: nothing else */
	const char *what, *found;
};

static void reword(struct forge *f, struct forged *c, const void *payload)
{
	const struct change *change = payload;

	(void)f;
	if (c->index != change->at)
		return;
	forge_reword(&c->message, change->from, change->to);
	if (change->from_too != NULL)
		forge_reword(&c->message, change->from_too, change->to_too);
}

TEST("host/set_right", "a record that is not true")
{
	static struct change changes[] = {
		{ 0, "another date that was wrong", "clock 2027-11-24T17:00",
			"clock 2027-11-24T16:00", NULL, NULL,
			"trailer Command: the date that was wrong",
			"2027-11-24T16:00:00Z" },
		{ 0, "another input", "Input: timer 2026-11-24T18",
			"Input: timer 2026-11-24T17", NULL, NULL,
			"trailer Input", "T17" },
		{ 0, "an operator's", "Input: timer 2026-11-24T18:00:00Z",
			"Input: operator 7", NULL, NULL, "trailer Input",
			"operator 7" },
		/* the deadline after it came too soon for that */
		{ 0, "a time that is later", "Z 2026-11-24T18:",
			"Z 2026-11-24T19:", "Input: timer 2026-11-24T18",
			"Input: timer 2026-11-24T19",
			"trailer Input: a timer that nobody could be late for",
			"2026-11-25T18:00:00Z" },
		/* the clock stood still then, and its date is another one */
		{ 0, "a later second date", "Z 2026-11-24T18:",
			"Z 2028-11-24T18:", "Input: timer 2026-11-24T18",
			"Input: timer 2028-11-24T18", "date", "2027-11-24" },
	};
	struct tamper t;

	if (!club_has_git())
		return;
	lay(&t, 0);
	tamper_is_good(&t.f, "as it was");
	size_t at = forge_find(&t.f, 1, "Command: clock 2027");
	for (size_t i = 0; i < SP_ARRAY_LEN(changes); i++) {
		struct change *change = &changes[i];
		bool later = strstr(change->what, "late for") != NULL;

		change->at = at;
		forge_write(
			&t.f, NULL, t.f.n, at, reword, change, FORGE_RESEALED);
		tamper_finds(&t.f, change->name,
			(ptrdiff_t)(later ? at + 1 : at), change->what,
			change->found);
		forge_undo(&t.f);
	}
	/* the date of the commit itself */
	struct tamper_change dated = { .name = "a later date",
		.edit = tamper_date };
	struct tamper_at where = { at, &dated };
	forge_write(&t.f, NULL, t.f.n, at, tamper_edit, &where, FORGE_RESEALED);
	tamper_finds(&t.f, "a later date", (ptrdiff_t)at, "date", "");
	tamper_clear(&t);

	/* whoever has the key lets a turn end too soon */
	lay(&t, 1);
	at = forge_find(&t.f, 1, "Command: clock 2027");
	tamper_finds(&t.f, "too soon", (ptrdiff_t)at + 1,
		"trailer Input: a timer that nobody could be late for",
		"2026-11-25T17:59:59Z");
	tamper_clear(&t);
}

/* ---- games that were not ------------------------------------------------ */

/* It did not move: nothing was told, and its deadline comes as if nothing had
 * been, but the hour. */
TEST("host/set_right", "a game that did not move")
{
	struct sp_outage_row row = { 0 };
	struct sp_stood_row *stood = NULL;
	struct sp_error e = { 0 };
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover), first = c.now;
	size_t n = 9;

	shift(&c, YEAR);
	accept(&c);
	EQUAL_INT(club_deadline(&c, GID), due + YEAR);
	go(&c, HOUR);
	shift(&c, -YEAR);
	EQUAL_INT(club_deadline(&c, GID), due + HOUR);
	go(&c, SETTLE);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock"), 0);
	EQUAL_INT(
		sp_registry_stood_list(club_registry(&c), GID, &stood, &n, &e),
		SP_OK);
	/* the hour in which the outage had begun, and not ended */
	EQUAL_INT(n, 1);
	if (n == 1) {
		EQUAL_INT(stood[0].began, first);
		EQUAL_INT(stood[0].ended, first + HOUR);
	}
	sp_free(stood);
	EQUAL_INT(club_outages(&c, &row), 2);
	EQUAL_INT(row.ended, first + YEAR + HOUR);
	go(&c, due + HOUR + SETTLE - c.now);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock ended your turn"), 1);
	club_clear(&c);
}

/* Twenty days away, and the clock a year ahead as well: the twenty days stay an
 * outage. */
TEST("host/set_right", "twenty days away, too")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover), first = c.now;

	club_close(&c);
	c.now = first + 20 * DAY + YEAR;
	steady_now += 20 * DAY;
	club_pass(&c);
	CU_ASSERT_TRUE(c.pass.doubt);
	go(&c, QUARTER);
	CU_ASSERT_FALSE(c.pass.doubt);
	shift(&c, -YEAR);
	EQUAL_INT(club_outages(&c, &row), 2);
	EQUAL_INT(club_deadline(&c, GID), due + 20 * DAY + QUARTER);
	end_turn(&c);
	CU_ASSERT_TRUE(verifies(&c, "Good"));
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	club_clear(&c);
}

/* After it, outages are noticed as before. */
TEST("host/set_right", "outages after it")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover), first = c.now;

	shift(&c, YEAR);
	accept(&c);
	shift(&c, -YEAR);
	club_close(&c);
	c.now = first + 20 * HOUR;
	steady_now += 20 * HOUR;
	club_pass(&c);
	EQUAL_INT(club_outages(&c, &row), 2);
	EQUAL_INT(row.why, SP_OUTAGE_AWAY);
	EQUAL_INT(club_deadline(&c, GID), due + 20 * HOUR);
	club_clear(&c);
}

/* What waited for its next try waits no year. */
TEST("host/set_right", "mails that wait")
{
	struct club c;
	const char *mover;
	char *out, *away;

	(void)begin(&c, &mover);
	out = sp_xasprintf("%s/mail/out", c.dir);
	away = sp_xasprintf("%s/mail/away", c.dir);
	shift(&c, YEAR);
	accept(&c);
	EQUAL_INT_FATAL(rename(out, away), 0);
	end_turn(&c);
	EQUAL_INT(c.pass.sent, 0);
	EQUAL_INT_FATAL(rename(away, out), 0);
	shift(&c, -YEAR);
	go(&c, SETTLE);
	CU_ASSERT_TRUE(c.pass.sent + club_letters(&c, 0, NULL, "Re: ") >= 1);
	struct sp_outbox_counts counts = { 0 };
	struct sp_error e = { 0 };
	go(&c, HOUR);
	EQUAL_INT(sp_registry_outbox_counts(club_registry(&c), &counts, &e),
		SP_OK);
	EQUAL_INT(counts.queued, 0);
	sp_free(out);
	sp_free(away);
	club_clear(&c);
}

/* ---- when nobody knows which of the two is wrong ------------------------ */

/* The club was made by a clock that was ahead. */
TEST("host/set_right", "ahead from the start")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover);

	shift(&c, -YEAR);
	go(&c, HOUR);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.why, SP_OUTAGE_BACK);
	EQUAL_INT(club_deadline(&c, GID), due);
	CU_ASSERT_TRUE(
		club_logged(&c, "`spellpost clock accept` sets them anew"));
	accept(&c);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock was wrong"), 2);
	CU_ASSERT_TRUE(verifies(&c, "set right 1 time:"));
	/* nothing more to accept */
	accept(&c);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.why, SP_OUTAGE_WRONG);
	club_clear(&c);
}

/* A clock that lost its battery, and gets the time two hours later: no deadline
 * is nearer, nor farther than by these hours. */
TEST("host/set_right", "a clock that lost the time")
{
	struct sp_outage_row row = { 0 };
	struct club c;
	const char *mover;
	int64_t due = begin(&c, &mover);

	go(&c, HOUR);
	shift(&c, -20 * YEAR);
	go(&c, 2 * HOUR);
	EQUAL_INT(club_outages(&c, &row), 1);
	EQUAL_INT(row.why, SP_OUTAGE_BACK);
	EQUAL_INT(club_deadline(&c, GID), due);
	shift(&c, 20 * YEAR);
	CU_ASSERT_FALSE(c.pass.doubt);
	/* the hours of which nobody knew when they were */
	EQUAL_INT(club_deadline(&c, GID), due + 2 * HOUR);
	end_turn(&c);
	EQUAL_INT(c.pass.commits, 2);
	EQUAL_INT(club_deadline(&c, GID), c.now + DAY);
	club_clear(&c);
}

/* ---- what `spellpost doctor` says --------------------------------------- */

/* Ahead from the start, and back: it names what to type, which helps. */
TEST("host/set_right", "what doctor says")
{
	struct sp_game_row row;
	struct patient p;

	patient_make(&p);
	p.club.config.outage = 3 * CLUB_HOUR;
	p.club.quiet = true;
	club_pass(&p.club);
	p.club.now -= YEAR;
	club_pass(&p.club);
	club_close(&p.club);
	patient_examine(&p);
	(void)patient_has(&p, "clock", "error", "the newest mail is of 365 d",
		"if it is right, and was ahead before, `spellpost clock "
		"accept`");
	(void)patient_has(&p, "game well-aaaaaaaa", "warning",
		"set before the clock ran back", "`spellpost clock accept`");
	accept(&p.club);
	p.club.now += SETTLE;
	club_pass(&p.club);
	club_row(&p.club, "well-aaaaaaaa", &row);
	CU_ASSERT_TRUE(row.deadline > p.club.now);
	CU_ASSERT_TRUE(row.deadline < p.club.now + 8 * DAY);
	club_close(&p.club);
	patient_examine(&p);
	(void)patient_has(&p, "clock", "ok", "it was ahead before", "");
	(void)patient_has(&p, "outages", "ok", "none in 30 days", "");
	char *all = json_dumps(p.answer, 0);
	CU_ASSERT_PTR_NOT_NULL(
		strstr(all, "the clock ran back from 2026-11-2"));
	CU_ASSERT_PTR_NOT_NULL(
		strstr(all, "it had been ahead, and that is set"));
	sp_free(all);
	CU_ASSERT_PTR_NULL(
		patient_finding(&p, "game well-aaaaaaaa", "warning"));
	patient_clear(&p);
}
