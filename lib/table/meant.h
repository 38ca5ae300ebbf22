/* What a mail that was read by half may mean. */
#ifndef SP_TABLE_MEANT_H
#define SP_TABLE_MEANT_H

#include "table/sitting.h"

/* Show a line of prose in the receipt: nothing was done for it (receipt.c). */
void table_ignored(
	struct sp_sitting *sitting, const struct sp_order_line *line);
/* Tell of a line that was not understood, and do nothing below it. */
void table_not_understood(
	struct sp_sitting *sitting, const struct sp_order_line *line);
/* A line was not done: this order is what it says, or (`guess`) may say; it is
 * what it says itself. */
void table_meant_add(struct sp_sitting *sitting, const char *order, bool guess);
void table_meant_not_done(
	struct sp_sitting *sitting, const struct sp_order_line *line);
/* A line was not done, and nobody but its writer knows what it means: nothing
 * is offered. */
void table_meant_lose(struct sp_sitting *sitting);
/* The line was not understood: it means what is suggested, "" where nothing is,
 * in place of the words that are wrong, or of all of it. */
void table_meant_suggest(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *suggestion);
/* The line, or one that it names as its cause, takes something back: offer the
 * two readings of the mail, or nothing (reply/readings.c). */
void table_meant_corrected(
	struct sp_sitting *sitting, const struct sp_order_line *line);
/* Nothing of it is offered. */
void table_meant_clear(struct sp_sitting *sitting);
/* At the end of a mail: offer what could be done now, or forget it. */
void table_meant_offer(struct sp_sitting *sitting);

#endif
