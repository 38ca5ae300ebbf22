/* What the disk costs at this moment (baselines: the floor probe). */
#define _GNU_SOURCE /* syncfs */

#include "bench.h"

#include <fcntl.h>
#include <unistd.h>

#define APPENDS 100
#define SYNCS   50
#define BLOCK   4096

static int open_new(const char *folder, const char *name)
{
	char *path = sp_xasprintf("%s/%s", folder, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		bench_die("%s cannot be made", path);
	sp_free(path);
	return fd;
}

static double one(int fd, const char *block, int (*sync_call)(int fd))
{
	double began = bench_wall();

	if (sp_write_full(fd, block, BLOCK) != 0 || sync_call(fd) != 0)
		bench_die("the disk cannot be written");
	return bench_wall() - began;
}

void bench_disk(struct bench_disk *out, const char *folder)
{
	double times[APPENDS];
	char block[BLOCK];
	int fd = open_new(folder, "append");

	memset(block, 'x', sizeof(block));
	for (int i = 0; i < APPENDS; i++)
		times[i] = one(fd, block, fdatasync);
	out->append = bench_median(times, APPENDS);
	(void)close(fd);

	fd = open_new(folder, "write");
	for (int i = 0; i < SYNCS; i++)
		times[i] = one(fd, block, syncfs);
	out->syncfs = bench_median(times, SYNCS);
	(void)close(fd);
}

void bench_settle(const struct bench *b)
{
	int fd = open(b->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || syncfs(fd) != 0)
		bench_die("%s cannot be synced", b->root);
	(void)close(fd);
}
