/*
 * Who stands where with how much life, cards and points, what lies in play, and
 * board.txt.
 */
#include "render/render_private.h"

static int name_width(const struct sp_game *g, int viewer)
{
	char name[SP_RENDER_NAME_SIZE];
	size_t width = 0;

	for (int s = 0; s < g->n_seats; s++) {
		size_t n = strlen(render_seat_for(g, s, viewer, name));

		width = n > width ? n : width;
	}
	return (int)width;
}

void render_wizard_line(
	const struct sp_game *g, int seat, int viewer, struct sp_buf *out)
{
	const struct sp_actor *w = &g->actor[seat];
	int points = sp_game_points(g, seat);
	char text[SP_RENDER_NAME_SIZE], square[SP_SQUARE_NAME_SIZE] = "";

	sp_buf_addf(out, "%-*s  ", name_width(g, viewer),
		render_seat_for(g, seat, viewer, text));
	if (w->alive) {
		sp_board_square_name(&g->board, w->square, square);
		sp_buf_addf(out, "%-3s  life %2d", square, w->life);
	} else {
		sp_buf_addf(out, "%-12s", "dead");
	}
	sp_buf_addf(out, "  %d %s", points, points == 1 ? "point " : "points");
	if (sp_game_has_deck(g)) {
		sp_render_count(w->hand, "card", text);
		sp_buf_addf(out, "  %-7s", w->alive ? text : "");
	}
	sp_board_square_name(&g->board, w->home, square);
	sp_buf_addf(out, "  home %s", square);
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
	if (p->permanent || p->unmaintained) {
		sp_buf_adds(out, ", permanent");
	} else {
		sp_render_count(p->tokens, "token", text);
		sp_buf_addf(out, ", %s left", text);
	}
	if (p->life > 0)
		sp_buf_addf(out, ", life %d", p->life);
}

/* "carries Dagger and Blue's treasure", of a wizard, or of a creature, which is
 * named: the one place that tells it. */
static void add_load(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, struct sp_buf *out)
{
	bool loaded = g->actor[actor].carries != SP_NOBODY;
	char name[SP_RENDER_NAME_SIZE];
	uint8_t items[SP_PLAYED_MAX];
	struct sp_render_list list;
	int n = sp_game_play_area(g, actor, SP_PLAYED_ITEM, items);

	if (n == 0 && !loaded)
		return;
	if (sp_game_is_creature(g, actor))
		sp_buf_addf(out, "%s ",
			render_card_name(ruleset, g->actor[actor].card));
	sp_buf_adds(out, "carries ");
	render_list_begin(&list, n + loaded);
	for (int i = 0; i < n; i++) {
		render_list_next(&list, out);
		sp_buf_adds(out,
			render_card_name(ruleset, g->played[items[i]].card));
	}
	if (loaded) {
		render_list_next(&list, out);
		sp_render_treasure(g, g->actor[actor].carries, name);
		sp_buf_adds(out, name);
	}
	sp_buf_addc(out, '\n');
}

/* "stunned, 1 stun token" */
static void add_stun(const struct sp_actor *w, struct sp_buf *out)
{
	char text[SP_RENDER_NAME_SIZE];

	if (w->stunned)
		sp_buf_adds(out, "stunned");
	if (w->stun > 0) {
		sp_render_count(w->stun, "stun token", text);
		sp_buf_addf(out, "%s%s", w->stunned ? ", " : "", text);
	}
	if (w->stunned || w->stun > 0)
		sp_buf_addc(out, '\n');
}

/* A line for each thing that is to be told of a seat: what stuns it, loads,
 * spells. */
static void add_seat_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, struct sp_buf *out)
{
	uint8_t spells[SP_PLAYED_MAX];
	int n = sp_game_play_area(g, seat, SP_PLAYED_SPELL, spells);

	if (g->actor[seat].alive)
		add_stun(&g->actor[seat], out);
	add_load(ruleset, g, seat, out);
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive && sp_game_owner_of(g, i) == seat)
			add_load(ruleset, g, i, out);
	for (int i = 0; i < n; i++) {
		/* what needs nobody counts in no hand, and outlives its caster
		 */
		sp_buf_adds(out, g->played[spells[i]].unmaintained
					 ? "made "
					 : "maintains ");
		add_spell(ruleset, g, spells[i], out);
		sp_buf_addc(out, '\n');
	}
}

/* The lines of every seat, each with its name; then those of creatures that are
 * nobody's. */
static void add_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int viewer, struct sp_buf *out)
{
	size_t start = out->len;
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf lines;

	sp_buf_init(&lines, SIZE_MAX);
	for (int s = 0; s < g->n_seats; s++) {
		struct sp_cursor c;
		const char *line;
		size_t n;

		sp_buf_clear(&lines);
		add_seat_in_play(ruleset, g, s, &lines);
		sp_cursor_init(&c, sp_buf_str(&lines), lines.len);
		while (sp_cursor_line(&c, &line, &n)) {
			sp_buf_adds(out, out->len == start ? "\n" : "");
			sp_buf_addf(out, "%-*s  %.*s\n", name_width(g, viewer),
				render_seat_for(g, s, viewer, name), (int)n,
				line);
		}
	}
	sp_buf_clear(&lines);
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive && sp_game_owner_of(g, i) == SP_NOBODY)
			add_load(ruleset, g, i, &lines);
	if (lines.len > 0)
		sp_buf_addf(out, "%s%s", out->len == start ? "\n" : "",
			sp_buf_str(&lines));
	sp_buf_free(&lines);
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
		/* schools are chosen: nothing is in it yet */
		if (g->turn == 0) {
			render_add_schools(ruleset, g->schools[p], out);
			sp_buf_adds(out, " so far\n");
			continue;
		}
		sp_buf_addf(out, "%s, discard pile %d", cards, gone);
		if (sp_game_top(&g->discard[p]) >= 0)
			sp_buf_addf(out, ", %s on top",
				render_card_name(
					ruleset, sp_game_top(&g->discard[p])));
		sp_buf_adds(out, "\n");
	}
	render_add_zones(ruleset, g, SP_NOBODY, out);
}

/* How many treasures of that owner lie where this one does, nobody's load;
 * from this one on, 0 if one before it was counted there. */
static int lying_with(const struct sp_game *g, int treasure)
{
	const struct sp_treasure *t = &g->treasure[treasure];
	int n = 0;

	for (int i = 0; i < g->n_treasures; i++) {
		const struct sp_treasure *other = &g->treasure[i];

		if (other->owner != t->owner || other->carrier != SP_NOBODY ||
			other->square != t->square)
			continue;
		if (i < treasure)
			return 0;
		n++;
	}
	return n;
}

/* "Treasures: Red's a1 e5, Blue's g4 (two)": those that nobody carries. */
static void add_lying(const struct sp_game *g, struct sp_buf *out)
{
	char at[SP_SQUARE_NAME_SIZE], name[SP_RENDER_NAME_SIZE];
	int seats = 0;

	for (int s = 0; s < g->n_seats; s++) {
		bool any = false;

		sp_render_seat(g, s, name);
		for (int t = 0; t < g->n_treasures; t++) {
			const struct sp_treasure *lies = &g->treasure[t];

			if (lies->owner != s || lies->carrier != SP_NOBODY ||
				lies->square == SP_NOWHERE ||
				lying_with(g, t) == 0)
				continue;
			if (!any)
				sp_buf_addf(out, "%s %s's",
					seats++ > 0 ? "," : "Treasures:", name);
			any = true;
			sp_board_square_name(&g->board, lies->square, at);
			sp_buf_addf(out, " %s%s", at,
				lying_with(g, t) > 1 ? " (two)" : "");
		}
	}
	if (seats > 0)
		sp_buf_addc(out, '\n');
}

/* ---- all of it ----------------------------------------------------------- */

void sp_render_scores(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int viewer, struct sp_buf *out)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	for (int s = 0; s < g->n_seats; s++) {
		render_wizard_line(g, s, viewer, &text);
		sp_buf_addc(&text, '\n');
	}
	add_lying(g, &text);
	add_in_play(ruleset, g, viewer, &text);
	if (sp_game_has_deck(g))
		add_piles(ruleset, g, &text);
	sp_typeset_wrap(sp_buf_str(&text), text.len, out);
	sp_buf_free(&text);
}

void sp_render_board_file(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_buf *out)
{
	size_t start;

	sp_buf_addf(out, "Turn %d, round %d: ", g->turn, g->round);
	render_status(ruleset, g, out);
	sp_buf_adds(out, "\n\n");
	start = out->len;
	sp_render_board(ruleset, g, NULL, out);
	sp_buf_addc(out, '\n');
	render_legend_of(ruleset, g, out->data + start, SP_NOBODY, true, out);
	sp_buf_addc(out, '\n');
	sp_render_scores(ruleset, g, SP_NOBODY, out);
	sp_buf_addf(out, "\n(board format %d)\n", SP_BOARD_FORMAT);
}
