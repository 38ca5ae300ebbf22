#include "mail_tests.h"

#include "mail/mail.h"

#define JUDGE "judge@example.org"
#define TOKEN "abcdefghij234567"

static const struct sp_reply_address full = {
	.gid = "friday-abcd2345",
	.seat = "red",
	.has_decision = true,
	.decision = 12,
	.token = TOKEN,
};

static bool same(
	const struct sp_reply_address *a, const struct sp_reply_address *b)
{
	return sp_streq(a->gid, b->gid) && sp_streq(a->seat, b->seat) &&
	       sp_streq(a->token, b->token) &&
	       a->has_decision == b->has_decision && a->decision == b->decision;
}

TEST("mail/reply_address", "written and read again")
{
	struct sp_reply_address a = full, b;
	char text[SP_ADDR_SIZE];

	EQUAL_INT(sp_mail_reply_address_format(text, &a, JUDGE, NULL), SP_OK);
	EQUAL_STRING(
		text, "judge+friday-abcd2345.red.12." TOKEN "@example.org");
	CU_ASSERT(sp_mail_reply_address_parse(&b, text, JUDGE));
	CU_ASSERT(same(&a, &b));

	a.has_decision = false;
	a.decision = 0;
	EQUAL_INT(sp_mail_reply_address_format(text, &a, JUDGE, NULL), SP_OK);
	EQUAL_STRING(text, "judge+friday-abcd2345.red." TOKEN "@example.org");
	CU_ASSERT(sp_mail_reply_address_parse(&b, text, JUDGE));
	CU_ASSERT(same(&a, &b));
}

/* Gid, seat and decision of any legal length go there and back. */
TEST("mail/reply_address", "every length goes there and back")
{
	const uint32_t decisions[] = { 0, 1, 9, 10, 99999, 999999999 };
	struct sp_reply_address a = full, b;
	char text[SP_ADDR_SIZE];

	for (size_t n = 10; n <= 24; n++) {
		memset(a.gid, 'g', n);
		a.gid[n] = '\0';
		for (size_t d = 0; d < SP_ARRAY_LEN(decisions); d++) {
			int code;

			a.decision = decisions[d];
			code = sp_mail_reply_address_format(
				text, &a, JUDGE, NULL);
			EQUAL_INT(code, SP_OK);
			CU_ASSERT(strchr(text, '@') - text <= 64);
			CU_ASSERT(sp_mail_reply_address_parse(&b, text, JUDGE));
			CU_ASSERT(same(&a, &b));
		}
	}
}

TEST("mail/reply_address", "the local part keeps within 64 octets")
{
	struct sp_reply_address a = full;
	struct sp_error e = { 0 };
	char text[SP_ADDR_SIZE];

	/* 40 octets after the judge's own name */
	EQUAL_INT(sp_mail_reply_address_format(
			  text, &a, "abcdefghijklmnopqrstuvwx@x.org", NULL),
		SP_OK);
	EQUAL_INT(strchr(text, '@') - text, 64);
	EQUAL_INT(sp_mail_reply_address_format(
			  text, &a, "abcdefghijklmnopqrstuvwxy@x.org", &e),
		SP_ELIMIT);
	CONTAINS(e.text, "shorter");
	EQUAL_STRING(text, "");
}

TEST("mail/reply_address", "bad fields make no address")
{
	static const struct {
		const char *gid, *seat, *token;
	} bad[] = {
		{ "short-gid", "red", TOKEN },
		{ "friday-abcd2345", "", TOKEN },
		{ "friday-abcd2345", "Red", TOKEN },
		{ "friday-abcd2345", "re.d", TOKEN },
		{ "friday-abcd2345", "red", "abc" },
		{ "friday-abcd2345", "red", "abcdefghij234561" },
		{ "friday.abcd2345", "red", TOKEN },
		{ "Friday-abcd2345", "red", TOKEN },
		{ "friday+abcd2345", "red", TOKEN },
	};
	char text[SP_ADDR_SIZE];
	struct sp_reply_address a;

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		a = full;
		CU_ASSERT(sp_copy(a.gid, sizeof(a.gid), bad[i].gid));
		CU_ASSERT(sp_copy(a.seat, sizeof(a.seat), bad[i].seat));
		CU_ASSERT(sp_copy(a.token, sizeof(a.token), bad[i].token));
		EQUAL_INT(sp_mail_reply_address_format(text, &a, JUDGE, NULL),
			SP_EINVAL);
	}
	a = full;
	a.decision = 1000000000;
	EQUAL_INT(
		sp_mail_reply_address_format(text, &a, JUDGE, NULL), SP_EINVAL);
	EQUAL_INT(sp_mail_reply_address_format(text, &full, "judge", NULL),
		SP_EINVAL);
}

TEST("mail/reply_address", "case does not matter")
{
	struct sp_reply_address a;

	CU_ASSERT(sp_mail_reply_address_parse(&a,
		"JUDGE+Friday-ABCD2345.Red.12.ABCDEFGHIJ234567@EXAMPLE.org",
		"Judge@example.ORG"));
	CU_ASSERT(same(&a, &full));
}

TEST("mail/reply_address", "other addresses are not taken for it")
{
	static const char *const bad[] = { "", "judge", "judge@example.org",
		"judge+@example.org", "judge+x@example.org",
		"judgefriday-abcd2345.red." TOKEN "@example.org",
		"judgex+friday-abcd2345.red." TOKEN "@example.org",
		"judg+friday-abcd2345.red." TOKEN "@example.org",
		"judge+friday-abcd2345.red." TOKEN "@example.com",
		"judge+friday-abcd2345.red." TOKEN "@example.org.evil.com",
		"judge+friday-abcd2345.red.x12." TOKEN "@example.org",
		"judge+friday-abcd2345.red.-1." TOKEN "@example.org",
		"judge+friday-abcd2345.red.012." TOKEN "@example.org",
		"judge+friday-abcd2345.red.1000000000." TOKEN "@example.org",
		"judge+friday-abcd2345.red.." TOKEN "@example.org",
		"judge+friday-abcd2345.red.1.2." TOKEN "@example.org",
		"judge+friday-abcd2345.red.12." TOKEN "a@example.org",
		"judge+friday-abcd2345.12." TOKEN "@example.org",
		"judge+fri.red.12." TOKEN "@example.org" };
	struct sp_reply_address a;

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		CU_ASSERT(!sp_mail_reply_address_parse(&a, bad[i], JUDGE));
		EQUAL_STRING(a.gid, "");
		EQUAL_STRING(a.token, "");
	}
	CU_ASSERT(!sp_mail_reply_address_parse(
		&a, "judge+x@example.org", "judge"));
}

static struct sp_mail_boxes boxes_of(const char *const *addrs, size_t n)
{
	struct sp_mail_boxes boxes = { sp_xcalloc(n, sizeof(*boxes.items)), n };

	for (size_t i = 0; i < n; i++)
		CU_ASSERT_FATAL(sp_copy(boxes.items[i].addr,
			sizeof(boxes.items[i].addr), addrs[i]));
	return boxes;
}

TEST("mail/reply_address", "found in Delivered-To, To and Cc")
{
	const char *const to[] = { "bob@example.com",
		"judge+friday-abcd2345.red.12." TOKEN "@example.org",
		"Judge+Friday-abcd2345.red.12." TOKEN "@example.org" };
	const char *const cc[] = { "judge+friday-abcd2345.blue.12." TOKEN
				   "@example.org" };
	struct sp_message *m = sp_xcalloc(1, sizeof(*m));
	struct sp_reply_address a[SP_MAIL_REPLIES_MAX];

	EQUAL_INT(sp_mail_find_replies(a, m, JUDGE), 0);
	m->cc = boxes_of(cc, 1);
	EQUAL_INT(sp_mail_find_replies(a, m, JUDGE), 1);
	EQUAL_STRING(a[0].seat, "blue");
	m->to = boxes_of(to, 3);
	EQUAL_INT(sp_mail_find_replies(a, m, JUDGE), 2);
	CU_ASSERT(same(&a[0], &full));
	EQUAL_STRING(a[1].seat, "blue");
	/* What the envelope said comes first. */
	m->delivered_to = boxes_of(cc, 1);
	EQUAL_INT(sp_mail_find_replies(a, m, JUDGE), 2);
	EQUAL_STRING(a[0].seat, "blue");
	CU_ASSERT(same(&a[1], &full));
	sp_mail_free(m);
}

/* Whatever the judge's name is, and whatever became of the host. */
TEST("mail/reply_address", "in a text")
{
	static const struct {
		const char *text;
		bool yes;
	} cases[] = {
		{ "write to judge+friday-abcd2345.red.12." TOKEN "@x.org",
			true },
		{ "+friday-abcd2345.red." TOKEN, true },
		{ "J%2bFRIDAY-ABCD2345.RED.12.ABCDEFGHIJ234567%40x.org", true },
		{ "J%2Bfriday-abcd2345.red.12." TOKEN "%40x.org", true },
		{ "<26charactersoffakedigestx@x.org>", false },
		{ "<abcdefghijklmnopqrstuvwxyz@x.org>", true },
		{ "<abcdefghijklmnopqrstuvwxyza@x.org>", false },
		{ "<bcdefghijklmnopqrstuvwxyz@x.org>", false },
		{ "judge friday-abcd2345.red.12." TOKEN, false },
		{ "+friday-abcd2345.red.12.abcdefghij23456", false },
		{ "+friday-abcd2345.red.12.abcdefghij23456!", false },
		{ "+friday.red.12." TOKEN, false },
		{ "+friday-abcd2345..12." TOKEN, false },
		{ "+friday-abcd2345.red.1234567890." TOKEN, false },
		{ "1+1", false },
		{ "+", false },
		{ "%2", false },
		{ "", false },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		bool yes = sp_mail_reply_address_in(
			cases[i].text, strlen(cases[i].text));

		if (yes != cases[i].yes)
			printf("\n%s\n", cases[i].text);
		EQUAL_INT(yes, cases[i].yes);
	}
}
