/* Good games are good: simulated ones, and whatever a club can make. */
#include "arena/arena.h"
#include "host/host_tests.h"

#include "fixtures.h"
#include "host/bout.h"

static const char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text != NULL ? text : "";
}

static int64_t number_of(const json_t *json, const char *key)
{
	return json_integer_value(json_object_get(json, key));
}

static void cancel(struct club *c)
{
	json_t *act = json_object();

	sp_json_set_string(act, "act", "game cancel");
	sp_json_set_string(act, "game", BOUT_GID);
	EQUAL_INT(club_try_act(c, act), SP_OK);
	json_decref(act);
}

/* ---- games of a club ------------------------------------------------------
 */

/* Looked at now and again while it runs, then to its end. */
static void play_and_verify(const struct bout *what)
{
	struct club c;
	json_t *json;

	bout_play(&c, what);
	for (int i = 0; i < 40 && !bout_is_over(&c); i++) {
		json = bout_verify(&c);
		EQUAL_STRING(text_of(json, "status"), "running");
		CU_ASSERT_TRUE(
			json_is_false(json_object_get(json, "replayed")));
		json_decref(json);
		bout_go_on(&c, what, 20);
	}
	if (!bout_is_over(&c))
		cancel(&c);
	json = bout_verify(&c);
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "replayed")));
	if (getenv("SP_VERBOSE") != NULL)
		printf(" [%s, %lld commits, %lld sealed]",
			text_of(json, "status"),
			(long long)number_of(json, "commits"),
			(long long)number_of(json, "sealed"));
	json_decref(json);
	club_clear(&c);
}

TEST("audit/verify", "whatever a club can make")
{
	static const struct bout bouts[] = {
		{ .players = 2, .options = "cards=yes rounds=6", .seed = 1 },
		{ .players = 4,
			.options = "cards=yes rounds=6",
			.clock = true,
			.plans = true,
			.rulings = true,
			.seed = 11 },
		{ .players = 2,
			.bots = "yellow green",
			.options = "cards=yes rounds=6",
			.clock = true,
			.plans = true,
			.seed = 12 },
		{ .players = 3,
			.bots = "green",
			.options = "cards=yes rounds=5",
			.clock = true,
			.seed = 2 },
		{ .players = 3,
			.options = "cards=yes hold=2 rounds=5",
			.clock = true,
			.seed = 3 },
		{ .players = 2,
			.bots = "yellow green",
			.options = "cards=yes windows=quick rounds=6",
			.clock = true,
			.rulings = true,
			.seed = 4 },
		{ .players = 3,
			.options = "cards=yes windows=declared rounds=5",
			.rulings = true,
			.clock = true,
			.seed = 5 },
		{ .players = 2,
			.options = "rounds=8",
			.start = true,
			.seed = 6 },
		{ .players = 4,
			.options = "cards=yes hold=1 rounds=4",
			.start = true,
			.rulings = true,
			.clock = true,
			.seed = 7 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(bouts); i++)
		play_and_verify(&bouts[i]);
}

/* The same with chance's hand on options and seeds. */
TEST("audit/verify", "many of them")
{
	static const char *const options[] = { "cards=yes rounds=30",
		"cards=yes hold=1 rounds=30",
		"cards=yes windows=quick rounds=30",
		"cards=yes windows=declared rounds=30",
		"cards=yes schools=random rounds=30", "rounds=20" };
	static const char *const bots[] = { NULL, "green", NULL, "green" };

	for (uint64_t seed = 100; test_long() && seed < 124; seed++) {
		int players = 2 + (int)(seed % 3);
		struct bout what = { .players = players,
			/* four are all that have a seat */
			.bots = players < 4 ? bots[seed % 4] : NULL,
			.options = options[seed % SP_ARRAY_LEN(options)],
			.start = seed % 5 == 0,
			.rulings = seed % 2 == 0,
			.clock = seed % 3 != 0,
			.seed = seed };
		play_and_verify(&what);
	}
}

/* ---- simulated games ------------------------------------------------------
 */

static json_t *look(const char *path, bool *good)
{
	static const struct sp_verify_options anew = { .bots = true,
		.declarations = true };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, 1 << 20);
	int rc = sp_audit_verify(path, &anew, &json, &text, good, &e);
	if (rc != SP_OK || !*good)
		printf("\n  %s\n%s\n", e.text, sp_buf_str(&text));
	EQUAL_INT_FATAL(rc, SP_OK);
	sp_buf_free(&text);
	return json;
}

/* The only repository below a folder: sp_free it. */
static char *only_game(const char *folder)
{
	struct sp_buf out;
	char *command = sp_xasprintf("ls -d %s/*/*.git", folder);
	FILE *ls = popen(command, "r");
	char line[500];

	sp_buf_init(&out, 1 << 16);
	while (fgets(line, sizeof(line), ls) != NULL)
		sp_buf_adds(&out, line);
	(void)pclose(ls);
	sp_free(command);
	sp_buf_truncate(&out, strcspn(sp_buf_str(&out), "\n"));
	return sp_buf_take(&out);
}

static void shell(const char *fmt, ...) SP_PRINTF(1, 2);

static void shell(const char *fmt, ...)
{
	struct sp_buf command;
	va_list ap;

	sp_buf_init(&command, 1 << 16);
	va_start(ap, fmt);
	sp_buf_vaddf(&command, fmt, ap);
	va_end(ap);
	EQUAL_INT_FATAL(system(sp_buf_str(&command)), 0);
	sp_buf_free(&command);
}

TEST("audit/verify", "simulated, cloned, bundled")
{
	char *folder = sp_xasprintf("%s/games", test_tempdir());
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = { .rulesets = rulesets,
		.ruleset = "wizwar8",
		.players = 4,
		.games = 1,
		.seed = 3,
		.repo = folder,
		.n_options = 2,
		.option = { { "cards", "yes" }, { "rounds", "12" } } };
	struct sp_buf text;
	json_t *json = NULL;
	bool good;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(
		sp_arena_simulate(&what, &json, &text, &good, NULL), SP_OK);
	json_decref(json);
	char *path = only_game(folder);
	json = look(path, &good);
	CU_ASSERT_TRUE(good);
	EQUAL_STRING(text_of(json, "status"), "over");
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "replayed")));
	CU_ASSERT_TRUE(number_of(json, "draws") > 20);
	if (club_has_git()) {
		/* a clone, a bundle: the same facts */
		char *clone = sp_xasprintf("%s/clone", test_tempdir());
		json_t *again;
		shell("git clone -q %s %s 2>/dev/null", path, clone);
		again = look(clone, &good);
		CU_ASSERT_TRUE(good && json_equal(json, again));
		json_decref(again);
		shell("cd %s && git bundle create -q ../a.bundle --all", clone);
		char *bundle = sp_xasprintf("%s/../a.bundle", clone);
		again = look(bundle, &good);
		CU_ASSERT_TRUE(good && json_equal(json, again));
		json_decref(again);
		sp_free(bundle);
		sp_free(clone);
	}
	json_decref(json);
	sp_free(path);
	sp_free(rulesets);
	sp_free(folder);
	sp_buf_free(&text);
}

/* ---- before the start, and instead of it -----------------------------------
 */

TEST("audit/verify", "before the start")
{
	struct club c;

	club_make(&c);
	c.quiet = true;
	club_game(&c, BOUT_GID, 2, "cards=yes", false);
	json_t *json = bout_verify(&c);
	EQUAL_STRING(text_of(json, "status"), "inviting");
	EQUAL_INT(number_of(json, "commits"), 1);
	json_decref(json);
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, "red", "invited"), "red",
		"join\nluck a heron in the fog");
	club_pass(&c);
	json = bout_verify(&c);
	EQUAL_INT(number_of(json, "commits"), 2);
	json_decref(json);
	cancel(&c);
	json = bout_verify(&c);
	EQUAL_STRING(text_of(json, "status"), "cancelled");
	EQUAL_INT(number_of(json, "commits"), 3);
	json_decref(json);
	club_clear(&c);
}

/* ---- tags -------------------------------------------------------------------
 */

static void tagged(struct club *c, const char *command, const char *what)
{
	static const struct sp_verify_options none;
	struct sp_buf text;
	json_t *json = NULL;
	bool good = true;
	char *path = club_repository(c, BOUT_GID);

	EQUAL_INT_FATAL(club_git(c, BOUT_GID, NULL, command), 0);
	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(
		sp_audit_verify(path, &none, &json, &text, &good, NULL), SP_OK);
	EQUAL_INT(good, what == NULL);
	if (what != NULL)
		EQUAL_STRING(text_of(json_object_get(json, "mismatch"), "what"),
			what);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(path);
}

TEST("audit/verify", "tags")
{
	static const struct bout what = {
		.players = 2, .options = "rounds=20", .seed = 2, .steps = 12
	};
	struct club c;

	if (!club_has_git())
		return;
	bout_play(&c, &what);
	tagged(&c, "git tag mine main", NULL);
	tagged(&c, "git tag -f turn/2 turn/1", "tag turn/2");
	tagged(&c, "git tag -d turn/2", NULL); /* it need not be there */
	tagged(&c,
		"git checkout -q --detach turn/2 2>/dev/null || "
		"git update-ref --no-deref HEAD turn/1^{commit}",
		NULL); /* as git bisect looks at it */
	tagged(&c, "git symbolic-ref HEAD refs/heads/main", NULL);
	tagged(&c, "git tag turn/77 main", "tag turn/77");
	tagged(&c, "git tag -d turn/77; git tag turn/1-2 main", "tag turn/1-2");
	tagged(&c, "git tag -d turn/1-2; git tag turn/x main", "tag turn/x");
	club_clear(&c);
}

/* ---- other engines ----------------------------------------------------------
 */

#define NOUGHTS                                                                \
	"00000000000000000000000000000000"                                     \
	"00000000000000000000000000000000"

static const struct sp_verify_options nothing_known;

static int verify_at(const char *path, bool *good, struct sp_error *e)
{
	json_t *json = NULL;
	struct sp_buf text;
	int rc;

	sp_buf_init(&text, 1 << 20);
	sp_error_clear(e);
	rc = sp_audit_verify(path, &nothing_known, &json, &text, good, e);
	if (rc != SP_OK)
		CU_ASSERT_PTR_NULL(json);
	json_decref(json);
	sp_buf_free(&text);
	return rc;
}

/* A new repository whose one commit has this game.json. */
static const char *repository_with(const char *game)
{
	const char *folder = test_tempdir();

	shell("git init -q -b main %s && cd %s && echo '%s' >game.json && "
	      "git add . && git -c user.name=x -c user.email=x commit -q "
	      "-m 'x\n\nSeq: 0'",
		folder, folder, game);
	return folder;
}

TEST("audit/verify", "what is no game of this version")
{
	struct sp_error e = { 0 };
	bool good = true;

	EQUAL_INT(verify_at(test_tempdir(), &good, &e), SP_EINVAL);
	CU_ASSERT_FALSE(good);
	if (!club_has_git())
		return;
	/* a later engine is no mismatch */
	const char *path = repository_with("{\"engine\": 99, \"new\": [1]}");
	EQUAL_INT(verify_at(path, &good, &e), SP_EUNKNOWN);
	CONTAINS(e.text, "later spellpost");
	/* and any other repository is no game */
	shell("cd %s && echo >game.json && git -c user.name=x -c "
	      "user.email=x commit -q -a --amend -m x",
		path);
	EQUAL_INT(verify_at(path, &good, &e), SP_OK);
	CU_ASSERT_FALSE(good);
}

/* Nobody calls it damaged: not who verifies it, not who replays it, and not the
 * club that has it. */
TEST("audit/verify", "a game of a dropped engine level says what plays it")
{
	static const char needs[] = "it needs spellpost up to 0.1-dev of 23 "
				    "November 2026: it was played by engine "
				    "level 1";
	struct sp_store_game *repo = NULL;
	struct sp_rulesets rulesets = { 0 };
	struct sp_replay *replay = NULL;
	struct sp_error e = { 0 };
	bool good = true;

	if (!club_has_git()) {
		test_skip("git is not installed");
		return;
	}
	const char *path = repository_with(
		"{\"commitment\": \"" NOUGHTS "\", \"engine\": 1, \"gid\": "
		"\"old-abcdefgh\", \"key\": 1, \"luck\": [\"\", \"\"], "
		"\"options\": {}, \"ruleset\": \"wizwar8\", "
		"\"ruleset_hash\": \"" NOUGHTS
		"\", \"seats\": [\"red\", \"blue\"]}");
	EQUAL_INT(verify_at(path, &good, &e), SP_EUNKNOWN);
	CU_ASSERT_FALSE(good);
	CONTAINS(e.text, needs);
	CONTAINS(e.remedy, "use that version");
	LACKS(e.text, "mismatch");

	char *bare = sp_xasprintf("%s/.git", path);
	sp_error_clear(&e);
	EQUAL_INT(sp_store_open_path(&repo, bare, &e), SP_OK);
	struct sp_live *live = sp_record_live_new("old-abcdefgh");
	live->repo = repo;
	EQUAL_INT(sp_store_head(repo, &live->head, &e), SP_OK);
	EQUAL_INT(sp_record_live_look(&rulesets, live, &e), SP_EREFUSED);
	CONTAINS(e.text, needs);
	sp_record_live_free(live);
	sp_free(bare);

	sp_error_clear(&e);
	EQUAL_INT(sp_audit_replay_open(&replay, path, &e), SP_EUNKNOWN);
	CONTAINS(e.text, needs);
}
