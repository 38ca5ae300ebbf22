#include "mail_tests.h"

#include <time.h>

#include "fixtures.h"
#include "mail/curl_private.h"
#include "mail_script.h"
#include "stall.h"

#define LOGIN                                                                  \
	{ "CAPA", "+OK\r\nUSER\r\nUIDL\r\n.\r\n" },                            \
		{ "USER judge\r\n", "+OK\r\n" },                               \
		{ "PASS pass word\r\n", "+OK in\r\n" },                        \
	{                                                                      \
		"PASS", "-ERR [AUTH] no\r\n"                                   \
	}
/* Three mails; the second is numbered 5. */
#define LISTS                                                                  \
	{ "UIDL", "+OK\r\n1 aaa\r\n5 b!b\r\n7 ccc\r\n.\r\n" },                 \
	{                                                                      \
		"LIST", "+OK\r\n1 100\r\n5 200\r\n7 300\r\n.\r\n"              \
	}
#define QUIT                                                                   \
	{                                                                      \
		"QUIT", "+OK bye\r\n"                                          \
	}

static struct sp_inbox *opened(
	uint16_t port, const char *password, unsigned timeout)
{
	char *path = sp_xasprintf("%s/secret", test_tempdir());
	struct sp_server server = {
		.host = "localhost",
		.port = port,
		.tls = SP_TLS_NONE,
		.user = "judge",
		.password_file = path,
		.timeout = timeout,
	};
	struct sp_inbox *in = NULL;
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(
		sp_file_write(path, password, strlen(password), 0600, NULL),
		SP_OK);
	EQUAL_INT_FATAL(sp_mail_inbox_open_pop3(&in, &server, &e), SP_OK);
	sp_free(path);
	return in;
}

static int poll_all(
	struct sp_inbox *in, struct sp_inbox_list *list, struct sp_error *e)
{
	memset(e, 0, sizeof(*e));
	return sp_mail_inbox_poll(in, 100, list, e);
}

static int done_one(struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	memset(e, 0, sizeof(*e));
	return sp_mail_inbox_done(in, &uid, 1, e);
}

static bool one_line(const char *text)
{
	return text[0] != '\0' && strchr(text, '\n') == NULL;
}

/* ---- a day like any other -------------------------------------------------
 */

TEST("mail/pop3", "list, read, done")
{
	struct script script = { .greeting = "+OK hi\r\n",
		.rules = { LOGIN, LISTS,
			{ "RETR 5\r\n",
				"+OK\r\nSubject: x\r\n\r\n..\r\n.-ERR\r\n"
				"a\n.\nb\r\n.\r\n" },
			{ "DELE", "+OK\r\n" }, QUIT } };
	const char *const uids[] = { "b!b", "gone", "aaa", "b!b" };
	struct script_server server;
	struct sp_inbox_list list;
	struct sp_inbox_wait wait;
	int64_t now = sp_clock_now(&sp_clock_system);
	struct sp_inbox *in;
	struct sp_error e;
	struct sp_buf raw;
	char *log;

	script_start(&server, &script);
	in = opened(server.port, "pass word\n", TEST_PATIENCE);
	EQUAL_INT_FATAL(poll_all(in, &list, &e), SP_OK);
	EQUAL_INT_FATAL(list.n, 3);
	EQUAL_STRING(list.items[0].uid, "aaa");
	EQUAL_STRING(list.items[1].uid, "b!b");
	EQUAL_INT(list.items[1].size, 200);
	CU_ASSERT(list.items[1].arrival >= now);
	CU_ASSERT(list.items[1].arrival <= now + 5);
	sp_mail_inbox_list_clear(&list);

	sp_buf_init(&raw, 1000);
	EQUAL_INT(sp_mail_inbox_read(in, "b!b", &raw, &e), SP_OK);
	EQUAL_STRING(
		sp_buf_str(&raw), "Subject: x\r\n\r\n.\r\n-ERR\r\na\n.\nb\r\n");
	EQUAL_INT(sp_mail_inbox_read(in, "bbb", &raw, &e), SP_ENOTFOUND);
	sp_buf_free(&raw);

	memset(&e, 0, sizeof(e));
	EQUAL_INT(sp_mail_inbox_done(in, uids, 4, &e), SP_OK);
	EQUAL_INT(e.code, 0);
	sp_mail_inbox_wait(in, &wait);
	EQUAL_INT(wait.fd, -1);
	CU_ASSERT(wait.seconds > 0);
	sp_mail_inbox_close(in);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "<connect>"), 1);
	EQUAL_INT(script_count(log, "DELE"), 2);
	EQUAL_INT(script_count(log, "DELE 5\r\nDELE 1\r\nQUIT\r\n"), 1);
	EQUAL_INT(script_count(log, "QUIT"), 1);
	sp_free(log);
}

/* Quarantine without a session: connects, and deletes by uid. */
TEST("mail/pop3", "quarantine")
{
	struct script script = { .greeting = "+OK hi\r\n",
		.rules = { LOGIN, LISTS, { "DELE", "+OK\r\n" }, QUIT } };
	struct script_server server;
	struct sp_inbox *in;
	struct sp_error e = { 0 };
	char *log;

	script_start(&server, &script);
	in = opened(server.port, "pass word\n", TEST_PATIENCE);
	EQUAL_INT(sp_mail_inbox_quarantine(in, "ccc", &e), SP_OK);
	EQUAL_INT(sp_mail_inbox_quarantine(in, "nobody", &e), SP_OK);
	sp_mail_inbox_close(in);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "DELE 7\r\nQUIT\r\n"), 1);
	EQUAL_INT(script_count(log, "DELE"), 1);
	sp_free(log);
}

/* An empty mailbox is not kept locked, and an arrival stays as it was seen
 * first. */
TEST("mail/pop3", "arrival")
{
	struct script script = { .greeting = "+OK hi\r\n",
		.rules = { LOGIN, LISTS, QUIT } };
	struct script_server server;
	struct sp_inbox_list list;
	struct sp_inbox_wait wait;
	struct sp_inbox *in;
	struct sp_error e;
	static const struct timespec pause = { .tv_nsec = 20000000 };
	int64_t first;
	char *log;

	script_start(&server, &script);
	in = opened(server.port, "pass word\n", TEST_PATIENCE);
	EQUAL_INT_FATAL(poll_all(in, &list, &e), SP_OK);
	first = list.items[0].arrival;
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_wait(in, &wait);
	while (sp_clock_now(&sp_clock_system) == first)
		(void)nanosleep(&pause, NULL);
	EQUAL_INT_FATAL(poll_all(in, &list, &e), SP_OK);
	EQUAL_INT(list.items[0].arrival, first);
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_close(in);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "<connect>"), 2);
	EQUAL_INT(script_count(log, "QUIT\r\n"), 2);
	sp_free(log);

	script.rules[4] = (struct script_rule){ "UIDL", "+OK\r\n.\r\n" };
	script.rules[5] = (struct script_rule){ "LIST", "+OK\r\n.\r\n" };
	script_start(&server, &script);
	in = opened(server.port, "pass word\n", TEST_PATIENCE);
	EQUAL_INT_FATAL(poll_all(in, &list, &e), SP_OK);
	EQUAL_INT(list.n, 0);
	sp_mail_inbox_list_clear(&list);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "QUIT\r\n"), 1);
	sp_mail_inbox_close(in);
	sp_free(log);
}

/* ---- servers in disorder ---------------------------------------------------
 */

TEST("mail/pop3", "odd lists")
{
	struct script script = { .greeting = "+OK hi\r\n",
		.rules = { LOGIN,
			{ "UIDL", "+OK\r\n0 zero\r\n-1 minus\r\nx y\r\n"
				  "3\r\n4 \r\n5 with blank\r\n6 \xc3\xa4\r\n"
				  "99999999999999999999 big\r\n8 twice\r\n"
				  "9 twice\r\n7 "
				  "0123456789012345678901234567890123456789"
				  "0123456789012345678901234567890123456789"
				  "\r\n10 good\r\n..\r\n.\r\n" },
			{ "LIST", "+OK\r\n10 -5\r\n8 99999999999999999999\r\n"
				  "77 1\r\nrubbish\r\n9 12 and more\r\n.\r\n" },
			QUIT } };
	struct script_server server;
	struct sp_inbox_list list;
	struct sp_inbox *in;
	struct sp_error e;

	script_start(&server, &script);
	in = opened(server.port, "pass word\n", TEST_PATIENCE);
	EQUAL_INT_FATAL(poll_all(in, &list, &e), SP_OK);
	EQUAL_INT_FATAL(list.n, 2);
	EQUAL_STRING(list.items[0].uid, "twice");
	EQUAL_STRING(list.items[1].uid, "good");
	EQUAL_INT(list.items[0].size, 0);
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_close(in);
	sp_free(script_stop(&server));

	/* Sizes are a hint. */
	script.rules[5].answer = "-ERR no\r\n";
	script_start(&server, &script);
	in = opened(server.port, "pass word\n", TEST_PATIENCE);
	EQUAL_INT(poll_all(in, &list, &e), SP_OK);
	EQUAL_INT(e.code, 0);
	EQUAL_INT(list.n, 2);
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_close(in);
	sp_free(script_stop(&server));
}

TEST("mail/pop3", "failures of a poll")
{
	static const struct {
		const char *verb, *answer;
		int code;
		const char *text;
	} cases[] = {
		{ "UIDL", "-ERR what?\r\n", SP_EREFUSED, "cannot do UIDL" },
		{ "UIDL", "stall:+OK\r\n1 aaa\r\n", SP_EAGAIN, "in time" },
		{ "UIDL", "HTTP/1.0 400 no\r\n", SP_EAGAIN, "answers UIDL" },
		{ "UIDL", "close", SP_EAGAIN, "closed the connection" },
		{ "UIDL", "stall", SP_EAGAIN, "does not answer in time" },
		{ "USER", "-ERR [IN-USE] locked\r\n", SP_EAGAIN, "later" },
		{ "PASS", "-ERR [SYS/TEMP] disk\r\n", SP_EAGAIN, "later" },
		{ "PASS", "-ERR [AUTH] no\r\n", SP_EREFUSED,
			"refuses the log-in of judge" },
		{ "PASS", "close", SP_EAGAIN, "cannot talk to" },
		{ "CAPA", "stall", SP_EAGAIN, "cannot talk to" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = "+OK hi\r\n",
			.rules = { { cases[i].verb, cases[i].answer }, LOGIN,
				LISTS, QUIT } };
		struct script_server server;
		struct sp_inbox_list list;
		struct sp_inbox *in;
		struct sp_error e;

		script_start(&server, &script);
		/* the log-in is curl's, by the machine's clock */
		in = opened(server.port, "pass word\n",
			sp_streq(cases[i].verb, "CAPA") ? 1 : TEST_PATIENCE);
		stall_begin();
		EQUAL_INT(poll_all(in, &list, &e), cases[i].code);
		CONTAINS(e.text, cases[i].text);
		if (strstr(e.text, cases[i].text) == NULL)
			printf("\n    %zu: %s\n", i, e.text);
		CU_ASSERT(one_line(e.text));
		EQUAL_INT(list.n, 0);
		sp_mail_inbox_close(in);
		stall_end();
		sp_free(script_stop(&server));
	}
}

TEST("mail/pop3", "a wrong password")
{
	struct script script = { .greeting = "+OK hi\r\n",
		.rules = { LOGIN, LISTS, QUIT } };
	struct script_server server;
	struct sp_inbox_list list;
	struct sp_inbox *in;
	struct sp_error e;

	script_start(&server, &script);
	in = opened(server.port, "wrong\n", TEST_PATIENCE);
	EQUAL_INT(poll_all(in, &list, &e), SP_EREFUSED);
	CONTAINS(e.text, "refuses the log-in of judge");
	CONTAINS(e.text, "[AUTH] no");
	LACKS(e.text, "wrong");
	sp_mail_inbox_close(in);
	sp_free(script_stop(&server));
}

/* No STLS, no password. */
TEST("mail/pop3", "STLS missing")
{
	struct script script = { .greeting = "+OK hi\r\n",
		.rules = { LOGIN, LISTS, QUIT } };
	char *path = sp_xasprintf("%s/secret", test_tempdir());
	struct sp_server settings = { .host = "127.0.0.1",
		.tls = SP_TLS_STARTTLS,
		.user = "judge",
		.password_file = path,
		.timeout = TEST_PATIENCE };
	struct script_server server;
	struct sp_inbox_list list;
	struct sp_inbox *in = NULL;
	struct sp_error e;
	char *log;

	EQUAL_INT(sp_file_write(path, "pass word", 9, 0600, NULL), SP_OK);
	script_start(&server, &script);
	settings.port = server.port;
	EQUAL_INT_FATAL(sp_mail_inbox_open_pop3(&in, &settings, NULL), SP_OK);
	EQUAL_INT(poll_all(in, &list, &e), SP_EREFUSED);
	CONTAINS(e.text, "does not offer STARTTLS");
	sp_mail_inbox_close(in);
	log = script_stop(&server);
	EQUAL_INT(script_count(log, "PASS"), 0);
	EQUAL_INT(script_count(log, "USER"), 0);
	EQUAL_INT(script_count(log, "AUTH"), 0);
	sp_free(log);
	sp_free(path);
}

/* Only +OK to QUIT makes a mail done. */
TEST("mail/pop3", "done is QUIT with +OK")
{
	static const struct {
		const char *verb, *answer;
	} cases[] = { { "QUIT", "-ERR not removed\r\n" }, { "QUIT", "close" },
		{ "DELE", "-ERR no\r\n" }, { "DELE", "close" },
		{ "DELE", "stall" } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = "+OK hi\r\n",
			.rules = { { cases[i].verb, cases[i].answer }, LOGIN,
				LISTS, { "DELE", "+OK\r\n" }, QUIT } };
		struct script_server server;
		struct sp_inbox_list list;
		struct sp_inbox *in;
		struct sp_error e;

		script_start(&server, &script);
		in = opened(server.port, "pass word\n", TEST_PATIENCE);
		stall_begin();
		EQUAL_INT(poll_all(in, &list, &e), SP_OK);
		sp_mail_inbox_list_clear(&list);
		EQUAL_INT(done_one(in, "aaa", &e), SP_EAGAIN);
		CU_ASSERT(one_line(e.text));
		sp_mail_inbox_close(in);
		stall_end();
		sp_free(script_stop(&server));
	}
}

/* The connection ends in place of each answer: greeting, CAPA, USER, PASS,
 * UIDL, LIST, RETR, DELE, QUIT. The next round is whole again. */
TEST("mail/pop3", "a connection closed at each step")
{
	for (unsigned at = 1; at <= 10; at++) {
		struct script script = { .greeting = "+OK hi\r\n",
			.rules = { LOGIN, LISTS,
				{ "RETR 7", "+OK\r\nS: x\r\n\r\n.\r\n" },
				{ "DELE", "+OK\r\n" }, QUIT },
			.close_at = at,
			.close_connections = 1 };
		struct script_server server;
		struct sp_inbox_list list;
		struct sp_inbox *in;
		struct sp_error e;
		struct sp_buf raw;
		char *log;

		script_start(&server, &script);
		in = opened(server.port, "pass word\n", TEST_PATIENCE);
		if (at <= 6) {
			EQUAL_INT(poll_all(in, &list, &e), SP_EAGAIN);
			CU_ASSERT(one_line(e.text));
		}
		EQUAL_INT_FATAL(poll_all(in, &list, &e), SP_OK);
		EQUAL_INT(list.n, 3);
		sp_mail_inbox_list_clear(&list);
		sp_buf_init(&raw, 1000);
		/* A session that died is begun anew, once. */
		EQUAL_INT(sp_mail_inbox_read(in, "ccc", &raw, &e), SP_OK);
		EQUAL_STRING(sp_buf_str(&raw), "S: x\r\n\r\n");
		sp_buf_free(&raw);
		EQUAL_INT(done_one(in, "ccc", &e), SP_OK);
		sp_mail_inbox_close(in);
		log = script_stop(&server);
		EQUAL_INT(script_count(log, "<connect>"), at <= 9 ? 2 : 1);
		CU_ASSERT(script_count(log, "DELE 7\r\nQUIT\r\n") >= 1);
		sp_free(log);
	}
}

/* A mail that is too large is cut, its session dropped, the inbox well. */
TEST("mail/pop3", "a large mail")
{
	struct script script = { .greeting = "+OK hi\r\n",
		.rules = { LOGIN, LISTS, { "RETR 1", NULL },
			{ "RETR 5", "+OK\r\nS: y\r\n\r\n.\r\n" },
			{ "DELE", "+OK\r\n" }, QUIT } };
	struct script_server server;
	struct sp_inbox *in;
	struct sp_error e = { 0 };
	struct sp_buf raw, big;

	sp_buf_init(&big, 4 << 20);
	sp_buf_adds(&big, "+OK\r\nS: x\r\n\r\n");
	while (!big.overflow)
		sp_buf_adds(&big, "a line without an end, ");
	script.rules[6].answer = sp_buf_str(&big);
	script_start(&server, &script);
	in = opened(server.port, "pass word\n", TEST_PATIENCE);
	sp_buf_init(&raw, SP_MAIL_RAW_MAX + 1);
	EQUAL_INT(sp_mail_inbox_read(in, "aaa", &raw, &e), SP_ELIMIT);
	EQUAL_INT(raw.len, SP_MAIL_RAW_MAX + 1);
	CU_ASSERT(sp_starts(raw.data, "S: x\r\n\r\na line"));
	sp_buf_clear(&raw);
	EQUAL_INT(sp_mail_inbox_read(in, "b!b", &raw, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&raw), "S: y\r\n\r\n");
	EQUAL_INT(sp_mail_inbox_quarantine(in, "aaa", NULL), SP_OK);
	sp_mail_inbox_close(in);
	sp_free(script_stop(&server));
	sp_buf_free(&raw);
	sp_buf_free(&big);
}

TEST("mail/pop3", "settings")
{
	struct sp_server s = { .host = "localhost", .tls = SP_TLS_IMPLICIT };
	struct sp_inbox *in = NULL;
	struct sp_error e = { 0 };

	EQUAL_INT(sp_mail_inbox_open_pop3(&in, &s, &e), SP_EINVAL);
	CONTAINS(e.text, "user name is missing for pop3s://localhost:995");
	CU_ASSERT_PTR_NULL(in);
}
