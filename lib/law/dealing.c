/*
 * Deals: the verbs that propose one, agree to it, and refuse it.
 *
 * PROPOSE: the ACTOR of the other dealer; what one gives, ascending, up to
 * NONE; what is wanted, the same. A CARD that is wanted stands for any of its
 * kind: it is the lowest in the game, wherever it is, so that nothing is told
 * of a hand. AGREE, REFUSE: the ACTOR of who proposed.
 */
#include "law/dealing.h"

#include "eval/aim.h"
#include "judge_private.h"

/* ---- sight between dealers -------------------------------------------------
 */

static bool sees(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int a, int b)
{
	struct sp_aim aim = { .ruleset = ruleset,
		.g = g,
		.actor = a,
		.origin = g->actor[a].square,
		.corner = SP_NOWHERE,
		.range = SP_RANGE_SIGHT };

	return sp_eval_in_range(&aim, SP_REF(SP_KIND_ACTOR, b)) ==
	       SP_REASON_NONE;
}

/* Each seat's way back to `from`, in the order of seats. */
static bool find_ways(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int from, int to, unsigned allowed, int8_t back[SP_SEATS_MAX])
{
	int queue[SP_SEATS_MAX];
	int n = 1;

	memset(back, SP_NOBODY, SP_SEATS_MAX);
	queue[0] = from;
	back[from] = (int8_t)from;
	for (int i = 0; i < n && back[to] == SP_NOBODY; i++)
		for (int s = 0; s < g->n_seats; s++) {
			if (back[s] != SP_NOBODY || !g->actor[s].alive ||
				(allowed >> s & 1U) == 0 ||
				(!sees(ruleset, g, queue[i], s) &&
					!sees(ruleset, g, s, queue[i])))
				continue;
			back[s] = (int8_t)queue[i];
			queue[n++] = s;
		}
	return back[to] != SP_NOBODY;
}

unsigned sp_law_deal_chain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int from, int to, unsigned allowed)
{
	int8_t back[SP_SEATS_MAX];
	unsigned seats = 0;

	if (!find_ways(ruleset, g, from, to, allowed, back))
		return 0;
	for (int s = to; s != from; s = back[s])
		seats |= 1U << s;
	return seats | 1U << from;
}

/* ---- what changes hands ----------------------------------------------------
 */

int sp_law_deal_card(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, int card)
{
	const struct sp_hand *hand = &g->hand[seat];

	for (int i = 0; i < hand->n; i++)
		if (ruleset->type[hand->card[i]] == ruleset->type[card])
			return hand->card[i];
	return -1;
}

static bool carries_item(const struct sp_game *g, int seat, sp_value v)
{
	int i = sp_index_of(v);

	return sp_kind_of(v) == SP_KIND_PLAYED && i < SP_PLAYED_MAX &&
	       g->played[i].kind == SP_PLAYED_ITEM && g->played[i].seat == seat;
}

static bool carries_treasure(const struct sp_game *g, int seat, sp_value v)
{
	return sp_kind_of(v) == SP_KIND_TREASURE &&
	       g->actor[seat].carries == sp_index_of(v);
}

static bool holds(const struct sp_game *g, int seat, sp_value v)
{
	int card = sp_index_of(v);

	return sp_kind_of(v) == SP_KIND_CARD && card < SP_CARDS_MAX &&
	       g->place[card].zone == SP_ZONE_HAND &&
	       g->place[card].seat == seat;
}

static bool has(const struct sp_game *g, int seat, sp_value v)
{
	return holds(g, seat, v) || carries_item(g, seat, v) ||
	       carries_treasure(g, seat, v);
}

bool sp_law_deal_hides(const struct sp_game *g, int by)
{
	const struct sp_proposal *p = &g->proposal[by];

	for (int i = 0; i < p->n_gives + p->n_wants; i++)
		if (p->thing[i] == SP_HIDDEN)
			return true;
	return false;
}

bool sp_law_deal_stands(const struct sp_game *g, int by, bool hand)
{
	const struct sp_proposal *p = &g->proposal[by];
	int n = p->n_gives + p->n_wants;

	for (int i = 0; i < n; i++) {
		sp_value v = p->thing[i];
		bool given = i < p->n_gives;

		if (v == SP_HIDDEN ||
			(sp_kind_of(v) == SP_KIND_CARD && (!given || !hand)))
			continue;
		if (!has(g, given ? by : p->with, v))
			return false;
	}
	return true;
}

/* ---- propose ---------------------------------------------------------------
 */

static bool may_deal(const struct sp_ruleset *r, sp_value v)
{
	switch (sp_kind_of(v)) {
	case SP_KIND_CARD:
		return (r->deals & SP_DEALT_CARDS) != 0;
	case SP_KIND_PLAYED:
		return (r->deals & SP_DEALT_ITEMS) != 0;
	case SP_KIND_TREASURE:
		return (r->deals & SP_DEALT_TREASURES) != 0;
	default:
		return false;
	}
}

/* How many answers say what is given, without the NONE behind them; -1: they
 * have not ended yet. */
static int n_gives(const struct sp_judge *j)
{
	for (int i = 1; i < j->given.n_answers; i++)
		if (j->given.answer[i] == SP_NOTHING)
			return i - 1;
	return -1;
}

static bool wants_now(const struct sp_judge *j)
{
	return n_gives(j) >= 0;
}

/* Of the list that is being made. */
static int n_listed(const struct sp_judge *j)
{
	int gives = n_gives(j);

	return gives < 0 ? j->given.n_answers - 1
			 : j->given.n_answers - 2 - gives;
}

static int other_of(const struct sp_judge *j)
{
	return sp_index_of(j->given.answer[0]);
}

/* Has the seat anything that may be asked of it, as all may know? */
static bool could_lose(const struct sp_judge *j, int seat)
{
	unsigned deals = j->ruleset->deals;

	if ((deals & SP_DEALT_CARDS) != 0 ||
		((deals & SP_DEALT_TREASURES) != 0 &&
			j->g->actor[seat].carries != SP_NOBODY))
		return true;
	for (int i = 0; i < j->g->played_end; i++)
		if ((deals & SP_DEALT_ITEMS) != 0 &&
			carries_item(j->g, seat, SP_REF(SP_KIND_PLAYED, i)))
			return true;
	return false;
}

static enum sp_reason judge_with(const struct sp_judge *j, sp_value value)
{
	int seat = sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_ACTOR || seat >= j->g->n_seats)
		return SP_REASON_MALFORMED;
	if (seat == j->seat)
		return SP_REASON_SELF;
	if (!j->g->actor[seat].alive)
		return SP_REASON_TARGET_DEAD;
	if (!could_lose(j, seat) && !could_lose(j, j->seat))
		return SP_REASON_NO_DEAL;
	return sp_law_deal_chain(j->ruleset, j->g, j->seat, seat, ~0U) != 0
		       ? SP_REASON_NONE
		       : SP_REASON_OUT_OF_SIGHT;
}

static bool was_named(const struct sp_judge *j, sp_value value)
{
	int n = j->given.n_answers;

	for (int i = n - n_listed(j); i < n; i++)
		if (j->given.answer[i] == value)
			return true;
	return false;
}

/* Does the seat carry an item of the card's kind? Then that is meant: one kind
 * is dealt with in one form. */
static bool carries_kind(const struct sp_judge *j, int seat, int card)
{
	const uint16_t *type = j->ruleset->type;

	for (int i = 0; i < j->g->played_end; i++)
		if (carries_item(j->g, seat, SP_REF(SP_KIND_PLAYED, i)) &&
			type[j->g->played[i].card] == type[card])
			return true;
	return false;
}

/* The lowest of its kind in the hand that is not given already. */
static bool is_lowest_left(const struct sp_judge *j, int card)
{
	const struct sp_hand *hand = &j->g->hand[j->seat];
	const uint16_t *type = j->ruleset->type;

	for (int i = 0; i < hand->n && hand->card[i] < card; i++)
		if (type[hand->card[i]] == type[card] &&
			!was_named(j, SP_REF(SP_KIND_CARD, hand->card[i])))
			return false;
	return true;
}

static enum sp_reason judge_give(const struct sp_judge *j, sp_value value)
{
	if (!has(j->g, j->seat, value))
		return sp_kind_of(value) == SP_KIND_CARD
			       ? SP_REASON_NOT_IN_HAND
			       : SP_REASON_CARRIES_NOT;
	if (sp_kind_of(value) == SP_KIND_CARD &&
		(!is_lowest_left(j, sp_index_of(value)) ||
			carries_kind(j, j->seat, sp_index_of(value))))
		return SP_REASON_MALFORMED;
	return SP_REASON_NONE;
}

static bool is_first_of_kind(const struct sp_judge *j, int card)
{
	const uint16_t *type = j->ruleset->type;

	if (card >= j->ruleset->n_copies ||
		j->g->place[card].zone == SP_ZONE_OUT)
		return false;
	for (int i = 0; i < card; i++)
		if (type[i] == type[card] && j->g->place[i].zone != SP_ZONE_OUT)
			return false;
	return true;
}

static enum sp_reason judge_want(const struct sp_judge *j, sp_value value)
{
	if (sp_kind_of(value) == SP_KIND_CARD)
		return is_first_of_kind(j, sp_index_of(value)) &&
				       !carries_kind(j, other_of(j),
					       sp_index_of(value))
			       ? SP_REASON_NONE
			       : SP_REASON_MALFORMED;
	return has(j->g, other_of(j), value) ? SP_REASON_NONE
					     : SP_REASON_CARRIES_NOT;
}

/* Somebody gives something. */
static enum sp_reason judge_list_end(const struct sp_judge *j)
{
	if (n_listed(j) > 0 || n_gives(j) > 0)
		return SP_REASON_NONE;
	return wants_now(j) || !could_lose(j, other_of(j)) ? SP_REASON_MALFORMED
							   : SP_REASON_NONE;
}

static enum sp_reason judge_thing(const struct sp_judge *j, sp_value value)
{
	if (value == SP_NOTHING)
		return judge_list_end(j);
	if (n_listed(j) == SP_DEAL_THINGS)
		return SP_REASON_TOO_MANY;
	if (!may_deal(j->ruleset, value))
		return SP_REASON_NO_DEAL;
	if (was_named(j, value))
		return SP_REASON_TWICE;
	if (n_listed(j) > 0 && value < j->given.answer[j->given.n_answers - 1])
		return SP_REASON_MALFORMED;
	return wants_now(j) ? judge_want(j, value) : judge_give(j, value);
}

static enum sp_reason begin_propose(struct sp_judge *j)
{
	/* before the first turn nobody has anything */
	return j->ruleset->deals != 0 && j->g->turn > 0 ? SP_REASON_NONE
							: SP_REASON_NO_DEAL;
}

static enum sp_reason judge_propose(const struct sp_judge *j, sp_value value)
{
	return j->given.n_answers == 0 ? judge_with(j, value)
				       : judge_thing(j, value);
}

static void list_items(const struct sp_game *g, int seat, struct sp_domain *out)
{
	for (int i = 0; i < g->played_end; i++)
		if (carries_item(g, seat, SP_REF(SP_KIND_PLAYED, i)))
			law_domain_add(out, SP_REF(SP_KIND_PLAYED, i));
}

/* What the loser of it has, in the order of kinds: TREASURE, CARD, PLAYED. */
static void list_propose(const struct sp_judge *j, struct sp_domain *out)
{
	bool wants = j->given.n_answers > 0 && wants_now(j);
	int of = wants ? other_of(j) : j->seat;

	if (j->given.n_answers == 0) {
		law_domain_add_all(out, SP_KIND_ACTOR, j->g->n_seats);
		return;
	}
	out->kind = SP_SLOT_GIVE_UP;
	if (j->g->actor[of].carries != SP_NOBODY)
		law_domain_add(
			out, SP_REF(SP_KIND_TREASURE, j->g->actor[of].carries));
	if (!wants)
		for (int i = 0; i < j->g->hand[of].n; i++)
			law_domain_add(out,
				SP_REF(SP_KIND_CARD, j->g->hand[of].card[i]));
	else
		for (int i = 0; i < j->ruleset->n_copies; i++)
			if (is_first_of_kind(j, i))
				law_domain_add(out, SP_REF(SP_KIND_CARD, i));
	list_items(j->g, of, out);
	law_domain_add(out, SP_NOTHING);
}

static bool propose_is_complete(const struct sp_judge *j)
{
	int gives = j->given.n_answers > 0 ? n_gives(j) : -1;

	return gives >= 0 && j->given.n_answers > gives + 2 &&
	       j->given.answer[j->given.n_answers - 1] == SP_NOTHING;
}

const struct law_verb law_verb_propose = {
	.begin = begin_propose,
	.answer = judge_propose,
	.list = list_propose,
	.complete = propose_is_complete,
};

/* ---- agree, refuse ---------------------------------------------------------
 */

static const struct sp_proposal *proposal_of(
	const struct sp_judge *j, sp_value value)
{
	int by = sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_ACTOR || by >= j->g->proposals_end ||
		j->g->proposal[by].kind == SP_PROPOSAL_NONE ||
		(j->g->proposal[by].seats >> j->seat & 1U) == 0)
		return NULL;
	return &j->g->proposal[by];
}

/* Only between actions: nothing that resolves finds other hands than it began
 * with. */
static enum sp_reason begin_agree(struct sp_judge *j)
{
	if (j->g->proposals_end == 0)
		return SP_REASON_NOT_PROPOSED;
	return j->g->decision.kind == SP_DECISION_TURN ? SP_REASON_NONE
						       : SP_REASON_RESOLVING;
}

/* Has he what is wanted of him, and room for a treasure? */
static enum sp_reason can_give(
	const struct sp_judge *j, const struct sp_proposal *p, int by)
{
	bool loses[2] = { false, false }, gains[2] = { false, false };
	const int of[2] = { by, p->with };

	for (int i = 0; i < p->n_gives + p->n_wants; i++) {
		sp_value v = p->thing[i];
		int from = i >= p->n_gives;

		if (from == 1 && sp_kind_of(v) == SP_KIND_CARD &&
			j->seat == p->with &&
			sp_law_deal_card(
				j->ruleset, j->g, p->with, sp_index_of(v)) < 0)
			return SP_REASON_NOT_IN_HAND;
		loses[from] |= sp_kind_of(v) == SP_KIND_TREASURE;
		gains[1 - from] |= sp_kind_of(v) == SP_KIND_TREASURE;
	}
	for (int i = 0; i < 2; i++)
		if (gains[i] && !loses[i] &&
			j->g->actor[of[i]].carries != SP_NOBODY)
			return SP_REASON_CARRIES;
	return SP_REASON_NONE;
}

static enum sp_reason judge_agree(const struct sp_judge *j, sp_value value)
{
	const struct sp_proposal *p = proposal_of(j, value);
	int by = sp_index_of(value);

	if (p == NULL)
		return SP_REASON_NOT_PROPOSED;
	if ((p->agreed >> j->seat & 1U) != 0)
		return SP_REASON_ALREADY;
	if (!sp_law_deal_stands(j->g, by, j->seat == p->with))
		return SP_REASON_NOT_PROPOSED;
	if (sp_law_deal_chain(j->ruleset, j->g, by, p->with, p->seats) == 0)
		return SP_REASON_OUT_OF_SIGHT;
	return can_give(j, p, by);
}

static enum sp_reason begin_refuse(struct sp_judge *j)
{
	return j->g->proposals_end > 0 ? SP_REASON_NONE
				       : SP_REASON_NOT_PROPOSED;
}

static enum sp_reason judge_refuse(const struct sp_judge *j, sp_value value)
{
	return proposal_of(j, value) != NULL ? SP_REASON_NONE
					     : SP_REASON_NOT_PROPOSED;
}

static void list_proposals(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(out, SP_KIND_ACTOR, j->g->proposals_end);
}

const struct law_verb law_verb_agree = {
	.begin = begin_agree,
	.answer = judge_agree,
	.list = list_proposals,
};

const struct law_verb law_verb_refuse = {
	.begin = begin_refuse,
	.answer = judge_refuse,
	.list = list_proposals,
};
