/*
 * Actors on their way, square by square.
 *
 * The frame SP_FRAME_WALK: `actor`, also `who`, is on its way, `by` who leads
 * or pushes it, `amount` its life and `done` the number of the decision when it
 * set out. The steps of its own walk lie in other locals than these:
 * stack/steps.c. Nobody is led, pushed or strays through a link.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"

#include <assert.h>

enum walk_stage {
	WALK_NEXT,    /* where to? */
	WALK_ASKED,   /* the answer is in the local */
	WALK_CLEARED, /* those in the way were pushed */
	WALK_LEFT,    /* the events of leaving are done */
	WALK_CROSSED, /* those of the edge */
	WALK_PLACED,  /* he was put elsewhere, its events begin */
	WALK_ARRIVED, /* those of leaving are done */
	WALK_ENTERED, /* those of the square */
	WALK_STEPPED, /* all */
	WALK_WATCHED, /* whoever watches has had his say */
	WALK_FLOWN,   /* the events of the edge that he flies over are done */
};

#define LOCAL_HALT 9  /* 1: it ends where he is */
#define LOCAL_FROM 10 /* the square from which he was put */
static struct sp_aim walker(const struct sp_run *run, int actor)
{
	return (struct sp_aim){ .ruleset = run->ruleset,
		.g = run->g,
		.actor = actor,
		.origin = run->g->actor[actor].square,
		.corner = SP_NOWHERE };
}

static bool has_stat(const struct sp_run *run, int actor, enum sp_stat stat)
{
	return sp_eval_actor_stat(run->ruleset, run->g, actor, stat) != 0;
}

/* ---- setting out ----------------------------------------------------------
 */

static struct sp_frame *push_walk(struct sp_run *run, int actor,
	enum sp_way way, int steps, int dir, int led_by)
{
	struct sp_game *g = run->g;
	int cast = g->n_frames > 0 ? g->frame[g->n_frames - 1].cast : -1;
	struct sp_frame *f = sp_stack_push(run, SP_FRAME_WALK);

	f->actor = (int8_t)actor;
	f->who = sp_eval_actor_or_nothing(actor);
	f->by = sp_eval_actor_or_nothing(led_by);
	f->cast = (int8_t)cast;
	f->walk.way = (int32_t)way;
	f->walk.left = steps;
	f->walk.dir = dir;
	f->walk.square = g->actor[actor].square;
	f->amount = g->actor[actor].life;
	f->done = (int32_t)g->decision.number;
	return f;
}

void effect_push_walk(struct sp_run *run, int actor, enum sp_way way, int steps,
	int dir, int led_by)
{
	assert(way != SP_WAY_OWN);
	push_walk(run, actor, way, steps, dir, led_by);
}

void sp_effect_push_own_walk(
	struct sp_run *run, int actor, const sp_value steps[], int n)
{
	struct sp_frame *f;

	if (n > 0 && steps[n - 1] == SP_STOP)
		n--;
	f = push_walk(run, actor, SP_WAY_OWN, n, -1, SP_NOBODY);
	sp_stack_steps_put(f, steps, n);
}

void sp_effect_halt_walks(struct sp_run *run, int actor)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->n_frames; i++) {
		struct sp_frame *f = &g->frame[i];

		if (f->kind == SP_FRAME_WALK && f->actor == actor &&
			(f->walk.way == SP_WAY_OWN ||
				f->walk.way == SP_WAY_LED))
			f->local[LOCAL_HALT] = 1;
	}
}

void effect_halt_own_walks(struct sp_run *run, int actor)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->n_frames; i++) {
		struct sp_frame *f = &g->frame[i];

		if (f->kind == SP_FRAME_WALK && f->walk.way == SP_WAY_OWN &&
			(actor == SP_NOBODY || f->actor == actor))
			f->local[LOCAL_HALT] = 1;
	}
}

/* ---- one step -------------------------------------------------------------
 */

/* What is left of a push that turned damage aside is damage again. */
static void finish(struct sp_run *run)
{
	struct sp_game *g = run->g;
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	bool pushed = f->walk.way == SP_WAY_PUSHED;
	int left = f->walk.left;
	struct sp_frame *below = sp_stack_below(run);

	if (pushed && below != NULL && below->kind == SP_FRAME_DAMAGE)
		below->done = left;
	sp_stack_pop(run);
}

static bool is_there(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_actor *a = &run->g->actor[f->actor];

	return a->alive && a->square == f->walk.square;
}

/* Whatever he could not know when he gave the order ends his own walk. */
static bool is_surprised(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;

	return sp_game_acting(g) != f->actor || g->phase != SP_PHASE_MOVE ||
	       g->stopped || g->moves <= 0 ||
	       g->actor[f->actor].life != f->amount ||
	       (int32_t)g->decision.number != f->done;
}

static bool goes_on(const struct sp_run *run, const struct sp_frame *f)
{
	return f->walk.left > 0 && is_there(run, f) &&
	       f->local[LOCAL_HALT] != 1 &&
	       (f->walk.way != SP_WAY_OWN || !is_surprised(run, f));
}

/* He chooses himself where he is pushed on. */
static bool turns_corners(const struct sp_frame *f)
{
	return f->by == f->who && f->local[SP_STEP_STRAIGHT] != 1;
}

static bool is_open(const struct sp_run *run, const struct sp_frame *f, int dir)
{
	struct sp_aim aim = walker(run, f->actor);
	bool straight = f->walk.way == SP_WAY_PUSHED && !turns_corners(f);

	return sp_eval_step(&aim, aim.origin, (unsigned)dir, straight) ==
	       SP_REASON_NONE;
}

/* The link is still there, he can pay it, and nothing fills its other end. Who
 * fills his square pushes nobody on through it. */
static bool is_link_open(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	struct sp_aim aim = walker(run, f->actor);
	uint16_t to = sp_board_beyond(&g->board, aim.origin, SP_THROUGH);

	return to != SP_NOWHERE &&
	       g->moves >=
		       sp_board_step_cost(&g->board, aim.origin, SP_THROUGH) &&
	       !sp_eval_is_filled(&aim, to) &&
	       (sp_game_actors_at(g, to) == 0 ||
		       !has_stat(run, f->actor, SP_STAT_FILLS));
}

/* In something out of which nobody finds the way. */
static bool is_astray(const struct sp_run *run, int actor)
{
	const struct sp_game *g = run->g;
	uint8_t here[SP_THINGS_MAX];
	int n = sp_game_things_at(
		g, SP_REF(SP_KIND_SQUARE, g->actor[actor].square), here);

	for (int i = 0; i < n; i++)
		if (sp_ruleset_card(run->ruleset, g->thing[here[i]].card)
				->object.strays &&
			sp_game_is_real_to(g, here[i], actor))
			return !has_stat(run, actor, SP_STAT_PASSES_OBJECTS);
	return false;
}

static void spend(struct sp_run *run, struct sp_frame *f, int points)
{
	f->walk.left--;
	if (f->walk.way != SP_WAY_OWN)
		return;
	run->g->moves = (int16_t)(run->g->moves - points);
	run->g->spent = 1;
}

static void tell_bump(
	const struct sp_run *run, const struct sp_frame *f, int dir)
{
	const struct sp_game *g = run->g;
	uint16_t edge = g->board.edge_at[g->actor[f->actor].square][dir];

	sp_game_events_add(run->events, SP_EVENT_BUMPED, f->actor, SP_NOBODY)
		->edge = edge;
}

/* Tells what stops a push that leads straight on, if it is a wall or a door. */
static void tell_stop(const struct sp_run *run, const struct sp_frame *f)
{
	struct sp_aim aim = walker(run, f->actor);

	if (f->walk.way == SP_WAY_PUSHED && f->local[SP_STEP_STRAIGHT] == 1 &&
		sp_eval_passage(&aim, aim.origin, (enum sp_dir)f->walk.dir) !=
			SP_PASS_FREE)
		tell_bump(run, f, f->walk.dir);
}

static void bump(struct sp_run *run, struct sp_frame *f, int dir)
{
	tell_bump(run, f, dir);
	spend(run, f, 1);
	f->local[LOCAL_HALT] = f->walk.way == SP_WAY_OWN ? 1 : SP_NOTHING;
	f->stage = WALK_NEXT;
}

/* Events of things do nothing to one who passes over objects; those of an edge
 * do, which is a wall's. */
static void push_touch(struct sp_run *run, const struct sp_frame *f,
	enum sp_card_event event, sp_value where)
{
	if (!has_stat(run, f->actor, SP_STAT_PASSES_OBJECTS))
		sp_effect_push_event(run, event, f->who, SP_NOTHING, where, 0);
}

static void push_cross(struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_board *b = &run->g->board;

	sp_effect_push_event(run, SP_ON_CROSS, f->who, SP_NOTHING,
		SP_REF(SP_KIND_EDGE, b->edge_at[f->walk.square][f->walk.dir]),
		0);
}

/* Who fills his square pushes on whoever is in the next one. */
static void push_company(struct sp_run *run, struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	uint16_t at = g->actor[f->actor].square;
	uint16_t next = g->board.link[at][f->walk.dir];
	int heading = g->board.heading[at][f->walk.dir];
	unsigned company =
		sp_game_actors_at(g, next) & ~(1U << (unsigned)f->actor);

	for (int i = 0; i < sp_game_actors_end(g); i++)
		if ((company >> i & 1U) != 0)
			effect_push_walk(run, i, SP_WAY_PUSHED, 1, heading, i);
}

static bool blocks_company(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	uint16_t at = g->actor[f->actor].square;
	unsigned there = sp_game_actors_at(g, g->board.link[at][f->walk.dir]);

	return (there & ~(1U << (unsigned)f->actor)) != 0;
}

static void leave(struct sp_run *run, struct sp_frame *f)
{
	f->stage = WALK_LEFT;
	push_touch(run, f, SP_ON_LEAVE, SP_REF(SP_KIND_SQUARE, f->walk.square));
}

/* Take the step in the frame's direction. */
static void set_out(struct sp_run *run, struct sp_frame *f)
{
	int meant = f->walk.dir;
	bool astray =
		(f->walk.way == SP_WAY_OWN || f->walk.way == SP_WAY_LED) &&
		is_astray(run, f->actor);

	if (astray || f->walk.way == SP_WAY_STRAY) {
		int die = sp_stack_roll(run, SP_DIRS, f->actor, -1);

		if (run->unknown)
			return;
		f->walk.dir = die - 1;
		if (!is_open(run, f, f->walk.dir)) {
			bump(run, f, f->walk.dir);
			return;
		}
		/* the rest of the order leads elsewhere now */
		if (f->walk.way == SP_WAY_OWN && f->walk.dir != meant)
			f->local[LOCAL_HALT] = 1;
	} else if (meant == SP_THROUGH ? !is_link_open(run, f)
				       : !is_open(run, f, meant)) {
		tell_stop(run, f);
		finish(run);
		return;
	}
	if (f->walk.dir != SP_THROUGH &&
		has_stat(run, f->actor, SP_STAT_FILLS)) {
		f->stage = WALK_CLEARED;
		push_company(run, f);
		return;
	}
	leave(run, f);
}

/* The treasure does not fit through a door that is shut for him. */
static void ooze(struct sp_run *run, const struct sp_frame *f)
{
	struct sp_aim aim = walker(run, f->actor);

	if (f->walk.dir != SP_THROUGH &&
		sp_eval_leaves_treasure(
			&aim, aim.origin, (unsigned)f->walk.dir))
		sp_game_drop(run->g, f->actor, run->events);
}

/* The actor moves; the event says how. */
static void move_to(struct sp_run *run, int actor, uint16_t to,
	enum sp_event_kind kind, sp_value by)
{
	int at = run->events->n;
	struct sp_event *event;

	sp_game_move_actor(run->g, actor, to, run->events);
	event = &run->events->event[at];
	event->kind = (uint8_t)kind;
	if (sp_kind_of(by) == SP_KIND_ACTOR)
		event->other = (int8_t)sp_index_of(by);
}

static void step_over(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	uint16_t at = g->actor[f->actor].square;
	bool forced = f->walk.way == SP_WAY_LED || f->walk.way == SP_WAY_PUSHED;

	int points = sp_board_step_cost(&g->board, at, f->walk.dir);

	ooze(run, f);
	f->walk.square = sp_board_beyond(&g->board, at, f->walk.dir);
	move_to(run, f->actor, (uint16_t)f->walk.square,
		forced ? SP_EVENT_PUSHED : SP_EVENT_STEP, f->by);
	if (f->walk.dir != SP_THROUGH)
		f->walk.dir = g->board.heading[at][f->walk.dir];
	spend(run, f, points);
	if (f->walk.way == SP_WAY_OWN)
		g->moved = 1;
	f->stage = WALK_ENTERED;
	push_touch(run, f, SP_ON_ENTER, SP_REF(SP_KIND_SQUARE, f->walk.square));
}

/* ---- where to -------------------------------------------------------------
 */

static void ask(
	struct sp_run *run, struct sp_frame *f, int slot, sp_value actor)
{
	f->local[SP_STEP_LOCAL] = SP_NOTHING;
	f->stage = WALK_ASKED;
	sp_stack_push_choice(run, slot, sp_index_of(actor));
}

static void next_pushed(struct sp_run *run, struct sp_frame *f)
{
	if (f->walk.dir >= 0 && !turns_corners(f)) {
		set_out(run, f);
		return;
	}
	if (f->by == SP_NOTHING) {
		finish(run);
		return;
	}
	f->local[SP_STEP_BACK] =
		f->walk.dir >= 0
			? (int)sp_board_dir_opposite((enum sp_dir)f->walk.dir)
			: SP_NOTHING;
	f->local[SP_STEP_ON] = f->walk.dir >= 0 ? f->walk.dir : SP_NOTHING;
	ask(run, f, run->ruleset->push_slot, f->by);
}

/* Over everything but what stops flight too. */
static bool flies_over(const struct sp_aim *aim, uint16_t at, unsigned dir)
{
	const struct sp_board *b = &aim->g->board;

	return sp_eval_passage(aim, at, (enum sp_dir)dir) == SP_PASS_FREE &&
	       !sp_eval_is_filled(aim, b->link[at][dir]);
}

static void fly_on(const struct sp_board *b, uint16_t *at, unsigned *dir)
{
	uint16_t next = b->link[*at][*dir];

	*dir = b->heading[*at][*dir];
	*at = next;
}

static bool bears_a_thing(const struct sp_game *g, uint16_t edge)
{
	uint8_t there[SP_THINGS_MAX];

	return sp_game_things_at(g, SP_REF(SP_KIND_EDGE, edge), there) > 0;
}

/* On to where it ends, or to the next edge that may do something to him;
 * `crossed`: the first one has. */
static void fly(struct sp_run *run, struct sp_frame *f, bool crossed)
{
	const struct sp_game *g = run->g;
	const struct sp_board *b = &g->board;
	struct sp_aim aim = walker(run, f->actor);
	uint16_t at = aim.origin;
	unsigned dir = (unsigned)f->walk.dir;
	bool lands = true;

	for (; f->walk.left > 0 && flies_over(&aim, at, dir); f->walk.left--) {
		lands = crossed || !bears_a_thing(g, b->edge_at[at][dir]);
		if (!lands)
			break;
		fly_on(b, &at, &dir);
		crossed = false;
	}
	f->walk.dir = (int32_t)dir;
	f->walk.square = at;
	if (at != aim.origin) {
		if (f->local[LOCAL_FROM] == SP_NOTHING)
			f->local[LOCAL_FROM] =
				SP_REF(SP_KIND_SQUARE, aim.origin);
		move_to(run, f->actor, at, SP_EVENT_JUMPED, SP_NOTHING);
	}
	if (!lands) {
		f->stage = WALK_FLOWN;
		push_cross(run, f);
		return;
	}
	f->walk.left = 0;
	if (f->local[LOCAL_FROM] != SP_NOTHING)
		f->stage = WALK_PLACED;
}

static void walk_next(struct sp_run *run, struct sp_frame *f)
{
	f->stage = WALK_NEXT;
	if (!goes_on(run, f)) {
		finish(run);
		return;
	}
	switch ((enum sp_way)f->walk.way) {
	case SP_WAY_OWN:
		f->walk.dir = sp_stack_steps_next(f);
		set_out(run, f);
		break;
	case SP_WAY_LED:
		ask(run, f, run->ruleset->led_slot, f->by);
		break;
	case SP_WAY_PUSHED:
		next_pushed(run, f);
		break;
	case SP_WAY_SLIDE:
		fly(run, f, false);
		break;
	case SP_WAY_STRAY:
		set_out(run, f);
		break;
	}
}

static void walk_asked(struct sp_run *run, struct sp_frame *f)
{
	sp_value answer = f->local[SP_STEP_LOCAL];

	if (answer < 0 || answer >= SP_DIRS || !is_there(run, f)) {
		finish(run);
		return;
	}
	f->walk.dir = answer;
	set_out(run, f);
}

static void walk_placed(struct sp_run *run, struct sp_frame *f)
{
	f->stage = WALK_ARRIVED;
	push_touch(run, f, SP_ON_LEAVE, f->local[LOCAL_FROM]);
}

/* A flight is no step. */
static bool is_watched(struct sp_run *run, const struct sp_frame *f)
{
	return f->walk.way != SP_WAY_SLIDE &&
	       sp_effect_push_point(run, SP_POINT_STEP, f->who,
		       SP_REF(SP_KIND_SQUARE, f->walk.square), 0);
}

bool sp_effect_is_between_steps(const struct sp_frame *walk)
{
	return walk->stage == WALK_STEPPED;
}

/* True if he is blown instead of being hurt, or led, and what he met on the way
 * has taken him elsewhere. */
static bool is_blown_aside(struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_actor *a = &run->g->actor[f->actor];
	const struct sp_frame *below = sp_stack_below(run);

	if (is_there(run, f) || !a->alive || a->square == SP_NOWHERE)
		return false;
	return f->walk.way == SP_WAY_LED ||
	       (f->walk.way == SP_WAY_PUSHED && below != NULL &&
		       below->kind == SP_FRAME_DAMAGE);
}

/* The rest of the way goes on from where he is now, any way. A step that he
 * did not come to take is used up: no hazard holds him for ever. */
static void blow_on(struct sp_run *run, struct sp_frame *f)
{
	if (f->stage >= WALK_CLEARED && f->stage <= WALK_CROSSED)
		spend(run, f, 0);
	f->walk.square = run->g->actor[f->actor].square;
	f->walk.dir = -1;
	walk_next(run, f);
}

void sp_effect_step_walk(struct sp_run *run, struct sp_frame *f)
{
	enum walk_stage stage = (enum walk_stage)f->stage;

	if (is_blown_aside(run, f)) {
		blow_on(run, f);
		return;
	}
	if (stage >= WALK_CLEARED && !is_there(run, f)) {
		finish(run);
		return;
	}
	switch (stage) {
	case WALK_STEPPED:
		if (is_watched(run, f)) {
			f->stage = WALK_WATCHED;
			break;
		}
		walk_next(run, f);
		break;
	case WALK_NEXT:
	case WALK_WATCHED:
		walk_next(run, f);
		break;
	case WALK_ASKED:
		walk_asked(run, f);
		break;
	case WALK_CLEARED:
		if (blocks_company(run, f))
			finish(run);
		else
			leave(run, f);
		break;
	case WALK_LEFT:
		f->stage = WALK_CROSSED;
		if (f->walk.dir == SP_THROUGH && !is_link_open(run, f)) {
			finish(run);
			break;
		}
		if (f->walk.dir == SP_THROUGH) {
			step_over(run, f);
			break;
		}
		push_cross(run, f);
		break;
	case WALK_CROSSED:
		step_over(run, f);
		break;
	case WALK_FLOWN:
		fly(run, f, true);
		break;
	case WALK_PLACED:
		walk_placed(run, f);
		break;
	case WALK_ARRIVED:
		f->stage = WALK_ENTERED;
		push_touch(run, f, SP_ON_ENTER,
			SP_REF(SP_KIND_SQUARE, f->walk.square));
		break;
	case WALK_ENTERED:
		f->stage = WALK_STEPPED;
		sp_effect_push_event(run, SP_ON_STEP_IN, f->who, SP_NOTHING,
			SP_REF(SP_KIND_SQUARE, f->walk.square), 0);
		break;
	}
}

void effect_place_actor(struct sp_run *run, int actor, uint16_t square)
{
	struct sp_game *g = run->g;
	uint16_t from = g->actor[actor].square;
	struct sp_frame *f;

	if (!g->actor[actor].alive || from == square)
		return;
	move_to(run, actor, square, SP_EVENT_JUMPED, SP_NOTHING);
	f = push_walk(run, actor, SP_WAY_SLIDE, 0, 0, SP_NOBODY);
	f->local[LOCAL_FROM] = SP_REF(SP_KIND_SQUARE, from);
	f->stage = WALK_PLACED;
}

/* ---- operations -----------------------------------------------------------
 */

static int bounded(int steps)
{
	return steps > SP_MOVES_MAX ? SP_MOVES_MAX : steps;
}

void effect_count_move(struct sp_run *run, const struct sp_frame *f, int who)
{
	const struct sp_cast *cast = sp_stack_cast_at(run, f->cast);
	const struct sp_card_play *play =
		cast == NULL ? NULL : sp_eval_cast_play(run->ruleset, cast);

	if (play != NULL && (play->flags & SP_FLAG_VOLUNTARY) != 0 &&
		who == f->actor && who == sp_game_acting(run->g))
		run->g->moved = 1;
}

void effect_op_walk(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_actor(run, f, op, 0);
	int steps = bounded(sp_stack_arg_number(run, f, op, 1));
	int by = sp_stack_arg_actor(run, f, op, 2);

	if (who != SP_NOBODY && by != SP_NOBODY && steps > 0)
		effect_push_walk(run, who, SP_WAY_LED, steps, -1, by);
}

/* A thing slides on until something stops it. */
static void push_thing(struct sp_run *run, int thing, int dir, int steps)
{
	struct sp_game *g = run->g;
	struct sp_aim aim = { .ruleset = run->ruleset,
		.g = g,
		.actor = SP_NOBODY,
		.corner = SP_NOWHERE };
	uint16_t from = (uint16_t)sp_index_of(g->thing[thing].where);
	uint16_t at = from;
	unsigned way = (unsigned)dir;

	for (; steps > 0 && flies_over(&aim, at, way); steps--)
		fly_on(&g->board, &at, &way);
	if (at != from)
		effect_land_thing(run, thing, at);
}

void effect_op_push(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int steps = bounded(sp_stack_arg_number(run, f, op, 1));
	bool corners = sp_stack_arg(run, f, op, 2, 0) == 1;
	int who = sp_stack_actor_of(run->g, what);
	int dir = effect_push_direction(run->ruleset, run->g, f->cast, what);

	if (steps <= 0)
		return;
	if (who != SP_NOBODY)
		push_walk(run, who, SP_WAY_PUSHED, steps, dir,
			corners ? who : f->actor)
			->local[SP_STEP_STRAIGHT] = !corners;
	else if (dir >= 0 && effect_is_movable(run, what))
		push_thing(run, sp_index_of(what), dir, steps);
}

/* The direction of the shortest straight flight there, and how far it is; -1:
 * there is none. `open`: nothing stands in its way. */
static int flight_to(const struct sp_run *run, int actor, uint16_t to,
	bool open, int *squares)
{
	const struct sp_board *b = &run->g->board;
	struct sp_aim aim = walker(run, actor);
	int best = -1;

	for (int way = 0; way < SP_DIRS; way++) {
		uint16_t at = aim.origin;
		unsigned dir = (unsigned)way;

		for (int n = 1; n <= b->n_squares; n++) {
			if (open && !flies_over(&aim, at, dir))
				break;
			fly_on(b, &at, &dir);
			if (at == to && (best < 0 || n < *squares)) {
				best = way;
				*squares = n;
			}
			if (at == to || at == aim.origin)
				break;
		}
	}
	return best;
}

void effect_op_slide(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_actor(run, f, op, 0);
	int to = sp_stack_arg_index(run, f, op, 1, SP_KIND_SQUARE);
	int squares = 0;
	int dir;

	if (who == SP_NOBODY || to < 0)
		return;
	/* of two ways there the open one */
	dir = flight_to(run, who, (uint16_t)to, true, &squares);
	if (dir < 0)
		dir = flight_to(run, who, (uint16_t)to, false, &squares);
	if (dir < 0)
		return;
	effect_count_move(run, f, who);
	effect_push_walk(run, who, SP_WAY_SLIDE, squares, dir, SP_NOBODY);
}

void effect_op_stray(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int who = sp_stack_arg_actor(run, f, op, 0);

	if (who != SP_NOBODY)
		effect_push_walk(run, who, SP_WAY_STRAY, 1, 0, SP_NOBODY);
}
