/* What spares an actor: the list of reductions, redirections and conversions,
 * each with its source; and damage that is added up. */
#include "game_private.h"

#include <assert.h>

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

int sp_game_relief_parts(const struct sp_relief *relief)
{
	return relief->left * SP_DAMAGE_PARTS + relief->parts;
}

void sp_game_relief_set(struct sp_relief *relief, int parts)
{
	const int most = SP_DAMAGE_MAX * SP_DAMAGE_PARTS;

	if (parts > most)
		parts = most;
	relief->left = (int16_t)(parts / SP_DAMAGE_PARTS);
	relief->parts = (uint16_t)(parts % SP_DAMAGE_PARTS);
}

static bool join(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int parts)
{
	for (int i = g->n_reliefs - 1; i >= 0; i--) {
		struct sp_relief *relief = &g->relief[i];

		if (!is_for(relief, kind, harm, actor))
			continue;
		sp_game_relief_set(
			relief, sp_game_relief_parts(relief) + parts);
		return true;
	}
	return false;
}

bool sp_game_relieve(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int parts, sp_value source)
{
	struct sp_relief *relief;

	if (g->n_reliefs == SP_RELIEFS_MAX)
		return join(g, kind, harm, actor, parts);
	relief = &g->relief[g->n_reliefs++];
	relief->kind = (uint8_t)kind;
	relief->actor = (int8_t)actor;
	relief->cast = (int8_t)harm.cast;
	relief->frame = (int8_t)(harm.cast < 0 ? harm.frame : -1);
	sp_game_relief_set(relief, parts);
	relief->source = source;
	return true;
}

int sp_game_use_reliefs(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int most)
{
	int used = 0;

	for (int i = 0; i < g->n_reliefs && used < most; i++) {
		struct sp_relief *relief = &g->relief[i];
		int parts = sp_game_relief_parts(relief);
		int by = parts < most - used ? parts : most - used;

		if (!is_for(relief, kind, harm, actor))
			continue;
		sp_game_relief_set(relief, parts - by);
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

/* ---- sums --------------------------------------------------------------- */

static bool is_same(const struct sp_sum *a, const struct sp_sum *b)
{
	return a->to == b->to && a->by == b->by && a->card == b->card &&
	       a->damage_kind == b->damage_kind && a->element == b->element &&
	       a->damage_flags == b->damage_flags;
}

bool sp_game_add_to_sum(struct sp_game *g, const struct sp_sum *sum)
{
	const int most = SP_DAMAGE_MAX * SP_DAMAGE_PARTS;
	int i = 0;

	while (i < g->n_sums && !is_same(&g->sum[i], sum))
		i++;
	if (i == SP_SUMS_MAX)
		return false;
	if (i == g->n_sums) {
		g->sum[g->n_sums++] = *sum;
		return true;
	}
	g->sum[i].parts = sum->parts < most - g->sum[i].parts
				  ? g->sum[i].parts + sum->parts
				  : most;
	return true;
}

struct sp_sum sp_game_take_sum(struct sp_game *g)
{
	struct sp_sum first = g->sum[0];

	assert(g->n_sums > 0);
	g->n_sums--;
	memmove(&g->sum[0], &g->sum[1], g->n_sums * sizeof(g->sum[0]));
	memset(&g->sum[g->n_sums], 0, sizeof(g->sum[0]));
	return first;
}
