/*
 * Does what was announced still stand: after a part of it fell, after somebody
 * moved, and when it resolves.
 */
#include "stack_private.h"

#include "eval/eval.h"
#include "eval/struck.h"
#include "law/target.h"

/* ---- what becomes of it when a part of it falls ---------------------------
 */

/* How many parts there are, each as often as it comes. */
static int count_parts(const struct sp_cast *cast)
{
	int n = 0;

	for (int k = 0; k < cast->n_parts; k++)
		n += cast->times[k];
	return n;
}

/* No more than the first so many parts stay. */
static void cut_parts(struct sp_cast *cast, int most)
{
	for (int k = 0; k < cast->n_parts; k++) {
		if (cast->times[k] > most)
			cast->times[k] = (uint8_t)most;
		if (cast->fallen[k] > cast->times[k])
			cast->fallen[k] = cast->times[k];
		most -= cast->times[k];
	}
	while (cast->n_parts > 0 && cast->times[cast->n_parts - 1] == 0)
		sp_game_drop_part(cast, cast->n_parts - 1);
}

/* What was said with more energy than there is now. */
static void fit_to_energy(struct sp_run *run, int i)
{
	struct sp_cast *cast = &run->g->cast[i];
	const struct sp_card_play *play = sp_eval_card_play(run->ruleset, cast);
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;
	int at = 0;

	sp_eval_env_of_cast(&env, run->ruleset, run->g, i, local);
	for (int k = 0; k < play->n_slots; k++) {
		const struct sp_card_slot *slot =
			&run->ruleset->slot[play->slot[k]];

		if (slot->repeat >= 0) {
			int n = sp_eval_code(&env, slot->repeat, 1);

			if (n < count_parts(cast))
				cut_parts(cast, n < 0 ? 0 : n);
			at += cast->n_parts;
			continue;
		}
		if (slot->asks == SP_ASK_NUMBER && slot->max >= 0 &&
			sp_kind_of(cast->answer[at]) == SP_KIND_NUMBER) {
			int max = sp_eval_code(&env, slot->max, 0);

			if (cast->answer[at] > max)
				cast->answer[at] = max > 0 ? max : 0;
		}
		at++;
	}
}

/* Without Add one source counts: the better one. */
static int count_one_source(
	struct sp_run *run, const struct sp_cast *cast, int from, int to)
{
	int each = sp_eval_actor_stat(
		run->ruleset, run->g, cast->seat, SP_STAT_ENERGY_PER_CARD);
	int best = 0;

	for (int k = from; k < to; k++) {
		int worth =
			sp_ruleset_card(run->ruleset, cast->paid[k])->energy +
			cast->rolled[k];

		best = worth > best ? worth : best;
	}
	return best + each;
}

/* Which power a modifier adds up: with two of them each its own, in their
 * order; else the one that two cards pay. */
static int power_of(const struct sp_run *run, const struct sp_cast *cast, int i,
	int modifier)
{
	int before = 0;

	if (cast->n_paid2 < 2)
		return 0;
	if (cast->n_paid - cast->n_paid2 < 2)
		return 1;
	for (int k = i + 1; k < modifier; k++) {
		const struct sp_cast *m = &run->g->cast[k];

		before += m->modifier && m->parent == i &&
			  sp_eval_card_play(run->ruleset, m)->modifies ==
				  SP_MODIFIES_ENERGY;
	}
	return before > 0;
}

/* What adds up two cards fell. */
static void adder_fell(struct sp_run *run, int i, int modifier)
{
	struct sp_cast *cast = &run->g->cast[i];
	int first = cast->n_paid - cast->n_paid2;

	if (power_of(run, cast, i, modifier) == 1)
		cast->energy2 = (uint8_t)count_one_source(
			run, cast, first, cast->n_paid);
	else if (first > 1)
		cast->energy = (uint8_t)count_one_source(run, cast, 0, first);
	fit_to_energy(run, i);
}

void stack_modifier_fell(struct sp_run *run, int i, int modifier)
{
	struct sp_cast *cast = &run->g->cast[i];

	switch ((enum sp_modifies)sp_eval_card_play(
		run->ruleset, &run->g->cast[modifier])
			->modifies) {
	case SP_MODIFIES_ENERGY:
		adder_fell(run, i, modifier);
		break;
	case SP_MODIFIES_CORNER:
		cast->corner = SP_NOWHERE;
		break;
	case SP_MODIFIES_ORIGIN:
		cast->origin = run->g->actor[sp_stack_doer(cast)].square;
		break;
	case SP_MODIFIES_NOTHING:
		break;
	}
}

/* ---- is it still legal -----------------------------------------------------
 */

static bool still_fits(struct sp_run *run, int i,
	const struct sp_card_slot *slot, sp_value answer)
{
	const struct sp_cast *cast = &run->g->cast[i];
	sp_value local[SP_LOCALS_MAX];
	struct sp_reach reach;
	struct sp_aim aim;
	struct sp_env env;
	bool fits;

	if (answer == SP_NOTHING || slot->face_down || slot->paid ||
		sp_game_cast_missed(cast, answer))
		return true;
	/* a number that nobody is shown stays the number that it was */
	if (answer == SP_HIDDEN) {
		run->unknown |=
			slot->asks != SP_ASK_NUMBER || slot->condition >= 0;
		return true;
	}
	sp_eval_aim_of_cast(&aim, run->ruleset, run->g, i);
	sp_eval_env_of_cast(&env, run->ruleset, run->g, i, local);
	env.draft = cast;
	aim.range = slot->range;
	aim.within = sp_eval_code(
		&env, sp_eval_card_play(run->ruleset, cast)->within, 0);
	sp_aim_with(&aim, &reach, run->sights);
	fits = sp_law_slot_judge(&aim, &env, slot, answer) == SP_REASON_NONE;
	run->unknown |= env.unknown;
	return fits;
}

/* Those parts that are no good any more fall; false: none is left. */
static bool check_parts(
	struct sp_run *run, int i, const struct sp_card_slot *slot)
{
	struct sp_cast *cast = &run->g->cast[i];
	int left = 0;

	for (int k = 0; k < cast->n_parts; k++) {
		if (sp_game_parts_left(cast, k) == 0)
			continue;
		if (still_fits(run, i, slot, cast->answer[cast->parts_at + k]))
			left++;
		else
			cast->fallen[k] = cast->times[k];
	}
	return left > 0;
}

/* Whom a fist meant. */
static bool punch_fits(struct sp_run *run, int i)
{
	const struct sp_cast *cast = &run->g->cast[i];
	struct sp_aim aim;

	if (sp_game_cast_missed(cast, cast->answer[0]))
		return true;
	sp_eval_aim_of_cast(&aim, run->ruleset, run->g, i);
	return sp_eval_in_range(&aim, cast->answer[0]) == SP_REASON_NONE;
}

/* What another than its caster casts it from is still there. */
static bool has_origin(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int i)
{
	for (int k = i + 1; k < g->n_casts; k++) {
		const struct sp_cast *m = &g->cast[k];

		if (m->modifier && m->parent == i && !m->cancelled &&
			sp_eval_card_play(ruleset, m)->modifies ==
				SP_MODIFIES_ORIGIN &&
			sp_game_square_of(g, m->answer[0]) == SP_NOWHERE)
			return false;
	}
	return true;
}

/* What is used is still where it was; what is answered has not fallen. */
static bool has_source(const struct sp_game *g, const struct sp_cast *cast)
{
	int i = sp_index_of(cast->self);

	if (cast->parent >= 0 && !cast->modifier &&
		g->cast[cast->parent].cancelled)
		return false;
	if (sp_kind_of(cast->self) == SP_KIND_PLAYED)
		return g->played[i].kind != SP_PLAYED_FREE &&
		       g->played[i].card == cast->card &&
		       (g->played[i].copied == 0 || cast->copied);
	if (sp_kind_of(cast->self) == SP_KIND_THING)
		return g->thing[i].kind != SP_THING_FREE &&
		       g->thing[i].card == cast->card;
	return true;
}

bool sp_stack_cast_stands(struct sp_run *run, int i)
{
	const struct sp_cast *cast = &run->g->cast[i];
	const struct sp_card_play *play = sp_eval_cast_play(run->ruleset, cast);
	int at = 0;

	if (!sp_stack_doer_lives(run->g, cast) || !has_source(run->g, cast) ||
		!has_origin(run->ruleset, run->g, i))
		return false;
	if (play == NULL)
		return punch_fits(run, i);
	for (int k = 0; k < play->n_slots; k++) {
		const struct sp_card_slot *slot =
			&run->ruleset->slot[play->slot[k]];

		if (slot->repeat >= 0) {
			if (cast->n_parts > 0 && !check_parts(run, i, slot))
				return false;
			at += cast->n_parts;
		} else if (!still_fits(run, i, slot, cast->answer[at++])) {
			return false;
		}
	}
	return true;
}

void sp_stack_fizzle(struct sp_run *run, int i)
{
	struct sp_cast *cast = &run->g->cast[i];

	cast->cancelled = 1;
	sp_game_events_add(
		run->events, SP_EVENT_FIZZLED, sp_stack_doer(cast), SP_NOBODY)
		->card = cast->card;
}

void sp_stack_tell_no_room(struct sp_run *run, int actor, int card)
{
	sp_game_events_add(run->events, SP_EVENT_NO_ROOM, actor, SP_NOBODY)
		->card = card;
}

bool sp_stack_relieve(struct sp_run *run, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int left, sp_value source)
{
	int i = sp_index_of(source);

	if (sp_game_relieve(run->g, kind, harm, actor, left, source))
		return true;
	sp_stack_tell_no_room(run, actor,
		sp_kind_of(source) == SP_KIND_PLAYED ? run->g->played[i].card
		: sp_kind_of(source) == SP_KIND_CARD ? i
						     : -1);
	return false;
}
