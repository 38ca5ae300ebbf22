/*
 * Logging in at an SMTP server, and the settings for it.
 */
#include "mail_tests.h"

#include <sys/stat.h>
#include <unistd.h>

#include "fixtures.h"
#include "smtp_server.h"

TEST("mail/smtp_login", "log-in")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO_PLAIN }, SMTP_HEALTHY,
			{ "AUTH PLAIN", "334 \r\n" },
			/* base64 of NUL judge NUL pass word */
			{ "AGp1ZGdlAHBhc3Mgd29yZA==\r\n", "235 welcome\r\n" },
			{ "", "535 5.7.8 no\r\n" } } };
	struct sp_server settings = smtp_local(0);
	enum sp_send_result result;
	struct sp_error e;
	char *good = test_file("pass word\nsecond line\n", 0600);
	char *bad = test_file("wrong\n", 0600);

	settings.user = "judge";
	settings.password_file = good;
	sp_free(smtp_try(&script, settings, &result, &e));
	EQUAL_INT(result, SP_SEND_OK);

	settings.password_file = bad;
	sp_free(smtp_try(&script, settings, &result, &e));
	EQUAL_INT(result, SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EREFUSED);
	CONTAINS(sp_error_line(&e), "refuses the log-in of judge");
	CONTAINS(sp_error_line(&e), bad);
	CONTAINS(sp_error_line(&e), "535 5.7.8 no");
	LACKS(sp_error_line(&e), "wrong");
	CU_ASSERT(smtp_one_line(e.text));

	/* A server that cannot look now is no wrong password. */
	script.rules[SCRIPT_RULES - 1] = (struct script_rule){ NULL, NULL };
	for (size_t i = 0; i < SCRIPT_RULES; i++)
		if (script.rules[i].verb != NULL &&
			script.rules[i].verb[0] == '\0')
			script.rules[i].answer = "454 4.7.0 later\r\n";
	sp_free(smtp_try(&script, settings, &result, &e));
	EQUAL_INT(result, SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EAGAIN);

	/* No method that we know. */
	script.rules[0].answer = "250-test\r\n250 AUTH X-OWN\r\n";
	sp_free(smtp_try(&script, settings, &result, &e));
	EQUAL_INT(result, SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EREFUSED);
	CONTAINS(sp_error_line(&e), "offers no log-in");
	sp_free(good);
	sp_free(bad);
}

/* A password that was changed in the file is used for the next mail. */
TEST("mail/smtp_login", "a changed password")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO_PLAIN }, SMTP_HEALTHY,
			{ "AUTH PLAIN", "334 \r\n" },
			{ "AGp1ZGdlAHBhc3Mgd29yZA==\r\n", "235 welcome\r\n" },
			{ "", "535 5.7.8 no\r\n" } } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	char *path = test_file("wrong\n", 0600);

	script_start(&server, &script);
	settings = smtp_local(server.port);
	settings.user = "judge";
	settings.password_file = path;
	s = smtp_opened(&settings);
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_TEMPORARY);
	EQUAL_INT(sp_file_write(path, "pass word\n", 10, 0600, NULL), SP_OK);
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	EQUAL_INT(unlink(path), 0);
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	sp_mail_sender_close(s);
	sp_free(script_stop(&server));
	sp_free(path);
}

static void expect_settings(const struct sp_server *server, const char *text)
{
	struct sp_sender *s = NULL;
	struct sp_error e = { 0 };

	if (text == NULL) {
		EQUAL_INT(sp_mail_sender_open_smtp(&s, server, &e), SP_OK);
		sp_mail_sender_close(s);
		return;
	}
	EQUAL_INT(sp_mail_sender_open_smtp(&s, server, &e), SP_EINVAL);
	CU_ASSERT_PTR_NULL(s);
	CONTAINS(sp_error_line(&e), text);
	CU_ASSERT(smtp_one_line(e.text));
	if (strstr(sp_error_line(&e), text) == NULL)
		printf("\n    %s\n", e.text);
}

TEST("mail/smtp_login", "settings")
{
	static const char *const loopback[] = { "127.0.0.1", "127.1.2.3", "::1",
		"localhost", "LocalHost" };
	static const char *const far[] = { "128.0.0.1", "example.org", "::2",
		"localhost.example.org", "127.0.0.1.example.org",
		"::ffff:127.0.0.1", "0.0.0.0", "127.1", "2130706433" };
	static const char *const bad[] = { "", "a b", "a/b", "user@host",
		"host:25", "[::1]", "-x", "a\r\nb", "h\xc3\xb6st" };
	struct sp_server s = smtp_local(25);
	char *secret = test_file("x\n", 0600);
	char *open_to_all = test_file("x\n", 0604);
	char *empty = test_file("\nx\n", 0600);
	char *missing = sp_xasprintf("%s/none", test_tempdir());

	for (size_t i = 0; i < SP_ARRAY_LEN(loopback); i++) {
		s.host = loopback[i];
		expect_settings(&s, NULL);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(far); i++) {
		s.host = far[i];
		s.tls = SP_TLS_NONE;
		expect_settings(&s, "must travel inside TLS");
		s.tls = SP_TLS_STARTTLS;
		expect_settings(&s, NULL);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		s.host = bad[i];
		expect_settings(&s, "is not a host name");
	}
	s.host = NULL;
	expect_settings(&s, "is not a host name");
	s.host = "mail.example.org";
	s.user = "judge";
	expect_settings(&s, "either a password file or a token command");
	s.password_file = secret;
	expect_settings(&s, NULL);
	s.token_command = "/bin/true";
	expect_settings(&s, "either a password file or a token command");
	s.token_command = NULL;
	s.password_file = open_to_all;
	expect_settings(&s, "others can read the password");
	s.password_file = empty;
	expect_settings(&s, "is empty");
	s.password_file = missing;
	expect_settings(&s, "cannot open the password file");
	s.password_file = test_tempdir();
	expect_settings(&s, "is no file");
	s.password_file = secret;
	s.ca_file = missing;
	expect_settings(&s, "certificate authorities");
	s.ca_file = NULL;
	s.user = "";
	expect_settings(&s, "user name");
	sp_free(secret);
	sp_free(open_to_all);
	sp_free(empty);
	sp_free(missing);
}
