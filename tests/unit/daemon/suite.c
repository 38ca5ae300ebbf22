#include <assert.h>

#include "daemon_tests.h"

void suite_daemon(void);

void suite_daemon(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "daemon/service", NULL, NULL, NULL, NULL,
			daemon_service_tests },
		{ "daemon/wake", NULL, NULL, NULL, NULL, daemon_wake_tests },
		{ "daemon/private", NULL, NULL, NULL, NULL,
			daemon_private_tests },
		{ "daemon/follow", NULL, NULL, NULL, NULL,
			daemon_follow_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
