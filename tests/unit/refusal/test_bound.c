/* Each thing that the binder says of an order, with the words that a player
 * reads. */
#include "../rules/table.h"
#include "agent/agent_tests.h"
#include "refusal/refusal.h"
#include "setup/setup.h"

/* ---- positions, seat 0 to move -------------------------------------------- */

/* Red at c3, his home; without cards. */
static void board(struct scene *s)
{
	s->ruleset = agent_test_ruleset();
	agent_test_scene(&s->g);
}

static void corner(struct scene *s)
{
	board(s);
	agent_test_put(&s->g, 0, "a1");
}

static void wall_in(struct scene *s, int seat)
{
	uint16_t square = s->g.actor[seat].square;

	for (int d = 0; d < SP_DIRS; d++)
		s->g.board.edge[s->g.board.edge_at[square][d]].created =
			SP_EDGE_WALL;
}

/* Some things may change hands. */
static void dealing(struct scene *s)
{
	table_begin_with(s, cardplay_lab_ruleset(), "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	table_hand(s, 0, "dart#1");
}

/* Nobody comes to blue's home. */
static void walled(struct scene *s)
{
	board(s);
	wall_in(s, 1);
}

static void walled_in(struct scene *s)
{
	board(s);
	wall_in(s, 0);
}

/* Fists crack walls, and red stands between two. */
static void strong(struct scene *s)
{
	static struct sp_ruleset ruleset;

	board(s);
	agent_test_put(&s->g, 0, "c2");
	ruleset = *s->ruleset;
	ruleset.punch_damage = ruleset.damage_per_crack;
	s->ruleset = &ruleset;
}

static void treasures(struct scene *s)
{
	board(s);
	agent_test_lay(&s->g, 2, "c3");
	agent_test_lay(&s->g, 3, "c3");
}

static void carries(struct scene *s)
{
	board(s);
	s->g.treasure[2].carrier = 0;
	s->g.treasure[2].square = SP_NOWHERE;
	s->g.actor[0].carries = 2;
}

/* Red at c3 with a full hand, blue beside, green out of sight. */
static void cards(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	table_hand(s, 0,
		"fireball#1 fire-darts#1 zot#1 energy-5#1 energy-4#1 "
		"large-rock#1 full-shield#1");
}

static void few_cards(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	table_hand(s, 0,
		"swap#1 dispel#1 booby-trap#1 rotate-sector#1 master-key#1 "
		"drop-object#1");
}

static void no_cards(struct scene *s)
{
	table_begin(s, "red blue");
}

/* Nothing that helps, but twice; a way out that a stone block fills. */
static void twins(struct scene *s)
{
	int block, spell;

	table_begin(s, "red blue");
	scene_put(s, 0, "a1");
	table_hand(s, 0, "zot#1 zot#2");
	block = table_card(s, "stone-block#1");
	spell = table_put(s, SP_PLAYED_SPELL, 1, "stone-block#1");
	EQUAL_INT_FATAL(s->g.things_end, 0);
	(void)sp_game_add_thing(&s->g, SP_THING_CREATED, block, 1,
		SP_REF(SP_KIND_SQUARE, scene_square(s, "a2")));
	s->g.thing[0].played = (uint8_t)spell;
	s->g.thing[0].fills = true;
}

/* One way leads to c3, and it burns. */
static void burning(struct scene *s)
{
	static const char *const shut[] = { "b3/c3", "c2/c3", "c3/c4" };
	int wall, spell;

	table_begin(s, "red blue");
	scene_put(s, 0, "d3");
	for (size_t i = 0; i < SP_ARRAY_LEN(shut); i++)
		s->g.board.edge[scene_edge(s, shut[i])].created = SP_EDGE_WALL;
	wall = table_card(s, "wall-of-fire#1");
	spell = table_put(s, SP_PLAYED_SPELL, 1, "wall-of-fire#1");
	EQUAL_INT_FATAL(s->g.things_end, 0);
	(void)sp_game_add_thing(&s->g, SP_THING_CREATED, wall, 1,
		SP_REF(SP_KIND_EDGE, scene_edge(s, "c3/d3")));
	s->g.thing[0].played = (uint8_t)spell;
}

/* Tacks bar the short way from d1 to a1. */
static void strewn(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "d1");
	s->g.moves = 6;
	(void)table_put(s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
	agent_cards_act(s, 0, "use handful of tacks at c1");
}

/* A dagger that is not carried yet. */
static void dagger(struct scene *s)
{
	table_begin(s, "red blue");
	table_hand(s, 0, "dagger#1");
}

/* Red is asked which card of blue's he takes. */
static void choice(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c4");
	table_hand(s, 0, "thought-steal#1");
	table_hand(s, 1, "zot#1 shield#1 fireball#1");
	EQUAL_INT_FATAL(
		table_do(s, 0, "cast thought-steal#1 0 blue"), SP_REASON_NONE);
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_CHOICE);
}

/* Red is asked where he pushes blue to. */
static void pushed_at(struct scene *s, const char *square)
{
	table_begin(s, "red blue");
	scene_put(s, 0, square);
	scene_put(s, 1, square);
	table_hand(s, 0, "waterbolt#1");
	EQUAL_INT_FATAL(table_do(s, 0, "cast waterbolt#1 0 none blue 1"),
		SP_REASON_NONE);
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_CHOICE);
}

static void pushed(struct scene *s)
{
	pushed_at(s, "c3");
}

/* Between two walls. */
static void pushed_there(struct scene *s)
{
	pushed_at(s, "c2");
}

/* Whoever is first chooses a school. */
static void draft(struct scene *s)
{
	static struct sp_events events;
	struct sp_setup setup;
	struct sp_rng dice;

	table_begin(s, "red blue");
	scene_setup(&setup, "red blue");
	EQUAL_INT_FATAL(sp_card_ruleset_set_option(
				s->ruleset, &setup, "schools", "players", NULL),
		SP_OK);
	for (uint64_t seed = 0; seed == 0 || s->g.first != 0; seed++) {
		scene_dice(&dice, seed);
		events.n = 0;
		EQUAL_INT_FATAL(sp_setup_start(s->ruleset, &setup, &dice, &s->g,
					&events, NULL),
			SP_OK);
	}
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_CHOICE);
}

/* Red must give up three of ten. */
static void discard(struct scene *s)
{
	table_begin(s, "red blue");
	table_hand(s, 0,
		"meditate#1 zot#1 zot#2 drop-object#1 fireball#1 large-rock#1 "
		"energy-5#1");
	table_put(s, SP_PLAYED_SPELL, 0, "create-wall#1");
	EQUAL_INT_FATAL(table_do(s, 0, "cast meditate#1 0"), SP_REASON_NONE);
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_DISCARD);
}

/* The same with two spells in play. */
static void discard_spells(struct scene *s)
{
	table_begin(s, "red blue");
	table_hand(s, 0, "meditate#1 zot#1 zot#2 drop-object#1 fireball#1");
	table_put(s, SP_PLAYED_SPELL, 0, "create-wall#1");
	table_put(s, SP_PLAYED_SPELL, 0, "fog#1");
	EQUAL_INT_FATAL(table_do(s, 0, "cast meditate#1 0"), SP_REASON_NONE);
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_DISCARD);
}

/* The pieces of what is refused with its reason: tacks that are carried, blue
 * beside red, green far off. */
static void pieces(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "d3");
	table_hand(s, 0,
		"zot#1 around-the-corner#1 fireball#1 windrider#1 swap#1");
	table_put(s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
}

/* The same where nobody picks anything up. */
static void gravity(struct scene *s)
{
	pieces(s);
	table_put(s, SP_PLAYED_SPELL, 1, "gravity#1");
	agent_test_lay(&s->g, 2, "c3");
}

/* What red says is in the box of the seat already. */
static struct sp_declarations declared;

static void declaring(struct scene *s)
{
	cards(s);
	memset(&declared, 0, sizeof(declared));
	declared.n = 1;
	sp_format(declared.line[0].text, sizeof(declared.line[0].text),
		"when damaged: pass");
}

static void undeclared(struct scene *s)
{
	declaring(s);
	declared.n = 0;
}

/* It decides all. */
static void declared_pass(struct scene *s)
{
	declaring(s);
	sp_format(declared.line[0].text, sizeof(declared.line[0].text),
		"when asked: pass");
}

static void declared_spells(struct scene *s)
{
	declaring(s);
	sp_format(declared.line[0].text, sizeof(declared.line[0].text),
		"when spell: pass");
}

static void declared_ask(struct scene *s)
{
	declaring(s);
	sp_format(declared.line[0].text, sizeof(declared.line[0].text),
		"when attacked: ask");
}

/* The counter is carried. */
static void powder(struct scene *s)
{
	declaring(s);
	table_put(s, SP_PLAYED_ITEM, 0, "null-powder#1");
}

/* As often as Adrenaline lets one. */
static void attacked_once(struct scene *s)
{
	cards(s);
	s->g.attacked = 1;
}

static void attacked_twice(struct scene *s)
{
	int spell;

	cards(s);
	spell = table_put(s, SP_PLAYED_SPELL, 0, "adrenaline#1");
	s->g.played[spell].target = SP_REF(SP_KIND_ACTOR, 0);
	s->g.attacked = 2;
}

/* Blue attacks red with nothing of fire, and red has a flood. */
static void attack(struct scene *s, const char *item)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	table_hand(s, 0, "flood#1");
	table_hand(s, 1, "zot#1");
	if (item != NULL)
		table_put(s, SP_PLAYED_ITEM, 1, item);
	s->g.active = 1;
	s->g.actor[1].turns = 2;
	s->g.turn = 4;
	s->g.decision.seats = 1U << 1;
	agent_cards_act(s, 1, "cast zot hurt at red");
}

static void attacked(struct scene *s)
{
	attack(s, NULL);
}

/* A flood puts out what blue wears. */
static void attacked_in_cloak(struct scene *s)
{
	attack(s, "fire-cloak#1");
}

/* What would counter it as an item is in the hand. */
static void attacked_unarmed(struct scene *s)
{
	attack(s, NULL);
	table_hand(s, 0, "null-powder#1");
}

/* Two items are carried. */
static void carried(struct scene *s)
{
	no_cards(s);
	scene_put(s, 0, "c3");
	table_put(s, SP_PLAYED_ITEM, 0, "dagger#1");
	table_put(s, SP_PLAYED_ITEM, 0, "large-rock#1");
}

/* One lies where red stands. */
static void lying(struct scene *s)
{
	int dagger;

	no_cards(s);
	scene_put(s, 0, "c3");
	dagger = table_card(s, "dagger#1");
	sp_game_put_card(&s->g, dagger, SP_ZONE_BOARD, SP_NOBODY);
	(void)sp_game_add_thing(&s->g, SP_THING_LONE, dagger, 0,
		SP_REF(SP_KIND_SQUARE, scene_square(s, "c3")));
}

/* Twenty lines are the most. */
static void declared_all(struct scene *s)
{
	declaring(s);
	for (declared.n = 0; declared.n < SP_DECLARATIONS_MAX; declared.n++)
		sp_format(declared.line[declared.n].text,
			sizeof(declared.line[0].text), "when asked by %d: pass",
			declared.n);
}

static void declared_long(struct scene *s)
{
	declaring(s);
	for (declared.n = 0; declared.n < 9; declared.n++)
		sp_format(declared.line[declared.n].text,
			sizeof(declared.line[0].text), "when %d%0105d: pass",
			declared.n, 0);
}

/* No Brain Burn is in this game. */
static void no_burn(struct scene *s)
{
	declaring(s);
	for (int c = 0; c < s->ruleset->n_copies; c++)
		if (sp_streq(sp_ruleset_card(s->ruleset, c)->id, "brain-burn"))
			sp_game_put_card(&s->g, c, SP_ZONE_OUT, SP_NOBODY);
}

/* ---- what is said --------------------------------------------------------- */

static const struct {
	enum sp_agent_reason reason;
	void (*position)(struct scene *s);
	const char *order, *words;
} rows[] = {
	{ SP_AGENT_REASON_SHORTEST_WAY, board, "move to e3",
		"the shortest way: e e" },
	{ SP_AGENT_REASON_PART_OF_WAY, board, "move towards f1",
		"as far as f3: e e e; 2 more steps to go" },
	{ SP_AGENT_REASON_PART_OF_WAY, board, "move towards g3",
		"as far as f3: e e e; 1 more step to go" },
	{ SP_AGENT_REASON_NOTED_COUNTER, declaring,
		"when attacked: counter with full shield",
		"noted: when attacked: counter with Full Shield; if that cannot be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_COUNTER, powder,
		"when spell: counter with null powder",
		"noted: when spell: counter with Null Powder; if that cannot be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_MISSING, declaring,
		"when attacked: counter with shield",
		"noted: when attacked: counter with Shield, though you have no Shield now; if that cannot be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_MISSING, declaring,
		"when attacked: counter with full shield, then shield",
		"noted: when attacked: counter with Full Shield, then Shield, though you have no Shield now; if that cannot be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_UNFIT, declaring,
		"when attacked: counter with negate neutral",
		"noted: when attacked: counter with Negate Neutral, though Negate Neutral does not answer that itself, at most another spell that is a part of it: then you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_MISSING, declaring,
		"when spell: counter with negate neutral",
		"noted: when spell: counter with Negate Neutral, though you have no Negate Neutral now; if that cannot be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_BEHIND, declared_pass,
		"when attacked: counter with full shield",
		"noted: when attacked: counter with Full Shield; but your earlier line, when asked, decides first where both fit: `forget when asked` takes that back" },
	{ SP_AGENT_REASON_NOTED_BEHIND, declared_ask,
		"when attacked by red: pass",
		"noted: when attacked by red: pass; but your earlier line, when attacked, decides first where both fit: `forget when attacked` takes that back" },
	{ SP_AGENT_REASON_NOTED_BEHIND, declared_spells,
		"when attacked by spell: counter with full shield",
		"noted: when attacked by spell: counter with Full Shield; but your earlier line, when spell, decides first where both fit: `forget when spell` takes that back" },
	{ SP_AGENT_REASON_NOTED_PASS, declared_spells,
		"when attacked by punch: pass",
		"noted: when attacked by punch: pass" },
	{ SP_AGENT_REASON_NOTED_ATTACKS, declaring, "when spell: pass",
		"noted: when spell: pass; that passes on spells that attack you, too: a line for those must stand before it" },
	{ SP_AGENT_REASON_NOTED_PASS, declaring, "when attacked by red: pass",
		"noted: when attacked by red: pass" },
	{ SP_AGENT_REASON_NOTED_ASK, declaring, "when asked: ask",
		"noted: when asked: ask; but if a counter of an earlier line that fits could not be played, this means pass" },
	{ SP_AGENT_REASON_FORGOTTEN, declaring, "forget when damaged",
		"forgotten: when damaged: pass" },
	{ SP_AGENT_REASON_FORGOTTEN_ALL, declaring, "forget all",
		"forgotten, all of them" },
	{ SP_AGENT_REASON_WAYS_OUT, corner, "move e",
		"there is a wall east of a1; you can go s" },
	{ SP_AGENT_REASON_WAYS_OUT, strong, "move n n",
		"there is a wall north of c2; you can go e, s" },
	/* what the rules say is all there is to say */
	{ SP_AGENT_REASON_NONE, walled_in, "move e",
		"there is a wall east of c3" },
	{ SP_AGENT_REASON_NONE, twins, "move towards c3",
		"something fills the square a2" },
	{ SP_AGENT_REASON_NONE, attacked_once, "punch blue",
		"you have made the one attack of your turn" },
	{ SP_AGENT_REASON_NONE, attacked_twice, "punch blue",
		"you have made both attacks of your turn" },
	{ SP_AGENT_REASON_NONE, attacked_twice, "cast zot hurt at blue with 4",
		"you have made both attacks of your turn" },
	/* a line beside the wizard is called south, too */
	{ SP_AGENT_REASON_NONE, pushed_there, "choose north",
		"north is no answer to what Waterbolt asks; possible: east, south" },
	{ SP_AGENT_REASON_NO_SQUARE, board, "move to z9",
		"this board has no square z9" },
	{ SP_AGENT_REASON_NO_SQUARE, cards, "cast fireball at z9",
		"this board has no square z9" },
	{ SP_AGENT_REASON_WIZARD_AT, cards, "move to blue",
		"a walk goes to a square, and blue stands at c2" },
	{ SP_AGENT_REASON_STANDS_THERE, board, "move to home",
		"you stand there already" },
	{ SP_AGENT_REASON_NO_WAY, walled, "move towards h3",
		"no way leads there: walls, or doors that are shut to you" },
	{ SP_AGENT_REASON_NO_SAFE_WAY, burning, "move to c3",
		"every way there leads through Wall of Fire c3/d3, and `to` and `towards` only take safe ones; steps go anywhere" },
	{ SP_AGENT_REASON_TOO_FAR, board, "move to f1",
		"f1 is 5 moves away and you have 3 left; \"move towards f1\" would go as far as f3" },
	{ SP_AGENT_REASON_NO_EDGE, board, "open z9 north",
		"this board has no edge z9 north" },
	{ SP_AGENT_REASON_NO_EDGE, cards, "cast fireball at z9 north",
		"this board has no edge z9 north" },
	{ SP_AGENT_REASON_NONE_TO_PUNCH, strong, "punch door",
		"nothing beside you can be punched down" },
	{ SP_AGENT_REASON_NONE_TO_OPEN, corner, "open",
		"no door beside you that you could open now" },
	{ SP_AGENT_REASON_NONE_TO_HOLD, corner, "hold",
		"no door beside you that you could hold now" },
	{ SP_AGENT_REASON_NO_TREASURE, board, "pick up",
		"no such treasure lies in your square; on the board lie red's treasure a1, red's treasure e5, blue's treasure g2, blue's treasure i4" },
	{ SP_AGENT_REASON_ITEMS_INSTEAD, carried, "drop",
		"there is no treasure for that; you could write drop Dagger, or drop Large Rock" },
	{ SP_AGENT_REASON_ITEMS_INSTEAD, lying, "pick up",
		"there is no treasure for that; you could write pick up Dagger c3" },
	{ SP_AGENT_REASON_WHICH_ANSWER, carried, "drop object",
		"say which: drop Dagger, or drop Large Rock" },
	{ SP_AGENT_REASON_NONE, lying, "pick up item", "" },
	{ SP_AGENT_REASON_NO_ITEM_CARRIED, cards, "drop object",
		"you carry no item that you could drop" },
	{ SP_AGENT_REASON_NO_ITEM_HERE, no_cards, "pick up something",
		"no item that you could pick up lies in your square" },
	{ SP_AGENT_REASON_NOT_CARRIED, carries, "drop treasure 2",
		"you do not carry that treasure" },
	{ SP_AGENT_REASON_WHICH_ANSWER, treasures, "pick up",
		"say which: pick up blue's treasure 1, or pick up "
		"blue's treasure 2" },
	{ SP_AGENT_REASON_WHICH_ANSWER, strong, "punch wall",
		"say which: punch wall c1/c2, or punch wall b2/c2" },
	{ SP_AGENT_REASON_WHICH_COMMAND, cards, "cast zot at blue",
		"say which: cast Zot! hurt at blue, or cast Zot! stun at blue" },
	{ SP_AGENT_REASON_NO_PASS, board, "pass",
		"there is nothing to pass on; a turn is ended by \"end\"" },
	{ SP_AGENT_REASON_NOT_ASKED, cards, "2",
		"a number answers a numbered question, and none was asked" },
	{ SP_AGENT_REASON_ONE_ANSWER, pushed, "1, 2",
		"the question takes one answer, and these are 2" },
	{ SP_AGENT_REASON_ANSWERS, choice, "9",
		"the question has answers 1 to 4" },
	{ SP_AGENT_REASON_OTHER_LINE, choice, "2 zot",
		"number 2 of the list is Shield: write the number alone" },
	{ SP_AGENT_REASON_OTHER_LINE, pushed, "1 south",
		"number 1 of the list is north: write the number alone" },
	{ SP_AGENT_REASON_NUMBERS, discard, "1, 2, 11",
		"the list has numbers 1 to 10" },
	{ SP_AGENT_REASON_NAMED_TWICE, discard, "1, 1, 2",
		"number 1 is named twice" },
	{ SP_AGENT_REASON_TOO_FEW_TO_CHOOSE, choice, "choose zot x2",
		"only 1 Zot! can be chosen" },
	{ SP_AGENT_REASON_TOO_FEW_LIKE, discard, "zot x3",
		"only 2 Zot! can be given up" },
	{ SP_AGENT_REASON_NOTHING_LIKE, discard, "dagger",
		"you have no Dagger that you could give up" },
	{ SP_AGENT_REASON_NOT_LISTED, discard, "discard blue",
		"nothing of the list is called that" },
	{ SP_AGENT_REASON_WHICH_NUMBER, discard_spells, "discard red",
		"say which, by its number: Create Wall, or Fog" },
	{ SP_AGENT_REASON_MORE_NEEDED, discard, "fireball, rock",
		"1 more needed: give up 3 at once; you named Large Rock, Fireball" },
	{ SP_AGENT_REASON_TOO_MANY, discard, "1, 2, 3, 4",
		"that is 4, and you give up 3 only" },
	{ SP_AGENT_REASON_NOT_IN_HAND, cards, "cast create wall at c4 north",
		"you have no Create Wall in your hand; it holds Full Shield, Zot!, Large Rock, Fire Darts, Energy 4, Energy 5, Fireball" },
	{ SP_AGENT_REASON_NOT_IN_HAND, no_cards, "cast fireball",
		"you have no Fireball in your hand" },
	{ SP_AGENT_REASON_NOT_IN_HAND, twins, "cast fireball",
		"you have no Fireball in your hand; it holds Zot!" },
	{ SP_AGENT_REASON_NOT_HAD, few_cards, "use dagger at blue",
		"you carry no Dagger and have none in your hand; it holds Drop Object, Dispel, Rotate Sector, Swap, Booby Trap, Master Key" },
	{ SP_AGENT_REASON_CANNOT_PAY, cards, "cast zot at blue with energy 6",
		"you have no Energy 6 in your hand; your hand has Large Rock (3), Energy 4 (4), Energy 5 (5)" },
	{ SP_AGENT_REASON_NONE_WORTH, cards, "boost 9",
		"no single card of your hand is worth 9; your hand has Large Rock (3), Energy 4 (4), Energy 5 (5)" },
	{ SP_AGENT_REASON_NONE_WORTH, no_cards, "boost 9",
		"no single card of your hand is worth 9; your hand has nothing that pays" },
	{ SP_AGENT_REASON_ONLY_ENERGY, cards, "cast energy 5",
		"Energy 5 is nothing but energy: name it behind \"with\"" },
	{ SP_AGENT_REASON_NOT_LYING, no_cards, "pick up dagger",
		"no Dagger lies on the board" },
	{ SP_AGENT_REASON_NOT_AN_ITEM, cards, "drop rock",
		"you carry no Large Rock" },
	{ SP_AGENT_REASON_NO_SPELL, cards, "end spell fog",
		"no spell Fog of yours is in play" },
	{ SP_AGENT_REASON_NO_CREATURE, cards, "activate fog",
		"no Fog is on the board as a creature" },
	{ SP_AGENT_REASON_NONE_TO_DISCARD, cards, "discard dagger",
		"you have no Dagger to discard" },
	{ SP_AGENT_REASON_IS_CARRIED, carried, "discard dagger",
		"you carry Dagger: it can only be dropped" },
	{ SP_AGENT_REASON_IS_CARRIED, carried, "end spell dagger",
		"you carry Dagger: it can only be dropped" },
	{ SP_AGENT_REASON_IS_CAST, attacked_twice, "discard adrenaline",
		"your Adrenaline is in play: it can only be ended" },
	{ SP_AGENT_REASON_IN_VAIN, attacked, "counter with flood",
		"what you answer goes on as if you had passed" },
	{ SP_AGENT_REASON_BESIDE, attacked_in_cloak, "counter with flood", "what you answer goes on as if you had passed, whatever else Flood does" },
	{ SP_AGENT_REASON_NOT_FOR_THIS, cards, "cast fireball at blue rock",
		"your Large Rock cannot be used for this" },
	{ SP_AGENT_REASON_NO_CARD_THERE, cards, "cast fireball at blue dagger",
		"no Dagger is there that could be meant" },
	{ SP_AGENT_REASON_NOTHING_THERE, cards, "discard 5",
		"nothing is there that could be meant" },
	{ SP_AGENT_REASON_TURNS, few_cards, "cast rotate sector blue by 45",
		"a sector turns by 90, 180 or 270 degrees" },
	{ SP_AGENT_REASON_TOO_FEW_LIKE, cards, "discard zot x2",
		"only 1 Zot! can be given up" },
	{ SP_AGENT_REASON_SAY_MORE, few_cards,
		"cast booby trap at c2, b3, d3, 7 real 1",
		"say more: \"at\" and what" },
	{ SP_AGENT_REASON_NOTHING_FOR, few_cards, "cast dispel",
		"there is nothing for \"on\" now" },
	{ SP_AGENT_REASON_NOBODY_FOR, few_cards, "cast swap",
		"there is nothing for \"with\" now; nobody is where you could aim at him" },
	{ SP_AGENT_REASON_CAST_TO_THROW, dagger, "throw dagger",
		"Dagger is still in your hand: cast it first, then say at whom or what you throw it" },
	{ SP_AGENT_REASON_NOBODY_FOR, twins, "cast zot stun",
		"there is nothing for \"at\" now; nobody is where you could aim at him" },
	{ SP_AGENT_REASON_NO_PART, few_cards, "cast master: key",
		"this cannot be a part of Master Key" },
	{ SP_AGENT_REASON_NOT_IN_DEALS, dealing,
		"deal with blue: c4 for nothing",
		"that cannot change hands: name cards, items or the treasure that is carried" },
	{ SP_AGENT_REASON_STILL_IN_HAND, cards, "throw rock at blue",
		"Large Rock is still in your hand: cast it first, then it can be used" },
	{ SP_AGENT_REASON_STILL_IN_HAND, dagger, "use dagger stab at blue",
		"Dagger is still in your hand: cast it first, then it can be used" },
	{ SP_AGENT_REASON_STILL_IN_HAND, dagger, "cast dagger stab at blue",
		"Dagger is still in your hand: cast it first, then it can be used" },
	{ SP_AGENT_REASON_NO_ENERGY, cards, "cast fireball at blue with 5",
		"Fireball takes no energy" },
	{ SP_AGENT_REASON_NO_MORE_ENERGY, cards,
		"boost with energy 5 + energy 4",
		"this order takes no more energy than that" },
	{ SP_AGENT_REASON_NO_MORE_ENERGY, cards,
		"cast zot hurt at blue with 5 + 4",
		"Zot! takes no more energy than that" },
	{ SP_AGENT_REASON_NO_PAYMENT, cards,
		"cast zot hurt at blue with nothing",
		"expected a card that pays for Zot! behind `with`: name one, or leave `with` out" },
	{ SP_AGENT_REASON_PAYS_NOTHING, cards, "boost with energy 5 + fireball",
		"Fireball is worth no energy" },
	{ SP_AGENT_REASON_NO_MORE, cards, "cast fireball at blue, green",
		"that is more than Fireball has to give out" },
	{ SP_AGENT_REASON_NO_USE, cards, "cast fireball at blue push 3",
		"Fireball asks for nothing of the kind: leave that out" },
	{ SP_AGENT_REASON_TOO_LONG, declaring,
		"when attacked by fireball, fire darts, brain burn, powerthrust, psychic storm, thought steal, zot: counter with full shield",
		"that is too long: a declaration has at most 120 letters" },
	{ SP_AGENT_REASON_ALL_DECLARED, declared_all, "when attacked: pass",
		"you have 20 declarations, and that is the most" },
	{ SP_AGENT_REASON_NO_ROOM, declared_long, "when attacked: pass",
		"your other declarations leave no room for it: all together have at most 900 letters" },
	{ SP_AGENT_REASON_NEAR_DECLARED, declaring, "forget when attacked",
		"you have declared nothing of the kind; the nearest is: when damaged: pass" },
	{ SP_AGENT_REASON_NOTED_PASS, declared_ask, "when attacked: pass",
		"noted: when attacked: pass; it takes the place of: when attacked: ask" },
	{ SP_AGENT_REASON_NOTED_NEVER, declaring,
		"when attacked: counter with fool's gold",
		"noted: when attacked: counter with Fool's Gold, though Fool's Gold never answers that: then you pass without being asked" },
	{ SP_AGENT_REASON_NOT_DECLARED, undeclared, "forget when attacked",
		"you have declared nothing of the kind; `hand` lists what you have" },
	{ SP_AGENT_REASON_TAKES_NO_BY, declaring, "when damaged by red: pass",
		"`damaged` takes no `by`, as nobody announces it: write `when damaged: ...`" },
	{ SP_AGENT_REASON_NOT_IN_GAME, no_burn,
		"when attacked by brain burn: pass",
		"Brain Burn is not in this game" },
	{ SP_AGENT_REASON_NEVER_CARD, declaring,
		"when attacked by full shield: pass",
		"Full Shield is never an attack, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_CARD, declaring,
		"when spell by full shield: pass",
		"Full Shield is never a spell, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_CARD, declaring,
		"when countered by fireball: pass",
		"Fireball is never a counter, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_CARD, declaring, "when asked by energy 5: pass",
		"Energy 5 is never announced, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_PUNCH, declaring, "when spell by punch: pass",
		"a punch is never a spell, so this would never be done; write `when attacked by ...`" },
	{ SP_AGENT_REASON_NEVER_WEAPON, declaring,
		"when countered by weapon: pass",
		"a weapon is never a counter, so this would never be done; write `when attacked by ...`" },
	{ SP_AGENT_REASON_NO_COUNTER, declaring,
		"when attacked: counter with fireball",
		"Fireball counters nothing" },
	{ SP_AGENT_REASON_NO_SCHOOL, draft, "choose fireball",
		"that is no school of cards: choose one of conjuring, alchemy, elemental, mentalism, mutation, thaumaturgy, by its name or its number" },
	{ SP_AGENT_REASON_ONE_ANSWER, draft, "choose alchemy, mutation",
		"the question takes one answer, and these are 2" },
	{ SP_AGENT_REASON_NONE, draft, "choose white cantrip",
		"White Cantrip is in a deck already; possible: conjuring, alchemy, elemental and 3 more" },
	{ SP_AGENT_REASON_PART_BEFORE, pieces,
		"cast fireball at green around the corner c2",
		"Around the Corner is a part of another spell: name it, and what belongs to it, before that spell and a colon" },
	{ SP_AGENT_REASON_PART_BEFORE, pieces,
		"cast fireball around the corner at green",
		"Around the Corner is a part of another spell: name it, and what belongs to it, before that spell and a colon" },
	/* a word for one of two plays is no target */
	{ SP_AGENT_REASON_NONE, pieces, "cast zot stun at green",
		"Green is out of sight; possible: Blue" },
	{ SP_AGENT_REASON_NONE, pieces, "use handful of tacks strew at h5",
		"h5 is not in your square or beside it; possible: c4, c2" },
	/* of a corner, not of other targets */
	{ SP_AGENT_REASON_NONE, pieces,
		"cast around the corner c2: fireball at green",
		"Green is out of sight from the corner c2: name a square that both of you see" },
	{ SP_AGENT_REASON_NONE, pieces,
		"cast around the corner b2: fireball at green",
		"b2 is out of sight; possible: c2, c3, d1 and 7 more" },
	{ SP_AGENT_REASON_NONE, pieces, "cast windrider to d4",
		"d4 is not in one line with you; possible: d3, c4, e3 and 3 more" },
	{ SP_AGENT_REASON_NONE, pieces, "cast windrider to b3",
		"b3 is in line with you, but the door b3/c3 bars the way; possible: c2, d3, c4 and 3 more" },
	{ SP_AGENT_REASON_NONE, attacked_unarmed, "counter with null powder",
		"Null Powder is still in your hand: it answers only once you carry it" },
	{ SP_AGENT_REASON_NONE, gravity, "pick up treasure",
		"Gravity does not let you pick that up: it must end first" },
	{ SP_AGENT_REASON_SOME_ANSWERS, choice, "1, 2, 3",
		"the question takes 2 answers, and these are 3" },
	{ SP_AGENT_REASON_TOO_FAR_ROUND, strewn, "move to a1",
		"a1 is 7 moves away, round what would act on you, and you have 6 left; \"move towards a1\" would go as far as a2, and steps go anywhere" },
	{ SP_AGENT_REASON_WAY_TOO_LONG, pushed, "choose n, e, stop",
		"these are 2 steps, and 1 can be chosen" },
};

static const char *const names[] = { "NONE",
#define X(name) #name,
	SP_AGENT_REASONS(X)
#undef X
};

/* Give the order of red's. */
static void give(const struct scene *s, const char *text, struct sp_bound *out)
{
	static struct sp_order_vocable vocable[SP_AGENT_WORDS_MAX];
	static struct sp_game view;
	struct sp_order_words words = { .word = vocable };
	char gone[SP_DECLARATION_SIZE];
	const struct sp_order *order;
	struct sp_orders orders;

	sp_game_view(&s->g, 0, &view);
	words.n = sp_agent_words(s->ruleset, &view, 0, vocable);
	words.asked = (uint8_t)sp_agent_asked(&view, 0);
	sp_order_parse(&orders, text, strlen(text), &words);
	EQUAL_INT_FATAL(orders.n, 1);
	if (orders.line[0].line_class != SP_LINE_ORDER)
		printf("\nno order: %s\n", text);
	EQUAL_INT_FATAL(orders.line[0].line_class, SP_LINE_ORDER);
	order = &orders.line[0].order;
	if (order->kind == SP_ORDER_WHEN)
		(void)sp_agent_declarations_add(
			&declared, s->ruleset, &view, 0, order, out);
	else if (order->kind == SP_ORDER_FORGET)
		(void)sp_agent_declarations_forget(
			&declared, s->ruleset, &view, order, out, gone);
	else
		(void)sp_agent_bind(s->ruleset, &view, 0, order, out);
	sp_order_clear(&orders);
	(void)agent_test_words(s->ruleset, &view, out);
}

TEST("refusal/bound", "whatever the binder says has its sentence")
{
	bool seen[SP_AGENT_REASON_COUNT] = { false };

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		struct sp_bound bound;
		struct scene s;

		rows[i].position(&s);
		give(&s, rows[i].order, &bound);
		EQUAL_STRING(names[bound.note.reason], names[rows[i].reason]);
		EQUAL_STRING(agent_test_last(), rows[i].words);
		seen[bound.note.reason] = true;
	}
	/* the last resort, which no order is known to come to */
	seen[SP_AGENT_REASON_NOT_NOW] = true;
	for (int reason = 1; reason < SP_AGENT_REASON_COUNT; reason++) {
		if (!seen[reason])
			printf("\nno row for SP_AGENT_REASON_%s\n",
				names[reason]);
		CU_ASSERT_TRUE(seen[reason]);
	}
}

/* What is meant instead keeps the target of a line that bends. */
TEST("refusal/bound", "another corner, the same target")
{
	struct sp_bound bound;
	struct scene s;

	pieces(&s);
	give(&s, "cast around the corner a10: fireball at blue", &bound);
	EQUAL_STRING(agent_test_last(),
		"a10 is out of sight; possible: d1, c2, c3 and 7 more");
	EQUAL_STRING(bound.suggestion,
		"cast Around the Corner around c3: Fireball at blue");
	/* no corner would do */
	give(&s, "cast around the corner c2: fireball at green", &bound);
	EQUAL_STRING(bound.suggestion, "");
	/* nor another target */
	give(&s, "cast zot stun at green", &bound);
	EQUAL_STRING(bound.suggestion, "");
}

TEST("refusal/bound", "what a card needs is said")
{
	struct sp_bound bound;
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c5");
	scene_put(&s, 1, "c5");
	table_hand(&s, 0, "big-man-form#1 create-wall#1");
	give(&s, "cast big man form", &bound);
	EQUAL_STRING(agent_test_last(),
		"Big Man Form needs your square for itself, and somebody else "
		"is in it");
	give(&s, "cast create wall at c5 south", &bound);
	CU_ASSERT_TRUE(sp_starts(agent_test_last(),
		"c5 south leads off the map, and nothing can be made there"));
}

/* A list too long for a line of a receipt ends where the room does. */
TEST("refusal/bound", "a long list is cut")
{
	struct sp_bound bound;
	struct scene s;
	int n = 0;

	no_cards(&s);
	for (int c = 0; c < s.ruleset->n_copies && n < 60; c++) {
		if (s.g.place[c].zone == SP_ZONE_DECK &&
			s.ruleset->type[c] != sp_card_ruleset_card_id(
						      s.ruleset, "fireball")) {
			sp_game_put_card(&s.g, c, SP_ZONE_HAND, 0);
			n++;
		}
	}
	EQUAL_INT(n, 60);
	give(&s, "cast fireball", &bound);
	EQUAL_INT(strlen(agent_test_last()), 319);
	CU_ASSERT_TRUE(sp_starts(agent_test_last(),
		"you have no Fireball in your hand; it holds "));
}

TEST("refusal/bound", "one move is no moves")
{
	struct sp_bound bound;
	struct scene s;

	board(&s);
	s.g.moves = 1;
	give(&s, "move to e3", &bound);
	EQUAL_STRING(agent_test_last(),
		"e3 is 2 moves away and you have 1 left; \"move towards "
		"e3\" would go as far as d3");
}
