/*
 * Line of sight: the walk of rules/boards 5.2 along one ray, and sweeps over
 * all rays of a window.
 *
 * A ray runs along a primitive displacement (no common divisor), so it meets
 * the centres of its squares, or the midpoints of its edges, one after the
 * other: one walk serves all targets on it and ends at the first obstacle,
 * which in a maze is soon. The primitive displacements come from the Farey
 * sequence, octant by octant.
 *
 * What an observer sees otherwise (struct sp_sight) is counted on the way: a
 * wall that is seen through shortens what the ray has left to see through.
 */
#include "board_private.h"

#include <assert.h>

struct ray {
	const struct sp_board *b;
	const struct sp_sight *sight;
	const uint8_t *opaque;
	int through; /* walls and doors that it may still pass */
	uint16_t at;
	unsigned turn; /* direction here = unfolded direction + turn */
	unsigned sideways, upright; /* unfolded directions of the ray */
	int run, rise; /* displacement without signs, in any unit */
	int i, j;      /* vertical and horizontal lines crossed */
};

static const struct sp_sight plain = { .stopped_at = UINT16_MAX };

static void ray_start(struct ray *r, const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from, int x, int y)
{
	*r = (struct ray){ .b = b,
		.sight = sight,
		.opaque = sight->opaque != NULL ? sight->opaque : b->opaque,
		.through = sight->through,
		.at = from,
		.sideways = x > 0 ? SP_EAST : SP_WEST,
		.upright = y > 0 ? SP_SOUTH : SP_NORTH,
		.run = x < 0 ? -x : x,
		.rise = y < 0 ? -y : y };
}

struct place {
	uint16_t square;
	unsigned turn;
};

static uint16_t edge_of(
	const struct sp_board *b, struct place p, unsigned unfolded)
{
	return b->edge_at[p.square][(unfolded + p.turn) % SP_DIRS];
}

/* A standing wall or door has a column at both ends, an open door too. */
static bool stands(const struct ray *r, uint16_t edge)
{
	return sp_board_edge_kind(r->b, edge) != SP_EDGE_OPEN;
}

/* The square beyond an unfolded direction, whatever stands between. */
static struct place beyond(
	const struct sp_board *b, struct place p, unsigned unfolded)
{
	unsigned dir = (unfolded + p.turn) % SP_DIRS;
	unsigned heading = b->heading[p.square][dir];

	return (struct place){ b->link[p.square][dir],
		(heading + SP_DIRS - unfolded) % SP_DIRS };
}

static bool ray_cross_edge(struct ray *r, unsigned unfolded)
{
	struct place here = { r->at, r->turn };
	uint16_t edge = edge_of(r->b, here, unfolded);

	if (edge == r->sight->stopped_at)
		return false;
	if (sp_board_edge_blocks(r->b, edge) && r->through-- <= 0)
		return false;
	here = beyond(r->b, here, unfolded);
	r->at = here.square;
	r->turn = here.turn;
	return true;
}

/* Exactly through a corner: no edge may stand there, neither flanking square
 * may be filled, and both ways round must lead to the same square the same way
 * up (they do not at the tip of a cone, such as a corner between two seams). */
static bool ray_cross_corner(struct ray *r)
{
	const struct sp_board *b = r->b;
	struct place here = { r->at, r->turn };
	struct place side = beyond(b, here, r->sideways);
	struct place up = beyond(b, here, r->upright);
	struct place one = beyond(b, side, r->upright);
	struct place two = beyond(b, up, r->sideways);

	const uint16_t edge[] = { edge_of(b, here, r->sideways),
		edge_of(b, here, r->upright), edge_of(b, side, r->upright),
		edge_of(b, up, r->sideways) };
	bool column = false;

	for (size_t i = 0; i < SP_ARRAY_LEN(edge); i++) {
		if (edge[i] == r->sight->stopped_at)
			return false;
		column = column || stands(r, edge[i]);
	}
	if (r->opaque[side.square] || r->opaque[up.square])
		return false;
	if (one.square != two.square || one.turn != two.turn)
		return false;
	if (column && r->through-- <= 0)
		return false;
	r->at = one.square;
	r->turn = one.turn;
	return true;
}

/* Over the next grid line, or two at once; false: the line ends here. */
static bool ray_step(struct ray *r)
{
	int vertical = (2 * r->i + 1) * r->rise;
	int horizontal = (2 * r->j + 1) * r->run;

	if (r->opaque[r->at])
		return false;
	if (vertical < horizontal) {
		r->i++;
		return ray_cross_edge(r, r->sideways);
	}
	if (vertical > horizontal) {
		r->j++;
		return ray_cross_edge(r, r->upright);
	}
	r->i++;
	r->j++;
	return ray_cross_corner(r);
}

/* On until so many lines of each kind are crossed. */
static bool ray_go(struct ray *r, int vertical, int horizontal)
{
	while (r->i < vertical || r->j < horizontal)
		if (!ray_step(r))
			return false;
	return true;
}

/* The edge ahead in a direction, or UINT16_MAX from within what fills it. */
static uint16_t ray_edge(const struct ray *r, unsigned unfolded)
{
	if (r->opaque[r->at])
		return UINT16_MAX;
	return r->b->edge_at[r->at][(unfolded + r->turn) % SP_DIRS];
}

/* ---- sweeps ------------------------------------------------------------ */

struct sweep {
	const struct sp_board *b;
	const struct sp_sight *sight;
	uint16_t from;
	int reach;
	uint8_t *seen;      /* marks squares or edges seen, or NULL */
	uint16_t target;    /* ends the sweep when seen, or UINT16_MAX */
	bool shut[SP_DIRS]; /* sides of the square that block */
	/* Look along one primitive displacement; true: target seen. */
	bool (*look)(const struct sweep *s, int x, int y);
};

static bool look_at_squares(const struct sweep *s, int x, int y)
{
	struct ray r;
	int longer;

	ray_start(&r, s->b, s->sight, s->from, x, y);
	longer = r.run > r.rise ? r.run : r.rise;
	for (int n = 1; n * longer <= s->reach; n++) {
		if (!ray_go(&r, n * r.run, n * r.rise))
			return false;
		if (s->seen != NULL)
			s->seen[r.at] = 1;
		if (r.at == s->target)
			return true;
	}
	return false;
}

/* Midpoints of edges lie at odd multiples of displacements in half squares of
 * which one part is odd. */
static bool look_at_edges(const struct sweep *s, int x, int y)
{
	struct ray r;
	uint16_t edge;
	int longer;

	if ((x + y) % 2 == 0)
		return false;
	ray_start(&r, s->b, s->sight, s->from, x, y);
	longer = r.run > r.rise ? r.run : r.rise;
	for (int n = 1; n * longer / 2 <= s->reach; n += 2) {
		if (!ray_go(&r, n * r.run / 2, n * r.rise / 2))
			return false;
		edge = ray_edge(&r, x % 2 != 0 ? r.sideways : r.upright);
		if (edge == UINT16_MAX)
			return false;
		if (s->seen != NULL)
			s->seen[edge] = 1;
		if (edge == s->target)
			return true;
	}
	return false;
}

/* The eight (four) images of a displacement: q along a direction, p to either
 * side of it. With q the longer part, the edge in that direction is crossed
 * first; where it blocks, only a line to the edge itself is left, straight. */
static bool look_around(const struct sweep *s, int p, int q)
{
	static const int right[SP_DIRS] = { 0, 1, 0, -1 };
	static const int down[SP_DIRS] = { -1, 0, 1, 0 };

	for (unsigned dir = 0; dir < SP_DIRS; dir++) {
		int x = q * right[dir], y = q * down[dir];
		int aside_x = p * down[dir], aside_y = p * right[dir];

		if (p > 0 && s->shut[dir])
			continue;
		if (s->look(s, x - aside_x, y + aside_y))
			return true;
		if (p > 0 && p < q && s->look(s, x + aside_x, y - aside_y))
			return true;
	}
	return false;
}

/* All primitive displacements up to `order`: the Farey fractions p/q. */
static bool sweep_around(struct sweep *s, int order)
{
	int p = 0, q = 1, next_p = 1, next_q = order;

	for (unsigned dir = 0; dir < SP_DIRS; dir++)
		s->shut[dir] =
			s->sight->through == 0 &&
			sp_board_edge_blocks(s->b, s->b->edge_at[s->from][dir]);
	for (;;) {
		int k = (order + q) / next_q;
		int after_p = k * next_p - p;
		int after_q = k * next_q - q;

		if (look_around(s, p, q))
			return true;
		if (p == q)
			return false;
		p = next_p;
		q = next_q;
		next_p = after_p;
		next_q = after_q;
	}
}

int sp_sight_reach(const struct sp_board *b)
{
	int longer = b->rows > b->columns ? b->rows : b->columns;
	int reach = longer * SP_SIDE;

	if (reach < 2 * SP_SIDE)
		return 2 * SP_SIDE;
	return reach < SP_SIGHT_REACH_MAX ? reach : SP_SIGHT_REACH_MAX;
}

static int limited(const struct sp_board *b, const struct sp_sight *sight)
{
	int reach = sp_sight_reach(b);

	return sight->limit != 0 && sight->limit < reach ? sight->limit : reach;
}

static void mark_squares(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, int reach, uint8_t seen[SP_SQUARES_MAX])
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = reach,
		.seen = seen,
		.target = UINT16_MAX,
		.look = look_at_squares };

	assert(from < b->n_squares && reach > 0);
	memset(seen, 0, sizeof(uint8_t[SP_SQUARES_MAX]));
	seen[from] = 1;
	sweep_around(&s, reach);
}

void sp_sight_visible(const struct sp_board *b, uint16_t from, int reach,
	uint8_t seen[SP_SQUARES_MAX])
{
	mark_squares(b, &plain, from, reach, seen);
}

void sp_board_visible(
	const struct sp_board *b, uint16_t from, uint8_t seen[SP_SQUARES_MAX])
{
	mark_squares(b, &plain, from, sp_sight_reach(b), seen);
}

void sp_board_visible_by(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint8_t seen[SP_SQUARES_MAX])
{
	mark_squares(b, sight, from, limited(b, sight), seen);
}

void sp_board_visible_edges_by(const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from, uint8_t seen[SP_EDGES_MAX])
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = limited(b, sight),
		.seen = seen,
		.target = UINT16_MAX,
		.look = look_at_edges };

	assert(from < b->n_squares);
	memset(seen, 0, sizeof(uint8_t[SP_EDGES_MAX]));
	sweep_around(&s, 2 * s.reach + 1);
}

bool sp_board_sees_by(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t to)
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = limited(b, sight),
		.target = to,
		.look = look_at_squares };

	assert(from < b->n_squares && to < b->n_squares);
	return from == to || sweep_around(&s, s.reach);
}

bool sp_board_sees(const struct sp_board *b, uint16_t from, uint16_t to)
{
	return sp_board_sees_by(b, &plain, from, to);
}

bool sp_board_sees_edge_by(const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from, uint16_t edge)
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = limited(b, sight),
		.target = edge,
		.look = look_at_edges };

	assert(from < b->n_squares && edge < b->n_edges);
	return sweep_around(&s, 2 * s.reach + 1);
}

bool sp_board_sees_edge(const struct sp_board *b, uint16_t from, uint16_t edge)
{
	return sp_board_sees_edge_by(b, &plain, from, edge);
}

uint16_t sp_board_line(
	const struct sp_board *b, uint16_t from, int x, int y, uint16_t *edge)
{
	struct ray r;

	assert(from < b->n_squares && (x % 2 == 0 || y % 2 == 0));
	*edge = UINT16_MAX;
	ray_start(&r, b, &plain, from, x, y);
	if (!ray_go(&r, r.run / 2, r.rise / 2))
		return SP_NOWHERE;
	if (x % 2 == 0 && y % 2 == 0)
		return r.at;
	*edge = ray_edge(&r, x % 2 != 0 ? r.sideways : r.upright);
	return *edge == UINT16_MAX ? SP_NOWHERE : r.at;
}
