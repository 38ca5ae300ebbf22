/*
 * What the files of store share: the handles and the stage.
 *
 * Circle: path and game. A game that is made leaves no half of a folder, and a
 * folder that moves into place takes its open game with it.
 */
#ifndef SP_STORE_PRIVATE_H
#define SP_STORE_PRIVATE_H

#include <git2.h>
#include <pthread.h>

#include "store/store.h"

#define SP_STORE_BRANCH "refs/heads/main"
#define SP_STORE_GID    25 /* 24 characters, as store_gid_path allows */
#define STORE_SHA1      20
/* What an index can say in four bytes; far more than a batch of games. */
#define STORE_PACK_MAX ((size_t)INT32_MAX)

/* A sync in a thread of its own (sync.c). */
struct store_aside {
	int fd;     /* for that thread alone, as root_fd */
	int end_fd; /* readable when it is over; -1: none was made yet */
	pthread_t thread;
	bool runs, threaded; /* one began; not by whoever called */
	int error;           /* the thread's until it is over; 0: none */
};

struct sp_store {
	char *root;
	int root_fd; /* open as long as the store: what syncfs reports of failed
			writes, it reports since the descriptor was opened */
	char faulty[SP_STORE_GID]; /* the game that failed last, */
	int fault;                 /* and how; see sp_store_fault */
	bool unsure; /* a sync failed: nobody knows what is on the disk */
	struct store_aside aside;
};

/* An object that was made and is on no disk yet. */
struct sp_staged {
	git_oid id;
	git_object_t type;
	void *data;
	size_t len;
	char *name; /* last part of a file's path: finds good deltas */
};

/* New objects in the order of their making, with an index by id. */
struct sp_stage {
	struct sp_staged *objects;
	size_t n;
	size_t cap;
	size_t commits;
	uint32_t *slots; /* number of an object + 1, or 0; a power of two */
	size_t n_slots;
};

struct sp_store_game {
	struct sp_store *store; /* NULL: it was opened by its path, to read */
	char *gid;              /* then the path, as errors name it */
	char *path;
	char *unpacked;  /* folder that goes with the handle; NULL: none */
	int lock_fd;     /* -1 while not locked */
	int replaced_fd; /* of store_ref_write; -1: none */
	git_repository *repo;
	git_odb *disk; /* what is stored */
	struct sp_stage stage;
	struct sp_buf packed; /* the stage as a sheaf; empty: not yet made */
	struct sp_oid *old_packs; /* another has what they have, and they may
				     go when that is on the disk */
	size_t n_old_packs;
	bool loose_too; /* the same of loose objects */
};

/* <root>/xx/<gid><suffix>; NULL where the gid cannot be one. */
char *store_gid_path(
	const struct sp_store *store, const char *gid, const char *suffix);

void store_aside_close(struct sp_store *store);
/* Fill a folder with what makes an empty repository. */
int store_make(const char *repo, struct sp_error *e) SP_MUST_CHECK;

/* Record `code` with libgit2's last error behind the text. */
int store_fail(struct sp_error *e, int code, const char *fmt, ...)
	SP_PRINTF(3, 4);
/* Give an error about objects that are lost its remedy. Returns `code`. */
int store_lost(const struct sp_store_game *game, struct sp_error *e, int code);

/* True if libgit2's last error is a failing call of the system. */
bool store_system_failed(void);
/* Remember for sp_store_fault that a file of this game failed; returns code. */
int store_note(const struct sp_store_game *game, int code);

void store_oid(struct sp_oid *out, const git_oid *id);
/* Asserts that `id` is 40 hex digits. */
void store_git_oid(git_oid *out, const struct sp_oid *id);

/* Prepare libgit2; git_libgit2_shutdown undoes it. */
int store_start(struct sp_error *e) SP_MUST_CHECK;

/* Open or close the repository of a handle; the stage must be empty. */
int store_attach(struct sp_store_game *game, struct sp_error *e) SP_MUST_CHECK;
void store_detach(struct sp_store_game *game);

/* Make game->repo, which reads from the stage and the disk, and writes to the
 * stage. */
int store_stage_attach(struct sp_store_game *game) SP_MUST_CHECK;
/* Stage an object unless it is staged or stored. A libgit2 status. */
int store_stage_put(struct sp_store_game *game, git_object_t type,
	const void *data, size_t len, const char *name,
	git_oid *out) SP_MUST_CHECK;
bool store_stage_has(const struct sp_store_game *game, const git_oid *id);
void store_stage_clear(struct sp_stage *stage);
/* Append all that is staged as a sheaf (packs.c): a pack, and what an index
 * says of it. */
int store_stage_pack(const struct sp_stage *stage, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Put a delta in git's format that makes `text` of `base` into the buffer;
 * false where it is longer than out->max. */
bool store_delta(struct sp_buf *out, const void *base, size_t base_len,
	const void *text, size_t len);

/* Make a sheaf of a pack that lacks its last sum, and what an index says of its
 * objects (pack.c). */
int store_sheaf_close(struct sp_buf *pack, const struct sp_buf *rows,
	struct sp_error *e) SP_MUST_CHECK;
/* Write a sheaf as a pack and its index; not synced. */
int store_sheaf_write(const struct sp_store_game *game,
	const struct sp_buf *sheaf, struct sp_oid *name,
	struct sp_error *e) SP_MUST_CHECK;
/* If there are more packs than `most`: make one of the small ones, and note
 * in the handle which may go. *cannot: an object is in two of them, which one
 * pack may not have. */
int store_packs_merge(struct sp_store_game *game, size_t most, bool *cannot,
	struct sp_error *e) SP_MUST_CHECK;
/* Note that every pack may go but this one, those that are marked to be kept,
 * and those whose index is torn. */
int store_packs_but(struct sp_store_game *game, const struct sp_oid *stays,
	struct sp_error *e) SP_MUST_CHECK;
/* Remove what was noted: what has its objects is on the disk. */
void store_packs_remove(struct sp_store_game *game);

/* Append four bytes, the highest first. */
void store_add_be32(struct sp_buf *out, uint32_t v);
/* Append the SHA-1 of all that is in it; false where there is no SHA-1. */
bool store_add_sha1(struct sp_buf *out);

/* What a reference names; zero where there is none. SP_ECORRUPT where its file
 * has no id in it, SP_EINVAL where it names another reference, SP_ESYS. */
int store_ref_read(git_oid *out, const struct sp_store_game *game,
	const char *name, struct sp_error *e) SP_MUST_CHECK;
/* Compare-and-swap of a reference: let it name `new` if it names `current`
 * (zero: if there is none). SP_ECONFLICT where it does not, SP_EAGAIN where
 * somebody else holds its lock file; these two without words in *e. Else as
 * store_ref_read. Not synced. */
int store_ref_write(struct sp_store_game *game, const char *name,
	const git_oid *current, const git_oid *new,
	struct sp_error *e) SP_MUST_CHECK;

/* Put tags into packed-refs. One that is there stays: SP_ECONFLICT where it
 * names something else. Lines that are none, as a power cut leaves them, go.
 * SP_EAGAIN where somebody else holds the lock file. Not synced. */
int store_ref_put_tags(struct sp_store_game *game,
	const struct sp_store_tag *tags, size_t n,
	struct sp_error *e) SP_MUST_CHECK;

/* The same through references that name others, of which HEAD is one; zero
 * where it ends at none. The repository is not trusted: SP_ECORRUPT. */
int store_ref_resolve(git_oid *out, const struct sp_store_game *game,
	const char *name, struct sp_error *e) SP_MUST_CHECK;
/* Every reference "refs/tags/..." by name, loose and packed, whose name is one
 * that git would take; a negative result of `each` ends it and is returned. */
int store_ref_tags(const struct sp_store_game *game,
	int (*each)(const char *name, void *payload), void *payload,
	struct sp_error *e) SP_MUST_CHECK;

/* The folder of a bundle goes. */
void store_remove_unpacked(struct sp_store_game *game);

/* Run git in an environment of our own; `what` names its command. The child
 * inherits `lock_fd` (-1: none). SP_ENOTFOUND where there is no git,
 * SP_ECORRUPT with its first words where it fails, SP_ESYS. */
int store_git_run(const char *what, const char *const *argv, int lock_fd,
	struct sp_error *e) SP_MUST_CHECK;
/* The same with what it says, in one line, so far as `said` has room. */
int store_git_ask(const char *what, const char *const *argv, int lock_fd,
	struct sp_buf *said, struct sp_error *e) SP_MUST_CHECK;

void store_sleep_ms(long ms);

/* Remove git's lock file "<path>/<name>.lock" if nobody can hold it. The game's
 * flock must be ours. */
void store_clear_stale(struct sp_store_game *game, const char *name);

/* Look up a commit: SP_ENOTFOUND, SP_ECORRUPT. */
int store_lookup(git_commit **out, struct sp_store_game *game,
	const struct sp_oid *id, struct sp_error *e) SP_MUST_CHECK;

#endif
