/*
 * Positions with the cards of the source tree, hands given by hand, commands
 * by their answers; for the tests of what is announced and answered.
 *
 * "red blue green": c3 d3 e3 f3 g3 is one open corridor, row 5 from f to j
 * another; red stands on d3, blue on f3, green on j5, where neither sees him.
 */
#ifndef TEST_REACTION_H
#define TEST_REACTION_H

#include "rules/rules.h"
#include "scene.h"

enum { RED, BLUE, GREEN };

/* Every card of games/wizwar8 lies in the deck; red is to move, and it is
 * nobody's first turn. */
void reaction_begin(struct scene *s);
/* The same with another ruleset of the same boards. */
void reaction_begin_on(struct scene *s, const struct sp_ruleset *ruleset);
/* A card of that id comes into the hand; which. */
int reaction_deal(struct scene *s, int seat, const char *id);
/* The card in the hand as an answer. */
sp_value reaction_card(const struct scene *s, int seat, const char *id);
/* An item is carried; its entry as an answer. */
sp_value reaction_carry(struct scene *s, int seat, const char *id);

/* A command of that verb: its answers behind it, the last SP_STOP_HERE. Checks
 * the invariants, the way through the files, and that going on from what was
 * read gives the same. Returns the refusal's reason. */
#define SP_STOP_HERE INT32_MIN
enum sp_reason reaction_do(struct scene *s, int seat, int verb, ...);
/* The same where it must be accepted. */
#define reaction_must(...)                                                     \
	do {                                                                   \
		EQUAL_INT_FATAL(reaction_do(__VA_ARGS__, SP_STOP_HERE),        \
			SP_REASON_NONE);                                       \
	} while (0)
#define reaction_why(...) reaction_do(__VA_ARGS__, SP_STOP_HERE)
void reaction_pass(struct scene *s, int seat);
/* The default answer, as the clock gives it. */
void reaction_clock(struct scene *s);

/* Every event since the last call of this. */
const struct sp_event *reaction_event(
	const struct scene *s, enum sp_event_kind kind, int seat);
/* Where the only copy in this test lies. */
int reaction_zone(const struct scene *s, int card);

#define REF_ACTOR(seat) SP_REF(SP_KIND_ACTOR, seat)
#define REF_ITEM(i)     SP_REF(SP_KIND_ITEM, i)

#endif
