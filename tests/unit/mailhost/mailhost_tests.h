/*
 * The whole way of the mails: players, their mail servers, the daemon.
 */
#ifndef TEST_MAILHOST_TESTS_H
#define TEST_MAILHOST_TESTS_H

#include "servers/servers.h"
#include "unit.h"

/* The servers of all suites here, running; NULL after a skip. */
struct mailhost {
	struct dovecot dovecot;
	struct postfix postfix;
};
struct mailhost *mailhost_servers(void);

#endif
