#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(struct sp_error *e, const char *what, const char *path)
{
	int code = errno == ENOENT ? SP_ENOTFOUND : SP_ESYS;

	return sp_error_set(e, code, "%s %s: %s", what, path, strerror(errno));
}

int sp_file_read(struct sp_buf *out, const char *path, struct sp_error *e)
{
	size_t start = out->len;
	char chunk[16384];
	int code = SP_OK;
	int fd;

	sp_buf_add(out, "", 0);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return fail(e, "cannot open", path);
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			code = fail(e, "cannot read", path);
		else if ((size_t)n > out->max - out->len)
			code = sp_error_set(e, SP_ELIMIT,
				"%s is larger than %zu bytes", path,
				out->max - start);
		else
			sp_buf_add(out, chunk, (size_t)n);
		if (code != SP_OK || n <= 0)
			break;
	}
	(void)close(fd);
	if (code != SP_OK)
		sp_buf_truncate(out, start);
	return code;
}

int sp_file_write(const char *path, const void *data, size_t n, unsigned mode,
	struct sp_error *e)
{
	char *tmp = sp_xasprintf("%s.tmp", path);
	int code = SP_OK;
	int fd;

	/* What a crash left behind may belong to anybody and have any mode. */
	(void)unlink(tmp);
	fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		(mode_t)mode);
	if (fd < 0) {
		code = fail(e, "cannot create", tmp);
		goto out;
	}
	if (sp_write_full(fd, data, n) != 0)
		code = fail(e, "cannot write", tmp);
	if (close(fd) != 0 && code == SP_OK)
		code = fail(e, "cannot write", tmp);
	if (code == SP_OK && rename(tmp, path) != 0)
		code = fail(e, "cannot replace", path);
	if (code != SP_OK)
		(void)unlink(tmp);
out:
	sp_free(tmp);
	return code;
}

static int make_folder(const char *path, unsigned mode, struct sp_error *e)
{
	struct stat st;

	if (mkdir(path, (mode_t)mode) == 0)
		return SP_OK;
	if (errno != EEXIST)
		return fail(e, "cannot make folder", path);
	if (stat(path, &st) != 0)
		return fail(e, "cannot look at", path);
	if (!S_ISDIR(st.st_mode))
		return sp_error_set(e, SP_EEXISTS, "%s is not a folder", path);
	return SP_OK;
}

int sp_mkdirs(const char *path, unsigned mode, struct sp_error *e)
{
	char *part = sp_xstrdup(path);
	int code = SP_OK;

	for (char *at = part; *at != '\0' && code == SP_OK; at++) {
		if (*at != '/' || at == part || at[-1] == '/')
			continue;
		*at = '\0';
		code = make_folder(part, mode, e);
		*at = '/';
	}
	if (code == SP_OK)
		code = make_folder(part, mode, e);
	sp_free(part);
	return code;
}

int sp_read_full(int fd, void *p, size_t n)
{
	char *at = p;

	while (n > 0) {
		ssize_t got = read(fd, at, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return SP_ESYS;
		if (got == 0)
			return SP_EAGAIN;
		at += got;
		n -= (size_t)got;
	}
	return SP_OK;
}

int sp_write_full(int fd, const void *p, size_t n)
{
	const char *at = p;

	while (n > 0) {
		ssize_t put = write(fd, at, n);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return SP_ESYS;
		at += put;
		n -= (size_t)put;
	}
	return SP_OK;
}
