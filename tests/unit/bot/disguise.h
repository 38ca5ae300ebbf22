/*
 * Games for the tests of bots, and their twins: which differ in what one seat
 * cannot know alone.
 */
#ifndef TEST_DISGUISE_H
#define TEST_DISGUISE_H

#include "bot/bot.h"

/* A game with cards, three seats if `seed` is even, else two. */
void disguise_start(struct sp_game *g, uint64_t seed, const char *schools);
/* The first seat that is asked and has not answered. */
int disguise_asked(const struct sp_game *g);
/* Every hand but that of the seat becomes another one, and the dice others;
 * returns how many cards changed places. */
int disguise_twin(struct sp_game *g, int seat);
/* Have it play so many games: in each position it answers as in the twin, and
 * what it remembers from other positions changes nothing. Returns which kinds
 * of decisions came up, as bits. */
unsigned disguise_games(enum sp_bot bot, int playouts, int games, int rounds);

#endif
