/* Mail servers that do not answer, for minutes and for a day. */
#include "service_tests.h"

#define HOUR 3600

static const char stranger[] = "From: someone@example.org\r\n"
			       "To: judge@spellpost.invalid\r\n"
			       "Subject: hello\r\n"
			       "Message-ID: <1@example.org>\r\n\r\nHello\r\n";

TEST("service/outage", "delays grow to a bound")
{
	int64_t last = 0;

	for (unsigned tries = 1; tries < 100; tries++) {
		int64_t most = sp_outage_delay(SP_EAGAIN, tries, 0);
		int64_t least = sp_outage_delay(SP_EAGAIN, tries, UINT32_MAX);

		CU_ASSERT(most >= last && most <= 900);
		CU_ASSERT(least >= most * 3 / 4 && least < most);
		CU_ASSERT(
			sp_outage_delay(SP_EREFUSED, tries, UINT32_MAX) >= 225);
		CU_ASSERT(sp_outage_delay(SP_EREFUSED, tries, 0) <= 3600);
		last = most;
	}
	EQUAL_INT(sp_outage_delay(SP_EAGAIN, 1, 0), 10);
	EQUAL_INT(last, 900);
}

/* A day without the inbox, a pass every second minute: few tries, few lines, no
 * deadline; then all of it. */
TEST("service/outage", "a day without inbox")
{
	struct service s;
	struct fake *in = &s.in[0];
	const char *log;
	int wait;

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	CU_ASSERT(s.pass.polled);
	EQUAL_INT(service_wait(&s), 60);
	EQUAL_INT(s.n_fds, 1);
	(void)service_log();
	in->code = SP_EAGAIN;
	in->text = "imap.example.org:993 does not answer";
	in->polls = 0;
	/* across the deadline of the turn, which is after 72 hours */
	for (int64_t t = 60 * HOUR; t < 84 * HOUR; t += 120) {
		service_pass(&s, SERVICE_NOON + t);
		CU_ASSERT_FALSE(s.pass.polled);
		EQUAL_INT(s.pass.timers, 0);
		wait = service_wait(&s);
		CU_ASSERT(wait > 0 && wait <= 900);
		EQUAL_INT(s.n_fds, 0);
	}
	CU_ASSERT(in->polls >= 90 && in->polls <= 140);
	log = service_log();
	/* where it begins, and every six hours */
	EQUAL_INT(service_lines(log), 4);
	CONTAINS(log,
		"inbox club: imap.example.org:993 does not answer; next try "
		"within 1 min, then more and more rarely\n");
	CONTAINS(log, " min; so for 6 h");
	CONTAINS(log, " min; so for 18 h");

	/* another trouble: another line, and slower */
	in->code = SP_EREFUSED;
	in->text = "the password is refused";
	in->polls = 0;
	for (int64_t t = 84 * HOUR; t < 90 * HOUR; t += 120)
		service_pass(&s, SERVICE_NOON + t);
	CU_ASSERT(in->polls >= 11 && in->polls <= 17);
	log = service_log();
	EQUAL_INT(service_lines(log), 1);
	CONTAINS(log, "the password is refused");

	in->code = SP_OK;
	service_pass(&s, SERVICE_NOON + 91 * HOUR + 10);
	CU_ASSERT(s.pass.polled);
	EQUAL_INT(s.pass.timers, 3); /* two that remind nobody any more */
	CONTAINS(service_log(),
		"inbox club: works again; it did not for 1 d 7 h");
	service_end(&s);
}

/* Texts that differ each time (ids, addresses) do not fill the log, nor does an
 * inbox that answers and breaks off again and again. */
TEST("service/outage", "a day of flapping")
{
	struct service s;
	struct fake *in = &s.in[0];
	char text[64];

	service_begin(&s);
	(void)service_log();
	in->code = SP_EAGAIN;
	in->text = text;
	for (int64_t t = 0; t < 24 * HOUR; t += 60) {
		sp_format(
			text, sizeof(text), "try later, id %lld", (long long)t);
		service_pass(&s, SERVICE_NOON + t);
	}
	CU_ASSERT(in->polls >= 90 && in->polls <= 140);
	EQUAL_INT(service_lines(service_log()), 4);
	/* it lists a mail and does not give it out */
	in->code = SP_OK;
	in->read_code = SP_EAGAIN;
	in->mail = stranger;
	in->polls = 0;
	for (int64_t t = 24 * HOUR; t < 48 * HOUR; t += 60) {
		service_pass(&s, SERVICE_NOON + t);
		CU_ASSERT_FALSE(s.pass.polled);
	}
	CU_ASSERT(in->polls >= 90 && in->polls <= 140);
	EQUAL_INT(in->reads, in->polls);
	EQUAL_INT(service_lines(service_log()), 4);
	in->read_code = SP_OK;
	service_pass(&s, SERVICE_NOON + 49 * HOUR);
	EQUAL_INT(s.pass.mails, 1);
	CONTAINS(service_log(),
		"inbox club: works again; it did not for 2 d 1 h");
	service_end(&s);
}

/* The connection breaks between the list and the mail. */
TEST("service/outage", "a mail that cannot be read now")
{
	struct service s;
	struct fake *in = &s.in[0];

	service_begin(&s);
	(void)service_log();
	in->mail = stranger;
	in->read_code = SP_EAGAIN;
	in->text = "imap.example.org closed the connection";
	/* the deadline is due, but the mail may have come before it */
	service_pass(&s, SERVICE_NOON + 73 * HOUR);
	CU_ASSERT_FALSE(s.pass.polled);
	EQUAL_INT(s.pass.mails, 0);
	EQUAL_INT(s.host->outage[0].why.code, SP_EAGAIN);
	CONTAINS(service_log(), "closed the connection");
	in->read_code = SP_OK;
	service_pass(&s, SERVICE_NOON + 73 * HOUR + 20);
	CU_ASSERT(s.pass.polled);
	EQUAL_INT(s.pass.mails, 1);
	CU_ASSERT_PTR_NULL(in->mail);
	CONTAINS(service_log(), "works again after some seconds");
	service_end(&s);
}

/* What is done cannot be moved away (no such folder, no room): the mail is
 * decided once and not read again, deadlines fire, the log has a few lines. */
TEST("service/outage", "a day without filing")
{
	struct service s;
	struct fake *in = &s.in[0];
	const char *log;

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	(void)service_log();
	in->mail = stranger;
	in->done_code = SP_EAGAIN;
	in->text = "Processed: over quota";
	s.sent = 0;
	for (int64_t t = 60 * HOUR; t < 84 * HOUR; t += 60) {
		service_pass(&s, SERVICE_NOON + t);
		CU_ASSERT(s.pass.polled);
		CU_ASSERT(service_wait(&s) <= 60);
	}
	EQUAL_INT(in->reads, 1);
	CU_ASSERT(in->done >= 90 && in->done <= 140);
	log = service_log();
	/* one of the stranger's mail, the others of the filing */
	EQUAL_INT(service_lines(log), 1 + 4);
	CONTAINS(log, "filing of inbox club: Processed: over quota; ");
	/* one answer, a reminder, and the deadline's mails */
	CU_ASSERT(s.sent >= 4 && s.sent <= 5);
	in->done_code = SP_OK;
	service_pass(&s, SERVICE_NOON + 85 * HOUR);
	CU_ASSERT_PTR_NULL(in->mail);
	CONTAINS(service_log(),
		"filing of inbox club: works again; it did not for 1 d 1 h");
	service_end(&s);
}

static int64_t queued(struct service *s)
{
	struct sp_outbox_counts counts = { 0 };

	EQUAL_INT(sp_registry_outbox_counts(s->host->registry, &counts, NULL),
		SP_OK);
	EQUAL_INT(counts.failed, 0);
	return counts.queued;
}

/* Six mails that are owed. */
static void owe(struct service *s)
{
	for (int i = 0; i < 6; i++) {
		char id[64];
		struct sp_outbox_row row = { .created = s->now,
			.next_try = s->now };

		sp_format(id, sizeof(id), "<%d@test.invalid>", i);
		sp_format(row.message_id, sizeof(row.message_id), "%s", id);
		sp_format(row.recipient, sizeof(row.recipient),
			"p%d@example.org", i);
		sp_format(row.kind, sizeof(row.kind), "test");
		EQUAL_INT_FATAL(sp_registry_outbox_queue(
					s->host->registry, &row, "x", 1, NULL),
			SP_OK);
	}
}

/* Days without the sender: few tries, nothing is given up, and all goes within
 * minutes of its return. */
TEST("service/outage", "days without sender")
{
	struct service s;
	int64_t t = SERVICE_NOON;

	service_begin(&s);
	service_pass(&s, t);
	EQUAL_INT(queued(&s), 0);
	owe(&s);
	s.sender_code = SP_EAGAIN;
	s.tries = 0;
	(void)service_log();
	service_pass(&s, t);
	EQUAL_INT(s.tries, 1); /* enough to know */
	for (int i = 0; i < 3 * 24 * 60; i++)
		service_pass(&s, t += 60);
	CU_ASSERT(s.tries <= 3 * 24 * 6);
	CU_ASSERT(s.pass.polled);
	CONTAINS(service_log(), "sender: smtp.example.org does not answer; ");
	/* the game went on meanwhile */
	CU_ASSERT(queued(&s) >= 6);
	s.sender_code = SP_OK;
	s.sent = 0;
	for (int i = 0; i < 15; i++)
		service_pass(&s, t += 60);
	CU_ASSERT(s.sent >= 6);
	EQUAL_INT(queued(&s), 0);
	CONTAINS(service_log(), "sender: works again");
	service_end(&s);
}

TEST("service/outage", "a refused sender is known at once")
{
	struct service s;

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	owe(&s);
	s.sender_code = SP_EREFUSED;
	s.tries = 0;
	for (int i = 0; i < 60; i++)
		service_pass(&s, SERVICE_NOON + 60 * i);
	CU_ASSERT(s.tries >= 2 && s.tries <= 6);
	EQUAL_INT(queued(&s), 6);
	service_end(&s);
}

/* Somebody whose mails never go does not hold up the others. */
TEST("service/outage", "one recipient is no outage")
{
	struct service s;
	struct sp_outbox_row row;

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	sp_format(s.blocked, sizeof(s.blocked), "p0@example.org");
	owe(&s);
	s.sent = 0;
	service_pass(&s, SERVICE_NOON);
	EQUAL_INT(s.sent, 5);
	EQUAL_INT(queued(&s), 1);
	EQUAL_INT(s.host->sending.why.code, SP_OK);
	EQUAL_INT_FATAL(sp_registry_outbox_find(s.host->registry,
				"<0@test.invalid>", &row, NULL),
		SP_OK);
	EQUAL_INT(row.attempts, 1);
	CU_ASSERT(row.next_try > SERVICE_NOON);
	service_end(&s);
}

TEST("service/outage", "the clock was set back")
{
	struct sp_outage o = {
		.name = "x", .why.code = SP_EAGAIN, .next = SERVICE_NOON
	};

	CU_ASSERT(sp_outage_waits(&o, SERVICE_NOON - 900));
	CU_ASSERT_FALSE(sp_outage_waits(&o, SERVICE_NOON));
	CU_ASSERT_FALSE(sp_outage_waits(&o, SERVICE_NOON - 100 * HOUR));
}
