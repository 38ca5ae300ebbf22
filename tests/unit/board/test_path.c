#include "board_tests.h"

static bool may_walk(
	const struct sp_board *b, uint16_t square, enum sp_dir dir, int seat)
{
	enum sp_passage p = sp_board_passage(b, square, dir, seat);

	return p == SP_PASS_FREE || p == SP_PASS_OWN_DOOR;
}

/* Bellman-Ford, to compare with the search. */
static void relax(const struct sp_board *b, uint16_t from, int seat,
	unsigned out[SP_SQUARES_MAX])
{
	bool changed = true;

	for (unsigned i = 0; i < SP_SQUARES_MAX; i++)
		out[i] = UINT16_MAX;
	out[from] = 0;
	while (changed) {
		changed = false;
		for (uint16_t s = 0; s < b->n_squares; s++)
			for (int step = 0; step <= SP_THROUGH; step++) {
				uint16_t to = sp_board_beyond(b, s, step);
				unsigned sum =
					out[s] + (unsigned)sp_board_step_cost(
							 b, s, step);

				if (to == SP_NOWHERE || sum >= out[to] ||
					(step < SP_DIRS &&
						!may_walk(b, s,
							(enum sp_dir)step,
							seat)))
					continue;
				out[to] = sum;
				changed = true;
			}
	}
}

TEST("board/path", "distances agree with relaxation")
{
	struct dice d = { 31 };
	struct sp_board b;

	for (unsigned i = 0; i < 40; i++) {
		uint16_t from;
		uint16_t near[SP_SQUARES_MAX];
		unsigned expected[SP_SQUARES_MAX];
		int seat;

		board_make_random(&b, &d);
		for (unsigned e = 0; e < b.n_edges; e++)
			if (roll(&d, 8) == 0)
				b.edge[e].created = SP_EDGE_WALL;
		from = (uint16_t)roll(&d, b.n_squares);
		seat = (int)roll(&d, 3) - 1;
		sp_board_distances(&b, from, seat, near);
		relax(&b, from, seat, expected);
		for (unsigned s = 0; s < SP_SQUARES_MAX; s++)
			EQUAL_INT(near[s], expected[s]);
	}
}

/* A way is as long as the distance and walks over nothing shut; among the
 * shortest it is the first, so every step is the first that still gets there
 * in time. */
static void check_way(
	const struct sp_board *b, uint16_t from, uint16_t to, int seat)
{
	int way[SP_SQUARES_MAX];
	uint16_t near[SP_SQUARES_MAX];
	int n = sp_board_way(b, from, to, seat, way, SP_SQUARES_MAX);

	sp_board_distances(b, from, seat, near);
	EQUAL_INT(n, near[to] == UINT16_MAX ? -1 : near[to]);
	for (int i = 0; i < n; i++) {
		for (int dir = 0; dir < way[i]; dir++) {
			if (!may_walk(b, from, (enum sp_dir)dir, seat))
				continue;
			sp_board_distances(b, b->link[from][dir], seat, near);
			CU_ASSERT(near[to] > n - i - 1);
		}
		CU_ASSERT(may_walk(b, from, (enum sp_dir)way[i], seat));
		from = b->link[from][way[i]];
	}
	if (n >= 0)
		EQUAL_INT(from, to);
}

TEST("board/path", "ways are shortest and first")
{
	struct dice d = { 32 };
	struct sp_board b;

	for (unsigned i = 0; i < 40; i++) {
		board_make_random(&b, &d);
		for (unsigned e = 0; e < b.n_edges; e++)
			if (roll(&d, 10) == 0)
				b.edge[e].created = SP_EDGE_WALL;
		for (unsigned k = 0; k < 10; k++)
			check_way(&b, (uint16_t)roll(&d, b.n_squares),
				(uint16_t)roll(&d, b.n_squares),
				(int)roll(&d, 3) - 1);
	}
}

TEST("board/path", "among equal ways north goes first")
{
	struct sp_board b;
	int way[8];

	board_make_closed(&b, "plain");
	EQUAL_INT(sp_board_way(&b, at(&b, "b3"), at(&b, "c2"), 0, way, 8), 2);
	EQUAL_INT(way[0], SP_NORTH);
	EQUAL_INT(way[1], SP_EAST);
	EQUAL_INT(sp_board_way(&b, at(&b, "b3"), at(&b, "c4"), 0, way, 8), 2);
	EQUAL_INT(way[0], SP_EAST);
	EQUAL_INT(way[1], SP_SOUTH);
	EQUAL_INT(sp_board_way(&b, at(&b, "c4"), at(&b, "b5"), 0, way, 8), 2);
	EQUAL_INT(way[0], SP_SOUTH);
	EQUAL_INT(way[1], SP_WEST);
}

TEST("board/path", "a way to where one stands has no steps")
{
	struct sp_board b;

	board_make_closed(&b, "plain");
	EQUAL_INT(sp_board_way(&b, at(&b, "b3"), at(&b, "b3"), 0, NULL, 0), 0);
}

TEST("board/path", "no more steps are written than fit")
{
	struct sp_board b;
	int way[3] = { SP_DIRS, SP_DIRS, SP_DIRS };

	board_make_closed(&b, "plain");
	EQUAL_INT(sp_board_way(&b, at(&b, "a1"), at(&b, "e1"), 0, way, 2), 4);
	EQUAL_INT(way[0], SP_EAST);
	EQUAL_INT(way[1], SP_EAST);
	EQUAL_INT(way[2], SP_DIRS);
}

TEST("board/path", "a way goes through a seam and turns")
{
	struct sp_board b;
	int way[4];

	/* Off the south of B one comes westward into C. */
	board_make(&b, "3-l", "red-a blue-a plain");
	EQUAL_INT(sp_board_way(&b, at(&b, "h5"), at(&b, "d8"), 0, way, 4), 2);
	EQUAL_INT(way[0], SP_SOUTH);
	EQUAL_INT(way[1], SP_WEST);
}

TEST("board/path", "walled-in squares have no way")
{
	struct sp_board b;
	uint16_t near[SP_SQUARES_MAX];

	board_make_closed(&b, "plain");
	edge(&b, "a1/b1")->created = SP_EDGE_WALL;
	edge(&b, "a1/a2")->created = SP_EDGE_WALL;
	EQUAL_INT(sp_board_way(&b, at(&b, "a1"), at(&b, "c3"), 0, NULL, 0), -1);
	sp_board_distances(&b, at(&b, "c3"), 0, near);
	EQUAL_INT(near[at(&b, "a1")], UINT16_MAX);
	EQUAL_INT(near[at(&b, "e5")], 4);
}

/* ---- through links ------------------------------------------------------- */

TEST("board/path", "through links, by relaxation")
{
	struct dice d = { 17 };
	struct sp_board b;
	uint16_t near[SP_SQUARES_MAX];
	unsigned expected[SP_SQUARES_MAX];
	int way[SP_SQUARES_MAX], through = 0;

	for (int n = 0; n < 200; n++) {
		uint16_t from, to;
		int length, points = 0;

		board_make_random(&b, &d);
		for (int i = 0; i <= n % SP_LINKS_MAX; i++) {
			struct sp_link link = { .cost = (uint8_t)(1 +
								  roll(&d, 4)),
				.square = { (uint16_t)roll(&d, b.n_squares),
					(uint16_t)roll(&d, b.n_squares) } };

			(void)sp_board_add_link(&b, &link);
		}
		from = (uint16_t)roll(&d, b.n_squares);
		to = (uint16_t)roll(&d, b.n_squares);
		sp_board_distances(&b, from, 0, near);
		relax(&b, from, 0, expected);
		for (unsigned s = 0; s < SP_SQUARES_MAX; s++)
			EQUAL_INT(near[s], expected[s]);
		length = sp_board_way(&b, from, to, 0, way, SP_SQUARES_MAX);
		EQUAL_INT(length < 0, expected[to] == UINT16_MAX);
		for (int i = 0; i < length; i++) {
			through += way[i] == SP_THROUGH;
			points += sp_board_step_cost(&b, from, way[i]);
			from = sp_board_beyond(&b, from, way[i]);
		}
		if (length >= 0) {
			EQUAL_INT(from, to);
			EQUAL_INT(points, expected[to]);
		}
	}
	/* or nothing was tried */
	CU_ASSERT(through > 20);
}
