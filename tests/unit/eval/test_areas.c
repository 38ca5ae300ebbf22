/* Who is in the area of a thing, and what things do there. */
#include "../rules/cardplay.h"
#include "../rules/table.h"
#include "eval/eval.h"
#include "eval/thing.h"
#include "unit.h"

/* Red's home is c3, with a door to b3; the sectors are a1 to e5, f1 to j5. */
static void begin(struct scene *s)
{
	table_begin_with(s, cardplay_lab_ruleset(), "red blue");
}

static int lay(struct scene *s, const char *card, sp_value where)
{
	int i = sp_game_add_thing(
		&s->g, SP_THING_LONE, table_card(s, card), 0, where);

	sp_card_form_thing(s->ruleset, &s->g, i);
	return i;
}

static int lay_at(struct scene *s, const char *card, const char *square)
{
	return lay(s, card, SP_REF(SP_KIND_SQUARE, scene_square(s, square)));
}

static bool covers(const struct scene *s, int thing, const char *square)
{
	return sp_eval_in_area(s->ruleset, &s->g, thing,
		SP_REF(SP_KIND_SQUARE, scene_square(s, square)), 0);
}

TEST("eval/areas", "as one walks")
{
	static struct scene s;
	int brazier;

	begin(&s);
	brazier = lay_at(&s, "brazier#1", "b3");
	CU_ASSERT_TRUE(covers(&s, brazier, "b3"));
	CU_ASSERT_TRUE(covers(&s, brazier, "b1"));
	/* over the wrap, no further */
	CU_ASSERT_TRUE(covers(&s, brazier, "j3"));
	CU_ASSERT_FALSE(covers(&s, brazier, "j2"));
	/* the door is nobody's to open; held it is open to all */
	CU_ASSERT_FALSE(covers(&s, brazier, "c3"));
	s.g.board.edge[scene_edge(&s, "b3/c3")].door = SP_DOOR_IS_OPEN;
	s.g.board.edge[scene_edge(&s, "b3/c3")].door_by = 0;
	CU_ASSERT_FALSE(covers(&s, brazier, "c3"));
	s.g.board.edge[scene_edge(&s, "b3/c3")].door = SP_DOOR_IS_HELD;
	CU_ASSERT_TRUE(covers(&s, brazier, "c3"));
	CU_ASSERT_TRUE(covers(&s, brazier, "d3"));
	CU_ASSERT_FALSE(covers(&s, brazier, "e3"));
	/* a portal */
	brazier = lay_at(&s, "brazier#2", "c1");
	CU_ASSERT_TRUE(covers(&s, brazier, "h5"));
	CU_ASSERT_TRUE(covers(&s, brazier, "i5"));
	CU_ASSERT_FALSE(covers(&s, brazier, "j5"));
	CU_ASSERT_FALSE(covers(&s, brazier, "c2"));
}

TEST("eval/areas", "sectors and lines")
{
	static struct scene s;
	int totem, bell;

	begin(&s);
	totem = lay_at(&s, "ward-totem#1", "a1");
	CU_ASSERT_TRUE(covers(&s, totem, "e5"));
	CU_ASSERT_FALSE(covers(&s, totem, "f1"));
	bell = lay(
		&s, "alarm#1", SP_REF(SP_KIND_EDGE, scene_edge(&s, "e3/f3")));
	CU_ASSERT_TRUE(covers(&s, bell, "e3"));
	CU_ASSERT_TRUE(covers(&s, bell, "f3"));
	CU_ASSERT_FALSE(covers(&s, bell, "d3"));
	/* the dead and what is nowhere are in no area */
	s.g.actor[1].square = SP_NOWHERE;
	CU_ASSERT_FALSE(sp_eval_in_area(
		s.ruleset, &s.g, totem, SP_REF(SP_KIND_ACTOR, 1), 0));
	CU_ASSERT_TRUE(sp_eval_in_area(
		s.ruleset, &s.g, totem, SP_REF(SP_KIND_ACTOR, 0), 0));
}

/* The damage of three as it comes to him. */
static int taken(const struct scene *s, int seat)
{
	int parts =
		sp_eval_stat_on(s->ruleset, &s->g, SP_REF(SP_KIND_ACTOR, seat),
			SP_STAT_DAMAGE_IN, 3 * SP_DAMAGE_PARTS);

	EQUAL_INT(parts % SP_DAMAGE_PARTS, 0);
	return parts / SP_DAMAGE_PARTS;
}

TEST("eval/areas", "statistics of whoever is there")
{
	static struct scene s;
	int spell, thing;

	begin(&s);
	scene_put(&s, 0, "a5");
	scene_put(&s, 1, "f3");
	EQUAL_INT(taken(&s, 0), 3);
	/* each that covers him counts; the spell of one does not count again */
	lay_at(&s, "ward-totem#1", "a1");
	EQUAL_INT(taken(&s, 0), 2);
	spell = table_put(&s, SP_PLAYED_SPELL, 1, "ward-totem#2");
	EQUAL_INT(taken(&s, 0), 2);
	thing = sp_game_add_thing(&s.g, SP_THING_CREATED,
		s.g.played[spell].card, 1,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "b1")));
	s.g.thing[thing].played = (uint8_t)spell;
	sp_card_form_thing(s.ruleset, &s.g, thing);
	EQUAL_INT(taken(&s, 0), 1);
	EQUAL_INT(taken(&s, 1), 3);
	/* in the area of what a spell made, and of nothing else of it */
	CU_ASSERT_TRUE(sp_eval_in_area_of(s.ruleset, &s.g,
		SP_REF(SP_KIND_PLAYED, spell), SP_REF(SP_KIND_ACTOR, 0), 0));
	CU_ASSERT_FALSE(sp_eval_in_area_of(s.ruleset, &s.g,
		SP_REF(SP_KIND_PLAYED, spell), SP_REF(SP_KIND_ACTOR, 1), 0));
	CU_ASSERT_FALSE(sp_eval_in_area_of(s.ruleset, &s.g,
		SP_REF(SP_KIND_CARD, 1), SP_REF(SP_KIND_ACTOR, 0), 0));
}

static int fist(const struct scene *s, int seat)
{
	return sp_eval_actor_stat(s->ruleset, &s->g, seat, SP_STAT_PUNCH);
}

TEST("eval/areas", "statistics of whoever owns it")
{
	static struct scene s;
	int idol;

	begin(&s);
	idol = lay_at(&s, "idol#1", "a1");
	EQUAL_INT(fist(&s, 0), 1);
	EQUAL_INT(fist(&s, 1), 1);
	sp_game_give_thing(&s.g, idol, 1);
	EQUAL_INT(fist(&s, 0), 1);
	EQUAL_INT(fist(&s, 1), 2);
	CU_ASSERT_TRUE(sp_eval_stats_in_play(
		s.ruleset, &s.g, UINT64_C(1) << SP_STAT_PUNCH));
	sp_game_remove_thing(&s.g, idol);
	EQUAL_INT(fist(&s, 1), 1);
	CU_ASSERT_FALSE(sp_eval_stats_in_play(
		s.ruleset, &s.g, UINT64_C(1) << SP_STAT_PUNCH));
}

TEST("eval/areas", "what takes the life of a thing")
{
	static struct scene s;
	int totem, idol, rune;

	begin(&s);
	totem = lay_at(&s, "ward-totem#1", "a1");
	idol = lay_at(&s, "idol#1", "a2");
	rune = lay_at(&s, "rune#1", "a5");
	CU_ASSERT_TRUE(
		sp_eval_is_hurt_by(s.ruleset, &s.g, totem, SP_DAMAGE_MAGICAL));
	CU_ASSERT_FALSE(
		sp_eval_is_hurt_by(s.ruleset, &s.g, totem, SP_DAMAGE_PHYSICAL));
	CU_ASSERT_TRUE(
		sp_eval_is_hurt_by(s.ruleset, &s.g, idol, SP_DAMAGE_PHYSICAL));
	CU_ASSERT_FALSE(
		sp_eval_is_hurt_by(s.ruleset, &s.g, rune, SP_DAMAGE_MAGICAL));
	CU_ASSERT_TRUE(
		sp_eval_takes_part(s.ruleset, &s.g, totem, SP_PART_TARGET));
	CU_ASSERT_FALSE(
		sp_eval_takes_part(s.ruleset, &s.g, totem, SP_PART_OBJECT));
	EQUAL_INT(s.g.thing[rune].vacant, 1);
	EQUAL_INT(s.g.thing[totem].vacant, 0);
}
