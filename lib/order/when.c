/* Declarations: `when attacked: pass`. */
#include "order/order.h"

#include <assert.h>

#include "order_private.h"

const char *sp_order_subject_word(enum sp_order_subject subject)
{
	static const char *const words[] = {
#define X(name, word) word,
		SP_ORDER_SUBJECTS(X)
#undef X
	};

	assert(subject < SP_ABOUT_COUNT);
	return words[subject];
}

static bool take_filler(struct parse *p)
{
	static const char *const fillers[] = { "i", "am", "a", "an", "is",
		"cast", "my", "up", "picked", "any", "the", "was", "be" };

	for (size_t i = 0; i < SP_ARRAY_LEN(fillers); i++) {
		if (sp_order_parse_take(p, fillers[i]))
			return true;
	}
	return false;
}

static void take_fillers(struct parse *p)
{
	bool more;

	do
		more = take_filler(p);
	while (more);
}

static bool parse_subject(struct parse *p)
{
	struct sp_order *o = &p->item->order;

	take_fillers(p);
	for (int s = 0; s < SP_ABOUT_COUNT; s++) {
		if (sp_order_parse_take(p,
			    sp_order_subject_word((enum sp_order_subject)s))) {
			o->subject = (uint8_t)s;
			take_fillers(p);
			return true;
		}
	}
	return sp_order_parse_fail(p, p->at, "",
		"when what? Write one of: attacked, spell, countered, damaged, "
		"treasure, asked");
}

static int by_word(struct parse *p)
{
	static const struct {
		const char *word;
		int by;
	} words[] = {
		{ "spell", SP_ORDER_BY_SPELL },
		{ "spells", SP_ORDER_BY_SPELL },
		{ "punch", SP_ORDER_BY_PUNCH },
		{ "fist", SP_ORDER_BY_PUNCH },
		{ "weapon", SP_ORDER_BY_WEAPON },
		{ "weapons", SP_ORDER_BY_WEAPON },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		if (sp_order_parse_take(p, words[i].word))
			return words[i].by;
	}
	return 0;
}

/* "by spell, fireball or red" */
static bool parse_by(struct parse *p)
{
	struct sp_order *o = &p->item->order;
	bool any = false;

	if (!sp_order_parse_take(p, "by"))
		return true;
	if (sp_order_add_phrase(p, "by") == NULL)
		return false;
	for (;;) {
		const struct token *t = sp_order_parse_peek(p);
		int by, card;

		if (t == NULL || sp_order_token_is_mark(t, ':'))
			return any ? true
				   : sp_order_parse_fail(
					     p, p->at, "", "by what?");
		if (any &&
			(sp_order_separates(t) || sp_order_token_is(t, "or"))) {
			p->at++;
			continue;
		}
		if (sp_order_card_spelled(p, p->at, &card) == 0 &&
			take_filler(p))
			continue;
		by = sp_order_card_spelled(p, p->at, &card) > 0 ? 0
								: by_word(p);
		o->by |= (uint8_t)by;
		if (by == 0) {
			uint8_t kind;

			if (!sp_order_parse_named(p, false))
				return false;
			sp_order_end_phrase(p);
			kind = o->named[o->n_named - 1].kind;
			if (kind != SP_NAMED_CARD && kind != SP_NAMED_SEAT)
				return sp_order_parse_fail(p, p->at - 1, "",
					"write \"by\" and spell, punch, "
					"weapon, "
					"a card or a player");
		}
		any = true;
	}
}

static bool parse_answer(struct parse *p)
{
	struct sp_order *o = &p->item->order;

	if (sp_order_parse_take(p, "pass"))
		o->answer = SP_ORDER_ANSWER_PASS;
	else if (sp_order_parse_take(p, "ask"))
		o->answer = SP_ORDER_ANSWER_ASK;
	else if (sp_order_parse_take(p, "counter"))
		return sp_order_parse_counters(p);
	else
		return sp_order_parse_fail(p, p->at, "",
			"then what? Write \"counter with\" and a card, "
			"\"pass\" or \"ask\"");
	return sp_order_parse_end(p, "when");
}

bool sp_order_verb_when(struct parse *p)
{
	int from = p->at;

	if (!sp_order_has_cards(p))
		return sp_order_no_cards(p);
	/* the condition's phrase is of clause 0 */
	if (sp_order_add_clause(p) == NULL || !parse_subject(p) || !parse_by(p))
		return false;
	if (p->at >= p->piece->n ||
		!sp_order_token_is_mark(sp_order_parse_peek(p), ':'))
		return sp_order_parse_fail(p, p->at, "",
			"a colon stands behind the condition, like \"when "
			"attacked: pass\"");
	p->at++;
	return parse_answer(p) && sp_order_whole_phrase(p, from);
}
