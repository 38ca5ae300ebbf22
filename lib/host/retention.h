/* What is no longer needed leaves the registry and the inboxes. */
#ifndef SP_HOST_RETENTION_H
#define SP_HOST_RETENTION_H

#include "host/host.h"

/* What was forgotten before. */
int host_retention_open(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* Forget some of what is too old, if the last time was an hour ago; at the end
 * of a pass, when all that it owed is sent. */
int host_retention_pass(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;

#endif
