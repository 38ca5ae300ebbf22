/*
 * Refusals in words: refusal.c of every game, refusal_card.c of those with
 * cards.
 */
#ifndef SP_RENDER_REFUSAL_PRIVATE_H
#define SP_RENDER_REFUSAL_PRIVATE_H

#include "render/render_private.h"

#define RENDER_REFUSAL_SIZE 240

/* One refusal being worded. */
struct render_wording {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	const struct sp_refusal *why;
	char *text; /* RENDER_REFUSAL_SIZE bytes */
};

void render_refusal_say(const struct render_wording *w, const char *fmt, ...)
	SP_PRINTF(2, 3);
/* An argument of the refusal; SP_NOTHING: it has none of that name. */
sp_value render_refusal_argument(
	const struct render_wording *w, enum sp_argument_name name);
/* What only games with cards refuse, with what would be legal. */
void render_refusal_card(const struct render_wording *w);
/* Why no attack may be made in this turn any more, or yet (refusal.c). */
void render_refusal_attack(const struct render_wording *w);

#endif
