/*
 * The walker through a command that plays a card (struct sp_casting), in parts:
 * casting.c walks, casting_play.c knows cards and plays, casting_pay.c
 * modifiers and energy, casting_domain.c lists what may be answered.
 *
 * Circle: these four. Each stage, once answered, enters the next one that asks
 * something, and whether one asks depends on what it could be answered.
 */
#ifndef SP_LAW_CASTING_PRIVATE_H
#define SP_LAW_CASTING_PRIVATE_H

#include "law/casting.h"

struct sp_aim;
struct sp_env;

/* ---- casting.c ------------------------------------------------------------
 */

const struct sp_card *law_casting_card(const struct sp_casting *c);
/* A walker that goes on alone. */
static inline void law_casting_copy(
	struct sp_casting *out, const struct sp_casting *c)
{
	memcpy(out, c,
		offsetof(struct sp_casting, modifier) +
			(size_t)c->n_modifiers * sizeof(c->modifier[0]));
}
/* The cast that is being filled in: the last modifier, or the main one. */
const struct sp_cast *law_casting_filled(const struct sp_casting *c);
void law_casting_clear_cast(struct sp_casting *c, struct sp_cast *cast);
/* What its conditions are read in. */
void law_casting_env(struct sp_env *env, const struct sp_casting *c);
/* The same, if a counter answered that. */
void law_casting_env_of(
	struct sp_env *env, const struct sp_casting *c, sp_value answers);
/* How a slot of the play, or (NULL) the play itself, is aimed. */
void law_casting_aim(struct sp_aim *aim, const struct sp_casting *c,
	const struct sp_card_play *play, const struct sp_card_slot *slot);
const struct sp_card_slot *law_casting_slot(const struct sp_casting *c);
/* Enter the first slot from c->slot on that is asked; answers of those that are
 * not are SP_NOTHING. Returns false where none is left. */
bool law_casting_next_slot(struct sp_casting *c, struct sp_cast *cast);
/* The next stage, over those that ask nothing. */
void law_casting_enter_energy(struct sp_casting *c);
void law_casting_enter_slots(struct sp_casting *c);
/* Its slots are asked later: what pays rolls. */
void law_casting_put_off(struct sp_casting *c);

/* ---- casting_play.c -------------------------------------------------------
 */

enum sp_reason law_casting_judge_source(
	const struct sp_casting *c, sp_value value);
void law_casting_take_source(struct sp_casting *c, sp_value value);
/* False: nothing comes of that source, whatever there is in the position. */
bool law_casting_has_play(const struct sp_casting *c, sp_value source);
enum sp_reason law_casting_judge_play(const struct sp_casting *c, int number);
void law_casting_take_play(struct sp_casting *c, int number);
/* What the card of a creature can do its creature does, from where it is. */
void law_casting_enter_creature(struct sp_casting *c);
enum sp_reason law_casting_judge_stack(
	const struct sp_casting *c, sp_value value);
void law_casting_take_stack(struct sp_casting *c, sp_value value);
/* True if what is cast is an attack that moves somebody, who must not be its
 * caster. */
bool law_casting_must_stay(const struct sp_casting *c);
/* What is wrong with this answer to a slot of the play, if it must not be. */
enum sp_reason law_casting_judge_stay(
	const struct sp_casting *c, sp_value value);

/* ---- casting_pay.c --------------------------------------------------------
 */

/* A card of the hand that nothing else of this command uses. */
enum sp_reason law_casting_judge_hand(
	const struct sp_casting *c, sp_value value);
void law_casting_enter_modifiers(struct sp_casting *c);
enum sp_reason law_casting_judge_modifier(
	const struct sp_casting *c, sp_value value);
void law_casting_take_modifier(struct sp_casting *c, sp_value value);
/* What a modifier does to the spell, once its slots are answered. */
void law_casting_after_modifier(struct sp_casting *c);
enum sp_reason law_casting_judge_energy(
	const struct sp_casting *c, sp_value value);
void law_casting_take_energy(struct sp_casting *c, sp_value value);
/* Is there a die among what pays so far? */
bool law_casting_rolls(const struct sp_casting *c);

/* How often the last part may come; 0: once, or that was said already. */
int law_casting_most_times(const struct sp_casting *c);
/* What is wrong with it as one of several answers to the slot. */
enum sp_reason law_casting_judge_repeat(
	const struct sp_casting *c, sp_value value);

/* casting.c: is it a neutral spell that would be an attack if an opponent were
 * named to it (rule `neutral_at_opponent`)? */
bool law_casting_hides_attack(const struct sp_casting *c);
/* An attack in disguise: may the caster make one, and may what is named be
 * attacked? */
enum sp_reason law_casting_judge_attack(
	const struct sp_casting *c, sp_value value);

#endif
