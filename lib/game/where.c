/* Where things are, what is there, and how far it is. */
#include "game_private.h"

/* Of a square or an edge. */
static uint16_t board_square(const struct sp_game *g, sp_value where)
{
	int i = sp_index_of(where);

	if (sp_kind_of(where) == SP_KIND_SQUARE)
		return i < g->board.n_squares ? (uint16_t)i : SP_NOWHERE;
	return i < g->board.n_edges ? g->board.edge[i].square[0] : SP_NOWHERE;
}

static uint16_t thing_square(const struct sp_game *g, int i)
{
	return i < SP_THINGS_MAX && g->thing[i].kind != SP_THING_FREE
		       ? board_square(g, g->thing[i].where)
		       : SP_NOWHERE;
}

static uint16_t dropped_square(const struct sp_game *g, int card)
{
	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind == SP_THING_DROPPED &&
			g->thing[i].card == card)
			return thing_square(g, i);
	}
	return SP_NOWHERE;
}

static uint16_t actor_square(const struct sp_game *g, int actor)
{
	return sp_game_is_actor(g, actor) ? g->actor[actor].square : SP_NOWHERE;
}

/* A spell in play is nowhere; an item is where its carrier is. */
static uint16_t played_square(const struct sp_game *g, int played)
{
	return played >= 0 && played < SP_PLAYED_MAX &&
			       g->played[played].kind == SP_PLAYED_ITEM
		       ? actor_square(g, g->played[played].seat)
		       : SP_NOWHERE;
}

static uint16_t treasure_square(const struct sp_game *g, int i)
{
	const struct sp_treasure *t;

	if (i >= g->n_treasures)
		return SP_NOWHERE;
	t = &g->treasure[i];
	return t->carrier == SP_NOBODY ? t->square
				       : actor_square(g, t->carrier);
}

uint16_t sp_game_square_of(const struct sp_game *g, sp_value ref)
{
	int i = sp_index_of(ref);

	switch ((enum sp_kind)sp_kind_of(ref)) {
	case SP_KIND_ACTOR:
	case SP_KIND_SEAT:
		return actor_square(g, i);
	case SP_KIND_SQUARE:
	case SP_KIND_EDGE:
		return board_square(g, ref);
	case SP_KIND_THING:
		return thing_square(g, i);
	case SP_KIND_TREASURE:
		return treasure_square(g, i);
	case SP_KIND_PLAYED:
		return played_square(g, i);
	case SP_KIND_CARD:
		if (i < SP_CARDS_MAX && g->place[i].zone == SP_ZONE_BOARD)
			return dropped_square(g, i);
		if (i < SP_CARDS_MAX && g->place[i].zone == SP_ZONE_PLAY)
			return played_square(g, sp_game_played_of(g, i, 0));
		break;
	case SP_KIND_NUMBER:
	case SP_KIND_ITEM:
	case SP_KIND_SECTOR:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		break;
	}
	return SP_NOWHERE;
}

bool sp_game_has_place(const struct sp_game *g, sp_value v)
{
	int i = sp_index_of(v);

	switch ((enum sp_kind)sp_kind_of(v)) {
	case SP_KIND_ACTOR:
	case SP_KIND_SEAT:
		return sp_game_is_actor(g, i) || i == SP_UNIVERSE;
	case SP_KIND_SQUARE:
		return i < g->board.n_squares;
	case SP_KIND_EDGE:
		return i < g->board.n_edges;
	case SP_KIND_THING:
		return i < SP_THINGS_MAX;
	case SP_KIND_TREASURE:
		return i < g->n_treasures;
	case SP_KIND_CARD:
		return i < SP_CARDS_MAX;
	case SP_KIND_PLAYED:
		return i < SP_PLAYED_MAX;
	case SP_KIND_ITEM:
		return i < SP_CASTS_MAX;
	case SP_KIND_SECTOR:
		return i < g->board.n_bays;
	case SP_KIND_NONE:
		return v == SP_NOTHING;
	case SP_KIND_NUMBER:
	case SP_KIND_COUNT:
		break;
	}
	return false;
}

bool sp_game_is_home(const struct sp_game *g, uint16_t square)
{
	for (int s = 0; s < g->n_seats; s++)
		if (g->actor[s].home == square)
			return true;
	return false;
}

int sp_game_scores_for(const struct sp_game *g, int treasure, uint16_t square)
{
	for (int s = 0; s < g->n_seats; s++)
		if (g->actor[s].alive && g->actor[s].home == square &&
			g->treasure[treasure].owner != s)
			return s;
	return SP_NOBODY;
}

bool sp_game_is_empty(const struct sp_game *g, uint16_t square)
{
	if (sp_game_actors_at(g, square) != 0)
		return false;
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE && !g->thing[i].vacant &&
			g->thing[i].where == SP_REF(SP_KIND_SQUARE, square))
			return false;
	for (int i = 0; i < g->n_treasures; i++)
		if (g->treasure[i].carrier == SP_NOBODY &&
			g->treasure[i].square == square)
			return false;
	return true;
}

static void occupy(const struct sp_game *g, unsigned square,
	uint64_t squares[SP_SQUARE_WORDS])
{
	if (square < g->board.n_squares)
		sp_board_put_in_set(squares, square);
}

void sp_game_occupied(
	const struct sp_game *g, uint64_t squares[SP_SQUARE_WORDS])
{
	memset(squares, 0, sizeof(uint64_t[SP_SQUARE_WORDS]));
	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (g->actor[i].alive)
			occupy(g, g->actor[i].square, squares);
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE && !g->thing[i].vacant &&
			sp_kind_of(g->thing[i].where) == SP_KIND_SQUARE)
			occupy(g, (unsigned)sp_index_of(g->thing[i].where),
				squares);
	for (int i = 0; i < g->n_treasures; i++)
		if (g->treasure[i].carrier == SP_NOBODY)
			occupy(g, g->treasure[i].square, squares);
}

void sp_game_steps_from(
	const struct sp_game *g, uint16_t from, uint16_t out[SP_SQUARES_MAX])
{
	uint16_t queue[SP_SQUARES_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < SP_SQUARES_MAX; i++)
		out[i] = UINT16_MAX;
	out[from] = 0;
	queue[n++] = from;
	for (unsigned i = 0; i < n; i++)
		for (unsigned dir = 0; dir < SP_DIRS; dir++) {
			uint16_t next = g->board.link[queue[i]][dir];

			if (out[next] != UINT16_MAX)
				continue;
			out[next] = (uint16_t)(out[queue[i]] + 1);
			queue[n++] = next;
		}
}

void sp_game_drop_part(struct sp_cast *cast, int k)
{
	int at = cast->parts_at + k;
	uint64_t low = (UINT64_C(1) << at) - 1;

	cast->n_answers--;
	memmove(&cast->answer[at], &cast->answer[at + 1],
		(size_t)(cast->n_answers - at) * sizeof(cast->answer[0]));
	cast->answer[cast->n_answers] = 0;
	cast->secret = (cast->secret & low) | (cast->secret >> 1 & ~low);
	cast->n_parts--;
	memmove(&cast->times[k], &cast->times[k + 1],
		cast->n_parts - (size_t)k);
	memmove(&cast->fallen[k], &cast->fallen[k + 1],
		cast->n_parts - (size_t)k);
	cast->times[cast->n_parts] = 0;
	cast->fallen[cast->n_parts] = 0;
}

sp_value sp_game_cast_target(const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];

	for (int i = 0; it->used && i < it->n_answers; i++)
		switch (sp_kind_of(it->answer[i])) {
		case SP_KIND_ACTOR:
		case SP_KIND_SQUARE:
		case SP_KIND_EDGE:
		case SP_KIND_THING:
			return it->answer[i];
		default:
			break;
		}
	return SP_NOTHING;
}

bool sp_game_once_free(const struct sp_game *g, sp_value self, sp_value other)
{
	for (int i = 0; i < g->n_onces; i++)
		if (g->once[i].self == self && g->once[i].other == other)
			return false;
	return g->n_onces < SP_ONCES_MAX;
}

bool sp_game_stack_full(const struct sp_game *g)
{
	return g->n_rounds >= SP_ROUNDS_MAX || g->n_casts + 1 >= SP_CASTS_MAX ||
	       g->n_frames + 2 * SP_FRAMES_SPARE > SP_FRAMES_MAX + 1;
}

bool sp_game_play_area_full(const struct sp_game *g)
{
	for (int i = 0; i < SP_PLAYED_MAX; i++)
		if (g->played[i].kind == SP_PLAYED_FREE)
			return false;
	return true;
}

bool sp_game_cast_missed(const struct sp_cast *cast, sp_value answer)
{
	return sp_kind_of(answer) == SP_KIND_ACTOR &&
	       ((cast->evaded | cast->doubted) >> sp_index_of(answer) & 1U) !=
		       0;
}
