/*
 * What a player may not take back alone, and asks the others for. The question
 * stands in the position (struct sp_asked), so that it outlives the process,
 * and each word about it is a commit: `ask-undo`, `agree-undo`, `refuse-undo`.
 * Any command that all see ends it.
 */
#ifndef SP_TABLE_CONSENT_H
#define SP_TABLE_CONSENT_H

#include "table/context.h"
#include "table/sitting.h"

/* How the last question ended, to be told. */
enum sp_consent_end {
	SP_CONSENT_GONE, /* the game went on */
	SP_CONSENT_DONE, /* all agreed, and the position came back */
	SP_CONSENT_REFUSED,
	SP_CONSENT_WITHDRAWN,
	SP_CONSENT_LATE,
};

/* Hours to answer in. */
int sp_table_consent_hours(const struct sp_live *live);
/* What a seat may answer to it by number, unless it is asked something else by
 * numbers; returns how many. */
int sp_table_consent_options(const struct sp_live *live, int seat,
	struct sp_suggestion out[SP_TABLE_SUGGESTIONS]);
/* Append what is asked to be taken back, a line for each order of the seat,
 * oldest first, behind two blanks. The question is open. */
int sp_table_consent_list(struct sp_live *live, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Append "Red, Blue and Green" of a mask. */
void sp_table_consent_names(
	const struct sp_live *live, unsigned seats, struct sp_buf *out);
/* Its time is over: it is refused. */
int sp_table_consent_expire(
	struct sp_live *live, int64_t due, struct sp_error *e) SP_MUST_CHECK;

/* Ask whether the position of commit `seq` may come back. For the receipt: the
 * `order`, and `what` it would take back. */
int table_consent_ask(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *order, uint64_t seq,
	const char *what, struct sp_error *e) SP_MUST_CHECK;
/* True if the seat may agree that something is taken back. */
bool table_consent_asks(const struct sp_sitting *sitting);
/* `yes` or `no` to that. */
int table_consent_yes(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e) SP_MUST_CHECK;
/* *taken: the line, `agree`, `refuse` or `withdraw`, is about the question that
 * is open, and was told of. */
int table_consent_answer(struct sp_sitting *sitting,
	const struct sp_order_line *line, bool *taken,
	struct sp_error *e) SP_MUST_CHECK;

#endif
