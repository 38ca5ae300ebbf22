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

/* Without the time that the machine slept: that is time in which nobody polled.
 */
static int64_t system_steady(void *payload)
{
	struct timespec ts;

	(void)payload;
	if (clock_gettime(CLOCK_MONOTONIC, &ts) != 0)
		abort();
	return (int64_t)ts.tv_sec;
}

const struct sp_clock sp_clock_system = { system_now, NULL, system_steady };

int64_t sp_clock_steady(const struct sp_clock *clock)
{
	return clock->steady != NULL ? clock->steady(clock->payload)
				     : sp_clock_now(clock);
}

int64_t sp_clock_now(const struct sp_clock *clock)
{
	assert(clock != NULL && clock->now != NULL);
	return clock->now(clock->payload);
}

void sp_boot_id(char out[SP_BOOT_SIZE])
{
	struct sp_buf text;

	sp_buf_init(&text, SP_BOOT_SIZE - 1);
	out[0] = '\0';
	if (sp_file_read(&text, "/proc/sys/kernel/random/boot_id", NULL) ==
		SP_OK)
		sp_format(out, SP_BOOT_SIZE, "%.*s",
			(int)strcspn(sp_buf_str(&text), "\n"),
			sp_buf_str(&text));
	sp_buf_free(&text);
}
