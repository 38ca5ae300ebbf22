/*
 * SMTP as transport: mails that arrive as they are.
 */
#include "mail_tests.h"

#include "smtp_server.h"

TEST("mail/smtp", "twenty mails over one connection")
{
	struct script script = { .greeting = "220-hello\r\n220-to\r\n220 you"
					     "\r\n",
		.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	char *log;

	script_start(&server, &script);
	settings = smtp_local(server.port);
	s = smtp_opened(&settings);
	for (int i = 0; i < 20; i++)
		EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	sp_mail_sender_close(s);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "<connect>"), 1);
	EQUAL_INT(script_count(log, "EHLO"), 1);
	EQUAL_INT(
		script_count(log, "MAIL FROM:<judge+bounce@example.org>"), 20);
	EQUAL_INT(script_count(log, "RCPT TO:<ann@example.net>\r\n"), 20);
	EQUAL_INT(script_count(log, "\r\n" SMTP_BODY ".\r\n"), 20);
	EQUAL_INT(script_count(log, "QUIT\r\n"), 1);
	sp_free(log);
}

TEST("mail/smtp", "the empty sender")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };
	struct sp_envelope env = { .from = "",
		.to = "ann@example.net",
		.message_id = "<m@example.org>",
		.bytes = SMTP_BODY,
		.len = strlen(SMTP_BODY) };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e = { 0 };
	char *log;

	script_start(&server, &script);
	settings = smtp_local(server.port);
	s = smtp_opened(&settings);
	EQUAL_INT(sp_mail_sender_send(s, &env, &e), SP_SEND_OK);
	sp_mail_sender_close(s);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "MAIL FROM:<>"), 1);
	sp_free(log);
}

/* Undo what RFC 5321 section 4.5.2 does. */
static void unstuff(struct sp_buf *out, const char *wire, size_t n)
{
	bool start = true;

	for (size_t i = 0; i < n; i++) {
		if (!start || wire[i] != '.')
			sp_buf_addc(out, wire[i]);
		start = wire[i] == '\n';
	}
}

/* What is between DATA and the lone dot is the mail again, and holds no line
 * that is a lone dot itself. */
static void check_body(const char *sent, const char *expected)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	struct sp_buf got;
	char *log, *from, *to;

	script_start(&server, &script);
	settings = smtp_local(server.port);
	s = smtp_opened(&settings);
	EQUAL_INT(smtp_send(s, sent, &e), SP_SEND_OK);
	sp_mail_sender_close(s);
	log = script_stop(&server);
	from = strstr(log, "DATA\r\n");
	to = strstr(log, "QUIT\r\n");
	CU_ASSERT_FATAL(from != NULL && to != NULL);
	from += 6;
	CU_ASSERT_FATAL(to - from >= 3 && memcmp(to - 3, ".\r\n", 3) == 0);
	sp_buf_init(&got, 1 << 20);
	unstuff(&got, from, (size_t)(to - from) - 3);
	EQUAL_STRING(sp_buf_str(&got), expected);
	EQUAL_INT(script_count(log, "\r\n.\r\n"), 1);
	sp_buf_free(&got);
	sp_free(log);
}

TEST("mail/smtp", "lines that begin with a dot")
{
	struct sp_buf big;

	check_body("S: x\r\n\r\n.\r\n..\r\n.a\r\nb.\r\n", "S: x\r\n\r\n.\r\n"
							  "..\r\n.a\r\nb.\r\n");
	check_body(".at the start\r\n", ".at the start\r\n");
	check_body("S: x\r\n\r\n.\r\nMAIL FROM:<x@y>\r\n.\r\n",
		"S: x\r\n\r\n.\r\nMAIL FROM:<x@y>\r\n.\r\n");
	/* libcurl sends in pieces: a dot at each place of a piece's edge. */
	sp_buf_init(&big, 1 << 20);
	for (int i = 0; i < 12000; i++)
		sp_buf_addf(&big, "%.*s.%d\r\n", i % 3, "..", i);
	check_body(sp_buf_str(&big), sp_buf_str(&big));
	sp_buf_clear(&big);
	for (int i = 0; i < 30000; i++)
		sp_buf_adds(&big, ".\r\n");
	check_body(sp_buf_str(&big), sp_buf_str(&big));
	sp_buf_free(&big);
}

/* No line end that servers read in different ways leaves us. */
TEST("mail/smtp", "bare CR and LF")
{
	check_body("S: x\n\na\rb\n.\nc", "S: x\r\n\r\na\r\nb\r\n.\r\nc\r\n");
	check_body("a\r\n.\rb\r\r\nc\n\n", "a\r\n.\r\nb\r\n\r\nc\r\n\r\n");
	check_body("", "\r\n");
}

TEST("mail/smtp", "addresses that are refused")
{
	static const char *const bad[] = { "", "ann", "ann@", "\xc3\xa4@b.c",
		"ann@b\xc3\xa4r.de", "a@b.c>\r\nRCPT TO:<d@e.f", "a b@c.d",
		"a@b.c\n" };
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", SMTP_EHLO }, SMTP_HEALTHY } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	char *log;

	script_start(&server, &script);
	settings = smtp_local(server.port);
	s = smtp_opened(&settings);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		struct sp_envelope env = { .from = "a@b.c",
			.to = bad[i],
			.message_id = "<m@x>",
			.bytes = SMTP_BODY,
			.len = strlen(SMTP_BODY) };
		struct sp_error e = { 0 };

		EQUAL_INT(sp_mail_sender_send(s, &env, &e), SP_SEND_PERMANENT);
		CU_ASSERT(e.text[0] != '\0');
		if (i == 0) /* as a sender it means: nobody */
			continue;
		env.from = bad[i];
		env.to = "a@b.c";
		memset(&e, 0, sizeof(e));
		EQUAL_INT(sp_mail_sender_send(s, &env, &e), SP_SEND_PERMANENT);
	}
	sp_mail_sender_close(s);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "<connect>"), 0);
	sp_free(log);
}

TEST("mail/smtp", "nobody there")
{
	struct sp_server settings = smtp_local(script_free_port());
	struct sp_sender *s = smtp_opened(&settings);
	struct sp_error e;

	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EAGAIN);
	CONTAINS(sp_error_line(&e), "cannot talk to smtp://127");
	CONTAINS(e.remedy, "network");
	sp_mail_sender_close(s);
}
