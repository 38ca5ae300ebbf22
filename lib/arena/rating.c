/*
 * How strong bots are, from who won games that several of them played.
 *
 * The model is that of Plackett and Luce: each has a strength, and in a game
 * whoever sits in a seat wins with the share that theirs has of the strengths
 * of all seats. The likeliest strengths are found by Hunter's iteration (MM
 * algorithms for generalized Bradley-Terry models, 2004), their spread from the
 * curvature there.
 */
#include "tournament_private.h"

#include <math.h>

#define ROUNDS   20000
#define ENOUGH   1e-10
#define Z        1.959964 /* 95 % of a normal distribution */
#define MOST     SP_TOURNAMENT_BOTS_MAX
#define ELO_OF_E (400 / log(10))

/* Bots in the seats of one game, and what each of them won of it. */
struct table {
	int n;
	int bot[SP_SEATS_MAX];
	double won[SP_SEATS_MAX];
};

static void table_of(const struct arena_result *r, struct table *t)
{
	t->n = r->players;
	for (int s = 0; s < t->n; s++) {
		t->bot[s] = r->bot[s];
		t->won[s] =
			r->winner == SP_NOBODY ? 1.0 / t->n : s == r->winner;
	}
}

/* Game `n` of the tournament, or, behind them, a drawn one between each two
 * bots, without which one that lost no game would have no likeliest strength.
 */
static bool table_at(const struct arena_tour *t, int n, struct table *out)
{
	int k = n - t->what->games;

	if (k < 0) {
		table_of(&t->result[n], out);
		return true;
	}
	if (k >= t->n_bots * t->n_bots)
		return false;
	out->n = 0;
	if (k / t->n_bots >= k % t->n_bots)
		return true;
	out->n = 2;
	out->bot[0] = k / t->n_bots;
	out->bot[1] = k % t->n_bots;
	out->won[0] = out->won[1] = 0.5;
	return true;
}

static double all_of(const struct table *table, const double strength[])
{
	double all = 0;

	for (int s = 0; s < table->n; s++)
		all += strength[table->bot[s]];
	return all;
}

/* One step nearer to the likeliest strengths; returns by how much it changed
 * one of them most, in parts of it. */
static double improve(const struct arena_tour *t, double strength[])
{
	double won[MOST] = { 0 }, met[MOST] = { 0 }, most = 0;
	struct table table;

	for (int n = 0; table_at(t, n, &table); n++) {
		double all = all_of(&table, strength);

		for (int s = 0; s < table.n; s++) {
			won[table.bot[s]] += table.won[s];
			met[table.bot[s]] += 1 / all;
		}
	}
	for (int i = 0; i < t->n_bots; i++) {
		double better = won[i] / met[i];

		most = fmax(most, fabs(better / strength[i] - 1));
		strength[i] = better;
	}
	return most;
}

/* The curvature of the likelihood by the logarithms of strengths, without the
 * first bot, to which the others are compared. */
static void curvature(const struct arena_tour *t, const double strength[],
	double out[MOST][MOST])
{
	struct table table;

	memset(out, 0, sizeof(double[MOST][MOST]));
	for (int n = 0; table_at(t, n, &table); n++) {
		double all = all_of(&table, strength), share[MOST] = { 0 };

		for (int s = 0; s < table.n; s++)
			share[table.bot[s]] += strength[table.bot[s]] / all;
		for (int i = 1; i < t->n_bots; i++)
			for (int k = 1; k < t->n_bots; k++)
				out[i - 1][k - 1] += (i == k) * share[i] -
						     share[i] * share[k];
	}
}

/* Gauss and Jordan; the matrix is positive. */
static void invert(double m[MOST][MOST], int n, double out[MOST][MOST])
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			out[i][k] = i == k;
	for (int p = 0; p < n; p++) {
		double by = m[p][p];

		for (int k = 0; k < n; k++) {
			m[p][k] /= by;
			out[p][k] /= by;
		}
		for (int i = 0; i < n; i++) {
			double times = m[i][p];

			for (int k = 0; k < n && i != p; k++) {
				m[i][k] -= times * m[p][k];
				out[i][k] -= times * out[p][k];
			}
		}
	}
}

void arena_rate(const struct arena_tour *t, struct arena_rating rating[])
{
	double strength[MOST], curve[MOST][MOST], spread[MOST][MOST];

	for (int i = 0; i < t->n_bots; i++)
		strength[i] = 1;
	for (int i = 0; i < ROUNDS && improve(t, strength) > ENOUGH; i++)
		;
	curvature(t, strength, curve);
	invert(curve, t->n_bots - 1, spread);
	for (int i = 0; i < t->n_bots; i++) {
		double by =
			i == 0 ? 0 : Z * ELO_OF_E * sqrt(spread[i - 1][i - 1]);

		rating[i].elo = ELO_OF_E * log(strength[i] / strength[0]);
		rating[i].low = rating[i].elo - by;
		rating[i].high = rating[i].elo + by;
	}
}

void arena_interval(long won, long of, int *low, int *high)
{
	double n = (double)of, p = (double)won / n;
	double middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n);
	double by = Z / (1 + Z * Z / n) *
		    sqrt(p * (1 - p) / n + Z * Z / (4 * n * n));

	*low = (int)lround(10000 * fmax(middle - by, 0));
	*high = (int)lround(10000 * fmin(middle + by, 1));
}
