/*
 * The server side of the parser process: a zygote that reads mails without
 * looking at them and forks once for each (design 9).
 */
#define _DEFAULT_SOURCE /* rlimits that POSIX does not name */
#include "mail_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

const struct sp_mime_limits sp_mime_default_limits = {
	.seconds = 5,
	.cpu = 2,
	.memory = (size_t)256 * 1024 * 1024,
};

/* AddressSanitizer reserves terabytes of address space. */
#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SPACE_IS_OURS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SPACE_IS_OURS 0
#endif
#endif
#ifndef ADDRESS_SPACE_IS_OURS
#define ADDRESS_SPACE_IS_OURS 1
#endif

int64_t sp_mime_now(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

bool sp_mime_ready(int fd, short events, int64_t deadline)
{
	struct pollfd p = { .fd = fd, .events = events };

	for (;;) {
		int64_t left = deadline - sp_mime_now();
		int rc;

		if (left <= 0)
			return false;
		rc = poll(&p, 1, left < 60000 ? (int)left : 60000);
		if (rc > 0)
			return true;
		if (rc < 0 && errno != EINTR)
			return false;
	}
}

/* ---- the forked reader -------------------------------------------------- */

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

static bool limit(int resource, rlim_t value)
{
	struct rlimit r = { .rlim_cur = value, .rlim_max = value };

	return setrlimit((__rlimit_resource_t)resource, &r) == 0;
}

/* From here on: no new file, socket or process, nothing to write to but the
 * pipe. (A filter of system calls will stand beside this.) */
static bool confine(const struct sp_mime_limits *limits)
{
	bool ok = limit(RLIMIT_CORE, 0) && limit(RLIMIT_CPU, limits->cpu) &&
		  limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NPROC, 0);

	if (ADDRESS_SPACE_IS_OURS)
		ok = ok && limit(RLIMIT_AS, limits->memory);
	return ok && limit(RLIMIT_NOFILE, 0);
}

static SP_NORETURN void run_reader(int out, sp_mime_reader *reader,
	const struct sp_mime_limits *limits, const char *raw, size_t len)
{
	struct sp_mail *mail = NULL;
	struct sp_buf text;
	uint8_t size[8];
	json_t *json;

	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!confine(limits) || reader(&mail, raw, len) != SP_OK)
		_exit(1);
	json = sp_mail_to_json(mail);
	sp_buf_init(&text, SP_MIME_RESULT_MAX);
	sp_json_write_compact(&text, json);
	if (text.overflow)
		_exit(1);
	sp_put_be64(size, text.len);
	if (sp_write_full(out, size, sizeof(size)) != 0 ||
		sp_write_full(out, text.data, text.len) != 0)
		_exit(1);
	_exit(0); /* no handlers: they belong to the zygote */
}

/* ---- the zygote --------------------------------------------------------- */

/* The reader's answer, complete or not at all. */
static bool collect(struct sp_buf *out, int fd, int64_t deadline)
{
	char chunk[65536];

	while (sp_mime_ready(fd, POLLIN, deadline)) {
		ssize_t n = read(fd, chunk, sizeof(chunk));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		if (n == 0)
			return out->len >= 8 &&
			       sp_get_be64((const uint8_t *)out->data) ==
				       out->len - 8;
		sp_buf_add(out, chunk, (size_t)n);
		if (out->overflow)
			return false;
	}
	return false;
}

/* Standard input, output and error that lead nowhere, in place of the socket
 * and of our log, which a mail must not be able to write to. */
static bool close_door(int socket)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	bool ok = null >= 0;

	for (int fd = 0; fd <= 2 && ok; fd++)
		ok = dup2(null, fd) == fd;
	if (socket > 2)
		(void)close(socket);
	if (null > 2)
		(void)close(null);
	return ok;
}

/* `answer` gets a frame: an empty one where the reader failed. */
static int read_one(int socket, struct sp_buf *answer, sp_mime_reader *reader,
	const struct sp_mime_limits *limits, const char *raw, size_t len)
{
	int64_t deadline = sp_mime_now() + (int64_t)limits->seconds * 1000;
	int ends[2], status;
	pid_t pid;

	if (pipe(ends) != 0)
		return SP_ESYS;
	pid = fork();
	if (pid == 0) {
		(void)close(ends[0]);
		if (ends[1] <= 2 || !close_door(socket))
			_exit(1);
		run_reader(ends[1], reader, limits, raw, len);
	}
	(void)close(ends[1]);
	sp_buf_clear(answer);
	if (pid < 0 || !collect(answer, ends[0], deadline)) {
		sp_buf_clear(answer);
		sp_buf_pad(answer, '\0', 8);
	}
	(void)close(ends[0]);
	if (pid < 0)
		return SP_OK;
	/* It has said all that it may say. */
	(void)kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return SP_OK;
}

static int serve(int fd, sp_mime_reader *reader,
	const struct sp_mime_limits *limits, char *raw, struct sp_buf *answer)
{
	uint8_t size[8];
	uint64_t len;
	int code;

	if (sp_write_full(fd, SP_MIME_HELLO, SP_MIME_HELLO_LEN) != SP_OK)
		return 1;
	for (;;) {
		code = sp_read_full(fd, size, sizeof(size));
		if (code != SP_OK)
			return code == SP_EAGAIN ? 0 : 1;
		len = sp_get_be64(size);
		if (len > SP_MAIL_RAW_MAX + 1 ||
			sp_read_full(fd, raw, (size_t)len) != SP_OK)
			return 1;
		if (read_one(fd, answer, reader, limits, raw, (size_t)len) !=
				SP_OK ||
			sp_write_full(fd, answer->data, answer->len) != SP_OK)
			return 1;
	}
}

int sp_mime_serve(
	int fd, sp_mime_reader *reader, const struct sp_mime_limits *limits)
{
	char *raw = sp_xmalloc(SP_MAIL_RAW_MAX + 1);
	struct sp_mime_limits absolute = *limits;
	struct sp_buf answer;
	int status;

	absolute.memory += mapped();
	(void)signal(SIGPIPE, SIG_IGN);
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	(void)limit(RLIMIT_CORE, 0);
	sp_buf_init(&answer, SP_MIME_RESULT_MAX + 8);
	status = serve(fd, reader, &absolute, raw, &answer);
	sp_buf_free(&answer);
	sp_free(raw);
	return status;
}
