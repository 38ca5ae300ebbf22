/*
 * What a club knows of a game beside its record: who sits at it, and what of it
 * was mailed to them.
 */
#ifndef SP_POST_PEOPLE_H
#define SP_POST_PEOPLE_H

#include "record/live.h"
#include "registry/registry.h"

/* One with a row, all zero. */
struct sp_live *sp_post_live_with_row(const char *gid);
/* Does the head descend from the last one that was mailed? SP_ECORRUPT. */
int sp_post_live_check_published(
	struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;
/* What the registry knows of a loaded game: its people, the outages that it was
 * not told of, and how long its round is held open. */
int sp_post_live_people(struct sp_registry *registry, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
int sp_post_live_put_seat(struct sp_registry *registry,
	const struct sp_live *live, int seat, struct sp_error *e) SP_MUST_CHECK;

#endif
