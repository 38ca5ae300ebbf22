/* `spellpost replay --follow` on a pseudo terminal, as a person uses it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "daemon_tests.h"
#include "fixtures.h"

#define LEAVE "\033[?25h\033[?1049l"

struct terminal {
	int master,
		slave; /* the slave stays open here: its settings are read */
	pid_t pid;     /* of spellpost; its own session */
	struct termios before;
	struct sp_buf seen; /* since the last key */
};

/* A game of two rounds: its repository, sp_free it. */
static char *a_game(void)
{
	char *dir = test_tempdir();
	char *command = sp_xasprintf(
		"'%s/spellpost' simulate --seed 3 "
		"--option rounds=2 --option cards=no --repo '%s' >/dev/null "
		"&& mv '%s'/*/*.git '%s/game'",
		test_build_dir(), dir, dir, dir);

	EQUAL_INT_FATAL(daemon_run(command), 0);
	sp_free(command);
	return sp_xasprintf("%s/game", dir);
}

static void resize(const struct terminal *t, unsigned rows, unsigned columns)
{
	struct winsize size = { .ws_row = (unsigned short)rows,
		.ws_col = (unsigned short)columns };

	EQUAL_INT_FATAL(ioctl(t->master, TIOCSWINSZ, &size), 0);
}

static void child(const struct terminal *t, const char *slave, const char *game)
{
	char *program = sp_xasprintf("%s/spellpost", test_build_dir());
	int fd;

	(void)setsid();
	/* the first terminal that a session opens is its own */
	fd = open(slave, O_RDWR);
	if (fd < 0 || dup2(fd, 0) < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
		_exit(126);
	(void)close(fd);
	(void)close(t->master);
	(void)close(t->slave);
	(void)setenv("TERM", "xterm", 1);
	(void)execl(program, program, "replay", game, "--follow", (char *)NULL);
	_exit(127);
}

static void start(struct terminal *t, const char *game)
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
	resize(t, 24, 72);
	sp_buf_init(&t->seen, 1 << 20);
	(void)fflush(NULL);
	t->pid = fork();
	CU_ASSERT_FATAL(t->pid >= 0);
	if (t->pid == 0)
		child(t, slave, game);
}

/* Take in what it writes until the words are there. */
static void await(struct terminal *t, const char *words)
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

static void type(struct terminal *t, const char *keys, const char *words)
{
	sp_buf_clear(&t->seen);
	EQUAL_INT_FATAL(
		write(t->master, keys, strlen(keys)), (ssize_t)strlen(keys));
	await(t, words);
}

static bool is_as_before(const struct terminal *t)
{
	struct termios now;

	return tcgetattr(t->slave, &now) == 0 &&
	       now.c_lflag == t->before.c_lflag &&
	       now.c_iflag == t->before.c_iflag &&
	       now.c_oflag == t->before.c_oflag;
}

/* It has left: how, as wait says, and the terminal as it was. */
static int end(struct terminal *t)
{
	int status = -1;

	await(t, LEAVE);
	EQUAL_INT(waitpid(t->pid, &status, 0), t->pid);
	CU_ASSERT_TRUE(is_as_before(t));
	(void)close(t->master);
	(void)close(t->slave);
	sp_buf_free(&t->seen);
	return status;
}

TEST("daemon/follow", "keys")
{
	char *game = a_game();
	struct terminal t;

	start(&t, game);
	await(&t, " 0 of ");
	CU_ASSERT_FALSE(is_as_before(&t));
	type(&t, "n", " 1 of ");
	type(&t, " ", " 2 of ");
	type(&t, "\033[C", " 3 of ");
	type(&t, "\033OC", " 4 of ");
	type(&t, "p", " 3 of ");
	type(&t, "\033[D", " 2 of ");
	type(&t, "g", " 0 of ");
	type(&t, "p", " there is none");
	type(&t, "t", " 1 of ");
	type(&t, "t", "Turn 2, ");
	type(&t, "t", "Turn 3, ");
	type(&t, "T", "Turn 2, ");
	type(&t, "\033[H", " 0 of ");
	type(&t, "12", "go to commit 12_");
	type(&t, "\177", "go to commit 1_");
	type(&t, "0\r", " 10 of ");
	type(&t, "99999\r", "there is no commit of that number");
	type(&t, "?", "scroll down");
	type(&t, "x", " 10 of ");
	type(&t, "G", "the limit of 2 rounds is reached");
	type(&t, "t", "there is none");
	type(&t, "\033[F", " of ");
	/* an unknown sequence is one key, not three */
	type(&t, "\033[15~", " of ");
	LACKS(sp_buf_str(&t.seen), "go to commit");
	type(&t, "q", LEAVE);
	int status = end(&t);
	CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	sp_free(game);
}

/* The rows of the last screen that was drawn, without what colours them; how
 * many, and the widest. */
static size_t rows_of(const struct terminal *t, size_t *widest)
{
	const char *at = sp_buf_str(&t->seen), *home, *next;
	size_t rows = 1, column = 0;

	for (home = at; (next = strstr(at, "\033[H")) != NULL; at = next + 1)
		home = next;
	*widest = 0;
	for (at = home; *at != '\0'; at++) {
		if (*at == '\033') {
			at += strcspn(at + 1, "HKhlm") + 1;
			continue;
		}
		rows += *at == '\n';
		column = *at == '\r' || *at == '\n' ? 0 : column + 1;
		*widest = column > *widest ? column : *widest;
	}
	return rows;
}

/* As large as the terminal is, and what does not fit is scrolled to. */
TEST("daemon/follow", "sizes")
{
	char *game = a_game();
	struct terminal t;
	size_t widest;

	start(&t, game);
	await(&t, "quit\033[0m");
	type(&t, "n", "quit\033[0m");
	EQUAL_INT(rows_of(&t, &widest), 24);
	CU_ASSERT_TRUE(widest <= 72);
	CONTAINS(sp_buf_str(&t.seen), "lines 1-23/");
	LACKS(sp_buf_str(&t.seen), "moves first (draw");
	type(&t, "f", "lines 23-45/");
	type(&t, "\033[6~", "moves first (draw");
	type(&t, "k", "quit\033[0m");
	type(&t, "\033[5~\033[5~\033[5~\033[5~", "lines 1-23/");
	type(&t, "j", "lines 2-24/");
	sp_buf_clear(&t.seen);
	resize(&t, 40, 100);
	await(&t, "lines 2-40/");
	EQUAL_INT(rows_of(&t, &widest), 40);
	sp_buf_clear(&t.seen);
	resize(&t, 5, 20);
	await(&t, " 1 of ");
	EQUAL_INT(rows_of(&t, &widest), 5);
	CU_ASSERT_TRUE(widest <= 20);
	type(&t, "q", LEAVE);
	(void)end(&t);
	sp_free(game);
}

/* Whatever ends it, the terminal is as it was. */
TEST("daemon/follow", "signals")
{
	static const int signals[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT,
		SIGABRT };
	char *game = a_game();
	struct terminal t;
	int status;

	for (size_t i = 0; i < SP_ARRAY_LEN(signals); i++) {
		start(&t, game);
		await(&t, "quit\033[0m");
		EQUAL_INT(kill(t.pid, signals[i]), 0);
		status = end(&t);
		CU_ASSERT_TRUE(
			WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
	}
	/* as its keys send them */
	start(&t, game);
	await(&t, "quit\033[0m");
	type(&t, "\003", LEAVE);
	status = end(&t);
	CU_ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
	sp_free(game);
}

/* Ctrl-Z gives the terminal back until it is called again. */
TEST("daemon/follow", "stopped and called again")
{
	char *game = a_game();
	struct terminal t;
	int status = 0;

	start(&t, game);
	await(&t, "quit\033[0m");
	type(&t, "\032", LEAVE);
	EQUAL_INT_FATAL(waitpid(t.pid, &status, WUNTRACED), t.pid);
	CU_ASSERT_TRUE_FATAL(WIFSTOPPED(status));
	CU_ASSERT_TRUE(is_as_before(&t));
	sp_buf_clear(&t.seen);
	EQUAL_INT(kill(t.pid, SIGCONT), 0);
	await(&t, "quit\033[0m");
	CU_ASSERT_FALSE(is_as_before(&t));
	type(&t, "n", " 1 of ");
	type(&t, "q", LEAVE);
	(void)end(&t);
	sp_free(game);
}

TEST("daemon/follow", "no terminal")
{
	char *game = a_game();
	char *command = sp_xasprintf(
		"'%s/spellpost' replay '%s' --follow </dev/null 2>&1 "
		">/dev/null | grep -q 'steps through a game in a terminal'",
		test_build_dir(), game);

	EQUAL_INT(daemon_run(command), 0);
	sp_free(command);
	command = sp_xasprintf("TERM=dumb '%s/spellpost' replay '%s' --follow "
			       "</dev/null >/dev/null 2>&1",
		test_build_dir(), game);
	EQUAL_INT(daemon_run(command), 2);
	sp_free(command);
	sp_free(game);
}
