/*
 * A batch is decided, and then the files of one of its games fail, for hours,
 * over starts of the program: the other game goes on, what was decided is
 * finished when the files can be read again, and nobody is told of anything.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "faults.h"
#include "host_tests.h"

#define BAD  "hurt-jjjjjjjj"
#define GOOD "well-kkkkkkkk"

struct fixture {
	struct club club;
	unsigned bad, good; /* commits */
};

static void begin(struct fixture *f)
{
	struct club *c = &f->club;

	club_make(c);
	c->quiet = true;
	sp_log_set_level(SP_LOG_INFO);
	club_game(c, BAD, 2, "deadline=24", true);
	club_game(c, GOOD, 2, "deadline=48", true);
	(void)club_play(c, BAD, 2);
	(void)club_play(c, GOOD, 1);
	c->now += 60;
	f->bad = club_commits(c, BAD);
	f->good = club_commits(c, GOOD);
}

static void end(struct fixture *f)
{
	club_clear(&f->club);
	sp_log_set_level(SP_LOG_ERROR);
}

static const char *end_turn(struct club *c, const char *gid)
{
	return club_reply(c, club_present(c, gid), club_active(c, gid), "end");
}

/* An order for the bad game is decided, and the process dies before its branch
 * moves. */
static void die_decided(struct fixture *f)
{
	(void)end_turn(&f->club, BAD);
	club_close(&f->club);
	club_die(&f->club, SP_STAGE_RECORDED, 1);
	EQUAL_INT(club_commits(&f->club, BAD), f->bad);
}

static size_t rows_of(struct club *c, const char *gid)
{
	struct sp_batch_row *rows = NULL;
	struct sp_error e = { 0 };
	size_t n = 0;

	EQUAL_INT_FATAL(
		sp_registry_batch_list(club_registry(c), gid, &rows, &n, &e),
		SP_OK);
	sp_free(rows);
	return n;
}

static void nobody_was_told(struct club *c)
{
	club_read(c);
	EQUAL_INT(club_letters(c, 0, NULL, "suspended"), 0);
	EQUAL_INT(club_letters(c, 0, NULL, "goes on"), 0);
}

/* The mails of the decided order went out, and are answered. */
static void answer_both(struct club *c, char *fate[2])
{
	club_read(c);
	c->now += 60;
	fate[0] = sp_xstrdup(end_turn(c, BAD));
	c->now += 60;
	/* of the same player, at the wrong time: it comes second */
	fate[1] = sp_xstrdup(club_reply(
		c, club_present(c, BAD), club_active(c, BAD), "board"));
}

/* Files fail over several starts, while many batches of the other game come. */
static void away_for_hours(int error)
{
	struct fixture f;
	struct club *c = &f.club;
	struct sp_game_row row;
	char *mail[2];

	begin(&f);
	die_decided(&f);
	faults_arm(BAD ".git", error, 1, true);
	EQUAL_INT_FATAL(club_try_open(c), SP_OK);
	CU_ASSERT_TRUE(club_logged(c, "game " BAD " waits: "));
	CU_ASSERT_TRUE(club_logged(c, strerror(error)));
	club_pass(c);
	answer_both(c, mail);
	for (int i = 0; i < 4; i++) {
		EQUAL_INT(club_play(c, GOOD, 1), 1);
		if (i == 2)
			club_close(c);
		c->now += 60;
	}
	CU_ASSERT(club_commits(c, GOOD) >= f.good + 4);
	EQUAL_INT(rows_of(c, BAD), 1);
	EQUAL_INT(club_fate(c, mail[0]), SP_DISPOSITION_SEEN);
	EQUAL_INT(club_fate(c, mail[1]), SP_DISPOSITION_SEEN);
	club_row(c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	nobody_was_told(c);
	(void)faults_disarm();

	EQUAL_INT(club_commits(c, BAD), f.bad);
	club_later(c, CLUB_HOUR);
	EQUAL_INT(club_commits(c, BAD), f.bad + 2);
	EQUAL_INT(club_fate(c, mail[0]), SP_DISPOSITION_APPLIED);
	DIFFERENT_INT(club_fate(c, mail[1]), SP_DISPOSITION_SEEN);
	EQUAL_INT(club_count(c, "mail/in/new"), 0);
	/* who moves now knows of it since now */
	club_row(c, BAD, &row);
	CU_ASSERT(row.deadline >= c->now + (int64_t)24 * CLUB_HOUR);
	CU_ASSERT_TRUE(club_logged(c, "game " BAD ": works again"));
	nobody_was_told(c);
	EQUAL_INT(club_play(c, GOOD, 3), 3);
	EQUAL_INT(rows_of(c, BAD), 0);
	sp_free(mail[0]);
	sp_free(mail[1]);
	end(&f);
}

TEST("host/unfinished", "files fail for hours, over starts")
{
	away_for_hours(EIO);
}

TEST("host/unfinished", "a repository may not be read for hours")
{
	away_for_hours(EACCES);
}

/* Nothing else brings the game up: it is finished at its own time, and the
 * daemon wakes for it. */
TEST("host/unfinished", "finished without a mail")
{
	struct fixture f;
	struct club *c = &f.club;

	begin(&f);
	die_decided(&f);
	faults_arm(BAD ".git", EIO, 1, true);
	club_pass(c);
	CU_ASSERT(club_wait(c) <= 10);
	c->now += club_wait(c);
	club_pass(c);
	c->now += club_wait(c);
	(void)faults_disarm();
	EQUAL_INT(club_commits(c, BAD), f.bad);
	c->now += 20;
	club_pass(c);
	EQUAL_INT(club_commits(c, BAD), f.bad + 1);
	CU_ASSERT_TRUE(club_logged(c, "game " BAD ": works again"));
	club_later(c, 30);
	CU_ASSERT(club_wait(c) > 20);
	EQUAL_INT(club_play(c, BAD, 1), 1);
	nobody_was_told(c);
	end(&f);
}

static void fail_refs(enum sp_batch_stage stage, void *payload)
{
	const int *error = payload;

	if (stage == SP_STAGE_RECORDED)
		faults_arm(BAD ".git", *error, 1, true);
}

/* While the daemon runs: between the decision and the branch. */
TEST("host/unfinished", "files fail between decision and branch")
{
	struct fixture f;
	struct club *c = &f.club;
	int error = EIO;

	begin(&f);
	club_close(c);
	c->stage = fail_refs;
	c->payload = &error;
	(void)end_turn(c, BAD);
	c->now += 10;
	(void)end_turn(c, GOOD);
	EQUAL_INT(club_try_pass(c), SP_OK);
	EQUAL_INT(club_commits(c, GOOD), f.good + 1);
	EQUAL_INT(c->pass.commits, 2);
	club_read(c);
	EQUAL_INT(club_play(c, GOOD, 3), 3);
	EQUAL_INT(rows_of(c, BAD), 1);
	(void)faults_disarm();
	EQUAL_INT(club_commits(c, BAD), f.bad);
	c->stage = NULL;
	club_close(c);
	club_later(c, CLUB_HOUR);
	EQUAL_INT(club_commits(c, BAD), f.bad + 1);
	nobody_was_told(c);
	end(&f);
}

/* ---- another process has the game ---------------------------------------- */

static int hold(const struct club *c, const char *gid)
{
	char *repository = club_repository(c, gid);
	char *path = sp_xasprintf("%.*s.lock",
		(int)(strlen(repository) - strlen(".git")), repository);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	CU_ASSERT_FATAL(fd >= 0 && flock(fd, LOCK_EX) == 0);
	sp_free(repository);
	sp_free(path);
	return fd;
}

TEST("host/unfinished", "another process has a game")
{
	struct fixture f;
	struct club *c = &f.club;
	char *mail;
	int fd;

	begin(&f);
	mail = sp_xstrdup(end_turn(c, BAD));
	c->now += 10;
	(void)end_turn(c, GOOD);
	fd = hold(c, BAD);
	EQUAL_INT(club_try_pass(c), SP_OK);
	EQUAL_INT(club_commits(c, GOOD), f.good + 1);
	EQUAL_INT(club_fate(c, mail), SP_DISPOSITION_SEEN);
	CU_ASSERT_TRUE(club_logged(c, "is being written by another process"));
	(void)close(fd);
	club_later(c, CLUB_HOUR);
	EQUAL_INT(club_commits(c, BAD), f.bad + 1);
	nobody_was_told(c);
	sp_free(mail);
	end(&f);
}

/* At a start, with a batch to finish; then `deliver` and an act. */
TEST("host/unfinished", "another process has it at the start")
{
	struct fixture f;
	struct club *c = &f.club;
	json_t *act = json_pack("{s:s,s:s}", "act", "game cancel", "game", BAD);
	struct sp_buf raw;
	int fd;

	begin(&f);
	die_decided(&f);
	fd = hold(c, BAD);
	EQUAL_INT_FATAL(club_try_open(c), SP_OK);
	club_pass(c);
	EQUAL_INT(club_play(c, GOOD, 1), 1);
	/* these say for what they cannot wait */
	const struct letter *call = club_present(c, BAD);
	sp_buf_init(&raw, SIZE_MAX);
	sp_buf_addf(&raw,
		"From: %s\nTo: %s\nSubject: x\nMessage-ID: <one@x.example>\n"
		"In-Reply-To: %s\n\nend\n",
		club_person(club_active(c, BAD))->address, call->reply_to,
		call->id);
	CU_ASSERT_PTR_NULL(club_deliver(c, sp_buf_str(&raw)));
	CONTAINS(c->error.text, "another process");
	EQUAL_INT(club_try_act(c, act), SP_EAGAIN);
	CONTAINS(c->error.text, "another process");
	(void)close(fd);
	EQUAL_INT(club_commits(c, BAD), f.bad);
	/* and they do not wait for its time */
	CU_ASSERT_PTR_NOT_NULL(club_deliver(c, sp_buf_str(&raw)));
	EQUAL_INT(club_commits(c, BAD), f.bad + 2);
	nobody_was_told(c);
	sp_buf_free(&raw);
	json_decref(act);
	end(&f);
}

/* ---- damage ---------------------------------------------------------------
 */

/* The decided commit is lost: the game is not taken up at the one before it,
 * however often one looks, and goes on when the commit is there again. */
TEST("host/unfinished", "a decided commit is lost")
{
	struct fixture f;
	struct club *c = &f.club;
	struct sp_batch_row *rows = NULL;
	struct sp_error e = { 0 };
	struct sp_game_row row;
	char *hide, *back, *mail, *commit = NULL;
	size_t n = 0;

	if (!club_has_git())
		return;
	begin(&f);
	die_decided(&f);
	EQUAL_INT_FATAL(
		sp_registry_batch_list(club_registry(c), BAD, &rows, &n, &e),
		SP_OK);
	CU_ASSERT_FATAL(n > 0);
	/* that is in the repository alone */
	commit = sp_xstrdup(rows[0].old_head);
	hide = sp_xasprintf("mv objects/%.2s/%s hidden", commit, commit + 2);
	back = sp_xasprintf("mv hidden objects/%.2s/%s", commit, commit + 2);
	EQUAL_INT_FATAL(club_git(c, BAD, NULL, hide), 0);
	club_close(c);
	club_open(c);
	club_pass(c);
	c->now += 60;
	mail = sp_xstrdup(end_turn(c, BAD));
	for (int i = 0; i < 3; i++) {
		EQUAL_INT(club_play(c, GOOD, 1), 1);
		club_close(c);
		club_later(c, CLUB_HOUR);
		club_row(c, BAD, &row);
		EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	}
	EQUAL_INT(club_fate(c, mail), SP_DISPOSITION_SEEN);
	EQUAL_INT(club_letters(c, 0, NULL, "suspended"), 2);
	EQUAL_INT(club_letters(c, 0, NULL, "goes on"), 0);
	EQUAL_INT_FATAL(club_git(c, BAD, NULL, back), 0);
	club_later(c, CLUB_HOUR);
	EQUAL_INT(club_letters(c, 0, NULL, "goes on"), 2);
	EQUAL_INT(club_commits(c, BAD), f.bad + 2);
	club_row(c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	sp_free(rows);
	sp_free(commit);
	sp_free(hide);
	sp_free(back);
	sp_free(mail);
	end(&f);
}

/* Somebody else's, for a time: no damage. */
TEST("host/unfinished", "a repository is somebody else's at the start")
{
	struct fixture f;
	struct club *c = &f.club;

	if (geteuid() != 0) {
		test_skip("only root can give files to another user");
		return;
	}
	begin(&f);
	die_decided(&f);
	EQUAL_INT_FATAL(club_git(c, BAD, NULL, "chown 12345 \"$PWD\""), 0);
	EQUAL_INT_FATAL(club_try_open(c), SP_OK);
	EQUAL_INT(club_play(c, GOOD, 1), 1);
	EQUAL_INT_FATAL(club_git(c, BAD, NULL, "chown 0 \"$PWD\""), 0);
	club_later(c, CLUB_HOUR);
	EQUAL_INT(club_commits(c, BAD), f.bad + 1);
	nobody_was_told(c);
	end(&f);
}
