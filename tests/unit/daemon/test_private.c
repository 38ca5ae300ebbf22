/* What is the daemon's user's alone: the files that it makes, whatever umask it
 * was started with, and run/control. */
#define _GNU_SOURCE /* setgroups */
#include "daemon_tests.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../fixtures.h"

#define NOBODY 65534

/* What somebody else gets who connects and asks: in a child, as that user. */
enum fate { NO_SOCKET, REFUSED, ANSWERED };

static bool take(int fd, char *out, size_t n)
{
	while (n > 0) {
		ssize_t got = read(fd, out, n);

		if (got <= 0)
			return false;
		out += got;
		n -= (size_t)got;
	}
	return true;
}

/* A message is its length in eight bytes, and JSON. */
static enum fate ask(const char *path)
{
	static const char ping[] = "\0\0\0\0\0\0\0\015{\"ping\":true}";
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	char answer[1000] = "";
	uint8_t head[8];
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	sp_format(addr.sun_path, sizeof(addr.sun_path), "%s", path);
	if (connect(fd, (const struct sockaddr *)&addr, sizeof(addr)) != 0)
		return NO_SOCKET;
	/* the daemon may have closed it by then */
	(void)send(fd, ping, sizeof(ping) - 1, MSG_NOSIGNAL);
	if (!take(fd, (char *)head, 8) || sp_get_be64(head) >= sizeof(answer) ||
		!take(fd, answer, (size_t)sp_get_be64(head)))
		return REFUSED;
	return strstr(answer, "\"error\"") != NULL ? REFUSED : ANSWERED;
}

static enum fate ask_as(uid_t uid, const char *path)
{
	int status = 0;
	pid_t pid = fork();

	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		if (uid != 0 && (setgroups(0, NULL) != 0 || setgid(uid) != 0 ||
					setuid(uid) != 0))
			_exit(99);
		_exit((int)ask(path));
	}
	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	CU_ASSERT_TRUE_FATAL(WIFEXITED(status));
	return (enum fate)WEXITSTATUS(status);
}

/* Another user meets the folder's mode, then the socket's, and if both were
 * opened for him, the daemon, which looks who he is. */
TEST("daemon/private", "run/control is for its user")
{
	char *dir = test_tempdir();
	char *program = sp_xasprintf("%s/spellpostd", test_build_dir());
	char *config = sp_xasprintf("%s/club/spellpost.conf", dir);
	char *name = sp_xasprintf("%s/notify", dir);
	char *path = sp_xasprintf("%s/club/run/control", dir);
	char *open_way = sp_xasprintf(
		"chmod 0711 '%s' '%s/club' '%s/club/run'", dir, dir, dir);
	struct stat st;
	mode_t old;
	pid_t pid;
	int fd;

	if (geteuid() != 0) {
		test_skip("only root can become another user");
		goto out;
	}
	old = umask(0);
	daemon_make_club(dir, test_build_dir());
	fd = daemon_listen(name);
	pid = daemon_start(program, config, name, "100000000", NULL, NULL);
	(void)umask(old);
	CU_ASSERT(daemon_await(fd, "READY=1") >= 0);
	EQUAL_INT_FATAL(stat(path, &st), 0);
	EQUAL_INT(st.st_mode & 07777 & ~0700u, 0);
	EQUAL_INT(ask_as(0, path), ANSWERED);
	EQUAL_INT(ask_as(NOBODY, path), NO_SOCKET);
	EQUAL_INT_FATAL(daemon_run(open_way), 0);
	EQUAL_INT(ask_as(NOBODY, path), NO_SOCKET);
	EQUAL_INT_FATAL(chmod(path, 0666), 0);
	EQUAL_INT(ask_as(NOBODY, path), REFUSED);
	EQUAL_INT(ask_as(0, path), ANSWERED);
	EQUAL_INT(daemon_stop(pid, fd), 0);
	(void)close(fd);
out:
	sp_free(program);
	sp_free(config);
	sp_free(name);
	sp_free(path);
	sp_free(open_way);
}

#define WAITING 4

/* Commands that wait to be served when the daemon stops are told so, and can
 * act in its place. The first may still be served. */
TEST("daemon/private", "who waits is turned away")
{
	static const char ping[] = "\0\0\0\0\0\0\0\015{\"ping\":true}";
	char *dir = test_tempdir();
	char *program = sp_xasprintf("%s/spellpostd", test_build_dir());
	char *config = sp_xasprintf("%s/club/spellpost.conf", dir);
	char *name = sp_xasprintf("%s/notify", dir);
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	int fd, waiting[WAITING], away = 0;
	pid_t pid;

	daemon_make_club(dir, test_build_dir());
	fd = daemon_listen(name);
	pid = daemon_start(program, config, name, "100000000", NULL, NULL);
	CU_ASSERT(daemon_await(fd, "READY=1") >= 0);
	EQUAL_INT_FATAL(kill(pid, SIGSTOP), 0);
	sp_format(addr.sun_path, sizeof(addr.sun_path), "%s/club/run/control",
		dir);
	for (int i = 0; i < WAITING; i++) {
		waiting[i] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		EQUAL_INT_FATAL(
			connect(waiting[i], (const struct sockaddr *)&addr,
				sizeof(addr)),
			0);
		EQUAL_INT(
			send(waiting[i], ping, sizeof(ping) - 1, MSG_NOSIGNAL),
			(ssize_t)sizeof(ping) - 1);
	}
	EQUAL_INT_FATAL(kill(pid, SIGTERM), 0);
	EQUAL_INT_FATAL(kill(pid, SIGCONT), 0);
	EQUAL_INT(daemon_stop(pid, fd), 0);
	for (int i = 0; i < WAITING; i++) {
		char answer[1000] = "";
		uint8_t head[8];

		CU_ASSERT_FATAL(take(waiting[i], (char *)head, 8));
		CU_ASSERT_FATAL(sp_get_be64(head) < sizeof(answer));
		CU_ASSERT(take(waiting[i], answer, (size_t)sp_get_be64(head)));
		away += strstr(answer, "\"code\":-10") != NULL;
		(void)close(waiting[i]);
	}
	CU_ASSERT(away >= WAITING - 1);
	(void)close(fd);
	sp_free(program);
	sp_free(config);
	sp_free(name);
}
