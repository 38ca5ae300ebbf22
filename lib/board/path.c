/*
 * Ways: distances in movement points, and a shortest way.
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

/* Whoever is reached from that square on in fewer points. */
static void spread(const struct sp_board *b, int seat, uint16_t start,
	uint16_t out[SP_SQUARES_MAX])
{
	uint16_t queue[SP_SQUARES_MAX];
	unsigned n = 0;

	queue[n++] = start;
	for (unsigned i = 0; i < n; i++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			uint16_t next = b->link[queue[i]][dir];

			if (out[next] <= out[queue[i]] + 1 ||
				!passable(b, queue[i], dir, seat))
				continue;
			out[next] = (uint16_t)(out[queue[i]] + 1);
			queue[n++] = next;
		}
}

bool sp_board_shorten_by_link(
	const struct sp_board *b, uint16_t points[SP_SQUARES_MAX], uint16_t *to)
{
	for (int i = 0; i < 2 * b->n_links; i++) {
		const struct sp_link *link = &b->linked[i / 2];
		uint16_t near = link->square[i % 2];
		uint16_t far = link->square[1 - i % 2];

		if (points[near] == UINT16_MAX ||
			points[far] <= points[near] + link->cost)
			continue;
		points[far] = (uint16_t)(points[near] + link->cost);
		*to = far;
		return true;
	}
	return false;
}

void sp_board_distances(const struct sp_board *b, uint16_t from, int seat,
	uint16_t out[SP_SQUARES_MAX])
{
	uint16_t at = from;

	assert(from < b->n_squares);
	for (unsigned i = 0; i < SP_SQUARES_MAX; i++)
		out[i] = UINT16_MAX;
	out[from] = 0;
	do
		spread(b, seat, at, out);
	while (sp_board_shorten_by_link(b, out, &at));
}

/* The first step that still gets there in time. */
static int step_nearer(const struct sp_board *b, uint16_t at, int seat,
	const uint16_t left[SP_SQUARES_MAX])
{
	for (int dir = 0; dir < SP_DIRS; dir++)
		if (left[b->link[at][dir]] == left[at] - 1 &&
			passable(b, at, (unsigned)dir, seat))
			return dir;
	return SP_THROUGH;
}

int sp_board_way(const struct sp_board *b, uint16_t from, uint16_t to, int seat,
	int out[], int max)
{
	uint16_t left[SP_SQUARES_MAX];
	uint16_t at = from;
	int n = 0;

	assert(from < b->n_squares && to < b->n_squares);
	/* An edge lets a seat pass both ways or not at all, and so does a link:
	 * distances from the end are distances to the end. */
	sp_board_distances(b, to, seat, left);
	if (left[from] == UINT16_MAX)
		return -1;
	for (; at != to; n++) {
		int step = step_nearer(b, at, seat, left);

		if (n < max)
			out[n] = step;
		at = sp_board_beyond(b, at, step);
	}
	return n;
}
