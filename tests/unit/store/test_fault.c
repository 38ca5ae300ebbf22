/* A failing call of the system is neither damage nor loss. */
#include "store_tests.h"

#include <errno.h>
#include <unistd.h>

#include "faults.h"
#include "fixtures.h"

/* What every look at a head does, on a handle of its own. */
static int look(struct place *p, struct sp_error *e)
{
	struct sp_store_game *game = NULL;
	struct sp_oid head;
	int rc = sp_store_game_open(&game, p->store, GID, e);

	if (rc == SP_OK)
		rc = sp_store_head(game, &head, e);
	if (rc == SP_OK)
		rc = sp_store_check_history(game, &head, e);
	sp_store_game_close(game);
	return rc;
}

/* A descriptor that is not there, at each call: never "damaged". Where libgit2
 * hides it the probe, which is asked next, meets it. */
TEST("store/fault", "passing errors are told apart")
{
	static const int errors[] = { EMFILE, EIO, EACCES, ENOMEM };
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	unsigned calls, hidden = 0, said = 0;

	for (int i = 0; i < 6; i++)
		(void)place_play(p.game, i);
	faults_arm(".git", 0, 0, false);
	EQUAL_INT(look(&p, &e), SP_OK);
	calls = faults_disarm();
	CU_ASSERT(calls > 10);
	for (unsigned at = 1; at <= calls; at++) {
		sp_error_clear(&e);
		sp_store_forget_fault(p.store);
		faults_arm(".git", errors[at % 4], at, true);
		int rc = look(&p, &e);
		int probed = sp_store_probe(p.store, GID, NULL);
		(void)faults_disarm();
		CU_ASSERT(rc == SP_ESYS || probed == SP_ESYS);
		said += rc == SP_ESYS;
		hidden += rc != SP_ESYS;
		CU_ASSERT(rc == SP_OK || e.text[0] != '\0');
	}
	/* opening, reading and mapping are seen by themselves */
	CU_ASSERT(said > hidden);
	EQUAL_INT(sp_store_probe(p.store, GID, &e), SP_OK);
	place_close(&p);
}

TEST("store/fault", "a loss is told")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid head;

	if (!place_has_git())
		return;
	for (int i = 0; i < 3; i++)
		head = place_play(p.game, i);
	place_loosen(p.game);
	EQUAL_INT(place_git(p.game, NULL,
			  "f=$(@ rev-parse main~1:board.txt | "
			  "sed 's|^..|objects/&/|') && cd \"$(@ rev-parse "
			  "--absolute-git-dir)\" && rm -f $f"),
		0);
	sp_store_forget_fault(p.store);
	EQUAL_INT(look(&p, &e), SP_ECORRUPT);
	EQUAL_INT(sp_store_fault(p.store, GID), SP_ECORRUPT);
	EQUAL_INT(sp_store_fault(p.store, "g2-abcdefgh"), SP_OK);
	EQUAL_INT(sp_store_probe(p.store, GID, &e), SP_OK);
	/* it is in the history alone */
	EQUAL_INT(sp_store_game_reopen(p.game, &e), SP_OK);
	EQUAL_INT(sp_store_check_commit(p.game, &head, &e), SP_OK);
	sp_store_forget_fault(p.store);
	EQUAL_INT(sp_store_fault(p.store, GID), SP_OK);
	place_close(&p);
}

/* The same bytes are made again while no file can be opened: what lies on the
 * disk stays there. */
TEST("store/fault", "nothing is removed")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid head = place_play(p.game, 0);
	struct sp_oid again;
	struct sp_error e = { 0 };
	int files = place_count(p.game, "objects", "");
	const struct sp_store_file file = { "board.txt", "board after 0\n",
		strlen("board after 0\n") };
	struct sp_commit_spec spec = {
		.files = &file, .n_files = 1, .when = 5, .message = "x\n"
	};
	unsigned calls, failed = 0;

	EQUAL_INT(files, 2);
	for (unsigned at = 1; at <= 40; at++) {
		EQUAL_INT(sp_store_game_reopen(p.game, &e), SP_OK);
		sp_error_clear(&e);
		faults_arm("objects/", EMFILE, at, true);
		int rc = sp_store_commit(p.game, &spec, &again, &e);
		calls = faults_disarm();
		failed += rc != SP_OK;
		EQUAL_INT(place_count(p.game, "objects", ""), files);
		sp_store_discard(p.game);
		if (calls < at)
			break;
	}
	CU_ASSERT(failed > 0);
	EQUAL_INT(sp_store_check_history(p.game, &head, &e), SP_OK);
	place_close(&p);
}

TEST("store/fault", "an empty root")
{
	char *root = test_tempdir();
	struct place p = place_open(root);
	char *away =
		sp_xasprintf("cd '%s' && mkdir away && mv [a-z2-7][a-z2-7] "
			     "away/",
			root);
	bool empty = true;

	EQUAL_INT(sp_store_is_empty(p.store, &empty, NULL), SP_OK);
	CU_ASSERT_FALSE(empty);
	EQUAL_INT(system(away), 0);
	EQUAL_INT(sp_store_is_empty(p.store, &empty, NULL), SP_OK);
	CU_ASSERT_TRUE(empty);
	sp_free(away);
	place_close(&p);
}
