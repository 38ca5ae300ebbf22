/*
 * What reaches the disk: while a process records, each call of its own, of
 * libgit2's and of SQLite's that changes a file below a folder is noted in a
 * log, in order. `cut.h` makes of it what a power cut would have left.
 */
#ifndef TEST_DISK_H
#define TEST_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum disk_kind {
	DISK_THERE,      /* a file or folder as it was at the start */
	DISK_MADE,       /* a new empty one */
	DISK_WRITE,      /* bytes of a file */
	DISK_SIZE,       /* it was cut or grew */
	DISK_TIME,       /* its time */
	DISK_LINK,       /* a name more */
	DISK_RENAME,     /* whatever had the new name has it no more */
	DISK_EXCHANGE,   /* two names */
	DISK_GONE,       /* a name less */
	DISK_SYNC,       /* a file's bytes, or the names in a folder */
	DISK_SYNC_ALL,   /* the file system, as it was when that began */
	DISK_PUT,        /* so many mails came from outside */
	DISK_DONE,       /* so many events of a tape are over */
	DISK_SENT,       /* so many mails left for another machine */
	DISK_SYNC_BEGIN, /* of the file system, by this descriptor */
};

/* Paths are below the root, "" for itself. Files and folders are known by their
 * inode, a new one by that of one that is gone. */
struct disk_op {
	enum disk_kind kind;
	bool outside; /* of the world, which has no power cuts */
	bool folder;
	uint32_t mode;
	uint64_t inode;
	int64_t at; /* where bytes go, a size, a time, a count */
	const char *path, *to;
	const void *bytes;
	size_t n;
};

/* Before a process is forked whose changes are to count as the world's. */
void disk_prepare(void);
/* This process is the one that is recorded; `log` lies outside of the root. */
void disk_record(const char *root, const char *log);
void disk_stop(void);
/* From here to `false` this process is the world. */
void disk_outside(bool outside);
/* Syncs of this process do nothing and say that they did: nobody cuts the power
 * of the machine that tests. */
void disk_calm(void);
void disk_note(enum disk_kind kind, size_t count);
/* From here to `false` each sync of the file system that a thread makes stands
 * still when it has begun. */
void disk_hold(bool hold);
/* Wait for one that stands still. */
void disk_held(void);
/* It goes on, and comes to its end; or it fails with `error`. */
void disk_let_go(int error);
/* Call `then` when this process has done so many more ops. */
void disk_break(size_t ops, void (*then)(void *payload), void *payload);

struct disk_log {
	void *bytes;
	struct disk_op *op;
	size_t n;
};

void disk_log_read(struct disk_log *out, const char *path);
void disk_log_clear(struct disk_log *log);

/* For faults.c, which stands before the same calls; each keeps errno. Does the
 * call make the file? */
bool disk_makes(int folder, const char *path, int flags);
void disk_opened(int fd, int flags, bool made);
void disk_wrote(int fd, const void *bytes, ssize_t n);
void disk_renamed(const char *from, const char *to);
void disk_unlinked(const char *path);

#endif
