/*
 * bench BUILD SOURCE FOLDER: see bench.h. FOLDER, which must not be there yet,
 * should lie on the kind of disk that games will lie on; it is removed at the
 * end. BENCH_LONG=1 measures with 10,000 games and orders. BENCH_ONLY=135 runs
 * those parts alone. BENCH_IDLE=300 looks at the idle daemon for so many
 * seconds. BENCH_ONLY=d is `make bench-days`, which is no part of the rest: it
 * measures days of people, not the machine (days.h).
 */
#include "bench.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

static char *root; /* to remove when the process ends */
static pid_t owner;

#define GUARDED_MAX 8

static pid_t guarded[GUARDED_MAX]; /* what must not outlive us; 0: free */

static void end_guarded(void)
{
	for (size_t i = 0; i < GUARDED_MAX; i++)
		if (guarded[i] > 0)
			bench_release(guarded[i]);
}

static void remove_root(void)
{
	const char *argv[] = { "rm", "-rf", root, NULL };

	if (root == NULL || getpid() != owner)
		return;
	end_guarded();
	(void)fflush(stdout);
	(void)waitpid(bench_spawn(argv, NULL), NULL, 0);
}

void bench_guard(pid_t pid)
{
	size_t i = 0;

	while (i < GUARDED_MAX && guarded[i] != 0)
		i++;
	if (i == GUARDED_MAX || pid <= 0)
		bench_die("a program cannot be run");
	guarded[i] = pid;
}

void bench_forget(pid_t pid)
{
	for (size_t i = 0; i < GUARDED_MAX; i++)
		if (guarded[i] == pid)
			guarded[i] = 0;
}

/* TERM first: a Dovecot has children of its own to end. */
void bench_release(pid_t pid)
{
	static const struct timespec pause = { .tv_nsec = 20000000 };
	pid_t ended = 0;

	bench_forget(pid);
	(void)kill(pid, SIGTERM);
	for (int i = 0; i < 250 && ended == 0; i++) {
		ended = waitpid(pid, NULL, WNOHANG);
		if (ended == 0)
			(void)nanosleep(&pause, NULL);
	}
	if (ended == 0) {
		(void)kill(pid, SIGKILL);
		(void)waitpid(pid, NULL, 0);
	}
}

static volatile sig_atomic_t stop_asked;

static void on_signal(int sig)
{
	(void)sig;
	stop_asked = 1;
}

void bench_check_stop(void)
{
	if (stop_asked)
		bench_die("stopped");
}

void bench_die(const char *fmt, ...)
{
	va_list ap;

	(void)fflush(stdout);
	(void)fputs("bench: ", stderr);
	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void)fputc('\n', stderr);
	exit(1);
}

void bench_ok(int code, const struct sp_error *e, const char *what)
{
	if (code < 0)
		bench_die("%s: %s (%d)", what, e->text, code);
}

char *bench_folder(const struct bench *b, const char *name)
{
	char *path = sp_xasprintf("%s/%s", b->root, name);

	if (mkdir(path, 0700) != 0)
		bench_die("%s cannot be made", path);
	return path;
}

/* ---- what runs here
 * ---------------------------------------------------------- */

static void print_load(const char *when)
{
	struct sp_buf text;

	sp_buf_init(&text, 128);
	if (sp_file_read(&text, "/proc/loadavg", NULL) != SP_OK)
		return;
	double load = strtod(sp_buf_str(&text), NULL);
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	(void)printf("load %s: %.2f on %ld processors%s\n", when, load,
		processors,
		/* the benchmark itself keeps one busy */
		load > (double)processors * 0.75
			? "  ** busy: believe the ratios, not the times **"
			: "");
	sp_buf_free(&text);
}

static void print_disk(void)
{
	static const struct {
		long type;
		const char *name;
	} types[] = {
		{ 0xef53, "ext4" },
		{ 0x58465342, "xfs" },
		{ 0x9123683e, "btrfs" },
		{ 0x2fc12fc1, "zfs" },
		{ 0x01021994, "tmpfs: in memory, syncs cost nothing here" },
		{ 0x794c7630, "overlayfs" },
	};
	struct statfs st;

	if (statfs(root, &st) != 0)
		return;
	const char *name = "another file system";
	for (size_t i = 0; i < SP_ARRAY_LEN(types); i++)
		if ((long)st.f_type == types[i].type)
			name = types[i].name;
	(void)printf("disk: %s, %s\n", root, name);
}

static const struct {
	char key;
	void (*run)(const struct bench *b);
} parts[] = {
	{ '1', bench_orders },
	{ '2', bench_syncs },
	{ '3', bench_scale },
	{ '4', bench_rules },
	{ '5', bench_sizes },
	{ '6', bench_mail },
	{ '7', bench_online },
	{ '8', bench_proof },
	{ '9', bench_packs },
	{ 'c', bench_client },
	{ 'o', bench_once },
	{ 'd', bench_days },
	{ 'p', bench_people },
};

int main(int argc, char **argv)
{
	const char *thorough = getenv("BENCH_LONG");
	const char *only = getenv("BENCH_ONLY");
	struct bench b = { 0 };

	if (argc != 4)
		bench_die("usage: bench BUILD SOURCE FOLDER");
	b.build = argv[1];
	b.source = argv[2];
	b.root = argv[3];
	b.thorough = thorough != NULL && sp_streq(thorough, "1");
	if (mkdir(b.root, 0700) != 0)
		bench_die("%s cannot be made, or is there already", b.root);
	root = b.root;
	owner = getpid();
	(void)atexit(remove_root);
	(void)signal(SIGINT, on_signal);
	(void)signal(SIGTERM, on_signal);
	(void)signal(SIGPIPE, SIG_IGN);
	sp_json_setup();
	sp_log_set_level(SP_LOG_WARN);

	double began = bench_wall();
	if (only == NULL || strpbrk(only, "dp") == NULL)
		(void)printf("spellpost bench: median of %d interleaved runs "
			     "[least-most], each in a new directory\n",
			BENCH_RUNS);
	print_disk();
	print_load("before");
	for (size_t i = 0; i < SP_ARRAY_LEN(parts); i++)
		if (only != NULL ? strchr(only, parts[i].key) != NULL
				 : parts[i].run != bench_days &&
					   parts[i].run != bench_people)
			parts[i].run(&b);
	putchar('\n');
	print_load("after");
	(void)printf("took %.0f s%s\n", bench_wall() - began,
		b.thorough ? ""
			   : "; BENCH_LONG=1 goes to 10,000 games and orders");
	return 0;
}
