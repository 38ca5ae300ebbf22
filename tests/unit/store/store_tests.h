/*
 * The test tables of this folder's files and what they share.
 */
#ifndef STORE_TESTS_H
#define STORE_TESTS_H

#include "store/store.h"
#include "unit.h"

#define GID "g1-abcdefgh"

/* A store in a folder with one game in it, made if need be. */
struct place {
	struct sp_store *store;
	struct sp_store_game *game;
};

struct place place_open(const char *root);
void place_close(struct place *p);

/* A commit as a turn makes it: number n, four files, one in a folder. */
struct sp_oid place_commit(
	struct sp_store_game *game, const struct sp_oid *parent, int n);
/* n commits after `parent` (may be none), numbered from `from`. */
struct sp_oid place_commits(
	struct sp_store_game *game, struct sp_oid parent, int from, int n);
/* One turn all the way: commit, flush, move. */
struct sp_oid place_play(struct sp_store_game *game, int n);
struct sp_oid place_head(struct sp_store_game *game);

/* Run a shell command, "@" in it standing for git with this game's repository;
 * its output into `out` (may be NULL). The exit status. */
int place_git(
	struct sp_store_game *game, struct sp_buf *out, const char *command);
/* Each object as a file of its own, so that one of them can be hurt. */
void place_loosen(struct sp_store_game *game);
/* False after a test_skip. */
bool place_has_git(void);
/* Files below a folder of the repository whose names end so. */
int place_count(
	struct sp_store_game *game, const char *folder, const char *ending);
/* <repository>/<name>: sp_free it. */
char *place_path(struct sp_store_game *game, const char *name);

#endif
