/*
 * setup: how a game begins: its board, and how its cards come into it.
 */
#ifndef SP_SETUP_H
#define SP_SETUP_H

#include "card/card.h"
#include "game/game.h"

/* Set up and begin: sectors shuffled into bays and turned, first seat drawn,
 * wizards and treasures placed (rulebook, Setup). Draws, in this order: the
 * shuffle of the sectors in seat order, a turn of four faces for each bay in
 * order, the first seat; with cards (a ruleset that has schools, unless the
 * option `cards` is `no`) then, where the option `schools` is `random`, the
 * shuffle of the schools that may be drawn, and the shuffle of the deck in the
 * order of card numbers, from which each seat in turn gets its hand. Where the
 * players choose the schools (`schools` is `players`, or there are two decks)
 * the decks are shuffled, one after the other, when the last of them is
 * answered. `setup` must have been made for this ruleset. */
int sp_setup_start(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const struct sp_rng *rng,
	struct sp_game *out, struct sp_events *events,
	struct sp_error *e) SP_MUST_CHECK;

#endif
