/* The kinds of orders: their words, and what they bear on. */
#include "order/order.h"

#include <assert.h>

const char *sp_order_word(enum sp_order_kind kind)
{
	static const char *const words[] = {
#define X(name, word, effect) word,
		SP_ORDER_KINDS(X)
#undef X
	};

	assert(kind < SP_ORDER_KIND_COUNT);
	return words[kind];
}

enum sp_order_effect sp_order_effect(enum sp_order_kind kind)
{
	static const enum sp_order_effect effects[] = {
#define X(name, word, effect) SP_EFFECT_##effect,
		SP_ORDER_KINDS(X)
#undef X
	};

	assert(kind < SP_ORDER_KIND_COUNT);
	return effects[kind];
}

bool sp_order_is_answer(const struct sp_order *order)
{
	return order->kind == SP_ORDER_NUMBERS ||
	       order->kind == SP_ORDER_CHOOSE ||
	       order->kind == SP_ORDER_DISCARD;
}
