/* Timers. */
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
