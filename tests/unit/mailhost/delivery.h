/*
 * An SMTP server of ours for tests: a child process on a loopback port that
 * delivers to Maildirs. "name+words@anywhere" is the Maildir `name`; who has
 * none is refused.
 */
#ifndef TEST_DELIVERY_H
#define TEST_DELIVERY_H

#include <sys/types.h>

#include "base/base.h"

struct smtp_server {
	const char *dir; /* of the Maildirs; set before the start */
	uint16_t port;
	pid_t pid;
};

void smtp_server_start(struct smtp_server *s);
/* Ends what it has open, too. */
void smtp_server_stop(struct smtp_server *s);

#endif
