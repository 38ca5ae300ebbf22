#include "game/coming.h"

#include <assert.h>

static void take_out(struct sp_game *g, int i)
{
	g->n_coming--;
	memmove(&g->coming[i], &g->coming[i + 1],
		(size_t)(g->n_coming - i) * sizeof(g->coming[0]));
	memset(&g->coming[g->n_coming], 0, sizeof(g->coming[0]));
}

/* The first entry of that kind, of a seat or of any; -1: none. */
static int find(const struct sp_game *g, enum sp_coming_kind kind, int seat)
{
	for (int i = 0; i < g->n_coming; i++) {
		if (g->coming[i].kind == kind &&
			(seat == SP_NOBODY || g->coming[i].seat == seat))
			return i;
	}
	return -1;
}

static void take_turn(struct sp_game *g, int i)
{
	if (--g->coming[i].turns == 0)
		take_out(g, i);
}

bool sp_game_turns_add(
	struct sp_game *g, enum sp_coming_kind kind, int seat, int by, int n)
{
	int i = kind == SP_COMING_LOST ? find(g, kind, seat) : -1;
	int before = i < 0 ? 0 : g->coming[i].turns;

	assert(n > 0 && (kind == SP_COMING_PLAYED) == (by != SP_NOBODY));
	if (i < 0) {
		if (g->n_coming == SP_COMING_MAX)
			return false;
		i = g->n_coming++;
	}
	g->coming[i].kind = (uint8_t)kind;
	g->coming[i].seat = (int8_t)seat;
	g->coming[i].by = (int8_t)by;
	g->coming[i].turns =
		(uint8_t)(n < UINT8_MAX - before ? before + n : UINT8_MAX);
	return true;
}

int sp_game_turns_extra(struct sp_game *g)
{
	int i = find(g, SP_COMING_EXTRA, SP_NOBODY);
	int seat;

	if (i < 0)
		return SP_NOBODY;
	seat = g->coming[i].seat;
	take_turn(g, i);
	return seat;
}

bool sp_game_turns_lose(struct sp_game *g, int seat)
{
	int i = find(g, SP_COMING_LOST, seat);

	if (i < 0)
		return false;
	take_turn(g, i);
	return true;
}

int sp_game_turns_player(struct sp_game *g, int seat)
{
	int i = find(g, SP_COMING_PLAYED, seat);
	int by;

	if (i < 0)
		return SP_NOBODY;
	by = g->coming[i].by;
	take_turn(g, i);
	return by;
}

void sp_game_turns_forget(struct sp_game *g, int seat)
{
	for (int i = g->n_coming - 1; i >= 0; i--) {
		if (g->coming[i].seat == seat || g->coming[i].by == seat)
			take_out(g, i);
	}
	if (g->played_by == seat + 1)
		g->played_by = 0;
}
