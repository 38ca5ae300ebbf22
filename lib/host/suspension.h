/* Which games of a batch can be played. */
#ifndef SP_HOST_SUSPENSION_H
#define SP_HOST_SUSPENSION_H

#include "host/batch.h"
#include "post/told.h"

/* Read the tip, all but the people. `live->repo` is open and locked,
 * `live->row` is read. What of an error is the game's fault host_trouble_judge
 * says. */
int host_live_load(struct sp_host *host, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Open and lock the repository of a game of the batch, unless it waits; what is
 * wrong with it is found by host_batch_load. */
int host_batch_open_game(struct sp_batch *batch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Load what can be loaded. A game that is damaged is suspended, and its people
 * are told once; one whose files fail waits. The other games go on. */
int host_batch_load(struct sp_batch *batch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Something failed with `code` while it was done for this game. If the game's
 * files are to blame the batch is to run anew: SP_OK; else `code`. */
int host_batch_blame(struct sp_batch *batch, const char *gid, int code,
	struct sp_error *e) SP_MUST_CHECK;
/* Tell the people of a loaded game that it is no longer suspended, ask anew
 * whoever is asked, and give them all their time. */
int host_game_goes_on(struct sp_host *host, struct sp_live *live,
	const struct sp_resumption *how, struct sp_error *e) SP_MUST_CHECK;

#endif
