/*
 * "Preview:", "what would happen if I ...": the orders that stand behind such
 * words, and below them up to an empty line, are tried and not done. One line
 * of `try` stands in their place. Orders of the same mail that stand elsewhere
 * may be meant in earnest or not, so the first of them is an error; a plain
 * `try` on its own line says nothing of what stands above it.
 */
#include "reply_private.h"

#include "token/token.h"

struct trial {
	struct spot at; /* its first byte */
	size_t line_end, from, end;
	uint8_t kind; /* enum sp_token_trial */
	bool plain;   /* the word `try` alone */
};

static size_t end_of_line(const struct sp_orders *o, size_t at)
{
	while (at < o->text_len && o->text[at] != '\n' && o->text[at] != '\r')
		at++;
	return at;
}

static size_t next_line(const struct sp_orders *o, size_t end)
{
	if (end < o->text_len && o->text[end++] == '\r' && end < o->text_len &&
		o->text[end] == '\n')
		end++;
	return end;
}

static size_t skip_blanks(const struct sp_orders *o, size_t at, size_t end)
{
	while (at < end && sp_is_space((unsigned char)o->text[at]))
		at++;
	return at;
}

/* The end of the paragraph whose line ends at `end`. */
static size_t end_of_paragraph(const struct sp_orders *o, size_t end)
{
	for (;;) {
		size_t next = next_line(o, end), last = end_of_line(o, next);

		if (next == end || skip_blanks(o, next, last) == last)
			return end;
		end = last;
	}
}

static bool is_within_press(const struct sp_orders *o, size_t at)
{
	for (int i = 0; i < o->n; i++)
		if (o->line[i].order.kind == SP_ORDER_PRESS &&
			o->line[i].start <= at &&
			at < o->line[i].start + o->line[i].len)
			return true;
	return false;
}

/* True if there is something to be tried in the text: of a question that may
 * be about anything, whole orders and nothing else. */
static bool can_be_tried(const struct sp_orders *o,
	const struct sp_order_words *words, const struct trial *t)
{
	struct sp_orders sub;
	bool any = false, wrong = false;

	sp_order_parse(&sub, o->text + t->from, t->end - t->from, words);
	for (int i = 0; i < sub.n; i++) {
		any = any || reply_changes_game(&sub.line[i]) ||
		      (sub.line[i].line_class == SP_LINE_ERROR &&
			      t->kind != SP_TOKEN_TRIAL_MAY);
		wrong = wrong || sub.line[i].line_class == SP_LINE_ERROR;
	}
	sp_order_clear(&sub);
	return any && !(wrong && t->kind == SP_TOKEN_TRIAL_MAY);
}

/* Is the line that begins at `at` one? Fills the rest of *t. */
static bool find_trial(const struct sp_orders *o,
	const struct sp_order_words *words, struct trial *t)
{
	struct piece piece;
	int behind;

	t->line_end = t->end = end_of_line(o, t->at.at);
	sp_token_piece_scan(&piece, o->text, &t->at, t->line_end);
	sp_token_piece_trim(&piece);
	if (piece.n == 0 || piece.bar)
		return false;
	t->kind = (uint8_t)sp_token_begins_trial(&piece, &behind);
	if (t->kind == SP_TOKEN_TRIAL_NONE)
		return false;
	t->plain = sp_token_is(&piece.token[0], "try") && behind == piece.n;
	t->from = behind < piece.n ? piece.token[behind].start : t->line_end;
	if (t->kind == SP_TOKEN_TRIAL_LISTS)
		t->end = end_of_paragraph(o, t->line_end);
	t->from = skip_blanks(o, t->from, t->end);
	while (t->end > t->from &&
		(sp_is_space((unsigned char)o->text[t->end - 1]) ||
			o->text[t->end - 1] == '?'))
		t->end--;
	return t->end > t->from && can_be_tried(o, words, t);
}

/* Let the line begin at the byte, which is behind its own beginning. */
static void begin_at(
	const struct sp_orders *o, struct sp_order_line *line, size_t at)
{
	struct spot spot = { line->start, line->at.line, line->at.column };

	while (spot.at < at) {
		size_t end = end_of_line(o, spot.at);

		if (end >= at) {
			sp_token_spot_advance(&spot, o->text, at);
			break;
		}
		spot = (struct spot){ next_line(o, end), spot.line + 1, 1 };
	}
	line->len -= at - line->start;
	line->start = at;
	line->at.line = spot.line;
	line->at.column = spot.column;
	line->wrong = line->at;
}

static size_t end_of(const struct sp_order_line *line)
{
	return line->start + line->len;
}

/* Put the line of `try` in place of all that begin between t->at and t->end.
 * Prose may reach over either; false: over both. */
static bool put_trial(struct sp_orders *o, struct trial *t)
{
	struct sp_order_line one = { .start = t->at.at,
		.at = { t->at.line, t->at.column, 1 },
		.indent = t->at.column,
		.line_class = SP_LINE_ORDER };
	int first = 0, last;

	while (first < o->n && o->line[first].start < t->at.at)
		first++;
	for (last = first; last < o->n && o->line[last].start < t->end; last++)
		;
	if (first > 0 && end_of(&o->line[first - 1]) > t->at.at) {
		struct sp_order_line *above = &o->line[first - 1];

		if (end_of(above) > t->end)
			return false;
		above->len = t->at.at - above->start;
		while (sp_is_space((unsigned char)o->text[end_of(above) - 1]))
			above->len--;
	}
	if (last > first) {
		struct sp_order_line *below = &o->line[last - 1];
		size_t rest = skip_blanks(o, t->end, end_of(below));

		if (below->order.kind == SP_ORDER_PRESS) {
			t->end = end_of(below);
		} else if (end_of(below) > rest && o->text[rest] != '?') {
			begin_at(o, below, rest);
			last--;
		}
	}
	one.len = t->end - t->at.at;
	one.order.kind = SP_ORDER_TRY;
	one.order.seat = one.order.side = -1;
	one.order.text = t->from;
	one.order.text_len = t->end - t->from;
	one.order.phrase = one.wrong = one.at;
	o->line = sp_xrealloc(o->line, (size_t)o->n + 1, sizeof(*o->line));
	memmove(&o->line[first + 1], &o->line[last],
		(size_t)(o->n - last) * sizeof(*o->line));
	o->line[first] = one;
	o->n += first + 1 - last;
	return true;
}

/* The orders of the mail that are not tried, from `from` on, may be meant or
 * not: the first is an error, which shows the words at `why`. */
static void doubt(struct sp_orders *o, int from, struct sp_order_place why,
	const char *quoted)
{
	for (int i = from; i < o->n; i++) {
		struct sp_order_line *line = &o->line[i];

		if (!reply_changes_game(line))
			continue;
		line->line_class = SP_LINE_ERROR;
		line->mistake = (struct sp_order_mistake){
			.reason = SP_ORDER_REASON_CORRECTED
		};
		sp_format(line->mistake.quoted, sizeof(line->mistake.quoted),
			"%s", quoted);
		line->wrong = why;
		return;
	}
}

/* "End. (This was just a preview!)" */
static void find_mention(struct sp_orders *o)
{
	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];
		struct spot at = { line->start, line->at.line,
			line->at.column };
		struct piece piece;

		if (line->line_class != SP_LINE_CHATTER)
			continue;
		sp_token_piece_scan(
			&piece, o->text, &at, line->start + line->len);
		if (sp_token_names_trial(&piece)) {
			doubt(o, 0, line->at, "preview");
			return;
		}
	}
}

void reply_find_preview(struct sp_orders *o, const struct sp_order_words *words)
{
	struct trial t = { .at = { 0, 1, 1 } };
	size_t next;

	for (; t.at.at < o->text_len;
		t.at = (struct spot){ next, t.at.line + 1, 1 }) {
		size_t start = t.at.at;
		struct piece piece;
		char quoted[24];
		int i = 0;

		t.line_end = end_of_line(o, start);
		next = next_line(o, t.line_end);
		sp_token_spot_advance(
			&t.at, o->text, skip_blanks(o, start, t.line_end));
		if (t.at.at == t.line_end || is_within_press(o, t.at.at) ||
			!find_trial(o, words, &t))
			continue;
		sp_token_piece_scan(&piece, o->text, &t.at, t.line_end);
		sp_token_quote(o->text, t.at.at,
			t.plain ? t.line_end : piece.token[0].end, quoted,
			sizeof(quoted));
		if (!put_trial(o, &t))
			return;
		while (i < o->n && o->line[i].order.kind != SP_ORDER_TRY)
			i++;
		doubt(o, t.plain ? i : 0, o->line[i].at, quoted);
		return;
	}
	find_mention(o);
}
