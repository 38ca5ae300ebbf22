/* What a mail tells of a position. */
#include "../rules/table.h"
#include "render_tests.h"

static bool flag(const json_t *o, const char *key)
{
	CU_ASSERT_FATAL(json_is_boolean(json_object_get(o, key)));
	return json_is_true(json_object_get(o, key));
}

/* A stun takes the attack of whoever has moved, and the other way round. */
TEST("render/position", "stun")
{
	static struct sp_game g;
	json_t *p;

	render_position(&g, 3, "a");
	render_deal(&g);
	g.actor[0].stunned = 1;
	for (int i = 0; i < 3; i++) {
		g.moved = i == 1;
		g.attacked = i == 2;
		p = sp_render_position(render_ruleset(), &g, 0);
		EQUAL_INT(flag(p, "may_attack"), i == 0);
		EQUAL_INT(flag(p, "stunned"), i == 0);
		EQUAL_INT(flag(p, "stunned_moved"), i == 1);
		EQUAL_INT(flag(p, "stunned_attacked"), i == 2);
		json_decref(p);
	}
	/* in the turn of another it says nothing yet */
	g.actor[1].stunned = 1;
	p = sp_render_position(render_ruleset(), &g, 1);
	CU_ASSERT(!flag(p, "may_attack") && !flag(p, "stunned"));
	CU_ASSERT(!flag(p, "stunned_moved") && !flag(p, "stunned_attacked"));
	json_decref(p);
}

/* Adrenaline lets who is stunned attack twice, or once beside a walk. */
TEST("render/position", "a stun and a spell against it")
{
	static const struct {
		int attacked, moved;
		const char *walking, *attacks;
		bool stays;
	} turns[] = {
		{ 0, 0, "1 attack", "2 attacks", false },
		{ 1, 0, "1 attack", NULL, false },
		{ 2, 0, NULL, NULL, true },
		{ 0, 1, NULL, NULL, false },
		{ 1, 1, NULL, NULL, false },
	};
	static struct sp_game g;
	int spell;

	render_position(&g, 3, "a");
	render_deal(&g);
	g.actor[0].stunned = 1;
	spell = render_play(
		&g, "red", "adrenaline", SP_REF(SP_KIND_ACTOR, 0), 2);
	CU_ASSERT(spell >= 0);
	for (size_t i = 0; i < SP_ARRAY_LEN(turns); i++) {
		json_t *p;
		const char *walking, *attacks;

		g.attacked = (uint8_t)turns[i].attacked;
		g.moved = (uint8_t)turns[i].moved;
		p = sp_render_position(render_ruleset(), &g, 0);
		walking = json_string_value(
			json_object_get(p, "stunned_walking"));
		attacks = json_string_value(json_object_get(p, "attacks"));
		EQUAL_STRING(walking != NULL ? walking : "-",
			turns[i].walking != NULL ? turns[i].walking : "-");
		EQUAL_STRING(attacks != NULL ? attacks : "-",
			turns[i].attacks != NULL ? turns[i].attacks : "-");
		EQUAL_INT(flag(p, "stunned_attacked"), turns[i].stays);
		json_decref(p);
	}
}

/* Points that are left help nobody who may not move. */
TEST("render/position", "who may move")
{
	static const char *const status[] = {
		"Red to move, 3 movement points left",
		"Red to act, but not to move any more in this turn",
		"Red to act, but not to move any more in this turn",
		"Red has only to draw and end the turn",
		"Red has only to discard or end the turn",
	};
	static const char *const left[] = { "3 steps, 1 attack",
		"0 steps, 1 attack", "0 steps, attack used",
		"only to draw and end the turn",
		"only to discard or end the turn" };
	static struct sp_game g;
	json_t *p;

	render_position(&g, 3, "a");
	render_deal(&g);
	for (int i = 0; i < 5; i++) {
		g.stopped = i == 1;
		g.actor[0].stunned = g.attacked = i == 2;
		if (i == 3)
			g.phase = SP_PHASE_DRAW;
		if (i == 4)
			g.actor[0].hand = (uint8_t)render_ruleset()->hand_max;
		p = sp_render_position(render_ruleset(), &g, 0);
		EQUAL_STRING(json_string_value(json_object_get(p, "status")),
			status[i]);
		EQUAL_STRING(
			json_string_value(json_object_get(p, "left")), left[i]);
		json_decref(p);
	}
}

TEST("render/position", "what is left of a turn")
{
	static const struct {
		int moves, attacked, first, stunned;
		const char *left;
	} rows[] = {
		{ 1, 0, 0, 0, "1 step, 1 attack" },
		{ 0, 1, 0, 0, "0 steps, attack used" },
		{ 2, 0, 1, 0, "2 steps, attacks not allowed yet" },
		{ 3, 0, 0, 1, "3 steps or 1 attack" },
		{ -1, 0, 0, 0, "0 steps, 1 attack" },
	};
	static struct sp_game g;

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		json_t *p;

		render_position(&g, 3, "a");
		render_deal(&g);
		g.actor[0].turns = rows[i].first != 0 ? 1 : 2;
		g.moves = (int16_t)rows[i].moves;
		g.attacked = (uint8_t)rows[i].attacked;
		g.actor[0].stunned = (uint8_t)rows[i].stunned;
		p = sp_render_position(render_ruleset(), &g, 0);
		EQUAL_STRING(json_string_value(json_object_get(p, "left")),
			rows[i].left);
		json_decref(p);
		/* it is nobody else's */
		p = sp_render_position(render_ruleset(), &g, 1);
		CU_ASSERT_PTR_NULL(json_object_get(p, "left"));
		json_decref(p);
	}
}

/* A copy has no card, which whoever counts cards wants to know. */
TEST("render/position", "a copy in play")
{
	static struct sp_game g;
	struct sp_buf out;
	int card;

	render_position(&g, 3, "a");
	render_deal(&g);
	card = g.hand[0].card[0];
	g.played[sp_game_add_copied(&g, card, 1)].permanent = 1;
	sp_buf_init(&out, 1 << 14);
	sp_render_scores(render_ruleset(), &g, SP_NOBODY, &out);
	CU_ASSERT_PTR_NOT_NULL(strstr(out.data, " (a copy)"));
	sp_buf_free(&out);
}

/* What lasts without anybody is nobody's burden; what counts in the hand says
 * how long it lasts, too. */
TEST("render/position", "what is maintained, and what only lasts")
{
	static struct sp_game g;
	struct sp_buf out;

	render_position(&g, 3, "a");
	render_deal(&g);
	int spell = sp_game_add_copied(&g, g.hand[0].card[0], 1);
	g.played[spell].permanent = 1;
	sp_buf_init(&out, 1 << 14);
	sp_render_scores(render_ruleset(), &g, SP_NOBODY, &out);
	CONTAINS(out.data, "Blue    maintains ");
	CONTAINS(out.data, " (a copy), permanent");
	g.played[spell].unmaintained = 1;
	sp_buf_clear(&out);
	sp_render_scores(render_ruleset(), &g, SP_NOBODY, &out);
	CONTAINS(out.data, "Blue    made ");
	LACKS(out.data, "maintains");
	sp_buf_free(&out);
}

TEST("render/position", "several attacks are counted")
{
	static struct sp_game g;
	json_t *p;

	render_position(&g, 3, "a");
	render_deal(&g);
	(void)render_play(&g, "red", "adrenaline", SP_REF(SP_KIND_ACTOR, 0), 2);
	p = sp_render_position(render_ruleset(), &g, 0);
	CU_ASSERT(flag(p, "may_attack"));
	EQUAL_STRING(
		json_string_value(json_object_get(p, "attacks")), "2 attacks");
	json_decref(p);
	g.attacked = 1;
	p = sp_render_position(render_ruleset(), &g, 0);
	CU_ASSERT(flag(p, "may_attack"));
	CU_ASSERT_PTR_NULL(json_object_get(p, "attacks"));
	json_decref(p);
}

TEST("render/position", "position")
{
	struct sp_game g;
	json_t *p;

	render_position(&g, 3, "a");
	p = sp_render_position(render_ruleset(), &g, 0);
	CU_ASSERT(flag(p, "your_turn"));
	CU_ASSERT(flag(p, "may_attack"));
	CU_ASSERT(!flag(p, "over"));
	json_decref(p);
	g.actor[0].turns = 1; /* none in the first turn */
	p = sp_render_position(render_ruleset(), &g, 0);
	CU_ASSERT(!flag(p, "may_attack"));
	json_decref(p);
	g.actor[0].turns = 2;
	g.attacked = 1;
	p = sp_render_position(render_ruleset(), &g, 0);
	CU_ASSERT(!flag(p, "may_attack"));
	json_decref(p);
	p = sp_render_position(render_ruleset(), &g, SP_NOBODY);
	CU_ASSERT(!flag(p, "your_turn"));
	CU_ASSERT(!flag(p, "alive"));
	EQUAL_STRING(json_string_value(json_object_get(p, "Active")), "Red");
	json_decref(p);
}

/* Every key for a bystander, as the host hands it on. */
TEST("render/position", "position golden")
{
	struct sp_game g;
	struct sp_buf out;
	json_t *p;

	render_position(&g, 2, "a");
	render_lay(&g, "blue-1", NULL, "red");
	render_lay(&g, "blue-2", "c3", NULL);
	g.actor[0].kills = 1;
	g.actor[1].alive = 0;
	g.actor[1].square = SP_NOWHERE;
	g.actor[1].life = 0;
	g.status = SP_GAME_OVER;
	g.outcome = SP_OUTCOME_POINTS;
	g.winner = 0;
	p = sp_render_position(render_ruleset(), &g, 1);
	sp_buf_init(&out, 1 << 16);
	sp_json_write(&out, p);
	render_golden("position.json", sp_buf_str(&out));
	sp_buf_free(&out);
	json_decref(p);
}

/* A spell that makes whoever acts do something is said in his turn. */
TEST("render/position", "compelled, and what is believed")
{
	struct scene s;
	struct sp_buf out;
	int played, thing;
	json_t *p;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
	scene_put(&s, 0, "f3");
	scene_put(&s, 1, "d3");
	played = table_put(&s, SP_PLAYED_SPELL, 1, "rage#1");
	s.g.played[played].target = SP_REF(SP_KIND_ACTOR, 0);
	p = sp_render_position(s.ruleset, &s.g, 0);
	EQUAL_STRING(json_string_value(json_object_get(p, "compelled")),
		"you must attack Blue (Rage)");
	json_decref(p);
	p = sp_render_position(s.ruleset, &s.g, 1);
	CU_ASSERT_PTR_NULL(json_object_get(p, "compelled"));
	json_decref(p);
	played = table_put(&s, SP_PLAYED_SPELL, 1, "phantom-block#1");
	thing = sp_game_add_thing(&s.g, SP_THING_CREATED,
		s.g.played[played].card, 1,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "e3")));
	s.g.thing[thing].played = (uint8_t)played;
	sp_game_make_illusion(&s.g, thing);
	sp_game_fill_with(&s.g, thing, true, true);
	sp_buf_init(&out, 1 << 14);
	sp_render_legend(s.ruleset, &s.g, SP_NOBODY, &out);
	CONTAINS(sp_buf_str(&out), "Phantom Block (e3: illusion)");
	sp_buf_truncate(&out, 0);
	s.g.thing[thing].believed = 1;
	sp_render_legend(s.ruleset, &s.g, SP_NOBODY, &out);
	CONTAINS(sp_buf_str(&out), "Phantom Block (e3: illusion, real to Red)");
	sp_buf_free(&out);
}
