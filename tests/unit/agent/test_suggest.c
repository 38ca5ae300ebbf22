#include "../rules/table.h"
#include "agent_tests.h"
#include "sense/sense.h"

static void expect(const struct sp_game *g, int seat, const char *want)
{
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	int n = sp_agent_suggest(
		agent_test_ruleset(), g, seat, list, SP_AGENT_SUGGEST_MAX);
	struct sp_bound bound;
	struct sp_buf got;

	sp_buf_init(&got, 1024);
	for (int i = 0; i < n; i++) {
		sp_buf_addf(&got, "%s%s", i == 0 ? "" : "; ", list[i].text);
		CU_ASSERT_TRUE(agent_test_bind(g, seat, list[i].text, &bound));
	}
	if (!sp_streq(sp_buf_str(&got), want))
		printf("\nwant %s\ngot  %s\n", want, sp_buf_str(&got));
	EQUAL_STRING(sp_buf_str(&got), want);
	sp_buf_free(&got);
}

TEST("agent/suggest", "the sensible ones first")
{
	struct sp_suggestion list[2];
	struct sp_game g;

	agent_test_scene(&g);
	expect(&g, 0, "move towards g2; open b3/c3; end");
	/* only one's own things: nothing to pick up */
	agent_test_lay(&g, 0, "c3");
	expect(&g, 0, "move towards g2; open b3/c3; end");
	agent_test_lay(&g, 2, "d3");
	agent_test_put(&g, 1, "c3");
	expect(&g, 0, "move to d3; punch blue; open b3/c3; end");
	agent_test_put(&g, 0, "d3");
	agent_test_put(&g, 1, "e3");
	expect(&g, 0, "pick up treasure; move towards i4; punch blue; end");
	/* which one has to be said only where two lie */
	agent_test_lay(&g, 3, "d3");
	expect(&g, 0,
		"pick up blue's treasure 1; pick up blue's treasure 2; "
		"punch blue; end");
	agent_test_lay(&g, 3, "i4");
	g.treasure[2].carrier = 0;
	g.treasure[2].square = SP_NOWHERE;
	g.actor[0].carries = 2;
	expect(&g, 0, "move to home; punch blue; end");
	agent_test_put(&g, 0, "f3");
	g.moves = 1;
	expect(&g, 0, "move towards home; punch blue; end");
	g.moves = 0;
	expect(&g, 0, "punch blue; end");
	agent_test_put(&g, 0, "c3");
	expect(&g, 0, "drop blue's treasure; open b3/c3; end");
	/* where there is little room what ends the turn has its place */
	EQUAL_INT(sp_agent_suggest(agent_test_ruleset(), &g, 0, list, 2), 2);
	EQUAL_STRING(list[0].text, "drop blue's treasure");
	EQUAL_STRING(list[1].text, "end");
	EQUAL_INT(sp_agent_suggest(agent_test_ruleset(), &g, 0, list, 0), 0);
}

TEST("agent/suggest", "out of turn, dead, over")
{
	struct sp_game g;

	agent_test_scene(&g);
	expect(&g, 1, "");
	agent_test_put(&g, 1, "j4");
	expect(&g, 1, "hold i4/j4");
	g.status = SP_GAME_OVER;
	expect(&g, 0, "");
	g.status = SP_GAME_RUNNING;
	g.actor[1].alive = 0;
	g.actor[1].square = SP_NOWHERE;
	expect(&g, 1, "");
}

/* What one must do comes first. */
TEST("agent/suggest", "compelled")
{
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	struct sp_bound bound;
	struct scene s;
	int fear;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
	scene_put(&s, 0, "f3");
	scene_put(&s, 1, "d3");
	fear = table_put(&s, SP_PLAYED_SPELL, 1, "fear#1");
	s.g.played[fear].target = SP_REF(SP_KIND_ACTOR, 0);
	CU_ASSERT_FATAL(sp_agent_suggest(s.ruleset, &s.g, 0, list,
				SP_AGENT_SUGGEST_MAX) > 0);
	EQUAL_STRING(list[0].text, "move n n e");
	/* towards is a way that obeys, as far as there is one */
	CU_ASSERT_TRUE(agent_cards_bind(
		s.ruleset, &s.g, 0, "move towards g1", &bound));
	CONTAINS(agent_test_last(), ": n n e");
	/* a walk farther than that goes as far as it obeys */
	CU_ASSERT_TRUE(agent_cards_bind(
		s.ruleset, &s.g, 0, "move towards h3", &bound));
	EQUAL_INT(bound.command.n_answers, 3);
	CU_ASSERT_FALSE(
		agent_cards_bind(s.ruleset, &s.g, 0, "move to e3", &bound));
	CONTAINS(agent_test_last(),
		"you must flee from Blue (Fear), and west leads elsewhere");
	CU_ASSERT_FALSE(agent_cards_bind(s.ruleset, &s.g, 0, "end", &bound));
	/* in the turn of another nothing is */
	CU_ASSERT(sp_agent_suggest(s.ruleset, &s.g, 1, list,
			  SP_AGENT_SUGGEST_MAX) == 0 ||
		  !sp_streq(list[0].text, "move n n e"));
}

/* ---- with cards ------------------------------------------------------------
 */

static bool suggests(const struct scene *s, int seat, const char *words)
{
	static struct sp_game view;
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	int n;

	sp_game_view(&s->g, seat, &view);
	n = sp_agent_suggest(
		s->ruleset, &view, seat, list, SP_AGENT_SUGGEST_MAX);
	for (int i = 0; i < n; i++) {
		if (strstr(list[i].text, words) != NULL)
			return true;
	}
	return false;
}

static bool binds(const struct scene *s, const char *order)
{
	struct sp_bound bound;

	return agent_cards_bind(s->ruleset, &s->g, 0, order, &bound);
}

/* To change places with somebody in the same square is allowed, but in vain. */
TEST("agent/suggest", "what is not suggested")
{
	struct scene s;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	table_hand(&s, 0, "swap#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Swap with blue"));
	scene_put(&s, 1, "c3");
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Swap with blue"));
	CU_ASSERT_TRUE(binds(&s, "cast swap with blue"));
	/* what harms somebody there is not */
	table_hand(&s, 0, "fireball#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Fireball at blue"));
}

/* What takes all of the move phase is nobody's first thought. */
TEST("agent/suggest", "no example takes the whole move phase")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d1");
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "handful-of-tacks#1");
	s.g.moves = 3;
	agent_cards_act(&s, 0, "use handful of tacks at c1");
	s.g.spent = 0;
	CU_ASSERT_TRUE(binds(&s, "use handful of tacks gather"));
	CU_ASSERT_FALSE(suggests(&s, 0, "Tacks"));
}

/* A flight is proposed where nothing hurts on the way. */
TEST("agent/suggest", "no example flies through fire")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "g3");
	table_hand(&s, 0, "windrider#1");
	s.g.treasure[2].carrier = SP_NOBODY;
	s.g.treasure[2].square = scene_square(&s, "d3");
	s.g.moves = 1;
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Windrider to d3"));
	table_hand(&s, 0, "wall-of-fire#1");
	agent_cards_act(&s, 0, "cast wall of fire at e3 west");
	CU_ASSERT_TRUE(binds(&s, "cast windrider to d3"));
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Windrider to d3"));
}

static void lay_treasure(struct scene *s, int treasure, const char *square)
{
	s->g.treasure[treasure].carrier = SP_NOBODY;
	s->g.treasure[treasure].square =
		sp_board_square_parse(&s->g.board, square);
}

static void take_treasure(struct scene *s, int treasure)
{
	s->g.actor[0].carries = (int8_t)treasure;
	s->g.treasure[treasure].carrier = 0;
	s->g.treasure[treasure].square = SP_NOWHERE;
}

/* Steps that one has do for a goal near by, and a card is not spent on one. */
TEST("agent/suggest", "no example flies in vain")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "j3");
	scene_put(&s, 1, "j5");
	table_hand(&s, 0, "windrider#1");
	lay_treasure(&s, 2, "i2");
	lay_treasure(&s, 3, "b1");
	s.g.moves = 1;
	CU_ASSERT_TRUE(binds(&s, "cast windrider to j2"));
	CU_ASSERT_FALSE(suggests(&s, 0, "Windrider"));
	s.g.moves = 0;
	CU_ASSERT_FALSE(suggests(&s, 0, "Windrider"));
	/* but if he gets there in this turn */
	s.g.moves = 3;
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Windrider to j1"));
	/* what the steps would do by themselves */
	scene_put(&s, 0, "g3");
	lay_treasure(&s, 2, "d3");
	s.g.moves = 3;
	CU_ASSERT_FALSE(suggests(&s, 0, "Windrider"));
	s.g.moves = 2;
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Windrider to d3"));
	/* home with a treasure, or with the one that lies here */
	take_treasure(&s, 2);
	lay_treasure(&s, 3, "f3");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Windrider to c3"));
	scene_put(&s, 0, "f3");
	s.g.actor[0].carries = SP_NOBODY;
	lay_treasure(&s, 2, "i4");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Windrider to c3"));
}

/* True if no sensible player would give one of the answers. */
static bool is_poor(const struct scene *s, const char *order)
{
	static struct sp_game view;
	struct sp_bound bound;
	struct sp_domain domain;
	struct sp_command c;
	bool poor = false;

	sp_game_view(&s->g, 0, &view);
	CU_ASSERT_TRUE(agent_cards_bind(s->ruleset, &s->g, 0, order, &bound));
	c = bound.command;
	for (c.n_answers = 1; c.n_answers < bound.command.n_answers;
		c.n_answers++) {
		sp_law_slots(s->ruleset, &view, 0, &c, &domain);
		poor |= sp_sense_rank(s->ruleset, &view, &c, &domain,
				bound.command.answer[c.n_answers]) ==
			SP_SENSE_POOR;
	}
	return poor;
}

/* A hindrance stands in no way of one's own, neither to a treasure nor home. */
TEST("agent/suggest", "no example bars one's own way")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "h3");
	table_hand(&s, 0, "thornbush#1");
	lay_treasure(&s, 2, "g3");
	lay_treasure(&s, 3, "b1");
	CU_ASSERT_TRUE(binds(&s, "cast thornbush at e3"));
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Thornbush at "));
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Thornbush at e3"));
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Thornbush at f3"));
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Thornbush at g3"));
	/* but behind oneself */
	scene_put(&s, 0, "f3");
	take_treasure(&s, 2);
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Thornbush at g3"));
	scene_put(&s, 1, "d3");
	table_hand(&s, 0, "create-wall#1");
	CU_ASSERT_TRUE(binds(&s, "cast create wall at d3/e3"));
	CU_ASSERT_TRUE(is_poor(&s, "cast create wall at e3/f3"));
	CU_ASSERT_TRUE(is_poor(&s, "cast create wall at d3/e3"));
	CU_ASSERT_FALSE(is_poor(&s, "cast create wall at f3/f4"));
	CU_ASSERT_FALSE(is_poor(&s, "cast create wall at f3/g3"));
}

/* A counter is kept, and a card more than one would boost as well as another.
 */
TEST("agent/suggest", "a boost of the most energy that is no counter")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	table_hand(&s, 0, "shield#1");
	CU_ASSERT_TRUE(binds(&s, "boost with shield"));
	CU_ASSERT_FALSE(suggests(&s, 0, "boost"));
	table_hand(&s, 0, "drop-object#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "boost with Drop Object"));
	table_hand(&s, 0, "glue#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "boost with Glue"));
	/* what is good for nothing else first */
	table_hand(&s, 0, "energy-4#1 energy-5#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "boost with Energy 5"));
}

/* A fist or a spell may strike a wall, but an example strikes somebody. */
TEST("agent/suggest", "no example attacks walls")
{
	struct scene s;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "j4");
	scene_put(&s, 2, "j5");
	table_hand(&s, 0, "zot#1 fire-darts#1 stretch#1 energy-4#1");
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Zot"));
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Fire Darts"));
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Stretch at"));
	CU_ASSERT_TRUE(binds(&s, "cast zot hurt at b3/c3"));
	(void)table_put(&s, SP_PLAYED_SPELL, 0, "big-man-form#1");
	CU_ASSERT_FALSE(suggests(&s, 0, "punch"));
	scene_put(&s, 1, "c2");
	CU_ASSERT_TRUE(suggests(&s, 0, "punch blue"));
	CU_ASSERT_TRUE(suggests(&s, 0, "at blue"));
}

TEST("agent/suggest", "an example does not harm oneself")
{
	struct scene s;
	int spell;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "d3");
	table_hand(&s, 0, "dispel#1");
	spell = table_put(&s, SP_PLAYED_SPELL, 0, "strength#1");
	s.g.played[spell].target = SP_REF(SP_KIND_ACTOR, 0);
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Dispel"));
	spell = table_put(&s, SP_PLAYED_SPELL, 1, "shatter#1");
	s.g.played[spell].target = SP_REF(SP_KIND_ACTOR, 1);
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Dispel on Shatter"));
	/* nor does it strengthen an opponent */
	table_hand(&s, 0, "adrenaline#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Adrenaline at red"));
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Adrenaline at blue"));
}

/* What strikes an area strikes its caster too, and what drops everything drops
 * what he carries. */
TEST("agent/suggest", "an example strikes others alone")
{
	struct scene s;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "d3");
	scene_put(&s, 2, "j5");
	table_hand(&s, 0, "psychic-storm#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Psychic Storm at e3"));
	scene_put(&s, 1, "c3");
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Psychic Storm"));
	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	table_hand(&s, 0, "gravity#1");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Gravity"));
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "dagger#1");
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Gravity"));
}

/* It does 1 damage for each square that it flies. */
TEST("agent/suggest", "no example throws a treasure into its own square")
{
	struct scene s;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "d3");
	scene_put(&s, 2, "j5");
	table_hand(&s, 0, "heave-ho#1");
	s.g.actor[0].carries = 2;
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Heave-Ho at blue"));
	scene_put(&s, 1, "c3");
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Heave-Ho"));
}

TEST("agent/suggest", "an example fetches what is worth it")
{
	struct scene s;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "d3");
	table_hand(&s, 0, "stretch#1 energy-4#1 large-rock#1");
	for (int t = 0; t < s.g.n_treasures; t++)
		lay_treasure(&s, t, "j5");
	lay_treasure(&s, 0, "e3");
	CU_ASSERT_FALSE(suggests(&s, 0, "cast Stretch"));
	/* what pays is good for nothing else */
	CU_ASSERT_TRUE(suggests(&s, 0, "boost with Energy 4"));
	s.g.stopped = 1;
	CU_ASSERT_FALSE(suggests(&s, 0, "boost with Energy 4"));
	s.g.stopped = 0;
	lay_treasure(&s, 2, "f3");
	CU_ASSERT_TRUE(suggests(&s, 0, "cast Stretch blue's treasure"));
}

/* A door that one holds is open already. */
TEST("agent/suggest", "no example opens what is open")
{
	struct scene s;

	table_begin(&s, "red blue green");
	scene_put(&s, 0, "c3");
	CU_ASSERT_TRUE(suggests(&s, 0, "open b3/c3"));
	EQUAL_INT(scene_do(&s, 0, "hold b3/c3"), SP_REASON_NONE);
	CU_ASSERT_FALSE(suggests(&s, 0, "open b3/c3"));
}
