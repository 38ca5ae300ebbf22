#include "registry_private.h"

#include <assert.h>

static const char *const state_words[] = {
#define X(name, word) word,
	SP_PENDING_STATES(X)
#undef X
};

#define PENDING_COLUMNS                                                        \
	"id, gid, seat, kind, state, created, expires, epoch, decision, "      \
	"address, message_id FROM pending "

static void read_pending(struct sp_query *q, void *out)
{
	struct sp_pending_row *row = out;

	row->id = registry_query_int(q);
	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->seat, sizeof(row->seat));
	registry_query_text(q, row->kind, sizeof(row->kind));
	row->state = (enum sp_pending_state)registry_query_word(
		q, state_words, SP_PENDING_STATE_COUNT);
	row->created = registry_query_int(q);
	row->expires = registry_query_int_or(q, SP_NEVER);
	row->epoch = registry_query_int(q);
	row->decision = registry_query_int_or(q, SP_NO_DECISION);
	registry_query_text(q, row->address, sizeof(row->address));
	registry_query_text(q, row->message_id, sizeof(row->message_id));
}

int sp_registry_pending_add(struct sp_registry *r, struct sp_pending_row *row,
	const char *text, size_t n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO pending (gid, seat, kind, state, created, "
		"expires, epoch, decision, address, message_id, text) "
		"VALUES (?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?)",
		e);
	registry_query_bind_text(&q, row->gid);
	registry_query_bind_text(&q, row->seat);
	registry_query_bind_text(&q, row->kind);
	registry_query_bind_int(&q, row->created);
	registry_query_bind_int_or(&q, row->expires, SP_NEVER);
	registry_query_bind_int(&q, row->epoch);
	registry_query_bind_int_or(&q, row->decision, SP_NO_DECISION);
	registry_query_bind_optional(&q, row->address);
	registry_query_bind_optional(&q, row->message_id);
	registry_query_bind_blob(&q, text, n);
	if (registry_query_run(&q) != SP_OK)
		return q.code;
	row->id = sqlite3_last_insert_rowid(r->db);
	row->state = SP_PENDING_OPEN;
	return SP_OK;
}

int sp_registry_pending_get(struct sp_registry *r, int64_t id,
	struct sp_pending_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT " PENDING_COLUMNS "WHERE id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		read_pending(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_pending_list(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_pending_row **out, size_t *n,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " PENDING_COLUMNS
		"WHERE gid = ?1 AND (?2 IS NULL OR seat = ?2) "
		"AND state = 'open' ORDER BY id",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_optional(&q, seat != NULL ? seat : "");
	*out = registry_query_list(&q, sizeof(**out), read_pending, n);
	return q.code;
}

int sp_registry_pending_text(struct sp_registry *r, int64_t id,
	struct sp_buf *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "SELECT text FROM pending WHERE id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		q.row = registry_query_bytes(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_pending_close(struct sp_registry *r, int64_t id,
	enum sp_pending_state state, struct sp_error *e)
{
	struct sp_query q;

	assert(state != SP_PENDING_OPEN);
	registry_query_start(&q, r,
		"UPDATE pending SET state = ?, text = NULL, key = NULL "
		"WHERE id = ? AND state = 'open'",
		e);
	registry_query_bind_text(&q, state_words[state]);
	registry_query_bind_int(&q, id);
	return registry_query_run_found(&q);
}

int sp_registry_pending_renew(
	struct sp_registry *r, int64_t id, int64_t epoch, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"UPDATE pending SET epoch = ? WHERE id = ? AND state = 'open'",
		e);
	registry_query_bind_int(&q, epoch);
	registry_query_bind_int(&q, id);
	return registry_query_run_found(&q);
}
