/* Orders of cards. */
#include "order/order.h"

#include <assert.h>

#include "order_private.h"

bool sp_order_no_cards(struct parse *p)
{
	return sp_order_parse_fail(p, 0, "",
		"this game is played without cards, so there is nothing to do "
		"with \"%s\"",
		p->verb->word);
}

/* "cast A to c4: B at red" */
bool sp_order_verb_cast(struct parse *p)
{
	struct sp_order *o = &p->item->order;
	int from = p->at;

	if (!sp_order_has_cards(p))
		return sp_order_no_cards(p);
	while (sp_order_parse_clause(p, "which card? Write its name")) {
		const struct token *t = sp_order_parse_peek(p);

		if (t == NULL)
			return sp_order_whole_phrase(p, from);
		if (!sp_order_token_is_mark(t, ':') || o->kind != SP_ORDER_CAST)
			return sp_order_parse_end(p, p->verb->word);
		o->clause[o->n_clauses - 1].part = true;
		p->at++;
	}
	return false;
}

/* "attack red with dagger"; "attack red" is a punch */
bool sp_order_verb_attack(struct parse *p)
{
	struct sp_order *o = &p->item->order;
	struct sp_order_clause *clause;
	int from = p->at;
	const struct token *t;

	if (!sp_order_has_cards(p))
		return sp_order_verb_attack_bare(p);
	clause = sp_order_add_clause(p);
	assert(clause != NULL);
	if (sp_order_parse_peek(p) == NULL)
		return sp_order_parse_fail(
			p, p->at, "", "whom? Write \"attack red with dagger\"");
	if (sp_order_add_phrase(p, "at") == NULL)
		return false;
	do {
		if (!sp_order_parse_named(p, false))
			return false;
		sp_order_end_phrase(p);
		sp_order_parse_take(p, "at");
		t = sp_order_parse_peek(p);
	} while (t != NULL && !sp_order_is_keyword(p, t) &&
		 !sp_order_separates(t) && !sp_order_stops(p, p->at));
	if (t == NULL && o->named[0].kind == SP_NAMED_SEAT && o->n_named == 1) {
		o->kind = SP_ORDER_PUNCH;
		o->seat = o->named[0].value;
		return sp_order_whole_phrase(p, from);
	}
	if (!sp_order_parse_take(p, "with"))
		return sp_order_parse_fail(p, p->at, "",
			"with what? Write \"attack red with dagger\", or "
			"\"punch\"");
	from = p->at;
	if (!sp_order_parse_card(p, &clause->card, "with what?"))
		return false;
	clause->at = sp_order_phrase_from(p, from);
	if (!sp_order_parse_phrases(p, "") || !sp_order_parse_end(p, "attack"))
		return false;
	return sp_order_whole_phrase(p, 1);
}

/* "boost 4", "boost with energy 5" */
bool sp_order_verb_boost(struct parse *p)
{
	int from;

	if (!sp_order_has_cards(p))
		return sp_order_no_cards(p);
	sp_order_parse_take(p, "with");
	from = p->at;
	if (sp_order_parse_peek(p) == NULL)
		return sp_order_parse_fail(p, p->at, "",
			"with what? Write \"boost 4\" or \"boost with\" and a "
			"card");
	return sp_order_parse_phrases(p, "with") &&
	       sp_order_parse_end(p, "boost") && sp_order_whole_phrase(p, from);
}

/* What is named behind a verb: cards, things, places. */
bool sp_order_names(struct parse *p, enum sp_order_kind kind)
{
	int from = p->at;

	p->item->order.kind = (uint8_t)kind;
	if (sp_order_parse_peek(p) == NULL)
		return sp_order_parse_fail(
			p, p->at, "", "%s what?", sp_order_word(kind));
	return sp_order_parse_phrases(p, "") &&
	       sp_order_parse_end(p, sp_order_word(kind)) &&
	       sp_order_whole_phrase(p, from);
}

bool sp_order_verb_names(struct parse *p)
{
	if (!sp_order_has_cards(p))
		return sp_order_no_cards(p);
	return sp_order_names(p, p->verb->kind);
}

bool sp_order_verb_draw(struct parse *p)
{
	struct sp_order *o = &p->item->order;
	const struct token *t = sp_order_parse_peek(p);
	long long number;

	if (!sp_order_has_cards(p))
		return sp_order_no_cards(p);
	if (t == NULL || !t->is_word ||
		sp_parse_int(t->word, 0, SP_ORDER_COUNT_MAX, &number) != 0)
		return sp_order_parse_fail(p, p->at, "",
			"how many cards? Write \"draw 1\"; \"end\" draws all "
			"you may");
	o->number = (int)number;
	o->phrase = sp_order_token_place(p->piece, p->at++);
	if (!sp_order_parse_take(p, "cards"))
		sp_order_parse_take(p, "card");
	return sp_order_parse_end(p, "draw");
}

/* "counter with A with 3, then B" */
bool sp_order_parse_counters(struct parse *p)
{
	sp_order_parse_take(p, "with");
	for (;;) {
		const struct token *t;

		if (!sp_order_parse_clause(p, "with what? Write a card's name"))
			return false;
		t = sp_order_parse_peek(p);
		if (t == NULL)
			return true;
		if (!sp_order_token_is(t, "then"))
			return sp_order_parse_end(p, "counter");
		p->at++;
		sp_order_parse_take(p, "with");
	}
}

bool sp_order_verb_counter(struct parse *p)
{
	int from = p->at;

	if (!sp_order_has_cards(p))
		return sp_order_no_cards(p);
	return sp_order_parse_counters(p) && sp_order_whole_phrase(p, from);
}

bool sp_order_verb_hand(struct parse *p)
{
	return sp_order_has_cards(p) ? sp_order_verb_alone(p)
				     : sp_order_no_cards(p);
}

/* "card fireball": the words are kept, too. */
bool sp_order_verb_card(struct parse *p)
{
	struct sp_order *o = &p->item->order;
	const struct token *first = sp_order_parse_peek(p);
	int16_t card = -1;
	int from = p->at;

	if (!sp_order_has_cards(p))
		return sp_order_no_cards(p);
	if (!sp_order_parse_card(p, &card, "which card? Write its name"))
		return false;
	o->number = card;
	o->text = first->start;
	o->text_len = p->piece->token[p->at - 1].end - first->start;
	return sp_order_parse_end(p, "card") && sp_order_whole_phrase(p, from);
}

/* "2", "1, then 3": the first word is no order word. */
void sp_order_numbers(struct parse *p)
{
	p->item->order.kind = SP_ORDER_NUMBERS;
	p->at = 0;
	while (p->at < p->piece->n) {
		const struct token *t = sp_order_parse_peek(p);

		if (!sp_order_is_number(t)) {
			p->at++;
			continue;
		}
		if (sp_order_add_phrase(p, "") == NULL ||
			!sp_order_named_number(p))
			return;
		sp_order_end_phrase(p);
	}
}
