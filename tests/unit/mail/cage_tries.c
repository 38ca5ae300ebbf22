/*
 * What a process can try that should only read a mail.
 */
#define _GNU_SOURCE /* syscall, CLONE_*, process_vm_writev */
#include "cage_tries.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "mail/mime_private.h"

/* ---- what it tries --------------------------------------------------------
 */

struct cage_prey prey = { .word = "whole" };

static long try_open(void)
{
	return open(prey.victim, O_RDWR);
}

static long try_read_only(void)
{
	return open("/etc/passwd", O_RDONLY);
}

static long try_create(void)
{
	return open(prey.other, O_CREAT | O_WRONLY, 0600);
}

static long try_unlink(void)
{
	return unlink(prey.victim);
}

static long try_rename(void)
{
	return rename(prey.victim, prey.other);
}

static long try_truncate(void)
{
	return truncate(prey.victim, 0);
}

static long try_chmod(void)
{
	return chmod(prey.victim, 0600);
}

static long try_symlink(void)
{
	return symlink("/etc/passwd", prey.other);
}

static long try_link(void)
{
	return link(prey.victim, prey.other);
}

static long try_mkdir(void)
{
	return mkdir(prey.other, 0700);
}

static long try_stat(void)
{
	struct stat st;

	return stat(prey.victim, &st);
}

static long try_list(void)
{
	return opendir("/") != NULL ? 0 : -1;
}

static long try_chdir(void)
{
	return chdir("/");
}

static long try_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0);
}

static long try_unix_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0);
}

static long try_kill(void)
{
	return kill(prey.friend, SIGTERM);
}

static long try_signal_itself(void)
{
	return syscall(SYS_tgkill, getpid(), getpid(), 0);
}

static long try_ptrace(void)
{
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static long try_attach(void)
{
	return ptrace(PTRACE_SEIZE, prey.friend, NULL, NULL);
}

static long try_read_memory(void)
{
	char copy[sizeof(prey.word)];
	struct iovec to = { copy, sizeof(copy) },
		     from = { prey.word, sizeof(copy) };

	return process_vm_readv(prey.friend, &to, 1, &from, 1, 0);
}

static long try_write_memory(void)
{
	char text[] = "taken";
	struct iovec from = { text, sizeof(text) },
		     to = { prey.word, sizeof(text) };

	return process_vm_writev(prey.friend, &from, 1, &to, 1, 0);
}

static long try_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
		       ? -1
		       : 0;
}

static long try_memory_to_code(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? -1 : mprotect(p, 4096, PROT_READ | PROT_EXEC);
}

static long try_keyed_memory(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return syscall(SYS_pkey_mprotect, p, 4096, PROT_EXEC, -1);
}

static long try_exec(void)
{
	return execl("/bin/true", "true", (char *)NULL);
}

static long try_fork(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return pid;
}

static int nothing(void *payload)
{
	(void)payload;
	return 0;
}

static long try_thread(void)
{
	static char stack[65536] __attribute__((aligned(16)));

	return clone(nothing, stack + sizeof(stack), CLONE_VM | SIGCHLD, NULL);
}

static long try_pidfd(void)
{
	return syscall(SYS_pidfd_open, prey.friend, 0);
}

static long try_io_uring(void)
{
	struct io_uring_params p;

	memset(&p, 0, sizeof(p));
	return syscall(SYS_io_uring_setup, 1, &p);
}

static long try_memfd(void)
{
	return syscall(SYS_memfd_create, "x", 0);
}

static long try_dumpable(void)
{
	return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

static long try_limits(void)
{
	struct rlimit r;

	return getrlimit(RLIMIT_NOFILE, &r);
}

static long try_orphan(void)
{
	return prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static long try_limits_of_another(void)
{
	struct rlimit r;

	return syscall(SYS_prlimit64, prey.friend, RLIMIT_NOFILE, NULL, &r);
}

static long try_user(void)
{
	return setuid(geteuid());
}

static long try_ioctl(void)
{
	int n;

	return ioctl(SP_READER_FD, FIONREAD, &n);
}

static long try_dup(void)
{
	return dup(SP_READER_FD);
}

static long try_write_elsewhere(void)
{
	return write(2, "", 0);
}

static long try_read_elsewhere(void)
{
	char c;

	return read(0, &c, 0);
}

static long try_descriptor(void)
{
	struct iovec data = { prey.word, 1 };
	struct msghdr msg = { .msg_iov = &data, .msg_iovlen = 1 };

	return sendmsg(SP_READER_FD, &msg, MSG_DONTWAIT);
}

static long try_names(void)
{
	return syscall(SYS_unshare, 0);
}

static long try_who(void)
{
	return getppid();
}

static long try_sleep(void)
{
	static const struct timespec now;

	return nanosleep(&now, NULL);
}

#ifdef __x86_64__
/* unlink by the numbers of 32 bits: the name lies where they can reach it */
static long try_other_numbers(void)
{
	long rc;
	char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (low == MAP_FAILED || !sp_copy(low, 4096, prey.victim))
		return -1;
	__asm__ volatile("int $0x80"
			 : "=a"(rc)
			 : "a"(10L), "b"(low)
			 : "memory", "r8", "r9", "r10", "r11");
	return rc;
}

static long try_x32(void)
{
	return syscall(0x40000000 + SYS_getpid);
}
#endif

const struct cage_try cage_tries[] = {
	{ "open", try_open, CAGE_SURE | CAGE_FILES },
	{ "open to read", try_read_only, CAGE_SURE | CAGE_FILES },
	{ "create", try_create, CAGE_SURE | CAGE_FILES },
	{ "unlink", try_unlink, CAGE_SURE | CAGE_FILES },
	{ "rename", try_rename, CAGE_SURE | CAGE_FILES },
	{ "truncate", try_truncate, CAGE_SURE },
	{ "chmod", try_chmod, CAGE_SURE },
	{ "symlink", try_symlink, CAGE_SURE | CAGE_FILES },
	{ "link", try_link, CAGE_SURE | CAGE_FILES },
	{ "mkdir", try_mkdir, CAGE_SURE | CAGE_FILES },
	{ "stat", try_stat, CAGE_SURE },
	{ "list a folder", try_list, CAGE_SURE | CAGE_FILES },
	{ "chdir", try_chdir, CAGE_SURE },
	{ "socket", try_socket, CAGE_SURE },
	{ "unix socket", try_unix_socket, CAGE_SURE },
	{ "kill", try_kill, CAGE_SURE | CAGE_ZYGOTE },
	{ "tgkill", try_signal_itself, CAGE_SURE },
	{ "ptrace", try_ptrace, CAGE_SURE },
	{ "ptrace another", try_attach, 0 },
	{ "process_vm_readv", try_read_memory, 0 },
	{ "process_vm_writev", try_write_memory, 0 },
	{ "mmap of code", try_code, CAGE_SURE },
	{ "mprotect to code", try_memory_to_code, CAGE_SURE },
	{ "pkey_mprotect", try_keyed_memory, 0 },
	{ "execve", try_exec, CAGE_SURE | CAGE_FILES },
	{ "fork", try_fork, CAGE_SURE | CAGE_ZYGOTE },
	{ "clone", try_thread, CAGE_SURE },
	{ "pidfd_open", try_pidfd, 0 },
	{ "io_uring_setup", try_io_uring, 0 },
	{ "memfd_create", try_memfd, CAGE_SURE },
	{ "prctl", try_dumpable, CAGE_SURE },
	{ "limits", try_limits, CAGE_SURE | CAGE_ZYGOTE },
	{ "setuid", try_user, CAGE_SURE },
	{ "ioctl", try_ioctl, CAGE_SURE },
	{ "prctl to be orphaned", try_orphan, CAGE_SURE | CAGE_ZYGOTE },
	{ "limits of another", try_limits_of_another, CAGE_SURE },
	{ "dup", try_dup, CAGE_SURE },
	{ "write to another file", try_write_elsewhere,
		CAGE_SURE | CAGE_ZYGOTE },
	{ "read from another file", try_read_elsewhere, CAGE_ZYGOTE },
	{ "sendmsg", try_descriptor, CAGE_SURE | CAGE_ZYGOTE },
	{ "unshare", try_names, CAGE_SURE },
	{ "getppid", try_who, CAGE_SURE },
	{ "nanosleep", try_sleep, CAGE_SURE },
#ifdef __x86_64__
	{ "int 0x80", try_other_numbers, CAGE_FAULT },
	{ "x32", try_x32, 0 },
#endif
};

const size_t n_cage_tries = SP_ARRAY_LEN(cage_tries);
