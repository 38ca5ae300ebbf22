#include "fixtures.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

static char **folders;
static size_t folder_count;
static pid_t owner;

void test_skip(const char *reason)
{
	printf("SKIP: %s ", reason);
	(void)fflush(stdout);
	if (getenv("SP_NO_SKIP") != NULL)
		CU_FAIL("skipped although SP_NO_SKIP is set");
}

char *test_tempdir(void)
{
	const char *base = getenv("TMPDIR");
	char *path = sp_xasprintf("%s/spellpost-test-XXXXXX",
		base != NULL && *base != '\0' ? base : "/tmp");

	if (mkdtemp(path) == NULL) {
		perror(path);
		abort();
	}
	owner = getpid();
	folders = sp_xrealloc(folders, folder_count + 1, sizeof(*folders));
	folders[folder_count++] = path;
	return path;
}

char *test_file(const char *text, unsigned mode)
{
	char *path = sp_xasprintf("%s/file", test_tempdir());

	if (sp_file_write(path, text, strlen(text), 0600, NULL) != SP_OK ||
		chmod(path, (mode_t)mode) != 0) {
		perror(path);
		abort();
	}
	return path;
}

char *test_program(const char *body)
{
	char *text = sp_xasprintf("#!/bin/sh\n%s\n", body);
	char *path = test_file(text, 0700);

	sp_free(text);
	return path;
}

static void remove_tree(const char *path)
{
	struct dirent *entry;
	struct stat st;
	DIR *dir;

	if (lstat(path, &st) != 0)
		return;
	if (!S_ISDIR(st.st_mode)) {
		(void)unlink(path);
		return;
	}
	(void)chmod(path, 0700);
	dir = opendir(path);
	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL) {
		char *sub;

		if (sp_streq(entry->d_name, ".") ||
			sp_streq(entry->d_name, ".."))
			continue;
		sub = sp_xasprintf("%s/%s", path, entry->d_name);
		remove_tree(sub);
		sp_free(sub);
	}
	(void)closedir(dir);
	(void)rmdir(path);
}

void test_cleanup(void)
{
	/* A test may fork; only the runner itself cleans up. */
	bool mine = getpid() == owner;

	for (size_t i = 0; i < folder_count; i++) {
		if (mine)
			remove_tree(folders[i]);
		sp_free(folders[i]);
	}
	sp_free(folders);
	folders = NULL;
	folder_count = 0;
}

const char *test_source_dir(void)
{
	return SP_SOURCE_DIR;
}

const char *test_build_dir(void)
{
	return SP_BUILD_DIR;
}

static bool is_set(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && sp_streq(value, "1");
}

bool test_long(void)
{
	return is_set("SP_LONG");
}

unsigned test_tries(unsigned few, unsigned usual, unsigned many)
{
	if (test_long())
		return many;
	return is_set("SP_SHORT") ? few : usual;
}

bool test_updates_golden(void)
{
	return is_set("SP_UPDATE_GOLDEN") && getenv("SP_NO_SKIP") == NULL;
}

void test_golden(const char *name, const char *text)
{
	char *path = sp_xasprintf("%s/tests/cases/%s", SP_SOURCE_DIR, name);
	struct sp_error e = { 0 };
	struct sp_buf expected;

	sp_buf_init(&expected, 1 << 20);
	if (test_updates_golden()) {
		EQUAL_INT(sp_file_write(path, text, strlen(text), 0644, &e),
			SP_OK);
	} else if (sp_file_read(&expected, path, &e) != SP_OK) {
		printf("\n%s\n", e.text);
		CU_FAIL("cannot read the golden file");
	} else if (!sp_streq(sp_buf_str(&expected), text)) {
		printf("\n%s is not what came out:\n%s", path, text);
		CU_FAIL("differs from the golden file");
	}
	sp_buf_free(&expected);
	sp_free(path);
}
