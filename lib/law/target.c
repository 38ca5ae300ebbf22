/* Targets: what a slot may be answered. */
#include "law/target.h"

#include "judge_private.h"

#include "eval/eval.h"
#include "eval/reach.h"
#include "eval/thing.h"

#include <limits.h>

/* ---- slots: what is of the right kind -------------------------------------
 */

enum of_bit {
	OF_OBJECT = 1,
	OF_WIZARD = 2,
	OF_CREATURE = 4,
	OF_SELF = 8,
	OF_EMPTY = 16,
};

/* What a slot asks, with the values that its judgement needs. */
struct asked {
	const struct sp_aim *aim;
	struct sp_env *env;
	const struct sp_card_slot *slot;
	struct sp_reach *reach;
	int most;    /* so many answers are enough */
	int subject; /* actor; SP_NOBODY */
	int holder;  /* the seat that answers for it */
	int min, max;
};

/* NULL: none. */
static const struct sp_cast *attack_at_hand(const struct sp_env *env)
{
	const struct sp_cast *cast = env->draft;

	if (cast == NULL && env->cast >= 0)
		cast = &env->g->cast[env->cast];
	if (cast == NULL || (cast->type != SP_PLAY_ATTACK &&
				    cast->type != SP_PLAY_PHYSICAL))
		return NULL;
	return cast;
}

static enum sp_reason judge_actor(
	const struct asked *a, sp_value v, bool self_too)
{
	int actor = sp_index_of(v);

	if (sp_kind_of(v) != SP_KIND_ACTOR)
		return SP_REASON_WRONG_TARGET;
	if (!sp_game_is_actor(a->env->g, actor))
		return SP_REASON_MALFORMED;
	if (!a->env->g->actor[actor].alive)
		return SP_REASON_TARGET_DEAD;
	if (a->aim->only != 0 && a->aim->only != actor + 1)
		return SP_REASON_COMPELLED;
	if (actor == a->env->actor)
		return self_too ? SP_REASON_NONE : SP_REASON_SELF;
	if (attack_at_hand(a->env) != NULL &&
		sp_eval_stat_in(a->env->ruleset, a->env->g, v,
			SP_STAT_MAY_BE_ATTACKED, a->env->depth) == 0)
		return SP_REASON_NOT_TARGETABLE;
	return SP_REASON_NONE;
}

/* What makes an edge a wall or a door is named by the edge. */
static enum sp_reason judge_object(const struct asked *a, sp_value v)
{
	const struct sp_game *g = a->env->g;
	const struct sp_cast *attack = attack_at_hand(a->env);
	int i = sp_index_of(v);

	if (sp_kind_of(v) == SP_KIND_EDGE) {
		if (i >= g->board.n_edges)
			return SP_REASON_MALFORMED;
		if (!sp_board_edge_stands(&g->board, (uint16_t)i))
			return SP_REASON_NOTHING_THERE;
		return attack == NULL ? SP_REASON_NONE
				      : law_harm(a->env, attack, v);
	}
	if (sp_kind_of(v) != SP_KIND_THING)
		return SP_REASON_WRONG_TARGET;
	if (i >= g->things_end || g->thing[i].kind == SP_THING_FREE ||
		!sp_game_is_real_to(g, i, a->env->actor))
		return SP_REASON_NOTHING_THERE;
	if (sp_kind_of(g->thing[i].where) == SP_KIND_EDGE &&
		sp_eval_thing_of_edge(a->env->ruleset, g,
			(uint16_t)sp_index_of(g->thing[i].where)) == i)
		return SP_REASON_WRONG_TARGET;
	if (!sp_eval_takes_part(a->env->ruleset, g, i,
		    attack != NULL ? SP_PART_TARGET : SP_PART_OBJECT))
		return SP_REASON_NO_OBJECT;
	return attack == NULL ? SP_REASON_NONE : law_harm(a->env, attack, v);
}

static enum sp_reason judge_square(const struct asked *a, sp_value v)
{
	if (sp_kind_of(v) != SP_KIND_SQUARE)
		return SP_REASON_WRONG_TARGET;
	return sp_index_of(v) < a->env->g->board.n_squares
		       ? SP_REASON_NONE
		       : SP_REASON_MALFORMED;
}

static enum sp_reason judge_empty(
	const struct asked *a, sp_value v, bool homes_too)
{
	enum sp_reason reason = judge_square(a, v);
	uint16_t square = (uint16_t)sp_index_of(v);

	if (reason != SP_REASON_NONE)
		return reason;
	if (!homes_too && sp_game_is_home(a->env->g, square))
		return SP_REASON_HOME_BASE;
	return sp_game_is_empty(a->env->g, square) ? SP_REASON_NONE
						   : SP_REASON_NOT_EMPTY;
}

static enum sp_reason judge_target(const struct asked *a, sp_value v)
{
	unsigned of = a->slot->of;
	enum sp_reason reason;

	switch (sp_kind_of(v)) {
	case SP_KIND_ACTOR:
		if (sp_index_of(v) == a->env->actor)
			return (of & OF_SELF) != 0 ? judge_actor(a, v, true)
						   : SP_REASON_SELF;
		if ((of & (sp_index_of(v) < SP_SEATS_MAX ? OF_WIZARD
							 : OF_CREATURE)) == 0)
			return SP_REASON_WRONG_TARGET;
		return judge_actor(a, v, true);
	case SP_KIND_EDGE:
	case SP_KIND_THING:
		if ((of & OF_OBJECT) == 0)
			return SP_REASON_WRONG_TARGET;
		reason = judge_object(a, v);
		return reason == SP_REASON_NONE && law_is_kept_rim(a->env->g, v)
			       ? SP_REASON_OUTER_WALL
			       : reason;
	case SP_KIND_SQUARE:
		return (of & OF_EMPTY) != 0 ? judge_empty(a, v, true)
					    : SP_REASON_WRONG_TARGET;
	default:
		return SP_REASON_WRONG_TARGET;
	}
}

/* asks: border, wall, door */
static enum sp_reason judge_edge(const struct asked *a, sp_value v)
{
	const struct sp_board *b = &a->env->g->board;
	enum sp_edge_kind kind;

	if (sp_kind_of(v) != SP_KIND_EDGE)
		return SP_REASON_WRONG_TARGET;
	if (sp_index_of(v) >= b->n_edges)
		return SP_REASON_MALFORMED;
	kind = sp_board_edge_under(b, (uint16_t)sp_index_of(v));
	if (a->slot->asks == SP_ASK_BORDER)
		return b->edge[sp_index_of(v)].outer ? SP_REASON_OUTER_WALL
						     : SP_REASON_NONE;
	if (a->slot->asks == SP_ASK_DOOR)
		return kind == SP_EDGE_DOOR ? SP_REASON_NONE
					    : SP_REASON_NO_DOOR;
	return kind == SP_EDGE_WALL ? SP_REASON_NONE : SP_REASON_NOTHING_THERE;
}

static bool ends_singly(const struct asked *a, const struct sp_played *p)
{
	return (sp_ruleset_card(a->env->ruleset, p->card)->play[p->play].flags &
		       SP_FLAG_SINGLY) != 0;
}

/* Where its objects end one by one, each of them stands for its part. */
static enum sp_reason judge_spell(const struct asked *a, sp_value v)
{
	const struct sp_game *g = a->env->g;
	const struct sp_played *p;
	int i = sp_index_of(v);
	bool thing = sp_kind_of(v) == SP_KIND_THING;

	if (thing) {
		if (i >= g->things_end || !sp_game_is_made(&g->thing[i]))
			return SP_REASON_WRONG_TARGET;
		if (g->thing[i].kind == SP_THING_LONE)
			return SP_REASON_NONE;
		i = g->thing[i].played;
	} else if (sp_kind_of(v) != SP_KIND_PLAYED) {
		return SP_REASON_WRONG_TARGET;
	}
	if (i >= g->played_end)
		return SP_REASON_WRONG_TARGET;
	p = &g->played[i];
	/* what is permanent its caster cannot end */
	return p->kind == SP_PLAYED_SPELL && ends_singly(a, p) == thing &&
			       !(p->unmaintained &&
				       p->seat == sp_game_seat_of(
							  g, a->aim->actor))
		       ? SP_REASON_NONE
		       : SP_REASON_WRONG_TARGET;
}

static enum sp_reason judge_stack(const struct asked *a, sp_value v)
{
	const struct sp_game *g = a->env->g;
	int i = sp_index_of(v);

	return sp_kind_of(v) == SP_KIND_ITEM && i < SP_CASTS_MAX &&
			       g->cast[i].used && !g->cast[i].cancelled
		       ? SP_REASON_NONE
		       : SP_REASON_WRONG_TARGET;
}

static enum sp_reason judge_carried(const struct asked *a, sp_value v)
{
	const struct sp_game *g = a->env->g;
	int i = sp_index_of(v);

	if (a->slot->asks == SP_ASK_LOOT && sp_kind_of(v) == SP_KIND_TREASURE)
		return a->subject >= 0 && i < g->n_treasures &&
				       g->treasure[i].carrier == a->subject
			       ? SP_REASON_NONE
			       : SP_REASON_CARRIES_NOT;
	return sp_kind_of(v) == SP_KIND_PLAYED && i < g->played_end &&
			       g->played[i].kind == SP_PLAYED_ITEM &&
			       g->played[i].seat == a->subject
		       ? SP_REASON_NONE
		       : SP_REASON_WRONG_TARGET;
}

static enum sp_reason judge_loose(const struct asked *a, sp_value v)
{
	const struct sp_game *g = a->env->g;
	int i = sp_index_of(v);

	if (sp_kind_of(v) == SP_KIND_TREASURE)
		return i < g->n_treasures && g->treasure[i].carrier == SP_NOBODY
			       ? SP_REASON_NONE
			       : SP_REASON_WRONG_TARGET;
	if (a->slot->asks != SP_ASK_LOOSE || sp_kind_of(v) != SP_KIND_THING ||
		i >= g->things_end || g->thing[i].kind == SP_THING_FREE ||
		sp_kind_of(g->thing[i].where) != SP_KIND_SQUARE)
		return SP_REASON_WRONG_TARGET;
	return sp_eval_takes_part(a->env->ruleset, g, i, SP_PART_OBJECT)
		       ? SP_REASON_NONE
		       : SP_REASON_NO_OBJECT;
}

/* Spent on what is being announced. */
static bool is_spent(const struct sp_env *env, int card)
{
	const struct sp_cast *cast = env->draft;

	if (cast == NULL)
		return false;
	for (int i = 0; i < cast->n_paid; i++)
		if (cast->paid[i] == card)
			return true;
	return cast->card == card && !cast->copied;
}

static bool holds_card(const struct asked *a, int card)
{
	const struct sp_game *g = a->env->g;

	return g->place[card].zone == SP_ZONE_HAND &&
	       g->place[card].seat == a->holder && !is_spent(a->env, card);
}

/* Of equal cards the lowest. */
static enum sp_reason judge_hand(const struct asked *a, sp_value v)
{
	const struct sp_ruleset *r = a->env->ruleset;
	int card = sp_index_of(v);

	if (sp_kind_of(v) != SP_KIND_CARD || card >= r->n_copies)
		return SP_REASON_WRONG_TARGET;
	if (a->holder < 0 || !holds_card(a, card))
		return SP_REASON_NOT_IN_HAND;
	for (int other = card - 1; other >= 0; other--)
		if (r->type[other] == r->type[card] && holds_card(a, other))
			return SP_REASON_MALFORMED;
	return SP_REASON_NONE;
}

/* The next card of the slot's set of which whoever is asked knows that it lies
 * there, so that an order finds out nothing. */
static sp_value next_among(const struct asked *a, sp_value last, int n)
{
	int seat = sp_game_seat_of(a->env->g, a->aim->actor);
	sp_value card = last;

	a->env->knower = seat + 1;
	do {
		card = sp_eval_set_next(a->env, a->slot->among, card, n);
	} while (card != SP_NOTHING && is_spent(a->env, sp_index_of(card)));
	a->env->knower = 0;
	return card;
}

/* Of equal cards in the set the first in its order. */
static enum sp_reason judge_among(const struct asked *a, sp_value v)
{
	const struct sp_ruleset *r = a->env->ruleset;
	sp_value card = SP_NOTHING;
	int i = sp_index_of(v);

	if (sp_kind_of(v) != SP_KIND_CARD || i >= r->n_copies)
		return SP_REASON_WRONG_TARGET;
	for (int n = 0; card != v; n++) {
		card = next_among(a, card, n);
		if (card == SP_NOTHING)
			return SP_REASON_WRONG_TARGET;
		if (card != v && r->type[sp_index_of(card)] == r->type[i])
			return SP_REASON_MALFORMED;
	}
	return SP_REASON_NONE;
}

static enum sp_reason judge_mine(const struct asked *a, sp_value v)
{
	const struct sp_game *g = a->env->g;
	int i = sp_index_of(v);

	if (sp_kind_of(v) != SP_KIND_PLAYED)
		return judge_hand(a, v);
	return i < g->played_end && g->played[i].kind != SP_PLAYED_FREE &&
			       g->played[i].seat == a->holder &&
			       !g->played[i].unmaintained
		       ? SP_REASON_NONE
		       : SP_REASON_WRONG_TARGET;
}

static enum sp_reason judge_number(sp_value v, int min, int max)
{
	if (sp_kind_of(v) != SP_KIND_NUMBER)
		return SP_REASON_MALFORMED;
	return v >= min && v <= max ? SP_REASON_NONE : SP_REASON_OUT_OF_RANGE;
}

/* True if the step begins a push that leads straight on: it opens no door. */
static bool is_straight(const struct asked *a)
{
	const struct sp_ruleset *r = a->env->ruleset;

	return a->slot == &r->slot[r->push_slot] && a->env->local != NULL &&
	       a->env->local[SP_STEP_STRAIGHT] == 1;
}

static enum sp_reason judge_step(const struct asked *a, sp_value v)
{
	struct sp_aim walker = *a->aim;

	if (v == SP_NOTHING)
		return SP_REASON_NONE;
	if (judge_number(v, 0, SP_DIRS - 1) != SP_REASON_NONE)
		return SP_REASON_MALFORMED;
	if (!sp_game_is_actor(a->env->g, a->subject) ||
		!a->env->g->actor[a->subject].alive)
		return SP_REASON_WRONG_TARGET;
	walker.actor = a->subject;
	return sp_eval_step(&walker, a->env->g->actor[a->subject].square,
		(unsigned)v, is_straight(a));
}

static enum sp_reason judge_energy(const struct asked *a, sp_value v)
{
	enum sp_reason reason = judge_hand(a, v);

	if (reason == SP_REASON_NONE &&
		sp_ruleset_card(a->env->ruleset, sp_index_of(v))->energy == 0)
		reason = SP_REASON_NO_ENERGY;
	return reason;
}

static bool is_creature(const struct asked *a, sp_value v)
{
	return sp_kind_of(v) == SP_KIND_ACTOR &&
	       sp_game_is_creature(a->env->g, sp_index_of(v));
}

static enum sp_reason judge_kind(const struct asked *a, sp_value v)
{
	switch ((enum sp_asks)a->slot->asks) {
	case SP_ASK_WIZARD:
		return is_creature(a, v) ? SP_REASON_WRONG_TARGET
					 : judge_actor(a, v, false);
	case SP_ASK_CREATURE:
		return is_creature(a, v) ? judge_actor(a, v, false)
					 : SP_REASON_WRONG_TARGET;
	case SP_ASK_ANYONE:
		return judge_actor(a, v, true);
	case SP_ASK_TARGET:
		return judge_target(a, v);
	case SP_ASK_OBJECT:
		return judge_object(a, v);
	case SP_ASK_SQUARE:
		return judge_square(a, v);
	case SP_ASK_EMPTY:
		return judge_empty(a, v, false);
	case SP_ASK_BORDER:
	case SP_ASK_WALL:
	case SP_ASK_DOOR:
		return judge_edge(a, v);
	case SP_ASK_SECTOR:
		return sp_kind_of(v) == SP_KIND_SECTOR &&
				       sp_index_of(v) < a->env->g->board.n_bays
			       ? SP_REASON_NONE
			       : SP_REASON_WRONG_TARGET;
	case SP_ASK_SPELL:
		return judge_spell(a, v);
	case SP_ASK_STACK:
		return judge_stack(a, v);
	case SP_ASK_CARRIED:
	case SP_ASK_LOOT:
		return judge_carried(a, v);
	case SP_ASK_LOOSE:
	case SP_ASK_TREASURE:
		return judge_loose(a, v);
	case SP_ASK_HAND:
		return judge_hand(a, v);
	case SP_ASK_MINE:
		return judge_mine(a, v);
	case SP_ASK_CARD:
		return judge_among(a, v);
	case SP_ASK_NUMBER:
		return judge_number(v, a->min, a->max);
	case SP_ASK_DIRECTION:
		if (!sp_eval_bolt_bends(a->aim, v, attack_at_hand(a->env)))
			return SP_REASON_NO_BEND;
		return judge_number(v, 0, SP_DIRS - 1);
	case SP_ASK_STEP:
		return judge_step(a, v);
	case SP_ASK_TURN:
		return judge_number(v, 1, SP_DIRS - 1);
	case SP_ASK_YES:
		return judge_number(v, 0, 1);
	case SP_ASK_ENERGY:
		return judge_energy(a, v);
	}
	return SP_REASON_MALFORMED;
}

bool sp_law_has_range(int asks)
{
	return asks <= SP_ASK_STACK || asks == SP_ASK_LOOSE ||
	       asks == SP_ASK_TREASURE;
}

/* What is known of a candidate before it is judged. */
struct known {
	bool kind;  /* it is of the kind that is asked for */
	bool range; /* it is in range */
};

static enum sp_reason judge(struct asked *a, sp_value v, struct known known)
{
	enum sp_reason reason;
	sp_value it = a->env->it;

	if (v == SP_HIDDEN) {
		a->env->unknown = true;
		return SP_REASON_MALFORMED;
	}
	if (v == SP_NOTHING && a->slot->optional)
		return SP_REASON_NONE;
	reason = known.kind ? SP_REASON_NONE : judge_kind(a, v);
	if (reason == SP_REASON_NONE && !known.range &&
		sp_law_has_range(a->slot->asks))
		reason = sp_eval_in_reach(a->aim, a->reach, v);
	if (reason != SP_REASON_NONE || a->slot->condition < 0)
		return reason;
	a->env->it = v;
	if (!sp_eval_holds(a->env, a->slot->condition))
		reason = law_is_kept_rim(a->env->g, v) ? SP_REASON_OUTER_WALL
						       : SP_REASON_CONDITION;
	a->env->it = it;
	return reason;
}

static void ask(struct asked *a, struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot)
{
	sp_value subject = SP_NOTHING;

	if (env->actor >= 0)
		subject = SP_REF(SP_KIND_ACTOR, env->actor);
	subject = sp_eval_code(env, slot->subject, subject);
	*a = (struct asked){ .aim = aim, .env = env, .slot = slot };
	a->subject = sp_kind_of(subject) == SP_KIND_ACTOR ? sp_index_of(subject)
							  : SP_NOBODY;
	a->holder = sp_game_seat_of(env->g, a->subject);
	a->min = sp_eval_code(env, slot->min, 0);
	a->max = sp_eval_code(env, slot->max, 0);
	/* a distance is an expression of the slot */
	if (slot->within >= 0)
		aim->within = sp_eval_code(env, slot->within, 0);
}

enum sp_reason sp_law_slot_judge(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, sp_value value)
{
	struct sp_aim own = *aim;
	struct asked a;

	ask(&a, &own, env, slot);
	if (aim->reach != NULL && aim->blocked == 0) {
		a.reach = aim->reach;
		sp_eval_reach_turn(a.reach, &own);
	}
	return judge(&a, value, (struct known){ 0 });
}

/* ---- slots: all that is legal ---------------------------------------------
 */

static void try(struct asked *a, struct sp_domain *out, sp_value v)
{
	if (out->n < a->most &&
		judge(a, v, (struct known){ 0 }) == SP_REASON_NONE)
		out->value[out->n++] = v;
}

static void try_all(
	struct asked *a, struct sp_domain *out, enum sp_kind kind, int n)
{
	for (int i = 0; i < n && out->n < a->most; i++)
		try(a, out, SP_REF(kind, i));
}

/* The edges, or the squares, at one square, ascending. */
static void try_beside(
	struct asked *a, struct sp_domain *out, enum sp_kind kind, uint16_t at)
{
	const struct sp_board *b = &a->env->g->board;
	int last = -1;

	for (;;) {
		int next = kind == SP_KIND_SQUARE && at > last ? at : INT_MAX;

		for (int dir = 0; dir < SP_DIRS; dir++) {
			int i = kind == SP_KIND_EDGE ? b->edge_at[at][dir]
						     : b->link[at][dir];

			if (i > last && i < next)
				next = i;
		}
		if (next == INT_MAX)
			return;
		try(a, out, SP_REF(kind, next));
		last = next;
	}
}

/* Those of a set that pass what was not looked at when it was made. */
static void try_set(struct asked *a, struct sp_domain *out, enum sp_kind kind,
	const uint64_t set[], int n, struct known known)
{
	for (int i = 0; i < n && out->n < a->most; i++) {
		uint64_t ahead = set[i / 64] >> i % 64;

		if (ahead == 0) {
			i |= 63; /* none in this word any more */
			continue;
		}
		i += __builtin_ctzll(ahead);
		if (i < n && judge(a, SP_REF(kind, i), known) == SP_REASON_NONE)
			out->value[out->n++] = SP_REF(kind, i);
	}
}

/* Few edges are near a line: where one must run over them they come first. */
static void try_seen_edges(struct asked *a, struct sp_domain *out, int n)
{
	const struct known seen = { .range = true };
	uint64_t near[SP_EDGE_WORDS], any = 0;
	const uint64_t *in_sight;

	if (a->env->crossing == NULL ||
		!sp_eval_near_line(a->env, a->slot->condition, near)) {
		in_sight = sp_eval_seen_edges(a->aim, a->reach);
		try_set(a, out, SP_KIND_EDGE, in_sight, n, seen);
		return;
	}
	for (int i = 0; i < SP_EDGE_WORDS; i++)
		any |= near[i];
	if (any == 0)
		return;
	in_sight = sp_eval_seen_edges(a->aim, a->reach);
	for (int i = 0; i < SP_EDGE_WORDS; i++)
		near[i] &= in_sight[i];
	try_set(a, out, SP_KIND_EDGE, near, n, seen);
}

/* Of all squares, or edges, those that can be in range. */
static void try_board(
	struct asked *a, struct sp_domain *out, enum sp_kind kind, int n)
{
	const struct sp_aim *aim = a->aim;
	uint64_t set[SP_SQUARE_WORDS];

	if (!sp_law_has_range(a->slot->asks) ||
		aim->origin >= a->env->g->board.n_squares) {
		try_all(a, out, kind, n);
		return;
	}
	if (aim->range == SP_RANGE_ADJACENT) {
		try_beside(a, out, kind, aim->origin);
		return;
	}
	if (kind == SP_KIND_SQUARE &&
		sp_eval_straight_from(a->env, a->slot->condition, set))
		try_set(a, out, kind, set, n, (struct known){ 0 });
	else if (aim->range != SP_RANGE_SIGHT)
		try_all(a, out, kind, n);
	else if (kind == SP_KIND_EDGE)
		try_seen_edges(a, out, n);
	else
		try_set(a, out, kind, sp_eval_seen_squares(aim, a->reach), n,
			(struct known){ .range = true });
}

/* Those that are empty, which are looked for together. */
static void try_empty(struct asked *a, struct sp_domain *out, bool homes_too)
{
	const struct sp_game *g = a->env->g;
	const struct sp_aim *aim = a->aim;
	struct known known = { .kind = true };
	uint64_t set[SP_SQUARE_WORDS];

	if (aim->range == SP_RANGE_ADJACENT) {
		try_board(a, out, SP_KIND_SQUARE, g->board.n_squares);
		return;
	}
	sp_game_occupied(g, set);
	for (int s = 0; s < g->n_seats && !homes_too; s++)
		sp_board_put_in_set(set, g->actor[s].home);
	for (int i = 0; i < SP_SQUARE_WORDS; i++)
		set[i] = ~set[i];
	if (aim->range == SP_RANGE_SIGHT && aim->origin < g->board.n_squares) {
		const uint64_t *seen = sp_eval_seen_squares(aim, a->reach);

		for (int i = 0; i < SP_SQUARE_WORDS; i++)
			set[i] &= seen[i];
		known.range = true;
	}
	try_set(a, out, SP_KIND_SQUARE, set, g->board.n_squares, known);
}

static void try_numbers(
	struct asked *a, struct sp_domain *out, int min, int max)
{
	for (int i = min < 0 ? 0 : min; i <= max && out->n < a->most; i++)
		try(a, out, i);
}

/* In a view another's hand may hold what is not known. */
static void try_hand(struct asked *a, struct sp_domain *out)
{
	const struct sp_game *g = a->env->g;
	uint16_t hand[SP_CARDS_MAX];
	int n = 0;

	if (a->holder < 0)
		return;
	n = sp_game_hand(g, a->holder, hand);
	if (n < g->actor[a->holder].hand)
		a->env->unknown = true;
	for (int i = 0; i < n; i++)
		try(a, out, SP_REF(SP_KIND_CARD, hand[i]));
}

static void try_among(struct asked *a, struct sp_domain *out)
{
	sp_value card = SP_NOTHING;

	for (int n = 0; out->n < a->most; n++) {
		card = next_among(a, card, n);
		if (card == SP_NOTHING)
			return;
		try(a, out, card);
	}
}

static void list(struct asked *a, struct sp_domain *out)
{
	const struct sp_game *g = a->env->g;

	switch ((enum sp_asks)a->slot->asks) {
	case SP_ASK_WIZARD:
	case SP_ASK_CREATURE:
	case SP_ASK_ANYONE:
		try_all(a, out, SP_KIND_ACTOR, sp_game_actors_end(g));
		break;
	case SP_ASK_TARGET:
		try_all(a, out, SP_KIND_ACTOR, sp_game_actors_end(g));
		if ((a->slot->of & OF_EMPTY) != 0)
			try_empty(a, out, true);
		if ((a->slot->of & OF_OBJECT) == 0)
			break;
		try_board(a, out, SP_KIND_EDGE, g->board.n_edges);
		try_all(a, out, SP_KIND_THING, g->things_end);
		break;
	case SP_ASK_OBJECT:
		try_board(a, out, SP_KIND_EDGE, g->board.n_edges);
		try_all(a, out, SP_KIND_THING, g->things_end);
		break;
	case SP_ASK_SQUARE:
		try_board(a, out, SP_KIND_SQUARE, g->board.n_squares);
		break;
	case SP_ASK_EMPTY:
		try_empty(a, out, false);
		break;
	case SP_ASK_BORDER:
	case SP_ASK_WALL:
	case SP_ASK_DOOR:
		try_board(a, out, SP_KIND_EDGE, g->board.n_edges);
		break;
	case SP_ASK_SECTOR:
		try_all(a, out, SP_KIND_SECTOR, g->board.n_bays);
		break;
	case SP_ASK_SPELL:
		try_all(a, out, SP_KIND_THING, g->things_end);
		try_all(a, out, SP_KIND_PLAYED, g->played_end);
		break;
	case SP_ASK_STACK:
		try_all(a, out, SP_KIND_ITEM, SP_CASTS_MAX);
		break;
	case SP_ASK_LOOT:
		try_all(a, out, SP_KIND_TREASURE, g->n_treasures);
		try_all(a, out, SP_KIND_PLAYED, g->played_end);
		break;
	case SP_ASK_CARRIED:
		try_all(a, out, SP_KIND_PLAYED, g->played_end);
		break;
	case SP_ASK_LOOSE:
		try_all(a, out, SP_KIND_THING, g->things_end);
		try_all(a, out, SP_KIND_TREASURE, g->n_treasures);
		break;
	case SP_ASK_TREASURE:
		try_all(a, out, SP_KIND_TREASURE, g->n_treasures);
		break;
	case SP_ASK_HAND:
	case SP_ASK_ENERGY:
		try_hand(a, out);
		break;
	case SP_ASK_MINE:
		try_hand(a, out);
		try_all(a, out, SP_KIND_PLAYED, g->played_end);
		break;
	case SP_ASK_CARD:
		try_among(a, out);
		break;
	case SP_ASK_NUMBER:
		try_numbers(a, out, a->min, a->max);
		break;
	case SP_ASK_STEP:
		try_numbers(a, out, 0, SP_DIRS - 1);
		if (!a->slot->optional)
			try(a, out, SP_NOTHING);
		break;
	case SP_ASK_DIRECTION:
	case SP_ASK_TURN:
	case SP_ASK_YES:
		try_numbers(a, out, 0, SP_DIRS - 1);
		break;
	}
}

void sp_law_slot_some(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, int most, struct sp_domain *out)
{
	struct sp_sights sights;
	struct sp_reach here;
	struct sp_aim own = *aim;
	struct asked a;

	ask(&a, &own, env, slot);
	/* a wall of earth stands in the way of one thing alone */
	if (aim->reach != NULL && aim->blocked == 0) {
		a.reach = aim->reach;
	} else {
		a.reach = &here;
		sp_sights_clear(&sights);
		sp_reach_clear(&here, &sights);
	}
	sp_eval_reach_turn(a.reach, &own);
	a.most = most;
	out->n = 0;
	list(&a, out);
}
