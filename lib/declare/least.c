/*
 * "with least": how little pays for a counter that is enough.
 *
 * Tried are no payment and then each number that one card of the hand may be
 * worth, from below; the first with which the damage is known to be gone, or
 * the wizard to live, is what is paid. What rolls is certain of nothing.
 */
#include "declare/declare.h"

#include "rules/rules.h"

#include "declare_private.h"

#define WORTH_MOST 20

/* Take all counters but that of this clause out. */
static void keep_only(struct sp_order *o, int clause)
{
	for (int k = o->n_clauses - 1; k >= 0; k--)
		if (k != clause && (o->kind != SP_ORDER_WHEN || k > 0))
			declare_drop_counter(o, k);
}

/* Say `with` a number for a clause, instead of "with least". False: there is no
 * room for it. */
static bool say_with(struct sp_order *o, int clause, int worth)
{
	struct sp_order_phrase *part = &o->part[o->n_phrases];

	o->clause[clause].least = SP_LEAST_NOT;
	if (worth == 0)
		return true;
	if (o->n_phrases == SP_ORDER_PHRASES_MAX ||
		o->n_named == SP_ORDER_NAMES_MAX)
		return false;
	*part = (struct sp_order_phrase){ .keyword = "with",
		.clause = (uint8_t)clause,
		.first = o->n_named,
		.n = 1,
		.at = o->clause[clause].at };
	o->named[o->n_named++] = (struct sp_named){
		.kind = SP_NAMED_NUMBER, .value = (int16_t)worth, .at = part->at
	};
	o->n_phrases++;
	return true;
}

static bool rolls(const struct sp_ruleset *ruleset, const struct sp_command *c)
{
	for (int i = 0; i < c->n_answers; i++)
		if (sp_kind_of(c->answer[i]) == SP_KIND_CARD &&
			sp_ruleset_card(ruleset, sp_index_of(c->answer[i]))
					->energy_die > 0)
			return true;
	return false;
}

/* True if the answer is known to be enough. */
static bool is_enough(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *c, int least)
{
	struct sp_game *then = sp_xmalloc(sizeof(*then));
	struct sp_events *events = sp_xmalloc(sizeof(*events));
	struct declare_harm harm;
	bool good;

	*then = *view;
	events->n = 0;
	good = sp_rules_imagine(ruleset, then, c, SP_DICE_UNKNOWN, events) ==
		       SP_OK &&
	       declare_foresee_harm(ruleset, then, c->seat, c->seat, &harm) &&
	       (least == SP_LEAST ? harm.most == 0 : !harm.deadly);
	sp_free(events);
	sp_free(then);
	return good;
}

/* The least that is enough for a counter; -1: nothing is known to be. */
static int least_of(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *o,
	int clause)
{
	for (int worth = 0; worth <= WORTH_MOST; worth++) {
		struct sp_order some = *o;
		struct sp_bound bound;

		if (worth == 1 || !say_with(&some, clause, worth))
			continue;
		keep_only(&some, clause);
		if (sp_agent_bind_declared(
			    ruleset, view, seat, &some, &bound) &&
			!rolls(ruleset, &bound.command) &&
			is_enough(ruleset, view, &bound.command,
				o->clause[clause].least))
			return worth;
	}
	return -1;
}

/* Why nothing is enough for that counter: what is wrong with it in any case, or
 * that it is not known to be. */
static void explain(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	int clause, struct sp_bound *why)
{
	struct sp_order plain = *order;

	(void)say_with(&plain, clause, 0);
	keep_only(&plain, clause);
	if (!sp_agent_bind_declared(ruleset, view, seat, &plain, why))
		return;
	memset(why, 0, sizeof(*why));
	why->at = order->clause[clause].at;
	why->note.reason = SP_AGENT_REASON_NO_LEAST;
	why->note.card = order->clause[clause].card;
}

bool sp_declare_pay_least(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_order *out, struct sp_bound *why)
{
	*out = *order;
	for (int i = 0; i < order->n_clauses; i++) {
		int worth;

		if (order->clause[i].least == SP_LEAST_NOT)
			continue;
		worth = least_of(ruleset, view, seat, out, i);
		if (worth < 0 || !say_with(out, i, worth)) {
			explain(ruleset, view, seat, order, i, why);
			return false;
		}
	}
	return true;
}

bool sp_declare_bind(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_bound *out)
{
	struct sp_order paid;

	if (order->kind != SP_ORDER_COUNTER ||
		view->decision.kind != SP_DECISION_REACTION)
		return sp_agent_bind(ruleset, view, seat, order, out);
	return sp_declare_pay_least(ruleset, view, seat, order, &paid, out) &&
	       sp_agent_bind(ruleset, view, seat, &paid, out);
}
