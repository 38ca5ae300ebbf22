/* Creatures: how they come and go; and attacks of the Universe. */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"

/* ---- coming and going -----------------------------------------------------
 */

/* Whom it answers to unless something changes that. */
static enum sp_answers_to lord_of(const struct sp_run *run, int creature)
{
	return (enum sp_answers_to)sp_ruleset_card(
		run->ruleset, run->g->actor[creature].card)
		->creature.answers_to;
}

void effect_op_summon(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int at = sp_stack_arg_index(run, f, op, 0, SP_KIND_SQUARE);
	int life = sp_stack_arg_number(run, f, op, 1);
	int played = effect_spell_of(g, f);
	const struct sp_creature *type;
	int creature;

	if (played < 0 || sp_game_creature_of(g, played) >= 0)
		return;
	type = &sp_ruleset_card(run->ruleset, g->played[played].card)->creature;
	life = life < type->life_max ? life : type->life_max;
	if (at < 0 || life <= 0 || sp_game_creatures_full(g) ||
		sp_eval_is_filled_up(run->ruleset, g, (uint16_t)at)) {
		sp_effect_end_spell(run, played, SP_ENDS_BY_ITSELF);
		return;
	}
	creature = sp_game_add_creature(
		g, played, (uint16_t)at, life, run->events);
	sp_game_answer_to(
		g, creature, lord_of(run, creature), g->played[played].seat);
	g->played[played].target = SP_REF(SP_KIND_ACTOR, creature);
}

void effect_creature_goes(struct sp_run *run, int creature)
{
	uint16_t square;

	if (creature < 0)
		return;
	square = run->g->actor[creature].square;
	sp_effect_halt_walks(run, creature);
	sp_game_kill(run->g, creature, SP_NOBODY, run->events);
	sp_effect_drop_items(run, creature, square);
	sp_stack_clear_under(run, SP_REF(SP_KIND_ACTOR, creature));
	effect_end_spells_on(run, SP_REF(SP_KIND_ACTOR, creature));
}

static void hand_over(struct sp_run *run, int creature, int seat)
{
	struct sp_actor *a = &run->g->actor[creature];

	if (a->seat == seat)
		return;
	sp_game_events_add(run->events, SP_EVENT_CONTROLLED, seat, creature)
		->card = a->card;
	sp_game_answer_to(run->g, creature, SP_ANSWERS_TO_CASTER, seat);
}

static void return_home(struct sp_run *run, int creature)
{
	enum sp_answers_to to = lord_of(run, creature);

	if (to == SP_ANSWERS_TO_CASTER)
		hand_over(run, creature, sp_game_owner_of(run->g, creature));
	else
		sp_game_answer_to(run->g, creature, to, SP_NOBODY);
}

void effect_op_control(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int creature = sp_stack_arg_actor(run, f, op, 0);
	int by = sp_stack_arg_seat(run, f, op, 1);

	if (creature < SP_SEATS_MAX)
		return;
	if (op->arg[1] < 0)
		return_home(run, creature);
	else if (by != SP_NOBODY)
		hand_over(run, creature, by);
}

void effect_creatures_return(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;

	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive && g->actor[i].seat == seat)
			return_home(run, i);
}

/* ---- the Universe ---------------------------------------------------------
 */

void effect_op_strike(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value at = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int card = sp_stack_frame_card(run->g, f);
	const struct sp_card *type;
	int play = 0;

	if (card < 0 || run->unknown)
		return;
	type = sp_ruleset_card(run->ruleset, card);
	while (type->play[play].when != SP_WHEN_UNIVERSE)
		play++; /* the loader saw one */
	sp_stack_announce_universe(run, f, play, at);
}
