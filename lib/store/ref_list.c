/* References of repositories that are not ours: HEAD, and what tags there are.
 */
#include "store/store_private.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#define LINKS_MAX    5 /* from name to name; git follows as many */
#define DEPTH_MAX    8 /* folders below refs/tags */
#define REF_NAME_MAX 1024
#define PACKED_MAX   (64u * 1024u * 1024u)

static bool is_name(const char *name)
{
	int valid = 0;

	return sp_starts(name, "refs/") && strlen(name) < REF_NAME_MAX &&
	       git_reference_name_is_valid(&valid, name) == 0 && valid == 1;
}

/* ---- names of names ------------------------------------------------------ */

/* What the symbolic reference `name` names; owned, NULL: none that may be. */
static char *read_link(const struct sp_store_game *game, const char *name)
{
	char *path = sp_xasprintf("%s/%s", game->path, name);
	char *target = NULL;
	struct sp_buf text;
	const char *at;
	size_t n;

	sp_buf_init(&text, REF_NAME_MAX);
	if (sp_file_read(&text, path, NULL) == SP_OK &&
		sp_starts(sp_buf_str(&text), "ref:")) {
		at = text.data + strlen("ref:");
		n = strlen(at);
		at = sp_trim(at, &n);
		target = sp_xstrndup(at, n);
		if (!is_name(target)) {
			sp_free(target);
			target = NULL;
		}
	}
	sp_buf_free(&text);
	sp_free(path);
	return target;
}

int store_ref_resolve(git_oid *out, const struct sp_store_game *game,
	const char *name, struct sp_error *e)
{
	struct sp_error why = { 0 };
	char *at = sp_xstrdup(name);
	int code = SP_EINVAL;

	for (int i = 0; at != NULL && code == SP_EINVAL && i < LINKS_MAX; i++) {
		char *next;

		sp_error_clear(&why);
		code = store_ref_read(out, game, at, &why);
		if (code != SP_EINVAL)
			break;
		next = read_link(game, at);
		sp_free(at);
		at = next;
	}
	sp_free(at);
	if (code == SP_OK || code == SP_ESYS)
		return code == SP_OK ? SP_OK : sp_error_copy(e, code, &why);
	return sp_error_set(
		e, SP_ECORRUPT, "%s: its %s does not read", game->gid, name);
}

/* ---- tags ---------------------------------------------------------------- */

struct names {
	char **list;
	size_t n;
};

static void take_name(struct names *names, char *name)
{
	if (!is_name(name)) {
		sp_free(name);
		return;
	}
	if ((names->n & (names->n - 1)) == 0)
		names->list = sp_xrealloc(names->list,
			names->n == 0 ? 1 : 2 * names->n, sizeof(char *));
	names->list[names->n++] = name;
}

static void list_folder(struct names *names, const struct sp_store_game *game,
	const char *name, int depth)
{
	char *path = sp_xasprintf("%s/%s", game->path, name);
	DIR *dir = depth < DEPTH_MAX ? opendir(path) : NULL;
	struct dirent *entry;
	struct stat st;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		char *below;

		if (entry->d_name[0] == '.' ||
			fstatat(dirfd(dir), entry->d_name, &st,
				AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		below = sp_xasprintf("%s/%s", name, entry->d_name);
		if (S_ISDIR(st.st_mode))
			list_folder(names, game, below, depth + 1);
		if (S_ISREG(st.st_mode))
			take_name(names, below);
		else
			sp_free(below);
	}
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
}

static int list_packed(struct names *names, const struct sp_store_game *game,
	struct sp_error *e)
{
	char *path = sp_xasprintf("%s/packed-refs", game->path);
	struct sp_cursor c;
	struct sp_buf text;
	struct stat st;
	const char *line;
	size_t n;
	int code;

	sp_buf_init(&text, PACKED_MAX);
	/* a pipe in its place must not hold us up */
	code = stat(path, &st) == 0 && S_ISREG(st.st_mode)
		       ? sp_file_read(&text, path, e)
		       : SP_ENOTFOUND;
	if (code == SP_ENOTFOUND && e != NULL)
		sp_error_clear(e);
	sp_cursor_init(&c, sp_buf_str(&text), text.len);
	while (code == SP_OK && sp_cursor_line(&c, &line, &n)) {
		if (n > SP_OID_TEXT && line[SP_OID_TEXT - 1] == ' ' &&
			strncmp(line + SP_OID_TEXT, "refs/tags/", 10) == 0)
			take_name(names, sp_xstrndup(line + SP_OID_TEXT,
						 n - SP_OID_TEXT));
	}
	sp_buf_free(&text);
	sp_free(path);
	return code == SP_ENOTFOUND ? SP_OK : code;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int store_ref_tags(const struct sp_store_game *game,
	int (*each)(const char *name, void *payload), void *payload,
	struct sp_error *e)
{
	struct names names = { NULL, 0 };
	int code = list_packed(&names, game, e);

	list_folder(&names, game, "refs/tags", 0);
	if (names.n > 1)
		qsort(names.list, names.n, sizeof(char *), by_name);
	for (size_t i = 0; code >= 0 && i < names.n; i++) {
		/* one that is packed may be loose, too */
		if (i == 0 || !sp_streq(names.list[i], names.list[i - 1]))
			code = each(names.list[i], payload);
	}
	for (size_t i = 0; i < names.n; i++)
		sp_free(names.list[i]);
	sp_free(names.list);
	return code < 0 ? code : SP_OK;
}

struct tags {
	struct sp_store_game *game;
	int (*each)(
		const char *name, const struct sp_oid *target, void *payload);
	void *payload;
};

static int tell_tag(const char *name, void *payload)
{
	const struct tags *t = payload;
	git_object *object = NULL, *commit = NULL;
	struct sp_oid target = { "" };
	git_oid id;

	if (store_ref_resolve(&id, t->game, name, NULL) == SP_OK &&
		git_object_lookup(
			&object, t->game->repo, &id, GIT_OBJECT_ANY) == 0 &&
		git_object_peel(&commit, object, GIT_OBJECT_COMMIT) == 0)
		store_oid(&target, git_object_id(commit));
	git_error_clear();
	git_object_free(object);
	git_object_free(commit);
	return t->each(name + strlen("refs/tags/"), &target, t->payload);
}

int sp_store_tags(struct sp_store_game *game,
	int (*each)(
		const char *name, const struct sp_oid *target, void *payload),
	void *payload, struct sp_error *e)
{
	struct tags t = { game, each, payload };

	return store_ref_tags(game, tell_tag, &t, e);
}
