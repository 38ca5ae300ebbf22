/*
 * What a look at a mail server tells, and which faults it tells apart.
 */
#include "mail_tests.h"

#include <unistd.h>

#include "fixtures.h"
#include "imap_server.h"
#include "mail/mail.h"
#include "mail_script.h"

#define EHLO                                                                   \
	{                                                                      \
		"EHLO", "250-test\r\n250 AUTH PLAIN\r\n"                       \
	}
#define QUIT                                                                   \
	{                                                                      \
		"QUIT", "221 bye\r\n"                                          \
	}

static char *secret_file(const char *text)
{
	char *path = sp_xasprintf("%s/secret", test_tempdir());

	EQUAL_INT_FATAL(
		sp_file_write(path, text, strlen(text), 0600, NULL), SP_OK);
	return path;
}

static struct sp_server local(uint16_t port, enum sp_tls tls)
{
	return (struct sp_server){ .host = "localhost",
		.port = port,
		.tls = tls,
		.timeout = TEST_PATIENCE };
}

/* ---- IMAP ---------------------------------------------------------------- */

static int look_imap(struct imap_server *s, const char *password,
	struct sp_mail_check *out, struct sp_error *e)
{
	struct sp_server server = local(s->port, SP_TLS_NONE);
	char *file = secret_file(password);
	struct sp_inbox *in = NULL;
	int code;

	server.user = "judge";
	server.password_file = file;
	EQUAL_INT_FATAL(
		sp_mail_inbox_open_imap(&in, &server, "INBOX", NULL), SP_OK);
	code = sp_mail_inbox_check(in, out, e);
	sp_mail_inbox_close(in);
	sp_free(file);
	return code;
}

TEST("mail/check", "IMAP in good health")
{
	struct imap_server s = { .n_mails = 2,
		.mails = { { 1, "02-Jan-2026 10:00:00 +0000", "a", 0, 0 },
			{ 2, "02-Jan-2026 10:00:00 +0000", "b", 0, 0 } },
		.lies = { { "STATUS \"Quarantine\"", "$T NO none\r\n", 1 } } };
	struct sp_mail_check check;
	struct sp_error e = { 0 };
	char *log;

	imap_server_start(&s);
	EQUAL_INT(look_imap(&s, "secret\n", &check, &e), SP_OK);
	EQUAL_INT(check.fault, SP_FAULT_NONE);
	EQUAL_INT(check.mails, 2);
	CU_ASSERT(check.idle && check.move && check.uidplus && check.made);
	log = imap_server_log(&s);
	/* nothing was read or moved; a folder was made where none was */
	LACKS(log, "FETCH");
	LACKS(log, "MOVE");
	LACKS(log, "CREATE \"Processed\"");
	CONTAINS(log, "CREATE \"Quarantine\"");
	sp_free(log);
	imap_server_stop(&s);
}

TEST("mail/check", "IMAP without IDLE and MOVE")
{
	struct imap_server s = { .capabilities = "UIDPLUS" };
	struct sp_mail_check check;
	struct sp_error e = { 0 };

	imap_server_start(&s);
	EQUAL_INT(look_imap(&s, "secret\n", &check, &e), SP_OK);
	CU_ASSERT(check.uidplus && !check.idle && !check.move);
	EQUAL_INT(check.mails, 0);
	CU_ASSERT_FALSE(check.made);
	imap_server_stop(&s);
}

TEST("mail/check", "IMAP: faults")
{
	static const struct {
		const char *password, *capabilities;
		struct imap_lie lies[2];
		int code;
		enum sp_fault fault;
	} cases[] = {
		{ "wrong\n", NULL, { { NULL, NULL, 0 } }, SP_EREFUSED,
			SP_FAULT_LOGIN },
		{ "secret\n", "IDLE", { { NULL, NULL, 0 } }, SP_EREFUSED,
			SP_FAULT_UNFIT },
		{ "secret\n", NULL,
			{ { "SELECT", "$T NO [NONEXISTENT] no such\r\n", 0 } },
			SP_EREFUSED, SP_FAULT_MAILBOX },
		{ "secret\n", NULL,
			{ { "SELECT",
				"* 0 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n"
				"$T OK [READ-ONLY] done\r\n",
				0 } },
			SP_EREFUSED, SP_FAULT_READ_ONLY },
		{ "secret\n", NULL,
			{ { "STATUS", "$T NO none\r\n", 0 },
				{ "CREATE", "$T NO [NOPERM] never\r\n", 0 } },
			SP_EREFUSED, SP_FAULT_FOLDER },
		{ "secret\n", NULL, { { "SELECT", "", 0 } }, SP_EAGAIN,
			SP_FAULT_NETWORK },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct imap_server s = { .capabilities =
						 cases[i].capabilities };
		struct sp_mail_check check;
		struct sp_error e = { 0 };

		memcpy(s.lies, cases[i].lies, sizeof(cases[i].lies));
		imap_server_start(&s);
		EQUAL_INT(look_imap(&s, cases[i].password, &check, &e),
			cases[i].code);
		EQUAL_INT(check.fault, cases[i].fault);
		CU_ASSERT(e.text[0] != '\0');
		LACKS(e.text, "secret\n");
		imap_server_stop(&s);
	}
}

/* ---- SMTP ---------------------------------------------------------------- */

static int look_smtp(const struct script *script, struct sp_server server,
	const char *password, struct sp_mail_check *check, struct sp_error *e,
	char **log)
{
	struct script_server s;
	struct sp_sender *sender = NULL;
	char *file = secret_file(password);
	int code;

	script_start(&s, script);
	server.port = s.port;
	server.user = "judge";
	server.password_file = file;
	EQUAL_INT_FATAL(sp_mail_sender_open_smtp(&sender, &server, e), SP_OK);
	for (int i = 0;; i++) {
		static const struct timespec pause = { .tv_nsec = 50000000 };

		sp_error_clear(e);
		code = sp_mail_sender_check(sender, check, e);
		/* the front of a TLS server comes up in its own time */
		if (script->certificate == NULL || code != SP_EAGAIN ||
			i == TEST_PATIENCE * 20)
			break;
		(void)nanosleep(&pause, NULL);
	}
	sp_mail_sender_close(sender);
	*log = script_stop(&s);
	sp_free(file);
	return code;
}

TEST("mail/check", "SMTP in good health")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { EHLO, { "AUTH PLAIN", "334 \r\n" },
			{ "AGp1ZGdlAHNlY3JldA==\r\n", "235 welcome\r\n" }, QUIT,
			{ "", "500 what?\r\n" } } };
	struct sp_mail_check check;
	struct sp_error e = { 0 };
	char *log;

	EQUAL_INT(look_smtp(&script, local(0, SP_TLS_NONE), "secret\n", &check,
			  &e, &log),
		SP_OK);
	EQUAL_INT(check.fault, SP_FAULT_NONE);
	EQUAL_INT(script_count(log, "AGp1ZGdlAHNlY3JldA=="), 1);
	EQUAL_INT(script_count(log, "MAIL"), 0);
	EQUAL_INT(script_count(log, "<connect>"), 1);
	sp_free(log);
}

/* One of two forms of a token is tried after the other, as when mail is sent.
 */
TEST("mail/check", "SMTP with a token")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = { { "EHLO", "250-test\r\n250 AUTH OAUTHBEARER\r\n" },
			{ "AUTH OAUTHBEARER", "334 \r\n" }, QUIT,
			{ "bixh", "235 welcome\r\n" },
			{ "", "500 what?\r\n" } } };
	struct script_server s;
	struct sp_server server = local(0, SP_TLS_NONE);
	struct sp_mail_check check;
	struct sp_error e = { 0 };
	struct sp_sender *sender = NULL;
	char *log;

	script_start(&s, &script);
	server.port = s.port;
	server.user = "judge";
	server.token_command = "/bin/echo tok";
	EQUAL_INT_FATAL(sp_mail_sender_open_smtp(&sender, &server, &e), SP_OK);
	EQUAL_INT(sp_mail_sender_check(sender, &check, &e), SP_OK);
	EQUAL_INT(check.fault, SP_FAULT_NONE);
	sp_mail_sender_close(sender);
	log = script_stop(&s);
	EQUAL_INT(script_count(log, "AUTH OAUTHBEARER"), 1);
	sp_free(log);
}

TEST("mail/check", "SMTP: faults")
{
	static const struct {
		enum sp_tls tls;
		const char *greeting;
		struct script_rule rules[4];
		int code;
		enum sp_fault fault;
		unsigned timeout;
	} cases[] = {
		{ SP_TLS_NONE, "220 hi\r\n",
			{ EHLO, QUIT, { "AUTH", "334 \r\n" },
				{ "", "535 5.7.8 no\r\n" } },
			SP_EREFUSED, SP_FAULT_LOGIN, TEST_PATIENCE },
		{ SP_TLS_NONE, "220 hi\r\n",
			{ { "EHLO", "250 test\r\n" }, QUIT }, SP_EREFUSED,
			SP_FAULT_NO_METHOD, TEST_PATIENCE },
		{ SP_TLS_STARTTLS, "220 hi\r\n", { EHLO, QUIT }, SP_EREFUSED,
			SP_FAULT_NO_TLS, TEST_PATIENCE },
		{ SP_TLS_IMPLICIT, "220 hi\r\n", { { "", "220 hi\r\n" } },
			SP_EREFUSED, SP_FAULT_HANDSHAKE, TEST_PATIENCE },
		{ SP_TLS_NONE, "421 later\r\n", { QUIT }, SP_EAGAIN,
			SP_FAULT_BUSY, TEST_PATIENCE },
		{ SP_TLS_NONE, "stall", { QUIT }, SP_EAGAIN, SP_FAULT_TIME_OUT,
			1 },
		{ SP_TLS_NONE, "close", { QUIT }, SP_EAGAIN, SP_FAULT_NETWORK,
			TEST_PATIENCE },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = cases[i].greeting };
		struct sp_server server = local(0, cases[i].tls);
		struct sp_mail_check check;
		struct sp_error e = { 0 };
		char *log;

		memcpy(script.rules, cases[i].rules, sizeof(cases[i].rules));
		server.timeout = cases[i].timeout;
		EQUAL_INT(look_smtp(&script, server, "s3cret\n", &check, &e,
				  &log),
			cases[i].code);
		EQUAL_INT(check.fault, cases[i].fault);
		LACKS(e.text, "s3cret");
		sp_free(log);
	}
}

/* Port 1 of loopback, and a name that no resolver asks anybody about: one part
 * of it is longer than 63 characters. */
TEST("mail/check", "nobody there")
{
	static const char *const hosts[] = { "localhost",
		"a123456789b123456789c123456789d123456789e123456789f123456789"
		"g123456789.example" };
	static const enum sp_fault faults[] = { SP_FAULT_NO_PORT,
		SP_FAULT_DNS };

	for (size_t i = 0; i < SP_ARRAY_LEN(hosts); i++) {
		struct sp_server server =
			local(script_free_port(), SP_TLS_IMPLICIT);
		char *file = secret_file("secret\n");
		struct sp_mail_check check;
		struct sp_error e = { 0 };
		struct sp_inbox *in = NULL;
		struct sp_sender *sender = NULL;

		server.host = hosts[i];
		server.user = "judge";
		server.password_file = file;
		EQUAL_INT_FATAL(
			sp_mail_inbox_open_imap(&in, &server, "INBOX", &e),
			SP_OK);
		EQUAL_INT(sp_mail_inbox_check(in, &check, &e), SP_EAGAIN);
		EQUAL_INT(check.fault, faults[i]);
		sp_mail_inbox_close(in);
		EQUAL_INT_FATAL(
			sp_mail_inbox_open_pop3(&in, &server, &e), SP_OK);
		EQUAL_INT(sp_mail_inbox_check(in, &check, &e), SP_EAGAIN);
		EQUAL_INT(check.fault, faults[i]);
		sp_mail_inbox_close(in);
		EQUAL_INT_FATAL(
			sp_mail_sender_open_smtp(&sender, &server, &e), SP_OK);
		EQUAL_INT(sp_mail_sender_check(sender, &check, &e), SP_EAGAIN);
		EQUAL_INT(check.fault, faults[i]);
		/* the password file goes between two log-ins */
		EQUAL_INT(unlink(file), 0);
		sp_error_clear(&e);
		EQUAL_INT(sp_mail_sender_check(sender, &check, &e), SP_EINVAL);
		EQUAL_INT(check.fault, SP_FAULT_SECRET);
		sp_mail_sender_close(sender);
		sp_free(file);
	}
}

/* ---- certificates -------------------------------------------------------- */

/* A certificate for localhost by the authority ca.pem that ended yesterday. */
static bool make_expired(const char *dir)
{
	char *command = sp_xasprintf(
		"cd '%s' && exec >openssl.log 2>&1 && "
		"new='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes' && "
		"openssl req -x509 $new -days 2 -keyout ca.key -out ca.pem "
		"-subj /CN=CA && "
		"openssl req $new -keyout key.pem -out req.pem -subj /CN=x && "
		"echo subjectAltName=DNS:localhost >ext && "
		"openssl x509 -req -in req.pem -CA ca.pem -CAkey ca.key "
		"-CAcreateserial -days -1 -extfile ext -out cert.pem && "
		"cat key.pem cert.pem >old.pem",
		dir);
	/* NOLINTNEXTLINE: a fixed command with names of ours */
	int status = system(command);

	sp_free(command);
	return status == 0;
}

TEST("mail/check", "certificates")
{
	const char *dir = test_tempdir();
	char *mine = sp_xasprintf("%s/mine.pem", dir);
	char *far = sp_xasprintf("%s/far.pem", dir);
	char *old = sp_xasprintf("%s/old.pem", dir);
	char *ca = sp_xasprintf("%s/ca.pem", dir);
	char *none = sp_xasprintf("%s/none.pem", dir);
	const struct {
		const char *certificate, *ca_file;
		int code;
		enum sp_fault fault;
	} cases[] = {
		{ mine, mine, SP_OK, SP_FAULT_NONE },
		{ mine, NULL, SP_EREFUSED, SP_FAULT_AUTHORITY },
		{ mine, ca, SP_EREFUSED, SP_FAULT_AUTHORITY },
		{ far, far, SP_EREFUSED, SP_FAULT_HOST_NAME },
		{ old, ca, SP_EREFUSED, SP_FAULT_EXPIRED },
		{ mine, none, SP_EINVAL, SP_FAULT_CA_FILE },
	};

	if (!script_certificate(mine, "localhost") ||
		!script_certificate(far, "mail.example.org") ||
		!make_expired(dir) ||
		sp_file_write(none, "none\n", 5, 0600, NULL) != SP_OK) {
		test_skip("no openssl(1)");
		goto out;
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct script script = { .greeting = "220 hi\r\n",
			.certificate = cases[i].certificate,
			.rules = { EHLO, { "AUTH PLAIN", "334 \r\n" }, QUIT,
				{ "", "235 welcome\r\n" } } };
		struct sp_server server = local(0, SP_TLS_IMPLICIT);
		struct sp_mail_check check;
		struct sp_error e = { 0 };
		char *log;

		server.ca_file = cases[i].ca_file;
		EQUAL_INT(look_smtp(&script, server, "secret\n", &check, &e,
				  &log),
			cases[i].code);
		EQUAL_INT(check.fault, cases[i].fault);
		sp_free(log);
	}
out:
	sp_free(mine);
	sp_free(far);
	sp_free(old);
	sp_free(ca);
	sp_free(none);
}

/* ---- Maildir ------------------------------------------------------------- */

TEST("mail/check", "Maildir")
{
	char *path = sp_xasprintf("%s/in", test_tempdir());
	char *mail = sp_xasprintf("%s/new/1.x", path);
	char *done = sp_xasprintf("%s/.Processed", path);
	struct sp_mail_check check;
	struct sp_error e = { 0 };
	struct sp_inbox *in = NULL;

	EQUAL_INT_FATAL(sp_mail_maildir_create(path, &e), SP_OK);
	EQUAL_INT_FATAL(sp_mail_inbox_open_maildir(&in, path, &e), SP_OK);
	EQUAL_INT(sp_file_write(mail, "a\n", 2, 0600, &e), SP_OK);
	EQUAL_INT(sp_mail_inbox_check(in, &check, &e), SP_OK);
	EQUAL_INT(check.mails, 1);
	CU_ASSERT(check.made);
	EQUAL_INT(sp_mail_inbox_check(in, &check, &e), SP_OK);
	CU_ASSERT_FALSE(check.made);
	EQUAL_INT(access(mail, F_OK), 0);
	/* something else is where the folder should be */
	char *command = sp_xasprintf("rm -r '%s' && : >'%s'", done, done);
	EQUAL_INT(system(command), 0); /* NOLINT(cert-env33-c) */
	DIFFERENT_INT(sp_mail_inbox_check(in, &check, &e), SP_OK);
	EQUAL_INT(check.fault, SP_FAULT_FOLDER);
	sp_mail_inbox_close(in);
	sp_free(command);
	sp_free(path);
	sp_free(mail);
	sp_free(done);
}
