/* What a plan knows as it begins, and the room that its words have. */
#include "sealed.h"
#include "table.h"

#include "record/plans.h"

/* By the window that is open, and by what is on the stack. */
TEST("host/known", "whether others are asked about what was announced")
{
	static const struct {
		int rounds, point, caster;
		unsigned met;
	} tests[] = {
		{ 1, SP_POINT_TREASURE, SP_NOBODY, 1U << SP_PLAN_QUIET },
		{ 1, SP_POINT_STEP, SP_NOBODY, 1U << SP_PLAN_QUIET },
		{ 1, SP_POINT_STEP, BLUE, 1U << SP_PLAN_QUIET },
		{ 1, SP_POINT_TREASURE, RED, 0 },
		{ 1, SP_POINT_ATTACK, RED, 0 },
		/* of something that it did, and that is off the stack */
		{ 1, SP_POINT_DAMAGE, SP_NOBODY, 0 },
		{ 0, SP_POINT_TREASURE, SP_NOBODY, 0 },
	};
	struct club c;

	table(&c, "cards=yes schools=first");
	struct sp_live *live = table_load(&c);
	struct sp_game *g = &live->game;
	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		g->n_rounds = (uint8_t)tests[i].rounds;
		g->reaction[0].point = (uint8_t)tests[i].point;
		g->n_casts = tests[i].caster != SP_NOBODY;
		g->cast[0].used = g->n_casts;
		g->cast[0].seat = (int8_t)tests[i].caster;
		sp_record_plan_set(live, RED, "end", "test");
		EQUAL_INT(live->plan.met, tests[i].met);
		sp_record_plan_drop(live);
	}
	sp_record_live_free(live);
	club_clear(&c);
}

/* Whoever's box is the smallest for its seats: every word, every number, and no
 * round whose answers would have room of their own. */
TEST("host/known", "a box has room for all that a plan may meet")
{
	const unsigned all = (1U << SP_PLAN_MEETS_COUNT) - 1;

	for (int seats = 2; seats <= 4; seats++) {
		struct club c;
		size_t len, cap;

		sealed_begin(&c, seats);
		struct sp_live *live = sealed_load(&c);
		live->plan.seat = 0;
		sp_record_plan_meet(live, all);
		EQUAL_INT(sp_record_plan_met(record_agents_of(live, 0)), all);
		record_agents_put(live, 0, "plan", json_integer(99999));
		for (int s = 0; s < seats; s++)
			record_agents_put(live, s, "when", json_integer(99999));
		char *text = sp_record_sealed_text(live, NULL, &len, &cap);
		CU_ASSERT_TRUE(sp_record_plan_check(record_agents_of(live, 0)));
		/* as record/sealed.c counts them, without cards */
		CU_ASSERT_TRUE(len > 100 && len <= 300 + 80 * (size_t)seats);
		if (len > 300 + 80 * (size_t)seats)
			printf("\n  %.*s\n", (int)len, text);
		sp_seal_unbox_free(text, cap);
		live->plan.seq = 0;
		sp_record_live_free(live);
		club_clear(&c);
	}
}
