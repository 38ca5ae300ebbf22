/*
 * Lines with characters that were lost on their way. They come as U+FFFD; what
 * stood there could be half of an order, so no such line is one.
 */
#include "order/order.h"

#include "piece_private.h"

/* True if the token, or a part of it between lost characters, is an order word
 * or its beginning. */
static bool has_verb(const struct token *t)
{
	const struct verb *verb, *other;
	const char *word = t->word;
	size_t n = strlen(word);

	for (size_t i = 0; order_verb_at(i) != NULL; i++)
		if (sp_token_may_be(word, order_verb_at(i)->word))
			return true;
	for (size_t i = 0; i < n;) {
		size_t end = sp_token_lost_at(word, i, n), len;
		struct token part = { .is_word = true };

		if (end - i >= 3 &&
			sp_copyn(part.word, sizeof(part.word), word + i,
				end - i) &&
			order_verb_match(&part, &verb, &other) != MATCH_NONE)
			return true;
		if (end < n)
			(void)sp_token_char(word + end, n - end, &len);
		i = end < n ? end + len : n;
	}
	return false;
}

/* True if it may be more than prose: an order word, or a walk, is in it. */
static bool means_something(const struct piece *p)
{
	for (int i = 0; i < p->n; i++) {
		const struct token *t = &p->token[i];

		if (t->is_word && (has_verb(t) || sp_token_is_step(t, false)))
			return true;
	}
	return false;
}

/* A file in the text that does not end is shown as such a line by whoever cuts
 * files out. */
static bool begins_file(const struct piece *p)
{
	return p->n > 1 &&
	       sp_token_lost_at(p->text, p->token[0].start, p->token[0].end) ==
		       p->token[0].start &&
	       sp_token_is(&p->token[1], "begin");
}

void order_piece_spoil(const struct piece *p, const struct sp_order_place *lost,
	struct sp_order_line *line)
{
	bool file = begins_file(p);

	if (line->line_class == SP_LINE_CHATTER && !file && !means_something(p))
		return;
	line->line_class = SP_LINE_ERROR;
	line->wrong = *lost;
	line->suggestion[0] = '\0';
	line->mistake = (struct sp_order_mistake){
		.reason = file ? SP_ORDER_REASON_ENDLESS_FILE
			       : SP_ORDER_REASON_LOST_CHARACTER
	};
}
