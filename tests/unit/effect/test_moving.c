/* Walks with cards: own, led, pushed, flown; what stops them. */
#include "effect/things_private.h"
#include "law/asked.h"
#include "rules/act.h"
#include "rules/machine_private.h"
#include "unit.h"

#define TARGET(of)                                                             \
	"'slots': [{'name': 'target', 'asks': 'target', 'of': '" of            \
	"', 'words': 'at'}]"

static const struct act_card cards[] = {
	{ "lead", "'plays': [{'as': 'attack', 'range': 'los', " TARGET(
			  "wc") ", 'do': [{'op': 'walk', 'who': 'target', "
				"'steps': 3, "
				"'by': 'me'}]}]}" },
	{ "shove", "'plays': [{'as': 'attack', 'range': 'los', " TARGET(
			   "owcs") ", 'do': [{'op': 'push', 'who': 'target', "
				   "'steps': 2}]}]}" },
	{ "blow", "'plays': [{'as': 'attack', 'range': 'los', " TARGET(
			  "wcs") ", 'do': [{'op': 'push', 'who': 'target', "
				 "'steps': 3, "
				 "'corners': true}]}]}" },
	{ "hop", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		 "[{'name': 'place', 'asks': 'square'}], 'do': [{'op': 'jump', "
		 "'who': 'me', 'to': 'place'}]}]}" },
	{ "ride", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		  "[{'name': 'place', 'asks': 'square'}], 'do': [{'op': "
		  "'slide', 'who': 'me', 'to': 'place'}]}]}" },
	{ "trade", "'plays': [{'as': 'attack', 'range': 'los', " TARGET(
			   "wc") ", 'do': [{'op': 'swap_places', 'who': 'me', "
				 "'with': "
				 "'target'}]}]}" },
	{ "totter", "'plays': [{'as': 'neutral', 'range': 'caster', 'do': "
		    "[{'op': 'stray', 'who': 'me'}]}]}" },
	{ "slip", "'plays': [{'as': 'neutral', 'range': 'adjacent', 'slots': "
		  "[{'name': 'line', 'asks': 'border'}], 'do': [{'op': "
		  "'pass_edge', 'who': 'me', 'edge': 'line'}]}]}" },
	{ "bush", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', 'do': []}], 'object': {'at': 'square', "
		  "'opaque': true}, 'on': [{'event': 'enter', 'do': [{'op': "
		  "'lose_life', 'who': 'who', 'amount': 3}]}]}" },
	{ "fire-line", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		       "'permanent', 'do': []}], 'object': {'at': 'edge'}, "
		       "'on': [{'event': 'cross', 'do': [{'op': 'lose_life', "
		       "'who': 'who', 'amount': 4}]}]}" },
	{ "dust", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', 'do': []}], 'object': {'at': 'square', "
		  "'opaque': true, 'strays': true}}" },
	{ "token", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		   "'permanent', 'do': []}], 'object': {'at': 'square', "
		   "'facedown': true}, 'on': [{'event': 'enter', 'do': [{'op': "
		   "'reveal', 'what': 'this'}]}]}" },
	{ "pebble", "'item': true, 'plays': [{'as': 'use', 'from': 'carried', "
		    "'range': 'anywhere', 'do': []}], 'object': {'at': "
		    "'square', 'mobile': true}}" },
	{ "fog-form", "'plays': [{'as': 'neutral', 'range': 'caster', "
		      "'lasts': 'permanent'}], 'while': [{'who': 'me', "
		      "'stat': 'passes_objects', 'set': 1}, {'who': 'me', "
		      "'stat': 'passes_doors', 'set': 1}, {'who': 'me', "
		      "'stat': 'oozes', 'set': 1}]}" },
	{ "sore", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		  "'permanent'}], 'on': [{'event': 'step.in', 'if': 'who == "
		  "me', 'do': [{'op': 'each', 'in': 'actors_at(square(me))', "
		  "'as': 'near', 'do': [{'op': 'if', 'if': 'near != me', "
		  "'then': [{'op': 'lose_life', 'who': 'near', 'amount': 1}]}]"
		  "}]}]}" },
	{ NULL, NULL },
};

static sp_value actor(int seat)
{
	return SP_REF(SP_KIND_ACTOR, seat);
}

static sp_value square(const struct act *a, const char *name)
{
	return SP_REF(SP_KIND_SQUARE, scene_square(&a->s, name));
}

static sp_value edge(const struct act *a, const char *name)
{
	return SP_REF(SP_KIND_EDGE, scene_edge(&a->s, name));
}

/* Red at c3, blue far away; red's turn with so many points. */
static void begin(struct act *a, int moves)
{
	act_begin(a, cards, "red blue");
	a->s.g.moves = (int16_t)moves;
	a->s.g.phase = SP_PHASE_MOVE;
}

static bool is_at(const struct act *a, int seat, const char *name)
{
	return a->s.g.actor[seat].square == scene_square(&a->s, name);
}

/* "neesw" by red. */
static void walk(struct act *a, const char *steps)
{
	static const char letters[] = "nesw";
	sp_value step[SP_ANSWERS_MAX];
	int n = 0;

	a->s.g.decision.kind = SP_DECISION_NONE;
	a->s.g.decision.seats = 0;
	a->s.events.n = 0;
	for (; *steps != '\0'; steps++)
		step[n++] = (sp_value)(strchr(letters, *steps) - letters);
	step[n++] = SP_STOP;
	sp_effect_push_own_walk(&a->run, 0, step, n);
	act_go(a);
}

TEST("effect/moving", "his own walk")
{
	struct act a;

	begin(&a, 4);
	walk(&a, "eess");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.moves, 2);
	act_end(&a);

	begin(&a, 4);
	walk(&a, "eee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "f3"));
	EQUAL_INT(a.s.g.moves, 1);
	EQUAL_INT(a.s.g.moved, 1);
	EQUAL_INT(a.s.g.spent, 1);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_STEP, 2));
	act_end(&a);

	/* points that are gone end it */
	begin(&a, 2);
	walk(&a, "eee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.moves, 0);
	act_end(&a);
}

/* A long one fills more than one local of the frame. */
TEST("effect/moving", "a long walk")
{
	struct act a;

	begin(&a, 60);
	walk(&a, "ewewewewewewewewewewewewewewewee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.moves, 28);
	act_end(&a);
}

TEST("effect/moving", "damage stops a walk")
{
	struct act a;

	begin(&a, 4);
	deck_make(&a.s, "bush", square(&a, "d3"));
	walk(&a, "eee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "d3"));
	EQUAL_INT(a.s.g.actor[0].life, 12);
	EQUAL_INT(a.s.g.moves, 3);
	/* out of it again without harm */
	walk(&a, "ee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "f3"));
	EQUAL_INT(a.s.g.actor[0].life, 12);
	act_end(&a);
}

TEST("effect/moving", "death stops a walk")
{
	struct act a;

	begin(&a, 4);
	a.s.g.actor[0].life = 3;
	deck_make(&a.s, "bush", square(&a, "d3"));
	walk(&a, "eee");
	EQUAL_INT(a.s.g.actor[0].alive, 0);
	EQUAL_INT(a.s.g.n_frames, 0);
	act_end(&a);
}

TEST("effect/moving", "a fire on an edge")
{
	struct act a;

	begin(&a, 4);
	deck_make(&a.s, "fire-line", edge(&a, "d3/e3"));
	walk(&a, "eee");
	act_done(&a);
	/* burnt in going through, and surprised behind it */
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.actor[0].life, 11);
	act_end(&a);

	/* who dies of it dies before it */
	begin(&a, 4);
	a.s.g.actor[0].life = 1;
	a.s.g.actor[0].carries = 2;
	a.s.g.treasure[2].carrier = 0;
	a.s.g.treasure[2].square = SP_NOWHERE;
	deck_make(&a.s, "fire-line", edge(&a, "d3/e3"));
	walk(&a, "eee");
	EQUAL_INT(a.s.g.actor[0].alive, 0);
	EQUAL_INT(a.s.g.treasure[2].square, scene_square(&a.s, "d3"));
	act_end(&a);
}

TEST("effect/moving", "a token stops a walk")
{
	struct act a;
	int i;

	begin(&a, 4);
	i = deck_make(&a.s, "token", square(&a, "d3"));
	a.s.g.thing[i].facedown = 1;
	walk(&a, "eee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "d3"));
	EQUAL_INT(a.s.g.thing[i].facedown, 0);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_REVEALED, 0));
	/* turned up it surprises nobody */
	walk(&a, "wee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	act_end(&a);
}

TEST("effect/moving", "what bars the way")
{
	struct act a;

	begin(&a, 4);
	deck_make(&a.s, "stone-block", square(&a, "e3"));
	walk(&a, "eee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "d3"));
	EQUAL_INT(a.s.g.moves, 3);
	/* a door of another, shut */
	scene_put(&a.s, 0, "i4");
	walk(&a, "e");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "i4"));
	/* its own opens by itself and is no surprise */
	scene_put(&a.s, 0, "c3");
	walk(&a, "ww");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "a3"));
	act_end(&a);
}

TEST("effect/moving", "over objects")
{
	struct act a;

	begin(&a, 9);
	deck_make(&a.s, "bush", square(&a, "d3"));
	deck_play(&a.s, SP_PLAYED_SPELL, "fog-form", 0, SP_NOTHING);
	walk(&a, "eee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "f3"));
	EQUAL_INT(a.s.g.actor[0].life, 15);
	/* but not over what is made on a line, which is a wall's */
	deck_make(&a.s, "fire-line", edge(&a, "e3/f3"));
	walk(&a, "ww");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.actor[0].life, 11);
	act_end(&a);
}

TEST("effect/moving", "oozing through a door")
{
	struct act a;

	begin(&a, 9);
	deck_play(&a.s, SP_PLAYED_SPELL, "fog-form", 0, SP_NOTHING);
	scene_put(&a.s, 0, "i4");
	a.s.g.actor[0].carries = 0;
	a.s.g.treasure[0].carrier = 0;
	a.s.g.treasure[0].square = SP_NOWHERE;
	walk(&a, "e");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "j4"));
	EQUAL_INT(a.s.g.actor[0].carries, SP_NOBODY);
	EQUAL_INT(a.s.g.treasure[0].square, scene_square(&a.s, "i4"));
	act_end(&a);
}

/* Whatever the die says: one step, or a bump that costs a point too. */
TEST("effect/moving", "out of a cloud of dust")
{
	bool straight = false, aside = false, bumped = false;

	for (unsigned seed = 0; seed < 24; seed++) {
		struct act a;
		uint16_t at;

		begin(&a, 5);
		scene_dice(&a.s.g.rng, seed);
		scene_put(&a.s, 0, "d3");
		deck_make(&a.s, "dust", square(&a, "d3"));
		walk(&a, "ee");
		act_done(&a);
		at = a.s.g.actor[0].square;
		CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_ROLLED, 0));
		CU_ASSERT_PTR_NULL(scene_event(&a.s, SP_EVENT_ROLLED, 1));
		if (at == scene_square(&a.s, "f3")) {
			EQUAL_INT(a.s.g.moves, 3);
			straight = true;
		} else if (at == scene_square(&a.s, "d3")) {
			CU_ASSERT_PTR_NOT_NULL(
				scene_event(&a.s, SP_EVENT_BUMPED, 0));
			EQUAL_INT(a.s.g.moves, 4);
			EQUAL_INT(a.s.g.moved, 0);
			bumped = true;
		} else {
			CU_ASSERT_TRUE(at == scene_square(&a.s, "c3") ||
				       at == scene_square(&a.s, "d4"));
			EQUAL_INT(a.s.g.moves, 4);
			aside = true;
		}
		act_end(&a);
	}
	CU_ASSERT_TRUE(straight && aside && bumped);
}

TEST("effect/moving", "dust in a view")
{
	struct act a;
	static struct sp_game view;

	begin(&a, 5);
	scene_put(&a.s, 0, "d3");
	deck_make(&a.s, "dust", square(&a, "d3"));
	sp_game_view(&a.s.g, 0, &view);
	a.s.g = view;
	walk(&a, "e");
	CU_ASSERT_TRUE(a.run.unknown);
	CU_ASSERT_TRUE(is_at(&a, 0, "d3"));
	act_end(&a);
}

TEST("effect/moving", "entering with a spell of one's own")
{
	struct act a;

	begin(&a, 5);
	deck_play(&a.s, SP_PLAYED_SPELL, "sore", 0, SP_NOTHING);
	scene_put(&a.s, 1, "d3");
	walk(&a, "ee");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.actor[1].life, 14);
	EQUAL_INT(a.s.g.actor[0].life, 15);
	act_end(&a);
}

/* ---- led ------------------------------------------------------------------
 */

TEST("effect/moving", "led by another")
{
	sp_value blue = actor(1);
	struct act a;
	struct sp_domain d;

	begin(&a, 3);
	scene_put(&a.s, 1, "e3");
	deck_make(&a.s, "bush", square(&a, "d3"));
	act_play(&a, "lead", 0, 0, &blue, 1);
	/* red is asked; walls are no answer, stopping is */
	EQUAL_INT_FATAL(a.s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(a.s.g.decision.seats, 1);
	sp_law_choice_domain(a.ruleset, &a.s.g, &d);
	EQUAL_INT(d.n, 4); /* a wall to the south */
	act_choose(&a, SP_WEST);
	CU_ASSERT_TRUE(is_at(&a, 1, "d3"));
	EQUAL_INT(a.s.g.actor[1].life, 12);
	/* being hurt does not end it */
	act_choose(&a, SP_WEST);
	CU_ASSERT_TRUE(is_at(&a, 1, "c3"));
	act_choose(&a, SP_NOTHING);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 1, "c3"));
	EQUAL_INT(a.s.g.moves, 3);
	act_end(&a);
}

TEST("effect/moving", "led to the end")
{
	sp_value blue = actor(1);
	struct act a;

	begin(&a, 3);
	scene_put(&a.s, 1, "d3");
	act_play(&a, "lead", 0, 0, &blue, 1);
	act_choose(&a, SP_EAST);
	act_choose(&a, SP_EAST);
	act_choose(&a, SP_EAST);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 1, "g3"));
	act_end(&a);
}

TEST("effect/moving", "a led walk is halted")
{
	sp_value blue = actor(1);
	struct act a;

	begin(&a, 3);
	scene_put(&a.s, 1, "d3");
	act_play(&a, "lead", 0, 0, &blue, 1);
	sp_effect_halt_walks(&a.run, 1);
	act_choose(&a, SP_EAST);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 1, "e3"));
	act_end(&a);
}

/* ---- pushed ---------------------------------------------------------------
 */

TEST("effect/moving", "pushed away")
{
	sp_value blue = actor(1);
	struct act a;

	begin(&a, 3);
	scene_put(&a.s, 1, "d3");
	act_play(&a, "shove", 0, 0, &blue, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 1, "f3"));
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_PUSHED, 1));
	EQUAL_INT(scene_event(&a.s, SP_EVENT_PUSHED, 1)->other, 0);
	CU_ASSERT_PTR_NULL(scene_event(&a.s, SP_EVENT_BUMPED, 0));
	act_end(&a);

	/* against a wall: as far as it goes */
	begin(&a, 3);
	scene_put(&a.s, 0, "e3");
	scene_put(&a.s, 1, "d3");
	act_play(&a, "shove", 0, 0, &blue, 1);
	act_done(&a);
	/* c3, and red's door behind it is shut */
	CU_ASSERT_TRUE(is_at(&a, 1, "c3"));
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_BUMPED, 0));
	act_end(&a);
}

TEST("effect/moving", "pushed from the same square")
{
	sp_value blue = actor(1);
	struct act a;
	struct sp_domain d;

	begin(&a, 3);
	scene_put(&a.s, 1, "c3");
	act_play(&a, "shove", 0, 0, &blue, 1);
	/* the pusher says where to */
	EQUAL_INT_FATAL(a.s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(a.s.g.decision.seats, 1);
	sp_law_choice_domain(a.ruleset, &a.s.g, &d);
	for (int i = 0; i < d.n; i++)
		DIFFERENT_INT(d.value[i], SP_NOTHING);
	act_choose(&a, SP_SOUTH);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 1, "c4")); /* a wall behind it */
	act_end(&a);
}

TEST("effect/moving", "pushed round corners")
{
	sp_value blue = actor(1);
	struct act a;
	struct sp_domain d;
	struct sp_command c;

	begin(&a, 3);
	scene_put(&a.s, 1, "d3");
	act_play(&a, "blow", 0, 0, &blue, 1);
	/* d3: on to the east or off to the south, not back */
	EQUAL_INT_FATAL(a.s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(a.s.g.decision.seats, 2);
	sp_law_choice_domain(a.ruleset, &a.s.g, &d);
	EQUAL_INT(d.n, 2);
	EQUAL_INT(d.value[0], SP_EAST);
	sp_law_default(a.ruleset, &a.s.g, &c);
	EQUAL_INT(c.answer[0], SP_EAST);
	act_choose(&a, SP_SOUTH);
	while (a.s.g.decision.kind == SP_DECISION_CHOICE) {
		sp_law_default(a.ruleset, &a.s.g, &c);
		act_choose(&a, c.answer[0]);
	}
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 1, "d5") || is_at(&a, 1, "e4") ||
		       is_at(&a, 1, "e5") || is_at(&a, 1, "d4") ||
		       is_at(&a, 1, "c5"));
	act_end(&a);
}

/* What is left of a push is told to the damage that it turned aside. */
TEST("effect/moving", "what is left of a push")
{
	struct act a;
	struct sp_frame *f;

	begin(&a, 3);
	deck_make(&a.s, "stone-block", square(&a, "f3"));
	a.s.g.decision.kind = SP_DECISION_NONE;
	scene_put(&a.s, 1, "d3");
	f = sp_stack_push(&a.run, SP_FRAME_DAMAGE);
	effect_push_walk(&a.run, 1, SP_WAY_PUSHED, 5, SP_EAST, 0);
	while (a.s.g.n_frames > 1)
		sp_effect_step_walk(&a.run, &a.s.g.frame[a.s.g.n_frames - 1]);
	EQUAL_INT(f->done, 4);
	CU_ASSERT_TRUE(is_at(&a, 1, "e3"));
	act_end(&a);
}

TEST("effect/moving", "a thing is pushed")
{
	struct act a;
	sp_value pebble;
	int played;

	begin(&a, 3);
	played = deck_play(&a.s, SP_PLAYED_ITEM, "pebble", 1, SP_NOTHING);
	scene_put(&a.s, 1, "h3");
	sp_effect_drop_item(&a.run, played, scene_square(&a.s, "d3"));
	pebble = SP_REF(SP_KIND_THING, 0);
	act_play(&a, "shove", 0, 0, &pebble, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.thing[0].where, square(&a, "f3"));
	act_end(&a);
}

TEST("effect/moving", "who fills his square pushes")
{
	struct act a;

	begin(&a, 3);
	deck_play(&a.s, SP_PLAYED_SPELL, "big-man", 0, SP_NOTHING);
	scene_put(&a.s, 1, "d3");
	walk(&a, "e");
	/* he is pushed along or aside, as he likes */
	EQUAL_INT_FATAL(a.s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(a.s.g.decision.seats, 2);
	act_choose(&a, SP_EAST);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 1, "e3"));
	CU_ASSERT_TRUE(is_at(&a, 0, "d3"));
	act_end(&a);

	/* nowhere to go: the way is barred */
	begin(&a, 3);
	deck_play(&a.s, SP_PLAYED_SPELL, "big-man", 0, SP_NOTHING);
	scene_put(&a.s, 0, "d1");
	scene_put(&a.s, 1, "e1");
	deck_make(&a.s, "stone-block", square(&a, "e2"));
	walk(&a, "e");
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "d1"));
	CU_ASSERT_TRUE(is_at(&a, 1, "e1"));
	EQUAL_INT(a.s.g.moves, 3);
	act_end(&a);
}

/* ---- over everything ------------------------------------------------------
 */

TEST("effect/moving", "jumps")
{
	struct act a;
	sp_value to;

	begin(&a, 3);
	to = square(&a, "a1");
	act_play(&a, "hop", 0, 0, &to, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "a1"));
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_JUMPED, 0));
	EQUAL_INT(a.s.g.moves, 3);
	act_end(&a);

	/* into a bush */
	begin(&a, 3);
	to = square(&a, "a1");
	deck_make(&a.s, "bush", to);
	act_play(&a, "hop", 0, 0, &to, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.actor[0].life, 12);
	act_end(&a);

	/* where nobody may be: on, and a bruise */
	begin(&a, 3);
	to = square(&a, "d3");
	deck_make(&a.s, "stone-block", to);
	act_play(&a, "hop", 0, 0, &to, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.actor[0].life, 14);
	act_end(&a);
}

TEST("effect/moving", "straight flight")
{
	struct act a;
	sp_value to;

	begin(&a, 3);
	to = square(&a, "e3");
	deck_make(&a.s, "bush", square(&a, "d3"));
	act_play(&a, "ride", 0, 0, &to, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	EQUAL_INT(a.s.g.actor[0].life, 15);
	act_end(&a);

	/* a wall that was not there when it was announced */
	begin(&a, 3);
	to = square(&a, "f3");
	deck_make(&a.s, "create-wall", edge(&a, "d3/e3"));
	act_play(&a, "ride", 0, 0, &to, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "d3"));
	act_end(&a);
}

TEST("effect/moving", "fire over a flight")
{
	struct act a;
	sp_value to;

	begin(&a, 3);
	to = square(&a, "f3");
	deck_make(&a.s, "bush", square(&a, "d3"));
	deck_make(&a.s, "fire-line", edge(&a, "d3/e3"));
	act_play(&a, "ride", 0, 0, &to, 1);
	act_done(&a);
	/* the fire hurts, the bush on the way does not */
	CU_ASSERT_TRUE(is_at(&a, 0, "f3"));
	EQUAL_INT(a.s.g.actor[0].life, 11);
	act_end(&a);

	/* who dies of it dies before it */
	begin(&a, 3);
	a.s.g.actor[0].life = 4;
	a.s.g.actor[0].carries = 2;
	a.s.g.treasure[2].carrier = 0;
	a.s.g.treasure[2].square = SP_NOWHERE;
	deck_make(&a.s, "fire-line", edge(&a, "d3/e3"));
	act_play(&a, "ride", 0, 0, &to, 1);
	EQUAL_INT(a.s.g.actor[0].alive, 0);
	EQUAL_INT(a.s.g.treasure[2].square, scene_square(&a.s, "d3"));
	EQUAL_INT(a.s.g.n_frames, 0);
	act_end(&a);
}

TEST("effect/moving", "changing places")
{
	struct act a;
	sp_value blue = actor(1);

	begin(&a, 3);
	scene_put(&a.s, 1, "e3");
	deck_make(&a.s, "bush", square(&a, "e3"));
	act_play(&a, "trade", 0, 0, &blue, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "e3"));
	CU_ASSERT_TRUE(is_at(&a, 1, "c3"));
	EQUAL_INT(a.s.g.actor[0].life, 12);
	EQUAL_INT(a.s.g.actor[1].life, 15);
	act_end(&a);
}

TEST("effect/moving", "doors fall shut")
{
	struct act a;
	sp_value to;
	uint16_t door;

	begin(&a, 3);
	door = scene_edge(&a.s, "b3/c3");
	sp_game_hold_door(&a.s.g, 0, door, &a.s.events);
	to = square(&a, "a1");
	act_play(&a, "hop", 0, 0, &to, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.board.edge[door].door, SP_DOOR_CLOSED);
	act_end(&a);
}

TEST("effect/moving", "straying")
{
	unsigned seen = 0;

	for (unsigned seed = 0; seed < 24; seed++) {
		struct act a;
		uint16_t at;

		begin(&a, 5);
		scene_dice(&a.s.g.rng, seed);
		scene_put(&a.s, 0, "d3"); /* a wall to the north */
		act_play(&a, "totter", 0, 0, NULL, 0);
		act_done(&a);
		at = a.s.g.actor[0].square;
		CU_ASSERT_TRUE(at == scene_square(&a.s, "d3") ||
			       at == scene_square(&a.s, "c3") ||
			       at == scene_square(&a.s, "e3") ||
			       at == scene_square(&a.s, "d4"));
		EQUAL_INT(a.s.g.moves, 5);
		seen |= 1U << at % 32;
		act_end(&a);
	}
	CU_ASSERT_TRUE((seen & (seen - 1)) != 0);
}

TEST("effect/moving", "through a wall")
{
	struct act a;
	sp_value line;

	begin(&a, 3);
	scene_put(&a.s, 0, "d3");
	line = edge(&a, "d3/d2");
	act_play(&a, "slip", 0, 0, &line, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "d2"));
	/* not into a block of stone */
	deck_make(&a.s, "stone-block", square(&a, "d3"));
	act_play(&a, "slip", 0, 0, &line, 1);
	act_done(&a);
	CU_ASSERT_TRUE(is_at(&a, 0, "d2"));
	act_end(&a);
}
