/*
 * Character sets, strictly. What g_mime_text_part_get_text would do, drop the
 * bytes that do not fit, could change an order's meaning. A byte that does not
 * fit becomes U+FFFD, which no order has, and spoils its line alone: ASCII is
 * ASCII under nearly every name, the names of character sets are often wrong,
 * and a player whose program lies should play all the same.
 */
#include "mime_private.h"

#include <errno.h>
#include <iconv.h>

/* {name in mail, iconv's name}. UTF-7 is left out on purpose: it hides ASCII
 * from whoever looks at the bytes. */
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
	{ "ks_c_5601-1987", "CP949" },
	{ "iso-8859-6", "ISO-8859-6" },
	{ "iso-8859-8", "ISO-8859-8" },
	{ "iso-8859-11", "ISO-8859-11" },
	{ "windows-1255", "CP1255" },
	{ "windows-1256", "CP1256" },
	{ "windows-1258", "CP1258" },
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
	{ "x-mac-roman", "macintosh" },
	{ "iso-8859-8-i", "iso-8859-8" },
	{ "windows-874", "iso-8859-11" },
	{ "tis-620", "iso-8859-11" },
};

/* Names under which plain ASCII and UTF-8 travel. ASCII with other bytes is
 * read as UTF-8 if it is that: nothing else looks like it by accident. */
static const char *const utf8_names[] = { "", "us-ascii", "ascii",
	"ansi_x3.4-1968", "utf-8", "utf8", "unicode-1-1-utf-8", "unknown-8bit",
	"x-unknown", "8bit" };

static const char *const utf7_names[] = { "utf-7", "unicode-1-1-utf-7",
	"unicode-2-0-utf-7", "x-unicode-2-0-utf-7" };

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

void mail_charset_setup(void)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(charsets); i++)
		(void)converter_open(i);
}

void mail_charset_teardown(void)
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

#define LOST "\xef\xbf\xbd" /* U+FFFD */

/* ---- as a whole ---------------------------------------------------------- */

/* For what has no lines before it is converted. */
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

/* ---- by lines -------------------------------------------------------------
 */

/* How one line of a text is converted; `cd` only where one is needed. */
typedef void add_line(struct sp_buf *out, iconv_t cd, const char *in, size_t n);

static void add_converted(
	struct sp_buf *out, iconv_t cd, const char *in, size_t n)
{
	char *copy = sp_xmalloc(n + 1), *at = copy;
	bool flushed = false;

	memcpy(copy, in, n);
	(void)iconv(cd, NULL, NULL, NULL, NULL);
	while (!flushed && !out->overflow) {
		char chunk[1024], *to = chunk;
		size_t room = sizeof(chunk), rc;

		flushed = n == 0;
		rc = iconv(cd, flushed ? NULL : &at, &n, &to, &room);
		sp_buf_add(out, chunk, sizeof(chunk) - room);
		if (rc == (size_t)-1 && errno != E2BIG) {
			sp_buf_adds(out, LOST);
			at += n > 0;
			n -= n > 0;
		}
	}
	sp_free(copy);
}

static void add_utf8(struct sp_buf *out, iconv_t cd, const char *in, size_t n)
{
	(void)cd;
	for (size_t i = 0; i < n;) {
		size_t len = mail_char_len(in + i, n - i);

		if (len > 0)
			sp_buf_add(out, in + i, len);
		else
			sp_buf_adds(out, LOST);
		i += len > 0 ? len : 1;
	}
}

/* RFC 2152: all but "+" stands for itself, and "+-" for "+". */
static void add_utf7(struct sp_buf *out, iconv_t cd, const char *in, size_t n)
{
	(void)cd;
	for (size_t i = 0; i < n; i++) {
		bool plus = in[i] == '+';
		bool escaped = plus && i + 1 < n && in[i + 1] == '-';

		if ((plus && !escaped) || (unsigned char)in[i] >= 0x80)
			sp_buf_adds(out, LOST);
		else
			sp_buf_addc(out, in[i]);
		i += escaped;
	}
}

/* A character set that is not known. "~{" begins Chinese in HZ (RFC 1843). */
static void add_ascii(struct sp_buf *out, iconv_t cd, const char *in, size_t n)
{
	(void)cd;
	for (size_t i = 0; i < n; i++) {
		bool hidden = in[i] == '~' && i + 1 < n && in[i + 1] == '{';

		if (hidden || (unsigned char)in[i] >= 0x80)
			sp_buf_adds(out, LOST);
		else
			sp_buf_addc(out, in[i]);
	}
}

static enum sp_mail_reason convert_lines(
	struct sp_buf *out, add_line *add, iconv_t cd, const char *in, size_t n)
{
	if (memchr(in, '\0', n) != NULL)
		return SP_MAIL_NUL_BYTE;
	for (size_t i = 0; i < n;) {
		size_t start = i;

		while (i < n && in[i] != '\n' && in[i] != '\r')
			i++;
		if (i > start)
			add(out, cd, in + start, i - start);
		if (i < n)
			sp_buf_addc(out, in[i++]);
	}
	return out->overflow ? SP_MAIL_TEXT_TOO_LONG : SP_MAIL_READABLE;
}

/* ---- by name --------------------------------------------------------------
 */

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (sp_strieq(name, names[i]))
			return true;
	}
	return false;
}

static bool has_byte_order_mark(const char *in, size_t n)
{
	return n >= 2 && (memcmp(in, "\xff\xfe", 2) == 0 ||
				 memcmp(in, "\xfe\xff", 2) == 0);
}

/* True if it is UTF-16, whatever it calls itself. Its line ends and whatever
 * is ASCII have NUL bytes. */
static bool is_utf16(const char *name, const char *in, size_t n)
{
	bool mark = has_byte_order_mark(in, n);

	if (sp_starts_i(name, "utf-16"))
		return mark || n == 0 || memchr(in, '\0', n) != NULL;
	return mark && memchr(in, '\0', n) != NULL;
}

/* The byte order, by its mark, its name, or where the NUL bytes of ASCII are:
 * iconv's own UTF-16 remembers the order of the text before. */
static const char *utf16_order(const char *name, const char *in, size_t n)
{
	const char *nul = memchr(in, '\0', n);

	if (has_byte_order_mark(in, n))
		return in[0] == '\xff' ? "utf-16le" : "utf-16be";
	if (!sp_strieq(name, "utf-16"))
		return name;
	return nul != NULL && (nul - in) % 2 == 1 ? "utf-16le" : "utf-16be";
}

static enum sp_mail_reason read_utf16(
	struct sp_buf *out, const char *name, const char *in, size_t n)
{
	size_t skip = has_byte_order_mark(in, n) ? 2 : 0, start = out->len;
	size_t i = find_charset(utf16_order(name, in, n));
	enum sp_mail_reason reason;

	mail_mime_need_whole();
	if (i == SP_ARRAY_LEN(charsets) || !converter_open(i))
		return SP_MAIL_BAD_CHARSET;
	reason = convert(out, converters[i].cd, in + skip, n - skip);
	if (reason == SP_MAIL_READABLE &&
		memchr(sp_buf_str(out) + start, '\0', out->len - start) != NULL)
		reason = SP_MAIL_NUL_BYTE;
	return reason;
}

/* What is not ASCII at all, as EBCDIC, is told, rather than shown as so many
 * lost characters. */
static enum sp_mail_reason read_unknown(
	struct sp_buf *out, const char *in, size_t n)
{
	bool ascii = false, other = false;

	for (size_t i = 0; i < n; i++) {
		ascii = ascii || sp_is_alnum((unsigned char)in[i]);
		other = other || (unsigned char)in[i] >= 0x80;
	}
	if (other && !ascii)
		return SP_MAIL_BAD_CHARSET;
	return convert_lines(out, add_ascii, NULL, in, n);
}

enum sp_mail_reason mail_charset_to_utf8(
	struct sp_buf *out, const char *charset, const char *in, size_t n)
{
	const char *name = charset != NULL ? charset : "";
	size_t i;

	if (is_utf16(name, in, n))
		return read_utf16(out, name, in, n);
	if (sp_starts_i(name, "utf-16") ||
		is_one_of(name, utf8_names, SP_ARRAY_LEN(utf8_names)))
		return convert_lines(out, add_utf8, NULL, in, n);
	if (is_one_of(name, utf7_names, SP_ARRAY_LEN(utf7_names)))
		return convert_lines(out, add_utf7, NULL, in, n);
	i = find_charset(name);
	/* What says Latin-1 and has bytes that are controls there is Windows':
	 * browsers and mail programs have long agreed on that. */
	if (i == LATIN1 && has_c1(in, n))
		i = WINDOWS_1252;
	if (i == SP_ARRAY_LEN(charsets))
		return read_unknown(out, in, n);
	mail_mime_need_whole();
	if (!converter_open(i))
		return read_unknown(out, in, n);
	return convert_lines(out, add_converted, converters[i].cd, in, n);
}
