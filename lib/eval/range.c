/*
 * What is in sight and in range.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/reach.h"
#include "eval_private.h"

/* ---- sight ----------------------------------------------------------------
 */

/* What one looks with, but for what is opaque. */
static void see_with(const struct sp_aim *aim, struct sp_sight *sight)
{
	const struct sp_game *g = aim->g;

	memset(sight, 0, sizeof(*sight));
	sight->stopped_at = UINT16_MAX;
	if (aim->blocked > 0)
		sight->stopped_at = (uint16_t)(aim->blocked - 1);
	sight->trace = aim->trace;
	if (!aim->ignore_sight_limit && aim->actor >= 0)
		sight->limit = (uint8_t)sp_eval_stat_in(aim->ruleset, g,
			SP_REF(SP_KIND_ACTOR, aim->actor), SP_STAT_SIGHT_LIMIT,
			aim->depth);
	if (aim->spell && aim->actor >= 0)
		sight->through = (uint8_t)sp_eval_stat_in(aim->ruleset, g,
			SP_REF(SP_KIND_ACTOR, aim->actor), SP_STAT_SEE_THROUGH,
			aim->depth);
}

/* The squares that he cannot see through and others can, or the other way
 * round. Where a form fills a square it stops lines there, but not those of the
 * wizard himself: he looks out, and is seen. False: there are none. */
static bool see_opaque(const struct sp_aim *aim, uint8_t opaque[SP_SQUARES_MAX])
{
	const struct sp_game *g = aim->g;
	bool changed = false;

	memcpy(opaque, g->board.opaque, sizeof(g->board.opaque));
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		if (!sp_eval_may_fill_squares(aim) ||
			!sp_eval_fills_square(aim, i))
			continue;
		changed = true;
		opaque[g->actor[i].square] = 1;
	}
	return (g->n_illusions > 0 && eval_believe_squares(aim, opaque)) ||
	       changed;
}

/* The lines of one leg; `from` is where the line begins or bends. */
struct eye {
	struct sp_sight sight;
	bool own; /* opaque squares, or walls, of its own */
	uint8_t opaque[SP_SQUARES_MAX];
	const struct sp_board *board;
	struct sp_board believed;
};

static void eye_open(struct eye *eye, const struct sp_aim *aim)
{
	see_with(aim, &eye->sight);
	eye->board = &aim->g->board;
	eye->own = (aim->g->n_illusions > 0 || sp_eval_may_fill_squares(aim)) &&
		   see_opaque(aim, eye->opaque);
	/* whoever fills the square from where it goes does not block it, only
	 * what lies there does */
	if (eye->own) {
		eye->opaque[aim->origin] = eval_is_opaque(aim, aim->origin);
		eye->sight.opaque = eye->opaque;
	}
	if (aim->g->n_illusions > 0)
		eye->board = eval_board_of(aim, &eye->believed);
	eye->own = eye->own || eye->board != &aim->g->board;
}

/* ---- what is seen, kept -----------------------------------------------------
 */

static void see_squares(const struct sp_aim *aim, struct sp_seen *seen)
{
	struct eye eye;

	seen->squares_known = true;
	if (seen->from == SP_NOWHERE) {
		memset(seen->square, 0, sizeof(seen->square));
		return;
	}
	eye_open(&eye, aim);
	eye.sight.through = seen->through;
	sp_board_visible(eye.board, &eye.sight, seen->from, seen->square);
}

/* Is a line to the edge left behind so many layers on that face of it? */
static bool sees_face(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t edge, int face, int behind)
{
	struct sp_sight to_face = *sight;

	if (sight->through < behind)
		return false;
	to_face.through = (uint8_t)(sight->through - behind);
	to_face.face_of = (uint16_t)(b->edge[edge].square[face] + 1);
	return sp_board_sees_edge(b, &to_face, from, edge);
}

/* A side layer hides what is under it from its side. */
static bool sees_under(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t edge)
{
	unsigned sides = b->edge[edge].sides;

	if (sides == 0)
		return sp_board_sees_edge(b, sight, from, edge);
	return sees_face(b, sight, from, edge, 0, (int)(sides & 1U)) ||
	       sees_face(b, sight, from, edge, 1, (int)(sides >> 1));
}

static void hide_covered(const struct sp_game *g, const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from,
	uint64_t edges[SP_EDGE_WORDS])
{
	for (int i = 0; i < g->things_end; i++) {
		unsigned edge = (unsigned)sp_index_of(g->thing[i].where);

		if (g->thing[i].side != 0 &&
			!sees_under(b, sight, from, (uint16_t)edge))
			edges[edge / 64] &= ~(UINT64_C(1) << edge % 64);
	}
}

static void see_edges(const struct sp_aim *aim, struct sp_seen *seen)
{
	struct eye eye;

	seen->edges_known = true;
	if (seen->from == SP_NOWHERE) {
		memset(seen->edge, 0, sizeof(seen->edge));
		return;
	}
	eye_open(&eye, aim);
	eye.sight.through = seen->through;
	sp_board_visible_edges(eye.board, &eye.sight, seen->from, seen->edge);
	hide_covered(aim->g, eye.board, &eye.sight, seen->from, seen->edge);
}

/* Does it look like the board on which that was seen? Then what else is other
 * about its edges is kept as well, so that the next look is a short one. */
static bool looks_alike(struct sp_sights *s, const struct sp_board *b)
{
	if (s->n_edges != b->n_edges || s->layout != b->layout ||
		s->n_bays != b->n_bays ||
		memcmp(s->bay, b->bay, b->n_bays * sizeof(b->bay[0])) != 0 ||
		memcmp(s->opaque, b->opaque, b->n_squares) != 0 ||
		s->n_links != b->n_links ||
		memcmp(s->linked, b->linked,
			b->n_links * sizeof(b->linked[0])) != 0)
		return false;
	if (memcmp(s->edge, b->edge, b->n_edges * sizeof(b->edge[0])) == 0)
		return true;
	for (int i = 0; i < b->n_edges; i++) {
		const struct sp_edge *one = &s->edge[i], *two = &b->edge[i];

		if (one->created != two->created ||
			one->destroyed != two->destroyed ||
			one->printed != two->printed || one->door != two->door)
			return false;
		if (one->sides != two->sides || one->under != two->under)
			return false;
		/* the board may have another shape */
		if (memcmp(one->square, two->square, sizeof(one->square)) !=
				0 ||
			memcmp(one->side, two->side, sizeof(one->side)) != 0)
			return false;
	}
	memcpy(s->edge, b->edge, b->n_edges * sizeof(b->edge[0]));
	return true;
}

/* Forget what was seen on another board. */
static void compare_board(struct sp_sights *s, const struct sp_board *b)
{
	s->is_compared = true;
	if (looks_alike(s, b))
		return;
	memset(s->key, 0xff, sizeof(s->key));
	s->layout = b->layout;
	s->n_bays = b->n_bays;
	s->n_edges = b->n_edges;
	memcpy(s->bay, b->bay, b->n_bays * sizeof(b->bay[0]));
	memcpy(s->edge, b->edge, b->n_edges * sizeof(b->edge[0]));
	memcpy(s->opaque, b->opaque, b->n_squares);
	s->n_links = b->n_links;
	memcpy(s->linked, b->linked, sizeof(s->linked));
}

static struct sp_seen *own_place(struct sp_sights *s)
{
	if (s->n_own >= SP_SIGHTS_OWN_MAX)
		s->replaced++;
	return &s->own[s->n_own++ % SP_SIGHTS_OWN_MAX];
}

static uint32_t key_of(uint16_t from, unsigned through, unsigned limit)
{
	return from | through << 16 | limit << 24;
}

/* From there with those eyes; what lay in its place goes. */
static struct sp_seen *seen_by(struct sp_sights *s, const struct sp_board *b,
	const struct eye *eye, uint16_t from)
{
	uint32_t key = key_of(from, eye->sight.through, eye->sight.limit);
	unsigned place = from % SP_SIGHTS_MAX;
	struct sp_seen *seen = &s->seen[place];

	if (!s->is_compared)
		compare_board(s, b);
	if (eye->own) {
		seen = own_place(s);
	} else if (s->key[place] == key) {
		return seen;
	} else {
		s->replaced += s->key[place] != UINT32_MAX;
		s->key[place] = key;
	}
	seen->from = from;
	seen->through = eye->sight.through;
	seen->limit = eye->sight.limit;
	seen->own = eye->own;
	seen->squares_known = seen->edges_known = false;
	return seen;
}

static bool sees_corner(
	const struct sp_aim *aim, struct sp_sights *s, const struct eye *eye)
{
	struct sp_seen *seen;

	if (s == NULL)
		return sp_board_sees(
			eye->board, &eye->sight, aim->origin, aim->corner);
	seen = seen_by(s, &aim->g->board, eye, aim->origin);
	if (!seen->squares_known)
		see_squares(aim, seen);
	return sp_board_in_set(seen->square, aim->corner);
}

/* Where the last leg of the line begins, with what is left to see through;
 * SP_NOWHERE: it does not get so far. What is seen through counts once for both
 * legs. */
static uint16_t last_leg(
	struct eye *eye, const struct sp_aim *aim, struct sp_sights *s)
{
	int walls;

	if (aim->origin >= aim->g->board.n_squares) {
		memset(&eye->sight, 0, sizeof(eye->sight));
		eye->own = false;
		return SP_NOWHERE;
	}
	eye_open(eye, aim);
	if (aim->corner == SP_NOWHERE)
		return aim->origin;
	walls = eye->sight.through;
	for (int k = 0; k <= walls; k++) {
		eye->sight.through = (uint8_t)k;
		if (!sees_corner(aim, s, eye))
			continue;
		eye->sight.through = (uint8_t)(walls - k);
		return aim->corner;
	}
	return SP_NOWHERE;
}

bool sp_eval_sees_square(const struct sp_aim *aim, uint16_t square)
{
	struct eye eye;
	uint16_t from = last_leg(&eye, aim, NULL);

	return from != SP_NOWHERE &&
	       sp_board_sees(eye.board, &eye.sight, from, square);
}

bool sp_eval_sees_edge(const struct sp_aim *aim, uint16_t edge)
{
	struct eye eye;
	uint16_t from = last_leg(&eye, aim, NULL);

	return from != SP_NOWHERE &&
	       sees_under(eye.board, &eye.sight, from, edge);
}

void sp_eval_reach_turn(struct sp_reach *r, const struct sp_aim *aim)
{
	bool walk = aim->range == SP_RANGE_WALK;

	if (r->origin != aim->origin || r->corner != aim->corner ||
		r->actor != aim->actor || r->spell != aim->spell ||
		r->ignore_sight_limit != aim->ignore_sight_limit)
		r->seen = NULL;
	if (r->origin != aim->origin || r->actor != aim->actor ||
		r->walk != walk)
		r->steps_known = false;
	r->actor = aim->actor;
	r->origin = aim->origin;
	r->corner = aim->corner;
	r->spell = aim->spell;
	r->ignore_sight_limit = aim->ignore_sight_limit;
	r->walk = walk;
}

/* ---- range ----------------------------------------------------------------
 */

static struct sp_seen *what_is_seen(
	const struct sp_aim *aim, struct sp_reach *r)
{
	struct eye eye;
	uint16_t from;

	if (r->seen == NULL || r->replaced != r->sights->replaced) {
		from = last_leg(&eye, aim, r->sights);
		r->seen = seen_by(r->sights, &aim->g->board, &eye, from);
		r->replaced = r->sights->replaced;
	}
	return r->seen;
}

const uint64_t *sp_eval_seen_squares(
	const struct sp_aim *aim, struct sp_reach *r)
{
	struct sp_seen *seen = what_is_seen(aim, r);

	if (!seen->squares_known)
		see_squares(aim, seen);
	return seen->square;
}

const uint64_t *sp_eval_seen_edges(const struct sp_aim *aim, struct sp_reach *r)
{
	struct sp_seen *seen = what_is_seen(aim, r);

	if (!seen->edges_known)
		see_edges(aim, seen);
	return seen->edge;
}

/* What is seen from that square with the same eyes, if that is known and who is
 * there sees here if he is seen; NULL. */
static const struct sp_seen *seen_from_there(const struct sp_board *b,
	const struct sp_sights *s, const struct sp_seen *here, uint16_t square)
{
	const struct sp_seen *there = &s->seen[square % SP_SIGHTS_MAX];

	if (here->from == SP_NOWHERE || here->own || here->through > 0 ||
		b->opaque[here->from] || b->opaque[square])
		return NULL;
	return s->key[square % SP_SIGHTS_MAX] ==
				       key_of(square, 0, here->limit) &&
			       there->squares_known
		       ? there
		       : NULL;
}

static bool sees_square(
	const struct sp_aim *aim, struct sp_reach *r, uint16_t square)
{
	const struct sp_seen *here, *there;

	if (r == NULL)
		return sp_eval_sees_square(aim, square);
	here = what_is_seen(aim, r);
	if (!here->squares_known) {
		there = seen_from_there(
			&aim->g->board, r->sights, here, square);
		if (there != NULL)
			return sp_board_in_set(there->square, here->from);
	}
	return sp_board_in_set(sp_eval_seen_squares(aim, r), square);
}

static bool sees_edge(
	const struct sp_aim *aim, struct sp_reach *r, uint16_t edge)
{
	return r == NULL ? sp_eval_sees_edge(aim, edge)
			 : sp_board_in_set(sp_eval_seen_edges(aim, r), edge);
}

/* Steps or way, as the range has it, as far as it goes. */
static void find_steps(const struct sp_aim *aim, uint16_t steps[SP_SQUARES_MAX])
{
	if (aim->range == SP_RANGE_WALK)
		sp_eval_walk_within(aim, aim->origin, aim->within, steps);
	else
		sp_game_steps_from(aim->g, aim->origin, steps);
}

static bool in_distance(
	const struct sp_aim *aim, struct sp_reach *r, uint16_t square)
{
	uint16_t own[SP_SQUARES_MAX];
	const uint16_t *steps = r != NULL ? r->steps : own;

	if (r == NULL) {
		find_steps(aim, own);
	} else if (!r->steps_known || r->steps_most < aim->within) {
		find_steps(aim, r->steps);
		r->steps_known = true;
		r->steps_most = aim->within;
	}
	return steps[square] != UINT16_MAX && steps[square] <= aim->within;
}

static enum sp_reason why_far(const struct sp_aim *aim)
{
	switch ((enum sp_range)aim->range) {
	case SP_RANGE_ADJACENT:
		return SP_REASON_NOT_ADJACENT;
	case SP_RANGE_SIGHT:
		return SP_REASON_OUT_OF_SIGHT;
	case SP_RANGE_CASTER:
	case SP_RANGE_ANYWHERE:
	case SP_RANGE_SECTOR:
	case SP_RANGE_STEPS:
	case SP_RANGE_WALK:
		break;
	}
	return SP_REASON_OUT_OF_RANGE;
}

static bool same_sector(const struct sp_aim *aim, uint16_t square)
{
	return square / SP_SECTOR_SQUARES == aim->origin / SP_SECTOR_SQUARES;
}

/* Sight over the edge between two squares, where no wall of earth stands; a
 * spell may look through what does. */
static bool sees_over(const struct sp_aim *aim, uint16_t edge)
{
	struct eye eye;

	if (aim->blocked == edge + 1)
		return false;
	if (!sp_board_edge_blocks(&aim->g->board, edge) &&
		!eval_believes_wall(aim, edge))
		return true;
	if (!aim->spell)
		return false;
	eye_open(&eye, aim);
	return sp_board_may_look_through(eye.board, edge, eye.sight.through);
}

/* The same square or one beside it. */
static bool adjacent(const struct sp_aim *aim, uint16_t square)
{
	const struct sp_board *b = &aim->g->board;

	if (aim->origin == square)
		return true;
	for (unsigned dir = 0; dir < SP_DIRS; dir++) {
		uint16_t edge = b->edge_at[aim->origin][dir];

		if (b->link[aim->origin][dir] == square &&
			sees_over(aim, edge)) {
			if (aim->trace != NULL)
				aim->trace[edge] = 1;
			return !eval_is_opaque(aim, aim->origin);
		}
	}
	return false;
}

static bool square_in_range(
	const struct sp_aim *aim, struct sp_reach *r, uint16_t square)
{
	switch ((enum sp_range)aim->range) {
	case SP_RANGE_CASTER:
		return square == aim->origin;
	case SP_RANGE_ADJACENT:
		return adjacent(aim, square);
	case SP_RANGE_SIGHT:
		return sees_square(aim, r, square);
	case SP_RANGE_ANYWHERE:
		return true;
	case SP_RANGE_SECTOR:
		return same_sector(aim, square);
	case SP_RANGE_STEPS:
	case SP_RANGE_WALK:
		return in_distance(aim, r, square);
	}
	return false;
}

/* The layer on a face of the line. */
static bool face_in_range(const struct sp_aim *aim, uint16_t edge, int face)
{
	const struct sp_board *b = &aim->g->board;
	struct eye eye;
	uint16_t from;

	if (aim->range == SP_RANGE_ADJACENT)
		return aim->origin == b->edge[edge].square[face] &&
		       !b->opaque[aim->origin];
	from = last_leg(&eye, aim, NULL);
	return from != SP_NOWHERE &&
	       sees_face(b, &eye.sight, from, edge, face, 0);
}

/* Does the range need sight, which what is opaque takes away from within. */
static bool needs_sight(const struct sp_aim *aim)
{
	return aim->range == SP_RANGE_SIGHT || aim->range == SP_RANGE_ADJACENT;
}

static bool edge_in_range(
	const struct sp_aim *aim, struct sp_reach *r, uint16_t edge)
{
	const struct sp_edge *e = &aim->g->board.edge[edge];

	switch ((enum sp_range)aim->range) {
	case SP_RANGE_CASTER:
		return false;
	case SP_RANGE_ADJACENT:
		return ((e->square[0] == aim->origin && (e->sides & 1) == 0) ||
			       (e->square[1] == aim->origin && e->sides < 2)) &&
		       !eval_is_opaque(aim, aim->origin);
	case SP_RANGE_SIGHT:
		return sees_edge(aim, r, edge);
	case SP_RANGE_ANYWHERE:
		return true;
	case SP_RANGE_SECTOR:
	case SP_RANGE_STEPS:
	case SP_RANGE_WALK:
		return square_in_range(aim, r, e->square[0]) ||
		       square_in_range(aim, r, e->square[1]);
	}
	return false;
}

/* Something in a square: not seen inside of what is opaque, but for that. */
static enum sp_reason content_in_range(const struct sp_aim *aim,
	struct sp_reach *r, uint16_t square, bool is_cover)
{
	if (square == SP_NOWHERE || !square_in_range(aim, r, square))
		return why_far(aim);
	if (needs_sight(aim) && !is_cover && square != aim->origin &&
		eval_is_opaque(aim, square))
		return SP_REASON_OUT_OF_SIGHT;
	return SP_REASON_NONE;
}

static bool is_global(const struct sp_aim *aim, int card, int play)
{
	return card >= 0 &&
	       (sp_ruleset_card(aim->ruleset, card)->play[play].flags &
		       SP_FLAG_GLOBAL) != 0;
}

/* A spell is where it works: on its target, in what it made, else on its
 * caster. A spell on everybody is before everybody's eyes. */
static enum sp_reason spell_in_range(
	const struct sp_aim *aim, struct sp_reach *r, int played)
{
	const struct sp_game *g = aim->g;
	const struct sp_played *p = &g->played[played];
	bool made = false;

	if (p->kind == SP_PLAYED_FREE)
		return SP_REASON_WRONG_TARGET;
	if (p->kind == SP_PLAYED_SPELL && is_global(aim, p->card, p->play))
		return SP_REASON_NONE;
	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind != SP_THING_CREATED ||
			g->thing[i].played != played)
			continue;
		made = true;
		if (sp_eval_in_reach(aim, r, SP_REF(SP_KIND_THING, i)) ==
			SP_REASON_NONE)
			return SP_REASON_NONE;
	}
	if (made)
		return why_far(aim);
	if (p->kind == SP_PLAYED_SPELL && p->target != SP_NOTHING &&
		sp_kind_of(p->target) != SP_KIND_PLAYED)
		return sp_eval_in_reach(aim, r, p->target);
	return sp_eval_in_reach(aim, r, SP_REF(SP_KIND_ACTOR, p->seat));
}

static enum sp_reason item_in_range(
	const struct sp_aim *aim, struct sp_reach *r, int i)
{
	const struct sp_cast *cast = &aim->g->cast[i];

	if (!cast->used)
		return SP_REASON_WRONG_TARGET;
	if (is_global(aim, cast->card, cast->play))
		return SP_REASON_NONE;
	if (sp_kind_of(cast->actor) == SP_KIND_ACTOR &&
		sp_game_square_of(aim->g, cast->actor) == cast->origin)
		return sp_eval_in_reach(aim, r, cast->actor);
	return content_in_range(aim, r, cast->origin, true);
}

static enum sp_reason sector_in_range(
	const struct sp_aim *aim, struct sp_reach *r, int sector)
{
	for (int i = 0; i < SP_SECTOR_SQUARES; i++)
		if (square_in_range(
			    aim, r, (uint16_t)(sector * SP_SECTOR_SQUARES + i)))
			return SP_REASON_NONE;
	return why_far(aim);
}

static enum sp_reason thing_in_range(
	const struct sp_aim *aim, struct sp_reach *r, int i)
{
	const struct sp_thing *t = &aim->g->thing[i];
	uint16_t at = (uint16_t)sp_index_of(t->where);

	if (t->kind == SP_THING_FREE)
		return SP_REASON_WRONG_TARGET;
	if (t->side != 0 && needs_sight(aim))
		return face_in_range(aim, at, t->side - 1) ? SP_REASON_NONE
							   : why_far(aim);
	if (sp_kind_of(t->where) == SP_KIND_EDGE)
		return edge_in_range(aim, r, at) ? SP_REASON_NONE
						 : why_far(aim);
	return content_in_range(aim, r, at, t->opaque);
}

enum sp_reason sp_eval_in_reach(
	const struct sp_aim *aim, struct sp_reach *r, sp_value ref)
{
	const struct sp_game *g = aim->g;
	int i = sp_index_of(ref);

	if (aim->range == SP_RANGE_ANYWHERE)
		return SP_REASON_NONE;
	if (aim->origin >= g->board.n_squares)
		return SP_REASON_OUT_OF_RANGE;
	switch ((enum sp_kind)sp_kind_of(ref)) {
	case SP_KIND_ACTOR:
	case SP_KIND_SEAT:
		if (!sp_game_is_actor(g, i) || !g->actor[i].alive)
			return SP_REASON_TARGET_DEAD;
		if (aim->range == SP_RANGE_CASTER)
			return i == aim->actor ? SP_REASON_NONE
					       : SP_REASON_OUT_OF_RANGE;
		return content_in_range(aim, r, g->actor[i].square, false);
	case SP_KIND_SQUARE:
		return square_in_range(aim, r, (uint16_t)i) ? SP_REASON_NONE
							    : why_far(aim);
	case SP_KIND_EDGE:
		return edge_in_range(aim, r, (uint16_t)i) ? SP_REASON_NONE
							  : why_far(aim);
	case SP_KIND_THING:
		return thing_in_range(aim, r, i);
	case SP_KIND_TREASURE:
		return content_in_range(
			aim, r, sp_game_square_of(g, ref), false);
	case SP_KIND_PLAYED:
		return spell_in_range(aim, r, i);
	case SP_KIND_ITEM:
		return item_in_range(aim, r, i);
	case SP_KIND_SECTOR:
		return sector_in_range(aim, r, i);
	case SP_KIND_NUMBER:
	case SP_KIND_CARD:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		break;
	}
	return SP_REASON_NONE;
}

enum sp_reason sp_eval_in_range(const struct sp_aim *aim, sp_value ref)
{
	if (aim->reach == NULL || aim->blocked != 0)
		return sp_eval_in_reach(aim, NULL, ref);
	sp_eval_reach_turn(aim->reach, aim);
	return sp_eval_in_reach(aim, aim->reach, ref);
}
