/*
 * Who plays the games that are recorded: players who do as the adept or the
 * apprentice does, take a suggestion, or anything at all, and what the input
 * says that befalls them.
 */
#ifndef TEST_REPLAY_PLAYERS_H
#define TEST_REPLAY_PLAYERS_H

#include "input.h"

/* The next line of `moves` for recording_play. `chance` is the players' own
 * generator. */
void players_line(struct input *in, const struct recording *r, uint64_t *chance,
	struct sp_buf *line);

#endif
