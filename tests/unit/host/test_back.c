/* A damaged game without a whole copy anywhere goes on from its newest whole
 * commit, and nothing of what is lost comes again. */
#include "host_tests.h"
#include "hurt.h"

#define TIP                                                                    \
	"f=$(git rev-parse main | sed 's|^..|objects/&/|');"                   \
	"test -f $f; chmod u+w $f;"
#define KNOWN_MAX 64

/* ---- what is asked of the game ------------------------------------------ */

/* As it was before the damage. */
struct before {
	struct sp_oid head;
	unsigned commits;
	struct sp_game *game;
	size_t letters;
	int64_t epoch; /* of red */
	char *refs;
};

static int64_t epoch_of(struct club *c, const char *colour)
{
	struct sp_seat_row row;
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(sp_registry_seat_get(
				club_registry(c), HURT_BAD, colour, &row, &e),
		SP_OK);
	return row.epoch;
}

static void note(struct club *c, struct before *b)
{
	club_head(c, HURT_BAD, &b->head);
	b->commits = club_commits(c, HURT_BAD);
	b->game = club_state(c, HURT_BAD);
	b->letters = c->n_letters;
	b->epoch = epoch_of(c, "red");
	b->refs = hurt_refs(c);
}

static void forget(struct before *b)
{
	sp_free(b->game);
	sp_free(b->refs);
}

/* verify with every head of the game's old mails, or one more that nobody knows
 * of; *back: how many of them it calls taken back. */
static bool verify_with(
	const struct club *c, size_t letters, const char *more, int64_t *back)
{
	char head[KNOWN_MAX][SP_OID_TEXT];
	const char *has[KNOWN_MAX + 1];
	struct sp_verify_options options = { .has = has };
	char *repo = club_repository(c, HURT_BAD);
	struct sp_error e = { 0 };
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	for (size_t i = 0; i < letters && options.n_has < KNOWN_MAX; i++) {
		const char *text_of = c->letter[i]->text;
		const char *at = strstr(text_of, ":: head ");
		if (at == NULL || strstr(text_of, HURT_BAD) == NULL)
			continue;
		sp_format(head[options.n_has], SP_OID_TEXT, "%.40s", at + 8);
		has[options.n_has] = head[options.n_has];
		options.n_has++;
	}
	CU_ASSERT(options.n_has > 0);
	if (more != NULL)
		has[options.n_has++] = more;
	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT(sp_audit_verify(repo, &options, &json, &text, &good, &e),
		SP_OK);
	*back = json_integer_value(json_object_get(json, "taken_back"));
	if (!good && more == NULL)
		printf("\n  %s\n", sp_buf_str(&text));
	EQUAL_INT(strstr(sp_buf_str(&text), "that a repair took back") != NULL,
		good && *back > 0);
	sp_buf_free(&text);
	json_decref(json);
	sp_free(repo);
	return good;
}

/* Decisions and draws are above those that people have seen, the position is
 * that of `step`, and everybody has another token. */
static void check_position(
	struct club *c, const struct before *b, unsigned step)
{
	struct sp_game *now = club_state(c, HURT_BAD);
	struct sp_buf out;
	char *ask = sp_xasprintf("git log -1 --format=%%s main~%u",
		club_commits(c, HURT_BAD) - 1 - (step + 1));

	CU_ASSERT(now->decision.number > b->game->decision.number);
	CU_ASSERT(now->rng.next > b->game->rng.next);
	EQUAL_INT(now->rng.next,
		(uint64_t)now->decision.number * SP_REPAIR_DRAWS);
	CU_ASSERT(epoch_of(c, "red") > b->epoch);
	sp_buf_init(&out, 1 << 20);
	EQUAL_INT(club_git(c, HURT_BAD, &out, ask), 0);
	char *wanted =
		sp_xasprintf("Operator takes the game back to step %u:", step);
	if (!sp_starts(sp_buf_str(&out), wanted))
		printf("\n  %s: %s\n", wanted, sp_buf_str(&out));
	CU_ASSERT_TRUE(sp_starts(sp_buf_str(&out), wanted));
	sp_free(wanted);
	sp_free(ask);
	sp_buf_free(&out);
	sp_free(now);
}

static unsigned count_texts(
	const struct club *c, size_t from, const char *words)
{
	unsigned n = 0;

	for (size_t i = from; i < c->n_letters; i++)
		n += strstr(c->letter[i]->text, words) != NULL;
	return n;
}

/* It goes on, and what was mailed before is explained. */
static void check_back(struct club *c, const struct before *b, const char *mail,
	unsigned step, bool behind)
{
	struct sp_game_row row;
	int64_t back = 0;

	check_position(c, b, step);
	hurt_run(c, HURT_BAD, "git fsck --strict");
	club_row(c, HURT_BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	CU_ASSERT(row.deadline >= c->now + (int64_t)24 * CLUB_HOUR);
	CU_ASSERT_TRUE(verify_with(c, b->letters, NULL, &back));
	CU_ASSERT(back > 0);
	CU_ASSERT_FALSE(verify_with(c, b->letters,
		"1234567890123456789012345678901234567890", &back));
	EQUAL_INT(club_letters(c, b->letters, "red", "The game goes on"), 1);
	const struct letter *told = club_letter(c, "blue", "The game goes on");
	EQUAL_INT(strstr(told->text, "ask nothing any more") != NULL, behind);
	CONTAINS(told->text, "reply address is a new");
	/* an order from before does nothing, and its writer hears of it */
	unsigned commits = club_commits(c, HURT_BAD);
	club_later(c, 60);
	EQUAL_INT(club_fate(c, mail), SP_DISPOSITION_STRANGER);
	EQUAL_INT(club_commits(c, HURT_BAD), commits);
	EQUAL_INT(count_texts(c, b->letters, "yours that was replaced"), 1);
	/* one from now is done */
	EQUAL_INT(club_play(c, HURT_BAD, 2), 2);
	CU_ASSERT(club_commits(c, HURT_BAD) > commits);
	club_close(c);
	EQUAL_INT(club_play(c, HURT_BAD, 2), 2);
	EQUAL_INT(club_letters(c, b->letters, NULL, "The game goes on"), 2);
	hurt_check_verify(c);
	hurt_check_looks(c);
}

/* How many steps the plan would go back to; -1: it does not say. */
static int64_t planned(struct club *c, bool *behind)
{
	json_t *answer, *back;
	int64_t step = -1;

	EQUAL_INT(hurt_act(c, NULL, 0, &answer), SP_OK);
	CU_ASSERT_TRUE(json_is_true(json_object_get(answer, "plan")));
	CU_ASSERT_FALSE(json_is_true(json_object_get(answer, "here")));
	back = json_object_get(answer, "back");
	if (back != NULL)
		step = json_integer_value(back);
	EQUAL_INT(json_object_get(answer, "stuck") == NULL, back != NULL);
	*behind = json_is_true(json_object_get(answer, "behind"));
	json_decref(answer);
	CU_ASSERT_FALSE(hurt_has(c, ".repair"));
	CU_ASSERT_FALSE(hurt_has(c, ".damaged-1"));
	return step;
}

/* The damage leaves whole what is `down` steps below the tip. */
static void with_back(const char *command, unsigned down)
{
	struct before b;
	struct club c;
	json_t *answer;
	bool behind = false;
	char *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	note(&c, &b);
	unsigned step = b.commits - 1 - down;
	hurt_run(&c, HURT_BAD, command);
	mail = hurt_suspend(&c);
	EQUAL_INT(planned(&c, &behind), (int64_t)step);
	CU_ASSERT_TRUE(behind);
	hurt_check_refused(&c, NULL, HURT_HERE, "nothing was done");
	hurt_check_refused(&c, NULL, HURT_BACK, "--back --behind");
	EQUAL_INT(hurt_act(&c, NULL, HURT_BACK | HURT_BEHIND, &answer), SP_OK);
	if (answer == NULL)
		printf("\n  %s\n", c.error.text);
	EQUAL_INT(json_integer_value(json_object_get(answer, "back")),
		(int64_t)step);
	CU_ASSERT_PTR_NOT_NULL(json_object_get(answer, "aside"));
	json_decref(answer);
	CU_ASSERT_TRUE(hurt_has(&c, ".damaged-1"));
	CU_ASSERT_FALSE(hurt_has(&c, ".repair"));
	check_back(&c, &b, mail, step, true);
	sp_free(mail);
	forget(&b);
	club_clear(&c);
}

TEST("host/back", "file empty")
{
	with_back(HURT_BLOB ": >$f", 1);
}

TEST("host/back", "tip gone")
{
	with_back(TIP "rm $f", 1);
}

TEST("host/back", "tip and branch gone")
{
	with_back(TIP ": >$f; rm refs/heads/main", 1);
}

TEST("host/back", "branch garbage")
{
	with_back(HURT_BLOB ": >$f; echo garbage >refs/heads/main", 1);
}

/* Of two packs the newer one is torn. */
TEST("host/back", "pack torn")
{
	with_back(LOOSEN
		"git rev-list --objects main~2 | cut -d' ' -f1 | "
		"git pack-objects -q objects/pack/pack >/dev/null && "
		"git prune-packed -q && old=$(ls objects/pack/*.pack) && "
		"git repack -q -d && git prune-packed -q && "
		"for p in objects/pack/*.pack; do "
		"[ $p = $old ] || { chmod u+w $p && "
		"truncate -s 40 $p; }; done",
		2);
}

/* ---- other ways to be damaged ------------------------------------------- */

/* Change the row of the game; the host is closed afterwards. */
static void set_row(struct club *c, const char *head)
{
	struct sp_game_row row;
	struct sp_error e = { 0 };

	club_open(c);
	club_row(c, HURT_BAD, &row);
	sp_format(row.head, sizeof(row.head), "%s", head);
	EQUAL_INT(sp_registry_game_put(club_registry(c), &row, &e), SP_OK);
	club_close(c);
}

static void parent_of_tip(const struct club *c, char head[SP_OID_TEXT])
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT_FATAL(club_git(c, HURT_BAD, &out, "git rev-parse main~1"), 0);
	sp_format(head, SP_OID_TEXT, "%.40s", sp_buf_str(&out));
	sp_buf_free(&out);
}

/* A file of an earlier step is missed by nobody, until somebody looks: what
 * came after it is lost with it. */
TEST("host/back", "hole")
{
	struct before b;
	struct club c;
	json_t *answer;
	const char *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	note(&c, &b);
	hurt_run(&c, HURT_BAD,
		"f=$(git rev-parse main~2:state.json | "
		"sed 's|^..|objects/&/|'); rm -f $f");
	mail = club_reply(&c, club_present(&c, HURT_BAD),
		club_active(&c, HURT_BAD), "end");
	EQUAL_INT(hurt_act(&c, NULL, HURT_BACK | HURT_BEHIND, &answer), SP_OK);
	EQUAL_INT(json_array_size(json_object_get(answer, "steps")), 3);
	json_decref(answer);
	check_back(&c, &b, mail, b.commits - 4, true);
	forget(&b);
	club_clear(&c);
}

/* Nobody was mailed about the step that is lost. */
static void end_turn(struct club *c)
{
	const char *end = club_reply(
		c, club_present(c, HURT_BAD), club_active(c, HURT_BAD), "end");

	club_later(c, 60);
	EQUAL_INT(club_fate(c, end), SP_DISPOSITION_APPLIED);
	(void)club_play(c, HURT_GOOD, 2);
}

static void begin_unmailed(struct club *c, struct before *b, char **mail)
{
	char head[SP_OID_TEXT];

	hurt_begin(c);
	end_turn(c);
	note(c, b);
	parent_of_tip(c, head);
	hurt_run(c, HURT_BAD, HURT_BLOB ": >$f");
	*mail = hurt_suspend(c);
	set_row(c, head);
}

TEST("host/back", "nobody was mailed")
{
	struct before b;
	struct club c;
	json_t *answer;
	bool behind = true;
	char *mail;

	if (!club_has_git())
		return;
	begin_unmailed(&c, &b, &mail);
	EQUAL_INT(planned(&c, &behind), (int64_t)b.commits - 2);
	CU_ASSERT_FALSE(behind);
	EQUAL_INT(hurt_act(&c, NULL, HURT_BACK, &answer), SP_OK);
	json_decref(answer);
	check_back(&c, &b, mail, b.commits - 2, false);
	sp_free(mail);
	forget(&b);
	club_clear(&c);
}

/* All that there is is a clone from before the last mails. */
TEST("host/back", "older clone")
{
	struct before b;
	struct club c;
	json_t *answer;
	char *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	note(&c, &b);
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../old && "
		"cd ../../../old && git for-each-ref --format="
		"'delete %(refname)' refs/tags | git update-ref --stdin && "
		"git update-ref refs/heads/main main~2 && "
		"git repack -q -a -d && git prune --expire=now");
	hurt_run(&c, HURT_BAD, "mv ../" HURT_BAD ".git ../../../away");
	mail = hurt_suspend(&c);
	hurt_check_refused(&c, NULL, HURT_BACK | HURT_BEHIND, "is whole");
	hurt_check_refused(&c, "old", HURT_BACK, "--back --behind");
	/* nothing names the clone's own head: it is older than all tips, but a
	 * mail was written about it */
	EQUAL_INT(hurt_act(&c, "old", HURT_BACK | HURT_BEHIND, &answer), SP_OK);
	if (answer == NULL)
		printf("\n  %s\n", c.error.text);
	json_decref(answer);
	check_back(&c, &b, mail, b.commits - 3, true);
	sp_free(mail);
	forget(&b);
	club_clear(&c);
}

/* The same step twice, the first repair being among what is lost. */
TEST("host/back", "twice")
{
	struct before first, b;
	struct club c;
	json_t *answer;
	char *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	note(&c, &first);
	hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
	mail = hurt_suspend(&c);
	EQUAL_INT(hurt_act(&c, NULL, HURT_BACK | HURT_BEHIND, &answer), SP_OK);
	json_decref(answer);
	EQUAL_INT(club_play(&c, HURT_BAD, 3), 3);
	sp_free(mail);
	note(&c, &b);
	char *command = sp_xasprintf("f=$(git rev-parse main~%u:state.json | "
				     "sed 's|^..|objects/&/|'); rm -f $f",
		b.commits - first.commits);
	hurt_run(&c, HURT_BAD, command);
	sp_free(command);
	mail = sp_xstrdup(club_reply(&c, club_present(&c, HURT_BAD),
		club_active(&c, HURT_BAD), "end"));
	EQUAL_INT(hurt_act(&c, NULL, HURT_BACK | HURT_BEHIND, &answer), SP_OK);
	json_decref(answer);
	check_back(&c, &b, mail, first.commits - 2, true);
	sp_free(mail);
	forget(&first);
	forget(&b);
	club_clear(&c);
}

/* The commit is lost, and somebody made another one of its files: it loads, but
 * is not signed. */
TEST("host/back", "foreign tip")
{
	with_back("export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@x.example "
		  "GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@x.example;"
		  "new=$(git log -1 --format=%B main | git commit-tree -p "
		  "main~1 main^{tree}) && " TIP
		  "rm $f && git update-ref --no-deref refs/heads/main $new",
		1);
}

/* ---- kills -------------------------------------------------------------- */

static bool is_early(enum sp_batch_stage stage)
{
	return stage == SP_STAGE_COPIED || stage < SP_STAGE_RECORDED;
}

static void kill_at(enum sp_batch_stage stage, bool mailed)
{
	int words = mailed ? HURT_BACK | HURT_BEHIND : HURT_BACK;
	struct sp_game_row row;
	struct before b;
	struct club c;
	json_t *answer, *request;
	char *mail;

	if (mailed) {
		hurt_begin(&c);
		note(&c, &b);
		hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
		mail = hurt_suspend(&c);
		club_close(&c);
	} else {
		begin_unmailed(&c, &b, &mail);
	}
	request = hurt_request(&c, NULL, words);
	club_die_acting(&c, request, stage);
	json_decref(request);
	club_open(&c);
	club_row(&c, HURT_BAD, &row);
	EQUAL_INT(row.status,
		is_early(stage) ? SP_GAME_ROW_SUSPENDED : SP_GAME_ROW_RUNNING);
	if (row.status == SP_GAME_ROW_SUSPENDED) {
		/* a look does not let it go on as if nothing had been lost */
		club_later(&c, 60);
		EQUAL_INT(club_letters(&c, 0, NULL, "The game goes on"), 0);
		EQUAL_INT(club_fate(&c, mail), SP_DISPOSITION_SEEN);
		EQUAL_INT(hurt_act(&c, NULL, words, &answer), SP_OK);
		if (answer == NULL)
			printf("\n  stage %d: %s\n", (int)stage, c.error.text);
		json_decref(answer);
	} else {
		club_pass(&c);
	}
	check_back(&c, &b, mail, b.commits - 2, mailed);
	sp_free(mail);
	forget(&b);
	club_clear(&c);
}

TEST("host/back", "killed")
{
	static const enum sp_batch_stage steps[] = { SP_STAGE_COPIED,
		SP_STAGE_LOCKED, SP_STAGE_OBJECTS, SP_STAGE_RECORDED,
		SP_STAGE_REF, SP_STAGE_SENT, SP_STAGE_MARKED };

	if (!club_has_git())
		return;
	for (size_t i = 0; i < SP_ARRAY_LEN(steps); i++) {
		kill_at(steps[i], true);
		if (is_early(steps[i]))
			kill_at(steps[i], false);
	}
}

/* It was cut short, and then a whole clone turned up. */
TEST("host/back", "killed, then a clone")
{
	struct before b;
	struct club c;
	json_t *answer, *request;
	char *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	end_turn(&c);
	note(&c, &b);
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../copy");
	char head[SP_OID_TEXT];
	parent_of_tip(&c, head);
	hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
	mail = hurt_suspend(&c);
	set_row(&c, head);
	request = hurt_request(&c, NULL, HURT_BACK);
	club_die_acting(&c, request, SP_STAGE_LOCKED);
	json_decref(request);
	EQUAL_INT(hurt_act(&c, "copy", 0, &answer), SP_OK);
	if (answer == NULL)
		printf("\n  %s\n", c.error.text);
	json_decref(answer);
	hurt_check_goes_on(&c, mail, b.refs);
	sp_free(mail);
	forget(&b);
	club_clear(&c);
}

/* ---- what is refused ---------------------------------------------------- */

TEST("host/back", "refused")
{
	struct before b;
	struct club c;
	char *mail;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	note(&c, &b);
	hurt_check_nothing(
		&c, NULL, HURT_BACK, SP_EREFUSED, "nothing to repair");
	hurt_check_nothing(
		&c, NULL, HURT_BEHIND, SP_EINVAL, "goes with --back");
	hurt_check_nothing(
		&c, NULL, HURT_BACK | HURT_HERE, SP_EINVAL, "takes nothing");
	hurt_run(&c, HURT_BAD,
		"git clone -q --no-hardlinks --bare . ../../../copy");
	/* all of it is there */
	hurt_run(&c, HURT_BAD, "mv refs/heads/main saved");
	hurt_check_nothing(
		&c, NULL, HURT_BACK | HURT_BEHIND, SP_EREFUSED, "write --here");
	hurt_run(&c, HURT_BAD, "mv saved refs/heads/main");
	hurt_run(&c, HURT_BAD, HURT_BLOB "cp $f saved; : >$f");
	mail = hurt_suspend(&c);
	hurt_check_nothing(&c, "copy", HURT_BACK | HURT_BEHIND, SP_EREFUSED,
		"--from alone");
	hurt_run(&c, HURT_BAD, HURT_BLOB "mv -f saved $f");
	hurt_check_nothing(&c, NULL, HURT_BACK | HURT_BEHIND, SP_EREFUSED,
		"nothing to take back");
	/* the root is not whole */
	hurt_run(&c, HURT_BAD,
		"f=$(git rev-parse main:game.json | "
		"sed 's|^..|objects/&/|'); rm -f $f");
	hurt_check_nothing(&c, NULL, HURT_BACK | HURT_BEHIND, SP_EREFUSED,
		"none of its commits is whole");
	sp_free(mail);
	forget(&b);
	club_clear(&c);
}

/* Nothing is left of the play. */
TEST("host/back", "before the start")
{
	struct club c;

	if (!club_has_git())
		return;
	hurt_begin(&c);
	hurt_run(&c, HURT_BAD,
		"f=$(git rev-parse turn/1:state.json | "
		"sed 's|^..|objects/&/|'); rm -f $f");
	hurt_check_nothing(&c, NULL, HURT_BACK | HURT_BEHIND, SP_EREFUSED,
		"from before its start");
	club_clear(&c);
}

/* Its secret is public: it must not go on from a step before its end. */
TEST("host/back", "over")
{
	struct sp_game_row row;
	struct club c;
	json_t *answer;
	json_t *act =
		json_pack("{s:s, s:s}", "act", "game cancel", "game", HURT_BAD);

	if (!club_has_git()) {
		json_decref(act);
		return;
	}
	hurt_begin(&c);
	club_open(&c);
	EQUAL_INT(club_try_act(&c, act), SP_OK);
	json_decref(act);
	hurt_run(&c, HURT_BAD, HURT_BLOB ": >$f");
	hurt_check_nothing(
		&c, NULL, HURT_BACK | HURT_BEHIND, SP_EREFUSED, "is over");
	EQUAL_INT(hurt_act(&c, NULL, 0, &answer), SP_OK);
	CU_ASSERT_PTR_NULL(json_object_get(answer, "back"));
	CU_ASSERT_PTR_NOT_NULL(json_object_get(answer, "stuck"));
	json_decref(answer);
	club_row(&c, HURT_BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_CANCELLED);
	club_clear(&c);
}
