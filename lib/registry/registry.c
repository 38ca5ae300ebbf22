#include "registry_private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define BUSY_MS   5000
#define PAGE_SIZE 4096 /* what SQLite makes a file with */

/* ---- open and close
 * ------------------------------------------------------------ */

/* SQLite would make the file with the mode that the umask leaves; its log takes
 * the mode of the file. */
static int make_file(const char *path, struct sp_error *e)
{
	int fd = open(
		path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd >= 0) {
		(void)close(fd);
		return SP_OK;
	}
	if (errno == EEXIST)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EEXISTS,
				"registry %s: it is there already", path),
			"choose another folder");
	return sp_error_remedy(e,
		sp_error_set(e, errno == ENOENT ? SP_ENOTFOUND : SP_ESYS,
			"registry %s: cannot create it: %s", path,
			strerror(errno)),
		"check its folder");
}

static int find_file(const char *path, struct sp_error *e)
{
	if (access(path, F_OK) == 0)
		return SP_OK;
	return sp_error_remedy(e,
		sp_error_set(e, errno == ENOENT ? SP_ENOTFOUND : SP_ESYS,
			"registry %s: %s", path, strerror(errno)),
		"check `data` in the configuration; if registry.db was lost, "
		"put its newest backup in its place; `spellpost init` in a new "
		"folder makes another club");
}

/* Called after each commit, in place of the checkpoint inside it that SQLite
 * would make by default: when there is one is for the caller to say. */
static int note_log(void *payload, sqlite3 *db, const char *name, int pages)
{
	struct sp_registry *r = payload;

	(void)db;
	(void)name;
	r->log_pages = pages;
	return SQLITE_OK;
}

static int configure(
	struct sp_registry *r, enum sp_registry_mode mode, struct sp_error *e)
{
	static const char common[] = "PRAGMA foreign_keys = ON;"
				     "PRAGMA trusted_schema = OFF;"
				     "PRAGMA cell_size_check = ON;"
				     "PRAGMA temp_store = MEMORY;"
				     /* KiB; the system has the file, too */
				     "PRAGMA cache_size = -512;";
	static const char writer[] = "PRAGMA journal_mode = WAL;"
				     "PRAGMA synchronous = FULL;"
				     /* what is forgotten leaves the disk */
				     "PRAGMA secure_delete = ON;";
	int code;

	/* the last to close would make a checkpoint, even a reader */
	if (sqlite3_db_config(r->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
		    NULL) != SQLITE_OK ||
		sqlite3_busy_timeout(r->db, BUSY_MS) != SQLITE_OK ||
		sqlite3_extended_result_codes(r->db, 1) != SQLITE_OK)
		return registry_fail(r, sqlite3_errcode(r->db), e);
	code = registry_exec(r, common, e);
	/* Before `writer`, which would make a log beside any database. */
	if (code == SP_OK)
		code = registry_recognize(r, mode, e);
	if (code == SP_OK && mode == SP_REGISTRY_READ)
		return registry_exec(r, "PRAGMA query_only = ON", e);
	if (code == SP_OK)
		code = registry_exec(r, writer, e);
	(void)sqlite3_wal_hook(r->db, note_log, r);
	if (code == SP_OK)
		code = registry_migrate(r, e);
	if (code == SP_OK && mode == SP_REGISTRY_CREATE)
		code = sp_registry_checkpoint(r, true, e);
	return code;
}

int sp_registry_open(struct sp_registry **out, const char *path,
	enum sp_registry_mode mode, struct sp_error *e)
{
	int flags = mode == SP_REGISTRY_READ ? SQLITE_OPEN_READONLY
					     : SQLITE_OPEN_READWRITE;
	struct sp_registry *r;
	int code, rc;

	*out = NULL;
	code = mode == SP_REGISTRY_CREATE ? make_file(path, e)
					  : find_file(path, e);
	if (code != SP_OK)
		return code;
	r = sp_xcalloc(1, sizeof(*r));
	r->path = sp_xstrdup(path);
	rc = sqlite3_open_v2(path, &r->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc == SQLITE_NOMEM)
		abort();
	code = rc == SQLITE_OK ? configure(r, mode, e)
			       : registry_fail(r, rc, e);
	if (code != SP_OK) {
		sp_registry_close(r);
		if (mode == SP_REGISTRY_CREATE)
			(void)unlink(path);
		return code;
	}
	*out = r;
	return SP_OK;
}

void sp_registry_close(struct sp_registry *r)
{
	int rc;

	if (r == NULL)
		return;
	sp_registry_rollback(r);
	for (int i = 0; i < SP_STATEMENTS; i++)
		(void)sqlite3_finalize(r->statement[i].stmt);
	rc = sqlite3_close(r->db);
	assert(rc ==
		SQLITE_OK); /* else a statement of ours is not in the cache */
	sp_free(r->path);
	sp_free(r);
}

int sp_registry_check(struct sp_registry *r, struct sp_error *e)
{
	char found[160] = "";
	struct sp_query q;
	bool bad = false;

	registry_query_start(&q, r,
		"SELECT substr(integrity_check, 1, 120) FROM "
		"pragma_integrity_check(1) WHERE integrity_check <> 'ok' "
		"UNION ALL SELECT 'a row of ' || \"table\" || ' names a row of "
		"'"
		" || parent || ' that is not there' "
		"FROM pragma_foreign_key_check LIMIT 1",
		e);
	if (registry_query_next(&q)) {
		registry_query_text(&q, found, sizeof(found));
		bad = true;
	}
	if (registry_query_end(&q) != SP_OK)
		return q.code;
	if (bad)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ECORRUPT, "registry %s: %s", r->path,
				found),
			SP_REGISTRY_REMEDY);
	return SP_OK;
}

int sp_registry_survey(struct sp_registry *r, int64_t since,
	struct sp_registry_survey *out, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT (SELECT user_version FROM pragma_user_version),"
		" (SELECT count(*) FROM players),"
		" (SELECT count(*) FROM inbox"
		"  WHERE disposition = 'quarantined' AND arrived >= ?1),"
		" (SELECT max(arrived) FROM inbox"
		"  WHERE disposition = 'quarantined' AND arrived >= ?1),"
		" (SELECT max(arrived) FROM inbox),"
		" (SELECT max(t) FROM (SELECT max(created) AS t FROM outbox"
		"  UNION ALL SELECT max(created) FROM games))",
		e);
	registry_query_bind_int(&q, since);
	if (registry_query_next(&q)) {
		out->version = registry_query_int(&q);
		out->players = registry_query_int(&q);
		out->quarantined = registry_query_int(&q);
		out->last_quarantined = registry_query_int_or(&q, SP_NEVER);
		out->last_arrived = registry_query_int_or(&q, SP_NEVER);
		out->last_written = registry_query_int_or(&q, SP_NEVER);
	}
	return registry_query_end_found(&q);
}

/* ---- transactions
 * ---------------------------------------------------------------- */

/* Whether commits are synced from now on; outside a transaction. */
static int set_lazy(struct sp_registry *r, bool lazy, struct sp_error *e)
{
	int code;

	if (r->lazy == lazy)
		return SP_OK;
	code = registry_exec(r,
		lazy ? "PRAGMA synchronous = NORMAL"
		     : "PRAGMA synchronous = FULL",
		e);
	if (code == SP_OK)
		r->lazy = lazy;
	return code;
}

static int begin(struct sp_registry *r, bool lazy, struct sp_error *e)
{
	int code;

	assert(sqlite3_get_autocommit(r->db) != 0);
	code = set_lazy(r, lazy, e);
	if (code == SP_OK)
		code = registry_query_simple(r, "BEGIN IMMEDIATE", e);
	if (code != SP_OK)
		(void)set_lazy(r, false, NULL);
	return code;
}

int sp_registry_checkpoint(
	struct sp_registry *r, bool whole, struct sp_error *e)
{
	int mode =
		whole ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
	int rc;

	assert(sqlite3_get_autocommit(r->db) != 0);
	rc = sqlite3_wal_checkpoint_v2(r->db, NULL, mode, NULL, NULL);
	/* a reader keeps some of it back: that goes next time */
	if (rc != SQLITE_OK && ((rc & 0xff) != SQLITE_BUSY || whole))
		return registry_fail(r, rc, e);
	r->log_pages = 0;
	return SP_OK;
}

void sp_registry_rest(struct sp_registry *r)
{
	(void)sqlite3_db_release_memory(r->db);
}

int64_t sp_registry_log_size(const struct sp_registry *r)
{
	return (int64_t)r->log_pages * PAGE_SIZE;
}

int sp_registry_begin(struct sp_registry *r, struct sp_error *e)
{
	return begin(r, false, e);
}

int sp_registry_begin_lazy(struct sp_registry *r, struct sp_error *e)
{
	return begin(r, true, e);
}

int sp_registry_commit(struct sp_registry *r, struct sp_error *e)
{
	int code;

	/* SQLite rolls back by itself when the disk is full or fails. */
	if (sqlite3_get_autocommit(r->db) != 0)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ESYS,
				"registry %s: the transaction was given up "
				"before its end",
				r->path),
			"check the disk and start again");
	code = registry_query_simple(r, "COMMIT", e);
	if (code != SP_OK)
		sp_registry_rollback(r);
	(void)set_lazy(r, false, NULL);
	return code;
}

void sp_registry_rollback(struct sp_registry *r)
{
	if (sqlite3_get_autocommit(r->db) == 0)
		(void)sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
	(void)set_lazy(r, false, NULL);
}

/* ---- meta
 * -------------------------------------------------------------------------- */

int sp_registry_meta_get(struct sp_registry *r, const char *key,
	struct sp_buf *value, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "SELECT value FROM meta WHERE key = ?", e);
	registry_query_bind_text(&q, key);
	if (registry_query_next(&q))
		(void)registry_query_bytes(&q, value);
	return registry_query_end_found(&q);
}

int sp_registry_meta_set(struct sp_registry *r, const char *key,
	const char *value, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"INSERT INTO meta (key, value) VALUES (?, ?) "
		"ON CONFLICT DO UPDATE SET value = excluded.value",
		e);
	registry_query_bind_text(&q, key);
	registry_query_bind_text(&q, value);
	return registry_query_run(&q);
}

int sp_registry_meta_delete(
	struct sp_registry *r, const char *key, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "DELETE FROM meta WHERE key = ?", e);
	registry_query_bind_text(&q, key);
	return registry_query_run(&q);
}

int sp_registry_meta_get_int(struct sp_registry *r, const char *key,
	int64_t *value, struct sp_error *e)
{
	struct sp_buf text;
	long long number = 0;
	int code;

	sp_buf_init(&text, 32);
	code = sp_registry_meta_get(r, key, &text, e);
	if (code == SP_ELIMIT ||
		(code == SP_OK && sp_parse_int(sp_buf_str(&text), INT64_MIN,
					  INT64_MAX, &number) != SP_OK))
		code = sp_error_remedy(e,
			sp_error_set(e, SP_ECORRUPT,
				"registry %s: %s is no number", r->path, key),
			SP_REGISTRY_REMEDY);
	if (code == SP_OK)
		*value = number;
	sp_buf_free(&text);
	return code;
}

int sp_registry_meta_set_int(struct sp_registry *r, const char *key,
	int64_t value, struct sp_error *e)
{
	char text[32];

	sp_format(text, sizeof(text), "%lld", (long long)value);
	return sp_registry_meta_set(r, key, text, e);
}
