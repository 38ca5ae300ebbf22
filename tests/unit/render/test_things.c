/* Things on the board and in words: classes, life, owners. */
#include "../rules/cardplay.h"
#include "../rules/table.h"
#include "render/render_private.h"
#include "render_tests.h"
#include "unit.h"

static struct scene s;

static int lay(const char *card, const char *square)
{
	int i = sp_game_add_thing(&s.g, SP_THING_LONE, table_card(&s, card), 0,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, square)));

	sp_card_form_thing(s.ruleset, &s.g, i);
	return i;
}

static char mark(int thing)
{
	struct sp_render_mark in[SP_RENDER_MARKS_MAX];

	EQUAL_INT(render_marks(s.ruleset, &s.g,
			  (uint16_t)sp_index_of(s.g.thing[thing].where), in),
		1);
	return in[0].mark;
}

TEST("render/things", "marks and the legend")
{
	struct sp_buf legend;
	int idol, rubble, rune;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
	idol = lay("idol#1", "a5");
	rubble = lay("rubble#1", "b5");
	rune = lay("rune#1", "c5");
	EQUAL_INT(mark(idol), 'i');
	EQUAL_INT(mark(rubble), 'o');
	EQUAL_INT(mark(rune), 'x');
	sp_game_give_thing(&s.g, idol, 1);
	CU_ASSERT(sp_board_add_link(&s.g.board,
		&(struct sp_link){ .square = { 0, 6 }, .cost = 1 }));
	CU_ASSERT(sp_board_add_link(&s.g.board,
		&(struct sp_link){
			.square = { 30, 7 }, .cost = 2, .sight = 1 }));
	sp_buf_init(&legend, 1 << 16);
	sp_render_legend(s.ruleset, &s.g, SP_NOBODY, &legend);
	CONTAINS(sp_buf_str(&legend), "a1 and b2 are linked (1 move)");
	CONTAINS(sp_buf_str(&legend), "f2 and c2 are linked (2 moves, sight)");
	CONTAINS(sp_buf_str(&legend), "i Idol (a5: 1 life, Blue's)");
	CONTAINS(sp_buf_str(&legend), "o Rubble (b5: nobody's)");
	CONTAINS(sp_buf_str(&legend), "x Rune (c5: Red's)");
	sp_buf_free(&legend);
}

/* A made door that is held is drawn as such, on the board and in the legend. */
TEST("render/things", "the mark of a made door")
{
	struct sp_buf legend;
	uint16_t at;
	int door;

	table_begin(&s, "red blue");
	at = sp_board_edge_parse(&s.g.board, "c3/d3");
	door = table_put(&s, SP_PLAYED_SPELL, 0, "create-door#1");
	(void)sp_game_add_thing(&s.g, SP_THING_CREATED,
		table_card(&s, "create-door#1"), 0, SP_REF(SP_KIND_EDGE, at));
	s.g.thing[s.g.things_end - 1].played = (uint8_t)door;
	sp_board_make(&s.g.board, at, SP_EDGE_DOOR);
	sp_buf_init(&legend, 1 << 16);
	sp_render_legend(s.ruleset, &s.g, SP_NOBODY, &legend);
	CONTAINS(sp_buf_str(&legend), "D Create Door (c3/d3)");
	s.g.board.edge[at].door = SP_DOOR_IS_HELD;
	s.g.board.edge[at].door_by = 0;
	sp_buf_clear(&legend);
	sp_render_legend(s.ruleset, &s.g, SP_NOBODY, &legend);
	CONTAINS(sp_buf_str(&legend), "H held door: c3/d3 by Red");
	CONTAINS(sp_buf_str(&legend), "H Create Door (c3/d3)");
	sp_buf_free(&legend);
}

/* What a form forbids stands in the hand as such; counters stay. */
TEST("render/things", "a hand under a form")
{
	char *text;
	json_t *hand;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "zot#1 full-shield#1 energy-4#1 dagger#1");
	(void)table_put(&s, SP_PLAYED_SPELL, 0, "golem-form#1");
	hand = sp_cardtext_hand(s.ruleset, &s.g, 0, NULL);
	text = json_dumps(hand, 0);
	CONTAINS(text, "not while Golem Form lasts: cast zot hurt");
	CONTAINS(text, "not while Golem Form lasts: cast zot stun");
	CONTAINS(text, "order: counter with full shield");
	CONTAINS(text, "order: cast dagger");
	free(text);
	json_decref(hand);
}

/* The title of what a seat is asked now. */
static void title_is(int seat, const char *want)
{
	static struct sp_game view;
	json_t *question;

	sp_game_view(&s.g, seat, &view);
	question = sp_render_question(s.ruleset, &view, seat);
	CU_ASSERT_PTR_NOT_NULL_FATAL(question);
	EQUAL_STRING(
		json_string_value(json_object_get(question, "title")), want);
	json_decref(question);
}

/* A subject has game, seat and deadline besides. */
TEST("render/things", "titles that fit in a subject")
{
	table_begin(&s, "red blue yellow");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "e3");
	scene_put(&s, 2, "f3");
	table_hand(&s, 0, "homunculus#1 energy-4#1 zot#1 anti-anti#1");
	table_hand(&s, 1, "negate-neutral#1 shield#1");
	table_hand(&s, 2, "absorb-spell#1");
	EQUAL_INT_FATAL(scene_do(&s, 0, "cast homunculus#1 0 energy-4#1"),
		SP_REASON_NONE);
	title_is(1, "Red casts Homunculus");
	EQUAL_INT_FATAL(
		scene_do(&s, 1, "answer negate-neutral#1 0 item:0 none"),
		SP_REASON_NONE);
	EQUAL_INT_FATAL(scene_do(&s, 2, "answer none"), SP_REASON_NONE);
	title_is(0, "Blue counters your Homunculus");
	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "e3");
	table_hand(&s, 0, "energy-4#1 zot#1 anti-anti#1");
	table_hand(&s, 1, "shield#1");
	EQUAL_INT_FATAL(scene_do(&s, 0, "cast zot#1 0 energy-4#1 blue"),
		SP_REASON_NONE);
	title_is(1, "Red casts Zot! hurt at you");
	EQUAL_INT_FATAL(scene_do(&s, 1, "answer shield#1 0 item:0 none none"),
		SP_REASON_NONE);
	title_is(0, "Blue counters your Zot!");
}

/* Who aims at himself reads no "you cast it at you". */
TEST("render/things", "the title of what one casts at oneself")
{
	static const char *const titles[] = { "You cast Adrenaline at yourself",
		"Red casts Adrenaline at Red" };

	table_begin(&s, "red blue");
	scene_put(&s, 1, "d3");
	table_hand(&s, 0, "adrenaline#1 energy-4#1");
	table_hand(&s, 1, "negate-neutral#1");
	EQUAL_INT_FATAL(scene_do(&s, 0, "cast adrenaline#1 0 energy-4#1 red"),
		SP_REASON_NONE);
	for (int seat = 0; seat < 2; seat++)
		title_is(seat, titles[seat]);
}

/* A blow is multiplied though that is no number of its own. */
TEST("render/things", "what is not as usual")
{
	struct sp_buf out;
	int spell;

	table_begin(&s, "red blue");
	table_put(&s, SP_PLAYED_SPELL, 0, "golem-form#1");
	table_put(&s, SP_PLAYED_SPELL, 0, "strength#1");
	spell = table_put(&s, SP_PLAYED_SPELL, 1, "adrenaline#1");
	s.g.played[spell].target = SP_REF(SP_KIND_ACTOR, 1);
	sp_buf_init(&out, 400);
	render_add_differs(s.ruleset, &s.g, 0, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"speed 2, punches for 2, physical damage doubled, damage taken "
		"-2, may go on with a treasure, a treasure costs 1 to pick up, "
		"casts only counters");
	sp_buf_clear(&out);
	render_add_differs(s.ruleset, &s.g, 1, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"attacks 2 times a turn, 1 attack when stunned besides a move");
	sp_buf_free(&out);
}

TEST("render/things", "what cards in play do to others")
{
	struct sp_buf out;

	table_begin(&s, "red blue");
	table_put(&s, SP_PLAYED_SPELL, 0, "disease#1");
	table_put(&s, SP_PLAYED_SPELL, 0, "homunculus#1");
	table_put(&s, SP_PLAYED_ITEM, 0, "fire-cloak#1");
	table_put(&s, SP_PLAYED_SPELL, 1, "pain-link#1");
	table_put(&s, SP_PLAYED_SPELL, 1, "stone-spikes#1");
	sp_buf_init(&out, 400);
	render_add_differs(s.ruleset, &s.g, 0, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"2 fire damage more with a punch, 3 to whoever they join "
		"(Disease), Homunculus stands in, hits back for 2 (Fire "
		"Cloak)");
	sp_buf_clear(&out);
	render_add_differs(s.ruleset, &s.g, 1, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"hits back (Pain Link), attacks by Stone Spikes");
	sp_buf_free(&out);
}

/* Whoever's spell it is: the one whom it is on. */
TEST("render/things", "what drawing costs")
{
	struct sp_buf out;
	int spell;

	table_begin(&s, "red blue");
	spell = table_put(&s, SP_PLAYED_SPELL, 0, "slow-death#1");
	s.g.played[spell].target = SP_REF(SP_KIND_ACTOR, 1);
	sp_buf_init(&out, 400);
	render_add_differs(s.ruleset, &s.g, 0, &out);
	EQUAL_STRING(sp_buf_str(&out), "");
	render_add_differs(s.ruleset, &s.g, 1, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"each card drawn hurts, also at the end of a turn (Slow "
		"Death)");
	sp_buf_free(&out);
}

/* In whose turns: those of whoever cast it. */
TEST("render/things", "what hurts as time passes")
{
	struct sp_buf out;
	int spell;

	table_begin(&s, "red blue");
	spell = table_put(&s, SP_PLAYED_SPELL, 0, "acid-bath#1");
	s.g.played[spell].target = SP_REF(SP_KIND_ACTOR, 1);
	sp_buf_init(&out, 400);
	render_add_differs(s.ruleset, &s.g, 0, &out);
	EQUAL_STRING(sp_buf_str(&out), "");
	render_add_differs(s.ruleset, &s.g, 1, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"2 damage as time passes in Red's turns (Acid Bath)");
	sp_buf_free(&out);
}

/* As the refusals count them: with what a stone adds. */
TEST("render/things", "what cards are worth beside a stone")
{
	static const char *const names[] = { "Dagger", "Energy 4 [4 + 1]",
		"Large Rock [3 + 1]" };
	json_t *hand;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "dagger#1 energy-4#1 large-rock#1");
	table_put(&s, SP_PLAYED_ITEM, 0, "powerstone#1");
	hand = sp_cardtext_hand(s.ruleset, &s.g, 0, NULL);
	EQUAL_INT_FATAL(json_array_size(hand), SP_ARRAY_LEN(names));
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++) {
		const char *name = json_string_value(
			json_object_get(json_array_get(hand, i), "name"));
		bool found = false;

		for (size_t k = 0; k < SP_ARRAY_LEN(names); k++)
			found |= sp_streq(name, names[k]);
		CU_ASSERT_TRUE(found);
	}
	json_decref(hand);
}

/* The first line of what a seat is asked begins so. */
static void asked_line(int seat, const char *want)
{
	static struct sp_game view;
	json_t *question;

	sp_game_view(&s.g, seat, &view);
	question = sp_render_question(s.ruleset, &view, seat);
	CU_ASSERT_PTR_NOT_NULL_FATAL(question);
	CONTAINS(json_string_value(
			 json_array_get(json_object_get(question, "lines"), 0)),
		want);
	json_decref(question);
}

/* Who is asked again about darts reads how many still come. */
TEST("render/things", "darts that were countered are not counted")
{
	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "e3");
	table_hand(&s, 0, "fire-darts#1 energy-4#1");
	table_hand(&s, 1, "full-shield#1 shield#1 backlash#1");
	EQUAL_INT_FATAL(
		scene_do(&s, 0, "cast fire-darts#1 0 energy-4#1 blue *4"),
		SP_REASON_NONE);
	/* the subject has no room for how many */
	asked_line(1, "Red (d3) casts Fire Darts at you 4 times;");
	EQUAL_INT_FATAL(scene_do(&s, 1, "answer full-shield#1 0 item:0 none"),
		SP_REASON_NONE);
	asked_line(1, "Red (d3) casts Fire Darts at you 3 times;");
}
