/* The games of a batch. */
#include "host/batch.h"

#include "host/host_private.h"
#include "post/people.h"

#define LOCK_WAIT_MS 10000

struct sp_live *host_batch_find(const struct sp_batch *batch, const char *gid)
{
	for (size_t i = 0; i < batch->n_live; i++)
		if (sp_streq(batch->live[i]->gid, gid))
			return batch->live[i];
	return NULL;
}

struct sp_live *host_batch_insert(struct sp_batch *batch, const char *gid)
{
	size_t at = batch->n_live;

	batch->live = sp_xrealloc(
		batch->live, batch->n_live + 1, sizeof(batch->live[0]));
	while (at > 0 && strcmp(batch->live[at - 1]->gid, gid) > 0) {
		batch->live[at] = batch->live[at - 1];
		at--;
	}
	batch->live[at] = sp_post_live_with_row(gid);
	batch->n_live++;
	return batch->live[at];
}

struct sp_live *host_batch_game(const struct sp_batch *batch, const char *gid)
{
	struct sp_live *live = host_batch_find(batch, gid);

	return live != NULL && live->loaded ? live : NULL;
}

static bool is_revealed(const struct sp_live *live)
{
	struct sp_buf text;

	sp_buf_init(&text, 256);
	int rc = sp_store_find(
		live->repo, &live->head, "reveal.json", &text, NULL);
	sp_buf_free(&text);
	return rc != SP_ENOTFOUND;
}

int host_batch_add_game(struct sp_batch *batch, const char *gid,
	struct sp_live **out, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	int rc = sp_store_create(host->store, gid, e);

	if (rc == SP_EEXISTS) {
		struct sp_error why = { 0 };
		struct sp_game_row row;
		int known =
			sp_registry_game_get(host->registry, gid, &row, &why);
		if (known == SP_OK)
			return rc;
		/* the leftover of a batch that was never decided */
		sp_error_clear(e);
		rc = known == SP_ENOTFOUND ? SP_OK
					   : sp_error_copy(e, known, &why);
	}
	if (rc != SP_OK)
		return rc;
	struct sp_live *live = host_batch_insert(batch, gid);
	rc = sp_store_game_open(&live->repo, host->store, gid, e);
	if (rc == SP_OK)
		rc = sp_store_lock(live->repo, LOCK_WAIT_MS, e);
	if (rc == SP_OK) {
		rc = sp_store_head(live->repo, &live->head, e);
		if (rc == SP_OK && is_revealed(live))
			return sp_error_remedy(e,
				sp_error_set(e, SP_EEXISTS,
					"there was a game %s, whose secret is "
					"public now: everybody would know the "
					"dice",
					gid),
				"take another id");
		if (rc == SP_OK)
			return sp_error_remedy(e,
				sp_error_set(e, SP_EEXISTS,
					"game %s has a history that the "
					"registry does not know",
					gid),
				"move its repository away");
		rc = sp_registry_optional(
			rc, e); /* a repository without commits */
	}
	sp_format(live->row->gid, sizeof(live->row->gid), "%s", gid);
	live->touched = true;
	live->loaded = true;
	*out = live;
	return rc;
}
