#include "render_tests.h"

#include "../rules/scene.h"

const struct sp_ruleset *render_ruleset(void)
{
	return scene_ruleset();
}

static void place(struct sp_game *g, const struct sp_boardset *set, int s)
{
	struct sp_actor *w = &g->actor[s];

	w->alive = 1;
	w->turns = 2;
	w->life = 15;
	w->carries = SP_NOBODY;
	w->home = sp_board_home(&g->board, set, (unsigned)s);
	w->square = w->home;
	for (unsigned i = 0; i < 2; i++) {
		struct sp_treasure *t = &g->treasure[2 * (unsigned)s + i];

		t->owner = (int8_t)s;
		t->carrier = SP_NOBODY;
		t->square = sp_board_treasure(&g->board, set, (unsigned)s, i);
	}
}

void render_position(struct sp_game *g, int n_seats, const char *set)
{
	static const char *const colours[] = { "red", "blue", "yellow", "green",
		"purple" };
	const struct sp_ruleset *r = render_ruleset();
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t seat[SP_BAYS_MAX];

	memset(g, 0, sizeof(*g));
	g->n_seats = (uint8_t)n_seats;
	g->n_treasures = (uint8_t)(2 * n_seats);
	g->winner = SP_NOBODY;
	g->points_to_win = 2;
	g->rounds_max = 100;
	for (int s = 0; s < n_seats; s++) {
		const struct sp_sector *home =
			sp_board_boardset_home(&r->boards, set, colours[s]);

		if (home == NULL) /* a board side that purple never had */
			home = sp_board_boardset_home(
				&r->boards, "original", colours[s]);
		CU_ASSERT_PTR_NOT_NULL_FATAL(home);
		sector[s] = (uint8_t)(home - r->boards.sector);
		turn[s] = (uint8_t)(s % 4);
		seat[s] = (int8_t)s;
		sp_format(g->colour[s], SP_ID_SIZE, "%s", colours[s]);
	}
	sp_board_build(&g->board, &r->boards, (unsigned)r->layout_for[n_seats],
		sector, turn, seat);
	for (int s = 0; s < n_seats; s++)
		place(g, &r->boards, s);
	g->turn = 1;
	g->round = 1;
	g->moves = 3;
	g->speed = 3;
	g->phase = SP_PHASE_MOVE;
	g->decision.number = 1;
	g->decision.kind = SP_DECISION_TURN;
	g->decision.seats = 1;
}

uint16_t render_square(const struct sp_game *g, const char *name)
{
	uint16_t square = sp_board_square_parse(&g->board, name);

	DIFFERENT_INT_FATAL(square, SP_NOWHERE);
	return square;
}

uint16_t render_edge_named(const struct sp_game *g, const char *name)
{
	uint16_t edge = sp_board_edge_parse(&g->board, name);

	DIFFERENT_INT_FATAL(edge, UINT16_MAX);
	return edge;
}

void render_put(struct sp_game *g, const char *colour, const char *square)
{
	g->actor[sp_game_seat(g, colour)].square = render_square(g, square);
}

void render_lay(struct sp_game *g, const char *treasure, const char *square,
	const char *colour)
{
	int i = sp_game_treasure_parse(g, treasure);
	struct sp_treasure *t = &g->treasure[i];

	DIFFERENT_INT_FATAL(i, SP_NOBODY);
	t->square = square != NULL ? render_square(g, square) : SP_NOWHERE;
	t->carrier = SP_NOBODY;
	if (square != NULL)
		return;
	t->carrier = (int8_t)sp_game_seat(g, colour);
	g->actor[t->carrier].carries = (int8_t)i;
}

void render_golden(const char *name, const char *text)
{
	char *path = sp_xasprintf("render/%s", name);

	test_golden(path, text);
	sp_free(path);
}

void render_fits(const char *text, bool ascii)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		if (n >= 2 && memcmp(line, "::", 2) == 0)
			continue;
		if (sp_utf8_width(line, n) > SP_TYPESET_COLUMNS) {
			printf("\ntoo wide: %.*s\n", (int)n, line);
			CU_FAIL("a line is too wide");
		}
		for (size_t i = 0; ascii && i < n; i++)
			if ((unsigned char)line[i] < 0x20 ||
				(unsigned char)line[i] > 0x7e)
				CU_FAIL("not ASCII");
	}
}
