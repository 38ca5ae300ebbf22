/* Who meets whom in a tournament, and how a game of theirs ends. */
#include "tournament_private.h"

/* A deal and whose seats are whose: see sp_arena_tournament. */
struct pairing {
	int deal, players;
	int bot[SP_SEATS_MAX]; /* by place in the list */
};

/* Draw who plays the deal: each bot before any for a second time. */
static void draw_bots(const struct arena_tour *t, struct pairing *p, int shift)
{
	int order[SP_TOURNAMENT_BOTS_MAX] = { 0 };
	uint64_t chance = arena_mix(
		t->what->seed + arena_mix(~(uint64_t)(unsigned)p->deal));

	for (int i = 0; i < t->n_bots; i++) {
		int at = (int)((chance = arena_mix(chance + 1)) %
			       (unsigned)(i + 1));

		order[i] = order[at];
		order[at] = i;
	}
	for (int s = 0; s < p->players; s++)
		p->bot[(s + shift) % p->players] = order[s % t->n_bots];
}

static void pair(const struct arena_tour *t, int game, struct pairing *p)
{
	const struct sp_tournament *what = t->what;
	int n = 0;

	p->deal = 0;
	p->players = what->seats_min;
	while (game - n >= p->players) {
		n += p->players;
		p->deal++;
		p->players = p->players < what->seats_max ? p->players + 1
							  : what->seats_min;
	}
	draw_bots(t, p, game - n);
}

static int play(const struct arena_tour *t, struct arena_hall *hall,
	const struct pairing *p, struct arena_match *m, struct sp_error *e)
{
	struct sp_setup setup = hall->fixed;
	int rc = arena_seat(hall->ruleset, &setup, p->players, e);

	for (int s = 0; s < p->players; s++)
		m->bot[s] = t->bot[p->bot[s]];
	if (rc == SP_OK)
		rc = arena_match_begin(m, hall, &setup, p->deal, e);
	while (rc == SP_OK && m->live->game.status == SP_GAME_RUNNING)
		rc = arena_match_step(m, e);
	return rc;
}

void arena_tour_play(const struct arena_tour *t, struct arena_hall *hall, int n,
	struct arena_result *out)
{
	struct arena_match m = { 0 };
	struct sp_error e = { 0 };
	struct pairing p;

	pair(t, n, &p);
	*out = (struct arena_result){ .game = n };
	out->code = play(t, hall, &p, &m, &e);
	out->players = (uint8_t)p.players;
	if (out->code == SP_OK) {
		const struct sp_game *g = &m.live->game;

		out->winner = g->winner;
		out->outcome = g->outcome;
		out->rounds = g->round;
		for (int s = 0; s < p.players; s++) {
			out->bot[s] = (uint8_t)p.bot[s];
			out->turns[s] = g->actor[s].turns;
			out->ns[s] = m.ns[s];
		}
	} else {
		sp_format(out->error, sizeof(out->error), "%s",
			sp_error_line(&e));
	}
	if (m.live != NULL)
		arena_match_free(&m);
}
