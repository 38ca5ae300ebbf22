/*
 * Plans at the table: which orders of a mail are one, and how it goes on when
 * its window closes. Where it is kept: record/plans.h.
 *
 * It goes on as a mail of its lines would: one command and commit for each, and
 * at the next window what is left is a plan again; of conditions that were
 * judged (guards.c) that is what stands behind the one that held. So it stops
 * where a mail stops (an order that is refused, a walk that was cut, a question
 * to its seat), and before its first order if something came between that it
 * did not count on (SP_PLAN_MEETS), which its conditions may do with a counter.
 */
#ifndef SP_TABLE_PLAN_H
#define SP_TABLE_PLAN_H

#include "table/sitting.h"

/* Before a command that `line` orders: what stands behind it would be a plan if
 * it opens a window. table_plan_end. */
void table_plan_begin(
	struct sp_sitting *sitting, const struct sp_command *command);
/* It is done: are the lines behind it planned now? */
void table_plan_end(
	struct sp_sitting *sitting, const struct sp_command *command);
/* True if the line at hand was told of: it is a plan's, or becomes one together
 * with those behind it, since the seat waits for others in its own turn. */
int table_plan_take(struct sp_sitting *sitting, bool *taken,
	struct sp_error *e) SP_MUST_CHECK;
/* `cancel rest`. */
int table_plan_cancel(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e) SP_MUST_CHECK;
/* Behind a mail of which not all was done: list the plan that it left alone. */
void table_plan_remind(struct sp_sitting *sitting);
/* Go on with the plan that is due. */
int table_plan_go_on(struct sp_scratch *scratch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Append a line for each order of the plan of a seat; nothing if it has none.
 */
void table_plan_list(const struct sp_live *live, int seat, struct sp_buf *out);

/* sitting.c: does the mail answer a decision that is over? Said once, in the
 * receipt. */
bool table_is_stale(struct sp_sitting *sitting);
/* Tell of a line that it is not done, and let no other be. */
void table_not_done(
	struct sp_sitting *sitting, const struct sp_order_line *line);
/* An order that changes the game. */
int table_do_game(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_error *e) SP_MUST_CHECK;

#endif
