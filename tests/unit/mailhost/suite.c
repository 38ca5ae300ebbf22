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

static void add_suite(const char *name, CU_CleanupFunc cleanup,
	CU_TestInfo *const *tables, size_t n)
{
	CU_pSuite suite = CU_add_suite(name, NULL, cleanup);

	assert(suite != NULL);
	for (size_t i = 0; i < n; i++)
		for (CU_TestInfo *t = tables[i]; t->pName != NULL; t++)
			(void)CU_add_test(suite, t->pName, t->pTestFunc);
}

void suite_mailhost(void);

void suite_mailhost(void)
{
	/* one start of the servers for all */
	CU_TestInfo *const real[] = { mailhost_sender_tests,
		mailhost_game_tests };
	CU_TestInfo *const own[] = { mailhost_standin_tests };

	add_suite("mailhost/Postfix and Dovecot", stop_servers, real,
		SP_ARRAY_LEN(real));
	add_suite("mailhost/servers of ours", NULL, own, SP_ARRAY_LEN(own));
}
