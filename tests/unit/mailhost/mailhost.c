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
		servers.postfix.access = access_map;
	}
	if (servers.dovecot.pid == 0)
		dovecot_start(&servers.dovecot);
	if (servers.postfix.pid == 0)
		postfix_start(&servers.postfix);
	return &servers;
}

static int stop_servers(void)
{
	postfix_stop(&servers.postfix);
	dovecot_stop(&servers.dovecot);
	return 0;
}

/* One start of the servers for all. */
SUITE("mailhost/Postfix and Dovecot", NULL, stop_servers);
