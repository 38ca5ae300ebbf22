/* Mails that cannot be handed over now are handed over later, as they were. */
#include <sys/stat.h>
#include <unistd.h>

#include "host_tests.h"

#define GID "post-llllllll"

struct outage {
	struct club c;
	char *away;
};

/* The folder that mails go to is gone, from the next pass on. */
static void begin(struct outage *o)
{
	club_make(&o->c);
	o->c.quiet = true;
	/* nobody is reminded meanwhile */
	club_game(&o->c, GID, 2, "deadline=400", true);
	o->away = sp_xasprintf("%s.away", o->c.config.sender.path);
	EQUAL_INT_FATAL(rename(o->c.config.sender.path, o->away), 0);
}

static void mend(struct outage *o)
{
	EQUAL_INT_FATAL(rename(o->away, o->c.config.sender.path), 0);
}

static void end(struct outage *o)
{
	sp_free(o->away);
	club_clear(&o->c);
}

static int64_t queued(struct club *c)
{
	struct sp_outbox_counts counts;

	EQUAL_INT_FATAL(
		sp_registry_outbox_counts(club_registry(c), &counts, NULL),
		SP_OK);
	EQUAL_INT(counts.failed, 0);
	return counts.queued;
}

/* A pass where nothing can be read from the outbox. */
static void at(struct club *c, int64_t instant)
{
	c->now = instant;
	EQUAL_INT_FATAL(club_try_pass(c), SP_OK);
}

static char *digest_of(const struct club *c)
{
	struct sp_buf all;

	sp_buf_init(&all, SIZE_MAX);
	sp_buf_clear(&all);
	for (size_t i = 0; i < c->n_letters; i++)
		sp_buf_addf(&all, "%s\n%s\n", c->letter[i]->name,
			c->letter[i]->raw);
	return sp_buf_take(&all);
}

TEST("host/outbox", "an outage")
{
	static const int64_t waits[] = { 60, 120, 240, 480, 960 };
	struct club undisturbed;
	struct outage o;
	const char *mover;
	int64_t start;
	char *wanted, *got;

	begin(&o);
	mover = club_person(club_active(&o.c, GID))->colour;
	o.c.now += 60;
	start = o.c.now;
	(void)club_reply(&o.c, club_present(&o.c, GID), mover,
		"end\npress to all: over to you");
	at(&o.c, start);
	/* the game goes on, the mails wait */
	EQUAL_INT(o.c.pass.commits, 2);
	EQUAL_INT(o.c.pass.failed, 3);
	EQUAL_INT(queued(&o.c), 3);
	EQUAL_INT(club_count(&o.c, "mail/in/new"), 0);
	for (size_t i = 0; i < SP_ARRAY_LEN(waits); i++) {
		EQUAL_INT(o.c.pass.next, o.c.now + waits[i]);
		at(&o.c, o.c.now + waits[i] - 1);
		EQUAL_INT(o.c.pass.failed, 0);
		at(&o.c, o.c.now + 1);
		EQUAL_INT(o.c.pass.failed, 3);
	}
	/* a day later it still tries, though seldom */
	for (int i = 0; i < 12; i++)
		at(&o.c, o.c.pass.next);
	EQUAL_INT(queued(&o.c), 3);
	CU_ASSERT_TRUE(o.c.pass.next - o.c.now <= 4 * CLUB_HOUR);
	mend(&o);
	at(&o.c, o.c.pass.next);
	EQUAL_INT(o.c.pass.sent, 3);
	EQUAL_INT(queued(&o.c), 0);
	club_read(&o.c);

	/* the same without an outage */
	club_make(&undisturbed);
	club_game(&undisturbed, GID, 2, "deadline=400", true);
	undisturbed.now = start;
	(void)club_reply(&undisturbed, club_present(&undisturbed, GID), mover,
		"end\npress to all: over to you");
	club_pass(&undisturbed);
	wanted = digest_of(&undisturbed);
	got = digest_of(&o.c);
	EQUAL_STRING(wanted, got);
	sp_free(wanted);
	sp_free(got);
	club_clear(&undisturbed);
	end(&o);
}

/* They are still owed after the program starts anew. */
TEST("host/outbox", "an outage over a restart")
{
	struct outage o;
	const char *mover;

	begin(&o);
	mover = club_person(club_active(&o.c, GID))->colour;
	(void)club_reply(&o.c, club_present(&o.c, GID), mover, "end");
	at(&o.c, o.c.now + 60);
	EQUAL_INT(queued(&o.c), 2);
	club_close(&o.c);
	mend(&o);
	club_later(&o.c, 60);
	EQUAL_INT(o.c.pass.sent, 2);
	EQUAL_INT(club_letters(&o.c, 0, mover, "Re: "), 1);
	EQUAL_INT(queued(&o.c), 0);
	/* once */
	club_later(&o.c, 6000);
	EQUAL_INT(o.c.pass.sent, 0);
	end(&o);
}

/* One that cannot be handed over does not hold up the others. */
TEST("host/outbox", "one mail that cannot be sent")
{
	struct club c;
	struct club twin;
	char *path;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "", false);
	(void)club_reply(&c, club_letter(&c, "red", "invited"), "red", "join");
	/* where its receipt will lie, there is a folder in the way */
	club_close(&c);
	club_copy(&twin, &c);
	club_pass(&twin);
	path = sp_xasprintf("%s/new/%s", c.config.sender.path,
		club_letter(&twin, "red", "Re: ")->name);
	club_clear(&twin);
	EQUAL_INT_FATAL(mkdir(path, 0700), 0);
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "status");
	at(&c, c.now + 60);
	EQUAL_INT(c.pass.failed, 1);
	EQUAL_INT(c.pass.sent, 1);
	EQUAL_INT(queued(&c), 1);
	EQUAL_INT_FATAL(rmdir(path), 0);
	club_later(&c, 60);
	EQUAL_INT(c.pass.sent, 1);
	EQUAL_INT(club_letters(&c, 0, "red", "Re: "), 1);
	EQUAL_INT(club_letters(&c, 0, "blue", "Re: "), 1);
	sp_free(path);
	club_clear(&c);
}

/* What was taken and cannot be settled is owed still, and not held against the
 * mails. */
TEST("host/outbox", "mails that are not settled")
{
	struct sp_outbox_counts counts = { .oldest = SP_NEVER };
	struct sp_outbox_row *stuck = NULL;
	size_t n = 0;
	struct club c;
	char *path, *away;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "", false);
	(void)club_reply(&c, club_letter(&c, "red", "invited"), "red", "join");
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "status");
	club_open(&c);
	path = sp_xasprintf("%s/new", c.config.sender.path);
	away = sp_xasprintf("%s/away", c.config.sender.path);
	EQUAL_INT_FATAL(rename(path, away), 0);
	at(&c, c.now + 60);
	EQUAL_INT(c.pass.sent, 0);
	EQUAL_INT(c.pass.failed, 2);
	EQUAL_INT(queued(&c), 2);
	EQUAL_INT(sp_registry_outbox_stuck(
			  club_registry(&c), 0, 10, &stuck, &n, NULL),
		SP_OK);
	EQUAL_INT(n, 0); /* no attempt counts */
	sp_free(stuck);
	EQUAL_INT_FATAL(rename(away, path), 0);
	club_later(&c, 600);
	EQUAL_INT(c.pass.sent, 2);
	EQUAL_INT(club_letters(&c, 0, "red", "Re: "), 1);
	EQUAL_INT(club_letters(&c, 0, "blue", "Re: "), 1);
	EQUAL_INT(sp_registry_outbox_counts(club_registry(&c), &counts, NULL),
		SP_OK);
	EQUAL_INT(counts.queued, 0);
	sp_free(path);
	sp_free(away);
	club_clear(&c);
}
