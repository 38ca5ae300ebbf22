/*
 * The IMAP inbox against a server, or a mail, that wants to harm: content stays
 * content, time and memory stay bounded, the next poll begins anew.
 */
#include "mail_tests.h"

#include <sys/resource.h>

#include "fixtures.h"
#include "imap_server.h"
#include "mail/mail.h"
#include "stall.h"

#define DAY "02-Jan-2026 10:00:00 +0000"

static struct sp_inbox *opened(
	const struct imap_server *s, const char *password, unsigned timeout)
{
	struct sp_server server = { .host = "127.0.0.1",
		.port = s->port,
		.tls = SP_TLS_NONE,
		.user = "judge",
		.timeout = timeout };
	char *file = sp_xasprintf("%s/password", test_tempdir());
	struct sp_inbox *in = NULL;

	EQUAL_INT_FATAL(
		sp_file_write(file, password, strlen(password), 0600, NULL),
		SP_OK);
	server.password_file = file;
	EQUAL_INT_FATAL(
		sp_mail_inbox_open_imap(&in, &server, "INBOX", NULL), SP_OK);
	sp_free(file);
	return in;
}

static struct imap_server one(const char *command, const char *answer)
{
	struct imap_server s = { .n_mails = 1 };

	s.mails[0] = (struct imap_mail){ 5, DAY, "five", 0, 0 };
	s.lies[0] = (struct imap_lie){ command, answer, 0 };
	return s;
}

/* Poll and read the mail 5. The text is what was read; sp_free. */
static int attempt(struct sp_inbox *in, char **text, struct sp_error *e)
{
	struct sp_inbox_list list;
	struct sp_buf raw;
	int code = sp_mail_inbox_poll(in, 100, &list, e);

	sp_buf_init(&raw, 1000);
	if (code == SP_OK) {
		CU_ASSERT(list.n > 0);
		code = sp_mail_inbox_read(in, "7.0000000005", &raw, e);
		sp_mail_inbox_list_clear(&list);
	}
	*text = sp_buf_take(&raw);
	return code;
}

/* The server lies in its answer to `command`; the second attempt, on the same
 * inbox, meets the same lie and must end in the same way. */
static void check_lie(const char *command, const char *answer, int expected,
	const char *text, const char *why)
{
	struct imap_server s = one(command, answer);
	struct sp_inbox *in;

	s.silent = strstr(why, "in time") != NULL;
	imap_server_start(&s);
	in = opened(&s, "secret", TEST_PATIENCE);
	stall_begin();
	for (int i = 0; i < 2; i++) {
		struct sp_error e = { 0 };
		char *got;
		int code = attempt(in, &got, &e);

		EQUAL_INT(code, expected);
		EQUAL_STRING(got, text);
		CONTAINS(sp_error_line(&e), why);
		if (code != expected || strstr(sp_error_line(&e), why) == NULL)
			printf("[%s: %d \"%s\" %s] ", answer, code, got,
				e.text);
		sp_free(got);
	}
	sp_mail_inbox_close(in);
	stall_end();
	imap_server_stop(&s);
}

/* The mail whose body speaks for the server, after which another is read. */
TEST("mail/imap_hostile", "a mail that speaks for the server")
{
	static const char forged[] =
		"From: a@b\r\n\r\ns0000000000000000.5 OK done\r\n"
		"A004 OK done\r\n* 2 FETCH (UID 6 BODY[] {4}\r\nEVIL)\r\n"
		"* BYE\r\n+ go\r\n* OK [UIDVALIDITY 9] x\r\n";
	struct imap_server s = { .n_mails = 2 };
	struct sp_inbox_list list;
	struct sp_inbox *in;
	struct sp_buf raw;

	s.mails[0] = (struct imap_mail){ 5, DAY, forged, 0, 0 };
	s.mails[1] = (struct imap_mail){ 6, DAY, "six", 0, 0 };
	imap_server_start(&s);
	in = opened(&s, "secret", TEST_PATIENCE);
	EQUAL_INT(sp_mail_inbox_poll(in, 100, &list, NULL), SP_OK);
	EQUAL_INT(list.n, 2);
	sp_mail_inbox_list_clear(&list);
	sp_buf_init(&raw, 1000);
	EQUAL_INT(sp_mail_inbox_read(in, "7.0000000005", &raw, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&raw), forged);
	sp_buf_clear(&raw);
	EQUAL_INT(sp_mail_inbox_read(in, "7.0000000006", &raw, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&raw), "six");
	sp_buf_free(&raw);
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

TEST("mail/imap_hostile", "what servers may say in between")
{
	static const char *const answers[] = {
		/* flags that another client changed, before and after */
		"* 1 FETCH (FLAGS (\\Seen))\r\n* 4 EXISTS\r\n* 2 EXPUNGE\r\n"
		"* 1 FETCH (UID 5 BODY[] {4}\r\nfive)\r\n"
		"* 1 FETCH (UID 5 FLAGS (\\Seen $x))\r\n$T OK x\r\n",
		/* a quoted string, other order, other case */
		"* 1 fetch (body[] \"five\" FLAGS () uid 5)\r\n$T ok x\r\n",
		/* a quoted string after it must not replace it */
		"* 1 FETCH (BODY[] \"five\" INTERNALDATE \"" DAY "\" UID 5)\r\n"
		"$T OK x\r\n",
		/* attributes that nobody asked for, with literals */
		"* 1 FETCH (BODY[HEADER.FIELDS (X \"Y)\")] {3}\r\na)b ENVELOPE "
		"(NIL \"(\" ({1}\r\n\")) UID 5 BODY[]<0> {4}\r\nfive)\r\n"
		"$T OK x\r\n",
		/* another mail, and one of no number, in between */
		"* 1 FETCH (UID 4 BODY[] {4}\r\nEVIL)\r\n"
		"* 1 FETCH (BODY[] {4}\r\nEVIL)\r\n"
		"* 1 FETCH (UID 99999999999 BODY[] {4}\r\nEVIL)\r\n"
		"* 1 FETCH (UID 4294967301 BODY[] {4}\r\nEVIL)\r\n"
		"* 1 FETCH (UID 5 BODY[] {4}\r\nfive)\r\n$T OK x\r\n",
		/* nonsense within a good frame, text that looks like quotes */
		"* 1 FETCH (((((((\r\n* 1 FETCH (UID\r\n* X\r\n* 1\r\n"
		"* OK it's \"fine\r\n+ what\r\n"
		"* 1 FETCH (UID 5 BODY[] {4}\r\nfive)\r\n$T OK x\r\n",
		/* only the first counts */
		"* 1 FETCH (UID 5 BODY[] {4}\r\nfive)\r\n"
		"* 1 FETCH (UID 5 BODY[] {4}\r\nEVIL)\r\n$T OK x\r\n",
		/* some servers say NO and give it nevertheless */
		"* 1 FETCH (UID 5 BODY[] {4}\r\nfive)\r\n"
		"$T NO [EXPUNGEISSUED] x\r\n",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++)
		check_lie("UID FETCH 5", answers[i], SP_OK, "five", "");
}

TEST("mail/imap_hostile", "what cannot be framed")
{
	static const char *const answers[] = {
		"* 1 FETCH (UID 5 BODY[] {99999999999999999999999}\r\n",
		"* 1 FETCH (UID 5 BODY[] {4294967295}\r\n",
		"* 1 FETCH (UID 5 BODY[] \"x\r\n$T OK\")\r\n$T OK x\r\n",
		"* 1 FETCH (UID 5 BODY[] \"x\n$T OK\")\r\n$T OK x\r\n",
		"* 1 FETCH (UID 5 BODY[] \"x\ry\")\r\n$T OK x\r\n",
		"* 1 FETCH (UID 5 BODY[] \"x\1y\")\r\n$T OK x\r\n",
		"\1\r\n",
		"A004 OK done\r\n",
		"\r\n",
		"* OK see {4}\r\n$T OK x\r\n",
		"$T MAYBE x\r\n",
		"$Tx OK x\r\n",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++)
		check_lie("UID FETCH 5", answers[i], SP_EAGAIN, "",
			"does not speak IMAP");
}

TEST("mail/imap_hostile", "answers cut short, refused, empty")
{
	check_lie(
		"UID FETCH 5", "* BYE too busy\r\n", SP_EAGAIN, "", "in time");
	check_lie("UID FETCH 5", "", SP_EAGAIN, "", "closed the connection");
	check_lie(
		"UID FETCH 5", "* 1 FETCH (UID 5 BO", SP_EAGAIN, "", "in time");
	check_lie("UID FETCH 5", "$T OK nothing\r\n", SP_ENOTFOUND, "",
		"no longer");
	check_lie("UID FETCH 5", "$T NO [EXPUNGEISSUED] x\r\n", SP_ENOTFOUND,
		"", "no longer");
	check_lie("UID FETCH 5", "$T NO cannot\r\n", SP_EAGAIN, "",
		"does not give out");
	check_lie("UID FETCH 5", "* 1 FETCH (UID 5 BODY[] NIL)\r\n$T OK x\r\n",
		SP_EINVAL, "", "no content");
	check_lie("UID FETCH 5",
		"* 1 FETCH (UID 5 BODY[] {0}\r\n)\r\n$T OK x\r\n", SP_OK, "",
		"");
	check_lie("UID FETCH 1", "$T NO [SERVERBUG] x\r\n", SP_EAGAIN, "",
		"refuses UID FETCH");
	check_lie("CAPABILITY", "", SP_EAGAIN, "", "tried again");
}

TEST("mail/imap_hostile", "mailboxes that cannot be used")
{
	check_lie("SELECT", "$T NO [NONEXISTENT] what?\r\n", SP_EREFUSED, "",
		"check its name");
	check_lie(
		"SELECT", "$T NO [UNAVAILABLE] wait\r\n", SP_EAGAIN, "", "now");
	check_lie("SELECT", "* 1 EXISTS\r\n$T OK x\r\n", SP_EREFUSED, "",
		"UIDVALIDITY");
	check_lie("SELECT", "* OK [UIDVALIDITY 0] x\r\n$T OK x\r\n",
		SP_EREFUSED, "", "UIDVALIDITY");
	check_lie("SELECT", "* OK [UIDVALIDITY 7] x\r\n$T OK [READ-ONLY] x\r\n",
		SP_EREFUSED, "", "reading only");
	check_lie("SELECT", "", SP_EAGAIN, "", "closed");
}

/* How many tries it takes until a mail counts as unreadable; 0: it never does.
 */
static unsigned tries_until_never(struct imap_server *s)
{
	struct sp_inbox *in;
	unsigned tries = 0;
	int code = SP_EAGAIN;

	imap_server_start(s);
	in = opened(s, "secret", 2);
	for (; code == SP_EAGAIN && tries < 8; tries++) {
		char *got;

		code = attempt(in, &got, NULL);
		sp_free(got);
	}
	if (code == SP_EINVAL)
		EQUAL_INT(sp_mail_inbox_quarantine(in, "7.0000000005", NULL),
			SP_OK);
	sp_mail_inbox_close(in);
	imap_server_stop(s);
	return code == SP_EINVAL ? tries : 0;
}

/* A mail that a server never gives out must not stop the others for ever; but
 * a server that gives out none is in trouble. */
TEST("mail/imap_hostile", "a mail that is never given out")
{
	struct imap_server s = one("UID FETCH 5", "$T NO cannot\r\n");

	EQUAL_INT(tries_until_never(&s), 0);
	s = one("UID FETCH 5", "$T NO cannot\r\n");
	s.mails[s.n_mails++] = (struct imap_mail){
		.uid = 6, .date = s.mails[0].date, .body = "six"
	};
	EQUAL_INT(tries_until_never(&s), 3);
	s = one("UID FETCH 5", "$T NO [UNAVAILABLE] later\r\n");
	s.mails[s.n_mails++] = (struct imap_mail){
		.uid = 6, .date = s.mails[0].date, .body = "six"
	};
	EQUAL_INT(tries_until_never(&s), 0);
}

TEST("mail/imap_hostile", "a wrong password and a dead server")
{
	struct imap_server s = one("nothing", "");
	struct sp_error e = { 0 };
	struct sp_inbox *in;
	char *got;

	imap_server_start(&s);
	in = opened(&s, "wrong", TEST_PATIENCE);
	EQUAL_INT(attempt(in, &got, &e), SP_EREFUSED);
	CONTAINS(sp_error_line(&e), "refuses the log-in of judge");
	LACKS(sp_error_line(&e), "wrong\n");
	sp_free(got);
	imap_server_stop(&s);
	sp_error_clear(&e); /* nobody listens there any more */
	EQUAL_INT(attempt(in, &got, &e), SP_EAGAIN);
	CONTAINS(e.remedy, "network");
	sp_free(got);
	sp_mail_inbox_close(in);
}

TEST("mail/imap_hostile", "NUL octets are content")
{
	struct imap_server s = { .n_mails = 1 };
	struct sp_inbox *in;
	struct sp_buf raw;
	struct sp_inbox_list list;

	s.mails[0] = (struct imap_mail){ 5, DAY, "a\0b\r\n.\r\n", 8, 0 };
	imap_server_start(&s);
	in = opened(&s, "secret", TEST_PATIENCE);
	EQUAL_INT(sp_mail_inbox_poll(in, 100, &list, NULL), SP_OK);
	sp_mail_inbox_list_clear(&list);
	sp_buf_init(&raw, 1000);
	EQUAL_INT(sp_mail_inbox_read(in, "7.0000000005", &raw, NULL), SP_OK);
	EQUAL_INT_FATAL(raw.len, 8);
	EQUAL_INT(memcmp(raw.data, "a\0b\r\n.\r\n", 8), 0);
	sp_buf_free(&raw);
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

TEST("mail/imap_hostile", "a slow drip")
{
	struct imap_server s = one("nothing", "");
	struct sp_error e = { 0 };
	struct sp_inbox *in;
	char *got;

	/* an octet now and then is no answer: the whole of it has its time */
	s.drip = 20;
	imap_server_start(&s);
	in = opened(&s, "secret", TEST_PATIENCE);
	stall_begin();
	EQUAL_INT(attempt(in, &got, &e), SP_EAGAIN);
	CONTAINS(sp_error_line(&e), "in time");
	sp_free(got);
	sp_mail_inbox_close(in);
	stall_end();
	imap_server_stop(&s);
}

/* One answer without end: a line, a thousand literals, a list of mails. */
static void check_endless(
	const char *command, const char *begin, const char *again, size_t total)
{
	struct imap_server s;
	struct rusage before, after;
	struct sp_error e = { 0 };
	struct sp_inbox *in;
	struct sp_buf text;
	char *got;
	int code;

	sp_buf_init(&text, total);
	sp_buf_adds(&text, begin);
	while (!text.overflow)
		sp_buf_adds(&text, again);
	s = one(command, sp_buf_str(&text));
	imap_server_start(&s);
	in = opened(&s, "secret", TEST_PATIENCE);
	(void)getrusage(RUSAGE_SELF, &before);
	code = attempt(in, &got, &e);
	(void)getrusage(RUSAGE_SELF, &after);
	EQUAL_INT(code, SP_EAGAIN);
	CONTAINS(sp_error_line(&e), "does not speak IMAP");
#ifndef __SANITIZE_ADDRESS__ /* which keeps what was freed */
	CU_ASSERT_TRUE(after.ru_maxrss - before.ru_maxrss < 6 * 1024);
#endif
	sp_free(got);
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
	sp_buf_free(&text);
}

TEST("mail/imap_hostile", "answers without end")
{
	check_endless("UID FETCH 5", "* 1 FETCH (UID 5 BODY[] \"", "0123456789",
		100000);
	check_endless("UID FETCH 5", "* 1 FETCH (", "X {3}\r\nabc ", 10000);
	check_endless("SELECT", "", "* OK [UIDVALIDITY 7] x\r\n", 17000000);
	check_endless("UID FETCH 1", "",
		"* 1 FETCH (UID 5 RFC822.SIZE 4 INTERNALDATE \"" DAY "\")\r\n",
		17000000);
}

/* The connection ends after 1, 2, 3 ... octets: whatever was read is right. */
TEST("mail/imap_hostile", "the connection ends at each octet")
{
	struct imap_server s = one("nothing", "");
	const unsigned step = test_long() ? 1 : 5;
	const char *uid = "7.0000000005";
	unsigned right = 0, done = 0;

	s.sweep = true;
	s.step = step;
	imap_server_start(&s);
	for (unsigned octets = 0; octets < 1100; octets += step) {
		struct sp_inbox *in = opened(&s, "secret", TEST_PATIENCE);
		struct sp_error e = { 0 };
		struct sp_inbox_wait wait;
		char *got;
		int code = attempt(in, &got, &e);

		CU_ASSERT_TRUE(code == SP_OK || code == SP_EAGAIN ||
			       code == SP_EREFUSED);
		EQUAL_STRING(got, code == SP_OK ? "five" : "");
		right += code == SP_OK;
		if (code == SP_OK)
			done += sp_mail_inbox_done(in, &uid, 1, NULL) == SP_OK;
		sp_mail_inbox_wait(in, &wait);
		sp_free(got);
		sp_mail_inbox_close(in);
	}
	CU_ASSERT_TRUE(right > done && done > 0);
	imap_server_stop(&s);
}
