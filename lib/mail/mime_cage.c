/*
 * The cage of the parser process: what its zygote and its readers may ask of
 * the kernel.
 *
 * A mail that takes a reader over finds itself with a socket to its own zygote
 * and nothing else. Of system calls it has those of `calls` that are marked
 * for readers, with the arguments that are named there; any other kills it at
 * once (seccomp(2)), and so does a call by another architecture's numbers. The
 * zygote never looks into a mail; it has the second list, which a reader has
 * until it shuts its own door. Files are closed to both by landlock(7) where
 * the kernel has it: a second wall behind the first.
 *
 * An unprivileged unit file cannot do this: the daemon needs what the parser
 * must not have, and they share a user.
 */
#define _GNU_SOURCE /* syscall, CLONE_* */
#include "mime_private.h"

#include <errno.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- which calls --------------------------------------------------------- */

enum who { ZYGOTE = 1, READER = 2, BOTH = ZYGOTE | READER };

/* What an argument must be, beside the call's number. */
enum only {
	ANY,
	SOCKET,  /* the first is the reader's socket */
	NO_EXEC, /* the third has no PROT_EXEC */
	FORK,    /* the first asks for no thread and no namespace */
	ITSELF,  /* the first is 0, the process itself */
	ORPHAN,  /* the first is PR_SET_PDEATHSIG */
};

/* {call, by whom, what of it} */
static const struct {
	int call;
	enum who who;
	enum only only;
} calls[] = {
	/* the mail, and the answer */
	{ SCMP_SYS(read), READER, SOCKET },
	{ SCMP_SYS(write), READER, SOCKET },
	/* memory that never becomes code */
	{ SCMP_SYS(brk), BOTH, ANY },
	{ SCMP_SYS(mmap), BOTH, NO_EXEC },
	{ SCMP_SYS(mprotect), BOTH, NO_EXEC },
	{ SCMP_SYS(mremap), BOTH, ANY },
	{ SCMP_SYS(munmap), BOTH, ANY },
	{ SCMP_SYS(madvise), BOTH, ANY },
	/* what the C library may do on its own */
	{ SCMP_SYS(futex), BOTH, ANY },
	{ SCMP_SYS(clock_gettime), BOTH, ANY },
	{ SCMP_SYS(gettimeofday), BOTH, ANY },
	{ SCMP_SYS(restart_syscall), BOTH, ANY },
	{ SCMP_SYS(exit_group), BOTH, ANY },
	{ SCMP_SYS(exit), BOTH, ANY },

	/* mails from the daemon to the readers, and answers back */
	{ SCMP_SYS(read), ZYGOTE, ANY },
	{ SCMP_SYS(write), ZYGOTE, ANY },
	{ SCMP_SYS(recvfrom), ZYGOTE, ANY },
	{ SCMP_SYS(sendmsg), ZYGOTE, ANY },
	{ SCMP_SYS(poll), ZYGOTE, ANY },
	{ SCMP_SYS(ppoll), ZYGOTE, ANY },
	{ SCMP_SYS(close), ZYGOTE, ANY },
	/* a reader, made and ended */
	{ SCMP_SYS(socketpair), ZYGOTE, ANY },
	{ SCMP_SYS(clone), ZYGOTE, FORK },
	{ SCMP_SYS(fork), ZYGOTE, ANY },
	{ SCMP_SYS(wait4), ZYGOTE, ANY },
	{ SCMP_SYS(kill), ZYGOTE, ANY },
	{ SCMP_SYS(rt_sigaction), ZYGOTE, ANY },
	{ SCMP_SYS(rt_sigprocmask), ZYGOTE, ANY },
	/* what a reader does before its door is shut */
	{ SCMP_SYS(set_robust_list), ZYGOTE, ANY },
	{ SCMP_SYS(rseq), ZYGOTE, ANY },
	{ SCMP_SYS(prctl), ZYGOTE, ORPHAN },
	{ SCMP_SYS(dup2), ZYGOTE, ANY },
	{ SCMP_SYS(dup3), ZYGOTE, ANY },
	{ SCMP_SYS(close_range), ZYGOTE, ANY },
	{ SCMP_SYS(prlimit64), ZYGOTE, ITSELF },
	{ SCMP_SYS(setrlimit), ZYGOTE, ANY },
	{ SCMP_SYS(seccomp), ZYGOTE, ANY },
};

#define NOT_A_FORK                                                             \
	(CLONE_VM | CLONE_THREAD | CLONE_NEWNS | CLONE_NEWCGROUP |             \
		CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |   \
		CLONE_NEWNET | CLONE_PTRACE | CLONE_PARENT)

static int add(scmp_filter_ctx ctx, size_t i)
{
	struct scmp_arg_cmp arg = { .arg = 0, .op = SCMP_CMP_EQ };

	switch (calls[i].only) {
	case ANY:
		return seccomp_rule_add(ctx, SCMP_ACT_ALLOW, calls[i].call, 0);
	case SOCKET:
		arg.datum_a = SP_READER_FD;
		break;
	case NO_EXEC:
		arg.arg = 2;
		arg.op = SCMP_CMP_MASKED_EQ;
		arg.datum_a = PROT_EXEC; /* of these bits none: datum_b is 0 */
		break;
	case FORK:
		arg.op = SCMP_CMP_MASKED_EQ;
		arg.datum_a = NOT_A_FORK;
		break;
	case ITSELF:
		break;
	case ORPHAN:
		arg.datum_a = PR_SET_PDEATHSIG;
		break;
	}
	return seccomp_rule_add_array(
		ctx, SCMP_ACT_ALLOW, calls[i].call, 1, &arg);
}

/* ---- their programs -------------------------------------------------------
 */

/* The kernel's form of it. libseccomp gives it to a file alone: a pipe, which
 * holds more than any filter has (64 KiB; 4,096 instructions of 8). */
static int export(scmp_filter_ctx ctx, struct sp_mime_filter *out)
{
	int fd[2];
	int rc = pipe(fd);
	ssize_t n;

	if (rc != 0)
		return -errno;
	rc = seccomp_export_bpf(ctx, fd[1]);
	(void)close(fd[1]);
	n = rc == 0 ? read(fd[0], out->code, sizeof(out->code)) : 0;
	(void)close(fd[0]);
	out->n = (unsigned short)((size_t)n / sizeof(out->code[0]));
	return rc == 0 && (n <= 0 || (size_t)n == sizeof(out->code)) ? -E2BIG
								     : rc;
}

static int build(struct sp_mime_filter *out, enum who who)
{
	scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_KILL_PROCESS);
	int rc = ctx == NULL ? -ENOMEM
			     : seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH,
				       SCMP_ACT_KILL_PROCESS);

	for (size_t i = 0; rc == 0 && i < SP_ARRAY_LEN(calls); i++)
		if ((calls[i].who & who) != 0)
			rc = add(ctx, i);
	if (rc == 0)
		rc = export(ctx, out);
	if (ctx != NULL)
		seccomp_release(ctx);
	return rc;
}

bool mail_mime_cage_shut(const struct sp_mime_filter *filter)
{
	/* the interface wants a pointer to what it only reads */
	struct sock_fprog program = { filter->n,
		(struct sock_filter *)(uintptr_t)filter->code };

	return filter->n == 0 ||
	       syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/* ---- files ----------------------------------------------------------------
 */

/* As the newest kernels have it; each takes what it knows. */
struct rights {
	uint64_t files, network, scopes;
};

/* {what from this version of the interface on, how large it is then} */
static const struct {
	struct rights rights;
	size_t size;
} versions[] = {
	{ { 0, 0, 0 }, 0 }, { { 0x1fff, 0, 0 }, 8 },
	{ { 0x3fff, 0, 0 }, 8 },  /* move and link */
	{ { 0x7fff, 0, 0 }, 8 },  /* truncate */
	{ { 0x7fff, 3, 0 }, 16 }, /* bind and connect by TCP */
	{ { 0xffff, 3, 0 }, 16 }, /* ioctl of devices */
	{ { 0xffff, 3, 3 }, 24 }, /* abstract sockets, signals */
};

/* A kernel that does not know landlock, or has it
 * switched off, leaves the filter alone to stand. Signals are a scope: the
 * zygote must end its readers, who are in its domain, and so it may. */
bool mail_mime_cage_files(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
		LANDLOCK_CREATE_RULESET_VERSION);
	size_t v = version < 0 ? 0 : (size_t)version;
	bool ok = true;
	long fd;

	if (v >= SP_ARRAY_LEN(versions))
		v = SP_ARRAY_LEN(versions) - 1;
	if (v == 0)
		return true;
	fd = syscall(SYS_landlock_create_ruleset, &versions[v].rights,
		versions[v].size, 0);
	ok = fd >= 0 && syscall(SYS_landlock_restrict_self, fd, 0) == 0;
	if (fd >= 0)
		(void)close((int)fd);
	return ok;
}

/* ---- both ------------------------------------------------------------------
 */

static int failed(const char *what, int code, struct sp_error *e)
{
	return sp_error_set(e, SP_ESYS, "cannot %s: %s", what, strerror(code));
}

int mail_mime_cage_enter(struct sp_mime_filter *reader, struct sp_error *e)
{
	struct sp_mime_filter zygote;
	int rc;

	reader->n = 0;
	/* what follows counts for good, and for whatever is started */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return failed("give up new privileges", errno, e);
	rc = sp_mem_guard(e);
	/* the sanitizers open files, and more, when they report */
	if (rc != SP_OK || !SP_MIME_ADDRESSES_OURS)
		return rc;
	if (!mail_mime_cage_files())
		return failed("give up the right to files", errno, e);
	rc = build(reader, READER);
	if (rc == 0)
		rc = build(&zygote, ZYGOTE);
	if (rc != 0)
		return failed("make a filter of system calls", -rc, e);
	if (!mail_mime_cage_shut(&zygote))
		return failed("filter system calls (does the kernel have "
			      "seccomp?)",
			errno, e);
	return SP_OK;
}
