/*
 * POP3 against a real Dovecot, SMTP against Postfix's smtp-sink: private
 * configurations, loopback ports of their own.
 */
#include "mail_tests.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mail.h"
#include "mail_script.h"

#define DOVECOT "/usr/sbin/dovecot"
#define SINK    "/usr/sbin/smtp-sink"
#define NOBODY  65534u /* neither reads mail as root */

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
	CU_ASSERT_EQUAL_FATAL(
		system(sp_buf_str(&command)), 0); /* NOLINT(cert-env33-c) */
	sp_buf_free(&command);
}

static void await_port(uint16_t port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	for (int i = 0; i < 400; i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		bool there = connect(fd, (const struct sockaddr *)&a,
				     sizeof(a)) == 0;

		(void)close(fd);
		if (there)
			return;
		(void)poll(NULL, 0, 50);
	}
	CU_FAIL_FATAL("the server does not listen");
}

static void stop(pid_t pid)
{
	(void)kill(pid, SIGTERM);
	(void)waitpid(pid, NULL, 0);
}

/* ---- Dovecot --------------------------------------------------------------
 */

struct dovecot {
	const char *dir;
	uint16_t plain, tls;
	pid_t pid;
};

static void write_config(const struct dovecot *d, unsigned uid, unsigned gid)
{
	const char *dir = d->dir, *own = getuid() == 0 ? "#" : "";
	char *path = sp_xasprintf("%s/dovecot.conf", dir);
	char *text = sp_xasprintf(
		"base_dir = %s/run\nstate_dir = %s/run\nlog_path = %s/log\n"
		"protocols = pop3\nlisten = 127.0.0.1\nfirst_valid_uid = 1\n"
		"first_valid_gid = 1\n"
		"%sdefault_internal_user = %u\n%sdefault_login_user = %u\n"
		"disable_plaintext_auth = no\nmail_location = maildir:%s/mail\n"
		"ssl = yes\nssl_cert = <%s/ca.pem\nssl_key = <%s/ca.pem\n"
		"passdb {\n driver = static\n args = password=secret\n}\n"
		"userdb {\n driver = static\n"
		" args = uid=%u gid=%u home=%s/mail\n}\n"
		"service pop3-login {\n %schroot =\n"
		" inet_listener pop3 {\n  port = %u\n }\n"
		" inet_listener pop3s {\n  port = %u\n  ssl = yes\n }\n}\n"
		"service anvil {\n chroot =\n}\n",
		dir, dir, dir, own, uid, own, uid, dir, dir, dir, uid, gid, dir,
		own, (unsigned)d->plain, (unsigned)d->tls);

	CU_ASSERT_EQUAL_FATAL(
		sp_file_write(path, text, strlen(text), 0600, NULL), SP_OK);
	sp_free(text);
	sp_free(path);
}

static bool start_dovecot(struct dovecot *d)
{
	bool root = getuid() == 0;
	unsigned uid = root ? NOBODY : getuid();
	unsigned gid = root ? NOBODY : getgid();
	char *pem, *config;
	bool certified;

	if (access(DOVECOT, X_OK) != 0 ||
		access("/usr/lib/dovecot/pop3", X_OK) != 0) {
		test_skip("no Dovecot with POP3 here; install dovecot-pop3d");
		return false;
	}
	d->dir = test_tempdir();
	d->plain = script_free_port();
	d->tls = script_free_port();
	pem = sp_xasprintf("%s/ca.pem", d->dir);
	certified = script_certificate(pem, "localhost");
	sp_free(pem);
	if (!certified) {
		test_skip("no openssl(1)");
		return false;
	}
	run("cd %s && chmod 711 . && mkdir -p run mail/new mail/cur mail/tmp "
	    "&& echo secret >password && echo wrong >wrong && "
	    "chmod 600 password wrong",
		d->dir);
	for (int i = 1; i <= 3; i++)
		run("printf 'Subject: %d\\n\\n.\\n..dot %d\\nend\\n' "
		    ">%s/mail/new/100000000%d.m%d.host",
			i, i, d->dir, i, i);
	if (root)
		run("chown -R %u:%u %s/mail", uid, gid, d->dir);
	write_config(d, uid, gid);
	config = sp_xasprintf("%s/dovecot.conf", d->dir);
	(void)fflush(NULL);
	d->pid = fork();
	if (d->pid == 0) {
		(void)execl(DOVECOT, DOVECOT, "-F", "-c", config, (char *)NULL);
		_exit(127);
	}
	sp_free(config);
	await_port(d->plain);
	return true;
}

static struct sp_inbox *opened(
	const struct dovecot *d, enum sp_tls tls, const char *password, bool ca)
{
	char *secret = sp_xasprintf("%s/%s", d->dir, password);
	char *authority = sp_xasprintf("%s/ca.pem", d->dir);
	struct sp_server server = { .host = "localhost",
		.port = tls == SP_TLS_IMPLICIT ? d->tls : d->plain,
		.tls = tls,
		.user = "judge",
		.password_file = secret,
		.ca_file = ca ? authority : NULL,
		.timeout = 20 };
	struct sp_inbox *in = NULL;

	CU_ASSERT_EQUAL_FATAL(sp_inbox_open_pop3(&in, &server, NULL), SP_OK);
	sp_free(secret);
	sp_free(authority);
	return in;
}

/* Take the first mail away; `left` lay there before. */
static void take_one(struct sp_inbox *in, size_t left)
{
	struct sp_inbox_list list;
	struct sp_error e = { 0 };
	struct sp_buf raw;

	CU_ASSERT_EQUAL(sp_inbox_poll(in, 10, &list, &e), SP_OK);
	if (e.code != 0)
		printf("\n    %s\n", e.text);
	CU_ASSERT_EQUAL_FATAL(list.n, left);
	sp_buf_init(&raw, 1000);
	for (size_t i = 0; i < list.n; i++) {
		sp_buf_clear(&raw);
		CU_ASSERT_EQUAL(
			sp_inbox_read(in, list.items[i].uid, &raw, &e), SP_OK);
		CU_ASSERT(sp_starts(sp_buf_str(&raw), "Subject: "));
		CU_ASSERT_PTR_NOT_NULL(
			strstr(sp_buf_str(&raw), "\r\n\r\n.\r\n..dot "));
		CU_ASSERT_EQUAL(list.items[i].size, raw.len);
	}
	sp_buf_free(&raw);
	CU_ASSERT_EQUAL(sp_inbox_done(in,
				(const char *const *)&list.items[0].uid, 1, &e),
		SP_OK);
	sp_inbox_list_clear(&list);
}

static void expect_refused(struct sp_inbox *in, const char *text)
{
	struct sp_inbox_list list;
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL(sp_inbox_poll(in, 10, &list, &e), SP_EREFUSED);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, text));
	sp_inbox_close(in);
}

static void test_dovecot(void)
{
	static const enum sp_tls modes[] = { SP_TLS_NONE, SP_TLS_STARTTLS,
		SP_TLS_IMPLICIT };
	struct dovecot d = { 0 };
	struct sp_inbox_list list;
	struct sp_inbox *in;

	if (!start_dovecot(&d))
		return;
	for (size_t i = 0; i < SP_ARRAY_LEN(modes); i++) {
		in = opened(&d, modes[i], "password", true);
		take_one(in, 3 - i);
		sp_inbox_close(in);
	}
	in = opened(&d, SP_TLS_IMPLICIT, "password", true);
	CU_ASSERT_EQUAL(sp_inbox_poll(in, 10, &list, NULL), SP_OK);
	CU_ASSERT_EQUAL(list.n, 0);
	sp_inbox_list_clear(&list);
	sp_inbox_close(in);
	expect_refused(opened(&d, SP_TLS_STARTTLS, "password", false),
		"the certificate of pop3://");
	expect_refused(opened(&d, SP_TLS_IMPLICIT, "password", false),
		"the certificate of pop3s://");
	expect_refused(opened(&d, SP_TLS_IMPLICIT, "wrong", true),
		"refuses the log-in of judge");
	stop(d.pid);
	/* Gone: the network, not the log-in. */
	in = opened(&d, SP_TLS_IMPLICIT, "password", true);
	CU_ASSERT_EQUAL(sp_inbox_poll(in, 10, &list, NULL), SP_EAGAIN);
	sp_inbox_close(in);
}

/* ---- smtp-sink ------------------------------------------------------------
 */

static void test_smtp_sink(void)
{
	static const char text[] = "Subject: x\r\n\r\n.\r\n..two\r\nend\r\n";
	struct sp_server server = { .host = "127.0.0.1",
		.port = script_free_port(),
		.tls = SP_TLS_NONE,
		.timeout = 20 };
	struct sp_envelope env = { .from = "judge@example.org",
		.to = "ann@example.net",
		.message_id = "<m@example.org>",
		.bytes = text,
		.len = sizeof(text) - 1 };
	struct sp_sender *s = NULL;
	char *dir = test_tempdir();
	pid_t pid;

	if (access(SINK, X_OK) != 0) {
		test_skip("no " SINK " here; install postfix");
		return;
	}
	(void)fflush(NULL);
	pid = fork();
	if (pid == 0) {
		char *port = sp_xasprintf("127.0.0.1:%u", server.port);

		/* One file for each mail; as root it gives up its rights. */
		if (chdir(dir) != 0)
			_exit(126);
		if (getuid() != 0)
			(void)execl(SINK, SINK, "-d", "mail.", port, "10",
				(char *)NULL);
		if (chown(dir, NOBODY, NOBODY) == 0)
			(void)execl(SINK, SINK, "-u", "nobody", "-d", "mail.",
				port, "10", (char *)NULL);
		_exit(127);
	}
	await_port(server.port);
	CU_ASSERT_EQUAL_FATAL(sp_sender_open_smtp(&s, &server, NULL), SP_OK);
	for (int i = 0; i < 5; i++)
		CU_ASSERT_EQUAL(sp_sender_send(s, &env, NULL), SP_SEND_OK);
	sp_sender_close(s);
	stop(pid);
	run("[ $(cat %s/mail.* | grep -c '^\\.\\.two') = 5 ]", dir);
	run("[ $(cat %s/mail.* | grep -c '^\\.$') = 5 ]", dir);
}

CU_TestInfo mail_pop3_dovecot_tests[] = {
	{ "Dovecot: each TLS mode, refusals told apart", test_dovecot },
	{ "Postfix's smtp-sink", test_smtp_sink },
	CU_TEST_INFO_NULL,
};
