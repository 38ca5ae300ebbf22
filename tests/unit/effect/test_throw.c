/* Throwing: where it lands. */
#include "effect/things_private.h"
#include "rules/act.h"
#include "unit.h"

static const struct act_card cards[] = {
	{ "rock", "'item': true, 'plays': [{'as': 'physical', 'from': "
		  "'carried', 'range': 'los', 'slots': [{'name': 'target', "
		  "'asks': 'target', 'of': 'owc'}], 'do': [{'op': 'throw', "
		  "'what': 'this', 'at': 'target'}]}], 'object': {'at': "
		  "'square', 'mobile': true}}" },
	{ "heave", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		   "[{'name': 'target', 'asks': 'target', 'of': 'owce'}], 'do':"
		   " [{'op': 'throw', 'what': 'treasure_of(me)', 'at': "
		   "'target'}]}]}" },
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

static void begin(struct act *a, const char *from)
{
	act_begin(a, cards, "red blue");
	a->s.g.phase = SP_PHASE_MOVE;
	scene_put(&a->s, 0, from);
	deck_play(&a->s, SP_PLAYED_ITEM, "rock", 0, SP_NOTHING);
}

/* Where the rock lies when it was thrown at that. */
static sp_value thrown_at(struct act *a, sp_value target)
{
	sp_value rock = SP_NOTHING;

	act_play(a, "rock", 0, 0, &target, 1);
	act_done(a);
	for (int i = 0; i < a->s.g.things_end; i++)
		if (a->s.g.thing[i].kind == SP_THING_DROPPED)
			rock = a->s.g.thing[i].where;
	EQUAL_INT(a->s.g.played[0].kind == SP_PLAYED_ITEM, false);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a->s, SP_EVENT_LANDED, 0));
	return rock;
}

TEST("effect/throw", "at a wizard")
{
	struct act a;

	begin(&a, "c3");
	scene_put(&a.s, 1, "f3");
	EQUAL_INT(thrown_at(&a, SP_REF(SP_KIND_ACTOR, 1)), square(&a, "f3"));
	act_end(&a);

	/* who stands with him */
	begin(&a, "c3");
	scene_put(&a.s, 1, "c3");
	EQUAL_INT(thrown_at(&a, SP_REF(SP_KIND_ACTOR, 1)), square(&a, "c3"));
	act_end(&a);
}

TEST("effect/throw", "at a wall")
{
	struct act a;

	begin(&a, "d3");
	EQUAL_INT(thrown_at(&a, edge(&a, "d2/d3")), square(&a, "d3"));
	act_end(&a);

	/* seen at a slant, from further away */
	begin(&a, "c3");
	EQUAL_INT(thrown_at(&a, edge(&a, "d2/d3")), square(&a, "d3"));
	act_end(&a);
}

/* The rulebook's example: through a destroyed wall at a block of stone. */
TEST("effect/throw", "through a gap at a block")
{
	struct act a;
	sp_value block;

	begin(&a, "d4");
	a.s.g.board.edge[scene_edge(&a.s, "d2/d3")].destroyed = 1;
	block = SP_REF(SP_KIND_THING,
		deck_make(&a.s, "stone-block", square(&a, "d1")));
	EQUAL_INT(thrown_at(&a, block), square(&a, "d2"));
	act_end(&a);

	/* right in front of it */
	begin(&a, "d4");
	block = SP_REF(SP_KIND_THING,
		deck_make(&a.s, "stone-block", square(&a, "d3")));
	EQUAL_INT(thrown_at(&a, block), square(&a, "d4"));
	act_end(&a);
}

TEST("effect/throw", "at a bush")
{
	struct act a;
	sp_value bush;

	begin(&a, "c3");
	bush = SP_REF(
		SP_KIND_THING, deck_make(&a.s, "rosebush", square(&a, "e3")));
	EQUAL_INT(thrown_at(&a, bush), square(&a, "e3"));
	act_end(&a);
}

TEST("effect/throw", "at one who fills his square")
{
	struct act a;

	begin(&a, "c3");
	scene_put(&a.s, 1, "f3");
	deck_play(&a.s, SP_PLAYED_SPELL, "big-man", 1, SP_NOTHING);
	EQUAL_INT(thrown_at(&a, SP_REF(SP_KIND_ACTOR, 1)), square(&a, "e3"));
	act_end(&a);
}

/* A wall of earth on the way. */
TEST("effect/throw", "stopped on its way")
{
	struct act a;
	sp_value blue = SP_REF(SP_KIND_ACTOR, 1);
	int cast;

	begin(&a, "c3");
	scene_put(&a.s, 1, "f3");
	cast = act_announce(&a, "rock", 0, 0, &blue, 1);
	a.s.g.cast[cast].blocked = scene_edge(&a.s, "d3/e3");
	act_resolve(&a, cast);
	act_done(&a);
	EQUAL_INT(a.s.g.thing[0].where, square(&a, "d3"));
	act_end(&a);
}

TEST("effect/throw", "round a corner")
{
	struct act a;
	sp_value blue = SP_REF(SP_KIND_ACTOR, 1);
	int cast;

	begin(&a, "e1");
	scene_put(&a.s, 1, "c3");
	cast = act_announce(&a, "rock", 0, 0, &blue, 1);
	a.s.g.cast[cast].corner = scene_square(&a.s, "e3");
	EQUAL_INT(sp_effect_landing(a.ruleset, &a.s.g, cast, blue),
		scene_square(&a.s, "c3"));
	EQUAL_INT(
		effect_push_direction(a.ruleset, &a.s.g, cast, blue), SP_WEST);
	/* stopped on the first leg, then on the second */
	a.s.g.cast[cast].blocked = scene_edge(&a.s, "e2/e3");
	EQUAL_INT(sp_effect_landing(a.ruleset, &a.s.g, cast, blue),
		scene_square(&a.s, "e2"));
	a.s.g.cast[cast].blocked = scene_edge(&a.s, "d3/e3");
	EQUAL_INT(sp_effect_landing(a.ruleset, &a.s.g, cast, blue),
		scene_square(&a.s, "e3"));
	act_end(&a);
}

TEST("effect/throw", "a treasure")
{
	struct act a;
	sp_value home;

	begin(&a, "e3");
	home = square(&a, "c3");
	a.s.g.treasure[2].carrier = 0;
	a.s.g.treasure[2].square = SP_NOWHERE;
	a.s.g.actor[0].carries = 2;
	act_play(&a, "heave", 0, 0, &home, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.treasure[2].square, scene_square(&a.s, "c3"));
	EQUAL_INT(scene_event(&a.s, SP_EVENT_POINTS, 0)->change.now, 1);
	act_end(&a);
}
