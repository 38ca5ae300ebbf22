/*
 * is(): traits, types, kinds and words of a reference.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/aim.h"
#include "eval/thing.h"
#include "eval_private.h"

const struct sp_card *sp_eval_card_of_ref(
	const struct sp_ruleset *ruleset, const struct sp_game *g, sp_value ref)
{
	int i = sp_index_of(ref), card = -1;

	switch (sp_kind_of(ref)) {
	case SP_KIND_CARD:
		card = i;
		break;
	case SP_KIND_PLAYED:
		if (g->played[i].kind != SP_PLAYED_FREE)
			card = g->played[i].card;
		break;
	case SP_KIND_THING:
		if (g->thing[i].kind != SP_THING_FREE)
			card = g->thing[i].card;
		break;
	case SP_KIND_ITEM:
		if (g->cast[i].used)
			card = g->cast[i].card;
		break;
	case SP_KIND_ACTOR:
		if (sp_game_is_creature(g, i))
			card = g->actor[i].card;
		break;
	case SP_KIND_EDGE:
		i = sp_eval_thing_of_edge(ruleset, g, (uint16_t)i);
		if (i >= 0)
			card = g->thing[i].card;
		break;
	default:
		break;
	}
	return card >= 0 && card < ruleset->n_copies
		       ? sp_ruleset_card(ruleset, card)
		       : NULL;
}

bool sp_eval_has_trait(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value ref, int trait)
{
	const struct sp_card *card = sp_eval_card_of_ref(ruleset, g, ref);

	return card != NULL && (card->traits >> trait & 1U) != 0;
}

static bool any_play(const struct sp_card *card, int type)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].type == type)
			return true;
	return false;
}

/* Of a cast as it was cast, of a spell by the play that made it, else of any
 * play of the card. */
static bool is_type(struct sp_env *env, sp_value ref, int type)
{
	const struct sp_card *card =
		sp_eval_card_of_ref(env->ruleset, env->g, ref);
	const struct sp_played *p;

	if (sp_kind_of(ref) == SP_KIND_ITEM &&
		env->g->cast[sp_index_of(ref)].type == type)
		return env->g->cast[sp_index_of(ref)].used;
	if (card == NULL || sp_kind_of(ref) == SP_KIND_EDGE)
		return false;
	if (type == SP_PLAY_ITEM)
		return card->is_item;
	if (sp_kind_of(ref) == SP_KIND_ITEM)
		return false;
	if (sp_kind_of(ref) == SP_KIND_PLAYED) {
		p = &env->g->played[sp_index_of(ref)];
		if (p->kind == SP_PLAYED_SPELL)
			return card->play[p->play].type == type;
	}
	return any_play(card, type);
}

static bool is_spell(struct sp_env *env, sp_value ref)
{
	return is_type(env, ref, SP_PLAY_ATTACK) ||
	       is_type(env, ref, SP_PLAY_NEUTRAL) ||
	       is_type(env, ref, SP_PLAY_COUNTER);
}

/* The edge that a reference is, or that a thing makes a wall or a door. */
static int edge_of(const struct sp_env *env, sp_value ref)
{
	const struct sp_game *g = env->g;
	int i = sp_index_of(ref);

	if (sp_kind_of(ref) == SP_KIND_EDGE)
		return i < g->board.n_edges ? i : -1;
	if (sp_kind_of(ref) != SP_KIND_THING ||
		sp_kind_of(g->thing[i].where) != SP_KIND_EDGE)
		return -1;
	i = sp_index_of(g->thing[i].where);
	return SP_REF(SP_KIND_THING, sp_eval_thing_of_edge(env->ruleset, g,
					     (uint16_t)i)) == ref
		       ? i
		       : -1;
}

static bool is_stone(const struct sp_env *env, int edge)
{
	const struct sp_edge *e = &env->g->board.edge[edge];
	int thing;

	if (sp_board_edge_under(&env->g->board, (uint16_t)edge) !=
			SP_EDGE_WALL ||
		e->outer)
		return false;
	thing = sp_eval_thing_of_edge(env->ruleset, env->g, (uint16_t)edge);
	return thing < 0 ||
	       !sp_ruleset_card(env->ruleset, env->g->thing[thing].card)
			->object.dirt;
}

static bool is_edge_word(const struct sp_env *env, int edge, int word)
{
	const struct sp_game *g = env->g;
	uint8_t things[SP_THINGS_MAX];
	enum sp_edge_kind kind;
	int n;

	if (edge < 0)
		return false;
	kind = sp_board_edge_under(&g->board, (uint16_t)edge);
	switch (word) {
	case SP_IS_OBJECT:
		return kind == SP_EDGE_WALL || kind == SP_EDGE_DOOR;
	case SP_IS_WALL:
		return kind == SP_EDGE_WALL;
	case SP_IS_DOOR:
		return kind == SP_EDGE_DOOR;
	case SP_IS_STONE:
		return is_stone(env, edge);
	case SP_IS_OUTER:
		return g->board.edge[edge].outer;
	case SP_IS_DAMAGEABLE:
		return (kind == SP_EDGE_WALL || kind == SP_EDGE_DOOR) &&
		       !sp_board_edge_is_kept(&g->board, (uint16_t)edge);
	case SP_IS_CREATED:
		if (g->board.edge[edge].created != SP_EDGE_OPEN)
			return true;
		n = sp_game_things_at(g, SP_REF(SP_KIND_EDGE, edge), things);
		return n > 0;
	default:
		return false;
	}
}

/* Dropped, an item is picked up unless its card says otherwise. */
static bool is_mobile(const struct sp_env *env, sp_value ref)
{
	const struct sp_card *card =
		sp_eval_card_of_ref(env->ruleset, env->g, ref);

	if (sp_kind_of(ref) == SP_KIND_TREASURE)
		return true;
	if (sp_kind_of(ref) != SP_KIND_THING || card == NULL)
		return false;
	return card->has_object ? card->object.mobile
				: env->g->thing[sp_index_of(ref)].kind ==
					  SP_THING_DROPPED;
}

/* In a view the real token of another's spell is not known: it knows one of a
 * spell's tokens or none. */
static bool is_real(struct sp_env *env, int thing)
{
	const struct sp_game *g = env->g;
	const struct sp_thing *t = &g->thing[thing];
	bool known = g->rng.known || !t->facedown;

	/* which hang on no spell are each by itself */
	known = known || (t->kind == SP_THING_LONE && t->real);
	for (int i = 0; i < g->things_end && !known; i++)
		known = t->kind == SP_THING_CREATED &&
			g->thing[i].kind == SP_THING_CREATED &&
			g->thing[i].played == t->played && g->thing[i].real;
	if (!known)
		env->unknown = true;
	return t->real;
}

static bool is_thing_word(struct sp_env *env, int i, int word)
{
	const struct sp_thing *t = &env->g->thing[i];
	const struct sp_object *object;

	if (t->kind == SP_THING_FREE)
		return false;
	object = &sp_ruleset_card(env->ruleset, t->card)->object;
	switch (word) {
	case SP_IS_OBJECT:
		return sp_eval_takes_part(
			env->ruleset, env->g, i, SP_PART_OBJECT);
	case SP_IS_TOKEN:
		return object->class == SP_THING_CLASS_TOKEN;
	case SP_IS_TOTEM:
		return object->class == SP_THING_CLASS_TOTEM;
	case SP_IS_MARKER:
		return object->class == SP_THING_CLASS_MARKER;
	case SP_IS_HEX:
		return object->class == SP_THING_CLASS_HEX;
	case SP_IS_CREATED:
		return sp_game_is_made(t);
	case SP_IS_DROPPED:
		return t->kind == SP_THING_DROPPED;
	case SP_IS_FILLING:
		return t->fills;
	case SP_IS_DAMAGEABLE:
		return object->cracks > 0;
	case SP_IS_REAL:
		return is_real(env, i);
	default:
		return false;
	}
}

static int duration_of(const struct sp_env *env, sp_value ref)
{
	const struct sp_card *card =
		sp_eval_card_of_ref(env->ruleset, env->g, ref);
	int i = sp_index_of(ref);

	if (card == NULL)
		return -1;
	if (sp_kind_of(ref) == SP_KIND_ITEM)
		return card->play[env->g->cast[i].play].duration;
	if (sp_kind_of(ref) == SP_KIND_PLAYED &&
		env->g->played[i].kind == SP_PLAYED_SPELL)
		return env->g->played[i].permanent
			       ? SP_DURATION_PERMANENT
			       : card->play[env->g->played[i].play].duration;
	return -1;
}

static bool is_damage_word(const struct sp_env *env, int word)
{
	switch (word) {
	case SP_IS_FIRE:
		return env->element == SP_ELEMENT_FIRE;
	case SP_IS_WATER:
		return env->element == SP_ELEMENT_WATER;
	case SP_IS_ATTACK:
		return (env->damage_flags & SP_DAMAGEFLAG_NOT_ATTACK) == 0;
	case SP_IS_PHYSICAL:
		return env->damage_kind == SP_DAMAGE_PHYSICAL;
	default:
		return env->damage_kind == SP_DAMAGE_MAGICAL;
	}
}

static bool is_word(struct sp_env *env, sp_value ref, int word)
{
	const struct sp_game *g = env->g;
	int kind = sp_kind_of(ref), i = sp_index_of(ref);
	const struct sp_cast *cast =
		kind == SP_KIND_ITEM && sp_has_cast(g, i) ? &g->cast[i] : NULL;

	switch ((enum sp_is_word)word) {
	case SP_IS_SPELL:
		if (kind == SP_KIND_PLAYED)
			return g->played[i].kind == SP_PLAYED_SPELL;
		return is_spell(env, ref);
	case SP_IS_WIZARD:
		return kind == SP_KIND_ACTOR && i < SP_SEATS_MAX;
	case SP_IS_CREATURE:
		return kind == SP_KIND_ACTOR && sp_game_is_creature(g, i);
	case SP_IS_MOBILE:
		return is_mobile(env, ref);
	case SP_IS_WEAPON:
		return cast != NULL && cast->type == SP_PLAY_PHYSICAL &&
		       cast->card >= 0;
	case SP_IS_PUNCH:
		return cast != NULL && cast->card < 0;
	case SP_IS_DISCARDED:
		return kind == SP_KIND_CARD &&
		       g->place[i].zone == SP_ZONE_DISCARD;
	case SP_IS_MODIFIER:
		return cast != NULL && cast->modifier;
	case SP_IS_INSTANT:
		return duration_of(env, ref) == SP_DURATION_INSTANT;
	case SP_IS_TEMPORARY:
		return duration_of(env, ref) == SP_DURATION_TEMPORARY;
	case SP_IS_PERMANENT:
		return duration_of(env, ref) == SP_DURATION_PERMANENT;
	case SP_IS_FIRE:
	case SP_IS_WATER:
	case SP_IS_ATTACK:
	case SP_IS_PHYSICAL:
	case SP_IS_MAGICAL:
		return is_damage_word(env, word);
	case SP_IS_FILLING:
		if (kind == SP_KIND_ACTOR)
			return sp_eval_stat_in(env->ruleset, g, ref,
				       SP_STAT_FILLS, env->depth) != 0;
		break;
	case SP_IS_OBJECT:
	case SP_IS_WALL:
	case SP_IS_STONE:
	case SP_IS_DOOR:
	case SP_IS_OUTER:
	case SP_IS_CREATED:
	case SP_IS_DROPPED:
	case SP_IS_DAMAGEABLE:
	case SP_IS_REAL:
	case SP_IS_TOKEN:
	case SP_IS_TOTEM:
	case SP_IS_MARKER:
	case SP_IS_HEX:
		break;
	}
	return is_edge_word(env, edge_of(env, ref), word) ||
	       (kind == SP_KIND_THING && is_thing_word(env, i, word));
}

bool sp_eval_is(struct sp_env *env, sp_value ref, int32_t word)
{
	int number = word & 0xff;

	if (ref == SP_HIDDEN) {
		env->unknown = true;
		return false;
	}
	if (!sp_game_has_place(env->g, ref))
		return false;
	switch (word & 0xff00) {
	case SP_IS_TRAIT:
		return sp_eval_has_trait(env->ruleset, env->g, ref, number);
	case SP_IS_TYPE:
		return is_type(env, ref, number);
	case SP_IS_KIND:
		return sp_kind_of(ref) == number;
	default:
		return is_word(env, ref, number);
	}
}
