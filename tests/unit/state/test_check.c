#include "../rules/scene.h"
#include "unit.h"

static struct scene good;

/* A fair position with something of everything. */
static struct sp_game *fresh(void)
{
	static struct sp_game g;

	scene_begin(&good, "red blue yellow");
	scene_turn(&good, 0);
	EQUAL_INT(scene_do(&good, 0, "hold b3/c3"), SP_REASON_NONE);
	scene_lay(&good, 2, "c3");
	EQUAL_INT(scene_do(&good, 0, "pick-up blue-1"), SP_REASON_NONE);
	g = good.g;
	return &g;
}

static void broken(const struct sp_game *g, const char *part, int line)
{
	struct sp_error e = { 0 };
	int code = sp_state_check(g, &e);

	if (code != SP_ECORRUPT || strstr(e.text, part) == NULL) {
		(void)fprintf(stderr, "line %d: \"%s\": got %d: %s\n", line,
			part, code, e.text);
		CU_FAIL("another broken invariant was expected");
	}
	EQUAL_INT(sp_state_check(g, NULL), SP_ECORRUPT);
}

/* One change to a fair position, and the invariant that it breaks. */
#define BREAKS(change, part)                                                   \
	do {                                                                   \
		struct sp_game *g = fresh();                                   \
                                                                               \
		change;                                                        \
		broken(g, part, __LINE__);                                     \
	} while (0)

static struct sp_edge *edge(struct sp_game *g, const char *name)
{
	return &g->board.edge[scene_edge(&good, name)];
}

TEST("state/check", "a fair position")
{
	struct sp_error e = { 0 };

	EQUAL_INT(sp_state_check(fresh(), &e), SP_OK);
	EQUAL_STRING(e.text, "");
}

TEST("state/check", "seats")
{
	BREAKS(g->n_seats = 1, "1 seats");
	BREAKS(g->n_seats = 7, "7 seats");
	BREAKS(g->n_seats = 2, "3 sectors for 2 seats");
	BREAKS(memset(g->colour[0], 'x', SP_ID_SIZE), "no proper colour");
	BREAKS(g->colour[1][0] = 'B', "no proper colour");
	BREAKS(memcpy(g->colour[1], g->colour[0], SP_ID_SIZE),
		"two seats are red");
}

TEST("state/check", "the board")
{
	BREAKS(g->board.n_squares = 76, "76 squares");
	BREAKS(g->board.n_edges = SP_EDGES_MAX + 1, "edges");
	BREAKS(g->board.bay[0].seat = 3, "no seat's home");
	BREAKS(g->board.bay[0].turn = 4, "turned too far");
	BREAKS(g->board.bay[0].seat = 1, "not every seat");
	BREAKS(g->board.opaque[7] = 1, "square 7: opaque");
}

TEST("state/check", "edges and doors")
{
	BREAKS(edge(g, "b3/c3")->door = 3, "state out of range");
	BREAKS(edge(g, "b3/c3")->destroyed = 2, "state out of range");
	BREAKS(edge(g, "c3/d3")->destroyed = 1, "nothing is there");
	BREAKS(edge(g, "a1/b1")->created = SP_EDGE_WALL, "where a wall stands");
	BREAKS(edge(g, "c3/d3")->cracks = 1, "yet it has cracks");
	BREAKS(edge(g, "a1 west")->cracks = 1, "an outer wall was harmed");
	BREAKS(edge(g, "b3/c3")->owner = 3, "its owner is no seat");
	BREAKS(edge(g, "b3/c3")->shut_turn = 99, "turn to come");
	BREAKS(edge(g, "b3/c3")->door = SP_DOOR_CLOSED,
		"someone holds a closed door");
	BREAKS(edge(g, "c3/d3")->door = SP_DOOR_IS_OPEN, "and no door");
	BREAKS(edge(g, "b3/c3")->door_by = 1, "not beside it");
	BREAKS(edge(g, "b3/c3")->door_by = SP_NOBODY,
		"opened or held by nobody");
	BREAKS(g->actor[0].square = 0, "not beside it");
}

TEST("state/check", "wizards")
{
	BREAKS(g->actor[1].alive = 2, "neither alive nor dead");
	BREAKS(g->actor[1].home = 0, "not in the home sector");
	BREAKS(g->actor[1].home = SP_NOWHERE, "not in the home sector");
	BREAKS(g->actor[1].turns = 9, "more turns than rounds");
	BREAKS(g->actor[1].alive = 0, "not gone from the board");
	BREAKS(g->actor[1].life = 0, "alive with life 0");
	BREAKS(g->actor[1].square = SP_NOWHERE, "in no square");
	BREAKS(g->actor[1].carries = 3, "elsewhere");
	BREAKS(g->actor[1].carries = 99, "elsewhere");
}

TEST("state/check", "treasures")
{
	BREAKS(g->n_treasures = 5, "5 treasures");
	BREAKS(g->treasure[0].owner = 1, "not of seat 0");
	BREAKS(g->treasure[0].square = SP_NOWHERE, "in no square");
	BREAKS(g->treasure[2].square = 3, "and lying on the floor");
	BREAKS((g->treasure[0].carrier = 0, g->treasure[0].square = SP_NOWHERE),
		"does not carry it");
	BREAKS((g->treasure[0].carrier = 9, g->treasure[0].square = SP_NOWHERE),
		"does not carry it");
}

TEST("state/check", "counts")
{
	BREAKS(g->actor[0].kills = 1, "more kills");
	BREAKS(g->round = 0, "more turns than rounds");
	BREAKS(g->round = 101, "in round 101 of 100");
	BREAKS(g->turn = 4, "turn 4, but the seats had 5");
	BREAKS(g->first = SP_NOBODY, "the first or the active");
	BREAKS(g->active = 3, "the first or the active");
	BREAKS(g->phase = SP_PHASE_ENDED + 1, "no such phase");
	BREAKS(g->moves = SP_MOVES_MAX + 1, "61 moves");
	BREAKS(g->moves = -SP_MOVES_MAX - 1, "-61 moves");
	BREAKS(g->points_to_win = 0, "no points");
}

TEST("state/check", "a running game")
{
	BREAKS(g->status = 2, "no such status");
	BREAKS(g->outcome = SP_OUTCOME_DRAW, "runs on with an outcome");
	BREAKS(g->winner = 1, "runs on with an outcome");
	BREAKS(g->phase = SP_PHASE_ENDED, "nobody's turn");
	BREAKS(g->decision.seats = 5, "the decision is not");
	BREAKS(g->decision.answered = 1, "the decision is not");
	BREAKS(g->decision.number = 0, "the decision is not");
	BREAKS(g->decision.kind = SP_DECISION_NONE, "without a decision");
	BREAKS((g->treasure[0].square = g->actor[1].home,
		       g->treasure[1].square = g->actor[1].home),
		"though blue has won");
}

TEST("state/check", "a finished game")
{
	struct sp_game over;
	struct sp_game *g = &over;

	scene_begin(&good, "red blue");
	EQUAL_INT(scene_do(&good, 1, "resign"), SP_REASON_NONE);
	over = good.g;
	EQUAL_INT(sp_state_check(g, NULL), SP_OK);
	g->decision.seats = 1;
	broken(g, "yet waits", __LINE__);
	g->decision.seats = 0;
	g->winner = 1;
	broken(g, "do not fit", __LINE__);
	g->winner = SP_NOBODY;
	broken(g, "do not fit", __LINE__);
	g->outcome = SP_OUTCOME_DRAW;
	broken(g, "cannot have ended", __LINE__);
	g->winner = 0;
	for (int o = SP_OUTCOME_NONE; o <= SP_OUTCOME_ROUNDS; o++) {
		g->outcome = (uint8_t)o;
		if (o != SP_OUTCOME_SURVIVOR)
			broken(g, "cannot have ended", __LINE__);
	}
	/* whatever was going on, the operator may end it */
	scene_begin(&good, "red blue");
	sp_game_cancel(&good.g);
	EQUAL_INT(sp_state_check(&good.g, NULL), SP_OK);
	good.g.winner = 0;
	broken(&good.g, "do not fit", __LINE__);
	/* back among the living */
	g->outcome = SP_OUTCOME_NONE;
	g->status = SP_GAME_RUNNING;
	g->winner = SP_NOBODY;
	g->decision.kind = SP_DECISION_TURN;
	g->decision.seats = 1;
	broken(g, "lone survivor", __LINE__);
}
