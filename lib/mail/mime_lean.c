/*
 * What a reader need not inherit. A fork copies every mapping of the zygote,
 * and its end takes them down again: with the libraries behind GMime that no
 * mail needs and iconv's modules for charsets that few mails have, that costs
 * more than reading the mail. So they are held back from readers (which also
 * leaves a subverted one less code to use), and lent to the few that ask.
 */
#define _GNU_SOURCE /* dl_iterate_phdr, madvise, _Fork */
#include "mime_private.h"

#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What reading needs, by the beginning of its file's name. Whether that is
 * enough on this system is tried out. */
static const char *const needed[] = { "libc.", "libc-", "ld-", "ld.",
	"libpthread.", "libgmime-", "libgobject-", "libglib-", "libjansson.",
	"linux-vdso." };

#define HELD_MAX 256
#define LACKED   3 /* exit status */

static struct {
	void *start;
	size_t size;
} held[HELD_MAX];
static size_t n_held;
static bool lent; /* in a reader: did it get all the same what is held back? */

static bool is_needed(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash != NULL ? slash + 1 : path;

	for (size_t i = 0; i < SP_ARRAY_LEN(needed); i++)
		if (sp_starts(name, needed[i]))
			return true;
	return *name == '\0'; /* this program */
}

static int find(struct dl_phdr_info *info, size_t size, void *payload)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	(void)size;
	(void)payload;
	if (is_needed(info->dlpi_name))
		return 0;
	for (size_t i = 0; i < info->dlpi_phnum && n_held < HELD_MAX; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t from = (info->dlpi_addr + p->p_vaddr) / page * page;
		uintptr_t to = info->dlpi_addr + p->p_vaddr + p->p_memsz;

		if (p->p_type != PT_LOAD)
			continue;
		held[n_held].start = (void *)from;
		held[n_held++].size = (to - from + page - 1) / page * page;
	}
	return 0;
}

static void advise(int advice)
{
	for (size_t i = 0; i < n_held; i++)
		(void)madvise(held[i].start, held[i].size, advice);
}

/* The C library's fork would write to the locks and stacks of other threads,
 * on pages that are copied for it; this process has one thread. */
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 34)
#define FORK _Fork
#endif
#endif
#ifndef FORK
#define FORK fork
#endif

pid_t mail_mime_fork(bool whole)
{
	pid_t pid;

	if (!whole)
		return FORK();
	advise(MADV_DOFORK);
	lent = true; /* here: a reader that writes to a page copies it */
	pid = FORK();
	if (pid != 0) {
		lent = false;
		advise(MADV_DONTFORK);
	}
	return pid;
}

void mail_mime_need_whole(void)
{
	if (n_held > 0 && !lent)
		_exit(LACKED);
}

bool mail_mime_lacked(int status)
{
	if (n_held == 0)
		return false;
	return WIFSIGNALED(status)
		       ? WTERMSIG(status) == SIGSEGV
		       : WIFEXITED(status) && WEXITSTATUS(status) == LACKED;
}

void mail_mime_hold_back(void (*trial)(void))
{
	int status = -1;
	pid_t pid;

	if (!SP_MIME_ADDRESSES_OURS)
		return;
	(void)dl_iterate_phdr(find, NULL);
	advise(MADV_DONTFORK);
	pid = mail_mime_fork(false);
	if (pid == 0) {
		trial();
		_exit(0);
	}
	if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0)
		return;
	advise(MADV_DOFORK);
	n_held = 0;
}
