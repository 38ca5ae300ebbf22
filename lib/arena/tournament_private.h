/*
 * A tournament (tournament.c): who meets whom (pairing.c), its processes
 * (jobs.c), the strengths that come of it (rating.c), and its table
 * (tournament_tell.c).
 */
#ifndef SP_ARENA_TOURNAMENT_PRIVATE_H
#define SP_ARENA_TOURNAMENT_PRIVATE_H

#include "arena_private.h"

/* What came of one game; small enough for one write to a pipe. */
struct arena_result {
	int32_t game;
	int32_t code;  /* what the game returned; then only `error` means
			  something */
	int8_t winner; /* seat, or SP_NOBODY */
	uint8_t outcome, players;
	uint8_t bot[SP_SEATS_MAX]; /* place in the list of the tournament */
	uint16_t rounds;
	uint16_t turns[SP_SEATS_MAX];
	int64_t ns[SP_SEATS_MAX];
	char error[200];
};
_Static_assert(sizeof(struct arena_result) <= 512, "one write to a pipe");

struct arena_tour {
	const struct sp_tournament *what;
	int n_bots;
	struct arena_bot bot[SP_TOURNAMENT_BOTS_MAX];
	struct arena_terms terms;
	struct arena_result *result; /* of each game */
};

/* Play game n in that hall. */
void arena_tour_play(const struct arena_tour *t, struct arena_hall *hall, int n,
	struct arena_result *out);
/* Play all games with as many processes as are wanted. */
int arena_jobs_run(struct arena_tour *t, struct sp_error *e) SP_MUST_CHECK;

/* Strengths. */
struct arena_rating {
	double elo, low, high; /* against the first */
};
void arena_rate(const struct arena_tour *t, struct arena_rating rating[]);

json_t *arena_tour_tell(const struct arena_tour *t,
	const struct arena_hall *hall, struct sp_buf *text);

#endif
