/*
 * Deaths: what a wizard leaves, and a creature.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "things_private.h"

#include "eval/eval.h"

/* The frame SP_FRAME_DEATH: `who` dies, killed by `by` (SP_NOTHING:
 * indirectly). */
enum stage {
	STAGE_TOLD,
	STAGE_DIES,
	STAGE_LEAVES, /* his spells, and those on him */
	STAGE_HAND,
};

void sp_effect_push_death(struct sp_run *run, int actor, int killer)
{
	struct sp_frame *f;

	if (!run->g->actor[actor].alive)
		return;
	f = sp_stack_push(run, SP_FRAME_DEATH);
	f->who = SP_REF(SP_KIND_ACTOR, actor);
	if (killer != SP_NOBODY && killer != actor)
		f->by = SP_REF(SP_KIND_ACTOR, killer);
}

/* Who has the point: whoever answers for the actor that did it, if he lives and
 * is not the victim himself. */
static int killer_of(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	int seat = sp_game_seat_of(g, sp_eval_actor_index(f->by));

	return seat != SP_NOBODY && g->actor[seat].alive &&
			       seat != sp_game_seat_of(
					       g, sp_eval_actor_index(f->who))
		       ? seat
		       : SP_NOBODY;
}

/* Permanent creations stay where they are. */
static void end_spells(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;
	uint8_t area[SP_PLAYED_MAX];
	int n = sp_game_play_area(g, seat, SP_PLAYED_SPELL, area);

	for (int i = 0; i < n; i++) {
		const struct sp_played *p = &g->played[area[i]];

		if (p->kind == SP_PLAYED_SPELL && p->seat == seat &&
			!p->unmaintained)
			sp_effect_end_spell(run, area[i], SP_ENDS_BY_ITSELF);
	}
	effect_end_spells_on(run, SP_REF(SP_KIND_ACTOR, seat));
}

/* What hangs on none of his spells stays, and is nobody's. */
static void leave_things(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			sp_game_owner_of_thing(g, i) == seat)
			sp_game_give_thing(g, i, SP_NOBODY);
}

/* Put the cards of a hand that a view does not know into that of the killer
 * (SP_NOBODY: away), of which it knows the number alone. False: there are some,
 * and nothing is done without them. */
static bool leave_unseen(struct sp_run *run, int seat, int killer)
{
	struct sp_game *g = run->g;
	int unseen = g->actor[seat].hand - g->hand[seat].n;

	if (unseen > 0 && !run->imagined) {
		run->unknown = true;
		return false;
	}
	g->actor[seat].hand = (uint8_t)(g->actor[seat].hand - unseen);
	if (killer != SP_NOBODY)
		g->actor[killer].hand =
			(uint8_t)(g->actor[killer].hand + unseen);
	return true;
}

static void discard_hand(struct sp_run *run, int seat)
{
	struct sp_game *g = run->g;

	if (!leave_unseen(run, seat, SP_NOBODY))
		return;
	while (g->hand[seat].n > 0)
		sp_game_discard(g, seat, g->hand[seat].card[0], run->events);
}

/* Is it a spell of somebody dead, or on him, that has not ended with him? */
static bool is_left_over(const struct sp_game *g, const struct sp_played *p)
{
	return p->kind == SP_PLAYED_SPELL &&
	       ((!g->actor[p->seat].alive && !p->unmaintained) ||
		       (sp_kind_of(p->target) == SP_KIND_ACTOR &&
			       !g->actor[sp_index_of(p->target)].alive));
}

/* What a death that the rules cut short has left: one spell at a time. */
static bool end_left_over(struct sp_run *run)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->played_end; i++) {
		int seat = g->played[i].seat;

		if (!is_left_over(g, &g->played[i]))
			continue;
		sp_effect_end_spell(run, i, SP_ENDS_BY_OTHERS);
		if (!g->actor[seat].alive) {
			leave_things(run, seat);
			effect_creatures_return(run, seat);
		}
		return true;
	}
	return false;
}

bool sp_effect_push_due_death(struct sp_run *run)
{
	const struct sp_game *g = run->g;

	if (end_left_over(run))
		return true;
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		if (g->actor[i].alive && g->actor[i].life <= 0) {
			sp_effect_push_death(run, i, SP_NOBODY);
			return true;
		}
		if (i < g->n_seats && !g->actor[i].alive &&
			g->actor[i].hand > 0)
			discard_hand(run, i);
	}
	return false;
}

static void hand_over(struct sp_run *run, int seat, int killer)
{
	struct sp_game *g = run->g;
	int cards = g->actor[seat].hand;

	if (cards == 0)
		return;
	if (!leave_unseen(run, seat, killer))
		return;
	sp_game_take_hand(g, seat, killer);
	sp_game_events_add(run->events, SP_EVENT_HAND_TAKEN, killer, seat)
		->hand.cards = cards;
	/* what is too much goes when all is over, unless the point wins */
}

void sp_effect_step_death(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	int actor = sp_index_of(f->who);
	int killer = killer_of(run, f);

	switch ((enum stage)f->stage) {
	case STAGE_TOLD:
		f->stage = STAGE_DIES;
		sp_effect_push_event(
			run, SP_ON_DIES, f->who, f->by, SP_NOTHING, 0);
		return;
	case STAGE_DIES:
		if (!g->actor[actor].alive) {
			sp_stack_pop(run);
			return;
		}
		f->stage = STAGE_LEAVES;
		f->death.square = g->actor[actor].square;
		sp_effect_halt_walks(run, actor);
		sp_game_kill(g, actor,
			killer == SP_NOBODY ? SP_NOBODY
					    : sp_eval_actor_index(f->by),
			run->events);
		sp_effect_drop_items(run, actor, (uint16_t)f->death.square);
		return;
	case STAGE_LEAVES:
		f->stage = STAGE_HAND;
		if (actor < SP_SEATS_MAX) {
			end_spells(run, actor);
			leave_things(run, actor);
			effect_creatures_return(run, actor);
		} else {
			/* its own is among them */
			effect_end_spells_on(run, f->who);
		}
		return;
	case STAGE_HAND:
		sp_stack_pop(run);
		sp_stack_clear_under(run, SP_REF(SP_KIND_ACTOR, actor));
		if (actor >= SP_SEATS_MAX)
			return;
		if (killer == SP_NOBODY)
			discard_hand(run, actor);
		else
			hand_over(run, actor, killer);
		return;
	}
}
