#include "base.h"

#include <assert.h>

static int64_t system_now(void *payload)
{
	struct timespec ts;

	(void)payload;
	if (clock_gettime(CLOCK_REALTIME, &ts) != 0)
		abort();
	return (int64_t)ts.tv_sec;
}

const struct sp_clock sp_clock_system = { system_now, NULL };

int64_t sp_clock_now(const struct sp_clock *clock)
{
	assert(clock != NULL && clock->now != NULL);
	return clock->now(clock->payload);
}
