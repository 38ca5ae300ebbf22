/*
 * The triggers of an event.
 *
 * The frame SP_FRAME_EVENT: `stage` is the event, `self` the card, SP_NOTHING
 * between two. The rank of an area counts the seats from the active one on,
 * then comes the board, then what lies in zones; a card of higher precedence
 * comes before all of them.
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

static bool is_of_place(enum sp_card_event event)
{
	return event == SP_ON_ENTER || event == SP_ON_LEAVE ||
	       event == SP_ON_CROSS;
}

/* Events that one card alone is told, which `what` names. */
static bool is_of_one(enum sp_card_event event)
{
	return event == SP_ON_ACQUIRED || event == SP_ON_LOST ||
	       event == SP_ON_ENDED || event == SP_ON_DESTROYED ||
	       event == SP_ON_INTO_SIGHT;
}

/* A card in play, or one that lies in a zone, as data has zones. */
enum { IN_PLAY = -1 };

static bool has_trigger(const struct sp_ruleset *r, int physical,
	enum sp_card_event event, int zone)
{
	const struct sp_card *card;

	if ((r->events[r->type[physical]] >> event & 1U) == 0)
		return false;
	card = sp_ruleset_card(r, physical);
	for (int i = 0; i < card->n_ons; i++)
		if (card->ons[i].event == event && card->ons[i].zone == zone)
			return true;
	return false;
}

#define RANKS (SP_SEATS_MAX + 2) /* of one precedence */

static int rank_of(const struct sp_run *run, int seat, int card)
{
	const struct sp_game *g = run->g;
	int first = g->active >= 0 ? g->active : 0;
	int area = seat == SP_NOBODY ? g->n_seats
				     : (seat - first + g->n_seats) % g->n_seats;

	if (!run->ruleset->ranks)
		return area;
	return area - RANKS * sp_ruleset_card(run->ruleset, card)->precedence;
}

struct cursor {
	int rank, order;
	sp_value host;
};

static bool is_behind(const struct cursor *a, int rank, int order)
{
	return rank != a->rank ? rank > a->rank : order > a->order;
}

/* Is it a card in play that is told of the event? */
static bool hears(const struct sp_run *run, int played,
	enum sp_card_event event, sp_value what)
{
	const struct sp_played *p = &run->g->played[played];

	if (p->kind == SP_PLAYED_FREE ||
		!has_trigger(run->ruleset, p->card, event, IN_PLAY))
		return false;
	return !is_of_one(event) || what == SP_REF(SP_KIND_PLAYED, played);
}

/* Does what happens there happen where the thing is: on its edge, in its area?
 */
static bool is_at(const struct sp_run *run, int thing, sp_value what)
{
	return run->g->thing[thing].where == what ||
	       (sp_kind_of(what) == SP_KIND_SQUARE &&
		       sp_eval_in_area(run->ruleset, run->g, thing, what, 0));
}

/* Which hang on no spell hear everything, but what one card alone is told. To
 * whom a thing is not real nothing of it happens. */
static bool thing_hears(const struct sp_run *run, int thing,
	enum sp_card_event event, sp_value who, sp_value what)
{
	const struct sp_thing *t = &run->g->thing[thing];

	if (t->kind == SP_THING_FREE ||
		!has_trigger(run->ruleset, t->card, event, IN_PLAY) ||
		!sp_game_is_real_to(run->g, thing, sp_eval_actor_index(who)))
		return false;
	if (event == SP_ON_INTO_SIGHT)
		return what == SP_REF(SP_KIND_THING, thing);
	return is_of_place(event) ? is_at(run, thing, what)
				  : t->kind == SP_THING_LONE;
}

/* The thing behind `last` that is told, if none behind it but before `best` is.
 */
static struct cursor next_thing(const struct sp_run *run,
	const struct cursor *last, enum sp_card_event event, sp_value who,
	sp_value what, struct cursor best)
{
	const struct sp_game *g = run->g;
	const struct sp_ruleset *r = run->ruleset;

	for (int i = 0; i < g->things_end; i++) {
		int rank;

		if (g->thing[i].kind == SP_THING_FREE ||
			(r->events[r->type[g->thing[i].card]] >> event & 1U) ==
				0)
			continue;
		rank = rank_of(run, SP_NOBODY, g->thing[i].card);
		if (is_behind(last, rank, i) && !is_behind(&best, rank, i) &&
			thing_hears(run, i, event, who, what))
			best = (struct cursor){ rank, i,
				SP_REF(SP_KIND_THING, i) };
	}
	return best;
}

/* Where the card lies, as data has zones; IN_PLAY: in none of which cards are
 * told anything. */
static int zone_of(const struct sp_game *g, int card)
{
	const struct sp_card_place *p = &g->place[card];

	if (p->zone == SP_ZONE_DISCARD)
		return SP_PLACE_DISCARD;
	return p->zone == SP_ZONE_ASIDE
		       ? SP_PLACES + sp_game_aside_zone(g, p->aside)
		       : IN_PLAY;
}

/* The card in a zone behind `last` that is told, if none behind it but before
 * `best` is. */
static struct cursor next_in_zone(const struct sp_run *run,
	const struct cursor *last, enum sp_card_event event, struct cursor best)
{
	const struct sp_game *g = run->g;

	for (int c = 0; c < g->cards_end; c++) {
		int zone = zone_of(g, c), rank;

		if (zone == IN_PLAY ||
			!has_trigger(run->ruleset, c, event, zone))
			continue;
		rank = rank_of(run, SP_NOBODY, c) + 1;
		if (is_behind(last, rank, c) && !is_behind(&best, rank, c))
			best = (struct cursor){ rank, c,
				SP_REF(SP_KIND_CARD, c) };
	}
	return best;
}

/* The card behind `last` that is told; host SP_NOTHING: there is none. */
static struct cursor next_host(const struct sp_run *run,
	const struct cursor *last, enum sp_card_event event, sp_value who,
	sp_value what, int limit)
{
	const struct sp_game *g = run->g;
	struct cursor best = { INT16_MAX, 0, SP_NOTHING };

	if (is_of_place(event) || (event == SP_ON_INTO_SIGHT &&
					  sp_kind_of(what) == SP_KIND_THING))
		return next_thing(run, last, event, who, what, best);
	if (event == SP_ON_DRAWN) /* see next_drawn */
		return best;
	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];
		int rank;

		if (p->kind == SP_PLAYED_FREE || p->order >= limit)
			continue;
		rank = rank_of(run, sp_game_seat_of(g, p->seat), p->card);
		if (!is_behind(last, rank, p->order) ||
			is_behind(&best, rank, p->order))
			continue;
		if (hears(run, i, event, what))
			best = (struct cursor){ rank, p->order,
				SP_REF(SP_KIND_PLAYED, i) };
	}
	if (!is_of_one(event) &&
		(run->ruleset->thing_events >> event & 1U) != 0 &&
		(best.host == SP_NOTHING || run->ruleset->ranks))
		best = next_thing(run, last, event, who, what, best);
	if ((run->ruleset->zone_events >> event & 1U) != 0 &&
		(best.host == SP_NOTHING || run->ruleset->ranks))
		best = next_in_zone(run, last, event, best);
	return best;
}

/* Where nobody says where, it is where he is. */
static sp_value place_of(const struct sp_game *g, sp_value who, sp_value what)
{
	uint16_t square;

	if (what != SP_NOTHING)
		return what;
	square = sp_game_square_of(g, who);
	return square == SP_NOWHERE ? SP_NOTHING
				    : SP_REF(SP_KIND_SQUARE, square);
}

void sp_effect_push_event(struct sp_run *run, enum sp_card_event event,
	sp_value who, sp_value by, sp_value what, int amount)
{
	const struct cursor first = { -1 - RANKS * run->ruleset->precedence, -1,
		SP_NOTHING };
	struct sp_game *g = run->g;
	struct sp_frame *f;

	if (event == SP_ON_ATTACKED && sp_kind_of(what) == SP_KIND_ITEM &&
		sp_stack_actor_of(g, who) != SP_NOBODY) {
		int cast = sp_index_of(what), actor = sp_index_of(who);

		effect_roll_evasion(run, cast, actor);
		if (sp_game_cast_missed(&g->cast[cast], who))
			return;
	}
	if ((run->ruleset->event_mask >> event & 1U) == 0)
		return;
	if (is_of_place(event))
		what = place_of(g, who, what);
	if (next_host(run, &first, event, who, what, g->next_order).host ==
		SP_NOTHING)
		return;
	f = sp_stack_push(run, SP_FRAME_EVENT);
	f->stage = (uint8_t)event;
	f->event.rank = first.rank;
	f->event.order = first.order;
	f->event.limit = g->next_order;
	f->who = who;
	f->by = by;
	f->what = what;
	f->amount = amount;
}

/* The cards that came are the locals, all of them, so that how many have
 * triggers does not show; those beyond the last local have none. */
void sp_effect_push_drawn(struct sp_run *run, int seat,
	const struct sp_hand *before, enum sp_drawn why)
{
	const struct sp_hand *now = &run->g->hand[seat];
	sp_value drawn[SP_LOCALS];
	struct sp_frame *f;
	bool any = false;
	int n = 0;

	if ((run->ruleset->event_mask >> SP_ON_DRAWN & 1U) == 0)
		return;
	for (int i = 0, k = 0; i < now->n && n < SP_LOCALS; i++) {
		while (k < before->n && before->card[k] < now->card[i])
			k++;
		if (k < before->n && before->card[k] == now->card[i])
			continue;
		drawn[n++] = SP_REF(SP_KIND_CARD, now->card[i]);
		any |= has_trigger(
			run->ruleset, now->card[i], SP_ON_DRAWN, IN_PLAY);
	}
	if (!any)
		return;
	sp_card_ruleset_sort(run->ruleset, drawn, n);
	f = sp_stack_push(run, SP_FRAME_EVENT);
	f->stage = SP_ON_DRAWN;
	f->actor = (int8_t)seat;
	f->who = SP_REF(SP_KIND_ACTOR, seat);
	f->amount = (int32_t)why;
	f->event.order = -1;
	for (int i = 0; i < n; i++) {
		f->local[i] = drawn[i];
		f->secret |= (uint16_t)(1U << i);
	}
}

static struct cursor next_drawn(const struct sp_frame *f)
{
	int next = f->event.order + 1;

	return next < SP_LOCALS && f->local[next] != SP_NOTHING
		       ? (struct cursor){ 0, next, f->local[next] }
		       : (struct cursor){ 0, 0, SP_NOTHING };
}

/* Is it a card that lies in a zone, and none that was drawn? */
static bool is_in_zone(const struct sp_frame *f)
{
	return sp_kind_of(f->self) == SP_KIND_CARD && f->stage != SP_ON_DRAWN;
}

/* Is the card that has the word still where it was? */
static bool is_there(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	int i = sp_index_of(f->self);

	if (sp_kind_of(f->self) == SP_KIND_THING)
		return thing_hears(
			run, i, (enum sp_card_event)f->stage, f->who, f->what);
	if (is_in_zone(f))
		return zone_of(g, i) != IN_PLAY;
	if (sp_kind_of(f->self) == SP_KIND_CARD)
		return g->place[i].zone == SP_ZONE_HAND &&
		       g->place[i].seat == f->actor && g->actor[f->actor].alive;
	return g->played[i].kind != SP_PLAYED_FREE &&
	       g->played[i].order == f->event.order;
}

/* `me` of its triggers. */
static int actor_of_host(const struct sp_game *g, sp_value host)
{
	int i = sp_index_of(host);

	if (sp_kind_of(host) == SP_KIND_CARD)
		return g->place[i].zone == SP_ZONE_ASIDE
			       ? sp_game_aside_seat(g, g->place[i].aside)
			       : g->place[i].seat;
	return sp_kind_of(host) == SP_KIND_THING ? sp_eval_actor_of_thing(g, i)
						 : g->played[i].seat;
}

static int energy_of_host(const struct sp_game *g, sp_value host)
{
	int i = sp_index_of(host);

	if (sp_kind_of(host) == SP_KIND_PLAYED)
		return g->played[i].energy;
	if (sp_kind_of(host) == SP_KIND_CARD)
		return 0;
	return g->thing[i].kind == SP_THING_CREATED
		       ? g->played[g->thing[i].played].energy
		       : 1;
}

/* Does the trigger fire? What it may do once is done then. */
static bool fires(struct sp_run *run, const struct sp_frame *f,
	const struct sp_on *on, int actor)
{
	struct sp_env env;

	sp_eval_env_of(&env, run->ruleset, run->g, f);
	env.actor = actor;
	env.energy = energy_of_host(run->g, f->self);
	env.local = NULL;
	if (!sp_eval_holds(&env, on->condition) || run->unknown)
		return false;
	run->unknown |= env.unknown;
	if (env.once != 0)
		sp_stack_once_mark(run->g, env.once_of, env.once);
	return !env.unknown && on->program.n > 0;
}

static void push_trigger(
	struct sp_run *run, struct sp_frame *f, int type, int on, int actor)
{
	struct sp_frame *program = sp_stack_push_program(run, type, -1 - on);

	program->actor = (int8_t)actor;
	program->self = f->self;
	program->who = f->who;
	program->by = f->by;
	program->what = f->what;
	program->amount = f->amount;
	program->damage_kind = f->damage_kind;
	program->element = f->element;
	program->damage_flags = f->damage_flags;
}

/* The next trigger of the card that has the word; false: it has none more. */
static bool fire_next(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	int i = sp_index_of(f->self);
	int actor = actor_of_host(g, f->self);
	int kind = sp_kind_of(f->self);
	int type =
		run->ruleset->type[kind == SP_KIND_CARD    ? i
				   : kind == SP_KIND_THING ? g->thing[i].card
							   : g->played[i].card];
	const struct sp_card *card = &run->ruleset->card[type];
	int zone = is_in_zone(f) ? zone_of(g, i) : IN_PLAY;

	while (f->event.trigger < card->n_ons) {
		int on = f->event.trigger++;

		if (card->ons[on].event != f->stage ||
			card->ons[on].zone != zone ||
			!fires(run, f, &card->ons[on], actor))
			continue;
		/* what it does would betray it */
		if (kind == SP_KIND_CARD)
			effect_show(run, actor, i, SP_NOBODY);
		push_trigger(run, f, type, on, actor);
		return true;
	}
	return false;
}

void sp_effect_step_event(struct sp_run *run, struct sp_frame *f)
{
	while (!run->unknown) {
		struct cursor last = { f->event.rank, f->event.order,
			SP_NOTHING };

		if (f->self != SP_NOTHING) {
			if (is_there(run, f) && fire_next(run, f))
				return;
			f->self = SP_NOTHING;
		}
		last = f->stage == SP_ON_DRAWN
			       ? next_drawn(f)
			       : next_host(run, &last,
					 (enum sp_card_event)f->stage, f->who,
					 f->what, f->event.limit);
		if (last.host == SP_NOTHING) {
			sp_stack_pop(run);
			return;
		}
		f->event.rank = last.rank;
		f->event.order = last.order;
		f->event.trigger = 0;
		f->self = last.host;
	}
}

void effect_push_ended(struct sp_run *run, int card, int seat)
{
	const struct sp_ruleset *r = run->ruleset;
	const struct sp_card *type = sp_ruleset_card(r, card);

	if ((r->event_mask >> SP_ON_ENDED & 1U) == 0)
		return;
	for (int k = type->n_ons - 1; k >= 0; k--) {
		struct sp_frame *f;

		if (type->ons[k].event != SP_ON_ENDED ||
			type->ons[k].program.n <= 0 ||
			!sp_stack_trigger_fits(run, seat, card))
			continue;
		f = sp_stack_push_program(run, r->type[card], -1 - k);
		f->actor = (int8_t)seat;
		f->who = SP_REF(SP_KIND_ACTOR, seat);
		if (!fires(run, f, &type->ons[k], seat))
			sp_stack_pop(run);
	}
}
