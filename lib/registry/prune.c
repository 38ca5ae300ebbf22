/*
 * What is no longer needed leaves the registry.
 *
 * what                        stays                       because
 * --------------------------  --------------------------  -------------------
 * bytes of a mail, address    while it is owed, and then  the same receipt
 *                             a day                       goes again
 * its row: id, kind, commit   SP_KEEP_LEDGER              a reply names the id
 *   of a game that goes on    while its decision is open  it is asked about
 *   the newest of a kind      while the game goes on      who was called last
 *   the first to a seat       while the game goes on      the thread begins
 *                                                         with it
 * row of a mail that came     SP_KEEP_LEDGER, or while    it may come again
 *                             its decision is open
 *   unreadable, quarantined   `term`, if that is longer   `spellpost doctor`
 *                                                         counts them
 * raw mails, press, closed    `term`
 * questions
 * text of an open question    SP_KEEP_LEDGER after its
 *                             time is over
 * guards                      the day, the hour           they count in it
 * journal, players, games     for good
 *
 * 1. A call goes through a bounded number of rows, so that no batch waits for
 *    it; the next one goes on behind them.
 * 2. It is one change: a crash in it, or the loss of it, leaves what was there
 *    before, and the next call finds that.
 * 3. No row goes that a mail could be played without: a mail about a decision
 *    that is over changes no game. Whoever cannot find the row of an old mail
 *    asks sp_registry_forgotten before anything else is done for it.
 *
 * The file does not become smaller: the room is used again, and was overwritten
 * with zeros. A year fills the room of a month, so there is nothing to gain; to
 * move pages to where they can be cut off would cost each batch a map of pages,
 * and VACUUM the whole file.
 */
#include "registry_private.h"

#define DAY  86400
#define HOUR 3600

/* How far a round through a ledger came, and when the last one ended. */
#define INBOX_AT  "prune/inbox"
#define OUTBOX_AT "prune/outbox"
#define ROUND     "prune/round"
#define AT_END    INT64_MAX
/* Rows of the inbox up to this instant may be gone. */
#define FORGOTTEN "prune/forgotten"

/* ---- what has a term ---------------------------------------------------- */

/* ?1: the instant, ?2: rows at most. */
static int run_term(struct sp_registry *r, const char *sql, int64_t value,
	size_t most, bool *more, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, sql, e);
	registry_query_bind_int(&q, value);
	registry_query_bind_int(&q, (int64_t)most);
	if (registry_query_run(&q) == SP_OK)
		*more = *more || sqlite3_changes64(r->db) >= (int64_t)most;
	return q.code;
}

static int end_terms(struct sp_registry *r, const struct sp_retention *how,
	bool *more, struct sp_error *e)
{
	int64_t day = how->now - SP_KEEP_BYTES, term = how->now - how->term;
	/* Rows of these tables stand in the order of their instants: what is
	 * too old is in front, and nobody has to look at the others. */
	const struct {
		const char *sql;
		int64_t value;
	} steps[] = {
		/* Replaced, not updated: an update would leave each row alone
		 * on the page that its bytes began on. */
		{ "INSERT OR REPLACE INTO outbox (id, gid, seat, kind,"
		  " decision, epoch, head, message_id, recipient, state,"
		  " attempts, next_try, last_error, created, sent)"
		  " SELECT id, gid, seat, kind, decision, epoch, head,"
		  " message_id, CASE state WHEN 'failed' THEN recipient END,"
		  " state, attempts, next_try, last_error, created, sent"
		  " FROM outbox INDEXED BY outbox_kept"
		  " WHERE bytes IS NOT NULL AND created < ?1"
		  " AND CASE state WHEN 'sent' THEN coalesce(sent, next_try)"
		  "  WHEN 'failed' THEN next_try END < ?1 LIMIT ?2",
			day },
		{ "DELETE FROM raw WHERE created < ?1 AND id IN"
		  " (SELECT id FROM raw ORDER BY id LIMIT ?2)",
			term },
		{ "DELETE FROM press WHERE created < ?1 AND id IN"
		  " (SELECT id FROM press ORDER BY id LIMIT ?2)",
			term },
		{ "DELETE FROM notes WHERE created < ?1 AND rowid IN"
		  " (SELECT rowid FROM notes ORDER BY rowid LIMIT ?2)",
			day },
		/* nobody answered in time, and who does now is told so */
		{ "UPDATE pending SET state = 'expired', text = NULL,"
		  " key = NULL WHERE id IN (SELECT id FROM pending"
		  " WHERE state = 'open' AND expires < ?1 LIMIT ?2)",
			how->now - SP_KEEP_LEDGER },
		{ "DELETE FROM pending WHERE id IN (SELECT id FROM pending"
		  " WHERE state <> 'open' AND created < ?1 LIMIT ?2)",
			term },
		/* of a game that is over nobody is told any more */
		{ "DELETE FROM observers WHERE (gid, address) IN"
		  " (SELECT gid, address FROM observers WHERE gid IN"
		  "  (SELECT gid FROM games"
		  "   WHERE status IN ('over', 'cancelled')"
		  "   AND updated < ?1) LIMIT ?2)",
			day },
		{ "DELETE FROM refusals WHERE (address, day) IN"
		  " (SELECT address, day FROM refusals WHERE day < ?1"
		  "  LIMIT ?2)",
			registry_bucket(how->now, DAY) },
		{ "DELETE FROM answers WHERE (address, hour) IN"
		  " (SELECT address, hour FROM answers WHERE hour < ?1"
		  "  LIMIT ?2)",
			registry_bucket(how->now, HOUR) },
	};
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(steps) && code == SP_OK; i++)
		code = run_term(
			r, steps[i].sql, steps[i].value, how->most, more, e);
	return code;
}

/* ---- the ledgers -------------------------------------------------------- */

struct ledger {
	const char *at;     /* key of how far the round came */
	const char *window; /* ?1: behind this id, ?2: rows at most */
	const char
		*forget; /* ?1, ?2: the ids, ?3: the instant, ?4: of `term` */
};

static const struct ledger inbox_ledger = {
	.at = INBOX_AT,
	.window = "SELECT count(*), max(id), min(arrived) FROM"
		  " (SELECT id, arrived FROM inbox WHERE id > ?1"
		  "  ORDER BY id LIMIT ?2)",
	.forget = "DELETE FROM inbox WHERE id > ?1 AND id <= ?2"
		  " AND arrived < CASE WHEN disposition IN"
		  "  ('unreadable', 'quarantined') THEN ?4 ELSE ?3 END"
		  " AND (gid IS NULL OR EXISTS (SELECT 1 FROM games"
		  "  WHERE games.gid = inbox.gid"
		  "  AND (status IN ('over', 'cancelled')"
		  "   OR inbox.decision < games.decision)))",
};

/* A receipt goes with the last mail that it answers. */
static const struct ledger outbox_ledger = {
	.at = OUTBOX_AT,
	.window = "SELECT count(*), max(id), min(created) FROM"
		  " (SELECT id, created FROM outbox WHERE id > ?1"
		  "  ORDER BY id LIMIT ?2)",
	.forget = "DELETE FROM outbox WHERE id > ?1 AND id <= ?2"
		  " AND created < ?3 AND ?4 = ?4 AND bytes IS NULL"
		  " AND NOT EXISTS (SELECT 1 FROM inbox"
		  "  WHERE receipt = outbox.id)"
		  " AND (gid IS NULL OR EXISTS (SELECT 1 FROM games"
		  "  WHERE games.gid = outbox.gid"
		  "  AND (status IN ('over', 'cancelled')"
		  "   OR (outbox.decision < games.decision"
		  "    AND NOT EXISTS (SELECT 1 FROM seats"
		  "     WHERE seats.gid = outbox.gid"
		  "     AND thread = outbox.message_id)"
		  "    AND (instr(kind, '/') > 0 OR EXISTS"
		  "     (SELECT 1 FROM outbox AS newer"
		  "      WHERE newer.gid = outbox.gid"
		  "      AND newer.seat = outbox.seat"
		  "      AND newer.kind = outbox.kind"
		  "      AND newer.gid IS NOT NULL"
		  "      AND instr(newer.kind, '/') = 0"
		  "      AND newer.id > outbox.id))))))",
};

static int get_at(struct sp_registry *r, const char *key, int64_t absent,
	int64_t *value, struct sp_error *e)
{
	*value = absent;
	return sp_registry_optional(
		sp_registry_meta_get_int(r, key, value, e), e);
}

/* Go through some rows of a ledger. *ended: no more of them are old enough. */
static int walk(struct sp_registry *r, const struct ledger *ledger,
	const struct sp_retention *how, bool *ended, struct sp_error *e)
{
	int64_t before = how->now - SP_KEEP_LEDGER, rows = 0, at, to;
	int64_t term = how->now - how->term, oldest = before;
	struct sp_query q;
	int code = get_at(r, ledger->at, 0, &at, e);

	*ended = at == AT_END;
	if (code != SP_OK || *ended)
		return code;
	to = at;
	registry_query_start(&q, r, ledger->window, e);
	registry_query_bind_int(&q, at);
	registry_query_bind_int(&q, (int64_t)how->most);
	if (registry_query_next(&q)) {
		rows = registry_query_int(&q);
		to = registry_query_int_or(&q, at);
		oldest = registry_query_int_or(&q, before);
	}
	code = registry_query_end(&q);
	*ended = rows < (int64_t)how->most || oldest >= before;
	if (code == SP_OK && oldest < before) {
		registry_query_start(&q, r, ledger->forget, e);
		registry_query_bind_int(&q, at);
		registry_query_bind_int(&q, to);
		registry_query_bind_int(&q, before);
		registry_query_bind_int(&q, term < before ? term : before);
		code = registry_query_run(&q);
	}
	return code == SP_OK ? sp_registry_meta_set_int(
				       r, ledger->at, *ended ? AT_END : to, e)
			     : code;
}

static int end_round(struct sp_registry *r, int64_t now, struct sp_error *e)
{
	int code = sp_registry_meta_set_int(r, INBOX_AT, 0, e);

	if (code == SP_OK)
		code = sp_registry_meta_set_int(r, OUTBOX_AT, 0, e);
	return code == SP_OK ? sp_registry_meta_set_int(r, ROUND, now, e)
			     : code;
}

/* Take the inbox first: what its rows answer is free to go then. Rows that stay
 * are gone through once a day. */
static int walk_ledgers(struct sp_registry *r, const struct sp_retention *how,
	bool *more, struct sp_error *e)
{
	int64_t last, forgotten, before = how->now - SP_KEEP_LEDGER;
	bool ended = false;
	int code = get_at(r, ROUND, SP_NEVER, &last, e);

	if (code != SP_OK || (last <= how->now && last > how->now - DAY))
		return code;
	code = get_at(r, FORGOTTEN, SP_NEVER, &forgotten, e);
	if (code == SP_OK && before > forgotten)
		code = sp_registry_meta_set_int(r, FORGOTTEN, before, e);
	if (code == SP_OK)
		code = walk(r, &inbox_ledger, how, &ended, e);
	if (code == SP_OK && ended)
		code = walk(r, &outbox_ledger, how, &ended, e);
	if (code == SP_OK && ended)
		code = end_round(r, how->now, e);
	*more = *more || !ended;
	return code;
}

int sp_registry_prune(struct sp_registry *r, const struct sp_retention *how,
	bool *more, struct sp_error *e)
{
	int code = registry_change_begin(r, e);

	*more = false;
	if (code != SP_OK)
		return code;
	code = end_terms(r, how, more, e);
	if (code == SP_OK)
		code = walk_ledgers(r, how, more, e);
	return registry_change_end(r, code, e);
}

int sp_registry_forgotten(
	struct sp_registry *r, int64_t *out, struct sp_error *e)
{
	return get_at(r, FORGOTTEN, SP_NEVER, out, e);
}
