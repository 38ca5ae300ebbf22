/* The folder of `spellpost play`: its key and its games. */
#include "parlour/parlour.h"

#include <string.h>
#include <sys/stat.h>

#include "faults.h"
#include "fixtures.h"
#include "unit.h"

static char *shard; /* made before somebody looks for the key */

static void another_begins(const char *path)
{
	size_t n = strlen(path);

	if (shard == NULL || n < 8 || !sp_streq(path + n - 8, "play.key"))
		return;
	EQUAL_INT(mkdir(shard, 0700), 0);
	sp_free(shard);
	shard = NULL;
}

static int look(
	const char *data, const char *games, bool *made, struct sp_error *e)
{
	const struct sp_parlour_house house = { .data = data, .games = games };
	struct sp_parlour *parlour;
	int rc = sp_parlour_open(&parlour, &house, made, e);

	sp_parlour_close(parlour);
	return rc;
}

TEST("parlour/folder", "a first game that begins beside another has its key")
{
	const char *data = test_tempdir();
	char *games = sp_xasprintf("%s/games", data);
	struct sp_error e = { 0 };
	bool made = false;

	shard = sp_xasprintf("%s/aa", games);
	faults_before = another_begins;
	EQUAL_INT(look(data, games, &made, &e), SP_OK);
	faults_before = NULL;
	CU_ASSERT_PTR_NULL(shard);
	CU_ASSERT_TRUE(made);
	EQUAL_INT(look(data, games, &made, &e), SP_OK);
	CU_ASSERT_FALSE(made);
	sp_free(games);
}

TEST("parlour/folder", "games whose key is not there are refused")
{
	const char *data = test_tempdir();
	char *games = sp_xasprintf("%s/games", data);
	char *there = sp_xasprintf("%s/aa", games);
	struct sp_error e = { 0 };
	bool made = false;

	EQUAL_INT(mkdir(games, 0700), 0);
	EQUAL_INT(mkdir(there, 0700), 0);
	EQUAL_INT(look(data, games, &made, &e), SP_EREFUSED);
	CONTAINS(e.text, "play.key is not there, and the games in");
	CU_ASSERT_FALSE(made);
	sp_free(there);
	sp_free(games);
}
