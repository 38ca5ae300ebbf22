/*
 * decided: what a transaction of the registry decided, on its way to the disk.
 *
 * The transaction has the new objects of each game beside its old head and its
 * new head, and is synced: that is the decision, and the one sync of a batch.
 * Repositories follow from it, their tags too, and are not synced; a checkpoint
 * syncs them, many batches at once, and then the rows go. The sync may have a
 * thread of its own, which does nothing else. What a process finds
 * that cannot know whether the one before it came to an end is written anew
 * from the rows before anything else is read, sent or decided.
 *
 * 1. A row stays until its objects, its tags and its branch are on the disk.
 * 2. A pack is removed only when what has its objects is on the disk.
 * 3. After a sync that failed nothing is written by this process: what reads
 *    back may be in memory alone.
 */
#ifndef SP_DECIDED_H
#define SP_DECIDED_H

#include "record/live.h"
#include "registry/registry.h"

/* ---- a batch ------------------------------------------------------------- */

/* In the batch's transaction: a row for the commits of this game, which
 * sp_record_settle brings into its repository afterwards. *batch: its number,
 * which the first of its games takes (0 before). */
int sp_decided_record(struct sp_registry *registry, struct sp_live *live,
	int64_t now, int64_t *batch, struct sp_error *e) SP_MUST_CHECK;

/* ---- after a start or a failure ------------------------------------------ */

/* Write all that the rows of a game say anew into its repository, which is
 * locked, and all tags of its history. SP_OK if it has no rows.
 * SP_ECORRUPT: its branch or a tag stands elsewhere, or an object that must be
 * there before is lost. SP_ESYS, SP_ECONFLICT: it may pass. Not synced. */
int sp_decided_restore(struct sp_registry *registry, struct sp_store_game *repo,
	struct sp_error *e) SP_MUST_CHECK;

/* True if the file at `path` says that a process of this boot ended in order:
 * then what it wrote is in memory at least, and nothing is lost. */
bool sp_decided_was_clean(const char *path);
/* Let it say so, or that a process is at work. */
int sp_decided_mark(
	const char *path, bool clean, struct sp_error *e) SP_MUST_CHECK;

/* ---- checkpoints --------------------------------------------------------- */

enum sp_cover {
	SP_COVER_DUE,     /* while a process works */
	SP_COVER_CLOSING, /* it ends */
	SP_COVER_ALL,     /* whatever there is */
};

/* Is a checkpoint due? */
bool sp_decided_is_due(const struct sp_uncovered *uncovered, int64_t log_size,
	int64_t now, enum sp_cover cover) SP_MUST_CHECK;

/* What a process covers, and the checkpoint that it has begun. */
struct sp_covering {
	struct sp_registry *registry;
	struct sp_store *store;
	bool aside; /* a sync that is due has a thread of its own */
	struct sp_uncovered uncovered; /* at the last look */
	bool runs;                     /* one began; what follows is of it */
	int64_t last;                  /* batch that it covers */
	struct sp_buf keep;            /* games whose rows stay: " gid  gid " */
	struct sp_store_game **tidied; /* they have packs that go when it ends;
					  not locked */
	size_t n_tidied;
};

/* Both are borrowed. */
void sp_decided_covering_init(struct sp_covering *covering,
	struct sp_registry *registry, struct sp_store *store, bool aside);
/* Waits for a sync that runs, and makes nothing of it. Zeros are fine. */
void sp_decided_covering_clear(struct sp_covering *covering);

/*
 * If a checkpoint is due: tidy the repositories that batches changed, sync,
 * make the registry's own checkpoint, and let the rows go; those of the games
 * in `unfinished`, as " gid gid ", stay. Outside a transaction, when all that
 * is decided is settled but for these.
 *
 * While a process works the sync may run aside: then this comes back as soon as
 * it has begun, and one of the next calls, or of sp_decided_look, does the
 * rest. Every other kind waits for one that runs first, and then for its own.
 * *covered: one came to its end. After an error nobody knows what the disk has.
 */
int sp_decided_cover(struct sp_covering *covering, const char *unfinished,
	int64_t now, enum sp_cover cover, bool *covered,
	struct sp_error *e) SP_MUST_CHECK;
/* Do the rest of one that runs, if its sync is over, or (`wait`) in any case.
 */
int sp_decided_look(struct sp_covering *covering, bool wait, bool *covered,
	struct sp_error *e) SP_MUST_CHECK;
/* Readable when the sync of one that runs is over; -1: none runs. */
int sp_decided_fd(const struct sp_covering *covering);
/* Seconds until the oldest batch makes one due, at most `most`. */
int64_t sp_decided_left(const struct sp_covering *covering, int64_t now,
	int64_t most) SP_MUST_CHECK;
/* What is in the repository of this game is written anew from its rows: while
 * one runs, before that. */
void sp_decided_keep(struct sp_covering *covering, const char *gid);

#endif
