#include "relay.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../disk.h"

#define EXIT_ERR 3

/* ---- processes ----------------------------------------------------------- */

struct relay_progress *relay_progress(void)
{
	char *path = sp_xasprintf("%s/progress", test_tempdir());
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	struct relay_progress *p = MAP_FAILED;

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
	struct relay_progress *p = payload;

	p->seen[stage]++;
	if (stage == SP_STAGE_SENT)
		disk_note(DISK_SENT, p->seen[stage]);
	if (stage == p->stage && p->seen[stage] == p->nth)
		(void)raise(SIGKILL);
}

#define LEAP 3600 /* seconds */

/* A sync that runs aside stands still for one pass; the next one finds it over.
 */
static void let_on(const struct club *c, bool *stands)
{
	struct pollfd fd = { .events = POLLIN };

	fd.fd = c->host != NULL ? sp_decided_fd(&c->host->covering) : -1;
	if (*stands) {
		disk_let_go(0);
		*stands = false;
		if (poll(&fd, 1, TEST_PATIENCE * 1000) != 1)
			_exit(EXIT_ERR);
	} else if (fd.fd >= 0) {
		disk_held();
		*stands = true;
	}
}

/* In a child: from where the one before it stopped. */
static void play(
	struct club *c, const struct tape *tape, struct relay_progress *p)
{
	bool stands = false;

	c->stage = hook;
	c->payload = p;
	disk_hold(c->aside);
	if (p->calm)
		disk_calm();
	if (p->log != NULL)
		disk_record(c->dir, p->log);
	if (p->cut_at > 0)
		disk_break(p->cut_at, p->cut, c);
	for (size_t i = p->done; i < tape->n; i++) {
		const struct event *event = &tape->event[i];

		/* no sync stands still for the days that the clock leaps */
		if (stands && event->now - c->now > LEAP)
			let_on(c, &stands);
		c->now = event->now;
		if (event->file != NULL && p->put <= i) {
			disk_outside(true);
			club_put(c, event);
			disk_outside(false);
			p->put = i + 1;
			disk_note(DISK_PUT, i + 1);
		} else if (event->file == NULL && club_try_pass(c) != SP_OK) {
			sp_format(p->why, sizeof(p->why), "%.190s",
				c->error.text);
			_exit(EXIT_ERR);
		} else if (event->file == NULL) {
			let_on(c, &stands);
			if (c->once)
				club_close(c);
		}
		p->done = i + 1;
		disk_note(DISK_DONE, i + 1);
	}
	/* one that comes behind the last event has to look, too */
	if (c->host == NULL && tape->n > 0) {
		c->now = tape->event[tape->n - 1].now;
		if (club_try_pass(c) != SP_OK)
			_exit(EXIT_ERR);
	}
	disk_hold(false);
	if (stands)
		disk_let_go(0);
	club_close(c);
	disk_stop();
	_exit(0);
}

pid_t relay_start(
	struct club *c, const struct tape *tape, struct relay_progress *p)
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

int relay_wait(pid_t pid)
{
	int status = -1;

	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	return status;
}

bool relay_ends(
	struct club *c, const struct tape *tape, struct relay_progress *p)
{
	int status;

	p->nth = 0;
	status = relay_wait(relay_start(c, tape, p));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void relay_play_on(
	struct club *c, const struct tape *tape, struct relay_progress *p)
{
	bool ends = relay_ends(c, tape, p);

	if (!ends)
		printf("\n  pass: %s\n", p->why);
	CU_ASSERT_TRUE_FATAL(ends);
}

/* ---- clubs --------------------------------------------------------------- */

const char *const relay_ways[RELAY_WAYS] = { "files", "IMAP",
	"IMAP without MOVE", "POP3", "sendmail", "syncs aside", "SMTP",
	"once" };

bool relay_has_server(enum relay_way way)
{
	return way == RELAY_IMAP || way == RELAY_IMAP_WITHOUT_MOVE ||
	       way == RELAY_POP3;
}

static bool has_office(enum relay_way way)
{
	return relay_has_server(way) || way == RELAY_SMTP;
}

static void imap_uid(const struct club *c, const char *file, char *out)
{
	office_uid(c->server, file, out);
}

/* What it is given leaves at once; the same mail may come twice. Their names
 * are noted in the order of leaving, beside the club. */
static void send_by_program(struct club *c)
{
	char *body = sp_xasprintf(
		"new='%s/mail/out/new'\n"
		"mail=$(mktemp) && cat >\"$mail\" || exit 75\n"
		"name=$(sed -n '/^$/q; s/^Message-ID: <\\([^@>]*\\).*/\\1/p' "
		"\"$mail\")\n"
		"[ -n \"$name\" ] || exit 65\n"
		"[ ! -e \"$new/$name\" ] || cmp -s \"$mail\" \"$new/$name\" || "
		"name=$name.other\n"
		"mv \"$mail\" \"$new/$name\" && echo \"$name\" >>'%s.sent'",
		c->dir, c->dir);
	char *program = test_program(body);

	c->config.sender.type = SP_CONFIG_SENDMAIL;
	sp_format(c->config.sender.program, sizeof(c->config.sender.program),
		"%s", program);
	sp_free(program);
	sp_free(body);
}

void relay_serve(struct relay *r, struct club *c)
{
	struct office_shared *shared = r->office.s;

	c->aside = r->way == RELAY_ASIDE;
	c->once = r->way == RELAY_ONCE;
	if (r->way == RELAY_SMTP) {
		office_sender(&r->office, &c->config, 20);
		sp_format(shared->arrive, sizeof(shared->arrive),
			"%s/mail/out/new", c->dir);
	}
	if (r->way == RELAY_SENDMAIL)
		send_by_program(c);
	if (!relay_has_server(r->way))
		return;
	sp_format(
		shared->in, sizeof(shared->in), "%s", c->config.inbox[0].path);
	shared->n_names = 0;
	shared->has_processed = false;
	if (r->way == RELAY_IMAP_WITHOUT_MOVE)
		sp_format(shared->capabilities, sizeof(shared->capabilities),
			"UIDPLUS");
	office_inbox(&r->office, &c->config, 0,
		r->way == RELAY_POP3 ? OFFICE_POP3 : OFFICE_IMAP, 20);
	c->server = &r->office;
	c->uid = r->way == RELAY_POP3 ? NULL : imap_uid;
}

void relay_copy(struct relay *r, struct club *c)
{
	club_copy(c, &r->start);
	relay_serve(r, c);
}

/* More packs than a game keeps; each has what another has, too. */
static void crowd(struct club *c)
{
	struct sp_game_row *games = NULL;
	size_t n = 0;

	EQUAL_INT_FATAL(
		sp_registry_game_list(club_registry(c), &games, &n, NULL),
		SP_OK);
	club_close(c);
	for (size_t i = 0; i < n; i++)
		EQUAL_INT_FATAL(
			club_git(c, games[i].gid, NULL,
				"for o in $(git rev-list --objects main | "
				"cut -c1-40 | head -14); do echo $o | "
				"git pack-objects -q objects/pack/pack "
				">/dev/null || exit 1; done"),
			0);
	sp_free(games);
}

/* After such a silence the daemon has long looked again, and covered what it
 * had decided. */
static void look_meanwhile(struct tape *tape)
{
	for (size_t i = 1; i < tape->n; i++) {
		struct event pass = { .now = tape->event[i - 1].now + 10 };

		if (tape->event[i].now - pass.now < CLUB_HOUR)
			continue;
		tape->event = sp_xrealloc(
			tape->event, tape->n + 1, sizeof(*tape->event));
		memmove(&tape->event[i + 1], &tape->event[i],
			(tape->n++ - i) * sizeof(*tape->event));
		tape->event[i++] = pass;
	}
}

void relay_open(struct relay *r, enum relay_way way, const char *log)
{
	struct relay_progress *p = relay_progress();
	struct timespec from, to;
	struct club c;

	r->way = way;
	disk_prepare(); /* for the servers, too */
	if (has_office(way))
		office_start(&r->office, NULL);
	if (r->waiting)
		scenario_of_waiting(&r->start, &r->tape);
	else
		scenario(&r->start, &r->tape, true);
	look_meanwhile(&r->tape);
	if (r->crowded)
		crowd(&r->start);
	relay_copy(r, &c);
	p->log = log;
	p->calm = log != NULL;
	(void)clock_gettime(CLOCK_MONOTONIC, &from);
	relay_play_on(&c, &r->tape, p);
	(void)clock_gettime(CLOCK_MONOTONIC, &to);
	disk_stop();
	r->micros = (long)(to.tv_sec - from.tv_sec) * 1000000 +
		    (to.tv_nsec - from.tv_nsec) / 1000;
	for (int i = 0; i < RELAY_STAGES; i++) {
		r->total[i] = p->seen[i];
		CU_ASSERT_TRUE(r->total[i] > 2);
	}
	sp_buf_init(&r->wanted, SIZE_MAX);
	club_picture(&c, &r->wanted);
	r->end = sp_xstrdup(c.dir);
	(void)munmap(p, sizeof(*p));
	club_clear(&c);
}

void relay_close(struct relay *r)
{
	club_clear(&r->start);
	tape_clear(&r->tape);
	sp_buf_free(&r->wanted);
	sp_free(r->end);
	if (has_office(r->way))
		office_stop(&r->office);
}

static bool is_wanted(const struct relay *r, struct club *c, const char *what)
{
	struct sp_buf got;
	bool same;

	sp_buf_init(&got, SIZE_MAX);
	club_picture(c, &got);
	same = sp_streq(sp_buf_str(&r->wanted), sp_buf_str(&got));
	if (!same && what != NULL)
		printf("\n--- %s: wanted\n%s--- got\n%s", what,
			sp_buf_str(&r->wanted), sp_buf_str(&got));
	sp_buf_free(&got);
	return same;
}

void relay_compare(const struct relay *r, struct club *c, const char *what)
{
	CU_ASSERT_TRUE(is_wanted(r, c, what));
}

bool relay_is_same(const struct relay *r, struct club *c)
{
	return is_wanted(r, c, NULL);
}
