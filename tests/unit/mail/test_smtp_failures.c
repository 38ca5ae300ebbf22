/*
 * SMTP servers that refuse, hang up or say nothing.
 */
#include "mail_tests.h"

#include "fixtures.h"

#include <time.h>

#include "smtp_server.h"

TEST("mail/smtp_failures", "4xx and 5xx at each step")
{
	static const struct {
		const char *verb, *answer;
		enum sp_send_result result;
		int code;
		const char *text;
	} cases[] = {
		{ "MAIL", "451 4.3.0 later\r\n", SP_SEND_TEMPORARY, SP_EAGAIN,
			"try later (\"451 4.3.0 later\")" },
		{ "MAIL", "550-no\r\n550 5.1.0 never\r\n", SP_SEND_TEMPORARY,
			SP_EREFUSED, "no mail from us (\"550 5.1.0 never\")" },
		{ "MAIL", "552 5.3.4 too large\r\n", SP_SEND_PERMANENT,
			SP_EINVAL, "for good (\"552 5.3.4 too large\")" },
		{ "MAIL", "530 5.7.0 log in\r\n", SP_SEND_TEMPORARY,
			SP_EREFUSED, "wants a log-in or TLS" },
		{ "RCPT", "450 4.2.1 grey\r\n", SP_SEND_TEMPORARY, SP_EAGAIN,
			"try later" },
		{ "RCPT", "550 5.1.1 who?\r\n", SP_SEND_PERMANENT, SP_EINVAL,
			"ann@example.net for good (\"550 5.1.1 who?\")" },
		{ "DATA", "452 4.3.1 full\r\n", SP_SEND_TEMPORARY, SP_EAGAIN,
			"try later" },
		{ "DATA", "554 5.5.1 no\r\n", SP_SEND_PERMANENT, SP_EINVAL,
			"for good" },
		{ ".", "421 4.3.2 shutting down\r\n", SP_SEND_TEMPORARY,
			SP_EAGAIN, "try later" },
		{ ".", "554 5.7.1 spam\r\n", SP_SEND_PERMANENT, SP_EINVAL,
			"for good (\"554 5.7.1 spam\")" },
		{ "MAIL", "what?\r\n", SP_SEND_TEMPORARY, SP_EAGAIN, "" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { cases[i].verb, cases[i].answer },
				{ "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;

		script_start(&server, &script);
		settings = smtp_local(server.port);
		if (cases[i].text[0] == '\0') /* waits for more */
			settings.timeout = 1;
		s = smtp_opened(&settings);
		/* Twice: a refusal must not spoil the next mail's judgement. */
		for (int j = 0; j < 2; j++) {
			EQUAL_INT(smtp_send(s, SMTP_BODY, &e), cases[i].result);
			EQUAL_INT(e.code, cases[i].code);
			CONTAINS(e.text, cases[i].text);
			CU_ASSERT(smtp_one_line(e.text));
		}
		sp_mail_sender_close(s);
		sp_free(script_stop(&server));
	}
}

/* A server that does not want us at all refuses no mail in particular. */
TEST("mail/smtp_failures", "refusals before any mail")
{
	static const char *const greetings[] = { "554 no service\r\n",
		"421 busy\r\n", "+OK POP3\r\n", "close" };
	struct sp_server settings = smtp_local(0);
	enum sp_send_result result;
	struct sp_error e;

	for (size_t i = 0; i < SP_ARRAY_LEN(greetings); i++) {
		struct script script = { .greeting = greetings[i],
			.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };

		if (i == 2) /* it says no more, nor do we */
			settings.timeout = 1;
		sp_free(smtp_try(&script, settings, &result, &e));
		EQUAL_INT(result, SP_SEND_TEMPORARY);
		EQUAL_INT(e.code, SP_EAGAIN);
		CU_ASSERT(smtp_one_line(e.text));
		settings.timeout = TEST_PATIENCE;
	}
	{
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", "550 no\r\n" },
				{ "HELO", "550 no\r\n" }, SMTP_HEALTHY } };

		sp_free(smtp_try(&script, smtp_local(0), &result, &e));
		EQUAL_INT(result, SP_SEND_TEMPORARY);
	}
}

/* The connection ends in place of each answer: before the last one the mail is
 * tried again later, never given up, never taken for sent. */
TEST("mail/smtp_failures", "a connection closed at each step")
{
	for (unsigned at = 1; at <= 6; at++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY },
			.close_at = at,
			.close_connections = 1 };
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;
		char *log;

		script_start(&server, &script);
		settings = smtp_local(server.port);
		s = smtp_opened(&settings);
		EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_TEMPORARY);
		EQUAL_INT(e.code, SP_EAGAIN);
		CU_ASSERT(smtp_one_line(e.text));
		EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
		sp_mail_sender_close(s);
		log = script_stop(&server);
		EQUAL_INT(script_count(log, "<connect>"), 2);
		sp_free(log);
	}
}

/* A connection that ended while it lay idle costs no mail its turn. */
TEST("mail/smtp_failures", "a connection closed while idle")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY },
		.close_at = 7, /* the second MAIL */
		.close_connections = 1 };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	char *log;

	script_start(&server, &script);
	settings = smtp_local(server.port);
	s = smtp_opened(&settings);
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	sp_mail_sender_close(s);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "<connect>"), 2);
	EQUAL_INT(script_count(log, SMTP_BODY), 2);
	sp_free(log);
}

TEST("mail/smtp_failures", "stalls")
{
	static const char *const verbs[] = { "EHLO", "RCPT", "." };

	for (size_t i = 0; i <= SP_ARRAY_LEN(verbs); i++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };
		struct sp_server settings = smtp_local(0);
		enum sp_send_result result;
		struct sp_error e;

		if (i == SP_ARRAY_LEN(verbs))
			script.greeting = "stall";
		else
			for (size_t k = 0; k < SCRIPT_RULES; k++)
				if (script.rules[k].verb != NULL &&
					sp_streq(
						script.rules[k].verb, verbs[i]))
					script.rules[k].answer = "stall";
		settings.timeout = 1;
		sp_free(smtp_try(&script, settings, &result, &e));
		EQUAL_INT(result, SP_SEND_TEMPORARY);
		EQUAL_INT(e.code, SP_EAGAIN);
	}
}
