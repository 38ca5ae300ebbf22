/*
 * "No wait, ...", "only if he is still there", "next turn:": whoever takes an
 * order back, or says beside it that it may not be meant now, leaves open which
 * orders hold. The mail's first order that changes the game is an error then,
 * so that none of them is done.
 */
#include "reply_private.h"

#include "token/token.h"

/* True for an order, and for a condition, though it is not understood: what it
 * bears on is known. */
static bool is_plain(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER ||
	       line->line_class == SP_LINE_GUARD || line->guard.place.line > 0;
}

bool reply_changes_game(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER &&
	       sp_order_effect((enum sp_order_kind)line->order.kind) ==
		       SP_EFFECT_GAME;
}

/* True if an order that changes the game stands below line `i`. */
static bool is_above_orders(const struct sp_orders *o, int i)
{
	while (++i < o->n)
		if (reply_changes_game(&o->line[i]))
			return true;
	return false;
}

/* What takes something back in line `i`; NULL: nothing does. A "sorry" that
 * orders stand below may be a correction, too. */
static const char *taken_back(const struct sp_orders *o, int i)
{
	const struct sp_order_line *line = &o->line[i];
	const char *text = o->text + line->start, *found;
	bool wrong = line->line_class == SP_LINE_ERROR ||
		     (sp_starts_i(text, "sorry") &&
			     (line->len > strlen("sorry...") ||
				     is_above_orders(o, i)));

	/* what is said to others takes nothing back, though it was not sent */
	if (is_plain(line) || line->order.kind == SP_ORDER_PRESS)
		return NULL;
	found = sp_token_takes_back(text, line->len, wrong);
	return found != NULL && sp_streq(found, "sorry") &&
			       sp_token_apologises(o->text, line->start,
				       line->start + line->len)
		       ? NULL
		       : found;
}

/* Does nothing but one line's end stand between them? */
static bool is_next(const struct sp_orders *o,
	const struct sp_order_line *above, const struct sp_order_line *below)
{
	int ends = 0;

	for (size_t i = above->start + above->len; i < below->start; i++) {
		if (o->text[i] == '\n')
			ends++;
		else if (!sp_is_space((unsigned char)o->text[i]) &&
			 o->text[i] != ';')
			return false;
	}
	return ends <= 1;
}

/* Does a line lead on to what stands below it? It ends so, or begins a sentence
 * and does not end it. The end of a line of ours that a mail program broke
 * where it was quoted does neither. */
static bool goes_on(const char *s, size_t n)
{
	while (n > 0 && sp_is_space((unsigned char)s[n - 1]))
		n--;
	while (n > 0 && !sp_is_alnum((unsigned char)*s) &&
		(unsigned char)*s < 0x80) {
		s++;
		n--;
	}
	if (n == 0)
		return false;
	return s[n - 1] == ':' || s[n - 1] == '?' ||
	       (sp_lower((unsigned char)*s) != (unsigned char)*s &&
		       strchr(".!;", s[n - 1]) == NULL);
}

/* What beside the line leaves open whether the order is to be done. */
static const char *doubt_above(const struct sp_orders *o, int i)
{
	const struct sp_order_line *line = &o->line[i];
	size_t from = line->start;

	if (i + 1 == o->n || line->line_class != SP_LINE_CHATTER ||
		!reply_changes_game(&o->line[i + 1]) ||
		!is_next(o, line, &o->line[i + 1]))
		return NULL;
	for (size_t k = from; k < line->start + line->len; k++)
		if (o->text[k] == '\n')
			from = k + 1;
	return goes_on(o->text + from, line->start + line->len - from)
		       ? sp_token_doubts_above(
				 o->text + from, line->start + line->len - from)
		       : NULL;
}

static const char *doubt_below(const struct sp_orders *o, int i)
{
	const struct sp_order_line *line = &o->line[i];
	size_t n = 0;

	if (i == 0 || is_plain(line) || !reply_changes_game(&o->line[i - 1]) ||
		!is_next(o, &o->line[i - 1], line))
		return NULL;
	while (n < line->len && o->text[line->start + n] != '\n')
		n++;
	return sp_token_doubts_below(o->text + line->start, n);
}

void reply_find_correction(struct sp_orders *o)
{
	struct sp_order_line *first = NULL;
	const char *phrase = NULL;
	bool takes = false;
	int at = 0;

	for (int i = 0; i < o->n && first == NULL; i++)
		if (reply_changes_game(&o->line[i]))
			first = &o->line[i];
	for (; first != NULL && at < o->n && phrase == NULL; at++) {
		if (&o->line[at] > first)
			phrase = taken_back(o, at);
		takes = phrase != NULL;
		if (phrase == NULL)
			phrase = doubt_above(o, at);
		if (phrase == NULL)
			phrase = doubt_below(o, at);
	}
	if (phrase == NULL)
		return;
	o->line[at - 1].line_class = SP_LINE_CHATTER;
	o->line[at - 1].suggestion[0] = '\0';
	first->line_class = SP_LINE_ERROR;
	first->wrong = o->line[at - 1].at;
	if (takes || &o->line[at - 1] > first) {
		first->cause = o->line[at - 1].start;
		first->cause_len = o->line[at - 1].len;
	}
	memset(&first->mistake, 0, sizeof(first->mistake));
	first->mistake.reason = SP_ORDER_REASON_CORRECTED;
	sp_format(first->mistake.quoted, sizeof(first->mistake.quoted), "%s",
		phrase);
}
