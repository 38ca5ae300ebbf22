/*
 * Turns to come: a queue. Where it says nothing of a seat its turns come in the
 * order of seats, and it plays them itself.
 */
#ifndef SP_GAME_COMING_H
#define SP_GAME_COMING_H

#include "game/game.h"

/* Append, or give the seat that has lost turns to come more of them. False: the
 * queue is full, and nothing was done. */
bool sp_game_turns_add(
	struct sp_game *g, enum sp_coming_kind kind, int seat, int by, int n);
/* Take the first extra turn; returns whose it is, or SP_NOBODY. */
int sp_game_turns_extra(struct sp_game *g);
/* Take a turn that the seat loses; false: it loses none. */
bool sp_game_turns_lose(struct sp_game *g, int seat);
/* Who plays the next turn of the seat, taken; SP_NOBODY: itself. */
int sp_game_turns_player(struct sp_game *g, int seat);
/* The seat is dead: no more of its turns comes, and it plays no other's. */
void sp_game_turns_forget(struct sp_game *g, int seat);

#endif
