/* c: what `spellpost deliver` costs whoever starts it for each mail. */
#include "bench.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAILS 20 /* a run */

/* CPU, in seconds, of a shell and the program that it becomes. */
static double cost_of(const char *script)
{
	const char *argv[] = { "sh", "-c", script, NULL };
	double before = bench_cpu_children();
	int status = 0;
	pid_t pid = bench_spawn(argv, "/dev/null");

	if (waitpid(pid, &status, 0) != pid || status != 0)
		bench_die("%s fails", script);
	return bench_cpu_children() - before;
}

/* A file with a mail, whose path the caller owns. */
static char *write_letter(const struct bench_club *club)
{
	static const char letter[] = "From: x@players.example\n"
				     "To: judge@spellpost.invalid\n"
				     "Subject: x\nMessage-ID: <x@x>\n\nhelp\n";
	char *path = sp_xasprintf("%s/letter", club->dir);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || sp_write_full(fd, letter, sizeof(letter) - 1) != SP_OK)
		bench_die("%s cannot be written", path);
	close(fd);
	return path;
}

static pid_t start_daemon(const struct bench_club *club, const char *conf)
{
	char *program = sp_xasprintf("%s/spellpostd", club->bench->build);
	const char *argv[] = { program, "-c", conf, NULL };
	pid_t pid = bench_spawn(argv, "/dev/null");

	bench_guard(pid);
	bench_await_daemon(club);
	sp_free(program);
	return pid;
}

/* The same mail again and again: that it was seen is in the ledger. */
void bench_client(const struct bench *b)
{
	double ours[BENCH_RUNS], floor[BENCH_RUNS], ratio[BENCH_RUNS];
	struct bench_club club;

	bench_club_make(&club, b, "client", 1);
	bench_club_close_host(&club);
	char *mail = write_letter(&club);
	char *conf = sp_xasprintf("%s/spellpost.conf", club.dir);
	char *ask = sp_xasprintf("exec '%s/spellpost' -c '%s' deliver <'%s'",
		b->build, conf, mail);
	char *nothing = sp_xasprintf("exec true <'%s'", mail);
	pid_t daemon = start_daemon(&club, conf);
	for (int r = 0; r < BENCH_RUNS; r++) {
		ours[r] = floor[r] = 0;
		for (int i = 0; i < MAILS; i++) {
			floor[r] += cost_of(nothing) / MAILS;
			ours[r] += cost_of(ask) / MAILS;
		}
		ratio[r] = ours[r] / floor[r];
	}
	bench_release(daemon);
	bench_title("c. `spellpost deliver` while a daemon runs, by a shell");
	bench_row("CPU of the client", ours, BENCH_RUNS, 1e6, "us");
	bench_row("CPU of `true` in its place", floor, BENCH_RUNS, 1e6, "us");
	bench_ratio("client / `true`", ratio, BENCH_RUNS, 0);
	sp_free(nothing);
	sp_free(ask);
	sp_free(conf);
	sp_free(mail);
	bench_club_free(&club);
}
