#include "store/store_private.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILD_LOCK_FD 3

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

/* ---- running git ---- */

struct child {
	pid_t pid;
	int out; /* what it says */
};

/* The child inherits the flock: were we killed, nobody would write beside it.
 */
static int start(struct child *child, int lock_fd, const char *const *argv)
{
	/* Only ours: no home, no system or global configuration, no GIT_*. */
	static const char *const environment[] = { "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_TERMINAL_PROMPT=0", "LC_ALL=C",
		"PATH=/usr/local/bin:/usr/bin:/bin", NULL };
	posix_spawn_file_actions_t actions;
	int ends[2];
	int rc;

	if (pipe(ends) != 0)
		return errno;
	(void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	rc = posix_spawn_file_actions_init(&actions);
	if (rc == 0) {
		rc = posix_spawn_file_actions_addopen(
			&actions, 0, "/dev/null", O_RDONLY, 0);
		if (rc == 0)
			rc = posix_spawn_file_actions_adddup2(
				&actions, ends[1], 1);
		if (rc == 0)
			rc = posix_spawn_file_actions_adddup2(
				&actions, ends[1], 2);
		if (rc == 0 && lock_fd >= 0)
			rc = posix_spawn_file_actions_adddup2(
				&actions, lock_fd, CHILD_LOCK_FD);
		/* spawn's arguments are not const for historical reasons. */
		if (rc == 0)
			rc = posix_spawnp(&child->pid, argv[0], &actions, NULL,
				(char *const *)(uintptr_t)argv,
				(char *const *)(uintptr_t)environment);
		(void)posix_spawn_file_actions_destroy(&actions);
	}
	(void)close(ends[1]);
	if (rc != 0)
		(void)close(ends[0]);
	else
		child->out = ends[0];
	return rc;
}

/* Its exit status, or -1; the first bytes that it said are in `said`. */
static int finish(struct child *child, struct sp_buf *said)
{
	char chunk[512];
	ssize_t n;
	int status;

	do {
		n = read(child->out, chunk, sizeof(chunk));
		if (n > 0)
			sp_buf_add(said, chunk, (size_t)n);
	} while (n > 0 || (n < 0 && errno == EINTR));
	(void)close(child->out);
	while (waitpid(child->pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run_git(struct sp_store_game *game, const char *what,
	const char *const *argv, struct sp_error *e)
{
	struct child child;
	struct sp_buf said;
	int code = SP_OK;
	int rc = start(&child, game->lock_fd, argv);

	if (rc != 0)
		return sp_error_set(e, SP_ESYS,
			"game %s: cannot run git for its maintenance: %s; is "
			"git "
			"installed?",
			game->gid, strerror(rc));
	sp_buf_init(&said, 200);
	rc = finish(&child, &said);
	if (rc != 0) {
		for (size_t i = 0; i < said.len; i++) {
			if ((unsigned char)said.data[i] < ' ')
				said.data[i] = ' ';
		}
		code = sp_error_set(e, SP_ESYS,
			"game %s: git %s failed (status %d): %s", game->gid,
			what, rc, sp_buf_str(&said));
	}
	sp_buf_free(&said);
	return code;
}

/* ---- maintenance ---- */

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

		code = run_git(game, "repack", repack, e);
		if (code == SP_OK)
			code = run_git(game, "pack-refs", pack_refs, e);
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
	struct child child;
	struct sp_buf said;
	int code = SP_OK;
	int rc = start(&child, -1, argv);

	sp_buf_init(&said, 200);
	if (rc == ENOENT) {
		code = sp_error_set(e, SP_ENOTFOUND,
			"git is not installed, and games need it for their "
			"maintenance");
	} else if (rc != 0) {
		code = sp_error_set(e, SP_ESYS, "game %s: git fsck: %s",
			game->gid, strerror(rc));
	} else if (finish(&child, &said) != 0) {
		code = sp_error_set(e, SP_ECORRUPT,
			"game %s: git fsck says: %.*s", game->gid,
			(int)strcspn(sp_buf_str(&said), "\n"),
			sp_buf_str(&said));
	}
	sp_buf_free(&said);
	sp_free(dir);
	return code;
}
