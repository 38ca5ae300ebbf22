/* What is suggested keeps all that was rightly named. */
#include "../rules/table.h"
#include "agent_tests.h"

/* Red at c3, to move, blue beside him, green out of sight. */
static void begin(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "d3");
	scene_put(s, 2, "h2");
}

/* No counter leads to another place than the one that was named. */
TEST("agent/kept", "a counter to a place that is too far")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "fireball#1");
	table_hand(&s, 1, "teleport#1 full-shield#1");
	agent_cards_act(&s, 0, "cast fireball at blue");
	agent_cards_expect(&s, 1, "counter with teleport to j1",
		"j1 is too far away; possible: b1, a2, j3 and 37 more 23+5");
	agent_cards_expect(&s, 1, "counter with teleport to d5",
		"counter with Teleport to d5");
	agent_cards_expect(&s, 1,
		"counter with full shield, then teleport to j1",
		"j1 is too far away; possible: b1, a2, j3 and 37 more 41+5");
}

/* A number that could be chosen is never another one; of a list of squares it
 * is where the square stands in it. */
TEST("agent/kept", "the number behind its word")
{
	static const struct agent_line lines[] = {
		{ "cast booby trap at c4 d4 e4 d2 real d4",
			"cast Booby Trap at c4, d4, e4, d2 real 2" },
		{ "cast booby trap at c4, d4, e4 and d2, real c5",
			"\"cast\" does not go on like that; possible: 1, 2, "
			"3, 4 39+7" },
		{ "cast waterbolt at blue push 9",
			"the energy of Waterbolt is 1 here, and 9 is more; "
			"possible: 0, 1 [cast Waterbolt at blue push 1] "
			"24+6" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "waterbolt#1 energy-5#1 booby-trap#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* Which way somebody is led or pushed is asked for step by step. */
TEST("agent/kept", "a way behind the spell that asks for it")
{
	static const struct agent_line lines[] = {
		{ "cast waterbolt at me push 1 s",
			"leave the way out: you are asked for it once this is "
			"cast [cast Waterbolt at red push 1] 29+1" },
		{ "cast waterbolt at blue push 2 s with energy 5",
			"leave the way out: you are asked for it once this is "
			"cast [cast Waterbolt at blue push 2 with Energy 5] "
			"31+1" },
		{ "cast waterbolt at blue push 9 s",
			"the energy of Waterbolt is 1 here, and 9 is more; "
			"possible: 0, 1 [cast Waterbolt at blue push 1] "
			"24+8" },
		{ "cast mental force at blue n e e n",
			"leave the way out: you are asked for it once this is "
			"cast [cast Mental Force at blue] 27+7" },
		{ "cast mental force at green n e e n",
			"Green is out of sight; possible: Blue 19+16" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "waterbolt#1 energy-5#1 mental-force#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* Another corner is for the player to name; those that help are listed. */
TEST("agent/kept", "a corner that is not in sight")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0,
		"zot#1 energy-5#1 around-the-corner#1 astral-projection#1");
	agent_cards_expect(&s, 0, "cast around the corner h2: zot hurt at blue",
		"h2 is out of sight; possible: g3, f3, e3 and 2 more 24+2");
	agent_cards_expect(&s, 0,
		"cast astral projection b2, around the corner b1: zot stun at "
		"green",
		"Green is out of sight from b2 59+8");
}

/* A part that is not in the hand is not left out. */
TEST("agent/kept", "a part of a spell that is not in the hand")
{
	static const struct agent_line lines[] = {
		{ "cast around the corner around f3: zot stun at green",
			"you have no Around the Corner in your hand; it holds "
			"Zot!, Mental Force 6+17" },
		{ "cast astral projection to e3: zot stun at blue",
			"you have no Astral Projection in your hand; it holds "
			"Zot!, Mental Force 6+17" },
		{ "cast mental force at green around the corner",
			"you have no Around the Corner in your hand; it holds "
			"Zot!, Mental Force 28+17" },
		{ "cast mental force at blue with around the corner",
			"you have no Around the Corner in your hand; it holds "
			"Zot!, Mental Force 32+17" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "mental-force#1 zot#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

TEST("agent/kept", "`counter with` behind each `then`")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "fireball#1");
	table_hand(&s, 1, "shield#1 full-shield#1 energy-4#1");
	agent_cards_act(&s, 0, "cast fireball at blue");
	agent_cards_expect(&s, 1,
		"counter with shield with 4, then counter with full shield",
		"counter with Shield with Energy 4, then Full Shield");
}

TEST("agent/kept", "what is thrown or dropped is carried")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "heave-ho#1 drop-object#1");
	agent_cards_expect(
		&s, 0, "cast heave-ho at blue", "you carry no treasure 6+8");
	agent_cards_expect(&s, 0, "cast drop object at blue object treasure",
		"Blue carries nothing 18+7");
	(void)table_put(&s, SP_PLAYED_ITEM, 1, "dagger#1");
	agent_cards_expect(&s, 0, "cast drop object at blue object treasure",
		"Red's treasure is not carried; possible: Blue's Dagger "
		"26+15");
	s.g.treasure[0].carrier = 2;
	s.g.actor[2].carries = 0;
	agent_cards_expect(&s, 0, "cast drop object at blue object treasure",
		"Red's treasure is carried by somebody else; possible: Blue's "
		"Dagger 26+15");
}

/* What another carries is not dropped by hand, nor is another thing in its
 * place. */
TEST("agent/kept", "what is dropped is one's own")
{
	static const struct agent_line lines[] = {
		{ "drop object dagger", "you carry no Dagger 13+6" },
		{ "drop dagger", "you carry no Dagger 6+6" },
		{ "drop rock", "drop Large Rock" },
		{ "cast drop object dagger on blue",
			"cast Drop Object at blue object Dagger" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "drop-object#1");
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "large-rock#1");
	(void)table_put(&s, SP_PLAYED_ITEM, 1, "dagger#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* The one that was named is out of sight, not another of its kind. */
TEST("agent/kept", "a thing and where it stands")
{
	static const struct agent_line lines[] = {
		{ "cast fireball at thornbush at h5",
			"Thornbush at h5 is out of sight; possible: Green, "
			"Blue, a5/a6 and 12 more 15+18" },
		{ "cast fireball at thornbush at g4",
			"no Thornbush is there that could be meant 18+9" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "thornbush#1 thornbush#2 fireball#1");
	scene_put(&s, 0, "c1");
	scene_put(&s, 2, "g3");
	agent_cards_act(&s, 0, "cast thornbush at b1");
	table_pass(&s);
	scene_put(&s, 0, "g5");
	agent_cards_act(&s, 0, "cast thornbush at h5");
	table_pass(&s);
	scene_put(&s, 0, "c3");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* What is strewn is not picked up: the reason is not where it lies. */
TEST("agent/kept", "how what was strewn is taken up")
{
	struct scene s;

	begin(&s);
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
	agent_cards_act(&s, 0, "use tacks at c4");
	agent_cards_expect(&s, 0, "pick up tacks",
		"Handful of Tacks at c4 is only taken up by `use Handful of "
		"Tacks`, from beside it 9+5");
	scene_put(&s, 0, "c4");
	agent_cards_expect(&s, 0, "pick up tacks",
		"Handful of Tacks at c4 is only taken up by `use Handful of "
		"Tacks`, from beside it 9+5");
}

/* What is left out of a suggestion is nothing that says whom, what or where. */
TEST("agent/kept", "a place or a thing that will not do")
{
	static const struct agent_line lines[] = {
		{ "cast windrider north to a2",
			"a2 is not in one line with you; possible: c2, d3, c4 "
			"and 3 more 22+5" },
		{ "cast yoink from blue: blue's treasure",
			"Yoink! asks for nothing of the kind; write `cast "
			"yoink from WHOM object ITEM` 23+15" },
		{ "cast yoink dagger from blue",
			"cast Yoink! from blue object Dagger" },
		{ "cast boomstone at blue",
			"Boomstone is still in your hand: cast it first, then "
			"it can be used [cast Boomstone] 16+7" },
		{ "cast dispel on blue's disease",
			"no Disease is there that could be meant 23+7" },
	};
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "windrider#1 yoink#1 boomstone#1 dispel#1 disease#1");
	(void)table_put(&s, SP_PLAYED_ITEM, 1, "dagger#1");
	s.g.treasure[2].carrier = 1;
	s.g.treasure[2].square = SP_NOWHERE;
	s.g.actor[1].carries = 2;
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}
