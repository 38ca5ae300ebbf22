/*
 * How much is allowed: attacks, ways, cards, and the cracks that an object
 * bears.
 */
#ifndef SP_LAW_LIMITS_H
#define SP_LAW_LIMITS_H

#include "law/law.h"

/* May this actor attack (cast an attack, punch, use a weapon) now: first turn,
 * attacks made, stunned, forms. */
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

/* Cracks that an edge or thing has, and that destroy it (0: it takes none). */
int sp_law_cracks_of(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);
int sp_law_cracks_max(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);
/* The created thing that an edge or thing is; -1. */
int sp_law_made_at(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);

#endif
