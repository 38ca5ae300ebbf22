/* `undo`: a player takes orders of the own turn back, or a sealed answer. */
#ifndef SP_TABLE_TAKE_BACK_H
#define SP_TABLE_TAKE_BACK_H

#include "table/sitting.h"

/* The order `undo`, of a mail that answers what is open; the game runs. */
int table_take_back(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e) SP_MUST_CHECK;

#endif
