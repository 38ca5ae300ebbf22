/* What comes of a reaction where nobody answers. */
#include "../rules/table.h"
#include "render/render_private.h"
#include "render_tests.h"
#include "unit.h"

static struct scene s;

/* What the seat is told, against `want`. */
static void otherwise(int seat, const char *want)
{
	struct sp_game view;
	json_t *question;

	sp_game_view(&s.g, seat, &view);
	question = sp_render_question(s.ruleset, &view, seat);
	CU_ASSERT_PTR_NOT_NULL_FATAL(question);
	EQUAL_STRING(json_string_value(json_object_get(question, "otherwise")),
		want);
	json_decref(question);
}

static void begin(const char *red, const char *blue)
{
	table_begin(&s, "red blue");
	scene_put(&s, 0, red);
	scene_put(&s, 1, blue);
	table_hand(&s, 0, "waterbolt#1 powerthrust#1 energy-5#1");
	table_hand(&s, 1, "full-shield#1 shield#1");
}

TEST("render/forecast", "damage and a push")
{
	begin("d3", "e3");
	EQUAL_INT(scene_do(&s, 0, "cast waterbolt#1 0 energy-5#1 blue 2"),
		SP_REASON_NONE);
	otherwise(1, "Blue takes 3 damage from Waterbolt (15 to 12) and is "
		     "moved from e3 to g3 by Red");
}

TEST("render/forecast", "a push to where somebody chooses")
{
	begin("e3", "e3");
	table_put(&s, SP_PLAYED_SPELL, 1, "featherweight#1");
	EQUAL_INT(scene_do(&s, 0, "cast powerthrust#1 0 energy-5#1 blue"),
		SP_REASON_NONE);
	otherwise(1, "Blue is moved from e3 to b3 (as the clock would choose)");
}
