/* What surrounds a wizard, in words. */
#include "../rules/cardplay.h"
#include "../rules/table.h"
#include "render/render_private.h"
#include "render_tests.h"
#include "unit.h"

static struct scene s;

/* What the seat is told, against `want`. */
static void around(int seat, const char *want)
{
	static const char *const keys[] = { "stands", "sides", "sight" };
	static const char *const behind[] = { ": ", ".\n", "\n" };
	json_t *o = json_object();
	struct sp_buf text;
	struct sp_game view;

	sp_game_view(&s.g, seat, &view);
	sp_buf_init(&text, 1 << 14);
	render_around(s.ruleset, &view, seat, o);
	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++) {
		const char *words =
			json_string_value(json_object_get(o, keys[i]));

		if (words != NULL)
			sp_buf_addf(&text, "%s%s", words, behind[i]);
	}
	EQUAL_STRING(sp_buf_str(&text), want);
	sp_buf_free(&text);
	json_decref(o);
}

TEST("render/around", "sides, doors of one's own and of others, contents")
{
	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "d3");
	around(0, "You stand on c3, your home base: a door you can open west "
		  "(b3); ways north (c2), east (d3: Blue) and south (c4).\n"
		  "You see Blue (d3).\n");
	scene_put(&s, 1, "b3");
	around(1, "You stand on b3: a wall south; a door shut to you east "
		  "(c3: Red, Red's home base); ways north (b2) and west (a3).\n"
		  "You see nobody.\n");
	scene_put(&s, 1, "c3");
	scene_lay(&s, 2, "c3");
	scene_lay(&s, 0, "c2");
	/* nobody carries what lies there */
	around(1, "You stand on c3, Red's home base, with Red, where your "
		  "treasure lies: a door shut to you west (b3); ways north "
		  "(c2: Red's treasure), east (d3) and south (c4).\n"
		  "You see Red (c3).\n");
	scene_lay(&s, 1, "c3");
	scene_lay(&s, 3, "c3");
	around(1, "You stand on c3, Red's home base, with Red, where Red's "
		  "treasure and your two treasures lie: a door shut to you "
		  "west (b3); ways north (c2: Red's treasure), east (d3) and "
		  "south (c4).\n"
		  "You see Red (c3).\n");
	/* the dead have nothing around them */
	s.g.actor[1].alive = 0;
	s.g.actor[1].square = SP_NOWHERE;
	around(1, "");
}

TEST("render/around", "links, things, and who is out of sight")
{
	int i;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue yellow");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "g3");
	scene_put(&s, 2, "a1");
	CU_ASSERT(sp_board_add_link(&s.g.board,
		&(struct sp_link){ .square = { scene_square(&s, "d3"),
					   scene_square(&s, "h3") },
			.cost = 2 }));
	i = sp_game_add_thing(&s.g, SP_THING_LONE, table_card(&s, "idol#1"), 0,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "e3")));
	sp_card_form_thing(s.ruleset, &s.g, i);
	around(0, "You stand on d3: a wall north; ways east (e3: Idol), south "
		  "(d4) and west (c3: your home base); a link to h3 (2 "
		  "moves).\n"
		  "You see Blue (g3). Not in sight: Yellow.\n");
}

/* Nothing can be opened while another moves. */
TEST("render/around", "a door of one's own in the turn of another")
{
	table_begin(&s, "red blue");
	scene_put(&s, 1, "d3");
	scene_put(&s, 0, "c3");
	s.g.active = 1;
	around(0, "You stand on c3, your home base: a door that opens for "
		  "you west (b3); ways north (c2), east (d3: Blue) and south "
		  "(c4).\nYou see Blue (d3).\n");
}

#define HOME                                                                   \
	"You stand on c3, your home base: a door you can open west (b3); "     \
	"ways north (c2), east (d3) and south (c4).\n"

TEST("render/around", "what spells see through a wall is apart")
{
	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "a3");
	around(0, HOME "You see nobody.\n");
	table_put(&s, SP_PLAYED_ITEM, 0, "visionstone#1");
	around(0, HOME "You see nobody. In sight of spells: Blue (a3).\n");
}

TEST("render/around", "what comes through a wall says so")
{
	json_t *question, *why;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "a3");
	table_put(&s, SP_PLAYED_ITEM, 0, "visionstone#1");
	table_hand(&s, 0, "fireball#1");
	table_hand(&s, 1, "full-shield#1");
	EQUAL_INT(scene_do(&s, 0, "cast fireball#1 0 blue"), SP_REASON_NONE);
	question = sp_render_question(s.ruleset, &s.g, 1);
	why = json_object_get(question, "why");
	EQUAL_STRING(json_string_value(json_array_get(why, 1)),
		"It comes through a wall or a door: Visionstone lets Red see "
		"you.");
	json_decref(question);
}

/* A position is told to bystanders, too, who stand nowhere. */
TEST("render/around", "only for who plays, while it is played")
{
	json_t *p;

	table_begin(&s, "red blue");
	p = sp_render_position(s.ruleset, &s.g, SP_NOBODY);
	CU_ASSERT_PTR_NULL(json_object_get(p, "stands"));
	json_decref(p);
	p = sp_render_position(s.ruleset, &s.g, 1);
	CU_ASSERT_PTR_NOT_NULL(json_object_get(p, "stands"));
	CU_ASSERT_PTR_NOT_NULL(json_object_get(p, "sight"));
	json_decref(p);
	s.g.status = SP_GAME_OVER;
	p = sp_render_position(s.ruleset, &s.g, 1);
	CU_ASSERT_PTR_NULL(json_object_get(p, "stands"));
	json_decref(p);
}

TEST("render/around", "ways that leave the map")
{
	table_begin(&s, "red blue");
	scene_put(&s, 0, "a3");
	scene_put(&s, 1, "c1");
	around(0,
		"You stand on a3: a wall north; ways east (b3), south (a4) and "
		"west (round the edge to j3).\nYou see nobody.\n");
	around(1,
		"You stand on c1: a wall south; ways north (by portal to h5), "
		"east (d1) and west (b1).\nYou see nobody.\n");
}

/* A way is one that may be walked, and a door is opened by those alone who may:
 * mist passes it shut. */
TEST("render/around", "what is filled, and doors that are passed unopened")
{
	int i;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "b3");
	i = sp_game_add_thing(&s.g, SP_THING_LONE,
		table_card(&s, "stone-block#1"), 0,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "d3")));
	sp_card_form_thing(s.ruleset, &s.g, i);
	around(0, "You stand on c3, your home base: no way east (d3: filled"
		  " by Stone Block); a door you can open west (b3: Blue); "
		  "ways north (c2) and south (c4).\n"
		  "You see nobody.\n");
	table_put(&s, SP_PLAYED_SPELL, 1, "mist-body#1");
	around(1, "You stand on b3: a wall south; a door that lets you "
		  "through east (c3: Red, Red's home base); ways north (b2)"
		  " and west (a3).\n"
		  "You see nobody.\n");
	i = table_put(&s, SP_PLAYED_SPELL, 1, "seal-door#1");
	s.g.played[i].target = SP_REF(SP_KIND_EDGE, scene_edge(&s, "b3/c3"));
	around(0, "You stand on c3, your home base: no way east (d3: filled"
		  " by Stone Block); a sealed door west (b3: Blue); "
		  "ways north (c2) and south (c4).\n"
		  "You see nobody.\n");
	table_put(&s, SP_PLAYED_SPELL, 0, "mist-body#2");
	around(0, "You stand on c3, your home base: no way east (d3: filled"
		  " by Stone Block); a door that lets you through west (b3:"
		  " Blue); ways north (c2) and south (c4).\n"
		  "You see nobody.\n");
	scene_put(&s, 1, "c2");
	table_put(&s, SP_PLAYED_SPELL, 1, "big-man-form#1");
	around(0, "You stand on c3, your home base: no way north (c2: "
		  "filled by Blue) and east (d3: filled by Stone Block); a "
		  "door that lets you through west (b3); a way south (c4).\n"
		  "You see Blue (c2).\n");
}
