#include "registry_private.h"

static const char *const status_words[] = {
#define X(name, word) word,
	SP_GAME_ROW_STATUSES(X)
#undef X
};

const char *sp_registry_game_row_status_word(enum sp_game_row_status status)
{
	return status_words[status];
}

#define GAME_COLUMNS                                                           \
	"gid, ruleset, status, turn, active, decision, deadline, head, tip, "  \
	"created, updated, ahead, moment FROM games "

static void read_game(struct sp_query *q, void *out)
{
	struct sp_game_row *row = out;

	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->ruleset, sizeof(row->ruleset));
	row->status = (enum sp_game_row_status)registry_query_word(
		q, status_words, SP_GAME_ROW_STATUS_COUNT);
	row->turn = registry_query_int(q);
	registry_query_text(q, row->active, sizeof(row->active));
	row->decision = registry_query_int_or(q, SP_NO_DECISION);
	row->deadline = registry_query_int_or(q, SP_NEVER);
	registry_query_text(q, row->head, sizeof(row->head));
	registry_query_text(q, row->tip, sizeof(row->tip));
	row->created = registry_query_int(q);
	row->updated = registry_query_int(q);
	row->ahead = registry_query_int_or(q, SP_NEVER);
	row->moment = registry_query_int_or(q, SP_NEVER);
}

int sp_registry_game_put(struct sp_registry *r, const struct sp_game_row *row,
	struct sp_error *e)
{
	struct sp_query q;

	/* An upsert, not REPLACE: that would delete the row first, and the
	 * seats hang on it. */
	registry_query_start(&q, r,
		"INSERT INTO games (gid, ruleset, status, turn, active, "
		"decision, deadline, head, tip, created, updated, ahead, "
		"moment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
		"ON CONFLICT DO UPDATE SET ruleset = excluded.ruleset, "
		"status = excluded.status, turn = excluded.turn, "
		"active = excluded.active, decision = excluded.decision, "
		"deadline = excluded.deadline, head = excluded.head, "
		"tip = excluded.tip, "
		"created = excluded.created, updated = excluded.updated, "
		"ahead = excluded.ahead, moment = excluded.moment",
		e);
	registry_query_bind_text(&q, row->gid);
	registry_query_bind_text(&q, row->ruleset);
	registry_query_bind_text(&q, status_words[row->status]);
	registry_query_bind_int(&q, row->turn);
	registry_query_bind_optional(&q, row->active);
	registry_query_bind_int_or(&q, row->decision, SP_NO_DECISION);
	registry_query_bind_int_or(&q, row->deadline, SP_NEVER);
	registry_query_bind_optional(&q, row->head);
	registry_query_bind_optional(&q, row->tip);
	registry_query_bind_int(&q, row->created);
	registry_query_bind_int(&q, row->updated);
	registry_query_bind_int_or(&q, row->ahead, SP_NEVER);
	registry_query_bind_int_or(&q, row->moment, SP_NEVER);
	return registry_query_run(&q);
}

int sp_registry_game_get(struct sp_registry *r, const char *gid,
	struct sp_game_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "SELECT " GAME_COLUMNS "WHERE gid = ?", e);
	registry_query_bind_text(&q, gid);
	if (registry_query_next(&q))
		read_game(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_game_match(struct sp_registry *r, const char *prefix,
	struct sp_game_row *out, struct sp_error *e)
{
	struct sp_game_row *rows;
	struct sp_query q;
	size_t n;
	int code;

	/* '~' sorts after every character of a gid. An exact gid sorts first
	 * among those that begin with it. */
	registry_query_start(&q, r,
		"SELECT " GAME_COLUMNS
		"WHERE gid >= ?1 AND gid < ?1 || '~' ORDER BY gid LIMIT 4",
		e);
	registry_query_bind_text(&q, prefix);
	rows = registry_query_list(&q, sizeof(*rows), read_game, &n);
	code = q.code;
	if (code == SP_OK && n == 0)
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL, "no game begins with \"%s\"",
				prefix),
			"`spellpost game list` shows all");
	else if (code == SP_OK && n > 1 && !sp_streq(rows[0].gid, prefix))
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL, "\"%s\" may be %s or %s%s%s",
				prefix, rows[0].gid, rows[1].gid,
				n > 2 ? " or " : "",
				n == 2  ? ""
				: n > 3 ? "another"
					: rows[2].gid),
			"write more of it");
	if (code == SP_OK)
		*out = rows[0];
	sp_free(rows);
	return code;
}

int sp_registry_game_list(struct sp_registry *r, struct sp_game_row **out,
	size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT " GAME_COLUMNS "ORDER BY created, gid", e);
	*out = registry_query_list(&q, sizeof(**out), read_game, n);
	return q.code;
}

/* ---- seats
 * --------------------------------------------------------------------- */

#define SEAT_COLUMNS                                                           \
	"gid, seat, place, player, epoch, joined, missed, thread, told, "      \
	"away_from, away_until, away_days, standin, muted "                    \
	"FROM seats "

static void read_seat(struct sp_query *q, void *out)
{
	struct sp_seat_row *row = out;

	registry_query_text(q, row->gid, sizeof(row->gid));
	registry_query_text(q, row->seat, sizeof(row->seat));
	row->order = (int)registry_query_int(q);
	row->player = registry_query_int_or(q, 0);
	row->epoch = registry_query_int(q);
	row->joined = registry_query_int_or(q, SP_NEVER);
	row->missed = (int)registry_query_int(q);
	registry_query_text(q, row->thread, sizeof(row->thread));
	registry_query_text(q, row->told, sizeof(row->told));
	row->away_from = registry_query_int_or(q, 0);
	row->away_until = registry_query_int_or(q, 0);
	row->away_days = registry_query_int(q);
	registry_query_text(q, row->standin, sizeof(row->standin));
	row->muted = (unsigned)registry_query_int(q);
}

int sp_registry_seat_put(struct sp_registry *r, const struct sp_seat_row *row,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO seats (gid, seat, place, player, epoch, joined, "
		"missed, thread, told, away_from, away_until, away_days, "
		"standin, muted) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
		"ON CONFLICT (gid, seat) DO UPDATE SET place = excluded.place, "
		"player = excluded.player, epoch = excluded.epoch, "
		"joined = excluded.joined, missed = excluded.missed, "
		"thread = excluded.thread, told = excluded.told, "
		"away_from = excluded.away_from, "
		"away_until = excluded.away_until, "
		"away_days = excluded.away_days, standin = excluded.standin, "
		"muted = excluded.muted",
		e);
	registry_query_bind_text(&q, row->gid);
	registry_query_bind_text(&q, row->seat);
	registry_query_bind_int(&q, row->order);
	registry_query_bind_int_or(&q, row->player, 0);
	registry_query_bind_int(&q, row->epoch);
	registry_query_bind_int_or(&q, row->joined, SP_NEVER);
	registry_query_bind_int(&q, row->missed);
	registry_query_bind_optional(&q, row->thread);
	registry_query_bind_optional(&q, row->told);
	registry_query_bind_int_or(&q, row->away_from, 0);
	registry_query_bind_int_or(&q, row->away_until, 0);
	registry_query_bind_int(&q, row->away_days);
	registry_query_bind_optional(&q, row->standin);
	registry_query_bind_int(&q, row->muted);
	return registry_query_run(&q);
}

int sp_registry_seat_get(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_seat_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT " SEAT_COLUMNS "WHERE gid = ? AND seat = ?", e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	if (registry_query_next(&q))
		read_seat(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_seat_list(struct sp_registry *r, const char *gid,
	struct sp_seat_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " SEAT_COLUMNS "WHERE gid = ? ORDER BY place", e);
	registry_query_bind_text(&q, gid);
	*out = registry_query_list(&q, sizeof(**out), read_seat, n);
	return q.code;
}

int sp_registry_seats_of(struct sp_registry *r, const char *address,
	struct sp_seat_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " SEAT_COLUMNS "WHERE player IN "
		"(SELECT player FROM addresses WHERE address = ?1) "
		"OR standin = ?1 OR EXISTS (SELECT 1 FROM seat_addresses "
		"AS known WHERE known.gid = seats.gid "
		"AND known.seat = seats.seat AND known.address = ?1) "
		"ORDER BY gid, place",
		e);
	registry_query_bind_text(&q, address);
	*out = registry_query_list(&q, sizeof(**out), read_seat, n);
	return q.code;
}

int sp_registry_seat_learn(struct sp_registry *r, const char *gid,
	const char *seat, const char *address, int64_t now, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO seat_addresses (gid, seat, address, created) "
		"VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	registry_query_bind_text(&q, address);
	registry_query_bind_int(&q, now);
	return registry_query_run(&q);
}

int sp_registry_seat_unlearn(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"DELETE FROM seat_addresses WHERE gid = ? AND seat = ?", e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	return registry_query_run(&q);
}

static void read_address(struct sp_query *q, void *out)
{
	struct sp_address_row *row = out;

	registry_query_text(q, row->address, sizeof(row->address));
}

int sp_registry_seat_addresses(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_address_row **out, size_t *n,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT address FROM (SELECT 0 AS part, address "
		"FROM seats JOIN addresses "
		"ON addresses.player = seats.player "
		"WHERE gid = ?1 AND seat = ?2 UNION ALL "
		"SELECT 1, address FROM seat_addresses "
		"WHERE gid = ?1 AND seat = ?2 UNION ALL "
		"SELECT 2, standin FROM seats WHERE gid = ?1 AND seat = ?2 "
		"AND standin IS NOT NULL) ORDER BY part, address",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	*out = registry_query_list(&q, sizeof(**out), read_address, n);
	return q.code;
}

int sp_registry_seat_knows(struct sp_registry *r, const char *gid,
	const char *seat, const char *address, bool *known, struct sp_error *e)
{
	struct sp_query q;

	*known = false;
	registry_query_start(&q, r,
		"SELECT EXISTS (SELECT 1 FROM addresses "
		"WHERE addresses.player = seats.player AND address = ?1) "
		"OR EXISTS (SELECT 1 FROM seat_addresses AS known "
		"WHERE known.gid = ?2 AND known.seat = ?3 AND address = ?1) "
		"OR coalesce(standin = ?1, 0) "
		"FROM seats WHERE gid = ?2 AND seat = ?3",
		e);
	registry_query_bind_text(&q, address);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, seat);
	if (registry_query_next(&q))
		*known = registry_query_int(&q) != 0;
	return registry_query_end_found(&q);
}
