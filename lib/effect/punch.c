/* Punches: what a fist does, its dice and its fire. */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"

#include "eval/aim.h"
#include "eval/struck.h"

/* What a fist does, dice and all; *rolled: dice were. */
static int fist(struct sp_run *run, const struct sp_cast *cast, bool *rolled)
{
	const struct sp_ruleset *r = run->ruleset;
	int actor = sp_stack_doer(cast);
	int set_die =
		sp_eval_actor_stat(r, run->g, actor, SP_STAT_PUNCH_SET_DIE);
	int die = sp_eval_actor_stat(r, run->g, actor, SP_STAT_PUNCH_DIE);
	int amount = sp_eval_actor_stat(r, run->g, actor, SP_STAT_PUNCH);

	*rolled = set_die > 0 || die > 0;
	if (set_die > 0)
		amount = sp_stack_roll(run, set_die, actor, cast->card);
	if (die > 0)
		amount += sp_stack_roll(run, die, actor, cast->card);
	return amount;
}

static void push_blow(struct sp_run *run, int cast, sp_value at, int amount,
	bool rolled, enum sp_damage_kind kind, enum sp_element element)
{
	const struct sp_cast *it = &run->g->cast[cast];
	struct sp_damage damage = {
		.to = at,
		.parts = amount * SP_DAMAGE_PARTS,
		.kind = (uint8_t)kind,
		.element = (uint8_t)element,
		.cast = cast,
		.card = it->card,
		.by = it->actor,
		.rolled = rolled,
	};

	if (amount > 0)
		effect_push_damage(run, &damage);
}

/* The fist, and behind it its fire; to an object it is one blow. */
static void strike(
	struct sp_run *run, int cast, sp_value at, int amount, bool rolled)
{
	int fire = sp_eval_actor_stat(run->ruleset, run->g,
		sp_stack_doer(&run->g->cast[cast]), SP_STAT_PUNCH_FIRE);

	if (fire > 0 && sp_kind_of(at) != SP_KIND_ACTOR) {
		push_blow(run, cast, at, amount + fire, rolled,
			SP_DAMAGE_PHYSICAL, SP_ELEMENT_FIRE);
		return;
	}
	push_blow(
		run, cast, at, fire, false, SP_DAMAGE_MAGICAL, SP_ELEMENT_FIRE);
	push_blow(run, cast, at, amount, rolled, SP_DAMAGE_PHYSICAL,
		SP_ELEMENT_NONE);
}

/* Everybody whom his fists reach, but for whom he means and himself. */
static unsigned in_reach(const struct sp_run *run, int cast, sp_value at)
{
	struct sp_game *g = run->g;
	int striker = sp_stack_doer(&g->cast[cast]);
	unsigned actors = 0;
	struct sp_aim aim;

	sp_eval_aim_of_cast(&aim, run->ruleset, g, cast);
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		sp_value who = SP_REF(SP_KIND_ACTOR, i);

		if (i != striker && who != at && g->actor[i].alive &&
			sp_eval_in_range(&aim, who) == SP_REASON_NONE)
			actors |= 1U << i;
	}
	return actors;
}

void sp_effect_resolve_punch(struct sp_run *run, int cast, sp_value at)
{
	struct sp_game *g = run->g;
	const struct sp_cast *it = &g->cast[cast];
	bool rolled;
	int amount;
	unsigned more = 0;

	if (!sp_stack_doer_lives(g, it))
		return;
	if (sp_eval_actor_stat(
		    run->ruleset, g, sp_stack_doer(it), SP_STAT_PUNCH_ALL) != 0)
		more = in_reach(run, cast, at);
	/* where nobody is left to strike no die is rolled */
	if (more == 0 && sp_eval_cast_evaded(run->ruleset, g, cast, false))
		return;
	amount = fist(run, it, &rolled);
	if (run->unknown)
		return;
	/* the last that is pushed comes first */
	for (int i = sp_game_actors_end(g) - 1; i >= 0; i--) {
		int actor = sp_game_actor_at(g, i);

		if (actor != SP_NOBODY && (more >> actor & 1U) != 0)
			strike(run, cast, SP_REF(SP_KIND_ACTOR, actor), amount,
				rolled);
	}
	strike(run, cast, at, amount, rolled);
}

void effect_op_punch(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value at = sp_stack_arg(run, f, op, 0, SP_NOTHING);

	if (sp_stack_cast_at(run, f->cast) != NULL && at != SP_NOTHING)
		sp_effect_resolve_punch(run, f->cast, at);
}
