#include "scene.h"
#include "unit.h"

#define AT(s, seat, name)                                                      \
	EQUAL_INT((s).g.actor[seat].square, scene_square(&(s), name))

TEST("rules/move", "three moves in a turn")
{
	struct scene s;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	AT(s, 0, "d3");
	EQUAL_INT(s.g.moves, 2);
	EQUAL_INT(scene_do(&s, 0, "walk e e e"), SP_REASON_NO_MOVES);
	EQUAL_STRING(scene_words(&s), "you have 2 moves left and this takes 3");
	EQUAL_INT(s.why.slot, 2);
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "walk e e"), SP_REASON_NO_MOVES);
	EQUAL_STRING(scene_words(&s), "you have 1 move left and this takes 2");
	EQUAL_INT(scene_do(&s, 0, "walk e"), SP_REASON_NONE);
	AT(s, 0, "d3");
	EQUAL_INT(s.g.moves, 0);
}

TEST("rules/move", "each step is told")
{
	struct scene s;
	const struct sp_event *step;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "walk e e stop"), SP_REASON_NONE);
	EQUAL_INT(s.events.n, 2);
	step = scene_event(&s, SP_EVENT_STEP, 1);
	EQUAL_INT(step->seat, 0);
	EQUAL_INT(step->way.from, scene_square(&s, "d3"));
	EQUAL_INT(step->way.to, scene_square(&s, "e3"));
}

/* Every way to write a walk that is not its one canonical form is refused. */
TEST("rules/move", "one walk has one form")
{
	struct scene s;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "walk"), SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "walk stop"), SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "walk e"), SP_REASON_MALFORMED);
	EQUAL_INT(s.why.slot, 1);
	EQUAL_INT(scene_do(&s, 0, "walk e stop stop"), SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "walk e stop e"), SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "walk e e e stop"), SP_REASON_MALFORMED);
}

TEST("rules/move", "walls")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 0, "a1");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_WALL);
	EQUAL_STRING(scene_words(&s), "there is a wall east of a1");
	EQUAL_INT(scene_do(&s, 0, "walk s s e"), SP_REASON_WALL);
	EQUAL_STRING(scene_words(&s), "there is a wall south of a2");
	EQUAL_INT(s.why.slot, 1);
	/* the outer wall */
	EQUAL_INT(scene_do(&s, 0, "walk n stop"), SP_REASON_WALL);
	AT(s, 0, "a1");
}

TEST("rules/move", "a destroyed wall is no wall")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 0, "a1");
	s.g.board.edge[scene_edge(&s, "a1/b1")].destroyed = 1;
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	AT(s, 0, "b1");
}

/* Two players: the west exit leads straight to the east one, north and south
 * cross over by portals. Each costs one move. */
TEST("rules/move", "wrap and portals")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 0, "a3");
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NONE);
	AT(s, 0, "j3");
	EQUAL_INT(s.g.moves, 2);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	AT(s, 0, "a3");
	scene_turn(&s, 0);
	scene_put(&s, 0, "c1");
	EQUAL_INT(scene_do(&s, 0, "walk n w stop"), SP_REASON_NONE);
	AT(s, 0, "g5");
	EQUAL_INT(s.g.moves, 1);
	scene_turn(&s, 0);
	scene_put(&s, 0, "c5");
	EQUAL_INT(scene_do(&s, 0, "walk s stop"), SP_REASON_NONE);
	AT(s, 0, "h1");
}

/* Four straight: every exit leads to the one opposite. */
TEST("rules/move", "straight across four sectors")
{
	struct scene s;

	scene_begin_on(&s, "red blue yellow green", "a", "4-straight");
	scene_put(&s, 0, "c1");
	EQUAL_INT(scene_do(&s, 0, "walk n stop"), SP_REASON_NONE);
	AT(s, 0, "c10");
	EQUAL_INT(scene_do(&s, 0, "walk s stop"), SP_REASON_NONE);
	AT(s, 0, "c1");
}

/* Several wizards may share a square, and pass through each other. */
TEST("rules/move", "several wizards in a square")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_put(&s, 1, "d3");
	scene_put(&s, 2, "d3");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	AT(s, 0, "d3");
	AT(s, 1, "d3");
	AT(s, 2, "d3");
	EQUAL_INT(scene_do(&s, 0, "walk e w"), SP_REASON_NONE);
	AT(s, 0, "d3");
}

TEST("rules/move", "nowhere to go")
{
	struct scene s;
	struct sp_command c;
	struct sp_domain d;

	scene_begin(&s, "red blue");
	scene_put(&s, 0, "e5");
	for (int dir = 0; dir < SP_DIRS; dir++) {
		uint16_t at = scene_square(&s, "e5");
		struct sp_edge *e = &s.g.board.edge[s.g.board.edge_at[at][dir]];

		if (e->printed == SP_EDGE_OPEN)
			e->created = SP_EDGE_WALL;
	}
	sp_law_command_init(&c, &s.g, 0);
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	EQUAL_INT(d.kind, SP_SLOT_VERB);
	CU_ASSERT(d.n > 0);
	DIFFERENT_INT(d.value[0], SP_VERB_WALK);
}
