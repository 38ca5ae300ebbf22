/* No mail is left without an answer by what passes in a moment. */
#include "host_tests.h"

#include <sys/stat.h>

#include "shuffle.h"

#define GID    "heard-nnnnnnnn"
#define SETTLE 120

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

	EQUAL_INT_FATAL(
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

TEST("host/answered", "the parser fails for a moment")
{
	struct club c;

	fail(&c, 2);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, NULL, "Re: "), 1);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	club_clear(&c);
}

/* One that cannot be taken apart at all goes to the operator, with its bytes;
 * it is not filed as if somebody had been answered. */
TEST("host/answered", "the parser fails for good")
{
	struct club c;

	fail(&c, 99);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	EQUAL_INT(club_count(&c, "mail/in/.Processed/cur"), 0);
	EQUAL_INT(club_count(&c, "mail/in/.Quarantine/cur"), 1);
	club_clear(&c);
}

/* The clock loses a second between the decision and the answer. */
static void lose_a_second(enum sp_batch_stage stage, void *payload)
{
	struct club *c = payload;

	if (stage == SP_STAGE_RECORDED)
		c->now--;
}

TEST("host/answered", "the clock loses a second")
{
	struct club c;
	const char *mover;

	club_make(&c);
	club_game(&c, GID, 2, "", true);
	club_read(&c);
	club_close(&c);
	c.stage = lose_a_second;
	c.payload = &c;
	mover = club_person(club_active(&c, GID))->colour;
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(c.pass.sent, 2);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: "), 1);
	club_clear(&c);
}

/* ---- a mail that another program renames -------------------------------- */

/* A turn whose deadline has passed. Its order came before that, and was looked
 * at in a mail reader, which left it in cur/. Returns whose turn it is. */
static const char *begin_late(struct club *c, char **name, char **other)
{
	const char *mover, *file;
	char *from;

	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "deadline=1", true);
	club_read(c);
	club_pass(c);
	mover = club_person(club_active(c, GID))->colour;
	c->now += CLUB_HOUR - 60;
	file = club_reply(c, club_present(c, GID), mover, "end");
	from = sp_xasprintf("%s/mail/in/new/%s", c->dir, file);
	*name = sp_xasprintf("%s/mail/in/cur/%s:2,", c->dir, file);
	*other = sp_xasprintf("%s/mail/in/cur/%s:2,S", c->dir, file);
	EQUAL_INT_FATAL(rename(from, *name), 0);
	sp_free(from);
	club_close(c);
	c->now += 60 + SETTLE;
	return mover;
}

static void end_late(struct club *c, const char *mover, char *name, char *other)
{
	EQUAL_INT(c->pass.commits, 1);
	EQUAL_INT(club_letters(c, 0, mover, "Re: "), 1);
	EQUAL_INT(club_letters(c, 0, mover, "The clock"), 0);
	EQUAL_INT(club_count(c, "mail/in/cur"), 0);
	sp_free(name);
	sp_free(other);
	club_clear(c);
}

/* The scan misses it; its player keeps the turn. */
TEST("host/answered", "a scan misses a mail")
{
	for (int deaf = 0; deaf < 2; deaf++) {
		char *name, *other;
		struct club c;
		const char *mover = begin_late(&c, &name, &other);

		if (deaf)
			shuffle_deafen();
		shuffle_begin(name, other, "h");
		club_pass(&c);
		EQUAL_INT(shuffle_end(), 1);
		end_late(&c, mover, name, other);
	}
}

/* How often these words are in the log. */
static unsigned logged(const struct club *c, const char *words)
{
	char *path = sp_xasprintf("%s.log", c->dir);
	struct sp_buf text;
	unsigned n = 0;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT(sp_file_read(&text, path, NULL), SP_OK);
	for (const char *at = sp_buf_str(&text);
		(at = strstr(at, words)) != NULL; at++)
		n++;
	sp_buf_free(&text);
	sp_free(path);
	return n;
}

/* No scan is like the one before: nobody claims to have heard everything, so
 * the deadline waits, but not for long. */
TEST("host/answered", "a scan may have missed a mail")
{
	char *name, *other;
	struct club c;
	const char *mover = begin_late(&c, &name, &other);

	sp_log_set_level(SP_LOG_WARN);
	shuffle_deafen();
	c.config.poll = 30;
	shuffle_begin(name, other, ".h.h");
	club_pass(&c);
	EQUAL_INT(shuffle_end(), 4);
	shuffle_deafen();
	shuffle_begin(name, other, ".h.h");
	club_pass(&c);
	EQUAL_INT(shuffle_end(), 4);
	EQUAL_INT(logged(&c, "keeps renaming mails"), 1);
	EQUAL_INT(c.pass.timers + c.pass.mails + c.pass.commits, 0);
	EQUAL_INT(club_wait(&c), 5);
	EQUAL_INT(club_count(&c, "mail/in/cur"), 1);
	c.now += 5;
	club_pass(&c);
	club_cover(&c); /* which would be due in five seconds, too */
	CU_ASSERT_TRUE(club_wait(&c) > 5);
	end_late(&c, mover, name, other);
}

/* A process died in it. That the next one does not see it is no sign that it
 * passed: the second death puts it aside. */
TEST("host/answered", "a poisonous mail is missed")
{
	char *name, *other;
	struct club c;

	(void)begin_late(&c, &name, &other);
	club_die(&c, SP_STAGE_APPLIED, 1);
	shuffle_deafen();
	shuffle_begin(name, other, ".h.h");
	club_pass(&c);
	EQUAL_INT(shuffle_end(), 4);
	EQUAL_INT(c.pass.mails, 0);
	club_close(&c);
	club_die(&c, SP_STAGE_APPLIED, 1);
	club_pass(&c);
	EQUAL_INT(club_count(&c, "mail/in/.Quarantine/cur"), 1);
	sp_free(name);
	sp_free(other);
	club_clear(&c);
}
