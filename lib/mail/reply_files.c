/*
 * Files and signatures that stand in a text as text: uuencode, PGP and its
 * likes, yEnc, BinHex, base64. Their lines are not the player's: a uuencoded
 * file ends in a line "end". What begins and has no end stays visible as a line
 * that nobody can take for an order (U+FFFD is in it), so that the player is
 * told and what stands below changes nothing.
 */
#include "reply_private.h"

#define LOST "\xef\xbf\xbd"

/* A file that begins at a line. */
struct file {
	size_t n;    /* its lines, with the first; 0: there is none */
	bool whole;  /* it has its end */
	bool letter; /* something was written to us in it */
};

static void replace(struct sp_reply_line *line, const char *text)
{
	line->s = text;
	line->n = strlen(text);
}

static bool ends(const struct sp_reply_line *l, const char *text)
{
	size_t n = strlen(text);

	return l->n >= n && memcmp(l->s + l->n - n, text, n) == 0;
}

/* ---- uuencode ----------------------------------------------------------- */

/* "begin 644 name" */
static bool is_uu_begin(const struct sp_reply_line *l)
{
	size_t at = 6, digits = 0;

	if (!mail_reply_begins(l, "begin "))
		return false;
	while (at < l->n && l->s[at] >= '0' && l->s[at] <= '7') {
		at++;
		digits++;
	}
	return (digits == 3 || digits == 4) && at + 1 < l->n && l->s[at] == ' ';
}

/* True if the line has the length that its first character says, perhaps with
 * a check character, or without blanks that were lost at its end. */
static bool is_uu_data(const struct sp_reply_line *l)
{
	size_t full;

	for (size_t i = 0; i < l->n; i++) {
		if (l->s[i] < ' ' || l->s[i] > '`')
			return false;
	}
	if (l->n == 0)
		return true; /* " ", whose blank was lost */
	full = 1 + (((size_t)(l->s[0] - ' ') & 63) + 2) / 3 * 4;
	return l->n <= full + 1 && 2 * l->n >= full;
}

static struct file uuencoded(const struct sp_reply_lines *l, size_t at)
{
	size_t i = at + 1;

	if (!is_uu_begin(&l->items[at]))
		return (struct file){ 0 };
	while (i < l->n && is_uu_data(&l->items[i]))
		i++;
	if (i < l->n && mail_reply_is(&l->items[i], "end"))
		return (struct file){ .n = i + 1 - at, .whole = true };
	while (i > at + 1 && l->items[i - 1].n == 0)
		i--;
	/* words of a player, who need not mean a file */
	return (struct file){ .n = i - at > 1 ? i - at : 0 };
}

/* ---- between two lines ----------------------------------------------------
 */

/* From the line at `at` to the one that begins (or, `behind`, ends) with
 * `last`. */
static struct file until(const struct sp_reply_lines *l, size_t at,
	const char *last, bool behind)
{
	for (size_t i = at + 1; i < l->n; i++) {
		const struct sp_reply_line *line = &l->items[i];

		if (behind ? ends(line, last) : mail_reply_begins(line, last))
			return (struct file){ .n = i + 1 - at, .whole = true };
	}
	return (struct file){ .n = 1 };
}

static struct file binhex(const struct sp_reply_lines *l, size_t at)
{
	size_t first = mail_reply_skip_empty(l, at + 1);
	struct file file;

	if (!mail_reply_begins(&l->items[at],
		    "(this file must be converted with binhex") ||
		first >= l->n || l->items[first].s[0] != ':')
		return (struct file){ 0 };
	if (l->items[first].n > 1 && ends(&l->items[first], ":"))
		return (struct file){ .n = first + 1 - at, .whole = true };
	file = until(l, first, ":", true);
	file.n += first - at;
	return file;
}

/* ---- armour ---------------------------------------------------------------
 */

static bool is_base64(const struct sp_reply_line *l, size_t least)
{
	size_t n = l->n;

	while (n > 0 && l->s[n - 1] == '=' && l->n - n < 2)
		n--;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)l->s[i];

		if (!sp_is_alnum(c) && c != '+' && c != '/' &&
			(c != '=' || i > 0))
			return false;
	}
	return l->n >= least;
}

/* "Version: 2", a header of an armour. */
static bool is_armour_header(const struct sp_reply_line *l)
{
	size_t n = 0;

	while (n < l->n &&
		(sp_is_alnum((unsigned char)l->s[n]) || l->s[n] == '-'))
		n++;
	return n > 0 && n + 1 < l->n && l->s[n] == ':' && l->s[n + 1] == ' ';
}

/* What an armour without its end has at least. */
static struct file open_armour(const struct sp_reply_lines *l, size_t at)
{
	size_t i = at + 1;

	while (i < l->n && is_armour_header(&l->items[i]))
		i++;
	if (i < l->n && l->items[i].n == 0)
		i++;
	while (i < l->n && l->items[i].n <= 80 &&
		(is_base64(&l->items[i], 40) ||
			(is_base64(&l->items[i], 4) &&
				(l->items[i].s[0] == '=' ||
					ends(&l->items[i], "=")))))
		i++;
	return (struct file){ .n = i - at };
}

/* "-----BEGIN SOMETHING-----", of PGP, of certificates and keys. */
static struct file armour(const struct sp_reply_lines *l, size_t at)
{
	const struct sp_reply_line *line = &l->items[at];
	char last[80];
	struct file file;

	if (!mail_reply_begins(line, "-----begin ") || line->n < 17 ||
		!ends(line, "-----"))
		return (struct file){ 0 };
	if (line->n >= sizeof(last))
		return (struct file){ 0 };
	sp_format(last, sizeof(last), "-----end %.*s", (int)line->n - 11,
		line->s + 11);
	for (char *c = last; *c != '\0'; c++)
		*c = (char)sp_lower((unsigned char)*c);
	file = until(l, at, last, false);
	if (!file.whole)
		file = open_armour(l, at);
	file.letter = mail_reply_is(line, "-----BEGIN PGP MESSAGE-----");
	return file;
}

/* Base64 without anything around it, from a mail that came as a text. */
static struct file bare_base64(const struct sp_reply_lines *l, size_t at)
{
	size_t i = at, width = l->items[at].n;

	while (i < l->n && l->items[i].n == width &&
		is_base64(&l->items[i], 60))
		i++;
	if (i - at < 2)
		return (struct file){ 0 };
	/* the last one, which must not be a word */
	if (i < l->n && l->items[i].n < width && l->items[i].n % 4 == 0 &&
		is_base64(&l->items[i], 4) && ends(&l->items[i], "="))
		i++;
	return (struct file){ .n = i - at, .whole = true };
}

static struct file file_at(const struct sp_reply_lines *l, size_t at)
{
	struct file file = uuencoded(l, at);

	if (file.n == 0)
		file = armour(l, at);
	if (file.n == 0 && mail_reply_begins(&l->items[at], "=ybegin "))
		file = until(l, at, "=yend", false);
	if (file.n == 0 && mail_reply_begins(&l->items[at], "begin-base64 "))
		file = until(l, at, "====", false);
	if (file.n == 0)
		file = binhex(l, at);
	if (file.n == 0)
		file = bare_base64(l, at);
	return file;
}

/* ---- clear-signed texts ---------------------------------------------------
 */

/* Empty what stands before a clear-signed text (RFC 4880 section 7), and undo
 * its dash escapes. Returns how many lines said something; 0: there is none.
 * The signature is an armour of its own. */
static unsigned open_signed(struct sp_reply_lines *l, size_t at)
{
	size_t i = at + 1;
	unsigned n = 1;

	if (!mail_reply_is(&l->items[at], "-----BEGIN PGP SIGNED MESSAGE-----"))
		return 0;
	l->items[at].n = 0;
	for (; i < l->n && is_armour_header(&l->items[i]); i++) {
		l->items[i].n = 0;
		n++;
	}
	for (; i < l->n; i++) {
		struct sp_reply_line *line = &l->items[i];

		if (mail_reply_is(line, "-----BEGIN PGP SIGNATURE-----"))
			return n;
		if (line->n >= 2 && memcmp(line->s, "- ", 2) == 0) {
			line->s += 2;
			line->n -= 2;
		}
	}
	replace(&l->items[at], LOST " begin: a signed text without its end");
	return n;
}

unsigned mail_reply_drop_files(struct sp_reply_lines *l)
{
	unsigned said = 0;

	for (size_t i = 0; i < l->n;) {
		unsigned n = open_signed(l, i);
		struct file file = { 0 };

		if (n == 0)
			file = file_at(l, i);
		said += n;
		for (size_t k = 0; k < file.n; k++) {
			said += l->items[i + k].n > 0;
			l->items[i + k].n = 0;
		}
		if (file.n > 0 && !file.whole)
			replace(&l->items[i],
				LOST " begin: a file without its end");
		else if (file.letter)
			replace(&l->items[i], "(an encrypted text)");
		i += file.n > 0 ? file.n : 1;
	}
	return said;
}
