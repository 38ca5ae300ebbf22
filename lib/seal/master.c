#include "seal/seal_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define FILE_BYTES 4096
#define LINE_BYTES 80 /* a number of 7 digits, a space, 64 digits */

static int parse_line(struct sp_master *m, const char *text, size_t len,
	unsigned line, struct sp_error *e)
{
	struct sp_master_key *key = &m->keys[m->n];
	char copy[LINE_BYTES + 1] = "";
	char *space;
	long long number;
	int code = SP_OK;

	if (m->n == SP_MASTER_KEYS)
		return sp_error_at(e, SP_EINVAL, line, 0,
			"line %u: more than %d keys", line, SP_MASTER_KEYS);
	if (!sp_copyn(copy, sizeof(copy), text, len) || strlen(copy) != len ||
		(space = strchr(copy, ' ')) == NULL) {
		code = SP_EINVAL;
	} else {
		*space = '\0';
		if (sp_parse_int(copy, 1, SP_MASTER_NUMBER_MAX, &number) !=
				SP_OK ||
			sp_unhex(key->key, SP_KEY_BYTES, space + 1) != SP_OK)
			code = SP_EINVAL;
	}
	sp_wipe(copy, sizeof(copy));
	/* Never quote the line: it may hold a key with one wrong digit. */
	if (code != SP_OK)
		return sp_error_at(e, SP_EINVAL, line, 0,
			"line %u: expected a key number, a space and %d "
			"hexadecimal digits",
			line, 2 * SP_KEY_BYTES);
	key->number = (uint32_t)number;
	if (sp_seal_master_key(m, key->number) != NULL)
		return sp_error_at(e, SP_EINVAL, line, 0,
			"line %u: there is a key %u above", line, key->number);
	m->n++;
	return SP_OK;
}

int sp_seal_master_parse(
	struct sp_master *out, const char *text, size_t len, struct sp_error *e)
{
	struct sp_cursor c;
	const char *line;
	size_t n;
	unsigned number = 0;
	int code = SP_OK;

	memset(out, 0, sizeof(*out));
	sp_cursor_init(&c, text, len);
	while (code == SP_OK && sp_cursor_line(&c, &line, &n)) {
		number++;
		line = sp_trim(line, &n);
		if (n > 0)
			code = parse_line(out, line, n, number, e);
	}
	if (code == SP_OK && out->n == 0)
		code = sp_error_set(e, SP_EINVAL, "there is no key in it");
	if (code != SP_OK)
		sp_seal_master_clear(out);
	return code;
}

int seal_check_access(
	const struct stat *st, uid_t euid, const char *path, struct sp_error *e)
{
	/* An access list on a file of root's shows in the group's bits. */
	mode_t closed = st->st_uid == 0 && st->st_gid == 0 && euid != 0
				? S_IWGRP | S_IRWXO
				: S_IRWXG | S_IRWXO;

	if (!S_ISREG(st->st_mode))
		return sp_error_remedy(e,
			sp_error_set(
				e, SP_EINVAL, "%s is not a regular file", path),
			"name the master key file");
	if (st->st_uid != euid && st->st_uid != 0)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"%s belongs to another user (uid %u), who "
				"could read it",
				path, (unsigned)st->st_uid),
			"chown it to uid %u", (unsigned)euid);
	if ((st->st_mode & closed) != 0)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"%s is open to other users (mode %04o)", path,
				(unsigned)(st->st_mode & 07777)),
			"run: chmod 600 %s", path);
	return SP_OK;
}

static int cannot_open(const char *path, struct sp_error *e)
{
	if (errno != ENOENT)
		return sp_error_set(e, SP_ESYS,
			"cannot open the master key file %s: %s", path,
			strerror(errno));
	return sp_error_remedy(e,
		sp_error_set(e, SP_ENOTFOUND,
			"cannot open the master key file %s: %s", path,
			strerror(errno)),
		"put the key back; `spellpost init` makes one for a new club "
		"only");
}

int sp_seal_master_load(
	struct sp_master *out, const char *path, struct sp_error *e)
{
	uint8_t text[FILE_BYTES];
	struct stat st;
	int code;
	/* Not to hang on a fifo. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	memset(out, 0, sizeof(*out));
	if (fd < 0)
		return cannot_open(path, e);
	if (fstat(fd, &st) != 0) {
		code = sp_error_set(e, SP_ESYS, "cannot inspect %s: %s", path,
			strerror(errno));
		goto out;
	}
	code = seal_check_access(&st, geteuid(), path, e);
	if (code != SP_OK)
		goto out;
	if (st.st_size < 0 || st.st_size > FILE_BYTES) {
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL, "%s is larger than %d bytes",
				path, FILE_BYTES),
			"name the master key file");
		goto out;
	}
	if (sp_read_full(fd, text, (size_t)st.st_size) != SP_OK) {
		code = sp_error_set(e, SP_ESYS, "cannot read %s", path);
		goto out;
	}
	code = sp_seal_master_parse(
		out, (const char *)text, (size_t)st.st_size, e);
	if (code != SP_OK)
		(void)sp_error_prefix(e, "%s", path);
out:
	sp_wipe(text, sizeof(text));
	(void)close(fd);
	return code;
}

/* The name in its folder lasts too. */
static int sync_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash == NULL ? sp_xstrdup(".")
		       : slash == path
			       ? sp_xstrdup("/")
			       : sp_xstrndup(path, (size_t)(slash - path));
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int rc = fd < 0 ? -1 : fsync(fd);

	if (fd >= 0)
		(void)close(fd);
	sp_free(folder);
	return rc;
}

/* Give the file its name, unless another has it. */
static int put_under(const char *path, const char *draft, struct sp_error *e)
{
	bool named = link(draft, path) == 0;

	if (!named && errno == EEXIST)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EEXISTS, "%s exists", path),
			"a new master would make its games unreadable, so "
			"remove it yourself if you mean to");
	if (named && sync_folder(path) == 0)
		return SP_OK;
	(void)sp_error_set(e, SP_ESYS, "cannot make the master key file %s: %s",
		path, strerror(errno));
	if (named)
		(void)unlink(path);
	return SP_ESYS;
}

int sp_seal_master_create(const char *path, struct sp_error *e)
{
	uint8_t key[SP_KEY_BYTES];
	char text[2 + 2 * SP_KEY_BYTES + 2] = "1 ";
	char *draft;
	int fd;
	int code = seal_random(key, sizeof(key), e);

	if (code != SP_OK)
		return code;
	sp_hex(text + 2, key, sizeof(key));
	text[2 + 2 * SP_KEY_BYTES] = '\n';
	/* under its name it is whole, or not there: others may look for it */
	draft = sp_xasprintf("%s.XXXXXX", path);
	fd = mkstemp(draft);
	if (fd < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
		code = sp_error_set(e, SP_ESYS,
			"cannot make the master key file %s: %s", path,
			strerror(errno));
	else if (sp_write_full(fd, text, sizeof(text) - 1) != SP_OK ||
		 fsync(fd) != 0)
		code = sp_error_set(e, SP_ESYS,
			"cannot write the master key file %s: %s", path,
			strerror(errno));
	else
		code = put_under(path, draft, e);
	if (fd >= 0) {
		(void)unlink(draft);
		(void)close(fd);
	}
	sp_free(draft);
	sp_wipe(key, sizeof(key));
	sp_wipe(text, sizeof(text));
	return code;
}

const uint8_t *sp_seal_master_key(const struct sp_master *m, uint32_t number)
{
	for (size_t i = 0; i < m->n; i++) {
		if (m->keys[i].number == number)
			return m->keys[i].key;
	}
	return NULL;
}

uint32_t sp_seal_master_newest(const struct sp_master *m)
{
	uint32_t newest = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (m->keys[i].number > newest)
			newest = m->keys[i].number;
	}
	return newest;
}

void sp_seal_master_clear(struct sp_master *m)
{
	sp_wipe(m, sizeof(*m));
}
