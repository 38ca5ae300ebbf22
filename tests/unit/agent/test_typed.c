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

/* "east" of who strews is a square, with or without `at`. */
TEST("agent/typed", "a direction in place of a square")
{
	struct scene s;

	begin(&s);
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
	agent_cards_expect(
		&s, 0, "use tacks strew north", "use Handful of Tacks at c2");
	agent_cards_expect(&s, 0, "use tacks s", "use Handful of Tacks at c4");
	agent_cards_expect(&s, 0, "use tacks strew at north",
		"use Handful of Tacks at c2");
	agent_cards_expect(&s, 0, "use tacks strew east",
		"d3 is not an empty square; possible: c2, c4 11+10");
	agent_cards_expect(&s, 0, "use tacks strew d3",
		"d3 is not an empty square; possible: c2, c4 11+8");
}

TEST("agent/typed", "what a card does ask for")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "zot#1 rotate-sector#1");
	agent_cards_expect(&s, 0, "cast zot hurt at blue by 3",
		"Zot! asks for nothing of the kind; write `cast zot hurt at "
		"WHOM [with ENERGY]` or `cast zot stun at WHOM` [cast Zot! "
		"hurt at blue] 23+4");
	agent_cards_expect(&s, 0, "cast rotate sector on green's by 90",
		"cast Rotate Sector green by 90");
}

/* A part of the name of a spell in play, though it is a word of its own. */
TEST("agent/typed", "a spell is ended by the wall in its name")
{
	struct scene s;
	int wall, fog;

	begin(&s);
	fog = table_put(&s, SP_PLAYED_SPELL, 0, "strength#1");
	s.g.played[fog].target = SP_REF(SP_KIND_ACTOR, 0);
	agent_cards_expect(&s, 0, "end spell wall",
		"no spell of yours in play is called that; you can end "
		"Strength [end spell Strength] 11+4");
	wall = table_put(&s, SP_PLAYED_SPELL, 0, "wall-of-fire#1");
	s.g.played[wall].target = SP_REF(SP_KIND_SQUARE, 0);
	agent_cards_expect(&s, 0, "end spell wall", "end spell Wall of Fire");
}

/* Three numbers of one line are three things like it; a list has no other. */
TEST("agent/typed", "a number of a question, again and again")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "brain-burn#1");
	table_hand(&s, 1, "zot#1 zot#2 teleport#1 shield#1");
	agent_cards_act(&s, 0, "cast brain burn at blue");
	agent_cards_act(&s, 1, "pass");
	agent_cards_expect(&s, 1, "1, 1", "choose Zot!");
	agent_cards_expect(&s, 1, "1 1 1", "only 2 Zot! can be chosen 5+1");
	agent_cards_expect(&s, 1, "2, 2, 2",
		"number 2 is named twice, and Shield is there only once 4+1");
	agent_cards_expect(&s, 1, "2 2 2",
		"number 2 is named twice, and Shield is there only once 3+1");
}
