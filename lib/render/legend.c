/*
 * What stands below a drawing: the marks that are on it, crowded squares, and
 * who stands where with how much life and how many points.
 */
#include "render/render_private.h"

#include "eval/aim.h"

/* ---- the legend --------------------------------------------------------- */

/* Which marks are drawn: a flag for each ASCII character, and for the letters
 * of each seat. */
struct marks {
	bool on[128];
	bool wizard[SP_SEATS_MAX], treasure[SP_SEATS_MAX];
	bool no_column; /* told from the drawing itself */
};

static void collect(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const char *drawing, struct marks *m)
{
	const struct sp_board *b = &g->board;

	memset(m, 0, sizeof(*m));
	m->no_column = strchr(drawing, '.') != NULL;
	for (uint16_t s = 0; s < b->n_squares; s++) {
		struct sp_render_mark in[SP_RENDER_MARKS_MAX];
		unsigned n = render_marks(ruleset, g, s, in);

		for (unsigned i = 0; i < n; i++) {
			if (in[i].ink == SP_INK_TREASURE)
				m->treasure[in[i].seat] = true;
			else if (in[i].ink == SP_INK_WIZARD &&
				 in[i].mark != '&')
				m->wizard[in[i].seat] = true;
			else
				m->on[(unsigned char)in[i].mark] = true;
		}
		m->on['*'] |= n > 3;
		m->on[(unsigned char)render_ground(ruleset, g, s)] = true;
		for (int d = 0; d < SP_DIRS; d++) {
			char mark = render_edge_mark(
				g, b->edge_at[s][d], s, (enum sp_dir)d);

			m->on[(unsigned char)mark] |=
				mark == 'x' || !sp_is_alpha(mark);
		}
	}
}

/* Put an entry after the others, on a new line where it does not fit. */
static void add_entry(struct sp_buf *out, size_t *line, const char *entry)
{
	if (out->len > *line &&
		out->len - *line + 2 + strlen(entry) > SP_TYPESET_COLUMNS) {
		sp_buf_addc(out, '\n');
		*line = out->len;
	}
	if (out->len > *line)
		sp_buf_adds(out, "  ");
	sp_buf_adds(out, entry);
}

static void add_wizards(const struct sp_game *g, const struct marks *m,
	int viewer, struct sp_buf *out, size_t *line)
{
	char name[SP_RENDER_NAME_SIZE], entry[SP_RENDER_NAME_SIZE + 4];

	for (int s = 0; s < g->n_seats; s++) {
		if (!m->wizard[s])
			continue;
		sp_format(entry, sizeof(entry), "%c %s", sp_render_letter(g, s),
			render_seat_for(g, s, viewer, name));
		add_entry(out, line, entry);
	}
}

/* "r y treasures": the letters of the wizards stand beside it and tell whose.
 */
static void add_treasures(const struct sp_game *g, const struct marks *m,
	struct sp_buf *out, size_t *line)
{
	char entry[2 * SP_SEATS_MAX + 12];
	size_t n = 0;

	for (int s = 0; s < g->n_seats; s++) {
		if (!m->treasure[s])
			continue;
		entry[n++] = render_treasure_letter(g, s);
		entry[n++] = ' ';
	}
	if (n == 0)
		return;
	sp_format(entry + n, sizeof(entry) - n, "treasure%s",
		sp_plural((int)n / 2));
	add_entry(out, line, entry);
}

/* "& Red's Wolf (c4: life 3)" */
static void add_creatures(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_buf *out, size_t *line)
{
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++) {
		const struct sp_actor *a = &g->actor[i];
		char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];
		char entry[2 * SP_RENDER_NAME_SIZE];

		if (!a->alive)
			continue;
		sp_board_square_name(&g->board, a->square, at);
		sp_format(entry, sizeof(entry), "& %s (%s: life %d%s)",
			sp_render_actor(ruleset, g, i, name), at, a->life,
			a->stun > 0 || a->stunned ? ", stunned" : "");
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

/* "2 cracks", or what is left where points of damage are counted: "life 5". */
static void say_harm(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what, int cracks, char out[SP_RENDER_NAME_SIZE])
{
	if (ruleset->hit_points)
		sp_format(out, SP_RENDER_NAME_SIZE, "life %d",
			sp_eval_cracks_max(ruleset, g, what) - cracks);
	else
		sp_render_count(cracks, "crack", out);
}

/* "a3 west leads to e3", for a smashed outer wall. */
static void add_way_out(const struct sp_board *b, uint16_t edge,
	struct sp_buf *out, size_t *line)
{
	const struct sp_edge *e = &b->edge[edge];
	char from[SP_EDGE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];
	char entry[2 * SP_RENDER_NAME_SIZE];

	sp_board_edge_name(b, edge, from);
	sp_board_square_name(b, e->square[1], to);
	sp_format(entry, sizeof(entry), "%s leads to %s", from, to);
	add_entry(out, line, entry);
}

/* Doors that are not closed, cracks, and where smashed rims lead, one by one.
 */
static void add_edges(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_buf *out, size_t *line)
{
	const struct sp_board *b = &g->board;

	for (uint16_t e = 0; e < b->n_edges; e++) {
		enum sp_edge_kind kind = sp_board_edge_kind(b, e);
		char name[SP_RENDER_NAME_SIZE], cracks[SP_RENDER_NAME_SIZE];
		char entry[2 * SP_RENDER_NAME_SIZE];

		if (kind == SP_EDGE_DOOR && b->edge[e].door != SP_DOOR_CLOSED)
			add_door(g, e, out, line);
		if (kind == SP_EDGE_OPEN && b->edge[e].destroyed &&
			b->edge[e].outer)
			add_way_out(b, e, out, line);
		if (b->edge[e].sides == 0 && b->edge[e].cracks == 0)
			continue;
		render_edge(g, e, name);
		if (b->edge[e].sides != 0 && sp_board_edge_stands(b, e)) {
			sp_format(entry, sizeof(entry), "= %s, covered", name);
			add_entry(out, line, entry);
		}
		if (kind == SP_EDGE_OPEN || b->edge[e].cracks == 0)
			continue;
		say_harm(ruleset, g, SP_REF(SP_KIND_EDGE, e), b->edge[e].cracks,
			cracks);
		sp_format(entry, sizeof(entry), "%s: %s", name, cracks);
		add_entry(out, line, entry);
	}
}

/* "c4 and g2 are linked (2 moves, sight)" */
static void add_links(
	const struct sp_board *b, struct sp_buf *out, size_t *line)
{
	for (int i = 0; i < b->n_links; i++) {
		const struct sp_link *link = &b->linked[i];
		char from[SP_SQUARE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];
		char entry[2 * SP_RENDER_NAME_SIZE];

		sp_board_square_name(b, link->square[0], from);
		sp_board_square_name(b, link->square[1], to);
		sp_format(entry, sizeof(entry),
			"%s and %s are linked (%d move%s%s)", from, to,
			link->cost, sp_plural(link->cost),
			link->sight ? ", sight" : "");
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

/* ---- things, kind by kind ------------------------------------------------ */

/* Of one card, and drawn with one mark: a door may be open. */
static bool alike(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_thing *a, const struct sp_thing *b)
{
	return a->kind == b->kind &&
	       ruleset->type[a->card] == ruleset->type[b->card] &&
	       render_thing_mark(ruleset, g, a) ==
		       render_thing_mark(ruleset, g, b);
}

static int cracks_of(const struct sp_game *g, const struct sp_thing *t)
{
	uint16_t i = (uint16_t)sp_index_of(t->where);

	/* add_edges tells those of walls and doors. */
	if (sp_kind_of(t->where) == SP_KIND_EDGE && t->side == 0 &&
		g->board.edge[i].cracks > 0)
		return 0;
	return t->cracks;
}

/* " on c4", for the layer on one side of a line. */
static void add_side(
	const struct sp_game *g, const struct sp_thing *t, struct sp_buf *out)
{
	char at[SP_SQUARE_NAME_SIZE];

	if (t->side == 0)
		return;
	sp_board_square_name(&g->board,
		g->board.edge[sp_index_of(t->where)].square[t->side - 1], at);
	sp_buf_addf(out, " on %s", at);
}

/* ": 1 crack", ": 2 life, Red's" */
static void add_state(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int thing, struct sp_buf *entry)
{
	const struct sp_thing *t = &g->thing[thing];
	int cracks = cracks_of(g, t);
	int owner = sp_game_owner_of_thing(g, thing);
	const char *before = ": ";
	char text[SP_RENDER_NAME_SIZE];

	if (cracks > 0) {
		say_harm(
			ruleset, g, SP_REF(SP_KIND_THING, thing), cracks, text);
		sp_buf_addf(entry, "%s%s", before, text);
		before = ", ";
	}
	if (t->life > 0) {
		sp_buf_addf(entry, "%s%d life", before, t->life);
		before = ", ";
	}
	/* of what hangs on a spell the spells tell whose it is */
	if (!t->given && t->kind != SP_THING_LONE)
		return;
	if (owner == SP_NOBODY) {
		sp_buf_addf(entry, "%snobody's", before);
		return;
	}
	sp_render_seat(g, owner, text);
	sp_buf_addf(entry, "%s%s's", before, text);
}

/* ": illusion, real to Red and Blue" */
static void add_belief(
	const struct sp_game *g, const struct sp_thing *t, struct sp_buf *out)
{
	unsigned seats = t->believed & ((1U << SP_SEATS_MAX) - 1);

	if (t->illusion)
		sp_buf_adds(out, t->believed != 0 ? ": illusion, real to "
						  : ": illusion");
	if (seats != 0)
		render_add_seats(g, seats, SP_NOBODY, out);
	if (t->believed != seats)
		sp_buf_adds(out, seats != 0 ? " and creatures" : "creatures");
}

/* What the legend says of things. */
enum deeds {
	DEEDS_LEFT_OUT, /* where they lie */
	DEEDS_NONE,     /* of those that do nothing to whoever comes */
	DEEDS_TOLD,     /* of the others, and what they do, on lines of their
			   own */
};

/* "% Rosebush (g2, h4: 1 crack): whoever enters takes 3 damage", for the first
 * of its kind. */
static void add_kind(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int first, enum deeds told, struct sp_buf *out, size_t *line)
{
	const struct sp_thing *t = &g->thing[first];
	const char *between = "";
	struct sp_buf entry, deeds;

	sp_buf_init(&deeds, SIZE_MAX);
	sp_buf_init(&entry, SIZE_MAX);
	if (told != DEEDS_LEFT_OUT)
		sp_cardtext_add_hazard(
			ruleset, sp_ruleset_card(ruleset, t->card), &deeds);
	sp_buf_addf(&entry, "%c %s (", render_thing_mark(ruleset, g, t),
		render_card_name(ruleset, t->card));
	for (int i = first; i < g->things_end; i++) {
		const struct sp_thing *other = &g->thing[i];

		if (other->kind == SP_THING_FREE ||
			!alike(ruleset, g, other, t))
			continue;
		sp_buf_adds(&entry, between);
		render_add_place(g, other->where, &entry);
		add_side(g, other, &entry);
		add_state(ruleset, g, i, &entry);
		add_belief(g, other, &entry);
		between = ", ";
	}
	sp_buf_addc(&entry, ')');
	if (deeds.len == 0 && told != DEEDS_TOLD) {
		add_entry(out, line, sp_buf_str(&entry));
	} else if (deeds.len > 0 && told == DEEDS_TOLD) {
		sp_buf_addf(&entry, ": %s\n", sp_buf_str(&deeds));
		sp_buf_adds(out, out->len > *line ? "\n" : "");
		sp_typeset_wrap(sp_buf_str(&entry), entry.len, out);
		*line = out->len;
	}
	sp_buf_free(&entry);
	sp_buf_free(&deeds);
}

static void add_things(const struct sp_ruleset *ruleset,
	const struct sp_game *g, enum deeds deeds, struct sp_buf *out,
	size_t *line)
{
	for (int i = 0; i < g->things_end; i++) {
		bool told = false;

		if (g->thing[i].kind == SP_THING_FREE)
			continue;
		for (int k = 0; k < i; k++)
			told = told || (g->thing[k].kind != SP_THING_FREE &&
					       alike(ruleset, g, &g->thing[k],
						       &g->thing[i]));
		if (!told)
			add_kind(ruleset, g, i, deeds, out, line);
	}
}

/* "% ~ block sight" */
static void add_opaque(const struct marks *m, struct sp_buf *out, size_t *line)
{
	char entry[24] = "";
	size_t n = 0;

	for (const char *c = "%~"; *c != '\0'; c++) {
		if (m->on[(unsigned char)*c]) {
			entry[n++] = *c;
			entry[n++] = ' ';
		}
	}
	if (n == 0)
		return;
	sp_format(entry + n, sizeof(entry) - n,
		n > 2 ? "block sight" : "blocks sight");
	add_entry(out, line, entry);
}

/* ---- crowds ------------------------------------------------------------- */

static void add_crowd_name(
	struct sp_buf *line, const char **before, const char *name)
{
	sp_buf_addf(line, "%s%s", *before, name);
	*before = ", ";
}

/* "* c3: Red, Blue, Blue's home base, Red's treasure, Dagger". */
static void add_crowd(const struct sp_ruleset *ruleset, const struct sp_game *g,
	uint16_t square, int viewer, struct sp_buf *out)
{
	char name[2 * SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];
	const char *before = " ";
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	sp_board_square_name(&g->board, square, at);
	sp_buf_addf(&line, "* %s: ", at);
	for (int s = 0; s < g->n_seats; s++) {
		if (!g->actor[s].alive || g->actor[s].square != square)
			continue;
		add_crowd_name(
			&line, &before, render_seat_for(g, s, viewer, name));
	}
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive && g->actor[i].square == square)
			add_crowd_name(&line, &before,
				sp_render_actor(ruleset, g, i, name));
	for (int s = 0; s < g->n_seats; s++) {
		if (g->actor[s].home != square)
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
		add_crowd_name(&line, &before, name);
	}
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == SP_REF(SP_KIND_SQUARE, square))
			add_crowd_name(&line, &before,
				render_card_name(ruleset, g->thing[i].card));
	sp_buf_addc(&line, '\n');
	sp_typeset_wrap(sp_buf_str(&line), line.len, out);
	sp_buf_free(&line);
}

/* ---- the whole ---------------------------------------------------------- */

void render_legend_of(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const char *drawing, int viewer, bool file, struct sp_buf *out)
{
	static const struct {
		char mark;
		const char *entry;
	} table[] = {
		{ '#', "# made by a spell" },
		{ ':', ": destroyed" },
		{ 'x', "x destroyed, leads nowhere" },
		{ '*', "* more, see below" },
	};
	struct marks m;
	size_t line = out->len;

	collect(ruleset, g, drawing, &m);
	add_wizards(g, &m, viewer, out, &line);
	if (m.on['@'])
		add_entry(out, &line, "@ home base");
	add_treasures(g, &m, out, &line);
	for (size_t i = 0; i < SP_ARRAY_LEN(table); i++)
		if (m.on[(unsigned char)table[i].mark])
			add_entry(out, &line, table[i].entry);
	if (m.no_column)
		add_entry(out, &line,
			file ? ". no column" : ". corner that bars no sight");
	if (closed_door(g))
		add_entry(out, &line, "D closed door");
	add_exits(&m, out, &line);
	add_edges(ruleset, g, out, &line);
	add_links(&g->board, out, &line);
	if ((g->things_end > 0 || g->creatures_end > 0) && out->len > line) {
		sp_buf_addc(out, '\n');
		line = out->len;
	}
	add_creatures(ruleset, g, out, &line);
	add_opaque(&m, out, &line);
	add_things(ruleset, g, file ? DEEDS_LEFT_OUT : DEEDS_NONE, out, &line);
	if (!file)
		add_things(ruleset, g, DEEDS_TOLD, out, &line);
	sp_buf_adds(out, out->len > line ? "\n" : "");
	for (uint16_t s = 0; s < g->board.n_squares; s++) {
		struct sp_render_mark in[SP_RENDER_MARKS_MAX];

		if (render_marks(ruleset, g, s, in) > 3)
			add_crowd(ruleset, g, s, viewer, out);
	}
}

void sp_render_legend(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int viewer, struct sp_buf *out)
{
	struct sp_buf drawing;

	sp_buf_init(&drawing, SIZE_MAX);
	sp_render_board(ruleset, g, NULL, &drawing);
	render_legend_of(ruleset, g, sp_buf_str(&drawing), viewer, false, out);
	sp_buf_free(&drawing);
}
