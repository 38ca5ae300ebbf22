/*
 * Earlier positions of a game, to look at: those in which a seat was asked.
 */
#ifndef SP_RECORD_THEN_H
#define SP_RECORD_THEN_H

#include "record/live.h"

#define SP_THEN_MOST    8
#define SP_THEN_SUBJECT 200 /* bytes of a subject, what is longer is cut */

/* A new game at an earlier commit, without its position, which borrows from
 * `live`. sp_record_live_free_past. */
struct sp_live *sp_record_then_new(
	const struct sp_live *live, const struct sp_oid *commit);
/* Read its public position out of the text of state.json, */
int sp_record_then_read(struct sp_live *past, const struct sp_buf *state,
	struct sp_error *e) SP_MUST_CHECK;
/* and then what is hidden of it. */
int sp_record_then_open(struct sp_live *past, const struct sp_buf *state,
	struct sp_error *e) SP_MUST_CHECK;

/* Find the last `most` (at most SP_THEN_MOST) reactions that asked the seat,
 * newest first: each with the position in which it opened, and the subject of
 * the commit that tells what was announced. `choices`: also what asked it for a
 * choice or a discard that a preference can answer. */
int sp_record_then_asked(const struct sp_live *live, int seat, int most,
	bool choices,
	void (*each)(
		const struct sp_live *past, const char *subject, void *payload),
	void *payload, struct sp_error *e) SP_MUST_CHECK;

#endif
