#include "registry_private.h"

static const char *const state_words[] = {
#define X(name, word) word,
	SP_OUTBOX_STATES(X)
#undef X
};

const char *sp_outbox_state_word(enum sp_outbox_state state)
{
	return state_words[state];
}

#define OUTBOX_COLUMNS                                                         \
	"id, gid, seat, kind, decision, epoch, head, message_id, recipient, "  \
	"state, "                                                              \
	"attempts, next_try, last_error, created, sent FROM outbox "

static void read_outbox(struct sp_query *q, void *out)
{
	struct sp_outbox_row *row = out;

	row->id = sp_query_int(q);
	sp_query_text(q, row->gid, sizeof(row->gid));
	sp_query_text(q, row->seat, sizeof(row->seat));
	sp_query_text(q, row->kind, sizeof(row->kind));
	row->decision = sp_query_int_or(q, SP_NO_DECISION);
	row->epoch = sp_query_int(q);
	sp_query_text(q, row->head, sizeof(row->head));
	sp_query_text(q, row->message_id, sizeof(row->message_id));
	sp_query_text(q, row->recipient, sizeof(row->recipient));
	row->state = (enum sp_outbox_state)sp_query_word(
		q, state_words, SP_OUTBOX_STATE_COUNT);
	row->attempts = sp_query_int(q);
	row->next_try = sp_query_int(q);
	sp_query_text(q, row->last_error, sizeof(row->last_error));
	row->created = sp_query_int(q);
	row->sent = sp_query_int_or(q, SP_NEVER);
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

	sp_query_start(&q, r,
		"SELECT id, bytes IS NULL OR "
		"(bytes = ? AND recipient = ? COLLATE NOCASE) "
		"FROM outbox WHERE message_id = ?",
		e);
	sp_query_bind_blob(&q, bytes, n);
	sp_query_bind_text(&q, row->recipient);
	sp_query_bind_text(&q, row->message_id);
	if (sp_query_next(&q)) {
		*id = sp_query_int(&q);
		*same = sp_query_int(&q) != 0;
	}
	return sp_query_end_found(&q);
}

int sp_registry_outbox_queue(struct sp_registry *r, struct sp_outbox_row *row,
	const void *bytes, size_t n, struct sp_error *e)
{
	bool same = false;
	struct sp_query q;
	int64_t id = 0;
	int code;

	sp_query_start(&q, r,
		"INSERT INTO outbox (gid, seat, kind, decision, epoch, head, "
		"message_id, recipient, bytes, state, next_try, created) "
		"VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'queued', ?10, "
		"?10) "
		"ON CONFLICT (message_id) DO NOTHING RETURNING id",
		e);
	sp_query_bind_optional(&q, row->gid);
	sp_query_bind_optional(&q, row->seat);
	sp_query_bind_text(&q, row->kind);
	sp_query_bind_int_or(&q, row->decision, SP_NO_DECISION);
	sp_query_bind_int(&q, row->epoch);
	sp_query_bind_optional(&q, row->head);
	sp_query_bind_text(&q, row->message_id);
	sp_query_bind_optional(&q, row->recipient);
	sp_query_bind_blob(&q, bytes, n);
	sp_query_bind_int(&q, row->created);
	while (sp_query_next(&q))
		id = sp_query_int(&q);
	code = sp_query_end(&q);
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

int sp_registry_outbox_get(struct sp_registry *r, int64_t id,
	struct sp_outbox_row *out, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r, "SELECT " OUTBOX_COLUMNS "WHERE id = ?", e);
	sp_query_bind_int(&q, id);
	if (sp_query_next(&q))
		read_outbox(&q, out);
	return sp_query_end_found(&q);
}

int sp_registry_outbox_find(struct sp_registry *r, const char *message_id,
	struct sp_outbox_row *out, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(
		&q, r, "SELECT " OUTBOX_COLUMNS "WHERE message_id = ?", e);
	sp_query_bind_text(&q, message_id);
	if (sp_query_next(&q))
		read_outbox(&q, out);
	return sp_query_end_found(&q);
}

int sp_registry_outbox_bytes(struct sp_registry *r, int64_t id,
	struct sp_buf *out, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r, "SELECT bytes FROM outbox WHERE id = ?", e);
	sp_query_bind_int(&q, id);
	if (sp_query_next(&q))
		q.row = sp_query_bytes(&q, out);
	return sp_query_end_found(&q);
}

#define NEW_AHEAD 30 /* seconds that a clock may lose unseen */

int sp_registry_outbox_due(struct sp_registry *r, int64_t now, size_t max,
	struct sp_outbox_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		/* by its name: SQLite would walk all mails ever sent by id */
		"SELECT " OUTBOX_COLUMNS "INDEXED BY outbox_queued "
		"WHERE state = 'queued' AND next_try <= ?1 + ?3 "
		"AND (attempts = 0 OR next_try <= ?1) ORDER BY id LIMIT ?2",
		e);
	sp_query_bind_int(&q, now);
	sp_query_bind_int(&q, (int64_t)max);
	sp_query_bind_int(&q, NEW_AHEAD);
	*out = sp_query_list(&q, sizeof(**out), read_outbox, n);
	return q.code;
}

int sp_registry_outbox_waiting(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row **out,
	size_t *n, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT " OUTBOX_COLUMNS "INDEXED BY outbox_queued "
		"WHERE state = 'queued' AND gid = ? AND seat = ? AND kind = ? "
		"ORDER BY id",
		e);
	sp_query_bind_text(&q, gid);
	sp_query_bind_text(&q, seat);
	sp_query_bind_text(&q, kind);
	*out = sp_query_list(&q, sizeof(**out), read_outbox, n);
	return q.code;
}

int sp_registry_outbox_newest(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row *out,
	struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT " OUTBOX_COLUMNS
		"WHERE gid = ? AND seat = ? AND kind = ? "
		"ORDER BY id DESC LIMIT 1",
		e);
	sp_query_bind_text(&q, gid);
	sp_query_bind_text(&q, seat);
	sp_query_bind_text(&q, kind);
	if (sp_query_next(&q))
		read_outbox(&q, out);
	return sp_query_end_found(&q);
}

int sp_registry_outbox_last(
	struct sp_registry *r, int64_t *id, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT coalesce(max(seq), 0) FROM sqlite_sequence "
		"WHERE name = 'outbox'",
		e);
	if (sp_query_next(&q))
		*id = sp_query_int(&q);
	return sp_query_end_found(&q);
}

int sp_registry_outbox_drop(
	struct sp_registry *r, int64_t id, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"DELETE FROM outbox WHERE id = ? AND state = 'queued'", e);
	sp_query_bind_int(&q, id);
	return sp_query_run_found(&q);
}

int sp_registry_outbox_next(
	struct sp_registry *r, int64_t *out, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT min(next_try) FROM outbox WHERE state = 'queued'", e);
	if (sp_query_next(&q))
		*out = sp_query_int_or(&q, SP_FOREVER);
	return sp_query_end_found(&q);
}

int sp_registry_outbox_counts(
	struct sp_registry *r, struct sp_outbox_counts *out, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT count(*) FILTER (WHERE state = 'queued'),"
		" count(*) FILTER (WHERE state = 'sent'),"
		" count(*) FILTER (WHERE state = 'failed'),"
		" min(created) FILTER (WHERE state = 'queued') FROM outbox",
		e);
	if (sp_query_next(&q)) {
		out->queued = sp_query_int(&q);
		out->sent = sp_query_int(&q);
		out->failed = sp_query_int(&q);
		out->oldest = sp_query_int_or(&q, SP_NEVER);
	}
	return sp_query_end_found(&q);
}

int sp_registry_outbox_stuck(struct sp_registry *r, int64_t since, size_t max,
	struct sp_outbox_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	/* each half has its partial index */
	sp_query_start(&q, r,
		"SELECT " OUTBOX_COLUMNS "WHERE state = 'queued' "
		"AND attempts > 0 UNION ALL SELECT " OUTBOX_COLUMNS
		"WHERE state = 'failed' AND bytes IS NOT NULL AND created >= ? "
		"ORDER BY id LIMIT ?",
		e);
	sp_query_bind_int(&q, since);
	sp_query_bind_int(&q, (int64_t)max);
	*out = sp_query_list(&q, sizeof(**out), read_outbox, n);
	return q.code;
}

/* ---- what became of an attempt
 * ------------------------------------------------------ */

int sp_registry_outbox_sent(
	struct sp_registry *r, int64_t id, int64_t now, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"UPDATE outbox SET state = 'sent', sent = ?, last_error = NULL,"
		" attempts = attempts + 1 WHERE id = ?",
		e);
	sp_query_bind_int(&q, now);
	sp_query_bind_int(&q, id);
	return sp_query_run_found(&q);
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
	sp_query_bind_optional(q, out);
}

int sp_registry_outbox_retry(struct sp_registry *r, int64_t id,
	int64_t next_try, const char *error, struct sp_error *e)
{
	char text[SP_ROW_ERROR];
	struct sp_query q;

	sp_query_start(&q, r,
		"UPDATE outbox SET next_try = ?, last_error = ?, "
		"attempts = attempts + 1 WHERE id = ? AND state = 'queued'",
		e);
	sp_query_bind_int(&q, next_try);
	bind_error(&q, text, error);
	sp_query_bind_int(&q, id);
	return sp_query_run_found(&q);
}

int sp_registry_outbox_failed(struct sp_registry *r, int64_t id,
	const char *error, struct sp_error *e)
{
	char text[SP_ROW_ERROR];
	struct sp_query q;

	sp_query_start(&q, r,
		"UPDATE outbox SET state = 'failed', last_error = ?, "
		"attempts = attempts + 1 WHERE id = ? AND state = 'queued'",
		e);
	bind_error(&q, text, error);
	sp_query_bind_int(&q, id);
	return sp_query_run_found(&q);
}

int sp_registry_outbox_requeue(
	struct sp_registry *r, int64_t id, int64_t now, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"UPDATE outbox SET state = 'queued', next_try = ?, "
		"attempts = 0, last_error = NULL "
		"WHERE id = ? AND bytes IS NOT NULL",
		e);
	sp_query_bind_int(&q, now);
	sp_query_bind_int(&q, id);
	return sp_query_run_found(&q);
}
