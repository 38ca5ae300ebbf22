/* Counters of whoever is about to be led. */
#include "../rules/table.h"
#include "agent_tests.h"

/* Red would lead Blue, and a wall of fire stands so many squares from him. */
static void begin(struct scene *s, const char *fire)
{
	int spell, thing;

	table_begin(s, "red blue yellow green");
	for (int i = 2; i < 4; i++)
		scene_put(s, i, i == 2 ? "h8" : "c8");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	table_hand(s, 0, "mental-force#1");
	table_hand(s, 1, "featherweight#1 pain-link#1");
	if (fire == NULL)
		return;
	spell = table_put(s, SP_PLAYED_SPELL, 0, "wall-of-fire#1");
	thing = sp_game_add_thing(&s->g, SP_THING_CREATED,
		s->g.played[spell].card, 0,
		SP_REF(SP_KIND_EDGE, sp_board_edge_parse(&s->g.board, fire)));
	s->g.thing[thing].played = (uint8_t)spell;
}

/* Who leads chooses the way, so it may go through fire, which then blows away;
 * far from any hazard it changes nothing. */
TEST("agent/led", "Featherweight against being led")
{
	static const struct {
		const char *fire, *counter;
		bool in_vain;
	} cases[] = { { "c3/d3", "featherweight", false },
		{ "c3/d3", "pain link", true },
		{ "e6/f6", "featherweight", true },
		{ NULL, "featherweight", true } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		static struct sp_game view;
		struct sp_bound bound;
		struct scene s;
		char order[80];

		begin(&s, cases[i].fire);
		agent_cards_act(&s, 0, "cast mental force at blue");
		sp_game_view(&s.g, 1, &view);
		sp_format(order, sizeof(order), "counter with %s",
			cases[i].counter);
		CU_ASSERT_TRUE(
			agent_cards_bind(s.ruleset, &view, 1, order, &bound));
		EQUAL_STRING(agent_test_last(),
			cases[i].in_vain ? "what you answer goes on as if you "
					   "had passed"
					 : "");
	}
}

/* A square stands for the step that leads there, and for a way to it. */
TEST("agent/led", "where somebody is led to")
{
	static const struct agent_line lines[] = {
		{ "d2", "choose east" },
		{ "choose c3", "choose south" },
		{ "choose to b2",
			"west is no answer to what Mental Force asks; "
			"possible: east, south, stop 8+5" },
		{ "c2", "Blue is no answer to what Mental Force asks; "
			"possible: east, south, stop 1+2" },
		{ "d3", "d3 is no answer to what Mental Force asks; possible: "
			"east, south, stop [choose s e] 1+2" },
		{ "h1", "h1 is no answer to what Mental Force asks; possible: "
			"east, south, stop 1+2" },
	};
	struct scene s;

	begin(&s, NULL);
	agent_cards_act(&s, 0, "cast mental force at blue");
	table_pass(&s);
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}
