/*
 * A registry that does not read, page by page: the root of each of its tables
 * and indexes is overwritten in turn, and every program either does its work
 * or ends with a status that is not 0 and SQLite's own words.
 */
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests.h"

#define GID   "torn-aaaaaaaa"
#define PAGE  4096
#define ROOTS 80

enum deed { DELIVER, ONCE, ACT, LOOK, SEARCH };

/* %s is the folder of the configuration. */
static const struct {
	enum deed deed;
	bool always; /* else in the long run */
	const char *command;
} commands[] = {
	{ DELIVER, true, "spellpost -c '%s' deliver <order" },
	{ ONCE, true, "spellpostd -c '%s' --once" },
	{ ACT, true,
		"spellpost -c '%s' game new --full-id more-bbbbbbbb "
		"--seat red=a@b.example --seat blue=c@d.example" },
	{ ACT, false, "spellpost -c '%s' game look torn --yes" },
	{ ACT, false, "spellpost -c '%s' game cancel torn --yes" },
	{ LOOK, true, "spellpost -c '%s' game list" },
	{ LOOK, true, "spellpost -c '%s' game show torn" },
	{ LOOK, false, "spellpost -c '%s' game board torn" },
	{ LOOK, false, "spellpost -c '%s' history torn" },
	{ SEARCH, true, "spellpost -c '%s' check" },
	{ SEARCH, false, "spellpost -c '%s' doctor --offline" },
};

struct root {
	char name[64];
	long page;
};

/* What a command left. */
struct outcome {
	int status; /* -1: killed by a signal */
	struct sp_buf said, complained;
	unsigned commits, games, written, waiting;
};

static int read_roots(const struct club *c, struct root root[ROOTS])
{
	char *path = sp_xasprintf("%s/registry.db", c->dir);
	sqlite3_stmt *stmt = NULL;
	sqlite3 *db = NULL;
	int n = 0;

	EQUAL_INT_FATAL(sqlite3_open(path, &db), SQLITE_OK);
	EQUAL_INT_FATAL(sqlite3_prepare_v2(db,
				"SELECT 'sqlite_schema', 1 UNION ALL "
				"SELECT name, rootpage FROM sqlite_schema "
				"WHERE rootpage > 0",
				-1, &stmt, NULL),
		SQLITE_OK);
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		CU_ASSERT_FATAL(n < ROOTS);
		sp_format(root[n].name, sizeof(root[n].name), "%s",
			(const char *)sqlite3_column_text(stmt, 0));
		root[n++].page = (long)sqlite3_column_int64(stmt, 1);
	}
	(void)sqlite3_finalize(stmt);
	(void)sqlite3_close(db);
	sp_free(path);
	return n;
}

static void tear(const struct club *c, long page)
{
	char *path = sp_xasprintf("%s/registry.db", c->dir);
	char bytes[PAGE];
	FILE *file = fopen(path, "r+b");

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	memset(bytes, 0xff, sizeof(bytes));
	EQUAL_INT_FATAL(fseek(file, (page - 1) * PAGE, SEEK_SET), 0);
	EQUAL_INT(fwrite(bytes, 1, PAGE, file), PAGE);
	EQUAL_INT(fclose(file), 0);
	sp_free(path);
}

static void read_file(
	const struct club *c, const char *name, struct sp_buf *out)
{
	char *path = sp_xasprintf("%s/%s", c->dir, name);

	sp_buf_init(out, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(out, path, NULL), SP_OK);
	sp_free(path);
}

static unsigned count_games(const struct club *c)
{
	char *line = sp_xasprintf(
		"ls -d '%s'/games/*/*.git/refs/heads/main | wc -l", c->dir);
	FILE *pipe = popen(line, "r");
	unsigned n = 0;

	CU_ASSERT_FATAL(pipe != NULL && fscanf(pipe, "%u", &n) == 1);
	(void)pclose(pipe);
	sp_free(line);
	return n;
}

static void run(const struct club *c, const char *command, const char *before,
	struct outcome *out)
{
	const char *at = strstr(command, "%s");
	char *line =
		sp_xasprintf("cd '%s' && { %s '%s'/%.*s%s/spellpost.conf%s; "
			     "} >said 2>complained; s=$?; "
			     "sed -i 's|%s|DIR|' said; exit $s",
			c->dir, before, test_build_dir(), (int)(at - command),
			command, c->dir, at + 2, c->dir);
	int status = system(line);

	memset(out, 0, sizeof(*out));
	/* the shell's word for a signal */
	out->status = WIFEXITED(status) && WEXITSTATUS(status) < 124
			      ? WEXITSTATUS(status)
			      : -1;
	read_file(c, "said", &out->said);
	read_file(c, "complained", &out->complained);
	out->commits = club_commits(c, GID);
	out->games = count_games(c);
	out->written = club_count(c, "mail/out/new");
	out->waiting = club_count(c, "mail/in/new");
	sp_free(line);
}

static void outcome_clear(struct outcome *out)
{
	sp_buf_free(&out->said);
	sp_buf_free(&out->complained);
}

static bool names_the_cause(const struct sp_buf *text)
{
	static const char *const causes[] = { "malformed",
		"file is not a database", "btreeInitPage", "On tree page",
		"Tree " };

	for (size_t i = 0; i < SP_ARRAY_LEN(causes); i++)
		if (strstr(sp_buf_str(text), causes[i]) != NULL)
			return true;
	return false;
}

/* Everything that the undamaged registry gave. */
static bool is_whole(
	enum deed deed, const struct outcome *wanted, const struct outcome *got)
{
	return got->commits == wanted->commits && got->games == wanted->games &&
	       got->written == wanted->written &&
	       got->waiting == wanted->waiting &&
	       (deed == ACT || sp_streq(sp_buf_str(&got->said),
				       sp_buf_str(&wanted->said)));
}

static bool is_right(
	enum deed deed, const struct outcome *wanted, const struct outcome *got)
{
	if (got->status == 0)
		return deed != SEARCH && is_whole(deed, wanted, got);
	return got->status > 0 && (deed == SEARCH || got->complained.len > 1) &&
	       names_the_cause(
		       deed == SEARCH ? &got->said : &got->complained) &&
	       strstr(sp_buf_str(&got->complained), "does not read") == NULL;
}

static void tell(
	const struct root *root, const char *command, const struct outcome *got)
{
	printf("\n  %s, page %ld: `%s`: status %d\n--- said\n%.300s"
	       "--- complained\n%s\n",
		root->name, root->page, command, got->status,
		sp_buf_str(&got->said), sp_buf_str(&got->complained));
}

/* The daemon, which ends by itself where --once failed. */
static void try_daemon(const struct club *start, const struct root *root)
{
	struct outcome got;
	struct club c;

	club_copy(&c, start);
	tear(&c, root->page);
	run(&c, "spellpostd -c '%s'", "timeout 100", &got);
	bool right = got.status > 0 && names_the_cause(&got.complained);
	if (!right)
		tell(root, "spellpostd", &got);
	CU_ASSERT_TRUE(right);
	outcome_clear(&got);
	club_clear(&c);
}

static int try_command(struct club *c, const struct root *root, size_t i,
	const struct outcome *wanted)
{
	struct outcome got;

	run(c, commands[i].command, "", &got);
	bool right = is_right(commands[i].deed, wanted, &got);
	if (!right)
		tell(root, commands[i].command, &got);
	CU_ASSERT_TRUE(right);
	int status = got.status;
	outcome_clear(&got);
	return status;
}

/* Returns how many commands failed. Those that change nothing share a copy. */
static unsigned try_root(const struct club *start, const struct root *root,
	const struct outcome wanted[SP_ARRAY_LEN(commands)])
{
	struct club looked, c;
	unsigned failed = 0;

	club_copy(&looked, start);
	tear(&looked, root->page);
	for (size_t i = 0; i < SP_ARRAY_LEN(commands); i++) {
		enum deed deed = commands[i].deed;
		int status;
		if (!commands[i].always && !test_long())
			continue;
		if (deed == LOOK || deed == SEARCH) {
			failed +=
				try_command(&looked, root, i, &wanted[i]) != 0;
			continue;
		}
		club_copy(&c, start);
		tear(&c, root->page);
		status = try_command(&c, root, i, &wanted[i]);
		club_clear(&c);
		failed += status != 0;
		if (deed == ONCE && status != 0)
			try_daemon(start, root);
	}
	club_clear(&looked);
	return failed;
}

/* A running game: one order lies in the inbox, the same one in a file. */
static void begin(struct club *c)
{
	char *raw, *path;

	club_make(c);
	c->quiet = true;
	/* the programs go by the clocks of the machine */
	c->now = sp_clock_now(&sp_clock_system) - CLUB_HOUR;
	club_game(c, GID, 2, "deadline=72", true);
	(void)club_play(c, GID, 2);
	const struct letter *turn = club_present(c, GID);
	const char *active = club_active(c, GID);
	c->now += 60;
	(void)club_reply(c, turn, active, "end");
	raw = sp_xasprintf("From: %s\nTo: %s\nSubject: x\n"
			   "Message-ID: <d@x.example>\n\nend\n",
		club_person(active)->address, turn->reply_to);
	path = sp_xasprintf("%s/order", c->dir);
	EQUAL_INT_FATAL(
		sp_file_write(path, raw, strlen(raw), 0600, NULL), SP_OK);
	club_close(c);
	sp_free(path);
	/* whose steady one has nothing to do with that of the tests */
	path = sp_xasprintf("%s/run/clock", c->dir);
	EQUAL_INT(unlink(path), 0);
	sp_free(path);
	sp_free(raw);
}

/* Undamaged, every command works; what it left is the measure. */
static void measure(
	const struct club *start, struct outcome wanted[SP_ARRAY_LEN(commands)])
{
	for (size_t i = 0; i < SP_ARRAY_LEN(commands); i++) {
		struct club c;

		club_copy(&c, start);
		run(&c, commands[i].command, "", &wanted[i]);
		if (wanted[i].status != 0)
			printf("\n  `%s`: %s\n", commands[i].command,
				sp_buf_str(&wanted[i].complained));
		EQUAL_INT_FATAL(wanted[i].status, 0);
		club_clear(&c);
	}
	EQUAL_INT(wanted[0].commits, wanted[1].commits);
	EQUAL_INT(wanted[0].waiting, 1);
	EQUAL_INT(wanted[1].waiting, 0);
}

TEST("host/pages", "each table and index in turn")
{
	struct outcome wanted[SP_ARRAY_LEN(commands)];
	struct root root[ROOTS];
	unsigned failed = 0;
	struct club start;

	if (!club_has_git())
		return;
	begin(&start);
	measure(&start, wanted);
	int n = read_roots(&start, root);
	CU_ASSERT_TRUE(n > 20);
	for (int k = 0; k < n; k++)
		failed += try_root(&start, &root[k], wanted);
	/* `check` finds each of them */
	CU_ASSERT_TRUE(failed >= (unsigned)n);
	for (size_t i = 0; i < SP_ARRAY_LEN(commands); i++)
		outcome_clear(&wanted[i]);
	club_clear(&start);
}
