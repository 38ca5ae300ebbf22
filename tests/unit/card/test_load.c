#include "../rules/scene.h"
#include "card_tests.h"

static void test_shipped(void)
{
	const struct sp_ruleset *r = scene_ruleset();

	CU_ASSERT_STRING_EQUAL(r->id, "wizwar8");
	CU_ASSERT_EQUAL(r->seats_min, 2);
	CU_ASSERT_EQUAL(r->seats_max, 5);
	CU_ASSERT_EQUAL(r->life_start, 15);
	CU_ASSERT_EQUAL(r->base_speed, 3);
	CU_ASSERT_EQUAL(r->punch_damage, 1);
	CU_ASSERT_EQUAL(r->damage_per_crack, 3);
	CU_ASSERT_EQUAL(r->wall_cracks, 5);
	CU_ASSERT_EQUAL(r->door_cracks, 3);
	CU_ASSERT_FALSE(r->attack_first_turn);
	CU_ASSERT_EQUAL(r->n_colours, 5);
	for (int n = 2; n <= 5; n++)
		CU_ASSERT_EQUAL(r->boards.layout[r->layout_for[n]].n_slots, n);
	CU_ASSERT_EQUAL(r->layout_for[1], -1);
	CU_ASSERT_EQUAL(r->layout_for[6], -1);
}

/* Every set has a home for every colour, so that any seats can play on it. */
static void test_homes(void)
{
	static const char *const sets[] = { "a", "b", "original" };
	const struct sp_ruleset *r = scene_ruleset();

	for (size_t i = 0; i < SP_ARRAY_LEN(sets); i++) {
		for (int c = 0; c < r->n_colours; c++)
			CU_ASSERT_PTR_NOT_NULL(sp_boardset_home(
				&r->boards, sets[i], r->colour[c]));
	}
}

/* Folders list their files in any order. */
static void test_any_order(void)
{
	size_t n;
	const struct sp_ruleset_file *files = scene_files(&n);
	struct sp_ruleset_file *turned = sp_xcalloc(n, sizeof(*turned));
	struct sp_ruleset *r = NULL;
	struct sp_error e = { 0 };

	for (size_t i = 0; i < n; i++)
		turned[i] = files[n - 1 - i];
	CU_ASSERT_EQUAL_FATAL(sp_ruleset_load(&r, turned, n, &e), SP_OK);
	/* the lexicon points into its own ruleset */
	CU_ASSERT(memcmp(r, scene_ruleset(),
			  offsetof(struct sp_ruleset, lexicon)) == 0);
	sp_ruleset_free(r);
	sp_free(turned);
}

/* ---- broken rulesets
 * --------------------------------------------------------- */

/* Load the shipped files with the first `old` in one file replaced; `old` NULL:
 * the file left out. The error must hold all of `part`. */
static void broken(
	const char *path, const char *old, const char *new, const char *part)
{
	size_t n, kept = 0;
	const struct sp_ruleset_file *files = scene_files(&n);
	struct sp_ruleset_file *mine = sp_xcalloc(n, sizeof(*mine));
	struct sp_ruleset *r = NULL;
	struct sp_error e = { 0 };
	char *text = NULL;
	int code;

	for (size_t i = 0; i < n; i++) {
		const char *at;

		if (!sp_streq(files[i].path, path)) {
			mine[kept++] = files[i];
			continue;
		}
		if (old == NULL)
			continue;
		at = strstr(files[i].text, old);
		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		text = sp_xasprintf("%.*s%s%s", (int)(at - files[i].text),
			files[i].text, new, at + strlen(old));
		mine[kept].path = files[i].path;
		mine[kept].text = text;
		mine[kept++].len = strlen(text);
	}
	code = sp_ruleset_load(&r, mine, kept, &e);
	if (code != SP_EINVAL || strstr(e.text, part) == NULL) {
		(void)fprintf(
			stderr, "\"%s\": got %d: %s\n", part, code, e.text);
		CU_FAIL("another error was expected");
	}
	CU_ASSERT_PTR_NULL(r);
	sp_free(text);
	sp_free(mine);
}

static void json(const char *old, const char *new, const char *part)
{
	broken("ruleset.json", old, new, part);
}

static void test_names(void)
{
	broken("ruleset.json", NULL, NULL, "there is no ruleset.json");
	json("\"id\"", "\"ID\"", "ruleset.json: line 2: ruleset: unknown key");
	json("\"wizwar8\"", "\"Wiz War\"", "line 2: ruleset: \"id\" must be");
	json("\"wizwar8\"", "8", "\"id\" must be a text");
	json("\"Wiz-War,",
		"\"A title that is far longer than sixty three bytes, which is "
		"more than any screen line has room for",
		"line 3: ruleset: \"title\" is longer");
	json("\"seats_min\": 2", "\"seats_min\": 1", "\"seats_min\" is 1");
	json("\"seats_max\": 5", "\"seats_max\": 7", "line 5");
	json("{", "{,", "ruleset.json: line 1: not JSON");
	json("{", "[] {", "not JSON");
	json("\"title\": ", "\"title\": 1, \"title\": ", "not JSON");
}

static void test_statistics(void)
{
	json("\"base_speed\": 3,", "",
		"ruleset.json: statistics: \"base_speed\" is missing");
	json("\"base_speed\": 3", "\"base_speed\": 0", "line 16");
	json("\"base_speed\": 3", "\"base_speed\": 3.5", "whole numbers");
	json("\"base_speed\": 3", "\"base_speed\": 61", "from 1 to 60");
	json("\"life_start\": 15", "\"life_start\": 21",
		"\"life_start\" is more than \"life_max\"");
	json("\"wall_cracks\": 5", "\"wall_cracks\": 5, \"dor_cracks\": 3",
		"unknown key \"dor_cracks\"");
	json("\"attack_first_turn\": false", "\"attack_first_turn\": 0",
		"must be true or false");
}

static void test_colours(void)
{
	json("\"red\", \"blue\",", "\"red\",", "must name 5 to 6");
	json("\"red\", \"blue\"", "\"red\", \"red\"", "stands there twice");
	json("\"red\", \"blue\"", "\"red\", \"Blue\"", "is no colour");
	json("\"red\", \"blue\"", "\"red\", 7", "is no colour");
}

static void test_layouts(void)
{
	json("\"5\": \"5-plus\"", "\"4 \": \"5-plus\"",
		"\"4 \" is no number of seats");
	json(",\n  \"5\": \"5-plus\"", "", "names none for 5 seats");
	json("\"2\": \"2-crossed\"", "\"2\": \"3-l\"", "with 2 sectors");
	json("\"2\": \"2-crossed\"", "\"2\": \"2-crosed\"", "line 8");
	json("\"2\": \"2-crossed\"", "\"2\": 2", "must name a file");
	broken("layouts/5-plus.txt", NULL, NULL,
		"layouts: \"5\" must name a file");
}

static void test_options(void)
{
	json("\"name\": \"points\"", "\"name\": \"rounds\"",
		"two options have the name \"rounds\"");
	json("\"name\": \"points\"", "\"name\": \"Points\"",
		"option 2: \"name\" must be");
	json("\"min\": 2,", "\"min\": 5,", "option \"points\": \"max\" is 4");
	json("\"min\": 2,", "\"min\": 3,",
		"option \"points\": \"default\" is 2");
	json("\"min\": 2,", "\"min\": 2, \"mid\": 3,",
		"option \"points\": unknown key \"mid\"");
	json("\"min\": 2,", "\"words\": [\"x\"],", "unknown key");
	json("[\"a\", \"b\"", "[\"a\", \"a\"", "\"a\" stands there twice");
	json("[\"a\", \"b\"", "[\"a\", \"B\"", "number 2 is no word");
	json("[\"a\", \"b\", \"original\"]", "[]", "must hold 1 to 16");
	json("hours for a turn",
		"hours for a turn, and then so many words more that nobody "
		"would ever want to read them all on one single line of a "
		"terminal",
		"option \"deadline\": \"text\" is longer");
	/* the line is that of the option, not of an earlier namesake */
	json("\"max\": 8760", "\"max\": 0", "ruleset.json: line 5");
}

static void test_boards(void)
{
	broken("sectors/red-a.txt", "$", " ", "sectors/red-a.txt");
	broken("sectors/red-a.txt", "id red-a", "id red-b",
		"another file has a sector \"red-b\"");
	broken("layouts/3-l.txt", "wrap A.W-B.E\n", "", "layouts/3-l.txt");
	broken("layouts/3-l.txt", "id 3-l", "id 2-crossed",
		"another file has a layout");
}

static void stranger(const char *path)
{
	const struct sp_ruleset_file file = { path, "", 0 };
	struct sp_ruleset *r = NULL;
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL(sp_ruleset_load(&r, &file, 1, &e), SP_EINVAL);
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, path));
	CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "no such file belongs"));
	/* an error is not asked for by everybody */
	CU_ASSERT_EQUAL(sp_ruleset_load(&r, &file, 1, NULL), SP_EINVAL);
	CU_ASSERT_PTR_NULL(r);
}

static void test_strangers(void)
{
	stranger("README");
	stranger("sectors/red-a");
	stranger("sectors/.txt");
	stranger("sectors/more/red.txt");
	stranger("layouts/ruleset.json");
	stranger("red-a.txt");
}

/* Whatever bytes a file holds, the loader ends with an error or a ruleset. */
static void test_damaged(void)
{
	size_t n;
	const struct sp_ruleset_file *files = scene_files(&n);
	struct sp_ruleset_file *mine = sp_xcalloc(n, sizeof(*mine));
	struct scene_random random = { 7 };

	for (int round = 0; round < 600; round++) {
		size_t i = scene_below(&random, (uint32_t)n);
		char *text = sp_xstrndup(files[i].text, files[i].len);
		struct sp_ruleset *r = NULL;
		struct sp_error e = { 0 };

		memcpy(mine, files, n * sizeof(*mine));
		for (uint32_t k = scene_below(&random, 4) + 1; k > 0; k--)
			text[scene_below(&random, (uint32_t)files[i].len)] =
				(char)scene_below(&random, 256);
		mine[i].text = text;
		if (sp_ruleset_load(&r, mine, n, &e) != SP_OK)
			CU_ASSERT(strstr(e.text, files[i].path) != NULL ||
				  strstr(e.text, "another file") != NULL ||
				  strstr(e.text, "layouts") != NULL);
		sp_ruleset_free(r);
		sp_free(text);
	}
	sp_free(mine);
}

CU_TestInfo card_load_tests[] = {
	{ "the ruleset that is shipped", test_shipped },
	{ "each set has each home", test_homes },
	{ "files in any order", test_any_order },
	{ "broken names", test_names },
	{ "broken statistics", test_statistics },
	{ "broken colours", test_colours },
	{ "broken layouts", test_layouts },
	{ "broken options", test_options },
	{ "broken boards", test_boards },
	{ "files that do not belong", test_strangers },
	{ "damaged files", test_damaged },
	CU_TEST_INFO_NULL,
};
