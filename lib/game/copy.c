/* Copies of positions: whole but for what the pools have not in use. */
#include "game_private.h"

#include <assert.h>

/* The pools in the order in which they lie in struct sp_game; what lies between
 * them is copied whole. X(pool, entries in use). */
#define POOLS(X)                                                               \
	X(actor, (size_t)sp_game_actors_end(g))                                \
	X(board.link, g->board.n_squares)                                      \
	X(board.heading, g->board.n_squares)                                   \
	X(board.edge_at, g->board.n_squares)                                   \
	X(board.edge, g->board.n_edges)                                        \
	X(board.opaque, g->board.n_squares)                                    \
	X(place, g->cards_end)                                                 \
	X(below, g->cards_end)                                                 \
	X(hand, g->n_seats)                                                    \
	X(pile, g->n_piles)                                                    \
	X(aside, g->asides_end)                                                \
	X(played, g->played_end)                                               \
	X(thing, g->things_end)                                                \
	X(cast, g->n_casts)                                                    \
	X(frame, g->n_frames)                                                  \
	X(reaction, g->n_rounds)                                               \
	X(once, g->n_onces)                                                    \
	X(relief, g->n_reliefs)                                                \
	X(sum, g->n_sums)                                                      \
	X(watch, g->n_watches)                                                 \
	X(proposal, g->proposals_end)

struct pool {
	size_t at, entry, n; /* bytes, bytes, entries */
};

#define G ((struct sp_game *)0)
static const struct pool pools[] = {
#define X(pool, used)                                                          \
	{ offsetof(struct sp_game, pool), sizeof(G->pool[0]),                  \
		SP_ARRAY_LEN(G->pool) },
	POOLS(X)
#undef X
};

enum { N_POOLS = SP_ARRAY_LEN(pools) };

/* The entries in use of each pool. */
static void count(const struct sp_game *g, size_t used[N_POOLS])
{
	size_t n[] = {
#define X(pool, used) used,
		POOLS(X)
#undef X
	};

	memcpy(used, n, sizeof(n));
}

/* `before`: how many entries of each pool may not be zero in `to`. */
static void copy(struct sp_game *to, const struct sp_game *from,
	const size_t before[N_POOLS])
{
	size_t used[N_POOLS];
	const char *source = (const char *)from;
	char *target = (char *)to;
	size_t at = 0;

	count(from, used);
	for (size_t i = 0; i < N_POOLS; i++) {
		const struct pool *p = &pools[i];
		size_t end = p->at + used[i] * p->entry;

		assert(used[i] <= p->n && before[i] <= p->n && at <= p->at);
		memcpy(target + at, source + at, end - at);
		if (before[i] > used[i])
			memset(target + end, 0,
				(before[i] - used[i]) * p->entry);
		at = p->at + p->n * p->entry;
	}
	memcpy(target + at, source + at, sizeof(*to) - at);
}

void sp_game_copy(struct sp_game *to, const struct sp_game *from)
{
	size_t before[N_POOLS];

	count(to, before);
	copy(to, from, before);
}

void sp_game_save(struct sp_game *to, const struct sp_game *from)
{
	static const size_t before[N_POOLS];

	copy(to, from, before);
}

void game_copy_fresh(struct sp_game *to, const struct sp_game *from)
{
	static const size_t before[N_POOLS] = {
#define X(pool, used) SP_ARRAY_LEN(G->pool),
		POOLS(X)
#undef X
	};

	copy(to, from, before);
}
