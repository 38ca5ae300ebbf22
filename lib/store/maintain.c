/*
 * Few files in few packs. What a game has is written anew beside the old files
 * (sp_store_tidy); those go when the new ones are on the disk, which is for the
 * caller to see to (sp_store_tidied).
 */
#include "store/store_private.h"

#include <assert.h>
#include <dirent.h>
#include <unistd.h>

/* With so many packs, and the few files beside them, a game has at most 40. */
#define PACKS_MAX 12

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

/* Of objects (tmp_object_git2_...) and packs (pack_git2_...) that libgit2 was
 * writing when it was killed, and packs that we were (pack-....tmp) or that git
 * was (tmp_pack_..., tmp_idx_...). Under the lock nobody is writing. */
static bool is_half_written(const char *name)
{
	return sp_starts(name, "tmp_object_git2_") ||
	       sp_starts(name, "pack_git2_") || sp_starts(name, "tmp_pack_") ||
	       sp_starts(name, "tmp_idx_") ||
	       (sp_starts(name, "pack-") && ends_with(name, ".tmp"));
}

static void remove_half_written(
	const struct sp_store_game *game, const char *folder)
{
	char *path = sp_xasprintf("%s/objects/%s", game->path, folder);
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (is_half_written(entry->d_name))
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
}

/* ---- git ---- */

/* It inherits the flock: were we killed, nobody would write beside it. */
static int run(struct sp_store_game *game, const char *what,
	const char *const *argv, struct sp_buf *said, struct sp_error *e)
{
	struct sp_error why = { 0 };

	if (store_git_ask(what, argv, game->lock_fd, said, &why) == SP_OK)
		return SP_OK;
	sp_error_prefix(&why, "game %s", game->gid);
	return sp_error_copy(e, SP_ESYS, &why);
}

/* One pack of all that there is: also what no branch reaches, for a batch may
 * be decided and not finished. *name: its id; none: there are no objects. */
static int pack_all(struct sp_store_game *game, const char *dir,
	struct sp_oid *name, struct sp_error *e)
{
	char *base = sp_xasprintf("%s/objects/pack/pack", game->path);
	const char *const argv[] = { "git", dir, "pack-objects", "--all",
		"--keep-unreachable", "--pack-loose-unreachable", "--local",
		"--honor-pack-keep", "--non-empty", "--delta-base-offset",
		"--threads=1", "-q", base, NULL };
	struct sp_buf said;

	sp_buf_init(&said, 200);
	int code = run(game, "pack-objects", argv, &said, e);
	/* one line, whose end is a blank now */
	if (code == SP_OK && said.len == SP_OID_TEXT)
		sp_buf_truncate(&said, SP_OID_TEXT - 1);
	name->hex[0] = '\0';
	if (code == SP_OK && said.len > 0 &&
		!sp_store_oid_parse(name, sp_buf_str(&said)))
		code = sp_error_set(e, SP_ESYS,
			"game %s: expected the id of a pack, found \"%.80s\"",
			game->gid, sp_buf_str(&said));
	sp_buf_free(&said);
	sp_free(base);
	return code;
}

/* What git packed may lie there loose, too. */
static int prune_packed(struct sp_store_game *game, struct sp_error *e)
{
	char *dir = sp_xasprintf("--git-dir=%s", game->path);
	const char *const argv[] = { "git", dir, "prune-packed", "-q", NULL };
	struct sp_buf said;

	sp_buf_init(&said, 200);
	int code = run(game, "prune-packed", argv, &said, e);
	sp_buf_free(&said);
	sp_free(dir);
	return code;
}

/* ---- maintenance ---- */

static bool is_folder_of_objects(const char *name)
{
	return strlen(name) == 2 &&
	       strspn(name, "0123456789abcdef") == strlen(name);
}

static unsigned count(const struct sp_store *store, const char *gid,
	const char *folder, bool (*wanted)(const char *name))
{
	char *repo = store_gid_path(store, gid, ".git");
	char *path = sp_xasprintf("%s/%s", repo != NULL ? repo : "", folder);
	DIR *dir = opendir(path);
	struct dirent *entry;
	unsigned n = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL)
		n += wanted(entry->d_name);
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
	sp_free(repo);
	return n;
}

bool sp_store_is_untidy(
	const struct sp_store *store, const char *gid, bool whole)
{
	unsigned packs = count(store, gid, "objects/pack", is_pack);

	if (!whole)
		return packs > PACKS_MAX;
	return packs > 1 ||
	       count(store, gid, "objects", is_folder_of_objects) > 0;
}

int sp_store_tidy(struct sp_store_game *game, bool whole, struct sp_error *e)
{
	char *dir = sp_xasprintf("--git-dir=%s", game->path);
	struct sp_oid name = { "" };
	int code = SP_OK;

	assert(game->lock_fd >= 0);
	assert(game->stage.n == 0);
	remove_half_written(game, "");
	remove_half_written(game, "pack");
	/* git does it wherever we cannot, but takes far longer */
	if (!whole)
		code = store_packs_merge(game, PACKS_MAX, &whole, e);
	if (code == SP_OK && whole)
		code = pack_all(game, dir, &name, e);
	if (code == SP_OK && !sp_store_oid_is_none(&name)) {
		code = store_packs_but(game, &name, e);
		game->loose_too = code == SP_OK;
	}
	sp_free(dir);
	return code;
}

int sp_store_tidied(struct sp_store_game *game, struct sp_error *e)
{
	int code = SP_OK;

	if (game->n_old_packs == 0 && !game->loose_too)
		return SP_OK;
	store_packs_remove(game);
	if (game->loose_too)
		code = prune_packed(game, e);
	game->loose_too = false;
	/* The old handle still maps packs that are gone. */
	store_detach(game);
	int rc = store_attach(game, code == SP_OK ? e : NULL);
	return code == SP_OK ? rc : code;
}

int sp_store_fsck(struct sp_store_game *game, struct sp_error *e)
{
	char *dir = sp_xasprintf("--git-dir=%s", game->path);
	const char *const argv[] = { "git", dir, "fsck", "--no-dangling",
		"--no-progress", NULL };
	struct sp_error why = { 0 };
	int code = store_git_run("fsck", argv, -1, &why);

	sp_free(dir);
	if (code == SP_OK)
		return SP_OK;
	sp_error_prefix(&why, "game %s", game->gid);
	return sp_error_copy(e, code, &why);
}
