/* Outages that had not ended yet when the clock ran back. */
#include "registry_tests.h"

#define DAY 86400

static void put(
	struct sp_registry *r, const char *gid, int64_t since, int64_t due)
{
	struct sp_timer_row row = {
		.kind = "turn", .since = since, .due = due
	};

	CU_ASSERT_FATAL(sp_copy(row.gid, sizeof(row.gid), gid));
	OK(sp_registry_timer_put(r, &row, &e));
}

static void add(struct sp_registry *r, int64_t began, int64_t ended)
{
	struct sp_outage_row row = { began, ended, SP_OUTAGE_AWAY };
	int64_t games = 0;

	OK(sp_registry_begin(r, &e));
	OK(sp_registry_outage_add(r, &row, &games, &e));
	OK(sp_registry_commit(r, &e));
}

static void ran_back(
	struct sp_registry *r, int64_t from, int64_t to, enum sp_outage_why why)
{
	struct sp_outage_row row = { to, from, why };

	OK(sp_registry_begin(r, &e));
	OK(sp_registry_ran_back(r, &row, &e));
	OK(sp_registry_commit(r, &e));
}

/* "turn 5000 to 9000, stood 10 to 20" of a game. */
static void expect(struct sp_registry *r, const char *gid, const char *wanted)
{
	struct sp_timer_row *timers = NULL;
	struct sp_stood_row *stood = NULL;
	struct sp_buf out;
	size_t n = 0;

	sp_buf_init(&out, 1000);
	OK(sp_registry_timer_list(r, gid, &timers, &n, &e));
	for (size_t i = 0; i < n; i++)
		sp_buf_addf(&out, "%s%s %lld to %lld", i > 0 ? ", " : "",
			timers[i].kind, (long long)timers[i].since,
			(long long)timers[i].due);
	OK(sp_registry_stood_list(r, gid, &stood, &n, &e));
	for (size_t i = 0; i < n; i++)
		sp_buf_addf(&out, ", stood %lld to %lld",
			(long long)stood[i].began, (long long)stood[i].ended);
	EQUAL_STRING(sp_buf_str(&out), wanted);
	sp_free(timers);
	sp_free(stood);
	sp_buf_free(&out);
}

/* Away from 10000 on, and again from 120000 to 130000; but when it was 30000 in
 * truth the clock said 140000. */
TEST("registry/outages", "what was put off by a wrong clock comes back")
{
	static const struct {
		const char *gid;
		int64_t since, due;
		const char *then, *now;
	} cases[] = {
		{ "before", 5000, 9000, "turn 5000 to 9000",
			"turn 5000 to 9000" },
		{ "across", 5000, 50000,
			"turn 5000 to 160000, stood 10000 to 110000, stood "
			"120000 to 130000",
			"turn 5000 to 70000, stood 10000 to 30000" },
		{ "inside", 20000, 60000,
			"turn 20000 to 160000, stood 20000 to 110000, stood "
			"120000 to 130000",
			"turn 20000 to 70000, stood 20000 to 30000" },
		{ "at-once", 30000, 60000,
			"turn 30000 to 150000, stood 30000 to 110000, stood "
			"120000 to 130000",
			"turn 30000 to 60000" },
		{ "later", 40000, 60000,
			"turn 40000 to 140000, stood 40000 to 110000, stood "
			"120000 to 130000",
			"turn 40000 to 60000" },
		{ "after", 110000, 200000,
			"turn 110000 to 210000, stood 120000 to 130000",
			"turn 110000 to 200000" },
	};
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_outage_row *rows = NULL;
	struct sp_game_row game;
	size_t n = 0;

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		registry_add_game(r, cases[i].gid, 1);
		put(r, cases[i].gid, cases[i].since, cases[i].due);
	}
	registry_sql(path, "UPDATE games SET status = 'over'");
	add(r, 10000, 110000);
	add(r, 120000, 130000);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++)
		expect(r, cases[i].gid, cases[i].then);
	ran_back(r, 140000, 30000, SP_OUTAGE_WRONG);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++)
		expect(r, cases[i].gid, cases[i].now);
	OK(sp_registry_game_get(r, "across", &game, &e));
	EQUAL_INT(game.deadline, 70000);
	OK(sp_registry_outage_list(r, 0, &rows, &n, &e));
	EQUAL_INT_FATAL(n, 2);
	EQUAL_INT(rows[0].why, SP_OUTAGE_WRONG);
	EQUAL_INT(rows[1].began, 10000);
	EQUAL_INT(rows[1].ended, 30000);
	EQUAL_INT(rows[1].why, SP_OUTAGE_AWAY);
	sp_free(rows);
	sp_registry_close(r);
	sp_free(path);
}

/* No mail can settle it, so it is due in the pass that made it. */
TEST("registry/outages", "a game that is not over gets a timer that is due")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);

	registry_add_game(r, "running", 1);
	registry_add_game(r, "suspended", 1);
	registry_add_game(r, "over", 1);
	registry_sql(path, "UPDATE games SET status = gid");
	ran_back(r, 2000000, 1000000, SP_OUTAGE_BACK);
	expect(r, "running", "");
	ran_back(r, 2000000, 1000000, SP_OUTAGE_WRONG);
	expect(r, "running", "clock 1000000 to 913600");
	expect(r, "suspended", "clock 1000000 to 913600");
	expect(r, "over", "");
	sp_registry_close(r);
	sp_free(path);
}

static bool was_ahead(struct sp_registry *r, int64_t now, int64_t then)
{
	bool yes = false;

	OK(sp_registry_was_ahead(r, now, then, &yes, &e));
	return yes;
}

TEST("registry/outages", "a clock was ahead if an outage has not ended")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	const int64_t from = 3000000, to = 1000000;

	CU_ASSERT_FALSE(was_ahead(r, 1500, 1501));
	add(r, 1000, 2000);
	CU_ASSERT_FALSE(was_ahead(r, 999, 2000));
	CU_ASSERT_TRUE(was_ahead(r, 1000, 2000));
	CU_ASSERT_TRUE(was_ahead(r, 1999, 2000));
	CU_ASSERT_FALSE(was_ahead(r, 2000, 2000));
	/* the same hours twice: nobody knows which were wrong */
	ran_back(r, from, to, SP_OUTAGE_BACK);
	CU_ASSERT_FALSE(was_ahead(r, to, from));
	ran_back(r, from, to, SP_OUTAGE_WRONG);
	CU_ASSERT_TRUE(was_ahead(r, to, from));
	/* dates of mails are their servers' */
	CU_ASSERT_TRUE(was_ahead(r, to - DAY, from + DAY));
	CU_ASSERT_FALSE(was_ahead(r, to - DAY - 1, from));
	CU_ASSERT_FALSE(was_ahead(r, to, from + DAY + 1));
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/outages", "what nobody knew is known once the clock was wrong")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	int64_t from = 0;

	ran_back(r, 3000000, 1000000, SP_OUTAGE_BACK);
	OK(sp_registry_back_from(r, 1000000, &from, &e));
	EQUAL_INT(from, 3000000);
	ran_back(r, 3000000, 1000000, SP_OUTAGE_WRONG);
	OK(sp_registry_back_from(r, 1000000, &from, &e));
	EQUAL_INT(from, SP_NEVER);
	sp_registry_close(r);
	sp_free(path);
}
