/* Getting out of the way of an attack, by a counter or by dice, and another
 * that takes it. */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"

#include "eval/struck.h"

static void tell_evaded(
	struct sp_run *run, const struct sp_cast *cast, int actor)
{
	sp_game_events_add(
		run->events, SP_EVENT_EVADED, sp_stack_doer(cast), actor)
		->card = cast->card;
}

void effect_evade(struct sp_run *run, int cast, int actor)
{
	struct sp_cast *it = &run->g->cast[cast];

	if ((it->evaded >> actor & 1U) != 0 ||
		!sp_eval_is_evadable(run->ruleset, run->g, cast))
		return;
	it->evaded |= 1U << actor;
	tell_evaded(run, it, actor);
}

void effect_op_evade(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int cast = sp_stack_arg_index(run, f, op, 0, SP_KIND_ITEM);
	int actor = sp_stack_arg_actor(run, f, op, 1);

	if (cast >= 0 && actor != SP_NOBODY)
		effect_evade(run, cast, actor);
}

/* He has evaded it then (sp_eval_got_away), but it is not over: its damage goes
 * to the spell. What cannot be evaded hurts both. */
void effect_op_redirect(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int cast = sp_stack_arg_index(run, f, op, 0, SP_KIND_ITEM);
	int actor = sp_stack_arg_actor(run, f, op, 1);
	int spell = sp_stack_index_if(run->g, f->self, SP_KIND_PLAYED);
	struct sp_harm harm = { cast, -1 };
	struct sp_cast *it;

	if (cast < 0 || actor == SP_NOBODY || spell < 0)
		return;
	it = &run->g->cast[cast];
	if (sp_eval_got_away(run->ruleset, run->g, cast, actor) ||
		sp_game_relief(run->g, SP_RELIEF_REDIRECTION, harm, actor) >= 0)
		return;
	if (!sp_stack_relieve(run, SP_RELIEF_REDIRECTION, harm, actor, 0,
		    SP_REF(SP_KIND_PLAYED, spell)))
		return;
	if (sp_eval_got_away(run->ruleset, run->g, cast, actor))
		tell_evaded(run, it, actor);
}

void effect_roll_evasion(struct sp_run *run, int cast, int actor)
{
	const struct sp_ruleset *r = run->ruleset;
	const struct sp_cast *it = &run->g->cast[cast];
	int upto = sp_eval_actor_stat(r, run->g, actor, SP_STAT_EVADE_UPTO);
	int from = sp_eval_actor_stat(r, run->g, actor, SP_STAT_EVADE_FROM);
	int die;

	if ((it->evaded >> actor & 1U) != 0 ||
		!sp_eval_is_evadable(run->ruleset, run->g, cast) ||
		(upto <= 0 && from <= 0))
		return;
	/* each card rolls its own die */
	if (upto > 0) {
		die = sp_stack_roll(run, 4, actor, -1);
		if (!run->unknown && die <= upto)
			effect_evade(run, cast, actor);
	}
	if (from > 0 && !run->unknown && (it->evaded >> actor & 1U) == 0) {
		die = sp_stack_roll(run, 4, actor, -1);
		if (!run->unknown && die >= from)
			effect_evade(run, cast, actor);
	}
}
