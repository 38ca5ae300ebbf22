#include "unit.h"

#include <fcntl.h>
#include <unistd.h>

#include "../fixtures.h"
#include "base/base.h"

static int saved_stderr;
static char *log_path;

static void capture(void)
{
	int fd;

	log_path = sp_xasprintf("%s/log", test_tempdir());
	saved_stderr = dup(STDERR_FILENO);
	fd = open(log_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
	CU_ASSERT_FATAL(saved_stderr >= 0 && fd >= 0);
	CU_ASSERT_FATAL(dup2(fd, STDERR_FILENO) >= 0);
	(void)close(fd);
}

/* What was logged since capture(); stderr is the old one again. */
static void release(struct sp_buf *out)
{
	CU_ASSERT_FATAL(dup2(saved_stderr, STDERR_FILENO) >= 0);
	(void)close(saved_stderr);
	sp_buf_init(out, 100000);
	EQUAL_INT(sp_file_read(out, log_path, NULL), SP_OK);
	sp_free(log_path);
}

TEST("base/log", "levels and prefixes")
{
	const char *journal = getenv("JOURNAL_STREAM");
	char *old = journal != NULL ? sp_xstrdup(journal) : NULL;
	struct sp_buf text;

	(void)unsetenv("JOURNAL_STREAM");
	capture();
	sp_log_set_level(SP_LOG_INFO);
	sp_log(SP_LOG_INFO, "hello %d", 1);
	sp_log(SP_LOG_DEBUG, "not shown");
	sp_log_set_level(SP_LOG_DEBUG);
	sp_log(SP_LOG_DEBUG, "shown");
	sp_log_set_level(SP_LOG_ERROR);
	sp_log(SP_LOG_WARN, "not shown");
	(void)setenv("JOURNAL_STREAM", "8:1", 1);
	sp_log(SP_LOG_ERROR, "e");
	sp_log_set_level(SP_LOG_DEBUG);
	sp_log(SP_LOG_WARN, "w");
	sp_log(SP_LOG_INFO, "i");
	sp_log(SP_LOG_DEBUG, "d");
	sp_log_set_level(SP_LOG_INFO);
	release(&text);
	EQUAL_STRING(text.data, "spellpost: hello 1\nspellpost: shown\n"
				"<3>e\n<4>w\n<6>i\n<7>d\n");
	sp_buf_free(&text);
	if (old != NULL)
		(void)setenv("JOURNAL_STREAM", old, 1);
	else
		(void)unsetenv("JOURNAL_STREAM");
	sp_free(old);
}

/* Text from a mail cannot make a line of its own, however long it is. */
TEST("base/log", "one call, one line")
{
	char big[5000];
	struct sp_buf text;

	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	capture();
	sp_log(SP_LOG_WARN, "a\nb\r\x1b[31m%s", "c\x7f");
	sp_log(SP_LOG_WARN, "%s", big);
	release(&text);
	CU_ASSERT(strstr(text.data, "a b  [31mc \n") != NULL);
	CU_ASSERT(text.len < 3000);
	EQUAL_INT(text.data[text.len - 1], '\n');
	sp_buf_free(&text);
}
