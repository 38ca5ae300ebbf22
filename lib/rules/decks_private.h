/*
 * How the cards come into a game.
 */
#ifndef SP_RULES_DECKS_PRIVATE_H
#define SP_RULES_DECKS_PRIVATE_H

#include "rules/rules.h"
#include "stack/frame.h"

/* The schools of the decks, the decks and hands, and the first turn; or the
 * frame in which the players choose schools first. Either waits for the
 * machine. The first seat is set. */
void rules_decks_begin(struct sp_run *run, const struct sp_opening *o);

#endif
