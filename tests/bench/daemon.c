/* A spellpostd beside us, and what /proc says of it. */
#include "bench.h"

#include <unistd.h>

#define WAIT_S 120

double bench_private_dirty(pid_t pid)
{
	char *path = sp_xasprintf("/proc/%ld/smaps_rollup", (long)pid);
	static const char key[] = "Private_Dirty:";
	struct sp_buf text;
	double kib = 0;

	sp_buf_init(&text, 65536);
	if (sp_file_read(&text, path, NULL) == SP_OK) {
		const char *at = strstr(sp_buf_str(&text), key);
		kib = at == NULL ? 0 : strtod(at + strlen(key), NULL);
	}
	sp_buf_free(&text);
	sp_free(path);
	return kib * 1024;
}

pid_t bench_child_of(pid_t pid)
{
	char *path = sp_xasprintf(
		"/proc/%ld/task/%ld/children", (long)pid, (long)pid);
	struct sp_buf text;
	long child = 0;

	sp_buf_init(&text, 256);
	if (sp_file_read(&text, path, NULL) == SP_OK)
		child = strtol(sp_buf_str(&text), NULL, 10);
	sp_buf_free(&text);
	sp_free(path);
	return (pid_t)child;
}

static bool is_ready(const struct bench_club *club)
{
	char *path = sp_xasprintf("%s/run/control", club->config.data);
	bool yes = access(path, F_OK) == 0;

	sp_free(path);
	return yes;
}

void bench_await_daemon(const struct bench_club *club)
{
	const struct timespec pause = { .tv_nsec = 20000000 };
	double began = bench_wall();

	while (!is_ready(club)) {
		if (bench_wall() - began > WAIT_S)
			bench_die("the daemon does not start");
		(void)nanosleep(&pause, NULL);
	}
	(void)nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, NULL);
}
