/* Standing watches and what is proposed: see watch.h. */
#include "game_private.h"

#include <assert.h>

int sp_game_watches_of(const struct sp_game *g, int seat)
{
	int n = 0;

	for (int i = 0; i < g->n_watches; i++)
		n += g->watch[i].seat == seat;
	return n;
}

void sp_game_add_watch(struct sp_game *g, const struct sp_lookout *watch)
{
	assert(sp_game_watches_of(g, watch->seat) < SP_WATCHES_EACH);
	g->watch[g->n_watches++] = *watch;
}

void sp_game_remove_watch(struct sp_game *g, int watch)
{
	assert(watch >= 0 && watch < g->n_watches);
	g->n_watches--;
	memmove(&g->watch[watch], &g->watch[watch + 1],
		(size_t)(g->n_watches - watch) * sizeof(g->watch[0]));
	memset(&g->watch[g->n_watches], 0, sizeof(g->watch[0]));
}

int sp_game_watch_of(const struct sp_game *g, int seat, int n)
{
	for (int i = 0; i < g->n_watches; i++)
		if (g->watch[i].seat == seat && n-- == 0)
			return i;
	return -1;
}

static void find_proposals_end(struct sp_game *g)
{
	g->proposals_end = SP_SEATS_MAX;
	while (g->proposals_end > 0 &&
		g->proposal[g->proposals_end - 1].kind == SP_PROPOSAL_NONE)
		g->proposals_end--;
}

void sp_game_propose(
	struct sp_game *g, int seat, const struct sp_proposal *proposal)
{
	g->proposal[seat] = *proposal;
	find_proposals_end(g);
}

void sp_game_drop_proposal(struct sp_game *g, int seat)
{
	memset(&g->proposal[seat], 0, sizeof(g->proposal[seat]));
	find_proposals_end(g);
}

void game_forget_dealt(struct sp_game *g, sp_value thing)
{
	for (int s = 0; s < g->proposals_end; s++)
		for (int i = 0; i < 2 * SP_DEAL_THINGS; i++)
			if (g->proposal[s].thing[i] == thing)
				g->proposal[s].thing[i] = SP_NOTHING;
}

void game_forget_seat(struct sp_game *g, int seat)
{
	for (int i = g->n_watches - 1; i >= 0; i--)
		if (g->watch[i].seat == seat)
			sp_game_remove_watch(g, i);
	for (int s = g->proposals_end - 1; s >= 0; s--)
		if ((g->proposal[s].seats >> seat & 1U) != 0)
			sp_game_drop_proposal(g, s);
}
