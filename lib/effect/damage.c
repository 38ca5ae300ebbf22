/*
 * Damage: one pipeline for all of it.
 *
 * The frame SP_FRAME_DAMAGE: `who` is hurt (ACTOR, EDGE, THING) by `by`, for
 * `cast` (-1: no announcement), with `amount` left at this moment; `self` is
 * the card in play or the thing that does it. When it is done it leaves in
 * `done` of the frame below what was lost.
 *
 * Eight files call each other in a circle, because each of these things can
 * have any other as its consequence: damage kills, breaks things and throws
 * people back; the dead drop what they carry, and their spells end; what
 * falls, ends or breaks raises events and takes with it what hangs on it. Most
 * calls only push a frame, which the machine steps later. (cards.c, death.c,
 * making.c, moving.c, spells.c, things.c, throw.c)
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "eval/thing.h"
#include "law/limits.h"

enum stage {
	STAGE_AMOUNT,
	STAGE_EVADE,
	STAGE_STATIC,
	STAGE_COUNTERED,
	STAGE_POINT,
	STAGE_ANSWERED,
	STAGE_CONVERT,
	STAGE_BLOWN,
	STAGE_LIFE,
	STAGE_DAMAGED,
	STAGE_DEALT,
	STAGE_DEATH,
	STAGE_END,
};

static int card_of(const struct sp_frame *f)
{
	return f->damage.told_by - 1;
}

static int victim_of(const struct sp_frame *f)
{
	return sp_kind_of(f->who) == SP_KIND_ACTOR ? sp_index_of(f->who)
						   : SP_NOBODY;
}

static int doer_of(const struct sp_frame *f)
{
	return sp_kind_of(f->by) == SP_KIND_ACTOR ? sp_index_of(f->by)
						  : SP_NOBODY;
}

static bool is_attack(const struct sp_frame *f)
{
	return (f->damage_flags & SP_DAMAGEFLAG_NOT_ATTACK) == 0;
}

/* Did its announcement ask those whom it concerns? */
static bool was_offered(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);

	return cast != NULL && is_attack(f) &&
	       sp_eval_is_attack(run->ruleset, run->g, f->cast) &&
	       f->damage.rolled == 0;
}

/* ---- pushing it -----------------------------------------------------------
 */

void effect_push_damage(struct sp_run *run, const struct sp_damage *damage)
{
	struct sp_game *g = run->g;
	struct sp_frame *f;

	if (damage->amount <= 0) {
		if (g->n_frames > 0)
			g->frame[g->n_frames - 1].done = 0;
		return;
	}
	f = sp_stack_push(run, SP_FRAME_DAMAGE);
	f->who = damage->to;
	f->by = damage->by;
	f->cast = (int8_t)damage->cast;
	f->damage.told_by = damage->card + 1;
	f->amount = damage->amount < 1000 ? damage->amount : 1000;
	f->damage_kind = damage->kind;
	f->element = damage->element;
	f->damage_flags = damage->flags;
	f->damage.rolled = damage->rolled;
}

/* ---- amount, evade, redirect ----------------------------------------------
 */

static void set_amount(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);

	f->stage = STAGE_EVADE;
	if (f->damage_kind == SP_DAMAGE_PHYSICAL && is_attack(f) &&
		doer_of(f) != SP_NOBODY)
		f->amount = sp_eval_stat_on(run->ruleset, run->g, f->by,
			SP_STAT_PHYSICAL_OUT, f->amount);
	if (cast != NULL)
		f->amount = sp_eval_halved(run->ruleset, cast, f->amount);
	if (f->amount <= 0)
		f->stage = STAGE_END;
}

/* A spell takes it instead of him. */
static void hurt_spell(struct sp_run *run, int played, int amount)
{
	struct sp_game *g = run->g;
	struct sp_played *p = &g->played[played];

	if (p->kind == SP_PLAYED_SPELL)
		effect_wear(run, played, amount);
}

static void evade(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);
	struct sp_harm harm = { f->cast, -1 };
	int victim = victim_of(f);
	bool evades;
	int stand_in;

	f->stage = STAGE_STATIC;
	if (cast == NULL || victim == SP_NOBODY || !is_attack(f))
		return;
	evades = (cast->doubted >> victim & 1U) != 0 ||
		 ((f->damage_flags & SP_DAMAGEFLAG_NO_EVADE) == 0 &&
			 sp_eval_got_away(
				 run->ruleset, run->g, f->cast, victim));
	stand_in = sp_game_relief(run->g, SP_RELIEF_REDIRECTION, harm, victim);
	if (evades)
		f->stage = STAGE_END;
	if (stand_in >= 0)
		hurt_spell(run, sp_index_of(run->g->relief[stand_in].source),
			f->amount);
}

/* ---- reductions -----------------------------------------------------------
 */

/* What its reductions belong to: the cast, where all that it does to him is of
 * one source, else this damage alone. */
static struct sp_harm harm_of(
	const struct sp_run *run, const struct sp_frame *f)
{
	struct sp_harm harm = { -1, (int)(f - run->g->frame) };

	if (sp_stack_cast_at(run, f->cast) != NULL)
		harm.cast = f->cast;
	return harm;
}

static struct sp_harm harm_itself(
	const struct sp_run *run, const struct sp_frame *f)
{
	return (struct sp_harm){ -1, (int)(f - run->g->frame) };
}

static void take_off(struct sp_run *run, struct sp_frame *f, int by)
{
	struct sp_event *event;

	if (by > 0) {
		f->amount -= by;
		event = sp_game_events_add(
			run->events, SP_EVENT_REDUCED, victim_of(f), SP_NOBODY);
		event->reduced.by = by;
		event->reduced.left = f->amount;
	}
	if (f->amount <= 0)
		f->stage = STAGE_END;
}

static bool is_singly(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);
	const struct sp_eval_card_play *play =
		cast == NULL ? NULL : sp_eval_cast_play(run->ruleset, cast);

	return play != NULL && (play->flags & SP_FLAG_SINGLY) != 0;
}

static bool is_reducible(const struct sp_frame *f)
{
	return victim_of(f) != SP_NOBODY &&
	       (f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) == 0;
}

/* What the statistics take off so much damage of one source; below 0: add. */
static int off_of(const struct sp_run *run, const struct sp_frame *f, int sum)
{
	int off = sum - sp_eval_stat_on(run->ruleset, run->g, f->who,
				SP_STAT_DAMAGE_IN, sum);

	return off < sum ? off : sum;
}

/* The statistics are for one source as a whole: the parts of a punch, the
 * passes of a bolt. What they take off is counted for all so far. */
static void reduce_static(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	struct sp_harm harm =
		is_singly(run, f) ? harm_itself(run, f) : harm_of(run, f);
	int victim = victim_of(f);
	int so_far, before = 0, by;

	f->stage = STAGE_COUNTERED;
	if (!is_reducible(f))
		return;
	so_far = sp_game_relief(g, SP_RELIEF_STATIC, harm, victim);
	if (so_far >= 0)
		before = g->relief[so_far].left;
	by = off_of(run, f, before + f->amount) - off_of(run, f, before);
	if (so_far >= 0 && before + f->amount < INT16_MAX)
		g->relief[so_far].left = (int16_t)(before + f->amount);
	else if (by != 0)
		(void)sp_game_relieve(g, SP_RELIEF_STATIC, harm, victim,
			f->amount, SP_NOTHING);
	if (by < 0)
		f->amount -= by;
	else
		take_off(run, f, by < f->amount ? by : f->amount);
}

/* What the counters to the announcement promised. Parts that are sources by
 * themselves share nothing: each has the next counter, which is used up. */
static void reduce_countered(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	struct sp_harm harm = harm_of(run, f);
	int victim = victim_of(f);
	int first, by;

	f->stage = STAGE_POINT;
	if (harm.cast < 0 || !is_reducible(f))
		return;
	if (!is_singly(run, f)) {
		take_off(run, f,
			sp_game_use_reliefs(g, SP_RELIEF_REDUCTION, harm,
				victim, f->amount));
		return;
	}
	first = sp_game_relief(g, SP_RELIEF_REDUCTION, harm, victim);
	if (first < 0)
		return;
	by = g->relief[first].left;
	sp_game_remove_relief(g, first);
	take_off(run, f, by < f->amount ? by : f->amount);
}

static void ask(struct sp_run *run, struct sp_frame *f)
{
	f->stage = STAGE_ANSWERED;
	if (victim_of(f) != SP_NOBODY && !was_offered(run, f) &&
		(f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) == 0)
		sp_stack_push_round(run, SP_POINT_DAMAGE, SP_NOTHING);
}

static void reduce_answered(struct sp_run *run, struct sp_frame *f)
{
	f->stage = STAGE_CONVERT;
	if (victim_of(f) != SP_NOBODY)
		take_off(run, f,
			sp_game_use_reliefs(run->g, SP_RELIEF_REDUCTION,
				harm_itself(run, f), victim_of(f), f->amount));
}

/* ---- convert --------------------------------------------------------------
 */

/* Is he being blown back by as much from the same hazard already? Then what is
 * left hurts: two bushes would throw him to and fro for ever. */
static bool goes_round(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;

	for (const struct sp_frame *below = g->frame; below < f; below++)
		if (below->kind == SP_FRAME_DAMAGE &&
			below->stage == STAGE_BLOWN && below->who == f->who &&
			below->self == f->self && below->amount <= f->amount)
			return true;
	return false;
}

static bool is_blown(const struct sp_run *run, const struct sp_frame *f)
{
	int victim = victim_of(f);

	if (victim == SP_NOBODY || !run->g->actor[victim].alive)
		return false;
	if (sp_game_relief(run->g, SP_RELIEF_CONVERSION, harm_itself(run, f),
		    victim) < 0 &&
		sp_game_relief(run->g, SP_RELIEF_CONVERSION, harm_of(run, f),
			victim) < 0 &&
		sp_eval_stat(run->ruleset, run->g, f->who, SP_STAT_FEATHER) ==
			0)
		return false;
	return !goes_round(run, f);
}

static void convert(struct sp_run *run, struct sp_frame *f)
{
	f->stage = STAGE_LIFE;
	if (!is_blown(run, f))
		return;
	f->stage = STAGE_BLOWN;
	f->done = 0;
	effect_push_walk(run, victim_of(f), SP_WAY_PUSHED, f->amount,
		effect_push_direction(run->ruleset, run->g, f->cast, f->who),
		victim_of(f));
}

/* The squares that he was not blown are damage again. */
static void blown(struct sp_frame *f)
{
	f->amount = f->done < f->amount ? f->done : f->amount;
	f->done = 0;
	f->stage = f->amount > 0 ? STAGE_LIFE : STAGE_END;
}

/* ---- what it does ---------------------------------------------------------
 */

static void hurt_actor(struct sp_run *run, struct sp_frame *f, int victim)
{
	struct sp_actor *w = &run->g->actor[victim];

	f->stage = STAGE_END;
	/* who is dying already has nothing more to lose */
	if (!w->alive || w->life <= 0)
		return;
	f->done = f->amount < w->life ? f->amount : w->life;
	sp_game_hurt(run->g, victim, f->amount, doer_of(f), card_of(f),
		f->damage_kind, f->element, run->events);
	f->stage = STAGE_DAMAGED;
}

/* What is weak to the element falls; else so many points are a crack. */
static void hurt_object(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_card *card =
		sp_eval_card_of_ref(run->ruleset, run->g, f->who);
	int per_crack = run->ruleset->damage_per_crack;
	int cracks;

	f->stage = STAGE_END;
	if (sp_stack_index_if(
		    run->g, f->who, (enum sp_kind)sp_kind_of(f->who)) < 0)
		return;
	if (f->element != SP_ELEMENT_NONE && card != NULL && card->has_object &&
		(card->object.weak >> f->element & 1U) != 0) {
		f->done = 1;
		effect_destroy(run, f->who);
		return;
	}
	if (sp_kind_of(f->who) == SP_KIND_THING &&
		sp_eval_is_hurt_by(run->ruleset, run->g, sp_index_of(f->who),
			f->damage_kind)) {
		f->done = effect_wound(run, sp_index_of(f->who), f->amount);
		return;
	}
	if (doer_of(f) != SP_NOBODY && sp_eval_stat(run->ruleset, run->g, f->by,
					       SP_STAT_CRACKS_PER_DAMAGE) != 0)
		per_crack = 1;
	cracks = f->amount / (per_crack > 0 ? per_crack : 1);
	if (cracks > 0 && sp_eval_cracks_max(run->ruleset, run->g, f->who) > 0)
		f->done = effect_crack(run, f->who, cracks);
}

static void lose(struct sp_run *run, struct sp_frame *f)
{
	int victim = victim_of(f);

	if (victim != SP_NOBODY)
		hurt_actor(run, f, victim);
	else
		hurt_object(run, f);
}

/* The event's own damage, for is(damage, ...). */
static void tell(struct sp_run *run, struct sp_frame *f,
	enum sp_card_event event, sp_value who, sp_value by)
{
	int before = run->g->n_frames;
	struct sp_frame *told;

	sp_effect_push_event(run, event, who, by, SP_NOTHING, f->amount);
	if (run->g->n_frames == before)
		return;
	told = &run->g->frame[run->g->n_frames - 1];
	told->damage_kind = f->damage_kind;
	told->element = f->element;
	told->damage_flags = f->damage_flags;
}

static void die(struct sp_run *run, struct sp_frame *f)
{
	int victim = victim_of(f);
	int killer = doer_of(f);
	const struct sp_actor *w = &run->g->actor[victim];

	f->stage = STAGE_END;
	if (!w->alive || w->life > 0)
		return;
	if (!is_attack(f) || killer == victim)
		killer = SP_NOBODY;
	sp_effect_push_death(run, victim, killer);
}

static void end(struct sp_run *run, struct sp_frame *f)
{
	struct sp_frame *below = sp_stack_below(run);
	int done = f->done;

	if (below != NULL)
		below->done = done;
	sp_stack_pop(run);
}

static void do_stage(struct sp_run *run, struct sp_frame *f)
{
	switch ((enum stage)f->stage) {
	case STAGE_AMOUNT:
		f->done = 0;
		set_amount(run, f);
		return;
	case STAGE_EVADE:
		evade(run, f);
		return;
	case STAGE_STATIC:
		reduce_static(run, f);
		return;
	case STAGE_COUNTERED:
		reduce_countered(run, f);
		return;
	case STAGE_POINT:
		ask(run, f);
		return;
	case STAGE_ANSWERED:
		reduce_answered(run, f);
		return;
	case STAGE_CONVERT:
		convert(run, f);
		return;
	case STAGE_BLOWN:
		blown(f);
		return;
	case STAGE_LIFE:
		lose(run, f);
		return;
	case STAGE_DAMAGED:
		f->stage = STAGE_DEALT;
		tell(run, f, SP_ON_DAMAGED, f->who, f->by);
		return;
	case STAGE_DEALT:
		f->stage = STAGE_DEATH;
		if (doer_of(f) != SP_NOBODY)
			tell(run, f, SP_ON_DEALT, f->by, f->who);
		return;
	case STAGE_DEATH:
		die(run, f);
		return;
	case STAGE_END:
		end(run, f);
		return;
	}
}

void sp_effect_step_damage(struct sp_run *run, struct sp_frame *f)
{
	int frames = run->g->n_frames;

	/* most of it asks nobody: on to where somebody else has the word */
	while (run->g->n_frames == frames && !run->unknown)
		do_stage(run, f);
}

/* ---- what an answer does to it --------------------------------------------
 */

/* The damage that the open round is about, if it hurts this actor. */
static struct sp_frame *damage_at_hand(struct sp_run *run, int actor)
{
	struct sp_game *g = run->g;

	for (int i = g->n_frames - 1; i >= 0; i--)
		if (g->frame[i].kind == SP_FRAME_DAMAGE)
			return victim_of(&g->frame[i]) == actor ? &g->frame[i]
								: NULL;
	return NULL;
}

void effect_damage_reduce(
	struct sp_run *run, int actor, int by, sp_value source)
{
	struct sp_frame *f = damage_at_hand(run, actor);

	if (f != NULL)
		(void)sp_stack_relieve(run, SP_RELIEF_REDUCTION,
			harm_itself(run, f), actor, by, source);
}

void effect_damage_convert(struct sp_run *run, int actor, sp_value source)
{
	struct sp_frame *f = damage_at_hand(run, actor);

	if (f != NULL)
		(void)sp_stack_relieve(run, SP_RELIEF_CONVERSION,
			harm_itself(run, f), actor, 0, source);
}
