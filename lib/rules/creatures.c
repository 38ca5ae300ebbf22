/*
 * Creatures: how they come, act and go; and attacks of the Universe.
 *
 * The frame SP_FRAME_ACTIVATION lies below all that its creature does: as long
 * as it is there `actor` acts instead of the active wizard, whose moves and
 * attacks are kept in it. Its stage is DONE once it is to go.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "machine_private.h"
#include "stack/stack.h"
#include "things_private.h"
#include "turn_private.h"
#include "verb_private.h"

#include "eval/aim.h"

enum stage {
	STAGE_ACTS,
	STAGE_DONE,
};

enum flag {
	FLAG_MOVED = 1,
	FLAG_STOPPED = 2,
};

/* ---- activations ----------------------------------------------------------
 */

static void begin_activation(struct sp_run *run, int creature)
{
	struct sp_game *g = run->g;
	int speed = sp_eval_actor_stat(
		run->ruleset, g, creature, SP_STAT_BASE_SPEED);
	struct sp_frame *f = sp_stack_push(run, SP_FRAME_ACTIVATION);

	f->actor = (int8_t)creature;
	f->activation.moves = g->moves;
	f->activation.attacked = g->attacked;
	f->activation.speed = g->speed;
	f->activation.flags =
		(g->moved ? FLAG_MOVED : 0) | (g->stopped ? FLAG_STOPPED : 0);
	g->speed = (uint8_t)(speed < 0              ? 0
			     : speed > SP_MOVES_MAX ? SP_MOVES_MAX
						    : speed);
	g->moves = g->speed;
	g->attacked = 0;
	g->moved = 0;
	g->stopped = 0;
	g->actor[creature].acted = 1;
}

bool rules_verb_activate(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	int creature = sp_index_of(c->answer[0]);

	g->moves = (int16_t)(g->moves - run->ruleset->activation_cost);
	sp_game_events_add(run->events, SP_EVENT_ACTIVATED, c->seat, creature)
		->card = g->actor[creature].card;
	begin_activation(run, creature);
	return true;
}

/* The wizard goes on where he was. */
static void end_activation(struct sp_run *run, const struct sp_frame *f)
{
	struct sp_game *g = run->g;

	if (g->actor[f->actor].alive)
		sp_game_events_add(
			run->events, SP_EVENT_RESTED, f->actor, SP_NOBODY);
	g->moves = (int16_t)f->activation.moves;
	g->attacked = (uint8_t)f->activation.attacked;
	g->speed = (uint8_t)f->activation.speed;
	g->moved = (f->activation.flags & FLAG_MOVED) != 0;
	g->stopped = (f->activation.flags & FLAG_STOPPED) != 0;
	sp_stack_pop(run);
}

void rules_end_activation(struct sp_run *run)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->n_frames; i++)
		if (g->frame[i].kind == SP_FRAME_ACTIVATION)
			g->frame[i].stage = STAGE_DONE;
}

void rules_step_activation(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	const struct sp_actor *creature = &g->actor[f->actor];

	if (f->stage == STAGE_DONE || g->phase != SP_PHASE_MOVE ||
		!creature->alive || sp_game_seat_of(g, f->actor) != g->active ||
		!g->actor[g->active].alive || rules_is_won(g)) {
		end_activation(run, f);
		return;
	}
	g->steps = 0;
	rules_turn_ask(run);
}

/* ---- coming and going -----------------------------------------------------
 */

/* Whom it answers to unless something changes that. */
static enum sp_answers_to lord_of(const struct sp_run *run, int creature)
{
	return (enum sp_answers_to)sp_ruleset_card(
		run->ruleset, run->g->actor[creature].card)
		->creature.answers_to;
}

void rules_op_summon(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int at = sp_stack_arg_index(run, f, op, 0, SP_KIND_SQUARE);
	int life = sp_stack_arg_number(run, f, op, 1);
	int played = rules_spell_of(g, f);
	const struct sp_creature *type;
	int creature;

	if (played < 0 || sp_game_creature_of(g, played) >= 0)
		return;
	type = &sp_ruleset_card(run->ruleset, g->played[played].card)->creature;
	life = life < type->life_max ? life : type->life_max;
	if (at < 0 || life <= 0 || sp_game_creatures_full(g) ||
		sp_eval_is_filled_up(run->ruleset, g, (uint16_t)at)) {
		rules_end_spell(run, played, SP_ENDS_BY_ITSELF);
		return;
	}
	creature = sp_game_add_creature(
		g, played, (uint16_t)at, life, run->events);
	sp_game_answer_to(
		g, creature, lord_of(run, creature), g->played[played].seat);
	g->played[played].target = SP_REF(SP_KIND_ACTOR, creature);
}

void rules_creature_goes(struct sp_run *run, int creature)
{
	if (creature < 0)
		return;
	rules_halt_walks(run, creature);
	sp_game_kill(run->g, creature, SP_NOBODY, run->events);
	rules_end_spells_on(run, SP_REF(SP_KIND_ACTOR, creature));
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

void rules_op_control(
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

void rules_creatures_return(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;

	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive && g->actor[i].seat == seat)
			return_home(run, i);
}

/* ---- the Universe ---------------------------------------------------------
 */

void rules_op_strike(
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
