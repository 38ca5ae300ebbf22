#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "stall.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mail.h"

#define FASTER 100

static atomic_int *silent; /* so many servers; shared with them */
static int64_t shown, looked;
static char *marker; /* a program made it: it keeps silent */

static int64_t real_ms(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static int64_t now_ms(void)
{
	int64_t now = real_ms();

	if (atomic_load(silent) > 0 || access(marker, F_OK) == 0)
		shown += (now - looked) * FASTER;
	looked = now;
	return shown;
}

void stall_prepare(void)
{
	if (silent != NULL)
		return;
	silent = mmap(NULL, sizeof(*silent), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (silent == MAP_FAILED)
		abort();
	atomic_init(silent, 0);
}

void stall_begin(void)
{
	stall_prepare();
	atomic_store(silent, 0);
	sp_free(marker);
	marker = sp_xasprintf("%s/stall", test_tempdir());
	if (setenv("SP_STALL", marker, 1) != 0)
		abort();
	shown = looked = real_ms();
	sp_mail_set_clock(now_ms);
}

void stall_end(void)
{
	sp_mail_set_clock(NULL);
	(void)unsetenv("SP_STALL");
	sp_free(marker);
	marker = NULL;
}

void stall_enter(void)
{
	(void)atomic_fetch_add(silent, 1);
}

void stall_leave(void)
{
	(void)atomic_fetch_sub(silent, 1);
}
