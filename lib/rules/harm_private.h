/*
 * Damage, spells in play and their triggers, death.
 */
#ifndef SP_RULES_HARM_PRIVATE_H
#define SP_RULES_HARM_PRIVATE_H

#include "stack/frame.h"

struct sp_damage {
	sp_value to; /* ACTOR, EDGE, THING */
	int amount;
	uint8_t kind, element, flags;
	int cast;    /* -1: none */
	int card;    /* what it is told by; -1 */
	sp_value by; /* ACTOR who did it, or SP_NOTHING */
	bool rolled; /* dice made the amount after the announcement */
};

/* A punch strikes: cast->answer[0] is what (ACTOR, EDGE, THING); all the
 * statistics of fists. Pushes damage. Also the operation `punch`. */
void rules_resolve_punch(struct sp_run *run, int cast, sp_value at);
/* Push the pipeline: amount, evade, redirect, static reductions, counter
 * reductions, convert, life, after-effects, deaths. Leaves what was lost in
 * `done` of the frame below. */
void rules_push_damage(struct sp_run *run, const struct sp_damage *damage);
/* An answer takes so much off the damage that the open round is about, or makes
 * a push of it, if that hurts this actor. `source`: the CARD of the answer. */
void rules_damage_reduce(
	struct sp_run *run, int actor, int by, sp_value source);
void rules_damage_convert(struct sp_run *run, int actor, sp_value source);
/* Run the triggers of an event: pushes a frame only where some card has one. */
void rules_push_event(struct sp_run *run, enum sp_card_event event,
	sp_value who, sp_value by, sp_value what, int amount);
/* He gets out of its way, if one can; the same with the dice that his cards
 * give him. rules_push_event(SP_ON_ATTACKED) rolls them by itself. */
void rules_evade(struct sp_run *run, int cast, int actor);
void rules_roll_evasion(struct sp_run *run, int cast, int actor);

/* End a maintained spell: its things go, its card is discarded, what hangs on
 * it ends too. */
void rules_end_spell(struct sp_run *run, int played, enum sp_spell_end how);
/* Life counters of a spell go; without any it ends. */
void rules_wear(struct sp_run *run, int played, int by);
/* Spells that work on a wizard, thing, line, or spell end: it is gone. */
void rules_end_spells_on(struct sp_run *run, sp_value ref);

/* creatures.c: the creature (-1: none) leaves with its spell, and the spells on
 * it end. */
void rules_creature_goes(struct sp_run *run, int creature);
/* creatures.c: what answered to the seat, which is dead, answers to whose spell
 * it is. */
void rules_creatures_return(struct sp_run *run, int seat);
/* The actor dies, killed by somebody or (SP_NOBODY) indirectly. */
void rules_push_death(struct sp_run *run, int actor, int killer);

#endif
