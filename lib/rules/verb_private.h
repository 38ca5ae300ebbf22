/*
 * What verbs do: one function for each `act` of law/verbs.h, in the file of its
 * subject. The command was checked.
 */
#ifndef SP_RULES_VERB_PRIVATE_H
#define SP_RULES_VERB_PRIVATE_H

#include "stack/frame.h"

/* The decision that it answers is put aside already, but for a reaction, which
 * may wait for others, and for what may always be done. True if the machine
 * goes on. */
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	bool rules_verb_##act(struct sp_run *run, const struct sp_command *c);
SP_VERBS(X)
#undef X

#endif
