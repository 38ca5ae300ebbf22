/*
 * What the two sides of the parser process share, and the files of each.
 *
 * Request: be64 length, the mail. Answer: be64 length, the parsed mail (see
 * mail_write_wire); length 0 where the reader failed. Several requests may
 * be on their way; the answers come in their order. The server speaks first,
 * with the hello.
 */
#ifndef SP_MIME_PRIVATE_H
#define SP_MIME_PRIVATE_H

#include <linux/filter.h>
#include <sys/types.h>

#include "mail_private.h"

#define SP_MIME_HELLO      "spmime2\n" /* 8 bytes */
#define SP_MIME_HELLO_LEN  8
#define SP_MIME_HEAD_LEN   8 /* be64 */
#define SP_MIME_RESULT_MAX ((size_t)1024 * 1024)

/* AddressSanitizer reserves terabytes of address space, and reports crashes. */
#if defined(__SANITIZE_ADDRESS__)
#define SP_MIME_ADDRESSES_OURS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SP_MIME_ADDRESSES_OURS 0
#endif
#endif
#ifndef SP_MIME_ADDRESSES_OURS
#define SP_MIME_ADDRESSES_OURS 1
#endif

/* Send more of a frame, of which *sent bytes are sent; it may be none. False
 * where the other side is gone. */
bool mail_mime_send(
	int fd, const void *payload, size_t len, size_t *sent) SP_MUST_CHECK;

/* ---- the cage (mime_cage.c) ----------------------------------------------
 */

#define SP_READER_FD  3 /* its socket, which is all that it has */
#define SP_FILTER_MAX 512

/* A program of seccomp(2), ready to be installed; n is 0 where there is none.
 */
struct sp_mime_filter {
	unsigned short n;
	struct sock_filter code[SP_FILTER_MAX];
};

/* Give up, for this process and all that it starts: new privileges, core
 * files and being looked at by its user, files, and all system calls but those
 * that the zygote needs. Fills what its readers shut behind themselves. A
 * sanitizer's build gives up the first three alone. */
int mail_mime_cage_enter(
	struct sp_mime_filter *reader, struct sp_error *e) SP_MUST_CHECK;
/* The part of it that takes away the right to any file (landlock(7)); it does
 * nothing where the kernel does not know that. */
bool mail_mime_cage_files(void) SP_MUST_CHECK;
/* Install the filter for this process, for good. It has no new privileges. */
bool mail_mime_cage_shut(const struct sp_mime_filter *filter) SP_MUST_CHECK;

/* ---- a reader: one process for one mail (mime_reader.c) -------------------
 */

/* How all readers of a server are made. */
struct sp_reader_kind {
	sp_mime_reader *read;
	struct sp_mime_limits limits; /* memory: with what is mapped anyway */
	int null;                     /* opened on /dev/null */
	struct sp_mime_filter filter; /* of its system calls */
};

struct sp_reader {
	pid_t pid; /* 0: there is none */
	int fd;    /* our end of its socket */
};

/* Fork a reader, which then waits for its mail; `whole`: with all that may
 * otherwise be held back. It gets nothing of ours but a socket, and memory that
 * is to be forked. Where that fails *r is none. */
void mail_reader_start(
	struct sp_reader *r, const struct sp_reader_kind *kind, bool whole);
/* Give it its mail. False where it does not take it until `deadline`. */
bool mail_reader_give(const struct sp_reader *r, const char *raw, size_t len,
	int64_t deadline);
/* Its answer as a frame at `out`, of SP_MIME_HEAD_LEN + SP_MIME_RESULT_MAX
 * bytes; 0 where there is none until `deadline`. */
size_t mail_reader_answer(
	const struct sp_reader *r, char *out, int64_t deadline);
/* Kill it, wait until it is gone. True: it died because something was held
 * back that its mail needs. */
bool mail_reader_end(struct sp_reader *r);

/* ---- what is held back from readers (mime_lean.c) -------------------------
 */

/* Hold back what `trial`, run in a reader, shows to be unneeded. */
void mail_mime_hold_back(void (*trial)(void));
/* fork, for a process with one thread */
pid_t mail_mime_fork(bool whole);
/* In a reader that lacks something: ends it, and its mail gets a whole one. */
void mail_mime_need_whole(void);
/* Did a reader that ended with this status (of wait) lack something? */
bool mail_mime_lacked(int status);

#endif
