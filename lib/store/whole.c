/* Does a whole history read? Every commit, folder and file of it once. */
#include "store/store_private.h"

#define DEPTH_MAX 16

/* The ids that were looked at, as a table with open addressing. */
struct seen {
	git_oid *slot;
	size_t size; /* a power of two */
	size_t n;
};

static bool put(struct seen *seen, const git_oid *id)
{
	size_t at;

	/* an id is a hash already */
	memcpy(&at, id->id, sizeof(at));
	for (at &= seen->size - 1; !git_oid_is_zero(&seen->slot[at]);
		at = (at + 1) & (seen->size - 1))
		if (git_oid_equal(&seen->slot[at], id))
			return false;
	seen->slot[at] = *id;
	seen->n++;
	return true;
}

/* True if it is new. */
static bool add(struct seen *seen, const git_oid *id)
{
	if (2 * seen->n >= seen->size) {
		struct seen old = *seen;

		seen->size = old.size == 0 ? 1024 : 2 * old.size;
		seen->n = 0;
		seen->slot = sp_xcalloc(seen->size, sizeof(*seen->slot));
		for (size_t i = 0; i < old.size; i++)
			if (!git_oid_is_zero(&old.slot[i]))
				(void)put(seen, &old.slot[i]);
		sp_free(old.slot);
	}
	return put(seen, id);
}

struct check {
	struct sp_store_game *game;
	const struct sp_oid *commit;
	struct seen seen;
	struct sp_error *e;
};

static int lost(const struct check *check, const char *what)
{
	int code = store_system_failed() ? SP_ESYS : SP_ECORRUPT;

	(void)store_note(check->game, code);
	return store_fail(check->e, code,
		"game %s: cannot read %s of commit %.12s", check->game->gid,
		what, check->commit->hex);
}

static int check_tree(struct check *check, const git_oid *id, int depth)
{
	git_tree *tree;
	int code = SP_OK;

	if (!add(&check->seen, id))
		return SP_OK;
	if (depth > DEPTH_MAX ||
		git_tree_lookup(&tree, check->game->repo, id) != 0)
		return lost(check, "the list of files");
	for (size_t i = 0; code == SP_OK && i < git_tree_entrycount(tree);
		i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		const git_oid *of = git_tree_entry_id(entry);
		git_blob *blob;

		if (git_tree_entry_type(entry) == GIT_OBJECT_TREE)
			code = check_tree(check, of, depth + 1);
		else if (!add(&check->seen, of))
			continue;
		else if (git_blob_lookup(&blob, check->game->repo, of) != 0)
			code = lost(check, git_tree_entry_name(entry));
		else
			git_blob_free(blob);
	}
	git_tree_free(tree);
	return code;
}

int sp_store_check_commit(struct sp_store_game *game,
	const struct sp_oid *commit, struct sp_error *e)
{
	struct check check = { game, commit, { NULL, 0, 0 }, e };
	git_commit *c;
	int code = store_lookup(&c, game, commit, e);

	if (code == SP_OK) {
		code = check_tree(&check, git_commit_tree_id(c), 0);
		git_commit_free(c);
	}
	sp_free(check.seen.slot);
	return code;
}

static int check_one(const struct sp_commit_info *info, void *payload)
{
	struct check *check = payload;
	git_commit *c;

	check->commit = &info->id;
	int code = store_lookup(&c, check->game, &info->id, check->e);
	if (code == SP_OK) {
		code = check_tree(check, git_commit_tree_id(c), 0);
		git_commit_free(c);
	}
	return code;
}

int sp_store_check_history(struct sp_store_game *game,
	const struct sp_oid *head, struct sp_error *e)
{
	struct check check = { game, head, { NULL, 0, 0 }, e };
	int code = sp_store_log(game, head, check_one, &check, e);

	sp_free(check.seen.slot);
	return code;
}
