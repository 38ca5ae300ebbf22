/*
 * "Done" says nothing more where an order stands below it, or where the mail
 * has what ends or answers; then it holds nothing back.
 */
#include "reply_private.h"

/* True if the order says what "done" could, or is done though it stands below
 * it. */
static bool says_more(const struct sp_order_line *line, bool below)
{
	if (line->line_class != SP_LINE_ORDER)
		return false;
	return line->order.kind == SP_ORDER_END ||
	       line->order.kind == SP_ORDER_PASS ||
	       line->order.kind == SP_ORDER_RESIGN ||
	       (below &&
		       sp_order_effect((enum sp_order_kind)line->order.kind) ==
			       SP_EFFECT_GAME);
}

void reply_settle_done(struct sp_orders *o)
{
	for (int i = 0; i < o->n; i++) {
		struct sp_order_line *line = &o->line[i];
		bool more = false;

		if (!line->done || line->line_class != SP_LINE_ERROR)
			continue;
		for (int k = 0; k < o->n; k++)
			more = more || says_more(&o->line[k], k > i);
		if (!more)
			continue;
		line->line_class = SP_LINE_CHATTER;
		line->suggestion[0] = '\0';
		memset(&line->mistake, 0, sizeof(line->mistake));
	}
}
