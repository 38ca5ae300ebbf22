/* A damaged game goes on from a whole copy of it, and from no other one. */
#include <stdlib.h>
#include <unistd.h>

#include "host_tests.h"

#define BAD  "hurt-jjjjjjjj"
#define GOOD "well-kkkkkkkk"

#define BLOB                                                                   \
	"f=$(git rev-parse main:state.json | sed 's|^..|objects/&/|');"        \
	"test -f $f; chmod u+w $f;"

/* ---- clubs with a damaged game ------------------------------------------ */

static void begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	club_game(c, BAD, 2, "deadline=24", true);
	club_game(c, GOOD, 2, "deadline=480", true);
	(void)club_play(c, BAD, 3);
	/* so that none of it is in the last batches */
	(void)club_play(c, GOOD, 2);
	c->now += 60;
}

/* In the repository of the game, or (gid NULL) in the folder of the club. */
static void run(const struct club *c, const char *gid, const char *command)
{
	struct sp_buf out;
	int status;

	sp_buf_init(&out, 1 << 20);
	if (gid != NULL) {
		status = club_git(c, gid, &out, command);
	} else {
		char *line =
			sp_xasprintf("cd '%s' && { %s; }", c->dir, command);
		status = system(line);
		sp_free(line);
	}
	if (status != 0)
		printf("\n  %s: %s\n", command, sp_buf_str(&out));
	CU_ASSERT_EQUAL_FATAL(status, 0);
	sp_buf_free(&out);
}

static char *refs_of(const struct club *c)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	CU_ASSERT_EQUAL_FATAL(
		club_git(c, BAD, &out,
			"git for-each-ref --format='%(objectname) %(refname)'"),
		0);
	return sp_buf_take(&out);
}

/* An order that waits, and a deadline that passes: it is found, and told. */
static char *suspend(struct club *c)
{
	struct sp_game_row row;
	char *mail = sp_xstrdup(club_reply(
		c, club_present(c, BAD), club_active(c, BAD), "end"));

	club_later(c, 60);
	club_row(c, BAD, &row);
	CU_ASSERT_EQUAL(row.status, SP_GAME_ROW_SUSPENDED);
	CU_ASSERT_EQUAL(club_letters(c, 0, NULL, "Your game is suspended"), 2);
	CU_ASSERT_EQUAL(club_fate(c, mail), SP_DISPOSITION_SEEN);
	c->now += 60;
	return mail;
}

/* The act; `from` is a name in the folder of the club, or NULL. The caller owns
 * *answer (NULL after a failure). */
static int act(struct club *c, const char *from, bool here, json_t **answer)
{
	json_t *request = json_object();
	char *path = sp_xasprintf("%s/%s", c->dir, from != NULL ? from : "");

	*answer = NULL;
	sp_json_set_string(request, "act", "game repair");
	sp_json_set_string(request, "game", BAD);
	if (from != NULL)
		sp_json_set_string(request, "from", path);
	if (here)
		sp_json_set_bool(request, "here", true);
	club_open(c);
	memset(&c->error, 0, sizeof(c->error));
	int rc = sp_host_act(c->host, request, answer, &c->error);
	club_read(c);
	sp_free(path);
	json_decref(request);
	return rc;
}

static bool has(const struct club *c, const char *suffix)
{
	char *repo = club_repository(c, BAD);
	char *path = sp_xasprintf(
		"%.*s%s", (int)(strlen(repo) - strlen(".git")), repo, suffix);
	bool yes = access(path, F_OK) == 0;

	sp_free(repo);
	sp_free(path);
	return yes;
}

/* Refused with these words, and all as it was. */
static void check_refused(
	struct club *c, const char *from, bool here, const char *words)
{
	unsigned aside = has(c, ".damaged-1") ? 1 : 0;
	struct sp_game_row row;
	json_t *answer;

	CU_ASSERT_NOT_EQUAL(act(c, from, here, &answer), SP_OK);
	if (strstr(c->error.text, words) == NULL)
		printf("\n  not \"%s\": %s\n", words, c->error.text);
	CU_ASSERT_PTR_NOT_NULL(strstr(c->error.text, words));
	json_decref(answer);
	club_row(c, BAD, &row);
	CU_ASSERT_EQUAL(row.status, SP_GAME_ROW_SUSPENDED);
	CU_ASSERT_EQUAL(club_letters(c, 0, NULL, "The game goes on"), 0);
	CU_ASSERT_FALSE(has(c, ".repair"));
	CU_ASSERT_EQUAL(has(c, ".damaged-1"), aside);
}

/* Without an option nothing is done. */
static void check_plan(struct club *c, bool here)
{
	struct sp_game_row row;
	json_t *answer;

	CU_ASSERT_EQUAL(act(c, NULL, false, &answer), SP_OK);
	CU_ASSERT_TRUE(json_is_true(json_object_get(answer, "plan")));
	CU_ASSERT_EQUAL(json_is_true(json_object_get(answer, "here")), here);
	CU_ASSERT_EQUAL(json_object_get(answer, "missing") == NULL, here);
	CU_ASSERT_PTR_NOT_NULL(json_object_get(answer, "damage"));
	club_row(c, BAD, &row);
	CU_ASSERT_STRING_EQUAL(
		json_string_value(json_object_get(answer, "needs")), row.head);
	CU_ASSERT_EQUAL(row.status, SP_GAME_ROW_SUSPENDED);
	CU_ASSERT_FALSE(has(c, ".repair"));
	CU_ASSERT_FALSE(has(c, ".damaged-1"));
	json_decref(answer);
}

static void check_verify(const struct club *c)
{
	struct sp_verify_options options = { 0 };
	struct sp_error e = { 0 };
	char *repo = club_repository(c, BAD);
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	sp_buf_init(&text, SIZE_MAX);
	CU_ASSERT_EQUAL(
		sp_verify(repo, &options, &json, &text, &good, &e), SP_OK);
	CU_ASSERT_TRUE(good);
	sp_buf_free(&text);
	json_decref(json);
	sp_free(repo);
}

/* What check and doctor have in common finds nothing wrong. */
static void check_looks(struct club *c)
{
	struct sp_error e = { 0 };
	json_t *json = NULL;
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	club_close(c);
	int rc = sp_viewer_check(&c->config, &json, &text, &e);
	if (rc != SP_OK)
		printf("\n  %s%s\n", sp_buf_str(&text), e.text);
	CU_ASSERT_EQUAL(rc, SP_OK);
	CU_ASSERT_PTR_NULL(strstr(sp_buf_str(&text), "suspended"));
	CU_ASSERT_PTR_NULL(strstr(sp_buf_str(&text), "game repair"));
	sp_buf_free(&text);
	json_decref(json);
}

/* It is whole, its people know, what waited is done, and it is played on. */
static void check_goes_on(struct club *c, const char *mail, const char *refs)
{
	unsigned commits = club_commits(c, BAD);
	struct sp_game_row row;
	char *now = refs_of(c);

	CU_ASSERT_STRING_EQUAL(now, refs);
	sp_free(now);
	run(c, BAD, "git fsck --strict");
	check_verify(c);
	club_row(c, BAD, &row);
	CU_ASSERT_EQUAL(row.status, SP_GAME_ROW_RUNNING);
	CU_ASSERT(row.deadline >= c->now + (int64_t)24 * CLUB_HOUR);
	CU_ASSERT_EQUAL(club_letters(c, 0, "red", "The game goes on"), 1);
	CU_ASSERT_EQUAL(club_letters(c, 0, "blue", "The game goes on"), 1);
	CU_ASSERT_FALSE(has(c, ".repair"));
	club_later(c, 60);
	CU_ASSERT_EQUAL(club_fate(c, mail), SP_DISPOSITION_APPLIED);
	CU_ASSERT_EQUAL(club_commits(c, BAD), commits + 1);
	/* at a start, too */
	club_close(c);
	CU_ASSERT_EQUAL(club_play(c, BAD, 2), 2);
	CU_ASSERT_EQUAL(club_letters(c, 0, NULL, "The game goes on"), 2);
	CU_ASSERT_EQUAL(club_letters(c, 0, NULL, "Your game is suspended"), 2);
	check_verify(c);
	check_looks(c);
}

/* ---- what can be repaired ----------------------------------------------- */

/* All that is needed is there. */
static void with_here(const char *command)
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	begin(&c);
	refs = refs_of(&c);
	run(&c, BAD, command);
	mail = suspend(&c);
	check_plan(&c, true);
	CU_ASSERT_EQUAL(act(&c, NULL, true, &answer), SP_OK);
	CU_ASSERT_PTR_NOT_NULL(json_object_get(answer, "aside"));
	json_decref(answer);
	CU_ASSERT_TRUE(has(&c, ".damaged-1"));
	check_goes_on(&c, mail, refs);
	sp_free(refs);
	sp_free(mail);
	club_clear(&c);
}

static void test_branch_gone(void)
{
	with_here("rm refs/heads/main");
}

static void test_branch_garbage(void)
{
	with_here("echo garbage >refs/heads/main");
}

/* A step back, behind what was mailed. */
static void test_branch_back(void)
{
	with_here("git update-ref refs/heads/main main~2");
}

/* A commit of somebody else's on top. */
static void test_foreign_tip(void)
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
	begin(&c);
	refs = refs_of(&c);
	run(&c, BAD, "git clone -q --no-hardlinks --bare . ../../../copy");
	run(&c, BAD, command);
	mail = suspend(&c);
	check_plan(&c, false);
	check_refused(&c, NULL, true, "nothing was done");
	CU_ASSERT_EQUAL(act(&c, "copy", false, &answer), SP_OK);
	if (answer == NULL)
		printf("\n  %s\n", c.error.text);
	json_decref(answer);
	CU_ASSERT_EQUAL(has(&c, ".damaged-1"), kept);
	check_goes_on(&c, mail, refs);
	sp_free(refs);
	sp_free(mail);
	club_clear(&c);
}

static void test_blob_gone(void)
{
	with_clone(BLOB "rm $f", true);
}

static void test_blob_empty(void)
{
	with_clone(BLOB ": >$f", true);
}

static void test_blob_changed(void)
{
	with_clone(BLOB "printf x >$f", true);
}

static void test_commit_gone(void)
{
	with_clone("f=$(git rev-parse main | sed 's|^..|objects/&/|');"
		   "test -f $f; rm -f $f",
		true);
}

static void test_all_gone(void)
{
	with_clone("mv ../" BAD ".git ../../../away", false);
}

static void test_pack_torn(void)
{
	with_clone("git repack -q -a -d && cd objects/pack && chmod u+w *.pack"
		   " && f=$(ls *.pack) && size=$(stat -c %s $f) && "
		   "truncate -s $((size / 2)) $f",
		true);
}

static void test_bundle(void)
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	begin(&c);
	refs = refs_of(&c);
	run(&c, BAD, "git bundle create -q ../../../all HEAD main --tags");
	run(&c, BAD, BLOB ": >$f");
	mail = suspend(&c);
	CU_ASSERT_EQUAL(act(&c, "all", false, &answer), SP_OK);
	json_decref(answer);
	check_goes_on(&c, mail, refs);
	sp_free(refs);
	sp_free(mail);
	club_clear(&c);
}

/* ---- what cannot -------------------------------------------------------- */

static void test_refused(void)
{
	struct club c;
	json_t *answer;
	char *mail, *refs;

	if (!club_has_git())
		return;
	begin(&c);
	refs = refs_of(&c);
	/* nothing is wrong */
	CU_ASSERT_EQUAL(act(&c, NULL, true, &answer), SP_EREFUSED);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.error.text, "nothing to repair"));
	CU_ASSERT_FALSE(has(&c, ".damaged-1"));
	json_decref(answer);
	run(&c, GOOD, "git clone -q --no-hardlinks --bare . ../../../other");
	run(&c, BAD,
		"git clone -q --no-hardlinks --bare . ../../../old && "
		"cd ../../../old && git for-each-ref --format="
		"'delete %(refname)' refs/tags | git update-ref --stdin && "
		"git update-ref refs/heads/main main~1 && "
		"git reflog expire --expire=now --all && "
		"git repack -q -a -d && git prune --expire=now");
	run(&c, BAD, "git clone -q --no-hardlinks --bare . ../../../copy");
	run(&c, BAD, BLOB ": >$f");
	mail = suspend(&c);
	check_refused(&c, "other", false, "missing or damaged");
	/* without the last commit that was mailed */
	check_refused(&c, "old", false, "missing or damaged");
	check_refused(&c, "nowhere", false, "nowhere");
	CU_ASSERT_EQUAL(act(&c, "copy", false, &answer), SP_OK);
	json_decref(answer);
	check_goes_on(&c, mail, refs);
	sp_free(mail);
	sp_free(refs);
	club_clear(&c);
}

/* Nobody was told yet: it goes on as if nothing had been. */
static void test_not_told(void)
{
	struct club c;
	json_t *answer;
	char *refs, *now;

	if (!club_has_git())
		return;
	begin(&c);
	refs = refs_of(&c);
	run(&c, BAD, "git clone -q --no-hardlinks --bare . ../../../copy");
	run(&c, BAD, BLOB ": >$f");
	CU_ASSERT_EQUAL(act(&c, "copy", false, &answer), SP_OK);
	json_decref(answer);
	now = refs_of(&c);
	CU_ASSERT_STRING_EQUAL(now, refs);
	CU_ASSERT_EQUAL(club_letters(&c, 0, NULL, "The game goes on"), 0);
	CU_ASSERT_EQUAL(club_letters(&c, 0, NULL, "Your game is suspended"), 0);
	CU_ASSERT_EQUAL(club_play(&c, BAD, 2), 2);
	sp_free(refs);
	sp_free(now);
	club_clear(&c);
}

/* A repair that was killed after the exchange left the damaged one under our
 * name for the new one: it is kept, too. */
static void test_killed(void)
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	begin(&c);
	refs = refs_of(&c);
	run(&c, BAD, "git clone -q --no-hardlinks --bare . ../../../copy");
	run(&c, BAD, BLOB ": >$f");
	mail = suspend(&c);
	run(&c, BAD,
		"cp -r . ../" BAD ".repair && echo here >../" BAD
		".repair/mark");
	CU_ASSERT_EQUAL(act(&c, "copy", false, &answer), SP_OK);
	json_decref(answer);
	CU_ASSERT_TRUE(has(&c, ".damaged-1/mark"));
	CU_ASSERT_TRUE(has(&c, ".damaged-2/HEAD"));
	check_goes_on(&c, mail, refs);
	sp_free(mail);
	sp_free(refs);
	club_clear(&c);
}

/* Restored by hand, or by a repair that was killed: the act lets it go on. */
static void test_whole_already(void)
{
	struct club c;
	json_t *answer;
	char *refs, *mail;

	if (!club_has_git())
		return;
	begin(&c);
	refs = refs_of(&c);
	run(&c, BAD, BLOB "cp $f saved && : >$f");
	mail = suspend(&c);
	run(&c, BAD, BLOB "mv -f saved $f");
	CU_ASSERT_EQUAL(act(&c, NULL, false, &answer), SP_OK);
	CU_ASSERT_PTR_NULL(json_object_get(answer, "plan"));
	json_decref(answer);
	CU_ASSERT_FALSE(has(&c, ".damaged-1"));
	check_goes_on(&c, mail, refs);
	sp_free(mail);
	sp_free(refs);
	club_clear(&c);
}

CU_TestInfo host_repair_tests[] = {
	{ "branch gone", test_branch_gone },
	{ "branch garbage", test_branch_garbage },
	{ "branch went back", test_branch_back },
	{ "foreign tip", test_foreign_tip },
	{ "file gone", test_blob_gone },
	{ "file empty", test_blob_empty },
	{ "file changed", test_blob_changed },
	{ "commit gone", test_commit_gone },
	{ "repository gone", test_all_gone },
	{ "pack torn", test_pack_torn },
	{ "bundle", test_bundle },
	{ "refused", test_refused },
	{ "not told", test_not_told },
	{ "killed", test_killed },
	{ "whole already", test_whole_already },
	CU_TEST_INFO_NULL,
};
