/* Orders of cards: the search for the commands that an order can mean. */
#include "fill.h"

#include <assert.h>

static bool is_done(const struct sp_fill *f)
{
	return f->looks >= SP_FILL_LOOKS || f->n_found > (f->relaxed ? 0 : 1);
}

static void keep(struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at)
{
	struct sp_order_place place;
	struct sp_buf text;
	int n = f->n_found;

	if (!f->relaxed && sp_fill_unused(f, at, &place) >= 0)
		return;
	sp_buf_init(&text, sizeof(f->text[0]) - 1);
	sp_agent_understood(f->b->ruleset, f->b->view, c, &text);
	/* commands that read the same do the same */
	if (n == 0 || !sp_streq(f->text[0], sp_buf_str(&text))) {
		sp_format(f->text[n], sizeof(f->text[n]), "%s",
			sp_buf_str(&text));
		*(n == 0 ? &f->found : &f->other) = *c;
		f->n_found++;
	}
	sp_buf_free(&text);
}

void sp_fill_search(struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at)
{
	struct sp_domain domain;
	struct sp_choices choices;

	if (is_done(f))
		return;
	f->looks++;
	sp_rules_slots(f->b->ruleset, f->b->view, f->b->seat, c, &domain);
	if (domain.complete) {
		keep(f, c, at);
		return;
	}
	if (domain.n == 0 || c->n_answers == SP_ANSWERS_MAX)
		return;
	sp_fill_choices(f, c, at, &domain, &choices);
	for (int i = 0; i < choices.n && !is_done(f); i++) {
		struct sp_command next = *c;
		struct sp_fill_at then = *at;

		sp_fill_take(f, &next, &then, &domain, &choices.choice[i]);
		sp_fill_search(f, &next, &then);
	}
}

/* ---- numbers ----------------------------------------------------------------
 */

static bool bind_numbers(struct sp_fill *f, enum sp_verb verb)
{
	struct sp_binding *b = f->b;
	const struct sp_order *o = b->order;
	struct sp_domain domain;

	if (b->view->decision.kind != SP_DECISION_CHOICE &&
		b->view->decision.kind != SP_DECISION_DISCARD)
		return sp_agent_refuse(b, &o->phrase,
			"a number answers a numbered question, and none was "
			"asked");
	if (!sp_agent_verb(b, verb))
		return false;
	sp_agent_domain(b, &domain);
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_named *name = &o->named[o->part[i].first];

		if (name->value < 1 || name->value > domain.n)
			return sp_agent_refuse(b, &name->at,
				"the question has answers 1 to %d", domain.n);
		f->wanted[f->n_wanted++] = domain.value[name->value - 1];
	}
	return true;
}

/* ---- verbs ------------------------------------------------------------------
 */

/* Has the seat a card of this type in hand, or in play? */
static bool holds(const struct sp_binding *b, int type, enum sp_zone zone)
{
	for (int card = 0; card < b->ruleset->n_copies; card++) {
		if (b->ruleset->type[card] == type &&
			b->view->place[card].zone == zone &&
			(zone == SP_ZONE_BOARD ||
				b->view->place[card].seat == b->seat))
			return true;
	}
	return false;
}

/* The verb of an order; where a card may be cast or used, what it is now
 * decides. */
static enum sp_verb verb_of(const struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	int type = o->n_clauses > 0 ? o->clause[o->n_clauses - 1].card : -1;
	bool discard = b->view->decision.kind == SP_DECISION_DISCARD;
	bool hand;

	switch ((enum sp_order_kind)o->kind) {
	case SP_ORDER_CAST:
	case SP_ORDER_USE:
	case SP_ORDER_ATTACK:
	case SP_ORDER_THROW:
		hand = holds(b, type, SP_ZONE_HAND);
		if (o->kind == SP_ORDER_CAST)
			return !hand && holds(b, type, SP_ZONE_PLAY)
				       ? SP_VERB_USE
				       : SP_VERB_CAST;
		return hand && !holds(b, type, SP_ZONE_PLAY) &&
				       !holds(b, type, SP_ZONE_BOARD)
			       ? SP_VERB_CAST
			       : SP_VERB_USE;
	case SP_ORDER_PUNCH_THING:
		return SP_VERB_PUNCH_THING;
	case SP_ORDER_BOOST:
		return SP_VERB_BOOST;
	case SP_ORDER_PICK_UP_ITEM:
		return SP_VERB_TAKE_ITEM;
	case SP_ORDER_DROP_ITEM:
		return SP_VERB_DROP_ITEM;
	case SP_ORDER_END_SPELL:
		return SP_VERB_END_SPELL;
	case SP_ORDER_DISCARD:
		return discard ? SP_VERB_GIVE_UP : SP_VERB_DISCARD;
	case SP_ORDER_DRAW:
		return SP_VERB_DRAW;
	case SP_ORDER_CHOOSE:
	case SP_ORDER_NUMBERS:
		return discard ? SP_VERB_GIVE_UP : SP_VERB_CHOOSE;
	default:
		return SP_VERB_ANSWER;
	}
}

static bool refuse_several(struct sp_fill *f)
{
	struct sp_binding *b = f->b;

	sp_agent_suggest_command(b, &f->found);
	return sp_agent_refuse(b, &b->order->phrase, "say which: %.130s, or %s",
		f->text[0], f->text[1]);
}

bool sp_agent_bind_cards(struct sp_binding *b)
{
	enum sp_verb verb = verb_of(b);
	struct sp_fill f = { .b = b };
	struct sp_command c;
	struct sp_fill_at at;

	if (b->order->kind == SP_ORDER_NUMBERS && !bind_numbers(&f, verb))
		return false;
	if (!sp_agent_verb(b, verb))
		return false;
	c = b->out->command;
	sp_fill_at_begin(&f, &at);
	sp_fill_search(&f, &c, &at);
	if (f.n_found == 0)
		return sp_fill_explain(&f, verb);
	if (f.n_found > 1)
		return refuse_several(&f);
	b->out->command = f.found;
	return sp_agent_finish(b);
}
