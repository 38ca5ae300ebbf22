/*
 * What a seat has done in its game, from the record of it alone.
 */
#ifndef SP_RECORD_DEEDS_H
#define SP_RECORD_DEEDS_H

#include "lesson/lesson.h"
#include "record/live.h"

/* Reads the history back to its root: for short games. What was taken back
 * counts. */
int sp_record_deeds(const struct sp_live *live, int seat, struct sp_deeds *out,
	struct sp_error *e) SP_MUST_CHECK;

#endif
