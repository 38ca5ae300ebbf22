/* 2: sync calls of a batch, counted from outside. */
#include "bench.h"

static const struct {
	const char *title;
	unsigned games, mails, batch, batches;
} columns[] = {
	{ "nothing", 1, 0, 50, 0 },
	{ "1", 1, 1, 50, 1 },
	{ "50 one game", 1, 50, 50, 1 },
	{ "50 games", 50, 50, 50, 1 },
	{ "4 batches", 1, 4, 1, 4 },
};

#define COLUMNS SP_ARRAY_LEN(columns)

static void trace_column(
	const struct bench *b, size_t i, struct bench_trace *out)
{
	struct bench_club club;
	char name[32];

	sp_format(name, sizeof(name), "syncs-%zu", i);
	bench_club_make(&club, b, name, columns[i].games);
	for (unsigned k = 0; k < columns[i].mails; k++)
		bench_club_write(&club, k % columns[i].games, true);
	bench_club_close_host(&club);
	bench_trace_once(out, &club, columns[i].batch);
	bench_club_free(&club);
}

static void print_trace(const struct bench_trace *trace)
{
	(void)printf("  %-18s", "mails waiting");
	for (size_t i = 0; i < COLUMNS; i++)
		(void)printf(" %12s", columns[i].title);
	putchar('\n');
	for (int c = 0; c < BENCH_SYNC_CALLS; c++) {
		(void)printf("  %-18s", bench_call_word((enum bench_call)c));
		for (size_t i = 0; i < COLUMNS; i++)
			(void)printf(" %6u + %3u",
				trace[i].calls[c] - trace[i].registry[c],
				trace[i].registry[c]);
		putchar('\n');
	}
	bench_note("a + b: b are SQLite's, on the registry, its log and their");
	bench_note(
		"folder: one for each batch, a log that begins anew, and the");
	bench_note(
		"checkpoint at the end. a, for each batch: one for the games'");
	bench_note("objects, two for the Maildir that its mails go to");
}

static unsigned own_syncs(const struct bench_trace *trace)
{
	unsigned n = 0;

	for (int c = 0; c < BENCH_SYNC_CALLS; c++)
		n += trace->calls[c] - trace->registry[c];
	return n;
}

void bench_syncs(const struct bench *b)
{
	struct bench_trace trace[COLUMNS];
	const char *missing = bench_trace_missing(b);
	double most = 0;

	bench_title("2. sync calls of a whole `spellpostd --once`, by strace");
	if (missing != NULL) {
		bench_note("not counted: %s", missing);
		return;
	}
	for (size_t i = 0; i < COLUMNS; i++)
		trace_column(b, i, &trace[i]);
	print_trace(trace);
	for (size_t i = 1; i < COLUMNS; i++) {
		/* without those of the start, which rolls forward */
		double per_batch = ((double)own_syncs(&trace[i]) -
					   (double)own_syncs(&trace[0])) /
				   columns[i].batches;
		most = per_batch > most ? per_batch : most;
	}
	bench_figure("most per batch, without those of the start and SQLite's",
		most, "calls", 2);
}
