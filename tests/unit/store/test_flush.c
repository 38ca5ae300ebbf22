#include "store_tests.h"

#include "fixtures.h"

#include <sys/stat.h>
#include <unistd.h>

static const struct sp_oid none;

static void fsck_is_clean(struct sp_store_game *game)
{
	struct sp_buf out;

	if (!place_has_git())
		return;
	sp_buf_init(&out, 2000);
	EQUAL_INT(place_git(game, &out, "@ fsck --strict --full 2>&1"), 0);
	/* No word of warning either; "dangling" is what no branch reaches. */
	LACKS(sp_buf_str(&out), "warning");
	LACKS(sp_buf_str(&out), "error");
	LACKS(sp_buf_str(&out), "missing");
	sp_buf_free(&out);
}

TEST("store/flush", "one pack, however many")
{
	for (int n = 1; n <= 6; n++) {
		struct place p = place_open(test_tempdir());
		struct sp_error e = { 0 };
		struct sp_oid id = place_commits(p.game, none, 0, n);

		EQUAL_INT(place_count(p.game, "objects", ""), 0);
		EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
		EQUAL_INT(place_count(p.game, "objects", ""), 2);
		EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 1);
		/* nothing is left to write */
		EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
		EQUAL_INT(place_count(p.game, "objects", ""), 2);
		EQUAL_INT(sp_store_move_head(p.game, NULL, &id, NULL, 0, &e),
			SP_OK);
		fsck_is_clean(p.game);
		place_close(&p);
	}
}

/* What a second batch packs is its own objects only. */
TEST("store/flush", "packs only what is new")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a = place_commits(p.game, none, 0, 5);
	struct sp_oid b;
	struct sp_buf out;

	EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	b = place_commits(p.game, a, 5, 5);
	EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &b, NULL, 0, &e), SP_OK);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 2);
	if (place_has_git()) {
		sp_buf_init(&out, 2000);
		/* 4 per commit, the first pack has 4 more */
		EQUAL_INT(place_git(p.game, &out, "@ count-objects -v"), 0);
		CONTAINS(sp_buf_str(&out), "in-pack: 44\n");
		CONTAINS(sp_buf_str(&out), "count: 0\n");
		sp_buf_free(&out);
	}
	fsck_is_clean(p.game);
	place_close(&p);
}

TEST("store/flush", "stored objects are not written again")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a = place_play(p.game, 0);
	int before = place_count(p.game, "objects", "");

	CU_ASSERT(sp_store_oid_equal(
		&a, (struct sp_oid[]){ place_commit(p.game, &none, 0) }));
	EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	EQUAL_INT(place_count(p.game, "objects", ""), before);
	place_close(&p);
}

TEST("store/flush", "a discarded commit is gone")
{
	struct place p = place_open(test_tempdir());
	struct sp_commit_info info;
	struct sp_oid a = place_commit(p.game, &none, 0);

	sp_store_commit_info_init(&info);
	sp_store_discard(p.game);
	EQUAL_INT(sp_store_flush(p.game, NULL), SP_OK);
	EQUAL_INT(place_count(p.game, "objects", ""), 0);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &a, NULL, 0, NULL),
		SP_ENOTFOUND);
	/* and can be made again */
	a = place_play(p.game, 0);
	EQUAL_INT(sp_store_info(p.game, &a, &info, NULL), SP_OK);
	sp_store_commit_info_clear(&info);
	place_close(&p);
}

/* Objects written, the process gone before the branch moved. */
TEST("store/flush", "a crash before the branch moves")
{
	const char *root = test_tempdir();
	struct place p = place_open(root);
	struct sp_oid a = place_play(p.game, 0);
	struct sp_oid b = place_commit(p.game, &a, 1);
	struct sp_oid head;

	EQUAL_INT(sp_store_flush(p.game, NULL), SP_OK);
	EQUAL_INT(sp_store_sync(p.store, NULL), SP_OK);
	place_close(&p);

	p = place_open(root);
	head = place_head(p.game);
	CU_ASSERT(sp_store_oid_equal(&head, &a));
	EQUAL_INT(sp_store_check_tip(p.game, NULL), SP_OK);
	/* rolled forward, twice */
	for (int i = 0; i < 2; i++) {
		EQUAL_INT(sp_store_move_head(p.game, &a, &b, NULL, 0, NULL),
			SP_OK);
		head = place_head(p.game);
		CU_ASSERT(sp_store_oid_equal(&head, &b));
	}
	place_close(&p);
}

/* An undecided batch was on its way to the disk when the power went: its files
 * are there and empty. Deciding it anew makes the same objects. */
TEST("store/flush", "ruins are written again")
{
	const char *root = test_tempdir();
	struct place p = place_open(root);
	struct sp_error e = { 0 };
	struct sp_oid a = place_commits(p.game, none, 0, 2);
	struct sp_oid again;

	EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	{
		char *command = sp_xasprintf(
			"find '%s/objects' -type f | while read f; do "
			"chmod u+w \"$f\" && : >\"$f\"; done",
			sp_store_game_path(p.game));

		EQUAL_INT(place_git(p.game, NULL, command), 0);
		sp_free(command);
	}
	place_close(&p);

	p = place_open(root);
	again = place_commits(p.game, none, 0, 2);
	CU_ASSERT(sp_store_oid_equal(&a, &again));
	EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &again, NULL, 0, &e), SP_OK);
	EQUAL_INT(sp_store_check_tip(p.game, &e), SP_OK);
	fsck_is_clean(p.game);
	place_close(&p);
}

/* The same with packs: the files of the pack are there, cut short. */
TEST("store/flush", "ruined packs are written again")
{
	static const char *const endings[] = { "pack", "idx", "*" };

	for (size_t i = 0; i < SP_ARRAY_LEN(endings); i++) {
		const char *root = test_tempdir();
		struct place p = place_open(root);
		struct sp_error e = { 0 };
		struct sp_oid base = place_play(p.game, 0);
		struct sp_oid a = place_commits(p.game, base, 1, 5);
		struct sp_oid again;
		char *command = sp_xasprintf(
			"cd '%s/objects/pack' && new=$(ls -t *.pack | "
			"head -1) && for f in ${new%%.pack}.%s; do "
			"chmod u+w $f; : >$f; done",
			sp_store_game_path(p.game), endings[i]);

		EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
		EQUAL_INT(place_git(p.game, NULL, command), 0);
		sp_free(command);
		place_close(&p);

		p = place_open(root);
		again = place_commits(p.game, base, 1, 5);
		CU_ASSERT(sp_store_oid_equal(&a, &again));
		EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
		EQUAL_INT(
			sp_store_move_head(p.game, &base, &again, NULL, 0, &e),
			SP_OK);
		EQUAL_INT(sp_store_check_tip(p.game, &e), SP_OK);
		place_close(&p);
		p = place_open(root);
		EQUAL_INT(sp_store_check_tip(p.game, &e), SP_OK);
		EQUAL_STRING(e.text, "");
		fsck_is_clean(p.game);
		place_close(&p);
	}
}

TEST("store/flush", "one handle serves many batches")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid head = none;
	int n = 0;

	for (int batch = 0; batch < 12; batch++) {
		struct sp_oid new =
			place_commits(p.game, head, n, batch % 2 == 0 ? 1 : 5);

		n += batch % 2 == 0 ? 1 : 5;
		EQUAL_INT(sp_store_flush(p.game, NULL), SP_OK);
		EQUAL_INT(
			sp_store_move_head(p.game, &head, &new, NULL, 0, NULL),
			SP_OK);
		head = new;
	}
	EQUAL_INT(sp_store_check_tip(p.game, NULL), SP_OK);
	fsck_is_clean(p.game);
	place_close(&p);
}
