/* The list of what spares a wizard. */
#include "lab.h"
#include "unit.h"

static const struct sp_harm cast = { 3, -1 }, frame = { -1, 3 };

static void add(struct sp_game *g, struct sp_harm harm, int seat, int left)
{
	CU_ASSERT_TRUE(sp_game_relieve(g, SP_RELIEF_REDUCTION, harm, seat, left,
		SP_REF(SP_KIND_CARD, 7)));
}

static int use(struct sp_game *g, struct sp_harm harm, int seat, int most)
{
	return sp_game_use_reliefs(g, SP_RELIEF_REDUCTION, harm, seat, most);
}

TEST("game/relief", "used up from the oldest on, each for its own harm")
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

TEST("game/relief", "gone with its cast, its frame, or by itself")
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

TEST("game/relief", "a full list: a reduction joins the newest")
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
	add(g, cast, 0, INT16_MAX);
	EQUAL_INT(g->relief[1].left, INT16_MAX);
	/* nothing to join: it is said, and nothing is done */
	CU_ASSERT_FALSE(sp_game_relieve(
		g, SP_RELIEF_REDUCTION, frame, 0, 1, SP_NOTHING));
	CU_ASSERT_FALSE(sp_game_relieve(
		g, SP_RELIEF_REDIRECTION, cast, 0, 0, SP_NOTHING));
	EQUAL_INT(g->n_reliefs, SP_RELIEFS_MAX);
	sp_free(g);
}
