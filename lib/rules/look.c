/*
 * Who sees what, looked at again once something is done: between two steps of a
 * walk, before whoever acts is asked, before an attack is answered and before
 * it resolves.
 *
 * Whoever can observe an illusion for the first time throws a die for it: from
 * then on it is real to him, or false. Whose it is, and what answers to him,
 * knows without one. Then cards that ask for it are told who sees them as he
 * did not before, one after the other; what that sets off is done first, and
 * all is looked at anew.
 */
#include "machine_private.h"
#include "turn_private.h"

#include "effect/effect.h"
#include "eval/aim.h"
#include "eval/struck.h"
#include "stack/stack.h"

static struct sp_aim eyes_of(const struct sp_run *run, int actor)
{
	return (struct sp_aim){ .ruleset = run->ruleset,
		.g = run->g,
		.actor = actor,
		.origin = run->g->actor[actor].square,
		.corner = SP_NOWHERE,
		.range = SP_RANGE_SIGHT };
}

static bool sees(const struct sp_run *run, int actor, sp_value ref)
{
	struct sp_aim aim = eyes_of(run, actor);

	return sp_eval_in_range(&aim, ref) == SP_REASON_NONE;
}

/* The actor of that place in their order, if it lives; SP_NOBODY. */
static int living_at(const struct sp_game *g, int place)
{
	int actor = sp_game_actor_at(g, place);

	return actor != SP_NOBODY && g->actor[actor].alive ? actor : SP_NOBODY;
}

/* ---- beliefs --------------------------------------------------------------
 */

static void tell_belief(
	struct sp_run *run, int actor, int card, sp_value what, bool real)
{
	struct sp_event *event = sp_game_events_add(
		run->events, SP_EVENT_BELIEVED, actor, SP_NOBODY);

	event->card = card;
	event->what = what;
	event->real = real;
}

/* Is it real to him? The die of the card decides. */
static bool roll_belief(struct sp_run *run, int actor, int card)
{
	const struct sp_card *type = sp_ruleset_card(run->ruleset, card);

	return sp_stack_roll(run, type->illusion_die, actor, card) <=
	       type->illusion_real;
}

/* By any sense: he sees it, or stands where he would touch it. */
static bool observes(const struct sp_run *run, int actor, int thing)
{
	const struct sp_game *g = run->g;
	sp_value where = g->thing[thing].where;
	uint16_t at = g->actor[actor].square;
	bool touches = sp_kind_of(where) == SP_KIND_EDGE
			       ? sp_board_beside(&g->board, at,
					 (uint16_t)sp_index_of(where))
			       : where == SP_REF(SP_KIND_SQUARE, at);

	return touches || sees(run, actor, SP_REF(SP_KIND_THING, thing));
}

static void take_view_of(struct sp_run *run, int actor, int thing)
{
	struct sp_thing *t = &run->g->thing[thing];
	uint32_t bit = UINT32_C(1) << actor;
	bool real;
	int owner;

	if (((t->believed | t->doubted) & bit) != 0)
		return;
	owner = sp_game_owner_of_thing(run->g, thing);
	if (owner != SP_NOBODY && owner == sp_game_seat_of(run->g, actor)) {
		t->doubted |= bit;
		return;
	}
	if (!observes(run, actor, thing))
		return;
	real = roll_belief(run, actor, t->card);
	if (run->unknown)
		return;
	if (real)
		t->believed |= bit;
	else
		t->doubted |= bit;
	tell_belief(run, actor, t->card, SP_REF(SP_KIND_THING, thing), real);
	/* the rest of his way was meant for another world */
	sp_effect_halt_walks(run, actor);
}

static void look_at_illusions(struct sp_run *run)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->things_end; i++) {
		if (!g->thing[i].illusion)
			continue;
		for (int k = 0; k < sp_game_actors_end(g); k++) {
			int actor = living_at(g, k);

			if (actor != SP_NOBODY && !run->unknown)
				take_view_of(run, actor, i);
		}
	}
}

/* He whom an illusory attack would strike decides before it is answered. */
static void take_view_of_cast(
	struct sp_run *run, int actor, struct sp_cast *cast, bool affected)
{
	uint32_t bit = UINT32_C(1) << actor;
	bool real;

	if (((cast->believed | cast->doubted) & bit) != 0)
		return;
	if (cast->seat != SP_NOBODY &&
		cast->seat == sp_game_seat_of(run->g, actor)) {
		cast->doubted |= bit;
		return;
	}
	if (!affected)
		return;
	real = roll_belief(run, actor, cast->card);
	if (run->unknown)
		return;
	if (real)
		cast->believed |= bit;
	else
		cast->doubted |= bit;
	tell_belief(run, actor, cast->card, SP_NOTHING, real);
}

static void look_at_cast(struct sp_run *run, int i)
{
	struct sp_game *g = run->g;
	struct sp_cast *cast = &g->cast[i];
	const struct sp_card_play *play = sp_eval_cast_play(run->ruleset, cast);
	unsigned affected;

	if (play == NULL || (play->flags & SP_FLAG_ILLUSION) == 0 ||
		cast->cancelled)
		return;
	affected = sp_eval_affected(run->ruleset, g, i);
	for (int k = 0; k < sp_game_actors_end(g); k++) {
		int actor = living_at(g, k);

		if (actor != SP_NOBODY && !run->unknown)
			take_view_of_cast(run, actor, cast,
				(affected >> actor & 1U) != 0);
	}
}

/* ---- coming into sight ----------------------------------------------------
 */

/* Where a card is: what it lies on, or who bears it. */
static sp_value place_of(const struct sp_game *g, sp_value host)
{
	const struct sp_played *p;

	if (sp_kind_of(host) == SP_KIND_THING)
		return host;
	p = &g->played[sp_index_of(host)];
	return p->kind == SP_PLAYED_SPELL &&
			       sp_game_square_of(g, p->target) != SP_NOWHERE
		       ? p->target
		       : SP_REF(SP_KIND_ACTOR, p->seat);
}

static bool comes_to_see(
	const struct sp_run *run, int actor, sp_value host, sp_value place)
{
	if (place == SP_REF(SP_KIND_ACTOR, actor) ||
		(sp_kind_of(host) == SP_KIND_THING &&
			!sp_game_is_real_to(run->g, sp_index_of(host), actor)))
		return false;
	return sees(run, actor, place);
}

/* Tell the card of the first who sees it now; true: somebody did not see it
 * before. */
static bool tell_seen(struct sp_run *run, sp_value host, uint32_t *seen_by)
{
	const struct sp_game *g = run->g;
	sp_value place = place_of(g, host);
	uint32_t now = 0;

	for (int i = 0; i < sp_game_actors_end(g); i++) {
		if (g->actor[i].alive && comes_to_see(run, i, host, place))
			now |= UINT32_C(1) << i;
	}
	*seen_by &= now;
	for (int k = 0; k < sp_game_actors_end(g); k++) {
		int actor = living_at(g, k);

		if (actor == SP_NOBODY ||
			((now & ~*seen_by) >> actor & 1U) == 0)
			continue;
		*seen_by |= UINT32_C(1) << actor;
		/* what goes on and on comes to an end */
		if (g->steps > SP_STEPS_MAX / 2)
			continue;
		sp_effect_push_event(run, SP_ON_INTO_SIGHT,
			SP_REF(SP_KIND_ACTOR, actor), SP_NOTHING, host, 0);
		return true;
	}
	return false;
}

static bool is_told(const struct sp_run *run, int card)
{
	const struct sp_card *type = sp_ruleset_card(run->ruleset, card);

	for (int i = 0; i < type->n_ons; i++) {
		if (type->ons[i].event == SP_ON_INTO_SIGHT)
			return true;
	}
	return false;
}

static bool lies_there(const struct sp_run *run, const struct sp_played *p)
{
	return sp_ruleset_card(run->ruleset, p->card)->has_object;
}

static bool is_of(const struct sp_run *run, int card, int precedence)
{
	return sp_ruleset_card(run->ruleset, card)->precedence == precedence &&
	       is_told(run, card);
}

/* What lies before a seat and what its creatures carry, or with SP_NOBODY those
 * that are nobody's, in the order in which it came. */
static int area_of(
	const struct sp_game *g, int seat, uint8_t out[SP_PLAYED_MAX])
{
	int n = 0;

	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];
		int k = n;

		if (p->kind == SP_PLAYED_FREE ||
			sp_game_seat_of(g, p->seat) != seat)
			continue;
		for (; k > 0 && g->played[out[k - 1]].order > p->order; k--)
			out[k] = out[k - 1];
		out[k] = (uint8_t)i;
		n++;
	}
	return n;
}

static bool look_from_areas(struct sp_run *run, int precedence)
{
	struct sp_game *g = run->g;

	for (int k = 0; k <= g->n_seats; k++) {
		uint8_t area[SP_PLAYED_MAX];
		int n = area_of(g,
			k < g->n_seats ? (g->active + k) % g->n_seats
				       : SP_NOBODY,
			area);

		for (int i = 0; i < n; i++) {
			struct sp_played *p = &g->played[area[i]];

			/* a spell is seen in what it has made */
			if ((p->kind == SP_PLAYED_SPELL &&
				    lies_there(run, p)) ||
				!is_of(run, p->card, precedence))
				continue;
			if (tell_seen(run, SP_REF(SP_KIND_PLAYED, area[i]),
				    &p->seen_by))
				return true;
		}
	}
	return false;
}

/* Of each precedence the cards of the active seat first, then those of the
 * others, then what lies on the board. */
static bool look_from_hosts(struct sp_run *run, int precedence)
{
	struct sp_game *g = run->g;

	if (look_from_areas(run, precedence))
		return true;
	for (int i = 0; i < g->things_end; i++) {
		struct sp_thing *t = &g->thing[i];

		if (t->kind != SP_THING_FREE &&
			is_of(run, t->card, precedence) &&
			tell_seen(run, SP_REF(SP_KIND_THING, i), &t->seen_by))
			return true;
	}
	return false;
}

static bool look_from_all(struct sp_run *run)
{
	const struct sp_ruleset *r = run->ruleset;

	for (int i = 0; i < r->n_seen; i++)
		if (look_from_hosts(run, r->seen[i]))
			return true;
	return false;
}

/* Is what changed who sees what done? */
static bool is_quiet(const struct sp_frame *top)
{
	return top == NULL || top->kind == SP_FRAME_ACTIVATION ||
	       (top->kind == SP_FRAME_WALK && sp_effect_is_between_steps(top));
}

bool rules_look(struct sp_run *run)
{
	const struct sp_game *g = run->g;
	const struct sp_frame *top =
		g->n_frames > 0 ? &g->frame[g->n_frames - 1] : NULL;
	bool told = (run->ruleset->event_mask >> SP_ON_INTO_SIGHT & 1U) != 0;

	if (top != NULL && top->kind == SP_FRAME_ANNOUNCE &&
		rules_is_before_answers(top))
		look_at_cast(run, top->cast);
	if (!is_quiet(top) || rules_is_won(g))
		return run->unknown;
	if (g->n_illusions > 0)
		look_at_illusions(run);
	return run->unknown || (told && look_from_all(run));
}
