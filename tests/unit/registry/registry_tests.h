/*
 * The tests of the registry, one table per file, and what they share.
 */
#ifndef TEST_REGISTRY_TESTS_H
#define TEST_REGISTRY_TESTS_H

#include "registry/registry.h"
#include "unit.h"

#define GID  "club-abcdefgh"
#define HEAD "0123456789abcdef0123456789abcdef01234567"

/* A path for a registry in a new folder; the caller frees it. */
char *registry_path(void);
/* A new registry; with GID and its seats red and blue where `game`. */
struct sp_registry *registry_make(const char *path, bool game);
struct sp_registry *registry_open(const char *path, enum sp_registry_mode mode);

void registry_add_game(struct sp_registry *r, const char *gid, int64_t created);
void registry_add_seat(struct sp_registry *r, const char *gid, const char *seat,
	int order, int64_t player);
/* All that is to be forgotten at `now`; press and raw mails have `term`. */
void registry_prune(struct sp_registry *r, int64_t now, int64_t term);
/* How many rows a table has, through a connection of its own. */
int64_t registry_count(const char *path, const char *table);
/* Run SQL on the file as another program would. */
void registry_sql(const char *path, const char *sql);

/* The status is OK and no error was recorded. */
#define OK(call)                                                               \
	do {                                                                   \
		struct sp_error e = { 0 };                                     \
		EQUAL_INT(call, SP_OK);                                        \
		EQUAL_STRING(e.text, "");                                      \
	} while (0)
/* The status is `code` and a text that says `word` was recorded. */
#define FAILS(call, code_, word)                                               \
	do {                                                                   \
		struct sp_error e = { 0 };                                     \
		EQUAL_INT(call, code_);                                        \
		EQUAL_INT(e.code, code_);                                      \
		CONTAINS(sp_error_line(&e), word);                             \
	} while (0)
/* Nothing is found and nothing is recorded. */
#define NONE(call)                                                             \
	do {                                                                   \
		struct sp_error e = { 0 };                                     \
		EQUAL_INT(call, SP_ENOTFOUND);                                 \
		EQUAL_STRING(e.text, "");                                      \
	} while (0)

#endif
