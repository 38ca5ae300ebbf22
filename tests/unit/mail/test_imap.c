/*
 * The IMAP inbox against a server of ours that behaves.
 */
#include "mail_tests.h"

#include <poll.h>
#include <unistd.h>

#include "fixtures.h"
#include "imap_server.h"
#include "mail/mail.h"

#define DAY_1 "02-Jan-2026 10:00:00 +0000" /* 1767348000 */
#define DAY_2 "03-Jan-2026 11:00:00 +0100" /* a day later */

static struct sp_inbox *opened(const struct imap_server *s)
{
	struct sp_server server = { .host = "127.0.0.1",
		.port = s->port,
		.tls = SP_TLS_NONE,
		.user = "judge",
		.timeout = TEST_PATIENCE };
	char *file = sp_xasprintf("%s/password", test_tempdir());
	struct sp_inbox *in = NULL;

	EQUAL_INT_FATAL(sp_file_write(file, "secret\n", 7, 0600, NULL), SP_OK);
	server.password_file = file;
	EQUAL_INT_FATAL(
		sp_mail_inbox_open_imap(&in, &server, "INBOX", NULL), SP_OK);
	sp_free(file);
	return in;
}

/* "uid@arrival/size uid@arrival/size" */
static void check_listed(struct sp_inbox *in, const char *expected)
{
	struct sp_error e = { 0 };
	struct sp_inbox_list list;
	struct sp_buf b;
	int code = sp_mail_inbox_poll(in, 1000, &list, &e);

	sp_buf_init(&b, 100000);
	for (size_t i = 0; i < list.n; i++)
		sp_buf_addf(&b, "%s%s@%lld/%zu", i > 0 ? " " : "",
			list.items[i].uid, (long long)list.items[i].arrival,
			list.items[i].size);
	EQUAL_INT(code, SP_OK);
	EQUAL_STRING(sp_buf_str(&b), expected);
	EQUAL_STRING(e.text, "");
	sp_buf_free(&b);
	sp_mail_inbox_list_clear(&list);
}

static void check_read(struct sp_inbox *in, const char *uid, size_t max,
	int expected, const char *text)
{
	struct sp_error e = { 0 };
	struct sp_buf raw;
	int code;

	sp_buf_init(&raw, max);
	code = sp_mail_inbox_read(in, uid, &raw, &e);
	EQUAL_INT(code, expected);
	EQUAL_STRING(sp_buf_str(&raw), text);
	EQUAL_INT(e.code, code);
	sp_buf_free(&raw);
}

static unsigned count(const struct imap_server *s, const char *what)
{
	char *log = imap_server_log(s);
	unsigned n = 0;

	for (const char *at = log; (at = strstr(at, what)) != NULL; at++)
		n++;
	sp_free(log);
	return n;
}

static void done_one(struct sp_inbox *in, const char *uid)
{
	EQUAL_INT(sp_mail_inbox_done(in, &uid, 1, NULL), SP_OK);
}

static struct imap_server three(void)
{
	struct imap_server s = { .n_mails = 3 };

	s.mails[0] = (struct imap_mail){ 9, DAY_2, "nine", 0, 0 };
	s.mails[1] = (struct imap_mail){ 10, DAY_1, "ten", 0, 0 };
	s.mails[2] = (struct imap_mail){ 11, DAY_1, "eleven", 0, 0 };
	return s;
}

#define THREE                                                                  \
	"7.0000000010@1767348000/3 7.0000000011@1767348000/6 "                 \
	"7.0000000009@1767434400/4"

TEST("mail/imap", "a poll, reads in one batch, done, quarantine")
{
	struct imap_server s = three();
	struct sp_inbox *in;

	imap_server_start(&s);
	in = opened(&s);
	check_listed(in, THREE);
	check_read(in, "7.0000000010", 100, SP_OK, "ten");
	check_read(in, "7.0000000011", 100, SP_OK, "eleven");
	check_read(in, "7.0000000009", 100, SP_OK, "nine");
	EQUAL_INT(count(&s, "BODY.PEEK"), 1);               /* one batch */
	check_read(in, "7.0000000009", 100, SP_OK, "nine"); /* again */
	done_one(in, "7.0000000010");
	EQUAL_INT(count(&s, "CREATE \"Processed\""), 1);
	EQUAL_INT(count(&s, "UID MOVE 10 \"Processed\""), 2);
	done_one(in, "7.0000000010"); /* may be repeated */
	EQUAL_INT(sp_mail_inbox_quarantine(in, "7.0000000011", NULL), SP_OK);
	EQUAL_INT(count(&s, "UID MOVE 11 \"Quarantine\""), 2);
	check_listed(in, "7.0000000009@1767434400/4");
	check_read(in, "7.0000000010", 100, SP_ENOTFOUND, "");
	check_read(in, "nonsense", 100, SP_ENOTFOUND, "");
	done_one(in, "7.0000000009");
	check_listed(in, "");
	sp_mail_inbox_close(in);
	EQUAL_INT(count(&s, "LOGOUT"), 1);
	EQUAL_INT(count(&s, "SELECT \"INBOX\""), 1);
	imap_server_stop(&s);
}

/* Only the beginning of what is too large is ever asked for. */
TEST("mail/imap", "of large mails only the beginning is read")
{
	struct imap_server s = three();
	struct sp_inbox *in;

	s.mails[1].body = "0123456789";
	s.mails[2].body = "0123456789abcdef";
	s.mails[2].size = 5; /* the server errs: it is cut all the same */
	imap_server_start(&s);
	in = opened(&s);
	check_listed(in, "7.0000000010@1767348000/10 7.0000000011@1767348000/5 "
			 "7.0000000009@1767434400/4");
	check_read(in, "7.0000000010", 7, SP_ELIMIT, "0123456");
	EQUAL_INT(count(&s, "UID FETCH 10 (UID BODY.PEEK[]<0.8>)"), 1);
	check_read(in, "7.0000000011", 7, SP_ELIMIT, "0123456");
	check_read(in, "7.0000000009", 7, SP_OK, "nine");
	EQUAL_INT(count(&s, "UID FETCH 11,9 (UID BODY.PEEK[])"), 1);
	check_read(in, "7.0000000010", 10, SP_OK, "0123456789");
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

TEST("mail/imap", "without MOVE: copy, mark, expunge")
{
	struct imap_server s = three();
	struct sp_inbox *in;

	s.capabilities = "UIDPLUS";
	imap_server_start(&s);
	in = opened(&s);
	check_listed(in, THREE);
	done_one(in, "7.0000000010");
	EQUAL_INT(count(&s, "UID MOVE"), 0);
	EQUAL_INT(count(&s, "UID COPY 10 \"Processed\""), 2);
	EQUAL_INT(count(&s, "UID STORE 10 +FLAGS.SILENT (\\Deleted)"), 1);
	EQUAL_INT(count(&s, "UID EXPUNGE 10"), 1);
	check_listed(in, "7.0000000011@1767348000/6 7.0000000009@1767434400/4");
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

TEST("mail/imap", "more mails than a batch")
{
	struct imap_server s = { .n_mails = 120 };
	const char *uids[120];
	char names[120][20];
	struct sp_inbox_list list;
	struct sp_inbox *in;

	for (uint32_t i = 0; i < 120; i++)
		s.mails[i] = (struct imap_mail){ i + 1, DAY_1, "x", 0, 0 };
	imap_server_start(&s);
	in = opened(&s);
	EQUAL_INT(sp_mail_inbox_poll(in, 1000, &list, NULL), SP_OK);
	EQUAL_INT_FATAL(list.n, 120);
	for (unsigned i = 0; i < 120; i++) {
		sp_format(names[i], sizeof(names[i]), "7.%010u", i + 1);
		EQUAL_STRING(list.items[i].uid, names[i]);
		check_read(in, names[i], 100, SP_OK, "x");
		uids[i] = names[i];
	}
	EQUAL_INT(count(&s, "BODY.PEEK"), 3);
	EQUAL_INT(sp_mail_inbox_done(in, uids, 120, NULL), SP_OK);
	EQUAL_INT(count(&s, "UID MOVE"), 4); /* one repeated */
	check_listed(in, "");
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

TEST("mail/imap", "IDLE wakes us")
{
	struct imap_server s = three();
	struct sp_inbox_wait wait;
	struct sp_inbox *in;
	struct pollfd p = { .events = POLLIN };

	s.n_mails = 0;
	s.late = s.mails[1];
	imap_server_start(&s);
	in = opened(&s);
	sp_mail_inbox_wait(in, &wait); /* not connected yet */
	EQUAL_INT(wait.fd, -1);
	check_listed(in, "");
	sp_mail_inbox_wait(in, &wait);
	DIFFERENT_INT_FATAL(wait.fd, -1);
	EQUAL_INT(wait.seconds, 540);
	p.fd = wait.fd;
	EQUAL_INT(poll(&p, 1, TEST_PATIENCE * 1000), 1);
	sp_mail_inbox_wait(in, &wait); /* it is in our hands: do not sleep */
	EQUAL_INT(wait.seconds, 0);
	check_listed(in, "7.0000000010@1767348000/3");
	EQUAL_INT(count(&s, "IDLE"), 1);
	EQUAL_INT(count(&s, "DONE"), 1);
	sp_mail_inbox_wait(in, &wait);
	DIFFERENT_INT(wait.fd, -1);
	sp_mail_inbox_close(in); /* while IDLE runs */
	EQUAL_INT(count(&s, "LOGOUT"), 1);
	imap_server_stop(&s);
}

TEST("mail/imap", "IDLE refused")
{
	struct imap_server s = three();
	struct sp_inbox_wait wait;
	struct sp_inbox *in;

	s.lies[0] = (struct imap_lie){ "IDLE", "$T BAD not today\r\n", 0 };
	imap_server_start(&s);
	in = opened(&s);
	check_listed(in, THREE);
	for (int i = 0; i < 2; i++) {
		sp_mail_inbox_wait(in, &wait);
		EQUAL_INT(wait.fd, -1);
		EQUAL_INT(wait.seconds, 60);
	}
	EQUAL_INT(count(&s, "IDLE"), 1);
	check_listed(in, THREE);
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

/* The server forgot us and numbers anew: old uids mean nothing any more. */
TEST("mail/imap", "a new UIDVALIDITY after a quiet close")
{
	struct imap_server s = three();
	struct sp_inbox *in;

	s.validity_step = 1;
	s.lies[0] = (struct imap_lie){ "NOOP", "", 1 };
	imap_server_start(&s);
	in = opened(&s);
	check_listed(in, THREE);
	check_listed(in, "8.0000000010@1767348000/3 8.0000000011@1767348000/6 "
			 "8.0000000009@1767434400/4");
	check_read(in, "7.0000000010", 100, SP_ENOTFOUND, "");
	done_one(in, "7.0000000010"); /* gone: no error, and nothing moves */
	EQUAL_INT(count(&s, "UID MOVE"), 0);
	check_read(in, "8.0000000010", 100, SP_OK, "ten");
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

TEST("mail/imap", "folders below a prefix")
{
	struct imap_server s = three();
	struct sp_inbox *in;

	s.capabilities = "MOVE NAMESPACE";
	s.lies[0] = (struct imap_lie){ "NAMESPACE",
		"* NAMESPACE ((\"INBOX.\" \".\")) NIL NIL\r\n$T OK x\r\n", 0 };
	imap_server_start(&s);
	in = opened(&s);
	check_listed(in, THREE);
	done_one(in, "7.0000000010");
	EQUAL_INT(count(&s, "UID MOVE 10 \"INBOX.Processed\""), 2);
	sp_mail_inbox_close(in);
	imap_server_stop(&s);
}

TEST("mail/imap", "settings that cannot work")
{
	static const char *const bad[] = { "", "Posteing\xc3\xa4nge",
		"a\r\nb LOGOUT", "Processed", "quarantine" };
	struct sp_server server = { .host = "127.0.0.1",
		.tls = SP_TLS_NONE,
		.user = "judge",
		.password_file = "/nowhere",
		.timeout = TEST_PATIENCE };
	struct sp_inbox *in;

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		EQUAL_INT(sp_mail_inbox_open_imap(&in, &server, bad[i], NULL),
			SP_EINVAL);
		CU_ASSERT_PTR_NULL(in);
	}
	EQUAL_INT(sp_mail_inbox_open_imap(&in, &server, "INBOX", NULL),
		SP_EINVAL);
	server.user = NULL;
	EQUAL_INT(sp_mail_inbox_open_imap(&in, &server, "INBOX", NULL),
		SP_EINVAL);
}
