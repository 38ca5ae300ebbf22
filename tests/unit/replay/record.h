/*
 * How a game of the table is recorded anew.
 */
#ifndef TEST_REPLAY_RECORD_H
#define TEST_REPLAY_RECORD_H

#include "input.h"

/* The ruleset that games of a level were recorded on, which the caller frees,
 * and its hash; fails the test. */
struct sp_ruleset *record_ruleset(
	const char *level, const char *id, char hash[SP_SHA256_TEXT]);
/* Play the game with one dice after the other until it comes out as its row
 * wants, and write it; fails the test if none does. */
void record_game(const char *level, struct input *in);

#endif
