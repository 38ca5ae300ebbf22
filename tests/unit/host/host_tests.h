/*
 * The test tables of this folder's files.
 */
#ifndef HOST_TESTS_H
#define HOST_TESTS_H

#include "club.h"
#include "fixtures.h"
#include "unit.h"

/* A game that has everything in it, noted on a tape: made in `c`, which is
 * copied to `start` before the first event. Both are made here. */
void scenario(struct club *start, struct tape *tape, bool clocks);

/* The same of a game whose players leave much for later. */
void scenario_of_waiting(struct club *start, struct tape *tape);

#endif
