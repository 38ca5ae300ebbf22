/*
 * Fresh mails: they answer no mail and their address has no decision, so the
 * same words turn after turn are new orders each time.
 */
#include "host_tests.h"

#define GID "fresh-kkkkkkkk"

static void begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "", true);
	club_read(c);
}

/* The seat's address with its token and without a decision. */
static const char *address_of(const struct club *c, const char *colour)
{
	static char to[SP_ADDR_SIZE];
	struct sp_reply_address address;

	CU_ASSERT_FATAL(sp_mail_reply_address_parse(&address,
		club_letter(c, colour, "The game starts")->reply_to,
		c->config.address));
	address.has_decision = false;
	EQUAL_INT_FATAL(sp_mail_reply_address_format(
				to, &address, c->config.address, NULL),
		SP_OK);
	return to;
}

/* `end` from whoever moves, some minutes after the call to move. */
static struct draft end_of(struct club *c, const char *id, const char *extra)
{
	const char *mover = club_person(club_active(c, GID))->colour;

	c->now += 300;
	return (struct draft){ .from = club_person(mover)->address,
		.to = address_of(c, mover),
		.id = id,
		.extra = extra,
		.text = "end" };
}

/* Six turns, each ended by the same words; the last mail comes again. */
static void play(const char *id, const char *extra)
{
	struct club c;
	struct draft draft;
	struct sp_oid before, after;

	begin(&c);
	for (unsigned turn = 0; turn < 6; turn++) {
		draft = end_of(&c, id, extra);
		(void)club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(c.pass.commits, 1);
	}
	club_head(&c, GID, &before);
	EQUAL_INT(club_letters(&c, 0, NULL, "Re: orders"), 6);
	/* before he is called again it is the mail of before */
	c.now += 300;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, 0, NULL, "Re: orders"), 7);
	club_head(&c, GID, &after);
	CU_ASSERT_TRUE(sp_store_oid_equal(&before, &after));
	club_clear(&c);
}

TEST("host/fresh", "the same words turn after turn")
{
	play(NULL, NULL);
}

TEST("host/fresh", "without a Message-ID")
{
	play("", NULL);
}

TEST("host/fresh", "one Message-ID for all mails")
{
	play("<every@x.example>", NULL);
}

/* A date tells a mail that comes again from one that was written again. */
TEST("host/fresh", "the same Date is the same mail")
{
	static const char monday[] = "Date: Mon, 23 Nov 2026 10:00:00 +0000\n";
	static const char tuesday[] = "Date: Tue, 24 Nov 2026 10:00:00 +0000\n";
	static const char id[] = "<a@x.example>";
	struct club c;
	struct draft first, draft;
	struct sp_oid before, after;

	begin(&c);
	first = end_of(&c, id, monday);
	char *to = sp_xstrdup(first.to);
	first.to = to;
	(void)club_post(&c, &first);
	club_pass(&c);
	draft = end_of(&c, "<b@x.example>", NULL);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_head(&c, GID, &before);
	c.now += 300;
	(void)club_post(&c, &first);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	club_head(&c, GID, &after);
	CU_ASSERT_TRUE(sp_store_oid_equal(&before, &after));
	draft = end_of(&c, id, tuesday);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	sp_free(to);
	club_clear(&c);
}

/* Written twice before the call to the next turn had left: nobody can answer
 * what they were not told of. All of it is read in one pass. */
TEST("host/fresh", "before the call left")
{
	struct club c;
	struct draft draft;
	const char *mover, *file;
	char *to;

	begin(&c);
	mover = club_person(club_active(&c, GID))->colour;
	draft = end_of(&c, NULL, NULL);
	to = sp_xstrdup(draft.to);
	draft.to = to;
	(void)club_post(&c, &draft);
	c.now += 60;
	const char *next = sp_streq(mover, "red") ? "blue" : "red";
	struct draft other = { .from = club_person(next)->address,
		.to = address_of(&c, next),
		.text = "end" };
	(void)club_post(&c, &other);
	c.now += 60;
	file = club_post(&c, &draft);
	c.now += 600;
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 2);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_STRING(club_active(&c, GID), mover);
	CONTAINS(club_letter(&c, mover, "Re: orders")->text, "Already done");
	/* one that was written then, and comes only now */
	draft.arrival = c.now - 600;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	draft.arrival = 0;
	/* now he knows */
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	sp_free(to);
	club_clear(&c);
}

/* The same twice within a turn is a resend still. */
TEST("host/fresh", "twice in one turn")
{
	struct club c;
	const char *mover, *file;
	struct draft draft;
	char order[200];

	begin(&c);
	mover = club_person(club_active(&c, GID))->colour;
	CU_ASSERT_FATAL(letter_suggestion(club_present(&c, GID), order));
	draft = end_of(&c, NULL, NULL);
	draft.text = order;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	c.now += 300;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

/* A decision in the address tells two mails apart, whatever their ids. */
TEST("host/fresh", "a decision in the address")
{
	struct club c;
	struct draft draft;

	begin(&c);
	for (unsigned turn = 0; turn < 4; turn++) {
		draft = end_of(&c, "<every@x.example>", NULL);
		draft.to = club_present(&c, GID)->reply_to;
		(void)club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(c.pass.commits, 1);
	}
	/* and the last one is known, though its turn is over */
	const char *file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	club_clear(&c);
}

/* The same bytes on standard input. */
TEST("host/fresh", "the same bytes on standard input")
{
	struct club c;
	const char *word;

	begin(&c);
	for (unsigned turn = 0; turn < 4; turn++) {
		struct draft draft = end_of(&c, "", NULL);
		char *raw = sp_xasprintf(
			"From: %s\nTo: %s\n\nend\n", draft.from, draft.to);
		word = club_deliver(&c, raw);
		EQUAL_STRING(word, "applied");
		/* its deliverer was killed, and tries again */
		word = club_deliver(&c, raw);
		EQUAL_STRING(word, "resent");
		club_read(&c);
		sp_free(raw);
	}
	EQUAL_INT(club_commits(&c, GID), 6);
	club_clear(&c);
}
