/*
 * Does what was announced still stand: after a part of it fell, after somebody
 * moved, and when it resolves.
 */
#include "stack_private.h"

#include "law/aim.h"
#include "law/env.h"

/* ---- what becomes of it when a part of it falls ---------------------------
 */

static bool has_modifier(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int i, int what)
{
	for (int k = i + 1; k < g->n_items; k++) {
		const struct sp_item *m = &g->item[k];

		if (m->modifier && m->parent == i && !m->cancelled &&
			sp_card_play(ruleset, m)->modifies == what)
			return true;
	}
	return false;
}

/* Answers of the slot that repeats, from the nth on, go. */
static void cut_parts(struct sp_item *item, int n)
{
	int at = item->parts_at + n;
	int gone = item->n_parts - n;
	uint32_t low = (1U << at) - 1U;

	for (int i = at; i + gone < SP_SLOTS_ANSWERED; i++)
		item->answer[i] = item->answer[i + gone];
	item->secret = (item->secret & low) | (item->secret >> gone & ~low);
	item->n_answers = (uint8_t)(item->n_answers - gone);
	item->n_parts = (uint8_t)n;
	item->fallen_parts = (uint16_t)(item->fallen_parts & ((1U << n) - 1U));
	for (int i = item->n_answers; i < SP_SLOTS_ANSWERED; i++)
		item->answer[i] = 0;
}

/* What was said with more energy than there is now. */
static void fit_to_energy(struct sp_run *run, int i)
{
	struct sp_item *item = &run->g->item[i];
	const struct sp_card_play *play = sp_card_play(run->ruleset, item);
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;
	int at = 0;

	sp_law_env_of_item(&env, run->ruleset, run->g, i, local);
	for (int k = 0; k < play->n_slots; k++) {
		const struct sp_card_slot *slot =
			&run->ruleset->slot[play->slot[k]];

		if (slot->repeat >= 0) {
			int n = sp_law_eval(&env, slot->repeat, 1);

			if (n < item->n_parts)
				cut_parts(item, n < 0 ? 0 : n);
			at += item->n_parts;
			continue;
		}
		if (slot->asks == SP_ASK_NUMBER && slot->max >= 0 &&
			sp_kind_of(item->answer[at]) == SP_KIND_NUMBER) {
			int max = sp_law_eval(&env, slot->max, 0);

			if (item->answer[at] > max)
				item->answer[at] = max > 0 ? max : 0;
		}
		at++;
	}
}

/* Without Add one source counts: the better one. */
static void count_one_source(struct sp_run *run, struct sp_item *item)
{
	int each = sp_seat_stat(
		run->ruleset, run->g, item->seat, SP_STAT_ENERGY_PER_CARD);
	int best = 0;

	for (int k = 0; k < item->n_paid; k++) {
		int worth =
			sp_ruleset_card(run->ruleset, item->paid[k])->energy;

		best = worth > best ? worth : best;
	}
	if (item->n_paid > 1)
		item->energy = (uint8_t)(best + each);
}

void rules_modifier_fell(struct sp_run *run, int i, int modifier)
{
	struct sp_item *item = &run->g->item[i];

	switch ((enum sp_modifies)sp_card_play(
		run->ruleset, &run->g->item[modifier])
			->modifies) {
	case SP_MODIFIES_ENERGY:
		if (has_modifier(run->ruleset, run->g, i, SP_MODIFIES_ENERGY))
			return;
		count_one_source(run, item);
		fit_to_energy(run, i);
		break;
	case SP_MODIFIES_CORNER:
		item->corner = SP_NOWHERE;
		break;
	case SP_MODIFIES_ORIGIN:
		item->origin = run->g->wizard[item->seat].square;
		break;
	case SP_MODIFIES_NOTHING:
		break;
	}
}

/* ---- is it still legal -----------------------------------------------------
 */

/* The aim of one slot of it. */
static void aim_at_slot(struct sp_aim *aim, struct sp_run *run, int i,
	const struct sp_card_slot *slot)
{
	const struct sp_card_play *play =
		sp_card_play(run->ruleset, &run->g->item[i]);
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;

	sp_law_aim_of_item(aim, run->ruleset, run->g, i);
	sp_law_env_of_item(&env, run->ruleset, run->g, i, local);
	aim->range = slot->range;
	aim->within = sp_law_eval(&env, play->within, 0);
}

static bool still_fits(struct sp_run *run, int i,
	const struct sp_card_slot *slot, sp_value answer)
{
	const struct sp_item *item = &run->g->item[i];
	sp_value local[SP_LOCALS_MAX];
	struct sp_aim aim;
	struct sp_env env;
	bool fits;

	if (answer == SP_NOTHING || rules_item_missed(item, answer))
		return true;
	if (answer == SP_HIDDEN) {
		run->unknown = true;
		return true;
	}
	aim_at_slot(&aim, run, i, slot);
	sp_law_env_of_item(&env, run->ruleset, run->g, i, local);
	env.draft = item;
	fits = sp_law_slot_judge(&aim, &env, slot, answer) == SP_REASON_NONE;
	run->unknown |= env.unknown;
	return fits;
}

/* Those parts that are no good any more fall; false: none is left. */
static bool check_parts(
	struct sp_run *run, int i, const struct sp_card_slot *slot)
{
	struct sp_item *item = &run->g->item[i];
	int left = 0;

	for (int k = 0; k < item->n_parts; k++) {
		if ((item->fallen_parts >> k & 1U) != 0)
			continue;
		if (still_fits(run, i, slot, item->answer[item->parts_at + k]))
			left++;
		else
			item->fallen_parts |= (uint16_t)(1U << k);
	}
	return left > 0;
}

/* Whom a fist meant. */
static bool punch_fits(struct sp_run *run, int i)
{
	const struct sp_item *item = &run->g->item[i];
	struct sp_aim aim;

	if (rules_item_missed(item, item->answer[0]))
		return true;
	sp_law_aim_of_item(&aim, run->ruleset, run->g, i);
	return sp_law_in_range(&aim, item->answer[0]) == SP_REASON_NONE;
}

/* What is used is still where it was; what is answered has not fallen. */
static bool has_source(const struct sp_game *g, const struct sp_item *item)
{
	int i = sp_index_of(item->self);

	if (item->parent >= 0 && !item->modifier &&
		g->item[item->parent].cancelled)
		return false;
	if (sp_kind_of(item->self) == SP_KIND_PLAYED)
		return g->played[i].kind != SP_PLAYED_FREE &&
		       g->played[i].card == item->card;
	if (sp_kind_of(item->self) == SP_KIND_THING)
		return g->thing[i].kind != SP_THING_FREE &&
		       g->thing[i].card == item->card;
	return true;
}

bool rules_item_stands(struct sp_run *run, int i)
{
	const struct sp_item *item = &run->g->item[i];
	const struct sp_card_play *play = sp_item_play(run->ruleset, item);
	int at = 0;

	if (!run->g->wizard[item->seat].alive || !has_source(run->g, item))
		return false;
	if (play == NULL)
		return punch_fits(run, i);
	for (int k = 0; k < play->n_slots; k++) {
		const struct sp_card_slot *slot =
			&run->ruleset->slot[play->slot[k]];

		if (slot->repeat >= 0) {
			if (item->n_parts > 0 && !check_parts(run, i, slot))
				return false;
			at += item->n_parts;
		} else if (!still_fits(run, i, slot, item->answer[at++])) {
			return false;
		}
	}
	return true;
}

void rules_fizzle(struct sp_run *run, int i)
{
	struct sp_item *item = &run->g->item[i];

	item->cancelled = 1;
	sp_game_events_add(run->events, SP_EVENT_FIZZLED, item->seat, SP_NOBODY)
		->card = item->card;
}
