/*
 * Shapes: where bays lie and how their outer sides are joined. A layout file
 * has one; in a game it may change.
 */
#include "board_private.h"

#include <assert.h>
#include <limits.h>

void sp_board_shape(const struct sp_board *b, struct sp_layout *out)
{
	memset(out, 0, sizeof(*out));
	out->n_bays = b->n_bays;
	for (unsigned i = 0; i < b->n_bays; i++) {
		out->row[i] = b->bay[i].row;
		out->column[i] = b->bay[i].column;
	}
	out->n_seams = b->n_seams;
	memcpy(out->seam, b->seam, sizeof(out->seam));
}

bool board_shape_is(const struct sp_layout *a, const struct sp_layout *b)
{
	return a->n_bays == b->n_bays && a->n_seams == b->n_seams &&
	       memcmp(a->row, b->row, a->n_bays) == 0 &&
	       memcmp(a->column, b->column, a->n_bays) == 0 &&
	       memcmp(a->seam, b->seam, a->n_seams * sizeof(a->seam[0])) == 0;
}

/* ---- places ------------------------------------------------------------ */

static const int step_row[SP_DIRS] = { -1, 0, 1, 0 };
static const int step_column[SP_DIRS] = { 0, 1, 0, -1 };

static int smallest(const int places[], unsigned n)
{
	int found = places[0];

	for (unsigned i = 1; i < n; i++)
		if (places[i] < found)
			found = places[i];
	return found;
}

static int extent(const int places[], unsigned n)
{
	int found = 0, first = smallest(places, n);

	for (unsigned i = 0; i < n; i++)
		if (places[i] - first >= found)
			found = places[i] - first + 1;
	return found;
}

/* How far the next bay of its row or column is in that direction, round the
 * map; the bay itself if it is alone there. */
static unsigned next_around(
	const struct sp_layout *shape, unsigned bay, enum sp_dir dir)
{
	const int size = SP_MAP_MAX;
	unsigned found = bay;
	int nearest = size;

	for (unsigned i = 0; i < shape->n_bays; i++) {
		int down = shape->row[i] - shape->row[bay];
		int right = shape->column[i] - shape->column[bay];
		bool upright = dir == SP_NORTH || dir == SP_SOUTH;
		int far = upright ? down * step_row[dir]
				  : right * step_column[dir];

		if ((upright ? right : down) != 0 || i == bay)
			continue;
		far = (far + size) % size;
		if (far < nearest) {
			nearest = far;
			found = i;
		}
	}
	return found;
}

bool sp_board_shape_is_outer(
	const struct sp_layout *shape, unsigned bay, enum sp_dir side)
{
	return board_layout_neighbour(shape, bay, side) < 0;
}

static void join_straight(struct sp_layout *shape)
{
	static const enum sp_dir half[] = { SP_EAST, SP_SOUTH };

	shape->n_seams = 0;
	memset(shape->seam, 0, sizeof(shape->seam));
	for (unsigned i = 0; i < shape->n_bays; i++)
		for (unsigned k = 0; k < SP_ARRAY_LEN(half); k++) {
			struct sp_seam *s;

			if (!sp_board_shape_is_outer(shape, i, half[k]))
				continue;
			s = &shape->seam[shape->n_seams++];
			s->bay[0] = (uint8_t)i;
			s->side[0] = (uint8_t)half[k];
			s->bay[1] = (uint8_t)next_around(shape, i, half[k]);
			s->side[1] = (uint8_t)sp_board_dir_opposite(half[k]);
		}
}

bool sp_board_shape_move(struct sp_layout *shape, unsigned bay, unsigned beside,
	enum sp_dir side)
{
	int row[SP_BAYS_MAX] = { 0 }, column[SP_BAYS_MAX] = { 0 };
	int wide = SP_MAP_WIDE;
	unsigned n = shape->n_bays;

	assert(bay < n && beside < n);
	for (unsigned i = 0; i < n; i++) {
		row[i] = shape->row[i];
		column[i] = shape->column[i];
	}
	if (extent(column, n) > wide)
		wide = extent(column, n);
	row[bay] = row[beside] + step_row[side];
	column[bay] = column[beside] + step_column[side];
	for (unsigned i = 0; i < n; i++)
		if (i != bay && row[i] == row[bay] && column[i] == column[bay])
			return false;
	if (bay == beside ||
		(row[bay] == shape->row[bay] &&
			column[bay] == shape->column[bay]) ||
		extent(row, n) > SP_MAP_MAX || extent(column, n) > wide)
		return false;
	for (unsigned i = 0; i < n; i++) {
		shape->row[i] = (uint8_t)(row[i] - smallest(row, n));
		shape->column[i] = (uint8_t)(column[i] - smallest(column, n));
	}
	join_straight(shape);
	return true;
}

/* ---- seams ------------------------------------------------------------- */

static bool is_end(
	const struct sp_seam *s, unsigned end, unsigned bay, enum sp_dir side)
{
	return s->bay[end] == bay && s->side[end] == side;
}

/* The seam of a side, and which end of it that is; -1: none. */
static int seam_of(const struct sp_layout *shape, unsigned bay,
	enum sp_dir side, unsigned *end)
{
	for (int i = 0; i < shape->n_seams; i++)
		for (*end = 0; *end < 2; (*end)++)
			if (is_end(&shape->seam[i], *end, bay, side))
				return i;
	return -1;
}

static bool is_straight(const struct sp_layout *shape, const struct sp_seam *s)
{
	enum sp_dir side = (enum sp_dir)s->side[0];

	return s->side[1] == sp_board_dir_opposite(side) &&
	       next_around(shape, s->bay[0], side) == s->bay[1];
}

/* The smallest number that no portal has. */
static uint8_t free_number(const struct sp_layout *shape)
{
	uint8_t number = 1;

	for (unsigned i = 0; i < shape->n_seams; i++)
		if (shape->seam[i].portal == number) {
			number++;
			i = UINT_MAX;
		}
	return number;
}

bool sp_board_shape_join(struct sp_layout *shape, unsigned bay,
	enum sp_dir side, unsigned with, enum sp_dir to)
{
	unsigned end[2];
	int seam[2] = { seam_of(shape, bay, side, &end[0]),
		seam_of(shape, with, to, &end[1]) };
	struct sp_seam *one, *two;
	uint8_t other_bay, other_side;

	if (seam[0] < 0 || seam[1] < 0 || seam[0] == seam[1])
		return false;
	one = &shape->seam[seam[0]];
	two = &shape->seam[seam[1]];
	other_bay = one->bay[1 - end[0]];
	other_side = one->side[1 - end[0]];
	one->bay[1 - end[0]] = (uint8_t)with;
	one->side[1 - end[0]] = (uint8_t)to;
	two->bay[end[1]] = other_bay;
	two->side[end[1]] = other_side;
	one->portal = two->portal = 0;
	if (!is_straight(shape, one))
		one->portal = free_number(shape);
	if (!is_straight(shape, two))
		two->portal = free_number(shape);
	return true;
}

bool sp_board_shape_is_whole(const struct sp_layout *shape)
{
	bool joined[SP_BAYS_MAX][SP_DIRS] = { { false } };
	bool first_row = false, first_column = false;

	for (unsigned i = 0; i < shape->n_bays; i++) {
		first_row = first_row || shape->row[i] == 0;
		first_column = first_column || shape->column[i] == 0;
		for (unsigned k = 0; k < i; k++)
			if (shape->row[i] == shape->row[k] &&
				shape->column[i] == shape->column[k])
				return false;
	}
	for (unsigned i = 0; i < shape->n_seams; i++)
		for (unsigned end = 0; end < 2; end++) {
			const struct sp_seam *s = &shape->seam[i];
			bool *side = &joined[s->bay[end]][s->side[end]];

			if (*side ||
				!sp_board_shape_is_outer(shape, s->bay[end],
					(enum sp_dir)s->side[end]))
				return false;
			*side = true;
		}
	for (unsigned i = 0; i < shape->n_bays; i++)
		for (unsigned d = 0; d < SP_DIRS; d++)
			if (!joined[i][d] && sp_board_shape_is_outer(
						     shape, i, (enum sp_dir)d))
				return false;
	return first_row && first_column;
}

/* ---- rims -------------------------------------------------------------- */

/* The square at the other end of its row, against a direction. */
static unsigned other_end(
	const struct sp_board *b, unsigned square, enum sp_dir dir)
{
	int row = (int)sp_board_row(b, (uint16_t)square);
	int column = (int)sp_board_column(b, (uint16_t)square);
	unsigned found = square;

	for (int n = 1; n < SP_MAP_MAX * SP_SIDE; n++) {
		int r = row - n * step_row[dir];
		int c = column - n * step_column[dir];
		uint16_t at = r < 0 || c < 0 ? SP_NOWHERE
					     : sp_board_at(b, (unsigned)r,
						       (unsigned)c);

		if (at != SP_NOWHERE)
			found = at;
	}
	return found;
}

static bool is_walled(const struct sp_sector turned[SP_BAYS_MAX],
	unsigned square, unsigned dir)
{
	return board_printed_on(&turned[square / SP_SECTOR_SQUARES],
		       square % SP_SECTOR_SQUARES, dir) == SP_EDGE_WALL;
}

/* A rim and the one at the other end change partners with those beyond their
 * seams, where these lie at two ends as well and all are walls. */
static void pair_opposite(struct sp_board *b,
	const struct sp_sector turned[SP_BAYS_MAX], unsigned square,
	enum sp_dir dir)
{
	enum sp_dir away = sp_board_dir_opposite(dir);
	unsigned far = other_end(b, square, dir);
	unsigned beyond = b->link[square][dir];
	unsigned back = (b->heading[square][dir] + 2u) % SP_DIRS;
	unsigned there = other_end(b, beyond, (enum sp_dir)back);
	unsigned home = (back + 2u) % SP_DIRS;

	if (beyond == far || other_end(b, far, away) != square ||
		other_end(b, there, (enum sp_dir)home) != beyond ||
		b->link[far][away] != there ||
		(b->heading[far][away] + 2u) % SP_DIRS != home ||
		!is_walled(turned, square, dir) ||
		!is_walled(turned, far, away) ||
		!is_walled(turned, beyond, back) ||
		!is_walled(turned, there, home))
		return;
	b->link[square][dir] = (uint16_t)far;
	b->heading[square][dir] = (uint8_t)dir;
	b->link[far][away] = (uint16_t)square;
	b->heading[far][away] = (uint8_t)away;
	b->link[beyond][back] = (uint16_t)there;
	b->heading[beyond][back] = (uint8_t)back;
	b->link[there][home] = (uint16_t)beyond;
	b->heading[there][home] = (uint8_t)home;
}

void board_rims_opposite(
	struct sp_board *b, const struct sp_sector turned[SP_BAYS_MAX])
{
	for (unsigned i = 0; i < b->n_seams; i++)
		for (unsigned k = 0; k < SP_SECTOR_SQUARES; k++) {
			unsigned dir = b->seam[i].side[0];
			unsigned at = b->seam[i].bay[0] * SP_SECTOR_SQUARES + k;
			unsigned row = k / SP_SIDE, column = k % SP_SIDE;

			if ((dir == SP_NORTH && row == 0) ||
				(dir == SP_SOUTH && row == SP_SIDE - 1) ||
				(dir == SP_WEST && column == 0) ||
				(dir == SP_EAST && column == SP_SIDE - 1))
				pair_opposite(b, turned, at, (enum sp_dir)dir);
		}
}
