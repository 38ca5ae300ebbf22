/*
 * The commits of a game by their number.
 */
#ifndef SP_RECORD_NUMBERED_H
#define SP_RECORD_NUMBERED_H

#include "record/live.h"

/* Find the commit with the trailer `Seq: seq` among those up to live->head. Of
 * a long game few are read: turn tags lead near it. SP_ECORRUPT if there is
 * none. */
int sp_record_numbered(const struct sp_live *live, uint64_t seq,
	struct sp_oid *out, struct sp_error *e) SP_MUST_CHECK;

#endif
