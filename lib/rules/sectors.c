/*
 * Sectors that are turned or change places. What lies in them goes with them;
 * seams and portals stay, for they belong to the slots. On the joints of a
 * sector that moves nothing lasts: what was made there goes with its spell,
 * what was harmed is whole again.
 */
#include "effect_private.h"
#include "things_private.h"

/* Where each slot's sector goes, and how far it is turned there. */
struct move {
	uint8_t to[SP_BAYS_MAX];
	uint8_t turns[SP_BAYS_MAX];
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
	return m->to[slot] != slot || m->turns[slot] != 0;
}

static bool is_joint(const struct sp_edge *e)
{
	return e->outer || e->square[0] / SP_SECTOR_SQUARES !=
				   e->square[1] / SP_SECTOR_SQUARES;
}

static bool joint_moves(const struct move *m, const struct sp_edge *e)
{
	return is_joint(e) &&
	       (moves(m, e->square[0] / SP_SECTOR_SQUARES) ||
		       moves(m, e->square[1] / SP_SECTOR_SQUARES));
}

/* The same line on the new board: an inner one goes with its sector, a joint
 * stays between its slots. */
static uint16_t new_edge(const struct move *m, const struct sp_board *now,
	const struct sp_edge *e, uint16_t edge)
{
	unsigned slot = e->square[0] / SP_SECTOR_SQUARES;

	if (is_joint(e))
		return edge;
	return now->edge_at[new_square(m, e->square[0])]
			   [(e->side[0] + m->turns[slot]) % SP_DIRS];
}

/* ---- what was made on joints ----------------------------------------------
 */

static void clear_joints(struct sp_run *run, const struct move *m)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (t->kind == SP_THING_CREATED &&
			sp_kind_of(t->where) == SP_KIND_EDGE &&
			joint_moves(m, &g->board.edge[sp_index_of(t->where)]))
			rules_destroy(run, SP_REF(SP_KIND_THING, i));
	}
}

/* ---- the new board --------------------------------------------------------
 */

static void rebuild(struct sp_run *run, const struct move *m)
{
	struct sp_board *b = &run->g->board;
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t seat[SP_BAYS_MAX];

	for (unsigned i = 0; i < b->n_bays; i++) {
		unsigned to = m->to[i];

		sector[to] = b->bay[i].sector;
		turn[to] = (uint8_t)((b->bay[i].turn + m->turns[i]) % SP_DIRS);
		seat[to] = b->bay[i].seat;
	}
	sp_board_build(b, &run->ruleset->boards, b->layout, sector, turn, seat);
}

/* What happened to an edge, onto what is printed there now. */
static void keep_state(struct sp_edge *now, const struct sp_edge *was)
{
	now->created = was->created;
	now->destroyed = was->destroyed;
	now->cracks = was->cracks;
	now->door = was->door;
	now->door_by = was->door_by;
	now->owner = was->owner;
	now->shut_turn = was->shut_turn;
}

struct edges {
	struct sp_edge edge[SP_EDGES_MAX];
};

static void move_value(const struct move *m, const struct edges *was,
	const struct sp_board *now, sp_value *v)
{
	int i = sp_index_of(*v);

	if (sp_kind_of(*v) == SP_KIND_SQUARE)
		*v = SP_REF(SP_KIND_SQUARE, new_square(m, (uint16_t)i));
	else if (sp_kind_of(*v) == SP_KIND_EDGE)
		*v = SP_REF(SP_KIND_EDGE,
			new_edge(m, now, &was->edge[i], (uint16_t)i));
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

/* Things, targets of spells, and what is on the stack. */
static void move_references(
	struct sp_game *g, const struct move *m, const struct edges *was)
{
	const struct sp_board *now = &g->board;

	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind == SP_THING_FREE)
			continue;
		move_value(m, was, now, &g->thing[i].where);
		if (g->thing[i].opaque)
			g->board.opaque[sp_index_of(g->thing[i].where)] = 1;
	}
	for (int i = 0; i < g->played_end; i++)
		if (g->played[i].kind != SP_PLAYED_FREE)
			move_value(m, was, now, &g->played[i].target);
	for (int i = 0; i < g->n_casts; i++) {
		struct sp_cast *cast = &g->cast[i];

		if (!cast->used)
			continue;
		cast->origin = new_square(m, cast->origin);
		cast->corner = new_square(m, cast->corner);
		for (int k = 0; k < cast->n_answers; k++)
			move_value(m, was, now, &cast->answer[k]);
	}
	for (int i = 0; i < g->n_frames; i++)
		for (int k = 0; k < SP_LOCALS; k++)
			move_value(m, was, now, &g->frame[i].local[k]);
}

static void rearrange(struct sp_run *run, const struct move *m)
{
	struct sp_game *g = run->g;
	struct edges was;

	clear_joints(run, m);
	memcpy(was.edge, g->board.edge, sizeof(was.edge));
	rebuild(run, m);
	for (uint16_t i = 0; i < g->board.n_edges; i++)
		if (!joint_moves(m, &was.edge[i]))
			keep_state(&g->board.edge[new_edge(
					   m, &g->board, &was.edge[i], i)],
				&was.edge[i]);
	move_contents(g, m);
	move_references(g, m, &was);
	sp_game_shut_left_doors(g, run->events);
}

static struct move stay(const struct sp_game *g)
{
	struct move m = { { 0 }, { 0 } };

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

void rules_op_rotate_sector(
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
}

void rules_op_swap_sectors(
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
}
