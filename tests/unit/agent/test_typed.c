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
	agent_cards_expect(
		&s, 1, "teleport to d5", "counter with Teleport to d5");
	agent_cards_expect(&s, 1, "shield", "counter with Shield");
	agent_cards_expect(&s, 1, "dagger",
		"no order: a card is played with a word before it: \"cast\", "
		"\"counter with\", \"use\", \"discard\" or \"choose\"");
	agent_cards_expect(&s, 1, "cast teleport",
		"say which: counter with Teleport to b1, or counter with "
		"Teleport to c1, or 38 others [counter with Teleport to b1] "
		"1+13");
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

/* A line between squares, as people write it. */
TEST("agent/typed", "two squares for the line between them")
{
	static const struct agent_line lines[] = {
		{ "cast create wall c3 c4", "cast Create Wall at c3/c4" },
		{ "cast create wall at c4 c3", "cast Create Wall at c3/c4" },
		{ "cast create wall at d3 and e3",
			"cast Create Wall at d3/e3" },
		{ "cast create wall between d3 and e3",
			"cast Create Wall at d3/e3" },
		{ "cast create wall c3 n", "cast Create Wall at c2/c3" },
		{ "create wall c3/c4", "cast Create Wall at c3/c4" },
		{ "cast create wall h3 n",
			"h2/h3 is out of sight; possible: g2/g3, f2/f3, e2/e3 "
			"and 16 more 18+4" },
		{ "cast create wall c3 c5",
			"c3 is a square, and this goes on a line between two: "
			"write \"c3 north\", or both squares, like \"c4/c5\" "
			"18+2" },
		{ "cast create wall at c3",
			"c3 is a square, and this goes on a line between two: "
			"write \"c3 north\", or both squares, like \"c4/c5\" "
			"18+5" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "create-wall#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* What stands there is in the way of nothing, wherever the line is named. */
TEST("agent/typed", "the wall or the door at a line")
{
	static const struct agent_line lines[] = {
		{ "cast destroy the wall at d3 north",
			"cast Destroy Wall at d2/d3" },
		{ "cast destroy the wall d3 north",
			"cast Destroy Wall at d2/d3" },
		{ "cast destroy wall on the wall at d2 d3",
			"cast Destroy Wall at d2/d3" },
		{ "cast destroy the door at west",
			"cast Destroy Wall at b3/c3" },
		{ "cast create the wall at c3/c4",
			"cast Create Wall at c3/c4" },
		{ "cast seal the door at c3 west", "cast Seal Door at b3/c3" },
		{ "cast seal on the door at c3 west",
			"cast Seal Door at b3/c3" },
		{ "cast seal door at the door at c3 west",
			"cast Seal Door at b3/c3" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "create-wall#1");
	table_hand(&s, 0, "destroy-wall#1");
	table_hand(&s, 0, "seal-door#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

TEST("agent/typed", "what stands on a line already")
{
	static const struct agent_line lines[] = {
		{ "cast create wall c3 west",
			"b3/c3 has a door already; possible: c3/d3, c3/c4, "
			"b4/c4 and 12 more 18+7" },
		{ "cast create wall c3 north",
			"c2/c3 has a wall already; possible: c3/d3, c3/c4, "
			"e2/e3 and 12 more 18+8" },
		{ "cast create door at b3/c3",
			"b3/c3 has a door already; possible: c3/d3, c3/c4, "
			"b4/c4 and 23 more 18+8" },
		{ "punch wall east",
			"no wall or closed door stands at c3/d3 [punch blue] "
			"12+4" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "create-wall#1 create-wall#2 create-door#1");
	agent_cards_act(&s, 0, "cast create wall north");
	table_pass(&s);
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* No other card is given away in place of one that is not held. */
TEST("agent/typed", "a number names energy to be discarded")
{
	static const struct agent_line lines[] = {
		{ "discard 4", "discard Energy 4" },
		{ "discard energy 4", "discard Energy 4" },
		{ "discard 4, zot", "discard Zot!, Energy 4" },
		{ "discard 5",
			"no energy card of 5 is in your hand; it holds Zot!, "
			"Energy 4, Speedstone: name what you discard 9+1" },
		{ "discard energy 3",
			"no energy card of 3 is in your hand; it holds Zot!, "
			"Energy 4, Speedstone: name what you discard 9+8" },
		{ "discard zot, 5",
			"no energy card of 5 is in your hand; it holds Zot!, "
			"Energy 4, Speedstone: name what you discard [discard "
			"Zot!] 14+1" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "zot#1 speedstone#1 energy-4#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* What is boosted may be said: it is no card. */
TEST("agent/typed", "the speed that is boosted")
{
	static const struct agent_line lines[] = {
		{ "boost speed with 4", "boost with Energy 4" },
		{ "boost my speed with energy 4", "boost with Energy 4" },
		{ "boost movement by 4", "boost with Energy 4" },
		{ "boost moves 4", "boost with Energy 4" },
		{ "boost me with 4", "boost with Energy 4" },
		{ "boost by 4", "boost with Energy 4" },
		{ "boost speed with 5",
			"no single card of your hand is worth 5; your hand has "
			"Energy 4 (4) [boost with Energy 4] 18+1" },
		{ "boost speed", "Speedstone is worth no energy; you could use "
				 "Energy 4 [boost with Energy 4] 7+5" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "zot#1 speedstone#1 energy-4#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* Words for numbers, and for a walk. */
TEST("agent/typed", "other words")
{
	static const struct agent_line lines[] = {
		{ "draw two", "draw 2" },
		{ "draw a card", "draw 1" },
		{ "draw one card", "draw 1" },
		{ "draw no cards", "draw 0" },
		{ "draw none", "draw 0" },
		{ "mv s", "move s" },
	};
	struct scene s;
	int fire, strength;

	begin(&s);
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
	strength = table_put(&s, SP_PLAYED_SPELL, 0, "strength#1");
	s.g.played[strength].target = SP_REF(SP_KIND_ACTOR, 0);
	fire = table_put(&s, SP_PLAYED_SPELL, 0, "wall-of-fire#1");
	s.g.played[fire].target = SP_REF(SP_KIND_SQUARE, 0);
	agent_cards_expect(&s, 0, "end spell wall", "end spell Wall of Fire");
}
