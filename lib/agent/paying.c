/* What of an order can be meant to pay. */
#include "fill.h"

#include "eval/eval.h"
#include "law/casting.h"

static const struct sp_order *order_of(const struct sp_fill *f)
{
	return f->b->order;
}

static int type_of(const struct sp_fill *f, sp_value value)
{
	return agent_type_of(f->b->ruleset, f->b->view, value);
}

int agent_fill_worth(const struct sp_fill *f, sp_value card)
{
	const struct sp_binding *b = f->b;

	return sp_ruleset_card(b->ruleset, sp_index_of(card))->energy +
	       sp_eval_actor_stat(
		       b->ruleset, b->view, b->seat, SP_STAT_ENERGY_PER_CARD);
}

static bool rolls(const struct sp_fill *f, sp_value card)
{
	return sp_ruleset_card(f->b->ruleset, sp_index_of(card))->energy_die >
	       0;
}

/* The single source worth so much that one would miss least: a card of nothing
 * but energy, else the first. */
static void add_worth(const struct sp_fill *f, const struct sp_domain *domain,
	int energy, int name, struct sp_choices *out)
{
	sp_value best = SP_NOTHING;

	for (int i = 0; i < domain->n; i++) {
		sp_value v = domain->value[i];

		/* what rolls is worth what it rolls */
		if (v == SP_NOTHING || rolls(f, v) ||
			agent_fill_worth(f, v) != energy)
			continue;
		if (best == SP_NOTHING ||
			(!sp_ruleset_card(f->b->ruleset, sp_index_of(best))
					->is_energy &&
				sp_ruleset_card(f->b->ruleset, sp_index_of(v))
					->is_energy))
			best = v;
	}
	if (best != SP_NOTHING)
		agent_fill_add(out, best, -1, name, -1);
	else if (energy == 1)
		agent_fill_offer(domain, SP_NOTHING, out);
	if (best == SP_NOTHING && energy == 1 && out->n > 0)
		out->choice[out->n - 1].name = (int8_t)name;
}

/* Of a phrase of `with`: how many names are used, and are not. */
static int count_sources(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_order_phrase *part, bool used)
{
	int n = 0;

	for (int k = part->first; k < part->first + part->n; k++)
		n += agent_fill_is_source(&order_of(f)->named[k]) &&
		     (at->names >> k & 1U) == used;
	return n;
}

/* Two powers are paid in the order in which it is written, "with A with B" or
 * "with A, B": the names that the next source is among, as bits. */
static uint32_t next_sources(const struct sp_fill *f,
	const struct sp_fill_at *at, const struct sp_casting *casting)
{
	const struct sp_order *o = order_of(f);
	bool added = casting->stage == SP_CASTING_SECOND_ENERGY;
	int phrases = 0;
	uint32_t names = 0;

	for (int i = 0; i < o->n_phrases; i++)
		phrases += agent_fill_is_with(&o->part[i]) &&
			   o->part[i].clause == at->clause;
	for (int i = 0; i < o->n_phrases && names == 0; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (!agent_fill_is_with(part) || part->clause != at->clause ||
			(added && count_sources(f, at, part, true) == 0))
			continue;
		for (int k = part->first; k < part->first + part->n; k++)
			if ((at->names >> k & 1U) == 0 &&
				(phrases > 1 || names == 0))
				names |= UINT32_C(1) << k;
	}
	return names;
}

static uint32_t sources_of(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at)
{
	struct sp_casting casting;
	const struct sp_card_play *play;

	if (!agent_plan_casting(
		    f->b->ruleset, f->b->view, c, c->n_answers, &casting))
		return UINT32_MAX;
	play = sp_eval_card_play(f->b->ruleset, &casting.cast);
	return (play->powers & SP_POWER_SECOND) != 0
		       ? next_sources(f, at, &casting)
		       : UINT32_MAX;
}

void agent_fill_energy(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out)
{
	const struct sp_order *o = order_of(f);
	uint32_t among = sources_of(f, c, at);
	bool said = false;

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (!agent_fill_is_with(part) || part->clause != at->clause)
			continue;
		for (int k = part->first; k < part->first + part->n; k++) {
			const struct sp_named *name = &o->named[k];

			if (!agent_fill_is_source(name) ||
				(at->names >> k & 1) != 0 ||
				(among >> k & 1U) == 0)
				continue;
			said = true;
			if (name->kind == SP_NAMED_NUMBER) {
				add_worth(f, domain, name->value, k, out);
				continue;
			}
			for (int d = 0; d < domain->n; d++) {
				if (type_of(f, domain->value[d]) == name->value)
					agent_fill_add(out, domain->value[d],
						-1, k, -1);
			}
		}
	}
	if (said)
		return;
	/* what adds up must be named */
	agent_fill_offer(domain, SP_NOTHING, out);
}

/* The energy that was said, as nearly as the hand can pay it. */
void agent_fill_nearest_energy(const struct sp_fill *f,
	const struct sp_domain *domain, struct sp_choices *out)
{
	const struct sp_order *o = order_of(f);
	sp_value best = SP_NOTHING;
	int wanted = -1, best_off = 0;

	for (int i = 0; i < o->n_named && wanted < 0; i++) {
		const struct sp_named *name = &o->named[i];

		if (name->kind == SP_NAMED_NUMBER)
			wanted = name->value;
		else if (name->kind == SP_NAMED_CARD &&
			 f->b->ruleset->card[name->value].is_energy)
			wanted = f->b->ruleset->card[name->value].energy;
	}
	for (int i = 0; wanted >= 0 && i < domain->n; i++) {
		int off;

		if (domain->value[i] == SP_NOTHING ||
			rolls(f, domain->value[i]))
			continue;
		off = agent_fill_worth(f, domain->value[i]) - wanted;
		off = off < 0 ? -off : off;
		if (best == SP_NOTHING || off < best_off) {
			best = domain->value[i];
			best_off = off;
		}
	}
	if (best != SP_NOTHING)
		agent_fill_add(out, best, -1, -1, -1);
	agent_fill_offer(domain, SP_NOTHING, out);
}

static long long distance(sp_value a, sp_value b)
{
	long long d = (long long)a - b;

	return d < 0 ? -d : d;
}

void agent_fill_nearest_first(struct sp_domain *domain, sp_value number)
{
	if (sp_kind_of(number) != SP_KIND_NUMBER)
		return;
	for (int i = 1; i < domain->n; i++) {
		sp_value v = domain->value[i];
		int k = i;

		if (sp_kind_of(v) != SP_KIND_NUMBER)
			return;
		for (; k > 0 && distance(domain->value[k - 1], number) >
					distance(v, number);
			k--)
			domain->value[k] = domain->value[k - 1];
		domain->value[k] = v;
	}
}
