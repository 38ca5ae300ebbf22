/* Compulsions in words. */
#include "render/render_private.h"

#include "law/compulsion.h"

bool sp_render_add_compulsion(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_buf *out)
{
	static const char *const deeds[] = {
		[SP_COMPELLING_FLEE] = "flee from ",
		[SP_COMPELLING_GO] = "go to ",
		[SP_COMPELLING_ATTACK] = "attack ",
		[SP_COMPELLING_STAY] = "stay where you are",
	};
	int actor = sp_game_acting(g);
	char name[SP_RENDER_NAME_SIZE] = "you";
	struct sp_compulsion c;

	if (!sp_law_compulsion(ruleset, g, actor, &c))
		return false;
	if (actor != g->active)
		sp_render_actor(ruleset, g, actor, name);
	sp_buf_addf(out, "%s must %s", name, deeds[c.kind]);
	if (c.kind != SP_COMPELLING_STAY)
		render_add_ref(ruleset, g, c.of, out);
	if (c.trait >= 0)
		sp_buf_addf(out, " with %s", ruleset->trait[c.trait]);
	sp_buf_addf(out, " (%s)",
		render_card_name(ruleset, g->played[c.played].card));
	return true;
}
