/* Positions in which an order is bound: seat 0 is to move. */
#include "bound_positions.h"

#include "../rules/table.h"
#include "setup/setup.h"

/* Red at c3, his home; without cards. */
void bound_board(struct scene *s)
{
	s->ruleset = agent_test_ruleset();
	agent_test_scene(&s->g);
}

void bound_corner(struct scene *s)
{
	bound_board(s);
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
void bound_dealing(struct scene *s)
{
	table_begin_with(s, cardplay_lab_ruleset(), "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	table_hand(s, 0, "dart#1");
}

/* Nobody comes to blue's home. */
void bound_walled(struct scene *s)
{
	bound_board(s);
	wall_in(s, 1);
}

void bound_walled_in(struct scene *s)
{
	bound_board(s);
	wall_in(s, 0);
}

/* Every treasure is carried. */
void bound_carried_off(struct scene *s)
{
	bound_board(s);
	for (int i = 0; i < s->g.n_treasures; i++)
		s->g.treasure[i].carrier = 1;
}

/* Fists crack walls, and red stands between two. */
void bound_strong(struct scene *s)
{
	static struct sp_ruleset ruleset;

	bound_board(s);
	agent_test_put(&s->g, 0, "c2");
	ruleset = *s->ruleset;
	ruleset.punch_damage = ruleset.damage_per_crack;
	s->ruleset = &ruleset;
}

void bound_treasures(struct scene *s)
{
	bound_board(s);
	agent_test_lay(&s->g, 2, "c3");
	agent_test_lay(&s->g, 3, "c3");
}

void bound_carries(struct scene *s)
{
	bound_board(s);
	s->g.treasure[2].carrier = 0;
	s->g.treasure[2].square = SP_NOWHERE;
	s->g.actor[0].carries = 2;
}

/* No other way leads out. */
void bound_slime_shut(struct scene *s)
{
	bound_slime(s);
	s->g.board.edge[scene_edge(s, "j3/j4")].created = SP_EDGE_WALL;
	s->g.board.edge[scene_edge(s, "j4/j5")].created = SP_EDGE_WALL;
}

/* Red at c3 with a full hand, blue beside, green out of sight. */
void bound_cards(struct scene *s)
{
	agent_cards_begin(s);
}

void bound_few_cards(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	table_hand(s, 0,
		"swap#1 dispel#1 booby-trap#1 rotate-sector#1 master-key#1 "
		"drop-object#1");
}

/* Two cards of a kind are named once. */
void bound_blade(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "e3");
	scene_put(s, 1, "e3");
	table_put(s, SP_PLAYED_ITEM, 0, "wizardblade#1");
	table_hand(s, 0, "waterbolt#1 add#1 waterbolt#2");
}

void bound_bare_blade(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "e3");
	scene_put(s, 1, "e3");
	table_put(s, SP_PLAYED_ITEM, 0, "wizardblade#1");
}

/* Red has cards that reach sight, beside and a way; blue, and a cloud that
 * blue made, are far from all of it. */
void bound_far(struct scene *s)
{
	int cloud, spell;

	table_begin(s, "red blue");
	scene_put(s, 0, "a1");
	scene_put(s, 1, "f3");
	table_hand(s, 0, "dispel#1 swap#1 pick-lock#1 globe-of-pain#1");
	cloud = table_card(s, "dust-cloud#1");
	spell = table_put(s, SP_PLAYED_SPELL, 1, "dust-cloud#1");
	(void)sp_game_add_thing(&s->g, SP_THING_CREATED, cloud, 1,
		SP_REF(SP_KIND_SQUARE, scene_square(s, "e4")));
	s->g.thing[0].played = (uint8_t)spell;
}

/* What makes a wall, and what pays. */
void bound_mason(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "d3");
	table_hand(s, 0, "create-wall#1 energy-4#1");
}

void bound_no_cards(struct scene *s)
{
	table_begin(s, "red blue");
}

/* Nothing that helps, but twice; a way out that a stone block fills. */
void bound_twins(struct scene *s)
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
void bound_burning(struct scene *s)
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
/* Red, a slime with a treasure, behind Blue's door i4/j4. */
void bound_slime(struct scene *s)
{
	int spell;

	table_begin(s, "red blue");
	scene_put(s, 0, "j4");
	s->g.moves = 7;
	spell = table_put(s, SP_PLAYED_SPELL, 0, "slime-form#1");
	s->g.played[spell].target = SP_REF(SP_KIND_ACTOR, 0);
	s->g.treasure[2].square = SP_NOWHERE;
	s->g.treasure[2].carrier = 0;
	s->g.actor[0].carries = 2;
}

void bound_strewn(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "d1");
	s->g.moves = 6;
	(void)table_put(s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
	agent_cards_act(s, 0, "use handful of tacks at c1");
}

/* The way round them leads away at first. */
void bound_strewn_slow(struct scene *s)
{
	bound_strewn(s);
	s->g.moves = 1;
}

/* A stone and a treasure where red stands. */
void bound_spoils(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "d3");
	(void)sp_game_add_thing(&s->g, SP_THING_DROPPED,
		table_card(s, "large-rock#1"), 0,
		SP_REF(SP_KIND_SQUARE, scene_square(s, "d3")));
	s->g.treasure[2].square = scene_square(s, "d3");
}

/* A dagger that is not carried yet. */
void bound_dagger(struct scene *s)
{
	table_begin(s, "red blue");
	table_hand(s, 0, "dagger#1");
}

/* Red is asked which card of blue's he takes. */
void bound_choice(struct scene *s)
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

void bound_pushed(struct scene *s)
{
	pushed_at(s, "c3");
}

/* Between two walls. */
void bound_pushed_there(struct scene *s)
{
	pushed_at(s, "c2");
}

/* Whoever is first chooses a school. */
void bound_draft(struct scene *s)
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
void bound_discard(struct scene *s)
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
void bound_discard_spells(struct scene *s)
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
void bound_pieces(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "d3");
	table_hand(s, 0,
		"zot#1 around-the-corner#1 fireball#1 windrider#1 swap#1");
	table_put(s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
}

/* The same where nobody picks anything up. */
void bound_gravity(struct scene *s)
{
	bound_pieces(s);
	table_put(s, SP_PLAYED_SPELL, 1, "gravity#1");
	agent_test_lay(&s->g, 2, "c3");
}

/* What red says is in the box of the seat already. */
struct sp_declarations bound_declared;

void bound_declaring(struct scene *s)
{
	bound_cards(s);
	memset(&bound_declared, 0, sizeof(bound_declared));
	bound_declared.n = 1;
	sp_format(bound_declared.line[0].text,
		sizeof(bound_declared.line[0].text), "when damaged: pass");
}

void bound_earth(struct scene *s)
{
	bound_declaring(s);
	table_hand(s, 0, "full-shield#1 wall-of-earth#1");
}

void bound_undeclared(struct scene *s)
{
	bound_declaring(s);
	bound_declared.n = 0;
}

void bound_defaults_off(struct scene *s)
{
	bound_declaring(s);
	bound_declared.no_defaults = true;
}

/* It decides all. */
void bound_declared_pass(struct scene *s)
{
	bound_declaring(s);
	sp_format(bound_declared.line[0].text,
		sizeof(bound_declared.line[0].text), "when asked: pass");
}

void bound_declared_spells(struct scene *s)
{
	bound_declaring(s);
	sp_format(bound_declared.line[0].text,
		sizeof(bound_declared.line[0].text), "when spell: pass");
}

void bound_declared_by_red(struct scene *s)
{
	bound_declaring(s);
	sp_format(bound_declared.line[0].text,
		sizeof(bound_declared.line[0].text), "when spell by red: ask");
}

void bound_declared_ask(struct scene *s)
{
	bound_declaring(s);
	sp_format(bound_declared.line[0].text,
		sizeof(bound_declared.line[0].text), "when attacked: ask");
}

void bound_declared_counter(struct scene *s)
{
	bound_declaring(s);
	sp_format(bound_declared.line[0].text,
		sizeof(bound_declared.line[0].text),
		"when attacked: counter with Full Shield");
}

/* The counter is carried. */
void bound_powder(struct scene *s)
{
	bound_declaring(s);
	table_put(s, SP_PLAYED_ITEM, 0, "null-powder#1");
}

/* As often as Adrenaline lets one. */
void bound_attacked_once(struct scene *s)
{
	bound_cards(s);
	s->g.attacked = 1;
}

void bound_attacked_twice(struct scene *s)
{
	int spell;

	bound_cards(s);
	spell = table_put(s, SP_PLAYED_SPELL, 0, "adrenaline#1");
	s->g.played[spell].target = SP_REF(SP_KIND_ACTOR, 0);
	s->g.attacked = 2;
}

void bound_permanent(struct scene *s)
{
	bound_attacked_twice(s);
	s->g.played[0].unmaintained = 1;
}

/* Blue attacks red, who has a flood. */
static void attack_with(
	struct scene *s, const char *item, const char *card, const char *order)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	table_hand(s, 0, "flood#1");
	table_hand(s, 1, card);
	if (item != NULL)
		table_put(s, SP_PLAYED_ITEM, 1, item);
	s->g.active = 1;
	s->g.actor[1].turns = 2;
	s->g.turn = 4;
	s->g.decision.seats = 1U << 1;
	agent_cards_act(s, 1, order);
}

/* With nothing of fire. */
static void attack(struct scene *s, const char *item)
{
	attack_with(s, item, "zot#1", "cast zot hurt at red");
}

void bound_attacked(struct scene *s)
{
	attack(s, NULL);
}

void bound_attacked_adding(struct scene *s)
{
	attack(s, NULL);
	table_hand(s, 0, "shield#1 add#1 energy-4#1 energy-5#1");
}

void bound_attacked_bare(struct scene *s)
{
	attack_with(s, NULL, "fireball#1", "cast fireball at red");
	table_hand(s, 0, "shield#1");
}

void bound_adding(struct scene *s)
{
	bound_mason(s);
	table_hand(s, 0, "add#1 energy-4#1 shield#1");
}

/* A counter is in play, and not in the hand. */
void bound_attacked_invisible(struct scene *s)
{
	attack(s, NULL);
	table_put(s, SP_PLAYED_SPELL, 0, "invisible#1");
}

/* A flood puts out what blue wears. */
void bound_attacked_in_cloak(struct scene *s)
{
	attack(s, "fire-cloak#1");
}

/* What would counter it as an item is in the hand. */
void bound_attacked_unarmed(struct scene *s)
{
	attack(s, NULL);
	table_hand(s, 0, "null-powder#1");
}

/* Two items are carried. */
void bound_carried(struct scene *s)
{
	bound_no_cards(s);
	scene_put(s, 0, "c3");
	table_put(s, SP_PLAYED_ITEM, 0, "dagger#1");
	table_put(s, SP_PLAYED_ITEM, 0, "large-rock#1");
}

/* Two are of a kind. */
void bound_stones(struct scene *s)
{
	bound_no_cards(s);
	scene_put(s, 0, "c3");
	table_put(s, SP_PLAYED_ITEM, 0, "powerstone#1");
	table_put(s, SP_PLAYED_ITEM, 0, "speedstone#1");
	table_put(s, SP_PLAYED_ITEM, 0, "powerstone#2");
}

/* One lies where red stands. */
void bound_lying(struct scene *s)
{
	int dagger;

	bound_no_cards(s);
	scene_put(s, 0, "c3");
	dagger = table_card(s, "dagger#1");
	sp_game_put_card(&s->g, dagger, SP_ZONE_BOARD, SP_NOBODY);
	(void)sp_game_add_thing(&s->g, SP_THING_LONE, dagger, 0,
		SP_REF(SP_KIND_SQUARE, scene_square(s, "c3")));
}

/* Twenty lines are the most. */
void bound_declared_all(struct scene *s)
{
	bound_declaring(s);
	for (bound_declared.n = 0; bound_declared.n < SP_DECLARATIONS_MAX;
		bound_declared.n++)
		sp_format(bound_declared.line[bound_declared.n].text,
			sizeof(bound_declared.line[0].text),
			"when asked by %d: pass", bound_declared.n);
}

void bound_declared_long(struct scene *s)
{
	bound_declaring(s);
	for (bound_declared.n = 0; bound_declared.n < 9; bound_declared.n++)
		sp_format(bound_declared.line[bound_declared.n].text,
			sizeof(bound_declared.line[0].text),
			"when %d%0105d: pass", bound_declared.n, 0);
}

/* No Brain Burn is in this game. */
void bound_no_burn(struct scene *s)
{
	bound_declaring(s);
	for (int c = 0; c < s->ruleset->n_copies; c++)
		if (sp_streq(sp_ruleset_card(s->ruleset, c)->id, "brain-burn"))
			sp_game_put_card(&s->g, c, SP_ZONE_OUT, SP_NOBODY);
}

void bound_water(struct scene *s)
{
	bound_mason(s);
	scene_put(s, 1, "c4");
	table_hand(s, 0, "waterbolt#1");
}
