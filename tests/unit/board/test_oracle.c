/*
 * Sight by brute force, to compare with. Method: the straight segment is drawn
 * on an unlimited sheet in half squares, viewer's centre at (0,0). Copies of
 * squares are laid on the sheet, each beside a copy that the segment touches,
 * until all places that it touches are covered; a place that would get two
 * different copies is the tip of a cone. Then the segment is tested against
 * every wall of every copy, against both ends of every wall and door, and
 * against every filled square, with exact cross products. Nothing is shared
 * with the walk in lib/board/sight.c: no order of crossings, no case for
 * corners, no primitive displacements.
 */
#include "board_tests.h"

#define SHEET 19 /* places either way: the longest reach, and some */

struct sheet {
	const struct sp_board *b;
	int x, y; /* end of the segment, half squares */
	bool laid[2 * SHEET + 1][2 * SHEET + 1];
	uint16_t square[2 * SHEET + 1][2 * SHEET + 1];
	uint8_t turn[2 * SHEET + 1][2 * SHEET + 1];
};

static const int step_x[SP_DIRS] = { 0, 1, 0, -1 };
static const int step_y[SP_DIRS] = { -1, 0, 1, 0 };

/* Which side of the segment's line, as a sign. */
static int side_of(const struct sheet *s, int px, int py)
{
	int cross = s->x * py - s->y * px;

	return (cross > 0) - (cross < 0);
}

/* Is the point within the box around the segment? */
static bool in_box(const struct sheet *s, int px, int py)
{
	int x0 = s->x < 0 ? s->x : 0, x1 = s->x < 0 ? 0 : s->x;
	int y0 = s->y < 0 ? s->y : 0, y1 = s->y < 0 ? 0 : s->y;

	return px >= x0 && px <= x1 && py >= y0 && py <= y1;
}

static bool touches_point(const struct sheet *s, int px, int py)
{
	return side_of(s, px, py) == 0 && in_box(s, px, py);
}

/* Two closed segments, the other one along an axis. */
static bool touches_segment(
	const struct sheet *s, int ax, int ay, int bx, int by)
{
	int from, to;

	if (touches_point(s, ax, ay) || touches_point(s, bx, by))
		return true;
	if (side_of(s, ax, ay) * side_of(s, bx, by) >= 0)
		return false;
	/* Its ends are apart; are ours? */
	from = (bx - ax) * (0 - ay) - (by - ay) * (0 - ax);
	to = (bx - ax) * (s->y - ay) - (by - ay) * (s->x - ax);
	return (from <= 0 && to >= 0) || (from >= 0 && to <= 0);
}

/* Does the segment touch the closed square at this place? */
static bool touches_place(const struct sheet *s, int column, int row)
{
	int x = 2 * column, y = 2 * row;

	if ((x == 0 && y == 0) || (x == s->x && y == s->y))
		return true;
	return touches_segment(s, x - 1, y - 1, x + 1, y - 1) ||
	       touches_segment(s, x + 1, y - 1, x + 1, y + 1) ||
	       touches_segment(s, x - 1, y + 1, x + 1, y + 1) ||
	       touches_segment(s, x - 1, y - 1, x - 1, y + 1);
}

/* The square behind the target edge is touched too, from the far side. */
static bool behind_target(const struct sheet *s, int column, int row)
{
	int x = s->x % 2 == 0 ? s->x : s->x + (s->x > 0 ? 1 : -1);
	int y = s->y % 2 == 0 ? s->y : s->y + (s->y > 0 ? 1 : -1);

	return (s->x % 2 != 0 || s->y % 2 != 0) && 2 * column == x &&
	       2 * row == y;
}

static bool on_sheet(const struct sheet *s, int column, int row)
{
	return column >= -SHEET && column <= SHEET && row >= -SHEET &&
	       row <= SHEET && touches_place(s, column, row) &&
	       !behind_target(s, column, row);
}

/* Lay copies outward; false at the tip of a cone. */
static bool lay(
	struct sheet *s, int column, int row, uint16_t square, unsigned turn)
{
	unsigned c = (unsigned)(column + SHEET), r = (unsigned)(row + SHEET);

	if (s->laid[r][c])
		return s->square[r][c] == square && s->turn[r][c] == turn;
	s->laid[r][c] = true;
	s->square[r][c] = square;
	s->turn[r][c] = (uint8_t)turn;
	for (unsigned d = 0; d < SP_DIRS; d++) {
		unsigned here = (d + turn) % SP_DIRS;

		if (on_sheet(s, column + step_x[d], row + step_y[d]) &&
			!lay(s, column + step_x[d], row + step_y[d],
				s->b->link[square][here],
				(s->b->heading[square][here] + SP_DIRS - d) %
					SP_DIRS))
			return false;
	}
	return true;
}

/* Nothing that stands on the four sides of a copy touches the segment. */
static bool sides_clear(const struct sheet *s, int column, int row)
{
	unsigned c = (unsigned)(column + SHEET), r = (unsigned)(row + SHEET);

	for (unsigned d = 0; d < SP_DIRS; d++) {
		/* Middle of the side, and half its length along it. */
		int mx = 2 * column + step_x[d], my = 2 * row + step_y[d];
		int lx = step_y[d], ly = step_x[d];
		uint16_t e = s->b->edge_at[s->square[r][c]]
					  [(d + s->turn[r][c]) % SP_DIRS];
		const struct sp_edge *edge = &s->b->edge[e];
		unsigned kind = edge->created         ? edge->created
				: edge->destroyed > 1 ? SP_EDGE_WALL
				: edge->destroyed     ? SP_EDGE_OPEN
						      : edge->printed;
		bool ajar =
			kind == SP_EDGE_DOOR && edge->door != SP_DOOR_CLOSED;

		if (kind == SP_EDGE_OPEN || (mx == s->x && my == s->y))
			continue;
		if (touches_point(s, mx - lx, my - ly) ||
			touches_point(s, mx + lx, my + ly))
			return false;
		if (!ajar &&
			touches_segment(s, mx - lx, my - ly, mx + lx, my + ly))
			return false;
	}
	return true;
}

static bool copies_clear(const struct sheet *s)
{
	for (int row = -SHEET; row <= SHEET; row++)
		for (int column = -SHEET; column <= SHEET; column++) {
			bool last = 2 * column == s->x && 2 * row == s->y;

			if (!s->laid[row + SHEET][column + SHEET])
				continue;
			if (!sides_clear(s, column, row))
				return false;
			if (!last && s->b->opaque[s->square[row + SHEET]
							   [column + SHEET]])
				return false;
		}
	return true;
}

bool oracle_line(const struct sp_board *b, uint16_t from, int x, int y,
	uint16_t *square, uint16_t *edge_seen)
{
	struct sheet s = { .b = b, .x = x, .y = y };
	/* The last square on the way: towards zero from an odd end. */
	int column = x / 2, row = y / 2;
	unsigned c = (unsigned)(column + SHEET), r = (unsigned)(row + SHEET);

	*edge_seen = UINT16_MAX;
	*square = SP_NOWHERE;
	if (!lay(&s, 0, 0, from, 0) || !copies_clear(&s))
		return false;
	*square = s.square[r][c];
	for (unsigned d = 0; d < SP_DIRS; d++)
		if (2 * column + step_x[d] == x && 2 * row + step_y[d] == y)
			*edge_seen = b->edge_at[*square]
					       [(d + s.turn[r][c]) % SP_DIRS];
	return true;
}

void oracle_visible(const struct sp_board *b, uint16_t from, int reach,
	uint8_t seen[SP_SQUARES_MAX])
{
	uint16_t square, e;

	memset(seen, 0, SP_SQUARES_MAX);
	for (int x = -reach; x <= reach; x++)
		for (int y = -reach; y <= reach; y++)
			if (oracle_line(b, from, 2 * x, 2 * y, &square, &e))
				seen[square] = 1;
}

void oracle_edges(const struct sp_board *b, uint16_t from, int reach,
	uint8_t seen[SP_EDGES_MAX])
{
	int max = 2 * reach + 1;
	uint16_t square, e;

	memset(seen, 0, SP_EDGES_MAX);
	for (int x = -max; x <= max; x++)
		for (int y = -max; y <= max; y++)
			if ((x + y) % 2 != 0 &&
				oracle_line(b, from, x, y, &square, &e))
				seen[e] = 1;
}

/* ---- random boards ----------------------------------------------------- */

/* Break, build, open and fill at random; `openness` of 16 walls are gone. */
static void shake(struct sp_board *b, struct dice *d, unsigned openness,
	unsigned filled, bool covers)
{
	for (unsigned i = 0; i < b->n_edges; i++) {
		struct sp_edge *e = &b->edge[i];

		e->destroyed = roll(d, 16) < openness;
		if (e->destroyed && e->outer && b->rims == SP_RIMS_NOWHERE)
			e->destroyed = 2;
		if (roll(d, 24) == 0)
			e->created = (uint8_t)roll(d, 3);
		e->door = (uint8_t)roll(d, 3);
	}
	for (unsigned i = 0; i < b->n_edges; i++)
		if (covers && roll(d, 30) == 0)
			sp_board_cover(b, (uint16_t)i, (int)roll(d, 2), true);
	for (unsigned i = 0; i < b->n_squares; i++)
		b->opaque[i] = roll(d, 100) < filled;
}

static unsigned differences(const struct sp_board *b, uint16_t from)
{
	uint8_t seen[SP_SQUARES_MAX], expected[SP_SQUARES_MAX];
	unsigned n = 0;

	plain_visible(b, from, seen);
	oracle_visible(b, from, board_sight_reach(b), expected);
	expected[from] = 1;
	for (uint16_t s = 0; s < b->n_squares; s++) {
		n += seen[s] != expected[s];
		n += plain_sees(b, from, s) != (expected[s] == 1);
	}
	return n;
}

static unsigned edge_differences(const struct sp_board *b, uint16_t from)
{
	uint8_t expected[SP_EDGES_MAX];
	unsigned n = 0;

	oracle_edges(b, from, board_sight_reach(b), expected);
	for (uint16_t e = 0; e < b->n_edges; e++)
		n += plain_sees_edge(b, from, e) != (expected[e] == 1);
	return n;
}

/* From which of its two squares each edge is seen. */
static unsigned face_differences(const struct sp_board *b, uint16_t from)
{
	static uint8_t expected[SP_EDGES_MAX][2];
	int max = 2 * board_sight_reach(b) + 1;
	uint16_t square, e;
	unsigned n = 0;

	memset(expected, 0, sizeof(expected));
	for (int x = -max; x <= max; x++)
		for (int y = -max; y <= max; y++)
			if ((x + y) % 2 != 0 &&
				oracle_line(b, from, x, y, &square, &e))
				for (int face = 0; face < 2; face++)
					if (b->edge[e].square[face] == square)
						expected[e][face] = 1;
	for (e = 0; e < b->n_edges; e++)
		for (int face = 0; face < 2; face++) {
			struct sp_sight sight = plain_sight;

			sight.face_of = (uint16_t)(b->edge[e].square[face] + 1);
			n += sp_board_sees_edge(b, &sight, from, e) !=
			     (expected[e][face] == 1);
		}
	return n;
}

/* In fog: squares near by, and the lines around them, on every side. */
static unsigned fog_differences(const struct sp_board *b, uint16_t from)
{
	uint8_t squares[SP_SQUARES_MAX], edges[SP_EDGES_MAX];
	unsigned n = 0;

	for (int limit = 1; limit <= 3; limit++) {
		struct sp_sight sight = plain_sight;
		uint64_t in[SP_SQUARE_WORDS], on[SP_EDGE_WORDS];

		sight.limit = (uint8_t)limit;
		oracle_visible(b, from, limit, squares);
		oracle_edges(b, from, limit, edges);
		sp_board_visible(b, &sight, from, in);
		sp_board_visible_edges(b, &sight, from, on);
		squares[from] = 1;
		for (uint16_t s = 0; s < b->n_squares; s++) {
			n += sp_board_in_set(in, s) != (squares[s] == 1);
			n += sp_board_sees(b, &sight, from, s) !=
			     (squares[s] == 1);
		}
		for (uint16_t e = 0; e < b->n_edges; e++) {
			n += sp_board_in_set(on, e) != (edges[e] == 1);
			n += sp_board_sees_edge(b, &sight, from, e) !=
			     (edges[e] == 1);
		}
	}
	return n;
}

static unsigned line_differences(const struct sp_board *b, uint16_t from)
{
	unsigned n = 0;

	for (int x = -13; x <= 13; x++)
		for (int y = -13; y <= 13; y++) {
			uint16_t square, e, found, edge_found;

			if (x % 2 != 0 && y % 2 != 0)
				continue;
			if (x == 0 && y == 0)
				continue;
			oracle_line(b, from, x, y, &square, &e);
			found = plain_line(b, from, x, y, &edge_found);
			n += found != square || edge_found != e;
		}
	return n;
}

/* From walls as printed to no walls at all, without and with filled squares. */
static void for_boards(unsigned seed, unsigned boards, unsigned viewers,
	unsigned (*differ)(const struct sp_board *, uint16_t))
{
	struct dice d = { seed };
	struct sp_board b;

	for (unsigned i = 0; i < boards; i++) {
		unsigned n = 0;

		if (i % 3 == 0)
			board_make_random(&b, &d);
		else
			board_make_any(&b, &d, (enum sp_rims)(i % 4));
		shake(&b, &d, i % 9 * 2, i % 2 * 4, i % 3 == 1);
		for (unsigned k = 0; k < viewers; k++)
			n += differ(&b, (uint16_t)roll(&d, b.n_squares));
		EQUAL_INT(n, 0);
		if (n > 0)
			(void)fprintf(stderr, "board %u: %u differ\n", i, n);
	}
}

TEST("board/oracle", "squares agree with brute force")
{
	for_boards(61, 54, 6, differences);
}

TEST("board/oracle", "edges agree with brute force")
{
	for_boards(62, 27, 1, edge_differences);
}

TEST("board/oracle", "sides of edges agree with brute force")
{
	for_boards(65, 27, 1, face_differences);
}

TEST("board/oracle", "single lines agree with brute force")
{
	for_boards(63, 54, 4, line_differences);
}

/* Take away what stands on the edge; false: nothing does, there is more than
 * one layer, or nothing is beyond. */
static bool take_away(struct sp_board *b, uint16_t edge)
{
	struct sp_edge *e = &b->edge[edge];
	bool rim = e->outer && e->printed == SP_EDGE_WALL && !e->destroyed &&
		   (b->rims == SP_RIMS_KEPT || b->rims == SP_RIMS_NOWHERE);

	if (sp_board_edge_layers(b, edge) != 1 || rim || e->destroyed > 1)
		return false;
	e->created = e->under = SP_EDGE_OPEN;
	e->sides = 0;
	e->destroyed = 1;
	return true;
}

/* Who looks through one wall sees what is seen without one wall or door. */
static unsigned through_differences(const struct sp_board *b, uint16_t from)
{
	struct sp_sight sight = plain_sight;
	uint64_t seen[SP_SQUARE_WORDS], expected[SP_SQUARE_WORDS];
	uint64_t edges[SP_EDGE_WORDS], edges_expected[SP_EDGE_WORDS];
	unsigned n = 0;

	sp_board_visible(b, &plain_sight, from, expected);
	sp_board_visible_edges(b, &plain_sight, from, edges_expected);
	for (uint16_t e = 0; e < b->n_edges; e++) {
		struct sp_board without = *b;

		if (!take_away(&without, e))
			continue;
		sp_board_visible(&without, &plain_sight, from, seen);
		for (int i = 0; i < SP_SQUARE_WORDS; i++)
			expected[i] |= seen[i];
		sp_board_visible_edges(&without, &plain_sight, from, edges);
		for (int i = 0; i < SP_EDGE_WORDS; i++)
			edges_expected[i] |= edges[i];
	}
	sight.through = 1;
	sp_board_visible(b, &sight, from, seen);
	sp_board_visible_edges(b, &sight, from, edges);
	for (uint16_t s = 0; s < b->n_squares; s++) {
		n += sp_board_in_set(seen, s) != sp_board_in_set(expected, s);
		n += sp_board_sees(b, &sight, from, s) !=
		     sp_board_in_set(expected, s);
	}
	for (uint16_t e = 0; e < b->n_edges; e++)
		n += sp_board_in_set(edges, e) !=
		     sp_board_in_set(edges_expected, e);
	return n;
}

TEST("board/oracle", "one wall looked through is one wall less")
{
	for_boards(66, 54, 6, through_differences);
}

/* boards 5.2: the relation is symmetric; what fills squares is not. */
TEST("board/oracle", "sight is symmetric")
{
	static uint8_t seen[SP_SQUARES_MAX][SP_SQUARES_MAX];
	struct dice d = { 64 };
	struct sp_board b;

	for (unsigned i = 0; i < 90; i++) {
		unsigned odd = 0;

		if (i % 2 == 0)
			board_make_random(&b, &d);
		else
			board_make_any(&b, &d, (enum sp_rims)(i % 4));
		shake(&b, &d, i % 9 * 2, 0, i % 3 == 1);
		for (uint16_t s = 0; s < b.n_squares; s++)
			plain_visible(&b, s, seen[s]);
		for (uint16_t s = 0; s < b.n_squares; s++)
			for (uint16_t t = 0; t < b.n_squares; t++)
				odd += seen[s][t] != seen[t][s];
		EQUAL_INT(odd, 0);
	}
}

/* Turning all sectors of one bay that wraps to itself turns what is seen. */
TEST("board/oracle", "sight turns with the sector")
{
	const struct sp_boardset *set = board_set();
	struct sp_board b, t;

	for (unsigned i = 0; i < BOARD_SECTORS; i++) {
		char turned[SP_ID_SIZE + 2];

		sp_format(turned, sizeof(turned), "%s:1", set->sector[i].id);
		board_make(&b, "lone", set->sector[i].id);
		board_make(&t, "lone", turned);
		for (uint16_t s = 0; s < b.n_squares; s++) {
			uint16_t s1 = (uint16_t)(s % 5 * 5 + 4 - s / 5);

			for (uint16_t u = 0; u < b.n_squares; u++) {
				uint16_t u1 = (uint16_t)(u % 5 * 5 + 4 - u / 5);

				EQUAL_INT(plain_sees(&b, s, u),
					plain_sees(&t, s1, u1));
			}
		}
	}
}

TEST("board/oracle", "fog ends at the same squares and lines")
{
	for_boards(91, 60, 4, fog_differences);
}
