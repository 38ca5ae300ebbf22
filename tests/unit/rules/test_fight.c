#include "scene.h"
#include "unit.h"

TEST("rules/fight", "a punch")
{
	struct scene s;
	const struct sp_event *e;

	scene_begin(&s, "red blue");
	scene_past_first(&s);
	scene_put(&s, 1, "d3");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[1].life, 14);
	EQUAL_INT(s.g.attacked, 1);
	EQUAL_INT(s.events.n, 2);
	e = scene_event(&s, SP_EVENT_ATTACKED, 0);
	EQUAL_INT(e->seat, 0);
	EQUAL_INT(e->what, SP_REF(SP_KIND_ACTOR, 1));
	EQUAL_INT(e->card, -1);
	e = scene_event(&s, SP_EVENT_HURT, 0);
	EQUAL_INT(e->seat, 1);
	EQUAL_INT(e->other, 0);
	EQUAL_INT(e->harm.lost, 1);
	EQUAL_INT(e->harm.left, 14);
	/* it costs no move */
	EQUAL_INT(s.g.moves, 3);
}

/* One attack in a turn, between moves where one likes. */
TEST("rules/fight", "one attack in a turn")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_past_first(&s);
	scene_put(&s, 1, "e3");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_ATTACKED);
	scene_turn(&s, 0);
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[1].life, 13);
}

TEST("rules/fight", "no attack in the first turn")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_put(&s, 1, "c3");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_FIRST_TURN);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	/* each player's own first turn */
	EQUAL_INT(scene_do(&s, 1, "punch red"), SP_REASON_FIRST_TURN);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
}

TEST("rules/fight", "same square or beside, in sight")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_past_first(&s);
	/* the same square */
	scene_put(&s, 1, "c3");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	scene_turn(&s, 0);
	/* in sight but not beside */
	scene_put(&s, 1, "e3");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NOT_ADJACENT);
	EQUAL_STRING(scene_words(&s),
		"Blue is at e3, not in your square or beside it");
	EQUAL_INT(s.why.slot, 0);
	/* diagonally */
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "e4");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NOT_ADJACENT);
	/* a wall between */
	scene_put(&s, 0, "a1");
	scene_put(&s, 1, "b1");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NOT_ADJACENT);
	EQUAL_STRING(scene_words(&s),
		"Blue is beside you at b1, but a wall or closed door is "
		"between you");
	/* across a seam that is open */
	scene_put(&s, 0, "a3");
	scene_put(&s, 1, "j3");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "punch red"), SP_REASON_ATTACKED);
}

/* Where two sectors meet one is beside the other, though not beside the exit,
 * where the frame stands between. */
TEST("rules/fight", "across a seam")
{
	struct scene s;

	scene_begin_on(&s, "red blue green", "a", "3-l");
	scene_past_first(&s);
	scene_put(&s, 0, "g5");
	scene_put(&s, 1, "e7");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NOT_ADJACENT);
	scene_put(&s, 0, "h5");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NOT_ADJACENT);
	scene_put(&s, 1, "e8");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
}

TEST("rules/fight", "a door between")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_past_first(&s);
	scene_put(&s, 1, "b3");
	/* one's own door is unlocked, not open */
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NOT_ADJACENT);
	EQUAL_INT(scene_do(&s, 0, "open b3/c3"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	/* sight is for all */
	EQUAL_INT(scene_do(&s, 1, "punch red"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
}

TEST("rules/fight", "whom one may attack")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_past_first(&s);
	EQUAL_INT(scene_do(&s, 0, "punch red"), SP_REASON_SELF);
	EQUAL_INT(scene_do(&s, 1, "resign"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_TARGET_DEAD);
	EQUAL_STRING(scene_words(&s), "Blue is dead");
}

/* With the ruleset's numbers a fist never cracks a wall. */
TEST("rules/fight", "walls are too hard")
{
	struct scene s;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "punch c3/c4"), SP_REASON_FIRST_TURN);
	scene_past_first(&s);
	scene_put(&s, 0, "a1");
	EQUAL_INT(scene_do(&s, 0, "punch a1/b1"), SP_REASON_TOO_WEAK);
	EQUAL_STRING(scene_words(&s),
		"a wall or door feels only 3 damage and more at once, and a "
		"punch does 1");
}

/* The same with a fist of stone: 3 damage make a crack, 7 make two. */
static void begin_strong(struct scene *s, struct sp_ruleset *strong, int damage)
{
	scene_begin(s, "red blue");
	memcpy(strong, s->ruleset, sizeof(*strong));
	strong->punch_damage = damage;
	s->ruleset = strong;
	scene_past_first(s);
}

TEST("rules/fight", "a stronger fist breaks a wall")
{
	static struct sp_ruleset strong;
	struct scene s;
	const struct sp_edge *wall;

	begin_strong(&s, &strong, 3);
	scene_put(&s, 0, "a1");
	wall = &s.g.board.edge[scene_edge(&s, "a1/b1")];
	EQUAL_INT(scene_do(&s, 0, "punch d3/e3"), SP_REASON_NOT_BESIDE);
	EQUAL_INT(scene_do(&s, 0, "punch a1/a2"), SP_REASON_NOTHING_THERE);
	EQUAL_INT(scene_do(&s, 0, "punch a1/north"), SP_REASON_OUTER_WALL);
	for (int i = 1; i <= 4; i++) {
		EQUAL_INT(scene_do(&s, 0, "punch a1/b1"), SP_REASON_NONE);
		EQUAL_INT(wall->cracks, i);
		EQUAL_INT(scene_event(&s, SP_EVENT_CRACKED, 0)->cracks, i);
		EQUAL_INT(scene_do(&s, 0, "punch a1/b1"), SP_REASON_ATTACKED);
		scene_turn(&s, 0);
	}
	EQUAL_INT(scene_do(&s, 0, "punch a1/b1"), SP_REASON_NONE);
	EQUAL_INT(scene_event(&s, SP_EVENT_DESTROYED, 0)->what,
		SP_REF(SP_KIND_EDGE, scene_edge(&s, "a1/b1")));
	EQUAL_INT(wall->destroyed, 1);
	EQUAL_INT(wall->cracks, 0);
	EQUAL_INT(scene_do(&s, 0, "walk e w stop"), SP_REASON_NONE);
	scene_turn(&s, 0);
	EQUAL_INT(scene_do(&s, 0, "punch a1/b1"), SP_REASON_NOTHING_THERE);
}

TEST("rules/fight", "a stronger fist breaks a door")
{
	static struct sp_ruleset strong;
	struct scene s;
	const struct sp_edge *door;

	begin_strong(&s, &strong, 7);
	scene_put(&s, 0, "i4");
	door = &s.g.board.edge[scene_edge(&s, "i4/j4")];
	EQUAL_INT(scene_do(&s, 0, "punch i4/j4"), SP_REASON_NONE);
	EQUAL_INT(door->cracks, 2);
	scene_turn(&s, 0);
	/* more than it takes is lost */
	EQUAL_INT(scene_do(&s, 0, "punch i4/j4"), SP_REASON_NONE);
	EQUAL_INT(scene_event(&s, SP_EVENT_DESTROYED, 0)->what,
		SP_REF(SP_KIND_EDGE, scene_edge(&s, "i4/j4")));
	EQUAL_INT(door->destroyed, 1);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	/* a door that stands open is there to be hit */
	scene_turn(&s, 0);
	scene_put(&s, 0, "c3");
	EQUAL_INT(scene_do(&s, 0, "open b3/c3"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "punch b3/c3"), SP_REASON_NONE);
	EQUAL_INT(scene_event(&s, SP_EVENT_CRACKED, 0)->cracks, 2);
}
