/*
 * What a power cut may not undo: the daemon is traced, and each write of a
 * batch has to find on the disk what it builds upon (the head of batch.c).
 * Between two syncs the disk may have any of the writes or none.
 */
#include <sqlite3.h>
#include <unistd.h>

#include "host_tests.h"

#define GAMES 3

static const char *const gids[GAMES] = { "left-aaaaaaaa", "next-bbbbbbbb",
	"last-cccccccc" };

/* What the daemon did to the disk, in order, a letter each:
 *   o  an object was written         S  syncfs of the games' file system
 *   w  the registry's log was written  D  it was synced
 *   r  a branch moved                p  packed-refs was replaced
 *   t  a mail was written to tmp/    T  syncfs of the sender's file system
 *   n  a mail moved into new/        N  fsync of that folder
 *   u  an object or a pack removed */
struct traced {
	struct sp_buf events;
	unsigned count[128];
};

struct sight {
	char event;
	const char *call; /* how the line begins, behind the process id */
	const char *path; /* and what it has */
};

static const struct sight sights[] = {
	{ 'S', "syncfs(", "/games>" },
	{ 'T', "syncfs(", "/mail/out>" },
	{ 'N', "fsync(", "/mail/out/new>" },
	{ 'D', "fdatasync(", "/registry.db-wal>" },
	{ 'D', "fsync(", "/registry.db-wal>" },
	{ 'w', "pwrite64(", "/registry.db-wal>" },
	{ 'o', "write(", ".git/objects/" },
	{ 'o', "pwrite64(", ".git/objects/" },
	{ 'o', "rename(", ".git/objects/" },
	{ 'o', "link(", ".git/objects/" },
	{ 'r', "rename(", "/refs/heads/main\")" },
	{ 'u', "unlink", ".git/objects/" },
	{ 'p', "rename(", "packed-refs\")" },
	{ 't', "write(", "/mail/out/tmp/" },
	{ 'n', "rename(", "/mail/out/new/" },
};

static void see(struct traced *t, const char *line, size_t len)
{
	char text[1200];

	if (!sp_copyn(text, sizeof(text), line,
		    len < sizeof(text) ? len : sizeof(text) - 1))
		return;
	const char *call = text + strspn(text, "0123456789 ");
	/* what was removed was never there, or was not whole */
	if (sp_starts(call, "unlink") &&
		(strstr(call, "tmp_") != NULL ||
			strstr(call, ".lock\"") != NULL ||
			strstr(call, ") = 0") == NULL))
		return;
	for (size_t i = 0; i < SP_ARRAY_LEN(sights); i++) {
		if (!sp_starts(call, sights[i].call) ||
			strstr(call, sights[i].path) == NULL)
			continue;
		sp_buf_addc(&t->events, sights[i].event);
		t->count[(unsigned char)sights[i].event]++;
		return;
	}
}

static void trace(const struct club *c, struct traced *t)
{
	char *log = sp_xasprintf("%s/trace", c->dir);
	char *line = sp_xasprintf(
		"cd '%s' && LSAN_OPTIONS=detect_leaks=0 "
		"strace -f -y -qq -s 0 -o '%s' -e trace="
		"write,pwrite64,rename,link,fsync,fdatasync,"
		"syncfs,unlink,unlinkat '%s'/spellpostd -c spellpost.conf "
		"--once >/dev/null 2>&1",
		c->dir, log, test_build_dir());
	struct sp_cursor cursor;
	struct sp_buf text;
	const char *at;
	size_t len;

	memset(t, 0, sizeof(*t));
	sp_buf_init(&t->events, SIZE_MAX);
	EQUAL_INT(system(line), 0);
	sp_buf_init(&text, 64 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, log, NULL), SP_OK);
	sp_cursor_init(&cursor, sp_buf_str(&text), text.len);
	while (sp_cursor_line(&cursor, &at, &len))
		see(t, at, len);
	sp_buf_free(&text);
	sp_free(log);
	sp_free(line);
}

/* What is not on the disk. */
struct dirt {
	bool objects, log, files, folder;
	bool started;  /* before, the registry has what is written anew */
	bool covering; /* rows go, unsynced: they say what is on the disk */
};

/* NULL: the event may come now. */
static const char *why_not(const struct dirt *d, char event)
{
	switch (event) {
	case 'w':
		return d->files || d->folder ? "a mail is marked too early"
					     : NULL;
	case 'o':
		return d->log ? "an object before its row" : NULL;
	case 'p':
		return d->log ? "a tag before its row" : NULL;
	case 'r':
		return d->log ? "a ref before its row" : NULL;
	case 'u':
		return d->objects && d->started
			       ? "an object goes before its pack"
			       : NULL;
	case 't':
		return d->log ? "a mail before its row" : NULL;
	case 'n':
		return d->files ? "a mail that is not whole in new/" : NULL;
	default:
		return NULL;
	}
}

static void happen(struct dirt *d, char event)
{
	d->objects = (d->objects || event == 'o') && event != 'S';
	d->started = d->started || event == 'S';
	d->covering =
		event == 'S' || (d->covering && (event == 'w' || event == 'D'));
	/* one file system: `spellpost check` demands it */
	d->log = (d->log || (event == 'w' && !d->covering)) && event != 'S' &&
		 event != 'D';
	d->files = (d->files || event == 't') && event != 'T';
	d->folder = (d->folder || event == 'n') && event != 'N';
}

static void check_order(const struct traced *t)
{
	/* a process that was killed may have left a log without its sync */
	struct dirt d = { .log = true };
	const char *events = sp_buf_str(&t->events);
	const char *wrong = NULL;
	size_t i = 0;

	for (; events[i] != '\0' && wrong == NULL; i++) {
		wrong = why_not(&d, events[i]);
		happen(&d, events[i]);
	}
	if (wrong != NULL)
		printf("\n  %s, after %.*s\n", wrong, (int)i, events);
	CU_ASSERT_PTR_NULL(wrong);
	/* what was written last lies in new/ for good */
	CU_ASSERT_FALSE(d.files || d.folder);
}

/* A game whose batch is recorded and not finished, and an order for each of
 * the others. */
static void begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	/* the daemon goes by the clocks of the machine */
	c->now = sp_clock_now(&sp_clock_system) - CLUB_HOUR;
	for (int i = 0; i < GAMES; i++)
		club_game(c, gids[i], 2, "deadline=72", true);
	for (int i = 0; i < GAMES; i++) {
		c->now += 60;
		(void)club_reply(c, club_present(c, gids[i]),
			club_active(c, gids[i]), "end");
		if (i == 0)
			club_die(c, SP_STAGE_RECORDED, 1);
	}
	club_close(c);
	/* whose steady one has nothing to do with that of the tests */
	char *clock = sp_xasprintf("%s/run/clock", c->dir);
	EQUAL_INT(unlink(clock), 0);
	sp_free(clock);
}

static void one_by_one(const struct club *c)
{
	static const char config[] = "batch = 1\nvolume = \"all\"\n";
	char *path = sp_xasprintf("%s/spellpost.conf", c->dir);

	EQUAL_INT_FATAL(
		sp_file_write(path, config, strlen(config), 0644, NULL), SP_OK);
	sp_free(path);
}

TEST("host/order", "each write finds on the disk what it builds upon")
{
	unsigned commits[GAMES];
	struct traced t;
	struct club c;

	if (system("strace -o /dev/null true >/dev/null 2>&1") != 0) {
		test_skip("strace is not there or may not trace");
		return;
	}
	begin(&c);
	one_by_one(&c);
	for (int i = 0; i < GAMES; i++)
		commits[i] = club_commits(&c, gids[i]);
	trace(&c, &t);
	for (int i = 0; i < GAMES; i++)
		EQUAL_INT(club_commits(&c, gids[i]), commits[i] + 1);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	check_order(&t);
	/* one ref is rolled forward, two move in batches of their own */
	CU_ASSERT_TRUE(t.count['r'] >= GAMES);
	CU_ASSERT_TRUE(t.count['o'] > 0);
	EQUAL_INT(t.count['t'], t.count['n']);
	CU_ASSERT_TRUE(t.count['t'] >= 2 * GAMES);
	/* the start makes a checkpoint, the two batches none */
	EQUAL_INT(t.count['S'], 1);
	/* the log that was found, then what the start did and the two batches:
	 * marks are not synced */
	EQUAL_INT(t.count['D'], GAMES + 1);
	EQUAL_INT(t.count['T'], t.count['N']);
	CU_ASSERT_TRUE(t.count['T'] <= GAMES);
	sp_buf_free(&t.events);
	club_clear(&c);
}

/* More packs than a game keeps: each has what another has, too. */
static void crowd(struct club *c, const char *gid)
{
	EQUAL_INT_FATAL(club_git(c, gid, NULL,
				"for o in $(git rev-list --objects main | "
				"cut -c1-40 | head -14); do echo $o | "
				"git pack-objects -q objects/pack/pack "
				">/dev/null || exit 1; done"),
		0);
}

/* As if its batches had been decided a minute ago. */
static void grow_old(const struct club *c)
{
	char *path = sp_xasprintf("%s/registry.db", c->dir);
	sqlite3 *db = NULL;

	EQUAL_INT_FATAL(sqlite3_open(path, &db), SQLITE_OK);
	EQUAL_INT(sqlite3_exec(db, "UPDATE batches SET decided = decided - 60",
			  NULL, NULL, NULL),
		SQLITE_OK);
	EQUAL_INT(sqlite3_close(db), SQLITE_OK);
	sp_free(path);
}

TEST("host/order", "maintenance removes nothing too early")
{
	unsigned commits;
	struct traced t;
	struct club c;

	if (system("strace -o /dev/null true >/dev/null 2>&1") != 0) {
		test_skip("strace is not there or may not trace");
		return;
	}
	if (!club_has_git())
		return;
	begin(&c);
	commits = club_commits(&c, gids[1]);
	trace(&c, &t);
	sp_buf_free(&t.events);
	EQUAL_INT(club_commits(&c, gids[1]), commits + 1);
	/* no checkpoint covers that yet; the next pass makes one */
	crowd(&c, gids[1]);
	grow_old(&c);
	trace(&c, &t);
	check_order(&t);
	CU_ASSERT_TRUE(t.count['u'] > 20);
	EQUAL_INT(t.count['S'], 1);
	EQUAL_INT(club_git(&c, gids[1], NULL,
			  "git fsck --strict && "
			  "test $(ls objects/pack | wc -l) -le 24"),
		0);
	sp_buf_free(&t.events);
	club_clear(&c);
}
