#include "store_tests.h"

#include "fixtures.h"

#include <unistd.h>

static const struct sp_oid none;

static struct sp_oid packed(
	struct sp_store_game *game, struct sp_oid from, int n, int commits)
{
	struct sp_oid id = place_commits(game, from, n, commits);

	EQUAL_INT_FATAL(sp_store_flush(game, NULL), SP_OK);
	return id;
}

static void tidy(struct place *p, bool whole)
{
	struct sp_error e = { 0 };

	EQUAL_INT(sp_store_tidy(p->game, whole, &e), SP_OK);
	EQUAL_INT(sp_store_sync(p->store, &e), SP_OK);
	EQUAL_INT(sp_store_tidied(p->game, &e), SP_OK);
	EQUAL_STRING(e.text, "");
}

static void fsck_is_clean(struct sp_store_game *game)
{
	if (place_has_git())
		EQUAL_INT(place_git(game, NULL,
				  "@ fsck --strict --full 2>&1 | "
				  "grep -v dangling | grep . && exit 1; "
				  "exit 0"),
			0);
}

/* Batches of one commit: their packs are merged, again and again, and there are
 * never many. */
TEST("store/maintain", "there are few packs")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid head = none, first = none;
	struct sp_error e = { 0 };
	int most = 0;

	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	for (int i = 0; i < 150; i++) {
		struct sp_oid next = packed(p.game, head, i, 1);

		EQUAL_INT(sp_store_move_head(p.game, &head, &next, NULL, 0, &e),
			SP_OK);
		head = next;
		first = i == 0 ? next : first;
		tidy(&p, false);
		int n = place_count(p.game, "objects/pack", "");
		most = n > most ? n : most;
	}
	CU_ASSERT(most > 4 && most <= 2 * 12);
	EQUAL_INT(sp_store_check_history(p.game, &head, &e), SP_OK);
	fsck_is_clean(p.game);
	/* as another handle sees it */
	struct sp_store_game *other = NULL;
	EQUAL_INT(sp_store_game_open(
			  &other, p.store, sp_store_game_gid(p.game), &e),
		SP_OK);
	EQUAL_INT(sp_store_check_history(other, &head, &e), SP_OK);
	sp_store_game_close(other);
	place_close(&p);
}

/* Between the two halves nothing is gone, and a process that was killed there
 * is followed by one that removes what is there twice. */
TEST("store/maintain", "a kill between the halves")
{
	const char *root = test_tempdir();
	struct place p = place_open(root);
	struct sp_oid head = none;
	struct sp_error e = { 0 };

	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	for (int i = 0; i < 14; i++)
		head = packed(p.game, head, i, 1);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &head, NULL, 0, &e), SP_OK);
	EQUAL_INT(sp_store_tidy(p.game, false, &e), SP_OK);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 15);
	place_close(&p);

	p = place_open(root);
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	tidy(&p, false);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 1);
	EQUAL_INT(sp_store_check_history(p.game, &head, &e), SP_OK);
	fsck_is_clean(p.game);
	place_close(&p);
}

TEST("store/maintain", "one pack of a game that is over")
{
	static const char *const halves[] = { "objects/pack/pack_git2_abc123",
		"objects/tmp_object_git2_abc123", "objects/pack/tmp_pack_AbC12",
		"objects/pack/tmp_idx_AbC123", "objects/pack/pack-ab.idx.tmp" };
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_store_tag tag = { "turn/1", none };
	struct sp_oid a, b, undecided;
	struct sp_buf text;

	if (!place_has_git()) {
		place_close(&p);
		return;
	}
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	tag.target = a = packed(p.game, none, 0, 4);
	b = packed(p.game, a, 4, 4);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &b, &tag, 1, &e), SP_OK);
	/* decided or not, no branch reaches these yet: packed and loose */
	undecided = packed(p.game, b, 8, 4);
	EQUAL_INT(place_git(p.game, NULL,
			  "echo loose | @ hash-object -w --stdin"),
		0);
	for (size_t i = 0; i < SP_ARRAY_LEN(halves); i++) {
		char *path = place_path(p.game, halves[i]);
		EQUAL_INT(sp_file_write(path, "", 0, 0600, NULL), SP_OK);
		sp_free(path);
	}
	tidy(&p, true);
	EQUAL_INT(place_count(p.game, "objects/pack", ""), 2);
	EQUAL_INT(place_count(p.game, "objects", ""), 2);
	/* HEAD config objects objects/info objects/pack and two files there,
	 * packed-refs refs refs/heads refs/heads/main refs/tags */
	EQUAL_INT(
		place_git(p.game, NULL,
			"test $(find $(@ rev-parse --git-dir) | wc -l) -le 14"),
		0);

	/* the same handle goes on */
	sp_buf_init(&text, 1000);
	EQUAL_INT(sp_store_read(p.game, &undecided, "board.txt", &text, &e),
		SP_OK);
	EQUAL_STRING(sp_buf_str(&text), "board after 11\n");
	EQUAL_INT(
		sp_store_move_head(p.game, &b, &undecided, &tag, 1, &e), SP_OK);
	EQUAL_INT(sp_store_check_history(p.game, &undecided, &e), SP_OK);
	(void)place_play(p.game, 21);
	/* and once more */
	tidy(&p, true);
	EQUAL_INT(place_count(p.game, "objects/pack", ""), 2);
	EQUAL_INT(place_git(p.game, NULL,
			  "@ cat-file blob $(echo loose | "
			  "@ hash-object --stdin)"),
		0);
	fsck_is_clean(p.game);
	sp_buf_free(&text);
	place_close(&p);
}

static void in_packs(const struct sp_store_game *game, const char *command)
{
	char *line = sp_xasprintf("cd '%s/objects/pack' && %s",
		sp_store_game_path(game), command);

	EQUAL_INT(system(line), 0);
	sp_free(line);
}

/* A pack that its owner marked stays. */
TEST("store/maintain", "a pack is kept")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid head;

	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	head = packed(p.game, none, 0, 4);
	in_packs(p.game, "for f in *.pack; do : >${f%.pack}.keep; done");
	for (int i = 4; i < 20; i++)
		head = packed(p.game, head, i, 1);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &head, NULL, 0, &e), SP_OK);
	for (int i = 0; i < (place_has_git() ? 2 : 1); i++) {
		tidy(&p, i == 1);
		EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 2);
		EQUAL_INT(place_count(p.game, "objects/pack", ".idx"), 2);
		EQUAL_INT(place_count(p.game, "objects/pack", ".keep"), 1);
		EQUAL_INT(sp_store_check_history(p.game, &head, &e), SP_OK);
	}
	fsck_is_clean(p.game);
	place_close(&p);
}

/* Somebody packed by hand: objects lie twice, and no pack has all of another.
 */
TEST("store/maintain", "objects that lie twice")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid head = none;
	struct sp_error e = { 0 };

	if (!place_has_git()) {
		place_close(&p);
		return;
	}
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	for (int i = 0; i < 14; i++)
		head = packed(p.game, head, i, 1);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &head, NULL, 0, &e), SP_OK);
	EQUAL_INT(place_git(p.game, NULL,
			  "cd \"$(@ rev-parse --absolute-git-dir)\" && "
			  "(@ rev-list -3 main; @ rev-parse main~1^{tree}) | "
			  "@ pack-objects -q objects/pack/pack >/dev/null"),
		0);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 15);
	tidy(&p, false);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 1);
	EQUAL_INT(place_git(p.game, NULL,
			  "f=$(ls $(@ rev-parse --git-dir)/objects/pack/*.idx)"
			  " && test -z \"$(@ show-index <$f | cut -d' ' -f2 | "
			  "uniq -d)\""),
		0);
	EQUAL_INT(sp_store_check_history(p.game, &head, &e), SP_OK);
	fsck_is_clean(p.game);
	place_close(&p);
}

/* What does not read is no reason to lose what does. */
TEST("store/maintain", "damaged packs are left alone")
{
	static const char *const hurts[] = {
		"f=$(ls *.pack | head -1); chmod u+w $f; printf x | "
		"dd of=$f bs=1 seek=40 conv=notrunc 2>/dev/null",
		"f=$(ls *.idx | head -1); chmod u+w $f; : >$f",
		"f=$(ls *.idx | head -1); chmod u+w $f; printf x | "
		"dd of=$f bs=1 seek=1040 conv=notrunc 2>/dev/null",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(hurts); i++) {
		struct place p = place_open(test_tempdir());
		struct sp_oid head = none;
		struct sp_error e = { 0 };
		int before;

		EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
		for (int k = 0; k < 14; k++)
			head = packed(p.game, head, k, 1);
		in_packs(p.game, hurts[i]);
		before = place_count(p.game, "objects/pack", ".pack");
		EQUAL_INT(sp_store_tidy(p.game, false, &e), SP_OK);
		EQUAL_INT(sp_store_tidied(p.game, &e), SP_OK);
		/* without its index it is not looked at */
		EQUAL_INT(place_count(p.game, "objects/pack", ".pack"),
			i == 0 ? before : 2);
		place_close(&p);
	}
}

/* Also of a game that is over: nobody knows that the others have it. */
TEST("store/maintain", "one pack of all, beside a torn one")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid head = none;
	struct sp_error e = { 0 };

	if (!place_has_git())
		return;
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	for (int k = 0; k < 3; k++)
		head = packed(p.game, head, k, 1);
	/* its last sum is wrong, at which git does not look */
	in_packs(p.game, "f=$(ls *.idx | head -1); chmod u+w $f; "
			 "truncate -s -2 $f; printf xx >>$f");
	EQUAL_INT(sp_store_tidy(p.game, true, &e), SP_OK);
	EQUAL_INT(sp_store_tidied(p.game, &e), SP_OK);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 2);
	EQUAL_INT(sp_store_check_history(p.game, &head, &e), SP_OK);
	place_close(&p);
}

TEST("store/maintain", "says what git said")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	char *head = place_path(p.game, "HEAD");

	if (place_has_git()) {
		EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
		EQUAL_INT(unlink(head), 0);
		EQUAL_INT(sp_store_tidy(p.game, true, &e), SP_ESYS);
		CONTAINS(e.text, "git pack-objects failed");
		CONTAINS(e.text, "repository");
	}
	sp_free(head);
	place_close(&p);
}
