/*
 * What lies on the stack: is it an attack, who got out of its way, how often
 * does it strike each.
 */
#ifndef SP_LAW_STRUCK_H
#define SP_LAW_STRUCK_H

#include "card/card.h"
#include "game/game.h"

/* What is left of damage or tokens once it was halved. */
int sp_law_halved(const struct sp_ruleset *ruleset, const struct sp_cast *cast,
	int amount);
/* True if it is an attack: a spell, a fist, a weapon, a use that counts as one;
 * true if one can get out of its way. */
bool sp_law_is_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
bool sp_law_is_evadable(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* True if the actor evaded it, or another takes it for him. */
bool sp_law_got_away(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, int actor);
/* True if it goes on flying, up to the wall that came between, though it does
 * not reach its target. */
bool sp_law_cast_flies_on(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast);
/* True if all whom it names got out of its way. `stood_in`: those too for whom
 * a spell takes it. */
bool sp_law_cast_evaded(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, bool stood_in);
/* How often it strikes what answers to each seat: a bolt may pass twice. */
void sp_law_cast_hits(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, uint8_t hits[SP_SEATS_MAX]);

#endif
