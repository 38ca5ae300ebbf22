/* 3: does a mail cost more where there are many games, or many orders? */
#include "bench.h"

#include "registry/registry_private.h"

#define SAMPLES 20 /* mails of a run */
#define PLAYED  10 /* games that get mails, however many there are */
#define FILLER  3  /* orders of a pass that is not measured: loose objects */

/* One of the two clubs that are compared. */
struct side {
	struct bench_club club;
	size_t n;                      /* games */
	double decided[BENCH_RUNS];    /* p50, seconds */
	double whole[BENCH_RUNS];      /* p50, seconds, until it is sent */
	double statements[BENCH_RUNS]; /* p50 */
};

/* ---- SQL statements
 * ------------------------------------------------------------- */

static unsigned statements;

static int on_statement(unsigned what, void *payload, void *p, void *x)
{
	(void)what;
	(void)payload;
	(void)p;
	(void)x;
	statements++;
	return 0;
}

static void count_statements(struct bench_club *club)
{
	(void)sqlite3_trace_v2(club->host->registry->db, SQLITE_TRACE_STMT,
		on_statement, NULL);
}

/* ---- runs
 * -------------------------------------------------------------------------- */

/* Ten games spread over all. */
static size_t table_of(const struct side *side, unsigned mail)
{
	return side->n <= PLAYED ? mail % side->n
				 : mail % PLAYED * (side->n / PLAYED);
}

struct sample {
	double decided[SAMPLES], whole[SAMPLES], statements[SAMPLES];
};

static void one_mail(struct side *side, unsigned i, struct sample *sample)
{
	struct bench_cost cost;

	bench_club_write(&side->club, table_of(side, i), true);
	statements = 0;
	bench_club_pass(&side->club, 1, &cost);
	sample->decided[i] = side->club.step[SP_STAGE_REF] - side->club.began;
	sample->whole[i] = cost.wall;
	sample->statements[i] = statements;
}

static void take(struct side *side, struct sample *sample, int run)
{
	side->decided[run] = bench_median(sample->decided, SAMPLES);
	side->whole[run] = bench_median(sample->whole, SAMPLES);
	side->statements[run] = bench_median(sample->statements, SAMPLES);
}

/* One mail here, one mail there. */
static void compare(struct side *a, struct side *b)
{
	struct sample here, there;

	count_statements(&a->club);
	count_statements(&b->club);
	for (int run = 0; run < BENCH_RUNS; run++) {
		for (unsigned i = 0; i < SAMPLES; i++) {
			one_mail(a, i, &here);
			one_mail(b, i, &there);
		}
		take(a, &here, run);
		take(b, &there, run);
	}
}

static unsigned opens_for(struct side *side, unsigned mails)
{
	struct bench_trace trace;

	if (side->club.host == NULL)
		bench_club_open_host(&side->club);
	for (unsigned i = 0; i < mails; i++)
		bench_club_write(&side->club, 0, true);
	bench_club_close_host(&side->club);
	bench_trace_once(&trace, &side->club, 1);
	return trace.calls[BENCH_OPENAT];
}

/* Files that the daemon opens for a mail which is not the first since it was
 * started, nor of its game. */
static double opens_per_mail(struct side *side)
{
	unsigned few = opens_for(side, 2), more = opens_for(side, 6);

	return ((double)more - (double)few) / 4;
}

static void print_times(const char *title, const double *a, const double *b,
	const char *name_a, const char *name_b, double budget)
{
	double ratio[BENCH_RUNS];

	for (int i = 0; i < BENCH_RUNS; i++)
		ratio[i] = b[i] / a[i];
	bench_note("%s, p50:", title);
	bench_row(name_a, a, BENCH_RUNS, 1e6, "us");
	bench_row(name_b, b, BENCH_RUNS, 1e6, "us");
	bench_ratio("ratio", ratio, BENCH_RUNS, budget);
}

static void report(struct side *a, struct side *b, const char *name_a,
	const char *name_b, double budget)
{
	const char *missing = bench_trace_missing(a->club.bench);

	print_times("until decided", a->decided, b->decided, name_a, name_b,
		budget);
	print_times("until sent and done", a->whole, b->whole, name_a, name_b,
		budget);
	bench_note("SQL statements: %.0f and %.0f",
		bench_median(a->statements, BENCH_RUNS),
		bench_median(b->statements, BENCH_RUNS));
	if (missing != NULL)
		bench_note("file opens: not counted: %s", missing);
	else
		bench_note("file opens of the daemon: %.1f and %.1f",
			opens_per_mail(a), opens_per_mail(b));
}

static void many_games(const struct bench *b)
{
	static struct side few, many;
	unsigned n = b->thorough ? 10000 : 1000;
	char name[64];

	few.n = 10;
	many.n = n;
	bench_club_make(&few.club, b, "few", (unsigned)few.n);
	bench_club_make(&many.club, b, "many", n);
	bench_settle(b);
	compare(&few, &many);
	bench_title("3. one mail, by the number of games");
	sp_format(name, sizeof(name), "with %u games", n);
	report(&few, &many, "with 10 games", name, 1.2);
	bench_club_free(&few.club);
	bench_club_free(&many.club);
}

/* Orders that are not measured, a few in a pass so that their objects lie on
 * the disk as those of single mails do. */
static void play_to(struct side *side, unsigned orders)
{
	struct bench_cost cost;

	while (side->club.table[0].orders < orders) {
		unsigned n = orders - side->club.table[0].orders;
		if (n > FILLER)
			n = FILLER;
		for (unsigned i = 0; i < n; i++)
			bench_club_write(&side->club, 0, false);
		bench_club_pass(&side->club, n, &cost);
	}
}

static unsigned last_order(const struct bench *b)
{
	return b->thorough ? 10001 : 2000;
}

/* The runs lie around the order that is asked for. */
#define HALF (BENCH_RUNS * SAMPLES / 2)

static void make_old(struct side *old, const struct bench *b)
{
	old->n = 1;
	bench_club_make(&old->club, b, "old", 1);
	play_to(old, last_order(b) - HALF);
}

static void many_orders(const struct bench *b, struct side *old)
{
	static struct side young;
	char name[64];

	young.n = 1;
	bench_club_make(&young.club, b, "young", 1);
	play_to(&young, 100 - HALF);
	bench_settle(b);
	compare(&young, old);
	bench_title("3. one mail, by the orders that its game has seen");
	sp_format(name, sizeof(name), "around order %u", last_order(b));
	report(&young, old, "around order 100", name, 1.3);
	bench_club_free(&young.club);
}

void bench_scale(const struct bench *b)
{
	static struct side old;

	/* Its repacking deletes thousands of files, after which ext4 is slow to
	 * make new ones: time passes before it is measured. */
	make_old(&old, b);
	many_games(b);
	many_orders(b, &old);
	bench_club_free(&old.club);
}
