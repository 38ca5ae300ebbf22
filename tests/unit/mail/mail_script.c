#include "mail_script.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixtures.h"
#include "stall.h"
#include "unit.h"

/* ---- the child ------------------------------------------------------------
 */

static void note(int log, const char *text, size_t n)
{
	if (sp_write_full(log, text, n) != SP_OK)
		_exit(9);
}

/* One line, or a mail up to its lone dot; false at the end. */
static bool receive(int fd, int log, bool mail, struct sp_buf *out)
{
	sp_buf_clear(out);
	for (;;) {
		char c;
		ssize_t n = read(fd, &c, 1);

		if (n <= 0)
			return false;
		note(log, &c, 1);
		sp_buf_addc(out, c);
		if (!mail && c == '\n')
			return true;
		if (mail && c == '\n' && out->len >= 3 &&
			memcmp(out->data + out->len - 3, ".\r\n", 3) == 0 &&
			(out->len == 3 ||
				(out->len >= 5 &&
					memcmp(out->data + out->len - 5, "\r\n",
						2) == 0)))
			return true;
	}
}

/* False: end the connection. */
static bool answer(int fd, const char *text)
{
	static const char stall[] = "stall:";
	bool stalls = sp_starts(text, "stall");
	char c;

	if (sp_streq(text, "close"))
		return false;
	if (sp_starts(text, stall) &&
		sp_write_full(fd, text + strlen(stall),
			strlen(text) - strlen(stall)) != SP_OK)
		return false;
	if (stalls) {
		stall_enter();
		while (read(fd, &c, 1) > 0)
			;
		stall_leave();
		return false;
	}
	return sp_write_full(fd, text, strlen(text)) == SP_OK;
}

static const char *rule_for(const struct script *s, const char *line)
{
	for (size_t i = 0; i < SCRIPT_RULES; i++)
		if (s->rules[i].verb != NULL &&
			sp_starts_i(line, s->rules[i].verb))
			return s->rules[i].answer;
	return "close";
}

static void talk(const struct script *s, int in, int log, unsigned connection)
{
	unsigned step = 1;
	struct sp_buf line;
	bool mail = false;
	const char *text = s->greeting;

	note(log, "<connect>\n", 10);
	sp_buf_init(&line, 1 << 20);
	for (;; step++) {
		if (step == s->close_at &&
			(s->close_connections == 0 ||
				connection <= s->close_connections))
			break;
		if (!answer(in, text))
			break;
		if (step == s->end_after && connection == 1)
			break;
		mail = sp_starts(text, "354");
		if (!receive(in, log, mail, &line))
			break;
		text = rule_for(s, mail ? "." : sp_buf_str(&line));
	}
	sp_buf_free(&line);
}

/* openssl s_server takes the connection and has `fd` for its plain side. */
static pid_t tls_front(const struct script *s, uint16_t port, int fd)
{
	char accept_at[32];
	pid_t pid;

	sp_format(accept_at, sizeof(accept_at), "127.0.0.1:%u", port);
	pid = fork();
	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);

		(void)dup2(fd, 0);
		(void)dup2(fd, 1);
		(void)dup2(null, 2);
		(void)execlp("openssl", "openssl", "s_server", "-quiet",
			"-naccept", "1", "-accept", accept_at, "-cert",
			s->certificate, "-key", s->certificate, (char *)NULL);
		_exit(127);
	}
	return pid;
}

static void serve_tls(const struct script *s, uint16_t port, int log)
{
	for (unsigned connection = 1;; connection++) {
		int pair[2];
		pid_t pid;

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) !=
			0)
			_exit(9);
		pid = tls_front(s, port, pair[1]);
		(void)close(pair[1]);
		talk(s, pair[0], log, connection);
		(void)close(pair[0]);
		(void)waitpid(pid, NULL, 0);
	}
}

static void serve(const struct script *s, int listener, int log)
{
	for (unsigned connection = 1;; connection++) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0)
			continue;
		talk(s, fd, log, connection);
		(void)close(fd);
		note(log, "<end>\n", 6);
	}
}

/* ---- the parent -----------------------------------------------------------
 */

static int listen_on(uint16_t *port)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_FATAL(bind(fd, (struct sockaddr *)&a, sizeof(a)) == 0);
	CU_ASSERT_FATAL(listen(fd, 16) == 0);
	CU_ASSERT_FATAL(getsockname(fd, (struct sockaddr *)&a, &len) == 0);
	*port = ntohs(a.sin_port);
	return fd;
}

uint16_t script_free_port(void)
{
	uint16_t port = 0;

	(void)close(listen_on(&port));
	return port;
}

void script_start(struct script_server *s, const struct script *script)
{
	stall_prepare();
	int listener = listen_on(&s->port), log;

	s->log = sp_xasprintf("%s/log", test_tempdir());
	log = open(s->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	CU_ASSERT_FATAL(log >= 0);
	/* s_server opens its own: a client that reached this one meanwhile
	 * would be cut off in the middle of a handshake */
	if (script->certificate != NULL)
		(void)close(listener);
	s->pid = (int)fork();
	CU_ASSERT_FATAL(s->pid >= 0);
	if (s->pid == 0) {
		/* With its group: s_server ends with it. And with us, where a
		 * test does not come to its end. */
		(void)setpgid(0, 0);
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)signal(SIGPIPE, SIG_IGN);
		if (script->certificate == NULL)
			serve(script, listener, log);
		serve_tls(script, s->port, log);
	}
	(void)setpgid(s->pid, s->pid);
	if (script->certificate == NULL)
		(void)close(listener);
	(void)close(log);
}

char *script_stop(struct script_server *s)
{
	struct sp_buf text;

	(void)kill(-s->pid, SIGKILL);
	while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		;
	sp_buf_init(&text, 8 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, s->log, NULL), SP_OK);
	sp_free(s->log);
	s->log = NULL;
	sp_buf_addc(&text, '\n'); /* never NULL */
	return sp_buf_take(&text);
}

bool script_await(const struct script_server *s, const char *what)
{
	static const struct timespec pause = { .tv_nsec = 5000000 };
	bool there = false;

	for (int i = 0; i < TEST_PATIENCE * 200 && !there; i++) {
		struct sp_buf text;

		sp_buf_init(&text, 8 << 20);
		EQUAL_INT_FATAL(sp_file_read(&text, s->log, NULL), SP_OK);
		there = strstr(sp_buf_str(&text), what) != NULL;
		sp_buf_free(&text);
		if (!there)
			(void)nanosleep(&pause, NULL);
	}
	return there;
}

char *script_sasl(const char *log, const char *mechanism)
{
	char *command = sp_xasprintf("AUTH %s\r\n", mechanism);
	const char *at = strstr(log, command);
	struct sp_buf bytes, shown;

	sp_buf_init(&bytes, 65536);
	sp_buf_init(&shown, 65536);
	sp_buf_clear(&shown);
	if (at != NULL) {
		at += strlen(command);
		EQUAL_INT(sp_unbase64(&bytes, at, strcspn(at, "\r\n")), SP_OK);
	}
	for (size_t i = 0; i < bytes.len; i++) {
		if (bytes.data[i] == '\1')
			sp_buf_adds(&shown, "^A");
		else
			sp_buf_addc(&shown, bytes.data[i]);
	}
	sp_buf_free(&bytes);
	sp_free(command);
	return sp_buf_take(&shown);
}

unsigned script_count(const char *text, const char *what)
{
	unsigned n = 0;

	for (text = strstr(text, what); text != NULL;
		text = strstr(text + 1, what))
		n++;
	return n;
}

bool script_certificate(const char *path, const char *name)
{
	char *command = sp_xasprintf(
		"openssl req -x509 -newkey ec -pkeyopt "
		"ec_paramgen_curve:P-256 -nodes -days 2 -keyout '%s' -out "
		"'%s.crt' -subj '/CN=%s' -addext "
		"'subjectAltName=DNS:%s,IP:127.0.0.1' >/dev/null 2>&1 && cat "
		"'%s.crt' >>'%s'",
		path, path, name, name, path, path);
	/* NOLINTNEXTLINE: a fixed command with names of ours */
	int status = system(command);

	sp_free(command);
	return status == 0;
}
