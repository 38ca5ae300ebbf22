/*
 * tests/e2e/t*.sh as CUnit tests, each in a suite of its own: `build/unit
 * e2e/t150` runs the one whose name begins so. Each script runs under `sh -eu`
 * in a folder of its own, which is also its TMPDIR, with BUILD and SRC in the
 * environment. Exit status 77 is a skip (the last line says why); any other
 * that is not 0 is a failure, and the end of the output is shown.
 */
#include <fcntl.h>
#include <glob.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../fixtures.h"
#include "base/base.h"
#include "unit.h"

#define OUTPUT_MAX  (8U << 20)
#define TAIL_LINES  40
#define EXIT_SKIP   77
#define EXIT_NO_RUN 127

/* The child: never returns. */
static void exec_script(const char *script, const char *folder, int out)
{
	/* A hanging daemon must not hang the tests: timeout(1) makes a process
	 * group of the script and ends all of it. */
	const char *limit = test_long() ? "3600" : "600";
	int null = open("/dev/null", O_RDONLY);

	if (null < 0 || chdir(folder) != 0 || dup2(null, STDIN_FILENO) < 0 ||
		dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0 ||
		setenv("BUILD", test_build_dir(), 1) != 0 ||
		setenv("SRC", test_source_dir(), 1) != 0 ||
		setenv("TMPDIR", folder, 1) != 0)
		_exit(EXIT_NO_RUN);
	(void)execlp("timeout", "timeout", "-k", "10", limit, "sh", "-eu",
		script, (char *)NULL);
	_exit(EXIT_NO_RUN);
}

/* Where the last `lines` lines of a text begin. */
static const char *tail(const struct sp_buf *text, unsigned lines)
{
	const char *start = sp_buf_str(text);
	const char *at = start + text->len;

	if (at > start && at[-1] == '\n')
		at--;
	while (at > start) {
		if (at[-1] == '\n' && --lines == 0)
			break;
		at--;
	}
	return at;
}

static int run_script(const char *script, struct sp_buf *output)
{
	char *folder = test_tempdir();
	/* Not inside the folder: the script may count its files. */
	char *log = sp_xasprintf("%s/output", test_tempdir());
	int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int status = -1;
	pid_t pid;

	CU_ASSERT_FATAL(out >= 0);
	(void)fflush(NULL);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0)
		exec_script(script, folder, out);
	(void)close(out);
	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	if (sp_file_read(output, log, NULL) != SP_OK)
		sp_buf_adds(output, "(no output, or more than 8 MB)");
	sp_free(log);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void test_script(void)
{
	const char *name = unit_name();
	char *script = sp_xasprintf("%s/tests/e2e/%s", test_source_dir(), name);
	struct sp_buf output;
	int status;

	sp_buf_init(&output, OUTPUT_MAX);
	status = run_script(script, &output);
	if (status == EXIT_SKIP) {
		const char *last = tail(&output, 1);
		size_t len = strlen(last);
		char *reason;

		last = sp_trim(last, &len);
		reason = sp_xstrndup(last, len);
		test_skip(reason);
		sp_free(reason);
	} else if (status != 0) {
		printf("\n--- %s: exit status %d\n%s---\n", name, status,
			tail(&output, TAIL_LINES));
		CU_FAIL("script failed");
	}
	sp_buf_free(&output);
	sp_free(script);
}

static void find_scripts(void)
{
	char *pattern =
		sp_xasprintf("%s/tests/e2e/t[0-9]*.sh", test_source_dir());
	glob_t found;

	/* glob sorts; where there are no scripts it finds none. */
	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *name = strrchr(found.gl_pathv[i], '/') + 1;
			char *suite = sp_xasprintf("e2e/%.*s",
				(int)(strlen(name) - strlen(".sh")), name);
			unit_found(suite, name, test_script);
			sp_free(suite);
		}
		globfree(&found);
	}
	sp_free(pattern);
}

FIND_TESTS(find_scripts);
