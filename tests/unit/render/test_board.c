#include "render_tests.h"

#include "doctor/doctor_private.h"
#include "render/render_private.h"

static char *board_file(const struct sp_game *g)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	sp_render_board_file(render_ruleset(), g, &out);
	CU_ASSERT_FALSE(out.overflow);
	render_fits(sp_buf_str(&out), true);
	return sp_buf_take(&out);
}

static void check_file(const char *name, const struct sp_game *g)
{
	char *text = board_file(g);

	render_golden(name, text);
	sp_free(text);
}

static struct sp_edge *edge(struct sp_game *g, const char *name)
{
	return &g->board.edge[render_edge_named(g, name)];
}

/* Every printed side at the start. */
TEST("render/board", "fresh")
{
	static const char *const sides[] = { "a", "b", "original" };
	struct sp_game g;

	for (int n = 2; n <= 5; n++) {
		for (size_t i = 0; i < SP_ARRAY_LEN(sides); i++) {
			char name[64];

			render_position(&g, n, sides[i]);
			sp_format(name, sizeof(name), "board-%d-%s.txt", n,
				sides[i]);
			check_file(name, &g);
		}
	}
}

TEST("render/board", "two in play")
{
	struct sp_game g;
	struct sp_edge *door;

	render_position(&g, 2, "a");
	render_put(&g, "red", "b3");
	render_put(&g, "blue", "c3");
	render_lay(&g, "blue-1", NULL, "red");
	g.turn = 9;
	g.round = 5;
	g.moves = 1;
	door = edge(&g, "b3 east");
	EQUAL_INT(door->printed, SP_EDGE_DOOR);
	door->door = SP_DOOR_IS_OPEN;
	door->door_by = 0;
	check_file("board-2-open-door.txt", &g);
	door->door = SP_DOOR_IS_HELD;
	check_file("board-2-held-door.txt", &g);
}

/* All that can lie in a square: three fit, the fourth makes a star. */
TEST("render/board", "crowds")
{
	struct sp_game g;

	render_position(&g, 4, "a");
	g.active = 2;
	g.turn = 7;
	g.round = 2;
	render_put(&g, "red", "a1");
	render_put(&g, "blue", "a1");
	render_put(&g, "green", "a1");
	render_lay(&g, "blue-1", "c3", NULL);
	render_lay(&g, "green-2", "c3", NULL);
	check_file("board-4-three.txt", &g);
	render_put(&g, "yellow", "a1");
	render_put(&g, "red", "c3");
	render_lay(&g, "yellow-1", NULL, "green");
	check_file("board-4-crowd.txt", &g);
	for (int s = 0; s < 4; s++)
		render_put(&g, g.colour[s], "c3");
	for (int t = 0; t < 8; t++) {
		char name[SP_ID_SIZE + 4];

		sp_game_treasure_name(&g, t, name);
		if (t != 4)
			render_lay(&g, name, "c3", NULL);
	}
	check_file("board-4-all-in-one.txt", &g);
}

/* Spells of later times: destroyed and created edges, cracks, exits closed. */
TEST("render/board", "changed edges")
{
	struct sp_game g;

	render_position(&g, 3, "a");
	edge(&g, "d1/d2")->destroyed = 1; /* a wall, whatever is printed */
	for (uint16_t e = 0; e < g.board.n_edges; e++)
		if (g.board.edge[e].printed == SP_EDGE_DOOR)
			g.board.edge[e].destroyed = 1;
	edge(&g, "a1/b1")->created = SP_EDGE_WALL;
	edge(&g, "b1/b2")->created = SP_EDGE_WALL;
	edge(&g, "d4/e4")->created = SP_EDGE_DOOR;
	edge(&g, "d4/e4")->cracks = 2;
	edge(&g, "c1 north")->created = SP_EDGE_WALL;
	edge(&g, "a8 west")->created = SP_EDGE_WALL;
	check_file("board-3-spells.txt", &g);
}

/* Outer walls that lead somewhere and nowhere, and side layers. */
TEST("render/board", "rims and layers")
{
	static struct sp_game g;
	int ivy;

	render_position(&g, 3, "a");
	render_deal(&g);
	g.board.rims = SP_RIMS_SEAM;
	sp_board_smash(&g.board, render_edge_named(&g, "a1 north"));
	sp_board_smash(&g.board, render_edge_named(&g, "a2 west"));
	g.board.rims = SP_RIMS_NOWHERE;
	sp_board_smash(&g.board, render_edge_named(&g, "d1 north"));
	sp_board_smash(&g.board, render_edge_named(&g, "a4 west"));
	ivy = render_play(&g, "red", "create-wall", SP_NOTHING, 0);
	for (int i = 0; i < 2; i++) {
		uint16_t e = render_edge_named(&g, i == 0 ? "d2/d3" : "g3/h3");

		g.thing[render_make(&g, ivy, SP_REF(SP_KIND_EDGE, e))].side =
			(uint8_t)(i + 1);
		sp_board_make(&g.board, e, SP_EDGE_OPEN);
		sp_board_cover(&g.board, e, i, true);
	}
	check_file("board-3-rims.txt", &g);
}

/* Blue's sector lies north of Red's: names, numbers and exits follow. */
TEST("render/board", "a moved sector")
{
	static struct sp_game g;
	struct sp_layout shape;
	uint8_t sector[2], turn[2];
	int8_t seat[2];

	render_position(&g, 2, "a");
	sp_board_shape(&g.board, &shape);
	CU_ASSERT_TRUE(sp_board_shape_move(&shape, 1, 0, SP_NORTH));
	CU_ASSERT_TRUE(sp_board_shape_join(&shape, 0, SP_WEST, 1, SP_EAST));
	for (int i = 0; i < 2; i++) {
		sector[i] = g.board.bay[i].sector;
		turn[i] = g.board.bay[i].turn;
		seat[i] = g.board.bay[i].seat;
	}
	sp_board_build_shape(&g.board, &render_ruleset()->boards,
		g.board.layout, &shape, sector, turn, seat);
	check_file("board-2-moved.txt", &g);
}

/* A vertex that no wall and no door touches has no column. */
TEST("render/board", "no column")
{
	int columns = 0, none = 0;
	struct sp_game g;
	struct sp_buf out;

	render_position(&g, 2, "a");
	for (uint16_t e = 0; e < g.board.n_edges; e++)
		if (!g.board.edge[e].outer &&
			g.board.edge[e].printed != SP_EDGE_OPEN)
			g.board.edge[e].destroyed = 1;
	sp_buf_init(&out, 1 << 16);
	sp_render_board(render_ruleset(), &g, NULL, &out);
	for (const char *p = sp_buf_str(&out); *p != '\0'; p++) {
		columns += *p == '+';
		none += *p == '.';
	}
	EQUAL_INT(columns, 2 * 11 + 2 * 4); /* the frame */
	EQUAL_INT(none, 9 * 4);
	sp_render_legend(render_ruleset(), &g, SP_NOBODY, &out);
	CONTAINS(sp_buf_str(&out), ". corner that bars no sight");
	LACKS(sp_buf_str(&out), "closed door");
	sp_buf_free(&out);
}

/* Things on squares and edges, and what is in play. The real token among those
 * face down is not to be told. */
TEST("render/board", "things")
{
	static struct sp_game g;
	char *a, *b;

	render_full(&g);
	check_file("board-4-things.txt", &g);
	a = board_file(&g);
	for (int i = 0; i < g.things_end; i++)
		g.thing[i].real = 0;
	b = board_file(&g);
	EQUAL_STRING(a, b);
	sp_free(a);
	sp_free(b);
}

/* Who stands in a cloud, behind a block, on a trap. */
TEST("render/board", "ground")
{
	static struct sp_game g;
	struct sp_render_mark marks[SP_RENDER_MARKS_MAX];
	uint16_t square;

	render_full(&g);
	square = render_square(&g, "f2");
	EQUAL_INT(render_ground(render_ruleset(), &g, square), '~');
	EQUAL_INT(render_marks(render_ruleset(), &g, square, marks), 1);
	EQUAL_INT(marks[0].mark, 'G');
	square = render_square(&g, "e8");
	EQUAL_INT(render_ground(render_ruleset(), &g, square), '#');
	EQUAL_INT(render_marks(render_ruleset(), &g, square, marks), 0);
	square = render_square(&g, "h8");
	EQUAL_INT(render_ground(render_ruleset(), &g, square), ' ');
	EQUAL_INT(render_marks(render_ruleset(), &g, square, marks), 4);
	EQUAL_INT(marks[0].mark, '@');
	EQUAL_INT(marks[1].mark, ',');
}

/* The coloured drawing without its elements is the plain one. */
TEST("render/board", "html")
{
	static struct sp_game g;
	struct sp_buf plain, html, bare;

	render_full(&g);
	sp_buf_init(&plain, 1 << 16);
	sp_buf_init(&html, 1 << 20);
	sp_buf_init(&bare, 1 << 20);
	sp_render_board(render_ruleset(), &g, NULL, &plain);
	sp_render_board(render_ruleset(), &g, doctor_paint, &html);
	for (const char *p = sp_buf_str(&html); *p != '\0'; p++) {
		if (*p == '<') {
			p = strchr(p, '>');
			CU_ASSERT_PTR_NOT_NULL_FATAL(p);
		} else if (sp_starts(p, "&lt;")) {
			sp_buf_addc(&bare, '<');
			p += 3;
		} else if (sp_starts(p, "&gt;")) {
			sp_buf_addc(&bare, '>');
			p += 3;
		} else {
			sp_buf_addc(&bare, *p);
		}
	}
	EQUAL_STRING(sp_buf_str(&bare), sp_buf_str(&plain));
	sp_buf_clear(&html);
	sp_buf_adds(&bare, "Five < six & more\n");
	sp_doctor_page(
		render_ruleset(), &g, sp_buf_str(&bare), bare.len, &html);
	CONTAINS(sp_buf_str(&html), "<b style=");
	CONTAINS(sp_buf_str(&html), "Five &lt; six &amp; more");
	render_golden("board-4-things.html", sp_buf_str(&html));
	sp_buf_free(&plain);
	sp_buf_free(&html);
	sp_buf_free(&bare);
}

TEST("render/board", "dead")
{
	struct sp_game g;

	render_position(&g, 5, "b");
	g.actor[1].alive = 0;
	g.actor[1].life = 0;
	g.actor[1].square = SP_NOWHERE;
	g.actor[0].kills = 2;
	render_lay(&g, "green-1", "h8", NULL);
	g.status = SP_GAME_OVER;
	g.outcome = SP_OUTCOME_POINTS;
	g.winner = 0;
	g.decision.kind = SP_DECISION_NONE;
	check_file("board-5-over.txt", &g);
}

TEST("render/board", "letters")
{
	struct sp_game g;

	render_position(&g, 4, "a");
	sp_format(g.colour[0], SP_ID_SIZE, "black");
	sp_format(g.colour[1], SP_ID_SIZE, "blue");
	sp_format(g.colour[2], SP_ID_SIZE, "b");
	sp_format(g.colour[3], SP_ID_SIZE, "lb-green");
	EQUAL_INT(sp_render_letter(&g, 0), 'B');
	EQUAL_INT(sp_render_letter(&g, 1), 'L');
	EQUAL_INT(sp_render_letter(&g, 2), '3');
	EQUAL_INT(sp_render_letter(&g, 3), 'G');
	/* "o" is a marker, "v" an exit: no treasure may look like one */
	sp_format(g.colour[0], SP_ID_SIZE, "orange");
	sp_format(g.colour[1], SP_ID_SIZE, "violet");
	EQUAL_INT(sp_render_letter(&g, 0), 'R');
	EQUAL_INT(sp_render_letter(&g, 1), 'L');
}

/* The drawing read back: every square's sides say what the board says. */
static void check_drawing(const struct sp_game *g)
{
	const struct sp_board *b = &g->board;
	const char *line[2 * SP_MAP_MAX * SP_SIDE + 4];
	struct sp_buf out;
	struct sp_cursor c;
	size_t n, rows = 0, left = 4;

	sp_buf_init(&out, 1 << 16);
	sp_render_board(render_ruleset(), g, NULL, &out);
	sp_cursor_init(&c, sp_buf_str(&out), out.len);
	while (rows < SP_ARRAY_LEN(line) && sp_cursor_line(&c, &line[rows], &n))
		rows++;
	EQUAL_INT_FATAL(rows, 2u * b->rows * SP_SIDE + 3);
	left = (size_t)(strchr(line[0], 'a') - line[0]) - 2;
	for (uint16_t s = 0; s < b->n_squares; s++) {
		size_t y = 2u * sp_board_row(b, s) + 2;
		size_t x = left + 4u * sp_board_column(b, s) + 2;
		const char at[SP_DIRS] = {
			line[y - 1][x],
			line[y][x + 2],
			line[y + 1][x],
			line[y][x - 2],
		};

		for (int d = 0; d < SP_DIRS; d++) {
			uint16_t e = b->edge_at[s][d];
			bool wall = at[d] == '-' || at[d] == '|';

			EQUAL_INT(
				wall, sp_board_edge_kind(b, e) == SP_EDGE_WALL);
			EQUAL_INT(at[d] == 'D',
				sp_board_edge_kind(b, e) == SP_EDGE_DOOR);
			EQUAL_INT(at[d] == ' ',
				sp_board_edge_kind(b, e) == SP_EDGE_OPEN &&
					!b->edge[e].outer);
		}
	}
	sp_buf_free(&out);
}

TEST("render/board", "drawing is the board")
{
	static const char *const sides[] = { "a", "b", "original" };
	struct sp_game g;

	for (int n = 2; n <= 5; n++) {
		for (size_t i = 0; i < SP_ARRAY_LEN(sides); i++) {
			render_position(&g, n, sides[i]);
			check_drawing(&g);
		}
	}
}

/* board.txt depends on the position only: a view without dice, or another
 * stream of dice, gives the same bytes. */
TEST("render/board", "pure")
{
	static const uint8_t key[32] = { 7 };
	struct sp_game g, view;
	char *a, *b;

	render_position(&g, 3, "b");
	sp_rng_init(&g.rng, key, 99);
	sp_game_view(&g, 1, &view);
	a = board_file(&g);
	b = board_file(&view);
	EQUAL_STRING(a, b);
	sp_free(a);
	sp_free(b);
}
