/* Creatures: what no scenario can say about their activations and their pool.
 */
#include "rules/table.h"
#include "unit.h"

#include "effect/effect.h"
#include "law/casting.h"
#include "law/limits.h"
#include "render/render.h"
#include "rules/rules.h"
#include "state/state.h"

/* Red has a hound beside him, with blue beyond it. */
static int begin(struct scene *s)
{
	static struct sp_events events;
	int played, hound;

	table_begin_with(s, cardplay_lab_ruleset(), "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c1");
	scene_put(s, 2, "d3");
	table_hand(s, 0, "dart#1 flare#1");
	played = table_put(s, SP_PLAYED_SPELL, 0, "hound#1");
	events.n = 0;
	hound = sp_game_add_creature(&s->g, played,
		sp_board_square_parse(&s->g.board, "c2"), 5, &events);
	s->g.played[played].target = SP_REF(SP_KIND_ACTOR, hound);
	return hound;
}

TEST("effect/creatures", "an activation gives back what its wizard had")
{
	struct scene s;
	int hound = begin(&s);

	EQUAL_INT(hound, SP_SEATS_MAX);
	s.g.attacked = 1;
	s.g.moved = 1;
	s.g.moves = 3;
	s.g.speed = 3;
	EQUAL_INT(scene_do(&s, 0, "activate creature:hound#1"), SP_REASON_NONE);
	EQUAL_INT(sp_game_acting(&s.g), hound);
	EQUAL_INT(s.g.moves, 4);
	EQUAL_INT(s.g.attacked, 0);
	EQUAL_INT(s.g.moved, 0);
	EQUAL_INT(s.g.speed, 4);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(sp_game_acting(&s.g), 0);
	EQUAL_INT(s.g.moves, 3);
	EQUAL_INT(s.g.attacked, 1);
	EQUAL_INT(s.g.moved, 1);
	EQUAL_INT(s.g.active, 0);
	EQUAL_INT(s.g.phase, SP_PHASE_MOVE);
	EQUAL_INT(s.g.n_frames, 0);
}

/* The number of the decision stays, so that one mail goes on. */
TEST("effect/creatures", "an activation asks with the number that the turn had")
{
	struct scene s;
	uint32_t number;

	(void)begin(&s);
	number = s.g.decision.number;
	EQUAL_INT(scene_do(&s, 0, "activate creature:hound#1"), SP_REASON_NONE);
	EQUAL_INT(s.g.decision.number, number);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(scene_do(&s, 0, "walk s stop"), SP_REASON_NONE);
	EQUAL_INT(s.g.decision.number, number);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.decision.number, number);
}

TEST("effect/creatures", "a deadline ends the turn, whoever acts")
{
	struct scene s;
	struct sp_command c;
	struct sp_events events = { 0 };

	(void)begin(&s);
	EQUAL_INT(scene_do(&s, 0, "activate creature:hound#1"), SP_REASON_NONE);
	sp_law_default(s.ruleset, &s.g, &c);
	EQUAL_INT(c.verb, SP_VERB_END);
	EQUAL_INT(sp_rules_apply(s.ruleset, &s.g, &c, &events, NULL), SP_OK);
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.n_frames, 0);
	EQUAL_INT(sp_game_acting(&s.g), 1);
}

/* A spell of somebody else's takes it away in the middle of what it does. */
TEST("effect/creatures", "an activation is over with its creature")
{
	struct scene s;
	int hound = begin(&s);

	EQUAL_INT(scene_do(&s, 0, "activate creature:hound#1"), SP_REASON_NONE);
	s.g.actor[hound].life = 1;
	EQUAL_INT(scene_do(&s, 0, "walk s stop"), SP_REASON_NONE);
	EQUAL_INT(table_do(&s, 0, "punch red"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[0].life, 13);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(table_do(&s, 0, "punch creature:hound#1"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[hound].alive, 0);
	EQUAL_INT(s.g.actor[hound].creature, 1);
	/* until the next command it has its place, which is free then */
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[hound].creature, 0);
	EQUAL_INT(s.g.creatures_end, 0);
}

TEST("effect/creatures", "an activation is over where it answers to another")
{
	struct scene s;
	int hound = begin(&s);

	EQUAL_INT(scene_do(&s, 0, "activate creature:hound#1"), SP_REASON_NONE);
	s.g.actor[hound].seat = 1;
	EQUAL_INT(scene_do(&s, 0, "walk s stop"), SP_REASON_NONE);
	EQUAL_INT(sp_game_acting(&s.g), 0);
	EQUAL_INT(s.g.n_frames, 0);
	EQUAL_INT(scene_do(&s, 0, "activate creature:hound#1"),
		SP_REASON_NOT_YOURS);
}

TEST("effect/creatures", "what answered to the dead answers to its caster")
{
	struct scene s;
	int hound = begin(&s);

	s.g.actor[hound].seat = 2;
	EQUAL_INT(scene_do(&s, 2, "resign"), SP_REASON_NONE);
	EQUAL_INT(s.g.actor[2].alive, 0);
	EQUAL_INT(s.g.actor[hound].alive, 1);
	EQUAL_INT(s.g.actor[hound].seat, 0);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_CONTROLLED, 0));
}

TEST("effect/creatures", "a full pool refuses the card before it is paid for")
{
	struct scene s;
	int n = 1;

	(void)begin(&s);
	table_hand(&s, 0, "imp#1 dart#1");
	CU_ASSERT_FALSE(sp_game_creatures_full(&s.g));
	for (int i = SP_SEATS_MAX + 1; i < SP_UNIVERSE; i++, n++)
		s.g.actor[i] = (struct sp_actor){ .creature = 1,
			.seat = 1,
			.carries = SP_NOBODY,
			.square = SP_NOWHERE };
	EQUAL_INT(n, SP_UNIVERSE - SP_SEATS_MAX);
	s.g.creatures_end = SP_UNIVERSE;
	CU_ASSERT_TRUE(sp_game_creatures_full(&s.g));
	EQUAL_INT(scene_do(&s, 0, "cast imp#1 0 d2"), SP_REASON_NO_ROOM);
	EQUAL_INT(s.g.place[table_card(&s, "imp#1")].zone, SP_ZONE_HAND);
	/* the dead make room */
	sp_game_bury_creatures(&s.g);
	EQUAL_INT(s.g.creatures_end, SP_SEATS_MAX + 1);
	CU_ASSERT(scene_do(&s, 0, "cast imp#1 0 d2") != SP_REASON_NO_ROOM);
}

/* Everybody knows all of it. */
TEST("effect/creatures", "a view has them all")
{
	static struct sp_game view;
	struct scene s;
	int hound = begin(&s);

	EQUAL_INT(scene_do(&s, 0, "activate creature:hound#1"), SP_REASON_NONE);
	for (int seat = SP_NOBODY; seat < s.g.n_seats; seat++) {
		sp_game_view(&s.g, seat, &view);
		CU_ASSERT(memcmp(&view.actor[hound], &s.g.actor[hound],
				  sizeof(view.actor[hound])) == 0);
		EQUAL_INT(sp_game_acting(&view), hound);
	}
}

TEST("effect/creatures", "seats answer for actors")
{
	struct scene s;
	int hound = begin(&s);

	EQUAL_INT(sp_game_seat_of(&s.g, hound), 0);
	EQUAL_INT(sp_game_seat_of(&s.g, 2), 2);
	EQUAL_INT(sp_game_seat_of(&s.g, SP_UNIVERSE), SP_NOBODY);
	EQUAL_INT(sp_game_seat_of(&s.g, hound + 1), SP_NOBODY);
	CU_ASSERT_TRUE(sp_game_is_actor(&s.g, hound));
	CU_ASSERT_FALSE(sp_game_is_actor(&s.g, hound + 1));
	CU_ASSERT_FALSE(sp_game_is_actor(&s.g, 3));
	CU_ASSERT_FALSE(sp_game_is_actor(&s.g, SP_UNIVERSE));
}

/* What is cast from where a creature stands needs it until it resolves. */
TEST("effect/creatures", "an origin that dies")
{
	for (int dies = 0; dies < 2; dies++) {
		struct scene s;
		int hound = begin(&s);

		table_hand(&s, 0, "dart#1 proxy#1");
		table_hand(&s, 1, "dodge#1");
		s.g.actor[1].square = s.g.actor[hound].square;
		EQUAL_INT(scene_do(&s, 0,
				  "cast dart#1 0 proxy#1 creature:hound#1 "
				  "blue"),
			SP_REASON_NONE);
		EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
		if (dies)
			sp_game_kill(&s.g, hound, SP_NOBODY, &s.events);
		table_pass(&s);
		EQUAL_INT(scene_event(&s, SP_EVENT_FIZZLED, 0) != NULL, dies);
		EQUAL_INT(s.g.actor[1].life, dies ? 15 : 12);
	}
}

/* ---- items --------------------------------------------------------------- */

static int begin_porter(struct scene *s, int *porter)
{
	static struct sp_events events;
	int played;

	table_begin_with(s, cardplay_lab_ruleset(), "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c1");
	played = table_put(s, SP_PLAYED_SPELL, 0, "porter#1");
	events.n = 0;
	*porter = sp_game_add_creature(&s->g, played,
		sp_board_square_parse(&s->g.board, "c2"), 4, &events);
	s->g.played[played].target = SP_REF(SP_KIND_ACTOR, *porter);
	table_hand(s, 0, "helm#1");
	return sp_game_add_played(
		&s->g, SP_PLAYED_ITEM, s->g.hand[0].card[0], *porter);
}

TEST("effect/creatures", "what it carries is written with it, and read again")
{
	struct scene s;
	struct sp_game back;
	struct sp_error e = { 0 };
	struct sp_buf text;
	int porter, helm = begin_porter(&s, &porter);

	EQUAL_INT(s.g.played[helm].seat, porter);
	EQUAL_INT(sp_state_check(&s.g, &e), SP_OK);
	sp_buf_init(&text, SIZE_MAX);
	sp_state_encode(&s.g, &s.ruleset->lexicon, &text);
	CONTAINS(sp_buf_str(&text),
		"\"play\": [\n    {\n     \"card\": \"helm#1\"");
	sp_game_view(&s.g, SP_NOBODY, &s.g);
	EQUAL_INT(sp_state_decode(&back, &s.ruleset->lexicon, sp_buf_str(&text),
			  text.len, &e),
		SP_OK);
	CU_ASSERT(memcmp(&back, &s.g, sizeof(back)) == 0);
	sp_buf_free(&text);
	/* nobody carries it who is no creature, or is dead */
	back = s.g;
	back.played[helm].seat = (int8_t)(porter + 1);
	back.place[back.played[helm].card].seat = (int8_t)(porter + 1);
	EQUAL_INT(sp_state_check(&back, &e), SP_ECORRUPT);
	back = s.g;
	back.actor[porter].alive = 0;
	back.actor[porter].life = 0;
	EQUAL_INT(sp_state_check(&back, &e), SP_ECORRUPT);
}

TEST("effect/creatures",
	"its items count in no hand, and are told with its wizard's")
{
	struct scene s;
	struct sp_buf text;
	int porter, helm = begin_porter(&s, &porter);

	EQUAL_INT(sp_law_hand_used(s.ruleset, &s.g, 0), 1); /* its spell */
	EQUAL_INT(sp_law_casting_holder(&s.g, helm), SP_NOBODY);
	EQUAL_INT(sp_game_square_of(&s.g, SP_REF(SP_KIND_PLAYED, helm)),
		s.g.actor[porter].square);
	sp_buf_init(&text, SIZE_MAX);
	sp_render_scores(s.ruleset, &s.g, SP_NOBODY, &text);
	CONTAINS(sp_buf_str(&text), "Porter carries Helm\n");
	CU_ASSERT_PTR_NULL(strstr(sp_buf_str(&text), "  carries"));
	sp_buf_free(&text);
}

/* What it is made to take it takes only if its card lets it carry such. */
TEST("effect/creatures", "it takes what its card lets it carry")
{
	static const struct {
		const char *card;
		bool treasures, items;
	} rows[] = { { "porter#1", true, true }, { "imp#1", true, false },
		{ "hound#1", false, false } };
	static struct sp_events events;

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		struct scene s;
		struct sp_run run = { .g = &s.g, .events = &events };
		int played, creature, thing;

		table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
		run.ruleset = s.ruleset;
		played = table_put(&s, SP_PLAYED_SPELL, 0, rows[i].card);
		events.n = 0;
		creature = sp_game_add_creature(&s.g, played,
			sp_board_square_parse(&s.g.board, "c2"), 2, &events);
		thing = sp_game_add_thing(&s.g, SP_THING_DROPPED,
			table_card(&s, "helm#1"), 0,
			SP_REF(SP_KIND_SQUARE,
				sp_board_square_parse(&s.g.board, "c2")));
		sp_effect_take(&run, SP_REF(SP_KIND_THING, thing), creature);
		EQUAL_INT(s.g.thing[thing].kind,
			rows[i].items ? SP_THING_FREE : SP_THING_DROPPED);
		sp_effect_take(&run, SP_REF(SP_KIND_TREASURE, 0), creature);
		EQUAL_INT(s.g.actor[creature].carries,
			rows[i].treasures ? 0 : SP_NOBODY);
	}
}
