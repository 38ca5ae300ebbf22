/* What an attack, or a fist, can do to what it strikes. */
#include "judge_private.h"

#include "eval/eval.h"
#include "eval/thing.h"

static bool can_harm_thing(
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

/* Statistics that make a fist strong, but for what its damage is. */
#define FIST_STATS                                                             \
	(UINT64_C(1) << SP_STAT_PUNCH_SET_DIE |                                \
		UINT64_C(1) << SP_STAT_PUNCH_DIE |                             \
		UINT64_C(1) << SP_STAT_PHYSICAL_OUT |                          \
		UINT64_C(1) << SP_STAT_PUNCH_FIRE |                            \
		UINT64_C(1) << SP_STAT_CRACKS_PER_DAMAGE)

bool law_fist_is_strong(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor)
{
	int die, damage;

	/* mostly there is nothing in play but fists; all of these are 0 then */
	if (!sp_eval_stats_in_play(ruleset, g, FIST_STATS))
		return sp_eval_actor_stat(ruleset, g, actor, SP_STAT_PUNCH) >=
		       ruleset->damage_per_crack;
	die = sp_eval_actor_stat(ruleset, g, actor, SP_STAT_PUNCH_SET_DIE);
	damage = die != 0
			 ? die
			 : sp_eval_actor_stat(ruleset, g, actor, SP_STAT_PUNCH);

	damage += sp_eval_actor_stat(ruleset, g, actor, SP_STAT_PUNCH_DIE);
	return sp_eval_stat_on(ruleset, g, SP_REF(SP_KIND_ACTOR, actor),
		       SP_STAT_PHYSICAL_OUT, damage * SP_DAMAGE_PARTS) >=
		       ruleset->damage_per_crack * SP_DAMAGE_PARTS ||
	       sp_eval_actor_stat(ruleset, g, actor, SP_STAT_PUNCH_FIRE) != 0 ||
	       sp_eval_actor_stat(
		       ruleset, g, actor, SP_STAT_CRACKS_PER_DAMAGE) != 0;
}

/* Does the thing lose life by a fist, or by the fire of one? */
static bool is_felt(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, int thing)
{
	return sp_eval_is_hurt_by(ruleset, g, thing, SP_DAMAGE_PHYSICAL) ||
	       (sp_eval_is_hurt_by(ruleset, g, thing, SP_DAMAGE_MAGICAL) &&
		       sp_eval_actor_stat(
			       ruleset, g, actor, SP_STAT_PUNCH_FIRE) != 0);
}

enum sp_reason law_fist_harms(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, sp_value object)
{
	if (sp_kind_of(object) == SP_KIND_THING) {
		int i = sp_index_of(object);

		if (is_felt(ruleset, g, actor, i))
			return SP_REASON_NONE;
		if (g->thing[i].life > 0)
			return SP_REASON_UNHARMED;
	}
	if (!law_fist_is_strong(ruleset, g, actor))
		return SP_REASON_TOO_WEAK;
	/* what was made may be such that nothing harms it */
	return sp_eval_cracks_max(ruleset, g, object) == 0
		       ? SP_REASON_WRONG_TARGET
		       : SP_REASON_NONE;
}

/* True if all that the play does to what it strikes is a punch. */
static bool is_a_fist(
	const struct sp_ruleset *ruleset, const struct sp_card_play *play)
{
	bool punches = false;

	for (int i = 0; play != NULL && i < play->program.n; i++) {
		const struct sp_op *op = &ruleset->op[play->program.first + i];

		if (op->code == SP_OP_DAMAGE || op->code == SP_OP_PUSH)
			return false;
		punches = punches || op->code == SP_OP_PUNCH;
	}
	return punches;
}

enum sp_reason law_harm(
	struct sp_env *env, const struct sp_cast *attack, sp_value object)
{
	if (is_a_fist(env->ruleset, sp_eval_cast_play(env->ruleset, attack)))
		return law_fist_harms(env->ruleset, env->g, env->actor, object);
	if (sp_kind_of(object) == SP_KIND_EDGE ||
		can_harm_thing(env, attack, object))
		return SP_REASON_NONE;
	return SP_REASON_UNHARMED;
}
