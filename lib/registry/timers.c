/* Timers, and the batches that a start rolls forward. */
#include "registry_private.h"

#include <assert.h>

static void read_timer(struct sp_query *q, void *out)
{
	struct sp_timer_row *row = out;

	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->kind, sizeof(row->kind));
	registry_query_text(q, row->subject, sizeof(row->subject));
	row->since = registry_query_int(q);
	row->due = registry_query_int(q);
}

int sp_registry_timer_put(struct sp_registry *r, const struct sp_timer_row *row,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO timers (gid, kind, subject, since, due) "
		"VALUES (?, ?, ?, ?, ?) "
		"ON CONFLICT DO UPDATE SET since = excluded.since, "
		"due = excluded.due",
		e);
	registry_query_bind_text(&q, row->gid);
	registry_query_bind_text(&q, row->kind);
	registry_query_bind_text(&q, row->subject);
	registry_query_bind_int(&q, row->since);
	registry_query_bind_int(&q, row->due);
	return registry_query_run(&q);
}

int sp_registry_timer_delete(struct sp_registry *r, const char *gid,
	const char *kind, const char *subject, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"DELETE FROM timers WHERE gid = ? AND kind = ? AND subject = ?",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, kind);
	registry_query_bind_text(&q, subject);
	return registry_query_run(&q);
}

int sp_registry_timer_clear(
	struct sp_registry *r, const char *gid, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "DELETE FROM timers WHERE gid = ?", e);
	registry_query_bind_text(&q, gid);
	return registry_query_run(&q);
}

int sp_registry_timer_due(struct sp_registry *r, int64_t until, size_t max,
	struct sp_timer_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT gid, kind, subject, since, due FROM timers WHERE due "
		"<= ? "
		"ORDER BY due, gid, kind, subject LIMIT ?",
		e);
	registry_query_bind_int(&q, until);
	registry_query_bind_int(&q, (int64_t)max);
	*out = registry_query_list(&q, sizeof(**out), read_timer, n);
	return q.code;
}

int sp_registry_timer_list(struct sp_registry *r, const char *gid,
	struct sp_timer_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT gid, kind, subject, since, due FROM timers WHERE gid = "
		"? "
		"ORDER BY due, kind, subject",
		e);
	registry_query_bind_text(&q, gid);
	*out = registry_query_list(&q, sizeof(**out), read_timer, n);
	return q.code;
}

int sp_registry_timer_next(
	struct sp_registry *r, int64_t after, int64_t *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT min(due) FROM timers WHERE due > ?", e);
	registry_query_bind_int(&q, after);
	if (registry_query_next(&q))
		*out = registry_query_int_or(&q, SP_FOREVER);
	return registry_query_end_found(&q);
}

/* ---- batches
 * ---------------------------------------------------------------------- */

int sp_registry_batch_open(struct sp_registry *r, const char *keep,
	int64_t *batch, struct sp_error *e)
{
	int64_t last = 0;
	struct sp_query q;
	int code = sp_registry_meta_get_int(r, "batch", &last, e);

	assert(sqlite3_get_autocommit(r->db) == 0);
	if (code != SP_OK && code != SP_ENOTFOUND)
		return code;
	registry_query_start(&q, r,
		"DELETE FROM batches WHERE batch < ? "
		"AND instr(?, ' ' || gid || ' ') = 0",
		e);
	registry_query_bind_int(&q, last);
	registry_query_bind_text(&q, keep);
	code = registry_query_run(&q);
	if (code == SP_OK)
		code = sp_registry_meta_set_int(r, "batch", last + 1, e);
	if (code == SP_OK)
		*batch = last + 1;
	return code;
}

int sp_registry_batch_add(struct sp_registry *r, const struct sp_batch_row *row,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO batches (batch, gid, old_head, new_head, tags) "
		"VALUES (?, ?, ?, ?, ?)",
		e);
	registry_query_bind_int(&q, row->batch);
	registry_query_bind_text(&q, row->gid);
	registry_query_bind_optional(&q, row->old_head);
	registry_query_bind_text(&q, row->new_head);
	registry_query_bind_text(&q, row->tags);
	return registry_query_run(&q);
}

static void read_batch(struct sp_query *q, void *out)
{
	struct sp_batch_row *row = out;

	row->batch = registry_query_int(q);
	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->old_head, sizeof(row->old_head));
	registry_query_text(q, row->new_head, sizeof(row->new_head));
	registry_query_text(q, row->tags, sizeof(row->tags));
}

int sp_registry_batch_list(struct sp_registry *r, struct sp_batch_row **out,
	size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT batch, gid, old_head, new_head, tags FROM batches "
		"ORDER BY batch, gid",
		e);
	*out = registry_query_list(&q, sizeof(**out), read_batch, n);
	return q.code;
}
