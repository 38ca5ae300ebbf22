/*
 * A mail that was read by half ends no turn, and gives nothing up for good.
 * `end`, `draw`, `pass`, `undo` and `resign`, a `no`, and what answers with
 * `nothing` wait, until they are sent again, if the mail has a line that is an
 * error, wherever it stands, or if prose stands above them in their own
 * paragraph: either may be an order that was meant to be done first. A greeting
 * is no such prose: the mail's first line, if it ends in `,` `!` or `:`, or
 * begins with "yes" or "no", and cannot be an order. Neither is a paragraph of
 * its own, nor what stands below, nor words of a greeting alone on the line of
 * an order ("Sorry. Move n. End."), nor, of a `pass`, prose on its own line
 * that cannot be an order ("Ouch, that hurts. I pass.").
 *
 * A mail program may write an empty line after each line of the writer's. If no
 * two lines of the mail's prose and orders stand together (but where a full
 * line was broken) empty lines separate nothing; lines of nothing but a
 * greeting's words are then passed over.
 */
#include "reply_private.h"

#include "token/token.h"

struct span {
	size_t start, end;
};

#define FULL 60 /* columns: a mail program may have broken a line so wide */

/* True for "choose nothing", "discard nothing": it answers for good. */
static bool names_nothing(const struct sp_order *order)
{
	return order->n_named == 1 &&
	       order->named[0].kind == SP_NAMED_NOTHING &&
	       (order->kind == SP_ORDER_CHOOSE ||
		       order->kind == SP_ORDER_DISCARD);
}

static bool can_wait(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER &&
	       (line->order.kind == SP_ORDER_END ||
		       line->order.kind == SP_ORDER_DRAW ||
		       line->order.kind == SP_ORDER_PASS ||
		       line->order.kind == SP_ORDER_UNDO ||
		       line->order.kind == SP_ORDER_RESIGN ||
		       line->order.kind == SP_ORDER_NO ||
		       names_nothing(&line->order));
}

/* ---- lines ------------------------------------------------------------ */

static bool ends_line(char c)
{
	return c == '\n' || c == '\r';
}

static struct span line_around(const struct sp_orders *o, size_t at)
{
	struct span line = { at, at };

	while (line.start > 0 && !ends_line(o->text[line.start - 1]))
		line.start--;
	while (line.end < o->text_len && !ends_line(o->text[line.end]))
		line.end++;
	return line;
}

/* True if nothing that has a width stands there. */
static bool is_blank(const struct sp_orders *o, struct span s)
{
	while (s.start < s.end) {
		size_t len;
		uint32_t c =
			sp_token_char(o->text + s.start, s.end - s.start, &len);

		if (c != 0 && c != ' ')
			return false;
		s.start += len;
	}
	return true;
}

/* True if a letter or a digit stands there: a row of marks or a smiling face is
 * nothing that could be an order. */
static bool has_words(const struct sp_orders *o, struct span s)
{
	while (s.start < s.end) {
		size_t len;
		uint32_t c =
			sp_token_char(o->text + s.start, s.end - s.start, &len);

		if ((c < 0x80 && sp_is_alnum((int)c)) ||
			(c >= 0xc0 && c < 0x2000) ||
			(c >= 0x3040 && c < 0xfe00))
			return true;
		s.start += len;
	}
	return false;
}

/* Where the paragraph begins that the line at `at` belongs to. */
static size_t paragraph_start(const struct sp_orders *o, size_t at)
{
	struct span line = line_around(o, at);

	while (line.start > 0) {
		size_t above = line.start - 1;
		struct span next;

		if (o->text[above] == '\n' && above > 0 &&
			o->text[above - 1] == '\r')
			above--;
		next = line_around(o, above);
		if (is_blank(o, next))
			break;
		line = next;
	}
	return line.start;
}

static size_t width_of(const struct sp_orders *o, struct span s)
{
	return sp_utf8_width(o->text + s.start, s.end - s.start);
}

/* Is there an empty line behind each line, down to the last order? */
static bool is_spaced(const struct sp_orders *o)
{
	struct span line = { 0, 0 }, above = { 0, 0 };
	size_t last = 0;
	bool below = false;

	for (int i = 0; i < o->n; i++)
		if (o->line[i].line_class != SP_LINE_CHATTER)
			last = o->line[i].start;
	for (size_t at = 0; at <= last; at = line.end + 1) {
		line = line_around(o, at);
		if (line.end < o->text_len && o->text[line.end] == '\r' &&
			line.end + 1 < o->text_len &&
			o->text[line.end + 1] == '\n')
			line.end++;
		if (is_blank(o, line)) {
			below = false;
			continue;
		}
		if (below && width_of(o, above) < FULL)
			return false;
		above = line;
		below = true;
	}
	return true;
}

/* The first line of the mail that is not blank. */
static struct span first_line(const struct sp_orders *o)
{
	struct span line = line_around(o, 0);

	while (is_blank(o, line) && line.end < o->text_len)
		line = line_around(o, line.end + 1);
	return line;
}

/* ---- prose ------------------------------------------------------------ */

/* True if more stands on the same line: "Sorry. Move n. End." */
static bool is_beside(const struct sp_orders *o, struct span s)
{
	struct span line = line_around(o, s.start);

	/* "go back" might be meant */
	if (sp_starts_i(o->text + s.start, "go ") ||
		sp_starts_i(o->text + s.start, "move"))
		return false;
	return !is_blank(o, (struct span){ line.start, s.start }) ||
	       !is_blank(o, (struct span){ s.end, line.end });
}

static bool is_greeting(const struct sp_orders *o,
	const struct sp_order_words *words, struct span s, bool apart,
	bool light)
{
	struct span first = first_line(o);
	bool opens = s.start >= first.start && s.end <= first.end, answers;
	enum sp_order_talk talk;

	talk = sp_order_talk_of(o->text, s.start, s.end, words, &answers);
	if (talk == SP_ORDER_TALK_SURE)
		return true;
	opens = opens && (answers || strchr(",!:", o->text[s.end - 1]) != NULL);
	if (!opens && !apart)
		return false;
	return talk == SP_ORDER_TALK_PLAIN ||
	       ((opens || light) && talk == SP_ORDER_TALK_FREE);
}

/* The first line of prose in `in` that is no greeting, in the paragraph that
 * begins at `own` or above it. False: no line is. */
static bool find_prose(const struct sp_orders *o,
	const struct sp_order_words *words, const struct sp_order_line *line,
	struct span in, size_t own, bool passes, struct span *out)
{
	size_t end = line->start + line->len < in.end ? line->start + line->len
						      : in.end;

	if (line->line_class != SP_LINE_CHATTER || line->done)
		return false;
	for (size_t at = line->start > in.start ? line->start : in.start;
		at < end;) {
		struct span row = line_around(o, at);

		row.start = at;
		if (row.end > end)
			row.end = end;
		at = row.end + 1;
		while (row.start < row.end &&
			sp_is_space((unsigned char)o->text[row.start]))
			row.start++;
		while (row.end > row.start &&
			sp_is_space((unsigned char)o->text[row.end - 1]))
			row.end--;
		size_t open = o->text[row.start] == '(';

		if (sp_starts_i(o->text + row.start + open, "sorry") &&
			sp_token_apologises(o->text, row.start, row.end))
			continue;
		if (has_words(o, row) &&
			!is_greeting(o, words, row,
				row.start < own || is_beside(o, row),
				passes && is_beside(o, row))) {
			*out = row;
			return true;
		}
	}
	return false;
}

/* ---- what they wait for ------------------------------------------------ */

/* The error that stands nearest above line `i`, else the first one below. */
static const struct sp_order_line *find_error(const struct sp_orders *o, int i)
{
	bool passes = o->line[i].order.kind == SP_ORDER_PASS;

	const struct sp_order_line *found = NULL;

	for (int k = 0; k < o->n; k++) {
		const struct sp_order_line *line = &o->line[k];

		/* what is said for later does not bear on a pass */
		if (line->line_class == SP_LINE_ERROR &&
			!(passes && line->order.kind == SP_ORDER_WHEN) &&
			(k < i || found == NULL))
			found = line;
	}
	return found;
}

static void find_cause(struct sp_orders *o, const struct sp_order_words *words,
	bool spaced, int i)
{
	struct sp_order_line *line = &o->line[i];
	const struct sp_order_line *error = find_error(o, i);
	size_t own = paragraph_start(o, line->start);
	struct span in = { spaced ? 0 : own, line->start };
	struct span cause = { 0, 0 };

	if (error != NULL) {
		line->waits = SP_WAITS_ERROR;
		/* the words that leave open which orders hold, elsewhere */
		bool apart =
			error->mistake.reason == SP_ORDER_REASON_CORRECTED &&
			error->cause_len > 0;
		size_t start = apart ? error->cause : error->start;
		size_t len = apart ? error->cause_len : error->len;

		line->cause = start;
		cause.end = line_around(o, start).end;
		line->cause_len =
			cause.end - start < len ? cause.end - start : len;
		return;
	}
	for (int k = 0; k < i; k++) {
		if (!find_prose(o, words, &o->line[k], in, own,
			    line->order.kind == SP_ORDER_PASS, &cause))
			continue;
		line->waits = SP_WAITS_PROSE;
		line->cause = cause.start;
		line->cause_len = cause.end - cause.start;
		return;
	}
}

void reply_find_waits(struct sp_orders *o, const struct sp_order_words *words)
{
	bool spaced = is_spaced(o);

	for (int i = 0; i < o->n; i++)
		if (can_wait(&o->line[i]))
			find_cause(o, words, spaced, i);
}
