#include "rules_private.h"

#include <assert.h>

/* ---- the end of the game --------------------------------------------------
 */

static void finish(struct sp_game *g, enum sp_outcome outcome, int winner,
	struct sp_events *events)
{
	g->status = SP_GAME_OVER;
	g->outcome = (uint8_t)outcome;
	g->winner = (int8_t)winner;
	g->decision.kind = SP_DECISION_NONE;
	g->decision.seats = 0;
	g->decision.answered = 0;
	sp_events_add(
		events, SP_EVENT_OVER, winner, SP_NOBODY, (int32_t)outcome, 0);
}

static int only_survivor(const struct sp_game *g)
{
	for (int s = 0; s < g->n_seats; s++) {
		if (g->wizard[s].alive)
			return s;
	}
	return SP_NOBODY;
}

/* Deaths have been dealt with; so who died in the very action that brought the
 * last point has died first. Among several the active seat comes first, then
 * turn order. */
static bool is_won(struct sp_game *g, struct sp_events *events)
{
	int alive = sp_game_alive(g);

	if (alive <= 1) {
		finish(g, alive == 1 ? SP_OUTCOME_SURVIVOR : SP_OUTCOME_DRAW,
			only_survivor(g), events);
		return true;
	}
	for (int i = 0; i < g->n_seats; i++) {
		int s = (g->active + i) % g->n_seats;

		if (g->wizard[s].alive &&
			sp_game_points(g, s) >= g->points_to_win) {
			finish(g, SP_OUTCOME_POINTS, s, events);
			return true;
		}
	}
	return false;
}

/* Most points, then most life; equal in both: a draw. */
static void finish_by_rounds(struct sp_game *g, struct sp_events *events)
{
	int best = SP_NOBODY;
	int best_points = 0;
	bool shared = false;

	sp_events_add(events, SP_EVENT_ROUNDS, SP_NOBODY, SP_NOBODY,
		g->rounds_max, 0);
	for (int s = 0; s < g->n_seats; s++) {
		int points = sp_game_points(g, s);
		int lead;

		if (!g->wizard[s].alive)
			continue;
		lead = best == SP_NOBODY ? 1
		       : points != best_points
			       ? points - best_points
			       : g->wizard[s].life - g->wizard[best].life;
		shared = lead == 0 || (shared && lead < 0);
		if (lead > 0) {
			best = s;
			best_points = points;
		}
	}
	finish(g, shared ? SP_OUTCOME_DRAW : SP_OUTCOME_ROUNDS,
		shared ? SP_NOBODY : best, events);
}

/* ---- phases -----------------------------------------------------------------
 */

static void enter_move(const struct sp_ruleset *ruleset, struct sp_game *g)
{
	g->moves = (int16_t)ruleset->base_speed;
	g->attacked = 0;
}

/* The phases of a turn, in order. One that asks waits for the active seat; the
 * others have nothing to ask without cards and pass by themselves, because a
 * choice with one legal answer is never asked (design 4). */
static const struct phase {
	bool asks;
	void (*enter)(const struct sp_ruleset *ruleset, struct sp_game *g);
} phases[] = {
	[SP_PHASE_TIME_PASSES] = { false, NULL },
	[SP_PHASE_MOVE] = { true, enter_move },
	[SP_PHASE_DRAW] = { false, NULL },
};

/* From a phase to the next one that asks; false: the turn is through. */
static bool run_phases(
	const struct sp_ruleset *ruleset, struct sp_game *g, unsigned from)
{
	for (unsigned p = from; p < SP_ARRAY_LEN(phases); p++) {
		g->phase = (uint8_t)p;
		if (phases[p].enter != NULL)
			phases[p].enter(ruleset, g);
		if (phases[p].asks)
			return true;
	}
	return false;
}

static void begin_turn(const struct sp_ruleset *ruleset, struct sp_game *g,
	int seat, struct sp_events *events)
{
	struct sp_wizard *w = &g->wizard[seat];
	bool asks;

	g->active = (int8_t)seat;
	g->turn++;
	if (w->turns < UINT8_MAX)
		w->turns++;
	g->decision.number++;
	g->decision.kind = SP_DECISION_TURN;
	g->decision.seats = (uint8_t)(1U << seat);
	g->decision.answered = 0;
	sp_events_add(
		events, SP_EVENT_TURN, seat, SP_NOBODY, g->turn, g->round);
	asks = run_phases(ruleset, g, SP_PHASE_TIME_PASSES);
	assert(asks);
}

void sp_turn_first(const struct sp_ruleset *ruleset, struct sp_game *g,
	int seat, struct sp_events *events)
{
	g->first = (int8_t)seat;
	g->round = 1;
	begin_turn(ruleset, g, seat, events);
}

/* The turn goes to the next living seat. A round begins where it passes the
 * seat that went first, whether that one still lives or not. */
static void next_turn(const struct sp_ruleset *ruleset, struct sp_game *g,
	bool by_clock, struct sp_events *events)
{
	int seat = g->active;
	bool new_round = false;

	sp_events_add(
		events, SP_EVENT_TURN_ENDED, seat, SP_NOBODY, by_clock, 0);
	do {
		seat = (seat + 1) % g->n_seats;
		new_round |= seat == g->first;
	} while (!g->wizard[seat].alive);
	if (new_round && g->round == g->rounds_max) {
		finish_by_rounds(g, events);
		return;
	}
	g->round = (uint16_t)(g->round + new_round);
	begin_turn(ruleset, g, seat, events);
}

void sp_turn_settle(const struct sp_ruleset *ruleset, struct sp_game *g,
	bool phase_ends, bool by_clock, struct sp_events *events)
{
	if (is_won(g, events))
		return;
	/* A dead wizard has no phases left. */
	if (!g->wizard[g->active].alive ||
		(phase_ends && !run_phases(ruleset, g, g->phase + 1U)))
		next_turn(ruleset, g, by_clock, events);
}
