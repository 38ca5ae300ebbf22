/* Lines are followed in equal steps so short that none crosses two grid lines
 * in one but at a corner. */
#include "eye.h"

/* ---- the board ------------------------------------------------------------
 */

static int opposite(int dir)
{
	return (dir + 2) % 4;
}

static void join(struct eye *eye)
{
	const struct sp_board *b = &eye->g->board;

	for (int i = 0; i < b->n_edges; i++)
		for (int k = 0; k < 2; k++) {
			const struct sp_edge *e = &b->edge[i];

			eye->side[e->square[k]][e->side[k]] =
				(struct eye_side){ i, e->square[1 - k],
					opposite(e->side[1 - k]) };
		}
}

int eye_stands(const struct sp_game *g, int edge)
{
	const struct sp_edge *e = &g->board.edge[edge];

	if (e->created != SP_EDGE_OPEN)
		return e->created;
	return e->destroyed ? SP_EDGE_OPEN : e->printed;
}

bool eye_has_frame(const struct sp_game *g, int edge)
{
	return eye_stands(g, edge) != SP_EDGE_OPEN;
}

bool eye_blocks(const struct sp_game *g, int edge)
{
	return eye_stands(g, edge) == SP_EDGE_WALL ||
	       (eye_stands(g, edge) == SP_EDGE_DOOR &&
		       g->board.edge[edge].door == SP_DOOR_CLOSED);
}

/* ---- lines ----------------------------------------------------------------
 */

/* Where a line is: a square, and by how much its north is turned. */
struct spot {
	int square, turn;
};

static const struct eye_side *side_of(
	const struct eye *eye, struct spot at, int dir)
{
	return &eye->side[at.square][(dir + at.turn) % 4];
}

static struct spot beyond(const struct eye *eye, struct spot at, int dir)
{
	const struct eye_side *s = side_of(eye, at, dir);

	return (struct spot){ s->square, (s->heading - dir + 4) % 4 };
}

static bool is_opaque(const struct eye *eye, struct spot at)
{
	return eye->g->board.opaque[at.square] != 0;
}

/* Through the corner between two sides; false: something touches it. */
static bool through_corner(
	const struct eye *eye, struct spot *at, int across, int along)
{
	struct spot a = beyond(eye, *at, across);
	struct spot b = beyond(eye, *at, along);
	struct spot one = beyond(eye, a, along);
	struct spot two = beyond(eye, b, across);

	if (eye_has_frame(eye->g, side_of(eye, *at, across)->edge) ||
		eye_has_frame(eye->g, side_of(eye, *at, along)->edge) ||
		eye_has_frame(eye->g, side_of(eye, a, along)->edge) ||
		eye_has_frame(eye->g, side_of(eye, b, across)->edge))
		return false;
	if (one.square != two.square || one.turn != two.turn ||
		is_opaque(eye, a) || is_opaque(eye, b))
		return false;
	*at = one;
	return true;
}

/* In half squares; an odd one ends on an edge. */
static void follow(struct eye *eye, int x, int y)
{
	int wide = abs(x), high = abs(y);
	int steps = (wide > 0 ? wide : 1) * (high > 0 ? high : 1);
	int across = x > 0 ? SP_EAST : SP_WEST;
	int along = y > 0 ? SP_SOUTH : SP_NORTH;
	struct spot at = { eye->from, 0 };

	for (int t = 1; t < steps; t++) {
		/* a grid line is crossed at an odd number of half squares */
		bool v = wide > 0 && t * wide % steps == 0 &&
			 t * wide / steps % 2 == 1;
		bool h = high > 0 && t * high % steps == 0 &&
			 t * high / steps % 2 == 1;
		int dir = v ? across : along;

		if (!v && !h)
			continue;
		if (is_opaque(eye, at))
			return;
		if (v && h) {
			if (!through_corner(eye, &at, across, along))
				return;
			continue;
		}
		if (eye_blocks(eye->g, side_of(eye, at, dir)->edge))
			return;
		at = beyond(eye, at, dir);
	}
	if (wide % 2 == 0 && high % 2 == 0)
		eye->square[at.square] = true;
	else if (!is_opaque(eye, at))
		eye->edge[side_of(eye, at, wide % 2 != 0 ? across : along)
				  ->edge] = true;
}

void eye_look(struct eye *eye, const struct sp_game *g, int from, int origin)
{
	int longer = g->board.rows > g->board.columns ? g->board.rows
						      : g->board.columns;
	int reach = 2 * 5 * (longer < 2 ? 2 : longer > 3 ? 3 : longer);

	memset(eye, 0, sizeof(*eye));
	eye->g = g;
	eye->from = from;
	eye->origin = origin;
	join(eye);
	for (int y = -reach - 1; y <= reach + 1; y++)
		for (int x = -reach - 1; x <= reach + 1; x++)
			if (x % 2 == 0 || y % 2 == 0)
				follow(eye, x, y);
}
