#include "store_tests.h"

#include "fixtures.h"

#include <unistd.h>

static int read_text(struct sp_store_game *game, const struct sp_oid *id,
	const char *path, char out[400], struct sp_error *e)
{
	struct sp_buf b;
	int code;

	sp_error_clear(e);
	sp_buf_init(&b, 399);
	code = sp_store_read(game, id, path, &b, e);
	sp_format(out, 400, "%s", sp_buf_str(&b));
	sp_buf_free(&b);
	return code;
}

TEST("store/read", "reads before and after flush")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid a = place_commits(p.game, (struct sp_oid){ "" }, 0, 1);
	struct sp_oid b = place_commit(p.game, &a, 1);
	struct sp_buf small;
	char text[400];

	for (int flushed = 0; flushed < 2; flushed++) {
		EQUAL_INT(read_text(p.game, &a, "board.txt", text, &e), SP_OK);
		EQUAL_STRING(text, "board after 0\n");
		EQUAL_INT(read_text(p.game, &b, "board.txt", text, &e), SP_OK);
		EQUAL_STRING(text, "board after 1\n");
		EQUAL_INT(read_text(p.game, &b, "ruleset/sectors/red-a.txt",
				  text, &e),
			SP_OK);
		EQUAL_STRING(text, "+--+\n");
		EQUAL_INT(read_text(p.game, &b, "sealed.json", text, &e),
			SP_ENOTFOUND);
		CONTAINS(e.text, "sealed.json");
		EQUAL_INT(read_text(p.game, &b, "ruleset/none/x", text, &e),
			SP_ENOTFOUND);
		EQUAL_INT(read_text(p.game, &b, "ruleset", text, &e),
			SP_ENOTFOUND);
		EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	}
	sp_buf_init(&small, 5);
	EQUAL_INT(sp_store_read(p.game, &b, "board.txt", &small, NULL),
		SP_ELIMIT);
	EQUAL_INT(small.len, 0);
	sp_buf_free(&small);
	CU_ASSERT(sp_store_oid_parse(
		&a, "356a192b7913b04c54574d18c28d46e6395428ab"));
	EQUAL_INT(read_text(p.game, &a, "board.txt", text, &e), SP_ENOTFOUND);
	place_close(&p);
}

TEST("store/read", "looks for a file without calling its absence an error")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_commits(p.game, (struct sp_oid){ "" }, 0, 1);
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 5);
	EQUAL_INT(sp_store_find(p.game, &a, "sealed.json", &text, &e),
		SP_ENOTFOUND);
	EQUAL_INT(e.code, SP_OK);
	EQUAL_STRING(e.text, "");
	EQUAL_INT(sp_store_find(p.game, &a, "board.txt", &text, &e), SP_ELIMIT);
	EQUAL_INT(e.code, SP_ELIMIT);
	CONTAINS(e.text, "board.txt");
	sp_buf_free(&text);
	place_close(&p);
}

TEST("store/read", "changes files")
{
	static const char *const gone[] = { "board.txt",
		"ruleset/sectors/red-a.txt" };
	static const char *const never[] = { "never.txt" };
	struct sp_store_file file = { "a/b/c.txt", "x", 1 };
	struct sp_store_file empty = { "empty", NULL, 0 };
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_commits(p.game, (struct sp_oid){ "" }, 0, 1);
	struct sp_commit_spec spec = { .parent = a,
		.files = &file,
		.n_files = 1,
		.removed = gone,
		.n_removed = 2,
		.message = "Something\n\nSeq: 1\n" };
	struct sp_error e = { 0 };
	struct sp_oid b;
	char text[400];

	EQUAL_INT(sp_store_commit(p.game, &spec, &b, &e), SP_OK);
	EQUAL_INT(read_text(p.game, &b, "a/b/c.txt", text, &e), SP_OK);
	EQUAL_STRING(text, "x");
	EQUAL_INT(read_text(p.game, &b, "state.json", text, &e), SP_OK);
	EQUAL_INT(read_text(p.game, &b, "board.txt", text, &e), SP_ENOTFOUND);
	EQUAL_INT(read_text(p.game, &b, gone[1], text, &e), SP_ENOTFOUND);

	spec.parent = b;
	spec.n_removed = 0;
	spec.files = &empty;
	EQUAL_INT(sp_store_commit(p.game, &spec, &b, &e), SP_OK);
	EQUAL_INT(read_text(p.game, &b, "empty", text, &e), SP_OK);
	EQUAL_STRING(text, "");
	/* nothing changed is a commit too */
	spec.parent = b;
	spec.n_files = 0;
	EQUAL_INT(sp_store_commit(p.game, &spec, &b, &e), SP_OK);
	EQUAL_INT(read_text(p.game, &b, "a/b/c.txt", text, &e), SP_OK);

	spec.removed = never;
	spec.n_removed = 1;
	DIFFERENT_INT(sp_store_commit(p.game, &spec, &b, &e), SP_OK);
	CU_ASSERT(sp_store_oid_is_none(&b));
	sp_error_clear(&e);
	CU_ASSERT(sp_store_oid_parse(
		&spec.parent, "356a192b7913b04c54574d18c28d46e6395428ab"));
	EQUAL_INT(sp_store_commit(p.game, &spec, &b, &e), SP_ENOTFOUND);
	place_close(&p);
}

TEST("store/read", "refuses paths")
{
	static const char *const bad[] = { "", "/etc", "a/", "a//b", "../x",
		"a/../b", ".git/config", "a b", "a\nb", "caf\xc3\xa9", "a:b",
		"a\\b" };
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid id;

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		struct sp_store_file file = { bad[i], "x", 1 };
		struct sp_commit_spec spec = {
			.files = &file, .n_files = 1, .message = "x\n\nSeq: 1\n"
		};

		sp_error_clear(&e);
		EQUAL_INT(sp_store_commit(p.game, &spec, &id, &e), SP_EINVAL);
		CONTAINS(e.text, "cannot be a file");
	}
	place_close(&p);
}

struct seen {
	char text[400];
	int left; /* ends the walk when it falls to 0 */
	int with;
};

static int see_path(const char *path, void *payload)
{
	struct seen *s = payload;
	size_t n = strlen(s->text);

	sp_format(s->text + n, sizeof(s->text) - n, "%s ", path);
	return --s->left == 0 ? s->with : SP_OK;
}

TEST("store/read", "lists files")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_commits(p.game, (struct sp_oid){ "" }, 0, 1);
	struct seen s = { "", 0, 0 };

	EQUAL_INT(
		sp_store_list_files(p.game, &a, "", see_path, &s, NULL), SP_OK);
	EQUAL_STRING(s.text,
		"board.txt game.json ruleset/sectors/red-a.txt state.json ");
	s = (struct seen){ "", 0, 0 };
	EQUAL_INT(
		sp_store_list_files(p.game, &a, "ruleset", see_path, &s, NULL),
		SP_OK);
	EQUAL_STRING(s.text, "ruleset/sectors/red-a.txt ");
	s = (struct seen){ "", 2, SP_ELIMIT };
	EQUAL_INT(sp_store_list_files(p.game, &a, "", see_path, &s, NULL),
		SP_ELIMIT);
	EQUAL_STRING(s.text, "board.txt game.json ");
	EQUAL_INT(sp_store_list_files(p.game, &a, "none", see_path, &s, NULL),
		SP_ENOTFOUND);
	EQUAL_INT(sp_store_list_files(
			  p.game, &a, "board.txt", see_path, &s, NULL),
		SP_ENOTFOUND);
	place_close(&p);
}

static int see_commit(const struct sp_commit_info *info, void *payload)
{
	struct seen *s = payload;
	struct sp_buf value;

	sp_buf_init(&value, 100);
	CU_ASSERT(sp_store_trailer(&value, sp_buf_str(&info->message), "Seq"));
	(void)see_path(sp_buf_str(&value), s);
	sp_buf_free(&value);
	return s->left == 0 ? s->with : SP_OK;
}

TEST("store/read", "tells of commits")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid a = place_commits(p.game, (struct sp_oid){ "" }, 0, 1);
	struct sp_oid b = place_commits(p.game, a, 1, 3);
	struct sp_commit_spec spec = {
		.parent = b, .when = 1795539600, .message = "Clock\n\nSeq: 4\n"
	};
	struct seen s = { "", -1, 0 };
	struct sp_commit_info info;
	struct sp_oid c;
	bool yes;

	sp_store_commit_info_init(&info);
	EQUAL_INT(sp_store_info(p.game, &a, &info, NULL), SP_OK);
	CU_ASSERT(sp_store_oid_equal(&info.id, &a));
	CU_ASSERT(sp_store_oid_is_none(&info.parent));
	EQUAL_STRING(info.author_name, "Red");
	EQUAL_STRING(info.author_email, "red@" GID ".invalid");
	EQUAL_INT(info.when, 1795539600);
	EQUAL_STRING(sp_buf_str(&info.message), "Red walks\n\nSeq: 0\n");
	EQUAL_INT(sp_store_commit(p.game, &spec, &c, NULL), SP_OK);
	EQUAL_INT(sp_store_info(p.game, &c, &info, NULL), SP_OK);
	EQUAL_STRING(info.author_name, "Judge");
	EQUAL_STRING(info.author_email, "judge@" GID ".invalid");
	CU_ASSERT(sp_store_oid_equal(&info.parent, &b));
	sp_store_commit_info_clear(&info);

	EQUAL_INT(sp_store_log(p.game, &c, see_commit, &s, NULL), SP_OK);
	EQUAL_STRING(s.text, "4 3 2 1 0 ");
	s = (struct seen){ "", 2, 1 };
	EQUAL_INT(sp_store_log(p.game, &c, see_commit, &s, NULL), SP_OK);
	EQUAL_STRING(s.text, "4 3 ");
	s = (struct seen){ "", 2, SP_ELIMIT };
	EQUAL_INT(sp_store_log(p.game, &c, see_commit, &s, NULL), SP_ELIMIT);

	EQUAL_INT(sp_store_is_ancestor(p.game, &a, &c, &yes, NULL), SP_OK);
	CU_ASSERT(yes);
	EQUAL_INT(sp_store_is_ancestor(p.game, &c, &c, &yes, NULL), SP_OK);
	CU_ASSERT(yes);
	EQUAL_INT(sp_store_is_ancestor(p.game, &c, &a, &yes, NULL), SP_OK);
	CU_ASSERT_FALSE(yes);
	place_close(&p);
}

/* ---- damage ---- */

/* Empty one object's file, as a power cut may leave it. */
static void ruin(struct sp_store_game *game, const char *spec)
{
	char *command = sp_xasprintf(
		"id=$(@ rev-parse %s) && f='%s'/objects/$(echo $id | "
		"sed 's|^..|&/|') && chmod u+w $f && : >$f",
		spec, sp_store_game_path(game));

	EQUAL_INT_FATAL(place_git(game, NULL, command), 0);
	sp_free(command);
}

TEST("store/read", "damage is told")
{
	static const struct {
		const char *object;
		const char *word;
	} cases[] = {
		{ "main:state.json", "state.json" },
		{ "main:game.json", "game.json" },
		{ "main:ruleset", "ruleset" },
		{ "main^{tree}", "list of files" },
		{ "main", "commit" },
	};

	if (!place_has_git())
		return;
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		const char *root = test_tempdir();
		struct place p = place_open(root);
		struct sp_error e = { 0 };
		struct sp_oid head;
		char text[400];

		head = place_play(p.game, 0);
		EQUAL_INT(sp_store_check_tip(p.game, NULL), SP_OK);
		place_loosen(p.game);
		ruin(p.game, cases[i].object);
		place_close(&p);
		p = place_open(root); /* nothing cached */
		EQUAL_INT(sp_store_check_tip(p.game, &e), SP_ECORRUPT);
		CONTAINS(e.text, cases[i].word);
		CONTAINS(e.remedy, "spellpost game repair");
		CONTAINS(e.text, GID);
		if (i == 0 || i >= 3)
			EQUAL_INT(read_text(p.game, &head, "state.json", text,
					  &e),
				SP_ECORRUPT);
		if (i == 2)
			EQUAL_INT(
				read_text(p.game, &head,
					"ruleset/sectors/red-a.txt", text, &e),
				SP_ECORRUPT);
		place_close(&p);
	}
}

TEST("store/read", "lost objects are told")
{
	const char *root = test_tempdir();
	struct place p = place_open(root);
	struct sp_error e = { 0 };
	struct seen s = { "", -1, 0 };
	struct sp_oid first = place_play(p.game, 0);
	struct sp_oid head = place_play(p.game, 1);
	char *path = sp_xasprintf("%s/objects/%.2s/%s",
		sp_store_game_path(p.game), first.hex, first.hex + 2);

	if (place_has_git())
		place_loosen(p.game);
	EQUAL_INT(unlink(path), 0);
	place_close(&p);
	p = place_open(root);
	EQUAL_INT(sp_store_check_tip(p.game, &e), SP_OK);
	EQUAL_INT(sp_store_log(p.game, &head, see_commit, &s, &e), SP_ECORRUPT);
	EQUAL_STRING(s.text, "1 ");
	CONTAINS(e.text, first.hex);
	place_close(&p);
	sp_free(path);
}

TEST("store/read", "a tip without game.json")
{
	struct place p = place_open(test_tempdir());
	struct sp_store_file file = { "readme", "x", 1 };
	struct sp_commit_spec spec = {
		.files = &file, .n_files = 1, .message = "x\n\nSeq: 0\n"
	};
	struct sp_error e = { 0 };
	struct sp_oid id;

	EQUAL_INT(sp_store_commit(p.game, &spec, &id, &e), SP_OK);
	EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	EQUAL_INT(sp_store_move_head(p.game, NULL, &id, NULL, 0, &e), SP_OK);
	EQUAL_INT(sp_store_check_tip(p.game, &e), SP_ECORRUPT);
	CONTAINS(e.text, "game.json");
	place_close(&p);
}
