/* A program on a pseudo terminal. */
#include "terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"

void terminal_resize(const struct terminal *t, unsigned rows, unsigned columns)
{
	struct winsize size = { .ws_row = (unsigned short)rows,
		.ws_col = (unsigned short)columns };

	EQUAL_INT_FATAL(ioctl(t->master, TIOCSWINSZ, &size), 0);
}

static void child(const struct terminal *t, const char *slave, const char *kind,
	const char *const words[])
{
	char *program = sp_xasprintf("%s/spellpost", test_build_dir());
	char *argv[16] = { program };
	int fd, n = 1;

	/* who runs the tests may not want to hear of the key that ends */
	(void)signal(SIGINT, SIG_DFL);
	(void)setsid();
	/* the first terminal that a session opens is its own */
	fd = open(slave, O_RDWR);
	if (fd < 0 || dup2(fd, 0) < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
		_exit(126);
	(void)close(fd);
	(void)close(t->master);
	(void)close(t->slave);
	(void)setenv("TERM", kind, 1);
	for (; words[n - 1] != NULL; n++)
		argv[n] = sp_xstrdup(words[n - 1]);
	(void)execv(program, argv);
	_exit(127);
}

void terminal_start(struct terminal *t, const char *kind, unsigned rows,
	unsigned columns, const char *const words[])
{
	const char *slave;

	t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	CU_ASSERT_FATAL(t->master >= 0 && grantpt(t->master) == 0 &&
			unlockpt(t->master) == 0);
	slave = ptsname(t->master);
	CU_ASSERT_PTR_NOT_NULL_FATAL(slave);
	t->slave = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
	CU_ASSERT_FATAL(t->slave >= 0);
	EQUAL_INT_FATAL(tcgetattr(t->slave, &t->before), 0);
	terminal_resize(t, rows, columns);
	sp_buf_init(&t->seen, 1 << 20);
	(void)fflush(NULL);
	t->pid = fork();
	CU_ASSERT_FATAL(t->pid >= 0);
	if (t->pid == 0)
		child(t, slave, kind, words);
}

void terminal_await(struct terminal *t, const char *words)
{
	struct pollfd p = { .fd = t->master, .events = POLLIN };
	char some[4096];

	while (strstr(sp_buf_str(&t->seen), words) == NULL) {
		ssize_t n;

		if (poll(&p, 1, DAEMON_PATIENCE) != 1 ||
			(n = read(t->master, some, sizeof(some))) <= 0) {
			printf("\n\"%s\" does not come; last: %s\n", words,
				sp_buf_str(&t->seen));
			(void)kill(t->pid, SIGKILL);
			CU_FAIL_FATAL("the screen is not as awaited");
			return;
		}
		sp_buf_add(&t->seen, some, (size_t)n);
	}
}

void terminal_type(struct terminal *t, const char *keys, const char *words)
{
	sp_buf_clear(&t->seen);
	EQUAL_INT_FATAL(
		write(t->master, keys, strlen(keys)), (ssize_t)strlen(keys));
	terminal_await(t, words);
}

bool terminal_is_as_before(const struct terminal *t)
{
	struct termios now;

	return tcgetattr(t->slave, &now) == 0 &&
	       now.c_lflag == t->before.c_lflag &&
	       now.c_iflag == t->before.c_iflag &&
	       now.c_oflag == t->before.c_oflag;
}

int terminal_end(struct terminal *t)
{
	int status = -1;

	EQUAL_INT(waitpid(t->pid, &status, 0), t->pid);
	CU_ASSERT_TRUE(terminal_is_as_before(t));
	(void)close(t->master);
	(void)close(t->slave);
	sp_buf_free(&t->seen);
	return status;
}
