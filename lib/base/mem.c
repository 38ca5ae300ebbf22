#include "base.h"

#include <errno.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#define FREE_MAX ((size_t)256 * 1024)

/* The process cannot go on in any useful way without memory: the supervisor
 * starts it again and the last batch is rolled forward. */
SP_NORETURN static void out_of_memory(void)
{
	(void)fputs("spellpost: out of memory\n", stderr);
	abort();
}

void *sp_xmalloc(size_t size)
{
	void *p = malloc(size > 0 ? size : 1);

	if (p == NULL)
		out_of_memory();
	return p;
}

void *sp_xcalloc(size_t n, size_t size)
{
	void *p;

	if (n == 0 || size == 0) {
		n = 1;
		size = 1;
	}
	p = calloc(n, size);
	if (p == NULL)
		out_of_memory();
	return p;
}

void *sp_xrealloc(void *p, size_t n, size_t size)
{
	size_t bytes;
	void *q;

	if (__builtin_mul_overflow(n, size, &bytes))
		out_of_memory();
	q = realloc(p, bytes > 0 ? bytes : 1);
	if (q == NULL)
		out_of_memory();
	return q;
}

char *sp_xstrdup(const char *s)
{
	return sp_xstrndup(s, strlen(s));
}

char *sp_xstrndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = sp_xmalloc(len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *sp_xasprintf(const char *fmt, ...)
{
	struct sp_buf b;
	va_list ap;

	sp_buf_init(&b, SIZE_MAX);
	va_start(ap, fmt);
	sp_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	return sp_buf_take(&b);
}

void sp_free(void *p)
{
	free(p);
}

#ifdef __GLIBC__
void sp_mem_trim(void)
{
	if (mallinfo2().fordblks > FREE_MAX)
		(void)malloc_trim(0);
}
#else
void sp_mem_trim(void)
{
}
#endif

/* The limit alone does not count where the kernel hands cores to a program. */
int sp_mem_guard(struct sp_error *e)
{
	const struct rlimit none = { 0, 0 };

	if (setrlimit(RLIMIT_CORE, &none) != 0 ||
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
		return sp_error_set(e, SP_ESYS,
			"cannot keep core files from being written: %s",
			strerror(errno));
	return SP_OK;
}

void sp_wipe(void *p, size_t n)
{
	if (n > 0)
		memset(p, 0, n);
	/* Something that may read all memory: the zeros must be there. */
	__asm__ volatile("" : : "r"(p) : "memory");
}
