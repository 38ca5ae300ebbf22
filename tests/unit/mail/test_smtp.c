#include "mail_tests.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/curl_private.h"
#include "mail/run_private.h"
#include "mail_script.h"

#define EHLO "250-test greets you\r\n250-SIZE 1000000\r\n250 8BITMIME\r\n"
#define BODY "Subject: hi\r\n\r\nmove n\r\n"

/* What a server in good health says, without TLS and log-in. */
#define HEALTHY                                                                \
	{ "MAIL", "250 2.1.0 sender\r\n" },                                    \
		{ "RCPT", "250 2.1.5 recipient\r\n" },                         \
		{ "DATA", "354 go on\r\n" }, { ".", "250 2.0.0 queued\r\n" },  \
		{ "QUIT", "221 bye\r\n" },                                     \
	{                                                                      \
		"RSET", "250 ok\r\n"                                           \
	}

static struct sp_server local(uint16_t port)
{
	return (struct sp_server){
		.host = "127.0.0.1",
		.port = port,
		.tls = SP_TLS_NONE,
		.timeout = 20, /* for slow machines; stalls set less */
	};
}

static struct sp_sender *opened(const struct sp_server *server)
{
	struct sp_sender *s = NULL;
	struct sp_error e = { 0 };
	int code = sp_sender_open_smtp(&s, server, &e);

	if (code != SP_OK)
		printf("\n    %s\n", e.text);
	CU_ASSERT_EQUAL_FATAL(code, SP_OK);
	return s;
}

static enum sp_send_result send_text(
	struct sp_sender *s, const char *text, struct sp_error *e)
{
	struct sp_envelope env = {
		.from = "judge+bounce@example.org",
		.to = "ann@example.net",
		.message_id = "<m@example.org>",
		.bytes = text,
		.len = strlen(text),
	};

	memset(e, 0, sizeof(*e));
	return sp_sender_send(s, &env, e);
}

/* One mail to a server with this script; its log. */
static char *try_script(const struct script *script, struct sp_server server,
	enum sp_send_result *result, struct sp_error *e)
{
	struct script_server s;
	struct sp_sender *sender;

	script_start(&s, script);
	server.port = s.port;
	sender = opened(&server);
	*result = send_text(sender, BODY, e);
	sp_sender_close(sender);
	return script_stop(&s);
}

static char *secret_file(const char *text, mode_t mode)
{
	char *path = sp_xasprintf("%s/secret", test_tempdir());

	CU_ASSERT_EQUAL_FATAL(
		sp_file_write(path, text, strlen(text), 0600, NULL), SP_OK);
	CU_ASSERT_EQUAL_FATAL(chmod(path, mode), 0);
	return path;
}

static bool one_line(const char *text)
{
	return text[0] != '\0' && strchr(text, '\n') == NULL;
}

/* ---- mails that arrive -----------------------------------------------------
 */

static void test_reuse(void)
{
	struct script script = { .greeting = "220-hello\r\n220-to\r\n220 you"
					     "\r\n",
		.rules = { { "EHLO", EHLO }, HEALTHY } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	char *log;

	script_start(&server, &script);
	settings = local(server.port);
	s = opened(&settings);
	for (int i = 0; i < 20; i++)
		CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_OK);
	sp_sender_close(s);
	log = script_stop(&server);
	CU_ASSERT_EQUAL(script_count(log, "<connect>"), 1);
	CU_ASSERT_EQUAL(script_count(log, "EHLO"), 1);
	CU_ASSERT_EQUAL(
		script_count(log, "MAIL FROM:<judge+bounce@example.org>"), 20);
	CU_ASSERT_EQUAL(script_count(log, "RCPT TO:<ann@example.net>\r\n"), 20);
	CU_ASSERT_EQUAL(script_count(log, "\r\n" BODY ".\r\n"), 20);
	CU_ASSERT_EQUAL(script_count(log, "QUIT\r\n"), 1);
	sp_free(log);
}

static void test_null_sender(void)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO }, HEALTHY } };
	struct sp_envelope env = { .from = "",
		.to = "ann@example.net",
		.message_id = "<m@example.org>",
		.bytes = BODY,
		.len = strlen(BODY) };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e = { 0 };
	char *log;

	script_start(&server, &script);
	settings = local(server.port);
	s = opened(&settings);
	CU_ASSERT_EQUAL(sp_sender_send(s, &env, &e), SP_SEND_OK);
	sp_sender_close(s);
	log = script_stop(&server);
	CU_ASSERT_EQUAL(script_count(log, "MAIL FROM:<>"), 1);
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
		.rules = { { "EHLO", EHLO }, HEALTHY } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	struct sp_buf got;
	char *log, *from, *to;

	script_start(&server, &script);
	settings = local(server.port);
	s = opened(&settings);
	CU_ASSERT_EQUAL(send_text(s, sent, &e), SP_SEND_OK);
	sp_sender_close(s);
	log = script_stop(&server);
	from = strstr(log, "DATA\r\n");
	to = strstr(log, "QUIT\r\n");
	CU_ASSERT_FATAL(from != NULL && to != NULL);
	from += 6;
	CU_ASSERT_FATAL(to - from >= 3 && memcmp(to - 3, ".\r\n", 3) == 0);
	sp_buf_init(&got, 1 << 20);
	unstuff(&got, from, (size_t)(to - from) - 3);
	CU_ASSERT_STRING_EQUAL(sp_buf_str(&got), expected);
	CU_ASSERT_EQUAL(script_count(log, "\r\n.\r\n"), 1);
	sp_buf_free(&got);
	sp_free(log);
}

static void test_dots(void)
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
static void test_line_ends(void)
{
	check_body("S: x\n\na\rb\n.\nc", "S: x\r\n\r\na\r\nb\r\n.\r\nc\r\n");
	check_body("a\r\n.\rb\r\r\nc\n\n", "a\r\n.\r\nb\r\n\r\nc\r\n\r\n");
	check_body("", "\r\n");
}

static void test_addresses(void)
{
	static const char *const bad[] = { "", "ann", "ann@", "\xc3\xa4@b.c",
		"ann@b\xc3\xa4r.de", "a@b.c>\r\nRCPT TO:<d@e.f", "a b@c.d",
		"a@b.c\n" };
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO }, HEALTHY } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	char *log;

	script_start(&server, &script);
	settings = local(server.port);
	s = opened(&settings);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		struct sp_envelope env = { .from = "a@b.c",
			.to = bad[i],
			.message_id = "<m@x>",
			.bytes = BODY,
			.len = strlen(BODY) };
		struct sp_error e = { 0 };

		CU_ASSERT_EQUAL(sp_sender_send(s, &env, &e), SP_SEND_PERMANENT);
		CU_ASSERT(e.text[0] != '\0');
		if (i == 0) /* as a sender it means: nobody */
			continue;
		env.from = bad[i];
		env.to = "a@b.c";
		memset(&e, 0, sizeof(e));
		CU_ASSERT_EQUAL(sp_sender_send(s, &env, &e), SP_SEND_PERMANENT);
	}
	sp_sender_close(s);
	log = script_stop(&server);
	CU_ASSERT_EQUAL(script_count(log, "<connect>"), 0);
	sp_free(log);
}

/* ---- what servers refuse ----------------------------------------------------
 */

static void test_answers(void)
{
	static const struct {
		const char *verb, *answer;
		enum sp_send_result result;
		int code;
		const char *text;
	} cases[] = {
		{ "MAIL", "451 4.3.0 later\r\n", SP_SEND_TEMPORARY, SP_EAGAIN,
			"try later (\"451 4.3.0 later\")" },
		{ "MAIL", "550-no\r\n550 5.1.0 never\r\n", SP_SEND_PERMANENT,
			SP_EINVAL, "for good (\"550 5.1.0 never\")" },
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
				{ "EHLO", EHLO }, HEALTHY } };
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;

		script_start(&server, &script);
		settings = local(server.port);
		if (cases[i].text[0] == '\0') /* waits for more */
			settings.timeout = 1;
		s = opened(&settings);
		/* Twice: a refusal must not spoil the next mail's judgement. */
		for (int j = 0; j < 2; j++) {
			CU_ASSERT_EQUAL(
				send_text(s, BODY, &e), cases[i].result);
			CU_ASSERT_EQUAL(e.code, cases[i].code);
			CU_ASSERT_PTR_NOT_NULL(strstr(e.text, cases[i].text));
			CU_ASSERT(one_line(e.text));
		}
		sp_sender_close(s);
		sp_free(script_stop(&server));
	}
}

/* A server that does not want us at all refuses no mail in particular. */
static void test_early_refusals(void)
{
	static const char *const greetings[] = { "554 no service\r\n",
		"421 busy\r\n", "+OK POP3\r\n", "close" };
	struct sp_server settings = local(0);
	enum sp_send_result result;
	struct sp_error e;

	for (size_t i = 0; i < SP_ARRAY_LEN(greetings); i++) {
		struct script script = { .greeting = greetings[i],
			.rules = { { "EHLO", EHLO }, HEALTHY } };

		if (i == 2) /* it says no more, nor do we */
			settings.timeout = 1;
		sp_free(try_script(&script, settings, &result, &e));
		CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
		CU_ASSERT_EQUAL(e.code, SP_EAGAIN);
		CU_ASSERT(one_line(e.text));
		settings.timeout = 20;
	}
	{
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", "550 no\r\n" },
				{ "HELO", "550 no\r\n" }, HEALTHY } };

		sp_free(try_script(&script, local(0), &result, &e));
		CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
	}
}

/* The connection ends in place of each answer: before the last one the mail is
 * tried again later, never given up, never taken for sent. */
static void test_close_sweep(void)
{
	for (unsigned at = 1; at <= 6; at++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", EHLO }, HEALTHY },
			.close_at = at,
			.close_connections = 1 };
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;
		char *log;

		script_start(&server, &script);
		settings = local(server.port);
		s = opened(&settings);
		CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_TEMPORARY);
		CU_ASSERT_EQUAL(e.code, SP_EAGAIN);
		CU_ASSERT(one_line(e.text));
		CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_OK);
		sp_sender_close(s);
		log = script_stop(&server);
		CU_ASSERT_EQUAL(script_count(log, "<connect>"), 2);
		sp_free(log);
	}
}

/* A connection that ended while it lay idle costs no mail its turn. */
static void test_idle_close(void)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO }, HEALTHY },
		.close_at = 7, /* the second MAIL */
		.close_connections = 1 };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	char *log;

	script_start(&server, &script);
	settings = local(server.port);
	s = opened(&settings);
	CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_OK);
	CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_OK);
	sp_sender_close(s);
	log = script_stop(&server);
	CU_ASSERT_EQUAL(script_count(log, "<connect>"), 2);
	CU_ASSERT_EQUAL(script_count(log, BODY), 2);
	sp_free(log);
}

static void test_stalls(void)
{
	static const char *const verbs[] = { "EHLO", "RCPT", "." };

	for (size_t i = 0; i <= SP_ARRAY_LEN(verbs); i++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", EHLO }, HEALTHY } };
		struct sp_server settings = local(0);
		enum sp_send_result result;
		time_t began = time(NULL);
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
		sp_free(try_script(&script, settings, &result, &e));
		CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
		CU_ASSERT_EQUAL(e.code, SP_EAGAIN);
		CU_ASSERT(time(NULL) - began < 10);
	}
}

static void test_nobody_there(void)
{
	struct sp_server settings = local(script_free_port());
	struct sp_sender *s = opened(&settings);
	struct sp_error e;

	CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_TEMPORARY);
	CU_ASSERT_EQUAL(e.code, SP_EAGAIN);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "cannot talk to smtp://127"));
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "network"));
	sp_sender_close(s);
}

/* ---- log-in and TLS
 * ---------------------------------------------------------- */

#define EHLO_AUTH  "250-test\r\n250 AUTH PLAIN XOAUTH2 CRAM-MD5\r\n"
#define EHLO_PLAIN "250-test\r\n250 AUTH PLAIN\r\n"

static void test_login(void)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO_PLAIN }, HEALTHY,
			{ "AUTH PLAIN", "334 \r\n" },
			/* base64 of NUL judge NUL pass word */
			{ "AGp1ZGdlAHBhc3Mgd29yZA==\r\n", "235 welcome\r\n" },
			{ "", "535 5.7.8 no\r\n" } } };
	struct sp_server settings = local(0);
	enum sp_send_result result;
	struct sp_error e;
	char *good = secret_file("pass word\nsecond line\n", 0600);
	char *bad = secret_file("wrong\n", 0600);

	settings.user = "judge";
	settings.password_file = good;
	sp_free(try_script(&script, settings, &result, &e));
	CU_ASSERT_EQUAL(result, SP_SEND_OK);

	settings.password_file = bad;
	sp_free(try_script(&script, settings, &result, &e));
	CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
	CU_ASSERT_EQUAL(e.code, SP_EREFUSED);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "refuses the log-in of judge"));
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, bad));
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "535 5.7.8 no"));
	CU_ASSERT_PTR_NULL(strstr(e.text, "wrong"));
	CU_ASSERT(one_line(e.text));

	/* A server that cannot look now is no wrong password. */
	script.rules[SCRIPT_RULES - 1] = (struct script_rule){ NULL, NULL };
	for (size_t i = 0; i < SCRIPT_RULES; i++)
		if (script.rules[i].verb != NULL &&
			script.rules[i].verb[0] == '\0')
			script.rules[i].answer = "454 4.7.0 later\r\n";
	sp_free(try_script(&script, settings, &result, &e));
	CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
	CU_ASSERT_EQUAL(e.code, SP_EAGAIN);

	/* No method that we know. */
	script.rules[0].answer = "250-test\r\n250 AUTH X-OWN\r\n";
	sp_free(try_script(&script, settings, &result, &e));
	CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
	CU_ASSERT_EQUAL(e.code, SP_EREFUSED);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "offers no log-in"));
	sp_free(good);
	sp_free(bad);
}

/* A password that was changed in the file is used for the next mail. */
static void test_password_changed(void)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO_PLAIN }, HEALTHY,
			{ "AUTH PLAIN", "334 \r\n" },
			{ "AGp1ZGdlAHBhc3Mgd29yZA==\r\n", "235 welcome\r\n" },
			{ "", "535 5.7.8 no\r\n" } } };
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	char *path = secret_file("wrong\n", 0600);

	script_start(&server, &script);
	settings = local(server.port);
	settings.user = "judge";
	settings.password_file = path;
	s = opened(&settings);
	CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_TEMPORARY);
	CU_ASSERT_EQUAL(
		sp_file_write(path, "pass word\n", 10, 0600, NULL), SP_OK);
	CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_OK);
	CU_ASSERT_EQUAL(unlink(path), 0);
	CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_OK);
	sp_sender_close(s);
	sp_free(script_stop(&server));
	sp_free(path);
}

static void test_token(void)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO_AUTH }, HEALTHY,
			{ "AUTH XOAUTH2", "334 \r\n" },
			/* user=judge^Aauth=Bearer tok123^A^A */
			{ "dXNlcj1qdWRnZQFhdXRoPUJlYXJlciB0b2sxMjMBAQ==",
				"235 ok\r\n" },
			{ "", "535 no\r\n" } } };
	static const struct {
		const char *command;
		int code;
		const char *text;
	} bad[] = {
		{ "echo tok999", SP_EREFUSED, "what the token command prints" },
		{ "exit 3", SP_EAGAIN, "ended with status 3" },
		{ "true", SP_EREFUSED, "is empty or no token" },
		{ "/nonexistent/oauth 2>/dev/null", SP_EINVAL,
			"cannot be run" },
		{ "sleep 30", SP_EAGAIN, "did not end within 1 seconds" },
		{ "exec >/dev/null; sleep 30", SP_EAGAIN, "did not end" },
		{ "head -c 100000 /dev/zero | tr '\\0' x", SP_EREFUSED,
			"no token" },
	};
	struct sp_server settings = local(0);
	enum sp_send_result result;
	struct sp_error e;
	char *log;

	settings.user = "judge";
	settings.token_command = "echo tok123; echo more";
	log = try_script(&script, settings, &result, &e);
	CU_ASSERT_EQUAL(result, SP_SEND_OK);
	CU_ASSERT_EQUAL(script_count(log, "CRAM"), 0);
	sp_free(log);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		settings.token_command = bad[i].command;
		settings.timeout = strstr(bad[i].command, "sleep") ? 1 : 20;
		sp_free(try_script(&script, settings, &result, &e));
		CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
		CU_ASSERT_EQUAL(e.code, bad[i].code);
		CU_ASSERT_PTR_NOT_NULL(strstr(e.text, bad[i].text));
		CU_ASSERT_PTR_NULL(strstr(e.text, "tok999"));
	}
}

/* STARTTLS that is not there, refused, or torn: no secret and no mail leaves.
 */
static void test_starttls_missing(void)
{
	static const struct {
		const char *ehlo, *starttls;
		int code;
		const char *text;
	} cases[] = {
		{ EHLO_PLAIN, "220 go\r\n", SP_EREFUSED,
			"does not offer STARTTLS" },
		{ "250-t\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n", "502 no\r\n",
			SP_EREFUSED, "does not offer STARTTLS" },
		{ "250-t\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n",
			"454 not now\r\n", SP_EAGAIN, "later" },
		{ "250-t\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n",
			"220 go\r\n250 not TLS, but an answer\r\n", 0, "" },
	};
	char *path = secret_file("pass word\n", 0600);

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", cases[i].ehlo }, HEALTHY,
				{ "STARTTLS", cases[i].starttls },
				{ "AUTH", "235 ok\r\n" },
				{ "", "235 ok\r\n" } } };
		struct sp_server settings = local(0);
		enum sp_send_result result;
		struct sp_error e;
		char *log;

		settings.tls = SP_TLS_STARTTLS;
		settings.user = "judge";
		settings.password_file = path;
		log = try_script(&script, settings, &result, &e);
		CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
		if (cases[i].code != 0)
			CU_ASSERT_EQUAL(e.code, cases[i].code);
		CU_ASSERT_PTR_NOT_NULL(strstr(e.text, cases[i].text));
		CU_ASSERT_EQUAL(script_count(log, "<connect>"), 1);
		CU_ASSERT_EQUAL(script_count(log, "AUTH"), 0);
		CU_ASSERT_EQUAL(script_count(log, "AGp1ZGdl"), 0);
		CU_ASSERT_EQUAL(script_count(log, "MAIL"), 0);
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

	for (int i = 0; i < 100; i++) {
		result = send_text(s, BODY, e);
		if (result == SP_SEND_OK || e->code != SP_EAGAIN)
			break;
		(void)nanosleep(&pause, NULL);
	}
	return result;
}

/* A refused certificate, a wrong password and a dead network are told apart.
 */
static void test_certificate(void)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO_PLAIN }, HEALTHY,
			{ "AUTH PLAIN", "334 \r\n" },
			{ "AGp1ZGdlAHBhc3Mgd29yZA==\r\n", "235 welcome\r\n" },
			{ "", "535 5.7.8 no\r\n" } } };
	char *pem = sp_xasprintf("%s/localhost.pem", test_tempdir());
	char *other = sp_xasprintf("%s/other.pem", test_tempdir());
	char *path = secret_file("pass word\n", 0600);
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
		settings = local(server.port);
		settings.timeout = 5;
		settings.tls = SP_TLS_IMPLICIT;
		settings.host = hosts[i];
		settings.ca_file = authorities[i];
		settings.user = "judge";
		settings.password_file = path;
		s = opened(&settings);
		CU_ASSERT_EQUAL(send_patiently(s, &e),
			i < 2 ? SP_SEND_TEMPORARY : SP_SEND_OK);
		sp_sender_close(s);
		log = script_stop(&server);
		if (i < 2) {
			CU_ASSERT_EQUAL(e.code, SP_EREFUSED);
			CU_ASSERT_PTR_NOT_NULL(
				strstr(e.text, "the certificate of smtps://"));
			CU_ASSERT(one_line(e.text));
			CU_ASSERT_EQUAL(script_count(log, "EHLO"), 0);
		} else {
			CU_ASSERT_EQUAL(script_count(log, BODY), 1);
		}
		sp_free(log);
	}
	/* A certificate for another name, signed by whom we trust. */
	CU_ASSERT_EQUAL(unlink(pem), 0);
	if (script_certificate(pem, "mail.example.org")) {
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;

		script_start(&server, &script);
		settings = local(server.port);
		settings.tls = SP_TLS_IMPLICIT;
		settings.host = "localhost";
		settings.ca_file = pem;
		s = opened(&settings);
		CU_ASSERT_EQUAL(send_patiently(s, &e), SP_SEND_TEMPORARY);
		CU_ASSERT_EQUAL(e.code, SP_EREFUSED);
		CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "the certificate of"));
		sp_sender_close(s);
		sp_free(script_stop(&server));
	}
out:
	sp_free(path);
	sp_free(pem);
	sp_free(other);
}

/* A server that speaks in clear where TLS is expected. */
static void test_no_handshake(void)
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", EHLO }, HEALTHY } };
	struct sp_server settings = local(0);
	enum sp_send_result result;
	struct sp_error e;

	settings.tls = SP_TLS_IMPLICIT;
	sp_free(try_script(&script, settings, &result, &e));
	CU_ASSERT_EQUAL(result, SP_SEND_TEMPORARY);
	CU_ASSERT_EQUAL(e.code, SP_EREFUSED);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "does not speak TLS"));
}

/* ---- settings
 * ------------------------------------------------------------------ */

static void expect_settings(const struct sp_server *server, const char *text)
{
	struct sp_sender *s = NULL;
	struct sp_error e = { 0 };

	if (text == NULL) {
		CU_ASSERT_EQUAL(sp_sender_open_smtp(&s, server, &e), SP_OK);
		sp_sender_close(s);
		return;
	}
	CU_ASSERT_EQUAL(sp_sender_open_smtp(&s, server, &e), SP_EINVAL);
	CU_ASSERT_PTR_NULL(s);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, text));
	CU_ASSERT(one_line(e.text));
	if (strstr(e.text, text) == NULL)
		printf("\n    %s\n", e.text);
}

static void test_settings(void)
{
	static const char *const loopback[] = { "127.0.0.1", "127.1.2.3", "::1",
		"localhost", "LocalHost" };
	static const char *const far[] = { "128.0.0.1", "example.org", "::2",
		"localhost.example.org", "127.0.0.1.example.org",
		"::ffff:127.0.0.1", "0.0.0.0", "127.1", "2130706433" };
	static const char *const bad[] = { "", "a b", "a/b", "user@host",
		"host:25", "[::1]", "-x", "a\r\nb", "h\xc3\xb6st" };
	struct sp_server s = local(25);
	char *secret = secret_file("x\n", 0600);
	char *open_to_all = secret_file("x\n", 0604);
	char *empty = secret_file("\nx\n", 0600);
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
	s.token_command = "true";
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

/* ---- the sendmail program
 * -------------------------------------------------------- */

static char *program(const char *body)
{
	char *path = sp_xasprintf("%s/sendmail", test_tempdir());
	char *text = sp_xasprintf("#!/bin/sh\n%s\n", body);

	CU_ASSERT_EQUAL_FATAL(
		sp_file_write(path, text, strlen(text), 0700, NULL), SP_OK);
	CU_ASSERT_EQUAL_FATAL(chmod(path, 0700), 0);
	sp_free(text);
	return path;
}

static enum sp_send_result send_by(
	const char *body, const char *text, struct sp_error *e)
{
	char *path = program(body);
	struct sp_sender *s = NULL;
	enum sp_send_result result;

	CU_ASSERT_EQUAL_FATAL(sp_sendmail_open(&s, path,
				      strstr(body, "sleep") ? 1 : 20, NULL),
		SP_OK);
	result = send_text(s, text, e);
	sp_sender_close(s);
	sp_free(path);
	return result;
}

static void test_sendmail(void)
{
	char *dir = sp_xstrdup(test_tempdir());
	char *body = sp_xasprintf(
		"printf '%%s|' \"$@\" >%s/args; cat >%s/mail", dir, dir);
	char *args = sp_xasprintf("%s/args", dir);
	char *mail = sp_xasprintf("%s/mail", dir);
	struct sp_buf got;
	struct sp_error e;

	sp_buf_init(&got, 1 << 20);
	CU_ASSERT_EQUAL(
		send_by(body, "S: x\r\n\r\n.\r\na\rb\r\n", &e), SP_SEND_OK);
	CU_ASSERT_EQUAL(sp_file_read(&got, mail, NULL), SP_OK);
	CU_ASSERT_STRING_EQUAL(sp_buf_str(&got), "S: x\n\n.\na\rb\n");
	sp_buf_clear(&got);
	CU_ASSERT_EQUAL(sp_file_read(&got, args, NULL), SP_OK);
	CU_ASSERT_STRING_EQUAL(sp_buf_str(&got),
		"-i|-f|judge+bounce@example.org|--|ann@example.net|");
	sp_buf_free(&got);
	sp_free(dir);
	sp_free(body);
	sp_free(args);
	sp_free(mail);
}

static void test_sendmail_failures(void)
{
	static const struct {
		const char *body;
		enum sp_send_result result;
		int code;
		const char *text;
	} cases[] = {
		{ "cat >/dev/null; echo busy >&2; exit 75", SP_SEND_TEMPORARY,
			SP_EAGAIN, "(\"busy\")" },
		{ "exit 67", SP_SEND_PERMANENT, SP_EINVAL, "(status 67)" },
		{ "echo no; exit 1", SP_SEND_PERMANENT, SP_EINVAL, "no" },
		{ "exit 77", SP_SEND_TEMPORARY, SP_EREFUSED,
			"check its settings" },
		{ "exit 78", SP_SEND_TEMPORARY, SP_EREFUSED, "is kept" },
		{ "kill -9 $$", SP_SEND_TEMPORARY, SP_EREFUSED, "137" },
		{ "cat >/dev/null; sleep 30", SP_SEND_TEMPORARY, SP_EAGAIN,
			"within 1 seconds" },
		{ "sleep 30 & exec sleep 30", SP_SEND_TEMPORARY, SP_EAGAIN,
			"within 1 seconds" },
		{ "yes | head -c 1000000; exit 75", SP_SEND_TEMPORARY,
			SP_EAGAIN, "y" },
	};
	struct sp_buf big;
	struct sp_error e;

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		CU_ASSERT_EQUAL(
			send_by(cases[i].body, BODY, &e), cases[i].result);
		CU_ASSERT_EQUAL(e.code, cases[i].code);
		CU_ASSERT_PTR_NOT_NULL(strstr(e.text, cases[i].text));
		CU_ASSERT(one_line(e.text));
	}
	/* More than a pipe holds, to a program that does not read: no signal.
	 */
	sp_buf_init(&big, 1 << 20);
	for (int i = 0; i < 20000; i++)
		sp_buf_adds(&big, "a line of text\r\n");
	CU_ASSERT_EQUAL(
		send_by("exit 75", sp_buf_str(&big), &e), SP_SEND_TEMPORARY);
	CU_ASSERT_EQUAL(
		send_by("cat >/dev/null", sp_buf_str(&big), &e), SP_SEND_OK);
	sp_buf_free(&big);
}

static void test_sendmail_settings(void)
{
	struct sp_sender *s = NULL;
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL(sp_sender_open_sendmail(&s, "sendmail", &e), SP_EINVAL);
	CU_ASSERT_EQUAL(
		sp_sender_open_sendmail(&s, "/nonexistent", NULL), SP_EINVAL);
	CU_ASSERT_EQUAL(sp_sender_open_sendmail(&s, "/tmp", NULL), SP_EINVAL);
	CU_ASSERT_EQUAL(sp_sender_open_sendmail(&s, "/bin/true", NULL), SP_OK);
	CU_ASSERT_EQUAL(send_text(s, BODY, &e), SP_SEND_OK);
	sp_sender_close(s);
}

CU_TestInfo mail_smtp_tests[] = {
	{ "twenty mails over one connection", test_reuse },
	{ "the empty sender", test_null_sender },
	{ "lines that begin with a dot", test_dots },
	{ "bare CR and LF", test_line_ends },
	{ "addresses that are refused", test_addresses },
	{ "4xx and 5xx at each step", test_answers },
	{ "refusals before any mail", test_early_refusals },
	{ "a connection closed at each step", test_close_sweep },
	{ "a connection closed while idle", test_idle_close },
	{ "stalls", test_stalls },
	{ "nobody there", test_nobody_there },
	{ "log-in", test_login },
	{ "a changed password", test_password_changed },
	{ "tokens of a command", test_token },
	{ "STARTTLS missing or refused", test_starttls_missing },
	{ "certificates", test_certificate },
	{ "no TLS where it is expected", test_no_handshake },
	{ "settings", test_settings },
	{ "sendmail", test_sendmail },
	{ "sendmail fails", test_sendmail_failures },
	{ "sendmail's settings", test_sendmail_settings },
	CU_TEST_INFO_NULL,
};
