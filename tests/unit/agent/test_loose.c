/* Orders as people write them: other words for `at` and `with`, or none. */
#include "../rules/table.h"
#include "agent_tests.h"

/* Red at c3, to move, blue beside him, green behind; red carries nothing. */
static void begin(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "d3");
	scene_put(s, 2, "e3");
}

static void carry(struct scene *s, int seat, int treasure)
{
	s->g.treasure[treasure].carrier = (int8_t)seat;
	s->g.treasure[treasure].square = SP_NOWHERE;
	s->g.actor[seat].carries = (int8_t)treasure;
}

/* Whoever is named is aimed at, and nobody else is ever suggested. */
TEST("agent/loose", "any word before who is aimed at")
{
	static const struct agent_line lines[] = {
		{ "cast drop object from green object treasure",
			"cast Drop Object at green object red's treasure e3" },
		{ "cast drop object on green object treasure",
			"cast Drop Object at green object red's treasure e3" },
		{ "cast drop object to green object treasure",
			"cast Drop Object at green object red's treasure e3" },
		{ "cast yoink at blue object dagger",
			"cast Yoink! from blue object Dagger" },
		{ "cast yoink to blue object dagger",
			"cast Yoink! from blue object Dagger" },
		{ "cast yoink on blue's dagger",
			"cast Yoink! from blue object Dagger" },
		{ "cast zot hurt from blue", "cast Zot! hurt at blue" },
		{ "cast zot hurt to blue", "cast Zot! hurt at blue" },
		{ "cast rotate sector at green by 90",
			"cast Rotate Sector green by 90" },
	};
	static const struct agent_line hidden[] = {
		{ "cast drop object from green object treasure",
			"Green is out of sight; possible: Blue 18+10" },
		{ "cast drop object to green around e3",
			"Green is out of sight from the corner e3: name a "
			"square that both of you see 18+8" },
		{ "cast zot hurt from green",
			"Green is out of sight; possible: Blue, g3/h3, g3/g4 "
			"and 11 more 15+10" },
	};
	struct scene s;

	begin(&s);
	carry(&s, 2, 0);
	(void)table_put(&s, SP_PLAYED_ITEM, 1, "dagger#1");
	table_hand(&s, 0,
		"drop-object#1 yoink#1 zot#1 rotate-sector#1 "
		"around-the-corner#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
	scene_put(&s, 2, "h2");
	agent_cards_expect_all(&s, 0, hidden, SP_ARRAY_LEN(hidden));
}

/* No other treasure than the one of that square. */
TEST("agent/loose", "a treasure and its square")
{
	static const struct agent_line lines[] = {
		{ "cast stretch pick treasure at e5",
			"Red's treasure is out of sight; possible: Blue's "
			"treasure 14+19" },
		{ "cast stretch pick treasure at d4",
			"nothing is there that could be meant 14+19" },
		{ "cast stretch pick treasure at d3",
			"cast Stretch pick blue's treasure d3" },
	};
	struct scene s;

	begin(&s);
	s.g.treasure[2].square = scene_square(&s, "d3");
	table_hand(&s, 0, "stretch#1 astral-projection#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* What pays is read with its word or without. */
TEST("agent/loose", "energy without `with`")
{
	static const struct agent_line lines[] = {
		{ "cast waterbolt at blue, energy 5, push 1",
			"cast Waterbolt at blue push 1 with Energy 5" },
		{ "cast waterbolt at blue energy 5 push 1",
			"cast Waterbolt at blue push 1 with Energy 5" },
		{ "cast waterbolt at blue push 2 energy 5",
			"cast Waterbolt at blue push 2 with Energy 5" },
		{ "cast waterbolt at blue push 2, energy 5",
			"cast Waterbolt at blue push 2 with Energy 5" },
		{ "cast waterbolt at blue energy 5 push 9",
			"the energy of Waterbolt is 5 here, and 9 is more; "
			"possible: 3, 4, 5 and 3 more [cast Waterbolt at blue "
			"push 5 with Energy 5] 33+6" },
		{ "cast zot hurt at blue for 5",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast zot hurt at blue using energy 5",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast zot hurt blue + energy 5",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast zot hurt energy 5 at blue",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast zot hurt energy 5 blue",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast zot hurt blue, 5 energy",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast fire darts at blue energy 5",
			"cast Fire Darts 5 at blue with Energy 5" },
		{ "cast zot stun blue, energy 5",
			"Zot! takes no energy [cast Zot! stun at blue] 21+8" },
	};
	struct scene s;

	begin(&s);
	table_hand(
		&s, 0, "waterbolt#1 zot#1 energy-5#1 energy-6#1 fire-darts#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* The corner is the square that is named, or none. */
TEST("agent/loose", "Around the Corner behind its spell")
{
	static const struct agent_line lines[] = {
		{ "cast zot hurt at green around the corner f3",
			"cast Around the Corner around f3: Zot! hurt at "
			"green" },
		{ "cast zot hurt at green, around the corner at f3",
			"cast Around the Corner around f3: Zot! hurt at "
			"green" },
		{ "cast zot hurt at green with around the corner f3",
			"cast Around the Corner around f3: Zot! hurt at "
			"green" },
		{ "cast zot hurt at green energy 5 around the corner around f3",
			"cast Around the Corner around f3: Zot! hurt at green "
			"with Energy 5" },
		{ "cast zot hurt around the corner f3 at green with energy 5",
			"cast Around the Corner around f3: Zot! hurt at green "
			"with Energy 5" },
		{ "cast zot hurt at green around the corner",
			"cast Around the Corner around f3: Zot! hurt at "
			"green" },
	};
	struct scene s;

	begin(&s);
	scene_put(&s, 2, "h2");
	table_hand(&s, 0, "zot#1 energy-5#1 around-the-corner#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
	agent_cards_expect(&s, 0,
		"cast zot hurt at green with around the corner h2",
		"h2 is out of sight; possible: f3 29+20");
}

/* What is seen is seen from where the caster seems to be. */
TEST("agent/loose", "out of sight from an astral square")
{
	struct scene s;

	begin(&s);
	scene_put(&s, 2, "h2");
	table_hand(&s, 0, "zot#1 astral-projection#1");
	agent_cards_expect(&s, 0,
		"cast astral projection to c5: zot hurt at green",
		"Green is out of sight from c5; possible: e3/e4, a4/b4, e4/f4 "
		"and 8 more 40+8");
	agent_cards_expect(&s, 0,
		"cast astral projection to d3: zot hurt at blue",
		"d3 is not an empty square; possible: e3, d4, d5 and 2 more "
		"24+5");
}
