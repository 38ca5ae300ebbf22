/* Games by bots: equal seeds, refusals, and repositories like a club's. */
#include "host/host_tests.h"

#include "inside.h"
#include "simulated.h"

static struct sp_simulation few(const char *rulesets)
{
	return (struct sp_simulation){ .rulesets = rulesets,
		.ruleset = "wizwar8",
		.players = 3,
		.games = 3,
		.seed = 7,
		.drafts = true,
		.check = true,
		.n_options = 2,
		.option = { { "cards", "yes" }, { "rounds", "20" } } };
}

static json_t *run(const struct sp_simulation *what, struct sp_buf *text)
{
	struct sp_error e = { 0 };
	json_t *json = NULL;

	if (sp_audit_simulate(what, &json, text, &e) != SP_OK) {
		(void)fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("simulate failed");
	}
	/* the only thing that a clock says */
	EQUAL_INT(json_object_del(json, "commands_per_second"), 0);
	return json;
}

static long long sum(const json_t *object)
{
	const char *key;
	json_t *value;
	long long all = 0;

	json_object_foreach ((json_t *)(uintptr_t)object, key, value)
		all += json_integer_value(value);
	return all;
}

TEST("audit/simulate", "what is counted")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = few(rulesets);
	struct sp_buf text;
	json_t *a, *b, *c;

	sp_buf_init(&text, SIZE_MAX);
	a = run(&what, &text);
	CONTAINS(sp_buf_str(&text), "3 games of wizwar8");
	EQUAL_INT(sum(json_object_get(a, "ends")), 3);
	CU_ASSERT(json_array_size(json_object_get(a, "cards")) > 10);
	/* a bot on the position itself knows no more than on its view */
	what.check = false;
	b = run(&what, &text);
	CU_ASSERT(json_equal(a, b));
	what.seed = 8;
	c = run(&what, &text);
	CU_ASSERT_FALSE(json_equal(a, c));
	json_decref(a);
	json_decref(b);
	json_decref(c);
	sp_buf_free(&text);
	sp_free(rulesets);
}

static void refused(const struct sp_simulation *what, const char *word)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, SIZE_MAX);
	DIFFERENT_INT(sp_audit_simulate(what, &json, &text, &e), SP_OK);
	CU_ASSERT_PTR_NULL(json);
	if (strstr(e.text, word) == NULL)
		(void)fprintf(stderr, "not \"%s\": %s\n", word, e.text);
	CONTAINS(e.text, word);
	sp_buf_free(&text);
}

TEST("audit/simulate", "what is refused")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = few(rulesets);

	what.bots = "clever";
	refused(&what, "no bot \"clever\"; there is: random");
	what.bots = "random,random";
	refused(&what, "2 bots for 3 players");
	what = few(rulesets);
	what.players = 6;
	refused(&what, "played by 2 to 4");
	what = few(rulesets);
	what.option[0].value = "perhaps";
	refused(&what, "cards");
	what = few(rulesets);
	what.ruleset = "chess";
	refused(&what, "chess");
	/* nobody's mail is waited for: no club would play these so */
	what = few(rulesets);
	what.option[1].name = "windows";
	what.option[1].value = "quick";
	refused(&what, "windows");
	what.option[1].name = "hold";
	what.option[1].value = "1";
	refused(&what, "hold");
	sp_free(rulesets);
}

struct seen {
	unsigned commits, sealed, with_state, closed;
};

/* A round is closed by the judge, who says nothing of who answered what. */
static void see_answer(const struct sp_commit_info *info, const char *command,
	struct seen *seen)
{
	struct sp_buf seat;
	const char *words = strstr(command, " answer ");

	if (words == NULL)
		return;
	sp_buf_init(&seat, 200);
	EQUAL_STRING(words, " answer ?");
	EQUAL_STRING(info->author_name, "Judge");
	CU_ASSERT_FALSE(
		sp_store_trailer(&seat, sp_buf_str(&info->message), "Seat"));
	sp_buf_free(&seat);
	seen->closed++;
}

static int see(const struct sp_commit_info *info, void *payload)
{
	struct seen *seen = payload;
	struct sp_buf value;

	sp_buf_init(&value, 200);
	seen->commits++;
	seen->sealed += strstr(info->author_name, "Sealed") != NULL;
	seen->with_state +=
		sp_store_trailer(&value, sp_buf_str(&info->message), "State");
	if (sp_store_trailer(&value, sp_buf_str(&info->message), "Command"))
		see_answer(info, sp_buf_str(&value), seen);
	sp_buf_free(&value);
	return 0;
}

static void see_game(struct sp_store_game *repo, struct seen *seen)
{
	struct sp_error e = { 0 };
	struct sp_oid head;

	EQUAL_INT(sp_store_head(repo, &head, &e), SP_OK);
	EQUAL_INT(sp_store_check_tip(repo, &e), SP_OK);
	EQUAL_INT(sp_store_fsck(repo, &e), SP_OK);
	EQUAL_INT(sp_store_log(repo, &head, see, seen, &e), SP_OK);
}

TEST("audit/simulate", "repositories")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	char *dir = test_tempdir();
	char *repo = sp_xasprintf("%s/games", dir);
	struct sp_simulation what = few(rulesets);
	struct sp_error e = { 0 };
	struct sp_buf text;
	struct sp_store_game *game[3];
	struct sp_store *store = NULL;
	struct seen seen = { 0 };
	json_t *json;

	sp_buf_init(&text, SIZE_MAX);
	what.repo = repo;
	what.players = 4;
	what.option[1].value = "40";
	json = run(&what, &text);
	EQUAL_INT_FATAL(sp_store_open(&store, repo, &e), SP_OK);
	simulated_open(store, repo, game, SP_ARRAY_LEN(game));
	for (size_t i = 0; i < SP_ARRAY_LEN(game); i++) {
		see_game(game[i], &seen);
		sp_store_game_close(game[i]);
	}
	/* each command, and of each game its root and its start */
	EQUAL_INT(seen.commits,
		json_integer_value(json_object_get(json, "commands")) + 6);
	EQUAL_INT(seen.with_state, seen.commits - 3);
	CU_ASSERT(seen.sealed > 0);
	CU_ASSERT(seen.closed > 0);
	/* it is not written over */
	refused(&what, "sim-");
	sp_store_close(store);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(repo);
	sp_free(rulesets);
}
