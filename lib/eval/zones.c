/*
 * Where cards lie: hands, decks, discard piles, the zones of the ruleset.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval_private.h"

#include <assert.h>

/* Of a zone of seats that of `me`, unless somebody else is named. */
static int seat_of(const struct sp_env *env, sp_value of)
{
	int seat = of == -1 ? env->actor : sp_eval_actor_index(of);

	return seat >= 0 && seat < env->g->n_seats ? seat : SP_NOBODY;
}

sp_value sp_eval_host(const struct sp_game *g, sp_value what)
{
	int i = sp_index_of(what);

	if (sp_kind_of(what) == SP_KIND_THING && i < g->things_end &&
		g->thing[i].kind == SP_THING_CREATED)
		return SP_REF(SP_KIND_PLAYED, g->thing[i].played);
	return what;
}

static int aside_of(const struct sp_env *env, int zone, sp_value of)
{
	const struct sp_zone_type *type = &env->ruleset->zone[zone - SP_PLACES];
	int seat = SP_NOBODY;

	if (type->of_host)
		return sp_game_under(
			env->g, zone - SP_PLACES, sp_eval_host(env->g, of));
	if (type->of_seat) {
		seat = seat_of(env, of);
		if (seat == SP_NOBODY)
			return -1;
	}
	return sp_game_aside_of(zone - SP_PLACES, seat);
}

static bool lies_in(struct sp_env *env, int card, int zone, sp_value of)
{
	const struct sp_card_place *p = &env->g->place[card];

	if (p->zone == SP_ZONE_UNKNOWN && zone != SP_PLACE_DISCARD &&
		zone != SP_PLACE_REMOVED)
		env->unknown = true;
	switch (zone) {
	case SP_PLACE_HAND:
		return p->zone == SP_ZONE_HAND && p->seat == seat_of(env, of);
	case SP_PLACE_DECK:
		return p->zone == SP_ZONE_DECK;
	case SP_PLACE_DISCARD:
		return p->zone == SP_ZONE_DISCARD;
	case SP_PLACE_REMOVED:
		return p->zone == SP_ZONE_REMOVED;
	default:
		return p->zone == SP_ZONE_ASIDE &&
		       (int)p->aside == aside_of(env, zone, of);
	}
}

sp_value eval_in_zone(struct sp_env *env, const sp_value *a)
{
	if (a[0] == SP_HIDDEN)
		env->unknown = true;
	return sp_kind_of(a[0]) == SP_KIND_CARD &&
	       sp_index_of(a[0]) < env->ruleset->n_copies &&
	       lies_in(env, sp_index_of(a[0]), a[1], a[2]);
}

static int deck_of(const struct sp_env *env, sp_value of)
{
	int seat = seat_of(env, of);

	return seat == SP_NOBODY ? 0 : sp_game_deck_of(env->g, seat);
}

static const struct sp_pile *pile_of(
	const struct sp_env *env, int zone, sp_value of)
{
	int aside;

	if (zone == SP_PLACE_DECK)
		return &env->g->pile[deck_of(env, of)];
	if (zone == SP_PLACE_DISCARD)
		return env->g->discard_ordered
			       ? &env->g->discard[deck_of(env, of)]
			       : NULL;
	if (zone < SP_PLACES)
		return NULL;
	aside = aside_of(env, zone, of);
	return aside >= 0 ? &env->g->aside[aside] : NULL;
}

sp_value eval_top(struct sp_env *env, const sp_value *a)
{
	const struct sp_pile *pile = pile_of(env, a[0], a[1]);

	if (pile == NULL || pile->n == 0)
		return SP_NOTHING;
	if (sp_game_hides(env->g, pile)) {
		env->unknown = true;
		return SP_NOTHING;
	}
	return SP_REF(SP_KIND_CARD, sp_game_top(pile));
}

/* By their numbers, so that it does not matter which of them go meanwhile. */
sp_value eval_next_card(
	struct sp_env *env, const sp_value args[], sp_value last)
{
	const struct sp_game *g = env->g;
	const struct sp_pile *pile = pile_of(env, args[0], args[1]);
	int seat = seat_of(env, args[1]);

	assert(g != NULL);
	if (env->knower == 0 && args[0] == SP_PLACE_HAND && seat != SP_NOBODY &&
		g->hand[seat].n < g->actor[seat].hand)
		env->unknown = true;
	if (env->knower == 0 && pile != NULL && sp_game_hides(g, pile))
		env->unknown = true;
	for (int c = last == SP_NOTHING ? 0 : sp_index_of(last) + 1;
		c < g->cards_end && !env->unknown; c++) {
		if (g->place[c].zone != SP_ZONE_UNKNOWN &&
			(env->knower == 0 ||
				sp_game_knows(g, env->knower - 1, c)) &&
			lies_in(env, c, args[0], args[1]))
			return SP_REF(SP_KIND_CARD, c);
	}
	return SP_NOTHING;
}
