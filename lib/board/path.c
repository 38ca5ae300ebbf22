/*
 * Ways: distances in steps, and a shortest way.
 */
#include "board_private.h"

#include <assert.h>

static bool passable(
	const struct sp_board *b, uint16_t square, unsigned dir, int seat)
{
	switch (sp_board_passage(b, square, (enum sp_dir)dir, seat)) {
	case SP_PASS_FREE:
	case SP_PASS_OWN_DOOR:
		return true;
	case SP_PASS_DOOR:
	case SP_PASS_WALL:
		return false;
	}
	return false;
}

void sp_board_distances(const struct sp_board *b, uint16_t from, int seat,
	uint16_t out[SP_SQUARES_MAX])
{
	uint16_t queue[SP_SQUARES_MAX];
	unsigned n = 0;

	assert(from < b->n_squares);
	for (unsigned i = 0; i < SP_SQUARES_MAX; i++)
		out[i] = UINT16_MAX;
	out[from] = 0;
	queue[n++] = from;
	for (unsigned i = 0; i < n; i++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			uint16_t next = b->link[queue[i]][dir];

			if (out[next] != UINT16_MAX ||
				!passable(b, queue[i], dir, seat))
				continue;
			out[next] = (uint16_t)(out[queue[i]] + 1);
			queue[n++] = next;
		}
}

int sp_board_way(const struct sp_board *b, uint16_t from, uint16_t to, int seat,
	enum sp_dir out[], int max)
{
	uint16_t left[SP_SQUARES_MAX];
	uint16_t at = from;

	assert(from < b->n_squares && to < b->n_squares);
	/* An edge lets a seat pass both ways or not at all, so distances from
	 * the end are distances to the end. */
	sp_board_distances(b, to, seat, left);
	if (left[from] == UINT16_MAX)
		return -1;
	for (int i = 0; at != to; i++) {
		unsigned dir = 0;

		while (left[b->link[at][dir]] != left[at] - 1 ||
			!passable(b, at, dir, seat))
			dir++;
		if (i < max)
			out[i] = (enum sp_dir)dir;
		at = b->link[at][dir];
	}
	return left[from];
}
