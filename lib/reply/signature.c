/*
 * A signature that the mail's reader could not cut off: below the last order a
 * rule ("------", "____"), and below that a few lines to the end of the mail.
 * Their words may begin like orders ("Move Inc."); these are prose, unless a
 * line is so near to an order that another one can be suggested in its place.
 */
#include "reply_private.h"

#include "token/token.h"

#define LINES_MOST 8 /* of a signature */

/* Nothing but an order word, or its like, meets what the game does not know. */
static bool may_be_name(const struct sp_order_line *line)
{
	switch (line->mistake.reason) {
	case SP_ORDER_REASON_STEPS_ALONE: /* an initial */
		return line->len == 1;
	case SP_ORDER_REASON_NO_DIRECTION:
	case SP_ORDER_REASON_NO_EDGE:
	case SP_ORDER_REASON_NO_SQUARE:
	case SP_ORDER_REASON_NO_PLAYER:
	case SP_ORDER_REASON_NO_TREASURE:
	case SP_ORDER_REASON_NO_NAME:
	case SP_ORDER_REASON_NO_CARD_LIKE:
	case SP_ORDER_REASON_MORE_BEHIND:
	case SP_ORDER_REASON_ONLY_ALONE:
	case SP_ORDER_REASON_NOT_YET:
	case SP_ORDER_REASON_DRAW_COUNT:
	case SP_ORDER_REASON_PICK_UP:
		return line->suggestion[0] == '\0';
	}
	return false;
}

/* Returns where the first rule below text[from] ends, or 0 if more than
 * LINES_MOST lines stand below it, or if nothing does. */
static size_t find_rule(const struct sp_orders *o, size_t from)
{
	size_t rule = 0;
	int below = 0;

	for (size_t at = from, end; at < o->text_len; at = end + 1) {
		size_t len;
		const char *s = o->text + at;

		for (end = at; end < o->text_len && o->text[end] != '\n' &&
			       o->text[end] != '\r';)
			end++;
		len = end - at;
		s = sp_trim(s, &len);
		if (!sp_token_is_rule(s, len))
			below += rule > 0 && len > 0;
		else if (rule == 0)
			rule = end;
	}
	return below <= LINES_MOST ? rule : 0;
}

void reply_drop_signature(struct sp_orders *o)
{
	struct sp_order_line *own = NULL, *end; /* own: of the rule */
	size_t rule = 0;
	int last = -1;

	for (int i = 0; i < o->n; i++)
		if (o->line[i].line_class == SP_LINE_ORDER)
			last = i;
	if (last >= 0)
		rule = find_rule(o, o->line[last].start + o->line[last].len);
	for (int i = last + 1; i < o->n && rule > 0; i++) {
		struct sp_order_line *line = &o->line[i];

		if (line->start < rule)
			own = line;
		else if (line->line_class == SP_LINE_ERROR && !line->done &&
			 !may_be_name(line))
			return;
	}
	if (own == NULL || own->line_class != SP_LINE_CHATTER)
		return;
	end = &o->line[o->n - 1];
	own->len = end->start + end->len - own->start;
	o->n = (int)(own - o->line) + 1;
}
