/* Bots against each other. */
#include "arena/tournament_private.h"
#include "fixtures.h"
#include "unit.h"

static json_t *run(const struct sp_tournament *what, struct sp_buf *text)
{
	struct sp_error e = { 0 };
	json_t *json = NULL;

	if (sp_arena_tournament(what, &json, text, &e) != SP_OK) {
		(void)fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("tournament failed");
	}
	return json;
}

static struct sp_tournament few(const char *rulesets)
{
	return (struct sp_tournament){ .rulesets = rulesets,
		.ruleset = "wizwar8",
		.bots = "random,apprentice",
		.games = 27,
		.seats_min = 2,
		.seats_max = 4,
		.seed = 1,
		.jobs = 2 };
}

static long long of_bot(const json_t *json, size_t bot, const char *key)
{
	return (long long)json_integer_value(json_object_get(
		json_array_get(json_object_get(json, "bots"), bot), key));
}

static long long in(const json_t *json, const char *object, const char *key)
{
	return (long long)json_integer_value(
		json_object_get(json_object_get(json, object), key));
}

TEST("arena/tournament", "the apprentice wins by points, and soon")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_tournament what = few(rulesets);
	struct sp_buf text;
	json_t *json;

	sp_buf_init(&text, SIZE_MAX);
	json = run(&what, &text);
	EQUAL_INT(of_bot(json, 0, "games"), 27);
	EQUAL_INT(of_bot(json, 1, "games"), 27);
	CU_ASSERT_TRUE(of_bot(json, 1, "wins") >= 26);
	CU_ASSERT_TRUE(in(json, "ends", "points") >= 25);
	CU_ASSERT_TRUE(in(json, "rounds", "median") < 25);
	CU_ASSERT_TRUE(of_bot(json, 1, "elo") > 400);
	EQUAL_INT(of_bot(json, 0, "elo"), 0);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(rulesets);
}

/* All but how long it took. */
static char *table_of(const struct sp_tournament *what)
{
	struct sp_buf text;
	char *end, *copy;

	sp_buf_init(&text, SIZE_MAX);
	json_decref(run(what, &text));
	copy = sp_xstrdup(sp_buf_str(&text));
	end = strstr(copy, "\nthought ");
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	*end = '\0';
	sp_buf_free(&text);
	return copy;
}

TEST("arena/tournament", "a table follows from the seed, not from processes")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_tournament what = few(rulesets);
	char *one, *many, *other;

	what.games = 9;
	what.jobs = 1;
	one = table_of(&what);
	what.jobs = 4;
	many = table_of(&what);
	EQUAL_STRING(many, one);
	what.seed = 2;
	other = table_of(&what);
	DIFFERENT_STRING(other, one);
	CONTAINS(other, "9 games of wizwar8, 2 to 4 seats, seed 2");
	sp_free(one);
	sp_free(many);
	sp_free(other);
	sp_free(rulesets);
}

static void refused(const struct sp_tournament *what, const char *words)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT(sp_arena_tournament(what, &json, &text, &e), SP_EINVAL);
	CU_ASSERT_PTR_NULL(json);
	CONTAINS(e.text, words);
	sp_buf_free(&text);
}

TEST("arena/tournament", "what is refused")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_tournament what = few(rulesets);

	what.bots = "random";
	refused(&what, "needs two bots");
	what.bots = "random,clever";
	refused(&what, "no bot \"clever\"; there are: random, apprentice");
	what.bots = "random,random";
	refused(&what, "\"random\" is named twice");
	what = few(rulesets);
	what.seats_max = 5;
	refused(&what, "played by 2 to 4, not by 5");
	what = few(rulesets);
	what.n_options = 1;
	what.option[0] = (struct sp_simulation_option){ "cards", "perhaps" };
	refused(&what, "cards");
	sp_free(rulesets);
}

/* ---- strengths -----------------------------------------------------------
 */

static struct arena_tour tour_of(
	struct sp_tournament *what, int games, struct arena_result result[])
{
	*what = (struct sp_tournament){ .games = games };
	return (struct arena_tour){
		.what = what, .n_bots = 2, .result = result
	};
}

/* So many games of two seats, of which bot 1 wins the first ones. */
static void play(struct arena_result result[], int games, int won)
{
	for (int n = 0; n < games; n++)
		result[n] = (struct arena_result){
			.players = 2, .bot = { 0, 1 }, .winner = n < won
		};
}

TEST("arena/tournament", "strengths are the likeliest ones")
{
	struct arena_result result[400];
	struct arena_rating rating[2];
	struct sp_tournament what;
	struct arena_tour tour = tour_of(&what, 400, result);

	play(result, 400, 200);
	arena_rate(&tour, rating);
	CU_ASSERT_DOUBLE_EQUAL(rating[1].elo, 0, 0.01);
	/* 1.96 * 400 / ln 10 / sqrt(401 / 4) */
	CU_ASSERT_DOUBLE_EQUAL(rating[1].high, 34.01, 0.05);
	play(result, 400, 300);
	arena_rate(&tour, rating);
	/* 400 lg(300.5 / 100.5) */
	CU_ASSERT_DOUBLE_EQUAL(rating[1].elo, 190.26, 0.05);
	EQUAL_INT(rating[0].elo == 0, 1);
	play(result, 400, 400);
	arena_rate(&tour, rating);
	CU_ASSERT_DOUBLE_EQUAL(rating[1].elo, 1161.5, 1);
	/* bot 0 has two seats of three, and wins twice as often */
	for (int n = 0; n < 400; n++)
		result[n] = (struct arena_result){ .players = 3,
			.bot = { 0, 1, 0 },
			.winner = (int8_t)(n % 3) };
	arena_rate(&tour, rating);
	CU_ASSERT_DOUBLE_EQUAL(rating[1].elo, 0, 3);
	/* nobody wins: all alike */
	for (int n = 0; n < 400; n++)
		result[n].winner = SP_NOBODY;
	arena_rate(&tour, rating);
	CU_ASSERT_DOUBLE_EQUAL(rating[1].elo, 0, 0.01);
}

TEST("arena/tournament", "intervals are Wilson's")
{
	int low, high;

	arena_interval(5, 10, &low, &high);
	EQUAL_INT(low, 2366);
	EQUAL_INT(high, 7634);
	arena_interval(10, 10, &low, &high);
	EQUAL_INT(low, 7225);
	EQUAL_INT(high, 10000);
}
