/* Orders of cards on positions laid by hand. */
#include "../rules/table.h"
#include "agent_tests.h"

/* Whoever asks for too many wants as many as there are. */
TEST("agent/cards", "more cards than may be drawn")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "fireball#1 fire-darts#1 zot#1 energy-5#1 add#1");
	agent_cards_expect(&s, 0, "draw 2", "draw 2");
	agent_cards_expect(&s, 0, "draw 3",
		"you can draw at most 2 cards now [draw 2] 6+1");
}

TEST("agent/cards", "squares without commas, and `on` in place of `at`")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "booby-trap#1 create-wall#1 dispel#1");
	scene_put(&s, 0, "c3");
	agent_cards_expect(&s, 0, "cast booby trap at e1 d1 c1 b1 real 1",
		"cast Booby Trap at e1, d1, c1, b1 real 1");
	agent_cards_expect(&s, 0,
		"cast booby trap on e1, d1, c1 and b1, real 1",
		"cast Booby Trap at e1, d1, c1, b1 real 1");
	agent_cards_expect(&s, 0, "cast booby trap in e1, d1, c1 and b1 real 1",
		"cast Booby Trap at e1, d1, c1, b1 real 1");
	agent_cards_expect(&s, 0, "cast booby trap at e1, d1, c1, b1 real d4",
		"\"cast\" does not go on like that; possible: 1, 2, 3, 4 "
		"35+7");
	agent_cards_expect(&s, 0, "cast booby trap at e1, d1, c1, b1 real 7",
		"7 is no number for this; possible: 1, 2, 3, 4 "
		"[cast Booby Trap at e1, d1, c1, b1 real 4] 35+6");
	agent_cards_expect(&s, 0, "cast create wall on the south of c3",
		"cast Create Wall at c3/c4");
	agent_cards_expect(&s, 0, "cast create wall on x9 north",
		"this board has no edge x9 north 21+8");
}

/* A card of the own hand is there, though it is not what is asked for. */
TEST("agent/cards", "a card that is not for this")
{
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 0, "drop-object#1 shield#1");
	agent_cards_expect(&s, 0, "cast drop object at blue shield",
		"your Shield cannot be used for this 26+6");
	agent_cards_expect(&s, 0, "cast drop object at blue dagger",
		"no Dagger is there that could be meant 26+6");
}

static void lay_item(struct scene *s, const char *id, const char *square)
{
	int card = table_card(s, id);

	(void)sp_game_add_thing(&s->g, SP_THING_DROPPED, card, 0,
		SP_REF(SP_KIND_SQUARE, scene_square(s, square)));
}

/* All that lies there at once, where that may be done; else the only one. */
TEST("agent/cards", "pick up all")
{
	struct scene s;
	int arms;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	lay_item(&s, "large-rock#1", "d3");
	agent_cards_expect(&s, 0, "pick up all", "pick up Large Rock d3");
	lay_item(&s, "bloodshard#1", "d3");
	agent_cards_expect(&s, 0, "pick up everything",
		"say which: pick up Large Rock d3, or pick up Bloodshard "
		"d3 [pick up Large Rock d3] 9+10");
	arms = table_put(&s, SP_PLAYED_SPELL, 0, "extra-arms#1");
	s.g.played[arms].target = SP_REF(SP_KIND_ACTOR, 0);
	agent_cards_expect(
		&s, 0, "pick up all", "pick up Large Rock d3, Bloodshard d3");
	/* a treasure is another order, and told of */
	uint16_t lay = s.g.treasure[2].square;
	s.g.treasure[2].square = scene_square(&s, "d3");
	agent_cards_expect(
		&s, 0, "pick up all", "pick up Large Rock d3, Bloodshard d3");
	EQUAL_STRING(agent_test_last(),
		"that leaves blue's treasure d3: `pick up treasure` takes it "
		"up, too");
	s.g.treasure[2].square = lay;
	scene_put(&s, 0, "e3");
	agent_cards_expect(&s, 0, "pick up all",
		"no item that you could pick up lies in your square [move to "
		"g2] 9+3");
	s.g.treasure[2].square = scene_square(&s, "e3");
	agent_cards_expect(&s, 0, "pick up all", "pick up blue's treasure");
}

/* "nothing" is no number. */
TEST("agent/cards", "nothing as a target")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	table_hand(&s, 0, "share-life#1");
	agent_cards_expect(&s, 0, "cast share life with nothing",
		"nothing is there that could be meant [cast Share Life with "
		"blue] 17+12");
}

/* What is in hand cannot be thrown, with a target or without. */
TEST("agent/cards", "throw what is not carried")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	table_hand(&s, 0, "dagger#1");
	agent_cards_expect(&s, 0, "throw dagger",
		"Dagger is still in your hand: cast it first, then say at whom "
		"or what you throw it [cast Dagger] 7+6");
	agent_cards_expect(&s, 0, "throw dagger at blue",
		"Dagger is still in your hand: cast it first, then it can be "
		"used [cast Dagger] 14+7");
	table_put(&s, SP_PLAYED_ITEM, 0, "dagger#1");
	agent_cards_expect(&s, 0, "throw dagger",
		"say which: use Dagger throw at blue, or use Dagger throw at "
		"c1/c2, or 10 others [use Dagger throw at blue] 7+6");
}

TEST("agent/cards", "cast and use")
{
	static const struct agent_line lines[] = {
		{ "cast fireball at blue", "cast Fireball at blue" },
		{ "cast fireball at green",
			"Green is out of sight; possible: Blue, c1/c2, c4/d4 "
			"and 11 more 15+8" },
		{ "cast fireball at red",
			"Red is you, and this is for others; possible: Blue, "
			"b3/c3, c4/d4 and 11 more 15+6" },
		{ "cast fireball at z9", "this board has no square z9 18+2" },
		{ "cast fireball",
			"say which: cast Fireball at blue, or cast Fireball at "
			"c1/c2, or 12 others [cast Fireball at blue] 6+8" },
		{ "cast fireball at blue with 5",
			"Fireball takes no energy [cast Fireball at blue] "
			"28+1" },
		{ "cast fireball at blue push 3",
			"Fireball asks for nothing of the kind; write `cast fireball at WHOM` [cast Fireball at "
			"blue] 23+6" },
		{ "cast fireball at blue, green",
			"that is more than Fireball has to give out [cast "
			"Fireball at blue] 24+5" },
		{ "cast zot at blue",
			"say which: cast Zot! hurt at blue, or cast Zot! stun "
			"at blue [cast Zot! hurt at blue] 6+11" },
		{ "cast zot stun at blue", "cast Zot! stun at blue" },
		{ "cast zot at blue with 5",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast zot hurt at blue with energy 5",
			"cast Zot! hurt at blue with Energy 5" },
		{ "cast zot at blue with 6",
			"no single card of your hand is worth 6; your hand has "
			"Large Rock (3), Energy 4 (4), Energy 5 (5) [cast Zot! "
			"hurt at blue with Energy 5] 23+1" },
		{ "cast zot at blue with 3",
			"cast Zot! hurt at blue with Large Rock" },
		{ "cast zot at blue with full shield",
			"Full Shield is worth no energy; you could use Large "
			"Rock, Energy 4, Energy 5 [cast Zot! hurt at blue] "
			"23+11" },
		{ "cast zot at blue with energy 6",
			"you have no Energy 6 in your hand; your hand has "
			"Large Rock (3), Energy 4 (4), Energy 5 (5) [cast Zot! "
			"hurt at blue with Energy 5] 23+8" },
		{ "cast fire darts 2 at blue",
			"that is more than Fire Darts has to give out [cast "
			"Fire Darts at blue] 17+9" },
		{ "cast fire darts at blue with 4",
			"cast Fire Darts 4 at blue with Energy 4" },
		{ "cast fire darts at blue, blue, b3/c3, blue with 4",
			"cast Fire Darts 3 at blue, b3/c3 with Energy 4" },
		{ "cast fire darts 1 at blue, 2 at b3/c3, 1 at blue with 4",
			"cast Fire Darts 2 at blue, 2 at b3/c3 with Energy 4" },
		{ "cast fire darts 2 at blue, 2 at c3/c2 with 4",
			"c2/c3 has no wall or closed door; possible: "
			"c1/c2, b2/c2, d2/d3 and 10 more [cast Fire Darts 4 "
			"at blue with Energy 4] 28+10" },
		{ "cast fire darts 2 at blue, 3 at b3/c3 with 5",
			"cast Fire Darts 2 at blue, 3 at b3/c3 with Energy 5" },
		{ "cast fire darts 9 at blue with 4",
			"that is more than Fire Darts has to give out [cast "
			"Fire Darts 4 at blue with Energy 4] 17+9" },
		{ "cast create wall at c4 north",
			"you have no Create Wall in your hand; it holds Full "
			"Shield, Zot!, Large Rock, Fire Darts, Energy 4, "
			"Energy 5, Fireball 6+11" },
		{ "cast full shield", "Full Shield only answers what others "
				      "do: keep it until you are asked 6+11" },
		{ "cast energy 5", "Energy 5 is nothing but energy: name it "
				   "behind \"with\" 6+8" },
		{ "cast rock", "cast Large Rock" },
		{ "use rock", "cast Large Rock" },
		{ "use rock at blue",
			"Large Rock is still in your hand: cast it first, then "
			"it can be used [cast Large Rock] 10+7" },
		{ "throw rock at blue",
			"Large Rock is still in your hand: cast it first, then "
			"it can be used [cast Large Rock] 12+7" },
		{ "attack blue with fireball", "cast Fireball at blue" },
		{ "attack blue", "punch blue" },
		{ "use dagger at blue",
			"you carry no Dagger and have none in your hand; it "
			"holds Full Shield, Zot!, Large Rock, Fire Darts, "
			"Energy 4, Energy 5, Fireball 5+6" },
		{ "boost 5", "boost with Energy 5" },
		{ "boost with energy 4", "boost with Energy 4" },
		{ "boost 9", "no single card of your hand is worth 9; your "
			     "hand has Large Rock (3), Energy 4 (4), Energy 5 "
			     "(5) [boost with Energy 5] 7+1" },
		{ "boost with fireball",
			"Fireball is worth no energy; you could use Large "
			"Rock, Energy 4, Energy 5 [boost with Large Rock] "
			"12+8" },
		{ "discard fireball, energy 5", "discard Energy 5, Fireball" },
		{ "discard dagger", "you have no Dagger to discard 9+6" },
		{ "discard zot, dagger",
			"you have no Dagger to discard [discard Zot!] 14+6" },
		{ "draw 1", "you can draw no card now: \"end\" ends the turn "
			    "[draw 0] 6+1" },
		{ "draw 5", "you can draw no card now: \"end\" ends the turn "
			    "[draw 0] 6+1" },
		{ "counter with full shield",
			"there is nothing to counter: nobody is asked to "
			"answer anything now 9+16" },
		{ "pass", "there is nothing to pass on; a turn is ended by "
			  "\"end\" [end] 1+4" },
		{ "2", "a number answers a numbered question, and none was "
		       "asked 1+1" },
		{ "choose c4",
			"nothing of the kind is asked: Red is to move 8+2" },
		{ "end spell fog", "no spell Fog of yours is in play 11+3" },
		{ "drop rock", "you carry no Large Rock 6+4" },
		{ "pick up rock", "your hand holds 7 of at most 7 with what "
				  "you carry and maintain: discard a card, end "
				  "a spell or drop an item first 9+4" },
		{ "punch rock",
			"no Large Rock lies on the board [punch blue] 7+4" },
		{ "end", "end" },
	};
	struct scene s;

	agent_cards_begin(&s);
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

TEST("agent/cards", "modifiers, a second attack")
{
	static const struct agent_line lines[] = {
		{ "cast fire darts 9 at blue with add + energy 5 + energy 4",
			"cast Fire Darts 9 at blue with Add + Energy 4 + "
			"Energy 5" },
		{ "cast zot hurt at blue with add rock + energy 5",
			"cast Zot! hurt at blue with Add + Large Rock + Energy "
			"5" },
		{ "cast zot hurt at blue with add",
			"cast Zot! hurt at blue with Add" },
		{ "boost with add + rock + energy 4",
			"boost with Add + Large Rock + Energy 4" },
		{ "cast astral projection to c4: fireball at blue",
			"cast Astral Projection to c4: Fireball at blue" },
		{ "cast astral projection to c2: fireball at blue",
			"c2 is not an empty square; possible: d2, c4, d4 "
			"24+5" },
		{ "cast fireball at blue to c4",
			"cast Astral Projection to c4: Fireball at blue" },
		{ "cast fireball at green around c1",
			"c1 is out of sight; possible: d1, c2, e3 24+9" },
		{ "cast around the corner around c1: fireball at green",
			"c1 is out of sight; possible: d1, c2, e3 24+9" },
		{ "cast fireball at green with around the corner",
			"say which: cast Around the Corner around d1: Fireball "
			"at green, or cast Around the Corner around c2: "
			"Fireball at green, or 1 other [cast Around the Corner "
			"around d1: Fireball at green] 6+40" },
		{ "cast fireball at blue with full shield",
			"Fireball takes no energy [cast Fireball at blue] "
			"28+11" },
		{ "cast rotate sector blue by 180",
			"cast Rotate Sector blue by 180" },
		{ "cast rotate sector blue's sector by 2",
			"cast Rotate Sector blue by 180" },
		{ "cast rotate sector blue",
			"say which: cast Rotate Sector blue by 90, or cast "
			"Rotate Sector blue by 180, or 1 other [cast Rotate "
			"Sector blue by 90] 6+18" },
		{ "cast rotate sector blue by 45",
			"a sector turns by 90, 180 or 270 degrees [cast Rotate "
			"Sector blue by 90] 25+5" },
		{ "cast rotate sector blue by 360",
			"a sector turns by 90, 180 or 270 degrees [cast Rotate "
			"Sector blue by 90] 25+6" },
	};
	struct scene s;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	scene_put(&s, 2, "e1");
	table_hand(&s, 0,
		"fireball#1 fire-darts#1 zot#1 energy-5#1 energy-4#1 "
		"large-rock#1 add#1 astral-projection#1 around-the-corner#1 "
		"full-shield#1 rotate-sector#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
	/* from where it is cast is settled first, whichever is named first */
	agent_cards_expect(&s, 0,
		"cast around the corner around e1: astral projection to c1: "
		"fireball at blue",
		"cast Astral Projection to c1: Around the Corner around e1: "
		"Fireball at blue");
	/* what is a part of it does not say which play is meant */
	agent_cards_expect(&s, 0,
		"cast around the corner around d1: zot at green",
		"say which: cast Around the Corner around d1: Zot! hurt at "
		"green, or cast Around the Corner around d1: Zot! stun at "
		"green [cast Around the Corner around d1: Zot! hurt at green] "
		"6+41");
	s.g.attacked = 1;
	agent_cards_expect(&s, 0, "cast fireball at blue",
		"you have made the one attack of your turn 6+8");
	agent_cards_expect(&s, 0, "punch blue",
		"you have made the one attack of your turn 7+4");
}

/* What pays the second power stands behind it. */
TEST("agent/cards", "two powers")
{
	static const struct agent_line lines[] = {
		{ "cast venom at blue with power 3 with flash 4",
			"cast Venom at blue with Power 3 with Flash 4" },
		{ "cast venom at blue with flash 4, power 3",
			"cast Venom at blue with Flash 4 with Power 3" },
		{ "cast venom at blue with 3",
			"cast Venom at blue with Power 3" },
		{ "cast venom at blue with 1 with 3",
			"cast Venom at blue with 1 with Power 3" },
		{ "cast venom at blue", "cast Venom at blue" },
	};
	struct scene s;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue green");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	table_hand(&s, 0, "venom#1 sum#1 power-3#1 flash-4#1 power-6#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

/* What is proposed in place of an order is at what the order names, or it is
 * not proposed. */
TEST("agent/cards", "the nearest order keeps its target")
{
	struct scene s;
	int block, spell;

	agent_cards_begin(&s);
	scene_put(&s, 1, "c2");
	table_hand(&s, 0,
		"waterbolt#1 large-rock#1 thornbush#1 around-the-corner#1 "
		"zot#1 shield#1 fire-darts#1 energy-4#1");
	block = table_card(&s, "stone-block#1");
	spell = table_put(&s, SP_PLAYED_SPELL, 1, "stone-block#1");
	(void)sp_game_add_thing(&s.g, SP_THING_CREATED, block, 1,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "d3")));
	s.g.thing[0].played = (uint8_t)spell;
	s.g.thing[0].fills = true;
	agent_cards_expect(&s, 0,
		"cast waterbolt at stone block with large rock push 3",
		"there is nothing for \"push\" now [cast "
		"Waterbolt at Stone Block d3 with Large Rock] 47+6");
	agent_cards_expect(&s, 0,
		"cast fire darts 3 at blue, 2 at c1 south with energy 4",
		"that is more than Fire Darts has to give out [cast Fire "
		"Darts 3 at blue, c1/c2 with Energy 4] 28+13");
	agent_cards_expect(&s, 0, "cast thornbush at g4",
		"g4 is out of sight; possible: g3, e4, f3 and 4 more 16+5");
	agent_cards_expect(&s, 0, "cast thornbush at h5",
		"h5 is out of sight; possible: g3, e4, b5 and 4 more 16+5");
	agent_cards_expect(&s, 0,
		"cast around the corner around c2: zot stun at green with "
		"shield",
		"Green is out of sight from the corner c2: name a square "
		"that both of you see 44+8");
	agent_cards_expect(&s, 0,
		"cast around the corner around c2: zot stun at blue with "
		"shield",
		"Zot! takes no energy [cast Around the Corner around c2: "
		"Zot! stun at blue] 57+6");
	agent_cards_expect(&s, 0, "cast zot stun at blue with shield",
		"Zot! takes no energy [cast Zot! stun at blue] 28+6");
}

TEST("agent/cards", "a treasure that is wrested by who carries one")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	scene_put(&s, 1, "e3");
	table_put(&s, SP_PLAYED_SPELL, 0, "strength#1");
	table_put(&s, SP_PLAYED_ITEM, 1, "spellstone#1");
	s.g.treasure[0].carrier = 1;
	s.g.actor[1].carries = 0;
	s.g.treasure[2].carrier = 0;
	s.g.actor[0].carries = 2;
	agent_cards_expect(&s, 0,
		"use strength wrest from blue object treasure",
		"you carry a treasure already; possible: Blue's Spellstone "
		"30+15");
}

TEST("agent/cards", "of two targets the one that is meant well")
{
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 1, "adrenaline#1");
	s.g.active = 1;
	s.g.decision.seats = 2;
	agent_cards_expect(&s, 1, "cast adrenaline",
		"say which: cast Adrenaline at red, or cast Adrenaline at blue "
		"[cast Adrenaline at blue] 6+10");
}

/* What pays, and what a weapon uses up. */
TEST("agent/cards", "cards that are worth no energy")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	scene_put(&s, 1, "e3");
	table_put(&s, SP_PLAYED_ITEM, 0, "wizardblade#1");
	table_hand(&s, 0,
		"around-the-corner#1 add#1 share-life#1 pick-lock#1 "
		"lightning-bolt#1 waterbolt#1");
	agent_cards_expect(&s, 0,
		"use wizardblade at blue with around the corner",
		"Around the Corner is worth no energy; you could use Pick "
		"Lock, Add, Waterbolt [use Wizardblade at blue with Pick "
		"Lock] 25+22");
	agent_cards_expect(&s, 0, "use wizardblade at blue with add",
		"use Wizardblade at blue with Add");
	agent_cards_expect(&s, 0, "boost with add pick lock + share life",
		"Share Life is worth no energy; you could use Waterbolt "
		"28+10");
	agent_cards_expect(&s, 0, "cast lightning bolt west with nothing",
		"expected a card that pays for Lightning Bolt behind `with`: "
		"name one, or leave `with` out [cast Lightning Bolt west] "
		"31+7");
	agent_cards_expect(&s, 0, "cast waterbolt at me push 1",
		"cast Waterbolt at red push 1");
	/* no direction is a number, the first of them, 0, neither */
	agent_cards_expect(&s, 0, "cast waterbolt at me push 1 north",
		"leave the way out: you are asked for it once this is cast "
		"[cast Waterbolt at red push 1] 29+5");
	agent_cards_expect(&s, 0, "cast waterbolt at blue push 2",
		"the energy of Waterbolt is 1 here, and 2 is more; "
		"possible: 0, 1 [cast Waterbolt at blue push 1] 24+6");
	agent_cards_expect(&s, 0,
		"cast waterbolt at blue push 4 with pick lock",
		"the energy of Waterbolt is 3 here, and 4 is more; "
		"possible: 0, 1, 2, 3 [cast Waterbolt at blue push 3 with "
		"Pick Lock] 24+6");
	agent_cards_expect(&s, 0, "cast add",
		"Add is a part of another order: `cast SPELL with add "
		"ENERGY + ENERGY` or `boost with add ENERGY + ENERGY` 6+3");
	agent_cards_expect(&s, 0, "cast around the corner",
		"Around the Corner is a part of another order: `cast around"
		" the corner around SQUARE: SPELL at WHOM` 6+17");
	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	table_hand(&s, 0, "add#1 share-life#1 pick-lock#1");
	agent_cards_expect(&s, 0, "boost with add pick lock + share life",
		"Share Life is worth no energy [boost with Add] 28+10");
}

/* The cloud is named as the spell is, and only the spell can be ended: it is
 * refused for where it is. */
TEST("agent/cards", "a spell out of sight is refused for that")
{
	struct scene s;
	int cloud, spell;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "j5");
	table_hand(&s, 0, "dispel#1");
	cloud = table_card(&s, "dust-cloud#1");
	spell = table_put(&s, SP_PLAYED_SPELL, 1, "dust-cloud#1");
	(void)sp_game_add_thing(&s.g, SP_THING_CREATED, cloud, 1,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "i5")));
	s.g.thing[0].played = (uint8_t)spell;
	agent_cards_expect(&s, 0, "cast dispel on dust cloud",
		"Dust Cloud at i5 is out of sight 13+13");
	agent_cards_expect(&s, 0, "cast dispel at i5",
		"Dust Cloud at i5 is out of sight 13+5");
	s.g.thing[0].where = SP_REF(SP_KIND_SQUARE, scene_square(&s, "c2"));
	agent_cards_expect(&s, 0, "cast dispel on dust cloud",
		"cast Dispel on Dust Cloud");
}

/* A line at the rim has two sides: it is named by that of whoever acts. */
TEST("agent/cards", "a line at the rim is named by one's own side")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 1, "c3");
	table_hand(&s, 0, "wallivore#1 create-wall#1");
	scene_put(&s, 0, "j3");
	agent_cards_expect(&s, 0, "cast wallivore at east",
		"j3 east has no wall; possible: i3/j3 16+7");
	agent_cards_expect(
		&s, 0, "open east", "there is no door at j3 east 6+4");
	scene_put(&s, 0, "a3");
	agent_cards_expect(&s, 0, "cast wallivore at west",
		"a3 west has no wall; possible: a2/a3 16+7");
	scene_put(&s, 0, "j1");
	agent_cards_expect(&s, 0, "cast wallivore at east",
		"j1 east is an outer wall, and those cannot be harmed 16+7");
}

/* Neither the only card nor one of several. */
TEST("agent/cards", "a weapon spends no card that was not named")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	scene_put(&s, 1, "e3");
	table_put(&s, SP_PLAYED_ITEM, 0, "wizardblade#1");
	agent_cards_expect(&s, 0, "use wizardblade at blue",
		"there is nothing for \"with\" now 5+19");
	table_hand(&s, 0, "waterbolt#1");
	agent_cards_expect(&s, 0, "use wizardblade at blue",
		"say which card of your hand is spent on it, \"with\" and one "
		"of Waterbolt [use Wizardblade at blue with Waterbolt] 5+19");
	agent_cards_expect(&s, 0, "attack blue with wizardblade",
		"say which card of your hand is spent on it, \"with\" and one "
		"of Waterbolt [use Wizardblade at blue with Waterbolt] 8+21");
	agent_cards_expect(&s, 0, "use wizardblade at blue with waterbolt",
		"use Wizardblade at blue with Waterbolt");
	table_hand(&s, 0, "waterbolt#2 add#1");
	agent_cards_expect(&s, 0, "use wizardblade at blue",
		"say which card of your hand is spent on it, \"with\" and one "
		"of Add, Waterbolt [use Wizardblade at blue with Add] 5+19");
}

TEST("agent/cards", "a sector is turned either way")
{
	struct scene s;
	static const struct agent_line lines[] = {
		{ "cast rotate sector red by -90",
			"cast Rotate Sector red by 270" },
		{ "cast rotate sector red left",
			"cast Rotate Sector red by 270" },
		{ "cast rotate sector red by 90 counterclockwise",
			"cast Rotate Sector red by 270" },
		{ "cast rotate sector red 180",
			"cast Rotate Sector red by 180" },
		{ "cast rotate sector red clockwise",
			"cast Rotate Sector red by 90" },
		{ "cast rotate sector red by 45 left",
			"a sector turns by 90, 180 or 270 degrees [cast Rotate "
			"Sector red by 90] 24+10" },
		{ "cast rotate sector red by -360",
			"a sector turns by 90, 180 or 270 degrees [cast Rotate "
			"Sector red by 90] 24+7" },
		{ "cast rotate sector red by 3",
			"cast Rotate Sector red by 270" },
	};

	agent_cards_begin(&s);
	table_hand(&s, 0, "rotate-sector#1");
	agent_cards_expect_all(&s, 0, lines, SP_ARRAY_LEN(lines));
}

TEST("agent/cards", "stabbing is what a dagger does beside throwing")
{
	struct scene s;

	agent_cards_begin(&s);
	table_put(&s, SP_PLAYED_ITEM, 0, "dagger#1");
	agent_cards_expect(
		&s, 0, "stab blue with dagger", "use Dagger stab at blue");
	agent_cards_expect(
		&s, 0, "stab dagger at blue", "use Dagger stab at blue");
	agent_cards_expect(&s, 0, "attack blue with dagger",
		"say which: use Dagger stab at blue, or use Dagger throw at "
		"blue [use Dagger stab at blue] 8+16");
}

TEST("agent/cards", "a permanent spell is ended by nobody")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	scene_put(&s, 1, "e3");
	table_put(&s, SP_PLAYED_SPELL, 0, "strength#1");
	table_put(&s, SP_PLAYED_SPELL, 1, "slow-death#1");
	s.g.rule[SP_RULE_CREATIONS] = SP_CREATIONS_PERMANENT;
	table_hand(&s, 0, "thornbush#1 dispel#1");
	agent_cards_act(&s, 0, "cast thornbush at g3");
	agent_cards_expect(&s, 0, "cast dispel on thornbush",
		"Thornbush at g3 is permanent: its caster cannot end it; "
		"possible: Red's Strength, Blue's Slow Death 13+12");
	agent_cards_expect(&s, 0, "end spell thornbush",
		"Thornbush at g3 is permanent: its caster cannot end it; "
		"possible: Red's Strength [end spell Strength] 11+9");
	agent_cards_expect(&s, 0, "end spell slow death",
		"Blue's Slow Death is not yours to end; possible: Red's "
		"Strength [end spell Strength] 11+10");
}

/* That is no reason for what ends no spell. */
TEST("agent/cards", "what a permanent thing is not")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	scene_put(&s, 1, "e3");
	s.g.rule[SP_RULE_CREATIONS] = SP_CREATIONS_PERMANENT;
	table_hand(&s, 0,
		"thornbush#1 create-wall#1 create-door#1 pass-through-wall#1");
	agent_cards_act(&s, 0, "cast create door at e3 east, hold no");
	agent_cards_expect(&s, 0, "cast pass through wall at e3 east",
		"e3/f3 is a door, and a door is no wall; possible: e3/e4 "
		"24+10");
	agent_cards_act(&s, 0, "cast thornbush at e2");
	agent_cards_expect(&s, 0, "cast create wall at thornbush",
		"Thornbush at e2 is on no border line; possible: e2/e3, "
		"c2/c3, d3/e3 and 3 more 18+12");
	agent_cards_expect(&s, 0, "discard thornbush",
		"your Thornbush is in play and permanent: you can neither "
		"discard nor end it 9+9");
}
