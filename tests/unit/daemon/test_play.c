/* `spellpost play` on a pseudo terminal: the keys with which lines are typed,
 * and the width of what is shown. */
#include "terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixtures.h"

#define LEFT "\033[D"
#define UP   "\033[A"

/* A new game with a key of its own, which deals the same cards each time. */
static void begin(struct terminal *t, const char *kind, unsigned columns)
{
	static const char key[] = "1 00112233445566778899aabbccddeeff"
				  "00112233445566778899aabbccddeeff\n";
	const char *const words[] = { "play", "--full-id", "keys-aaaaaaaa",
		"--colour", "never", NULL };
	char *data = test_tempdir();
	char *command =
		sp_xasprintf("umask 077; mkdir '%s/spellpost' && printf '%s' "
			     ">'%s/spellpost/play.key'",
			data, key, data);

	EQUAL_INT_FATAL(daemon_run(command), 0);
	EQUAL_INT_FATAL(setenv("XDG_DATA_HOME", data, 1), 0);
	/* no settings of whoever runs the tests */
	EQUAL_INT_FATAL(setenv("HOME", data, 1), 0);
	terminal_start(t, kind, 40, columns, words);
	terminal_await(t, "You might do");
	terminal_await(t, "red> ");
	sp_free(command);
}

/* It is asked for a line; keys that come before it edits are the terminal's. */
static void asked(struct terminal *t)
{
	static const struct timespec little = { .tv_nsec = 2000000 };

	terminal_await(t, "red> ");
	for (int ms = 0; ms < DAEMON_PATIENCE && terminal_is_as_before(t);
		ms += 2)
		(void)nanosleep(&little, NULL);
	CU_ASSERT_FALSE_FATAL(terminal_is_as_before(t));
}

static void leave(struct terminal *t)
{
	terminal_type(t, "quit\r", "is saved");
	int status = terminal_end(t);
	CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST("daemon/play", "a line is edited, and comes again")
{
	struct terminal t;

	begin(&t, "xterm", 80);
	asked(&t);
	/* a letter is put in, and another taken out */
	terminal_type(&t, "status" LEFT LEFT "xx\177\177\r", "Status: Round 1");
	asked(&t);
	terminal_type(&t, "log x\r", "Write `log` alone");
	asked(&t);
	terminal_type(&t, UP UP "\r", "Status: Round 1");
	asked(&t);
	terminal_type(&t, "\022log\r", "Write `log` alone");
	asked(&t);
	leave(&t);
}

TEST("daemon/play", "Tab goes on with an order, or lists them")
{
	struct terminal t;

	begin(&t, "xterm", 80);
	asked(&t);
	terminal_type(&t, "sta\t\r", "Status: Round 1");
	asked(&t);
	terminal_type(&t, "h\t", "  hand\r\n");
	terminal_await(&t, "  help\r\n");
	terminal_await(&t, "red> h");
	terminal_type(&t, "a\t\r", "Your hand (");
	asked(&t);
	terminal_type(&t, "try en\t\r", "Would come of it");
	asked(&t);
	leave(&t);
}

TEST("daemon/play", "the end of input leaves, and so do the keys that end")
{
	struct terminal t;
	int status;

	begin(&t, "xterm", 80);
	asked(&t);
	terminal_type(&t, "\004", "is saved");
	status = terminal_end(&t);
	CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	begin(&t, "xterm", 80);
	asked(&t);
	EQUAL_INT(write(t.master, "\003", 1), 1);
	status = terminal_end(&t);
	CU_ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
}

TEST("daemon/play", "a terminal that cannot edit gets lines as they come")
{
	struct terminal t;

	begin(&t, "dumb", 80);
	CU_ASSERT_TRUE(terminal_is_as_before(&t));
	terminal_type(&t, "status\r", "Status: Round 1");
	terminal_await(&t, "red> ");
	leave(&t);
}

/* The widest line of what was written. */
static size_t widest(const struct terminal *t)
{
	const char *at = sp_buf_str(&t->seen);
	size_t most = 0;

	while (*at != '\0') {
		size_t n = strcspn(at, "\r\n");
		size_t width = sp_utf8_width(at, n);

		/* the way to the repository is as long as it is */
		if (memchr(at, '/', n) == NULL || strstr(at, ".git") > at + n ||
			strstr(at, ".git") == NULL)
			most = width > most ? width : most;
		at += n + (at[n] != '\0');
	}
	return most;
}

TEST("daemon/play", "texts are as wide as the terminal, from 72 to 100")
{
	static const struct {
		unsigned columns;
		size_t least, most;
	} cases[] = { { 40, 60, 72 }, { 80, 73, 80 }, { 90, 81, 90 },
		{ 200, 91, 100 } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct terminal t;
		size_t width;

		begin(&t, "dumb", cases[i].columns);
		terminal_type(&t, "help\r", "More pages");
		terminal_await(&t, "red> ");
		terminal_type(&t, "board\r", "You might do");
		terminal_await(&t, "red> ");
		width = widest(&t);
		if (width < cases[i].least || width > cases[i].most)
			printf("\n%u: %zu\n", cases[i].columns, width);
		CU_ASSERT_TRUE(
			width >= cases[i].least && width <= cases[i].most);
		CONTAINS(sp_buf_str(&t.seen), "+---+---+");
		leave(&t);
	}
}

TEST("daemon/play", "behind the end of a game another one may begin")
{
	struct terminal t;

	begin(&t, "xterm", 80);
	asked(&t);
	terminal_type(&t, "resign\r", "Do you mean to leave the game?");
	asked(&t);
	terminal_type(&t, "yes\r", "write `rematch`");
	asked(&t);
	terminal_type(&t, "rematch\r", "with the same bots and options, in");
	terminal_await(&t, "You might do");
	asked(&t);
	terminal_type(&t, "resign\r", "Do you mean to leave the game?");
	asked(&t);
	terminal_type(&t, "yes\r", "write `rematch`");
	asked(&t);
	terminal_type(&t, "\r", "");
	int status = terminal_end(&t);
	CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
