/*
 * Sight of an observer for whom nothing is different: no wall is looked
 * through, no fog, nothing stopped.
 */
#ifndef TEST_PLAIN_SIGHT_H
#define TEST_PLAIN_SIGHT_H

#include "board/board.h"

static const struct sp_sight plain_sight = { .stopped_at = UINT16_MAX };

static inline bool plain_sees(
	const struct sp_board *b, uint16_t from, uint16_t to)
{
	return sp_board_sees(b, &plain_sight, from, to);
}

static inline bool plain_sees_edge(
	const struct sp_board *b, uint16_t from, uint16_t edge)
{
	return sp_board_sees_edge(b, &plain_sight, from, edge);
}

/* Into a byte each. */
static inline void spread_set(const uint64_t set[], int n, uint8_t out[])
{
	for (int i = 0; i < n; i++)
		out[i] = sp_board_in_set(set, (unsigned)i);
}

static inline void plain_visible(
	const struct sp_board *b, uint16_t from, uint8_t seen[SP_SQUARES_MAX])
{
	uint64_t set[SP_SQUARE_WORDS];

	sp_board_visible(b, &plain_sight, from, set);
	spread_set(set, SP_SQUARES_MAX, seen);
}

/* No line is longer than `reach` squares along an axis. */
static inline void plain_visible_within(const struct sp_board *b, uint16_t from,
	int reach, uint8_t seen[SP_SQUARES_MAX])
{
	struct sp_sight sight = plain_sight;
	uint64_t set[SP_SQUARE_WORDS];

	sight.limit = (uint8_t)reach;
	sp_board_visible(b, &sight, from, set);
	spread_set(set, SP_SQUARES_MAX, seen);
}

static inline uint16_t plain_line(
	const struct sp_board *b, uint16_t from, int x, int y, uint16_t *edge)
{
	return sp_board_line(b, &plain_sight, from, x, y, edge);
}

#endif
