/*
 * Statistics: what cards in play make of the ruleset's values.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/thing.h"
#include "eval_private.h"

#include <limits.h>

/* A condition may ask for statistics, whose conditions ask for others: deeper
 * ones are those of the ruleset. */
#define DEPTH_MAX 3

static int base_of_wizard(
	const struct sp_ruleset *r, const struct sp_game *g, enum sp_stat stat)
{
	switch (stat) {
	case SP_STAT_BASE_SPEED:
		return r->base_speed;
	case SP_STAT_HAND_MAX:
		return r->hand_max;
	case SP_STAT_DRAW_MAX:
		return r->draw_max;
	case SP_STAT_PUNCH:
		return r->punch_damage;
	case SP_STAT_LIFE_MAX:
		return r->life_max;
	case SP_STAT_ATTACKS:
	case SP_STAT_ITEMS_COUNT:
	case SP_STAT_PICKUP_ENDS:
	case SP_STAT_MAY_ATTACK:
	case SP_STAT_MAY_BE_ATTACKED:
	case SP_STAT_MAY_CAST:
	case SP_STAT_MAY_PICK_UP:
	case SP_STAT_MAY_CAST_FIRE:
		return 1;
	case SP_STAT_SPELLS_COUNT:
		return g->rule[SP_RULE_SPELLS] == SP_SPELLS_COUNTED;
	default:
		return 0;
	}
}

/* What the card of a creature says of it, else what holds for wizards. */
static int base_of(const struct sp_ruleset *r, const struct sp_game *g,
	sp_value ref, enum sp_stat stat)
{
	const struct sp_creature *creature;
	int i = sp_index_of(ref);

	if (sp_kind_of(ref) != SP_KIND_ACTOR || !sp_game_is_creature(g, i))
		return base_of_wizard(r, g, stat);
	creature = &sp_ruleset_card(r, g->actor[i].card)->creature;
	switch (stat) {
	case SP_STAT_BASE_SPEED:
		return creature->speed;
	case SP_STAT_PUNCH:
		return creature->punch;
	case SP_STAT_LIFE_MAX:
		return creature->life_max;
	case SP_STAT_MAY_PICK_UP:
		return creature->treasures || creature->items;
	default:
		return base_of_wizard(r, g, stat);
	}
}

/* set, add, multiply, at most, at least: as sp_while.how */
struct tally {
	bool is_set;
	int order; /* of the latest set */
	int set, add, mul, most, least;
};

static bool concerns(
	const struct sp_played *p, const struct sp_while *w, sp_value ref)
{
	switch ((enum sp_subject)w->subject) {
	case SP_SUBJECT_ME:
		return ref == SP_REF(SP_KIND_ACTOR, p->seat);
	case SP_SUBJECT_TARGET:
		return ref == p->target && ref != SP_NOTHING;
	case SP_SUBJECT_ALL:
		return sp_kind_of(ref) == SP_KIND_ACTOR;
	case SP_SUBJECT_AREA: /* see count_thing */
		break;
	}
	return false;
}

/* Many effects on one number must not leave the range of integers; `unit`: what
 * one of them is counted as. */
static int bounded(long long n, int unit)
{
	const long long most = 20000LL * unit;

	return (int)(n > most ? most : n < -most ? -most : n);
}

/* `order`: when that which does it came into play. */
static void count_in(struct tally *t, int order, int how, int value)
{
	switch (how) {
	case 0:
		if (!t->is_set || order >= t->order)
			t->set = value;
		if (!t->is_set || order > t->order)
			t->order = order;
		t->is_set = true;
		break;
	case 1:
		t->add = bounded((long long)t->add + value, 1);
		break;
	case 2:
		t->mul = bounded((long long)t->mul * value, 1);
		break;
	case 3:
		t->most = value < t->most ? value : t->most;
		break;
	default:
		t->least = value > t->least ? value : t->least;
		break;
	}
}

static void count_played(struct tally *t, const struct sp_ruleset *r,
	const struct sp_game *g, int i, sp_value ref, enum sp_stat stat,
	int depth)
{
	const struct sp_played *p = &g->played[i];
	const struct sp_card *card = sp_ruleset_card(r, p->card);

	for (int k = 0; k < card->n_whiles; k++) {
		const struct sp_while *w = &card->whiles[k];
		struct sp_env env;

		if (w->stat != stat || !concerns(p, w, ref))
			continue;
		env = (struct sp_env){ .ruleset = r,
			.g = g,
			.actor = p->seat,
			.self = SP_REF(SP_KIND_PLAYED, i),
			.it = SP_NOTHING,
			.who = SP_NOTHING,
			.by = SP_NOTHING,
			.what = SP_NOTHING,
			.energy = p->energy,
			.energy2 = p->energy2,
			.cast = -1,
			.depth = (uint8_t)(depth + 1) };
		if (sp_eval_holds(&env, w->condition))
			count_in(t, p->order, w->how,
				sp_eval_code(&env, w->value, 0));
	}
}

static bool thing_concerns(const struct sp_ruleset *r, const struct sp_game *g,
	int i, enum sp_subject subject, sp_value ref, int depth)
{
	const struct sp_thing *t = &g->thing[i];

	if (!sp_game_is_real_to(g, i, sp_eval_actor_index(ref)))
		return false;
	if (subject == SP_SUBJECT_AREA)
		return sp_eval_in_area(r, g, i, ref, depth);
	/* what hangs on a spell is told of by the spell, a card by itself */
	if (t->kind != SP_THING_LONE)
		return false;
	if (subject == SP_SUBJECT_ALL)
		return sp_kind_of(ref) == SP_KIND_ACTOR;
	return subject == SP_SUBJECT_ME &&
	       sp_eval_actor_index(ref) == sp_game_owner_of_thing(g, i);
}

/* Things that do something themselves: whoever is in their area is `who`, and
 * `me` whose they are. */
static void count_thing(struct tally *t, const struct sp_ruleset *r,
	const struct sp_game *g, int i, sp_value ref, enum sp_stat stat,
	int depth)
{
	const struct sp_thing *thing = &g->thing[i];
	const struct sp_card *card = sp_ruleset_card(r, thing->card);
	const struct sp_played *spell = thing->kind == SP_THING_CREATED
						? &g->played[thing->played]
						: NULL;

	for (int k = 0; k < card->n_whiles; k++) {
		const struct sp_while *w = &card->whiles[k];
		struct sp_env env;

		if (w->stat != stat ||
			!thing_concerns(r, g, i, (enum sp_subject)w->subject,
				ref, depth + 1))
			continue;
		env = (struct sp_env){ .ruleset = r,
			.g = g,
			.actor = sp_eval_actor_of_thing(g, i),
			.self = SP_REF(SP_KIND_THING, i),
			.it = SP_NOTHING,
			.who = ref,
			.by = SP_NOTHING,
			.what = SP_NOTHING,
			.energy = spell != NULL ? spell->energy : 1,
			.cast = -1,
			.depth = (uint8_t)(depth + 1) };
		if (sp_eval_holds(&env, w->condition))
			count_in(t, spell != NULL ? spell->order : -1, w->how,
				sp_eval_code(&env, w->value, 0));
	}
}

/* What no thing does costs nothing. */
static void count_things(struct tally *t, const struct sp_ruleset *r,
	const struct sp_game *g, sp_value ref, enum sp_stat stat, int depth)
{
	if ((r->thing_stats >> stat & 1) == 0)
		return;
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			(r->stats[r->type[g->thing[i].card]] >> stat & 1) != 0)
			count_thing(t, r, g, i, ref, stat, depth);
}

static bool concerns_stat(const struct sp_ruleset *r, const struct sp_played *p,
	enum sp_stat stat)
{
	return p->kind != SP_PLAYED_FREE &&
	       (r->stats[r->type[p->card]] >> stat & 1) != 0;
}

bool sp_eval_stats_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint64_t stats)
{
	stats &= ruleset->stat_mask;
	for (int i = 0; stats != 0 && i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind != SP_PLAYED_FREE &&
			(ruleset->stats[ruleset->type[p->card]] & stats) != 0)
			return true;
	}
	return (ruleset->thing_stats & stats) != 0 && g->things_end > 0;
}

bool eval_stat_is_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, enum sp_stat stat)
{
	return (ruleset->stat_mask >> stat & 1) != 0 &&
	       sp_eval_stats_in_play(ruleset, g, UINT64_C(1) << stat);
}

static int applied(const struct tally *t, int value, int unit)
{
	if (t->is_set)
		value = bounded((long long)t->set * unit, unit);
	value = bounded(value + (long long)t->add * unit, unit);
	value = bounded((long long)value * t->mul, unit);
	if (value > (long long)t->most * unit)
		value = bounded((long long)t->most * unit, unit);
	if (value < (long long)t->least * unit)
		value = bounded((long long)t->least * unit, unit);
	return value;
}

static const struct tally nothing_yet = {
	.mul = 1, .most = INT_MAX, .least = INT_MIN
};

/* Of a number that is counted in such units; what does it speaks of whole ones.
 */
static int changed(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat, int value, int unit, int depth)
{
	struct tally t = nothing_yet;

	if (depth >= DEPTH_MAX)
		return value;
	for (int i = 0; i < g->played_end; i++)
		if (concerns_stat(ruleset, &g->played[i], stat))
			count_played(&t, ruleset, g, i, ref, stat, depth);
	count_things(&t, ruleset, g, ref, stat, depth);
	return applied(&t, value, unit);
}

static bool is_changed(const struct tally *t)
{
	return t->is_set || t->add != 0 || t->mul != 1 || t->most != INT_MAX ||
	       t->least != INT_MIN;
}

int sp_eval_stat_card(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat)
{
	struct tally t = nothing_yet;
	int card = -1;

	count_things(&t, ruleset, g, ref, stat, 0);
	for (int i = 0; i < g->played_end; i++) {
		struct tally own = nothing_yet;

		if (concerns_stat(ruleset, &g->played[i], stat))
			count_played(&own, ruleset, g, i, ref, stat, 0);
		if (!is_changed(&own))
			continue;
		if (card >= 0 || is_changed(&t))
			return -1;
		card = g->played[i].card;
	}
	return card;
}

int sp_eval_stat_in(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat, int depth)
{
	int base = base_of(ruleset, g, ref, stat);

	/* mostly there is nothing to count */
	if ((ruleset->stat_mask >> stat & 1) == 0 ||
		!sp_eval_stats_in_play(ruleset, g, UINT64_C(1) << stat))
		return base;
	return changed(ruleset, g, ref, stat, base, 1, depth);
}

int sp_eval_stat_on(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat, int parts)
{
	return eval_stat_is_in_play(ruleset, g, stat)
		       ? changed(ruleset, g, ref, stat, parts, SP_DAMAGE_PARTS,
				 0)
		       : parts;
}

int sp_eval_who_turns(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, enum sp_stat stat)
{
	sp_value ref = SP_REF(SP_KIND_ACTOR, actor);
	int base = base_of(ruleset, g, ref, stat);

	if ((sp_eval_stat(ruleset, g, ref, stat) != 0) == (base != 0))
		return -1;
	for (int i = 0; i < g->played_end; i++) {
		struct tally t = nothing_yet;

		if (!concerns_stat(ruleset, &g->played[i], stat))
			continue;
		count_played(&t, ruleset, g, i, ref, stat, 0);
		if ((applied(&t, base, 1) != 0) != (base != 0))
			return ruleset->type[g->played[i].card];
	}
	return -1;
}
