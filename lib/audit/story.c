/* The story of anybody's game, without its club. */
#include "audit/audit.h"

#include "record/history.h"

int sp_audit_history_of(const char *path, int turns, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct sp_store_game *repo = NULL;
	struct sp_oid head;
	int rc = sp_store_open_path(&repo, path, e);

	if (rc == SP_OK)
		rc = sp_store_head(repo, &head, e);
	if (rc == SP_OK)
		rc = sp_record_history_read(
			repo, &head, turns, true, json, text, e);
	sp_store_game_close(repo);
	return rc;
}
