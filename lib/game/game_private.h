/*
 * Inside of game: the words of state.json.
 */
#ifndef SP_GAME_PRIVATE_H
#define SP_GAME_PRIVATE_H

#include "game/game.h"

/* Tables of words, each ended by NULL and indexed by its enum. */
extern const char *const sp_game_status_words[];
extern const char *const sp_game_outcome_words[];
extern const char *const sp_game_phase_words[];
extern const char *const sp_game_decision_words[];
extern const char *const sp_game_door_words[];
extern const char *const sp_game_edge_words[];

/* The index of a word in such a table; -1: it is not there. */
int sp_game_word(const char *const table[], const char *word);

#endif
