/*
 * rules: what happens. A command in, a changed position and events out; no
 * clock, no mail, no dice but the game's own stream. What may be done is law;
 * nothing is done here that it does not allow.
 */
#ifndef SP_RULES_H
#define SP_RULES_H

#include "law/law.h"

/* Do it: SP_OK with events appended, or SP_EREFUSED with the position
 * untouched and `why` (may be NULL) filled, or SP_EUNKNOWN where a view does
 * not know what would decide. Checks the whole command before any change. */
int sp_rules_apply(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *command, struct sp_events *events,
	struct sp_refusal *why) SP_MUST_CHECK;

/* Set up and begin: sectors shuffled into bays and turned, first seat drawn,
 * wizards and treasures placed (rulebook, Setup). Draws, in this order: the
 * shuffle of the sectors in seat order, a turn of four faces for each bay in
 * order, the first seat; with cards (a ruleset that has schools, unless the
 * option `cards` is `no`) then, where the option `schools` is `random`, the
 * shuffle of the schools that may be drawn, and the shuffle of the deck in the
 * order of card numbers, from which each seat in turn gets its hand. `setup`
 * must have been made for this ruleset. */
int sp_rules_start(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const struct sp_rng *rng,
	struct sp_game *out, struct sp_events *events,
	struct sp_error *e) SP_MUST_CHECK;

/* What the clock does when a deadline passes: the default answer of the first
 * seat that has not answered (a reaction: `pass`; a choice: its default; a
 * discard: the cheapest things; a turn: `end`). */
void sp_rules_default(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out);

#endif
