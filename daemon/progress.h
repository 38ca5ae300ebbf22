/*
 * How far something has come: a bar, and how long it will take, on the terminal
 * of the standard error.
 */
#ifndef SP_DAEMON_PROGRESS_H
#define SP_DAEMON_PROGRESS_H

#include "base/base.h"

struct daemon_progress {
	int all;             /* games */
	int64_t began, told; /* tenths of a second */
};

/* Begin; false if there is no terminal, and nothing is to be shown. */
bool daemon_progress_begin(struct daemon_progress *bar, int all);
/* So many are done: shown at most ten times a second, and gone with the last
 * one. `state` is the bar. */
void daemon_progress_show(void *state, int done);

#endif
