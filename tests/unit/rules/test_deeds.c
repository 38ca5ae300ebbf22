#include "deck.h"
#include "table.h"
#include "unit.h"

#define OK(order_) EQUAL_INT_FATAL(order_, SP_REASON_NONE)

/* One source, once a turn, added to what is left. */
TEST("rules/deeds", "boosts")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "energy-5#1 zot#1 pick-lock#1");
	EQUAL_INT(scene_do(&s, 0, "boost fireball#1"), SP_REASON_NOT_IN_HAND);
	OK(scene_do(&s, 0, "walk n stop"));
	OK(scene_do(&s, 0, "boost pick-lock#1"));
	EQUAL_INT(s.g.moves, 2 + 3);
	EQUAL_INT(scene_do(&s, 0, "boost energy-5#1"), SP_REASON_BOOSTED);
	OK(scene_do(&s, 0, "end"));
	OK(scene_do(&s, 1, "end"));
	EQUAL_INT(s.g.moves, 3);
	table_put(&s, SP_PLAYED_ITEM, 0, "powerstone#1");
	OK(scene_do(&s, 0, "boost energy-5#1"));
	EQUAL_INT(s.g.moves, 3 + 5 + 1);
	/* the stone alone is no energy */
	table_begin(&s, "red blue");
	table_hand(&s, 0, "fireball#1 energy-5#1");
	EQUAL_INT(scene_do(&s, 0, "boost fireball#1"), SP_REASON_NO_ENERGY);
	EQUAL_STRING(scene_words(&s),
		"Fireball is worth no energy; you could use Energy 5");
}

/* With Add two cards pay; without two to add there is nothing to ask. */
TEST("rules/deeds", "boosts with Add")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "add#1 energy-5#1 energy-4#1");
	EQUAL_INT(scene_do(&s, 0, "boost energy-5#1"), SP_REASON_NO_PLAY);
	EQUAL_INT(
		scene_do(&s, 0, "boost add#1 energy-5#1"), SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "boost add#1 energy-4#1 energy-4#1"),
		SP_REASON_TWICE);
	OK(scene_do(&s, 0, "boost add#1 energy-4#1 energy-5#1"));
	EQUAL_INT(s.g.moves, 3 + 9);
	EQUAL_INT(s.g.actor[0].hand, 0);
	table_begin(&s, "red blue");
	table_hand(&s, 0, "add#1 energy-5#1 energy-4#1");
	/* the card itself is worth something too */
	OK(scene_do(&s, 0, "boost none add#1"));
	EQUAL_INT(s.g.moves, 3 + 3);
	table_begin(&s, "red blue");
	table_hand(&s, 0, "add#1 energy-5#1");
	OK(scene_do(&s, 0, "boost energy-5#1"));
	EQUAL_INT(s.g.moves, 3 + 5);
}

static bool carries(const struct scene *s, int seat, const char *card)
{
	int i = sp_game_played_of(&s->g, table_card(s, card), 0);

	return i >= 0 && s->g.played[i].seat == seat;
}

TEST("rules/deeds", "items")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_put(&s, SP_PLAYED_ITEM, 0, "dagger#1");
	table_put(&s, SP_PLAYED_ITEM, 1, "lifestone#1");
	EQUAL_INT(scene_do(&s, 0, "drop-item played:lifestone#1"),
		SP_REASON_WRONG_TARGET);
	OK(scene_do(&s, 0, "drop-item played:dagger#1"));
	EQUAL_INT(s.g.moves, 3);
	CU_ASSERT_FALSE(carries(&s, 0, "dagger#1"));
	EQUAL_INT(s.g.thing[0].kind, SP_THING_DROPPED);
	OK(scene_do(&s, 0, "take thing:0"));
	CU_ASSERT(carries(&s, 0, "dagger#1"));
	EQUAL_INT(s.g.moves, 2);
	OK(scene_do(&s, 0, "drop-item played:dagger#1"));
	OK(scene_do(&s, 0, "walk n stop"));
	EQUAL_INT(scene_do(&s, 0, "take thing:0"), SP_REASON_NOT_HERE);
	OK(scene_do(&s, 0, "walk s"));
	EQUAL_INT(scene_do(&s, 0, "take thing:0"), SP_REASON_NO_MOVES);
}

/* Room first; glue holds; gravity lets nobody. */
TEST("rules/deeds", "items that stay")
{
	struct scene s;
	int glue;

	table_begin(&s, "red blue");
	table_put(&s, SP_PLAYED_ITEM, 0, "dagger#1");
	OK(scene_do(&s, 0, "drop-item played:dagger#1"));
	table_hand(&s, 0,
		"zot#1 zot#2 fireball#1 fireball#2 shield#1 shield#2 "
		"shield#3");
	EQUAL_INT(scene_do(&s, 0, "take thing:0"), SP_REASON_HAND_FULL);
	CONTAINS(scene_words(&s), "7 of at most 7");
	/* with four arms items count for nothing */
	table_put(&s, SP_PLAYED_SPELL, 1, "extra-arms#1");
	EQUAL_INT(scene_do(&s, 0, "take thing:0"), SP_REASON_HAND_FULL);
	sp_game_put_card(
		&s.g, table_card(&s, "zot#1"), SP_ZONE_DISCARD, SP_NOBODY);
	glue = table_put(&s, SP_PLAYED_SPELL, 1, "glue#1");
	s.g.played[glue].target = SP_REF(SP_KIND_THING, 0);
	EQUAL_INT(scene_do(&s, 0, "take thing:0"), SP_REASON_STUCK);
	sp_game_remove_played(&s.g, glue, SP_ZONE_DISCARD);
	table_put(&s, SP_PLAYED_SPELL, 1, "gravity#1");
	EQUAL_INT(scene_do(&s, 0, "take thing:0"), SP_REASON_MAY_NOT_PICK_UP);
}

TEST("rules/deeds", "all that lies there")
{
	struct scene s;

	table_begin(&s, "red blue");
	for (int i = 1; i <= 2; i++)
		table_put(&s, SP_PLAYED_ITEM, 0,
			i == 1 ? "speedstone#1" : "dagger#1");
	OK(scene_do(&s, 0, "drop-item played:dagger#1"));
	OK(scene_do(&s, 0, "drop-item played:speedstone#1"));
	table_put(&s, SP_PLAYED_SPELL, 0, "extra-arms#1");
	/* after one, another or none; after the last nothing is asked */
	EQUAL_INT(scene_do(&s, 0, "take thing:0"), SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "take thing:1 none"), SP_REASON_MALFORMED);
	OK(scene_do(&s, 0, "take thing:0 thing:1"));
	CU_ASSERT(carries(&s, 0, "dagger#1"));
	CU_ASSERT(carries(&s, 0, "speedstone#1"));
	/* a point less, and one more by the stone */
	EQUAL_INT(s.g.moves, 2 + 1);
}

/* Its caster ends a spell, and what it made is gone. */
TEST("rules/deeds", "the end of a spell")
{
	struct scene s;
	int wall;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "create-wall#1");
	OK(table_do(&s, 0, "cast create-wall#1 0 c3/d3"));
	EQUAL_INT(
		s.g.board.edge[scene_edge(&s, "c3/d3")].created, SP_EDGE_WALL);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_WALL);
	wall = sp_game_played_of(&s.g, table_card(&s, "create-wall#1"), 0);
	s.g.played[wall].unmaintained = 1;
	EQUAL_INT(scene_do(&s, 0, "end-spell played:create-wall#1"),
		SP_REASON_WRONG_TARGET);
	s.g.played[wall].unmaintained = 0;
	OK(scene_do(&s, 0, "end-spell played:create-wall#1"));
	EQUAL_INT(
		s.g.board.edge[scene_edge(&s, "c3/d3")].created, SP_EDGE_OPEN);
	OK(scene_do(&s, 0, "walk e stop"));
}

/* Its owner opens a door, a key opens any, a seal none. */
TEST("rules/deeds", "doors")
{
	struct scene s;
	int seal;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "i4");
	EQUAL_INT(scene_do(&s, 0, "open i4/j4"), SP_REASON_NOT_YOUR_DOOR);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_DOOR);
	table_put(&s, SP_PLAYED_ITEM, 0, "master-key#1");
	seal = table_put(&s, SP_PLAYED_SPELL, 1, "seal-door#1");
	s.g.played[seal].target = SP_REF(SP_KIND_EDGE, scene_edge(&s, "i4/j4"));
	EQUAL_INT(scene_do(&s, 0, "open i4/j4"), SP_REASON_LOCKED);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_LOCKED);
	sp_game_remove_played(&s.g, seal, SP_ZONE_DISCARD);
	OK(scene_do(&s, 0, "open i4/j4"));
	OK(scene_do(&s, 0, "hold i4/j4"));
	EQUAL_INT(scene_do(&s, 0, "hold i4/j4"), SP_REASON_ALREADY);
	OK(scene_do(&s, 0, "walk e stop"));
}

TEST("rules/deeds", "treasures")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_lay(&s, 2, "c3");
	s.g.actor[0].no_pickup = 1;
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_MAY_NOT_PICK_UP);
	s.g.actor[0].no_pickup = 0;
	table_put(&s, SP_PLAYED_SPELL, 0, "golem-form#1");
	s.g.moves = 0;
	s.g.speed = 2;
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NO_MOVES);
	s.g.moves = 2;
	OK(table_do(&s, 0, "pick-up blue-1"));
	/* heavy as he is, it costs a point and does not end the phase */
	EQUAL_INT(s.g.moves, 1);
	EQUAL_INT(s.g.phase, SP_PHASE_MOVE);
	EQUAL_INT(s.g.actor[0].carries, 2);
	OK(scene_do(&s, 0, "walk n"));
	OK(scene_do(&s, 0, "drop blue-1"));
	EQUAL_INT(s.g.treasure[2].square, s.g.actor[0].square);
}

/* Red throws a zot at blue, both may react; so there is something to put
 * aside. */
static void begin_reaction(struct scene *s)
{
	table_begin(s, "red blue yellow");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c4");
	scene_put(s, 2, "c2");
	table_hand(s, 0, "zot#1");
	table_hand(s, 1, "full-shield#1");
	table_hand(s, 2, "absorb-spell#1");
	OK(scene_do(s, 0, "cast zot#1 0 none blue"));
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT_FATAL(s->g.decision.seats, 6);
}

TEST("rules/deeds", "free commands")
{
	struct scene s;
	uint32_t number;

	begin_reaction(&s);
	number = s.g.decision.number;
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NOT_ASKED);
	EQUAL_INT(scene_do(&s, 0, "answer none"), SP_REASON_NOT_ASKED);
	OK(scene_do(&s, 1, "answer none"));
	EQUAL_INT(scene_do(&s, 1, "answer none"), SP_REASON_NOT_ASKED);
	EQUAL_STRING(scene_words(&s), "you have answered this already");
	/* a door is held at any time: the question stays */
	scene_put(&s, 0, "b3");
	OK(scene_do(&s, 0, "hold b3/c3"));
	EQUAL_INT(s.g.decision.number, number);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(s.g.decision.answered, 2);
	OK(scene_do(&s, 2, "answer none"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.actor[1].life, 14);
}

/* Who resigns is asked no more; the others are, under the same number, but not
 * about what he has cast himself. */
TEST("rules/deeds", "who resigns")
{
	struct scene s;
	uint32_t number;

	begin_reaction(&s);
	number = s.g.decision.number;
	OK(scene_do(&s, 2, "answer none"));
	/* the caster: his spell is lost, and the turn is the next one's */
	OK(scene_do(&s, 0, "resign"));
	EQUAL_INT(s.g.decision.number, number + 1);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.active, 1);
	/* the last who was waited for */
	begin_reaction(&s);
	OK(scene_do(&s, 2, "answer none"));
	OK(scene_do(&s, 1, "resign"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.active, 0);
	EQUAL_INT(s.g.n_frames, 0);
	/* one of two who were */
	begin_reaction(&s);
	OK(scene_do(&s, 1, "resign"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(s.g.decision.seats, 4);
	OK(scene_do(&s, 2, "answer none"));
	EQUAL_INT(s.g.n_frames, 0);
	/* his hand is discarded, and nobody has a point */
	EQUAL_INT(s.g.place[table_card(&s, "full-shield#1")].zone,
		SP_ZONE_DISCARD);
	EQUAL_INT(sp_game_points(&s.g, 0), 0);
	/* and the last one left has won */
	OK(scene_do(&s, 2, "resign"));
	EQUAL_INT(s.g.status, SP_GAME_OVER);
	EQUAL_INT(s.g.winner, 0);
}

/* What the clock says is the default, whatever is open. */
TEST("rules/deeds", "the clock")
{
	struct scene s;
	struct sp_command c;

	begin_reaction(&s);
	EQUAL_STRING(table_default(&s), "answer none");
	sp_law_default(s.ruleset, &s.g, &c);
	EQUAL_INT(c.seat, 1);
	OK(scene_do(&s, 1, "answer none"));
	sp_law_default(s.ruleset, &s.g, &c);
	EQUAL_INT(c.seat, 2);
	EQUAL_INT(sp_rules_apply(s.ruleset, &s.g, &c, &s.events, NULL), SP_OK);
	EQUAL_STRING(table_default(&s), "end");
	/* the clock does nothing else */
	sp_law_command_init(&c, &s.g, 0);
	c.source = SP_SOURCE_CLOCK;
	c.verb = SP_VERB_DISCARD;
	c.answer[c.n_answers++] = SP_NOTHING;
	EQUAL_INT(sp_rules_apply(s.ruleset, &s.g, &c, &s.events, &s.why),
		SP_EREFUSED);
}

static void grow(struct scene *s, int seat, const char *card, const char *at)
{
	int played = table_put(s, SP_PLAYED_SPELL, seat, card);
	int i = sp_game_add_thing(&s->g, SP_THING_CREATED,
		s->g.played[played].card, seat,
		SP_REF(SP_KIND_SQUARE, sp_board_square_parse(&s->g.board, at)));

	s->g.thing[i].played = (uint8_t)played;
}

/* Two spells of one name are told apart by where they are. */
TEST("rules/deeds", "spells by their place")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c5");
	table_hand(&s, 0, "dispel#1");
	grow(&s, 1, "rosebush#1", "c2");
	grow(&s, 1, "rosebush#2", "c4");
	EQUAL_INT(scene_do(&s, 0, "cast dispel#1 0 blue"),
		SP_REASON_WRONG_TARGET);
	CONTAINS(scene_words(&s), "Rosebush at c2");
	CONTAINS(scene_words(&s), "Rosebush at c4");
}

/* Refusals name the rule and what would do. */
TEST("rules/deeds", "words of refusals")
{
	struct scene s;

	table_begin(&s, "red blue yellow");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c4");
	table_hand(&s, 0, "fireball#1 zot#1 shield#1");
	EQUAL_INT(scene_do(&s, 0, "answer none"), SP_REASON_NOTHING_TO_COUNTER);
	CONTAINS(scene_words(&s), "nothing to counter");
	EQUAL_INT(scene_do(&s, 0, "cast fireball#1 0 yellow"),
		SP_REASON_OUT_OF_SIGHT);
	CONTAINS(scene_words(&s), "Yellow is out of sight");
	CONTAINS(scene_words(&s), "Blue");
	EQUAL_INT(scene_do(&s, 0, "cast dispel#1 0"), SP_REASON_NOT_IN_HAND);
	CONTAINS(scene_words(&s), "Dispel is not in your hand");
	EQUAL_INT(scene_do(&s, 0, "cast shield#1 0"), SP_REASON_NO_PLAY);
	OK(table_do(&s, 0, "cast fireball#1 0 blue"));
	EQUAL_INT(
		scene_do(&s, 0, "cast zot#1 0 none blue"), SP_REASON_ATTACKED);
	CONTAINS(scene_words(&s), "one attack");
	EQUAL_INT(scene_do(&s, 0, "choose blue"), SP_REASON_NOT_ASKED);
}

/* ---- flash energy -------------------------------------------------------- */

static bool offers(const struct scene *s, const struct sp_ruleset *r,
	struct sp_command *c, sp_value value)
{
	struct sp_domain d;

	sp_law_slots(r, &s->g, 0, c, &d);
	for (int i = 0; i < d.n; i++)
		if (d.value[i] == value)
			return true;
	return false;
}

/* What the ruleset says of sums is what is offered, to the first answer. */
TEST("rules/deeds", "flash energy and speed")
{
	struct sp_ruleset *r = deck_ruleset(
		"{\"id\":\"sum\",\"name\":\"Sum\",\"copies\":1,"
		"\"source\":\"designed\",\"text\":\"Sum.\",\"plays\":[{"
		"\"as\":\"neutral\",\"when\":\"modifier\","
		"\"modifies\":\"energy\",\"range\":\"anywhere\"}]},"
		"{\"id\":\"flash\",\"name\":\"Flash\",\"copies\":2,"
		"\"source\":\"designed\",\"text\":\"Flash.\",\"energy\":4,"
		"\"flash\":true},");
	static struct scene s;
	struct sp_command c;

	deck_begin(&s, r, "red blue");
	int sum = deck_card(&s, "sum", 0), a = deck_card(&s, "flash", 0),
	    b = deck_card(&s, "flash", 1);
	for (int with = 0; with < 2; with++) {
		r->flash_added = with != 0;
		deck_begin(&s, r, "red blue");
		sp_game_put_card(&s.g, sum, SP_ZONE_HAND, 0);
		sp_game_put_card(&s.g, a, SP_ZONE_HAND, 0);
		sp_law_command_init(&c, &s.g, 0);
		CU_ASSERT_FALSE(offers(&s, r, &c, SP_VERB_BOOST));
		sp_game_put_card(&s.g, b, SP_ZONE_HAND, 0);
		EQUAL_INT(offers(&s, r, &c, SP_VERB_BOOST), with);
		c.verb = SP_VERB_BOOST;
		CU_ASSERT_FALSE(offers(&s, r, &c, SP_NOTHING));
		CU_ASSERT_FALSE(offers(&s, r, &c, SP_REF(SP_KIND_CARD, a)));
		EQUAL_INT(offers(&s, r, &c, SP_REF(SP_KIND_CARD, sum)), with);
	}
	sp_card_ruleset_free(r);
}
