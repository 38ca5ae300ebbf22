/* Sending what is owed. */
#ifndef SP_HOST_OUTBOX_H
#define SP_HOST_OUTBOX_H

#include "host/host.h"

/* Send what is due, and note what became of it. */
int host_outbox_send(struct sp_host *host, struct sp_pass *pass,
	struct sp_error *e) SP_MUST_CHECK;

#endif
