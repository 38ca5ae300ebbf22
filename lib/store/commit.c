#include "store/store_private.h"

#include <assert.h>

/* Names in a tree are our own: whatever else comes here is a wrong ruleset. */
static bool is_name(const char *s, size_t n)
{
	if (n == 0 || s[0] == '.')
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!sp_is_alnum((unsigned char)s[i]) && s[i] != '-' &&
			s[i] != '_' && s[i] != '.')
			return false;
	}
	return true;
}

static int check_path(const char *path, struct sp_error *e)
{
	const char *part = path;

	for (;;) {
		size_t n = strcspn(part, "/");

		if (!is_name(part, n))
			return sp_error_set(e, SP_EINVAL,
				"\"%.100s\" cannot be a file in a game: names "
				"are "
				"letters, digits, '-', '_' and '.', and do not "
				"begin with a dot",
				path);
		if (part[n] == '\0')
			return SP_OK;
		part += n + 1;
	}
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

/* The parent's tree with the changes of the spec. */
static int make_tree(git_tree **out, struct sp_store_game *game,
	const struct sp_commit_spec *spec, const git_commit *parent,
	struct sp_error *e)
{
	size_t n = spec->n_files + spec->n_removed;
	git_tree_update *updates = sp_xcalloc(n + 1, sizeof(*updates));
	git_tree *base = NULL;
	git_oid id;
	int code = SP_OK;
	int rc = 0;

	for (size_t i = 0; code == SP_OK && i < n; i++) {
		bool removed = i >= spec->n_files;
		git_tree_update *u = &updates[i];

		u->path = removed ? spec->removed[i - spec->n_files]
				  : spec->files[i].path;
		u->action = removed ? GIT_TREE_UPDATE_REMOVE
				    : GIT_TREE_UPDATE_UPSERT;
		u->filemode = GIT_FILEMODE_BLOB;
		code = check_path(u->path, e);
		if (code == SP_OK && !removed)
			rc = sp_stage_put(game, GIT_OBJECT_BLOB,
				spec->files[i].data, spec->files[i].len,
				last_part(u->path), &u->id);
		if (rc != 0)
			break;
	}
	if (code == SP_OK && rc == 0 && parent != NULL)
		rc = git_commit_tree(&base, parent);
	if (code == SP_OK && rc == 0)
		rc = git_tree_create_updated(&id, game->repo, base, n, updates);
	if (code == SP_OK && rc == 0)
		rc = git_tree_lookup(out, game->repo, &id);
	if (code == SP_OK && rc != 0)
		code = sp_store_fail(e,
			rc == GIT_ENOTFOUND ? SP_ENOTFOUND : SP_ESYS,
			"game %s: cannot make the files of a commit",
			game->gid);
	git_tree_free(base);
	sp_free(updates);
	return code;
}

static int make_signatures(git_signature **author, git_signature **committer,
	struct sp_store_game *game, const struct sp_commit_spec *spec)
{
	char *judge = sp_xasprintf("judge@%s.invalid", game->gid);
	int rc;

	assert((spec->author_name == NULL) == (spec->author_email == NULL));
	rc = git_signature_new(committer, "Judge", judge, spec->when, 0);
	if (rc == 0 && spec->author_name != NULL)
		rc = git_signature_new(author, spec->author_name,
			spec->author_email, spec->when, 0);
	else if (rc == 0)
		rc = git_signature_dup(author, *committer);
	sp_free(judge);
	return rc;
}

int sp_store_commit(struct sp_store_game *game,
	const struct sp_commit_spec *spec, struct sp_oid *out,
	struct sp_error *e)
{
	git_commit *parent = NULL;
	const git_commit *parents[1];
	git_signature *author = NULL;
	git_signature *committer = NULL;
	git_tree *tree = NULL;
	git_buf text = { 0 };
	git_oid id;
	int code = SP_OK;
	int rc;

	out->hex[0] = '\0';
	if (!sp_oid_is_none(&spec->parent))
		code = sp_store_lookup(&parent, game, &spec->parent, e);
	if (code == SP_OK)
		code = make_tree(&tree, game, spec, parent, e);
	if (code != SP_OK)
		goto out;
	parents[0] = parent;
	rc = make_signatures(&author, &committer, game, spec);
	if (rc == 0)
		rc = git_commit_create_buffer(&text, game->repo, author,
			committer, NULL, spec->message, tree, parent != NULL,
			parents);
	/* Here the text of the commit is at hand: the place to sign it. */
	if (rc == 0)
		rc = sp_stage_put(
			game, GIT_OBJECT_COMMIT, text.ptr, text.size, "", &id);
	if (rc != 0)
		code = sp_store_fail(
			e, SP_ESYS, "game %s: cannot make a commit", game->gid);
	else
		sp_store_oid(out, &id);
out:
	git_buf_dispose(&text);
	git_signature_free(author);
	git_signature_free(committer);
	git_tree_free(tree);
	git_commit_free(parent);
	return code;
}
