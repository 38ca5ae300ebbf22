/*
 * Who stands where with how much life, cards and points, what lies in play, and
 * board.txt.
 */
#include "render/render_private.h"

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
	const struct sp_actor *w = &g->actor[seat];
	const char *before = "  ";
	char text[SP_RENDER_NAME_SIZE];

	if (g->status == SP_GAME_RUNNING && g->active == seat &&
		sp_game_acting(g) == seat) {
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
		before = ", ";
	}
	if (w->stunned) {
		sp_buf_addf(out, "%sstunned", before);
		before = ", ";
	}
	if (w->stun > 0) {
		sp_render_count(w->stun, "stun token", text);
		sp_buf_addf(out, "%s%s", before, text);
	}
}

void render_wizard_line(const struct sp_game *g, int seat, struct sp_buf *out)
{
	const struct sp_actor *w = &g->actor[seat];
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
	if (sp_game_has_deck(g) && w->alive)
		sp_buf_addf(out, "  %d %s", w->hand,
			w->hand == 1 ? "card " : "cards");
	add_notes(g, seat, out);
	while (out->len > start && out->data[out->len - 1] == ' ')
		sp_buf_truncate(out, out->len - 1);
}

void render_treasure_line(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int treasure, struct sp_buf *out)
{
	const struct sp_treasure *t = &g->treasure[treasure];
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];

	if (t->carrier != SP_NOBODY) {
		sp_render_actor(ruleset, g, t->carrier, name);
		sp_buf_addf(out, "carried by %s", name);
		return;
	}
	sp_board_square_name(&g->board, t->square, at);
	sp_buf_adds(out, at);
	for (int s = 0; s < g->n_seats; s++) {
		if (s == t->owner || g->actor[s].home != t->square)
			continue;
		sp_render_seat(g, s, name);
		sp_buf_addf(out, " (%s's home base)", name);
	}
}

/* ---- what is in play ----------------------------------------------------- */

/* Where the things that a spell made are: "at b2, c3". */
static void add_made(const struct sp_game *g, int played, struct sp_buf *out)
{
	const char *before = " at ";

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (t->kind != SP_THING_CREATED || t->played != played)
			continue;
		sp_buf_adds(out, before);
		render_add_place(g, t->where, out);
		before = ", ";
	}
}

static void add_target(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int played, struct sp_buf *out)
{
	sp_value target = g->played[played].target;

	/* a creature of its own is no news */
	if (sp_kind_of(target) == SP_KIND_ACTOR &&
		sp_game_is_creature(g, sp_index_of(target)) &&
		sp_index_of(target) == sp_game_creature_of(g, played))
		return;
	switch ((enum sp_kind)sp_kind_of(target)) {
	case SP_KIND_ACTOR:
	case SP_KIND_SEAT:
	case SP_KIND_THING:
	case SP_KIND_TREASURE:
	case SP_KIND_PLAYED:
	case SP_KIND_SECTOR:
		sp_buf_adds(out, " on ");
		render_add_ref(ruleset, g, target, out);
		break;
	case SP_KIND_SQUARE:
	case SP_KIND_EDGE:
		sp_buf_adds(out, " at ");
		render_add_place(g, target, out);
		break;
	case SP_KIND_NUMBER:
	case SP_KIND_CARD:
	case SP_KIND_ITEM:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		add_made(g, played, out);
		break;
	}
}

/* "Slow Death on Blue, 2 tokens left". */
static void add_spell(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int played, struct sp_buf *out)
{
	const struct sp_played *p = &g->played[played];
	char text[SP_RENDER_NAME_SIZE];

	sp_buf_adds(out, render_card_name(ruleset, p->card));
	if (p->copied != 0)
		sp_buf_adds(out, " (a copy)");
	add_target(ruleset, g, played, out);
	if (!p->permanent) {
		sp_render_count(p->tokens, "token", text);
		sp_buf_addf(out, ", %s left", text);
	}
	if (p->life > 0)
		sp_buf_addf(out, ", life %d", p->life);
	if (p->unmaintained)
		sp_buf_adds(out, ", permanent");
}

/* Of a wizard, or of a creature, which is named. */
static void add_items(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, struct sp_buf *out)
{
	uint8_t items[SP_PLAYED_MAX];
	struct sp_render_list list;
	int n = sp_game_play_area(g, actor, SP_PLAYED_ITEM, items);

	if (n == 0)
		return;
	if (sp_game_is_creature(g, actor))
		sp_buf_addf(out, "%s ",
			render_card_name(ruleset, g->actor[actor].card));
	sp_buf_adds(out, "carries ");
	render_list_begin(&list, n);
	for (int i = 0; i < n; i++) {
		render_list_next(&list, out);
		sp_buf_adds(out,
			render_card_name(ruleset, g->played[items[i]].card));
	}
	sp_buf_addc(out, '\n');
}

void render_in_play(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, struct sp_buf *out)
{
	uint8_t spells[SP_PLAYED_MAX];
	int n = sp_game_play_area(g, seat, SP_PLAYED_SPELL, spells);

	for (int i = 0; i < n; i++) {
		sp_buf_adds(out, "maintains ");
		add_spell(ruleset, g, spells[i], out);
		sp_buf_addc(out, '\n');
	}
	add_items(ruleset, g, seat, out);
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive && sp_game_owner_of(g, i) == seat)
			add_items(ruleset, g, i, out);
}

/* The lines of every seat, each with its name. */
static void add_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_buf *out)
{
	size_t start = out->len;

	for (int s = 0; s < g->n_seats; s++) {
		char name[SP_RENDER_NAME_SIZE];
		struct sp_cursor c;
		struct sp_buf lines;
		const char *line;
		size_t n;

		sp_render_seat(g, s, name);
		sp_buf_init(&lines, SIZE_MAX);
		render_in_play(ruleset, g, s, &lines);
		sp_cursor_init(&c, sp_buf_str(&lines), lines.len);
		while (sp_cursor_line(&c, &line, &n)) {
			sp_buf_adds(out, out->len == start ? "\n" : "");
			sp_buf_addf(out, "%-*s  %.*s\n", (int)name_width(g),
				name, (int)n, line);
		}
		sp_buf_free(&lines);
	}
}

/* "Deck of Red and Blue: " */
static void add_deck_of(const struct sp_game *g, int pile, struct sp_buf *out)
{
	sp_buf_adds(out, "Deck of ");
	render_add_seats(g, render_seats_of_deck(g, pile), SP_NOBODY, out);
	sp_buf_adds(out, ": ");
}

static void add_piles(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_buf *out)
{
	sp_buf_adds(out, "\n");
	for (int p = 0; p < g->n_piles; p++) {
		char cards[SP_RENDER_NAME_SIZE];
		int gone = 0;

		for (int c = 0; c < g->cards_end; c++)
			gone += g->place[c].zone == SP_ZONE_DISCARD &&
				g->place[c].pile == p;
		sp_render_count(g->pile[p].n, "card", cards);
		if (g->n_piles > 1)
			add_deck_of(g, p, out);
		else
			sp_buf_adds(out, "Deck ");
		sp_buf_addf(out, "%s, discard pile %d", cards, gone);
		if (sp_game_top(&g->discard[p]) >= 0)
			sp_buf_addf(out, ", %s on top",
				render_card_name(
					ruleset, sp_game_top(&g->discard[p])));
		sp_buf_adds(out, "\n");
	}
	render_add_zones(ruleset, g, SP_NOBODY, out);
}

/* ---- all of it ----------------------------------------------------------- */

void sp_render_scores(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_buf *out)
{
	int width = (int)name_width(g);
	char name[SP_RENDER_NAME_SIZE], home[SP_SQUARE_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	for (int s = 0; s < g->n_seats; s++) {
		render_wizard_line(g, s, &text);
		sp_buf_addc(&text, '\n');
	}
	sp_buf_addc(&text, '\n');
	for (int s = 0; s < g->n_seats; s++) {
		const char *before = "  treasures ";

		sp_render_seat(g, s, name);
		sp_board_square_name(&g->board, g->actor[s].home, home);
		sp_buf_addf(&text, "%-*s  home %-3s", width, name, home);
		for (int t = 0; t < g->n_treasures; t++) {
			if (g->treasure[t].owner != s)
				continue;
			sp_buf_adds(&text, before);
			render_treasure_line(ruleset, g, t, &text);
			before = ", ";
		}
		sp_buf_addc(&text, '\n');
	}
	if (sp_game_has_deck(g)) {
		add_in_play(ruleset, g, &text);
		add_piles(ruleset, g, &text);
	}
	sp_typeset_wrap(sp_buf_str(&text), text.len, out);
	sp_buf_free(&text);
}

void sp_render_board_file(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_buf *out)
{
	static const struct sp_render_options plain = { SP_RENDER_ASCII };
	size_t start;

	sp_buf_addf(out, "Turn %d, round %d: ", g->turn, g->round);
	render_status(g, out);
	sp_buf_adds(out, "\n\n");
	start = out->len;
	sp_render_board(ruleset, g, &plain, out);
	sp_buf_addc(out, '\n');
	render_legend_of(ruleset, g, out->data + start, out);
	sp_buf_addc(out, '\n');
	sp_render_scores(ruleset, g, out);
	sp_buf_addf(out, "\n(board format %d)\n", SP_BOARD_FORMAT);
}
