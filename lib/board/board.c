/*
 * Boards: topology, the state of edges, who may pass.
 */
#include "board_private.h"

#include <assert.h>

/* ---- building ---------------------------------------------------------- */

struct side {
	unsigned bay;
	unsigned side;
	bool outer;
};

/* What lies beyond each side of each bay: a neighbour, or across a seam. */
static void join_sides(
	struct side beyond[SP_BAYS_MAX][SP_DIRS], const struct sp_layout *l)
{
	for (unsigned i = 0; i < l->n_bays; i++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			int j = board_layout_neighbour(l, i, (enum sp_dir)dir);

			if (j >= 0)
				beyond[i][dir] = (struct side){ (unsigned)j,
					sp_board_dir_opposite(dir), false };
		}
	for (unsigned i = 0; i < l->n_seams; i++) {
		const struct sp_seam *s = &l->seam[i];

		beyond[s->bay[0]][s->side[0]] =
			(struct side){ s->bay[1], s->side[1], true };
		beyond[s->bay[1]][s->side[1]] =
			(struct side){ s->bay[0], s->side[0], true };
	}
}

/* Square k of a side, counted clockwise round the sector (boards 4.1). */
static unsigned side_square(unsigned side, unsigned k)
{
	const unsigned last = SP_SIDE - 1;

	assert(side < SP_DIRS);
	switch ((enum sp_dir)side) {
	case SP_NORTH:
		return k;
	case SP_EAST:
		return k * SP_SIDE + last;
	case SP_SOUTH:
		return last * SP_SIDE + last - k;
	case SP_WEST:
		return (last - k) * SP_SIDE;
	case SP_DIRS:
		break;
	}
	return 0;
}

static void link_bay(
	struct sp_board *b, unsigned bay, const struct side beyond[SP_DIRS])
{
	static const int to[SP_DIRS] = { -SP_SIDE, 1, SP_SIDE, -1 };
	unsigned base = bay * SP_SECTOR_SQUARES;

	for (unsigned i = 0; i < SP_SECTOR_SQUARES; i++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			b->link[base + i][dir] =
				(uint16_t)((int)(base + i) + to[dir]);
			b->heading[base + i][dir] = (uint8_t)dir;
		}
	/* Then the sides, where that was wrong. */
	for (unsigned dir = 0; dir < SP_DIRS; dir++)
		for (unsigned k = 0; k < SP_SIDE; k++) {
			const struct side *s = &beyond[dir];
			unsigned here = base + side_square(dir, k);
			unsigned there = s->bay * SP_SECTOR_SQUARES +
					 side_square(s->side, SP_SIDE - 1 - k);

			b->link[here][dir] = (uint16_t)there;
			b->heading[here][dir] =
				(uint8_t)sp_board_dir_opposite(s->side);
		}
}

static bool on_seam(
	const struct side beyond[SP_DIRS], unsigned square, unsigned dir)
{
	unsigned r = square / SP_SIDE;
	unsigned c = square % SP_SIDE;
	bool at_side = (dir == SP_NORTH && r == 0) ||
		       (dir == SP_EAST && c == SP_SIDE - 1) ||
		       (dir == SP_SOUTH && r == SP_SIDE - 1) ||
		       (dir == SP_WEST && c == 0);

	return at_side && beyond[dir].outer;
}

/* One record for both faces; the lower square number comes here first. */
static void add_edge(struct sp_board *b, unsigned square, unsigned dir,
	const struct sp_sector sector[SP_BAYS_MAX], bool outer)
{
	uint16_t id = b->n_edges++;
	struct sp_edge *edge = &b->edge[id];
	unsigned there = b->link[square][dir];
	unsigned back = (b->heading[square][dir] + 2u) % SP_DIRS;
	const struct sp_bay *bay = &b->bay[square / SP_SECTOR_SQUARES];
	uint8_t faces[2];

	assert(id < SP_EDGES_MAX);
	faces[0] = board_printed_on(&sector[square / SP_SECTOR_SQUARES],
		square % SP_SECTOR_SQUARES, dir);
	faces[1] = board_printed_on(&sector[there / SP_SECTOR_SQUARES],
		there % SP_SECTOR_SQUARES, back);
	/* They differ on a joint only, where nothing but walls is printed. */
	edge->printed = faces[0] != SP_EDGE_OPEN ? faces[0] : faces[1];
	edge->outer = outer;
	edge->door_by = SP_NOBODY;
	edge->owner = SP_NOBODY;
	if (edge->printed == SP_EDGE_DOOR)
		edge->owner = bay->seat;
	edge->square[0] = (uint16_t)square;
	edge->side[0] = (uint8_t)dir;
	edge->square[1] = (uint16_t)there;
	edge->side[1] = (uint8_t)back;
	b->edge_at[square][dir] = id;
	b->edge_at[there][back] = id;
}

static void place_bays(struct sp_board *b, const struct sp_layout *l,
	const uint8_t sector[], const uint8_t turn[], const int8_t seat[])
{
	b->n_bays = l->n_bays;
	for (unsigned i = 0; i < l->n_bays; i++) {
		struct sp_bay *bay = &b->bay[i];

		assert(turn[i] < SP_DIRS);
		assert(seat[i] >= SP_NOBODY && seat[i] < SP_SEATS_MAX);
		bay->sector = sector[i];
		bay->turn = turn[i];
		bay->seat = seat[i];
		bay->row = l->row[i];
		bay->column = l->column[i];
		if (bay->row >= b->rows)
			b->rows = (uint8_t)(bay->row + 1);
		if (bay->column >= b->columns)
			b->columns = (uint8_t)(bay->column + 1);
	}
	b->n_seams = l->n_seams;
	for (unsigned i = 0; i < l->n_seams; i++)
		for (unsigned end = 0; end < 2; end++) {
			const struct sp_seam *s = &l->seam[i];

			b->seam[i] = *s;
			b->portal[s->bay[end]][s->side[end]] = s->portal;
		}
}

void sp_board_build(struct sp_board *b, const struct sp_boardset *set,
	unsigned layout, const uint8_t sector[], const uint8_t turn[],
	const int8_t seat[])
{
	assert(layout < set->n_layouts);
	sp_board_build_shape(
		b, set, layout, &set->layout[layout], sector, turn, seat);
}

void sp_board_build_shape(struct sp_board *b, const struct sp_boardset *set,
	unsigned layout, const struct sp_layout *l, const uint8_t sector[],
	const uint8_t turn[], const int8_t seat[])
{
	struct sp_sector turned[SP_BAYS_MAX];
	struct side beyond[SP_BAYS_MAX][SP_DIRS];

	assert(layout < set->n_layouts);
	memset(b, 0, sizeof(*b));
	b->layout = (uint8_t)layout;
	b->reshaped = !board_shape_is(l, &set->layout[layout]);
	b->rims = set->rims;
	place_bays(b, l, sector, turn, seat);
	b->n_squares = (uint16_t)(b->n_bays * SP_SECTOR_SQUARES);
	join_sides(beyond, l);
	for (unsigned i = 0; i < b->n_bays; i++) {
		assert(sector[i] < set->n_sectors);
		board_sector_turned(
			&turned[i], &set->sector[sector[i]], turn[i]);
		link_bay(b, i, beyond[i]);
	}
	if (b->rims == SP_RIMS_OPPOSITE)
		board_rims_opposite(b, turned);
	for (unsigned s = 0; s < b->n_squares; s++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++)
			b->edge_at[s][dir] = UINT16_MAX;
	for (unsigned s = 0; s < b->n_squares; s++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++)
			if (b->edge_at[s][dir] == UINT16_MAX)
				add_edge(b, s, dir, turned,
					on_seam(beyond[s / SP_SECTOR_SQUARES],
						s % SP_SECTOR_SQUARES, dir));
}

/* ---- marks of the printed sectors -------------------------------------- */

static const struct sp_sector *turned_sector(struct sp_sector *space,
	const struct sp_board *b, const struct sp_boardset *set, unsigned bay)
{
	assert(bay < b->n_bays && b->bay[bay].sector < set->n_sectors);
	board_sector_turned(
		space, &set->sector[b->bay[bay].sector], b->bay[bay].turn);
	return space;
}

uint16_t sp_board_home(
	const struct sp_board *b, const struct sp_boardset *set, unsigned bay)
{
	struct sp_sector s;

	return (uint16_t)(bay * SP_SECTOR_SQUARES +
			  turned_sector(&s, b, set, bay)->home);
}

uint16_t sp_board_treasure(const struct sp_board *b,
	const struct sp_boardset *set, unsigned bay, unsigned which)
{
	struct sp_sector s;

	assert(which < SP_ARRAY_LEN(s.treasure));
	return (uint16_t)(bay * SP_SECTOR_SQUARES +
			  turned_sector(&s, b, set, bay)->treasure[which]);
}

/* ---- edges ------------------------------------------------------------- */

static enum sp_passage door_passage(const struct sp_edge *e, int seat)
{
	bool opener = seat != SP_NOBODY && e->door_by == seat;

	if (e->door == SP_DOOR_IS_HELD ||
		(e->door == SP_DOOR_IS_OPEN && opener))
		return SP_PASS_FREE;
	return seat != SP_NOBODY && e->owner == seat ? SP_PASS_OWN_DOOR
						     : SP_PASS_DOOR;
}

enum sp_passage sp_board_passage(
	const struct sp_board *b, uint16_t square, enum sp_dir dir, int seat)
{
	uint16_t edge;

	assert(square < b->n_squares && dir < SP_DIRS);
	edge = b->edge_at[square][dir];
	switch (sp_board_edge_kind(b, edge)) {
	case SP_EDGE_OPEN:
		return SP_PASS_FREE;
	case SP_EDGE_WALL:
	case SP_EDGE_BRINK:
	case SP_EDGE_SIDED:
		return SP_PASS_WALL;
	case SP_EDGE_DOOR:
		return door_passage(&b->edge[edge], seat);
	}
	return SP_PASS_WALL;
}

void sp_board_smash(struct sp_board *b, uint16_t edge)
{
	struct sp_edge *e = &b->edge[edge];

	e->destroyed = e->outer && b->rims == SP_RIMS_NOWHERE ? 2 : 1;
	e->cracks = 0;
}

bool sp_board_beside(const struct sp_board *b, uint16_t square, uint16_t edge)
{
	assert(edge < b->n_edges);
	return b->edge[edge].square[0] == square ||
	       b->edge[edge].square[1] == square;
}

void sp_board_make(struct sp_board *b, uint16_t edge, enum sp_edge_kind kind)
{
	struct sp_edge *e = &b->edge[edge];

	assert(kind < SP_EDGE_PRINTED_KINDS);
	if (e->sides == 0)
		e->created = (uint8_t)kind;
	else
		e->under = (uint8_t)kind;
}

void sp_board_cover(struct sp_board *b, uint16_t edge, int face, bool covers)
{
	struct sp_edge *e = &b->edge[edge];
	enum sp_edge_kind made = sp_board_edge_made(e);

	if (covers)
		e->sides |= (uint8_t)(1U << face);
	else
		e->sides &= (uint8_t) ~(1U << face);
	e->under = SP_EDGE_OPEN;
	e->created = SP_EDGE_SIDED;
	sp_board_make(b, edge, made);
}

int sp_board_face(const struct sp_board *b, uint16_t edge, uint16_t square)
{
	for (int face = 0; face < 2; face++)
		if (b->edge[edge].square[face] == square)
			return face;
	return -1;
}
