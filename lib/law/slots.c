/* The next question of a command that begins, and its legal answers, all of
 * them or one by chance. */
#include "law/slots.h"

#include "judge_private.h"

void sp_law_command_init(
	struct sp_command *c, const struct sp_game *g, int seat)
{
	memset(c, 0, sizeof(*c));
	c->seat = (int8_t)seat;
	c->decision = g->decision.number;
	c->verb = -1;
}

static void clear(struct sp_domain *out)
{
	out->kind = SP_SLOT_NONE;
	out->complete = false;
	out->card_slot = -1;
	out->n = 0;
}

void law_domain_add_edges(const struct sp_judge *j, struct sp_domain *out)
{
	for (int dir = 0; dir < SP_DIRS; dir++) {
		sp_value edge =
			SP_REF(SP_KIND_EDGE, j->g->board.edge_at[j->at][dir]);
		int i = out->n;

		while (i > 0 && out->value[i - 1] > edge)
			i--;
		if (i > 0 && out->value[i - 1] == edge)
			continue;
		memmove(&out->value[i + 1], &out->value[i],
			(size_t)(out->n - i) * sizeof(out->value[0]));
		out->value[i] = edge;
		out->n++;
	}
}

void law_judge_domain(const struct sp_judge *j, struct sp_domain *out)
{
	int legal = 0;

	clear(out);
	out->kind = (uint8_t)sp_law_verb_asks(j->verb);
	if (j->law->list == NULL)
		return;
	j->law->list(j, out);
	if (j->law->exact)
		return;
	for (int i = 0; i < out->n; i++) {
		if (law_judge_answer(j, out->value[i]) == SP_REASON_NONE)
			out->value[legal++] = out->value[i];
	}
	out->n = legal;
}

/* Can a command that begins like this become complete? */
static bool leads_on(const struct sp_judge *j)
{
	struct sp_domain domain;

	if (law_judge_complete(j))
		return true;
	if (j->law->leads_on != NULL)
		return j->law->leads_on(j);
	law_judge_domain(j, &domain);
	return domain.n > 0;
}

static void offer_verbs(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_reach *reach, struct sp_crossing *crossing,
	struct sp_domain *out)
{
	struct sp_command c = *prefix;

	out->kind = SP_SLOT_VERB;
	for (int verb = 0; verb < SP_VERB_COUNT; verb++) {
		struct sp_judge j;

		c.verb = verb;
		c.n_answers = 0;
		if (law_judge_begin(&j, ruleset, g, &c) != SP_REASON_NONE)
			continue;
		/* a verb that leads to no command is not offered */
		j.cast.reach = reach;
		j.cast.crossing = crossing;
		if (leads_on(&j))
			law_domain_add(out, verb);
	}
}

void sp_law_slots(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, const struct sp_command *prefix, struct sp_domain *out)
{
	struct sp_sights sights;

	sp_sights_clear(&sights);
	sp_law_slots_on(ruleset, g, seat, prefix, &sights, out);
}

static enum sp_reason begin(struct sp_asking *a,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *prefix, struct sp_sights *sights)
{
	enum sp_reason reason = law_judge_begin(&a->judge, ruleset, g, prefix);

	if (reason != SP_REASON_NONE)
		return reason;
	sp_reach_clear(&a->reach, sights);
	sp_crossing_clear(&a->crossing);
	a->judge.cast.reach = &a->reach;
	a->judge.cast.crossing = &a->crossing;
	return SP_REASON_NONE;
}

static void ask(const struct sp_judge *j, struct sp_domain *out)
{
	if (law_judge_complete(j)) {
		clear(out);
		out->complete = true;
	} else {
		law_judge_domain(j, out);
	}
}

bool sp_law_ask(struct sp_asking *a, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_sights *sights)
{
	assert(prefix->verb >= 0 && prefix->n_answers == 0);
	return law_judge_may_begin(g, prefix->verb) &&
	       begin(a, ruleset, g, prefix, sights) == SP_REASON_NONE;
}

static bool pick_listed(
	const struct sp_judge *j, const struct sp_pick *pick, sp_value *out)
{
	struct sp_domain domain;

	clear(&domain);
	if (j->law->list != NULL)
		j->law->list(j, &domain);
	while (domain.n > 0) {
		int i = pick->below(pick->state, domain.n);

		*out = domain.value[i];
		if (j->law->exact ||
			law_judge_answer(j, *out) == SP_REASON_NONE)
			return true;
		domain.value[i] = domain.value[--domain.n];
	}
	return false;
}

enum sp_picked sp_law_pick(
	const struct sp_asking *a, const struct sp_pick *pick, sp_value *out)
{
	const struct sp_judge *j = &a->judge;
	bool (*by)(const struct sp_judge *j, const struct sp_pick *pick,
		sp_value *out) =
		j->law->pick != NULL ? j->law->pick : pick_listed;

	if (law_judge_complete(j))
		return SP_PICKED_COMPLETE;
	return by(j, pick, out) ? SP_PICKED_ANSWER : SP_PICKED_NONE;
}

void sp_law_take(struct sp_asking *a, sp_value value)
{
	law_judge_take(&a->judge, value);
	a->judge.cast.proven = true;
}

void sp_law_slots_on(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, const struct sp_command *prefix, struct sp_sights *sights,
	struct sp_domain *out)
{
	struct sp_asking a;

	clear(out);
	if (prefix->seat != seat && prefix->seat != sp_game_answerer(g, seat))
		return;
	if (prefix->verb < 0) {
		sp_reach_clear(&a.reach, sights);
		sp_crossing_clear(&a.crossing);
		offer_verbs(ruleset, g, prefix, &a.reach, &a.crossing, out);
		return;
	}
	if (begin(&a, ruleset, g, prefix, sights) != SP_REASON_NONE)
		return;
	for (int i = 0; i < prefix->n_answers; i++) {
		if (law_judge_complete(&a.judge) ||
			law_judge_answer(&a.judge, prefix->answer[i]) !=
				SP_REASON_NONE)
			return;
		law_judge_take(&a.judge, prefix->answer[i]);
	}
	ask(&a.judge, out);
}
