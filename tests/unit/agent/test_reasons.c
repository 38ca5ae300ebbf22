/* Why orders of cards are refused, on positions laid by hand: what each says is
 * the case there, and what it suggests can be done. */
#include "../rules/table.h"
#include "agent_tests.h"

TEST("agent/reasons", "what pays")
{
	static const struct agent_line lines[] = {
		{ "cast zot hurt at blue with add shield + energy 6",
			"you have no Energy 6 in your hand; your hand has Large Rock (3), Shield (2), Energy 4 (4), Energy 5 (5), Add (3) 41+8" },
		{ "cast zot hurt at blue with add shield",
			"Add adds two cards of your hand up: write \"with Add A + B\" with both of them 28+3" },
		{ "boost with add energy 4",
			"Add adds two cards of your hand up: write \"with Add A + B\" with both of them 12+3" },
		{ "boost with add", "boost with Add" },
		{ "boost with add energy 4 + shield",
			"boost with Add + Shield + Energy 4" },
		{ "boost with add mightstone",
			"you have no Mightstone in your hand; your hand has Large Rock (3), Shield (2), Energy 4 (4), Energy 5 (5) 16+10" },
		{ "stab blue with energy 4",
			"Energy 4 is nothing but energy and strikes nobody: an item that takes it is named first, like \"use ITEM at WHOM with Energy 4\" 16+8" },
		{ "use energy 4 at blue",
			"Energy 4 is nothing but energy and strikes nobody: an item that takes it is named first, like \"use ITEM at WHOM with Energy 4\" 5+8" },
		{ "cast energy 4",
			"Energy 4 is nothing but energy: name it behind \"with\" 6+8" },
	};
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 0, "zot#1 add#1 shield#1 energy-4#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

TEST("agent/reasons", "what pays for a counter")
{
	static const struct agent_line lines[] = {
		{ "counter with shield with add energy 4 + energy 5",
			"Add adds nothing up outside your own turn [counter with Shield with Add] 26+3" },
		{ "counter with shield with add",
			"counter with Shield with Add" },
	};
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 1, "shield#1 add#1 energy-4#1 energy-5#1");
	agent_cards_act(&s, 0, "cast fireball at blue");
	agent_cards_expect_all(&s, 1, lines, SP_ARRAY_LEN(lines));
}

TEST("agent/reasons", "items that are not carried, or never thrown")
{
	static const struct agent_line hand[] = {
		{ "throw speedstone at blue",
			"Speedstone is neither used nor thrown: it works by itself while you carry it [cast Speedstone] 18+7" },
		{ "throw speedstone",
			"Speedstone is neither used nor thrown: it works by itself while you carry it [cast Speedstone] 7+10" },
		{ "use speedstone", "cast Speedstone" },
		{ "use strength", "cast Strength" },
		{ "use strength wrest from blue object treasure",
			"Strength is still in your hand: cast it first, then it can be used [cast Strength] 5+40" },
		{ "use strength wrest treasure from blue",
			"Strength is still in your hand: cast it first, then it can be used [cast Strength] 5+33" },
		{ "throw boomstone at blue",
			"Boomstone is still in your hand: cast it first, then it can be used [cast Boomstone] 17+7" },
		{ "throw large rock at blue",
			"Large Rock is still in your hand: cast it first, then it can be used [cast Large Rock] 18+7" },
		{ "stab blue with dagger",
			"you carry no Dagger and have none in your hand; it holds Full Shield, Zot!, Large Rock, Fire Darts, Energy 4, Energy 5, Boomstone, Speedstone, Fireball, Strength 16+6" },
		{ "use wizardblade at blue",
			"you carry no Wizardblade and have none in your hand; it holds Full Shield, Zot!, Large Rock, Fire Darts, Energy 4, Energy 5, Boomstone, Speedstone, Fireball, Strength 5+11" },
		{ "take dagger from blue",
			"no order: what lies in your square is picked up; what somebody carries is taken only by a card that says so, with the order that stands beside it in your hand" },
	};
	static const struct agent_line carried[] = {
		{ "throw speedstone at blue",
			"Speedstone is neither used nor thrown: it works by itself while you carry it 7+10" },
		{ "use speedstone",
			"Speedstone is neither used nor thrown: it works by itself while you carry it 5+10" },
		{ "use wizardblade at blue",
			"say which card of your hand is spent on it, \"with\" and one of Large Rock, Energy 4, Energy 5 [use Wizardblade at blue with Large Rock] 5+19" },
		{ "throw large rock at blue",
			"Large Rock is still in your hand: cast it first, then it can be used [cast Large Rock] 18+7" },
		{ "stab blue with dagger",
			"you carry no Dagger and have none in your hand; it holds Full Shield, Zot!, Large Rock, Fire Darts, Energy 4, Energy 5, Fireball 16+6" },
	};
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 0, "speedstone#1 strength#1 boomstone#1");
	agent_cards_expect_all(&s, 0, hand, SP_ARRAY_LEN(hand));
	agent_cards_begin(&s);
	table_hand(&s, 0, "energy-4#1");
	table_put(&s, SP_PLAYED_ITEM, 0, "speedstone#1");
	table_put(&s, SP_PLAYED_ITEM, 0, "wizardblade#1");
	agent_cards_expect_all(&s, 0, carried, SP_ARRAY_LEN(carried));
}

TEST("agent/reasons", "nothing is there")
{
	static const struct agent_line lines[] = {
		{ "cast dispel", "Dispel has no target in sight now 6+6" },
		{ "cast dispel on fireball",
			"Dispel has no target in sight now 13+11" },
		{ "cast pick lock", "cast Pick Lock at b3/c3 hold no" },
		{ "cast destroy wall at a1 west",
			"a1 west is an outer wall, and those cannot be harmed; possible: c1/c2, b2/c2, b3/c3 and 10 more 19+10" },
		{ "cast create wall at a1 west",
			"a1 west is an outer wall, where nothing can be made; possible: d1/e1, d1/d2, c2/d2 and 16 more 18+10" },
		{ "cast create wall at a3 west",
			"a3 west leads off the map, and nothing can be made there; possible: c3/d3, c3/c4, b4/c4 and 16 more 18+10" },
		{ "cast destroy wall at a3 west",
			"a3 west leads off the map: no wall or door stands there; possible: b3/c3, b2/c2, a5/a6 and 10 more 19+10" },
		{ "cast wallivore at c3 north", "c2/c3 has no wall 16+11" },
		{ "cast wallivore at c3 east", "c3/d3 has no wall 16+10" },
		{ "cast pass through wall at c3 west",
			"b3/c3 is a door, and a door is no wall 24+10" },
		{ "cast pass through wall at c3 east",
			"c3/d3 has no wall 24+10" },
		{ "cast lightning bolt",
			"say which: cast Lightning Bolt north, or cast Lightning Bolt east, or 2 others [cast Lightning Bolt north] 6+14" },
		{ "end spell fireball",
			"no spell Fireball of yours is in play 11+8" },
		{ "move to home", "you stand there already 9+4" },
		{ "move home", "you stand there already 6+4" },
		{ "drop treasure", "you carry no treasure 6+8" },
	};
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 0,
		"dispel#1 pick-lock#1 destroy-wall#1 create-wall#1 "
		"wallivore#1 pass-through-wall#1 lightning-bolt#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
	agent_cards_expect(
		&s, 0, "pick lock c3 west", "cast Pick Lock at b3/c3 hold no");
	s.g.phase = SP_PHASE_DRAW;
	agent_cards_expect(
		&s, 0, "move to home", "you stand there already 9+4");
	agent_cards_expect(&s, 0, "drop treasure",
		"your move phase is over, and a treasure is only dropped in it 6+8");
	agent_cards_expect(&s, 0, "punch blue",
		"your move phase is over: what is left is to drop items, discard, draw and end the turn 7+4");
	s.g.actor[0].carries = 2;
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	agent_cards_expect(&s, 0, "drop treasure",
		"your move phase is over (to pick a treasure up ends it, and so does a discard), and a treasure is only dropped in it 6+8");
	agent_cards_expect(&s, 0, "punch blue",
		"your move phase is over (to pick a treasure up ends it, and so does a discard): what is left is to drop items, discard, draw and end the turn 7+4");
}

TEST("agent/reasons", "a counter of one trait")
{
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 1, "wall-of-fire#1");
	agent_cards_act(&s, 0, "cast fireball at blue");
	agent_cards_expect(&s, 1, "counter with wall of fire",
		"Wall of Fire does not answer that: it answers only what has the trait water [pass] 14+12");
}
