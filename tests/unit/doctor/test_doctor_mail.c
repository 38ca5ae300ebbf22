/* `spellpost doctor` at mail servers, and its mail to itself and back. */
#include "host/host_tests.h"
#include "host/patient.h"

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mail/imap_server.h"
#include "mail/mail_script.h"
#include "servers/servers.h"

/* ---- settings ------------------------------------------------------------ */

/* The club's only inbox and its sender at this server, and nowhere else. */
static struct sp_config_server *use_imap(struct patient *p, uint16_t port,
	enum sp_config_tls tls, const char *password)
{
	struct sp_config_inbox *inbox = &p->club.config.inbox[0];
	char *file = sp_xasprintf("%s/password", p->club.dir);

	EQUAL_INT_FATAL(
		sp_file_write(file, password, strlen(password), 0600, NULL),
		SP_OK);
	inbox->type = SP_CONFIG_IMAP;
	inbox->server = (struct sp_config_server){ .host = "localhost",
		.port = port,
		.tls = tls,
		.user = "judge",
		.timeout = 20 };
	sp_format(inbox->server.password_file,
		sizeof(inbox->server.password_file), "%s", file);
	sp_format(inbox->mailbox, sizeof(inbox->mailbox), "INBOX");
	sp_free(file);
	return &inbox->server;
}

/* A program with sendmail's interface: what it does with the mail in tmp/x. */
static void use_program(struct patient *p, const char *what)
{
	char *path = sp_xasprintf("%s/sendmail", p->club.dir);
	char *text =
		sp_xasprintf("#!/bin/sh -eu\n"
			     "# -i -f FROM -- TO\n"
			     "to=$5\n"
			     "cd '%s/mail/in'\n"
			     "deliver() { mv tmp/x new/$(date +%%s).$$.x; }\n"
			     "cat >tmp/x\n"
			     "%s\n",
			p->club.dir, what);

	EQUAL_INT_FATAL(
		sp_file_write(path, text, strlen(text), 0700, NULL), SP_OK);
	p->club.config.sender.type = SP_CONFIG_SENDMAIL;
	sp_format(p->club.config.sender.program,
		sizeof(p->club.config.sender.program), "%s", path);
	sp_format(p->club.config.address, sizeof(p->club.config.address),
		"judge@club.example");
	p->options.no_mail = false;
	sp_free(path);
	sp_free(text);
}

/* Nothing of this may be in what doctor says. */
static void keeps_secret(const struct patient *p, const char *secret)
{
	char *text = json_dumps(p->answer, 0);

	LACKS(text, secret);
	sp_free(text);
}

/* ---- log-ins ------------------------------------------------------------- */

TEST("doctor/doctor mail", "IMAP")
{
	struct imap_server s = { .n_mails = 1,
		.mails = { { 1, "02-Jan-2026 10:00:00 +0000", "a", 0, 0 } } };
	struct imap_server missing = {
		.lies = { { "SELECT", "$T NO [NONEXISTENT] none\r\n", 0 } }
	};
	struct imap_server plain = { .capabilities = "UIDPLUS" };
	struct patient p;

	patient_make(&p);
	imap_server_start(&s);
	(void)use_imap(&p, s.port, SP_CONFIG_TLS_NONE, "secret\n");
	patient_examine(&p);
	(void)patient_has(&p, "inbox club", "ok",
		"imap://localhost (no TLS) as judge: 1 mail; offers IDLE MOVE "
		"UIDPLUS",
		"");
	(void)use_imap(&p, s.port, SP_CONFIG_TLS_NONE, "mellon\n");
	patient_examine(&p);
	(void)patient_has(&p, "inbox club", "error",
		"refuses the log-in of judge", "/password: its first line");
	keeps_secret(&p, "mellon");
	imap_server_stop(&s);

	imap_server_start(&missing);
	(void)use_imap(&p, missing.port, SP_CONFIG_TLS_NONE, "secret\n");
	patient_examine(&p);
	(void)patient_has(&p, "inbox club", "error",
		"does not open the mailbox INBOX", "make the mailbox INBOX");
	imap_server_stop(&missing);

	imap_server_start(&plain);
	(void)use_imap(&p, plain.port, SP_CONFIG_TLS_NONE, "secret\n");
	patient_examine(&p);
	(void)patient_has(
		&p, "inbox club", "ok", "offers UIDPLUS, no IDLE", "");
	imap_server_stop(&plain);
	patient_clear(&p);
}

TEST("doctor/doctor mail", "faults of servers")
{
	struct script script = { .greeting = "220 hi\r\n",
		.rules = {
			{ "EHLO", "250 hi\r\n" }, { "QUIT", "221 bye\r\n" } } };
	struct sp_config_sender *sender;
	struct script_server s;
	struct patient p;
	char *file;

	patient_make(&p);
	(void)use_imap(&p, script_free_port(), SP_CONFIG_TLS_IMPLICIT, "x\n");
	sender = &p.club.config.sender;
	sender->type = SP_CONFIG_SMTP;
	script_start(&s, &script);
	sender->server = (struct sp_config_server){ .host = "localhost",
		.port = s.port,
		.tls = SP_CONFIG_TLS_STARTTLS,
		.timeout = 20 };
	p.options.no_mail = false;
	patient_examine(&p);
	(void)patient_has(&p, "inbox club", "error", "cannot talk to imaps://",
		"nobody listens there");
	(void)patient_has(&p, "sender", "error", "does not offer STARTTLS",
		"set `tls` to implicit");
	/* what cannot work is not tried, and said so */
	(void)patient_has(&p, "round trip", "warning",
		"not tried: the sender does not work", "mend that first");

	/* without TLS there is nothing wrong, and nobody to log in */
	sender->server.tls = SP_CONFIG_TLS_NONE;
	sp_format(p.club.config.address, sizeof(p.club.config.address),
		"judge@club.example");
	patient_examine(&p);
	(void)patient_has(
		&p, "sender", "ok", "smtp://localhost (no TLS), no log-in", "");
	(void)patient_has(&p, "round trip", "warning", "no inbox works", "");
	sp_free(script_stop(&s));

	/* offline nobody is asked, but what lies here is read */
	p.options.offline = true;
	patient_examine(&p);
	(void)patient_has(&p, "inbox club", "ok", "", "");
	CU_ASSERT_PTR_NULL(patient_finding(&p, "round trip", "warning"));
	file = p.club.config.inbox[0].server.password_file;
	EQUAL_INT(chmod(file, 0644), 0);
	patient_examine(&p);
	(void)patient_has(&p, "permissions", "error", "password (mode 0644)",
		"chmod 0600");
	(void)patient_has(&p, "inbox club", "error", "others can read", "");
	EQUAL_INT(unlink(file), 0);
	patient_examine(&p);
	(void)patient_has(&p, "inbox club", "error", "cannot open", "");
	patient_clear(&p);
}

/* ---- there and back ------------------------------------------------------ */

static void put_mail(const struct patient *p)
{
	patient_hurt(p, "printf 'From: ann@example.org\\nTo: "
			"judge@club.example\\n\\nhi\\n' >mail/in/new/1.x.y");
}

/* The sender's folder is the inbox. */
static void loop(struct patient *p)
{
	struct sp_config *config = &p->club.config;

	sp_format(config->sender.path, sizeof(config->sender.path), "%s",
		config->inbox[0].path);
	p->options.no_mail = false;
	p->options.timeout = 30;
}

TEST("doctor/doctor mail", "a loop through a Maildir")
{
	struct patient p;

	patient_make(&p);
	put_mail(&p);
	p.options.no_mail = false;
	patient_examine(&p);
	(void)patient_has(&p, "round trip", "ok",
		"not applicable: mails are put into", "");
	EQUAL_INT(club_count(&p.club, "mail/out/new"), 0);
	loop(&p);
	patient_examine(&p);
	(void)patient_has(&p, "round trip", "ok",
		"s to judge+...@club.example and back through inbox club", "");
	EQUAL_INT(patient_count(&p, "error"), 0);
	/* the other mail lies where it lay */
	patient_hurt(&p, "test -e mail/in/new/1.x.y");
	EQUAL_INT(club_count(&p.club, "mail/in/new"), 1);
	patient_hurt(&p, "ls mail/in/.Processed/cur | grep -q probe-");

	/* nothing without the key that marks our mails */
	patient_hurt(&p, "rm master.key");
	patient_examine(&p);
	(void)patient_has(
		&p, "round trip", "warning", "the master key", "mend that");
	EQUAL_INT(club_count(&p.club, "mail/in/new"), 1);
	patient_clear(&p);
}

TEST("doctor/doctor mail", "mails that do not come home")
{
	static const struct {
		const char *what;
		const char *check, *level, *text, *remedy;
		bool home; /* all the same */
	} cases[] = {
		{ "deliver", "round trip", "ok", "s to judge+...@club.example",
			"", true },
		{ "rm tmp/x", "round trip", "error", "no inbox got it within",
			"spam folder", false },
		{ "case $to in *+*) exit 67;; esac; deliver", "plus address",
			"error", "no mail goes to judge+...@club.example",
			"recipient_delimiter", true },
		{ "case $to in *+*) rm tmp/x;; *) deliver;; esac",
			"plus address", "error",
			"a mail to judge+...@club.example did not arrive "
			"within 1 s, one to judge@club.example did",
			"recipient_delimiter", true },
		{ "case $to in *+*)\n"
		  "( echo 'Return-Path: <>'; echo 'From: "
		  "MAILER-DAEMON@club.example'; echo; cat tmp/x ) "
		  ">new/$$.x.y;;\n"
		  "*) deliver;; esac",
			"plus address", "error", "came back as undeliverable",
			"recipient_delimiter", true },
		{ "( echo 'Return-Path: <>'; echo 'From: "
		  "MAILER-DAEMON@club.example'; echo; cat tmp/x ) >new/$$.x.y;",
			"round trip", "error", "came back to inbox club",
			"read that report", false },
		/* slow, but not lost: it comes while the other is waited for */
		{ "case $to in *+*) mv tmp/x tmp/y;;\n"
		  "*) rm tmp/x; mv tmp/y new/3.x.y;; esac",
			"round trip", "ok", "s to judge+...@club.example", "",
			true },
		{ "exit 75", "round trip", "error", "was not sent",
			"mend what it names", false },
		{ "exit 67", "round trip", "error", "was not sent",
			"mend what it names", false },
	};
	struct patient well;

	patient_make(&well);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct patient p;

		patient_copy(&p, &well);
		put_mail(&p);
		use_program(&p, cases[i].what);
		p.options.timeout = i == 0 ? 30 : 1;
		patient_examine(&p);
		if (!patient_has(&p, cases[i].check, cases[i].level,
			    cases[i].text, cases[i].remedy))
			printf("  after: %s\n", cases[i].what);
		EQUAL_INT(patient_finding(&p, "round trip", "ok") != NULL,
			cases[i].home);
		EQUAL_INT(patient_count(&p, "error"),
			(unsigned)sp_streq(cases[i].level, "error"));
		patient_hurt(&p, "test -e mail/in/new/1.x.y");
		patient_hurt(
			&p, "! grep -sq X-Spellpost-Probe mail/in/new/*.x");
		patient_clear(&p);
	}
	patient_clear(&well);
}

/* The server's clock is not ours: mails are dated by it. */
TEST("doctor/doctor mail", "clocks that differ")
{
	static const struct {
		const char *when, *text;
	} cases[] = { { "-2 hours", "behind" }, { "+3 hours", "ahead of" } };
	struct patient p;

	patient_make(&p);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		char *what =
			sp_xasprintf("touch -d '%s' tmp/x; mv tmp/x new/x.$$.x",
				cases[i].when);

		use_program(&p, what);
		p.options.timeout = 30;
		patient_examine(&p);
		(void)patient_has(
			&p, "clock", "warning", cases[i].text, "set this");
		sp_free(what);
	}
	patient_clear(&p);
}

/* ---- beside a daemon ----------------------------------------------------- */

static pid_t start_daemon(struct patient *p)
{
	char *program = sp_xasprintf("%s/spellpostd", test_build_dir());
	char *config = sp_xasprintf("%s/%s", p->club.dir, SP_CONFIG_FILE);
	char *log = sp_xasprintf("%s.log", p->club.dir);
	const char *argv[] = { program, "-c", config, NULL };
	char *ready = sp_xasprintf("grep -q ready: '%s'", log);
	pid_t pid;

	/* the same loop in its configuration */
	patient_hurt(p, "sed -i 's|mail/out|mail/in|; s|^poll = .*|poll = 1|' "
			"spellpost.conf");
	pid = server_spawn(argv, log);
	for (int i = 0; system(ready) != 0; i++) { /* NOLINT(cert-env33-c) */
		CU_ASSERT_FATAL(i < 1000 && kill(pid, 0) == 0);
		(void)poll(NULL, 0, 20);
	}
	sp_free(program);
	sp_free(config);
	sp_free(log);
	sp_free(ready);
	return pid;
}

TEST("doctor/doctor mail", "beside a daemon")
{
	struct patient p;
	pid_t pid;

	patient_make_at(&p, time(NULL));
	loop(&p);
	pid = start_daemon(&p);
	patient_examine(&p);
	(void)patient_has(&p, "daemon", "ok", "answers", "");
	(void)patient_has(
		&p, "round trip", "ok", "where the daemon took it", "");
	EQUAL_INT(patient_count(&p, "error"), 0);
	/* it knows the probe by a key that is now another one */
	patient_hurt(&p, "sed -i 's/ 0/ f/' master.key");
	patient_examine(&p);
	(void)patient_has(&p, "round trip", "error", "for a stranger's mail",
		"restart the daemon");
	server_end(&pid, SIGTERM);
	EQUAL_INT(club_count(&p.club, "mail/in/new"), 0);
	patient_clear(&p);
}

/* It holds the lock and does nothing. */
TEST("doctor/doctor mail", "beside a daemon that does nothing")
{
	struct patient p;

	patient_make(&p);
	loop(&p);
	p.options.timeout = 1;
	club_open(&p.club);
	patient_examine(&p);
	(void)patient_has(&p, "round trip", "error",
		"lies in inbox club, but the daemon has not taken it", "log");
	/* the mail is the daemon's */
	EQUAL_INT(club_count(&p.club, "mail/in/new"), 1);
	club_pass(&p.club);
	EQUAL_INT(club_count(&p.club, "mail/in/new"), 0);
	patient_clear(&p);
}

/* ---- for real ------------------------------------------------------------ */

static void use_server(struct sp_config_server *out, const char *dir,
	uint16_t port, enum sp_config_tls tls)
{
	*out = (struct sp_config_server){ .host = "localhost",
		.port = port,
		.tls = tls,
		.user = "judge",
		.timeout = 20 };
	sp_format(out->password_file, sizeof(out->password_file), "%s/password",
		dir);
	sp_format(out->ca_file, sizeof(out->ca_file), "%s/ca.pem", dir);
}

static void check_trips(
	struct patient *p, const struct dovecot *d, const struct postfix *x)
{
	struct sp_config_inbox *inbox = &p->club.config.inbox[0];
	struct sp_config_sender *sender = &p->club.config.sender;

	sp_format(p->club.config.address, sizeof(p->club.config.address),
		"judge@" SERVER_DOMAIN);
	p->options.no_mail = false;
	p->options.timeout = 60;
	inbox->type = SP_CONFIG_IMAP;
	sp_format(inbox->mailbox, sizeof(inbox->mailbox), "INBOX");
	sender->type = SP_CONFIG_SMTP;
	use_server(&inbox->server, d->dir, d->imaps, SP_CONFIG_TLS_IMPLICIT);
	use_server(
		&sender->server, x->dir, x->submission, SP_CONFIG_TLS_STARTTLS);
	server_deliver(d->dir, "judge", "1.a.x", "Subject: a\n\nmove n\n");
	patient_examine(p);
	(void)patient_has(p, "inbox club", "ok",
		"imaps://localhost as judge: 1 mail; offers IDLE MOVE UIDPLUS; "
		"made the folders",
		"");
	(void)patient_has(
		p, "sender", "ok", "smtp://localhost (STARTTLS) as judge", "");
	(void)patient_has(
		p, "round trip", "ok", "s to judge+...@" SERVER_DOMAIN, "");
	EQUAL_INT(patient_count(p, "error"), 0);
	EQUAL_INT(server_mails(d->dir, "judge", "*"), 1);
	EQUAL_INT(server_mails(d->dir, "judge/.Processed", "*"), 1);

	inbox->type = SP_CONFIG_POP3;
	use_server(&inbox->server, d->dir, d->pop3, SP_CONFIG_TLS_STARTTLS);
	use_server(&sender->server, x->dir, x->smtps, SP_CONFIG_TLS_IMPLICIT);
	patient_examine(p);
	(void)patient_has(p, "inbox club", "ok",
		"pop3://localhost (STARTTLS) as judge: 1 mail", "");
	(void)patient_has(p, "round trip", "ok", "s to judge+...@", "");
	EQUAL_INT(server_mails(d->dir, "judge", "*"), 1);
}

static void check_refusals(
	struct patient *p, const struct dovecot *d, const struct postfix *x)
{
	struct sp_config_server *in = &p->club.config.inbox[0].server;
	struct sp_config_server *out = &p->club.config.sender.server;

	p->options.no_mail = true;
	in->ca_file[0] = '\0';
	use_server(out, x->dir, x->far, SP_CONFIG_TLS_IMPLICIT);
	patient_examine(p);
	(void)patient_has(p, "inbox club", "error", "is refused", "`ca_file`");
	(void)patient_has(
		p, "sender", "error", "is refused", "`host` to a name");
	sp_format(in->ca_file, sizeof(in->ca_file), "%s/no.pem", d->dir);
	use_server(out, x->dir, x->smtps, SP_CONFIG_TLS_IMPLICIT);
	sp_format(out->password_file, sizeof(out->password_file), "%s/wrong",
		x->dir);
	patient_examine(p);
	(void)patient_has(p, "inbox club", "error", "is refused", "no.pem");
	(void)patient_has(
		p, "sender", "error", "refuses the log-in of judge", "/wrong");
}

TEST("doctor/doctor mail", "Dovecot and Postfix")
{
	const char *missing = dovecot_missing();
	struct dovecot d = { 0 };
	struct postfix x = { .access = "" };
	struct patient p;

	if (missing == NULL)
		missing = postfix_missing();
	if (missing != NULL) {
		test_skip(missing);
		return;
	}
	d.dir = x.dir = server_folder();
	dovecot_start(&d);
	postfix_start(&x);
	patient_make(&p);
	check_trips(&p, &d, &x);
	check_refusals(&p, &d, &x);
	keeps_secret(&p, "secret");
	patient_clear(&p);
	postfix_stop(&x);
	dovecot_stop(&d);
}
