/*
 * Points that are watched: whether anybody's standing watch meets what happens,
 * by public facts alone.
 */
#ifndef SP_LAW_WATCHING_H
#define SP_LAW_WATCHING_H

#include "law/law.h"

/* What happens at a point, as a watch sees it. */
struct sp_watched {
	int point;       /* enum sp_point */
	int of;          /* the seat whose step, draw, die it is; SP_NOBODY */
	uint16_t square; /* where a step ends; SP_NOWHERE */
	int value;       /* what a die shows; 0 */
};

/* The seats whose watches meet it, as bits. Nobody watches himself, but his
 * dice. */
unsigned sp_law_watchers(
	const struct sp_game *g, const struct sp_watched *what);
/* What the last reaction is about. */
void sp_law_watched_of(struct sp_watched *out, const struct sp_game *g);
/* The seats that may be asked at the last reaction: all, or where its point is
 * watched those that watch it. */
unsigned sp_law_may_be_asked(
	const struct sp_ruleset *ruleset, const struct sp_game *g);
/* Does anybody have to be thought of at this point? False: it is off, or is
 * watched by nobody. */
bool sp_law_point_opens(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_watched *what);

#endif
