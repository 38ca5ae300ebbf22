/* What systemd is told, and what is installed. */
#define _GNU_SOURCE /* syscall */
#include "daemon_tests.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../fixtures.h"
#include "mail/mime_private.h"

TEST("daemon/service", "systemd is told")
{
	char *dir = test_tempdir();
	char *program = sp_xasprintf("%s/spellpostd", test_build_dir());
	char *config = sp_xasprintf("%s/club/spellpost.conf", dir);
	char *name = sp_xasprintf("%s/notify", dir);
	int fd;
	pid_t pid;

	daemon_make_club(dir, test_build_dir());
	fd = daemon_listen(name);
	pid = daemon_start(program, config, name, "100000", NULL, NULL);
	CU_ASSERT(daemon_await(fd, "READY=1") >= 0);
	CU_ASSERT(daemon_await(fd, "STATUS=Playing.") >= 0);
	/* far more often than the five seconds between two passes */
	for (int i = 0; i < 10; i++)
		EQUAL_INT(daemon_await(fd, "WATCHDOG=1"), 0);
	(void)kill(pid, SIGHUP);
	CU_ASSERT(daemon_await(fd, "RELOADING=1") >= 0);
	CU_ASSERT(daemon_await(fd, "READY=1") >= 0);
	(void)kill(pid, SIGTERM);
	CU_ASSERT(daemon_await(fd, "STOPPING=1") >= 0);
	EQUAL_INT(daemon_stop(pid, -1), 0);
	(void)close(fd);
	sp_free(program);
	sp_free(config);
	sp_free(name);
}

/* The programs are found from each other, so that what was installed into a
 * scratch root runs there. */
static char *install(const char *root)
{
	char *command = sp_xasprintf(
		"env -u MAKEFLAGS -u MAKELEVEL make -s -C '%s' BUILD='%s' "
		"PREFIX=/usr DESTDIR='%s' install-files >/dev/null",
		test_source_dir(), test_build_dir(), root);
	char *unit = sp_xasprintf(
		"%s/usr/lib/systemd/system/spellpostd.service", root);
	struct sp_buf text;
	struct sp_cursor cursor;
	const char *line;
	char *program = NULL;
	size_t n;

	EQUAL_INT_FATAL(daemon_run(command), 0);
	sp_buf_init(&text, 65536);
	EQUAL_INT_FATAL(sp_file_read(&text, unit, NULL), SP_OK);
	sp_cursor_init(&cursor, sp_buf_str(&text), text.len);
	while (sp_cursor_line(&cursor, &line, &n))
		if (n > 10 && memcmp(line, "ExecStart=", 10) == 0 &&
			memchr(line, ' ', n) != NULL)
			program = sp_xasprintf("%s%.*s", root,
				(int)((const char *)memchr(line, ' ', n) -
					line - 10),
				line + 10);
	sp_buf_free(&text);
	sp_free(command);
	sp_free(unit);
	return program;
}

TEST("daemon/service", "the installed unit becomes ready")
{
	char *root = test_tempdir();
	char *program = install(root);
	char *bin = sp_xasprintf("%s/usr/bin", root);
	char *config = sp_xasprintf("%s/club/spellpost.conf", root);
	char *name = sp_xasprintf("@spellpost-test-%d", (int)getpid());
	int fd;
	pid_t pid;

	CU_ASSERT_PTR_NOT_NULL_FATAL(program);
	daemon_make_club(root, bin);
	fd = daemon_listen(name);
	pid = daemon_start(program, config, name, "not a number", NULL, NULL);
	EQUAL_INT(daemon_await(fd, "READY=1"), 0);
	EQUAL_INT(daemon_stop(pid, -1), 0);
	/* nobody asked for signs of life */
	EQUAL_INT(daemon_await(fd, "STATUS="), 0);
	EQUAL_INT(daemon_await(fd, "STOPPING=1"), 0);
	(void)close(fd);
	sp_free(program);
	sp_free(bin);
	sp_free(config);
	sp_free(name);
}

/* No core file before the key is read, nor afterwards. (The leak sanitizer
 * cannot be traced, and would make the process dumpable.) Its children are not
 * looked at: they guard themselves too. */
static void guarded(const char *dir, const char *command)
{
	char *trace = sp_xasprintf("%s/trace", dir);
	char *line = sp_xasprintf("LSAN_OPTIONS=detect_leaks=0 strace -o '%s' "
				  "-e trace=prctl,prlimit64,setrlimit,openat "
				  "'%s'/%s >/dev/null 2>&1",
		trace, test_build_dir(), command);
	struct sp_buf text;

	EQUAL_INT(daemon_run(line), 0);
	sp_buf_init(&text, 16 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, trace, NULL), SP_OK);
	const char *key = strstr(sp_buf_str(&text), "/master.key\"");
	const char *limit =
		strstr(sp_buf_str(&text), "RLIMIT_CORE, {rlim_cur=0");
	const char *dump =
		strstr(sp_buf_str(&text), "PR_SET_DUMPABLE, SUID_DUMP_DISABLE");
	CU_ASSERT_PTR_NOT_NULL(key);
	CU_ASSERT_TRUE(limit != NULL && limit < key);
	CU_ASSERT_TRUE(dump != NULL && dump < key);
	LACKS(sp_buf_str(&text), "SUID_DUMP_USER");
	sp_buf_free(&text);
	sp_free(line);
	sp_free(trace);
}

TEST("daemon/service", "no core files")
{
	static const char *const commands[] = {
		"spellpostd -c '%s' --once",
		"spellpost -c '%s' check",
		"spellpost -c '%s' doctor --offline",
		("spellpost -c '%s' game new --id core "
		 "--seat red=a@b.example --seat blue=bot:random"),
	};
	char *dir = test_tempdir();
	char *config = sp_xasprintf("%s/club/spellpost.conf", dir);

	if (daemon_run("strace -o /dev/null true >/dev/null 2>&1") != 0) {
		test_skip("strace is not there or may not trace");
		sp_free(config);
		return;
	}
	daemon_make_club(dir, test_build_dir());
	for (size_t i = 0; i < SP_ARRAY_LEN(commands); i++) {
		const char *at = strstr(commands[i], "%s");
		char *command = sp_xasprintf("%.*s%s%s",
			(int)(at - commands[i]), commands[i], config, at + 2);

		guarded(dir, command);
		sp_free(command);
	}
	sp_free(config);
}

/* The parser process gives up what it will not need, all of it for good, and
 * files where the kernel has landlock; then each reader shuts its own door. */
TEST("daemon/service", "the parser is caged")
{
	char *dir = test_tempdir();
	char *trace = sp_xasprintf("%s/trace", dir);
	char *line = sp_xasprintf(
		"echo 'From: ann@example.net' | "
		"strace -f -o '%s' -e trace=landlock_create_ruleset,"
		"landlock_restrict_self,seccomp,prctl,prlimit64 "
		"'%s/spellpost' -c '%s/club/spellpost.conf' deliver "
		">/dev/null 2>&1",
		trace, test_build_dir(), dir);
	struct sp_buf text;

	if (daemon_run("strace -o /dev/null true >/dev/null 2>&1") != 0 ||
		!SP_MIME_ADDRESSES_OURS) {
		if (SP_MIME_ADDRESSES_OURS)
			test_skip("strace is not there or may not trace");
		sp_free(line);
		sp_free(trace);
		return;
	}
	daemon_make_club(dir, test_build_dir());
	(void)daemon_run(line);
	sp_buf_init(&text, 16 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, trace, NULL), SP_OK);
	const char *all = sp_buf_str(&text);
	const char *ruleset = strstr(all, "landlock_create_ruleset({");
	const char *files = strstr(all, "landlock_restrict_self(");
	const char *privileges = strstr(all, "PR_SET_NO_NEW_PRIVS");
	const char *filter = strstr(all, "seccomp(SECCOMP_SET_MODE_FILTER");
	CU_ASSERT(privileges != NULL && filter != NULL && privileges < filter);
	CU_ASSERT(filter != NULL && strstr(filter + 1, "seccomp(") != NULL);
	if (syscall(SYS_landlock_create_ruleset, NULL, 0, 1) < 1)
		test_skip("this kernel has no landlock, or has it off");
	else
		CU_ASSERT(ruleset != NULL && files != NULL && files < filter);
	sp_buf_free(&text);
	sp_free(line);
	sp_free(trace);
}
