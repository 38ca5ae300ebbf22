/* What an order says of what is asked when its command is done. */
#include "../rules/table.h"
#include "agent_tests.h"

/* Red at c3 with Darts and what rolls, blue and green in sight; the die shows
 * `face`. */
static void begin(struct scene *s, int face)
{
	struct sp_rng rng;
	uint64_t seed = 0;

	table_begin_with(s, cardplay_lab_ruleset(), "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	scene_put(s, 2, "d3");
	table_hand(s, 0, "darts#1 jet#1 wild#1 wild#2 power-3#1");
	/* somebody who might answer, so that it waits */
	table_hand(s, 1, "dart#1");
	table_hand(s, 2, "dart#2");
	do {
		scene_dice(&s->g.rng, seed++);
		rng = s->g.rng;
	} while ((int)sp_rng_die(&rng, 4) != face);
}

static const struct sp_game *view_of(const struct scene *s)
{
	static struct sp_game view;

	sp_game_view(&s->g, 0, &view);
	return &view;
}

static void apply(struct scene *s, const struct sp_bound *bound)
{
	s->events.n = 0;
	EQUAL_INT_FATAL(sp_rules_apply(s->ruleset, &s->g, &bound->command,
				&s->events, &s->why),
		SP_OK);
}

/* Give the order and all that it says; the answers that the cast has then, or
 * what is still asked. Returns how many commands that were. */
static int give(struct scene *s, const char *order, struct sp_bound *last)
{
	int done = 1;

	CU_ASSERT_TRUE_FATAL(
		agent_cards_bind(s->ruleset, view_of(s), 0, order, last));
	apply(s, last);
	while (last->goes_on || done > 1) {
		if (!agent_cards_bind_rest(
			    s->ruleset, view_of(s), 0, order, done, last))
			break;
		apply(s, last);
		done++;
	}
	return done;
}

static int aimed_at(const struct scene *s, int seat)
{
	const struct sp_cast *cast = &s->g.cast[0];
	int n = 0;

	for (int i = 0; i < cast->n_answers; i++)
		if (cast->answer[i] == SP_REF(SP_KIND_ACTOR, (unsigned)seat))
			n += cast->n_parts > 0 ? cast->times[i] : 1;
	return n;
}

TEST("agent/plan", "targets that an order says are used when the die is known")
{
	struct sp_bound last;
	struct scene s;

	begin(&s, 2);
	EQUAL_INT(give(&s, "cast darts 2 at green, 1 at blue with wild", &last),
		4);
	EQUAL_INT(s.g.cast[0].energy, 3);
	EQUAL_INT(s.g.cast[0].open, 0);
	EQUAL_INT(aimed_at(&s, 2), 2);
	EQUAL_INT(aimed_at(&s, 1), 1);
	/* one target, however many there are */
	begin(&s, 4);
	EQUAL_INT(give(&s, "cast darts at blue with wild", &last), 3);
	EQUAL_INT(aimed_at(&s, 1), 5);
}

TEST("agent/plan", "what is not said is asked, and what is not legal is told")
{
	struct sp_bound last;
	struct scene s;

	begin(&s, 3);
	EQUAL_INT(give(&s, "cast darts 1 at blue with wild", &last), 2);
	EQUAL_INT(s.g.cast[0].open, 1);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_CHOICE);
	CU_ASSERT_FALSE(last.goes_on);
	/* a number above the energy */
	begin(&s, 1);
	EQUAL_INT(give(&s, "cast jet at blue push 4 with wild", &last), 2);
	CU_ASSERT_TRUE(last.goes_on);
	EQUAL_INT(aimed_at(&s, 1), 1);
	EQUAL_INT(s.g.cast[0].open, 1);
	begin(&s, 4);
	EQUAL_INT(give(&s, "cast jet at blue push 4 with wild", &last), 3);
	EQUAL_INT(s.g.cast[0].open, 0);
	EQUAL_INT(s.g.cast[0].answer[1], 4);
	/* nothing is put off where nothing rolls */
	begin(&s, 1);
	CU_ASSERT_FALSE(agent_cards_bind(s.ruleset, view_of(&s), 0,
		"cast jet at blue push 4 with power 3", &last));
}

TEST("agent/plan", "several numbers answer the slots of one cast")
{
	struct sp_bound last;
	struct scene s;
	const char *first;

	begin(&s, 2);
	EQUAL_INT(give(&s, "cast darts with wild", &last), 1);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(give(&s, "1, 1, 1, 1", &last), 3);
	EQUAL_INT(s.g.cast[0].open, 0);
	EQUAL_INT(s.g.cast[0].n_answers, 3);
	EQUAL_INT(aimed_at(&s, 1), 1);
	EQUAL_INT(aimed_at(&s, 2), 1);
	/* one number is one answer */
	begin(&s, 2);
	EQUAL_INT(give(&s, "cast darts with wild", &last), 1);
	EQUAL_INT(give(&s, "1", &last), 1);
	EQUAL_INT(s.g.cast[0].n_answers, 1);
	/* one that is none stops there */
	begin(&s, 2);
	EQUAL_INT(give(&s, "cast darts with wild", &last), 1);
	EQUAL_INT(give(&s, "1, 99, 1", &last), 1);
	EQUAL_INT(s.g.cast[0].n_answers, 1);
	first = agent_test_last();
	CONTAINS(first, "answers 1 to");
}

/* "with 3" is what is worth 3 for certain. */
TEST("agent/plan", "an energy by its number is never one that rolls")
{
	struct sp_bound bound;
	struct scene s;

	begin(&s, 2);
	CU_ASSERT_TRUE_FATAL(agent_cards_bind(s.ruleset, view_of(&s), 0,
		"cast jet at blue push 1 with 3", &bound));
	CU_ASSERT_FALSE(bound.goes_on);
	CU_ASSERT_FALSE(agent_cards_bind(s.ruleset, view_of(&s), 0,
		"cast jet at blue push 0 with 2", &bound));
	/* the energy of 1, which needs no card */
	CU_ASSERT_TRUE_FATAL(agent_cards_bind(s.ruleset, view_of(&s), 0,
		"cast jet at blue push 1 with 1", &bound));
	CU_ASSERT_FALSE(bound.goes_on);
	/* what is left over is no target but a card */
	CU_ASSERT_FALSE(agent_cards_bind(s.ruleset, view_of(&s), 0,
		"cast darts at blue with wild + power 3", &bound));
}

TEST("agent/plan", "what may mean two things is asked")
{
	struct sp_bound last;
	struct scene s;

	begin(&s, 1);
	scene_put(&s, 1, "d3");
	for (int i = 0; i < 2; i++) {
		char card[16];
		int spell, thing;

		sp_format(card, sizeof(card), "rosebush#%d", i + 1);
		spell = table_put(&s, SP_PLAYED_SPELL, 1, card);
		thing = sp_game_add_thing(&s.g, SP_THING_CREATED,
			s.g.played[spell].card, 1,
			SP_REF(SP_KIND_SQUARE,
				scene_square(&s, i == 0 ? "c4" : "c2")));
		s.g.thing[thing].played = (uint8_t)spell;
	}
	EQUAL_INT(give(&s, "cast darts at rosebush with wild", &last), 1);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_CHOICE);
	CU_ASSERT_TRUE(last.goes_on);
	begin(&s, 1);
	EQUAL_INT(give(&s, "cast darts at blue with wild", &last), 3);
}
