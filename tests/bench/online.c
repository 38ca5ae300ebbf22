/* 7: spellpostd between an IMAP server with IDLE and an SMTP server. */
#include "bench.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAILS  500
#define WINDOW 300 /* seconds that wake-ups are given for */
#define SHORT  20  /* and as long as `make bench` looks */
#define WAIT_S 300

struct online {
	struct bench_club club;
	struct bench_servers servers;
	char *maildir; /* of the judge at Dovecot */
	char *conf;
	char *ahead; /* folder with mails to deliver */
};

/* ---- before and after ------------------------------------------------------
 */

static void write_conf(struct online *o)
{
	struct sp_error e = { 0 };
	char *text = sp_xasprintf(
		"inbox online {\n type = imap\n host = \"127.0.0.1\"\n"
		" port = %u\n tls = none\n user = judge\n"
		" password_file = \"%s\"\n}\n"
		"sender {\n type = smtp\n host = \"127.0.0.1\"\n port = %u\n"
		" tls = none\n}\n",
		(unsigned)o->servers.imap, o->servers.password,
		(unsigned)o->servers.smtp);

	o->conf = sp_xasprintf("%s/online.conf", o->club.dir);
	bench_ok(sp_file_write(o->conf, text, strlen(text), 0600, &e), &e,
		o->conf);
	sp_free(text);
}

static void set_up(struct online *o, const struct bench *b, const char *name)
{
	char *servers = sp_xasprintf("%s-servers", name);

	bench_club_make(&o->club, b, name, 10);
	o->ahead = bench_club_write_ahead(&o->club, MAILS);
	bench_club_close_host(&o->club);
	bench_servers_start(&o->servers, b, servers);
	o->maildir = bench_servers_user(&o->servers, "judge");
	write_conf(o);
	sp_free(servers);
}

static void tear_down(struct online *o)
{
	bench_servers_stop(&o->servers);
	bench_club_free(&o->club);
	sp_free(o->maildir);
	sp_free(o->conf);
	sp_free(o->ahead);
}

static void deliver_all(const struct online *o)
{
	DIR *dir = opendir(o->ahead);
	struct dirent *entry;

	if (dir == NULL)
		bench_die("%s cannot be read", o->ahead);
	while ((entry = readdir(dir)) != NULL) {
		char *path = sp_xasprintf("%s/%s", o->ahead, entry->d_name);

		if (entry->d_name[0] != '.')
			bench_servers_deliver(o->maildir, path);
		sp_free(path);
	}
	(void)closedir(dir);
}

static unsigned files_in(const char *folder, const char *part)
{
	char *path = sp_xasprintf("%s/%s", folder, part);
	DIR *dir = opendir(path);
	struct dirent *entry;
	unsigned n = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL)
		n += entry->d_name[0] != '.';
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
	return n;
}

static void await_all_done(const struct online *o)
{
	const struct timespec pause = { .tv_nsec = 50000000 };
	double began = bench_wall();

	while (files_in(o->maildir, ".Processed/cur") +
			files_in(o->maildir, ".Processed/new") <
		MAILS) {
		if (bench_wall() - began > WAIT_S)
			bench_die("the daemon does not get on with IMAP");
		bench_check_stop();
		(void)nanosleep(&pause, NULL);
	}
	/* and to rest */
	(void)nanosleep(&(struct timespec){ .tv_sec = 1 }, NULL);
}

/* `prefix`: words before the command, NULL-terminated. */
static pid_t start_daemon(const struct online *o, const char *const *prefix)
{
	char *program = sp_xasprintf("%s/spellpostd", o->club.bench->build);
	char *said = sp_xasprintf("%s/said", o->club.dir);
	const char *argv[20];
	size_t n = 0;
	pid_t pid;

	while (prefix != NULL && prefix[n] != NULL) {
		argv[n] = prefix[n];
		n++;
	}
	argv[n++] = program;
	argv[n++] = "-c";
	argv[n++] = o->conf;
	argv[n] = NULL;
	pid = bench_spawn(argv, said);
	bench_guard(pid);
	bench_await_daemon(&o->club);
	sp_free(program);
	sp_free(said);
	return pid;
}

static void seconds(unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		bench_check_stop();
		(void)nanosleep(&(struct timespec){ .tv_sec = 1 }, NULL);
	}
}

/* ---- connections ----------------------------------------------------------
 */

/* "connect(9, {sa_family=AF_INET, sin_port=htons(4025), ..." */
static unsigned count_connects(const char *log, uint16_t port)
{
	char *what = sp_xasprintf("sin_port=htons(%u)", (unsigned)port);
	struct sp_error e = { 0 };
	struct sp_buf text;
	unsigned n = 0;

	sp_buf_init(&text, 64u << 20);
	bench_ok(sp_file_read(&text, log, &e), &e, log);
	for (const char *at = sp_buf_str(&text);
		(at = strstr(at, what)) != NULL; at++)
		n++;
	sp_buf_free(&text);
	sp_free(what);
	return n;
}

static void connections(const struct bench *b)
{
	const char *missing = bench_trace_missing(b);
	struct online o;
	char *log;

	bench_title("7. connections for %d mails in and as many out", MAILS);
	if (missing != NULL) {
		bench_note("not counted: %s", missing);
		return;
	}
	set_up(&o, b, "connections");
	log = sp_xasprintf("%s/connects", o.club.dir);
	const char *strace[] = { "strace", "-f", "-qq", "-e", "trace=connect",
		"-o", log, NULL };
	pid_t pid = start_daemon(&o, strace);
	pid_t daemon = bench_child_of(pid);
	bench_guard(daemon); /* strace would leave it behind */
	deliver_all(&o);
	await_all_done(&o);
	bench_forget(daemon);
	bench_forget(pid);
	(void)kill(daemon, SIGTERM);
	bench_wait(pid, "spellpostd under strace");
	bench_figure("IMAP", count_connects(log, o.servers.imap), "", 0);
	bench_figure("SMTP", count_connects(log, o.servers.smtp), "", 0);
	sp_free(log);
	tear_down(&o);
}

/* ---- rest and memory -------------------------------------------------------
 */

static unsigned window(void)
{
	const char *text = getenv("BENCH_IDLE");
	long long n = SHORT;

	if (text != NULL && sp_parse_int(text, 1, 86400, &n) != SP_OK)
		bench_die("BENCH_IDLE is not a number of seconds");
	return (unsigned)n;
}

/* The calls of the line of strace's table that ends in `name`; NULL: of its
 * last line, which is their sum. */
static double calls_of(const char *table, const char *name)
{
	double calls = 0;
	struct sp_cursor c;
	const char *line;
	size_t len;

	sp_cursor_init(&c, table, strlen(table));
	while (sp_cursor_line(&c, &line, &len)) {
		char text[200], last[64];
		double percent, secs;
		long per, n;

		if (!sp_copyn(text, sizeof(text), line, len) ||
			sscanf(text, "%lf %lf %ld %ld", &percent, &secs, &per,
				&n) != 4)
			continue;
		const char *space = strrchr(text, ' ');
		if (space == NULL || !sp_copy(last, sizeof(last), space + 1))
			continue;
		if (sp_streq(last, name != NULL ? name : "total"))
			calls = (double)n;
	}
	return calls;
}

/* False: it ended before its time. */
static bool trace_for(
	const char *const argv[], const char *said, unsigned length)
{
	pid_t strace = bench_spawn(argv, said);

	bench_guard(strace);
	for (unsigned i = 0; i < length; i++) {
		seconds(1);
		if (waitpid(strace, NULL, WNOHANG) != 0) {
			bench_forget(strace);
			return false;
		}
	}
	bench_forget(strace);
	(void)kill(strace, SIGINT);
	(void)waitpid(strace, NULL, 0);
	return true;
}

/* A wake-up is a return of ppoll, in which the daemon waits. */
static void watch(const struct online *o, pid_t daemon)
{
	const char *missing = bench_trace_missing(o->club.bench);
	char *log = sp_xasprintf("%s/idle", o->club.dir);
	char *said = sp_xasprintf("%s/idle-said", o->club.dir);
	unsigned length = window();
	char pid[16], name[80];
	struct sp_error e = { 0 };
	struct sp_buf table;

	sp_format(pid, sizeof(pid), "%ld", (long)daemon);
	const char *argv[] = { "strace", "-c", "-qq", "-p", pid, "-o", log,
		NULL };
	if (missing == NULL && !trace_for(argv, said, length))
		missing = "strace may not look at a process that holds "
			  "secrets; root may";
	sp_buf_init(&table, 1u << 20);
	if (missing != NULL)
		bench_note("wake-ups: not counted: %s", missing);
	else {
		bench_ok(sp_file_read(&table, log, &e), &e, log);
		double scale = (double)WINDOW / length;
		sp_format(name, sizeof(name),
			"wake-ups of the daemon in %d s, IDLE", WINDOW);
		bench_figure(name,
			calls_of(sp_buf_str(&table), "ppoll") * scale, "", 0);
		bench_figure("  system calls of it",
			calls_of(sp_buf_str(&table), NULL) * scale, "", 0);
		bench_note("measured over %u s%s", length,
			length == WINDOW ? ""
					 : " and scaled; `make bench-idle` "
					   "takes the whole time");
	}
	sp_buf_free(&table);
	sp_free(log);
	sp_free(said);
}

static void rest(const struct bench *b)
{
	struct online o;
	pid_t pid;

	set_up(&o, b, "online");
	pid = start_daemon(&o, NULL);
	seconds(1);
	bench_title("7. spellpostd with IMAP and SMTP, idle");
	double idle = bench_private_dirty(pid);
	watch(&o, pid);
	deliver_all(&o);
	await_all_done(&o);
	double after = bench_private_dirty(pid);
	(void)kill(pid, SIGTERM);
	bench_forget(pid);
	bench_wait(pid, "spellpostd");
	if (idle == 0) {
		bench_note("memory: not measured: of a process that holds "
			   "secrets root alone may read it");
	} else {
		bench_figure("private dirty memory, idle", idle / 1e6, "MB", 8);
		bench_figure("growth over 500 mails in and out",
			(after - idle) / 1e6, "MB", 2);
	}
	tear_down(&o);
}

void bench_online(const struct bench *b)
{
	const char *missing = bench_servers_missing();

	if (missing != NULL) {
		bench_title("7. spellpostd with IMAP and SMTP");
		bench_note("not measured: %s", missing);
		return;
	}
	connections(b);
	rest(b);
}
