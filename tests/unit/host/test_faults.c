/*
 * A call of the system fails on a file of a game: once, or for a time. Nobody
 * is told that the game is suspended, the other game goes on, and the order is
 * done when the files can be read again.
 */
#include <errno.h>

#include "faults.h"
#include "host_tests.h"

#define BAD   "hurt-jjjjjjjj"
#define GOOD  "well-kkkkkkkk"
#define FILES BAD ".git"

static const int errors[] = { EIO, EMFILE, ENFILE, ENOMEM, EACCES, ENOSPC };

struct fixture {
	struct club club;
	unsigned bad, good; /* commits */
};

/* Two games, and an order for each that lies in the inbox. */
static void begin(struct fixture *f, bool packed)
{
	struct club *c = &f->club;

	club_make(c);
	c->quiet = true;
	club_game(c, BAD, 2, "deadline=24", true);
	club_game(c, GOOD, 2, "deadline=48", true);
	(void)club_play(c, BAD, 2);
	(void)club_play(c, GOOD, 1);
	c->now += 60;
	(void)club_reply(c, club_present(c, BAD), club_active(c, BAD), "end");
	c->now += 10;
	(void)club_reply(c, club_present(c, GOOD), club_active(c, GOOD), "end");
	f->bad = club_commits(c, BAD);
	f->good = club_commits(c, GOOD);
	club_close(c);
	if (packed)
		EQUAL_INT_FATAL(club_git(c, BAD, NULL,
					"git repack -a -d -q && "
					"git pack-refs --all"),
			0);
}

static unsigned told(const struct club *c)
{
	return club_letters(c, 0, NULL, "suspended");
}

/* What happened once more, so that a failure can be looked for. */
static void say(const char *what, int error, unsigned at, bool lasting)
{
	printf("\n  %s: call %u fails%s: %s", what, at,
		lasting ? ", and all behind it" : "", strerror(error));
}

/* One fault. Returns how many calls there were. */
static unsigned fail_at(
	const struct fixture *f, int error, unsigned at, bool lasting)
{
	struct club c;
	unsigned seen;
	int rc;

	club_copy(&c, &f->club);
	faults_arm(FILES, error, at, lasting);
	rc = club_try_pass(&c);
	seen = faults_disarm();
	club_read(&c);
	if (told(&c) > 0)
		say("suspended", error, at, lasting);
	EQUAL_INT(told(&c), 0);
	if (rc != SP_OK || club_commits(&c, GOOD) != f->good + 1)
		say("the other game stopped", error, at, lasting);
	EQUAL_INT(rc, SP_OK);
	EQUAL_INT(club_commits(&c, GOOD), f->good + 1);
	c.now += CLUB_HOUR;
	club_pass(&c);
	if (club_commits(&c, BAD) != f->bad + 1)
		say("the order was lost", error, at, lasting);
	EQUAL_INT(club_commits(&c, BAD), f->bad + 1);
	EQUAL_INT(club_commits(&c, GOOD), f->good + 1);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	EQUAL_INT(told(&c), 0);
	EQUAL_INT(club_letters(&c, 0, NULL, "goes on"), 0);
	club_clear(&c);
	return seen;
}

/* Some of the calls in a quick run, with one error each; every call and every
 * error in a long one. */
static void every_call(bool packed, bool lasting)
{
	size_t n = SP_ARRAY_LEN(errors);
	unsigned step = packed ? test_tries(23, 5, 1) : test_tries(79, 17, 1);
	struct fixture f;
	unsigned calls;

	begin(&f, packed);
	calls = fail_at(&f, 0, 0, false);
	/* there is much to read in a game */
	CU_ASSERT(calls > 60);
	for (unsigned at = 1; at <= calls; at += step)
		for (size_t i = 0; i < (test_long() ? n : 1); i++)
			(void)fail_at(&f, errors[(at + i) % n], at, lasting);
	club_clear(&f.club);
}

TEST("host/faults", "any call fails once")
{
	every_call(false, false);
}

TEST("host/faults", "any call fails, and all behind it")
{
	every_call(false, true);
}

TEST("host/faults", "any call on packs fails once")
{
	if (club_has_git())
		every_call(true, false);
}

TEST("host/faults", "any call on packs fails, and all behind it")
{
	if (club_has_git())
		every_call(true, true);
}
