/*
 * Damage, spells in play and their triggers, death.
 */
#ifndef SP_EFFECT_HARM_PRIVATE_H
#define SP_EFFECT_HARM_PRIVATE_H

#include "effect.h"

struct sp_damage {
	sp_value to; /* ACTOR, EDGE, THING */
	int parts;   /* of points: SP_DAMAGE_PARTS to one */
	uint8_t kind, element, flags;
	int cast;    /* -1: none */
	int card;    /* what it is told by; -1 */
	sp_value by; /* ACTOR who did it, or SP_NOTHING */
	bool rolled; /* dice made the amount after the announcement */
};

/* Push the pipeline: amount, the stages of the ruleset's table, life,
 * after-effects, deaths. Leaves what was lost in `done` of the frame below.
 * With the flag `summed`, if it is an actor who is hurt, it is added up until
 * the action is over, and nothing is lost yet. */
void effect_push_damage(struct sp_run *run, const struct sp_damage *damage);
/* An answer takes so much off the damage that the open round is about, or makes
 * a push of it, if that hurts this actor. `source`: the CARD of the answer. */
void effect_damage_reduce(
	struct sp_run *run, int actor, int by, sp_value source);
void effect_damage_convert(struct sp_run *run, int actor, sp_value source);
/* He gets out of its way, if one can; the same with the dice that his cards
 * give him. sp_effect_push_event(SP_ON_ATTACKED) rolls them by itself. */
void effect_evade(struct sp_run *run, int cast, int actor);
void effect_roll_evasion(struct sp_run *run, int cast, int actor);

/* Life counters of a spell go; without any it ends. */
void effect_wear(struct sp_run *run, int played, int by);
/* Spells that work on a wizard, thing, line, or spell end: it is gone. */
void effect_end_spells_on(struct sp_run *run, sp_value ref);

/* creatures.c: the creature (-1: none) leaves with its spell, and the spells on
 * it end. */
void effect_creature_goes(struct sp_run *run, int creature);
/* creatures.c: what answered to the seat, which is dead, answers to whose spell
 * it is. */
void effect_creatures_return(struct sp_run *run, int seat);
/* The spell of that seat's, whose card this was, has ended: push what it does
 * then (triggers.c). */
void effect_push_ended(struct sp_run *run, int card, int seat);

#endif
