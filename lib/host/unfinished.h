/* Batches that are decided and not finished. */
#ifndef SP_HOST_UNFINISHED_H
#define SP_HOST_UNFINISHED_H

#include "host/host.h"
#include "store/store.h"

/* At the start: finish what was decided before, unless the process before ended
 * in order. */
int host_unfinished_open(
	struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* At the end: say that it is one in order, if nothing is left to finish. */
void host_unfinished_close(struct sp_host *host);
/* The references of a game could not be moved as its row says. Nobody has it
 * open. Judged and tried as below. */
int host_unfinished_note(struct sp_host *host, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* Try to finish it: else it waits, or is suspended if it is damaged. */
int host_unfinished_try(struct sp_host *host, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* The same in a repository that is open and locked, without a word to anybody:
 * SP_OK if nothing of the game is left to finish. */
int host_unfinished_finish(struct sp_host *host, struct sp_store_game *repo,
	const char *gid, struct sp_error *why) SP_MUST_CHECK;
bool host_unfinished_is(const struct sp_host *host, const char *gid);
/* The games that wait and whose time it is, whether or not there is something
 * to do for them. */
int host_unfinished_retry(
	struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* Seconds until then, at most `most`. */
int64_t host_unfinished_left(
	const struct sp_host *host, int64_t now, int64_t most) SP_MUST_CHECK;
/* Append them, " gid gid ". */
void host_unfinished_list(const struct sp_host *host, struct sp_buf *out);

#endif
