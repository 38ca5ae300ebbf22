/* The name of a card, where an order has to have one. */
#include "order/order.h"

#include "cards_private.h"

bool order_parse_card(
	struct parse *p, int16_t *card, enum sp_order_reason missing)
{
	const struct token *t = order_parse_peek(p);
	struct sp_order_mistake several = {
		.reason = SP_ORDER_REASON_SEVERAL_CARDS
	};
	char near[SP_ORDER_SUGGESTION_SIZE] = "";
	int found = -1, n;

	if (order_parse_take(p, "the") || order_parse_take(p, "my"))
		t = order_parse_peek(p);
	if (t == NULL || !t->is_word)
		return order_parse_here(p, missing);
	n = order_card_spelled(p, p->at, &found);
	if (n == 0)
		n = order_card_part(p, p->at, &found, &several.names);
	if (n < 0) {
		order_near_names(p, p->at, false, near);
		return order_parse_fail_with(p, p->at, near, &several);
	}
	if (n == 0) {
		order_near_names(p, p->at, false, near);
		if (near[0] == '\0')
			sp_words_cards_like(p->piece, p->words, p->at, near);
		return order_parse_fail(p, p->at, near,
			near[0] != '\0' ? SP_ORDER_REASON_NO_CARD
					: SP_ORDER_REASON_NO_CARD_LIKE);
	}
	*card = (int16_t)found;
	p->at += n;
	/* Zot! */
	t = order_parse_peek(p);
	if (t != NULL && sp_token_is_mark(t, '!'))
		p->at++;
	return true;
}
