#define _GNU_SOURCE /* syncfs */

#include "store/store_private.h"

#include <errno.h>
#include <unistd.h>

int sp_store_sync(struct sp_store *store, struct sp_error *e)
{
	/* the next one would say that all is well, and write nothing anew */
	if (store->unsure)
		return sp_error_set(e, SP_ESYS,
			"an earlier sync of the file system of %s failed",
			store->root);
	if (syncfs(store->root_fd) == 0)
		return SP_OK;
	store->unsure = true;
	return sp_error_set(e, SP_ESYS,
		"the file system of %s cannot be synced: %s", store->root,
		strerror(errno));
}
