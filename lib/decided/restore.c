/*
 * What the rows say, written anew. A power cut may have left any part of what
 * was written since the last checkpoint, and a process whose sync failed cannot
 * trust what it reads: so nothing is compared, all is written again.
 */
#include "decided/decided.h"

#include "record/tags.h"

/* ---- a game -------------------------------------------------------------- */

/* A branch that stands elsewhere is damage, if that is so twice. */
static int move_branch(struct sp_store_game *repo,
	const struct sp_batch_row *row, struct sp_error *e)
{
	struct sp_oid old = { "" }, new;
	int rc;

	if (!sp_store_oid_parse(&new, row->new_head) ||
		(row->old_head[0] != '\0' &&
			!sp_store_oid_parse(&old, row->old_head)))
		return sp_error_set(e, SP_ECORRUPT,
			"cannot read batch %lld of game %s in the registry",
			(long long)row->batch, row->gid);
	rc = sp_store_move_head(repo, &old, &new, NULL, 0, e);
	return rc == SP_ECONFLICT ? SP_ECORRUPT : rc;
}

/* Put the tags of all its history: packed-refs may have lost what older batches
 * wrote into it. A tag that stands elsewhere is damage. */
static int put_all_tags(struct sp_store_game *repo, struct sp_error *e)
{
	struct sp_tags all = { NULL, 0 };
	struct sp_oid head;
	int rc = sp_store_head(repo, &head, e);

	if (rc == SP_OK)
		rc = sp_record_tags(&all, repo, &head, e);
	if (rc == SP_OK)
		rc = sp_record_tags_put(repo, &head, &head, &all, e);
	sp_record_tags_clear(&all);
	return rc == SP_ECONFLICT ? SP_ECORRUPT : rc;
}

int sp_decided_restore(struct sp_registry *registry, struct sp_store_game *repo,
	struct sp_error *e)
{
	const char *gid = sp_store_game_gid(repo);
	struct sp_batch_row *rows = NULL;
	struct sp_buf *objects = NULL;
	size_t n = 0, n_objects = 0;
	int rc = sp_registry_batch_list(registry, gid, &rows, &n, e);

	if (rc == SP_OK)
		rc = sp_registry_batch_objects(
			registry, gid, &objects, &n_objects, e);
	if (rc != SP_OK)
		rc = SP_ESYS; /* no fault of the game's */
	if (rc == SP_OK && n > 0)
		rc = sp_store_restore(repo, objects, n_objects, e);
	for (size_t i = 0; i < n && rc == SP_OK; i++)
		rc = move_branch(repo, &rows[i], e);
	if (rc == SP_OK && n > 0)
		rc = put_all_tags(repo, e);
	while (n_objects > 0)
		sp_buf_free(&objects[--n_objects]);
	sp_free(objects);
	sp_free(rows);
	return rc;
}

/* ---- was all well? ------------------------------------------------------- */

#define STATE_MAX 100

/* "clean <boot id>" or "open <boot id>"; never clean if nobody knows the id. */
static void format_state(struct sp_buf *out, bool clean)
{
	char boot[SP_BOOT_SIZE];

	sp_boot_id(boot);
	clean = clean && boot[0] != '\0';
	sp_buf_addf(out, "%s %s\n", clean ? "clean" : "open", boot);
}

bool sp_decided_was_clean(const char *path)
{
	struct sp_buf is, clean;
	bool yes = false;

	sp_buf_init(&is, STATE_MAX);
	sp_buf_init(&clean, STATE_MAX);
	format_state(&clean, true);
	if (sp_file_read(&is, path, NULL) == SP_OK)
		yes = sp_starts(sp_buf_str(&clean), "clean ") &&
		      sp_streq(sp_buf_str(&is), sp_buf_str(&clean));
	sp_buf_free(&is);
	sp_buf_free(&clean);
	return yes;
}

int sp_decided_mark(const char *path, bool clean, struct sp_error *e)
{
	struct sp_buf text;
	int rc;

	sp_buf_init(&text, STATE_MAX);
	format_state(&text, clean);
	rc = sp_file_write(path, text.data, text.len, 0600, e);
	sp_buf_free(&text);
	return rc;
}
