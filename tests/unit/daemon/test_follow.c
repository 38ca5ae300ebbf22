/* `spellpost replay --follow` on a pseudo terminal, as a person uses it. */
#include "terminal.h"

#include <signal.h>
#include <sys/wait.h>

#include "fixtures.h"

#define LEAVE "\033[?25h\033[?1049l"

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

/* It leaves the screen, and ends. */
static int end(struct terminal *t)
{
	terminal_await(t, LEAVE);
	return terminal_end(t);
}

static void start(struct terminal *t, const char *game)
{
	const char *const words[] = { "replay", game, "--follow", NULL };

	terminal_start(t, "xterm", 24, 72, words);
}

TEST("daemon/follow", "keys")
{
	char *game = a_game();
	struct terminal t;

	start(&t, game);
	terminal_await(&t, " 0 of ");
	CU_ASSERT_FALSE(terminal_is_as_before(&t));
	terminal_type(&t, "n", " 1 of ");
	terminal_type(&t, " ", " 2 of ");
	terminal_type(&t, "\033[C", " 3 of ");
	terminal_type(&t, "\033OC", " 4 of ");
	terminal_type(&t, "p", " 3 of ");
	terminal_type(&t, "\033[D", " 2 of ");
	terminal_type(&t, "g", " 0 of ");
	terminal_type(&t, "p", " there is none");
	terminal_type(&t, "t", " 1 of ");
	terminal_type(&t, "t", "Turn 2, ");
	terminal_type(&t, "t", "Turn 3, ");
	terminal_type(&t, "T", "Turn 2, ");
	terminal_type(&t, "\033[H", " 0 of ");
	terminal_type(&t, "12", "go to commit 12_");
	terminal_type(&t, "\177", "go to commit 1_");
	terminal_type(&t, "0\r", " 10 of ");
	terminal_type(&t, "99999\r", "there is no commit of that number");
	terminal_type(&t, "?", "scroll down");
	terminal_type(&t, "x", " 10 of ");
	terminal_type(&t, "G", "the limit of 2 rounds is reached");
	terminal_type(&t, "t", "there is none");
	terminal_type(&t, "\033[F", " of ");
	/* an unknown sequence is one key, not three */
	terminal_type(&t, "\033[15~", " of ");
	LACKS(sp_buf_str(&t.seen), "go to commit");
	terminal_type(&t, "q", LEAVE);
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
	terminal_await(&t, "quit\033[0m");
	terminal_type(&t, "n", "quit\033[0m");
	EQUAL_INT(rows_of(&t, &widest), 24);
	CU_ASSERT_TRUE(widest <= 72);
	CONTAINS(sp_buf_str(&t.seen), "lines 1-23/");
	LACKS(sp_buf_str(&t.seen), "moves first (draw");
	terminal_type(&t, "f", "lines 23-45/");
	terminal_type(&t, "\033[6~", "moves first (draw");
	terminal_type(&t, "k", "quit\033[0m");
	terminal_type(&t, "\033[5~\033[5~\033[5~\033[5~", "lines 1-23/");
	terminal_type(&t, "j", "lines 2-24/");
	sp_buf_clear(&t.seen);
	terminal_resize(&t, 40, 100);
	terminal_await(&t, "lines 2-40/");
	EQUAL_INT(rows_of(&t, &widest), 40);
	sp_buf_clear(&t.seen);
	terminal_resize(&t, 5, 20);
	terminal_await(&t, " 1 of ");
	EQUAL_INT(rows_of(&t, &widest), 5);
	CU_ASSERT_TRUE(widest <= 20);
	terminal_type(&t, "q", LEAVE);
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
		terminal_await(&t, "quit\033[0m");
		EQUAL_INT(kill(t.pid, signals[i]), 0);
		status = end(&t);
		CU_ASSERT_TRUE(
			WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
	}
	/* as its keys send them */
	start(&t, game);
	terminal_await(&t, "quit\033[0m");
	terminal_type(&t, "\003", LEAVE);
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
	terminal_await(&t, "quit\033[0m");
	terminal_type(&t, "\032", LEAVE);
	EQUAL_INT_FATAL(waitpid(t.pid, &status, WUNTRACED), t.pid);
	CU_ASSERT_TRUE_FATAL(WIFSTOPPED(status));
	CU_ASSERT_TRUE(terminal_is_as_before(&t));
	sp_buf_clear(&t.seen);
	EQUAL_INT(kill(t.pid, SIGCONT), 0);
	terminal_await(&t, "quit\033[0m");
	CU_ASSERT_FALSE(terminal_is_as_before(&t));
	terminal_type(&t, "n", " 1 of ");
	terminal_type(&t, "q", LEAVE);
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
