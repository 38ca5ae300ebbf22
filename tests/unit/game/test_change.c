#include "../rules/scene.h"
#include "unit.h"

/* What rules cannot reach yet is done by hand here. */

TEST("game/change", "points of the dead")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_lay(&s, 2, "c3");
	s.g.actor[0].kills = 1;
	EQUAL_INT(sp_game_points(&s.g, 0), 2);
	s.events.n = 0;
	sp_game_kill(&s.g, 0, 2, &s.events);
	/* the kill stays, the home base counts no more */
	EQUAL_INT(sp_game_points(&s.g, 0), 1);
	EQUAL_INT(sp_game_points(&s.g, 2), 1);
	EQUAL_INT(scene_event(&s, SP_EVENT_POINTS, 0)->seat, 0);
	EQUAL_INT(scene_event(&s, SP_EVENT_POINTS, 1)->seat, 2);
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_POINTS, 2));
	EQUAL_INT(sp_game_alive(&s.g), 2);
}

/* A wizard that dies on an enemy's home base drops his load there. */
TEST("game/change", "a point by a death")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	s.g.actor[1].carries = 2;
	s.g.treasure[2].carrier = 1;
	s.g.treasure[2].square = SP_NOWHERE;
	scene_put(&s, 1, "c3");
	s.events.n = 0;
	sp_game_kill(&s.g, 1, SP_NOBODY, &s.events);
	EQUAL_INT(sp_game_points(&s.g, 0), 1);
	EQUAL_INT(scene_event(&s, SP_EVENT_POINTS, 0)->seat, 0);
}

/* Moved by something else than his feet, a holder's door shuts too. */
TEST("game/change", "doors of one who is moved away")
{
	struct scene s;
	const struct sp_edge *door;

	scene_begin(&s, "red blue");
	door = &s.g.board.edge[scene_edge(&s, "b3/c3")];
	s.events.n = 0;
	sp_game_hold_door(&s.g, 0, scene_edge(&s, "b3/c3"), &s.events);
	sp_game_shut_left_doors(&s.g, &s.events);
	EQUAL_INT(door->door, SP_DOOR_IS_HELD);
	sp_game_move_actor(&s.g, 0, scene_square(&s, "j5"), &s.events);
	EQUAL_INT(door->door, SP_DOOR_CLOSED);
	EQUAL_INT(door->door_by, SP_NOBODY);
	EQUAL_INT(door->shut_turn, 0);
	EQUAL_INT(s.events.n, 3);
	EQUAL_INT(scene_event(&s, SP_EVENT_DOOR_CLOSED, 0)->seat, 0);
}

TEST("game/change", "doors of one who fell away")
{
	struct scene s;

	scene_begin(&s, "red blue");
	sp_game_hold_door(&s.g, 0, scene_edge(&s, "b3/c3"), &s.events);
	sp_game_kill(&s.g, 0, 1, &s.events);
	EQUAL_INT(s.g.board.edge[scene_edge(&s, "b3/c3")].shut_turn, s.g.turn);
}

TEST("game/change", "names")
{
	char name[SP_ID_SIZE + 4];
	struct scene s;

	scene_begin(&s, "red blue");
	sp_game_treasure_name(&s.g, 3, name);
	EQUAL_STRING(name, "blue-2");
	EQUAL_INT(sp_game_treasure_parse(&s.g, "red-1"), 0);
	EQUAL_INT(sp_game_treasure_parse(&s.g, "red-3"), SP_NOBODY);
	EQUAL_INT(sp_game_seat(&s.g, "BLUE"), 1);
	EQUAL_INT(sp_game_seat(&s.g, "blu"), SP_NOBODY);
}
