/* What the files of the room share. */
#ifndef SP_TIMEZONE_PRIVATE_H
#define SP_TIMEZONE_PRIVATE_H

#include "timezone/timezone.h"

/* A zone at an instant. */
struct timezone_moment {
	int32_t offset; /* seconds, ahead of UTC */
	char name[16];  /* "CET", "UTC-03" */
};

/* False: the zone cannot be read, and *out is UTC. */
bool timezone_moment(
	const char *zone, int64_t instant, struct timezone_moment *out);
/* Where the database has that file; the caller frees it. */
char *timezone_path(const char *name);

#endif
