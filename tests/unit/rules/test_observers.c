/* Observers: what no scenario can say of beliefs, of what comes into sight and
 * of compulsions. */
#include "table.h"
#include "unit.h"

#include "eval/aim.h"
#include "law/compulsion.h"

static void begin(struct scene *s)
{
	table_begin_with(s, cardplay_lab_ruleset(), "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "g3");
}

/* The illusion of a wall that red has made; nobody has seen it. */
static int lay_wall(struct scene *s, const char *at)
{
	int played = table_put(s, SP_PLAYED_SPELL, 0, "phantom-wall#1");
	int thing = sp_game_add_thing(&s->g, SP_THING_CREATED,
		s->g.played[played].card, 0,
		SP_REF(SP_KIND_EDGE, scene_edge(s, at)));

	s->g.thing[thing].played = (uint8_t)played;
	sp_game_make_illusion(&s->g, thing);
	return thing;
}

static bool sees(const struct scene *s, int actor, const char *square,
	struct sp_reach *reach)
{
	struct sp_aim aim = { .ruleset = s->ruleset,
		.g = &s->g,
		.actor = actor,
		.origin = s->g.actor[actor].square,
		.corner = SP_NOWHERE,
		.range = SP_RANGE_SIGHT,
		.reach = reach };

	return sp_eval_in_range(
		       &aim, SP_REF(SP_KIND_SQUARE, scene_square(s, square))) ==
	       SP_REASON_NONE;
}

/* Two who stand in one square and believe differently share nothing. */
TEST("rules/observers", "sights kept for all do not mix what they believe")
{
	static struct sp_sights sights;
	struct sp_reach reach;
	struct scene s;
	int wall;

	begin(&s);
	scene_put(&s, 0, "g3");
	wall = lay_wall(&s, "e3/f3");
	s.g.thing[wall].believed = 1U << 1;
	s.g.thing[wall].doubted = 1U << 0;
	sp_sights_clear(&sights);
	for (int turn = 0; turn < 2; turn++) {
		sp_sights_turn(&sights);
		sp_reach_clear(&reach, &sights);
		CU_ASSERT(sees(&s, 0, "d3", &reach));
		CU_ASSERT(!sees(&s, 1, "d3", &reach));
		CU_ASSERT(sees(&s, 1, "f3", &reach));
		CU_ASSERT(sees(&s, 0, "d3", &reach));
	}
	/* and whoever looks for nobody sees no illusion */
	CU_ASSERT(!sp_game_is_real_to(&s.g, wall, SP_NOBODY));
	CU_ASSERT(!sp_game_is_real_to(&s.g, wall, SP_UNIVERSE));
}

TEST("rules/observers", "an illusion on a line bars the sight of believers")
{
	struct scene s;
	int wall;

	begin(&s);
	scene_put(&s, 1, "f2");
	CU_ASSERT(sees(&s, 1, "f4", NULL));
	wall = lay_wall(&s, "f2/f3");
	CU_ASSERT(sees(&s, 1, "f4", NULL));
	s.g.thing[wall].believed = 1U << 1;
	CU_ASSERT(!sees(&s, 1, "f4", NULL));
	CU_ASSERT(!sees(&s, 1, "f3", NULL));
}

TEST("rules/observers", "the dead believe nothing, and illusions are counted")
{
	struct scene s;
	struct sp_error e = { 0 };
	int wall;

	begin(&s);
	wall = lay_wall(&s, "e3/f3");
	EQUAL_INT(s.g.n_illusions, 1);
	EQUAL_INT(
		s.g.board.edge[scene_edge(&s, "e3/f3")].created, SP_EDGE_OPEN);
	s.g.thing[wall].believed = 1U << 1;
	s.g.thing[wall].seen_by = 1U << 1;
	s.g.played[s.g.thing[wall].played].seen_by = 1U << 1;
	EQUAL_INT(sp_state_check(&s.g, &e), SP_OK);
	s.events.n = 0;
	sp_game_kill(&s.g, 1, SP_NOBODY, &s.events);
	EQUAL_INT((int)s.g.thing[wall].believed, 0);
	EQUAL_INT((int)s.g.thing[wall].seen_by, 0);
	EQUAL_INT((int)s.g.played[s.g.thing[wall].played].seen_by, 0);
	sp_game_remove_thing(&s.g, wall);
	EQUAL_INT(s.g.n_illusions, 0);
}

TEST("rules/observers", "positions that cannot be")
{
	static const struct {
		const char *what, *part;
	} bad[] = {
		{ "both", "believed in" },
		{ "dead", "believed in" },
		{ "no illusion", "believed in" },
		{ "count", "are counted" },
		{ "seen", "the dead see it" },
		{ "seen spell", "the dead see it" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		struct sp_error e = { 0 };
		struct sp_thing *t;
		struct scene s;

		begin(&s);
		t = &s.g.thing[lay_wall(&s, "e3/f3")];
		EQUAL_INT(sp_state_check(&s.g, &e), SP_OK);
		t->believed = i <= 2;
		t->doubted = i == 0;
		if (i == 1)
			t->believed = 1U << 4;
		if (i == 2) {
			t->illusion = 0;
			s.g.n_illusions = 0;
		}
		s.g.n_illusions = (uint16_t)(s.g.n_illusions + (i == 3));
		t->seen_by = i == 4 ? 1U << 3 : 0;
		s.g.played[t->played].seen_by = i == 5 ? 1U << 3 : 0;
		EQUAL_INT(sp_state_check(&s.g, &e), SP_ECORRUPT);
		CONTAINS(e.text, bad[i].part);
	}
}

TEST("rules/observers", "a view cannot know what is believed")
{
	static struct sp_game view;
	static struct sp_events events;
	struct sp_error e = { 0 };
	struct sp_refusal why;
	struct sp_command c;
	char text[64];
	struct scene s;

	begin(&s);
	scene_put(&s, 1, "g2");
	(void)lay_wall(&s, "e3/f3");
	s.g.active = 1;
	s.g.decision.seats = 2;
	sp_game_view(&s.g, 1, &view);
	events.n = 0;
	sp_format(text, sizeof(text), "%u walk s stop",
		(unsigned)s.g.decision.number);
	EQUAL_INT(sp_notation_parse(&c, s.ruleset, &s.g, text, &e), SP_OK);
	c.seat = 1;
	EQUAL_INT(sp_rules_apply(s.ruleset, &view, &c, &events, &why),
		SP_EUNKNOWN);
	EQUAL_INT(view.actor[1].square, s.g.actor[1].square);
}

/* ---- compulsions ----------------------------------------------------------
 */

static int compel(struct scene *s, const char *card, int of, int target)
{
	int played = table_put(s, SP_PLAYED_SPELL, of, card);

	s->g.played[played].target = SP_REF(SP_KIND_ACTOR, target);
	return played;
}

TEST("rules/observers", "what the clock does about a compulsion")
{
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "f3");
	(void)compel(&s, "rage#1", 1, 0);
	/* it goes until it can strike, strikes, and ends the turn */
	EQUAL_STRING(table_default(&s), "walk e stop");
	scene_put(&s, 0, "e3");
	EQUAL_STRING(table_default(&s), "punch blue");
	s.g.attacked = 1;
	EQUAL_STRING(table_default(&s), "end");
	s.g.attacked = 0;
	s.g.moves = 0;
	scene_put(&s, 0, "d3");
	EQUAL_STRING(table_default(&s), "end");
}

TEST("rules/observers", "only who acts is compelled, and in his move phase")
{
	struct sp_compulsion c;
	struct scene s;
	int fear;

	begin(&s);
	fear = compel(&s, "fear#1", 1, 0);
	CU_ASSERT(sp_law_compulsion(s.ruleset, &s.g, 0, &c));
	EQUAL_INT(c.kind, SP_COMPELLING_FLEE);
	EQUAL_INT(c.played, fear);
	EQUAL_INT(c.of, SP_REF(SP_KIND_ACTOR, 1));
	/* the other one is, too, but it is not his turn */
	(void)compel(&s, "fear#2", 0, 1);
	CU_ASSERT(!sp_law_compulsion(s.ruleset, &s.g, 1, &c));
	s.g.active = 1;
	CU_ASSERT(sp_law_compulsion(s.ruleset, &s.g, 1, &c));
	s.g.active = 0;
	s.g.phase = SP_PHASE_DRAW;
	CU_ASSERT(!sp_law_compulsion(s.ruleset, &s.g, 0, &c));
	s.g.phase = SP_PHASE_MOVE;
	/* nobody flees from himself, or from the dead */
	s.g.played[fear].seat = 0;
	CU_ASSERT(!sp_law_compulsion(s.ruleset, &s.g, 0, &c));
	s.g.played[fear].seat = 1;
	/* nor from whom no way leads to him */
	for (int dir = 0; dir < SP_DIRS; dir++)
		s.g.board.edge[s.g.board.edge_at[s.g.actor[1].square][dir]]
			.created = SP_EDGE_WALL;
	CU_ASSERT(!sp_law_compulsion(s.ruleset, &s.g, 0, &c));
	s.g.actor[1].square = SP_NOWHERE;
	CU_ASSERT(!sp_law_compulsion(s.ruleset, &s.g, 0, &c));
}

TEST("rules/observers", "a treasure that ends the phase waits, too")
{
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "f3");
	scene_lay(&s, 2, "d3");
	(void)compel(&s, "fear#1", 1, 0);
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_COMPELLED);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_COMPELLED);
	EQUAL_STRING(scene_words(&s),
		"\"end\" waits: you must flee from Blue (Fear), and that can be "
		"done");
	EQUAL_INT(scene_do(&s, 0, "discard none"), SP_REASON_COMPELLED);
	s.g.stopped = 1;
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NONE);
}

/* Without moves a card that pays is a way, and a creature has none. */
TEST("rules/observers", "a boost is a way to obey")
{
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "f3");
	(void)compel(&s, "fear#1", 1, 0);
	s.g.moves = 0;
	table_hand(&s, 0, "dart#1");
	EQUAL_INT(scene_do(&s, 0, "discard dart#1"), SP_REASON_NONE);
	begin(&s);
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "f3");
	(void)compel(&s, "fear#1", 1, 0);
	s.g.moves = 0;
	table_hand(&s, 0, "power-3#1");
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_COMPELLED);
	s.g.boosted = 1;
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
}
