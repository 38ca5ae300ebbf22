/* What comes of a reaction where nobody answers. */
#include "../rules/table.h"
#include "render/render_private.h"
#include "render_tests.h"
#include "unit.h"

static struct scene s;

/* What the seat is told, against `want`. */
static void otherwise(int seat, const char *want)
{
	struct sp_game view;
	json_t *question;

	sp_game_view(&s.g, seat, &view);
	question = sp_render_question(s.ruleset, &view, seat);
	CU_ASSERT_PTR_NOT_NULL_FATAL(question);
	EQUAL_STRING(json_string_value(json_object_get(question, "otherwise")),
		want);
	json_decref(question);
}

static void begin(const char *red, const char *blue)
{
	table_begin(&s, "red blue");
	scene_put(&s, 0, red);
	scene_put(&s, 1, blue);
	table_hand(&s, 0, "waterbolt#1 powerthrust#1 energy-5#1");
	table_hand(&s, 1, "full-shield#1 shield#1");
}

TEST("render/forecast", "damage and a push")
{
	begin("d3", "e3");
	EQUAL_INT(scene_do(&s, 0, "cast waterbolt#1 0 energy-5#1 blue 2"),
		SP_REASON_NONE);
	otherwise(1, "Blue takes 3 damage from Waterbolt (15 to 12) and is "
		     "moved from e3 to g3 by Red");
}

/* A push that moves nobody does not pass in silence. */
TEST("render/forecast", "a push against a wall or a door")
{
	begin("f3", "g3");
	EQUAL_INT(scene_do(&s, 0, "cast waterbolt#1 0 none blue 1"),
		SP_REASON_NONE);
	otherwise(1, "Blue bumps into the wall g3/h3");
	begin("h4", "i4");
	EQUAL_INT(scene_do(&s, 0, "cast waterbolt#1 0 none blue 1"),
		SP_REASON_NONE);
	otherwise(1, "Blue bumps into the door i4/j4");
}

TEST("render/forecast", "a push to where somebody chooses")
{
	begin("e3", "e3");
	table_put(&s, SP_PLAYED_SPELL, 1, "featherweight#1");
	EQUAL_INT(scene_do(&s, 0, "cast powerthrust#1 0 energy-5#1 blue"),
		SP_REASON_NONE);
	otherwise(1, "Blue is moved from e3 to b3 (as the clock would choose: "
		     "Blue chooses for Featherweight)");
}
/* What red casts at blue beside him, who holds counters. */
static void cast(const char *order)
{
	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "e3");
	table_hand(&s, 0,
		"slow-death#1 acid-bath#1 thought-steal#1 energy-5#1 "
		"energy-4#1 fireball#1 anti-anti#1 zot#1");
	table_hand(&s, 1, "full-shield#1 shield#1 backlash#1");
	EQUAL_INT(scene_do(&s, 0, order), SP_REASON_NONE);
}

TEST("render/forecast", "what comes into play and does nothing yet")
{
	cast("cast slow-death#1 0 none blue");
	otherwise(1, "Red's Slow Death stays in play on Blue (1 token)");
	cast("cast acid-bath#1 0 energy-5#1 blue");
	otherwise(1, "Red's Acid Bath stays in play on Blue (5 tokens)");
}

TEST("render/forecast", "a choice of somebody else's")
{
	cast("cast thought-steal#1 0 blue");
	otherwise(1, "Red looks at the hand of Blue; Red may take up to 2 "
		     "cards of Blue's hand");
	/* nor does one who sees it know what is there to take */
	s.g.decision.seats |= 1;
	otherwise(0, "Red looks at the hand of Blue; Red may take up to 2 "
		     "cards of Blue's hand");
}

TEST("render/forecast", "a way on which somebody else leads")
{
	begin("d3", "e3");
	table_hand(&s, 0, "mental-force#1 energy-5#1");
	EQUAL_INT(scene_do(&s, 0, "cast mental-force#1 0 energy-5#1 blue"),
		SP_REASON_NONE);
	otherwise(1, "Red may walk Blue up to 8 squares");
}

TEST("render/forecast", "a blow that kills the last enemy")
{
	begin("d3", "e3");
	s.g.actor[1].life = 1;
	EQUAL_INT(scene_do(&s, 0, "cast powerthrust#1 0 none blue"),
		SP_REASON_NONE);
	otherwise(1, "Blue takes 3 damage from Powerthrust (1 to 0) and dies; "
		     "Red now has 1 point, takes the hand of Blue, 2 cards and "
		     "wins as the last wizard alive");
}

TEST("render/forecast", "what leaves all as it is")
{
	begin("d3", "e3");
	table_hand(&s, 0, "share-life#1");
	s.g.actor[0].life = 10;
	s.g.actor[1].life = 9;
	EQUAL_INT(scene_do(&s, 0, "cast share-life#1 0 blue"), SP_REASON_NONE);
	otherwise(1, "Red keeps 10 life; Blue keeps 9 life");
	/* a bolt that strikes nobody, but somebody could absorb it */
	begin("d3", "f3");
	table_hand(&s, 0, "lightning-bolt#1");
	table_hand(&s, 1, "absorb-spell#1");
	EQUAL_INT(scene_do(&s, 0, "cast lightning-bolt#1 0 none 1"),
		SP_REASON_NONE);
	otherwise(1, "nothing changes");
}

/* What is a detail of a longer story is all that there is to say. */
TEST("render/forecast", "movement points alone")
{
	begin("d3", "e3");
	table_hand(&s, 0, "mad-dash#1");
	table_hand(&s, 1, "negate-neutral#1");
	EQUAL_INT(scene_do(&s, 0, "cast mad-dash#1 0"), SP_REASON_NONE);
	otherwise(1, "Red has 6 movement points left (had 3)");
}

TEST("render/forecast", "life that is full already")
{
	begin("d3", "e3");
	table_hand(&s, 0, "wallivore#1");
	table_hand(&s, 1, "negate-neutral#1");
	s.g.actor[0].life = 19;
	EQUAL_INT(scene_do(&s, 0, "cast wallivore#1 0 d2/d3"), SP_REASON_NONE);
	otherwise(1, "the wall d2/d3 is destroyed; Red gains 1 life (19 to "
		     "20)");
	s.g.actor[0].life = 20;
	otherwise(1, "the wall d2/d3 is destroyed; Red has full life already "
		     "(20)");
	/* who has more than he may keeps it */
	s.g.actor[0].life = 22;
	otherwise(1, "the wall d2/d3 is destroyed; Red has full life already "
		     "(22)");
	/* what heals in each turn does not say so each time */
	begin("d3", "e3");
	table_put(&s, SP_PLAYED_ITEM, 0, "lifestone#1");
	s.g.actor[0].life = 19;
	scene_turn(&s, 0);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_HEALED, 0));
	scene_turn(&s, 0);
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_HEALED, 0));
}

/* Nobody but the dying knows what their hands hold, yet all are told what
 * becomes of everybody. */
TEST("render/forecast", "a death among those whom a storm strikes")
{
	static const char all[] =
		"Blue takes 4 damage from Psychic Storm (3 to 0) and dies; Red "
		"now has 1 point and takes the hand of Blue, 2 cards; Yellow "
		"takes 4 damage from Psychic Storm (15 to 11)";

	table_begin(&s, "red blue yellow");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "e3");
	scene_put(&s, 2, "f3");
	table_hand(&s, 0, "psychic-storm#1 energy-4#1");
	table_hand(&s, 1, "full-shield#1 shield#1");
	table_hand(&s, 2, "full-shield#2");
	s.g.actor[1].life = 3;
	EQUAL_INT(scene_do(&s, 0, "cast psychic-storm#1 0 energy-4#1 e3"),
		SP_REASON_NONE);
	EQUAL_INT(s.g.decision.seats, 6);
	otherwise(1, all);
	otherwise(2, all);
}

/* Blue loses all his stones, also those behind the one that makes him discard;
 * what he has in his hand he alone knows. */
TEST("render/forecast", "what must be discarded on the way")
{
	begin("d3", "e3");
	table_hand(&s, 0, "fireball#1");
	table_hand(&s, 1, "shield#1 zot#1 fog#1");
	table_put(&s, SP_PLAYED_ITEM, 1, "brainstone#1");
	table_put(&s, SP_PLAYED_ITEM, 1, "lifestone#1");
	EQUAL_INT(scene_do(&s, 0, "cast fireball#1 0 blue"), SP_REASON_NONE);
	otherwise(1, "Blue takes 5 damage from Fireball (15 to 10); Blue's "
		     "Brainstone is destroyed; Blue discards Zot! and Fog; "
		     "Blue's Lifestone is destroyed (as the clock would "
		     "choose: Blue chooses)");
	table_hand(&s, 0, "fireball#1");
	EQUAL_INT(s.g.n_rounds, 1);
	s.g.decision.seats |= 1; /* red is asked as well */
	otherwise(0, "Blue takes 5 damage from Fireball (15 to 10); Blue's "
		     "Brainstone is destroyed; Blue's Lifestone is destroyed; "
		     "Blue discards 2 cards");
}

/* Also for the one who does not know what else was sealed. */
TEST("render/forecast", "counters, and what they answer")
{
	cast("cast fireball#1 0 blue");
	EQUAL_INT(scene_do(&s, 1, "answer backlash#1 0 item:0 none"),
		SP_REASON_NONE);
	otherwise(0, "Red's Fireball is cancelled; Red takes 1 damage from "
		     "Backlash (15 to 14)");
	cast("cast zot#1 0 energy-4#1 blue");
	EQUAL_INT(scene_do(&s, 1, "answer shield#1 0 item:0 none none"),
		SP_REASON_NONE);
	otherwise(0, "the damage to Blue is 3 less: 1 is left; Blue takes 1 "
		     "damage from Zot! (15 to 14)");
}

/* Which token is real Red alone knows, and it does not matter yet. */
TEST("render/forecast", "tokens that are laid face down")
{
	begin("d3", "e3");
	table_hand(&s, 0, "booby-trap#1");
	table_hand(&s, 1, "negate-neutral#1");
	EQUAL_INT(scene_do(&s, 0, "cast booby-trap#1 0 b1 c1 d1 e1 2"),
		SP_REASON_NONE);
	otherwise(1, "Booby Trap appears at b1, c1, d1 and e1; Red's Booby "
		     "Trap stays in play");
}

TEST("render/forecast", "a die decides")
{
	begin("d3", "e3");
	table_put(&s, SP_PLAYED_SPELL, 1, "gnome-form#1");
	EQUAL_INT(scene_do(&s, 0, "cast powerthrust#1 0 energy-5#1 blue"),
		SP_REASON_NONE);
	otherwise(1, "a die decides; at its lowest: Blue evades Powerthrust; "
		     "at its highest: Blue takes 7 damage from Powerthrust "
		     "(15 to 8)");
	begin("e3", "e3");
	table_put(&s, SP_PLAYED_ITEM, 0, "mightstone#1");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	otherwise(1, "a die decides; at its lowest: Blue takes 2 damage from "
		     "Red (15 to 13); at its highest: Blue takes 5 damage "
		     "from Red (15 to 10)");
}

/* Moves are what the card is for, whatever else it does. */
TEST("render/forecast", "moves that are gained")
{
	begin("d3", "e3");
	table_hand(&s, 0, "mad-dash#1");
	table_hand(&s, 1, "negate-neutral#1");
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	s.g.actor[0].carries = 2;
	EQUAL_INT(scene_do(&s, 0, "cast mad-dash#1 0"), SP_REASON_NONE);
	otherwise(1, "Red has 6 movement points left (had 3) and drops Blue's "
		     "treasure at d3");
}
