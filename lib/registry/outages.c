/* Outages: the times in which nobody looked into the inboxes, and the games
 * that were not told of them yet. */
#include "registry_private.h"

#include <assert.h>

static const char *const why_words[] = {
#define X(name, word) word,
	SP_OUTAGES(X)
#undef X
};

#define DAY  86400
#define HOUR 3600

/* What a bot goes on with is nobody's time. */
#define TIMED "kind NOT IN ('bot', '" SP_TIMER_CLOCK "')"

/* The timers that run when [?1, ?2] begins, or are set in it, and end behind
 * its begin. */
#define OVERLAPPED TIMED " AND due > ?1 AND since < ?2"

/* A game that has not begun has no clock that could stand still, though its
 * invitations have a time. */
#define BEGUN                                                                  \
	"kind NOT IN ('" SP_TIMER_INVITATION "', '" SP_TIMER_INVITED           \
	"', '" SP_TIMER_SEAT "')"

/* Of a game: until when it waits for its players. */
#define DEADLINE                                                               \
	"(SELECT max(due) FROM timers WHERE timers.gid = games.gid AND "       \
	"kind NOT IN ('hold', '" SP_TIMER_HALF "', '" SP_TIMER_LAST            \
	"', '" SP_TIMER_CONSENT "') AND " BEGUN " AND " TIMED ")"

static int run_span(struct sp_registry *r, const char *sql,
	const struct sp_outage_row *row, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, sql, e);
	registry_query_bind_int(&q, row->began);
	registry_query_bind_int(&q, row->ended);
	return registry_query_run(&q);
}

static int count_told(struct sp_registry *r, const struct sp_outage_row *row,
	int64_t *games, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT count(*) FROM stood WHERE ended = ?", e);
	registry_query_bind_int(&q, row->ended);
	if (registry_query_next(&q))
		*games = registry_query_int(&q);
	return registry_query_end_found(&q);
}

static int insert(struct sp_registry *r, const struct sp_outage_row *row,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)", e);
	registry_query_bind_int(&q, row->began);
	registry_query_bind_int(&q, row->ended);
	registry_query_bind_text(&q, why_words[row->why]);
	return registry_query_run(&q);
}

int sp_registry_outage_add(struct sp_registry *r,
	const struct sp_outage_row *row, int64_t *games, struct sp_error *e)
{
	static const char *const shift[] = {
		/* one that follows another at once is the same to the games */
		"UPDATE stood SET ended = ?2 WHERE ended = ?1 AND gid IN"
		" (SELECT gid FROM timers WHERE " OVERLAPPED ")",
		"INSERT OR REPLACE INTO stood (gid, began, ended)"
		" SELECT gid, max(?1, min(since)), ?2 FROM timers"
		" WHERE " OVERLAPPED " AND " BEGUN " AND gid NOT IN"
		" (SELECT gid FROM stood WHERE ended = ?2) GROUP BY gid",
		"UPDATE timers SET due = due + ?2 - max(?1, since)"
		" WHERE " OVERLAPPED,
		"UPDATE games SET deadline = " DEADLINE
		" WHERE gid IN (SELECT gid FROM timers WHERE due > ?1"
		" AND kind <> 'hold' AND " TIMED ")"
		" AND gid IN (SELECT gid FROM stood WHERE ended = ?2)",
	};
	int rc = insert(r, row, e);

	assert(sqlite3_get_autocommit(r->db) == 0);
	assert(row->why == SP_OUTAGE_AWAY || row->why == SP_OUTAGE_AHEAD);
	*games = 0;
	for (size_t i = 0; rc == SP_OK && i < SP_ARRAY_LEN(shift); i++)
		rc = run_span(r, shift[i], row, e);
	return rc == SP_OK ? count_told(r, row, games, e) : rc;
}

static void read_outage(struct sp_query *q, void *out)
{
	struct sp_outage_row *row = out;

	row->began = registry_query_int(q);
	row->ended = registry_query_int(q);
	row->why = (enum sp_outage_why)registry_query_word(
		q, why_words, SP_OUTAGE_COUNT);
}

int sp_registry_outage_list(struct sp_registry *r, int64_t since,
	struct sp_outage_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT began, ended, why FROM outages WHERE ended >= ? "
		"ORDER BY id DESC LIMIT 100",
		e);
	registry_query_bind_int(&q, since);
	*out = registry_query_list(&q, sizeof(**out), read_outage, n);
	return q.code;
}

/* ---- a clock that ran back ---------------------------------------------- */

/* The outage [?1, ?2] lasted until ?3 at most: what it put off comes sooner by
 * as much. */
static int cut_outage(struct sp_registry *r, const struct sp_outage_row *row,
	int64_t now, struct sp_error *e)
{
	static const char *const steps[] = {
		"UPDATE timers SET due = due - (?2 - max(?1, ?3, since))"
		" WHERE " TIMED " AND since < ?2 AND due > ?2",
		"DELETE FROM stood WHERE ended = ?2 AND began >= max(?1, ?3)",
		"UPDATE stood SET ended = max(?1, ?3) WHERE ended = ?2",
		"DELETE FROM outages WHERE began = ?1 AND ended = ?2"
		" AND why IN ('away', 'ahead') AND began >= ?3",
		"UPDATE outages SET ended = ?3 WHERE began = ?1 AND ended = ?2"
		" AND why IN ('away', 'ahead')",
	};
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && i < SP_ARRAY_LEN(steps); i++) {
		struct sp_query q;

		registry_query_start(&q, r, steps[i], e);
		registry_query_bind_int(&q, row->began);
		registry_query_bind_int(&q, row->ended);
		if (strstr(steps[i], "?3") != NULL)
			registry_query_bind_int(&q, now);
		rc = registry_query_run(&q);
	}
	return rc;
}

static int run_now(struct sp_registry *r, const char *const steps[], size_t n,
	int64_t now, struct sp_error *e)
{
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		struct sp_query q;

		registry_query_start(&q, r, steps[i], e);
		registry_query_bind_int(&q, now);
		rc = registry_query_run(&q);
	}
	return rc;
}

/* Later ones first, since each put off what those before it had. */
static int cut_outages(struct sp_registry *r, int64_t now, struct sp_error *e)
{
	static const char *const rest[] = {
		"UPDATE games SET deadline = " DEADLINE
		" WHERE ?1 = ?1 AND " DEADLINE " IS NOT NULL",
		"INSERT OR REPLACE INTO timers (gid, kind, subject, since, due)"
		/* due at once: no mail can settle it, and who runs `--once`
		 * looks again in hours */
		" SELECT gid, '" SP_TIMER_CLOCK "', '', ?1, ?1 - 86400"
		" FROM games"
		" WHERE status IN ('running', 'suspended')",
		/* what nobody knew is known now */
		"DELETE FROM outages WHERE why = 'back' AND ended > ?1",
	};
	struct sp_outage_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_outage_list(r, now + 1, &rows, &n, e);

	for (size_t i = 0; rc == SP_OK && i < n; i++)
		if (rows[i].why == SP_OUTAGE_AWAY ||
			rows[i].why == SP_OUTAGE_AHEAD)
			rc = cut_outage(r, &rows[i], now, e);
	sp_free(rows);
	return rc == SP_OK ? run_now(r, rest, SP_ARRAY_LEN(rest), now, e) : rc;
}

int sp_registry_ran_back(struct sp_registry *r, const struct sp_outage_row *row,
	struct sp_error *e)
{
	static const char *const waits[] = {
		"UPDATE outbox SET next_try = ?1"
		" WHERE state = 'queued' AND next_try > ?1",
		"UPDATE press SET created = ?1 WHERE created > ?1",
	};
	int rc;

	assert(sqlite3_get_autocommit(r->db) == 0);
	assert(row->why == SP_OUTAGE_BACK || row->why == SP_OUTAGE_WRONG);
	rc = run_now(r, waits, SP_ARRAY_LEN(waits), row->began, e);
	if (rc == SP_OK && row->why == SP_OUTAGE_WRONG)
		rc = cut_outages(r, row->began, e);
	return rc == SP_OK ? insert(r, row, e) : rc;
}

int sp_registry_was_ahead(struct sp_registry *r, int64_t now, int64_t then,
	bool *yes, struct sp_error *e)
{
	struct sp_query q;

	*yes = false;
	registry_query_start(&q, r,
		"SELECT EXISTS (SELECT 1 FROM outages WHERE CASE why"
		" WHEN 'back' THEN 0"
		/* dates of mails are their servers': a day is let pass */
		" WHEN 'wrong' THEN began - ?3 <= ?1 AND ended + ?3 >= ?2"
		" ELSE began <= ?1 AND ended > ?1 END)",
		e);
	registry_query_bind_int(&q, now);
	registry_query_bind_int(&q, then);
	registry_query_bind_int(&q, DAY);
	if (registry_query_next(&q))
		*yes = registry_query_int(&q) != 0;
	return registry_query_end_found(&q);
}

int sp_registry_back_from(
	struct sp_registry *r, int64_t now, int64_t *out, struct sp_error *e)
{
	struct sp_query q;

	*out = SP_NEVER;
	registry_query_start(&q, r,
		"SELECT max(ended) FROM outages WHERE why = 'back'"
		" AND began - ?2 <= ?1 AND ended > ?1 + ?3",
		e);
	registry_query_bind_int(&q, now);
	registry_query_bind_int(&q, DAY);
	registry_query_bind_int(&q, HOUR);
	if (registry_query_next(&q))
		*out = registry_query_int_or(&q, SP_NEVER);
	return registry_query_end_found(&q);
}

static void read_stood(struct sp_query *q, void *out)
{
	struct sp_stood_row *row = out;

	row->began = registry_query_int(q);
	row->ended = registry_query_int(q);
}

int sp_registry_stood_list(struct sp_registry *r, const char *gid,
	struct sp_stood_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT began, ended FROM stood WHERE gid = ? ORDER BY began",
		e);
	registry_query_bind_text(&q, gid);
	*out = registry_query_list(&q, sizeof(**out), read_stood, n);
	return q.code;
}

int sp_registry_stood_clear(
	struct sp_registry *r, const char *gid, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "DELETE FROM stood WHERE gid = ?", e);
	registry_query_bind_text(&q, gid);
	return registry_query_run(&q);
}

int sp_registry_last_at_work(
	struct sp_registry *r, int64_t *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT max(at) FROM (SELECT max(sent) AS at FROM outbox"
		" UNION ALL SELECT CAST(value AS INTEGER) FROM meta"
		" WHERE key = 'pruned')",
		e);
	if (registry_query_next(&q))
		*out = registry_query_int_or(&q, SP_NEVER);
	return registry_query_end_found(&q);
}
