#include "bench.h"

#include <sys/resource.h>
#include <unistd.h>

static double seconds(const struct timespec *t)
{
	return (double)t->tv_sec + (double)t->tv_nsec / 1e9;
}

static double clock_seconds(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t) != 0)
		bench_die("a clock does not read");
	return seconds(&t);
}

double bench_wall(void)
{
	return clock_seconds(CLOCK_MONOTONIC);
}

double bench_cpu(void)
{
	return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_cpu_of(pid_t pid)
{
	clockid_t clock;

	return pid > 0 && clock_getcpuclockid(pid, &clock) == 0
		       ? clock_seconds(clock)
		       : 0;
}

double bench_cpu_children(void)
{
	struct rusage u;

	(void)getrusage(RUSAGE_CHILDREN, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

struct bench_spread bench_spread(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), by_value);
	double middle = n % 2 == 1 ? values[n / 2]
				   : (values[n / 2 - 1] + values[n / 2]) / 2;
	return (struct bench_spread){ middle, values[0], values[n - 1] };
}

double bench_median(double *values, size_t n)
{
	return bench_spread(values, n).median;
}

/* ---- the table ----------------------------------------------------------- */

void bench_title(const char *fmt, ...)
{
	va_list ap;

	putchar('\n');
	va_start(ap, fmt);
	(void)vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	(void)fflush(stdout);
}

void bench_note(const char *fmt, ...)
{
	va_list ap;

	(void)printf("    ");
	va_start(ap, fmt);
	(void)vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	(void)fflush(stdout);
}

static struct bench_spread spread_of(const double *values, size_t n)
{
	double *copy = sp_xcalloc(n, sizeof(*copy));

	memcpy(copy, values, n * sizeof(*copy));
	struct bench_spread s = bench_spread(copy, n);
	sp_free(copy);
	return s;
}

/* Three significant digits are more than such figures have. */
static int digits(double value)
{
	return value >= 100 ? 0 : value >= 10 ? 1 : 2;
}

void bench_row(const char *name, const double *values, size_t n, double scale,
	const char *unit)
{
	struct bench_spread s = spread_of(values, n);
	int d = digits(s.median * scale);

	(void)printf("  %-44s %9.*f %-10s [%.*f-%.*f]\n", name, d,
		s.median * scale, unit, d, s.min * scale, d, s.max * scale);
	(void)fflush(stdout);
}

static void print_budget(double value, double budget)
{
	bool met = budget > 0 ? value <= budget : value >= -budget;

	if (budget != 0)
		(void)printf("  budget %s %g: %s",
			budget > 0 ? "at most" : "at least",
			budget > 0 ? budget : -budget, met ? "met" : "MISSED");
}

void bench_ratio(
	const char *name, const double *values, size_t n, double budget)
{
	struct bench_spread s = spread_of(values, n);

	(void)printf("  %-44s %9.2f x          [%.2f-%.2f]", name, s.median,
		s.min, s.max);
	print_budget(s.median, budget);
	putchar('\n');
	(void)fflush(stdout);
}

void bench_figure(
	const char *name, double value, const char *unit, double budget)
{
	bool whole = value == (double)(long long)value;

	(void)printf("  %-44s %9.*f %-10s", name, whole ? 0 : digits(value),
		value, unit);
	print_budget(value, budget);
	putchar('\n');
	(void)fflush(stdout);
}
