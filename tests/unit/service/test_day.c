/*
 * Real connections to servers in trouble, for a day that the test's clock makes
 * short: how often they are tried, what the log says, and that everything is
 * done in the end, once.
 */
#include "registry_look.h"
#include "service_tests.h"

#include <unistd.h>

#include "../fixtures.h"
#include "../host/club.h"
#include "office.h"

#define GID  "storm-aaaaaaaa"
#define HOUR 3600
#define DAY  (24 * HOUR)

struct day {
	struct club c;
	struct office o;
	char *log;
	unsigned passes, attempts; /* mails that were tried in vain */
};

/* What was logged since the last call; sp_free. */
static char *take_log(const struct day *d)
{
	struct sp_buf text;

	sp_buf_init(&text, 8 << 20);
	if (sp_file_read(&text, d->log, NULL) == SP_OK)
		EQUAL_INT(truncate(d->log, 0), 0);
	sp_buf_adds(&text, "");
	return sp_buf_take(&text);
}

/* A pass as the daemon makes it. */
static void pass(struct day *d)
{
	int rc = club_try_pass(&d->c);

	if (rc != SP_OK)
		printf("\n  pass: %s\n", d->c.error.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	d->passes++;
	d->attempts += d->c.pass.failed;
}

/* As the daemon does: wait, then a pass. */
static void run_for(struct day *d, int64_t seconds)
{
	int64_t until = d->c.now + seconds;

	for (;;) {
		int wait = club_wait(&d->c);

		CU_ASSERT_FATAL(wait >= 0);
		if (d->c.now + wait > until)
			break;
		d->c.now += wait;
		pass(d);
		CU_ASSERT_FATAL(d->passes < 20000);
	}
	d->c.now = until;
}

/* A game of three that has begun, mails from there and to there. */
static void begin(struct day *d, bool imap, bool pop3, bool smtp, int timeout)
{
	char *in;

	memset(d, 0, sizeof(*d));
	club_make(&d->c);
	sp_log_set_level(SP_LOG_INFO);
	d->c.quiet = true;
	d->log = sp_xasprintf("%s.log", d->c.dir);
	in = sp_xasprintf("%s/mail/in", d->c.dir);
	office_start(&d->o, in);
	if (imap || pop3)
		office_inbox(&d->o, &d->c.config, 0,
			imap ? OFFICE_IMAP : OFFICE_POP3, timeout);
	if (smtp)
		office_sender(&d->o, &d->c.config, timeout);
	sp_free(in);
	club_game(&d->c, GID, 3, "deadline=24", true);
	pass(d);
	(void)club_wait(&d->c);
	sp_free(take_log(d));
	d->attempts = 0;
}

static void end(struct day *d)
{
	club_clear(&d->c);
	office_stop(&d->o);
	sp_free(d->log);
	sp_log_set_level(SP_LOG_ERROR);
}

/* The newest call to move to whoever moves. */
static struct sp_outbox_row call_to_move(struct day *d)
{
	struct sp_outbox_row row = { 0 };

	EQUAL_INT_FATAL(sp_registry_outbox_newest(club_registry(&d->c), GID,
				club_active(&d->c, GID), "turn", &row, NULL),
		SP_OK);
	return row;
}

/* Whoever moves writes this, in reply to his call to move. */
static void write_mail(struct day *d, const char *text)
{
	struct sp_outbox_row call = call_to_move(d);
	struct draft draft = { .from = call.recipient,
		.in_reply_to = call.message_id,
		.text = text };

	(void)club_post(&d->c, &draft);
}

static int64_t queued(struct day *d)
{
	struct sp_outbox_counts counts;

	EQUAL_INT_FATAL(
		sp_registry_outbox_counts(club_registry(&d->c), &counts, NULL),
		SP_OK);
	EQUAL_INT(counts.failed, 0);
	return counts.queued;
}

/* ---- the sender --------------------------------------------------------- */

struct trouble {
	const char *when, *answer; /* NULL: connections are refused */
	const char *says;          /* in the first line of the log */
	bool slow; /* a person has to act: it is tried more rarely */
};

static const struct trouble senders[] = {
	{ NULL, NULL, "this is the network or the server", false },
	{ "", "421 busy", "says to try later", false },
	{ "", "554 no service", "554 no service", false },
	{ "", "reset", "the network or the server", false },
	{ "EHLO", "close", "the network or the server", false },
	{ "MAIL", "451 4.3.0 later", "451 4.3.0 later", false },
	{ "MAIL", "550 5.7.1 who are you?", "takes no mail from us", true },
	{ "MAIL", "530 5.7.0 log in first", "wants a log-in", true },
	{ "RCPT", "450 4.7.1 later", "450 4.7.1 later", false },
	{ "RCPT", "554 5.7.1 blocked", "one recipient after the other", true },
	{ "DATA", "451 4.3.0 disk", "451 4.3.0 disk", false },
	{ "DATA", "reset", "the network or the server", false },
	{ ".", "452 4.3.1 full", "452 4.3.1 full", false },
	{ ".", "554 5.7.1 spam", "one recipient after the other", true },
};

/* Lines about an outage; each mail of a player has one of its own. */
static unsigned lines_about(const char *log, const char *name)
{
	unsigned n = 0;

	for (const char *at = log; (at = strstr(at, name)) != NULL; n++)
		at += strcspn(at, "\n");
	return n;
}

static void check_log(const char *log, const char *name, const char *says)
{
	const char *first = strstr(log, name);
	char *line = first != NULL ? sp_xstrndup(first, strcspn(first, "\n"))
				   : sp_xstrdup("");

	/* it begins, it lasts (each six hours), it ends */
	if (lines_about(log, name) > 6 || strstr(line, says) == NULL)
		printf("\n  not \"%s\" in:\n%s", says, log);
	CU_ASSERT(lines_about(log, name) <= 6);
	CONTAINS(line, says);
	CONTAINS(log, "works again; it did not for 1 d");
	sp_free(line);
}

static void one_sender(const struct trouble *t)
{
	unsigned same, before;
	struct day d;
	char *log;

	begin(&d, false, false, true, OFFICE_PATIENCE);
	before = d.o.s->delivered;
	EQUAL_INT(queued(&d), 0);
	office_refuse(&d.o, OFFICE_SMTP);
	if (t->when != NULL) {
		office_rule(&d.o, OFFICE_SMTP, t->when, t->answer, 0);
		office_open(&d.o, OFFICE_SMTP);
	}
	/* a receipt, two press and a call to move are owed */
	write_mail(&d, "press to all: it rains\nend");
	pass(&d);
	EQUAL_INT(d.c.pass.commits, 2);
	EQUAL_INT(queued(&d), 4);
	run_for(&d, DAY);
	if (d.attempts < (t->slow ? 40 : 90) ||
		d.attempts > (t->slow ? 75 : 140))
		printf("\n  %s %s: %u attempts\n", t->when, t->answer,
			d.attempts);
	CU_ASSERT(d.attempts >= (t->slow ? 40 : 90));
	CU_ASSERT(d.attempts <= (t->slow ? 75 : 140));
	EQUAL_INT(queued(&d), 4);
	EQUAL_INT(d.o.s->delivered, before);
	/* nothing else suffers */
	CU_ASSERT(d.c.pass.polled);
	office_heal(&d.o, OFFICE_SMTP);
	run_for(&d, (int64_t)31 * 60);
	EQUAL_INT(queued(&d), 0);
	EQUAL_INT(d.o.s->delivered, before + 4);
	EQUAL_INT(office_mails(&d.o, NULL, " says to all", &same), 2);
	(void)office_mails(&d.o, NULL, "", &same);
	EQUAL_INT(same, 1);
	log = take_log(&d);
	check_log(log, "sender: ", t->says);
	sp_free(log);
	end(&d);
}

TEST("service/day", "a day of each trouble: SMTP")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(senders); i++)
		one_sender(&senders[i]);
}

/* ---- the inbox ---------------------------------------------------------- */

static const struct trouble imap[] = {
	{ NULL, NULL, "this is the network or the server", false },
	{ "", "* BYE too many", "the network or the server", false },
	{ "", "reset", "the network or the server", false },
	{ "LOGIN", "$T NO [AUTHENTICATIONFAILED] no", "check the user name",
		true },
	{ "LOGIN", "$T NO [UNAVAILABLE] later", "says to try later", false },
	{ "SELECT", "$T NO [UNAVAILABLE] later", "cannot open the mailbox",
		false },
	{ "SELECT", "$T NO what?", "check its name", true },
	{ "UID FETCH 1:*", "$T BAD what?", "refuses UID FETCH", false },
	{ "UID FETCH 1:*", "close", "closed the connection", false },
	{ "UID FETCH 1 ", "$T NO no idea", "does not give out", false },
	{ "UID FETCH 1 ", "reset", "the network or the server", false },
};

static const struct trouble pop3[] = {
	{ NULL, NULL, "this is the network or the server", false },
	{ "", "-ERR busy", "the network or the server", false },
	{ "PASS", "-ERR [AUTH] no", "check the user name", true },
	{ "PASS", "-ERR [SYS/TEMP] later", "says to try later", false },
	{ "UIDL", "reset", "the network or the server", false },
	{ "RETR", "close", "closed the connection", false },
};

/* Somebody writes in time, while the inbox does not answer; then his deadline
 * passes. */
static void one_inbox(const struct trouble *t, enum office_service which)
{
	struct sp_outbox_row call;
	unsigned tries;
	struct day d;
	char *log;

	begin(&d, which == OFFICE_IMAP, which == OFFICE_POP3, false,
		OFFICE_PATIENCE);
	call = call_to_move(&d);
	office_refuse(&d.o, which);
	if (t->when != NULL) {
		office_rule(&d.o, which, t->when, t->answer, 0);
		office_open(&d.o, which);
	}
	d.c.now += HOUR;
	write_mail(&d, "end");
	pass(&d);
	CU_ASSERT_FALSE(d.c.pass.polled);
	run_for(&d, DAY);
	tries = d.c.host->outage[0].tries;
	if (tries < (t->slow ? 40 : 90) || tries > (t->slow ? 75 : 140))
		printf("\n  %s %s: %u tries\n", t->when, t->answer, tries);
	CU_ASSERT(tries >= (t->slow ? 40 : 90));
	CU_ASSERT(tries <= (t->slow ? 75 : 140));
	/* the deadline is past by now, and did not fire */
	CU_ASSERT_FALSE(d.c.pass.polled);
	EQUAL_INT(club_commits(&d.c, GID), 2);
	office_heal(&d.o, which);
	run_for(&d, (int64_t)31 * 60);
	CU_ASSERT(d.c.pass.polled);
	EQUAL_INT(club_commits(&d.c, GID), 3);
	EQUAL_INT(club_count(&d.c, "mail/in/new"), 0);
	club_read(&d.c);
	EQUAL_INT(club_letters(&d.c, 0, NULL, "Re: orders"), 1);
	EQUAL_INT(club_letters(&d.c, 0, NULL, "The clock ended"), 0);
	CU_ASSERT_PTR_NOT_NULL(club_last_to(&d.c, 0, call.recipient));
	log = take_log(&d);
	check_log(log, "inbox club: ", t->says);
	sp_free(log);
	end(&d);
}

TEST("service/day", "a day of each trouble: IMAP")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(imap); i++)
		one_inbox(&imap[i], OFFICE_IMAP);
}

TEST("service/day", "a day of each trouble: POP3")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(pop3); i++)
		one_inbox(&pop3[i], OFFICE_POP3);
}

/* ---- filing ------------------------------------------------------------- */

/* What is decided cannot be moved away: nothing is done twice, the games and
 * their clocks go on. */
static void one_filing(
	enum office_service which, const char *when, const char *answer)
{
	unsigned tries;
	struct day d;
	char *log;

	begin(&d, which == OFFICE_IMAP, which == OFFICE_POP3, false,
		OFFICE_PATIENCE);
	office_rule(&d.o, which, when, answer, 0);
	d.c.now += HOUR;
	write_mail(&d, "end");
	pass(&d);
	EQUAL_INT(d.c.pass.commits, 1);
	CU_ASSERT(d.c.pass.polled);
	d.c.config.poll = 900; /* as long as the test's clock goes */
	d.c.host->config.poll = 900;
	run_for(&d, DAY + HOUR);
	CU_ASSERT(d.c.pass.polled);
	EQUAL_INT(club_count(&d.c, "mail/in/new"), 1);
	/* the next one's deadline fired */
	EQUAL_INT(club_commits(&d.c, GID), 4);
	tries = d.c.host->look[0].filing.tries;
	CU_ASSERT(tries >= 90 && tries <= 140);
	office_heal(&d.o, which);
	run_for(&d, (int64_t)31 * 60);
	EQUAL_INT(club_count(&d.c, "mail/in/new"), 0);
	EQUAL_INT(club_count(&d.c, "mail/in/.Processed/cur"), 1);
	club_read(&d.c);
	EQUAL_INT(club_letters(&d.c, 0, NULL, "Re: orders"), 1);
	log = take_log(&d);
	check_log(log, "filing of inbox club: ", "");
	sp_free(log);
	end(&d);
}

TEST("service/day", "a day without filing")
{
	one_filing(OFFICE_IMAP, "UID MOVE", "$T NO [OVERQUOTA] full");
	one_filing(OFFICE_IMAP, "UID MOVE", "$T BAD what?");
	one_filing(OFFICE_POP3, "DELE", "-ERR no");
	one_filing(
		OFFICE_POP3, "QUIT", "-ERR some deleted messages not removed");
	one_filing(OFFICE_POP3, "QUIT", "close");
}

/* ---- both, and restarts ------------------------------------------------- */

/* Silence costs a time-out each time; an hour of it is enough here, a day in
 * the long run. */
TEST("service/day", "silence")
{
	int64_t seconds = test_long() ? DAY : (int64_t)5 * 60;
	unsigned same;
	struct day d;

	begin(&d, true, false, true, OFFICE_PATIENCE);
	/* curl's clock is the machine's: a second until silence is noticed,
	 * while nothing has to come in time */
	club_close(&d.c);
	d.c.config.inbox[0].server.timeout = 1;
	d.c.config.sender.server.timeout = 1;
	office_refuse(&d.o, OFFICE_IMAP);
	office_refuse(&d.o, OFFICE_SMTP);
	office_rule(&d.o, OFFICE_IMAP, "", "stall", 0);
	office_rule(&d.o, OFFICE_SMTP, "", "stall", 0);
	office_open(&d.o, OFFICE_IMAP);
	office_open(&d.o, OFFICE_SMTP);
	write_mail(&d, "end");
	pass(&d);
	run_for(&d, seconds);
	EQUAL_INT(d.c.host->outage[0].why.code, SP_EAGAIN);
	CU_ASSERT(d.c.host->outage[0].tries >= 5);
	EQUAL_INT(club_commits(&d.c, GID), 2);
	office_heal(&d.o, OFFICE_IMAP);
	club_close(&d.c);
	d.c.config.inbox[0].server.timeout = OFFICE_PATIENCE;
	pass(&d);
	run_for(&d, (int64_t)16 * 60);
	/* the mail was worked on; what it brought about cannot be sent yet */
	EQUAL_INT(club_commits(&d.c, GID), 3);
	EQUAL_INT(queued(&d), 2);
	EQUAL_INT(d.c.host->sending.why.code, SP_EAGAIN);
	office_heal(&d.o, OFFICE_SMTP);
	club_close(&d.c);
	d.c.config.sender.server.timeout = OFFICE_PATIENCE;
	pass(&d);
	run_for(&d, (int64_t)16 * 60);
	EQUAL_INT(queued(&d), 0);
	(void)office_mails(&d.o, NULL, "", &same);
	EQUAL_INT(same, 1);
	end(&d);
}

/* The server takes a mail and the connection breaks before it says so: the mail
 * goes again, under the same id and with the same bytes. */
TEST("service/day", "a lost answer")
{
	unsigned same;
	struct day d;

	begin(&d, false, false, true, OFFICE_PATIENCE);
	d.o.s->lose = 1;
	write_mail(&d, "end");
	pass(&d);
	EQUAL_INT(queued(&d), 2);
	EQUAL_INT(d.c.host->post.n_perhaps, 1);
	run_for(&d, 60);
	EQUAL_INT(queued(&d), 0);
	EQUAL_INT(office_mails(&d.o, NULL, "Re: orders", &same), 2);
	EQUAL_INT(same, 2);
	end(&d);
}

/* A recipient who is refused for good: his mail is given up, with a reason, and
 * everybody else's goes. */
TEST("service/day", "one bad recipient")
{
	struct sp_outbox_counts counts;
	struct sp_outbox_row row;
	unsigned same;
	struct day d;
	char *rule, *log;

	begin(&d, false, false, true, OFFICE_PATIENCE);
	rule = sp_xasprintf(
		"RCPT TO:<%s", club_person(club_active(&d.c, GID))->address);
	office_rule(
		&d.o, OFFICE_SMTP, rule, "550 5.1.1 nobody of that name", 0);
	/* his own receipt fails, the others' press goes */
	write_mail(&d, "press to all: it rains\nend");
	pass(&d);
	EQUAL_INT_FATAL(
		sp_registry_outbox_counts(club_registry(&d.c), &counts, NULL),
		SP_OK);
	CU_ASSERT(counts.queued == 0 && counts.failed == 1);
	EQUAL_INT(d.c.host->sending.why.code, SP_OK);
	EQUAL_INT(office_mails(&d.o, NULL, " says to all", &same), 2);
	log = take_log(&d);
	CONTAINS(log, "is given up: ");
	CONTAINS(log, "nobody of that name");
	CONTAINS(log, "of game " GID);
	sp_free(log);
	/* the registry knows why */
	for (int64_t id = 1; id < 100; id++)
		if (look_outbox(club_registry(&d.c), id, &row, NULL) == SP_OK &&
			row.state == SP_OUTBOX_FAILED)
			CONTAINS(row.last_error, "nobody of that name");
	sp_free(rule);
	end(&d);
}
