#include "board_tests.h"

TEST("board/board", "the files make five homes in each set")
{
	static const struct {
		const char *set, *colour, *id;
	} homes[] = {
		{ "a", "red", "red-a" },
		{ "a", "blue", "blue-a" },
		{ "a", "green", "green-a" },
		{ "a", "yellow", "yellow-a" },
		{ "a", "purple", "purple-original" },
		{ "b", "red", "red-b" },
		{ "b", "blue", "blue-b" },
		{ "b", "green", "green-b" },
		{ "b", "yellow", "yellow-b" },
		{ "b", "purple", "purple-classic" },
		{ "original", "red", "red-original" },
		{ "original", "blue", "blue-original" },
		{ "original", "green", "green-original" },
		{ "original", "yellow", "yellow-original" },
		{ "original", "purple", "purple-original" },
	};
	const struct sp_boardset *set = board_set();

	for (size_t i = 0; i < SP_ARRAY_LEN(homes); i++) {
		const struct sp_sector *s = sp_board_boardset_home(
			set, homes[i].set, homes[i].colour);

		CU_ASSERT_PTR_NOT_NULL_FATAL(s);
		EQUAL_STRING(s->id, homes[i].id);
		CU_ASSERT_PTR_EQUAL(
			s, sp_board_boardset_sector(set, homes[i].id));
	}
	CU_ASSERT_PTR_NULL(sp_board_boardset_home(set, "a", "orange"));
	CU_ASSERT_PTR_NULL(sp_board_boardset_home(set, "origin", "red"));
	CU_ASSERT_PTR_NULL(sp_board_boardset_home(set, "a original", "purple"));
	CU_ASSERT_PTR_NULL(sp_board_boardset_sector(set, "red"));
	CU_ASSERT_PTR_NULL(sp_board_boardset_layout(set, "6-ring"));
}

/* boards 2.3: what the printed drawings have in common. */
TEST("board/board", "the files pass the structural tests")
{
	const struct sp_boardset *set = board_set();

	for (unsigned i = 0; i < BOARD_SECTORS; i++) {
		const struct sp_sector *s = &set->sector[i];
		unsigned middle = SP_SIDE / 2;

		EQUAL_INT(s->home, SP_SECTOR_SQUARES / 2);
		EQUAL_INT(
			s->treasure[0] + s->treasure[1], SP_SECTOR_SQUARES - 1);
		for (unsigned k = 0; k < SP_SIDE; k++) {
			unsigned kind =
				k == middle ? SP_EDGE_OPEN : SP_EDGE_WALL;

			EQUAL_INT(s->across[0][k], kind);
			EQUAL_INT(s->across[SP_SIDE][k], kind);
			EQUAL_INT(s->down[k][0], kind);
			EQUAL_INT(s->down[k][SP_SIDE], kind);
		}
		for (unsigned r = 1; r < SP_SIDE; r++)
			for (unsigned c = 1; c < SP_SIDE; c++)
				CU_ASSERT(s->across[r][c - 1] ||
					  s->across[r][c] ||
					  s->down[r - 1][c] || s->down[r][c]);
	}
}

static void check_links(const struct sp_board *b)
{
	for (uint16_t s = 0; s < b->n_squares; s++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			uint16_t to = b->link[s][dir];
			unsigned back = sp_board_dir_opposite(
				(enum sp_dir)b->heading[s][dir]);
			const struct sp_edge *e = &b->edge[b->edge_at[s][dir]];
			unsigned face =
				e->square[0] == s && e->side[0] == dir ? 0 : 1;

			CU_ASSERT_FATAL(to < b->n_squares);
			EQUAL_INT(b->link[to][back], s);
			EQUAL_INT(b->heading[to][back],
				sp_board_dir_opposite((enum sp_dir)dir));
			EQUAL_INT(b->edge_at[to][back], b->edge_at[s][dir]);
			EQUAL_INT(e->square[face], s);
			EQUAL_INT(e->side[face], dir);
			EQUAL_INT(e->square[1 - face], to);
			EQUAL_INT(e->side[1 - face], back);
			CU_ASSERT(e->square[0] <= e->square[1]);
		}
}

/* On the map a step goes where one expects; off it, over an outer edge. */
static void check_map(const struct sp_board *b)
{
	for (uint16_t s = 0; s < b->n_squares; s++) {
		unsigned row = sp_board_row(b, s);
		unsigned column = sp_board_column(b, s);
		uint16_t expected[SP_DIRS] = {
			sp_board_at(b, row - 1, column),
			sp_board_at(b, row, column + 1),
			sp_board_at(b, row + 1, column),
			sp_board_at(b, row, column - 1),
		};

		EQUAL_INT(sp_board_at(b, row, column), s);
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			bool inside = expected[dir] != SP_NOWHERE;
			const struct sp_edge *e = &b->edge[b->edge_at[s][dir]];

			EQUAL_INT(e->outer, !inside);
			if (!inside)
				continue;
			EQUAL_INT(b->link[s][dir], expected[dir]);
			EQUAL_INT(b->heading[s][dir], dir);
		}
	}
}

TEST("board/board", "links are mutual and edges have two faces")
{
	struct dice d = { 11 };
	struct sp_board b;

	for (unsigned i = 0; i < 300; i++) {
		if (i % 3 == 0)
			board_make_random(&b, &d);
		else
			board_make_any(&b, &d, SP_RIMS_KEPT);
		EQUAL_INT(b.n_squares, b.n_bays * SP_SECTOR_SQUARES);
		EQUAL_INT(b.n_edges, 2 * b.n_squares);
		check_links(&b);
		check_map(&b);
	}
}

TEST("board/board", "links are mutual where rims lead elsewhere")
{
	struct dice d = { 17 };
	struct sp_board b;

	for (unsigned i = 0; i < 100; i++) {
		board_make_any(&b, &d, SP_RIMS_OPPOSITE);
		EQUAL_INT(b.n_edges, 2 * b.n_squares);
		check_links(&b);
	}
}

static void leads(const struct sp_board *b, const char *from, enum sp_dir dir,
	const char *to, enum sp_dir heading)
{
	uint16_t s = at(b, from);

	EQUAL_INT(b->link[s][dir], at(b, to));
	EQUAL_INT(b->heading[s][dir], heading);
}

/* boards 4.1: square k of one side meets square 4 - k of its partner. */
TEST("board/board", "seams lead where the layouts say")
{
	struct sp_board b;

	board_make(&b, "2-crossed", "blue-a red-a");
	leads(&b, "a2", SP_WEST, "j2", SP_WEST);
	leads(&b, "b1", SP_NORTH, "g5", SP_NORTH);
	leads(&b, "h1", SP_NORTH, "c5", SP_NORTH);

	board_make(&b, "3-l", "blue-a red-a green-a");
	leads(&b, "b1", SP_NORTH, "b10", SP_NORTH);
	leads(&b, "g5", SP_SOUTH, "e7", SP_WEST);
	leads(&b, "e10", SP_EAST, "j5", SP_NORTH);
	leads(&b, "f1", SP_NORTH, "a6", SP_EAST);
	leads(&b, "a9", SP_WEST, "i1", SP_SOUTH);
	leads(&b, "c5", SP_SOUTH, "c6", SP_SOUTH);

	board_make(&b, "4-crossed", "blue-a red-a green-a yellow-a");
	leads(&b, "b1", SP_NORTH, "g10", SP_NORTH);
	leads(&b, "g1", SP_NORTH, "b10", SP_NORTH);
	leads(&b, "a8", SP_WEST, "j8", SP_WEST);

	board_make(&b, "4-straight", "blue-a red-a green-a yellow-a");
	leads(&b, "b1", SP_NORTH, "b10", SP_NORTH);
	leads(&b, "i10", SP_SOUTH, "i1", SP_SOUTH);

	board_make(
		&b, "5-plus", "blue-a red-a green-a yellow-a purple-original");
	leads(&b, "g1", SP_NORTH, "g15", SP_NORTH);
	leads(&b, "a7", SP_WEST, "o7", SP_WEST);
	leads(&b, "j1", SP_EAST, "o6", SP_SOUTH);
	leads(&b, "k6", SP_NORTH, "j5", SP_WEST);
	leads(&b, "l10", SP_SOUTH, "j12", SP_WEST);
	leads(&b, "f11", SP_WEST, "e10", SP_NORTH);
	leads(&b, "b6", SP_NORTH, "f2", SP_EAST);
}

TEST("board/board", "portals bear their numbers")
{
	struct sp_board b;

	board_make(&b, "3-l", "blue-a red-a green-a");
	EQUAL_INT(b.portal[1][SP_SOUTH], 1);
	EQUAL_INT(b.portal[2][SP_EAST], 1);
	EQUAL_INT(b.portal[1][SP_NORTH], 2);
	EQUAL_INT(b.portal[2][SP_WEST], 2);
	EQUAL_INT(b.portal[0][SP_NORTH], 0);
	EQUAL_INT(b.portal[0][SP_EAST], 0);
	EQUAL_INT(b.rows, 2);
	EQUAL_INT(b.columns, 2);
}

TEST("board/board", "homes and treasures turn with the sector")
{
	struct sp_board b;
	const struct sp_boardset *set = board_set();

	board_make(&b, "2-crossed", "blue-original blue-original:1");
	EQUAL_INT(sp_board_home(&b, set, 0), at(&b, "c3"));
	EQUAL_INT(sp_board_home(&b, set, 1), at(&b, "h3"));
	EQUAL_INT(sp_board_treasure(&b, set, 0, 0), at(&b, "e1"));
	EQUAL_INT(sp_board_treasure(&b, set, 0, 1), at(&b, "a5"));
	EQUAL_INT(sp_board_treasure(&b, set, 1, 0), at(&b, "j5"));
	EQUAL_INT(sp_board_treasure(&b, set, 1, 1), at(&b, "f1"));
	EQUAL_INT(edge(&b, "c1/d1")->printed, SP_EDGE_DOOR);
	EQUAL_INT(edge(&b, "j3/j4")->printed, SP_EDGE_DOOR);
}

/* A wall of either sector is a wall of the joint. */
TEST("board/board", "the stronger face of a joint holds")
{
	struct sp_boardset set = *board_set();
	struct sp_board b;
	const uint8_t sector[2] = { 0, 1 }, turn[2] = { 0, 0 };
	const int8_t seat[2] = { 0, 1 };

	set.sector[0].down[0][SP_SIDE] = SP_EDGE_OPEN;
	set.sector[1].down[1][0] = SP_EDGE_OPEN;
	set.sector[0].down[3][SP_SIDE] = SP_EDGE_OPEN;
	set.sector[1].down[3][0] = SP_EDGE_OPEN;
	sp_board_build(&b, &set, 0, sector, turn, seat);
	EQUAL_INT(edge(&b, "e1/f1")->printed, SP_EDGE_WALL);
	EQUAL_INT(edge(&b, "e2/f2")->printed, SP_EDGE_WALL);
	EQUAL_INT(edge(&b, "e3/f3")->printed, SP_EDGE_OPEN);
	EQUAL_INT(edge(&b, "e4/f4")->printed, SP_EDGE_OPEN);
	EQUAL_INT(edge(&b, "e5/f5")->printed, SP_EDGE_WALL);
}

static enum sp_edge_kind kind(struct sp_board *b, const char *name)
{
	return sp_board_edge_kind(b, (uint16_t)(edge(b, name) - b->edge));
}

TEST("board/board", "a created layer covers a destroyed mark")
{
	struct sp_board b;

	board_make(&b, "2-crossed", "red-a blue-a");
	EQUAL_INT(kind(&b, "b3/c3"), SP_EDGE_DOOR);
	edge(&b, "b3/c3")->destroyed = 1;
	EQUAL_INT(kind(&b, "b3/c3"), SP_EDGE_OPEN);
	edge(&b, "b3/c3")->created = SP_EDGE_WALL;
	EQUAL_INT(kind(&b, "b3/c3"), SP_EDGE_WALL);
	edge(&b, "b3/c3")->created = SP_EDGE_DOOR;
	edge(&b, "b3/c3")->destroyed = 0;
	EQUAL_INT(kind(&b, "b3/c3"), SP_EDGE_DOOR);
	EQUAL_INT(kind(&b, "c3/d3"), SP_EDGE_OPEN);
	edge(&b, "c3/d3")->created = SP_EDGE_WALL;
	EQUAL_INT(kind(&b, "c3/d3"), SP_EDGE_WALL);
}

static enum sp_passage pass(const struct sp_board *b, int seat)
{
	enum sp_passage there = sp_board_passage(b, at(b, "c3"), SP_WEST, seat);

	EQUAL_INT(sp_board_passage(b, at(b, "b3"), SP_EAST, seat), there);
	return there;
}

TEST("board/board", "doors let pass whom they should")
{
	struct sp_board b;
	struct sp_edge *door;

	board_make(&b, "2-crossed", "red-a blue-a");
	door = edge(&b, "b3/c3");
	EQUAL_INT(door->owner, 0);
	EQUAL_INT(door->door, SP_DOOR_CLOSED);
	EQUAL_INT(door->door_by, SP_NOBODY);
	EQUAL_INT(edge(&b, "i4/j4")->owner, 1);
	EQUAL_INT(edge(&b, "c3/d3")->owner, SP_NOBODY);

	EQUAL_INT(pass(&b, 0), SP_PASS_OWN_DOOR);
	EQUAL_INT(pass(&b, 1), SP_PASS_DOOR);
	EQUAL_INT(pass(&b, SP_NOBODY), SP_PASS_DOOR);

	door->door = SP_DOOR_IS_OPEN;
	door->door_by = 0;
	EQUAL_INT(pass(&b, 0), SP_PASS_FREE);
	EQUAL_INT(pass(&b, 1), SP_PASS_DOOR);

	/* Opened by somebody else; the owner may still open it himself. */
	door->door_by = 1;
	EQUAL_INT(pass(&b, 0), SP_PASS_OWN_DOOR);
	EQUAL_INT(pass(&b, 1), SP_PASS_FREE);

	door->door = SP_DOOR_IS_HELD;
	door->door_by = 0;
	EQUAL_INT(pass(&b, 0), SP_PASS_FREE);
	EQUAL_INT(pass(&b, 1), SP_PASS_FREE);

	door->destroyed = 1;
	door->door = SP_DOOR_CLOSED;
	door->door_by = SP_NOBODY;
	EQUAL_INT(pass(&b, 1), SP_PASS_FREE);
	door->created = SP_EDGE_WALL;
	EQUAL_INT(pass(&b, 0), SP_PASS_WALL);
}

/* A sector that is nobody's home has doors that nobody owns. */
TEST("board/board", "doors of an empty seat open for nobody")
{
	struct sp_board b;
	const uint8_t sector[2] = { 0, 1 }, turn[2] = { 0, 0 };
	const int8_t seat[2] = { SP_NOBODY, 0 };

	sp_board_build(&b, board_set(), 0, sector, turn, seat);
	EQUAL_INT(edge(&b, "b3/c3")->owner, SP_NOBODY);
	EQUAL_INT(pass(&b, 0), SP_PASS_DOOR);
	EQUAL_INT(pass(&b, SP_NOBODY), SP_PASS_DOOR);
}

TEST("board/board", "an edge is beside its two squares")
{
	struct sp_board b;
	uint16_t seam;

	board_make(&b, "2-crossed", "red-a blue-a");
	seam = sp_board_edge_parse(&b, "a2 west");
	CU_ASSERT(sp_board_beside(&b, at(&b, "a2"), seam));
	CU_ASSERT(sp_board_beside(&b, at(&b, "j2"), seam));
	CU_ASSERT_FALSE(sp_board_beside(&b, at(&b, "a1"), seam));
}

/* Equal builds give equal bytes: boards are compared and copied whole. */
TEST("board/board", "building is repeatable")
{
	struct sp_board a, b;

	memset(&a, 0x55, sizeof(a));
	memset(&b, 0xaa, sizeof(b));
	board_make(&a, "3-l", "red-a:1 blue-b:2 green-a:3");
	board_make(&b, "3-l", "red-a:1 blue-b:2 green-a:3");
	EQUAL_INT(memcmp(&a, &b, sizeof(a)), 0);
}
