/*
 * What an announced cast does before it resolves, as far as that is known: the
 * most that it hurts somebody, and what is left of it when counters have taken
 * its damage off.
 */
#include "eval/struck.h"

#include "eval_private.h"

/* ---- the most that it does -------------------------------------------------
 */

/* The slots of the play whose answers all know, as bits of locals. */
static unsigned open_slots(
	const struct sp_ruleset *r, const struct sp_card_play *play)
{
	unsigned slots = 0;

	for (int i = 0; i < play->n_slots; i++)
		if (!r->slot[play->slot[i]].secret)
			slots |= 1U << r->slot[play->slot[i]].local;
	return slots;
}

/* True if this code only puts together what other codes give. */
static bool combines(const struct sp_code *code, bool looks)
{
	switch ((enum sp_code_op)code->op) {
	case SP_CODE_NUMBER:
	case SP_CODE_NEGATE:
	case SP_CODE_ADD:
	case SP_CODE_SUBTRACT:
	case SP_CODE_MULTIPLY:
		return true;
	case SP_CODE_CALL:
		return looks && code->value == SP_FN_IS;
	case SP_CODE_SET:
	case SP_CODE_WORD:
	case SP_CODE_NOT:
	case SP_CODE_AND:
	case SP_CODE_OR:
		return looks;
	default:
		return false;
	}
}

/* True if the expression is sums of numbers, energy and answers to the slots of
 * the play: nothing changes it until the cast resolves. `looks`: it may also
 * ask what these are, and what lies on them. */
static bool is_settled(const struct sp_ruleset *r,
	const struct sp_card_play *play, int32_t code, bool looks)
{
	unsigned slots = open_slots(r, play);

	for (; r->code[code].op != SP_CODE_END; code++)
		switch ((enum sp_code_op)r->code[code].op) {
		case SP_CODE_NAME:
			if (r->code[code].value != SP_NAME_ENERGY)
				return false;
			break;
		case SP_CODE_LOCAL:
			if ((slots >> r->code[code].value & 1U) == 0)
				return false;
			break;
		default:
			if (!combines(&r->code[code], looks))
				return false;
			break;
		}
	return true;
}

/* What statistics make of so many parts: of the striker's, and of his whom it
 * strikes. */
static int with_statistics(const struct sp_ruleset *r, const struct sp_game *g,
	const struct sp_cast *it, int actor, bool physical, int parts)
{
	if (physical && sp_kind_of(it->actor) == SP_KIND_ACTOR)
		parts = sp_eval_stat_on(
			r, g, it->actor, SP_STAT_PHYSICAL_OUT, parts);
	return sp_eval_stat_on(
		r, g, SP_REF(SP_KIND_ACTOR, actor), SP_STAT_DAMAGE_IN, parts);
}

static int fist_most(const struct sp_ruleset *r, const struct sp_game *g,
	const struct sp_cast *it, int actor)
{
	int striker = sp_eval_actor_index(it->actor);

	if (striker < 0 ||
		sp_eval_actor_stat(r, g, striker, SP_STAT_PUNCH_SET_DIE) > 0 ||
		sp_eval_actor_stat(r, g, striker, SP_STAT_PUNCH_DIE) > 0 ||
		sp_eval_actor_stat(r, g, striker, SP_STAT_PUNCH_FIRE) > 0)
		return -1;
	return with_statistics(r, g, it, actor, true,
		SP_DAMAGE_PARTS *
			sp_eval_actor_stat(r, g, striker, SP_STAT_PUNCH));
}

/* What its one operation of damage does each time; -1: it has none or more. */
static int blow_most(const struct sp_ruleset *r, const struct sp_game *g,
	int cast, int actor)
{
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_eval_card_play(r, it);
	const struct sp_op *damage = NULL;
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;
	int amount;

	for (int i = 0; i < play->program.n; i++) {
		const struct sp_op *op = &r->op[play->program.first + i];

		if (op->code == SP_OP_PUNCH || op->code == SP_OP_REPEAT ||
			(op->code == SP_OP_DAMAGE && damage != NULL))
			return -1;
		if (op->code == SP_OP_DAMAGE)
			damage = op;
	}
	if (damage == NULL || !is_settled(r, play, damage->arg[1], false) ||
		(damage->arg[4] & SP_DAMAGEFLAG_NO_REDUCE) != 0)
		return -1;
	sp_eval_env_of_cast(&env, r, g, cast, local);
	amount = sp_eval_code(&env, damage->arg[1], 0);
	if (env.unknown || amount < 0 || amount > SP_DAMAGE_MAX)
		return -1;
	return with_statistics(r, g, it, actor,
		damage->arg[2] == SP_DAMAGE_PHYSICAL, amount * SP_DAMAGE_PARTS);
}

int sp_eval_damage_most(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, int actor)
{
	const struct sp_cast *it = sp_has_cast(g, cast) ? &g->cast[cast] : NULL;
	uint8_t hits[SP_ACTORS_MAX];
	int each;

	if (it == NULL ||
		(it->card >= 0 && (sp_eval_card_play(ruleset, it)->flags &
					  SP_FLAG_SINGLY) != 0))
		return -1;
	each = it->card < 0 ? fist_most(ruleset, g, it, actor)
			    : blow_most(ruleset, g, cast, actor);
	eval_count_hits(ruleset, g, cast, hits);
	return each < 0 || hits[actor] < 2 ? each : each * hits[actor];
}

/* ---- what is left of it ----------------------------------------------------
 */

bool sp_eval_is_reduced(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_harm harm, int actor)
{
	int most, by = 0;

	for (int i = 0; i < g->n_reliefs; i++) {
		const struct sp_relief *relief = &g->relief[i];

		if (relief->kind == SP_RELIEF_REDUCTION &&
			relief->actor == actor && relief->cast == harm.cast &&
			(harm.cast >= 0 || relief->frame == harm.frame))
			by += sp_game_relief_parts(relief);
	}
	if (by <= 0)
		return false;
	most = harm.cast >= 0
		       ? sp_eval_damage_most(ruleset, g, harm.cast, actor)
		       : g->frame[harm.frame].amount * SP_DAMAGE_PARTS +
				 g->frame[harm.frame].damage.parts;
	return most >= 0 && by >= most;
}

/* True if the condition cannot hold where no damage was done. */
static bool needs_damage(const struct sp_ruleset *r, int32_t condition)
{
	const struct sp_code *code = &r->code[condition];

	if (condition < 0 || code[0].op != SP_CODE_NAME ||
		code[0].value != SP_NAME_DONE || code[1].op != SP_CODE_NUMBER ||
		code[1].value != 0 || code[2].op != SP_CODE_GREATER)
		return false;
	for (code += 3; code->op != SP_CODE_END; code++)
		if (code->op == SP_CODE_OR)
			return false;
	return true;
}

/* True if what is inside the operation is not done: nothing is hurt, the set is
 * empty, or what is asked of the target is not so. */
static bool is_passed_over(struct sp_env *env, const struct sp_card_play *play,
	const struct sp_op *op)
{
	const struct sp_ruleset *r = env->ruleset;

	if (op->code == SP_OP_IF && needs_damage(r, op->arg[0]))
		return true;
	if (op->arg[0] < 0 || !is_settled(r, play, op->arg[0], true))
		return false;
	return op->code == SP_OP_IF ? !sp_eval_holds(env, op->arg[0])
				    : sp_eval_set_next(env, op->arg[0],
					      SP_NOTHING, 0) == SP_NOTHING;
}

/* What an operation does beside damage, as bits of enum sp_left. */
static unsigned left_of(struct sp_env *env, const struct sp_card_play *play,
	const struct sp_op *op)
{
	switch ((enum sp_op_code)op->code) {
	case SP_OP_IF:
	case SP_OP_EACH:
	case SP_OP_LET:
	case SP_OP_STOP:
	case SP_OP_DAMAGE:
	case SP_OP_PUNCH:
		return 0;
	case SP_OP_PUSH:
		return is_settled(env->ruleset, play, op->arg[1], false) &&
				       sp_eval_code(env, op->arg[1], 0) == 0
			       ? 0
			       : SP_LEFT_ALL;
	case SP_OP_THROW:
		return SP_LEFT_ELSE;
	default:
		return SP_LEFT_ALL;
	}
}

static unsigned left_of_program(const struct sp_ruleset *r,
	const struct sp_game *g, int cast, const struct sp_card_play *play)
{
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;
	unsigned left = 0;
	int i = play->program.first;
	int end = i + play->program.n;

	sp_eval_env_of_cast(&env, r, g, cast, local);
	while (i < end) {
		const struct sp_op *op = &r->op[i];

		left |= left_of(&env, play, op);
		if ((op->code == SP_OP_IF || op->code == SP_OP_EACH) &&
			is_passed_over(&env, play, op))
			i = op->code == SP_OP_IF ? op->branch : op->next;
		else
			i++;
	}
	return left;
}

/* True if a card in play has something to do when the seat is hit. */
static bool is_awaited(
	const struct sp_ruleset *r, const struct sp_game *g, int actor)
{
	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];
		const struct sp_card *card;

		if (p->kind == SP_PLAYED_FREE ||
			(p->seat != actor &&
				p->target != SP_REF(SP_KIND_ACTOR, actor)))
			continue;
		card = sp_ruleset_card(r, p->card);
		for (int k = 0; k < card->n_ons; k++)
			if (card->ons[k].event == SP_ON_HIT)
				return true;
	}
	return false;
}

/* Whom else it strikes: somebody of the same seat, others, objects. */
static unsigned left_of_others(const struct sp_ruleset *r,
	const struct sp_game *g, int cast, int actor)
{
	const struct sp_cast *it = &g->cast[cast];
	unsigned others = sp_eval_affected(r, g, cast) & ~(1U << actor);
	unsigned left = 0;

	for (int i = 0; i < sp_game_actors_end(g); i++)
		if ((others >> i & 1U) != 0)
			left |= sp_game_seat_of(g, i) ==
						sp_game_seat_of(g, actor)
					? SP_LEFT_ALL
					: SP_LEFT_ELSE;
	for (int i = 0; i < it->n_answers; i++)
		if (sp_kind_of(it->answer[i]) == SP_KIND_EDGE ||
			sp_kind_of(it->answer[i]) == SP_KIND_THING)
			left |= SP_LEFT_ELSE;
	return left;
}

unsigned sp_eval_left(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, int actor)
{
	struct sp_harm harm = { cast, -1 };
	const struct sp_card_play *play;

	if (!sp_has_cast(g, cast) ||
		!sp_eval_is_reduced(ruleset, g, harm, actor) ||
		is_awaited(ruleset, g, actor))
		return SP_LEFT_ALL;
	play = sp_eval_cast_play(ruleset, &g->cast[cast]);
	if (play != NULL && play->duration != SP_DURATION_INSTANT)
		return SP_LEFT_ALL;
	return left_of_others(ruleset, g, cast, actor) |
	       (play == NULL ? 0 : left_of_program(ruleset, g, cast, play));
}
