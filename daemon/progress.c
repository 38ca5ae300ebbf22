/* How far something has come, on a terminal. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define BAR 24

static int64_t tenths(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 10 + t.tv_nsec / 100000000;
}

/* At most ten times a second. */
void daemon_progress_show(void *state, int done)
{
	struct daemon_progress *bar = state;
	int64_t now = tenths(), left;
	int full = (int)((int64_t)done * BAR / bar->all);

	if (now == bar->told && done < bar->all)
		return;
	bar->told = now;
	left = (now - bar->began) * (bar->all - done) / done / 10;
	fprintf(stderr, "\r[%.*s%.*s] %d of %d games, %d:%02d left \033[K",
		full, "########################", BAR - full,
		"........................", done, bar->all, (int)(left / 60),
		(int)(left % 60));
	if (done == bar->all)
		fputs("\r\033[K", stderr);
}

bool daemon_progress_begin(struct daemon_progress *bar, int all)
{
	*bar = (struct daemon_progress){ .all = all, .began = tenths() };
	return isatty(STDERR_FILENO) != 0;
}
