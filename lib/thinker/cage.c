/*
 * The cage of a bot's process: a mistake in it must not reach the club. No new
 * privileges, no further file, bounded memory; and of system calls those that
 * reading, thinking and writing take, any other ending it (seccomp(2)).
 */
#define _GNU_SOURCE
#include "thinker_private.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#define MEMORY ((rlim_t)SP_THINKER_MEMORY * 1024 * 1024)

/* The sanitizers need more than this, of memory and of calls. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OURS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define OURS 0
#endif
#endif
#ifndef OURS
#define OURS 1
#endif

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define ALLOW(call)                                                            \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1),                 \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static bool shut(void)
{
	static struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, nr)),
		ALLOW(read),
		ALLOW(write),
		ALLOW(brk),
		ALLOW(mmap),
		ALLOW(munmap),
		ALLOW(mremap),
		ALLOW(madvise),
		ALLOW(futex),
		ALLOW(clock_gettime),
		ALLOW(restart_syscall),
		ALLOW(rt_sigreturn),
		ALLOW(exit),
		ALLOW(exit_group),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	const struct sock_fprog program = { SP_ARRAY_LEN(code), code };

	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static bool shut(void)
{
	return true;
}
#endif

static bool limit(int what, rlim_t most)
{
	const struct rlimit r = { most, most };

	return setrlimit((__rlimit_resource_t)what, &r) == 0;
}

bool thinker_cage(void)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ||
		!limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, 0))
		return false;
	return !OURS ||
	       (limit(RLIMIT_AS, MEMORY) && limit(RLIMIT_NOFILE, 0) && shut());
}
