/*
 * Deals: what two seats may give each other, and who must agree.
 */
#ifndef SP_LAW_DEALING_H
#define SP_LAW_DEALING_H

#include "law/law.h"

/* The seats on a shortest way of sight from one wizard to another, both with
 * them, through none but `allowed` (bits); 0: there is none. Either of two may
 * be the one who sees. */
unsigned sp_law_deal_chain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int from, int to, unsigned allowed);
/* Is everything that both have in public still theirs to give? `hand`: and what
 * the proposer gives of the hand, if this view knows it. */
bool sp_law_deal_stands(const struct sp_game *g, int by, bool hand);
/* Does a view not know what is given of a hand? */
bool sp_law_deal_hides(const struct sp_game *g, int by);
/* The card of the hand that one of this kind stands for, the lowest; -1. */
int sp_law_deal_card(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, int card);

#endif
