#include <assert.h>

#include "service_tests.h"

void suite_service(void);

void suite_service(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "service/outage", NULL, NULL, NULL, NULL,
			service_outage_tests },
		{ "service/metrics", NULL, NULL, NULL, NULL,
			service_metrics_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
