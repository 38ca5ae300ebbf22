/* Games whose files fail. */
#ifndef SP_HOST_TROUBLE_H
#define SP_HOST_TROUBLE_H

#include "host/host.h"

/* True if it is too early for another try at this game. */
bool host_trouble_waits(const struct sp_host *host, const char *gid);
/* Note a failure, or the end of it (false: there was none); logged as outages
 * are. */
void host_trouble_failed(
	struct sp_host *host, const char *gid, const struct sp_error *why);
bool host_trouble_passed(struct sp_host *host, const char *gid);
/* Log the end of it, which host_trouble_passed still tells whoever loads it. */
void host_trouble_settle(struct sp_host *host, const char *gid);
/* Why it waits; NULL: it does not. */
const struct sp_error *host_trouble_why(
	const struct sp_host *host, const char *gid);
/* Seconds until the next try, at most `most`. */
int64_t host_trouble_left(const struct sp_host *host, const char *gid,
	int64_t now, int64_t most) SP_MUST_CHECK;
/* Milliseconds to wait for its lock: none if that was in vain before. */
int host_trouble_patience(const struct sp_host *host, const char *gid);
/* What `code`, with which reading a game failed, means: SP_ECORRUPT if all of
 * its files can be read, so that the fault is in them; else something that may
 * pass, with its cause in *why. */
int host_trouble_judge(struct sp_host *host, const char *gid, int code,
	struct sp_error *why) SP_MUST_CHECK;

#endif
