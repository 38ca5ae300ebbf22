/* What may be answered: each candidate that the judge lets pass and from which
 * the command can still become complete. */
#include "casting_private.h"
#include "eval/eval.h"
#include "law/target.h"

#include <assert.h>

static void add(struct sp_domain *out, sp_value value)
{
	assert(out->n < SP_DOMAIN_MAX);
	out->value[out->n++] = value;
}

static void add_hand(const struct sp_casting *c, struct sp_domain *out)
{
	uint16_t hand[SP_CARDS_MAX];
	int n = sp_game_hand(c->g, c->seat, hand);

	for (int i = 0; i < n; i++)
		add(out, SP_REF(SP_KIND_CARD, hand[i]));
}

static void add_play_area(const struct sp_casting *c, struct sp_domain *out)
{
	for (int i = 0; i < c->g->played_end; i++) {
		if (c->g->played[i].kind != SP_PLAYED_FREE &&
			sp_law_casting_holder(c->g, i) == c->seat)
			add(out, SP_REF(SP_KIND_PLAYED, i));
	}
}

static void add_things(const struct sp_casting *c, struct sp_domain *out)
{
	for (int i = 0; i < c->g->things_end; i++) {
		if (c->g->thing[i].kind != SP_THING_FREE)
			add(out, SP_REF(SP_KIND_THING, i));
	}
}

static void add_sources(const struct sp_casting *c, struct sp_domain *out)
{
	if (c->verb != SP_VERB_USE)
		add_hand(c, out);
	if (c->verb == SP_VERB_USE)
		add_things(c, out);
	if (c->verb != SP_VERB_CAST)
		add_play_area(c, out);
	if (c->verb == SP_VERB_ANSWER)
		add(out, SP_NOTHING);
}

static void add_stack(const struct sp_casting *c, struct sp_domain *out)
{
	sp_value subject = c->g->reaction[c->round].subject;

	if (sp_kind_of(subject) != SP_KIND_ITEM) {
		add(out, subject);
		return;
	}
	for (int i = 0; i < c->g->n_casts; i++) {
		if (c->g->cast[i].used)
			add(out, SP_REF(SP_KIND_ITEM, i));
	}
}

/* Everything that could be an answer, ascending: the judge has the last word.
 */
static void candidates(
	const struct sp_casting *c, int most, struct sp_domain *out)
{
	const struct sp_card_slot *slot;
	struct sp_aim aim;
	struct sp_env env;

	out->card_slot = -1;
	switch ((enum sp_casting_stage)c->stage) {
	case SP_CASTING_SOURCE:
		out->kind = c->verb == SP_VERB_ANSWER ? SP_SLOT_COUNTER
			    : c->verb == SP_VERB_CAST ? SP_SLOT_CARD
						      : SP_SLOT_PLAYED;
		add_sources(c, out);
		break;
	case SP_CASTING_PLAY:
		out->kind = SP_SLOT_PLAY;
		for (int i = 0; i < law_casting_card(c)->n_plays; i++)
			add(out, i);
		break;
	case SP_CASTING_STACK:
		out->kind = SP_SLOT_STACK;
		add_stack(c, out);
		break;
	case SP_CASTING_MODIFIER:
		out->kind = SP_SLOT_MODIFIER;
		add_hand(c, out);
		add(out, SP_NOTHING);
		break;
	case SP_CASTING_ENERGY:
	case SP_CASTING_SECOND_ENERGY:
		out->kind = SP_SLOT_ENERGY;
		/* what is in an imagined hand is not known */
		if (!c->imagined)
			add_hand(c, out);
		add(out, SP_NOTHING);
		break;
	case SP_CASTING_MODIFIER_SLOT:
	case SP_CASTING_SLOT:
		slot = law_casting_slot(c);
		out->kind = SP_SLOT_ANY;
		out->card_slot = (int16_t)(slot - c->ruleset->slot);
		law_casting_env(&env, c);
		law_casting_aim(&aim, c,
			sp_eval_card_play(c->ruleset, law_casting_filled(c)),
			slot);
		sp_law_slot_some(&aim, &env, slot, most, out);
		break;
	case SP_CASTING_DONE:
		break;
	}
}

static bool is_slot(const struct sp_casting *c)
{
	return c->stage == SP_CASTING_MODIFIER_SLOT ||
	       c->stage == SP_CASTING_SLOT;
}

/* How often the last part may come: all the rest, or less if others are left.
 */
static void add_times(const struct sp_casting *c, struct sp_domain *out)
{
	int most = law_casting_most_times(c);

	for (int i = out->n > 0 ? 2 : most; i > 0 && i <= most; i++)
		add(out, SP_TIMES(i));
}

/* The candidates that are alone legal, in the list's own place; those of slots
 * were judged when they were found, but for what was answered before. */
static void legal(const struct sp_casting *c, int most, struct sp_domain *out)
{
	bool slot = is_slot(c);
	int n = 0;
	bool hides = slot && law_casting_hides_attack(c);
	bool stays = slot && law_casting_must_stay(c);

	out->n = 0;
	candidates(c, hides || stays ? SP_DOMAIN_MAX : most, out);
	if (slot && !hides && !stays && law_casting_slot(c)->repeat < 0)
		return;
	for (int i = 0; i < out->n; i++) {
		enum sp_reason reason =
			slot ? law_casting_judge_repeat(c, out->value[i])
			     : sp_law_casting_judge(c, out->value[i]);

		if (reason == SP_REASON_NONE && hides)
			reason = law_casting_judge_attack(c, out->value[i]);
		if (reason == SP_REASON_NONE && stays)
			reason = law_casting_judge_stay(c, out->value[i]);
		if (reason == SP_REASON_NONE)
			out->value[n++] = out->value[i];
	}
	out->n = n;
	if (slot)
		add_times(c, out);
}

/* Something of what is to come cannot fail: then there is no need to look. */
static bool is_open_end(const struct sp_casting *c)
{
	return c->stage == SP_CASTING_DONE ||
	       (c->verb == SP_VERB_ANSWER && c->stage == SP_CASTING_SOURCE);
}

/* ---- slots whose answers are all alike --------------------------------------
 *
 * Mostly nothing that is asked later depends on what a slot is answered: then
 * one answer is as good as another, and only one is followed to its end.
 */

/* Is the answer to a slot read by the code: by name, or among the parts? */
static bool reads_answer(
	const struct sp_ruleset *r, int32_t at, const struct sp_card_slot *slot)
{
	if (at < 0)
		return false;
	for (const struct sp_code *k = &r->code[at]; k->op != SP_CODE_END; k++)
		if (k->op == SP_CODE_SET ||
			(k->op == SP_CODE_LOCAL && k->value == slot->local))
			return true;
	return false;
}

/* The same, as what is asked by another slot, or by itself for its next part.
 */
static bool slot_reads_answer(const struct sp_ruleset *r,
	const struct sp_card_slot *other, const struct sp_card_slot *slot)
{
	return reads_answer(r, other->subject, slot) ||
	       reads_answer(r, other->among, slot) ||
	       reads_answer(r, other->within, slot) ||
	       reads_answer(r, other->when, slot) ||
	       reads_answer(r, other->condition, slot) ||
	       reads_answer(r, other->repeat, slot) ||
	       reads_answer(r, other->min, slot) ||
	       reads_answer(r, other->max, slot);
}

static bool stands_alone(const struct sp_casting *c)
{
	const struct sp_ruleset *r = c->ruleset;
	const struct sp_card_play *play;
	const struct sp_card_slot *slot;
	int first = c->slot;

	if (c->stage != SP_CASTING_SLOT || law_casting_must_stay(c))
		return false;
	play = sp_eval_card_play(r, &c->cast);
	slot = law_casting_slot(c);
	if (c->part + 1 == c->parts)
		first++;
	for (int i = first; i < play->n_slots; i++)
		if (slot_reads_answer(r, &r->slot[play->slot[i]], slot))
			return false;
	return true;
}

/* Behind this slot nothing is asked. */
static bool is_last(const struct sp_casting *c)
{
	return c->slot + 1 == sp_eval_card_play(c->ruleset, &c->cast)->n_slots;
}

/* So many answers to such a slot are enough, with those that may not come
 * again. */
static int enough(const struct sp_casting *c)
{
	const struct sp_card_slot *slot = law_casting_slot(c);

	if (!slot->distinct || slot->repeat < 0)
		return c->part > 0 ? SP_DOMAIN_MAX : 1;
	/* those behind the ones before it count */
	if (!slot->ordered && c->part > 0)
		return SP_DOMAIN_MAX;
	return c->parts;
}

/* Of the n answers that it may have now, ascending, those that leave enough for
 * its other parts: the first so many. */
static int that_leave_enough(const struct sp_casting *c, int n)
{
	const struct sp_card_slot *slot = law_casting_slot(c);
	int more = c->parts - c->part - 1;

	if (!slot->distinct || more == 0)
		return n;
	if (!slot->ordered && !c->one_by_one)
		return n > more ? n - more : 0;
	return n > more ? n : 0;
}

/* The one that is followed to its end: first the lowest, or all the rest alike.
 */
static sp_value followed(
	const struct sp_casting *c, const struct sp_domain *domain)
{
	assert(domain->n > 0);
	return domain->value[law_casting_slot(c)->distinct ? 0 : domain->n - 1];
}

/* ---- does it matter with how much it is paid? ------------------------------
 *
 * Most slots ask nothing that depends on the energy or on the card spent: then
 * one way to pay is as good as another, and only one is followed to its end.
 */

static bool reads_energy(const struct sp_ruleset *r, int32_t at)
{
	if (at < 0)
		return false;
	for (const struct sp_code *k = &r->code[at]; k->op != SP_CODE_END;
		k++) {
		if (k->op == SP_CODE_NAME &&
			(k->value == SP_NAME_ENERGY ||
				k->value == SP_NAME_ENERGY2))
			return true;
		/* these may look at the cast that is being made, or at hands */
		if (k->op == SP_CODE_CALL || k->op == SP_CODE_SET)
			if (k->value == SP_FN_ENERGY_OF ||
				k->value == SP_FN_CARDS ||
				k->value == SP_FN_CHEAPEST)
				return true;
	}
	return false;
}

static bool slot_reads_energy(
	const struct sp_ruleset *r, const struct sp_card_slot *slot)
{
	return slot->asks == SP_ASK_HAND || slot->asks == SP_ASK_MINE ||
	       slot->asks == SP_ASK_CARD || slot->asks == SP_ASK_ENERGY ||
	       reads_energy(r, slot->subject) || reads_energy(r, slot->among) ||
	       reads_energy(r, slot->among) || reads_energy(r, slot->within) ||
	       reads_energy(r, slot->when) ||
	       reads_energy(r, slot->condition) ||
	       reads_energy(r, slot->repeat) || reads_energy(r, slot->min) ||
	       reads_energy(r, slot->max);
}

static bool one_pays_like_another(const struct sp_casting *c)
{
	const struct sp_card_play *play;

	if (c->stage != SP_CASTING_ENERGY || c->n_modifiers > 0 ||
		law_casting_rolls(c))
		return false;
	play = sp_eval_card_play(c->ruleset, &c->cast);
	if (reads_energy(c->ruleset, play->within))
		return false;
	for (int i = 0; i < play->n_slots; i++)
		if (slot_reads_energy(
			    c->ruleset, &c->ruleset->slot[play->slot[i]]))
			return false;
	return true;
}

/* ---- what leads on ----------------------------------------------------------
 */

static bool leads_on_with(const struct sp_casting *c, sp_value value)
{
	struct sp_casting with;

	/* most of what is held or lies there is for another time */
	if (c->stage == SP_CASTING_SOURCE && !law_casting_has_play(c, value))
		return false;
	law_casting_copy(&with, c);
	sp_law_casting_take(&with, value);
	return sp_law_casting_leads_on(&with);
}

bool sp_law_casting_leads_on(const struct sp_casting *c)
{
	struct sp_domain domain;

	if (is_open_end(c))
		return true;
	if (stands_alone(c)) {
		legal(c, enough(c), &domain);
		return that_leave_enough(c, domain.n) > 0 &&
		       (is_last(c) || leads_on_with(c, followed(c, &domain)));
	}
	/* no card is always a way to pay without modifiers */
	if (one_pays_like_another(c))
		return leads_on_with(c, SP_NOTHING);
	/* mostly the first one does */
	if (is_slot(c)) {
		legal(c, 1, &domain);
		if (domain.n > 0 && leads_on_with(c, domain.value[0]))
			return true;
	}
	legal(c, SP_DOMAIN_MAX, &domain);
	/* the last first: NONE ends lists at once */
	for (int i = domain.n - 1; i >= 0; i--) {
		if (leads_on_with(c, domain.value[i]))
			return true;
	}
	return false;
}

/* True if the answers that were found are all alike: what one of them leads to
 * is known for all, and no other has to be followed. */
static bool settle(const struct sp_casting *c, struct sp_domain *out)
{
	int found;

	/* the only answer, or one like all others, is what leads on */
	if (c->proven && (out->n == 1 || one_pays_like_another(c)))
		return true;
	if (stands_alone(c)) {
		found = out->n;
		out->n = that_leave_enough(c, found);
		assert(out->n <= found);
		if (!c->proven && out->n > 0 && !is_last(c) &&
			!leads_on_with(c, followed(c, out)))
			out->n = 0;
		return true;
	}
	if (!one_pays_like_another(c))
		return false;
	if (!leads_on_with(c, SP_NOTHING))
		out->n = 0;
	return true;
}

void sp_law_casting_domain(const struct sp_casting *c, struct sp_domain *out)
{
	int n = 0;

	legal(c, SP_DOMAIN_MAX, out);
	if (settle(c, out))
		return;
	for (int i = 0; i < out->n; i++) {
		if (leads_on_with(c, out->value[i]))
			out->value[n++] = out->value[i];
	}
	out->n = n;
}

bool sp_law_casting_pick(
	const struct sp_casting *c, const struct sp_pick *pick, sp_value *out)
{
	struct sp_domain domain;
	bool settled;

	legal(c, SP_DOMAIN_MAX, &domain);
	settled = settle(c, &domain);
	while (domain.n > 0) {
		int i = pick->below(pick->state, domain.n);

		*out = domain.value[i];
		/* if something leads on, and nothing else does, it does */
		if (settled || (c->proven && domain.n == 1) ||
			leads_on_with(c, *out))
			return true;
		domain.value[i] = domain.value[--domain.n];
	}
	return false;
}
