/* A card's rule in the mail of a seat. */
#include "render/render_private.h"

void render_quote(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_card *card, int caster, int viewer, json_t *lines)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_cardtext_quote(card,
		caster != SP_NOBODY && caster != viewer
			? sp_render_actor(ruleset, g, caster, name)
			: NULL,
		lines);
}
