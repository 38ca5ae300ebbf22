/*
 * Other programs: what they get of us, and what becomes of what they do.
 */
#include "mail_tests.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/run_private.h"
#include "mail/spawn_private.h"
#include "stall.h"

struct outcome {
	int code, status;
	char out[200], err[200];
	size_t out_len;
	bool cut;
	struct sp_error e;
};

static struct outcome run(const char *body, const char *in, size_t in_len,
	bool apart, unsigned seconds)
{
	struct outcome o = { .status = -1 };
	char *program = test_program(body);
	const char *argv[] = { program, "an argument", NULL };
	struct sp_run r = { .argv = argv,
		.in = in,
		.in_len = in_len,
		.out = { .data = o.out, .size = sizeof(o.out) },
		.err = { .data = apart ? o.err : NULL, .size = sizeof(o.err) },
		.seconds = seconds };

	o.code = mail_run(&r, &o.e);
	o.status = r.status;
	o.out_len = r.out.len;
	o.cut = r.out.cut;
	sp_free(program);
	return o;
}

static struct outcome run_plain(const char *body)
{
	return run(body, NULL, 0, true, TEST_PATIENCE);
}

TEST("mail/run", "status, output, input")
{
	struct outcome o = run_plain("echo \"$1\"; echo bad >&2; exit 3");

	EQUAL_INT(o.code, SP_OK);
	EQUAL_INT(o.status, 3);
	EQUAL_STRING(o.out, "an argument\n");
	EQUAL_STRING(o.err, "bad\n");
	o = run("echo a; echo b >&2", NULL, 0, false, TEST_PATIENCE);
	EQUAL_STRING(o.out, "a\nb\n");
	o = run_plain("kill -9 $$");
	EQUAL_INT(o.code, SP_OK);
	EQUAL_INT(o.status, 128 + 9);
	o = run("cat", "two\nlines\n", 10, true, TEST_PATIENCE);
	EQUAL_STRING(o.out, "two\nlines\n");
	CU_ASSERT(!o.cut);
}

/* More than there is room for is read to its end, and dropped. */
TEST("mail/run", "bounded output")
{
	struct outcome o = run_plain("head -c 3000000 /dev/zero | tr '\\0' x; "
				     "head -c 3000000 /dev/zero | tr '\\0' y "
				     ">&2; exit 4");

	EQUAL_INT(o.code, SP_OK);
	EQUAL_INT(o.status, 4);
	EQUAL_INT(o.out_len, sizeof(o.out) - 1);
	EQUAL_INT(strspn(o.out, "x"), sizeof(o.out) - 1);
	EQUAL_INT(strspn(o.err, "y"), sizeof(o.err) - 1);
	CU_ASSERT(o.cut);
}

static volatile sig_atomic_t signals;

static void count_signal(int sig)
{
	(void)sig;
	signals++;
}

/* A program that does not want its input ends no one but itself. */
TEST("mail/run", "input that nobody reads")
{
	struct sigaction action = { .sa_handler = count_signal }, before;
	char *big = sp_xcalloc(1, 1 << 20);
	struct outcome o;
	sigset_t pending;

	EQUAL_INT(sigaction(SIGPIPE, &action, &before), 0);
	o = run("exit 5", big, 1 << 20, true, TEST_PATIENCE);
	EQUAL_INT(o.code, SP_OK);
	EQUAL_INT(o.status, 5);
	EQUAL_INT(sigpending(&pending), 0);
	EQUAL_INT(sigismember(&pending, SIGPIPE), 0);
	EQUAL_INT(signals, 0);
	EQUAL_INT(sigaction(SIGPIPE, &before, NULL), 0);
	sp_free(big);
}

static bool is_running(const char *pid)
{
	long n = strtol(pid, NULL, 10);

	return n > 1 && kill((pid_t)n, 0) == 0;
}

static bool ends(const char *pid)
{
	static const struct timespec pause = { .tv_nsec = 10000000 };

	for (int i = 0; i < TEST_PATIENCE * 100 && is_running(pid); i++)
		(void)nanosleep(&pause, NULL);
	return !is_running(pid);
}

/* Too slow: it is ended with all that it started. */
TEST("mail/run", "the time limit")
{
	static const char *const bodies[] = {
		"sleep 600 & echo $!; : >\"$SP_STALL\"; wait",
		"exec 2>/dev/null; sleep 600 & echo $!; : >\"$SP_STALL\"; "
		"exec >/dev/null; wait",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(bodies); i++) {
		struct outcome o;

		stall_begin();
		o = run(bodies[i], NULL, 0, true, 1);
		stall_end();
		EQUAL_INT(o.code, SP_EAGAIN);
		CONTAINS(o.e.text, "did not end within 1 seconds");
		CU_ASSERT(ends(o.out));
	}
}

/* What goes on in the background with the program's files holds up nobody. */
TEST("mail/run", "what stays in the background")
{
	struct outcome o =
		run("sleep 600 & echo $!", NULL, 0, true, TEST_PATIENCE);

	EQUAL_INT(o.code, SP_OK);
	EQUAL_INT(o.status, 0);
	CU_ASSERT_FATAL(is_running(o.out));
	EQUAL_INT(kill((pid_t)strtol(o.out, NULL, 10), SIGKILL), 0);
	/* one that never stops writing */
	o = run("echo begin; { yes & echo $! >&2; }", NULL, 0, true,
		TEST_PATIENCE);
	EQUAL_INT(o.code, SP_OK);
	EQUAL_INT(strncmp(o.out, "begin\n", 6), 0);
	CU_ASSERT(ends(o.err)); /* by SIGPIPE */
}

TEST("mail/run", "nothing is inherited")
{
	int fd = open("/dev/null", O_RDONLY); /* not close-on-exec */
	struct sigaction ignore = { .sa_handler = SIG_IGN }, action;
	struct outcome o;
	sigset_t set, before;

	CU_ASSERT_FATAL(fd > 2);
	EQUAL_INT(sigaction(SIGUSR1, &ignore, &action), 0);
	EQUAL_INT(sigemptyset(&set), 0);
	EQUAL_INT(sigaddset(&set, SIGTERM), 0);
	EQUAL_INT(sigprocmask(SIG_BLOCK, &set, &before), 0);
	/* ls has the folder at 3; the C library's own signals are above 31 */
	o = run_plain("ls /proc/self/fd | tr '\n' ' '; "
		      "grep SigBlk /proc/self/status | tail -c 9; "
		      "grep SigIgn /proc/self/status | tail -c 8; "
		      "[ $(ps -o pgid= $$) = $$ ] && echo own");
	EQUAL_INT(sigprocmask(SIG_SETMASK, &before, NULL), 0);
	EQUAL_INT(sigaction(SIGUSR1, &action, NULL), 0);
	EQUAL_STRING(o.out, "0 1 2 3 00000000\n0000000\nown\n");
	(void)close(fd);
	/* but the environment is ours */
	EQUAL_INT(setenv("SP_TEST_RUN", "here", 1), 0);
	o = run_plain("echo $SP_TEST_RUN");
	EQUAL_STRING(o.out, "here\n");
	EQUAL_INT(unsetenv("SP_TEST_RUN"), 0);
}

TEST("mail/run", "no program")
{
	const char *argv[] = { "/nonexistent/program", NULL };
	char *text = test_file("no program\n", 0600);
	struct sp_error e = { 0 };
	char out[10];
	struct sp_run r = { .argv = argv,
		.out = { .data = out, .size = sizeof(out) },
		.seconds = TEST_PATIENCE };

	EQUAL_INT(mail_run(&r, &e), SP_EINVAL);
	CONTAINS(e.text, "cannot run /nonexistent/program: No such");
	argv[0] = text;
	memset(&e, 0, sizeof(e));
	EQUAL_INT(mail_run(&r, &e), SP_EINVAL);
	CONTAINS(e.text, "Permission denied");
	sp_free(text);
}

/* As the parser process is started: a socket for standard input, an
 * environment of its own. */
TEST("mail/run", "a program that is not waited for")
{
	char *program = test_program("echo \"$LC_ALL,$HOME\" >&0");
	const char *argv[] = { program, NULL };
	const char *env[] = { "LC_ALL=C", NULL };
	struct sp_spawn s = { .argv = argv, .env = env };
	char text[20] = "";
	int fd[2], status = -1;
	pid_t pid = -1;

	EQUAL_INT_FATAL(pipe(fd), 0);
	CU_ASSERT_FATAL(fd[0] > 2 && fd[1] > 2);
	s.fd[0] = fd[1];
	s.fd[1] = SP_SPAWN_NULL;
	s.fd[2] = SP_SPAWN_OURS;
	EQUAL_INT_FATAL(mail_spawn(&pid, &s), 0);
	EQUAL_INT(close(fd[1]), 0);
	EQUAL_INT(read(fd[0], text, sizeof(text) - 1), 3);
	EQUAL_STRING(text, "C,\n");
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	EQUAL_INT(status, 0);
	s.fd[0] = 2; /* could be overwritten before it is used */
	EQUAL_INT(mail_spawn(&pid, &s), EBADF);
	(void)close(fd[0]);
	sp_free(program);
}
