/* Repositories and bundles that are opened by their path. */
#include "store_tests.h"

#include "fixtures.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct sp_oid none;

/* A game of six commits with tags at 2 and 4, in a folder of its own. */
struct club {
	struct place p;
	char *root;
	struct sp_oid tip, second, fourth;
};

static struct club make(void)
{
	struct club c = { .root = test_tempdir() };
	struct sp_oid fifth;

	c.p = place_open(c.root);
	c.second = place_commits(c.p.game, none, 0, 2);
	c.fourth = place_commits(c.p.game, c.second, 2, 2);
	fifth = place_commits(c.p.game, c.fourth, 4, 1);
	c.tip = place_commits(c.p.game, fifth, 5, 1);
	EQUAL_INT_FATAL(sp_store_flush(c.p.game, NULL), SP_OK);
	struct sp_store_tag tags[] = { { "turn/1", c.second },
		{ "turn/2", c.fourth } };
	EQUAL_INT_FATAL(
		sp_store_move_head(c.p.game, NULL, &c.tip, tags, 2, NULL),
		SP_OK);
	return c;
}

/* A command of the shell in the folder, "@" being git there. */
static void run(struct club *c, const char *command)
{
	char *line = sp_xasprintf("export HOME='%s' GIT_CONFIG_NOSYSTEM=1 "
				  "GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a "
				  "GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a; "
				  "cd '%s' && { %s; } >/dev/null 2>&1",
		c->root, c->root, command);
	int rc = place_git(c->p.game, NULL, line);

	if (rc != 0)
		printf("\n  %s: %d\n", command, rc);
	EQUAL_INT_FATAL(rc, 0);
	sp_free(line);
}

static int open_it(struct club *c, struct sp_store_game **out, const char *name,
	struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", c->root, name);
	int code;

	sp_error_clear(e);
	code = sp_store_open_path(out, path, e);
	sp_free(path);
	return code;
}

/* It opens, and is the whole game. */
static void is_game(struct club *c, const char *name)
{
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	struct sp_oid head;
	struct sp_buf board;
	bool yes = false;
	int code = open_it(c, &game, name, &e);

	if (code != SP_OK)
		printf("\n  %s: %s\n", name, e.text);
	EQUAL_INT_FATAL(code, SP_OK);
	EQUAL_INT(sp_store_head(game, &head, &e), SP_OK);
	EQUAL_STRING(head.hex, c->tip.hex);
	sp_buf_init(&board, 100);
	EQUAL_INT(sp_store_read(game, &head, "board.txt", &board, &e), SP_OK);
	EQUAL_STRING(sp_buf_str(&board), "board after 5\n");
	sp_buf_free(&board);
	EQUAL_INT(
		sp_store_is_ancestor(game, &c->second, &head, &yes, &e), SP_OK);
	CU_ASSERT(yes);
	sp_store_game_close(game);
}

static void refused(struct club *c, const char *name, int code, const char *why)
{
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	int got = open_it(c, &game, name, &e);

	if (got != code || strstr(sp_error_line(&e), why) == NULL)
		printf("\n  %s: %d, %s\n", name, got, sp_error_line(&e));
	EQUAL_INT(got, code);
	CONTAINS(sp_error_line(&e), why);
	sp_store_game_close(game);
}

/* It opens, but its HEAD is good for nothing. */
static void headless(struct club *c, const char *name, int code)
{
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	struct sp_oid head;

	EQUAL_INT_FATAL(open_it(c, &game, name, &e), SP_OK);
	EQUAL_INT(sp_store_head(game, &head, &e), code);
	CU_ASSERT(sp_store_oid_is_none(&head));
	CU_ASSERT(e.text[0] != '\0');
	sp_store_game_close(game);
}

TEST("store/path", "bare repositories and clones")
{
	struct club c = make();
	char *own = sp_xstrdup(sp_store_game_path(c.p.game));

	if (place_has_git()) {
		is_game(&c, own + strlen(c.root) + 1);
		run(&c, "@ config core.bare false; @ config user.name Mallory");
		is_game(&c, own + strlen(c.root) + 1);
		run(&c, "@ config core.bare true");
		run(&c, "git clone -q --mirror ab/*.git mirror.git");
		is_game(&c, "mirror.git");
		run(&c, "git --git-dir=mirror.git repack -adq && "
			"git --git-dir=mirror.git pack-refs --all");
		is_game(&c, "mirror.git");
		run(&c, "git clone -q mirror.git clone");
		is_game(&c, "clone");
		is_game(&c, "clone/.git");
		run(&c, "cd clone && git pack-refs --all && "
			"git checkout -q --detach");
		is_game(&c, "clone");
		run(&c, "cd clone && git checkout -q -b other");
		is_game(&c, "clone");
		run(&c, "git clone -q --shared clone shared");
		is_game(&c, "shared");
	}
	place_close(&c.p);
	sp_free(own);
}

static int folders_in(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL)
		n += entry->d_name[0] != '.';
	(void)closedir(dir);
	return n;
}

TEST("store/path", "bundles")
{
	struct club c = make();
	char *before = getenv("TMPDIR");
	char *tmp = test_tempdir();
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	struct stat st;

	if (!place_has_git())
		return;
	before = before != NULL ? sp_xstrdup(before) : NULL;
	EQUAL_INT_FATAL(setenv("TMPDIR", tmp, 1), 0);
	run(&c, "@ bundle create -q two HEAD main --tags");
	run(&c, "@ bundle create -q --version=3 three HEAD main --tags");
	run(&c, "@ bundle create -q headless main");
	run(&c, "@ bundle create -q -- -dash main && cp two 'a:b c.bundle'");
	is_game(&c, "two");
	is_game(&c, "three");
	is_game(&c, "headless");
	is_game(&c, "-dash");
	is_game(&c, "a:b c.bundle");
	/* what is unpacked is nobody else's, and goes */
	EQUAL_INT(folders_in(tmp), 0);
	EQUAL_INT_FATAL(open_it(&c, &game, "two", &e), SP_OK);
	EQUAL_INT(folders_in(tmp), 1);
	char *folder = sp_xstrdup(sp_store_game_path(game));
	*strrchr(folder, '/') = '\0';
	EQUAL_INT_FATAL(stat(folder, &st), 0);
	EQUAL_INT(st.st_mode & 0777, 0700);
	sp_free(folder);
	sp_store_game_close(game);
	EQUAL_INT(folders_in(tmp), 0);

	run(&c, "head -c 900 two >cut; printf '# v2 git bundle\\n' >start; "
		"{ head -c 700 two; printf XXXX; tail -c +705 two; } >changed");
	refused(&c, "cut", SP_ECORRUPT, "cannot be unpacked");
	headless(&c, "start", SP_ENOTFOUND);
	refused(&c, "changed", SP_ECORRUPT, "cannot be unpacked");
	run(&c, "@ bundle create -q part turn/1..main");
	refused(&c, "part", SP_EINVAL, "newer part");
	run(&c, "printf '# v3 git bundle\\n\\100object-format=sha256\\n' >sha");
	refused(&c, "sha", SP_EINVAL, "object-format=sha256");
	run(&c, "printf '# v3 git bundle\\n\\100filter=blob:none\\n' "
		">filtered");
	refused(&c, "filtered", SP_EINVAL, "filter");
	EQUAL_INT(folders_in(tmp), 0);
	EQUAL_INT_FATAL(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
	refused(&c, "two", SP_ESYS, "/nowhere/at/all");
	EQUAL_INT_FATAL(before != NULL ? setenv("TMPDIR", before, 1)
				       : unsetenv("TMPDIR"),
		0);
	sp_free(before);
	place_close(&c.p);
}

TEST("store/path", "other things are refused in words")
{
	struct club c = make();

	if (!place_has_git())
		return;
	run(&c, "mkdir folder; echo hello >text; : >empty; mkfifo pipe; "
		"echo 'gitdir: ../x' >folder/.git; "
		"git clone -q --bare ab/*.git bare.git; "
		"git clone -q --depth 1 \"file://$PWD/bare.git\" shallow; "
		"for n in 1 2 3 4 5 6 7; do cp -r bare.git head$n; done");
	refused(&c, "missing", SP_ENOTFOUND, "missing");
	refused(&c, "text/below", SP_ENOTFOUND, "text/below");
	refused(&c, "folder", SP_EINVAL, "git bundle create");
	refused(&c, "text", SP_EINVAL, "git bundle create");
	refused(&c, "empty", SP_EINVAL, "git bundle create");
	refused(&c, "pipe", SP_EINVAL, "git bundle create");
	refused(&c, "shallow", SP_EINVAL, "--unshallow");
	run(&c, "echo rubbish >head1/HEAD; "
		"echo 'ref: ../../../etc/passwd' >head2/HEAD; "
		"echo 'ref: refs/heads/a' >head3/HEAD; "
		"echo 'ref: refs/heads/b' >head3/refs/heads/a; "
		"echo 'ref: refs/heads/a' >head3/refs/heads/b; "
		"rm head4/HEAD; mkfifo head4/HEAD; "
		"git init -q --bare head5.git; "
		"echo 'ref: refs/heads/gone' >head6/HEAD; "
		"rm head7/packed-refs head7/refs/heads/* -f; "
		"mkfifo head7/packed-refs");
	headless(&c, "head1", SP_ECORRUPT);
	headless(&c, "head2", SP_ECORRUPT);
	headless(&c, "head3", SP_ECORRUPT);
	headless(&c, "head4", SP_ECORRUPT);
	headless(&c, "head5.git", SP_ENOTFOUND);
	is_game(&c, "head6");
	headless(&c, "head7", SP_ENOTFOUND);
	place_close(&c.p);
}

/* ---- tags ---- */

static int note_tag(const char *name, const struct sp_oid *target, void *out)
{
	sp_buf_addf(out, "%s %.8s\n", name, target->hex);
	return 0;
}

static int stop(const char *name, const struct sp_oid *target, void *out)
{
	(void)target;
	sp_buf_addf(out, "%s\n", name);
	return SP_ELIMIT;
}

static void tags_are(struct club *c, const char *name, const char *expected)
{
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	struct sp_buf out;

	sp_buf_init(&out, 10000);
	EQUAL_INT_FATAL(open_it(c, &game, name, &e), SP_OK);
	EQUAL_INT(sp_store_tags(game, note_tag, &out, &e), SP_OK);
	EQUAL_STRING(sp_buf_str(&out), expected);
	sp_buf_clear(&out);
	EQUAL_INT(sp_store_tags(game, stop, &out, &e), SP_ELIMIT);
	EQUAL_STRING(sp_buf_str(&out), "blob\n");
	sp_buf_free(&out);
	sp_store_game_close(game);
}

TEST("store/path", "tags")
{
	struct club c = make();
	char *expected;

	if (!place_has_git())
		return;
	run(&c, "git clone -q --mirror ab/*.git m.git && cd m.git && "
		"git pack-refs --all && "
		"git tag -a -m hello note turn/1 && "
		"git tag -a -m again second note && "
		"git tag blob main:board.txt && "
		/* loose before packed */
		"git tag -f turn/2 turn/1 && "
		"git symbolic-ref refs/tags/soft refs/tags/turn/1 && "
		"echo 0123456789012345678901234567890123456789 "
		">refs/tags/zz-gone && "
		"echo rubbish >refs/tags/zz-rubbish && "
		"echo x >'refs/tags/zz bad name' && "
		"ln -s note refs/tags/zz-link");
	expected = sp_xasprintf("blob \nnote %.8s\nsecond %.8s\nsoft %.8s\n"
				"turn/1 %.8s\nturn/2 %.8s\nzz-gone \n"
				"zz-rubbish \n",
		c.second.hex, c.second.hex, c.second.hex, c.second.hex,
		c.second.hex);
	tags_are(&c, "m.git", expected);
	sp_free(expected);
	place_close(&c.p);
}

/* ---- what somebody else may put there ---- */

/* Trees in trees, deeper than the stack is for. */
TEST("store/path", "folders without end")
{
	struct club c = make();
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	struct sp_oid head;

	if (!place_has_git())
		return;
	run(&c, "git clone -q --bare ab/*.git d.git && cd d.git && "
		"t=$(git rev-parse main^{tree}) && "
		"for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do "
		"t=$(printf '040000 tree %s\\tx\\n' $t | git mktree); done && "
		"git update-ref refs/heads/main $(git commit-tree -m x $t)");
	EQUAL_INT_FATAL(open_it(&c, &game, "d.git", &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(game, &head, &e), SP_OK);
	EQUAL_INT(sp_store_list_files(game, &head, "", NULL, NULL, &e),
		SP_ECORRUPT);
	CONTAINS(e.text, "deep");
	sp_store_game_close(game);
	place_close(&c.p);
}

/* Few objects that make more folders than there is time to look at. */
TEST("store/path", "more folders than can be looked at")
{
	struct club c = make();
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	struct sp_oid head;

	if (!place_has_git())
		return;
	run(&c, "git clone -q --bare ab/*.git m.git && cd m.git && "
		"t=$(git mktree </dev/null) && "
		"for n in 1 2 3 4 5 6 7 8 9 10 11 12; do "
		"t=$(for e in a b c d e f g h i j k l; do "
		"printf '040000 tree %s\\t%s\\n' $t $e; done | git mktree); "
		"done && "
		"git update-ref refs/heads/main $(git commit-tree -m x $t)");
	EQUAL_INT_FATAL(open_it(&c, &game, "m.git", &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(game, &head, &e), SP_OK);
	EQUAL_INT(sp_store_list_files(game, &head, "", NULL, NULL, &e),
		SP_ECORRUPT);
	CONTAINS(e.text, "as no game of ours");
	sp_store_game_close(game);
	place_close(&c.p);
}

/* A file of 32 MB that takes no room in the pack. */
TEST("store/path", "objects without end")
{
	struct club c = make();
	struct sp_store_game *game = NULL;
	struct sp_error e = { 0 };
	struct sp_oid head;
	struct sp_buf out;

	if (!place_has_git())
		return;
	run(&c, "git clone -q --bare ab/*.git l.git && cd l.git && "
		"b=$(head -c 33554432 /dev/zero | "
		"git hash-object -w --stdin) && "
		"t=$(printf '100644 blob %s\\tboard.txt\\n' $b | git mktree) "
		"&& "
		"git update-ref refs/heads/main $(git commit-tree -m x $t)");
	EQUAL_INT_FATAL(open_it(&c, &game, "l.git", &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(game, &head, &e), SP_OK);
	sp_buf_init(&out, SIZE_MAX);
	EQUAL_INT(
		sp_store_read(game, &head, "board.txt", &out, &e), SP_ECORRUPT);
	CONTAINS(e.text, "larger");
	sp_buf_free(&out);
	sp_store_game_close(game);
	place_close(&c.p);
}

/* ---- bundles of ours ---- */

TEST("store/path", "a bundle for others")
{
	struct club c = make();
	char *file = sp_xasprintf("%s/out.bundle", c.root);
	char *nowhere = sp_xasprintf("%s/no/out.bundle", c.root);
	struct sp_error e = { 0 };

	if (!place_has_git())
		return;
	EQUAL_INT_FATAL(sp_store_bundle(c.p.game, file, false, &e), SP_OK);
	is_game(&c, "out.bundle");
	run(&c, "git clone -q out.bundle by-git && "
		"test $(git -C by-git rev-parse HEAD main turn/1 turn/2 | "
		"wc -l) = 4 && git -C by-git fsck --strict && "
		"test -e by-git/state.json");
	/* what is there is not touched unless told, and nothing is left */
	run(&c, "echo precious >out.bundle");
	EQUAL_INT(sp_store_bundle(c.p.game, file, false, &e), SP_EEXISTS);
	run(&c, "test \"$(cat out.bundle)\" = precious");
	EQUAL_INT(sp_store_bundle(c.p.game, file, true, &e), SP_OK);
	is_game(&c, "out.bundle");
	sp_error_clear(&e);
	EQUAL_INT(sp_store_bundle(c.p.game, nowhere, false, &e), SP_ESYS);
	CONTAINS(e.text, "out.bundle");
	run(&c, "! ls *.part *.lock");
	sp_free(file);
	sp_free(nowhere);
	place_close(&c.p);
}
