/*
 * The IMAP inbox against a real Dovecot with a private configuration, on
 * loopback ports of its own and with a certificate authority of our own.
 */
#include "mail_tests.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mail.h"

#define DOVECOT "/usr/sbin/dovecot"
#define NOBODY  65534 /* Dovecot reads no mail as root */

static struct {
	pid_t pid; /* 0: not tried; -1: cannot run here */
	const char *dir;
	uint16_t plain, tls;
} dovecot;

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

static uint16_t free_port(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	CU_ASSERT_EQUAL_FATAL(
		bind(fd, (const struct sockaddr *)&a, sizeof(a)), 0);
	CU_ASSERT_EQUAL_FATAL(getsockname(fd, (struct sockaddr *)&a, &size), 0);
	(void)close(fd);
	return ntohs(a.sin_port);
}

static void make_certificates(const char *dir)
{
	static const char new_key[] =
		"-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2";

	run("cd %s && exec 2>/dev/null && "
	    "openssl req -x509 %s -keyout ca.key -out ca.pem -subj /CN=CA && "
	    "openssl req -x509 %s -keyout no.key -out no.pem -subj /CN=No && "
	    "openssl req %s -keyout key.pem -out req.pem -subj /CN=x && "
	    "echo subjectAltName=IP:127.0.0.1 >ext && "
	    "openssl x509 -req -in req.pem -CA ca.pem -CAkey ca.key "
	    "-CAcreateserial -days 2 -extfile ext -out cert.pem",
		dir, new_key, new_key, new_key);
}

static void write_config(const char *dir, uid_t uid, gid_t gid)
{
	const char *own = getuid() == 0 ? "#" : "";
	char *path = sp_xasprintf("%s/dovecot.conf", dir);
	char *text = sp_xasprintf(
		"base_dir = %s/run\nstate_dir = %s/run\nlog_path = %s/log\n"
		"protocols = imap\nlisten = 127.0.0.1\nfirst_valid_uid = 1\n"
		"first_valid_gid = 1\n"
		"%sdefault_internal_user = %u\n%sdefault_login_user = %u\n"
		"disable_plaintext_auth = no\nmail_location = maildir:%s/mail\n"
		"ssl = yes\nssl_cert = <%s/cert.pem\nssl_key = <%s/key.pem\n"
		"passdb {\n driver = static\n args = password=secret\n}\n"
		"userdb {\n driver = static\n"
		" args = uid=%u gid=%u home=%s/mail\n}\n"
		"service imap-login {\n %schroot =\n"
		" inet_listener imap {\n  port = %u\n }\n"
		" inet_listener imaps {\n  port = %u\n  ssl = yes\n }\n}\n"
		"service anvil {\n chroot =\n}\n",
		dir, dir, dir, own, (unsigned)uid, own, (unsigned)uid, dir, dir,
		dir, (unsigned)uid, (unsigned)gid, dir, own,
		(unsigned)dovecot.plain, (unsigned)dovecot.tls);

	CU_ASSERT_EQUAL_FATAL(
		sp_file_write(path, text, strlen(text), 0600, NULL), SP_OK);
	sp_free(text);
	sp_free(path);
}

static void await_port(uint16_t port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	for (int i = 0; i < 200; i++) {
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

/* Within the first test: the suite's own functions may not assert. */
static void start_dovecot(void)
{
	uid_t uid = getuid() == 0 ? NOBODY : getuid();
	gid_t gid = getuid() == 0 ? NOBODY : getgid();
	char *config;

	if (access(DOVECOT, X_OK) != 0) {
		dovecot.pid = -1;
		return;
	}
	dovecot.dir = test_tempdir();
	dovecot.plain = free_port();
	dovecot.tls = free_port();
	run("chmod 711 %s && mkdir %s/run %s/mail && chown %u:%u %s/mail",
		dovecot.dir, dovecot.dir, dovecot.dir, (unsigned)uid,
		(unsigned)gid, dovecot.dir);
	run("echo secret >%s/password && echo wrong >%s/wrong && "
	    "chmod 600 %s/password %s/wrong",
		dovecot.dir, dovecot.dir, dovecot.dir, dovecot.dir);
	make_certificates(dovecot.dir);
	write_config(dovecot.dir, uid, gid);
	config = sp_xasprintf("%s/dovecot.conf", dovecot.dir);
	(void)fflush(NULL);
	dovecot.pid = fork();
	if (dovecot.pid == 0) {
		(void)execl(DOVECOT, DOVECOT, "-F", "-c", config, (char *)NULL);
		_exit(127);
	}
	sp_free(config);
	await_port(dovecot.plain);
}

int mail_imap_dovecot_cleanup(void)
{
	if (dovecot.pid > 0) {
		(void)kill(dovecot.pid, SIGTERM);
		(void)waitpid(dovecot.pid, NULL, 0);
	}
	dovecot.pid = 0;
	return 0;
}

static bool missing(void)
{
	if (dovecot.pid == 0)
		start_dovecot();
	if (dovecot.pid > 0)
		return false;
	test_skip("no " DOVECOT " here; install dovecot-imapd");
	return true;
}

static struct sp_inbox *opened(
	enum sp_tls tls, const char *password, const char *ca)
{
	struct sp_server server = { .host = "127.0.0.1",
		.port = tls == SP_TLS_IMPLICIT ? dovecot.tls : dovecot.plain,
		.tls = tls,
		.user = "judge",
		.timeout = 20 };
	char *secret = sp_xasprintf("%s/%s", dovecot.dir, password);
	char *authority = sp_xasprintf("%s/%s", dovecot.dir, ca);
	struct sp_inbox *in = NULL;

	server.password_file = secret;
	server.ca_file = authority;
	CU_ASSERT_EQUAL_FATAL(
		sp_inbox_open_imap(&in, &server, "INBOX", NULL), SP_OK);
	sp_free(secret);
	sp_free(authority);
	return in;
}

static void deliver(const char *name, const char *text)
{
	char *tmp = sp_xasprintf("%s/mail/tmp/%s", dovecot.dir, name);
	char *final = sp_xasprintf("%s/mail/new/%s", dovecot.dir, name);

	run("mkdir -p %s/mail/new %s/mail/cur %s/mail/tmp", dovecot.dir,
		dovecot.dir, dovecot.dir);
	CU_ASSERT_EQUAL_FATAL(
		sp_file_write(tmp, text, strlen(text), 0644, NULL), SP_OK);
	run("[ $(id -u) != 0 ] || chown -R %d:%d %s/mail", NOBODY, NOBODY,
		dovecot.dir);
	CU_ASSERT_EQUAL_FATAL(rename(tmp, final), 0);
	sp_free(final);
	sp_free(tmp);
}

/* The mails in a folder, as the file system has them. */
static void check_folder(const char *folder, const char *glob, int expected)
{
	run("[ $(ls -d %s/mail/%s/cur/%s %s/mail/%s/new/%s 2>/dev/null | "
	    "wc -l) = %d ]",
		dovecot.dir, folder, glob, dovecot.dir, folder, glob, expected);
}

static char *take(struct sp_inbox *in, const char *uid)
{
	struct sp_buf raw;

	sp_buf_init(&raw, 10000);
	CU_ASSERT_EQUAL(sp_inbox_read(in, uid, &raw, NULL), SP_OK);
	return sp_buf_take(&raw);
}

static size_t poll_all(struct sp_inbox *in, struct sp_inbox_list *list)
{
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL_FATAL(sp_inbox_poll(in, 100, list, &e), SP_OK);
	return list->n;
}

static void check_flow(enum sp_tls tls)
{
	struct sp_inbox *in = opened(tls, "password", "ca.pem");
	struct sp_inbox_list list;
	char *text;

	deliver("1000000000.a.x", "Subject: a\n\nend\n");
	deliver("1000000001.b.x", "Subject: b\n\nA004 OK done\n");
	CU_ASSERT_EQUAL_FATAL(poll_all(in, &list), 2);
	text = take(in, list.items[0].uid);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "Subject: "));
	CU_ASSERT_EQUAL(strlen(text), list.items[0].size);
	sp_free(text);
	text = take(in, list.items[1].uid);
	CU_ASSERT_EQUAL(strlen(text), list.items[1].size);
	sp_free(text);
	CU_ASSERT_EQUAL(
		sp_inbox_done(
			in, (const char *const *)&list.items[0].uid, 1, NULL),
		SP_OK);
	CU_ASSERT_EQUAL(
		sp_inbox_quarantine(in, list.items[1].uid, NULL), SP_OK);
	CU_ASSERT_EQUAL(
		sp_inbox_quarantine(in, list.items[1].uid, NULL), SP_OK);
	sp_inbox_list_clear(&list);
	CU_ASSERT_EQUAL(poll_all(in, &list), 0);
	sp_inbox_list_clear(&list);
	check_folder(".Processed", "*", 1);
	check_folder(".Quarantine", "*", 1);
	check_folder(".", "*", 0);
	sp_inbox_close(in);
	run("rm -r %s/mail/.Processed %s/mail/.Quarantine", dovecot.dir,
		dovecot.dir);
}

static void test_plain(void)
{
	if (!missing())
		check_flow(SP_TLS_NONE);
}

static void test_tls(void)
{
	if (!missing())
		check_flow(SP_TLS_IMPLICIT);
}

static void test_starttls(void)
{
	if (!missing())
		check_flow(SP_TLS_STARTTLS);
}

static void test_idle(void)
{
	struct sp_inbox_list list;
	struct sp_inbox_wait wait;
	struct sp_inbox *in;
	struct pollfd p = { .events = POLLIN };

	if (missing())
		return;
	in = opened(SP_TLS_IMPLICIT, "password", "ca.pem");
	CU_ASSERT_EQUAL(poll_all(in, &list), 0);
	sp_inbox_list_clear(&list);
	sp_inbox_wait(in, &wait);
	CU_ASSERT_NOT_EQUAL_FATAL(wait.fd, -1);
	deliver("1000000002.c.x", "Subject: c\n\nend\n");
	p.fd = wait.fd;
	CU_ASSERT_EQUAL(poll(&p, 1, 20000), 1);
	CU_ASSERT_EQUAL_FATAL(poll_all(in, &list), 1);
	CU_ASSERT_EQUAL(
		sp_inbox_done(
			in, (const char *const *)&list.items[0].uid, 1, NULL),
		SP_OK);
	sp_inbox_list_clear(&list);
	sp_inbox_close(in);
}

static void check_refused(
	enum sp_tls tls, const char *password, const char *ca, const char *why)
{
	struct sp_inbox *in = opened(tls, password, ca);
	struct sp_inbox_list list;
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL(sp_inbox_poll(in, 100, &list, &e), SP_EREFUSED);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, why));
	sp_inbox_close(in);
}

static void test_refused(void)
{
	if (missing())
		return;
	check_refused(
		SP_TLS_IMPLICIT, "password", "no.pem", "the certificate of");
	check_refused(
		SP_TLS_STARTTLS, "password", "no.pem", "the certificate of");
	check_refused(SP_TLS_IMPLICIT, "wrong", "ca.pem",
		"refuses the log-in of judge");
}

CU_TestInfo mail_imap_dovecot_tests[] = {
	{ "plain on loopback", test_plain },
	{ "TLS from the first byte", test_tls },
	{ "STARTTLS", test_starttls },
	{ "IDLE over TLS wakes us", test_idle },
	{ "another authority, a wrong password", test_refused },
	CU_TEST_INFO_NULL,
};
