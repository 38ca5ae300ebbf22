/*
 * "Done", alone on a line. Whoever writes that may mean that the turn is over,
 * which `end` alone says: it is an error that tells so. Where an order stands
 * below it, or where the mail has what ends or answers, it says nothing more,
 * and holds nothing back.
 */
#include "order/order.h"

#include "piece_private.h"

bool order_is_done(const struct piece *p)
{
	return !p->cut && !p->copied && !p->question && sp_token_says_done(p);
}

void order_piece_done(const struct piece *p, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	static const char *const instead[] = {
		[SP_ASKED_NOTHING] = "end",
		[SP_ASKED_ONE] = "",
		[SP_ASKED_SOME] = "",
		[SP_ASKED_COUNTER] = "pass",
	};

	line->line_class = SP_LINE_ERROR;
	line->done = true;
	line->wrong = line->at;
	line->mistake =
		(struct sp_order_mistake){ .reason = SP_ORDER_REASON_DONE };
	sp_token_quote(p->text, p->token[0].start, p->token[p->n - 1].end,
		line->mistake.quoted, sizeof(line->mistake.quoted));
	sp_format(line->suggestion, sizeof(line->suggestion), "%s",
		instead[words->asked]);
}

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

void order_settle_done(struct sp_orders *o)
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
