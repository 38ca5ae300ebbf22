/*
 * Between the files of render only.
 */
#ifndef SP_RENDER_PRIVATE_H
#define SP_RENDER_PRIVATE_H

#include "render/render.h"

/* Render a template text of the given name; `depth` counts the partials that
 * it is nested in. */
int sp_mustache_render(const struct sp_templates *templates, const char *name,
	const char *text, size_t len, const json_t *context, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- marks of a board, shared by drawing and legend --------------------- */

#define SP_RENDER_MARKS_MAX (2 * SP_SEATS_MAX + SP_TREASURES_MAX)

/* Everything that is in a square, a mark each, in the order of render.h. */
unsigned sp_render_marks(const struct sp_game *g, uint16_t square,
	char out[SP_RENDER_MARKS_MAX]);
/* The mark of an edge as seen from the square on whose side `dir` it lies: one
 * of `-|#D/H:^v<>`, a blank, or the digit of a portal. */
char sp_render_edge_mark(const struct sp_board *b, uint16_t edge,
	uint16_t square, enum sp_dir dir);

/* sp_render_legend below a drawing that is there already; it may be in `out`.
 */
void sp_render_legend_of(
	const struct sp_game *g, const char *drawing, struct sp_buf *out);

/* ---- phrases of the story, shared by its forms -------------------------- */

/* "two", "12". */
void sp_render_number(int n, char out[SP_RENDER_NAME_SIZE]);
/* "2 victory points", "1 point": n, a space, the word with an s unless n is
 * 1. */
void sp_render_count(int n, const char *word, char out[SP_RENDER_NAME_SIZE]);
/* "door c4/d4", "wall a3 west": what the edge is and its name. */
void sp_render_edge(
	const struct sp_game *g, int edge, char out[SP_RENDER_NAME_SIZE]);
/* How a game ended: "wins with 2 points" of the winner, or a sentence where
 * nobody won. */
void sp_render_outcome_words(const struct sp_game *g, struct sp_buf *out);
/* The same with the name: "Red wins with 2 points". */
void sp_render_outcome(const struct sp_game *g, struct sp_buf *out);
/* One line on whose turn it is, or the outcome. */
void sp_render_status(const struct sp_game *g, struct sp_buf *out);
/* One line about a wizard, one about a treasure; no newline. */
void sp_render_wizard_line(
	const struct sp_game *g, int seat, struct sp_buf *out);
void sp_render_treasure_line(
	const struct sp_game *g, int treasure, struct sp_buf *out);

#endif
