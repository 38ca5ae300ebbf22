/* 5: bytes on the disk and in memory. */
#include "bench.h"
#include "record/kept.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/kept.h"

#define ORDERS 150 /* few enough that the host did not repack yet */
#define WAIT_S 120

/* ---- repository
 * -------------------------------------------------------------- */

struct bytes {
	double apparent, allocated;
};

static void add_folder(struct bytes *sum, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (dir == NULL)
		bench_die("%s cannot be read", path);
	while ((entry = readdir(dir)) != NULL) {
		struct stat st;
		if (sp_streq(entry->d_name, ".") ||
			sp_streq(entry->d_name, ".."))
			continue;
		char *inside = sp_xasprintf("%s/%s", path, entry->d_name);
		if (lstat(inside, &st) == 0) {
			sum->allocated += (double)st.st_blocks * 512;
			if (S_ISDIR(st.st_mode))
				add_folder(sum, inside);
			else
				sum->apparent += (double)st.st_size;
		}
		sp_free(inside);
	}
	(void)closedir(dir);
}

double bench_bytes(const char *path)
{
	struct bytes sum = { 0, 0 };

	add_folder(&sum, path);
	return sum.apparent;
}

static struct bytes size_of(const struct bench_club *club, size_t table)
{
	char *repo = bench_club_repo(club, table);
	struct bytes sum = { 0, 0 };

	bench_settle(club->bench); /* blocks are given out when written */
	add_folder(&sum, repo);
	sp_free(repo);
	return sum;
}

/* As the host does it, but now. */
static void repack(const struct bench_club *club, size_t table)
{
	struct sp_store_game *repo;
	struct sp_error e = { 0 };

	bench_ok(sp_store_game_open(
			 &repo, club->host->store, club->table[table].gid, &e),
		&e, "opening a game");
	bench_ok(sp_store_lock(repo, 1000, &e), &e, "locking a game");
	bench_ok(sp_store_tidy(repo, true, &e), &e, "repacking");
	bench_ok(sp_store_tidied(repo, &e), &e, "repacking");
	sp_store_game_close(repo);
}

static void play(struct bench_club *club, size_t table, unsigned orders)
{
	struct bench_cost cost;

	while (club->table[table].orders < orders) {
		bench_club_write(club, table, false);
		bench_club_pass(club, 1, &cost);
	}
}

static void repository(const struct bench *b)
{
	struct bench_club club;

	/* two games: one as it began, one that was played */
	bench_club_make(&club, b, "sizes", 2);
	play(&club, 0, 1);
	play(&club, 1, ORDERS + 1);
	struct bytes loose = size_of(&club, 1);
	repack(&club, 0);
	repack(&club, 1);
	struct bytes fresh = size_of(&club, 0), packed = size_of(&club, 1);
	bench_title("5. repository of a game of %d orders, one mail at a time",
		ORDERS);
	bench_figure("a new game (ruleset, setup, start), packed",
		fresh.apparent, "bytes", 0);
	bench_figure("per commit beyond that, not packed, allocated",
		(loose.allocated - fresh.allocated) / ORDERS, "bytes", 0);
	bench_figure("per commit beyond that, packed, allocated",
		(packed.allocated - fresh.allocated) / ORDERS, "bytes", 0);
	bench_figure("per commit beyond that, packed",
		(packed.apparent - fresh.apparent) / ORDERS, "bytes", 2600);
	bench_note("tags included; the ruleset and the start are not");
	bench_club_free(&club);
}

/* ---- memory
 * ----------------------------------------------------------------------- */

static bool inbox_is_empty(const struct bench_club *club)
{
	char *path = sp_xasprintf("%s/new", club->config.inbox[0].path);
	struct bytes sum = { 0, 0 };

	add_folder(&sum, path);
	sp_free(path);
	return sum.apparent == 0;
}

/* And to rest. */
static void await_empty_inbox(const struct bench_club *club)
{
	const struct timespec pause = { .tv_nsec = 20000000 };
	double began = bench_wall();

	while (!inbox_is_empty(club)) {
		if (bench_wall() - began > WAIT_S)
			bench_die("the daemon does not get on");
		(void)nanosleep(&pause, NULL);
	}
	(void)nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, NULL);
}

/* Mails that were written to another Maildir arrive. */
static void deliver_all(const char *from, const char *to)
{
	DIR *dir = opendir(from);
	struct dirent *entry;

	if (dir == NULL)
		bench_die("%s cannot be read", from);
	while ((entry = readdir(dir)) != NULL) {
		char *old = sp_xasprintf("%s/%s", from, entry->d_name);
		char *new = sp_xasprintf("%s/%s", to, entry->d_name);
		if (entry->d_name[0] != '.' && rename(old, new) != 0)
			bench_die("%s cannot be delivered", old);
		sp_free(old);
		sp_free(new);
	}
	(void)closedir(dir);
}

static void print_memory(
	double idle, double after, double rest, double parser, unsigned mails)
{
	char name[64];

	bench_title("5. private dirty memory of the daemon");
	if (idle == 0) {
		bench_note("not measured: of a process that holds secrets "
			   "root alone may read it");
		return;
	}
	sp_format(name, sizeof(name), "growth over %u mails", mails);
	bench_figure("idle", idle / 1e6, "MB", 8);
	bench_figure("its parser process", parser / 1e6, "MB", 0);
	bench_figure(name, (after - idle) / 1e6, "MB", 0);
	bench_figure("... of which a minute later is left", (rest - idle) / 1e6,
		"MB", 2);
	bench_note("games stay in memory for that minute; then the ruleset is");
}

static void memory(const struct bench *b)
{
	static const struct timespec rest_time = { .tv_sec = SP_KEPT_SECONDS +
							     3 };
	unsigned mails = b->thorough ? 10000 : 500;
	char *program = sp_xasprintf("%s/spellpostd", b->build);
	struct bench_club club;

	bench_club_make(&club, b, "memory", 10);
	char *conf = sp_xasprintf("%s/" SP_CONFIG_FILE, club.dir);
	char *said = sp_xasprintf("%s/said", club.dir);
	const char *argv[] = { program, "-c", conf, NULL };
	char *inbox = sp_xasprintf("%s/new", club.config.inbox[0].path);
	char *ahead = bench_club_write_ahead(&club, mails);
	bench_club_close_host(&club);

	pid_t pid = bench_spawn(argv, said);
	bench_guard(pid);
	bench_await_daemon(&club);
	double idle = bench_private_dirty(pid);
	double parser = bench_private_dirty(bench_child_of(pid));
	deliver_all(ahead, inbox);
	await_empty_inbox(&club);
	double after = bench_private_dirty(pid);
	(void)nanosleep(&rest_time, NULL);
	double rest = bench_private_dirty(pid);
	(void)kill(pid, SIGTERM);
	bench_forget(pid);
	bench_wait(pid, "spellpostd");
	print_memory(idle, after, rest, parser, mails);
	sp_free(program);
	sp_free(conf);
	sp_free(said);
	sp_free(inbox);
	sp_free(ahead);
	bench_club_free(&club);
}

void bench_sizes(const struct bench *b)
{
	repository(b);
	memory(b);
}
