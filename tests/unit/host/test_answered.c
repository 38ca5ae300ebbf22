/* No mail is left without an answer by what passes in a moment. */
#include "host_tests.h"

#include <sys/stat.h>

#define GID "heard-nnnnnnnn"

/* A parser that dies in the mails of its first `n` lives, and is the real one
 * from then on. The caller owns its path. */
static char *failing_parser(const struct club *c, int n)
{
	char *path = sp_xasprintf("%s/parser", c->dir);
	char *text = sp_xasprintf("#!/bin/sh\n"
				  "echo >>'%s/lives'\n"
				  "n=$(/usr/bin/wc -l <'%s/lives')\n"
				  "[ \"$n\" -gt %d ] &&\n"
				  "	exec '%s/spellpost-mime'\n"
				  "printf 'spmime2\\n' >&0\n"
				  "/usr/bin/head -c 8 >/dev/null\n",
		c->dir, c->dir, n, test_build_dir());
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL_FATAL(
		sp_file_write(path, text, strlen(text), 0700, &e), SP_OK);
	sp_free(text);
	return path;
}

/* One `--once` pass over an order whose parser fails twice, as on a machine
 * that is short of everything for a moment. */
static void fail(struct club *c, int lives)
{
	const char *mover;
	char *parser;

	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "", true);
	club_read(c);
	mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	(void)club_reply(c, club_present(c, GID), mover, "end");
	club_close(c);
	parser = failing_parser(c, lives);
	c->mime = parser;
	club_pass(c);
	c->mime = NULL;
	sp_free(parser);
}

static void test_moment(void)
{
	struct club c;

	fail(&c, 2);
	CU_ASSERT_EQUAL(c.pass.commits, 1);
	CU_ASSERT_EQUAL(club_letters(&c, 0, NULL, "Re: "), 1);
	CU_ASSERT_EQUAL(club_count(&c, "mail/in/new"), 0);
	club_clear(&c);
}

/* One that cannot be taken apart at all goes to the operator, with its bytes;
 * it is not filed as if somebody had been answered. */
static void test_for_good(void)
{
	struct club c;

	fail(&c, 99);
	CU_ASSERT_EQUAL(c.pass.commits, 0);
	CU_ASSERT_EQUAL(club_count(&c, "mail/in/new"), 0);
	CU_ASSERT_EQUAL(club_count(&c, "mail/in/.Processed/cur"), 0);
	CU_ASSERT_EQUAL(club_count(&c, "mail/in/.Quarantine/cur"), 1);
	club_clear(&c);
}

/* The clock loses a second between the decision and the answer. */
static void lose_a_second(enum sp_step step, void *payload)
{
	struct club *c = payload;

	if (step == SP_STEP_RECORDED)
		c->now--;
}

static void test_second(void)
{
	struct club c;
	const char *mover;

	club_make(&c);
	club_game(&c, GID, 2, "", true);
	club_read(&c);
	club_close(&c);
	c.step = lose_a_second;
	c.payload = &c;
	mover = club_person(club_active(&c, GID))->colour;
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	club_pass(&c);
	CU_ASSERT_EQUAL(c.pass.commits, 1);
	CU_ASSERT_EQUAL(c.pass.sent, 2);
	CU_ASSERT_EQUAL(club_letters(&c, 0, mover, "Re: "), 1);
	club_clear(&c);
}

CU_TestInfo host_answered_tests[] = {
	{ "the parser fails for a moment", test_moment },
	{ "the parser fails for good", test_for_good },
	{ "the clock loses a second", test_second },
	CU_TEST_INFO_NULL,
};
