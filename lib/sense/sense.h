/*
 * Sense: what a sensible player might do, of all that the rules allow. An
 * example that is legal and of no use wastes a card, and whoever copies it
 * learns nothing.
 */
#ifndef SP_SENSE_H
#define SP_SENSE_H

#include <limits.h>

#include "law/law.h"

/* How good an example the value is as the next answer of a command that plays a
 * card: 0 the best, SP_SENSE_POOR none at all. The command's answers are legal.
 */
#define SP_SENSE_POOR INT_MAX
int sp_sense_rank(const struct sp_ruleset *ruleset, const struct sp_game *view,
	const struct sp_command *c, const struct sp_domain *domain,
	sp_value value);
/* True if a sensible player attacks it: somebody else, or what has life and is
 * not his own; neither walls nor what lies about. */
bool sp_sense_is_prey(const struct sp_game *view, int seat, sp_value value);
/* True if it is another's treasure that lies where it scores nothing for this
 * seat. */
bool sp_sense_is_worth_fetching(
	const struct sp_game *view, int seat, int treasure);
/* Where the nearest of them lies that the actor can walk to, and does not stand
 * on; SP_NOWHERE. */
uint16_t sp_sense_nearest_treasure(
	const struct sp_game *view, int seat, int actor);
/* How gladly a card of the hand is spent as energy: what is good for nothing
 * else first, then what gives most; -1: a counter, which is kept. */
int sp_sense_worth_to_pay(const struct sp_ruleset *ruleset,
	const struct sp_game *view, sp_value value);
/* True if no sensible player gives the verb this first answer: to strike a
 * wall, open what is open, take up a treasure of one's own, or drop one that
 * would score for an enemy. */
bool sp_sense_is_poor(const struct sp_game *view, int seat, enum sp_verb verb,
	sp_value value);

#endif
