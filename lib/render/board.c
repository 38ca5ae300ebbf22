/*
 * The drawing of a board: a grid of characters into which squares, edges and
 * vertices are put one after the other.
 */
#include "render/render_private.h"

#include <assert.h>

#define CELL_W   4 /* from one vertex to the next */
#define CELL_H   2
#define LABEL_W  4 /* row number and a blank, left of the map */
#define PORTAL_W 2 /* what a portal's "(1)" juts out over a side */

struct canvas {
	const struct sp_game *g;
	unsigned w, h;        /* of the map, in characters */
	unsigned left, right; /* margins for portals on the outermost sides */
	char *cell;
};

static char *at(struct canvas *c, unsigned y, unsigned x)
{
	return &c->cell[(size_t)y * (c->left + c->w + c->right) + c->left + x];
}

/* ---- what is in a square ------------------------------------------------ */

unsigned sp_render_marks(
	const struct sp_game *g, uint16_t square, char out[SP_RENDER_MARKS_MAX])
{
	unsigned n = 0;

	for (int s = 0; s < g->n_seats; s++)
		if (g->wizard[s].alive && g->wizard[s].square == square)
			out[n++] = sp_render_letter(g, s);
	for (int s = 0; s < g->n_seats; s++)
		if (g->wizard[s].home == square)
			out[n++] = '@';
	for (int t = 0; t < g->n_treasures; t++)
		if (g->treasure[t].carrier == SP_NOBODY &&
			g->treasure[t].square == square)
			out[n++] = '$';
	return n;
}

static void draw_square(
	struct canvas *c, uint16_t square, unsigned y, unsigned x)
{
	char marks[SP_RENDER_MARKS_MAX];
	unsigned n = sp_render_marks(c->g, square, marks);
	char *to = at(c, y + 1, x + 1);

	if (n == 1) {
		to[1] = marks[0];
		return;
	}
	/* "D R@" reads better than "DR@ ". Both sides are drawn already. */
	if (n == 2 && to[-1] != ' ' && to[3] == ' ')
		to++;
	for (unsigned i = 0; i < n && i < 3; i++)
		to[i] = marks[i];
	if (n > 3)
		to[2] = '*';
}

/* ---- edges and vertices ------------------------------------------------- */

char sp_render_edge_mark(const struct sp_board *b, uint16_t edge,
	uint16_t square, enum sp_dir dir)
{
	static const char exits[SP_DIRS] = { '^', '>', 'v', '<' };
	static const char digits[] = "0123456789";
	static const char walls[SP_DIRS] = { '-', '|', '-', '|' };
	static const char doors[] = {
		[SP_DOOR_CLOSED] = 'D',
		[SP_DOOR_IS_OPEN] = '/',
		[SP_DOOR_IS_HELD] = 'H',
	};
	const struct sp_edge *e = &b->edge[edge];
	unsigned portal;

	switch (sp_board_edge_kind(b, edge)) {
	case SP_EDGE_WALL:
		if (e->created == SP_EDGE_WALL)
			return '#';
		return walls[dir];
	case SP_EDGE_DOOR:
		return doors[e->door];
	case SP_EDGE_OPEN:
		break;
	}
	if (!e->outer)
		return " :"[e->destroyed];
	portal = b->portal[square / SP_SECTOR_SQUARES][dir];
	if (portal == 0)
		return exits[dir];
	return digits[portal % 10];
}

/* `where` is the middle of the edge. "(1)" of a portal on an upright side juts
 * out to where no square is; on the other sides it takes the wall's place. */
static void draw_edge(
	struct canvas *c, uint16_t square, enum sp_dir dir, char *where)
{
	const struct sp_board *b = &c->g->board;
	uint16_t edge = b->edge_at[square][dir];
	char mark = sp_render_edge_mark(b, edge, square, dir);
	bool upright = dir == SP_EAST || dir == SP_WEST;

	if (sp_is_digit(mark)) {
		where += dir == SP_EAST ? 1 : dir == SP_WEST ? -1 : 0;
		where[-1] = '(';
		where[0] = mark;
		where[1] = ')';
		return;
	}
	where[0] = mark;
	if (upright)
		return;
	/* "---", "###", "-D-", " : ", " ^ " */
	if (sp_board_edge_kind(b, edge) == SP_EDGE_DOOR)
		mark = '-';
	else if (sp_board_edge_kind(b, edge) == SP_EDGE_OPEN)
		mark = ' ';
	where[-1] = where[1] = mark;
}

static void draw_edges(
	struct canvas *c, uint16_t square, unsigned y, unsigned x)
{
	static const struct {
		uint8_t y, x; /* middle of the edge */
		uint8_t vertex[2][2];
	} place[SP_DIRS] = {
		[SP_NORTH] = { 0, 2, { { 0, 0 }, { 0, 4 } } },
		[SP_EAST] = { 1, 4, { { 0, 4 }, { 2, 4 } } },
		[SP_SOUTH] = { 2, 2, { { 2, 0 }, { 2, 4 } } },
		[SP_WEST] = { 1, 0, { { 0, 0 }, { 2, 0 } } },
	};
	const struct sp_board *b = &c->g->board;

	for (int d = 0; d < SP_DIRS; d++) {
		bool stands = sp_board_edge_kind(b, b->edge_at[square][d]) !=
			      SP_EDGE_OPEN;

		draw_edge(c, square, (enum sp_dir)d,
			at(c, y + place[d].y, x + place[d].x));
		/* A column stands where a wall or door ends, also an open one:
		 * its frame stays. */
		for (int v = 0; v < 2; v++) {
			char *p = at(c, y + place[d].vertex[v][0],
				x + place[d].vertex[v][1]);

			if (stands)
				*p = '+';
			else if (*p == ' ')
				*p = '.';
		}
	}
}

/* ---- the whole ---------------------------------------------------------- */

/* Can a portal be drawn on the outermost side? Told from the layout and not
 * from what stands there now, so that the map does not shift in a game. */
static bool portal_on(const struct sp_board *b, enum sp_dir dir)
{
	unsigned last = b->columns - 1u;

	for (unsigned s = 0; s < b->n_slots; s++)
		if (b->portal[s][dir] != 0 &&
			b->slot[s].column == (dir == SP_WEST ? 0 : last))
			return true;
	return false;
}

static void add_line(const struct canvas *c, unsigned y, struct sp_buf *out)
{
	size_t width = c->left + c->w + c->right;
	size_t start = out->len;
	unsigned row = y / CELL_H + 1;

	if (y % CELL_H == 1)
		sp_buf_addf(out, "%3u ", row);
	else
		sp_buf_pad(out, ' ', LABEL_W);
	sp_buf_add(out, c->cell + y * width, width);
	if (y % CELL_H == 1)
		sp_buf_addf(out, " %u", row);
	while (out->len > start && out->data[out->len - 1] == ' ')
		sp_buf_truncate(out, out->len - 1);
	sp_buf_addc(out, '\n');
}

static void add_letters(const struct canvas *c, struct sp_buf *out)
{
	unsigned columns = c->g->board.columns * SP_SIDE;

	sp_buf_pad(out, ' ', LABEL_W + c->left + 2);
	for (unsigned i = 0; i < columns; i++) {
		if (i > 0)
			sp_buf_pad(out, ' ', CELL_W - 1);
		sp_buf_addc(out, (char)('a' + i));
	}
	sp_buf_addc(out, '\n');
}

void sp_render_board(const struct sp_game *g,
	const struct sp_render_options *options, struct sp_buf *out)
{
	const struct sp_board *b = &g->board;
	struct canvas c = { .g = g };
	size_t size;

	assert(options->style == SP_RENDER_ASCII);
	c.w = b->columns * (unsigned)(SP_SIDE * CELL_W) + 1;
	c.h = b->rows * (unsigned)(SP_SIDE * CELL_H) + 1;
	c.left = portal_on(b, SP_WEST) ? PORTAL_W : 0;
	c.right = portal_on(b, SP_EAST) ? PORTAL_W : 0;
	size = (size_t)(c.left + c.w + c.right) * c.h;
	c.cell = sp_xmalloc(size);
	memset(c.cell, ' ', size);
	for (uint16_t s = 0; s < b->n_squares; s++)
		draw_edges(&c, s, sp_board_row(b, s) * CELL_H,
			sp_board_column(b, s) * CELL_W);
	for (uint16_t s = 0; s < b->n_squares; s++)
		draw_square(&c, s, sp_board_row(b, s) * CELL_H,
			sp_board_column(b, s) * CELL_W);
	add_letters(&c, out);
	for (unsigned y = 0; y < c.h; y++)
		add_line(&c, y, out);
	add_letters(&c, out);
	sp_free(c.cell);
}
