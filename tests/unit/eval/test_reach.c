/* What one aim after the other reaches: what was found for a short way is not
 * taken for a longer one. */
#include "../rules/cardplay.h"
#include "../rules/table.h"
#include "eval/aim.h"
#include "unit.h"

static struct sp_aim aim_from(const struct scene *s, uint16_t origin, int range)
{
	return (struct sp_aim){ .ruleset = s->ruleset,
		.g = &s->g,
		.actor = 0,
		.origin = origin,
		.corner = SP_NOWHERE,
		.range = (uint8_t)range };
}

/* Squares that are in range, with what was found before and without. */
static int check_squares(const struct sp_aim *aim, struct sp_reach *reach)
{
	struct sp_aim anew = *aim, kept = *aim;
	int n = 0;

	kept.reach = reach;
	for (int i = 0; i < aim->g->board.n_squares; i++) {
		sp_value square = SP_REF(SP_KIND_SQUARE, i);
		enum sp_reason reason = sp_eval_in_range(&anew, square);

		EQUAL_INT(sp_eval_in_range(&kept, square), reason);
		n += reason == SP_REASON_NONE;
	}
	return n;
}

static void check_distances(const struct scene *s, int range)
{
	static const int within[] = { 1, 4, 2, 9, 0, 30, 3 };
	static struct sp_sights sights;
	static struct sp_reach reach;

	for (uint16_t from = 0; from < s->g.board.n_squares; from++) {
		struct sp_aim aim = aim_from(s, from, range);
		int most = 0;

		sp_sights_clear(&sights);
		sp_reach_clear(&reach, &sights);
		for (size_t i = 0; i < SP_ARRAY_LEN(within); i++) {
			int n;

			aim.within = within[i];
			n = check_squares(&aim, &reach);
			most = n > most ? n : most;
			if (within[i] == 0)
				EQUAL_INT(n, 1);
		}
		CU_ASSERT_TRUE(most > 1);
	}
}

TEST("eval/reach", "short ways and long ones")
{
	static struct scene s;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
	check_distances(&s, SP_RANGE_WALK);
	check_distances(&s, SP_RANGE_STEPS);
}
