/*
 * The two forms of a mail's body, from one text whose blocks are marked: lines
 * for a terminal, and HTML, because most mail programs show text in a
 * proportional font, in which no wall stands over another.
 *
 * The HTML has no colour of its own, so that each reader's light or dark one is
 * right; what matters is written into the elements, because many mail programs
 * drop a style sheet. What only some understand stands in the sheet.
 */
#include "typeset_private.h"

#define SOURCE_COLUMNS 76 /* of the HTML as it travels */
#define GLOSS_COLUMNS  40 /* a gap right of this makes no table */

/* Sizes of the fixed-width font, in pixels. A character is 0.602 of that wide
 * at most, and a telephone of 360 pixels has 328 of them for a mail: so many
 * columns times the size fit. */
#define COLUMN_PIXELS 545
#define SIZE_LEAST    8
#define SIZE_MOST     12

static const char head[] =
	"<!DOCTYPE html>\n"
	"<html><head><meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n"
	"<meta name=\"color-scheme\" content=\"light dark\">\n"
	"<meta name=\"supported-color-schemes\" content=\"light dark\">\n"
	"<style>\n"
	":root{color-scheme:light dark}\n"
	"body{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
	"@media (min-width:600px){pre{font-size:14px!important}}\n"
	"</style></head>\n"
	"<body style=\"margin:8px;max-width:42em;font-family:sans-serif;\n"
	"font-size:15px;line-height:1.4;overflow-wrap:break-word\">\n";
static const char tail[] = "</body></html>\n";

/* ---- blocks ------------------------------------------------------------- */

void sp_typeset_escape(const char *s, size_t n, struct sp_buf *out)
{
	for (size_t i = 0; i < n; i++) {
		switch (s[i]) {
		case '&':
			sp_buf_adds(out, "&amp;");
			break;
		case '<':
			sp_buf_adds(out, "&lt;");
			break;
		case '>':
			sp_buf_adds(out, "&gt;");
			break;
		default:
			sp_buf_addc(out, s[i]);
		}
	}
}

enum block { BLOCK_NONE, BLOCK_FIXED, BLOCK_COLUMNS, BLOCK_ENTRIES };

/* Is this line a mark? Then *block is what begins with it. */
static bool read_mark(const char *line, size_t n, enum block *block)
{
	static const struct {
		const char *mark;
		enum block block;
	} marks[] = { { SP_MUSTACHE_FIXED, BLOCK_FIXED },
		{ SP_MUSTACHE_COLUMNS, BLOCK_COLUMNS },
		{ SP_MUSTACHE_ENTRIES, BLOCK_ENTRIES },
		{ SP_MUSTACHE_END, BLOCK_NONE } };

	for (size_t i = 0; i < SP_ARRAY_LEN(marks); i++) {
		if (n != strlen(marks[i].mark) ||
			memcmp(line, marks[i].mark, n) != 0)
			continue;
		*block = marks[i].block;
		return true;
	}
	return false;
}

/* The next line with its newline, which the last one may lack. */
static bool next_line(
	const char **at, const char *end, const char **line, size_t *n)
{
	const char *newline;

	if (*at == end)
		return false;
	newline = memchr(*at, '\n', (size_t)(end - *at));
	*line = *at;
	*at = newline != NULL ? newline + 1 : end;
	*n = (size_t)(*at - *line);
	return true;
}

static size_t without_newline(const char *line, size_t n)
{
	return n > 0 && line[n - 1] == '\n' ? n - 1 : n;
}

void typeset_text(
	const char *marked, size_t len, size_t columns, struct sp_buf *out)
{
	const char *end = marked + len, *line;
	enum block block;
	size_t n;

	while (next_line(&marked, end, &line, &n))
		if (!read_mark(line, without_newline(line, n), &block))
			typeset_wrap(line, n, columns, out);
}

/* ---- lines in columns ---------------------------------------------------- */

static size_t blanks_at(const char *s, size_t n, size_t at)
{
	size_t i = at;

	while (i < n && s[i] == ' ')
		i++;
	return i - at;
}

/* Where s[0..n) is broken so that what stands before fits into `columns`: at
 * the last gap behind `least`, else at the last blank, else nowhere (n). */
static size_t break_at(const char *s, size_t n, size_t columns, size_t least)
{
	size_t gap = 0, blank = 0;

	for (size_t i = 0; i < n; i++) {
		size_t blanks = i > 0 ? blanks_at(s, n, i) : 0;

		if (blanks == 0)
			continue;
		if (sp_utf8_width(s, i) > columns) {
			blank = blank > 0 ? blank : i;
			break;
		}
		if (blanks > 1 && i > least)
			gap = i;
		blank = i;
		i += blanks - 1;
	}
	return gap > 0 ? gap : blank > 0 ? blank : n;
}

/* One line in lines of at most SP_TYPESET_NARROW columns, if its words let it.
 * The later ones repeat the margin and are indented by `hang` more; 0: each
 * begins with an entry, and a gap is the best place to break at. */
static void narrow(
	const char *s, size_t n, bool goes_on, size_t hang, struct sp_buf *out)
{
	size_t margin = typeset_margin(s, n);
	const char *first = s;
	bool begins = !goes_on;

	while (n > margin && s[n - 1] == ' ')
		n--;
	s += margin;
	n -= margin;
	do {
		size_t used = margin + (begins ? 0 : hang), at = n;
		size_t left = SP_TYPESET_NARROW - used;

		if (sp_utf8_width(s, n) > left)
			at = break_at(s, n, left, hang == 0 ? 0 : left / 2);
		sp_buf_add(out, first, margin);
		sp_buf_pad(out, ' ', begins ? 0 : hang);
		sp_buf_add(out, s, at);
		sp_buf_addc(out, '\n');
		at += blanks_at(s, n, at);
		s += at;
		n -= at;
		begins = false;
	} while (n > 0);
}

/* What stands behind a tab gets lines of its own: beside what is before it
 * there is no room. If nothing is before it, it goes on below the line above.
 */
static void narrow_tabs(const char *s, size_t n, struct sp_buf *out)
{
	const char *tab = memchr(s, '\t', n);
	size_t left = tab != NULL ? (size_t)(tab - s) : n;
	struct sp_buf gloss;

	if (left > typeset_margin(s, left) || left == n)
		narrow(s, left, false, 2, out);
	if (left + 1 >= n)
		return;
	sp_buf_init(&gloss, SIZE_MAX);
	sp_buf_add(&gloss, s, typeset_margin(s, left));
	sp_buf_add(&gloss, tab + 1, n - left - 1);
	narrow(sp_buf_str(&gloss), gloss.len, true, 2, out);
	sp_buf_free(&gloss);
}

/* Is `next` the rest of `line`, which sp_typeset_wrap broke? */
static bool goes_on(const char *line, size_t n, const char *next, size_t m)
{
	size_t indent = blanks_at(next, m, 0), word = indent;

	while (word < m && next[word] != ' ')
		word++;
	return indent > blanks_at(line, n, 0) && indent < m &&
	       sp_utf8_width(line, n) + 1 +
			       sp_utf8_width(next + indent, word - indent) >
		       SP_TYPESET_COLUMNS;
}

/* "* c3:  Red, Blue" is no row of entries, nor is what is indented. */
static bool is_alone(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == ':' && blanks_at(s, n, i + 1) > 1)
			return true;
	return n == 0 || *s == ' ';
}

static void narrow_whole(
	const struct sp_buf *line, bool row, struct sp_buf *out)
{
	if (row)
		narrow(sp_buf_str(line), line->len, false, 0, out);
	else
		narrow_tabs(sp_buf_str(line), line->len, out);
}

static void narrow_lines(
	enum block block, const char *text, size_t len, struct sp_buf *out)
{
	const char *at = text, *end = text + len, *line;
	struct sp_buf whole;
	size_t n, last = 0; /* where the last of its lines begins */
	bool row = false;   /* it is of entries */

	sp_buf_init(&whole, SIZE_MAX);
	while (next_line(&at, end, &line, &n)) {
		n = without_newline(line, n);
		bool more = row && !is_alone(line, n);
		if (more ||
			(whole.len > 0 && goes_on(whole.data + last,
						  whole.len - last, line, n))) {
			size_t indent = blanks_at(line, n, 0);

			last = whole.len + 1;
			sp_buf_adds(&whole, more ? "  " : " ");
			sp_buf_add(&whole, line + indent, n - indent);
			continue;
		}
		if (line != text)
			narrow_whole(&whole, row, out);
		sp_buf_clear(&whole);
		sp_buf_add(&whole, line, n);
		last = 0;
		row = block == BLOCK_ENTRIES && !is_alone(line, n);
	}
	narrow_whole(&whole, row, out);
	sp_buf_free(&whole);
}

/* ---- the page ------------------------------------------------------------ */

struct page {
	struct sp_buf *out;
	struct sp_buf line; /* HTML that is to be folded */
	bool gap;           /* an empty line stands before what comes */
	bool paragraph;     /* one is open */
	bool machine;       /* it is of machine lines */
};

static size_t widest(const struct sp_buf *lines)
{
	const char *at = sp_buf_str(lines), *end = at + lines->len, *line;
	size_t n, most = 0;

	while (next_line(&at, end, &line, &n)) {
		size_t width = sp_utf8_width(line, without_newline(line, n));

		most = width > most ? width : most;
	}
	return most;
}

/* Put out what is in page->line, folded at its blanks: in a paragraph and in a
 * tag they may all be newlines. */
static void fold(struct page *page)
{
	const char *s = sp_buf_str(&page->line);
	size_t n = page->line.len;

	while (n > SOURCE_COLUMNS) {
		size_t at = SOURCE_COLUMNS;

		while (at > 0 && s[at] != ' ')
			at--;
		if (at == 0) {
			const char *blank = memchr(s, ' ', n);

			if (blank == NULL)
				break;
			at = (size_t)(blank - s);
		}
		sp_buf_add(page->out, s, at);
		sp_buf_addc(page->out, '\n');
		s += at + 1;
		n -= at + 1;
	}
	sp_buf_add(page->out, s, n);
	sp_buf_addc(page->out, '\n');
	sp_buf_clear(&page->line);
}

static void close_paragraph(struct page *page)
{
	if (!page->paragraph)
		return;
	sp_buf_adds(&page->line, page->machine ? "</code></p>" : "</p>");
	fold(page);
	page->paragraph = false;
}

/* A paragraph's next line; the first one opens it. */
static void begin_line(struct page *page, bool machine)
{
	if (page->paragraph && page->machine == machine) {
		sp_buf_adds(&page->line, "<br>");
		fold(page);
		return;
	}
	close_paragraph(page);
	sp_buf_addf(&page->line, "<p style=\"margin:%s%s\">%s",
		page->gap ? "1em 0 0" : "0", machine ? ";font-size:12px" : "",
		machine ? "<code>" : "");
	page->paragraph = true;
	page->machine = machine;
	page->gap = false;
}

/* Text with its `commands`. A blank more than one is no wider in HTML. */
static void add_words(struct page *page, const char *s, size_t n)
{
	while (n > 0) {
		const char *tick = memchr(s, '`', n);
		size_t before = tick != NULL ? (size_t)(tick - s) : n;
		const char *last =
			tick != NULL ? memchr(tick + 1, '`', n - before - 1)
				     : NULL;

		if (last == NULL || last == tick + 1)
			before = n;
		sp_typeset_escape(s, before, &page->line);
		s += before;
		n -= before;
		if (n == 0)
			return;
		sp_buf_adds(&page->line, "<code>");
		sp_typeset_escape(
			tick + 1, (size_t)(last - tick - 1), &page->line);
		sp_buf_adds(&page->line, "</code>");
		n -= (size_t)(last + 1 - s);
		s = last + 1;
	}
}

/* Bytes before the gap that parts an entry from what is said about it. */
static size_t entry_of(const char *s, size_t n)
{
	for (size_t i = 1; i < n && s[i] != '\t'; i++)
		if (i < GLOSS_COLUMNS && s[i] == ' ' && blanks_at(s, n, i) > 1)
			return i;
	const char *tab = memchr(s, '\t', n);
	return tab != NULL ? (size_t)(tab - s) : n;
}

/* An indented line: an entry of a list, whose further lines hang. */
static void add_item(struct page *page, const char *s, size_t n)
{
	size_t indent = blanks_at(s, n, 0), margin = typeset_margin(s, n),
	       entry;
	bool bar = margin > indent;

	close_paragraph(page);
	sp_buf_addf(&page->line,
		"<div style=\"margin:%s 0 0 %zuem;text-indent:-1em\">",
		page->gap ? "1em" : "0", indent / 2 + 1);
	page->gap = false;
	s += margin;
	n -= margin;
	entry = entry_of(s, n);
	if (bar) {
		sp_buf_adds(&page->line, "<code>| ");
		sp_typeset_escape(s, entry, &page->line);
		sp_buf_adds(&page->line, "</code>");
	} else {
		add_words(page, s, entry);
	}
	while (entry < n && (s[entry] == ' ' || s[entry] == '\t'))
		entry++;
	if (entry < n) {
		sp_buf_adds(&page->line, "&ensp; ");
		add_words(page, s + entry, n - entry);
	}
	sp_buf_adds(&page->line, "</div>");
	fold(page);
}

static void add_line(struct page *page, const char *s, size_t n)
{
	if (n == 0) {
		close_paragraph(page);
		page->gap = true;
	} else if (*s == ' ') {
		add_item(page, s, n);
	} else {
		begin_line(page, n > 1 && s[0] == ':' && s[1] == ':');
		add_words(page, s, n);
	}
}

static void add_block(
	struct page *page, enum block block, const char *text, size_t len)
{
	struct sp_buf lines;
	size_t columns, size;

	while (len > 0 && *text == '\n') {
		text++;
		len--;
		page->gap = true;
	}
	while (len > 1 && text[len - 1] == '\n' && text[len - 2] == '\n')
		len--;
	if (len == 0)
		return;
	sp_buf_init(&lines, SIZE_MAX);
	if (block == BLOCK_FIXED)
		sp_typeset_wrap(text, len, &lines);
	else
		narrow_lines(block, text, len, &lines);
	columns = widest(&lines);
	size = columns > 0 ? COLUMN_PIXELS / columns : SIZE_MOST;
	size = size > SIZE_MOST ? SIZE_MOST : size;
	size = size < SIZE_LEAST ? SIZE_LEAST : size;
	close_paragraph(page);
	sp_buf_addf(page->out,
		"<pre style=\"margin:%s 0 0;overflow-x:auto;\n"
		"font-family:Menlo,Consolas,'DejaVu Sans Mono','Courier New',"
		"monospace;\nfont-size:%zupx;line-height:1.25\">\n",
		page->gap ? "1em" : "0", size);
	sp_typeset_escape(lines.data, lines.len, page->out);
	sp_buf_adds(page->out, "</pre>\n");
	page->gap = false;
	sp_buf_free(&lines);
}

void typeset_html(const char *marked, size_t len, struct sp_buf *out)
{
	const char *end = marked + len, *line, *start = marked;
	struct page page = { .out = out };
	enum block block = BLOCK_NONE, next;
	size_t n;

	sp_buf_init(&page.line, SIZE_MAX);
	sp_buf_adds(out, head);
	while (next_line(&marked, end, &line, &n)) {
		size_t bare = without_newline(line, n);

		if (read_mark(line, bare, &next)) {
			if (block != BLOCK_NONE)
				add_block(&page, block, start,
					(size_t)(line - start));
			block = next;
			start = marked;
		} else if (block == BLOCK_NONE) {
			add_line(&page, line, bare);
		}
	}
	close_paragraph(&page);
	sp_buf_adds(out, tail);
	sp_buf_free(&page.line);
}
