/* What was announced: is it an attack, who got out of its way, how often it
 * strikes each. */
#include "eval/struck.h"

#include "eval/aim.h"
#include "eval_private.h"

static const struct sp_cast *item_of(const struct sp_game *g, int cast)
{
	return cast >= 0 && g->cast[cast].used ? &g->cast[cast] : NULL;
}

int sp_eval_halved(const struct sp_cast *cast, int parts)
{
	/* less than one part is left: what is rounded up stays a point */
	for (int i = 0; i < cast->halved && parts > 1; i++)
		parts /= 2;
	return parts;
}

int sp_eval_points(const struct sp_ruleset *ruleset, int parts)
{
	if (parts <= 0)
		return 0;
	return (parts + (ruleset->rounds_up ? SP_DAMAGE_PARTS - 1 : 0)) /
	       SP_DAMAGE_PARTS;
}

bool sp_eval_is_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = item_of(g, cast);

	return it != NULL &&
	       (it->type == SP_PLAY_ATTACK || it->type == SP_PLAY_PHYSICAL ||
		       (it->type == SP_PLAY_USE &&
			       (sp_eval_card_play(ruleset, it)->costs &
				       SP_COST_ATTACK) != 0));
}

bool sp_eval_may_strike(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, int actor)
{
	return sp_eval_actor_stat(ruleset, g, actor, SP_STAT_MAY_BE_ATTACKED) !=
		       0 ||
	       !sp_eval_is_attack(ruleset, g, cast);
}

bool sp_eval_is_evadable(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = item_of(g, cast);

	return it != NULL &&
	       (it->card < 0 || (sp_eval_card_play(ruleset, it)->flags &
					SP_FLAG_NO_EVADE) == 0);
}

bool sp_eval_got_away(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, int actor)
{
	struct sp_harm harm = { cast, -1 };

	return sp_game_cast_missed(
		       &g->cast[cast], SP_REF(SP_KIND_ACTOR, actor)) ||
	       (sp_game_relief(g, SP_RELIEF_REDIRECTION, harm, actor) >= 0 &&
		       sp_eval_is_evadable(ruleset, g, cast));
}

bool sp_eval_cast_evaded(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, bool stood_in)
{
	const struct sp_cast *it = &g->cast[cast];
	bool any = false;

	for (int i = 0; i < it->n_answers; i++)
		switch (sp_kind_of(it->answer[i])) {
		case SP_KIND_ACTOR:
			if (!sp_game_cast_missed(it, it->answer[i]) &&
				!(stood_in &&
					sp_eval_got_away(ruleset, g, cast,
						sp_index_of(it->answer[i]))))
				return false;
			any = true;
			break;
		case SP_KIND_EDGE:
		case SP_KIND_THING:
		case SP_KIND_SQUARE:
			return false;
		default:
			break;
		}
	return any;
}

/* Does a throw in its program go on although its target is not reached? */
bool sp_eval_cast_flies_on(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, cast);

	return play != NULL && cast->blocked >= 0 &&
	       sp_card_program_has(ruleset, &play->program, SP_OP_THROW);
}

/* How often it strikes each actor. */
static void count_hits(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint8_t hits[SP_ACTORS_MAX])
{
	const struct sp_cast *it = &g->cast[cast];

	memset(hits, 0, SP_ACTORS_MAX);
	for (int k = 0; k < it->n_answers; k++) {
		int part = k - it->parts_at;
		int n = part >= 0 && part < it->n_parts
				? sp_game_parts_left(it, part)
				: 1;

		if (sp_kind_of(it->answer[k]) != SP_KIND_ACTOR)
			continue;
		while (n-- > 0)
			eval_count_hit(hits, it->answer[k]);
	}
	eval_count_loops(ruleset, g, cast, hits);
}

void sp_eval_cast_hits(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint8_t out[SP_SEATS_MAX])
{
	unsigned affected = sp_eval_affected(ruleset, g, cast);
	uint8_t hits[SP_ACTORS_MAX];

	count_hits(ruleset, g, cast, hits);
	memset(out, 0, SP_SEATS_MAX);
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		int seat = sp_game_seat_of(g, i);
		int sum;

		if ((affected >> i & 1U) == 0 || seat == SP_NOBODY)
			continue;
		sum = out[seat] + (hits[i] > 0 ? hits[i] : 1);
		out[seat] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
	}
}

/* ---- the most that it does -------------------------------------------------
 */

/* True if the expression is sums of numbers, energy and answers to the slots of
 * the play: nothing changes it until the cast resolves. */
static bool is_settled(const struct sp_ruleset *r,
	const struct sp_card_play *play, int32_t code)
{
	unsigned slots = 0;

	for (int i = 0; i < play->n_slots; i++)
		if (!r->slot[play->slot[i]].secret)
			slots |= 1U << r->slot[play->slot[i]].local;
	for (; r->code[code].op != SP_CODE_END; code++)
		switch ((enum sp_code_op)r->code[code].op) {
		case SP_CODE_NUMBER:
		case SP_CODE_NEGATE:
		case SP_CODE_ADD:
		case SP_CODE_SUBTRACT:
		case SP_CODE_MULTIPLY:
			break;
		case SP_CODE_NAME:
			if (r->code[code].value != SP_NAME_ENERGY)
				return false;
			break;
		case SP_CODE_LOCAL:
			if ((slots >> r->code[code].value & 1U) == 0)
				return false;
			break;
		default:
			return false;
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
	if (damage == NULL || !is_settled(r, play, damage->arg[1]))
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
	const struct sp_cast *it = item_of(g, cast);
	uint8_t hits[SP_ACTORS_MAX];
	int each;

	if (it == NULL ||
		(it->card >= 0 && (sp_eval_card_play(ruleset, it)->flags &
					  SP_FLAG_SINGLY) != 0))
		return -1;
	each = it->card < 0 ? fist_most(ruleset, g, it, actor)
			    : blow_most(ruleset, g, cast, actor);
	count_hits(ruleset, g, cast, hits);
	return each < 0 || hits[actor] < 2 ? each : each * hits[actor];
}
