/* Why the command has no use for a part of an order of cards. */
#include "explain_private.h"

#include "law/casting.h"
#include "law/target.h"

/* True if that card may be paid for; -1: the order itself, which is a boost. */
static bool is_paid_for(const struct sp_binding *b, int type)
{
	const struct sp_card *card;

	if (type < 0)
		return true;
	card = &b->ruleset->card[type];
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].fuelled)
			return true;
	return false;
}

static int card_of_clause(const struct agent_walk *w)
{
	const struct sp_order *o = agent_walk_order(w);

	return w->at.clause < o->n_clauses ? o->clause[w->at.clause].card : -1;
}

/* Why its card has no use for a part of the order. */
static enum sp_agent_reason no_use(const struct agent_walk *w, int i)
{
	const struct sp_order *o = agent_walk_order(w);
	const struct sp_order_phrase *part = &o->part[i];
	bool again = false;

	if (i >= o->n_phrases)
		return SP_AGENT_REASON_NO_PART;
	for (int k = 0; k < o->n_phrases; k++)
		again |= w->at.used[k] > 0 &&
			 sp_streq(o->part[k].keyword, part->keyword);
	if (w->c.verb == SP_VERB_CAST && o->kind != SP_ORDER_CAST)
		return agent_walk_in_hand(w, SP_AGENT_REASON_STILL_IN_HAND);
	if (sp_streq(part->keyword, "with") && (again || w->at.names != 0))
		return SP_AGENT_REASON_NO_MORE_ENERGY;
	if (sp_streq(part->keyword, "with"))
		return !agent_fill_is_source(&o->named[part->first]) &&
				       is_paid_for(w->f->b, card_of_clause(w))
			       ? SP_AGENT_REASON_NO_PAYMENT
			       : SP_AGENT_REASON_NO_ENERGY;
	return again ? SP_AGENT_REASON_NO_MORE : SP_AGENT_REASON_NO_USE;
}

bool agent_walk_holds(const struct sp_binding *b, int type)
{
	return sp_kind_of(agent_own_of_type(b, type, true)) == SP_KIND_CARD;
}

/* True if it makes one energy of two cards. */
static bool adds_up(const struct sp_card *card)
{
	return sp_card_only_plays(card, SP_WHEN_MODIFIER) &&
	       card->play[0].modifies == SP_MODIFIES_ENERGY;
}

/* Why the cards behind `with` do not pay: one is not held, one adds up and
 * cannot, or one is worth nothing. Returns whose name is to blame; NULL. */
static const struct sp_named *pays_nothing(
	const struct agent_walk *w, enum sp_agent_reason *why)
{
	const struct sp_binding *b = w->f->b;
	const struct sp_order *o = agent_walk_order(w);
	const struct sp_named *add = NULL, *worthless = NULL;
	int pay = 0;

	for (int k = 0; k < o->n_named; k++) {
		const struct sp_named *name = &o->named[k];
		const struct sp_card *card;
		bool with = false;

		for (int i = 0; i < o->n_phrases; i++)
			with = with ||
			       (agent_fill_is_with(&o->part[i]) &&
				       k >= o->part[i].first &&
				       k < o->part[i].first + o->part[i].n);
		if (!with || !agent_fill_is_source(name))
			continue;
		if (name->kind == SP_NAMED_NUMBER) {
			pay++;
			continue;
		}
		card = &b->ruleset->card[name->value];
		if ((w->at.names >> k & 1) == 0 &&
			!agent_walk_holds(b, name->value)) {
			*why = SP_AGENT_REASON_CANNOT_PAY;
			return name;
		}
		if (add == NULL && adds_up(card))
			add = name;
		else
			pay++;
		if (worthless == NULL && (w->at.names >> k & 1) == 0 &&
			!sp_card_pays(card))
			worthless = name;
	}
	*why = worthless != NULL ? SP_AGENT_REASON_PAYS_NOTHING
	       : b->view->decision.kind == SP_DECISION_TURN
		       ? SP_AGENT_REASON_ADDS_TWO
		       : SP_AGENT_REASON_ADDS_IN_TURN;
	if (worthless != NULL)
		return worthless;
	return *why == SP_AGENT_REASON_ADDS_TWO && pay == 2 ? NULL : add;
}

/* A slot of the card that has the part's word, and is not asked as things are;
 * -1. */
static int slot_of_part(const struct agent_walk *w, int i)
{
	const struct sp_ruleset *r = w->f->b->ruleset;
	const char *word = agent_walk_order(w)->part[i].keyword;
	int type = card_of_clause(w);

	for (int k = 0; type >= 0 && k < r->card[type].n_plays; k++) {
		const struct sp_card_play *play = &r->card[type].play[k];

		for (int n = 0; n < play->n_slots && word[0] != '\0'; n++)
			if (sp_streq(r->slot[play->slot[n]].words, word))
				return play->slot[n];
	}
	return -1;
}

/* True if a line is to bend, and the spell has none. */
static bool bends_none(const struct agent_walk *w)
{
	const struct sp_ruleset *r = w->f->b->ruleset;
	const struct sp_order *o = agent_walk_order(w);
	int type = card_of_clause(w);
	bool told = false;

	for (int i = 0; i < o->n_clauses; i++) {
		int part = o->clause[i].card;

		told |= part >= 0 && r->card[part].modifying >= 0 &&
			r->card[part].play[r->card[part].modifying].modifies ==
				SP_MODIFIES_CORNER;
	}
	for (int i = 0; told && type >= 0 && i < r->card[type].n_plays; i++)
		told = r->card[type].play[i].when != SP_WHEN_ACTION ||
		       !sp_law_bends(r, &r->card[type].play[i]);
	return told && type >= 0;
}

struct sp_agent_note agent_walk_no_use(
	const struct agent_walk *w, int i, struct sp_order_place *place)
{
	struct sp_agent_note note = { .reason = (uint8_t)no_use(w, i),
		.card = (int16_t)card_of_clause(w) };
	enum sp_agent_reason why = SP_AGENT_REASON_NONE;
	const struct sp_named *name = NULL;
	int slot = -1;

	if ((note.reason == SP_AGENT_REASON_NO_USE ||
		    note.reason == SP_AGENT_REASON_NO_PART) &&
		bends_none(w)) {
		note.reason = SP_AGENT_REASON_NO_LINE;
		return note;
	}
	if (note.reason == SP_AGENT_REASON_NO_MORE_ENERGY ||
		(note.reason == SP_AGENT_REASON_NO_ENERGY &&
			is_paid_for(w->f->b, note.card)))
		name = pays_nothing(w, &why);
	else if (note.reason == SP_AGENT_REASON_NO_USE)
		slot = slot_of_part(w, i);
	if (slot >= 0 && agent_walk_is_item(w))
		note.reason = SP_AGENT_REASON_STILL_IN_HAND;
	else if (slot >= 0)
		return (struct sp_agent_note){
			.reason = SP_AGENT_REASON_NOTHING_FOR,
			.slot = (int16_t)slot
		};
	if (name == NULL)
		return note;
	*place = name->at;
	return (struct sp_agent_note){ .reason = (uint8_t)why,
		.card = (int16_t)name->value };
}

/* True if the slot aims at somebody. */
static bool is_aim(const struct sp_card_slot *slot)
{
	return slot->asks == SP_ASK_TARGET || slot->asks == SP_ASK_WIZARD ||
	       slot->asks == SP_ASK_ANYONE || slot->asks == SP_ASK_CREATURE;
}

struct sp_agent_note agent_walk_no_answer(
	const struct agent_walk *w, const struct sp_card_slot *slot)
{
	const struct sp_binding *b = w->f->b;
	int type = w->c.n_answers > 1
			   ? agent_type_of(b->ruleset, b->view, w->c.answer[0])
			   : -1;
	struct sp_agent_note note = {
		.reason = is_aim(slot) ? SP_AGENT_REASON_NOBODY_FOR
				       : SP_AGENT_REASON_NOTHING_FOR,
		.card = (int16_t)type,
		.slot = w->domain.card_slot
	};
	sp_value play = w->c.answer[1];

	if (type < 0 || !sp_law_has_range(slot->asks) || play < 0 ||
		play >= b->ruleset->card[type].n_plays)
		return note;
	if (b->ruleset->card[type].play[play].range == SP_RANGE_SIGHT)
		note.reason = SP_AGENT_REASON_NONE_IN_SIGHT;
	else if (b->ruleset->card[type].play[play].range == SP_RANGE_ADJACENT)
		note.reason = SP_AGENT_REASON_NONE_BESIDE;
	return note;
}

bool agent_walk_is_half_line(
	const struct agent_walk *w, const struct sp_order_phrase *part)
{
	const struct sp_binding *b = w->f->b;
	const struct sp_named *name;

	if (part->n == 0 ||
		!sp_vocable_asks_line(b->ruleset, w->domain.card_slot))
		return false;
	name = &agent_walk_order(w)->named[part->first + part->n - 1];
	return name->kind == SP_NAMED_SQUARE &&
	       agent_square(b, name->where) != SP_NOWHERE;
}

bool agent_walk_is_item(const struct agent_walk *w)
{
	const struct sp_binding *b = w->f->b;
	bool cast = w->c.verb == SP_VERB_CAST ||
		    agent_walk_order(w)->kind == SP_ORDER_CAST;
	int type = cast && w->c.n_answers > 0
			   ? agent_type_of(b->ruleset, b->view, w->c.answer[0])
			   : -1;

	return type >= 0 && b->ruleset->card[type].is_item;
}

bool agent_fill_is_never_used(const struct sp_card *card)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].from == SP_FROM_CARRIED)
			return false;
	return card->is_item;
}

enum sp_agent_reason agent_walk_in_hand(
	const struct agent_walk *w, enum sp_agent_reason reason)
{
	int type = card_of_clause(w);

	return type >= 0 && agent_fill_is_never_used(
				    &w->f->b->ruleset->card[type])
		       ? SP_AGENT_REASON_NEVER_USED
		       : reason;
}

bool agent_walk_adds_up(const struct agent_walk *w, struct sp_agent_note *out,
	struct sp_order_place *place)
{
	enum sp_agent_reason why;
	const struct sp_named *name = pays_nothing(w, &why);

	if (w->domain.kind != SP_SLOT_ENERGY || name == NULL)
		return false;
	*out = (struct sp_agent_note){ .reason = (uint8_t)why,
		.card = (int16_t)name->value };
	*place = name->at;
	return true;
}

bool agent_walk_no_play(const struct agent_walk *w, struct sp_agent_note *out)
{
	const struct sp_binding *b = w->f->b;
	sp_value own = w->c.answer[0];
	int type = agent_type_of(b->ruleset, b->view, own);
	const struct sp_card *card;
	int kind = sp_kind_of(own);

	if (type < 0 || w->c.n_answers < 1)
		return false;
	card = &b->ruleset->card[type];
	*out = (struct sp_agent_note){ .card = (int16_t)type, .value = own };
	if (kind == SP_KIND_THING && card->is_item)
		out->reason = SP_AGENT_REASON_LIES_THERE;
	else if (agent_walk_order(w)->kind != SP_ORDER_CAST &&
		 kind == SP_KIND_PLAYED && agent_fill_is_never_used(card))
		out->reason = SP_AGENT_REASON_NEVER_USED;
	else if (kind == SP_KIND_CARD && w->c.n_answers > 1 &&
		 w->c.answer[1] >= 0 && w->c.answer[1] < card->n_plays &&
		 card->play[w->c.answer[1]].from == SP_FROM_MAINTAINED)
		out->reason = SP_AGENT_REASON_STILL_IN_HAND;
	return out->reason != SP_AGENT_REASON_NONE;
}

enum sp_reason agent_walk_against(const struct agent_walk *w, sp_value value)
{
	const struct sp_binding *b = w->f->b;
	struct sp_command c = w->c;
	struct sp_refusal why;

	if (c.n_answers == SP_ANSWERS_MAX)
		return SP_REASON_MALFORMED;
	c.answer[c.n_answers++] = value;
	if (sp_law_check(b->ruleset, b->view, &c, &why) == SP_OK ||
		why.slot != c.n_answers - 1)
		return SP_REASON_NONE;
	return (enum sp_reason)why.reason;
}

bool agent_walk_out_of_reach(enum sp_reason reason)
{
	return reason == SP_REASON_OUT_OF_SIGHT ||
	       reason == SP_REASON_OUT_OF_RANGE ||
	       reason == SP_REASON_NOT_ADJACENT;
}

/* True if the play leads or pushes somebody. */
static bool moves_somebody(const struct agent_walk *w)
{
	const struct sp_ruleset *r = w->f->b->ruleset;
	const struct sp_program *program;
	int type = card_of_clause(w);

	for (int i = 0; type >= 0 && i < r->card[type].n_plays; i++) {
		program = &r->card[type].play[i].program;
		for (int k = 0; k < program->n; k++)
			if (r->op[program->first + k].code == SP_OP_PUSH ||
				r->op[program->first + k].code == SP_OP_WALK)
				return true;
	}
	return false;
}

int agent_walk_before_way(
	const struct agent_walk *w, const struct sp_order_phrase *part)
{
	const struct sp_order *o = agent_walk_order(w);
	int n = part->n;

	while (n > 0 &&
		o->named[part->first + n - 1].kind == SP_NAMED_DIRECTION)
		n--;
	return n < part->n && (n > 0 || part->count > 0) && moves_somebody(w)
		       ? n
		       : -1;
}
