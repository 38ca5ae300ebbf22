/*
 * Sector files: a printed board side as a drawing.
 */
#include "board_private.h"

#include <assert.h>

#define DRAWN_LINES (2 * SP_SIDE + 1)
#define DRAWN_WIDTH (4 * SP_SIDE + 1)

struct drawing {
	struct sp_line line[DRAWN_LINES];
	unsigned exits;
	unsigned homes;
	unsigned treasures;
};

/* Complain about a character of the drawing. */
static int bad(const struct drawing *d, unsigned row, unsigned column,
	struct sp_error *e, const char *why)
{
	return sp_error_at(
		e, SP_EINVAL, d->line[row].number, column + 1, "%s", why);
}

static int take_drawing(struct drawing *d, const struct sp_line *first,
	struct sp_cursor *c, struct sp_error *e)
{
	memset(d, 0, sizeof(*d));
	d->line[0] = *first;
	for (unsigned i = 0; i < DRAWN_LINES; i++) {
		struct sp_line *line = &d->line[i];

		if (i > 0 && !board_line_raw(c, line))
			return sp_error_at(e, SP_EINVAL, line->number, 1,
				"the drawing ends after %u lines: draw all %d",
				i, DRAWN_LINES);
		if (line->len != DRAWN_WIDTH)
			return sp_error_at(e, SP_EINVAL, line->number,
				(unsigned)line->len + 1,
				"this line of the drawing has %zu characters: "
				"make it %d",
				line->len, DRAWN_WIDTH);
	}
	return SP_OK;
}

/* An edge that is open: marked on the frame, and only there. */
static int read_opening(struct drawing *d, unsigned row, unsigned column,
	char mark, bool frame, struct sp_error *e)
{
	char c = d->line[row].text[column];

	if (!frame && c == ' ')
		return SP_OK;
	if (frame && c == mark) {
		d->exits++;
		return SP_OK;
	}
	if (frame && c == ' ')
		return sp_error_at(e, SP_EINVAL, d->line[row].number,
			column + 1,
			"the frame is open here: mark the exit with %c or "
			"close it with a wall",
			mark);
	if (strchr("^v<>", c) != NULL && c != '\0')
		return bad(d, row, column, e,
			"this exit mark is misplaced: write ^ on the upper "
			"frame, v on the lower, < on the left, > on the right, "
			"and none inside");
	return bad(d, row, column, e,
		"this is no edge: write --- or | for a wall, =D= or D for a "
		"door, blanks for an open passage");
}

static int door_on_frame(const struct drawing *d, unsigned row, unsigned column,
	struct sp_error *e)
{
	return bad(d, row, column, e,
		"doors stand inside a sector: make this part of the frame a "
		"wall or an exit");
}

static int read_across(struct drawing *d, struct sp_sector *out, unsigned r,
	unsigned c, struct sp_error *e)
{
	unsigned row = 2 * r;
	unsigned column = 4 * c + 1;
	const char *p = d->line[row].text + column;
	bool frame = r == 0 || r == SP_SIDE;

	if (memcmp(p, "---", 3) == 0) {
		out->across[r][c] = SP_EDGE_WALL;
		return SP_OK;
	}
	if (memcmp(p, "=D=", 3) == 0) {
		out->across[r][c] = SP_EDGE_DOOR;
		return frame ? door_on_frame(d, row, column, e) : SP_OK;
	}
	for (unsigned i = 0; i < 3; i += 2)
		if (p[i] != ' ')
			return bad(d, row, column + i, e,
				"this is no edge: write --- for a wall, =D= "
				"for a door, three blanks for an open passage");
	out->across[r][c] = SP_EDGE_OPEN;
	return read_opening(d, row, column + 1, r == 0 ? '^' : 'v', frame, e);
}

static int read_down(struct drawing *d, struct sp_sector *out, unsigned r,
	unsigned c, struct sp_error *e)
{
	unsigned row = 2 * r + 1;
	unsigned column = 4 * c;
	bool frame = c == 0 || c == SP_SIDE;

	switch (d->line[row].text[column]) {
	case '|':
		out->down[r][c] = SP_EDGE_WALL;
		return SP_OK;
	case 'D':
		out->down[r][c] = SP_EDGE_DOOR;
		return frame ? door_on_frame(d, row, column, e) : SP_OK;
	default:
		out->down[r][c] = SP_EDGE_OPEN;
		return read_opening(
			d, row, column, c == 0 ? '<' : '>', frame, e);
	}
}

static int read_square(struct drawing *d, struct sp_sector *out, unsigned r,
	unsigned c, struct sp_error *e)
{
	unsigned row = 2 * r + 1;
	unsigned column = 4 * c + 1;
	const char *p = d->line[row].text + column;

	for (unsigned i = 0; i < 3; i += 2)
		if (p[i] != ' ')
			return bad(d, row, column + i, e,
				"leave this blank: a square has its one mark "
				"in the middle");
	switch (p[1]) {
	case ' ':
		return SP_OK;
	case '@':
		if (d->homes++ > 0)
			return bad(d, row, column + 1, e,
				"this is a second home base: keep one @");
		out->home = (uint8_t)(r * SP_SIDE + c);
		return SP_OK;
	case '$':
		if (d->treasures == 2)
			return bad(d, row, column + 1, e,
				"this is a third treasure: keep two $");
		out->treasure[d->treasures++] = (uint8_t)(r * SP_SIDE + c);
		return SP_OK;
	default:
		return bad(d, row, column + 1, e,
			"this is no mark of a square: write @ for the home "
			"base, $ for a treasure or a blank");
	}
}

/* Corner marks repeat what the edges say; that finds slips of the pen. */
static int read_corner(const struct drawing *d, const struct sp_sector *s,
	unsigned r, unsigned c, struct sp_error *e)
{
	char mark = d->line[(size_t)2 * r].text[(size_t)4 * c];
	bool column = (c > 0 && s->across[r][c - 1] != SP_EDGE_OPEN) ||
		      (c < SP_SIDE && s->across[r][c] != SP_EDGE_OPEN) ||
		      (r > 0 && s->down[r - 1][c] != SP_EDGE_OPEN) ||
		      (r < SP_SIDE && s->down[r][c] != SP_EDGE_OPEN);

	if (mark == (column ? '+' : '.'))
		return SP_OK;
	return bad(d, 2 * r, 4 * c, e,
		column ? "a wall or a door touches this corner: write +"
		       : "no wall and no door touches this corner: write .");
}

static int read_drawing(
	struct drawing *d, struct sp_sector *out, struct sp_error *e)
{
	int rc = SP_OK;

	for (unsigned r = 0; rc == SP_OK && r <= SP_SIDE; r++) {
		for (unsigned c = 0; rc == SP_OK && c < SP_SIDE; c++)
			rc = read_across(d, out, r, c, e);
		for (unsigned c = 0; rc == SP_OK && r < SP_SIDE && c <= SP_SIDE;
			c++)
			rc = read_down(d, out, r, c, e);
		for (unsigned c = 0; rc == SP_OK && r < SP_SIDE && c < SP_SIDE;
			c++)
			rc = read_square(d, out, r, c, e);
	}
	for (unsigned r = 0; rc == SP_OK && r <= SP_SIDE; r++)
		for (unsigned c = 0; rc == SP_OK && c <= SP_SIDE; c++)
			rc = read_corner(d, out, r, c, e);
	return rc;
}

static bool open_inside(const struct sp_sector *s, unsigned square, int dir)
{
	unsigned r = square / SP_SIDE;
	unsigned c = square % SP_SIDE;

	switch ((enum sp_dir)dir) {
	case SP_NORTH:
		return r > 0 && s->across[r][c] == SP_EDGE_OPEN;
	case SP_EAST:
		return c + 1 < SP_SIDE && s->down[r][c + 1] == SP_EDGE_OPEN;
	case SP_SOUTH:
		return r + 1 < SP_SIDE && s->across[r + 1][c] == SP_EDGE_OPEN;
	case SP_WEST:
		return c > 0 && s->down[r][c] == SP_EDGE_OPEN;
	case SP_DIRS:
		break;
	}
	return false;
}

static int check_reach(
	const struct drawing *d, const struct sp_sector *s, struct sp_error *e)
{
	static const int to[SP_DIRS] = { -SP_SIDE, 1, SP_SIDE, -1 };
	bool reached[SP_SECTOR_SQUARES] = { false };
	unsigned queue[SP_SECTOR_SQUARES];
	unsigned n = 0;

	queue[n++] = s->home;
	reached[s->home] = true;
	for (unsigned i = 0; i < n; i++)
		for (int dir = 0; dir < SP_DIRS; dir++) {
			unsigned next = (unsigned)((int)queue[i] + to[dir]);

			if (!open_inside(s, queue[i], dir) || reached[next])
				continue;
			reached[next] = true;
			queue[n++] = next;
		}
	for (unsigned i = 0; i < SP_SECTOR_SQUARES; i++)
		if (!reached[i])
			return bad(d, 2 * (i / SP_SIDE) + 1,
				4 * (i % SP_SIDE) + 2, e,
				"no way leads from the home base to this "
				"square with the doors locked: open a wall");
	return SP_OK;
}

static int check_drawing(
	const struct drawing *d, const struct sp_sector *s, struct sp_error *e)
{
	unsigned first = d->line[0].number;

	if (d->homes == 0)
		return sp_error_at(e, SP_EINVAL, first, 1,
			"the drawing has no home base: mark a square with @");
	if (d->treasures < 2)
		return sp_error_at(e, SP_EINVAL, first, 1,
			"the drawing has %u of its two treasures: mark two "
			"squares with $",
			d->treasures);
	if (d->exits == 0)
		return sp_error_at(e, SP_EINVAL, first, 1,
			"the frame has no exit: open it with ^, v, < or >");
	return check_reach(d, s, e);
}

/* "set a original": the words, with one blank between. */
static int read_sets(
	struct sp_line *line, char out[SP_ID_SIZE], struct sp_error *e)
{
	struct sp_word word;
	char id[SP_ID_SIZE];
	size_t len = 0;

	if (out[0] != '\0')
		return sp_error_at(e, SP_EINVAL, line->number, 1,
			"the set was given above: write all sets on one line");
	while (board_line_word(line, &word)) {
		int rc = board_word_id(line, &word, "the set", id, e);

		if (rc != SP_OK)
			return rc;
		if (len + (len > 0) + word.len >= SP_ID_SIZE)
			return sp_error_at(e, SP_EINVAL, line->number,
				word.column,
				"the sets are too long together: shorten them "
				"to %d characters",
				SP_ID_SIZE - 1);
		if (len > 0)
			out[len++] = ' ';
		memcpy(out + len, id, word.len + 1);
		len += word.len;
	}
	if (len == 0)
		return sp_error_at(e, SP_EINVAL, line->number, word.column,
			"the set is missing: write it after the key");
	return SP_OK;
}

static int read_header(
	struct sp_line *line, struct sp_sector *out, struct sp_error *e)
{
	struct sp_word key;

	board_line_word(line, &key);
	if (board_word_is(&key, "id"))
		return board_line_id(line, "the id", out->id, e);
	if (board_word_is(&key, "colour"))
		return board_line_id(line, "the colour", out->colour, e);
	if (board_word_is(&key, "set"))
		return read_sets(line, out->set, e);
	if (key.text[0] == '+' || key.text[0] == '.')
		return sp_error_at(e, SP_EINVAL, line->number, 1,
			"the drawing begins in column 1: remove the blanks");
	return sp_error_at(e, SP_EINVAL, line->number, key.column,
		"this key is not known: use id, set or colour, then draw");
}

static int check_header(
	const struct sp_sector *s, unsigned line, struct sp_error *e)
{
	const char *key = s->id[0] == '\0'       ? "id"
			  : s->set[0] == '\0'    ? "set"
			  : s->colour[0] == '\0' ? "colour"
						 : NULL;

	if (key == NULL)
		return SP_OK;
	return sp_error_at(e, SP_EINVAL, line, 1,
		"a line \"%s\" is missing: add it before the drawing", key);
}

int sp_board_sector_parse(
	struct sp_sector *out, const char *text, size_t len, struct sp_error *e)
{
	struct sp_cursor c;
	struct sp_line line;
	struct drawing d;
	int rc;

	memset(out, 0, sizeof(*out));
	sp_cursor_init(&c, text, len);
	for (;;) {
		if (!board_line_next(&c, &line))
			return sp_error_at(e, SP_EINVAL, line.number, 1,
				"the file has no drawing: draw %d lines that "
				"begin with +",
				DRAWN_LINES);
		if (line.text[0] == '+' || line.text[0] == '.')
			break;
		rc = read_header(&line, out, e);
		if (rc != SP_OK)
			return rc;
	}
	rc = check_header(out, line.number, e);
	if (rc == SP_OK)
		rc = take_drawing(&d, &line, &c, e);
	if (rc == SP_OK)
		rc = read_drawing(&d, out, e);
	if (rc == SP_OK)
		rc = check_drawing(&d, out, e);
	if (rc == SP_OK && board_line_next(&c, &line))
		rc = sp_error_at(e, SP_EINVAL, line.number, 1,
			"the file goes on after the drawing: remove this");
	return rc;
}

uint8_t board_printed_on(
	const struct sp_sector *s, unsigned square, unsigned dir)
{
	unsigned r = square / SP_SIDE;
	unsigned c = square % SP_SIDE;

	assert(dir < SP_DIRS);
	switch ((enum sp_dir)dir) {
	case SP_NORTH:
		return s->across[r][c];
	case SP_EAST:
		return s->down[r][c + 1];
	case SP_SOUTH:
		return s->across[r + 1][c];
	case SP_WEST:
		return s->down[r][c];
	case SP_DIRS:
		break;
	}
	return SP_EDGE_OPEN;
}
