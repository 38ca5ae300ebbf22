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
	{ NULL, "caf\xe9", 0, SP_MAIL_READABLE, "caf\xef\xbf\xbd" },
	{ "US-ASCII", "caf\xc3\xa9", 0, SP_MAIL_READABLE, "caf\xc3\xa9" },
	{ "us-ascii", "a\ncaf\xe9\r\nb", 0, SP_MAIL_READABLE,
		"a\ncaf\xef\xbf\xbd\r\nb" },
	{ "UTF-8", "\xc0\xaf", 0, SP_MAIL_READABLE,
		"\xef\xbf\xbd\xef\xbf\xbd" },
	{ "utf8", "\xed\xa0\x80", 0, SP_MAIL_READABLE,
		"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
	{ "utf-8", "a\0b", 3, SP_MAIL_NUL_BYTE, NULL },
	{ "iso-8859-1", "caf\xe9", 0, SP_MAIL_READABLE, "caf\xc3\xa9" },
	{ "ISO-8859-1", "\x93hi\x94", 0, SP_MAIL_READABLE,
		"\xe2\x80\x9chi\xe2\x80\x9d" },
	{ "iso-8859-15", "\xa4", 0, SP_MAIL_READABLE, "\xe2\x82\xac" },
	{ "windows-1252", "\x80", 0, SP_MAIL_READABLE, "\xe2\x82\xac" },
	{ "cp1252", "a\x81\nb", 0, SP_MAIL_READABLE, "a\xef\xbf\xbd\nb" },
	{ "windows-1251", "\xef", 0, SP_MAIL_READABLE, "\xd0\xbf" },
	{ "gb2312", "\xc4\xe3", 0, SP_MAIL_READABLE, "\xe4\xbd\xa0" },
	{ "iso-2022-jp", "\x1b$BKb\x1b(B", 0, SP_MAIL_READABLE,
		"\xe9\xad\x94" },
	/* cut inside a character: the bytes may not vanish, nor take others */
	{ "shift_jis", "a\x88", 0, SP_MAIL_READABLE, "a\xef\xbf\xbd" },
	{ "shift_jis", "a\x88\nend", 0, SP_MAIL_READABLE,
		"a\xef\xbf\xbd\nend" },
	{ "iso-2022-jp", "\x1b$BKb\nend", 0, SP_MAIL_READABLE,
		"\xe9\xad\x94\nend" },
	{ "iso-2022-jp", "a\xe9\nend", 0, SP_MAIL_READABLE,
		"a\xef\xbf\xbd\nend" },
	{ "euc-kr", "\xe9n\nend", 0, SP_MAIL_READABLE, "\xef\xbf\xbdn\nend" },
	{ "utf-16be", "\0a\0b", 4, SP_MAIL_READABLE, "ab" },
	{ "utf-16le", "a\0b", 3, SP_MAIL_BAD_BYTES, NULL },
	{ "utf-16le", "a\0\0\0", 4, SP_MAIL_NUL_BYTE, NULL },
	/* no UTF-16, for all that it says */
	{ "utf-16", "move n\nend\n", 0, SP_MAIL_READABLE, "move n\nend\n" },
	{ "utf-16le", "caf\xe9\nend", 0, SP_MAIL_READABLE,
		"caf\xef\xbf\xbd\nend" },
	/* UTF-16, though it does not say so */
	{ "utf-8",
		"\xff\xfe"
		"a\0",
		4, SP_MAIL_READABLE, "a" },
	{ NULL, "\xfe\xff\0a", 4, SP_MAIL_READABLE, "a" },
	{ NULL, "\0a\0b", 4, SP_MAIL_NUL_BYTE, NULL },
	{ "utf-16", "a\0b\0", 4, SP_MAIL_READABLE, "ab" },
	{ "utf-16", "\0a\0b", 4, SP_MAIL_READABLE, "ab" },
	{ "utf-16le",
		"\xff\xfe"
		"a\0",
		4, SP_MAIL_READABLE, "a" },
	{ "utf-16", "\xff\xfe-N", 4, SP_MAIL_READABLE, "\xe4\xb8\xad" },
	{ "utf-16be", "-N\0\n", 4, SP_MAIL_READABLE, "\xe2\xb5\x8e\n" },
	{ "utf-7", "+AG0-ove\nmove n\na +- b\n\xe9 +", 0, SP_MAIL_READABLE,
		"\xef\xbf\xbd"
		"AG0-ove\nmove n\na + b\n\xef\xbf\xbd "
		"\xef\xbf\xbd" },
	{ "hz-gb-2312", "~{<:Ky2;~}\nend", 0, SP_MAIL_READABLE,
		"\xef\xbf\xbd"
		"{<:Ky2;~}\nend" },
	{ "ebcdic-us", "\x94\x96\xa5\x85\x40\x95\x25", 0, SP_MAIL_BAD_CHARSET,
		NULL },
	{ "klingon", "abc\n\xe9\n", 0, SP_MAIL_READABLE,
		"abc\n\xef\xbf\xbd\n" },
	{ "klingon", "?!", 0, SP_MAIL_READABLE, "?!" },
	{ "klingon", "\xe9 ?", 0, SP_MAIL_BAD_CHARSET, NULL },
	/* names are names, not iconv's options */
	{ "utf-8//IGNORE", "caf\xe9", 0, SP_MAIL_READABLE, "caf\xef\xbf\xbd" },
	{ "iso-8859-1//TRANSLIT", "abc\xe9", 0, SP_MAIL_READABLE,
		"abc\xef\xbf\xbd" },
};

TEST("mail/text", "charsets are converted strictly")
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
		EQUAL_INT(mail_charset_to_utf8(&out, conversions[k].charset,
				  conversions[k].in, n),
			conversions[k].reason);
		if (conversions[k].out != NULL)
			EQUAL_STRING(sp_buf_str(&out), conversions[k].out);
		if (conversions[k].out != NULL &&
			!sp_streq(sp_buf_str(&out), conversions[k].out))
			printf("\n    %zu: %s\n", k, sp_buf_str(&out));
	}
	sp_buf_free(&out);
	mail_charset_teardown();
}

TEST("mail/text", "a conversion keeps its bound")
{
	char in[10000];
	struct sp_buf out;

	memset(in, 0xe9, sizeof(in));
	sp_buf_init(&out, 20000);
	EQUAL_INT(mail_charset_to_utf8(&out, "iso-8859-1", in, sizeof(in)),
		SP_MAIL_READABLE);
	EQUAL_INT(out.len, 20000);
	sp_buf_free(&out);
	sp_buf_init(&out, 19999);
	EQUAL_INT(mail_charset_to_utf8(&out, "iso-8859-1", in, sizeof(in)),
		SP_MAIL_TEXT_TOO_LONG);
	sp_buf_free(&out);
	mail_charset_teardown();
}

TEST("mail/text", "every charset of the list opens")
{
	static const char *const names[] = { "iso-8859-2", "iso-8859-9",
		"windows-1250", "windows-1253", "windows-1254", "windows-1257",
		"koi8-r", "koi8-u", "macintosh", "utf-16", "euc-jp", "tis-620",
		"ks_c_5601-1987", "windows-1255", "windows-1256",
		"windows-1258", "iso-8859-6", "iso-8859-8-i", "euc-kr", "gbk",
		"gb18030", "big5", "iso-8859-16", "latin1" };
	struct sp_buf out;

	mail_charset_setup();
	sp_buf_init(&out, 100);
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
		EQUAL_INT(mail_charset_to_utf8(&out, names[i], "", 0),
			SP_MAIL_READABLE);
	EQUAL_INT(out.len, 0);
	sp_buf_free(&out);
	mail_charset_teardown();
}

#define FULL "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB"

/* {transfer encoding, bytes, last, reason, text} */
static const struct {
	enum sp_transfer how;
	const char *in;
	bool last;
	enum sp_mail_reason reason;
	const char *out;
} transfers[] = {
	{ SP_TRANSFER_BASE64, "", true, SP_MAIL_READABLE, "" },
	{ SP_TRANSFER_BASE64, "\r\n", true, SP_MAIL_READABLE, "" },
	{ SP_TRANSFER_BASE64, "YWJj\r\nZA==\r\n", true, SP_MAIL_READABLE,
		"abcd" },
	{ SP_TRANSFER_BASE64, "YW Jj\n\tZGU=", true, SP_MAIL_READABLE,
		"abcde" },
	{ SP_TRANSFER_BASE64, "YQ==\nYg==\nYWJj\n", true, SP_MAIL_READABLE,
		"ababc" },
	{ SP_TRANSFER_BASE64, "+/+/", false, SP_MAIL_READABLE, "\xfb\xff\xbf" },
	{ SP_TRANSFER_BASE64, "YWJ", false, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_BASE64, "YW", false, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_BASE64, "YWJjZ", false, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_BASE64, "YQ=", false, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_BASE64, "Y===", false, SP_MAIL_DAMAGED, NULL },
	{ SP_TRANSFER_BASE64, "YQ=b", false, SP_MAIL_DAMAGED, NULL },
	{ SP_TRANSFER_BASE64, "YQ===", false, SP_MAIL_DAMAGED, NULL },
	{ SP_TRANSFER_BASE64, "YWJj-_", false, SP_MAIL_DAMAGED, NULL },
	{ SP_TRANSFER_BASE64, "YWJj\nend.\n", false, SP_MAIL_DAMAGED, NULL },
	/* the end of the mail, or only of a part */
	{ SP_TRANSFER_BASE64, "YWJj", false, SP_MAIL_READABLE, "abc" },
	{ SP_TRANSFER_BASE64, "YWJj", true, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_BASE64, "YWJj\n", true, SP_MAIL_READABLE, "abc" },
	{ SP_TRANSFER_BASE64, FULL "\n", true, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_BASE64, FULL "\n" FULL "\n\n", true, SP_MAIL_CUT_OFF,
		NULL },
	{ SP_TRANSFER_BASE64, FULL "QQo=\n", true, SP_MAIL_READABLE,
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n" },
	{ SP_TRANSFER_QUOTED, "a=3Db =\r\nc= \nd\n", true, SP_MAIL_READABLE,
		"a=b cd\n" },
	{ SP_TRANSFER_QUOTED, "a=c3=A9=b=\nc", true, SP_MAIL_READABLE,
		"a\xc3\xa9=bc" },
	{ SP_TRANSFER_QUOTED, "=4", false, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_QUOTED, "a=", true, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_QUOTED, "a=", false, SP_MAIL_READABLE, "a" },
	{ SP_TRANSFER_QUOTED, "a=\n", true, SP_MAIL_READABLE, "a" },
	{ SP_TRANSFER_QUOTED, FULL "=\n", true, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_QUOTED, FULL "=\n", false, SP_MAIL_READABLE, FULL },
	{ SP_TRANSFER_QUOTED, FULL "=\n\n", true, SP_MAIL_READABLE, FULL },
	{ SP_TRANSFER_UU, "begin 644 x\n#86)C\n`\nend\n", true,
		SP_MAIL_READABLE, "abc" },
	/* its last blanks are lost */
	{ SP_TRANSFER_UU, "x\nbegin 644 x\n$86)C\n\nend", true,
		SP_MAIL_READABLE, NULL },
	{ SP_TRANSFER_UU, "begin 644 x\n#86)C\n`\n", true, SP_MAIL_CUT_OFF,
		NULL },
	{ SP_TRANSFER_UU, "#86)C\nend\n", true, SP_MAIL_CUT_OFF, NULL },
	{ SP_TRANSFER_UU, "begin 644 x\n#move\nend\n", true, SP_MAIL_DAMAGED,
		NULL },
	{ SP_TRANSFER_UU, "begin 644 x\n#86)C86)C\nend\n", true,
		SP_MAIL_DAMAGED, NULL },
};

TEST("mail/text", "transfer encodings are undone strictly")
{
	struct sp_buf out;

	sp_buf_init(&out, 1000);
	for (size_t i = 0; i < SP_ARRAY_LEN(transfers); i++) {
		enum sp_mail_reason reason;

		sp_buf_clear(&out);
		reason = mail_transfer_decode(&out, transfers[i].how,
			transfers[i].in, strlen(transfers[i].in),
			transfers[i].last);
		EQUAL_INT(reason, transfers[i].reason);
		if (reason != transfers[i].reason)
			printf("\n    %s: %d\n", transfers[i].in, reason);
		if (transfers[i].out != NULL)
			EQUAL_STRING(sp_buf_str(&out), transfers[i].out);
	}
	sp_buf_free(&out);
	sp_buf_init(&out, 2);
	EQUAL_INT(mail_transfer_decode(
			  &out, SP_TRANSFER_BASE64, "YWJj", 4, false),
		SP_MAIL_TEXT_TOO_LONG);
	sp_buf_free(&out);
}

TEST("mail/text", "blanks")
{
	static const char *const blanks[] = { "", " \t\r\n", "\xc2\xa0",
		"\xe2\x80\x8b \xef\xbb\xbf", "\xe3\x80\x80\n\xc2\xad",
		"\xef\xbf\xbc" };
	static const char *const texts[] = { "a", " .", "\xc2\xa1",
		"\xe2\x80\x93", "\xef\xbf\xbd", "\xc2\xa0x" };

	for (size_t i = 0; i < SP_ARRAY_LEN(blanks); i++)
		CU_ASSERT(mail_text_blank(blanks[i], strlen(blanks[i])));
	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++)
		CU_ASSERT(!mail_text_blank(texts[i], strlen(texts[i])));
}

TEST("mail/text", "line ends and controls")
{
	static const char in[] = "a\r\nb\rc\n\r\n\td\x1b\xc2\x85\x7f\0z"
				 "\v1\f2\xe2\x80\xa8"
				 "3\xe2\x80\xa9"
				 "4\xe2\x80\xaa";
	struct sp_buf out;

	sp_buf_init(&out, 100);
	mail_text_normalize(&out, in, sizeof(in) - 1);
	EQUAL_STRING(sp_buf_str(&out),
		"a\nb\nc\n\n\td\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
		"\xef\xbf\xbdz\n1\n2\n3\n4\xe2\x80\xaa");
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

TEST("mail/text", "format=flowed")
{
	struct sp_buf out;

	sp_buf_init(&out, 1000);
	for (size_t i = 0; i < SP_ARRAY_LEN(flowed); i++) {
		sp_buf_clear(&out);
		mail_text_unflow(&out, flowed[i].in, strlen(flowed[i].in),
			flowed[i].delsp);
		EQUAL_STRING(out.data, flowed[i].out);
	}
	sp_buf_free(&out);
}
