#include "mail_tests.h"

#include "mail/mail.h"

#define GMAIL                                                                  \
	"On Sat, Nov 21, 2026 at 9:30 AM Judge\n"                              \
	"<judge+friday-abcd2345.red.12.abcdefghij234567@example.org>\n"        \
	"wrote:\n"

/* {in, out, lines cut as quotes, lines cut as a signature} */
static const struct {
	const char *in, *out;
	unsigned quoted, signature;
} cases[] = {
	{ "", "", 0, 0 },
	{ "\n \n\t\n", "", 0, 0 },
	{ "move n", "move n\n", 0, 0 },
	{ "\xef\xbb\xbfmove n\r\nend\r\n", "move n\nend\n", 0, 0 },
	{ "move n  \n\n\nend\t\xc2\xa0\n\n", "move n\n\n\nend\n", 0, 0 },
	{ "a\rb\r\nc", "a\nb\nc\n", 0, 0 },
	{ "  indented\n", "  indented\n", 0, 0 },
	/* smart quotes and dashes are the order parser's */
	{ "say \xe2\x80\x9chi\xe2\x80\x9d \xe2\x80\x94\n",
		"say \xe2\x80\x9chi\xe2\x80\x9d \xe2\x80\x94\n", 0, 0 },
	/* quotes */
	{ "move n\n> a\n>> b\n>\nend\n", "move n\nend\n", 3, 0 },
	{ " > a\n\t>b\nmove n\n", "move n\n", 2, 0 },
	{ "> a\n\nmove n\n\n> b\n\nend\n", "move n\n\n\nend\n", 2, 0 },
	{ "move > n\n", "move > n\n", 0, 0 },
	/* signatures */
	{ "move n\n-- \nAnn\n\nend\n", "move n\n", 0, 3 },
	{ "move n\n--\nAnn\n", "move n\n", 0, 2 },
	{ "move n\n--\xc2\xa0\nAnn\n", "move n\n", 0, 2 },
	{ "move n\n---\nend\n", "move n\n---\nend\n", 0, 0 },
	{ "move n\n-- x\nend\n", "move n\n-- x\nend\n", 0, 0 },
	{ "move n\n-- \nAnn\n\n" GMAIL "\n> a\n> b\n", "move n\n", 5, 2 },
	{ "> -- \nmove n\n", "move n\n", 1, 0 },
	/* attributions */
	{ "move n\n\n" GMAIL "\n> a\n", "move n\n", 4, 0 },
	{ "On 11/21/26 09:30, Judge wrote:\n> a\nmove n\n", "move n\n", 2, 0 },
	{ "On 11/21/26 09:30, Judge wrote:\n\n> a\n\nmove n\nend\n",
		"move n\nend\n", 2, 0 },
	{ "On Sat, Nov 21, 2026 at 09:30:00AM +0000, Judge wrote:\n> a\n"
	  "move n\n",
		"move n\n", 2, 0 },
	{ "Judge <judge@example.org> wrote:\n> a\nmove n\n", "move n\n", 2, 0 },
	{ "Judge writes:\n\n> a\nmove n\n", "move n\n", 2, 0 },
	{ "2026-11-21 9:30 GMT+01:00 Judge <judge@example.org>:\n> a\nend\n",
		"end\n", 2, 0 },
	{ "On Sat, 21 Nov 2026 at 09:30, The Honourable Judge of All Wizards\n"
	  "<judge@example.org> wrote:\n> a\nend\n",
		"end\n", 3, 0 },
	/* no attributions: what the player wrote stays */
	{ "on second thought 2\nmove n\nBlue wrote:\n> hi\nend\n",
		"on second thought 2\nmove n\nend\n", 2, 0 },
	{ "Blue wrote:\nmove n\n", "Blue wrote:\nmove n\n", 0, 0 },
	{ "On Monday, Blue wrote:\nmove n\n",
		"On Monday, Blue wrote:\nmove n\n", 0, 0 },
	{ "On 3 walls\nmove n\n", "On 3 walls\nmove n\n", 0, 0 },
	/* an original without quote marks */
	{ "move n\n\nOn 11/21/26 09:30, Judge wrote:\n\nYour move.\nend\n",
		"move n\n", 3, 0 },
	{ "move n\n\nOn 11/21/26 09:30, Judge wrote:", "move n\n", 1, 0 },
	{ "move n\n-----Original Message-----\nFrom: Judge\n> x\nend\n",
		"move n\n", 4, 0 },
	{ "move n\n ---- original message ----\nend\n",
		"move n\n ---- original message ----\nend\n", 0, 0 },
	{ "move n\n---------- Forwarded message ---------\nend\n", "move n\n",
		2, 0 },
	{ "move n\n\nBegin forwarded message:\n\nend\n", "move n\n", 2, 0 },
	{ "move n\n________________________________\nFrom: J\nSent: x\n"
	  "To: A\nSubject: S\n\nend\n",
		"move n\n", 6, 0 },
	{ "move n\n\nFrom: J\nSent: x\nTo: A\nCc: B\nSubject: S\nend\n",
		"move n\n", 6, 0 },
	{ "move n\n\n*From:* J\n*Date:* x\n*To:* A\n*Subject:* S\nend\n",
		"move n\n", 5, 0 },
	/* three of the four are a player's own words */
	{ "From: here\nTo: there\nSubject: none\nend\n",
		"From: here\nTo: there\nSubject: none\nend\n", 0, 0 },
	{ "_____\nend\n", "_____\nend\n", 0, 0 },
	/* inside what others wrote nothing is a signature */
	{ "move n\n-----Original Message-----\n-- \nx\n", "move n\n", 3, 0 },
};

static void cuts_what_others_wrote(void)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_reply r;

		sp_reply_cut(&r, cases[i].in, strlen(cases[i].in));
		CU_ASSERT_STRING_EQUAL(r.text, cases[i].out);
		CU_ASSERT_EQUAL(r.quoted, cases[i].quoted);
		CU_ASSERT_EQUAL(r.signature, cases[i].signature);
		if (!sp_streq(r.text, cases[i].out) ||
			r.quoted != cases[i].quoted ||
			r.signature != cases[i].signature)
			printf("\ncase %zu: %u %u\n%s<<<\n", i, r.quoted,
				r.signature, r.text);
		sp_reply_clear(&r);
		CU_ASSERT_PTR_NULL(r.text);
	}
}

/* Cutting what was cut already changes nothing: a player who copies what the
 * receipt shows has the same text, and the same digest. */
static void is_a_fixed_point(void)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_reply a, b;

		sp_reply_cut(&a, cases[i].in, strlen(cases[i].in));
		sp_reply_cut(&b, a.text, strlen(a.text));
		CU_ASSERT_STRING_EQUAL(a.text, b.text);
		sp_reply_clear(&a);
		sp_reply_clear(&b);
	}
}

/* The text that stays does not depend on the mail's line ends. */
static void ignores_line_ends(void)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_reply a, b;
		struct sp_buf crlf;

		if (strchr(cases[i].in, '\r') != NULL)
			continue;
		sp_buf_init(&crlf, 4000);
		sp_buf_clear(&crlf);
		for (const char *s = cases[i].in; *s != '\0'; s++)
			sp_buf_adds(&crlf,
				*s == '\n' ? "\r\n" : (char[]){ *s, '\0' });
		sp_reply_cut(&a, cases[i].in, strlen(cases[i].in));
		sp_reply_cut(&b, crlf.data, crlf.len);
		CU_ASSERT_STRING_EQUAL(a.text, b.text);
		CU_ASSERT_EQUAL(a.quoted, b.quoted);
		sp_reply_clear(&a);
		sp_reply_clear(&b);
		sp_buf_free(&crlf);
	}
}

static void stays_linear(void)
{
	size_t n = (size_t)64 * 1024;
	char *text = sp_xmalloc(n + 1);
	static const char *const fill[] = { "\n", ">\n", "on 1\n", "_____\n",
		"x wrote:\n", "from:\n" };

	for (size_t k = 0; k < SP_ARRAY_LEN(fill); k++) {
		struct sp_reply r;

		for (size_t i = 0; i < n; i++)
			text[i] = fill[k][i % strlen(fill[k])];
		text[n] = '\0';
		sp_reply_cut(&r, text, n);
		CU_ASSERT(strlen(r.text) <= n + 1);
		sp_reply_clear(&r);
	}
	sp_free(text);
}

CU_TestInfo mail_reply_tests[] = {
	{ "what others wrote is cut", cuts_what_others_wrote },
	{ "cutting twice is cutting once", is_a_fixed_point },
	{ "line ends do not matter", ignores_line_ends },
	{ "long texts", stays_linear },
	CU_TEST_INFO_NULL,
};
