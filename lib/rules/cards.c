/*
 * Cards between deck, hand and discard pile: drawing, looking, taking, and what
 * a seat must give up.
 *
 * The frame SP_FRAME_GIVE_UP: `seat` who parts with things; `a` enum give_up;
 * `b` how many cards (SOME); `c` and `d` the spells and items that he has
 * named, which lie in the locals and go one by one, and how many of them are
 * gone.
 */
#include "effect.h"

#include <assert.h>

enum give_up {
	GIVE_UP_LIMIT, /* until the hand is legal again */
	GIVE_UP_SOME,  /* so many cards out of the hand */
};

/* ---- drawing --------------------------------------------------------------
 */

static int discarded(const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	int n = 0;

	for (int card = 0; card < ruleset->n_copies; card++)
		n += g->place[card].zone == SP_ZONE_DISCARD &&
		     g->place[card].pile == 0;
	return n;
}

int sp_draw_max(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	int most = sp_seat_stat(ruleset, g, seat, SP_STAT_DRAW_MAX);
	int room = sp_seat_stat(ruleset, g, seat, SP_STAT_HAND_MAX) -
		   sp_hand_used(ruleset, g, seat);
	int left = g->pile[0].n;

	most = most < room ? most : room;
	if (most > left) {
		left += discarded(ruleset, g);
		most = most < left ? most : left;
	}
	return most > 0 ? most : 0;
}

void sp_draw(struct sp_run *run, int seat, int cards)
{
	int drawn;

	if (cards <= 0)
		return;
	if (!run->g->rng.known) {
		run->unknown = true;
		return;
	}
	drawn = sp_game_draw_cards(run->g, seat, cards, run->events);
	if (drawn > 0)
		sp_push_event(run, SP_ON_DREW, SP_REF(SP_KIND_ACTOR, seat),
			SP_NOTHING, SP_NOTHING, drawn);
}

/* ---- what must go ---------------------------------------------------------
 */

static void push_give_up(
	struct sp_run *run, int seat, enum give_up what, int cards)
{
	struct sp_frame *f = sp_push(run, SP_FRAME_GIVE_UP);

	f->seat = (int8_t)seat;
	f->a = (int32_t)what;
	f->b = cards;
}

static int over_limit(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	int over;

	if (!g->wizard[seat].alive)
		return 0;
	over = sp_hand_used(ruleset, g, seat);
	/* most hands are small */
	return over == 0 ? 0
			 : over - sp_seat_stat(
					  ruleset, g, seat, SP_STAT_HAND_MAX);
}

void sp_push_limit(struct sp_run *run, int seat)
{
	if (over_limit(run->ruleset, run->g, seat) > 0)
		push_give_up(run, seat, GIVE_UP_LIMIT, 0);
}

/* What counts in the hand besides its cards, and may be given up for it. */
static bool counts(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int i, int seat)
{
	const struct sp_played *p = &g->played[i];

	if (p->kind == SP_PLAYED_FREE || p->seat != seat || p->unmaintained)
		return false;
	return sp_seat_stat(ruleset, g, seat,
		       p->kind == SP_PLAYED_ITEM ? SP_STAT_ITEMS_COUNT
						 : SP_STAT_SPELLS_COUNT) != 0;
}

/* Everything that may be given up at all, ascending. Out of turn the hand comes
 * first (rulings). */
struct stock {
	bool hand_first; /* the others only after the whole hand */
	int n_hand, n;
	sp_value ref[SP_HAND_MAX + SP_PLAYED_MAX];
	int need;
};

static void take_stock(struct stock *s, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_frame *f)
{
	const struct sp_hand *hand = &g->hand[f->seat];

	s->n = 0;
	for (int i = 0; i < hand->n; i++)
		s->ref[s->n++] = SP_REF(SP_KIND_CARD, hand->card[i]);
	s->n_hand = s->n;
	s->need = f->a == GIVE_UP_SOME ? f->b : over_limit(ruleset, g, f->seat);
	s->hand_first = f->seat != g->active;
	for (int i = 0; f->a == GIVE_UP_LIMIT && i < g->played_end; i++)
		if (counts(ruleset, g, i, f->seat))
			s->ref[s->n++] = SP_REF(SP_KIND_PLAYED, i);
	if (s->need > s->n)
		s->need = s->n;
	if (s->need > SP_LOCALS)
		s->need = SP_LOCALS; /* the rest is asked for again */
	if (s->hand_first && s->need <= s->n_hand)
		s->n = s->n_hand;
}

static bool was_given(const struct sp_command *prefix, sp_value value)
{
	for (int i = 0; i < prefix->n_answers; i++) {
		if (prefix->answer[i] == value)
			return true;
	}
	return false;
}

/* A card of the same type with a lower number, which was not given, stands for
 * this one. `next` is being given now. */
static bool has_twin(const struct sp_ruleset *ruleset, const struct stock *s,
	const struct sp_command *prefix, int at, int next)
{
	int type;

	if (at >= s->n_hand)
		return false;
	type = ruleset->type[sp_index_of(s->ref[at])];
	for (int i = 0; i < at && i < next; i++) {
		if (ruleset->type[sp_index_of(s->ref[i])] == type &&
			!was_given(prefix, s->ref[i]))
			return true;
	}
	return false;
}

/* May ref[at] be the next? What is given ascends, and what comes behind must
 * still be enough. */
static bool may_give(const struct sp_ruleset *ruleset, const struct stock *s,
	const struct sp_command *prefix, int at)
{
	int given = prefix->n_answers;
	int behind = 0;

	if (given >= s->need ||
		(given > 0 && s->ref[at] <= prefix->answer[given - 1]))
		return false;
	if (s->hand_first && s->need > s->n_hand && at != given &&
		given < s->n_hand)
		return false;
	if (has_twin(ruleset, s, prefix, at, at))
		return false;
	for (int i = at + 1; i < s->n; i++)
		behind += !has_twin(ruleset, s, prefix, i, at);
	return given + 1 + behind >= s->need;
}

static const struct sp_frame *asking(const struct sp_game *g)
{
	assert(g->n_frames > 0 &&
		g->frame[g->n_frames - 1].kind == SP_FRAME_GIVE_UP);
	return &g->frame[g->n_frames - 1];
}

enum sp_reason sp_give_up_judge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	sp_value value)
{
	struct stock s;

	take_stock(&s, ruleset, g, asking(g));
	for (int i = 0; i < s.n; i++) {
		if (s.ref[i] == value)
			return may_give(ruleset, &s, prefix, i)
				       ? SP_REASON_NONE
				       : SP_REASON_MALFORMED;
	}
	return sp_kind_of(value) == SP_KIND_CARD ? SP_REASON_NOT_IN_HAND
						 : SP_REASON_WRONG_TARGET;
}

bool sp_give_up_complete(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix)
{
	struct stock s;

	take_stock(&s, ruleset, g, asking(g));
	return prefix->n_answers >= s.need;
}

void sp_give_up_domain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_domain *out)
{
	struct stock s;

	take_stock(&s, ruleset, g, asking(g));
	out->kind = SP_SLOT_GIVE_UP;
	for (int i = 0; i < s.n; i++) {
		if (may_give(ruleset, &s, prefix, i))
			out->value[out->n++] = s.ref[i];
	}
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
		sp_end_spell(run, i, 1);
	else
		sp_drop_item(run, i, g->wizard[seat].square);
}

/* The cards go at once, the rest one by one: each may have consequences. */
static void give_all(
	struct sp_run *run, struct sp_frame *f, const sp_value refs[], int n)
{
	f->b = 0;
	f->c = 0;
	f->d = 0;
	for (int i = 0; i < n; i++) {
		if (sp_kind_of(refs[i]) == SP_KIND_CARD)
			give(run, f->seat, refs[i]);
		else
			f->local[f->c++] = refs[i];
	}
}

void sp_give_up_do(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;

	give_all(run, &g->frame[g->n_frames - 1], c->answer, c->n_answers);
}

static bool give_next(struct sp_run *run, struct sp_frame *f)
{
	sp_value next;

	if (f->d >= f->c)
		return false;
	next = f->local[f->d];
	f->local[f->d++] = SP_NOTHING;
	give(run, f->seat, next);
	return true;
}

void sp_step_give_up(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	struct stock s;

	if (!g->wizard[f->seat].alive) {
		sp_pop(run);
		return;
	}
	if (give_next(run, f))
		return;
	take_stock(&s, run->ruleset, g, f);
	/* in a view there is more than is seen */
	if (s.n_hand < g->wizard[f->seat].hand && f->a == GIVE_UP_SOME)
		s.need = f->b < g->wizard[f->seat].hand
				 ? f->b
				 : g->wizard[f->seat].hand;
	if (s.need <= 0) {
		sp_pop(run);
		return;
	}
	if (s.n_hand < g->wizard[f->seat].hand || s.n > s.need) {
		sp_ask(run, SP_DECISION_DISCARD, 1U << (unsigned)f->seat);
		return;
	}
	give_all(run, f, s.ref, s.n);
}

/* ---- the cheapest ---------------------------------------------------------
 *
 * What a deadline gives up: cards before spells before items; of the cards
 * those that are worth least, of the rest the oldest.
 */
static int worth(
	const struct sp_ruleset *ruleset, const struct sp_game *g, sp_value ref)
{
	const struct sp_played *p;
	const struct sp_card *card;

	if (sp_kind_of(ref) == SP_KIND_CARD) {
		card = sp_ruleset_card(ruleset, sp_index_of(ref));
		return card->is_item * 1000 + card->energy;
	}
	p = &g->played[sp_index_of(ref)];
	return (p->kind == SP_PLAYED_SPELL ? 10000 : 100000) + p->order;
}

void sp_give_up_default(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_command *out)
{
	struct stock s;
	bool goes[SP_HAND_MAX + SP_PLAYED_MAX] = { false };

	take_stock(&s, ruleset, g, asking(g));
	for (int n = 0; n < s.need; n++) {
		int best = -1;

		for (int i = 0; i < s.n; i++) {
			if (!goes[i] &&
				(best < 0 ||
					worth(ruleset, g, s.ref[i]) <
						worth(ruleset, g, s.ref[best])))
				best = i;
		}
		assert(best >= 0); /* no more is needed than there is */
		goes[best] = true;
	}
	for (int i = 0; i < s.n; i++) {
		if (goes[i])
			out->answer[out->n_answers++] = s.ref[i];
	}
}

/* ---- operations -----------------------------------------------------------
 */

void sp_op_draw(struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_arg_seat(run, f, op, 0);
	int cards = sp_arg_number(run, f, op, 1);

	if (who != SP_NOBODY)
		sp_draw(run, who, cards);
}

/* An item out of a play area, or one that lies there, is no more. */
static void discard_item(struct sp_run *run, sp_value what)
{
	struct sp_game *g = run->g;
	int i = sp_index_of(what);
	int card, seat;

	if (sp_kind_of(what) == SP_KIND_PLAYED) {
		card = g->played[i].card;
		seat = g->played[i].seat;
		sp_game_remove_played(g, i, SP_ZONE_DISCARD);
	} else {
		card = g->thing[i].card;
		seat = SP_NOBODY;
		sp_game_remove_thing(g, i);
		sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
	}
	sp_events_add(run->events, SP_EVENT_DISCARDED, seat, SP_NOBODY, 0, 0)
		->c = card;
}

void sp_op_discard(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	sp_value what = sp_arg(run, f, op, 0, SP_NOTHING);
	int i = sp_index_if(g, what, (enum sp_kind)sp_kind_of(what));

	if (i < 0 || run->unknown)
		return;
	switch (sp_kind_of(what)) {
	case SP_KIND_CARD:
		if (g->place[i].zone == SP_ZONE_HAND)
			sp_game_discard(g, g->place[i].seat, i, run->events);
		break;
	case SP_KIND_PLAYED:
		if (g->played[i].kind == SP_PLAYED_SPELL)
			sp_end_spell(run, i, 2);
		else
			discard_item(run, what);
		break;
	case SP_KIND_THING:
		if (g->thing[i].kind == SP_THING_CREATED)
			sp_end_spell(run, g->thing[i].played, 2);
		else
			discard_item(run, what);
		break;
	default:
		break;
	}
}

void sp_op_discard_some(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_arg_seat(run, f, op, 0);
	int cards = sp_arg_number(run, f, op, 1);

	if (who != SP_NOBODY && cards > 0)
		push_give_up(run, who, GIVE_UP_SOME, cards);
}

void sp_op_discard_to_limit(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_arg_seat(run, f, op, 0);

	if (who != SP_NOBODY)
		sp_push_limit(run, who);
}

void sp_op_look(struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int who = sp_arg_seat(run, f, op, 0);
	int at = sp_arg_seat(run, f, op, 1);

	if (who == SP_NOBODY || at == SP_NOBODY || who == at)
		return;
	if (g->hand[at].n < g->wizard[at].hand) {
		run->unknown = true;
		return;
	}
	for (int i = 0; i < g->hand[at].n; i++) {
		if (g->place[g->hand[at].card[i]].known != SP_KNOWN_TO_ALL)
			sp_game_show_card(g, g->hand[at].card[i], who);
	}
	sp_events_add(
		run->events, SP_EVENT_LOOKED, who, at, g->wizard[at].hand, 0);
}

void sp_op_take_card(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int card = sp_arg_index(run, f, op, 0, SP_KIND_CARD);
	int who = sp_arg_seat(run, f, op, 1);
	int from;
	bool is_public;

	if (card < 0 || who == SP_NOBODY || run->unknown)
		return;
	if (g->place[card].zone != SP_ZONE_HAND &&
		g->place[card].zone != SP_ZONE_DISCARD)
		return;
	from = g->place[card].seat;
	is_public = sp_game_is_public(g, card);
	if (from == who)
		return;
	sp_game_put_card(g, card, SP_ZONE_HAND, who);
	sp_events_add(run->events, SP_EVENT_CARD_TAKEN, who, from, 1, 0)->c =
		is_public ? card : -1;
}
