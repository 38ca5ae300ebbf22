/*
 * Commands that play a card, answer by answer: which card, which of its plays,
 * what modifies and what pays, and the play's own slots. One walker serves the
 * judge, the list of legal answers, and the announcement.
 *
 * casting_play.c and casting_pay.c call back: each stage, once answered,
 * enters the next one that asks something, and which that is the walker knows.
 */
#include "casting_private.h"
#include "eval/eval.h"
#include "law/compulsion.h"
#include "law/limits.h"
#include "law/target.h"

#include <assert.h>

const struct sp_card *law_casting_card(const struct sp_casting *c)
{
	return sp_ruleset_card(c->ruleset, c->cast.card);
}

static bool is_modifier_stage(const struct sp_casting *c)
{
	return c->stage == SP_CASTING_MODIFIER_SLOT;
}

/* The cast that is being filled in: the last modifier, or the main one. */
const struct sp_cast *law_casting_filled(const struct sp_casting *c)
{
	return is_modifier_stage(c) ? &c->modifier[c->n_modifiers - 1]
				    : &c->cast;
}

void law_casting_clear_cast(struct sp_casting *c, struct sp_cast *cast)
{
	memset(cast, 0, sizeof(*cast));
	cast->used = 1;
	cast->seat = (int8_t)c->seat;
	cast->actor = SP_REF(SP_KIND_ACTOR, c->actor);
	cast->card = -1;
	cast->parent = -1;
	cast->origin = c->g->actor[c->actor].square;
	cast->corner = SP_NOWHERE;
	cast->blocked = -1;
	cast->self = SP_NOTHING;
	cast->energy = 1;
	for (int i = 0; i < SP_PAID_MAX; i++)
		cast->paid[i] = -1;
	for (int i = 0; i < SP_SLOTS_ANSWERED; i++)
		cast->answer[i] = SP_NOTHING;
}

static void begin_item(struct sp_casting *c)
{
	c->stage = SP_CASTING_SOURCE;
	c->n_modifiers = 0;
	c->slot = 0;
	c->part = 0;
	c->parts = 0;
	c->power = 0;
	c->answers = SP_NOTHING;
	c->actor = c->verb != SP_VERB_ANSWER && c->seat == c->g->active
			   ? sp_game_acting(c->g)
			   : c->seat;
	law_casting_clear_cast(c, &c->cast);
	for (int i = 0; i < SP_LOCALS_MAX; i++)
		c->local[i] = SP_NOTHING;
}

enum sp_reason sp_law_casting_begin(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int verb)
{
	memset(c, 0, offsetof(struct sp_casting, modifier));
	c->ruleset = ruleset;
	c->g = g;
	c->seat = verb == SP_VERB_ANSWER ? seat : sp_game_on_behalf(g, seat);
	c->verb = verb;
	c->round = g->n_rounds - 1;
	begin_item(c);
	if (verb == SP_VERB_ANSWER && c->round < 0)
		return SP_REASON_NOTHING_TO_COUNTER;
	return SP_REASON_NONE;
}

bool sp_law_casting_complete(const struct sp_casting *c)
{
	return c->stage == SP_CASTING_DONE;
}

/* ---- what conditions are read in ---------------------------------------- */

void law_casting_env_of(
	struct sp_env *env, const struct sp_casting *c, sp_value answers)
{
	memset(env, 0, sizeof(*env));
	env->ruleset = c->ruleset;
	env->g = c->g;
	env->actor = c->actor;
	env->self = c->cast.self;
	env->it = answers;
	env->who = SP_NOTHING;
	env->by = SP_NOTHING;
	env->what = answers;
	env->energy = c->cast.energy;
	env->energy2 = c->cast.energy2;
	env->cast = -1;
	env->draft = &c->cast;
	env->crossing = c->crossing;
	env->local = c->local;
	if (c->verb == SP_VERB_ANSWER)
		sp_eval_env_of_reaction(env, c->round, answers);
}

void law_casting_env(struct sp_env *env, const struct sp_casting *c)
{
	law_casting_env_of(env, c, c->answers);
}

void law_casting_aim(struct sp_aim *aim, const struct sp_casting *c,
	const struct sp_card_play *play, const struct sp_card_slot *slot)
{
	memset(aim, 0, sizeof(*aim));
	aim->ruleset = c->ruleset;
	aim->g = c->g;
	aim->actor = c->actor;
	aim->reach = c->reach;
	aim->origin = c->cast.origin;
	aim->corner = c->cast.corner;
	aim->range = slot != NULL ? slot->range : play->range;
	/* a distance of the slot's own is read with the slot */
	if (play->within >= 0) {
		struct sp_env env;

		law_casting_env(&env, c);
		aim->within = sp_eval_code(&env, play->within, 0);
	}
	aim->spell = play->spell;
	aim->ignore_sight_limit = (play->flags & SP_FLAG_GLOBAL) != 0;
	if (!is_modifier_stage(c))
		aim->only = (uint8_t)law_compelled_prey(c, play);
	if (!is_modifier_stage(c))
		return;
	/* a corner is seen from where the spell is cast, any other slot of a
	 * modifier from where the caster stands */
	aim->corner = SP_NOWHERE;
	if (play->modifies != SP_MODIFIES_CORNER)
		aim->origin = c->g->actor[c->actor].square;
}

/* ---- the slots of a play --------------------------------------------------
 */

const struct sp_card_slot *law_casting_slot(const struct sp_casting *c)
{
	const struct sp_card_play *play =
		sp_eval_card_play(c->ruleset, law_casting_filled(c));

	return &c->ruleset->slot[play->slot[c->slot]];
}

/* What lies there face down already is not asked for anew. */
static void keep_face_down(struct sp_casting *c, struct sp_cast *cast,
	const struct sp_card_slot *slot)
{
	if (!cast->face_up)
		cast->secret |= UINT64_C(1) << cast->n_answers;
	cast->answer[cast->n_answers++] = cast->under;
	c->local[slot->local] = cast->under;
}

/* Enter the first slot from c->slot on that is asked; answers of those that are
 * not are SP_NOTHING. Returns false where none is left. */
bool law_casting_next_slot(struct sp_casting *c, struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_card_play(c->ruleset, cast);

	for (; c->slot < play->n_slots; c->slot++) {
		const struct sp_card_slot *slot =
			&c->ruleset->slot[play->slot[c->slot]];
		struct sp_env env;

		law_casting_env(&env, c);
		if (slot->face_down && cast->under != 0) {
			keep_face_down(c, cast, slot);
			continue;
		}
		c->part = 0;
		c->parts = 1;
		if (!sp_eval_holds(&env, slot->when))
			c->parts = 0;
		else if (slot->repeat >= 0)
			c->parts = sp_eval_code(&env, slot->repeat, 1);
		if (c->parts > SP_PARTS_MAX)
			c->parts = SP_PARTS_MAX;
		if (slot->distinct && c->parts > SP_PARTS_DISTINCT)
			c->parts = SP_PARTS_DISTINCT;
		if (slot->repeat >= 0) {
			cast->parts_at = cast->n_answers;
			cast->n_parts = 0;
		}
		if (c->parts > 0)
			return true;
		if (slot->repeat < 0)
			cast->answer[cast->n_answers++] = SP_NOTHING;
	}
	return false;
}

static void after_slots(struct sp_casting *c)
{
	if (is_modifier_stage(c)) {
		law_casting_after_modifier(c);
		return;
	}
	/* the next counter of a list, or none */
	if (c->verb != SP_VERB_ANSWER || c->single ||
		c->reply.n == SP_REPLY_MAX)
		c->stage = SP_CASTING_DONE;
	else
		begin_item(c);
}

void law_casting_enter_slots(struct sp_casting *c)
{
	c->stage = SP_CASTING_SLOT;
	c->slot = 0;
	if (!law_casting_next_slot(c, &c->cast))
		after_slots(c);
}

/* What pays rolls: the slots are asked when the dice are known. */
void law_casting_put_off(struct sp_casting *c)
{
	c->cast.open = 1;
	after_slots(c);
}

void law_casting_enter_energy(struct sp_casting *c)
{
	c->stage = SP_CASTING_ENERGY;
	if (!sp_eval_card_play(c->ruleset, &c->cast)->fuelled)
		law_casting_enter_slots(c);
}

static bool in_list(const sp_value *list, int n, sp_value value)
{
	for (int i = 0; i < n; i++) {
		if (list[i] == value)
			return true;
	}
	return false;
}

/* May the last part come so many times: at least twice, and no more than there
 * are. */
static enum sp_reason judge_times(const struct sp_casting *c, int times)
{
	return times >= 2 && times <= law_casting_most_times(c)
		       ? SP_REASON_NONE
		       : SP_REASON_MALFORMED;
}

int law_casting_most_times(const struct sp_casting *c)
{
	const struct sp_card_slot *slot = law_casting_slot(c);
	const struct sp_cast *cast = law_casting_filled(c);

	if (slot->repeat < 0 || slot->distinct || cast->n_parts == 0 ||
		cast->times[cast->n_parts - 1] > 1)
		return 0;
	return 1 + c->parts - c->part;
}

enum sp_reason law_casting_judge_repeat(
	const struct sp_casting *c, sp_value value)
{
	const struct sp_card_slot *slot = law_casting_slot(c);
	const struct sp_cast *cast = law_casting_filled(c);
	const sp_value *parts = &cast->answer[cast->parts_at];
	int n = cast->n_parts;

	if (slot->repeat < 0)
		return SP_REASON_NONE;
	if (n == SP_PARTS_DISTINCT)
		return SP_REASON_MALFORMED;
	if (n == 0)
		return SP_REASON_NONE;
	if (slot->distinct && in_list(parts, n, value))
		return SP_REASON_TWICE;
	if (slot->ordered)
		return value != parts[n - 1] ? SP_REASON_NONE
					     : SP_REASON_MALFORMED;
	if (c->one_by_one ? in_list(parts, n, value) : value <= parts[n - 1])
		return SP_REASON_MALFORMED;
	return SP_REASON_NONE;
}

bool law_casting_hides_attack(const struct sp_casting *c)
{
	return c->g->rule[SP_RULE_NEUTRALS] == SP_NEUTRALS_ATTACK &&
	       !is_modifier_stage(c) && c->cast.type == SP_PLAY_NEUTRAL &&
	       (sp_eval_card_play(c->ruleset, &c->cast)->flags &
		       SP_FLAG_AS_OBJECT) == 0;
}

/* True if the answer names an opponent. */
static bool makes_attack(const struct sp_casting *c, sp_value value)
{
	int seat = sp_game_seat_of(c->g, sp_eval_actor_index(value));

	return law_casting_hides_attack(c) &&
	       sp_kind_of(value) == SP_KIND_ACTOR && seat != SP_NOBODY &&
	       seat != sp_game_seat_of(c->g, c->actor);
}

enum sp_reason law_casting_judge_attack(
	const struct sp_casting *c, sp_value value)
{
	enum sp_reason reason = SP_REASON_NONE;

	if (!makes_attack(c, value) || c->imagined)
		return SP_REASON_NONE;
	if (!c->one_by_one || sp_game_acting(c->g) == c->actor)
		reason = sp_law_may_attack(c->ruleset, c->g, c->actor);
	if (reason == SP_REASON_NONE &&
		!sp_eval_actor_stat(c->ruleset, c->g, sp_index_of(value),
			SP_STAT_MAY_BE_ATTACKED))
		reason = SP_REASON_NOT_TARGETABLE;
	return reason;
}

static enum sp_reason judge_part(const struct sp_casting *c, sp_value value)
{
	const struct sp_card_slot *slot = law_casting_slot(c);
	const struct sp_card_play *play =
		sp_eval_card_play(c->ruleset, law_casting_filled(c));
	enum sp_reason reason;
	struct sp_aim aim;
	struct sp_env env;

	if (sp_times_of(value) > 0)
		return judge_times(c, sp_times_of(value));
	reason = law_casting_judge_repeat(c, value);
	if (reason != SP_REASON_NONE)
		return reason;
	law_casting_env(&env, c);
	law_casting_aim(&aim, c, play, slot);
	reason = sp_law_slot_judge(&aim, &env, slot, value);
	if (reason == SP_REASON_NONE)
		reason = law_casting_judge_stay(c, value);
	return reason != SP_REASON_NONE ? reason
					: law_casting_judge_attack(c, value);
}

/* Parts have one order, in whichever they were asked. */
static void sort_parts(struct sp_cast *cast)
{
	sp_value *part = &cast->answer[cast->parts_at];

	for (int i = 1; i < cast->n_parts; i++) {
		sp_value value = part[i];
		uint8_t times = cast->times[i];
		int k = i;

		for (; k > 0 && part[k - 1] > value; k--) {
			part[k] = part[k - 1];
			cast->times[k] = cast->times[k - 1];
		}
		part[k] = value;
		cast->times[k] = times;
	}
}

static void end_slot(struct sp_casting *c, struct sp_cast *cast)
{
	const struct sp_card_slot *slot = law_casting_slot(c);

	if (c->one_by_one && slot->repeat >= 0 && !slot->ordered) {
		sort_parts(cast);
		c->local[slot->local] = cast->answer[cast->parts_at];
	}
	c->slot++;
	if (!law_casting_next_slot(c, cast))
		after_slots(c);
}

static void take_value(struct sp_casting *c, struct sp_cast *cast,
	const struct sp_card_slot *slot, sp_value value)
{
	assert(cast->n_answers < SP_SLOTS_ANSWERED);
	if (makes_attack(c, value))
		cast->type = SP_PLAY_ATTACK;
	if (slot->secret)
		cast->secret |= UINT64_C(1) << cast->n_answers;
	cast->answer[cast->n_answers++] = value;
	if (slot->repeat >= 0) {
		assert(cast->n_parts < SP_PARTS_DISTINCT);
		cast->times[cast->n_parts++] = 1;
	}
	if (!is_modifier_stage(c) && c->part == 0)
		c->local[slot->local] = value;
	if (slot->face_down)
		cast->under = value;
	if (slot->paid && sp_kind_of(value) == SP_KIND_CARD)
		cast->paid[cast->n_paid++] = (int16_t)sp_index_of(value);
	c->part++;
}

static void take_part(struct sp_casting *c, sp_value value)
{
	const struct sp_card_slot *slot = law_casting_slot(c);
	struct sp_cast *cast = is_modifier_stage(c)
				       ? &c->modifier[c->n_modifiers - 1]
				       : &c->cast;
	int times = sp_times_of(value);

	if (times > 0) {
		cast->times[cast->n_parts - 1] = (uint8_t)times;
		c->part += times - 1;
	} else {
		take_value(c, cast, slot, value);
	}
	if (c->part == c->parts)
		end_slot(c, cast);
}

/* ---- the walker -----------------------------------------------------------
 */

enum sp_reason sp_law_casting_judge(const struct sp_casting *c, sp_value value)
{
	enum sp_reason reason;

	switch ((enum sp_casting_stage)c->stage) {
	case SP_CASTING_SOURCE:
		reason = law_casting_judge_source(c, value);
		if (reason == SP_REASON_NONE &&
			sp_kind_of(value) == SP_KIND_CARD)
			reason = law_casting_judge_hand(c, value);
		return reason;
	case SP_CASTING_PLAY:
		return law_casting_judge_play(c, value);
	case SP_CASTING_STACK:
		return law_casting_judge_stack(c, value);
	case SP_CASTING_MODIFIER:
		return law_casting_judge_modifier(c, value);
	case SP_CASTING_ENERGY:
	case SP_CASTING_SECOND_ENERGY:
		return law_casting_judge_energy(c, value);
	case SP_CASTING_MODIFIER_SLOT:
	case SP_CASTING_SLOT:
		return judge_part(c, value);
	case SP_CASTING_DONE:
		break;
	}
	return SP_REASON_MALFORMED;
}

/* Keep the answer where a reply is made of counters. */
static void keep_answer(struct sp_casting *c, sp_value value)
{
	const struct sp_played *played;
	struct sp_counter *counter;

	if (c->stage == SP_CASTING_SOURCE) {
		if (value == SP_NOTHING)
			return;
		counter = &c->reply.counter[c->reply.n++];
		memset(counter, 0, sizeof(*counter));
		if (sp_kind_of(value) == SP_KIND_CARD) {
			counter->card = (int16_t)sp_index_of(value);
			return;
		}
		played = &c->g->played[sp_index_of(value)];
		counter->card = (int16_t)played->card;
		counter->copied = played->copied;
		return;
	}
	assert(c->reply.n > 0);
	counter = &c->reply.counter[c->reply.n - 1];
	if (c->stage == SP_CASTING_PLAY) {
		counter->play = (uint8_t)value;
		return;
	}
	assert(counter->n < SP_COUNTER_ANSWERS);
	counter->answer[counter->n++] = value;
}

void sp_law_casting_take(struct sp_casting *c, sp_value value)
{
	if (c->verb == SP_VERB_ANSWER && !c->one_by_one)
		keep_answer(c, value);
	switch ((enum sp_casting_stage)c->stage) {
	case SP_CASTING_SOURCE:
		law_casting_take_source(c, value);
		break;
	case SP_CASTING_PLAY:
		law_casting_take_play(c, value);
		break;
	case SP_CASTING_STACK:
		law_casting_take_stack(c, value);
		break;
	case SP_CASTING_MODIFIER:
		law_casting_take_modifier(c, value);
		break;
	case SP_CASTING_ENERGY:
	case SP_CASTING_SECOND_ENERGY:
		law_casting_take_energy(c, value);
		break;
	case SP_CASTING_MODIFIER_SLOT:
	case SP_CASTING_SLOT:
		take_part(c, value);
		break;
	case SP_CASTING_DONE:
		assert(false);
		break;
	}
}

/* ---- one counter ----------------------------------------------------------
 */

/* Where the card of a counter is now: in the hand, or in the play area. */
static sp_value source_of(
	const struct sp_game *g, const struct sp_counter *counter)
{
	int played = sp_game_played_of(g, counter->card, counter->copied);

	return played >= 0 ? SP_REF(SP_KIND_PLAYED, played)
			   : SP_REF(SP_KIND_CARD, counter->card);
}

static enum sp_reason pass_on(struct sp_casting *c, sp_value value)
{
	enum sp_reason reason = SP_REASON_MALFORMED;

	if (c->stage != SP_CASTING_DONE)
		reason = sp_law_casting_judge(c, value);
	if (reason == SP_REASON_NONE)
		sp_law_casting_take(c, value);
	return reason;
}

enum sp_reason sp_law_casting_of_counter(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int round, const struct sp_counter *counter)
{
	enum sp_reason reason =
		sp_law_casting_begin(c, ruleset, g, seat, SP_VERB_ANSWER);

	if (reason != SP_REASON_NONE)
		return reason;
	c->round = round;
	c->single = true;
	reason = pass_on(c, source_of(g, counter));
	if (reason == SP_REASON_NONE)
		reason = pass_on(c, counter->play);
	for (int i = 0; reason == SP_REASON_NONE && i < counter->n; i++)
		reason = pass_on(c, counter->answer[i]);
	if (reason == SP_REASON_NONE && c->stage != SP_CASTING_DONE)
		reason = SP_REASON_MALFORMED;
	return reason;
}

/* ---- a cast of the stack --------------------------------------------------
 */

bool sp_law_casting_said(
	const struct sp_casting *c, const struct sp_cast *it, sp_value *out)
{
	int at = c->cast.n_answers;
	int part = c->cast.n_parts - 1;

	if (c->stage != SP_CASTING_SLOT)
		return false;
	if (law_casting_most_times(c) > 0 && it->times[part] > 1)
		*out = SP_TIMES(it->times[part]);
	else if (at < it->n_answers)
		*out = it->answer[at];
	else
		return false;
	return true;
}

void sp_law_casting_of_open(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	bool counter = sp_eval_card_play(ruleset, it)->when == SP_WHEN_REACTION;
	sp_value said;

	(void)sp_law_casting_begin(c, ruleset, g, it->seat,
		counter ? SP_VERB_ANSWER : SP_VERB_CAST);
	c->single = true;
	c->one_by_one = true;
	c->actor = sp_eval_actor_index(it->actor);
	c->cast = *it;
	c->cast.n_answers = 0;
	c->cast.parts_at = 0;
	c->cast.n_parts = 0;
	memset(c->cast.times, 0, sizeof(c->cast.times));
	c->cast.secret = 0;
	if (it->parent >= 0)
		c->answers = SP_REF(SP_KIND_ITEM, it->parent);
	else if (counter)
		c->answers = g->reaction[c->round].subject;
	law_casting_enter_slots(c);
	while (sp_law_casting_said(c, it, &said))
		take_part(c, said);
}

enum sp_reason sp_law_casting_imagine(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int card, sp_value self, int play)
{
	enum sp_reason reason =
		sp_law_casting_begin(c, ruleset, g, seat, SP_VERB_ANSWER);

	if (reason != SP_REASON_NONE)
		return reason;
	c->single = true;
	c->imagined = true;
	c->reply.n = 1;
	c->cast.card = card;
	c->cast.self = self;
	if (sp_kind_of(self) == SP_KIND_PLAYED)
		law_casting_enter_creature(c);
	c->stage = SP_CASTING_PLAY;
	reason = law_casting_judge_play(c, play);
	if (reason == SP_REASON_NONE)
		law_casting_take_play(c, play);
	return reason;
}
