/*
 * Fights between wizards with the real cards, laid out by hand: what an attack
 * does once its answers are given.
 */
#ifndef TEST_FRAY_H
#define TEST_FRAY_H

#include "act.h"
#include "cardplay.h"

/* Seats stand in b3, c3, d3, e3. The cards are those of cardplay_ruleset. */
void fray_begin(struct act *a, const char *colours);
/* The spell, or the item, comes into play. */
int fray_spell(struct act *a, const char *id, int seat, sp_value target);
int fray_item(struct act *a, const char *id, int seat);
/* A card comes into his hand. */
int fray_hand(struct act *a, const char *id, int seat);
/* An attack of `seat` at `to` lies on the stack, its answers given: it is told
 * to the cards of `to`, if that is a wizard. */
int fray_attack(struct act *a, const char *id, int seat, sp_value to);
/* It does that damage; gives what it cost. */
int fray_hit(struct act *a, int cast, sp_value to, int amount,
	enum sp_damage_kind kind, enum sp_element element, unsigned flags);
/* The program of the attack runs, then it is gone. */
void fray_resolve(struct act *a, int cast);
/* Whatever is asked is answered, one way or another. */
void fray_choose(struct act *a);
void fray_done(struct act *a);
sp_value fray_actor(int seat);
int fray_life(const struct act *a, int seat);
/* How many events of that kind there were. */
int fray_events(const struct act *a, enum sp_event_kind kind);
bool fray_in_play(const struct act *a, const char *id);

#endif
