#include "registry_private.h"

static const char *const state_words[] = {
#define X(name, word) word,
	SP_OUTBOX_STATES(X)
#undef X
};

#define OUTBOX_COLUMNS                                                         \
	"id, gid, seat, kind, decision, epoch, head, message_id, recipient, "  \
	"state, "                                                              \
	"attempts, next_try, last_error, created, sent FROM outbox "

static void read_outbox(struct sp_query *q, void *out)
{
	struct sp_outbox_row *row = out;

	row->id = registry_query_int(q);
	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->seat, sizeof(row->seat));
	registry_query_text(q, row->kind, sizeof(row->kind));
	row->decision = registry_query_int_or(q, SP_NO_DECISION);
	row->epoch = registry_query_int(q);
	registry_query_text(q, row->head, sizeof(row->head));
	registry_query_text(q, row->message_id, sizeof(row->message_id));
	registry_query_text(q, row->recipient, sizeof(row->recipient));
	row->state = (enum sp_outbox_state)registry_query_word(
		q, state_words, SP_OUTBOX_STATE_COUNT);
	row->attempts = registry_query_int(q);
	row->next_try = registry_query_int(q);
	registry_query_text(q, row->last_error, sizeof(row->last_error));
	row->created = registry_query_int(q);
	row->sent = registry_query_int_or(q, SP_NEVER);
}

/* ---- queueing
 * -------------------------------------------------------------------- */

/* The mail of this Message-ID, and whether it is the same mail. Where retention
 * took bytes and recipient, the id alone must do. */
static int find_same(struct sp_registry *r, const struct sp_outbox_row *row,
	const void *bytes, size_t n, int64_t *id, bool *same,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT id, bytes IS NULL OR "
		"(bytes = ? AND recipient = ? COLLATE NOCASE) "
		"FROM outbox WHERE message_id = ?",
		e);
	registry_query_bind_blob(&q, bytes, n);
	registry_query_bind_text(&q, row->recipient);
	registry_query_bind_text(&q, row->message_id);
	if (registry_query_next(&q)) {
		*id = registry_query_int(&q);
		*same = registry_query_int(&q) != 0;
	}
	return registry_query_end_found(&q);
}

int sp_registry_outbox_queue(struct sp_registry *r, struct sp_outbox_row *row,
	const void *bytes, size_t n, struct sp_error *e)
{
	bool same = false;
	struct sp_query q;
	int64_t id = 0;
	int code;

	registry_query_start(&q, r,
		"INSERT INTO outbox (gid, seat, kind, decision, epoch, head, "
		"message_id, recipient, bytes, state, next_try, created) "
		"VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'queued', ?10, "
		"?10) "
		"ON CONFLICT (message_id) DO NOTHING RETURNING id",
		e);
	registry_query_bind_optional(&q, row->gid);
	registry_query_bind_optional(&q, row->seat);
	registry_query_bind_text(&q, row->kind);
	registry_query_bind_int_or(&q, row->decision, SP_NO_DECISION);
	registry_query_bind_int(&q, row->epoch);
	registry_query_bind_optional(&q, row->head);
	registry_query_bind_text(&q, row->message_id);
	registry_query_bind_optional(&q, row->recipient);
	registry_query_bind_blob(&q, bytes, n);
	registry_query_bind_int(&q, row->created);
	while (registry_query_next(&q))
		id = registry_query_int(&q);
	code = registry_query_end(&q);
	if (code == SP_OK && id == 0) {
		code = find_same(r, row, bytes, n, &id, &same, e);
		if (code == SP_OK && !same)
			code = sp_error_set(e, SP_EEXISTS,
				"registry %s: %s is already the id of another "
				"mail",
				r->path, row->message_id);
	}
	if (code == SP_OK)
		row->id = id;
	return code;
}

/* ---- finding
 * ---------------------------------------------------------------------- */

int sp_registry_outbox_find(struct sp_registry *r, const char *message_id,
	struct sp_outbox_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT " OUTBOX_COLUMNS "WHERE message_id = ?", e);
	registry_query_bind_text(&q, message_id);
	if (registry_query_next(&q))
		read_outbox(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_outbox_get(struct sp_registry *r, int64_t id,
	struct sp_outbox_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "SELECT " OUTBOX_COLUMNS "WHERE id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		read_outbox(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_outbox_bytes(struct sp_registry *r, int64_t id,
	struct sp_buf *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "SELECT bytes FROM outbox WHERE id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		q.row = registry_query_bytes(&q, out);
	return registry_query_end_found(&q);
}

#define NEW_AHEAD 30 /* seconds that a clock may lose unseen */

int sp_registry_outbox_due(struct sp_registry *r, int64_t now, size_t max,
	struct sp_outbox_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		/* by its name: SQLite would walk all mails ever sent by id */
		"SELECT " OUTBOX_COLUMNS "INDEXED BY outbox_queued "
		"WHERE state = 'queued' AND next_try <= ?1 + ?3 "
		"AND (attempts = 0 OR next_try <= ?1) ORDER BY id LIMIT ?2",
		e);
	registry_query_bind_int(&q, now);
	registry_query_bind_int(&q, (int64_t)max);
	registry_query_bind_int(&q, NEW_AHEAD);
	*out = registry_query_list(&q, sizeof(**out), read_outbox, n);
	return q.code;
}

int sp_registry_outbox_waiting(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row **out,
	size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " OUTBOX_COLUMNS "INDEXED BY outbox_queued "
		"WHERE state = 'queued' AND gid = ?1 AND seat = ?2 "
		"AND kind = ?3 AND id NOT IN (SELECT receipt FROM inbox "
		"WHERE gid = ?1 AND seat = ?2 AND receipt IS NOT NULL) "
		"ORDER BY id",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	registry_query_bind_text(&q, kind);
	*out = registry_query_list(&q, sizeof(**out), read_outbox, n);
	return q.code;
}

static int find_kind(struct sp_registry *r, const char *sql, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row *out,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, sql, e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	registry_query_bind_text(&q, kind);
	if (registry_query_next(&q))
		read_outbox(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_outbox_newest(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row *out,
	struct sp_error *e)
{
	return find_kind(r,
		"SELECT " OUTBOX_COLUMNS
		"WHERE gid = ? AND seat = ? AND kind = ? "
		"AND instr(kind, '/') = 0 ORDER BY id DESC LIMIT 1",
		gid, seat, kind, out, e);
}

int sp_registry_outbox_receipt(struct sp_registry *r, const char *gid,
	const char *seat, int64_t decision, struct sp_outbox_row *out,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " OUTBOX_COLUMNS
		"WHERE gid = ? AND seat = ? AND decision = ? "
		"AND kind LIKE 'receipt/%' ORDER BY id LIMIT 1",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	registry_query_bind_int(&q, decision);
	if (registry_query_next(&q))
		read_outbox(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_outbox_oldest(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row *out,
	struct sp_error *e)
{
	return find_kind(r,
		"SELECT " OUTBOX_COLUMNS
		"WHERE gid = ? AND seat = ? AND kind = ? "
		"AND instr(kind, '/') = 0 ORDER BY id LIMIT 1",
		gid, seat, kind, out, e);
}

int sp_registry_outbox_last(
	struct sp_registry *r, int64_t *id, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT coalesce(max(seq), 0) FROM sqlite_sequence "
		"WHERE name = 'outbox'",
		e);
	if (registry_query_next(&q))
		*id = registry_query_int(&q);
	return registry_query_end_found(&q);
}

int sp_registry_outbox_drop(
	struct sp_registry *r, int64_t id, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"DELETE FROM outbox WHERE id = ? AND state = 'queued'", e);
	registry_query_bind_int(&q, id);
	return registry_query_run_found(&q);
}

int sp_registry_outbox_next(
	struct sp_registry *r, int64_t *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT min(next_try) FROM outbox WHERE state = 'queued'", e);
	if (registry_query_next(&q))
		*out = registry_query_int_or(&q, SP_FOREVER);
	return registry_query_end_found(&q);
}

int sp_registry_outbox_counts(
	struct sp_registry *r, struct sp_outbox_counts *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT count(*) FILTER (WHERE state = 'queued'),"
		" count(*) FILTER (WHERE state = 'sent'),"
		" count(*) FILTER (WHERE state = 'failed'),"
		" min(created) FILTER (WHERE state = 'queued') FROM outbox",
		e);
	if (registry_query_next(&q)) {
		out->queued = registry_query_int(&q);
		out->sent = registry_query_int(&q);
		out->failed = registry_query_int(&q);
		out->oldest = registry_query_int_or(&q, SP_NEVER);
	}
	return registry_query_end_found(&q);
}

int sp_registry_outbox_stuck(struct sp_registry *r, int64_t since, size_t max,
	struct sp_outbox_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	/* each half has its partial index */
	registry_query_start(&q, r,
		"SELECT " OUTBOX_COLUMNS "WHERE state = 'queued' "
		"AND attempts > 0 UNION ALL SELECT " OUTBOX_COLUMNS
		"WHERE state = 'failed' AND created >= ? "
		"ORDER BY id LIMIT ?",
		e);
	registry_query_bind_int(&q, since);
	registry_query_bind_int(&q, (int64_t)max);
	*out = registry_query_list(&q, sizeof(**out), read_outbox, n);
	return q.code;
}

/* ---- what became of an attempt
 * ------------------------------------------------------ */

int sp_registry_outbox_sent(
	struct sp_registry *r, int64_t id, int64_t now, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"UPDATE outbox SET state = 'sent', sent = ?, last_error = NULL,"
		" attempts = attempts + 1 WHERE id = ?",
		e);
	registry_query_bind_int(&q, now);
	registry_query_bind_int(&q, id);
	return registry_query_run_found(&q);
}

/* What a server says may be long; it is cut where a character begins. */
static void bind_error(
	struct sp_query *q, char out[SP_ROW_ERROR], const char *error)
{
	size_t n = strlen(error);

	if (n >= SP_ROW_ERROR) {
		n = SP_ROW_ERROR - 1;
		while (n > 0 && ((unsigned char)error[n] & 0xc0) == 0x80)
			n--;
	}
	memcpy(out, error, n);
	out[n] = '\0';
	registry_query_bind_optional(q, out);
}

int sp_registry_outbox_retry(struct sp_registry *r, int64_t id,
	int64_t next_try, const char *error, struct sp_error *e)
{
	char text[SP_ROW_ERROR];
	struct sp_query q;

	registry_query_start(&q, r,
		"UPDATE outbox SET next_try = ?, last_error = ?, "
		"attempts = attempts + 1 WHERE id = ? AND state = 'queued'",
		e);
	registry_query_bind_int(&q, next_try);
	bind_error(&q, text, error);
	registry_query_bind_int(&q, id);
	return registry_query_run_found(&q);
}

int sp_registry_outbox_failed(struct sp_registry *r, int64_t id,
	const char *error, struct sp_error *e)
{
	char text[SP_ROW_ERROR];
	struct sp_query q;

	registry_query_start(&q, r,
		"UPDATE outbox SET state = 'failed', last_error = ?, "
		"attempts = attempts + 1 WHERE id = ? AND state = 'queued'",
		e);
	bind_error(&q, text, error);
	registry_query_bind_int(&q, id);
	return registry_query_run_found(&q);
}

int sp_registry_outbox_requeue(
	struct sp_registry *r, int64_t id, int64_t now, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"UPDATE outbox SET state = 'queued', next_try = ?, "
		"attempts = 0, last_error = NULL "
		"WHERE id = ? AND bytes IS NOT NULL",
		e);
	registry_query_bind_int(&q, now);
	registry_query_bind_int(&q, id);
	return registry_query_run_found(&q);
}
