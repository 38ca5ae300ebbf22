#include "mail_tests.h"

#include "mail/mail_private.h"

/* {charset, bytes, length or 0, reason, text} */
static const struct {
	const char *charset, *in;
	size_t n;
	enum sp_mail_reason reason;
	const char *out;
} conversions[] = {
	{ NULL, "abc", 0, SP_MAIL_READABLE, "abc" },
	{ "", "abc", 0, SP_MAIL_READABLE, "abc" },
	{ NULL, "caf\xc3\xa9", 0, SP_MAIL_READABLE, "caf\xc3\xa9" },
	{ NULL, "caf\xe9", 0, SP_MAIL_BAD_BYTES, NULL },
	{ "US-ASCII", "caf\xc3\xa9", 0, SP_MAIL_READABLE, "caf\xc3\xa9" },
	{ "us-ascii", "caf\xe9", 0, SP_MAIL_BAD_BYTES, NULL },
	{ "UTF-8", "\xc0\xaf", 0, SP_MAIL_BAD_BYTES, NULL },
	{ "utf8", "\xed\xa0\x80", 0, SP_MAIL_BAD_BYTES, NULL },
	{ "utf-8", "a\0b", 3, SP_MAIL_NUL_BYTE, NULL },
	{ "iso-8859-1", "caf\xe9", 0, SP_MAIL_READABLE, "caf\xc3\xa9" },
	{ "ISO-8859-1", "\x93hi\x94", 0, SP_MAIL_READABLE,
		"\xe2\x80\x9chi\xe2\x80\x9d" },
	{ "iso-8859-15", "\xa4", 0, SP_MAIL_READABLE, "\xe2\x82\xac" },
	{ "windows-1252", "\x80", 0, SP_MAIL_READABLE, "\xe2\x82\xac" },
	{ "cp1252", "\x81", 0, SP_MAIL_BAD_BYTES, NULL },
	{ "windows-1251", "\xef", 0, SP_MAIL_READABLE, "\xd0\xbf" },
	{ "gb2312", "\xc4\xe3", 0, SP_MAIL_READABLE, "\xe4\xbd\xa0" },
	{ "iso-2022-jp", "\x1b$BKb\x1b(B", 0, SP_MAIL_READABLE,
		"\xe9\xad\x94" },
	/* cut inside a character: the bytes may not vanish */
	{ "shift_jis", "a\x88", 0, SP_MAIL_BAD_BYTES, NULL },
	{ "utf-16be", "\0a\0b", 4, SP_MAIL_READABLE, "ab" },
	{ "utf-16le", "a\0b", 3, SP_MAIL_BAD_BYTES, NULL },
	{ "utf-16le", "a\0\0\0", 4, SP_MAIL_NUL_BYTE, NULL },
	{ "utf-7", "+AG0-", 0, SP_MAIL_BAD_CHARSET, NULL },
	{ "klingon", "abc", 0, SP_MAIL_BAD_CHARSET, NULL },
	/* names are names, not iconv's options */
	{ "utf-8//IGNORE", "caf\xe9", 0, SP_MAIL_BAD_CHARSET, NULL },
	{ "iso-8859-1//TRANSLIT", "abc", 0, SP_MAIL_BAD_CHARSET, NULL },
};

static void converts_strictly(void)
{
	struct sp_buf out;

	sp_buf_init(&out, 1000);
	/* Twice: a converter is used again, from its first state. */
	for (size_t i = 0; i < 2 * SP_ARRAY_LEN(conversions); i++) {
		size_t k = i % SP_ARRAY_LEN(conversions);
		size_t n = conversions[k].n;

		if (n == 0)
			n = strlen(conversions[k].in);
		sp_buf_clear(&out);
		CU_ASSERT_EQUAL(sp_charset_to_utf8(&out, conversions[k].charset,
					conversions[k].in, n),
			conversions[k].reason);
		if (conversions[k].out != NULL)
			CU_ASSERT_STRING_EQUAL(out.data, conversions[k].out);
	}
	sp_buf_free(&out);
	sp_charset_teardown();
}

static void bounds_conversions(void)
{
	char in[10000];
	struct sp_buf out;

	memset(in, 0xe9, sizeof(in));
	sp_buf_init(&out, 20000);
	CU_ASSERT_EQUAL(sp_charset_to_utf8(&out, "iso-8859-1", in, sizeof(in)),
		SP_MAIL_READABLE);
	CU_ASSERT_EQUAL(out.len, 20000);
	sp_buf_free(&out);
	sp_buf_init(&out, 19999);
	CU_ASSERT_EQUAL(sp_charset_to_utf8(&out, "iso-8859-1", in, sizeof(in)),
		SP_MAIL_TEXT_TOO_LONG);
	sp_buf_free(&out);
	sp_charset_teardown();
}

static void opens_every_charset(void)
{
	static const char *const names[] = { "iso-8859-2", "iso-8859-9",
		"windows-1250", "windows-1253", "windows-1254", "windows-1257",
		"koi8-r", "koi8-u", "macintosh", "utf-16", "euc-jp", "euc-kr",
		"gbk", "gb18030", "big5", "iso-8859-16", "latin1" };
	struct sp_buf out;

	sp_charset_setup();
	sp_buf_init(&out, 100);
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
		CU_ASSERT_EQUAL(sp_charset_to_utf8(&out, names[i], "", 0),
			SP_MAIL_READABLE);
	CU_ASSERT_EQUAL(out.len, 0);
	sp_buf_free(&out);
	sp_charset_teardown();
}

static void normalizes(void)
{
	static const char in[] = "a\r\nb\rc\n\r\n\td\x1b\xc2\x85\x7f\0z";
	struct sp_buf out;

	sp_buf_init(&out, 100);
	sp_text_normalize(&out, in, sizeof(in) - 1);
	CU_ASSERT_STRING_EQUAL(sp_buf_str(&out),
		"a\nb\nc\n\n\td\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
		"\xef\xbf\xbdz");
	sp_buf_free(&out);
}

/* RFC 3676: {in, out} */
static const struct {
	const char *in, *out;
	bool delsp;
} flowed[] = {
	{ "", "", false },
	{ "a \nb\nc\n", "a b\nc\n", false },
	{ "a \nb", "a b\n", false },
	{ "a \n", "a \n", false },
	{ "a \n\nb\n", "a \nb\n", false },
	{ "a \nb\n", "ab\n", true },
	{ "a  \nb\n", "a b\n", true },
	/* stuffing */
	{ " From x\n", "From x\n", false },
	{ "  two\n", " two\n", false },
	{ " >no quote\n", " >no quote\n", false },
	/* quotes join only quotes of their depth */
	{ ">a \n>b\n", "> a b\n", false },
	{ "> a \n> b\nc\n", "> a b\nc\n", false },
	{ "> a \nc\n", "> a \nc\n", false },
	{ ">> a \n> b\n", ">> a \n> b\n", false },
	{ "a \n> b\n", "a \n> b\n", false },
	/* the signature line joins nothing on either side */
	{ "a \n-- \nb\n", "a \n-- \nb\n", false },
	{ "> a \n> -- \n> b\n", "> a \n> -- \n> b\n", false },
	{ ">\n", "> \n", false },
};

static void unflows(void)
{
	struct sp_buf out;

	sp_buf_init(&out, 1000);
	for (size_t i = 0; i < SP_ARRAY_LEN(flowed); i++) {
		sp_buf_clear(&out);
		sp_text_unflow(&out, flowed[i].in, strlen(flowed[i].in),
			flowed[i].delsp);
		CU_ASSERT_STRING_EQUAL(out.data, flowed[i].out);
	}
	sp_buf_free(&out);
}

CU_TestInfo mail_text_tests[] = {
	{ "charsets are converted strictly", converts_strictly },
	{ "a conversion keeps its bound", bounds_conversions },
	{ "every charset of the list opens", opens_every_charset },
	{ "line ends and controls", normalizes },
	{ "format=flowed", unflows },
	CU_TEST_INFO_NULL,
};
