/*
 * Things that fly: where they land, and which way they push.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"

/* The last leg of the line of a cast: from where it bends, or begins. Without
 * a cast (what an event throws) from the square of whoever does it. */
static uint16_t leg_from(const struct sp_cast *cast)
{
	return cast->corner != SP_NOWHERE ? cast->corner : cast->origin;
}

/* A spell may see through a wall, and pushes as it sees; what is thrown flies
 * over no wall. */
static struct sp_sight sight_of(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, cast);
	struct sp_sight sight = { .stopped_at = UINT16_MAX };

	if (play != NULL && play->spell)
		sight.through = (uint8_t)sp_eval_actor_stat(ruleset, g,
			sp_eval_actor_index(cast->actor), SP_STAT_SEE_THROUGH);
	if (cast->blocked >= 0)
		sight.stopped_at = (uint16_t)cast->blocked;
	return sight;
}

static bool has_item(const struct sp_game *g, int cast)
{
	return cast >= 0 && cast < SP_CASTS_MAX && g->cast[cast].used;
}

/* The edge that a reference is, or that a thing lies on; UINT16_MAX. */
static uint16_t edge_of(const struct sp_game *g, sp_value ref)
{
	sp_value where = ref;

	if (sp_kind_of(ref) == SP_KIND_THING)
		where = g->thing[sp_index_of(ref)].where;
	return sp_kind_of(where) == SP_KIND_EDGE ? (uint16_t)sp_index_of(where)
						 : UINT16_MAX;
}

static bool fly(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_cast *cast, uint16_t from, sp_value target,
	struct sp_flight *out)
{
	struct sp_sight sight = sight_of(ruleset, g, cast);
	uint16_t edge = edge_of(g, target);
	uint16_t to = sp_game_square_of(g, target);

	if (to == SP_NOWHERE || from >= g->board.n_squares)
		return false;
	return sp_board_flight(&g->board, &sight, from, to, edge, out);
}

/* The direction out of the square that an attack is aimed at, into a square
 * beside it that it strikes as well; -1: it does no such thing. */
static int outwards(
	const struct sp_game *g, const struct sp_cast *cast, sp_value what)
{
	const struct sp_board *b = &g->board;
	uint16_t to = sp_game_square_of(g, what);
	uint16_t centre;

	if (cast->type != SP_PLAY_ATTACK || cast->n_answers == 0 ||
		sp_kind_of(cast->answer[0]) != SP_KIND_SQUARE)
		return -1;
	centre = (uint16_t)sp_index_of(cast->answer[0]);
	for (int dir = 0; dir < SP_DIRS && to != centre; dir++)
		if (b->link[centre][dir] == to && to != SP_NOWHERE)
			return b->heading[centre][dir];
	return -1;
}

int effect_push_direction(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value what)
{
	struct sp_flight flight;
	int out = has_item(g, cast) ? outwards(g, &g->cast[cast], what) : -1;

	if (out >= 0)
		return out;
	if (!has_item(g, cast) || edge_of(g, what) != UINT16_MAX ||
		!fly(ruleset, g, &g->cast[cast], leg_from(&g->cast[cast]), what,
			&flight) ||
		!flight.moved || flight.linked)
		return -1;
	return (int)flight.heading;
}

/* Its first leg may be the one where it is stopped. */
uint16_t sp_effect_landing(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value target)
{
	const struct sp_cast *it = &g->cast[cast];
	struct sp_flight flight;
	uint16_t to = sp_game_square_of(g, target);

	if (it->corner != SP_NOWHERE && it->blocked >= 0 &&
		fly(ruleset, g, it, it->origin,
			SP_REF(SP_KIND_SQUARE, it->corner), &flight) &&
		flight.stopped)
		return flight.at;
	if (!fly(ruleset, g, it, leg_from(it), target, &flight))
		return edge_of(g, target) == UINT16_MAX && to != SP_NOWHERE &&
				       !sp_eval_is_filled_up(ruleset, g, to)
			       ? to
			       : it->origin;
	/* what fills its square is struck from the one before */
	if (!flight.stopped && edge_of(g, target) == UINT16_MAX &&
		sp_eval_is_filled_up(ruleset, g, flight.at))
		return flight.before;
	return flight.at;
}

/* The item lies on the board from now on: what was used is now a thing. */
static void land_item(
	struct sp_run *run, struct sp_frame *f, int played, uint16_t square)
{
	struct sp_game *g = run->g;
	sp_value was = SP_REF(SP_KIND_PLAYED, played);
	int card = g->played[played].card;
	sp_value now = SP_NOTHING;

	effect_drop_flying(run, played, square);
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind == SP_THING_DROPPED &&
			g->thing[i].card == card)
			now = SP_REF(SP_KIND_THING, i);
	if (f != NULL && f->self == was)
		f->self = now;
	for (int i = 0; i < g->n_casts; i++)
		if (g->cast[i].used && g->cast[i].self == was)
			g->cast[i].self = now;
}

static void land(
	struct sp_run *run, struct sp_frame *f, sp_value what, uint16_t square)
{
	struct sp_game *g = run->g;
	int i = sp_index_of(what);

	switch (sp_kind_of(what)) {
	case SP_KIND_PLAYED:
		if (g->played[i].kind == SP_PLAYED_ITEM)
			land_item(run, f, i, square);
		break;
	case SP_KIND_TREASURE:
		sp_game_place_treasure(g, i, square, run->events);
		break;
	case SP_KIND_THING:
		if (effect_is_movable(run, what))
			effect_land_thing(run, i, square);
		break;
	default:
		break;
	}
}

void effect_op_throw(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	const struct sp_game *g = run->g;
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	sp_value at = sp_stack_arg(run, f, op, 1, SP_NOTHING);
	uint16_t square = sp_game_square_of(g, at);

	if (sp_stack_index_if(g, what, (enum sp_kind)sp_kind_of(what)) < 0)
		return;
	if (has_item(g, f->cast))
		square = sp_effect_landing(run->ruleset, g, f->cast, at);
	if (square != SP_NOWHERE &&
		!sp_eval_is_filled_up(run->ruleset, g, square))
		land(run, f, what, square);
}
