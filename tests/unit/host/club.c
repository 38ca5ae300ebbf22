#include "club.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "unit.h"

#define OPEN_TRIES 200 /* of 20 ms: a killed process may just be going */

const struct person club_people[SP_SEATS_MAX] = {
	{ "red", "Rowena Ash", "rowena.ash@players.example" },
	{ "blue", "Bertram Oak", "bertram.oak@players.example" },
	{ "yellow", "Ysolde Elm", "ysolde.elm@players.example" },
	{ "green", "Gawain Yew", "gawain.yew@players.example" },
	{ "purple", "Perrin Fir", "perrin.fir@players.example" },
};

const struct person *club_person(const char *colour)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(club_people); i++)
		if (club_people[i].colour != NULL &&
			sp_streq(club_people[i].colour, colour))
			return &club_people[i];
	CU_FAIL_FATAL("no such person");
	return NULL;
}

/* ---- the folder ------------------------------------------------------------
 */

void club_config(struct sp_config *config, const char *dir)
{
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(sp_config_default(config, dir, &e), SP_OK);
	/* the clock of most tests goes from one deadline to the next */
	config->outage = INT_MAX;
	config->volume = SP_VOLUME_ALL; /* they wait for receipts */
	sp_format(config->templates, sizeof(config->templates), "%s/templates",
		test_source_dir());
	sp_format(config->rulesets, sizeof(config->rulesets), "%s/games",
		test_source_dir());
}

static int64_t read_clock(void *payload)
{
	return ((const struct club *)payload)->now;
}

static void set_up(struct club *c, char *dir, int64_t now)
{
	memset(c, 0, sizeof(*c));
	c->dir = dir;
	c->now = now;
	c->clock = (struct sp_clock){ read_clock, c, NULL };
	club_config(&c->config, dir);
}

void club_make(struct club *c)
{
	club_make_at(c, CLUB_NOON);
}

void club_make_at(struct club *c, int64_t now)
{
	static const char key[] = "1 00112233445566778899aabbccddeeff"
				  "fedcba98765432100123456789abcdef\n";
	struct sp_error e = { 0 };

	sp_log_set_level(SP_LOG_ERROR);
	set_up(c, sp_xasprintf("%s/club", test_tempdir()), now);
	EQUAL_INT_FATAL(sp_host_init(c->dir, &e), SP_OK);
	EQUAL_INT_FATAL(sp_file_write(c->config.master_key, key,
				sizeof(key) - 1, 0600, &e),
		SP_OK);
}

void club_take(struct club *c, char *dir, const struct club *as)
{
	set_up(c, dir, as->now);
	c->quiet = as->quiet;
	c->defaults = as->defaults;
}

void club_copy(struct club *copy, const struct club *from)
{
	char *dir = sp_xasprintf("%s/club", test_tempdir());
	char *command = sp_xasprintf("cp -a '%s' '%s'", from->dir, dir);

	CU_ASSERT_PTR_NULL_FATAL(from->host);
	EQUAL_INT_FATAL(system(command), 0);
	sp_free(command);
	club_take(copy, dir, from);
}

static void forget_letters(struct club *c)
{
	for (size_t i = 0; i < c->n_letters; i++)
		letter_free(c->letter[i]);
	sp_free(c->letter);
	c->letter = NULL;
	c->n_letters = 0;
}

void club_clear(struct club *c)
{
	club_close(c);
	forget_letters(c);
	sp_free(c->dir);
	c->dir = NULL;
}

/* ---- opening and passes
 * ------------------------------------------------------ */

/* Standard error to a file and back. */
static int hush(const struct club *c)
{
	char *path;
	int saved, log;

	if (!c->quiet)
		return -1;
	path = sp_xasprintf("%s.log", c->dir);
	(void)fflush(stderr);
	saved = dup(STDERR_FILENO);
	log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (log >= 0) {
		(void)dup2(log, STDERR_FILENO);
		(void)close(log);
	}
	sp_free(path);
	return saved;
}

static void speak(int saved)
{
	if (saved < 0)
		return;
	(void)fflush(stderr);
	(void)dup2(saved, STDERR_FILENO);
	(void)close(saved);
}

int club_try_open(struct club *c)
{
	const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
	char *mime;
	struct sp_host_options options = {
		.clock = &c->clock, .stage = c->stage, .payload = c->payload
	};
	int saved, rc = SP_ECONFLICT;

	if (c->host != NULL)
		return SP_OK;
	mime = sp_xasprintf("%s/spellpost-mime", test_build_dir());
	options.mime_program = c->mime != NULL ? c->mime : mime;
	options.sync_aside = c->aside;
	options.poll_most = c->poll_most;
	options.bot_program = c->bots;
	options.no_defaults = !c->defaults;
	saved = hush(c);
	for (int i = 0; i < OPEN_TRIES && rc == SP_ECONFLICT; i++) {
		if (i > 0)
			(void)nanosleep(&pause, NULL);
		sp_error_clear(&c->error);
		rc = sp_host_open(&c->host, &c->config, &options, &c->error);
	}
	speak(saved);
	sp_free(mime);
	return rc;
}

void club_open(struct club *c)
{
	int rc = club_try_open(c);

	if (rc != SP_OK)
		printf("\n  open: %s\n", c->error.text);
	EQUAL_INT_FATAL(rc, SP_OK);
}

void club_cover(struct club *c)
{
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(host_checkpoint(c->host, SP_COVER_ALL, &e), SP_OK);
	EQUAL_INT_FATAL(
		sp_registry_checkpoint(c->host->registry, true, &e), SP_OK);
}

void club_unclean(const struct club *c)
{
	char *path = sp_xasprintf("%s/run/state", c->dir);

	EQUAL_INT(unlink(path), 0);
	sp_free(path);
}

void club_close(struct club *c)
{
	sp_registry_close(c->reader);
	c->reader = NULL;
	sp_host_close(c->host);
	c->host = NULL;
}

static void note(struct club *c, const struct event *event)
{
	struct event *copy;

	if (c->tape == NULL)
		return;
	c->tape->event = sp_xrealloc(
		c->tape->event, c->tape->n + 1, sizeof(*c->tape->event));
	copy = &c->tape->event[c->tape->n++];
	*copy = *event;
	if (event->file != NULL) {
		copy->file = sp_xstrdup(event->file);
		copy->raw = sp_xstrdup(event->raw);
	}
}

int club_try_pass(struct club *c)
{
	struct event event = { .now = c->now };
	int saved, rc = club_try_open(c);

	if (rc != SP_OK)
		return rc;
	note(c, &event);
	saved = hush(c);
	sp_error_clear(&c->error);
	rc = sp_host_pass(c->host, &c->pass, &c->error);
	speak(saved);
	return rc;
}

void club_pass(struct club *c)
{
	int rc = club_try_pass(c);

	if (rc != SP_OK)
		printf("\n  pass: %s\n", c->error.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	club_read(c);
}

void club_pass_bots(struct club *c)
{
	club_pass(c);
	while (sp_thinker_left(c->host->thinker, 2) < 2) {
		struct pollfd fd = { .fd = sp_thinker_fd(c->host->thinker),
			.events = POLLIN };

		(void)poll(&fd, 1, 20);
		club_pass(c);
	}
}

void club_later(struct club *c, int64_t seconds)
{
	c->now += seconds;
	club_pass(c);
}

int club_wait(struct club *c)
{
	int fds[SP_HOST_WAIT_FDS];
	size_t n = 0;

	return sp_host_wait(c->host, &c->pass, fds, &n);
}

const char *club_deliver(struct club *c, const char *raw)
{
	static char word[SP_ROW_WORD];
	json_t *answer = NULL;
	int saved, rc = club_try_open(c);

	if (rc != SP_OK)
		return NULL;
	saved = hush(c);
	sp_error_clear(&c->error);
	rc = sp_host_deliver(c->host, raw, strlen(raw), &answer, &c->error);
	speak(saved);
	if (rc != SP_OK)
		return NULL;
	sp_format(word, sizeof(word), "%s",
		json_string_value(json_object_get(answer, "disposition")));
	json_decref(answer);
	club_read(c);
	return word;
}

struct death {
	enum sp_batch_stage stage;
	unsigned nth, seen;
};

static void die_there(enum sp_batch_stage stage, void *payload)
{
	struct death *death = payload;

	if (stage == death->stage && ++death->seen == death->nth)
		(void)raise(SIGKILL);
}

static void die(struct club *c, const json_t *act, struct death death)
{
	int status = 0;
	pid_t pid;

	club_close(c);
	(void)fflush(NULL);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		c->stage = die_there;
		c->payload = &death;
		(void)(act != NULL ? club_try_act(c, act) : club_try_pass(c));
		_exit(1);
	}
	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	CU_ASSERT_TRUE_FATAL(WIFSIGNALED(status));
	EQUAL_INT_FATAL(WTERMSIG(status), SIGKILL);
}

void club_die(struct club *c, enum sp_batch_stage stage, unsigned nth)
{
	die(c, NULL, (struct death){ stage, nth, 0 });
}

void club_die_acting(
	struct club *c, const json_t *act, enum sp_batch_stage stage)
{
	die(c, act, (struct death){ stage, 1, 0 });
}

int club_try_act(struct club *c, const json_t *act)
{
	json_t *answer = NULL;
	int saved, rc = club_try_open(c);

	if (rc != SP_OK)
		return rc;
	saved = hush(c);
	sp_error_clear(&c->error);
	rc = sp_host_act(c->host, act, &answer, &c->error);
	speak(saved);
	json_decref(answer);
	return rc;
}

bool club_aim(struct club *c, json_t *act)
{
	json_t *plan = NULL;
	int saved;

	if (club_try_open(c) != SP_OK)
		return false;
	saved = hush(c);
	sp_error_clear(&c->error);
	int rc = sp_host_act(c->host, act, &plan, &c->error);
	speak(saved);
	if (rc != SP_OK)
		return false;
	CU_ASSERT_TRUE(json_is_true(json_object_get(plan, "plan")));
	json_object_set(act, "at", json_object_get(plan, "at"));
	json_decref(plan);
	return true;
}

/* ---- games
 * --------------------------------------------------------------------- */

static void add_option(json_t *list, const char *text, size_t len)
{
	size_t eq = strcspn(text, "=");
	char *name = sp_xstrndup(text, eq);
	char *value = sp_xstrndup(text + eq + 1, len - eq - 1);
	json_t *option = json_object();

	sp_json_set_string(option, "name", name);
	sp_json_set_string(option, "value", value);
	json_array_append_new(list, option);
	sp_free(name);
	sp_free(value);
}

json_t *club_new(const char *gid, int n, const char *options, bool start)
{
	json_t *act = json_object(), *seats = json_array();
	json_t *list = json_array();

	sp_json_set_string(act, "act", "game new");
	sp_json_set_string(act, "ruleset", "wizwar8");
	sp_json_set_string(act, "gid", gid);
	for (int i = 0; i < n; i++) {
		json_t *seat = json_object();

		sp_json_set_string(seat, "seat", club_people[i].colour);
		sp_json_set_string(seat, "address", club_people[i].address);
		json_array_append_new(seats, seat);
	}
	/* most tests are about the mail and the record: without cards */
	if (strstr(options, "cards=") == NULL)
		add_option(list, "cards=no", strlen("cards=no"));
	while (*options != '\0') {
		size_t len = strcspn(options, " ");

		add_option(list, options, len);
		options += len + strspn(options + len, " ");
	}
	sp_json_set(act, "seats", seats);
	sp_json_set(act, "options", list);
	sp_json_set_bool(act, "start", start);
	return act;
}

void club_add_bots(json_t *act, const char *colours)
{
	while (*colours != '\0') {
		size_t len = strcspn(colours, " ");
		char *colour = sp_xstrndup(colours, len);
		json_t *seat = json_object();

		sp_json_set_string(seat, "seat", colour);
		sp_json_set_string(seat, "address", "bot:random");
		json_array_append_new(json_object_get(act, "seats"), seat);
		sp_free(colour);
		colours += len + strspn(colours + len, " ");
	}
}

void club_game(
	struct club *c, const char *gid, int n, const char *options, bool start)
{
	json_t *act = club_new(gid, n, options, start);
	int rc = club_try_act(c, act);

	if (rc != SP_OK)
		printf("\n  game new: %s\n", c->error.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	json_decref(act);
	club_read(c);
}

struct tip {
	struct sp_store *store;
	struct sp_store_game *game;
};

static struct tip tip_open(const struct club *c, const char *gid)
{
	char *games = sp_xasprintf("%s/games", c->dir);
	struct tip tip = { NULL, NULL };

	EQUAL_INT_FATAL(sp_store_open(&tip.store, games, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_store_game_open(&tip.game, tip.store, gid, NULL), SP_OK);
	sp_free(games);
	return tip;
}

static void tip_close(struct tip *tip)
{
	sp_store_game_close(tip->game);
	sp_store_close(tip->store);
}

void club_head(const struct club *c, const char *gid, struct sp_oid *head)
{
	struct tip tip = tip_open(c, gid);

	EQUAL_INT_FATAL(sp_store_head(tip.game, head, NULL), SP_OK);
	tip_close(&tip);
}

static int count_commit(const struct sp_commit_info *info, void *payload)
{
	(void)info;
	++*(unsigned *)payload;
	return 0;
}

unsigned club_commits(const struct club *c, const char *gid)
{
	struct tip tip = tip_open(c, gid);
	struct sp_oid head;
	unsigned n = 0;

	EQUAL_INT_FATAL(sp_store_head(tip.game, &head, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_store_log(tip.game, &head, count_commit, &n, NULL), SP_OK);
	tip_close(&tip);
	return n;
}

const struct sp_ruleset *club_ruleset(void)
{
	static struct sp_ruleset *ruleset;
	struct sp_files files = { 0 };
	char *folder;

	if (ruleset != NULL)
		return ruleset;
	folder = sp_xasprintf("%s/games/wizwar8", test_source_dir());
	EQUAL_INT_FATAL(sp_record_files_read(&files, folder, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_record_files_ruleset(&files, &ruleset, NULL), SP_OK);
	sp_record_files_free(&files);
	sp_free(folder);
	return ruleset;
}

struct sp_game *club_state(const struct club *c, const char *gid)
{
	struct tip tip = tip_open(c, gid);
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	struct sp_oid head;
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(sp_store_head(tip.game, &head, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_store_read(tip.game, &head, "state.json", &text, NULL),
		SP_OK);
	EQUAL_INT_FATAL(sp_state_decode(g, &club_ruleset()->lexicon,
				sp_buf_str(&text), text.len, NULL),
		SP_OK);
	sp_buf_free(&text);
	tip_close(&tip);
	return g;
}

struct sp_live *club_load(struct club *c, const char *gid)
{
	struct sp_live *live = sp_post_live_with_row(gid);
	struct sp_error e = { 0 };

	club_open(c);
	EQUAL_INT_FATAL(
		sp_registry_game_get(c->host->registry, gid, live->row, &e),
		SP_OK);
	EQUAL_INT_FATAL(
		sp_store_game_open(&live->repo, c->host->store, gid, &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_store_lock(live->repo, 1000, &e), SP_OK);
	int rc = host_live_load(c->host, live, &e);
	if (rc != SP_OK)
		printf("\n  load: %s\n", e.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	return live;
}

struct sp_registry *club_registry(struct club *c)
{
	char *path;

	if (c->host != NULL)
		return c->host->registry;
	if (c->reader != NULL)
		return c->reader;
	path = sp_xasprintf("%s/%s", c->dir, SP_CONFIG_REGISTRY);
	EQUAL_INT_FATAL(
		sp_registry_open(&c->reader, path, SP_REGISTRY_READ, NULL),
		SP_OK);
	sp_free(path);
	return c->reader;
}

void club_row(struct club *c, const char *gid, struct sp_game_row *row)
{
	EQUAL_INT_FATAL(
		sp_registry_game_get(club_registry(c), gid, row, NULL), SP_OK);
}

char *club_repository(const struct club *c, const char *gid)
{
	return sp_xasprintf(
		"%s/games/%.2s/%s.git", c->dir, gid + strlen(gid) - 8, gid);
}

/* Does it name an object by the file that it has if it lies alone? */
static bool wants_files(const char *command)
{
	static const char hex[] = "0123456789abcdef";
	const char *at = command;

	while ((at = strstr(at, "objects/")) != NULL) {
		at += strlen("objects/");
		if (sp_starts(at, "&/") ||
			(strspn(at, hex) == 2 && at[2] == '/'))
			return true;
	}
	return false;
}

int club_git(const struct club *c, const char *gid, struct sp_buf *out,
	const char *command)
{
	char *repository = club_repository(c, gid);
	char *whole = sp_xasprintf(
		"cd '%s' && export GIT_DIR=. GIT_CONFIG_NOSYSTEM=1 HOME=. && "
		"exec 2>&1; %s%s",
		repository, wants_files(command) ? LOOSEN : "", command);
	char chunk[8192];
	size_t n;
	FILE *pipe = popen(whole, "r");
	int status;

	CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
	while ((n = fread(chunk, 1, sizeof(chunk), pipe)) > 0)
		if (out != NULL)
			sp_buf_add(out, chunk, n);
	status = pclose(pipe);
	sp_free(whole);
	sp_free(repository);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool club_has_git(void)
{
	if (system("git --version >/dev/null 2>&1") == 0)
		return true;
	test_skip("git is not there");
	return false;
}

int64_t club_deadline(struct club *c, const char *gid)
{
	struct sp_game_row row;

	club_row(c, gid, &row);
	return row.deadline;
}

unsigned club_outages(struct club *c, struct sp_outage_row *newest)
{
	struct sp_outage_row *rows = NULL;
	struct sp_error e = { 0 };
	size_t n = 0;

	EQUAL_INT_FATAL(sp_registry_outage_list(
				club_registry(c), SP_NEVER, &rows, &n, &e),
		SP_OK);
	if (n > 0)
		*newest = rows[0];
	sp_free(rows);
	return (unsigned)n;
}

bool club_logged(const struct club *c, const char *words)
{
	char *path = sp_xasprintf("%s.log", c->dir);
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	bool there = sp_file_read(&text, path, NULL) == SP_OK &&
		     strstr(sp_buf_str(&text), words) != NULL;
	sp_buf_free(&text);
	sp_free(path);
	return there;
}
