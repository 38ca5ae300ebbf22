/*
 * The course of turns, hands and the draw pile, and the end of the game.
 */
#ifndef SP_RULES_TURN_PRIVATE_H
#define SP_RULES_TURN_PRIVATE_H

#include "stack/frame.h"

/* The first turn of a game begins with `seat`; its frame waits for the
 * machine. */
void rules_turn_first(struct sp_run *run, int seat);
/* When the stack is empty and no decision is open: go on with the phases until
 * one asks or the game is over. */
void rules_turn_go_on(struct sp_run *run);

/* Ask the active seat for its next action, with the number that it had unless
 * something else was asked meanwhile. */
void rules_turn_ask(struct sp_run *run);
/* creatures.c: the creature that acts has done; its frame goes when it is on
 * top. */
void rules_end_activation(struct sp_run *run);

/* phase.c */
/* The active seat's move phase is over; the rest waits for the stack. */
void rules_turn_end_phase(struct sp_run *run);
/* Its turn is over, whatever phase it is in. */
void rules_turn_end(struct sp_run *run, bool by_clock);
/* Base speed may have changed: the movement points that are left shift with it
 * (rulebook, Moving). */
void rules_turn_follow_speed(struct sp_run *run);
/* Movement points more or less, within what a turn may hold. */
void rules_turn_add_moves(struct sp_run *run, int amount);

/* True if the game is won, or lost by all. */
bool rules_is_won(const struct sp_game *g);
/* Is the game won, or lost by all? Then it is over. */
bool rules_victory(struct sp_game *g, struct sp_events *events);
/* Push the deaths of those who have lost their treasures, if the ruleset has it
 * so; false: of nobody. */
bool rules_victory_eliminates(struct sp_run *run);
/* The last round is over: most points, then most life; equal in both: a draw.
 */
void rules_victory_by_rounds(struct sp_game *g, struct sp_events *events);

/* Draw, with the event that cards are told. */
void rules_draw(struct sp_run *run, int seat, int cards);
/* Push what makes a hand legal again (limit), if it is not. */
void rules_push_limit(struct sp_run *run, int seat);

#endif
