/*
 * "Done", alone on a line. Whoever writes that may mean that the turn is over,
 * which `end` alone says: it is an error that tells so.
 */
#include "order/order.h"

#include "piece_private.h"

bool order_is_done(const struct piece *p)
{
	return !p->cut && !p->copied && !p->question && sp_token_says_done(p);
}

bool order_piece_closes(const struct piece *p)
{
	return !p->question && (order_is_done(p) || sp_token_says_end(p) ||
				       sp_token_says_pass(p));
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

void order_piece_doubt(const struct piece *p, struct sp_order_line *line)
{
	enum sp_token_doubt doubt = sp_token_doubt_of(p);
	struct parse parse = { .piece = p, .line = line };

	if (doubt != SP_TOKEN_DOUBT_NONE)
		order_parse_fail(&parse, 0, "",
			doubt == SP_TOKEN_DOUBT_NUMBER
				? SP_ORDER_REASON_NUMBER_WORDS
				: SP_ORDER_REASON_FORGET_WHAT);
}
