/* A damaged game goes on from a whole copy of it, and from no other one. */
#include "host_tests.h"
#include "hurt.h"

/* ---- what can be repaired ----------------------------------------------- */

/* All that is needed is there. */
static void with_here(const char *command)
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	refs = hurt_refs(&c);
	hurt_run(&c, HURT_BAD, command);
	mail = hurt_suspend(&c);
	hurt_check_plan(&c, true);
	EQUAL_INT(hurt_act(&c, NULL, HURT_HERE, &answer), SP_OK);
	CU_ASSERT_PTR_NOT_NULL(json_object_get(answer, "aside"));
	json_decref(answer);
	CU_ASSERT_TRUE(hurt_has(&c, ".damaged-1"));
	hurt_check_goes_on(&c, mail, refs);
	sp_free(refs);
	sp_free(mail);
	club_clear(&c);
}

TEST("host/repair", "branch gone")
{
	with_here("rm refs/heads/main");
}

TEST("host/repair", "branch garbage")
{
	with_here("echo garbage >refs/heads/main");
}

/* A step back, behind what was mailed. */
TEST("host/repair", "branch went back")
{
	with_here("git update-ref refs/heads/main main~2");
}

/* A commit of somebody else's on top. */
TEST("host/repair", "foreign tip")
{
	with_here("export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@x.example "
		  "GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@x.example;"
		  "new=$(git log -1 --format=%B main | git commit-tree -p main "
		  "main^{tree}) && git update-ref refs/heads/main $new");
}

/* Something of it is missing, and comes from a bare clone. `kept`: there is a
 * damaged repository to keep. */
static void with_clone(const char *command, bool kept)
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	refs = hurt_refs(&c);
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../copy");
	hurt_run(&c, HURT_BAD, command);
	mail = hurt_suspend(&c);
	hurt_check_plan(&c, false);
	hurt_check_refused(&c, NULL, HURT_HERE, "nothing was done");
	EQUAL_INT(hurt_act(&c, "copy", 0, &answer), SP_OK);
	if (answer == NULL)
		printf("\n  %s\n", c.error.text);
	json_decref(answer);
	EQUAL_INT(hurt_has(&c, ".damaged-1"), kept);
	hurt_check_goes_on(&c, mail, refs);
	sp_free(refs);
	sp_free(mail);
	club_clear(&c);
}

TEST("host/repair", "file gone")
{
	with_clone(HURT_BLOB "rm $f", true);
}

TEST("host/repair", "file empty")
{
	with_clone(HURT_BLOB ": >$f", true);
}

TEST("host/repair", "file changed")
{
	with_clone(HURT_BLOB "printf x >$f", true);
}

TEST("host/repair", "commit gone")
{
	with_clone("f=$(git rev-parse main | sed 's|^..|objects/&/|');"
		   "test -f $f; rm -f $f",
		true);
}

TEST("host/repair", "repository gone")
{
	with_clone("mv ../" HURT_BAD ".git ../../../away", false);
}

TEST("host/repair", "pack torn")
{
	with_clone("git repack -q -a -d && cd objects/pack && chmod u+w *.pack"
		   " && f=$(ls *.pack) && size=$(stat -c %s $f) && "
		   "truncate -s $((size / 2)) $f",
		true);
}

TEST("host/repair", "bundle")
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	refs = hurt_refs(&c);
	hurt_run(&c, HURT_BAD,
		"git bundle create -q ../../../all HEAD main --tags");
	hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
	mail = hurt_suspend(&c);
	EQUAL_INT(hurt_act(&c, "all", 0, &answer), SP_OK);
	json_decref(answer);
	hurt_check_goes_on(&c, mail, refs);
	sp_free(refs);
	sp_free(mail);
	club_clear(&c);
}

/* ---- what cannot -------------------------------------------------------- */

TEST("host/repair", "refused")
{
	struct club c;
	json_t *answer;
	char *mail, *refs;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	refs = hurt_refs(&c);
	/* nothing is wrong */
	EQUAL_INT(hurt_act(&c, NULL, HURT_HERE, &answer), SP_EREFUSED);
	CONTAINS(c.error.text, "nothing to repair");
	CU_ASSERT_FALSE(hurt_has(&c, ".damaged-1"));
	json_decref(answer);
	hurt_run(&c, HURT_GOOD,
		"git clone -q --no-hardlinks --bare . ../../../other");
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../old && "
		"cd ../../../old && git for-each-ref --format="
		"'delete %(refname)' refs/tags | git update-ref --stdin && "
		"git update-ref refs/heads/main main~1 && "
		"git reflog expire --expire=now --all && "
		"git repack -q -a -d && git prune --expire=now");
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../copy");
	hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
	mail = hurt_suspend(&c);
	hurt_check_refused(&c, "other", 0, "missing or damaged");
	/* without the last commit that was mailed */
	hurt_check_refused(&c, "old", 0, "missing or damaged");
	hurt_check_refused(&c, "nowhere", 0, "nowhere");
	EQUAL_INT(hurt_act(&c, "copy", 0, &answer), SP_OK);
	json_decref(answer);
	hurt_check_goes_on(&c, mail, refs);
	sp_free(mail);
	sp_free(refs);
	club_clear(&c);
}

/* Nobody was told yet: it goes on as if nothing had been. */
TEST("host/repair", "not told")
{
	struct club c;
	json_t *answer;
	char *refs, *now;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	refs = hurt_refs(&c);
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../copy");
	hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
	EQUAL_INT(hurt_act(&c, "copy", 0, &answer), SP_OK);
	json_decref(answer);
	now = hurt_refs(&c);
	EQUAL_STRING(now, refs);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game goes on"), 0);
	EQUAL_INT(club_letters(&c, 0, NULL, "Your game is suspended"), 0);
	EQUAL_INT(club_play(&c, HURT_BAD, 2), 2);
	sp_free(refs);
	sp_free(now);
	club_clear(&c);
}

/* A repair that was killed after the exchange left the damaged one under our
 * name for the new one: it is kept, too. */
TEST("host/repair", "killed")
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	refs = hurt_refs(&c);
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../copy");
	hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
	mail = hurt_suspend(&c);
	hurt_run(&c, HURT_BAD,
		"cp -r . ../" HURT_BAD ".repair && echo here >../" HURT_BAD
		".repair/mark");
	EQUAL_INT(hurt_act(&c, "copy", 0, &answer), SP_OK);
	json_decref(answer);
	CU_ASSERT_TRUE(hurt_has(&c, ".damaged-1/mark"));
	CU_ASSERT_TRUE(hurt_has(&c, ".damaged-2/HEAD"));
	hurt_check_goes_on(&c, mail, refs);
	sp_free(mail);
	sp_free(refs);
	club_clear(&c);
}

/* Restored by hand, or by a repair that was killed: the act lets it go on. */
TEST("host/repair", "whole already")
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	refs = hurt_refs(&c);
	hurt_run(&c, HURT_BAD, HURT_BLOB "cp $f saved && : >$f");
	mail = hurt_suspend(&c);
	hurt_run(&c, HURT_BAD, HURT_BLOB "mv -f saved $f");
	EQUAL_INT(hurt_act(&c, NULL, 0, &answer), SP_OK);
	CU_ASSERT_PTR_NULL(json_object_get(answer, "plan"));
	json_decref(answer);
	CU_ASSERT_FALSE(hurt_has(&c, ".damaged-1"));
	hurt_check_goes_on(&c, mail, refs);
	sp_free(mail);
	sp_free(refs);
	club_clear(&c);
}
