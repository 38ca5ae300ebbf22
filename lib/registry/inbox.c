#include "registry_private.h"

static const char *const disposition_words[] = {
#define X(name, word) word,
	SP_DISPOSITIONS(X)
#undef X
};

const char *sp_registry_disposition_word(enum sp_disposition disposition)
{
	return disposition_words[disposition];
}

#define INBOX_COLUMNS                                                          \
	"id, inbox, uid, gid, seat, message_id, digest, raw, decision, "       \
	"open, written, notice, arrived, disposition, receipt FROM inbox "

static void read_inbox(struct sp_query *q, struct sp_inbox_row *row)
{
	row->id = registry_query_int(q);
	registry_query_text(q, row->inbox, sizeof(row->inbox));
	registry_query_text(q, row->uid, sizeof(row->uid));
	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->seat, sizeof(row->seat));
	registry_query_text(q, row->message_id, sizeof(row->message_id));
	registry_query_text(q, row->digest, sizeof(row->digest));
	registry_query_text(q, row->raw, sizeof(row->raw));
	row->decision = registry_query_int_or(q, SP_NO_DECISION);
	row->open = registry_query_int_or(q, 0);
	row->written = registry_query_int_or(q, 0);
	registry_query_text(q, row->notice, sizeof(row->notice));
	row->arrived = registry_query_int(q);
	row->disposition = (enum sp_disposition)registry_query_word(
		q, disposition_words, SP_DISPOSITION_COUNT);
	row->receipt = registry_query_int_or(q, 0);
}

int sp_registry_inbox_put(
	struct sp_registry *r, struct sp_inbox_row *row, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO inbox (inbox, uid, gid, seat, message_id, digest, "
		"raw, decision, open, written, notice, arrived, disposition, "
		"receipt) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
		"ON CONFLICT DO UPDATE SET gid = excluded.gid, "
		"seat = excluded.seat, message_id = excluded.message_id, "
		"digest = excluded.digest, raw = excluded.raw, "
		"decision = excluded.decision, open = excluded.open, "
		"written = excluded.written, "
		"notice = excluded.notice, arrived = excluded.arrived, "
		"disposition = excluded.disposition, "
		"receipt = excluded.receipt RETURNING id",
		e);
	registry_query_bind_text(&q, row->inbox);
	registry_query_bind_text(&q, row->uid);
	registry_query_bind_optional(&q, row->gid);
	registry_query_bind_optional(&q, row->seat);
	registry_query_bind_text(&q, row->message_id);
	registry_query_bind_text(&q, row->digest);
	registry_query_bind_optional(&q, row->raw);
	registry_query_bind_int_or(&q, row->decision, SP_NO_DECISION);
	registry_query_bind_int_or(&q, row->open, 0);
	registry_query_bind_int_or(&q, row->written, 0);
	registry_query_bind_text(&q, row->notice);
	registry_query_bind_int(&q, row->arrived);
	registry_query_bind_text(&q, disposition_words[row->disposition]);
	registry_query_bind_int_or(&q, row->receipt, 0);
	while (registry_query_next(&q))
		row->id = registry_query_int(&q);
	return registry_query_end(&q);
}

int sp_registry_inbox_get(struct sp_registry *r, const char *inbox,
	const char *uid, struct sp_inbox_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " INBOX_COLUMNS "WHERE inbox = ? AND uid = ?", e);
	registry_query_bind_text(&q, inbox);
	registry_query_bind_text(&q, uid);
	if (registry_query_next(&q))
		read_inbox(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_inbox_reuse(struct sp_registry *r, const char *inbox,
	const char *uid, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"UPDATE inbox SET uid = 'before/' || id "
		"WHERE inbox = ? AND uid = ?",
		e);
	registry_query_bind_text(&q, inbox);
	registry_query_bind_text(&q, uid);
	return registry_query_run_found(&q);
}

int sp_registry_inbox_find(struct sp_registry *r,
	const struct sp_inbox_row *like, struct sp_inbox_row *out,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " INBOX_COLUMNS
		"WHERE gid = ? AND seat = ? AND message_id = ? AND digest = ? "
		"AND decision IS ? AND disposition NOT IN ('seen', 'resent') "
		"ORDER BY written IS ? DESC, id DESC LIMIT 1",
		e);
	registry_query_bind_text(&q, like->gid);
	registry_query_bind_text(&q, like->seat);
	registry_query_bind_text(&q, like->message_id);
	registry_query_bind_text(&q, like->digest);
	registry_query_bind_int_or(&q, like->decision, SP_NO_DECISION);
	registry_query_bind_int_or(&q, like->written, 0);
	if (registry_query_next(&q))
		read_inbox(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_inbox_resend(struct sp_registry *r,
	const struct sp_inbox_row *like, struct sp_inbox_row *out,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " INBOX_COLUMNS
		"WHERE gid = ? AND seat = ? AND message_id <> ? AND digest = ? "
		"AND decision IS ? AND notice = ? AND disposition = 'applied' "
		"ORDER BY id DESC LIMIT 1",
		e);
	registry_query_bind_text(&q, like->gid);
	registry_query_bind_text(&q, like->seat);
	registry_query_bind_text(&q, like->message_id);
	registry_query_bind_text(&q, like->digest);
	registry_query_bind_int_or(&q, like->decision, SP_NO_DECISION);
	registry_query_bind_text(&q, like->notice);
	if (registry_query_next(&q))
		read_inbox(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_inbox_newest(
	struct sp_registry *r, int64_t *id, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT coalesce(max(id), 0) FROM inbox", e);
	if (registry_query_next(&q))
		*id = registry_query_int(&q);
	return registry_query_end_found(&q);
}

int sp_registry_inbox_after(struct sp_registry *r, int64_t id,
	const char *message_id, struct sp_inbox_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " INBOX_COLUMNS
		"WHERE id > ? AND message_id = ? ORDER BY id LIMIT 1",
		e);
	registry_query_bind_int(&q, id);
	registry_query_bind_text(&q, message_id);
	if (registry_query_next(&q))
		read_inbox(&q, out);
	return registry_query_end_found(&q);
}
