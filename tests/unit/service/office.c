#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "office.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../fixtures.h"
#include "../stall.h"
#include "unit.h"

#define TICK_MS 5 /* how often a child looks at what it is told */

struct session {
	struct office_shared *s;
	enum office_service which;
	int fd;
	bool over;
	size_t at, len;
	char in[8192];
	char tag[40];
	/* POP3: the mails of this session, in order */
	char list[OFFICE_MAILS][OFFICE_NAME];
	bool gone[OFFICE_MAILS];
	unsigned n;
	/* SMTP */
	char to[SP_ADDR_SIZE];
};

/* ---- lines -------------------------------------------------------------- */

static void say_all(struct session *c, const char *text, size_t n)
{
	while (n > 0 && !c->over) {
		ssize_t sent = send(c->fd, text, n, MSG_NOSIGNAL);

		c->over = sent <= 0;
		text += sent > 0 ? sent : 0;
		n -= sent > 0 ? (size_t)sent : 0;
	}
}

static void SP_PRINTF(2, 3) say(struct session *c, const char *fmt, ...)
{
	char text[4096];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	say_all(c, text, strlen(text));
}

/* Something to read; false where the connection is to end. */
static bool ready(struct session *c)
{
	struct pollfd p = { .fd = c->fd, .events = POLLIN };

	for (;;) {
		if (c->s->service[c->which].refuse)
			return false;
		if (poll(&p, 1, TICK_MS) > 0)
			return true;
	}
}

static bool hear_char(struct session *c, char *out)
{
	if (c->at == c->len) {
		ssize_t n = ready(c) ? recv(c->fd, c->in, sizeof(c->in), 0) : 0;

		if (n <= 0)
			return false;
		c->at = 0;
		c->len = (size_t)n;
	}
	*out = c->in[c->at++];
	return true;
}

static bool hear(struct session *c, char *line, size_t size)
{
	for (size_t n = 0; n + 1 < size;) {
		if (!hear_char(c, &line[n]))
			return false;
		if (line[n] == '\n') {
			line[n > 0 ? n - 1 : 0] = '\0';
			return true;
		}
		n++;
	}
	return false;
}

static void end(struct session *c, bool reset)
{
	struct linger hard = { .l_onoff = 1, .l_linger = 0 };

	if (reset)
		(void)setsockopt(
			c->fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
	c->over = true;
}

/* Is there a rule for it? Then that was the answer. */
static bool misbehave(struct session *c, const char *line)
{
	for (size_t i = 0; i < OFFICE_RULES; i++) {
		struct office_rule *r = &c->s->service[c->which].rule[i];
		char ch;

		if (r->answer[0] == '\0' || r->times == UINT32_MAX ||
			(r->when[0] == '\0') != (line[0] == '\0') ||
			!sp_starts_i(line, r->when))
			continue;
		if (r->times > 0 && --r->times == 0)
			r->times = UINT32_MAX;
		if (sp_streq(r->answer, "stall")) {
			stall_enter();
			while (hear_char(c, &ch))
				;
			stall_leave();
		}
		if (sp_streq(r->answer, "stall") ||
			sp_streq(r->answer, "close") ||
			sp_streq(r->answer, "reset")) {
			end(c, sp_streq(r->answer, "reset"));
			return true;
		}
		const char *rest = r->answer;
		if (sp_starts(rest, "$T")) {
			say(c, "%s", c->tag);
			rest += 2;
		}
		say(c, "%s\r\n", rest);
		return true;
	}
	return false;
}

/* ---- the Maildir -------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The files of `new`, sorted. */
static unsigned scan(
	const struct office_shared *s, char list[OFFICE_MAILS][OFFICE_NAME])
{
	char *path = sp_xasprintf("%s/new", s->in);
	DIR *dir = opendir(path);
	struct dirent *d;
	unsigned n = 0;

	while (dir != NULL && (d = readdir(dir)) != NULL)
		if (d->d_name[0] != '.' && n < OFFICE_MAILS)
			sp_format(list[n++], OFFICE_NAME, "%s", d->d_name);
	if (dir != NULL)
		(void)closedir(dir);
	qsort(list, n, OFFICE_NAME, by_name);
	sp_free(path);
	return n;
}

/* Lines end in CRLF; *when: the file's time. NULL: it is gone. */
static char *load(const struct office_shared *s, const char *name, size_t *n,
	int64_t *when)
{
	char *path = sp_xasprintf("%s/new/%s", s->in, name);
	struct sp_buf file, out;
	struct stat st;
	char *text = NULL;

	sp_buf_init(&file, 1 << 20);
	sp_buf_init(&out, 2 << 20);
	if (stat(path, &st) == 0 && sp_file_read(&file, path, NULL) == SP_OK) {
		for (size_t i = 0; i < file.len; i++)
			if (file.data[i] == '\n')
				sp_buf_adds(&out, "\r\n");
			else
				sp_buf_addc(&out, file.data[i]);
		*n = out.len;
		*when = st.st_mtime;
		text = sp_buf_take(&out);
	}
	sp_buf_free(&file);
	sp_buf_free(&out);
	sp_free(path);
	return text;
}

static void put_away(struct office_shared *s, const char *name, bool quarantine)
{
	const char *folder = quarantine ? ".Quarantine" : ".Processed";
	char *from = sp_xasprintf("%s/new/%s", s->in, name);
	char *to = sp_xasprintf("%s/%s/cur/%s:2,%s", s->in, folder, name,
		quarantine ? "F" : "S");
	char *sub = sp_xasprintf("%s/%s", s->in, folder);

	if (sp_mail_maildir_create(sub, NULL) != SP_OK ||
		(rename(from, to) != 0 && errno != ENOENT))
		abort();
	sp_free(sub);
	sp_free(from);
	sp_free(to);
}

/* ---- POP3 --------------------------------------------------------------- */

static void pop3_retrieve(struct session *c, unsigned i)
{
	size_t n = 0;
	int64_t when;
	char *text = i < c->n ? load(c->s, c->list[i], &n, &when) : NULL;

	if (text == NULL) {
		say(c, "-ERR no such mail\r\n");
		return;
	}
	say(c, "+OK here\r\n");
	say_all(c, text, n);
	say(c, ".\r\n");
	sp_free(text);
}

static void pop3(struct session *c, const char *line)
{
	unsigned i = (unsigned)strtoul(line + strcspn(line, " "), NULL, 10) - 1;

	if (sp_starts_i(line, "CAPA")) {
		say(c, "+OK\r\nUSER\r\nUIDL\r\n.\r\n");
	} else if (sp_starts_i(line, "PASS")) {
		c->n = scan(c->s, c->list);
		say(c, sp_streq(line, "PASS secret") ? "+OK\r\n"
						     : "-ERR wrong\r\n");
	} else if (sp_starts_i(line, "UIDL") || sp_starts_i(line, "LIST")) {
		say(c, "+OK\r\n");
		for (unsigned k = 0; k < c->n; k++)
			say(c, "%u %s\r\n", k + 1,
				sp_starts_i(line, "UIDL") ? c->list[k] : "1");
		say(c, ".\r\n");
	} else if (sp_starts_i(line, "RETR")) {
		pop3_retrieve(c, i);
	} else if (sp_starts_i(line, "DELE") && i < c->n) {
		c->gone[i] = true;
		say(c, "+OK\r\n");
	} else if (sp_starts_i(line, "QUIT")) {
		for (unsigned k = 0; k < c->n; k++)
			if (c->gone[k])
				put_away(c->s, c->list[k], false);
		say(c, "+OK bye\r\n");
		end(c, false);
	} else {
		say(c, "+OK\r\n");
	}
}

/* ---- IMAP --------------------------------------------------------------- */

/* Files that came get UIDs. How many are there now? */
static unsigned imap_look(struct office_shared *s)
{
	static char list[OFFICE_MAILS][OFFICE_NAME];
	unsigned n = scan(s, list);

	for (unsigned k = 0; k < n; k++) {
		bool known = false;

		for (unsigned i = 0; i < s->n_names && !known; i++)
			known = sp_streq(s->name[i], list[k]);
		if (!known && s->n_names < OFFICE_MAILS) {
			sp_format(s->name[s->n_names], OFFICE_NAME, "%s",
				list[k]);
			s->deleted[s->n_names++] = false;
		}
	}
	return n;
}

static bool in_set(const char *set, unsigned uid)
{
	while (sp_is_digit((unsigned char)*set)) {
		char *rest;
		unsigned long n = strtoul(set, &rest, 10);

		if (n == uid || sp_starts(rest, ":*"))
			return true;
		set = rest + (*rest == ',');
	}
	return false;
}

static void imap_fetch(struct session *c, const char *set)
{
	bool body = strstr(set, "BODY.PEEK[]") != NULL;
	unsigned number = 0;

	for (unsigned i = 0; i < c->s->n_names; i++) {
		char date[40];
		struct tm tm;
		size_t n = 0;
		int64_t when = 0;
		time_t t;
		char *text = load(c->s, c->s->name[i], &n, &when);

		if (text == NULL)
			continue;
		number++;
		t = (time_t)when;
		(void)gmtime_r(&t, &tm);
		(void)strftime(
			date, sizeof(date), "%d-%b-%Y %H:%M:%S +0000", &tm);
		if (in_set(set, i + 1) && !body)
			say(c,
				"* %u FETCH (UID %u RFC822.SIZE %zu "
				"INTERNALDATE \"%s\")\r\n",
				number, i + 1, n, date);
		if (in_set(set, i + 1) && body) {
			say(c, "* %u FETCH (UID %u BODY[] {%zu}\r\n", number,
				i + 1, n);
			say_all(c, text, n);
			say(c, ")\r\n");
		}
		sp_free(text);
	}
}

static void imap_put_away(struct session *c, const char *set, bool marked)
{
	for (unsigned i = 0; i < c->s->n_names; i++)
		if (in_set(set, i + 1) && (!marked || c->s->deleted[i]))
			put_away(c->s, c->s->name[i],
				strstr(set, "Quarantine") != NULL);
}

static void imap_idle(struct session *c)
{
	struct pollfd p = { .fd = c->fd, .events = POLLIN };
	unsigned n = imap_look(c->s);
	/* as it is now: once we have spoken, the test goes on */
	bool deaf = c->s->deaf;
	char line[100];

	say(c, "+ idling\r\n");
	if (deaf) {
		/* silence is noticed when something was said to it */
		if (hear_char(c, line))
			stall_enter();
		while (hear_char(c, line))
			;
		stall_leave();
		return;
	}
	while (!c->over && c->at == c->len && poll(&p, 1, TICK_MS) == 0) {
		unsigned now = imap_look(c->s);

		if (c->s->service[c->which].refuse)
			end(c, false);
		else if (now != n)
			say(c, "* %u EXISTS\r\n", now);
		n = now;
	}
	if (imap_look(c->s) != n)
		say(c, "* %u EXISTS\r\n", imap_look(c->s));
	if (c->over || !hear(c, line, sizeof(line)) ||
		misbehave(c, sp_streq(line, "DONE") ? "DONE" : line))
		return;
	say(c, "%s OK idled\r\n", c->tag);
}

static void imap(struct session *c, const char *line)
{
	const char *set = line;

	for (unsigned words = 0; words < 2 && *set != '\0'; set++)
		words += *set == ' ';
	if (sp_starts(line, "CAPABILITY")) {
		say(c, "* CAPABILITY IMAP4rev1 %s\r\n", c->s->capabilities);
	} else if (sp_starts(line, "LOGIN") &&
		   !sp_streq(line, "LOGIN judge secret")) {
		say(c, "%s NO [AUTHENTICATIONFAILED] wrong\r\n", c->tag);
		return;
	} else if (sp_starts(line, "SELECT") || sp_starts(line, "NOOP")) {
		say(c, "* %u EXISTS\r\n* OK [UIDVALIDITY %u] x\r\n",
			imap_look(c->s), c->s->validity);
	} else if (sp_starts(line, "UID FETCH")) {
		imap_fetch(c, set);
	} else if ((sp_starts(line, "UID MOVE") ||
			   sp_starts(line, "UID COPY")) &&
		   !c->s->has_processed) {
		say(c, "%s NO [TRYCREATE] no such folder\r\n", c->tag);
		return;
	} else if (sp_starts(line, "UID MOVE")) {
		imap_put_away(c, set, false);
	} else if (sp_starts(line, "UID STORE")) {
		for (unsigned i = 0; i < c->s->n_names; i++)
			c->s->deleted[i] =
				c->s->deleted[i] || in_set(set, i + 1);
	} else if (sp_starts(line, "UID EXPUNGE")) {
		imap_put_away(c, set, true);
	} else if (sp_starts(line, "CREATE")) {
		c->s->has_processed = true;
	} else if (sp_starts(line, "IDLE")) {
		imap_idle(c);
		return;
	} else if (sp_starts(line, "LOGOUT")) {
		say(c, "* BYE bye\r\n%s OK\r\n", c->tag);
		end(c, false);
		return;
	}
	say(c, "%s OK done\r\n", c->tag);
}

/* ---- SMTP --------------------------------------------------------------- */

/* Where it lies when it has arrived; one that has the Message-ID of another,
 * and other bytes, lies beside that. */
static void find_place(const struct session *c, const struct sp_buf *mail,
	char *out, size_t size)
{
	const char *id = strstr(sp_buf_str(mail), "\nMessage-ID: <");
	struct sp_buf there;

	if (c->s->arrive[0] == '\0') {
		sp_format(out, size, "%s/%06u", c->s->out, c->s->delivered);
		return;
	}
	if (id == NULL)
		abort();
	id += strlen("\nMessage-ID: <");
	sp_format(
		out, size, "%s/%.*s", c->s->arrive, (int)strcspn(id, "@>"), id);
	sp_buf_init(&there, SIZE_MAX);
	if (sp_file_read(&there, out, NULL) == SP_OK &&
		!sp_streq(sp_buf_str(&there), sp_buf_str(mail)))
		sp_format(out + strlen(out), size - strlen(out), ".other");
	sp_buf_free(&there);
}

static void smtp_data(struct session *c)
{
	struct sp_buf mail;
	char line[4096], path[500];

	sp_buf_init(&mail, 1 << 20);
	if (c->s->arrive[0] == '\0')
		sp_buf_addf(&mail, "RCPT: %s\n", c->to);
	say(c, "354 go on\r\n");
	while (hear(c, line, sizeof(line))) {
		if (!sp_streq(line, ".")) {
			sp_buf_addf(
				&mail, "%s\n", line + (line[0] == '.' ? 1 : 0));
			continue;
		}
		if (misbehave(c, ".")) {
			sp_buf_free(&mail);
			return;
		}
		c->s->delivered++;
		find_place(c, &mail, path, sizeof(path));
		if (sp_file_write(path, mail.data, mail.len, 0600, NULL) !=
			SP_OK)
			abort();
		sp_buf_free(&mail);
		if (c->s->lose > 0 && c->s->lose-- > 0)
			c->over = true;
		else
			say(c, "250 taken\r\n");
		return;
	}
	sp_buf_free(&mail);
	c->over = true;
}

static void smtp(struct session *c, const char *line)
{
	if (sp_starts_i(line, "RCPT")) {
		const char *at = strchr(line, '<');

		if (at == NULL || !sp_copyn(c->to, sizeof(c->to), at + 1,
					  strcspn(at + 1, ">")))
			abort();
		say(c, "250 ok\r\n");
	} else if (sp_starts_i(line, "DATA")) {
		smtp_data(c);
	} else if (sp_starts_i(line, "QUIT")) {
		say(c, "221 bye\r\n");
		end(c, false);
	} else {
		say(c, "250 ok\r\n");
	}
}

/* ---- the children ------------------------------------------------------- */

static void serve(struct session *c)
{
	static const char *const greetings[] = { "220 office", "* OK office",
		"+OK office" };
	char line[8192];

	if (misbehave(c, ""))
		return;
	say(c, "%s\r\n", greetings[c->which]);
	while (!c->over && hear(c, line, sizeof(line))) {
		char *command = line;

		c->s->service[c->which].commands++;
		if (c->which == OFFICE_IMAP) {
			command = strchr(line, ' ');
			if (command == NULL)
				return;
			*command++ = '\0';
			sp_format(c->tag, sizeof(c->tag), "%s", line);
		}
		if (misbehave(c, command))
			continue;
		if (c->which == OFFICE_IMAP)
			imap(c, command);
		else if (c->which == OFFICE_POP3)
			pop3(c, command);
		else
			smtp(c, command);
	}
}

static int listen_at(uint16_t *port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_port = htons(*port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(a);
	int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 ||
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) !=
			0 ||
		bind(fd, (const struct sockaddr *)&a, sizeof(a)) != 0 ||
		listen(fd, 16) != 0 ||
		getsockname(fd, (struct sockaddr *)&a, &size) != 0)
		abort();
	*port = ntohs(a.sin_port);
	return fd;
}

static SP_NORETURN void child(
	struct office_shared *s, enum office_service which, int listener)
{
	static struct session c;
	struct sockaddr_in a;
	socklen_t size = sizeof(a);
	uint16_t port;

	(void)getsockname(listener, (struct sockaddr *)&a, &size);
	port = ntohs(a.sin_port);
	for (;;) {
		struct pollfd p = { .fd = listener, .events = POLLIN };
		int one = 1;

		if (s->service[which].refuse && listener >= 0) {
			(void)close(listener);
			listener = -1;
		} else if (!s->service[which].refuse && listener < 0) {
			listener = listen_at(&port);
		}
		s->service[which].refuses = listener < 0;
		if (poll(&p, 1, TICK_MS) <= 0 || listener < 0)
			continue;
		memset(&c, 0, sizeof(c));
		c.s = s;
		c.which = which;
		c.fd = accept(listener, NULL, NULL);
		if (c.fd < 0)
			continue;
		s->service[which].connections++;
		(void)setsockopt(
			c.fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		serve(&c);
		(void)close(c.fd);
	}
}

/* ---- the parent --------------------------------------------------------- */

void office_start(struct office *o, const char *in)
{
	char *out = test_tempdir();
	pid_t parent = getpid();

	stall_prepare();
	memset(o, 0, sizeof(*o));
	o->s = mmap(NULL, sizeof(*o->s), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CU_ASSERT_PTR_NOT_EQUAL_FATAL(o->s, MAP_FAILED);
	sp_format(o->s->capabilities, sizeof(o->s->capabilities),
		"IDLE MOVE UIDPLUS");
	o->s->validity = 7;
	sp_format(o->s->in, sizeof(o->s->in), "%s", in != NULL ? in : "");
	sp_format(o->s->out, sizeof(o->s->out), "%s", out);
	o->password = sp_xasprintf("%s/password", test_tempdir());
	EQUAL_INT_FATAL(
		sp_file_write(o->password, "secret\n", 7, 0600, NULL), SP_OK);
	for (int i = 0; i < OFFICE_SERVICES; i++) {
		int listener = listen_at(&o->port[i]);

		(void)fflush(NULL);
		o->pid[i] = fork();
		DIFFERENT_INT_FATAL(o->pid[i], -1);
		if (o->pid[i] == 0) {
			/* not longer than the test, however that ends */
			(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (getppid() != parent)
				_exit(1);
			child(o->s, (enum office_service)i, listener);
		}
		(void)close(listener);
	}
}

void office_stop(struct office *o)
{
	for (int i = 0; i < OFFICE_SERVICES; i++) {
		(void)kill(o->pid[i], SIGKILL);
		EQUAL_INT(waitpid(o->pid[i], NULL, 0), o->pid[i]);
	}
	(void)munmap(o->s, sizeof(*o->s));
	sp_free(o->password);
	o->s = NULL;
}

struct sp_config_server office_server(
	const struct office *o, enum office_service which, int timeout)
{
	struct sp_config_server server = { .host = "127.0.0.1",
		.port = o->port[which],
		.tls = SP_CONFIG_TLS_NONE,
		.timeout = timeout };

	if (which != OFFICE_SMTP) {
		sp_format(server.user, sizeof(server.user), "judge");
		sp_format(server.password_file, sizeof(server.password_file),
			"%s", o->password);
	}
	return server;
}

void office_inbox(const struct office *o, struct sp_config *config, int at,
	enum office_service which, int timeout)
{
	struct sp_config_inbox *inbox = &config->inbox[at];

	inbox->type = which == OFFICE_IMAP ? SP_CONFIG_IMAP : SP_CONFIG_POP3;
	inbox->server = office_server(o, which, timeout);
	sp_format(inbox->mailbox, sizeof(inbox->mailbox), "INBOX");
}

void office_sender(
	const struct office *o, struct sp_config *config, int timeout)
{
	config->sender.type = SP_CONFIG_SMTP;
	config->sender.server = office_server(o, OFFICE_SMTP, timeout);
}

void office_rule(struct office *o, enum office_service which, const char *when,
	const char *answer, unsigned times)
{
	for (size_t i = 0; i < OFFICE_RULES; i++) {
		struct office_rule *r = &o->s->service[which].rule[i];

		if (r->answer[0] != '\0')
			continue;
		sp_format(r->when, sizeof(r->when), "%s", when);
		r->times = times;
		sp_format(r->answer, sizeof(r->answer), "%s", answer);
		return;
	}
	CU_FAIL_FATAL("too many rules");
}

static void await_refusal(struct office *o, enum office_service which, bool yes)
{
	const struct timespec pause = { .tv_nsec = 1000 * 1000 };
	volatile bool *refuses = &o->s->service[which].refuses;

	o->s->service[which].refuse = yes;
	while (*refuses != yes)
		(void)nanosleep(&pause, NULL);
}

void office_refuse(struct office *o, enum office_service which)
{
	await_refusal(o, which, true);
}

void office_open(struct office *o, enum office_service which)
{
	await_refusal(o, which, false);
}

void office_heal(struct office *o, enum office_service which)
{
	memset(o->s->service[which].rule, 0, sizeof(o->s->service[0].rule));
	await_refusal(o, which, false);
}

void office_uid(const struct office *o, const char *file, char out[SP_ROW_UID])
{
	out[0] = '\0';
	for (unsigned i = 0; i < o->s->n_names; i++)
		if (sp_streq(o->s->name[i], file))
			sp_format(out, SP_ROW_UID, "%u.%010u", o->s->validity,
				i + 1);
}

void office_renumber(struct office *o)
{
	o->s->validity++;
	o->s->n_names = 0;
}

/* The value of a header, "" without it. */
static void header(const char *mail, const char *name, char out[SP_MSGID_SIZE])
{
	const char *at = strstr(mail, name);

	out[0] = '\0';
	if (at != NULL && !sp_copyn(out, SP_MSGID_SIZE, at + strlen(name),
				  strcspn(at + strlen(name), "\n")))
		out[0] = '\0';
}

unsigned office_mails(const struct office *o, const char *to, const char *text,
	unsigned *same)
{
	char(*ids)[SP_MSGID_SIZE] =
		sp_xcalloc(o->s->delivered + 1, sizeof(*ids));
	unsigned n = 0;

	*same = 0;
	for (unsigned i = 1; i <= o->s->delivered; i++) {
		char *path = sp_xasprintf("%s/%06u", o->s->out, i);
		char rcpt[SP_MSGID_SIZE];
		struct sp_buf mail;
		unsigned times = 0;

		sp_buf_init(&mail, 1 << 20);
		EQUAL_INT_FATAL(sp_file_read(&mail, path, NULL), SP_OK);
		header(sp_buf_str(&mail), "RCPT: ", rcpt);
		if ((to == NULL || sp_mail_addr_equal(to, rcpt)) &&
			strstr(sp_buf_str(&mail), text) != NULL) {
			header(sp_buf_str(&mail), "\nMessage-ID: ", ids[n++]);
			for (unsigned k = 0; k < n; k++)
				times += sp_streq(ids[k], ids[n - 1]);
			*same = times > *same ? times : *same;
		}
		sp_buf_free(&mail);
		sp_free(path);
	}
	sp_free(ids);
	return n;
}
