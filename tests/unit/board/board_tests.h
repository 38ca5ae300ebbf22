/*
 * The tests of board, one table per file, and the boards they are made with.
 */
#ifndef TEST_BOARD_TESTS_H
#define TEST_BOARD_TESTS_H

#include "board/board.h"
#include "board/board_private.h"
#include "plain_sight.h"
#include "unit.h"

/* The game's own files, and at the end the sector "plain", which has no walls
 * inside, and the layout "lone", one bay that wraps to itself. */
const struct sp_boardset *board_set(void);
/* How many of the sectors and layouts come from the game's files. */
#define BOARD_SECTORS 14
#define BOARD_LAYOUTS 5

/* A layout filled with sectors in bay order, like "blue-a red-a:1" (turned
 * once); bay i is the home of seat i. Asserts that all ids exist. */
void board_make(struct sp_board *b, const char *layout, const char *sectors);
/* One sector by itself, its exits closed by created walls. */
void board_make_closed(struct sp_board *b, const char *sector);

/* Squares and edges by name; fail the test where there is none. */
uint16_t at(const struct sp_board *b, const char *name);
struct sp_edge *edge(struct sp_board *b, const char *name);

/* Fixed dice for random boards: 0 <= result < n. */
struct dice {
	uint64_t state;
};
unsigned roll(struct dice *d, unsigned n);
/* Any layout with any of the game's sectors in any turn. */
void board_make_random(struct sp_board *b, struct dice *d);

/* The same with a rule for outer walls, and a shape in which bays were moved
 * and sides joined. */
void board_make_ruled(struct sp_board *b, const char *layout,
	const char *sectors, enum sp_rims rims);
void board_make_any(struct sp_board *b, struct dice *d, enum sp_rims rims);
/* The same shape and sectors with another rule. */
void board_with_rims(
	struct sp_board *out, const struct sp_board *b, enum sp_rims rims);

/* A text file with one line changed: lines[line - 1] is replaced by `with`, or
 * left out where that is NULL; line n + 1 is added. Caller frees. */
char *text_with(
	const char *const lines[], size_t n, unsigned line, const char *with);

/* A file that must be refused: the line changed, and where and what. */
struct bad_file {
	unsigned edit;
	const char *with;
	unsigned line, column;
	const char *says;
};

/* The brute force of test_oracle.c: see there. */
bool oracle_line(const struct sp_board *b, uint16_t from, int x, int y,
	uint16_t *square, uint16_t *edge_seen);
void oracle_visible(const struct sp_board *b, uint16_t from, int reach,
	uint8_t seen[SP_SQUARES_MAX]);
void oracle_edges(const struct sp_board *b, uint16_t from, int reach,
	uint8_t seen[SP_EDGES_MAX]);

#endif
