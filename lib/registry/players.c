#include "registry_private.h"

#define PLAYER_COLUMNS                                                         \
	"players.id, players.name, addresses.address, players.volume, "        \
	"players.remind, players.zone, players.created "                       \
	"FROM players JOIN addresses "                                         \
	"ON addresses.player = players.id AND addresses.record = 1 "

static void read_player(struct sp_query *q, void *out)
{
	struct sp_player_row *row = out;
	char volume[SP_ROW_SEAT];

	row->id = registry_query_int(q);
	registry_query_text(q, row->name, sizeof(row->name));
	registry_query_text(q, row->address, sizeof(row->address));
	registry_query_text(q, volume, sizeof(volume));
	row->volume = sp_volume_find(volume);
	row->remind = (int)registry_query_int_or(q, 0);
	registry_query_text(q, row->zone, sizeof(row->zone));
	row->created = registry_query_int(q);
}

int sp_registry_player_find(struct sp_registry *r, const char *address,
	struct sp_player_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT " PLAYER_COLUMNS "WHERE players.id = "
		"(SELECT player FROM addresses WHERE address = ?)",
		e);
	registry_query_bind_text(&q, address);
	if (registry_query_next(&q))
		read_player(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_player_get(struct sp_registry *r, int64_t id,
	struct sp_player_row *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT " PLAYER_COLUMNS "WHERE players.id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		read_player(&q, out);
	return registry_query_end_found(&q);
}

int sp_registry_player_volume(struct sp_registry *r, int64_t id,
	enum sp_volume volume, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "UPDATE players SET volume = ? WHERE id = ?", e);
	registry_query_bind_text(&q, sp_volume_word(volume));
	registry_query_bind_int(&q, id);
	return registry_query_run(&q);
}

int sp_registry_player_remind(
	struct sp_registry *r, int64_t id, int remind, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "UPDATE players SET remind = ? WHERE id = ?", e);
	registry_query_bind_int_or(&q, remind, 0);
	registry_query_bind_int(&q, id);
	return registry_query_run(&q);
}

int sp_registry_player_zone(
	struct sp_registry *r, int64_t id, const char *zone, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "UPDATE players SET zone = ? WHERE id = ?", e);
	registry_query_bind_text(&q, zone);
	registry_query_bind_int(&q, id);
	return registry_query_run(&q);
}

static int add_address(struct sp_registry *r, int64_t player,
	const char *address, int64_t now, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO addresses (address, player, record, created) "
		"VALUES (?, ?, 1, ?)",
		e);
	registry_query_bind_text(&q, address);
	registry_query_bind_int(&q, player);
	registry_query_bind_int(&q, now);
	return registry_query_run(&q);
}

static int add_player(struct sp_registry *r, const char *address,
	const char *name, int64_t now, int64_t *id, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "INSERT INTO players (name, created) VALUES (?, ?)", e);
	registry_query_bind_text(&q, name);
	registry_query_bind_int(&q, now);
	if (registry_query_run(&q) != SP_OK)
		return q.code;
	*id = sqlite3_last_insert_rowid(r->db);
	return add_address(r, *id, address, now, e);
}

int sp_registry_player_ensure(struct sp_registry *r, const char *address,
	const char *name, int64_t now, struct sp_player_row *out,
	struct sp_error *e)
{
	int code = sp_registry_player_find(r, address, out, e);
	int64_t id = 0;

	if (code != SP_ENOTFOUND)
		return code;
	code = registry_change_begin(r, e);
	if (code != SP_OK)
		return code;
	code = add_player(r, address, name, now, &id, e);
	code = registry_change_end(r, code, e);
	return code == SP_OK ? sp_registry_player_get(r, id, out, e) : code;
}
