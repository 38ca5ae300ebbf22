/* The rows of a batch. */
#include "decided/decided.h"

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
		rc = sp_store_pack(live->repo, &objects, e);
	if (rc == SP_OK)
		rc = sp_registry_batch_add(
			registry, &row, objects.data, objects.len, e);
	sp_buf_free(&objects);
	return rc;
}
