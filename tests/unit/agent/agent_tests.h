/* The suites of module agent, and small positions for them. */
#ifndef AGENT_TESTS_H
#define AGENT_TESTS_H

#include "agent/agent.h"
#include "unit.h"

/* games/wizwar8 of the source tree, loaded once. */
const struct sp_ruleset *agent_test_ruleset(void);
/* A game as its dice set it up. */
void agent_test_start(struct sp_game *g, int n_seats, uint64_t seed);
/*
 * Red (to move, in a later turn) and blue side by side, no sector turned, side
 * A. Red's home is c3, with red's door b3/c3; blue's h3, with blue's door
 * i4/j4. Red's treasures: a1 and e5; blue's: g2 and i4.
 */
void agent_test_scene(struct sp_game *g);
void agent_test_put(struct sp_game *g, int seat, const char *square);
void agent_test_lay(struct sp_game *g, int treasure, const char *square);

/* The same with another ruleset; false too, with a text, where it is no order.
 */
bool agent_cards_bind(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const char *text,
	struct sp_bound *out);
/* What the order says when `done` of its commands were done (0: none). */
bool agent_cards_bind_rest(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const char *text, int done,
	struct sp_bound *out);
/* The text of a page of help with the cards of its examples filled in, as a
 * game has them that deals White Cantrip; other tags stay. sp_free it. */
char *agent_test_page(const char *text);
/* Parse one order (asserts that it parses) and bind it. */
bool agent_test_bind(const struct sp_game *g, int seat, const char *text,
	struct sp_bound *out);
/* What a receipt says of what was bound, until the next call. */
const char *agent_test_words(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_bound *bound);
/* The same of what agent_cards_bind or agent_test_bind bound last, or why it
 * was no order. */
const char *agent_test_last(void);

struct scene;
/* The order is bound as `want`, which reads it back, or refused so: the reason,
 * the suggestion in brackets, where it is wrong ("9+2"). */
void agent_cards_expect(
	const struct scene *s, int seat, const char *order, const char *want);
struct agent_line {
	const char *order, *want;
};

/* Bind each order as agent_cards_expect does. */
void agent_cards_expect_all(const struct scene *s, int seat,
	const struct agent_line *lines, size_t n);
/* Red at c3 with a full hand, blue beside, green out of sight. */
void agent_cards_begin(struct scene *s);
/* Bind the order and do it. */
void agent_cards_act(struct scene *s, int seat, const char *order);

#endif
