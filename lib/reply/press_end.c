/*
 * Where a press ends. Its paragraph ends it if its words begin on its own line
 * (lib/order); a name alone, the last line of the mail, is its writer's, and
 * who that is is nobody's business. What is left out is a line of chatter,
 * which the receipt shows.
 */
#include "reply_private.h"

#define NAME_WORDS   3
#define NAME_BYTES   30
#define BROKEN_LEAST 60 /* columns: a program may have broken such a line */
#define CLOSING      3  /* short lines below the last order: thanks, a name */

static bool ends_line(char c)
{
	return c == '\n' || c == '\r';
}

/* Where the line begins that text[at - 1] belongs to, at `least` or behind. */
static size_t line_start(const char *text, size_t least, size_t at)
{
	while (at > least && !ends_line(text[at - 1]))
		at--;
	return at;
}

/* True if a word that begins there has a capital: ASCII, Latin 1, Cyrillic. */
static bool is_capital(const char *s)
{
	unsigned char c = (unsigned char)s[0], next = (unsigned char)s[1];

	return (c >= 'A' && c <= 'Z') ||
	       (c == 0xc3 && next >= 0x80 && next <= 0x9e) ||
	       (c == 0xd0 && next >= 0x90 && next <= 0xaf);
}

/* True for one to three words of letters that begin with a capital each,
 * perhaps behind a dash: "Tom", "- Ann B. Lee". */
static bool is_name(const char *s, size_t n)
{
	int words = 0;
	bool inside = false;

	s = sp_trim(s, &n);
	while (n > 0 && (*s == '-' || *s == ' ')) {
		s++;
		n--;
	}
	if (n == 0 || n > NAME_BYTES)
		return false;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == ' ' || c == '-') {
			inside = false;
			continue;
		}
		/* "B." between two names, but no full stop behind a word */
		if (c == '.' && i + 1 < n && i > 0 && s[i - 1] >= 'A' &&
			s[i - 1] <= 'Z')
			continue;
		if (c < 0x80 && !sp_is_alpha(c) && c != '\'')
			return false;
		if (!inside && (++words > NAME_WORDS || !is_capital(s + i)))
			return false;
		inside = true;
	}
	return true;
}

/* Make chatter of text[at, end), which is the end of the last line. */
static void split(struct sp_orders *o, size_t at, size_t end)
{
	struct sp_order_line *press, *name;

	o->line = sp_xrealloc(o->line, (size_t)o->n + 1, sizeof(*o->line));
	press = &o->line[o->n - 1];
	name = &o->line[o->n++];
	memset(name, 0, sizeof(*name));
	name->line_class = SP_LINE_CHATTER;
	name->start = at;
	name->len = end - at;
	name->at = press->at;
	name->at.column = 1;
	name->at.length = (unsigned)sp_utf8_width(o->text + at, end - at);
	for (size_t i = press->start; i < at; i++)
		name->at.line += o->text[i] == '\n';
	name->order.kind = SP_ORDER_KIND_COUNT;
	name->wrong = name->at;
	while (at > press->order.text &&
		sp_is_space((unsigned char)o->text[at - 1]))
		at--;
	press->order.text_len = at - press->order.text;
	press->len = at - press->start;
}

void reply_end_press(struct sp_orders *o)
{
	const struct sp_order_line *press;
	size_t end, at, above, from;

	if (o->n == 0 || o->n == SP_ORDER_LINES_MAX)
		return;
	press = &o->line[o->n - 1];
	if (press->line_class != SP_LINE_ORDER ||
		press->order.kind != SP_ORDER_PRESS)
		return;
	end = press->order.text + press->order.text_len;
	/* an `endpress` stands below */
	if (press->start + press->len != end)
		return;
	at = line_start(o->text, press->order.text, end);
	if (at == press->order.text || !is_name(o->text + at, end - at))
		return;
	above = at;
	while (above > press->order.text &&
		sp_is_space((unsigned char)o->text[above - 1]))
		above--;
	from = line_start(o->text, 0, above);
	/* the end of a sentence, which a mail program broke */
	if (sp_utf8_width(o->text + from, above - from) < BROKEN_LEAST)
		split(o, at, end);
}

/* True for thanks and a name: a few short lines at the end of the mail. */
static bool is_closing(const struct sp_orders *o, size_t from, size_t end)
{
	int lines = 0, words = 0;

	if (end + strspn(o->text + end, " \t\r\n") < o->text_len)
		return false;
	for (size_t i = from; i < end; i++) {
		if (sp_is_space((unsigned char)o->text[i]))
			continue;
		if (i == from || ends_line(o->text[i - 1])) {
			lines++;
			words = 0;
		}
		if (i == from || sp_is_space((unsigned char)o->text[i - 1]))
			words++;
		if (words > NAME_WORDS)
			return false;
	}
	return lines <= CLOSING;
}

bool sp_reply_press_left(
	const struct sp_orders *o, int i, struct sp_order *left)
{
	const struct sp_order_line *press = &o->line[i], *below = press + 1;
	size_t end = press->start + press->len;
	bool prose = false;

	memset(left, 0, sizeof(*left));
	if (i + 1 == o->n || end != press->order.text + press->order.text_len)
		return false;
	/* half an order may be half a sentence */
	for (; below < o->line + o->n &&
		(below->line_class == SP_LINE_CHATTER ||
			below->line_class == SP_LINE_ERROR);
		below++) {
		prose = prose || below->line_class == SP_LINE_CHATTER;
		end = below->start + below->len;
	}
	left->text = press[1].start;
	left->text_len = end - left->text;
	return prose && !is_closing(o, left->text, end);
}
