/* What spares an actor: the list of reductions, redirections and conversions,
 * each with its source. */
#include "game_private.h"

static bool is_for(const struct sp_relief *relief, enum sp_relief_kind kind,
	struct sp_harm harm, int actor)
{
	return relief->kind == kind && relief->actor == actor &&
	       relief->cast == harm.cast &&
	       (harm.cast >= 0 || relief->frame == harm.frame);
}

int sp_game_relief(const struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor)
{
	for (int i = 0; i < g->n_reliefs; i++)
		if (is_for(&g->relief[i], kind, harm, actor))
			return i;
	return -1;
}

static bool join(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int left)
{
	for (int i = g->n_reliefs - 1; i >= 0; i--) {
		int sum = g->relief[i].left + left;

		if (!is_for(&g->relief[i], kind, harm, actor))
			continue;
		g->relief[i].left =
			(int16_t)(sum < INT16_MAX ? sum : INT16_MAX);
		return true;
	}
	return false;
}

bool sp_game_relieve(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int left, sp_value source)
{
	struct sp_relief *relief;

	if (g->n_reliefs == SP_RELIEFS_MAX)
		return join(g, kind, harm, actor, left);
	relief = &g->relief[g->n_reliefs++];
	relief->kind = (uint8_t)kind;
	relief->actor = (int8_t)actor;
	relief->cast = (int8_t)harm.cast;
	relief->frame = (int8_t)(harm.cast < 0 ? harm.frame : -1);
	relief->left = (int16_t)(left < INT16_MAX ? left : INT16_MAX);
	relief->source = source;
	return true;
}

int sp_game_use_reliefs(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int most)
{
	int used = 0;

	for (int i = 0; i < g->n_reliefs && used < most; i++) {
		struct sp_relief *relief = &g->relief[i];
		int by;

		if (!is_for(relief, kind, harm, actor))
			continue;
		by = relief->left < most - used ? relief->left : most - used;
		relief->left = (int16_t)(relief->left - by);
		used += by;
	}
	return used;
}

void sp_game_remove_relief(struct sp_game *g, int relief)
{
	int n = --g->n_reliefs;

	memmove(&g->relief[relief], &g->relief[relief + 1],
		(size_t)(n - relief) * sizeof(g->relief[0]));
	memset(&g->relief[n], 0, sizeof(g->relief[n]));
}

void sp_game_drop_reliefs(struct sp_game *g, int cast, int frame)
{
	for (int i = g->n_reliefs - 1; i >= 0; i--)
		if (g->relief[i].cast >= cast || g->relief[i].frame >= frame)
			sp_game_remove_relief(g, i);
}
