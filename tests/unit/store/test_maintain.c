#include "store_tests.h"

#include "fixtures.h"

#include <unistd.h>

static const struct sp_oid none;
static const struct sp_store_bounds few = { 3, 1000000 };
static const struct sp_store_bounds at_once = { 0, 0 };

static struct sp_oid packed(
	struct sp_store_game *game, struct sp_oid from, int n)
{
	struct sp_oid id = place_commits(game, from, n, 4);

	EQUAL_INT_FATAL(sp_store_flush(game, NULL), SP_OK);
	return id;
}

TEST("store/maintain", "merges packs")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_store_tag tag = { "turn/1", none };
	char *half = place_path(p.game, "objects/pack/pack_git2_abc123");
	char *half2 = place_path(p.game, "objects/tmp_object_git2_abc123");
	char *half4 = place_path(p.game, "objects/pack/tmp_pack_AbC123");
	char *half5 = place_path(p.game, "objects/pack/tmp_idx_AbC123");
	char *half3 = place_path(p.game, "objects/pack/pack-abc123.idx.tmp");
	struct sp_commit_info info;
	struct sp_oid a;
	struct sp_oid b;
	struct sp_oid undecided;
	struct sp_oid loose;
	struct sp_buf text;
	bool ran = true;

	if (!place_has_git())
		goto out;
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	a = packed(p.game, none, 0);
	tag.target = a;
	b = packed(p.game, a, 4);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &b, &tag, 1, &e), SP_OK);
	EQUAL_INT(sp_store_maintain(p.game, &few, &ran, &e), SP_OK);
	CU_ASSERT_FALSE(ran);
	EQUAL_INT(sp_store_maintain(p.game, &sp_store_bounds_default, &ran, &e),
		SP_OK);
	CU_ASSERT_FALSE(ran);

	/* decided or not, no branch reaches these yet: packed and loose */
	undecided = packed(p.game, b, 8);
	loose = place_commit(p.game, &undecided, 20);
	EQUAL_INT(sp_store_flush(p.game, NULL), SP_OK);
	EQUAL_INT(sp_file_write(half, "", 0, 0600, NULL), SP_OK);
	EQUAL_INT(sp_file_write(half2, "", 0, 0600, NULL), SP_OK);
	EQUAL_INT(sp_file_write(half3, "", 0, 0600, NULL), SP_OK);
	EQUAL_INT(sp_file_write(half4, "", 0, 0600, NULL), SP_OK);
	EQUAL_INT(sp_file_write(half5, "", 0, 0600, NULL), SP_OK);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 3);
	EQUAL_INT(sp_store_maintain(p.game, &few, &ran, &e), SP_OK);
	CU_ASSERT(ran);
	EQUAL_STRING(e.text, "");
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 1);
	EQUAL_INT(place_count(p.game, "refs", ""), 0);
	DIFFERENT_INT(access(half, F_OK), 0);
	DIFFERENT_INT(access(half2, F_OK), 0);
	DIFFERENT_INT(access(half3, F_OK), 0);
	DIFFERENT_INT(access(half4, F_OK), 0);
	DIFFERENT_INT(access(half5, F_OK), 0);

	/* the same handle goes on */
	sp_store_commit_info_init(&info);
	sp_buf_init(&text, 1000);
	EQUAL_INT(sp_store_info(p.game, &loose, &info, &e), SP_OK);
	EQUAL_INT(sp_store_read(p.game, &undecided, "board.txt", &text, &e),
		SP_OK);
	EQUAL_STRING(sp_buf_str(&text), "board after 11\n");
	EQUAL_INT(sp_store_move_head(p.game, &b, &loose, &tag, 1, &e), SP_OK);
	EQUAL_INT(sp_store_check_tip(p.game, &e), SP_OK);
	(void)place_play(p.game, 21);
	EQUAL_INT(place_git(p.game, NULL, "@ fsck --strict 2>&1"), 0);
	sp_buf_free(&text);
	sp_store_commit_info_clear(&info);
out:
	sp_free(half);
	sp_free(half2);
	sp_free(half3);
	sp_free(half4);
	sp_free(half5);
	place_close(&p);
}

static void in_packs(const struct sp_store_game *game, const char *command)
{
	char *line = sp_xasprintf("cd '%s/objects/pack' && %s",
		sp_store_game_path(game), command);

	EQUAL_INT(system(line), 0);
	sp_free(line);
}

/* A pack that its owner marked stays, and so does what a killed run of ours
 * left half removed: an index without its pack goes. */
TEST("store/maintain", "removes what is packed")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a, b;
	bool ran = false;

	if (place_has_git()) {
		EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
		a = packed(p.game, none, 0);
		in_packs(
			p.game, "for f in *.pack; do : >${f%.pack}.keep; done");
		b = packed(p.game, a, 4);
		b = packed(p.game, b, 8);
		EQUAL_INT(sp_store_move_head(p.game, NULL, &b, NULL, 0, &e),
			SP_OK);
		in_packs(p.game, "for f in *.keep; do cp ${f%.keep}.idx "
				 "pack-aa.idx; done");
		EQUAL_INT(sp_store_maintain(p.game, &few, &ran, &e), SP_OK);
		CU_ASSERT_TRUE(ran);
		EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 2);
		EQUAL_INT(place_count(p.game, "objects/pack", ".idx"), 2);
		EQUAL_INT(place_count(p.game, "objects/pack", ".keep"), 1);
		EQUAL_INT(sp_store_check_history(p.game, &b, &e), SP_OK);
		EQUAL_INT(place_git(p.game, NULL, "@ fsck --strict 2>&1"), 0);
		/* once more, with nothing new: all is still there */
		EQUAL_INT(sp_store_maintain(p.game, &at_once, &ran, &e), SP_OK);
		EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 2);
		EQUAL_INT(sp_store_check_history(p.game, &b, &e), SP_OK);
	}
	place_close(&p);
}

TEST("store/maintain", "counts loose objects")
{
	static const struct sp_store_bounds bounds = { 1000, 256 };
	struct place p = place_open(test_tempdir());
	struct sp_oid head = none;
	bool ran = false;
	int n = 0;

	if (place_has_git()) {
		EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
		/* until one of 256 folders has its first object */
		while (!ran && n < 2000) {
			head = place_play(p.game, n++);
			EQUAL_INT_FATAL(
				sp_store_maintain(p.game, &bounds, &ran, NULL),
				SP_OK);
		}
		CU_ASSERT(ran);
		CU_ASSERT(n > 1);
		EQUAL_INT(place_count(p.game, "objects", ""), 2);
		n = place_head(p.game).hex[0] == head.hex[0];
		EQUAL_INT(n, 1);
	}
	place_close(&p);
}

TEST("store/maintain", "says what git said")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	char *head = place_path(p.game, "HEAD");
	bool ran = true;

	if (place_has_git()) {
		EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
		EQUAL_INT(unlink(head), 0);
		EQUAL_INT(
			sp_store_maintain(p.game, &at_once, &ran, &e), SP_ESYS);
		CU_ASSERT_FALSE(ran);
		CONTAINS(e.text, "git pack-objects failed");
		CONTAINS(e.text, "repository");
	}
	sp_free(head);
	place_close(&p);
}
