/* Links between single squares: part of the position, over no edge. */
#include "board_private.h"

#include <assert.h>

static bool is_in(const struct sp_link *link, uint16_t square)
{
	return link->square[0] == square || link->square[1] == square;
}

uint16_t sp_board_beyond(const struct sp_board *b, uint16_t square, int step)
{
	const struct sp_link *link;

	assert(square < b->n_squares);
	if (step >= 0 && step < SP_DIRS)
		return b->link[square][step];
	link = step == SP_THROUGH ? sp_board_link(b, square) : NULL;
	if (link == NULL)
		return SP_NOWHERE;
	return link->square[link->square[0] == square];
}

int sp_board_step_cost(const struct sp_board *b, uint16_t square, int step)
{
	const struct sp_link *link;

	if (step >= 0 && step < SP_DIRS)
		return 1;
	link = step == SP_THROUGH ? sp_board_link(b, square) : NULL;
	return link == NULL ? 0 : link->cost;
}

bool sp_board_link_fits(const struct sp_board *b, const struct sp_link *link)
{
	return link->square[0] < b->n_squares &&
	       link->square[1] < b->n_squares &&
	       link->square[0] != link->square[1] && link->cost > 0 &&
	       sp_board_link(b, link->square[0]) == NULL &&
	       sp_board_link(b, link->square[1]) == NULL;
}

bool sp_board_add_link(struct sp_board *b, const struct sp_link *link)
{
	if (b->n_links == SP_LINKS_MAX || !sp_board_link_fits(b, link))
		return false;
	b->linked[b->n_links++] = *link;
	return true;
}

void sp_board_remove_link(struct sp_board *b, uint16_t square)
{
	int n = 0;

	for (int i = 0; i < b->n_links; i++) {
		if (!is_in(&b->linked[i], square))
			b->linked[n++] = b->linked[i];
	}
	memset(&b->linked[n], 0,
		(size_t)(b->n_links - n) * sizeof(b->linked[0]));
	b->n_links = (uint8_t)n;
}
