/*
 * The daemon as its supervisor sees it: these tests stand in for systemd, with
 * a notification socket of their own.
 */
#include <CUnit/CUnit.h>
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../fixtures.h"

#define PATIENCE 60000 /* ms; a busy machine, sanitizers */

/* Run a command to its end; its exit status. */
static int run(const char *command)
{
	int status = system(command); /* NOLINT(cert-env33-c): our own text */

	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* A club of the programs in `bin`, with the data folder <dir>/club. */
static void make_club(const char *dir, const char *bin)
{
	char *command = sp_xasprintf(
		"'%s/spellpost' init '%s/club' >/dev/null", bin, dir);

	CU_ASSERT_EQUAL_FATAL(run(command), 0);
	sp_free(command);
}

/* `name` as in $NOTIFY_SOCKET. */
static int listen_at(const char *name)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	socklen_t len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) +
				    strlen(name));

	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_FATAL(sp_copy(addr.sun_path, sizeof(addr.sun_path), name));
	if (name[0] == '@')
		addr.sun_path[0] = '\0';
	CU_ASSERT_FATAL(bind(fd, (struct sockaddr *)&addr, len) == 0);
	return fd;
}

static pid_t start(const char *program, const char *config, const char *socket,
	const char *usec)
{
	(void)fflush(NULL);
	pid_t pid = fork();

	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		if (freopen("/dev/null", "w", stderr) == NULL ||
			setenv("NOTIFY_SOCKET", socket, 1) != 0 ||
			setenv("WATCHDOG_USEC", usec, 1) != 0 ||
			unsetenv("WATCHDOG_PID") != 0)
			_exit(127);
		(void)execl(program, program, "-c", config, (char *)NULL);
		_exit(127);
	}
	return pid;
}

/* Datagrams until one has this line; how many came before it, or -1. */
static int wait_for(int fd, const char *line)
{
	char text[2048];

	for (int before = 0;; before++) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		if (poll(&p, 1, PATIENCE) != 1)
			return -1;
		ssize_t n = recv(fd, text, sizeof(text) - 1, 0);
		if (n < 0)
			return -1;
		text[n] = '\0';
		if (sp_starts(text, line))
			return before;
	}
}

static int stop(pid_t pid)
{
	int status = -1;

	(void)kill(pid, SIGTERM);
	CU_ASSERT_EQUAL(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static void systemd_is_told(void)
{
	char *dir = test_tempdir();
	char *program = sp_xasprintf("%s/spellpostd", test_build_dir());
	char *config = sp_xasprintf("%s/club/spellpost.conf", dir);
	char *name = sp_xasprintf("%s/notify", dir);
	int fd;
	pid_t pid;

	make_club(dir, test_build_dir());
	fd = listen_at(name);
	pid = start(program, config, name, "100000");
	CU_ASSERT(wait_for(fd, "READY=1") >= 0);
	CU_ASSERT(wait_for(fd, "STATUS=Playing.") >= 0);
	/* far more often than the five seconds between two passes */
	for (int i = 0; i < 10; i++)
		CU_ASSERT_EQUAL(wait_for(fd, "WATCHDOG=1"), 0);
	(void)kill(pid, SIGHUP);
	CU_ASSERT(wait_for(fd, "RELOADING=1") >= 0);
	CU_ASSERT(wait_for(fd, "READY=1") >= 0);
	(void)kill(pid, SIGTERM);
	CU_ASSERT(wait_for(fd, "STOPPING=1") >= 0);
	CU_ASSERT_EQUAL(stop(pid), 0);
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

	CU_ASSERT_EQUAL_FATAL(run(command), 0);
	sp_buf_init(&text, 65536);
	CU_ASSERT_EQUAL_FATAL(sp_file_read(&text, unit, NULL), SP_OK);
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

static void the_installed_unit_becomes_ready(void)
{
	char *root = test_tempdir();
	char *program = install(root);
	char *bin = sp_xasprintf("%s/usr/bin", root);
	char *config = sp_xasprintf("%s/club/spellpost.conf", root);
	char *name = sp_xasprintf("@spellpost-test-%d", (int)getpid());
	int fd;
	pid_t pid;

	CU_ASSERT_PTR_NOT_NULL_FATAL(program);
	make_club(root, bin);
	fd = listen_at(name);
	pid = start(program, config, name, "not a number");
	CU_ASSERT_EQUAL(wait_for(fd, "READY=1"), 0);
	CU_ASSERT_EQUAL(stop(pid), 0);
	/* nobody asked for signs of life */
	CU_ASSERT_EQUAL(wait_for(fd, "STATUS="), 0);
	CU_ASSERT_EQUAL(wait_for(fd, "STOPPING=1"), 0);
	(void)close(fd);
	sp_free(program);
	sp_free(bin);
	sp_free(config);
	sp_free(name);
}

static CU_TestInfo service_tests[] = {
	{ "systemd is told", systemd_is_told },
	{ "the installed unit becomes ready",
		the_installed_unit_becomes_ready },
	CU_TEST_INFO_NULL,
};

void suite_daemon(void);

void suite_daemon(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "daemon/service", NULL, NULL, NULL, NULL, service_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
