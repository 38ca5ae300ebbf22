/* Batches: what was decided, with its objects, until a checkpoint covers it. */
#include "registry_private.h"

#include <assert.h>

int sp_registry_batch_open(
	struct sp_registry *r, int64_t *batch, struct sp_error *e)
{
	int64_t last = 0;
	int code = sp_registry_meta_get_int(r, "batch", &last, e);

	assert(sqlite3_get_autocommit(r->db) == 0);
	if (code != SP_OK && code != SP_ENOTFOUND)
		return code;
	code = sp_registry_meta_set_int(r, "batch", last + 1, e);
	if (code == SP_OK)
		*batch = last + 1;
	return code;
}

int sp_registry_batch_add(struct sp_registry *r, const struct sp_batch_row *row,
	const void *objects, size_t n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO batches (batch, gid, old_head, new_head, "
		"decided, objects) VALUES (?, ?, ?, ?, ?, ?)",
		e);
	registry_query_bind_int(&q, row->batch);
	registry_query_bind_text(&q, row->gid);
	registry_query_bind_optional(&q, row->old_head);
	registry_query_bind_text(&q, row->new_head);
	registry_query_bind_int(&q, row->decided);
	registry_query_bind_blob(&q, objects, n);
	return registry_query_run(&q);
}

static void read_batch(struct sp_query *q, void *out)
{
	struct sp_batch_row *row = out;

	row->batch = registry_query_int(q);
	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->old_head, sizeof(row->old_head));
	registry_query_text(q, row->new_head, sizeof(row->new_head));
	row->decided = registry_query_int(q);
}

int sp_registry_batch_list(struct sp_registry *r, const char *gid,
	struct sp_batch_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT batch, gid, old_head, new_head, decided "
		"FROM batches WHERE gid = ?1 OR ?1 = '' ORDER BY batch, gid",
		e);
	registry_query_bind_text(&q, gid);
	*out = registry_query_list(&q, sizeof(**out), read_batch, n);
	return q.code;
}

int sp_registry_batch_objects(struct sp_registry *r, const char *gid,
	struct sp_buf **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	*out = NULL;
	*n = 0;
	registry_query_start(&q, r,
		"SELECT objects FROM batches WHERE gid = ? ORDER BY batch", e);
	registry_query_bind_text(&q, gid);
	while (registry_query_next(&q)) {
		*out = sp_xrealloc(*out, *n + 1, sizeof(**out));
		sp_buf_init(&(*out)[*n], SIZE_MAX);
		(void)registry_query_bytes(&q, &(*out)[(*n)++]);
	}
	if (registry_query_end(&q) == SP_OK)
		return SP_OK;
	while (*n > 0)
		sp_buf_free(&(*out)[--*n]);
	sp_free(*out);
	*out = NULL;
	return q.code;
}

int sp_registry_batch_uncovered(struct sp_registry *r, const char *but,
	struct sp_uncovered *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT count(DISTINCT batch), max(batch), min(decided) "
		"FROM batches WHERE instr(?, ' ' || gid || ' ') = 0",
		e);
	registry_query_bind_text(&q, but);
	if (registry_query_next(&q)) {
		out->batches = registry_query_int(&q);
		out->last = registry_query_int_or(&q, 0);
		out->oldest = registry_query_int_or(&q, SP_NEVER);
	}
	return registry_query_end_found(&q);
}

int sp_registry_batch_cover(struct sp_registry *r, int64_t last,
	const char *keep, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"DELETE FROM batches WHERE batch <= ? "
		"AND instr(?, ' ' || gid || ' ') = 0",
		e);
	registry_query_bind_int(&q, last);
	registry_query_bind_text(&q, keep);
	return registry_query_run(&q);
}
