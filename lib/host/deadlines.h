/* How long players have, and what a game that moved on owes. */
#ifndef SP_HOST_DEADLINES_H
#define SP_HOST_DEADLINES_H

#include "host/host.h"
#include "post/post.h"

/* Set the deadline's timer, if the game moved on. */
int host_rearm(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, struct sp_error *e) SP_MUST_CHECK;
/* Set it, then tell everybody whom it concerns that the game moved on. */
int host_notices(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;

#endif
