/*
 * References as files, in git's own ways: <name> or a line of packed-refs, and
 * <name>.lock made with O_EXCL by whoever writes. libgit2 does it, too, but
 * reads all of packed-refs at each move, looks up what each tag names, and
 * checks it against the names of all others; a game has a tag for each turn.
 */
#define _GNU_SOURCE /* memmem */
#include "store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEX 40

static int fail(const struct sp_store_game *game, struct sp_error *e,
	const char *name, const char *what)
{
	int cause = errno;

	(void)store_note(game, SP_ESYS);
	return sp_error_set(e, SP_ESYS, "game %s: cannot %s %s: %s", game->gid,
		what, name, strerror(cause));
}

static bool parse_hex(git_oid *out, const char *text)
{
	struct sp_oid id;
	char hex[SP_OID_TEXT];

	if (!sp_copyn(hex, sizeof(hex), text, HEX) ||
		!sp_store_oid_parse(&id, hex))
		return false;
	store_git_oid(out, &id);
	return true;
}

/* ---- reading ------------------------------------------------------------ */

/* SP_ENOTFOUND: it is no file of its own. */
static int read_loose(git_oid *out, const struct sp_store_game *game,
	const char *name, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", game->path, name);
	/* a pipe in the place of a file must not hold us up */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char text[HEX + 2] = "";
	ssize_t n = 0;
	int code = SP_OK;

	if (fd >= 0)
		n = read(fd, text, sizeof(text) - 1);
	if (fd < 0 || n < 0)
		code = errno == ENOENT || errno == ENOTDIR || errno == EISDIR
			       ? SP_ENOTFOUND
			       : fail(game, e, name, "read");
	else if (sp_starts(text, "ref:"))
		code = sp_error_set(e, SP_EINVAL,
			"game %s: %s names another reference", game->gid, name);
	else if (n < HEX || !parse_hex(out, text) ||
		 (text[HEX] != '\0' && !sp_is_space(text[HEX])))
		code = sp_error_set(e, SP_ECORRUPT,
			"game %s: there is no id in %s", game->gid, name);
	if (fd >= 0)
		(void)close(fd);
	sp_free(path);
	return code;
}

/* A line is "<hex> <name>". */
static bool find_line(
	git_oid *out, const char *text, size_t n, const char *name)
{
	char *end = sp_xasprintf(" %s\n", name);
	size_t len = strlen(end);
	const char *at = text;
	bool found = false;

	while (!found &&
		(at = memmem(at, n - (size_t)(at - text), end, len)) != NULL) {
		found = at - text >= HEX &&
			(at - text == HEX || at[-HEX - 1] == '\n') &&
			parse_hex(out, at - HEX);
		at += len;
	}
	sp_free(end);
	return found;
}

/* Look for it in an open packed-refs of `size` bytes. Into that file git never
 * writes: it puts another in its place. To read a small one costs a fraction of
 * what it costs to map it. */
static int look_into(git_oid *out, const struct sp_store_game *game, int fd,
	size_t size, const char *name, struct sp_error *e)
{
	char small[16384];
	char *text = small;
	size_t n = 0;
	ssize_t more = 1;
	bool found;

	if (size > sizeof(small)) {
		text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
		n = size;
	}
	while (n < size && more > 0) {
		more = read(fd, small + n, size - n);
		n += more > 0 ? (size_t)more : 0;
	}
	if (text == MAP_FAILED || more < 0)
		return fail(game, e, "packed-refs", "read");
	found = find_line(out, text, n, name);
	if (text != small)
		(void)munmap(text, size);
	return found ? SP_OK : SP_ENOTFOUND;
}

static int read_packed(git_oid *out, const struct sp_store_game *game,
	const char *name, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/packed-refs", game->path);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int code = SP_ENOTFOUND;
	struct stat st;

	sp_free(path);
	if (fd < 0)
		return errno == ENOENT ? SP_ENOTFOUND
				       : fail(game, e, "packed-refs", "read");
	if (fstat(fd, &st) != 0)
		code = fail(game, e, "packed-refs", "read");
	else if (st.st_size > 0)
		code = look_into(out, game, fd, (size_t)st.st_size, name, e);
	(void)close(fd);
	return code;
}

int store_ref_read(git_oid *out, const struct sp_store_game *game,
	const char *name, struct sp_error *e)
{
	int code = read_loose(out, game, name, e);

	/* Whoever packs it removes the file last. */
	if (code == SP_ENOTFOUND)
		code = read_packed(out, game, name, e);
	if (code != SP_OK)
		memset(out, 0, sizeof(*out));
	return code == SP_ENOTFOUND ? SP_OK : code;
}

/* ---- writing ------------------------------------------------------------ */

static int make_parents(const char *path, struct sp_error *e)
{
	char *folder = sp_xasprintf("%s", path);
	int code;

	*strrchr(folder, '/') = '\0';
	code = sp_mkdirs(folder, 0777, e);
	sp_free(folder);
	return code;
}

/* SP_EAGAIN: somebody holds it. */
static int take_lock(int *fd, const struct sp_store_game *game,
	const char *name, const char *path, struct sp_error *e)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	int code = SP_OK;

	*fd = open(path, flags, 0666);
	if (*fd < 0 && errno == ENOENT) {
		code = make_parents(path, e);
		if (code == SP_OK)
			*fd = open(path, flags, 0666);
	}
	if (code == SP_OK && *fd < 0)
		code = errno == EEXIST ? SP_EAGAIN
				       : fail(game, e, name, "lock");
	return code;
}

static int check_current(const struct sp_store_game *game, const char *name,
	const git_oid *current, struct sp_error *e)
{
	git_oid there;
	int code = store_ref_read(&there, game, name, e);

	if (code != SP_OK)
		return code;
	return git_oid_equal(&there, current) ? SP_OK : SP_ECONFLICT;
}

/*
 * The last file that was replaced stays open until the next or the end of the
 * handle. To free its block may wait for the disk (mounted with `discard`, that
 * is a millisecond), and nobody has to wait for that before he is answered.
 */
static void keep_replaced(struct sp_store_game *game, const char *path)
{
	if (game->replaced_fd >= 0)
		(void)close(game->replaced_fd);
	game->replaced_fd = open(path, O_RDONLY | O_CLOEXEC);
}

int store_ref_write(struct sp_store_game *game, const char *name,
	const git_oid *current, const git_oid *new, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", game->path, name);
	char *lock = sp_xasprintf("%s.lock", path);
	char text[SP_OID_TEXT + 1];
	bool locked = false;
	int fd = -1;
	int code = take_lock(&fd, game, name, lock, e);

	if (code != SP_OK)
		goto out;
	locked = true;
	code = check_current(game, name, current, e);
	if (code != SP_OK)
		goto out;
	(void)git_oid_tostr(text, SP_OID_TEXT, new);
	text[HEX] = '\n';
	if (sp_write_full(fd, text, HEX + 1) != SP_OK)
		code = fail(game, e, name, "write");
	if (close(fd) != 0 && code == SP_OK)
		code = fail(game, e, name, "write");
	fd = -1;
	if (code == SP_OK && !git_oid_is_zero(current))
		keep_replaced(game, path);
	if (code == SP_OK && rename(lock, path) != 0)
		code = fail(game, e, name, "write");
	locked = code != SP_OK;
out:
	if (fd >= 0)
		(void)close(fd);
	if (locked)
		(void)unlink(lock);
	sp_free(lock);
	sp_free(path);
	return code;
}

/* ---- tags ---------------------------------------------------------------- */

struct line {
	char *text; /* "<hex> <name>", or "^<hex>" behind the one before */
	const char *name;
	char *peeled; /* what an annotated tag leads to; NULL: none */
};

struct lines {
	struct line *list;
	size_t n;
};

static void lines_clear(struct lines *lines)
{
	for (size_t i = 0; i < lines->n; i++) {
		sp_free(lines->list[i].text);
		sp_free(lines->list[i].peeled);
	}
	sp_free(lines->list);
}

static void add_line(struct lines *lines, char *text)
{
	if ((lines->n & (lines->n - 1)) == 0)
		lines->list = sp_xrealloc(lines->list,
			lines->n == 0 ? 1 : 2 * lines->n, sizeof(*lines->list));
	lines->list[lines->n++] =
		(struct line){ text, text + SP_OID_TEXT, NULL };
}

/* What of it is whole. */
static void parse_lines(struct lines *lines, const char *text, size_t len)
{
	const char *end;

	for (const char *at = text; at < text + len; at = end + 1) {
		git_oid id;

		end = memchr(at, '\n', len - (size_t)(at - text));
		if (end == NULL) /* cut short */
			return;
		size_t n = (size_t)(end - at);
		if (n == HEX + 1 && at[0] == '^' && parse_hex(&id, at + 1) &&
			lines->n > 0 &&
			lines->list[lines->n - 1].peeled == NULL)
			lines->list[lines->n - 1].peeled = sp_xstrndup(at, n);
		else if (n > HEX + 1 && at[HEX] == ' ' && parse_hex(&id, at) &&
			 memchr(at, '\0', n) == NULL &&
			 sp_starts(at + HEX + 1, "refs/"))
			add_line(lines, sp_xstrndup(at, n));
	}
}

static int by_line(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static int put_tag(struct lines *lines, const struct sp_store_game *game,
	const struct sp_store_tag *tag, struct sp_error *e)
{
	char *name = sp_xasprintf("refs/tags/%s", tag->name);
	struct sp_oid there = { "" };
	git_oid loose;
	int code = read_loose(&loose, game, name, NULL);

	if (code == SP_OK)
		store_oid(&there, &loose);
	/* an empty file, as a power cut leaves it, names nothing */
	code = code == SP_ESYS ? sp_error_set(e, code,
					 "game %s: cannot read the tag %s",
					 game->gid, tag->name)
			       : SP_OK;
	for (size_t i = 0; i < lines->n && code == SP_OK; i++)
		if (sp_streq(lines->list[i].name, name))
			memcpy(there.hex, lines->list[i].text, HEX);
	if (code == SP_OK && sp_store_oid_is_none(&there))
		add_line(lines, sp_xasprintf("%s %s", tag->target.hex, name));
	else if (code == SP_OK && !sp_store_oid_equal(&there, &tag->target))
		code = sp_error_set(e, SP_ECONFLICT,
			"game %s: cannot set the tag %s: it stands elsewhere",
			game->gid, tag->name);
	sp_free(name);
	return code;
}

/* SP_ENOTFOUND is no error. */
static int read_lines(struct lines *lines, const struct sp_store_game *game,
	const char *path, struct sp_error *e)
{
	struct sp_error why = { 0 };
	struct sp_buf text;
	int code;

	sp_buf_init(&text, STORE_PACK_MAX);
	code = sp_file_read(&text, path, &why);
	if (code == SP_OK)
		parse_lines(lines, sp_buf_str(&text), text.len);
	else if (code != SP_ENOTFOUND)
		code = store_note(game, sp_error_copy(e, code, &why));
	sp_buf_free(&text);
	return code == SP_ENOTFOUND ? SP_OK : code;
}

static int write_lines(struct lines *lines, const struct sp_store_game *game,
	const char *path, const char *lock, int fd, struct sp_error *e)
{
	struct sp_buf text;
	int code = SP_OK;

	qsort(lines->list, lines->n, sizeof(*lines->list), by_line);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_adds(&text, "# pack-refs with: peeled fully-peeled sorted \n");
	for (size_t i = 0; i < lines->n; i++) {
		sp_buf_addf(&text, "%s\n", lines->list[i].text);
		if (lines->list[i].peeled != NULL)
			sp_buf_addf(&text, "%s\n", lines->list[i].peeled);
	}
	if (sp_write_full(fd, text.data, text.len) != SP_OK ||
		rename(lock, path) != 0)
		code = fail(game, e, "packed-refs", "write");
	sp_buf_free(&text);
	return code;
}

/* A folder of loose tags would be a file for each turn of a game. */
int store_ref_put_tags(struct sp_store_game *game,
	const struct sp_store_tag *tags, size_t n, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/packed-refs", game->path);
	char *lock = sp_xasprintf("%s.lock", path);
	struct lines lines = { NULL, 0 };
	int fd = -1;
	int code = take_lock(&fd, game, "packed-refs", lock, e);
	bool locked = code == SP_OK;

	if (code == SP_OK)
		code = read_lines(&lines, game, path, e);
	size_t before = lines.n;
	for (size_t i = 0; i < n && code == SP_OK; i++)
		code = put_tag(&lines, game, &tags[i], e);
	if (code == SP_OK && lines.n > before) {
		code = write_lines(&lines, game, path, lock, fd, e);
		locked = code != SP_OK;
	}
	if (fd >= 0)
		(void)close(fd);
	if (locked)
		(void)unlink(lock);
	lines_clear(&lines);
	sp_free(lock);
	sp_free(path);
	return code;
}
