/* Punches: without cards, and what a fist does with them, its dice and its
 * fire.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack_private.h"
#include "verb_private.h"

#include "law/aim.h"

/* ---- without cards --------------------------------------------------------
 */

static bool punch_plain(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	int target = c->answer[0];

	g->attacked = 1;
	sp_game_events_add(run->events, SP_EVENT_PUNCH, c->seat, target);
	sp_game_damage(
		g, target, run->ruleset->punch_damage, c->seat, run->events);
	if (g->wizard[target].life <= 0)
		sp_game_kill(g, target, c->seat, run->events);
	return false;
}

/* For each full measure of damage one crack; what is over is lost (rulebook,
 * Damaging and Destroying Objects). */
static bool punch_edge_plain(struct sp_run *run, const struct sp_command *c)
{
	struct sp_event *event;
	const struct sp_ruleset *ruleset = run->ruleset;
	struct sp_game *g = run->g;
	uint16_t i = (uint16_t)c->answer[0];
	struct sp_edge *edge = &g->board.edge[i];
	int stands = sp_board_edge_kind(&g->board, i) == SP_EDGE_DOOR
			     ? ruleset->door_cracks
			     : ruleset->wall_cracks;
	int cracks = edge->cracks +
		     ruleset->punch_damage / ruleset->damage_per_crack;

	g->attacked = 1;
	cracks = cracks < stands ? cracks : stands;
	event = sp_game_events_add(
		run->events, SP_EVENT_PUNCH_EDGE, c->seat, SP_NOBODY);
	event->struck.edge = i;
	event->struck.cracks = cracks;
	edge->cracks = (uint8_t)(cracks < stands ? cracks : 0);
	if (cracks < stands)
		return false;
	if (edge->door != SP_DOOR_CLOSED)
		sp_game_shut_door(g, i, false, run->events);
	/* The created layer falls first; what was destroyed below stays so. */
	if (edge->created != SP_EDGE_OPEN)
		edge->created = SP_EDGE_OPEN;
	else
		edge->destroyed = 1;
	return false;
}

/* ---- with cards -----------------------------------------------------------
 */

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

		if (s != striker && who != at && g->wizard[s].alive &&
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

	if (!g->wizard[it->seat].alive)
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

/* ---- the verbs ------------------------------------------------------------
 */

static bool punch(struct sp_run *run, const struct sp_command *c)
{
	rules_announce_punch(
		run, c->seat, SP_REF(SP_KIND_ACTOR, sp_index_of(c->answer[0])));
	return true;
}

const struct rules_verb rules_verb_punch = { punch_plain, punch };

static bool punch_edge(struct sp_run *run, const struct sp_command *c)
{
	rules_announce_punch(
		run, c->seat, SP_REF(SP_KIND_EDGE, sp_index_of(c->answer[0])));
	return true;
}

const struct rules_verb rules_verb_punch_edge = { punch_edge_plain,
	punch_edge };

static bool punch_thing(struct sp_run *run, const struct sp_command *c)
{
	rules_announce_punch(run, c->seat, c->answer[0]);
	return true;
}

const struct rules_verb rules_verb_punch_thing = { NULL, punch_thing };
