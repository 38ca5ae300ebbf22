#include <assert.h>

#include "service_tests.h"

void suite_service(void);

void suite_service(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "service/wait", NULL, NULL, NULL, NULL, service_wait_tests },
		{ "service/outage", NULL, NULL, NULL, NULL,
			service_outage_tests },
		{ "service/day", NULL, NULL, NULL, NULL, service_day_tests },
		{ "service/remote", NULL, NULL, NULL, NULL,
			service_remote_tests },
		{ "service/fair", NULL, NULL, NULL, NULL, service_fair_tests },
		{ "service/metrics", NULL, NULL, NULL, NULL,
			service_metrics_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
