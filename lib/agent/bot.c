/* Answers that need no words: a random player, and the clock's. */
#include "agent/agent.h"

/* SplitMix64. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* 0 <= result < n, all alike: what would favour the low ones is thrown away. */
static int below(uint64_t *state, int n)
{
	uint64_t m = (uint64_t)n, x;

	do
		x = next_random(state);
	while (x - x % m > UINT64_MAX - (m - 1));
	return (int)(x % m);
}

static void never_resign(struct sp_domain *domain)
{
	int n = 0;

	for (int i = 0; i < domain->n; i++) {
		if (domain->value[i] != SP_VERB_RESIGN)
			domain->value[n++] = domain->value[i];
	}
	domain->n = n;
}

bool sp_agent_random(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, uint64_t *state,
	struct sp_command *out)
{
	struct sp_domain domain;

	sp_command_init(out, view, seat);
	for (;;) {
		sp_value value;

		sp_rules_slots(ruleset, view, seat, out, &domain);
		if (domain.complete)
			return true;
		if (domain.kind == SP_SLOT_VERB)
			never_resign(&domain);
		if (domain.n == 0)
			return false;
		value = domain.value[below(state, domain.n)];
		if (domain.kind == SP_SLOT_VERB)
			out->verb = value;
		else
			out->answer[out->n_answers++] = value;
	}
}

void sp_agent_default(const struct sp_ruleset *ruleset,
	const struct sp_game *view, struct sp_command *out)
{
	sp_rules_default(ruleset, view, out);
}
