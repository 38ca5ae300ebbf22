/* The zones of the ruleset: their names, and what lies in them. */
#include "render/render_private.h"

void render_add_zone(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int zone, int seat, struct sp_buf *out)
{
	static const char *const places[SP_PLACES] = { "the hand", "the deck",
		"the discard pile", "the game" };
	char name[SP_RENDER_NAME_SIZE];

	sp_buf_addf(out, "%s",
		zone < SP_PLACES ? places[zone]
				 : ruleset->zone[zone - SP_PLACES].name);
	if (seat != SP_NOBODY)
		sp_buf_addf(out, " of %s", sp_render_seat(g, seat, name));
}

void render_add_zones(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int viewer, struct sp_buf *out)
{
	unsigned own = viewer == SP_NOBODY ? 0 : 1U << (unsigned)viewer;

	for (int i = 0; i < g->asides_end; i++) {
		int left = g->aside[i].n, at = sp_game_top(&g->aside[i]);
		size_t before = out->len;
		const char *mark = ": ";

		render_add_zone(ruleset, g,
			SP_PLACES + sp_game_aside_zone(g, i),
			sp_game_aside_seat(g, i), out);
		if (i >= SP_ASIDES_MAX) {
			sp_buf_adds(out, " under ");
			render_add_ref(ruleset, g,
				g->under[i - SP_ASIDES_MAX].host, out);
		}
		for (; at >= 0; at = sp_game_card_below(g, at)) {
			if (sp_game_is_public(g, at) != (own == 0) ||
				(own & ~(unsigned)g->place[at].known) != 0)
				continue;
			sp_buf_addf(out, "%s%s", mark,
				render_card_name(ruleset, at));
			mark = ", ";
			left--;
		}
		if (own == 0 && left > 0)
			sp_buf_addf(out, "%s%d face down", mark, left);
		if (left == g->aside[i].n && (own != 0 || left == 0))
			sp_buf_truncate(out, before);
		else
			sp_buf_adds(out, "\n");
	}
}
