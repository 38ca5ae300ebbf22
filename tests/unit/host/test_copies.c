/*
 * Copies that a repair may go on from, where the registry does not know the
 * newest step: nobody was mailed about it. The branch may have it, or what
 * looks like it.
 */
#include "host_tests.h"
#include "hurt.h"
#include "tamper.h"

/* A file of an earlier step is lost, and only a clone has it. */
#define HOLE                                                                   \
	"f=$(git rev-parse main~2:state.json | sed 's|^..|objects/&/|');"      \
	"test -f $f; rm -f $f"
#define CLONE "git clone -q --no-hardlinks --bare . ../../../copy"

/* A game whose registry ends one step before its branch. */
struct ahead {
	struct tamper t;
	char known[SP_OID_TEXT], tip[SP_OID_TEXT];
};

static void head_of(const struct club *c, const char *name, char *hex)
{
	char *command = sp_xasprintf("git rev-parse %s", name);
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT_FATAL(club_git(c, HURT_BAD, &out, command), 0);
	sp_format(hex, SP_OID_TEXT, "%.40s", sp_buf_str(&out));
	sp_buf_free(&out);
	sp_free(command);
}

/* The registry does not know the last step; `forgets`: nor its decision. */
static void begin(struct ahead *a, bool forgets)
{
	struct club *c = &a->t.club;
	struct sp_game_row was, is;
	struct sp_error e = { 0 };

	hurt_begin(c);
	club_row(c, HURT_BAD, &was);
	const char *end = club_reply(
		c, club_present(c, HURT_BAD), club_active(c, HURT_BAD), "end");
	club_later(c, 60);
	EQUAL_INT(club_fate(c, end), SP_DISPOSITION_APPLIED);
	head_of(c, "main~1", a->known);
	head_of(c, "main", a->tip);
	club_open(c);
	club_row(c, HURT_BAD, &is);
	EQUAL_STRING(is.head, a->tip);
	CU_ASSERT(is.decision > was.decision);
	sp_format(is.head, sizeof(is.head), "%s", a->known);
	sp_format(is.tip, sizeof(is.tip), "%s", a->known);
	if (forgets)
		is.decision = was.decision;
	EQUAL_INT(sp_registry_game_put(club_registry(c), &is, &e), SP_OK);
	club_close(c);
	hurt_run(c, HURT_BAD, CLONE);
}

static void check_head(const struct ahead *a, const char *hex)
{
	char now[SP_OID_TEXT];

	head_of(&a->t.club, "main", now);
	EQUAL_STRING(now, hex);
}

static void repair(struct ahead *a, const char *head)
{
	struct club *c = &a->t.club;
	json_t *answer;

	EQUAL_INT(hurt_act(c, "copy", 0, &answer), SP_OK);
	if (answer == NULL)
		printf("\n  %s\n", c->error.text);
	json_decref(answer);
	CU_ASSERT_TRUE(hurt_has(c, ".damaged-1"));
	check_head(a, head);
	hurt_check_verify(c);
}

/* Our own branch has a step that was decided, though nobody was mailed. */
TEST("host/copies", "a branch that is ahead")
{
	struct ahead a;

	if (!club_has_git())
		return;
	begin(&a, false);
	hurt_run(&a.t.club, HURT_BAD, HOLE);
	repair(&a, a.tip);
	EQUAL_INT(club_play(&a.t.club, HURT_BAD, 2), 2);
	club_clear(&a.t.club);
}

/* Without that step the decision that was open is not there. */
TEST("host/copies", "before the open decision")
{
	struct ahead a;

	if (!club_has_git())
		return;
	begin(&a, false);
	hurt_run(&a.t.club, HURT_BAD, HOLE);
	hurt_run(&a.t.club, HURT_BAD, "git update-ref refs/heads/main main~1");
	hurt_check_nothing(&a.t.club, "copy", 0, SP_EREFUSED,
		"the copy ends before decision");
	check_head(&a, a.known);
	club_clear(&a.t.club);
}

/* A message opens no decision, so nothing but its commit's id tells that a
 * clone ends before it. */
TEST("host/copies", "without a message")
{
	struct sp_game_row row;
	struct sp_error e = { 0 };
	struct ahead a;
	struct club *c = &a.t.club;

	if (!club_has_git())
		return;
	hurt_begin(c);
	EQUAL_INT(club_play(c, HURT_BAD, 1), 1);
	head_of(c, "main", a.known);
	const char *mail = club_reply(c, club_present(c, HURT_BAD),
		club_active(c, HURT_BAD), "press to all: good luck");
	club_later(c, 60);
	EQUAL_INT(club_fate(c, mail), SP_DISPOSITION_ANSWERED);
	head_of(c, "main~1", a.tip);
	EQUAL_STRING(a.tip, a.known);
	club_row(c, HURT_BAD, &row);
	sp_format(row.head, sizeof(row.head), "%s", a.known);
	club_open(c);
	EQUAL_INT(sp_registry_game_put(club_registry(c), &row, &e), SP_OK);
	club_close(c);
	hurt_run(c, HURT_BAD,
		CLONE " && cd ../../../copy && "
		      "git update-ref refs/heads/main main~1 && "
		      "git repack -q -a -d && git prune --expire=now");
	hurt_run(c, HURT_BAD, "mv ../" HURT_BAD ".git ../../../away");
	hurt_check_nothing(c, "copy", 0, SP_EREFUSED, "missing or damaged");
	club_clear(c);
}

/* ---- what only looks like a step ---------------------------------------- */

struct edit {
	size_t at;
	const struct sp_signer *stranger;
	const struct sp_buf *signers; /* that name the stranger */
};

static void wrong_turn(struct forge *f, struct forged *c, const void *payload)
{
	const struct edit *edit = payload;

	(void)f;
	if (c->index == edit->at)
		forge_trailer(c, "Turn", "77");
}

static void wrong_signer(struct forge *f, struct forged *c, const void *payload)
{
	const struct edit *edit = payload;

	(void)f;
	if (c->index == edit->at)
		c->signer = edit->stranger;
}

static void with_stranger(struct edit *edit, struct sp_signer **signer)
{
	uint8_t key[SP_KEY_BYTES] = { 7 };

	EQUAL_INT_FATAL(sp_seal_signer_open(signer, key, NULL), SP_OK);
	edit->stranger = *signer;
}

/* Its box and State fit, but nobody wrote it so: the game goes on from the step
 * that the registry knows. */
static void with_tip(forge_edit *how)
{
	struct edit edit = { 0 };
	struct sp_signer *signer;
	struct ahead a;
	char now[SP_OID_TEXT];

	if (!club_has_git())
		return;
	with_stranger(&edit, &signer);
	begin(&a, true);
	tamper_take_game(&a.t, HURT_BAD);
	struct forge *f = &a.t.f;
	edit.at = f->n - 1;
	forge_write(f, NULL, f->n, 0, how, &edit, FORGE_RESIGNED);
	head_of(&a.t.club, "main~1", now);
	EQUAL_STRING_FATAL(now, a.known);
	head_of(&a.t.club, "main", now);
	DIFFERENT_STRING(now, a.tip);
	hurt_run(&a.t.club, HURT_BAD, HOLE);
	repair(&a, a.known);
	sp_seal_signer_close(signer);
	tamper_clear(&a.t);
}

TEST("host/copies", "a tip with another text")
{
	with_tip(wrong_turn);
}

TEST("host/copies", "a tip by another key")
{
	with_tip(wrong_signer);
}

static void all_anew(struct forge *f, struct forged *c, const void *payload)
{
	const struct edit *edit = payload;

	c->signer = edit->stranger;
	forge_put(f, c, "allowed_signers", sp_buf_str(edit->signers));
}

/* A whole history in which all fits, but the key: whoever wrote it had the
 * secret of the game, and not the server's key. */
TEST("host/copies", "a history by another key")
{
	struct sp_signer *signer;
	struct sp_buf signers;
	struct edit edit = { .signers = &signers };
	struct tamper t;

	if (!club_has_git())
		return;
	with_stranger(&edit, &signer);
	sp_buf_init(&signers, 1 << 20);
	sp_seal_allowed_signers(&signers, signer, HURT_BAD);
	hurt_begin(&t.club);
	hurt_run(&t.club, HURT_BAD, "git tag | xargs git tag -d >/dev/null");
	tamper_take_game(&t, HURT_BAD);
	tamper_know_secret(&t);
	forge_write(&t.f, NULL, t.f.n, 0, all_anew, &edit, FORGE_RESEALED);
	tamper_is_good(&t.f, "by itself");
	char *gone = git_oid_tostr_s(&t.f.id[t.f.n - 1]);
	char *command = sp_xasprintf("rm -f objects/%.2s/%s", gone, gone + 2);
	hurt_run(&t.club, HURT_BAD, command);
	hurt_check_nothing(&t.club, NULL, HURT_BACK | HURT_BEHIND, SP_EREFUSED,
		"the copy is not signed with its key");
	sp_free(command);
	sp_buf_free(&signers);
	sp_seal_signer_close(signer);
	tamper_clear(&t);
}
