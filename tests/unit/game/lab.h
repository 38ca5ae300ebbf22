/*
 * Positions with cards for the tests of game: a lexicon without a ruleset of
 * cards, a position made by hand, and random ones. Nothing here knows a rule of
 * a card: the positions are fair, not reachable.
 */
#ifndef TEST_LAB_H
#define TEST_LAB_H

#include "../rules/scene.h"

#define LAB_TYPES  60
#define LAB_COPIES 5 /* of each type */

/* The boards of the source tree; types "alpha", "beta", ... with five copies
 * each; three schools. */
const struct sp_lexicon *lab_lexicon(void);
/* The number of a card by its name ("beta#2"). */
int lab_card(const char *name);

/* A game with the first n cards in one deck, 0 at the bottom, empty hands. */
void lab_deal(struct scene *s, const char *colours, int n);
/* A position in which every part of the file has something to say: an attack
 * that is being reacted to. */
void lab_rich(struct scene *s);
/* A fair position with pools filled at random. */
void lab_random(struct scene *s, struct scene_random *random);

/* Fails the test, saying why, where an invariant is broken. */
void lab_fair(const struct sp_game *g);
/* state.json; the caller frees it. */
char *lab_encode(const struct sp_game *g);
int lab_decode(struct sp_game *out, const char *text, struct sp_error *e);
/* The hidden part as one line; the caller frees it. */
char *lab_hidden(const struct sp_game *g);
int lab_set_hidden(struct sp_game *g, const char *text, struct sp_error *e);
/* Encoded, decoded, hidden put back: the same bytes. */
void lab_round_trip(const struct sp_game *g);

#endif
