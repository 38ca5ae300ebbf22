/* Rulesets as files: the copy in a game's repository. */
#include "record/files.h"

#define COPY_FILE_SIZE (1024u * 1024u)

struct copy_walk {
	struct sp_store_game *repo;
	const struct sp_oid *commit;
	struct sp_files *files;
	struct sp_error *e;
};

static int copy_file(const char *path, void *payload)
{
	struct copy_walk *walk = payload;
	struct sp_buf text;

	sp_buf_init(&text, COPY_FILE_SIZE);
	int rc = sp_store_read(walk->repo, walk->commit, path, &text, walk->e);
	if (rc == SP_OK)
		rc = sp_record_files_add(walk->files, path + strlen("ruleset/"),
			sp_buf_str(&text), text.len, walk->e);
	sp_buf_free(&text);
	return rc;
}

int sp_record_files_stored(struct sp_files *files, struct sp_store_game *repo,
	const struct sp_oid *commit, struct sp_error *e)
{
	struct copy_walk walk = { repo, commit, files, e };

	memset(files, 0, sizeof(*files));
	return sp_store_list_files(
		repo, commit, "ruleset", copy_file, &walk, e);
}
