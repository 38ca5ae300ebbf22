/*
 * Inside of targets: what their files share.
 */
#ifndef SP_LAW_TARGET_PRIVATE_H
#define SP_LAW_TARGET_PRIVATE_H

#include "law/aim.h"

/* sp_law_in_range; what is found out is kept in *r for the next one (NULL:
 * not), which must ask about the same aim. */
enum sp_reason law_in_reach(
	const struct sp_aim *aim, struct sp_reach *r, sp_value ref);
/* What is seen of the board, by number: 1 or 0; the origin must be on it. */
const uint8_t *law_seen_squares(const struct sp_aim *aim, struct sp_reach *r);
const uint8_t *law_seen_edges(const struct sp_aim *aim, struct sp_reach *r);
/* Forget what was found out about another aim. */
void law_reach_turn(struct sp_reach *r, const struct sp_aim *aim);
/* Has he a form by which he fills his square; could anybody have one. */
bool law_fills_square(const struct sp_aim *aim, int actor);
bool law_may_fill_squares(const struct sp_aim *aim);

#endif
