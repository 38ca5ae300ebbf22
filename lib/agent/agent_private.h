/* agent, inside: one order being bound. */
#ifndef SP_AGENT_PRIVATE_H
#define SP_AGENT_PRIVATE_H

#include "agent/agent.h"

struct sp_binding {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	const struct sp_order *order;
	struct sp_bound *out; /* its command is the one being made */
	/* Bound for the sake of a suggestion: make none for it in turn. */
	bool quiet;
};

bool sp_agent_bind_order(struct sp_binding *b);

/* Set the verb and ask whether it may be used at all; if not, refuse. */
bool sp_agent_verb(struct sp_binding *b, enum sp_verb verb);
/* The legal answers to the next slot of the command. */
void sp_agent_domain(const struct sp_binding *b, struct sp_domain *out);
bool sp_agent_offers(const struct sp_domain *domain, int value);
void sp_agent_answer(struct sp_binding *b, int value);
/* Check the command that was made: ok, or refused in the words of the rules,
 * with the phrase at fault. Returns ok. */
bool sp_agent_finish(struct sp_binding *b);
/* Refuse in words of our own. Always false. */
bool sp_agent_refuse(struct sp_binding *b, const struct sp_order_place *at,
	const char *fmt, ...) SP_PRINTF(3, 4);
/* Suggest a command, if it is legal. */
void sp_agent_suggest_command(struct sp_binding *b, const struct sp_command *c);

/* walk.c */
bool sp_agent_bind_steps(struct sp_binding *b);
bool sp_agent_bind_to(struct sp_binding *b);
bool sp_agent_bind_towards(struct sp_binding *b);

#endif
