#include "table.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixtures.h"
#include "servers/servers.h"
#include "unit.h"

#define STEP     10    /* ms between two looks of everybody */
#define PATIENCE 60000 /* ms without news */

/* ---- the daemon -----------------------------------------------------------
 */

static char *path_of(const struct table *t, const char *name)
{
	return sp_xasprintf("%s/%s", t->dir, name);
}

static char *read_file(const struct table *t, const char *name)
{
	char *path = path_of(t, name);
	struct sp_buf text;

	sp_buf_init(&text, 16u << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, path, NULL), SP_OK);
	sp_buf_adds(&text, "");
	sp_free(path);
	return sp_buf_take(&text);
}

/* Where it stands, for whoever reads that a test failed. */
static void give_up(const struct table *t, const char *what)
{
	char *log = read_file(t, "club.log");

	printf("\n--- %s; the daemon's log:\n%s---\n", what, log);
	sp_free(log);
	CU_FAIL_FATAL("waited too long");
}

unsigned table_logged(const struct table *t, const char *words)
{
	char *log = read_file(t, "club.log");
	unsigned n = 0;

	for (const char *at = log; (at = strstr(at, words)) != NULL; at++)
		n++;
	sp_free(log);
	return n;
}

void table_await_logged(const struct table *t, const char *words, unsigned n)
{
	for (int i = 0; table_logged(t, words) < n; i++) {
		if (i == PATIENCE / STEP)
			give_up(t, words);
		(void)poll(NULL, 0, STEP);
	}
}

void table_start(struct table *t)
{
	char *program = sp_xasprintf("%s/spellpostd", test_build_dir());
	char *config = path_of(t, "club/spellpost.conf");
	char *log = path_of(t, "club.log");
	const char *argv[] = { program, "-c", config, NULL };

	t->daemon = server_spawn(argv, log);
	table_await_logged(t, "spellpost: ready: ", ++t->starts);
	sp_free(program);
	sp_free(config);
	sp_free(log);
}

void table_open(struct table *t, const char *more)
{
	char *path = path_of(t, "club/spellpost.conf");
	struct sp_buf config;

	server_run("'%s/spellpost' init '%s/club' >/dev/null", test_build_dir(),
		t->dir);
	server_run(": >'%s/club.log'", t->dir);
	sp_buf_init(&config, 10000);
	sp_buf_addf(&config,
		"volume = \"all\"\n"
		"address = \"%s@" SERVER_DOMAIN "\"\n"
		"templates = \"%s/templates\"\nrulesets = \"%s/games\"\n%s",
		t->judge, test_source_dir(), test_source_dir(), more);
	EQUAL_INT_FATAL(
		sp_file_write(path, config.data, config.len, 0600, NULL),
		SP_OK);
	sp_buf_free(&config);
	sp_free(path);
	table_start(t);
}

void table_kill(struct table *t)
{
	server_end(&t->daemon, SIGKILL);
}

static void stop(struct table *t)
{
	int status = -1;

	EQUAL_INT(kill(t->daemon, SIGTERM), 0);
	EQUAL_INT(waitpid(t->daemon, &status, 0), t->daemon);
	CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	t->daemon = 0;
}

void table_invite(struct table *t, const char *options)
{
	struct sp_buf seats;
	json_t *answer = NULL;
	char *text;

	sp_buf_init(&seats, 1000);
	for (int i = 0; i < t->n; i++)
		sp_buf_addf(&seats, " --seat %s=%s@" SERVER_DOMAIN,
			t->player[i].colour, t->player[i].user);
	server_run("'%s/spellpost' -c '%s/club/spellpost.conf' --json game new "
		   "%s %s %s >'%s/answer'",
		test_build_dir(), t->dir, sp_buf_str(&seats),
		strstr(options, "cards=") == NULL ? "--option cards=no" : "",
		options, t->dir);
	text = read_file(t, "answer");
	EQUAL_INT_FATAL(
		sp_json_parse(&answer, text, strlen(text), NULL), SP_OK);
	sp_format(t->gid, sizeof(t->gid), "%s",
		json_string_value(json_object_get(answer, "gid")));
	json_decref(answer);
	sp_free(text);
	sp_buf_free(&seats);
}

void table_close(struct table *t)
{
	if (t->daemon != 0)
		stop(t);
	for (int i = 0; i < t->n; i++) {
		struct player *p = &t->player[i];

		for (size_t k = 0; k < p->n_letters; k++)
			letter_free(p->letter[k]);
		sp_free(p->letter);
		sp_mail_inbox_close(p->inbox);
		sp_mail_sender_close(p->sender);
	}
}

/* ---- mails to the players -------------------------------------------------
 */

/* From where the judge's own words begin: behind what the mail servers on the
 * way put before them. */
static const char *own_bytes(const char *raw)
{
	static const char *const added[] = { "Return-Path:", "X-Original-To:",
		"Delivered-To:", "Received:", " ", "\t" };
	const char *at = raw;

	for (size_t i = 0; i < SP_ARRAY_LEN(added); i++)
		if (sp_starts(at, added[i])) {
			at += strcspn(at, "\n") + 1;
			i = (size_t)-1; /* from the first one again */
		}
	return at;
}

static void take_letter(struct player *p, struct letter *l)
{
	for (size_t i = 0; i < p->n_letters; i++) {
		if (!sp_streq(p->letter[i]->id, l->id))
			continue;
		EQUAL_STRING(own_bytes(p->letter[i]->raw), own_bytes(l->raw));
		p->repeats++;
		letter_free(l);
		return;
	}
	CONTAINS(l->to, p->user);
	p->letter = sp_xrealloc(
		p->letter, p->n_letters + 1, sizeof(struct letter *));
	p->letter[p->n_letters++] = l;
}

static struct letter *read_mail(struct player *p, const char *uid)
{
	struct sp_buf raw, text;
	size_t len;

	sp_buf_init(&raw, 1 << 20);
	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(sp_mail_inbox_read(p->inbox, uid, &raw, NULL), SP_OK);
	for (size_t i = 0; i < raw.len; i++)
		if (raw.data[i] != '\r')
			sp_buf_addc(&text, raw.data[i]);
	sp_buf_free(&raw);
	len = text.len;
	return letter_parse(sp_buf_take(&text), len);
}

static int64_t milliseconds(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A mailbox may be out of reach for a while. */
static unsigned look(struct player *p)
{
	struct sp_inbox_list list;
	struct sp_error e = { 0 };
	unsigned n;
	int rc;

	if (milliseconds() - p->looked < p->pause)
		return 0;
	rc = sp_mail_inbox_poll(p->inbox, 100, &list, &e);
	p->looked = milliseconds();
	n = (unsigned)list.n;
	if (rc != SP_OK) {
		EQUAL_INT(rc, SP_EAGAIN);
		return 0;
	}
	for (size_t i = 0; i < list.n; i++)
		take_letter(p, read_mail(p, list.items[i].uid));
	for (size_t i = 0; i < list.n; i++)
		EQUAL_INT_FATAL(sp_mail_inbox_done(p->inbox,
					(const char *const *)&list.items[i].uid,
					1, NULL),
			SP_OK);
	sp_mail_inbox_list_clear(&list);
	return n;
}

unsigned table_look(struct table *t)
{
	unsigned n = 0;

	for (int i = 0; i < t->n; i++)
		n += look(&t->player[i]);
	return n;
}

/* Not a receipt for an answer to such a one. */
static bool is_such(const struct letter *l, const char *subject)
{
	return !sp_starts(l->subject, "Re: ") &&
	       strstr(l->subject, subject) != NULL;
}

unsigned player_letters(const struct player *p, const char *subject)
{
	unsigned n = 0;

	for (size_t i = 0; i < p->n_letters; i++)
		n += is_such(p->letter[i], subject);
	return n;
}

const struct letter *player_letter(const struct player *p, const char *subject)
{
	for (size_t i = p->n_letters; i-- > 0;)
		if (is_such(p->letter[i], subject))
			return p->letter[i];
	printf("\n  %s has no letter \"%s\"\n", p->name, subject);
	CU_FAIL_FATAL("no such letter");
	return NULL;
}

static bool have(const struct table *t, const struct player *p, const char *s,
	unsigned n)
{
	for (int i = 0; i < t->n; i++)
		if ((p == NULL || p == &t->player[i]) &&
			player_letters(&t->player[i], s) < n)
			return false;
	return true;
}

/* Time goes by; fatal where it was too long since the last news. */
static void idle(const struct table *t, bool news, int *quiet, const char *what)
{
	*quiet = news ? 0 : *quiet + STEP;
	if (*quiet >= PATIENCE)
		give_up(t, what);
	if (!news)
		(void)poll(NULL, 0, STEP);
}

void table_await(
	struct table *t, struct player *p, const char *subject, unsigned n)
{
	int quiet = 0;

	while (!have(t, p, subject, n))
		idle(t, table_look(t) > 0, &quiet, subject);
}

void table_outbox(const struct table *t, struct sp_outbox_counts *counts)
{
	char *path = path_of(t, "club/" SP_CONFIG_REGISTRY);
	struct sp_registry *registry = NULL;

	EQUAL_INT_FATAL(
		sp_registry_open(&registry, path, SP_REGISTRY_READ, NULL),
		SP_OK);
	EQUAL_INT(sp_registry_outbox_counts(registry, counts, NULL), SP_OK);
	sp_registry_close(registry);
	sp_free(path);
}

int64_t table_letters(const struct table *t)
{
	int64_t n = 0;

	for (int i = 0; i < t->n; i++)
		n += (int64_t)t->player[i].n_letters;
	return n;
}

void table_stop(struct table *t)
{
	struct sp_outbox_counts counts;
	int quiet = 0;

	stop(t);
	table_outbox(t, &counts);
	while (table_letters(t) < counts.sent)
		idle(t, table_look(t) > 0, &quiet, "what was sent");
}

/* ---- mails to the judge ---------------------------------------------------
 */

void player_answer(struct table *t, struct player *p, const struct letter *l,
	const char *text)
{
	char *from = sp_xasprintf("%s@" SERVER_DOMAIN, p->user);
	struct sp_envelope env = { .from = from, .to = l->reply_to };
	struct sp_error e = { 0 };
	struct sp_buf mail;

	p->written++;
	sp_buf_init(&mail, 2 << 20);
	reply_write(&mail, p, (unsigned)(p - t->player), l, text);
	env.bytes = mail.data;
	env.len = mail.len;
	env.message_id = "";
	EQUAL_INT(sp_mail_sender_send(p->sender, &env, &e), SP_SEND_OK);
	EQUAL_STRING(e.text, "");
	sp_buf_free(&mail);
	sp_free(from);
}

/* His newest mail that asks for orders, of those that he has not answered. */
static const struct letter *question(const struct player *p)
{
	char order[200];

	for (size_t i = p->n_letters; i-- > p->answered;)
		if (letter_suggestion(p->letter[i], order))
			return p->letter[i];
	return NULL;
}

struct player *table_mover(struct table *t)
{
	for (int i = 0; i < t->n; i++)
		if (question(&t->player[i]) != NULL)
			return &t->player[i];
	return NULL;
}

/* The first suggestion; where that ends no turn, `end` below it. */
void player_move(struct table *t, struct player *p)
{
	const struct letter *l = question(p);
	char order[200], text[210];

	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	CU_ASSERT_FATAL(letter_suggestion(l, order));
	sp_format(text, sizeof(text), "%s%s", order,
		sp_starts(order, "pick up") || sp_starts(order, "end")
			? ""
			: "\nend");
	p->answered = p->n_letters;
	player_answer(t, p, l, text);
}

bool table_play(struct table *t, unsigned mails)
{
	int quiet = 0;

	for (unsigned n = 0; n < mails;) {
		bool news = table_look(t) > 0;
		struct player *p = table_mover(t);

		if (have(t, NULL, "The game is over", 1))
			return true;
		if (p != NULL) {
			player_move(t, p);
			n++;
		}
		idle(t, news || p != NULL, &quiet, "a move");
	}
	return false;
}
