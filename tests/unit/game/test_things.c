#include "lab.h"
#include "unit.h"

static sp_value square(const struct scene *s, const char *name)
{
	return SP_REF(SP_KIND_SQUARE, scene_square(s, name));
}

static uint16_t where(const struct scene *s, enum sp_kind kind, int index)
{
	return sp_game_square_of(&s->g, SP_REF(kind, index));
}

/* ---- play areas ------------------------------------------------------------
 */

TEST("game/things", "play areas")
{
	uint8_t area[SP_PLAYED_MAX];
	struct scene s;

	lab_deal(&s, "red blue", 20);
	(void)sp_game_draw_cards(&s.g, 0, 2, &s.events);
	EQUAL_INT(sp_game_add_played(&s.g, SP_PLAYED_SPELL, 19, 0), 0);
	EQUAL_INT(sp_game_add_played(&s.g, SP_PLAYED_ITEM, 18, 0), 1);
	EQUAL_INT(sp_game_add_played(&s.g, SP_PLAYED_SPELL, 17, 1), 2);
	EQUAL_INT(s.g.actor[0].hand, 0);
	EQUAL_INT(s.g.place[18].zone, SP_ZONE_PLAY);
	EQUAL_INT(s.g.played[1].target, SP_NOTHING);
	lab_fair(&s.g);
	/* a free entry is used again, and what comes last stands last */
	sp_game_remove_played(&s.g, 0, SP_ZONE_DISCARD);
	EQUAL_INT(s.g.place[19].zone, SP_ZONE_DISCARD);
	EQUAL_INT(s.g.played_end, 3);
	EQUAL_INT(sp_game_add_played(&s.g, SP_PLAYED_SPELL, 16, 0), 0);
	EQUAL_INT(sp_game_play_area(&s.g, 0, SP_PLAYED_FREE, area), 2);
	CU_ASSERT(area[0] == 1 && area[1] == 0);
	EQUAL_INT(sp_game_play_area(&s.g, 0, SP_PLAYED_ITEM, area), 1);
	EQUAL_INT(area[0], 1);
	EQUAL_INT(sp_game_play_area(&s.g, 0, SP_PLAYED_SPELL, area), 1);
	EQUAL_INT(area[0], 0);
	EQUAL_INT(sp_game_played_of(&s.g, 18, 0), 1);
	EQUAL_INT(sp_game_played_of(&s.g, 19, 0), -1);
	lab_fair(&s.g);
	/* taken back into the hand it is known to all; taken away it is on
	 * its way to another place */
	sp_game_remove_played(&s.g, 2, SP_ZONE_HAND);
	EQUAL_INT(s.g.place[17].known, SP_KNOWN_TO_ALL);
	EQUAL_INT(s.g.hand[1].card[0], 17);
	EQUAL_INT(s.g.played_end, 2);
	sp_game_remove_played(&s.g, 1, SP_ZONE_STACK);
	EQUAL_INT(sp_game_add_played(&s.g, SP_PLAYED_ITEM, 18, 1), 1);
	EQUAL_INT(s.g.place[18].seat, 1);
	lab_fair(&s.g);
}

/* The numbers of the order run out: it stays the same. */
TEST("game/things", "the order begins anew")
{
	uint8_t area[SP_PLAYED_MAX];
	struct scene s;

	lab_deal(&s, "red blue", 20);
	for (int c = 0; c < 4; c++)
		(void)sp_game_add_played(&s.g, SP_PLAYED_SPELL, c, 0);
	s.g.played[1].order = UINT16_MAX - 2;
	s.g.played[0].order = UINT16_MAX - 1;
	s.g.next_order = UINT16_MAX;
	(void)sp_game_add_played(&s.g, SP_PLAYED_SPELL, 4, 0);
	EQUAL_INT(sp_game_play_area(&s.g, 0, SP_PLAYED_FREE, area), 5);
	CU_ASSERT(memcmp(area, "\2\3\1\0\4", 5) == 0);
	EQUAL_INT(s.g.next_order, 5);
	lab_fair(&s.g);
}

/* ---- the board -------------------------------------------------------------
 */

TEST("game/things", "items on the floor")
{
	uint8_t here[SP_THINGS_MAX];
	struct scene s;
	int played, thing;

	lab_deal(&s, "red blue", 20);
	played = sp_game_add_played(&s.g, SP_PLAYED_ITEM, 5, 0);
	EQUAL_INT(where(&s, SP_KIND_PLAYED, played), s.g.actor[0].square);
	EQUAL_INT(where(&s, SP_KIND_CARD, 5), s.g.actor[0].square);
	sp_game_remove_played(&s.g, played, SP_ZONE_BOARD);
	thing = sp_game_add_thing(
		&s.g, SP_THING_DROPPED, 5, 0, square(&s, "e5"));
	EQUAL_INT(s.g.place[5].zone, SP_ZONE_BOARD);
	EQUAL_INT(where(&s, SP_KIND_CARD, 5), scene_square(&s, "e5"));
	lab_fair(&s.g);
	sp_game_place_thing(&s.g, thing, square(&s, "a1"));
	EQUAL_INT(where(&s, SP_KIND_THING, thing), scene_square(&s, "a1"));
	EQUAL_INT(sp_game_add_thing(&s.g, SP_THING_DROPPED, 6, SP_NOBODY,
			  square(&s, "a1")),
		1);
	EQUAL_INT(sp_game_things_at(&s.g, square(&s, "a1"), here), 2);
	CU_ASSERT(here[0] == 0 && here[1] == 1);
	EQUAL_INT(sp_game_things_at(&s.g, square(&s, "e5"), here), 0);
	sp_game_remove_thing(&s.g, thing);
	EQUAL_INT(s.g.place[5].zone, SP_ZONE_STACK);
	EQUAL_INT(sp_game_add_played(&s.g, SP_PLAYED_ITEM, 5, 1), 0);
	EQUAL_INT(s.g.things_end, 2);
	sp_game_remove_thing(&s.g, 1);
	sp_game_put_card(&s.g, 6, SP_ZONE_DISCARD, SP_NOBODY);
	EQUAL_INT(s.g.things_end, 0);
	lab_fair(&s.g);
}

/* Squares are opaque as long as something in them is. */
TEST("game/things", "opaque squares")
{
	struct scene s;
	int spell, first, second;
	uint16_t d3;

	lab_deal(&s, "red blue", 20);
	d3 = scene_square(&s, "d3");
	spell = sp_game_add_played(&s.g, SP_PLAYED_SPELL, 5, 0);
	first = sp_game_add_thing(
		&s.g, SP_THING_CREATED, 5, 0, square(&s, "d3"));
	second = sp_game_add_thing(
		&s.g, SP_THING_CREATED, 5, 0, square(&s, "d3"));
	s.g.thing[first].played = (uint8_t)spell;
	s.g.thing[second].played = (uint8_t)spell;
	EQUAL_INT(s.g.place[5].zone, SP_ZONE_PLAY);
	sp_game_fill_with(&s.g, first, true, true);
	sp_game_fill_with(&s.g, second, false, true);
	EQUAL_INT(s.g.board.opaque[d3], 1);
	lab_fair(&s.g);
	sp_game_place_thing(&s.g, first, square(&s, "d4"));
	EQUAL_INT(s.g.board.opaque[d3], 1);
	EQUAL_INT(s.g.board.opaque[scene_square(&s, "d4")], 1);
	sp_game_remove_thing(&s.g, second);
	EQUAL_INT(s.g.board.opaque[d3], 0);
	EQUAL_INT(s.g.place[5].zone, SP_ZONE_PLAY);
	sp_game_fill_with(&s.g, first, true, false);
	EQUAL_INT(s.g.board.opaque[scene_square(&s, "d4")], 0);
	lab_fair(&s.g);
}

TEST("game/things", "where things are")
{
	struct scene s;
	uint16_t e;

	lab_deal(&s, "red blue", 20);
	e = scene_edge(&s, "b3/c3");
	EQUAL_INT(where(&s, SP_KIND_ACTOR, 1), s.g.actor[1].square);
	EQUAL_INT(where(&s, SP_KIND_ACTOR, 2), SP_NOWHERE);
	EQUAL_INT(where(&s, SP_KIND_SQUARE, 7), 7);
	EQUAL_INT(where(&s, SP_KIND_SQUARE, 60), SP_NOWHERE);
	EQUAL_INT(where(&s, SP_KIND_EDGE, e), s.g.board.edge[e].square[0]);
	EQUAL_INT(where(&s, SP_KIND_EDGE, SP_NOWHERE), SP_NOWHERE);
	EQUAL_INT(where(&s, SP_KIND_THING, 3), SP_NOWHERE);
	EQUAL_INT(where(&s, SP_KIND_TREASURE, 2), s.g.treasure[2].square);
	EQUAL_INT(where(&s, SP_KIND_TREASURE, 4), SP_NOWHERE);
	scene_lay(&s, 2, "c3");
	sp_game_give_treasure(&s.g, 2, 0, &s.events);
	EQUAL_INT(where(&s, SP_KIND_TREASURE, 2), s.g.actor[0].square);
	EQUAL_INT(where(&s, SP_KIND_CARD, 3), SP_NOWHERE);
	EQUAL_INT(sp_game_square_of(&s.g, 5), SP_NOWHERE);
	EQUAL_INT(sp_game_square_of(&s.g, -5), SP_NOWHERE);
	EQUAL_INT(sp_game_square_of(&s.g, SP_NOTHING), SP_NOWHERE);
	/* a spell is nowhere; dead wizards are nowhere */
	EQUAL_INT(where(&s, SP_KIND_PLAYED,
			  sp_game_add_played(&s.g, SP_PLAYED_SPELL, 1, 0)),
		SP_NOWHERE);
	scene_put(&s, 1, "c3");
	EQUAL_INT(sp_game_actors_at(&s.g, scene_square(&s, "c3")), 3);
	EQUAL_INT(sp_game_actors_at(&s.g, scene_square(&s, "c4")), 0);
	sp_game_kill(&s.g, 1, SP_NOBODY, &s.events);
	EQUAL_INT(sp_game_actors_at(&s.g, scene_square(&s, "c3")), 1);
	EQUAL_INT(sp_game_actors_at(&s.g, SP_NOWHERE), 0);
}
