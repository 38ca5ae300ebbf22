/* Sectors that are turned or change places. */
#include "effect/things_private.h"
#include "rules/act.h"
#include "unit.h"

static const struct act_card cards[] = {
	{ "turn",
		"'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		"[{'name': 'sector', 'asks': 'sector'}, {'name': 'turns', "
		"'asks': 'turn', 'words': 'by'}], 'do': [{'op': "
		"'rotate_sector', 'sector': 'sector', 'turns': 'turns'}]}]}" },
	{ "shift", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		   "[{'name': 'one', 'asks': 'sector'}, {'name': 'two', "
		   "'asks': 'sector', 'words': 'and'}], 'do': [{'op': "
		   "'swap_sectors', 'sector': 'one', 'with': 'two'}]}]}" },
	{ "pebble", "'item': true, 'object': {'at': 'square', 'mobile': "
		    "true}}" },
	{ NULL, NULL },
};

static sp_value square(const struct act *a, const char *name)
{
	return SP_REF(SP_KIND_SQUARE, scene_square(&a->s, name));
}

static sp_value edge(const struct act *a, const char *name)
{
	return SP_REF(SP_KIND_EDGE, scene_edge(&a->s, name));
}

static struct sp_edge *line(struct act *a, const char *name)
{
	return &a->s.g.board.edge[scene_edge(&a->s, name)];
}

static void begin(struct act *a)
{
	act_begin(a, cards, "red blue");
	a->s.g.phase = SP_PHASE_MOVE;
}

static void turn(struct act *a, int sector, int turns)
{
	const sp_value answers[] = { SP_REF(SP_KIND_SECTOR, sector), turns };

	a->s.events.n = 0;
	act_play(a, "turn", 0, 0, answers, 2);
	act_done(a);
}

static void shift(struct act *a)
{
	const sp_value answers[] = { SP_REF(SP_KIND_SECTOR, 0),
		SP_REF(SP_KIND_SECTOR, 1) };

	a->s.events.n = 0;
	act_play(a, "shift", 0, 0, answers, 2);
	act_done(a);
}

/* Everything in it comes along: clockwise a1 goes to e1, b3 to c2. */
TEST("effect/sectors", "what lies in it")
{
	struct act a;
	int bush;

	begin(&a);
	scene_put(&a.s, 1, "b1");
	scene_lay(&a.s, 2, "a1");
	sp_effect_drop_item(&a.run,
		deck_play(&a.s, SP_PLAYED_ITEM, "pebble", 0, SP_NOTHING),
		scene_square(&a.s, "d5"));
	bush = deck_make(&a.s, "rosebush", square(&a, "e3"));
	turn(&a, 0, 1);
	EQUAL_INT(a.s.g.actor[1].square, scene_square(&a.s, "e2"));
	EQUAL_INT(a.s.g.actor[0].square, scene_square(&a.s, "c3"));
	EQUAL_INT(a.s.g.treasure[2].square, scene_square(&a.s, "e1"));
	EQUAL_INT(a.s.g.treasure[0].square, scene_square(&a.s, "e1"));
	EQUAL_INT(a.s.g.treasure[1].square, scene_square(&a.s, "a5"));
	EQUAL_INT(a.s.g.thing[0].where, square(&a, "a4"));
	EQUAL_INT(a.s.g.thing[bush].where, square(&a, "c5"));
	EQUAL_INT(a.s.g.board.opaque[scene_square(&a.s, "c5")], 1);
	EQUAL_INT(a.s.g.board.opaque[scene_square(&a.s, "e3")], 0);
	EQUAL_INT(a.s.g.board.bay[0].turn, 1);
	/* the door of b3/c3 lies north of the home now, red's still */
	EQUAL_INT(line(&a, "c2/c3")->printed, SP_EDGE_DOOR);
	EQUAL_INT(line(&a, "c2/c3")->owner, 0);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_ROTATED, 0)->rotated.turns, 1);
	act_end(&a);
}

/* A base that lies anywhere goes with its treasure. */
TEST("effect/sectors", "four turns are none")
{
	static struct sp_game before;
	struct act a;

	begin(&a);
	scene_put(&a.s, 1, "b1");
	scene_lay(&a.s, 2, "c3");
	deck_make(&a.s, "create-wall", edge(&a, "b1/c1"));
	before = a.s.g;
	for (int i = 0; i < 4; i++)
		turn(&a, 0, 1);
	EQUAL_INT(memcmp(&before.board, &a.s.g.board, sizeof(before.board)), 0);
	EQUAL_INT(memcmp(before.thing, a.s.g.thing, sizeof(before.thing)), 0);
	EQUAL_INT(memcmp(before.actor, a.s.g.actor, sizeof(before.actor)), 0);
	act_end(&a);
}

TEST("effect/sectors", "lines inside")
{
	struct act a;

	begin(&a);
	line(&a, "d2/d3")->destroyed = 1;
	line(&a, "d1/d2")->cracks = 0;
	line(&a, "a2/a3")->cracks = 2;
	deck_make(&a.s, "create-wall", edge(&a, "c3/d3"));
	turn(&a, 0, 2);
	/* d2/d3 is b4/b3 now, a2/a3 e4/e3, c3/d3 c3/b3 */
	EQUAL_INT(line(&a, "b4/b3")->destroyed, 1);
	EQUAL_INT(line(&a, "e4/e3")->cracks, 2);
	EQUAL_INT(line(&a, "c3/b3")->created, SP_EDGE_WALL);
	EQUAL_INT(a.s.g.thing[0].where, edge(&a, "c3/b3"));
	act_end(&a);
}

TEST("effect/sectors", "lines on a joint")
{
	struct act a;
	const struct sp_edge *e;
	int told = 0;

	begin(&a);
	/* between the two sectors: a made wall, a gap, a crack */
	deck_make(&a.s, "create-wall", edge(&a, "e3/f3"));
	e = line(&a, "e1/f1");
	EQUAL_INT_FATAL(e->printed, SP_EDGE_WALL);
	CU_ASSERT_FALSE_FATAL(e->outer);
	line(&a, "e1/f1")->destroyed = 1;
	line(&a, "e2/f2")->cracks = 3;
	line(&a, "e3/f3")->cracks = 1;
	turn(&a, 1, 1);
	EQUAL_INT(line(&a, "e3/f3")->created, SP_EDGE_OPEN);
	EQUAL_INT(a.s.g.things_end, 0);
	EQUAL_INT(a.s.g.played_end, 0);
	EQUAL_INT(line(&a, "e1/f1")->destroyed, 0);
	EQUAL_INT(line(&a, "e2/f2")->cracks, 0);
	/* what stands there is told to be whole again, a gap is not */
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = { "e1/f1", "e2/f2",
			"e3/f3" };
		const char *name = names[i];
		bool stands = sp_board_edge_kind(&a.s.g.board,
				      scene_edge(&a.s, name)) != SP_EDGE_OPEN;
		const struct sp_event *e1 =
			scene_event(&a.s, SP_EVENT_MENDED, told);

		CU_ASSERT(!stands || e1 != NULL);
		if (stands && e1 != NULL)
			EQUAL_INT(e1->what, edge(&a, name));
		told += stands;
	}
	EQUAL_INT(told, 2);
	CU_ASSERT_PTR_NULL(scene_event(&a.s, SP_EVENT_MENDED, told));
	/* portals stay */
	EQUAL_INT(a.s.g.board.portal[0][SP_NORTH],
		a.s.g.board.portal[1][SP_SOUTH]);
	act_end(&a);
}

TEST("effect/sectors", "held doors")
{
	struct act a;

	/* he holds it inside the sector: it goes along */
	begin(&a);
	sp_game_hold_door(&a.s.g, 0, scene_edge(&a.s, "b3/c3"), &a.s.events);
	turn(&a, 0, 1);
	EQUAL_INT(line(&a, "c2/c3")->door, SP_DOOR_IS_HELD);
	EQUAL_INT(line(&a, "b3/c3")->door, SP_DOOR_CLOSED);
	act_end(&a);
}

TEST("effect/sectors", "two change places")
{
	struct act a;

	begin(&a);
	scene_put(&a.s, 0, "a2");
	line(&a, "d2/d3")->destroyed = 1;
	shift(&a);
	EQUAL_INT(a.s.g.actor[0].square, scene_square(&a.s, "f2"));
	EQUAL_INT(a.s.g.actor[0].home, scene_square(&a.s, "h3"));
	EQUAL_INT(a.s.g.actor[1].square, scene_square(&a.s, "c3"));
	EQUAL_INT(a.s.g.board.bay[0].seat, 1);
	EQUAL_INT(line(&a, "i2/i3")->destroyed, 1);
	EQUAL_INT(line(&a, "g3/h3")->owner, 0);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_ROTATED, 0)->what,
		SP_REF(SP_KIND_SECTOR, 1));
	act_end(&a);
}
