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
 * making.c, moving.c, spells.c, things.c, throw.c, triggers.c)
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

/* True if what its doer does to what he strikes counts: nobody strikes with
 * what falls, or grows there. */
static bool is_done_by_hand(const struct sp_frame *f)
{
	return is_attack(f) || (f->damage_flags & SP_DAMAGEFLAG_OWN) != 0;
}

/* Did its announcement ask those whom it concerns? */
static bool was_offered(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);

	return cast != NULL && is_attack(f) &&
	       sp_eval_is_attack(run->ruleset, run->g, f->cast) &&
	       f->damage.rolled == 0;
}

/* ---- how much it is, and which stage is next ------------------------------
 */

static int parts_of(const struct sp_frame *f)
{
	return f->amount * SP_DAMAGE_PARTS + f->damage.parts;
}

/* The amount is always what would be lost now, for whoever asks for it. */
static void set_parts(const struct sp_run *run, struct sp_frame *f, int parts)
{
	f->amount = sp_eval_points(run->ruleset, parts);
	f->damage.parts = parts > 0 ? parts - f->amount * SP_DAMAGE_PARTS : 0;
}

/* The ruleset's table of stages, each with the first that it has here. */
static const uint8_t first_of[SP_DAMAGESTAGE_COUNT] = {
	[SP_DAMAGESTAGE_EVADE] = STAGE_EVADE,
	[SP_DAMAGESTAGE_STATIC] = STAGE_STATIC,
	[SP_DAMAGESTAGE_COUNTERS] = STAGE_COUNTERED,
	[SP_DAMAGESTAGE_ASKED] = STAGE_POINT,
	[SP_DAMAGESTAGE_CONVERT] = STAGE_CONVERT,
};

static void go_to(const struct sp_run *run, struct sp_frame *f, int place)
{
	f->stage = place < SP_DAMAGESTAGE_COUNT
			   ? first_of[run->ruleset->damage_stage[place]]
			   : STAGE_LIFE;
}

/* On to the stage behind that one. */
static void go_behind(const struct sp_run *run, struct sp_frame *f, int stage)
{
	int place = 0;

	while (run->ruleset->damage_stage[place] != stage)
		place++;
	go_to(run, f, place + 1);
}

/* ---- pushing it -----------------------------------------------------------
 */

/* The first card of its kind in the game, which stands for all in a sum. */
static int first_of_kind(const struct sp_run *run, int card)
{
	const uint16_t *type = run->ruleset->type;
	int first = 0;

	while (first < card &&
		(type[first] != type[card] ||
			run->g->place[first].zone == SP_ZONE_OUT))
		first++;
	return card < 0 ? card : first;
}

/* Adds it to what this action does. If there is no room it is dealt at once,
 * and so is what answers were asked about already. */
static bool add_up(struct sp_run *run, const struct sp_damage *damage)
{
	struct sp_sum sum = { .to = damage->to,
		.by = damage->by,
		.card = (int16_t)first_of_kind(run, damage->card),
		.damage_kind = damage->kind,
		.element = damage->element,
		.damage_flags = damage->flags,
		.parts = damage->parts };

	return (damage->flags & SP_DAMAGEFLAG_SUMMED) != 0 &&
	       sp_kind_of(damage->to) == SP_KIND_ACTOR &&
	       (damage->cast < 0 || !sp_eval_is_attack(run->ruleset, run->g,
					    damage->cast)) &&
	       sp_game_add_to_sum(run->g, &sum);
}

bool sp_effect_push_sum(struct sp_run *run)
{
	const struct sp_game *g = run->g;
	struct sp_damage damage = { .cast = -1 };
	struct sp_sum sum;

	if (g->n_sums == 0 ||
		(g->n_frames > 0 &&
			g->frame[g->n_frames - 1].kind != SP_FRAME_ACTIVATION))
		return false;
	sum = sp_game_take_sum(run->g);
	damage.to = sum.to;
	damage.by = sum.by;
	damage.card = sum.card;
	damage.kind = sum.damage_kind;
	damage.element = sum.element;
	damage.flags = (uint8_t)(sum.damage_flags & ~SP_DAMAGEFLAG_SUMMED);
	damage.parts = sum.parts;
	effect_push_damage(run, &damage);
	return true;
}

void effect_push_damage(struct sp_run *run, const struct sp_damage *damage)
{
	struct sp_game *g = run->g;
	const int most = SP_DAMAGE_MAX * SP_DAMAGE_PARTS;
	struct sp_frame *f;

	if (damage->parts <= 0 || add_up(run, damage)) {
		if (g->n_frames > 0)
			g->frame[g->n_frames - 1].done = 0;
		return;
	}
	f = sp_stack_push(run, SP_FRAME_DAMAGE);
	f->who = damage->to;
	f->by = damage->by;
	f->cast = (int8_t)damage->cast;
	f->damage.told_by = damage->card + 1;
	f->damage_kind = damage->kind;
	f->element = damage->element;
	f->damage_flags = damage->flags;
	f->damage.rolled = damage->rolled;
	set_parts(run, f, damage->parts < most ? damage->parts : most);
}

/* ---- amount, evade, redirect ----------------------------------------------
 */

static void set_amount(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);
	int parts = parts_of(f);

	go_to(run, f, 0);
	if (f->damage_kind == SP_DAMAGE_PHYSICAL && is_done_by_hand(f) &&
		doer_of(f) != SP_NOBODY)
		parts = sp_eval_stat_on(run->ruleset, run->g, f->by,
			SP_STAT_PHYSICAL_OUT, parts);
	if (cast != NULL)
		parts = sp_eval_halved(cast, parts);
	set_parts(run, f, parts);
	if (parts <= 0)
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

	go_behind(run, f, SP_DAMAGESTAGE_EVADE);
	if (cast == NULL || victim == SP_NOBODY || !is_attack(f))
		return;
	evades = (cast->doubted >> victim & 1U) != 0 ||
		 !sp_eval_may_strike(run->ruleset, run->g, f->cast, victim) ||
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

/* So many parts; less than none are added. `card`: what does it, if that was
 * not told, or -1. */
static void take_off(struct sp_run *run, struct sp_frame *f, int by, int card)
{
	int before = f->amount;
	struct sp_event *event;

	set_parts(run, f, parts_of(f) - by);
	if (before > f->amount) {
		event = sp_game_events_add(
			run->events, SP_EVENT_REDUCED, victim_of(f), SP_NOBODY);
		event->reduced.by = before - f->amount;
		event->reduced.left = f->amount;
		event->card = card;
	}
	if (parts_of(f) <= 0)
		f->stage = STAGE_END;
}

static bool is_singly(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);
	const struct sp_card_play *play =
		cast == NULL ? NULL : sp_eval_cast_play(run->ruleset, cast);

	return play != NULL && (play->flags & SP_FLAG_SINGLY) != 0;
}

static bool is_reducible(const struct sp_frame *f)
{
	return victim_of(f) != SP_NOBODY &&
	       (f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) == 0;
}

/* What the statistics take off so many parts of one source; below 0: add. */
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
	int parts = parts_of(f);
	int so_far, before = 0, by;

	go_behind(run, f, SP_DAMAGESTAGE_STATIC);
	if (!is_reducible(f))
		return;
	so_far = sp_game_relief(g, SP_RELIEF_STATIC, harm, victim);
	if (so_far >= 0)
		before = sp_game_relief_parts(&g->relief[so_far]);
	by = off_of(run, f, before + parts) -
	     (before > 0 ? off_of(run, f, before) : 0);
	if (so_far >= 0)
		sp_game_relief_set(&g->relief[so_far], before + parts);
	else if (by != 0 || sp_eval_stats_in_play(run->ruleset, g,
				    UINT64_C(1) << SP_STAT_DAMAGE_IN))
		(void)sp_game_relieve(
			g, SP_RELIEF_STATIC, harm, victim, parts, SP_NOTHING);
	take_off(run, f, by,
		by > 0 ? sp_eval_stat_card(
				 run->ruleset, g, f->who, SP_STAT_DAMAGE_IN)
		       : -1);
}

/* Do his counters to the announcement take off as much as each other? */
static bool are_alike(
	const struct sp_game *g, struct sp_harm harm, int victim, int first)
{
	for (int i = first + 1; i < g->n_reliefs; i++)
		if (g->relief[i].kind == SP_RELIEF_REDUCTION &&
			g->relief[i].actor == victim &&
			g->relief[i].cast == harm.cast &&
			sp_game_relief_parts(&g->relief[i]) !=
				sp_game_relief_parts(&g->relief[first]))
			return false;
	return true;
}

/* The one that came first, or, once he was asked (rule `reductions`), the one
 * that he chose. -1: there is none, or he is asked now. */
static int counter_of(
	struct sp_run *run, struct sp_frame *f, struct sp_harm harm, int victim)
{
	struct sp_game *g = run->g;
	int found = sp_game_relief(g, SP_RELIEF_REDUCTION, harm, victim);

	if (found < 0 || g->rule[SP_RULE_REDUCTIONS] != SP_REDUCTIONS_CHOSEN)
		return found;
	if (f->what == SP_NOTHING && !are_alike(g, harm, victim, found)) {
		f->stage = STAGE_COUNTERED;
		sp_stack_push_choice(run, run->ruleset->reduction_slot, victim);
		return -1;
	}
	for (int i = found; f->what != SP_NOTHING && i < g->n_reliefs; i++)
		if (g->relief[i].kind == SP_RELIEF_REDUCTION &&
			g->relief[i].actor == victim &&
			g->relief[i].cast == harm.cast &&
			g->relief[i].source == f->what)
			found = i;
	f->what = SP_NOTHING;
	return found;
}

/* What the counters to the announcement promised. Parts that are sources by
 * themselves share nothing: each has the next counter, which is used up. */
static void reduce_countered(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	struct sp_harm harm = harm_of(run, f);
	int victim = victim_of(f);
	int parts = parts_of(f);
	int first, by;

	go_behind(run, f, SP_DAMAGESTAGE_COUNTERS);
	if (harm.cast < 0 || !is_reducible(f))
		return;
	if (!is_singly(run, f)) {
		take_off(run, f,
			sp_game_use_reliefs(
				g, SP_RELIEF_REDUCTION, harm, victim, parts),
			-1);
		return;
	}
	first = counter_of(run, f, harm, victim);
	if (first < 0)
		return;
	by = sp_game_relief_parts(&g->relief[first]);
	sp_game_remove_relief(g, first);
	take_off(run, f, by, -1);
}

static void ask(struct sp_run *run, struct sp_frame *f)
{
	f->stage = STAGE_ANSWERED;
	if (victim_of(f) != SP_NOBODY && f->amount > 0 &&
		!was_offered(run, f) &&
		(f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) == 0)
		sp_stack_push_round(run, SP_POINT_DAMAGE, SP_NOTHING);
}

static void reduce_answered(struct sp_run *run, struct sp_frame *f)
{
	go_behind(run, f, SP_DAMAGESTAGE_ASKED);
	if (victim_of(f) != SP_NOBODY)
		take_off(run, f,
			sp_game_use_reliefs(run->g, SP_RELIEF_REDUCTION,
				harm_itself(run, f), victim_of(f), parts_of(f)),
			-1);
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

	if (victim == SP_NOBODY || !run->g->actor[victim].alive ||
		f->amount <= 0)
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
	go_behind(run, f, SP_DAMAGESTAGE_CONVERT);
	if (!is_blown(run, f))
		return;
	f->stage = STAGE_BLOWN;
	f->done = 0;
	effect_push_walk(run, victim_of(f), SP_WAY_PUSHED, f->amount,
		effect_push_direction(run->ruleset, run->g, f->cast, f->who),
		victim_of(f));
}

/* The squares that he was not blown are damage again. */
static void blown(const struct sp_run *run, struct sp_frame *f)
{
	int left = f->done < f->amount ? f->done : f->amount;

	go_behind(run, f, SP_DAMAGESTAGE_CONVERT);
	set_parts(run, f, left * SP_DAMAGE_PARTS);
	f->done = 0;
	if (left <= 0)
		f->stage = STAGE_END;
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

/* So many points are a crack; what is too little for one is told, so that
 * nobody waits for a wall that does not fall. What has no cracks is not meant:
 * a rock that a flood goes over. */
static void crack_object(struct sp_run *run, struct sp_frame *f)
{
	int per_crack = run->ruleset->damage_per_crack;
	bool cracks_at_all =
		sp_kind_of(f->who) == SP_KIND_EDGE ||
		sp_eval_cracks_max(run->ruleset, run->g, f->who) > 0;
	int cracks;

	if (doer_of(f) != SP_NOBODY && sp_eval_stat(run->ruleset, run->g, f->by,
					       SP_STAT_CRACKS_PER_DAMAGE) != 0)
		per_crack = 1;
	cracks = f->amount / (per_crack > 0 ? per_crack : 1);
	if (cracks > 0 && sp_eval_cracks_max(run->ruleset, run->g, f->who) > 0)
		f->done = effect_crack(run, f->who, cracks);
	if (f->done == 0 && cracks_at_all)
		effect_tell_of(run, SP_EVENT_UNHARMED, SP_NOBODY, -1, f->who)
			->damage = f->amount;
}

/* What is weak to the element falls. */
static void hurt_object(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_card *card =
		sp_eval_card_of_ref(run->ruleset, run->g, f->who);

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
	crack_object(run, f);
}

static void lose(struct sp_run *run, struct sp_frame *f)
{
	int victim = victim_of(f);

	f->damage.parts = 0;
	if (f->amount <= 0)
		f->stage = STAGE_END;
	else if (victim != SP_NOBODY)
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
		blown(run, f);
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
			harm_itself(run, f), actor, by * SP_DAMAGE_PARTS,
			source);
}

void effect_damage_convert(struct sp_run *run, int actor, sp_value source)
{
	struct sp_frame *f = damage_at_hand(run, actor);

	if (f != NULL)
		(void)sp_stack_relieve(run, SP_RELIEF_CONVERSION,
			harm_itself(run, f), actor, 0, source);
}
