/* Answers on several lines: one order of them. */
#include "reply/reply.h"

static bool append(struct sp_order *to, const struct sp_order *from)
{
	if (to->n_phrases + from->n_phrases > SP_ORDER_PHRASES_MAX ||
		to->n_named + from->n_named > SP_ORDER_NAMES_MAX)
		return false;
	for (int i = 0; i < from->n_phrases; i++) {
		struct sp_order_phrase *part = &to->part[to->n_phrases++];

		*part = from->part[i];
		part->first = (uint8_t)(part->first + to->n_named);
	}
	memcpy(to->named + to->n_named, from->named,
		from->n_named * sizeof(from->named[0]));
	to->n_named = (uint8_t)(to->n_named + from->n_named);
	if (from->kind != SP_ORDER_NUMBERS)
		to->kind = SP_ORDER_CHOOSE;
	to->bare = to->bare && from->bare;
	return true;
}

int sp_reply_join(struct sp_orders *orders, int i)
{
	struct sp_order_line *first = &orders->line[i++];

	if (first->line_class != SP_LINE_ORDER ||
		!sp_order_is_answer(&first->order))
		return i;
	for (; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];

		if (line->line_class != SP_LINE_ORDER ||
			!sp_order_is_answer(&line->order) ||
			!append(&first->order, &line->order))
			break;
		first->len = line->start + line->len - first->start;
		first->joined = true;
	}
	return i;
}
