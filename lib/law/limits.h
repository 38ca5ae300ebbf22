/*
 * How much is allowed: attacks, ways, cards.
 */
#ifndef SP_LAW_LIMITS_H
#define SP_LAW_LIMITS_H

#include "law/law.h"

/* Does the seat attack too early: in its first turn, in the first round. */
enum sp_reason sp_law_attack_ban(const struct sp_game *g, int seat);
/* May this actor attack (cast an attack, punch, use a weapon) now: first turn,
 * attacks made, stunned, forms. */
/* The same out of turn: no attack of a turn is used up, but whatever else bars
 * him from attacking does. */
enum sp_reason sp_law_may_interrupt(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor);
enum sp_reason sp_law_may_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor);
/* May it leave its square by itself now: stunned and attacked, stopped. */
enum sp_reason sp_law_may_leave(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor);
/* How many cards the seat may draw at the end of its turn. */
int sp_law_draw_max(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);
/* By how many cards the hand of a living wizard is over its limit; up to 0: it
 * is not. */
int sp_law_over_limit(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);
/* The first seat from the active one on whose hand is; SP_NOBODY. */
int sp_law_first_over_limit(
	const struct sp_ruleset *ruleset, const struct sp_game *g);
/* True if the hand of the seat is full, and with one card fewer its wizard
 * could pick up something that lies in its square. */
bool sp_law_discard_makes_room(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);

#endif
