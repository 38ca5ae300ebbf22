/* Good games are good: simulated ones, and whatever a club can make. */
#include "host_tests.h"

#include "bout.h"
#include "fixtures.h"

static const char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text != NULL ? text : "";
}

static int64_t number_of(const json_t *json, const char *key)
{
	return json_integer_value(json_object_get(json, key));
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
		CU_ASSERT_STRING_EQUAL(text_of(json, "status"), "running");
		CU_ASSERT_TRUE(
			json_is_false(json_object_get(json, "replayed")));
		json_decref(json);
		bout_go_on(&c, what, 20);
	}
	if (!bout_is_over(&c)) {
		json_t *act = json_object();
		sp_json_set_string(act, "act", "game cancel");
		sp_json_set_string(act, "game", BOUT_GID);
		CU_ASSERT_EQUAL(club_try_act(&c, act), SP_OK);
		json_decref(act);
	}
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

static void test_bouts(void)
{
	static const struct bout bouts[] = {
		{ .players = 2, .options = "cards=yes rounds=6", .seed = 1 },
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
static void test_many(void)
{
	static const char *const options[] = { "cards=yes rounds=30",
		"cards=yes hold=1 rounds=30",
		"cards=yes windows=quick rounds=30",
		"cards=yes windows=declared rounds=30",
		"cards=yes schools=random rounds=30", "rounds=20" };
	static const char *const bots[] = { NULL, "purple", NULL, "purple" };

	for (uint64_t seed = 100; test_long() && seed < 124; seed++) {
		struct bout what = { .players = 2 + (int)(seed % 3),
			.bots = bots[seed % 4],
			.options = options[seed % SP_ARRAY_LEN(options)],
			.start = seed % 5 == 0,
			.rulings = seed % 2 == 0,
			.clock = seed % 3 != 0,
			.seed = seed };
		play_and_verify(&what);
	}
}

CU_TestInfo host_verify_tests[] = {
	{ "whatever a club can make", test_bouts },
	{ "many of them", test_many },
	CU_TEST_INFO_NULL,
};
