/* Steps through links between single squares; what becomes of the links. */
#include "effect/things_private.h"
#include "law/compulsion.h"
#include "rules/act.h"
#include "rules/table.h"
#include "unit.h"

static const struct act_card cards[] = {
	{ "tie", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'lasts': "
		 "'permanent', 'slots': [{'name': 'one', 'asks': 'square'}, "
		 "{'name': 'two', 'asks': 'square', 'words': 'to'}], 'do': "
		 "[{'op': 'link', 'square': 'one', 'with': 'two', 'cost': 2, "
		 "'sight': true}]}]}" },
	{ "bond", "'plays': [{'as': 'neutral', 'range': 'anywhere', "
		  "'slots': [{'name': 'one', 'asks': 'square'}, "
		  "{'name': 'two', 'asks': 'square', 'words': 'to'}], 'do': "
		  "[{'op': 'link', 'square': 'one', 'with': 'two', 'cost': "
		  "1}]}]}" },
	{ "cut", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		 "[{'name': 'one', 'asks': 'square'}], 'do': [{'op': "
		 "'unlink', 'square': 'one'}]}]}" },
	{ "turn",
		"'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		"[{'name': 'sector', 'asks': 'sector'}, {'name': 'turns', "
		"'asks': 'turn', 'words': 'by'}], 'do': [{'op': "
		"'rotate_sector', 'sector': 'sector', 'turns': 'turns'}]}]}" },
	{ "latch", "'plays': [{'as': 'neutral', 'range': 'anywhere', "
		   "'slots': [{'name': 'it1', 'asks': 'square'}], 'do': "
		   "[{'op': 'create', 'at': 'it1'}]}], 'object': {'at': "
		   "'square', 'class': 'marker', 'lone': true}, 'on': "
		   "[{'event': 'leave', 'do': [{'op': 'unlink', 'square': "
		   "'here'}]}]}" },
	{ "leash", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		   "'permanent'}], 'compels': [{'who': 'all', 'must': 'go', "
		   "'of': 'me'}]}" },
	{ NULL, NULL },
};

static void begin(struct act *a)
{
	act_begin(a, cards, "red blue");
	a->s.g.phase = SP_PHASE_MOVE;
	a->s.g.moves = 6;
}

static void play(
	struct act *a, const char *card, const sp_value *answers, int n)
{
	a->s.events.n = 0;
	act_play(a, card, 0, 0, answers, n);
	act_done(a);
}

static void join(
	struct act *a, const char *card, const char *from, const char *to)
{
	const sp_value ends[] = { SP_REF(SP_KIND_SQUARE,
					  scene_square(&a->s, from)),
		SP_REF(SP_KIND_SQUARE, scene_square(&a->s, to)) };

	play(a, card, ends, 2);
}

static void cut(struct act *a, const char *at)
{
	const sp_value end = SP_REF(SP_KIND_SQUARE, scene_square(&a->s, at));

	play(a, "cut", &end, 1);
}

static bool leads(const struct act *a, const char *from, const char *to)
{
	return sp_board_beyond(&a->s.g.board, scene_square(&a->s, from),
		       SP_THROUGH) == scene_square(&a->s, to);
}

static int spells(const struct act *a)
{
	uint8_t play[SP_PLAYED_MAX];

	return sp_game_play_area(&a->s.g, 0, SP_PLAYED_SPELL, play);
}

static bool is_at(const struct act *a, int seat, const char *name)
{
	return a->s.g.actor[seat].square == scene_square(&a->s, name);
}

TEST("effect/links", "one is made, told, and goes with its spell")
{
	struct act a;
	const struct sp_event *e;

	begin(&a);
	join(&a, "tie", "c3", "h1");
	CU_ASSERT(leads(&a, "c3", "h1"));
	CU_ASSERT(leads(&a, "h1", "c3"));
	EQUAL_INT(a.s.g.board.linked[0].cost, 2);
	EQUAL_INT(a.s.g.board.linked[0].sight, 1);
	CU_ASSERT(a.s.g.board.linked[0].spell > 0);
	e = scene_event(&a.s, SP_EVENT_LINKED, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(e);
	EQUAL_INT(e->link.from, scene_square(&a.s, "c3"));
	EQUAL_INT(e->link.cost, 2);
	EQUAL_INT(spells(&a), 1);
	cut(&a, "h1");
	EQUAL_INT(a.s.g.board.n_links, 0);
	EQUAL_INT(spells(&a), 0);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_UNLINKED, 0));
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_ENDED, 0));
	cut(&a, "h1");
	EQUAL_INT(a.s.events.n, 0);
	act_end(&a);
}

TEST("effect/links", "one that cannot be comes to nothing, and its spell ends")
{
	struct act a;

	begin(&a);
	join(&a, "bond", "c3", "h1");
	EQUAL_INT(a.s.g.board.linked[0].spell, 0);
	join(&a, "tie", "d3", "c3");
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_FIZZLED, 0));
	EQUAL_INT(spells(&a), 0);
	join(&a, "bond", "d3", "d3");
	EQUAL_INT(a.s.g.board.n_links, 1);
	act_end(&a);
}

TEST("effect/links", "its ends go with a sector that is turned")
{
	struct act a;
	const sp_value answers[] = { SP_REF(SP_KIND_SECTOR, 0), 1 };

	begin(&a);
	join(&a, "bond", "a1", "h1");
	play(&a, "turn", answers, 2);
	CU_ASSERT(leads(&a, "e1", "h1"));
	CU_ASSERT_FALSE(leads(&a, "a1", "h1"));
	act_end(&a);
}

/* Red's turn, for orders. */
static void decide(struct act *a)
{
	a->s.g.decision.kind = SP_DECISION_TURN;
	a->s.g.decision.seats = 1;
}

/* Who has too little, or finds something there, is refused and told why. */
TEST("effect/links", "steps, and what refuses them")
{
	struct act a;
	struct scene *s = &a.s;

	begin(&a);
	join(&a, "tie", "c3", "h1");
	decide(&a);
	EQUAL_INT(scene_do(s, 0, "walk e link stop"), SP_REASON_NO_LINK);
	EQUAL_STRING(scene_words(s), "d3 is linked with no other square");
	s->g.moves = 1;
	EQUAL_INT(scene_do(s, 0, "walk link"), SP_REASON_NO_MOVES);
	EQUAL_STRING(scene_words(s), "you have 1 move left and this takes 2");
	s->g.moves = 5;
	deck_make(s, "rosebush", SP_REF(SP_KIND_SQUARE, scene_square(s, "h1")));
	EQUAL_INT(scene_do(s, 0, "walk link link stop"), SP_REASON_NONE);
	CU_ASSERT(is_at(&a, 0, "c3"));
	EQUAL_INT(s->g.moves, 1);
	act_end(&a);

	begin(&a);
	join(&a, "tie", "c3", "h1");
	deck_make(s, "stone-block",
		SP_REF(SP_KIND_SQUARE, scene_square(s, "h1")));
	decide(&a);
	EQUAL_INT(scene_do(s, 0, "walk link stop"), SP_REASON_FILLED);
	EQUAL_STRING(scene_words(s), "something fills the square h1");
	act_end(&a);
}

/* What happens as he sets out can take the link away: he stays where he is. */
TEST("effect/links", "one that is gone before he is through")
{
	struct act a;
	int latch;

	begin(&a);
	join(&a, "bond", "c3", "h1");
	latch = sp_game_add_thing(&a.s.g, SP_THING_LONE,
		table_card(&a.s, "latch#1"), 0,
		SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "c3")));
	sp_card_form_thing(a.ruleset, &a.s.g, latch);
	decide(&a);
	EQUAL_INT(scene_do(&a.s, 0, "walk link stop"), SP_REASON_NONE);
	CU_ASSERT(is_at(&a, 0, "c3"));
	EQUAL_INT(a.s.g.board.n_links, 0);
	act_end(&a);
}

/* Beyond sixteen steps, where the next local begins. */
TEST("effect/links", "a long walk keeps its links apart")
{
	struct act a;
	sp_value step[SP_MOVES_MAX];

	begin(&a);
	join(&a, "bond", "c3", "h1");
	a.s.g.moves = SP_MOVES_MAX;
	for (int i = 0; i < 37; i++)
		step[i] = SP_THROUGH;
	step[15] = SP_EAST;
	step[16] = SP_WEST;
	a.s.events.n = 0;
	a.s.g.decision.kind = SP_DECISION_NONE;
	a.s.g.decision.seats = 0;
	sp_effect_push_own_walk(&a.run, 0, step, 37);
	act_go(&a);
	CU_ASSERT(is_at(&a, 0, "h1"));
	EQUAL_INT(a.s.g.moves, SP_MOVES_MAX - 37);
	act_done(&a);
	act_end(&a);
}

/* Distances count the points that a link takes, so he who must come goes
 * through it where that is nearer, and is not made to where it is not. */
TEST("effect/links", "who is compelled goes through them")
{
	static const struct {
		int cost, moves, steps;
		sp_value first;
	} rows[] = {
		{ 1, 3, 1, SP_THROUGH }, { 3, 3, 1, SP_THROUGH },
		{ 60, 1, 1, SP_SOUTH }, /* not nearer */
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		struct sp_command c;
		struct act a;
		int leash;

		begin(&a);
		leash = table_put(&a.s, SP_PLAYED_SPELL, 1, "leash#1");
		EQUAL_INT(a.s.g.played[leash].seat, 1);
		scene_put(&a.s, 0, "a1");
		scene_put(&a.s, 1, "i5");
		a.s.g.moves = (int16_t)rows[i].moves;
		CU_ASSERT(sp_board_add_link(&a.s.g.board,
			&(struct sp_link){ .square = { scene_square(&a.s, "a1"),
						   scene_square(&a.s, "i5") },
				.cost = (uint8_t)rows[i].cost }));
		sp_law_command_init(&c, &a.s.g, 0);
		CU_ASSERT(sp_law_obey(a.ruleset, &a.s.g, &c));
		EQUAL_INT(c.verb, SP_VERB_WALK);
		EQUAL_INT(c.n_answers, rows[i].steps);
		EQUAL_INT(c.answer[0], rows[i].first);
		act_end(&a);
	}
}
