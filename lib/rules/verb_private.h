/*
 * What verbs do: one object for each `act` of law/verbs.h, in the file of its
 * subject. The command was checked.
 */
#ifndef SP_RULES_VERB_PRIVATE_H
#define SP_RULES_VERB_PRIVATE_H

#include "frame_private.h"

struct rules_verb {
	/* In a game without cards, at once; true if it ends the move phase.
	 * NULL: there it is never legal. */
	bool (*plain)(struct sp_run *run, const struct sp_command *c);
	/* With cards. The decision that it answers is put aside already, but
	 * for a reaction, which may wait for others, and for what may always be
	 * done. True if the machine goes on. */
	bool (*act)(struct sp_run *run, const struct sp_command *c);
};

#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	extern const struct rules_verb rules_verb_##act;
SP_VERBS(X)
#undef X

#endif
