/*
 * Our side of the parser process.
 */
#include "mime_private.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spawn_private.h"

/* The server kills a reader long before. */
#define ANSWER_MS 20000

/* Answers that came: one is taken before more are read. */
#define CHUNK   16384
#define GOT_MAX (SP_MIME_HEAD_LEN + SP_MIME_RESULT_MAX + CHUNK)

struct sp_mime {
	int fd; /* -1: not running */
	pid_t pid;
	bool greeted;
	char *program; /* NULL: attached, cannot be started anew */
	struct {
		const char *raw;
		size_t len;
	} mail[SP_MIME_AHEAD]; /* begun, oldest first */
	size_t n;
	size_t sent;       /* how many of them the process has wholly */
	size_t part;       /* bytes that it has of the next */
	struct sp_buf got; /* of the answers */
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
	m->sent = 0;
	m->part = 0;
	sp_buf_free(&m->got);
}

/* recv that keeps to a deadline; false on any failure */
static bool get(int fd, void *p, size_t n, int64_t deadline)
{
	char *at = p;

	while (n > 0) {
		ssize_t k;

		if (!mail_mime_ready(fd, POLLIN, deadline))
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

/* What is set once spares each reader pages that it would have to copy.
 * Functions are bound at the start. GLib and the C library keep no lists of
 * free blocks beside the heap's own, which lie where they are first written;
 * and the kernel does not write into the thread's block whenever the process
 * comes to run (rseq(2)). */
static const char *const parser_env[] = { "LC_ALL=C", "LD_BIND_NOW=1",
	"G_SLICE=always-malloc",
	"GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.pthread.rseq=0",
	NULL };

/* The parser gets the socket as its standard input, our standard error for its
 * own start, and nothing else of ours: no file, no signal mask, no
 * environment, no process group (Ctrl-C is for the daemon, which then lets it
 * finish the batch). */
static int spawn(pid_t *pid, const char *program, int fd)
{
	const char *const argv[] = { program, NULL };
	struct sp_spawn s = { .argv = argv,
		.env = parser_env,
		.fd = { fd, SP_SPAWN_NULL, SP_SPAWN_OURS } };

	return mail_spawn(pid, &s);
}

static int cannot_start(
	struct sp_error *e, const char *program, const char *cause)
{
	return sp_error_remedy(e,
		sp_error_set(e, SP_ESYS, "cannot start the mail parser %s: %s",
			program, cause),
		"install spellpost as a whole: this program belongs "
		"beside spellpostd, and no mail can be read without it");
}

static int start(struct sp_mime *m, struct sp_error *e)
{
	int pair[2], rc;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return sp_error_set(e, SP_ESYS,
			"cannot make a socket for the mail parser: %s",
			strerror(errno));
	rc = spawn(&m->pid, m->program, pair[1]);
	(void)close(pair[1]);
	m->fd = pair[0];
	if (rc != 0)
		m->pid = -1;
	if (rc == 0 && greet(m, mail_mime_now() + ANSWER_MS))
		return SP_OK;
	stop(m);
	return cannot_start(e, m->program,
		rc != 0 ? strerror(rc) : "it does not answer as one");
}

static struct sp_mime *new_client(const char *program)
{
	struct sp_mime *m = sp_xcalloc(1, sizeof(*m));

	m->fd = -1;
	m->pid = -1;
	sp_buf_init(&m->got, GOT_MAX);
	m->program = sp_xstrdup(program);
	return m;
}

int sp_mail_mime_start(
	struct sp_mime **out, const char *program, struct sp_error *e)
{
	struct sp_mime *m = new_client(program);
	int code = start(m, e);

	*out = NULL;
	if (code == SP_OK)
		*out = m;
	else
		sp_mail_mime_stop(m);
	return code;
}

int sp_mail_mime_later(
	struct sp_mime **out, const char *program, struct sp_error *e)
{
	*out = NULL;
	if (access(program, X_OK) != 0)
		return cannot_start(e, program, strerror(errno));
	*out = new_client(program);
	return SP_OK;
}

void sp_mail_mime_attach(struct sp_mime **out, int fd, int pid)
{
	struct sp_mime *m = sp_xcalloc(1, sizeof(*m));

	m->fd = fd;
	m->pid = (pid_t)pid;
	sp_buf_init(&m->got, GOT_MAX);
	*out = m;
}

void sp_mail_mime_stop(struct sp_mime *mime)
{
	if (mime == NULL)
		return;
	stop(mime);
	sp_free(mime->program);
	sp_free(mime);
}

/* ---- mails -------------------------------------------------------------- */

/* Write what it takes now of the first `n` mails; false: it is gone. */
static bool feed(struct sp_mime *m, size_t n)
{
	while (m->sent < n) {
		size_t whole = SP_MIME_HEAD_LEN + m->mail[m->sent].len;
		size_t before = m->part;

		if (!mail_mime_send(m->fd, m->mail[m->sent].raw,
			    m->mail[m->sent].len, &m->part))
			return false;
		if (m->part == before)
			return true;
		if (m->part == whole) {
			m->sent++;
			m->part = 0;
		}
	}
	return true;
}

/* Read what there is of answers; false: it is gone. */
static bool hear(struct sp_mime *m)
{
	char chunk[CHUNK];
	ssize_t n = recv(m->fd, chunk, sizeof(chunk), MSG_DONTWAIT);

	if (n > 0)
		sp_buf_add(&m->got, chunk, (size_t)n);
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

/* How long the first answer is, with its length; 0: it is not there wholly. */
static size_t answer_len(const struct sp_mime *m, bool *bad)
{
	uint64_t n;

	*bad = false;
	if (m->got.len < SP_MIME_HEAD_LEN)
		return 0;
	n = sp_get_be64((const uint8_t *)m->got.data);
	*bad = n > SP_MIME_RESULT_MAX;
	return !*bad && n <= m->got.len - SP_MIME_HEAD_LEN
		       ? SP_MIME_HEAD_LEN + (size_t)n
		       : 0;
}

/* Wait for the answer to the oldest mail, while the first `n` go to the
 * process. 0: it is gone or out of step. */
static size_t exchange(struct sp_mime *m, size_t n)
{
	int64_t deadline = mail_mime_now() + ANSWER_MS;
	bool well = greet(m, deadline), bad = false;
	size_t len = 0;

	while (well && !bad && (len = answer_len(m, &bad)) == 0) {
		short events = m->sent < n ? POLLIN | POLLOUT : POLLIN;

		well = !bad && mail_mime_ready(m->fd, events, deadline) &&
		       feed(m, n) && hear(m);
	}
	return len;
}

static struct sp_message *failed_mail(void)
{
	struct sp_message *m = sp_xcalloc(1, sizeof(*m));

	m->unreadable = SP_MAIL_PARSER_FAILED;
	m->text = sp_xstrdup("");
	return m;
}

/* The answer of `len` bytes with its length; 0: none came. */
static struct sp_message *take_answer(struct sp_mime *m, size_t len)
{
	struct sp_message *message = NULL;

	if (len <= SP_MIME_HEAD_LEN ||
		mail_read_wire(&message, m->got.data + SP_MIME_HEAD_LEN,
			len - SP_MIME_HEAD_LEN, NULL) != SP_OK)
		message = failed_mail();
	if (len == m->got.len) {
		sp_buf_free(&m->got);
	} else if (len > 0) {
		memmove(m->got.data, m->got.data + len, m->got.len - len);
		sp_buf_truncate(&m->got, m->got.len - len);
	}
	return message;
}

void sp_mail_mime_begin(struct sp_mime *m, const void *raw, size_t len)
{
	assert(m->n < SP_MIME_AHEAD);
	m->mail[m->n].raw = raw;
	m->mail[m->n++].len = len > SP_MAIL_RAW_MAX ? SP_MAIL_RAW_MAX + 1 : len;
	/* where that fails it shows when it is to answer */
	if (m->fd >= 0)
		(void)feed(m, m->n);
}

int sp_mail_mime_finish(
	struct sp_mime *m, struct sp_message **out, struct sp_error *e)
{
	size_t len = 0;

	assert(m->n > 0);
	*out = NULL;
	/* The second try, with one mail alone, tells a process that had died
	 * before, or of another mail, from a mail that kills it. */
	for (int try = 0; try < 2 && len == 0; try++) {
		int code = SP_OK;

		if (m->fd < 0)
			code = m->program != NULL
				       ? start(m, e)
				       : sp_error_set(e, SP_ESYS,
						 "the mail parser has stopped");
		if (code != SP_OK) {
			sp_mail_mime_forget(m);
			return code;
		}
		len = exchange(m, try == 0 ? m->n : 1);
		if (len == 0)
			stop(m);
	}
	*out = take_answer(m, len);
	m->n--;
	m->sent -= m->sent > 0;
	memmove(m->mail, m->mail + 1, m->n * sizeof(m->mail[0]));
	return SP_OK;
}

void sp_mail_mime_forget(struct sp_mime *m)
{
	if (m->n > 0) /* its answers would be taken for those of others */
		stop(m);
	m->n = 0;
}

int sp_mail_mime_parse(struct sp_mime *mime, const void *raw, size_t len,
	struct sp_message **out, struct sp_error *e)
{
	sp_mail_mime_begin(mime, raw, len);
	return sp_mail_mime_finish(mime, out, e);
}
