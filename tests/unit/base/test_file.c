#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../fixtures.h"
#include "base/base.h"

static void expect_file(const char *path, const char *expected)
{
	struct sp_error e = { 0 };
	struct sp_buf b;

	sp_buf_init(&b, 1000);
	EQUAL_INT(sp_file_read(&b, path, &e), SP_OK);
	EQUAL_INT(e.code, 0);
	EQUAL_STRING(sp_buf_str(&b), expected);
	sp_buf_free(&b);
}

TEST("base/file", "writes and reads")
{
	char *path = sp_xasprintf("%s/file", test_tempdir());
	char *tmp = sp_xasprintf("%s.tmp", path);
	struct sp_error e = { 0 };
	struct stat st;

	EQUAL_INT(sp_file_write(path, "one", 3, 0600, &e), SP_OK);
	expect_file(path, "one");
	EQUAL_INT(stat(path, &st), 0);
	EQUAL_INT(st.st_mode & 0777, 0600);
	/* Replaces, also when a crash left its half behind. */
	EQUAL_INT(symlink("file", tmp), 0);
	EQUAL_INT(sp_file_write(path, "two", 3, 0600, &e), SP_OK);
	expect_file(path, "two");
	EQUAL_INT(lstat(path, &st), 0);
	CU_ASSERT(S_ISREG(st.st_mode));
	EQUAL_INT(access(tmp, F_OK), -1);
	EQUAL_INT(sp_file_write(path, NULL, 0, 0600, &e), SP_OK);
	expect_file(path, "");
	EQUAL_INT(e.code, 0);
	sp_free(tmp);
	sp_free(path);
}

TEST("base/file", "read errors")
{
	char *folder = test_tempdir();
	char *path = sp_xasprintf("%s/file", folder);
	struct sp_error e = { 0 };
	struct sp_buf b;

	sp_buf_init(&b, 5);
	sp_buf_adds(&b, "ab");
	EQUAL_INT(sp_file_read(&b, path, &e), SP_ENOTFOUND);
	EQUAL_INT(e.code, SP_ENOTFOUND);
	CU_ASSERT(strstr(e.text, path) != NULL);
	sp_error_clear(&e);
	EQUAL_INT(sp_file_read(&b, folder, &e), SP_ESYS);
	EQUAL_INT(sp_file_write(path, "cde", 3, 0600, NULL), SP_OK);
	EQUAL_INT(sp_file_read(&b, path, NULL), SP_OK);
	EQUAL_STRING(b.data, "abcde");
	sp_buf_truncate(&b, 3);
	sp_error_clear(&e);
	EQUAL_INT(sp_file_read(&b, path, &e), SP_ELIMIT);
	EQUAL_STRING(b.data, "abc");
	CU_ASSERT(!b.overflow);
	sp_buf_free(&b);
	sp_free(path);
}

TEST("base/file", "large files")
{
	char *path = sp_xasprintf("%s/file", test_tempdir());
	struct sp_buf in, out;

	sp_buf_init(&in, SIZE_MAX);
	for (int i = 0; i < 20000; i++)
		sp_buf_addf(&in, "%06d\n", i);
	sp_buf_add(&in, "\0\xff", 2);
	EQUAL_INT(sp_file_write(path, in.data, in.len, 0600, NULL), SP_OK);
	sp_buf_init(&out, in.len);
	EQUAL_INT(sp_file_read(&out, path, NULL), SP_OK);
	EQUAL_INT(out.len, in.len);
	EQUAL_INT(memcmp(out.data, in.data, in.len), 0);
	sp_buf_free(&out);
	sp_buf_init(&out, in.len - 1);
	EQUAL_INT(sp_file_read(&out, path, NULL), SP_ELIMIT);
	EQUAL_INT(out.len, 0);
	sp_buf_free(&out);
	sp_buf_free(&in);
	sp_free(path);
}

TEST("base/file", "write errors")
{
	char *folder = test_tempdir();
	char *path = sp_xasprintf("%s/none/file", folder);
	char *sub = sp_xasprintf("%s/sub", folder);
	char *tmp = sp_xasprintf("%s.tmp", sub);
	struct sp_error e = { 0 };

	EQUAL_INT(sp_file_write(path, "x", 1, 0600, &e), SP_ENOTFOUND);
	CU_ASSERT(strstr(e.text, "none/file.tmp") != NULL);
	/* The name is taken by a folder: nothing is left behind. */
	EQUAL_INT(sp_mkdirs(sub, 0700, NULL), SP_OK);
	sp_error_clear(&e);
	EQUAL_INT(sp_file_write(sub, "x", 1, 0600, &e), SP_ESYS);
	EQUAL_INT(access(tmp, F_OK), -1);
	sp_free(tmp);
	sp_free(sub);
	sp_free(path);
}

TEST("base/file", "folders")
{
	char *folder = test_tempdir();
	char *deep = sp_xasprintf("%s/a//b/c/", folder);
	char *file = sp_xasprintf("%s/file", folder);
	char *below = sp_xasprintf("%s/file/x", folder);
	struct sp_error e = { 0 };
	struct stat st;

	EQUAL_INT(sp_mkdirs(deep, 0700, &e), SP_OK);
	EQUAL_INT(sp_mkdirs(deep, 0700, &e), SP_OK);
	EQUAL_INT(stat(deep, &st), 0);
	EQUAL_INT(st.st_mode & 0777, 0700);
	EQUAL_INT(sp_mkdirs("/", 0700, &e), SP_OK);
	EQUAL_INT(sp_file_write(file, "", 0, 0600, &e), SP_OK);
	EQUAL_INT(e.code, 0);
	EQUAL_INT(sp_mkdirs(file, 0700, &e), SP_EEXISTS);
	sp_error_clear(&e);
	EQUAL_INT(sp_mkdirs(below, 0700, &e), SP_EEXISTS);
	sp_error_clear(&e);
	EQUAL_INT(sp_mkdirs("", 0700, &e), SP_ENOTFOUND);
	sp_free(below);
	sp_free(file);
	sp_free(deep);
}

TEST("base/file", "full transfers")
{
	char bytes[8] = { 0 };
	int fds[2];

	EQUAL_INT_FATAL(pipe(fds), 0);
	EQUAL_INT(sp_write_full(fds[1], "abc", 3), SP_OK);
	EQUAL_INT(sp_write_full(fds[1], "def", 3), SP_OK);
	EQUAL_INT(sp_write_full(fds[1], NULL, 0), SP_OK);
	EQUAL_INT(sp_read_full(fds[0], bytes, 5), SP_OK);
	EQUAL_STRING(bytes, "abcde");
	(void)close(fds[1]);
	EQUAL_INT(sp_read_full(fds[0], bytes, 0), SP_OK);
	EQUAL_INT(sp_read_full(fds[0], bytes, 2), SP_EAGAIN);
	EQUAL_INT(sp_read_full(fds[0], bytes, 1), SP_EAGAIN);
	(void)close(fds[0]);
	errno = 0;
	EQUAL_INT(sp_read_full(fds[0], bytes, 1), SP_ESYS);
	EQUAL_INT(errno, EBADF);
	errno = 0;
	EQUAL_INT(sp_write_full(fds[1], bytes, 1), SP_ESYS);
	EQUAL_INT(errno, EBADF);
}
