/*
 * The power fails at any write. One process plays a tape, and all that it does
 * to the disk is noted; of that a part is thrown away, as a disk may when the
 * power fails; another process goes on with what is left. In the end the world
 * sees what it sees of an undisturbed run, and whatever had left before is true
 * then. The disk is simulated: no machine is harmed. What is written through
 * memory alone is left out: registry.db-shm, and run/poison, which says what a
 * process was at when it died.
 */
#include <sys/mman.h>

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
	const char *gid = strstr(raw, "kill-aaaaaaaa") != NULL
				  ? "kill-aaaaaaaa"
				  : "pair-bbbbbbbb";
	char *commit;

	if (at == NULL)
		return;
	commit = sp_xasprintf("%s.git %.40s", gid, at + strlen("\n:: head "));
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
	char *path = sp_xasprintf("%s/mail/out/new/%s", left->dir, name);
	struct sp_buf now;

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

static void power_open(struct power *p, enum relay_way way)
{
	memset(p, 0, sizeof(*p));
	p->path = sp_xasprintf("%s/log", test_tempdir());
	p->relay.crowded = way == RELAY_FILES;
	relay_open(&p->relay, way, p->path);
	disk_log_read(&p->log, p->path);
	while (p->first < p->log.n && p->log.op[p->first].kind == DISK_THERE)
		p->first++;
	if (way != RELAY_FILES) {
		p->n_names = p->relay.office.s->n_names;
		memcpy(p->name, p->relay.office.s->name, sizeof(p->name));
	}
	/* what else would be cut: checkpoints, and packs that become one */
	CU_ASSERT_TRUE(count(p, DISK_SYNC_ALL, "games") > 2);
	CU_ASSERT_TRUE(count(p, DISK_GONE, ".git/objects/pack/pack-") >
		       (p->relay.crowded ? 40 : 10));
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
	if (shared == NULL)
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

static void judge(struct power *p, const struct cut_disk *d, struct club *c,
	char *wrong, size_t size)
{
	struct left left = { .dir = c->dir };
	struct sp_buf end;

	sp_buf_init(&end, SIZE_MAX);
	look(c->dir, &end);
	left.end = sp_buf_str(&end);
	cut_seen(d, "mail/out/new", check_left, &left);
	p->heads += left.heads;
	if (left.wrong[0] != '\0')
		sp_format(wrong, size, "%s", left.wrong);
	else if (!sp_streq(left.end, sp_buf_str(&p->wanted)))
		sp_format(wrong, size, "it ends otherwise");
	sp_buf_free(&end);
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
	EQUAL_INT_FATAL(cut_make(d, dir), 0);
	start_machine(dir);
	club_take(&c, dir, &p->relay.start);
	set_progress(p, cut->at, progress);
	serve(p, &c, progress->put);
	progress->calm = true;
	if (!relay_ends(&c, &p->relay.tape, progress))
		sp_format(wrong, sizeof(wrong), "it does not end: %s",
			progress->why);
	else
		judge(p, d, &c, wrong, sizeof(wrong));
	if (loud && wrong[0] == '\0') {
		relay_compare(&p->relay, &c, "power cut");
		EQUAL_INT(sp_registry_check(club_registry(&c), NULL), SP_OK);
	}
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

	EQUAL_INT_FATAL(cut_make(d, dir), 0);
	EQUAL_INT_FATAL(system(line), 0);
	sp_buf_init(&p->wanted, SIZE_MAX);
	look(dir, &p->wanted);
	cut_free(d);
	sp_free(line);
	sp_free(dir);
}

static const char *const rests[CUT_RESTS] = { "all of it", "none of it",
	"some of it", "some of it torn", "empty files" };

static void cut_often(enum relay_way way, unsigned n)
{
	uint64_t random = 0x5be11905;
	struct power p;

	if (!club_has_git())
		return;
	power_open(&p, way);
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
	cut_often(RELAY_FILES, test_tries(10, 40, 1200));
}

TEST("host/power", "a cut at any write, IMAP")
{
	cut_often(RELAY_IMAP, test_tries(4, 12, 400));
}

TEST("host/power", "a cut at any write, POP3")
{
	cut_often(RELAY_POP3, test_tries(4, 12, 400));
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
	power_open(&p, RELAY_FILES);
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
