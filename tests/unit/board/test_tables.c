/*
 * Every figure of the tables 3.1 and 4.4 of rules/boards, made there by another
 * program.
 */
#include "board_tests.h"

/* ---- 3.1: one sector by itself ----------------------------------------- */

struct sector_row {
	const char *id;
	unsigned walls, doors;
	unsigned home_locked[2], home_doors[2]; /* to the own treasures */
	unsigned nearest_exit[2];               /* of each treasure */
	unsigned home_exit[SP_DIRS];
};

static const struct sector_row sector_table[] = {
	{ "blue-a", 12, 1, { 2, 2 }, { 2, 2 }, { 2, 4 }, { 4, 6, 6, 4 } },
	{ "blue-b", 15, 1, { 14, 4 }, { 4, 4 }, { 2, 4 }, { 2, 12, 8, 6 } },
	{ "red-a", 12, 1, { 8, 4 }, { 4, 4 }, { 4, 4 }, { 4, 2, 4, 6 } },
	{ "red-b", 14, 2, { 12, 2 }, { 4, 2 }, { 2, 2 }, { 6, 4, 6, 10 } },
	{ "yellow-a", 13, 1, { 2, 8 }, { 2, 6 }, { 4, 2 }, { 2, 6, 10, 8 } },
	{ "yellow-b", 15, 1, { 10, 4 }, { 10, 4 }, { 2, 2 }, { 6, 4, 6, 12 } },
	{ "green-a", 14, 1, { 8, 4 }, { 8, 4 }, { 2, 6 }, { 6, 6, 2, 6 } },
	{ "green-b", 15, 1, { 4, 16 }, { 4, 2 }, { 4, 4 }, { 8, 12, 22, 2 } },
	{ "blue-original", 12, 2, { 6, 6 }, { 4, 4 }, { 4, 4 },
		{ 2, 4, 2, 4 } },
	{ "green-original", 12, 2, { 6, 6 }, { 4, 4 }, { 4, 4 },
		{ 2, 2, 2, 2 } },
	{ "red-original", 12, 2, { 6, 6 }, { 4, 4 }, { 4, 4 }, { 2, 2, 2, 2 } },
	{ "yellow-original", 12, 2, { 6, 6 }, { 4, 4 }, { 4, 4 },
		{ 4, 2, 4, 2 } },
	{ "purple-original", 12, 2, { 6, 6 }, { 4, 4 }, { 4, 4 },
		{ 2, 4, 2, 4 } },
	{ "purple-classic", 14, 2, { 8, 8 }, { 4, 4 }, { 4, 4 },
		{ 2, 4, 2, 4 } },
};

static const char *const exits[SP_DIRS] = { "c1", "e3", "c5", "a3" };

static unsigned count(const struct sp_board *b, enum sp_edge_kind kind)
{
	unsigned n = 0;

	for (unsigned i = 0; i < b->n_edges; i++)
		n += !b->edge[i].outer && b->edge[i].printed == kind;
	return n;
}

static void check_sector(const struct sector_row *row)
{
	struct sp_board b;
	uint16_t near[SP_SQUARES_MAX];
	uint16_t home, treasure[2];

	board_make_closed(&b, row->id);
	home = sp_board_home(&b, board_set(), 0);
	for (unsigned i = 0; i < 2; i++)
		treasure[i] = sp_board_treasure(&b, board_set(), 0, i);
	EQUAL_INT(count(&b, SP_EDGE_WALL), row->walls);
	EQUAL_INT(count(&b, SP_EDGE_DOOR), row->doors);

	sp_board_distances(&b, home, SP_NOBODY, near);
	for (unsigned dir = 0; dir < SP_DIRS; dir++)
		EQUAL_INT(near[at(&b, exits[dir])], row->home_exit[dir]);
	for (unsigned i = 0; i < 2; i++)
		EQUAL_INT(near[treasure[i]], row->home_locked[i]);
	for (uint16_t s = 0; s < b.n_squares; s++)
		DIFFERENT_INT(near[s], UINT16_MAX);

	sp_board_distances(&b, home, 0, near);
	for (unsigned i = 0; i < 2; i++)
		EQUAL_INT(near[treasure[i]], row->home_doors[i]);

	for (unsigned i = 0; i < 2; i++) {
		unsigned best = UINT16_MAX;

		sp_board_distances(&b, treasure[i], SP_NOBODY, near);
		for (unsigned dir = 0; dir < SP_DIRS; dir++)
			if (near[at(&b, exits[dir])] < best)
				best = near[at(&b, exits[dir])];
		EQUAL_INT(best, row->nearest_exit[i]);
	}
}

TEST("board/tables", "table 3.1")
{
	EQUAL_INT(SP_ARRAY_LEN(sector_table), BOARD_SECTORS);
	for (size_t i = 0; i < SP_ARRAY_LEN(sector_table); i++)
		check_sector(&sector_table[i]);
}

/* ---- 3.1, prose: no square is ever out of reach ------------------------ */

static const char *const colours[] = { "red", "blue", "yellow", "green",
	"purple" };

static void all_reached(const struct sp_board *b)
{
	uint16_t near[SP_SQUARES_MAX];
	unsigned lost = 0;

	sp_board_distances(b, 0, SP_NOBODY, near);
	for (uint16_t s = 0; s < b->n_squares; s++)
		lost += near[s] == UINT16_MAX;
	EQUAL_INT(lost, 0);
}

static uint8_t sector_index(const char *set, const char *colour)
{
	return (uint8_t)(sp_board_boardset_home(board_set(), set, colour) -
			 board_set()->sector);
}

/* All boards for two: 20 ordered pairs of five sectors, 16 ways to turn. */
static unsigned boards_for_two(const char *set)
{
	const int8_t seat[2] = { 0, 1 };
	unsigned n = 0;
	struct sp_board b;

	for (unsigned i = 0; i < 25; i++)
		for (unsigned turns = 0; turns < 16; turns++) {
			const uint8_t sector[2] = {
				sector_index(set, colours[i / 5]),
				sector_index(set, colours[i % 5]),
			};
			const uint8_t turn[2] = { (uint8_t)(turns / 4),
				(uint8_t)(turns % 4) };

			if (sector[0] == sector[1])
				continue;
			sp_board_build(&b, board_set(), 0, sector, turn, seat);
			all_reached(&b);
			n++;
		}
	return n;
}

TEST("board/tables", "every board is connected with the doors locked")
{
	struct dice d = { 41 };
	struct sp_board b;

	EQUAL_STRING(board_set()->layout[0].id, "2-crossed");
	EQUAL_INT(boards_for_two("a"), 320);
	EQUAL_INT(boards_for_two("b"), 320);
	EQUAL_INT(boards_for_two("original"), 320);
	/* Of the larger ones a sample, and sets mixed. */
	for (unsigned i = 0; i < 3000; i++) {
		board_make_random(&b, &d);
		all_reached(&b);
	}
}

/* ---- 4.4: boards, turned as printed ------------------------------------ */

struct board_row {
	const char *layout, *set;
	const char *sectors;          /* colours in bay order */
	unsigned pairs;               /* that see each other, window 10 */
	unsigned locked[5], doors[5]; /* homes from bay A */
};

static const struct board_row board_table[] = {
	{ "2-crossed", "a", "blue red", 149, { 0, 7 }, { 0, 7 } },
	{ "3-l", "a", "blue red yellow", 219, { 0, 7, 9 }, { 0, 7, 9 } },
	{ "4-straight", "a", "blue red yellow green", 270, { 0, 7, 9, 12 },
		{ 0, 7, 9, 12 } },
	{ "4-crossed", "a", "blue red yellow green", 269, { 0, 7, 9, 7 },
		{ 0, 7, 9, 7 } },
	{ "5-plus", "a", "blue red yellow green purple", 371,
		{ 0, 9, 9, 12, 7 }, { 0, 9, 9, 11, 7 } },
	{ "2-crossed", "b", "blue red", 103, { 0, 9 }, { 0, 9 } },
	{ "3-l", "b", "blue red yellow", 146, { 0, 11, 9 }, { 0, 11, 9 } },
	{ "4-straight", "b", "blue red yellow green", 207, { 0, 11, 9, 16 },
		{ 0, 11, 9, 10 } },
	{ "4-crossed", "b", "blue red yellow green", 207, { 0, 11, 15, 18 },
		{ 0, 11, 15, 11 } },
	{ "5-plus", "b", "blue red yellow green purple", 281,
		{ 0, 13, 14, 18, 5 }, { 0, 13, 14, 15, 5 } },
};

static unsigned sight_pairs(const struct sp_board *b, int reach)
{
	uint8_t seen[SP_SQUARES_MAX];
	unsigned n = 0;

	for (uint16_t s = 0; s < b->n_squares; s++) {
		plain_visible_within(b, s, reach, seen);
		for (uint16_t t = (uint16_t)(s + 1); t < b->n_squares; t++)
			n += seen[t];
	}
	return n;
}

static void build_row(struct sp_board *b, const struct board_row *row)
{
	const struct sp_boardset *set = board_set();
	const struct sp_layout *l = sp_board_boardset_layout(set, row->layout);
	const uint8_t turn[5] = { 0 };
	const int8_t seat[5] = { 0, 1, 2, 3, 4 };
	uint8_t sector[5] = { 0 };
	const char *p = row->sectors;

	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	for (unsigned i = 0; i < l->n_bays; i++) {
		size_t n = strcspn(p, " ");
		char *colour = sp_xstrndup(p, n);

		sector[i] = sector_index(row->set, colour);
		sp_free(colour);
		p += n + (p[n] == ' ');
	}
	sp_board_build(b, set, (unsigned)(l - set->layout), sector, turn, seat);
}

static void check_homes(
	const struct sp_board *b, const unsigned expected[], const char *layout)
{
	uint16_t near[SP_SQUARES_MAX];

	sp_board_distances(
		b, sp_board_home(b, board_set(), 0), SP_NOBODY, near);
	for (unsigned i = 0; i < b->n_bays; i++) {
		unsigned found = near[sp_board_home(b, board_set(), i)];

		EQUAL_INT(found, expected[i]);
		if (found != expected[i])
			(void)fprintf(stderr, "%s, bay %u: %u, not %u\n",
				layout, i, found, expected[i]);
	}
}

TEST("board/tables", "table 4.4: boards")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(board_table); i++) {
		const struct board_row *row = &board_table[i];
		struct sp_board b;

		build_row(&b, row);
		EQUAL_INT(sight_pairs(&b, 10), row->pairs);
		check_homes(&b, row->locked, row->layout);
		for (unsigned e = 0; e < b.n_edges; e++)
			b.edge[e].door = SP_DOOR_IS_HELD;
		check_homes(&b, row->doors, row->layout);
	}
}

/* ---- 4.4: sight inside one sector -------------------------------------- */

struct sight_row {
	const char *id;
	unsigned pairs;
	unsigned n_home;
	const char *home; /* row and column of what the home sees */
};

static const struct sight_row sight_table[] = {
	{ "blue-a", 61, 3, "03 12 23" },
	{ "blue-b", 43, 3, "02 12 23" },
	{ "red-a", 57, 7, "03 12 23 24 32 34 41" },
	{ "red-b", 43, 2, "12 32" },
	{ "yellow-a", 53, 3, "02 12 23" },
	{ "yellow-b", 40, 2, "12 32" },
	{ "green-a", 45, 4, "12 32 41 42" },
	{ "green-b", 47, 3, "20 21 23" },
	{ "blue-original", 50, 4, "02 12 32 42" },
	{ "green-original", 56, 8, "02 12 20 21 23 24 32 42" },
	{ "red-original", 57, 10, "02 12 14 20 21 23 24 30 32 42" },
	{ "yellow-original", 59, 6, "10 20 21 23 24 34" },
	{ "purple-original", 67, 6, "02 03 12 32 41 42" },
	{ "purple-classic", 40, 4, "02 12 32 42" },
};

TEST("board/tables", "table 4.4: sectors")
{
	EQUAL_INT(SP_ARRAY_LEN(sight_table), BOARD_SECTORS);
	for (size_t i = 0; i < SP_ARRAY_LEN(sight_table); i++) {
		const struct sight_row *row = &sight_table[i];
		uint8_t seen[SP_SQUARES_MAX];
		struct sp_board b;
		struct sp_buf found;
		unsigned n = 0;
		uint16_t home;

		board_make_closed(&b, row->id);
		home = sp_board_home(&b, board_set(), 0);
		plain_visible_within(&b, home, 4, seen);
		sp_buf_init(&found, 1024);
		for (unsigned s = 0; s < b.n_squares; s++) {
			if (!seen[s] || s == home)
				continue;
			sp_buf_addf(&found, "%s%u%u", n++ > 0 ? " " : "",
				s / SP_SIDE, s % SP_SIDE);
		}
		EQUAL_INT(n, row->n_home);
		EQUAL_STRING(sp_buf_str(&found), row->home);
		EQUAL_INT(sight_pairs(&b, 4), row->pairs);
		sp_buf_free(&found);
	}
}
