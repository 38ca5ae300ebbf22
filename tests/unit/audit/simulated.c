#include "simulated.h"

#include <glob.h>

#include "unit.h"

void simulated_open(struct sp_store *store, const char *root,
	struct sp_store_game *repo[], size_t n)
{
	char *pattern = sp_xasprintf("%s/*/*.git", root);
	glob_t found = { 0 };

	EQUAL_INT_FATAL(glob(pattern, 0, NULL, &found), 0);
	EQUAL_INT_FATAL(found.gl_pathc, n);
	for (size_t i = 0; i < n; i++) {
		const char *name = strrchr(found.gl_pathv[i], '/') + 1;
		char *gid = sp_xstrndup(name, strlen(name) - strlen(".git"));

		EQUAL_INT_FATAL(
			sp_store_game_open(&repo[i], store, gid, NULL), SP_OK);
		sp_free(gid);
	}
	globfree(&found);
	sp_free(pattern);
}
