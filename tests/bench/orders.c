/* 1: from the Maildir to the durable commit, the receipt queued and sent. */
#include "bench.h"

#define BATCHES_MAX 64

struct shape {
	const char *title, *key;
	size_t games, batches, per_game;
	double wall_budget, cpu_budget;
};

static const struct shape shapes[] = {
	{ "one mail at a time, one game", "one", 1, 60, 1, 1.5, 0 },
	{ "batches of 50, all in one game", "game", 1, 5, 50, 2, 2.5 },
	{ "batches of 50, over fifty games", "games", 50, 5, 1, 2, 2.5 },
};

/* The parts of a pass, each up to a step. */
static const struct {
	enum sp_batch_stage until;
	const char *name;
} phases[] = {
	{ SP_STAGE_POLLED, "list the inbox, read, parse MIME" },
	{ SP_STAGE_LOCKED, "open and lock the games" },
	{ SP_STAGE_APPLIED, "load, orders, rules, commits, mails" },
	{ SP_STAGE_OBJECTS, "git objects" },
	{ SP_STAGE_RECORDED, "registry transaction (fdatasync)" },
	{ SP_STAGE_REF, "refs" },
	{ SP_STAGE_MARKED, "repack check, send, mark sent" },
	{ SP_STAGE_DONE, "mark inbound mails done" },
};

#define PHASES SP_ARRAY_LEN(phases)

/* Seconds per order, one for each run. */
struct result {
	double decided[BENCH_RUNS], whole[BENCH_RUNS], floor[BENCH_RUNS];
	double cpu[BENCH_RUNS], parser[BENCH_RUNS], floor_cpu[BENCH_RUNS];
	double phase[PHASES][BENCH_RUNS];
};

static size_t orders_of(const struct shape *shape)
{
	return shape->games * shape->per_game;
}

/* ---- one run
 * -------------------------------------------------------------------- */

static void run_batches(struct bench_club *club, const struct shape *shape,
	struct result *r, int run)
{
	double decided[BATCHES_MAX], whole[BATCHES_MAX];
	double phase[PHASES][BATCHES_MAX], cpu = 0;
	double orders = (double)orders_of(shape);
	double before = bench_cpu_of(club->parser);

	for (size_t i = 0; i < shape->batches; i++) {
		struct bench_cost cost;
		for (size_t k = 0; k < orders_of(shape); k++)
			bench_club_write(club, k % shape->games, true);
		bench_club_pass(club, (unsigned)orders_of(shape), &cost);
		cpu += cost.cpu;
		whole[i] = cost.wall / orders;
		decided[i] = (club->step[SP_STAGE_REF] - club->began) / orders;
		for (size_t p = 0; p < PHASES; p++) {
			double from = p == 0 ? club->began
					     : club->step[phases[p - 1].until];
			phase[p][i] =
				(club->step[phases[p].until] - from) / orders;
		}
	}
	r->decided[run] = bench_median(decided, shape->batches);
	r->whole[run] = bench_median(whole, shape->batches);
	for (size_t p = 0; p < PHASES; p++)
		r->phase[p][run] = bench_median(phase[p], shape->batches);
	orders *= (double)shape->batches;
	r->parser[run] = bench_club_parser_cpu(club, before) / orders;
	r->cpu[run] = cpu / orders + r->parser[run];
}

static void run_floor(const struct bench_club *club, const struct shape *shape,
	const char *name, struct result *r, int run)
{
	char *folder = bench_folder(club->bench, name);
	struct bench_floor *floor = bench_floor_make(
		club, shape->games, shape->batches, shape->per_game, folder);
	double wall[BATCHES_MAX], cpu = 0;
	double orders = (double)orders_of(shape);

	bench_settle(club->bench);
	for (size_t i = 0; i < shape->batches; i++) {
		struct bench_cost cost;
		bench_floor_batch(floor, i, &cost);
		wall[i] = cost.wall / orders;
		cpu += cost.cpu / orders;
	}
	r->floor[run] = bench_median(wall, shape->batches);
	r->floor_cpu[run] = cpu / (double)shape->batches;
	bench_floor_free(floor);
	sp_free(folder);
}

static void run_shape(const struct bench *b, const struct shape *shape,
	struct result *r, int run)
{
	char club_name[32], floor_name[32];
	struct bench_club club;

	sp_format(club_name, sizeof(club_name), "%s-%d", shape->key, run);
	sp_format(
		floor_name, sizeof(floor_name), "%s-%d-floor", shape->key, run);
	bench_club_make(&club, b, club_name, (unsigned)shape->games);
	bench_settle(b);
	run_batches(&club, shape, r, run);
	run_floor(&club, shape, floor_name, r, run);
	bench_club_free(&club);
}

/* ---- the table
 * ----------------------------------------------------------------------- */

static void print_ratio(
	const char *name, const double *a, const double *b, double budget)
{
	double ratio[BENCH_RUNS];

	for (int i = 0; i < BENCH_RUNS; i++)
		ratio[i] = a[i] / b[i];
	bench_ratio(name, ratio, BENCH_RUNS, budget);
}

static void print_rate(const char *name, const double *seconds)
{
	double rate[BENCH_RUNS];

	for (int i = 0; i < BENCH_RUNS; i++)
		rate[i] = 1 / seconds[i];
	bench_row(name, rate, BENCH_RUNS, 1, "orders/s");
}

static void print_shape(const struct shape *shape, const struct result *r)
{
	bench_title("1. %s", shape->title);
	print_rate("to commit durable, receipt queued", r->decided);
	print_rate("to receipt sent, inbound mail done", r->whole);
	print_rate("floor: the same objects by bare libgit2", r->floor);
	print_ratio("wall: decided / floor", r->decided, r->floor,
		shape->wall_budget);
	print_ratio("wall: sent and done / floor", r->whole, r->floor, 0);
	print_ratio("user+sys CPU: all / floor", r->cpu, r->floor_cpu,
		shape->cpu_budget);
	bench_row("CPU per order, with the parser's", r->cpu, BENCH_RUNS, 1e6,
		"us");
	bench_row("  of it the parser process and readers", r->parser,
		BENCH_RUNS, 1e6, "us");
	bench_row("CPU per order of the floor", r->floor_cpu, BENCH_RUNS, 1e6,
		"us");
	bench_note("wall time of an order, p50, us:");
	for (size_t p = 0; p < PHASES; p++)
		bench_row(phases[p].name, r->phase[p], BENCH_RUNS, 1e6, "us");
	bench_row("floor", r->floor, BENCH_RUNS, 1e6, "us");
}

void bench_orders(const struct bench *b)
{
	static struct result result[SP_ARRAY_LEN(shapes)];
	double append[BENCH_RUNS], sync[BENCH_RUNS];
	struct bench_disk disk;

	for (int run = 0; run < BENCH_RUNS; run++) {
		char name[32];
		sp_format(name, sizeof(name), "disk-%d", run);
		char *folder = bench_folder(b, name);
		bench_disk(&disk, folder);
		append[run] = disk.append;
		sync[run] = disk.syncfs;
		sp_free(folder);
		for (size_t i = 0; i < SP_ARRAY_LEN(shapes); i++)
			run_shape(b, &shapes[i], &result[i], run);
	}
	bench_title("0. the disk at this moment");
	bench_row("append 4 KB + fdatasync", append, BENCH_RUNS, 1e6, "us");
	bench_row("write 4 KB + syncfs", sync, BENCH_RUNS, 1e6, "us");
	for (size_t i = 0; i < SP_ARRAY_LEN(shapes); i++)
		print_shape(&shapes[i], &result[i]);
}
