/*
 * Character sets, strictly. What g_mime_text_part_get_text would do, drop the
 * bytes that do not fit, could change an order's meaning.
 */
#include "mime_private.h"

#include <errno.h>
#include <iconv.h>

/* The documented list: {name in mail, iconv's name}. UTF-7 is left out on
 * purpose: it hides ASCII from whoever looks at the bytes. */
static const struct {
	const char *name, *iconv;
} charsets[] = {
	{ "iso-8859-1", "ISO-8859-1" },
	{ "windows-1252", "CP1252" },
	{ "iso-8859-15", "ISO-8859-15" },
	{ "iso-8859-2", "ISO-8859-2" },
	{ "iso-8859-3", "ISO-8859-3" },
	{ "iso-8859-4", "ISO-8859-4" },
	{ "iso-8859-5", "ISO-8859-5" },
	{ "iso-8859-7", "ISO-8859-7" },
	{ "iso-8859-9", "ISO-8859-9" },
	{ "iso-8859-10", "ISO-8859-10" },
	{ "iso-8859-13", "ISO-8859-13" },
	{ "iso-8859-14", "ISO-8859-14" },
	{ "iso-8859-16", "ISO-8859-16" },
	{ "windows-1250", "CP1250" },
	{ "windows-1251", "CP1251" },
	{ "windows-1253", "CP1253" },
	{ "windows-1254", "CP1254" },
	{ "windows-1257", "CP1257" },
	{ "koi8-r", "KOI8-R" },
	{ "koi8-u", "KOI8-U" },
	{ "macintosh", "MACINTOSH" },
	{ "utf-16", "UTF-16" },
	{ "utf-16le", "UTF-16LE" },
	{ "utf-16be", "UTF-16BE" },
	{ "iso-2022-jp", "ISO-2022-JP" },
	{ "shift_jis", "SJIS" },
	{ "euc-jp", "EUC-JP" },
	{ "euc-kr", "EUC-KR" },
	{ "gb2312", "GBK" },
	{ "gbk", "GBK" },
	{ "gb18030", "GB18030" },
	{ "big5", "BIG5" },
};

static const struct {
	const char *other, *name;
} aliases[] = {
	{ "latin1", "iso-8859-1" },
	{ "iso_8859-1", "iso-8859-1" },
	{ "iso8859-1", "iso-8859-1" },
	{ "cp1252", "windows-1252" },
	{ "latin-9", "iso-8859-15" },
	{ "iso8859-15", "iso-8859-15" },
	{ "cp1250", "windows-1250" },
	{ "cp1251", "windows-1251" },
	{ "x-sjis", "shift_jis" },
	{ "mac", "macintosh" },
};

/* Names under which plain ASCII and UTF-8 travel. ASCII with other bytes is
 * read as UTF-8 if it is that: nothing else looks like it by accident. */
static const char *const utf8_names[] = { "", "us-ascii", "ascii",
	"ansi_x3.4-1968", "utf-8", "utf8", "unicode-1-1-utf-8", "unknown-8bit",
	"x-unknown", "8bit" };

#define LATIN1       0
#define WINDOWS_1252 1

static struct {
	bool open;
	iconv_t cd;
} converters[SP_ARRAY_LEN(charsets)];

static bool converter_open(size_t i)
{
	if (!converters[i].open) {
		converters[i].cd = iconv_open("UTF-8", charsets[i].iconv);
		/* iconv's way to say no */
		converters[i].open = converters[i].cd != (iconv_t)-1;
	}
	return converters[i].open;
}

void sp_charset_setup(void)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(charsets); i++)
		(void)converter_open(i);
}

void sp_charset_teardown(void)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(charsets); i++) {
		if (converters[i].open)
			(void)iconv_close(converters[i].cd);
		converters[i].open = false;
	}
}

/* Index into charsets, or its length. */
static size_t find_charset(const char *name)
{
	size_t i;

	for (i = 0; i < SP_ARRAY_LEN(aliases); i++) {
		if (sp_strieq(name, aliases[i].other))
			name = aliases[i].name;
	}
	for (i = 0; i < SP_ARRAY_LEN(charsets); i++) {
		if (sp_strieq(name, charsets[i].name))
			break;
	}
	return i;
}

static bool has_c1(const char *in, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)in[i] >= 0x80 && (unsigned char)in[i] < 0xa0)
			return true;
	}
	return false;
}

static enum sp_mail_reason convert(
	struct sp_buf *out, iconv_t cd, const char *in, size_t n)
{
	enum sp_mail_reason reason = SP_MAIL_READABLE;
	char *copy = sp_xmalloc(n + 1), *at = copy;
	char chunk[4096];
	bool flushed = false;

	/* iconv takes its input as char **, and the state from before. */
	memcpy(copy, in, n);
	(void)iconv(cd, NULL, NULL, NULL, NULL);
	while (!flushed && reason == SP_MAIL_READABLE) {
		char *to = chunk;
		size_t room = sizeof(chunk);
		size_t rc;

		flushed = n == 0;
		rc = iconv(cd, flushed ? NULL : &at, &n, &to, &room);
		sp_buf_add(out, chunk, sizeof(chunk) - room);
		if (rc == (size_t)-1 && errno != E2BIG)
			reason = SP_MAIL_BAD_BYTES;
		else if (out->overflow)
			reason = SP_MAIL_TEXT_TOO_LONG;
	}
	sp_free(copy);
	return reason;
}

enum sp_mail_reason sp_charset_to_utf8(
	struct sp_buf *out, const char *charset, const char *in, size_t n)
{
	const char *name = charset != NULL ? charset : "";
	size_t start = out->len, i;
	enum sp_mail_reason reason;

	for (i = 0; i < SP_ARRAY_LEN(utf8_names); i++) {
		if (!sp_strieq(name, utf8_names[i]))
			continue;
		if (memchr(in, '\0', n) != NULL)
			return SP_MAIL_NUL_BYTE;
		if (!sp_utf8_valid(in, n))
			return SP_MAIL_BAD_BYTES;
		sp_buf_add(out, in, n);
		return out->overflow ? SP_MAIL_TEXT_TOO_LONG : SP_MAIL_READABLE;
	}
	i = find_charset(name);
	/* What says Latin-1 and has bytes that are controls there is Windows':
	 * browsers and mail programs have long agreed on that. */
	if (i == LATIN1 && has_c1(in, n))
		i = WINDOWS_1252;
	if (i == SP_ARRAY_LEN(charsets))
		return SP_MAIL_BAD_CHARSET;
	sp_mime_need_whole();
	if (!converter_open(i))
		return SP_MAIL_BAD_CHARSET;
	reason = convert(out, converters[i].cd, in, n);
	if (reason == SP_MAIL_READABLE &&
		memchr(sp_buf_str(out) + start, '\0', out->len - start) != NULL)
		reason = SP_MAIL_NUL_BYTE;
	return reason;
}
