#include "store/store_private.h"

#include <errno.h>
#include <unistd.h>

/* Together about a second, after which somebody holds git's lock for good. */
#define LOCK_TRIES 45

static int read_branch(
	git_oid *out, struct sp_store_game *game, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int code = store_ref_read(out, game, SP_STORE_BRANCH, &why);

	if (code == SP_OK)
		return SP_OK;
	if (code == SP_ESYS)
		return sp_error_copy(e, code, &why);
	(void)store_note(game, SP_ECORRUPT);
	return store_lost(game, e,
		sp_error_set(e, SP_ECORRUPT,
			"game %s: its branch does not read", game->gid));
}

/* Of somebody else's repository: a bundle may be without a HEAD, and a clone is
 * where that of the git host names a branch that is not there. */
static int read_head(
	git_oid *out, struct sp_store_game *game, struct sp_error *e)
{
	int code = store_ref_resolve(out, game, "HEAD", e);

	if (code == SP_OK && git_oid_is_zero(out))
		code = store_ref_resolve(out, game, SP_STORE_BRANCH, e);
	if (code == SP_OK && git_oid_is_zero(out))
		code = store_ref_resolve(
			out, game, "refs/remotes/origin/main", e);
	return code;
}

int sp_store_head(
	struct sp_store_game *game, struct sp_oid *out, struct sp_error *e)
{
	git_oid id;
	int code = game->store != NULL ? read_branch(&id, game, e)
				       : read_head(&id, game, e);

	out->hex[0] = '\0';
	if (code != SP_OK)
		return code;
	if (git_oid_is_zero(&id))
		return sp_error_set(e, SP_ENOTFOUND,
			"game %s has no commit yet", game->gid);
	store_oid(out, &id);
	return SP_OK;
}

/* After try `i` (from 1) met git's lock file "<name>.lock": wait for it to go.
 * One that a killed writer left is removed, if the flock says that nobody can
 * hold it. */
static void wait_for_lock(struct sp_store_game *game, const char *name, long i)
{
	if (i == 1 && game->lock_fd >= 0)
		store_clear_stale(game, name);
	else
		store_sleep_ms(i);
}

/* Create or move one reference if it is at `current` (zero: does not exist);
 * SP_EAGAIN, without words, after LOCK_TRIES. */
static int write_ref(struct sp_store_game *game, const char *name,
	const git_oid *current, const git_oid *new, struct sp_error *e)
{
	int code = SP_OK;

	for (long i = 1; i <= LOCK_TRIES; i++) {
		code = store_ref_write(game, name, current, new, e);
		if (code != SP_EAGAIN)
			break;
		wait_for_lock(game, name, i);
	}
	return code;
}

/* Put tags into packed-refs; SP_EAGAIN after LOCK_TRIES. */
static int put_tags(struct sp_store_game *game, const struct sp_store_tag *tags,
	size_t n, struct sp_error *e)
{
	int code = n == 0 ? SP_OK : SP_EAGAIN;

	for (long i = 1; code == SP_EAGAIN && i <= LOCK_TRIES; i++) {
		code = store_ref_put_tags(game, tags, n, e);
		if (code != SP_EAGAIN)
			break;
		wait_for_lock(game, "packed-refs", i);
	}
	if (code == SP_EAGAIN)
		return sp_error_set(e, code,
			"game %s: somebody holds packed-refs.lock", game->gid);
	return code;
}

/*
 * What a power cut left of a branch that was written after the last sync: a
 * file without an id in it. Its place is that of `old`, or of a decided commit
 * after it, which is what we are here to write.
 */
static int clear_ruined_head(
	struct sp_store_game *game, int why, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", game->path, SP_STORE_BRANCH);
	int code = SP_OK;

	if (game->lock_fd < 0 || why != SP_ECORRUPT)
		code = sp_error_set(e, SP_ECORRUPT,
			"game %s: its branch does not read", game->gid);
	else if (unlink(path) != 0)
		code = sp_error_set(e, SP_ESYS,
			"game %s: its branch does not read and cannot be "
			"removed: %s",
			game->gid, strerror(errno));
	sp_free(path);
	return code;
}

/* Where the branch stands: at `old`, or *ahead: at `new` or after it. *current:
 * what a compare-and-swap is to find. SP_ECONFLICT: elsewhere. */
static int look_at_branch(struct sp_store_game *game, const struct sp_oid *old,
	const struct sp_oid *new, git_oid *current, bool *ahead,
	struct sp_error *e)
{
	git_oid expected = { { 0 } };
	struct sp_error why = { 0 };
	struct sp_oid head;
	int code;

	*ahead = false;
	if (!sp_store_oid_is_none(old))
		store_git_oid(&expected, old);
	code = store_ref_read(current, game, SP_STORE_BRANCH, &why);
	if (code == SP_ESYS)
		return sp_error_copy(e, code, &why);
	if (code != SP_OK) {
		code = clear_ruined_head(game, code, e);
		if (code == SP_OK)
			code = store_ref_read(
				current, game, SP_STORE_BRANCH, e);
		/* Older, packed, or nothing: whatever it is, replace it. */
		return code;
	}
	/* a file that the disk never had is no other branch */
	if (git_oid_equal(current, &expected) ||
		(git_oid_is_zero(current) && game->lock_fd >= 0))
		return SP_OK;
	/* Not where we thought: perhaps this was done before. */
	code = sp_store_head(game, &head, NULL);
	if (code == SP_OK)
		code = sp_store_is_ancestor(game, new, &head, ahead, e);
	if (code == SP_OK && *ahead)
		return SP_OK;
	return sp_error_set(e, SP_ECONFLICT,
		"game %s: its branch is at %.12s, not at %.12s", game->gid,
		sp_store_oid_is_none(&head) ? "nothing" : head.hex,
		sp_store_oid_is_none(old) ? "nothing" : old->hex);
}

static int move_branch(struct sp_store_game *game, const git_oid *current,
	const struct sp_oid *new, struct sp_error *e)
{
	git_oid target;
	int code;

	store_git_oid(&target, new);
	code = write_ref(game, SP_STORE_BRANCH, current, &target, e);
	if (code == SP_EAGAIN)
		return sp_error_set(e, SP_EAGAIN,
			"game %s: somebody holds %s.lock", game->gid,
			SP_STORE_BRANCH);
	if (code == SP_ECONFLICT)
		return sp_error_set(e, SP_ECONFLICT,
			"game %s: its branch moved meanwhile", game->gid);
	return code;
}

int sp_store_move_head(struct sp_store_game *game, const struct sp_oid *old,
	const struct sp_oid *new, const struct sp_store_tag *tags,
	size_t n_tags, struct sp_error *e)
{
	static const struct sp_oid none;
	bool descends = true, ahead = false;
	git_commit *commit;
	git_oid current;
	int code;

	if (old == NULL)
		old = &none;
	if (!sp_store_oid_is_none(old)) {
		code = sp_store_is_ancestor(game, old, new, &descends, e);
	} else {
		code = store_lookup(&commit, game, new, e);
		if (code == SP_OK)
			git_commit_free(commit);
	}
	if (code != SP_OK)
		return code;
	if (game->stage.n > 0)
		return sp_error_set(e, SP_EINVAL,
			"game %s: flush its objects before its branch moves",
			game->gid);
	if (!descends)
		return sp_error_set(e, SP_EINVAL,
			"game %s: commit %.12s does not descend from %.12s; "
			"history is never rewritten",
			game->gid, new->hex, old->hex);
	code = look_at_branch(game, old, new, &current, &ahead, e);
	if (code == SP_OK)
		code = put_tags(game, tags, n_tags, e);
	return code != SP_OK || ahead ? code
				      : move_branch(game, &current, new, e);
}

int sp_store_tag(struct sp_store_game *game, const char *name,
	struct sp_oid *out, struct sp_error *e)
{
	char *path = sp_xasprintf("refs/tags/%s", name);
	git_oid id;
	int code = store_ref_read(&id, game, path, e);

	out->hex[0] = '\0';
	sp_free(path);
	if (code != SP_OK)
		return code;
	if (git_oid_is_zero(&id))
		return SP_ENOTFOUND;
	store_oid(out, &id);
	return SP_OK;
}
