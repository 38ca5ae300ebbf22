/* A game that was taken back to an earlier commit: what names later ones. */
#include "registry_private.h"

#include <assert.h>

static void read_head(struct sp_query *q, void *out)
{
	struct sp_head_row *row = out;

	registry_query_text(q, row->head, sizeof(row->head));
	row->decision = registry_query_int_or(q, SP_NO_DECISION);
}

int sp_registry_head_list(struct sp_registry *r, const char *gid,
	struct sp_head_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT head, max(decision) FROM outbox "
		"WHERE gid = ? AND head IS NOT NULL "
		"GROUP BY head ORDER BY max(id) DESC",
		e);
	registry_query_bind_text(&q, gid);
	*out = registry_query_list(&q, sizeof(**out), read_head, n);
	return q.code;
}

static int forget_batches(
	struct sp_registry *r, const char *gid, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "DELETE FROM batches WHERE gid = ?", e);
	registry_query_bind_text(&q, gid);
	return registry_query_run(&q);
}

/* The row stays, under its uid, for a mail that still lies in its inbox. */
static int void_mails(struct sp_registry *r, const char *gid, const char *heads,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"UPDATE inbox SET disposition = 'stale', digest = '', "
		"receipt = NULL WHERE gid = ?1 AND receipt IN "
		"(SELECT id FROM outbox WHERE gid = ?1 AND head IN "
		" (SELECT value FROM json_each(?2)))",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, heads);
	return registry_query_run(&q);
}

/* Questions to the address of record, press and news of the operator's acts
 * are still true, or somebody's words. */
static int withdraw_mails(struct sp_registry *r, const char *gid,
	const char *heads, int64_t *withdrawn, struct sp_error *e)
{
	struct sp_query q;

	*withdrawn = 0;
	registry_query_start(&q, r,
		"DELETE FROM outbox WHERE state = 'queued' AND gid = ?1 "
		"AND head IN (SELECT value FROM json_each(?2)) "
		"AND (kind IN ('turn', 'dealt', 'window', 'choice', 'discard', "
		"'undo', 'ask-undo') OR kind LIKE 'receipt/%' OR kind LIKE 'reminder/%') "
		"RETURNING id",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, heads);
	while (registry_query_next(&q))
		++*withdrawn;
	return registry_query_end(&q);
}

int sp_registry_game_take_back(struct sp_registry *r, const char *gid,
	const char *heads, int64_t *withdrawn, struct sp_error *e)
{
	assert(sqlite3_get_autocommit(r->db) == 0);
	int code = forget_batches(r, gid, e);

	if (code == SP_OK)
		code = void_mails(r, gid, heads, e);
	if (code == SP_OK)
		code = withdraw_mails(r, gid, heads, withdrawn, e);
	return code;
}
