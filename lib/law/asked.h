/*
 * What is asked while something resolves: who may answer a reaction, what may
 * be chosen, what must be given up.
 */
#ifndef SP_LAW_ASKED_H
#define SP_LAW_ASKED_H

#include "law/law.h"

/* The points at which a counter may answer now, as bits: that of the reaction,
 * and NEUTRAL as long as a modifier stands. */
unsigned sp_law_round_points(const struct sp_game *g, int round);
/* The seats that may answer the last reaction of g->reaction, whose frame is on
 * the stack, from public facts alone. What was seen is kept in `sights`
 * (eval/aim.h; NULL: not kept) for the next position. */
struct sp_sights;
unsigned sp_law_eligible(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_sights *sights);

/* The legal answers of the open choice; false: those that this view knows,
 * which may not be all. */
bool sp_law_choice_domain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_domain *out);

/* The card that asks what the open choice is about: its type; -1: no card does.
 */
int sp_law_asker(const struct sp_ruleset *ruleset, const struct sp_game *g);

/* The type of the card by which this damage would blow back whom it comes to;
 * -1: it hurts. `damage` is a frame SP_FRAME_DAMAGE. */
int sp_law_blower(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_frame *damage);

/* Is the open choice a slot of a cast that is being aimed? */
bool sp_law_choice_aims(const struct sp_game *g);

enum sp_give_up {
	SP_GIVE_UP_LIMIT, /* until the hand is legal again */
	SP_GIVE_UP_SOME,  /* so many cards out of the hand */
};
/* Everything that may be given up at all, ascending. Out of turn the hand comes
 * first (rulings). */
struct sp_stock {
	bool hand_first; /* the others only after the whole hand */
	int n_hand, n;
	sp_value ref[SP_HAND_MAX + SP_PLAYED_MAX];
	int need;
};
/* Of a frame SP_FRAME_GIVE_UP. */
void sp_law_give_up_stock(struct sp_stock *s, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_frame *f);
/* Which of it a deadline gives up next, behind those that go; -1: all do. */
int sp_law_give_up_cheapest(const struct sp_stock *s,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const bool goes[SP_HAND_MAX + SP_PLAYED_MAX]);

#endif
