/* readdir and inotify_init1 stand before those of libc. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include "shuffle.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "faults.h"

static struct {
	const char *name, *other; /* NULL: nothing happens */
	const char *plan;
	unsigned done, dodges;
	DIR *hidden; /* it is not shown here any more */
	DIR *ends;   /* something happens when this one ends */
	bool deaf;
} shuffle;

static void turn(void)
{
	const char *name = shuffle.name;

	if (rename(shuffle.name, shuffle.other) != 0)
		abort();
	shuffle.name = shuffle.other;
	shuffle.other = name;
}

static void dodge(const char *path)
{
	if (shuffle.name == NULL || shuffle.dodges == 0 ||
		strcmp(path, shuffle.name) != 0)
		return;
	shuffle.dodges--;
	turn();
}

/* One and a half times what the kernel keeps, and back where it was or not. */
static void turn_often(void)
{
	FILE *file = fopen("/proc/sys/fs/inotify/max_queued_events", "r");
	unsigned n = 0;

	if (file == NULL || fscanf(file, "%u", &n) != 1 || n > 1000000)
		abort();
	(void)fclose(file);
	for (n += n / 2 + 1; n > 0; n--)
		turn();
}

static bool is_named(const char *entry, const char *path)
{
	return strcmp(entry, strrchr(path, '/') + 1) == 0;
}

/* True if this entry is not to be shown. */
static bool hides(DIR *dir, const char *entry)
{
	if (shuffle.name == NULL || (!is_named(entry, shuffle.name) &&
					    !is_named(entry, shuffle.other)))
		return false;
	if (dir == shuffle.hidden)
		return true;
	if (!is_named(entry, shuffle.name) || *shuffle.plan == '\0' ||
		dir == shuffle.ends)
		return false;
	char now = *shuffle.plan++;
	shuffle.done++;
	if (now == '.')
		return false;
	if (now == 'a' || now == 'd' || now == 'f') {
		shuffle.ends = dir;
		return false;
	}
	if (now == 'o')
		turn_often();
	else
		turn();
	shuffle.hidden = dir;
	return true;
}

static void take_folder(void)
{
	char folder[4096], away[4096 + 8];
	int n = (int)(strrchr(shuffle.name, '/') - shuffle.name);

	(void)snprintf(folder, sizeof(folder), "%.*s", n, shuffle.name);
	(void)snprintf(away, sizeof(away), "%s.away", folder);
	if (rename(folder, away) != 0)
		abort();
}

static void ended(DIR *dir)
{
	char now = shuffle.name != NULL ? shuffle.plan[-1] : '.';

	if (dir == shuffle.hidden)
		shuffle.hidden = NULL;
	if (dir != shuffle.ends)
		return;
	shuffle.ends = NULL;
	if (shuffle.name == NULL)
		return;
	if (now == 'a')
		turn();
	else if (now == 'f')
		take_folder();
	else if (unlink(shuffle.name) != 0)
		abort();
}

#define READDIR(name, type)                                                    \
	struct type *name(DIR *dir)                                            \
	{                                                                      \
		static struct type *(*real)(DIR *);                            \
		struct type *entry;                                            \
                                                                               \
		if (real == NULL) {                                            \
			void *found = dlsym(RTLD_NEXT, #name);                 \
			memcpy(&real, &found, sizeof(real));                   \
		}                                                              \
		do                                                             \
			entry = real(dir);                                     \
		while (entry != NULL && hides(dir, entry->d_name));            \
		if (entry == NULL) {                                           \
			int saved = errno;                                     \
			if (dir == shuffle.ends || dir == shuffle.hidden)      \
				ended(dir);                                    \
			errno = saved;                                         \
		}                                                              \
		return entry;                                                  \
	}

READDIR(readdir, dirent)
READDIR(readdir64, dirent64)

int inotify_init1(int flags)
{
	static int (*real)(int);

	if (real == NULL) {
		void *found = dlsym(RTLD_NEXT, "inotify_init1");
		memcpy(&real, &found, sizeof(real));
	}
	if (shuffle.deaf) {
		errno = EMFILE;
		return -1;
	}
	return real(flags);
}

void shuffle_begin(const char *name, const char *other, const char *plan)
{
	shuffle.done = shuffle.dodges = 0;
	shuffle.plan = plan;
	shuffle.other = other;
	shuffle.name = name;
}

void shuffle_dodge(unsigned times)
{
	shuffle.dodges = times;
	faults_before = dodge;
}

void shuffle_deafen(void)
{
	shuffle.deaf = true;
}

unsigned shuffle_end(void)
{
	faults_before = NULL;
	shuffle.name = NULL;
	shuffle.hidden = shuffle.ends = NULL;
	shuffle.deaf = false;
	return shuffle.done;
}
