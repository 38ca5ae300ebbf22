/*
 * Deeds: the verbs that neither walk nor punch nor play a card. Of each what is
 * wrong with it and with its next answer; doing it is acts.c of rules.
 */
#include "judge_private.h"

#include "eval/eval.h"
#include "eval/thing.h"
#include "law/compulsion.h"
#include "law/limits.h"

static sp_value last(const struct sp_judge *j)
{
	int n = j->given.n_answers;

	return n == 0 ? -1 : j->given.answer[n - 1];
}

/* ---- treasures ------------------------------------------------------------
 */

/* Picking up needs a free hand, and leave to do it. */
static enum sp_reason may_pick_up(const struct sp_judge *j, bool items)
{
	return law_judge_stat(j, SP_STAT_MAY_PICK_UP) &&
			       sp_eval_may_carry(
				       j->ruleset, j->g, j->actor, items)
		       ? SP_REASON_NONE
		       : SP_REASON_MAY_NOT_PICK_UP;
}

static enum sp_reason begin_pick_up(struct sp_judge *j)
{
	const struct sp_actor *w = &j->g->actor[j->actor];
	enum sp_reason reason = may_pick_up(j, false);

	if (w->carries != SP_NOBODY)
		return SP_REASON_CARRIES;
	if (reason == SP_REASON_NONE && w->no_pickup)
		reason = SP_REASON_MAY_NOT_PICK_UP;
	if (reason == SP_REASON_NONE &&
		j->moves < law_judge_stat(j, SP_STAT_PICKUP_COST))
		reason = SP_REASON_NO_MOVES;
	return reason;
}

static bool is_treasure(const struct sp_game *g, sp_value value)
{
	return sp_kind_of(value) == SP_KIND_TREASURE &&
	       sp_index_of(value) < g->n_treasures;
}

static enum sp_reason judge_pick_up(const struct sp_judge *j, sp_value value)
{
	const struct sp_game *g = j->g;

	if (!is_treasure(g, value))
		return SP_REASON_MALFORMED;
	if (g->treasure[sp_index_of(value)].square != j->at)
		return SP_REASON_NOT_HERE;
	return sp_eval_stat(j->ruleset, g, value, SP_STAT_STUCK) != 0
		       ? SP_REASON_STUCK
		       : SP_REASON_NONE;
}

static void list_treasures(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(out, SP_KIND_TREASURE, j->g->n_treasures);
}

const struct law_verb law_verb_pick_up = {
	.by_creature = true,
	.begin = begin_pick_up,
	.answer = judge_pick_up,
	.list = list_treasures,
};

static enum sp_reason begin_drop(struct sp_judge *j)
{
	return j->g->actor[j->actor].carries != SP_NOBODY
		       ? SP_REASON_NONE
		       : SP_REASON_CARRIES_NOT;
}

static enum sp_reason judge_drop(const struct sp_judge *j, sp_value value)
{
	if (!is_treasure(j->g, value))
		return SP_REASON_MALFORMED;
	return j->g->actor[j->actor].carries == sp_index_of(value)
		       ? SP_REASON_NONE
		       : SP_REASON_CARRIES_NOT;
}

const struct law_verb law_verb_drop = {
	.by_creature = true,
	.begin = begin_drop,
	.answer = judge_drop,
	.list = list_treasures,
};

/* ---- doors ----------------------------------------------------------------
 */

static enum sp_reason judge_door(
	const struct sp_judge *j, sp_value value, int done)
{
	const struct sp_board *b = &j->g->board;
	const struct sp_edge *edge;
	uint16_t i = (uint16_t)sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_EDGE || i >= b->n_edges)
		return SP_REASON_MALFORMED;
	if (!sp_board_beside(b, j->at, i))
		return SP_REASON_NOT_BESIDE;
	if (sp_board_edge_kind(b, i) != SP_EDGE_DOOR)
		return SP_REASON_NO_DOOR;
	if (sp_eval_stat(j->ruleset, j->g, value, SP_STAT_SEALED) != 0)
		return SP_REASON_LOCKED;
	edge = &b->edge[i];
	/* whoever got it open by magic may hold it */
	if (edge->owner != j->seat && edge->door_by != j->seat &&
		law_judge_stat(j, SP_STAT_OPENS_DOORS) == 0)
		return SP_REASON_NOT_YOUR_DOOR;
	return edge->door == done ? SP_REASON_ALREADY : SP_REASON_NONE;
}

static enum sp_reason judge_open(const struct sp_judge *j, sp_value value)
{
	return judge_door(j, value, SP_DOOR_IS_OPEN);
}

static enum sp_reason judge_hold(const struct sp_judge *j, sp_value value)
{
	return judge_door(j, value, SP_DOOR_IS_HELD);
}

const struct law_verb law_verb_open = {
	.answer = judge_open,
	.list = law_domain_add_edges,
};

const struct law_verb law_verb_hold = {
	.answer = judge_hold,
	.list = law_domain_add_edges,
};

/* ---- cards in hand --------------------------------------------------------
 */

static bool was_given(const struct sp_command *c, sp_value value)
{
	for (int i = 0; i < c->n_answers; i++) {
		if (c->answer[i] == value)
			return true;
	}
	return false;
}

/* A card in hand that was not given yet, the lowest of its type among those. */
static enum sp_reason judge_in_hand(
	const struct sp_judge *j, const struct sp_command *c, sp_value value)
{
	const struct sp_game *g = j->g;
	int card = sp_index_of(value);
	const struct sp_hand *hand = &g->hand[j->seat];

	if (sp_kind_of(value) != SP_KIND_CARD || card >= j->ruleset->n_copies)
		return SP_REASON_MALFORMED;
	if (g->place[card].zone != SP_ZONE_HAND ||
		g->place[card].seat != j->seat)
		return SP_REASON_NOT_IN_HAND;
	if (was_given(c, value))
		return SP_REASON_TWICE;
	for (int i = 0; i < hand->n && hand->card[i] < card; i++) {
		if (j->ruleset->type[hand->card[i]] == j->ruleset->type[card] &&
			!was_given(c, SP_REF(SP_KIND_CARD, hand->card[i])))
			return SP_REASON_MALFORMED;
	}
	return SP_REASON_NONE;
}

static void list_hand(const struct sp_judge *j, struct sp_domain *out)
{
	const struct sp_hand *hand = &j->g->hand[j->seat];

	for (int i = 0; i < hand->n; i++)
		law_domain_add(out, SP_REF(SP_KIND_CARD, hand->card[i]));
	law_domain_add(out, SP_NOTHING);
}

/* ---- boost ----------------------------------------------------------------
 *
 * Where a card in hand could add up two others, it or NONE comes first.
 */

static enum sp_reason begin_boost(struct sp_judge *j)
{
	return j->g->boosted ? SP_REASON_BOOSTED : SP_REASON_NONE;
}

static bool adds_up(const struct sp_judge *j, int card)
{
	const struct sp_card *type = sp_ruleset_card(j->ruleset, card);

	for (int i = type->modifying; i >= 0 && i < type->n_plays; i++) {
		if (type->play[i].when == SP_WHEN_MODIFIER &&
			type->play[i].modifies == SP_MODIFIES_ENERGY)
			return true;
	}
	return false;
}

/* Why the card, or that card added to another one, gives nothing to speed. */
static enum sp_reason judge_speed(
	const struct sp_judge *j, int card, bool summed)
{
	const struct sp_card *type = sp_ruleset_card(j->ruleset, card);

	if (!sp_card_pays(type))
		return SP_REASON_NO_ENERGY;
	if (type->flash && !(summed && j->ruleset->flash_added))
		return SP_REASON_FLASH;
	return SP_REASON_NONE;
}

/* Two cards in hand besides it that it could add up? */
static bool has_two(const struct sp_judge *j, int but)
{
	const struct sp_hand *hand = &j->g->hand[j->seat];

	int n = 0;

	for (int i = 0; i < hand->n; i++)
		n += hand->card[i] != but &&
		     judge_speed(j, hand->card[i], true) == SP_REASON_NONE;
	return n >= 2;
}

/* One that boosts by itself? */
static bool has_one(const struct sp_judge *j)
{
	const struct sp_hand *hand = &j->g->hand[j->seat];

	for (int i = 0; i < hand->n; i++) {
		if (judge_speed(j, hand->card[i], false) == SP_REASON_NONE)
			return true;
	}
	return false;
}

static bool asks_for_sum(const struct sp_judge *j)
{
	const struct sp_hand *hand = &j->g->hand[j->seat];

	for (int i = 0; i < hand->n; i++) {
		if (adds_up(j, hand->card[i]) && has_two(j, hand->card[i]) &&
			law_judge_stat(j, SP_STAT_MAY_CAST))
			return true;
	}
	return false;
}

/* How many answers a boost that begins like this has. */
static int boost_length(const struct sp_judge *j)
{
	if (!asks_for_sum(j))
		return 1;
	if (j->given.n_answers == 0)
		return 2;
	return j->given.answer[0] == SP_NOTHING ? 2 : 3;
}

static enum sp_reason judge_payment(
	const struct sp_judge *j, const struct sp_command *c, sp_value value)
{
	enum sp_reason reason = judge_in_hand(j, c, value);

	if (reason == SP_REASON_NONE)
		reason = judge_speed(j, sp_index_of(value),
			c->n_answers > 0 && c->answer[0] != SP_NOTHING);
	if (reason == SP_REASON_NONE && c->n_answers == 2 &&
		value < c->answer[1])
		reason = SP_REASON_MALFORMED;
	return reason;
}

/* Is there a second card to add to this one? */
static bool has_more_energy(const struct sp_judge *j, sp_value first)
{
	const struct sp_hand *hand = &j->g->hand[j->seat];
	struct sp_command with = j->given;

	with.answer[with.n_answers++] = first;
	for (int i = 0; i < hand->n; i++) {
		if (judge_payment(
			    j, &with, SP_REF(SP_KIND_CARD, hand->card[i])) ==
			SP_REASON_NONE)
			return true;
	}
	return false;
}

static enum sp_reason judge_boost(const struct sp_judge *j, sp_value value)
{
	int n = j->given.n_answers, length = boost_length(j);
	enum sp_reason reason;

	if (n >= length)
		return SP_REASON_MALFORMED;
	if (n == 0 && length == 2) {
		if (value == SP_NOTHING)
			return has_one(j) ? SP_REASON_NONE : SP_REASON_FLASH;
		reason = judge_in_hand(j, &j->given, value);
		if (reason == SP_REASON_NONE &&
			(!adds_up(j, sp_index_of(value)) ||
				!has_two(j, sp_index_of(value))))
			reason = SP_REASON_NO_PLAY;
		return reason;
	}
	reason = judge_payment(j, &j->given, value);
	if (reason == SP_REASON_NONE && n == 1 && length == 3 &&
		!has_more_energy(j, value))
		reason = SP_REASON_MALFORMED;
	return reason;
}

static bool boost_complete(const struct sp_judge *j)
{
	return j->given.n_answers >= boost_length(j);
}

static void list_boost(const struct sp_judge *j, struct sp_domain *out)
{
	if (j->given.n_answers > 0 || boost_length(j) == 1)
		out->kind = SP_SLOT_ENERGY;
	list_hand(j, out);
}

const struct law_verb law_verb_boost = {
	.begin = begin_boost,
	.answer = judge_boost,
	.complete = boost_complete,
	.list = list_boost,
};

/* ---- things that lie here -------------------------------------------------
 */

static struct sp_env env_of_thing(const struct sp_judge *j, sp_value thing)
{
	return (struct sp_env){ .ruleset = j->ruleset,
		.g = j->g,
		.actor = j->actor,
		.self = thing,
		.it = thing,
		.who = SP_NOTHING,
		.by = SP_NOTHING,
		.what = SP_NOTHING,
		.cast = -1 };
}

static bool is_mobile(const struct sp_judge *j, sp_value thing)
{
	struct sp_env env = env_of_thing(j, thing);

	return sp_eval_is(&env, thing, SP_IS_WORD + SP_IS_MOBILE);
}

/* How many cards more a hand may hold that has the thing. */
static int raised_by(const struct sp_judge *j, sp_value thing)
{
	const struct sp_card *card = sp_ruleset_card(
		j->ruleset, j->g->thing[sp_index_of(thing)].card);
	struct sp_env env = env_of_thing(j, thing);
	int more = 0;

	for (int i = 0; i < card->n_whiles; i++)
		if (card->whiles[i].stat == SP_STAT_HAND_MAX &&
			card->whiles[i].subject == SP_SUBJECT_ME &&
			card->whiles[i].how == 1 && /* it adds */
			sp_eval_holds(&env, card->whiles[i].condition))
			more += sp_eval_code(&env, card->whiles[i].value, 0);
	return more > 0 ? more : 0;
}

/* True if there is no room beside the hand, not even `more` than usual. */
static bool is_one_too_many(const struct sp_judge *j, int more)
{
	int counts;

	if (j->given.n_answers > 0 ||
		j->actor != j->seat) /* what it carries counts in no hand */
		return false;
	counts = law_judge_stat(j, SP_STAT_ITEMS_COUNT);
	return counts != 0 &&
	       sp_law_hand_used(j->ruleset, j->g, j->seat) + counts >
		       law_judge_stat(j, SP_STAT_HAND_MAX) + more;
}

/* True if nothing that lies here makes room for itself either. */
static bool has_no_room(const struct sp_judge *j)
{
	int most = 0;

	if (!is_one_too_many(j, 0))
		return false;
	for (int i = 0; i < j->g->things_end; i++)
		if (j->g->thing[i].kind != SP_THING_FREE &&
			j->g->thing[i].where == SP_REF(SP_KIND_SQUARE, j->at) &&
			raised_by(j, SP_REF(SP_KIND_THING, i)) > most)
			most = raised_by(j, SP_REF(SP_KIND_THING, i));
	return is_one_too_many(j, most);
}

/* Why nothing that lies here can be taken, whatever it is, but for the room
 * beside the hand. */
static enum sp_reason may_take(const struct sp_judge *j)
{
	enum sp_reason reason = may_pick_up(j, true);

	if (reason != SP_REASON_NONE)
		return reason;
	if (j->moves <= 0)
		return SP_REASON_NO_MOVES;
	return sp_game_play_area_full(j->g) ? SP_REASON_NO_ROOM_IN_PLAY
					    : SP_REASON_NONE;
}

static enum sp_reason begin_take(struct sp_judge *j)
{
	enum sp_reason reason = may_take(j);

	return reason == SP_REASON_NONE && has_no_room(j) ? SP_REASON_HAND_FULL
							  : reason;
}

static enum sp_reason judge_thing(const struct sp_judge *j, sp_value value)
{
	const struct sp_game *g = j->g;
	int i = sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_THING || i >= SP_THINGS_MAX ||
		g->thing[i].kind == SP_THING_FREE)
		return SP_REASON_MALFORMED;
	if (g->thing[i].where != SP_REF(SP_KIND_SQUARE, j->at))
		return SP_REASON_NOT_HERE;
	if (!is_mobile(j, value))
		return SP_REASON_WRONG_TARGET;
	if (sp_eval_stat(j->ruleset, g, value, SP_STAT_STUCK) != 0)
		return SP_REASON_STUCK;
	if (is_one_too_many(j, raised_by(j, value)))
		return SP_REASON_HAND_FULL;
	return value > last(j) ? SP_REASON_NONE : SP_REASON_MALFORMED;
}

static bool more_things(const struct sp_judge *j)
{
	for (int i = 0; i < j->g->things_end; i++) {
		if (judge_thing(j, SP_REF(SP_KIND_THING, i)) == SP_REASON_NONE)
			return true;
	}
	return false;
}

static enum sp_reason judge_take(const struct sp_judge *j, sp_value value)
{
	if (j->given.n_answers > 0 && value == SP_NOTHING)
		return SP_REASON_NONE;
	return judge_thing(j, value);
}

static bool take_complete(const struct sp_judge *j)
{
	if (j->given.n_answers == 0)
		return false;
	return law_judge_stat(j, SP_STAT_PICKUP_ALL) == 0 ||
	       last(j) == SP_NOTHING || !more_things(j);
}

static void list_things(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(out, SP_KIND_THING, j->g->things_end);
	law_domain_add(out, SP_NOTHING);
}

const struct law_verb law_verb_take_item = {
	.by_creature = true,
	.begin = begin_take,
	.answer = judge_take,
	.complete = take_complete,
	.list = list_things,
};

bool sp_law_discard_makes_room(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	struct sp_judge j;

	if (g->phase != SP_PHASE_MOVE || sp_game_acting(g) != seat)
		return false;
	memset(&j, 0, sizeof(j));
	j.ruleset = ruleset;
	j.g = g;
	j.seat = seat;
	j.actor = seat;
	j.at = g->actor[seat].square;
	j.moves = g->moves;
	if (may_take(&j) != SP_REASON_NONE)
		return false;
	for (int i = 0; i < g->things_end; i++) {
		sp_value thing = SP_REF(SP_KIND_THING, i);

		if (judge_thing(&j, thing) == SP_REASON_HAND_FULL &&
			!is_one_too_many(&j, raised_by(&j, thing) + 1))
			return true;
	}
	return false;
}

/* ---- the play area --------------------------------------------------------
 */

static enum sp_reason judge_played(
	const struct sp_judge *j, sp_value value, int kind)
{
	const struct sp_played *p;
	int i = sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_PLAYED || i >= SP_PLAYED_MAX)
		return SP_REASON_MALFORMED;
	p = &j->g->played[i];
	if (p->kind != kind)
		return SP_REASON_MALFORMED;
	if (p->seat != (kind == SP_PLAYED_ITEM ? j->actor : j->seat) ||
		p->unmaintained)
		return SP_REASON_WRONG_TARGET;
	return SP_REASON_NONE;
}

static void list_played(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(out, SP_KIND_PLAYED, j->g->played_end);
}

static enum sp_reason judge_item(const struct sp_judge *j, sp_value value)
{
	return judge_played(j, value, SP_PLAYED_ITEM);
}

const struct law_verb law_verb_drop_item = {
	.by_creature = true,
	.answer = judge_item,
	.list = list_played,
};

static enum sp_reason judge_spell(const struct sp_judge *j, sp_value value)
{
	return judge_played(j, value, SP_PLAYED_SPELL);
}

const struct law_verb law_verb_end_spell = {
	.answer = judge_spell,
	.list = list_played,
};

/* ---- discard and draw -----------------------------------------------------
 */

/* No card, or a second one, ends the move phase even if one makes room. */
static bool ends_phase(const struct sp_judge *j, sp_value value)
{
	return (j->given.n_answers == 0) == (value == SP_NOTHING);
}

static enum sp_reason judge_discard(const struct sp_judge *j, sp_value value)
{
	if (ends_phase(j, value) && law_compelled_phase(j) != SP_REASON_NONE)
		return SP_REASON_COMPELLED;
	if (value == SP_NOTHING)
		/* to begin the phase is something, in it it is nothing */
		return j->given.n_answers > 0 || j->g->phase == SP_PHASE_MOVE
			       ? SP_REASON_NONE
			       : SP_REASON_MALFORMED;
	if (j->given.n_answers > 0 && value < last(j))
		return SP_REASON_MALFORMED;
	return judge_in_hand(j, &j->given, value);
}

static bool discard_complete(const struct sp_judge *j)
{
	const struct sp_hand *hand = &j->g->hand[j->seat];

	if (j->given.n_answers == 0)
		return false;
	if (last(j) == SP_NOTHING)
		return true;
	for (int i = 0; i < hand->n; i++) {
		if (judge_discard(j, SP_REF(SP_KIND_CARD, hand->card[i])) ==
			SP_REASON_NONE)
			return false;
	}
	return true;
}

const struct law_verb law_verb_discard = {
	.answer = judge_discard,
	.complete = discard_complete,
	.list = list_hand,
};

static enum sp_reason judge_draw(const struct sp_judge *j, sp_value value)
{
	if (value < 0 || sp_kind_of(value) != SP_KIND_NUMBER)
		return SP_REASON_MALFORMED;
	return value <= sp_law_draw_max(j->ruleset, j->g, j->seat)
		       ? SP_REASON_NONE
		       : SP_REASON_TOO_MANY;
}

static void list_draws(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(out, SP_KIND_NUMBER,
		sp_law_draw_max(j->ruleset, j->g, j->seat) + 1);
}

const struct law_verb law_verb_draw = {
	.answer = judge_draw,
	.list = list_draws,
	.exact = true,
};
