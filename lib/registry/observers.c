#include "registry_private.h"

static void read_observer(struct sp_query *q, void *out)
{
	registry_query_text(
		q, ((struct sp_observer_row *)out)->address, SP_ROW_ADDR);
}

int sp_registry_observer_list(struct sp_registry *r, const char *gid,
	struct sp_observer_row **out, size_t *n, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT address FROM observers WHERE gid = ? "
		"ORDER BY created, address",
		e);
	registry_query_bind_text(&q, gid);
	*out = registry_query_list(&q, sizeof(**out), read_observer, n);
	return q.code;
}

int sp_registry_observer_add(struct sp_registry *r, const char *gid,
	const char *address, int64_t now, int64_t most, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT OR IGNORE INTO observers (gid, address, created) "
		"SELECT ?1, ?2, ?3 "
		"WHERE (SELECT count(*) FROM observers WHERE gid = ?1"
		" AND address <> ?2) < ?4",
		e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, address);
	registry_query_bind_int(&q, now);
	registry_query_bind_int(&q, most);
	return registry_query_run(&q);
}

int sp_registry_observer_remove(struct sp_registry *r, const char *gid,
	const char *address, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"DELETE FROM observers WHERE gid = ? AND address = ?", e);
	registry_query_bind_text(&q, gid);
	registry_query_bind_text(&q, address);
	return registry_query_run_found(&q);
}
