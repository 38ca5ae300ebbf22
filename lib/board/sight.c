/*
 * Line of sight: the walk of rules/boards 5.2 along one ray, and sweeps over
 * all rays of a window.
 *
 * A ray runs along a primitive displacement (no common divisor), so it meets
 * the centres of its squares, or the midpoints of its edges, one after the
 * other. A sweep takes all rays of a quadrant together as long as they cross
 * the same edges: a fan between two slopes. It parts where some go to the side
 * and some upward, and the one ray exactly through the corner goes on alone. So
 * what cannot be seen is never looked at, which in a maze is nearly everything.
 *
 * What an observer sees otherwise (struct sp_sight) is counted on the way: a
 * wall that is seen through shortens what the ray has left to see through. With
 * one, a target is seen if it would be seen with one wall or door taken away.
 */
#include "board_private.h"

#include <assert.h>

/* What a line may look through yet. */
struct lens {
	int left;      /* walls and doors */
	uint16_t last; /* that it came through: it meets that for nothing */
};

struct ray {
	const struct sp_board *b;
	const struct sp_sight *sight;
	const uint8_t *opaque;
	struct lens through;
	uint16_t at;
	unsigned turn; /* direction here = unfolded direction + turn */
	unsigned sideways, upright; /* unfolded directions of the ray */
	int run, rise;  /* displacement without signs, in any unit */
	int i, j;       /* vertical and horizontal lines crossed */
	uint8_t *trace; /* as in struct sp_sight */
};

static void ray_start(struct ray *r, const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from, int x, int y)
{
	*r = (struct ray){ .b = b,
		.sight = sight,
		.opaque = sight->opaque != NULL ? sight->opaque : b->opaque,
		.through = { sight->through, UINT16_MAX },
		.at = from,
		.sideways = x > 0 ? SP_EAST : SP_WEST,
		.upright = y > 0 ? SP_SOUTH : SP_NORTH,
		.run = x < 0 ? -x : x,
		.rise = y < 0 ? -y : y };
}

struct place {
	uint16_t square;
	unsigned turn;
};

static uint16_t edge_of(
	const struct sp_board *b, struct place p, unsigned unfolded)
{
	return b->edge_at[p.square][(unfolded + p.turn) % SP_DIRS];
}

/* A standing wall or door has a column at both ends, an open door too. */
static bool stands(const struct ray *r, uint16_t edge)
{
	return sp_board_edge_kind(r->b, edge) != SP_EDGE_OPEN;
}

/* The square beyond an unfolded direction, whatever stands between. */
static struct place beyond(
	const struct sp_board *b, struct place p, unsigned unfolded)
{
	unsigned dir = (unfolded + p.turn) % SP_DIRS;
	unsigned heading = b->heading[p.square][dir];

	return (struct place){ b->link[p.square][dir],
		(heading + SP_DIRS - unfolded) % SP_DIRS };
}

/* True if there is nothing to see behind what stands there: no way leads over
 * it when it is gone. */
static bool leads_nowhere(const struct sp_board *b, uint16_t edge)
{
	const struct sp_edge *e = &b->edge[edge];

	if (!e->outer)
		return false;
	if (e->destroyed)
		return e->destroyed > 1;
	return e->printed == SP_EDGE_WALL &&
	       (b->rims == SP_RIMS_KEPT || b->rims == SP_RIMS_NOWHERE);
}

/* True if it can look through everything that stands there. */
static inline bool may_look_through(
	const struct sp_board *b, uint16_t edge, const struct lens *through)
{
	return edge == through->last ||
	       (through->left > 0 &&
		       through->left >= sp_board_edge_layers(b, edge) &&
		       !leads_nowhere(b, edge));
}

bool sp_board_may_look_through(
	const struct sp_board *b, uint16_t edge, uint8_t through)
{
	const struct lens lens = { .left = through, .last = UINT16_MAX };

	return may_look_through(b, edge, &lens);
}

/* Take from what is left what stands there. */
static inline void look_through_edge(
	const struct sp_board *b, uint16_t edge, struct lens *through)
{
	if (edge != through->last)
		through->left -= sp_board_edge_layers(b, edge);
	through->last = edge;
}

static bool looks_through(
	const struct sp_board *b, uint16_t edge, struct lens *through)
{
	if (!may_look_through(b, edge, through))
		return false;
	look_through_edge(b, edge, through);
	return true;
}

static bool ray_cross_edge(struct ray *r, unsigned unfolded)
{
	struct place here = { r->at, r->turn };
	uint16_t edge = edge_of(r->b, here, unfolded);

	if (edge == r->sight->stopped_at)
		return false;
	if (r->trace != NULL)
		r->trace[edge] = 1;
	if (sp_board_edge_blocks(r->b, edge) &&
		!looks_through(r->b, edge, &r->through))
		return false;
	here = beyond(r->b, here, unfolded);
	r->at = here.square;
	r->turn = here.turn;
	return true;
}

/* Exactly through a corner: no edge may stand there but what is looked through,
 * one by one, neither flanking square may be filled, and both ways round must
 * lead to the same square the same way up (they do not at the tip of a cone,
 * such as a corner between two seams). */
static bool ray_cross_corner(struct ray *r)
{
	const struct sp_board *b = r->b;
	struct place here = { r->at, r->turn };
	struct place side = beyond(b, here, r->sideways);
	struct place up = beyond(b, here, r->upright);
	struct place one = beyond(b, side, r->upright);
	struct place two = beyond(b, up, r->sideways);

	const uint16_t edge[] = { edge_of(b, here, r->sideways),
		edge_of(b, here, r->upright), edge_of(b, side, r->upright),
		edge_of(b, up, r->sideways) };

	for (size_t i = 0; i < SP_ARRAY_LEN(edge); i++) {
		if (edge[i] == r->sight->stopped_at)
			return false;
		if (r->trace != NULL)
			r->trace[edge[i]] = 1;
	}
	if (r->opaque[side.square] || r->opaque[up.square])
		return false;
	if (one.square != two.square || one.turn != two.turn)
		return false;
	for (size_t i = 0; i < SP_ARRAY_LEN(edge); i++)
		if (stands(r, edge[i]) &&
			!looks_through(b, edge[i], &r->through))
			return false;
	r->at = one.square;
	r->turn = one.turn;
	return true;
}

/* Over the next grid line, or two at once; false: the line ends here. */
static bool ray_step(struct ray *r)
{
	int vertical = (2 * r->i + 1) * r->rise;
	int horizontal = (2 * r->j + 1) * r->run;

	if (r->opaque[r->at])
		return false;
	if (vertical < horizontal) {
		r->i++;
		return ray_cross_edge(r, r->sideways);
	}
	if (vertical > horizontal) {
		r->j++;
		return ray_cross_edge(r, r->upright);
	}
	r->i++;
	r->j++;
	return ray_cross_corner(r);
}

/* On until so many lines of each kind are crossed. */
static bool ray_go(struct ray *r, int vertical, int horizontal)
{
	while (r->i < vertical || r->j < horizontal)
		if (!ray_step(r))
			return false;
	return true;
}

/* The edge ahead in a direction, or UINT16_MAX from within what fills it. */
static uint16_t ray_edge(const struct ray *r, unsigned unfolded)
{
	if (r->opaque[r->at])
		return UINT16_MAX;
	return r->b->edge_at[r->at][(unfolded + r->turn) % SP_DIRS];
}

/* ---- sweeps ------------------------------------------------------------ */

struct sweep {
	const struct sp_board *b;
	const struct sp_sight *sight;
	const uint8_t *opaque;
	uint16_t from;
	int reach;
	bool edges;      /* looked for, not squares */
	uint64_t *seen;  /* set of squares or edges seen, or NULL */
	uint16_t target; /* ends the sweep when seen, or UINT16_MAX */
	unsigned sideways, upright; /* of the present quadrant */
};

/* The rays of a quadrant whose slope (upright by sideways) lies between two,
 * both left out, and that have crossed i vertical and j horizontal lines. */
struct fan {
	struct place here;
	int i, j;
	int lo_rise, lo_run, hi_rise, hi_run;
	struct lens through;
	uint16_t over; /* the edge that was crossed last */
};

#define FANS_MAX (2 * SP_SIGHT_REACH_MAX + 1) /* put aside at one time */

/* True: that was the target. */
static bool mark(const struct sweep *s, uint16_t what)
{
	if (s->seen != NULL)
		sp_board_put_in_set(s->seen, what);
	return what == s->target;
}

/* The same of an edge that is seen from a square beside it. */
static bool mark_edge(const struct sweep *s, uint16_t edge, uint16_t from)
{
	return mark(s, edge) &&
	       (s->sight->face_of == 0 || s->sight->face_of == from + 1);
}

static int common(int a, int b)
{
	while (b != 0) {
		int rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* The one ray through the far corner of where the fan has come to, and the
 * squares whose centres it meets behind it: those between two corners. */
static bool look_through(const struct sweep *s, const struct fan *f)
{
	struct ray r = { .b = s->b,
		.sight = s->sight,
		.opaque = s->opaque,
		.through = f->through,
		.at = f->here.square,
		.turn = f->here.turn,
		.sideways = s->sideways,
		.upright = s->upright,
		.i = f->i + 1,
		.j = f->j + 1,
		.trace = s->sight->trace };
	int part;

	if (!ray_cross_corner(&r))
		return false;
	part = common(2 * f->j + 1, 2 * f->i + 1);
	r.run = (2 * f->i + 1) / part;
	r.rise = (2 * f->j + 1) / part;
	for (int n = (part + 1) / 2;
		n * r.run <= s->reach && n * r.rise <= s->reach; n++) {
		if (!ray_go(&r, n * r.run, n * r.rise))
			return false;
		if (mark(s, r.at))
			return true;
	}
	return false;
}

/* What stands in the way of lines: nothing; an open door, only at its ends; a
 * wall or a closed door. */
enum barrier { BARRIER_NONE, BARRIER_FRAME, BARRIER_WALL };

static enum barrier barrier_at(const struct sp_board *b, uint16_t edge)
{
	enum sp_edge_kind kind = sp_board_edge_kind(b, edge);

	if (kind == SP_EDGE_OPEN)
		return BARRIER_NONE;
	return kind == SP_EDGE_DOOR && b->edge[edge].door != SP_DOOR_CLOSED
		       ? BARRIER_FRAME
		       : BARRIER_WALL;
}

/* Straight ahead, along the sides of quadrants. */
static bool look_ahead(const struct sweep *s, unsigned ahead)
{
	struct place here = { s->from, 0 };
	struct lens through = { s->sight->through, UINT16_MAX };

	for (int n = 0; n <= s->reach && !s->opaque[here.square]; n++) {
		uint16_t edge = edge_of(s->b, here, ahead);

		if (s->edges && mark_edge(s, edge, here.square))
			return true;
		if (n == s->reach || edge == s->sight->stopped_at)
			return false;
		if (sp_board_edge_blocks(s->b, edge) &&
			!looks_through(s->b, edge, &through))
			return false;
		if (s->sight->trace != NULL)
			s->sight->trace[edge] = 1;
		here = beyond(s->b, here, ahead);
		if (!s->edges && mark(s, here.square))
			return true;
	}
	return false;
}

static bool holds(const struct fan *f, int rise, int run)
{
	return rise * f->lo_run > f->lo_rise * run &&
	       rise * f->hi_run < f->hi_rise * run;
}

/* What is ahead of a fan: the corner, and which of its rays pass it on which
 * side; what stands there. */
struct ahead {
	int rise, run;
	bool sideways, upright;
	uint16_t side, top;
	enum barrier beside, above;
};

/* True: the target is among what a fan shows inside of its square. */
static bool see_inside(
	const struct sweep *s, const struct fan *f, const struct ahead *a)
{
	if (s->edges)
		return (holds(f, a->rise - 1, a->run) &&
			       mark_edge(s, a->side, f->here.square)) ||
		       (holds(f, a->rise, a->run - 1) &&
			       mark_edge(s, a->top, f->here.square));
	/* in a maze there is mostly something at a corner */
	return a->sideways && a->upright &&
	       (s->sight->through > 0 ||
		       a->beside + a->above == BARRIER_NONE) &&
	       look_through(s, f);
}

static inline bool is_passed(const struct sweep *s, const struct fan *f,
	uint16_t edge, enum barrier barrier)
{
	return edge != s->sight->stopped_at &&
	       (barrier != BARRIER_WALL ||
		       may_look_through(s->b, edge, &f->through));
}

static inline void go_over(const struct sweep *s, struct fan *f, uint16_t edge,
	enum barrier barrier, unsigned unfolded)
{
	if (barrier == BARRIER_WALL)
		look_through_edge(s->b, edge, &f->through);
	f->over = edge;
	f->here = beyond(s->b, f->here, unfolded);
}

/* Make it its part that goes upward. */
static inline void go_upright(
	const struct sweep *s, struct fan *f, const struct ahead *a)
{
	go_over(s, f, a->top, a->above, s->upright);
	f->j++;
	if (a->sideways) {
		f->lo_rise = a->rise;
		f->lo_run = a->run;
	}
}

static inline void go_sideways(
	const struct sweep *s, struct fan *f, const struct ahead *a)
{
	go_over(s, f, a->side, a->beside, s->sideways);
	f->i++;
	if (a->upright) {
		f->hi_rise = a->rise;
		f->hi_run = a->run;
	}
}

/* What is ahead of a fan that looks out of its square. */
static inline void look_out(
	const struct sweep *s, const struct fan *f, struct ahead *a)
{
	a->sideways = f->lo_rise * a->run < a->rise * f->lo_run;
	a->upright = f->hi_rise * a->run > a->rise * f->hi_run;
	a->side = edge_of(s->b, f->here, s->sideways);
	a->top = edge_of(s->b, f->here, s->upright);
	a->beside = a->sideways ? barrier_at(s->b, a->side) : BARRIER_NONE;
	a->above = a->upright ? barrier_at(s->b, a->top) : BARRIER_NONE;
}

/* Everything that a fan passed on its way to the target. */
static bool trace_way(const struct sweep *s, const uint16_t way[], int n)
{
	for (int i = 0; s->sight->trace != NULL && i < n; i++)
		s->sight->trace[way[i]] = 1;
	return true;
}

/* A quadrant. Where a fan parts, its upper part is followed first. */
static bool spread(const struct sweep *s)
{
	struct fan aside[FANS_MAX];
	uint16_t way[2 * SP_SIGHT_REACH_MAX];
	struct fan f = { .here = { s->from, 0 },
		.lo_run = 1,
		.hi_rise = 1,
		.through = { s->sight->through, UINT16_MAX } };
	int n = 0;

	for (;;) {
		struct ahead a = { .rise = 2 * f.j + 1, .run = 2 * f.i + 1 };
		bool upright = false, sideways = false;
		int come = f.i + f.j;

		if (come > 0)
			way[come - 1] = f.over;
		if (!s->edges && holds(&f, f.j, f.i) && mark(s, f.here.square))
			return trace_way(s, way, come);
		if (!s->opaque[f.here.square]) {
			look_out(s, &f, &a);
			if (see_inside(s, &f, &a))
				return trace_way(s, way, come);
			upright = a.upright && f.j < s->reach &&
				  is_passed(s, &f, a.top, a.above);
			sideways = a.sideways && f.i < s->reach &&
				   is_passed(s, &f, a.side, a.beside);
		}
		if (upright) {
			if (sideways) {
				aside[n] = f;
				go_sideways(s, &aside[n++], &a);
			}
			go_upright(s, &f, &a);
		} else if (sideways) {
			go_sideways(s, &f, &a);
		} else if (n == 0) {
			return false;
		} else {
			f = aside[--n];
		}
	}
}

static bool sweep_around(struct sweep *s)
{
	static const int right[SP_DIRS] = { 1, -1, -1, 1 };
	static const int down[SP_DIRS] = { 1, 1, -1, -1 };

	s->opaque = s->sight->opaque != NULL ? s->sight->opaque : s->b->opaque;
	for (int quarter = 0; quarter < SP_DIRS; quarter++) {
		s->sideways = right[quarter] > 0 ? SP_EAST : SP_WEST;
		s->upright = down[quarter] > 0 ? SP_SOUTH : SP_NORTH;
		if (spread(s))
			return true;
	}
	for (unsigned dir = 0; dir < SP_DIRS; dir++)
		if (look_ahead(s, dir))
			return true;
	return false;
}

/* What is seen through the link of the square; SP_NOWHERE: nothing. */
static uint16_t seen_through_link(
	const struct sp_board *b, const struct sp_sight *sight, uint16_t from)
{
	const uint8_t *opaque =
		sight->opaque != NULL ? sight->opaque : b->opaque;
	const struct sp_link *link = sp_board_link(b, from);

	if (link == NULL || !link->sight || opaque[from])
		return SP_NOWHERE;
	return link->square[link->square[0] == from];
}

static bool sees_through_link(const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from, uint16_t to)
{
	return b->n_links > 0 && seen_through_link(b, sight, from) == to;
}

int board_sight_reach(const struct sp_board *b)
{
	int longer = b->rows > b->columns ? b->rows : b->columns;
	int reach = longer * SP_SIDE;

	if (reach < 2 * SP_SIDE)
		return 2 * SP_SIDE;
	return reach < SP_SIGHT_REACH_MAX ? reach : SP_SIGHT_REACH_MAX;
}

static int limited(const struct sp_board *b, const struct sp_sight *sight)
{
	int reach = board_sight_reach(b);

	return sight->limit != 0 && sight->limit < reach ? sight->limit : reach;
}

void sp_board_visible(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint64_t seen[SP_SQUARE_WORDS])
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = limited(b, sight),
		.seen = seen,
		.target = UINT16_MAX };

	assert(from < b->n_squares);
	memset(seen, 0, sizeof(uint64_t[SP_SQUARE_WORDS]));
	(void)mark(&s, from);
	sweep_around(&s);
	if (b->n_links > 0) {
		uint16_t end = seen_through_link(b, sight, from);

		if (end != SP_NOWHERE)
			(void)mark(&s, end);
	}
}

void sp_board_visible_edges(const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from,
	uint64_t seen[SP_EDGE_WORDS])
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = limited(b, sight),
		.seen = seen,
		.target = UINT16_MAX,
		.edges = true };

	assert(from < b->n_squares);
	memset(seen, 0, sizeof(uint64_t[SP_EDGE_WORDS]));
	sweep_around(&s);
}

bool sp_board_sees(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t to)
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = limited(b, sight),
		.target = to };

	assert(from < b->n_squares && to < b->n_squares);
	return from == to || sweep_around(&s) ||
	       sees_through_link(b, sight, from, to);
}

bool sp_board_sees_edge(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t edge)
{
	struct sweep s = { .b = b,
		.sight = sight,
		.from = from,
		.reach = limited(b, sight),
		.target = edge,
		.edges = true };

	assert(from < b->n_squares && edge < b->n_edges);
	return sweep_around(&s);
}

uint16_t sp_board_line(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, int x, int y, uint16_t *edge)
{
	struct ray r;

	assert(from < b->n_squares && (x % 2 == 0 || y % 2 == 0));
	*edge = UINT16_MAX;
	ray_start(&r, b, sight, from, x, y);
	if (!ray_go(&r, r.run / 2, r.rise / 2))
		return SP_NOWHERE;
	if (x % 2 == 0 && y % 2 == 0)
		return r.at;
	*edge = ray_edge(&r, x % 2 != 0 ? r.sideways : r.upright);
	return *edge == UINT16_MAX ? SP_NOWHERE : r.at;
}

/* ---- flights -----------------------------------------------------------
 */

/* Does the displacement, in half squares, lead to the square or the edge? */
static bool hits(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t to, uint16_t edge, int x, int y)
{
	uint16_t found;
	uint16_t square = sp_board_line(b, sight, from, x, y, &found);

	return square != SP_NOWHERE &&
	       (edge == UINT16_MAX ? square == to : found == edge);
}

/* The shortest line, the longer axis first; of equal ones the first from the
 * north-west. */
static bool shortest(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t to, uint16_t edge, int *x, int *y)
{
	int most = 2 * limited(b, sight) + 1;

	for (int n = 1; n <= 2 * most; n++)
		for (*y = -n; *y <= n; (*y)++)
			for (int sign = -1; sign <= 1; sign += 2) {
				int odd;

				*x = sign * (n - (*y < 0 ? -*y : *y));
				odd = (*x % 2 != 0) + (*y % 2 != 0);
				if (*x > most || *x < -most || *y > most ||
					*y < -most ||
					odd != (edge != UINT16_MAX))
					continue;
				if (hits(b, sight, from, to, edge, *x, *y))
					return true;
			}
	return false;
}

bool sp_board_flight(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t to, uint16_t edge, struct sp_flight *out)
{
	struct sp_sight clear = *sight;
	struct ray r;
	int x = 0, y = 0;

	assert(from < b->n_squares);
	*out = (struct sp_flight){ .at = from, .before = from };
	if (edge == UINT16_MAX && from == to)
		return true;
	clear.stopped_at = UINT16_MAX;
	if (!shortest(b, &clear, from, to, edge, &x, &y)) {
		if (edge != UINT16_MAX ||
			!sees_through_link(b, sight, from, to))
			return false;
		out->at = to;
		out->moved = out->linked = true;
		return true;
	}
	ray_start(&r, b, sight, from, x, y);
	while (r.i < r.run / 2 || r.j < r.rise / 2) {
		uint16_t before = r.at;

		if (!ray_step(&r)) {
			out->stopped = true;
			break;
		}
		out->before = before;
	}
	out->at = r.at;
	out->heading = (enum sp_dir)(
		((r.run >= r.rise ? r.sideways : r.upright) + r.turn) %
		SP_DIRS);
	out->moved = true;
	if (edge != UINT16_MAX && edge == sight->stopped_at)
		out->stopped = true;
	return true;
}
