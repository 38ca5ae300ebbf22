#include "board_tests.h"

TEST("board/names", "names of squares go round")
{
	struct dice d = { 21 };
	struct sp_board b;

	for (unsigned i = 0; i < 30; i++) {
		board_make_random(&b, &d);
		for (uint16_t s = 0; s < b.n_squares; s++) {
			char name[SP_SQUARE_NAME_SIZE];

			sp_board_square_name(&b, s, name);
			EQUAL_INT(sp_board_square_parse(&b, name), s);
			name[0] = (char)sp_upper(name[0]);
			EQUAL_INT(sp_board_square_parse(&b, name), s);
		}
	}
}

TEST("board/names", "names of edges go round")
{
	struct dice d = { 22 };
	struct sp_board b;

	for (unsigned i = 0; i < 30; i++) {
		board_make_random(&b, &d);
		for (uint16_t e = 0; e < b.n_edges; e++) {
			char name[SP_EDGE_NAME_SIZE];

			sp_board_edge_name(&b, e, name);
			EQUAL_INT(sp_board_edge_parse(&b, name), e);
			EQUAL_INT(strchr(name, '/') == NULL, b.edge[e].outer);
		}
	}
}

/* Both faces of every edge, by word and by letter. */
TEST("board/names", "edges are named by either side")
{
	struct dice d = { 23 };
	struct sp_board b;

	board_make_random(&b, &d);
	for (uint16_t s = 0; s < b.n_squares; s++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			char square[SP_SQUARE_NAME_SIZE];
			char name[32];
			const char *side = sp_board_dir_name((enum sp_dir)dir);

			sp_board_square_name(&b, s, square);
			sp_format(name, sizeof(name), "%s %s", square, side);
			EQUAL_INT(sp_board_edge_parse(&b, name),
				b.edge_at[s][dir]);
			sp_format(name, sizeof(name), " %s  %c ", square,
				sp_upper(side[0]));
			EQUAL_INT(sp_board_edge_parse(&b, name),
				b.edge_at[s][dir]);
		}
}

TEST("board/names", "squares are where the map shows them")
{
	struct sp_board b;

	board_make(
		&b, "5-plus", "blue-a red-a green-a yellow-a purple-original");
	EQUAL_INT(at(&b, "f1"), 0);
	EQUAL_INT(at(&b, "J1"), 4);
	EQUAL_INT(at(&b, "a6"), 25);
	EQUAL_INT(at(&b, "h8"), 2 * 25 + 12);
	EQUAL_INT(at(&b, "o10"), 3 * 25 + 24);
	EQUAL_INT(at(&b, "j15"), 4 * 25 + 24);
	EQUAL_INT(sp_board_column(&b, 3 * 25), 10);
	EQUAL_INT(sp_board_row(&b, 3 * 25), 5);
}

TEST("board/names", "what is no square is refused")
{
	static const char *const names[] = { "", "a", "1", "a0", "a01", "a1 ",
		" a1", "a1x", "aa1", "1a", "a-1", "a+1", "a6", "k1", "a100",
		"a99999999999999999999", "{1", "@1", "\303\2411" };
	struct sp_board b;

	board_make(&b, "2-crossed", "red-a blue-a");
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
		EQUAL_INT(sp_board_square_parse(&b, names[i]), SP_NOWHERE);
	/* A gap of the map. */
	board_make(&b, "3-l", "red-a blue-a green-a");
	EQUAL_INT(sp_board_square_parse(&b, "g7"), SP_NOWHERE);
}

TEST("board/names", "edges read in reading order")
{
	struct sp_board b;
	char name[SP_EDGE_NAME_SIZE];

	board_make(&b, "4-straight", "red-a blue-a green-a yellow-a");
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "d4/c4"), name);
	EQUAL_STRING(name, "c4/d4");
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "c4 n"), name);
	EQUAL_STRING(name, "c3/c4");
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "j1 south"), name);
	EQUAL_STRING(name, "j1/j2");
	/* f1 has a higher number than e2 but reads first. */
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "f1 west"), name);
	EQUAL_STRING(name, "e1/f1");
	/* On a seam the lower square number names it. */
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "j3 east"), name);
	EQUAL_STRING(name, "a3 west");
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "h10 S"), name);
	EQUAL_STRING(name, "h1 north");
	/* Whoever stands beside a seam is told of their own side of it. */
	sp_board_edge_name_from(
		&b, sp_board_edge_parse(&b, "a3 west"), at(&b, "j3"), name);
	EQUAL_STRING(name, "j3 east");
	sp_board_edge_name_from(
		&b, sp_board_edge_parse(&b, "j3 east"), at(&b, "a3"), name);
	EQUAL_STRING(name, "a3 west");
	sp_board_edge_name_from(
		&b, sp_board_edge_parse(&b, "j3 east"), at(&b, "c3"), name);
	EQUAL_STRING(name, "a3 west");
	sp_board_edge_name_from(
		&b, sp_board_edge_parse(&b, "d4/c4"), at(&b, "d4"), name);
	EQUAL_STRING(name, "c4/d4");
}

/* Bays need not be lettered in reading order. */
TEST("board/names", "reading order is that of the map")
{
	static const char text[] = "id x\nmap B A\n"
				   "wrap B.W-A.E\nwrap A.N-A.S\nwrap B.N-B.S\n";
	struct sp_boardset set = *board_set();
	struct sp_board b;
	struct sp_error e = { 0 };
	char name[SP_EDGE_NAME_SIZE];
	const uint8_t sector[2] = { 0, 1 }, turn[2] = { 0, 0 };
	const int8_t seat[2] = { 0, 1 };

	EQUAL_INT(sp_board_layout_parse(&set.layout[0], text, strlen(text), &e),
		SP_OK);
	sp_board_build(&b, &set, 0, sector, turn, seat);
	EQUAL_INT(at(&b, "f1"), 0);
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "f3/e3"), name);
	EQUAL_STRING(name, "e3/f3");
	sp_board_edge_name(&b, sp_board_edge_parse(&b, "a3 w"), name);
	EQUAL_STRING(name, "j3 east");
}

TEST("board/names", "edges tolerate blanks and case")
{
	struct sp_board b;
	uint16_t e;

	board_make(&b, "2-crossed", "red-a blue-a");
	e = sp_board_edge_parse(&b, "c4/d4");
	DIFFERENT_INT(e, UINT16_MAX);
	EQUAL_INT(sp_board_edge_parse(&b, " C4 / d4 "), e);
	EQUAL_INT(sp_board_edge_parse(&b, "c4 EAST"), e);
	EQUAL_INT(sp_board_edge_parse(&b, "D4  w"), e);
	/* Two squares across a seam name it too. */
	EQUAL_INT(sp_board_edge_parse(&b, "a3/j3"),
		sp_board_edge_parse(&b, "a3 west"));
}

TEST("board/names", "what is no edge is refused")
{
	static const char *const names[] = { "", " ", "c4", "c4/", "/c4", "/",
		"c4/c4", "c4/d5", "c4/e4", "c4/d4/e4", "c4 d4", "c4 up",
		"c4 no", "c4 north x", "k4 north", "c4/c6", "c4 / d4 x",
		"c4 northnorthnorthnorth", "c4-d4" };
	struct sp_board b;

	board_make(&b, "2-crossed", "red-a blue-a");
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
		EQUAL_INT(sp_board_edge_parse(&b, names[i]), UINT16_MAX);
}

TEST("board/names", "directions have names")
{
	EQUAL_STRING(sp_board_dir_name(SP_NORTH), "north");
	EQUAL_STRING(sp_board_dir_name(SP_EAST), "east");
	EQUAL_STRING(sp_board_dir_name(SP_SOUTH), "south");
	EQUAL_STRING(sp_board_dir_name(SP_WEST), "west");
	EQUAL_INT(sp_board_dir_opposite(SP_NORTH), SP_SOUTH);
	EQUAL_INT(sp_board_dir_opposite(SP_WEST), SP_EAST);
}
