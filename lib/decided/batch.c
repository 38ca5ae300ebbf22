/* The rows of a batch. */
#include "decided/decided.h"

/* "turn/12 <40 hex>", one per line. */
static int format_tags(
	const struct sp_live *live, char *out, size_t size, struct sp_error *e)
{
	struct sp_buf b;

	sp_buf_init(&b, size);
	for (size_t i = 0; i < live->n_tags; i++)
		sp_buf_addf(&b, "%s %s\n", live->tag[i].name,
			live->tag[i].target.hex);
	bool fits = sp_copy(out, size, sp_buf_str(&b)) && !b.overflow;
	sp_buf_free(&b);
	return fits ? SP_OK
		    : sp_error_set(e, SP_ELIMIT,
			      "too many turns of game %s in one batch",
			      live->gid);
}

int sp_decided_record(struct sp_registry *registry, struct sp_live *live,
	int64_t now, int64_t *batch, struct sp_error *e)
{
	struct sp_batch_row row = { .decided = now };
	struct sp_buf objects;
	int rc = SP_OK;

	if (*batch == 0)
		rc = sp_registry_batch_open(registry, batch, e);
	row.batch = *batch;
	sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
	sp_format(row.old_head, sizeof(row.old_head), "%s", live->base.hex);
	sp_format(row.new_head, sizeof(row.new_head), "%s", live->head.hex);
	sp_buf_init(&objects, SIZE_MAX);
	if (rc == SP_OK)
		rc = format_tags(live, row.tags, sizeof(row.tags), e);
	if (rc == SP_OK)
		rc = sp_store_pack(live->repo, &objects, e);
	if (rc == SP_OK)
		rc = sp_registry_batch_add(
			registry, &row, objects.data, objects.len, e);
	sp_buf_free(&objects);
	return rc;
}
