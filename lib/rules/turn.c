/* The course of turns: whose it is, what it begins and ends with, and what it
 * asks. */
#include "machine_private.h"
#include "turn_private.h"

#include "effect/effect.h"
#include "eval/eval.h"
#include "game/coming.h"
#include "law/limits.h"
#include "stack/stack.h"

/* ---- whose turn it is -----------------------------------------------------
 */

static void begin_turn(struct sp_game *g, int seat, struct sp_events *events)
{
	struct sp_event *event;
	struct sp_actor *w = &g->actor[seat];
	int by;

	g->active = (int8_t)seat;
	g->turn++;
	if (g->behind != 0)
		g->extras++;
	else if (w->turns < UINT8_MAX)
		w->turns++;
	g->phase = SP_PHASE_TIME_PASSES;
	g->attacked = 0;
	event = sp_game_events_add(events, SP_EVENT_TURN, seat, SP_NOBODY);
	event->turn.number = g->turn;
	event->turn.round = g->round;
	g->played_by = 0;
	/* if all have lost one each, somebody plays first */
	g->lost = g->lost < sp_game_alive(g) && sp_game_turns_lose(g, seat)
			  ? (uint8_t)(g->lost + 1)
			  : 0;
	by = g->lost ? SP_NOBODY : sp_game_turns_player(g, seat);
	if (g->lost)
		sp_game_events_add(events, SP_EVENT_TURN_LOST, seat, SP_NOBODY);
	if (by == SP_NOBODY)
		return;
	g->played_by = (uint8_t)(by + 1);
	sp_game_events_add(events, SP_EVENT_TURN_PLAYED, seat, by);
}

/* The order of turns has come to the seat, alive or not: so it does in each
 * round. */
static void tick_clocks(struct sp_game *g, int seat, struct sp_events *events)
{
	for (int i = 0; i < g->played_end; i++) {
		struct sp_played *p = &g->played[i];
		struct sp_event *event;

		if (p->kind != SP_PLAYED_SPELL || p->clock != seat + 1 ||
			p->tokens == 0)
			continue;
		p->tokens--;
		event = sp_game_events_add(
			events, SP_EVENT_TOKENS, p->seat, SP_NOBODY);
		event->tokens = p->tokens;
		event->card = p->card;
	}
}

/* Extra turns come first. Then the turn goes to the next living seat. A round
 * begins when it passes the seat that went first, whether that one still lives
 * or not. False: that was the last round. */
static bool pass_turn(struct sp_game *g, struct sp_events *events)
{
	int seat = g->behind != 0 ? g->behind - 1 : g->active;
	int extra = sp_game_turns_extra(g);
	bool new_round = false;

	if (extra != SP_NOBODY) {
		g->behind = (uint8_t)(seat + 1);
		begin_turn(g, extra, events);
		return true;
	}
	g->behind = 0;
	do {
		seat = (seat + 1) % g->n_seats;
		new_round |= seat == g->first;
		tick_clocks(g, seat, events);
	} while (!g->actor[seat].alive);
	if (new_round && g->round == g->rounds_max) {
		rules_victory_by_rounds(g, events);
		return false;
	}
	g->round = (uint16_t)(g->round + new_round);
	for (int i = SP_SEATS_MAX; new_round && i < sp_game_actors_end(g); i++)
		g->actor[i].acted = 0;
	begin_turn(g, seat, events);
	return true;
}

/* ---- a turn begins ----------------------------------------------------------
 *
 * The frame SP_FRAME_TURN, before anybody is asked (rulebook, Time Passes).
 */
enum turn_stage {
	TURN_STARTS,
	TURN_TIME_PASSES, /* effects of the active seat's spells */
	TURN_TOKENS,      /* then the energy goes */
	TURN_SPENT,       /* spells without any end, one by one */
	TURN_STUN,
};

/* Is it asleep for the rest of the round once it has acted? */
static bool acts_by_round(const struct sp_run *run, int actor)
{
	const struct sp_game *g = run->g;

	return sp_game_is_creature(g, actor) &&
	       sp_ruleset_card(run->ruleset, g->actor[actor].card)
		       ->creature.by_round;
}

static void push_turn(struct sp_run *run)
{
	struct sp_game *g = run->g;

	g->moves = 0;
	g->moved = 0;
	g->boosted = 0;
	g->stopped = 0;
	g->speed = 0;
	g->spent = 0;
	g->n_onces = 0;
	memset(g->once, 0, sizeof(g->once));
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		g->actor[i].stunned = 0;
		g->actor[i].last_cast = 0;
		if (!acts_by_round(run, i))
			g->actor[i].acted = 0;
	}
	g->actor[g->active].no_pickup = 0;
	run->resume = false;
	sp_stack_push(run, SP_FRAME_TURN)->actor = g->active;
}

static void take_tokens(struct sp_run *run, int seat)
{
	struct sp_event *event;
	struct sp_game *g = run->g;
	uint8_t spells[SP_PLAYED_MAX];
	int n = sp_game_play_area(g, seat, SP_PLAYED_SPELL, spells);

	for (int i = 0; i < n; i++) {
		struct sp_played *p = &g->played[spells[i]];

		if (p->permanent || p->tokens == 0 || p->clock != 0)
			continue;
		p->tokens--;
		event = sp_game_events_add(
			run->events, SP_EVENT_TOKENS, seat, SP_NOBODY);
		event->tokens = p->tokens;
		event->card = p->card;
	}
}

/* The first spell that is over; -1: none. */
static int spent_spell(const struct sp_game *g, int seat)
{
	uint8_t spells[SP_PLAYED_MAX];
	int n = sp_game_play_area(g, seat, SP_PLAYED_SPELL, spells);

	for (int i = 0; i < n; i++) {
		if (!g->played[spells[i]].permanent &&
			g->played[spells[i]].clock == 0 &&
			g->played[spells[i]].tokens == 0)
			return spells[i];
	}
	return -1;
}

/* The first spell whose last round is over; -1: none. */
static int lapsed_spell(const struct sp_game *g)
{
	for (int i = 0; i < g->played_end; i++) {
		if (g->played[i].kind == SP_PLAYED_SPELL &&
			g->played[i].clock != 0 && g->played[i].tokens == 0)
			return i;
	}
	return -1;
}

/* Of the wizard, and of the creatures that answer to his seat. */
static void take_stun(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < sp_game_actors_end(g); i++) {
		struct sp_actor *a = &g->actor[i];

		if (a->stun == 0 || sp_game_seat_of(g, i) != seat)
			continue;
		a->stun--;
		a->stunned = 1;
		sp_game_events_add(
			run->events, SP_EVENT_IS_STUNNED, i, SP_NOBODY)
			->stun.now = a->stun;
	}
}

static sp_value active_wizard(const struct sp_game *g)
{
	return SP_REF(SP_KIND_ACTOR, g->active);
}

static void enter_move(struct sp_run *run)
{
	struct sp_game *g = run->g;
	int speed = sp_eval_actor_stat(
		run->ruleset, g, g->active, SP_STAT_BASE_SPEED);

	g->phase = SP_PHASE_MOVE;
	g->speed = (uint8_t)(speed < 0 ? 0 : speed);
	/* some may have been gained as time passed */
	g->moves = (int16_t)(g->moves + g->speed < SP_MOVES_MAX
				     ? g->moves + g->speed
				     : SP_MOVES_MAX);
	(void)sp_effect_push_point(
		run, SP_POINT_MOVE, active_wizard(g), SP_NOTHING, 0);
}

/* Of a lost turn there is the draw phase, or nothing more. */
static void enter_phase(struct sp_run *run)
{
	struct sp_game *g = run->g;

	if (!g->lost)
		enter_move(run);
	else
		g->phase = g->rule[SP_RULE_LOST_TURN] == SP_LOST_TIME_DRAW
				   ? SP_PHASE_DRAW
				   : SP_PHASE_ENDED;
}

void rules_step_turn(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	int over;

	if (!g->actor[f->actor].alive || g->phase != SP_PHASE_TIME_PASSES) {
		sp_stack_pop(run);
		return;
	}
	switch ((enum turn_stage)f->stage) {
	case TURN_STARTS:
		over = lapsed_spell(g);
		if (over >= 0) {
			sp_effect_end_spell(run, over, SP_ENDS_BY_ITSELF);
			break;
		}
		if (g->lost && g->rule[SP_RULE_LOST_TURN] == SP_LOST_ALL) {
			sp_stack_pop(run);
			g->phase = SP_PHASE_ENDED;
			g->spent = 1;
			break;
		}
		f->stage = TURN_TIME_PASSES;
		sp_effect_push_event(run, SP_ON_TURN_START, active_wizard(g),
			SP_NOTHING, SP_NOTHING, 0);
		(void)sp_effect_push_point(
			run, SP_POINT_TURN, active_wizard(g), SP_NOTHING, 0);
		break;
	case TURN_TIME_PASSES:
		f->stage = TURN_TOKENS;
		sp_effect_push_event(run, SP_ON_TIME_PASSES, active_wizard(g),
			SP_NOTHING, SP_NOTHING, 0);
		break;
	case TURN_TOKENS:
		f->stage = TURN_SPENT;
		take_tokens(run, f->actor);
		break;
	case TURN_SPENT:
		over = spent_spell(g, f->actor);
		if (over >= 0)
			sp_effect_end_spell(run, over, SP_ENDS_BY_ITSELF);
		else
			f->stage = TURN_STUN;
		break;
	case TURN_STUN:
		take_stun(run, f->actor);
		sp_stack_pop(run);
		enter_phase(run);
		break;
	}
}

/* ---- and goes on ------------------------------------------------------------
 */

/* Hands that something has made too large, the active seat's first. */
static bool push_limits(struct sp_run *run)
{
	int seat = sp_law_first_over_limit(run->ruleset, run->g);

	if (seat != SP_NOBODY)
		sp_effect_push_limit(run, seat);
	return seat != SP_NOBODY;
}

/* Nothing is left in hand or on the table, and nothing to draw. */
static bool can_only_end(const struct sp_run *run)
{
	const struct sp_game *g = run->g;

	if (g->phase != SP_PHASE_DRAW || g->actor[g->active].hand > 0 ||
		sp_law_draw_max(run->ruleset, g, g->active) > 0)
		return false;
	for (int i = 0; i < g->played_end; i++) {
		if (g->played[i].kind != SP_PLAYED_FREE &&
			g->played[i].seat == g->active)
			return false;
	}
	return true;
}

static void finish_turn(struct sp_run *run)
{
	struct sp_game *g = run->g;

	if (!g->spent && g->actor[g->active].alive) {
		g->spent = 1;
		sp_effect_push_event(run, SP_ON_TURN_END, active_wizard(g),
			SP_NOTHING, SP_NOTHING, 0);
		(void)sp_effect_push_point(
			run, SP_POINT_END, active_wizard(g), SP_NOTHING, 0);
		return;
	}
	rules_sweep_proposals(run, true);
	if (pass_turn(g, run->events))
		push_turn(run);
}

void rules_turn_go_on(struct sp_run *run)
{
	struct sp_game *g = run->g;

	rules_sweep_proposals(run, false);
	if (rules_victory_eliminates(run) || rules_victory(g, run->events) ||
		push_limits(run))
		return;
	if (!g->actor[g->active].alive || can_only_end(run))
		sp_effect_turn_end(run, false);
	switch ((enum sp_phase)g->phase) {
	case SP_PHASE_TIME_PASSES:
		/* what should have come first was given up */
		enter_phase(run);
		break;
	case SP_PHASE_MOVE:
	case SP_PHASE_DRAW:
		sp_effect_turn_ask(run);
		break;
	case SP_PHASE_ENDED:
		finish_turn(run);
		break;
	}
}

void rules_turn_first(struct sp_run *run)
{
	struct sp_game *g = run->g;
	int seat = g->first;

	while (!g->actor[seat].alive)
		seat = (seat + 1) % g->n_seats;
	begin_turn(g, seat, run->events);
	push_turn(run);
}

/* True if the decision is about answers to what somebody has announced who is
 * dead by now: that is lost, so nobody has to answer it. */
static bool is_of_the_dead(const struct sp_game *g, enum sp_decision_kind kind)
{
	sp_value subject = kind == SP_DECISION_REACTION && g->n_rounds > 0
				   ? g->reaction[g->n_rounds - 1].subject
				   : SP_NOTHING;

	return sp_kind_of(subject) == SP_KIND_ITEM &&
	       !sp_stack_doer_lives(g, &g->cast[sp_index_of(subject)]);
}

/* Nothing more is resolved; a draft sees by itself that the game is over. */
static void give_up_all(struct sp_run *run)
{
	sp_stack_put_aside(run);
	if (run->g->turn > 0)
		sp_stack_clear(run);
	while (run->g->n_frames > 1)
		sp_stack_pop(run);
}

/* The frame SP_FRAME_RESUME: a decision that was put aside. Who
 * was asked and has answered is still there unless something else was asked
 * meanwhile; then all are asked anew. The last wizard alive is asked nothing
 * more. */
void rules_step_resume(struct sp_run *run, struct sp_frame *f)
{
	struct sp_decision *d = &run->g->decision;
	enum sp_decision_kind kind = (enum sp_decision_kind)f->resume.kind;
	bool same = d->number == (uint32_t)f->resume.number;
	unsigned asked = (unsigned)f->resume.seats;

	sp_stack_pop(run);
	for (int s = 0; s < run->g->n_seats; s++) {
		if (!run->g->actor[s].alive)
			asked &= ~(1U << (unsigned)s);
	}
	if (is_of_the_dead(run->g, kind)) {
		sp_stack_put_aside(run);
	} else if (rules_is_last_alive(run->g)) {
		give_up_all(run);
	} else if (same) {
		d->kind = (uint8_t)kind;
		sp_stack_show_hand(run);
	} else if (asked != 0) {
		sp_stack_ask(run, kind, asked);
	}
}
