/*
 * A batch: work that is decided together, and the games that it is about. Each
 * is loaded from its tip under its lock, moved on in memory, and written once.
 */
#ifndef SP_HOST_BATCH_H
#define SP_HOST_BATCH_H

#include "decided/decided.h"
#include "host/work.h"
#include "record/live.h"

/* A game whose files failed while something was applied to it: the batch runs
 * anew, and knows of it. */
struct sp_verdict {
	char gid[SP_GID_TEXT];
	bool doubted; /* an object seemed lost: it is believed the second time
		       */
	bool lost;
	struct sp_error why;
};

struct sp_verdicts {
	struct sp_verdict *list;
	size_t n;
};

struct sp_batch {
	struct sp_host *host;
	struct sp_work *work; /* in the order of execution */
	size_t n;
	struct sp_live **live; /* by gid */
	size_t n_live;
	bool noted; /* something is in the ledger beside what was decided */
	struct sp_verdicts *verdicts;
	bool again; /* a verdict is new: run it anew */
};

/* ---- running it (batch.c) ------------------------------------------------ */

/* Apply the work, note all of it with the new git objects in one transaction of
 * the registry, bring them into the repositories: after SP_OK everything in
 * `work` is decided. */
int host_batch_run(struct sp_host *host, struct sp_work *work, size_t n,
	unsigned *commits, struct sp_error *e) SP_MUST_CHECK;

/* Fails if an earlier batch or a checkpoint did: no more batch runs then, for
 * nobody knows what the disk has. Does the rest of a checkpoint whose sync is
 * over. */
int host_goes_on(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* The same, and waits for a checkpoint that runs. */
int host_covered(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* Let a checkpoint cover what was decided, if one is due; with the option
 * sync_aside SP_COVER_DUE only begins it. */
int host_checkpoint(struct sp_host *host, enum sp_cover cover,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- its games (games.c) ------------------------------------------------- */

/* The loaded game, or NULL where there is none or it is suspended. */
struct sp_live *host_batch_game(const struct sp_batch *batch, const char *gid);
/* A game that an act makes: created, locked, part of the batch. */
int host_batch_add_game(struct sp_batch *batch, const char *gid,
	struct sp_live **out, struct sp_error *e) SP_MUST_CHECK;
/* The game, loaded or not; NULL: none of the batch. */
struct sp_live *host_batch_find(const struct sp_batch *batch, const char *gid);
struct sp_live *host_batch_insert(struct sp_batch *batch, const char *gid);

#endif
