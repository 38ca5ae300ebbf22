/* Conditions of orders: which of them hold, and what stands behind them. */
#ifndef SP_TABLE_GUARDS_H
#define SP_TABLE_GUARDS_H

#include "table/sitting.h"

/* Before a command: what comes of it is what conditions below it ask for. */
void table_guard_begin(
	struct sp_sitting *sitting, const struct sp_command *command);
/* A condition of the mail: judge it, or tell why not. */
int table_guard_take(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e) SP_MUST_CHECK;
/* True if no condition keeps the order from being done; else it was told what
 * becomes of it. */
bool table_guard_allows(
	struct sp_sitting *sitting, const struct sp_order_line *line);
/* True if a condition or an order is left out, as another condition held. */
bool table_guard_is_left(
	const struct sp_sitting *sitting, const struct sp_order_line *line);
/* True if the order stands behind no condition, or behind the one that held. */
bool table_guard_is_plain(
	const struct sp_sitting *sitting, const struct sp_order_line *line);
/* True if the orders from line `from` on say what is done after a counter to
 * what came above them. */
bool table_guard_speaks(const struct sp_sitting *sitting, int from);
/* A condition or an order as plans and receipts have it, a line each: an order
 * behind a condition further in. Owned. */
char *table_guard_written(
	const struct sp_sitting *sitting, const struct sp_order_line *line);

#endif
