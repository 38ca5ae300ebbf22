/*
 * One reader: a process that takes one mail apart.
 */
#define _DEFAULT_SOURCE /* closefrom, rlimits that POSIX does not name */
#include "mime_private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- in the reader ------------------------------------------------------ */

static bool limit(int resource, rlim_t value)
{
	struct rlimit r = { .rlim_cur = value, .rlim_max = value };

	return setrlimit((__rlimit_resource_t)resource, &r) == 0;
}

/* From here on: no new file, socket or process, nothing to write to but the
 * socket; and of the kernel only what mime_cage.c lists for a reader. The
 * limits are a wall of their own, which stands where that list has a hole. */
static bool confine(const struct sp_reader_kind *kind)
{
	const struct sp_mime_limits *limits = &kind->limits;
	bool ok = limit(RLIMIT_CORE, 0) && limit(RLIMIT_CPU, limits->cpu) &&
		  limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NPROC, 0);

	if (SP_MIME_ADDRESSES_OURS)
		ok = ok && limit(RLIMIT_AS, limits->memory);
	return ok && limit(RLIMIT_NOFILE, 0) &&
	       mail_mime_cage_shut(&kind->filter);
}

/* Standard input, output and error that lead nowhere, in place of our socket
 * and our log, which a mail must not be able to write to; nor to the socket of
 * another reader. */
static bool close_doors(int null, int socket)
{
	for (int fd = 0; fd < SP_READER_FD; fd++)
		if (dup2(null, fd) != fd)
			return false;
	if (dup2(socket, SP_READER_FD) != SP_READER_FD)
		return false;
	closefrom(SP_READER_FD + 1);
	return true;
}

static SP_NORETURN void run(int socket, const struct sp_reader_kind *kind)
{
	struct sp_message *message = NULL;
	uint8_t head[SP_MIME_HEAD_LEN];
	struct sp_buf answer;
	size_t len;
	char *raw;

	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!close_doors(kind->null, socket) || !confine(kind) ||
		sp_read_full(SP_READER_FD, head, sizeof(head)) != SP_OK)
		_exit(1);
	len = (size_t)sp_get_be64(head);
	raw = sp_xmalloc(len);
	if (sp_read_full(SP_READER_FD, raw, len) != SP_OK ||
		kind->read(&message, raw, len) != SP_OK)
		_exit(1);
	sp_buf_init(&answer, SP_MIME_HEAD_LEN + SP_MIME_RESULT_MAX);
	sp_buf_pad(&answer, '\0', SP_MIME_HEAD_LEN);
	mail_write_wire(&answer, message);
	if (answer.overflow)
		_exit(1);
	sp_put_be64((uint8_t *)answer.data, answer.len - SP_MIME_HEAD_LEN);
	if (sp_write_full(SP_READER_FD, answer.data, answer.len) != SP_OK)
		_exit(1);
	_exit(0); /* no handlers: they belong to the zygote */
}

/* ---- in the zygote ------------------------------------------------------ */

void mail_reader_start(
	struct sp_reader *r, const struct sp_reader_kind *kind, bool whole)
{
	int pair[2];
	pid_t pid;

	r->pid = 0;
	r->fd = -1;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return;
	pid = mail_mime_fork(whole);
	if (pid == 0)
		run(pair[1], kind);
	(void)close(pair[1]);
	if (pid < 0) {
		(void)close(pair[0]);
		return;
	}
	r->pid = pid;
	r->fd = pair[0];
}

bool mail_reader_give(const struct sp_reader *r, const char *raw, size_t len,
	int64_t deadline)
{
	size_t sent = 0;

	while (sent < SP_MIME_HEAD_LEN + len)
		if (r->pid == 0 || !mail_mime_ready(r->fd, POLLOUT, deadline) ||
			!mail_mime_send(r->fd, raw, len, &sent))
			return false;
	return true;
}

size_t mail_reader_answer(
	const struct sp_reader *r, char *out, int64_t deadline)
{
	size_t len = 0, want = SP_MIME_HEAD_LEN;

	while (len < want) {
		ssize_t n;

		if (r->pid == 0 || !mail_mime_ready(r->fd, POLLIN, deadline))
			return 0;
		n = recv(r->fd, out + len,
			SP_MIME_HEAD_LEN + SP_MIME_RESULT_MAX - len,
			MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
			return 0;
		if (n > 0)
			len += (size_t)n;
		if (len >= SP_MIME_HEAD_LEN) {
			uint64_t size = sp_get_be64((const uint8_t *)out);

			if (size > SP_MIME_RESULT_MAX)
				return 0;
			want = SP_MIME_HEAD_LEN + (size_t)size;
		}
	}
	return len == want ? len : 0;
}

bool mail_reader_end(struct sp_reader *r)
{
	int status = 0;

	if (r->pid == 0)
		return false;
	(void)close(r->fd);
	/* It has said all that it may say. */
	(void)kill(r->pid, SIGKILL);
	while (waitpid(r->pid, &status, 0) < 0 && errno == EINTR)
		;
	r->pid = 0;
	return mail_mime_lacked(status);
}
