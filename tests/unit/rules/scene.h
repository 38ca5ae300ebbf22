/*
 * Scenes for the tests of card, game and rules: the ruleset of the source
 * tree, small boards laid out by hand, and orders as text.
 */
#ifndef TEST_SCENE_H
#define TEST_SCENE_H

#include "notation/notation.h"
#include "rules/rules.h"

/* games/wizwar8 of the source tree, loaded once, with a fifth seat, purple: its
 * board waits for the cards that come with it. */
const struct sp_ruleset *scene_ruleset(void);
/* The files of that folder, for tests that break them; ended by a NULL path. */
struct sp_ruleset_file *scene_files(size_t *n);

/* Deterministic numbers for tests, apart from the game's own dice. */
struct scene_random {
	uint64_t state;
};
uint32_t scene_below(struct scene_random *r, uint32_t n);

/* That fifth seat for another copy of the ruleset. */
void scene_seat_five(struct sp_ruleset *r);

/* A setup for colours like "red blue"; every other field valid. */
void scene_setup(struct sp_setup *setup, const char *colours);
/* A stream whose key is made from a number. */
void scene_dice(struct sp_rng *rng, uint64_t seed);

struct scene {
	const struct sp_ruleset *ruleset;
	struct sp_game g;
	struct sp_events events; /* of the last order */
	struct sp_refusal why;   /* of the last order */
};

/*
 * Seats in turn order, each in the slot of its own number, no sector turned,
 * the first seat begins; sectors of side A, the ruleset's usual layout. With
 * "red blue" red's home is c3 with a door to b3, blue's h3 with a door i4/j4.
 */
void scene_begin(struct scene *s, const char *colours);
/* The same with a sector side and a layout ("" for the usual one). */
void scene_begin_on(struct scene *s, const char *colours, const char *side,
	const char *layout);
void scene_put(struct scene *s, int seat, const char *square);
void scene_lay(struct scene *s, int treasure, const char *square);
uint16_t scene_square(const struct scene *s, const char *name);
uint16_t scene_edge(const struct scene *s, const char *name);

/* Give an order ("walk n e stop") for the open decision. Checks the invariants
 * and that a refusal has a text and changes nothing. Returns the reason. */
enum sp_reason scene_do(struct scene *s, int seat, const char *order);
/* A refusal in words, until the next call; of the last order. */
const char *refusal_words(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_refusal *why);
const char *scene_words(const struct scene *s);
/* Turns end until it is this seat's turn again. */
void scene_turn(struct scene *s, int seat);
/* Every seat ends its first turn; the first seat is to move. */
void scene_past_first(struct scene *s);
/* The nth event of a kind in the last order, from 0; NULL: none. */
const struct sp_event *scene_event(
	const struct scene *s, enum sp_event_kind kind, int n);

#endif
