/*
 * Our side of the parser process.
 */
#define _GNU_SOURCE /* posix_spawn_file_actions_addclosefrom_np */
#include "mail_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The server kills a reader long before. */
#define ANSWER_MS 20000

struct sp_mime {
	int fd; /* -1: not running */
	pid_t pid;
	bool greeted;
	char *program; /* NULL: attached, cannot be started anew */
};

static void stop(struct sp_mime *m)
{
	int status;

	if (m->fd >= 0)
		(void)close(m->fd);
	if (m->pid > 0) {
		(void)kill(m->pid, SIGKILL);
		while (waitpid(m->pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	m->fd = -1;
	m->pid = -1;
	m->greeted = false;
}

/* send and recv that keep to a deadline; false on any failure */
static bool put(int fd, const void *p, size_t n, int64_t deadline)
{
	const char *at = p;

	while (n > 0) {
		ssize_t k;

		if (!sp_mime_ready(fd, POLLOUT, deadline))
			return false;
		k = send(fd, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (k < 0 && errno != EINTR && errno != EAGAIN)
			return false;
		if (k > 0) {
			at += k;
			n -= (size_t)k;
		}
	}
	return true;
}

static bool get(int fd, void *p, size_t n, int64_t deadline)
{
	char *at = p;

	while (n > 0) {
		ssize_t k;

		if (!sp_mime_ready(fd, POLLIN, deadline))
			return false;
		k = recv(fd, at, n, MSG_DONTWAIT);
		if (k == 0 || (k < 0 && errno != EINTR && errno != EAGAIN))
			return false;
		if (k > 0) {
			at += k;
			n -= (size_t)k;
		}
	}
	return true;
}

static bool greet(struct sp_mime *m, int64_t deadline)
{
	char hello[SP_MIME_HELLO_LEN];

	if (!m->greeted)
		m->greeted = get(m->fd, hello, sizeof(hello), deadline) &&
			     memcmp(hello, SP_MIME_HELLO, sizeof(hello)) == 0;
	return m->greeted;
}

/* ---- start -------------------------------------------------------------- */

/* The parser gets the socket as its standard input, our standard error for its
 * own start, and nothing else of ours: no file, no signal mask, no
 * environment, no process group (Ctrl-C is for the daemon, which then lets it
 * finish the batch). */
static int spawn(pid_t *pid, const char *program, int fd)
{
	static char locale[] = "LC_ALL=C";
	char *env[] = { locale, NULL };
	char *name = sp_xstrdup(program);
	char *argv[] = { name, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int rc;

	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawnattr_init(&attr);
	rc = posix_spawn_file_actions_adddup2(&files, fd, 0);
	if (rc == 0)
		rc = posix_spawn_file_actions_addopen(
			&files, 1, "/dev/null", O_WRONLY, 0);
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
		rc = posix_spawn(pid, program, &files, &attr, argv, env);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	sp_free(name);
	return rc;
}

static int start(struct sp_mime *m, struct sp_error *e)
{
	int pair[2], rc;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return sp_error_set(e, SP_ESYS,
			"cannot make a socket for the mail parser: %s",
			strerror(errno));
	/* addopen below would put /dev/null over it */
	rc = pair[1] > 2 ? spawn(&m->pid, m->program, pair[1]) : EBADF;
	(void)close(pair[1]);
	m->fd = pair[0];
	if (rc != 0)
		m->pid = -1;
	if (rc == 0 && greet(m, sp_mime_now() + ANSWER_MS))
		return SP_OK;
	stop(m);
	return sp_error_set(e, SP_ESYS,
		"cannot start the mail parser %s: %s; it is installed beside "
		"spellpostd",
		m->program,
		rc != 0 ? strerror(rc) : "it does not answer as one");
}

int sp_mime_start(struct sp_mime **out, const char *program, struct sp_error *e)
{
	struct sp_mime *m = sp_xcalloc(1, sizeof(*m));
	int code;

	m->fd = -1;
	m->pid = -1;
	m->program = sp_xstrdup(program);
	code = start(m, e);
	*out = NULL;
	if (code == SP_OK)
		*out = m;
	else
		sp_mime_stop(m);
	return code;
}

void sp_mime_attach(struct sp_mime **out, int fd, int pid)
{
	struct sp_mime *m = sp_xcalloc(1, sizeof(*m));

	m->fd = fd;
	m->pid = (pid_t)pid;
	*out = m;
}

void sp_mime_stop(struct sp_mime *mime)
{
	if (mime == NULL)
		return;
	stop(mime);
	sp_free(mime->program);
	sp_free(mime);
}

/* ---- one mail ----------------------------------------------------------- */

/* False: the process is gone or out of step. An empty answer is one, too. */
static bool exchange(
	struct sp_mime *m, const void *raw, size_t len, struct sp_buf *answer)
{
	int64_t deadline = sp_mime_now() + ANSWER_MS;
	uint8_t size[8];
	uint64_t n;
	char *text;

	sp_put_be64(size, len);
	if (!greet(m, deadline) || !put(m->fd, size, sizeof(size), deadline) ||
		!put(m->fd, raw, len, deadline) ||
		!get(m->fd, size, sizeof(size), deadline))
		return false;
	n = sp_get_be64(size);
	if (n > SP_MIME_RESULT_MAX)
		return false;
	text = sp_xmalloc((size_t)n + 1);
	if (get(m->fd, text, (size_t)n, deadline)) {
		sp_buf_clear(answer);
		sp_buf_add(answer, text, (size_t)n);
		sp_free(text);
		return true;
	}
	sp_free(text);
	return false;
}

static struct sp_mail *failed_mail(void)
{
	struct sp_mail *m = sp_xcalloc(1, sizeof(*m));

	m->unreadable = SP_MAIL_PARSER_FAILED;
	m->text = sp_xstrdup("");
	return m;
}

static struct sp_mail *decode(const struct sp_buf *answer)
{
	struct sp_mail *m = NULL;
	json_t *json = NULL;

	if (answer->len == 0 ||
		sp_json_parse(&json, answer->data, answer->len, NULL) != SP_OK)
		return failed_mail();
	if (sp_mail_from_json(&m, json, NULL) != SP_OK)
		m = failed_mail();
	json_decref(json);
	return m;
}

int sp_mime_parse(struct sp_mime *mime, const void *raw, size_t len,
	struct sp_mail **out, struct sp_error *e)
{
	struct sp_buf answer;
	bool answered = false;
	int code = SP_OK;

	*out = NULL;
	if (len > SP_MAIL_RAW_MAX)
		len = SP_MAIL_RAW_MAX + 1;
	sp_buf_init(&answer, SP_MIME_RESULT_MAX);
	/* The second try tells a process that had died before from a mail that
	 * kills it. */
	for (int try = 0; try < 2 && !answered && code == SP_OK; try++) {
		if (mime->fd < 0 && mime->program == NULL)
			code = sp_error_set(
				e, SP_ESYS, "the mail parser has stopped");
		else if (mime->fd < 0)
			code = start(mime, e);
		if (code != SP_OK)
			break;
		answered = exchange(mime, raw, len, &answer);
		if (!answered)
			stop(mime);
	}
	if (code == SP_OK)
		*out = answered ? decode(&answer) : failed_mail();
	sp_buf_free(&answer);
	return code;
}
