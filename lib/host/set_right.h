/*
 * A game that was dated by a clock which was ahead, once it is right again.
 */
#ifndef SP_HOST_SET_RIGHT_H
#define SP_HOST_SET_RIGHT_H

#include "host/host.h"
#include "record/live.h"

/* If the head of a game that runs is dated so, and its record does not say it
 * yet, add that to the record: live->righted. All timers are to be set. */
int host_set_right(struct sp_host *host, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* From when on the time for the open decision counts, after host_set_right. */
int64_t host_set_right_began(
	const struct sp_host *host, const struct sp_live *live);
#endif
