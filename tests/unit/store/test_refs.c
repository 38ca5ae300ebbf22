#include "store_tests.h"

#include "fixtures.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct sp_oid none;

static struct sp_oid flushed(
	struct sp_store_game *game, struct sp_oid parent, int n)
{
	struct sp_oid id = place_commit(game, &parent, n);

	EQUAL_INT_FATAL(sp_store_flush(game, NULL), SP_OK);
	return id;
}

static int move(struct sp_store_game *game, const struct sp_oid *old,
	const struct sp_oid *new)
{
	return sp_store_move_head(game, old, new, NULL, 0, NULL);
}

TEST("store/refs", "compares and swaps")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a = flushed(p.game, none, 0);
	struct sp_oid b = flushed(p.game, a, 1);
	struct sp_oid c = flushed(p.game, a, 2); /* beside b */
	struct sp_oid d = flushed(p.game, c, 3);
	struct sp_oid root = flushed(p.game, none, 4);
	struct sp_oid head;

	/* not to an unborn branch as if it were born */
	EQUAL_INT(move(p.game, &a, &b), SP_ECONFLICT);
	EQUAL_INT(move(p.game, NULL, &a), SP_OK);
	EQUAL_INT(move(p.game, NULL, &a), SP_OK);
	EQUAL_INT(move(p.game, &none, &a), SP_OK);
	/* not as if it were unborn */
	EQUAL_INT(move(p.game, NULL, &root), SP_ECONFLICT);
	EQUAL_INT(move(p.game, &a, &b), SP_OK);
	EQUAL_INT(
		sp_store_move_head(p.game, &a, &c, NULL, 0, &e), SP_ECONFLICT);
	CONTAINS(e.text, "is at");
	EQUAL_INT(move(p.game, &c, &d), SP_ECONFLICT);
	/* nor to what does not descend */
	sp_error_clear(&e);
	EQUAL_INT(sp_store_move_head(p.game, &b, &c, NULL, 0, &e), SP_EINVAL);
	CONTAINS(e.text, "never rewritten");
	EQUAL_INT(move(p.game, &b, &a), SP_EINVAL);
	EQUAL_INT(move(p.game, &b, &root), SP_EINVAL);
	head = place_head(p.game);
	CU_ASSERT(sp_store_oid_equal(&head, &b));
	/* what was done before the last step is done */
	EQUAL_INT(move(p.game, NULL, &a), SP_OK);
	head = place_head(p.game);
	CU_ASSERT(sp_store_oid_equal(&head, &b));
	/* several steps at once */
	d = flushed(p.game, b, 5);
	d = flushed(p.game, d, 6);
	EQUAL_INT(move(p.game, &b, &d), SP_OK);
	place_close(&p);
}

TEST("store/refs", "moves only to flushed commits")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a = place_commit(p.game, &none, 0);
	struct sp_oid head;

	EQUAL_INT(sp_store_move_head(p.game, NULL, &a, NULL, 0, &e), SP_EINVAL);
	CONTAINS(e.text, "flush");
	EQUAL_INT(sp_store_head(p.game, &head, NULL), SP_ENOTFOUND);
	CU_ASSERT(sp_store_oid_parse(
		&a, "356a192b7913b04c54574d18c28d46e6395428ab"));
	EQUAL_INT(move(p.game, NULL, &a), SP_ENOTFOUND);
	place_close(&p);
}

TEST("store/refs", "tags")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a = flushed(p.game, none, 0);
	struct sp_oid b = flushed(p.game, a, 1);
	struct sp_store_tag list[] = { { "turn/1", a }, { "turn/2", b } };
	struct sp_store_tag other = { "turn/1", b };
	struct sp_oid there;
	struct sp_buf out;

	for (int i = 0; i < 2; i++)
		EQUAL_INT(sp_store_move_head(p.game, NULL, &b, list, 2, &e),
			SP_OK);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &b, &other, 1, &e),
		SP_ECONFLICT);
	CONTAINS(e.text, "turn/1");
	EQUAL_INT(sp_store_tag(p.game, "turn/2", &there, NULL), SP_OK);
	CU_ASSERT(sp_store_oid_equal(&there, &b));
	EQUAL_INT(sp_store_tag(p.game, "turn/3", &there, NULL), SP_ENOTFOUND);
	CU_ASSERT(sp_store_oid_is_none(&there));
	if (place_has_git()) {
		sp_buf_init(&out, 1000);
		EQUAL_INT(place_git(p.game, &out,
				  "@ rev-parse turn/1 turn/2 && @ "
				  "cat-file -t turn/1"),
			0);
		CU_ASSERT(sp_starts(sp_buf_str(&out), a.hex));
		CU_ASSERT(sp_starts(sp_buf_str(&out) + 41, b.hex));
		EQUAL_STRING(sp_buf_str(&out) + 82, "commit\n");
		sp_buf_free(&out);
	}
	place_close(&p);
}

static void plant(struct sp_store_game *game, const char *name, int age)
{
	char *path = place_path(game, name);
	struct timespec times[2];
	char *slash = strrchr(path, '/');

	*slash = '\0';
	EQUAL_INT(sp_mkdirs(path, 0777, NULL), SP_OK);
	*slash = '/';
	EQUAL_INT(sp_file_write(path, "", 0, 0600, NULL), SP_OK);
	EQUAL_INT(clock_gettime(CLOCK_REALTIME, &times[0]), 0);
	times[0].tv_sec -= age;
	times[1] = times[0];
	EQUAL_INT(utimensat(AT_FDCWD, path, times, 0), 0);
	sp_free(path);
}

static bool is_there(struct sp_store_game *game, const char *name)
{
	char *path = place_path(game, name);
	bool yes = access(path, F_OK) == 0;

	sp_free(path);
	return yes;
}

TEST("store/refs", "stale locks are removed")
{
	static const char *const names[] = { "refs/heads/main.lock",
		"HEAD.lock", "packed-refs.lock", "config.lock" };
	struct place p = place_open(test_tempdir());
	struct sp_oid a = flushed(p.game, none, 0);
	struct sp_store_tag tag = { "turn/1", a };

	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
		plant(p.game, names[i], 60);
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
		CU_ASSERT_FALSE(is_there(p.game, names[i]));
	/* and those that somebody left after we had the lock */
	plant(p.game, "refs/heads/main.lock", 60);
	plant(p.game, "packed-refs.lock", 60);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &a, &tag, 1, NULL), SP_OK);
	CU_ASSERT_FALSE(is_there(p.game, "packed-refs.lock"));
	place_close(&p);
}

/* A lock file that was made just now may be that of a git program at work: it
 * gets two seconds, whatever the clock of its date says. */
TEST("store/refs", "young locks get time")
{
	struct place p = place_open(test_tempdir());
	struct timespec before;
	struct timespec after;
	int64_t ms;

	plant(p.game, "refs/heads/main.lock", -3600);
	EQUAL_INT(clock_gettime(CLOCK_MONOTONIC, &before), 0);
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	EQUAL_INT(clock_gettime(CLOCK_MONOTONIC, &after), 0);
	ms = (int64_t)(after.tv_sec - before.tv_sec) * 1000 +
	     (after.tv_nsec - before.tv_nsec) / 1000000;
	CU_ASSERT(ms >= 1900);
	CU_ASSERT_FALSE(is_there(p.game, "refs/heads/main.lock"));
	place_close(&p);
}

TEST("store/refs", "without the flock a lock stays")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a = flushed(p.game, none, 0);
	struct sp_oid head;

	plant(p.game, "refs/heads/main.lock", 60);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &a, NULL, 0, &e), SP_EAGAIN);
	CONTAINS(e.text, "main.lock");
	EQUAL_INT(sp_store_head(p.game, &head, NULL), SP_ENOTFOUND);
	CU_ASSERT(is_there(p.game, "refs/heads/main.lock"));
	place_close(&p);
}

TEST("store/refs", "locks out another handle")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_store_game *other;

	EQUAL_INT_FATAL(sp_store_game_open(&other, p.store, GID, NULL), SP_OK);
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	EQUAL_INT(sp_store_lock(other, 0, &e), SP_ECONFLICT);
	CONTAINS(e.text, "another process");
	EQUAL_INT(sp_store_lock(other, 30, NULL), SP_ECONFLICT);
	sp_store_unlock(p.game);
	sp_store_unlock(p.game);
	EQUAL_INT(sp_store_lock(other, 0, NULL), SP_OK);
	sp_store_game_close(other);
	EQUAL_INT(sp_store_lock(p.game, -1, NULL), SP_OK);
	place_close(&p);
}

static void write_branch(struct sp_store_game *game, const char *text)
{
	char *path = place_path(game, "refs/heads/main");

	EQUAL_INT(sp_file_write(path, text, strlen(text), 0644, NULL), SP_OK);
	sp_free(path);
}

/* The branch was written after the barrier, so a power cut may empty it. */
TEST("store/refs", "a ruined branch is rolled forward")
{
	static const char *const ruins[] = { "", "356a192b", "\n",
		"garbage\n" };

	for (size_t i = 0; i < SP_ARRAY_LEN(ruins); i++) {
		const char *root = test_tempdir();
		struct place p = place_open(root);
		struct sp_error e = { 0 };
		struct sp_oid a = place_play(p.game, 0);
		struct sp_oid b = place_play(p.game, 1);
		struct sp_oid head;

		write_branch(p.game, ruins[i]);
		place_close(&p);
		p = place_open(root);
		EQUAL_INT(sp_store_head(p.game, &head, &e), SP_ECORRUPT);
		CONTAINS(e.text, "branch");
		EQUAL_INT(sp_store_check_tip(p.game, NULL), SP_ECORRUPT);
		/* not without the lock */
		EQUAL_INT(move(p.game, &a, &b), SP_ECORRUPT);
		EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
		EQUAL_INT(move(p.game, &a, &b), SP_OK);
		head = place_head(p.game);
		CU_ASSERT(sp_store_oid_equal(&head, &b));
		place_close(&p);
	}
}

static void write_packed(struct sp_store_game *game, const char *text)
{
	char *path = place_path(game, "packed-refs");

	EQUAL_INT(sp_file_write(path, text, strlen(text), 0644, NULL), SP_OK);
	sp_free(path);
}

static void tag_is(struct sp_store_game *game, const char *name,
	const struct sp_oid *target)
{
	struct sp_oid there;

	EQUAL_INT(sp_store_tag(game, name, &there, NULL), SP_OK);
	EQUAL_STRING(there.hex, target->hex);
}

/* So may packed-refs be, cut anywhere: what is whole of it stays, and who rolls
 * forward knows the rest. */
TEST("store/refs", "ruined tags are rolled forward")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_play(p.game, 0);
	struct sp_oid b = place_play(p.game, 1);
	struct sp_store_tag list[] = { { "turn/1", a }, { "turn/2", b },
		{ "turn/10", b } };
	struct sp_error e = { 0 };
	char *path = place_path(p.game, "packed-refs");
	struct sp_buf whole;

	EQUAL_INT(sp_store_move_head(p.game, &a, &b, list, 3, NULL), SP_OK);
	sp_buf_init(&whole, 1000);
	EQUAL_INT_FATAL(sp_file_read(&whole, path, NULL), SP_OK);
	/* as git sorts them */
	CU_ASSERT(strstr(sp_buf_str(&whole), "turn/10") <
		  strstr(sp_buf_str(&whole), "turn/2"));
	for (size_t n = 0; n <= whole.len; n++) {
		struct sp_buf again;

		sp_buf_init(&again, 1000);
		EQUAL_INT(
			sp_file_write(path, whole.data, n, 0644, NULL), SP_OK);
		EQUAL_INT(
			sp_store_move_head(p.game, &a, &b, list, 3, &e), SP_OK);
		EQUAL_INT(sp_file_read(&again, path, NULL), SP_OK);
		EQUAL_STRING(sp_buf_str(&again), sp_buf_str(&whole));
		sp_buf_free(&again);
	}
	write_packed(p.game, "\0\0\0\0");
	EQUAL_INT(sp_store_move_head(p.game, &a, &b, list, 3, &e), SP_OK);
	tag_is(p.game, "turn/1", &a);
	tag_is(p.game, "turn/10", &b);
	/* and they stand again */
	list[0].target = b;
	EQUAL_INT(sp_store_move_head(p.game, &a, &b, list, 1, NULL),
		SP_ECONFLICT);
	tag_is(p.game, "turn/1", &a);
	if (place_has_git())
		EQUAL_INT(place_git(p.game, NULL,
				  "@ fsck --strict 2>&1 | grep . && exit 1; "
				  "test $(@ tag | wc -l) = 3"),
			0);
	sp_buf_free(&whole);
	sp_free(path);
	place_close(&p);
}

/* A reference to a reference is somebody's work, not a ruin. */
TEST("store/refs", "a symbolic branch is left alone")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_play(p.game, 0);
	struct sp_oid b = place_play(p.game, 1);
	struct sp_buf text;
	char *path = place_path(p.game, "refs/heads/main");

	write_branch(p.game, "ref: refs/heads/other\n");
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	EQUAL_INT(move(p.game, &a, &b), SP_ECORRUPT);
	sp_buf_init(&text, 100);
	EQUAL_INT(sp_file_read(&text, path, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&text), "ref: refs/heads/other\n");
	sp_buf_free(&text);
	sp_free(path);
	place_close(&p);
}

/* What git packed is compared with, too, and what stands beside it wins. */
TEST("store/refs", "packed references")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_play(p.game, 0);
	struct sp_oid b = place_play(p.game, 1);
	struct sp_oid c = flushed(p.game, b, 2), beside = flushed(p.game, a, 3);
	struct sp_store_tag list[] = { { "turn/1", a }, { "turn/11", b } };
	struct sp_oid head;
	struct sp_buf out;

	if (!place_has_git()) {
		place_close(&p);
		return;
	}
	EQUAL_INT(sp_store_move_head(p.game, &a, &b, list, 2, NULL), SP_OK);
	EQUAL_INT(place_git(p.game, NULL,
			  "@ -c user.name=x -c user.email=x tag -a -m "
			  "x annotated main && "
			  "@ pack-refs --all --prune"),
		0);
	CU_ASSERT_FALSE(is_there(p.game, "refs/heads/main"));
	head = place_head(p.game);
	CU_ASSERT(sp_store_oid_equal(&head, &b));
	/* the tags stand, and are compared */
	EQUAL_INT(sp_store_move_head(p.game, &a, &b, list, 2, NULL), SP_OK);
	list[0].target = b;
	EQUAL_INT(sp_store_move_head(p.game, &a, &b, list, 1, NULL),
		SP_ECONFLICT);
	EQUAL_INT(move(p.game, &a, &beside), SP_ECONFLICT);
	list[0].name = "turn/111";
	EQUAL_INT(sp_store_move_head(p.game, &b, &c, list, 1, NULL), SP_OK);
	head = place_head(p.game);
	CU_ASSERT(sp_store_oid_equal(&head, &c));
	sp_buf_init(&out, 1000);
	EQUAL_INT(place_git(p.game, &out,
			  "@ fsck --strict --no-dangling && "
			  "@ rev-parse main turn/1 turn/11 turn/111"),
		0);
	CU_ASSERT(sp_starts(sp_buf_str(&out), c.hex));
	CU_ASSERT(sp_starts(sp_buf_str(&out) + 41, a.hex));
	CU_ASSERT(sp_starts(sp_buf_str(&out) + 82, b.hex));
	CU_ASSERT(sp_starts(sp_buf_str(&out) + 123, b.hex));
	sp_buf_free(&out);
	place_close(&p);
}

/* So many that packed-refs is read in another way than that of a short game. */
TEST("store/refs", "one of many tags")
{
	enum { MANY = 600 };
	static struct sp_store_tag list[MANY];
	static char name[MANY][16];
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_play(p.game, 0);
	struct sp_oid b = place_play(p.game, 1);
	char *path = place_path(p.game, "packed-refs");
	struct sp_oid absent;
	struct stat st;

	for (unsigned i = 0; i < MANY; i++) {
		sp_format(name[i], sizeof(name[i]), "turn/%u", i + 1);
		list[i].name = name[i];
		list[i].target = i % 2 == 0 ? a : b;
	}
	EQUAL_INT(sp_store_move_head(p.game, &a, &b, list, MANY, NULL), SP_OK);
	EQUAL_INT(stat(path, &st), 0);
	CU_ASSERT(st.st_size > 16384);
	for (unsigned i = 0; i < MANY; i++)
		tag_is(p.game, name[i], &list[i].target);
	EQUAL_INT(
		sp_store_tag(p.game, "turn/601", &absent, NULL), SP_ENOTFOUND);
	sp_free(path);
	place_close(&p);
}
