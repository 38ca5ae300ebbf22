/*
 * A random player for tests, which takes every answer from sp_law_slots.
 */
#ifndef TEST_PLAY_H
#define TEST_PLAY_H

#include "scene.h"

struct play {
	const struct sp_ruleset *ruleset;
	struct sp_setup setup;
	struct sp_game g;
	struct sp_events events;
	struct scene_random random;
	bool greedy; /* goes for treasures; else it does just anything */
};

/* A game numbered `n`: seats, colours, side, layout and dice all differ. */
void play_begin(struct play *p, const struct sp_ruleset *ruleset, uint64_t n,
	int rounds);
/* One command out of what is offered, applied. */
void play_step(struct play *p, struct sp_command *c);
/* Is every answer in its domain, and the whole complete? */
bool play_offered(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c);

#endif
