/* Punches: what a fist does, its dice and its fire. */
#include "effect_private.h"
#include "harm_private.h"
#include "stack_private.h"
#include "verb_private.h"

#include "law/aim.h"

/* What a fist does, dice and all; *rolled: dice were. */
static int fist(struct sp_run *run, const struct sp_cast *cast, bool *rolled)
{
	const struct sp_ruleset *r = run->ruleset;
	int seat = cast->seat;
	int set_die = sp_seat_stat(r, run->g, seat, SP_STAT_PUNCH_SET_DIE);
	int die = sp_seat_stat(r, run->g, seat, SP_STAT_PUNCH_DIE);
	int amount = sp_seat_stat(r, run->g, seat, SP_STAT_PUNCH);

	*rolled = set_die > 0 || die > 0;
	if (set_die > 0)
		amount = rules_roll(run, set_die, seat, cast->card);
	if (die > 0)
		amount += rules_roll(run, die, seat, cast->card);
	return amount;
}

static void push_blow(struct sp_run *run, int cast, sp_value at, int amount,
	bool rolled, enum sp_damage_kind kind, enum sp_element element)
{
	const struct sp_cast *it = &run->g->cast[cast];
	struct sp_damage damage = {
		.to = at,
		.amount = amount,
		.kind = (uint8_t)kind,
		.element = (uint8_t)element,
		.cast = cast,
		.card = it->card,
		.by = it->actor,
		.rolled = rolled,
	};

	if (amount > 0)
		rules_push_damage(run, &damage);
}

/* The fist, and behind it its fire; to an object it is one blow. */
static void strike(
	struct sp_run *run, int cast, sp_value at, int amount, bool rolled)
{
	int fire = sp_seat_stat(run->ruleset, run->g, run->g->cast[cast].seat,
		SP_STAT_PUNCH_FIRE);

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
	int striker = g->cast[cast].seat;
	unsigned seats = 0;
	struct sp_aim aim;

	sp_law_aim_of_cast(&aim, run->ruleset, g, cast);
	for (int s = 0; s < g->n_seats; s++) {
		sp_value who = SP_REF(SP_KIND_ACTOR, s);

		if (s != striker && who != at && g->actor[s].alive &&
			sp_law_in_range(&aim, who) == SP_REASON_NONE)
			seats |= 1U << s;
	}
	return seats;
}

void rules_resolve_punch(struct sp_run *run, int cast, sp_value at)
{
	struct sp_game *g = run->g;
	const struct sp_cast *it = &g->cast[cast];
	bool rolled;
	int amount;
	unsigned more = 0;

	if (!g->actor[it->seat].alive)
		return;
	amount = fist(run, it, &rolled);
	if (run->unknown)
		return;
	if (sp_seat_stat(run->ruleset, g, it->seat, SP_STAT_PUNCH_ALL) != 0)
		more = in_reach(run, cast, at);
	/* the last that is pushed comes first */
	for (int i = g->n_seats - 1; i >= 0; i--) {
		int s = (g->active + i) % g->n_seats;

		if ((more >> s & 1U) != 0)
			strike(run, cast, SP_REF(SP_KIND_ACTOR, s), amount,
				rolled);
	}
	strike(run, cast, at, amount, rolled);
}

void rules_op_punch(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value at = rules_arg(run, f, op, 0, SP_NOTHING);

	if (rules_cast_at(run, f->cast) != NULL && at != SP_NOTHING)
		rules_resolve_punch(run, f->cast, at);
}

/* ---- the verb -------------------------------------------------------------
 */

bool rules_verb_punch(struct sp_run *run, const struct sp_command *c)
{
	rules_announce_punch(run, c->seat, c->answer[0]);
	return true;
}
