/*
 * The SMTP sender against a real Postfix, which takes log-ins from Dovecot.
 */
#include "mailhost_tests.h"

#include <glob.h>
#include <poll.h>
#include <unistd.h>

#include "../fixtures.h"

#define STEP     20   /* ms between two looks */
#define PATIENCE 3000 /* looks */
#define BODY     "Subject: hi\r\n\r\nmove n\r\n"

static struct sp_sender *opened(const struct sp_server *settings)
{
	struct sp_sender *s = NULL;

	EQUAL_INT_FATAL(sp_mail_sender_open_smtp(&s, settings, NULL), SP_OK);
	return s;
}

static enum sp_send_result send_text(struct sp_sender *s, const char *to,
	const char *text, struct sp_error *e)
{
	struct sp_envelope env = { .from = "judge@" SERVER_DOMAIN,
		.to = to,
		.message_id = "<m@" SERVER_DOMAIN ">",
		.bytes = text,
		.len = strlen(text) };
	enum sp_send_result result;

	memset(e, 0, sizeof(*e));
	result = sp_mail_sender_send(s, &env, e);
	EQUAL_INT(result == SP_SEND_OK, e->text[0] == '\0');
	CU_ASSERT_PTR_NULL(strchr(e->text, '\n'));
	return result;
}

static void await_mails(const struct mailhost *m, const char *user, unsigned n)
{
	for (int i = 0; i < PATIENCE; i++) {
		if (server_mails(m->postfix.dir, user, "*") >= n)
			break;
		(void)poll(NULL, 0, STEP);
	}
	EQUAL_INT_FATAL(server_mails(m->postfix.dir, user, "*"), n);
}

static void await_logged(
	const struct mailhost *m, const char *words, unsigned n)
{
	for (int i = 0; i < PATIENCE; i++) {
		if (postfix_logged(&m->postfix, words) >= n)
			break;
		(void)poll(NULL, 0, STEP);
	}
	EQUAL_INT(postfix_logged(&m->postfix, words), n);
}

/* The only mail of a mailbox, from its Subject on; sp_free. */
static char *take_mail(const struct mailhost *m, const char *user)
{
	char *pattern = sp_xasprintf("%s/mail/%s/new/*", m->postfix.dir, user);
	struct sp_buf raw;
	glob_t found;
	char *mail, *out;

	await_mails(m, user, 1);
	sp_buf_init(&raw, 1 << 20);
	EQUAL_INT_FATAL(glob(pattern, 0, NULL, &found), 0);
	EQUAL_INT_FATAL(sp_file_read(&raw, found.gl_pathv[0], NULL), SP_OK);
	EQUAL_INT(unlink(found.gl_pathv[0]), 0);
	globfree(&found);
	mail = strstr(sp_buf_str(&raw), "\nSubject: ");
	CU_ASSERT_PTR_NOT_NULL_FATAL(mail);
	out = sp_xstrdup(mail + 1);
	sp_buf_free(&raw);
	sp_free(pattern);
	return out;
}

/* Every way to log in, and what went in comes out, line by line. */
static void check_way(struct mailhost *m, uint16_t port, enum sp_tls tls,
	const char *method, const char *text)
{
	struct sp_server settings =
		server_client(m->postfix.dir, port, tls, "judge");
	char *words = sp_xasprintf("sasl_method=%s,", method);
	unsigned before = postfix_logged(&m->postfix, words);
	struct sp_sender *s = opened(&settings);
	struct sp_error e;
	struct sp_buf expected;
	char *got;

	EQUAL_INT(send_text(s, "rowena+x.y@" SERVER_DOMAIN, text, &e),
		SP_SEND_OK);
	sp_mail_sender_close(s);
	got = take_mail(m, "rowena");
	sp_buf_init(&expected, 1 << 20);
	for (const char *at = text; *at != '\0'; at++)
		if (*at != '\r')
			sp_buf_addc(&expected, *at);
	EQUAL_STRING(got, sp_buf_str(&expected));
	await_logged(m, words, before + 1);
	sp_buf_free(&expected);
	sp_free(got);
	sp_free(words);
}

TEST("mailhost/Postfix and Dovecot", "log-ins, TLS modes, bytes unchanged")
{
	struct mailhost *m = mailhost_servers();
	struct sp_buf hard;

	if (m == NULL)
		return;
	sp_buf_init(&hard, 1 << 20);
	sp_buf_adds(&hard, "Subject: h\xc3\xa4rd\r\nFrom: Someone <a@b.example>"
			   "\r\nTo:  spaced  <c@d.example>\r\n\r\n.\r\n..\r\n"
			   ".a\r\n \r\n\t\r\nFrom here on\r\n");
	for (int i = 0; i < 3; i++) {
		sp_buf_pad(&hard, (char)('x' + i), 997);
		sp_buf_adds(&hard, i == 1 ? ".\r\n" : "!\r\n");
	}
	sp_buf_addc(&hard, '.');
	sp_buf_pad(&hard, 'y', 997);
	sp_buf_adds(&hard, "\r\n\r\nlast\r\n.\r\n");
	check_way(m, m->postfix.submission, SP_TLS_STARTTLS, "PLAIN",
		sp_buf_str(&hard));
	check_way(m, m->postfix.login, SP_TLS_STARTTLS, "LOGIN", BODY);
	check_way(m, m->postfix.smtps, SP_TLS_IMPLICIT, "PLAIN",
		sp_buf_str(&hard));
	sp_buf_free(&hard);
}

/* Settings that cannot work: one line that says which, and no mail leaves. */
static void check_refused(const struct mailhost *m,
	const struct sp_server *settings, const char *why, const char *what)
{
	struct sp_sender *s = opened(settings);
	struct sp_error e;

	EQUAL_INT(send_text(s, "rowena@" SERVER_DOMAIN, BODY, &e),
		SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EREFUSED);
	if (strstr(sp_error_line(&e), why) == NULL ||
		strstr(sp_error_line(&e), what) == NULL)
		printf("\n    %s\n", e.text);
	CONTAINS(sp_error_line(&e), why);
	CONTAINS(sp_error_line(&e), what);
	sp_mail_sender_close(s);
	EQUAL_INT(server_mails(m->postfix.dir, "rowena", "*"), 0);
}

TEST("mailhost/Postfix and Dovecot",
	"refused log-ins and certificates, no STARTTLS")
{
	struct mailhost *m = mailhost_servers();
	struct sp_server right, bad;
	char *wrong, *no;

	if (m == NULL)
		return;
	wrong = sp_xasprintf("%s/wrong", m->postfix.dir);
	no = sp_xasprintf("%s/no.pem", m->postfix.dir);
	right = server_client(m->postfix.dir, m->postfix.submission,
		SP_TLS_STARTTLS, "judge");
	bad = right;
	bad.password_file = wrong;
	check_refused(m, &bad, "refuses the log-in of judge", wrong);
	bad.port = m->postfix.login;
	check_refused(m, &bad, "refuses the log-in of judge", "535 5.7.8");
	bad = right;
	bad.ca_file = no;
	check_refused(m, &bad, "the certificate of smtp://", "issuer");
	bad.port = m->postfix.smtps;
	bad.tls = SP_TLS_IMPLICIT;
	check_refused(m, &bad, "the certificate of smtps://", "authority");
	bad = right;
	bad.port = m->postfix.far;
	bad.tls = SP_TLS_IMPLICIT;
	check_refused(m, &bad, "the certificate of smtps://", "localhost");
	bad = right;
	bad.port = m->postfix.mx;
	check_refused(m, &bad, "does not offer STARTTLS", "smtp://");
	bad.port = m->postfix.submission;
	bad.tls = SP_TLS_IMPLICIT;
	check_refused(m, &bad, "does not speak TLS", "STARTTLS");
	bad = right;
	bad.tls = SP_TLS_NONE;
	check_refused(m, &bad, "wants a log-in or TLS", "530 5.7.0");
	sp_free(wrong);
	sp_free(no);
}

TEST("mailhost/Postfix and Dovecot", "twenty mails over one connection")
{
	struct mailhost *m = mailhost_servers();
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;
	unsigned before;

	if (m == NULL)
		return;
	before = postfix_logged(&m->postfix, ": connect from ");
	settings = server_client(m->postfix.dir, m->postfix.submission,
		SP_TLS_STARTTLS, "judge");
	s = opened(&settings);
	for (int i = 0; i < 20; i++)
		EQUAL_INT(send_text(s, "bertram@" SERVER_DOMAIN, BODY, &e),
			SP_SEND_OK);
	sp_mail_sender_close(s);
	await_mails(m, "bertram", 20);
	/* what Postfix says when the only connection ends */
	await_logged(m, "auth=1 mail=20 rcpt=20 data=20 quit=1", 1);
	EQUAL_INT(postfix_logged(&m->postfix, ": connect from "), before + 1);
	server_empty(m->postfix.dir, "bertram");
}

/* Refusals of single recipients, among mails that go. */
TEST("mailhost/Postfix and Dovecot", "recipients refused now or for good")
{
	static const struct {
		const char *to;
		enum sp_send_result result;
		int code;
		const char *text;
	} cases[] = {
		{ "ysolde+a.b@" SERVER_DOMAIN, SP_SEND_OK, SP_OK, "" },
		{ "nobody@" SERVER_DOMAIN, SP_SEND_PERMANENT, SP_EINVAL,
			"(\"550 5.1.1 <nobody@" SERVER_DOMAIN ">: " },
		{ "ysolde@" SERVER_DOMAIN, SP_SEND_OK, SP_OK, "" },
		{ "later@" SERVER_DOMAIN, SP_SEND_TEMPORARY, SP_EAGAIN, "say" },
		{ "busy@" SERVER_DOMAIN, SP_SEND_TEMPORARY, SP_EAGAIN,
			"452 4.3.1" },
		{ "YSOLDE@" SERVER_DOMAIN, SP_SEND_OK, SP_OK, "" },
	};
	struct mailhost *m = mailhost_servers();
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;

	if (m == NULL)
		return;
	settings = server_client(
		m->postfix.dir, m->postfix.smtps, SP_TLS_IMPLICIT, "judge");
	s = opened(&settings);
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
			EQUAL_INT(send_text(s, cases[i].to, BODY, &e),
				cases[i].result);
			EQUAL_INT(e.code, cases[i].code);
			if (strstr(sp_error_line(&e), cases[i].text) == NULL)
				printf("\n    %s\n", e.text);
			CONTAINS(sp_error_line(&e), cases[i].text);
		}
	sp_mail_sender_close(s);
	await_mails(m, "ysolde", 6);
	server_empty(m->postfix.dir, "ysolde");
}

/* A mail that Postfix takes, and has done with when this returns: stopped in
 * the middle it would deliver it once more. */
static void send_through(struct mailhost *m, struct sp_sender *s)
{
	unsigned before = postfix_logged(&m->postfix, ": removed");
	struct sp_error e;

	EQUAL_INT(send_text(s, "gawain@" SERVER_DOMAIN, BODY, &e), SP_SEND_OK);
	await_logged(m, ": removed", before + 1);
}

/* A server that was away is noticed, one that is back is used, and a restart
 * between two mails costs neither its turn. */
TEST("mailhost/Postfix and Dovecot", "a restart between two mails")
{
	struct mailhost *m = mailhost_servers();
	struct sp_server settings;
	struct sp_sender *s;
	struct sp_error e;

	if (m == NULL)
		return;
	settings = server_client(m->postfix.dir, m->postfix.submission,
		SP_TLS_STARTTLS, "judge");
	s = opened(&settings);
	send_through(m, s);
	postfix_stop(&m->postfix);
	postfix_start(&m->postfix);
	send_through(m, s);
	postfix_stop(&m->postfix);
	EQUAL_INT(send_text(s, "gawain@" SERVER_DOMAIN, BODY, &e),
		SP_SEND_TEMPORARY);
	EQUAL_INT(e.code, SP_EAGAIN);
	CONTAINS(sp_error_line(&e), "cannot talk to smtp://");
	postfix_start(&m->postfix);
	send_through(m, s);
	sp_mail_sender_close(s);
	await_mails(m, "gawain", 3);
	server_empty(m->postfix.dir, "gawain");
}
