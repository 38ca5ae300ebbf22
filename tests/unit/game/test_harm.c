/* The list of what spares a wizard, and sums of damage. */
#include "lab.h"
#include "unit.h"

static const struct sp_harm cast = { 3, -1 }, frame = { -1, 3 };

static void add(struct sp_game *g, struct sp_harm harm, int seat, int left)
{
	CU_ASSERT_TRUE(sp_game_relieve(g, SP_RELIEF_REDUCTION, harm, seat,
		left * SP_DAMAGE_PARTS, SP_REF(SP_KIND_CARD, 7)));
}

static int use(struct sp_game *g, struct sp_harm harm, int seat, int most)
{
	int parts = sp_game_use_reliefs(
		g, SP_RELIEF_REDUCTION, harm, seat, most * SP_DAMAGE_PARTS);

	EQUAL_INT(parts % SP_DAMAGE_PARTS, 0);
	return parts / SP_DAMAGE_PARTS;
}

TEST("game/harm", "used up from the oldest on, each for its own harm")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));

	add(g, cast, 0, 2);
	add(g, frame, 0, 9);
	add(g, cast, 1, 9);
	add(g, cast, 0, 4);
	EQUAL_INT(g->relief[0].source, SP_REF(SP_KIND_CARD, 7));
	EQUAL_INT(use(g, cast, 0, 3), 3);
	EQUAL_INT(g->relief[0].left, 0);
	EQUAL_INT(g->relief[3].left, 3);
	EQUAL_INT(use(g, cast, 0, 9), 3);
	EQUAL_INT(use(g, cast, 0, 9), 0);
	EQUAL_INT(use(g, frame, 0, 1), 1);
	EQUAL_INT(g->relief[1].left, 8);
	EQUAL_INT(g->relief[2].left, 9);
	EQUAL_INT(sp_game_relief(g, SP_RELIEF_REDUCTION, cast, 1), 2);
	EQUAL_INT(sp_game_relief(g, SP_RELIEF_CONVERSION, cast, 1), -1);
	EQUAL_INT(sp_game_relief(g, SP_RELIEF_REDUCTION, frame, 1), -1);
	sp_free(g);
}

TEST("game/harm", "gone with its cast, its frame, or by itself")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	static const struct sp_relief none = { 0 };

	add(g, (struct sp_harm){ 2, -1 }, 0, 1);
	add(g, cast, 0, 2);
	add(g, frame, 0, 3);
	add(g, (struct sp_harm){ -1, 4 }, 0, 4);
	sp_game_drop_reliefs(g, SP_CASTS_MAX, 4);
	EQUAL_INT(g->n_reliefs, 3);
	sp_game_drop_reliefs(g, 3, SP_FRAMES_MAX);
	EQUAL_INT(g->n_reliefs, 2);
	EQUAL_INT(g->relief[1].left, 3);
	sp_game_remove_relief(g, 0);
	EQUAL_INT(g->n_reliefs, 1);
	EQUAL_INT(g->relief[0].left, 3);
	EQUAL_INT(memcmp(&g->relief[1], &none, sizeof(none)), 0);
	sp_game_drop_reliefs(g, 0, 0);
	EQUAL_INT(g->n_reliefs, 0);
	sp_free(g);
}

TEST("game/harm", "a full list: a reduction joins the newest")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));

	add(g, cast, 0, 5);
	add(g, cast, 0, 6);
	while (g->n_reliefs < SP_RELIEFS_MAX)
		add(g, cast, 1, 1);
	add(g, cast, 0, 7);
	EQUAL_INT(g->n_reliefs, SP_RELIEFS_MAX);
	EQUAL_INT(g->relief[0].left, 5);
	EQUAL_INT(g->relief[1].left, 13);
	add(g, cast, 0, SP_DAMAGE_MAX);
	EQUAL_INT(g->relief[1].left, SP_DAMAGE_MAX);
	/* nothing to join: it is said, and nothing is done */
	CU_ASSERT_FALSE(sp_game_relieve(
		g, SP_RELIEF_REDUCTION, frame, 0, 1, SP_NOTHING));
	CU_ASSERT_FALSE(sp_game_relieve(
		g, SP_RELIEF_REDIRECTION, cast, 0, 0, SP_NOTHING));
	EQUAL_INT(g->n_reliefs, SP_RELIEFS_MAX);
	sp_free(g);
}

TEST("game/harm", "parts of a point")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));

	CU_ASSERT_TRUE(sp_game_relieve(g, SP_RELIEF_REDUCTION, cast, 0,
		2 * SP_DAMAGE_PARTS + 80, SP_NOTHING));
	EQUAL_INT(g->relief[0].left, 2);
	EQUAL_INT(g->relief[0].parts, 80);
	EQUAL_INT(sp_game_use_reliefs(g, SP_RELIEF_REDUCTION, cast, 0, 90), 90);
	EQUAL_INT(g->relief[0].left, 1);
	EQUAL_INT(g->relief[0].parts, SP_DAMAGE_PARTS - 10);
	EQUAL_INT(
		sp_game_relief_parts(&g->relief[0]), 2 * SP_DAMAGE_PARTS - 10);
	sp_free(g);
}

TEST("game/harm", "sums: of what is the same in all but how much")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	const struct sp_sum first = { .to = SP_REF(SP_KIND_ACTOR, 1),
		.by = SP_NOTHING,
		.card = 3,
		.parts = 100 };
	struct sp_sum other;
	static const struct sp_sum none = { 0 };

	CU_ASSERT_TRUE(sp_game_add_to_sum(g, &first));
	CU_ASSERT_TRUE(sp_game_add_to_sum(g, &first));
	EQUAL_INT(g->n_sums, 1);
	EQUAL_INT(g->sum[0].parts, 200);
	for (int i = 0; i < 6; i++) {
		other = first;
		other.parts = 7;
		if (i == 0)
			other.to = SP_REF(SP_KIND_ACTOR, 0);
		else if (i == 1)
			other.by = SP_REF(SP_KIND_ACTOR, 0);
		else if (i == 2)
			other.card = 4;
		else if (i == 3)
			other.damage_kind = 1;
		else if (i == 4)
			other.element = 1;
		else
			other.damage_flags = 1;
		CU_ASSERT_TRUE(sp_game_add_to_sum(g, &other));
		EQUAL_INT(g->n_sums, i + 2);
		EQUAL_INT(g->sum[i + 1].parts, 7);
	}
	other.card = 9;
	CU_ASSERT_TRUE(sp_game_add_to_sum(g, &other));
	/* it is full: nothing new, but what is there grows, up to the most */
	other.card = 10;
	CU_ASSERT_FALSE(sp_game_add_to_sum(g, &other));
	EQUAL_INT(g->n_sums, SP_SUMS_MAX);
	other = first;
	other.parts = SP_DAMAGE_MAX * SP_DAMAGE_PARTS;
	CU_ASSERT_TRUE(sp_game_add_to_sum(g, &other));
	EQUAL_INT(g->sum[0].parts, SP_DAMAGE_MAX * SP_DAMAGE_PARTS);
	other = sp_game_take_sum(g);
	EQUAL_INT(other.card, 3);
	EQUAL_INT(other.to, first.to);
	EQUAL_INT(g->n_sums, SP_SUMS_MAX - 1);
	EQUAL_INT(g->sum[0].to, SP_REF(SP_KIND_ACTOR, 0));
	EQUAL_INT(memcmp(&g->sum[SP_SUMS_MAX - 1], &none, sizeof(none)), 0);
	sp_free(g);
}

TEST("game/harm", "parts of a point add up to it")
{
	for (int n = 1; n <= SP_DAMAGE_OVER_MAX; n++)
		EQUAL_INT(SP_DAMAGE_PARTS % n, 0);
}
