/*
 * What is carried, lies on the board, and is destroyed.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/thing.h"
#include "law/limits.h"

struct sp_event *effect_tell_of(struct sp_run *run, enum sp_event_kind kind,
	int seat, int card, sp_value what)
{
	struct sp_event *event =
		sp_game_events_add(run->events, kind, seat, SP_NOBODY);

	event->card = card;
	event->what = what;
	return event;
}

static int stuck(const struct sp_run *run, sp_value what)
{
	return sp_eval_stat(run->ruleset, run->g, what, SP_STAT_STUCK);
}

bool effect_is_movable(const struct sp_run *run, sp_value what)
{
	struct sp_env env = { .ruleset = run->ruleset,
		.g = run->g,
		.actor = SP_NOBODY,
		.cast = -1 };

	return sp_stack_index_if(
		       run->g, what, (enum sp_kind)sp_kind_of(what)) >= 0 &&
	       sp_eval_is(&env, what, SP_IS_WORD | SP_IS_MOBILE) &&
	       stuck(run, what) == 0;
}

/* ---- carried and dropped --------------------------------------------------
 */

static void push_acquired(struct sp_run *run, int played)
{
	const struct sp_played *p = &run->g->played[played];

	sp_stack_push_own_ons(run, p->card, SP_ON_ACQUIRED, p->seat,
		SP_REF(SP_KIND_PLAYED, played));
}

int effect_put_off(struct sp_run *run, int played)
{
	struct sp_game *g = run->g;
	int card = g->played[played].card;
	int seat = g->played[played].seat;

	sp_stack_push_own_ons(run, card, SP_ON_LOST, seat, SP_NOTHING);
	sp_stack_clear_under(run, SP_REF(SP_KIND_PLAYED, played));
	sp_game_remove_played(g, played, SP_ZONE_STACK);
	return card;
}

static void lay(struct sp_run *run, int card, int seat, uint16_t square)
{
	int thing = sp_game_add_thing(run->g, SP_THING_DROPPED, card, seat,
		SP_REF(SP_KIND_SQUARE, square));

	sp_card_form_thing(run->ruleset, run->g, thing);
}

/* Where no marker is left it is lost. */
static void drop_as(struct sp_run *run, int played, uint16_t square,
	enum sp_event_kind kind)
{
	struct sp_game *g = run->g;
	int actor = g->played[played].seat;
	int card = effect_put_off(run, played);

	if (sp_game_things_full(g)) {
		sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
		effect_tell_of(
			run, SP_EVENT_DISCARDED, actor, card, SP_NOTHING);
		return;
	}
	lay(run, card, sp_game_seat_of(g, actor), square);
	effect_tell_of(run, kind, actor, card, SP_NOTHING)->square = square;
}

void sp_effect_drop_item(struct sp_run *run, int played, uint16_t square)
{
	drop_as(run, played, square, SP_EVENT_ITEM_DROPPED);
}

/* He is dead before what he carried falls: what happens to whoever loses
 * something does not happen to him. */
void sp_effect_drop_items(struct sp_run *run, int actor, uint16_t square)
{
	uint8_t area[SP_PLAYED_MAX];
	int n = sp_game_play_area(run->g, actor, SP_PLAYED_ITEM, area);

	for (int i = 0; i < n; i++)
		sp_effect_drop_item(run, area[i], square);
}

void effect_drop_flying(struct sp_run *run, int played, uint16_t square)
{
	drop_as(run, played, square, SP_EVENT_LANDED);
}

void effect_land_thing(struct sp_run *run, int thing, uint16_t square)
{
	struct sp_game *g = run->g;

	sp_game_place_thing(g, thing, SP_REF(SP_KIND_SQUARE, square));
	effect_tell_of(run, SP_EVENT_LANDED, SP_NOBODY, g->thing[thing].card,
		SP_NOTHING)
		->square = square;
}

/* Put it there, wherever it is now. */
static void put_down(struct sp_run *run, sp_value what, uint16_t square)
{
	struct sp_game *g = run->g;
	int i = sp_index_of(what);

	switch (sp_kind_of(what)) {
	case SP_KIND_TREASURE:
		if (g->treasure[i].carrier != SP_NOBODY || !stuck(run, what))
			sp_game_place_treasure(g, i, square, run->events);
		break;
	case SP_KIND_PLAYED:
		if (g->played[i].kind == SP_PLAYED_ITEM)
			effect_drop_flying(run, i, square);
		break;
	case SP_KIND_THING:
		if (effect_is_movable(run, what))
			effect_land_thing(run, i, square);
		break;
	default:
		break;
	}
}

static bool exists(const struct sp_run *run, sp_value what)
{
	return sp_kind_of(what) != SP_KIND_NUMBER &&
	       sp_stack_index_if(
		       run->g, what, (enum sp_kind)sp_kind_of(what)) >= 0;
}

static void take_item(struct sp_run *run, int played, int actor)
{
	struct sp_game *g = run->g;
	int from = g->played[played].seat;
	int card = g->played[played].card;
	struct sp_event *event;
	int now;

	if (from == actor)
		return;
	/* on the stack the last comes first: he loses it, then the other has
	 * it */
	sp_stack_clear_under(run, SP_REF(SP_KIND_PLAYED, played));
	sp_game_remove_played(g, played, SP_ZONE_STACK);
	now = sp_game_add_played(g, SP_PLAYED_ITEM, card, actor);
	event = sp_game_events_add(
		run->events, SP_EVENT_ITEM_TAKEN, actor, from);
	event->card = card;
	push_acquired(run, now);
	sp_stack_push_own_ons(run, card, SP_ON_LOST, from, SP_NOTHING);
}

/* Whoever picks something up in his move phase has ended it. */
static void end_phase_of(struct sp_run *run, int actor)
{
	const struct sp_game *g = run->g;

	if (sp_game_acting(g) == actor && g->phase == SP_PHASE_MOVE &&
		g->actor[actor].alive &&
		sp_eval_actor_stat(
			run->ruleset, g, actor, SP_STAT_PICKUP_ENDS) != 0)
		sp_effect_turn_end_phase(run);
}

/* What lies there; a thing that a spell made is no item. */
static void pick_item(struct sp_run *run, int thing, int actor)
{
	struct sp_game *g = run->g;
	int card = g->thing[thing].card;
	int square = sp_index_of(g->thing[thing].where);
	int played;

	if (g->thing[thing].kind != SP_THING_DROPPED)
		return;
	if (sp_game_play_area_full(g)) {
		sp_stack_tell_no_room(run, actor, card);
		return;
	}
	sp_stack_clear_under(run, SP_REF(SP_KIND_THING, thing));
	sp_game_remove_thing(g, thing);
	played = sp_game_add_played(g, SP_PLAYED_ITEM, card, actor);
	effect_tell_of(run, SP_EVENT_ITEM_PICKED, actor, card, SP_NOTHING)
		->square = square;
	effect_end_spells_on(run, SP_REF(SP_KIND_THING, thing));
	sp_effect_push_event(run, SP_ON_PICKED_UP,
		sp_eval_actor_or_nothing(actor), SP_NOTHING,
		SP_REF(SP_KIND_PLAYED, played), 0);
	push_acquired(run, played);
	if (g->rule[SP_RULE_PICKUPS] == SP_PICKUPS_ANYTHING)
		end_phase_of(run, actor);
}

void sp_effect_take(struct sp_run *run, sp_value what, int actor)
{
	struct sp_game *g = run->g;
	int i = sp_index_of(what);

	if (!g->actor[actor].alive || !exists(run, what) ||
		!sp_eval_may_carry(run->ruleset, g, actor,
			sp_kind_of(what) != SP_KIND_TREASURE))
		return;
	switch (sp_kind_of(what)) {
	case SP_KIND_TREASURE:
		if (g->actor[actor].carries == SP_NOBODY)
			sp_game_give_treasure(g, i, actor, run->events);
		break;
	case SP_KIND_PLAYED:
		if (g->played[i].kind == SP_PLAYED_ITEM)
			take_item(run, i, actor);
		break;
	case SP_KIND_THING:
		if (!stuck(run, what))
			pick_item(run, i, actor);
		break;
	default:
		break;
	}
}

/* ---- treasures ------------------------------------------------------------
 *
 * SP_FRAME_PICKUP: `actor` and `who` have picked up the treasure `what`.
 */

enum pickup_stage { PICKUP_ROUND, PICKUP_EVENT, PICKUP_END };

void sp_effect_push_pickup(struct sp_run *run, int actor, int treasure)
{
	sp_value what = SP_REF(SP_KIND_TREASURE, treasure);
	sp_value from = SP_REF(SP_KIND_SQUARE, sp_game_square_of(run->g, what));
	struct sp_frame *f;

	sp_game_give_treasure(run->g, treasure, actor, run->events);
	f = sp_stack_push(run, SP_FRAME_PICKUP);
	f->actor = (int8_t)actor;
	f->who = sp_eval_actor_or_nothing(actor);
	f->what = what;
	f->local[SP_PICKUP_FROM] = from;
}

void sp_effect_step_pickup(struct sp_run *run, struct sp_frame *f)
{
	int actor = f->actor;

	switch ((enum pickup_stage)f->stage) {
	case PICKUP_ROUND:
		f->stage = PICKUP_EVENT;
		sp_stack_push_round(run, SP_POINT_TREASURE, f->what);
		return;
	case PICKUP_EVENT:
		f->stage = PICKUP_END;
		sp_effect_push_event(
			run, SP_ON_PICKED_UP, f->who, SP_NOTHING, f->what, 0);
		return;
	case PICKUP_END:
		break;
	}
	sp_stack_pop(run);
	/* not twice: an answer may have ended his turn */
	end_phase_of(run, actor);
}

/* ---- destroying -----------------------------------------------------------
 */

/* The printed door of a home sector has its owner again. */
static int printed_owner(const struct sp_game *g, const struct sp_edge *e)
{
	return e->printed == SP_EDGE_DOOR
		       ? g->board.bay[e->square[0] / SP_SECTOR_SQUARES].seat
		       : SP_NOBODY;
}

void effect_shut(struct sp_run *run, uint16_t edge)
{
	if (run->g->board.edge[edge].door != SP_DOOR_CLOSED)
		sp_game_shut_door(run->g, edge, false, run->events);
}

/* The made part of a line goes; what lay under it is there again. */
static void uncover(struct sp_run *run, uint16_t edge)
{
	struct sp_edge *e = &run->g->board.edge[edge];

	effect_shut(run, edge);
	sp_board_make(&run->g->board, edge, SP_EDGE_OPEN);
	e->owner = (int8_t)printed_owner(run->g, e);
}

static void remove_created(struct sp_run *run, int thing)
{
	struct sp_game *g = run->g;
	sp_value where = g->thing[thing].where;
	int side = g->thing[thing].side;

	if (side != 0)
		sp_board_cover(&g->board, (uint16_t)sp_index_of(where),
			side - 1, false);
	else if (sp_kind_of(where) == SP_KIND_EDGE &&
		 sp_eval_thing_of_edge(run->ruleset, g,
			 (uint16_t)sp_index_of(where)) == thing)
		uncover(run, (uint16_t)sp_index_of(where));
	sp_stack_clear_under(run, SP_REF(SP_KIND_THING, thing));
	sp_game_remove_thing(g, thing);
}

void effect_remove_things(struct sp_run *run, int played)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->things_end; i++) {
		sp_value where = g->thing[i].where;
		int card = g->thing[i].card;
		int seat = g->thing[i].seat;

		if (g->thing[i].kind != SP_THING_CREATED ||
			g->thing[i].played != played)
			continue;
		remove_created(run, i);
		effect_tell_of(run, SP_EVENT_GONE, seat, card, where);
	}
}

void effect_tell_link(struct sp_run *run, enum sp_event_kind kind, int seat,
	int card, const struct sp_link *link)
{
	struct sp_event *event =
		sp_game_events_add(run->events, kind, seat, SP_NOBODY);

	event->card = card;
	event->link.from = link->square[0];
	event->link.to = link->square[1];
	event->link.cost = link->cost;
	event->link.sight = link->sight;
}

void effect_remove_links(struct sp_run *run, int spell)
{
	struct sp_board *b = &run->g->board;

	for (int i = b->n_links - 1; i >= 0; i--) {
		const struct sp_link was = b->linked[i];

		if (was.spell != spell + 1)
			continue;
		sp_board_remove_link(b, was.square[0]);
		effect_tell_link(run, SP_EVENT_UNLINKED,
			run->g->played[spell].seat, run->g->played[spell].card,
			&was);
	}
}

static void destroy_thing(struct sp_run *run, int i)
{
	struct sp_game *g = run->g;
	const struct sp_thing was = g->thing[i];

	sp_stack_push_own_ons(run, was.card, SP_ON_DESTROYED,
		sp_eval_actor_of_thing(g, i), SP_NOTHING);
	effect_tell_of(run, SP_EVENT_DESTROYED, was.seat, was.card, was.where);
	if (was.kind == SP_THING_DROPPED) {
		sp_stack_clear_under(run, SP_REF(SP_KIND_THING, i));
		sp_game_remove_thing(g, i);
		sp_game_put_card(g, was.card, SP_ZONE_DISCARD, SP_NOBODY);
	} else {
		remove_created(run, i);
		if (was.kind == SP_THING_CREATED &&
			effect_count_made(g, was.played) == 0)
			sp_effect_end_spell(run, was.played, SP_ENDS_BY_OTHERS);
		if (sp_kind_of(was.where) == SP_KIND_EDGE && was.side == 0)
			effect_end_spells_on(run, was.where);
	}
	effect_end_spells_on(run, SP_REF(SP_KIND_THING, i));
}

static void destroy_item(struct sp_run *run, int played)
{
	struct sp_game *g = run->g;
	int seat = g->played[played].seat;
	int card = effect_put_off(run, played);

	sp_stack_push_own_ons(run, card, SP_ON_DESTROYED, seat, SP_NOTHING);
	sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
	effect_tell_of(run, SP_EVENT_DESTROYED, seat, card, SP_NOTHING);
}

/* What was made on an open edge and bars nothing, like fire; -1. */
static int open_wall_at(const struct sp_game *g, uint16_t edge)
{
	uint8_t there[SP_THINGS_MAX];
	int n = sp_game_things_at(g, SP_REF(SP_KIND_EDGE, edge), there);

	for (int i = 0; i < n; i++)
		if (sp_game_is_made(&g->thing[there[i]]) &&
			!g->thing[there[i]].illusion &&
			g->thing[there[i]].side == 0)
			return there[i];
	return -1;
}

static void destroy_edge(struct sp_run *run, uint16_t edge)
{
	int thing = sp_eval_thing_of_edge(run->ruleset, run->g, edge);

	if (thing < 0 && !sp_board_edge_stands(&run->g->board, edge))
		thing = open_wall_at(run->g, edge);
	if (thing >= 0) {
		destroy_thing(run, thing);
		return;
	}
	if (sp_board_edge_is_kept(&run->g->board, edge) ||
		!sp_board_edge_stands(&run->g->board, edge))
		return;
	effect_shut(run, edge);
	sp_board_smash(&run->g->board, edge);
	effect_tell_of(run, SP_EVENT_DESTROYED, SP_NOBODY, -1,
		SP_REF(SP_KIND_EDGE, edge));
	effect_end_spells_on(run, SP_REF(SP_KIND_EDGE, edge));
}

void effect_destroy(struct sp_run *run, sp_value ref)
{
	int i = sp_index_of(ref);

	if (!exists(run, ref))
		return;
	switch (sp_kind_of(ref)) {
	case SP_KIND_EDGE:
		destroy_edge(run, (uint16_t)i);
		break;
	case SP_KIND_THING:
		destroy_thing(run, i);
		break;
	case SP_KIND_PLAYED:
		if (run->g->played[i].kind == SP_PLAYED_ITEM)
			destroy_item(run, i);
		else
			sp_effect_end_spell(run, i, SP_ENDS_BY_OTHERS);
		break;
	default:
		break;
	}
}

/* ---- cracks ---------------------------------------------------------------
 */

int effect_crack(struct sp_run *run, sp_value what, int cracks)
{
	struct sp_game *g = run->g;
	int now, most, thing;

	if (!exists(run, what))
		return 0;
	now = sp_eval_cracks_of(run->ruleset, g, what);
	most = sp_eval_cracks_max(run->ruleset, g, what);
	if (cracks > most - now)
		cracks = most - now;
	if (cracks <= 0)
		return 0;
	effect_tell_of(run, SP_EVENT_CRACKED, SP_NOBODY, -1, what)->cracks =
		now + cracks;
	if (now + cracks == most) {
		effect_destroy(run, what);
		return cracks;
	}
	thing = sp_eval_made_at(run->ruleset, g, what);
	if (thing >= 0)
		g->thing[thing].cracks = (uint8_t)(now + cracks);
	else
		g->board.edge[sp_index_of(what)].cracks =
			(uint8_t)(now + cracks);
	return cracks;
}

/* ---- operations -----------------------------------------------------------
 */

void effect_op_destroy(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	effect_destroy(run, sp_stack_arg(run, f, op, 0, SP_NOTHING));
}

void effect_op_crack(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);

	f->done = effect_crack(run, what, sp_stack_arg_number(run, f, op, 1));
}

void effect_op_drop(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int i = sp_index_of(what);

	if (!exists(run, what))
		return;
	if (sp_kind_of(what) == SP_KIND_PLAYED &&
		g->played[i].kind == SP_PLAYED_ITEM)
		sp_effect_drop_item(run, i, g->actor[g->played[i].seat].square);
	else if (sp_kind_of(what) == SP_KIND_TREASURE &&
		 g->treasure[i].carrier != SP_NOBODY)
		sp_game_drop(g, g->treasure[i].carrier, run->events);
}

void effect_op_place(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int square = sp_stack_arg_index(run, f, op, 1, SP_KIND_SQUARE);

	if (square >= 0 && exists(run, what) &&
		!sp_eval_is_filled_up(run->ruleset, run->g, (uint16_t)square))
		put_down(run, what, (uint16_t)square);
}

/* It costs what it always does, as far as he has points left. */
static void pay_point(struct sp_game *g, int actor, int points)
{
	if (sp_game_acting(g) == actor && g->phase == SP_PHASE_MOVE &&
		g->moves >= points) {
		g->moves = (int16_t)(g->moves - points);
		g->spent = 1;
	}
}

void effect_op_pick_up(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int who = sp_stack_arg_actor(run, f, op, 0);
	sp_value what = sp_stack_arg(run, f, op, 1, SP_NOTHING);
	int i = sp_index_of(what);

	if (who == SP_NOBODY ||
		!sp_eval_may_carry(run->ruleset, g, who,
			sp_kind_of(what) != SP_KIND_TREASURE) ||
		!exists(run, what) || stuck(run, what))
		return;
	if (sp_kind_of(what) == SP_KIND_THING) {
		pay_point(g, who, 1);
		sp_effect_take(run, what, who);
	} else if (sp_kind_of(what) == SP_KIND_TREASURE &&
		   g->treasure[i].carrier == SP_NOBODY &&
		   g->actor[who].carries == SP_NOBODY) {
		pay_point(g, who,
			sp_eval_actor_stat(
				run->ruleset, g, who, SP_STAT_PICKUP_COST));
		sp_effect_push_pickup(run, who, i);
	}
}

void effect_op_take(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int who = sp_stack_arg_actor(run, f, op, 1);

	if (who != SP_NOBODY)
		sp_effect_take(run, what, who);
}

/* A door beside him that nothing seals. */
static int door_arg(
	struct sp_run *run, const struct sp_frame *f, const struct sp_op *op)
{
	const struct sp_game *g = run->g;
	int edge = sp_stack_arg_index(run, f, op, 0, SP_KIND_EDGE);

	if (edge < 0 || f->actor < 0 || !g->actor[f->actor].alive ||
		sp_board_edge_kind(&g->board, (uint16_t)edge) != SP_EDGE_DOOR ||
		!sp_board_beside(
			&g->board, g->actor[f->actor].square, (uint16_t)edge) ||
		sp_eval_stat(run->ruleset, g, SP_REF(SP_KIND_EDGE, edge),
			SP_STAT_SEALED) != 0)
		return -1;
	return edge;
}

void effect_op_open(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int edge = door_arg(run, f, op);

	/* a hand that holds it stays stronger */
	if (edge >= 0 && run->g->board.edge[edge].door != SP_DOOR_IS_HELD)
		sp_game_open_door(
			run->g, f->actor, (uint16_t)edge, run->events);
}

void effect_op_hold(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int edge = door_arg(run, f, op);

	if (edge >= 0)
		sp_game_hold_door(
			run->g, f->actor, (uint16_t)edge, run->events);
}

void effect_op_reveal(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int i = sp_stack_arg_index(run, f, op, 0, SP_KIND_THING);
	struct sp_env env = {
		.ruleset = run->ruleset, .g = g, .actor = SP_NOBODY, .cast = -1
	};
	bool real;

	if (i < 0 || !g->thing[i].facedown)
		return;
	/* a view may not know what lies there */
	real = sp_eval_is(
		&env, SP_REF(SP_KIND_THING, i), SP_IS_WORD | SP_IS_REAL);
	run->unknown |= env.unknown;
	if (run->unknown)
		return;
	g->thing[i].facedown = 0;
	effect_tell_of(run, SP_EVENT_REVEALED, g->thing[i].seat,
		g->thing[i].card, g->thing[i].where)
		->real = real;
	/* whoever leads him chooses each step */
	if (sp_kind_of(f->who) == SP_KIND_ACTOR)
		effect_halt_own_walks(run, sp_index_of(f->who));
}
