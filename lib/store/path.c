/* Repositories and bundles of other people, for reading, and bundles for them.
 */
#define _XOPEN_SOURCE 700 /* nftw */
#include "store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_MAX 4096 /* signature and capabilities of a bundle are there */

static const char accepted[] =
	"give a bare git repository, a clone (a folder with .git in it), or a "
	"file made by `git bundle create`";

/* ---- folders ------------------------------------------------------------- */

static bool exists(const char *folder, const char *name)
{
	char *path = sp_xasprintf("%s/%s", folder, name);
	bool yes = access(path, F_OK) == 0;

	sp_free(path);
	return yes;
}

static bool is_git_folder(const char *path)
{
	return exists(path, "HEAD") && exists(path, "objects");
}

/* The folder that git would use; owned, NULL: there is none. */
static char *git_folder(const char *path)
{
	char *below = sp_xasprintf("%s/.git", path);
	char *found = NULL;

	if (is_git_folder(below))
		found = sp_xstrdup(below);
	else if (is_git_folder(path))
		found = sp_xstrdup(path);
	sp_free(below);
	return found;
}

static int open_folder(
	struct sp_store_game *game, const char *path, struct sp_error *e)
{
	game->path = git_folder(path);
	if (game->path == NULL)
		return sp_error_remedy(e,
			sp_error_set(
				e, SP_EINVAL, "%s is no git repository", path),
			"%s", accepted);
	if (exists(game->path, "shallow"))
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"%s is a shallow clone, which lacks the "
				"beginning of the history",
				path),
			"clone without --depth, or run `git fetch "
			"--unshallow` in it");
	return store_attach(game, e);
}

/* ---- bundles ------------------------------------------------------------- */

/* A line "@object-format=sha1"; others ask for what is not read here. */
static int check_capability(
	const char *path, const char *line, size_t n, struct sp_error *e)
{
	static const char known[] = "@object-format=sha1";

	if (n == sizeof(known) - 1 && memcmp(line, known, n) == 0)
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"%s is a bundle with \"%.*s\": only whole bundles of "
		"repositories with sha1 are read",
		path, (int)sp_ascii_printable(line, n < 40 ? n : 40), line);
}

/* Is it a bundle at all, and one with everything in it? */
static int check_bundle(const char *path, struct sp_error *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char head[HEAD_MAX];
	struct sp_cursor c;
	const char *line;
	size_t n;
	ssize_t got;
	int code = SP_OK;

	if (fd < 0)
		return sp_error_set(e, SP_ESYS, "cannot open %s: %s", path,
			strerror(errno));
	got = read(fd, head, sizeof(head));
	(void)close(fd);
	sp_cursor_init(&c, head, got > 0 ? (size_t)got : 0);
	if (!sp_cursor_line(&c, &line, &n) || n != strlen("# v2 git bundle") ||
		(memcmp(line, "# v2 git bundle", n) != 0 &&
			memcmp(line, "# v3 git bundle", n) != 0))
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL, "%s is no bundle", path),
			"%s", accepted);
	while (code == SP_OK && sp_cursor_peek(&c) == '@' &&
		sp_cursor_line(&c, &line, &n))
		code = check_capability(path, line, n, e);
	if (code == SP_OK && sp_cursor_peek(&c) == '-')
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"%s is a bundle of the newer part of a "
				"history alone",
				path),
			"make one of all of it: git bundle create FILE "
			"HEAD main --tags");
	return code;
}

static int make_folder(char **out, struct sp_error *e)
{
	const char *tmp = getenv("TMPDIR");

	*out = sp_xasprintf("%s/spellpost-XXXXXX",
		tmp != NULL && tmp[0] != '\0' ? tmp : "/tmp");
	if (mkdtemp(*out) != NULL)
		return SP_OK;
	(void)sp_error_set(e, SP_ESYS,
		"cannot make a folder %s to unpack the bundle: %s", *out,
		strerror(errno));
	sp_free(*out);
	*out = NULL;
	return SP_ESYS;
}

static int open_bundle(
	struct sp_store_game *game, const char *path, struct sp_error *e)
{
	char *whole;
	struct sp_error why = { 0 };
	int code = check_bundle(path, e);

	if (code == SP_OK)
		code = make_folder(&game->unpacked, e);
	if (code != SP_OK)
		return code;
	/* absolute, so that git takes it for no option and no address */
	whole = realpath(path, NULL);
	if (whole == NULL)
		return sp_error_set(
			e, SP_ESYS, "%s: %s", path, strerror(errno));
	game->path = sp_xasprintf("%s/game.git", game->unpacked);
	{
		const char *const argv[] = { "git", "-c",
			"core.hooksPath=/dev/null", "-c", "pack.threads=1",
			"clone", "--quiet", "--mirror", "--template=", "--",
			whole, game->path, NULL };

		code = store_git_run("clone", argv, -1, &why);
	}
	free(whole);
	if (code != SP_OK) {
		sp_error_prefix(&why, "the bundle %s cannot be unpacked", path);
		return sp_error_copy(e, code, &why);
	}
	return store_attach(game, e);
}

static int remove_entry(
	const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	(void)remove(path);
	return 0;
}

void store_remove_unpacked(struct sp_store_game *game)
{
	if (game->unpacked != NULL)
		(void)nftw(
			game->unpacked, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	sp_free(game->unpacked);
	game->unpacked = NULL;
}

/* ---- opening ------------------------------------------------------------- */

int sp_store_open_path(
	struct sp_store_game **out, const char *path, struct sp_error *e)
{
	struct sp_store_game *game;
	struct stat st;
	int code;

	*out = NULL;
	if (stat(path, &st) != 0)
		return sp_error_set(e,
			errno == ENOENT || errno == ENOTDIR ? SP_ENOTFOUND
							    : SP_ESYS,
			"%s: %s", path, strerror(errno));
	code = store_start(e);
	if (code != SP_OK)
		return code;
	game = sp_xcalloc(1, sizeof(*game));
	game->gid = sp_xstrdup(path);
	game->lock_fd = -1;
	game->replaced_fd = -1;
	if (S_ISDIR(st.st_mode))
		code = open_folder(game, path, e);
	else if (S_ISREG(st.st_mode))
		code = open_bundle(game, path, e);
	else
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"%s is neither a folder nor a file", path),
			"%s", accepted);
	if (code == SP_OK)
		*out = game;
	else
		sp_store_game_close(game);
	return code;
}

/* ---- bundles for others -------------------------------------------------- */

/* Give it its name; another file of that name stays unless told. */
static int place(
	const char *part, const char *file, bool replace, struct sp_error *e)
{
	if (!replace && link(part, file) == 0) {
		(void)unlink(part);
		return SP_OK;
	}
	if (!replace && errno == EEXIST)
		return sp_error_set(e, SP_EEXISTS, "%s exists", file);
	/* without links, too: that nothing is there was seen before */
	if (rename(part, file) == 0)
		return SP_OK;
	return sp_error_set(
		e, SP_ESYS, "cannot write %s: %s", file, strerror(errno));
}

int sp_store_bundle(struct sp_store_game *game, const char *file, bool replace,
	struct sp_error *e)
{
	char *dir = sp_xasprintf("--git-dir=%s", game->path);
	/* git would take "-" for its standard output */
	char *part = sp_xasprintf("%s%s.%ld.part", file[0] == '/' ? "" : "./",
		file, (long)getpid());
	const char *const argv[] = { "git", dir, "-c", "pack.threads=1",
		"bundle", "create", "--quiet", part, "HEAD", SP_STORE_BRANCH,
		"--tags", NULL };
	struct sp_error why = { 0 };
	int code = SP_OK;

	if (!replace && access(file, F_OK) == 0)
		code = sp_error_set(e, SP_EEXISTS, "%s exists", file);
	if (code == SP_OK) {
		code = store_git_run("bundle", argv, -1, &why);
		if (code != SP_OK) {
			sp_error_prefix(&why,
				"game %s: cannot write the bundle %s",
				game->gid, file);
			code = sp_error_copy(
				e, code == SP_ENOTFOUND ? code : SP_ESYS, &why);
		}
		if (code == SP_OK)
			code = place(part, file, replace, e);
		if (code != SP_OK)
			(void)unlink(part);
	}
	sp_free(part);
	sp_free(dir);
	return code;
}
