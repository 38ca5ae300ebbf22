/*
 * Damage: one pipeline for all of it.
 *
 * The frame SP_FRAME_DAMAGE: `who` is hurt (ACTOR, EDGE, THING) by `by`, for
 * `cast` (-1: no announcement), with `amount` left at this moment; `self` is
 * the card in play or the thing that does it. When it is done it leaves in
 * `done` of the frame below what was lost.
 *
 * Seven files call each other in a circle, because each of these things can
 * have any other as its consequence: damage kills, breaks things and throws
 * people back; the dead drop what they carry, and their spells end; what
 * falls, ends or breaks raises events and takes with it what hangs on it. Most
 * calls only push a frame, which the machine steps later. (cards.c, death.c,
 * moving.c, spells.c, things.c, throw.c)
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack_private.h"
#include "things_private.h"

#include "law/aim.h"
#include "law/env.h"
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

/* Bits of damage.flags. */
#define FOLLOWS 1 /* of the same source as the damage above it */
#define ROLLED  2 /* dice made the amount after the announcement */
#define CONVERT 4 /* an answer turns it into a push */

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
	const struct sp_cast *cast = rules_cast_at(run, f->cast);

	return cast != NULL && is_attack(f) &&
	       rules_is_attack(run->ruleset, run->g, f->cast) &&
	       (f->damage.flags & ROLLED) == 0;
}

/* ---- pushing it -----------------------------------------------------------
 */

void rules_push_damage(struct sp_run *run, const struct sp_damage *damage)
{
	struct sp_game *g = run->g;
	struct sp_frame *f;

	if (damage->amount <= 0) {
		if (g->n_frames > 0)
			g->frame[g->n_frames - 1].done = 0;
		return;
	}
	f = rules_push(run, SP_FRAME_DAMAGE);
	f->who = damage->to;
	f->by = damage->by;
	f->cast = (int8_t)damage->cast;
	f->damage.told_by = damage->card + 1;
	f->amount = damage->amount < 1000 ? damage->amount : 1000;
	f->damage_kind = damage->kind;
	f->element = damage->element;
	f->damage_flags = damage->flags;
	f->damage.flags =
		(damage->rolled ? ROLLED : 0) | (damage->follows ? FOLLOWS : 0);
}

/* ---- amount, evade, redirect ----------------------------------------------
 */

static void set_amount(struct sp_run *run, struct sp_frame *f)
{
	f->stage = STAGE_EVADE;
	if (f->damage_kind == SP_DAMAGE_PHYSICAL && is_attack(f) &&
		doer_of(f) != SP_NOBODY)
		f->amount = sp_law_stat_on(run->ruleset, run->g, f->by,
			SP_STAT_PHYSICAL_OUT, f->amount);
	if (f->amount <= 0)
		f->stage = STAGE_END;
}

/* A spell takes it instead of him. */
static void hurt_spell(struct sp_run *run, int played, int amount)
{
	struct sp_game *g = run->g;
	struct sp_played *p = &g->played[played];

	if (p->kind == SP_PLAYED_SPELL)
		rules_wear(run, played, amount);
}

static void evade(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_cast *cast = rules_cast_at(run, f->cast);
	int victim = victim_of(f);
	bool evades;
	int stand_in;

	f->stage = STAGE_STATIC;
	if (cast == NULL || victim == SP_NOBODY || !is_attack(f))
		return;
	evades = (f->damage_flags & SP_DAMAGEFLAG_NO_EVADE) == 0 &&
		 rules_got_away(run->ruleset, run->g, f->cast, victim);
	stand_in = cast->redirected[victim] - 1;
	if (evades)
		f->stage = STAGE_END;
	if (stand_in >= 0)
		hurt_spell(run, stand_in, f->amount);
}

/* ---- reductions -----------------------------------------------------------
 */

/* Take off up to `by`; gives what is left of it. */
static int take_off(struct sp_run *run, struct sp_frame *f, int by)
{
	struct sp_event *event;
	int off = by < f->amount ? by : f->amount;

	if (off > 0) {
		f->amount -= off;
		event = sp_game_events_add(
			run->events, SP_EVENT_REDUCED, victim_of(f), SP_NOBODY);
		event->reduced.by = off;
		event->reduced.left = f->amount;
	}
	return by - off;
}

/* The statistic counts once for one source: what the first part of a punch
 * leaves of it is taken off the second. */
static void reduce_static(struct sp_run *run, struct sp_frame *f)
{
	int by = f->damage.left_over;

	f->stage = STAGE_COUNTERED;
	if (victim_of(f) == SP_NOBODY ||
		(f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) != 0)
		return;
	if ((f->damage.flags & FOLLOWS) == 0) {
		int now = sp_law_stat_on(run->ruleset, run->g, f->who,
			SP_STAT_DAMAGE_IN, f->amount);

		by = f->amount - now;
		if (by < 0)
			f->amount = now;
	}
	f->damage.left_over = by > 0 ? take_off(run, f, by) : 0;
	if (f->amount <= 0)
		f->stage = STAGE_END;
}

static bool is_singly(const struct sp_run *run, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_cast_play(run->ruleset, cast);

	return play != NULL && (play->flags & SP_FLAG_SINGLY) != 0;
}

/* What the counters to the announcement promised. The parts of a spell that are
 * sources by themselves share nothing. */
static void reduce_countered(struct sp_run *run, struct sp_frame *f)
{
	struct sp_cast *cast = rules_cast_at(run, f->cast);
	int victim = victim_of(f);
	int left;

	f->stage = STAGE_POINT;
	if (cast == NULL || victim == SP_NOBODY ||
		(f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) != 0 ||
		cast->reduce[victim] == 0)
		return;
	left = take_off(run, f, cast->reduce[victim]);
	cast->reduce[victim] = (uint8_t)(is_singly(run, cast) ? 0 : left);
	if (f->amount <= 0)
		f->stage = STAGE_END;
}

static void ask(struct sp_run *run, struct sp_frame *f)
{
	f->stage = STAGE_ANSWERED;
	if (victim_of(f) != SP_NOBODY && !was_offered(run, f) &&
		(f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) == 0)
		rules_push_round(run, SP_POINT_DAMAGE, SP_NOTHING);
}

static void reduce_answered(struct sp_run *run, struct sp_frame *f)
{
	f->stage = STAGE_CONVERT;
	take_off(run, f, f->damage.answered);
	if (f->amount <= 0)
		f->stage = STAGE_END;
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
	const struct sp_cast *cast = rules_cast_at(run, f->cast);
	int victim = victim_of(f);

	if (victim == SP_NOBODY || !run->g->wizard[victim].alive)
		return false;
	if ((f->damage.flags & CONVERT) == 0 &&
		(cast == NULL || cast->converted[victim] == 0) &&
		sp_law_stat(run->ruleset, run->g, f->who, SP_STAT_FEATHER) == 0)
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
	rules_push_walk(run, victim_of(f), SP_WAY_PUSHED, f->amount,
		rules_push_direction(run->ruleset, run->g, f->cast, f->who),
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

static void hurt_wizard(struct sp_run *run, struct sp_frame *f, int victim)
{
	struct sp_wizard *w = &run->g->wizard[victim];

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
		sp_law_card_of_ref(run->ruleset, run->g, f->who);
	int per_crack = run->ruleset->damage_per_crack;
	int cracks;

	f->stage = STAGE_END;
	if (rules_index_if(run->g, f->who, (enum sp_kind)sp_kind_of(f->who)) <
		0)
		return;
	if (f->element != SP_ELEMENT_NONE && card != NULL && card->has_object &&
		(card->object.weak >> f->element & 1U) != 0) {
		f->done = 1;
		rules_destroy(run, f->who);
		return;
	}
	if (doer_of(f) != SP_NOBODY && sp_law_stat(run->ruleset, run->g, f->by,
					       SP_STAT_CRACKS_PER_DAMAGE) != 0)
		per_crack = 1;
	cracks = f->amount / (per_crack > 0 ? per_crack : 1);
	if (cracks > 0 && sp_law_cracks_max(run->ruleset, run->g, f->who) > 0)
		f->done = rules_crack(run, f->who, cracks);
}

static void lose(struct sp_run *run, struct sp_frame *f)
{
	int victim = victim_of(f);

	if (victim != SP_NOBODY)
		hurt_wizard(run, f, victim);
	else
		hurt_object(run, f);
}

/* The event's own damage, for is(damage, ...). */
static void tell(struct sp_run *run, struct sp_frame *f,
	enum sp_card_event event, sp_value who, sp_value by)
{
	int before = run->g->n_frames;
	struct sp_frame *told;

	rules_push_event(run, event, who, by, SP_NOTHING, f->amount);
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
	const struct sp_wizard *w = &run->g->wizard[victim];

	f->stage = STAGE_END;
	if (!w->alive || w->life > 0)
		return;
	if (!is_attack(f) || killer == victim ||
		(killer != SP_NOBODY && !run->g->wizard[killer].alive))
		killer = SP_NOBODY;
	rules_push_death(run, victim, killer);
}

static void end(struct sp_run *run, struct sp_frame *f)
{
	struct sp_frame *below = rules_below(run);
	int done = f->done, left = f->damage.left_over;

	if (below != NULL) {
		below->done = done;
		if (below->kind == SP_FRAME_DAMAGE &&
			(below->damage.flags & FOLLOWS) != 0 &&
			below->stage == STAGE_AMOUNT)
			below->damage.left_over = left;
	}
	rules_pop(run);
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

void rules_step_damage(struct sp_run *run, struct sp_frame *f)
{
	int frames = run->g->n_frames;

	/* most of it asks nobody: on to where somebody else has the word */
	while (run->g->n_frames == frames && !run->unknown)
		do_stage(run, f);
}

/* ---- what an answer does to it --------------------------------------------
 */

/* The damage that the open round is about, if it hurts this seat. */
static struct sp_frame *damage_at_hand(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;

	for (int i = g->n_frames - 1; i >= 0; i--)
		if (g->frame[i].kind == SP_FRAME_DAMAGE)
			return victim_of(&g->frame[i]) == seat ? &g->frame[i]
							       : NULL;
	return NULL;
}

void rules_damage_reduce(struct sp_run *run, int seat, int by)
{
	struct sp_frame *f = damage_at_hand(run, seat);

	if (f != NULL)
		f->damage.answered += by < 1000 ? by : 1000;
}

void rules_damage_convert(struct sp_run *run, int seat)
{
	struct sp_frame *f = damage_at_hand(run, seat);

	if (f != NULL)
		f->damage.flags |= CONVERT;
}
