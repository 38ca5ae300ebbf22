/*
 * Cards from zone to zone by the programs of cards: taking, showing, putting.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "things_private.h"

#include "eval/eval.h"
#include "stack/stack.h"

/* Find the word of data for where a card lies that may be taken or put
 * elsewhere; -1 if it may not. */
static int word_of(const struct sp_game *g, int card)
{
	switch (g->place[card].zone) {
	case SP_ZONE_HAND:
		return SP_PLACE_HAND;
	case SP_ZONE_DECK:
		return SP_PLACE_DECK;
	case SP_ZONE_DISCARD:
		return SP_PLACE_DISCARD;
	case SP_ZONE_REMOVED:
		return SP_PLACE_REMOVED;
	case SP_ZONE_ASIDE:
		return SP_PLACES + sp_game_aside_zone(g, g->place[card].aside);
	default:
		return -1;
	}
}

void effect_op_take_card(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_event *event;
	struct sp_game *g = run->g;
	int card = sp_stack_arg_index(run, f, op, 0, SP_KIND_CARD);
	int who = sp_stack_arg_seat(run, f, op, 1);
	struct sp_hand before;
	int from, word;
	bool is_public;

	if (card < 0 || who == SP_NOBODY || run->unknown)
		return;
	word = word_of(g, card);
	if (word < 0 || word == SP_PLACE_DECK || word == SP_PLACE_REMOVED)
		return;
	from = g->place[card].seat;
	is_public = sp_game_is_public(g, card);
	if (from == who)
		return;
	before = g->hand[who];
	sp_game_put_card(g, card, SP_ZONE_HAND, who);
	event = sp_game_events_add(run->events, SP_EVENT_CARD_TAKEN, who, from);
	event->hand.cards = 1;
	event->hand.zone = word;
	event->card = is_public ? card : -1;
	if (word != SP_PLACE_HAND)
		sp_effect_push_drawn(run, who, &before, SP_DRAWN_TAKEN);
}

void effect_op_show(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int card = sp_stack_arg_index(run, f, op, 0, SP_KIND_CARD);
	int to = op->arg[1] < 0 ? SP_NOBODY : sp_stack_arg_seat(run, f, op, 1);

	if (card < 0 || run->unknown || (op->arg[1] >= 0 && to == SP_NOBODY))
		return;
	if (run->g->place[card].zone == SP_ZONE_UNKNOWN) {
		run->unknown = true;
		return;
	}
	effect_show(run,
		run->g->place[card].seat != SP_NOBODY ? run->g->place[card].seat
						      : f->actor,
		card, to);
}

/* What is there without a card of its own is no more: a copy, what a copy made,
 * and what hangs on no spell, whose card may be anywhere by now. False: it has
 * one. */
static bool vanishes(struct sp_run *run, sp_value what)
{
	struct sp_game *g = run->g;
	int i = sp_index_of(what);
	bool lone = sp_kind_of(what) == SP_KIND_THING &&
		    g->thing[i].kind == SP_THING_LONE;

	if (lone)
		effect_destroy(run, what);
	else if (!sp_game_is_copied(g, what))
		return false;
	else
		sp_effect_end_spell(run,
			sp_kind_of(what) == SP_KIND_THING ? g->thing[i].played
							  : i,
			SP_ENDS_BY_OTHERS);
	return true;
}

/* Take what goes out of play; its card lies in the discard pile then. Returns
 * the card, or -1 if it has no card: then it is gone. */
static int out_of_play(struct sp_run *run, sp_value what)
{
	struct sp_game *g = run->g;
	int i = sp_stack_index_if(g, what, (enum sp_kind)sp_kind_of(what));
	int card;

	if (i < 0 || vanishes(run, what))
		return -1;
	switch (sp_kind_of(what)) {
	case SP_KIND_CARD:
		return word_of(g, i) >= 0 ? i : -1;
	case SP_KIND_PLAYED:
		card = g->played[i].card;
		if (g->played[i].kind == SP_PLAYED_SPELL)
			sp_effect_end_spell(run, i, SP_ENDS_BY_OTHERS);
		else
			sp_game_put_card(g, effect_put_off(run, i),
				SP_ZONE_DISCARD, SP_NOBODY);
		return card;
	case SP_KIND_THING:
		card = g->thing[i].card;
		if (g->thing[i].kind == SP_THING_CREATED) {
			sp_effect_end_spell(
				run, g->thing[i].played, SP_ENDS_BY_OTHERS);
		} else {
			sp_stack_clear_under(run, what);
			sp_game_remove_thing(g, i);
			sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
		}
		return card;
	default:
		return -1;
	}
}

/* What cards go into: a zone, whose, and under what (else SP_NOTHING). */
struct destination {
	int zone, seat;
	sp_value host;
};

static bool is_of_host(const struct sp_run *run, int zone)
{
	return zone >= SP_PLACES &&
	       run->ruleset->zone[zone - SP_PLACES].of_host;
}

static bool is_of_seat(const struct sp_run *run, int zone)
{
	return zone == SP_PLACE_HAND ||
	       (zone >= SP_PLACES &&
		       run->ruleset->zone[zone - SP_PLACES].of_seat);
}

static bool is_there(const struct sp_game *g, sp_value host)
{
	return sp_stack_index_if(g, host, (enum sp_kind)sp_kind_of(host)) >= 0;
}

/* True if `what` can go there: whoever gets it lives, or what it shall lie
 * under is there, is not the same, and has room. */
static bool accepts(struct sp_run *run, const struct sp_frame *f,
	const struct destination *to, sp_value what)
{
	const struct sp_game *g = run->g;

	if (is_of_seat(run, to->zone) || is_of_host(run, to->zone))
		if (to->seat < 0 || to->seat >= g->n_seats)
			return false;
	if (!is_of_host(run, to->zone))
		return true;
	if (!is_there(g, to->host) || to->host == sp_eval_host(g, what))
		return false;
	if (sp_game_room_under(g, to->zone - SP_PLACES, to->host))
		return true;
	sp_stack_tell_no_room(run, f->actor, sp_stack_frame_card(g, f));
	return false;
}

/* Put a card into a pile of the ruleset's zones; `seen` of the zone says who
 * sees it there. */
static void put_aside(
	struct sp_run *run, int card, const struct destination *to)
{
	int zone = to->zone - SP_PLACES;
	const struct sp_zone_type *type = &run->ruleset->zone[zone];
	unsigned seers = 0;

	if (type->seen == SP_ZONE_SEEN_BY_ALL)
		seers = SP_KNOWN_TO_ALL;
	else if (type->seen == SP_ZONE_SEEN_BY_OWNER && to->seat != SP_NOBODY)
		seers = 1U << (unsigned)to->seat;
	sp_game_put_aside(run->g, card,
		type->of_host
			? sp_game_lay_under(run->g, zone, to->host, to->seat)
			: sp_game_aside_of(
				  zone, type->of_seat ? to->seat : SP_NOBODY),
		seers);
}

static void put(struct sp_run *run, int card, const struct destination *to)
{
	static const uint8_t zones[SP_PLACES] = { SP_ZONE_HAND, SP_ZONE_DECK,
		SP_ZONE_DISCARD, SP_ZONE_REMOVED };

	if (to->zone < SP_PLACES)
		sp_game_put_card(run->g, card, (enum sp_zone)zones[to->zone],
			is_of_seat(run, to->zone) ? to->seat : SP_NOBODY);
	else
		put_aside(run, card, to);
}

static struct destination destination(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct destination to = { .zone = op->arg[1], .host = SP_NOTHING };
	bool host = is_of_host(run, to.zone);

	to.seat = op->arg[2] < 0 || host
			  ? sp_stack_actor_of(
				    run->g, SP_REF(SP_KIND_ACTOR, f->actor))
			  : sp_stack_arg_seat(run, f, op, 2);
	if (host)
		to.host = sp_eval_host(
			run->g, sp_stack_arg(run, f, op, 2, SP_NOTHING));
	return to;
}

void effect_op_put(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	struct destination to = destination(run, f, op);
	struct sp_event *event;
	bool was_public;
	int card;

	if (what == SP_HIDDEN)
		run->unknown = true;
	if (run->unknown || !accepts(run, f, &to, what))
		return;
	card = out_of_play(run, what);
	/* what it should lie under may have hung on it */
	if (card < 0 || run->unknown ||
		(to.host != SP_NOTHING && !is_there(g, to.host)))
		return;
	was_public = sp_game_is_public(g, card);
	put(run, card, &to);
	event = sp_game_events_add(run->events, SP_EVENT_PUT, f->actor,
		is_of_seat(run, to.zone) ? to.seat : SP_NOBODY);
	event->zone = to.zone;
	event->card = was_public || sp_game_is_public(g, card) ? card : -1;
}
