/*
 * The functions of expressions.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/aim.h"
#include "eval/struck.h"
#include "eval/thing.h"
#include "eval_private.h"

sp_value eval_target_of(const struct sp_game *g, sp_value ref)
{
	int i = sp_index_of(ref);

	switch (sp_kind_of(ref)) {
	case SP_KIND_PLAYED:
		return g->played[i].kind != SP_PLAYED_FREE ? g->played[i].target
							   : SP_NOTHING;
	case SP_KIND_THING:
		return g->thing[i].kind == SP_THING_CREATED
			       ? g->played[g->thing[i].played].target
			       : SP_NOTHING;
	case SP_KIND_ITEM:
		return sp_game_cast_target(g, i);
	default:
		return SP_NOTHING;
	}
}

static int count_played(
	const struct sp_game *g, int seat, enum sp_played_kind kind)
{
	int n = 0;

	for (int i = 0; i < g->played_end; i++)
		n += g->played[i].kind == kind && g->played[i].seat == seat &&
		     !g->played[i].unmaintained;
	return n;
}

/* What a counter meets of it: of an attack whose parts are countered one by
 * one, the share of one part. */
static int energy_of_cast(const struct sp_env *env, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(env->ruleset, cast);
	int parts = 0;

	if (play != NULL && (play->flags & SP_FLAG_SINGLY) != 0 &&
		cast->type == SP_PLAY_ATTACK)
		for (int k = 0; k < cast->n_parts; k++)
			parts += cast->times[k];
	return parts > 0 ? cast->energy / parts : cast->energy;
}

static int energy_of(struct sp_env *env, sp_value ref)
{
	const struct sp_game *g = env->g;
	const struct sp_card *card = sp_eval_card_of_ref(env->ruleset, g, ref);
	int i = sp_index_of(ref);

	if (sp_kind_of(ref) == SP_KIND_ITEM)
		return sp_has_cast(g, i) ? energy_of_cast(env, &g->cast[i]) : 0;
	if (sp_kind_of(ref) == SP_KIND_PLAYED &&
		g->played[i].kind == SP_PLAYED_SPELL)
		return g->played[i].energy;
	return card != NULL ? card->energy : 0;
}

/* Hand cards first, the least energy first, items behind others; then spells,
 * the oldest first. */
static sp_value cheapest(struct sp_env *env, int seat, int keep)
{
	const struct sp_game *g = env->g;
	uint16_t hand[SP_CARDS_MAX];
	int best = -1, best_key = 0, n;

	if (seat < 0 ||
		g->actor[seat].hand + count_played(g, seat, SP_PLAYED_SPELL) <=
			keep)
		return SP_NOTHING;
	n = sp_game_hand(g, seat, hand);
	if (n < g->actor[seat].hand)
		env->unknown = true;
	for (int i = 0; i < n; i++) {
		const struct sp_card *card =
			sp_ruleset_card(env->ruleset, hand[i]);
		int key = card->is_item * 1000 + card->energy;

		if (best < 0 || key < best_key) {
			best = hand[i];
			best_key = key;
		}
	}
	if (best >= 0)
		return SP_REF(SP_KIND_CARD, best);
	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind == SP_PLAYED_SPELL && p->seat == seat &&
			!p->unmaintained &&
			(best < 0 || p->order < g->played[best].order))
			best = i;
	}
	return best >= 0 ? SP_REF(SP_KIND_PLAYED, best) : SP_NOTHING;
}

static uint16_t square_of(const struct sp_game *g, sp_value ref)
{
	if (sp_kind_of(ref) == SP_KIND_ITEM)
		return sp_has_cast(g, sp_index_of(ref))
			       ? g->cast[sp_index_of(ref)].origin
			       : SP_NOWHERE;
	return sp_game_has_place(g, ref) ? sp_game_square_of(g, ref)
					 : SP_NOWHERE;
}

static int steps_between(const struct sp_game *g, sp_value a, sp_value b)
{
	uint16_t from = square_of(g, a), to = square_of(g, b);
	uint16_t steps[SP_SQUARES_MAX];

	if (from == SP_NOWHERE || to == SP_NOWHERE)
		return 0;
	sp_game_steps_from(g, from, steps);
	return steps[to] == UINT16_MAX ? 0 : steps[to];
}

/* How far a throw flies: by the corner round which its line is bent. */
static int flight(const struct sp_env *env, sp_value to)
{
	sp_value from = SP_REF(SP_KIND_ACTOR, env->actor), corner;
	uint16_t bend = SP_NOWHERE;

	if (env->cast >= 0)
		bend = env->g->cast[env->cast].corner;
	else if (env->draft != NULL)
		bend = env->draft->corner;
	if (bend == SP_NOWHERE)
		return steps_between(env->g, from, to);
	corner = SP_REF(SP_KIND_SQUARE, bend);
	return steps_between(env->g, from, corner) +
	       steps_between(env->g, corner, to);
}

static sp_value caster_of(const struct sp_game *g, sp_value ref)
{
	int i = sp_index_of(ref);

	switch (sp_kind_of(ref)) {
	case SP_KIND_ITEM:
		return sp_has_cast(g, i) ? g->cast[i].actor : SP_NOTHING;
	case SP_KIND_PLAYED:
		return g->played[i].kind != SP_PLAYED_FREE
			       ? sp_eval_actor_or_nothing(g->played[i].seat)
			       : SP_NOTHING;
	case SP_KIND_THING:
		return g->thing[i].kind != SP_THING_FREE
			       ? sp_eval_actor_or_nothing(g->thing[i].seat)
			       : SP_NOTHING;
	case SP_KIND_ACTOR:
		return sp_eval_actor_or_nothing(sp_game_owner_of(g, i));
	default:
		return SP_NOTHING;
	}
}

static sp_value owner_of(const struct sp_game *g, sp_value ref)
{
	int i = sp_index_of(ref);

	switch (sp_kind_of(ref)) {
	case SP_KIND_TREASURE:
		return sp_eval_actor_or_nothing(g->treasure[i].owner);
	case SP_KIND_ACTOR:
		return sp_eval_actor_or_nothing(sp_game_seat_of(g, i));
	case SP_KIND_SECTOR:
		return sp_eval_actor_or_nothing(g->board.bay[i].seat);
	case SP_KIND_EDGE:
		return sp_eval_actor_or_nothing(g->board.edge[i].owner);
	case SP_KIND_THING:
		return sp_eval_actor_or_nothing(sp_game_owner_of_thing(g, i));
	default:
		return SP_NOTHING;
	}
}

static sp_value sector_of(const struct sp_game *g, sp_value ref)
{
	uint16_t square = square_of(g, ref);

	if (sp_kind_of(ref) == SP_KIND_SECTOR)
		return ref;
	return square == SP_NOWHERE
		       ? SP_NOTHING
		       : SP_REF(SP_KIND_SECTOR, square / SP_SECTOR_SQUARES);
}

static sp_value home_sector(const struct sp_game *g, int seat)
{
	for (int i = 0; i < g->board.n_bays && seat >= 0; i++)
		if (g->board.bay[i].seat == seat)
			return SP_REF(SP_KIND_SECTOR, i);
	return SP_NOTHING;
}

/* From where, and with whose eyes, one reference sees another. */
static bool looks(struct sp_env *env, sp_value a, sp_value b, bool adjacent)
{
	struct sp_aim aim = { .ruleset = env->ruleset, .g = env->g };

	if (sp_kind_of(a) == SP_KIND_EDGE) {
		sp_value edge = a;

		a = b;
		b = edge;
	}
	aim.actor = sp_eval_actor_index(a);
	aim.origin = square_of(env->g, a);
	aim.corner = SP_NOWHERE;
	aim.range = adjacent ? SP_RANGE_ADJACENT : SP_RANGE_SIGHT;
	aim.depth = env->depth;
	if (aim.origin == SP_NOWHERE || !sp_game_has_place(env->g, b))
		return false;
	return sp_eval_in_range(&aim, b) == SP_REASON_NONE;
}

/* The squares in the four directions from an actor, up to what stops flight. */
static void fly_from(
	const struct sp_env *env, int actor, uint64_t squares[SP_SQUARE_WORDS])
{
	const struct sp_board *b = &env->g->board;
	uint16_t from = env->g->actor[actor].square;
	struct sp_aim aim = { .ruleset = env->ruleset,
		.g = env->g,
		.actor = actor,
		.corner = SP_NOWHERE,
		.depth = env->depth };

	memset(squares, 0, sizeof(uint64_t[SP_SQUARE_WORDS]));
	for (unsigned way = 0; from != SP_NOWHERE && way < SP_DIRS; way++) {
		uint16_t at = from;
		unsigned dir = way;

		for (int n = 0; n < b->n_squares; n++) {
			unsigned side = dir;

			if (sp_eval_passage(&aim, at, (enum sp_dir)side) !=
				SP_PASS_FREE)
				break;
			dir = b->heading[at][side];
			at = b->link[at][side];
			if (at == from || sp_eval_is_filled(&aim, at))
				break;
			sp_board_put_in_set(squares, at);
		}
	}
}

/* In one of the four directions, over nothing that stops flight. */
static bool straight(const struct sp_env *env, int actor, sp_value to)
{
	uint64_t squares[SP_SQUARE_WORDS];

	if (!sp_game_is_actor(env->g, actor) ||
		sp_kind_of(to) != SP_KIND_SQUARE)
		return false;
	fly_from(env, actor, squares);
	return sp_board_in_set(squares, (unsigned)sp_index_of(to));
}

bool sp_eval_straight_from(const struct sp_env *env, int32_t condition,
	uint64_t squares[SP_SQUARE_WORDS])
{
	sp_value actor;

	if (condition < 0 ||
		!eval_is_call_on_it(env, condition, SP_FN_STRAIGHT, &actor) ||
		!sp_game_is_actor(env->g, sp_eval_actor_index(actor)))
		return false;
	fly_from(env, sp_eval_actor_index(actor), squares);
	return true;
}

static bool reaches(struct sp_env *env, int cast, sp_value actor)
{
	struct sp_aim aim;

	sp_eval_aim_of_cast(&aim, env->ruleset, env->g, cast);
	aim.depth = env->depth;
	return sp_eval_in_range(&aim, actor) == SP_REASON_NONE;
}

static bool attacks(const struct sp_ruleset *r, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(r, cast);

	if (cast->modifier)
		return false;
	return cast->type == SP_PLAY_ATTACK || cast->type == SP_PLAY_PHYSICAL ||
	       (play != NULL && (play->costs & SP_COST_ATTACK) != 0);
}

/* A counter is aimed at what it answers only if its card says so: others help
 * their player. */
static bool aims_at_cast(const struct sp_env *env, int cast, int other)
{
	const struct sp_cast *it = &env->g->cast[cast];
	const struct sp_card_play *play = sp_eval_cast_play(env->ruleset, it);

	return play != NULL && (play->flags & SP_FLAG_AT_IT) != 0 &&
	       it->parent == other;
}

/* An attack is aimed at everybody whom it would strike (rulebook, Multiple
 * Targets), anything else at those whom it names, or at `who`. */
static bool aims_at(const struct sp_env *env, int cast, sp_value actor)
{
	const struct sp_game *g = env->g;
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_eval_cast_play(env->ruleset, it);

	if (play != NULL && (play->flags & SP_FLAG_AT_WHO) != 0 &&
		eval_who_of(env->ruleset, g, cast) == actor)
		return true;
	if (attacks(env->ruleset, it) &&
		(sp_eval_affected_on(env->crossing, env->ruleset, g, cast) >>
				sp_eval_actor_index(actor) &
			1U) != 0)
		return true;

	for (int i = 0; i < it->n_answers; i++) {
		if (it->answer[i] == actor && !sp_game_part_fell(it, i))
			return true;
	}
	return false;
}

bool sp_eval_is_aimed_at(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, int actor)
{
	struct sp_env env = { .ruleset = ruleset, .g = g };

	return aims_at(&env, cast, SP_REF(SP_KIND_ACTOR, actor));
}

/* By what it does itself: what a curse does later is asked about then. */
static bool hurts(const struct sp_ruleset *r, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(r, cast);

	if (play == NULL) /* a punch */
		return true;
	for (int i = 0; i < play->program.n; i++) {
		const struct sp_op *op = &r->op[play->program.first + i];

		if (op->code == SP_OP_DAMAGE || op->code == SP_OP_PUNCH)
			return true;
	}
	return false;
}

/* A bolt flies along a line too. */
static bool by_sight(const struct sp_ruleset *r, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(r, cast);

	if (play == NULL)
		return true;
	if ((play->flags & SP_FLAG_NO_SIGHT) != 0)
		return false;
	for (int i = 0; i < play->n_slots; i++)
		if (r->slot[play->slot[i]].asks == SP_ASK_DIRECTION)
			return true;
	return play->range == SP_RANGE_SIGHT ||
	       play->range == SP_RANGE_ADJACENT;
}

static bool crosses(const struct sp_env *env, int cast, uint16_t edge)
{
	return env->crossing != NULL
		       ? sp_eval_crossing_holds(env->crossing, env->ruleset,
				 env->g, cast, edge)
		       : sp_eval_line_crosses(env->ruleset, env->g, cast, edge);
}

static sp_value about_item(
	struct sp_env *env, enum sp_function fn, const sp_value *a)
{
	const struct sp_game *g = env->g;
	const struct sp_cast *cast;
	const struct sp_card_play *play;
	int i = sp_index_of(a[0]);

	if (sp_kind_of(a[0]) != SP_KIND_ITEM || !sp_has_cast(g, i))
		return fn == SP_FN_PARENT ? SP_NOTHING : 0;
	cast = &g->cast[i];
	play = sp_eval_cast_play(env->ruleset, cast);
	switch (fn) {
	case SP_FN_REACHES:
		return sp_eval_actor_index(a[1]) >= 0 && reaches(env, i, a[1]);
	case SP_FN_AIMS:
		if (sp_kind_of(a[1]) == SP_KIND_ITEM)
			return aims_at_cast(env, i, sp_index_of(a[1]));
		return sp_eval_actor_index(a[1]) >= 0 && aims_at(env, i, a[1]);
	case SP_FN_AFFECTS:
		return sp_eval_actor_index(a[1]) >= 0 &&
		       (sp_eval_affected_on(env->crossing, env->ruleset, g,
				i) >> sp_eval_actor_index(a[1]) &
			       1U) != 0;
	case SP_FN_CROSSES:
		return sp_kind_of(a[1]) == SP_KIND_EDGE &&
		       sp_index_of(a[1]) < g->board.n_edges &&
		       crosses(env, i, (uint16_t)sp_index_of(a[1]));
	case SP_FN_ATTACKS:
		return attacks(env->ruleset, cast);
	case SP_FN_HURTS:
		return hurts(env->ruleset, cast);
	case SP_FN_BY_SIGHT:
		return by_sight(env->ruleset, cast);
	case SP_FN_CANCELLABLE:
		return play != NULL && !cast->cancelled &&
		       (play->flags & SP_FLAG_NO_CANCEL) == 0;
	case SP_FN_EVADABLE:
		return play == NULL || (play->flags & SP_FLAG_NO_EVADE) == 0;
	default: /* PARENT */
		return sp_has_cast(g, cast->parent)
			       ? SP_REF(SP_KIND_ITEM, cast->parent)
			       : SP_NOTHING;
	}
}

static sp_value about_actor(
	const struct sp_env *env, enum sp_function fn, const sp_value *a)
{
	const struct sp_game *g = env->g;
	int actor = sp_eval_actor_index(a[0]), seat;

	if (!sp_game_is_actor(g, actor))
		return fn == SP_FN_CARRIED_BY || fn == SP_FN_HOME_OF ||
				       fn == SP_FN_LAST_CAST
			       ? SP_NOTHING
			       : 0;
	switch (fn) {
	case SP_FN_CARDS:
		return g->actor[actor].hand;
	case SP_FN_ITEMS:
		return count_played(g, actor, SP_PLAYED_ITEM);
	case SP_FN_SPELLS:
		return count_played(g, actor, SP_PLAYED_SPELL);
	case SP_FN_CARRIED_BY:
		return g->actor[actor].carries != SP_NOBODY
			       ? SP_REF(SP_KIND_TREASURE,
					 g->actor[actor].carries)
			       : SP_NOTHING;
	case SP_FN_LAST_CAST:
		return g->actor[actor].last_cast != 0
			       ? g->actor[actor].last_cast
			       : SP_NOTHING;
	case SP_FN_HOME_OF:
		return home_sector(g, actor);
	case SP_FN_STUNNED:
		return g->actor[actor].stunned != 0;
	case SP_FN_CARRIES:
		return g->actor[actor].carries != SP_NOBODY;
	default: /* FIRST_TURN */
		seat = sp_game_seat_of(g, actor);
		return seat != SP_NOBODY && sp_game_is_first_turn(g, seat);
	}
}

static sp_value about_pool(
	const struct sp_env *env, enum sp_function fn, sp_value ref)
{
	const struct sp_game *g = env->g;
	int i = sp_index_of(ref);

	switch (sp_kind_of(ref)) {
	case SP_KIND_ACTOR:
		return fn == SP_FN_LIFE && sp_game_is_actor(g, i)
			       ? g->actor[i].life
			       : 0;
	case SP_KIND_PLAYED:
		if (fn == SP_FN_LIFE)
			return g->played[i].life;
		return fn == SP_FN_TOKENS ? g->played[i].tokens : 0;
	case SP_KIND_EDGE:
	case SP_KIND_THING:
		if (fn == SP_FN_LIFE && sp_kind_of(ref) == SP_KIND_THING &&
			g->thing[i].life > 0)
			return g->thing[i].life;
		return fn == SP_FN_LIFE && sp_game_has_place(g, ref)
			       ? sp_eval_cracks_max(env->ruleset, g, ref) -
					 sp_eval_cracks_of(env->ruleset, g, ref)
			       : 0;
	default:
		return 0;
	}
}

/* About a bay and one of its sides. */
static bool about_side(
	const struct sp_game *g, enum sp_function fn, const sp_value *a)
{
	int bay = sp_index_of(a[0]), beside = sp_index_of(a[1]);
	sp_value side = a[fn == SP_FN_ROOM_BESIDE ? 2 : 1];
	struct sp_layout shape;

	if (sp_kind_of(a[0]) != SP_KIND_SECTOR || bay >= g->board.n_bays ||
		side < 0 || side >= SP_DIRS)
		return false;
	sp_board_shape(&g->board, &shape);
	if (fn == SP_FN_OUTER_SIDE)
		return sp_board_shape_is_outer(
			&shape, (unsigned)bay, (enum sp_dir)side);
	return sp_kind_of(a[1]) == SP_KIND_SECTOR && beside < g->board.n_bays &&
	       sp_board_shape_move(&shape, (unsigned)bay, (unsigned)beside,
		       (enum sp_dir)side);
}

/* For that actor it is there: all but illusions are for everybody. */
static bool believes(const struct sp_game *g, int actor, sp_value what)
{
	int i = sp_index_of(what);

	if (sp_kind_of(what) == SP_KIND_THING)
		return sp_game_is_real_to(g, i, actor);
	return sp_kind_of(what) != SP_KIND_ITEM || actor < 0 ||
	       !sp_has_cast(g, i) || (g->cast[i].doubted >> actor & 1U) == 0;
}

static sp_value once(struct sp_env *env, sp_value other)
{
	sp_value of = env->self;

	if (of == SP_NOTHING && env->cast >= 0)
		of = SP_REF(SP_KIND_ITEM, env->cast);
	if (!sp_game_once_free(env->g, of, other))
		return 0;
	env->once = other;
	env->once_of = of;
	return 1;
}

static int half_up(int n)
{
	return n >= 0 ? (n + 1) / 2 : -(-n / 2);
}

sp_value eval_call(struct sp_env *env, enum sp_function fn, const sp_value *a)
{
	const struct sp_game *g = env->g;
	uint16_t square;

	switch (fn) {
	case SP_FN_LIFE:
	case SP_FN_TOKENS:
		return about_pool(env, fn, a[0]);
	case SP_FN_CRACKS:
		return sp_eval_cracks_of(env->ruleset, g, a[0]);
	case SP_FN_CARDS:
	case SP_FN_ITEMS:
	case SP_FN_SPELLS:
	case SP_FN_CARRIED_BY:
	case SP_FN_LAST_CAST:
	case SP_FN_HOME_OF:
	case SP_FN_STUNNED:
	case SP_FN_CARRIES:
	case SP_FN_FIRST_TURN:
		return about_actor(env, fn, a);
	case SP_FN_ENERGY_OF:
		return energy_of(env, a[0]);
	case SP_FN_STEPS:
		return steps_between(g, a[0], a[1]);
	case SP_FN_FLIGHT:
		return flight(env, a[0]);
	case SP_FN_MOVES:
		return g->moves;
	case SP_FN_STAT:
		return sp_eval_stat_in(
			env->ruleset, g, a[0], (enum sp_stat)a[1], env->depth);
	case SP_FN_CHEAPEST:
		return cheapest(env, sp_eval_actor_index(a[0]), a[1]);
	case SP_FN_MIN:
		return a[0] < a[1] ? a[0] : a[1];
	case SP_FN_MAX:
		return a[0] > a[1] ? a[0] : a[1];
	case SP_FN_HALF_UP:
		return half_up(a[0]);
	case SP_FN_SQUARE:
		return sp_square_or_nothing(square_of(g, a[0]));
	case SP_FN_LINKED:
		square = square_of(g, a[0]);
		return square == SP_NOWHERE
			       ? SP_NOTHING
			       : sp_square_or_nothing(sp_board_beyond(
					 &g->board, square, SP_THROUGH));
	case SP_FN_CASTER:
		return caster_of(g, a[0]);
	case SP_FN_SPELL_OF:
		return sp_kind_of(a[0]) == SP_KIND_THING &&
				       g->thing[sp_index_of(a[0])].kind ==
					       SP_THING_CREATED
			       ? SP_REF(SP_KIND_PLAYED,
					 g->thing[sp_index_of(a[0])].played)
			       : SP_NOTHING;
	case SP_FN_OWNER:
		return owner_of(g, a[0]);
	case SP_FN_TARGET_OF:
		return eval_target_of(g, a[0]);
	case SP_FN_IS:
		return sp_eval_is(env, a[0], a[1]);
	case SP_FN_SEES:
		return looks(env, a[0], a[1], false);
	case SP_FN_ADJACENT:
		return looks(env, a[0], a[1], true);
	case SP_FN_STRAIGHT:
		return straight(env, sp_eval_actor_index(a[0]), a[1]);
	case SP_FN_EMPTY:
	case SP_FN_HOME:
		square = square_of(g, a[0]);
		if (square == SP_NOWHERE)
			return 0;
		return fn == SP_FN_HOME ? sp_game_is_home(g, square)
					: sp_game_is_empty(g, square);
	case SP_FN_IN_AREA:
		return sp_eval_in_area_of(
			env->ruleset, g, a[1], a[0], env->depth);
	case SP_FN_SECTOR_OF:
		return sector_of(g, a[0]);
	case SP_FN_BESIDE:
		return sp_kind_of(a[1]) == SP_KIND_EDGE &&
		       sp_index_of(a[1]) < g->board.n_edges &&
		       sp_board_beside(&g->board, square_of(g, a[0]),
			       (uint16_t)sp_index_of(a[1]));
	case SP_FN_ROOM_BESIDE:
	case SP_FN_OUTER_SIDE:
		return about_side(g, fn, a);
	case SP_FN_REACHES:
	case SP_FN_AIMS:
	case SP_FN_AFFECTS:
	case SP_FN_CROSSES:
	case SP_FN_ATTACKS:
	case SP_FN_HURTS:
	case SP_FN_BY_SIGHT:
	case SP_FN_CANCELLABLE:
	case SP_FN_EVADABLE:
	case SP_FN_PARENT:
		return about_item(env, fn, a);
	case SP_FN_BELIEVES:
		return believes(g, sp_eval_actor_index(a[0]), a[1]);
	case SP_FN_ONCE:
		return once(env, a[0]);
	case SP_FN_TOP:
		return eval_top(env, a);
	case SP_FN_IN_ZONE:
		return eval_in_zone(env, a);
	case SP_FN_COUNT:
	case SP_FN_FIRST: /* see call_set */
		break;
	}
	return SP_NOTHING;
}
