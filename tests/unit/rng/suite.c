#include <CUnit/CUnit.h>
#include <assert.h>

#include "rng_tests.h"

void suite_rng(void);

void suite_rng(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "rng/rng", NULL, NULL, NULL, NULL, rng_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
