/* What people type, and what they hear of it. */
#include "../rules/table.h"
#include "agent_tests.h"

/* Red at c3, to move; blue beside him, green far away. */
static void begin(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "d3");
	scene_put(s, 2, "g3");
}

/* Who is asked to counter cannot cast: what is suggested is a counter. */
TEST("agent/typed", "a card alone in answer to an attack")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "zot#1");
	table_hand(&s, 1, "teleport#1 shield#1 dagger#1");
	agent_cards_act(&s, 0, "cast zot hurt at blue");
	agent_cards_expect(&s, 1, "teleport to d5",
		"no order: a card is played with a word before it: \"cast\", "
		"\"counter with\", \"use\", \"discard\" or \"choose\"; did you "
		"mean counter with teleport to d5");
	agent_cards_expect(&s, 1, "shield",
		"no order: a card is played with a word before it: \"cast\", "
		"\"counter with\", \"use\", \"discard\" or \"choose\"; did you "
		"mean counter with shield");
	agent_cards_expect(&s, 1, "dagger",
		"no order: a card is played with a word before it: \"cast\", "
		"\"counter with\", \"use\", \"discard\" or \"choose\"");
	agent_cards_expect(&s, 1, "cast teleport",
		"it is Red's turn, not yours; you are asked to counter "
		"something, or to pass [pass] 6+8");
}
