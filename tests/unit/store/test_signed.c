/* Commits with a signature, as git has them, and what is signed. */
#include "store_tests.h"

#include "fixtures.h"

static const struct sp_oid none;
static const char armour[] = "-----BEGIN SOMETHING-----\nAAAA\n\nBB\n"
			     "-----END SOMETHING-----\n";

struct signing {
	struct sp_buf text; /* that was signed */
	int code;
};

static int sign(struct sp_buf *out, const void *text, size_t len, void *payload,
	struct sp_error *e)
{
	struct signing *s = payload;

	sp_buf_clear(&s->text);
	sp_buf_add(&s->text, text, len);
	sp_buf_adds(out, armour);
	return s->code == SP_OK ? SP_OK : sp_error_set(e, s->code, "no ink");
}

static int commit(struct sp_store_game *game, struct signing *s,
	const struct sp_oid *parent, struct sp_oid *out, struct sp_error *e)
{
	struct sp_store_file file = { "game.json", "{}\n", 3 };
	struct sp_commit_spec spec = { .parent = *parent,
		.files = &file,
		.n_files = 1,
		.author_name = "Red (bot)",
		.author_email = "red@" GID ".invalid",
		.when = 1795539600,
		.message = "Red walks\n\ngpgsig is a word\n gpgsig too\n\n"
			   "Seq: 1\n",
		.sign = s != NULL ? sign : NULL,
		.sign_payload = s };

	return sp_store_commit(game, &spec, out, e);
}

static void raw_is(struct sp_store_game *game, const struct sp_oid *id,
	const char *text, const char *signature)
{
	struct sp_buf got, sig;
	struct sp_error e = { 0 };

	sp_buf_init(&got, 10000);
	sp_buf_init(&sig, 10000);
	EQUAL_INT(sp_store_raw(game, id, &got, &sig, &e), SP_OK);
	EQUAL_STRING(sp_buf_str(&got), text);
	EQUAL_STRING(sp_buf_str(&sig), signature);
	sp_buf_free(&got);
	sp_buf_free(&sig);
}

TEST("store/signed", "a signature is a header, and comes out again")
{
	struct place p = place_open(test_tempdir());
	struct signing s = { .code = SP_OK };
	struct sp_error e = { 0 };
	struct sp_oid a, b, plain;
	struct sp_buf git, text;

	sp_buf_init(&s.text, 10000);
	sp_buf_init(&git, 10000);
	sp_buf_init(&text, 10000);
	EQUAL_INT_FATAL(commit(p.game, &s, &none, &a, &e), SP_OK);
	raw_is(p.game, &a, sp_buf_str(&s.text), armour);
	EQUAL_INT_FATAL(commit(p.game, &s, &a, &b, &e), SP_OK);
	raw_is(p.game, &b, sp_buf_str(&s.text), armour);
	EQUAL_INT_FATAL(commit(p.game, NULL, &a, &plain, &e), SP_OK);
	raw_is(p.game, &plain, sp_buf_str(&s.text), "");
	EQUAL_INT(sp_store_flush(p.game, &e), SP_OK);
	/* as stored; with an empty line in the signature, as git writes it */
	char *command = sp_xasprintf("@ cat-file commit %s", b.hex);
	EQUAL_INT(place_git(p.game, &git, command), 0);
	sp_buf_addf(&text,
		"%.*sgpgsig -----BEGIN SOMETHING-----\n AAAA\n \n "
		"BB\n -----END SOMETHING-----\n%s",
		(int)(strstr(s.text.data, "\n\n") + 1 - s.text.data),
		s.text.data, strstr(s.text.data, "\n\n") + 1);
	EQUAL_STRING(sp_buf_str(&git), sp_buf_str(&text));
	sp_free(command);
	sp_buf_free(&git);
	sp_buf_free(&text);
	sp_buf_free(&s.text);
	place_close(&p);
}

TEST("store/signed", "without a signature there is no commit")
{
	struct place p = place_open(test_tempdir());
	struct signing s = { .code = SP_ESYS };
	struct sp_error e = { 0 };
	struct sp_oid id;

	sp_buf_init(&s.text, 10000);
	EQUAL_INT(commit(p.game, &s, &none, &id, &e), SP_ESYS);
	EQUAL_STRING(e.text, "no ink");
	CU_ASSERT(sp_store_oid_is_none(&id));
	sp_buf_free(&s.text);
	place_close(&p);
}

/* The id of an object that git is given as a commit, whatever is in it. */
static struct sp_oid put(struct sp_store_game *game, const char *object)
{
	char *command = sp_xasprintf("printf '%s' | "
				     "@ hash-object -t commit -w --stdin "
				     "--literally",
		object);
	struct sp_buf out;
	struct sp_oid id;

	sp_buf_init(&out, 100);
	EQUAL_INT_FATAL(place_git(game, &out, command), 0);
	sp_buf_truncate(&out, 40);
	CU_ASSERT_FATAL(sp_store_oid_parse(&id, sp_buf_str(&out)));
	sp_buf_free(&out);
	sp_free(command);
	return id;
}

/* Objects that nobody of ours made. */
TEST("store/signed", "commits that are not ours")
{
	struct place p = place_open(test_tempdir());
	struct sp_error e = { 0 };
	struct sp_oid id;
	struct sp_buf text, sig;

	if (!place_has_git())
		return;
	id = put(p.game, "gpgsig a\\n b\\ngpgsig c\\nx y\\n\\ngpgsig d\\n");
	raw_is(p.game, &id, "gpgsig a\n b\ngpgsig c\nx y\n\ngpgsig d\n", "");
	id = put(p.game, "gpgsig c\\nx y\\ngpgsig a\\n b\\n\\ngpgsig d\\n");
	raw_is(p.game, &id, "gpgsig c\nx y\n\ngpgsig d\n", "a\nb\n");
	id = put(p.game, "x y\\ngpgsig a");
	raw_is(p.game, &id, "x y\ngpgsig a", "");
	id = put(p.game, "x y\\n gpgsig a\\n\\ngpgsig d\\n");
	raw_is(p.game, &id, "x y\n gpgsig a\n\ngpgsig d\n", "");
	id = put(p.game, "gpgsig-sha256 a\\n b\\n");
	raw_is(p.game, &id, "gpgsig-sha256 a\n b\n", "");
	id = put(p.game, "gpgsig ");
	raw_is(p.game, &id, "gpgsig ", "");
	id = put(p.game, "\\n");
	raw_is(p.game, &id, "\n", "");
	id = put(p.game, "");
	raw_is(p.game, &id, "", "");
	id = put(p.game, "gpgsig \\n ");
	raw_is(p.game, &id, "gpgsig \n ", "");

	sp_buf_init(&text, 3);
	sp_buf_init(&sig, 3);
	id = put(p.game, "tree and more\\n");
	EQUAL_INT(sp_store_raw(p.game, &id, &text, &sig, &e), SP_ELIMIT);
	CU_ASSERT(sp_store_oid_parse(
		&id, "0123456789012345678901234567890123456789"));
	EQUAL_INT(sp_store_raw(p.game, &id, &text, &sig, &e), SP_ENOTFOUND);
	sp_buf_free(&text);
	sp_buf_free(&sig);
	place_close(&p);
}

static int note_entry(
	const char *name, unsigned mode, const struct sp_oid *id, void *out)
{
	sp_buf_addf(out, "%06o %s\t%s\n", mode, id->hex, name);
	return 0;
}

static int stop(
	const char *name, unsigned mode, const struct sp_oid *id, void *out)
{
	(void)mode;
	(void)id;
	sp_buf_addf(out, "%s", name);
	return SP_ELIMIT;
}

TEST("store/signed", "the top folder")
{
	struct place p = place_open(test_tempdir());
	struct sp_oid id = place_play(p.game, 0);
	struct sp_error e = { 0 };
	struct sp_buf got, git;

	sp_buf_init(&got, 10000);
	sp_buf_init(&git, 10000);
	EQUAL_INT(sp_store_top(p.game, &id, note_entry, &got, &e), SP_OK);
	EQUAL_INT(place_git(p.game, &git,
			  "@ ls-tree main | sed 's/ blob\\| tree//'"),
		0);
	EQUAL_STRING(sp_buf_str(&got), sp_buf_str(&git));
	sp_buf_clear(&got);
	EQUAL_INT(sp_store_top(p.game, &id, stop, &got, &e), SP_ELIMIT);
	EQUAL_STRING(sp_buf_str(&got), "board.txt");
	sp_buf_free(&got);
	sp_buf_free(&git);
	place_close(&p);
}
