/*
 * What the tests of render share.
 */
#ifndef RENDER_TESTS_H
#define RENDER_TESTS_H

#include "fixtures.h"
#include "render/render.h"
#include "unit.h"

/* The ruleset games/wizwar8, loaded once. */
const struct sp_ruleset *render_ruleset(void);

/* A position of n seats (red, blue, yellow, green, purple in turn order), laid
 * out by hand: sectors of `set` in seat order, bay i turned i quarter turns.
 * Red is to move in turn 1. */
void render_position(struct sp_game *g, int n_seats, const char *set);
uint16_t render_square(const struct sp_game *g, const char *name);
uint16_t render_edge_named(const struct sp_game *g, const char *name);
/* Put a wizard on a square. */
void render_put(struct sp_game *g, const char *colour, const char *square);
/* Treasure "blue-1" to a square; carried by `colour` where square is NULL. */
void render_lay(struct sp_game *g, const char *treasure, const char *square,
	const char *colour);

/* ---- cards (cards.c): those of the source tree, by their ids ------------- */

/* Every card into one deck. */
void render_deal(struct sp_game *g);
/* The next copy out of the deck, into a hand; which card it is. */
int render_give(struct sp_game *g, const char *colour, const char *id);
int render_discard(struct sp_game *g, const char *id);
/* Into a play area: an item, or a spell (0 tokens: permanent). Its entry. */
int render_play(struct sp_game *g, const char *colour, const char *id,
	sp_value target, int tokens);
/* A thing that this spell made; its number. */
int render_make(struct sp_game *g, int played, sp_value where);
/* An item that was dropped. */
int render_floor(struct sp_game *g, const char *id, const char *square);
/* The open decision, of a reaction to `subject`. */
void render_ask(struct sp_game *g, enum sp_decision_kind kind, unsigned seats,
	sp_value subject);
/* Four seats and everything that a board can show. */
void render_full(struct sp_game *g);

/* test_golden of tests/cases/render/<name>. */
void render_golden(const char *name, const char *text);
/* No line wider than 72 columns except those that begin with "::"; with
 * `ascii`, nothing but ASCII. */
void render_fits(const char *text, bool ascii);

#endif
