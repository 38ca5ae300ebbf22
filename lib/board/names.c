/*
 * Names of squares and edges, as boards print them and players write them.
 */
#include "board_private.h"

#include <assert.h>

const char *sp_board_dir_name(enum sp_dir dir)
{
	static const char *const names[SP_DIRS] = { "north", "east", "south",
		"west" };

	assert(dir < SP_DIRS);
	return names[dir];
}

enum sp_dir sp_board_dir_opposite(enum sp_dir dir)
{
	return (enum sp_dir)((dir + 2) % SP_DIRS);
}

unsigned sp_board_column(const struct sp_board *b, uint16_t square)
{
	assert(square < b->n_squares);
	return b->bay[square / SP_SECTOR_SQUARES].column * (unsigned)SP_SIDE +
	       square % SP_SIDE;
}

unsigned sp_board_row(const struct sp_board *b, uint16_t square)
{
	assert(square < b->n_squares);
	return b->bay[square / SP_SECTOR_SQUARES].row * (unsigned)SP_SIDE +
	       square % SP_SECTOR_SQUARES / SP_SIDE;
}

uint16_t sp_board_at(const struct sp_board *b, unsigned row, unsigned column)
{
	for (unsigned i = 0; i < b->n_bays; i++)
		if (b->bay[i].row == row / SP_SIDE &&
			b->bay[i].column == column / SP_SIDE)
			return (uint16_t)(i * SP_SECTOR_SQUARES +
					  row % SP_SIDE * SP_SIDE +
					  column % SP_SIDE);
	return SP_NOWHERE;
}

void sp_board_square_name(const struct sp_board *b, uint16_t square,
	char out[SP_SQUARE_NAME_SIZE])
{
	sp_format(out, SP_SQUARE_NAME_SIZE, "%c%u",
		'a' + (int)sp_board_column(b, square),
		sp_board_row(b, square) + 1);
}

/* A square's name of exactly n characters. */
static uint16_t square_of(const struct sp_board *b, const char *name, size_t n)
{
	char digits[3];
	long long row;

	if (n < 2 || !sp_is_alpha(name[0]) || name[1] == '0' ||
		!sp_is_digit(name[1]) ||
		!sp_copyn(digits, sizeof(digits), name + 1, n - 1) ||
		sp_parse_int(digits, 1, 1LL * SP_MAP_MAX * SP_SIDE, &row) !=
			SP_OK)
		return SP_NOWHERE;
	return sp_board_at(
		b, (unsigned)row - 1, (unsigned)(sp_lower(name[0]) - 'a'));
}

uint16_t sp_board_square_parse(const struct sp_board *b, const char *name)
{
	return square_of(b, name, strlen(name));
}

static bool reads_before(const struct sp_board *b, uint16_t s, uint16_t t)
{
	unsigned row = sp_board_row(b, s);

	if (row != sp_board_row(b, t))
		return row < sp_board_row(b, t);
	return sp_board_column(b, s) < sp_board_column(b, t);
}

void sp_board_edge_name(
	const struct sp_board *b, uint16_t edge, char out[SP_EDGE_NAME_SIZE])
{
	const struct sp_edge *e = &b->edge[edge];
	char first[SP_SQUARE_NAME_SIZE];
	char second[SP_SQUARE_NAME_SIZE];
	unsigned face;

	assert(edge < b->n_edges);
	if (e->outer) {
		sp_board_square_name(b, e->square[0], first);
		sp_format(out, SP_EDGE_NAME_SIZE, "%s %s", first,
			sp_board_dir_name((enum sp_dir)e->side[0]));
		return;
	}
	face = reads_before(b, e->square[0], e->square[1]) ? 0 : 1;
	sp_board_square_name(b, e->square[face], first);
	sp_board_square_name(b, e->square[1 - face], second);
	sp_format(out, SP_EDGE_NAME_SIZE, "%s/%s", first, second);
}

void sp_board_edge_name_from(const struct sp_board *b, uint16_t edge,
	uint16_t square, char out[SP_EDGE_NAME_SIZE])
{
	const struct sp_edge *e = &b->edge[edge];
	char name[SP_SQUARE_NAME_SIZE];

	if (!e->outer || square == SP_NOWHERE || square == e->square[0] ||
		square != e->square[1]) {
		sp_board_edge_name(b, edge, out);
		return;
	}
	sp_board_square_name(b, square, name);
	sp_format(out, SP_EDGE_NAME_SIZE, "%s %s", name,
		sp_board_dir_name((enum sp_dir)e->side[1]));
}

/* The edge that joins two squares; one inside the map before one on a seam. */
static uint16_t edge_between(const struct sp_board *b, uint16_t s, uint16_t t)
{
	uint16_t found = UINT16_MAX;

	for (unsigned dir = 0; dir < SP_DIRS; dir++) {
		uint16_t edge = b->edge_at[s][dir];

		if (b->link[s][dir] == t &&
			(found == UINT16_MAX || !b->edge[edge].outer))
			found = edge;
	}
	return found;
}

static uint16_t edge_at_side(
	const struct sp_board *b, uint16_t square, const char *word, size_t n)
{
	char side[SP_EDGE_NAME_SIZE];

	if (!sp_copyn(side, sizeof(side), word, n))
		return UINT16_MAX;
	for (unsigned dir = 0; dir < SP_DIRS; dir++) {
		const char *name = sp_board_dir_name((enum sp_dir)dir);

		if (sp_strieq(side, name) ||
			(n == 1 && sp_lower(side[0]) == name[0]))
			return b->edge_at[square][dir];
	}
	return UINT16_MAX;
}

uint16_t sp_board_edge_parse(const struct sp_board *b, const char *name)
{
	size_t len = strlen(name);
	const char *at = sp_trim(name, &len);
	const char *end = at + len;
	const char *word = at;
	size_t n;
	uint16_t square;
	uint16_t other;

	while (at < end && sp_is_alnum(*at))
		at++;
	square = square_of(b, word, (size_t)(at - word));
	n = (size_t)(end - at);
	word = sp_trim(at, &n);
	if (square == SP_NOWHERE || n == 0)
		return UINT16_MAX;
	if (*word != '/')
		return edge_at_side(b, square, word, n);
	n--;
	word = sp_trim(word + 1, &n);
	other = square_of(b, word, n);
	return other == SP_NOWHERE ? UINT16_MAX
				   : edge_between(b, square, other);
}
