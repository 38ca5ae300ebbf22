/*
 * What a club knows of a game beside its record: who sits at it, and what of it
 * was mailed to them.
 */
#ifndef SP_HOST_PEOPLE_H
#define SP_HOST_PEOPLE_H

#include "host/host.h"
#include "record/live.h"
#include "registry/registry.h"

/* One with a row, all zero. */
struct sp_live *sp_host_live_with_row(const char *gid);
/* Read the tip, all but the people. `live->repo` is open and locked,
 * `live->row` is read. What of an error is the game's fault host_trouble_judge
 * says. */
int host_live_load(struct sp_host *host, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Does the head descend from the last one that was mailed? SP_ECORRUPT. */
int sp_host_live_check_published(
	struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;
/* What the registry knows of a loaded game: its people, the outages that it was
 * not told of, and how long its round is held open. */
int host_live_people(struct sp_host *host, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
int host_live_put_seat(struct sp_host *host, const struct sp_live *live,
	int seat, struct sp_error *e) SP_MUST_CHECK;

#endif
