/* Deadlines that are due. */
#ifndef SP_HOST_TIMERS_H
#define SP_HOST_TIMERS_H

#include "host/batch.h"

#define REMIND_LAST  (SP_ORDER_REMIND_USUAL * 3600) /* before the deadline */
#define REMIND_APART (3 * 3600) /* at least, else there is one */

int host_timer_apply(struct sp_batch *batch, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;

/* True if a timer of this kind may end what the game waits for, so that a mail
 * from after it comes behind it. */
bool host_timer_decides(const char *kind);

#endif
