/* Our side of the processes in which bots think. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addclosefrom_np */
#include "thinker_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SHORT_MS  20    /* whoever asks waits so long: most bots are quick */
#define ANSWER_MS 20000 /* so long a process has for an answer */
#define TRIES     3     /* of processes that die or hang on one question */

static int64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- questions ------------------------------------------------------------
 */

static struct thinker_question *numbered(
	const struct sp_thinker *t, uint64_t number)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->question[i]->ask.number == number)
			return t->question[i];
	return NULL;
}

static bool is_open(const struct thinker_question *q)
{
	return q->state == THINKER_WAITING || q->state == THINKER_BEING_ASKED;
}

static bool is_same(const struct thinker_question *q, const char *gid,
	enum sp_bot bot, const struct sp_bot_ask *ask)
{
	/* A view has the same bytes where it tells the same (game.h).
	 * NOLINTBEGIN(bugprone-suspicious-memory-comparison,cert-*) */
	return sp_streq(q->gid, gid) && q->ask.bot == (int)bot &&
	       q->ask.seat == ask->seat && q->ask.playouts == ask->playouts &&
	       q->ask.chance == *ask->chance && q->ruleset == ask->ruleset &&
	       memcmp(&q->ask.view, ask->view, sizeof(q->ask.view)) == 0;
	/* NOLINTEND(bugprone-suspicious-memory-comparison,cert-*) */
}

static void drop(struct sp_thinker *t, size_t i)
{
	sp_wipe(t->question[i], sizeof(*t->question[i]));
	sp_free(t->question[i]);
	t->question[i] = t->question[--t->n];
}

/* The question, made if it is new. One that is open is of a game that has
 * become another one meanwhile. */
static struct thinker_question *find(struct sp_thinker *t, const char *gid,
	enum sp_bot bot, const struct sp_bot_ask *ask)
{
	struct thinker_question *q;

	for (size_t i = 0; i < t->n; i++)
		if (is_same(t->question[i], gid, bot, ask))
			return t->question[i];
	for (size_t i = t->n; i-- > 0;)
		if (is_open(t->question[i]) &&
			sp_streq(t->question[i]->gid, gid))
			drop(t, i);
	q = sp_xcalloc(1, sizeof(*q));
	sp_format(q->gid, sizeof(q->gid), "%s", gid);
	q->ruleset = ask->ruleset;
	q->ask.number = ++t->last;
	q->ask.chance = *ask->chance;
	q->ask.bot = (int32_t)bot;
	q->ask.seat = ask->seat;
	q->ask.playouts = ask->playouts;
	q->ask.view = *ask->view;
	t->question =
		sp_xrealloc(t->question, t->n + 1, sizeof(t->question[0]));
	t->question[t->n++] = q;
	return q;
}

void sp_thinker_forget(struct sp_thinker *t, const char *gid)
{
	for (size_t i = t != NULL ? t->n : 0; i-- > 0;)
		if (sp_streq(t->question[i]->gid, gid))
			drop(t, i);
}

bool sp_thinker_asks(const struct sp_thinker *t, const char *gid)
{
	for (size_t i = 0; t != NULL && i < t->n; i++)
		if (is_open(t->question[i]) &&
			sp_streq(t->question[i]->gid, gid))
			return true;
	return false;
}

/* ---- processes ------------------------------------------------------------
 */

/* It gets the socket as its standard input, our standard error, and nothing
 * else of ours. */
static int spawn(pid_t *pid, char *program, int fd)
{
	char *argv[] = { program, NULL };
	char *env[] = { (char[]){ "LC_ALL=C" }, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int rc;

	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawnattr_init(&attr);
	rc = posix_spawn_file_actions_adddup2(&files, fd, 0);
	if (rc == 0)
		rc = posix_spawn_file_actions_addopen(
			&files, 1, "/dev/null", O_WRONLY, 0);
	if (rc == 0)
		rc = posix_spawn_file_actions_addclosefrom_np(&files, 3);
	if (rc == 0)
		rc = posix_spawnattr_setsigmask(&attr, &none);
	if (rc == 0)
		rc = posix_spawnattr_setsigdefault(&attr, &all);
	if (rc == 0)
		rc = posix_spawnattr_setpgroup(&attr, 0);
	if (rc == 0)
		rc = posix_spawnattr_setflags(
			&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
				       POSIX_SPAWN_SETPGROUP);
	if (rc == 0)
		rc = posix_spawn(pid, program, &files, &attr, argv, env);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	return rc;
}

/* Returns its status, of wait. */
static int end(struct thinker_worker *w)
{
	int status = 0;

	if (w->pid > 0) {
		/* in this order: else it may see the end, and exit by itself */
		(void)kill(w->pid, SIGKILL);
		(void)close(w->fd);
		while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	if (w->out.len > 0)
		sp_wipe(w->out.data, w->out.len);
	sp_buf_free(&w->out);
	memset(w, 0, sizeof(*w));
	w->fd = -1;
	return status;
}

/* It is of no use any more. Its question is asked anew, of another one, unless
 * that was in vain too often. */
static void give_up(
	struct sp_thinker *t, struct thinker_worker *w, const char *why)
{
	struct thinker_question *q = numbered(t, w->number);
	int status = end(w);

	sp_log(SP_LOG_ERROR, "a bot's process %s (%s %d)%s%s", why,
		WIFSIGNALED(status) ? "signal" : "status",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
		q != NULL ? ", asked in game " : "", q != NULL ? q->gid : "");
	if (q == NULL || q->state != THINKER_BEING_ASKED)
		return;
	q->state = ++q->tries < TRIES ? THINKER_WAITING : THINKER_FAILED;
}

static bool start(struct sp_thinker *t, struct thinker_worker *w)
{
	struct epoll_event event = { .events = EPOLLIN };
	int pair[2], failed;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	failed = spawn(&w->pid, t->program, pair[1]);
	if (failed != 0)
		w->pid = 0;
	(void)close(pair[1]);
	w->fd = pair[0];
	sp_buf_init(&w->out, SIZE_MAX);
	if (t->room > 0)
		(void)setsockopt(w->fd, SOL_SOCKET, SO_SNDBUF, &t->room,
			sizeof(t->room));
	if (w->pid > 0 && epoll_ctl(t->poll, EPOLL_CTL_ADD, w->fd, &event) == 0)
		return true;
	if (w->pid == 0)
		(void)close(w->fd);
	(void)end(w);
	if (failed != 0)
		errno = failed;
	return false;
}

/* Send what fits: who does not read holds nobody up. False: it is gone. */
static bool flush(const struct sp_thinker *t, struct thinker_worker *w)
{
	struct epoll_event event = { .events = EPOLLIN };

	while (w->sent < w->out.len) {
		ssize_t k = send(w->fd, w->out.data + w->sent,
			w->out.len - w->sent, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (k < 0 && errno == EAGAIN) {
			w->full = true;
			event.events |= EPOLLOUT;
			return epoll_ctl(t->poll, EPOLL_CTL_MOD, w->fd,
				       &event) == 0;
		}
		if (k < 0 && errno != EINTR)
			return false;
		w->sent += k > 0 ? (size_t)k : 0;
	}
	if (w->out.len == 0)
		return true;
	sp_wipe(w->out.data, w->out.len);
	sp_buf_clear(&w->out);
	w->sent = 0;
	if (!w->full)
		return true;
	w->full = false;
	return epoll_ctl(t->poll, EPOLL_CTL_MOD, w->fd, &event) == 0;
}

static bool put_frame(struct thinker_worker *w, enum thinker_frame frame,
	const void *data, size_t n)
{
	const struct thinker_head head = { (uint32_t)frame, (uint32_t)n };

	if (n > THINKER_FRAME_MOST)
		return false;
	sp_buf_add(&w->out, (const char *)&head, sizeof(head));
	sp_buf_add(&w->out, data, n);
	return true;
}

static bool put_ruleset(const struct sp_thinker *t, struct thinker_worker *w,
	const struct sp_ruleset *ruleset)
{
	const struct sp_files *files =
		sp_record_rulesets_files(t->rulesets, ruleset);
	struct sp_buf text;
	uint8_t len[8];
	bool good;

	if (files == NULL || w->n == THINKER_RULESETS)
		return false;
	sp_buf_init(&text, SIZE_MAX);
	for (size_t i = 0; i < files->n; i++) {
		sp_put_be64(len, files->len[i]);
		sp_buf_add(&text, files->path[i], strlen(files->path[i]) + 1);
		sp_buf_add(&text, (const char *)len, sizeof(len));
		sp_buf_add(&text, files->text[i], files->len[i] + 1);
	}
	good = put_frame(w, THINKER_RULESET, text.data, text.len);
	w->ruleset[w->n++] = ruleset;
	sp_buf_free(&text);
	return good;
}

static bool ask(struct sp_thinker *t, struct thinker_worker *w,
	struct thinker_question *q)
{
	int at = 0;

	w->number = q->ask.number;
	w->since = now_ms();
	q->state = THINKER_BEING_ASKED;
	while (at < w->n && w->ruleset[at] != q->ruleset)
		at++;
	q->ask.ruleset = at;
	return (at < w->n || put_ruleset(t, w, q->ruleset)) &&
	       put_frame(w, THINKER_ASK, &q->ask, sizeof(q->ask)) &&
	       flush(t, w);
}

/* Give what waits to whoever is idle. */
static void dispatch(struct sp_thinker *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct thinker_question *q = t->question[i];
		struct thinker_worker *idle = NULL;

		if (q->state != THINKER_WAITING)
			continue;
		for (int k = 0; k < t->n_workers; k++)
			if (t->worker[k].number == 0 &&
				(idle == NULL || t->worker[k].pid > 0))
				idle = &t->worker[k];
		if (idle == NULL)
			return;
		if (idle->pid == 0 && !start(t, idle)) {
			sp_log(SP_LOG_ERROR, "%s cannot be started: %s",
				t->program, strerror(errno));
			q->state = ++q->tries < TRIES ? THINKER_WAITING
						      : THINKER_FAILED;
		} else if (!ask(t, idle, q)) {
			give_up(t, idle, "died");
		}
	}
}

static void take_told(struct sp_thinker *t, struct thinker_worker *w)
{
	const struct thinker_told *told = &w->in.told;
	struct thinker_question *q = numbered(t, told->number);

	if (q != NULL && told->number == w->number) {
		q->state = told->found != 0 ? THINKER_ANSWERED : THINKER_FAILED;
		q->answer = told->command;
	}
	w->number = 0;
}

/* Read what is there. False: it is gone, or talks nonsense. */
static bool take(struct sp_thinker *t, struct thinker_worker *w)
{
	struct thinker_hello wanted;

	for (;;) {
		size_t size =
			w->greeted ? sizeof(w->in.told) : sizeof(w->in.hello);
		ssize_t k = recv(w->fd, (char *)&w->in + w->got, size - w->got,
			MSG_DONTWAIT);

		if (k < 0 && (errno == EAGAIN || errno == EINTR))
			return true;
		if (k <= 0)
			return false;
		w->got += (size_t)k;
		if (w->got < size)
			continue;
		w->got = 0;
		if (w->greeted) {
			take_told(t, w);
			continue;
		}
		thinker_hello(&wanted);
		if (memcmp(&wanted, &w->in.hello, sizeof(wanted)) != 0)
			return false;
		w->greeted = true;
	}
}

/* Take what comes within so many milliseconds. */
static void pump(struct sp_thinker *t, int ms)
{
	struct pollfd fd = { .fd = t->poll, .events = POLLIN };

	dispatch(t);
	(void)poll(&fd, 1, ms);
	for (int i = 0; i < t->n_workers; i++) {
		struct thinker_worker *w = &t->worker[i];

		if (w->pid > 0 && (!flush(t, w) || !take(t, w)))
			give_up(t, w, "died");
		else if (w->number != 0 && now_ms() - w->since >= t->answer_ms)
			give_up(t, w, "did not answer in time");
	}
	dispatch(t);
}

/* ---- for whoever asks -----------------------------------------------------
 */

static int answer(struct sp_bot_thinker *self, const char *gid, enum sp_bot bot,
	const struct sp_bot_ask *ask, struct sp_command *out,
	struct sp_error *e)
{
	struct sp_thinker *t = (struct sp_thinker *)self;
	struct thinker_question *q = find(t, gid, bot, ask);
	int64_t until = now_ms() + SHORT_MS, left = SHORT_MS;

	/* each question comes to an end: its process is ended, or it failed */
	while (is_open(q) && (left > 0 || self->now)) {
		pump(t, left > 0 ? (int)left : SHORT_MS);
		left = until - now_ms();
	}
	if (is_open(q))
		return sp_error_set(
			e, SP_EAGAIN, "game %s: a bot is thinking", gid);
	q->told = true;
	if (q->state == THINKER_FAILED)
		return sp_error_set(
			e, SP_ENOTFOUND, "game %s: a bot gives no answer", gid);
	*out = q->answer;
	return SP_OK;
}

bool sp_thinker_look(struct sp_thinker *t)
{
	bool any = false;

	if (t != NULL && t->n > 0)
		pump(t, 0);
	for (size_t i = 0; t != NULL && i < t->n; i++) {
		struct thinker_question *q = t->question[i];

		any = any || (!is_open(q) && !q->told);
		q->told = !is_open(q);
	}
	return any;
}

int sp_thinker_fd(const struct sp_thinker *t)
{
	return t != NULL && sp_thinker_left(t, 2) < 2 ? t->poll : -1;
}

int64_t sp_thinker_left(const struct sp_thinker *t, int64_t most)
{
	for (size_t i = 0; t != NULL && i < t->n && most > 0; i++) {
		const struct thinker_question *q = t->question[i];

		if (!is_open(q) && !q->told)
			most = 0;
		else if (is_open(q) && most > 1)
			most = 1;
	}
	return most;
}

/* ---- opening --------------------------------------------------------------
 */

int sp_thinker_open(struct sp_thinker **out, const char *program, int processes,
	const struct sp_rulesets *rulesets, struct sp_error *e)
{
	struct sp_thinker *t;
	int fd;

	if (program == NULL)
		return SP_OK;
	if (access(program, X_OK) != 0)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ESYS,
				"the bots' program %s cannot be started: %s",
				program, strerror(errno)),
			"install spellpost as a whole: this program belongs "
			"beside spellpostd");
	fd = epoll_create1(EPOLL_CLOEXEC);
	if (fd < 0)
		return sp_error_set(e, SP_ESYS, "cannot wait for bots: %s",
			strerror(errno));
	t = sp_xcalloc(1, sizeof(*t));
	t->of_bots.answer = answer;
	t->program = sp_xstrdup(program);
	t->rulesets = rulesets;
	t->answer_ms = ANSWER_MS;
	t->poll = fd;
	t->n_workers = processes < SP_THINKER_PROCESSES ? processes
							: SP_THINKER_PROCESSES;
	for (int i = 0; i < t->n_workers; i++)
		t->worker[i].fd = -1;
	*out = t;
	return SP_OK;
}

void sp_thinker_close(struct sp_thinker *t)
{
	if (t == NULL)
		return;
	for (int i = 0; i < t->n_workers; i++)
		(void)end(&t->worker[i]);
	while (t->n > 0)
		drop(t, t->n - 1);
	sp_free(t->question);
	(void)close(t->poll);
	sp_free(t->program);
	sp_free(t);
}

struct sp_bot_thinker *sp_thinker_of_bots(struct sp_thinker *t)
{
	return t != NULL ? &t->of_bots : NULL;
}
