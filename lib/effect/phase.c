/* What is left of the turn: its movement points, its phase, and whoever is
 * asked in it. */
#include "effect_private.h"

#include "eval/eval.h"
#include "game/coming.h"

void sp_effect_turn_add_moves(struct sp_run *run, int amount)
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

static void follow_speed(struct sp_run *run)
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
	sp_effect_turn_add_moves(run, speed - g->speed);
	g->speed = (uint8_t)speed;
}

void sp_effect_turn_ask(struct sp_run *run)
{
	struct sp_decision *d = &run->g->decision;

	follow_speed(run);
	if (!run->resume || d->seats != 1U << sp_game_plays(run->g)) {
		sp_stack_ask(
			run, SP_DECISION_TURN, 1U << (unsigned)run->g->active);
		return;
	}
	d->kind = SP_DECISION_TURN;
	run->resume = false;
	sp_stack_show_hand(run);
}

void sp_effect_end_activation(struct sp_run *run)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->n_frames; i++)
		if (g->frame[i].kind == SP_FRAME_ACTIVATION)
			g->frame[i].stage = SP_ACTIVATION_DONE;
}

void sp_effect_turn_end_phase(struct sp_run *run)
{
	/* while a creature acts it is that which is over */
	if (sp_game_acting(run->g) != run->g->active)
		sp_effect_end_activation(run);
	else if (run->g->phase == SP_PHASE_MOVE) {
		run->g->phase = SP_PHASE_DRAW;
		(void)sp_effect_push_point(run, SP_POINT_DRAW,
			SP_REF(SP_KIND_ACTOR, run->g->active), SP_NOTHING, 0);
	}
}

/* NULL: it had ended before. */
static struct sp_event *end_turn(struct sp_run *run)
{
	struct sp_game *g = run->g;

	if (g->phase == SP_PHASE_ENDED)
		return NULL;
	g->phase = SP_PHASE_ENDED;
	/* from here on: the cards were told that it ended */
	g->spent = 0;
	return sp_game_events_add(
		run->events, SP_EVENT_TURN_ENDED, g->active, SP_NOBODY);
}

void sp_effect_turn_end(struct sp_run *run, bool by_clock)
{
	struct sp_event *event = end_turn(run);

	if (event != NULL)
		event->by_clock = by_clock;
}

/* A card ends it, and not its player. */
static void cut_short(struct sp_run *run, const struct sp_frame *f)
{
	struct sp_event *event = end_turn(run);

	if (event != NULL)
		event->card = sp_stack_frame_card(run->g, f);
}

/* ---- operations -----------------------------------------------------------
 */

void effect_op_end_turn(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_seat(run, f, op, 0);

	if (who == SP_NOBODY)
		return;
	/* whoever is led through it out of his turn has none to end, but goes
	 * no further */
	sp_effect_halt_walks(run, who);
	if (who == run->g->active)
		cut_short(run, f);
}

/* How many; one if it is not said. */
static int turns_of(
	struct sp_run *run, const struct sp_frame *f, const struct sp_op *op)
{
	return op->arg[1] < 0 ? 1 : sp_stack_arg_number(run, f, op, 1);
}

/* Nothing that silently does nothing. */
static void tell_idle(struct sp_run *run, const struct sp_frame *f)
{
	sp_game_events_add(run->events, SP_EVENT_IDLE, f->actor, SP_NOBODY)
		->card = sp_stack_frame_card(run->g, f);
}

/* Turns to come; nothing comes of them if the queue is full. */
static void add_turns(struct sp_run *run, const struct sp_frame *f,
	enum sp_coming_kind kind, int who, int by, int n)
{
	struct sp_event *event;

	if (n <= 0)
		return;
	if (!sp_game_turns_add(run->g, kind, who, by, n)) {
		tell_idle(run, f);
		return;
	}
	event = sp_game_events_add(run->events, SP_EVENT_TURNS, who, by);
	event->turns.kind = (int32_t)kind;
	event->turns.n = n;
}

void effect_op_extra_turn(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_seat(run, f, op, 0);

	if (who != SP_NOBODY)
		add_turns(run, f, SP_COMING_EXTRA, who, SP_NOBODY,
			turns_of(run, f, op));
}

void effect_op_lose_turn(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int who = sp_stack_arg_seat(run, f, op, 0);
	int n = turns_of(run, f, op);

	if (who == SP_NOBODY || n <= 0)
		return;
	if (who == g->active && g->phase != SP_PHASE_ENDED && !g->lost) {
		sp_effect_halt_walks(run, who);
		cut_short(run, f);
		n--;
	}
	add_turns(run, f, SP_COMING_LOST, who, SP_NOBODY, n);
}

void effect_op_play_turn(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_seat(run, f, op, 0);
	int by = sp_stack_arg_seat(run, f, op, 1);

	if (who != SP_NOBODY && by != SP_NOBODY && who != by)
		add_turns(run, f, SP_COMING_PLAYED, who, by, 1);
}

void effect_op_end_phase(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	(void)op;
	if (run->g->phase == SP_PHASE_MOVE)
		sp_effect_turn_end_phase(run);
	else
		tell_idle(run, f);
}

/* The wizard whose creature acts has his stop once he goes on. */
void effect_op_no_more_move(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int who = sp_stack_arg_actor(run, f, op, 0);

	if (who == sp_game_acting(g)) {
		g->stopped = 1;
		return;
	}
	for (int i = 0; who == g->active && i < g->n_frames; i++)
		if (g->frame[i].kind == SP_FRAME_ACTIVATION)
			g->frame[i].activation.flags |= SP_WAITING_STOPPED;
}

void effect_op_no_pickup(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_seat(run, f, op, 0);

	if (who != SP_NOBODY)
		run->g->actor[who].no_pickup = 1;
}

void effect_op_add_moves(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int amount = sp_stack_arg_number(run, f, op, 0);

	if (run->g->phase <= SP_PHASE_MOVE)
		sp_effect_turn_add_moves(run, amount);
	else if (amount != 0)
		tell_idle(run, f);
}
