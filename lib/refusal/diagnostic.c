/* The two-line form of a mistake. */
#include "refusal/refusal.h"
#include "token/token.h"

/* Columns of text beside "line 4: ", and of a whole line. */
#define SHOWN_MAX 56
#define WIDTH_MAX 70
#define BELOW     8 /* the indent of a message below the caret */
#define CUT       "..."

/* Start and end of line `number` in the text. */
static size_t line_start(
	const struct sp_orders *o, unsigned number, size_t *end)
{
	size_t at = 0;

	while (number > 1 && at < o->text_len) {
		char c = o->text[at++];

		if (c == '\r' && at < o->text_len && o->text[at] == '\n')
			at++;
		if (c == '\n' || c == '\r')
			number--;
	}
	*end = at;
	while (*end < o->text_len && o->text[*end] != '\n' &&
		o->text[*end] != '\r')
		(*end)++;
	return at;
}

static bool is_blank(const char *s, size_t n, size_t *len)
{
	uint32_t c = sp_token_char(s, n, len);

	return c == 0 || c == ' ';
}

/* Choose the columns shown, [first, last), of a line of `width` columns whose
 * text begins at column `indent`. */
static void choose_window(const struct sp_order_place *place, unsigned indent,
	unsigned width, unsigned *first, unsigned *last)
{
	unsigned wrong_end = place->column + place->length;

	*first = indent;
	*last = width;
	if (width - indent <= SHOWN_MAX)
		return;
	if (wrong_end > indent + SHOWN_MAX)
		*first = place->column > SHOWN_MAX / 2
				 ? place->column - SHOWN_MAX / 2
				 : indent;
	if (*first < indent)
		*first = indent;
	if (*last > *first + SHOWN_MAX)
		*last = *first + SHOWN_MAX;
}

/* The columns [first, last) of the line, printable, each one column wide. */
static void add_window(const char *s, size_t n, unsigned first, unsigned last,
	struct sp_buf *out)
{
	unsigned column = 1;

	while (n > 0 && column < last) {
		size_t len;
		uint32_t c = sp_token_char(s, n, &len);

		if (c != 0 && column >= first) {
			if (c == ' ')
				sp_buf_addc(out, ' ');
			else if (c == 0xfffd)
				sp_buf_addc(out, '?');
			else
				sp_buf_add(out, s, len);
		}
		column += c != 0;
		s += len;
		n -= len;
	}
	while (out->len > 0 && out->data[out->len - 1] == ' ')
		sp_buf_truncate(out, out->len - 1);
}

/* The columns [first, last) with marks where the line, of `width` columns from
 * `indent` on, goes on: in place of its first columns, and behind the last. */
static void add_shown(const char *s, size_t n, unsigned first, unsigned last,
	unsigned indent, unsigned width, struct sp_buf *out)
{
	if (first > indent) {
		sp_buf_adds(out, CUT);
		first += (unsigned)strlen(CUT);
	}
	add_window(s, n, first, last, out);
	if (last < width)
		sp_buf_adds(out, CUT);
}

static size_t columns(const char *s)
{
	return sp_utf8_width(s, strlen(s));
}

/* Words with line breaks, each line indented. */
static void add_wrapped(const char *s, struct sp_buf *out)
{
	while (*s != '\0') {
		size_t n = 0, fits;

		for (fits = 0; n <= WIDTH_MAX - BELOW && s[n] != '\0'; n++)
			if (s[n] == ' ')
				fits = n;
		if (s[n] == '\0' || fits == 0)
			fits = s[n] == '\0' ? n : strcspn(s, " ");
		sp_buf_pad(out, ' ', BELOW);
		sp_buf_add(out, s, fits);
		sp_buf_addc(out, '\n');
		s += fits + strspn(s + fits, " ");
	}
}

/* The message below the caret. The suggestion has a line of its own: half of it
 * would be read, and written, as another order. */
static void add_below(const char *message, const char *suggestion, bool asks,
	struct sp_buf *out)
{
	char *leads;

	if (suggestion == NULL) {
		add_wrapped(message, out);
		return;
	}
	leads = sp_xasprintf(
		"%s; %s", message, asks ? "did you mean" : "perhaps");
	add_wrapped(leads, out);
	sp_buf_pad(out, ' ', BELOW);
	sp_buf_addf(out, "%s%s\n", suggestion, asks ? "?" : "");
	sp_free(leads);
}

static void add_caret(const struct sp_order_place *place, size_t lead,
	unsigned first, unsigned until, struct sp_buf *out)
{
	unsigned length = place->length == 0 ? 1 : place->length;

	if (place->column + length > until)
		length = place->column < until ? until - place->column : 1;
	sp_buf_pad(out, ' ', lead + place->column - first);
	sp_buf_pad(out, '^', length);
}

void sp_refusal_show(const struct sp_orders *orders,
	const struct sp_order_place *place, const char *message,
	const char *suggestion, bool asks, struct sp_buf *out)
{
	size_t end, start = line_start(orders, place->line, &end);
	const char *text = orders->text;
	struct spot at = { start, place->line, 1 };
	unsigned first, until, indent, width;
	size_t lead, used, len;
	char label[24], *whole;

	/* what is too wide for a line is of no use */
	if (suggestion != NULL &&
		(*suggestion == '\0' ||
			columns(suggestion) > WIDTH_MAX - BELOW - 1))
		suggestion = NULL;
	whole = suggestion == NULL ? sp_xstrdup(message)
		: asks             ? sp_xasprintf(
					     "%s; did you mean %s?", message, suggestion)
		       : sp_xasprintf("%s; perhaps %s", message, suggestion);

	while (end > start && sp_is_space((unsigned char)text[end - 1]))
		end--;
	while (at.at < end && is_blank(text + at.at, end - at.at, &len))
		sp_token_spot_advance(&at, text, at.at + len);
	indent = at.column;
	sp_token_spot_advance(&at, text, end);
	/* what is missing is missing behind the last word */
	indent = indent < place->column ? indent : place->column;
	width = at.column > place->column ? at.column : place->column + 1;
	choose_window(place, indent, width, &first, &until);
	sp_format(label, sizeof(label), "line %u: ", place->line);
	lead = strlen(label);
	sp_buf_adds(out, label);
	add_shown(text + start, end - start, first, until, indent, width, out);
	sp_buf_addc(out, '\n');
	add_caret(place, lead, first, until, out);
	used = lead + place->column - first + place->length;
	if (used + 1 + columns(whole) <= WIDTH_MAX) {
		sp_buf_addf(out, " %s\n", whole);
	} else {
		sp_buf_addc(out, '\n');
		add_below(message, suggestion, asks, out);
	}
	sp_free(whole);
}
