/* What actors believe of illusions, and whom they have in sight. */
#include "game/game.h"

bool sp_game_is_real_to(const struct sp_game *g, int thing, int actor)
{
	const struct sp_thing *t = &g->thing[thing];

	return !t->illusion || (actor >= 0 && (t->believed >> actor & 1U) != 0);
}

void sp_game_forget_actor(struct sp_game *g, int actor)
{
	uint32_t others = ~(UINT32_C(1) << actor);

	for (int i = 0; i < g->things_end; i++) {
		g->thing[i].believed &= others;
		g->thing[i].doubted &= others;
		g->thing[i].seen_by &= others;
	}
	for (int i = 0; i < g->played_end; i++)
		g->played[i].seen_by &= others;
}
