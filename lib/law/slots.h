/*
 * Commands put together by somebody who asks for the next slot, takes one of
 * its legal answers by chance, and so on: what was found out for one question
 * serves the next one, where sp_law_slots would go through the answers from the
 * first on.
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

/* Begin with a prefix that has its verb and no answers. False: nobody is asked
 * for this verb now. */
bool sp_law_ask(struct sp_asking *a, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_sights *sights) SP_MUST_CHECK;

enum sp_picked {
	SP_PICKED_NONE,     /* nothing can be answered */
	SP_PICKED_ANSWER,   /* to the next slot */
	SP_PICKED_COMPLETE, /* nothing is left to ask */
};

/* One of the legal answers to the next slot, each as likely as any other; what
 * is not picked need not be proven to lead to a command. Not yet taken. */
enum sp_picked sp_law_pick(const struct sp_asking *a,
	const struct sp_pick *pick, sp_value *out) SP_MUST_CHECK;
/* Answer the next slot with what was picked: behind it something can be
 * answered, too, or the command is complete. */
void sp_law_take(struct sp_asking *a, sp_value value);

#endif
