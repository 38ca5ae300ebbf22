/* Links between single squares: what they join, and sight through them. */
#include "board_tests.h"

static struct sp_link link_of(const struct sp_board *b, const char *from,
	const char *to, unsigned cost, bool sight)
{
	return (struct sp_link){ .square = { at(b, from), at(b, to) },
		.cost = (uint16_t)cost,
		.sight = sight };
}

static bool join(struct sp_board *b, const char *from, const char *to,
	unsigned cost, bool sight)
{
	struct sp_link link = link_of(b, from, to, cost, sight);

	return sp_board_add_link(b, &link);
}

TEST("board/links", "a square is in one link, and leads to its other end")
{
	struct sp_board b;

	board_make(&b, "2-crossed", "red-a blue-a");
	EQUAL_INT(sp_board_beyond(&b, at(&b, "a1"), SP_THROUGH), SP_NOWHERE);
	EQUAL_INT(sp_board_step_cost(&b, at(&b, "a1"), SP_THROUGH), 0);
	CU_ASSERT(join(&b, "a1", "i5", 3, false));
	EQUAL_INT(sp_board_beyond(&b, at(&b, "a1"), SP_THROUGH), at(&b, "i5"));
	EQUAL_INT(sp_board_beyond(&b, at(&b, "i5"), SP_THROUGH), at(&b, "a1"));
	EQUAL_INT(sp_board_step_cost(&b, at(&b, "i5"), SP_THROUGH), 3);
	EQUAL_INT(sp_board_step_cost(&b, at(&b, "i5"), SP_NORTH), 1);
	EQUAL_INT(sp_board_beyond(&b, at(&b, "b2"), SP_EAST), at(&b, "c2"));
	CU_ASSERT_FALSE(join(&b, "a1", "b1", 1, false));
	CU_ASSERT_FALSE(join(&b, "b1", "i5", 1, false));
	CU_ASSERT_FALSE(join(&b, "b1", "b1", 1, false));
	CU_ASSERT_FALSE(join(&b, "b1", "b2", 0, false));
	EQUAL_INT(b.n_links, 1);
}

TEST("board/links", "the pool holds eight, and closes up")
{
	static const char *const ends[] = { "a1", "a2", "a3", "a4", "a5", "b1",
		"b2", "b3" };
	static const struct sp_link none;
	struct sp_board b;

	board_make(&b, "2-crossed", "red-a blue-a");
	for (unsigned i = 0; i < SP_LINKS_MAX; i++) {
		char to[SP_SQUARE_NAME_SIZE] = { "fghi"[i / 2], "12"[i % 2],
			'\0' };

		CU_ASSERT(join(&b, ends[i], to, 1 + i, i % 2 == 0));
	}
	CU_ASSERT_FALSE(join(&b, "e5", "j5", 1, false));
	sp_board_remove_link(&b, at(&b, "f2"));
	EQUAL_INT(b.n_links, SP_LINKS_MAX - 1);
	EQUAL_INT(b.linked[1].cost, 3);
	EQUAL_INT(memcmp(&b.linked[SP_LINKS_MAX - 1], &none, sizeof(none)), 0);
	sp_board_remove_link(&b, at(&b, "f2"));
	EQUAL_INT(b.n_links, SP_LINKS_MAX - 1);
	CU_ASSERT(join(&b, "e5", "j5", 1, false));
}

/* ---- sight ---------------------------------------------------------------- */

/* As the rule has it, square by square, next to the drawn lines. */
static bool expected_through(
	const struct sp_board *b, uint16_t from, uint16_t to)
{
	bool seen = false;

	for (unsigned i = 0; i < b->n_links; i++) {
		const struct sp_link *l = &b->linked[i];

		seen = seen ||
		       (l->sight &&
			       ((l->square[0] == from && l->square[1] == to) ||
				       (l->square[1] == from &&
					       l->square[0] == to)));
	}
	return seen && !b->opaque[from];
}

static unsigned linked_differences(const struct sp_board *b, uint16_t from)
{
	uint8_t seen[SP_SQUARES_MAX], expected[SP_SQUARES_MAX];
	static struct sp_board bare;
	uint64_t edges[SP_EDGE_WORDS], edges_bare[SP_EDGE_WORDS];
	unsigned n = 0;

	bare = *b;
	bare.n_links = 0;
	plain_visible(b, from, seen);
	oracle_visible(b, from, board_sight_reach(b), expected);
	expected[from] = 1;
	for (uint16_t s = 0; s < b->n_squares; s++) {
		bool sees = expected[s] == 1 || expected_through(b, from, s);
		struct sp_flight flight;

		n += (seen[s] == 1) != sees;
		n += plain_sees(b, from, s) != sees;
		n += sp_board_flight(b, &plain_sight, from, s, UINT16_MAX,
			     &flight) != sees;
		n += sees && s != from &&
		     (flight.linked != (expected[s] != 1) || flight.at != s);
	}
	sp_board_visible_edges(b, &plain_sight, from, edges);
	sp_board_visible_edges(&bare, &plain_sight, from, edges_bare);
	n += memcmp(edges, edges_bare, sizeof(edges)) != 0;
	return n;
}

static void link_at_random(struct sp_board *b, struct dice *d)
{
	for (int i = 0; i < SP_LINKS_MAX; i++) {
		struct sp_link link = {
			.square = { (uint16_t)roll(d, b->n_squares),
				(uint16_t)roll(d, b->n_squares) },
			.cost = (uint16_t)(1 + roll(d, 4)),
			.sight = (uint8_t)roll(d, 2),
		};

		(void)sp_board_add_link(b, &link);
	}
}

TEST("board/links", "sight through them agrees with brute force")
{
	struct dice d = { 88 };
	struct sp_board b;

	for (int i = 0; i < 24; i++) {
		unsigned n = 0;

		board_make_random(&b, &d);
		for (unsigned s = 0; s < b.n_squares; s++)
			b.opaque[s] = roll(&d, 8) == 0;
		link_at_random(&b, &d);
		for (unsigned k = 0; k < b.n_links; k++)
			for (int end = 0; end < 2; end++)
				n += linked_differences(
					&b, b.linked[k].square[end]);
		n += linked_differences(&b, (uint16_t)roll(&d, b.n_squares));
		EQUAL_INT(n, 0);
	}
}

/* Neither the fog nor a stopped edge is in its way: it is no line. */
TEST("board/links", "fog leaves the other end in sight")
{
	struct sp_sight fog = plain_sight;
	struct sp_board b;

	board_make(&b, "2-crossed", "red-a blue-a");
	fog.limit = 1;
	CU_ASSERT_FALSE(sp_board_sees(&b, &fog, at(&b, "a1"), at(&b, "i5")));
	CU_ASSERT(join(&b, "a1", "i5", 1, true));
	CU_ASSERT(sp_board_sees(&b, &fog, at(&b, "a1"), at(&b, "i5")));
	CU_ASSERT_FALSE(sp_board_sees(&b, &fog, at(&b, "a2"), at(&b, "i5")));
	CU_ASSERT_FALSE(sp_board_sees(&b, &fog, at(&b, "a1"), at(&b, "i4")));
}
