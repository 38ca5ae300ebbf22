/* Lines are declared and asked. */
#include "declare_tests.h"

bool declare_test_add(struct sp_declarations *d, const struct scene *s,
	int seat, const char *text, struct sp_bound *out)
{
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	static struct sp_game view;
	struct sp_order_words words = { names, 0, SP_ASKED_NOTHING };
	struct sp_orders orders;
	bool ok;

	sp_game_view(&s->g, seat, &view);
	words.n = sp_vocable_words(s->ruleset, &view, seat, names);
	sp_order_parse(&orders, text, strlen(text), &words);
	EQUAL_INT_FATAL(orders.n, 1);
	EQUAL_INT_FATAL(orders.line[0].line_class, SP_LINE_ORDER);
	EQUAL_INT_FATAL(orders.line[0].order.kind, SP_ORDER_WHEN);
	d->fresh = 0; /* each comes in a mail of its own */
	ok = sp_declare_add(
		d, s->ruleset, &view, seat, &orders.line[0].order, out);
	(void)agent_test_words(s->ruleset, &view, out);
	EQUAL_INT(ok, out->ok);
	sp_order_clear(&orders);
	return ok;
}

/* What they say to the open reaction, as an order, or "ask". */
void declare_test_says(const struct scene *s, int seat,
	const struct sp_declarations *d, const char *want)
{
	static struct sp_game view;
	struct sp_command c;
	struct sp_buf got;

	sp_game_view(&s->g, seat, &view);
	sp_buf_init(&got, 256);
	if (sp_declare_answer(s->ruleset, &view, seat, d, 0, &c, NULL) ==
		SP_DECLARED_ASK)
		sp_buf_adds(&got, "ask");
	else
		sp_agent_understood(s->ruleset, &view, &c, &got);
	if (!sp_streq(sp_buf_str(&got), want))
		printf("\nwant %s\ngot  %s\n", want, sp_buf_str(&got));
	EQUAL_STRING(sp_buf_str(&got), want);
	sp_buf_free(&got);
}
