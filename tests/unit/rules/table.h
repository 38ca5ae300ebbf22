/*
 * Scenes with all cards: hands laid out by name, everything else in the deck.
 */
#ifndef TEST_TABLE_H
#define TEST_TABLE_H

#include "cardplay.h"
#include "rules/rules.h"

/* scene_begin with cards, after the first round: the first seat is to move,
 * hands are empty. */
void table_begin(struct scene *s, const char *colours);
void table_begin_with(
	struct scene *s, const struct sp_ruleset *ruleset, const char *colours);
/* Cards by name ("fireball#1 shield#2") out of the deck into a hand. */
void table_hand(struct scene *s, int seat, const char *cards);
/* One card into the play area of a seat, as an item or a lasting spell. */
int table_put(
	struct scene *s, enum sp_played_kind kind, int seat, const char *card);
int table_card(const struct scene *s, const char *name);
/* Everybody who is asked to react passes until nobody is. */
void table_pass(struct scene *s);
/* scene_do, then table_pass. */
enum sp_reason table_do(struct scene *s, int seat, const char *order);
/* What the clock would say, as text without the number; static. */
const char *table_default(const struct scene *s);

#endif
