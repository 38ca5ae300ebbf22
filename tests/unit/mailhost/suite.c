#include <assert.h>

#include "../fixtures.h"
#include "mailhost_tests.h"

static struct mailhost servers;

/* Where the access map has answers of its own. */
static const char access_map[] =
	"later@" SERVER_DOMAIN " 450 4.2.0 come back later\n"
	"busy@" SERVER_DOMAIN " 452 4.3.1 the disk is full\n";

/* Within the first test: the suite's own functions may not assert. */
struct mailhost *mailhost_servers(void)
{
	const char *why = dovecot_missing();

	if (why == NULL)
		why = postfix_missing();
	if (why != NULL) {
		test_skip(why);
		return NULL;
	}
	if (servers.dovecot.dir == NULL) {
		servers.dovecot.dir = server_folder();
		servers.postfix.dir = servers.dovecot.dir;
	}
	if (servers.dovecot.pid == 0)
		dovecot_start(&servers.dovecot);
	if (servers.postfix.pid == 0)
		postfix_start(&servers.postfix, access_map);
	return &servers;
}

static int stop_servers(void)
{
	postfix_stop(&servers.postfix);
	dovecot_stop(&servers.dovecot);
	return 0;
}

void suite_mailhost(void);

void suite_mailhost(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "mailhost/sender", NULL, stop_servers, NULL, NULL,
			mailhost_sender_tests },
		{ "mailhost/servers of ours", NULL, NULL, NULL, NULL,
			mailhost_standin_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
