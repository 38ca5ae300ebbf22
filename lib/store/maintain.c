#include "store/store_private.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

const struct sp_store_bounds sp_store_bounds_default = { 50, 2000 };

/* ---- counting ---- */

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s);
	size_t m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

static bool is_pack(const char *name)
{
	return ends_with(name, ".pack");
}

static bool is_loose(const char *name)
{
	return strlen(name) == SP_OID_TEXT - 3;
}

/* Of objects (tmp_object_git2_...) and packs (pack_git2_...) that libgit2 was
 * writing when it was killed, and packs that we were (pack-....tmp). Under the
 * lock nobody is writing. */
static bool is_half_written(const char *name)
{
	return sp_starts(name, "tmp_object_git2_") ||
	       sp_starts(name, "pack_git2_") ||
	       (sp_starts(name, "pack-") && ends_with(name, ".tmp"));
}

/* Count the entries of <repo>/objects/<folder> that are `wanted`, and remove
 * them if told to. */
static unsigned count(const struct sp_store_game *game, const char *folder,
	bool (*wanted)(const char *name), bool removing)
{
	char *path = sp_xasprintf("%s/objects/%s", game->path, folder);
	DIR *dir = opendir(path);
	struct dirent *entry;
	unsigned n = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (!wanted(entry->d_name))
			continue;
		n++;
		if (removing)
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
	}
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
	return n;
}

static bool is_due(
	const struct sp_store_game *game, const struct sp_store_bounds *bounds)
{
	if (count(game, "pack", is_pack, false) >= bounds->packs)
		return true;
	/* Ids are even over 256 folders; git estimates by this one too. */
	return 256 * count(game, "17", is_loose, false) >= bounds->loose;
}

/* ---- maintenance ---- */

/* It inherits the flock: were we killed, nobody would write beside it. */
static int run(struct sp_store_game *game, const char *what,
	const char *const *argv, struct sp_error *e)
{
	struct sp_error why = { 0 };

	return sp_git_run(what, argv, game->lock_fd, &why) == SP_OK
		       ? SP_OK
		       : sp_error_set(e, SP_ESYS, "game %s: %s", game->gid,
				 why.text);
}

int sp_store_maintain(struct sp_store_game *game,
	const struct sp_store_bounds *bounds, bool *ran, struct sp_error *e)
{
	char *dir;
	int code;
	int rc;

	assert(game->lock_fd >= 0 || !game->store->flock);
	assert(game->stage.n == 0);
	if (ran != NULL)
		*ran = false;
	if (!is_due(game, bounds))
		return SP_OK;
	(void)count(game, "", is_half_written, true);
	(void)count(game, "pack", is_half_written, true);
	dir = sp_xasprintf("--git-dir=%s", game->path);
	{
		/* -k keeps what no branch reaches: a batch that is decided
		 * but not rolled forward; -n: nobody fetches by dumb HTTP. */
		const char *const repack[] = { "git", dir, "-c",
			"repack.writeBitmaps=false", "-c", "pack.threads=1",
			"repack", "-a", "-d", "-k", "-l", "-n", "-q", NULL };
		const char *const pack_refs[] = { "git", dir, "pack-refs",
			"--all", NULL };

		code = run(game, "repack", repack, e);
		if (code == SP_OK)
			code = run(game, "pack-refs", pack_refs, e);
	}
	sp_free(dir);
	/* The old handle still maps packs that are gone. */
	sp_store_detach(game);
	rc = sp_store_attach(game, code == SP_OK ? e : NULL);
	if (code == SP_OK)
		code = rc;
	if (ran != NULL)
		*ran = code == SP_OK;
	return code;
}

int sp_store_fsck(struct sp_store_game *game, struct sp_error *e)
{
	char *dir = sp_xasprintf("--git-dir=%s", game->path);
	const char *const argv[] = { "git", dir, "fsck", "--no-dangling",
		"--no-progress", NULL };
	struct sp_error why = { 0 };
	int code = sp_git_run("fsck", argv, -1, &why);

	sp_free(dir);
	return code == SP_OK ? SP_OK
			     : sp_error_set(e, code, "game %s: %s", game->gid,
				       why.text);
}
