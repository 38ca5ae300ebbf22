/*
 * The barrier, by whoever calls or in a thread of its own. An error of the file
 * system is told once to each descriptor that was open when it happened: the
 * thread has one of its own, so that it takes no error away from the caller's.
 * It does that one call, and takes no signal.
 */
#define _GNU_SOURCE /* syncfs */

#include "store/store_private.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define STACK_BYTES (128 * 1024)

/* The next one would say that all is well, and write nothing anew. */
static int look(const struct sp_store *store, struct sp_error *e)
{
	if (store->unsure)
		return sp_error_set(e, SP_ESYS,
			"an earlier sync of the file system of %s failed",
			store->root);
	return SP_OK;
}

static int result(struct sp_store *store, int error, struct sp_error *e)
{
	if (error == 0)
		return SP_OK;
	store->unsure = true;
	return sp_error_set(e, SP_ESYS,
		"the file system of %s cannot be synced: %s", store->root,
		strerror(error));
}

int sp_store_sync(struct sp_store *store, struct sp_error *e)
{
	int code = look(store, e);

	if (code != SP_OK)
		return code;
	return result(store, syncfs(store->root_fd) == 0 ? 0 : errno, e);
}

/* ---- in a thread --------------------------------------------------------- */

static void *sync_aside(void *payload)
{
	struct store_aside *aside = payload;
	const uint64_t one = 1;

	aside->error = syncfs(aside->fd) == 0 ? 0 : errno;
	while (write(aside->end_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	return NULL;
}

/* False if there can be no thread. */
static bool start(struct store_aside *aside)
{
	sigset_t all, ours;
	pthread_attr_t attr;
	int rc;

	if (pthread_attr_init(&attr) != 0)
		return false;
	(void)pthread_attr_setstacksize(&attr, STACK_BYTES);
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &ours);
	rc = pthread_create(&aside->thread, &attr, sync_aside, aside);
	(void)pthread_sigmask(SIG_SETMASK, &ours, NULL);
	(void)pthread_attr_destroy(&attr);
	return rc == 0;
}

int sp_store_sync_begin(struct sp_store *store, struct sp_error *e)
{
	struct store_aside *aside = &store->aside;
	int code = look(store, e);

	assert(!aside->runs);
	if (code != SP_OK)
		return code;
	if (aside->end_fd < 0)
		aside->end_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (aside->end_fd < 0)
		return sp_error_set(e, SP_ESYS, "cannot make an eventfd: %s",
			strerror(errno));
	aside->runs = true;
	aside->threaded = start(aside);
	if (!aside->threaded)
		(void)sync_aside(aside);
	return SP_OK;
}

int sp_store_sync_fd(const struct sp_store *store)
{
	return store->aside.runs ? store->aside.end_fd : -1;
}

int sp_store_sync_end(struct sp_store *store, bool wait, struct sp_error *e)
{
	struct store_aside *aside = &store->aside;
	struct pollfd end = { .fd = aside->end_fd, .events = POLLIN };
	uint64_t count;

	assert(aside->runs);
	if (!wait && poll(&end, 1, 0) <= 0)
		return SP_EAGAIN;
	if (aside->threaded)
		(void)pthread_join(aside->thread, NULL);
	(void)!read(aside->end_fd, &count, sizeof(count));
	aside->runs = false;
	return result(store, aside->error, e);
}

/* One that runs ends first. */
void store_aside_close(struct sp_store *store)
{
	if (store->aside.runs)
		(void)!sp_store_sync_end(store, true, NULL);
	if (store->aside.end_fd >= 0)
		(void)close(store->aside.end_fd);
	(void)close(store->aside.fd);
}
