#include "../rules/scene.h"
#include "card_tests.h"

static void refused(const char *name, const char *value, const char *text)
{
	struct sp_error e = { 0 };
	struct sp_setup setup;

	scene_setup(&setup, "red blue");
	EQUAL_INT(sp_card_ruleset_set_option(
			  scene_ruleset(), &setup, name, value, &e),
		SP_EINVAL);
	EQUAL_STRING(e.text, text);
	EQUAL_INT(setup.n_options, 0);
}

TEST("card/option", "refused, with what would do")
{
	refused("round", "7",
		"wizwar8 has no option \"round\"; give rounds, points, "
		"sectors, layout, deadline, cards, schools, "
		"custom-spellbook, "
		"uncluttered-minds, deadly-treasures, heavy-items, "
		"permanent-creations, treasure-hunters, windows, "
		"deadline-round, deadline-further, deadline-choice, vacation, hold, "
		"press-a-day, invitation or press");
	refused("rounds", "0",
		"option rounds takes a number from 1 to 10000, not \"0\"");
	refused("rounds", "many",
		"option rounds takes a number from 1 to 10000, not \"many\"");
	refused("rounds", "",
		"option rounds takes a number from 1 to 10000, not \"\"");
	refused("sectors", "c",
		"option sectors takes a, b or original, not \"c\"");
}

TEST("card/option", "values")
{
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_setup setup;

	scene_setup(&setup, "red blue");
	EQUAL_INT(sp_card_ruleset_option(r, &setup, "rounds", -1), 100);
	EQUAL_INT(sp_card_ruleset_option(r, &setup, "deadline", -1), 72);
	EQUAL_INT(sp_card_ruleset_option(r, &setup, "nothing", -1), -1);
	EQUAL_STRING(sp_card_ruleset_option_word(r, &setup, "sectors"), "a");
	CU_ASSERT_PTR_NULL(sp_card_ruleset_option_word(r, &setup, "rounds"));
	CU_ASSERT_PTR_NULL(sp_card_ruleset_option_word(r, &setup, "nothing"));
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "rounds", "30", NULL),
		SP_OK);
	EQUAL_INT(sp_card_ruleset_set_option(
			  r, &setup, "sectors", "original", NULL),
		SP_OK);
	EQUAL_INT(sp_card_ruleset_option(r, &setup, "rounds", -1), 30);
	EQUAL_INT(sp_card_ruleset_option(r, &setup, "sectors", -1), 2);
	EQUAL_STRING(
		sp_card_ruleset_option_word(r, &setup, "sectors"), "original");
	EQUAL_INT(setup.n_options, 2);
	EQUAL_INT(sp_card_ruleset_check_setup(r, &setup, NULL), SP_OK);
}

/* Only what differs from the defaults is kept, so that equal games have equal
 * setups, byte for byte, however the options were given. */
TEST("card/option", "defaults are not kept")
{
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_setup fresh, setup;

	scene_setup(&fresh, "red blue");
	setup = fresh;
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "points", "3", NULL),
		SP_OK);
	EQUAL_INT(sp_card_ruleset_set_option(
			  r, &setup, "layout", "2-crossed", NULL),
		SP_OK);
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "points", "2", NULL),
		SP_OK);
	EQUAL_INT(setup.n_options, 1);
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "layout", "auto", NULL),
		SP_OK);
	CU_ASSERT(memcmp(&setup, &fresh, sizeof(setup)) == 0);
}

/* A game.json may come from anywhere. */
TEST("card/option", "a setup from elsewhere")
{
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_error e = { 0 };
	struct sp_setup setup;

	scene_setup(&setup, "red blue");
	sp_state_setup_put_option(&setup, "rounds", "never");
	EQUAL_INT(sp_card_ruleset_check_setup(r, &setup, &e), SP_EINVAL);
	CONTAINS(e.text, "not \"never\"");
	EQUAL_INT(sp_card_ruleset_option(r, &setup, "rounds", -1), 100);
	sp_state_setup_put_option(&setup, "rounds", NULL);
	sp_state_setup_put_option(&setup, "sectors", "z");
	EQUAL_INT(sp_card_ruleset_option(r, &setup, "sectors", -1), 0);
}

/* Three schools by name, in any order; kept in the ruleset's. */
TEST("card/option", "schools by name")
{
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_setup setup;

	scene_setup(&setup, "red blue");
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "schools",
			  "thaumaturgy,alchemy,mentalism", NULL),
		SP_OK);
	EQUAL_STRING(sp_state_setup_option(&setup, "schools"),
		"alchemy,mentalism,thaumaturgy");
	EQUAL_INT(sp_card_ruleset_check_setup(r, &setup, NULL), SP_OK);
	EQUAL_INT(sp_card_schools_of(r, "alchemy,mentalism,thaumaturgy"),
		sp_card_schools_of(r, "thaumaturgy,mentalism,alchemy"));
	EQUAL_INT(sp_card_ruleset_set_option(
			  r, &setup, "schools", "random", NULL),
		SP_OK);
	CU_ASSERT_PTR_NULL(sp_state_setup_option(&setup, "schools"));
}

TEST("card/option", "schools that are refused")
{
#define SCHOOLS                                                                          \
	"option schools takes random, players, first, all, or 3 of conjuring, alchemy, " \
	"elemental, mentalism, mutation or thaumaturgy, with commas between "            \
	"them, not "
	/* too few, too many, one twice, one that comes anyhow, one that brings
	 * nothing of its own, none */
	refused("schools", "alchemy,mutation", SCHOOLS "\"alchemy,mutation\"");
	refused("schools", "alchemy,mutation,elemental,mentalism",
		SCHOOLS "\"alchemy,mutation,elemental,mentalism\"");
	refused("schools", "alchemy,mutation,alchemy",
		SCHOOLS "\"alchemy,mutation,alchemy\"");
	refused("schools", "alchemy,mutation,white-cantrip",
		SCHOOLS "\"alchemy,mutation,white-cantrip\"");
	refused("schools", "alchemy,mutation,black-cantrip",
		SCHOOLS "\"alchemy,mutation,black-cantrip\"");
	refused("schools", "alchemy,mutation,hexcraft",
		SCHOOLS "\"alchemy,mutation,hexcraft\"");
	refused("schools", "alchemy,mutation,",
		SCHOOLS "\"alchemy,mutation,\"");
	refused("schools", "", SCHOOLS "\"\"");
}

/* Optional rules are words of the table of rules; two of them cannot be played
 * together. */
TEST("card/option", "optional rules")
{
	static const struct {
		const char *option;
		enum sp_rule rule;
		int yes;
	} row[] = {
		{ "uncluttered-minds", SP_RULE_SPELLS, SP_SPELLS_FREE },
		{ "deadly-treasures", SP_RULE_LOST_TREASURES,
			SP_LOST_ELIMINATED },
		{ "heavy-items", SP_RULE_PICKUPS, SP_PICKUPS_ANYTHING },
		{ "permanent-creations", SP_RULE_CREATIONS,
			SP_CREATIONS_PERMANENT },
		{ "treasure-hunters", SP_RULE_KILLS, SP_KILLS_NOTHING },
	};
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_error e = { 0 };
	struct sp_setup setup;

	scene_setup(&setup, "red blue");
	for (size_t i = 0; i < SP_ARRAY_LEN(row); i++) {
		EQUAL_INT(sp_card_ruleset_rule(r, &setup, row[i].rule), 0);
		EQUAL_INT(sp_card_ruleset_set_option(
				  r, &setup, row[i].option, "yes", NULL),
			SP_OK);
		EQUAL_INT(sp_card_ruleset_rule(r, &setup, row[i].rule),
			row[i].yes);
	}
	EQUAL_INT(sp_card_ruleset_check_setup(r, &setup, NULL), SP_OK);
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "points", "3", NULL),
		SP_OK);
	EQUAL_INT(sp_card_ruleset_check_setup(r, &setup, &e), SP_EINVAL);
	CONTAINS(e.text,
		"option treasure-hunters does not go with option points");
}

/* Who plays with two decks lets the players choose their schools. */
TEST("card/option", "two decks and named schools")
{
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_error e = { 0 };
	struct sp_setup setup;

	for (int i = 0; i < 2; i++) {
		scene_setup(&setup, "red blue");
		EQUAL_INT(sp_card_ruleset_set_option(
				  r, &setup, "custom-spellbook", "yes", NULL),
			SP_OK);
		EQUAL_INT(sp_card_ruleset_check_setup(r, &setup, NULL), SP_OK);
		EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "schools",
				  i == 0 ? "all" : "alchemy,mutation,elemental",
				  NULL),
			SP_OK);
		EQUAL_INT(
			sp_card_ruleset_check_setup(r, &setup, &e), SP_EINVAL);
		CONTAINS(e.text,
			"option custom-spellbook does not go with option "
			"schools");
	}
}

TEST("card/option", "what is not advised")
{
	const struct sp_ruleset *r = scene_ruleset();
	struct sp_setup setup;
	struct sp_buf text;

	sp_buf_init(&text, 200);
	for (int seats = 2; seats < 4; seats++)
		for (int points = 2; points <= 4; points++) {
			const char value[] = { (char)('0' + points), '\0' };

			scene_setup(&setup,
				seats == 2 ? "red blue" : "red blue green");
			EQUAL_INT(sp_card_ruleset_set_option(
					  r, &setup, "points", value, NULL),
				SP_OK);
			EQUAL_INT(sp_card_ruleset_check_setup(r, &setup, NULL),
				SP_OK);
			EQUAL_INT(sp_card_ruleset_warn(r, &setup, &text),
				seats == 2 && points > 2);
		}
	EQUAL_STRING(sp_buf_str(&text),
		"for two players points above 2 is not advised"
		"for two players points above 2 is not advised");
	sp_buf_free(&text);
}

/* A mail about a game tells of the value in force, not of all that there are.
 */
TEST("card/option", "a game reads of its own value")
{
	static const struct {
		const char *name, *value, *told;
	} rows[] = { { "sectors", "b",
			     "the classic side of the sector boards" },
		{ "windows", "quick",
			"only who holds a counter is asked for one" },
		{ "points", "3", "victory points that win" },
		{ "schools", "alchemy,mutation,elemental",
			"the three schools beside White Cantrip" },
		{ "heavy-items", "yes",
			"picking up anything ends the move phase, as a "
			"treasure does" } };
	const struct sp_ruleset *r = scene_ruleset();

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		const struct sp_option *o = NULL;

		for (int k = 0; k < r->n_options; k++)
			if (sp_streq(r->option[k].name, rows[i].name))
				o = &r->option[k];
		CU_ASSERT_PTR_NOT_NULL_FATAL(o);
		EQUAL_STRING(
			sp_card_option_told(o, rows[i].value), rows[i].told);
	}
}
