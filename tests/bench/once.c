/* o: what `spellpostd --once` costs when there is nothing to do: from cron it
 * runs every few minutes, and mostly finds nothing. */
#include "bench.h"

#include <sys/wait.h>

#define STARTS 20 /* a run */

/* CPU, in seconds, of a program and of what it starts. */
static double cost_of(const char *const argv[])
{
	double before = bench_cpu_children();
	pid_t pid = bench_spawn(argv, "/dev/null");

	bench_wait(pid, argv[0]);
	return bench_cpu_children() - before;
}

void bench_once(const struct bench *b)
{
	double ours[BENCH_RUNS], bare[BENCH_RUNS], floor[BENCH_RUNS];
	double ratio[BENCH_RUNS];
	struct bench_club club;

	bench_club_make(&club, b, "once", 1);
	bench_club_close_host(&club);
	char *program = sp_xasprintf("%s/spellpostd", b->build);
	char *conf = sp_xasprintf("%s/spellpost.conf", club.dir);
	const char *pass[] = { program, "-c", conf, "--once", NULL };
	const char *version[] = { program, "--version", NULL };
	const char *nothing[] = { "true", NULL };

	(void)cost_of(pass); /* what the club's making left is done */
	for (int r = 0; r < BENCH_RUNS; r++) {
		ours[r] = bare[r] = floor[r] = 0;
		for (int i = 0; i < STARTS; i++) {
			floor[r] += cost_of(nothing) / STARTS;
			ours[r] += cost_of(pass) / STARTS;
			bare[r] += cost_of(version) / STARTS;
		}
		ratio[r] = ours[r] / floor[r];
	}
	bench_title("o. `spellpostd --once` that finds nothing to do");
	bench_row("CPU of the pass", ours, BENCH_RUNS, 1e6, "us");
	bench_row("CPU of `--version`: loading", bare, BENCH_RUNS, 1e6, "us");
	bench_row("CPU of `true` in its place", floor, BENCH_RUNS, 1e6, "us");
	bench_ratio("pass / `true`", ratio, BENCH_RUNS, 20);
	sp_free(program);
	sp_free(conf);
	bench_club_free(&club);
}
