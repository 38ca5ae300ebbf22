/* Whether an order, as text, could be given now. */
#include "declare/declare.h"

bool sp_declare_could_do(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const char *text)
{
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(ruleset, view, seat, vocable),
		(uint8_t)sp_vocable_asked(view, seat) };
	struct sp_orders orders;
	struct sp_bound bound;
	bool could = true, first = true;

	sp_order_parse(&orders, text, strlen(text), &words);
	for (int i = 0; i < (int)orders.n; i++) {
		const struct sp_order_line *line = &orders.line[i];

		/* what stands behind it may need it done first */
		if (line->line_class == SP_LINE_ORDER && first &&
			line->order.kind != SP_ORDER_UNDO &&
			sp_order_effect((enum sp_order_kind)line->order.kind) ==
				SP_EFFECT_GAME) {
			could = sp_declare_bind(
				ruleset, view, seat, &line->order, &bound);
			first = false;
		}
	}
	sp_order_clear(&orders);
	return could;
}
