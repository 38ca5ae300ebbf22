/* A player who does anything that is legal. */
#include "bot_private.h"
#include "law/slots.h"

/* Bits of verbs: those that answer a decision, and HOLD. */
static const uint32_t tried = UINT32_C(1) << SP_VERB_HOLD
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	| (uint32_t)(SP_VERB_IN_##when < SP_VERB_IN_ALWAYS) << SP_VERB_##name
				      SP_VERBS(X)
#undef X
	;

/* One of the verbs that lead to a command, with its first answer. They are
 * tried in any order until one does, so all that do have equal chances, and no
 * other has to be looked at. It never resigns, watches or deals. */
static enum sp_picked choose_verb(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_pick *pick,
	struct sp_sights *sights, struct sp_asking *asking,
	struct sp_command *out, sp_value *first)
{
	int verb[SP_VERB_COUNT];
	uint32_t left = tried;
	int n = 0;

	if (view->creatures_end == 0)
		left &= ~(UINT32_C(1) << SP_VERB_ACTIVATE);
	for (; left != 0; left &= left - 1)
		verb[n++] = __builtin_ctz(left);
	while (n > 0) {
		int i = bot_below(pick->state, n);
		enum sp_picked picked = SP_PICKED_NONE;

		out->verb = verb[i];
		verb[i] = verb[--n];
		if (sp_law_ask(asking, ruleset, view, out, sights))
			picked = sp_law_pick(asking, pick, first);
		if (picked != SP_PICKED_NONE)
			return picked;
	}
	return SP_PICKED_NONE;
}

bool bot_random_answer(const struct sp_bot_ask *ask, struct sp_command *out)
{
	const struct sp_pick pick = { bot_below, ask->chance };
	struct sp_asking asking;
	enum sp_picked picked;
	struct sp_sights own, *sights = ask->sights;
	sp_value value;

	if (sights == NULL) {
		sights = &own;
		sp_sights_clear(sights);
	}
	sp_sights_turn(sights);
	sp_law_command_init(out, ask->view, ask->seat);
	picked = choose_verb(
		ask->ruleset, ask->view, &pick, sights, &asking, out, &value);
	while (picked == SP_PICKED_ANSWER) {
		out->answer[out->n_answers++] = value;
		sp_law_take(&asking, value);
		picked = sp_law_pick(&asking, &pick, &value);
	}
	return picked == SP_PICKED_COMPLETE;
}
