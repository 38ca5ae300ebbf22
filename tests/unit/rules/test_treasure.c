#include "scene.h"
#include "unit.h"

/* Treasures: red-1 is 0, red-2 1, blue-1 2, blue-2 3. */

TEST("rules/treasure", "picking up ends the turn")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_lay(&s, 2, "d3");
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NOT_HERE);
	EQUAL_STRING(scene_words(&s),
		"Blue's treasure is not in your square: it lies at d3");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[0].carries, 2);
	EQUAL_INT(s.g.treasure[2].carrier, 0);
	EQUAL_INT(s.g.treasure[2].square, SP_NOWHERE);
	/* that ended the phase, and the turn with it */
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(scene_event(&s, SP_EVENT_PICKED_UP, 0)->treasure.number, 2);
	EQUAL_INT(scene_event(&s, SP_EVENT_TURN_ENDED, 0)->seat, 0);
	EQUAL_INT(scene_event(&s, SP_EVENT_TURN, 0)->seat, 1);
}

/* Picking up costs no move, so one who has none left may do it. */
TEST("rules/treasure", "picking up costs no move")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_lay(&s, 2, "d3");
	EQUAL_INT(scene_do(&s, 0, "walk e w e"), SP_REASON_NONE);
	EQUAL_INT(s.g.moves, 0);
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NONE);
}

TEST("rules/treasure", "one treasure at a time")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_lay(&s, 2, "c3");
	scene_lay(&s, 0, "c3");
	s.g.actor[0].home = scene_square(&s, "e5");
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "pick-up red-1"), SP_REASON_CARRIES);
	EQUAL_STRING(scene_words(&s),
		"you already carry Blue's treasure; drop it first");
	/* dropping costs nothing and does not end the turn */
	EQUAL_INT(scene_do(&s, 0, "drop blue-2"), SP_REASON_CARRIES_NOT);
	EQUAL_INT(scene_do(&s, 0, "drop blue-1"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 0);
	EQUAL_INT(s.g.moves, 3);
	EQUAL_INT(scene_do(&s, 0, "drop blue-1"), SP_REASON_CARRIES_NOT);
	EQUAL_STRING(scene_words(&s), "you carry no treasure");
	/* one's own may be carried too */
	EQUAL_INT(scene_do(&s, 0, "pick-up red-1"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[0].carries, 0);
}

TEST("rules/treasure", "a treasure that another carries")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_lay(&s, 2, "c3");
	scene_put(&s, 1, "c3");
	s.g.actor[0].home = scene_square(&s, "e5");
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "pick-up blue-1"), SP_REASON_NOT_HERE);
	EQUAL_STRING(scene_words(&s),
		"Blue's treasure is not in your square: Red carries it");
}

/* A point for an enemy treasure in the home base while it lies there. */
TEST("rules/treasure", "a point while it lies at home")
{
	struct scene s;
	const struct sp_event *e;

	scene_begin(&s, "red blue");
	scene_lay(&s, 2, "d3");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NONE);
	/* carried it gives none */
	EQUAL_INT(sp_game_points(&s.g, 0), 0);
	EQUAL_INT(scene_do(&s, 0, "drop blue-1"), SP_REASON_NONE);
	EQUAL_INT(sp_game_points(&s.g, 0), 1);
	e = scene_event(&s, SP_EVENT_POINTS, 0);
	EQUAL_INT(e->seat, 0);
	EQUAL_INT(e->change.now, 1);
	EQUAL_INT(e->change.before, 0);
	/* the game goes on, and blue takes it back */
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	scene_put(&s, 1, "c3");
	EQUAL_INT(scene_do(&s, 1, "pick-up blue-1"), SP_REASON_NONE);
	EQUAL_INT(sp_game_points(&s.g, 0), 0);
	e = scene_event(&s, SP_EVENT_POINTS, 0);
	EQUAL_INT(e->seat, 0);
	EQUAL_INT(e->change.now, 0);
	EQUAL_INT(e->change.before, 1);
}

/* What counts is where it lies, not who put it there. */
TEST("rules/treasure", "points by position")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_lay(&s, 2, "c3");
	EQUAL_INT(sp_game_points(&s.g, 0), 1);
	/* one's own treasures give nothing */
	scene_lay(&s, 0, "c3");
	EQUAL_INT(sp_game_points(&s.g, 0), 1);
	scene_put(&s, 2, "d3");
	scene_lay(&s, 3, "d3");
	s.g.points_to_win = 3;
	scene_turn(&s, 2);
	EQUAL_INT(scene_do(&s, 2, "pick-up blue-2"), SP_REASON_NONE);
	scene_turn(&s, 2);
	EQUAL_INT(scene_do(&s, 2, "walk w stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 2, "drop blue-2"), SP_REASON_NONE);
	EQUAL_INT(sp_game_points(&s.g, 0), 2);
	EQUAL_INT(scene_event(&s, SP_EVENT_POINTS, 0)->seat, 0);
}
