/*
 * What one aim after the other reaches, for whoever lists targets.
 */
#ifndef SP_EVAL_REACH_H
#define SP_EVAL_REACH_H

#include "eval/aim.h"

/* sp_eval_in_range; what is found out is kept in *r for the next one (NULL:
 * not), which must ask about the same aim. */
enum sp_reason sp_eval_in_reach(
	const struct sp_aim *aim, struct sp_reach *r, sp_value ref);
/* The set of what is seen of the board; the origin must be on it. */
const uint64_t *sp_eval_seen_squares(
	const struct sp_aim *aim, struct sp_reach *r);
const uint64_t *sp_eval_seen_edges(
	const struct sp_aim *aim, struct sp_reach *r);
/* Forget what was found out about another aim. */
void sp_eval_reach_turn(struct sp_reach *r, const struct sp_aim *aim);
/* Has he a form by which he fills his square; could anybody have one. */
bool sp_eval_fills_square(const struct sp_aim *aim, int actor);
bool sp_eval_may_fill_squares(const struct sp_aim *aim);

#endif
