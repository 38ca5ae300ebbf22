/*
 * The power fails at any write. One process plays a tape, and all that it does
 * to the disk is noted; of that a part is thrown away, as a disk may when the
 * power fails; another process goes on with what is left. In the end the world
 * sees what it sees of an undisturbed run, and whatever had left before is true
 * then. The disk is simulated: no machine is harmed. What is written through
 * memory alone is left out: registry.db-shm, and run/poison, which says what a
 * process was at when it died. The long run also cuts a real file system, ext4
 * on a loop device, where this machine lets it be mounted.
 */
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "../cut.h"
#include "relay.h"

struct power {
	struct relay relay;
	char *path; /* of the log */
	struct disk_log log;
	size_t first; /* op behind what was there */
	/* what the IMAP server called its mails */
	char name[OFFICE_MAILS][OFFICE_NAME];
	unsigned n_names;
	struct sp_buf wanted; /* as look() has it */
	unsigned heads;       /* named by mails that had left */
};

/* ---- what is there in the end -------------------------------------------- */

/* Refs, commits and mails of a club whose files may be anything. */
static void look(const char *dir, struct sp_buf *out)
{
	char *line = sp_xasprintf(
		"cd '%s' && exec 2>&1; for g in games/*/*.git; do "
		"export GIT_DIR=$g GIT_CONFIG_NOSYSTEM=1 HOME=.; "
		"git for-each-ref; git rev-list main | sed \"s|^|$g |\"; "
		"git fsck --strict --no-dangling --no-progress; done; "
		"ls mail/in/new; cd mail/out/new && sha256sum *",
		dir);
	char chunk[8192];
	FILE *pipe = popen(line, "r");
	size_t n;

	CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
	while ((n = fread(chunk, 1, sizeof(chunk), pipe)) > 0)
		sp_buf_add(out, chunk, n);
	(void)pclose(pipe);
	sp_free(line);
}

/* Mails that had left, and what is there in the end. */
struct left {
	const char *dir;
	const char *end; /* as look() has it */
	unsigned heads;
	char wrong[300]; /* "": nothing */
};

/* It names a head: that is a commit of its game. */
static void check_head(struct left *left, const char *name, const char *raw)
{
	const char *at = strstr(raw, "\n:: head ");
	const char *game = strstr(raw, ":: game ");
	char *commit;

	if (at == NULL || game == NULL)
		return;
	game += strlen(":: game ");
	commit = sp_xasprintf("%.*s.git %.40s", (int)strcspn(game, " \n"), game,
		at + strlen("\n:: head "));
	left->heads++;
	if (strstr(left->end, commit) == NULL)
		sp_format(left->wrong, sizeof(left->wrong),
			"%.100s told of what is not: %s", name, commit);
	sp_free(commit);
}

static void check_left(
	const char *name, const struct sp_buf *bytes, void *payload)
{
	struct left *left = payload;
	struct sp_buf now;
	char *path;

	/* the server of a test was still taking it in */
	if (strstr(name, ".tmp") != NULL)
		return;
	path = sp_xasprintf("%s/mail/out/new/%s", left->dir, name);

	sp_buf_init(&now, SIZE_MAX);
	if (sp_file_read(&now, path, NULL) != SP_OK)
		sp_format(left->wrong, sizeof(left->wrong),
			"%.100s had left and was never written", name);
	else if (!sp_streq(sp_buf_str(&now), sp_buf_str(bytes)))
		sp_format(left->wrong, sizeof(left->wrong),
			"%.100s had left and was written otherwise", name);
	check_head(left, name, sp_buf_str(bytes));
	sp_buf_free(&now);
	sp_free(path);
}

/* ---- an undisturbed run -------------------------------------------------- */

static unsigned count(
	const struct power *p, enum disk_kind kind, const char *part)
{
	unsigned n = 0;

	for (size_t i = 0; i < p->log.n; i++)
		n += p->log.op[i].kind == kind &&
				     strstr(p->log.op[i].path, part) != NULL
			     ? 1
			     : 0;
	return n;
}

static void power_open(struct power *p, enum relay_way way, bool waiting)
{
	memset(p, 0, sizeof(*p));
	p->path = sp_xasprintf("%s/log", test_tempdir());
	p->relay.crowded = !relay_has_server(way);
	p->relay.waiting = waiting;
	relay_open(&p->relay, way, p->path);
	disk_log_read(&p->log, p->path);
	while (p->first < p->log.n && p->log.op[p->first].kind == DISK_THERE)
		p->first++;
	if (relay_has_server(way)) {
		p->n_names = p->relay.office.s->n_names;
		memcpy(p->name, p->relay.office.s->name, sizeof(p->name));
	}
	/* what else would be cut: checkpoints, and packs that become one */
	CU_ASSERT_TRUE(count(p, DISK_SYNC_ALL, "games") > 2);
	CU_ASSERT_TRUE(count(p, DISK_GONE, ".git/objects/pack/pack-") >
		       (p->relay.crowded && !waiting ? 40 : 10));
}

static void power_close(struct power *p)
{
	relay_close(&p->relay);
	disk_log_clear(&p->log);
	sp_buf_free(&p->wanted);
	sp_free(p->path);
}

/* ---- a cut --------------------------------------------------------------- */

/* The machine starts anew: it has another id. */
static void start_machine(const char *dir)
{
	char *path = sp_xasprintf("%s/run/state", dir);
	struct sp_buf state;

	sp_buf_init(&state, SIZE_MAX);
	if (sp_file_read(&state, path, NULL) == SP_OK) {
		size_t i = strcspn(sp_buf_str(&state), " ");

		for (; i < state.len; i++)
			if (sp_is_digit((unsigned char)state.data[i]))
				state.data[i] = 'f';
		EQUAL_INT(
			sp_file_write(path, state.data, state.len, 0600, NULL),
			SP_OK);
	}
	sp_buf_free(&state);
	sp_free(path);
}

/* What was done of the tape, as far as the world knows. */
static void set_progress(
	const struct power *p, size_t at, struct relay_progress *progress)
{
	for (size_t i = 0; i < at; i++) {
		if (p->log.op[i].kind == DISK_PUT)
			progress->put = (size_t)p->log.op[i].at;
		if (p->log.op[i].kind == DISK_DONE)
			progress->done = (size_t)p->log.op[i].at;
	}
}

/* The server knows mails by numbers, and has had no power cut. */
static void serve(struct power *p, struct club *c, size_t put)
{
	struct office_shared *shared = p->relay.office.s;

	relay_serve(&p->relay, c);
	if (!relay_has_server(p->relay.way))
		return;
	memcpy(shared->name, p->name, sizeof(p->name));
	memset(shared->deleted, 0, sizeof(shared->deleted));
	for (unsigned i = 0; i < p->n_names; i++)
		for (size_t k = 0; k < put; k++) {
			const char *file = p->relay.tape.event[k].file;

			if (file != NULL && sp_streq(file, p->name[i]))
				shared->n_names = i + 1;
		}
}

/* ---- mails that left for another machine ---------------------------------- */

/* So many had left before a cut; 0 where they lie on the disk that is cut. */
static size_t gone(const struct power *p, size_t at)
{
	size_t n = 0;

	for (size_t i = 0; i < at; i++)
		if (p->log.op[i].kind == DISK_SENT)
			n = (size_t)p->log.op[i].at;
	return p->relay.way == RELAY_SENDMAIL ? n : 0;
}

/* The first `n` of the undisturbed run. */
static void each_gone(const struct power *p, size_t n,
	void (*see)(
		const char *name, const struct sp_buf *bytes, void *payload),
	void *payload)
{
	char *list = sp_xasprintf("%s.sent", p->relay.end);
	struct sp_buf names, bytes;
	char *at;

	if (n == 0) {
		sp_free(list);
		return;
	}
	sp_buf_init(&names, SIZE_MAX);
	sp_buf_init(&bytes, SIZE_MAX);
	EQUAL_INT_FATAL(sp_file_read(&names, list, NULL), SP_OK);
	sp_free(list);
	at = names.data;
	for (size_t i = 0; i < n; i++) {
		char *end = strchr(at, '\n');
		char *path;

		CU_ASSERT_PTR_NOT_NULL_FATAL(end);
		*end = '\0';
		path = sp_xasprintf("%s/mail/out/new/%s", p->relay.end, at);
		sp_buf_clear(&bytes);
		EQUAL_INT_FATAL(sp_file_read(&bytes, path, NULL), SP_OK);
		see(at, &bytes, payload);
		sp_free(path);
		at = end + 1;
	}
	sp_buf_free(&names);
	sp_buf_free(&bytes);
}

static void arrive(const char *name, const struct sp_buf *bytes, void *dir)
{
	char *path = sp_xasprintf("%s/mail/out/new/%s", (char *)dir, name);

	EQUAL_INT_FATAL(
		sp_file_write(path, bytes->data, bytes->len, 0600, NULL),
		SP_OK);
	sp_free(path);
}

/* The disk as a cut left it, and what had gone. */
static void make_disk(struct power *p, struct cut_disk *d, size_t at, char *dir)
{
	EQUAL_INT_FATAL(cut_make(d, dir), 0);
	each_gone(p, gone(p, at), arrive, dir);
}

/* Play on, and judge how it ends; `each_left` tells of what had left. */
static void judge(struct power *p, struct club *c,
	struct relay_progress *progress,
	void (*each_left)(struct power *p, struct left *left, const void *what),
	const void *what, char *wrong, size_t size)
{
	struct left left = { .dir = c->dir };
	struct sp_buf end;

	if (!relay_ends(c, &p->relay.tape, progress)) {
		sp_format(wrong, size, "it does not end: %s", progress->why);
		return;
	}
	sp_buf_init(&end, SIZE_MAX);
	look(c->dir, &end);
	left.end = sp_buf_str(&end);
	each_left(p, &left, what);
	p->heads += left.heads;
	if (left.wrong[0] != '\0')
		sp_format(wrong, size, "%s", left.wrong);
	else if (!sp_streq(left.end, sp_buf_str(&p->wanted)))
		sp_format(wrong, size, "it ends otherwise");
	sp_buf_free(&end);
}

static void judge_well(struct power *p, struct club *c)
{
	relay_compare(&p->relay, c, "power cut");
	EQUAL_INT(sp_registry_check(club_registry(c), NULL), SP_OK);
}

struct cut_left {
	const struct cut_disk *d;
	size_t at;
};

static void each_of_cut(struct power *p, struct left *left, const void *what)
{
	const struct cut_left *cut = what;

	cut_seen(cut->d, "mail/out/new", check_left, left);
	each_gone(p, gone(p, cut->at), check_left, left);
}

/* Returns what is wrong in the end, NULL: nothing. */
static const char *cut_once(struct power *p, const struct cut *cut, bool loud)
{
	static char wrong[400];
	struct relay_progress *progress = relay_progress();
	char *dir = sp_xasprintf("%s/club", test_tempdir());
	struct cut_disk *d = cut_play(&p->log, p->relay.start.dir, cut);
	char *line;
	struct club c;

	wrong[0] = '\0';
	make_disk(p, d, cut->at, dir);
	start_machine(dir);
	club_take(&c, dir, &p->relay.start);
	set_progress(p, cut->at, progress);
	serve(p, &c, progress->put);
	progress->calm = true;
	judge(p, &c, progress, each_of_cut, &(struct cut_left){ d, cut->at },
		wrong, sizeof(wrong));
	if (loud && wrong[0] == '\0')
		judge_well(p, &c);
	cut_free(d);
	(void)munmap(progress, sizeof(*progress));
	club_close(&c);
	/* two thousand of them would fill the disk */
	line = sp_xasprintf("rm -rf '%s'", c.dir);
	EQUAL_INT(system(line), 0);
	sp_free(line);
	club_clear(&c);
	return wrong[0] != '\0' ? wrong : NULL;
}

/* The log has all that was done: a cut behind its last op loses nothing. */
static void learn(struct power *p)
{
	struct cut cut = { .at = p->log.n, .rest = CUT_ALL };
	struct cut_disk *d = cut_play(&p->log, p->relay.start.dir, &cut);
	char *dir = sp_xasprintf("%s/club", test_tempdir());
	char *line = sp_xasprintf(
		"diff -rq -x registry.db-shm '%s' '%s'", p->relay.end, dir);

	make_disk(p, d, cut.at, dir);
	EQUAL_INT_FATAL(system(line), 0);
	sp_buf_init(&p->wanted, SIZE_MAX);
	look(dir, &p->wanted);
	cut_free(d);
	sp_free(line);
	sp_free(dir);
}

static const char *const rests[CUT_RESTS] = { "all of it", "none of it",
	"some of it", "some of it torn", "empty files" };

static void cut_often(enum relay_way way, bool waiting, unsigned n)
{
	uint64_t random = 0x5be11905;
	struct power p;

	if (!club_has_git())
		return;
	power_open(&p, way, waiting);
	learn(&p);
	for (unsigned i = 0; i < n; i++) {
		size_t ops = p.log.n - p.first;
		struct cut cut = { .rest = (enum cut_rest)(i % CUT_RESTS),
			.apart = i / CUT_RESTS % 2 == 1 };
		const char *wrong;

		random = random * 6364136223846793005U + 1442695040888963407U;
		cut.seed = random;
		cut.at = p.first + i * ops / n +
			 (size_t)((random >> 33) % (ops / n + 1));
		if (cut.at > p.log.n)
			cut.at = p.log.n;
		wrong = cut_once(&p, &cut, true);
		if (wrong != NULL)
			printf("\n  %s, cut %u at op %zu of %zu (%s), the disk "
			       "has %s: %s\n",
				relay_ways[way], i, cut.at, p.log.n,
				cut.at < p.log.n ? p.log.op[cut.at].path : "",
				rests[cut.rest], wrong);
		CU_ASSERT_PTR_NULL(wrong);
	}
	CU_ASSERT_TRUE(p.heads > n);
	power_close(&p);
}

TEST("host/power", "a cut at any write")
{
	cut_often(RELAY_FILES, false, test_tries(10, 40, 800));
}

/* What a cut takes of plans, offers, preferences, a question to all and marks
 * of reminders is decided anew, and none of it twice. */
TEST("host/power", "a cut at any write, much is left for later")
{
	cut_often(RELAY_FILES, true, test_tries(4, 12, 200));
}

TEST("host/power", "a cut at any write, IMAP")
{
	cut_often(RELAY_IMAP, false, test_tries(4, 12, 200));
}

TEST("host/power", "a cut at any write, POP3")
{
	cut_often(RELAY_POP3, false, test_tries(4, 12, 200));
}

TEST("host/power", "a cut at any write, sendmail")
{
	cut_often(RELAY_SENDMAIL, false, test_tries(4, 12, 200));
}

/* What is decided while a sync runs is not covered by it. */
TEST("host/power", "a cut at any write, syncs aside")
{
	cut_often(RELAY_ASIDE, false, test_tries(4, 12, 200));
}

/* What left is on another machine; the server has had no power cut. */
TEST("host/power", "a cut at any write, SMTP")
{
	cut_often(RELAY_SMTP, false, test_tries(2, 6, 200));
}

/* Each process takes up what the one before has not covered. */
TEST("host/power", "a cut at any write, once")
{
	cut_often(RELAY_ONCE, false, test_tries(2, 6, 200));
}

/* ---- this test can fail -------------------------------------------------- */

/* Cuts just behind such an op, `step` of them apart: how many go wrong? */
static unsigned cut_behind(struct power *p, enum disk_kind kind,
	const char *part, unsigned step, struct cut cut, unsigned *cuts)
{
	unsigned seen = 0, wrong = 0;

	*cuts = 0;
	for (size_t i = p->first; i < p->log.n; i++) {
		const struct disk_op *op = &p->log.op[i];

		if (op->kind != kind ||
			(strstr(op->path, part) == NULL &&
				strstr(op->to, part) == NULL) ||
			seen++ % step != 0)
			continue;
		cut.at = i + 1;
		cut.seed = i;
		wrong += cut_once(p, &cut, false) != NULL ? 1 : 0;
		++*cuts;
	}
	return wrong;
}

/* Cuts of a disk whose sync did nothing go wrong, the same cuts of one that is
 * true to its word do not. */
static void lie_and_truth(const struct cut *lie)
{
	struct cut truth = *lie;
	struct power p;
	unsigned cuts;

	truth.no_sync = NULL;
	truth.no_sync_all = NULL;
	if (!club_has_git())
		return;
	power_open(&p, RELAY_FILES, false);
	learn(&p);
	CU_ASSERT_TRUE(
		cut_behind(&p, DISK_RENAME, "heads/main", 4, *lie, &cuts) > 0);
	CU_ASSERT_TRUE(cuts > 3);
	EQUAL_INT(
		cut_behind(&p, DISK_RENAME, "heads/main", 4, truth, &cuts), 0);
	power_close(&p);
}

/* A branch moves, and the row of its batch is lost. */
TEST("host/power", "without the sync of the registry it goes wrong")
{
	const struct cut lie = {
		.rest = CUT_ANY, .apart = true, .no_sync = "registry.db"
	};

	lie_and_truth(&lie);
}

/* The rows go, and what they said is lost. */
TEST("host/power", "without the sync of a checkpoint it goes wrong")
{
	const struct cut lie = {
		.rest = CUT_NONE, .apart = true, .no_sync_all = "games"
	};

	lie_and_truth(&lie);
}

/* ---- a real file system -------------------------------------------------- */

/* An ext4 on a loop device, and what had left in a folder of another one. */
struct ext4 {
	char *image, *mount, *left;
};

static struct ext4 ext4; /* a forked player has it, too */

static const char *const ext4_options[] = { "defaults", "noauto_da_alloc",
	"noauto_da_alloc,data=writeback", "nodelalloc" };

static int run_line(char *line)
{
	int rc = system(line);

	sp_free(line);
	return rc;
}

static bool ext4_mount(const char *options)
{
	return run_line(sp_xasprintf("mount -t ext4 -o loop,%s '%s' '%s' "
				     "2>/dev/null",
		       options, ext4.image, ext4.mount)) == 0;
}

/* A process that was killed may just be going. */
static void ext4_unmount(void)
{
	const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
	int rc = -1;

	for (int i = 0; i < 200 && rc != 0; i++) {
		if (i > 0)
			(void)nanosleep(&pause, NULL);
		rc = run_line(
			sp_xasprintf("umount '%s' 2>/dev/null", ext4.mount));
	}
	EQUAL_INT_FATAL(rc, 0);
}

static bool ext4_open(void)
{
	bool made;

	ext4.image = sp_xasprintf("%s/image", test_tempdir());
	ext4.mount = test_tempdir();
	ext4.left = sp_xasprintf("%s/left", test_tempdir());
	made = run_line(sp_xasprintf("truncate -s 128M '%s' && "
				     "mkfs.ext4 -q -F '%s' 2>/dev/null",
		       ext4.image, ext4.image)) == 0 &&
	       ext4_mount("defaults");
	if (made)
		ext4_unmount();
	return made;
}

static void ext4_close(void)
{
	sp_free(ext4.image);
	sp_free(ext4.left);
}

#define EXT4_SHUTDOWN   _IOR('X', 125, uint32_t)
#define EXT4_NO_JOURNAL 2U /* what the journal has not is lost */

/* In the player, between two calls: nothing reaches the disk any more. */
static void power_off(void *payload)
{
	const struct club *c = payload;
	uint32_t how = EXT4_NO_JOURNAL;
	int fd = open(ext4.mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	disk_stop();
	if (run_line(sp_xasprintf(
		    "cp -r '%s/mail/out/new' '%s'", c->dir, ext4.left)) != 0 ||
		fd < 0 || ioctl(fd, EXT4_SHUTDOWN, &how) != 0)
		_exit(1);
	(void)raise(SIGKILL);
}

/* Mails lie elsewhere: those that come always, those that go if `apart`. */
static void put_apart(const char *dir, const char *folder)
{
	char *there = test_tempdir();

	EQUAL_INT_FATAL(run_line(sp_xasprintf("mv '%s/%s' '%s/box' && ln -s "
					      "'%s/box' '%s/%s'",
				dir, folder, there, there, dir, folder)),
		0);
}

static void each_of_left(struct power *p, struct left *left, const void *what)
{
	DIR *folder = opendir(ext4.left);
	struct dirent *entry;
	struct sp_buf bytes;

	(void)p;
	(void)what;
	CU_ASSERT_PTR_NOT_NULL_FATAL(folder);
	sp_buf_init(&bytes, SIZE_MAX);
	while ((entry = readdir(folder)) != NULL) {
		char *path = sp_xasprintf("%s/%s", ext4.left, entry->d_name);

		sp_buf_clear(&bytes);
		if (entry->d_name[0] != '.') {
			EQUAL_INT(sp_file_read(&bytes, path, NULL), SP_OK);
			check_left(entry->d_name, &bytes, left);
		}
		sp_free(path);
	}
	(void)closedir(folder);
	sp_buf_free(&bytes);
}

/* Returns what is wrong in the end, NULL: nothing. */
static const char *ext4_cut_once(
	struct power *p, size_t at, const char *options, bool apart, bool calm)
{
	static char wrong[400];
	struct relay_progress *progress = relay_progress();
	struct club c;
	int status;

	wrong[0] = '\0';
	CU_ASSERT_TRUE_FATAL(ext4_mount(options));
	EQUAL_INT_FATAL(
		run_line(sp_xasprintf("rm -rf '%s/club' '%s' && "
				      "cp -a '%s' '%s/club' && sync -f '%s'",
			ext4.mount, ext4.left, p->relay.start.dir, ext4.mount,
			ext4.mount)),
		0);
	club_take(&c, sp_xasprintf("%s/club", ext4.mount), &p->relay.start);
	put_apart(c.dir, "mail/in");
	if (apart)
		put_apart(c.dir, "mail/out");
	EQUAL_INT_FATAL(run_line(sp_xasprintf("sync -f '%s'", ext4.mount)), 0);
	progress->log = sp_xasprintf("%s/log", test_tempdir());
	progress->cut = power_off;
	progress->cut_at = at;
	progress->calm = calm;
	status = relay_wait(relay_start(&c, &p->relay.tape, progress));
	disk_stop();
	if (!WIFSIGNALED(status))
		printf("\n  no cut at op %zu (%d): %s\n", at, status,
			progress->why);
	CU_ASSERT_TRUE_FATAL(
		WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	ext4_unmount();
	CU_ASSERT_TRUE_FATAL(ext4_mount(options));
	sp_free((void *)(uintptr_t)progress->log);
	progress->log = NULL;
	progress->cut_at = 0;
	progress->calm = true;
	start_machine(c.dir);
	judge(p, &c, progress, each_of_left, NULL, wrong, sizeof(wrong));
	if (!calm && wrong[0] == '\0')
		judge_well(p, &c);
	(void)munmap(progress, sizeof(*progress));
	club_clear(&c);
	ext4_unmount();
	return wrong[0] != '\0' ? wrong : NULL;
}

/* So many cuts of it; how many go wrong? */
static unsigned ext4_cut(struct power *p, unsigned n, bool calm)
{
	uint64_t random = 0xe474;
	unsigned bad = 0;
	size_t ops = 0; /* mails lie elsewhere */

	for (size_t i = p->first; i < p->log.n; i++)
		ops += !p->log.op[i].outside &&
		       strncmp(p->log.op[i].path, "mail/", 5) != 0;
	for (unsigned i = 0; i < n; i++) {
		const char *options =
			ext4_options[i % SP_ARRAY_LEN(ext4_options)];
		const char *wrong;
		size_t at;

		random = random * 6364136223846793005U + 1442695040888963407U;
		at = 1 + i * (ops - 1) / n +
		     (size_t)((random >> 33) % ((ops - 1) / n));
		wrong = ext4_cut_once(p, at, options, i / 4 % 2 == 1, calm);
		bad += wrong != NULL ? 1 : 0;
		if (wrong != NULL && !calm)
			printf("\n  ext4 (%s), cut %u at op %zu of %zu: %s\n",
				options, i, at, ops, wrong);
	}
	return bad;
}

TEST("host/power", "a cut of a real file system")
{
	unsigned n = test_tries(0, 0, 200);
	struct power p;

	if (n == 0 || !club_has_git())
		return;
	if (!ext4_open()) {
		printf("\n  left out: no ext4 can be mounted here\n");
	} else {
		power_open(&p, RELAY_FILES, false);
		learn(&p);
		EQUAL_INT(ext4_cut(&p, n, false), 0);
		CU_ASSERT_TRUE(p.heads > n);
		CU_ASSERT_TRUE(ext4_cut(&p, 40, true) > 0);
		power_close(&p);
		printf("\n  an ext4 was cut %u times\n", n);
	}
	ext4_close();
}
