/*
 * Damage: one pipeline for all of it, and the operations about life.
 *
 * The frame SP_FRAME_DAMAGE: `who` is hurt (ACTOR, EDGE, THING) by `by`, for
 * `item` (-1: no announcement), with `amount` left at this moment; `self` is
 * the card in play or the thing that does it. The words below say what else it
 * keeps. When it is done it leaves in `done` of the frame below what was lost.
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

/* bits of `a` */
#define FOLLOWS 1 /* of the same source as the damage above it */
#define ROLLED  2 /* dice made the amount after the announcement */
#define CONVERT 4 /* an answer turns it into a push */

/* `b`: what answers at its own point take off; `c`: the card that it is told
 * by, and 1; `d`: what is left of the static reduction of the source */

static int card_of(const struct sp_frame *f)
{
	return f->c - 1;
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

static struct sp_item *item_of(const struct sp_run *run, int item)
{
	return item >= 0 && run->g->item[item].used ? &run->g->item[item]
						    : NULL;
}

static bool is_attack(const struct sp_frame *f)
{
	return (f->damage_flags & SP_DAMAGEFLAG_NOT_ATTACK) == 0;
}

/* Did its announcement ask those whom it concerns? */
static bool was_offered(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_item *item = item_of(run, f->item);

	return item != NULL && is_attack(f) &&
	       rules_is_attack(run->ruleset, run->g, f->item) &&
	       (f->a & ROLLED) == 0;
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
	f->item = (int8_t)damage->item;
	f->c = damage->card + 1;
	f->amount = damage->amount < 1000 ? damage->amount : 1000;
	f->damage_kind = damage->kind;
	f->element = damage->element;
	f->damage_flags = damage->flags;
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
	const struct sp_item *item = item_of(run, f->item);
	int victim = victim_of(f);
	bool evades;
	int stand_in;

	f->stage = STAGE_STATIC;
	if (item == NULL || victim == SP_NOBODY || !is_attack(f))
		return;
	evades = (f->damage_flags & SP_DAMAGEFLAG_NO_EVADE) == 0 &&
		 rules_got_away(run->ruleset, run->g, f->item, victim);
	stand_in = item->redirected[victim] - 1;
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
	int off = by < f->amount ? by : f->amount;

	if (off > 0) {
		f->amount -= off;
		sp_game_events_add(run->events, SP_EVENT_REDUCED, victim_of(f),
			SP_NOBODY, off, f->amount);
	}
	return by - off;
}

/* The statistic counts once for one source: what the first part of a punch
 * leaves of it is taken off the second. */
static void reduce_static(struct sp_run *run, struct sp_frame *f)
{
	int by = f->d;

	f->stage = STAGE_COUNTERED;
	if (victim_of(f) == SP_NOBODY ||
		(f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) != 0)
		return;
	if ((f->a & FOLLOWS) == 0) {
		int now = sp_law_stat_on(run->ruleset, run->g, f->who,
			SP_STAT_DAMAGE_IN, f->amount);

		by = f->amount - now;
		if (by < 0)
			f->amount = now;
	}
	f->d = by > 0 ? take_off(run, f, by) : 0;
	if (f->amount <= 0)
		f->stage = STAGE_END;
}

static bool is_singly(const struct sp_run *run, const struct sp_item *item)
{
	const struct sp_card_play *play = sp_item_play(run->ruleset, item);

	return play != NULL && (play->flags & SP_FLAG_SINGLY) != 0;
}

/* What the counters to the announcement promised. The parts of a spell that are
 * sources by themselves share nothing. */
static void reduce_countered(struct sp_run *run, struct sp_frame *f)
{
	struct sp_item *item = item_of(run, f->item);
	int victim = victim_of(f);
	int left;

	f->stage = STAGE_POINT;
	if (item == NULL || victim == SP_NOBODY ||
		(f->damage_flags & SP_DAMAGEFLAG_NO_REDUCE) != 0 ||
		item->reduce[victim] == 0)
		return;
	left = take_off(run, f, item->reduce[victim]);
	item->reduce[victim] = (uint8_t)(is_singly(run, item) ? 0 : left);
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
	take_off(run, f, f->b);
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
	const struct sp_item *item = item_of(run, f->item);
	int victim = victim_of(f);

	if (victim == SP_NOBODY || !run->g->wizard[victim].alive)
		return false;
	if ((f->a & CONVERT) == 0 &&
		(item == NULL || item->converted[victim] == 0) &&
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
		rules_push_direction(run->ruleset, run->g, f->item, f->who),
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
		(unsigned)f->damage_kind | (unsigned)f->element << 8,
		run->events);
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
	int done = f->done, left = f->d;

	if (below != NULL) {
		below->done = done;
		if (below->kind == SP_FRAME_DAMAGE &&
			(below->a & FOLLOWS) != 0 &&
			below->stage == STAGE_AMOUNT)
			below->d = left;
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

/* ---- punches --------------------------------------------------------------
 */

/* What a fist does, dice and all; *rolled: dice were. */
static int fist(struct sp_run *run, const struct sp_item *item, bool *rolled)
{
	const struct sp_ruleset *r = run->ruleset;
	int seat = item->seat;
	int set_die = sp_seat_stat(r, run->g, seat, SP_STAT_PUNCH_SET_DIE);
	int die = sp_seat_stat(r, run->g, seat, SP_STAT_PUNCH_DIE);
	int amount = sp_seat_stat(r, run->g, seat, SP_STAT_PUNCH);

	*rolled = set_die > 0 || die > 0;
	if (set_die > 0)
		amount = rules_roll(run, set_die, seat, item->card);
	if (die > 0)
		amount += rules_roll(run, die, seat, item->card);
	return amount;
}

static void push_blow(struct sp_run *run, int item, sp_value at, int amount,
	bool rolled, enum sp_damage_kind kind, enum sp_element element,
	bool follows)
{
	const struct sp_item *it = &run->g->item[item];
	struct sp_damage damage = {
		.to = at,
		.amount = amount,
		.kind = (uint8_t)kind,
		.element = (uint8_t)element,
		.item = item,
		.card = it->card,
		.by = it->actor,
	};

	if (amount <= 0)
		return;
	rules_push_damage(run, &damage);
	if (rolled)
		run->g->frame[run->g->n_frames - 1].a |= ROLLED;
	if (follows)
		run->g->frame[run->g->n_frames - 1].a |= FOLLOWS;
}

/* The fist, and behind it its fire; to an object it is one blow. */
static void strike(
	struct sp_run *run, int item, sp_value at, int amount, bool rolled)
{
	int fire = sp_seat_stat(run->ruleset, run->g, run->g->item[item].seat,
		SP_STAT_PUNCH_FIRE);

	if (fire > 0 && sp_kind_of(at) != SP_KIND_ACTOR) {
		push_blow(run, item, at, amount + fire, rolled,
			SP_DAMAGE_PHYSICAL, SP_ELEMENT_FIRE, false);
		return;
	}
	push_blow(run, item, at, fire, false, SP_DAMAGE_MAGICAL,
		SP_ELEMENT_FIRE, amount > 0);
	push_blow(run, item, at, amount, rolled, SP_DAMAGE_PHYSICAL,
		SP_ELEMENT_NONE, false);
}

/* Everybody whom his fists reach, but for whom he means and himself. */
static unsigned in_reach(const struct sp_run *run, int item, sp_value at)
{
	struct sp_game *g = run->g;
	int striker = g->item[item].seat;
	unsigned seats = 0;
	struct sp_aim aim;

	sp_law_aim_of_item(&aim, run->ruleset, g, item);
	for (int s = 0; s < g->n_seats; s++) {
		sp_value who = SP_REF(SP_KIND_ACTOR, s);

		if (s != striker && who != at && g->wizard[s].alive &&
			sp_law_in_range(&aim, who) == SP_REASON_NONE)
			seats |= 1U << s;
	}
	return seats;
}

void rules_resolve_punch(struct sp_run *run, int item, sp_value at)
{
	struct sp_game *g = run->g;
	const struct sp_item *it = &g->item[item];
	bool rolled;
	int amount;
	unsigned more = 0;

	if (!g->wizard[it->seat].alive)
		return;
	amount = fist(run, it, &rolled);
	if (run->unknown)
		return;
	if (sp_seat_stat(run->ruleset, g, it->seat, SP_STAT_PUNCH_ALL) != 0)
		more = in_reach(run, item, at);
	/* the last that is pushed comes first */
	for (int i = g->n_seats - 1; i >= 0; i--) {
		int s = (g->active + i) % g->n_seats;

		if ((more >> s & 1U) != 0)
			strike(run, item, SP_REF(SP_KIND_ACTOR, s), amount,
				rolled);
	}
	strike(run, item, at, amount, rolled);
}

void rules_op_punch(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value at = rules_arg(run, f, op, 0, SP_NOTHING);

	if (item_of(run, f->item) != NULL && at != SP_NOTHING)
		rules_resolve_punch(run, f->item, at);
}

/* ---- operations: life -----------------------------------------------------
 */

/* A thing on the board does it by itself, whoever laid it there; but what was
 * thrown and lies there now does it for him who threw it. */
static bool by_itself(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_item *item = item_of(run, f->item);

	return sp_kind_of(f->self) == SP_KIND_THING &&
	       (item == NULL || item->self != f->self);
}

static sp_value doer(const struct sp_run *run, const struct sp_frame *f)
{
	return f->seat < 0 || by_itself(run, f)
		       ? SP_NOTHING
		       : SP_REF(SP_KIND_ACTOR, f->seat);
}

void rules_op_damage(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value self = f->self;
	int frames = run->g->n_frames;
	struct sp_damage damage = {
		.to = rules_arg(run, f, op, 0, SP_NOTHING),
		.amount = rules_arg_number(run, f, op, 1),
		.kind = (uint8_t)sp_arg_word(op, 2),
		.element = (uint8_t)sp_arg_word(op, 3),
		.flags = (uint8_t)sp_arg_word(op, 4),
		.item = item_of(run, f->item) != NULL ? f->item : -1,
		.card = rules_frame_card(run->g, f),
		.by = doer(run, f),
	};

	f->done = 0;
	switch (sp_kind_of(damage.to)) {
	case SP_KIND_ACTOR:
		if (rules_seat_of(run->g, damage.to) == SP_NOBODY)
			return;
		break;
	case SP_KIND_EDGE:
	case SP_KIND_THING:
		if (rules_index_if(run->g, damage.to,
			    (enum sp_kind)sp_kind_of(damage.to)) < 0)
			return;
		break;
	default:
		return;
	}
	rules_push_damage(run, &damage);
	if (run->g->n_frames > frames)
		run->g->frame[frames].self = self;
}

void rules_op_heal(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int seat = rules_arg_seat(run, f, op, 0);
	int amount = rules_arg_number(run, f, op, 1);

	if (seat != SP_NOBODY && amount > 0)
		sp_game_heal(run->g, seat, amount,
			sp_seat_stat(
				run->ruleset, run->g, seat, SP_STAT_LIFE_MAX),
			run->events);
}

/* No damage: nothing answers it. */
static void set_life(struct sp_run *run, int seat, int life)
{
	struct sp_wizard *w = &run->g->wizard[seat];
	int before = w->life;

	if (life < 0)
		life = 0;
	if (life == before)
		return;
	w->life = (int16_t)life;
	sp_game_events_add(
		run->events, SP_EVENT_LIFE, seat, SP_NOBODY, before, life);
	if (life == 0)
		rules_push_death(run, seat, SP_NOBODY);
}

void rules_op_lose_life(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int seat = rules_arg_seat(run, f, op, 0);
	int amount = rules_arg_number(run, f, op, 1);

	if (seat != SP_NOBODY && amount > 0)
		set_life(run, seat, run->g->wizard[seat].life - amount);
}

static int capped(struct sp_run *run, int seat, int life)
{
	int max = sp_seat_stat(run->ruleset, run->g, seat, SP_STAT_LIFE_MAX);

	return life > max ? max : life;
}

void rules_op_share_life(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int first = rules_arg_seat(run, f, op, 0);
	int second = rules_arg_seat(run, f, op, 1);
	int sum;

	if (first == SP_NOBODY || second == SP_NOBODY || first == second)
		return;
	sum = run->g->wizard[first].life + run->g->wizard[second].life;
	set_life(run, first, capped(run, first, sum - sum / 2));
	set_life(run, second, capped(run, second, sum / 2));
}

/* Did he get out of the way of what this program does? */
static bool got_away(
	const struct sp_run *run, const struct sp_frame *f, int who)
{
	return item_of(run, f->item) != NULL && f->program >= 0 &&
	       rules_is_attack(run->ruleset, run->g, f->item) &&
	       rules_got_away(run->ruleset, run->g, f->item, who);
}

void rules_op_stun(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int seat = rules_arg_seat(run, f, op, 0);
	int turns = rules_arg_number(run, f, op, 1);

	if (seat != SP_NOBODY && turns > 0 && !got_away(run, f, seat))
		sp_game_stun(run->g, seat, turns, run->events);
}

/* ---- operations: answers to an attack -------------------------------------
 */

/* The damage that the open round of this answer is about. */
static struct sp_frame *damage_at_hand(struct sp_run *run)
{
	struct sp_game *g = run->g;

	for (int i = g->n_frames - 1; i >= 0; i--)
		if (g->frame[i].kind == SP_FRAME_DAMAGE)
			return &g->frame[i];
	return NULL;
}

/* The item that this counter answers; NULL: damage. */
static struct sp_item *answered(struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_item *counter = item_of(run, f->item);

	return counter == NULL ? NULL : item_of(run, counter->parent);
}

void rules_op_reduce(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int by = rules_arg_number(run, f, op, 0);
	struct sp_item *item = answered(run, f);
	struct sp_frame *damage;

	if (by <= 0 || f->seat < 0)
		return;
	if (item != NULL) {
		int sum = item->reduce[f->seat] + by;

		item->reduce[f->seat] =
			(uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
		return;
	}
	damage = damage_at_hand(run);
	if (damage != NULL && victim_of(damage) == f->seat)
		damage->b += by < 1000 ? by : 1000;
}

void rules_op_convert(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_item *item = answered(run, f);
	struct sp_frame *damage;

	(void)op; /* there is one conversion */
	if (f->seat < 0)
		return;
	if (item != NULL) {
		item->converted[f->seat] = 1;
		return;
	}
	damage = damage_at_hand(run);
	if (damage != NULL && victim_of(damage) == f->seat)
		damage->a |= CONVERT;
}

static void tell_evaded(
	struct sp_run *run, const struct sp_item *item, int seat)
{
	sp_game_events_add(run->events, SP_EVENT_EVADED, item->seat, seat, 0, 0)
		->c = item->card;
}

void rules_evade(struct sp_run *run, int item, int seat)
{
	struct sp_item *it = &run->g->item[item];

	if ((it->evaded >> seat & 1U) != 0 ||
		!rules_is_evadable(run->ruleset, run->g, item))
		return;
	it->evaded |= (uint8_t)(1U << seat);
	tell_evaded(run, it, seat);
}

void rules_op_evade(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int item = rules_arg_index(run, f, op, 0, SP_KIND_ITEM);
	int seat = rules_arg_seat(run, f, op, 1);

	if (item >= 0 && seat != SP_NOBODY)
		rules_evade(run, item, seat);
}

/* He has evaded it then (rules_got_away), but it is not over: its damage goes
 * to the spell. What cannot be evaded hurts both. */
void rules_op_redirect(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int item = rules_arg_index(run, f, op, 0, SP_KIND_ITEM);
	int seat = rules_arg_seat(run, f, op, 1);
	int spell = rules_index_if(run->g, f->self, SP_KIND_PLAYED);
	struct sp_item *it;

	if (item < 0 || seat == SP_NOBODY || spell < 0)
		return;
	it = &run->g->item[item];
	if (rules_got_away(run->ruleset, run->g, item, seat) ||
		it->redirected[seat] != 0)
		return;
	it->redirected[seat] = (uint8_t)(spell + 1);
	if (rules_got_away(run->ruleset, run->g, item, seat))
		tell_evaded(run, it, seat);
}

void rules_roll_evasion(struct sp_run *run, int item, int seat)
{
	const struct sp_ruleset *r = run->ruleset;
	const struct sp_item *it = &run->g->item[item];
	int upto = sp_seat_stat(r, run->g, seat, SP_STAT_EVADE_UPTO);
	int from = sp_seat_stat(r, run->g, seat, SP_STAT_EVADE_FROM);
	int die;

	if ((it->evaded >> seat & 1U) != 0 ||
		!rules_is_evadable(run->ruleset, run->g, item) ||
		(upto <= 0 && from <= 0))
		return;
	/* each card rolls its own die */
	if (upto > 0) {
		die = rules_roll(run, 4, seat, -1);
		if (!run->unknown && die <= upto)
			rules_evade(run, item, seat);
	}
	if (from > 0 && !run->unknown && (it->evaded >> seat & 1U) == 0) {
		die = rules_roll(run, 4, seat, -1);
		if (!run->unknown && die >= from)
			rules_evade(run, item, seat);
	}
}

void rules_wear(struct sp_run *run, int played, int by)
{
	struct sp_played *p = &run->g->played[played];

	if (by <= 0 || p->life <= 0)
		return;
	p->life = (int16_t)(p->life > by ? p->life - by : 0);
	sp_game_events_add(
		run->events, SP_EVENT_TOKENS, p->seat, SP_NOBODY, p->life, 0)
		->c = p->card;
	if (p->life == 0)
		rules_end_spell(run, played, 0);
}

void rules_op_wear(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int played = rules_arg_index(run, f, op, 0, SP_KIND_PLAYED);

	if (played >= 0)
		rules_wear(run, played, rules_arg_number(run, f, op, 1));
}
