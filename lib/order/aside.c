/*
 * What may be given at any time and answers nothing: `watch step of red`, `deal
 * with red: zot for dagger`, `agree`. Their words begin much prose, so what
 * stands behind them decides.
 */
#include "order/order.h"

#include <assert.h>

#include "cards_private.h"

bool sp_order_is_aside(const struct sp_order *order)
{
	return order->kind >= SP_ORDER_WATCH && order->kind <= SP_ORDER_REFUSE;
}

static const struct {
	const char *word, *several;
} points[] = {
#define X(name, word, several) { word, several },
	SP_ORDER_POINTS(X)
#undef X
};

const char *sp_order_point_word(enum sp_order_point point)
{
	assert(point < SP_ORDER_POINT_COUNT);
	return points[point].word;
}

/* ---- watches --------------------------------------------------------------
 */

static bool take_point(struct parse *p, uint8_t *point)
{
	order_parse_take(p, "the");
	for (size_t i = 0; i < SP_ARRAY_LEN(points); i++)
		if (order_parse_take(p, points[i].word) ||
			order_parse_take(p, points[i].several)) {
			*point = (uint8_t)i;
			return true;
		}
	return false;
}

/* Whose: also the `by` of a declaration. */
static bool parse_whose(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (order_parse_peek(p) == NULL || !order_name_fits(p, p->at))
		return order_parse_fail(
			p, from, "", SP_ORDER_REASON_WATCH_WHAT);
	if (order_add_phrase(p, "by") == NULL || !order_parse_named(p, false))
		return false;
	order_end_phrase(p);
	o->seat = o->named[o->n_named - 1].value;
	return true;
}

/* "of red at c4", "4" */
static bool parse_what(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *t;

	while ((t = order_parse_peek(p)) != NULL && !sp_token_is_mark(t, ':')) {
		long long number;

		if (order_parse_take(p, "of") || order_parse_take(p, "by")) {
			if (!parse_whose(p))
				return false;
		} else if (order_parse_take(p, "at") ||
			   order_parse_take(p, "to")) {
			if (!order_phrase_square(p, o))
				return false;
		} else if (t->is_word &&
			   sp_parse_int(t->word, 1, SP_ORDER_COUNT_MAX,
				   &number) == SP_OK) {
			o->number = (int)number;
			p->at++;
		} else {
			return order_parse_here(p, SP_ORDER_REASON_WATCH_WHAT);
		}
	}
	return true;
}

static bool parse_answer(struct parse *p)
{
	struct sp_order *o = &p->line->order;

	if (order_parse_take(p, "ask"))
		return order_parse_end(p, "watch");
	if (!order_parse_take(p, "counter"))
		return order_parse_here(p, SP_ORDER_REASON_THEN_WHAT);
	o->answer = SP_ORDER_ANSWER_COUNTER;
	return order_parse_counters(p);
}

bool order_verb_watch(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	/* the condition's phrase is of clause 0 */
	if (order_add_clause(p) == NULL)
		return false;
	o->subject = SP_ABOUT_WATCHED;
	o->answer = SP_ORDER_ANSWER_ASK;
	if (!take_point(p, &o->point))
		return order_parse_here(p, SP_ORDER_REASON_WATCH_WHAT);
	if (!parse_what(p))
		return false;
	if (order_parse_peek(p) == NULL)
		return order_whole_phrase(p, from);
	p->at++;
	/* an order that is taken back stands there as it was written */
	if (o->kind == SP_ORDER_UNWATCH) {
		p->at = p->piece->n;
		return order_whole_phrase(p, from);
	}
	return parse_answer(p) && order_whole_phrase(p, from);
}

/* ---- deals ----------------------------------------------------------------
 */

static bool fail_form(struct parse *p)
{
	return order_parse_here(p, SP_ORDER_REASON_DEAL_FORM);
}

/* "zot, dagger" up to `for` or the end */
static bool parse_things(struct parse *p, const char *keyword)
{
	const struct token *t;
	bool any = false;

	if (order_add_phrase(p, keyword) == NULL)
		return false;
	while ((t = order_parse_peek(p)) != NULL && !sp_token_is(t, "for")) {
		if (any && (sp_token_separates(t) || sp_token_is(t, "and"))) {
			p->at++;
			continue;
		}
		if (order_parse_take(p, "my") || order_parse_take(p, "the") ||
			order_parse_take(p, "your") || order_parse_take(p, "a"))
			continue;
		if (!order_parse_named(p, true))
			return false;
		any = true;
	}
	if (!any)
		return fail_form(p);
	order_end_phrase(p);
	return true;
}

bool order_verb_deal(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	order_parse_take(p, "with");
	if (order_add_clause(p) == NULL || order_parse_peek(p) == NULL)
		return fail_form(p);
	if (!order_name_seat(p, &o->seat))
		return false;
	if (order_parse_peek(p) == NULL ||
		!sp_token_is_mark(order_parse_peek(p), ':'))
		return fail_form(p);
	p->at++;
	if (!parse_things(p, ""))
		return false;
	if (!order_parse_take(p, "for"))
		return fail_form(p);
	return parse_things(p, "for") && order_parse_end(p, "deal with") &&
	       order_whole_phrase(p, from);
}

bool order_verb_agree(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	o->to = sp_streq(p->verb->word, "withdraw");
	if (order_parse_peek(p) == NULL)
		return true;
	if (!order_parse_take(p, "with"))
		order_parse_take(p, "to");
	if (order_parse_peek(p) != NULL && !order_name_seat(p, &o->seat))
		return false;
	order_parse_take(p, "deal");
	order_whole_phrase(p, from);
	return order_parse_end(p, sp_order_word((enum sp_order_kind)o->kind));
}

/* ---- or prose -------------------------------------------------------------
 */

static bool has_colon(const struct parse *p)
{
	for (int i = p->at; i < p->piece->n; i++)
		if (sp_token_is_mark(&p->piece->token[i], ':'))
			return true;
	return false;
}

bool order_aside_fits(const struct parse *p)
{
	struct parse copy = *p;
	uint8_t point;

	switch (p->verb->kind) {
	case SP_ORDER_WATCH:
	case SP_ORDER_UNWATCH:
		return take_point(&copy, &point);
	case SP_ORDER_DEAL:
		return order_parse_take(&copy, "with") && has_colon(&copy);
	default:
		break;
	}
	if (!order_parse_take(&copy, "with"))
		order_parse_take(&copy, "to");
	return copy.at == copy.piece->n || order_name_fits(&copy, copy.at);
}
