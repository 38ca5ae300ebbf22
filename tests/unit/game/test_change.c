#include "../rules/scene.h"
#include "game_tests.h"

/* What rules cannot reach yet is done by hand here. */

static void test_points_of_the_dead(void)
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_lay(&s, 2, "c3");
	s.g.wizard[0].kills = 1;
	CU_ASSERT_EQUAL(sp_game_points(&s.g, 0), 2);
	s.events.n = 0;
	sp_game_kill(&s.g, 0, 2, &s.events);
	/* the kill stays, the home base counts no more */
	CU_ASSERT_EQUAL(sp_game_points(&s.g, 0), 1);
	CU_ASSERT_EQUAL(sp_game_points(&s.g, 2), 1);
	CU_ASSERT_EQUAL(scene_event(&s, SP_EVENT_POINTS, 0)->seat, 0);
	CU_ASSERT_EQUAL(scene_event(&s, SP_EVENT_POINTS, 1)->seat, 2);
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_POINTS, 2));
	CU_ASSERT_EQUAL(sp_game_alive(&s.g), 2);
}

/* A wizard that dies on an enemy's home base drops his load there. */
static void test_dying_brings_a_point(void)
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	s.g.wizard[1].carries = 2;
	s.g.treasure[2].carrier = 1;
	s.g.treasure[2].square = SP_NOWHERE;
	scene_put(&s, 1, "c3");
	s.events.n = 0;
	sp_game_kill(&s.g, 1, SP_NOBODY, &s.events);
	CU_ASSERT_EQUAL(sp_game_points(&s.g, 0), 1);
	CU_ASSERT_EQUAL(scene_event(&s, SP_EVENT_POINTS, 0)->seat, 0);
}

/* Moved by something else than his feet, a holder's door shuts too. */
static void test_moved_away(void)
{
	struct scene s;
	const struct sp_edge *door;

	scene_begin(&s, "red blue");
	door = &s.g.board.edge[scene_edge(&s, "b3/c3")];
	s.events.n = 0;
	sp_game_hold_door(&s.g, 0, scene_edge(&s, "b3/c3"), &s.events);
	sp_game_shut_left_doors(&s.g, &s.events);
	CU_ASSERT_EQUAL(door->door, SP_DOOR_IS_HELD);
	sp_game_move_wizard(&s.g, 0, scene_square(&s, "j5"), &s.events);
	CU_ASSERT_EQUAL(door->door, SP_DOOR_CLOSED);
	CU_ASSERT_EQUAL(door->door_by, SP_NOBODY);
	CU_ASSERT_EQUAL(door->shut_turn, 0);
	CU_ASSERT_EQUAL(s.events.n, 3);
	CU_ASSERT_EQUAL(scene_event(&s, SP_EVENT_DOOR_CLOSED, 0)->seat, 0);
}

static void test_fell_away(void)
{
	struct scene s;

	scene_begin(&s, "red blue");
	sp_game_hold_door(&s.g, 0, scene_edge(&s, "b3/c3"), &s.events);
	sp_game_kill(&s.g, 0, 1, &s.events);
	CU_ASSERT_EQUAL(
		s.g.board.edge[scene_edge(&s, "b3/c3")].shut_turn, s.g.turn);
}

static void test_damage(void)
{
	struct scene s;

	scene_begin(&s, "red blue");
	s.events.n = 0;
	sp_game_damage(&s.g, 0, 20, 1, &s.events);
	CU_ASSERT_EQUAL(s.g.wizard[0].life, 0);
	CU_ASSERT_EQUAL(scene_event(&s, SP_EVENT_DAMAGE, 0)->a, 20);
	CU_ASSERT_EQUAL(scene_event(&s, SP_EVENT_DAMAGE, 0)->b, 0);
	/* deaths come last in the pipeline, not here */
	CU_ASSERT(s.g.wizard[0].alive);
}

static void test_names(void)
{
	char name[SP_ID_SIZE + 4];
	struct scene s;

	scene_begin(&s, "red blue");
	sp_game_treasure_name(&s.g, 3, name);
	CU_ASSERT_STRING_EQUAL(name, "blue-2");
	CU_ASSERT_EQUAL(sp_game_treasure_parse(&s.g, "red-1"), 0);
	CU_ASSERT_EQUAL(sp_game_treasure_parse(&s.g, "red-3"), SP_NOBODY);
	CU_ASSERT_EQUAL(sp_game_seat(&s.g, "BLUE"), 1);
	CU_ASSERT_EQUAL(sp_game_seat(&s.g, "blu"), SP_NOBODY);
}

CU_TestInfo game_change_tests[] = {
	{ "points of the dead", test_points_of_the_dead },
	{ "a point by a death", test_dying_brings_a_point },
	{ "doors of one who is moved away", test_moved_away },
	{ "doors of one who fell away", test_fell_away },
	{ "damage", test_damage },
	{ "names", test_names },
	CU_TEST_INFO_NULL,
};
