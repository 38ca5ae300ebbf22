/*
 * Things: what their class takes part in, what hurts them, who is in their
 * area.
 *
 * In the circle of expressions: see eval.c.
 */
#ifndef SP_EVAL_THING_H
#define SP_EVAL_THING_H

#include "eval/eval.h"

/* True if the thing takes part in that, as its class has it. */
static inline bool sp_eval_takes_part(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int thing, enum sp_class_part part)
{
	return (sp_object_parts(
			ruleset, &sp_ruleset_card(ruleset, g->thing[thing].card)
					  ->object) &
		       (unsigned)part) != 0;
}
/* True if damage of that kind (enum sp_damage_kind) takes its life. */
bool sp_eval_is_hurt_by(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int thing, int damage_kind);
/* True if the thing does something to an actor who enters its square or crosses
 * its border line, as far as the position tells. */
bool sp_eval_is_hazard(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int thing, int actor);
/* `me` of what it does: whose it is, or who dropped it; the Universe where it
 * is nobody's. */
int sp_eval_actor_of_thing(const struct sp_game *g, int thing);
/* True if an actor, or whatever else has a square, is in the area of a thing.
 * An area as one walks has doors that are held or open to all, and portals, but
 * no closed door: nobody opens one. */
bool sp_eval_in_area(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int thing, sp_value ref, int depth);
/* The same of any thing that a spell in play made, or of the thing `of`. */
bool sp_eval_in_area_of(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value of, sp_value ref, int depth);

/* True if the actor can carry items, or treasures: a creature only if its card
 * says so. */
bool sp_eval_may_carry(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, bool items);

#endif
