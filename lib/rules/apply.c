/* Doing a command that was checked: without cards at once, with cards by
 * putting the open decision aside and letting the machine run. */
#include "harm_private.h"
#include "rules/rules.h"
#include "stack_private.h"
#include "things_private.h"
#include "turn_private.h"

#include "law/casting.h"

#include <assert.h>

static void walk(
	struct sp_game *g, const struct sp_command *c, struct sp_events *events)
{
	for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP; i++) {
		uint16_t from = g->wizard[c->seat].square;

		g->moves--;
		sp_game_move_wizard(
			g, c->seat, g->board.link[from][c->answer[i]], events);
	}
}

static void punch(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *c, struct sp_events *events)
{
	int target = c->answer[0];

	g->attacked = 1;
	sp_game_events_add(events, SP_EVENT_PUNCH, c->seat, target, 0, 0);
	sp_game_damage(g, target, ruleset->punch_damage, c->seat, events);
	if (g->wizard[target].life <= 0)
		sp_game_kill(g, target, c->seat, events);
}

/* For each full measure of damage one crack; what is over is lost (rulebook,
 * Damaging and Destroying Objects). */
static void punch_edge(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *c, struct sp_events *events)
{
	uint16_t i = (uint16_t)c->answer[0];
	struct sp_edge *edge = &g->board.edge[i];
	int stands = sp_board_edge_kind(&g->board, i) == SP_EDGE_DOOR
			     ? ruleset->door_cracks
			     : ruleset->wall_cracks;
	int cracks = edge->cracks +
		     ruleset->punch_damage / ruleset->damage_per_crack;

	g->attacked = 1;
	cracks = cracks < stands ? cracks : stands;
	sp_game_events_add(
		events, SP_EVENT_PUNCH_EDGE, c->seat, SP_NOBODY, i, cracks);
	edge->cracks = (uint8_t)(cracks < stands ? cracks : 0);
	if (cracks < stands)
		return;
	/* The created layer falls first; what was destroyed below stays so. */
	if (edge->created != SP_EDGE_OPEN)
		edge->created = SP_EDGE_OPEN;
	else
		edge->destroyed = 1;
}

static void open_door(
	struct sp_game *g, const struct sp_command *c, struct sp_events *events)
{
	uint16_t edge = (uint16_t)c->answer[0];

	if (c->verb == SP_VERB_HOLD)
		sp_game_hold_door(g, c->seat, edge, events);
	else
		sp_game_open_door(g, c->seat, edge, events);
}

/* An indirect death: nobody scores (rulings). */
static void resign(
	struct sp_game *g, const struct sp_command *c, struct sp_events *events)
{
	sp_game_events_add(events, SP_EVENT_RESIGNED, c->seat, SP_NOBODY, 0, 0);
	sp_game_kill(g, c->seat, SP_NOBODY, events);
}

/* Carry out a command that was checked; true where it ends the phase. */
static bool execute(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *c, struct sp_events *events)
{
	switch ((enum sp_verb)c->verb) {
	case SP_VERB_WALK:
		walk(g, c, events);
		break;
	case SP_VERB_PUNCH:
		punch(ruleset, g, c, events);
		break;
	case SP_VERB_PUNCH_EDGE:
		punch_edge(ruleset, g, c, events);
		break;
	case SP_VERB_PICK_UP:
		sp_game_pick_up(g, c->seat, c->answer[0], events);
		return true;
	case SP_VERB_DROP:
		sp_game_drop(g, c->seat, events);
		break;
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
		open_door(g, c, events);
		break;
	case SP_VERB_END:
		return true;
	case SP_VERB_RESIGN:
		resign(g, c, events);
		break;
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
	case SP_VERB_COUNT:
		break;
	}
	return false;
}

/* ---- with cards -----------------------------------------------------------
 *
 * A command answers the open decision, which is put aside; then the machine
 * runs until another one opens, or the turn's comes back.
 */

static void close(struct sp_run *run)
{
	struct sp_decision *d = &run->g->decision;

	run->resume = d->kind == SP_DECISION_TURN;
	d->kind = SP_DECISION_NONE;
	if (run->resume)
		return;
	d->seats = 0;
	d->answered = 0;
}

/* A sealed answer; the round waits for all of them. False: it still does. */
static bool answer(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	struct sp_round *round = &g->reaction[g->n_rounds - 1];
	struct sp_casting casting;
	enum sp_reason reason = sp_law_casting_begin(
		&casting, run->ruleset, g, c->seat, SP_VERB_ANSWER);

	assert(reason == SP_REASON_NONE);
	for (int i = 0; i < c->n_answers; i++)
		sp_law_casting_take(&casting, c->answer[i]);
	round->reply[c->seat] = casting.reply;
	round->next[c->seat] = 0;
	g->decision.answered |= (uint8_t)(1U << (unsigned)c->seat);
	if (g->decision.answered != g->decision.seats)
		return false;
	close(run);
	return true;
}

/* It may happen at any time. Whatever waits for others is put aside for the
 * death and comes back; what waited for him alone is over. */
static void resign_with_cards(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;
	struct sp_decision *d = &g->decision;
	uint8_t others = (uint8_t)(d->seats & ~(1U << (unsigned)seat));
	bool waits;

	sp_game_events_add(
		run->events, SP_EVENT_RESIGNED, seat, SP_NOBODY, 0, 0);
	if (d->kind == SP_DECISION_TURN) {
		close(run);
	} else {
		d->seats = others;
		d->answered &= others;
		waits = d->answered != d->seats;
		if (waits) {
			struct sp_frame *f = rules_push(run, SP_FRAME_RESUME);

			f->a = d->kind;
			f->b = (int32_t)d->number;
			f->c = d->seats;
			d->kind = SP_DECISION_NONE;
		} else {
			close(run);
		}
	}
	rules_push_death(run, seat, SP_NOBODY);
}

/* A thing done in the own move phase. */
static void act(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;

	close(run);
	switch ((enum sp_verb)c->verb) {
	case SP_VERB_WALK:
		rules_push_own_walk(run, c->seat, c->answer, c->n_answers);
		break;
	case SP_VERB_PUNCH:
	case SP_VERB_PUNCH_EDGE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_CAST:
	case SP_VERB_USE:
		rules_announce(run, c);
		break;
	default:
		rules_deed_do(run, c);
		break;
	}
	if (g->phase == SP_PHASE_MOVE)
		g->spent = 1;
}

static void execute_with_cards(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;

	switch ((enum sp_verb)c->verb) {
	case SP_VERB_ANSWER:
		if (!answer(run, c))
			return;
		break;
	case SP_VERB_CHOOSE:
		close(run);
		rules_choice_take(run, c->answer[0]);
		break;
	case SP_VERB_GIVE_UP:
		close(run);
		rules_give_up_do(run, c);
		break;
	case SP_VERB_HOLD:
		rules_deed_do(run, c);
		if (c->seat == g->active && g->phase == SP_PHASE_MOVE)
			g->spent = 1;
		return;
	case SP_VERB_RESIGN:
		resign_with_cards(run, c->seat);
		break;
	default:
		act(run, c);
		break;
	}
	rules_run_machine(run);
}

/* A view does not know everything: where it turns out so it stays as it was. */
static int try_on_view(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game before = *run->g;
	int n_events = run->events->n;

	execute_with_cards(run, c);
	if (!run->unknown)
		return SP_OK;
	*run->g = before;
	run->events->n = n_events;
	return SP_EUNKNOWN;
}

int sp_rules_apply(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *command, struct sp_events *events,
	struct sp_refusal *why)
{
	struct sp_run run = { .ruleset = ruleset, .g = g, .events = events };
	int code = sp_law_check(ruleset, g, command, why);
	bool phase_ends;

	if (code != SP_OK)
		return code;
	if (!g->cards) {
		phase_ends = execute(ruleset, g, command, events);
		rules_turn_settle(ruleset, g, phase_ends,
			command->source == SP_SOURCE_CLOCK, events);
		return SP_OK;
	}
	if (!g->rng.known)
		return try_on_view(&run, command);
	execute_with_cards(&run, command);
	assert(!run.unknown);
	return SP_OK;
}
