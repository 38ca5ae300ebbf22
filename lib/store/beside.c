/*
 * A repository that takes the place of a damaged one.
 *
 *   <gid>.repair      it is made here, and put on the disk whole
 *   <gid>.git         then the two change places, in one step of the file
 *                     system: whatever is killed, one of them is here
 *   <gid>.damaged-1   and the damaged one is kept under a name that no program
 *                     of ours looks at
 */
#define _GNU_SOURCE /* renameat2 */
#include "store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define LOCK_WAIT_MS 10000
#define DEPTH_MAX    16

/* ---- copying ------------------------------------------------------------- */

struct copy {
	struct sp_store_game *to;
	struct sp_store_game *const *from;
	size_t n;
	struct sp_oid commit; /* that is being copied, for errors */
	struct sp_error *e;
};

/* An object that came through whole has the id that it was asked for by. */
static bool copy_from(struct copy *copy, struct sp_store_game *from,
	const git_oid *id, git_object_t type, const char *name, bool *failed)
{
	git_odb_object *object;
	git_oid there;
	bool same = false;

	if (git_odb_read(&object, from->disk, id) != 0) {
		*failed = *failed || store_system_failed();
		return false;
	}
	if (git_odb_object_type(object) == type &&
		git_odb_hash(&there, git_odb_object_data(object),
			git_odb_object_size(object), type) == 0 &&
		git_oid_equal(&there, id)) {
		same = store_stage_put(copy->to, type,
			       git_odb_object_data(object),
			       git_odb_object_size(object), name, &there) == 0;
		*failed = *failed || !same;
	}
	git_odb_object_free(object);
	return same;
}

static int copy_object(struct copy *copy, const git_oid *id, git_object_t type,
	const char *what, bool *had)
{
	bool failed = false;

	*had = store_stage_has(copy->to, id);
	for (size_t i = 0; !*had && i < copy->n; i++)
		if (copy_from(copy, copy->from[i], id, type, what, &failed))
			return SP_OK;
	if (*had)
		return SP_OK;
	if (failed)
		return store_fail(copy->e, SP_ESYS,
			"game %s: cannot copy %s of commit %.12s",
			copy->to->gid, what, copy->commit.hex);
	return sp_error_set(copy->e, SP_ECORRUPT,
		"game %s: %s of commit %.12s is missing or damaged",
		copy->to->gid, what, copy->commit.hex);
}

/* A folder that is there was copied with all that is in it. */
static int copy_tree(struct copy *copy, const git_oid *id, int depth)
{
	git_tree *tree;
	bool had = false;
	int code = copy_object(
		copy, id, GIT_OBJECT_TREE, "the list of files", &had);

	if (code != SP_OK || had)
		return code;
	if (depth > DEPTH_MAX ||
		git_tree_lookup(&tree, copy->to->repo, id) != 0)
		return store_fail(copy->e, SP_ECORRUPT,
			"game %s: the list of files of commit %.12s is damaged",
			copy->to->gid, copy->commit.hex);
	for (size_t i = 0; code == SP_OK && i < git_tree_entrycount(tree);
		i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		const git_oid *of = git_tree_entry_id(entry);

		if (git_tree_entry_type(entry) == GIT_OBJECT_TREE)
			code = copy_tree(copy, of, depth + 1);
		else
			code = copy_object(copy, of, GIT_OBJECT_BLOB,
				git_tree_entry_name(entry), &had);
	}
	git_tree_free(tree);
	return code;
}

static int copy_commit(struct copy *copy, git_oid *id, bool *last)
{
	git_commit *commit;
	bool had = false;
	int code;

	store_oid(&copy->commit, id);
	code = copy_object(copy, id, GIT_OBJECT_COMMIT, "the text", &had);
	if (code != SP_OK)
		return code;
	if (git_commit_lookup(&commit, copy->to->repo, id) != 0)
		return store_fail(copy->e, SP_ECORRUPT,
			"game %s: commit %.12s is damaged", copy->to->gid,
			copy->commit.hex);
	code = copy_tree(copy, git_commit_tree_id(commit), 0);
	*last = git_commit_parentcount(commit) == 0;
	if (!*last)
		*id = *git_commit_parent_id(commit, 0);
	git_commit_free(commit);
	return code;
}

static int copy_history(struct copy *copy, const struct sp_oid *head)
{
	bool last = false;
	int code = SP_OK;
	git_oid id;

	store_git_oid(&id, head);
	while (code == SP_OK && !last)
		code = copy_commit(copy, &id, &last);
	return code;
}

/* ---- its folder ---------------------------------------------------------- */

/* Rename a folder to one that is kept; *out (may be NULL): its new path. */
static int set_aside(
	const struct sp_store_game *game, char **out, struct sp_error *e)
{
	char suffix[32], *path = NULL;
	int code = SP_OK;

	for (unsigned i = 1; path == NULL || access(path, F_OK) == 0; i++) {
		sp_free(path);
		sp_format(suffix, sizeof(suffix), ".damaged-%u", i);
		path = store_gid_path(game->store, game->gid, suffix);
	}
	if (rename(game->path, path) != 0)
		code = sp_error_set(e, SP_ESYS, "cannot rename %s to %s: %s",
			game->path, path, strerror(errno));
	if (code == SP_OK && out != NULL)
		*out = path;
	else
		sp_free(path);
	return code;
}

/* Lock the game, and make an empty repository at our path. */
static int make_beside(struct sp_store_game *game, struct sp_error *e)
{
	char *folder = sp_xstrdup(game->path);
	int code;

	*strrchr(folder, '/') = '\0';
	code = sp_mkdirs(folder, 0777, e);
	sp_free(folder);
	if (code == SP_OK)
		code = sp_store_lock(game, LOCK_WAIT_MS, e);
	/* it may be the damaged one, which nobody may delete */
	if (code == SP_OK && access(game->path, F_OK) == 0)
		code = set_aside(game, NULL, e);
	if (code == SP_OK)
		code = store_make(game->path, e);
	return code == SP_OK ? store_attach(game, e) : code;
}

int sp_store_beside(struct sp_store_game **out, struct sp_store *store,
	const char *gid, struct sp_store_game *const *from, size_t n,
	const struct sp_oid *head, struct sp_error *e)
{
	struct sp_store_game *game = sp_xcalloc(1, sizeof(*game));
	struct copy copy = { .to = game, .from = from, .n = n, .e = e };
	int code;

	*out = NULL;
	game->store = store;
	game->gid = sp_xstrdup(gid);
	game->path = store_gid_path(store, gid, ".repair");
	game->lock_fd = -1;
	game->replaced_fd = -1;
	code = make_beside(game, e);
	if (code != SP_OK) {
		sp_store_game_close(game);
		return code;
	}
	code = copy_history(&copy, head);
	if (code == SP_OK)
		code = sp_store_flush(game, e);
	if (code == SP_OK)
		*out = game;
	else
		sp_store_beside_drop(game);
	return code;
}

void sp_store_beside_drop(struct sp_store_game *beside)
{
	if (beside == NULL)
		return;
	beside->unpacked = sp_xstrdup(beside->path);
	store_remove_unpacked(beside);
	sp_store_game_close(beside);
}

/* Where the file system cannot exchange two names, a kill between two renames
 * leaves the game without a repository, to be repaired again. */
static int exchange(struct sp_store_game *beside, const char *place,
	char **aside, struct sp_error *e)
{
	struct sp_store_game old = *beside;
	int code = SP_OK;

	if (renameat2(AT_FDCWD, beside->path, AT_FDCWD, place,
		    RENAME_EXCHANGE) == 0)
		return set_aside(beside, aside, e);
	if (errno == EINVAL || errno == ENOSYS) {
		old.path = (char *)(uintptr_t)place;
		code = set_aside(&old, aside, e);
	} else if (errno != ENOENT) {
		return sp_error_set(e, SP_ESYS, "cannot replace %s: %s", place,
			strerror(errno));
	}
	if (code == SP_OK && rename(beside->path, place) != 0)
		code = sp_error_set(e, SP_ESYS, "cannot make %s: %s", place,
			strerror(errno));
	return code;
}

int sp_store_beside_take_place(
	struct sp_store_game *beside, char **aside, struct sp_error *e)
{
	char *place = store_gid_path(beside->store, beside->gid, ".git");
	int code = sp_store_sync(beside->store, e);

	*aside = NULL;
	if (code == SP_OK)
		code = exchange(beside, place, aside, e);
	if (code == SP_OK)
		code = sp_store_sync(beside->store, e);
	sp_store_game_close(beside);
	sp_free(place);
	return code;
}
