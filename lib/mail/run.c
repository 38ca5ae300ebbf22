/*
 * Running another program: a token command, a sendmail.
 */
#define _GNU_SOURCE /* posix_spawn_file_actions_addclosefrom_np, pipe2 */
#include "run_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void close_fd(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

/* Its standard input is in[0], its standard output out[1]. */
static int spawn(pid_t *pid, const struct sp_run *r, int in, int out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	size_t n = 0;
	char **argv;
	int rc;

	while (r->argv[n] != NULL)
		n++;
	argv = sp_xcalloc(n + 1, sizeof(*argv));
	for (size_t i = 0; i < n; i++)
		argv[i] = sp_xstrdup(r->argv[i]);
	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawnattr_init(&attr);
	rc = posix_spawn_file_actions_adddup2(&files, in, 0);
	if (rc == 0)
		rc = posix_spawn_file_actions_adddup2(&files, out, 1);
	if (rc == 0 && r->errors)
		rc = posix_spawn_file_actions_adddup2(&files, 1, 2);
	if (rc == 0)
		rc = posix_spawn_file_actions_addclosefrom_np(&files, 3);
	if (rc == 0)
		rc = posix_spawnattr_setsigmask(&attr, &none);
	if (rc == 0)
		rc = posix_spawnattr_setsigdefault(&attr, &all);
	if (rc == 0)
		rc = posix_spawnattr_setpgroup(&attr, 0);
	if (rc == 0)
		rc = posix_spawnattr_setflags(
			&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
				       POSIX_SPAWN_SETPGROUP);
	if (rc == 0)
		rc = posix_spawn(pid, argv[0], &files, &attr, argv, environ);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	for (size_t i = 0; i < n; i++)
		sp_free(argv[i]);
	sp_free(argv);
	return rc;
}

/* Write some of the input; closes the pipe at its end, or where the program
 * does not want the rest. */
static void feed(const struct sp_run *r, int *fd, size_t *fed)
{
	ssize_t n = write(*fd, (const char *)r->in + *fed, r->in_len - *fed);

	if (n > 0)
		*fed += (size_t)n;
	else if (n < 0 && errno != EINTR && errno != EAGAIN)
		*fed = r->in_len;
	if (*fed == r->in_len)
		close_fd(fd);
}

/* Read some of the output; closes the pipe at its end. */
static void collect(struct sp_run *r, int *fd)
{
	char chunk[4096];
	size_t room = r->out_max - 1 - r->out_len, keep;
	ssize_t n = read(*fd, chunk, sizeof(chunk));

	if (n > 0) {
		keep = (size_t)n < room ? (size_t)n : room;
		memcpy(r->out + r->out_len, chunk, keep);
		r->out_len += keep;
		r->out_cut = r->out_cut || keep < (size_t)n;
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
		close_fd(fd);
	}
	sp_wipe(chunk, sizeof(chunk));
}

/* Both pipes until they are closed; false at the deadline. */
static bool exchange(struct sp_run *r, int *in, int *out, int64_t deadline)
{
	size_t fed = 0;

	if (r->in_len == 0)
		close_fd(in);
	while (*in >= 0 || *out >= 0) {
		struct pollfd p[2] = {
			{ .fd = *in, .events = POLLOUT },
			{ .fd = *out, .events = POLLIN },
		};
		int64_t left = deadline - sp_mime_now();

		if (left <= 0)
			return false;
		if (poll(p, 2, left > 60000 ? 60000 : (int)left) <= 0)
			continue;
		if (p[0].revents != 0)
			feed(r, in, &fed);
		if (p[1].revents != 0)
			collect(r, out);
	}
	return true;
}

/* Wait for the program, which may linger after it closed its output. */
static bool reap(pid_t pid, int *status, int64_t deadline)
{
	static const struct timespec pause = { .tv_nsec = 5000000 };

	for (;;) {
		pid_t got = waitpid(pid, status, WNOHANG);

		if (got == pid)
			return true;
		if (got < 0 && errno != EINTR) {
			*status = 0; /* SIGCHLD is ignored: not to be known */
			return true;
		}
		if (sp_mime_now() >= deadline)
			return false;
		(void)nanosleep(&pause, NULL);
	}
}

/* SIGPIPE of a program that ended early must not end us, and whether it is
 * ignored is the process's own affair. */
static void block_pipe_signal(sigset_t *set, sigset_t *before)
{
	(void)sigemptyset(set);
	(void)sigaddset(set, SIGPIPE);
	(void)pthread_sigmask(SIG_BLOCK, set, before);
}

static void unblock_pipe_signal(const sigset_t *set, const sigset_t *before)
{
	static const struct timespec now;

	if (sigismember(before, SIGPIPE) == 0)
		while (sigtimedwait(set, NULL, &now) > 0)
			;
	(void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

static int finish(struct sp_run *r, pid_t pid, int *in, int *out, int64_t end,
	struct sp_error *e)
{
	bool ended;
	int status = 0;

	ended = exchange(r, in, out, end) && reap(pid, &status, end);
	if (!ended) {
		(void)kill(-pid, SIGKILL);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		return sp_error_set(e, SP_EAGAIN,
			"%s did not end within %u seconds and was stopped",
			r->argv[0], r->seconds);
	}
	r->status = WIFEXITED(status) ? WEXITSTATUS(status)
				      : 128 + WTERMSIG(status);
	return SP_OK;
}

int sp_run(struct sp_run *r, struct sp_error *e)
{
	int64_t deadline = sp_mime_now() + (int64_t)r->seconds * 1000;
	int in[2] = { -1, -1 }, out[2] = { -1, -1 }, rc, code;
	sigset_t set, before;
	pid_t pid = -1;

	r->out_len = 0;
	r->out_cut = false;
	block_pipe_signal(&set, &before);
	/* dup2 and closefrom need them above the standard three */
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 ||
		in[0] < 3 || in[1] < 3 || out[0] < 3 || out[1] < 3 ||
		fcntl(in[1], F_SETFL, O_NONBLOCK) != 0 ||
		fcntl(out[0], F_SETFL, O_NONBLOCK) != 0) {
		code = sp_error_set(e, SP_ESYS, "cannot make a pipe for %s: %s",
			r->argv[0], strerror(errno));
		goto done;
	}
	rc = spawn(&pid, r, in[0], out[1]);
	close_fd(&in[0]);
	close_fd(&out[1]);
	if (rc != 0)
		code = sp_error_set(e,
			rc == EAGAIN || rc == ENOMEM ? SP_ESYS : SP_EINVAL,
			"cannot run %s: %s", r->argv[0], strerror(rc));
	else
		code = finish(r, pid, &in[1], &out[0], deadline, e);
done:
	r->out[r->out_len] = '\0';
	close_fd(&in[0]);
	close_fd(&in[1]);
	close_fd(&out[0]);
	close_fd(&out[1]);
	unblock_pipe_signal(&set, &before);
	return code;
}
