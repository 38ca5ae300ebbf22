/*
 * Sites: the places in the stack and among proposals where a value may be one
 * that not everybody knows: a secret answer, or a card in a hand.
 */
#ifndef SP_GAME_VIEW_H
#define SP_GAME_VIEW_H

#include "game/game.h"

enum sp_site_pool {
	SP_SITE_ITEM,     /* answers, then self, under */
	SP_SITE_FRAME,    /* locals, then self, who, by, what */
	SP_SITE_ROUND,    /* subject */
	SP_SITE_ONCE,     /* self, other */
	SP_SITE_PROPOSAL, /* what is given and wanted */
	SP_SITE_POOLS,
};

struct sp_site {
	int pool, index, field;
};

/* The first site is { 0, 0, -1 }'s next; false behind the last. */
bool sp_game_site_next(const struct sp_game *g, struct sp_site *site);
/* Is there such a site in this position? */
bool sp_game_site_exists(const struct sp_game *g, const struct sp_site *site);
/* True if its value is one that a bystander does not know. */
bool sp_game_site_hides(const struct sp_game *g, const struct sp_site *site);
sp_value sp_game_site_get(const struct sp_game *g, const struct sp_site *site);
void sp_game_site_set(
	struct sp_game *g, const struct sp_site *site, sp_value value);

#endif
