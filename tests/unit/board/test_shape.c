/* Shapes that change: places of bays, seams, rims. */
#include "board_tests.h"

static struct sp_layout shape_of(const char *layout)
{
	const struct sp_layout *l =
		sp_board_boardset_layout(board_set(), layout);

	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	return *l;
}

static void is_at(const struct sp_layout *l, unsigned bay, int row, int column)
{
	EQUAL_INT(l->row[bay], row);
	EQUAL_INT(l->column[bay], column);
}

/* With what a side is joined: bay * 4 + side; -1: with nothing. */
static int joined_to(
	const struct sp_layout *l, unsigned bay, enum sp_dir side, int *portal)
{
	for (int i = 0; i < l->n_seams; i++)
		for (int end = 0; end < 2; end++) {
			const struct sp_seam *s = &l->seam[i];

			if (s->bay[end] != bay || s->side[end] != side)
				continue;
			*portal = s->portal;
			return s->bay[1 - end] * 4 + s->side[1 - end];
		}
	return -1;
}

static void leads(const struct sp_layout *l, unsigned bay, enum sp_dir side,
	unsigned to, enum sp_dir at, int portal)
{
	int found = -1;

	EQUAL_INT(joined_to(l, bay, side, &found), (int)(to * 4 + at));
	EQUAL_INT(found, portal);
}

TEST("board/shape", "a bay lies at a side of another and seams are straight")
{
	struct sp_layout l = shape_of("2-crossed");

	CU_ASSERT_TRUE(sp_board_shape_is_whole(&l));
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 1, 0, SP_NORTH));
	is_at(&l, 0, 1, 0);
	is_at(&l, 1, 0, 0);
	EQUAL_INT(l.n_seams, 3);
	leads(&l, 0, SP_EAST, 0, SP_WEST, 0);
	leads(&l, 1, SP_EAST, 1, SP_WEST, 0);
	leads(&l, 0, SP_SOUTH, 1, SP_NORTH, 0);
	CU_ASSERT_TRUE(sp_board_shape_is_whole(&l));
	/* and west of it, which shifts the map */
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 1, 0, SP_WEST));
	is_at(&l, 0, 0, 1);
	is_at(&l, 1, 0, 0);
	leads(&l, 1, SP_NORTH, 1, SP_SOUTH, 0);
	leads(&l, 0, SP_EAST, 1, SP_WEST, 0);
}

TEST("board/shape", "straight seams go over gaps")
{
	struct sp_layout l = shape_of("4-straight");

	/* A B / C D: D lies east of B, then A's row is A B D; C alone */
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 3, 1, SP_EAST));
	is_at(&l, 3, 0, 2);
	leads(&l, 3, SP_EAST, 0, SP_WEST, 0);
	leads(&l, 2, SP_EAST, 2, SP_WEST, 0);
	/* B lies south of C: A . D, and the way from A to D is straight on */
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 1, 2, SP_SOUTH));
	is_at(&l, 1, 2, 0);
	leads(&l, 0, SP_EAST, 3, SP_WEST, 0);
	leads(&l, 3, SP_EAST, 0, SP_WEST, 0);
	leads(&l, 1, SP_SOUTH, 0, SP_NORTH, 0);
	leads(&l, 3, SP_SOUTH, 3, SP_NORTH, 0);
	CU_ASSERT_TRUE(sp_board_shape_is_whole(&l));
}

static bool is_same(const struct sp_layout *a, const struct sp_layout *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

TEST("board/shape", "no two bays on one place, and no map too large")
{
	struct sp_layout l = shape_of("4-straight"), before = l;

	/* B lies there; it lies there itself; beside itself */
	CU_ASSERT_FALSE(sp_board_shape_move(&l, 2, 0, SP_EAST));
	CU_ASSERT_FALSE(sp_board_shape_move(&l, 1, 0, SP_EAST));
	CU_ASSERT_FALSE(sp_board_shape_move(&l, 1, 1, SP_EAST));
	CU_ASSERT_TRUE(is_same(&l, &before));
	/* D A B is as wide as a mail; C lies below, so four would be too much
	 */
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 3, 0, SP_WEST));
	is_at(&l, 2, 1, 1);
	before = l;
	CU_ASSERT_FALSE(sp_board_shape_move(&l, 2, 1, SP_EAST));
	CU_ASSERT_FALSE(sp_board_shape_move(&l, 2, 3, SP_WEST));
	CU_ASSERT_TRUE(is_same(&l, &before));
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 1, 2, SP_SOUTH));
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 3, 1, SP_SOUTH));
	is_at(&l, 0, 0, 0);
	is_at(&l, 3, 3, 0);
}

/* Five below each other are as high as a map may be. */
TEST("board/shape", "no map too high")
{
	struct sp_layout l = shape_of("5-plus");

	CU_ASSERT_TRUE(sp_board_shape_move(&l, 1, 4, SP_SOUTH));
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 3, 1, SP_SOUTH));
	is_at(&l, 3, 4, 0);
	CU_ASSERT_FALSE(sp_board_shape_move(&l, 2, 3, SP_SOUTH));
	CU_ASSERT_FALSE(sp_board_shape_move(&l, 2, 0, SP_NORTH));
	CU_ASSERT_TRUE(sp_board_shape_is_whole(&l));
}

TEST("board/shape", "joined sides leave their partners to each other")
{
	struct sp_layout l = shape_of("2-crossed");

	/* A.N leads to B.S by 1, B.N to A.S by 2 */
	CU_ASSERT_FALSE(sp_board_shape_join(&l, 0, SP_NORTH, 1, SP_SOUTH));
	CU_ASSERT_FALSE(sp_board_shape_join(&l, 0, SP_EAST, 1, SP_SOUTH));
	CU_ASSERT_FALSE(sp_board_shape_join(&l, 0, SP_NORTH, 1, SP_WEST));
	CU_ASSERT_TRUE(sp_board_shape_join(&l, 0, SP_NORTH, 0, SP_SOUTH));
	leads(&l, 0, SP_NORTH, 0, SP_SOUTH, 0);
	leads(&l, 1, SP_NORTH, 1, SP_SOUTH, 0);
	CU_ASSERT_TRUE(sp_board_shape_join(&l, 0, SP_WEST, 1, SP_NORTH));
	leads(&l, 1, SP_NORTH, 0, SP_WEST, 1);
	leads(&l, 1, SP_EAST, 1, SP_SOUTH, 2);
	CU_ASSERT_TRUE(sp_board_shape_is_whole(&l));
	CU_ASSERT_TRUE(sp_board_shape_join(&l, 1, SP_SOUTH, 1, SP_NORTH));
	leads(&l, 1, SP_EAST, 0, SP_WEST, 0);
	CU_ASSERT_TRUE(sp_board_shape_is_whole(&l));
}

TEST("board/shape", "a shape with a side joined twice or not is none")
{
	struct sp_layout l = shape_of("3-l");

	l.seam[0].side[0] = (uint8_t)((l.seam[0].side[0] + 1) % SP_DIRS);
	CU_ASSERT_FALSE(sp_board_shape_is_whole(&l));
	l = shape_of("3-l");
	l.n_seams--;
	CU_ASSERT_FALSE(sp_board_shape_is_whole(&l));
	l = shape_of("3-l");
	l.row[1] = l.row[0];
	l.column[1] = l.column[0];
	CU_ASSERT_FALSE(sp_board_shape_is_whole(&l));
	l = shape_of("3-l");
	for (int i = 0; i < 3; i++)
		l.row[i]++;
	CU_ASSERT_FALSE(sp_board_shape_is_whole(&l));
	l = shape_of("3-l");
	for (int i = 0; i < 3; i++)
		l.column[i]++;
	CU_ASSERT_FALSE(sp_board_shape_is_whole(&l));
}

TEST("board/shape", "a board knows its shape, and that it is another")
{
	static struct sp_board b;
	struct sp_layout l = shape_of("2-crossed"), found;
	const uint8_t sector[] = { 0, 1 }, turn[] = { 0, 0 };
	const int8_t seat[] = { 0, 1 };

	sp_board_build(&b, board_set(), 0, sector, turn, seat);
	EQUAL_INT(b.reshaped, 0);
	sp_board_shape(&b, &found);
	CU_ASSERT_TRUE(board_shape_is(&l, &found));
	CU_ASSERT_TRUE(sp_board_shape_join(&l, 0, SP_NORTH, 0, SP_SOUTH));
	CU_ASSERT_FALSE(board_shape_is(&l, &found));
	sp_board_build_shape(&b, board_set(), 0, &l, sector, turn, seat);
	EQUAL_INT(b.reshaped, 1);
	sp_board_shape(&b, &found);
	CU_ASSERT_TRUE(board_shape_is(&l, &found));
	EQUAL_INT(b.link[at(&b, "c1")][SP_NORTH], at(&b, "c5"));
	CU_ASSERT_TRUE(sp_board_shape_move(&l, 0, 1, SP_SOUTH));
	sp_board_build_shape(&b, board_set(), 0, &l, sector, turn, seat);
	EQUAL_INT(b.reshaped, 1);
	EQUAL_INT(b.rows, 2);
	EQUAL_INT(b.columns, 1);
	EQUAL_INT(b.link[at(&b, "c5")][SP_SOUTH], at(&b, "c6"));
}

/* ---- rims -------------------------------------------------------------- */

/* As board_make with a rule for outer walls. */
static void make(struct sp_board *b, const char *layout, const char *sectors,
	enum sp_rims rims)
{
	board_make_ruled(b, layout, sectors, rims);
}

TEST("board/shape", "a smashed rim leads where the rule says")
{
	static struct sp_board b;

	make(&b, "2-crossed", "red-a blue-a", SP_RIMS_SEAM);
	sp_board_smash(&b, b.edge_at[at(&b, "a1")][SP_NORTH]);
	EQUAL_INT(b.link[at(&b, "a1")][SP_NORTH], at(&b, "f5"));
	EQUAL_INT(sp_board_passage(&b, at(&b, "a1"), SP_NORTH, SP_NOBODY),
		SP_PASS_FREE);
	CU_ASSERT_TRUE(plain_sees(&b, at(&b, "a1"), at(&b, "f5")));
	make(&b, "2-crossed", "red-a blue-a", SP_RIMS_OPPOSITE);
	EQUAL_INT(b.link[at(&b, "a1")][SP_NORTH], at(&b, "a5"));
	EQUAL_INT(b.link[at(&b, "f5")][SP_SOUTH], at(&b, "f1"));
	EQUAL_INT(b.link[at(&b, "c1")][SP_NORTH], at(&b, "h5"));
	EQUAL_INT(b.link[at(&b, "j1")][SP_EAST], at(&b, "a1"));
	sp_board_smash(&b, b.edge_at[at(&b, "a1")][SP_NORTH]);
	CU_ASSERT_TRUE(plain_sees(&b, at(&b, "a5"), at(&b, "a1")));
	CU_ASSERT_FALSE(plain_sees(&b, at(&b, "a1"), at(&b, "f5")));
	make(&b, "2-crossed", "red-a blue-a", SP_RIMS_NOWHERE);
	sp_board_smash(&b, b.edge_at[at(&b, "a1")][SP_NORTH]);
	EQUAL_INT(sp_board_edge_kind(&b, b.edge_at[at(&b, "a1")][SP_NORTH]),
		SP_EDGE_BRINK);
	EQUAL_INT(sp_board_passage(&b, at(&b, "a1"), SP_NORTH, SP_NOBODY),
		SP_PASS_WALL);
	CU_ASSERT_FALSE(plain_sees(&b, at(&b, "a1"), at(&b, "f5")));
	/* inside of the map it is as ever */
	sp_board_smash(&b, b.edge_at[at(&b, "d2")][SP_SOUTH]);
	EQUAL_INT(sp_board_edge_kind(&b, b.edge_at[at(&b, "d2")][SP_SOUTH]),
		SP_EDGE_OPEN);
}

/* By the names of the squares, and nothing else: each outer wall leads to the
 * other end or over its seam, each exit over its seam. */
TEST("board/shape", "rims lead to the other end of the row or column")
{
	static struct sp_board b, seam;
	struct dice d = { 71 };
	int opposite = 0;

	for (int n = 0; n < 60; n++) {
		board_make_any(&b, &d, SP_RIMS_OPPOSITE);
		board_with_rims(&seam, &b, SP_RIMS_SEAM);
		for (uint16_t s = 0; s < b.n_squares; s++)
			for (unsigned dir = 0; dir < SP_DIRS; dir++) {
				uint16_t e = b.edge_at[s][dir];
				uint16_t to = b.link[s][dir];
				bool upright =
					dir == SP_NORTH || dir == SP_SOUTH;

				if (to == seam.link[s][dir])
					continue;
				opposite++;
				EQUAL_INT(b.edge[e].outer, 1);
				EQUAL_INT(b.edge[e].printed, SP_EDGE_WALL);
				EQUAL_INT(b.heading[s][dir], dir);
				EQUAL_INT(upright ? sp_board_column(&b, to)
						  : sp_board_row(&b, to),
					upright ? sp_board_column(&b, s)
						: sp_board_row(&b, s));
				for (uint16_t k = 0; k < b.n_squares; k++)
					if (upright ? sp_board_column(&b, k) ==
								sp_board_column(
									&b, s)
						    : sp_board_row(&b, k) ==
								sp_board_row(
									&b, s))
						CU_ASSERT(
							dir == SP_NORTH
								? sp_board_row(
									  &b,
									  k) <=
									  sp_board_row(
										  &b,
										  to)
							: dir == SP_SOUTH
								? sp_board_row(
									  &b,
									  k) >=
									  sp_board_row(
										  &b,
										  to)
							: dir == SP_WEST
								? sp_board_column(
									  &b,
									  k) <=
									  sp_board_column(
										  &b,
										  to)
								: sp_board_column(
									  &b,
									  k) >=
									  sp_board_column(
										  &b,
										  to));
			}
	}
	CU_ASSERT(opposite > 100);
}
