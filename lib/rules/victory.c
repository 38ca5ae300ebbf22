/* The end of the game: who has won, and when. */
#include "turn_private.h"

#include "effect/effect.h"

static void finish(struct sp_game *g, enum sp_outcome outcome, int winner,
	struct sp_events *events)
{
	g->status = SP_GAME_OVER;
	g->outcome = (uint8_t)outcome;
	g->winner = (int8_t)winner;
	g->decision.kind = SP_DECISION_NONE;
	g->decision.seats = 0;
	g->decision.answered = 0;
	sp_game_events_add(events, SP_EVENT_OVER, winner, SP_NOBODY)->outcome =
		(int32_t)outcome;
}

static int only_survivor(const struct sp_game *g)
{
	for (int s = 0; s < g->n_seats; s++) {
		if (g->actor[s].alive)
			return s;
	}
	return SP_NOBODY;
}

/* Are points looked at now? What the end of the turn does comes first. */
static bool is_counted(const struct sp_game *g)
{
	return g->rule[SP_RULE_COUNTED] == SP_COUNTED_AT_ONCE ||
	       (g->phase == SP_PHASE_ENDED &&
		       (g->spent || !g->actor[g->active].alive));
}

/* Does the game end with so many alive? */
static bool is_last(const struct sp_game *g, int alive)
{
	return alive == 0 || (alive == 1 && g->rule[SP_RULE_LAST_ALIVE] ==
						    SP_LAST_ALIVE_WINS);
}

/* Deaths have been dealt with; so who died in the very action that brought the
 * last point has died first. Among several the active seat comes first, then
 * turn order. */
static int has_points(const struct sp_game *g)
{
	int points[SP_SEATS_MAX];
	bool any = false;

	if (!is_counted(g))
		return SP_NOBODY;
	sp_game_all_points(g, points);
	for (int s = 0; s < g->n_seats; s++)
		any = any || points[s] >= g->points_to_win;
	for (int i = 0; any && i < g->n_seats; i++) {
		int s = (g->active + i) % g->n_seats;

		if (g->actor[s].alive && points[s] >= g->points_to_win)
			return s;
	}
	return SP_NOBODY;
}

bool rules_is_last_alive(const struct sp_game *g)
{
	return is_last(g, sp_game_alive(g));
}

bool rules_is_won(const struct sp_game *g)
{
	return rules_is_last_alive(g) || has_points(g) != SP_NOBODY;
}

bool rules_victory(struct sp_game *g, struct sp_events *events)
{
	int alive = sp_game_alive(g);
	int winner;

	if (is_last(g, alive)) {
		finish(g, alive == 1 ? SP_OUTCOME_SURVIVOR : SP_OUTCOME_DRAW,
			only_survivor(g), events);
		return true;
	}
	winner = has_points(g);
	if (winner == SP_NOBODY)
		return false;
	finish(g, SP_OUTCOME_POINTS, winner, events);
	return true;
}

/* Does each of the seat's treasures lie in the home base of another that lives?
 */
static bool has_lost_treasures(const struct sp_game *g, int seat)
{
	for (int i = 2 * seat; i < 2 * seat + 2; i++) {
		bool lost = false;

		for (int s = 0; s < g->n_seats && !lost; s++)
			lost = s != seat && g->actor[s].alive &&
			       g->treasure[i].square == g->actor[s].home;
		if (!lost)
			return false;
	}
	return true;
}

bool rules_victory_eliminates(struct sp_run *run)
{
	struct sp_game *g = run->g;
	unsigned out = 0;

	if (g->rule[SP_RULE_LOST_TREASURES] != SP_LOST_ELIMINATED)
		return false;
	for (int s = 0; s < g->n_seats; s++) {
		if (g->actor[s].alive && has_lost_treasures(g, s))
			out |= 1U << s;
	}
	/* at once, whoever's home base no longer counts then */
	for (int s = g->n_seats - 1; s >= 0; s--) {
		if ((out >> s & 1U) == 0)
			continue;
		sp_game_events_add(
			run->events, SP_EVENT_ELIMINATED, s, SP_NOBODY);
		sp_effect_push_death(run, s, SP_NOBODY);
	}
	return out != 0;
}

void rules_victory_by_rounds(struct sp_game *g, struct sp_events *events)
{
	int best = SP_NOBODY;
	int best_points = 0;
	bool shared = false;
	bool by_life = g->rule[SP_RULE_TIES] == SP_TIES_LIFE;

	sp_game_events_add(events, SP_EVENT_ROUNDS, SP_NOBODY, SP_NOBODY)
		->limit = g->rounds_max;
	for (int s = 0; s < g->n_seats; s++) {
		int points = sp_game_points(g, s);
		int lead;

		if (!g->actor[s].alive)
			continue;
		lead = best == SP_NOBODY       ? 1
		       : points != best_points ? points - best_points
		       : by_life ? g->actor[s].life - g->actor[best].life
				 : 0;
		shared = lead == 0 || (shared && lead < 0);
		if (lead > 0) {
			best = s;
			best_points = points;
		}
	}
	finish(g, shared ? SP_OUTCOME_DRAW : SP_OUTCOME_ROUNDS,
		shared ? SP_NOBODY : best, events);
}
