#include "registry_look.h"
#include "registry_tests.h"

#include "fixtures.h"

static struct sp_outbox_row mail(const char *message_id, int64_t created)
{
	struct sp_outbox_row row = { .gid = GID,
		.seat = "red",
		.kind = "turn",
		.decision = 3,
		.head = HEAD,
		.recipient = "ann@a.org",
		.created = created };

	CU_ASSERT_FATAL(
		sp_copy(row.message_id, sizeof(row.message_id), message_id));
	return row;
}

static void assert_bytes(
	struct sp_registry *r, int64_t id, const char *want, size_t n)
{
	struct sp_buf got;

	sp_buf_init(&got, 1000);
	OK(sp_registry_outbox_bytes(r, id, &got, &e));
	EQUAL_INT_FATAL(got.len, n);
	EQUAL_INT(memcmp(got.data, want, n), 0);
	sp_buf_free(&got);
}

TEST("registry/outbox", "a mail comes back as it was")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row a = mail("<a@j>", 50), got;
	struct sp_outbox_row plain = { .kind = "refusal",
		.message_id = "<b@j>",
		.recipient = "x@y.z",
		.decision = SP_NO_DECISION,
		.created = 51 };

	memset(&got, 'x', sizeof(got));
	OK(sp_registry_outbox_queue(r, &a, "By\0tes\xff", 7, &e));
	OK(sp_registry_outbox_queue(r, &plain, "", 0, &e));
	CU_ASSERT(plain.id > a.id);
	OK(look_outbox(r, a.id, &got, &e));
	EQUAL_INT(got.id, a.id);
	EQUAL_STRING(got.gid, GID);
	EQUAL_STRING(got.seat, "red");
	EQUAL_STRING(got.kind, "turn");
	EQUAL_INT(got.decision, 3);
	EQUAL_STRING(got.head, HEAD);
	EQUAL_STRING(got.message_id, "<a@j>");
	EQUAL_STRING(got.recipient, "ann@a.org");
	EQUAL_INT(got.state, SP_OUTBOX_QUEUED);
	EQUAL_INT(got.attempts, 0);
	EQUAL_INT(got.next_try, 50);
	EQUAL_STRING(got.last_error, "");
	EQUAL_INT(got.created, 50);
	EQUAL_INT(got.sent, SP_NEVER);
	assert_bytes(r, a.id, "By\0tes\xff", 7);
	assert_bytes(r, plain.id, "", 0);
	OK(sp_registry_outbox_find(r, "<b@j>", &got, &e));
	EQUAL_STRING(got.gid, "");
	EQUAL_INT(got.decision, SP_NO_DECISION);
	NONE(sp_registry_outbox_find(r, "<B@j>", &got, &e));
	NONE(look_outbox(r, 99, &got, &e));
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/outbox", "the same mail is queued once")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row a = mail("<a@j>", 50), b = mail("<a@j>", 60), got;

	OK(sp_registry_outbox_queue(r, &a, "text", 4, &e));
	OK(sp_registry_outbox_sent(r, a.id, 55, &e));
	OK(sp_registry_outbox_queue(r, &b, "text", 4, &e));
	EQUAL_INT(b.id, a.id);
	OK(look_outbox(r, a.id, &got, &e));
	EQUAL_INT(got.state, SP_OUTBOX_SENT);
	EQUAL_INT(got.created, 50);
	FAILS(sp_registry_outbox_queue(r, &b, "texts", 5, &e), SP_EEXISTS,
		"<a@j> is already the id of another mail");
	FAILS(sp_registry_outbox_queue(r, &b, "", 0, &e), SP_EEXISTS, "<a@j>");
	CU_ASSERT_FATAL(sp_copy(b.recipient, sizeof(b.recipient), "bob@b.org"));
	FAILS(sp_registry_outbox_queue(r, &b, "text", 4, &e), SP_EEXISTS,
		"<a@j>");
	EQUAL_INT(registry_count(path, "outbox"), 1);
	/* what cannot be sent is not queued */
	b = mail("", 1);
	FAILS(sp_registry_outbox_queue(r, &b, "x", 1, &e), SP_EINVAL, "CHECK");
	b = mail("<c@j>", 1);
	b.recipient[0] = '\0';
	FAILS(sp_registry_outbox_queue(r, &b, "x", 1, &e), SP_EINVAL, "CHECK");
	sp_registry_close(r);
	sp_free(path);
}

static size_t due(
	struct sp_registry *r, int64_t now, size_t max, int64_t ids[10])
{
	struct sp_outbox_row *list = NULL;
	size_t n = 0;

	OK(sp_registry_outbox_due(r, now, max, &list, &n, &e));
	for (size_t i = 0; i < n && i < 10; i++)
		ids[i] = list[i].id;
	sp_free(list);
	return n;
}

TEST("registry/outbox", "a mail lives its life")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row a = mail("<a@j>", 90), b = mail("<b@j>", 50), got;
	struct sp_outbox_counts counts;
	char error[400];
	int64_t ids[10], next = 0;

	OK(sp_registry_outbox_next(r, &next, &e));
	EQUAL_INT(next, SP_FOREVER);
	OK(sp_registry_outbox_queue(r, &a, "a", 1, &e));
	OK(sp_registry_outbox_queue(r, &b, "b", 1, &e));
	OK(sp_registry_outbox_next(r, &next, &e));
	EQUAL_INT(next, 50);
	EQUAL_INT(due(r, 50 - 31, 10, ids), 0);
	EQUAL_INT(due(r, 50, 10, ids), 1);
	EQUAL_INT(ids[0], b.id);
	EQUAL_INT(due(r, 90, 10, ids), 2);
	CU_ASSERT(ids[0] == a.id && ids[1] == b.id); /* as queued */
	EQUAL_INT(due(r, 90, 1, ids), 1);
	EQUAL_INT(due(r, 90, 0, ids), 0);
	/* a long error is cut where a character begins */
	memset(error, 'x', sizeof(error));
	memcpy(error + SP_ROW_ERROR - 2, "\xc3\xa9", 2);
	error[sizeof(error) - 1] = '\0';
	OK(sp_registry_outbox_retry(r, a.id, 200, error, &e));
	OK(look_outbox(r, a.id, &got, &e));
	EQUAL_INT(got.attempts, 1);
	EQUAL_INT(got.next_try, 200);
	EQUAL_INT(strlen(got.last_error), SP_ROW_ERROR - 2);
	EQUAL_INT(got.last_error[SP_ROW_ERROR - 3], 'x');
	EQUAL_INT(due(r, 199, 10, ids), 1);
	OK(sp_registry_outbox_sent(r, b.id, 95, &e));
	OK(sp_registry_outbox_next(r, &next, &e));
	EQUAL_INT(next, 200);
	OK(sp_registry_outbox_counts(r, &counts, &e));
	CU_ASSERT(counts.queued == 1 && counts.sent == 1 && counts.failed == 0);
	EQUAL_INT(counts.oldest, 90);
	OK(sp_registry_outbox_failed(r, a.id, "no such user", &e));
	OK(look_outbox(r, a.id, &got, &e));
	EQUAL_INT(got.state, SP_OUTBOX_FAILED);
	EQUAL_INT(got.attempts, 2);
	EQUAL_STRING(got.last_error, "no such user");
	FAILS(sp_registry_outbox_retry(r, a.id, 1, "x", &e), SP_ENOTFOUND, "");
	FAILS(sp_registry_outbox_failed(r, 99, "x", &e), SP_ENOTFOUND, "");
	FAILS(sp_registry_outbox_sent(r, 99, 1, &e), SP_ENOTFOUND, "");
	OK(sp_registry_outbox_counts(r, &counts, &e));
	CU_ASSERT(counts.queued == 0 && counts.sent == 1 && counts.failed == 1);
	EQUAL_INT(counts.oldest, SP_NEVER);
	/* the stored receipt goes again: same bytes, same id */
	OK(sp_registry_outbox_requeue(r, b.id, 300, &e));
	OK(look_outbox(r, b.id, &got, &e));
	EQUAL_INT(got.state, SP_OUTBOX_QUEUED);
	EQUAL_INT(got.next_try, 300);
	EQUAL_INT(got.attempts, 0);
	assert_bytes(r, b.id, "b", 1);
	OK(sp_registry_outbox_requeue(r, a.id, 300, &e));
	EQUAL_INT(due(r, 300, 10, ids), 2);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/outbox", "retention takes bytes and keeps ids")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row sent = mail("<s@j>", 50),
			     queued = mail("<q@j>", 1);
	struct sp_outbox_row failed = mail("<f@j>", 50),
			     young = mail("<y@j>", 100);
	struct sp_outbox_row got;
	struct sp_buf bytes;

	sp_buf_init(&bytes, 100);
	OK(sp_registry_outbox_queue(r, &sent, "ann@a.org", 9, &e));
	OK(sp_registry_outbox_queue(r, &queued, "q", 1, &e));
	OK(sp_registry_outbox_queue(r, &failed, "f", 1, &e));
	OK(sp_registry_outbox_queue(r, &young, "y", 1, &e));
	OK(sp_registry_outbox_sent(r, sent.id, 60, &e));
	OK(sp_registry_outbox_failed(r, failed.id, "x", &e));
	OK(sp_registry_outbox_sent(r, young.id, 100, &e));
	registry_prune(r, SP_KEEP_BYTES + 60, 1);
	assert_bytes(r, sent.id, "ann@a.org", 9); /* a day, not a moment less */
	registry_prune(r, SP_KEEP_BYTES + 100, 1);
	NONE(sp_registry_outbox_bytes(r, sent.id, &bytes, &e));
	NONE(sp_registry_outbox_bytes(r, failed.id, &bytes, &e));
	/* who is to be told that a mail did not reach them is known still */
	OK(sp_registry_outbox_get(r, failed.id, &got, &e));
	EQUAL_STRING(got.recipient, failed.recipient);
	assert_bytes(r, queued.id, "q", 1);
	assert_bytes(r, young.id, "y", 1);
	OK(sp_registry_outbox_find(r, "<s@j>", &got, &e));
	EQUAL_STRING(got.gid, GID);
	EQUAL_STRING(got.seat, "red");
	EQUAL_INT(got.decision, 3);
	EQUAL_STRING(got.kind, "turn");
	EQUAL_STRING(got.recipient, "");
	FAILS(sp_registry_outbox_requeue(r, sent.id, 200, &e), SP_ENOTFOUND,
		"");
	/* a mail made again after that is still the same mail */
	got = mail("<s@j>", 200);
	OK(sp_registry_outbox_queue(r, &got, "ann@a.org", 9, &e));
	EQUAL_INT(got.id, sent.id);
	sp_buf_free(&bytes);
	sp_registry_close(r);
	sp_free(path);
}

/* What waits for a seat can be found and forgotten; what was sent cannot. */
TEST("registry/outbox", "what waits can be dropped")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row a = mail("<a@j>", 10), b = mail("<b@j>", 20);
	struct sp_outbox_row blue = mail("<c@j>", 30), late = mail("<d@j>", 40);
	struct sp_outbox_row *list = NULL, got;
	int64_t last = 7;
	size_t n = 7;

	OK(sp_registry_outbox_last(r, &last, &e));
	EQUAL_INT(last, 0);
	sp_format(blue.seat, sizeof(blue.seat), "blue");
	sp_format(late.kind, sizeof(late.kind), "late");
	OK(sp_registry_outbox_queue(r, &a, "a", 1, &e));
	OK(sp_registry_outbox_queue(r, &b, "b", 1, &e));
	OK(sp_registry_outbox_queue(r, &blue, "c", 1, &e));
	OK(sp_registry_outbox_queue(r, &late, "d", 1, &e));
	OK(sp_registry_outbox_waiting(r, GID, "red", "turn", &list, &n, &e));
	EQUAL_INT_FATAL(n, 2);
	CU_ASSERT(list[0].id == a.id && list[1].id == b.id);
	sp_free(list);
	OK(sp_registry_outbox_newest(r, GID, "red", "turn", &got, &e));
	EQUAL_INT(got.id, b.id);
	OK(sp_registry_outbox_sent(r, a.id, 50, &e));
	FAILS(sp_registry_outbox_drop(r, a.id, &e), SP_ENOTFOUND, "");
	OK(sp_registry_outbox_drop(r, b.id, &e));
	NONE(sp_registry_outbox_find(r, "<b@j>", &got, &e));
	OK(sp_registry_outbox_waiting(r, GID, "red", "turn", &list, &n, &e));
	EQUAL_INT(n, 0);
	OK(sp_registry_outbox_newest(r, GID, "red", "turn", &got, &e));
	EQUAL_INT(got.id, a.id);
	NONE(sp_registry_outbox_newest(r, GID, "green", "turn", &got, &e));
	/* no id is given twice */
	OK(sp_registry_outbox_drop(r, late.id, &e));
	OK(sp_registry_outbox_last(r, &last, &e));
	EQUAL_INT(last, late.id);
	sp_registry_close(r);
	sp_free(path);
}

/* The first receipt of a decision: what else was written in it does not count,
 * nor do those of other decisions and seats. */
TEST("registry/outbox", "the receipt of a decision")
{
	static const struct {
		const char *id, *seat, *kind;
		int64_t decision;
	} mails[] = {
		{ "<a@j>", "red", "receipt/1", 4 },
		{ "<b@j>", "red", "choice", 5 },
		{ "<c@j>", "blue", "receipt/2", 5 },
		{ "<d@j>", "red", "receipt/3", 5 },
		{ "<e@j>", "red", "receipt/4", 5 },
	};
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row got;

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct sp_outbox_row row = mail(mails[i].id, 10 + (int64_t)i);

		sp_format(row.seat, sizeof(row.seat), "%s", mails[i].seat);
		sp_format(row.kind, sizeof(row.kind), "%s", mails[i].kind);
		row.decision = mails[i].decision;
		OK(sp_registry_outbox_queue(r, &row, "a", 1, &e));
	}
	OK(sp_registry_outbox_receipt(r, GID, "red", 5, &got, &e));
	EQUAL_STRING(got.message_id, "<d@j>");
	NONE(sp_registry_outbox_receipt(r, GID, "red", 6, &got, &e));
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/outbox", "stuck mails are listed")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row fresh = mail("<n@j>", 50),
			     tried = mail("<t@j>", 50);
	struct sp_outbox_row failed = mail("<f@j>", 90000),
			     old = mail("<o@j>", 89999), *rows = NULL;
	struct sp_registry_survey survey = { 0 };
	size_t n = 0;

	OK(sp_registry_outbox_queue(r, &fresh, "a", 1, &e));
	OK(sp_registry_outbox_stuck(r, 0, 9, &rows, &n, &e));
	EQUAL_INT(n, 0);
	OK(sp_registry_outbox_queue(r, &failed, "a", 1, &e));
	OK(sp_registry_outbox_queue(r, &old, "a", 1, &e));
	OK(sp_registry_outbox_queue(r, &tried, "a", 1, &e));
	OK(sp_registry_outbox_failed(r, failed.id, "no such user", &e));
	OK(sp_registry_outbox_failed(r, old.id, "no such user", &e));
	OK(sp_registry_outbox_retry(r, tried.id, 200, "busy", &e));
	OK(sp_registry_outbox_stuck(r, 90000, 9, &rows, &n, &e));
	EQUAL_INT_FATAL(n, 2);
	EQUAL_INT(rows[0].id, failed.id);
	EQUAL_INT(rows[1].id, tried.id);
	EQUAL_STRING(rows[1].last_error, "busy");
	sp_free(rows);
	OK(sp_registry_outbox_stuck(r, 90000, 1, &rows, &n, &e));
	EQUAL_INT(n, 1);
	sp_free(rows);
	OK(sp_registry_survey(r, 0, &survey, &e));
	EQUAL_INT(survey.last_written, 90000);
	sp_registry_close(r);
	sp_free(path);
}
