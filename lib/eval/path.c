/*
 * Ways over the board: what bars them, how far they are, how a bolt runs.
 *
 * In the circle of expressions: see eval.c.
 */
#include "eval/reach.h"
#include "eval_private.h"

int sp_eval_thing_of_edge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint16_t edge)
{
	if (sp_board_edge_made(&g->board.edge[edge]) == SP_EDGE_OPEN)
		return -1;
	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (sp_game_is_made(t) && !t->illusion &&
			t->where == SP_REF(SP_KIND_EDGE, edge) &&
			sp_ruleset_card(ruleset, t->card)->object.edge_kind !=
				SP_EDGE_OPEN)
			return i;
	}
	return -1;
}

bool sp_eval_fills_square(const struct sp_aim *aim, int actor)
{
	return aim->g->actor[actor].alive &&
	       sp_eval_stat_in(aim->ruleset, aim->g,
		       SP_REF(SP_KIND_ACTOR, actor), SP_STAT_FILLS,
		       aim->depth) != 0;
}

bool sp_eval_may_fill_squares(const struct sp_aim *aim)
{
	return eval_stat_is_in_play(aim->ruleset, aim->g, SP_STAT_FILLS);
}

bool sp_eval_is_filled(const struct sp_aim *aim, uint16_t square)
{
	const struct sp_game *g = aim->g;
	sp_value here = SP_REF(SP_KIND_SQUARE, square);

	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].where == here && g->thing[i].fills &&
			g->thing[i].kind != SP_THING_FREE &&
			sp_game_is_real_to(g, i, aim->actor))
			return true;
	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (g->actor[i].square == square && i != aim->actor &&
			sp_eval_may_fill_squares(aim) &&
			sp_eval_fills_square(aim, i))
			return true;
	return false;
}

bool sp_eval_is_filled_up(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint16_t square)
{
	struct sp_aim nobody = { .ruleset = ruleset,
		.g = g,
		.actor = SP_NOBODY,
		.corner = SP_NOWHERE };

	return sp_eval_is_filled(&nobody, square);
}

static bool has_stat(const struct sp_aim *aim, enum sp_stat stat)
{
	return aim->actor >= 0 && sp_eval_stat_in(aim->ruleset, aim->g,
					  SP_REF(SP_KIND_ACTOR, aim->actor),
					  stat, aim->depth) != 0;
}

bool sp_eval_walks_over(const struct sp_aim *aim, uint16_t square, unsigned dir)
{
	const struct sp_board *b = &aim->g->board;
	sp_value edge = SP_REF(SP_KIND_EDGE, b->edge_at[square][dir]);
	enum sp_passage passage =
		sp_eval_passage(aim, square, (enum sp_dir)dir);

	if (passage == SP_PASS_FREE || passage == SP_PASS_WALL)
		return passage == SP_PASS_FREE;
	if (has_stat(aim, SP_STAT_PASSES_DOORS))
		return true;
	if (sp_eval_stat_in(aim->ruleset, aim->g, edge, SP_STAT_SEALED,
		    aim->depth) != 0)
		return false;
	return passage == SP_PASS_OWN_DOOR ||
	       has_stat(aim, SP_STAT_OPENS_DOORS);
}

/* True if he goes through the door as everybody would: it is open, or he opens
 * it. */
static bool opens_door(const struct sp_aim *aim, uint16_t at, unsigned dir)
{
	const struct sp_game *g = aim->g;
	enum sp_passage passage = sp_board_passage(&g->board, at,
		(enum sp_dir)dir, sp_game_seat_of(g, aim->actor));

	if (passage == SP_PASS_FREE)
		return true;
	return sp_eval_stat(aim->ruleset, g,
		       SP_REF(SP_KIND_EDGE, g->board.edge_at[at][dir]),
		       SP_STAT_SEALED) == 0 &&
	       (passage == SP_PASS_OWN_DOOR ||
		       has_stat(aim, SP_STAT_OPENS_DOORS));
}

bool sp_eval_leaves_treasure(
	const struct sp_aim *aim, uint16_t square, unsigned dir)
{
	const struct sp_game *g = aim->g;

	return g->actor[aim->actor].carries != SP_NOBODY &&
	       sp_board_edge_kind(&g->board, g->board.edge_at[square][dir]) ==
		       SP_EDGE_DOOR &&
	       has_stat(aim, SP_STAT_OOZES) && !opens_door(aim, square, dir);
}

enum sp_reason sp_eval_step(
	const struct sp_aim *aim, uint16_t square, unsigned dir, bool straight)
{
	enum sp_passage passage =
		sp_eval_passage(aim, square, (enum sp_dir)dir);

	if (straight ? passage != SP_PASS_FREE
		     : !sp_eval_walks_over(aim, square, dir))
		return passage == SP_PASS_WALL ? SP_REASON_WALL
					       : SP_REASON_DOOR;
	return sp_eval_is_filled(aim, aim->g->board.link[square][dir])
		       ? SP_REASON_FILLED
		       : SP_REASON_NONE;
}

/* On from that square, so many steps at most, but not through what is filled.
 */
static void spread(const struct sp_aim *aim, uint16_t from, uint16_t start,
	int most, uint16_t out[SP_SQUARES_MAX])
{
	uint16_t queue[SP_SQUARES_MAX];
	unsigned n = 0;

	queue[n++] = start;
	for (unsigned i = 0; i < n; i++) {
		if (out[queue[i]] >= most ||
			(queue[i] != from && sp_eval_is_filled(aim, queue[i])))
			continue;
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			uint16_t next = aim->g->board.link[queue[i]][dir];

			if (out[next] <= out[queue[i]] + 1 ||
				!sp_eval_walks_over(aim, queue[i], dir))
				continue;
			out[next] = (uint16_t)(out[queue[i]] + 1);
			queue[n++] = next;
		}
	}
}

void sp_eval_walk_from(
	const struct sp_aim *aim, uint16_t from, uint16_t out[SP_SQUARES_MAX])
{
	sp_eval_walk_within(aim, from, UINT16_MAX, out);
}

void sp_eval_walk_within(const struct sp_aim *aim, uint16_t from, int most,
	uint16_t out[SP_SQUARES_MAX])
{
	uint16_t at = from;

	for (unsigned i = 0; i < SP_SQUARES_MAX; i++)
		out[i] = UINT16_MAX;
	out[from] = 0;
	do
		spread(aim, from, at, most, out);
	while (sp_board_shorten_by_link(&aim->g->board, out, &at));
}

static bool bolt_passes(const struct sp_aim *aim, uint16_t at, unsigned way)
{
	const struct sp_board *b = &aim->g->board;

	return !sp_board_edge_blocks(b, b->edge_at[at][way]) &&
	       !eval_believes_wall(aim, b->edge_at[at][way]) &&
	       !sp_eval_is_filled(aim, b->link[at][way]);
}

/* In which direction it sets out to where it bends; -1: not straight there.
 * *heading: in which it comes there. */
static int way_to_corner(const struct sp_aim *aim, int squares, int *heading)
{
	const struct sp_board *b = &aim->g->board;
	int best = -1, shortest = squares;

	*heading = -1;
	for (int first = 0; first < SP_DIRS; first++) {
		uint16_t at = aim->origin;
		unsigned way = (unsigned)first;

		for (int n = 1; n < shortest && bolt_passes(aim, at, way);
			n++) {
			uint16_t next = b->link[at][way];

			way = b->heading[at][way];
			at = next;
			if (at == aim->corner) {
				best = first;
				shortest = n;
				*heading = (int)way;
			}
		}
	}
	return best;
}

bool sp_eval_bolt_bends(
	const struct sp_aim *aim, int dir, const struct sp_cast *bolt)
{
	int heading;

	if (aim->corner == SP_NOWHERE || bolt == NULL)
		return true;
	return way_to_corner(aim, bolt->energy, &heading) >= 0 &&
	       heading != dir;
}

/* A bolt turns back where a wizard could not go on, into the square that it
 * was in, which it passes once more. Round a corner it runs straight to that
 * square and from there in its direction. */
void sp_eval_bolt_path(const struct sp_aim *aim, int dir, int squares,
	uint16_t out[], uint16_t edges[])
{
	const struct sp_board *b = &aim->g->board;
	uint16_t at = aim->origin;
	unsigned way = (unsigned)dir;
	bool bends = false;

	if (aim->corner != SP_NOWHERE) {
		int heading;
		int first = way_to_corner(aim, squares, &heading);

		bends = first >= 0;
		way = bends ? (unsigned)first : way;
	}
	for (int i = 0; i < squares; i++) {
		uint16_t edge = b->edge_at[at][way];
		uint16_t next = b->link[at][way];

		if (edges != NULL)
			edges[i] = edge;
		if (!bolt_passes(aim, at, way) || aim->blocked == edge + 1) {
			/* it never comes to the corner now */
			bends = false;
			way = sp_board_dir_opposite(way);
		} else {
			way = b->heading[at][way];
			at = next;
		}
		if (bends && at == aim->corner) {
			bends = false;
			way = (unsigned)dir;
		}
		out[i] = at;
	}
}
