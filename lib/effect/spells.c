/*
 * Spells in play: their triggers, how they run out, how they end, and what
 * makes an announcement fall.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "eval/thing.h"

/* ---- the triggers of an event ---------------------------------------------
 *
 * The frame SP_FRAME_EVENT: `stage` is the event, `self` the card, SP_NOTHING
 * between two. The rank of an area counts the seats from the active one on, and
 * then the board; a card of higher precedence comes before all of them.
 */

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

static bool has_trigger(const struct sp_card *card, enum sp_card_event event)
{
	for (int i = 0; i < card->n_ons; i++)
		if (card->ons[i].event == event)
			return true;
	return false;
}

#define RANKS (SP_SEATS_MAX + 1) /* of one precedence */

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
		!has_trigger(sp_ruleset_card(run->ruleset, p->card), event))
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
		!has_trigger(sp_ruleset_card(run->ruleset, t->card), event) ||
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

	for (int i = 0; i < g->things_end; i++) {
		int rank;

		if (g->thing[i].kind == SP_THING_FREE)
			continue;
		rank = rank_of(run, SP_NOBODY, g->thing[i].card);
		if (is_behind(last, rank, i) && !is_behind(&best, rank, i) &&
			thing_hears(run, i, event, who, what))
			best = (struct cursor){ rank, i,
				SP_REF(SP_KIND_THING, i) };
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
		rank = rank_of(run, p->seat, p->card);
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
		any |= has_trigger(sp_ruleset_card(run->ruleset, now->card[i]),
			SP_ON_DRAWN);
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

/* Is the card that has the word still where it was? */
static bool is_there(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	int i = sp_index_of(f->self);

	if (sp_kind_of(f->self) == SP_KIND_THING)
		return thing_hears(
			run, i, (enum sp_card_event)f->stage, f->who, f->what);
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
		return g->place[i].seat;
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
		sp_stack_once_mark(run->g, env.self, env.once);
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

	while (f->event.trigger < card->n_ons) {
		int on = f->event.trigger++;

		if (card->ons[on].event != f->stage ||
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

/* ---- the end of a spell ---------------------------------------------------
 */

void effect_end_spells_on(struct sp_run *run, sp_value ref)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->played_end; i++)
		if (g->played[i].kind == SP_PLAYED_SPELL &&
			g->played[i].target == ref)
			sp_effect_end_spell(run, i, SP_ENDS_BY_OTHERS);
}

/* What stood in for somebody does so no more; but the attack that killed it has
 * missed him. */
static void forget_stand_in(struct sp_run *run, int played)
{
	struct sp_game *g = run->g;

	for (int i = g->n_reliefs - 1; i >= 0; i--) {
		const struct sp_relief *relief = &g->relief[i];

		if (relief->kind != SP_RELIEF_REDIRECTION ||
			relief->source != SP_REF(SP_KIND_PLAYED, played))
			continue;
		if (sp_eval_is_evadable(run->ruleset, g, relief->cast))
			g->cast[relief->cast].evaded |= 1U << relief->actor;
		sp_game_remove_relief(g, i);
	}
}

/* The things that it made, and the lines that they are. */
static int made_by(
	const struct sp_run *run, int played, sp_value out[2 * SP_THINGS_MAX])
{
	const struct sp_game *g = run->g;
	int n = 0;

	for (int i = 0; i < g->things_end; i++) {
		sp_value where = g->thing[i].where;

		if (g->thing[i].kind != SP_THING_CREATED ||
			g->thing[i].played != played)
			continue;
		out[n++] = SP_REF(SP_KIND_THING, i);
		if (sp_kind_of(where) == SP_KIND_EDGE &&
			sp_eval_thing_of_edge(run->ruleset, g,
				(uint16_t)sp_index_of(where)) == i)
			out[n++] = where;
	}
	return n;
}

static void push_ended(struct sp_run *run, int card, int seat)
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

void sp_effect_end_spell(struct sp_run *run, int played, enum sp_spell_end how)
{
	struct sp_event *event;
	struct sp_game *g = run->g;
	int card = g->played[played].card, seat = g->played[played].seat;
	int creature = sp_game_creature_of(g, played);
	sp_value made[2 * SP_THINGS_MAX];
	int n;

	if (g->played[played].kind != SP_PLAYED_SPELL)
		return;
	event = sp_game_events_add(
		run->events, SP_EVENT_ENDED, seat, SP_NOBODY);
	event->how = (int32_t)how;
	event->card = card;
	n = made_by(run, played, made);
	effect_remove_things(run, played);
	effect_remove_links(run, played);
	forget_stand_in(run, played);
	sp_stack_clear_under(run, SP_REF(SP_KIND_PLAYED, played));
	sp_game_remove_played(g, played, SP_ZONE_DISCARD);
	effect_creature_goes(run, creature);
	push_ended(run, card, seat);
	/* its place is free only now: what hangs on it cannot lead back */
	for (int i = 0; i < n; i++)
		effect_end_spells_on(run, made[i]);
	effect_end_spells_on(run, SP_REF(SP_KIND_PLAYED, played));
}

/* ---- tokens ---------------------------------------------------------------
 */

static void set_tokens(struct sp_run *run, int played, int tokens)
{
	struct sp_event *event;
	struct sp_played *p = &run->g->played[played];

	p->tokens = (uint8_t)(tokens < 0           ? 0
			      : tokens > UINT8_MAX ? UINT8_MAX
						   : tokens);
	if (p->tokens == 0) {
		sp_effect_end_spell(run, played, SP_ENDS_BY_OTHERS);
		return;
	}
	event = sp_game_events_add(
		run->events, SP_EVENT_TOKENS, p->seat, SP_NOBODY);
	event->tokens = p->tokens;
	event->card = p->card;
}

static bool runs_out(const struct sp_played *p)
{
	return p->kind == SP_PLAYED_SPELL && !p->permanent;
}

void effect_op_set_tokens(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int played = sp_stack_arg_index(run, f, op, 0, SP_KIND_PLAYED);
	int tokens = sp_stack_arg_number(run, f, op, 1);

	if (played >= 0 && runs_out(&run->g->played[played]))
		set_tokens(run, played, tokens);
}

void effect_wear(struct sp_run *run, int played, int by)
{
	struct sp_event *event;
	struct sp_played *p = &run->g->played[played];

	if (by <= 0 || p->life <= 0)
		return;
	p->life = (int16_t)(p->life > by ? p->life - by : 0);
	event = sp_game_events_add(
		run->events, SP_EVENT_TOKENS, p->seat, SP_NOBODY);
	event->tokens = p->life;
	event->card = p->card;
	if (p->life == 0)
		sp_effect_end_spell(run, played, SP_ENDS_BY_ITSELF);
}

void effect_op_wear(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int played = sp_stack_arg_index(run, f, op, 0, SP_KIND_PLAYED);

	if (played >= 0)
		effect_wear(run, played, sp_stack_arg_number(run, f, op, 1));
}

/* One of several objects of a spell that ends `singly` goes alone. */
static void end_by_thing(struct sp_run *run, int thing, enum sp_spell_end how)
{
	const struct sp_game *g = run->g;
	const struct sp_thing *t = &g->thing[thing];
	const struct sp_eval_card_play *play;

	if (t->kind == SP_THING_LONE)
		effect_destroy(run, SP_REF(SP_KIND_THING, thing));
	if (t->kind != SP_THING_CREATED)
		return;
	play = &sp_ruleset_card(run->ruleset, t->card)
			->play[g->played[t->played].play];
	if ((play->flags & SP_FLAG_SINGLY) != 0)
		effect_destroy(run, SP_REF(SP_KIND_THING, thing));
	else
		sp_effect_end_spell(run, t->played, how);
}

/* Is it the spell's own program that ends it? */
static enum sp_spell_end how_it_ends(
	const struct sp_game *g, sp_value self, int played)
{
	int i = sp_index_of(self);
	bool own = self == SP_REF(SP_KIND_PLAYED, played) ||
		   (sp_kind_of(self) == SP_KIND_THING &&
			   g->thing[i].kind == SP_THING_CREATED &&
			   g->thing[i].played == played);

	return own ? SP_ENDS_BY_ITSELF : SP_ENDS_BY_OTHERS;
}

void effect_op_end_spell(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int i = sp_stack_index_if(run->g, what, (enum sp_kind)sp_kind_of(what));

	if (i < 0)
		return;
	if (sp_kind_of(what) == SP_KIND_PLAYED)
		sp_effect_end_spell(run, i, how_it_ends(run->g, f->self, i));
	else if (sp_kind_of(what) == SP_KIND_THING)
		end_by_thing(run, i, SP_ENDS_BY_OTHERS);
}

/* ---- what is announced falls ----------------------------------------------
 */

static struct sp_cast *falling(
	struct sp_run *run, const struct sp_frame *f, const struct sp_op *op)
{
	int i = sp_stack_arg_index(run, f, op, 0, SP_KIND_ITEM);
	struct sp_cast *cast;
	const struct sp_eval_card_play *play;

	if (i < 0)
		return NULL;
	cast = &run->g->cast[i];
	play = sp_eval_cast_play(run->ruleset, cast);
	return cast->cancelled || play == NULL ||
			       (play->flags & SP_FLAG_NO_CANCEL) != 0
		       ? NULL
		       : cast;
}

/* Of an attack whose parts are countered one by one, what an instant counter
 * meets is the first part at its caster; false: there is none, or no other part
 * would be left. *left: how many are. */
static bool part_falls(const struct sp_run *run, const struct sp_frame *f,
	struct sp_cast *cast, int *left)
{
	const struct sp_eval_card_play *play =
		sp_eval_cast_play(run->ruleset, cast);
	const struct sp_eval_card_play *own =
		f->cast >= 0 ? sp_eval_cast_play(
				       run->ruleset, &run->g->cast[f->cast])
			     : NULL;
	int mine = -1;

	*left = 0;
	if ((play->flags & SP_FLAG_SINGLY) == 0 ||
		cast->type != SP_PLAY_ATTACK || own == NULL ||
		own->duration != SP_DURATION_INSTANT)
		return false;
	for (int k = 0; k < cast->n_parts; k++) {
		int parts = sp_game_parts_left(cast, k);

		if (parts > 0 && mine < 0 &&
			cast->answer[cast->parts_at + k] ==
				SP_REF(SP_KIND_ACTOR, f->actor)) {
			mine = k;
			parts--;
		}
		*left += parts;
	}
	if (mine < 0 || *left == 0)
		return false;
	cast->fallen[mine]++;
	return true;
}

/* What cancels spares its player alone, if the ruleset or its play has it so
 * and others are affected: as if he got out of the way. */
static bool saves_player(struct sp_run *run, const struct sp_frame *f, int cast)
{
	struct sp_game *g = run->g;
	const struct sp_eval_card_play *own =
		f->cast >= 0
			? sp_eval_cast_play(run->ruleset, &g->cast[f->cast])
			: NULL;
	uint32_t all, me;
	struct sp_event *event;

	if ((g->rule[SP_RULE_CANCELS] == SP_CANCELS_ALL &&
		    (own == NULL ||
			    (own->flags & SP_FLAG_SAVES_PLAYER) == 0)) ||
		f->actor < 0 || !sp_eval_is_attack(run->ruleset, g, cast))
		return false;
	all = sp_eval_affected(run->ruleset, g, cast);
	me = UINT32_C(1) << f->actor;
	if ((all & me) == 0 || all == me)
		return false;
	g->cast[cast].evaded |= me;
	event = sp_game_events_add(run->events, SP_EVENT_EVADED,
		sp_stack_doer(&g->cast[cast]), f->actor);
	event->card = g->cast[cast].card;
	return true;
}

void effect_op_cancel(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_event *event;
	struct sp_cast *cast = falling(run, f, op);
	int left;

	if (cast == NULL)
		return;
	if (saves_player(run, f, (int)(cast - run->g->cast)))
		return;
	if (!part_falls(run, f, cast, &left)) {
		cast->cancelled = 1;
		left = 0;
	}
	event = sp_game_events_add(
		run->events, SP_EVENT_CANCELLED, sp_stack_doer(cast), f->actor);
	event->parts_left = left;
	event->card = cast->card;
}

/* A card of what is announced goes back where it came from. */
static void put_back(struct sp_game *g, int card, int seat)
{
	if (card >= 0 && seat != SP_NOBODY &&
		g->place[card].zone == SP_ZONE_STACK)
		sp_game_put_card(g, card, SP_ZONE_HAND, seat);
}

/* What lies face down comes into a hand, and is seen by nobody else. */
static void pick_face_down(struct sp_run *run, struct sp_cast *cast, int seat)
{
	int card = sp_index_of(cast->under);

	if (cast->under == 0 || cast->copied || seat == SP_NOBODY)
		return;
	if (cast->under == SP_HIDDEN) {
		run->unknown = true;
		return;
	}
	if (cast->face_up)
		put_back(run->g, card, seat);
	else
		sp_game_take_face_down(
			run->g, card, seat, sp_game_cast_owner(cast));
	cast->under = 0;
	cast->face_up = 0;
}

/* All the cards of a cast go back into the hand of a seat. */
static void take_parts(struct sp_run *run, int i, int seat)
{
	struct sp_cast *cast = &run->g->cast[i];

	if (!cast->copied)
		put_back(run->g, cast->card, seat);
	pick_face_down(run, cast, seat);
	for (int p = 0; p < cast->n_paid; p++)
		put_back(run->g, cast->paid[p], seat);
}

void effect_op_withdraw(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	struct sp_cast *cast = falling(run, f, op);
	int i, owner;

	if (cast == NULL)
		return;
	cast->cancelled = 1;
	i = (int)(cast - g->cast);
	for (int k = i; k < g->n_casts; k++) {
		const struct sp_cast *part = &g->cast[k];

		if (k != i && (!part->modifier || part->parent != i))
			continue;
		/* who has left has no hand: they are discarded with the cast */
		owner = sp_game_cast_owner(part);
		if (owner != SP_NOBODY && g->actor[owner].alive)
			take_parts(run, k, owner);
	}
	sp_game_events_add(
		run->events, SP_EVENT_WITHDRAWN, sp_stack_doer(cast), f->actor)
		->card = cast->card;
}

void effect_op_absorb(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_cast *cast = falling(run, f, op);

	if (cast == NULL || f->actor < 0 || f->actor >= SP_SEATS_MAX ||
		!run->g->actor[f->actor].alive)
		return;
	cast->cancelled = 1;
	cast->absorbed = 1;
	if (!cast->copied && run->g->place[cast->card].zone == SP_ZONE_STACK)
		sp_game_put_card(run->g, cast->card, SP_ZONE_HAND, f->actor);
	pick_face_down(run, cast, f->actor);
	sp_game_events_add(
		run->events, SP_EVENT_ABSORBED, sp_stack_doer(cast), f->actor)
		->card = cast->card;
}

void effect_op_block_line(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int i = sp_stack_arg_index(run, f, op, 0, SP_KIND_ITEM);
	int edge = sp_stack_arg_index(run, f, op, 1, SP_KIND_EDGE);
	struct sp_event *event;

	if (i < 0 || edge < 0)
		return;
	run->g->cast[i].blocked = edge;
	event = sp_game_events_add(run->events, SP_EVENT_BLOCKED,
		sp_stack_doer(&run->g->cast[i]), f->actor);
	event->card = run->g->cast[i].card;
	event->what = SP_REF(SP_KIND_EDGE, edge);
}
