/* Things: made, destroyed, cracked, carried, dropped, taken. */
#include "effect/things_private.h"
#include "eval/aim.h"
#include "law/limits.h"
#include "rules/act.h"
#include "unit.h"

#define ASKS(what) "'slots': [{'name': 'it1', 'asks': '" what "'}], 'do': "

static const struct act_card cards[] = {
	{ "wall", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', " ASKS("border") "[{'op': 'create', 'at': "
						 "'it1'}]}], 'object': {'at': "
						 "'edge', 'edge': 'wall', "
						 "'cracks': 5}}" },
	{ "gate", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', " ASKS(
			  "border") "[{'op': 'create', 'at': "
				    "'it1'}, {'op': 'hold', 'door': 'it1'}]}], "
				    "'object': {'at': "
				    "'edge', 'edge': 'door', 'cracks': 3}}" },
	{ "flames", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		    "'temporary', " ASKS(
			    "border") "[{'op': 'create', 'at': "
				      "'it1'}]}], 'object': {'at': 'edge'}}" },
	{ "shrub", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		   "'permanent', " ASKS("square") "[{'op': 'create', 'at': "
						  "'it1'}]}], 'object': {'at': "
						  "'square', 'opaque': true, "
						  "'cracks': 1}}" },
	{ "tokens", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'lasts': "
		    "'permanent', 'slots': [{'name': 'spot', 'asks': 'empty', "
		    "'repeat': 2}], 'do': [{'op': 'let', 'as': 'n', 'value': 0}"
		    ", {'op': 'each', 'in': 'parts()', 'as': 'at1', 'do': "
		    "[{'op': 'let', 'as': 'n', 'value': 'n + 1'}, {'op': "
		    "'create', 'at': 'at1', 'real': 'n == 2'}]}]}], 'object': "
		    "{'at': 'square', 'facedown': true}}" },
	{ "breaker", "'plays': [{'as': 'neutral', 'range': 'los', " ASKS(
			     "object") "[{'op': 'destroy', 'what': "
				       "'it1'}]}]}" },
	{ "chisel", "'plays': [{'as': 'neutral', 'range': 'los', " ASKS(
			    "object") "[{'op': 'crack', 'what': 'it1', "
				      "'cracks': 2}]}]}" },
	{ "glue", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'temporary', 'slots': [{'name': 'target', 'asks': 'loose'}]"
		  "}], 'while': [{'who': 'target', 'stat': 'stuck', 'set': "
		  "1}]}" },
	{ "reach", "'plays': [{'as': 'neutral', 'range': 'los', " ASKS(
			   "loose") "[{'op': 'pick_up', 'who': 'me', 'what': "
				    "'it1'}]}]}" },
	{ "put", "'plays': [{'as': 'neutral', 'range': 'los', 'slots': "
		 "[{'name': 'what1', 'asks': 'loot'}, {'name': 'place', "
		 "'asks': 'square', 'words': 'at'}], 'do': [{'op': 'place', "
		 "'what': 'what1', 'at': 'place'}]}]}" },
	{ "send", "'plays': [{'as': 'neutral', 'range': 'los', 'slots': "
		  "[{'name': 'what1', 'asks': 'loose'}, {'name': 'place', "
		  "'asks': 'square', 'words': 'at'}], 'do': [{'op': 'place', "
		  "'what': 'what1', 'at': 'place'}]}]}" },
	{ "grab", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		  "[{'name': 'target', 'asks': 'wizard'}, {'name': 'loot1', "
		  "'asks': 'loot', 'subject': 'target', 'words': 'object'}], "
		  "'do': [{'op': 'take', 'what': 'loot1', 'who': 'me'}]}]}" },
	{ "fumble", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		    "[{'name': 'target', 'asks': 'wizard'}, {'name': 'loot1', "
		    "'asks': 'loot', 'subject': 'target', 'words': 'object'}], "
		    "'do': [{'op': 'drop', 'what': 'loot1'}]}]}" },
	{ "pick", "'plays': [{'as': 'neutral', 'range': 'adjacent', " ASKS(
			  "door") "[{'op': 'open', 'door': 'it1'}]}]}" },
	{ "wedge", "'plays': [{'as': 'neutral', 'range': 'adjacent', " ASKS(
			   "door") "[{'op': 'hold', 'door': 'it1'}]}]}" },
	{ "look-under", "'plays': [{'as': 'neutral', 'range': 'los', " ASKS(
				"object") "[{'op': 'reveal', 'what': "
					  "'it1'}]}]}" },
	{ "idol", "'item': true, 'on': [{'event': 'acquired', 'do': [{'op': "
		  "'heal', 'who': 'who', 'amount': 1}]}, {'event': 'lost', "
		  "'do': [{'op': 'lose_life', 'who': 'who', 'amount': 2}]}, "
		  "{'event': 'destroyed', 'do': [{'op': 'stun', 'who': 'me', "
		  "'turns': 1}]}]}" },
	{ "arms", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		  "'permanent'}], 'while': [{'who': 'me', 'stat': "
		  "'pickup_ends', 'set': 0}]}" },
	{ "greed", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		   "'permanent'}], 'on': [{'event': 'picked.up', 'if': "
		   "'is(what, treasure)', 'do': [{'op': 'heal', 'who': 'who', "
		   "'amount': 2}]}]}" },
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

static void begin(struct act *a)
{
	act_begin(a, cards, "red blue");
	a->s.g.phase = SP_PHASE_MOVE;
	a->s.g.moves = 3;
}

static void play(struct act *a, const char *id, sp_value answer)
{
	a->s.events.n = 0;
	act_play(a, id, 0, 0, &answer, 1);
	act_done(a);
}

static void play_two(struct act *a, const char *id, sp_value one, sp_value two)
{
	const sp_value answers[] = { one, two };

	a->s.events.n = 0;
	act_play(a, id, 0, 0, answers, 2);
	act_done(a);
}

static const struct sp_edge *line(const struct act *a, const char *name)
{
	return &a->s.g.board.edge[scene_edge(&a->s, name)];
}

static enum sp_edge_kind kind(const struct act *a, const char *name)
{
	return sp_board_edge_kind(&a->s.g.board, scene_edge(&a->s, name));
}

static void carry(struct act *a, int treasure, int seat)
{
	a->s.g.treasure[treasure].carrier = (int8_t)seat;
	a->s.g.treasure[treasure].square = SP_NOWHERE;
	a->s.g.actor[seat].carries = (int8_t)treasure;
}

/* ---- made -----------------------------------------------------------------
 */

TEST("effect/things", "a wall is made")
{
	struct act a;

	begin(&a);
	play(&a, "wall", edge(&a, "d3/e3"));
	EQUAL_INT(kind(&a, "d3/e3"), SP_EDGE_WALL);
	EQUAL_INT(a.s.g.things_end, 1);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_CREATED, 0));
	/* on a wall there is no room for another, and the spell is over */
	play(&a, "wall", edge(&a, "d3/e3"));
	EQUAL_INT(a.s.g.things_end, 1);
	EQUAL_INT(a.s.g.played_end, 1);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_FIZZLED, 0));
	act_end(&a);
}

TEST("effect/things", "a wall in a gap")
{
	struct act a;

	begin(&a);
	scene_put(&a.s, 0, "d3");
	play(&a, "breaker", edge(&a, "d2/d3"));
	EQUAL_INT(kind(&a, "d2/d3"), SP_EDGE_OPEN);
	play(&a, "wall", edge(&a, "d2/d3"));
	EQUAL_INT(kind(&a, "d2/d3"), SP_EDGE_WALL);
	EQUAL_INT(line(&a, "d2/d3")->destroyed, 1);
	/* gone, it leaves the gap */
	play(&a, "breaker", edge(&a, "d2/d3"));
	EQUAL_INT(kind(&a, "d2/d3"), SP_EDGE_OPEN);
	EQUAL_INT(a.s.g.played_end, 0);
	EQUAL_INT(a.s.g.things_end, 0);
	act_end(&a);
}

TEST("effect/things", "a door in a wall")
{
	struct act a;

	begin(&a);
	scene_put(&a.s, 0, "d3");
	play(&a, "chisel", edge(&a, "d2/d3"));
	EQUAL_INT(line(&a, "d2/d3")->cracks, 2);
	play(&a, "gate", edge(&a, "d2/d3"));
	EQUAL_INT(kind(&a, "d2/d3"), SP_EDGE_DOOR);
	EQUAL_INT(line(&a, "d2/d3")->owner, 0);
	EQUAL_INT(line(&a, "d2/d3")->door, SP_DOOR_IS_HELD);
	/* it has cracks of its own */
	EQUAL_INT(sp_eval_cracks_of(a.ruleset, &a.s.g, edge(&a, "d2/d3")), 0);
	play(&a, "chisel", edge(&a, "d2/d3"));
	EQUAL_INT(sp_eval_cracks_of(a.ruleset, &a.s.g, edge(&a, "d2/d3")), 2);
	play(&a, "chisel", edge(&a, "d2/d3"));
	/* and the wall behind it is as it was */
	EQUAL_INT(kind(&a, "d2/d3"), SP_EDGE_WALL);
	EQUAL_INT(line(&a, "d2/d3")->cracks, 2);
	EQUAL_INT(line(&a, "d2/d3")->owner, SP_NOBODY);
	EQUAL_INT(line(&a, "d2/d3")->door, SP_DOOR_CLOSED);
	act_end(&a);
}

TEST("effect/things", "a fire on a line")
{
	struct act a;

	begin(&a);
	play(&a, "flames", edge(&a, "d3/e3"));
	EQUAL_INT(kind(&a, "d3/e3"), SP_EDGE_OPEN);
	EQUAL_INT(a.s.g.things_end, 1);
	/* where fire is no wall is made */
	play(&a, "wall", edge(&a, "d3/e3"));
	EQUAL_INT(kind(&a, "d3/e3"), SP_EDGE_OPEN);
	act_end(&a);
}

TEST("effect/things", "a bush")
{
	struct act a;

	begin(&a);
	play(&a, "shrub", square(&a, "d3"));
	EQUAL_INT(a.s.g.board.opaque[scene_square(&a.s, "d3")], 1);
	/* not on that, not where somebody stands, not at home */
	play(&a, "shrub", square(&a, "d3"));
	EQUAL_INT(a.s.g.things_end, 1);
	scene_put(&a.s, 0, "e3");
	play(&a, "shrub", square(&a, "c3"));
	EQUAL_INT(a.s.g.things_end, 1);
	play(&a, "shrub", square(&a, "e3"));
	EQUAL_INT(a.s.g.things_end, 1);
	play(&a, "chisel", SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.things_end, 0);
	EQUAL_INT(a.s.g.board.opaque[scene_square(&a.s, "d3")], 0);
	act_end(&a);
}

TEST("effect/things", "tokens face down")
{
	struct act a;
	const struct sp_thing *t;
	static struct sp_game view;

	begin(&a);
	play_two(&a, "tokens", square(&a, "a5"), square(&a, "e3"));
	t = a.s.g.thing;
	EQUAL_INT(a.s.g.things_end, 2);
	CU_ASSERT_TRUE(t[0].facedown && t[1].facedown);
	CU_ASSERT_TRUE(!t[0].real && t[1].real);
	play(&a, "look-under", SP_REF(SP_KIND_THING, 1));
	EQUAL_INT(t[1].facedown, 0);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_REVEALED, 0)->real, 1);
	/* one goes, the spell stays; the last one takes it along */
	play(&a, "breaker", SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.played[0].kind, SP_PLAYED_SPELL);
	play(&a, "breaker", SP_REF(SP_KIND_THING, 1));
	EQUAL_INT(a.s.g.played_end, 0);
	act_end(&a);

	/* who does not know cannot turn it up */
	begin(&a);
	play_two(&a, "tokens", square(&a, "a5"), square(&a, "e3"));
	sp_game_view(&a.s.g, 1, &view);
	a.s.g = view;
	act_play(&a, "look-under", 0, 0,
		(sp_value[]){ SP_REF(SP_KIND_THING, 1) }, 1);
	CU_ASSERT_TRUE(a.run.unknown);
	EQUAL_INT(a.s.g.thing[1].facedown, 1);
	act_end(&a);
}

/* ---- destroyed ------------------------------------------------------------
 */

TEST("effect/things", "what is printed is destroyed")
{
	struct act a;

	begin(&a);
	scene_put(&a.s, 0, "d3");
	for (int i = 0; i < 2; i++) {
		play(&a, "chisel", edge(&a, "d2/d3"));
		EQUAL_INT(line(&a, "d2/d3")->cracks, 2 + 2 * i);
	}
	play(&a, "chisel", edge(&a, "d2/d3"));
	EQUAL_INT(line(&a, "d2/d3")->destroyed, 1);
	EQUAL_INT(line(&a, "d2/d3")->cracks, 0);
	/* outer walls stand */
	play(&a, "breaker", edge(&a, "a1 north"));
	play(&a, "chisel", edge(&a, "a1 north"));
	EQUAL_INT(line(&a, "a1 north")->destroyed, 0);
	EQUAL_INT(line(&a, "a1 north")->cracks, 0);
	/* a door that somebody holds */
	scene_put(&a.s, 0, "c3");
	sp_game_hold_door(&a.s.g, 0, scene_edge(&a.s, "b3/c3"), &a.s.events);
	play(&a, "breaker", edge(&a, "b3/c3"));
	EQUAL_INT(kind(&a, "b3/c3"), SP_EDGE_OPEN);
	EQUAL_INT(line(&a, "b3/c3")->door, SP_DOOR_CLOSED);
	act_end(&a);
}

TEST("effect/things", "a spell takes its things along")
{
	struct act a;

	begin(&a);
	play_two(&a, "tokens", square(&a, "a5"), square(&a, "e3"));
	a.s.events.n = 0;
	effect_remove_things(&a.run, 0);
	EQUAL_INT(a.s.g.things_end, 0);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_GONE, 1));
	act_check(&a);
	act_end(&a);
}

/* What lay on it ends with it. */
TEST("effect/things", "spells on what is gone")
{
	struct act a;
	int glue, seal;

	begin(&a);
	sp_effect_drop_item(&a.run,
		deck_play(&a.s, SP_PLAYED_ITEM, "speedstone", 0, SP_NOTHING),
		scene_square(&a.s, "e3"));
	glue = deck_play(
		&a.s, SP_PLAYED_SPELL, "glue", 1, SP_REF(SP_KIND_THING, 0));
	seal = deck_play(
		&a.s, SP_PLAYED_SPELL, "seal-door", 1, edge(&a, "b3/c3"));
	play(&a, "reach", SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.things_end, 1);
	play(&a, "breaker", SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.played[glue].kind, SP_PLAYED_FREE);
	EQUAL_INT(a.s.g.played[seal].kind, SP_PLAYED_SPELL);
	play(&a, "breaker", edge(&a, "b3/c3"));
	EQUAL_INT(a.s.g.played[seal].kind, SP_PLAYED_FREE);
	act_end(&a);
}

/* ---- carried --------------------------------------------------------------
 */

TEST("effect/things", "an item changes hands")
{
	struct act a;
	int idol;

	begin(&a);
	idol = deck_play(&a.s, SP_PLAYED_ITEM, "idol", 1, SP_NOTHING);
	scene_put(&a.s, 1, "d3");
	play_two(&a, "grab", SP_REF(SP_KIND_ACTOR, 1),
		SP_REF(SP_KIND_PLAYED, idol));
	EQUAL_INT(a.s.g.played[idol].seat, 0);
	EQUAL_INT(a.s.g.actor[1].life, 13);
	EQUAL_INT(a.s.g.actor[0].life, 16);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_ITEM_TAKEN, 0)->other, 1);
	/* dropped he loses it, picked up he has it */
	play_two(&a, "put", SP_REF(SP_KIND_PLAYED, idol), square(&a, "e3"));
	EQUAL_INT(a.s.g.played_end, 0);
	EQUAL_INT(a.s.g.thing[0].where, square(&a, "e3"));
	EQUAL_INT(a.s.g.actor[0].life, 14);
	play(&a, "reach", SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.things_end, 0);
	EQUAL_INT(a.s.g.played[0].seat, 0);
	EQUAL_INT(a.s.g.actor[0].life, 15);
	EQUAL_INT(a.s.g.moves, 2);
	/* destroyed: both */
	a.s.g.decision.kind = SP_DECISION_NONE;
	effect_destroy(&a.run, SP_REF(SP_KIND_PLAYED, 0));
	act_go(&a);
	act_done(&a);
	EQUAL_INT(a.s.g.actor[0].life, 13);
	EQUAL_INT(a.s.g.actor[0].stun, 1);
	EQUAL_INT(a.s.g.played_end, 0);
	act_end(&a);
}

TEST("effect/things", "a dropped thing is destroyed")
{
	struct act a;

	begin(&a);
	sp_effect_drop_item(&a.run,
		deck_play(&a.s, SP_PLAYED_ITEM, "speedstone", 0, SP_NOTHING),
		scene_square(&a.s, "e3"));
	play(&a, "breaker", SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.things_end, 0);
	EQUAL_INT(a.s.g.place[deck_card(&a.s, "speedstone", 0)].zone,
		SP_ZONE_DISCARD);
	act_end(&a);
}

TEST("effect/things", "a treasure changes hands")
{
	struct act a;
	sp_value gold = SP_REF(SP_KIND_TREASURE, 0);

	begin(&a);
	carry(&a, 0, 1);
	scene_put(&a.s, 1, "d3");
	play_two(&a, "fumble", SP_REF(SP_KIND_ACTOR, 1), gold);
	EQUAL_INT(a.s.g.treasure[0].square, scene_square(&a.s, "d3"));
	carry(&a, 0, 1);
	play_two(&a, "grab", SP_REF(SP_KIND_ACTOR, 1), gold);
	EQUAL_INT(a.s.g.actor[0].carries, 0);
	EQUAL_INT(a.s.g.actor[1].carries, SP_NOBODY);
	/* one only */
	carry(&a, 1, 1);
	play_two(&a, "grab", SP_REF(SP_KIND_ACTOR, 1),
		SP_REF(SP_KIND_TREASURE, 1));
	EQUAL_INT(a.s.g.actor[0].carries, 0);
	EQUAL_INT(a.s.g.actor[1].carries, 1);
	act_end(&a);
}

/* It counts where it lies, whatever brought it there. */
TEST("effect/things", "a treasure comes home")
{
	struct act a;
	sp_value gold = SP_REF(SP_KIND_TREASURE, 2);

	begin(&a);
	scene_lay(&a.s, 2, "e3");
	play_two(&a, "send", gold, square(&a, "c3"));
	EQUAL_INT(a.s.g.treasure[2].square, scene_square(&a.s, "c3"));
	EQUAL_INT(scene_event(&a.s, SP_EVENT_POINTS, 0)->change.now, 1);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_LANDED, 0)->what, gold);
	/* glued it stays */
	play(&a, "glue", gold);
	a.s.g.played[0].target = gold;
	play_two(&a, "send", gold, square(&a, "e3"));
	EQUAL_INT(a.s.g.treasure[2].square, scene_square(&a.s, "c3"));
	play(&a, "reach", gold);
	EQUAL_INT(a.s.g.actor[0].carries, SP_NOBODY);
	act_end(&a);

	begin(&a);
	carry(&a, 2, 0);
	deck_make(&a.s, "stone-block", square(&a, "e3"));
	play_two(&a, "put", gold, square(&a, "e3"));
	EQUAL_INT(a.s.g.actor[0].carries, 2);
	play_two(&a, "put", gold, square(&a, "d3"));
	EQUAL_INT(a.s.g.actor[0].carries, SP_NOBODY);
	act_end(&a);
}

/* The event, and the end of the phase unless something says otherwise. */
TEST("effect/things", "picking up a treasure")
{
	for (int ends = 0; ends < 2; ends++) {
		struct act a;

		begin(&a);
		scene_lay(&a.s, 2, "c3");
		deck_play(&a.s, SP_PLAYED_SPELL, "greed", 1, SP_NOTHING);
		if (!ends)
			deck_play(&a.s, SP_PLAYED_SPELL, "arms", 0, SP_NOTHING);
		a.s.g.decision.kind = SP_DECISION_NONE;
		sp_effect_push_pickup(&a.run, 0, 2);
		EQUAL_INT(a.s.g.actor[0].carries, 2);
		EQUAL_INT(a.s.g.phase, SP_PHASE_MOVE);
		act_go(&a);
		act_done(&a);
		EQUAL_INT(a.s.g.actor[0].life, 17);
		EQUAL_INT(a.s.g.phase, ends ? SP_PHASE_DRAW : SP_PHASE_MOVE);
		act_end(&a);
	}
}

/* From afar. */
TEST("effect/things", "reaching for a treasure")
{
	struct act a;

	begin(&a);
	scene_lay(&a.s, 2, "e3");
	play(&a, "reach", SP_REF(SP_KIND_TREASURE, 2));
	EQUAL_INT(a.s.g.actor[0].carries, 2);
	EQUAL_INT(a.s.g.moves, 3);
	EQUAL_INT(a.s.g.phase, SP_PHASE_DRAW);
	act_end(&a);
}

/* ---- doors ----------------------------------------------------------------
 */

TEST("effect/things", "doors are opened and held")
{
	struct act a;
	sp_value door;

	begin(&a);
	door = edge(&a, "i4/j4"); /* blue's */
	play(&a, "pick", door);
	EQUAL_INT(line(&a, "i4/j4")->door, SP_DOOR_CLOSED);
	scene_put(&a.s, 0, "i4");
	play(&a, "pick", door);
	EQUAL_INT(line(&a, "i4/j4")->door, SP_DOOR_IS_OPEN);
	play(&a, "wedge", door);
	EQUAL_INT(line(&a, "i4/j4")->door, SP_DOOR_IS_HELD);
	EQUAL_INT(line(&a, "i4/j4")->door_by, 0);
	play(&a, "pick", door);
	EQUAL_INT(line(&a, "i4/j4")->door, SP_DOOR_IS_HELD);
	act_end(&a);

	begin(&a);
	door = edge(&a, "i4/j4");
	scene_put(&a.s, 0, "i4");
	deck_play(&a.s, SP_PLAYED_SPELL, "seal-door", 1, door);
	play(&a, "pick", door);
	play(&a, "wedge", door);
	EQUAL_INT(line(&a, "i4/j4")->door, SP_DOOR_CLOSED);
	act_end(&a);
}
