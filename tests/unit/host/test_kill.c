/*
 * Nothing is lost and nothing happens twice: a process that plays a tape is
 * killed at every stage of a batch, or at any moment, and another one goes on.
 * What the world sees in the end is what it sees of an undisturbed run. The
 * mails lie in a Maildir, which is read as it is, or through a server; they
 * leave into another one, or through a program.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "relay.h"

/* Play until the nth time of a stage; it must come. */
static void die_at(struct club *c, const struct tape *tape,
	struct relay_progress *p, enum sp_batch_stage stage, unsigned nth)
{
	int status;

	memset((void *)(uintptr_t)p->seen, 0, sizeof(p->seen));
	p->stage = stage;
	p->nth = nth;
	status = relay_wait(relay_start(c, tape, p));
	if (!WIFSIGNALED(status))
		printf("\n  stage %d does not come %u times\n", (int)stage,
			nth);
	CU_ASSERT_TRUE_FATAL(WIFSIGNALED(status));
	EQUAL_INT_FATAL(WTERMSIG(status), SIGKILL);
}

static void kill_once(struct relay *s, enum sp_batch_stage stage, unsigned nth)
{
	struct relay_progress *p = relay_progress();
	char *what = sp_xasprintf("%s, killed at stage %d, %u",
		relay_ways[s->way], (int)stage, nth);
	struct club c;

	relay_copy(s, &c);
	die_at(&c, &s->tape, p, stage, nth);
	relay_play_on(&c, &s->tape, p);
	relay_compare(s, &c, what);
	(void)munmap(p, sizeof(*p));
	sp_free(what);
	club_clear(&c);
}

/* Two occurrences of each stage; in the long run each one. */
static void kill_at_each_step(enum relay_way way)
{
	unsigned points = test_long() ? 1000 : way == RELAY_FILES ? 2 : 1;
	struct relay s = { 0 };

	if (!club_has_git())
		return;
	relay_open(&s, way, NULL);
	for (int stage = 0; stage < RELAY_STAGES; stage++) {
		unsigned total = s.total[stage];
		unsigned n = total < points ? total : points;

		for (unsigned i = 0; i < n; i++)
			kill_once(&s, (enum sp_batch_stage)stage,
				n == total ? i + 1
					   : 1 + (2 * i + 1) * total / (2 * n));
	}
	relay_close(&s);
}

TEST("host/kill", "killed at each stage")
{
	kill_at_each_step(RELAY_FILES);
}

TEST("host/kill", "killed at each stage, IMAP")
{
	kill_at_each_step(RELAY_IMAP);
}

TEST("host/kill", "killed at each stage, IMAP without MOVE")
{
	kill_at_each_step(RELAY_IMAP_WITHOUT_MOVE);
}

TEST("host/kill", "killed at each stage, POP3")
{
	kill_at_each_step(RELAY_POP3);
}

TEST("host/kill", "killed at each stage, sendmail")
{
	kill_at_each_step(RELAY_SENDMAIL);
}

TEST("host/kill", "killed at each stage, syncs aside")
{
	kill_at_each_step(RELAY_ASIDE);
}

/* The server says when a mail came, so that it makes no difference. */
TEST("host/kill", "files and IMAP give the same")
{
	struct relay files = { 0 }, imap = { 0 };

	if (!club_has_git())
		return;
	relay_open(&files, RELAY_FILES, NULL);
	relay_open(&imap, RELAY_IMAP, NULL);
	if (!sp_streq(sp_buf_str(&files.wanted), sp_buf_str(&imap.wanted)))
		printf("\n--- files\n%s--- IMAP\n%s", sp_buf_str(&files.wanted),
			sp_buf_str(&imap.wanted));
	EQUAL_STRING(sp_buf_str(&files.wanted), sp_buf_str(&imap.wanted));
	relay_close(&files);
	relay_close(&imap);
}

/* Two deaths before it can go on: the second one in what mends the first. */
TEST("host/kill", "killed twice")
{
	static const struct {
		enum sp_batch_stage first, second;
		unsigned first_nth, second_nth;
	} pairs[] = {
		{ SP_STAGE_RECORDED, SP_STAGE_SENT, 4, 1 },
		{ SP_STAGE_COVERED, SP_STAGE_COVERED, 3, 1 },
		{ SP_STAGE_APPLIED, SP_STAGE_OBJECTS, 9, 1 },
		{ SP_STAGE_OBJECTS, SP_STAGE_OBJECTS, 6, 1 },
		{ SP_STAGE_SENT, SP_STAGE_SENT, 8, 1 },
		{ SP_STAGE_MARKED, SP_STAGE_DONE, 7, 1 },
		{ SP_STAGE_REF, SP_STAGE_POLLED, 5, 1 },
	};
	struct relay s = { 0 };

	if (!club_has_git())
		return;
	relay_open(&s, RELAY_FILES, NULL);
	for (size_t i = 0; i < SP_ARRAY_LEN(pairs); i++) {
		struct relay_progress *p = relay_progress();
		struct club c;

		relay_copy(&s, &c);
		die_at(&c, &s.tape, p, pairs[i].first, pairs[i].first_nth);
		die_at(&c, &s.tape, p, pairs[i].second, pairs[i].second_nth);
		relay_play_on(&c, &s.tape, p);
		relay_compare(&s, &c, "killed twice");
		(void)munmap(p, sizeof(*p));
		club_clear(&c);
	}
	relay_close(&s);
}

/* Each process dies at that time of a stage, and the next one goes on. */
static void kill_each(struct relay *s, enum sp_batch_stage stage, unsigned nth)
{
	struct relay_progress *p = relay_progress();
	unsigned deaths = 0;
	struct club c;
	int status;

	relay_copy(s, &c);
	p->stage = stage;
	p->nth = nth;
	do {
		memset((void *)(uintptr_t)p->seen, 0, sizeof(p->seen));
		status = relay_wait(relay_start(&c, &s->tape, p));
		deaths += WIFSIGNALED(status) ? 1 : 0;
	} while (WIFSIGNALED(status) && deaths <= 2 * s->total[stage]);
	CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CU_ASSERT_TRUE(deaths + 1 >= s->total[stage] / nth);
	relay_compare(s, &c, "killed again and again");
	(void)munmap(p, sizeof(*p));
	club_clear(&c);
}

/* What is left for later (plans, offers, preferences, a question to all,
 * reminders) is done once, whichever mail a process dies of. What a stage does
 * not settle is done anew first: then the next one is its second. */
TEST("host/kill", "killed at each mail, much is left for later")
{
	static const struct {
		enum sp_batch_stage stage;
		unsigned nth;
	} deaths[] = {
		{ SP_STAGE_APPLIED, 2 },
		{ SP_STAGE_RECORDED, 1 },
		{ SP_STAGE_MARKED, 1 },
		/* in a long run */
		{ SP_STAGE_OBJECTS, 2 },
		{ SP_STAGE_REF, 1 },
		{ SP_STAGE_DONE, 1 },
		{ SP_STAGE_COVERED, 2 },
	};
	struct relay s = { .waiting = true };

	if (!club_has_git())
		return;
	relay_open(&s, RELAY_FILES, NULL);
	for (size_t i = 0; i < (test_long() ? SP_ARRAY_LEN(deaths) : 3); i++)
		kill_each(&s, deaths[i].stage, deaths[i].nth);
	relay_close(&s);
}

/* Killed from outside, again and again, wherever it is. */
TEST("host/kill", "killed at any moment")
{
	int runs = test_long() ? 100 : 10;
	uint64_t random = 0x5be11905;
	struct relay s = { 0 };

	if (!club_has_git())
		return;
	relay_open(&s, RELAY_FILES, NULL);
	for (int i = 0; i < runs; i++) {
		struct relay_progress *p = relay_progress();
		struct timespec pause;
		struct club c;
		pid_t pid;
		long micros;

		random = random * 6364136223846793005U + 1442695040888963407U;
		micros = (long)((random >> 20) % (uint64_t)s.micros);
		pause.tv_sec = micros / 1000000;
		pause.tv_nsec = micros % 1000000 * 1000;
		relay_copy(&s, &c);
		pid = relay_start(&c, &s.tape, p);
		(void)nanosleep(&pause, NULL);
		(void)kill(pid, SIGKILL);
		(void)relay_wait(pid);
		relay_play_on(&c, &s.tape, p);
		relay_compare(&s, &c, "killed at some moment");
		(void)munmap(p, sizeof(*p));
		club_clear(&c);
	}
	relay_close(&s);
}
