/*
 * The server side of the parser process: a zygote that passes mails on without
 * looking at them, each to a reader of its own: whoever takes over a reader
 * by a mail has that mail, and no other.
 *
 * Two readers work at a time. One more is forked while there is nothing to do,
 * so that a mail need not wait for it. What the mails are is in memory that no
 * reader inherits: it knows its own mail alone.
 */
#define _DEFAULT_SOURCE /* MADV_DONTFORK */
#include "mime_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#define READERS 2

const struct sp_mime_limits sp_mail_mime_default_limits = {
	.seconds = 5,
	.cpu = 2,
	.memory = (size_t)256 * 1024 * 1024,
};

/* A mail on its way. */
struct job {
	struct sp_reader reader;
	char *raw;
	size_t len;
	int64_t deadline;
};

struct server {
	int fd;
	const struct sp_reader_kind *kind;
	struct sp_reader spare;
	struct sp_reader done;   /* answered, not yet waited for */
	struct job job[READERS]; /* a ring */
	unsigned first, n;
	char *answer; /* of one job */
};

/* ---- one mail ----------------------------------------------------------- */

/* A mail's time runs anew when it is the oldest: those before it may have used
 * up theirs. */
static void start_clock(const struct server *s, struct job *job)
{
	job->deadline =
		mail_mime_now() + (int64_t)s->kind->limits.seconds * 1000;
}

static bool give(const struct job *job)
{
	return mail_reader_give(
		&job->reader, job->raw, job->len, job->deadline);
}

static int next_mail(struct server *s)
{
	struct job *job = &s->job[(s->first + s->n) % READERS];
	uint8_t head[SP_MIME_HEAD_LEN];
	uint64_t len;
	int code = sp_read_full(s->fd, head, sizeof(head));

	if (code != SP_OK)
		return code;
	len = sp_get_be64(head);
	if (len > SP_MAIL_RAW_MAX + 1 ||
		sp_read_full(s->fd, job->raw, (size_t)len) != SP_OK)
		return SP_ESYS;
	job->len = (size_t)len;
	start_clock(s, job);
	job->reader = s->spare;
	s->spare.pid = 0;
	if (!give(job)) { /* there is none, or it was killed while it waited */
		(void)mail_reader_end(&job->reader);
		mail_reader_start(&job->reader, s->kind, false);
		(void)give(job); /* if not it will not answer either */
	}
	s->n++;
	return SP_OK;
}

/* The answer to the oldest mail; an empty one where its reader failed. */
static int finish(struct server *s)
{
	struct job *job = &s->job[s->first];
	size_t len = mail_reader_answer(&job->reader, s->answer, job->deadline);
	int code;

	if (len == 0 && mail_reader_end(&job->reader)) {
		mail_reader_start(&job->reader, s->kind, true);
		if (give(job))
			len = mail_reader_answer(
				&job->reader, s->answer, job->deadline);
	}
	if (len == 0) {
		memset(s->answer, 0, SP_MIME_HEAD_LEN);
		len = SP_MIME_HEAD_LEN;
	}
	code = sp_write_full(s->fd, s->answer, len);
	/* Its end takes about as long as its work: wait for the one before. */
	(void)mail_reader_end(&s->done);
	s->done = job->reader;
	job->reader.pid = 0;
	s->first = (s->first + 1) % READERS;
	s->n--;
	start_clock(s, &s->job[s->first]);
	return code;
}

/* ---- all of them -------------------------------------------------------- */

/* Wait until there is a mail to take (*take), or an answer to give. */
static bool wait_for_work(const struct server *s, bool *take)
{
	const struct job *oldest = &s->job[s->first];
	struct pollfd p[] = {
		{ .fd = s->n < READERS ? s->fd : -1, .events = POLLIN },
		{ .fd = s->n > 0 ? oldest->reader.fd : -1, .events = POLLIN },
	};

	for (;;) {
		int64_t left = oldest->deadline - mail_mime_now();
		int rc;

		*take = false;
		if (s->n > 0 && (left <= 0 || oldest->reader.pid == 0))
			return true;
		rc = poll(p, SP_ARRAY_LEN(p), s->n > 0 ? (int)left : -1);
		if (rc < 0 && errno != EINTR)
			return false;
		*take = rc > 0 && p[0].revents != 0;
		if (rc > 0)
			return true;
	}
}

static int serve(struct server *s)
{
	int code = sp_write_full(s->fd, SP_MIME_HELLO, SP_MIME_HELLO_LEN);

	while (code == SP_OK) {
		bool take;

		if (s->n == 0 && s->spare.pid == 0)
			mail_reader_start(&s->spare, s->kind, false);
		if (s->n == 0)
			(void)mail_reader_end(&s->done);
		if (!wait_for_work(s, &take))
			return SP_ESYS;
		code = take ? next_mail(s) : finish(s);
	}
	return code;
}

/* Address space mapped now, in octets; 0 where /proc does not tell. */
static size_t mapped(void)
{
	struct sp_buf text;
	long page = sysconf(_SC_PAGESIZE);
	unsigned long pages = 0;

	sp_buf_init(&text, 200);
	if (sp_file_read(&text, "/proc/self/statm", NULL) == SP_OK)
		pages = strtoul(sp_buf_str(&text), NULL, 10);
	sp_buf_free(&text);
	return page > 0 ? (size_t)pages * (size_t)page : 0;
}

#define SERVER_MEMORY 4096
#define JOB_MEMORY    (SP_MAIL_RAW_MAX + 4096)
#define ANSWER_MEMORY (SP_MIME_RESULT_MAX + 4096)
#define MEMORY        (SERVER_MEMORY + READERS * JOB_MEMORY + ANSWER_MEMORY)

/* All that changes is where no reader inherits it, which also means that
 * neither side copies it when we write there. NULL if there is no memory. */
static struct server *make_server(int fd, const struct sp_reader_kind *kind)
{
	char *at = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct server *s;

	_Static_assert(sizeof(*s) <= SERVER_MEMORY, "room for it");
	if (at == MAP_FAILED || madvise(at, MEMORY, MADV_DONTFORK) != 0)
		return NULL;
	s = (struct server *)(void *)at;
	s->fd = fd;
	s->kind = kind;
	at += SERVER_MEMORY;
	for (size_t i = 0; i < READERS; i++, at += JOB_MEMORY)
		s->job[i].raw = at;
	s->answer = at;
	return s;
}

static void end_server(struct server *s)
{
	for (unsigned i = 0; i < READERS; i++)
		(void)mail_reader_end(&s->job[i].reader);
	(void)mail_reader_end(&s->spare);
	(void)mail_reader_end(&s->done);
	(void)munmap(s, MEMORY);
}

int sp_mail_mime_serve(
	int fd, sp_mime_reader *reader, const struct sp_mime_limits *limits)
{
	struct sp_reader_kind kind = { .read = reader, .limits = *limits };
	struct server *s = make_server(fd, &kind);
	struct sp_error e = { 0 };
	int code;

	kind.limits.memory += mapped();
	kind.null = open("/dev/null", O_RDWR | O_CLOEXEC);
	(void)signal(SIGPIPE, SIG_IGN);
	json_object_seed(0); /* readers cannot open the system's randomness */
	if (kind.null <= 2 || s == NULL)
		code = sp_error_set(
			&e, SP_ESYS, "cannot begin: %s", strerror(errno));
	else
		code = mail_mime_cage_enter(&kind.filter, &e);
	if (code == SP_OK)
		code = serve(s);
	else
		(void)fprintf(
			stderr, "spellpost-mime: %s\n", sp_error_line(&e));
	if (s != NULL)
		end_server(s);
	if (kind.null >= 0)
		(void)close(kind.null);
	return code == SP_EAGAIN ? 0 : 1;
}
