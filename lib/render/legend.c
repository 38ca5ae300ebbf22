/*
 * What stands below a drawing: the marks that are on it, crowded squares, and
 * who stands where with how much life and how many points.
 */
#include "render/render_private.h"

/* ---- the legend --------------------------------------------------------- */

/* Which marks are drawn: a flag for each ASCII character. */
struct marks {
	bool on[128];
	bool no_column; /* told from the drawing itself */
};

static void collect(
	const struct sp_game *g, const char *drawing, struct marks *m)
{
	const struct sp_board *b = &g->board;

	memset(m, 0, sizeof(*m));
	m->no_column = strchr(drawing, '.') != NULL;
	for (uint16_t s = 0; s < b->n_squares; s++) {
		char in[SP_RENDER_MARKS_MAX];
		unsigned n = sp_render_marks(g, s, in);

		for (unsigned i = 0; i < n; i++)
			m->on[(unsigned char)in[i]] = true;
		m->on['*'] |= n > 3;
		for (int d = 0; d < SP_DIRS; d++) {
			char mark = sp_render_edge_mark(
				b, b->edge_at[s][d], s, (enum sp_dir)d);

			m->on[(unsigned char)mark] |= !sp_is_alpha(mark);
		}
	}
}

/* Put an entry after the others, on a new line where it does not fit. */
static void add_entry(struct sp_buf *out, size_t *line, const char *entry)
{
	if (out->len > *line &&
		out->len - *line + 2 + strlen(entry) > SP_RENDER_COLUMNS) {
		sp_buf_addc(out, '\n');
		*line = out->len;
	}
	if (out->len > *line)
		sp_buf_adds(out, "  ");
	sp_buf_adds(out, entry);
}

static void add_wizards(const struct sp_game *g, const struct marks *m,
	struct sp_buf *out, size_t *line)
{
	char name[SP_RENDER_NAME_SIZE], entry[SP_RENDER_NAME_SIZE + 4];

	for (int s = 0; s < g->n_seats; s++) {
		char letter = sp_render_letter(g, s);

		if (!m->on[(unsigned char)letter] || !g->wizard[s].alive)
			continue;
		sp_render_seat(g, s, name);
		sp_format(entry, sizeof(entry), "%c %s", letter, name);
		add_entry(out, line, entry);
	}
}

/* An entry for what leaves the map: `marks` are those on the board. */
static void add_exits(const struct marks *m, struct sp_buf *out, size_t *line)
{
	char wraps[16] = "", portals[64] = "";
	size_t w = 0, p = 0;

	for (const char *c = "^v<>"; *c != '\0'; c++) {
		if (m->on[(unsigned char)*c]) {
			wraps[w++] = *c;
			wraps[w++] = ' ';
		}
	}
	for (int d = '0'; d <= '9'; d++) {
		if (m->on[d]) {
			sp_format(portals + p, sizeof(portals) - p, "(%c) ", d);
			p += 4;
		}
	}
	if (w > 0) {
		sp_format(wraps + w, sizeof(wraps) - w, "wrap");
		add_entry(out, line, wraps);
	}
	if (p > 0) {
		sp_format(portals + p, sizeof(portals) - p, "portals");
		add_entry(out, line, portals);
	}
}

static void add_door(const struct sp_game *g, uint16_t edge, struct sp_buf *out,
	size_t *line)
{
	const struct sp_edge *e = &g->board.edge[edge];
	char name[SP_EDGE_NAME_SIZE], by[SP_RENDER_NAME_SIZE] = "nobody";
	char entry[2 * SP_RENDER_NAME_SIZE];

	sp_board_edge_name(&g->board, edge, name);
	if (e->door_by != SP_NOBODY)
		sp_render_seat(g, e->door_by, by);
	sp_format(entry, sizeof(entry), "%s: %s by %s",
		e->door == SP_DOOR_IS_OPEN ? "/ open door" : "H held door",
		name, by);
	add_entry(out, line, entry);
}

/* Doors that are not closed, and cracks, one by one. */
static void add_edges(const struct sp_game *g, struct sp_buf *out, size_t *line)
{
	const struct sp_board *b = &g->board;

	for (uint16_t e = 0; e < b->n_edges; e++) {
		enum sp_edge_kind kind = sp_board_edge_kind(b, e);
		char name[SP_RENDER_NAME_SIZE], cracks[SP_RENDER_NAME_SIZE];
		char entry[2 * SP_RENDER_NAME_SIZE];

		if (kind == SP_EDGE_DOOR && b->edge[e].door != SP_DOOR_CLOSED)
			add_door(g, e, out, line);
		if (kind == SP_EDGE_OPEN || b->edge[e].cracks == 0)
			continue;
		sp_render_edge(g, e, name);
		sp_render_count(b->edge[e].cracks, "crack", cracks);
		sp_format(entry, sizeof(entry), "%s: %s", name, cracks);
		add_entry(out, line, entry);
	}
}

static bool closed_door(const struct sp_game *g)
{
	const struct sp_board *b = &g->board;

	for (uint16_t e = 0; e < b->n_edges; e++)
		if (sp_board_edge_kind(b, e) == SP_EDGE_DOOR &&
			b->edge[e].door == SP_DOOR_CLOSED)
			return true;
	return false;
}

/* "* c3: Red, Blue, Blue's home base, Red's treasure". */
static void add_crowd(
	const struct sp_game *g, uint16_t square, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];
	const char *before = " ";
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	sp_board_square_name(&g->board, square, at);
	sp_buf_addf(&line, "* %s: ", at);
	for (int s = 0; s < g->n_seats; s++) {
		if (!g->wizard[s].alive || g->wizard[s].square != square)
			continue;
		sp_render_seat(g, s, name);
		sp_buf_addf(&line, "%s%s", before, name);
		before = ", ";
	}
	for (int s = 0; s < g->n_seats; s++) {
		if (g->wizard[s].home != square)
			continue;
		sp_render_seat(g, s, name);
		sp_buf_addf(&line, "%s%s's home base", before, name);
		before = ", ";
	}
	for (int t = 0; t < g->n_treasures; t++) {
		if (g->treasure[t].carrier != SP_NOBODY ||
			g->treasure[t].square != square)
			continue;
		sp_render_treasure(g, t, name);
		sp_buf_addf(&line, "%s%s", before, name);
		before = ", ";
	}
	sp_buf_addc(&line, '\n');
	sp_render_wrap(sp_buf_str(&line), line.len, out);
	sp_buf_free(&line);
}

void sp_render_legend_of(
	const struct sp_game *g, const char *drawing, struct sp_buf *out)
{
	static const struct {
		char mark;
		const char *entry;
	} table[] = {
		{ '@', "@ home base" },
		{ '$', "$ treasure" },
		{ '#', "# made by a spell" },
		{ ':', ": destroyed" },
		{ '*', "* more, see below" },
	};
	struct marks m;
	size_t line = out->len;

	collect(g, drawing, &m);
	add_wizards(g, &m, out, &line);
	for (size_t i = 0; i < SP_ARRAY_LEN(table); i++)
		if (m.on[(unsigned char)table[i].mark])
			add_entry(out, &line, table[i].entry);
	if (m.no_column)
		add_entry(out, &line, ". no column");
	if (closed_door(g))
		add_entry(out, &line, "D closed door");
	add_exits(&m, out, &line);
	add_edges(g, out, &line);
	sp_buf_addc(out, '\n');
	for (uint16_t s = 0; s < g->board.n_squares; s++) {
		char in[SP_RENDER_MARKS_MAX];

		if (sp_render_marks(g, s, in) > 3)
			add_crowd(g, s, out);
	}
}

void sp_render_legend(const struct sp_game *g,
	const struct sp_render_options *options, struct sp_buf *out)
{
	struct sp_buf drawing;

	sp_buf_init(&drawing, SIZE_MAX);
	sp_render_board(g, options, &drawing);
	sp_render_legend_of(g, sp_buf_str(&drawing), out);
	sp_buf_free(&drawing);
}

/* ---- scores ------------------------------------------------------------- */

static size_t name_width(const struct sp_game *g)
{
	size_t width = 0;

	for (int s = 0; s < g->n_seats; s++)
		if (strlen(g->colour[s]) > width)
			width = strlen(g->colour[s]);
	return width;
}

static void add_notes(const struct sp_game *g, int seat, struct sp_buf *out)
{
	const struct sp_wizard *w = &g->wizard[seat];
	const char *before = "  ";
	char text[SP_RENDER_NAME_SIZE];

	if (g->status == SP_GAME_RUNNING && g->active == seat) {
		sp_render_count(g->moves, "move", text);
		if (g->phase == SP_PHASE_DRAW)
			sp_buf_adds(out, "  has to end");
		else
			sp_buf_addf(out, "  %s left", text);
		before = ", ";
	}
	if (w->carries != SP_NOBODY) {
		sp_render_treasure(g, w->carries, text);
		sp_buf_addf(out, "%scarries %s", before, text);
	}
}

void sp_render_wizard_line(
	const struct sp_game *g, int seat, struct sp_buf *out)
{
	const struct sp_wizard *w = &g->wizard[seat];
	int points = sp_game_points(g, seat);
	char name[SP_RENDER_NAME_SIZE], square[SP_SQUARE_NAME_SIZE] = "";
	size_t start = out->len;

	sp_render_seat(g, seat, name);
	sp_buf_addf(out, "%-*s  ", (int)name_width(g), name);
	if (w->alive) {
		sp_board_square_name(&g->board, w->square, square);
		sp_buf_addf(out, "%-4s life %2d", square, w->life);
	} else {
		sp_buf_addf(out, "%-12s", "dead");
	}
	sp_buf_addf(out, "  %d %s", points, points == 1 ? "point " : "points");
	add_notes(g, seat, out);
	while (out->len > start && out->data[out->len - 1] == ' ')
		sp_buf_truncate(out, out->len - 1);
}

void sp_render_treasure_line(
	const struct sp_game *g, int treasure, struct sp_buf *out)
{
	const struct sp_treasure *t = &g->treasure[treasure];
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];

	if (t->carrier != SP_NOBODY) {
		sp_render_seat(g, t->carrier, name);
		sp_buf_addf(out, "carried by %s", name);
		return;
	}
	sp_board_square_name(&g->board, t->square, at);
	sp_buf_adds(out, at);
	for (int s = 0; s < g->n_seats; s++) {
		if (s == t->owner || g->wizard[s].home != t->square)
			continue;
		sp_render_seat(g, s, name);
		sp_buf_addf(out, " (%s's home base)", name);
	}
}

void sp_render_scores(const struct sp_game *g, struct sp_buf *out)
{
	int width = (int)name_width(g);
	char name[SP_RENDER_NAME_SIZE], home[SP_SQUARE_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	for (int s = 0; s < g->n_seats; s++) {
		sp_render_wizard_line(g, s, &text);
		sp_buf_addc(&text, '\n');
	}
	sp_buf_addc(&text, '\n');
	for (int s = 0; s < g->n_seats; s++) {
		const char *before = "  treasures ";

		sp_render_seat(g, s, name);
		sp_board_square_name(&g->board, g->wizard[s].home, home);
		sp_buf_addf(&text, "%-*s  home %-3s", width, name, home);
		for (int t = 0; t < g->n_treasures; t++) {
			if (g->treasure[t].owner != s)
				continue;
			sp_buf_adds(&text, before);
			sp_render_treasure_line(g, t, &text);
			before = ", ";
		}
		sp_buf_addc(&text, '\n');
	}
	sp_render_wrap(sp_buf_str(&text), text.len, out);
	sp_buf_free(&text);
}

void sp_render_board_file(const struct sp_game *g, struct sp_buf *out)
{
	static const struct sp_render_options plain = { SP_RENDER_ASCII };
	size_t start;

	sp_buf_addf(out, "Turn %d, round %d: ", g->turn, g->round);
	sp_render_status(g, out);
	sp_buf_adds(out, "\n\n");
	start = out->len;
	sp_render_board(g, &plain, out);
	sp_buf_addc(out, '\n');
	sp_render_legend_of(g, out->data + start, out);
	sp_buf_addc(out, '\n');
	sp_render_scores(g, out);
	sp_buf_addf(out, "\n(board format %d)\n", SP_BOARD_FORMAT);
}
