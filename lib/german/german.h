/*
 * german: orders in German, as tokens of a line that become the game's words
 * before the line is read. Pure.
 */
#ifndef SP_GERMAN_H
#define SP_GERMAN_H

#include "token/token.h"

/* Put the game's words in place of German ones, in each part of the line that
 * is an order. `whole`: it is one that an order's verb stands before. False,
 * and nothing is changed: no part is. */
bool sp_german_translate(struct piece *p, bool whole);

#endif
