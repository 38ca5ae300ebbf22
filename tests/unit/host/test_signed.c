/* Signed commits of games as they are played: each with the key that its game
 * began with, and git sees what we see. */
#include "host_tests.h"

#include <stdlib.h>

#define GID   "sign-mmmmmmmm"
#define OTHER "more-mmmmmmmm"

/* ---- every commit -------------------------------------------------------- */

struct walk {
	struct sp_store_game *repo;
	unsigned commits, sealed;
	struct sp_error e;
};

static void read_signers(
	struct walk *w, const struct sp_oid *commit, struct sp_buf *out)
{
	sp_buf_init(out, 1000);
	EQUAL_INT_FATAL(
		sp_store_read(w->repo, commit, "allowed_signers", out, &w->e),
		SP_OK);
}

static int note_tree(
	const char *name, unsigned mode, const struct sp_oid *id, void *payload)
{
	sp_buf_addf(payload, "%o %s %s\n", mode, name, id->hex);
	return 0;
}

/* The text is what its parts make. The tree's id stands in it alone, so that is
 * taken from there, and checked by what is in it. */
static void is_remade(struct walk *w, const struct sp_commit_info *info,
	const struct sp_buf *text)
{
	struct sp_commit_spec spec = { .parent = info->parent,
		.author_name = info->author_name,
		.author_email = info->author_email,
		.when = info->when,
		.message = sp_buf_str(&info->message) };
	struct sp_buf again, top;
	struct sp_oid tree;
	char hex[SP_OID_TEXT];

	CU_ASSERT_FATAL(sp_copyn(hex, sizeof(hex),
		sp_buf_str(text) + strlen("tree "), SP_OID_TEXT - 1));
	CU_ASSERT_FATAL(sp_store_oid_parse(&tree, hex));
	sp_buf_init(&again, SIZE_MAX);
	sp_buf_init(&top, SIZE_MAX);
	sp_store_commit_text(&again, GID, &spec, &tree);
	EQUAL_STRING(sp_buf_str(&again), sp_buf_str(text));
	EQUAL_INT(sp_store_top(w->repo, &info->id, note_tree, &top, &w->e),
		SP_OK);
	CU_ASSERT(sp_starts(sp_buf_str(&top), "100644 allowed_signers "));
	CONTAINS(sp_buf_str(&top), "\n40000 ruleset ");
	sp_buf_free(&again);
	sp_buf_free(&top);
}

/* With the file of the commit before; the root with its own. */
static int check_commit(const struct sp_commit_info *info, void *payload)
{
	struct walk *w = payload;
	struct sp_buf signers, text, armour;
	bool root = sp_store_oid_is_none(&info->parent);

	read_signers(w, root ? &info->id : &info->parent, &signers);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_init(&armour, SIZE_MAX);
	EQUAL_INT_FATAL(
		sp_store_raw(w->repo, &info->id, &text, &armour, &w->e), SP_OK);
	int rc = sp_seal_check_signature(signers.data, signers.len, text.data,
		text.len, armour.data, armour.len, &w->e);
	if (rc != SP_OK)
		printf("\n  %s: %s\n", info->id.hex, w->e.text);
	EQUAL_INT(rc, SP_OK);
	is_remade(w, info, &text);
	w->commits++;
	w->sealed += sp_streq(info->author_name, "Sealed");
	sp_buf_free(&signers);
	sp_buf_free(&text);
	sp_buf_free(&armour);
	return 0;
}

static void check_game(struct club *c, const char *gid, struct walk *w)
{
	char *path = club_repository(c, gid);
	struct sp_oid head;

	memset(w, 0, sizeof(*w));
	EQUAL_INT_FATAL(sp_store_open_path(&w->repo, path, &w->e), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(w->repo, &head, &w->e), SP_OK);
	EQUAL_INT(sp_store_log(w->repo, &head, check_commit, w, &w->e), SP_OK);
	sp_store_game_close(w->repo);
	sp_free(path);
}

TEST("host/signed", "every commit of a game")
{
	struct club c;
	struct walk w;

	club_make(&c);
	club_game(&c, GID, 2, "rounds=3", false);
	club_pass(&c);
	(void)club_reply(&c, club_letter(&c, "red", ""), "red", "join");
	(void)club_reply(&c, club_letter(&c, "blue", ""), "blue",
		"join\nluck seven crows");
	club_later(&c, 60);
	(void)club_reply(&c, club_present(&c, GID), club_active(&c, GID),
		"press all: hello");
	club_later(&c, 60);
	(void)club_play(&c, GID, 30);
	check_game(&c, GID, &w);
	CU_ASSERT(w.commits > 15);
	EQUAL_INT(w.commits, club_commits(&c, GID));
	EQUAL_INT(w.sealed, 1);
	club_clear(&c);
}

/* ---- keys ---------------------------------------------------------------- */

static void add_key(const struct club *c)
{
	static const char keys[] = "1 00112233445566778899aabbccddeeff"
				   "fedcba98765432100123456789abcdef\n"
				   "2 ffeeddccbbaa99887766554433221100"
				   "fedcba98765432100123456789abcdef\n";

	EQUAL_INT_FATAL(sp_file_write(c->config.master_key, keys,
				sizeof(keys) - 1, 0600, NULL),
		SP_OK);
}

/* The public key of a game, "ssh-ed25519 ...", at its tip. */
static void key_of(const struct club *c, const char *gid, struct sp_buf *out)
{
	sp_buf_init(out, 1000);
	EQUAL_INT_FATAL(club_git(c, gid, out,
				"git show main:allowed_signers | "
				"sed 's/.*ssh-/ssh-/'"),
		0);
	CU_ASSERT(sp_starts(sp_buf_str(out), "ssh-ed25519 "));
}

/* A game keeps the key that it began with; new games take the newest. */
TEST("host/signed", "a game keeps its key")
{
	struct club c;
	struct walk w;
	struct sp_buf before, after, other;

	if (!club_has_git())
		return;
	club_make(&c);
	club_game(&c, GID, 2, "", true);
	club_pass(&c);
	key_of(&c, GID, &before);
	club_close(&c);
	add_key(&c);
	club_game(&c, OTHER, 2, "", true);
	(void)club_reply(
		&c, club_present(&c, GID), club_active(&c, GID), "end");
	club_later(&c, 60);
	key_of(&c, GID, &after);
	key_of(&c, OTHER, &other);
	EQUAL_STRING(sp_buf_str(&before), sp_buf_str(&after));
	DIFFERENT_STRING(sp_buf_str(&before), sp_buf_str(&other));
	check_game(&c, GID, &w);
	CU_ASSERT(w.commits >= 3);
	sp_buf_free(&before);
	sp_buf_free(&after);
	sp_buf_free(&other);
	club_clear(&c);
}

/* ---- beside git ---------------------------------------------------------- */

/* A commit object that sed made of the tip's, as git would store it. */
static struct sp_oid changed(struct club *c, const char *script)
{
	char *command = sp_xasprintf("git cat-file commit main | sed '%s' | "
				     "git hash-object --literally -t commit -w "
				     "--stdin",
		script);
	struct sp_buf out;
	struct sp_oid id;

	sp_buf_init(&out, 1000);
	EQUAL_INT_FATAL(club_git(c, GID, &out, command), 0);
	sp_buf_truncate(&out, SP_OID_TEXT - 1);
	CU_ASSERT_FATAL(sp_store_oid_parse(&id, sp_buf_str(&out)));
	sp_buf_free(&out);
	sp_free(command);
	return id;
}

static bool git_takes(struct club *c, const struct sp_oid *id)
{
	char *command = sp_xasprintf("git show main:allowed_signers >signers; "
				     "git -c gpg.ssh.allowedSignersFile=signers"
				     " verify-commit %s 2>/dev/null",
		id->hex);
	int rc = club_git(c, GID, NULL, command);

	sp_free(command);
	return rc == 0;
}

static bool we_take(struct club *c, const struct sp_oid *id)
{
	char *path = club_repository(c, GID);
	struct sp_buf signers, text, armour;
	struct walk w = { 0 };
	struct sp_oid head;

	EQUAL_INT_FATAL(sp_store_open_path(&w.repo, path, &w.e), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(w.repo, &head, &w.e), SP_OK);
	read_signers(&w, &head, &signers);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_init(&armour, SIZE_MAX);
	EQUAL_INT_FATAL(sp_store_raw(w.repo, id, &text, &armour, &w.e), SP_OK);
	int rc = sp_seal_check_signature(signers.data, signers.len, text.data,
		text.len, armour.data, armour.len, &w.e);
	sp_store_game_close(w.repo);
	sp_buf_free(&signers);
	sp_buf_free(&text);
	sp_buf_free(&armour);
	sp_free(path);
	return rc == SP_OK;
}

TEST("host/signed", "git says what we say")
{
	static const struct {
		const char *script;
		bool git, we;
	} table[] = {
		{ "", true, true },
		{ "s/^Seq: /Seq:  /", false, false },
		/* whatever it begins with, it begins with another digit then */
		{ "s/^tree 0/tree 1/\nt\ns/^tree ./tree 0/", false, false },
		{ "s/^parent .*/&\\n&/", false, false },
		{ "s/^author Judge/author Joker/", false, false },
		{ "s/^committer Judge/committer Joker/", false, false },
		{ "s/ +0000$/ +0100/", false, false },
		{ "s/^gpgsig /encoding latin1\\n&/", false, false },
		{ "s/^ -----END.*/&\\nencoding latin1/", false, false },
		{ "s/^gpgsig /signature /", false, false },
		{ "/^gpgsig /,/^ -----END/d", false, false },
		{ "s/BEGIN SSH/BEGIN PGP/", false, false },
		{ "/^ -----END/d", false, false },
		{ "s/^gpgsig.*/&\\n AAAA/", false, false },
		{ "$s/$/\\nmore/", false, false },
		/* an unknown header for another hash is none of the text to
		 * git; we know no such header */
		{ "s/^gpgsig /gpgsig-sha256 x\\n&/", true, false },
		/* git, or ssh-keygen, ignores what comes behind the armour */
		{ "s/^ -----END.*/&\\n more/", true, false },
	};
	struct club c;

	if (!club_has_git())
		return;
	if (system("command -v ssh-keygen >/dev/null 2>&1") != 0) {
		test_skip("there is no program ssh-keygen");
		return;
	}
	club_make(&c);
	club_game(&c, GID, 2, "", true);
	club_close(&c);
	for (size_t i = 0; i < SP_ARRAY_LEN(table); i++) {
		struct sp_oid id = changed(&c, table[i].script);
		bool git = git_takes(&c, &id), we = we_take(&c, &id);

		if (git != table[i].git || we != table[i].we)
			printf("\n  %s: git %d, we %d\n", table[i].script, git,
				we);
		EQUAL_INT(git, table[i].git);
		EQUAL_INT(we, table[i].we);
	}
	club_clear(&c);
}
