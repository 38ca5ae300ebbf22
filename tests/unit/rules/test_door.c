#include "plain_sight.h"
#include "scene.h"
#include "unit.h"

#define AT(s, seat, name)                                                      \
	EQUAL_INT((s).g.actor[seat].square, scene_square(&(s), name))

static int door(const struct scene *s, const char *edge)
{
	return s->g.board.edge[scene_edge(s, edge)].door;
}

/* Red's door is b3/c3. Walking through it leaves it locked. */
TEST("rules/door", "through one's own door")
{
	struct scene s;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NONE);
	AT(s, 0, "b3");
	EQUAL_INT(s.g.moves, 2);
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_CLOSED);
	EQUAL_INT(s.events.n, 1);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	AT(s, 0, "c3");
}

TEST("rules/door", "doors of others stay locked")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 0, "i4");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_DOOR);
	EQUAL_STRING(scene_words(&s),
		"the door east of i4 is locked: only Blue can open it, and "
		"must hold it for others");
	EQUAL_INT(scene_do(&s, 0, "open i4/j4"), SP_REASON_NOT_YOUR_DOOR);
	EQUAL_INT(scene_do(&s, 0, "hold i4/j4"), SP_REASON_NOT_YOUR_DOOR);
}

/* Open: sight for all, passage for the opener; shuts behind him. */
TEST("rules/door", "an open door")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 1, "b3");
	CU_ASSERT_FALSE(plain_sees(
		&s.g.board, scene_square(&s, "c3"), scene_square(&s, "b3")));
	EQUAL_INT(scene_do(&s, 0, "open b3/c3"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_IS_OPEN);
	EQUAL_INT(scene_event(&s, SP_EVENT_DOOR_OPENED, 0)->edge,
		scene_edge(&s, "b3/c3"));
	CU_ASSERT(plain_sees(
		&s.g.board, scene_square(&s, "c3"), scene_square(&s, "b3")));
	EQUAL_INT(scene_do(&s, 0, "open b3/c3"), SP_REASON_ALREADY);
	/* it stays through the turns while he stands beside it */
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_IS_OPEN);
	EQUAL_INT(scene_do(&s, 1, "walk e stop"), SP_REASON_DOOR);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_CLOSED);
	EQUAL_INT(scene_event(&s, SP_EVENT_DOOR_CLOSED, 0)->seat, 0);
}

TEST("rules/door", "an open door that its opener leaves")
{
	struct scene s;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "open b3/c3"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_CLOSED);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_DOOR_CLOSED, 0));
	/* he went away himself: nothing fell away */
	EQUAL_INT(s.g.board.edge[scene_edge(&s, "b3/c3")].shut_turn, 0);
}

/* Held: passage for all; it stays held while its holder passes it. */
TEST("rules/door", "a held door")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 1, "b3");
	EQUAL_INT(scene_do(&s, 0, "hold b3/c3"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "hold b3/c3"), SP_REASON_ALREADY);
	EQUAL_STRING(scene_words(&s), "you already hold the door at b3/c3");
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_IS_HELD);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "walk e w e"), SP_REASON_NONE);
	AT(s, 1, "c3");
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_IS_HELD);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	/* and shuts when he walks away */
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "b3/c3"), SP_DOOR_CLOSED);
}

/* Out of turn one may hold, but neither open nor let go. */
TEST("rules/door", "holding out of turn")
{
	struct scene s;

	scene_begin(&s, "blue red");
	scene_put(&s, 0, "g3");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_DOOR);
	EQUAL_INT(scene_do(&s, 1, "open g3/h3"), SP_REASON_NOT_YOUR_TURN);
	EQUAL_INT(scene_do(&s, 1, "hold g3/h3"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "open g3/h3"), SP_REASON_NOT_YOUR_TURN);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	/* in his own turn `open` takes the hand off: open for him alone */
	EQUAL_INT(scene_do(&s, 1, "open g3/h3"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "g3/h3"), SP_DOOR_IS_OPEN);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_DOOR);
}

TEST("rules/door", "only from beside")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	EQUAL_INT(scene_do(&s, 0, "open b3/c3"), SP_REASON_NOT_BESIDE);
	EQUAL_STRING(scene_words(&s), "b3/c3 is not beside your square d3");
	EQUAL_INT(scene_do(&s, 0, "hold b3/c3"), SP_REASON_NOT_BESIDE);
	EQUAL_INT(scene_do(&s, 0, "open c3/d3"), SP_REASON_NO_DOOR);
	/* from its other face it is beside */
	scene_put(&s, 0, "b3");
	EQUAL_INT(scene_do(&s, 0, "open b3/c3"), SP_REASON_NONE);
}

/* A holder who resigns out of turn: the door falls shut, and whoever meant to
 * walk through it in this turn is told so. */
TEST("rules/door", "the holder is gone")
{
	struct scene s;

	scene_begin(&s, "blue red yellow");
	scene_put(&s, 0, "g3");
	EQUAL_INT(scene_do(&s, 1, "hold g3/h3"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "resign"), SP_REASON_NONE);
	EQUAL_INT(door(&s, "g3/h3"), SP_DOOR_CLOSED);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_DOOR_CLOSED, 0));
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_DOOR_SHUT);
	scene_turn(&s, 0);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_DOOR);
	EQUAL_STRING(scene_words(&s),
		"the door east of g3 is locked, and nobody is left who could "
		"open it");
}

TEST("rules/door", "the dead hold no doors")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "hold b3/c3"), SP_REASON_DEAD);
}
