/* What is left of the turn: its movement points, its phase, and whoever is
 * asked in it. */
#include "machine_private.h"
#include "turn_private.h"

#include "eval/eval.h"

void rules_turn_add_moves(struct sp_run *run, int amount)
{
	struct sp_event *event;
	struct sp_game *g = run->g;
	int before = g->moves;
	int moves = before + amount;

	if (moves > SP_MOVES_MAX)
		moves = SP_MOVES_MAX;
	if (moves < -SP_MOVES_MAX)
		moves = -SP_MOVES_MAX;
	if (moves == before)
		return;
	g->moves = (int16_t)moves;
	event = sp_game_events_add(
		run->events, SP_EVENT_MOVES, sp_game_acting(g), SP_NOBODY);
	event->change.now = moves;
	event->change.before = before;
}

void rules_turn_follow_speed(struct sp_run *run)
{
	struct sp_game *g = run->g;
	int speed;

	if (g->phase != SP_PHASE_MOVE || !g->actor[sp_game_acting(g)].alive)
		return;
	speed = sp_eval_actor_stat(
		run->ruleset, g, sp_game_acting(g), SP_STAT_BASE_SPEED);
	speed = speed < 0 ? 0 : speed;
	if (speed == g->speed)
		return;
	rules_turn_add_moves(run, speed - g->speed);
	g->speed = (uint8_t)speed;
}

void rules_turn_ask(struct sp_run *run)
{
	struct sp_decision *d = &run->g->decision;

	rules_turn_follow_speed(run);
	if (!run->resume || d->seats != 1U << sp_game_plays(run->g)) {
		sp_stack_ask(
			run, SP_DECISION_TURN, 1U << (unsigned)run->g->active);
		return;
	}
	d->kind = SP_DECISION_TURN;
	run->resume = false;
	sp_stack_show_hand(run);
}

void rules_turn_end_phase(struct sp_run *run)
{
	/* while a creature acts it is that which is over */
	if (sp_game_acting(run->g) != run->g->active)
		rules_end_activation(run);
	else if (run->g->phase == SP_PHASE_MOVE) {
		run->g->phase = SP_PHASE_DRAW;
		(void)rules_push_point(run, SP_POINT_DRAW,
			SP_REF(SP_KIND_ACTOR, run->g->active), SP_NOTHING, 0);
	}
}

void rules_turn_end(struct sp_run *run, bool by_clock)
{
	struct sp_game *g = run->g;

	if (g->phase == SP_PHASE_ENDED)
		return;
	g->phase = SP_PHASE_ENDED;
	/* from here on: the cards were told that it ended */
	g->spent = 0;
	sp_game_events_add(
		run->events, SP_EVENT_TURN_ENDED, g->active, SP_NOBODY)
		->by_clock = by_clock;
}
