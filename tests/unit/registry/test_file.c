#include "registry_tests.h"

#include <assert.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixtures.h"

/* ---- what all tests share --------------------------------------------------
 */

char *registry_path(void)
{
	return sp_xasprintf("%s/registry.db", test_tempdir());
}

struct sp_registry *registry_open(const char *path, enum sp_registry_mode mode)
{
	struct sp_error e = { 0 };
	struct sp_registry *r = NULL;

	if (sp_registry_open(&r, path, mode, &e) != SP_OK) {
		(void)fprintf(stderr, "%s\n", e.text);
		abort();
	}
	return r;
}

void registry_add_game(struct sp_registry *r, const char *gid, int64_t created)
{
	struct sp_game_row row = {
		.ruleset = "wizwar8",
		.status = SP_GAME_ROW_RUNNING,
		.decision = SP_NO_DECISION,
		.deadline = SP_NEVER,
		.created = created,
		.updated = created,
	};

	CU_ASSERT_FATAL(sp_copy(row.gid, sizeof(row.gid), gid));
	OK(sp_registry_game_put(r, &row, &e));
}

void registry_add_seat(struct sp_registry *r, const char *gid, const char *seat,
	int order, int64_t player)
{
	struct sp_seat_row row = {
		.order = order,
		.player = player,
		.joined = SP_NEVER,
	};

	CU_ASSERT_FATAL(sp_copy(row.gid, sizeof(row.gid), gid));
	CU_ASSERT_FATAL(sp_copy(row.seat, sizeof(row.seat), seat));
	OK(sp_registry_seat_put(r, &row, &e));
}

struct sp_registry *registry_make(const char *path, bool game)
{
	struct sp_registry *r = registry_open(path, SP_REGISTRY_CREATE);

	if (game) {
		registry_add_game(r, GID, 1000);
		registry_add_seat(r, GID, "red", 0, 0);
		registry_add_seat(r, GID, "blue", 1, 0);
	}
	return r;
}

void registry_prune(struct sp_registry *r, int64_t now, int64_t term)
{
	const struct sp_retention how = { now, term, 10 };
	bool more = true;

	for (int i = 0; i < 100000 && more; i++)
		OK(sp_registry_prune(r, &how, &more, &e));
	CU_ASSERT_FALSE(more);
}

int64_t registry_count(const char *path, const char *table)
{
	char *sql = sp_xasprintf("SELECT count(*) FROM %s", table);
	sqlite3_stmt *stmt = NULL;
	sqlite3 *db = NULL;
	int64_t n = -1;

	if (sqlite3_open(path, &db) == SQLITE_OK &&
		sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK &&
		sqlite3_step(stmt) == SQLITE_ROW)
		n = sqlite3_column_int64(stmt, 0);
	(void)sqlite3_finalize(stmt);
	(void)sqlite3_close(db);
	sp_free(sql);
	return n;
}

void registry_sql(const char *path, const char *sql)
{
	sqlite3 *db = NULL;

	EQUAL_INT_FATAL(sqlite3_open(path, &db), SQLITE_OK);
	EQUAL_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	EQUAL_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- open -------------------------------------------------------------------
 */

TEST("registry/file", "made once and for the owner only")
{
	char *path = registry_path();
	struct sp_registry *r = NULL;
	struct stat st;
	char *log = sp_xasprintf("%s-wal", path);

	FAILS(sp_registry_open(&r, path, SP_REGISTRY_WRITE, &e), SP_ENOTFOUND,
		"spellpost init");
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_READ, &e), SP_ENOTFOUND,
		"spellpost init");
	CU_ASSERT_PTR_NULL(r);
	DIFFERENT_INT(access(path, F_OK), 0);
	r = registry_make(path, true);
	EQUAL_INT(stat(path, &st), 0);
	EQUAL_INT(st.st_mode & 0777, 0600);
	EQUAL_INT(stat(log, &st), 0);
	EQUAL_INT(st.st_mode & 0777, 0600);
	OK(sp_registry_check(r, &e));
	sp_registry_close(r);
	/* no close makes a checkpoint, which would sync it */
	EQUAL_INT(access(log, F_OK), 0);
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_CREATE, &e), SP_EEXISTS,
		"already");
	EQUAL_INT(registry_count(path, "games"), 1);
	sp_registry_close(NULL);
	sp_free(log);
	sp_free(path);
}

TEST("registry/file", "other files are refused")
{
	static const char junk[] =
		"This is a letter to my wizard and no database at all, but it "
		"is longer than the header of one, which has 100 bytes.";
	char *path = registry_path();
	char *log = sp_xasprintf("%s-wal", path);
	struct sp_registry *r = NULL;

	EQUAL_INT(sp_file_write(path, junk, sizeof(junk), 0600, NULL), 0);
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_WRITE, &e), SP_ECORRUPT,
		"not a registry");
	EQUAL_INT(sp_file_write(path, "", 0, 0600, NULL), 0);
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_WRITE, &e), SP_ECORRUPT,
		"an empty database");
	registry_sql(path, "CREATE TABLE games (x)");
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_WRITE, &e), SP_ECORRUPT,
		"another program");
	/* and left as it was */
	DIFFERENT_INT(access(log, F_OK), 0);
	EQUAL_INT(registry_count(path, "sqlite_schema"), 1);
	FAILS(sp_registry_open(
		      &r, "/nowhere/registry.db", SP_REGISTRY_CREATE, &e),
		SP_ENOTFOUND, "cannot create");
	sp_free(log);
	sp_free(path);
}

#define WITHOUT_STEP_4                                                         \
	"ALTER TABLE raw DROP COLUMN key;"                                     \
	"ALTER TABLE pending DROP COLUMN key;"                                 \
	"DROP INDEX inbox_receipt; DROP INDEX outbox_failed;"                  \
	"DROP INDEX outbox_kind;"                                              \
	"ALTER TABLE seats DROP COLUMN muted;"                                 \
	"ALTER TABLE players DROP COLUMN zone;DROP TABLE observers;"

TEST("registry/file", "a newer schema is refused in words")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);

	sp_registry_close(r);
	registry_sql(path, "PRAGMA user_version = 99");
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_WRITE, &e), SP_ECORRUPT,
		"version 99");
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_READ, &e), SP_ECORRUPT,
		"use the newer spellpost");
	registry_sql(path, WITHOUT_STEP_4 "PRAGMA user_version = 2");
	r = registry_open(path, SP_REGISTRY_WRITE);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/file", "an older schema comes forward")
{
	char *path = registry_path();
	struct sp_registry *r = NULL;

	/* version 0 is ours, and has nothing yet */
	registry_sql(path, "PRAGMA application_id = 0x7370656c; VACUUM");
	FAILS(sp_registry_open(&r, path, SP_REGISTRY_READ, &e), SP_ECORRUPT,
		"older");
	r = registry_open(path, SP_REGISTRY_WRITE);
	registry_add_game(r, GID, 1);
	sp_registry_close(r);
	r = registry_open(path, SP_REGISTRY_READ);
	sp_registry_close(r);
	sp_free(path);
}

/* What a version 1 knew is still there, and what came later is empty. */
TEST("registry/file", "version 1 comes forward")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row row = { .inbox = "club",
		.uid = "1",
		.decision = SP_NO_DECISION,
		.raw = "0123456789abcdef",
		.arrived = 7 };
	struct sp_inbox_row got;

	OK(sp_registry_inbox_put(r, &row, &e));
	sp_registry_close(r);
	registry_sql(path, WITHOUT_STEP_4
		"ALTER TABLE inbox DROP COLUMN raw; PRAGMA user_version = 1");
	r = registry_open(path, SP_REGISTRY_WRITE);
	OK(sp_registry_inbox_get(r, "club", "1", &got, &e));
	EQUAL_INT(got.arrived, 7);
	EQUAL_STRING(got.raw, "");
	OK(sp_registry_inbox_put(r, &row, &e));
	OK(sp_registry_inbox_get(r, "club", "1", &got, &e));
	EQUAL_STRING(got.raw, row.raw);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/file", "damage is found")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_game_row *games = NULL;
	size_t n = 7;

	sp_registry_close(r);
	registry_sql(path,
		"PRAGMA foreign_keys = OFF;"
		"INSERT INTO seats VALUES ('gone', 'red', 0, NULL, 0, NULL, "
		"0, NULL, NULL, NULL, NULL, 0, NULL, 0)");
	r = registry_open(path, SP_REGISTRY_READ);
	FAILS(sp_registry_check(r, &e), SP_ECORRUPT, "seats");
	FAILS(sp_registry_check(r, &e), SP_ECORRUPT, "; " SP_REGISTRY_REMEDY);
	sp_registry_close(r);
	/* a text that no function of ours can have written */
	registry_sql(path,
		"UPDATE games SET ruleset = 'a-name-far-longer-than-any-that-"
		"fits-into-its-field'");
	r = registry_open(path, SP_REGISTRY_READ);
	FAILS(sp_registry_game_list(r, &games, &n, &e), SP_ECORRUPT,
		"too long");
	CU_ASSERT_PTR_NULL(games);
	EQUAL_INT(n, 0);
	sp_registry_close(r);
	sp_free(path);
}

/* ---- transactions
 * -------------------------------------------------------------- */

TEST("registry/file", "rolled back leaves nothing")
{
	static const char *const tables[] = { "players", "addresses", "games",
		"seats", "outbox", "inbox", "timers", "batches", "pending",
		"refusals", "answers", "raw", "press", "journal" };
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_player_row player = { 0 };
	struct sp_outbox_row out = { .kind = "turn",
		.message_id = "<a@b>",
		.recipient = "a@b.c",
		.decision = 1 };
	struct sp_inbox_row in = { .inbox = "club", .uid = "1", .decision = 1 };
	struct sp_timer_row timer = { .gid = GID, .kind = "turn" };
	struct sp_batch_row batch = { .gid = GID, .new_head = HEAD };
	struct sp_pending_row pending = { .gid = GID,
		.seat = "red",
		.kind = "resign",
		.decision = SP_NO_DECISION };
	struct sp_raw_row raw = { .inbox = "club", .uid = "1" };
	struct sp_press_row press = { .gid = GID, .seat = "red" };
	int64_t count = 0;
	bool first = false;

	OK(sp_registry_begin(r, &e));
	registry_add_game(r, GID, 1);
	registry_add_seat(r, GID, "red", 0, 0);
	OK(sp_registry_player_ensure(r, "a@b.c", "A", 1, &player, &e));
	OK(sp_registry_outbox_queue(r, &out, "x", 1, &e));
	OK(sp_registry_inbox_put(r, &in, &e));
	OK(sp_registry_timer_put(r, &timer, &e));
	OK(sp_registry_batch_open(r, &batch.batch, &e));
	OK(sp_registry_batch_add(r, &batch, "", 0, &e));
	OK(sp_registry_pending_add(r, &pending, "t", 1, &e));
	OK(sp_registry_raw_add(r, &raw, "x", 1, &e));
	OK(sp_registry_press_add(r, &press, "x", 1, &e));
	OK(sp_registry_journal_add(r, 1, 1, "{}", &e));
	OK(sp_registry_refusal_note(r, "a@b.c", 1, &first, &e));
	OK(sp_registry_answer_note(r, "a@b.c", 1, &count, &e));
	sp_registry_rollback(r);
	sp_registry_rollback(r);
	for (size_t i = 0; i < SP_ARRAY_LEN(tables); i++)
		EQUAL_INT(registry_count(path, tables[i]), 0);
	EQUAL_INT(registry_count(path, "meta"), 0);
	/* and it goes on */
	OK(sp_registry_begin(r, &e));
	registry_add_game(r, GID, 1);
	OK(sp_registry_commit(r, &e));
	EQUAL_INT(registry_count(path, "games"), 1);
	/* closing gives up what is open */
	OK(sp_registry_begin(r, &e));
	registry_add_game(r, "club-bbbbbbbb", 1);
	sp_registry_close(r);
	EQUAL_INT(registry_count(path, "games"), 1);
	sp_free(path);
}

TEST("registry/file", "a refused row does not end the transaction")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_timer_row timer = { .gid = "none-aaaaaaaa", .kind = "turn" };
	struct sp_player_row player = { 0 };

	OK(sp_registry_begin(r, &e));
	registry_add_game(r, "club-bbbbbbbb", 1);
	FAILS(sp_registry_timer_put(r, &timer, &e), SP_ENOTFOUND, "FOREIGN");
	FAILS(sp_registry_player_ensure(r, "no address", "A", 1, &player, &e),
		SP_EINVAL, "CHECK");
	OK(sp_registry_commit(r, &e));
	EQUAL_INT(registry_count(path, "games"), 2);
	EQUAL_INT(registry_count(path, "players"), 0);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/file", "a reader looks while a batch is written")
{
	char *path = registry_path();
	struct sp_registry *writer = registry_make(path, true);
	struct sp_registry *reader = registry_open(path, SP_REGISTRY_READ);
	struct sp_game_row game = { 0 };
	int64_t value = 0;

	OK(sp_registry_begin(writer, &e));
	registry_add_game(writer, "club-bbbbbbbb", 5);
	OK(sp_registry_meta_set_int(writer, "poll/club", 7, &e));
	NONE(sp_registry_game_get(reader, "club-bbbbbbbb", &game, &e));
	NONE(sp_registry_meta_get_int(reader, "poll/club", &value, &e));
	OK(sp_registry_game_get(reader, GID, &game, &e));
	OK(sp_registry_commit(writer, &e));
	OK(sp_registry_game_get(reader, "club-bbbbbbbb", &game, &e));
	OK(sp_registry_meta_get_int(reader, "poll/club", &value, &e));
	EQUAL_INT(value, 7);
	FAILS(sp_registry_meta_set_int(reader, "poll/club", 8, &e), SP_ESYS,
		"readonly");
	/* the reader outlives the writer, and a second writer comes */
	sp_registry_close(writer);
	OK(sp_registry_game_get(reader, GID, &game, &e));
	writer = registry_open(path, SP_REGISTRY_WRITE);
	OK(sp_registry_meta_set_int(writer, "poll/club", 9, &e));
	OK(sp_registry_meta_get_int(reader, "poll/club", &value, &e));
	EQUAL_INT(value, 9);
	sp_registry_close(reader);
	sp_registry_close(writer);
	sp_free(path);
}

TEST("registry/file", "meta keeps values")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_buf text;
	int64_t n = 5;

	sp_buf_init(&text, 8);
	NONE(sp_registry_meta_get(r, "a", &text, &e));
	NONE(sp_registry_meta_get_int(r, "a", &n, &e));
	EQUAL_INT(n, 5);
	OK(sp_registry_meta_set(r, "a", "b c", &e));
	OK(sp_registry_meta_set(r, "A", "", &e));
	OK(sp_registry_meta_get(r, "a", &text, &e));
	EQUAL_STRING(sp_buf_str(&text), "b c");
	OK(sp_registry_meta_get(r, "A", &text, &e)); /* appended */
	EQUAL_STRING(sp_buf_str(&text), "b c");
	FAILS(sp_registry_meta_get_int(r, "a", &n, &e), SP_ECORRUPT, "a is no");
	OK(sp_registry_meta_set(r, "a", "longer than eight", &e));
	FAILS(sp_registry_meta_get(r, "a", &text, &e), SP_ELIMIT, "larger");
	OK(sp_registry_meta_set_int(r, "a", INT64_MIN, &e));
	OK(sp_registry_meta_get_int(r, "a", &n, &e));
	EQUAL_INT(n, INT64_MIN);
	sp_buf_free(&text);
	sp_registry_close(r);
	sp_free(path);
}

/* An older inbox knows no probes. */
TEST("registry/file", "an older inbox learns of probes")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row row = { .inbox = "club",
		.uid = "1",
		.decision = SP_NO_DECISION,
		.disposition = SP_DISPOSITION_IGNORED };
	struct sp_registry_survey survey = { 0 };

	OK(sp_registry_inbox_put(r, &row, &e));
	sp_registry_close(r);
	registry_sql(path, WITHOUT_STEP_4
		"PRAGMA writable_schema = ON;"
		"UPDATE sqlite_schema SET sql = replace(sql, ', ''probe''', '')"
		" WHERE name = 'inbox';"
		"PRAGMA user_version = 2");
	registry_sql(path, "CREATE TABLE x AS SELECT sql FROM sqlite_schema "
			   "WHERE name = 'inbox' AND sql NOT LIKE '%probe%'");
	EQUAL_INT(registry_count(path, "x"), 1);

	r = registry_open(path, SP_REGISTRY_WRITE);
	sp_format(row.uid, sizeof(row.uid), "2");
	row.disposition = SP_DISPOSITION_PROBE;
	OK(sp_registry_inbox_put(r, &row, &e));
	OK(sp_registry_check(r, &e));
	OK(sp_registry_survey(r, 0, &survey, &e));
	CU_ASSERT(survey.version >= 3);
	sp_registry_close(r);
	r = registry_open(path, SP_REGISTRY_READ);
	OK(sp_registry_inbox_get(r, "club", "2", &row, &e));
	EQUAL_INT(row.disposition, SP_DISPOSITION_PROBE);
	OK(sp_registry_inbox_get(r, "club", "1", &row, &e));
	sp_registry_close(r);
	sp_free(path);
}
