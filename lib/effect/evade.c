/* Getting out of the way of an attack, by a counter or by dice, and another
 * that takes it. */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"

#include "eval/struck.h"

/* `by`: the CARD that takes it instead, or nothing. */
static void tell_evaded(
	struct sp_run *run, const struct sp_cast *cast, int actor, sp_value by)
{
	struct sp_event *e = sp_game_events_add(
		run->events, SP_EVENT_EVADED, sp_stack_doer(cast), actor);

	e->card = cast->card;
	e->what = by;
}

void effect_evade(struct sp_run *run, int cast, int actor)
{
	struct sp_cast *it = &run->g->cast[cast];

	if ((it->evaded >> actor & 1U) != 0 ||
		!sp_eval_is_evadable(run->ruleset, run->g, cast))
		return;
	it->evaded |= 1U << actor;
	tell_evaded(run, it, actor, SP_NOTHING);
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
		tell_evaded(run, it, actor,
			SP_REF(SP_KIND_CARD, run->g->played[spell].card));
}

/* The die that was rolled last helped nobody. */
static void tell_missed(struct sp_events *events)
{
	if (events->n > 0 &&
		events->event[events->n - 1].kind == SP_EVENT_ROLLED)
		events->event[events->n - 1].die.missed = 1;
}

/* The physical card in play that gives the actor the statistic; -1. */
static int giver_of(const struct sp_run *run, int actor, enum sp_stat stat)
{
	int type = sp_eval_who_turns(run->ruleset, run->g, actor, stat);

	for (int i = 0; type >= 0 && i < run->g->played_end; i++)
		if (run->g->played[i].kind != SP_PLAYED_FREE &&
			run->ruleset->type[run->g->played[i].card] == type)
			return run->g->played[i].card;
	return -1;
}

/* Throw the die of one statistic, if the actor has it and has not thrown it
 * against this cast. It is told for the card that gives it, unless that was
 * told just now. */
static void roll_die(struct sp_run *run, int cast, int actor,
	enum sp_relief_kind kind, bool is_told)
{
	bool upto = kind == SP_RELIEF_DIE_UPTO;
	struct sp_harm harm = { cast, -1 };
	enum sp_stat stat = upto ? SP_STAT_EVADE_UPTO : SP_STAT_EVADE_FROM;
	int limit = sp_eval_actor_stat(run->ruleset, run->g, actor, stat);
	int die;

	if (limit <= 0 || run->unknown ||
		(run->g->cast[cast].evaded >> actor & 1U) != 0 ||
		sp_game_relief(run->g, kind, harm, actor) >= 0)
		return;
	die = sp_stack_roll(
		run, 4, actor, is_told ? -1 : giver_of(run, actor, stat));
	if (run->unknown)
		return;
	if (upto ? die <= limit : die >= limit)
		effect_evade(run, cast, actor);
	else
		tell_missed(run->events);
}

void effect_roll_evasion(struct sp_run *run, int cast, int actor)
{
	if (!sp_eval_is_evadable(run->ruleset, run->g, cast))
		return;
	/* each card rolls its own die */
	roll_die(run, cast, actor, SP_RELIEF_DIE_UPTO, false);
	roll_die(run, cast, actor, SP_RELIEF_DIE_FROM, false);
}

static bool gives(const struct sp_card *card, enum sp_stat stat)
{
	for (int i = 0; i < card->n_whiles; i++)
		if (card->whiles[i].stat == stat)
			return true;
	return false;
}

/* Throw the die of a card that came into play just now, even if one of another
 * card was thrown before. */
static void roll_at_once(
	struct sp_run *run, int cast, int actor, enum sp_relief_kind kind)
{
	struct sp_harm harm = { cast, -1 };
	int before = sp_game_relief(run->g, kind, harm, actor);

	/* if that finds no room it is thrown with those of all others */
	if (before < 0 && run->g->n_reliefs == SP_RELIEFS_MAX)
		return;
	if (before >= 0)
		sp_game_remove_relief(run->g, before);
	roll_die(run, cast, actor, kind, true);
	if (!run->unknown)
		(void)sp_game_relieve(run->g, kind, harm, actor, 0, SP_NOTHING);
}

void sp_effect_roll_of_counter(struct sp_run *run, int counter)
{
	const struct sp_cast *it = &run->g->cast[counter];
	const struct sp_card *card;
	int actor = sp_stack_doer(it);

	if (it->parent < 0 || it->card < 0 || actor < 0 ||
		!sp_eval_is_attack(run->ruleset, run->g, it->parent) ||
		!sp_eval_is_evadable(run->ruleset, run->g, it->parent))
		return;
	card = sp_ruleset_card(run->ruleset, it->card);
	if (gives(card, SP_STAT_EVADE_UPTO))
		roll_at_once(run, it->parent, actor, SP_RELIEF_DIE_UPTO);
	if (gives(card, SP_STAT_EVADE_FROM))
		roll_at_once(run, it->parent, actor, SP_RELIEF_DIE_FROM);
}
