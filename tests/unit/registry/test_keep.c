/* Timers, batches, confirmations, guards, raw mails, press, journal. */
#include "registry_look.h"
#include "registry_tests.h"

#include <stdio.h>
#include <sys/stat.h>

#include "fixtures.h"

#define DAY 86400

static void put_timer(struct sp_registry *r, const char *gid, const char *kind,
	const char *subject, int64_t due)
{
	struct sp_timer_row row = { .due = due };

	CU_ASSERT_FATAL(sp_copy(row.gid, sizeof(row.gid), gid));
	CU_ASSERT_FATAL(sp_copy(row.kind, sizeof(row.kind), kind));
	CU_ASSERT_FATAL(sp_copy(row.subject, sizeof(row.subject), subject));
	OK(sp_registry_timer_put(r, &row, &e));
}

/* The due timers as one text. */
static const char *due(
	struct sp_registry *r, int64_t until, size_t max, struct sp_buf *out)
{
	struct sp_timer_row *list = NULL;
	size_t n = 0;

	sp_buf_clear(out);
	OK(sp_registry_timer_due(r, until, max, &list, &n, &e));
	for (size_t i = 0; i < n; i++)
		sp_buf_addf(out, "%s/%s/%s/%lld ", list[i].gid, list[i].kind,
			list[i].subject, (long long)list[i].due);
	sp_free(list);
	return sp_buf_str(out);
}

TEST("registry/keep", "timers fire in an order of their own")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_timer_row *list = NULL;
	struct sp_buf out;
	int64_t next = 0;
	size_t n = 0;

	sp_buf_init(&out, 1000);
	OK(sp_registry_timer_next(r, SP_NEVER, &next, &e));
	EQUAL_INT(next, SP_FOREVER);
	registry_add_game(r, "b", 1);
	registry_add_game(r, "a", 2);
	put_timer(r, "b", "turn", "", 20);
	put_timer(r, "b", "remind", "2", 20);
	put_timer(r, "b", "remind", "1", 20);
	put_timer(r, "a", "turn", "", 20);
	put_timer(r, "b", "hold", "9", 10);
	put_timer(r, "a", "late", "", 21);
	EQUAL_STRING(due(r, 9, 10, &out), "");
	EQUAL_STRING(due(r, 20, 10, &out),
		"b/hold/9/10 a/turn//20 b/remind/1/20 b/remind/2/20 "
		"b/turn//20 ");
	EQUAL_STRING(due(r, 20, 2, &out), "b/hold/9/10 a/turn//20 ");
	OK(sp_registry_timer_next(r, SP_NEVER, &next, &e));
	EQUAL_INT(next, 10);
	put_timer(r, "b", "hold", "9", 30); /* replaced */
	OK(sp_registry_timer_next(r, SP_NEVER, &next, &e));
	EQUAL_INT(next, 20);
	OK(sp_registry_timer_next(r, 20, &next, &e));
	EQUAL_INT(next, 21);
	OK(sp_registry_timer_next(r, 30, &next, &e));
	EQUAL_INT(next, SP_FOREVER);
	OK(sp_registry_timer_delete(r, "b", "remind", "1", &e));
	OK(sp_registry_timer_delete(r, "b", "remind", "1", &e));
	OK(sp_registry_timer_list(r, "b", &list, &n, &e));
	EQUAL_INT_FATAL(n, 3);
	EQUAL_STRING(list[0].kind, "remind");
	EQUAL_STRING(list[1].kind, "turn");
	EQUAL_STRING(list[2].kind, "hold");
	sp_free(list);
	OK(sp_registry_timer_clear(r, "b", &e));
	EQUAL_STRING(due(r, SP_FOREVER, 10, &out), "a/turn//20 a/late//21 ");
	sp_buf_free(&out);
	sp_registry_close(r);
	sp_free(path);
}

/* One batch with one row; returns its number. */
static int64_t batch(struct sp_registry *r, const char *gid,
	const char *objects, int64_t decided)
{
	struct sp_batch_row row = { .new_head = HEAD, .decided = decided };

	CU_ASSERT_FATAL(sp_copy(row.gid, sizeof(row.gid), gid));
	OK(sp_registry_begin(r, &e));
	OK(sp_registry_batch_open(r, &row.batch, &e));
	if (gid[0] != '\0')
		OK(sp_registry_batch_add(
			r, &row, objects, strlen(objects), &e));
	OK(sp_registry_commit(r, &e));
	return row.batch;
}

/* "1a 2b ": the rows. */
static const char *rows(struct sp_registry *r, const char *gid)
{
	static char out[200];
	struct sp_batch_row *list = NULL;
	size_t n = 0, len = 0;

	OK(sp_registry_batch_list(r, gid, &list, &n, &e));
	out[0] = '\0';
	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%d%s ",
			(int)list[i].batch, list[i].gid);
	sp_free(list);
	return out;
}

TEST("registry/keep", "batches wait for a checkpoint")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_batch_row bad = { .batch = 3, .gid = "a", .new_head = HEAD };
	struct sp_batch_row *list = NULL;
	struct sp_uncovered waiting;
	struct sp_buf *objects = NULL;
	size_t n = 0;

	registry_add_game(r, "a", 1);
	registry_add_game(r, "aa", 1);
	registry_add_game(r, "b", 1);
	OK(sp_registry_batch_uncovered(r, " ", &waiting, &e));
	CU_ASSERT(waiting.batches == 0 && waiting.last == 0 &&
		  waiting.oldest == SP_NEVER);
	EQUAL_INT(batch(r, "a", "z", 20), 1);
	EQUAL_INT(batch(r, "b", "x", 10), 2);
	/* number 3 is known in its transaction and given again after it */
	OK(sp_registry_begin(r, &e));
	OK(sp_registry_batch_open(r, &bad.batch, &e));
	EQUAL_INT(bad.batch, 3);
	sp_registry_rollback(r);
	EQUAL_INT(batch(r, "b", "y", 30), 3);
	/* batches that changed no game have their number, too */
	EQUAL_INT(batch(r, "", "", 30), 4);
	EQUAL_INT(batch(r, "aa", "", 40), 5);
	OK(sp_registry_batch_list(r, "", &list, &n, &e));
	EQUAL_INT_FATAL(n, 4);
	EQUAL_INT(list[0].batch, 1);
	EQUAL_STRING(list[0].gid, "a");
	EQUAL_STRING(list[0].old_head, "");
	EQUAL_STRING(list[0].new_head, HEAD);
	EQUAL_INT(list[0].decided, 20);
	FAILS(sp_registry_batch_add(r, &list[0], "", 0, &e), SP_EEXISTS,
		"UNIQUE");
	sp_free(list);
	EQUAL_STRING(rows(r, "b"), "2b 3b ");
	EQUAL_STRING(rows(r, ""), "1a 2b 3b 5aa ");
	OK(sp_registry_batch_objects(r, "b", &objects, &n, &e));
	EQUAL_INT_FATAL(n, 2);
	EQUAL_STRING(sp_buf_str(&objects[0]), "x");
	EQUAL_STRING(sp_buf_str(&objects[1]), "y");
	while (n > 0)
		sp_buf_free(&objects[--n]);
	sp_free(objects);
	OK(sp_registry_batch_objects(r, "c", &objects, &n, &e));
	CU_ASSERT(objects == NULL && n == 0);
	OK(sp_registry_batch_uncovered(r, " ", &waiting, &e));
	EQUAL_INT(waiting.batches, 4);
	EQUAL_INT(waiting.last, 5);
	EQUAL_INT(waiting.oldest, 10);
	/* of games whose files failed: not counted, and kept */
	OK(sp_registry_batch_uncovered(r, " c b ", &waiting, &e));
	EQUAL_INT(waiting.batches, 2);
	EQUAL_INT(waiting.oldest, 20);
	OK(sp_registry_batch_cover(r, 3, " c b ", &e));
	EQUAL_STRING(rows(r, ""), "2b 3b 5aa ");
	OK(sp_registry_batch_cover(r, 3, " ", &e));
	EQUAL_STRING(rows(r, ""), "5aa ");
	EQUAL_INT(batch(r, "a", "", 50), 6);
	sp_registry_close(r);
	sp_free(path);
}

/* What one process wrote is in the log, until somebody makes a checkpoint: no
 * close does. */
TEST("registry/keep", "a checkpoint empties the log")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	char *log = sp_xasprintf("%s-wal", path);
	struct stat st;

	registry_add_game(r, "a", 1);
	(void)batch(r, "a", "x", 20);
	CU_ASSERT(sp_registry_log_size(r) > 0);
	sp_registry_close(r);
	EQUAL_INT_FATAL(stat(log, &st), 0);
	CU_ASSERT(st.st_size > 0);
	OK(sp_registry_open(&r, path, SP_REGISTRY_WRITE, &e));
	EQUAL_STRING(rows(r, ""), "1a ");
	OK(sp_registry_checkpoint(r, false, &e));
	EQUAL_INT(sp_registry_log_size(r), 0);
	OK(sp_registry_checkpoint(r, true, &e));
	EQUAL_INT_FATAL(stat(log, &st), 0);
	EQUAL_INT(st.st_size, 0);
	EQUAL_STRING(rows(r, ""), "1a ");
	sp_registry_close(r);
	sp_free(log);
	sp_free(path);
}

TEST("registry/keep", "confirmations are answered once")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_pending_row a = { .gid = GID,
		.seat = "red",
		.kind = "held",
		.created = 10,
		.expires = 20,
		.epoch = 2,
		.decision = 7,
		.address = "new@x.org",
		.message_id = "<h@x>" };
	struct sp_pending_row b = { .gid = GID,
		.seat = "red",
		.kind = "resign",
		.created = 11,
		.expires = SP_NEVER,
		.decision = SP_NO_DECISION };
	struct sp_pending_row c = a, got = { 0 }, *list = NULL;
	struct sp_buf text;
	size_t n = 0;

	sp_buf_init(&text, 100);
	OK(sp_registry_pending_add(r, &a, "move n\npunch blue\n", 18, &e));
	OK(sp_registry_pending_add(r, &b, NULL, 0, &e));
	OK(sp_registry_pending_add(r, &c, "other", 5, &e));
	OK(sp_registry_pending_get(r, a.id, &got, &e));
	EQUAL_INT(got.state, SP_PENDING_OPEN);
	EQUAL_INT(got.created, 10);
	EQUAL_INT(got.expires, 20);
	EQUAL_INT(got.epoch, 2);
	EQUAL_INT(got.decision, 7);
	EQUAL_STRING(got.address, "new@x.org");
	EQUAL_STRING(got.message_id, "<h@x>");
	OK(sp_registry_pending_text(r, a.id, &text, &e));
	EQUAL_STRING(sp_buf_str(&text), "move n\npunch blue\n");
	OK(sp_registry_pending_list(r, GID, NULL, &list, &n, &e));
	EQUAL_INT_FATAL(n, 3);
	EQUAL_INT(list[1].id, b.id);
	EQUAL_INT(list[2].id, c.id); /* the newest */
	EQUAL_INT(list[1].expires, SP_NEVER);
	sp_free(list);
	OK(sp_registry_pending_close(r, c.id, SP_PENDING_CONFIRMED, &e));
	FAILS(sp_registry_pending_close(r, c.id, SP_PENDING_REJECTED, &e),
		SP_ENOTFOUND, "");
	OK(sp_registry_pending_get(r, c.id, &got, &e));
	EQUAL_INT(got.state, SP_PENDING_CONFIRMED);
	OK(sp_registry_pending_close(r, a.id, SP_PENDING_EXPIRED, &e));
	OK(sp_registry_pending_list(r, GID, "red", &list, &n, &e));
	EQUAL_INT_FATAL(n, 1);
	sp_free(list);
	OK(sp_registry_pending_list(r, GID, "blue", &list, &n, &e));
	EQUAL_INT(n, 0);
	/* an answer forgets the text; the question is known for a time */
	NONE(sp_registry_pending_text(r, a.id, &text, &e));
	OK(sp_registry_pending_text(r, b.id, &text, &e));
	registry_prune(r, 1000, 1000);
	OK(sp_registry_pending_get(r, a.id, &got, &e));
	EQUAL_STRING(got.message_id, "<h@x>");
	registry_prune(r, 1011, 1000);
	NONE(sp_registry_pending_get(r, a.id, &got, &e));
	OK(sp_registry_pending_text(r, b.id, &text, &e));
	CU_ASSERT_FATAL(sp_copy(a.seat, sizeof(a.seat), "green"));
	FAILS(sp_registry_pending_add(r, &a, "x", 1, &e), SP_ENOTFOUND,
		"FOREIGN");
	sp_buf_free(&text);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/keep", "strangers are told once a day")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	const int64_t noon = 20000LL * DAY + DAY / 2;
	bool first = false;

	OK(sp_registry_refusal_note(r, "a@b.c", noon, &first, &e));
	CU_ASSERT_TRUE(first);
	OK(sp_registry_refusal_note(r, "A@b.C", noon + 100, &first, &e));
	CU_ASSERT_FALSE(first);
	OK(sp_registry_refusal_note(r, "x@b.c", noon, &first, &e));
	CU_ASSERT_TRUE(first);
	OK(sp_registry_refusal_note(r, "a@b.c", noon + DAY / 2, &first, &e));
	CU_ASSERT_TRUE(first);
	registry_prune(r, noon + DAY, 1);
	EQUAL_INT(registry_count(path, "refusals"), 1);
	/* the days before 1970 are days as well */
	OK(sp_registry_refusal_note(r, "a@b.c", -1, &first, &e));
	CU_ASSERT_TRUE(first);
	OK(sp_registry_refusal_note(r, "a@b.c", 0, &first, &e));
	CU_ASSERT_TRUE(first);
	OK(sp_registry_refusal_note(r, "a@b.c", -DAY, &first, &e));
	CU_ASSERT_FALSE(first);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/keep", "answers are counted by the hour")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	int64_t n = 0;

	for (int i = 1; i <= 5; i++) {
		OK(sp_registry_answer_note(r, "a@b.c", 7200 + i, &n, &e));
		EQUAL_INT(n, i);
	}
	OK(sp_registry_answer_note(r, "A@B.C", 7200, &n, &e));
	EQUAL_INT(n, 6);
	OK(sp_registry_answer_note(r, "b@b.c", 7200, &n, &e));
	EQUAL_INT(n, 1);
	OK(sp_registry_answer_note(r, "a@b.c", 10800, &n, &e));
	EQUAL_INT(n, 1);
	registry_prune(r, 10800, 1);
	EQUAL_INT(registry_count(path, "answers"), 1);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/keep", "raw mails and press are kept for a time")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_raw_row raw = { .inbox = "club",
		.uid = "u1",
		.reason = "died",
		.created = 10 },
			  *raws = NULL;
	struct sp_press_row press = {
		.gid = GID, .seat = "red", .to = "blue, green", .created = 10
	};
	struct sp_buf text;
	int64_t first, instant = 0;
	size_t n = 0;

	sp_buf_init(&text, 100);
	OK(sp_registry_raw_add(r, &raw, "a\0b", 3, &e));
	raw.created = 20;
	OK(sp_registry_raw_add(r, &raw, "", 0, &e));
	OK(sp_registry_raw_list(r, &raws, &n, &e));
	EQUAL_INT_FATAL(n, 2);
	EQUAL_STRING(raws[0].uid, "u1");
	EQUAL_STRING(raws[0].reason, "died");
	EQUAL_INT(raws[1].id, raw.id);
	OK(sp_registry_raw_bytes(r, raws[0].id, &text, &e));
	EQUAL_INT_FATAL(text.len, 3);
	EQUAL_INT(memcmp(text.data, "a\0b", 3), 0);
	sp_buf_clear(&text);
	OK(sp_registry_press_add(r, &press, "hello", 5, &e));
	first = press.id;
	press.created = 20;
	OK(sp_registry_press_add(r, &press, "again", 5, &e));
	OK(sp_registry_press_nth(
		r, GID, "red", "blue, green", 2, &instant, &e));
	EQUAL_INT(instant, 10);
	OK(look_press(r, first, &text, &e));
	EQUAL_STRING(sp_buf_str(&text), "hello");
	registry_prune(r, 120, 100);
	NONE(sp_registry_raw_bytes(r, raws[0].id, &text, &e));
	OK(sp_registry_raw_bytes(r, raws[1].id, &text, &e));
	NONE(look_press(r, first, &text, &e));
	OK(look_press(r, press.id, &text, &e));
	sp_free(raws);
	sp_buf_free(&text);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/keep", "the newest raw mails of a reason stay")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row in = { .inbox = "club",
		.decision = SP_NO_DECISION,
		.disposition = SP_DISPOSITION_QUARANTINED };
	struct sp_raw_row raw = { .inbox = "club", .created = 10 };
	struct sp_registry_survey survey;
	struct sp_raw_row *raws = NULL;
	size_t n = 0;

	for (int i = 0; i < 6; i++) {
		sp_format(raw.reason, sizeof(raw.reason), "%s",
			i % 2 == 0 ? "failed" : "died");
		sp_format(raw.uid, sizeof(raw.uid), "u%d", i);
		sp_format(in.uid, sizeof(in.uid), "u%d", i);
		OK(sp_registry_raw_add(r, &raw, "x", 1, &e));
		OK(sp_registry_inbox_put(r, &in, &e));
	}
	OK(sp_registry_raw_trim(r, "failed", 3, &e));
	OK(sp_registry_raw_list(r, &raws, &n, &e));
	EQUAL_INT(n, 6);
	sp_free(raws);
	OK(sp_registry_raw_trim(r, "failed", 1, &e));
	OK(sp_registry_raw_list(r, &raws, &n, &e));
	EQUAL_INT_FATAL(n, 4);
	EQUAL_STRING(raws[0].uid, "u1");
	EQUAL_STRING(raws[1].uid, "u3");
	EQUAL_STRING(raws[2].uid, "u4");
	EQUAL_STRING(raws[3].uid, "u5");
	sp_free(raws);
	OK(sp_registry_survey(r, 0, &survey, &e));
	EQUAL_INT(survey.quarantined, 4);
	OK(sp_registry_inbox_get(r, "club", "u2", &in, &e));
	EQUAL_INT(in.disposition, SP_DISPOSITION_UNREADABLE);
	OK(sp_registry_inbox_get(r, "club", "u4", &in, &e));
	EQUAL_INT(in.disposition, SP_DISPOSITION_QUARANTINED);
	sp_registry_close(r);
	sp_free(path);
}

/* Forgotten means gone from the file, not only from the tables. */
TEST("registry/keep", "what is forgotten leaves the file")
{
	static const char secret[] = "meet me behind the portal at midnight";
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_press_row press = { .gid = GID, .seat = "red" };
	struct sp_buf file;
	bool there = false;

	OK(sp_registry_press_add(r, &press, secret, strlen(secret), &e));
	registry_prune(r, 100, 10);
	sp_registry_close(r);
	sp_buf_init(&file, 1 << 24);
	EQUAL_INT(sp_file_read(&file, path, NULL), SP_OK);
	for (size_t i = 0; i + strlen(secret) <= file.len; i++)
		there |= memcmp(file.data + i, secret, strlen(secret)) == 0;
	CU_ASSERT_FALSE(there);
	sp_buf_free(&file);
	sp_free(path);
}

TEST("registry/keep", "the journal has no gaps")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_buf act;
	int64_t n = 0, instant = 0;

	sp_buf_init(&act, 100);
	OK(sp_registry_journal_next(r, &n, &e));
	EQUAL_INT(n, 1);
	OK(sp_registry_journal_add(r, 1, 50, "{\"act\":\"game new\"}", &e));
	OK(sp_registry_journal_next(r, &n, &e));
	EQUAL_INT(n, 2);
	FAILS(sp_registry_journal_add(r, 1, 50, "{}", &e), SP_EEXISTS, "");
	FAILS(sp_registry_journal_add(r, 3, 50, "{}", &e), SP_EINVAL, "is 2");
	FAILS(sp_registry_journal_add(r, 0, 50, "{}", &e), SP_EINVAL, "is 2");
	OK(look_act(r, 1, &instant, &act, &e));
	EQUAL_INT(instant, 50);
	EQUAL_STRING(sp_buf_str(&act), "{\"act\":\"game new\"}");
	NONE(look_act(r, 2, &instant, &act, &e));
	/* and retention leaves it alone */
	registry_prune(r, 100 * SP_KEEP_LEDGER, 1);
	EQUAL_INT(registry_count(path, "journal"), 1);
	sp_buf_free(&act);
	sp_registry_close(r);
	sp_free(path);
}
