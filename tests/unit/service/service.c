#include "service_tests.h"

#include "host/batch.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "../fixtures.h"

static struct service *of_sender(struct sp_sender *s)
{
	return (struct service *)(void *)((char *)s -
					  offsetof(struct service, sender));
}

static int fake_poll(
	struct sp_inbox *in, struct sp_inbox_list *out, struct sp_error *e)
{
	struct fake *f = (struct fake *)in;

	f->polls++;
	if (f->code != SP_OK)
		return sp_error_set(e, f->code, "%s", f->text);
	if (f->mail != NULL) {
		out->items = sp_xcalloc(1, sizeof(*out->items));
		out->items[0].uid = sp_xstrdup(f->uid != NULL ? f->uid : "1");
		out->items[0].arrival =
			f->arrival != 0 ? f->arrival : f->service->now;
		out->items[0].size = strlen(f->mail);
		out->n = 1;
	}
	return SP_OK;
}

static int fake_read(struct sp_inbox *in, const char *uid, struct sp_buf *raw,
	struct sp_error *e)
{
	struct fake *f = (struct fake *)in;

	(void)uid;
	f->reads++;
	if (f->read_code != SP_OK)
		return sp_error_set(e, f->read_code, "%s", f->text);
	sp_buf_adds(raw, f->mail);
	return SP_OK;
}

static int fake_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e)
{
	struct fake *f = (struct fake *)in;

	(void)uids;
	(void)n;
	f->done++;
	if (f->done_code != SP_OK)
		return sp_error_set(e, f->done_code, "%s", f->text);
	f->mail = NULL;
	return SP_OK;
}

static int fake_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	return fake_done(in, &uid, 1, e);
}

static void fake_wait(struct sp_inbox *in, struct sp_inbox_wait *out)
{
	struct fake *f = (struct fake *)in;

	out->fd = f->no_fd ? -1 : f->pipe[0];
	out->seconds = f->seconds;
}

static void fake_close(struct sp_inbox *in)
{
	(void)in;
}

static const struct sp_inbox_ops inbox_ops = { .kind = "fake",
	.poll = fake_poll,
	.read = fake_read,
	.done = fake_done,
	.quarantine = fake_quarantine,
	.wait = fake_wait,
	.close = fake_close };

static enum sp_send_result fake_send(struct sp_sender *sender,
	const struct sp_envelope *env, struct sp_error *e)
{
	struct service *s = of_sender(sender);

	s->tries++;
	if (sp_streq(s->refused, "*") ||
		sp_mail_addr_equal(s->refused, env->to)) {
		sender->of_mail = true;
		(void)sp_error_set(
			e, SP_EINVAL, "550 5.1.1 %s is unknown here", env->to);
		return SP_SEND_PERMANENT;
	}
	if (sp_mail_addr_equal(s->blocked, env->to)) {
		sender->of_mail = true;
		(void)sp_error_set(
			e, SP_EAGAIN, "450 4.2.2 %s is full", env->to);
		return SP_SEND_TEMPORARY;
	}
	if (s->sender_code != SP_OK) {
		sender->of_mail = s->of_mail;
		sender->perhaps = s->perhaps;
		(void)sp_error_set(
			e, s->sender_code, "smtp.example.org does not answer");
		return SP_SEND_TEMPORARY;
	}
	s->sent++;
	return SP_SEND_OK;
}

static void fake_sender_close(struct sp_sender *sender)
{
	(void)sender;
}

static const struct sp_sender_ops sender_ops = {
	.kind = "fake", .send = fake_send, .close = fake_sender_close
};

static int64_t read_clock(void *payload)
{
	return ((const struct service *)payload)->now;
}

/* ---- the log ------------------------------------------------------------ */

static int saved = -1, log_fd = -1;
static char log_text[65536];

static void catch_log(const char *dir)
{
	char *path = sp_xasprintf("%s/log", dir);

	(void)fflush(stderr);
	saved = dup(STDERR_FILENO);
	log_fd = open(
		path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	CU_ASSERT_FATAL(saved >= 0 && log_fd >= 0);
	(void)dup2(log_fd, STDERR_FILENO);
	sp_log_set_level(SP_LOG_INFO);
	sp_free(path);
}

const char *service_log(void)
{
	(void)fflush(stderr);
	off_t end = lseek(log_fd, 0, SEEK_END);
	ssize_t n = pread(log_fd, log_text, sizeof(log_text) - 1, 0);

	assert(end >= 0 && n >= 0);
	log_text[n] = '\0';
	EQUAL_INT(ftruncate(log_fd, 0), 0);
	return log_text;
}

static void release_log(void)
{
	(void)fflush(stderr);
	(void)dup2(saved, STDERR_FILENO);
	(void)close(saved);
	(void)close(log_fd);
	sp_log_set_level(SP_LOG_ERROR);
}

/* ---- the club ----------------------------------------------------------- */

static void open_game(struct service *s)
{
	static const char text[] =
		"{\"act\":\"game new\",\"ruleset\":\"wizwar8\","
		"\"gid\":\"" SERVICE_GAME "\",\"options\":[],\"start\":true,"
		"\"seats\":[{\"seat\":\"red\",\"address\":\"r@example.org\"},"
		"{\"seat\":\"blue\",\"address\":\"b@example.org\"}]}";
	struct sp_error e = { 0 };
	json_t *act = NULL, *answer = NULL;

	EQUAL_INT_FATAL(sp_json_parse(&act, text, sizeof(text) - 1, &e), SP_OK);
	if (sp_host_act(s->host, act, &answer, &e) != SP_OK)
		printf("%s\n", e.text);
	CU_ASSERT_PTR_NOT_NULL_FATAL(answer);
	json_decref(act);
	json_decref(answer);
}

static void take_over(struct service *s, int at)
{
	struct fake *f = &s->in[at];

	f->inbox.ops = &inbox_ops;
	f->service = s;
	f->seconds = 60;
	EQUAL_INT_FATAL(pipe(f->pipe), 0);
	s->own_inbox[at] = s->host->inbox[at];
	s->host->inbox[at] = &f->inbox;
}

static void begin(struct service *s, int inboxes, int sender_code)
{
	struct sp_error e = { 0 };
	char *mime = sp_xasprintf("%s/spellpost-mime", test_build_dir());
	struct sp_host_options options = { .mime_program = mime };

	memset(s, 0, sizeof(*s));
	s->now = SERVICE_NOON;
	s->clock = (struct sp_clock){ read_clock, s, NULL };
	s->sender.ops = &sender_ops;
	s->dir = test_tempdir();
	catch_log(s->dir);
	char *club = sp_xasprintf("%s/club", s->dir);
	EQUAL_INT_FATAL(sp_host_init(club, &e), SP_OK);
	EQUAL_INT_FATAL(sp_config_default(&s->config, club, &e), SP_OK);
	s->config.volume = SP_VOLUME_ALL;
	sp_format(s->config.templates, sizeof(s->config.templates),
		"%s/templates", test_source_dir());
	sp_format(s->config.rulesets, sizeof(s->config.rulesets), "%s/games",
		test_source_dir());
	for (int i = 1; i < inboxes; i++) {
		s->config.inbox[i] = s->config.inbox[0];
		sp_format(s->config.inbox[i].title,
			sizeof(s->config.inbox[i].title), "other%d", i);
	}
	s->config.n_inboxes = inboxes;
	/* the clock of most tests goes from one deadline to the next */
	s->config.outage = INT_MAX;
	options.clock = &s->clock;
	EQUAL_INT_FATAL(
		sp_host_open(&s->host, &s->config, &options, &e), SP_OK);
	for (int i = 0; i < inboxes; i++)
		take_over(s, i);
	s->own_sender = s->host->sender;
	s->host->sender = &s->sender;
	s->sender_code = sender_code;
	open_game(s);
	/* else one is due five seconds later */
	EQUAL_INT_FATAL(host_checkpoint(s->host, SP_COVER_ALL, &e), SP_OK);
	sp_free(mime);
	sp_free(club);
}

void service_begin(struct service *s)
{
	begin(s, 1, SP_OK);
}

void service_begin_unsent(struct service *s)
{
	begin(s, 1, SP_EAGAIN);
}

void service_begin_two(struct service *s)
{
	begin(s, 2, SP_OK);
}

void service_end(struct service *s)
{
	for (int i = 0; i < s->config.n_inboxes; i++) {
		s->host->inbox[i] = s->own_inbox[i];
		(void)close(s->in[i].pipe[0]);
		(void)close(s->in[i].pipe[1]);
	}
	s->host->sender = s->own_sender;
	sp_host_close(s->host);
	release_log();
}

void service_pass(struct service *s, int64_t now)
{
	struct sp_error e = { 0 };

	s->now = now;
	EQUAL_INT(sp_host_pass(s->host, &s->pass, &e), SP_OK);
}

int service_wait(struct service *s)
{
	return sp_host_wait(s->host, &s->pass, s->fds, &s->n_fds);
}

void service_ring(struct fake *in, bool on)
{
	char c = 'x';
	ssize_t n = on ? write(in->pipe[1], &c, 1) : read(in->pipe[0], &c, 1);

	EQUAL_INT(n, 1);
}

unsigned service_lines(const char *text)
{
	unsigned n = 0;

	for (; *text != '\0'; text++)
		n += *text == '\n';
	return n;
}
