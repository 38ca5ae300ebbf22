/* The verbs that play a card, CAST, USE and ANSWER: their walker is casting.c.
 */
#include "judge_private.h"

static enum sp_reason begin(struct sp_judge *j)
{
	return sp_law_casting_begin(
		&j->cast, j->ruleset, j->g, j->seat, j->verb);
}

static enum sp_reason answer(const struct sp_judge *j, sp_value value)
{
	return sp_law_casting_judge(&j->cast, value);
}

static void take(struct sp_judge *j, sp_value value)
{
	sp_law_casting_take(&j->cast, value);
}

static bool is_complete(const struct sp_judge *j)
{
	return sp_law_casting_complete(&j->cast);
}

static void list(const struct sp_judge *j, struct sp_domain *out)
{
	sp_law_casting_domain(&j->cast, out);
}

static bool pick(
	const struct sp_judge *j, const struct sp_pick *by, sp_value *out)
{
	return sp_law_casting_pick(&j->cast, by, out);
}

static bool leads_on(const struct sp_judge *j)
{
	return sp_law_casting_leads_on(&j->cast);
}

const struct law_verb law_verb_cast = {
	.by_creature = true,
	.begin = begin,
	.answer = answer,
	.take = take,
	.complete = is_complete,
	.list = list,
	.exact = true,
	.pick = pick,
	.leads_on = leads_on,
};
