/*
 * "Done" says nothing more where an order stands below it, or where the mail
 * has what ends or answers; then it holds nothing back. Right below orders of
 * a turn, as the last thing that is said, it ends that turn.
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

/* True if orders of a turn stand above it, all understood, and below it
 * nothing but talk. */
static bool ends_turn(const struct sp_orders *o, int at)
{
	const char *words = o->line[at].mistake.quoted;
	bool any = false;

	/* "done for now, more later" */
	if (strstr(words, "now") != NULL || strstr(words, "jetzt") != NULL ||
		strstr(words, "tay") != NULL)
		return false;
	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];

		if (i == at || line->line_class == SP_LINE_CHATTER)
			continue;
		if (i > at || line->line_class != SP_LINE_ORDER)
			return false;
		any = any ||
		      sp_order_effect((enum sp_order_kind)line->order.kind) ==
			      SP_EFFECT_GAME;
	}
	return any;
}

static void make_end(struct sp_order_line *line)
{
	line->line_class = SP_LINE_ORDER;
	line->order = (struct sp_order){
		.kind = SP_ORDER_END, .seat = -1, .side = -1, .phrase = line->at
	};
	line->done = false;
	line->suggestion[0] = '\0';
	memset(&line->mistake, 0, sizeof(line->mistake));
}

void reply_settle_done(struct sp_orders *o, bool in_turn)
{
	for (int i = 0; i < o->n; i++) {
		struct sp_order_line *line = &o->line[i];
		bool more = false;

		if (!line->done || line->line_class != SP_LINE_ERROR)
			continue;
		for (int k = 0; k < o->n; k++)
			more = more || says_more(&o->line[k], k > i);
		if (!more && in_turn && ends_turn(o, i))
			make_end(line);
		if (!more)
			continue;
		line->line_class = SP_LINE_CHATTER;
		line->suggestion[0] = '\0';
		memset(&line->mistake, 0, sizeof(line->mistake));
	}
}
