/*
 * The drawing of a board: a grid of characters into which squares, edges and
 * vertices are put one after the other.
 */
#include "render/render_private.h"

#define CELL_W   4 /* from one vertex to the next */
#define CELL_H   2
#define LABEL_W  4 /* row number and a blank, left of the map */
#define PORTAL_W 2 /* what a portal's "(1)" juts out over a side */

struct canvas {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	unsigned w, h;        /* of the map, in characters */
	unsigned left, right; /* margins for portals on the outermost sides */
	char *cell;
	uint8_t *ink;  /* enum ink of each character, for HTML */
	int8_t *owner; /* the seat whose colour the ink is */
	int8_t *floor; /* the seat whose sector is below it */
};

/* Where a character of the map lies in the arrays. */
static size_t at(const struct canvas *c, unsigned y, unsigned x)
{
	return (size_t)y * (c->left + c->w + c->right) + c->left + x;
}

static void put(struct canvas *c, size_t i, char mark, enum sp_render_ink ink,
	int owner)
{
	c->cell[i] = mark;
	c->ink[i] = (uint8_t)ink;
	c->owner[i] = (int8_t)owner;
}

/* ---- what is in a square ------------------------------------------------ */

static char door_mark(const struct sp_edge *e)
{
	static const char marks[] = {
		[SP_DOOR_CLOSED] = 'D',
		[SP_DOOR_IS_OPEN] = '/',
		[SP_DOOR_IS_HELD] = 'H',
	};

	return marks[e->door];
}

char render_thing_mark(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_thing *thing)
{
	bool edge = sp_kind_of(thing->where) == SP_KIND_EDGE;
	uint16_t i = (uint16_t)sp_index_of(thing->where);

	if (thing->side != 0)
		return '=';
	if (edge && sp_board_edge_under(&g->board, i) == SP_EDGE_OPEN)
		return '!';
	if (edge && sp_board_edge_made(&g->board.edge[i]) == SP_EDGE_DOOR)
		return door_mark(&g->board.edge[i]);
	if (edge)
		return '#';
	if (thing->fills)
		return '#';
	if (thing->opaque)
		return sp_ruleset_card(ruleset, thing->card)->object.strays
			       ? '~'
			       : '%';
	if (thing->facedown)
		return '?';
	switch ((enum sp_thing_class)sp_ruleset_card(ruleset, thing->card)
			->object.class) {
	case SP_THING_CLASS_TOTEM:
		return 'i';
	case SP_THING_CLASS_MARKER:
		return 'o';
	case SP_THING_CLASS_HEX:
		return 'x';
	case SP_THING_CLASS_OBJECT:
	case SP_THING_CLASS_TOKEN:
	case SP_THING_CLASS_COUNT:
		break;
	}
	return thing->kind == SP_THING_DROPPED ? ',' : ';';
}

char render_ground(const struct sp_ruleset *ruleset, const struct sp_game *g,
	uint16_t square)
{
	char ground = ' ';

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (t->kind == SP_THING_FREE ||
			t->where != SP_REF(SP_KIND_SQUARE, square) ||
			!(t->fills || t->opaque))
			continue;
		if (ground != '#')
			ground = render_thing_mark(ruleset, g, t);
	}
	return ground;
}

static unsigned add_mark(struct sp_render_mark out[], unsigned n, char mark,
	int seat, enum sp_render_ink ink)
{
	out[n].mark = mark;
	out[n].seat = (int8_t)seat;
	out[n].ink = (uint8_t)ink;
	return n + 1;
}

/* Things that neither fill the square nor hide it, kind by kind. */
static unsigned add_things(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint16_t square,
	struct sp_render_mark out[SP_RENDER_MARKS_MAX], unsigned n)
{
	static const char marks[] = "?,;iox";
	const sp_value here = SP_REF(SP_KIND_SQUARE, square);
	unsigned lie[sizeof(marks)] = { 0 };

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (t->where != here || t->kind == SP_THING_FREE || t->fills ||
			t->opaque)
			continue;
		for (size_t k = 0; marks[k] != '\0'; k++)
			lie[k] += marks[k] == render_thing_mark(ruleset, g, t);
	}
	for (size_t k = 0; marks[k] != '\0'; k++)
		for (; lie[k] > 0; lie[k]--)
			n = add_mark(out, n, marks[k], SP_NOBODY, SP_INK_THING);
	return n;
}

unsigned render_marks(const struct sp_ruleset *ruleset, const struct sp_game *g,
	uint16_t square, struct sp_render_mark out[SP_RENDER_MARKS_MAX])
{
	unsigned n = 0;

	for (int s = 0; s < g->n_seats; s++)
		if (g->actor[s].alive && g->actor[s].square == square)
			n = add_mark(out, n, sp_render_letter(g, s), s,
				SP_INK_WIZARD);
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive && g->actor[i].square == square)
			n = add_mark(
				out, n, '&', g->actor[i].seat, SP_INK_WIZARD);
	for (int s = 0; s < g->n_seats; s++)
		if (g->actor[s].home == square)
			n = add_mark(out, n, '@', s, SP_INK_HOME);
	for (int t = 0; t < g->n_treasures; t++)
		if (g->treasure[t].carrier == SP_NOBODY &&
			g->treasure[t].square == square)
			n = add_mark(out, n,
				render_treasure_letter(g, g->treasure[t].owner),
				g->treasure[t].owner, SP_INK_TREASURE);
	return add_things(ruleset, g, square, out, n);
}

static void draw_square(
	struct canvas *c, uint16_t square, unsigned y, unsigned x)
{
	struct sp_render_mark marks[SP_RENDER_MARKS_MAX];
	unsigned n = render_marks(c->ruleset, c->g, square, marks);
	char ground = render_ground(c->ruleset, c->g, square);
	size_t to = at(c, y + 1, x + 1);

	for (unsigned i = 0; ground != ' ' && i < 3; i++)
		put(c, to + i, ground, SP_INK_THING, SP_NOBODY);
	if (n == 1) {
		put(c, to + 1, marks[0].mark, (enum sp_render_ink)marks[0].ink,
			marks[0].seat);
		return;
	}
	/* "D R@" reads better than "DR@ ". Both sides are drawn already. */
	if (n == 2 && c->cell[to - 1] != ' ' && c->cell[to + 3] == ' ')
		to++;
	for (unsigned i = 0; i < n && i < 3; i++)
		put(c, to + i, marks[i].mark, (enum sp_render_ink)marks[i].ink,
			marks[i].seat);
	if (n > 3)
		put(c, to + 2, '*', SP_INK_THING, SP_NOBODY);
}

/* ---- edges and vertices ------------------------------------------------- */

/* A thing that lies on an open edge. */
static bool lies_on(const struct sp_game *g, uint16_t edge)
{
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == SP_REF(SP_KIND_EDGE, edge))
			return true;
	return false;
}

char render_edge_mark(const struct sp_game *g, uint16_t edge, uint16_t square,
	enum sp_dir dir)
{
	static const char exits[SP_DIRS] = { '^', '>', 'v', '<' };
	static const char digits[] = "0123456789";
	static const char walls[SP_DIRS] = { '-', '|', '-', '|' };
	const struct sp_board *b = &g->board;
	const struct sp_edge *e = &b->edge[edge];
	unsigned portal;

	switch (sp_board_edge_kind(b, edge)) {
	case SP_EDGE_WALL:
		if (e->created == SP_EDGE_WALL)
			return '#';
		return walls[dir];
	case SP_EDGE_DOOR:
		return door_mark(e);
	case SP_EDGE_BRINK:
		return 'x';
	case SP_EDGE_SIDED:
		return '=';
	case SP_EDGE_OPEN:
		break;
	}
	if (lies_on(g, edge))
		return '!';
	if (e->destroyed)
		return ':';
	if (!e->outer)
		return ' ';
	portal = b->portal[square / SP_SECTOR_SQUARES][dir];
	if (portal == 0)
		return exits[dir];
	return digits[portal % 10];
}

static enum sp_render_ink edge_ink(char mark)
{
	switch (mark) {
	case 'D':
	case '/':
	case 'H':
		return SP_INK_DOOR;
	case '!':
	case '#':
	case '=':
		return SP_INK_THING;
	case '^':
	case 'v':
	case '<':
	case '>':
		return SP_INK_EXIT;
	default:
		return SP_INK_NONE;
	}
}

/* `where` is the middle of the edge. "(1)" of a portal on an upright side juts
 * out to where no square is; on the other sides it takes the wall's place. */
static void draw_edge(
	struct canvas *c, uint16_t square, enum sp_dir dir, size_t where)
{
	const struct sp_board *b = &c->g->board;
	uint16_t edge = b->edge_at[square][dir];
	char mark = render_edge_mark(c->g, edge, square, dir);
	enum sp_render_ink ink = edge_ink(mark);
	bool upright = dir == SP_EAST || dir == SP_WEST;

	if (sp_is_digit(mark)) {
		where += dir == SP_EAST ? 1 : 0;
		where -= dir == SP_WEST ? 1 : 0;
		put(c, where - 1, '(', SP_INK_EXIT, SP_NOBODY);
		put(c, where, mark, SP_INK_EXIT, SP_NOBODY);
		put(c, where + 1, ')', SP_INK_EXIT, SP_NOBODY);
		return;
	}
	put(c, where, mark, ink, SP_NOBODY);
	if (upright)
		return;
	/* "---", "###", "-D-", "!!!", " : ", " ^ " */
	if (sp_board_edge_kind(b, edge) == SP_EDGE_DOOR)
		mark = '-';
	else if (mark != '=' && !sp_board_edge_stands(b, edge) && mark != '!')
		mark = ' ';
	put(c, where - 1, mark, ink, SP_NOBODY);
	put(c, where + 1, mark, ink, SP_NOBODY);
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
		uint16_t edge = b->edge_at[square][d];
		bool stands = sp_board_edge_stands(b, edge) ||
			      b->edge[edge].sides != 0;

		draw_edge(c, square, (enum sp_dir)d,
			at(c, y + place[d].y, x + place[d].x));
		/* A column stands where a wall or door ends, also an open one:
		 * its frame stays. */
		for (int v = 0; v < 2; v++) {
			char *p = &c->cell[at(c, y + place[d].vertex[v][0],
				x + place[d].vertex[v][1])];

			if (stands)
				*p = '+';
			else if (*p == ' ')
				*p = '.';
		}
	}
}

/* The floor below a square and the lines around it. */
static void lay_floor(struct canvas *c, uint16_t square, unsigned y, unsigned x)
{
	int8_t seat = c->g->board.bay[square / SP_SECTOR_SQUARES].seat;

	for (unsigned row = 0; row <= CELL_H; row++)
		memset(&c->floor[at(c, y + row, x)], seat, CELL_W + 1);
}

/* ---- the whole ---------------------------------------------------------- */

/* Can a portal be drawn on the outermost side? Told from the layout and not
 * from what stands there now, so that the map does not shift in a game. */
static bool portal_on(const struct sp_board *b, enum sp_dir dir)
{
	unsigned last = b->columns - 1u;

	for (unsigned s = 0; s < b->n_bays; s++)
		if (b->portal[s][dir] != 0 &&
			b->bay[s].column == (dir == SP_WEST ? 0 : last))
			return true;
	return false;
}

static void add_line(const struct canvas *c, unsigned y, sp_render_run *run,
	struct sp_buf *out)
{
	size_t width = c->left + c->w + c->right;
	size_t start = (size_t)y * width, line = out->len;
	unsigned row = y / CELL_H + 1;

	while (y % CELL_H == 0 && width > 0 &&
		c->cell[start + width - 1] == ' ')
		width--;
	if (y % CELL_H == 1)
		sp_buf_addf(out, "%3u ", row);
	else
		sp_buf_pad(out, ' ', LABEL_W);
	if (run != NULL)
		run(c->g, c->cell + start, c->ink + start, c->owner + start,
			c->floor + start, width, out);
	else
		sp_buf_add(out, c->cell + start, width);
	if (y % CELL_H == 1)
		sp_buf_addf(out, " %u", row);
	while (out->len > line && out->data[out->len - 1] == ' ')
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

static void canvas_init(struct canvas *c, const struct sp_ruleset *ruleset,
	const struct sp_game *g)
{
	const struct sp_board *b = &g->board;
	size_t size;

	c->ruleset = ruleset;
	c->g = g;
	c->w = b->columns * (unsigned)(SP_SIDE * CELL_W) + 1;
	c->h = b->rows * (unsigned)(SP_SIDE * CELL_H) + 1;
	c->left = portal_on(b, SP_WEST) ? PORTAL_W : 0;
	c->right = portal_on(b, SP_EAST) ? PORTAL_W : 0;
	size = (size_t)(c->left + c->w + c->right) * c->h;
	c->cell = sp_xmalloc(size);
	memset(c->cell, ' ', size);
	c->ink = sp_xcalloc(size, 1);
	c->owner = sp_xmalloc(size);
	memset(c->owner, SP_NOBODY, size);
	c->floor = sp_xmalloc(size);
	memset(c->floor, SP_NOBODY, size);
}

void sp_render_board(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_render_run *run, struct sp_buf *out)
{
	const struct sp_board *b = &g->board;
	struct canvas c;

	canvas_init(&c, ruleset, g);
	for (uint16_t s = 0; s < b->n_squares; s++) {
		unsigned y = sp_board_row(b, s) * CELL_H;
		unsigned x = sp_board_column(b, s) * CELL_W;

		lay_floor(&c, s, y, x);
		draw_edges(&c, s, y, x);
	}
	for (uint16_t s = 0; s < b->n_squares; s++)
		draw_square(&c, s, sp_board_row(b, s) * CELL_H,
			sp_board_column(b, s) * CELL_W);
	add_letters(&c, out);
	for (unsigned y = 0; y < c.h; y++)
		add_line(&c, y, run, out);
	add_letters(&c, out);
	sp_free(c.cell);
	sp_free(c.ink);
	sp_free(c.owner);
	sp_free(c.floor);
}
