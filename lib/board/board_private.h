/*
 * What the files of the board module share and nobody else needs.
 */
#ifndef SP_BOARD_PRIVATE_H
#define SP_BOARD_PRIVATE_H

#include "board/board.h"

/* ---- data files, line by line ------------------------------------------ */

struct sp_line {
	const char *text;
	size_t len;
	size_t at;       /* how far board_line_word has come */
	unsigned number; /* from 1 */
};

struct sp_word {
	const char *text;
	size_t len;
	unsigned column; /* from 1 */
};

/* The next line that is neither blank nor a comment; false at the end. */
bool board_line_next(struct sp_cursor *c, struct sp_line *line);
/* The next line, whatever it holds; false at the end. */
bool board_line_raw(struct sp_cursor *c, struct sp_line *line);
/* The next word; at the end of the line false, and an empty word with the
 * column after the text. */
bool board_line_word(struct sp_line *line, struct sp_word *word);
bool board_word_is(const struct sp_word *word, const char *s);
/* An id: lower-case letters, digits and -, at most SP_ID_SIZE - 1 of them.
 * `what` names the word in errors ("the sector"). */
int board_word_id(const struct sp_line *line, const struct sp_word *word,
	const char *what, char out[SP_ID_SIZE],
	struct sp_error *e) SP_MUST_CHECK;
/* The one word after a key that may come once; *out is empty before. */
int board_line_id(struct sp_line *line, const char *what, char out[SP_ID_SIZE],
	struct sp_error *e) SP_MUST_CHECK;
/* Complain about what is left of the line, if anything. */
int board_line_end(struct sp_line *line, struct sp_error *e) SP_MUST_CHECK;

/* ---- topology ---------------------------------------------------------- */

/* The sector turned clockwise by quarter turns. */
void board_sector_turned(
	struct sp_sector *out, const struct sp_sector *in, unsigned turn);
/* The bay that touches that side, or -1: the side is an outer one. */
int board_layout_neighbour(
	const struct sp_layout *l, unsigned bay, enum sp_dir dir);

/* What is printed on that side of the square of a sector: enum sp_edge_kind. */
uint8_t board_printed_on(
	const struct sp_sector *s, unsigned square, unsigned dir);
/* True if places and seams are the same. */
bool board_shape_is(const struct sp_layout *a, const struct sp_layout *b);
/* Outer walls lead to the other end of their row or column, exits over their
 * seams. Before the edges are made. */
void board_rims_opposite(
	struct sp_board *b, const struct sp_sector turned[SP_BAYS_MAX]);

/* ---- sight ------------------------------------------------------------- */

/* The window that sp_board_sees and its kin use on this map. */
int board_sight_reach(const struct sp_board *b);

#endif
