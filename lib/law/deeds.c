/*
 * Deeds: the verbs of games with cards that neither cast nor fight. For each
 * what is wrong with it and its next answers; doing it is acts.c.
 */
#include "judge_private.h"
#include "law/env.h"
#include "law/limits.h"

#include <assert.h>

struct deed {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	const struct sp_command *c; /* the prefix */
	int seat;
};

static int stat_of(const struct deed *d, enum sp_stat stat)
{
	return sp_seat_stat(d->ruleset, d->g, d->seat, stat);
}

static sp_value last(const struct deed *d)
{
	return d->c->n_answers == 0 ? -1 : d->c->answer[d->c->n_answers - 1];
}

/* ---- verbs ------------------------------------------------------------------
 */

/* Picking up needs a free hand, and leave to do it. */
static enum sp_reason begin_pick_up(const struct deed *d)
{
	return stat_of(d, SP_STAT_MAY_PICK_UP) ? SP_REASON_NONE
					       : SP_REASON_MAY_NOT_PICK_UP;
}

static enum sp_reason begin_treasure(const struct deed *d)
{
	const struct sp_wizard *w = &d->g->wizard[d->seat];
	enum sp_reason reason = begin_pick_up(d);

	if (w->carries != SP_NOBODY)
		return SP_REASON_CARRIES;
	if (reason == SP_REASON_NONE && w->no_pickup)
		reason = SP_REASON_MAY_NOT_PICK_UP;
	if (reason == SP_REASON_NONE &&
		d->g->moves < stat_of(d, SP_STAT_PICKUP_COST))
		reason = SP_REASON_NO_MOVES;
	return reason;
}

static enum sp_reason begin_item(const struct deed *d)
{
	enum sp_reason reason = begin_pick_up(d);
	int counts;

	if (reason != SP_REASON_NONE)
		return reason;
	if (d->g->moves <= 0)
		return SP_REASON_NO_MOVES;
	counts = stat_of(d, SP_STAT_ITEMS_COUNT);
	if (counts != 0 &&
		sp_law_hand_used(d->ruleset, d->g, d->seat) + counts >
			stat_of(d, SP_STAT_HAND_MAX))
		return SP_REASON_HAND_FULL;
	return SP_REASON_NONE;
}

enum sp_reason law_deed_begin(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, int verb)
{
	const struct deed d = { ruleset, g, NULL, seat };

	switch ((enum sp_verb)verb) {
	case SP_VERB_PICK_UP:
		return begin_treasure(&d);
	case SP_VERB_DROP:
		return g->wizard[seat].carries != SP_NOBODY
			       ? SP_REASON_NONE
			       : SP_REASON_CARRIES_NOT;
	case SP_VERB_BOOST:
		return g->boosted ? SP_REASON_BOOSTED : SP_REASON_NONE;
	case SP_VERB_TAKE_ITEM:
		return begin_item(&d);
	default:
		return SP_REASON_NONE;
	}
}

/* ---- cards in hand --------------------------------------------------------
 */

/* A card in hand that was not given yet, the lowest of its type among those. */
static enum sp_reason judge_in_hand(const struct deed *d, sp_value value)
{
	const struct sp_game *g = d->g;
	int card = sp_index_of(value);
	const struct sp_hand *hand = &g->hand[d->seat];

	if (sp_kind_of(value) != SP_KIND_CARD || card >= d->ruleset->n_copies)
		return SP_REASON_MALFORMED;
	if (g->place[card].zone != SP_ZONE_HAND ||
		g->place[card].seat != d->seat)
		return SP_REASON_NOT_IN_HAND;
	for (int i = 0; i < d->c->n_answers; i++) {
		if (d->c->answer[i] == value)
			return SP_REASON_TWICE;
	}
	for (int i = 0; i < hand->n && hand->card[i] < card; i++) {
		bool given = false;

		if (d->ruleset->type[hand->card[i]] != d->ruleset->type[card])
			continue;
		for (int k = 0; k < d->c->n_answers; k++)
			given |= d->c->answer[k] ==
				 SP_REF(SP_KIND_CARD, hand->card[i]);
		if (!given)
			return SP_REASON_MALFORMED;
	}
	return SP_REASON_NONE;
}

/* ---- boost ------------------------------------------------------------------
 *
 * Where a card in hand could add up two others, it or NONE comes first.
 */

static bool adds_up(const struct deed *d, int card)
{
	const struct sp_card *type = sp_ruleset_card(d->ruleset, card);

	for (int i = 0; i < type->n_plays; i++) {
		if (type->play[i].when == SP_WHEN_MODIFIER &&
			type->play[i].modifies == SP_MODIFIES_ENERGY)
			return true;
	}
	return false;
}

/* Something in hand besides it that pays, so many times? */
static bool has_energy(const struct deed *d, int but, int times)
{
	const struct sp_hand *hand = &d->g->hand[d->seat];

	for (int i = 0; i < hand->n && times > 0; i++)
		times -= hand->card[i] != but &&
			 sp_ruleset_card(d->ruleset, hand->card[i])->energy > 0;
	return times == 0;
}

static bool asks_for_sum(const struct deed *d)
{
	const struct sp_hand *hand = &d->g->hand[d->seat];

	for (int i = 0; i < hand->n; i++) {
		if (adds_up(d, hand->card[i]) &&
			has_energy(d, hand->card[i], 2) &&
			stat_of(d, SP_STAT_MAY_CAST))
			return true;
	}
	return false;
}

/* How many answers a boost that begins like this has. */
static int boost_length(const struct deed *d)
{
	if (!asks_for_sum(d))
		return 1;
	if (d->c->n_answers == 0)
		return 2;
	return d->c->answer[0] == SP_NOTHING ? 2 : 3;
}

static enum sp_reason judge_payment(const struct deed *d, sp_value value)
{
	enum sp_reason reason = judge_in_hand(d, value);
	bool second = d->c->n_answers == 2;

	if (reason == SP_REASON_NONE &&
		sp_ruleset_card(d->ruleset, sp_index_of(value))->energy == 0)
		reason = SP_REASON_NO_ENERGY;
	if (reason == SP_REASON_NONE && second && value < last(d))
		reason = SP_REASON_MALFORMED;
	return reason;
}

/* Is there a second card to add to this one? */
static bool has_more_energy(const struct deed *d, sp_value first)
{
	const struct sp_hand *hand = &d->g->hand[d->seat];
	struct sp_command with = *d->c;
	const struct deed next = { d->ruleset, d->g, &with, d->seat };

	with.answer[with.n_answers++] = first;
	for (int i = 0; i < hand->n; i++) {
		if (judge_payment(&next, SP_REF(SP_KIND_CARD, hand->card[i])) ==
			SP_REASON_NONE)
			return true;
	}
	return false;
}

static enum sp_reason judge_boost(const struct deed *d, sp_value value)
{
	int n = d->c->n_answers;
	enum sp_reason reason;

	if (n >= boost_length(d))
		return SP_REASON_MALFORMED;
	if (n == 0 && boost_length(d) == 2) {
		if (value == SP_NOTHING)
			return SP_REASON_NONE;
		reason = judge_in_hand(d, value);
		if (reason == SP_REASON_NONE &&
			(!adds_up(d, sp_index_of(value)) ||
				!has_energy(d, sp_index_of(value), 2)))
			reason = SP_REASON_NO_PLAY;
		return reason;
	}
	reason = judge_payment(d, value);
	if (reason == SP_REASON_NONE && n == 1 && boost_length(d) == 3 &&
		!has_more_energy(d, value))
		reason = SP_REASON_MALFORMED;
	return reason;
}

/* ---- things that lie here -------------------------------------------------
 */

static bool is_mobile(const struct deed *d, sp_value thing)
{
	struct sp_env env = { .ruleset = d->ruleset,
		.g = d->g,
		.seat = d->seat,
		.self = SP_NOTHING,
		.it = thing,
		.who = SP_NOTHING,
		.by = SP_NOTHING,
		.what = SP_NOTHING,
		.item = -1 };

	return sp_law_is(&env, thing, SP_IS_WORD + SP_IS_MOBILE);
}

static bool takes_all(const struct deed *d)
{
	return stat_of(d, SP_STAT_PICKUP_ALL) != 0;
}

static enum sp_reason judge_thing(const struct deed *d, sp_value value)
{
	const struct sp_game *g = d->g;
	int i = sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_THING || i >= SP_THINGS_MAX ||
		g->thing[i].kind == SP_THING_FREE)
		return SP_REASON_MALFORMED;
	if (g->thing[i].where !=
		SP_REF(SP_KIND_SQUARE, g->wizard[d->seat].square))
		return SP_REASON_NOT_HERE;
	if (!is_mobile(d, value))
		return SP_REASON_WRONG_TARGET;
	if (sp_law_stat(d->ruleset, g, value, SP_STAT_STUCK) != 0)
		return SP_REASON_STUCK;
	return value > last(d) ? SP_REASON_NONE : SP_REASON_MALFORMED;
}

static bool more_things(const struct deed *d)
{
	for (int i = 0; i < d->g->things_end; i++) {
		if (judge_thing(d, SP_REF(SP_KIND_THING, i)) == SP_REASON_NONE)
			return true;
	}
	return false;
}

static enum sp_reason judge_take(const struct deed *d, sp_value value)
{
	if (d->c->n_answers > 0 && value == SP_NOTHING)
		return SP_REASON_NONE;
	return judge_thing(d, value);
}

static bool take_complete(const struct deed *d)
{
	if (d->c->n_answers == 0)
		return false;
	return !takes_all(d) || last(d) == SP_NOTHING || !more_things(d);
}

/* ---- doors ------------------------------------------------------------------
 */

static enum sp_reason judge_door(const struct deed *d, sp_value value)
{
	const struct sp_board *b = &d->g->board;
	const struct sp_edge *edge;
	int done =
		d->c->verb == SP_VERB_OPEN ? SP_DOOR_IS_OPEN : SP_DOOR_IS_HELD;

	if (value < 0 || value >= b->n_edges)
		return SP_REASON_MALFORMED;
	if (!sp_board_beside(b, d->g->wizard[d->seat].square, (uint16_t)value))
		return SP_REASON_NOT_BESIDE;
	if (sp_board_edge_kind(b, (uint16_t)value) != SP_EDGE_DOOR)
		return SP_REASON_NO_DOOR;
	if (sp_law_stat(d->ruleset, d->g, SP_REF(SP_KIND_EDGE, value),
		    SP_STAT_SEALED) != 0)
		return SP_REASON_LOCKED;
	edge = &b->edge[value];
	/* whoever got it open by magic may hold it */
	if (edge->owner != d->seat && edge->door_by != d->seat &&
		stat_of(d, SP_STAT_OPENS_DOORS) == 0)
		return SP_REASON_NOT_YOUR_DOOR;
	return edge->door == done ? SP_REASON_ALREADY : SP_REASON_NONE;
}

/* ---- the play area ----------------------------------------------------------
 */

static enum sp_reason judge_played(const struct deed *d, sp_value value)
{
	const struct sp_played *p;
	int i = sp_index_of(value);
	int kind = d->c->verb == SP_VERB_DROP_ITEM ? SP_PLAYED_ITEM
						   : SP_PLAYED_SPELL;

	if (sp_kind_of(value) != SP_KIND_PLAYED || i >= SP_PLAYED_MAX)
		return SP_REASON_MALFORMED;
	p = &d->g->played[i];
	if (p->kind != kind)
		return SP_REASON_MALFORMED;
	if (p->seat != d->seat || p->unmaintained)
		return SP_REASON_WRONG_TARGET;
	return SP_REASON_NONE;
}

/* ---- discard and draw -------------------------------------------------------
 */

static enum sp_reason judge_discard(const struct deed *d, sp_value value)
{
	if (value == SP_NOTHING)
		/* to begin the phase is something, in it it is nothing */
		return d->c->n_answers > 0 || d->g->phase == SP_PHASE_MOVE
			       ? SP_REASON_NONE
			       : SP_REASON_MALFORMED;
	if (d->c->n_answers > 0 && value < last(d))
		return SP_REASON_MALFORMED;
	return judge_in_hand(d, value);
}

static bool discard_complete(const struct deed *d)
{
	const struct sp_hand *hand = &d->g->hand[d->seat];

	if (d->c->n_answers == 0)
		return false;
	if (last(d) == SP_NOTHING)
		return true;
	for (int i = 0; i < hand->n; i++) {
		if (judge_discard(d, SP_REF(SP_KIND_CARD, hand->card[i])) ==
			SP_REASON_NONE)
			return false;
	}
	return true;
}

static enum sp_reason judge_draw(const struct deed *d, sp_value value)
{
	if (value < 0 || sp_kind_of(value) != SP_KIND_NUMBER)
		return SP_REASON_MALFORMED;
	return value <= sp_law_draw_max(d->ruleset, d->g, d->seat)
		       ? SP_REASON_NONE
		       : SP_REASON_TOO_MANY;
}

/* ---- treasures --------------------------------------------------------------
 */

static enum sp_reason judge_treasure(const struct deed *d, sp_value value)
{
	const struct sp_game *g = d->g;

	if (value < 0 || value >= g->n_treasures)
		return SP_REASON_MALFORMED;
	if (d->c->verb == SP_VERB_DROP)
		return g->wizard[d->seat].carries == value
			       ? SP_REASON_NONE
			       : SP_REASON_CARRIES_NOT;
	if (g->treasure[value].square != g->wizard[d->seat].square)
		return SP_REASON_NOT_HERE;
	return sp_law_stat(d->ruleset, g, SP_REF(SP_KIND_TREASURE, value),
		       SP_STAT_STUCK) != 0
		       ? SP_REASON_STUCK
		       : SP_REASON_NONE;
}

/* ---- all of them ------------------------------------------------------------
 */

enum sp_reason law_deed_judge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	sp_value value)
{
	const struct deed d = { ruleset, g, prefix, prefix->seat };

	switch ((enum sp_verb)prefix->verb) {
	case SP_VERB_BOOST:
		return judge_boost(&d, value);
	case SP_VERB_TAKE_ITEM:
		return judge_take(&d, value);
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
		return judge_door(&d, value);
	case SP_VERB_PICK_UP:
	case SP_VERB_DROP:
		return judge_treasure(&d, value);
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
		return judge_played(&d, value);
	case SP_VERB_DISCARD:
		return judge_discard(&d, value);
	case SP_VERB_DRAW:
		return judge_draw(&d, value);
	case SP_VERB_GIVE_UP:
		return law_give_up_judge(ruleset, g, prefix, value);
	default:
		return SP_REASON_MALFORMED;
	}
}

bool law_deed_complete(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix)
{
	const struct deed d = { ruleset, g, prefix, prefix->seat };

	switch ((enum sp_verb)prefix->verb) {
	case SP_VERB_END:
		return true;
	case SP_VERB_BOOST:
		return prefix->n_answers >= boost_length(&d);
	case SP_VERB_TAKE_ITEM:
		return take_complete(&d);
	case SP_VERB_DISCARD:
		return discard_complete(&d);
	case SP_VERB_GIVE_UP:
		return law_give_up_complete(ruleset, g, prefix);
	default:
		return prefix->n_answers > 0;
	}
}

static void add(struct sp_domain *out, sp_value value)
{
	assert(out->n < SP_DOMAIN_MAX);
	out->value[out->n++] = value;
}

static void add_hand(const struct deed *d, struct sp_domain *out)
{
	const struct sp_hand *hand = &d->g->hand[d->seat];

	for (int i = 0; i < hand->n; i++)
		add(out, SP_REF(SP_KIND_CARD, hand->card[i]));
	add(out, SP_NOTHING);
}

static void add_all(struct sp_domain *out, int kind, int n)
{
	for (int i = 0; i < n; i++)
		add(out, kind == SP_KIND_NUMBER ? i : SP_REF(kind, i));
}

static void add_edges(const struct deed *d, struct sp_domain *out)
{
	const uint16_t *beside =
		d->g->board.edge_at[d->g->wizard[d->seat].square];

	for (int dir = 0; dir < SP_DIRS; dir++) {
		sp_value edge = beside[dir];
		int at = out->n;

		while (at > 0 && out->value[at - 1] > edge)
			at--;
		if (at > 0 && out->value[at - 1] == edge)
			continue;
		memmove(&out->value[at + 1], &out->value[at],
			(size_t)(out->n - at) * sizeof(out->value[0]));
		out->value[at] = edge;
		out->n++;
	}
}

/* Everything that could be an answer, ascending: the judge has the last word.
 */
static void candidates(const struct deed *d, struct sp_domain *out)
{
	switch ((enum sp_verb)d->c->verb) {
	case SP_VERB_BOOST:
		out->kind = d->c->n_answers == 0 && boost_length(d) > 1
				    ? SP_SLOT_MODIFIER
				    : SP_SLOT_ENERGY;
		add_hand(d, out);
		break;
	case SP_VERB_TAKE_ITEM:
		out->kind = SP_SLOT_THING;
		add_all(out, SP_KIND_THING, d->g->things_end);
		add(out, SP_NOTHING);
		break;
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
		out->kind = SP_SLOT_EDGE;
		add_edges(d, out);
		break;
	case SP_VERB_PICK_UP:
	case SP_VERB_DROP:
		out->kind = SP_SLOT_TREASURE;
		add_all(out, SP_KIND_NUMBER, d->g->n_treasures);
		break;
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
		out->kind = SP_SLOT_PLAYED;
		add_all(out, SP_KIND_PLAYED, d->g->played_end);
		break;
	case SP_VERB_DISCARD:
		out->kind = SP_SLOT_CARD;
		add_hand(d, out);
		break;
	case SP_VERB_DRAW:
		out->kind = SP_SLOT_NUMBER;
		add_all(out, SP_KIND_NUMBER,
			sp_law_draw_max(d->ruleset, d->g, d->seat) + 1);
		break;
	default:
		break;
	}
}

void law_deed_domain(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *prefix, struct sp_domain *out)
{
	const struct deed d = { ruleset, g, prefix, prefix->seat };
	int legal = 0;

	out->n = 0;
	if (prefix->verb == SP_VERB_GIVE_UP) {
		law_give_up_domain(ruleset, g, prefix, out);
		return;
	}
	candidates(&d, out);
	for (int i = 0; i < out->n; i++) {
		if (law_deed_judge(ruleset, g, prefix, out->value[i]) ==
			SP_REASON_NONE)
			out->value[legal++] = out->value[i];
	}
	out->n = legal;
}
