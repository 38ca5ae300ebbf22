/*
 * Tokens at a real Dovecot, which asks a little HTTP server of ours whether
 * they are good (RFC 7662). Private configuration, loopback ports of their own.
 */
#include "mail_tests.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mail.h"
#include "mail_script.h"

#define DOVECOT "/usr/sbin/dovecot"
#define NOBODY  65534u /* Dovecot reads no mail as root */

static void run(const char *fmt, ...) SP_PRINTF(1, 2);
static void run(const char *fmt, ...)
{
	struct sp_buf command;
	va_list ap;

	sp_buf_init(&command, 4096);
	va_start(ap, fmt);
	sp_buf_vaddf(&command, fmt, ap);
	va_end(ap);
	/* Our own words; the paths are those of test_tempdir. */
	EQUAL_INT_FATAL(
		system(sp_buf_str(&command)), 0); /* NOLINT(cert-env33-c) */
	sp_buf_free(&command);
}

static void end_child(pid_t pid)
{
	(void)kill(pid, SIGTERM);
	(void)waitpid(pid, NULL, 0);
}

/* ---- who knows the tokens ------------------------------------------------ */

/* One request: POST with "token=..." in its body. */
static void answer_one(int fd)
{
	static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: "
				   "application/json\r\nConnection: close\r\n";
	char in[8192], out[400];
	size_t n = 0;
	const char *body;

	do {
		ssize_t got = recv(fd, in + n, sizeof(in) - 1 - n, 0);

		if (got <= 0)
			return;
		n += (size_t)got;
		in[n] = '\0';
		body = strstr(in, "token=");
	} while (body == NULL || strstr(in, "good") == NULL);
	/* "good-token"; another token of which the text knows is "no-good" */
	body = sp_starts(body, "token=good-token")
		       ? "{\"active\":true,\"username\":\"judge\"}"
		       : "{\"active\":false}";
	sp_format(out, sizeof(out), "%sContent-Length: %zu\r\n\r\n%s", head,
		strlen(body), body);
	if (sp_write_full(fd, out, strlen(out)) != SP_OK)
		_exit(9);
}

static pid_t start_http(uint16_t *port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(a);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	pid_t pid;

	EQUAL_INT_FATAL(
		bind(listener, (const struct sockaddr *)&a, sizeof(a)), 0);
	EQUAL_INT_FATAL(listen(listener, 16), 0);
	EQUAL_INT_FATAL(getsockname(listener, (struct sockaddr *)&a, &size), 0);
	*port = ntohs(a.sin_port);
	(void)fflush(NULL);
	pid = fork();
	DIFFERENT_INT_FATAL(pid, -1);
	if (pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;) {
			int fd = accept(listener, NULL, NULL);

			answer_one(fd);
			(void)close(fd);
		}
	}
	(void)close(listener);
	return pid;
}

/* ---- Dovecot ------------------------------------------------------------- */

struct dovecot {
	const char *dir;
	uint16_t imap, imaps, pop3, http;
	pid_t pid, http_pid;
};

static void write_config(
	const struct dovecot *d, const char *mechanisms, unsigned uid)
{
	const char *dir = d->dir, *own = getuid() == 0 ? "#" : "";
	char *path = sp_xasprintf("%s/dovecot.conf", dir);
	char *oauth = sp_xasprintf("%s/oauth.conf", dir);
	char *text = sp_xasprintf(
		"base_dir = %s/run\nstate_dir = %s/run\nlog_path = %s/log\n"
		"protocols = imap pop3\nlisten = 127.0.0.1\n"
		"first_valid_uid = 1\nfirst_valid_gid = 1\n"
		"%sdefault_internal_user = %u\n%sdefault_login_user = %u\n"
		"disable_plaintext_auth = no\nmail_location = maildir:%s/mail\n"
		"ssl = yes\nssl_cert = <%s/ca.pem\nssl_key = <%s/ca.pem\n"
		"auth_mechanisms = %s\nauth_failure_delay = 0\n"
		"passdb {\n driver = oauth2\n mechanisms = xoauth2 oauthbearer"
		"\n args = %s\n}\n"
		"userdb {\n driver = static\n"
		" args = uid=%u gid=%u home=%s/mail\n}\n"
		"service imap-login {\n %schroot =\n"
		" inet_listener imap {\n  port = %u\n }\n"
		" inet_listener imaps {\n  port = %u\n  ssl = yes\n }\n}\n"
		"service pop3-login {\n %schroot =\n"
		" inet_listener pop3 {\n  port = %u\n }\n"
		" inet_listener pop3s {\n  port = 0\n }\n}\n"
		"service anvil {\n chroot =\n"
		" unix_listener anvil-auth-penalty {\n  mode = 0\n }\n}\n",
		dir, dir, dir, own, uid, own, uid, dir, dir, dir, mechanisms,
		oauth, uid, getuid() == 0 ? NOBODY : (unsigned)getgid(), dir,
		own, (unsigned)d->imap, (unsigned)d->imaps, own,
		(unsigned)d->pop3);
	char *how = sp_xasprintf("introspection_mode = post\n"
				 "introspection_url = http://127.0.0.1:%u/x\n"
				 "username_attribute = username\n"
				 "active_attribute = active\n"
				 "active_value = true\n",
		(unsigned)d->http);

	EQUAL_INT_FATAL(
		sp_file_write(path, text, strlen(text), 0600, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_file_write(oauth, how, strlen(how), 0644, NULL), SP_OK);
	sp_free(how);
	sp_free(text);
	sp_free(oauth);
	sp_free(path);
}

static bool missing(void)
{
	if (access(DOVECOT, X_OK) == 0 &&
		access("/usr/lib/dovecot/imap", X_OK) == 0 &&
		access("/usr/lib/dovecot/pop3", X_OK) == 0)
		return false;
	test_skip("no Dovecot here; install dovecot-imapd and dovecot-pop3d");
	return true;
}

static void await_port(uint16_t port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	a.sin_port = htons(port);
	for (int i = 0; i < 400; i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		bool there = connect(fd, (const struct sockaddr *)&a,
				     sizeof(a)) == 0;

		(void)close(fd);
		if (there)
			return;
		(void)poll(NULL, 0, 50);
	}
	CU_FAIL_FATAL("dovecot does not listen");
}

static bool start(struct dovecot *d, const char *mechanisms)
{
	unsigned uid = getuid() == 0 ? NOBODY : (unsigned)getuid();
	char *pem, *config;
	bool certified;

	d->dir = test_tempdir();
	pem = sp_xasprintf("%s/ca.pem", d->dir);
	certified = script_certificate(pem, "localhost");
	sp_free(pem);
	if (!certified) {
		test_skip("no openssl(1)");
		return false;
	}
	d->imap = script_free_port();
	d->imaps = script_free_port();
	d->pop3 = script_free_port();
	run("cd %s && chmod 711 . && mkdir -p run mail/new mail/cur mail/tmp "
	    "&& printf 'Subject: x\\n\\nend\\n' >mail/new/1000000000.a.host && "
	    "{ [ $(id -u) != 0 ] || chown -R %u mail; }",
		d->dir, NOBODY);
	d->http_pid = start_http(&d->http);
	write_config(d, mechanisms, uid);
	config = sp_xasprintf("%s/dovecot.conf", d->dir);
	(void)fflush(NULL);
	d->pid = fork();
	DIFFERENT_INT_FATAL(d->pid, -1);
	if (d->pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
		(void)execl(DOVECOT, DOVECOT, "-F", "-c", config, (char *)NULL);
		_exit(127);
	}
	sp_free(config);
	await_port(d->imaps);
	return true;
}

static void stop(const struct dovecot *d)
{
	end_child(d->pid);
	if (d->http_pid > 0)
		end_child(d->http_pid);
}

/* ---- tests --------------------------------------------------------------- */

struct inbox {
	struct sp_inbox *in;
	char *token, *program, *pem;
};

static struct inbox opened(
	const struct dovecot *d, bool imap, enum sp_tls tls, const char *token)
{
	struct inbox b = { .token = test_file(token, 0600),
		.pem = sp_xasprintf("%s/ca.pem", d->dir) };
	struct sp_server server = { .host = "localhost",
		.port = !imap                    ? d->pop3
			: tls == SP_TLS_IMPLICIT ? d->imaps
						 : d->imap,
		.tls = tls,
		.user = "judge",
		.ca_file = b.pem,
		.timeout = TEST_PATIENCE };
	char *body = sp_xasprintf("cat %s", b.token);
	int code;

	b.program = test_program(body);
	server.token_command = b.program;
	code = imap ? sp_mail_inbox_open_imap(&b.in, &server, "INBOX", NULL)
		    : sp_mail_inbox_open_pop3(&b.in, &server, NULL);
	EQUAL_INT_FATAL(code, SP_OK);
	sp_free(body);
	return b;
}

static void close_inbox(struct inbox *b)
{
	sp_mail_inbox_close(b->in);
	sp_free(b->token);
	sp_free(b->program);
	sp_free(b->pem);
}

/* The number of mails, or the code; the error in `e`. */
static int look(const struct inbox *b, struct sp_error *e)
{
	struct sp_inbox_list list;
	int code;

	memset(e, 0, sizeof(*e));
	code = sp_mail_inbox_poll(b->in, 100, &list, e);
	if (code == SP_OK) {
		code = (int)list.n;
		sp_mail_inbox_list_clear(&list);
	}
	return code;
}

/* A token that the server refuses, for which it has its word, then a good one.
 */
static void check(
	const struct dovecot *d, bool imap, enum sp_tls tls, const char *status)
{
	struct inbox b = opened(d, imap, tls, "no-good\n");
	struct sp_error e;

	EQUAL_INT(look(&b, &e), SP_EREFUSED);
	CONTAINS(e.text, "refuses the token of judge");
	CONTAINS(e.text, status);
	LACKS(e.text, "no-good");
	EQUAL_INT(
		sp_file_write(b.token, "good-token\n", 11, 0600, NULL), SP_OK);
	EQUAL_INT(look(&b, &e), 1);
	close_inbox(&b);
}

static void check_all(const char *mechanisms, const char *status)
{
	struct dovecot d = { 0 };
	struct sp_error e;
	struct inbox b;

	if (missing() || !start(&d, mechanisms))
		return;
	check(&d, true, SP_TLS_NONE, status);
	check(&d, true, SP_TLS_IMPLICIT, status);
	check(&d, true, SP_TLS_STARTTLS, status);
	check(&d, false, SP_TLS_NONE, status);
	check(&d, false, SP_TLS_STARTTLS, status);
	/* Who knows the tokens is gone: that is no wrong token. */
	end_child(d.http_pid);
	d.http_pid = 0;
	b = opened(&d, true, SP_TLS_NONE, "good-token-2\n");
	EQUAL_INT(look(&b, &e), SP_EAGAIN);
	CONTAINS(e.text, "says to try later");
	close_inbox(&b);
	stop(&d);
}

TEST("mail/oauth_dovecot", "Dovecot with both mechanisms")
{
	check_all("plain xoauth2 oauthbearer", "\"status\":\"401\"");
}

TEST("mail/oauth_dovecot", "Dovecot with OAUTHBEARER alone")
{
	check_all("plain oauthbearer", "\"status\":\"invalid_token\"");
}
