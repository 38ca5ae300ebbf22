/*
 * POP3 against a real Dovecot, SMTP against Postfix's smtp-sink: private
 * configurations, loopback ports of their own.
 */
#include "mail_tests.h"

#include <signal.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mail.h"
#include "servers/servers.h"

#define SINK "/usr/sbin/smtp-sink"

static struct sp_inbox *opened(
	const struct dovecot *d, enum sp_tls tls, const char *password, bool ca)
{
	struct sp_server server = server_client(d->dir,
		tls == SP_TLS_IMPLICIT ? d->pop3s : d->pop3, tls, "judge");
	char *secret = sp_xasprintf("%s/%s", d->dir, password);
	struct sp_inbox *in = NULL;

	server.password_file = secret;
	if (!ca)
		server.ca_file = NULL;
	EQUAL_INT_FATAL(sp_mail_inbox_open_pop3(&in, &server, NULL), SP_OK);
	sp_free(secret);
	return in;
}

/* Take the first mail away; `left` lay there before. */
static void take_one(struct sp_inbox *in, size_t left)
{
	struct sp_inbox_list list;
	struct sp_error e = { 0 };
	struct sp_buf raw;

	EQUAL_INT(sp_mail_inbox_poll(in, 10, &list, &e), SP_OK);
	if (e.code != 0)
		printf("\n    %s\n", e.text);
	EQUAL_INT_FATAL(list.n, left);
	sp_buf_init(&raw, 1000);
	for (size_t i = 0; i < list.n; i++) {
		sp_buf_clear(&raw);
		EQUAL_INT(sp_mail_inbox_read(in, list.items[i].uid, &raw, &e),
			SP_OK);
		CU_ASSERT(sp_starts(sp_buf_str(&raw), "Subject: "));
		CONTAINS(sp_buf_str(&raw), "\r\n\r\n.\r\n..dot ");
		EQUAL_INT(list.items[i].size, raw.len);
	}
	sp_buf_free(&raw);
	EQUAL_INT(sp_mail_inbox_done(
			  in, (const char *const *)&list.items[0].uid, 1, &e),
		SP_OK);
	sp_mail_inbox_list_clear(&list);
}

static void expect_refused(struct sp_inbox *in, const char *text)
{
	struct sp_inbox_list list;
	struct sp_error e = { 0 };

	EQUAL_INT(sp_mail_inbox_poll(in, 10, &list, &e), SP_EREFUSED);
	CONTAINS(e.text, text);
	sp_mail_inbox_close(in);
}

TEST("mail/pop3 and smtp for real",
	"Dovecot: each TLS mode, refusals told apart")
{
	static const enum sp_tls modes[] = { SP_TLS_NONE, SP_TLS_STARTTLS,
		SP_TLS_IMPLICIT };
	struct dovecot d = { 0 };
	struct sp_inbox_list list;
	struct sp_inbox *in;

	if (dovecot_missing() != NULL) {
		test_skip(dovecot_missing());
		return;
	}
	d.dir = server_folder();
	for (int i = 1; i <= 3; i++) {
		char *name = sp_xasprintf("100000000%d.m%d.host", i, i);
		char *text =
			sp_xasprintf("Subject: %d\n\n.\n..dot %d\nend\n", i, i);

		server_deliver(d.dir, "judge", name, text);
		sp_free(name);
		sp_free(text);
	}
	dovecot_start(&d);
	for (size_t i = 0; i < SP_ARRAY_LEN(modes); i++) {
		in = opened(&d, modes[i], "password", true);
		take_one(in, 3 - i);
		sp_mail_inbox_close(in);
	}
	in = opened(&d, SP_TLS_IMPLICIT, "password", true);
	EQUAL_INT(sp_mail_inbox_poll(in, 10, &list, NULL), SP_OK);
	EQUAL_INT(list.n, 0);
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_close(in);
	expect_refused(opened(&d, SP_TLS_STARTTLS, "password", false),
		"the certificate of pop3://");
	expect_refused(opened(&d, SP_TLS_IMPLICIT, "password", false),
		"the certificate of pop3s://");
	expect_refused(opened(&d, SP_TLS_IMPLICIT, "wrong", true),
		"refuses the log-in of judge");
	dovecot_stop(&d);
	/* Gone: the network, not the log-in. */
	in = opened(&d, SP_TLS_IMPLICIT, "password", true);
	EQUAL_INT(sp_mail_inbox_poll(in, 10, &list, NULL), SP_EAGAIN);
	sp_mail_inbox_close(in);
}

/* ---- smtp-sink ------------------------------------------------------------
 */

TEST("mail/pop3 and smtp for real", "Postfix's smtp-sink")
{
	static const char text[] = "Subject: x\r\n\r\n.\r\n..two\r\nend\r\n";
	struct sp_server server = { .host = "127.0.0.1",
		.port = server_port(),
		.tls = SP_TLS_NONE,
		.timeout = TEST_PATIENCE };
	struct sp_envelope env = { .from = "judge@example.org",
		.to = "ann@example.net",
		.message_id = "<m@example.org>",
		.bytes = text,
		.len = sizeof(text) - 1 };
	const char *argv[] = { "/bin/sh", "-c", NULL, NULL };
	struct sp_sender *s = NULL;
	char *dir = test_tempdir();
	char *log = sp_xasprintf("%s/log", dir);
	char *command;
	unsigned uid, gid;
	pid_t pid;

	if (access(SINK, X_OK) != 0) {
		test_skip("no " SINK " here; install postfix");
		return;
	}
	/* One file for each mail; as root it gives up its rights. */
	server_mail_owner(&uid, &gid);
	EQUAL_INT_FATAL(chown(dir, uid, gid), 0);
	command = sp_xasprintf("cd '%s' && exec " SINK
			       " %s -d mail. 127.0.0.1:%u 10",
		dir, getuid() == 0 ? "-u nobody" : "", (unsigned)server.port);
	argv[2] = command;
	pid = server_spawn(argv, log);
	server_await(pid, server.port);
	EQUAL_INT_FATAL(sp_mail_sender_open_smtp(&s, &server, NULL), SP_OK);
	for (int i = 0; i < 5; i++)
		EQUAL_INT(sp_mail_sender_send(s, &env, NULL), SP_SEND_OK);
	sp_mail_sender_close(s);
	server_end(&pid, SIGTERM);
	server_run("[ $(cat %s/mail.* | grep -c '^\\.\\.two') = 5 ]", dir);
	server_run("[ $(cat %s/mail.* | grep -c '^\\.$') = 5 ]", dir);
	sp_free(command);
	sp_free(log);
}
