/*
 * The board as one actor may walk it: what bars a way, what hurts on it.
 */
#ifndef SP_LAW_WAY_H
#define SP_LAW_WAY_H

#include "law/law.h"

/* Find the first thing at that square or edge that acts on the actor who comes
 * there; -1: none does. */
int sp_law_hazard_at(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, sp_value where);
/* True if the treasure that the actor carries stays behind when it takes that
 * step from that square. */
bool sp_law_leaves_treasure(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, uint16_t square, int step);
/* Fit a copy of the board to the actor of that seat: walled in are squares that
 * something fills, doors that a spell seals and walls that he believes in; his
 * own are doors that he may open or go through. */
void sp_law_fit_board(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, int seat, struct sp_board *board);
/* Wall in what lies there and does harm to the actor, or had better be gone
 * round, but for the goal and the square of the actor; and doors at which its
 * treasure would stay behind. */
void sp_law_bar_hazards(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, uint16_t goal,
	struct sp_board *board);

#endif
