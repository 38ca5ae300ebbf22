/* What the options of a host say to all of its files: the time, and when to
 * stop. */
#include "host/host_private.h"

int64_t host_now(const struct sp_host *host)
{
	return sp_clock_now(host->options.clock);
}

bool host_stops(const struct sp_host *host)
{
	return host->options.stop != NULL &&
	       host->options.stop(host->options.payload);
}

void host_stage(struct sp_host *host, enum sp_batch_stage stage)
{
	if (host->options.stage != NULL)
		host->options.stage(stage, host->options.payload);
}
