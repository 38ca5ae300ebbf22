/*
 * What a slot may be aimed at.
 */
#ifndef SP_LAW_TARGET_H
#define SP_LAW_TARGET_H

#include "eval/aim.h"
#include "law/law.h"

struct sp_env;

/* Find the first candidates of a slot, `most` at most, that its kind, range,
 * filter and condition let pass, ascending, and write them to out->value; `env`
 * has the locals answered so far and the item, if any. Equal cards appear once.
 */
void sp_law_slot_some(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, int most, struct sp_domain *out);
/* Find all of them. */
static inline void sp_law_slot_candidates(const struct sp_aim *aim,
	struct sp_env *env, const struct sp_card_slot *slot,
	struct sp_domain *out)
{
	sp_law_slot_some(aim, env, slot, SP_DOMAIN_MAX, out);
}
/* Judge one candidate: SP_REASON_NONE, or why it is refused. */
enum sp_reason sp_law_slot_judge(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, sp_value value);
/* True if what a slot asks for has to be in range (enum sp_asks): what somebody
 * carries or holds is not aimed at, its holder is. */
bool sp_law_has_range(int asks);

#endif
