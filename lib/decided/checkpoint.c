/*
 * Checkpoints: one sync for many batches, which goes on while the next batches
 * are decided.
 *
 * step                  a kill or a power cut leaves
 * --------------------  ----------------------------------------------------
 * begin                 the old packs, and one of them all beside them; the
 *                       rows
 * the sync              the same, whole or not
 * end: the registry's   the same, whole; from here on the rows that were there
 *   own checkpoint      at the beginning say nothing new
 * the rows go           objects twice, in packs that the next one removes
 * sp_store_tidied       the same
 *
 * 1. Only rows go whose packs, tags and branch were written before the sync
 *    began: those of later batches wait for the next one.
 * 2. Nor do those of a game that had to be finished meanwhile: its packs were
 *    written anew (sp_store_restore), and what was written before is gone. For
 *    that reason none of its packs is removed either.
 * 3. No game is locked while the sync runs.
 */
#include "decided/decided.h"

/* What makes one due: so many batches, one so old in seconds, so long a log of
 * the registry's, and so many batches at the end of a process. */
#define BATCHES 64
#define SECONDS 5
#define LOG_MAX (8 << 20)
#define CLOSING 8

bool sp_decided_is_due(const struct sp_uncovered *uncovered, int64_t log_size,
	int64_t now, enum sp_cover cover)
{
	if (cover == SP_COVER_ALL)
		return uncovered->batches > 0;
	if (cover == SP_COVER_CLOSING)
		return uncovered->batches >= CLOSING;
	return uncovered->batches >= BATCHES || log_size >= LOG_MAX ||
	       (uncovered->batches > 0 && (now - uncovered->oldest >= SECONDS ||
						  now < uncovered->oldest));
}

int64_t sp_decided_left(
	const struct sp_covering *covering, int64_t now, int64_t most)
{
	const struct sp_uncovered *uncovered = &covering->uncovered;
	int64_t left;

	/* the end of one that runs says so by itself */
	if (covering->runs || uncovered->batches == 0)
		return most;
	left = uncovered->oldest + SECONDS - now;
	if (left < 1)
		left = 1;
	return left < most ? left : most;
}

/* ---- packs --------------------------------------------------------------- */

/* One that somebody else has open, or whose files fail, is tidied another time:
 * it is no worse for that. */
static void tidy(struct sp_covering *c, const char *gid)
{
	struct sp_error why = { 0 };
	struct sp_game_row row;
	struct sp_store_game *game = NULL;
	int rc = sp_registry_game_get(c->registry, gid, &row, &why);
	bool over = rc == SP_OK && (row.status == SP_GAME_ROW_OVER ||
					   row.status == SP_GAME_ROW_CANCELLED);

	if (rc == SP_OK && !sp_store_is_untidy(c->store, gid, over))
		return;
	if (rc == SP_OK)
		rc = sp_store_game_open(&game, c->store, gid, &why);
	if (rc == SP_OK)
		rc = sp_store_lock(game, 0, &why);
	if (rc == SP_OK)
		rc = sp_store_tidy(game, over, &why);
	if (rc == SP_OK) {
		sp_store_unlock(game);
		c->tidied = sp_xrealloc(
			c->tidied, c->n_tidied + 1, sizeof(c->tidied[0]));
		c->tidied[c->n_tidied++] = game;
		return;
	}
	sp_log(SP_LOG_WARN, "game %s could not be repacked: %s", gid,
		sp_error_line(&why));
	sp_store_game_close(game);
}

/* " gid " is a word of it. */
static bool is_kept(const struct sp_covering *c, const char *gid)
{
	char word[SP_ROW_GID + 2];

	sp_format(word, sizeof(word), " %s ", gid);
	return strstr(sp_buf_str(&c->keep), word) != NULL;
}

/* Each game of the rows once. */
static int tidy_all(struct sp_covering *c, struct sp_error *e)
{
	struct sp_batch_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_batch_list(c->registry, "", &rows, &n, e);

	for (size_t i = 0; i < n && rc == SP_OK; i++) {
		bool seen = false;

		for (size_t k = 0; k < i && !seen; k++)
			seen = sp_streq(rows[k].gid, rows[i].gid);
		if (!seen && !is_kept(c, rows[i].gid))
			tidy(c, rows[i].gid);
	}
	sp_free(rows);
	return rc;
}

/* What has the objects of the old packs is on the disk. */
static void remove_old(struct sp_covering *c)
{
	for (size_t i = 0; i < c->n_tidied; i++) {
		struct sp_store_game *game = c->tidied[i];
		const char *gid = sp_store_game_gid(game);
		struct sp_error why = { 0 };
		int rc = SP_OK;

		if (!is_kept(c, gid)) {
			rc = sp_store_lock(game, 0, &why);
			if (rc == SP_OK)
				rc = sp_store_tidied(game, &why);
		}
		if (rc != SP_OK)
			sp_log(SP_LOG_WARN, "game %s could not be tidied: %s",
				gid, sp_error_line(&why));
	}
}

/* ---- one of them --------------------------------------------------------- */

static void forget(struct sp_covering *c)
{
	while (c->n_tidied > 0)
		sp_store_game_close(c->tidied[--c->n_tidied]);
	sp_free(c->tidied);
	c->tidied = NULL;
	sp_buf_free(&c->keep);
	c->runs = false;
}

/* All that is decided is settled now, but of the games in `unfinished`. */
static int begin(struct sp_covering *c, const char *unfinished, bool aside,
	struct sp_error *e)
{
	int rc;

	c->runs = true;
	c->last = c->uncovered.last;
	sp_buf_init(&c->keep, SIZE_MAX);
	sp_buf_adds(&c->keep, unfinished);
	rc = tidy_all(c, e);
	if (rc == SP_OK)
		rc = aside ? sp_store_sync_begin(c->store, e)
			   : sp_store_sync(c->store, e);
	if (rc != SP_OK)
		forget(c);
	return rc;
}

static int cover(struct sp_covering *c, struct sp_error *e)
{
	int rc = sp_registry_begin_lazy(c->registry, e);

	if (rc != SP_OK)
		return rc;
	rc = sp_registry_batch_cover(
		c->registry, c->last, sp_buf_str(&c->keep), e);
	if (rc == SP_OK)
		return sp_registry_commit(c->registry, e);
	sp_registry_rollback(c->registry);
	return rc;
}

/* The sync is through. */
static int end(struct sp_covering *c, struct sp_error *e)
{
	int rc = sp_registry_checkpoint(c->registry, false, e);

	if (rc == SP_OK)
		rc = cover(c, e);
	if (rc == SP_OK)
		remove_old(c);
	forget(c);
	return rc;
}

/* Of one that runs; it runs still where that is not over and nobody waits. */
static int end_aside(
	struct sp_covering *c, bool wait, bool *covered, struct sp_error *e)
{
	int rc = sp_store_sync_end(c->store, wait, e);

	if (rc == SP_EAGAIN)
		return SP_OK;
	if (rc == SP_OK)
		rc = end(c, e);
	else
		forget(c);
	*covered = rc == SP_OK;
	return rc;
}

/* ---- when ---------------------------------------------------------------- */

void sp_decided_covering_init(struct sp_covering *covering,
	struct sp_registry *registry, struct sp_store *store, bool aside)
{
	memset(covering, 0, sizeof(*covering));
	covering->registry = registry;
	covering->store = store;
	covering->aside = aside;
}

void sp_decided_covering_clear(struct sp_covering *covering)
{
	if (!covering->runs)
		return;
	(void)!sp_store_sync_end(covering->store, true, NULL);
	forget(covering);
}

int sp_decided_look(struct sp_covering *covering, bool wait, bool *covered,
	struct sp_error *e)
{
	*covered = false;
	return covering->runs ? end_aside(covering, wait, covered, e) : SP_OK;
}

int sp_decided_cover(struct sp_covering *covering, const char *unfinished,
	int64_t now, enum sp_cover cover, bool *covered, struct sp_error *e)
{
	bool aside = covering->aside && cover == SP_COVER_DUE;
	int rc = sp_decided_look(covering, !aside, covered, e);

	if (rc != SP_OK || covering->runs)
		return rc;
	rc = sp_registry_batch_uncovered(
		covering->registry, unfinished, &covering->uncovered, e);
	if (rc != SP_OK ||
		!sp_decided_is_due(&covering->uncovered,
			sp_registry_log_size(covering->registry), now, cover))
		return rc;
	rc = begin(covering, unfinished, aside, e);
	if (rc == SP_OK && !aside) {
		rc = end(covering, e);
		*covered = rc == SP_OK;
	}
	memset(&covering->uncovered, 0, sizeof(covering->uncovered));
	return rc;
}

int sp_decided_fd(const struct sp_covering *covering)
{
	return covering->runs ? sp_store_sync_fd(covering->store) : -1;
}

void sp_decided_keep(struct sp_covering *covering, const char *gid)
{
	if (covering->runs)
		sp_buf_addf(&covering->keep, " %s ", gid);
}
