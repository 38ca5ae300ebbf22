/*
 * Commands put together by somebody who asks for the next slot, takes one of
 * its legal answers, and so on: what was found out for one question serves the
 * next one, where sp_law_slots would go through the answers from the first on.
 */
#ifndef SP_LAW_SLOTS_H
#define SP_LAW_SLOTS_H

#include "eval/aim.h"
#include "law/casting.h"

struct law_verb;

/* A prefix on its way: a verb, the answers taken so far, and for a walk where
 * they lead, for what is cast what it would be. The position itself is never
 * touched. */
struct sp_judge {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	const struct law_verb *law; /* of its verb */
	int seat;
	int actor; /* who does it: the wizard, or a creature that acts */
	int verb;
	uint16_t at;             /* the square that a walk has come to */
	int moves;               /* movement points left there */
	struct sp_command given; /* the answers taken */
	struct sp_casting cast;  /* CAST, USE, ANSWER */
};

/* A command on its way, and what was found out for it. Plain data of its
 * caller; it is good as long as position and sights are as they were. */
struct sp_asking {
	struct sp_judge judge;
	struct sp_reach reach;
	struct sp_crossing crossing;
};

/* Begin with a prefix that has its verb and no answers: the first slot and its
 * legal answers, as sp_law_slots_on. False: this verb leads to no command. */
bool sp_law_ask(struct sp_asking *a, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_sights *sights, struct sp_domain *out);
/* The next slot behind `value`, which must be of the domain that was asked for
 * last. There is an answer to it, or the command is complete. */
void sp_law_ask_on(struct sp_asking *a, sp_value value, struct sp_domain *out);

#endif
