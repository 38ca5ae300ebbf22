#include "store/store_private.h"

#include <errno.h>
#include <unistd.h>

/* Together about a second, after which somebody holds git's lock for good. */
#define LOCK_TRIES 45

/* A libgit2 status; `out` is zero where there is no commit yet. */
static int read_head(git_oid *out, struct sp_store_game *game)
{
	int rc = git_reference_name_to_id(out, game->repo, SP_STORE_BRANCH);

	if (rc == 0)
		return 0;
	memset(out, 0, sizeof(*out));
	if (rc != GIT_ENOTFOUND)
		return rc;
	git_error_clear();
	return 0;
}

int sp_store_head(
	struct sp_store_game *game, struct sp_oid *out, struct sp_error *e)
{
	git_oid id;

	out->hex[0] = '\0';
	if (read_head(&id, game) != 0)
		return sp_store_fail(e, SP_ECORRUPT,
			"game %s: its branch does not read; restore the "
			"repository "
			"from a backup or a clone",
			game->gid);
	if (git_oid_is_zero(&id))
		return sp_error_set(e, SP_ENOTFOUND,
			"game %s has no commit yet", game->gid);
	sp_store_oid(out, &id);
	return SP_OK;
}

/*
 * Create or move one reference if it is at `current` (zero: does not exist). A
 * lock file of git in the way is waited for; one that a killed writer left is
 * removed, if the flock says that nobody can hold it.
 */
static int write_ref(struct sp_store_game *game, const char *name,
	const git_oid *current, const git_oid *new)
{
	git_reference *ref = NULL;
	int rc = 0;

	for (long i = 1; i <= LOCK_TRIES; i++) {
		rc = git_reference_create_matching(
			&ref, game->repo, name, new, 1, current, NULL);
		git_reference_free(ref);
		ref = NULL;
		if (rc != GIT_ELOCKED)
			break;
		if (i == 1 && game->lock_fd >= 0)
			sp_store_clear_stale(game, name);
		else
			sp_store_sleep_ms(i);
	}
	return rc;
}

static int move_tags(struct sp_store_game *game,
	const struct sp_store_tag *tags, size_t n, struct sp_error *e)
{
	static const git_oid none;

	for (size_t i = 0; i < n; i++) {
		char *name = sp_xasprintf("refs/tags/%s", tags[i].name);
		git_oid target;
		git_oid there;
		int rc;

		sp_store_git_oid(&target, &tags[i].target);
		rc = write_ref(game, name, &none, &target);
		/* Rolled forward: it stands already. */
		if (rc == GIT_EMODIFIED &&
			git_reference_name_to_id(&there, game->repo, name) ==
				0 &&
			git_oid_equal(&there, &target)) {
			git_error_clear();
			rc = 0;
		}
		sp_free(name);
		if (rc != 0)
			return sp_store_fail(e,
				rc == GIT_EMODIFIED || rc == GIT_ELOCKED
					? SP_ECONFLICT
					: SP_ESYS,
				"game %s: cannot set the tag %s", game->gid,
				tags[i].name);
	}
	return SP_OK;
}

/* Does the file of the branch read, and hold anything but an id? */
static bool is_ruin(const char *path)
{
	struct sp_buf text;
	struct sp_oid id;
	bool ruin;

	sp_buf_init(&text, 256);
	ruin = sp_file_read(&text, path, NULL) == SP_OK;
	if (ruin && text.len == SP_OID_TEXT &&
		text.data[text.len - 1] == '\n') {
		sp_buf_truncate(&text, text.len - 1);
		ruin = !sp_oid_parse(&id, sp_buf_str(&text));
	}
	sp_buf_free(&text);
	return ruin;
}

/*
 * What a power cut left of a branch that was written after the last barrier: a
 * file without an id in it. Its place is that of `old`, or of a decided commit
 * after it, which is what we are here to write.
 */
static int clear_ruined_head(struct sp_store_game *game, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", game->path, SP_STORE_BRANCH);
	int code = SP_OK;

	if (game->lock_fd < 0 || !is_ruin(path)) {
		code = sp_store_fail(e, SP_ECORRUPT,
			"game %s: its branch does not read", game->gid);
	} else if (unlink(path) != 0) {
		code = sp_error_set(e, SP_ESYS,
			"game %s: its branch does not read and cannot be "
			"removed: "
			"%s",
			game->gid, strerror(errno));
	}
	git_error_clear();
	sp_free(path);
	return code;
}

static int move_branch(struct sp_store_game *game, const struct sp_oid *old,
	const struct sp_oid *new, struct sp_error *e)
{
	git_oid current;
	git_oid expected = { { 0 } };
	git_oid target;
	struct sp_oid head;
	bool ahead = false;
	int code = SP_OK;
	int rc;

	if (!sp_oid_is_none(old))
		sp_store_git_oid(&expected, old);
	sp_store_git_oid(&target, new);
	rc = read_head(&current, game);
	if (rc != 0) {
		code = clear_ruined_head(game, e);
		if (code != SP_OK)
			return code;
		/* Older, packed, or nothing: whatever it is, replace it. */
		if (read_head(&current, game) == 0)
			expected = current;
	}
	if (git_oid_equal(&current, &expected)) {
		rc = write_ref(game, SP_STORE_BRANCH, &expected, &target);
		if (rc == 0)
			return SP_OK;
		if (rc != GIT_EMODIFIED && rc != GIT_ELOCKED)
			return sp_store_fail(e, SP_ESYS,
				"game %s: cannot move its branch", game->gid);
		if (rc == GIT_ELOCKED)
			return sp_store_fail(e, SP_ECONFLICT,
				"game %s: somebody holds %s.lock", game->gid,
				SP_STORE_BRANCH);
		git_error_clear();
	}
	/* Not where we thought: perhaps this was done before. */
	code = sp_store_head(game, &head, NULL);
	if (code == SP_OK)
		code = sp_store_is_ancestor(game, new, &head, &ahead, e);
	if (code == SP_OK && ahead)
		return SP_OK;
	return sp_error_set(e, SP_ECONFLICT,
		"game %s: its branch is at %.12s, not at %.12s", game->gid,
		sp_oid_is_none(&head) ? "nothing" : head.hex,
		sp_oid_is_none(old) ? "nothing" : old->hex);
}

int sp_store_move_head(struct sp_store_game *game, const struct sp_oid *old,
	const struct sp_oid *new, const struct sp_store_tag *tags,
	size_t n_tags, struct sp_error *e)
{
	static const struct sp_oid none;
	bool descends;
	git_commit *commit;
	int code = sp_store_lookup(&commit, game, new, e);

	if (code != SP_OK)
		return code;
	git_commit_free(commit);
	if (old == NULL)
		old = &none;
	if (game->stage.n > 0)
		return sp_error_set(e, SP_EINVAL,
			"game %s: flush its objects before its branch moves",
			game->gid);
	if (!sp_oid_is_none(old)) {
		code = sp_store_is_ancestor(game, old, new, &descends, e);
		if (code != SP_OK)
			return code;
		if (!descends)
			return sp_error_set(e, SP_EINVAL,
				"game %s: commit %.12s does not descend from "
				"%.12s; history is never rewritten",
				game->gid, new->hex, old->hex);
	}
	code = move_branch(game, old, new, e);
	return code != SP_OK ? code : move_tags(game, tags, n_tags, e);
}
