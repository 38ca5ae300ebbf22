/* Answers that need no words: a random player, and the clock's. */
#include "agent/agent.h"
#include "eval/aim.h"
#include "law/slots.h"

/* SplitMix64. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* What would favour the low ones is thrown away. */
static int below(void *state, int n)
{
	uint64_t m = (uint64_t)n, x;

	do
		x = next_random(state);
	while (x - x % m > UINT64_MAX - (m - 1));
	return (int)(x % m);
}

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
		int i = below(pick->state, n);
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

bool sp_agent_random_on(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, uint64_t *state,
	struct sp_sights *sights, struct sp_command *out)
{
	const struct sp_pick pick = { below, state };
	struct sp_asking asking;
	enum sp_picked picked;
	sp_value value;

	sp_sights_turn(sights);
	sp_law_command_init(out, view, seat);
	picked =
		choose_verb(ruleset, view, &pick, sights, &asking, out, &value);
	while (picked == SP_PICKED_ANSWER) {
		out->answer[out->n_answers++] = value;
		sp_law_take(&asking, value);
		picked = sp_law_pick(&asking, &pick, &value);
	}
	return picked == SP_PICKED_COMPLETE;
}

bool sp_agent_random(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, uint64_t *state,
	struct sp_command *out)
{
	struct sp_sights sights;

	sp_sights_clear(&sights);
	return sp_agent_random_on(ruleset, view, seat, state, &sights, out);
}
