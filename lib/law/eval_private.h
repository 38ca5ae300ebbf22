/*
 * Inside of expressions: what their files share.
 */
#ifndef SP_LAW_EVAL_PRIVATE_H
#define SP_LAW_EVAL_PRIVATE_H

#include "law/env.h"

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
sp_value law_target_of(const struct sp_game *g, sp_value ref);
/* A function, but for count and first. Arguments that a pool does not have are
 * nothing by now. */
sp_value law_call(struct sp_env *env, enum sp_function fn, const sp_value *a);
/* Could a card in play change it? Most are changed by none. */
bool law_stat_is_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, enum sp_stat stat);

#endif
