/*
 * The turn of a creature inside its wizard's.
 *
 * The frame SP_FRAME_ACTIVATION lies below all that its creature does: as long
 * as it is there `actor` acts instead of the active wizard, whose moves and
 * attacks are kept in it. Its stage is DONE once it is to go.
 */
#include "machine_private.h"
#include "turn_private.h"
#include "verb_private.h"

#include "effect/effect.h"
#include "eval/eval.h"

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
	f->activation.flags = (g->moved ? SP_WAITING_MOVED : 0) |
			      (g->stopped ? SP_WAITING_STOPPED : 0);
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
	g->moved = (f->activation.flags & SP_WAITING_MOVED) != 0;
	g->stopped = (f->activation.flags & SP_WAITING_STOPPED) != 0;
	sp_stack_pop(run);
}

void rules_step_activation(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	const struct sp_actor *creature = &g->actor[f->actor];

	if (f->stage == SP_ACTIVATION_DONE || g->phase != SP_PHASE_MOVE ||
		!creature->alive || sp_game_seat_of(g, f->actor) != g->active ||
		!g->actor[g->active].alive || rules_is_won(g)) {
		end_activation(run, f);
		return;
	}
	g->steps = 0;
	sp_effect_turn_ask(run);
}
