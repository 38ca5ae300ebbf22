#include "daemon_tests.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

int daemon_run(const char *command)
{
	int status = system(command); /* NOLINT(cert-env33-c): our own text */

	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void daemon_make_club(const char *dir, const char *bin)
{
	char *command = sp_xasprintf(
		"'%s/spellpost' init '%s/club' >/dev/null", bin, dir);

	EQUAL_INT_FATAL(daemon_run(command), 0);
	sp_free(command);
}

int daemon_listen(const char *name)
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

pid_t daemon_start(const char *program, const char *config, const char *socket,
	const char *usec, const char *log, const char *trace)
{
	(void)fflush(NULL);
	pid_t pid = fork();

	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		if (freopen(log != NULL ? log : "/dev/null", "w", stderr) ==
				NULL ||
			setenv("NOTIFY_SOCKET", socket, 1) != 0 ||
			setenv("WATCHDOG_USEC", usec, 1) != 0 ||
			unsetenv("WATCHDOG_PID") != 0)
			_exit(127);
		/* a leak sanitizer cannot work in a process that is traced */
		if (trace != NULL &&
			setenv("LSAN_OPTIONS", "detect_leaks=0", 1) != 0)
			_exit(126);
		/* -D: strace is our grandchild, and the daemon our child */
		if (trace != NULL)
			(void)execlp("strace", "strace", "-D", "-qq", "-o",
				trace, "-e", "trace=ppoll", program, "-c",
				config, (char *)NULL);
		else
			(void)execl(
				program, program, "-c", config, (char *)NULL);
		_exit(127);
	}
	return pid;
}

int daemon_await_pings(int fd, const char *line, int *pings)
{
	char text[2048];

	*pings = 0;
	for (int before = 0;; before++) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		if (poll(&p, 1, DAEMON_PATIENCE) != 1)
			return -1;
		ssize_t n = recv(fd, text, sizeof(text) - 1, 0);
		if (n < 0)
			return -1;
		text[n] = '\0';
		if (sp_starts(text, line))
			return before;
		*pings += sp_starts(text, "WATCHDOG=1");
	}
}

int daemon_await(int fd, const char *line)
{
	int pings;

	return daemon_await_pings(fd, line, &pings);
}

int daemon_stop(pid_t pid, int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	int status = -1;
	char text[2048];

	(void)kill(pid, SIGTERM);
	for (int ms = 0; ms < DAEMON_PATIENCE; ms += 10) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
		/* what is full would hold it up */
		while (fd >= 0 && poll(&p, 1, 0) == 1)
			if (recv(fd, text, sizeof(text), 0) < 0)
				break;
		(void)poll(NULL, 0, 10);
	}
	(void)kill(pid, SIGKILL);
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	return -1;
}
