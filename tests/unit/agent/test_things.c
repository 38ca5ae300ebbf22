/* Things in orders: by card, by class, by place. */
#include "../rules/cardplay.h"
#include "../rules/table.h"
#include "agent_tests.h"

static struct scene s;

static int lay(const char *card, const char *square)
{
	int i = sp_game_add_thing(&s.g, SP_THING_LONE, table_card(&s, card), 0,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, square)));

	sp_card_form_thing(s.ruleset, &s.g, i);
	return i;
}

/* What the slot of the spell is answered. */
static sp_value target(const char *order)
{
	static struct sp_game view;
	struct sp_bound bound;

	sp_game_view(&s.g, 0, &view);
	if (!agent_cards_bind(s.ruleset, &view, 0, order, &bound))
		return SP_NOTHING;
	return bound.command.answer[bound.command.n_answers - 1];
}

TEST("agent/things", "a thing by its class")
{
	int idol, rubble, far;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
	scene_put(&s, 0, "d3");
	table_hand(&s, 0, "quell#1 solvent#1");
	idol = lay("idol#1", "e3");
	rubble = lay("rubble#1", "e3");
	far = lay("rubble#2", "d4");
	EQUAL_INT(target("cast quell at totem"), SP_REF(SP_KIND_THING, idol));
	EQUAL_INT(target("cast quell at marker e3"),
		SP_REF(SP_KIND_THING, rubble));
	EQUAL_INT(
		target("cast quell at marker d4"), SP_REF(SP_KIND_THING, far));
	EQUAL_INT(
		target("cast quell at rubble d4"), SP_REF(SP_KIND_THING, far));
	EQUAL_INT(target("cast quell at hex e3"), SP_NOTHING);
	EQUAL_INT(target("cast solvent at totem"), SP_NOTHING);
	CONTAINS(agent_test_last(), "is a totem, which is no object");
}

/* Its card may be anywhere: what lies there is used, though a card of its kind
 * is in hand too. */
TEST("agent/things", "a thing that is used where it lies")
{
	static struct sp_game view;
	struct sp_bound bound;
	int idol;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
	scene_put(&s, 0, "d3");
	table_hand(&s, 0, "idol#2");
	idol = lay("idol#1", "e3");
	sp_game_give_thing(&s.g, idol, 0);
	sp_game_view(&s.g, 0, &view);
	CU_ASSERT_TRUE_FATAL(
		agent_cards_bind(s.ruleset, &view, 0, "use idol", &bound));
	EQUAL_INT(bound.command.verb, SP_VERB_USE);
	EQUAL_INT(bound.command.answer[0], SP_REF(SP_KIND_THING, idol));
	CU_ASSERT_TRUE_FATAL(agent_cards_bind(
		s.ruleset, &view, 0, "cast idol at f3", &bound));
	EQUAL_INT(bound.command.verb, SP_VERB_CAST);
}

TEST("agent/things", "what a card asks with yes or no is said by its word")
{
	static struct sp_game view;
	struct sp_bound held, said, left;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	table_hand(&s, 0, "create-door#1");
	sp_game_view(&s.g, 0, &view);
	CU_ASSERT_TRUE(agent_cards_bind(s.ruleset, &view, 0,
		"cast create door at c3 north hold", &held));
	CU_ASSERT_TRUE(agent_cards_bind(s.ruleset, &view, 0,
		"cast create door at c3 north hold yes", &said));
	CU_ASSERT_TRUE(agent_cards_bind(
		s.ruleset, &view, 0, "cast create door at c3 north", &left));
	EQUAL_INT(held.command.n_answers, said.command.n_answers);
	EQUAL_INT(memcmp(held.command.answer, said.command.answer,
			  sizeof(held.command.answer)),
		0);
	CU_ASSERT_TRUE(memcmp(held.command.answer, left.command.answer,
			       sizeof(held.command.answer)) != 0);
}

/* Put a wall that a spell has made. */
static void wall(const char *card, int seat, const char *edge)
{
	int p = table_put(&s, SP_PLAYED_SPELL, seat, card);
	int i = sp_game_add_thing(&s.g, SP_THING_CREATED, table_card(&s, card),
		seat,
		SP_REF(SP_KIND_EDGE, sp_board_edge_parse(&s.g.board, edge)));

	s.g.thing[i].played = (uint8_t)p;
}

static void is_named(int played, const char *name)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_agent_name(s.ruleset, &s.g, SP_REF(SP_KIND_PLAYED, played), &text);
	EQUAL_STRING(sp_buf_str(&text), name);
	sp_buf_free(&text);
}

TEST("agent/things", "a spell is told from others like it by its place")
{
	table_begin(&s, "red blue");
	wall("create-wall#1", 0, "c3/c4");
	is_named(0, "Create Wall");
	wall("create-wall#2", 1, "d3/d4");
	is_named(0, "Create Wall c3/c4");
	is_named(1, "Create Wall d3/d4");
	/* nothing tells two that one carries apart */
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "powerstone#1");
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "powerstone#2");
	is_named(2, "Powerstone");
}
/* A treasure of his square that is glued is refused for that. */
TEST("agent/things", "a treasure that lies here and is stuck")
{
	int glue;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "h5");
	table_hand(&s, 0, "zot#1");
	s.g.moves = 3;
	sp_game_place_treasure(
		&s.g, 2, scene_square(&s, "d3"), &(struct sp_events){ .n = 0 });
	sp_game_place_treasure(
		&s.g, 3, scene_square(&s, "a1"), &(struct sp_events){ .n = 0 });
	glue = table_put(&s, SP_PLAYED_SPELL, 1, "glue#1");
	s.g.played[glue].target = SP_REF(SP_KIND_TREASURE, 2);
	agent_cards_expect(&s, 0, "pick up treasure",
		"Blue's treasure is glued to its place 9+8");
	agent_cards_expect(&s, 0, "pick up blue's treasure",
		"Blue's treasure is glued to its place 9+15");
	s.g.played[glue].target = SP_REF(SP_KIND_TREASURE, 3);
	agent_cards_expect(
		&s, 0, "pick up treasure", "pick up blue's treasure");
}
