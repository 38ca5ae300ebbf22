#include "store/store_private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define CACHE_BYTES  (16 << 20)
#define WINDOW_BYTES (32 << 20)
#define GID_MIN      10
#define GID_MAX      24
#define GID_RANDOM   8

int store_fail(struct sp_error *e, int code, const char *fmt, ...)
{
	const git_error *last = git_error_last();
	char text[SP_ERROR_TEXT];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	(void)sp_error_set(e, code, "%s: %s", text,
		last != NULL && last->message != NULL ? last->message
						      : "no reason given");
	git_error_clear();
	return code;
}

int store_lost(const struct sp_store_game *game, struct sp_error *e, int code)
{
	if (game->store == NULL) /* somebody's copy */
		return sp_error_remedy(
			e, code, "take another clone or bundle of the game");
	return sp_error_remedy(e, code,
		"run `spellpost game repair %s`: it says what can be done; "
		"keep every clone and backup of the game until then",
		game->gid);
}

/* ---- ids ---- */

bool sp_store_oid_parse(struct sp_oid *out, const char *hex)
{
	out->hex[0] = '\0';
	if (strspn(hex, "0123456789abcdef") != SP_OID_TEXT - 1 ||
		hex[SP_OID_TEXT - 1] != '\0')
		return false;
	memcpy(out->hex, hex, SP_OID_TEXT);
	return true;
}

bool sp_store_oid_equal(const struct sp_oid *a, const struct sp_oid *b)
{
	return strcmp(a->hex, b->hex) == 0;
}

bool sp_store_oid_is_none(const struct sp_oid *id)
{
	return id->hex[0] == '\0';
}

void store_oid(struct sp_oid *out, const git_oid *id)
{
	(void)git_oid_tostr(out->hex, sizeof(out->hex), id);
}

void store_git_oid(git_oid *out, const struct sp_oid *id)
{
	int rc = git_oid_fromstrn(out, id->hex, strlen(id->hex));

	assert(rc == 0 && strlen(id->hex) == SP_OID_TEXT - 1);
}

/* ---- opening ---- */

/* A libgit2 with Mbed TLS reads each certificate of the system when it is set
 * up, which costs more than the rest of a pass that finds nothing to do. The
 * linker binds its call to this: nothing is read, no server can be trusted, and
 * none is asked, for all that libgit2 opens here are folders. */
int mbedtls_x509_crt_parse_file(void *chain, const char *path);
int mbedtls_x509_crt_parse_file(void *chain, const char *path)
{
	(void)chain;
	(void)path;
	return 0;
}

/* Nothing outside the repository may decide what we do. */
static int set_options(void)
{
	static const int levels[] = { GIT_CONFIG_LEVEL_PROGRAMDATA,
		GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
		GIT_CONFIG_LEVEL_GLOBAL };
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < SP_ARRAY_LEN(levels); i++)
		rc = git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], "");
	if (rc == 0)
		rc = git_libgit2_opts(GIT_OPT_SET_TEMPLATE_PATH, "");
	if (rc == 0)
		rc = git_libgit2_opts(
			GIT_OPT_SET_CACHE_MAX_SIZE, (ssize_t)CACHE_BYTES);
	if (rc == 0)
		rc = git_libgit2_opts(
			GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, (size_t)WINDOW_BYTES);
	/* A checkpoint syncs, once, for all games. */
	if (rc == 0)
		rc = git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 0);
	return rc;
}

int store_start(struct sp_error *e)
{
	if (git_libgit2_init() < 0)
		return store_fail(e, SP_ESYS, "libgit2 does not start");
	if (set_options() == 0)
		return SP_OK;
	(void)store_fail(e, SP_ESYS, "libgit2 refuses an option");
	(void)git_libgit2_shutdown();
	return SP_ESYS;
}

int sp_store_open(struct sp_store **out, const char *root, struct sp_error *e)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
	int fd = open(root, flags);
	int aside = fd >= 0 ? openat(fd, ".", flags) : -1;
	int code = SP_OK;

	*out = NULL;
	if (fd < 0 || aside < 0)
		code = sp_error_set(e, errno == ENOENT ? SP_ENOTFOUND : SP_ESYS,
			"cannot open the folder of the games %s: %s", root,
			strerror(errno));
	if (code == SP_OK)
		code = store_start(e);
	if (code != SP_OK) {
		if (aside >= 0)
			(void)close(aside);
		if (fd >= 0)
			(void)close(fd);
		return code;
	}
	*out = sp_xcalloc(1, sizeof(**out));
	(*out)->root = sp_xstrdup(root);
	(*out)->root_fd = fd;
	(*out)->aside.fd = aside;
	(*out)->aside.end_fd = -1;
	return SP_OK;
}

void sp_store_close(struct sp_store *store)
{
	if (store == NULL)
		return;
	store_aside_close(store);
	(void)close(store->root_fd);
	sp_free(store->root);
	sp_free(store);
	(void)git_libgit2_shutdown();
}

/* ---- repositories ---- */

/* A gid becomes a path, so it is checked here too, wherever it came from. */
char *store_gid_path(
	const struct sp_store *store, const char *gid, const char *suffix)
{
	size_t n = strlen(gid);

	if (n < GID_MIN || n > GID_MAX || gid[0] == '-' ||
		strspn(gid, "abcdefghijklmnopqrstuvwxyz0123456789-") != n ||
		gid[n - GID_RANDOM - 1] != '-' ||
		strchr(gid + n - GID_RANDOM, '-') != NULL)
		return NULL;
	return sp_xasprintf(
		"%s/%.2s/%s%s", store->root, gid + n - GID_RANDOM, gid, suffix);
}

static int make_folders(const char *repo, struct sp_error *e)
{
	static const char *const folders[] = { "objects/info", "objects/pack",
		"refs/heads", "refs/tags" };
	int code = SP_OK;

	for (size_t i = 0; code == SP_OK && i < SP_ARRAY_LEN(folders); i++) {
		char *path = sp_xasprintf("%s/%s", repo, folders[i]);

		code = sp_mkdirs(path, 0777, e);
		sp_free(path);
	}
	return code;
}

/* Our own skeleton: no hooks, nothing that depends on who made it. */
static int make_files(const char *repo, struct sp_error *e)
{
	static const struct {
		const char *name;
		const char *text;
	} files[] = {
		{ "HEAD", "ref: " SP_STORE_BRANCH "\n" },
		{ "config", "[core]\n"
			    "\trepositoryformatversion = 0\n"
			    "\tfilemode = true\n"
			    "\tbare = true\n"
			    "\tlogallrefupdates = false\n"
			    "[gc]\n"
			    "\tauto = 0\n"
			    "[receive]\n"
			    "\tdenyNonFastForwards = true\n"
			    "\tdenyDeletes = true\n" },
	};
	int code = SP_OK;

	for (size_t i = 0; code == SP_OK && i < SP_ARRAY_LEN(files); i++) {
		char *path = sp_xasprintf("%s/%s", repo, files[i].name);

		code = sp_file_write(
			path, files[i].text, strlen(files[i].text), 0666, e);
		sp_free(path);
	}
	return code;
}

int store_make(const char *repo, struct sp_error *e)
{
	int code = make_folders(repo, e);

	return code == SP_OK ? make_files(repo, e) : code;
}

int sp_store_create(struct sp_store *store, const char *gid, struct sp_error *e)
{
	char *path = store_gid_path(store, gid, ".git");
	char *tmp = NULL;
	int code;

	if (path == NULL)
		return sp_error_set(
			e, SP_EINVAL, "\"%.40s\" is not the id of a game", gid);
	if (access(path, F_OK) == 0) {
		code = sp_error_set(e, SP_EEXISTS, "game %s exists", gid);
		goto out;
	}
	/* Whole or not at all; what a killed process left of it is used. */
	tmp = store_gid_path(store, gid, ".new");
	code = store_make(tmp, e);
	if (code == SP_OK && rename(tmp, path) != 0)
		code = errno == ENOTEMPTY || errno == EEXIST
			       ? sp_error_set(
					 e, SP_EEXISTS, "game %s exists", gid)
			       : sp_error_set(e, SP_ESYS, "cannot make %s: %s",
					 path, strerror(errno));
out:
	sp_free(tmp);
	sp_free(path);
	return code;
}

int sp_store_mend(struct sp_store *store, const char *gid, struct sp_error *e)
{
	char *path = store_gid_path(store, gid, ".git");
	int code = path == NULL
			   ? sp_error_set(e, SP_EINVAL,
				     "\"%.40s\" is not the id of a game", gid)
			   : store_make(path, e);

	sp_free(path);
	return code;
}

bool sp_store_exists(const struct sp_store *store, const char *gid)
{
	char *path = store_gid_path(store, gid, ".git");
	bool yes = path != NULL && access(path, F_OK) == 0;

	sp_free(path);
	return yes;
}
