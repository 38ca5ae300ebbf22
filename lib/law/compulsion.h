/*
 * Compulsions: what a spell in play makes an actor do in its own turn. It
 * requires basic means alone: steps, a payment for speed, one kind of attack;
 * hazards on the way are no excuse, other cards need not be used.
 */
#ifndef SP_LAW_COMPULSION_H
#define SP_LAW_COMPULSION_H

#include "law/law.h"

struct sp_judge;
struct sp_casting;

struct sp_compulsion {
	uint8_t kind;   /* enum sp_compelling */
	sp_value of;    /* whom he flees from, goes to, attacks; SP_NOTHING */
	int played;     /* the spell or item that compels him */
	uint16_t order; /* of it */
	int16_t trait;  /* of what he attacks with; -1: his fist */
	uint16_t steps[SP_SQUARES_MAX]; /* his way from there */
};

/* The newest that holds for an actor in his own turn; false: there is none. One
 * that he can do nothing about does not hold: no way leads there, the attack of
 * the turn was made or is forbidden. */
bool sp_law_compulsion(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, struct sp_compulsion *out);
/* What a deadline does about it, as far as it costs no card: all the steps that
 * can be taken, or the punch. False: nothing. */
bool sp_law_obey(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out);

/* SP_REASON_COMPELLED, or nothing against: leaving the move phase; a verb that
 * would; a step from where the walk has come to; a punch; a play. */
enum sp_reason law_compelled_phase(const struct sp_judge *j);
enum sp_reason law_compelled_verb(const struct sp_judge *j);
enum sp_reason law_compelled_step(const struct sp_judge *j, int dir);
enum sp_reason law_compelled_punch(const struct sp_judge *j, sp_value at);
enum sp_reason law_compelled_play(
	const struct sp_casting *c, const struct sp_card_play *play);
/* 1 + the actor whom alone the play may name; 0: anybody. */
int law_compelled_prey(
	const struct sp_casting *c, const struct sp_card_play *play);

#endif
