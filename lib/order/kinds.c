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
			[SP_ORDER_KIND_COUNT] = SP_EFFECT_NONE
	};

	assert(kind <= SP_ORDER_KIND_COUNT);
	return effects[kind];
}

bool sp_order_is_answer(const struct sp_order *order)
{
	return order->kind == SP_ORDER_NUMBERS ||
	       order->kind == SP_ORDER_CHOOSE ||
	       order->kind == SP_ORDER_DISCARD;
}

bool sp_order_is_of_turn(enum sp_order_kind kind)
{
	switch (kind) {
	case SP_ORDER_MOVE:
	case SP_ORDER_MOVE_TO:
	case SP_ORDER_MOVE_TOWARDS:
	case SP_ORDER_PUNCH:
	case SP_ORDER_PUNCH_EDGE:
	case SP_ORDER_PICK_UP:
	case SP_ORDER_DROP:
	case SP_ORDER_OPEN:
	case SP_ORDER_HOLD:
	case SP_ORDER_END:
	case SP_ORDER_CAST:
	case SP_ORDER_USE:
	case SP_ORDER_ATTACK:
	case SP_ORDER_THROW:
	case SP_ORDER_PUNCH_THING:
	case SP_ORDER_BOOST:
	case SP_ORDER_PICK_UP_ITEM:
	case SP_ORDER_DROP_ITEM:
	case SP_ORDER_END_SPELL:
	case SP_ORDER_ACTIVATE:
	case SP_ORDER_DISCARD:
	case SP_ORDER_DRAW:
		return true;
	default:
		return false;
	}
}
