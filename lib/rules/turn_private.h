/*
 * The course of turns, and the end of the game.
 */
#ifndef SP_RULES_TURN_PRIVATE_H
#define SP_RULES_TURN_PRIVATE_H

#include "stack/frame.h"

/* The first turn of a game begins: that of its first seat, or of the next one
 * that lives. Its frame waits for the machine. */
void rules_turn_first(struct sp_run *run);
/* When the stack is empty and no decision is open: go on with the phases until
 * one asks or the game is over. */
void rules_turn_go_on(struct sp_run *run);

/* True if the game is won, or lost by all. */
bool rules_is_won(const struct sp_game *g);
/* True if the game is over for want of wizards, whatever else goes on. */
bool rules_is_last_alive(const struct sp_game *g);
/* Is the game won, or lost by all? Then it is over. */
bool rules_victory(struct sp_game *g, struct sp_events *events);
/* Push the deaths of those who have lost their treasures, if the ruleset has it
 * so; false: of nobody. */
bool rules_victory_eliminates(struct sp_run *run);
/* The last round is over: most points, then most life; equal in both: a draw.
 */
void rules_victory_by_rounds(struct sp_game *g, struct sp_events *events);

#endif
