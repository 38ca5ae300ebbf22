#include "delivery.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mail/mail.h"
#include "unit.h"

struct session {
	const struct smtp_server *s;
	int fd;
	char in[8192];
	size_t at, len;
	char box[SP_ADDR_SIZE]; /* the local part; empty: no recipient yet */
	unsigned mails;
};

static bool say(const struct session *c, const char *text)
{
	return sp_write_full(c->fd, text, strlen(text)) == SP_OK;
}

/* With its line end; false at the end. */
static bool hear(struct session *c, struct sp_buf *line)
{
	sp_buf_clear(line);
	for (;;) {
		if (c->at == c->len) {
			ssize_t n = recv(c->fd, c->in, sizeof(c->in), 0);

			if (n <= 0)
				return false;
			c->at = 0;
			c->len = (size_t)n;
		}
		sp_buf_addc(line, c->in[c->at]);
		if (c->in[c->at++] == '\n')
			return true;
	}
}

static bool take_recipient(struct session *c, const char *line)
{
	const char *at = strchr(line, '<');
	size_t n = at != NULL ? strcspn(at + 1, "+@>") : 0;
	char *path;
	bool there;

	if (n == 0 || !sp_copyn(c->box, sizeof(c->box), at + 1, n) ||
		strchr(c->box, '/') != NULL)
		return false;
	path = sp_xasprintf("%s/%s/new", c->s->dir, c->box);
	there = access(path, W_OK) == 0;
	sp_free(path);
	return there;
}

static void deliver(struct session *c, const struct sp_buf *mail)
{
	char *name = sp_xasprintf("%lld.P%dM%u.test",
		(long long)sp_clock_now(&sp_clock_system), (int)getpid(),
		++c->mails);
	char *tmp = sp_xasprintf("%s/%s/tmp/%s", c->s->dir, c->box, name);
	char *path = sp_xasprintf("%s/%s/new/%s", c->s->dir, c->box, name);

	if (sp_file_write(tmp, sp_buf_str(mail), mail->len, 0600, NULL) !=
			SP_OK ||
		rename(tmp, path) != 0)
		_exit(9);
	sp_free(name);
	sp_free(tmp);
	sp_free(path);
}

/* Up to the lone dot; in a Maildir lines end in LF. */
static bool take_mail(struct session *c)
{
	struct sp_buf line, mail;
	bool whole = false;

	sp_buf_init(&line, 8192);
	sp_buf_init(&mail, 1 << 20);
	while (!whole && hear(c, &line)) {
		const char *text = sp_buf_str(&line);

		whole = sp_streq(text, ".\r\n");
		if (whole)
			break;
		text += *text == '.';
		sp_buf_add(&mail, text, strcspn(text, "\r\n"));
		sp_buf_addc(&mail, '\n');
	}
	if (whole)
		deliver(c, &mail);
	sp_buf_free(&line);
	sp_buf_free(&mail);
	return whole;
}

static bool answer(struct session *c, const char *line)
{
	if (sp_starts_i(line, "EHLO"))
		return say(c, "250-test\r\n250 8BITMIME\r\n");
	if (sp_starts_i(line, "RCPT") && !take_recipient(c, line))
		return say(c, "550 5.1.1 nobody of that name\r\n");
	if (sp_starts_i(line, "QUIT")) {
		(void)say(c, "221 2.0.0 bye\r\n");
		return false;
	}
	if (sp_starts_i(line, "DATA") &&
		(!say(c, "354 go on\r\n") || !take_mail(c)))
		return false;
	return say(c, "250 2.0.0 ok\r\n");
}

static SP_NORETURN void talk(const struct smtp_server *s, int fd)
{
	struct session c = { .s = s, .fd = fd };
	struct sp_buf line;

	sp_buf_init(&line, 8192);
	if (say(&c, "220 test\r\n"))
		while (hear(&c, &line) && answer(&c, sp_buf_str(&line)))
			;
	_exit(0);
}

static SP_NORETURN void serve(const struct smtp_server *s, int listener)
{
	(void)setpgid(0, 0);
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGCHLD, SIG_IGN); /* they are not waited for */
	for (;;) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY,
				      &(int){ 1 }, sizeof(int)) != 0)
			_exit(1);
		if (fork() == 0)
			talk(s, fd);
		(void)close(fd);
	}
}

void smtp_server_start(struct smtp_server *s)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(a);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	EQUAL_INT_FATAL(
		bind(listener, (const struct sockaddr *)&a, sizeof(a)), 0);
	EQUAL_INT_FATAL(listen(listener, 16), 0);
	EQUAL_INT_FATAL(getsockname(listener, (struct sockaddr *)&a, &size), 0);
	s->port = ntohs(a.sin_port);
	(void)fflush(NULL);
	s->pid = fork();
	DIFFERENT_INT_FATAL(s->pid, -1);
	if (s->pid == 0)
		serve(s, listener);
	(void)setpgid(s->pid, s->pid);
	(void)close(listener);
}

void smtp_server_stop(struct smtp_server *s)
{
	(void)kill(-s->pid, SIGKILL);
	EQUAL_INT(waitpid(s->pid, NULL, 0), s->pid);
	s->pid = 0;
}
