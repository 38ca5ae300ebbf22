/*
 * outcome: what would come of orders, as far as a seat knows. Nothing is done,
 * and nothing is learned that the seat cannot know.
 */
#ifndef SP_OUTCOME_H
#define SP_OUTCOME_H

#include "record/live.h"

/* What would come of one order if nobody answers it, into an empty buffer;
 * nothing where that is not known. *life: of the seat's wizard then, 0 if it
 * dies, -1 where that hangs on dice, or on cards that the seat does not see. */
void sp_outcome_of(const struct sp_live *live, int seat, const char *order,
	struct sp_buf *out, int *life);
/* Tell what would come of orders, one after the other, in the lists "tried" and
 * "refused" of a receipt, and in "map" the map where it is another then. */
void sp_outcome_try(const struct sp_live *live, int seat, const char *orders,
	json_t *receipt);
/* True if walls, doors, sectors or links are not as they were. */
bool sp_outcome_map_differs(
	const struct sp_board *before, const struct sp_board *after);

#endif
