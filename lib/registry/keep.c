/* What is kept for a time or for the record: guards, raw mails, press, the
 * journal. */
#include "registry_private.h"

#define HOUR 3600
#define DAY  86400

int64_t registry_bucket(int64_t instant, int64_t size)
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
	registry_query_start(&q, r,
		"INSERT INTO refusals (address, day) VALUES (?, ?) "
		"ON CONFLICT DO NOTHING",
		e);
	registry_query_bind_text(&q, address);
	registry_query_bind_int(&q, registry_bucket(now, DAY));
	if (registry_query_run(&q) == SP_OK)
		*first = sqlite3_changes(r->db) > 0;
	return q.code;
}

int sp_registry_refusal_known(struct sp_registry *r, const char *address,
	int64_t now, bool *known, struct sp_error *e)
{
	struct sp_query q;

	*known = false;
	registry_query_start(&q, r,
		"SELECT EXISTS (SELECT 1 FROM refusals "
		"WHERE address = ? AND day = ?)",
		e);
	registry_query_bind_text(&q, address);
	registry_query_bind_int(&q, registry_bucket(now, DAY));
	if (registry_query_next(&q))
		*known = registry_query_int(&q) != 0;
	return registry_query_end_found(&q);
}

int sp_registry_note_take(struct sp_registry *r, const char *about, int64_t now,
	int64_t span, int64_t most, bool *may, struct sp_error *e)
{
	struct sp_query q;

	*may = false;
	registry_query_start(&q, r,
		"INSERT INTO notes (about, created) SELECT ?1, ?2 "
		"WHERE (SELECT count(*) FROM notes WHERE about = ?1 "
		"AND created > ?2 - ?3 AND created <= ?2) < ?4",
		e);
	registry_query_bind_text(&q, about);
	registry_query_bind_int(&q, now);
	registry_query_bind_int(&q, span);
	registry_query_bind_int(&q, most);
	if (registry_query_run(&q) == SP_OK)
		*may = sqlite3_changes(r->db) > 0;
	return q.code;
}

int sp_registry_answer_note(struct sp_registry *r, const char *address,
	int64_t now, int64_t *count, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO answers (address, hour, n) VALUES (?, ?, 1) "
		"ON CONFLICT DO UPDATE SET n = n + 1 RETURNING n",
		e);
	registry_query_bind_text(&q, address);
	registry_query_bind_int(&q, registry_bucket(now, HOUR));
	while (registry_query_next(&q))
		*count = registry_query_int(&q);
	return registry_query_end(&q);
}

/* ---- raw mails
 * ---------------------------------------------------------------------- */

int sp_registry_raw_add(struct sp_registry *r, struct sp_raw_row *row,
	const void *bytes, size_t n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO raw (inbox, uid, reason, created, bytes) "
		"VALUES (?, ?, ?, ?, ?)",
		e);
	registry_query_bind_text(&q, row->inbox);
	registry_query_bind_text(&q, row->uid);
	registry_query_bind_text(&q, row->reason);
	registry_query_bind_int(&q, row->created);
	registry_query_bind_blob(&q, bytes, n);
	if (registry_query_run(&q) == SP_OK)
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

		registry_query_start(&q, r, steps[i], e);
		registry_query_bind_text(&q, reason);
		registry_query_bind_int(&q, (int64_t)keep);
		code = registry_query_run(&q);
	}
	return code;
}

static void read_raw(struct sp_query *q, void *out)
{
	struct sp_raw_row *row = out;

	row->id = registry_query_int(q);
	registry_query_text(q, row->inbox, sizeof(row->inbox));
	registry_query_text(q, row->uid, sizeof(row->uid));
	registry_query_text(q, row->reason, sizeof(row->reason));
	row->created = registry_query_int(q);
}

int sp_registry_raw_list(struct sp_registry *r, struct sp_raw_row **out,
	size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT id, inbox, uid, reason, created FROM raw ORDER BY id",
		e);
	*out = registry_query_list(&q, sizeof(**out), read_raw, n);
	return q.code;
}

int sp_registry_raw_bytes(struct sp_registry *r, int64_t id, struct sp_buf *out,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "SELECT bytes FROM raw WHERE id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		(void)registry_query_bytes(&q, out);
	return registry_query_end_found(&q);
}

/* ---- texts that are sealed in time
 * --------------------------------------------- */

int sp_registry_stored_key(struct sp_registry *r,
	const struct sp_stored *stored, int64_t *key, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		stored->kind == SP_STORED_RAW
			? "SELECT key FROM raw WHERE id = ?"
			: "SELECT key FROM pending WHERE id = ?",
		e);
	registry_query_bind_int(&q, stored->id);
	if (registry_query_next(&q))
		*key = registry_query_int_or(&q, 0);
	return registry_query_end_found(&q);
}

int sp_registry_stored_clear(struct sp_registry *r, int64_t before,
	struct sp_stored *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT 0, id FROM raw WHERE key IS NULL AND created < ?1 "
		"UNION ALL SELECT 1, id FROM pending WHERE state = 'open' "
		"AND key IS NULL AND text IS NOT NULL AND created < ?1 "
		"LIMIT 1",
		e);
	registry_query_bind_int(&q, before);
	if (registry_query_next(&q)) {
		out->kind = registry_query_int(&q) == 0 ? SP_STORED_RAW
							: SP_STORED_QUESTION;
		out->id = registry_query_int(&q);
	}
	return registry_query_end_found(&q);
}

int sp_registry_stored_seal(struct sp_registry *r,
	const struct sp_stored *stored, int64_t key, const void *bytes,
	size_t n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		stored->kind == SP_STORED_RAW
			? "UPDATE raw SET bytes = ?, key = ? WHERE id = ?"
			: "UPDATE pending SET text = ?, key = ? WHERE id = ?",
		e);
	registry_query_bind_blob(&q, bytes, n);
	registry_query_bind_int(&q, key);
	registry_query_bind_int(&q, stored->id);
	return registry_query_run_found(&q);
}

/* ---- press
 * ---------------------------------------------------------------------------
 */

int sp_registry_press_add(struct sp_registry *r, struct sp_press_row *row,
	const char *text, size_t n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO press (gid, seat, recipients, created, text) "
		"VALUES (?, ?, ?, ?, ?)",
		e);
	registry_query_bind_text(&q, row->gid);
	registry_query_bind_text(&q, row->seat);
	registry_query_bind_text(&q, row->to);
	registry_query_bind_int(&q, row->created);
	registry_query_bind_blob(&q, text, n);
	if (registry_query_run(&q) == SP_OK)
		row->id = sqlite3_last_insert_rowid(r->db);
	return q.code;
}

int sp_registry_press_nth(struct sp_registry *r, const char *gid,
	const char *seat, const char *to, unsigned n, int64_t *created,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT created FROM press "
		"WHERE gid = ? AND seat = ? AND recipients = ? "
		"ORDER BY created DESC LIMIT 1 OFFSET ?",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	registry_query_bind_text(&q, to);
	registry_query_bind_int(&q, (int64_t)n - 1);
	if (registry_query_next(&q))
		*created = registry_query_int(&q);
	return registry_query_end_found(&q);
}

/* ---- journal
 * ----------------------------------------------------------------------------
 */

int sp_registry_journal_next(
	struct sp_registry *r, int64_t *number, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT coalesce(max(number), 0) + 1 FROM journal", e);
	if (registry_query_next(&q))
		*number = registry_query_int(&q);
	return registry_query_end_found(&q);
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
	registry_query_start(&q, r,
		"INSERT INTO journal (number, instant, act) VALUES (?, ?, ?)",
		e);
	registry_query_bind_int(&q, number);
	registry_query_bind_int(&q, now);
	registry_query_bind_text(&q, act);
	return registry_query_run(&q);
}
