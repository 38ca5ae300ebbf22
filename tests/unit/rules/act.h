/*
 * Operations and frames on positions laid out by hand: a play's program runs
 * as if it had been announced, without rounds and costs.
 */
#ifndef TEST_ACT_H
#define TEST_ACT_H

#include "deck.h"
#include "stack/frame.h"

struct act {
	struct scene s;
	struct sp_run run;
	struct sp_ruleset *ruleset;
};

/* A game with the cards of deck.c and `more` ones, whose apostrophes stand for
 * quotation marks: "<id>': {members}" is not needed, each is id then members,
 * the list ended by NULL. */
struct act_card {
	const char *id, *members;
};
void act_begin(
	struct act *a, const struct act_card cards[], const char *colours);
void act_end(struct act *a);

/* The program of a play of a card, cast or used by `seat`, with these answers
 * to its slots; what lasts goes into play first. Runs until all is done or
 * somebody is asked; gives the number of the item, which act_done frees. */
int act_play(struct act *a, const char *id, int play, int seat,
	const sp_value answers[], int n);
/* The same with the item as it is on the stack already. */
void act_resolve(struct act *a, int cast);
/* Put the item on the stack, nothing runs yet. */
int act_announce(struct act *a, const char *id, int play, int seat,
	const sp_value answers[], int n);
/* Step frames until there are none or somebody is asked. */
void act_go(struct act *a);
/* Answer the open choice; checks that it is offered. */
void act_choose(struct act *a, sp_value answer);
/* Nobody is asked, nothing is left; the item's card is discarded; checks. */
void act_done(struct act *a);
/* Every invariant, also in the middle of something, and the way through
 * state.json. */
void act_check(struct act *a);

#endif
