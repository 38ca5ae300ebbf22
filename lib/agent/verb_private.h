/*
 * Verbs as orders: one object for each `say` of law/verbs.h, all in tell.c.
 */
#ifndef SP_AGENT_VERB_PRIVATE_H
#define SP_AGENT_VERB_PRIVATE_H

#include "fill.h"

struct agent_telling;

struct agent_verb {
	/* Write a command, which has answers, as an order. */
	void (*say)(struct agent_telling *t);
	/* What an order can mean at a slot of the verb's own. */
	void (*choices)(const struct sp_fill *f, const struct sp_command *c,
		const struct sp_fill_at *at, const struct sp_domain *domain,
		struct sp_choices *out);
	/* Bits of enum sp_kind: what those slots are about; 0: anything. */
	unsigned about;
	/* Why a card cannot be meant where nothing that the slots are about is
	 * of it; SP_AGENT_REASON_NONE: it depends. */
	enum sp_agent_reason no_card;
};

const struct agent_verb *agent_verb_of(int verb);

#endif
