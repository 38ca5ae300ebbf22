/*
 * Cards between deck, hand and discard pile: drawing, looking, taking, and what
 * a seat must give up.
 *
 * The frame SP_FRAME_GIVE_UP: `actor`, a seat, parts with things. The spells
 * and items that were named lie in the locals and go one by one.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "things_private.h"

#include "law/asked.h"
#include "law/limits.h"

/* ---- drawing --------------------------------------------------------------
 */

void sp_effect_draw(struct sp_run *run, int seat, int cards)
{
	struct sp_hand before;
	int drawn;

	if (cards <= 0)
		return;
	if (!run->g->rng.known) {
		run->unknown = true;
		return;
	}
	before = run->g->hand[seat];
	drawn = sp_game_draw_cards(run->g, seat, cards, run->events);
	if (drawn == 0)
		return;
	sp_effect_push_event(run, SP_ON_DREW, SP_REF(SP_KIND_ACTOR, seat),
		SP_NOTHING, SP_NOTHING, drawn);
	(void)sp_effect_push_point(run, SP_POINT_DRAWN,
		SP_REF(SP_KIND_ACTOR, seat), SP_NOTHING, drawn);
	sp_effect_push_drawn(run, seat, &before, SP_DRAWN_DRAWN);
}

/* ---- what must go ---------------------------------------------------------
 */

static void push_give_up(
	struct sp_run *run, int seat, enum sp_give_up what, int cards)
{
	struct sp_frame *f = sp_stack_push(run, SP_FRAME_GIVE_UP);

	f->actor = (int8_t)seat;
	f->give_up.what = (int32_t)what;
	f->give_up.cards = cards;
}

void sp_effect_push_limit(struct sp_run *run, int seat)
{
	if (sp_law_over_limit(run->ruleset, run->g, seat) > 0)
		push_give_up(run, seat, SP_GIVE_UP_LIMIT, 0);
}

static void give(struct sp_run *run, int seat, sp_value ref)
{
	struct sp_game *g = run->g;
	int i = sp_index_of(ref);

	if (sp_kind_of(ref) == SP_KIND_CARD) {
		sp_game_discard(g, seat, i, run->events);
		return;
	}
	/* it may have gone with another one */
	if (g->played[i].kind == SP_PLAYED_FREE || g->played[i].seat != seat)
		return;
	if (g->played[i].kind == SP_PLAYED_SPELL)
		sp_effect_end_spell(run, i, SP_ENDS_BY_CASTER);
	else
		sp_effect_drop_item(run, i, g->actor[seat].square);
}

/* The cards go at once, the rest one by one: each may have consequences. */
static void give_all(
	struct sp_run *run, struct sp_frame *f, const sp_value refs[], int n)
{
	f->give_up.cards = 0;
	f->give_up.named = 0;
	f->give_up.gone = 0;
	for (int i = 0; i < n; i++) {
		if (sp_kind_of(refs[i]) == SP_KIND_CARD)
			give(run, f->actor, refs[i]);
		else
			f->local[f->give_up.named++] = refs[i];
	}
}

bool sp_effect_verb_give_up(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;

	give_all(run, &g->frame[g->n_frames - 1], c->answer, c->n_answers);
	return true;
}

static bool give_next(struct sp_run *run, struct sp_frame *f)
{
	sp_value next;

	if (f->give_up.gone >= f->give_up.named)
		return false;
	next = f->local[f->give_up.gone];
	f->local[f->give_up.gone++] = SP_NOTHING;
	give(run, f->actor, next);
	return true;
}

/* How many must go, if not all that may is known. */
static int need_unseen(const struct sp_run *run, const struct sp_frame *f)
{
	int hand = run->g->actor[f->actor].hand;

	if (f->give_up.what == SP_GIVE_UP_LIMIT)
		return sp_law_over_limit(run->ruleset, run->g, f->actor);
	return f->give_up.cards < hand ? f->give_up.cards : hand;
}

void sp_effect_step_give_up(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	struct sp_stock s;

	/* who is dying leaves what he has as it is */
	if (!g->actor[f->actor].alive || g->actor[f->actor].life <= 0) {
		sp_stack_pop(run);
		return;
	}
	if (give_next(run, f))
		return;
	sp_law_give_up_stock(&s, run->ruleset, g, f);
	/* in a view there is more than is seen */
	if (s.n_hand < g->actor[f->actor].hand)
		s.need = need_unseen(run, f);
	if (s.need <= 0) {
		sp_stack_pop(run);
		return;
	}
	if (s.n_hand < g->actor[f->actor].hand || s.n > s.need) {
		sp_stack_ask(
			run, SP_DECISION_DISCARD, 1U << (unsigned)f->actor);
		return;
	}
	give_all(run, f, s.ref, s.n);
}

/* ---- operations -----------------------------------------------------------
 */

void effect_op_draw(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_seat(run, f, op, 0);
	int cards = sp_stack_arg_number(run, f, op, 1);

	if (who != SP_NOBODY)
		sp_effect_draw(run, who, cards);
}

/* An item out of a play area, or one that lies there, is no more. */
static void discard_item(struct sp_run *run, sp_value what)
{
	struct sp_game *g = run->g;
	int i = sp_index_of(what);
	int card, seat;

	if (sp_kind_of(what) == SP_KIND_PLAYED) {
		seat = g->played[i].seat;
		card = effect_put_off(run, i);
	} else {
		card = g->thing[i].card;
		seat = SP_NOBODY;
		sp_stack_clear_under(run, what);
		sp_game_remove_thing(g, i);
	}
	sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
	sp_game_events_add(run->events, SP_EVENT_DISCARDED, seat, SP_NOBODY)
		->card = card;
}

void effect_op_discard(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int i = sp_stack_index_if(g, what, (enum sp_kind)sp_kind_of(what));

	if (i < 0 || run->unknown)
		return;
	switch (sp_kind_of(what)) {
	case SP_KIND_CARD:
		if (g->place[i].zone == SP_ZONE_HAND)
			sp_game_discard(g, g->place[i].seat, i, run->events);
		break;
	case SP_KIND_PLAYED:
		if (g->played[i].kind == SP_PLAYED_SPELL)
			sp_effect_end_spell(run, i, SP_ENDS_BY_OTHERS);
		else
			discard_item(run, what);
		break;
	case SP_KIND_THING:
		if (g->thing[i].kind == SP_THING_CREATED)
			sp_effect_end_spell(
				run, g->thing[i].played, SP_ENDS_BY_OTHERS);
		else if (g->thing[i].kind == SP_THING_LONE)
			effect_destroy(run, what);
		else
			discard_item(run, what);
		break;
	default:
		break;
	}
}

void effect_op_discard_some(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_seat(run, f, op, 0);
	int cards = sp_stack_arg_number(run, f, op, 1);

	if (who != SP_NOBODY && cards > 0)
		push_give_up(run, who, SP_GIVE_UP_SOME, cards);
}

void effect_op_discard_to_limit(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_seat(run, f, op, 0);

	if (who != SP_NOBODY)
		sp_effect_push_limit(run, who);
}

void effect_op_look(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int who = sp_stack_arg_seat(run, f, op, 0);
	int at = sp_stack_arg_seat(run, f, op, 1);

	if (who == SP_NOBODY || at == SP_NOBODY || who == at)
		return;
	if (g->hand[at].n < g->actor[at].hand && !run->imagined) {
		run->unknown = true;
		return;
	}
	for (int i = 0; i < g->hand[at].n; i++) {
		if (g->place[g->hand[at].card[i]].known != SP_KNOWN_TO_ALL)
			sp_game_show_card(g, g->hand[at].card[i], who);
	}
	sp_game_events_add(run->events, SP_EVENT_LOOKED, who, at)->hand.cards =
		g->actor[at].hand;
}

void effect_show(struct sp_run *run, int seat, int card, int to)
{
	struct sp_game *g = run->g;

	if ((g->place[card].zone != SP_ZONE_HAND &&
		    g->place[card].zone != SP_ZONE_ASIDE) ||
		sp_game_is_public(g, card) ||
		(to != SP_NOBODY && (g->place[card].known >> to & 1U) != 0))
		return;
	sp_game_show_card(g, card, to);
	sp_game_events_add(run->events, SP_EVENT_SHOWN, seat, to)->card =
		to == SP_NOBODY ? card : -1;
}
