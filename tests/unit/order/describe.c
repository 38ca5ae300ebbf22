/* A list of orders in a few words, as the tables write it. */
#include <assert.h>

#include "order_tests.h"

static const struct sp_order_vocable vocables[] = {
	{ "red", SP_WORD_SEAT, 0 },
	{ "blue", SP_WORD_SEAT, 1 },
	{ "green", SP_WORD_SEAT, 2 },
	{ "yellow", SP_WORD_SEAT, 3 },
	{ "merlin", SP_WORD_SEAT, 1 },
	{ "old Grimm", SP_WORD_SEAT, 2 },
};

const struct sp_order_words order_test_words = { vocables,
	SP_ARRAY_LEN(vocables) };

static void describe_move(const struct sp_order *o, struct sp_buf *out)
{
	for (int i = 0; i < o->n_steps; i++)
		sp_buf_addf(out, " %c", "nesw"[o->step[i]]);
	if (o->where[0] != '\0')
		sp_buf_addf(out, " %s", o->where);
	if (o->regardless)
		sp_buf_adds(out, " regardless");
}

static void describe_treasure(const struct sp_order *o, struct sp_buf *out)
{
	if (o->seat >= 0)
		sp_buf_addf(out, " %s", vocables[o->seat].word);
	if (o->number > 0)
		sp_buf_addf(out, "%s%d", o->seat >= 0 ? "-" : " ", o->number);
}

static void describe_text(const struct sp_orders *orders,
	const struct sp_order *o, struct sp_buf *out)
{
	sp_buf_adds(out, " \"");
	for (size_t i = 0; i < o->text_len; i++) {
		char c = orders->text[o->text + i];

		if (c == '\n')
			sp_buf_adds(out, "\\n");
		else if (c == '\r')
			sp_buf_adds(out, "\\r");
		else
			sp_buf_addc(out, c);
	}
	sp_buf_addc(out, '"');
}

static void describe_order(const struct sp_orders *orders,
	const struct sp_order *o, struct sp_buf *out)
{
	enum sp_order_kind kind = (enum sp_order_kind)o->kind;

	if (kind == SP_ORDER_PUNCH_EDGE)
		sp_buf_addf(
			out, "order punch %s", o->is_wall ? "wall" : "door");
	else
		sp_buf_addf(out, "order %s", sp_order_word(kind));
	switch (kind) {
	case SP_ORDER_MOVE:
	case SP_ORDER_MOVE_TO:
	case SP_ORDER_MOVE_TOWARDS:
		describe_move(o, out);
		break;
	case SP_ORDER_PUNCH:
		sp_buf_addf(out, " %s", vocables[o->seat].word);
		break;
	case SP_ORDER_PICK_UP:
	case SP_ORDER_DROP:
		describe_treasure(o, out);
		break;
	case SP_ORDER_PUNCH_EDGE:
	case SP_ORDER_OPEN:
	case SP_ORDER_HOLD:
		if (o->where[0] != '\0')
			sp_buf_addf(out, " %s", o->where);
		break;
	case SP_ORDER_HISTORY:
		if (o->number > 0)
			sp_buf_addf(out, " %d", o->number);
		break;
	case SP_ORDER_PRESS:
		if (o->to == SP_ORDER_TO_ALL)
			sp_buf_adds(out, " all");
		for (int i = 0; o->to != SP_ORDER_TO_ALL && i < 4; i++) {
			if (o->to & UINT32_C(1) << i)
				sp_buf_addf(out, " %s", vocables[i].word);
		}
		describe_text(orders, o, out);
		break;
	case SP_ORDER_HELP:
	case SP_ORDER_LUCK:
		if (o->text_len > 0)
			describe_text(orders, o, out);
		break;
	case SP_ORDER_END:
	case SP_ORDER_PASS:
	case SP_ORDER_RESIGN:
	case SP_ORDER_BOARD:
	case SP_ORDER_STATUS:
	case SP_ORDER_JOIN:
	case SP_ORDER_YES:
	case SP_ORDER_NO:
	case SP_ORDER_AGAIN:
	case SP_ORDER_KIND_COUNT:
		break;
	}
}

void order_test_describe(const struct sp_orders *orders, struct sp_buf *out)
{
	for (int i = 0; i < orders->n; i++) {
		const struct sp_order_item *item = &orders->item[i];

		if (i > 0)
			sp_buf_adds(out, " | ");
		switch ((enum sp_item_class)item->item_class) {
		case SP_ITEM_ORDER:
			describe_order(orders, &item->order, out);
			break;
		case SP_ITEM_CHATTER:
			sp_buf_adds(out, "chatter");
			break;
		case SP_ITEM_ERROR:
			sp_buf_addf(out, "error %u:%u+%u %s", item->wrong.line,
				item->wrong.column, item->wrong.length,
				item->message);
			if (item->suggestion[0] != '\0')
				sp_buf_addf(out, "; did you mean %s?",
					item->suggestion);
			break;
		}
	}
	if (orders->n == 0)
		sp_buf_adds(out, "nothing");
}
