#include "unit.h"

#include "base/base.h"

/* The encoding of a code point, by the table of RFC 3629 section 3, right or
 * wrong: `len` may be longer than needed. */
static void put(unsigned char out[4], uint32_t cp, size_t len)
{
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	if (len == 1) {
		out[0] = (unsigned char)cp;
		return;
	}
	for (size_t i = len - 1; i > 0; i--) {
		out[i] = (unsigned char)(0x80 | (cp & 0x3f));
		cp >>= 6;
	}
	out[0] = (unsigned char)(lead[len] | cp);
}

static bool valid(uint32_t cp, size_t len)
{
	unsigned char text[4];

	put(text, cp, len);
	return sp_utf8_valid((const char *)text, len);
}

static size_t length(uint32_t cp)
{
	if (cp < 0x80)
		return 1;
	if (cp < 0x800)
		return 2;
	return cp < 0x10000 ? 3 : 4;
}

/* Each code point in its one right length is valid, but for NUL and the
 * surrogates; in a longer one never. */
TEST("base/utf8", "every code point")
{
	unsigned wrong = 0;

	for (uint32_t cp = 0; cp <= 0x1fffff; cp++) {
		bool good = cp > 0 && cp <= 0x10ffff &&
			    (cp < 0xd800 || cp > 0xdfff);

		for (size_t len = length(cp); len <= 4; len++)
			wrong += valid(cp, len) != (good && len == length(cp));
	}
	EQUAL_INT(wrong, 0);
}

TEST("base/utf8", "broken sequences")
{
	static const char *const bad[] = {
		"\x80",
		"\xbf",
		"a\xc3",
		"\xc3"
		"a",
		"\xc3\xc3\xa4",
		"\xe2\x82",
		"\xe2\x82"
		"a",
		"\xf0\x9f\x98",
		"\xf0\x9f\x98\xc0",
		"\xf8\x88\x80\x80\x80",
		"\xfc\x84\x80\x80\x80\x80",
		"\xfe",
		"\xff",
		"\xc0\xaf",
		"\xc1\xbf",
		"\xe0\x80\xaf",
		"\xed\xa0\x80",
		"\xf4\x90\x80\x80",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		CU_ASSERT(!sp_utf8_valid(bad[i], strlen(bad[i])));
	CU_ASSERT(sp_utf8_valid("", 0));
	CU_ASSERT(sp_utf8_valid(NULL, 0));
	CU_ASSERT(sp_utf8_valid("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z", 11));
	CU_ASSERT(!sp_utf8_valid("a\0b", 3));
	/* Does not read beyond the length it was given. */
	CU_ASSERT(!sp_utf8_valid("\xe2\x82\xac", 2));
	CU_ASSERT(sp_utf8_valid("ab\xff", 2));
}

static size_t width(const char *s)
{
	return sp_utf8_width(s, strlen(s));
}

TEST("base/utf8", "widths")
{
	EQUAL_INT(width(""), 0);
	EQUAL_INT(width("abc"), 3);
	EQUAL_INT(width("\xc3\xa4"), 1);                 /* one letter */
	EQUAL_INT(width("a\xcc\x88"), 1);                /* letter and mark */
	EQUAL_INT(width("\xe2\x94\x80\xe2\x94\x82"), 2); /* box lines */
	EQUAL_INT(width("a\xe2\x80\x8d"
			"b"),
		2); /* joiner */
	EQUAL_INT(width("a\xff\xc3"), 3);
}

/* Runs of ASCII are looked at eight bytes at a time: each byte at each place
 * in, before and after such a run. */
TEST("base/utf8", "every byte in a run of ASCII")
{
	unsigned wrong = 0;
	char text[21];

	for (size_t len = 1; len <= sizeof(text); len++) {
		for (size_t at = 0; at < len; at++) {
			for (int c = 0; c < 256; c++) {
				bool ascii = c < 0x80;
				bool printable = c >= 0x20 && c <= 0x7e;

				memset(text, 'x', sizeof(text));
				text[at] = (char)c;
				wrong += sp_utf8_valid(text, len) !=
					 (ascii && c != 0);
				wrong += sp_utf8_width(text, len) != len;
				wrong += sp_ascii_printable(text, len) !=
					 (printable ? len : at);
			}
		}
	}
	EQUAL_INT(wrong, 0);
	EQUAL_INT(width("12345678\xc3\xa4"
			"1234567\xc3\xa4"
			"12345678"),
		25);
}
