/*
 * The IMAP inbox against a real Dovecot with a private configuration, on
 * loopback ports of its own and with a certificate authority of our own.
 */
#include "mail_tests.h"

#include <poll.h>

#include "fixtures.h"
#include "mail/mail.h"
#include "servers/servers.h"

static struct dovecot dovecot;

int mail_imap_dovecot_cleanup(void)
{
	dovecot_stop(&dovecot);
	dovecot = (struct dovecot){ 0 };
	return 0;
}

/* Within the first test: the suite's own functions may not assert. */
static bool missing(void)
{
	const char *why = dovecot_missing();

	if (why != NULL) {
		test_skip(why);
		return true;
	}
	if (dovecot.pid == 0) {
		dovecot.dir = server_folder();
		dovecot_start(&dovecot);
	}
	return false;
}

static struct sp_inbox *opened(
	enum sp_tls tls, const char *password, const char *ca)
{
	struct sp_server server = server_client(dovecot.dir,
		tls == SP_TLS_IMPLICIT ? dovecot.imaps : dovecot.imap, tls,
		"judge");
	char *secret = sp_xasprintf("%s/%s", dovecot.dir, password);
	char *authority = sp_xasprintf("%s/%s", dovecot.dir, ca);
	struct sp_inbox *in = NULL;

	server.host = "127.0.0.1";
	server.password_file = secret;
	server.ca_file = authority;
	EQUAL_INT_FATAL(
		sp_mail_inbox_open_imap(&in, &server, "INBOX", NULL), SP_OK);
	sp_free(secret);
	sp_free(authority);
	return in;
}

static char *take(struct sp_inbox *in, const char *uid)
{
	struct sp_buf raw;

	sp_buf_init(&raw, 10000);
	EQUAL_INT(sp_mail_inbox_read(in, uid, &raw, NULL), SP_OK);
	return sp_buf_take(&raw);
}

static size_t poll_all(struct sp_inbox *in, struct sp_inbox_list *list)
{
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(sp_mail_inbox_poll(in, 100, list, &e), SP_OK);
	return list->n;
}

static void check_flow(enum sp_tls tls)
{
	struct sp_inbox *in = opened(tls, "password", "ca.pem");
	struct sp_inbox_list list;
	char *text;

	server_deliver(
		dovecot.dir, "judge", "1000000000.a.x", "Subject: a\n\nend\n");
	server_deliver(dovecot.dir, "judge", "1000000001.b.x",
		"Subject: b\n\nA004 OK done\n");
	EQUAL_INT_FATAL(poll_all(in, &list), 2);
	text = take(in, list.items[0].uid);
	CONTAINS(text, "Subject: ");
	EQUAL_INT(strlen(text), list.items[0].size);
	sp_free(text);
	text = take(in, list.items[1].uid);
	EQUAL_INT(strlen(text), list.items[1].size);
	sp_free(text);
	EQUAL_INT(sp_mail_inbox_done(
			  in, (const char *const *)&list.items[0].uid, 1, NULL),
		SP_OK);
	EQUAL_INT(sp_mail_inbox_quarantine(in, list.items[1].uid, NULL), SP_OK);
	EQUAL_INT(sp_mail_inbox_quarantine(in, list.items[1].uid, NULL), SP_OK);
	sp_mail_inbox_list_clear(&list);
	EQUAL_INT(poll_all(in, &list), 0);
	sp_mail_inbox_list_clear(&list);
	EQUAL_INT(server_mails(dovecot.dir, "judge/.Processed", "*"), 1);
	EQUAL_INT(server_mails(dovecot.dir, "judge/.Quarantine", "*"), 1);
	EQUAL_INT(server_mails(dovecot.dir, "judge", "*"), 0);
	sp_mail_inbox_close(in);
	server_run("cd %s/mail/judge && rm -r .Processed .Quarantine",
		dovecot.dir);
}

TEST("mail/imap_dovecot", "plain on loopback")
{
	if (!missing())
		check_flow(SP_TLS_NONE);
}

TEST("mail/imap_dovecot", "TLS from the first byte")
{
	if (!missing())
		check_flow(SP_TLS_IMPLICIT);
}

TEST("mail/imap_dovecot", "STARTTLS")
{
	if (!missing())
		check_flow(SP_TLS_STARTTLS);
}

TEST("mail/imap_dovecot", "IDLE over TLS wakes us")
{
	struct sp_inbox_list list;
	struct sp_inbox_wait wait;
	struct sp_inbox *in;
	struct pollfd p = { .events = POLLIN };

	if (missing())
		return;
	in = opened(SP_TLS_IMPLICIT, "password", "ca.pem");
	EQUAL_INT(poll_all(in, &list), 0);
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_wait(in, &wait);
	DIFFERENT_INT_FATAL(wait.fd, -1);
	server_deliver(
		dovecot.dir, "judge", "1000000002.c.x", "Subject: c\n\nend\n");
	p.fd = wait.fd;
	EQUAL_INT(poll(&p, 1, TEST_PATIENCE * 1000), 1);
	EQUAL_INT_FATAL(poll_all(in, &list), 1);
	EQUAL_INT(sp_mail_inbox_done(
			  in, (const char *const *)&list.items[0].uid, 1, NULL),
		SP_OK);
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_close(in);
}

static void check_refused(
	enum sp_tls tls, const char *password, const char *ca, const char *why)
{
	struct sp_inbox *in = opened(tls, password, ca);
	struct sp_inbox_list list;
	struct sp_error e = { 0 };

	EQUAL_INT(sp_mail_inbox_poll(in, 100, &list, &e), SP_EREFUSED);
	CONTAINS(sp_error_line(&e), why);
	sp_mail_inbox_close(in);
}

TEST("mail/imap_dovecot", "another authority, a wrong password")
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

SUITE("mail/imap_dovecot", NULL, mail_imap_dovecot_cleanup);
