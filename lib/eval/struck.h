/*
 * What lies on the stack: is it an attack, who got out of its way, how often
 * does it strike each, and whom.
 */
#ifndef SP_EVAL_STRUCK_H
#define SP_EVAL_STRUCK_H

#include "card/card.h"
#include "game/game.h"

/* What is left of so many parts of damage once the cast was halved; tokens are
 * counted as points are. */
int sp_eval_halved(const struct sp_cast *cast, int parts);
/* So many points are those parts, rounded as the ruleset has it; at least 0. */
int sp_eval_points(const struct sp_ruleset *ruleset, int parts);
/* True if it is an attack: a spell, a fist, a weapon, a use that counts as one;
 * true if one can get out of its way. */
bool sp_eval_is_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* Does it do anything to him: is it no attack, or may he be attacked? */
bool sp_eval_may_strike(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, int actor);
bool sp_eval_is_evadable(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* True if the actor evaded it or sees through it, or another takes it for him.
 */
bool sp_eval_got_away(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, int actor);
/* True if it goes on flying, up to the wall that came between, though it does
 * not reach its target. */
bool sp_eval_cast_flies_on(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast);
/* True if all whom it names got out of its way. `stood_in`: those too for whom
 * a spell takes it. */
bool sp_eval_cast_evaded(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, bool stood_in);
/* True if it is an attack, by a spell, a fist or a weapon, that nobody is left
 * for: it does nothing, so there is nothing to answer. What is thrown flies on.
 */
bool sp_eval_is_over(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* Who is affected by a cast of the stack as things stand: bits of actors. */
unsigned sp_eval_affected(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* The same, remembered while one position is asked about (NULL: not). */
struct sp_crossing;
unsigned sp_eval_affected_on(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* True if a cast is aimed at the actor: an attack that affects him, or what
 * names him or answers what he does. */
bool sp_eval_is_aimed_at(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, int actor);
/* Does a cast turn against an actor of whoever made it: an attack that affects
 * him, or a spell whose area he stands in; not what was cast on him alone, nor
 * what affects everybody. */
bool sp_eval_turns_against(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast,
	int actor);
/* How often it strikes what answers to each seat: a bolt may pass twice. */
void sp_eval_cast_hits(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint8_t hits[SP_SEATS_MAX]);
/* The most that a cast does to an actor by what is known before it resolves, in
 * parts, if nothing but what is in play takes anything off it; -1: dice decide
 * it, or what happens meanwhile, or its parts are sources of their own. */
int sp_eval_damage_most(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, int actor);
/* True if the actor's counters take off at least all that the cast, or the
 * damage of the frame, is known to do to him. */
bool sp_eval_is_reduced(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_harm harm, int actor);
/* What a cast does beside damage that the actor's counters take off: to him, or
 * to what answers to his seat; to others, or to things. All of it, unless it is
 * known that they take off all. */
enum sp_left {
	SP_LEFT_FOR_HIM = 1,
	SP_LEFT_ELSE = 2,
	SP_LEFT_ALL = 3,
};
unsigned sp_eval_left(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, int actor);

#endif
