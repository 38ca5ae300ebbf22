#include "registry_private.h"

#include <assert.h>

static int status_of(int rc)
{
	switch (rc) {
	case SQLITE_CONSTRAINT_UNIQUE:
	case SQLITE_CONSTRAINT_PRIMARYKEY:
		return SP_EEXISTS;
	case SQLITE_CONSTRAINT_FOREIGNKEY:
		return SP_ENOTFOUND;
	default:
		break;
	}
	switch (rc & 0xff) {
	case SQLITE_CONSTRAINT:
	case SQLITE_MISMATCH:
	case SQLITE_TOOBIG:
		return SP_EINVAL;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return SP_ECONFLICT;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return SP_ECORRUPT;
	default:
		return SP_ESYS;
	}
}

static const char *remedy(int rc)
{
	switch (rc & 0xff) {
	case SQLITE_FULL:
		return "make room on its disk and start again";
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return "another process is writing: try again, and look for "
		       "a second daemon on this folder";
	case SQLITE_CORRUPT:
		return SP_REGISTRY_REMEDY;
	case SQLITE_NOTADB:
		return "it is not a registry: check `data` in the "
		       "configuration, or restore the file from a backup";
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
		return "check that the file and its folder are there and "
		       "that this user may write to both";
	case SQLITE_IOERR:
		return "check the disk";
	case SQLITE_CONSTRAINT:
		return "nothing was stored";
	default:
		return "";
	}
}

int registry_fail(struct sp_registry *r, int rc, struct sp_error *e)
{
	return sp_error_remedy(e,
		sp_error_set(e, status_of(rc), "registry %s: %s", r->path,
			sqlite3_errmsg(r->db)),
		"%s", remedy(rc));
}

int registry_exec(struct sp_registry *r, const char *sql, struct sp_error *e)
{
	int rc = sqlite3_exec(r->db, sql, NULL, NULL, NULL);

	if (rc == SQLITE_OK)
		return SP_OK;
	return registry_fail(r, sqlite3_extended_errcode(r->db), e);
}

/* ---- the statement ----------------------------------------------------------
 */

static void fail(struct sp_query *q)
{
	if (q->code == SP_OK)
		q->code = registry_fail(
			q->r, sqlite3_extended_errcode(q->r->db), q->e);
}

static void corrupt(struct sp_query *q, const char *what)
{
	if (q->code == SP_OK)
		q->code = sp_error_remedy(q->e,
			sp_error_set(q->e, SP_ECORRUPT,
				"registry %s: %s in: %s", q->r->path, what,
				sqlite3_sql(q->stmt)),
			SP_REGISTRY_REMEDY);
}

void registry_query_start(struct sp_query *q, struct sp_registry *r,
	const char *sql, struct sp_error *e)
{
	uintptr_t address = (uintptr_t)sql;
	size_t i = sp_hash(&address, sizeof(address)) % SP_STATEMENTS;

	*q = (struct sp_query){ .r = r, .e = e };
	while (r->statement[i].sql != NULL && r->statement[i].sql != sql)
		i = (i + 1) % SP_STATEMENTS;
	if (r->statement[i].sql == NULL) {
		sqlite3_stmt *stmt = NULL;

		if (sqlite3_prepare_v3(r->db, sql, -1,
			    SQLITE_PREPARE_PERSISTENT, &stmt,
			    NULL) != SQLITE_OK) {
			fail(q);
			return;
		}
		/* One slot stays free, or the search above would not end. */
		r->n_statements++;
		assert(r->n_statements < SP_STATEMENTS);
		r->statement[i].sql = sql;
		r->statement[i].stmt = stmt;
	}
	q->stmt = r->statement[i].stmt;
}

void registry_query_bind_text(struct sp_query *q, const char *text)
{
	if (q->code == SP_OK && sqlite3_bind_text(q->stmt, ++q->bound, text, -1,
					SQLITE_STATIC) != SQLITE_OK)
		fail(q);
}

void registry_query_bind_optional(struct sp_query *q, const char *text)
{
	if (text[0] != '\0')
		registry_query_bind_text(q, text);
	else if (q->code == SP_OK &&
		 sqlite3_bind_null(q->stmt, ++q->bound) != SQLITE_OK)
		fail(q);
}

void registry_query_bind_blob(struct sp_query *q, const void *bytes, size_t n)
{
	/* A NULL address would bind NULL, not an empty blob. */
	if (q->code == SP_OK &&
		sqlite3_bind_blob64(q->stmt, ++q->bound, n > 0 ? bytes : "", n,
			SQLITE_STATIC) != SQLITE_OK)
		fail(q);
}

void registry_query_bind_int(struct sp_query *q, int64_t value)
{
	if (q->code == SP_OK &&
		sqlite3_bind_int64(q->stmt, ++q->bound, value) != SQLITE_OK)
		fail(q);
}

void registry_query_bind_int_or(
	struct sp_query *q, int64_t value, int64_t absent)
{
	if (value != absent)
		registry_query_bind_int(q, value);
	else if (q->code == SP_OK &&
		 sqlite3_bind_null(q->stmt, ++q->bound) != SQLITE_OK)
		fail(q);
}

bool registry_query_next(struct sp_query *q)
{
	int rc;

	if (q->code != SP_OK)
		return false;
	assert(q->bound == sqlite3_bind_parameter_count(q->stmt));
	rc = sqlite3_step(q->stmt);
	q->column = 0;
	if (rc == SQLITE_ROW) {
		q->row = true;
		return true;
	}
	if (rc != SQLITE_DONE)
		fail(q);
	return false;
}

int64_t registry_query_int(struct sp_query *q)
{
	int i = q->column++;

	if (sqlite3_column_type(q->stmt, i) != SQLITE_INTEGER) {
		corrupt(q, "no number");
		return 0;
	}
	return sqlite3_column_int64(q->stmt, i);
}

int64_t registry_query_int_or(struct sp_query *q, int64_t absent)
{
	if (sqlite3_column_type(q->stmt, q->column) == SQLITE_NULL) {
		q->column++;
		return absent;
	}
	return registry_query_int(q);
}

void registry_query_text(struct sp_query *q, char *out, size_t size)
{
	int i = q->column++;
	const void *text = sqlite3_column_text(q->stmt, i);
	int n = sqlite3_column_bytes(q->stmt, i);

	if (text == NULL)
		out[0] = '\0';
	else if (!sp_copyn(out, size, text, (size_t)n))
		corrupt(q, "a text that is too long");
}

bool registry_query_bytes(struct sp_query *q, struct sp_buf *out)
{
	int i = q->column++;
	const void *bytes = sqlite3_column_blob(q->stmt, i);
	int n = sqlite3_column_bytes(q->stmt, i);

	if (sqlite3_column_type(q->stmt, i) == SQLITE_NULL)
		return false;
	if ((size_t)n > out->max - out->len && q->code == SP_OK)
		q->code = sp_error_set(q->e, SP_ELIMIT,
			"registry %s: a stored text of %d bytes is larger than "
			"the %zu that its reader takes",
			q->r->path, n, out->max - out->len);
	if (q->code == SP_OK)
		sp_buf_add(out, n > 0 ? bytes : "", (size_t)n);
	return true;
}

int registry_query_word(struct sp_query *q, const char *const *words, int n)
{
	char word[SP_ROW_WORD] = "";

	registry_query_text(q, word, sizeof(word));
	for (int i = 0; i < n; i++)
		if (sp_streq(words[i], word))
			return i;
	corrupt(q, "an unknown word");
	return 0;
}

int registry_query_end(struct sp_query *q)
{
	if (q->stmt != NULL) {
		/* reset repeats the failure of the last step: known already */
		(void)sqlite3_reset(q->stmt);
		(void)sqlite3_clear_bindings(q->stmt);
		q->stmt = NULL;
	}
	return q->code;
}

int registry_query_end_found(struct sp_query *q)
{
	if (q->code == SP_OK && !q->row)
		q->code = SP_ENOTFOUND;
	return registry_query_end(q);
}

int registry_query_run(struct sp_query *q)
{
	(void)registry_query_next(q);
	return registry_query_end(q);
}

int registry_query_run_found(struct sp_query *q)
{
	(void)registry_query_next(q);
	if (q->code == SP_OK && sqlite3_changes(q->r->db) == 0)
		q->code = sp_error_set(q->e, SP_ENOTFOUND,
			"registry %s: nothing there for: %s", q->r->path,
			sqlite3_sql(q->stmt));
	return registry_query_end(q);
}

int registry_query_simple(
	struct sp_registry *r, const char *sql, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, sql, e);
	return registry_query_run(&q);
}

int registry_change_begin(struct sp_registry *r, struct sp_error *e)
{
	return registry_query_simple(r, "SAVEPOINT change", e);
}

int registry_change_end(struct sp_registry *r, int code, struct sp_error *e)
{
	if (code == SP_OK)
		return registry_query_simple(r, "RELEASE change", e);
	/* Where SQLite gave the whole transaction up there is no savepoint any
	 * more; to give all up is right then, and whenever this fails. */
	if (registry_query_simple(r, "ROLLBACK TO change", NULL) != SP_OK ||
		registry_query_simple(r, "RELEASE change", NULL) != SP_OK)
		sp_registry_rollback(r);
	return code;
}

void *registry_query_list(struct sp_query *q, size_t size,
	void (*read)(struct sp_query *q, void *row), size_t *n)
{
	char *rows = NULL;
	size_t cap = 0;

	*n = 0;
	while (registry_query_next(q)) {
		if (*n == cap) {
			cap = cap > 0 ? 2 * cap : 8;
			rows = sp_xrealloc(rows, cap, size);
		}
		memset(rows + *n * size, 0, size);
		read(q, rows + (*n)++ * size);
	}
	if (registry_query_end(q) != SP_OK) {
		sp_free(rows);
		rows = NULL;
		*n = 0;
	}
	return rows;
}
