#include "store/store_private.h"

#include <assert.h>
#include <dirent.h>
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
 * writing when it was killed, and packs that we were (pack-....tmp) or that git
 * was (tmp_pack_..., tmp_idx_...). Under the lock nobody is writing. */
static bool is_half_written(const char *name)
{
	return sp_starts(name, "tmp_object_git2_") ||
	       sp_starts(name, "pack_git2_") || sp_starts(name, "tmp_pack_") ||
	       sp_starts(name, "tmp_idx_") ||
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

/*
 * step                  a kill or a power cut leaves
 * --------------------  -------------------------------------------------------
 * git pack-objects      the old files, and a pack beside them, whole or not
 * git pack-refs         the same references twice, or an old packed-refs
 * sp_store_sync         the same, and from here on the new files are whole
 * unlink, prune-packed  objects twice
 * git pack-refs         references twice
 */

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

static int pack_refs(struct sp_store_game *game, const char *dir,
	const char *prune, struct sp_error *e)
{
	const char *const argv[] = { "git", dir, "-c", "core.fsync=reference",
		"pack-refs", "--all", prune, NULL };
	struct sp_buf said;

	sp_buf_init(&said, 200);
	int code = run(game, "pack-refs", argv, &said, e);
	sp_buf_free(&said);
	return code;
}

static bool is_kept(int folder, const char *name)
{
	char keep[sizeof("pack-.keep") + SP_OID_TEXT];

	sp_format(
		keep, sizeof(keep), "%.*s.keep", (int)strcspn(name, "."), name);
	return faccessat(folder, keep, F_OK, 0) == 0;
}

/* Every other pack; the .pack first, for without it an index is nothing. */
static void drop_packs(
	const struct sp_store_game *game, const char *name, bool packs)
{
	char *path = sp_xasprintf("%s/objects/pack", game->path);
	char *ours = sp_xasprintf("pack-%s.", name);
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (sp_starts(entry->d_name, "pack-") &&
			!sp_starts(entry->d_name, ours) &&
			is_pack(entry->d_name) == packs &&
			!is_kept(dirfd(dir), entry->d_name))
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
	}
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(ours);
	sp_free(path);
}

static int repack(struct sp_store_game *game, struct sp_error *e)
{
	char *dir = sp_xasprintf("--git-dir=%s", game->path);
	const char *const prune[] = { "git", dir, "prune-packed", "-q", NULL };
	struct sp_buf said;
	struct sp_oid name;
	int code = pack_all(game, dir, &name, e);

	sp_buf_init(&said, 200);
	if (code == SP_OK)
		code = pack_refs(game, dir, "--no-prune", e);
	if (code == SP_OK)
		code = sp_store_sync(game->store, e);
	if (code == SP_OK && !sp_store_oid_is_none(&name)) {
		drop_packs(game, name.hex, true);
		drop_packs(game, name.hex, false);
		code = run(game, "prune-packed", prune, &said, e);
	}
	if (code == SP_OK)
		code = pack_refs(game, dir, "--prune", e);
	sp_buf_free(&said);
	sp_free(dir);
	return code;
}

int sp_store_maintain(struct sp_store_game *game,
	const struct sp_store_bounds *bounds, bool *ran, struct sp_error *e)
{
	int code;
	int rc;

	assert(game->lock_fd >= 0);
	assert(game->stage.n == 0);
	if (ran != NULL)
		*ran = false;
	if (!is_due(game, bounds))
		return SP_OK;
	(void)count(game, "", is_half_written, true);
	(void)count(game, "pack", is_half_written, true);
	code = repack(game, e);
	/* The old handle still maps packs that are gone. */
	store_detach(game);
	rc = store_attach(game, code == SP_OK ? e : NULL);
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
	int code = store_git_run("fsck", argv, -1, &why);

	sp_free(dir);
	if (code == SP_OK)
		return SP_OK;
	sp_error_prefix(&why, "game %s", game->gid);
	return sp_error_copy(e, code, &why);
}
