/*
 * A checkpoint's sync runs in a thread of its own, and batches go on. The sync
 * stands still when it has begun, until the test lets it go: what is decided
 * meanwhile is not covered, and nothing that it stands on is removed.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../disk.h"
#include "faults.h"
#include "host_tests.h"

#define LEFT  "left-aaaaaaaa"
#define RIGHT "next-bbbbbbbb"

static size_t rows_of(struct club *c, const char *gid, int64_t *first)
{
	struct sp_batch_row *rows = NULL;
	struct sp_error e = { 0 };
	size_t n = 0;

	EQUAL_INT_FATAL(
		sp_registry_batch_list(club_registry(c), gid, &rows, &n, &e),
		SP_OK);
	if (first != NULL)
		*first = n > 0 ? rows[0].batch : 0;
	sp_free(rows);
	return n;
}

static void write_order(struct club *c, const char *gid)
{
	c->now += 1;
	(void)club_reply(c, club_present(c, gid), club_active(c, gid), "end");
}

static void begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	club_game(c, LEFT, 2, "deadline=72", true);
	club_game(c, RIGHT, 2, "deadline=72", true);
	club_pass(c);
	club_cover(c);
	write_order(c, LEFT);
	write_order(c, RIGHT);
	club_pass(c);
	club_close(c);
	c->aside = true;
	EQUAL_INT_FATAL(rows_of(c, LEFT, NULL), 1);
	EQUAL_INT_FATAL(rows_of(c, RIGHT, NULL), 1);
}

/* A checkpoint is due, and begins; its sync stands still. */
static void begin_sync(struct club *c)
{
	c->now += 10;
	disk_hold(true);
	club_pass(c);
	CU_ASSERT_TRUE_FATAL(sp_decided_fd(&c->host->covering) >= 0);
	disk_held();
	disk_hold(false);
}

/* The sync ends; it fails if there is an `error`. */
static void end_sync(const struct club *c, int error)
{
	struct pollfd fd = { .fd = sp_decided_fd(&c->host->covering),
		.events = POLLIN };

	disk_let_go(error);
	EQUAL_INT_FATAL(poll(&fd, 1, TEST_PATIENCE * 1000), 1);
}

static void decide(struct club *c, const char *gid)
{
	unsigned commits = club_commits(c, gid);

	write_order(c, gid);
	club_pass(c);
	EQUAL_INT_FATAL(club_commits(c, gid), commits + 1);
}

static void check_files(struct club *c)
{
	EQUAL_INT(club_git(c, LEFT, NULL, "git fsck --strict"), 0);
	EQUAL_INT(club_git(c, RIGHT, NULL, "git fsck --strict"), 0);
}

TEST("host/aside", "what is decided while a sync runs keeps its rows")
{
	int fds[SP_HOST_WAIT_FDS];
	size_t before, n, left;
	int64_t first;
	struct club c;

	begin(&c);
	before = rows_of(&c, LEFT, NULL);
	begin_sync(&c);
	EQUAL_INT(rows_of(&c, LEFT, NULL), before);
	/* its end wakes who waits */
	(void)sp_host_wait(c.host, &c.pass, fds, &n);
	CU_ASSERT_TRUE(n > 0);
	EQUAL_INT(fds[0], sp_decided_fd(&c.host->covering));
	/* it is decided, done and told at once */
	decide(&c, LEFT);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	EQUAL_INT(rows_of(&c, LEFT, NULL), before + 1);
	end_sync(&c, 0);
	club_pass(&c);
	EQUAL_INT(sp_decided_fd(&c.host->covering), -1);
	EQUAL_INT(rows_of(&c, LEFT, &first), 1);
	CU_ASSERT_TRUE(first > (int64_t)before);
	EQUAL_INT(rows_of(&c, RIGHT, NULL), 0);
	(void)sp_host_wait(c.host, &c.pass, fds, &left);
	EQUAL_INT(left, n - 1);
	club_clear(&c);
}

TEST("host/aside", "a sync that fails ends the process")
{
	unsigned commits;
	size_t before;
	struct club c;
	char *state;

	begin(&c);
	begin_sync(&c);
	decide(&c, LEFT);
	before = rows_of(&c, LEFT, NULL);
	commits = club_commits(&c, LEFT);
	write_order(&c, RIGHT);
	end_sync(&c, EIO);
	/* nothing more is decided, sent or covered */
	EQUAL_INT(club_try_pass(&c), SP_ESYS);
	CONTAINS(c.error.text, "cannot be synced");
	EQUAL_INT(club_count(&c, "mail/in/new"), 1);
	EQUAL_INT(club_try_pass(&c), SP_ESYS);
	EQUAL_INT(rows_of(&c, LEFT, NULL), before);
	club_close(&c);
	state = sp_xasprintf("%s/run/state", c.dir);
	CU_ASSERT_FALSE(sp_decided_was_clean(state));
	sp_free(state);
	/* the next one writes all of it anew, and goes on */
	club_open(&c);
	EQUAL_INT(rows_of(&c, LEFT, NULL), 0);
	EQUAL_INT(club_commits(&c, LEFT), commits);
	club_pass(&c);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	club_clear(&c);
}

/* A mail on standard input comes before a pass finds out. */
TEST("host/aside", "a batch does not begin after a sync that failed")
{
	int64_t before = 0, after = 0;
	struct club c;

	begin(&c);
	begin_sync(&c);
	EQUAL_INT(sp_registry_outbox_last(club_registry(&c), &before, NULL),
		SP_OK);
	end_sync(&c, EIO);
	CU_ASSERT_PTR_NULL(club_deliver(&c,
		"From: x@players.example\nTo: judge@localhost\nSubject: x\n"
		"Message-ID: <x@players.example>\n\nhelp\n"));
	CONTAINS(c.error.text, "cannot be synced");
	EQUAL_INT(sp_registry_outbox_last(club_registry(&c), &after, NULL),
		SP_OK);
	EQUAL_INT(after, before);
	EQUAL_INT(club_try_pass(&c), SP_ESYS);
	club_clear(&c);
}

TEST("host/aside", "a stop waits for a sync that runs")
{
	struct club c;
	char *state;

	begin(&c);
	begin_sync(&c);
	decide(&c, LEFT);
	disk_let_go(0);
	club_close(&c);
	EQUAL_INT(rows_of(&c, LEFT, NULL), 1);
	EQUAL_INT(rows_of(&c, RIGHT, NULL), 0);
	state = sp_xasprintf("%s/run/state", c.dir);
	CU_ASSERT_TRUE(sp_decided_was_clean(state));
	sp_free(state);
	club_clear(&c);
}

TEST("host/aside", "a stop says nothing of a sync that failed")
{
	size_t before;
	struct club c;
	char *state;

	begin(&c);
	before = rows_of(&c, LEFT, NULL);
	begin_sync(&c);
	disk_let_go(EIO);
	club_close(&c);
	EQUAL_INT(rows_of(&c, LEFT, NULL), before);
	state = sp_xasprintf("%s/run/state", c.dir);
	CU_ASSERT_FALSE(sp_decided_was_clean(state));
	sp_free(state);
	club_clear(&c);
}

TEST("host/aside", "killed while a sync runs")
{
	unsigned commits;
	int status = -1;
	struct club c;
	pid_t pid;

	if (!club_has_git())
		return;
	begin(&c);
	commits = club_commits(&c, LEFT);
	club_close(&c);
	(void)fflush(NULL);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		begin_sync(&c);
		decide(&c, LEFT);
		write_order(&c, RIGHT);
		(void)raise(SIGKILL);
	}
	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	CU_ASSERT_TRUE_FATAL(WIFSIGNALED(status));
	c.now += 60;
	club_open(&c);
	EQUAL_INT(rows_of(&c, "", NULL), 0);
	club_pass(&c);
	EQUAL_INT(club_commits(&c, LEFT), commits + 1);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	check_files(&c);
	club_clear(&c);
}

/* ---- packs --------------------------------------------------------------- */

/* More than a game keeps: one for each object. */
static void scatter(struct club *c, const char *gid)
{
	EQUAL_INT_FATAL(
		club_git(c, gid, NULL,
			"old=$(ls objects/pack/pack-*); for o in $(git "
			"rev-list --objects --all | cut -c1-40); do echo $o | "
			"git pack-objects -q objects/pack/pack >/dev/null || "
			"exit 1; done; rm -f $old && git fsck --strict"),
		0);
}

static bool has_many_packs(struct club *c, const char *gid)
{
	return club_git(c, gid, NULL,
		       "test $(ls objects/pack/*.pack | wc -l) -gt 12") == 0;
}

TEST("host/aside", "old packs go behind the sync, and the game goes on before")
{
	struct club c;

	if (!club_has_git())
		return;
	begin(&c);
	scatter(&c, LEFT);
	begin_sync(&c);
	CU_ASSERT_TRUE(has_many_packs(&c, LEFT));
	decide(&c, LEFT);
	CU_ASSERT_TRUE(has_many_packs(&c, LEFT));
	end_sync(&c, 0);
	club_pass(&c);
	CU_ASSERT_FALSE(has_many_packs(&c, LEFT));
	check_files(&c);
	decide(&c, LEFT);
	club_clear(&c);
}

/* It is decided, and its files fail. */
static void fail_once(enum sp_batch_stage stage, void *payload)
{
	bool *armed = payload;

	if (*armed && stage == SP_STAGE_RECORDED)
		faults_arm(LEFT ".git/objects/pack", EIO, 1, true);
	*armed = *armed && stage != SP_STAGE_RECORDED;
}

/* What the sync may have brought to the disk is written anew under other names
 * before it ends, and what it had of it is gone. */
TEST("host/aside", "a game that has to be finished meanwhile keeps its rows")
{
	bool armed = false;
	size_t before;
	struct club c;

	if (!club_has_git())
		return;
	begin(&c);
	scatter(&c, LEFT);
	before = rows_of(&c, LEFT, NULL);
	c.stage = fail_once;
	c.payload = &armed;
	begin_sync(&c);
	write_order(&c, LEFT);
	armed = true;
	club_pass(&c);
	CU_ASSERT_TRUE(faults_disarm() > 0);
	EQUAL_INT(c.host->n_unfinished, 1);
	EQUAL_INT(rows_of(&c, LEFT, NULL), before + 1);
	c.now += CLUB_HOUR;
	club_pass(&c);
	EQUAL_INT(c.host->n_unfinished, 0);
	end_sync(&c, 0);
	disk_hold(true); /* the next one is due, too */
	club_pass(&c);
	CU_ASSERT_TRUE_FATAL(sp_decided_fd(&c.host->covering) >= 0);
	disk_held();
	disk_hold(false);
	EQUAL_INT(rows_of(&c, LEFT, NULL), before + 1);
	EQUAL_INT(rows_of(&c, RIGHT, NULL), 0);
	check_files(&c);
	end_sync(&c, 0);
	club_pass(&c);
	EQUAL_INT(rows_of(&c, LEFT, NULL), 0);
	check_files(&c);
	decide(&c, LEFT);
	club_clear(&c);
}

TEST("host/aside", "a repair waits for a sync that runs")
{
	json_t *act = json_object();
	struct club c;

	begin(&c);
	begin_sync(&c);
	disk_let_go(0);
	sp_json_set_string(act, "act", "game repair");
	sp_json_set_string(act, "game", LEFT);
	(void)club_try_act(&c, act);
	EQUAL_INT(sp_decided_fd(&c.host->covering), -1);
	EQUAL_INT(rows_of(&c, LEFT, NULL), 0);
	json_decref(act);
	club_clear(&c);
}
