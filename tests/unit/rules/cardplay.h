/*
 * Games with all cards, played at random through sp_law_slots on the view of
 * whoever is asked, for tests.
 */
#ifndef TEST_CARDPLAY_H
#define TEST_CARDPLAY_H

#include "play.h"

/* games/wizwar8 with every card ready, whatever the file says. */
const struct sp_ruleset *cardplay_ruleset(void);
/* The same with the cards of tests/rulesets/lab in every deck. */
const struct sp_ruleset *cardplay_lab_ruleset(void);
/* A game numbered `n`; sides, layouts, colours, schools and dice differ. Half
 * of them have the cards of tests/rulesets/lab in their decks too. */
void cardplay_begin(struct play *p, uint64_t n, int rounds);
/* One command out of what is offered to somebody who is asked, applied. */
void cardplay_step(struct play *p, struct sp_command *c);

#endif
