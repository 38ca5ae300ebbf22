/* The operations about life: what takes it and gives it, and what makes less of
 * a damage. */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"

#include "eval/struck.h"

/* A thing on the board does it by itself, whoever laid it there; but what was
 * thrown and lies there now does it for him who threw it. */
static bool by_itself(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);

	return sp_kind_of(f->self) == SP_KIND_THING &&
	       (cast == NULL || cast->self != f->self);
}

static sp_value doer(const struct sp_run *run, const struct sp_frame *f)
{
	return f->actor < 0 || by_itself(run, f)
		       ? SP_NOTHING
		       : SP_REF(SP_KIND_ACTOR, f->actor);
}

/* `amount` over `over`, as near as parts come to it. */
static int parts_of(int amount, int over)
{
	const long long most = (long long)SP_DAMAGE_MAX * SP_DAMAGE_PARTS;
	long long parts = amount <= 0 ? 0
				      : (long long)amount * SP_DAMAGE_PARTS /
						(over < 1 ? 1 : over);

	return (int)(parts < most ? parts : most);
}

void effect_op_damage(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value self = f->self;
	int frames = run->g->n_frames;
	struct sp_damage damage = {
		.to = sp_stack_arg(run, f, op, 0, SP_NOTHING),
		.parts = sp_stack_arg_number(run, f, op, 1),
		.kind = (uint8_t)sp_stack_arg_word(op, 2),
		.element = (uint8_t)sp_stack_arg_word(op, 3),
		.flags = (uint8_t)sp_stack_arg_word(op, 4),
		.cast = sp_stack_cast_at(run, f->cast) != NULL ? f->cast : -1,
		.card = sp_stack_frame_card(run->g, f),
		.by = doer(run, f),
	};

	f->done = 0;
	if ((damage.flags & SP_DAMAGEFLAG_ALIKE) != 0) {
		damage.kind = f->damage_kind;
		damage.element = f->element;
	}
	damage.parts = parts_of(damage.parts,
		op->arg[5] < 0 ? 1 : sp_stack_arg_number(run, f, op, 5));
	switch (sp_kind_of(damage.to)) {
	case SP_KIND_ACTOR:
		if (sp_stack_actor_of(run->g, damage.to) == SP_NOBODY)
			return;
		break;
	case SP_KIND_EDGE:
	case SP_KIND_THING:
		if (sp_stack_index_if(run->g, damage.to,
			    (enum sp_kind)sp_kind_of(damage.to)) < 0)
			return;
		break;
	default:
		return;
	}
	effect_push_damage(run, &damage);
	if (run->g->n_frames > frames)
		run->g->frame[frames].self = self;
}

/* What was cast for it says that there was no room for more life; what heals
 * again and again does not. */
static void tell_full(struct sp_run *run, const struct sp_frame *f, int actor)
{
	struct sp_event *event;

	if (f->cast < 0)
		return;
	event = sp_game_events_add(
		run->events, SP_EVENT_HEALED, actor, SP_NOBODY);
	event->change.before = run->g->actor[actor].life;
	event->change.now = run->g->actor[actor].life;
}

void effect_op_heal(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int actor = sp_stack_arg_actor(run, f, op, 0);
	int amount = sp_stack_arg_number(run, f, op, 1);
	int most;

	if (actor == SP_NOBODY || amount <= 0)
		return;
	most = sp_eval_actor_stat(
		run->ruleset, run->g, actor, SP_STAT_LIFE_MAX);
	if (run->g->actor[actor].life < most)
		sp_game_heal(run->g, actor, amount, most, run->events);
	else
		tell_full(run, f, actor);
}

static void tell_life(struct sp_run *run, int actor, int before)
{
	struct sp_event *event = sp_game_events_add(
		run->events, SP_EVENT_LIFE, actor, SP_NOBODY);

	event->change.before = before;
	event->change.now = run->g->actor[actor].life;
}

/* No damage: nothing answers it. */
static void set_life(struct sp_run *run, int actor, int life)
{
	struct sp_actor *a = &run->g->actor[actor];
	int before = a->life;

	if (life < 0)
		life = 0;
	if (life == before)
		return;
	a->life = (int16_t)life;
	tell_life(run, actor, before);
	if (life == 0)
		sp_effect_push_death(run, actor, SP_NOBODY);
}

void effect_op_lose_life(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int actor = sp_stack_arg_actor(run, f, op, 0);
	int amount = sp_stack_arg_number(run, f, op, 1);

	if (actor != SP_NOBODY && amount > 0)
		set_life(run, actor, run->g->actor[actor].life - amount);
}

static int capped(struct sp_run *run, int actor, int life)
{
	int max = sp_eval_actor_stat(
		run->ruleset, run->g, actor, SP_STAT_LIFE_MAX);

	return life > max ? max : life;
}

void effect_op_share_life(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int first = sp_stack_arg_actor(run, f, op, 0);
	int second = sp_stack_arg_actor(run, f, op, 1);
	int sum, one, other;

	if (first == SP_NOBODY || second == SP_NOBODY || first == second)
		return;
	sum = run->g->actor[first].life + run->g->actor[second].life;
	one = capped(run, first, sum - sum / 2);
	other = capped(run, second, sum / 2);
	/* that nothing changes is told, too */
	if (run->g->actor[first].life == one &&
		run->g->actor[second].life == other) {
		tell_life(run, first, one);
		tell_life(run, second, other);
	}
	set_life(run, first, one);
	set_life(run, second, other);
}

/* Did he get out of the way of what this program does? */
static bool got_away(
	const struct sp_run *run, const struct sp_frame *f, int who)
{
	return sp_stack_cast_at(run, f->cast) != NULL && f->program >= 0 &&
	       sp_eval_is_attack(run->ruleset, run->g, f->cast) &&
	       sp_eval_got_away(run->ruleset, run->g, f->cast, who);
}

void effect_op_stun(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int actor = sp_stack_arg_actor(run, f, op, 0);
	int turns = sp_stack_arg_number(run, f, op, 1);

	if (actor != SP_NOBODY && turns > 0 && !got_away(run, f, actor))
		sp_game_stun(run->g, actor, turns, run->events);
}

/* ---- answers to damage ----------------------------------------------------
 */

/* The cast that this counter answers; -1: damage. */
static int answered(struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_cast *counter = sp_stack_cast_at(run, f->cast);

	return counter == NULL || sp_stack_cast_at(run, counter->parent) == NULL
		       ? -1
		       : counter->parent;
}

static sp_value source_of(const struct sp_run *run, const struct sp_frame *f)
{
	int card = sp_stack_frame_card(run->g, f);

	return card < 0 ? SP_NOTHING : SP_REF(SP_KIND_CARD, card);
}

void effect_op_reduce(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int by = sp_stack_arg_number(run, f, op, 0);
	struct sp_harm harm = { answered(run, f), -1 };

	if (by <= 0 || f->actor < 0)
		return;
	if (harm.cast >= 0)
		(void)sp_stack_relieve(run, SP_RELIEF_REDUCTION, harm, f->actor,
			by * SP_DAMAGE_PARTS, source_of(run, f));
	else
		effect_damage_reduce(run, f->actor, by, source_of(run, f));
}

void effect_op_convert(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_harm harm = { answered(run, f), -1 };

	(void)op; /* there is one conversion */
	if (f->actor < 0)
		return;
	if (harm.cast >= 0)
		(void)sp_stack_relieve(run, SP_RELIEF_CONVERSION, harm,
			f->actor, 0, source_of(run, f));
	else
		effect_damage_convert(run, f->actor, source_of(run, f));
}
