/*
 * SMTP inside TLS, and servers where that does not work.
 */
#include "mail_tests.h"

#include <time.h>
#include <unistd.h>

#include "faults.h"
#include "fixtures.h"
#include "smtp_server.h"

/* STARTTLS that is not there, refused, or torn: no secret and no mail leaves.
 */
TEST("mail/smtp_tls", "STARTTLS missing or refused")
{
	static const struct {
		const char *ehlo, *starttls;
		int code;
		const char *text;
	} cases[] = {
		{ SMTP_EHLO_PLAIN, "220 go\r\n", SP_EREFUSED,
			"does not offer STARTTLS" },
		{ "250-t\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n", "502 no\r\n",
			SP_EREFUSED, "does not offer STARTTLS" },
		{ "250-t\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n",
			"454 not now\r\n", SP_EAGAIN, "later" },
		{ "250-t\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n",
			"220 go\r\n250 not TLS, but an answer\r\n", 0, "" },
	};
	char *path = test_file("pass word\n", 0600);

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", cases[i].ehlo }, SMTP_HEALTHY,
				{ "STARTTLS", cases[i].starttls },
				{ "AUTH", "235 ok\r\n" },
				{ "", "235 ok\r\n" } } };
		struct sp_server settings = smtp_local(0);
		enum sp_send_result result;
		struct sp_error e;
		char *log;

		settings.tls = SP_TLS_STARTTLS;
		settings.user = "judge";
		settings.password_file = path;
		log = smtp_try(&script, settings, &result, &e);
		EQUAL_INT(result, SP_SEND_TEMPORARY);
		if (cases[i].code != 0)
			EQUAL_INT(e.code, cases[i].code);
		CONTAINS(e.text, cases[i].text);
		EQUAL_INT(script_count(log, "<connect>"), 1);
		EQUAL_INT(script_count(log, "AUTH"), 0);
		EQUAL_INT(script_count(log, "AGp1ZGdl"), 0);
		EQUAL_INT(script_count(log, "MAIL"), 0);
		sp_free(log);
	}
	sp_free(path);
}

/* The TLS server comes up in its own time. */
static enum sp_send_result send_patiently(
	struct sp_sender *s, struct sp_error *e)
{
	static const struct timespec pause = { .tv_nsec = 50000000 };
	enum sp_send_result result = SP_SEND_TEMPORARY;

	for (int i = 0; i < TEST_PATIENCE * 20; i++) {
		result = smtp_send(s, SMTP_BODY, e);
		if (result == SP_SEND_OK || e->code != SP_EAGAIN)
			break;
		(void)nanosleep(&pause, NULL);
	}
	return result;
}

/* A refused certificate, a wrong password and a dead network are told apart.
 */
TEST("mail/smtp_tls", "certificates")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO_PLAIN }, SMTP_HEALTHY,
			{ "AUTH PLAIN", "334 \r\n" },
			{ "AGp1ZGdlAHBhc3Mgd29yZA==\r\n", "235 welcome\r\n" },
			{ "", "535 5.7.8 no\r\n" } } };
	char *pem = sp_xasprintf("%s/localhost.pem", test_tempdir());
	char *other = sp_xasprintf("%s/other.pem", test_tempdir());
	char *path = test_file("pass word\n", 0600);
	const char *const authorities[] = { NULL, other, pem, pem };
	const char *const hosts[] = { "localhost", "localhost", "127.0.0.1",
		"localhost" };

	if (!script_certificate(pem, "localhost") ||
		!script_certificate(other, "localhost")) {
		test_skip("no openssl(1)");
		goto out;
	}
	script.certificate = pem;
	for (size_t i = 0; i < SP_ARRAY_LEN(hosts); i++) {
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;
		char *log;

		script_start(&server, &script);
		settings = smtp_local(server.port);
		settings.timeout = TEST_PATIENCE;
		settings.tls = SP_TLS_IMPLICIT;
		settings.host = hosts[i];
		settings.ca_file = authorities[i];
		settings.user = "judge";
		settings.password_file = path;
		s = smtp_opened(&settings);
		EQUAL_INT(send_patiently(s, &e),
			i < 2 ? SP_SEND_TEMPORARY : SP_SEND_OK);
		sp_mail_sender_close(s);
		log = script_stop(&server);
		if (i < 2) {
			EQUAL_INT(e.code, SP_EREFUSED);
			CONTAINS(e.text, "the certificate of smtps://");
			CU_ASSERT(smtp_one_line(e.text));
			EQUAL_INT(script_count(log, "EHLO"), 0);
		} else {
			EQUAL_INT(script_count(log, SMTP_BODY), 1);
		}
		sp_free(log);
	}
	/* A certificate for another name, signed by whom we trust. */
	EQUAL_INT(unlink(pem), 0);
	if (script_certificate(pem, "mail.example.org")) {
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;

		script_start(&server, &script);
		settings = smtp_local(server.port);
		settings.tls = SP_TLS_IMPLICIT;
		settings.host = "localhost";
		settings.ca_file = pem;
		s = smtp_opened(&settings);
		EQUAL_INT(send_patiently(s, &e), SP_SEND_TEMPORARY);
		EQUAL_INT(e.code, SP_EREFUSED);
		CONTAINS(e.text, "the certificate of");
		sp_mail_sender_close(s);
		sp_free(script_stop(&server));
	}
out:
	sp_free(path);
	sp_free(pem);
	sp_free(other);
}

/* A server that speaks in clear where TLS is expected. */
TEST("mail/smtp_tls", "no TLS where it is expected")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };
	struct sp_server settings = smtp_local(0);
	enum sp_send_result result;
	struct sp_error e;

	settings.tls = SP_TLS_IMPLICIT;
	sp_free(smtp_try(&script, settings, &result, &e));
	EQUAL_INT(result, SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EREFUSED);
	CONTAINS(e.text, "does not speak TLS");
}

/* A server that hangs up before the handshake is one that is down: it is tried
 * again, and no setting is blamed. */
TEST("mail/smtp_tls", "cut off before the handshake")
{
	const struct script script = { .greeting = "220 hi\r\n" };
	struct sp_server settings = smtp_local(0);
	enum sp_send_result result;
	struct sp_error e;

	settings.tls = SP_TLS_IMPLICIT;
	faults_peer_gone = true;
	sp_free(smtp_try(&script, settings, &result, &e));
	faults_peer_gone = false;
	EQUAL_INT(result, SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EAGAIN);
	CONTAINS(e.text, "cannot talk to smtps://");
}
