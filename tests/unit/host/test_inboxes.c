/* Which mails a pass takes, and how soon the next one comes. */
#include "host_tests.h"

#define SLOW "slow-iiiiiiii"
#define FAST "fast-jjjjjjjj"
#define MOST 4

/* What is decided without a commit and without a word. */
static void post_noise(struct club *c, int n)
{
	struct draft draft = { .from = "robot@elsewhere.example",
		.extra = "Auto-Submitted: auto-replied\n",
		.text = "I am away." };

	for (int i = 0; i < n; i++)
		(void)club_post(c, &draft);
}

/* More mails than a pass takes, none of which brings anything about: the rest
 * is not left for later. */
TEST("host/inboxes", "more mails than a pass takes")
{
	struct club c;

	club_make(&c);
	c.poll_most = MOST;
	post_noise(&c, 3 * MOST);
	for (unsigned i = 1; i <= 3; i++) {
		club_pass(&c);
		EQUAL_INT(c.pass.mails, MOST);
		EQUAL_INT(c.pass.commits + c.pass.sent, 0);
		EQUAL_INT(club_count(&c, "mail/in/new"), (3 - i) * MOST);
		EQUAL_INT(c.pass.more, i < 3);
		EQUAL_INT(club_wait(&c) == 0, i < 3);
	}
	club_clear(&c);
}

/* Mails to a game whose deadline has passed, but not yet fired, wait. */
static void post_waiting(struct club *c, int n)
{
	const char *mover = club_person(club_active(c, SLOW))->colour;
	struct draft draft = { .from = club_person(mover)->address,
		.to = club_present(c, SLOW)->reply_to,
		.text = "status" };

	for (int i = 0; i < n; i++) {
		draft.arrival = c->now;
		(void)club_post(c, &draft);
	}
}

static void begin(struct club *c)
{
	club_make(c);
	c->poll_most = MOST;
	club_game(c, SLOW, 2, "deadline=1", true);
	club_game(c, FAST, 2, "deadline=24", true);
	club_read(c);
	c->now += CLUB_HOUR + 5;
}

/* Those behind them are looked at in the same pass. */
TEST("host/inboxes", "mails that wait hold up nobody")
{
	struct club c;
	const char *mover;
	struct draft draft = { .text = "end" };

	begin(&c);
	post_waiting(&c, 3 * MOST);
	mover = club_person(club_active(&c, FAST))->colour;
	draft.from = club_person(mover)->address;
	draft.to = club_present(&c, FAST)->reply_to;
	draft.arrival = c.now + 1;
	(void)club_post(&c, &draft);
	c.now += 2;
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	DIFFERENT_STRING(club_active(&c, FAST), mover);
	EQUAL_INT(club_count(&c, "mail/in/new"), 3 * MOST);
	/* nothing more can be done now, so nobody spins */
	CU_ASSERT_FALSE(c.pass.more);
	EQUAL_INT(club_wait(&c), 60);
	/* and again, when all of them are known to wait */
	post_noise(&c, MOST + 1);
	club_pass(&c);
	EQUAL_INT(club_wait(&c), 0);
	club_pass(&c);
	EQUAL_INT(club_count(&c, "mail/in/new"), 3 * MOST);
	DIFFERENT_INT(club_wait(&c), 0);
	/* the deadline fires: they are heard, in their order */
	c.now += 120;
	club_pass(&c);
	EQUAL_INT(c.pass.timers, 1);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	club_clear(&c);
}

static bool stop_now(void *payload)
{
	return *(const bool *)payload;
}

/* The pass reads the whole list, each time with those that wait already, and
 * then sleeps; one that is asked to stop does not look for more. */
TEST("host/inboxes", "a list of mails that all wait")
{
	struct club c;
	bool stops = false;
	struct sp_host_options options = {
		.stop = stop_now, .payload = &stops, .poll_most = MOST
	};
	struct sp_pass pass;
	char *mime = sp_xasprintf("%s/spellpost-mime", test_build_dir());
	int fds[SP_HOST_WAIT_FDS];
	size_t n;

	begin(&c);
	post_waiting(&c, 2 * MOST + 1);
	club_close(&c);
	options.mime_program = mime;
	options.clock = &c.clock;
	EQUAL_INT_FATAL(
		sp_host_open(&c.host, &c.config, &options, &c.error), SP_OK);
	EQUAL_INT(sp_host_pass(c.host, &pass, &c.error), SP_OK);
	EQUAL_INT(pass.mails, MOST + 2 * MOST + 2 * MOST + 1);
	EQUAL_INT(sp_host_wait(c.host, &pass, fds, &n), 60);
	stops = true;
	EQUAL_INT(sp_host_pass(c.host, &pass, &c.error), SP_OK);
	EQUAL_INT(pass.mails, 0);
	sp_free(mime);
	club_clear(&c);
}

/* As many mails as a pass takes came in the second of the deadline, and the
 * order that is in time is one more: nobody was heard up to then, so the
 * deadline waits. */
TEST("host/inboxes", "a deadline and mails of one second")
{
	struct draft draft = { .text = "end" };
	struct club c;
	const char *mover;

	club_make(&c);
	c.poll_most = MOST;
	club_game(&c, SLOW, 2, "deadline=1", true);
	club_read(&c);
	club_pass(&c);
	mover = club_person(club_active(&c, SLOW))->colour;
	c.now += CLUB_HOUR;
	post_noise(&c, MOST);
	draft.from = club_person(mover)->address;
	draft.to = club_present(&c, SLOW)->reply_to;
	(void)club_post(&c, &draft);
	c.now += 120;
	club_pass(&c);
	EQUAL_INT(c.pass.mails, MOST);
	EQUAL_INT(c.pass.timers, 0);
	EQUAL_INT(c.pass.commits, 0);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, mover, "The clock"), 0);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: "), 1);
	club_clear(&c);
}
