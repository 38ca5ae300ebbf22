/*
 * The words of a press, as paragraphs. A mail program breaks a line where the
 * next word would have made it wider than any line of the text, a writer breaks
 * it anywhere: so a break is the program's if the first word below would not
 * have fit into the widest line. Lines of a list, indented ones and short texts
 * are left alone.
 */
#include "reply/reply.h"

#define NARROWEST 40 /* no mail program breaks lines that are not so wide */

struct text {
	const char *s;
	size_t n;
	bool barred; /* as our mails show lines: "  | " stands before each */
};

/* The next line of the text from *at on, without its end. False: none left. */
static bool next_line(const struct text *all, size_t *at, struct text *line)
{
	if (*at > all->n)
		return false;
	line->s = all->s + *at;
	line->n = 0;
	while (*at + line->n < all->n && line->s[line->n] != '\n' &&
		line->s[line->n] != '\r')
		line->n++;
	*at += line->n + 1;
	if (*at < all->n && all->s[*at - 1] == '\r' && all->s[*at] == '\n')
		(*at)++;
	for (size_t i = 0; all->barred && i < line->n; i++) {
		if (line->s[i] == ' ')
			continue;
		if (line->s[i] == '|') {
			i += i + 1 < line->n && line->s[i + 1] == ' ' ? 2 : 1;
			line->s += i;
			line->n -= i;
		}
		break;
	}
	while (line->n > 0 && sp_is_space((unsigned char)line->s[line->n - 1]))
		line->n--;
	return true;
}

static size_t first_word(const struct text *line)
{
	size_t n = 0;

	while (n < line->n && !sp_is_space((unsigned char)line->s[n]))
		n++;
	return sp_utf8_width(line->s, n);
}

/* Does the line begin as no broken line would go on? */
static bool begins_anew(const struct text *line)
{
	size_t digits = 0;

	while (digits < line->n && sp_is_digit((unsigned char)line->s[digits]))
		digits++;
	return line->n == 0 || strchr(" \t-*+>|", line->s[0]) != NULL ||
	       sp_starts(line->s, "\xe2\x80\xa2") ||
	       (digits > 0 && digits + 1 < line->n &&
		       strchr(".)", line->s[digits]) != NULL);
}

/* The widest line that has a blank to break it at; `before`: columns of the
 * first one that stand before the text. */
static size_t widest(const struct text *all, size_t before)
{
	size_t most = NARROWEST, at = 0;
	struct text line;

	for (; next_line(all, &at, &line); before = 0) {
		size_t width = before + sp_utf8_width(line.s, line.n);

		if (width > most && memchr(line.s, ' ', line.n) != NULL)
			most = width;
	}
	return most;
}

void sp_reply_press_text(const struct sp_orders *orders,
	const struct sp_order *order, struct sp_buf *out)
{
	struct text all = { orders->text + order->text, order->text_len,
		false };
	size_t start = order->text, at = 0, above, width, most;
	bool first = true, empty = false;
	struct text line;

	while (start > 0 && orders->text[start - 1] != '\n' &&
		orders->text[start - 1] != '\r')
		start--;
	for (above = order->text;
		above > 0 &&
		sp_is_space((unsigned char)orders->text[above - 1]);)
		above--;
	while (above > 0 && orders->text[above - 1] != '\n')
		above--;
	above += strspn(orders->text + above, " ");
	all.barred = orders->text[above] == '|';
	width = sp_utf8_width(orders->text + start, order->text - start);
	most = widest(&all, width);
	while (next_line(&all, &at, &line)) {
		bool joins = !first && !begins_anew(&line) &&
			     width + 1 + first_word(&line) > most;

		if (line.n == 0) {
			empty = !first;
			width = 0;
			continue;
		}
		if (empty)
			sp_buf_adds(out, "\n\n");
		else if (!first)
			sp_buf_addc(out, joins ? ' ' : '\n');
		width = (first ? width : 0) + sp_utf8_width(line.s, line.n);
		sp_buf_add(out, line.s, line.n);
		first = empty = false;
	}
}
