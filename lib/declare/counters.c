/* The counters of a declaration: what they lack, and some of them alone. */
#include "declare_private.h"

#include "eval/eval.h"

/* Does a card of the hand, but for one of this type, give so much energy? What
 * rolls may. */
static bool has_worth(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, int type, int worth)
{
	int each = sp_eval_actor_stat(
		ruleset, view, seat, SP_STAT_ENERGY_PER_CARD);
	bool own = true;

	for (int i = 0; i < view->hand[seat].n; i++) {
		int copy = view->hand[seat].card[i];
		const struct sp_card *card = sp_ruleset_card(ruleset, copy);

		if (own && ruleset->type[copy] == type) {
			own = false;
			continue;
		}
		if (card->energy_die > 0 || card->energy + each == worth)
			return true;
	}
	return false;
}

/* The energy that a name behind `with` is worth: a number, or a card of nothing
 * but energy; else 1, which needs no card. */
static int said_worth(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_named *name)
{
	if (name->kind == SP_NAMED_NUMBER)
		return name->value;
	if (name->kind == SP_NAMED_CARD && ruleset->card[name->value].is_energy)
		return ruleset->card[name->value].energy +
		       sp_eval_actor_stat(
			       ruleset, view, seat, SP_STAT_ENERGY_PER_CARD);
	return 1;
}

/* What this clause says that it is paid with and no card is worth; 0. */
static int unpaid(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, const struct sp_order *o, int clause)
{
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (part->clause != clause || !sp_streq(part->keyword, "with"))
			continue;
		for (int k = part->first; k < part->first + part->n; k++) {
			int worth =
				said_worth(ruleset, view, seat, &o->named[k]);

			if (worth > 1 && !has_worth(ruleset, view, seat,
						 o->clause[clause].card, worth))
				return worth;
		}
	}
	return 0;
}

int declare_missing(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *o,
	int *missing, int *worth)
{
	int first = -1;

	*missing = *worth = 0;
	for (int i = 1; i < o->n_clauses; i++) {
		int lacks = 0;

		if (sp_agent_has_playable(
			    ruleset, view, seat, o->clause[i].card)) {
			lacks = unpaid(ruleset, view, seat, o, i);
			if (lacks == 0)
				continue;
		}
		if (first < 0) {
			first = o->clause[i].card;
			*worth = lacks;
		}
		++*missing;
	}
	return first;
}

/* Does the order say anything for the slot behind the card of this clause: its
 * keyword, or a place by itself? */
static bool says(const struct sp_order *o, int clause, const char *keyword)
{
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];
		const struct sp_named *name = &o->named[part->first];

		if (part->clause == clause &&
			(sp_streq(part->keyword, keyword) ||
				(part->n > 0 &&
					(name->kind == SP_NAMED_SQUARE ||
						name->kind == SP_NAMED_EDGE))))
			return true;
	}
	return false;
}

int declare_placeless(
	const struct sp_ruleset *ruleset, const struct sp_order *o, int *slot)
{
	for (int i = 1; i < o->n_clauses; i++) {
		const struct sp_card *card = &ruleset->card[o->clause[i].card];

		for (int p = 0; p < card->n_plays; p++) {
			const struct sp_card_play *play = &card->play[p];

			for (int k = 0; play->when == SP_WHEN_REACTION &&
					k < play->n_slots;
				k++) {
				*slot = play->slot[k];
				switch (ruleset->slot[*slot].asks) {
				case SP_ASK_SQUARE:
				case SP_ASK_EMPTY:
				case SP_ASK_BORDER:
					if (!says(o, i,
						    ruleset->slot[*slot].words))
						return o->clause[i].card;
					break;
				default:
					break;
				}
			}
		}
	}
	return -1;
}

const struct sp_named *declare_worthless(
	const struct sp_ruleset *ruleset, const struct sp_order *o)
{
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (part->clause == 0 || !sp_streq(part->keyword, "with"))
			continue;
		for (int k = part->first; k < part->first + part->n; k++) {
			const struct sp_card *card;

			if (o->named[k].kind != SP_NAMED_CARD)
				continue;
			card = &ruleset->card[o->named[k].value];
			if (card->modifying < 0 && !sp_card_pays(card))
				return &o->named[k];
		}
	}
	return NULL;
}

void declare_drop_counter(struct sp_order *o, int clause)
{
	int n = 0;

	for (int i = 0; i < o->n_phrases; i++) {
		if (o->part[i].clause == clause)
			continue;
		o->part[n] = o->part[i];
		if (o->part[n].clause > clause)
			o->part[n].clause--;
		n++;
	}
	o->n_phrases = (uint8_t)n;
	o->n_clauses--;
	memmove(&o->clause[clause], &o->clause[clause + 1],
		(size_t)(o->n_clauses - clause) * sizeof(o->clause[0]));
}
