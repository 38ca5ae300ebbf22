/*
 * A ruleset of a few cards and positions played with it, for the tests of
 * expressions and targets: boards and wizards as in scene.h.
 */
#ifndef TEST_DECK_H
#define TEST_DECK_H

#include "rules/rules.h"
#include "scene.h"

/* The cards that the tests of targets need, with `more` members of the list
 * before them ("" or "{...},"). The caller owns it. */
struct sp_ruleset *deck_ruleset(const char *more);
/* scene_begin with this ruleset and cards in the game. */
void deck_begin(
	struct scene *s, const struct sp_ruleset *ruleset, const char *colours);
/* The nth physical card of that id. */
int deck_card(const struct scene *s, const char *id, int n);
/* A spell or an item in the play area of a seat; its entry. */
int deck_play(struct scene *s, enum sp_played_kind kind, const char *id,
	int seat, sp_value target);
/* A thing that a spell of the first seat makes there. */
int deck_make(struct scene *s, const char *id, sp_value where);
/* What the first slot of a play may be answered if `seat` casts it from his
 * square, or from `origin` and round `corner` (SP_NOWHERE: neither). */
void deck_ask(const struct scene *s, int seat, const char *id, int play,
	uint16_t origin, uint16_t corner, struct sp_domain *out);

#endif
