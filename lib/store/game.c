#include "store/store_private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define POLL_MS  10
#define STALE_MS 2000

/* ---- the handle ---- */

static int attach_objects(struct sp_store_game *game)
{
	char *objects = sp_xasprintf("%s/objects", game->path);
	int rc = git_odb_open(&game->disk, objects);

	if (rc == 0)
		rc = store_stage_attach(game);
	sp_free(objects);
	return rc;
}

/* By the two that every program looks for. */
static int check_repository(
	const struct sp_store_game *game, struct sp_error *e)
{
	static const char *const names[] = { "HEAD", "objects" };
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(names) && code == SP_OK; i++) {
		char *path = sp_xasprintf("%s/%s", game->path, names[i]);
		int cause = access(path, F_OK) == 0 ? 0 : errno;
		if (cause == ENOENT || cause == ENOTDIR)
			code = store_lost(game, e,
				sp_error_set(e, SP_ECORRUPT,
					"game %s: %s is no git repository",
					game->gid, game->path));
		else if (cause != 0)
			code = sp_error_set(e, SP_ESYS,
				"game %s: cannot look at %s: %s", game->gid,
				path, strerror(cause));
		sp_free(path);
	}
	return code;
}

/* A repository of objects alone: its references are read by ourselves, and its
 * configuration, which libgit2 would read at each opening, changes nothing. */
int store_attach(struct sp_store_game *game, struct sp_error *e)
{
	int code = check_repository(game, e);

	if (code != SP_OK)
		return code;
	if (attach_objects(game) == 0)
		return SP_OK;
	store_detach(game);
	if (store_system_failed())
		return store_fail(e, SP_ESYS, "game %s: cannot open %s",
			game->gid, game->path);
	return store_lost(game, e,
		store_fail(e, SP_ECORRUPT,
			"game %s: %s is no readable repository", game->gid,
			game->path));
}

void store_detach(struct sp_store_game *game)
{
	git_repository_free(game->repo);
	git_odb_free(game->disk);
	game->repo = NULL;
	game->disk = NULL;
}

/* Root may write into anybody's repository; but what it writes there its owner
 * cannot change later. */
static int check_owner(const struct sp_store_game *game, struct sp_error *e)
{
	struct stat st;

	if (stat(game->path, &st) != 0)
		return sp_error_set(e, SP_ESYS, "cannot inspect %s: %s",
			game->path, strerror(errno));
	if (st.st_uid == geteuid())
		return SP_OK;
	return sp_error_remedy(e,
		sp_error_set(e, SP_EINVAL,
			"game %s: %s belongs to another user (uid %u)",
			game->gid, game->path, (unsigned)st.st_uid),
		"run this as that user, or chown -R the folder of "
		"the games to uid %u",
		(unsigned)geteuid());
}

/* SP_ENOTFOUND only where the system says that there is nothing. */
static int check_there(
	const struct sp_store *store, const char *gid, struct sp_error *e)
{
	char *path = store_gid_path(store, gid, ".git");
	int cause = path == NULL ? ENOENT : access(path, F_OK) == 0 ? 0 : errno;
	int code = SP_OK;

	if (cause != 0 && cause != ENOENT && cause != ENOTDIR)
		code = sp_error_set(e, SP_ESYS, "cannot look at %s: %s", path,
			strerror(cause));
	else if (cause != 0)
		code = sp_error_set(e, SP_ENOTFOUND,
			"there is no game \"%.40s\" under %s", gid,
			store->root);
	sp_free(path);
	return code;
}

int sp_store_game_open(struct sp_store_game **out, struct sp_store *store,
	const char *gid, struct sp_error *e)
{
	struct sp_store_game *game;
	int code;

	*out = NULL;
	code = check_there(store, gid, e);
	if (code != SP_OK)
		return code;
	game = sp_xcalloc(1, sizeof(*game));
	game->store = store;
	game->gid = sp_xstrdup(gid);
	game->path = store_gid_path(store, gid, ".git");
	game->lock_fd = -1;
	game->replaced_fd = -1;
	code = check_owner(game, e);
	if (code == SP_OK)
		code = store_attach(game, e);
	if (code == SP_OK)
		*out = game;
	else
		sp_store_game_close(game);
	return code;
}

int sp_store_game_reopen(struct sp_store_game *game, struct sp_error *e)
{
	int code;

	sp_store_discard(game);
	store_detach(game);
	code = check_there(game->store, game->gid, e);
	if (code == SP_OK)
		code = check_owner(game, e);
	return code == SP_OK ? store_attach(game, e) : code;
}

void sp_store_game_close(struct sp_store_game *game)
{
	if (game == NULL)
		return;
	sp_store_unlock(game);
	sp_store_discard(game);
	store_detach(game);
	if (game->replaced_fd >= 0)
		(void)close(game->replaced_fd);
	if (game->store == NULL) {
		store_remove_unpacked(game);
		(void)git_libgit2_shutdown();
	}
	sp_free(game->old_packs);
	sp_free(game->gid);
	sp_free(game->path);
	sp_free(game);
}

const char *sp_store_game_gid(const struct sp_store_game *game)
{
	return game->gid;
}

const char *sp_store_game_path(const struct sp_store_game *game)
{
	return game->path;
}

/* ---- the lock ---- */

void store_sleep_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&t, &t) != 0 && errno == EINTR)
		continue;
}

/* Has the file been there for STALE_MS by the clock of the system? A date in
 * the future says nothing. */
static bool is_old(const struct stat *st)
{
	struct timespec now;
	int64_t age;

	if (clock_gettime(CLOCK_REALTIME, &now) != 0)
		return false;
	age = (int64_t)(now.tv_sec - st->st_mtim.tv_sec) * 1000 +
	      (now.tv_nsec - st->st_mtim.tv_nsec) / 1000000;
	return age >= STALE_MS;
}

/*
 * Every writer of ours holds the flock while it holds a lock file of git, and
 * we hold it now: a lock file is a dead writer's, or that of a git program that
 * somebody runs by hand, which needs it for an instant and gets that.
 */
void store_clear_stale(struct sp_store_game *game, const char *name)
{
	char *path = sp_xasprintf("%s/%s.lock", game->path, name);
	struct stat first;
	struct stat now;
	bool same = lstat(path, &first) == 0;

	assert(game->lock_fd >= 0);
	for (long waited = 0; same && !is_old(&first) && waited < STALE_MS;
		waited += POLL_MS) {
		store_sleep_ms(POLL_MS);
		same = lstat(path, &now) == 0 && now.st_ino == first.st_ino &&
		       now.st_mtim.tv_sec == first.st_mtim.tv_sec &&
		       now.st_mtim.tv_nsec == first.st_mtim.tv_nsec;
	}
	if (same)
		(void)unlink(path);
	sp_free(path);
}

static int wait_for_flock(int fd, int wait_ms)
{
	int rc;

	if (wait_ms < 0) {
		while ((rc = flock(fd, LOCK_EX)) != 0 && errno == EINTR)
			continue;
		return rc;
	}
	for (int waited = 0;; waited += POLL_MS) {
		rc = flock(fd, LOCK_EX | LOCK_NB);
		if (rc == 0 || (errno != EWOULDBLOCK && errno != EINTR) ||
			waited >= wait_ms)
			return rc;
		store_sleep_ms(POLL_MS);
	}
}

int sp_store_lock(struct sp_store_game *game, int wait_ms, struct sp_error *e)
{
	static const char *const names[] = { SP_STORE_BRANCH, "HEAD",
		"packed-refs", "config" };
	char *path;
	int code = SP_OK;
	int fd;

	assert(game->store != NULL);
	if (game->lock_fd >= 0)
		return SP_OK;
	path = store_gid_path(game->store, game->gid, ".lock");
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0) {
		code = sp_error_set(e, SP_ESYS, "cannot open %s: %s", path,
			strerror(errno));
	} else if (wait_for_flock(fd, wait_ms) != 0) {
		code = errno == EWOULDBLOCK
			       ? sp_error_remedy(e,
					 sp_error_set(e, SP_ECONFLICT,
						 "game %s is being written by "
						 "another process",
						 game->gid),
					 "try again when it is done")
			       : sp_error_set(e, SP_ESYS, "cannot lock %s: %s",
					 path, strerror(errno));
		(void)close(fd);
	} else {
		game->lock_fd = fd;
		for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
			store_clear_stale(game, names[i]);
	}
	sp_free(path);
	return code;
}

void sp_store_unlock(struct sp_store_game *game)
{
	if (game->lock_fd < 0)
		return;
	(void)close(game->lock_fd);
	game->lock_fd = -1;
}
