/*
 * store: the record of the games, one bare git repository each, over libgit2.
 *
 *   <root>/xx/<gid>.git     xx: the first two of the gid's random characters
 *   <root>/xx/<gid>.lock    flock of whoever writes the game; never deleted
 *
 * A batch uses it so: lock, commit (in memory), pack, the registry's commit
 * with the packs in it, flush and move_head, unlock. Nothing here syncs but
 * sp_store_sync, which a checkpoint calls: until then the registry has the
 * packs, and sp_store_restore brings them back.
 *
 * A repository elsewhere, or a bundle file, is opened by its path, to be read.
 *
 * Configuration and environment of whoever runs us have no influence: libgit2's
 * search paths are emptied, git runs in an environment of our own, and what a
 * commit holds is all in its spec. Equal specs give equal ids.
 *
 * Not for use by several threads at once; several processes are fine.
 * sp_store_sync_begin makes the one thread that there is.
 */
#ifndef SP_STORE_H
#define SP_STORE_H

#include "base/base.h"

#define SP_OID_TEXT 41

/* A commit's id: 40 hex digits; "" stands for none. */
struct sp_oid {
	char hex[SP_OID_TEXT];
};

/* False and "" where `hex` is not 40 lower-case hex digits. Untrusted. */
bool sp_store_oid_parse(struct sp_oid *out, const char *hex) SP_MUST_CHECK;
bool sp_store_oid_equal(const struct sp_oid *a, const struct sp_oid *b);
bool sp_store_oid_is_none(const struct sp_oid *id);

struct sp_store;
struct sp_store_game;

/* ---- the folder of all games ----------------------------------------------
 */

/* `root` must exist (SP_ENOTFOUND). Sets libgit2's process-wide options. */
int sp_store_open(struct sp_store **out, const char *root,
	struct sp_error *e) SP_MUST_CHECK;
void sp_store_close(struct sp_store *store); /* after its games; NULL is fine */
/* The barrier: one syncfs of the file system under the root. An error is fatal
 * to the caller: nobody knows then what is on the disk, and no later call
 * succeeds. */
int sp_store_sync(struct sp_store *store, struct sp_error *e) SP_MUST_CHECK;
/* Begin one in a thread of its own, for what was written until now; one at a
 * time. It does nothing but the call, so all else here may be done meanwhile;
 * what is written after this begins waits for the next barrier. */
int sp_store_sync_begin(
	struct sp_store *store, struct sp_error *e) SP_MUST_CHECK;
/* Readable as soon as the one that began is over; -1: none began. */
int sp_store_sync_fd(const struct sp_store *store);
/* How it ended, as sp_store_sync; SP_EAGAIN, without words, if it still runs
 * and nobody wants to wait. It must have begun. */
int sp_store_sync_end(
	struct sp_store *store, bool wait, struct sp_error *e) SP_MUST_CHECK;

/* An empty repository. SP_EEXISTS where there is one; it may be the leftover of
 * a batch that was never decided, and then has no head and may be used. */
int sp_store_create(struct sp_store *store, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
bool sp_store_exists(const struct sp_store *store, const char *gid);

/* ---- one game
 * ----------------------------------------------------------------- */

/* SP_ENOTFOUND; SP_EINVAL where it belongs to another user (in words);
 * SP_ECORRUPT where what is there is no repository; SP_ESYS. */
int sp_store_game_open(struct sp_store_game **out, struct sp_store *store,
	const char *gid, struct sp_error *e) SP_MUST_CHECK;
/* Look at the files anew, and forget what is not flushed; it stays locked.
 * After an error the handle is good only for closing. */
int sp_store_game_reopen(
	struct sp_store_game *game, struct sp_error *e) SP_MUST_CHECK;
/* Drops what was not flushed, unlocks; NULL is fine. */
void sp_store_game_close(struct sp_store_game *game);
/* Of a repository that was opened by its path: that path. */
const char *sp_store_game_gid(const struct sp_store_game *game);
const char *sp_store_game_path(const struct sp_store_game *game);

/* Open what somebody has of a game: a bare repository, a clone, or a file made
 * by `git bundle` (unpacked by the git program into a private folder below
 * $TMPDIR, which closing removes). For reading only. Nothing in it is trusted,
 * and neither its configuration nor its owner matters; sp_store_head gives the
 * commit of its HEAD. SP_ENOTFOUND; SP_EINVAL if the path leads to
 * something else, or to a part of a history. */
int sp_store_open_path(struct sp_store_game **out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;

/* Become the game's only writer. Waits up to `wait_ms` (negative: for ever),
 * then SP_ECONFLICT. Git's own lock files that a killed writer left behind are
 * removed: a file of two seconds' age, while we hold the flock, is nobody's. */
int sp_store_lock(struct sp_store_game *game, int wait_ms,
	struct sp_error *e) SP_MUST_CHECK;
void sp_store_unlock(struct sp_store_game *game);

/* SP_ENOTFOUND where the game has no commit yet; *out is none then. */
int sp_store_head(struct sp_store_game *game, struct sp_oid *out,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- writing
 * ------------------------------------------------------------------ */

struct sp_store_file {
	const char *path; /* "ruleset/sectors/red-a.txt"; our own names only:
			     letters, digits, '-', '_', '.', no leading dot */
	const void *data;
	size_t len;
};

struct sp_commit_spec {
	struct sp_oid parent;              /* none for a root commit */
	const struct sp_store_file *files; /* added or replaced */
	size_t n_files;
	const char *const *removed; /* paths that must exist */
	size_t n_removed;
	const char *author_name; /* NULL: the judge, always the committer */
	const char *author_email;
	int64_t when;        /* seconds since 1970; written as +0000 */
	const char *message; /* from sp_store_message */
	/* Appends the armoured signature of the commit's text, which becomes
	 * its header gpgsig; a negative result makes the commit fail. NULL: the
	 * commit is not signed. */
	int (*sign)(struct sp_buf *armour, const void *text, size_t len,
		void *payload, struct sp_error *e);
	void *sign_payload;
};

/* Append the text of a commit, which is what is signed: all of its object but
 * the signature. `tree` is the id of its top folder. */
void sp_store_commit_text(struct sp_buf *out, const char *gid,
	const struct sp_commit_spec *spec, const struct sp_oid *tree);
/* Make a commit in memory; later calls may name it as parent and read it. */
int sp_store_commit(struct sp_store_game *game,
	const struct sp_commit_spec *spec, struct sp_oid *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Append what was committed since the last flush, as one pack of exactly the
 * new objects with a table of what its index says; nothing without news. It is
 * for sp_store_restore to read, and what sp_store_flush writes. */
int sp_store_pack(struct sp_store_game *game, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Write what was committed since the last flush, as one pack. Unsynced. Then
 * nothing is in memory. Without news it does nothing. */
int sp_store_flush(
	struct sp_store_game *game, struct sp_error *e) SP_MUST_CHECK;
/* Forget what was not flushed. */
void sp_store_discard(struct sp_store_game *game);

/* Make anew what a power cut may have left out of the folder of a game: all but
 * its objects and references. */
int sp_store_mend(struct sp_store *store, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* Write packs that sp_store_pack made, of commits that follow each other, anew
 * and as one, and let nothing stay that was written since the last sync and may
 * be lost though it reads. The game must be locked. Unsynced; the handle is
 * good afterwards, after an error only for closing. SP_ECORRUPT: a pack is
 * damaged. SP_ESYS: a file cannot be read now, and no pack was judged by it. */
int sp_store_restore(struct sp_store_game *game, const struct sp_buf *packs,
	size_t n, struct sp_error *e) SP_MUST_CHECK;

struct sp_store_tag {
	const char *name; /* "turn/12" */
	struct sp_oid target;
};

/* Compare-and-swap of the branch from `old` (none: no commit yet) to `new`, a
 * flushed commit; before it the tags, into packed-refs. `new` must descend from
 * `old` (SP_EINVAL). Where the head is `new` already, or went on from it, that
 * is success: a batch may be rolled forward again. SP_ECONFLICT: somebody else
 * moved it, or a tag stands elsewhere. SP_EAGAIN: somebody holds git's lock
 * file of one of them longer than we wait. */
int sp_store_move_head(struct sp_store_game *game, const struct sp_oid *old,
	const struct sp_oid *new, const struct sp_store_tag *tags,
	size_t n_tags, struct sp_error *e) SP_MUST_CHECK;

/* The commit that a tag ("turn/12") names; SP_ENOTFOUND (no text): there is no
 * such tag. Not those of a batch whose refs have not moved yet. */
int sp_store_tag(struct sp_store_game *game, const char *name,
	struct sp_oid *out, struct sp_error *e) SP_MUST_CHECK;

/* ---- reading: staged commits too. SP_ECORRUPT (in words) where stored objects
 * do not read, SP_ENOTFOUND where there is no such commit or path, SP_ESYS
 * where a call of the system failed: that may pass. libgit2 hides some of
 * these, so ask sp_store_probe before a game is given up.
 * -------------------------------
 */

/* Read every file of a game's repository. SP_OK: no call of the system failed,
 * so that what was missing or wrong before is so on the disk. SP_ESYS. */
int sp_store_probe(const struct sp_store *store, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* True if no game lies under the root, as where a disk is not mounted. */
int sp_store_is_empty(const struct sp_store *store, bool *empty,
	struct sp_error *e) SP_MUST_CHECK;
/* How files of this game failed (SP_ESYS, SP_ECORRUPT), if it is the game that
 * failed last since sp_store_forget_fault; SP_OK: they did not. It tells whose
 * fault an error is that came up through other modules. */
int sp_store_fault(const struct sp_store *store, const char *gid);
void sp_store_forget_fault(struct sp_store *store);

/* Appends the file's bytes; SP_ELIMIT where they do not fit into out->max. */
int sp_store_read(struct sp_store_game *game, const struct sp_oid *commit,
	const char *path, struct sp_buf *out, struct sp_error *e) SP_MUST_CHECK;
/* The same for a file that need not be there: SP_ENOTFOUND without a text. */
int sp_store_find(struct sp_store_game *game, const struct sp_oid *commit,
	const char *path, struct sp_buf *out, struct sp_error *e) SP_MUST_CHECK;
/* Every file below `folder` ("" for all) in git's order, with its whole path;
 * a negative result of `each` ends the walk and is returned. */
int sp_store_list_files(struct sp_store_game *game, const struct sp_oid *commit,
	const char *folder, int (*each)(const char *path, void *payload),
	void *payload, struct sp_error *e) SP_MUST_CHECK;

/* The entries of the top folder of a commit in git's order: a folder is one
 * entry. `mode` is git's (0100644 a file, 040000 a folder), `id` that of the
 * object; a negative result of `each` ends the walk and is returned. */
int sp_store_top(struct sp_store_game *game, const struct sp_oid *commit,
	int (*each)(const char *name, unsigned mode, const struct sp_oid *id,
		void *payload),
	void *payload, struct sp_error *e) SP_MUST_CHECK;
/* Append the object of a commit without its last header, where that is gpgsig,
 * and that header's armour; nothing where it is not signed. */
int sp_store_raw(struct sp_store_game *game, const struct sp_oid *commit,
	struct sp_buf *text, struct sp_buf *signature,
	struct sp_error *e) SP_MUST_CHECK;

struct sp_commit_info {
	struct sp_oid id;
	struct sp_oid parent; /* none for a root */
	char author_name[64];
	char author_email[96];
	int64_t when;
	struct sp_buf message;
};

void sp_store_commit_info_init(struct sp_commit_info *info);
void sp_store_commit_info_clear(struct sp_commit_info *info);
int sp_store_info(struct sp_store_game *game, const struct sp_oid *commit,
	struct sp_commit_info *out, struct sp_error *e) SP_MUST_CHECK;
/* From a commit back to the root. `each`: 0 goes on, positive ends the walk
 * with success, negative ends it and is returned. `info` is borrowed. */
int sp_store_log(struct sp_store_game *game, const struct sp_oid *from,
	int (*each)(const struct sp_commit_info *info, void *payload),
	void *payload, struct sp_error *e) SP_MUST_CHECK;
/* *yes: `ancestor` is `commit` or comes before it. */
int sp_store_is_ancestor(struct sp_store_game *game,
	const struct sp_oid *ancestor, const struct sp_oid *commit, bool *yes,
	struct sp_error *e) SP_MUST_CHECK;
/* Whether a head may be continued: commit, tree, game.json and every other file
 * of the top folder read. SP_ENOTFOUND: no commit yet. SP_ECORRUPT else. */
int sp_store_check_tip(
	struct sp_store_game *game, struct sp_error *e) SP_MUST_CHECK;

/* Whether every object of a commit, or of the whole history that ends in it,
 * reads. SP_ECORRUPT, SP_ENOTFOUND (no such commit), SP_ESYS. */
int sp_store_check_commit(struct sp_store_game *game,
	const struct sp_oid *commit, struct sp_error *e) SP_MUST_CHECK;
int sp_store_check_history(struct sp_store_game *game,
	const struct sp_oid *head, struct sp_error *e) SP_MUST_CHECK;

/* Every tag by name, with the commit that it names in the end: none where it
 * names another thing, or what is not there. A negative result of `each` ends
 * the walk and is returned. */
int sp_store_tags(struct sp_store_game *game,
	int (*each)(
		const char *name, const struct sp_oid *target, void *payload),
	void *payload, struct sp_error *e) SP_MUST_CHECK;

/* Write branch and tags as a bundle, which `git clone` takes: whole or not at
 * all. SP_EEXISTS where `file` is there and `replace` is not set; SP_ENOTFOUND
 * where there is no git. */
int sp_store_bundle(struct sp_store_game *game, const char *file, bool replace,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- maintenance
 * ---------------------------------------------------------------- */

/* True if there is something for sp_store_tidy to do; a look at the names. */
bool sp_store_is_untidy(
	const struct sp_store *store, const char *gid, bool whole);
/* Make few packs of many, where a running game has too many; of a game that is
 * over (`whole`) one, by git. The old ones stay until sp_store_tidied. The game
 * must be locked and flushed. */
int sp_store_tidy(struct sp_store_game *game, bool whole,
	struct sp_error *e) SP_MUST_CHECK;
/* What sp_store_tidy wrote is on the disk (sp_store_sync): remove what it
 * stands for. The handle is good afterwards, after an error only for closing.
 */
int sp_store_tidied(
	struct sp_store_game *game, struct sp_error *e) SP_MUST_CHECK;

/* `git fsck` of the whole repository. SP_ECORRUPT in git's words; SP_ENOTFOUND
 * where there is no git. Beside a process that repacks it may be mistaken:
 * believe it when it says so twice. */
int sp_store_fsck(struct sp_store_game *game, struct sp_error *e) SP_MUST_CHECK;

/* ---- a repository that takes the place of a damaged one (beside.c)
 * ----------------------------------------------------------------------- */

/* Make a repository beside the game's own, locked as the game is, with the
 * history that ends in `head`: each object from the first of the *n sources
 * that has it whole. It has no branch yet. What a repair that was killed left
 * there is set aside. SP_ECORRUPT: an object is whole in none of them. Close it
 * with one of the two below. */
int sp_store_beside(struct sp_store_game **out, struct sp_store *store,
	const char *gid, struct sp_store_game *const *from, size_t n,
	const struct sp_oid *head, struct sp_error *e) SP_MUST_CHECK;
/* Remove it. NULL is fine. */
void sp_store_beside_drop(struct sp_store_game *beside);
/* Let it be the game's repository, on the disk; the one that was is renamed to
 * *aside, <gid>.damaged-1 or a later number (owned by the caller; NULL where
 * there was none). A kill leaves the one or the other in its place. */
int sp_store_beside_take_place(struct sp_store_game *beside, char **aside,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- commit messages
 * --------------------------------------------------------------- */

struct sp_trailer {
	const char *key;   /* "Turn": letters, digits, hyphens */
	const char *value; /* NULL or "": this trailer is left out */
};

/* Append a message: the subject as one clean line, the body (NULL or "": none)
 * if need be with lines indented that git would take for its own marks, and
 * the trailers as the last paragraph, each in one line, so that `git
 * interpret-trailers` finds exactly these. At least one must have a value. */
void sp_store_message(struct sp_buf *out, const char *subject, const char *body,
	const struct sp_trailer *trailers, size_t n);
/* Append the value of a trailer; false where the message has none. */
bool sp_store_trailer(struct sp_buf *out, const char *message, const char *key);

#endif
