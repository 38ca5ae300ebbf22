#include <CUnit/CUnit.h>
#include <assert.h>

#include "base_tests.h"

void suite_base(void);

void suite_base(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "base/error", NULL, NULL, NULL, NULL, base_error_tests },
		{ "base/buf", NULL, NULL, NULL, NULL, base_buf_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
