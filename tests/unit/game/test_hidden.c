#include "../rules/scene.h"
#include "game_tests.h"

/* A game without cards keeps nothing back but its dice. */
static void test_nothing_to_hide(void)
{
	static struct sp_game back;
	const struct sp_lexicon *set = &scene_ruleset()->lexicon;
	struct sp_error e = { 0 };
	struct sp_buf text;
	struct scene s;
	json_t *hidden;

	scene_begin(&s, "red blue yellow");
	scene_past_first(&s);
	sp_buf_init(&text, 1 << 20);
	sp_game_encode(&s.g, set, &text);
	hidden = sp_game_hidden(&s.g);
	CU_ASSERT_TRUE(json_is_object(hidden));
	CU_ASSERT_EQUAL(json_object_size(hidden), 0);

	CU_ASSERT_EQUAL_FATAL(
		sp_game_decode(&back, set, text.data, text.len, &e), SP_OK);
	CU_ASSERT_EQUAL(sp_game_set_hidden(&back, hidden, &e), SP_OK);
	sp_rng_init(&back.rng, s.g.rng.key, back.rng.next);
	CU_ASSERT_EQUAL(memcmp(&back, &s.g, sizeof(back)), 0);
	json_decref(hidden);
	sp_buf_free(&text);
}

static void refused(const char *text, const char *part)
{
	struct sp_error e = { 0 };
	struct scene s;
	json_t *hidden = NULL;

	scene_begin(&s, "red blue");
	struct sp_game before = s.g;
	CU_ASSERT_EQUAL_FATAL(
		sp_json_parse(&hidden, text, strlen(text), &e), SP_OK);
	CU_ASSERT_EQUAL(sp_game_set_hidden(&s.g, hidden, &e), SP_EINVAL);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, part));
	CU_ASSERT_EQUAL(memcmp(&before, &s.g, sizeof(before)), 0);
	json_decref(hidden);
}

static void test_strict(void)
{
	refused("[]", "must be a JSON object");
	refused("{\"coins\": 3}", "unknown key \"coins\"");
}

CU_TestInfo game_hidden_tests[] = {
	{ "nothing to hide", test_nothing_to_hide },
	{ "what it does not know is refused", test_strict },
	CU_TEST_INFO_NULL,
};
