/* Lines for people to read: wrapped at 72 columns, cut into pieces. */
#include "typeset_private.h"

#define GAP_COLUMNS   40 /* a gap right of this makes no table */
#define ORDER_MOST    69 /* bytes of `one` that stays on one line */
#define WORDS_MOST    24 /* bytes of "one" that does */
#define BELOW_COLUMNS 4  /* by which what is below its entry is indented */

/* ---- wrapping ----------------------------------------------------------- */

static size_t next_character(const char *s, size_t n, size_t i)
{
	i++;
	while (i < n && ((unsigned char)s[i] & 0xc0) == 0x80)
		i++;
	return i;
}

size_t typeset_margin(const char *s, size_t n)
{
	size_t margin = 0;

	while (margin < n && s[margin] == ' ')
		margin++;
	if (margin + 1 < n && s[margin] == '|' && s[margin + 1] == ' ')
		margin += 2;
	return margin;
}

/* Columns by which the continuation of a line is indented. */
static size_t hanging_indent(const char *s, size_t n, size_t margin)
{
	size_t column = 0, at = margin;

	for (size_t i = margin; i < n && column < GAP_COLUMNS;) {
		if (i >= margin + 2 && s[i] != ' ' && s[i - 1] == ' ' &&
			s[i - 2] == ' ')
			at = sp_utf8_width(s, i);
		i = next_character(s, n, i);
		column = sp_utf8_width(s, i);
	}
	return at;
}

/* Past an order that is named in a sentence, `move to c4` or "help press": half
 * of it at the end of a line would be read, and written, as another one. */
static size_t past_quotation(const char *s, size_t n, size_t i)
{
	const char *end;
	size_t len;

	if ((s[i] != '`' && s[i] != '"') ||
		(i > 0 && s[i - 1] != ' ' && s[i - 1] != '('))
		return i;
	end = memchr(s + i + 1, s[i], n - i - 1);
	len = end != NULL ? (size_t)(end - s) - i : 0;
	return len < (s[i] == '`' ? ORDER_MOST : WORDS_MOST) ? i + len : i;
}

/* The byte at which a text is broken so that what stands before fits: a blank,
 * or `n` where there is none. The first `start` bytes are indentation. */
static size_t break_at(const char *s, size_t n, size_t start, size_t columns)
{
	size_t best = n;

	for (size_t i = start; i < n; i = next_character(s, n, i)) {
		i = past_quotation(s, n, i);
		if (s[i] != ' ')
			continue;
		if (best != n && sp_utf8_width(s, i) > columns)
			break;
		if (i > start)
			best = i;
		while (i + 1 < n && s[i + 1] == ' ')
			i++;
	}
	return best;
}

static void expand_tabs(const char *s, size_t n, struct sp_buf *out)
{
	const char *at = s, *end = s + n, *tab;

	while ((tab = memchr(at, '\t', (size_t)(end - at))) != NULL) {
		size_t width;

		sp_buf_add(out, at, (size_t)(tab - at));
		width = sp_utf8_width(sp_buf_str(out), out->len);
		sp_buf_pad(out, ' ',
			width + 2 <= SP_TYPESET_TAB ? SP_TYPESET_TAB - width
						    : 2);
		at = tab + 1;
	}
	sp_buf_add(out, at, (size_t)(end - at));
}

static void wrap_line(
	const char *s, size_t n, size_t columns, struct sp_buf *out)
{
	size_t margin = typeset_margin(s, n), lead = margin, used = 0, indent;
	const char *first = s;

	/* Blanks at the end are of no use but in the line above a footer. */
	while (n > 0 && s[n - 1] == ' ' && !sp_streq(s, "-- "))
		n--;
	if (sp_starts(s, "::") || sp_utf8_width(s, n) <= columns) {
		sp_buf_add(out, s, n);
		return;
	}
	indent = hanging_indent(s, n, margin);
	for (;;) {
		size_t room = columns - used;
		size_t at = sp_utf8_width(s, n) > room
				    ? break_at(s, n, lead, room)
				    : n;

		sp_buf_add(out, s, at);
		while (at < n && s[at] == ' ')
			at++;
		if (at == n)
			return;
		sp_buf_addc(out, '\n');
		sp_buf_add(out, first, margin);
		sp_buf_pad(out, ' ', indent - margin);
		s += at;
		n -= at;
		lead = 0;
		used = indent;
	}
}

/* One line with its tabs. Where what stands before the first tab reaches into
 * the column behind it, and both together are too wide, what is behind comes
 * below: between the words of a long order nobody would find it. */
static void wrap_tabs(const char *s, size_t n, size_t columns,
	struct sp_buf *line, struct sp_buf *out)
{
	const char *tab = memchr(s, '\t', n);
	size_t left = tab != NULL ? (size_t)(tab - s) : n;

	expand_tabs(s, n, line);
	if (tab == NULL || sp_utf8_width(s, left) + 2 <= SP_TYPESET_TAB ||
		sp_utf8_width(sp_buf_str(line), line->len) <= columns) {
		wrap_line(sp_buf_str(line), line->len, columns, out);
		return;
	}
	sp_buf_truncate(line, left);
	wrap_line(sp_buf_str(line), line->len, columns, out);
	sp_buf_addc(out, '\n');
	sp_buf_clear(line);
	sp_buf_add(line, s, typeset_margin(s, left));
	sp_buf_pad(line, ' ', BELOW_COLUMNS);
	expand_tabs(tab + 1, n - left - 1, line);
	wrap_line(sp_buf_str(line), line->len, columns, out);
}

void typeset_wrap(
	const char *text, size_t len, size_t columns, struct sp_buf *out)
{
	const char *end = text + len;
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline != NULL ? newline : end;

		sp_buf_clear(&line);
		wrap_tabs(text, (size_t)(stop - text), columns, &line, out);
		if (newline != NULL)
			sp_buf_addc(out, '\n');
		text = newline != NULL ? newline + 1 : end;
	}
	sp_buf_free(&line);
}

void sp_typeset_wrap(const char *text, size_t len, struct sp_buf *out)
{
	typeset_wrap(text, len, SP_TYPESET_COLUMNS, out);
}

#define PIECE_COLUMNS (SP_TYPESET_COLUMNS - 4) /* behind "  | " */
#define MORE          "..."

/* Bytes of the text that fit: whole words, or at least whole characters. */
static size_t fit(const char *s, size_t n, size_t columns)
{
	size_t at = break_at(s, n, 0, columns);

	if (at < n && sp_utf8_width(s, at) <= columns)
		return at;
	for (at = 0; at < n;) {
		size_t next = next_character(s, n, at);

		if (sp_utf8_width(s, next) > columns)
			break;
		at = next;
	}
	return at;
}

json_t *sp_typeset_pieces(const char *line, size_t most)
{
	json_t *pieces = json_array();
	size_t n = strlen(line);

	for (size_t i = 0; i < most && (i == 0 || n > 0); i++) {
		const char *before = i > 0 ? MORE " " : "", *behind = "";
		size_t room = PIECE_COLUMNS - strlen(before), at = n;

		if (sp_utf8_width(line, n) > room) {
			behind = " " MORE;
			at = fit(line, n, room - strlen(behind));
		}
		char *piece =
			sp_xasprintf("%s%.*s%s", before, (int)at, line, behind);
		json_array_append_new(pieces, json_string(piece));
		sp_free(piece);
		while (at < n && line[at] == ' ')
			at++;
		line += at;
		n -= at;
	}
	return pieces;
}

json_t *sp_typeset_lines(const char *text)
{
	json_t *lines = json_array();
	struct sp_cursor c;
	const char *line;
	size_t n, kept = 0;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		(void)json_array_append_new(lines, json_stringn(line, n));
		if (n > 0)
			kept = json_array_size(lines);
	}
	while (json_array_size(lines) > kept)
		(void)json_array_remove(lines, json_array_size(lines) - 1);
	return lines;
}
