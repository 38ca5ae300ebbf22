/* What the clock answers when a deadline passes. */
#include "rules_private.h"

/* The first seat that has not answered. */
static int waited_for(const struct sp_game *g)
{
	unsigned open = g->decision.seats & ~(unsigned)g->decision.answered;

	for (int s = 0; s < g->n_seats; s++) {
		if (open >> s & 1U)
			return s;
	}
	return g->active;
}

void sp_rules_default(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out)
{
	sp_command_init(out, g, waited_for(g));
	out->source = SP_SOURCE_CLOCK;
	switch ((enum sp_decision_kind)g->decision.kind) {
	case SP_DECISION_REACTION:
		out->verb = SP_VERB_ANSWER;
		out->answer[out->n_answers++] = SP_NOTHING;
		break;
	case SP_DECISION_CHOICE:
		out->verb = SP_VERB_CHOOSE;
		out->answer[out->n_answers++] = sp_choice_default(ruleset, g);
		break;
	case SP_DECISION_DISCARD:
		out->verb = SP_VERB_GIVE_UP;
		sp_give_up_default(ruleset, g, out);
		break;
	case SP_DECISION_NONE:
	case SP_DECISION_TURN:
		out->verb = SP_VERB_END;
		break;
	}
}
