/*
 * "No wait, ...", "sorry, I mean ...": whoever takes something back below an
 * order leaves open which orders hold. The mail's first order that changes the
 * game is an error then, so that none of them is done.
 */
#include "order/order.h"

#include "piece_private.h"

/* What takes something back in the line; NULL: nothing does. */
static const char *taken_back(
	const struct sp_orders *o, const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER
		       ? NULL
		       : sp_token_takes_back(o->text + line->start, line->len,
				 line->line_class == SP_LINE_ERROR);
}

static bool changes_game(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER &&
	       sp_order_effect((enum sp_order_kind)line->order.kind) ==
		       SP_EFFECT_GAME;
}

void order_find_correction(struct sp_orders *o)
{
	struct sp_order_line *first = NULL;
	const char *phrase = NULL;
	int at = 0;

	for (; at < o->n && phrase == NULL; at++) {
		if (first == NULL && changes_game(&o->line[at]))
			first = &o->line[at];
		if (first != NULL)
			phrase = taken_back(o, &o->line[at]);
	}
	if (phrase == NULL)
		return;
	o->line[at - 1].line_class = SP_LINE_CHATTER;
	o->line[at - 1].suggestion[0] = '\0';
	first->line_class = SP_LINE_ERROR;
	first->wrong = first->at;
	memset(&first->mistake, 0, sizeof(first->mistake));
	first->mistake.reason = SP_ORDER_REASON_CORRECTED;
	sp_format(first->mistake.quoted, sizeof(first->mistake.quoted), "%s",
		phrase);
}
