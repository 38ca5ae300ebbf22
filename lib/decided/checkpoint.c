/*
 * Checkpoints: one sync for many batches.
 *
 * step                  a kill or a power cut leaves
 * --------------------  ----------------------------------------------------
 * sp_store_tidy         the old packs, and one of them all beside them
 * sp_store_sync         the same, whole; from here on the rows say nothing new
 * the registry's own    the same
 * the rows go           objects twice, in packs that the next one removes
 * sp_store_tidied       the same
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
	const struct sp_uncovered *uncovered, int64_t now, int64_t most)
{
	int64_t left;

	if (uncovered->batches == 0)
		return most;
	left = uncovered->oldest + SECONDS - now;
	if (left < 1)
		left = 1;
	return left < most ? left : most;
}

struct tidied {
	struct sp_store_game **game;
	size_t n;
};

/* One that somebody else has open, or whose files fail, is tidied another time:
 * it is no worse for that. */
static void tidy(struct tidied *all, struct sp_registry *registry,
	struct sp_store *store, const char *gid)
{
	struct sp_error why = { 0 };
	struct sp_game_row row;
	struct sp_store_game *game = NULL;
	int rc = sp_registry_game_get(registry, gid, &row, &why);
	bool over = rc == SP_OK && (row.status == SP_GAME_ROW_OVER ||
					   row.status == SP_GAME_ROW_CANCELLED);

	if (rc == SP_OK && !sp_store_is_untidy(store, gid, over))
		return;
	if (rc == SP_OK)
		rc = sp_store_game_open(&game, store, gid, &why);
	if (rc == SP_OK)
		rc = sp_store_lock(game, 0, &why);
	if (rc == SP_OK)
		rc = sp_store_tidy(game, over, &why);
	if (rc == SP_OK) {
		all->game =
			sp_xrealloc(all->game, all->n + 1, sizeof(*all->game));
		all->game[all->n++] = game;
		return;
	}
	sp_log(SP_LOG_WARN, "game %s could not be repacked: %s", gid,
		sp_error_line(&why));
	sp_store_game_close(game);
}

/* Each game of the rows once. */
static int tidy_all(struct tidied *all, struct sp_registry *registry,
	struct sp_store *store, const char *keep, struct sp_error *e)
{
	struct sp_batch_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_batch_list(registry, "", &rows, &n, e);

	for (size_t i = 0; i < n && rc == SP_OK; i++) {
		char word[SP_ROW_GID + 2];
		bool seen = false;

		sp_format(word, sizeof(word), " %s ", rows[i].gid);
		for (size_t k = 0; k < i && !seen; k++)
			seen = sp_streq(rows[k].gid, rows[i].gid);
		if (!seen && strstr(keep, word) == NULL)
			tidy(all, registry, store, rows[i].gid);
	}
	sp_free(rows);
	return rc;
}

static int cover(struct sp_registry *registry, int64_t last, const char *keep,
	struct sp_error *e)
{
	int rc = sp_registry_begin_lazy(registry, e);

	if (rc != SP_OK)
		return rc;
	rc = sp_registry_batch_cover(registry, last, keep, e);
	if (rc == SP_OK)
		return sp_registry_commit(registry, e);
	sp_registry_rollback(registry);
	return rc;
}

int sp_decided_checkpoint(struct sp_registry *registry, struct sp_store *store,
	const char *keep, struct sp_error *e)
{
	struct sp_uncovered uncovered;
	struct tidied all = { NULL, 0 };
	int rc = sp_registry_batch_uncovered(registry, keep, &uncovered, e);

	if (rc == SP_OK)
		rc = tidy_all(&all, registry, store, keep, e);
	if (rc == SP_OK)
		rc = sp_store_sync(store, e);
	if (rc == SP_OK)
		rc = sp_registry_checkpoint(registry, false, e);
	if (rc == SP_OK)
		rc = cover(registry, uncovered.last, keep, e);
	for (size_t i = 0; i < all.n; i++) {
		struct sp_error why = { 0 };

		if (rc == SP_OK && sp_store_tidied(all.game[i], &why) != SP_OK)
			sp_log(SP_LOG_WARN, "game %s could not be tidied: %s",
				sp_store_game_gid(all.game[i]),
				sp_error_line(&why));
		sp_store_game_close(all.game[i]);
	}
	sp_free(all.game);
	return rc;
}
