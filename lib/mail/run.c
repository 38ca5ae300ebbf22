/*
 * Running another program to its end: a token command, a sendmail.
 */
#define _GNU_SOURCE /* pipe2, memfd_create */
#include "run_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spawn_private.h"

#define LOOK_MS   50 /* whether it has ended, while its files are quiet */
#define LINGER_MS 5  /* the same when they are closed */

struct job {
	struct sp_run *run;
	pid_t pid;
	bool ended;
	int status;
	/* ends of ours; -1: closed */
	int out, err;
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

/* ---- its files ----------------------------------------------------------- */

/* The whole input as a file in memory, before the program starts: at the end of
 * a pipe it could not tell our death from the end of a mail. */
static int make_input(const struct sp_run *r, struct sp_error *e)
{
	int fd = memfd_create("spellpost-input", MFD_CLOEXEC);

	if (fd > 2 && sp_write_full(fd, r->in, r->in_len) == SP_OK &&
		lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	(void)sp_error_set(e, SP_ESYS, "cannot write the input of %s: %s",
		r->argv[0], strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	return -1;
}

/* Read some of the output; closes the pipe at its end. False: nothing there
 * now. */
static bool collect(struct sp_run_text *text, int *fd)
{
	char chunk[4096];
	size_t room = text->size - 1 - text->len, keep;
	ssize_t n = read(*fd, chunk, sizeof(chunk));

	if (n > 0) {
		keep = (size_t)n < room ? (size_t)n : room;
		memcpy(text->data + text->len, chunk, keep);
		text->len += keep;
		text->cut = text->cut || keep < (size_t)n;
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
		close_fd(fd);
	}
	sp_wipe(chunk, sizeof(chunk));
	return n > 0;
}

/* All that it wrote before it ended, but no more than pipes hold: somebody
 * else may go on writing. */
static void drain(struct job *j)
{
	for (int i = 0; i < 32 && j->out >= 0; i++)
		if (!collect(&j->run->out, &j->out))
			break;
	for (int i = 0; i < 32 && j->err >= 0; i++)
		if (!collect(&j->run->err, &j->err))
			break;
}

static void exchange(struct job *j, int64_t left)
{
	struct pollfd p[2] = {
		{ .fd = j->out, .events = POLLIN },
		{ .fd = j->err, .events = POLLIN },
	};
	bool closed = j->out < 0 && j->err < 0;
	int64_t most = closed ? LINGER_MS : LOOK_MS;

	if (poll(p, 2, (int)(left < most ? left : most)) <= 0)
		return;
	if (p[0].revents != 0)
		(void)collect(&j->run->out, &j->out);
	if (p[1].revents != 0)
		(void)collect(&j->run->err, &j->err);
}

/* ---- its life ------------------------------------------------------------ */

static void look(struct job *j)
{
	pid_t got = waitpid(j->pid, &j->status, WNOHANG);

	if (got < 0 && errno != EINTR)
		j->status = 0; /* SIGCHLD is ignored: not to be known */
	j->ended = got == j->pid || (got < 0 && errno != EINTR);
}

static int finish(struct job *j, int64_t deadline, struct sp_error *e)
{
	struct sp_run *r = j->run;

	for (look(j); !j->ended; look(j)) {
		int64_t left = deadline - mail_mime_now();

		if (left <= 0)
			break;
		exchange(j, left);
		mail_waiting();
	}
	if (!j->ended) {
		(void)kill(-j->pid, SIGKILL);
		while (waitpid(j->pid, &j->status, 0) < 0 && errno == EINTR)
			;
		drain(j);
		return sp_error_set(e, SP_EAGAIN,
			"%s did not end within %u seconds and was stopped",
			r->argv[0], r->seconds);
	}
	drain(j);
	r->status = WIFEXITED(j->status) ? WEXITSTATUS(j->status)
					 : 128 + WTERMSIG(j->status);
	return SP_OK;
}

/* A pipe whose reading end does not block; false: there is none to be had. */
static bool make_pipe(int fd[2])
{
	return pipe2(fd, O_CLOEXEC) == 0 && fd[0] > 2 && fd[1] > 2 &&
	       fcntl(fd[0], F_SETFL, O_NONBLOCK) == 0;
}

static int start(struct job *j, struct sp_error *e)
{
	const struct sp_run *r = j->run;
	int in = make_input(r, e), out[2] = { -1, -1 }, err[2] = { -1, -1 };
	struct sp_spawn child = { .argv = r->argv };
	int code = SP_OK, rc;

	if (in < 0)
		return SP_ESYS;
	if (!make_pipe(out) || (r->err.data != NULL && !make_pipe(err))) {
		code = sp_error_set(e, SP_ESYS, "cannot make a pipe for %s: %s",
			r->argv[0], strerror(errno));
	} else {
		child.fd[0] = in;
		child.fd[1] = out[1];
		child.fd[2] = r->err.data != NULL ? err[1] : out[1];
		rc = mail_spawn(&j->pid, &child);
		if (rc != 0)
			code = sp_error_set(e,
				rc == EAGAIN || rc == ENOMEM ? SP_ESYS
							     : SP_EINVAL,
				"cannot run %s: %s", r->argv[0], strerror(rc));
	}
	close_fd(&in);
	close_fd(&out[1]);
	close_fd(&err[1]);
	j->out = out[0];
	j->err = err[0];
	return code;
}

static void reset(struct sp_run_text *text)
{
	text->len = 0;
	text->cut = false;
}

int mail_run(struct sp_run *r, struct sp_error *e)
{
	int64_t deadline = mail_mime_now() + (int64_t)r->seconds * 1000;
	struct job j = { .run = r, .pid = -1, .out = -1, .err = -1 };
	int code;

	reset(&r->out);
	reset(&r->err);
	code = start(&j, e);
	if (code == SP_OK)
		code = finish(&j, deadline, e);
	r->out.data[r->out.len] = '\0';
	if (r->err.data != NULL)
		r->err.data[r->err.len] = '\0';
	close_fd(&j.out);
	close_fd(&j.err);
	return code;
}
