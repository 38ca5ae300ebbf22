#include "registry_tests.h"

#include "fixtures.h"

#define ONE "1111111111111111111111111111111111111111111111111111111111111111"
#define TWO "2222222222222222222222222222222222222222222222222222222222222222"

static struct sp_inbox_row mail(const char *uid, const char *seat,
	const char *message_id, const char *digest, int64_t decision,
	enum sp_disposition disposition)
{
	struct sp_inbox_row row = { .inbox = "club",
		.gid = GID,
		.decision = decision,
		.arrived = 100,
		.disposition = disposition };

	CU_ASSERT_FATAL(sp_copy(row.uid, sizeof(row.uid), uid));
	CU_ASSERT_FATAL(sp_copy(row.seat, sizeof(row.seat), seat));
	CU_ASSERT_FATAL(
		sp_copy(row.message_id, sizeof(row.message_id), message_id));
	CU_ASSERT_FATAL(sp_copy(row.digest, sizeof(row.digest), digest));
	return row;
}

static int find(struct sp_registry *r, const char *gid, const char *seat,
	const char *message_id, const char *digest, struct sp_inbox_row *got,
	struct sp_error *e)
{
	struct sp_inbox_row like =
		mail("9", seat, message_id, digest, 4, SP_DISPOSITION_SEEN);

	sp_format(like.gid, sizeof(like.gid), "%s", gid);
	return sp_registry_inbox_find(r, &like, got, e);
}

TEST("registry/inbox", "every disposition comes back")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);

	for (int d = 0; d < SP_DISPOSITION_COUNT; d++) {
		struct sp_inbox_row got = { 0 };
		struct sp_inbox_row row = mail(
			"1", "red", "<a@b>", ONE, 4, (enum sp_disposition)d);

		OK(sp_registry_inbox_put(r, &row, &e));
		OK(sp_registry_inbox_get(r, "club", "1", &got, &e));
		EQUAL_INT(got.id, row.id);
		EQUAL_INT((int)got.disposition, d);
		CU_ASSERT_PTR_NOT_NULL(
			sp_registry_disposition_word(got.disposition));
		EQUAL_STRING(got.gid, GID);
		EQUAL_STRING(got.seat, "red");
		EQUAL_STRING(got.message_id, "<a@b>");
		EQUAL_STRING(got.digest, ONE);
		EQUAL_INT(got.decision, 4);
		EQUAL_INT(got.arrived, 100);
		EQUAL_INT(got.receipt, 0);
	}
	EQUAL_INT(registry_count(path, "inbox"), 1);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/inbox", "a mail is known by inbox and uid")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row a = { .inbox = "a",
		.uid = "1",
		.decision = SP_NO_DECISION,
		.arrived = 7,
		.disposition = SP_DISPOSITION_STRANGER };
	struct sp_inbox_row b = a, got = { 0 };
	struct sp_outbox_row receipt = { .gid = GID,
		.seat = "red",
		.kind = "receipt",
		.message_id = "<r@j>",
		.recipient = "a@b.c",
		.decision = SP_NO_DECISION };

	OK(sp_registry_inbox_put(r, &a, &e));
	CU_ASSERT_FATAL(sp_copy(b.inbox, sizeof(b.inbox), "b"));
	OK(sp_registry_inbox_put(r, &b, &e));
	DIFFERENT_INT(a.id, b.id);
	OK(sp_registry_inbox_get(r, "a", "1", &got, &e));
	EQUAL_INT(got.id, a.id);
	EQUAL_INT(got.decision, SP_NO_DECISION);
	EQUAL_STRING(got.gid, "");
	NONE(sp_registry_inbox_get(r, "A", "1", &got, &e));
	NONE(sp_registry_inbox_get(r, "a", "2", &got, &e));
	OK(sp_registry_outbox_queue(r, &receipt, "x", 1, &e));
	a.receipt = receipt.id;
	OK(sp_registry_inbox_put(r, &a, &e));
	OK(sp_registry_inbox_get(r, "a", "1", &got, &e));
	EQUAL_INT(got.receipt, receipt.id);
	EQUAL_INT(got.id, a.id);
	a.receipt = 99;
	FAILS(sp_registry_inbox_put(r, &a, &e), SP_ENOTFOUND, "FOREIGN");
	a.uid[0] = '\0';
	FAILS(sp_registry_inbox_put(r, &a, &e), SP_EINVAL, "CHECK");
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/inbox", "identity needs all three")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row first =
		mail("1", "red", "<a@b>", ONE, 4, SP_DISPOSITION_REFUSED);
	struct sp_inbox_row again =
		mail("2", "red", "<a@b>", ONE, 4, SP_DISPOSITION_RESENT);
	struct sp_inbox_row got = { 0 };

	OK(sp_registry_inbox_put(r, &again, &e));
	NONE(find(r, GID, "red", "<a@b>", ONE, &got, &e));
	OK(sp_registry_inbox_put(r, &first, &e));
	OK(find(r, GID, "red", "<a@b>", ONE, &got, &e));
	EQUAL_INT(got.id, first.id);
	NONE(find(r, GID, "blue", "<a@b>", ONE, &got, &e));
	NONE(find(r, GID, "red", "<b@b>", ONE, &got, &e));
	NONE(find(r, GID, "red", "<a@b>", TWO, &got, &e));
	NONE(find(r, "x", "red", "<a@b>", ONE, &got, &e));
	/* and the decision; of those that name none the newest, but one of the
	 * same Date before it */
	first.decision = 5;
	OK(sp_registry_inbox_put(r, &first, &e));
	NONE(find(r, GID, "red", "<a@b>", ONE, &got, &e));
	first.decision = again.decision = SP_NO_DECISION;
	again.disposition = SP_DISPOSITION_APPLIED;
	first.written = 50;
	first.open = 7;
	again.open = 9;
	OK(sp_registry_inbox_put(r, &first, &e));
	sp_format(again.uid, sizeof(again.uid), "3");
	OK(sp_registry_inbox_put(r, &again, &e));
	OK(sp_registry_inbox_find(r, &again, &got, &e));
	EQUAL_INT(got.id, again.id);
	EQUAL_INT(got.open, 9);
	EQUAL_INT(got.written, 0);
	again.written = 50;
	OK(sp_registry_inbox_find(r, &again, &got, &e));
	EQUAL_INT(got.id, first.id);
	EQUAL_INT(got.open, 7);
	EQUAL_INT(got.written, 50);
	again.written = 51;
	OK(sp_registry_inbox_find(r, &again, &got, &e));
	EQUAL_INT(got.id, again.id);
	sp_registry_close(r);
	sp_free(path);
}

/* The same seat and text under another Message-ID, answering the same notice,
 * is a resend, and only of what was done. */
TEST("registry/inbox", "resends are told from new mails")
{
	static const struct {
		const char *seat, *message_id, *digest;
		int64_t decision;
		const char *notice;
		bool resend;
	} cases[] = {
		{ "red", "<new@b>", ONE, 4, "<turn@j>", true },
		{ "red", "<a@b>", ONE, 4, "<turn@j>", false }, /* it itself */
		{ "red", "<new@b>", TWO, 4, "<turn@j>", false },
		{ "red", "<new@b>", ONE, 5, "<turn@j>", false },
		{ "red", "<new@b>", ONE, SP_NO_DECISION, "<turn@j>", false },
		{ "red", "<new@b>", ONE, 4, "<receipt@j>", false },
		{ "red", "<new@b>", ONE, 4, "", false },
		{ "blue", "<new@b>", ONE, 4, "", false },
		{ "blue", "<new@b>", TWO, SP_NO_DECISION, "", true },
		{ "blue", "<new@b>", TWO, SP_NO_DECISION, "<turn@j>", false },
		{ "blue", "<new@b>", TWO, 4, "", false },
	};
	static const enum sp_disposition not_done[] = { SP_DISPOSITION_SEEN,
		SP_DISPOSITION_ANSWERED, SP_DISPOSITION_REFUSED,
		SP_DISPOSITION_STALE, SP_DISPOSITION_RESENT,
		SP_DISPOSITION_HELD, SP_DISPOSITION_QUARANTINED };
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row a =
		mail("1", "red", "<a@b>", ONE, 4, SP_DISPOSITION_APPLIED);
	struct sp_inbox_row b = mail("2", "blue", "<b@b>", TWO, SP_NO_DECISION,
		SP_DISPOSITION_APPLIED);
	struct sp_inbox_row got = { 0 };

	sp_format(a.notice, sizeof(a.notice), "<turn@j>");
	OK(sp_registry_inbox_put(r, &a, &e));
	OK(sp_registry_inbox_put(r, &b, &e));
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_inbox_row like = mail("3", cases[i].seat,
			cases[i].message_id, cases[i].digest, cases[i].decision,
			SP_DISPOSITION_SEEN);
		sp_format(like.notice, sizeof(like.notice), "%s",
			cases[i].notice);
		int code = sp_registry_inbox_resend(r, &like, &got, NULL);

		EQUAL_INT(code, cases[i].resend ? SP_OK : SP_ENOTFOUND);
		if (code == SP_OK)
			EQUAL_INT(
				got.id, cases[i].seat[0] == 'r' ? a.id : b.id);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(not_done); i++) {
		a.disposition = not_done[i];
		OK(sp_registry_inbox_put(r, &a, &e));
		struct sp_inbox_row like = mail(
			"3", "red", "<new@b>", ONE, 4, SP_DISPOSITION_SEEN);
		sp_format(like.notice, sizeof(like.notice), "<turn@j>");
		NONE(sp_registry_inbox_resend(r, &like, &got, &e));
	}
	sp_registry_close(r);
	sp_free(path);
}

/* The name of a mail that is done with may come again, for another one. */
TEST("registry/inbox", "a uid may be used again")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row a =
		mail("1", "red", "<a@b>", ONE, 4, SP_DISPOSITION_APPLIED);
	struct sp_inbox_row b =
		mail("1", "red", "<b@b>", TWO, 4, SP_DISPOSITION_APPLIED);
	struct sp_inbox_row got;

	sp_format(a.raw, sizeof(a.raw), "%s", ONE);
	sp_format(b.raw, sizeof(b.raw), "%s", TWO);
	OK(sp_registry_inbox_put(r, &a, &e));
	FAILS(sp_registry_inbox_reuse(r, "club", "2", &e), SP_ENOTFOUND, "");
	OK(sp_registry_inbox_reuse(r, "club", "1", &e));
	NONE(sp_registry_inbox_get(r, "club", "1", &got, &e));
	OK(sp_registry_inbox_put(r, &b, &e));
	OK(sp_registry_inbox_get(r, "club", "1", &got, &e));
	EQUAL_INT(got.id, b.id);
	EQUAL_STRING(got.raw, TWO);
	OK(find(r, GID, "red", "<a@b>", ONE, &got, &e));
	EQUAL_INT(got.id, a.id);
	EQUAL_STRING(got.raw, ONE);
	/* and again */
	OK(sp_registry_inbox_reuse(r, "club", "1", &e));
	EQUAL_INT(registry_count(path, "inbox"), 2);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/inbox", "new rows are found by their id")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_inbox_row a =
		mail("1", "", "<a@b>", ONE, 0, SP_DISPOSITION_PROBE);
	struct sp_inbox_row b =
		mail("2", "", "<b@b>", ONE, 0, SP_DISPOSITION_QUARANTINED);
	struct sp_registry_survey survey = { 0 };
	struct sp_inbox_row got = { 0 };
	int64_t id = 7;

	OK(sp_registry_inbox_newest(r, &id, &e));
	EQUAL_INT(id, 0);
	OK(sp_registry_inbox_put(r, &a, &e));
	OK(sp_registry_inbox_after(r, 0, "<a@b>", &got, &e));
	EQUAL_INT(got.id, a.id);
	OK(sp_registry_inbox_newest(r, &id, &e));
	NONE(sp_registry_inbox_after(r, id, "<a@b>", &got, &e));
	b.arrived = 500;
	OK(sp_registry_inbox_put(r, &b, &e));
	NONE(sp_registry_inbox_after(r, id, "<a@b>", &got, &e));
	OK(sp_registry_inbox_after(r, id, "<b@b>", &got, &e));
	EQUAL_INT(got.disposition, SP_DISPOSITION_QUARANTINED);

	OK(sp_registry_survey(r, 500, &survey, &e));
	EQUAL_INT(survey.quarantined, 1);
	EQUAL_INT(survey.last_quarantined, 500);
	EQUAL_INT(survey.last_arrived, 500);
	OK(sp_registry_survey(r, 501, &survey, &e));
	EQUAL_INT(survey.quarantined, 0);
	EQUAL_INT(survey.last_quarantined, SP_NEVER);
	sp_registry_close(r);
	sp_free(path);
}
