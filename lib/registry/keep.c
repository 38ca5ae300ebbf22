/* What is kept for a time or for the record: guards, raw mails, press, the
 * journal; and what makes an end of it. */
#include "registry_private.h"

#define HOUR 3600
#define DAY  86400

/* Also right before 1970. */
static int64_t bucket(int64_t instant, int64_t size)
{
	return instant / size - (instant % size < 0 ? 1 : 0);
}

/* ---- guards
 * ----------------------------------------------------------------------- */

int sp_registry_refusal_note(struct sp_registry *r, const char *address,
	int64_t now, bool *first, struct sp_error *e)
{
	struct sp_query q;

	*first = false;
	sp_query_start(&q, r,
		"INSERT INTO refusals (address, day) VALUES (?, ?) "
		"ON CONFLICT DO NOTHING",
		e);
	sp_query_bind_text(&q, address);
	sp_query_bind_int(&q, bucket(now, DAY));
	if (sp_query_run(&q) == SP_OK)
		*first = sqlite3_changes(r->db) > 0;
	return q.code;
}

int sp_registry_refusal_known(struct sp_registry *r, const char *address,
	int64_t now, bool *known, struct sp_error *e)
{
	struct sp_query q;

	*known = false;
	sp_query_start(&q, r,
		"SELECT EXISTS (SELECT 1 FROM refusals "
		"WHERE address = ? AND day = ?)",
		e);
	sp_query_bind_text(&q, address);
	sp_query_bind_int(&q, bucket(now, DAY));
	if (sp_query_next(&q))
		*known = sp_query_int(&q) != 0;
	return sp_query_end_found(&q);
}

int sp_registry_note_take(struct sp_registry *r, const char *about, int64_t now,
	int64_t span, int64_t most, bool *may, struct sp_error *e)
{
	struct sp_query q;

	*may = false;
	sp_query_start(&q, r,
		"INSERT INTO notes (about, created) SELECT ?1, ?2 "
		"WHERE (SELECT count(*) FROM notes WHERE about = ?1 "
		"AND created > ?2 - ?3 AND created <= ?2) < ?4",
		e);
	sp_query_bind_text(&q, about);
	sp_query_bind_int(&q, now);
	sp_query_bind_int(&q, span);
	sp_query_bind_int(&q, most);
	if (sp_query_run(&q) == SP_OK)
		*may = sqlite3_changes(r->db) > 0;
	return q.code;
}

int sp_registry_answer_note(struct sp_registry *r, const char *address,
	int64_t now, int64_t *count, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"INSERT INTO answers (address, hour, n) VALUES (?, ?, 1) "
		"ON CONFLICT DO UPDATE SET n = n + 1 RETURNING n",
		e);
	sp_query_bind_text(&q, address);
	sp_query_bind_int(&q, bucket(now, HOUR));
	while (sp_query_next(&q))
		*count = sp_query_int(&q);
	return sp_query_end(&q);
}

/* ---- raw mails
 * ---------------------------------------------------------------------- */

int sp_registry_raw_add(struct sp_registry *r, struct sp_raw_row *row,
	const void *bytes, size_t n, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"INSERT INTO raw (inbox, uid, reason, created, bytes) "
		"VALUES (?, ?, ?, ?, ?)",
		e);
	sp_query_bind_text(&q, row->inbox);
	sp_query_bind_text(&q, row->uid);
	sp_query_bind_text(&q, row->reason);
	sp_query_bind_int(&q, row->created);
	sp_query_bind_blob(&q, bytes, n);
	if (sp_query_run(&q) == SP_OK)
		row->id = sqlite3_last_insert_rowid(r->db);
	return q.code;
}

int sp_registry_raw_trim(struct sp_registry *r, const char *reason,
	unsigned keep, struct sp_error *e)
{
#define OLDER                                                                  \
	" FROM raw WHERE reason = ?1 AND id NOT IN (SELECT id FROM raw "       \
	"WHERE reason = ?1 ORDER BY id DESC LIMIT ?2)"
	static const char *const steps[] = {
		"UPDATE inbox SET disposition = 'unreadable' WHERE "
		"disposition = 'quarantined' AND (inbox, uid) IN "
		"(SELECT inbox, uid" OLDER ")",
		"DELETE" OLDER,
	};
#undef OLDER
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(steps) && code == SP_OK; i++) {
		struct sp_query q;

		sp_query_start(&q, r, steps[i], e);
		sp_query_bind_text(&q, reason);
		sp_query_bind_int(&q, (int64_t)keep);
		code = sp_query_run(&q);
	}
	return code;
}

static void read_raw(struct sp_query *q, void *out)
{
	struct sp_raw_row *row = out;

	row->id = sp_query_int(q);
	sp_query_text(q, row->inbox, sizeof(row->inbox));
	sp_query_text(q, row->uid, sizeof(row->uid));
	sp_query_text(q, row->reason, sizeof(row->reason));
	row->created = sp_query_int(q);
}

int sp_registry_raw_list(struct sp_registry *r, struct sp_raw_row **out,
	size_t *n, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT id, inbox, uid, reason, created FROM raw ORDER BY id",
		e);
	*out = sp_query_list(&q, sizeof(**out), read_raw, n);
	return q.code;
}

int sp_registry_raw_bytes(struct sp_registry *r, int64_t id, struct sp_buf *out,
	struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r, "SELECT bytes FROM raw WHERE id = ?", e);
	sp_query_bind_int(&q, id);
	if (sp_query_next(&q))
		(void)sp_query_bytes(&q, out);
	return sp_query_end_found(&q);
}

/* ---- press
 * ---------------------------------------------------------------------------
 */

int sp_registry_press_add(struct sp_registry *r, struct sp_press_row *row,
	const char *text, size_t n, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"INSERT INTO press (gid, seat, recipients, created, text) "
		"VALUES (?, ?, ?, ?, ?)",
		e);
	sp_query_bind_text(&q, row->gid);
	sp_query_bind_text(&q, row->seat);
	sp_query_bind_text(&q, row->to);
	sp_query_bind_int(&q, row->created);
	sp_query_bind_blob(&q, text, n);
	if (sp_query_run(&q) == SP_OK)
		row->id = sqlite3_last_insert_rowid(r->db);
	return q.code;
}

int sp_registry_press_nth(struct sp_registry *r, const char *gid,
	const char *seat, const char *to, unsigned n, int64_t *created,
	struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT created FROM press "
		"WHERE gid = ? AND seat = ? AND recipients = ? "
		"ORDER BY created DESC LIMIT 1 OFFSET ?",
		e);
	sp_query_bind_text(&q, gid);
	sp_query_bind_text(&q, seat);
	sp_query_bind_text(&q, to);
	sp_query_bind_int(&q, (int64_t)n - 1);
	if (sp_query_next(&q))
		*created = sp_query_int(&q);
	return sp_query_end_found(&q);
}

static void read_press(struct sp_query *q, void *out)
{
	struct sp_press_row *row = out;

	row->id = sp_query_int(q);
	sp_query_text(q, row->gid, sizeof(row->gid));
	sp_query_text(q, row->seat, sizeof(row->seat));
	sp_query_text(q, row->to, sizeof(row->to));
	row->created = sp_query_int(q);
}

int sp_registry_press_list(struct sp_registry *r, const char *gid,
	struct sp_press_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r,
		"SELECT id, gid, seat, recipients, created FROM press "
		"WHERE gid = ? ORDER BY id",
		e);
	sp_query_bind_text(&q, gid);
	*out = sp_query_list(&q, sizeof(**out), read_press, n);
	return q.code;
}

int sp_registry_press_text(struct sp_registry *r, int64_t id,
	struct sp_buf *out, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(&q, r, "SELECT text FROM press WHERE id = ?", e);
	sp_query_bind_int(&q, id);
	if (sp_query_next(&q))
		(void)sp_query_bytes(&q, out);
	return sp_query_end_found(&q);
}

/* ---- journal
 * ----------------------------------------------------------------------------
 */

int sp_registry_journal_next(
	struct sp_registry *r, int64_t *number, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(
		&q, r, "SELECT coalesce(max(number), 0) + 1 FROM journal", e);
	if (sp_query_next(&q))
		*number = sp_query_int(&q);
	return sp_query_end_found(&q);
}

int sp_registry_journal_add(struct sp_registry *r, int64_t number, int64_t now,
	const char *act, struct sp_error *e)
{
	int64_t next = 0;
	struct sp_query q;
	int code = sp_registry_journal_next(r, &next, e);

	if (code != SP_OK)
		return code;
	if (number > next || number < 1)
		return sp_error_set(e, SP_EINVAL,
			"registry %s: the next act of the journal is %lld, not "
			"%lld",
			r->path, (long long)next, (long long)number);
	sp_query_start(&q, r,
		"INSERT INTO journal (number, instant, act) VALUES (?, ?, ?)",
		e);
	sp_query_bind_int(&q, number);
	sp_query_bind_int(&q, now);
	sp_query_bind_text(&q, act);
	return sp_query_run(&q);
}

int sp_registry_journal_get(struct sp_registry *r, int64_t number,
	int64_t *instant, struct sp_buf *act, struct sp_error *e)
{
	struct sp_query q;

	sp_query_start(
		&q, r, "SELECT instant, act FROM journal WHERE number = ?", e);
	sp_query_bind_int(&q, number);
	if (sp_query_next(&q)) {
		*instant = sp_query_int(&q);
		(void)sp_query_bytes(&q, act);
	}
	return sp_query_end_found(&q);
}

/* ---- retention
 * ----------------------------------------------------------------------------
 */

int sp_registry_prune(struct sp_registry *r, int64_t before, struct sp_error *e)
{
	const struct {
		const char *sql;
		int64_t value;
	} steps[] = {
		{ "UPDATE outbox SET bytes = NULL, recipient = NULL "
		  "WHERE bytes IS NOT NULL AND state <> 'queued' "
		  "AND created < ?",
			before },
		{ "UPDATE pending SET text = NULL, address = NULL "
		  "WHERE text IS NOT NULL AND state <> 'open' AND created < ?",
			before },
		{ "DELETE FROM raw WHERE created < ?", before },
		{ "DELETE FROM press WHERE created < ?", before },
		{ "DELETE FROM refusals WHERE day < ?", bucket(before, DAY) },
		{ "DELETE FROM notes WHERE created < ?", before },
		{ "DELETE FROM answers WHERE hour < ?", bucket(before, HOUR) },
	};
	int code = sp_registry_change_begin(r, e);

	if (code != SP_OK)
		return code;
	for (size_t i = 0; i < SP_ARRAY_LEN(steps) && code == SP_OK; i++) {
		struct sp_query q;

		sp_query_start(&q, r, steps[i].sql, e);
		sp_query_bind_int(&q, steps[i].value);
		code = sp_query_run(&q);
	}
	return sp_registry_change_end(r, code, e);
}
