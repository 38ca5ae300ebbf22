/* What the files of the room share. */
#ifndef SP_TALLY_PRIVATE_H
#define SP_TALLY_PRIVATE_H

#include "tally/tally.h"

/* Add what those events say (count.c); `g`: the position behind them. */
void tally_count(struct sp_tally *tally, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_events *events);

#endif
