/*
 * The rows of rules/boards 5.3 (what blocks) and 5.4 (edge cases) that concern
 * the board: one test each, named after its row.
 */
#include "board_tests.h"

static bool sees(const struct sp_board *b, const char *from, const char *to)
{
	bool there = plain_sees(b, at(b, from), at(b, to));
	uint8_t seen[SP_SQUARES_MAX];

	plain_visible(b, at(b, from), seen);
	EQUAL_INT(seen[at(b, to)], there);
	return there;
}

static bool sees_edge(
	const struct sp_board *b, const char *from, const char *name)
{
	return plain_sees_edge(b, at(b, from), sp_board_edge_parse(b, name));
}

/* The one straight line from square to square as they lie on the map. */
static bool line(const struct sp_board *b, const char *from, const char *to)
{
	uint16_t s = at(b, from), t = at(b, to);
	uint16_t e;
	int x = (int)sp_board_column(b, t) - (int)sp_board_column(b, s);
	int y = (int)sp_board_row(b, t) - (int)sp_board_row(b, s);
	uint16_t end = plain_line(b, s, 2 * x, 2 * y, &e);

	EQUAL_INT(e, UINT16_MAX);
	CU_ASSERT(end == t || end == SP_NOWHERE);
	return end == t;
}

/* ---- 5.3 --------------------------------------------------------------- */

TEST("board/sight", "5.3 wall, printed or created")
{
	struct sp_board b;

	board_make_closed(&b, "plain");
	CU_ASSERT(sees(&b, "c3", "c2"));
	edge(&b, "c2/c3")->created = SP_EDGE_WALL;
	CU_ASSERT_FALSE(sees(&b, "c3", "c2"));
	CU_ASSERT_FALSE(sees(&b, "c2", "c3"));
	CU_ASSERT_FALSE(sees(&b, "c5", "c1"));
	/* Beside it: a knight's move from a3 passes without a touch. */
	CU_ASSERT(sees(&b, "a3", "c2"));

	board_make_closed(&b, "red-a");
	CU_ASSERT(sees(&b, "a1", "a2"));
	CU_ASSERT_FALSE(sees(&b, "a1", "b1"));
}

TEST("board/sight", "5.3 column")
{
	struct sp_board b;

	board_make_closed(&b, "plain");
	CU_ASSERT(sees(&b, "b3", "c2"));
	edge(&b, "c2/c3")->created = SP_EDGE_WALL;
	/* Diagonals that meet an end of the wall. */
	CU_ASSERT_FALSE(sees(&b, "b3", "c2"));
	CU_ASSERT_FALSE(sees(&b, "b2", "c3"));
	CU_ASSERT_FALSE(sees(&b, "a1", "d4"));
	CU_ASSERT_FALSE(sees(&b, "d2", "c3"));
	/* And the line of 3 by 1, in its middle. */
	CU_ASSERT_FALSE(sees(&b, "a2", "d3"));
	/* A diagonal elsewhere does not. */
	CU_ASSERT(sees(&b, "a3", "b4"));
}

TEST("board/sight", "5.3 closed door")
{
	struct sp_board b;

	/* The published correction: along the middle row from the east one sees
	 * the square before the red door and no further. */
	board_make_closed(&b, "red-a");
	CU_ASSERT(sees(&b, "e3", "c3"));
	CU_ASSERT_FALSE(sees(&b, "e3", "b3"));
	CU_ASSERT_FALSE(sees(&b, "c3", "b3"));

	board_make_closed(&b, "plain");
	edge(&b, "c2/c3")->created = SP_EDGE_DOOR;
	CU_ASSERT_FALSE(sees(&b, "c3", "c2"));
	CU_ASSERT_FALSE(sees(&b, "b3", "c2"));
	CU_ASSERT_FALSE(sees(&b, "d3", "c2"));
}

TEST("board/sight", "5.3 door held or left open")
{
	static const uint8_t states[] = { SP_DOOR_IS_OPEN, SP_DOOR_IS_HELD };

	for (size_t i = 0; i < SP_ARRAY_LEN(states); i++) {
		struct sp_board b;

		board_make_closed(&b, "plain");
		edge(&b, "c2/c3")->created = SP_EDGE_DOOR;
		edge(&b, "c2/c3")->door = states[i];
		edge(&b, "c2/c3")->door_by = 0;
		CU_ASSERT(sees(&b, "c3", "c2"));
		CU_ASSERT(sees(&b, "c5", "c1"));
		/* Aslant through the gap. */
		CU_ASSERT(sees(&b, "b4", "c2"));
		CU_ASSERT_FALSE(sees(&b, "b3", "c2"));
		CU_ASSERT_FALSE(sees(&b, "d3", "c2"));
	}
}

TEST("board/sight", "5.3 own-sector door")
{
	struct sp_board b;
	struct sp_edge *door;

	board_make_closed(&b, "red-a");
	door = edge(&b, "b3/c3");
	EQUAL_INT(door->owner, 0);
	/* The owner could walk through; he does not see through. */
	EQUAL_INT(sp_board_passage(&b, at(&b, "c3"), SP_WEST, 0),
		SP_PASS_OWN_DOOR);
	CU_ASSERT_FALSE(sees(&b, "c3", "b3"));
	door->door = SP_DOOR_IS_OPEN;
	door->door_by = 0;
	CU_ASSERT(sees(&b, "c3", "b3"));
	CU_ASSERT(sees(&b, "b3", "c3"));
	door->door = SP_DOOR_CLOSED;
	door->door_by = SP_NOBODY;
	CU_ASSERT_FALSE(sees(&b, "c3", "b3"));
}

TEST("board/sight", "5.3 destroyed wall or door")
{
	struct sp_board b;

	board_make_closed(&b, "red-a");
	CU_ASSERT_FALSE(sees(&b, "a1", "b1"));
	edge(&b, "a1/b1")->destroyed = 1;
	CU_ASSERT(sees(&b, "a1", "b1"));
	CU_ASSERT_FALSE(sees(&b, "c3", "b3"));
	edge(&b, "b3/c3")->destroyed = 1;
	CU_ASSERT(sees(&b, "c3", "b3"));
	CU_ASSERT(sees(&b, "e3", "a3"));
}

TEST("board/sight", "5.3 destroyed: the column falls")
{
	struct sp_board b;

	/* The corner between a1 and b2 has the wall a1/b1 only. */
	board_make_closed(&b, "red-a");
	CU_ASSERT_FALSE(line(&b, "a1", "b2"));
	edge(&b, "a1/b1")->destroyed = 1;
	CU_ASSERT(line(&b, "a1", "b2"));
	CU_ASSERT(line(&b, "b1", "a2"));

	/* The one between b2 and c3 has the door b3/c3 and the wall b2/c2. */
	CU_ASSERT_FALSE(line(&b, "b2", "c3"));
	edge(&b, "b3/c3")->destroyed = 1;
	CU_ASSERT_FALSE(line(&b, "b2", "c3"));
	for (unsigned dir = 0; dir < SP_DIRS; dir++)
		b.edge[b.edge_at[at(&b, "c2")][dir]].destroyed = 1;
	edge(&b, "b2/b3")->destroyed = 1;
	CU_ASSERT(line(&b, "b2", "c3"));

	/* A created wall on the bared edge brings the column back. */
	edge(&b, "b3/c3")->created = SP_EDGE_WALL;
	CU_ASSERT_FALSE(line(&b, "b2", "c3"));
}

TEST("board/sight", "5.3 objects are clear")
{
	struct sp_board b;

	/* With nothing standing inside, all see all. */
	board_make_closed(&b, "plain");
	for (uint16_t s = 0; s < b.n_squares; s++)
		for (uint16_t t = 0; t < b.n_squares; t++)
			CU_ASSERT(plain_sees(&b, s, t));
}

TEST("board/sight", "5.3 square-filling objects")
{
	struct sp_board b;

	board_make_closed(&b, "plain");
	b.opaque[at(&b, "c3")] = 1;
	CU_ASSERT_FALSE(sees(&b, "c4", "c2"));
	CU_ASSERT_FALSE(sees(&b, "a3", "e3"));
	CU_ASSERT_FALSE(sees(&b, "a1", "e5"));
	/* Past it without a touch. */
	CU_ASSERT(sees(&b, "b4", "b2"));
	CU_ASSERT(sees(&b, "a2", "e1"));
	/* The square itself is seen from outside. */
	CU_ASSERT(sees(&b, "c4", "c3"));
	CU_ASSERT(sees(&b, "a3", "c3"));
	CU_ASSERT(sees(&b, "a1", "c3"));
}

/* ---- 5.4 --------------------------------------------------------------- */

TEST("board/sight", "5.4 case 2: across a seam")
{
	struct sp_board b;

	/* B.S meets C.E with a quarter turn. */
	board_make(&b, "3-l", "red-a blue-a green-a");
	CU_ASSERT(sees(&b, "h5", "e8"));
	/* Beside the exit the frame stands between. */
	CU_ASSERT_FALSE(sees(&b, "e7", "g5"));
	edge(&b, "g5 south")->destroyed = 1;
	CU_ASSERT(sees(&b, "e7", "g5"));
}

TEST("board/sight", "5.4 case 3: one's own square")
{
	struct dice d = { 51 };
	struct sp_board b;

	board_make_random(&b, &d);
	for (uint16_t s = 0; s < b.n_squares; s++) {
		uint16_t e;

		b.opaque[s] = (uint8_t)roll(&d, 2);
		CU_ASSERT(plain_sees(&b, s, s));
		EQUAL_INT(plain_line(&b, s, 0, 0, &e), s);
	}
}

TEST("board/sight", "5.4 case 4: the tie goes to the target")
{
	struct sp_board b;
	uint16_t e;

	/* A filled square whose corner the diagonal touches and no more. */
	board_make_closed(&b, "plain");
	b.opaque[at(&b, "c2")] = 1;
	CU_ASSERT_FALSE(sees(&b, "b2", "c3"));
	CU_ASSERT_FALSE(sees(&b, "c3", "b2"));
	CU_ASSERT(sees(&b, "b2", "b3"));

	/* The tip of a cone: round the notch of the L the two ways over the
	 * corner lead to different squares, so nothing is seen over it even if
	 * all walls there are gone. */
	board_make(&b, "3-l", "plain plain plain");
	for (unsigned i = 0; i < b.n_edges; i++)
		b.edge[i].destroyed = 1;
	EQUAL_INT(plain_line(&b, at(&b, "e5"), 2, 2, &e), SP_NOWHERE);
	EQUAL_INT(plain_line(&b, at(&b, "d5"), 2, 2, &e), at(&b, "e6"));
}

TEST("board/sight", "5.4 case 5: inside what blocks")
{
	struct sp_board b;
	uint8_t seen[SP_SQUARES_MAX];
	unsigned n = 0;

	board_make_closed(&b, "plain");
	b.opaque[at(&b, "c3")] = 1;
	plain_visible(&b, at(&b, "c3"), seen);
	for (unsigned s = 0; s < SP_SQUARES_MAX; s++)
		n += seen[s];
	EQUAL_INT(n, 1);
	EQUAL_INT(seen[at(&b, "c3")], 1);
	CU_ASSERT_FALSE(sees(&b, "c3", "c2"));
	/* Its bordering edges: from within not at all, from without by their
	 * outer face only. */
	CU_ASSERT_FALSE(sees_edge(&b, "c3", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "c2", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "c1", "c2/c3"));
	CU_ASSERT_FALSE(sees_edge(&b, "c5", "c2/c3"));
	CU_ASSERT_FALSE(sees_edge(&b, "c4", "c2/c3"));
	b.opaque[at(&b, "c3")] = 0;
	CU_ASSERT(sees_edge(&b, "c3", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "c5", "c2/c3"));
}

TEST("board/sight", "5.4 case 6: a wall from either face")
{
	struct sp_board b;

	board_make_closed(&b, "plain");
	edge(&b, "c2/c3")->created = SP_EDGE_WALL;
	CU_ASSERT(sees_edge(&b, "c3", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "c2", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "c5", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "c1", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "b4", "c2/c3"));
	/* Something before it hides it on one side. */
	edge(&b, "c3/c4")->created = SP_EDGE_WALL;
	CU_ASSERT_FALSE(sees_edge(&b, "c5", "c2/c3"));
	CU_ASSERT(sees_edge(&b, "c1", "c2/c3"));

	/* On a seam: a wall of the frame, from both sectors. */
	board_make(&b, "3-l", "plain plain plain");
	CU_ASSERT(sees_edge(&b, "g5", "g5 south"));
	CU_ASSERT(sees_edge(&b, "g2", "g5 south"));
	CU_ASSERT(sees_edge(&b, "e7", "g5 south"));
	CU_ASSERT(sees_edge(&b, "b7", "g5 south"));
}

TEST("board/sight", "5.4 case 7: a wall on an open exit")
{
	struct sp_board b;
	uint16_t e;

	board_make(&b, "2-crossed", "plain plain");
	EQUAL_INT(plain_line(&b, at(&b, "a3"), -2, 0, &e), at(&b, "j3"));
	CU_ASSERT(sees_edge(&b, "a3", "a3 west"));
	CU_ASSERT(sees_edge(&b, "j3", "a3 west"));
	edge(&b, "a3 west")->created = SP_EDGE_WALL;
	CU_ASSERT_PTR_EQUAL(edge(&b, "j3 east"), edge(&b, "a3 west"));
	EQUAL_INT(plain_line(&b, at(&b, "a3"), -2, 0, &e), SP_NOWHERE);
	EQUAL_INT(plain_line(&b, at(&b, "j3"), 2, 0, &e), SP_NOWHERE);
	EQUAL_INT(sp_board_passage(&b, at(&b, "a3"), SP_WEST, 0), SP_PASS_WALL);
	EQUAL_INT(sp_board_passage(&b, at(&b, "j3"), SP_EAST, 0), SP_PASS_WALL);
	/* Still targets for whoever wants it away. */
	CU_ASSERT(sees_edge(&b, "a3", "a3 west"));
	CU_ASSERT(sees_edge(&b, "j3", "a3 west"));
}

TEST("board/sight", "5.4 case 11: wrap loops")
{
	struct sp_board b;
	uint16_t e;

	board_make(&b, "lone", "plain");
	/* Round and round the row of the exits, 5 squares each time. */
	for (int n = 1; n < 100; n++)
		EQUAL_INT(plain_line(&b, at(&b, "c3"), 2 * n, 0, &e),
			at(&b, "c3") - 2 + (uint16_t)((2 + n) % 5));
	/* With no wall at all everything is seen, in finite time. */
	for (unsigned i = 0; i < b.n_edges; i++)
		b.edge[i].destroyed = 1;
	for (uint16_t s = 0; s < b.n_squares; s++)
		CU_ASSERT(plain_sees(&b, 0, s));
}

/* ---- the reach --------------------------------------------------------- */

TEST("board/sight", "the reach is five times the longer side")
{
	struct sp_board b;

	board_make(&b, "lone", "plain");
	EQUAL_INT(board_sight_reach(&b), 10);
	board_make(&b, "2-crossed", "plain plain");
	EQUAL_INT(board_sight_reach(&b), 10);
	board_make(&b, "4-straight", "plain plain plain plain");
	EQUAL_INT(board_sight_reach(&b), 10);
	board_make(&b, "5-plus", "plain plain plain plain plain");
	EQUAL_INT(board_sight_reach(&b), 15);
	b.columns = 5;
	EQUAL_INT(board_sight_reach(&b), SP_SIGHT_REACH_MAX);
}

TEST("board/sight", "nothing beyond the reach is seen")
{
	struct sp_board b;
	uint8_t seen[SP_SQUARES_MAX];

	/* Two exits in one row: a corridor of ten squares, both ways open. */
	board_make(&b, "2-crossed", "plain plain");
	edge(&b, "c3/d3")->created = SP_EDGE_WALL;
	for (int reach = 1; reach <= 9; reach++) {
		plain_visible_within(&b, at(&b, "d3"), reach, seen);
		EQUAL_INT(seen[at(&b, "c3")], reach == 9);
	}
	/* The wall's far face is one square further than the last square. */
	CU_ASSERT(sees_edge(&b, "d3", "c3/d3"));
}

/* ---- flights ------------------------------------------------------------ */

/* There is a flight where there is sight, and it ends there. */
TEST("board/sight", "flights go where sight does")
{
	struct sp_board b;
	uint8_t seen[SP_SQUARES_MAX];
	uint64_t edges[SP_EDGE_WORDS];
	struct sp_flight f;

	board_make(&b, "2-crossed", "red-a blue-a");
	for (uint16_t s = 0; s < b.n_squares; s++) {
		plain_visible(&b, s, seen);
		sp_board_visible_edges(&b, &plain_sight, s, edges);
		for (uint16_t to = 0; to < b.n_squares; to++) {
			EQUAL_INT(sp_board_flight(&b, &plain_sight, s, to,
					  UINT16_MAX, &f),
				seen[to] != 0);
			CU_ASSERT(!seen[to] || (f.at == to && !f.stopped &&
						       f.moved == (s != to)));
		}
		for (uint16_t e = 0; e < b.n_edges; e++) {
			EQUAL_INT(
				sp_board_flight(&b, &plain_sight, s, 0, e, &f),
				sp_board_in_set(edges, e));
			CU_ASSERT(!sp_board_in_set(edges, e) ||
				  sp_board_beside(&b, f.at, e));
		}
	}
}

TEST("board/sight", "flights are stopped and headed")
{
	struct sp_sight sight = { .stopped_at = UINT16_MAX };
	struct sp_board b;
	struct sp_flight f;

	board_make(&b, "2-crossed", "red-a blue-a");
	CU_ASSERT(sp_board_flight(
		&b, &sight, at(&b, "c3"), at(&b, "g3"), UINT16_MAX, &f));
	EQUAL_INT(f.before, at(&b, "f3"));
	EQUAL_INT(f.heading, SP_EAST);
	sight.stopped_at = (uint16_t)(edge(&b, "e3/f3") - b.edge);
	CU_ASSERT(sp_board_flight(
		&b, &sight, at(&b, "c3"), at(&b, "g3"), UINT16_MAX, &f));
	CU_ASSERT(f.stopped);
	EQUAL_INT(f.at, at(&b, "e3"));
	EQUAL_INT(f.before, at(&b, "d3"));
	/* over the seam it goes on in the direction behind it */
	sight.stopped_at = UINT16_MAX;
	CU_ASSERT(sp_board_flight(
		&b, &sight, at(&b, "c1"), at(&b, "h5"), UINT16_MAX, &f));
	EQUAL_INT(f.before, at(&b, "c1"));
	EQUAL_INT(f.heading, SP_NORTH);
	/* at what stands on the edge, on this side of it */
	CU_ASSERT(sp_board_flight(&b, &sight, at(&b, "c3"), 0,
		(uint16_t)(edge(&b, "b3/c3") - b.edge), &f));
	EQUAL_INT(f.at, at(&b, "c3"));
}

/* What looks through one thing looks through one layer, or the wall. */
TEST("board/sight", "layers are looked through one by one")
{
	struct sp_sight sight = plain_sight;
	struct sp_board b;
	uint16_t e;

	board_make(&b, "lone", "plain");
	sight.limit = 1;
	e = b.edge_at[at(&b, "c3")][SP_NORTH];
	EQUAL_INT(sp_board_edge_layers(&b, e), 0);
	sp_board_cover(&b, e, 0, true);
	EQUAL_INT(sp_board_edge_kind(&b, e), SP_EDGE_SIDED);
	EQUAL_INT(sp_board_edge_under(&b, e), SP_EDGE_OPEN);
	EQUAL_INT(sp_board_edge_layers(&b, e), 1);
	CU_ASSERT_FALSE(sp_board_sees(&b, &sight, at(&b, "c3"), at(&b, "c2")));
	EQUAL_INT(sp_board_passage(&b, at(&b, "c3"), SP_NORTH, SP_NOBODY),
		SP_PASS_WALL);
	sight.through = 1;
	CU_ASSERT_TRUE(sp_board_sees(&b, &sight, at(&b, "c3"), at(&b, "c2")));
	sp_board_make(&b, e, SP_EDGE_WALL);
	EQUAL_INT(sp_board_edge_kind(&b, e), SP_EDGE_SIDED);
	EQUAL_INT(sp_board_edge_under(&b, e), SP_EDGE_WALL);
	EQUAL_INT(sp_board_edge_layers(&b, e), 2);
	CU_ASSERT_FALSE(sp_board_sees(&b, &sight, at(&b, "c3"), at(&b, "c2")));
	sp_board_cover(&b, e, 1, true);
	EQUAL_INT(sp_board_edge_layers(&b, e), 3);
	sight.through = 2;
	CU_ASSERT_FALSE(sp_board_sees(&b, &sight, at(&b, "c3"), at(&b, "c2")));
	sight.through = 3;
	CU_ASSERT_TRUE(sp_board_sees(&b, &sight, at(&b, "c3"), at(&b, "c2")));
	sp_board_cover(&b, e, 0, false);
	sp_board_cover(&b, e, 1, false);
	EQUAL_INT(sp_board_edge_kind(&b, e), SP_EDGE_WALL);
	EQUAL_INT(b.edge[e].under, SP_EDGE_OPEN);
	EQUAL_INT(b.edge[e].sides, 0);
}
