/*
 * Sectors that are turned, change places, or lie elsewhere, and sides that are
 * joined to others. What lies in a sector goes with it; seams and portals
 * belong to the bays. What becomes of the joints of a sector that moves is the
 * ruleset's (enum sp_joints): either nothing lasts, what was made goes with its
 * spell and what was harmed is whole again, or it stays with the neighbour.
 */
#include "effect_private.h"
#include "things_private.h"

#include <assert.h>

/* Where each bay's sector goes, how far it is turned there, and how the bays
 * lie then. */
struct move {
	uint8_t to[SP_BAYS_MAX];
	uint8_t turns[SP_BAYS_MAX];
	bool elsewhere[SP_BAYS_MAX]; /* the bay itself lies elsewhere */
	struct sp_layout shape;
	/* found when it is done: walls and doors that are whole again */
	uint64_t mended[SP_EDGE_WORDS];
};

/* Row and column after clockwise quarter turns. */
static unsigned turned(unsigned local, unsigned turns)
{
	unsigned row = local / SP_SIDE;
	unsigned column = local % SP_SIDE;

	for (; turns > 0; turns--) {
		unsigned old = row;

		row = column;
		column = SP_SIDE - 1 - old;
	}
	return row * SP_SIDE + column;
}

static uint16_t new_square(const struct move *m, uint16_t square)
{
	unsigned slot = square / SP_SECTOR_SQUARES;

	if (square == SP_NOWHERE)
		return SP_NOWHERE;
	return (uint16_t)(m->to[slot] * SP_SECTOR_SQUARES +
			  turned(square % SP_SECTOR_SQUARES, m->turns[slot]));
}

static bool moves(const struct move *m, unsigned slot)
{
	return m->to[slot] != slot || m->turns[slot] != 0 || m->elsewhere[slot];
}

static bool face_moves(const struct move *m, const struct sp_edge *e, int face)
{
	return moves(m, e->square[face] / SP_SECTOR_SQUARES);
}

static bool is_joint(const struct sp_edge *e)
{
	return e->outer || e->square[0] / SP_SECTOR_SQUARES !=
				   e->square[1] / SP_SECTOR_SQUARES;
}

/* The same line on the new board: an inner one goes with its sector, a joint
 * stays with its first bay. */
static uint16_t new_edge(const struct move *m, const struct sp_board *now,
	const struct sp_edge *e)
{
	unsigned slot = e->square[0] / SP_SECTOR_SQUARES;

	if (is_joint(e))
		return now->edge_at[e->square[0]][e->side[0]];
	return now->edge_at[new_square(m, e->square[0])]
			   [(e->side[0] + m->turns[slot]) % SP_DIRS];
}

/* ---- what lasts of the lines ----------------------------------------------
 */

/* By old edges: the new one that has what was made or harmed there, or
 * UINT16_MAX: nothing lasts. */
struct heirs {
	uint16_t edge[SP_EDGES_MAX];
};

/* A joint on which both bays stay is as before if they still meet there. */
static uint16_t heir_of(const struct move *m, enum sp_joints rule,
	const struct sp_board *now, const struct sp_edge *e)
{
	int moved = face_moves(m, e, 0) + face_moves(m, e, 1);
	int face = face_moves(m, e, 0);
	uint16_t heir;

	if (!is_joint(e))
		return new_edge(m, now, e);
	heir = now->edge_at[e->square[face]][e->side[face]];
	if (moved == 0 && heir == now->edge_at[e->square[1]][e->side[1]])
		return heir;
	if (rule != SP_JOINTS_STAY || moved == 2 ||
		now->edge[heir].outer != e->outer ||
		now->edge[heir].printed != e->printed)
		return UINT16_MAX;
	return heir;
}

static void find_heirs(struct heirs *heirs, const struct move *m,
	enum sp_joints rule, const struct sp_board *was,
	const struct sp_board *now)
{
	bool taken[SP_EDGES_MAX] = { false };

	for (int i = 0; i < was->n_edges; i++) {
		uint16_t heir = heir_of(m, rule, now, &was->edge[i]);

		/* two halves of joints may meet now: the first one lasts */
		if (heir != UINT16_MAX && taken[heir])
			heir = UINT16_MAX;
		if (heir != UINT16_MAX)
			taken[heir] = true;
		heirs->edge[i] = heir;
	}
}

static void clear_joints(struct sp_run *run, const struct heirs *heirs)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (sp_game_is_made(t) &&
			sp_kind_of(t->where) == SP_KIND_EDGE &&
			heirs->edge[sp_index_of(t->where)] == UINT16_MAX)
			effect_destroy(run, SP_REF(SP_KIND_THING, i));
	}
}

/* ---- the new board --------------------------------------------------------
 */

static void build(
	struct sp_board *now, const struct sp_run *run, const struct move *m)
{
	const struct sp_board *b = &run->g->board;
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t seat[SP_BAYS_MAX];

	for (unsigned i = 0; i < b->n_bays; i++) {
		unsigned to = m->to[i];

		sector[to] = b->bay[i].sector;
		turn[to] = (uint8_t)((b->bay[i].turn + m->turns[i]) % SP_DIRS);
		seat[to] = b->bay[i].seat;
	}
	sp_board_build_shape(now, &run->ruleset->boards, b->layout, &m->shape,
		sector, turn, seat);
}

/* What happened to an edge, onto what is printed there now. */
static void keep_state(
	struct sp_edge *now, const struct sp_edge *was, bool flipped)
{
	now->created = was->created;
	now->under = was->under;
	now->sides = was->sides;
	if (flipped)
		now->sides = (uint8_t)(was->sides >> 1 | (was->sides & 1) << 1);
	now->destroyed = was->destroyed;
	now->cracks = was->cracks;
	now->door = was->door;
	now->door_by = was->door_by;
	now->owner = was->owner;
	now->shut_turn = was->shut_turn;
}

/* The old lines and the new board. */
struct moved {
	const struct move *m;
	const struct sp_board *now;
	struct heirs heirs;
	struct {
		struct sp_edge edge[SP_EDGES_MAX];
	} was;
};

/* Where the line is now: what stands there has gone with it. */
static uint16_t edge_now(const struct moved *moved, int edge)
{
	uint16_t heir = moved->heirs.edge[edge];

	return heir != UINT16_MAX
		       ? heir
		       : new_edge(moved->m, moved->now, &moved->was.edge[edge]);
}

/* Are its two faces the other way round now? The new one has both, or that of
 * the neighbour that stayed. */
static bool is_flipped(const struct moved *moved, int edge)
{
	const struct sp_edge *was = &moved->was.edge[edge];
	const struct sp_edge *now = &moved->now->edge[edge_now(moved, edge)];

	for (int face = 0; face < 2; face++) {
		uint16_t square =
			is_joint(was) ? was->square[face]
				      : new_square(moved->m, was->square[face]);

		if (is_joint(was) && face_moves(moved->m, was, face))
			continue;
		if (now->square[face] == square)
			return false;
		if (now->square[1 - face] == square)
			return true;
	}
	return false;
}

static void move_value(const struct moved *moved, sp_value *v)
{
	const struct move *m = moved->m;
	int i = sp_index_of(*v);

	if (sp_kind_of(*v) == SP_KIND_SQUARE)
		*v = SP_REF(SP_KIND_SQUARE, new_square(m, (uint16_t)i));
	else if (sp_kind_of(*v) == SP_KIND_EDGE)
		*v = SP_REF(SP_KIND_EDGE, edge_now(moved, i));
	else if (sp_kind_of(*v) == SP_KIND_SECTOR)
		*v = SP_REF(SP_KIND_SECTOR, m->to[i]);
}

static void move_contents(struct sp_game *g, const struct move *m)
{
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		if (!sp_game_is_actor(g, i))
			continue;
		g->actor[i].square = new_square(m, g->actor[i].square);
		if (i < g->n_seats)
			g->actor[i].home = new_square(m, g->actor[i].home);
	}
	for (int t = 0; t < g->n_treasures; t++)
		g->treasure[t].square = new_square(m, g->treasure[t].square);
}

/* What was announced, and what is said against it in secret. */
static void move_casts(struct sp_game *g, const struct moved *moved)
{
	for (int i = 0; i < g->n_casts; i++) {
		struct sp_cast *cast = &g->cast[i];

		if (!cast->used)
			continue;
		cast->origin = new_square(moved->m, cast->origin);
		cast->corner = new_square(moved->m, cast->corner);
		if (cast->blocked >= 0)
			cast->blocked = edge_now(moved, cast->blocked);
		for (int k = 0; k < cast->n_answers; k++)
			move_value(moved, &cast->answer[k]);
	}
	for (int i = 0; i < g->n_rounds; i++) {
		for (int s = 0; s < SP_SEATS_MAX; s++) {
			struct sp_response *reply = &g->reaction[i].reply[s];

			for (int k = 0; k < reply->n; k++)
				for (int a = 0; a < reply->counter[k].n; a++)
					move_value(moved,
						&reply->counter[k].answer[a]);
		}
	}
}

/* What is being resolved. */
static void move_frames(struct sp_game *g, const struct moved *moved)
{
	for (int i = 0; i < g->n_frames; i++) {
		struct sp_frame *f = &g->frame[i];

		move_value(moved, &f->who);
		move_value(moved, &f->by);
		move_value(moved, &f->what);
		for (int k = 0; k < SP_LOCALS; k++)
			move_value(moved, &f->local[k]);
		if (f->kind == SP_FRAME_WALK)
			f->walk.square =
				new_square(moved->m, (uint16_t)f->walk.square);
		else if (f->kind == SP_FRAME_DEATH)
			f->death.square =
				new_square(moved->m, (uint16_t)f->death.square);
	}
}

/* What is remembered of places: watches, and what was done once. */
static void move_memory(struct sp_game *g, const struct moved *moved)
{
	for (int i = 0; i < g->n_watches; i++)
		g->watch[i].square = new_square(moved->m, g->watch[i].square);
	for (int i = 0; i < g->n_onces; i++) {
		move_value(moved, &g->once[i].self);
		move_value(moved, &g->once[i].other);
	}
}

/* Things, and targets of spells. */
static void move_references(struct sp_game *g, const struct moved *moved)
{
	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind == SP_THING_FREE)
			continue;
		if (g->thing[i].side != 0 &&
			is_flipped(moved, sp_index_of(g->thing[i].where)))
			g->thing[i].side = (uint8_t)(3 - g->thing[i].side);
		move_value(moved, &g->thing[i].where);
		if (g->thing[i].opaque && !g->thing[i].illusion)
			g->board.opaque[sp_index_of(g->thing[i].where)] = 1;
	}
	for (int i = 0; i < g->played_end; i++)
		if (g->played[i].kind != SP_PLAYED_FREE)
			move_value(moved, &g->played[i].target);
}

/* The ends of a link go with their sectors. */
static void move_links(
	struct sp_board *now, const struct sp_board *was, const struct move *m)
{
	now->n_links = was->n_links;
	for (int i = 0; i < was->n_links; i++) {
		struct sp_link *link = &now->linked[i];

		*link = was->linked[i];
		for (int end = 0; end < 2; end++)
			link->square[end] = new_square(m, link->square[end]);
	}
}

/* What was harmed, and has a joint with a wall or a door in its place. */
static void find_mended(struct move *m, const struct moved *moved)
{
	const struct sp_board *now = moved->now;

	for (int i = 0; i < now->n_edges; i++) {
		const struct sp_edge *was = &moved->was.edge[i];
		unsigned edge = edge_now(moved, i);

		if (moved->heirs.edge[i] == UINT16_MAX &&
			(was->destroyed != 0 || was->cracks != 0) &&
			sp_board_edge_kind(now, (uint16_t)edge) != SP_EDGE_OPEN)
			sp_board_put_in_set(m->mended, edge);
	}
}

static void rearrange(struct sp_run *run, struct move *m)
{
	struct sp_game *g = run->g;
	struct moved moved = { .m = m, .now = &g->board };
	struct sp_board now;

	build(&now, run, m);
	assert(now.n_edges == g->board.n_edges);
	find_heirs(&moved.heirs, m, (enum sp_joints)run->ruleset->boards.joints,
		&g->board, &now);
	clear_joints(run, &moved.heirs);
	memcpy(moved.was.edge, g->board.edge, sizeof(moved.was.edge));
	move_links(&now, &g->board, m);
	g->board = now;
	for (uint16_t i = 0; i < g->board.n_edges; i++)
		if (moved.heirs.edge[i] != UINT16_MAX)
			keep_state(&g->board.edge[moved.heirs.edge[i]],
				&moved.was.edge[i], is_flipped(&moved, i));
	find_mended(m, &moved);
	move_contents(g, m);
	move_references(g, &moved);
	move_casts(g, &moved);
	move_frames(g, &moved);
	move_memory(g, &moved);
	effect_halt_own_walks(run, SP_NOBODY);
	sp_game_shut_left_doors(g, run->events);
}

static void tell_mended(struct sp_run *run, const struct move *m)
{
	for (unsigned i = 0; i < run->g->board.n_edges; i++)
		if (sp_board_in_set(m->mended, i))
			sp_game_events_add(run->events, SP_EVENT_MENDED,
				SP_NOBODY, SP_NOBODY)
				->what = SP_REF(SP_KIND_EDGE, (int)i);
}

static struct move stay(const struct sp_game *g)
{
	struct move m = { .shape = { .n_bays = 0 } };

	sp_board_shape(&g->board, &m.shape);
	for (unsigned i = 0; i < g->board.n_bays; i++)
		m.to[i] = (uint8_t)i;
	return m;
}

/* ---- operations -----------------------------------------------------------
 */

static int sector_arg(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i)
{
	int slot = sp_stack_arg_index(run, f, op, i, SP_KIND_SECTOR);

	return slot < run->g->board.n_bays ? slot : -1;
}

void effect_op_rotate_sector(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_event *event;
	int slot = sector_arg(run, f, op, 0);
	int turns = sp_stack_arg_number(run, f, op, 1) % SP_DIRS;
	struct move m = stay(run->g);

	if (slot < 0 || turns <= 0)
		return;
	m.turns[slot] = (uint8_t)turns;
	rearrange(run, &m);
	event = sp_game_events_add(
		run->events, SP_EVENT_ROTATED, f->actor, SP_NOBODY);
	event->rotated.bay = slot;
	event->rotated.turns = turns;
	event->card = sp_stack_frame_card(run->g, f);
	tell_mended(run, &m);
}

void effect_op_swap_sectors(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int one = sector_arg(run, f, op, 0);
	int two = sector_arg(run, f, op, 1);
	struct move m = stay(run->g);
	struct sp_event *event;

	if (one < 0 || two < 0 || one == two)
		return;
	m.to[one] = (uint8_t)two;
	m.to[two] = (uint8_t)one;
	rearrange(run, &m);
	event = sp_game_events_add(
		run->events, SP_EVENT_ROTATED, f->actor, SP_NOBODY);
	event->rotated.bay = one;
	event->card = sp_stack_frame_card(run->g, f);
	event->what = SP_REF(SP_KIND_SECTOR, two);
	tell_mended(run, &m);
}

/* The argument as a side of a bay; -1: it is none. */
static int side_arg(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i)
{
	int side = sp_stack_arg_number(run, f, op, i);

	return side >= 0 && side < SP_DIRS ? side : -1;
}

void effect_op_move_sector(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int bay = sector_arg(run, f, op, 0);
	int beside = sector_arg(run, f, op, 1);
	int side = side_arg(run, f, op, 2);
	struct move m = stay(run->g);
	struct sp_event *event;

	if (bay < 0 || beside < 0 || side < 0 ||
		!sp_board_shape_move(&m.shape, (unsigned)bay, (unsigned)beside,
			(enum sp_dir)side))
		return;
	m.elsewhere[bay] = true;
	rearrange(run, &m);
	event = sp_game_events_add(
		run->events, SP_EVENT_SECTOR_MOVED, f->actor, SP_NOBODY);
	event->sides.bay = bay;
	event->sides.side = side;
	event->card = sp_stack_frame_card(run->g, f);
	event->what = SP_REF(SP_KIND_SECTOR, beside);
	tell_mended(run, &m);
}

void effect_op_join_sides(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int bay = sector_arg(run, f, op, 0);
	int side = side_arg(run, f, op, 1);
	int with = sector_arg(run, f, op, 2);
	int to = side_arg(run, f, op, 3);
	struct move m = stay(run->g);
	struct sp_event *event;

	if (bay < 0 || side < 0 || with < 0 || to < 0 ||
		!sp_board_shape_join(&m.shape, (unsigned)bay, (enum sp_dir)side,
			(unsigned)with, (enum sp_dir)to))
		return;
	rearrange(run, &m);
	event = sp_game_events_add(
		run->events, SP_EVENT_SIDES_JOINED, f->actor, SP_NOBODY);
	event->sides.bay = bay;
	event->sides.side = side;
	event->sides.to = to;
	event->card = sp_stack_frame_card(run->g, f);
	event->what = SP_REF(SP_KIND_SECTOR, with);
	tell_mended(run, &m);
}
