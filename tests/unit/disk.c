/* They stand before those of libc, as in faults.c. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include "disk.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

#define FDS_OF_WALK 20

/* One for this process and those that it forked. */
static struct {
	char root[PATH_MAX], log[PATH_MAX];
	pid_t player;
	bool on;
	unsigned run; /* each has a log of its own */
} * shared;

static struct {
	int fd;
	unsigned run;
	bool outside, calm;
	size_t ops; /* 0: without a break */
	void (*then)(void *payload);
	void *payload;
} ours = { .fd = -1 };

/* How an op lies in the log; paths with their NUL and bytes follow. */
struct head {
	struct disk_op op;
	size_t n_path, n_to;
};

static SP_NORETURN void unseen(const char *what)
{
	(void)fprintf(stderr, "disk.c: %s\n", what);
	abort();
}

/* What the log has: programs that we start write past us. */
static struct {
	struct known {
		uint64_t inode;
		char *path;
	} * list;
	size_t n;
} known;

/* ---- the log ------------------------------------------------------------- */

/* A thread notes its syncs. */
static pthread_mutex_t one_by_one = PTHREAD_MUTEX_INITIALIZER;

static void put(struct disk_op op)
{
	bool now = false;
	struct head head = { .op = op };
	struct iovec part[4];
	ssize_t all;

	if (op.path == NULL)
		op.path = "";
	if (op.to == NULL)
		op.to = "";
	head.op.outside = ours.outside || getpid() != shared->player;
	head.n_path = strlen(op.path) + 1;
	head.n_to = strlen(op.to) + 1;
	part[0] = (struct iovec){ &head, sizeof(head) };
	part[1] = (struct iovec){ (void *)(uintptr_t)op.path, head.n_path };
	part[2] = (struct iovec){ (void *)(uintptr_t)op.to, head.n_to };
	part[3] = (struct iovec){ (void *)(uintptr_t)op.bytes, op.n };
	(void)pthread_mutex_lock(&one_by_one);
	if (ours.run != shared->run) {
		if (ours.fd >= 0)
			(void)syscall(SYS_close, ours.fd);
		ours.fd = (int)syscall(SYS_openat, AT_FDCWD, shared->log,
			O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
		ours.run = shared->run;
	}
	all = (ssize_t)(sizeof(head) + head.n_path + head.n_to + op.n);
	if (ours.fd < 0 || syscall(SYS_writev, ours.fd, part, 4) != all)
		unseen("the log cannot be written");
	if (!head.op.outside && ours.ops > 0)
		now = --ours.ops == 0;
	(void)pthread_mutex_unlock(&one_by_one);
	if (now)
		ours.then(ours.payload);
}

void disk_log_read(struct disk_log *out, const char *path)
{
	struct sp_buf b;
	char *at, *end;

	memset(out, 0, sizeof(*out));
	sp_buf_init(&b, SIZE_MAX);
	if (sp_file_read(&b, path, NULL) != SP_OK)
		unseen("the log cannot be read");
	end = b.data + b.len;
	for (at = b.data; at < end;) {
		struct head head;

		memcpy(&head, at, sizeof(head));
		at += sizeof(head);
		head.op.path = at;
		head.op.to = at + head.n_path;
		head.op.bytes = at + head.n_path + head.n_to;
		at += head.n_path + head.n_to + head.op.n;
		if ((out->n & (out->n - 1)) == 0)
			out->op = sp_xrealloc(out->op,
				out->n == 0 ? 1 : 2 * out->n, sizeof(*out->op));
		out->op[out->n++] = head.op;
	}
	out->bytes = sp_buf_take(&b);
}

void disk_log_clear(struct disk_log *log)
{
	sp_free(log->op);
	sp_free(log->bytes);
	memset(log, 0, sizeof(*log));
}

/* ---- what is below the root ---------------------------------------------- */

static bool is_on(void)
{
	return shared != NULL && shared->on;
}

/* SQLite's memory that processes share is made anew by whoever comes first. */
static bool counts(const char *path)
{
	size_t n = strlen(path);

	return n < 4 || strcmp(path + n - 4, "-shm") != 0;
}

/* Cut the root off: NULL where it lies elsewhere. */
static const char *below(const char *path)
{
	size_t n = strlen(shared->root);

	if (strncmp(path, shared->root, n) != 0 ||
		(path[n] != '/' && path[n] != '\0') || !counts(path))
		return NULL;
	return path + n + (path[n] == '/' ? 1 : 0);
}

/* Drop empty parts and ".". */
static void tidy(char *path)
{
	char *to = path;

	for (const char *at = path; *at != '\0';) {
		if (at[0] == '/' && at[1] == '/') {
			at++;
		} else if (at[0] == '/' && at[1] == '.' &&
			   (at[2] == '/' || at[2] == '\0')) {
			at += 2;
		} else {
			*to++ = *at++;
		}
	}
	while (to > path + 1 && to[-1] == '/')
		to--;
	*to = '\0';
}

/* The path of a descriptor, NULL where it is none below the root. */
static const char *of_fd(int fd, char whole[PATH_MAX])
{
	char link[64];
	ssize_t n;

	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, whole, PATH_MAX - 1);
	if (n <= 0)
		return NULL;
	whole[n] = '\0';
	return below(whole);
}

static const char *of_path(int folder, const char *path, char whole[PATH_MAX])
{
	char at[PATH_MAX] = "";

	if (path[0] == '/') {
		(void)snprintf(whole, PATH_MAX, "%s", path);
	} else {
		if (folder == AT_FDCWD ? getcwd(at, sizeof(at)) == NULL
				       : (of_fd(folder, at), at[0] != '/'))
			return NULL;
		if (snprintf(whole, PATH_MAX, "%s/%s", at, path) >= PATH_MAX)
			return NULL;
	}
	tidy(whole);
	return below(whole);
}

static bool look(int folder, const char *path, struct stat *st)
{
	return syscall(SYS_newfstatat, folder, path, st, AT_SYMLINK_NOFOLLOW) ==
	       0;
}

static bool look_fd(int fd, struct stat *st)
{
	return syscall(SYS_fstat, fd, st) == 0;
}

/* ---- what happened ------------------------------------------------------- */

static void know(uint64_t inode, const char *path)
{
	known.list = sp_xrealloc(known.list, known.n + 1, sizeof(*known.list));
	known.list[known.n++] = (struct known){ inode, sp_xstrdup(path) };
}

static bool is_known(uint64_t inode, const char *path)
{
	for (size_t i = known.n; i-- > 0;)
		if (known.list[i].inode == inode &&
			sp_streq(known.list[i].path, path))
			return true;
	return false;
}

static void note_made(int folder, const char *path)
{
	char whole[PATH_MAX];
	int error = errno;
	const char *at = is_on() ? of_path(folder, path, whole) : NULL;
	struct stat st;

	if (at != NULL && look(folder, path, &st)) {
		put((struct disk_op){ .kind = DISK_MADE,
			.folder = S_ISDIR(st.st_mode),
			.mode = st.st_mode & 07777,
			.inode = st.st_ino,
			.path = at });
		know(st.st_ino, at);
	}
	errno = error;
}

static void note_names(
	enum disk_kind kind, int from, const char *path, int to, const char *as)
{
	char whole[PATH_MAX], other[PATH_MAX];
	int error = errno;
	struct stat st;

	if (is_on()) {
		const char *at = of_path(from, path, whole);
		const char *there = as == NULL ? "" : of_path(to, as, other);

		if ((at == NULL) != (there == NULL) && as != NULL)
			unseen("a file crosses the border of the root");
		if (at != NULL)
			put((struct disk_op){
				.kind = kind, .path = at, .to = there });
		if (at != NULL && as != NULL && look(to, as, &st))
			know(st.st_ino, there);
	}
	errno = error;
}

static void note_fd(
	enum disk_kind kind, int fd, int64_t at, const void *bytes, size_t n)
{
	char whole[PATH_MAX];
	int error = errno;
	const char *path = is_on() ? of_fd(fd, whole) : NULL;
	struct stat st;

	if (path != NULL && look_fd(fd, &st)) {
		if (at < 0)
			at = lseek(fd, 0, SEEK_CUR) - (off_t)n;
		put((struct disk_op){ .kind = kind,
			.folder = S_ISDIR(st.st_mode),
			.inode = st.st_ino,
			.at = at,
			.path = path,
			.bytes = bytes,
			.n = n });
	}
	errno = error;
}

bool disk_makes(int folder, const char *path, int flags)
{
	char whole[PATH_MAX];
	int error = errno;
	struct stat st;
	bool makes;

	if (!is_on() || (flags & O_CREAT) == 0)
		return false;
	makes = of_path(folder, path, whole) != NULL &&
		!look(folder, path, &st);
	errno = error;
	return makes;
}

void disk_opened(int fd, int flags, bool made)
{
	char whole[PATH_MAX];

	if (!is_on() || fd < 0)
		return;
	if (made && of_fd(fd, whole) != NULL)
		note_made(AT_FDCWD, whole);
	else if ((flags & O_TRUNC) != 0)
		note_fd(DISK_SIZE, fd, 0, NULL, 0);
}

void disk_wrote(int fd, const void *bytes, ssize_t n)
{
	if (n > 0)
		note_fd(DISK_WRITE, fd, -1, bytes, (size_t)n);
}

void disk_renamed(const char *from, const char *to)
{
	note_names(DISK_RENAME, AT_FDCWD, from, AT_FDCWD, to);
}

void disk_unlinked(const char *path)
{
	note_names(DISK_GONE, AT_FDCWD, path, 0, NULL);
}

#define REAL(name)                                                             \
	static __typeof__(&name) real;                                         \
	if (real == NULL) {                                                    \
		void *found = dlsym(RTLD_NEXT, #name);                         \
		memcpy(&real, &found, sizeof(real));                           \
	}

/* ---- on and off ---------------------------------------------------------- */

void disk_prepare(void)
{
	if (shared != NULL)
		return;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		unseen("no memory");
}

static int note_there(
	const char *path, const struct stat *st, int type, struct FTW *at)
{
	const char *name = below(path);

	(void)type;
	(void)at;
	if (name == NULL)
		return 0;
	know(st->st_ino, name);
	put((struct disk_op){ .kind = DISK_THERE,
		.folder = S_ISDIR(st->st_mode),
		.mode = st->st_mode & 07777,
		.inode = st->st_ino,
		.at = st->st_mtime,
		.path = name });
	return 0;
}

void disk_record(const char *root, const char *log)
{
	disk_prepare();
	if (realpath(root, shared->root) == NULL)
		unseen("there is no such folder");
	(void)snprintf(shared->log, sizeof(shared->log), "%s", log);
	shared->player = getpid();
	shared->run++;
	if (nftw(shared->root, note_there, FDS_OF_WALK, FTW_PHYS) != 0)
		unseen("the folder cannot be read");
	shared->on = true;
}

void disk_stop(void)
{
	if (shared != NULL)
		shared->on = false;
}

void disk_outside(bool outside)
{
	ours.outside = outside;
}

void disk_calm(void)
{
	ours.calm = true;
}

void disk_note(enum disk_kind kind, size_t count)
{
	if (is_on())
		put((struct disk_op){ .kind = kind, .at = (int64_t)count });
}

void disk_break(size_t ops, void (*then)(void *payload), void *payload)
{
	ours.then = then;
	ours.payload = payload;
	ours.ops = ops;
}

/* git has written a pack, perhaps: it appears now. What it removed does not. */
static int note_new(
	const char *path, const struct stat *st, int type, struct FTW *at)
{
	const char *name = below(path);
	struct sp_buf bytes;

	(void)at;
	if (name == NULL || is_known(st->st_ino, name))
		return 0;
	note_made(AT_FDCWD, path);
	sp_buf_init(&bytes, SIZE_MAX);
	if (type == FTW_F && sp_file_read(&bytes, path, NULL) == SP_OK)
		put((struct disk_op){ .kind = DISK_WRITE,
			.inode = st->st_ino,
			.path = name,
			.bytes = bytes.data,
			.n = bytes.len });
	sp_buf_free(&bytes);
	return 0;
}

static void walk_games(void)
{
	char path[PATH_MAX + 8];

	(void)snprintf(path, sizeof(path), "%s/games", shared->root);
	(void)nftw(path, note_new, FDS_OF_WALK, FTW_PHYS);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	REAL(waitpid)
	pid_t done = real(pid, status, options);
	int error = errno;

	if (done > 0 && is_on() && getpid() == shared->player)
		walk_games();
	errno = error;
	return done;
}

/* ---- the calls that faults.c leaves alone -------------------------------- */

#define OPENAT(name)                                                           \
	int name(int folder, const char *path, int flags, ...)                 \
	{                                                                      \
		REAL(name)                                                     \
		va_list ap;                                                    \
		mode_t mode = 0;                                               \
		bool made = disk_makes(folder, path, flags);                   \
                                                                               \
		va_start(ap, flags);                                           \
		if ((flags & (O_CREAT | O_TMPFILE)) != 0)                      \
			mode = va_arg(ap, mode_t);                             \
		va_end(ap);                                                    \
		int fd = real(folder, path, flags, mode);                      \
		disk_opened(fd, flags, made);                                  \
		return fd;                                                     \
	}

OPENAT(openat)
OPENAT(openat64)

#define CREAT(name)                                                            \
	int name(const char *path, mode_t mode)                                \
	{                                                                      \
		return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);         \
	}

CREAT(creat)
CREAT(creat64)

#define PWRITE(name, type)                                                     \
	ssize_t name(int fd, const void *bytes, size_t n, type at)             \
	{                                                                      \
		REAL(name)                                                     \
		ssize_t done = real(fd, bytes, n, at);                         \
                                                                               \
		if (done > 0)                                                  \
			note_fd(DISK_WRITE, fd, at, bytes, (size_t)done);      \
		return done;                                                   \
	}

PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

/* Piece by piece. */
ssize_t writev(int fd, const struct iovec *part, int n)
{
	ssize_t all = 0;

	for (int i = 0; i < n; i++) {
		ssize_t done = write(fd, part[i].iov_base, part[i].iov_len);

		if (done < 0)
			return all > 0 ? all : -1;
		all += done;
		if ((size_t)done < part[i].iov_len)
			break;
	}
	return all;
}

#define SIZE(name, type)                                                       \
	int name(int fd, type size)                                            \
	{                                                                      \
		REAL(name)                                                     \
		int rc = real(fd, size);                                       \
                                                                               \
		if (rc == 0)                                                   \
			note_fd(DISK_SIZE, fd, size, NULL, 0);                 \
		return rc;                                                     \
	}

SIZE(ftruncate, off_t)
SIZE(ftruncate64, off64_t)

/* Nobody writes so; who begins to has to record it. */
#define NONE(condition, fd, what)                                              \
	do {                                                                   \
		char whole_[PATH_MAX];                                         \
		if (is_on() && (condition) && of_fd(fd, whole_) != NULL)       \
			unseen(what);                                          \
	} while (0)

int posix_fallocate(int fd, off_t at, off_t n)
{
	REAL(posix_fallocate)
	NONE(true, fd, "posix_fallocate");
	return real(fd, at, n);
}

int fallocate(int fd, int mode, off_t at, off_t n)
{
	REAL(fallocate)
	NONE(true, fd, "fallocate");
	return real(fd, mode, at, n);
}

ssize_t sendfile(int to, int from, off_t *at, size_t n)
{
	REAL(sendfile)
	NONE(true, to, "sendfile");
	return real(to, from, at, n);
}

ssize_t copy_file_range(
	int from, off64_t *at, int to, off64_t *there, size_t n, unsigned flags)
{
	REAL(copy_file_range)
	NONE(true, to, "copy_file_range");
	return real(from, at, to, there, n, flags);
}

int link(const char *from, const char *to)
{
	REAL(link)
	int rc = real(from, to);

	if (rc == 0)
		note_names(DISK_LINK, AT_FDCWD, from, AT_FDCWD, to);
	return rc;
}

int linkat(int from, const char *path, int to, const char *as, int flags)
{
	REAL(linkat)
	int rc = real(from, path, to, as, flags);

	if (rc == 0)
		note_names(DISK_LINK, from, path, to, as);
	return rc;
}

int renameat(int from, const char *path, int to, const char *as)
{
	REAL(renameat)
	int rc = real(from, path, to, as);

	if (rc == 0)
		note_names(DISK_RENAME, from, path, to, as);
	return rc;
}

int renameat2(
	int from, const char *path, int to, const char *as, unsigned flags)
{
	REAL(renameat2)
	int rc = real(from, path, to, as, flags);

	if (rc == 0)
		note_names((flags & RENAME_EXCHANGE) != 0 ? DISK_EXCHANGE
							  : DISK_RENAME,
			from, path, to, as);
	return rc;
}

int unlinkat(int folder, const char *path, int flags)
{
	REAL(unlinkat)
	int rc = real(folder, path, flags);

	if (rc == 0)
		note_names(DISK_GONE, folder, path, 0, NULL);
	return rc;
}

int rmdir(const char *path)
{
	REAL(rmdir)
	int rc = real(path);

	if (rc == 0)
		note_names(DISK_GONE, AT_FDCWD, path, 0, NULL);
	return rc;
}

int mkdir(const char *path, mode_t mode)
{
	REAL(mkdir)
	int rc = real(path, mode);

	if (rc == 0)
		note_made(AT_FDCWD, path);
	return rc;
}

int mkdirat(int folder, const char *path, mode_t mode)
{
	REAL(mkdirat)
	int rc = real(folder, path, mode);

	if (rc == 0)
		note_made(folder, path);
	return rc;
}

int utimensat(
	int folder, const char *path, const struct timespec times[2], int flags)
{
	REAL(utimensat)
	int rc = real(folder, path, times, flags);
	char whole[PATH_MAX];
	const char *at;

	if (rc == 0 && times != NULL && is_on() &&
		(at = of_path(folder, path, whole)) != NULL)
		put((struct disk_op){
			.kind = DISK_TIME, .at = times[1].tv_sec, .path = at });
	return rc;
}

#define SYNC(name, kind)                                                       \
	int name(int fd)                                                       \
	{                                                                      \
		REAL(name)                                                     \
		int rc = ours.calm ? 0 : real(fd);                             \
                                                                               \
		if (rc == 0)                                                   \
			note_fd(kind, fd, 0, NULL, 0);                         \
		return rc;                                                     \
	}

SYNC(fsync, DISK_SYNC)
SYNC(fdatasync, DISK_SYNC)

/* ---- syncs that stand still ---------------------------------------------- */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool on;
	unsigned waiting, let_go;
	int error;
} held = { .lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER };

/* Returns how it is to fail, 0: not at all. */
static int stand_still(void)
{
	int error = 0;

	if (syscall(SYS_gettid) == getpid())
		return 0;
	(void)pthread_mutex_lock(&held.lock);
	if (held.on) {
		held.waiting++;
		(void)pthread_cond_broadcast(&held.changed);
		while (held.let_go == 0)
			(void)pthread_cond_wait(&held.changed, &held.lock);
		held.waiting--;
		held.let_go--;
		error = held.error;
	}
	(void)pthread_mutex_unlock(&held.lock);
	return error;
}

void disk_hold(bool hold)
{
	(void)pthread_mutex_lock(&held.lock);
	held.on = hold;
	(void)pthread_mutex_unlock(&held.lock);
}

void disk_held(void)
{
	(void)pthread_mutex_lock(&held.lock);
	while (held.waiting == 0)
		(void)pthread_cond_wait(&held.changed, &held.lock);
	(void)pthread_mutex_unlock(&held.lock);
}

void disk_let_go(int error)
{
	(void)pthread_mutex_lock(&held.lock);
	held.error = error;
	held.let_go++;
	(void)pthread_cond_broadcast(&held.changed);
	(void)pthread_mutex_unlock(&held.lock);
}

int syncfs(int fd)
{
	REAL(syncfs)
	int rc, error;

	note_fd(DISK_SYNC_BEGIN, fd, 0, NULL, 0);
	error = stand_still();
	rc = error != 0 ? -1 : ours.calm ? 0 : real(fd);
	if (rc == 0)
		note_fd(DISK_SYNC_ALL, fd, 0, NULL, 0);
	if (error != 0)
		errno = error;
	return rc;
}

void sync(void)
{
	REAL(sync)
	real();
	if (is_on()) {
		put((struct disk_op){ .kind = DISK_SYNC_BEGIN });
		put((struct disk_op){ .kind = DISK_SYNC_ALL });
	}
}
