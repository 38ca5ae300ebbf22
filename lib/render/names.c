/*
 * What cards and references are called.
 */
#include "render/render_private.h"

const char *render_card_name(const struct sp_ruleset *ruleset, int physical)
{
	if (physical < 0 || physical >= ruleset->n_copies)
		return "a card";
	return sp_ruleset_card(ruleset, physical)->name;
}

static void add_square(
	const struct sp_game *g, uint16_t square, struct sp_buf *out)
{
	char name[SP_SQUARE_NAME_SIZE];

	if (square == SP_NOWHERE) {
		sp_buf_adds(out, "nowhere");
		return;
	}
	sp_board_square_name(&g->board, square, name);
	sp_buf_adds(out, name);
}

static void add_actor(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_buf_adds(out, sp_render_actor(ruleset, g, actor, name));
}

static void add_seat(const struct sp_game *g, int seat, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_render_seat(g, seat, name);
	sp_buf_adds(out, name);
}

void render_add_place(
	const struct sp_game *g, sp_value where, struct sp_buf *out)
{
	char name[SP_EDGE_NAME_SIZE];

	if (sp_kind_of(where) != SP_KIND_EDGE) {
		add_square(g, sp_game_square_of(g, where), out);
		return;
	}
	sp_board_edge_name(&g->board, (uint16_t)sp_index_of(where), name);
	sp_buf_adds(out, name);
}

static void add_sector(const struct sp_game *g, int bay, struct sp_buf *out)
{
	sp_buf_adds(out, "the sector ");
	add_square(g, (uint16_t)(bay * SP_SECTOR_SQUARES), out);
	sp_buf_adds(out, " to ");
	add_square(g, (uint16_t)((bay + 1) * SP_SECTOR_SQUARES - 1), out);
}

static void add_treasure(const struct sp_game *g, int i, struct sp_buf *out)
{
	const struct sp_treasure *t = &g->treasure[i];
	char name[SP_RENDER_NAME_SIZE];

	sp_render_treasure(g, i, name);
	sp_buf_adds(out, name);
	if (t->carrier == SP_NOBODY) {
		sp_buf_adds(out, " at ");
		add_square(g, t->square, out);
	}
}

static void add_card_of(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, int card, struct sp_buf *out)
{
	if (actor >= 0) {
		add_actor(ruleset, g, actor, out);
		sp_buf_adds(out, "'s ");
	}
	sp_buf_adds(out, card < 0 ? "punch" : render_card_name(ruleset, card));
}

/* Where a spell stands that made one thing: several are told apart by it. */
static void add_place_of_spell(
	const struct sp_game *g, int played, struct sp_buf *out)
{
	int at = -1;

	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind != SP_THING_CREATED ||
			g->thing[i].played != played)
			continue;
		if (at >= 0)
			return;
		at = i;
	}
	if (at < 0)
		return;
	sp_buf_adds(out, " at ");
	render_add_place(g, g->thing[at].where, out);
}

void render_add_ref(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, struct sp_buf *out)
{
	int i = sp_index_of(ref);
	char name[SP_RENDER_NAME_SIZE];

	switch ((enum sp_kind)sp_kind_of(ref)) {
	case SP_KIND_NUMBER:
		sp_buf_addf(out, "%d", (int)ref);
		break;
	case SP_KIND_ACTOR:
		add_actor(ruleset, g, i, out);
		break;
	case SP_KIND_SEAT:
		add_seat(g, i, out);
		break;
	case SP_KIND_SQUARE:
		add_square(g, (uint16_t)i, out);
		break;
	case SP_KIND_EDGE:
		render_edge(g, i, name);
		sp_buf_addf(out, "the %s", name);
		break;
	case SP_KIND_THING:
		sp_buf_addf(out, "%s at ",
			render_card_name(ruleset, g->thing[i].card));
		render_add_place(g, g->thing[i].where, out);
		break;
	case SP_KIND_TREASURE:
		add_treasure(g, i, out);
		break;
	case SP_KIND_CARD:
		sp_buf_adds(out, render_card_name(ruleset, i));
		break;
	case SP_KIND_PLAYED:
		add_card_of(
			ruleset, g, g->played[i].seat, g->played[i].card, out);
		add_place_of_spell(g, i, out);
		break;
	case SP_KIND_ITEM:
		add_card_of(ruleset, g, sp_index_of(g->cast[i].actor),
			g->cast[i].card, out);
		break;
	case SP_KIND_SECTOR:
		add_sector(g, i, out);
		break;
	case SP_KIND_NONE:
		sp_buf_adds(
			out, ref == SP_HIDDEN ? "something hidden" : "nothing");
		break;
	case SP_KIND_COUNT:
		break;
	}
}

void render_add_seats(
	const struct sp_game *g, unsigned seats, int viewer, struct sp_buf *out)
{
	int left = 0;

	for (int s = 0; s < g->n_seats; s++)
		left += (int)(seats >> s & 1U);
	for (int s = 0, n = left; s < g->n_seats; s++) {
		if ((seats >> s & 1U) == 0)
			continue;
		if (left < n)
			sp_buf_adds(out, left == 1 ? " and " : ", ");
		left--;
		if (s == viewer)
			sp_buf_adds(out, "you");
		else
			add_seat(g, s, out);
	}
}

unsigned render_seats_of_deck(const struct sp_game *g, int pile)
{
	unsigned seats = 0;

	for (int s = 0; s < g->n_seats; s++)
		if (sp_game_deck_of(g, s) == pile)
			seats |= 1U << s;
	return seats;
}

void render_list_begin(struct sp_render_list *list, int n)
{
	list->n = n;
	list->i = 0;
}

void render_list_next(struct sp_render_list *list, struct sp_buf *out)
{
	if (list->i > 0)
		sp_buf_adds(out, list->i == list->n - 1 ? " and " : ", ");
	list->i++;
}

void render_add_cards(const struct sp_ruleset *ruleset, const uint16_t card[],
	int n, struct sp_buf *out)
{
	struct sp_render_list list;

	render_list_begin(&list, n);
	for (int i = 0; i < n; i++) {
		render_list_next(&list, out);
		sp_buf_adds(out, render_card_name(ruleset, card[i]));
	}
}
