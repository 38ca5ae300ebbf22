/*
 * Inside of expressions: what their files share.
 */
#ifndef SP_EVAL_EVAL_PRIVATE_H
#define SP_EVAL_EVAL_PRIVATE_H

#include "eval/eval.h"

static inline bool sp_has_cast(const struct sp_game *g, int cast)
{
	return cast >= 0 && cast < SP_CASTS_MAX && g->cast[cast].used;
}

static inline sp_value sp_square_or_nothing(uint16_t square)
{
	return square != SP_NOWHERE ? SP_REF(SP_KIND_SQUARE, square)
				    : SP_NOTHING;
}

/* What a spell in play, or that of a thing, lies on; what a cast names. */
sp_value eval_target_of(const struct sp_game *g, sp_value ref);
/* Whom that is about which the cast answers. */
sp_value eval_who_of(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* A function, but for count and first. Arguments that a pool does not have are
 * nothing by now. */
sp_value eval_call(struct sp_env *env, enum sp_function fn, const sp_value *a);
/* Where cards lie (zones.c): top(), in_zone(), and the next of cards_in(). */
sp_value eval_top(struct sp_env *env, const sp_value *a);
sp_value eval_in_zone(struct sp_env *env, const sp_value *a);
sp_value eval_next_card(
	struct sp_env *env, const sp_value args[], sp_value last);
/* True if the expression is a call of that function as in crosses(NAME, it), or
 * that `and` something else; *first is what the name stands for. */
bool eval_is_call_on_it(const struct sp_env *env, int32_t code,
	enum sp_function fn, sp_value *first);
/* Could a card in play change it? Most are changed by none. */
bool eval_stat_is_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, enum sp_stat stat);
/* belief.c. True if an illusion there is a wall to him; true if he can see
 * nothing through that square. */
struct sp_aim;
bool eval_believes_wall(const struct sp_aim *aim, uint16_t edge);
bool eval_is_opaque(const struct sp_aim *aim, uint16_t square);
/* Mark the squares that illusions make opaque to him; false: none. */
bool eval_believe_squares(
	const struct sp_aim *aim, uint8_t opaque[SP_SQUARES_MAX]);
/* The board with the walls in which he believes: *own, or, if he believes in
 * none, that of the position. */
const struct sp_board *eval_board_of(
	const struct sp_aim *aim, struct sp_board *own);
/* One hit more for an actor, up to the most that is counted. */
void eval_count_hit(uint8_t hits[SP_ACTORS_MAX], sp_value actor);
/* Adds how often the loops of the cast's program come to each: a bolt may pass
 * twice. */
void eval_count_loops(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, uint8_t hits[SP_ACTORS_MAX]);
/* How often the cast strikes each actor. */
void eval_count_hits(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, uint8_t hits[SP_ACTORS_MAX]);

#endif
