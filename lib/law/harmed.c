/* What an attack can do to a thing. */
#include "judge_private.h"

#include "eval/eval.h"
#include "eval/thing.h"

bool law_can_harm(
	struct sp_env *env, const struct sp_cast *attack, sp_value thing)
{
	const struct sp_ruleset *ruleset = env->ruleset;
	int card = env->g->thing[sp_index_of(thing)].card;
	const struct sp_object *object =
		&sp_ruleset_card(ruleset, card)->object;
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, attack);

	if (object->cracks > 0)
		return true;
	if (play == NULL)
		return object->life == 0 ||
		       sp_eval_is_hurt_by(ruleset, env->g, sp_index_of(thing),
			       SP_DAMAGE_PHYSICAL);
	for (int i = 0; i < play->program.n; i++) {
		const struct sp_op *op = &ruleset->op[play->program.first + i];

		if (op->code == SP_OP_DAMAGE &&
			((object->weak >> op->arg[3] & 1) != 0 ||
				sp_eval_is_hurt_by(ruleset, env->g,
					sp_index_of(thing), op->arg[2])))
			return true;
		if (op->code == SP_OP_PUSH &&
			sp_eval_is(env, thing, SP_IS_WORD | SP_IS_MOBILE))
			return true;
	}
	return false;
}
