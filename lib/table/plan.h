/*
 * Plans at the table: which orders of a mail are one, and how it goes on when
 * its window closes. Where it is kept: record/plans.h.
 *
 * It goes on as a mail of its lines would: one command and commit for each, and
 * at the next window what is left is a plan again. So it stops where a mail
 * stops (an order that is refused, a walk that was cut, a question to its
 * seat), and before its first order if something came between that it did not
 * count on (SP_PLAN_MEETS).
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
/* Go on with the plan that is due. */
int table_plan_go_on(struct sp_scratch *scratch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Append a line for each order of the plan of a seat; nothing if it has none.
 */
void table_plan_list(const struct sp_live *live, int seat, struct sp_buf *out);

/* An order that changes the game (sitting.c). */
int table_do_game(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_error *e) SP_MUST_CHECK;

#endif
