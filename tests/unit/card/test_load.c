#include "../rules/scene.h"
#include "card_tests.h"
#include "kit.h"

TEST("card/load", "the ruleset that is shipped")
{
	const struct sp_ruleset_file *files;
	struct sp_ruleset *r;
	size_t n_files;

	files = scene_files(&n_files);
	EQUAL_INT_FATAL(sp_card_ruleset_load(&r, files, n_files, NULL), SP_OK);
	EQUAL_STRING(r->id, "wizwar8");
	EQUAL_INT(r->seats_min, 2);
	EQUAL_INT(r->seats_max, 4);
	EQUAL_INT(r->life_start, 15);
	EQUAL_INT(r->base_speed, 3);
	EQUAL_INT(r->punch_damage, 1);
	EQUAL_INT(r->damage_per_crack, 3);
	EQUAL_INT(r->wall_cracks, 5);
	EQUAL_INT(r->door_cracks, 3);
	EQUAL_INT(r->rule[SP_RULE_ATTACK_BAN], SP_BAN_OWN_TURN);
	EQUAL_INT(r->n_colours, 4);
	for (int n = 2; n <= 4; n++)
		EQUAL_INT(r->boards.layout[r->layout_for[n]].n_bays, n);
	EQUAL_INT(r->layout_for[1], -1);
	EQUAL_INT(r->layout_for[5], -1);
	sp_card_ruleset_free(r);
}

/* Every set has a home for every colour, so that any seats can play on it. */
TEST("card/load", "each set has each home")
{
	static const char *const sets[] = { "a", "b", "original" };
	const struct sp_ruleset *r = scene_ruleset();

	for (size_t i = 0; i < SP_ARRAY_LEN(sets); i++) {
		for (int c = 0; c < r->n_colours; c++)
			CU_ASSERT_PTR_NOT_NULL(sp_board_boardset_home(
				&r->boards, sets[i], r->colour[c]));
	}
}

/* Folders list their files in any order. */
TEST("card/load", "files in any order")
{
	struct kit kit;
	struct sp_ruleset *a, *b;

	kit_init(&kit);
	a = kit_load(&kit);
	for (size_t i = 0; i < kit.n / 2; i++) {
		struct sp_ruleset_file file = kit.file[i];

		kit.file[i] = kit.file[kit.n - 1 - i];
		kit.file[kit.n - 1 - i] = file;
	}
	b = kit_load(&kit);
	CU_ASSERT(memcmp(&a->boards, &b->boards, sizeof(a->boards)) == 0);
	CU_ASSERT(memcmp(a->layout_for, b->layout_for, sizeof(a->layout_for)) ==
		  0);
	EQUAL_INT_FATAL(a->n_copies, b->n_copies);
	for (int i = 0; i < a->n_copies; i++)
		EQUAL_STRING(a->lexicon.card[i], b->lexicon.card[i]);
	sp_card_ruleset_free(a);
	sp_card_ruleset_free(b);
	kit_free(&kit);
}

/* A ruleset may be played without cards; then it says nothing of them. */
TEST("card/load", "a ruleset without cards")
{
	struct kit kit;
	struct sp_ruleset *r;

	kit_init(&kit);
	kit_edit(&kit, "ruleset.json",
		" \"schools\": [\"red-school\", \"blue-school\"],\n", "");
	kit_refuses(&kit, "ruleset.json:22: \"statistics\": \"hand_start\": "
			  "\"hand_start\" is not a key here");
	kit_edit(&kit, "ruleset.json",
		"false,\n  \"hand_start\": 5,\n  \"hand_max\": 7,\n"
		"  \"draw_max\": 2\n",
		"false\n");
	kit_refuses(&kit, "cards/blue-school.json: ruleset.json lists no "
			  "\"schools\"");
	kit_remove(&kit, "cards/blue-school.json");
	kit_remove(&kit, "cards/red-school.json");
	kit_refuses(&kit, "traits.json: ruleset.json lists no \"schools\"");
	kit_remove(&kit, "traits.json");
	r = kit_load(&kit);
	EQUAL_INT(r->n_cards, 0);
	EQUAL_INT(r->n_copies, 0);
	CU_ASSERT_PTR_NULL(r->card);
	EQUAL_INT(r->lexicon.n_cards, 0);
	CU_ASSERT_PTR_EQUAL(r->lexicon.boards, &r->boards);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

/* ---- broken rulesets ---------------------------------------------------- */

static void broken(
	const char *path, const char *old, const char *new, const char *part)
{
	struct kit kit;

	kit_init(&kit);
	if (old == NULL)
		kit_remove(&kit, path);
	else
		kit_edit(&kit, path, old, new);
	kit_refuses(&kit, part);
	kit_free(&kit);
}

static void json(const char *old, const char *new, const char *part)
{
	broken("ruleset.json", old, new, part);
}

TEST("card/load", "broken names")
{
	broken("ruleset.json", NULL, NULL, "ruleset.json is missing");
	json("\"id\"", "\"ID\"",
		"ruleset.json:2: \"ID\": \"ID\" is not a key here; did you "
		"mean \"id\"?");
	json("\"test8\"", "\"Wiz War\"", "ruleset.json:2: \"id\": \"Wiz War\"");
	json("\"test8\"", "8", "\"id\": expected a text");
	json("\"A game",
		"\"A title that is far longer than sixty three bytes, "
		"which is more than any screen has room for, ",
		"ruleset.json:3: \"title\": this is longer than 63");
	json("\"seats_min\": 2", "\"seats_min\": 1",
		"\"seats_min\": 1 is not from 2 to 6");
	json("\"seats_max\": 5", "\"seats_max\": 7", "ruleset.json:5: ");
	json(" \"seats_max\": 5,\n", "", "ruleset.json:1: \"seats_max\" is");
	json("{", "{,", "ruleset.json:1: column 2: not JSON");
	json("{", "[] {", "not JSON");
	json("\"title\": ", "\"title\": 1, \"title\": ", "not JSON");
	broken("ruleset.json", "{", "[{", "not JSON");
}

TEST("card/load", "broken statistics")
{
	json("  \"base_speed\": 3,\n", "",
		"ruleset.json:13: \"statistics\": \"base_speed\" is missing");
	json("\"base_speed\": 3", "\"base_speed\": 0",
		"ruleset.json:16: \"statistics\": \"base_speed\": 0 is not");
	json("\"base_speed\": 3", "\"base_speed\": 3.5", "whole numbers");
	json("\"base_speed\": 3", "\"base_speed\": \"3\"",
		"expected a whole number");
	json("\"base_speed\": 3", "\"base_speed\": 61", "from 1 to 60");
	json("\"life_start\": 15", "\"life_start\": 21",
		"\"life_start\" is more than \"life_max\"");
	json("\"hand_start\": 5", "\"hand_start\": 8",
		"\"hand_start\" is more than \"hand_max\"");
	json("\"wall_cracks\": 5", "\"wall_cracks\": 5, \"dor_cracks\": 3",
		"\"dor_cracks\" is not a key here; did you mean "
		"\"door_cracks\"?");
	json("\"attack_first_turn\": false", "\"attack_first_turn\": 0",
		"expected true or false");
	json("  \"attack_first_turn\": false,\n", "",
		"\"attack_first_turn\" is missing");
	json("\"wall_cracks\": 5", "\"wall_cracks\": 5, \"hit_points\": true",
		"this must be 1");
	json("\"statistics\": {", "\"rims\": \"gone\", \"statistics\": {",
		"what becomes of outer walls");
	json("\"statistics\": {", "\"joints\": 1, \"statistics\": {",
		"what becomes of joints");
	json("\"statistics\": {", "\"statistics\": 3, \"x\": {",
		"\"x\" is not a key");
}

TEST("card/load", "broken rules")
{
	static const char title[] = "\"title\": \"A game for tests\",";
	static const char sides[] = "\"text\": \"the sides\",";

	json(title, "\"title\": \"A\", \"rules\": 3,",
		"\"rules\": expected an object");
	json(title, "\"title\": \"A\", \"rules\": {\"kill\": \"nothing\"},",
		"\"kill\" is not a key here; did you mean \"kills\"?");
	json(title, "\"title\": \"A\", \"rules\": {\"kills\": \"nothin\"},",
		"\"nothin\" is not a word of this rule; did you mean "
		"\"nothing\"?");
	json(title, "\"title\": \"A\", \"rules\": {\"kills\": 1},",
		"expected a text");
	json(title,
		"\"title\": \"A\", \"rules\": {\"no_attack_first_turn\": "
		"\"round\"},",
		"\"rules\" says it already, by \"no_attack_first_turn\"");
	json(sides, "\"text\": \"the sides\", \"sets\": \"kill\",",
		"\"sets\": there is no such rule");
	json(sides, "\"text\": \"the sides\", \"sets\": \"kills\",",
		"\"a\" is not a word of this rule; these are: point, nothing");
}

/* A rule of the ruleset, and an option that sets it. */
TEST("card/load", "rules")
{
	struct sp_setup setup;
	struct kit kit;
	struct sp_ruleset *r;
	struct sp_error e = { 0 };

	kit_init(&kit);
	kit_edit(&kit, "ruleset.json", "  \"attack_first_turn\": false,\n", "");
	kit_edit(&kit, "ruleset.json", " \"statistics\"",
		" \"rules\": {\"no_attack_first_turn\": \"round\", "
		"\"lost_turn\": \"nothing\", \"ties\": \"draw\"},\n"
		" \"statistics\"");
	kit_edit(&kit, "ruleset.json", " \"options\": [",
		" \"options\": [{\"name\": \"even\", \"text\": \"e\", "
		"\"sets\": \"ties\", \"words\": [\"life\", \"draw\"]},");
	r = kit_load(&kit);
	EQUAL_INT(r->rule[SP_RULE_ATTACK_BAN], SP_BAN_ROUND);
	EQUAL_INT(r->rule[SP_RULE_LOST_TURN], SP_LOST_ALL);
	EQUAL_INT(r->rule[SP_RULE_KILLS], SP_KILLS_POINT);
	scene_setup(&setup, "red blue");
	EQUAL_INT(sp_card_ruleset_rule(r, &setup, SP_RULE_LOST_TURN),
		SP_LOST_ALL);
	EQUAL_INT(sp_card_ruleset_rule(r, &setup, SP_RULE_TIES), SP_TIES_LIFE);
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "even", "draw", &e),
		SP_OK);
	EQUAL_INT(sp_card_ruleset_rule(r, &setup, SP_RULE_TIES), SP_TIES_DRAW);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

TEST("card/load", "broken decks")
{
	static const char schools[] = "\"blue-school\"]";

	json(schools, "\"blue-school\"], \"deck\": 3",
		"\"deck\": expected an object");
	json(schools, "\"blue-school\"], \"deck\": {\"other\": 3}",
		"\"other\" is not a key here; did you mean \"others\"?");
	json(schools, "\"blue-school\"], \"deck\": {\"others\": -1}",
		"\"others\": -1 is not from 0");
	json(schools,
		"\"blue-school\"], \"deck\": {\"always\": [\"red-school\", "
		"\"green-school\"]}",
		"\"always\": number 2: expected one of \"schools\"");
	json(schools,
		"\"blue-school\"], \"deck\": {\"always\": [\"red-school\", "
		"\"red-school\"]}",
		"\"red-school\" stands there twice");
	json(schools,
		"\"blue-school\"], \"deck\": {\"always\": [\"red-school\"], "
		"\"second\": [\"red-school\"]}",
		"\"second\": number 1: \"red-school\" stands there twice");
	json(schools, "\"blue-school\"], \"deck\": {\"others\": 0}",
		"a deck of no schools has no cards");
	json(" \"schools\": [\"red-school\", \"blue-school\"],\n",
		" \"deck\": {},\n", "there are no \"schools\"");
}

/* Without the key as it was before there was one. */
TEST("card/load", "the deck")
{
	struct kit kit;
	struct sp_ruleset *r;

	kit_init(&kit);
	r = kit_load(&kit);
	EQUAL_INT(r->schools_always, 1);
	EQUAL_INT(r->schools_beside, 3);
	sp_card_ruleset_free(r);
	kit_edit(&kit, "ruleset.json", "\"blue-school\"]",
		"\"blue-school\"], \"deck\": {\"always\": [\"blue-school\"]}");
	r = kit_load(&kit);
	EQUAL_INT(r->schools_always, 2);
	EQUAL_INT(r->schools_second, 0);
	EQUAL_INT(r->schools_beside, -1);
	sp_card_ruleset_free(r);
	kit_edit(&kit, "ruleset.json", "\"always\": [\"blue-school\"]",
		"\"always\": [\"blue-school\"], "
		"\"second\": [\"red-school\"]");
	r = kit_load(&kit);
	EQUAL_INT(r->schools_always, 2);
	EQUAL_INT(r->schools_second, 1);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

TEST("card/load", "broken colours")
{
	json("\"red\", \"blue\",", "\"red\",",
		"ruleset.json:6: \"colours\": expected 5 to 6");
	json("\"red\", \"blue\"", "\"red\", \"red\"",
		"\"colours\": number 2: \"red\" stands there twice");
	json("\"red\", \"blue\"", "\"red\", \"Blue\"", "expected a word");
	json("\"red\", \"blue\"", "\"red\", 7", "expected a word");
	json("[\"red\", \"blue\",", "[\"a\", \"b\", \"c\", \"d\", ",
		"more than 6 stand there");
}

TEST("card/load", "broken layouts")
{
	json("\"5\": \"5-plus\"", "\"4 \": \"5-plus\"",
		"\"4 \": this is no number of seats");
	json(",\n  \"5\": \"5-plus\"", "",
		"ruleset.json:7: \"layouts\": there is none for 5 seats");
	json("\"2\": \"2-crossed\"", "\"2\": \"3-l\"", "with 2 sectors");
	json("\"2\": \"2-crossed\"", "\"2\": \"2-crosed\"",
		"ruleset.json:8: \"layouts\": \"2\": this must name");
	json("\"2\": \"2-crossed\"", "\"2\": 2", "this must name a file");
	broken("layouts/5-plus.txt", NULL, NULL,
		"\"layouts\": \"5\": this must name a file");
	json("\"layouts\": {", "\"layouts\": [], \"other\": {",
		"\"other\" is not");
}

TEST("card/load", "broken options")
{
	json("\"name\": \"points\"", "\"name\": \"rounds\"",
		"option 2 (rounds): another option has the name \"rounds\"");
	json("\"name\": \"points\"", "\"name\": \"Points\"",
		"option 2 (Points): \"name\": this must be");
	json("\"min\": 2,", "\"min\": 5,",
		"option 2 (points): \"max\": 4 is not from 5");
	json("\"min\": 2,", "\"min\": 3,",
		"option 2 (points): \"default\": 2 is not from 3 to 4");
	json("\"min\": 2,", "\"min\": 2, \"mid\": 3,",
		"option 2 (points): \"mid\": \"mid\" is not a key here");
	json("\"min\": 2,", "\"words\": [\"x\"],",
		"option 2 (points): \"max\": \"max\" is not a key");
	json("[\"a\", \"b\"", "[\"a\", \"a\"", "\"a\" stands there twice");
	json("[\"a\", \"b\"", "[\"a\", \"B\"", "\"words\": number 2: expected");
	json("[\"a\", \"b\", \"original\"]", "[]", "expected 1 to 16");
	json("\"min\": 2,", "\"min\": 2, \"told\": [],",
		"expected as many texts as values: 1");
	json("hours for a turn",
		"hours for a turn, and then so many words more that nobody "
		"would ever want to read them all on one single line of a "
		"terminal",
		"option 4 (deadline): \"text\": this is longer");
	/* the line is that of the option, not of an earlier namesake */
	json("\"max\": 8760", "\"max\": 0", "ruleset.json:35: option 4");
}

TEST("card/load", "broken schools")
{
	json("\"blue-school\"", "\"green-school\"",
		"cards/blue-school.json: \"schools\" of ruleset.json does not");
	broken("cards/blue-school.json", NULL, NULL,
		"ruleset.json lists the school \"blue-school\", but there is "
		"no cards/blue-school.json");
	json("\"blue-school\"", "\"red-school\"", "stands there twice");
	json("\"blue-school\"", "\"blue school\"", "expected a word");
	json("[\"red-school\", \"blue-school\"]", "7",
		"\"schools\": expected a list");
}

TEST("card/load", "broken boards")
{
	broken("sectors/red-a.txt", "$", " ", "sectors/red-a.txt");
	broken("sectors/red-a.txt", "id red-a", "id red-b",
		"another file has a sector \"red-b\"");
	broken("layouts/3-l.txt", "wrap A.W-B.E\n", "", "layouts/3-l.txt");
	broken("layouts/3-l.txt", "id 3-l", "id 2-crossed",
		"another file has a layout");
	broken("layouts/3-l.txt", "wrap A.W-B.E", "warp A.W-B.E",
		"layouts/3-l.txt:");
}

static void stranger(const char *path)
{
	const struct sp_ruleset_file file = { path, "", 0 };
	struct sp_ruleset *r = NULL;
	struct sp_error e = { 0 };

	EQUAL_INT(sp_card_ruleset_load(&r, &file, 1, &e), SP_EINVAL);
	CONTAINS(e.text, path);
	CONTAINS(e.text, "no such file belongs");
	/* an error is not asked for by everybody */
	EQUAL_INT(sp_card_ruleset_load(&r, &file, 1, NULL), SP_EINVAL);
	CU_ASSERT_PTR_NULL(r);
}

TEST("card/load", "files that do not belong")
{
	stranger("README");
	stranger("sectors/red-a");
	stranger("sectors/.txt");
	stranger("sectors/more/red.txt");
	stranger("layouts/ruleset.json");
	stranger("red-a.txt");
	stranger("cards/alchemy.txt");
	stranger("cards/.json");
	stranger("ready.txt");
	stranger("scenarios/fireball-1.txt");
}

/* A check goes on behind a bad file or card. */
TEST("card/load", "a check finds all problems")
{
	struct sp_problems *all = sp_xcalloc(1, sizeof(*all));
	struct sp_ruleset *r = NULL;
	struct kit kit;

	kit_init(&kit);
	EQUAL_INT(sp_card_ruleset_check(&r, kit.file, kit.n, all), SP_OK);
	CU_ASSERT_PTR_NOT_NULL(r);
	EQUAL_INT(all->n, 0);
	sp_card_ruleset_free(r);

	kit_put(&kit, "README", "");
	kit_edit(&kit, "layouts/3-l.txt", "id 3-l", "id three");
	kit_edit(&kit, "traits.json", "draw_max", "draw_mox");
	kit_edit(&kit, "cards/red-school.json", "owc", "owx");
	kit_edit(&kit, "cards/red-school.json", "use\": \"speed",
		"use\": \"sped");
	kit_edit(&kit, "cards/blue-school.json", "parts()", "prts()");
	kit_put(&kit, "cards/ready.txt", "fireball\n\nfire-drts # soon\n");
	EQUAL_INT(sp_card_ruleset_check(&r, kit.file, kit.n, all), SP_EINVAL);
	CU_ASSERT_PTR_NULL(r);
	CU_ASSERT_FALSE(all->more);
	EQUAL_INT_FATAL(all->n, 7);
	CONTAINS(all->problem[0].text, "README: no such");
	CONTAINS(all->problem[1].text,
		"ruleset.json:9: \"layouts\": \"3\": this must name");
	CONTAINS(all->problem[2].text,
		"traits.json:4: trait 2 (magic-stone): while 1 (draw_mox): "
		"\"stat\": \"draw_mox\" is not a statistic; did you mean");
	CONTAINS(all->problem[3].text,
		"cards/red-school.json:7: card fireball: play 1: slot 1 "
		"(target): \"of\": \"owx\" must be some of the letters");
	EQUAL_INT(all->problem[3].line, 7);
	EQUAL_INT(all->problem[3].column, 11);
	CONTAINS(all->problem[4].text,
		"cards/blue-school.json:16: card fire-darts: play 1: operation "
		"1 (each): \"in\": column 1 of \"prts()\": no such set");
	CONTAINS(all->problem[5].text,
		"cards/red-school.json:10: card spedstone: \"use\": "
		"\"spedstone\" is not a card of any school; did you mean "
		"\"speedstone\"?");
	CONTAINS(all->problem[6].text,
		"cards/ready.txt:3: there is no card \"fire-drts\"; did you "
		"mean \"fire-darts\"?");
	sp_free(all);
	kit_free(&kit);
}

static void check_problems(
	const struct kit *kit, int n, const char *first, const char *last)
{
	struct sp_problems *all = sp_xcalloc(1, sizeof(*all));
	struct sp_ruleset *r = NULL;

	EQUAL_INT(sp_card_ruleset_check(&r, kit->file, kit->n, all), SP_EINVAL);
	EQUAL_INT_FATAL(all->n, n);
	CONTAINS(all->problem[0].text, first);
	CONTAINS(all->problem[n - 1].text, last);
	sp_free(all);
}

/* Each card that names a trait would be a problem because of one comma. */
TEST("card/load", "a check of what is not JSON")
{
	static const char traits[] = "traits.json:3: column 2: not JSON:";
	struct kit kit;

	kit_init(&kit);
	kit_edit(&kit, "traits.json", "},\n", "}\n");
	check_problems(&kit, 1, traits, traits);
	kit_edit(&kit, "cards/red-school.json", "\"use\":", "\"use\"");
	check_problems(&kit, 2,
		"cards/red-school.json:10: column 20: not JSON:", traits);
	/* that is no file of a ruleset, whatever it holds */
	kit_put(&kit, "README", "{");
	check_problems(&kit, 3, "README: no such", traits);
	kit_free(&kit);
}

TEST("card/load", "a check finds more than it lists")
{
	struct sp_problems *all = sp_xcalloc(1, sizeof(*all));
	struct sp_ruleset *r = NULL;
	struct kit kit;
	struct sp_buf text;

	kit_init(&kit);
	sp_buf_init(&text, 65536);
	for (int i = 0; i < SP_PROBLEMS_MAX + 1; i++)
		sp_buf_addf(&text, "nothing-%d\n", i);
	kit_put(&kit, "cards/ready.txt", sp_buf_str(&text));
	EQUAL_INT(sp_card_ruleset_check(&r, kit.file, kit.n, all), SP_EINVAL);
	EQUAL_INT(all->n, SP_PROBLEMS_MAX);
	CU_ASSERT_TRUE(all->more);
	sp_buf_free(&text);
	sp_free(all);
	kit_free(&kit);
}

/* ---- damaged files ------------------------------------------------------ */

/* Load what was damaged, alone and with all problems; the error must say which
 * file. */
static void try_damaged(const struct kit *kit, struct sp_problems *all)
{
	struct sp_ruleset *r = NULL;
	struct sp_error e = { 0 };
	int code = sp_card_ruleset_load(&r, kit->file, kit->n, &e);

	if (code != SP_OK)
		CU_ASSERT(strstr(e.text, ".txt") != NULL ||
			  strstr(e.text, ".json") != NULL);
	sp_card_ruleset_free(r);
	EQUAL_INT(sp_card_ruleset_check(&r, kit->file, kit->n, all), code);
	EQUAL_INT(all->n > 0, code != SP_OK);
	sp_card_ruleset_free(r);
}

static void damage_bytes(struct scene_random *random, char *text, size_t len)
{
	static const char bytes[] = "{}[]\",:0a-(\\";

	for (uint32_t k = scene_below(random, 4) + 1; k > 0; k--) {
		uint32_t at = scene_below(random, (uint32_t)len);

		text[at] =
			scene_below(random, 2) == 0
				? (char)scene_below(random, 256)
				: bytes[scene_below(random, sizeof(bytes) - 1)];
	}
}

/* Whatever bytes a file holds, the loader ends with an error or a ruleset. */
TEST("card/load", "damaged files")
{
	struct sp_problems *all = sp_xcalloc(1, sizeof(*all));
	struct scene_random random = { 7 };
	struct kit kit;

	for (int round = 0; round < 1500; round++) {
		char *text;
		size_t i;

		kit_init(&kit);
		do
			i = scene_below(&random, (uint32_t)kit.n);
		while (round % 3 != 0 &&
			strstr(kit.file[i].path, ".json") == NULL);
		text = sp_xstrndup(kit.file[i].text, kit.file[i].len);
		damage_bytes(&random, text, kit.file[i].len);
		kit.file[i].text = text;
		try_damaged(&kit, all);
		sp_free(text);
		kit_free(&kit);
	}
	sp_free(all);
}

/* The value that is to be damaged: any of the tree, counted in document
 * order. */
static json_t *pick(json_t *value, uint32_t *left)
{
	json_t *child, *found;
	const char *key;
	size_t i;

	if ((*left)-- == 0)
		return value;
	json_object_foreach (value, key, child)
		if ((found = pick(child, left)) != NULL)
			return found;
	json_array_foreach (value, i, child)
		if ((found = pick(child, left)) != NULL)
			return found;
	return NULL;
}

static json_t *other_value(struct scene_random *random)
{
	static const char *const texts[] = { "", "me", "none", "energy + 1",
		"it", "target", "((((", "count(parts())", "x", "attack", "los",
		"is(it, fire)", "not not me", "-1", "owc", "a-b", "1 + true" };

	switch (scene_below(random, 8)) {
	case 0:
		return json_object();
	case 1:
		return json_array();
	case 2:
		return json_integer((int)scene_below(random, 20000) - 10000);
	case 3:
		return json_boolean(scene_below(random, 2));
	case 4:
		return json_null();
	default:
		return json_string(texts[scene_below(
			random, (uint32_t)SP_ARRAY_LEN(texts))]);
	}
}

/* Change one thing inside of a list or an object. */
static void damage_value(struct scene_random *random, json_t *value)
{
	uint32_t n = (uint32_t)json_array_size(value);
	const char *key, *chosen = NULL;
	json_t *child;

	if (n > 0) {
		uint32_t at = scene_below(random, n);

		switch (scene_below(random, 3)) {
		case 0:
			json_array_remove(value, at);
			return;
		case 1:
			json_array_append_new(value,
				json_deep_copy(json_array_get(value, at)));
			return;
		default:
			json_array_set_new(value, at, other_value(random));
			return;
		}
	}
	n = (uint32_t)json_object_size(value);
	if (n == 0)
		return;
	n = scene_below(random, n) + 1;
	json_object_foreach (value, key, child)
		if (n-- == 1)
			chosen = key;
	if (scene_below(random, 3) == 0)
		json_object_del(value, chosen);
	else
		json_object_set_new(value, chosen, other_value(random));
}

/* Good JSON that says something else: this gets further into the loader. */
TEST("card/load", "other values in files")
{
	static const char *const paths[] = { "ruleset.json", "traits.json",
		"cards/red-school.json", "cards/blue-school.json" };
	struct sp_problems *all = sp_xcalloc(1, sizeof(*all));
	struct scene_random random = { 11 };
	struct kit kit;

	for (int round = 0; round < 3000; round++) {
		const char *path = paths[scene_below(&random, 4)];
		json_t *root, *value;
		uint32_t left = scene_below(&random, 80);
		char *text;

		kit_init(&kit);
		root = json_loads(kit_text(&kit, path), 0, NULL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(root);
		value = pick(root, &left);
		damage_value(&random, value != NULL ? value : root);
		text = json_dumps(root, 0);
		kit_put(&kit, path, text);
		try_damaged(&kit, all);
		sp_free(text);
		json_decref(root);
		kit_free(&kit);
	}
	sp_free(all);
}

/* What things take part in by their class, as usual and otherwise. */
TEST("card/load", "classes of things")
{
	struct kit kit;
	struct sp_ruleset *r;

	kit_init(&kit);
	r = kit_load(&kit);
	EQUAL_INT(r->parts[SP_THING_CLASS_OBJECT],
		SP_PART_OBJECT | SP_PART_TARGET | SP_PART_SQUARE);
	EQUAL_INT(r->parts[SP_THING_CLASS_TOKEN],
		r->parts[SP_THING_CLASS_OBJECT]);
	EQUAL_INT(r->parts[SP_THING_CLASS_TOTEM],
		SP_PART_TARGET | SP_PART_SQUARE);
	EQUAL_INT(r->parts[SP_THING_CLASS_MARKER], 0);
	EQUAL_INT(r->parts[SP_THING_CLASS_HEX], 0);
	sp_card_ruleset_free(r);
	kit_edit(&kit, "ruleset.json", "\"seats_min\"",
		"\"classes\": {\"hex\": [\"square\"], \"totem\": []}, "
		"\"seats_min\"");
	r = kit_load(&kit);
	EQUAL_INT(r->parts[SP_THING_CLASS_HEX], SP_PART_SQUARE);
	EQUAL_INT(r->parts[SP_THING_CLASS_TOTEM], 0);
	EQUAL_INT(r->parts[SP_THING_CLASS_OBJECT],
		SP_PART_OBJECT | SP_PART_TARGET | SP_PART_SQUARE);
	sp_card_ruleset_free(r);
	kit_free(&kit);
	json("\"seats_min\"", "\"classes\": {\"hax\": []}, \"seats_min\"",
		"\"hax\" is not a key here; did you mean \"hex\"?");
	json("\"seats_min\"",
		"\"classes\": {\"hex\": [\"sqare\"]}, \"seats_min\"",
		"\"sqare\" is not what a class takes part in; did you mean "
		"\"square\"?");
}

/* ---- the stages of damage ------------------------------------------------- */

static void damage_refused(const char *list, const char *part)
{
	struct kit kit;
	char *text = sp_xasprintf(" \"damage\": %s,\n \"seats_min\"", list);

	kit_init(&kit);
	kit_edit(&kit, "ruleset.json", " \"seats_min\"", text);
	kit_refuses(&kit, part);
	kit_free(&kit);
	sp_free(text);
}

TEST("card/load", "the stages of damage")
{
	static const uint8_t wanted[SP_DAMAGESTAGE_COUNT] = {
		SP_DAMAGESTAGE_CONVERT, SP_DAMAGESTAGE_ASKED,
		SP_DAMAGESTAGE_EVADE, SP_DAMAGESTAGE_COUNTERS,
		SP_DAMAGESTAGE_STATIC
	};
	struct kit kit;
	struct sp_ruleset *r;

	kit_init(&kit);
	r = kit_load(&kit);
	for (int i = 0; i < SP_DAMAGESTAGE_COUNT; i++)
		EQUAL_INT(r->damage_stage[i], i);
	sp_card_ruleset_free(r);
	kit_edit(&kit, "ruleset.json", " \"seats_min\"",
		" \"damage\": [\"convert\", \"asked\", \"evade\", "
		"\"counters\", \"static\"],\n \"seats_min\"");
	r = kit_load(&kit);
	EQUAL_INT(memcmp(r->damage_stage, wanted, sizeof(wanted)), 0);
	sp_card_ruleset_free(r);
	kit_free(&kit);
	damage_refused("[]", "expected each stage of damage once");
	damage_refused("\"evade\"", "\"damage\": expected a list");
	damage_refused("[\"evade\", \"static\", \"counters\", \"asked\"]",
		"expected each stage of damage once");
	damage_refused("[\"evade\", \"evade\", \"counters\", \"asked\", "
		       "\"convert\"]",
		"number 2: expected each stage of damage once");
	damage_refused("[\"evade\", \"life\", \"counters\", \"asked\", "
		       "\"convert\"]",
		"number 2: expected each stage of damage once");
	damage_refused("[\"evade\", 3, \"counters\", \"asked\", "
		       "\"convert\"]",
		"number 2: expected each stage of damage once");
}
