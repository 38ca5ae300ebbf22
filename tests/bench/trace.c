/* Running spellpostd as it is, under strace where that is there. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOG_MAX  (64u << 20)
#define ARGS_MAX 20

extern char **environ;

static const char *const words[] = {
#define X(name, word) word,
	BENCH_CALLS(X)
#undef X
};

const char *bench_call_word(enum bench_call call)
{
	return words[call];
}

/* ---- processes -------------------------------------------------------------
 */

pid_t bench_spawn(const char *const argv[], const char *log)
{
	posix_spawn_file_actions_t files;
	char *own[ARGS_MAX] = { NULL };
	pid_t pid;

	for (size_t i = 0; argv[i] != NULL; i++)
		own[i] = sp_xstrdup(argv[i]);
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawn_file_actions_addopen(
		&files, 0, "/dev/null", O_RDONLY, 0);
	if (log != NULL) {
		(void)posix_spawn_file_actions_addopen(
			&files, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
		(void)posix_spawn_file_actions_adddup2(&files, 1, 2);
	}
	int rc = posix_spawnp(&pid, own[0], &files, NULL, own, environ);
	(void)posix_spawn_file_actions_destroy(&files);
	for (size_t i = 0; own[i] != NULL; i++)
		sp_free(own[i]);
	return rc == 0 ? pid : -1;
}

static int status_of(pid_t pid)
{
	int status = -1;

	if (pid > 0)
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	return status;
}

void bench_wait(pid_t pid, const char *program)
{
	if (status_of(pid) != 0)
		bench_die("%s failed", program);
}

/* ---- strace
 * ------------------------------------------------------------------ */

const char *bench_trace_missing(const struct bench *b)
{
	char *log = sp_xasprintf("%s/strace.try", b->root);
	const char *version[] = { "strace", "-V", NULL };
	const char *try[] = { "strace", "-f", "-qq", "-e", "trace=fsync",
		"true", NULL };
	const char *why = NULL;

	if (status_of(bench_spawn(version, log)) != 0)
		why = "strace is not installed";
	else if (status_of(bench_spawn(try, log)) != 0)
		why = "strace may not trace here";
	sp_free(log);
	return why;
}

/* Is the call, whose descriptor strace shows as <path>, on SQLite's files, or
 * on their folder, which SQLite syncs when it has made a log? */
static bool on_registry(const char *call, const char *data)
{
	const char *path = strchr(call, '<');
	size_t n = strlen(data);

	if (path == NULL || strncmp(path + 1, data, n) != 0)
		return false;
	return path[1 + n] == '>' ||
	       sp_starts(path + 1 + n, "/" SP_CONFIG_REGISTRY);
}

/* "1234 fsync(7</club/registry.db-wal>) = 0"; a call that another process
 * interrupts has its second line in angle brackets, which is not counted. */
static void count_line(struct bench_trace *out, const char *line, size_t len,
	const char *data, long *daemon)
{
	char text[1024], *at;

	if (len >= sizeof(text))
		len = sizeof(text) - 1;
	if (!sp_copyn(text, sizeof(text), line, len))
		return;
	long pid = strtol(text, &at, 10);
	if (*daemon == 0)
		*daemon = pid; /* its first call is the first of all */
	while (*at == ' ')
		at++;
	size_t n = strcspn(at, "(");
	for (int c = 0; c < BENCH_CALL_COUNT; c++) {
		if (n != strlen(words[c]) || strncmp(at, words[c], n) != 0)
			continue;
		if (c == BENCH_OPENAT && pid != *daemon)
			continue; /* the parser's */
		out->calls[c]++;
		out->registry[c] += on_registry(at, data);
	}
}

static void read_log(
	struct bench_trace *out, const char *path, const char *data)
{
	struct sp_error e = { 0 };
	struct sp_cursor c;
	struct sp_buf text;
	const char *line;
	size_t len;
	long daemon = 0;

	sp_buf_init(&text, LOG_MAX);
	bench_ok(sp_file_read(&text, path, &e), &e, "the log of strace");
	sp_cursor_init(&c, sp_buf_str(&text), text.len);
	while (sp_cursor_line(&c, &line, &len))
		count_line(out, line, len, data, &daemon);
	sp_buf_free(&text);
}

/* A configuration beside the club's own; the rest are defaults there, too. */
static char *write_conf(const struct bench_club *club, unsigned batch)
{
	char *path = sp_xasprintf("%s/trace.conf", club->dir);
	struct sp_error e = { 0 };
	char text[32];

	sp_format(text, sizeof(text), "batch = %u\n", batch);
	bench_ok(sp_file_write(path, text, strlen(text), 0600, &e), &e, path);
	return path;
}

void bench_trace_once(
	struct bench_trace *out, const struct bench_club *club, unsigned batch)
{
	char *daemon = sp_xasprintf("%s/spellpostd", club->bench->build);
	char *conf = write_conf(club, batch);
	char *log = sp_xasprintf("%s/strace", club->dir);
	char *said = sp_xasprintf("%s/said", club->dir);
	char *data = realpath(club->dir, NULL);
	const char *argv[] = { "strace", "-f", "-y", "-qq", "-o", log, "-e",
		"trace=syncfs,fsync,fdatasync,sync_file_range,msync,sync,"
		"openat",
		daemon, "-c", conf, "--once", NULL };

	if (data == NULL)
		bench_die("%s is gone", club->dir);
	memset(out, 0, sizeof(*out));
	(void)unlink(log);
	bench_wait(bench_spawn(argv, said), "spellpostd --once under strace");
	read_log(out, log, data);
	sp_free(daemon);
	sp_free(conf);
	sp_free(log);
	sp_free(said);
	free(data);
}
