/* They stand before those of libc, as the functions of a program do. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include "faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk.h"

#define FDS 1024

static struct {
	const char *part; /* NULL: nothing fails */
	int error;
	unsigned at, seen;
	bool lasting;
	bool ours[FDS]; /* descriptors of such files */
} faults;

void faults_arm(const char *part, int error, unsigned at, bool lasting)
{
	faults.error = error;
	faults.at = at;
	faults.seen = 0;
	faults.lasting = lasting;
	faults.part = part;
}

unsigned faults_disarm(void)
{
	faults.part = NULL;
	memset(faults.ours, 0, sizeof(faults.ours));
	return faults.seen;
}

/* True if the call is to fail. */
static bool counts(bool ours)
{
	if (!ours)
		return false;
	faults.seen++;
	if (faults.at == 0 || faults.seen < faults.at ||
		(faults.seen > faults.at && !faults.lasting))
		return false;
	errno = faults.error;
	return true;
}

void (*faults_before)(const char *path);

static bool path_fails(const char *path)
{
	if (faults_before != NULL)
		faults_before(path);
	return faults.part != NULL && counts(strstr(path, faults.part) != NULL);
}

static bool fd_fails(int fd)
{
	return faults.part != NULL && fd >= 0 && fd < FDS &&
	       counts(faults.ours[fd]);
}

static int opened(const char *path, int fd)
{
	if (faults.part != NULL && fd >= 0 && fd < FDS)
		faults.ours[fd] = strstr(path, faults.part) != NULL;
	return fd;
}

/* The function that ours stands before. */
#define REAL(name)                                                             \
	static __typeof__(&name) real;                                         \
	if (real == NULL) {                                                    \
		void *found = dlsym(RTLD_NEXT, #name);                         \
		memcpy(&real, &found, sizeof(real));                           \
	}

#define OPEN(name)                                                             \
	int name(const char *path, int flags, ...)                             \
	{                                                                      \
		REAL(name)                                                     \
		va_list ap;                                                    \
		mode_t mode = 0;                                               \
		bool made;                                                     \
		int fd;                                                        \
                                                                               \
		va_start(ap, flags);                                           \
		if ((flags & (O_CREAT | O_TMPFILE)) != 0)                      \
			mode = va_arg(ap, mode_t);                             \
		va_end(ap);                                                    \
		if (path_fails(path))                                          \
			return -1;                                             \
		made = disk_makes(AT_FDCWD, path, flags);                      \
		fd = opened(path, real(path, flags, mode));                    \
		disk_opened(fd, flags, made);                                  \
		return fd;                                                     \
	}

OPEN(open)
OPEN(open64)

#define STAT(name, type)                                                       \
	int name(const char *path, struct type *out)                           \
	{                                                                      \
		REAL(name)                                                     \
		return path_fails(path) ? -1 : real(path, out);                \
	}

int unlink(const char *path)
{
	REAL(unlink)
	int rc = path_fails(path) ? -1 : real(path);

	if (rc == 0)
		disk_unlinked(path);
	return rc;
}

STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

#define FSTAT(name, type)                                                      \
	int name(int fd, struct type *out)                                     \
	{                                                                      \
		REAL(name)                                                     \
		return fd_fails(fd) ? -1 : real(fd, out);                      \
	}

FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define MAP(name, type)                                                        \
	void *name(void *at, size_t n, int prot, int flags, int fd, type from) \
	{                                                                      \
		REAL(name)                                                     \
		return fd_fails(fd) ? MAP_FAILED                               \
				    : real(at, n, prot, flags, fd, from);      \
	}

MAP(mmap, off_t)
MAP(mmap64, off64_t)

int access(const char *path, int mode)
{
	REAL(access)
	return path_fails(path) ? -1 : real(path, mode);
}

ssize_t read(int fd, void *out, size_t n)
{
	REAL(read)
	return fd_fails(fd) ? -1 : real(fd, out, n);
}

ssize_t pread(int fd, void *out, size_t n, off_t from)
{
	REAL(pread)
	return fd_fails(fd) ? -1 : real(fd, out, n, from);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
	REAL(write)
	ssize_t done = fd_fails(fd) ? -1 : real(fd, bytes, n);

	disk_wrote(fd, bytes, done);
	return done;
}

int rename(const char *from, const char *to)
{
	REAL(rename)
	int rc = faults.part != NULL && path_fails(to) ? -1 : real(from, to);

	if (rc == 0)
		disk_renamed(from, to);
	return rc;
}

DIR *opendir(const char *path)
{
	REAL(opendir)
	return path_fails(path) ? NULL : real(path);
}

bool faults_peer_gone;

int getpeername(int fd, __SOCKADDR_ARG addr, socklen_t *restrict len)
{
	static int (*real)(int, __SOCKADDR_ARG, socklen_t *restrict);

	if (faults_peer_gone) {
		(void)shutdown(fd, SHUT_RDWR);
		errno = ENOTCONN;
		return -1;
	}
	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "getpeername");
	return real(fd, addr, len);
}
