/*
 * What wakes the daemon, counted in returns of its one ppoll(2), and what it
 * does when it is busy. Nothing here measures time.
 */
#include "daemon_tests.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../fixtures.h"
#include "../service/office.h"

#define IDLE_MS 2000 /* how long nothing is to happen */
#define EARLY   30   /* seconds: less than any wait that has another reason */
#define TOLD    20   /* strangers who get an answer within an hour */
#define FEW     10   /* wakes; whoever spins has thousands in that time */

struct case_ {
	const char *dir;
	char *program, *config, *socket, *trace, *log;
	struct office o;
	bool has_office;
	int fd;
	pid_t pid;
};

static void begin(struct case_ *t)
{
	memset(t, 0, sizeof(*t));
	t->dir = test_tempdir();
	t->program = sp_xasprintf("%s/spellpostd", test_build_dir());
	t->config = sp_xasprintf("%s/club/spellpost.conf", t->dir);
	t->socket = sp_xasprintf("%s/notify", t->dir);
	t->trace = sp_xasprintf("%s/trace", t->dir);
	t->log = sp_xasprintf("%s/log", t->dir);
	daemon_make_club(t->dir, test_build_dir());
	t->fd = daemon_listen(t->socket);
}

static void end(struct case_ *t)
{
	if (t->has_office)
		office_stop(&t->o);
	(void)close(t->fd);
	sp_free(t->program);
	sp_free(t->config);
	sp_free(t->socket);
	sp_free(t->trace);
	sp_free(t->log);
}

/* Set a key of the configuration, outside of sections. */
static void set(const struct case_ *t, const char *key, const char *value)
{
	char *command = sp_xasprintf("sed -i 's|^%s = .*|%s = %s|' '%s' && "
				     "grep -qxF '%s = %s' '%s'",
		key, key, value, t->config, key, value, t->config);

	EQUAL_INT_FATAL(daemon_run(command), 0);
	sp_free(command);
}

/* Mails of mail/in come through a server of ours. */
static void through(struct case_ *t, const char *type, int timeout)
{
	char *in = sp_xasprintf("%s/club/mail/in", t->dir);
	enum office_service which =
		sp_streq(type, "imap") ? OFFICE_IMAP : OFFICE_POP3;
	char *command;

	office_start(&t->o, in);
	t->has_office = true;
	command = sp_xasprintf(
		"sed -i '/^inbox club {/,/^}/d' '%s' && printf 'inbox club "
		"{\n\ttype = \"%s\"\n\thost = \"127.0.0.1\"\n\tport = "
		"%u\n\ttls = \"none\"\n\tuser = \"judge\"\n\tpassword_file = "
		"\"%s\"\n\ttimeout = %d\n}\n' >>'%s'",
		t->config, type, (unsigned)t->o.port[which], t->o.password,
		timeout, t->config);
	EQUAL_INT_FATAL(daemon_run(command), 0);
	sp_free(command);
	sp_free(in);
}

static bool can_trace(void)
{
	if (daemon_run("strace -o /dev/null true >/dev/null 2>&1") == 0)
		return true;
	test_skip("strace is not there or may not trace");
	return false;
}

static void start(struct case_ *t, const char *usec, bool traced)
{
	t->pid = daemon_start(t->program, t->config, t->socket, usec, t->log,
		traced ? t->trace : NULL);
}

/* How often ppoll has returned, but for signals; *early: those where nothing
 * happened, before a time that anything waits for anyway. */
static unsigned wakes(const struct case_ *t, unsigned *early)
{
	struct sp_buf text;
	struct sp_cursor c;
	const char *line;
	unsigned n = 0;
	size_t len;

	*early = 0;
	sp_buf_init(&text, 8 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, t->trace, NULL), SP_OK);
	sp_cursor_init(&c, sp_buf_str(&text), text.len);
	while (sp_cursor_line(&c, &line, &len)) {
		char *copy = sp_xstrndup(line, len);
		const char *result = strstr(copy, ") = ");
		const char *limit = strstr(copy, "{tv_sec=");

		if (sp_starts(copy, "ppoll(") && result != NULL &&
			sp_is_digit((unsigned char)result[4])) {
			n++;
			*early += result[4] == '0' && limit != NULL &&
				  strtol(limit + 8, NULL, 10) < EARLY;
		}
		sp_free(copy);
	}
	sp_buf_free(&text);
	return n;
}

static void put(const struct case_ *t, const char *name, const char *from)
{
	char *tmp = sp_xasprintf("%s/club/mail/in/tmp/%s", t->dir, name);
	char *final = sp_xasprintf("%s/club/mail/in/new/%s", t->dir, name);
	char *text = sp_xasprintf("From: %s\nTo: judge@spellpost.invalid\n"
				  "Subject: hello\nMessage-ID: "
				  "<%s@players.example>\n\nMay I play?\n",
		from, name);

	EQUAL_INT_FATAL(
		sp_file_write(tmp, text, strlen(text), 0600, NULL), SP_OK);
	EQUAL_INT_FATAL(rename(tmp, final), 0);
	sp_free(text);
	sp_free(final);
	sp_free(tmp);
}

static unsigned files(const struct case_ *t, const char *folder)
{
	char *path = sp_xasprintf("%s/club/%s", t->dir, folder);
	DIR *dir = opendir(path);
	struct dirent *d;
	unsigned n = 0;

	while (dir != NULL && (d = readdir(dir)) != NULL)
		n += d->d_name[0] != '.';
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
	return n;
}

/* Signs of life that lie there. They have to be read: the socket holds ten,
 * then the daemon would wait for us. */
static int read_pings(const struct case_ *t)
{
	struct pollfd p = { .fd = t->fd, .events = POLLIN };
	char text[2048];
	int pings = 0;

	while (poll(&p, 1, 0) == 1) {
		ssize_t n = recv(t->fd, text, sizeof(text) - 1, 0);

		text[n > 0 ? n : 0] = '\0';
		pings += sp_starts(text, "WATCHDOG=1");
	}
	return pings;
}

/* Nothing happens for a time; how many signs of life came. */
static int be_idle(const struct case_ *t)
{
	int pings = 0;

	for (int ms = 0; ms < IDLE_MS; ms += 10) {
		(void)poll(NULL, 0, 10);
		pings += read_pings(t);
	}
	return pings;
}

/* Until so many signs of life came. */
static int await_pings(const struct case_ *t, int wanted)
{
	int pings = 0;

	for (int ms = 0; pings < wanted && ms < DAEMON_PATIENCE; ms += 10) {
		(void)poll(NULL, 0, 10);
		pings += read_pings(t);
	}
	return pings;
}

/* Until there are so many files; how many signs of life came meanwhile. */
static int await_files(const struct case_ *t, const char *folder, unsigned n)
{
	int pings = 0;

	for (int ms = 0; files(t, folder) < n && ms < DAEMON_PATIENCE;
		ms += 5) {
		(void)poll(NULL, 0, 5);
		pings += read_pings(t);
	}
	CU_ASSERT(files(t, folder) >= n);
	return pings;
}

/* Whoever tells of mail is not polled: no wait ends by its time, though `poll`
 * is one second; a mail ends one. */
static void woken_by_mail_alone(struct case_ *t)
{
	unsigned early, n;

	start(t, "none", true);
	CU_ASSERT(daemon_await(t->fd, "STATUS=Playing.") >= 0);
	EQUAL_INT(be_idle(t), 0);
	EQUAL_INT(wakes(t, &early), 0);
	put(t, "1", "somebody@elsewhere.example");
	CU_ASSERT(daemon_await(t->fd, "STATUS=Playing.") >= 0);
	EQUAL_INT(files(t, "mail/out/new"), 1);
	EQUAL_INT(files(t, "mail/in/new"), 0);
	EQUAL_INT(be_idle(t), 0);
	EQUAL_INT(daemon_stop(t->pid, t->fd), 0);
	/* the server may say in several pieces what came and what went */
	n = wakes(t, &early);
	CU_ASSERT(n >= 1 && n <= FEW);
	EQUAL_INT(early, 0);
}

TEST("daemon/wake", "a Maildir wakes")
{
	struct case_ t;

	if (!can_trace())
		return;
	begin(&t);
	set(&t, "poll", "1");
	woken_by_mail_alone(&t);
	end(&t);
}

TEST("daemon/wake", "IDLE wakes")
{
	struct case_ t;

	if (!can_trace())
		return;
	begin(&t);
	set(&t, "poll", "1");
	through(&t, "imap", OFFICE_PATIENCE);
	woken_by_mail_alone(&t);
	EQUAL_INT(t.o.s->service[OFFICE_IMAP].connections, 1);
	end(&t);
}

/* What cannot tell of mail is polled every `poll` seconds: each wake is for one
 * connection. */
TEST("daemon/wake", "POP3 is polled")
{
	unsigned n, connections, early;
	struct case_ t;

	if (!can_trace())
		return;
	begin(&t);
	set(&t, "poll", "1");
	through(&t, "pop3", OFFICE_PATIENCE);
	start(&t, "none", true);
	CU_ASSERT(daemon_await(t.fd, "STATUS=Playing.") >= 0);
	for (int ms = 0; t.o.s->service[OFFICE_POP3].connections < 3 &&
			 ms < DAEMON_PATIENCE;
		ms += 10)
		(void)poll(NULL, 0, 10);
	EQUAL_INT(daemon_stop(t.pid, t.fd), 0);
	n = wakes(&t, &early);
	EQUAL_INT(early, n);
	connections = t.o.s->service[OFFICE_POP3].connections;
	CU_ASSERT(n >= 2);
	/* the last pass may have been told to stop before it polled */
	CU_ASSERT(connections == 1 + n || connections == n);
	end(&t);
}

/* Signs of life wake it, and bring nothing else about. */
TEST("daemon/wake", "the watchdog wakes")
{
	unsigned n, early;
	struct case_ t;
	int pings;

	if (!can_trace())
		return;
	begin(&t);
	set(&t, "poll", "3600"); /* as long as a wait can be */
	through(&t, "pop3", OFFICE_PATIENCE);
	start(&t, "500000", true);
	CU_ASSERT(daemon_await(t.fd, "STATUS=Playing.") >= 0);
	pings = await_pings(&t, 4);
	EQUAL_INT(daemon_stop(t.pid, t.fd), 0);
	n = wakes(&t, &early);
	/* each sign is given before a wait, and there were none to work for */
	CU_ASSERT(pings >= 4);
	CU_ASSERT((int)n >= pings - 1);
	EQUAL_INT(t.o.s->service[OFFICE_POP3].connections, 1);
	end(&t);
}

/* A server that says nothing holds the first pass up, to `command` ("": it does
 * not greet). That is no hang: signs of life come all the while. Then the line
 * breaks, and we are ready when the back-off begins. */
static void silence_is_no_hang(const char *type, const char *command)
{
	enum office_service which =
		sp_streq(type, "imap") ? OFFICE_IMAP : OFFICE_POP3;
	struct case_ t;
	int pings;

	begin(&t);
	through(&t, type, OFFICE_PATIENCE);
	office_rule(&t.o, which, command, "stall", 0);
	start(&t, "1000000", false);
	CU_ASSERT(await_pings(&t, 3) >= 3);
	office_refuse(&t.o, which);
	CU_ASSERT(daemon_await_pings(t.fd, "READY=1", &pings) >= 0);
	CU_ASSERT(daemon_await(t.fd, "STATUS=An inbox does not answer") >= 0);
	EQUAL_INT(daemon_stop(t.pid, t.fd), 0);
	end(&t);
}

TEST("daemon/wake", "silence feeds the watchdog")
{
	silence_is_no_hang("imap", "");
	silence_is_no_hang("pop3", "");
	/* in our own reading, behind the log-in */
	silence_is_no_hang("imap", "SELECT");
	silence_is_no_hang("pop3", "UIDL");
}

/* Mails go to a program that holds its first one until `go` is there. */
static void through_mailer(const struct case_ *t)
{
	char *command = sp_xasprintf(
		"cd '%s' && mkdir sent && printf '#!/bin/sh\ncat >%s/sent/$$\n"
		"[ ! -e %s/here ] || exit 0\n: >%s/here\nuntil [ -e %s/go ]; "
		"do sleep 0.05; done\n' >mailer && chmod +x mailer && sed -i "
		"'/^sender {/,/^}/d' '%s' && printf 'sender {\n\ttype = "
		"\"sendmail\"\n\tprogram = \"%s/mailer\"\n}\n' >>'%s'",
		t->dir, t->dir, t->dir, t->dir, t->dir, t->config, t->dir,
		t->config);

	EQUAL_INT_FATAL(daemon_run(command), 0);
	sp_free(command);
}

static void touch(const struct case_ *t, const char *name)
{
	char *path = sp_xasprintf("%s/%s", t->dir, name);

	EQUAL_INT(sp_file_write(path, "", 0, 0600, NULL), SP_OK);
	sp_free(path);
}

/* TERM in a backlog of 500 mails ends within the batch; signs of life come
 * while a program holds a mail up. */
TEST("daemon/wake", "TERM ends within the batch")
{
	unsigned before, done;
	struct case_ t;

	begin(&t);
	set(&t, "batch", "5");
	through_mailer(&t);
	for (int i = 0; i < 500; i++) {
		char name[32], from[64];

		sp_format(name, sizeof(name), "%03d", i);
		sp_format(from, sizeof(from), "p%d@elsewhere.example", i);
		put(&t, name, from);
	}
	start(&t, "100000", false);
	(void)await_files(&t, "../sent", 1);
	CU_ASSERT(await_pings(&t, 3) >= 3);
	before = files(&t, "mail/in/.Processed/cur");
	(void)kill(t.pid, SIGTERM);
	touch(&t, "go");
	EQUAL_INT(daemon_stop(t.pid, t.fd), 0);
	done = files(&t, "mail/in/.Processed/cur");
	/* what was decided is put away, nothing else is begun */
	CU_ASSERT(done < 500);
	CU_ASSERT(done >= before && done <= before + 5);
	EQUAL_INT(done % 5, 0);
	EQUAL_INT(files(&t, "mail/in/new") + done, 500);
	/* what was not sent any more is owed */
	CU_ASSERT(files(&t, "../sent") <= done);
	char *command = sp_xasprintf(
		"'%s' -c '%s' --once 2>/dev/null", t.program, t.config);
	EQUAL_INT(daemon_run(command), 0);
	EQUAL_INT(files(&t, "mail/in/new"), 0);
	EQUAL_INT(files(&t, "../sent"), TOLD);
	sp_free(command);
	end(&t);
}
