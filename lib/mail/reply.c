/*
 * What the player wrote, without what his mail program put around it. English
 * attributions; other languages add words to the tables below.
 */
#include "mail_private.h"

/* Lines that an attribution or Outlook's block may be wrapped over. */
#define ATTRIBUTION_LINES 4
#define BLOCK_LINES       8
#define EMPTY_LINES       4
/* Mail programs wrap at 72 to 80 columns; some count a character less. */
#define WRAP_LEAST 64

struct line {
	const char *s;
	size_t n; /* without blanks at the end */
};

struct lines {
	struct line *items;
	size_t n;
};

/* ---- lines -------------------------------------------------------------- */

/* Blanks at the end: white space, U+00A0, U+200B, U+FEFF. */
static size_t without_tail(const char *s, size_t n)
{
	for (;;) {
		if (n > 0 && sp_is_space((unsigned char)s[n - 1]))
			n--;
		else if (n >= 2 && memcmp(s + n - 2, "\xc2\xa0", 2) == 0)
			n -= 2;
		else if (n >= 3 &&
			 (memcmp(s + n - 3, "\xe2\x80\x8b", 3) == 0 ||
				 memcmp(s + n - 3, "\xef\xbb\xbf", 3) == 0))
			n -= 3;
		else
			return n;
	}
}

static void split(struct lines *l, const char *text, size_t len)
{
	size_t cap = 1;

	for (size_t i = 0; i < len; i++)
		cap += text[i] == '\n' || text[i] == '\r';
	l->items = sp_xcalloc(cap, sizeof(*l->items));
	l->n = 0;
	for (size_t i = 0; i < len;) {
		size_t start = i;

		while (i < len && text[i] != '\n' && text[i] != '\r')
			i++;
		l->items[l->n].s = text + start;
		l->items[l->n++].n = without_tail(text + start, i - start);
		if (i + 1 < len && text[i] == '\r' && text[i + 1] == '\n')
			i++;
		i++;
	}
}

static bool line_is(const struct line *l, const char *s)
{
	return l->n == strlen(s) && memcmp(l->s, s, l->n) == 0;
}

static bool begins(const struct line *l, const char *word)
{
	size_t n = strlen(word);

	if (l->n < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (sp_lower((unsigned char)l->s[i]) != word[i])
			return false;
	}
	return true;
}

static bool ends(const struct line *l, const char *word)
{
	size_t n = strlen(word);
	struct line tail = { l->s + l->n - n, n };

	return l->n >= n && begins(&tail, word);
}

static bool contains(const struct line *l, const char *words)
{
	for (size_t i = 0; i < l->n; i++) {
		struct line rest = { l->s + i, l->n - i };

		if (begins(&rest, words))
			return true;
	}
	return false;
}

static bool is_quote(const struct line *l)
{
	size_t i = 0;

	while (i < l->n && (l->s[i] == ' ' || l->s[i] == '\t'))
		i++;
	return i < l->n && l->s[i] == '>';
}

static bool is_rule(const struct line *l, char c, size_t least)
{
	size_t n = 0;

	while (n < l->n && l->s[n] == c)
		n++;
	return n == l->n && n >= least;
}

/* ---- what mail programs write ------------------------------------------- */

static bool is_signature(const struct line *l)
{
	/* "-- " (RFC 3676 section 4.3), its blank lost or made U+00A0 */
	return line_is(l, "--");
}

/* From here on all was written by somebody else: Outlook's and Gmail's markers
 * with dashes around, Apple's without. */
static bool is_original_marker(const struct line *l)
{
	static const char *const words[] = { "original message",
		"original appointment", "forwarded message", "forwarded by" };

	if (begins(l, "begin forwarded message:"))
		return true;
	if (!begins(l, "--"))
		return false;
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		if (contains(l, words[i]))
			return true;
	}
	return false;
}

/* "From:" as Outlook writes it, in bold where its HTML was made plain. */
static bool is_field(const struct line *l, const char *name)
{
	struct line rest = *l;

	while (rest.n > 0 && rest.s[0] == '*') {
		rest.s++;
		rest.n--;
	}
	return begins(&rest, name);
}

/* From:, Sent: or Date:, To: and Subject:, all four and close together; less
 * could be a player's own words. */
static bool is_outlook_block(const struct lines *l, size_t at)
{
	bool sent = false, to = false, subject = false;

	if (!is_field(&l->items[at], "from:"))
		return false;
	for (size_t i = at + 1; i < l->n && i < at + BLOCK_LINES; i++) {
		const struct line *line = &l->items[i];

		if (line->n == 0 || is_quote(line))
			break;
		sent = sent || is_field(line, "sent:") ||
		       is_field(line, "date:");
		to = to || is_field(line, "to:");
		subject = subject || is_field(line, "subject:");
	}
	return sent && to && subject;
}

static bool has_digit(const struct line *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (sp_is_digit((unsigned char)l->s[i]))
			return true;
	}
	return false;
}

static bool is_wrote(const struct line *l)
{
	return ends(l, "wrote:") || ends(l, "writes:");
}

/* The first line from `i` on that is not empty, but past a few empty lines
 * only: what stands further away does not belong together. */
static size_t skip_empty(const struct lines *l, size_t i)
{
	size_t last = i + EMPTY_LINES;

	while (i < l->n && i < last && l->items[i].n == 0)
		i++;
	return i;
}

/* Was `line` broken where the next line goes on, because its first word no
 * longer fitted? Shorter lines end where somebody wanted them to. */
static bool is_wrapped(const struct line *line, const struct line *next)
{
	size_t word = 0;

	while (word < next->n && next->s[word] != ' ')
		word++;
	return word > 0 && line->n + 1 + word > WRAP_LEAST;
}

/* Lines of "On <date>, <who> wrote:", which is often wrapped; 0 if none. */
static size_t on_wrote(const struct lines *l, size_t at)
{
	if (!begins(&l->items[at], "on ") || !has_digit(&l->items[at]))
		return 0;
	for (size_t i = at; i < l->n && i < at + ATTRIBUTION_LINES; i++) {
		const struct line *line = &l->items[i];

		if (is_quote(line) ||
			(i > at && !is_wrapped(&l->items[i - 1], line)))
			break;
		if (is_wrote(line))
			return i + 1 - at;
	}
	return 0;
}

/* Number of lines of the attribution that begins at `at`; 0 if none does:
 *   On Sat, 21 Nov 2026 at 10:00, Judge <judge@example.org> wrote:
 *   On Sat, Nov 21, 2026 at 10:00:00AM +0000, Judge wrote:
 *   Judge <judge@example.org> wrote:          (before a quote only)
 *   2026-11-21 10:00 GMT+01:00 Judge <judge@example.org>: */
static size_t attribution(const struct lines *l, size_t at)
{
	const struct line *first = &l->items[at];
	size_t next = skip_empty(l, at + 1);

	if (next < l->n && is_quote(&l->items[next])) {
		if (is_wrote(first))
			return 1;
		if (ends(first, ">:") && begins(first, "20") &&
			contains(first, "@"))
			return 1;
	}
	return on_wrote(l, at);
}

/* ---- cutting ------------------------------------------------------------ */

struct cut {
	const struct lines *lines;
	struct sp_reply *reply;
	struct sp_buf *text;
	bool original;  /* the rest was written by somebody else */
	bool signature; /* the rest is a signature */
};

static bool quotes_follow(const struct lines *l, size_t i)
{
	for (; i < l->n; i++) {
		if (is_quote(&l->items[i]))
			return true;
	}
	return false;
}

/* How many lines at `at` to cut as a quotation; sets c->original. */
static size_t quotation(struct cut *c, size_t at)
{
	const struct lines *l = c->lines;
	const struct line *line = &l->items[at];
	size_t n, next;

	if (is_quote(line))
		return 1;
	next = skip_empty(l, at + 1);
	if (is_original_marker(line) || is_outlook_block(l, at) ||
		(is_rule(line, '_', 5) && next < l->n &&
			is_outlook_block(l, next))) {
		c->original = true;
		return 1;
	}
	n = attribution(l, at);
	/* An attribution above text without ">": the original follows as it
	 * is. Where quotes come later, the lines between may be the player's.
	 */
	if (n > 0 && !quotes_follow(l, at + n))
		c->original = true;
	return n;
}

static void count(const struct lines *l, size_t at, size_t n, unsigned *counter)
{
	for (size_t i = at; i < at + n && i < l->n; i++)
		*counter += l->items[i].n > 0;
}

static void cut_lines(struct cut *c)
{
	const struct lines *l = c->lines;

	for (size_t i = 0; i < l->n;) {
		const struct line *line = &l->items[i];
		size_t n = c->original ? 1 : quotation(c, i);

		if (n > 0) {
			count(l, i, n, &c->reply->quoted);
			i += n;
			continue;
		}
		i++;
		c->signature = c->signature || is_signature(line);
		if (c->signature) {
			c->reply->signature += line->n > 0;
			continue;
		}
		/* Empty lines at the start are left out, those at the end
		 * below. */
		if (line->n > 0 || c->text->len > 0) {
			sp_buf_add(c->text, line->s, line->n);
			sp_buf_addc(c->text, '\n');
		}
	}
}

void sp_reply_cut(struct sp_reply *out, const char *text, size_t len)
{
	struct lines lines;
	struct sp_buf buf;
	struct cut c = { .lines = &lines, .reply = out, .text = &buf };
	size_t n;

	memset(out, 0, sizeof(*out));
	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		len -= 3;
	}
	split(&lines, text, len);
	sp_buf_init(&buf, len + 1);
	sp_buf_clear(&buf);
	cut_lines(&c);
	n = buf.len;
	while (n > 0 && buf.data[n - 1] == '\n')
		n--;
	/* One line end after the last line that says anything. */
	sp_buf_truncate(&buf, n > 0 ? n + 1 : 0);
	out->text = sp_buf_take(&buf);
	sp_free(lines.items);
}

void sp_reply_clear(struct sp_reply *r)
{
	sp_free(r->text);
	memset(r, 0, sizeof(*r));
}
