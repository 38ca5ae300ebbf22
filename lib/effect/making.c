/*
 * What is made on the board, and what becomes of it: life, owners.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/thing.h"

/* ---- making ---------------------------------------------------------------
 */

int effect_spell_of(const struct sp_game *g, const struct sp_frame *f)
{
	int played = -1;

	if (sp_kind_of(f->self) == SP_KIND_PLAYED)
		played = sp_index_of(f->self);
	else if (f->cast >= 0 && g->cast[f->cast].card >= 0 &&
		 !g->cast[f->cast].copied)
		played = sp_game_played_of(g, g->cast[f->cast].card, 0);
	return played >= 0 && g->played[played].kind == SP_PLAYED_SPELL ? played
									: -1;
}

/* A wall or a fire needs an open line where nothing was made yet; a door may
 * be made in a wall of stone too, printed or made. */
static bool may_stand_on_edge(
	const struct sp_run *run, const struct sp_object *object, int edge)
{
	struct sp_env env = { .ruleset = run->ruleset,
		.g = run->g,
		.actor = SP_NOBODY,
		.cast = -1 };
	const struct sp_edge *e = &run->g->board.edge[edge];
	sp_value ref = SP_REF(SP_KIND_EDGE, edge);

	if (e->outer || e->sides != 0)
		return false;
	if (object->edge_kind == SP_EDGE_DOOR &&
		sp_eval_is(&env, ref, SP_IS_WORD | SP_IS_STONE))
		return true;
	return sp_board_edge_kind(&run->g->board, (uint16_t)edge) ==
		       SP_EDGE_OPEN &&
	       !sp_eval_is(&env, ref, SP_IS_WORD | SP_IS_CREATED);
}

/* `face`: of the line, for a side layer; -1. */
static bool may_stand(const struct sp_run *run, const struct sp_object *object,
	sp_value at, int face)
{
	int i = sp_stack_index_if(
		run->g, at, object->on_edge ? SP_KIND_EDGE : SP_KIND_SQUARE);

	if (i < 0)
		return false;
	if (object->on_side)
		return face >= 0 && !run->g->board.edge[i].outer &&
		       (run->g->board.edge[i].sides >> face & 1) == 0;
	if (object->on_edge)
		return may_stand_on_edge(run, object, i);
	return !sp_game_is_home(run->g, (uint16_t)i) &&
	       sp_game_is_empty(run->g, (uint16_t)i);
}

int effect_count_made(const struct sp_game *g, int played)
{
	int n = 0;

	for (int i = 0; i < g->things_end; i++)
		n += g->thing[i].kind == SP_THING_CREATED &&
		     g->thing[i].played == played;
	for (int i = 0; i < g->board.n_links; i++)
		n += g->board.linked[i].spell == played + 1;
	return n;
}

/* What makes a thing: the card, whose it is, and the spell that it hangs on; -1
 * where it hangs on none. */
struct maker {
	int card, seat, played;
};

/* What stands there as a wall gives way to what is made in it. */
static void give_way(struct sp_run *run, uint16_t edge, int played)
{
	struct sp_game *g = run->g;
	int thing = sp_eval_thing_of_edge(run->ruleset, g, edge);
	sp_value target = SP_NOTHING;
	int wall;

	if (thing < 0)
		return;
	wall = g->thing[thing].played;
	/* spells on the wall end with it, but not the new one */
	if (played >= 0) {
		target = g->played[played].target;
		g->played[played].target = SP_NOTHING;
	}
	if (g->thing[thing].kind == SP_THING_CREATED &&
		effect_count_made(g, wall) == 1)
		sp_effect_end_spell(run, wall, SP_ENDS_BY_OTHERS);
	else
		effect_destroy(run, SP_REF(SP_KIND_THING, thing));
	if (played >= 0)
		g->played[played].target = target;
}

/* What the thing makes of its line. A door that is covered shuts. */
static void stand_on_edge(struct sp_run *run, const struct sp_object *object,
	int thing, uint16_t edge, int face)
{
	struct sp_game *g = run->g;

	if (object->on_side) {
		effect_shut(run, edge);
		g->thing[thing].side = (uint8_t)(face + 1);
		sp_board_cover(&g->board, edge, face, true);
		return;
	}
	sp_board_make(&g->board, edge, (enum sp_edge_kind)object->edge_kind);
	if (object->edge_kind == SP_EDGE_DOOR)
		g->board.edge[edge].owner =
			(int8_t)sp_game_owner_of_thing(g, thing);
}

static void stand(struct sp_run *run, const struct sp_object *object,
	const struct maker *by, sp_value at, int face, bool real)
{
	struct sp_game *g = run->g;
	int i;

	if (object->on_edge && !object->on_side)
		give_way(run, (uint16_t)sp_index_of(at), by->played);
	i = sp_game_add_thing(g,
		by->played >= 0 ? SP_THING_CREATED : SP_THING_LONE, by->card,
		by->seat, at);
	if (by->played >= 0)
		g->thing[i].played = (uint8_t)by->played;
	g->thing[i].facedown = object->facedown;
	g->thing[i].real = object->facedown && real;
	sp_card_form_thing(run->ruleset, g, i);
	if (object->on_edge && !g->thing[i].illusion)
		stand_on_edge(run, object, i, (uint16_t)sp_index_of(at), face);
	effect_tell_of(run, SP_EVENT_CREATED, by->seat, by->card, at);
}

/* False: the program has no card any more, or no spell that it needs. */
static bool find_maker(
	const struct sp_run *run, const struct sp_frame *f, struct maker *by)
{
	const struct sp_game *g = run->g;

	by->played = effect_spell_of(g, f);
	by->card = sp_stack_frame_card(g, f);
	by->seat = sp_game_seat_of(g, f->actor);
	if (by->card >= 0 &&
		sp_ruleset_card(run->ruleset, by->card)->object.lone) {
		by->played = -1;
		return true;
	}
	if (by->played < 0)
		return false;
	by->card = g->played[by->played].card;
	by->seat = g->played[by->played].seat;
	return true;
}

/* Tell if the token is the real one. To a view that lacks it all tokens are
 * laid alike: which one is real decides nothing before somebody comes. */
static bool is_real(
	struct sp_run *run, const struct sp_frame *f, const struct sp_op *op)
{
	bool unknown = run->unknown;
	sp_value real = sp_stack_arg(run, f, op, 1, 0);

	run->unknown = unknown;
	return real == 1;
}

void effect_op_create(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	sp_value at = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	bool real = is_real(run, f, op);
	int side = sp_stack_arg_index(run, f, op, 2, SP_KIND_SQUARE);
	int face = -1;
	const struct sp_card *card;
	struct maker by;

	if (!find_maker(run, f, &by))
		return;
	card = sp_ruleset_card(run->ruleset, by.card);
	if (card->object.on_side && side >= 0 &&
		sp_kind_of(at) == SP_KIND_EDGE &&
		sp_index_of(at) < g->board.n_edges)
		face = sp_board_face(
			&g->board, (uint16_t)sp_index_of(at), (uint16_t)side);
	if (card->has_object && !sp_game_things_full(g) &&
		may_stand(run, &card->object, at, face)) {
		stand(run, &card->object, &by, at, face, real);
		return;
	}
	effect_tell_of(run,
		sp_game_things_full(g) ? SP_EVENT_NO_ROOM : SP_EVENT_FIZZLED,
		by.seat, by.card, at);
	/* one that can make nothing more need not be maintained */
	if (by.played >= 0 && f->blocks.depth == 0 &&
		effect_count_made(g, by.played) == 0)
		sp_effect_end_spell(run, by.played, SP_ENDS_BY_ITSELF);
}

/* ---- life -----------------------------------------------------------------
 */

int effect_wound(struct sp_run *run, int thing, int amount)
{
	struct sp_thing *t = &run->g->thing[thing];
	struct sp_event *event;

	if (amount > t->life)
		amount = t->life;
	event = effect_tell_of(run, SP_EVENT_WOUNDED, SP_NOBODY, -1,
		SP_REF(SP_KIND_THING, thing));
	event->harm.lost = amount;
	event->harm.left = t->life - amount;
	t->life = (uint8_t)(t->life - amount);
	if (t->life == 0)
		effect_destroy(run, SP_REF(SP_KIND_THING, thing));
	return amount;
}

/* ---- owners ---------------------------------------------------------------
 */

void effect_op_own(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int thing = sp_stack_arg_index(run, f, op, 0, SP_KIND_THING);
	int seat =
		op->arg[1] < 0 ? SP_NOBODY : sp_stack_arg_seat(run, f, op, 1);

	if (thing < 0 || (op->arg[1] >= 0 && seat == SP_NOBODY))
		return;
	sp_game_give_thing(g, thing, seat);
	effect_tell_of(run, SP_EVENT_OWNED, seat, g->thing[thing].card,
		SP_REF(SP_KIND_THING, thing));
}
