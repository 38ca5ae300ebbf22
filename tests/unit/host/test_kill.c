/*
 * Nothing is lost and nothing happens twice: a process that plays a tape is
 * killed at every stage of a batch, or at any moment, and another one goes on.
 * What the world sees in the end is what it sees of an undisturbed run. The
 * mails lie in a Maildir, which is read as it is, or through a server.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests.h"
#include "service/office.h"

#define STEPS    (SP_STAGE_COVERED + 1)
#define EXIT_ERR 3

/* Shared with the children, and still there when they are dead. */
struct progress {
	volatile size_t put;  /* mails of the events before lie there */
	volatile size_t done; /* events */
	volatile unsigned seen[STEPS];
	enum sp_batch_stage stage; /* where to die */
	unsigned nth;              /* 0: nowhere */
};

static struct progress *progress_new(void)
{
	char *path = sp_xasprintf("%s/progress", test_tempdir());
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	struct progress *p = MAP_FAILED;

	CU_ASSERT_FATAL(fd >= 0);
	if (ftruncate(fd, sizeof(*p)) == 0)
		p = mmap(NULL, sizeof(*p), PROT_READ | PROT_WRITE, MAP_SHARED,
			fd, 0);
	(void)close(fd);
	sp_free(path);
	CU_ASSERT_PTR_NOT_EQUAL_FATAL(p, MAP_FAILED);
	return p; /* zeroed: the file is new */
}

static void hook(enum sp_batch_stage stage, void *payload)
{
	struct progress *p = payload;

	p->seen[stage]++;
	if (stage == p->stage && p->seen[stage] == p->nth)
		(void)raise(SIGKILL);
}

/* In a child: from where the one before it stopped. */
static void play(struct club *c, const struct tape *tape, struct progress *p)
{
	c->stage = hook;
	c->payload = p;
	for (size_t i = p->done; i < tape->n; i++) {
		const struct event *event = &tape->event[i];

		c->now = event->now;
		if (event->file != NULL && p->put <= i) {
			club_put(c, event);
			p->put = i + 1;
		} else if (event->file == NULL && club_try_pass(c) != SP_OK) {
			(void)fprintf(stderr, "pass: %s\n", c->error.text);
			_exit(EXIT_ERR);
		}
		p->done = i + 1;
	}
	club_close(c);
	_exit(0);
}

static pid_t start_playing(
	struct club *c, const struct tape *tape, struct progress *p)
{
	pid_t pid;

	CU_ASSERT_PTR_NULL_FATAL(c->host);
	(void)fflush(NULL);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0)
		play(c, tape, p);
	return pid;
}

static int wait_for(pid_t pid)
{
	int status = -1;

	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	return status;
}

static void play_on(struct club *c, const struct tape *tape, struct progress *p)
{
	int status;

	p->nth = 0;
	status = wait_for(start_playing(c, tape, p));
	CU_ASSERT_TRUE_FATAL(WIFEXITED(status));
	EQUAL_INT_FATAL(WEXITSTATUS(status), 0);
}

/* Play until the nth time of a stage; it must come. */
static void die_at(struct club *c, const struct tape *tape, struct progress *p,
	enum sp_batch_stage stage, unsigned nth)
{
	int status;

	memset((void *)(uintptr_t)p->seen, 0, sizeof(p->seen));
	p->stage = stage;
	p->nth = nth;
	status = wait_for(start_playing(c, tape, p));
	if (!WIFSIGNALED(status))
		printf("\n  stage %d does not come %u times\n", (int)stage,
			nth);
	CU_ASSERT_TRUE_FATAL(WIFSIGNALED(status));
	EQUAL_INT_FATAL(WTERMSIG(status), SIGKILL);
}

/* How the mails are read. */
enum way { AS_FILES, IMAP, IMAP_WITHOUT_MOVE, POP3, WAYS };

static const char *const way_names[] = { "files", "IMAP", "IMAP without MOVE",
	"POP3" };

struct stage {
	enum way way;
	struct office office; /* but for files */
	struct club start;
	struct tape tape;
	struct sp_buf wanted; /* the picture of an undisturbed run */
	unsigned total[STEPS];
	long micros; /* that it took */
};

static void imap_uid(const struct club *c, const char *file, char *out)
{
	office_uid(c->server, file, out);
}

/* A club as it is before the first event. */
static void stage_copy(struct stage *s, struct club *c)
{
	struct office_shared *shared = s->office.s;

	club_copy(c, &s->start);
	if (s->way == AS_FILES)
		return;
	sp_format(
		shared->in, sizeof(shared->in), "%s", c->config.inbox[0].path);
	shared->n_names = 0;
	shared->has_processed = false;
	if (s->way == IMAP_WITHOUT_MOVE)
		sp_format(shared->capabilities, sizeof(shared->capabilities),
			"UIDPLUS");
	office_inbox(&s->office, &c->config, 0,
		s->way == POP3 ? OFFICE_POP3 : OFFICE_IMAP, 20);
	c->server = &s->office;
	c->uid = s->way == POP3 ? NULL : imap_uid;
}

static void stage_open(struct stage *s, enum way way)
{
	struct progress *p = progress_new();
	struct timespec from, to;
	struct club c;

	s->way = way;
	if (way != AS_FILES)
		office_start(&s->office, NULL);
	scenario(&s->start, &s->tape, true);
	stage_copy(s, &c);
	(void)clock_gettime(CLOCK_MONOTONIC, &from);
	play_on(&c, &s->tape, p);
	(void)clock_gettime(CLOCK_MONOTONIC, &to);
	s->micros = (long)(to.tv_sec - from.tv_sec) * 1000000 +
		    (to.tv_nsec - from.tv_nsec) / 1000;
	for (int i = 0; i < STEPS; i++) {
		s->total[i] = p->seen[i];
		CU_ASSERT_TRUE(s->total[i] > 2);
	}
	sp_buf_init(&s->wanted, SIZE_MAX);
	club_picture(&c, &s->wanted);
	(void)munmap(p, sizeof(*p));
	club_clear(&c);
}

static void stage_close(struct stage *s)
{
	club_clear(&s->start);
	tape_clear(&s->tape);
	sp_buf_free(&s->wanted);
	if (s->way != AS_FILES)
		office_stop(&s->office);
}

static void compare(const struct stage *s, struct club *c, const char *what)
{
	struct sp_buf got;

	sp_buf_init(&got, SIZE_MAX);
	club_picture(c, &got);
	if (!sp_streq(sp_buf_str(&s->wanted), sp_buf_str(&got)))
		printf("\n--- %s: wanted\n%s--- got\n%s", what,
			sp_buf_str(&s->wanted), sp_buf_str(&got));
	EQUAL_STRING(sp_buf_str(&s->wanted), sp_buf_str(&got));
	sp_buf_free(&got);
}

static void kill_once(struct stage *s, enum sp_batch_stage stage, unsigned nth)
{
	struct progress *p = progress_new();
	char *what = sp_xasprintf("%s, killed at stage %d, %u",
		way_names[s->way], (int)stage, nth);
	struct club c;

	stage_copy(s, &c);
	die_at(&c, &s->tape, p, stage, nth);
	play_on(&c, &s->tape, p);
	compare(s, &c, what);
	(void)munmap(p, sizeof(*p));
	sp_free(what);
	club_clear(&c);
}

/* Two occurrences of each stage; in the long run each one. */
static void kill_at_each_step(enum way way)
{
	unsigned points = test_long() ? 1000 : way == AS_FILES ? 2 : 1;
	struct stage s;

	if (!club_has_git())
		return;
	stage_open(&s, way);
	for (int stage = 0; stage < STEPS; stage++) {
		unsigned total = s.total[stage];
		unsigned n = total < points ? total : points;

		for (unsigned i = 0; i < n; i++)
			kill_once(&s, (enum sp_batch_stage)stage,
				n == total ? i + 1
					   : 1 + (2 * i + 1) * total / (2 * n));
	}
	stage_close(&s);
}

TEST("host/kill", "killed at each stage")
{
	kill_at_each_step(AS_FILES);
}

TEST("host/kill", "killed at each stage, IMAP")
{
	kill_at_each_step(IMAP);
}

TEST("host/kill", "killed at each stage, IMAP without MOVE")
{
	kill_at_each_step(IMAP_WITHOUT_MOVE);
}

TEST("host/kill", "killed at each stage, POP3")
{
	kill_at_each_step(POP3);
}

/* The server says when a mail came, so that it makes no difference. */
TEST("host/kill", "files and IMAP give the same")
{
	struct stage files, imap;

	if (!club_has_git())
		return;
	stage_open(&files, AS_FILES);
	stage_open(&imap, IMAP);
	if (!sp_streq(sp_buf_str(&files.wanted), sp_buf_str(&imap.wanted)))
		printf("\n--- files\n%s--- IMAP\n%s", sp_buf_str(&files.wanted),
			sp_buf_str(&imap.wanted));
	EQUAL_STRING(sp_buf_str(&files.wanted), sp_buf_str(&imap.wanted));
	stage_close(&files);
	stage_close(&imap);
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
	struct stage s;

	if (!club_has_git())
		return;
	stage_open(&s, AS_FILES);
	for (size_t i = 0; i < SP_ARRAY_LEN(pairs); i++) {
		struct progress *p = progress_new();
		struct club c;

		stage_copy(&s, &c);
		die_at(&c, &s.tape, p, pairs[i].first, pairs[i].first_nth);
		die_at(&c, &s.tape, p, pairs[i].second, pairs[i].second_nth);
		play_on(&c, &s.tape, p);
		compare(&s, &c, "killed twice");
		(void)munmap(p, sizeof(*p));
		club_clear(&c);
	}
	stage_close(&s);
}

/* Killed from outside, again and again, wherever it is. */
TEST("host/kill", "killed at any moment")
{
	int runs = test_long() ? 100 : 10;
	uint64_t random = 0x5be11905;
	struct stage s;

	if (!club_has_git())
		return;
	stage_open(&s, AS_FILES);
	for (int i = 0; i < runs; i++) {
		struct progress *p = progress_new();
		struct timespec pause;
		struct club c;
		pid_t pid;
		long micros;

		random = random * 6364136223846793005U + 1442695040888963407U;
		micros = (long)((random >> 20) % (uint64_t)s.micros);
		pause.tv_sec = micros / 1000000;
		pause.tv_nsec = micros % 1000000 * 1000;
		stage_copy(&s, &c);
		pid = start_playing(&c, &s.tape, p);
		(void)nanosleep(&pause, NULL);
		(void)kill(pid, SIGKILL);
		(void)wait_for(pid);
		play_on(&c, &s.tape, p);
		compare(&s, &c, "killed at some moment");
		(void)munmap(p, sizeof(*p));
		club_clear(&c);
	}
	stage_close(&s);
}
