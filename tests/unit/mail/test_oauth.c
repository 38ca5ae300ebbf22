/*
 * Logging in with tokens of a command, against servers of ours that look at
 * each byte of it. For a real server see test_oauth_dovecot.c.
 */
#include "mail_tests.h"

#include <fcntl.h>
#include <unistd.h>

#include "fixtures.h"
#include "imap_server.h"
#include "smtp_server.h"

#define OFFERS(what) "250-test\r\n250 AUTH PLAIN " what " CRAM-MD5\r\n"
/* {"status":"invalid_token","scope":"mail"} */
#define CHALLENGE "eyJzdGF0dXMiOiJpbnZhbGlkX3Rva2VuIiwic2NvcGUiOiJtYWlsIn0="
#define REFUSAL   "{\"status\":\"invalid_token\",\"scope\":\"mail\"}"
/* base64 of user=judge^Aauth=Bearer tok123^A^A */
#define TOK123_XOAUTH2 "dXNlcj1qdWRnZQFhdXRoPUJlYXJlciB0b2sxMjMBAQ==\r\n"

/* A command that prints the first line of a file, and counts its calls. */
struct tokens {
	char *file, *program, *calls;
};

static void tokens_set(const struct tokens *t, const char *token)
{
	EQUAL_INT_FATAL(
		sp_file_write(t->file, token, strlen(token), 0600, NULL),
		SP_OK);
}

static struct tokens tokens_make(const char *token)
{
	struct tokens t = { .file = test_file(token, 0600),
		.calls = test_file("", 0600) };
	char *body = sp_xasprintf("echo >>%s; cat %s", t.calls, t.file);

	t.program = test_program(body);
	sp_free(body);
	return t;
}

static unsigned tokens_asked(const struct tokens *t)
{
	struct sp_buf text;
	unsigned n;

	sp_buf_init(&text, 1000);
	EQUAL_INT(sp_file_read(&text, t->calls, NULL), SP_OK);
	n = (unsigned)text.len;
	sp_buf_free(&text);
	return n;
}

static void tokens_free(struct tokens *t)
{
	sp_free(t->file);
	sp_free(t->program);
	sp_free(t->calls);
}

static struct sp_server settings_for(
	uint16_t port, const char *user, const struct tokens *t)
{
	struct sp_server s = smtp_local(port);

	s.user = user;
	s.token_command = t->program;
	return s;
}

/* ---- SMTP ---------------------------------------------------------------- */

/* What each mechanism sends, byte for byte. The short token and one that is
 * longer than a line of SMTP. */
TEST("mail/oauth", "SMTP: the bytes of each mechanism")
{
	static const struct {
		const char *offers, *mechanism, *user, *start;
		bool port; /* stands behind the start */
		unsigned connects;
	} cases[] = {
		{ OFFERS("XOAUTH2"), "XOAUTH2", "judge@example.org",
			"user=judge@example.org", false, 1 },
		{ OFFERS("XOAUTH2 OAUTHBEARER"), "XOAUTH2", "judge",
			"user=judge", false, 1 },
		{ OFFERS("OAUTHBEARER"), "OAUTHBEARER", "judge",
			"n,a=judge,^Ahost=127.0.0.1^Aport=", true, 2 },
		{ OFFERS("OAUTHBEARER"), "OAUTHBEARER", "a=b,c",
			"n,a=a=3Db=2Cc,^Ahost=127.0.0.1^Aport=", true, 2 },
		{ OFFERS("XOAUTH2"), "XOAUTH2", "a=b,c", "user=a=b,c", false,
			1 },
	};
	struct sp_buf token, expected;

	sp_buf_init(&token, 10000);
	sp_buf_init(&expected, 20000);
	for (size_t i = 0; i < 2 * SP_ARRAY_LEN(cases); i++) {
		size_t k = i / 2;
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", cases[k].offers }, SMTP_HEALTHY,
				{ "AUTH", "334 \r\n" },
				{ "", "235 in\r\n" } } };
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct tokens t;
		struct sp_error e;
		char *log, *shown;

		sp_buf_clear(&token);
		sp_buf_adds(&token, "ya29.a-Z_0~+/");
		if (i % 2 == 1)
			sp_buf_pad(&token, 'x', 5000);
		sp_buf_adds(&token, "==");
		t = tokens_make(sp_buf_str(&token));
		script_start(&server, &script);
		settings = settings_for(server.port, cases[k].user, &t);
		s = smtp_opened(&settings);
		EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
		EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
		sp_mail_sender_close(s);
		log = script_stop(&server);
		sp_buf_clear(&expected);
		sp_buf_adds(&expected, cases[k].start);
		if (cases[k].port)
			sp_buf_addf(&expected, "%u", (unsigned)server.port);
		sp_buf_addf(
			&expected, "^Aauth=Bearer %s^A^A", sp_buf_str(&token));
		shown = script_sasl(log, cases[k].mechanism);
		EQUAL_STRING(shown, sp_buf_str(&expected));
		EQUAL_INT(script_count(log, "AUTH "), 1);
		EQUAL_INT(script_count(log, "<connect>"), cases[k].connects);
		EQUAL_INT(tokens_asked(&t), cases[k].connects);
		EQUAL_INT(script_count(log, SMTP_BODY), 2);
		sp_free(shown);
		sp_free(log);
		tokens_free(&t);
	}
	sp_buf_free(&expected);
	sp_buf_free(&token);
}

/* A refused token is not the network; the challenge is answered as RFC 7628
 * wants it, what it says is in the error, and the next try has a new token. */
TEST("mail/oauth", "SMTP: a refused token, a busy server, no server")
{
	static const struct {
		const char *offers, *mechanism, *wrong;
		const char *verdict; /* in place of the challenge */
		int code;
		const char *says;
		unsigned dummies;
	} cases[] = {
		{ OFFERS("XOAUTH2 OAUTHBEARER"), "XOAUTH2", "dXNlcj1",
			"334 " CHALLENGE "\r\n", SP_EREFUSED,
			"(\"" REFUSAL "\")", 0 },
		{ OFFERS("OAUTHBEARER"), "OAUTHBEARER", "bixh",
			"334 " CHALLENGE "\r\n", SP_EREFUSED,
			"(\"535 5.7.8 bad token\", " REFUSAL ")", 1 },
		{ OFFERS("XOAUTH2"), "XOAUTH2", "dXNlcj1",
			"535 5.7.3 not you\r\n", SP_EREFUSED,
			"(\"535 5.7.3 not you\")", 0 },
		{ OFFERS("XOAUTH2"), "XOAUTH2", "dXNlcj1",
			"454 4.7.0 later\r\n", SP_EAGAIN, "try later", 0 },
		{ OFFERS("XOAUTH2"), "XOAUTH2", "dXNlcj1", "close", SP_EAGAIN,
			"this is the network", 0 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = "220 hi\r\n",
			.rules = { { "EHLO", cases[i].offers }, SMTP_HEALTHY,
				{ "AUTH", "334 \r\n" },
				{ TOK123_XOAUTH2, "235 in\r\n" },
				{ cases[i].wrong, cases[i].verdict },
				{ "AQ==\r\n", "535 5.7.8 bad token\r\n" },
				{ "", "500 what?\r\n" } } };
		struct tokens t = tokens_make("tok999\n");
		struct script_server server;
		struct sp_server settings;
		struct sp_sender *s;
		struct sp_error e;
		unsigned asked;
		char *log;

		script_start(&server, &script);
		settings = settings_for(server.port, "judge", &t);
		s = smtp_opened(&settings);
		EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_TEMPORARY);
		EQUAL_INT(e.code, cases[i].code);
		CONTAINS(sp_error_line(&e), cases[i].says);
		EQUAL_INT(e.code == SP_EREFUSED,
			strstr(sp_error_line(&e),
				"refuses the token of judge") != NULL);
		LACKS(sp_error_line(&e), "tok999");
		CU_ASSERT(smtp_one_line(e.text));
		asked = tokens_asked(&t);
		tokens_set(&t, "tok123\nand more\n");
		EQUAL_INT(smtp_send(s, SMTP_BODY, &e),
			sp_streq(cases[i].mechanism, "XOAUTH2")
				? SP_SEND_OK
				: SP_SEND_TEMPORARY);
		EQUAL_INT(tokens_asked(&t), asked + 1);
		sp_mail_sender_close(s);
		log = script_stop(&server);
		EQUAL_INT(
			script_count(log, "\nAQ==\r\n"), 2 * cases[i].dummies);
		sp_free(log);
		tokens_free(&t);
	}
}

TEST("mail/oauth", "SMTP: no mechanism for tokens")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", OFFERS("LOGIN") }, SMTP_HEALTHY,
			{ "AUTH", "334 \r\n" }, { "", "235 in\r\n" } } };
	struct tokens t = tokens_make("tok123\n");
	struct sp_server settings = settings_for(0, "judge", &t);
	enum sp_send_result result;
	struct sp_error e;
	char *log = smtp_try(&script, settings, &result, &e);

	EQUAL_INT(result, SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EREFUSED);
	CONTAINS(sp_error_line(&e), "offers no log-in that a token can use");
	EQUAL_INT(script_count(log, "AUTH"), 0);
	EQUAL_INT(script_count(log, "<connect>"), 1);
	sp_free(log);
	tokens_free(&t);
}

/* The server has closed the connection while it lay idle: the next mail comes
 * with a new token, and the old one is not tried again. */
TEST("mail/oauth", "SMTP: a new connection has a new token")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", OFFERS("XOAUTH2") }, SMTP_HEALTHY,
			{ "AUTH", "334 \r\n" }, { "", "235 in\r\n" } },
		.end_after = 8 }; /* that to the mail */
	struct tokens t = tokens_make("tok999\n");
	struct script_server server;
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	char *log;

	script_start(&server, &script);
	settings = settings_for(server.port, "judge", &t);
	s = smtp_opened(&settings);
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	CU_ASSERT(script_await(&server, "<end>\n"));
	tokens_set(&t, "tok123\n");
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	sp_mail_sender_close(s);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "AUTH "), 2);
	EQUAL_INT(script_count(log, TOK123_XOAUTH2), 1);
	EQUAL_INT(script_count(log, SMTP_BODY), 2);
	sp_free(log);
	tokens_free(&t);
}

/* ---- POP3 ---------------------------------------------------------------- */

static int poll_once(struct sp_inbox *in, struct sp_error *e)
{
	struct sp_inbox_list list;
	int code;

	memset(e, 0, sizeof(*e));
	code = sp_mail_inbox_poll(in, 100, &list, e);
	if (code == SP_OK)
		sp_mail_inbox_list_clear(&list);
	return code;
}

TEST("mail/oauth", "POP3: each mechanism, right and wrong")
{
	static const char *const offers[] = {
		"+OK\r\nUIDL\r\nSASL XOAUTH2 PLAIN OAUTHBEARER\r\n.\r\n",
		"+OK\r\nUIDL\r\nSASL PLAIN OAUTHBEARER\r\n.\r\n",
		"+OK\r\nUIDL\r\nSASL PLAIN\r\n.\r\n",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(offers); i++) {
		struct script script = { .greeting = "+OK hi\r\n",
			.rules = { { "CAPA", offers[i] }, { "AUTH", "+ \r\n" },
				{ "QUIT", "+OK\r\n" },
				{ "UIDL", "+OK\r\n.\r\n" },
				{ "LIST", "+OK\r\n.\r\n" },
				{ TOK123_XOAUTH2, "+OK in\r\n" },
				{ "AQ==\r\n", "-ERR [AUTH] bad token\r\n" },
				{ "", "+ " CHALLENGE "\r\n" } } };
		struct tokens t = tokens_make("tok999\n");
		struct script_server server;
		struct sp_server settings;
		struct sp_inbox *in = NULL;
		struct sp_error e;
		char *log;

		script_start(&server, &script);
		settings = settings_for(server.port, "judge", &t);
		EQUAL_INT_FATAL(
			sp_mail_inbox_open_pop3(&in, &settings, NULL), SP_OK);
		EQUAL_INT(poll_once(in, &e), SP_EREFUSED);
		CONTAINS(sp_error_line(&e),
			i == 2   ? "offers no log-in that a token can use"
			: i == 1 ? "(\"-ERR [AUTH] bad token\", " REFUSAL ")"
				 : "(\"" REFUSAL "\")");
		LACKS(sp_error_line(&e), "tok999");
		tokens_set(&t, "tok123\n");
		EQUAL_INT(poll_once(in, &e), i == 0 ? SP_OK : SP_EREFUSED);
		sp_mail_inbox_close(in);
		log = script_stop(&server);
		EQUAL_INT(script_count(log, "\nAQ=="), i == 1 ? 2 : 0);
		EQUAL_INT(script_count(log, "AUTH PLAIN"), 0);
		sp_free(log);
		tokens_free(&t);
	}
}

/* ---- IMAP ---------------------------------------------------------------- */

TEST("mail/oauth", "IMAP: each mechanism, right and wrong")
{
	static const struct {
		const char *capabilities;
		bool bearer;
	} cases[] = {
		{ "MOVE AUTH=PLAIN AUTH=XOAUTH2 AUTH=OAUTHBEARER SASL-IR",
			false },
		{ "MOVE AUTH=PLAIN AUTH=XOAUTH2", false },
		{ "MOVE AUTH=OAUTHBEARER SASL-IR", true },
		{ "MOVE AUTH=OAUTHBEARER", true },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct imap_server s = { .capabilities = cases[i].capabilities,
			.token = "tok123" };
		struct tokens t = tokens_make("tok999\n");
		struct sp_server settings;
		struct sp_inbox *in = NULL;
		struct sp_error e;
		char *log;

		imap_server_start(&s);
		settings = settings_for(s.port, "judge", &t);
		EQUAL_INT_FATAL(
			sp_mail_inbox_open_imap(&in, &settings, "INBOX", NULL),
			SP_OK);
		EQUAL_INT(poll_once(in, &e), SP_EREFUSED);
		CONTAINS(sp_error_line(&e), "refuses the token of judge");
		CONTAINS(sp_error_line(&e), REFUSAL);
		EQUAL_INT(cases[i].bearer,
			strstr(sp_error_line(&e), "[AUTHENTICATIONFAILED]") !=
				NULL);
		LACKS(sp_error_line(&e), "tok999");
		CU_ASSERT(smtp_one_line(e.text));
		tokens_set(&t, "tok123\n");
		EQUAL_INT(poll_once(in, &e), SP_OK);
		EQUAL_STRING(e.text, "");
		/* one connection more to find out what is offered */
		EQUAL_INT(tokens_asked(&t), cases[i].bearer ? 3 : 2);
		sp_mail_inbox_close(in);
		log = imap_server_log(&s);
		EQUAL_INT(script_count(log, "\n^A\n"),
			cases[i].bearer ? 1 : 0); /* the dummy answer */
		EQUAL_INT(script_count(log, "LOGIN"), 0);
		sp_free(log);
		imap_server_stop(&s);
		tokens_free(&t);
	}
}

TEST("mail/oauth", "IMAP: refused, busy, cut off")
{
	static const struct {
		const char *answer;
		int code;
		const char *says;
	} cases[] = {
		{ "$T NO [UNAVAILABLE] try later\r\n", SP_EAGAIN,
			"says to try later" },
		{ "", SP_EAGAIN, "this is the network" },
		{ "$T NO no\r\n", SP_EREFUSED, "refuses the token of judge" },
		{ "$T BAD what?\r\n", SP_EREFUSED, "refuses the token" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct imap_server s = { .capabilities =
						 "MOVE AUTH=XOAUTH2 SASL-IR",
			.token = "tok123",
			.lies = { { "AUTHENTICATE", cases[i].answer, 1 } } };
		struct tokens t = tokens_make("tok123\n");
		struct sp_server settings;
		struct sp_inbox *in = NULL;
		struct sp_error e;

		imap_server_start(&s);
		settings = settings_for(s.port, "judge", &t);
		EQUAL_INT_FATAL(
			sp_mail_inbox_open_imap(&in, &settings, "INBOX", NULL),
			SP_OK);
		EQUAL_INT(poll_once(in, &e), cases[i].code);
		CONTAINS(sp_error_line(&e), cases[i].says);
		EQUAL_INT(poll_once(in, &e), SP_OK);
		sp_mail_inbox_close(in);
		imap_server_stop(&s);
		tokens_free(&t);
	}
}

/* ---- what is left behind ------------------------------------------------- */

/* In the heap; not under a sanitizer, whose heap is elsewhere. */
static unsigned count_in_heap(const char *what, size_t len)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[400];
	unsigned n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(maps);
	while (fgets(line, sizeof(line), maps) != NULL) {
		char *end;
		uintptr_t from = (uintptr_t)strtoull(line, &end, 16);
		uintptr_t to = (uintptr_t)strtoull(end + 1, NULL, 16);

		if (strstr(line, "[heap]") == NULL)
			continue;
		for (uintptr_t at = from; at + len <= to; at++) {
			/* the address is all that there is of it */
			const void *p = (const void *)at; /* NOLINT */

			n += memcmp(p, what, len) == 0;
		}
	}
	(void)fclose(maps);
	return n;
}

/* Not even a part of the token, once the connection is closed. Its bytes are
 * known to this process only afterwards. */
TEST("mail/oauth", "a token leaves nothing behind")
{
	static char token[64];
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", OFFERS("XOAUTH2") }, SMTP_HEALTHY,
			{ "AUTH", "334 \r\n" }, { "", "235 in\r\n" } } };
	char *file = test_file("", 0600);
	char *body = sp_xasprintf("od -An -N24 -tx1 /dev/urandom | tr -d ' \\n'"
				  " >%s; cat %s",
		file, file);
	struct tokens t = { .program = test_program(body) };
	struct sp_server settings = settings_for(0, "judge", &t);
	enum sp_send_result result;
	struct sp_error e;
	char *log = smtp_try(&script, settings, &result, &e);
	int fd;

	EQUAL_INT(result, SP_SEND_OK);
	sp_free(log);
	fd = open(file, O_RDONLY | O_CLOEXEC);
	EQUAL_INT_FATAL(read(fd, token, sizeof(token)), 48);
	(void)close(fd);
	EQUAL_INT(count_in_heap(token, 16), 0);
	EQUAL_INT(count_in_heap(token + 24, 16), 0);
	sp_free(body);
	sp_free(file);
	sp_free(t.program);
}

/* No token, no connection. */
TEST("mail/oauth", "no token, no connection")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", OFFERS("XOAUTH2") }, SMTP_HEALTHY } };
	struct tokens t = tokens_make("two words\n");
	struct sp_server settings = settings_for(0, "judge", &t);
	enum sp_send_result result;
	struct sp_error e;
	char *log = smtp_try(&script, settings, &result, &e);

	EQUAL_INT(result, SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EREFUSED);
	CONTAINS(sp_error_line(&e), "no token for smtp://127");
	LACKS(sp_error_line(&e), "two words");
	EQUAL_INT(script_count(log, "<connect>"), 0);
	sp_free(log);
	tokens_free(&t);
}
