/* What players set for themselves. */
#ifndef SP_TABLE_SETTING_H
#define SP_TABLE_SETTING_H

#include "table/sitting.h"

/* Do an order that sets something: live->people knows it, and the sitting says
 * what is to be kept of it. */
void table_set(struct sp_sitting *sitting, const struct sp_order_line *line);
/* Append whom the seat muted, as a line; nothing if it muted nobody. */
void table_muted_list(const struct sp_live *live, int seat, struct sp_buf *out);
/* Let the address of record be asked whether an order is meant; whoever asks
 * tells of it. False: something else of the mail is asked already, as the
 * receipt says. */
bool table_ask(struct sp_sitting *sitting, const struct sp_order_line *line,
	const char *what);

/* The game, which is over, is to be played once more: sitting->rematch, for
 * whoever gave the sitting to make it. It is refused before that. */
void table_want_rematch(
	struct sp_sitting *sitting, const struct sp_order_line *line);

#endif
