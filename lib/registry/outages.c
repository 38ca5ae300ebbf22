/* Outages: the times in which nobody looked into the inboxes, and the games
 * that were not told of them yet. */
#include "registry_private.h"

#include <assert.h>

static const char *const why_words[] = {
#define X(name, word) word,
	SP_OUTAGES(X)
#undef X
};

/* The timers that run when [?1, ?2] begins, or are set in it, and end behind
 * its begin. What a bot goes on with is nobody's time. */
#define OVERLAPPED "kind <> 'bot' AND due > ?1 AND since < ?2"

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

int sp_registry_outage_add(struct sp_registry *r,
	const struct sp_outage_row *row, int64_t *games, struct sp_error *e)
{
	static const char *const shift[] = {
		/* one that follows another at once is the same to the games */
		"UPDATE stood SET ended = ?2 WHERE ended = ?1 AND gid IN"
		" (SELECT gid FROM timers WHERE " OVERLAPPED ")",
		"INSERT OR REPLACE INTO stood (gid, began, ended)"
		" SELECT gid, max(?1, min(since)), ?2 FROM timers"
		" WHERE " OVERLAPPED " AND gid NOT IN"
		" (SELECT gid FROM stood WHERE ended = ?2) GROUP BY gid",
		"UPDATE timers SET due = due + ?2 - max(?1, since)"
		" WHERE " OVERLAPPED,
		"UPDATE games SET deadline = (SELECT max(due) FROM timers"
		" WHERE timers.gid = games.gid AND kind NOT IN ('bot', 'hold'))"
		" WHERE gid IN (SELECT gid FROM timers WHERE due > ?1"
		" AND kind NOT IN ('bot', 'hold'))"
		" AND gid IN (SELECT gid FROM stood WHERE ended = ?2)",
	};
	struct sp_query q;

	assert(sqlite3_get_autocommit(r->db) == 0);
	*games = 0;
	registry_query_start(&q, r,
		"INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)", e);
	registry_query_bind_int(&q, row->began);
	registry_query_bind_int(&q, row->ended);
	registry_query_bind_text(&q, why_words[row->why]);
	int rc = registry_query_run(&q);

	/* where the clock ran back the same hours come twice: that is all the
	 * time that the deadlines need */
	if (row->why == SP_OUTAGE_BACK)
		return rc;
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
