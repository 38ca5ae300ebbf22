#include "store_tests.h"

#include "fixtures.h"

#include <sys/stat.h>
#include <unistd.h>

TEST("store/store", "parses ids")
{
	static const char hex[] = "356a192b7913b04c54574d18c28d46e6395428ab";
	static const char *const bad[] = { "",
		"356a192b7913b04c54574d18c28d46e6395428a",
		"356a192b7913b04c54574d18c28d46e6395428abc",
		"356A192B7913B04C54574D18C28D46E6395428AB",
		"356a192b7913b04c54574d18c28d46e6395428ag" };
	struct sp_oid a;
	struct sp_oid b;

	CU_ASSERT(sp_store_oid_parse(&a, hex));
	EQUAL_STRING(a.hex, hex);
	CU_ASSERT_FALSE(sp_store_oid_is_none(&a));
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		CU_ASSERT_FALSE(sp_store_oid_parse(&b, bad[i]));
		CU_ASSERT(sp_store_oid_is_none(&b));
	}
	CU_ASSERT(sp_store_oid_equal(&a, &a));
	CU_ASSERT_FALSE(sp_store_oid_equal(&a, &b));
}

TEST("store/store", "opens")
{
	struct sp_error e = { 0 };
	struct sp_store *store;

	EQUAL_INT(sp_store_open(&store, "/no/such/folder", &e), SP_ENOTFOUND);
	CU_ASSERT_PTR_NULL(store);
	CONTAINS(e.text, "/no/such/folder");
	sp_store_close(NULL);
	EQUAL_INT_FATAL(sp_store_open(&store, test_tempdir(), NULL), SP_OK);
	EQUAL_INT(sp_store_sync(store, NULL), SP_OK);
	sp_store_close(store);
}

/* Beside other work: host/aside. */
TEST("store/store", "a sync in a thread comes to its end once")
{
	struct sp_store *store;
	int fd;

	EQUAL_INT_FATAL(sp_store_open(&store, test_tempdir(), NULL), SP_OK);
	for (int i = 0; i < 3; i++) {
		EQUAL_INT(sp_store_sync_fd(store), -1);
		EQUAL_INT(sp_store_sync_begin(store, NULL), SP_OK);
		fd = sp_store_sync_fd(store);
		CU_ASSERT_TRUE(fd >= 0);
		EQUAL_INT(sp_store_sync_end(store, true, NULL), SP_OK);
		EQUAL_INT(sp_store_sync(store, NULL), SP_OK);
	}
	/* one that nobody asks for ends before the store goes */
	EQUAL_INT(sp_store_sync_begin(store, NULL), SP_OK);
	sp_store_close(store);
}

TEST("store/store", "creates")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	char *hooks = place_path(p.game, "hooks");
	struct sp_buf out;
	struct sp_oid head;

	CU_ASSERT(sp_store_exists(p.store, GID));
	CU_ASSERT_FALSE(sp_store_exists(p.store, "g2-abcdefgh"));
	EQUAL_STRING(sp_store_game_gid(p.game), GID);
	CONTAINS(sp_store_game_path(p.game), "/ab/" GID ".git");
	EQUAL_INT(sp_store_create(p.store, GID, &e), SP_EEXISTS);
	EQUAL_INT(sp_store_head(p.game, &head, NULL), SP_ENOTFOUND);
	CU_ASSERT(sp_store_oid_is_none(&head));
	EQUAL_INT(sp_store_check_tip(p.game, NULL), SP_ENOTFOUND);
	DIFFERENT_INT(access(hooks, F_OK), 0);
	if (place_has_git()) {
		sp_buf_init(&out, 1000);
		EQUAL_INT(place_git(p.game, &out,
				  "@ config gc.auto; @ fsck --strict 2>&1; @ "
				  "symbolic-ref HEAD"),
			0);
		CU_ASSERT(sp_starts(sp_buf_str(&out), "0\n"));
		CONTAINS(sp_buf_str(&out), "refs/heads/main\n");
		sp_buf_free(&out);
	}
	sp_free(hooks);
	place_close(&p);
}

/* A killed process may have left half of a new repository. */
TEST("store/store", "creates over a ruin")
{
	const char *root = test_tempdir();
	char *ruin = sp_xasprintf("%s/ab/" GID ".new/objects", root);
	struct place p;

	EQUAL_INT(sp_mkdirs(ruin, 0777, NULL), SP_OK);
	p = place_open(root);
	(void)place_play(p.game, 0);
	DIFFERENT_INT(access(ruin, F_OK), 0);
	sp_free(ruin);
	place_close(&p);
}

TEST("store/store", "refuses names")
{
	static const char *const bad[] = { "", "abc", "..", "g1/abcdefgh",
		"../../../etc", "g1-abcdefgh.", "-1-abcdefgh", "g1-abcdefg-",
		"G1-ABCDEFGH", "g1-abc-efgh", "g12345678901234567-abcdefgh" };
	struct sp_store_game *game;
	struct sp_store *store;

	EQUAL_INT_FATAL(sp_store_open(&store, test_tempdir(), NULL), SP_OK);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		EQUAL_INT(sp_store_create(store, bad[i], NULL), SP_EINVAL);
		CU_ASSERT_FALSE(sp_store_exists(store, bad[i]));
		EQUAL_INT(sp_store_game_open(&game, store, bad[i], NULL),
			SP_ENOTFOUND);
		CU_ASSERT_PTR_NULL(game);
	}
	EQUAL_INT(sp_store_game_open(&game, store, GID, NULL), SP_ENOTFOUND);
	sp_store_close(store);
}

TEST("store/store", "says whose it is")
{
	const char *root = test_tempdir();
	struct place p = place_open(root);
	struct sp_error e = { 0 };
	struct sp_store_game *game;

	if (geteuid() != 0) {
		test_skip("only root can give files away");
	} else {
		EQUAL_INT(chown(sp_store_game_path(p.game), 65534, 65534), 0);
		EQUAL_INT(
			sp_store_game_open(&game, p.store, GID, &e), SP_EINVAL);
		CONTAINS(e.text, "belongs to another user");
		EQUAL_INT(chown(sp_store_game_path(p.game), 0, 0), 0);
	}
	place_close(&p);
}

TEST("store/store", "not a repository")
{
	const char *root = test_tempdir();
	char *path = sp_xasprintf("%s/ab/" GID ".git", root);
	struct sp_error e = { 0 };
	struct sp_store_game *game;
	struct sp_store *store;

	EQUAL_INT(sp_mkdirs(path, 0777, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_store_open(&store, root, NULL), SP_OK);
	EQUAL_INT(sp_store_game_open(&game, store, GID, &e), SP_ECORRUPT);
	CONTAINS(e.remedy, "spellpost game repair");
	sp_store_close(store);
	sp_free(path);
}
