/* The queue of turns and the tables of victory: what no scenario can say. */
#include "game/coming.h"
#include "table.h"
#include "unit.h"

#include "rules/rules.h"

static void begin(struct scene *s)
{
	table_begin_with(s, cardplay_lab_ruleset(), "red blue green");
}

/* state.json says it, and nothing else of turns. */
static bool comes_back(const struct scene *s)
{
	static struct sp_game again, known;
	struct sp_error e = { 0 };
	struct sp_buf text;
	int code;

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&s->g, &s->ruleset->lexicon, &text);
	code = sp_state_decode(
		&again, &s->ruleset->lexicon, sp_buf_str(&text), text.len, &e);
	sp_buf_free(&text);
	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	sp_game_view(&s->g, SP_NOBODY, &known);
	return code == SP_OK &&
	       memcmp(again.coming, known.coming, sizeof(again.coming)) == 0 &&
	       again.n_coming == known.n_coming &&
	       again.behind == known.behind && again.lost == known.lost &&
	       again.extras == known.extras &&
	       again.played_by == known.played_by &&
	       memcmp(again.rule, known.rule, sizeof(again.rule)) == 0;
}

TEST("rules/turns", "extra turns come as they were made, and then the order")
{
	struct scene s;

	begin(&s);
	CU_ASSERT_TRUE(
		sp_game_turns_add(&s.g, SP_COMING_EXTRA, 2, SP_NOBODY, 1));
	CU_ASSERT_TRUE(
		sp_game_turns_add(&s.g, SP_COMING_EXTRA, 0, SP_NOBODY, 2));
	CU_ASSERT_TRUE(comes_back(&s));
	static const int turns[] = { 2, 0, 0, 1, 2, 0 };
	for (size_t i = 0; i < SP_ARRAY_LEN(turns); i++) {
		int round = s.g.round;

		EQUAL_INT(scene_do(&s, s.g.active, "end"), SP_REASON_NONE);
		EQUAL_INT(s.g.active, turns[i]);
		EQUAL_INT(s.g.behind, i < 3 ? 1 : 0);
		EQUAL_INT(s.g.round, i < 5 ? round : round + 1);
		EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
		CU_ASSERT_TRUE(comes_back(&s));
	}
	EQUAL_INT(s.g.n_coming, 0);
	EQUAL_INT(s.g.extras, 3);
}

TEST("rules/turns", "where all lose turns somebody plays first")
{
	struct scene s;

	begin(&s);
	for (int i = 0; i < 3; i++)
		CU_ASSERT_TRUE(sp_game_turns_add(
			&s.g, SP_COMING_LOST, i, SP_NOBODY, 9));
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	/* blue, green and red have lost one each */
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.lost, 0);
	EQUAL_INT(s.g.coming[0].turns, 8);
	EQUAL_INT(s.g.coming[1].turns, 8);
	EQUAL_INT(s.g.coming[2].turns, 8);
	CU_ASSERT_TRUE(comes_back(&s));
}

TEST("rules/turns", "what finds no room comes to nothing")
{
	struct scene s;

	begin(&s);
	for (int i = 0; i < SP_COMING_MAX - 1; i++)
		CU_ASSERT_TRUE(sp_game_turns_add(
			&s.g, SP_COMING_EXTRA, i % 3, SP_NOBODY, 1));
	CU_ASSERT_TRUE(
		sp_game_turns_add(&s.g, SP_COMING_LOST, 1, SP_NOBODY, 250));
	CU_ASSERT_FALSE(sp_game_turns_add(&s.g, SP_COMING_PLAYED, 1, 0, 1));
	CU_ASSERT_FALSE(
		sp_game_turns_add(&s.g, SP_COMING_LOST, 2, SP_NOBODY, 1));
	/* the same entry */
	CU_ASSERT_TRUE(
		sp_game_turns_add(&s.g, SP_COMING_LOST, 1, SP_NOBODY, 250));
	EQUAL_INT(s.g.n_coming, SP_COMING_MAX);
	EQUAL_INT(s.g.coming[SP_COMING_MAX - 1].turns, UINT8_MAX);
	EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
	/* haste in a full queue */
	table_hand(&s, 0, "haste#1");
	EQUAL_INT(table_do(&s, 0, "cast haste#1 0"), SP_REASON_NONE);
	EQUAL_INT(s.g.n_coming, SP_COMING_MAX);
	CU_ASSERT_TRUE(comes_back(&s));
}

TEST("rules/turns", "the dead are forgotten")
{
	struct scene s;

	begin(&s);
	CU_ASSERT_TRUE(sp_game_turns_add(&s.g, SP_COMING_PLAYED, 1, 2, 1));
	CU_ASSERT_TRUE(
		sp_game_turns_add(&s.g, SP_COMING_EXTRA, 2, SP_NOBODY, 2));
	CU_ASSERT_TRUE(
		sp_game_turns_add(&s.g, SP_COMING_LOST, 0, SP_NOBODY, 1));
	EQUAL_INT(scene_do(&s, 2, "resign"), SP_REASON_NONE);
	EQUAL_INT(s.g.n_coming, 1);
	EQUAL_INT(s.g.coming[0].seat, 0);
	EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
}

/* Who plays the turn leaves: its own seat is asked anew. */
TEST("rules/turns", "the player of a turn resigns in it")
{
	struct scene s;
	uint32_t number;

	begin(&s);
	table_hand(&s, 1, "dart#1");
	CU_ASSERT_TRUE(sp_game_turns_add(&s.g, SP_COMING_PLAYED, 1, 2, 1));
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.decision.seats, 1U << 2);
	CU_ASSERT_TRUE(comes_back(&s));
	/* green sees that hand; red does not */
	EQUAL_INT(s.g.place[table_card(&s, "dart#1")].known, 1U << 1 | 1U << 2);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NOT_YOUR_TURN);
	number = s.g.decision.number;
	EQUAL_INT(scene_do(&s, 2, "resign"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.decision.seats, 1U << 1);
	CU_ASSERT(s.g.decision.number > number);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
}

TEST("rules/turns", "equal points behind the last round")
{
	for (int by_life = 0; by_life < 2; by_life++) {
		struct scene s;

		begin(&s);
		s.g.rounds_max = s.g.round;
		s.g.actor[1].life = 17;
		s.g.rule[SP_RULE_TIES] = by_life ? SP_TIES_LIFE : SP_TIES_DRAW;
		for (int i = 0; i < 3; i++)
			EQUAL_INT(scene_do(&s, i, "end"), SP_REASON_NONE);
		EQUAL_INT(s.g.status, SP_GAME_OVER);
		EQUAL_INT(s.g.winner, by_life ? 1 : SP_NOBODY);
		EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
		CU_ASSERT_TRUE(comes_back(&s));
	}
}

TEST("rules/turns", "what is no position")
{
	struct scene s, t;

	begin(&s);
	t = s;
	t.g.rule[SP_RULE_TIES] = 2;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
	t = s;
	t.g.behind = 1;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
	t = s;
	t.g.played_by = 1;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
	t = s;
	t.g.lost = 1;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
	t = s;
	t.g.coming[0].turns = 1;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
	CU_ASSERT_TRUE(sp_game_turns_add(&s.g, SP_COMING_PLAYED, 1, 2, 1));
	EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
	t = s;
	t.g.coming[0].by = 1;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
	t = s;
	t.g.coming[0].turns = 0;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
	t = s;
	t.g.coming[0].kind = SP_COMING_LOST;
	EQUAL_INT(sp_state_check(&t.g, NULL), SP_ECORRUPT);
}
