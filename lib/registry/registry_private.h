/*
 * What the files of this module share: the handle, and one statement from its
 * first bound value to its end.
 *
 *     struct sp_query q;
 *     registry_query_start(&q, r, "SELECT due FROM timers WHERE gid = ?", e);
 *     registry_query_bind_text(&q, gid);
 *     if (registry_query_next(&q))
 *             *out = registry_query_int(&q);
 *     return registry_query_end(&q);
 *
 * Values are bound and columns are read in order. The first thing that fails is
 * kept and makes the rest do nothing; registry_query_end returns it.
 *
 * Circle: registry, schema and query. Opening migrates the schema in a
 * transaction of the registry, by queries, and a query that fails rolls back.
 */
#ifndef SP_REGISTRY_PRIVATE_H
#define SP_REGISTRY_PRIVATE_H

#include <sqlite3.h>

#include "registry.h"

#define SP_STATEMENTS 256 /* of the cache; a power of two */

struct sp_registry {
	sqlite3 *db;
	char *path;
	int log_pages; /* in the write-ahead log, after the last commit */
	bool lazy;     /* commits are not synced: inside begin_lazy alone */
	int n_statements;
	/* Open addressing by the address of the SQL text, a literal. */
	struct {
		const char *sql;
		sqlite3_stmt *stmt;
	} statement[SP_STATEMENTS];
};

struct sp_query {
	struct sp_registry *r;
	struct sp_error *e;
	sqlite3_stmt *stmt;
	int code;   /* the first failure, or SP_OK */
	int bound;  /* values bound so far */
	int column; /* the next column of this row */
	bool row;   /* a row was seen */
};

/* Number of the day or the hour that an instant is in; also before 1970. */
int64_t registry_bucket(int64_t instant, int64_t size);

/* `sql` is a literal: the cache keeps its address. */
void registry_query_start(struct sp_query *q, struct sp_registry *r,
	const char *sql, struct sp_error *e);
/* Borrowed until registry_query_end. */
void registry_query_bind_text(struct sp_query *q, const char *text);
/* "" is NULL. */
void registry_query_bind_optional(struct sp_query *q, const char *text);
void registry_query_bind_blob(struct sp_query *q, const void *bytes, size_t n);
void registry_query_bind_int(struct sp_query *q, int64_t value);
/* `absent` is NULL. */
void registry_query_bind_int_or(
	struct sp_query *q, int64_t value, int64_t absent);

/* The next row; false at the end or after a failure. */
bool registry_query_next(struct sp_query *q);
int64_t registry_query_int(struct sp_query *q);
int64_t registry_query_int_or(struct sp_query *q, int64_t absent);
/* NULL reads as "". What does not fit was not written by us: SP_ECORRUPT. */
void registry_query_text(struct sp_query *q, char *out, size_t size);
/* Append text or bytes; false where the column is NULL. */
bool registry_query_bytes(struct sp_query *q, struct sp_buf *out);
/* Index of the word, or SP_ECORRUPT. */
int registry_query_word(struct sp_query *q, const char *const *words, int n);

/* Give the statement back; the first failure or SP_OK. */
int registry_query_end(struct sp_query *q);
/* The same for a read of one row: SP_ENOTFOUND, and no text, without one. */
int registry_query_end_found(struct sp_query *q);
/* Step a statement that returns no rows, and end it. */
int registry_query_run(struct sp_query *q);
/* The same; SP_ENOTFOUND where it changed nothing. */
int registry_query_run_found(struct sp_query *q);

/* A statement without values or rows. */
int registry_query_simple(struct sp_registry *r, const char *sql,
	struct sp_error *e) SP_MUST_CHECK;
/* Around a change of more than one statement: it is whole or not at all, inside
 * a batch's transaction or outside. `code` is the status of what was between;
 * change_end returns it, or its own failure. */
int registry_change_begin(
	struct sp_registry *r, struct sp_error *e) SP_MUST_CHECK;
int registry_change_end(
	struct sp_registry *r, int code, struct sp_error *e) SP_MUST_CHECK;

/* All rows as a heap array of `size` bytes each; NULL when there are none or
 * after a failure. Ends the query: its status is in q->code. */
void *registry_query_list(struct sp_query *q, size_t size,
	void (*read)(struct sp_query *q, void *row), size_t *n);

/* Turn SQLite's last failure into a status and a text that says what to do. */
int registry_fail(struct sp_registry *r, int rc, struct sp_error *e);
/* Run SQL without values or rows; not cached. */
int registry_exec(struct sp_registry *r, const char *sql,
	struct sp_error *e) SP_MUST_CHECK;
/* Is it a registry that this program can use so? Changes nothing. */
int registry_recognize(struct sp_registry *r, enum sp_registry_mode mode,
	struct sp_error *e) SP_MUST_CHECK;
/* Make the schema, or bring an older one forward. */
int registry_migrate(struct sp_registry *r, struct sp_error *e) SP_MUST_CHECK;

#endif
