/* `move to` and `move towards` past what hurts or is closed. */
#include "../rules/table.h"
#include "agent_tests.h"

/* What does harm is gone round, where there is a way round. */
TEST("agent/ways", "ways past what does harm")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d1");
	table_hand(&s, 0, "thornbush#1");
	s.g.moves = 8;
	agent_cards_expect(&s, 0, "move to a1", "move w w s w n");
	agent_cards_act(&s, 0, "cast thornbush at c1");
	agent_cards_expect(&s, 0, "move to a1", "move s w s w n w n");
	agent_cards_expect(&s, 0, "move to c1", "move w");
	s.g.moves = 3;
	agent_cards_expect(&s, 0, "move towards a1", "move s w s");
}

/* What lies on the goal is his own choice, what lies before it is not. */
TEST("agent/ways", "no way but through harm")
{
	static const char *const shut[] = { "b3/c3", "c2/c3", "c3/c4" };
	struct scene s;
	int mist;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "g3");
	table_hand(&s, 0, "wall-of-fire#1");
	s.g.moves = 8;
	agent_cards_act(&s, 0, "cast wall of fire at c3 east");
	for (size_t i = 0; i < SP_ARRAY_LEN(shut); i++)
		s.g.board.edge[scene_edge(&s, shut[i])].created = SP_EDGE_WALL;
	agent_cards_expect(&s, 0, "move to c3",
		"every way there leads through something that would act on you, like Wall of Fire c3/d3 on the shortest, and "
		"`to` and `towards` only take safe ones; steps go anywhere "
		"[move w w w w] 9+2");
	agent_cards_expect(&s, 0, "move to d3", "move w w w");
	/* as far as it is safe today */
	s.g.moves = 3;
	agent_cards_expect(&s, 0, "move towards c3", "move w w w");
	s.g.moves = 4;
	agent_cards_expect(&s, 0, "move towards c3",
		"every way there leads through something that would act on you, like Wall of Fire c3/d3 on the shortest, and "
		"`to` and `towards` only take safe ones; steps go anywhere "
		"[move w w w w] 14+2");
	/* it burns mist, too, that a bush would not harm */
	mist = table_put(&s, SP_PLAYED_SPELL, 0, "mist-body#1");
	s.g.played[mist].target = SP_REF(SP_KIND_ACTOR, 0);
	agent_cards_expect(&s, 0, "move to c3",
		"every way there leads through something that would act on you, like Wall of Fire c3/d3 on the shortest, and "
		"`to` and `towards` only take safe ones; steps go anywhere "
		"[move w w w w] 9+2");
}

/* Who opens every door is not sent round a door, nor through harm there. */
TEST("agent/ways", "ways through doors of others")
{
	struct scene s;
	int key;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	table_hand(&s, 0, "wall-of-fire#1");
	s.g.moves = 8;
	agent_cards_act(&s, 0, "cast wall of fire at north");
	s.g.board.edge[scene_edge(&s, "b3/c3")].owner = 1;
	key = table_put(&s, SP_PLAYED_ITEM, 1, "master-key#1");
	agent_cards_expect(&s, 0, "move to b3", "move s w s w n n e");
	s.g.played[key].seat = 0;
	agent_cards_expect(&s, 0, "move to b3", "move w");
}

/* So is what cannot be entered; where there is no way round, the reason why. */
TEST("agent/ways", "ways past what is closed")
{
	struct scene s;
	int seal;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "h5");
	s.g.moves = 12;
	agent_cards_expect(&s, 0, "move to b3", "move w");
	seal = table_put(&s, SP_PLAYED_SPELL, 1, "seal-door#1");
	s.g.played[seal].target = SP_REF(SP_KIND_EDGE, scene_edge(&s, "b3/c3"));
	agent_cards_expect(&s, 0, "move to b3", "move n e n w w s s");
	s.g.board.edge[scene_edge(&s, "c2/c3")].created = SP_EDGE_WALL;
	s.g.board.edge[scene_edge(&s, "c3/c4")].created = SP_EDGE_WALL;
	s.g.board.edge[scene_edge(&s, "c3/d3")].created = SP_EDGE_WALL;
	agent_cards_expect(&s, 0, "move to b3",
		"the door west of you is sealed by a spell 9+2");
	agent_cards_expect(&s, 0, "move towards a3",
		"the door west of you is sealed by a spell 14+2");
}

/* The rest of a way is dropped where another walks. */
TEST("agent/ways", "a way is that of one wizard")
{
	struct scene s;
	struct sp_bound first, next;
	static struct sp_game view;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c3");
	table_hand(&s, 0, "waterbolt#1 energy-4#1");
	EQUAL_INT_FATAL(table_do(&s, 0, "cast waterbolt#1 0 energy-4#1 blue 2"),
		SP_REASON_NONE);
	sp_game_view(&s.g, 0, &view);
	CU_ASSERT_TRUE_FATAL(
		agent_cards_bind(s.ruleset, &view, 0, "choose e e", &first));
	EQUAL_INT(first.n_rest, 1);
	CU_ASSERT_TRUE(
		sp_agent_bind_next(s.ruleset, &view, 0, &first, 1, &next));
	first.rest_actor = 0;
	CU_ASSERT_FALSE(
		sp_agent_bind_next(s.ruleset, &view, 0, &first, 1, &next));
}

/* A trap does nothing to its caster, so it bars no way of theirs: not even the
 * only one. It bars those of everybody else. */
TEST("agent/ways", "ways over one's own trap")
{
	static const char *const shut[] = { "b3/c3", "c2/c3", "c3/d3" };
	struct scene s;
	int trap = -1;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "h5");
	table_hand(&s, 0, "booby-trap#1");
	s.g.moves = 8;
	agent_cards_act(&s, 0, "cast booby trap at c4, d4, e3, c2 real 1");
	agent_cards_expect(&s, 0, "move to f3", "move e e");
	scene_put(&s, 0, "c3");
	for (size_t i = 0; i < SP_ARRAY_LEN(shut); i++)
		s.g.board.edge[scene_edge(&s, shut[i])].created = SP_EDGE_WALL;
	agent_cards_expect(&s, 0, "move to c5", "move s w s e");
	agent_cards_expect(&s, 0, "move towards b5", "move s w s");
	for (int i = 0; i < s.g.things_end; i++) {
		trap = sp_game_is_made(&s.g.thing[i]) ? i : trap;
		s.g.thing[i].seat = 1;
	}
	CU_ASSERT_TRUE(trap >= 0);
	agent_cards_expect(&s, 0, "move to c5",
		"every way there leads through something that would act on you, like Booby Trap c4 on the shortest, and "
		"`to` and `towards` only take safe ones; steps go anywhere "
		"[move s w s e] 9+2");
}

/* What was an item, and lies about, bars a way no less than what a spell made;
 * and nobody is told to walk onto it. */
TEST("agent/ways", "ways past what was strewn")
{
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	struct scene s;
	int n;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d1");
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
	s.g.moves = 8;
	agent_cards_act(&s, 0, "use handful of tacks at c1");
	agent_cards_expect(&s, 0, "move to a1", "move s w s w n w n");
	agent_cards_expect(&s, 0, "move to c1", "move w");
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	s.g.actor[0].carries = 2;
	s.g.actor[0].home = scene_square(&s, "c1");
	n = sp_agent_suggest(s.ruleset, &s.g, 0, list, SP_AGENT_SUGGEST_MAX);
	for (int i = 0; i < n; i++)
		CU_ASSERT_FALSE(sp_streq(list[i].text, "move to home"));
	s.g.actor[0].home = scene_square(&s, "b1");
	n = sp_agent_suggest(s.ruleset, &s.g, 0, list, SP_AGENT_SUGGEST_MAX);
	CU_ASSERT_TRUE_FATAL(n > 0);
	EQUAL_STRING(list[0].text, "move to home");
}
